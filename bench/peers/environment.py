"""The virtual environment of the comparison, and our own programs."""
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

PINNED = ['sympy==1.14.0', 'casadi==3.8.2', 'mpmath==1.3.0', 'numpy==2.4.6', 'heyoka==7.13.2', 'scipy==1.17.1']

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / 'bench' / '.venv'
PYTHON = FOLDER / 'bin' / 'python3'
STAMP = FOLDER / 'pinned.json'


def enter(script, arguments):
    """Continues in the virtual environment, which is made when it is not there."""
    if Path(sys.prefix) == FOLDER:
        return
    if not STAMP.exists() or json.loads(STAMP.read_text()) != PINNED:
        print(f'making {FOLDER.relative_to(ROOT)} with {", ".join(PINNED)}', flush=True)
        venv.create(FOLDER, with_pip=True, clear=True)
        subprocess.run([PYTHON, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', *PINNED], check=True)
        STAMP.write_text(json.dumps(PINNED))
    os.execv(PYTHON, [PYTHON, Path(script).parent, *arguments])


def build():
    """Builds the command and the program of this folder, optimised."""
    packages = ['-p', 'alembert-cli', '-p', 'alembert-bench']
    subprocess.run(['cargo', 'build', '--release', '--quiet', *packages], cwd=ROOT, check=True)


def build_interpreter():
    """Builds the program of this folder without machine code, beside the other one."""
    words = ['cargo', 'build', '--release', '--quiet', '-p', 'alembert-bench', '--features', 'interpreter']
    subprocess.run([*words, '--target-dir', target() / 'interpreter'], cwd=ROOT, check=True)


def target():
    """The folder of what is built."""
    return ROOT / os.environ.get('CARGO_TARGET_DIR', 'target')


def program(name, kind=''):
    """The path of one of our programs, of the usual kind or as 'interpreter'."""
    return target() / kind / 'release' / name
