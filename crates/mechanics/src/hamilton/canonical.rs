//! Hamilton's equations with multipliers, in all momenta.
//!
//! With the momenta of `legendre`, `x⁽ᵏ⁾ = q⁽ᵏ⁾` for `k < s` counted as coordinates beside them,
//!
//! ```text
//! H = Σ pₖ q⁽ᵏ⁾ − L,     pₖ belongs to q⁽ᵏ⁾,     k = 1 … s                            (1)
//! ```
//!
//! with the highest derivatives put in. The coordinates of the phase space are `z = (q, B, q', …, p₁, M, p₂, …)`, with
//! the bracket
//!
//! ```text
//! {q⁽ᵏ⁻¹⁾, pₖ} = 1,     {b, Mᵢ} = Xᵢ b,     {Mᵢ, Mⱼ} = −Σₖ cᵏᵢⱼ Mₖ                       (2)
//! ```
//!
//! for entries `b` of a rotation and the virtual rotations `X` of the axes in which its angular velocity is given,
//! `[Xᵢ, Xⱼ] = Σₖ cᵏᵢⱼ Xₖ`. That is `{Mᵢ, Mⱼ} = −Σ εᵢⱼₖ Mₖ` in body axes and `+Σ εᵢⱼₖ Mₖ` in space axes. Then
//!
//! ```text
//! z' = {z, H} + d,     d = Q + Bᵀ λ at the places of p₁ and M, otherwise 0           (3)
//! φ = 0                                                                             (4)
//! ```
//!
//! with forces, directions `B` of the reactions and constraints in `z`. Without rotations and accelerations in `L` (3)
//! is `q' = ∂H/∂p`, `p' = −∂H/∂q + Q + Bᵀ λ`; for a body (3) is `M' = M × ∂H/∂M − X H + Q + Bᵀ λ` in body axes. For a constraint on
//! velocities (4) is `A ∂H/∂p + b = 0`. One on positions has the rate
//!
//! ```text
//! ∂φ/∂q ∂H/∂p + ∂φ/∂t = 0                                                           (5)
//! ```
//!
//! Sources: \[`VanDerSchaftMaschke1994`\]; \[Bloch2003, §5.8\]; \[Ostrogradsky1850\].

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, rate, symbols};

use super::configuration;
use super::error::{HamiltonError, spelled};
use super::legendre::{Momentum, momenta, orders, solved};
use crate::energy::explicit_rate;
use crate::principle::reactions_of;
use crate::theory::divisors;
use crate::{Constraint, System};

/// Hamilton's equations with multipliers, equations (1)–(5).
#[derive(Debug, Clone)]
pub struct Canonical {
    /// The coordinates `z`.
    pub coordinates: Vector,
    /// The same in the quantities of the motion.
    pub values: Vector,
    /// The symbols of the momenta with their values.
    pub momenta: Vec<(Expr, Expr)>,
    /// The place of each coordinate of the phase space whose rate has a reaction, among the equations of motion.
    pub balances: Vec<Option<usize>>,
    /// The Hamiltonian, equation (1).
    pub hamiltonian: Expr,
    /// The bracket, equation (2).
    pub bracket: Matrix,
    /// Forces and reactions `d`.
    pub drift: Vector,
    /// The rates of the coordinates, equation (3).
    pub rates: Vector,
    /// The constraints, equation (4), by their labels.
    pub constraints: Vec<(String, Expr)>,
    /// The rates (5) of those on positions.
    pub hidden: Vec<(String, Expr)>,
}

impl Canonical {
    /// What the Hamiltonian and the rates divide by: where one of these vanishes the momenta may not determine
    /// the velocities.
    #[must_use]
    pub fn poles(&self) -> Vec<Expr> {
        let shown = self.rates.iter().copied().chain([self.hamiltonian]);
        shown.flat_map(divisors).collect()
    }
}

/// Hamilton's equations of a system with Lagrange's reactions.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{System, hamilton::canonical};
/// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
/// let L = (v * v - k * x * x) / Expr::from(2);
/// let found = canonical(&System::new(vec![x].into(), L, Vector::zeros(1), vec![])?).unwrap();
/// let p = found.momenta[0].0;
/// assert_eq!(found.rates.to_vec(), vec![p, -k * x]);
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Why the velocities are no functions of positions and momenta.
pub fn canonical(system: &System) -> Result<Canonical, HamiltonError> {
    let on_accelerations = system.constraints.iter().find(|c| c.order(&system.q) > Some(1));
    if let Some(c) = on_accelerations.filter(|_| system.order == 1) {
        return Err(HamiltonError::Acceleration(c.label.clone()));
    }
    let momenta = momenta(system);
    let mut put = Substitution::new(solved(&momenta, system)?);
    let H = momenta.iter().map(|p| p.name * p.speed);
    let H = put.apply(Expr::sum(H.collect::<Vec<_>>()) - system.L); // (1)
    let phase = Phase::new(&momenta, H, system);
    let flow = &phase.bracket * &*gradient(H, &phase.z);
    let mut put = higher(put, &phase, &flow, system);
    let (d, constraints, hidden) = reactions(&phase, &mut put, system)?;
    Ok(Canonical {
        rates: &flow + &d, // (3)
        coordinates: phase.z,
        values: phase.values,
        momenta: momenta.iter().map(|p| (p.name, p.value)).collect(),
        balances: phase.balances,
        hamiltonian: H,
        bracket: phase.bracket,
        drift: d,
        constraints,
        hidden,
    })
}

