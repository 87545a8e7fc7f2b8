//! A zero of a graph is a zero of the quantity only if the quantity says so itself.
//!
//! A graph is a polynomial; across a pole, a jump or the edge of a domain it may pass through zero
//! where g does not. With g along the polynomial of the step, δ a part of its length,
//!
//! ```text
//! |g(τ)| ≤ max(noise, min(|g(τ − δ)|, |g(τ + δ)|)/10)                                      (1)
//! ```
//!
//! A zero obeys (1). Near a pole g is as large at τ as beside it, and so it is at a jump. A crossing
//! that violates (1) but has different signs on its two sides is halved down to the place where g
//! itself changes sign, and judged there.

use super::Meeting;
use crate::method::Method;
use crate::number::{Number, nearest};
use crate::piece::Piece;

/// The parts of a step that are tried for δ.
const PARTS: [f64; 2] = [0.01, 0.1];

/// Halvings of 2δ.
const HALVINGS: usize = 56;

/// A watched quantity along the polynomial of a step.
pub(crate) struct Quantity<'a, R: Number> {
    pub method: &'a dyn Method<R>,
    pub piece: &'a Piece<R>,
    pub watch: usize,
    pub noise: f64,
}

/// Room for a state and the quantities there.
#[derive(Debug, Clone)]
pub(crate) struct Room<R> {
    x: Vec<R>,
    g: Vec<R>,
}

impl<R> Default for Room<R> {
    fn default() -> Self {
        Room { x: Vec::new(), g: Vec::new() }
    }
}

impl<R: Number> Quantity<'_, R> {
    /// The zero near τ, if it is one.
    pub(crate) fn confirm(&self, tau: R, meeting: Meeting, room: &mut Room<R>) -> Option<R> {
        room.x.resize(self.piece.dim, R::from(0.0));
        room.g.resize(self.method.watches(), R::from(0.0));
        let crosses = meeting != Meeting::Touching;
        PARTS.iter().find_map(|&part| self.judge(tau, R::from(part) * self.piece.h, crosses, room))
    }

    fn judge(&self, tau: R, delta: R, crosses: bool, room: &mut Room<R>) -> Option<R> {
        let here = self.at(tau, room)?;
        let sides = [self.at(tau - delta, room), self.at(tau + delta, room)];
        let least = sides.iter().flatten().fold(f64::INFINITY, |least, g| least.min(g.abs()));
        let is_zero = |g: f64| g.abs() <= self.noise.max(0.1 * least); // (1)
        let ([Some(before), Some(after)], true) = (sides, crosses) else {
            return (!crosses && least.is_finite() && is_zero(here)).then_some(tau);
        };
        if is_zero(here) {
            return Some(tau);
        }
        if (before > 0.0) == (after > 0.0) {
            return None;
        }
        let place = self.halve((tau - delta, tau + delta), before > 0.0, room)?;
        is_zero(self.at(place, room)?).then_some(place)
    }

    /// Where g changes its sign.
    fn halve(&self, (mut lo, mut hi): (R, R), falls: bool, room: &mut Room<R>) -> Option<R> {
        let half = R::from(0.5);
        for _ in 0..HALVINGS {
            let middle = half * (lo + hi);
            if (self.at(middle, room)? > 0.0) == falls {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        Some(half * (lo + hi))
    }

    /// g at τ, if it has a finite value there.
    fn at(&self, tau: R, room: &mut Room<R>) -> Option<f64> {
        self.piece.at(tau, &mut room.x);
        self.method.watch(self.piece.t + tau, &room.x, &mut room.g).ok()?;
        Some(nearest(room.g[self.watch])).filter(|g| g.is_finite())
    }
}
