"""The tables, and what must hold: all programs agree, and operations are counted as SymPy counts them."""
import sys

import casadi
import sympy

import casadi_side
import model as models
import operations
import ours
import sympy_side
from environment import ROOT

FOLDER = ROOT / 'crates' / 'alembert' / 'tests' / 'data' / 'models' / 'bench'
SYSTEMS = ['knife-edge', 'vertical-disk', 'sleigh', 'sphere', 'snakeboard', 'tilting-disk', 'chaplygin-ball']
CHAINS = [('trailers', n) for n in (1, 2, 4, 8, 16, 30)] + [('snake', n) for n in (2, 5, 10, 30)] + [('pendulum', n) for n in (2, 10, 30)]

# The most operations that the explicit form and the form in quasi-velocities may have.
MOST = {'knife-edge': (15, 4), 'vertical-disk': (3, None), 'sleigh': (23, 10), 'sphere': (16, None),
        'snakeboard': (90, 42), 'tilting-disk': (120, None), 'chaplygin-ball': (651, 91)}

STATES, SEED = 3, 20
TOLERANCE = 1e-9


def everything(folder, limit):
    """Prints all tables; returns the sentences of what does not hold."""
    print(f'SymPy {sympy.__version__}, CasADi {casadi.__version__}\n')
    failures = []
    failures += explicit_forms(limit)
    failures += counts()
    failures += tapes(folder)
    failures += trailers(folder)
    return failures


def explicit_forms(limit):
    """From model to explicit accelerations."""
    print('## Explicit equations\n')
    print('Processor times in ms. Alembert: from text to the equations, shortened, printed, read back and proved; command: the whole process.')
    print("SymPy, from L and φ: bare LUsolve of the linear system; LagrangesMethod with its rhs(), the explicit form that a user of SymPy gets;")
    print(f'and each of them followed by simplify of the accelerations, for which it has {limit:g} s. Ratio: SymPy / Alembert. Error: the largest')
    print('difference between accelerations, relative from 1 on, of our eval and our printed text, SymPy (linear system, explicit form) and')
    print('CasADi, at random states.\n')
    failures = []
    table = Table('system', 'Alembert', 'command', 'LUsolve', 'ratio', 'rhs()', 'ratio',
                  'simplify(LUsolve)', 'ratio', 'simplify(rhs())', 'ratio', 'error')
    for name in SYSTEMS:
        path = FOLDER / f'{name}.mech'
        model = models.read(ours.tree(path))
        derived = casadi_side.Derived(model)
        states = derived.states(STATES, SEED)
        points = [point(model, state) for state in states]
        peer = sympy_side.measured(model, points, limit)
        error = disagreement(path, model, derived, states, points, peer)
        if error > TOLERANCE:
            failures.append(f'{name}: accelerations differ by {error:.1e}')
        own = ours.seconds('explicit', path)
        cells = [f'{own * 1e3:.2f}', f"{ours.command_seconds(path, 'explicit') * 1e3:.1f}"]
        for key in ('unsimplified', 'method', 'simplified unsimplified', 'simplified method'):
            cells += against(own, peer.get(key), limit)
        table.add(name, *cells, f'{error:.0e}')
    table.show()
    return failures


def disagreement(path, model, derived, states, points, peer):
    """The largest difference between what the programs and our printed text say."""
    if 'solved' not in peer:
        return float('inf')
    text = ours.derived(path, 'explicit')
    worst = 0.0
    for k, (state, at) in enumerate(zip(states, points)):
        reference = peer['solved'][k]
        others = [ours.accelerations(path, model, state), operations.accelerations(text, model.coordinates, at), derived.accelerations(state)]
        others += [peer['explicit'][k]] if 'explicit' in peer else []
        worst = max([worst] + [difference(other, reference) for other in others])
    return worst


def difference(found, reference):
    """The largest difference, relative from 1 on."""
    return max(abs(x - y) / max(1, abs(y)) for x, y in zip(found, reference, strict=True))


def point(model, state):
    """A state with the parameters, by SymPy's names."""
    return {operations.sympy_name(name): x for name, x in state.items()} | model.parameters


def against(own, other, limit):
    """A time of another program, and the ratio to ours."""
    if other is None:
        return [f'> {limit * 1e3:.0f}', f'> {limit / own:.0f}']
    return [f'{other * 1e3:.1f}', f'{other / own:.1f}']


