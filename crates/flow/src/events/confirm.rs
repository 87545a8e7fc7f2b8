//! A zero of a graph is a zero of the quantity only if the quantity says so itself.
//!
//! A graph is a polynomial; across a pole, a jump or the edge of a domain it may pass through zero
//! where g does not. With g along the polynomial of the step, δ a part of its length,
//!
//! ```text
//! |g(τ)| ≤ max(noise, min(|g(τ − δ)|, |g(τ + δ)|)/10)                                      (1)
//! ```
//!
//! A zero obeys (1). Near a pole g is as large at τ as beside it, and so it is at a jump, which is told as one: there
//! g is not larger near τ than farther away. Whether g crosses zero or touches it is told by its values beside τ, not by
//! the graph, which goes on straight where |x| turns back. A graph is close to g
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

/// Values above so many round-offs have a sign.
const CLEAR: f64 = 8.0;

/// The part of a step by which places beside a jump are away from it.
const BESIDE: f64 = 64.0 * NARROWEST;

/// The part of the longest step by which the nearest place is away from an edge: so far from it that its own place is
/// known well enough.
const EDGE: f64 = 128.0 * NARROWEST;

/// Where the ratios of differences differ, what is left of g at an edge is known to so many times this part.
const SPREAD: f64 = 8.0;

/// What is left of g at an edge is no larger than this part of g at the nearest place: √x + 10⁻⁹ does not vanish.
const LEFT: f64 = 2e-5;

/// The part of a step around a kink in which it is.
const AROUND_KINK: f64 = 4.0 * 1024.0 * NARROWEST;

/// At a zero g is no larger than this part of what it is beside it.
const ZERO: f64 = 1e-10;

/// Halvings of 2δ.
const HALVINGS: usize = 56;

