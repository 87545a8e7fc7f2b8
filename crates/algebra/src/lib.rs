//! Exact expressions: build, differentiate, normalise, compare. Knows nothing of mechanics.

pub mod number;
pub mod polynomial;

pub use number::{Integer, Rational};
