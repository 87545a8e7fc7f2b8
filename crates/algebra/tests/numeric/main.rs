//! The number fields: double-double, balls, intervals, residues, and the linear solver.

#![allow(clippy::unwrap_used, reason = "every function here belongs to a test")]

mod any_bits;
mod ball;
mod double_double;
mod fraction;
mod interval;
mod real;
mod reference;
mod residue;
mod solve;
mod wide;
