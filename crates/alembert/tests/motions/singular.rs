//! Singular configurations are met wherever they lie within a step, and nothing else is taken for one.

use alembert::language::{Code, Source, read_expression};
use alembert::walk::{Event, Refusal, RunRequest};

use crate::{followed, last, model, tried};

/// The times at which a run ends by loss of rank: the state may be on no constraint there.
const WHEN: f64 = 1e-7;

/// How near a position is known in which two branches touch: a time δ before it they are δ² apart, and rounding ε in
/// the state has become ε/δ, so that δ is about ε^⅓.
const NEAR: f64 = 1e-5;

fn crossing(mass: f64, x: f64, speed: f64) -> String {
    format!(
        "coordinates\n  x, y\nL = ½ (x'² + {mass} y'²)\nconstraints\n  c: x² = y²\n\
         initial\n  x = {x}, y = {}, x' = {speed}\nrun 0 .. 4\n",
        -x
    )
}

/// On x = −y with both free the motion is uniform up to the origin, where two lines meet.
#[test]
fn two_branches_that_meet_end_the_run() {
    for (mass, x, speed) in
        [(1.0, -1.0, 0.7), (2.0, -1.0, 2.3), (3.0, 0.5, -0.31), (1.5, 2.0, -1.0)]
    {
        let report = followed(&crossing(mass, x, speed), RunRequest::default());
        assert_eq!(report.stop, "rank loss", "{:?}", report.reason);
        assert!((report.t + x / speed).abs() < WHEN, "{} and not {}", report.t, -x / speed);
        assert!(last(&report, "x").abs() < WHEN && last(&report, "y").abs() < WHEN);
        assert!(report.diagnostics.iter().any(|d| d.code == Code::RankDrops));
        let reason = report.reason.clone().expect("a reason");
        assert!(reason.starts_with("the slopes of the constraint `c` vanish at t = "), "{reason}");
    }
}

fn parallelogram(alpha: f64) -> String {
    let (x, y) = (alpha.cos(), alpha.sin());
    format!(
        "coordinates\n  x, y, u, v\nL = ½ (x'² + y'² + u'² + v'²)\nconstraints\n  a: x² + y² = 1\n\
         \x20 b: (u - 2)² + v² = 1\n  c: (x - u)² + (y - v)² = 4\n\
         initial\n  x = {x} (guess), y = {y}, u = {} (guess), v = {y}\n  x' = {}\nrun 0 .. 4\n",
        x + 2.0,
        -y
    )
}

/// A parallelogram linkage is flat when the crank stands along the ground: ω t = π − α.
#[test]
fn a_parallelogram_linkage_stops_where_it_is_flat() {
    for alpha in [0.1f64, 0.7, 1.0, 1.3, 1.9, 2.4, 2.9] {
        let report = followed(&parallelogram(alpha), RunRequest::default());
        assert_eq!(report.stop, "rank loss", "{alpha}: {:?}", report.reason);
        let flat = std::f64::consts::PI - alpha;
        assert!((report.t - flat).abs() < 1e-5, "{} and not {flat}", report.t);
        assert!((last(&report, "x") + 1.0).abs() < 1e-9);
    }
}

fn through() -> RunRequest<'static> {
    RunRequest { through_singular: true, ..RunRequest::default() }
}

/// Where the lines x = ±y cross, a motion goes on along its own with its speed.
#[test]
fn a_motion_that_is_to_go_through_a_crossing_keeps_its_line() {
    for (mass, x, speed) in [(1.0, -1.0, 0.7), (2.0, -1.0, 2.3), (3.0, 0.5, -0.31)] {
        let report = followed(&crossing(mass, x, speed), through());
        assert_eq!(report.stop, "end", "{:?}", report.reason);
        let end = x + 4.0 * speed;
        assert!((last(&report, "x") - end).abs() < 1e-12, "{}", last(&report, "x"));
        assert!((last(&report, "y") + end).abs() < 1e-12, "{}", last(&report, "y"));
        let [(t, what)] = &report.passages[..] else { panic!("{:?}", report.passages) };
        assert!((t + x / speed).abs() < 1e-11, "{t}");
        assert!(what.starts_with("the slopes of the constraint `c` vanish at t = "), "{what}");
        let warned = report.diagnostics.iter().filter(|d| d.code == Code::RankDrops);
        assert_eq!(warned.count(), 1);
    }
}

