//! Jacobi's identity for the bracket of the constrained phase space.
//!
//! With the bracket of `poisson`, whose entries are known as functions of `(q, u)`, derivatives at
//! constant `q` and at constant `π(q, u)` are
//!
//! ```text
//! ∂f/∂π = K⁻¹ ∂f/∂u,     K = ∂π/∂u,     (∂f/∂q)_π = ∂f/∂q − (∂π/∂q)ᵀ ∂f/∂π          (1)
//! ```
//!
//! so that
//!
//! ```text
//! {qᵢ, f} = Σᵣ Xᵣᵢ ∂f/∂πᵣ,     {πₛ, f} = −Xₛ · (∂f/∂q)_π + Σₜ {πₛ, πₜ} ∂f/∂πₜ        (2)
//! ```
//!
//! The sums over cyclic exchanges of three coordinates, the Jacobiator, are zero with two or more
//! `q` among them, and otherwise
//!
//! ```text
//! (qᵢ, πₛ, πₜ):   {qᵢ, {πₛ, πₜ}} + Xₛ · ∂Xₜᵢ/∂q − Xₜ · ∂Xₛᵢ/∂q                        (3)
//! (πᵣ, πₛ, πₜ):   {πᵣ, {πₛ, πₜ}} + {πₛ, {πₜ, πᵣ}} + {πₜ, {πᵣ, πₛ}}                     (4)
//! ```
//!
//! Known limit: `K⁻¹` is written with determinants, for at most six speeds.

use alembert_algebra::ring::Ring;
use alembert_algebra::zero::{Verdict, decide, zero_test};
use alembert_algebra::{Expr, Matrix, Vector, gradient, jacobian};

use super::frame::inverse_by_determinants;
use super::poisson::{Phase, phase};
use crate::witness::{Choice, Stage, witness};
use crate::{PrincipleError, System};

/// More speeds than this are not looked at.
const MOST_SPEEDS: usize = 6;
/// States at which an entry is looked at before it is put to the zero test.
const TRIES: u64 = 3;

/// Does the bracket obey Jacobi's identity?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Jacobi {
    /// The Jacobiator is proved to vanish: the bracket is a Poisson bracket.
    Holds,
    /// It does not, for these three coordinates of the phase space, counted `q` first; with its
    /// value in `q`, `u` and `t`.
    Fails {
        /// The three coordinates.
        triple: [usize; 3],
        /// The Jacobiator.
        value: Expr,
    },
    /// No entry is proved to differ from zero, and not all are proved to vanish.
    Undecided,
}

/// Decides equation (5) of `poisson` for all coordinates of the phase space.
///
/// # Errors
/// Those of [`poisson`](super::poisson()).
pub fn jacobi(system: &System) -> Result<Jacobi, PrincipleError> {
    let phase = phase(system)?;
    if phase.frame.u.len() > MOST_SPEEDS {
        return Ok(Jacobi::Undecided);
    }
    let entries = Bracket::new(&phase, system).jacobiator();
    let positions = phase.frame.constraints.manifold[0].to_vec();
    if let Some(&(triple, value)) = entries.iter().find(|e| differs(e.1, &positions, system)) {
        return Ok(Jacobi::Fails { triple, value });
    }
    let vanishes = |&(_, value): &_| verdict(value, &positions, system) == Verdict::Zero;
    Ok(if entries.iter().all(vanishes) { Jacobi::Holds } else { Jacobi::Undecided })
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

/// The bracket as a rule for functions of `(q, u)`.
struct Bracket<'a> {
    phase: &'a Phase,
    q: &'a [Expr],
    X: Vec<Vector>,
    K_inverse: Matrix,
    /// `∂π/∂q`, one row a momentum.
    slopes: Matrix,
}

impl<'a> Bracket<'a> {
    fn new(phase: &'a Phase, system: &'a System) -> Self {
        let k = phase.frame.u.len();
        Self {
            phase,
            q: &system.q,
            X: (0..k).map(|s| phase.frame.direction(s)).collect(),
            K_inverse: inverse_by_determinants(&jacobian(&phase.pi, &phase.frame.u)),
            slopes: jacobian(&phase.pi, &system.q),
        }
    }

    /// `∂f/∂π`, equation (1).
    fn by_momenta(&self, f: Expr) -> Vector {
        &self.K_inverse * &*gradient(f, &self.phase.frame.u)
    }

    /// `{qᵢ, f}`, equation (2).
    fn of_position(&self, i: usize, f: Expr) -> Expr {
        let slope = self.by_momenta(f);
        Expr::sum(self.X.iter().zip(slope.iter()).map(|(X, &f)| X[i] * f))
    }

    /// `{πₛ, f}`, equation (2).
    fn of_momentum(&self, s: usize, f: Expr) -> Expr {
        let slope = self.by_momenta(f);
        let moving = &self.slopes.transpose() * &*slope;
        let at_constant_momenta = &gradient(f, self.q) - &moving; // (1)
        self.phase.Psi.rows()[s].dot(&slope) - self.X[s].dot(&at_constant_momenta)
    }

    /// The entries (3) and (4) with their coordinates.
    fn jacobiator(&self) -> Vec<([usize; 3], Expr)> {
        let (n, k) = (self.q.len(), self.X.len());
        let Psi = &self.phase.Psi;
        let mut entries = Vec::new();
        for s in 0..k {
            for t in s + 1..k {
                let turn = &self.phase.turns[s * k + t];
                let entry = |i: usize| self.of_position(i, Psi[(s, t)]) + turn[i]; // (3)
                entries.extend((0..n).map(|i| ([i, n + s, n + t], entry(i))));
            }
        }
        let cyclic = |[r, s, t]: [usize; 3]| self.of_momentum(r, Psi[(s, t)]);
        for r in 0..k {
            for s in r + 1..k {
                for t in s + 1..k {
                    let sum = [[r, s, t], [s, t, r], [t, r, s]].map(cyclic);
                    entries.push(([n + r, n + s, n + t], Expr::sum(sum))); // (4)
                }
            }
        }
        entries
    }
}
