//! At which moments a still picture shows its bodies.
//!
//! Equal steps of time show a motion as it goes, unless they fall together with its period: then all poses
//! are nearly one. With the distance d of poses, the largest that a point of a body is moved,
//!
//! ```text
//! spread(M) = min d(pose i, pose j),   i, j ∈ M,  i ≠ j                                     (1)
//! M ← M ∪ { the frame whose smallest distance from those of M is largest }                  (2)
//! ```
//!
//! The second choice is taken when (1) of equal steps is less than half of that of (2).

use alembert_render::figure::still::Place;

/// More frames than this are not looked at.
const LOOKED_AT: usize = 400;
/// Equal steps are good enough when they are spread by this part of the best spread.
const GOOD: f64 = 0.5;

/// The frames of a number of moments in their order, the last one with them; a pose is a list of points.
pub(super) fn moments(poses: &[Vec<Place>], count: usize) -> Vec<usize> {
    let Some(last) = poses.len().checked_sub(1) else { return Vec::new() };
    let mut equal: Vec<usize> = (0..count).map(|k| last * k / (count - 1).max(1)).collect();
    equal.dedup();
    let far = far_apart(poses, equal.len());
    if spread(poses, &equal) < GOOD * spread(poses, &far) { far } else { equal }
}

/// (1)
fn spread(poses: &[Vec<Place>], frames: &[usize]) -> f64 {
    let pairs = frames.iter().enumerate();
    let pairs = pairs.flat_map(|(k, &i)| frames[k + 1..].iter().map(move |&j| (i, j)));
    pairs.map(|(i, j)| distance(&poses[i], &poses[j])).fold(f64::INFINITY, f64::min)
}

/// (2), from the last frame on.
fn far_apart(poses: &[Vec<Place>], count: usize) -> Vec<usize> {
    let last = poses.len() - 1;
    let stride = poses.len().div_ceil(LOOKED_AT);
    let candidates: Vec<usize> = (0..poses.len()).step_by(stride).collect();
    let from_last = |&i: &usize| distance(&poses[i], &poses[last]);
    let mut nearest: Vec<f64> = candidates.iter().map(from_last).collect();
    let mut chosen = vec![last];
    while chosen.len() < count {
        // The first of several that are equally far.
        let farthest =
            (0..candidates.len()).rev().max_by(|&a, &b| nearest[a].total_cmp(&nearest[b]));
        let Some(next) = farthest.map(|k| candidates[k]).filter(|i| !chosen.contains(i)) else {
            break;
        };
        chosen.push(next);
        for (near, &i) in nearest.iter_mut().zip(&candidates) {
            *near = near.min(distance(&poses[i], &poses[next]));
        }
    }
    chosen.sort_unstable();
    chosen
}

/// How far the farthest point is moved.
fn distance(a: &[Place], b: &[Place]) -> f64 {
    let apart = |(p, q): (&Place, &Place)| (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>();
    a.iter().zip(b).map(apart).fold(0.0, f64::max).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poses(place: impl Fn(f64) -> Place) -> Vec<Vec<Place>> {
        (0..=700).map(|k| vec![place(f64::from(k) / 100.0)]).collect()
    }

    #[test]
    fn a_way_is_shown_at_equal_steps_of_time() {
        assert_eq!(
            moments(&poses(|t| [t, 0.3 * t * t, 0.0]), 8),
            [0, 100, 200, 300, 400, 500, 600, 700]
        );
        assert!(moments(&[], 8).is_empty());
        assert_eq!(moments(&[vec![[0.0; 3]]], 8), [0]);
    }

    /// Steps of one second on a circle with a period of one second show one pose.
    #[test]
    fn steps_do_not_fall_together_with_a_period() {
        let turning = poses(|t| {
            let (s, c) = (std::f64::consts::TAU * t).sin_cos();
            [c, s, 0.0]
        });
        let chosen = moments(&turning, 8);
        assert!(spread(&turning, &chosen) > 0.7, "eight on a circle: {chosen:?}");
        assert_eq!((chosen.len(), chosen.last()), (8, Some(&700)));
    }

    /// A body that rests is shown once.
    #[test]
    fn rest_is_no_motion() {
        let chosen = moments(&poses(|_| [1.0, 2.0, 3.0]), 8);
        assert_eq!(chosen.last(), Some(&700));
    }
}