/// A parallelogram linkage that goes through its flat positions stays one: the crank turns uniformly.
#[test]
fn a_parallelogram_linkage_goes_through_flat_positions() {
    for alpha in [0.1f64, 0.7, 1.0, 1.3, 1.9, 2.4, 2.9] {
        let report = followed(&parallelogram(alpha), through());
        assert_eq!(report.stop, "end", "{alpha}: {:?}", report.reason);
        let (x, y) = ((alpha + 4.0).cos(), (alpha + 4.0).sin());
        for (name, value) in [("x", x), ("y", y), ("u", x + 2.0), ("v", y)] {
            let off = (last(&report, name) - value).abs();
            assert!(off < 1e-9, "{alpha}: {name} is off by {off:.1e}");
        }
        let flat = std::f64::consts::PI - alpha;
        assert!((report.passages[0].0 - flat).abs() < 1e-9, "{:?}", report.passages);
        let second = usize::from(4.0 > flat + std::f64::consts::PI);
        assert_eq!(report.passages.len(), 1 + second, "{:?}", report.passages);
    }
}

/// A crank and a rod of the same length l with a slider, in angles: where both stand upright a second branch begins, on
/// which the slider rests. On the first b = −a, and the motion of a is that of one coordinate, by a quadrature.
fn slider(a: f64, speed: f64) -> String {
    format!(
        "coordinates\n  a, b [rad]\nlet\n  P = (cos a, sin a)\n  S = P + (cos b, sin b)\n  C = P + (½ cos b, ½ sin b)\n\
         T = 1/6 a'² + ½ |C'|² + 1/24 b'²\nconstraints\n  guide: S_y = 0\n\
         initial\n  a = {a}, b = {}, a' = {speed}\nrun 0 .. 3\n",
        -a
    )
}

/// 2T = I(a) a'² on the first branch, I = 1/3 + 1/12 + 9/4 sin²a + ¼ cos²a: the time to an angle is ∫ √(I/2E) da.
fn time_to(angle: f64, a: f64, speed: f64) -> f64 {
    let inertia = |a: f64| 5.0 / 12.0 + 2.25 * a.sin().powi(2) + 0.25 * a.cos().powi(2);
    let intervals = 4000;
    let width = (angle - a) / f64::from(intervals);
    let weight = |k: i32| match k {
        0 => 1.0,
        k if k == intervals => 1.0,
        k if k % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 =
        (0..=intervals).map(|k| weight(k) * inertia(a + f64::from(k) * width).sqrt()).sum();
    sum * width / 3.0 / (inertia(a).sqrt() * speed)
}

#[test]
fn a_slider_and_crank_in_angles_goes_through_its_upright_position() {
    for (a, speed) in [(0.5, 2.0), (0.1, 1.0), (-0.4, 3.1), (1.2, 0.7)] {
        let report = followed(&slider(a, speed), through());
        assert_eq!(report.stop, "end", "{a}: {:?}", report.reason);
        let (end, rod) = (last(&report, "a"), last(&report, "b"));
        assert!((end + rod).abs() < 1e-9, "{a}: {end} {rod}");
        assert!((time_to(end, a, speed) - 3.0).abs() < 1e-9, "{a}: {}", time_to(end, a, speed));
        let upright = time_to(std::f64::consts::FRAC_PI_2, a, speed);
        assert!((report.passages[0].0 - upright).abs() < 1e-9, "{:?} {upright}", report.passages);
    }
}

/// Beside a crossing of x = ±y a force that is asleep at first pushes z, or one whose first coefficients vanish.
#[test]
fn nothing_is_passed_over_on_the_way_through_a_crossing() {
    let beside = |speed: f64, force: &str| {
        format!(
            "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nconstraints\n  c: x² = y²\nforces\n  z: {force}\n\
             initial\n  x = -1, y = 1, z = 0, x' = {speed}, z' = 0\nrun 0 .. 20\n"
        )
    };
    let pushed = 50.0 * std::f64::consts::PI.sqrt() / 10.0 * 15.0;
    for (text, z) in
        [(beside(0.25, "50 exp(-100 (t - 5)²)"), pushed), (beside(0.5, "t⁴"), 20f64.powi(6) / 30.0)]
    {
        let report = followed(&text, through());
        assert_eq!((report.stop, report.passages.len()), ("end", 1), "{:?}", report.reason);
        assert!((last(&report, "z") / z - 1.0).abs() < 1e-9, "{} {z}", last(&report, "z"));
    }
    let (text, quantity) = (beside(0.25, "0 t"), "exp(-100 (t - 3)²) - 0.5");
    let read =
        read_expression(&Source::new("--event", quantity), &model(&text)).expect("a quantity");
    let events = [Event { text: quantity.to_owned(), quantity: read, ends: false }];
    let report = followed(&text, RunRequest { events: &events, ..through() });
    assert_eq!(report.events.len(), 2, "{:?}", report.events);
}

/// x y' = x x' says nothing at x = 0; beside y' = x' it need not.
#[test]
fn a_row_that_vanishes_matters_only_when_no_other_takes_its_place() {
    let text = |more: &str| {
        format!(
            "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  b: x y' = x x'\n{more}\
             initial\n  x = -1, y = 1, x' = 1\nrun 0 .. 2\n"
        )
    };
    let alone = followed(&text(""), RunRequest::default());
    assert_eq!(alone.stop, "rank loss");
    assert!((alone.t - 1.0).abs() < WHEN);
    let together = followed(&text("  a: y' = x'\n"), RunRequest::default());
    assert_eq!(together.stop, "end", "{:?}", together.reason);
    assert!((last(&together, "y") - 3.0).abs() < 1e-14);
}

/// e⁻ᵗ (y' − x') = 0 is the constraint y' = x', however small its row is: x'' = −x/2.
#[test]
fn a_row_that_shrinks_is_as_good_as_before() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x²\nconstraints\n  a: exp(-t) (y' - x') = 0\n\
                initial\n  x = 1, y = 1, x' = 0\nrun 0 .. 60\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    let x = (60.0 / 2f64.sqrt()).cos();
    assert!((last(&report, "x") - x).abs() < 1e-12 && (last(&report, "y") - x).abs() < 1e-12);
    assert!(report.max_residual < 1e-14 && report.energy_drift < 1e-13);
}

