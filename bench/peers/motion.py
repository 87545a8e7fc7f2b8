"""Motions to round-off by Alembert, heyoka, SciPy and CVODE, from the same states, in the same run."""
import re

import casadi
import heyoka
import scipy

import casadi_side
import heyoka_side
import model as models
import ours
import stepper_side
from environment import ROOT
from report import FOLDER, SEED, Table, against, difference, written

END = 100.0
SHORT = 5.0                            # all must agree up to here; later a chaotic motion forgets where it came from
TOLERANCE = 1e-8
OTHERS = 1e-12                         # the tolerance that SciPy and CVODE get
SLOW = 0.3                             # seconds to compile from which on heyoka is expected to be a hundred times slower

# A disk that rolls on instead of falling flat; the other systems start at random.
STARTS = {'tilting-disk': {'x': 0.0, 'y': 0.0, 'phi': 0.0, 'theta': 0.3, 'psi': 0.0, "x'": 2.5, "y'": 0.0, "phi'": 0.8, "theta'": 0.0, "psi'": -5.0}}


def files(folder):
    """The seven systems: name and file."""
    named = [(name, FOLDER / f'{name}.mech') for name in ('sphere', 'tilting-disk')]
    named += [('3 trailers', written(folder, 'trailers', 3)), ('double pendulum', written(folder, 'pendulum', 2))]
    named += [('5-link pendulum', written(folder, 'pendulum', 5)), ('sleigh', FOLDER / 'sleigh.mech')]
    return named + [('turntable', ROOT / 'examples' / 'ball-on-turntable' / 'ball-on-turntable.mech')]


def started(path, folder, state, end):
    """The model with these initial values and this time, without its own and without its claims."""
    sections = re.split(r'\n(?=[^\s#])', path.read_text())
    kept = [s for s in sections if s.split()[0] not in ('initial', 'run', 'expect', 'reject', 'view', 'observe')]
    values = '\n  '.join(f'{name} = {value!r}' for name, value in state.items())
    new = folder / f'{path.stem}-{end:g}.mech'
    new.write_text('\n'.join(kept) + f'\n\ninitial\n  {values}\n\nrun 0 .. {end:g}\n')
    return new


def short_form(path):
    """The explicit equations that we print; none where we print none."""
    try:
        return ours.derived(path, 'explicit')
    except RuntimeError:
        return None


class Case:
    """One system at one state, followed by everybody."""

    def __init__(self, path, folder):
        self.model = models.read(ours.tree(path))
        named = STARTS.get(path.stem) or casadi_side.Derived(self.model).states(1, SEED)[0]
        q = self.model.coordinates
        self.state = [named[x] for x in q] + [named[f"{x}'"] for x in q]
        self.paths = {end: started(path, folder, named, end) for end in (SHORT, END)}
        self.heyoka = heyoka_side.Compiled(self.model, short_form(path))
        self.explicit = stepper_side.Explicit(self.model)

    def own(self, end):
        """What our command says of the motion, and the state at its end."""
        said = ours.run('run', self.paths[end], '--json')
        q = self.model.coordinates
        return said, [said['final'][x] for x in q] + [said['final'][f"{x}'"] for x in q]

    def followed(self):
        """heyoka's state at the end, and the mean processor time of its steps."""
        times = []
        while sum(times) < ours.ENOUGH and len(times) < 500:
            last, used = self.heyoka.run(self.state, END)
            times.append(used)
        return last, sum(times) / len(times)

    def error(self):
        """The largest difference to our state after a short time."""
        reference = self.own(SHORT)[1]
        others = [self.heyoka.run(self.state, SHORT)[0], self.explicit.dop853(self.state, SHORT, OTHERS)[0]]
        others.append(self.explicit.cvode(self.state, SHORT, OTHERS)[0])
        return max(difference(other, reference) for other in others)


def everything(folder):
    """Prints the tables; returns the sentences of what does not hold."""
    print(f'heyoka {heyoka.__version__}, SciPy {scipy.__version__}, CasADi {casadi.__version__}\n')
    cases = [(name, Case(path, folder)) for name, path in files(folder)]
    failures = []
    for name, case in cases:
        case.difference = case.error()
        if not case.difference <= TOLERANCE:
            failures.append(f'{name}: the states differ by {case.difference:.1e} at t = {SHORT:g}')
    from_text(cases)
    steps(cases)
    return failures


def from_text(cases):
    """From the text of the model to the end of the motion."""
    print('## From text to a finished motion\n')
    print(f'Processor times in ms for t = 0 … {END:g}. Alembert reads, derives, compiles, follows the motion and checks it; heyoka compiles (also given')
    print(f'alone) and follows it. Ratio: heyoka / Alembert; a hundred is the aim where heyoka compiles for {SLOW:g} s or more.\n')
    table = Table('system', 'Alembert', 'heyoka', 'compiling', 'ratio', 'aim')
    for name, case in cases:
        whole, other = ours.seconds('motion', case.paths[END]), case.heyoka.set_up + case.followed()[1]
        aim = 'none' if case.heyoka.set_up < SLOW else 'reached' if other >= 100 * whole else 'missed'
        table.add(name, f'{whole * 1e3:.2f}', f'{other * 1e3:.1f}', f'{case.heyoka.set_up * 1e3:.1f}', f'{other / whole:.1f}', aim)
    table.show()


def steps(cases):
    """The steps alone."""
    print('\n## One trajectory to round-off\n')
    print(f'Processor times in ms of the steps for t = 0 … {END:g}, ours with projection. DOP853 and CVODE: with tolerance 1e-12. Ratios: the other /')
    print('Alembert; one half is the aim for heyoka. Drift: the relative change of the energy at the end, ours and heyoka\'s. Error: the largest')
    print(f'difference between any of the others and us at t = {SHORT:g}, relative from 1 on.\n')
    table = Table('system', 'Alembert', 'heyoka', 'ratio', 'DOP853', 'ratio', 'CVODE', 'ratio', 'drift', 'heyoka', 'error')
    for name, case in cases:
        own = ours.seconds('steps', case.paths[END])
        last, used = case.followed()
        cells = [f'{own * 1e3:.3f}', f'{used * 1e3:.3f}', f'{used / own:.2f}']
        for method in (case.explicit.dop853, case.explicit.cvode):
            cells += against(own, method(case.state, END, OTHERS)[1], None)
        drifts = [case.explicit.energy_drift(case.state, x) for x in (case.own(END)[1], last)]
        table.add(name, *cells, *(f'{drift:.0e}' for drift in drifts), f'{case.difference:.0e}')
    table.show()
