//! The equations of Boltzmann and Hamel.
//!
//! In quasi-velocities `ω = (u, φ)` with `ω = Ω q' + ω₀` and `q' = V (ω − ω₀)` (see `frame`) the
//! Lagrangian is
//!
//! ```text
//! L*(q, ω, t) = L(q, V (ω − ω₀), t)                                                 (1)
//! ```
//!
//! and the velocities of the constraints are put to zero after it is differentiated by them. The
//! momenta of all quasi-velocities, and derivatives along the allowed directions, are
//!
//! ```text
//! Pᵣ = ∂L*/∂ωᵣ,     ∂/∂πₛ = Σᵢ Vᵢₛ ∂/∂qᵢ                                            (2)
//! ```
//!
//! That the quasi-velocities are no derivatives of coordinates is told by Hamel's coefficients
//!
//! ```text
//! γʳₛₜ = Σᵢⱼ (∂Ωᵣᵢ/∂qⱼ − ∂Ωᵣⱼ/∂qᵢ) Vᵢₛ Vⱼₜ                                           (3)
//! ```
//!
//! and, where the forms contain the time or a part without velocities, `b = −V ω₀`, by
//!
//! ```text
//! εʳₛ = Σᵢ Vᵢₛ (Σⱼ (∂Ωᵣᵢ/∂qⱼ − ∂Ωᵣⱼ/∂qᵢ) bⱼ + ∂Ωᵣᵢ/∂t − ∂ω₀ᵣ/∂qᵢ)                    (4)
//! ```
//!
//! Then for each speed `uₛ`, with the sum over all `r` and over the speeds `t`,
//!
//! ```text
//! dPₛ/dt − ∂L*/∂πₛ + Σᵣ Pᵣ (Σₜ γʳₛₜ uₜ + εʳₛ) = Σᵢ Vᵢₛ Qᵢ                             (5)
//! ```
//!
//! For a rotation the velocities `q'` are themselves quasi-velocities: the angular velocity, with
//! fields `Xᵢ` in place of `∂/∂qᵢ` that have brackets `[Xᵢ, Xⱼ] = Σₖ cᵏᵢⱼ Xₖ`. The curl in (3) and (4)
//! then is
//!
//! ```text
//! ∂Ωᵣᵢ/∂qⱼ − ∂Ωᵣⱼ/∂qᵢ  →  Xⱼ Ωᵣᵢ − Xᵢ Ωᵣⱼ + Σₖ Ωᵣₖ cᵏᵢⱼ                                (6)
//! ```
//!
//! The motion is given in `q` and `q'`, with `u = Ω q' + ω₀` put back.
//!
//! Source: \[Hamel1904\]; \[`NeimarkFufaev1972`\]. Needs constraints that are linear or affine in the velocities.

mod steps;

use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, gradient, rate};

use super::frame::{Frame, frame, shortened};
use super::projected::motion;
use super::scope::Scope;
use crate::energy::explicit_rate;
use crate::{Motion, PrincipleError, System};

pub(super) use steps::steps;

/// The equations in quasi-velocities.
#[derive(Debug, Clone)]
pub struct BoltzmannHamel {
    /// The speeds `u` with their forms in the velocities.
    pub speeds: Vec<(Expr, Expr)>,
    /// The velocities `q'` through the speeds.
    pub velocities: Vector,
    /// The Lagrangian `L*` with the constraints put in, equation (1).
    pub lagrangian: Expr,
    /// The momenta `P`, equation (2): those of the speeds, then those of the constraints.
    pub momenta: Vector,
    /// The coefficients `γʳ`, equation (3), one matrix a quasi-velocity.
    pub gamma: Vec<Matrix>,
    /// The coefficients `ε`, equation (4): `r` counts rows, `s` columns.
    pub epsilon: Matrix,
    /// The left sides minus the right sides of (5), in `q`, `u`, `u'` and `t`.
    pub equations: Vector,
}

/// Equations (1)–(5).
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for accelerations in the Lagrangian or in the constraints, for
/// servos, for constraints that are not linear in the velocities, for quasi-velocities of the model
/// that are not independent, and for a limit that was reached.
pub fn boltzmann_hamel(system: &System) -> Result<BoltzmannHamel, PrincipleError> {
    let frame = hamel_frame(system)?;
    let velocities = shortened(&frame.velocities(&at_constraints(&frame)), system);
    let mut in_speeds =
        Substitution::new(system.jet(1).iter().copied().zip(velocities.iter().copied()));
    let Derived { L, momenta, gamma, epsilon, equations } = derived(&frame, system);
    Ok(BoltzmannHamel {
        speeds: frame.u.iter().copied().zip(frame.forms(&system.jet(1)).to_vec()).collect(),
        velocities,
        lagrangian: L,
        momenta,
        gamma,
        epsilon,
        equations: in_speeds.apply_all(&equations),
    })
}

fn hamel_frame(system: &System) -> Result<Frame, PrincipleError> {
    let scope = Scope("hamel");
    scope.first_order(system)?;
    scope.ideal(system)?;
    scope.on_velocities(system)?;
    scope.linear(system)?;
    frame(scope, system)
}

