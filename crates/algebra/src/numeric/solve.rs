//! The linear algebra of a `Solve` node: the plain reference, for any [`Real`](super::Real).
//!
//! Two kinds of systems:
//!
//! ```text
//! M y − Bᵀ λ = f,   A y = g        accelerations y and multipliers λ          solve_kkt
//! W y = h                          anything else                              solve_linear
//! ```
//!
//! Nothing is inverted, nothing is formed that squares a condition number. Every entry is checked to
//! be finite on the way in, every result on the way out; a system without a unique y is an error
//! with its rank, contradicting constraints are an error with the combination of rows that shows the
//! contradiction. Matrices with no rows or no columns are ordinary.
//!
//! Thresholds: rows are dependent when the diagonal of R falls below [`RANK_THRESHOLD`] of its first
//! entry; dependent rows contradict each other when their right-hand sides disagree by more than
//! [`CONTRADICTION`] of the terms compared (and more than [`SILENT`], below which a difference is
//! rounding); pivots of LU below `64 n ε` of the first are zero.

mod cholesky;
mod dense;
mod error;
mod kkt;
mod lu;
mod pivoted_qr;
mod vector;

pub use dense::Dense;
pub use error::SolveError;
pub use kkt::{Kkt, KktSolution, solve_kkt};
pub use lu::solve_linear;

/// The ratio of diagonal entries of R below which a row depends on the rows before it.
pub const RANK_THRESHOLD: f64 = 1e-10;
/// The relative difference above which dependent rows contradict each other.
pub const CONTRADICTION: f64 = 1e-9;
/// The absolute difference, for rows of unit norm, that is taken for rounding.
pub const SILENT: f64 = 1e-12;
