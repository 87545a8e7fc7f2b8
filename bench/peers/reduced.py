"""Equations of motion in independent speeds, as a user of heyoka would write them who takes trouble.

* Where the constraints leave few velocities these are the state, with as many speeds: kinematics and short explicit rates,
  which `alembert derive --form quasi` prints, and which a derivation by hand gives as well.
* A car with trailers has the speed u of the car and its turning as speeds. With γ₀ = 1 each trailer moves with γ u along
  itself and turns with ρ u:

      γᵢ = γᵢ₋₁ cos(θᵢ₋₁ − θᵢ),   ρᵢ = γᵢ₋₁ sin(θᵢ₋₁ − θᵢ)/l                                         (1)
      μ u' = F − ½ μ' u,   μ = Σ m γᵢ² + J ρᵢ²                                                      (2)

* A pendulum of links has M θ'' = f, and M = L D Lᵀ with the factors as expressions:

      Mᵢⱼ = mᵢⱼ l² cos(θᵢ − θⱼ),   fᵢ = −Σ mᵢⱼ l² sin(θᵢ − θⱼ) θⱼ'² − mᵢᵢ g l sin θᵢ                (3)

  where mᵢⱼ is the mass that hangs on both links."""
import heyoka

from heyoka_side import parsed, total


class Reduced:
    """Rates of positions and speeds, with what connects speeds and velocities."""

    def __init__(self, rates, positions, velocities, speeds):
        self.rates = rates
        self.positions = positions                     # their number
        self.symbols = [x for x, _ in rates]
        self.velocities = heyoka.cfunc(velocities, self.symbols)
        self.speeds = speeds                           # from the list of velocities, by a function of (q, v)

    def folded(self, state):
        """The state in speeds."""
        q, v = state[:self.positions], state[self.positions:]
        return list(q) + self.speeds(q, v)

    def unfolded(self, x):
        """The state in velocities."""
        return list(x[:self.positions]) + list(self.velocities(x))


def reduced(name, model, derivation):
    """The equations of a system; `derivation` is what we print in quasi-velocities."""
    if 'trailers' in name:
        return trailers(model, with_spring='spring' in name)
    if 'pendulum' in name:
        return pendulum(model)
    return by_quasi(model, derivation)


def by_quasi(model, derivation):
    """The equations that we print in speeds."""
    q = model.coordinates
    rates, named = parsed(model, derivation)
    velocities = [rates.get(f'{x}_d', heyoka.expression(f'{x}_d')) for x in q]
    own = [x for x in q if f'{x}_dd' in rates]
    speeds = [(heyoka.expression(f'{x}_d'), rates[f'{x}_dd']) for x in own]
    speeds += [(heyoka.expression(u), rates[f'{u}_d']) for u in named]
    state = [(heyoka.expression(x), v) for x, v in zip(q, velocities)] + speeds
    names = [x for x, _ in state]
    values = heyoka.cfunc(velocities, names)

    def found(at, v):
        """The speeds: velocities, and the one u with v = S u + s, least squares."""
        velocity = [v[q.index(x)] for x in own]
        if not named:
            return velocity
        rest, one = (values(list(at) + velocity + [u]) for u in (0.0, 1.0))
        S = one - rest
        return velocity + [float(S @ (v - rest) / (S @ S))]

    return Reduced(state, len(q), velocities, found)


def trailers(model, with_spring):
    """Equations (1) and (2)."""
    m, J, l = (model.parameters[name] for name in 'mJl')
    names = model.coordinates
    x, y, *theta = map(heyoka.expression, names)
    u, w = map(heyoka.expression, ('u', 'w'))
    gamma, rho, gamma_rate, rates = [1.0], [0.0], [0.0], [w]
    halves = []
    for before, angle in zip(theta, theta[1:]):
        c, s, rate = heyoka.cos(before - angle), heyoka.sin(before - angle), rates[-1]
        rho.append(gamma[-1] * s / l)
        rates.append(rho[-1] * u)
        turning = rate - rates[-1]
        rho_rate = (gamma_rate[-1] * s + gamma[-1] * c * turning) / l
        new = gamma_rate[-1] * c - gamma[-1] * s * turning
        gamma.append(gamma[-1] * c)
        gamma_rate.append(new)
        halves += [m * gamma[-1] * new, J * rho[-1] * rho_rate]
    mu = m + total(m * g**2 + J * r**2 for g, r in zip(gamma[1:], rho[1:]))
    c, s = heyoka.cos(theta[0]), heyoka.sin(theta[0])
    F = -(x * c + y * s) if with_spring else heyoka.expression(0.0)
    velocities = [u * c, u * s, *rates]
    state = list(zip((x, y, *theta), velocities)) + [(u, (F - total(halves) * u) / mu), (w, heyoka.expression(0.0))]
    along = heyoka.cfunc([c, s], [theta[0]])

    def speeds(q, v):
        c, s = along([q[2]])
        return [v[0] * c + v[1] * s, v[2]]

    return Reduced(state, len(names), velocities, speeds)


def pendulum(model):
    """Equation (3)."""
    m, l, g = (model.parameters[name] for name in 'mlg')
    names = model.coordinates
    n = len(names)
    theta = [heyoka.expression(name) for name in names]
    v = [heyoka.expression(f'{name}_d') for name in names]
    mass = lambda i, j: m * (n - max(i, j))
    M = [[mass(i, j) * l**2 * (heyoka.cos(theta[i] - theta[j]) if i != j else 1.0) for j in range(i + 1)] for i in range(n)]
    force = lambda i, j: -mass(i, j) * l**2 * heyoka.sin(theta[i] - theta[j]) * v[j]**2
    f = [total(force(i, j) for j in range(n) if j != i) - mass(i, i) * g * l * heyoka.sin(theta[i]) for i in range(n)]
    state = list(zip(theta, v)) + list(zip(v, by_ldl(M, f)))
    return Reduced(state, n, v, lambda q, v: list(v))


def by_ldl(M, f):
    """The solution of M x = f by M = L D Lᵀ, the lower half of M given."""
    n = len(f)
    L, D = [[None] * n for _ in range(n)], [None] * n
    for i in range(n):
        for j in range(i):
            left = M[i][j] - total(L[i][k] * D[k] * L[j][k] for k in range(j)) if j else M[i][j]
            L[i][j] = left / D[j]
        D[i] = M[i][i] - total(L[i][k]**2 * D[k] for k in range(i)) if i else heyoka.expression(M[i][i])
    z = []
    for i in range(n):
        z.append(f[i] - total(L[i][k] * z[k] for k in range(i)) if i else f[i])
    x = [None] * n
    for i in reversed(range(n)):
        x[i] = z[i] / D[i] - total(L[k][i] * x[k] for k in range(i + 1, n)) if i + 1 < n else z[i] / D[i]
    return x
