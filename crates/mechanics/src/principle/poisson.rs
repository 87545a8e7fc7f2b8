//! The almost-Poisson form on the constrained phase space.
//!
//! For constraints that are linear or affine in the velocities let `Xₛ(q, t)` be a basis of the
//! directions that they allow, and `X₀(q, t)` a velocity that they allow,
//!
//! ```text
//! q' = Σ uₛ Xₛ + X₀                                                                 (1)
//! ```
//!
//! with `X₀ = 0` where they are homogeneous. The Lagrangian with (1) put in, its momenta and its
//! Hamiltonian are
//!
//! ```text
//! l(q, u, t) = L(q, q', t),     πₛ = ∂l/∂uₛ,     H = π · u − l                       (2)
//! ```
//!
//! and `(q, π)` are coordinates of the constrained phase space. With the momenta `p = ∂L/∂q'` of the
//! system without constraints at the velocities (1), the momentum along a field is `P(Y) = p · Y`.
//! With the brackets of vector fields
//!
//! ```text
//! [X, Y]ᵢ = Σⱼ (Xⱼ ∂Yᵢ/∂qⱼ − Yⱼ ∂Xᵢ/∂qⱼ)                                            (3)
//! ```
//!
//! the bracket of functions is
//!
//! ```text
//! {qᵢ, qⱼ} = 0,     {qᵢ, πₛ} = Xₛᵢ,     {πₛ, πₜ} = −P([Xₛ, Xₜ])                       (4)
//! ```
//!
//! The motion is `z' = {z, H} + d`. The drift `d` has the velocity `X₀`, what it and the time do to
//! the directions, and the work of applied forces along them. By Legendre `∂H/∂π = u` and
//! `∂H/∂q = −∂l/∂q`, so
//!
//! ```text
//! q'  = Σ uₛ Xₛ + X₀
//! πₛ' = Xₛ · ∂l/∂q + Σₜ {πₛ, πₜ} uₜ + P(∂Xₛ/∂t − [Xₛ, X₀]) + Xₛ · Q                    (5)
//! ```
//!
//! This is `Xₛ · (dp/dt − ∂L/∂q − Q) = 0` with `Xₛ · ∂l/∂q = Xₛ · ∂L/∂q + p · (Xₛ · ∂q'/∂q)`.
//!
//! *Accelerations in L.* Then `q'' = dq'/dt` along (1), `l` contains `u'`, and with Ostrogradsky's
//! momenta `p = ∂L/∂q' − d/dt ∂L/∂q''` and `p₂ = ∂L/∂q''`
//!
//! ```text
//! π₂ₛ = ∂l/∂u'ₛ,     πₛ = ∂l/∂uₛ − d/dt π₂ₛ,     H = π · u + π₂ · u' − l              (6)
//! P(Y) = p · Y + p₂ · (Y · ∂q'/∂q)                                                  (7)
//! {uₛ, π₂ₜ} = δₛₜ,     uₛ' = ∂H/∂π₂ₛ,     π₂ₛ' = ∂l/∂uₛ − πₛ                          (8)
//! ```
//!
//! beside (4) and (5), and `πₛ = P(Xₛ)`. The second part of (7) is there because `d/dt` and the
//! derivative along `Xₛ` do not commute.
//!
//! *Rotations.* `∂/∂q` is the derivative along virtual rotations, and (3) has a further term
//! `Σ Xᵃ Yᵇ cⁱₐᵦ` with their own brackets. A free body has `{Mᵢ, Mⱼ} = −Σ εᵢⱼₖ Mₖ` in body axes.
//!
//! The bracket is antisymmetric and obeys Leibniz's rule. Jacobi's identity
//!
//! ```text
//! {f, {g, h}} + {g, {h, f}} + {h, {f, g}} = 0                                       (9)
//! ```
//!
//! holds exactly when the directions `X` are involutive at each instant: for homogeneous constraints
//! that do not change in time, when these are holonomic. (9) is not taken from there but computed.
//! The motion is given in `q` and `q'`.
//!
//! Sources: \[`VanDerSchaftMaschke1994`\]; \[`BatesSniatycki1993`\]; \[Bloch2003, §5.8\];
//! \[Ostrogradsky1850\]. [Wolf2005, §5] names the subject as one to be treated. A constraint on
//! positions enters by its rate. What is written of all this is in `bracket`, (9) in `jacobi`.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, rate};

use super::frame::{Frame, frame, shortened};
use super::projected::motion;
use super::scope::Scope;
use crate::energy::{explicit_rate, momentum};
use crate::{Motion, PrincipleError, System};