/// The same linkage in angles, whose steps are all of one length, with the flat position anywhere within a step: it is
/// never passed over.
#[test]
fn flat_positions_are_met_wherever_they_lie_in_a_step() {
    let text = "coordinates\n  a, b, c\nT = ½ (a'² + b'² + c'²)\nconstraints\n  along: cos a + 2 cos b - cos c = 2\n  \
                across: sin a + 2 sin b - sin c = 0\ninitial\n  a = 1, b = 0, c = 1, a' = 1\n";
    let flat = std::f64::consts::PI - 1.0;
    for k in 0..40 {
        // The end of the run sets the length of a step.
        let to = Some(2.3 + 0.09 * f64::from(k));
        let report = followed(text, RunRequest { to, ..RunRequest::default() });
        assert_eq!(report.stop, "rank loss", "{to:?}: {:?}", report.reason);
        assert!((report.t - flat).abs() < NEAR, "{to:?}: {}", report.t);
    }
}

/// A linkage whose last bar has no mass, so that the inertia is singular in every state, is no less singular where
/// it lies flat: a = c = 1 − t, b = 0.
#[test]
fn flat_positions_of_bars_without_mass_are_met() {
    let text = "coordinates\n  a, b, c\nlet\n  P = (cos a, sin a)\n  Q = P + (2 cos b, 2 sin b)\n\
                T = ½ |P'|² + ½ |Q'|²\nconstraints\n  close: Q - (cos c, sin c) = (2, 0)\n\
                initial\n  a = 1, b = 0, c = 1, a' = -1\n";
    for to in [1.5, 2.0, 3.9, 4.0, 6.0] {
        let report = followed(text, RunRequest { to: Some(to), ..RunRequest::default() });
        assert_eq!(report.stop, "rank loss", "{to}: {:?}", report.reason);
        assert!(report.reason.is_some_and(|reason| reason.contains("close_x")));
        // exactly flat there are no accelerations, and the last sample is the one before
        assert!((report.t - 1.0).abs() < to / 100.0, "{to}: {}", report.t);
    }
}

