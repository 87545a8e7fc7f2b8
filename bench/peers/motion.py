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
        named = casadi_side.Derived(self.model).states(1, SEED)[0]
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

    def error(self):
        """The largest difference to our state after a short time."""
        reference = self.own(SHORT)[1]
        others = [self.heyoka.run(self.state, SHORT)[0], self.explicit.dop853(self.state, SHORT, OTHERS)[0]]
        others.append(self.explicit.cvode(self.state, SHORT, OTHERS)[0])
        return max(difference(other, reference) for other in others)


def everything(folder):
    """Prints the tables; returns the sentences of what does not hold."""
    print(f'heyoka {heyoka.__version__}, SciPy {scipy.__version__}, CasADi {casadi.__version__}\n')
    print('## Motions to round-off\n')
    print(f'Processor times in ms for t = 0 … {END:g}. From text: Alembert reads, derives, compiles and follows the motion; heyoka compiles and')
    print('follows it. Steps: following it alone. DOP853 and CVODE: following it with tolerance 1e-12. Ratios: the other / Alembert. Drift: the')
    print(f'relative change of the energy at the end, ours (with projection) and heyoka\'s. Error: the largest difference at t = {SHORT:g}.\n')
    failures = []
    table = Table('system', 'from text', 'heyoka', 'ratio', 'steps', 'heyoka', 'ratio', 'DOP853', 'ratio', 'CVODE', 'ratio', 'drift', 'heyoka', 'error')
    for name, path in files(folder):
        case = Case(path, folder)
        error = case.error()
        if not error <= TOLERANCE:
            failures.append(f'{name}: the states differ by {error:.1e} at t = {SHORT:g}')
        table.add(name, *row(case), f'{error:.0e}')
    table.show()
    return failures


def row(case):
    """The times of a system, with the drifts."""
    whole, steps = (ours.seconds(task, case.paths[END]) for task in ('motion', 'steps'))
    last, used = min((case.heyoka.run(case.state, END) for _ in range(5)), key=lambda found: found[1])
    cells = [f'{whole * 1e3:.2f}', *against(whole, case.heyoka.set_up + used, None), f'{steps * 1e3:.3f}', *against(steps, used, None)]
    for method in (case.explicit.dop853, case.explicit.cvode):
        cells += against(steps, method(case.state, END, OTHERS)[1], None)
    said, own = case.own(END)
    drifts = [case.explicit.energy_drift(case.state, x) for x in (own, last)]
    return cells + [f'{drift:.0e}' for drift in drifts]
