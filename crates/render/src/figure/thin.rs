//! Fewer points for the same picture.

use super::Point;

/// Points closer than this to the last one that is drawn are left out.
const NEAR: f64 = 0.25;

/// The unbroken pieces of a curve without points that nobody can tell apart. A curve is broken where
/// a coordinate is not finite.
pub(super) fn pieces(points: impl Iterator<Item = Point>) -> Vec<Vec<Point>> {
    let (mut pieces, mut piece): (Vec<Vec<Point>>, Vec<Point>) = (Vec::new(), Vec::new());
    let mut skipped = None;
    for p in points {
        if !(p.0.is_finite() && p.1.is_finite()) {
            piece.extend(skipped.take());
            pieces.push(std::mem::take(&mut piece));
            continue;
        }
        let is_near = piece.last().is_some_and(|q| (p.0 - q.0).hypot(p.1 - q.1) < NEAR);
        match is_near {
            true => skipped = Some(p),
            false => {
                skipped = None;
                piece.push(p);
            }
        }
    }
    piece.extend(skipped);
    pieces.push(piece);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_keeps_its_ends_and_its_gaps() {
        let points = [(0.0, 0.0), (0.1, 0.0), (5.0, 0.0), (f64::NAN, 0.0), (7.0, 1.0), (7.1, 1.0)];
        let kept = pieces(points.into_iter());
        assert_eq!(kept, [vec![(0.0, 0.0), (5.0, 0.0)], vec![(7.0, 1.0), (7.1, 1.0)]]);
    }
}