/// Equations (1)–(8), in `q`, `u` and `t`, for accelerations in `L` also in `u'` and `u''`.
pub(super) struct Phase {
    pub(super) frame: Frame,
    /// The velocity `X₀`.
    pub(super) carried: Vector,
    /// The velocities (1).
    pub(super) velocities: Vector,
    pub(super) l: Expr,
    /// The momenta `π`.
    pub(super) pi: Vector,
    /// The momenta `π₂`; none without accelerations.
    pub(super) pi_2: Vector,
    /// The brackets `[Xₛ, Xₜ]`, at `s k + t`.
    pub(super) turns: Vec<Vector>,
    /// The brackets `{πₛ, πₜ}`.
    pub(super) Psi: Matrix,
    /// `P(∂Xₛ/∂t − [Xₛ, X₀])`.
    pub(super) sway: Vector,
}

/// The phase space of a system that the principle takes.
pub(super) fn phase(system: &System) -> Result<Phase, PrincipleError> {
    let scope = Scope("poisson");
    scope.second_order(system)?;
    scope.ideal(system)?;
    scope.on_velocities(system)?;
    scope.linear(system)?;
    let frame = frame(scope, system)?;
    let velocities = frame.velocities(&with_zeros(&frame)); // (1)
    let carried = frame.velocities(&Vector::zeros(frame.omega.len()));
    let mut on_shell = allowed(&velocities, system);
    let l = on_shell.apply(system.L);
    let (pi, pi_2) = momenta(l, &frame.u, &mut on_shell, system);
    let p = on_shell.apply_all(&momentum(system.L, system));
    let p_2 = on_shell.apply_all(&gradient(system.L, &system.jet(2)));
    let P = |Y: &Vector| p.dot(Y) + sheared(&p_2, &velocities, Y, system); // (7)
    let X = directions(&frame);
    let k = X.len();
    let turns = commutators(&X, system);
    let row = |s: usize| (0..k).map(|t| -P(&turns[s * k + t])).collect(); // (4)
    let Psi = Matrix::from_rows((0..k).map(row).collect(), k);
    let sway = X.iter().map(|X| P(&swayed(X, &carried, system))).collect();
    Ok(Phase { frame, carried, velocities, l, pi, pi_2, turns, Psi, sway })
}

/// The directions `X`.
pub(super) fn directions(frame: &Frame) -> Vec<Vector> {
    (0..frame.u.len()).map(|s| frame.direction(s)).collect()
}

/// The quasi-velocities `(u, 0)`.
fn with_zeros(frame: &Frame) -> Vector {
    frame.u.stack(&Vector::zeros(frame.omega.len() - frame.u.len()))
}

/// Puts the velocities (1) and their rates in.
fn allowed(velocities: &Vector, system: &System) -> Substitution {
    let mut pairs: Vec<(Expr, Expr)> = paired(&system.jet(1), velocities);
    let mut last = velocities.clone();
    for k in 2..2 * system.order {
        let mut below = Substitution::new(pairs.iter().copied());
        last = last.iter().map(|&e| below.apply(rate(e))).collect();
        pairs.extend(paired(&system.jet(k), &last));
    }
    Substitution::new(pairs)
}

fn paired(symbols: &[Expr], values: &[Expr]) -> Vec<(Expr, Expr)> {
    symbols.iter().copied().zip(values.iter().copied()).collect()
}

/// The momenta of (2) or (6).
fn momenta(l: Expr, u: &Vector, on_shell: &mut Substitution, system: &System) -> (Vector, Vector) {
    let pi = gradient(l, u);
    if system.order == 1 {
        return (pi, Vector::default()); // (2)
    }
    let faster: Vector = u.iter().map(|&u| rate(u)).collect();
    let pi_2 = gradient(l, &faster);
    let slopes: Vector = pi_2.iter().map(|&e| on_shell.apply(rate(e))).collect();
    (&pi - &slopes, pi_2) // (6)
}

/// `p₂ · (Y · ∂q'/∂q)`.
fn sheared(p_2: &Vector, velocities: &Vector, Y: &[Expr], system: &System) -> Expr {
    let moved = p_2.iter().zip(velocities.iter()).filter(|(p, _)| **p != Expr::zero());
    Expr::sum(moved.map(|(&p, &v)| p * along(Y, v, system)))
}

/// `Σᵢ Yᵢ ∂e/∂qᵢ`, along rotations too.
fn along(Y: &[Expr], e: Expr, system: &System) -> Expr {
    system.by_position(e).dot(Y)
}

