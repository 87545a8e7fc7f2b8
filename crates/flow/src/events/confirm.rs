//! A zero of a graph is a zero of the quantity only if the quantity says so itself.
//!
//! A graph is a polynomial; across a pole, a jump or the edge of a domain it may pass through zero
//! where g does not. With g along the polynomial of the step, δ a part of its length,
//!
//! ```text
//! |g(τ)| ≤ max(noise, min(|g(τ − δ)|, |g(τ + δ)|)/10)                                      (1)
//! ```
//!
//! A zero obeys (1). Near a pole g is as large at τ as beside it, and so it is at a jump. A graph is close to g
//! and no more: unless g(τ) is noise, the change of sign of g that is nearest to τ is looked for, between values
//! at τ − δ and τ + δ, halved down to, and judged there. The smallest δ comes first, so that beside the edge of a
//! domain both sides have values.

use super::Meeting;
use super::samples::NARROWEST;
use crate::method::Method;
use crate::number::{Number, nearest};
use crate::piece::Piece;

/// The parts of a step that are tried for δ where g does not change its sign.
const PARTS: [f64; 2] = [0.01, 0.1];

/// From one δ to the next, beginning at [`NARROWEST`].
const WIDER: f64 = 8.0;

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
        let here = self.at(tau, room)?;
        let crosses = meeting != Meeting::Touching;
        if crosses && here.abs() <= self.noise {
            return Some(tau);
        }
        let parts = std::iter::successors(Some(NARROWEST), |part| Some(WIDER * part));
        let mut parts = parts.take_while(|&part| crosses && part < WIDER * PARTS[1]);
        let delta = |part: f64| R::from(part.min(PARTS[1])) * self.piece.h;
        parts.find_map(|part| self.change((tau, delta(part)), meeting, room)).or_else(|| {
            let is_zero = |&part: &f64| self.is_least(here, (tau, delta(part)), crosses, room);
            PARTS.iter().any(is_zero).then_some(tau)
        })
    }

    /// Is (1) true at τ? Beside a crossing g has values on both sides.
    fn is_least(&self, here: f64, (tau, delta): (R, R), crosses: bool, room: &mut Room<R>) -> bool {
        let sides = [self.at(tau - delta, room), self.at(tau + delta, room)];
        let least = sides.iter().flatten().fold(f64::INFINITY, |least, g| least.min(g.abs()));
        let is_known = if crosses { sides.iter().all(Option::is_some) } else { least.is_finite() };
        is_known && here.abs() <= self.noise.max(0.1 * least) // (1)
    }

    /// The zero between τ − δ and τ + δ, if g has the signs of a rising or falling quantity there.
    fn change(&self, (tau, delta): (R, R), meeting: Meeting, room: &mut Room<R>) -> Option<R> {
        let (before, after) = (self.at(tau - delta, room)?, self.at(tau + delta, room)?);
        let falls = meeting == Meeting::Falling;
        if (before > 0.0) != falls || (after > 0.0) == falls {
            return None;
        }
        let place = self.halve((tau - delta, tau + delta), falls, room)?;
        let least = before.abs().min(after.abs());
        (self.at(place, room)?.abs() <= self.noise.max(0.1 * least)).then_some(place) // (1)
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