/// The quasi-velocities `(u, 0)`.
fn at_constraints(frame: &Frame) -> Vector {
    frame.u.stack(&Vector::zeros(frame.omega.len() - frame.u.len()))
}

/// Everything in (1)–(5), in `q`, `q'`, `u`, `u'` and `t`.
struct Derived {
    L: Expr,
    momenta: Vector,
    gamma: Vec<Matrix>,
    epsilon: Matrix,
    equations: Vector,
}

fn derived(frame: &Frame, system: &System) -> Derived {
    let (n, k) = (frame.omega.len(), frame.u.len());
    let phi = (k..n).map(|r| Expr::symbol(&format!("_{r}"), Kind::Auxiliary, 0));
    let omega: Vector = frame.u.iter().copied().chain(phi).collect();
    let v = system.jet(1);
    let put_in =
        |omega: &[Expr]| Substitution::new(v.iter().copied().zip(frame.velocities(omega).to_vec()));
    let free = put_in(&omega).apply(system.L); // (1)
    let mut on_shell = Substitution::new(omega.iter().skip(k).map(|&phi| (phi, Expr::zero())));
    let L = on_shell.apply(free);
    let momenta = on_shell.apply_all(&gradient(free, &omega)); // (2)
    let Q = put_in(&at_constraints(frame)).apply_all(&system.Q);
    let gamma = gamma(frame, system);
    let epsilon = epsilon(frame, system);
    let equation = |s: usize| {
        let turning = (0..n).map(|r| {
            let turn = Expr::sum((0..k).map(|t| gamma[r][(s, t)] * frame.u[t]));
            momenta[r] * (turn + epsilon[(r, s)])
        });
        let direction = frame.direction(s);
        let force = system.by_position(L).dot(&direction) + Q.dot(&direction);
        rate(momenta[s]) - force + Expr::sum(turning) // (5)
    };
    let equations = (0..k).map(equation).collect();
    Derived { L, momenta, gamma, epsilon, equations }
}

/// `Xⱼ Ωᵣᵢ − Xᵢ Ωᵣⱼ + Σₖ Ωᵣₖ cᵏᵢⱼ`, equation (6), applied to a second direction: one entry for each
/// `i`.
fn curl(frame: &Frame, r: usize, direction: &[Expr], system: &System) -> Vector {
    let row = &frame.Omega.rows()[r];
    let slopes: Vec<Vector> = row.iter().map(|&e| system.by_position(e)).collect();
    let n = slopes.len();
    let entry = |i: usize| {
        let pairs = (0..n).zip(direction).filter(|(_, x)| **x != Expr::zero());
        Expr::sum(pairs.map(|(j, &x)| {
            let commutator = row.dot(&system.bracket(i, j));
            (slopes[i][j] - slopes[j][i] + commutator) * x // (6)
        }))
    };
    (0..n).map(entry).collect()
}

/// Equation (3).
fn gamma(frame: &Frame, system: &System) -> Vec<Matrix> {
    let (n, k) = (frame.omega.len(), frame.u.len());
    let mut entries = Vec::new();
    for r in 0..n {
        let curls: Vec<Vector> =
            (0..k).map(|t| curl(frame, r, &frame.direction(t), system)).collect();
        for s in 0..k {
            entries.extend(curls.iter().map(|curl| frame.direction(s).dot(curl)));
        }
    }
    let entries = shortened(&entries, system);
    let row = |place: usize| entries[place * k..(place + 1) * k].iter().copied().collect();
    let matrix = |r: usize| Matrix::from_rows((0..k).map(|s| row(r * k + s)).collect(), k);
    (0..n).map(matrix).collect()
}

/// Equation (4).
fn epsilon(frame: &Frame, system: &System) -> Matrix {
    let (n, k) = (frame.omega.len(), frame.u.len());
    let b = frame.velocities(&Vector::zeros(n));
    let mut entries = Vec::new();
    for r in 0..n {
        let growth = frame.Omega.rows()[r].iter().map(|&e| explicit_rate(e, system.t));
        let growth: Vector = growth.collect();
        let change = &growth - &system.by_position(frame.omega[r]);
        let change = &curl(frame, r, &b, system) + &change;
        entries.extend((0..k).map(|s| frame.direction(s).dot(&change)));
    }
    let entries = shortened(&entries, system);
    let row = |r: usize| entries[r * k..(r + 1) * k].iter().copied().collect();
    Matrix::from_rows((0..n).map(row).collect(), k)
}

/// Equation (5) in `q` and `q'`, with the differentiated constraints.
///
/// # Errors
/// Those of [`boltzmann_hamel`], and [`PrincipleError::Fault`] when the equations become too large
/// or divide by zero.
pub fn hamel(system: &System) -> Result<Motion, PrincipleError> {
    let frame = hamel_frame(system)?;
    let forms = frame.forms(&system.jet(1));
    let back = frame.u.iter().zip(forms.iter());
    let back = back.flat_map(|(&u, &form)| [(u, form), (rate(u), rate(form))]);
    let equations = Substitution::new(back).apply_all(&derived(&frame, system).equations);
    motion("hamel", system, &equations, frame.constraints)
}