def counts():
    """Operations of our texts, recounted."""
    print('## Operations\n')
    print('Operations of the accelerations, and of the equations in quasi-velocities without kinematics; recounted by SymPy on the ASCII text.\n')
    failures = []
    table = Table('system', 'explicit', 'recounted', 'at most', 'quasi', 'recounted', 'at most', 'certificates')
    for name in SYSTEMS:
        cells, certificates = [], []
        for form, most in zip(('explicit', 'quasi'), MOST[name]):
            path = FOLDER / f'{name}.mech'
            derivation = ours.derived(path, form) | {'coordinates': models.read(ours.tree(path)).coordinates}
            own, recounted = derivation['operations'], operations.count(derivation)
            cells += [str(own), str(recounted), '' if most is None else str(most)]
            certificates.append(derivation['certificate'])
            if own != recounted:
                failures.append(f'{name}, {form}: {own} operations, SymPy counts {recounted}')
            if most is not None and recounted > most:
                failures.append(f'{name}, {form}: {recounted} operations, more than {most}')
            if derivation['certificate'] != 'proved':
                failures.append(f'{name}, {form}: the text is not proved')
        table.add(name, *cells, ', '.join(certificates))
    table.show()
    return failures


def tapes(folder):
    """From model to a function that a computer evaluates."""
    print('## Tapes of chains\n')
    print('Processor times in ms. From the model: Alembert from text to tape; CasADi from the tree of the model to L and φ and to its Function of')
    print('M, A, f, g, φ, E. From L and φ: the same without reading the text and without building L and φ. Ratio: CasADi / Alembert.\n')
    failures = []
    table = Table('chain', 'from the model', 'CasADi', 'ratio', 'from L and φ', 'CasADi', 'ratio', 'error')
    paths = {chain: written(folder, *chain) for chain in CHAINS}
    for (name, n), path in paths.items():
        model = models.read(ours.tree(path))
        derived = casadi_side.Derived(model)
        states = derived.states(STATES, SEED)
        pairs = [(ours.accelerations(path, model, state), derived.accelerations(state)) for state in states]
        error = max(difference(found, reference) for found, reference in pairs)
        if error > TOLERANCE:
            failures.append(f'{name} {n}: accelerations differ by {error:.1e}')
        whole = ours.seconds('tape', path)
        own = whole - ours.seconds('read', path)
        peer = derived.deriving
        cells = [f'{whole * 1e3:.2f}', *against(whole, derived.building + peer, None), f'{own * 1e3:.2f}', *against(own, peer, None)]
        table.add(f'{name} {n}', *cells, f'{error:.0e}')
    table.show()
    return failures


def trailers(folder):
    """Cars with trailers in quasi-velocities."""
    print('## Trailers in quasi-velocities\n')
    failures = []
    table = Table('trailers', 'ms', 'operations', 'recounted', 'certificate')
    for n in (1, 2, 3):
        path = written(folder, 'trailers', n)
        derivation = ours.derived(path, 'quasi') | {'coordinates': models.read(ours.tree(path)).coordinates}
        recounted = operations.count(derivation)
        if derivation['matrices'] or derivation['certificate'] != 'proved' or derivation['operations'] != recounted:
            failures.append(f'{n} trailers: no explicit and proved equations with {recounted} operations')
        own = ours.seconds('quasi', path)
        table.add(str(n), f'{own * 1e3:.1f}', str(derivation['operations']), str(recounted), derivation['certificate'])
    table.show()
    return failures


def written(folder, name, n):
    """The file of a chain."""
    path = folder / f'{name}-{n}.mech'
    path.write_text(ours.chain(name, n))
    return path


class Table:
    """A table in Markdown, aligned; its rows are also reported as they come."""

    def __init__(self, *head):
        self.rows = [head]

    def add(self, *row):
        assert len(row) == len(self.rows[0])
        self.rows.append(row)
        print(*row, sep='  ', file=sys.stderr, flush=True)

    def show(self):
        widths = [max(len(row[i]) for row in self.rows) for i in range(len(self.rows[0]))]
        lines = [' | '.join([row[0].ljust(widths[0])] + [cell.rjust(w) for cell, w in zip(row[1:], widths[1:])]) for row in self.rows]
        rule = '|'.join(['-' * (widths[0] + 2)] + ['-' * (w + 1) + ':' for w in widths[1:]])
        print('\n'.join([f'| {lines[0]} |', f'|{rule}|'] + [f'| {line} |' for line in lines[1:]]) + '\n', flush=True)
