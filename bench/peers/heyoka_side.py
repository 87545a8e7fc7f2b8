"""A motion by heyoka: Taylor's method, compiled to machine code for each system.

heyoka follows explicit equations. It gets the short ones that `alembert derive --form explicit` prints where there are
such, which is more than its users have; deriving them is not counted as its time. Else M, A, f, g (see `casadi_side`) are
built from L and φ with its own derivatives, and the linear system is eliminated symbolically, in the order accelerations,
multipliers: M is positive definite, and so the pivots do not vanish. These equations are long, and heyoka has a compact mode
for such, which compiles them quickly and follows them slowly; its usual mode does the opposite. Equations in independent
speeds, as a user writes them who takes trouble, are in `reduced`."""
import re
import time

import heyoka

import model as models
from operations import sympy_name


class Field:
    """heyoka's expressions; parameters are numbers."""

    @staticmethod
    def number(text):
        return heyoka.expression(float(text))

    @staticmethod
    def symbol(name):
        return heyoka.expression(name)

    @staticmethod
    def function(name, x):
        return getattr(heyoka, name)(x)

    @staticmethod
    def rate(e, q, v):
        return total(heyoka.diff(e, a) * b for a, b in zip(q, v))


def total(terms):
    """A sum of expressions."""
    return heyoka.sum(list(terms))


def printed(model, derivation):
    """The pairs (variable, rate) of printed explicit equations."""
    rates, _ = parsed(model, derivation)
    q, symbol = model.coordinates, heyoka.expression
    return [(symbol(x), symbol(f'{x}_d')) for x in q] + [(symbol(f'{x}_d'), rates[f'{x}_dd']) for x in q]


def parsed(model, derivation):
    """The right sides of printed equations by their left sides, and the names of their speeds."""
    names = {name: heyoka.expression(value) for name, value in model.parameters.items()}
    for q in model.coordinates:
        names |= {q: heyoka.expression(q), f'{q}_d': heyoka.expression(f'{q}_d')}
    names |= {f: getattr(heyoka, f) for f in ('sin', 'cos', 'tan', 'sqrt', 'exp', 'log')}
    open_ = {sympy_name(e['lhs']): e['rhs'] for e in derivation['equations']}
    known = [f'{x}{dots}' for x in model.coordinates for dots in ('_d', '_dd')]
    speeds = [left.removesuffix('_d') for left in open_ if left not in known]
    names |= {u: heyoka.expression(u) for u in speeds}
    for line in derivation['where']:
        name, text = line.split(' = ', 1)
        names[name] = read(text, names)
    rates = {}
    while open_:
        ready = [a for a, text in open_.items() if not set(re.findall(r"[A-Za-z_]\w*", python(text))) & open_.keys()]
        if not ready:
            raise ValueError(f'{sorted(open_)} are given through each other')
        rates |= {a: read(open_.pop(a), names | rates) for a in ready}
    return rates, speeds


def python(text):
    """A text of ours as one that Python reads."""
    return re.sub(r"[A-Za-z_]\w*'*", lambda found: sympy_name(found[0]), text).replace('^', '**')


def read(text, names):
    """A printed text as an expression."""
    return heyoka.expression(0.0) + eval(python(text), {'__builtins__': {}}, names)


def eliminated_rates(model):
    """The pairs (variable, rate) of explicit equations, from L and φ."""
    system = models.system(model, Field)
    q, v = system.q, system.v
    momenta = [heyoka.diff(system.L, x) for x in v]
    M = [[heyoka.diff(p, x) for x in v] for p in momenta]
    f = [heyoka.diff(system.L, x) - Field.rate(p, q, v) for x, p in zip(q, momenta)]
    A = [[heyoka.diff(phi, x) for x in v] for phi in system.phi]
    g = [-Field.rate(phi, q, v) for phi in system.phi]
    zero = heyoka.expression(0.0)
    rows = [[*M[i], *(row[i] for row in A), f[i]] for i in range(len(q))]
    rows += [[*A[k], *[zero] * len(A), g[k]] for k in range(len(A))]
    values = dict(zip(system.p, map(heyoka.expression, model.parameters.values())))
    rows = heyoka.subs([e for row in rows for e in row], values)
    width = len(q) + len(A) + 1
    solution = eliminated([rows[i:i + width] for i in range(0, len(rows), width)])
    return list(zip(q, v)) + list(zip(v, solution))


def eliminated(rows):
    """The solution of a linear system by elimination without exchanges."""
    n = len(rows)
    zero = heyoka.expression(0.0)
    for k in range(n):
        for i in range(k + 1, n):
            if rows[i][k] != zero:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [zero if j <= k else rows[i][j] - factor * rows[k][j] for j in range(n + 1)]
    y = [zero] * n
    for k in reversed(range(n)):
        y[k] = (rows[k][n] - total(rows[k][j] * y[j] for j in range(k + 1, n))) / rows[k][k]
    return y


class Compiled:
    """The integrator of rates, with the processor time to compile it: not what an earlier run left on the disk."""

    def __init__(self, rates, compact=False, fast_math=False):
        heyoka.llvm_state.set_diskcache_enabled(False)
        start = time.process_time()
        self.integrator = heyoka.taylor_adaptive(rates, [0.0] * len(rates), compact_mode=compact, fast_math=fast_math)
        self.set_up = time.process_time() - start

    def run(self, state, end):
        """The state at the end, and the processor time of the steps."""
        self.integrator.time = 0.0
        self.integrator.state[:] = state
        start = time.process_time()
        outcome = self.integrator.propagate_until(end)
        used = time.process_time() - start
        if outcome[0] != heyoka.taylor_outcome.time_limit:
            raise RuntimeError(f'heyoka stopped: {outcome[0]}')
        return list(self.integrator.state), used
