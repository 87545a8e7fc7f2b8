//! Variations: sensitivities, Lyapunov spectra, two-point problems.

#![allow(non_snake_case, reason = "V holds variations")]

mod support;

use alembert_flow::{
    Averaging, Boundary, Constraints, Flow, Free, ShootingError, Stop, Variations, lyapunov, shoot,
};
use support::field::{Rows, Taped};
use support::order::difference;
use support::systems::{self, System};

fn flow(system: &System) -> Variations<'_> {
    Variations::new(&system.field, system.manifold.as_ref())
}

#[test]
fn sensitivities_are_those_of_the_closed_form() {
    // x'' = −x: Φ is a rotation.
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]);
    let free = Free::new(2);
    let (mut x, mut V) = ([0.0; 2], [1.0, 0.0, 0.0, 1.0]);
    Variations::new(&field, &free).flow((0.5, &[1.0, 0.2]), 2.8, &mut x, &mut V).unwrap();
    let (s, c) = 2.3f64.sin_cos();
    assert!(difference(&V, &[c, s, -s, c]) < 1e-12);
    assert!(difference(&x, &[c + 0.2 * s, 0.2 * c - s]) < 1e-12);
}

#[test]
fn sensitivities_of_a_nonlinear_motion_are_differences_of_motions() {
    let system = systems::lorenz();
    let n = 3;
    let mut V: Vec<f64> = (0..n * n).map(|k| f64::from(u8::from(k / n == k % n))).collect();
    let mut x = vec![0.0; n];
    flow(&system).flow((0.0, &system.start), 0.7, &mut x, &mut V).unwrap();
    let d = 1e-5;
    for j in 0..n {
        let end = |sign: f64| {
            let mut start = system.start.clone();
            start[j] += sign * d;
            let (mut x, mut none) = (vec![0.0; n], vec![]);
            flow(&system).flow((0.0, &start), 0.7, &mut x, &mut none).unwrap();
            x
        };
        let (plus, minus) = (end(1.0), end(-1.0));
        for i in 0..n {
            let slope = (plus[i] - minus[i]) / (2.0 * d);
            assert!((slope - V[i * n + j]).abs() < 1e-6 * V[i * n + j].abs().max(1.0));
        }
    }
}

#[test]
fn a_linear_field_has_its_eigenvalues() {
    let field: Taped =
        Taped::new(3, |_, x| vec![0.5 * x[0] + x[1], -0.2 * x[1], -1.5 * x[2] + x[0]]);
    let free = Free::new(3);
    let averaging = Averaging { interval: 1.0, settle: 40, intervals: 40 };
    let flow = Variations::new(&field, &free);
    let found = lyapunov(&flow, &free, (0.0, &[0.0, 0.0, 0.0]), averaging).unwrap();
    assert!(difference(&found.exponents, &[0.5, -0.2, -1.5]) < 1e-9, "{found:?}");
}

/// A damped oscillation beside a decay that is over before an interval is, in each order of the coordinates.
#[test]
fn a_column_that_collapses_leaves_the_others() {
    let slow_first: Taped =
        Taped::new(4, |_, x| vec![x[2], x[3], -x[0] - 0.2 * x[2], -1e6 * x[1] - 2e4 * x[3]]);
    let fast_first: Taped =
        Taped::new(4, |_, x| vec![x[2], x[3], -1e6 * x[0] - 2e4 * x[2], -x[1] - 0.2 * x[3]]);
    let free = Free::with_angles(vec![true; 4]);
    let averaging = Averaging { interval: 0.1, settle: 100, intervals: 900 };
    for (field, start) in
        [(&slow_first, [1.0, 0.01, 0.0, 0.0]), (&fast_first, [0.01, 1.0, 0.0, 0.0])]
    {
        let flow = Variations { is_stiff: true, tolerance: 1e-10, ..Variations::new(field, &free) };
        let found = lyapunov(&flow, &free, (0.0, &start), averaging).unwrap();
        let [a, b, c, d] = found.exponents[..] else { panic!("{found:?}") };
        assert!((a + 0.1).abs() < 0.01 && (b + 0.1).abs() < 0.01, "{found:?}");
        assert!((c + 50.1).abs() < 0.5 && d < -200.0, "{found:?}");
        assert_eq!(found.resolved, [true, true, true, false], "{found:?}");
    }
}

