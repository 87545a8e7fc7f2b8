//! Zeros of quantities with kinks and jumps: each is told once, and as what it is.

mod support;

use std::f64::consts::PI;

use alembert_flow::{
    Direction, Dop853, Event, Free, Meeting, Method, Radau, Settings, Taylor, Trajectory,
};
use support::field::Taped;
use support::tape::{E, c};

const ANY: Event = Event { watch: 0, direction: Direction::Any, terminal: false };

/// Radau's states have an error of some 10⁻¹⁰ after two turns; a zero of second order is known to the root of 10⁻¹⁵.
const NEAR: f64 = 1e-7;

/// |x|, whose series has the sign that x has at the beginning of a step.
fn abs(x: E) -> E {
    x.squared().sqrt()
}

/// What x = cos t meets until t = 12, at π/2, 3π/2, 5π/2 and 7π/2, by each method.
fn assert_met(what: &str, g: impl Fn(E) -> E, asked: &[(f64, Meeting)]) {
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![g(x[0])]);
    let settings = Settings { events: vec![ANY], ..Settings::to(12.0) };
    let methods: [(_, Box<dyn Method>); 3] = [
        ("taylor", Box::new(Taylor::new(&field))),
        ("dop853", Box::new(Dop853::new(&field, 1e-12))),
        ("radau", Box::new(Radau::new(&field, 1e-12))),
    ];
    for (name, mut method) in methods {
        let motion = Trajectory::of(&mut *method, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
        let met: Vec<(f64, Meeting)> =
            motion.crossings.iter().map(|(c, _)| (c.t, c.meeting)).collect();
        assert_eq!(met.len(), asked.len(), "{what} by {name}: {met:?}");
        for (found, asked) in met.iter().zip(asked) {
            assert!((found.0 - asked.0 * PI).abs() < NEAR, "{what} by {name}: {met:?}");
            assert_eq!(found.1, asked.1, "{what} by {name}: {met:?}");
        }
    }
}

#[test]
fn an_absolute_value_touches_zero() {
    let touches = [0.5, 1.5, 2.5, 3.5].map(|t| (t, Meeting::Touching));
    assert_met("|x|", abs, &touches);
    assert_met("−3|x|", |x| -3.0 * abs(x), &touches);
    assert_met("|x| + x²", |x| abs(x) + x.squared(), &touches);
    assert_met("|x| + 10⁻⁶", |x| abs(x) + c(1e-6), &[]);
    assert_met("|x| + 10⁻⁸", |x| abs(x) + c(1e-8), &[]);
    assert_met("−|x| − 10⁻⁹", |x| -abs(x) - c(1e-9), &[]);
}

/// The place of a touch is that of the kink and not the middle of the part of a step that holds it.
#[test]
fn a_touch_at_a_kink_has_its_digits() {
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![abs(x[0])]);
    let settings = Settings { events: vec![ANY], ..Settings::to(12.0) };
    let mut taylor = Taylor::new(&field);
    let motion = Trajectory::of(&mut taylor, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
    assert_eq!(motion.crossings.len(), 4);
    for (k, (crossing, _)) in motion.crossings.iter().enumerate() {
        assert!((crossing.t - PI * (k as f64 + 0.5)).abs() < 2e-14, "{}", crossing.t);
    }
}

#[test]
fn a_kink_at_a_crossing_is_a_crossing() {
    use Meeting::{Falling, Rising};
    let crossings = [(0.5, Falling), (1.5, Rising), (2.5, Falling), (3.5, Rising)];
    assert_met("x + |x|/2", |x| x + 0.5 * abs(x), &crossings);
    assert_met("x |x|", |x| x * abs(x), &crossings);
}

