//! Poles of curves: where a curve is broken, and how much of it is shown.
//!
//! ```text
//! yᵢ₋₁ yᵢ < 0,  |y| grows towards the gap from both sides, faster and faster          (1)
//! |yₙ| > 10³ |yᵢ|  for all i < n                                                       (2)
//! |y| ≤ 2 q,   |yᵢ| ≤ q for nine tenths of the samples                                 (3)
//! ```
//!
//! (1) is a pole between two samples, such as that of 1/θ, and (2) one at the end, where a motion stops.
//! Of a curve with a pole, (3) is shown. A smooth curve shrinks towards a change of sign, and noise does
//! not grow beyond what (1) calls large.

use super::Point;

/// How much larger than the others the last number is at a pole, (2).
const OUTLYING: f64 = 1e3;
/// The numbers on both sides of a pole are larger than the median by this factor.
const LARGE: f64 = 4.0;
/// The part of the numbers that bounds what is shown, and how much beyond them, (3).
const MOST: f64 = 0.9;
const BEYOND: f64 = 2.0;

/// What is left out of a curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pole {
    /// It has poles on its way.
    Between,
    /// It ends at one.
    AtEnd,
}

/// The numbers behind which a curve is broken, (1).
pub(super) fn breaks(y: &[f64]) -> Vec<usize> {
    let large = LARGE * share(y, 0.5);
    let is_pole = |&i: &usize| {
        let side = |a: f64, b: f64, c: f64| {
            let (a, b, c) = (a.abs(), b.abs(), c.abs());
            c > large && c - b > b - a && b > a
        };
        let before = y[i - 2] * y[i] > 0.0 && side(y[i - 2], y[i - 1], y[i]);
        let behind = y[i + 3] * y[i + 1] > 0.0 && side(y[i + 3], y[i + 2], y[i + 1]);
        y[i] * y[i + 1] < 0.0 && before && behind
    };
    (2..y.len().saturating_sub(3)).filter(is_pole).collect()
}

/// The kind of pole that numbers have.
pub(super) fn pole(y: &[f64]) -> Option<Pole> {
    let largest = |y: &[f64]| y.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let (last, before) = y.split_last()?;
    let is_end = largest(before) > 0.0 && last.abs() > OUTLYING * largest(before); // (2)
    match is_end {
        true => Some(Pole::AtEnd),
        false => (!breaks(y).is_empty()).then_some(Pole::Between),
    }
}

/// The numbers that are shown: all, or (3).
pub(super) fn shown(y: &[f64]) -> Vec<f64> {
    let bound = if pole(y).is_some() { BEYOND * share(y, MOST) } else { f64::MAX };
    y.iter().copied().filter(|x| x.abs() <= bound || bound == 0.0).collect()
}

/// The number below which a part of all sizes lies.
fn share(y: &[f64], part: f64) -> f64 {
    let mut sizes: Vec<f64> = y.iter().map(|x| x.abs()).filter(|x| x.is_finite()).collect();
    sizes.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of a length is a place"
    )]
    let place = (part * super::plot::count(sizes.len())) as usize;
    sizes.get(place).copied().unwrap_or(0.0)
}

/// A point farther away than this, in points of the picture, is out of sight with all around it.
const FAR: f64 = 1e4;

/// The pieces of a curve that can be seen from a place; what leads far away ends on its way.
pub(super) fn in_sight(points: &[Point], from: Point) -> Vec<Vec<Point>> {
    let distance = |p: Point| (p.0 - from.0).hypot(p.1 - from.1);
    let on_the_way = |near: Point, far: Point| {
        let s = FAR / distance(far).max(FAR);
        (near.0 + s * (far.0 - near.0), near.1 + s * (far.1 - near.1))
    };
    let mut pieces: Vec<Vec<Point>> = vec![Vec::new()];
    let mut left: Option<Point> = None;
    for &p in points {
        let last = pieces.last().and_then(|piece| piece.last()).copied();
        match (distance(p) <= FAR, left, last) {
            (true, Some(far), _) => pieces.push(vec![on_the_way(p, far), p]),
            (true, None, _) => pieces.last_mut().expect("there is a piece").push(p),
            (false, None, Some(near)) if p.0.is_finite() && p.1.is_finite() => {
                pieces.last_mut().expect("there is a piece").push(on_the_way(near, p));
            }
            (false, ..) => {}
        }
        if !p.0.is_finite() || !p.1.is_finite() {
            pieces.push(Vec::new());
        }
        left = Some(p).filter(|p| distance(*p) > FAR && p.0.is_finite() && p.1.is_finite());
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(y: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..1000).map(|k| y(f64::from(k) * 0.01 + 0.003)).collect()
    }

    #[test]
    fn poles_are_told_from_zeros_and_noise() {
        assert_eq!(breaks(&sampled(|t| 1.0 / (t - 5.0))).len(), 1);
        assert_eq!(breaks(&sampled(|t| 1.0 / t.sin())).len(), 3);
        assert_eq!(breaks(&sampled(f64::tan)).len(), 3);
        assert_eq!(breaks(&sampled(|t| (t - 5.0).powi(-3))).len(), 1);
        assert_eq!(breaks(&sampled(f64::sin)), []);
        assert_eq!(breaks(&sampled(|t| (t - 5.0).powi(3))), []);
        assert_eq!(breaks(&sampled(|t| if t < 5.0 { -1.0 } else { 1.0 })), []);
        assert_eq!(breaks(&sampled(|t| (1e5 * t).sin() * (7e4 * t * t).cos())), []);
        assert_eq!(breaks(&[1.0, -1.0]), []);
    }

    #[test]
    fn what_is_shown_of_a_pole_can_be_read() {
        let mut end = sampled(|t| 1.0 / (10.02 - t));
        let reach = |y: &[f64]| shown(y).into_iter().fold(0.0, f64::max);
        assert_eq!((pole(&end), reach(&end)), (None, reach(&end)));
        end.push(1e14);
        assert_eq!(pole(&end), Some(Pole::AtEnd));
        assert!(reach(&end) < 3.0 && reach(&end) > 1.0, "{}", reach(&end));
        let between = sampled(|t| 1.0 / t.sin());
        assert_eq!(pole(&between), Some(Pole::Between));
        assert!(reach(&between) < 20.0 && reach(&between) > 5.0, "{}", reach(&between));
        // A signal that comes late is no pole.
        let late = sampled(|t| if t < 9.9 { 1e-17 } else { t - 9.9 });
        assert_eq!((pole(&late), shown(&late).len()), (None, late.len()));
    }

    #[test]
    fn what_is_out_of_sight_keeps_its_direction() {
        let seen = in_sight(&[(0.0, 0.0), (1e40, 1e40), (2.0, 0.0), (f64::NAN, 0.0)], (0.0, 0.0));
        assert_eq!(seen.len(), 2);
        assert!((seen[0][1].0 - seen[0][1].1).abs() < 1.0 && seen[0][1].0 < 2.0 * FAR);
        assert_eq!(seen[1][1], (2.0, 0.0));
    }
}