#[test]
fn the_spectrum_of_lorenz_is_the_known_one() {
    let system = systems::lorenz();
    let intervals = if cfg!(debug_assertions) { 600 } else { 4_000 };
    let averaging = Averaging { interval: 0.5, settle: 40, intervals };
    let start = (0.0, system.start.as_slice());
    let flow = Variations { tolerance: 1e-9, ..flow(&system) };
    let found = lyapunov(&flow, system.manifold.as_ref(), start, averaging).unwrap().exponents;
    let sum: f64 = found.iter().sum();
    assert!((sum + 41.0 / 3.0).abs() < 1e-6, "the divergence is −41/3: {sum}");
    assert!((found[0] - 0.9056).abs() < 0.05 && found[1].abs() < 0.01, "{found:?}");
    assert!((found[2] + 14.57).abs() < 0.05);
}

#[test]
fn constraints_leave_only_the_exponents_of_motions() {
    for (system, directions) in [
        (systems::plane_pendulum(), 2),
        (systems::contact_oscillator(), 5),
        (systems::knife_edge(), 5),
    ] {
        let averaging = Averaging { interval: 1.0, settle: 10, intervals: 300 };
        let start = (0.0, system.start.as_slice());
        let flow = Variations { tolerance: 1e-10, ..flow(&system) };
        let found = lyapunov(&flow, system.manifold.as_ref(), start, averaging).unwrap();
        assert_eq!(found.exponents.len(), directions, "{}", system.name);
        let regular = found.exponents.iter().all(|e| e.abs() < 0.05);
        assert!(regular, "{}: {found:?}", system.name);
    }
}

/// x' + y z' = 0 with L = ½ v² − ½ (x² + y² + z² + ε x² z²), ε = 1.5: chaotic, reversible and autonomous, so
/// that exponents come in pairs, and time and energy have 0. Two motions side by side, by other programs
/// and from other starts of this energy, separate at 0.075 to 0.077.
#[test]
fn the_contact_oscillator_is_chaotic_in_one_pair_of_directions() {
    let epsilon = 1.5;
    let field: Taped = Taped::new(6, |_, s| {
        let (x, y, z, u, v, w) = (s[0], s[1], s[2], s[3], s[4], s[5]);
        let (fx, fz) = (-x - epsilon * x * z.squared(), -z - epsilon * z * x.squared());
        let lambda = -(fx + y * fz + v * w) / (1.0 + y.squared());
        vec![u, v, w, fx + lambda, -y, fz + lambda * y]
    });
    let rows = Rows::new(vec![false; 6], 0, |_, s| vec![s[3] + s[1] * s[5]]);
    let z = 0.55f64;
    let x = ((2.0 - z * z) / (1.0 + epsilon * z * z)).sqrt();
    let start = [x, 1.0, -z, 0.0, 0.0, 0.0];
    let intervals = if cfg!(debug_assertions) { 3_000 } else { 10_000 };
    let averaging = Averaging { interval: 2.0, settle: 100, intervals };
    let flow = Variations { tolerance: 1e-8, ..Variations::new(&field, &rows) };
    let found = lyapunov(&flow, &rows, (0.0, &start), averaging).unwrap().exponents;
    assert_eq!(found.len(), 5);
    assert!((0.070..0.085).contains(&found[0]), "{found:?}");
    assert!((found[0] + found[4]).abs() < 1e-3, "{found:?}");
    assert!(found[1..4].iter().all(|e| e.abs() < 1e-3), "{found:?}");
    assert!(found.iter().sum::<f64>().abs() < 1e-3, "{found:?}");
}

#[test]
fn an_exponent_along_the_constraints_is_found() {
    // x' = x (1 − x² − …): on the circle x² + y² = 1 the flow is towards (0, ±1) at the rate −1 there.
    let field: Taped = Taped::new(2, |_, x| vec![-(x[0] * x[1].squared()), x[1] * x[0].squared()]);
    let rows =
        Rows::new(vec![false; 2], 1, |_, x| vec![0.5 * (x[0].squared() + x[1].squared() - 1.0)]);
    assert_eq!(rows.count(), 1);
    let averaging = Averaging { interval: 1.0, settle: 30, intervals: 20 };
    let free = Free::new(2);
    let flow = Variations::new(&field, &free);
    let start = [0.6f64, 0.8];
    let found = lyapunov(&flow, &rows, (0.0, &start), averaging).unwrap().exponents;
    assert!(found.len() == 1 && (found[0] + 1.0).abs() < 1e-6, "{found:?}");
}

