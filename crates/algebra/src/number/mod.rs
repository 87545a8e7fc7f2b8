//! Exact numbers: integers and rationals of any size.
//!
//! Nearly every coefficient of a mechanical system fits a machine word, so both types keep an
//! inline `i64` case and fall back to `num-bigint` only when a result leaves it. The value is
//! always kept in its smallest form, so equal numbers are equal structurally.

mod integer;
mod rational;

pub use integer::Integer;
pub use rational::Rational;
