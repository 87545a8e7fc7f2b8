//! Jacobi's identity for the bracket of the constrained phase space.
//!
//! With the bracket of `poisson`, whose entries are known as functions of `(q, u)`, derivatives at
//! constant `q` and at constant `π(q, u)` are
//!
//! ```text
//! ∂f/∂π = K⁻ᵀ ∂f/∂u,     K = ∂π/∂u,     (∂f/∂q)_π = ∂f/∂q − (∂π/∂q)ᵀ ∂f/∂π           (1)
//! ```
//!
//! so that
//!
//! ```text
//! {qᵢ, f} = Σᵣ Xᵣᵢ ∂f/∂πᵣ,     {πₛ, f} = −Xₛ · (∂f/∂q)_π + Σₜ {πₛ, πₜ} ∂f/∂πₜ        (2)
//! ```
//!
//! For a Lagrangian with accelerations `(π, π₂)` take the place of `π` and `(u', u'')` that of `u` in (1),
//! where `u` is constant like `q`, and beside (2)
//!
//! ```text
//! {uₛ, f} = ∂f/∂π₂ₛ,     {π₂ₛ, f} = −(∂f/∂uₛ)_π                                      (3)
//! ```
//!
//! The sums over cyclic exchanges of three coordinates, the Jacobiator, are zero without two of the
//! momenta `π` among them, and otherwise
//!
//! ```text
//! (qᵢ, πₛ, πₜ):   {qᵢ, {πₛ, πₜ}} + Xₛ · ∂Xₜᵢ/∂q − Xₜ · ∂Xₛᵢ/∂q                        (4)
//! (z, πₛ, πₜ):    {z, {πₛ, πₜ}},   z = uᵣ or π₂ᵣ                                     (5)
//! (πᵣ, πₛ, πₜ):   {πᵣ, {πₛ, πₜ}} + {πₛ, {πₜ, πᵣ}} + {πₜ, {πᵣ, πₛ}}                     (6)
//! ```
//!
//! For a rotation, `qᵢ` stands for a virtual rotation, and (4) with all three for the entries of `B`. Time counts
//! as a parameter.
//!
//! Known limit: `K⁻¹` is written with determinants, for at most six momenta.

use alembert_algebra::ring::Ring;
use alembert_algebra::zero::{Verdict, decide, zero_test};
use alembert_algebra::{Expr, Matrix, Vector, gradient, jacobian, partial, rate};

use super::frame::inverse_by_determinants;
use super::poisson::{Phase, directions, phase};
use crate::rotation::chart;
use crate::witness::{Choice, Stage, witness};
use crate::{PrincipleError, System};

/// Brackets with more momenta are not looked at.
const MOST_MOMENTA: usize = 6;
/// States at which an entry is looked at before it is put to the zero test.
const TRIES: u64 = 3;

/// Does the bracket obey Jacobi's identity?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Jacobi {
    /// The Jacobiator is proved to vanish: the bracket is a Poisson bracket.
    Holds,
    /// It does not, for these three coordinates of the phase space, counted in the order `q`, `π`, `u`,
    /// `π₂`; with its value in `q`, `u`, `u'`, `u''` and `t`.
    Fails {
        /// The three coordinates.
        triple: [usize; 3],
        /// The Jacobiator.
        value: Expr,
    },
    /// No entry is proved to differ from zero, and not all are proved to vanish.
    Undecided,
}

/// Decides equation (9) of `poisson` for all coordinates of the phase space.
///
/// # Errors
/// Those of [`poisson`](super::poisson()).
pub fn jacobi(system: &System) -> Result<Jacobi, PrincipleError> {
    Ok(of_phase(&phase(system)?, system))
}

/// The same for a phase space that is known.
pub(super) fn of_phase(phase: &Phase, system: &System) -> Jacobi {
    if phase.pi.len() + phase.pi_2.len() > MOST_MOMENTA {
        return Jacobi::Undecided;
    }
    let mut chart = chart(&system.rotations);
    let positions = chart.apply_all(&phase.frame.constraints.manifold[0]);
    let entries = Bracket::new(phase, system).jacobiator();
    let entries: Vec<_> = entries.into_iter().map(|(at, e)| (at, e, chart.apply(e))).collect();
    if let Some(&(triple, value, _)) = entries.iter().find(|e| differs(e.2, &positions, system)) {
        return Jacobi::Fails { triple, value };
    }
    let vanishes = |e: &(_, _, Expr)| verdict(e.2, &positions, system) == Verdict::Zero;
    if entries.iter().all(vanishes) { Jacobi::Holds } else { Jacobi::Undecided }
}

/// Is there a state at which it is proved not to be zero?
fn differs(e: Expr, positions: &[Expr], system: &System) -> bool {
    let (equations, unknowns) = (positions.to_vec(), system.q.to_vec());
    let stage = Stage { equations, unknowns, redundant: Vec::new() };
    let choice = Choice { tries: TRIES, ..Choice::default() };
    e != Expr::zero() && witness((e, Expr::zero()), &[stage], &choice).is_some()
}

