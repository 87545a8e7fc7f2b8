"""The function of the equations of motion by CasADi.

It has the outputs that our tape has: M, A, f, g of the linear system (see `sympy_side`), the residuals φ and the energy.
In our tape the solution of the linear system is an instruction; here the system is solved afterwards with NumPy, so its
time is not in the comparison. There are two times: to build L and φ as expressions (SX), by this folder's
walk over the tree of the model, and from these to the `Function`."""
import time

import casadi
import numpy

import model as models


class Field:
    """CasADi's scalar expressions."""
    number = staticmethod(float)
    symbol = staticmethod(casadi.SX.sym)

    @staticmethod
    def function(name, x):
        return getattr(casadi, name)(x)

    @staticmethod
    def rate(e, q, v):
        return casadi.jtimes(e, casadi.vertcat(*q), casadi.vertcat(*v))


def function(system):
    """The function (q, v, p) → (M, A, f, g, φ, E)."""
    q, v, p, phi = (casadi.vertcat(*part) for part in (system.q, system.v, system.p, column(system.phi)))
    momenta = casadi.gradient(system.L, v)
    M = casadi.jacobian(momenta, v)
    f = casadi.gradient(system.L, q) - casadi.jtimes(momenta, q, v)
    A, g = casadi.jacobian(phi, v), -casadi.jtimes(phi, q, v)
    energy = casadi.dot(v, momenta) - system.L
    return casadi.Function('motion', [q, v, p], [M, A, f, g, phi, energy])


def column(phi):
    """The constraints; without any, a column of no rows."""
    return phi or [casadi.SX(0, 1)]


class Derived:
    """The function of a model, and the times to build L and φ and to derive from them."""

    def __init__(self, model):
        self.model = model
        self.building, system = mean(lambda: models.system(model, Field))
        self.deriving, self.function = mean(lambda: function(system))

    def at(self, q, v):
        outputs = self.function(q, v, list(self.model.parameters.values()))
        return [numpy.array(part.full(), dtype=float) for part in outputs]

    def states(self, count, seed):
        """Random states that obey the constraints, by name."""
        random = numpy.random.default_rng(seed)
        n = len(self.model.coordinates)
        found = []
        for _ in range(count):
            q, v = random.uniform(0.2, 1.2, n), random.uniform(-1, 1, n)
            _, A, _, _, phi, _ = self.at(q, v)
            if len(phi):
                v = v - numpy.linalg.pinv(A) @ phi[:, 0]
            names = self.model.coordinates
            found.append(dict(zip(names, map(float, q))) | {f"{name}'": float(x) for name, x in zip(names, v)})
        return found

    def accelerations(self, state):
        """The accelerations at a state."""
        names = self.model.coordinates
        M, A, f, g, _, _ = self.at([state[x] for x in names], [state[f"{x}'"] for x in names])
        m = len(g)
        K = numpy.block([[M, -A.T], [A, numpy.zeros((m, m))]]) if m else M
        return [float(x) for x in numpy.linalg.solve(K, numpy.concatenate([f, g])[:, 0])[:len(names)]]


def mean(task):
    """The mean processor time of a task that is repeated for about half a second, and its result."""
    result, count, start = task(), 1, time.process_time()
    while count < 4 or time.process_time() - start < 0.5:
        result, count = task(), count + 1
    return (time.process_time() - start) / (count - 1), result
