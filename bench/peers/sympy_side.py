"""The explicit equations by SymPy, by two routes.

With M = ∂²L/∂v∂v, A = ∂φ/∂v, f = L_q − L_vq v and g = −φ_q v, the system

    M a − Aᵀ λ = f,   A a = g                                                      (1)

is solved by `LUsolve`. Or `LagrangesMethod` forms the same system, with the velocities among its unknowns, and its `rhs()`
solves it: the form that a user of SymPy gets. `simplify` then shortens each acceleration, of either route. Times begin with L and φ as SymPy's expressions and do not include their
construction; they are processor times, with SymPy's memory of earlier results cleared."""
import multiprocessing
import resource
import time

import mpmath
import sympy
from sympy.core.cache import clear_cache
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

import model as models

DIGITS = 40


class Field:
    """SymPy's expressions."""
    number = staticmethod(sympy.Rational)
    symbol = staticmethod(sympy.Symbol)

    @staticmethod
    def function(name, x):
        return getattr(sympy, name)(x)

    @staticmethod
    def rate(e, q, v):
        return sum(sympy.diff(e, x) * y for x, y in zip(q, v))


def linear_system(system):
    """The matrix and the right side of (1)."""
    q, v, phi = (sympy.Matrix(part) for part in (system.q, system.v, system.phi))
    momenta = sympy.Matrix([system.L]).jacobian(v)
    M = momenta.jacobian(v)
    f = sympy.Matrix([system.L]).jacobian(q).T - momenta.jacobian(q) * v
    if not system.phi:
        return M, f
    A, g = phi.jacobian(v), -phi.jacobian(q) * v
    zero = sympy.zeros(len(system.phi))
    return M.row_join(-A.T).col_join(A.row_join(zero)), f.col_join(g)


def explicit(system):
    """The accelerations as `LUsolve` gives them."""
    K, r = linear_system(system)
    return list(K.LUsolve(r))[:len(system.q)]


def functions_of_time(system):
    """The same system with coordinates that are functions of time, as LagrangesMethod wants them."""
    q = [dynamicsymbols(x.name) for x in system.q]
    moving = dict(zip(system.q, q)) | {v: x.diff(dynamicsymbols._t) for v, x in zip(system.v, q)}
    return q, system.L.xreplace(moving), [phi.xreplace(moving) for phi in system.phi]


def by_lagranges_method(q, L, phi):
    """The rates of all coordinates and velocities."""
    method = LagrangesMethod(L, q, nonhol_coneqs=phi)
    method.form_lagranges_equations()
    return method.rhs()


def accelerations_by_method(system):
    """The accelerations among these rates."""
    n = len(system.q)
    return list(by_lagranges_method(*functions_of_time(system)))[n:2 * n]


def value(e, values, memo):
    """The value of an expression in many digits; what occurs twice is computed once."""
    if e in memo:
        return memo[e]
    if e.is_Symbol:
        x = values[e.name]
    elif e.is_Rational:
        x = mpmath.mpf(int(e.p)) / int(e.q)
    else:
        parts = [value(part, values, memo) for part in e.args]
        if e.is_Add:
            x = mpmath.fsum(parts)
        elif e.is_Mul:
            x = mpmath.fprod(parts)
        elif e.is_Pow:
            x = parts[0] ** parts[1]
        else:
            x = getattr(mpmath, e.func.__name__)(*parts)
    memo[e] = x
    return x


def values_at(expressions, values):
    """The values of expressions at a point, as numbers of many digits."""
    with mpmath.workdps(DIGITS):
        exact = {name: mpmath.mpf(x) for name, x in values.items()}
        memo = {}
        return [value(e, exact, memo) for e in expressions]


def solved_at(system, values):
    """The accelerations at a point: (1) as numbers, then solved."""
    K, r = linear_system(system)
    numbers = values_at(list(K) + list(r), values)
    with mpmath.workdps(DIGITS):
        n = K.rows
        matrix = mpmath.matrix([numbers[i * n:(i + 1) * n] for i in range(n)])
        return [float(x) for x in mpmath.lu_solve(matrix, mpmath.matrix(numbers[n * n:]))][:len(system.q)]


def measured(model, points, limit):
    """What SymPy needs for a model: times in seconds, and values at the points. What is missing took too long."""
    found = facts(solving, model, points)
    for name, route in (('unsimplified', explicit), ('method', accelerations_by_method)):
        found |= facts(simplifying, model, route, name, limit)
        if f'simplifying {name}' in found:
            found[f'simplified {name}'] = found[name] + found[f'simplifying {name}']
    return found


def facts(task, *arguments):
    """What a task sends, done in a process of its own."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=task, args=(*arguments, sender))
    worker.start()
    sender.close()
    found = {}
    try:
        while True:
            name, fact = receiver.recv()
            found[name] = fact
    except EOFError:
        worker.join()
    return found


def solving(model, points, sender):
    """Times of both routes, and values at the points."""
    system = models.system(model, Field)
    sender.send(('solved', [solved_at(system, point) for point in points]))
    unsimplified, accelerations = mean(lambda: explicit(system))
    sender.send(('unsimplified', unsimplified))
    sender.send(('explicit', [[float(x) for x in values_at(accelerations, point)] for point in points]))
    moving = functions_of_time(system)
    sender.send(('method', mean(lambda: by_lagranges_method(*moving))[0]))


def simplifying(model, route, name, limit, sender):
    """The time of `simplify` for the accelerations of a route; the system ends the process when it takes too long."""
    accelerations = route(models.system(model, Field))
    end = int(time.process_time() + limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (end, end))
    sender.send((f'simplifying {name}', timed(lambda: [sympy.simplify(a) for a in accelerations])[0]))


def mean(task):
    """The mean time of a task that is repeated for about half a second, and its result."""
    seconds, result = timed(task)
    again = [timed(task)[0] for _ in range(max(1, int(0.5 / seconds)))]
    return sum(again) / len(again), result


def timed(task):
    """The processor time of a task that remembers nothing, and its result."""
    clear_cache()
    start = time.process_time()
    result = task()
    return time.process_time() - start, result
