//! The number fields in which expressions are evaluated. Nothing here knows of expressions.
//!
//! | module | numbers | says |
//! |---|---|---|
//! | [`double_double`] | pairs of doubles, about 31 digits | a good approximation |
//! | [`ball`] | a double-double and a radius | a proof: the number exists and lies in the ball |
//! | [`interval`] | pairs of doubles | an enclosure of the range over a box |
//! | [`residue`] | integers modulo a prime near 2⁶¹ | in the class of the zero test, a proof of non-zero |
//!
//! [`real`] is the trait that `f64` and [`DoubleDouble`] share, so that a tape runs in either; the
//! linear algebra of a `Solve` node, [`solve`], is generic over it.

pub mod ball;
pub mod domain;
pub mod double_double;
mod elementary;
mod error_free;
pub mod interval;
pub mod random;
pub mod real;
pub mod residue;
pub mod solve;

pub use ball::Ball;
pub use domain::DomainError;
pub use double_double::DoubleDouble;
pub use interval::Interval;
pub use random::SplitMix64;
pub use real::Real;
pub use residue::Field;
