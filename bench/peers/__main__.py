"""Gives the same systems to Alembert and to other programs in one run and prints tables of ratios.

    python3 bench/peers                    equations, against SymPy and CasADi; SymPy's simplification may take minutes a system
    python3 bench/peers --limit 10         at most ten seconds a system for SymPy
    python3 bench/peers motion             motions, against heyoka, SciPy and CVODE; --limit for each system

The first run makes a virtual environment in bench/.venv with pinned versions of the others and
builds our programs. Exit code 1: two programs disagree, or a count of operations is wrong or too high.
Times are printed and never decide the exit code: they depend on the machine and on who else uses it.
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import environment


def main():
    arguments = argparse.ArgumentParser(prog='bench/peers', description=__doc__.splitlines()[0])
    arguments.add_argument('what', nargs='?', choices=['equations', 'motion'], default='equations', help='what is compared')
    arguments.add_argument('--limit', type=float, default=120, help='seconds that SymPy, or everybody together for a motion, may take for a system')
    asked = arguments.parse_args()
    environment.enter(__file__, sys.argv[1:])

    import motion
    import report
    environment.build()
    with tempfile.TemporaryDirectory() as folder:
        failures = motion.everything(Path(folder), asked.limit) if asked.what == 'motion' else report.everything(Path(folder), asked.limit)
    for failure in failures:
        print(f'FAILED: {failure}')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