#[test]
fn a_jump_over_zero_is_told_as_one() {
    use Meeting::{JumpingDown, JumpingUp};
    let jumps = [(0.5, JumpingDown), (1.5, JumpingUp), (2.5, JumpingDown), (3.5, JumpingUp)];
    assert_met("sign x", |x| x / abs(x), &jumps);
    assert_met("sign x + x/2", |x| x / abs(x) + 0.5 * x, &jumps);
    assert_met("sign x + 2", |x| x / abs(x) + c(2.0), &[]);
    assert_met("1/x", |x| 1.0 / x, &[]);
}

#[test]
fn jumps_have_a_direction() {
    let sign = |x: &[E]| vec![x[0] / abs(x[0])];
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| sign(x));
    for (direction, first) in [(Direction::Falling, 0.5), (Direction::Rising, 1.5)] {
        let events = vec![Event { direction, ..ANY }];
        let settings = Settings { events, ..Settings::to(12.0) };
        let mut taylor = Taylor::new(&field);
        let motion = Trajectory::of(&mut taylor, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
        let times: Vec<f64> = motion.crossings.iter().map(|(c, _)| c.t / PI).collect();
        assert_eq!(times.len(), 2, "{direction:?}: {times:?}");
        assert!((times[0] - first).abs() < NEAR && (times[1] - first - 2.0).abs() < NEAR);
    }
}

/// A quantity, by x.
type Watched = fn(E) -> E;

/// What a quantity meets on a run that ends so long after the first zero of cos t.
fn met_before_end(g: Watched, after: f64) -> Vec<(f64, Meeting)> {
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![g(x[0])]);
    let settings = Settings { events: vec![ANY], ..Settings::to(0.5 * PI + after) };
    let mut taylor = Taylor::new(&field);
    let motion = Trajectory::of(&mut taylor, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
    motion.crossings.iter().map(|(c, _)| (c.t, c.meeting)).collect()
}

/// A kink or a jump shortly before the end of a run is met, however short a time is left behind it.
#[test]
fn kinks_and_jumps_just_before_the_end_are_met() {
    let rows: [(&str, Watched, Meeting); 3] = [
        ("|x|", abs, Meeting::Touching),
        ("x + |x|/2", |x| x + 0.5 * abs(x), Meeting::Falling),
        ("sign x", |x| x / abs(x), Meeting::JumpingDown),
    ];
    for (what, g, meeting) in rows {
        for after in [0.1, 1e-3, 1e-6, 1e-8, 1e-10, 1e-12] {
            let met = met_before_end(g, after);
            assert_eq!(met.len(), 1, "{what} and {after:e} more: {met:?}");
            assert!((met[0].0 - 0.5 * PI).abs() < 1e-12, "{what} and {after:e} more: {met:?}");
            assert_eq!(met[0].1, meeting, "{what} and {after:e} more");
        }
        for before in [1e-3, 1e-6] {
            assert_eq!(met_before_end(g, -before), [], "{what}, {before:e} too early");
        }
    }
}

/// Steps of π/4 end on every zero of cos t.
#[test]
fn kinks_and_jumps_at_the_junction_of_steps_are_told_once() {
    let rows: [(&str, Watched); 4] = [
        ("|x|", abs),
        ("x + |x|/2", |x| x + 0.5 * abs(x)),
        ("x |x|", |x| x * abs(x)),
        ("sign x", |x| x / abs(x)),
    ];
    for (what, g) in rows {
        let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![g(x[0])]);
        for step in [PI / 4.0, PI / 6.0, PI / 4.0 * (1.0 + 1e-15), PI / 4.0 * (1.0 + 1e-12)] {
            let mut method = Taylor::with_step(&field, 24, step);
            let settings = Settings { events: vec![ANY], ..Settings::to(20.25 * PI) };
            let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
            let times: Vec<f64> = motion.crossings.iter().map(|(c, _)| c.t / PI).collect();
            assert_eq!(times.len(), 20, "{what} in steps of {step}: {times:?}");
            for (k, t) in times.iter().enumerate() {
                assert!((t - k as f64 - 0.5).abs() < NEAR, "{what} in steps of {step}: {times:?}");
            }
        }
    }
}
