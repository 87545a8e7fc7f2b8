//! How long things take: tables of measured times, printed by the program of this crate.
//!
//! A time is the shortest of several repetitions, each in a thread of its own, because the pool of
//! expressions belongs to a thread and remembers what was built and differentiated before. Nothing
//! here is a test of speed: a time depends on the machine and on who else uses it, so it is
//! printed and never asserted. The tests of this crate are about the models that are measured.
//!
//! Read [`chain`] for the models that grow, [`clock`] for what a time is, then [`tables`];
//! [`promises`] are figures that do not depend on the machine, and can be broken, and [`random`] models must hold.

pub mod chain;
pub mod clock;
pub mod promises;
pub mod random;
pub mod table;
pub mod tables;
