//! From a mechanical system to its equations of motion, by a principle.
//!
//! ```text
//! System  ──principle──▶  Motion
//! (L, Q, φ)               (equations of motion, energy, what the state must obey)
//! ```
//!
//! Equations are exact: principles have never heard of floats or time steps, and invert no matrix.
//! What is true of the equations is decided in [`theory`], by exact algebra; [`witness`] and
//! [`regular`] find real states, by enclosures.
//!
//! Read the files in this order: [`system`], [`motion`], [`energy`], then any file in
//! [`principle`], then [`theory`]. Capital letters name matrices, vectors and Lagrangians as the
//! papers do; dots are orders of symbols, so `x'` is the symbol `x` of order 1.
//!
//! ```
//! use alembert_algebra::{Expr, Kind, Vector};
//! use alembert_mechanics::{Constraint, Linear, System, principle::dalembert};
//!
//! // A bead of unit mass on the moving wire y = t x.
//! let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
//! let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
//! let L = (u * u + v * v) / Expr::from(2);
//! let wire = Constraint::ideal("wire", y - Expr::time() * x);
//! let system = System::new(vec![x, y].into(), L, Vector::zeros(2), vec![wire])?;
//!
//! let Linear::Kkt { A, g, .. } = dalembert(&system)?.system else { unreachable!() };
//! assert_eq!(A.rows()[0].to_vec(), vec![-Expr::time(), Expr::one()]);
//! assert_eq!(g.to_vec(), vec![Expr::from(2) * u]); // y'' − t x'' = 2 x'
//! # Ok::<(), alembert_mechanics::PrincipleError>(())
//! ```

#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]

pub mod adjoint;
mod admission;
pub mod affine;
pub mod classify;
pub mod closed_form;
pub mod comparison;
pub mod eliminate;
pub mod energy;
mod error;
pub mod explicit;
pub mod gauge;
mod gentle;
pub mod hamilton;
pub mod independence;
pub mod integral;
pub mod invariant;
mod inverted;
mod lower;
pub mod motion;
pub mod on_constraints;
mod pivots;
pub mod principle;
pub mod put_in;
pub mod reduction;
pub mod regular;
pub mod rotation;
pub mod system;
pub mod theory;
mod veil;
pub mod witness;
pub mod work;

pub use energy::Power;
pub use error::{Cause, Place, PrincipleError};
pub use explicit::{Explicit, Solved, explicit};
pub use motion::{Linear, Motion};
pub use principle::{PRINCIPLES, Principle};
pub use system::{Constraint, System, dissipative_force};
pub use theory::{Answer, Reason, Theory};
pub use witness::{Choice, Witness};
