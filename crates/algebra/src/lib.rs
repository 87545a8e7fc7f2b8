//! Exact expressions: build, differentiate, normalise, compare. Knows nothing of mechanics.

pub mod number;

pub use number::{Integer, Rational};
