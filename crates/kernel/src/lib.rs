//! From a tape to numbers: values, Jacobians and Taylor coefficients.
//!
//! ```text
//! Tape ──Program::new──▶ Program ──bind (parameters)──▶ Kernel ──▶ values, columns, series
//! ```
//!
//! A [`Program`] is a tape without what is not asked for, with the sines and cosines of one angle
//! together, powers unrolled, and what depends on parameters alone set apart. A [`Kernel`] is a
//! program with its parameters put in, in `f64` or in double-double. It is an interpreter, which hands
//! series of doubles, and values that are computed often, to code (`coded`): to machine code (`jit`)
//! where there is some, and otherwise series to lists of affine operations (`affine`); with the feature
//! `interpreter` there is no machine code. The middle parts of all convolutions of one order are one sweep
//! over a table (`sweep`), what is left of each operation is one line of a recurrence (`recurrence`), which
//! the frequent ones do in loops of their own (`frequent`).
//!
//! A `Solve` operation of the tape is factorised once a step and substituted once an order
//! (`linear`). This crate has never heard of Lagrangians or of time steps.

mod affine;
mod along;
mod coded;
mod error;
mod frequent;
#[cfg_attr(
    any(feature = "interpreter", not(all(target_arch = "x86_64", unix))),
    path = "jit/absent.rs"
)]
mod jit;
mod kernel;
mod linear;
mod program;
mod recurrence;
mod simd;
mod sweep;
mod systems;
mod uses;

pub use error::KernelError;
pub use kernel::{Kernel, Workspace};
pub use linear::{
    Correction, Corrector, Determined, Metric, correction_directions, determined,
    nearest_correction, smallest_pivot,
};
pub use program::Program;
