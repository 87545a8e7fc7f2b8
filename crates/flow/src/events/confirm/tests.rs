//! Quantities that are functions of time alone, near the middle of a step of length 1.

use super::{Quantity, Room};
use crate::events::{Graphs, Meeting};
use crate::field::FieldError;
use crate::method::{Effort, Method, NoStep, Point};
use crate::piece::Piece;

use Meeting::{Falling, JumpingDown, JumpingUp, Rising, Touching};

/// Round-off of the quantities.
const NOISE: f64 = 1e-12;
/// A place in the middle of a step of length 1 is known so well.
const PLACE: f64 = 2e-16;
/// No value.
const NONE: f64 = f64::NAN;

/// A method that has nothing but a quantity g(t).
struct Watched<F>(F);

impl<F: Fn(f64) -> f64> Method for Watched<F> {
    fn name(&self) -> &'static str {
        "watched"
    }

    fn dim(&self) -> usize {
        1
    }

    fn degree(&self) -> usize {
        1
    }

    fn step(&mut self, _: Point<'_>, h: f64, _: &mut Piece) -> Result<(), NoStep> {
        Err(NoStep::TooShort { h })
    }

    fn watches(&self) -> usize {
        1
    }

    fn watch(&self, t: f64, _: &[f64], g: &mut [f64]) -> Result<(), FieldError> {
        g[0] = self.0(t);
        Ok(())
    }

    fn graphs(&mut self, _: &Piece, _: &mut Graphs) {}

    fn effort(&self) -> Effort {
        Effort::default()
    }
}