/// A cost of speed and turning alone, `½ (v² + θ'²)` with v along the blade, has a singular inertia, and the
/// constraint of the blade has slopes of length 1 everywhere. The state at the end is that of Pontryagin's equations
/// `x' = v cos θ, y' = v sin θ, v = p_x cos θ + p_y sin θ, θ'' = −v (p_y cos θ − p_x sin θ)` with constant p.
#[test]
fn a_cost_of_speed_and_turning_alone_is_followed() {
    let text = "coordinates\n  x, y, θ\nL = ½ ((x' cos θ + y' sin θ)² + θ'²)\nconstraints\n  \
                c: x' sin θ = y' cos θ\nprinciple vakonomic\ninitial\n  x = 0, y = 0, θ = 0, x' = 1, θ' = 0.7, \
                mu_c = 0.4\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    let found = ["x", "y", "theta", "mu_c"].map(|name| last(&report, name));
    let expected = pontryagin(1.0, 0.4, 0.7);
    for (found, expected) in found.into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
    }
}

/// x, y, θ and μ at t = 1 by the classical method of Runge and Kutta, in steps short enough for 13 digits.
/// The momenta are p = ∂L/∂q' + μ ∂φ/∂q' = v (cos θ, sin θ) + μ (sin θ, −cos θ), here v and −μ at θ = 0.
fn pontryagin(v: f64, mu: f64, turning: f64) -> [f64; 4] {
    let (p_x, p_y) = (v, -mu);
    let rate = |[_, _, theta, turning]: [f64; 4]| {
        let (sin, cos) = theta.sin_cos();
        let v = p_x * cos + p_y * sin;
        [v * cos, v * sin, turning, -v * (p_y * cos - p_x * sin)]
    };
    let mut x = [0.0, 0.0, 0.0, turning];
    let steps = 4000;
    let h = 1.0 / f64::from(steps);
    let along = |x: [f64; 4], k: [f64; 4], h: f64| std::array::from_fn(|i| x[i] + h * k[i]);
    for _ in 0..steps {
        let first = rate(x);
        let second = rate(along(x, first, h / 2.0));
        let third = rate(along(x, second, h / 2.0));
        let last = rate(along(x, third, h));
        let sum = std::array::from_fn(|i| first[i] + 2.0 * (second[i] + third[i]) + last[i]);
        x = along(x, sum, h / 6.0);
    }
    let (sin, cos) = x[2].sin_cos();
    [x[0], x[1], x[2], p_x * sin - p_y * cos]
}

/// The slopes of x y' = t and of x y' = y x' vanish at the origin. What is left of the first there is x' y' = 1.
#[test]
fn a_consistent_start_in_a_singular_place_goes_on() {
    let text = |constraint: &str, x: f64, y: f64| {
        format!(
            "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: {constraint}\n\
             initial\n  x = 0, y = 0, x' = {x}, y' = {y}\nrun 0 .. 3\n"
        )
    };
    for (constraint, x, y) in
        [("x y' = t", 1.0, 1.0), ("x y' = t", 2.0, 0.5), ("x y' = y x'", 1.0, 0.0)]
    {
        let report = followed(&text(constraint, x, y), RunRequest::default());
        assert_eq!(report.stop, "end", "{constraint}: {:?}", report.reason);
        assert!((last(&report, "x") - 3.0 * x).abs() < 1e-12, "{constraint}");
        assert!((last(&report, "y") - 3.0 * y).abs() < 1e-12, "{constraint}");
        let told =
            report.diagnostics.iter().find(|d| d.code == Code::RankDrops).expect("a warning");
        assert!(told.message.starts_with("the constraints are dependent at the start"), "{told:?}");
    }
    let refusal = tried(&text("x y' = t", 0.5, 1.0), RunRequest::default()).unwrap_err();
    assert!(matches!(refusal, Refusal::Walk(_)), "{refusal:?}");
}

/// At the flat linkage one rod is one too many, and multipliers are digits of rounding.
#[test]
fn ranks_are_told_where_one_is_lost_and_multipliers_have_no_value_there() {
    let report = followed(&parallelogram(1.0), RunRequest::default());
    assert_eq!(report.stop, "rank loss");
    let reason = report.reason.clone().expect("a reason");
    assert!(reason.ends_with(": their rank falls from 3 to 2"), "{reason}");
    for (name, value) in [("x", -1.0), ("y", 0.0), ("u", 1.0), ("v", 0.0)] {
        assert!((last(&report, name) - value).abs() < NEAR, "{name} = {}", last(&report, name));
    }
    for name in ["lambda_a", "lambda_b", "lambda_c"] {
        assert!(last(&report, name).is_nan(), "{name}");
        assert!(report.gaps().iter().any(|gap| gap.name == name && gap.count == 1), "{name}");
    }
}