/// The zero test at positions that the constraints allow.
fn verdict(e: Expr, positions: &[Expr], system: &System) -> Verdict {
    if positions.is_empty() {
        return zero_test(e);
    }
    let roots: Vec<Expr> = positions.iter().copied().chain([e]).collect();
    let mut ring = match Ring::new(&roots) {
        Ok(ring) => ring,
        Err(error) => return Verdict::Unknown(error.into()),
    };
    match ring.impose(positions, &system.q) {
        Ok(_) => decide(&mut ring, e),
        Err(error) => Verdict::Unknown(error.into()),
    }
}

/// The bracket as a rule for functions of `(q, u)` or `(q, u, u', u'')`.
struct Bracket<'a> {
    phase: &'a Phase,
    system: &'a System,
    X: Vec<Vector>,
    /// What the momenta are solved for: `u`, or `u''` and `u'`.
    fast: Vector,
    K_inverse: Matrix,
    /// `∂(π, π₂)/∂q`, one row a momentum.
    by_position: Matrix,
    /// `∂(π, π₂)/∂u`, for accelerations in the Lagrangian.
    by_speed: Matrix,
}

impl<'a> Bracket<'a> {
    fn new(phase: &'a Phase, system: &'a System) -> Self {
        let u = &phase.frame.u;
        let dotted = |list: &Vector| list.iter().map(|&u| rate(u)).collect::<Vector>();
        let fast = match phase.pi_2.is_empty() {
            true => u.clone(),
            false => dotted(&dotted(u)).stack(&dotted(u)),
        };
        let momenta = phase.pi.stack(&phase.pi_2);
        let slopes = momenta.iter().map(|&e| system.by_position(e)).collect();
        Self {
            phase,
            system,
            X: directions(&phase.frame),
            K_inverse: inverse_by_determinants(&jacobian(&momenta, &fast)),
            fast,
            by_position: Matrix::from_rows(slopes, system.q.len()),
            by_speed: jacobian(&momenta, u),
        }
    }

    /// `∂f/∂(π, π₂)`, equation (1).
    fn by_momenta(&self, f: Expr) -> Vector {
        &self.K_inverse.transpose() * &*gradient(f, &self.fast)
    }

    /// `{qᵢ, f}`, equation (2).
    fn of_position(&self, i: usize, f: Expr) -> Expr {
        let slope = self.by_momenta(f);
        Expr::sum(self.X.iter().zip(slope.iter()).map(|(X, &f)| X[i] * f))
    }

    /// `{πₛ, f}`, equation (2).
    fn of_momentum(&self, s: usize, f: Expr) -> Expr {
        let slope = self.by_momenta(f);
        let moving = &self.by_position.transpose() * &*slope;
        let at_constant_momenta = &self.system.by_position(f) - &moving; // (1)
        let turned = &self.phase.Psi.rows()[s];
        turned.dot(&slope[..self.X.len()]) - self.X[s].dot(&at_constant_momenta)
    }

    /// `{uₛ, f}`, equation (3).
    fn of_speed(&self, s: usize, f: Expr) -> Expr {
        self.by_momenta(f)[self.X.len() + s]
    }

    /// `{π₂ₛ, f}`, equation (3).
    fn of_upper_momentum(&self, s: usize, f: Expr) -> Expr {
        let moving = &self.by_speed.transpose() * &*self.by_momenta(f);
        moving[s] - partial(f, self.phase.frame.u[s])
    }

    /// The entries (4), (5) and (6) with their coordinates.
    fn jacobiator(&self) -> Vec<([usize; 3], Expr)> {
        let (n, k) = (self.system.q.len(), self.X.len());
        let Psi = &self.phase.Psi;
        let mut entries = Vec::new();
        for s in 0..k {
            for t in s + 1..k {
                let (turn, psi) = (&self.phase.turns[s * k + t], Psi[(s, t)]);
                let at = |z: usize| [z, n + s, n + t];
                let entry = |i: usize| self.of_position(i, psi) + turn[i]; // (4)
                entries.extend((0..n).map(|i| (at(i), entry(i))));
                for r in 0..self.phase.pi_2.len() {
                    entries.push((at(n + k + r), self.of_speed(r, psi))); // (5)
                    entries.push((at(n + 2 * k + r), self.of_upper_momentum(r, psi)));
                }
            }
        }
        let cyclic = |[r, s, t]: [usize; 3]| self.of_momentum(r, Psi[(s, t)]);
        for r in 0..k {
            for s in r + 1..k {
                for t in s + 1..k {
                    let sum = [[r, s, t], [s, t, r], [t, r, s]].map(cyclic);
                    entries.push(([n + r, n + s, n + t], Expr::sum(sum))); // (6)
                }
            }
        }
        entries
    }
}
