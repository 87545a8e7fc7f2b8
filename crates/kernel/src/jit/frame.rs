//! What the machine code of an order is told: where numbers stand, and which order it is.

pub(super) use crate::linear::ROWS;

/// The argument of the code. Its fields are read at the places below.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Frame {
    /// Coefficients 0 and n by slot.
    pub(super) pairs: *mut f64,
    /// The middle sums.
    pub(super) middle: *const f64,
    /// Coefficients n of the state.
    pub(super) inputs: *const f64,
    /// Where order n of the left factors of middle sums begins.
    pub(super) left: *mut f64,
    /// Where that of the right ones does.
    pub(super) right: *mut f64,
    /// Coefficients n + 1 of the state, which are written.
    pub(super) next: *mut f64,
    /// One for each linear system.
    pub(super) solvers: *const Solver,
    /// Coefficient n of the time.
    pub(super) time: f64,
    /// n.
    pub(super) order: f64,
    /// 1/n, and 1/(n + 1): products with these take a fraction of the time of quotients.
    pub(super) inverse: f64,
    pub(super) next_inverse: f64,
}

impl Frame {
    /// The frame before order 1: where the slots, row 0 of the series and the systems are.
    pub(super) fn new(pairs: *mut f64, series: *mut f64, solvers: *const Solver) -> Self {
        Self {
            pairs,
            middle: std::ptr::null(),
            inputs: series,
            left: std::ptr::null_mut(),
            right: std::ptr::null_mut(),
            next: series,
            solvers,
            time: 0.0,
            order: 0.0,
            inverse: f64::INFINITY,
            next_inverse: 1.0,
        }
    }

    /// Goes on to the next order of a series of so many states; sums and factors are left to the caller.
    pub(super) fn advance(&mut self, states: usize) {
        self.time = if self.order == 0.0 { 1.0 } else { 0.0 };
        self.order += 1.0;
        self.inverse = self.next_inverse;
        self.next_inverse = 1.0 / (self.order + 1.0);
        self.inputs = self.inputs.wrapping_add(states);
        self.next = self.inputs.cast_mut().wrapping_add(states);
    }
}

/// Where a linear system has its numbers.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Solver {
    /// The solutions for unit right sides.
    pub(super) solutions: *const f64,
    /// Coefficients n of the unknowns, which are written, in whole blocks of [`ROWS`].
    pub(super) series: *mut f64,
}

pub(super) const PAIRS: i32 = 0;
pub(super) const MIDDLE: i32 = 8;
pub(super) const INPUTS: i32 = 16;
pub(super) const LEFT: i32 = 24;
pub(super) const RIGHT: i32 = 32;
pub(super) const NEXT: i32 = 40;
pub(super) const SOLVERS: i32 = 48;
pub(super) const TIME: i32 = 56;
pub(super) const ORDER: i32 = 64;
pub(super) const INVERSE: i32 = 72;
pub(super) const NEXT_INVERSE: i32 = 80;

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn fields_stand_where_the_code_reads_them() {
        let places = [
            (offset_of!(Frame, pairs), PAIRS),
            (offset_of!(Frame, middle), MIDDLE),
            (offset_of!(Frame, inputs), INPUTS),
            (offset_of!(Frame, left), LEFT),
            (offset_of!(Frame, right), RIGHT),
            (offset_of!(Frame, next), NEXT),
            (offset_of!(Frame, solvers), SOLVERS),
            (offset_of!(Frame, time), TIME),
            (offset_of!(Frame, order), ORDER),
            (offset_of!(Frame, inverse), INVERSE),
            (offset_of!(Frame, next_inverse), NEXT_INVERSE),
            (offset_of!(Solver, series), 8),
        ];
        for (place, expected) in places {
            assert_eq!(i32::try_from(place), Ok(expected));
        }
    }
}
