//! The state of a run: compensated, with angles wrapped.
//!
//! ```text
//! x + e is the state, e what rounding left over:   (x, e) ← TwoSum(x, e + Δx)           (1)
//! xᵢ ← xᵢ − 2π kᵢ for an angle outside of [−π, π], kᵢ whole turns, counted               (2)
//! ```
//!
//! 2π is three doubles long, so that (2) costs no digits even in double-double. A state that has
//! turned 10⁶ times is as exact as at the start; what is shown is unwrapped. Powers of two times
//! the first double of 2π are subtracted from angles of the same size, which is exact.

use crate::manifold::Manifold;
use crate::number::{Number, nearest, two_sum};
use crate::piece::Piece;

/// 2π as a sum of three doubles.
const TURN: [f64; 3] =
    [std::f64::consts::TAU, 2.449_293_598_294_706_4e-16, -5.989_539_619_436_679e-33];

#[derive(Debug, Clone)]
pub(crate) struct State<R: Number> {
    pub t: R,
    t_rest: R,
    pub x: Vec<R>,
    rest: Vec<R>,
    pub turns: Vec<i64>,
    given: Vec<f64>,
    /// The scale of each component: given, or the largest size so far.
    pub scales: Vec<f64>,
    angles: Vec<bool>,
}

impl<R: Number> State<R> {
    pub(crate) fn new(t: R, x: &[R], manifold: &dyn Manifold<R>) -> Self {
        let zero = R::from(0.0);
        let mut state = State {
            t,
            t_rest: zero,
            x: x.to_vec(),
            rest: vec![zero; x.len()],
            turns: vec![0; x.len()],
            given: manifold.scales().to_vec(),
            scales: manifold.scales().to_vec(),
            angles: manifold.angles().to_vec(),
        };
        state.wrap();
        state
    }

    /// Equation (1) for time and state.
    pub(crate) fn advance(&mut self, piece: &Piece<R>) {
        (self.t, self.t_rest) = two_sum(self.t, self.t_rest + piece.h);
        let state = self.x.iter_mut().zip(&mut self.rest);
        for ((x, rest), &increment) in state.zip(&piece.increment) {
            (*x, *rest) = two_sum(*x, *rest + increment);
        }
    }

    /// What rounding left over of time and state.
    pub(crate) fn rest(&self) -> (R, &[R]) {
        (self.t_rest, &self.rest)
    }

    /// The time is this one exactly: the end of the run, or an event.
    pub(crate) fn arrive(&mut self, t: R) {
        (self.t, self.t_rest) = (t, R::from(0.0));
    }

    /// The time that remains to `end`, with what rounding left over.
    pub(crate) fn remaining(&self, end: R) -> R {
        (end - self.t) - self.t_rest
    }

    /// Goes back to the state before a step, which `other` holds.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.t, self.t_rest) = (other.t, other.t_rest);
        self.x.copy_from_slice(&other.x);
        self.rest.copy_from_slice(&other.rest);
        self.turns.copy_from_slice(&other.turns);
        self.scales.copy_from_slice(&other.scales);
    }

    /// Equation (2), and the scales of what has grown.
    pub(crate) fn wrap(&mut self) {
        for i in 0..self.x.len() {
            if self.angles[i] {
                self.wrap_component(i);
            }
        }
        let given = self.given.iter().zip(&self.x);
        for (scale, (&given, &x)) in self.scales.iter_mut().zip(given) {
            let size = nearest(x).abs();
            if given == 0.0 && size > *scale {
                *scale = size;
            }
        }
    }

    fn wrap_component(&mut self, i: usize) {
        if nearest(self.x[i]).abs() < std::f64::consts::PI {
            return;
        }
        let turns = (nearest(self.x[i]) / TURN[0]).abs().round();
        if turns == 0.0 || turns > f64::from(u32::MAX) {
            return;
        }
        let mut bit = turns.log2().floor().exp2();
        while bit >= 1.0 {
            let angle = nearest(self.x[i]);
            if (angle / TURN[0]).abs().round() >= bit {
                self.turn_back(i, bit.copysign(angle));
            }
            bit /= 2.0;
        }
    }

    /// Takes `k` turns off component i; k is plus or minus a power of two.
    fn turn_back(&mut self, i: usize, k: f64) {
        let [first, second, third] = TURN.map(|part| R::from(k * part));
        let rest = (self.rest[i] - second) - third;
        (self.x[i], self.rest[i]) = two_sum(self.x[i] - first, rest);
        #[expect(clippy::cast_possible_truncation, reason = "at most 2³² turns in one step")]
        let k = k as i64;
        self.turns[i] += k;
    }

    pub(crate) fn unwrapped(&self, x: &mut [R]) {
        x.copy_from_slice(&self.x);
        unwrap(&self.turns, x);
    }
}

/// Adds the turns to a wrapped state.
pub(crate) fn unwrap<R: Number>(turns: &[i64], x: &mut [R]) {
    for (x, &k) in x.iter_mut().zip(turns) {
        if k != 0 {
            #[expect(clippy::cast_precision_loss, reason = "turns stay far below 2⁵³")]
            let k = R::from(k as f64);
            *x = k * R::from(TURN[0]) + (*x + k * R::from(TURN[1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifold::Free;
    use std::f64::consts::PI;

    /// Half a turn is in [−π, π] from both sides; the angle that is shown does not change.
    #[test]
    fn angles_are_wrapped_once_and_for_all() {
        for angle in [PI, -PI, 3.0 * PI, -5.0 * PI, 7.0 * PI, 3.5 * PI, 1e6, 0.5] {
            let mut state = State::new(0.0, &[angle], &Free::with_angles(vec![true]));
            let mut shown = [0.0];
            state.wrap();
            state.unwrapped(&mut shown);
            assert!(state.x[0].abs() <= PI * (1.0 + f64::EPSILON), "{angle}: {}", state.x[0]);
            assert!((shown[0] - angle).abs() <= 1e-15 * angle.abs(), "{angle}: {}", shown[0]);
        }
    }
}
