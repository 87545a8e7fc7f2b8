//! Machines for which there is no machine code, and the feature `interpreter`, which does without it
//! everywhere: lists of affine operations and the interpreter do everything.

use std::ops::Range;

use crate::affine::Numbers;
use crate::program::{Program, Slot};
use crate::recurrence::Pair;

/// The machine code of a program: there is none.
#[derive(Debug)]
pub(crate) enum Code {}

impl Code {
    pub(crate) fn new(_: &Program, _: &[Pair<f64>]) -> Option<Self> {
        None
    }

    pub(crate) fn series(&self, _: usize, _: Numbers<'_>) -> bool {
        match *self {}
    }
}

/// The machine code of the values of a program: there is none.
#[derive(Debug)]
pub(crate) enum Values {}

/// A part of the values of a program.
#[derive(Debug, Clone)]
#[expect(dead_code, reason = "what there is on other machines is looked at here and never made")]
pub(crate) enum Part {
    Code(usize),
    Sines(Range<usize>, Slot),
    Others(Range<usize>),
}

impl Values {
    pub(crate) fn new(_: &Program, _: &[Pair<f64>]) -> Option<Self> {
        None
    }

    pub(crate) fn parts(&self) -> &[Part] {
        match *self {}
    }

    pub(crate) fn write(&self, _: usize, _: &[f64], _: &mut [Pair<f64>]) -> bool {
        match *self {}
    }
}
