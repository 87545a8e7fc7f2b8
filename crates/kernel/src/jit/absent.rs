//! Machines for which there is no machine code: the interpreter does everything.

use crate::program::Program;
use crate::recurrence::Pair;
use crate::sweep::Sweep;
use crate::systems::Solver;

/// The machine code of a program: there is none.
#[derive(Debug)]
pub(crate) enum Code {}

/// The numbers that a series works on.
pub(crate) struct Numbers<'a> {
    pub(crate) pairs: &'a mut [Pair<f64>],
    pub(crate) sweep: &'a mut Sweep<f64>,
    pub(crate) solvers: &'a mut [Solver<f64>],
    pub(crate) series: &'a mut [f64],
}

impl Code {
    pub(crate) fn new(_: &Program, _: &[Pair<f64>]) -> Option<Self> {
        None
    }

    pub(crate) fn series(&self, _: usize, _: Numbers<'_>) -> bool {
        match *self {}
    }
}