/// Asks about g on a step of length h.
fn ask<A>(
    g: impl Fn(f64) -> f64,
    (h, noise, longest): (f64, f64, f64),
    question: impl FnOnce(&Quantity<'_, f64>, &mut Room<f64>) -> A,
) -> A {
    let (method, mut piece) = (Watched(g), Piece::new(1, 1));
    piece.h = h;
    let quantity = Quantity { method: &method, piece: &piece, watch: 0, noise, longest };
    question(&quantity, &mut Room::default())
}

/// What is confirmed of a meeting at t = ½ + `off`, with g a function of s = t − ½.
fn met(g: impl Fn(f64) -> f64, off: f64, meeting: Meeting) -> Option<(f64, Meeting)> {
    let found = ask(
        |t| g(t - 0.5),
        (1.0, NOISE, 1.0),
        |quantity, room| quantity.confirm(0.5 + off, meeting, room),
    );
    found.map(|(place, meeting)| (place - 0.5, meeting))
}

/// It is met at s = 0, as this.
fn assert_met(found: Option<(f64, Meeting)>, asked: Meeting) {
    let (s, meeting) = found.expect("it is confirmed");
    assert_eq!(meeting, asked);
    assert!(s.abs() < PLACE, "{s:e}");
}

#[test]
fn a_crossing_is_found_to_round_off_up_to_a_tenth_of_a_step_beside_its_graph() {
    for off in [0.0, 1e-9, 0.037, 0.09, -0.09] {
        assert_met(met(|s| s, off, Rising), Rising);
        assert_met(met(|s| -s, off, Falling), Falling);
    }
    assert_eq!(met(|s| s, 0.12, Rising), None);
    assert_eq!(met(|s| -s, 0.037, Rising), None);
    assert_eq!(met(|s| s, 0.037, Falling), None);
}

/// Something like a sixth root has a thousandth of its size left where doubles end; |s|^(−1/5) is there seven times as large as
/// beside it.
#[test]
fn a_steep_zero_is_one_and_a_weak_pole_is_none() {
    let root = |s: f64| (s - 2e-17).signum() * (s - 2e-17).abs().powf(0.17);
    assert_met(met(root, 0.01, Rising), Rising);
    let pole = |s: f64| (s - 2e-17).signum() * (s - 2e-17).abs().powf(-0.2);
    assert_eq!(met(pole, 1e-13, Rising), None);
}

#[test]
fn beside_a_crossing_there_are_values_on_both_sides_and_beside_a_touch_on_one() {
    let from_here_on = |g: fn(f64) -> f64| move |s: f64| if s < 0.0 { NONE } else { g(s) };
    assert_eq!(met(from_here_on(|s| s + 1e-6), 0.0, Rising), None);
    assert_met(met(from_here_on(|s| s * s), 0.0, Touching), Touching);
    assert_eq!(met(|s| if s == 0.0 { NONE } else { s * s }, 0.0, Touching), None);
    assert_eq!(met(|s| if s == 0.0 { 0.0 } else { NONE }, 0.0, Touching), None);
}

#[test]
fn a_touch_is_less_than_a_tenth_of_what_is_beside_it() {
    assert_met(met(|s| s * s, 0.0, Touching), Touching);
    assert_eq!(met(|s| s * s + 0.002, 0.0, Touching), None);
    // at a tenth of a step it is as small as here
    let wave = |s: f64| s * s * (1.0 - 100.0 * s * s).powi(2) + 1e-7;
    assert_met(met(wave, 0.0, Touching), Touching);
}

/// Values beside a zero that are above round-off say whether it is crossed.
#[test]
fn what_a_zero_is_told_by_its_sides() {
    assert_met(met(|s| s, 0.0, Touching), Rising);
    assert_met(met(|s| -s, 0.0, Touching), Falling);
    assert_met(met(|s| s * s, 0.0, Rising), Touching);
    let rounded = |s: f64| if s.abs() < 1e-6 { 4.0 * NOISE * s.signum() } else { s * s };
    assert_met(met(|s| if s == 0.0 { 0.0 } else { rounded(s) }, 0.0, Touching), Touching);
    // another zero is at s = −10⁻⁷, and this one is crossed
    assert_met(met(|s| s * s + 1e-7 * s, 0.0, Rising), Rising);
}

#[test]
fn a_jump_is_told_as_one_whatever_its_value_in_the_middle() {
    let sign = |s: f64| if s == 0.0 { 0.0 } else { s.signum() };
    for off in [0.0, 0.01] {
        assert_met(met(sign, off, Rising), JumpingUp);
        assert_met(met(|s| -sign(s), off, Falling), JumpingDown);
        assert_met(met(f64::signum, off, Rising), JumpingUp);
    }
    // g grows beside it
    assert_met(met(|s| s.signum() + 1e6 * s, 0.0, Rising), JumpingUp);
    assert_eq!(met(|s| 4.0 * NOISE * s.signum(), 0.01, Rising), None, "round-off jumps");
    let pole = |s: f64| 1e-4 / s.abs().max(1e-18).sqrt();
    assert_eq!(met(|s| if s < 0.0 { -1.0 } else { pole(s) }, 0.0, Rising), None);
    assert_eq!(met(|s| if s < 0.0 { -pole(s) } else { 1.0 }, 0.0, Rising), None);
}

/// A change in 10⁻⁹ of a step is followed through its zero; one in 10⁻¹² is a jump.
#[test]
fn a_steep_crossing_is_no_jump() {
    assert_met(met(|s| (s / 1e-9).tanh(), 0.01, Rising), Rising);
    assert_met(met(|s| (s / 2e-12).tanh(), 0.01, Rising), JumpingUp);
}

#[test]
fn a_quantity_rests_at_zero_within_eight_times_its_noise() {
    let moves = |g: f64| ask(|_| g, (1.0, NOISE, 1.0), |quantity, room| !quantity.rests(room));
    assert!(!moves(0.0) && !moves(7.0 * NOISE) && !moves(-7.0 * NOISE));
    assert!(moves(9.0 * NOISE) && moves(NONE));
}

/// The edge near t = ½ + `off` of g(d), d = ½ − t, which has values in 0 < d < `far`, as a time after ½.
fn edge(g: impl Fn(f64) -> f64, far: f64, off: f64) -> Option<f64> {
    let inside = |d: f64| if d > 0.0 && d < far { g(d) } else { NONE };
    let found = ask(
        |t| inside(0.5 - t),
        (1.0, NOISE, 1.0),
        |quantity, room| quantity.edge(0.5 + off, room),
    );
    found.map(|place| place - 0.5)
}

#[test]
fn an_edge_at_which_a_quantity_vanishes_is_found_to_round_off() {
    for off in [0.0, 0.01, -2e-12] {
        assert!(edge(f64::sqrt, 1.0, off).is_some_and(|s| s.abs() < PLACE), "{off}");
    }
    // a sum of powers is no power, and zero all the same
    assert!(edge(|d| d.sqrt() + d.powf(0.3), 1.0, 0.0).is_some());
    for c in [0.1, 0.3, 1.0, 3.0, 10.0, 100.0, 1e4] {
        assert!(edge(|d| d.sqrt() + c * d, 1.0, 0.0).is_some(), "√d + {c} d");
        assert!(edge(|d| d.sqrt() - c * d, 1.0, 0.0).is_some(), "√d − {c} d");
    }
    assert_eq!(edge(|d| 1.0 / d.sqrt(), 1.0, 0.0), None);
}

/// At the nearest place √d is 10⁻⁵.
#[test]
fn what_is_left_at_an_edge_is_told_from_zero() {
    assert_eq!(edge(|d| d.sqrt() + 1e-9, 1.0, 0.0), None);
    assert_eq!(edge(|d| d.sqrt() - 1e-9, 1.0, 0.0), None);
    assert!(edge(|d| d.sqrt() + 5e-11, 1.0, 0.0).is_some());
    let rounded = |d: f64| ((1.3 + d) - 1.3).sqrt() + 1e-9;
    assert_eq!(edge(rounded, 1.0, 0.0), None);
    // near the edge it no longer falls
    assert_eq!(edge(|d| d.max(4e-10), 1.0, 0.0), None);
    // it falls at the nearest place alone
    assert_eq!(edge(|d| d.min(5.2e-10), 1.0, 0.0), None);
}

/// Places are 10⁻¹⁰ of the longest step and more from the edge, but less than 10⁻⁸.
#[test]
fn an_edge_is_looked_at_from_near() {
    assert!(edge(f64::sqrt, 1e-8, 0.0).is_some());
    assert_eq!(edge(f64::sqrt, 1e-9, 0.0), None);
    let near = |t: f64| if t < 0.5 && t > 0.5 - 1e-9 { (0.5 - t).sqrt() } else { NONE };
    let edge =
        |longest| ask(near, (1.0, NOISE, longest), |quantity, room| quantity.edge(0.5, room));
    assert!(edge(0.1).is_some());
    assert_eq!(edge(1.0), None);
}

#[test]
fn edges_of_a_run_backwards_are_found() {
    let root = |t: f64| if t > -0.5 { (t + 0.5).sqrt() } else { NONE };
    let found = ask(root, (-1.0, NOISE, 1.0), |quantity, room| quantity.edge(-0.5, room));
    assert!(found.is_some_and(|t| (t + 0.5).abs() < PLACE), "{found:?}");
}

/// The kink near t = ½ + `off` at which g(s) is zero.
fn kink(g: impl Fn(f64) -> f64, noise: f64, off: f64) -> Option<f64> {
    let found =
        ask(|t| g(t - 0.5), (1.0, noise, 1.0), |quantity, room| quantity.kink(0.5 + off, room));
    found.map(|place| place - 0.5)
}

#[test]
fn a_kink_is_found_where_it_is() {
    for off in [0.0, 1e-9, -1e-9] {
        assert!(kink(f64::abs, 1e-15, off).is_some_and(|s| s.abs() < PLACE), "{off}");
    }
    assert_eq!(kink(f64::abs, 1e-15, 1e-8), None);
}

/// A hundredth of a step away |s| is 10⁻².
#[test]
fn a_kink_above_zero_is_no_zero() {
    assert_eq!(kink(|s| s.abs() + 1e-11, 1e-15, 0.0), None);
    assert!(kink(|s| s.abs() + 2e-13, 1e-15, 0.0).is_some());
    assert!(kink(|s| s.abs() + 5e-12, 1e-12, 0.0).is_some(), "it is noise");
    for side in [1.0, -1.0] {
        let steep = |s: f64| if side * s > 0.0 { s.abs() } else { 1e-4 * s.abs() };
        assert!(kink(|s| steep(s) + 2e-13, 1e-15, 0.0).is_some());
    }
}
