//! Exact expressions: build, differentiate, normalise, compare. Knows nothing of mechanics.
//!
//! Three representations, each for its own questions:
//!
//! * the [`graph`] of interned nodes, for building, differentiating, substituting, evaluating;
//! * fractions of polynomials, made from the graph on demand, for deciding what is zero;
//! * a tape of plain operations, for computing numbers fast.
//!
//! Read [`graph`] first.

pub mod enclose;
pub mod evaluate;
pub mod graph;
mod matrix;
pub mod number;
pub mod numeric;
pub mod polynomial;
pub mod ring;
pub mod tape;
pub mod zero;

pub use graph::{
    Elementary, Expr, Fault, Function, Kind, Node, Specification, Substitution, Symbol,
    Unspecified, apply, contains, gradient, jacobian, partial, postorder, product, rate,
    rate_below, sum, symbols,
};
pub use matrix::{Matrix, Vector};
pub use number::{Integer, Rational};