/// Equation (3).
fn commutator(X: &[Expr], Y: &[Expr], system: &System) -> Vector {
    let n = X.len();
    let mut all: Vec<Expr> =
        (0..n).map(|i| along(X, Y[i], system) - along(Y, X[i], system)).collect();
    for a in n - 3 * system.rotations.len()..n {
        for b in n - 3 * system.rotations.len()..n {
            for (i, &c) in system.bracket(a, b).iter().enumerate() {
                all[i] = all[i] + X[a] * Y[b] * c;
            }
        }
    }
    all.into()
}

/// Equation (3) for all directions: entry `s k + t` is `[Xₛ, Xₜ]`.
fn commutators(X: &[Vector], system: &System) -> Vec<Vector> {
    let (n, k) = (system.q.len(), X.len());
    let pairs: Vec<(usize, usize)> = (0..k).flat_map(|s| (s + 1..k).map(move |t| (s, t))).collect();
    let entries = pairs.iter().flat_map(|&(s, t)| commutator(&X[s], &X[t], system).to_vec());
    let entries = shortened(&entries.collect::<Vec<_>>(), system);
    let mut all = vec![Vector::zeros(n); k * k];
    for (place, &(s, t)) in pairs.iter().enumerate() {
        let turn: Vector = entries[place * n..(place + 1) * n].iter().copied().collect();
        all[t * k + s] = -&turn;
        all[s * k + t] = turn;
    }
    all
}

/// `∂X/∂t − [X, X₀]`.
fn swayed(X: &[Expr], carried: &[Expr], system: &System) -> Vector {
    let growth: Vector = X.iter().map(|&e| explicit_rate(e, system.t)).collect();
    shortened(&(&growth - &commutator(X, carried, system)), system)
}

impl Phase {
    /// Is there a velocity `X₀`, or do the directions change in time?
    pub(super) fn is_moving(&self, system: &System) -> bool {
        let is_zero = |e: Expr| zero_test(e) == Verdict::Zero;
        let moves = |e: Expr| !is_zero(explicit_rate(e, system.t));
        let mut X = directions(&self.frame).into_iter().flat_map(|X| X.to_vec());
        X.any(moves) || !self.carried.iter().all(|&e| is_zero(e))
    }

    /// The Hamiltonian of (2) or (6), in the speeds.
    pub(super) fn energy(&self) -> Expr {
        let faster = self.frame.u.iter().take(self.pi_2.len()).map(|&u| rate(u));
        self.pi.dot(&self.frame.u) + self.pi_2.dot(&faster.collect::<Vec<_>>()) - self.l
    }

    /// The right sides of (5) without the work of forces.
    pub(super) fn driven(&self, system: &System) -> Vector {
        let turned = &self.Psi * &*self.frame.u;
        let own = directions(&self.frame).into_iter().map(|X| along(&X, self.l, system));
        &(&own.collect::<Vector>() + &turned) + &self.sway
    }

    /// Puts the velocities (1) and their rates in.
    pub(super) fn on_shell(&self, system: &System) -> Substitution {
        allowed(&self.velocities, system)
    }

    /// Puts the forms of the speeds and of their rates in for them.
    pub(super) fn in_velocities(&self, system: &System) -> Substitution {
        let mut forms = self.frame.forms(&system.jet(1));
        let mut u = self.frame.u.clone();
        let mut pairs = paired(&u, &forms);
        for _ in 1..2 * system.order - 1 {
            forms = forms.iter().map(|&e| rate(e)).collect();
            u = u.iter().map(|&u| rate(u)).collect();
            pairs.extend(paired(&u, &forms));
        }
        Substitution::new(pairs)
    }
}

/// Equation (5) in `q` and `q'`, with the differentiated constraints.
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for derivatives in the Lagrangian above accelerations, for
/// constraints on accelerations, for servos, for constraints that are not linear or affine in the
/// velocities, and for a limit that was reached; [`PrincipleError::Fault`] when the equations become
/// too large or divide by zero.
pub fn poisson(system: &System) -> Result<Motion, PrincipleError> {
    let phase = phase(system)?;
    let (p, p_2) = (momentum(system.L, system), gradient(system.L, &system.jet(2)));
    let mut forms = phase.in_velocities(system);
    let driven = phase.driven(system);
    let equation = |(s, X): (usize, Vector)| {
        let pi = X.dot(&p) + forms.apply(sheared(&p_2, &phase.velocities, &X, system)); // (7)
        rate(pi) - (forms.apply(driven[s]) + X.dot(&system.Q)) // (5)
    };
    let X = directions(&phase.frame).into_iter().enumerate();
    let equations: Vec<Expr> = X.map(equation).collect();
    motion("poisson", system, &equations, phase.frame.constraints)
}
