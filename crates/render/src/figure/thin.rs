//! Fewer points for the same picture.

use super::Point;

/// A curve may leave its points by so much, which no eye sees.
const FLAT: f64 = 0.04;
/// A line replaces at most so many points.
const WINDOW: usize = 64;
/// Curves with fewer points stay as they are.
const FEW: usize = 64;

/// The unbroken pieces of a curve without points that nobody would miss. A curve is broken where a
/// coordinate is not finite.
pub(super) fn pieces(points: impl Iterator<Item = Point>) -> Vec<Vec<Point>> {
    let all: Vec<Point> = points.collect();
    let is_finite = |p: &Point| p.0.is_finite() && p.1.is_finite();
    let pieces = all.split(|p| !is_finite(p)).filter(|piece| !piece.is_empty());
    pieces.map(|piece| if piece.len() < FEW { piece.to_vec() } else { thinned(piece) }).collect()
}

/// Each kept point is the farthest up to which a straight line passes all points between.
fn thinned(points: &[Point]) -> Vec<Point> {
    let mut kept = vec![points[0]];
    let mut from = 0;
    while from + 1 < points.len() {
        let last = (from + WINDOW).min(points.len() - 1);
        let fits = |to: &usize| {
            points[from + 1..*to].iter().all(|&p| distance(p, points[from], points[*to]) < FLAT)
        };
        let to = (from + 2..=last).take_while(fits).last().unwrap_or(from + 1);
        kept.push(points[to]);
        from = to;
    }
    kept
}

/// The distance of a point from the line between two others.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length } else { 0.0 };
    let s = along.clamp(0.0, 1.0);
    (p.0 - a.0 - s * dx).hypot(p.1 - a.1 - s * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_keeps_its_gaps() {
        let points = [(0.0, 0.0), (5.0, 0.0), (f64::NAN, 0.0), (7.0, 1.0), (7.1, 1.0)];
        let kept = pieces(points.into_iter());
        assert_eq!(kept, [vec![(0.0, 0.0), (5.0, 0.0)], vec![(7.0, 1.0), (7.1, 1.0)]]);
    }

    #[test]
    fn a_long_curve_keeps_its_ends_its_corners_and_its_shape() {
        let corner = |k: u32| (f64::from(k), f64::from(if k < 100 { k } else { 200 - k }));
        let zigzag: Vec<Point> = (0..=200).map(corner).collect();
        let kept = thinned(&zigzag);
        assert!(kept.len() < 9 && kept.contains(&(100.0, 100.0)), "{kept:?}");
        assert_eq!((kept[0], kept.last()), (zigzag[0], zigzag.last()));
        let circle = |k: u32| (f64::from(k) * std::f64::consts::TAU / 2000.0).sin_cos();
        let circle: Vec<Point> =
            (0..=2000).map(circle).map(|(x, y)| (90.0 * x, 90.0 * y)).collect();
        let kept = thinned(&circle);
        assert!((60..400).contains(&kept.len()), "{}", kept.len());
        for pair in kept.windows(2) {
            let middle = ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0);
            assert!((middle.0.hypot(middle.1) - 90.0).abs() < 2.0 * FLAT, "{pair:?}");
        }
    }
}