/// The coordinates and their bracket.
struct Phase {
    z: Vector,
    values: Vector,
    balances: Vec<Option<usize>>,
    bracket: Matrix,
}

impl Phase {
    fn new(momenta: &[Momentum], H: Expr, system: &System) -> Self {
        let places = configuration(system, &uses(H, system));
        let upper: Vec<&Momentum> = momenta.iter().filter(|p| p.level > 1).collect();
        let below = |p: &Momentum| system.jet(p.level - 1)[p.slot];
        let mut slow: Vec<Expr> = places.iter().map(|place| place.0).collect();
        slow.extend(upper.iter().map(|p| below(p)));
        let z: Vector = slow.iter().copied().chain(momenta.iter().map(|p| p.name)).collect();
        let values = slow.iter().copied().chain(momenta.iter().map(|p| p.value)).collect();
        let (m, first) = (slow.len(), momenta.iter().filter(|p| p.level == 1).count());
        let mut J = vec![vec![Expr::zero(); z.len()]; z.len()];
        let mut pair = |i: usize, j: usize, value: Expr| {
            J[i][j] = value;
            J[j][i] = -value;
        };
        for (i, (_, slope)) in places.iter().enumerate() {
            (0..first).for_each(|a| pair(i, m + a, slope[a])); // (2)
        }
        for k in 0..upper.len() {
            pair(places.len() + k, m + first + k, Expr::one()); // (2)
        }
        for (a, b) in (0..first).flat_map(|a| (a + 1..first).map(move |b| (a, b))) {
            let M = momenta[..first].iter().zip(system.bracket(a, b).to_vec());
            pair(m + a, m + b, -Expr::sum(M.map(|(p, c)| p.name * c))); // (2)
        }
        let none = vec![None; m].into_iter();
        let balances = none.chain(momenta.iter().map(|p| (p.level == 1).then_some(p.slot)));
        Self {
            balances: balances.collect(),
            bracket: Matrix::from_rows(J.into_iter().map(Vector::from).collect(), z.len()),
            values,
            z,
        }
    }
}

/// What may contain entries of rotations.
fn uses(H: Expr, system: &System) -> Vec<Expr> {
    let pull = reactions_of(system).to_vec();
    let constraints = system.constraints.iter().map(|c| c.phi).chain(pull);
    constraints.chain([H]).chain(system.Q.iter().copied()).collect()
}

/// Derivatives above those that are coordinates, by the flow (3). None of their rates has a reaction, unless orders are
/// mixed.
fn higher(mut put: Substitution, phase: &Phase, flow: &Vector, system: &System) -> Substitution {
    let orders = orders(system);
    let free = |i: usize| phase.balances[i].is_none();
    let mut pairs: Vec<(Expr, Expr)> = Vec::new();
    for (slot, &s) in orders.iter().enumerate() {
        let mut value = put.apply(system.jet(s)[slot]);
        pairs.push((system.jet(s)[slot], value));
        for k in s + 1..2 * s {
            let slopes = gradient(value, &phase.z);
            if (0..slopes.len()).any(|i| !free(i) && slopes[i] != Expr::zero()) {
                break;
            }
            value = slopes.dot(flow) + explicit_rate(value, system.t);
            pairs.push((system.jet(k)[slot], value));
        }
    }
    Substitution::new(pairs)
}

type Labelled = Vec<(String, Expr)>;

/// Forces with reactions, the constraints (4) and their rates (5).
fn reactions(
    phase: &Phase,
    put: &mut Substitution,
    system: &System,
) -> Result<(Vector, Labelled, Labelled), HamiltonError> {
    let pull = put.apply_all(&(&system.Q + &reactions_of(system)));
    let entry = |slot: &Option<usize>| slot.map_or(Expr::zero(), |slot| pull[slot]);
    let d: Vector = phase.balances.iter().map(entry).collect();
    let labelled = |c: &Constraint, e: Expr| (c.label.clone(), e);
    let phi = system.constraints.iter().map(|c| labelled(c, put.apply(c.phi)));
    let phi: Labelled = phi.collect();
    let on_positions = system.constraints.iter().filter(|c| c.order(&system.q) == Some(0));
    let hidden: Labelled = on_positions.map(|c| labelled(c, put.apply(rate(c.phi)))).collect();
    let all = d.iter().copied().chain(phi.iter().chain(&hidden).map(|(_, e)| *e));
    let known =
        |x: &Expr| phase.z.contains(x) || x.as_symbol().is_none_or(|s| !s.kind.is_of_motion());
    match symbols(&all.collect::<Vec<_>>()).into_iter().find(|x| !known(x)) {
        Some(x) => Err(HamiltonError::Derivative(spelled(x))),
        None => Ok((d, phi, hidden)),
    }
}
