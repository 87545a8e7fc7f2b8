"""A motion by SciPy's DOP853 and by CVODE through CasADi, with the right-hand side that CasADi compiles."""
import time

import casadi
import numpy
import scipy.integrate

import casadi_side
import model as models


class Explicit:
    """The explicit equations of a model as a function of CasADi, x' = r(x), with a linear solution in it."""

    def __init__(self, model):
        system = models.system(model, casadi_side.Field)
        q, v = casadi.vertcat(*system.q), casadi.vertcat(*system.v)
        M, A, f, g, _, self.energy = casadi_side.function(system).call([q, v, list(model.parameters.values())])
        n, m = M.shape[0], A.shape[0]
        K = casadi.vertcat(casadi.horzcat(M, -A.T), casadi.horzcat(A, casadi.SX(m, m))) if m else M
        y = casadi.solve(K, casadi.vertcat(f, g) if m else f)
        self.x, self.rate = casadi.vertcat(q, v), casadi.vertcat(v, y[:n])
        self.function = casadi.Function('rate', [self.x], [self.rate])
        self.energy_at = casadi.Function('energy', [self.x], [self.energy])

    def dop853(self, state, end, tolerance):
        """The state at the end by SciPy, and the processor time."""
        rate = lambda t, x: self.function(x).full()[:, 0]
        start = time.process_time()
        found = scipy.integrate.solve_ivp(rate, (0, end), state, method='DOP853', rtol=tolerance, atol=tolerance)
        return list(found.y[:, -1]), time.process_time() - start

    def cvode(self, state, end, tolerance):
        """The state at the end by CVODE (Adams, up to order 12), and the processor time."""
        options = {'abstol': tolerance, 'reltol': tolerance, 'linear_multistep_method': 'adams', 'max_num_steps': 10**7}
        integrator = casadi.integrator('motion', 'cvodes', {'x': self.x, 'ode': self.rate}, 0, end, options)
        start = time.process_time()
        found = integrator(x0=state)['xf'].full()[:, 0]
        return list(found), time.process_time() - start

    def energy_drift(self, state, end_state):
        """The relative change of the energy."""
        first, last = (float(self.energy_at(numpy.array(x))) for x in (state, end_state))
        return abs(last - first) / max(abs(first), 1e-3)
