//! What a quantity has met since its last certain sign: every zero once.
//!
//! Within round-off g has no sign, and the graph of a step may wind there: a zero of odd order, x⁵, is
//! flat over a long time, and round-off at its edges makes signs and zeros of its own. Nor do two steps
//! have the same round-off. Hence a zero that has begun stays open until
//!
//! ```text
//! |g| > 4 max(noise where it began, noise here)                                            (1)
//! ```
//!
//! The graph differs from g by no more than its noise: falling g that was below the noise once stays
//! below three times the noise. And a flat part is a zero of its own only if g was above (1) since the
//! last zero; otherwise that one is not over.

use super::Meeting;
use super::bernstein::Sign;

/// The part of (1).
const MARGIN: f64 = 4.0;

/// A zero that has begun but not ended.
#[derive(Debug, Clone, Copy)]
struct Open<R> {
    t: R,
    noise: f64,
    /// Was it told before?
    is_old: bool,
}

/// The last certain sign of a quantity, the largest size it had with it, and a zero that is open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trail<R> {
    sign: Option<Sign>,
    peak: f64,
    open: Option<Open<R>>,
}

impl<R: Copy> Trail<R> {
    /// Nothing is known.
    pub(crate) const NEW: Self = Trail { sign: None, peak: 0.0, open: None };

    /// The quantity has this sign from `t` on, and this size; what has it met since the last certain
    /// sign?
    pub(crate) fn clear(
        &mut self,
        (sign, peak): (Sign, f64),
        t: R,
        noise: f64,
    ) -> Option<(R, Meeting)> {
        if self.open.is_some_and(|open| peak <= MARGIN * open.noise.max(noise)) {
            return None; // (1)
        }
        let before = self.sign.replace(sign);
        let open = self.open.take();
        if before == Some(sign) && open.is_none_or(|open| open.is_old) {
            self.peak = self.peak.max(peak);
            return None;
        }
        self.peak = peak;
        let turns_back = before == Some(sign);
        let how = if turns_back { Meeting::Touching } else { meeting(sign) };
        before.map(|_| (open.map_or(t, |open| open.t), how))
    }

    /// The quantity is zero within round-off at `t`.
    pub(crate) fn flat(&mut self, t: R, noise: f64) {
        let is_old = self.sign.is_some() && self.peak <= MARGIN * noise;
        let open = self.open.get_or_insert(Open { t, noise, is_old });
        open.noise = open.noise.max(noise);
    }

    /// The quantity changes its sign at `t`; between `lo` and there, and behind it, it has these sizes.
    pub(crate) fn cross(
        &mut self,
        (before, peaks): (Sign, [f64; 2]),
        (lo, t): (R, R),
        noise: f64,
    ) -> [Option<(R, Meeting)>; 2] {
        let first = self.clear((before, peaks[0]), lo, noise);
        match &mut self.open {
            // The graph knows the place better than the edge of a flat part.
            Some(open) => open.t = t,
            None => self.open = Some(Open { t, noise, is_old: false }),
        }
        [first, self.clear((opposite(before), peaks[1]), t, noise)]
    }

    /// The quantity is zero from now on: the place where it became so, if it was not before.
    pub(crate) fn rest(&mut self) -> Option<(R, Meeting)> {
        let open = std::mem::replace(self, Self::NEW);
        open.left_open().map(|(_, t)| (t, Meeting::Touching))
    }

    /// The sign before a zero that is open, and its place.
    pub(crate) fn left_open(&self) -> Option<(Sign, R)> {
        let open = self.open.filter(|open| !open.is_old)?;
        Some((self.sign?, open.t))
    }
}

/// The meeting that ends with a sign.
pub(crate) fn meeting(after: Sign) -> Meeting {
    match after {
        Sign::Plus => Meeting::Rising,
        Sign::Minus => Meeting::Falling,
    }
}

fn opposite(sign: Sign) -> Sign {
    match sign {
        Sign::Plus => Sign::Minus,
        Sign::Minus => Sign::Plus,
    }
}

#[cfg(test)]
mod tests {
    use super::{Meeting, Sign, Trail};

    const NOISE: f64 = 1e-15;

    #[test]
    fn signs_within_the_margin_do_not_end_a_zero() {
        let mut trail = Trail::NEW;
        assert_eq!(trail.clear((Sign::Plus, 1.0), 0.0, NOISE), None);
        trail.flat(1.0, NOISE);
        assert_eq!(trail.clear((Sign::Plus, 2.0 * NOISE), 1.1, NOISE), None);
        assert_eq!(trail.clear((Sign::Minus, 2.0 * NOISE), 1.2, NOISE), None);
        trail.flat(1.3, NOISE);
        assert_eq!(trail.clear((Sign::Minus, 1.0), 1.4, NOISE), Some((1.0, Meeting::Falling)));
    }

    #[test]
    fn the_larger_noise_of_two_steps_decides() {
        let mut trail = Trail::NEW;
        let _ = trail.clear((Sign::Plus, 1.0), 0.0, NOISE);
        trail.flat(1.0, 100.0 * NOISE);
        assert_eq!(trail.clear((Sign::Plus, 50.0 * NOISE), 1.1, NOISE), None);
        assert_eq!(
            trail.clear((Sign::Minus, 1.0), 1.2, NOISE),
            Some((1.0, Meeting::Falling)),
            "the first step was the rough one"
        );
        let mut trail = Trail::NEW;
        let _ = trail.clear((Sign::Plus, 1.0), 0.0, NOISE);
        let met = trail.cross((Sign::Plus, [1.0, 50.0 * NOISE]), (0.9, 1.0), NOISE);
        assert_eq!(met, [None, Some((1.0, Meeting::Falling))]);
        trail.flat(1.1, 100.0 * NOISE);
        let after = trail.clear((Sign::Minus, 1.0), 1.2, 100.0 * NOISE);
        assert_eq!(after, None, "the second step was the rough one");
    }

    #[test]
    fn a_touch_is_told_and_so_is_the_next_one() {
        let mut trail = Trail::NEW;
        let _ = trail.clear((Sign::Plus, 1.0), 0.0, NOISE);
        for k in 1..3 {
            let t = f64::from(k);
            trail.flat(t, NOISE);
            let met = trail.clear((Sign::Plus, 1.0), t + 0.1, NOISE);
            assert_eq!(met, Some((t, Meeting::Touching)));
        }
    }

    #[test]
    fn a_zero_at_the_start_is_none() {
        let mut trail = Trail::NEW;
        trail.flat(0.0, NOISE);
        assert_eq!(trail.clear((Sign::Minus, 1.0), 0.1, NOISE), None);
        assert_eq!(trail.left_open(), None);
    }
}
