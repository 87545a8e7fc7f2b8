//! What the machine code of a series is told: where numbers stand, and how many orders there are.

pub(super) use crate::linear::ROWS;
use crate::sweep::ROOM;

/// The argument of the code. Its fields are read at the places below.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Frame {
    /// Coefficients 0 and n by slot.
    pub(super) pairs: *mut f64,
    /// The middle sums, and what is known of those of the next order.
    pub(super) middle: *mut f64,
    pub(super) ahead: *mut f64,
    /// Coefficients 1 of the state; those of the next orders follow, and are written.
    pub(super) inputs: *mut f64,
    /// Where order 0 of the left factors of middle sums begins.
    pub(super) left: *mut f64,
    /// Where that of the right ones does.
    pub(super) right: *mut f64,
    /// One for each linear system.
    pub(super) solvers: *mut Solver,
    /// The numbers of order 1.
    pub(super) order: *const [f64; 2],
    /// Coefficient n of the time: 1 for order 1, then 0.
    pub(super) time: f64,
    /// The orders that are still to be done.
    pub(super) remaining: usize,
    /// The terms of the sums of the next even order that are done in a loop.
    pub(super) terms: usize,
}

/// Each order n, and 1/n: products with this take a fraction of the time of quotients.
pub(super) static ORDERS: [[f64; 2]; ROOM + 2] = {
    let mut orders = [[0.0, f64::INFINITY]; ROOM + 2];
    let mut n = 1;
    while n < orders.len() {
        orders[n] = [n as f64, 1.0 / n as f64];
        n += 1;
    }
    orders
};

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
pub(super) const AHEAD: i32 = 16;
pub(super) const INPUTS: i32 = 24;
pub(super) const LEFT: i32 = 32;
pub(super) const RIGHT: i32 = 40;
pub(super) const SOLVERS: i32 = 48;
pub(super) const ORDER: i32 = 56;
pub(super) const TIME: i32 = 64;
pub(super) const REMAINING: i32 = 72;
pub(super) const TERMS: i32 = 80;

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn fields_stand_where_the_code_reads_them() {
        let places = [
            (offset_of!(Frame, pairs), PAIRS),
            (offset_of!(Frame, middle), MIDDLE),
            (offset_of!(Frame, ahead), AHEAD),
            (offset_of!(Frame, inputs), INPUTS),
            (offset_of!(Frame, left), LEFT),
            (offset_of!(Frame, right), RIGHT),
            (offset_of!(Frame, solvers), SOLVERS),
            (offset_of!(Frame, order), ORDER),
            (offset_of!(Frame, time), TIME),
            (offset_of!(Frame, remaining), REMAINING),
            (offset_of!(Frame, terms), TERMS),
            (offset_of!(Solver, series), 8),
        ];
        for (place, expected) in places {
            assert_eq!(i32::try_from(place), Ok(expected));
        }
    }
}