/// A watched quantity along the polynomial of a step.
pub(crate) struct Quantity<'a, R: Number> {
    pub method: &'a dyn Method<R>,
    pub piece: &'a Piece<R>,
    pub watch: usize,
    pub noise: f64,
    /// The longest step so far. Steps become short before an edge.
    pub longest: f64,
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
    /// The zero near τ, or the jump over it, and what it is; nothing if there is none.
    pub(crate) fn confirm(
        &self,
        tau: R,
        meeting: Meeting,
        room: &mut Room<R>,
    ) -> Option<(R, Meeting)> {
        self.make(room);
        if meeting == Meeting::Touching {
            let is_zero = PARTS.iter().any(|&part| self.is_least((tau, self.delta(part)), room));
            return is_zero.then(|| (tau, self.sides(tau, room).unwrap_or(meeting)));
        }
        let falls = meeting == Meeting::Falling;
        let jumping = if falls { Meeting::JumpingDown } else { Meeting::JumpingUp };
        let here = self.at(tau, room);
        if here.is_some_and(|here| here.abs() <= self.noise) {
            let crosses = self.deltas().any(|delta| self.has_signs((tau, delta), meeting, room));
            let how = if crosses { None } else { self.sides(tau, room) };
            let jump = self.jump((tau, self.delta(BESIDE)), meeting, room);
            return Some(match jump {
                Some(place) => (place, jumping),
                None => (tau, how.unwrap_or(meeting)),
            });
        }
        let zero = self.deltas().find_map(|delta| self.change((tau, delta), meeting, room));
        if let Some(place) = zero {
            // `sign` has the value 0 in the middle of its jump
            let jump = self.jump((place, self.delta(BESIDE)), meeting, room);
            return Some((place, if jump.is_some() { jumping } else { meeting }));
        }
        let jump = self.deltas().find_map(|delta| self.jump((tau, delta), meeting, room));
        jump.map(|place| (place, jumping))
    }

    /// Is g zero at the beginning of the step?
    pub(crate) fn rests(&self, room: &mut Room<R>) -> bool {
        self.make(room);
        self.at(R::from(0.0), room).is_some_and(|g| g.abs() <= CLEAR * self.noise)
    }

    fn make(&self, room: &mut Room<R>) {
        room.x.resize(self.piece.dim, R::from(0.0));
        room.g.resize(self.method.watches(), R::from(0.0));
    }

    /// A part of the step, no wider than the widest of [`PARTS`].
    fn delta(&self, part: f64) -> R {
        R::from(part.min(PARTS[1])) * self.piece.h
    }

    /// Wider and wider parts.
    fn deltas(&self) -> impl Iterator<Item = R> {
        let parts = std::iter::successors(Some(NARROWEST), |part| Some(WIDER * part));
        parts.take_while(|&part| part < WIDER * PARTS[1]).map(|part| self.delta(part))
    }

    /// What g does at τ by its values beside it, the nearest that are above round-off.
    fn sides(&self, tau: R, room: &mut Room<R>) -> Option<Meeting> {
        let clear = |g: f64| g.abs() > CLEAR * self.noise;
        let (before, after) = self.deltas().find_map(|delta| {
            let sides = (self.at(tau - delta, room)?, self.at(tau + delta, room)?);
            (clear(sides.0) && clear(sides.1)).then_some(sides)
        })?;
        Some(match (before > 0.0, after > 0.0) {
            (true, false) => Meeting::Falling,
            (false, true) => Meeting::Rising,
            _ => Meeting::Touching,
        })
    }

    /// The edge of the domain of g near τ, from which on it has no value, if g goes to zero there: with the distance
    /// d from the edge
    ///
    /// ```text
    /// |g(d)| < ¾ |g(4d)|,   |g(4d)| < ¾ |g(16d)|                                              (2)
    /// ```
    ///
    /// and if g = a + b dᵖ, whose differences have the ratio 4ᵖ, a is zero: as well as a is known where ratios differ.
    pub(crate) fn edge(&self, tau: R, room: &mut Room<R>) -> Option<R> {
        self.make(room);
        let has_value =
            |delta: R, room: &mut Room<R>| self.at(tau - delta, room).map(|_| tau - delta);
        let mut inside = self.deltas().find_map(|delta| has_value(delta, room))?;
        let (mut outside, half) = (tau + self.delta(4.0 * NARROWEST), R::from(0.5));
        for _ in 0..HALVINGS {
            let middle = half * (inside + outside);
            match self.at(middle, room) {
                Some(_) => inside = middle,
                None => outside = middle,
            }
        }
        let mut g = |distances: f64| {
            let away = (distances * EDGE * self.longest).copysign(nearest(self.piece.h));
            self.at(inside - R::from(away), room).map(f64::abs)
        };
        let g = [g(1.0)?, g(4.0)?, g(16.0)?, g(64.0)?];
        let falls = g[0] < 0.75 * g[1] && g[1] < 0.75 * g[2]; // (2)
        let ratios = [1, 2].map(|k| (g[k + 1] - g[k]) / (g[k] - g[k - 1]));
        let spread = (ratios[0] - ratios[1]).abs() / ratios[0];
        let a = g[0] - (g[1] - g[0]) / (ratios[0] - 1.0);
        (falls && a.abs() <= (LEFT + SPREAD * spread) * g[0]).then_some(inside)
    }

    /// The place near τ where |g| is smallest, if that is zero.
    pub(crate) fn kink(&self, tau: R, room: &mut Room<R>) -> Option<R> {
        self.make(room);
        let delta = self.delta(AROUND_KINK);
        let (mut lo, mut hi) = (tau - delta, tau + delta);
        for _ in 0..HALVINGS {
            let third = R::from(1.0 / 3.0) * (hi - lo);
            let [left, right] = [self.at(lo + third, room)?, self.at(hi - third, room)?];
            if left.abs() <= right.abs() { hi = hi - third } else { lo = lo + third }
        }
        let place = R::from(0.5) * (lo + hi);
        let beside = self.delta(PARTS[0]);
        let sides = [place - beside, place + beside].map(|place| self.at(place, room));
        let size = sides.iter().flatten().fold(0.0, |size: f64, g| size.max(g.abs()));
        (self.at(place, room)?.abs() <= (CLEAR * self.noise).max(ZERO * size)).then_some(place)
    }

    /// The place between τ − δ and τ + δ where g jumps over zero. At a pole g grows
    /// towards it, at a zero it falls; beside a jump it stays.
    fn jump(&self, (tau, delta): (R, R), meeting: Meeting, room: &mut Room<R>) -> Option<R> {
        if !self.has_signs((tau, delta), meeting, room) {
            return None;
        }
        let place = self.halve((tau - delta, tau + delta), meeting == Meeting::Falling, room);
        let mut beside = |part: f64| {
            let delta = R::from(part) * self.piece.h;
            let (before, after) = (self.at(place - delta, room)?, self.at(place + delta, room)?);
            Some((before.abs(), after.abs()))
        };
        let (near, far) = (beside(BESIDE)?, beside(WIDER * WIDER * BESIDE)?);
        let stays =
            |near: f64, far: f64| near < 2.0 * far && near > 0.5 * far && near > CLEAR * self.noise;
        (stays(near.0, far.0) && stays(near.1, far.1)).then_some(place)
    }

    /// Is (1) true at τ? Beside a touch g may have values on one side alone.
    fn is_least(&self, (tau, delta): (R, R), room: &mut Room<R>) -> bool {
        let Some(here) = self.at(tau, room) else { return false };
        let sides = [self.at(tau - delta, room), self.at(tau + delta, room)];
        let least = sides.iter().flatten().fold(f64::INFINITY, |least, g| least.min(g.abs()));
        least.is_finite() && here.abs() <= self.noise.max(0.1 * least) // (1)
    }

    /// The zero between τ − δ and τ + δ, if g has the signs of a rising or falling quantity there.
    fn change(&self, (tau, delta): (R, R), meeting: Meeting, room: &mut Room<R>) -> Option<R> {
        if !self.has_signs((tau, delta), meeting, room) {
            return None;
        }
        let (before, after) = (self.at(tau - delta, room)?, self.at(tau + delta, room)?);
        let place = self.halve((tau - delta, tau + delta), meeting == Meeting::Falling, room);
        let least = before.abs().min(after.abs());
        (self.at(place, room)?.abs() <= self.noise.max(0.1 * least)).then_some(place) // (1)
    }

    /// Has g the signs of a rising or falling quantity at τ − δ and τ + δ?
    fn has_signs(&self, (tau, delta): (R, R), meeting: Meeting, room: &mut Room<R>) -> bool {
        let falls = meeting == Meeting::Falling;
        let sides = (self.at(tau - delta, room), self.at(tau + delta, room));
        matches!(sides, (Some(before), Some(after)) if (before > 0.0) == falls && (after > 0.0) != falls)
    }

    /// Where g changes its sign, or has no value.
    fn halve(&self, (mut lo, mut hi): (R, R), falls: bool, room: &mut Room<R>) -> R {
        let half = R::from(0.5);
        for _ in 0..HALVINGS {
            let middle = half * (lo + hi);
            let Some(g) = self.at(middle, room) else { return middle };
            if (g > 0.0) == falls {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        half * (lo + hi)
    }

    /// g at τ, if it has a finite value there.
    fn at(&self, tau: R, room: &mut Room<R>) -> Option<f64> {
        self.piece.at(tau, &mut room.x);
        self.method.watch(self.piece.t + tau, &room.x, &mut room.g).ok()?;
        Some(nearest(room.g[self.watch])).filter(|g| g.is_finite())
    }
}

#[cfg(test)]
mod tests;
