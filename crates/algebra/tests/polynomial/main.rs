//! Laws of the polynomials, at random ones from fixed seeds.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod determinants;
mod division;
mod factors;
mod limits;
mod monomials;
mod random;
mod ring;