/// x at both ends.
struct Ends(f64, f64);

impl Boundary for Ends {
    fn conditions(&self, first: &[f64], last: &[f64], b: &mut [f64]) {
        (b[0], b[1]) = (first[0] - self.0, last[0] - self.1);
    }
    fn derivatives(&self, _: &[f64], _: &[f64], by_first: &mut [f64], by_last: &mut [f64]) {
        (by_first[0], by_last[2]) = (1.0, 1.0);
    }
}

#[test]
fn a_two_point_problem_is_solved_by_any_number_of_segments() {
    // x'' = 3/2 x², x(0) = 4, x(1) = 1 has x = 4/(1 + t)², and a second solution with x'(0) = −35.858…
    let field: Taped = Taped::new(2, |_, x| vec![x[1], 1.5 * x[0].squared()]);
    let free = Free::new(2);
    let flow = Variations::new(&field, &free);
    for segments in [1u32, 2, 5] {
        let times: Vec<f64> = (0..=segments).map(|i| f64::from(i) / f64::from(segments)).collect();
        let guess = |slope: f64| -> Vec<Vec<f64>> {
            times[..times.len() - 1]
                .iter()
                .map(|t| vec![3.8 + slope.max(-2.8) * t, slope])
                .collect()
        };
        let found = shoot(&flow, &Ends(4.0, 1.0), &times, &guess(-7.0)).unwrap();
        for (t, x) in times.iter().zip(&found) {
            let exact = [4.0 / (1.0 + t).powi(2), -8.0 / (1.0 + t).powi(3)];
            assert!(difference(x, &exact) < 1e-9, "{segments} segments: {x:?}");
        }
    }
    let found = shoot(&flow, &Ends(4.0, 1.0), &[0.0, 1.0], &[vec![4.0, -35.0]]).unwrap();
    assert!((found[0][1] + 35.858_548_73).abs() < 1e-6, "{found:?}");
}

#[test]
fn what_cannot_be_reached_is_an_error() {
    // x'' = −x from 0 to 1 in the time π: every motion returns to 0.
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]);
    let free = Free::new(2);
    let flow = Variations::new(&field, &free);
    let times = [0.0, std::f64::consts::PI];
    let error = shoot(&flow, &Ends(0.0, 1.0), &times, &[vec![0.0, 1.0]]).unwrap_err();
    assert!(matches!(error, ShootingError::Stalled { .. }), "{error}");
    let error = shoot(&flow, &Ends(0.0, 1.0), &times, &[]).unwrap_err();
    assert_eq!(error, ShootingError::Guesses { guesses: 0, segments: 1 });
    let field: Taped = Taped::new(2, |_, x| vec![x[0].squared(), x[1]]);
    let flow = Variations::new(&field, &free);
    let error = shoot(&flow, &Ends(1.0, 2.0), &[0.0, 3.0], &[vec![1.0, 0.0]]).unwrap_err();
    let ShootingError::Segment { segment: 0, stop } = error else { panic!("{error}") };
    assert!(stop != Stop::End);
}

/// x' = −x + y, y' = −λ y: by radau steps are as long as x allows, and the slow exponent is exact.
#[test]
fn stiff_variations_have_the_slow_exponent_of_their_field() {
    for (stiffness, is_resolved) in [(3.0, true), (1e6, false)] {
        let field: Taped = Taped::new(2, |_, x| vec![-x[0] + x[1], -stiffness * x[1]]);
        let free = Free::new(2);
        let averaging = Averaging { interval: 0.1, settle: 20, intervals: 80 };
        let flow = Variations { is_stiff: true, ..Variations::new(&field, &free) };
        let found = lyapunov(&flow, &free, (0.0, &[1.0, 1.0]), averaging).unwrap().exponents;
        assert!((found[0] + 1.0).abs() < 1e-9, "{found:?}");
        assert!(!is_resolved || (found[1] + stiffness).abs() < 1e-6, "{found:?}");
        assert!(found[1] < -2.0 && found[1].is_finite(), "{found:?}");
    }
}
