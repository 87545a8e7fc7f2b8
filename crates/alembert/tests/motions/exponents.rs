//! Exponents against closed forms.

use std::f64::consts::PI;
use std::ops::ControlFlow;

use alembert::walk::{LyapunovReport, LyapunovRequest, Refusal, RunRequest, WalkError, lyapunov};

use crate::{model, patient};

/// A pendulum; its upper equilibrium is a saddle with exponents ±√(g/l).
const PENDULUM: &str = "
coordinates
  θ
parameters
  g = 1
  l = 2
  c = 0
L = ½ l² θ'² + g l cos θ
forces
  θ: -c l² θ'
initial
  θ = π, θ' = 0
run 0 .. 24
";

fn spectrum(text: &str, settle: Option<f64>) -> LyapunovReport {
    let request = LyapunovRequest { settle, ..LyapunovRequest::default() };
    lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(())).expect("a spectrum")
}

#[test]
fn exponents_at_a_saddle_are_those_of_its_linear_equations() {
    let rate = 0.5f64.sqrt();
    let found = spectrum(PENDULUM, Some(14.0)).exponents;
    assert!((found[0] - rate).abs() < 1e-6 && (found[1] + rate).abs() < 1e-6, "{found:?}");
    let c = 0.4;
    let damped = PENDULUM.replace("c = 0", "c = 0.4");
    let root = (0.5 + c * c / 4.0f64).sqrt();
    let found = spectrum(&damped, Some(14.0)).exponents;
    let exact = [-c / 2.0 + root, -c / 2.0 - root];
    assert!(found.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {exact:?}");
}

#[test]
fn exponents_add_up_to_the_rate_of_volumes() {
    let swinging = PENDULUM.replace("θ = π", "θ = 2");
    assert!(spectrum(&swinging, None).sum().abs() < 1e-9);
    let damped = swinging.replace("c = 0", "c = 0.4");
    assert!((spectrum(&damped, None).sum() + 0.4).abs() < 1e-9);
}

#[test]
fn directions_that_leave_the_constraints_have_no_exponent() {
    let rod = "coordinates\n  x, y\nL = ½ (x'² + y'²) - y\nconstraints\n  rod: x² + y² = 1\n\
               initial\n  x = 0, y = 1, x' = 0, y' = 0\nrun 0 .. 24\n";
    let found = spectrum(rod, Some(14.0)).exponents;
    assert_eq!(found.len(), 2);
    assert!((found[0] - 1.0).abs() < 1e-6 && (found[1] + 1.0).abs() < 1e-6, "{found:?}");
}

#[test]
fn directions_to_other_constants_of_integrable_constraints_are_told_apart() {
    let rod = |constraint: &str| {
        let text = format!(
            "coordinates\n  x, y\nL = ½ (x'² + y'²) - y\nconstraints\n  rod: {constraint}\n\
             initial\n  x = 0.6, y = 0.8\nrun 0 .. 4\n"
        );
        let found = spectrum(&text, None);
        (found.exponents.len(), found.constants, found.text())
    };
    let (all, constants, text) = rod("x x' + y y' = 0");
    assert_eq!((all, constants), (3, 1), "the length of the rod is one more");
    assert!(text.contains("3 directions: 2 degrees of freedom of the state, and 1 to"), "{text}");
    let (all, constants, text) = rod("x² + y² = 1");
    assert_eq!((all, constants), (2, 0));
    assert!(!text.contains("directions:"), "{text}");
}

#[test]
fn times_of_averaging_out_of_range_are_refused() {
    let refused = |request: LyapunovRequest<'_>| {
        let result = lyapunov(&model(PENDULUM), request, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(result, Err(Refusal::Walk(WalkError::RunSetting { .. }))), "{result:?}");
    };
    refused(LyapunovRequest { settle: Some(24.0), ..LyapunovRequest::default() });
    refused(LyapunovRequest { interval: Some(0.0), ..LyapunovRequest::default() });
    let backwards = RunRequest { to: Some(-3.0), ..RunRequest::default() };
    refused(LyapunovRequest { run: backwards, ..LyapunovRequest::default() });
    let broken =
        lyapunov(&model(PENDULUM), LyapunovRequest::default(), &mut |_| ControlFlow::Break(()));
    assert!(matches!(broken, Err(Refusal::Walk(WalkError::Interrupted { .. }))));
}

#[test]
fn exponents_of_an_interrupted_motion_are_those_until_then() {
    let text = model(PENDULUM);
    let request = LyapunovRequest { interval: Some(0.05), ..LyapunovRequest::default() };
    let whole = lyapunov(&text, request, &mut |_| ControlFlow::Continue(())).expect("exponents");
    assert!(!whole.interrupted);
    let broken = lyapunov(&text, request, &mut patient(300)).expect("what was averaged");
    assert!(broken.interrupted && broken.json()["stop"] == "interrupted");
    let (from, to) = broken.span;
    assert!(from == whole.span.0 && to > from && to < whole.span.1, "{:?}", broken.span);
    let run = RunRequest { to: Some(to), ..RunRequest::default() };
    let same = LyapunovRequest { run, settle: Some(from), ..request };
    let same = lyapunov(&text, same, &mut |_| ControlFlow::Continue(())).expect("exponents");
    let pairs = broken.exponents.iter().zip(&same.exponents);
    pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-8, "{a} is not {b}"));
}

/// x'' = cos t − F sign x': velocities turn where sin t₀ = π F/2, and are pressed together there by
/// (|cos t₀| − F)/(|cos t₀| + F), twice in 2π; nothing else changes the distance of two motions.
#[test]
fn exponents_of_dry_friction_are_those_of_its_jumps() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: cos(t) - 0.3 sign(x')\ninitial\n  x = 0, x' = 0\n\
                run 0 .. 400\n";
    let found = spectrum(text, Some(40.0)).exponents;
    let cos = (1.0 - (0.15 * PI).powi(2)).sqrt();
    let exact = ((cos - 0.3) / (cos + 0.3)).ln() / PI;
    // one turn more or less in the time that is counted
    assert!(found[0].abs() < 1e-2 && (found[1] - exact).abs() < 4e-3, "{found:?} {exact}");
}

/// Two of them beside each other jump at the same moments, each at its own surface.
#[test]
fn jumps_at_one_moment_are_gone_through_one_after_another() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nforces\n  x: cos(t) - 0.3 sign(x')\n  \
                y: cos(t) - 0.3 sign(y')\ninitial\n  x = 0, x' = 0, y = 0, y' = 0\nrun 0 .. 400\n";
    let found = spectrum(text, Some(40.0)).exponents;
    let exact = [0.0, 0.0, -0.2263, -0.2263];
    let far = found.iter().zip(exact).find(|(a, b)| (*a - b).abs() > 4e-3);
    assert!(far.is_none(), "{found:?}");
}

/// The same friction with a switch far away: the order of the terms does not matter, nor does a
/// parameter that is named like a sign.
#[test]
fn signs_at_the_start_do_not_depend_on_how_forces_are_written() {
    let exponent = |force: &str, parameter: &str| {
        let text = format!(
            "coordinates\n  x, y\nparameters\n  {parameter} = 1\nL = ½ x'² + ½ {parameter} y'²\nforces\n  \
             x: {force}\n  y: -(y + 6)\ninitial\n  x = 0, x' = 0, y = -6, y' = 0\nrun 0 .. 400\n"
        );
        spectrum(&text, Some(40.0)).exponents[3]
    };
    let found = [
        ("cos(t) - 0.3 sign(x') - 1.2 (1 + sign(y + 5))", "m"),
        ("-1.2 (1 + sign(y + 5)) + cos(t) - 0.3 sign(x')", "sign_0"),
    ]
    .map(|(force, parameter)| exponent(force, parameter));
    assert!((found[0] - found[1]).abs() < 1e-9, "{found:?}");
    // the time that counts is no multiple of the period
    assert!((found[0] + 0.2263).abs() < 1e-3, "{found:?}");
}

/// A surface that is neither along a coordinate nor at rest; the exponents are those of differences of motions.
#[test]
fn a_jump_on_a_moving_surface_is_that_of_neighbouring_motions() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x² - 0.125 x^4\nforces\n  \
                x: 2 cos(1.3 t) - 0.1 x' - 0.4 sign(x' + 0.7 x - 0.8 sin(0.7 t))\n\
                initial\n  x = 1, x' = 0.2\nrun 0 .. 400\n";
    let request = LyapunovRequest { interval: Some(0.5), settle: Some(40.0), ..Default::default() };
    let found = lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(()));
    let found = found.expect("exponents").exponents;
    assert!((found[0] + 0.087_543_1).abs() < 2e-6, "{found:?}");
    assert!((found[1] + 0.087_688_7).abs() < 2e-6, "{found:?}");
}

/// Slopes jump, and forces do not: damping is 0.03 where x' > 0 and 0.01 where x' < 0, each for half
/// of a turn, so that volumes shrink at 0.02, and not at one of these. The time is large.
#[test]
fn a_kink_is_gone_through_at_any_time() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -0.02 x' - 0.01 abs(x')\n\
                initial\n  x = 1, x' = 0\nrun 10000 .. 10100\n";
    let found = spectrum(text, None);
    // half of a turn lasts π/√(1 − (c/2)²), and one of them more or less is counted
    assert!((found.sum() + 0.02).abs() < 0.01 * PI / 90.0, "{:?}", found.exponents);
}

/// What begins at a zero with no rate leaves it by its acceleration, and is not held.
#[test]
fn a_motion_that_begins_at_rest_at_a_kink_leaves_it() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: 1 - 0.1 x' - 0.2 abs(x)\ninitial\n  x = 0, x' = 0\n\
                run 0 .. 100\n";
    assert!((spectrum(text, None).sum() + 0.1).abs() < 1e-9);
}

#[test]
fn a_root_of_a_square_is_an_absolute_value() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: cos(t) - 0.3 x'/sqrt(x'^2)\ninitial\n  \
                x = 0, x' = 0.01\nrun 0 .. 200\n";
    let found = spectrum(text, None).exponents;
    assert!((found[1] + 0.2263).abs() < 4e-3, "{found:?}");
}

#[test]
fn more_kinks_than_are_followed_are_refused() {
    let kinks: Vec<String> = (1..=13).map(|k| format!(" - 0.001 abs(x - {k})")).collect();
    let text = format!(
        "coordinates\n  x\nL = ½ x'²\nforces\n  x: -x{}\ninitial\n  x = 1, x' = 0\nrun 0 .. 10\n",
        kinks.concat()
    );
    let request = LyapunovRequest::default();
    let refused = lyapunov(&model(&text), request, &mut |_| ControlFlow::Continue(()));
    let Err(Refusal::Walk(WalkError::Ended { stop, .. })) = refused else { panic!("{refused:?}") };
    assert!(stop.contains("more than 12"), "{stop}");
}

#[test]
fn there_are_no_exponents_where_friction_holds_a_body() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: cos(t) - 2 sign(x')\ninitial\n  x = 0, x' = 3\n\
                run 0 .. 40\n";
    let request = LyapunovRequest::default();
    let refused = lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(()));
    let Err(Refusal::Walk(WalkError::Ended { stop, .. })) = refused else { panic!("{refused:?}") };
    assert!(stop.starts_with("the motion stays where `x'` = 0 from t = "), "{stop}");
}

#[test]
fn exponents_of_a_stiff_motion_do_not_follow_its_decay() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x² - ½*1000000 y²\nforces\n  x: -0.2 x'\n  \
                y: -20000 y'\ninitial\n  x = 1, x' = 0, y = 0.01, y' = 0\nrun 0 .. 100\n";
    let turned = spectrum(&text.replace("  x, y\n", "  y, x\n"), None);
    assert!(turned.exponents[..2].iter().all(|e| (e + 0.1).abs() < 1e-2), "{:?}", turned.exponents);
    assert_eq!(turned.resolved, [true, true, true, false]);
    let found = spectrum(text, None);
    assert_eq!(found.method, "radau", "{}", found.why_method);
    assert!(found.exponents[..2].iter().all(|e| (e + 0.1).abs() < 1e-2), "{:?}", found.exponents);
    let fastest = found.fastest.expect("it is stiff");
    assert!((found.exponents[2] + 50.0).abs() < 1.0, "{:?}", found.exponents);
    assert!(found.exponents[3] < -fastest, "{:?}", found.exponents);
    assert!(found.text().contains("not resolved"), "{}", found.text());
    let run = RunRequest { method: Some("taylor"), ..RunRequest::default() };
    let request = LyapunovRequest { run, ..LyapunovRequest::default() };
    let refused = lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(Refusal::Walk(WalkError::MethodRefuses { .. }))), "{refused:?}");
}

#[test]
fn exponents_are_averaged_until_the_time_that_is_asked_for() {
    for (to, interval) in [(7.3, None), (20.0, Some(0.7))] {
        let run = RunRequest { to: Some(to), ..RunRequest::default() };
        let request = LyapunovRequest { run, interval, ..LyapunovRequest::default() };
        let found = lyapunov(&model(PENDULUM), request, &mut |_| ControlFlow::Continue(()));
        let found = found.expect("exponents");
        assert_eq!((found.span.1, found.method), (to, "dop853"));
        assert!(interval.is_none_or(|most| found.interval <= most), "{}", found.interval);
    }
}

/// Rates are those of springs, √(k/m), and not the entries k/m of a Jacobian: a chain of 10⁶ N/m had 10⁶ intervals.
#[test]
fn intervals_of_exponents_suit_the_rates_of_the_motion() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½*1000000 (x² + (y - x)² + y²)\ninitial\n  \
                x = 0.1, x' = 0, y = 0.2, y' = 0\nrun 0 .. 1\n";
    let found = spectrum(text, None);
    assert_eq!(found.method, "dop853", "{}", found.why_method);
    assert!(found.interval > 5e-4 && found.interval < 5e-3, "{}", found.interval);
}

/// A rate that is large at the start and nowhere else asks for no short intervals.
#[test]
fn intervals_of_exponents_do_not_hang_on_the_start() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: exp(-100 x) - 0.01 x'\ninitial\n  \
                x = -0.1, x' = 0\nrun 0 .. 10\n";
    assert!(spectrum(text, None).interval > 0.05);
}

/// y stays at rest and neither grows nor decays. Steps of radau of length h make it seem to decay by ω⁶h⁵/7200, and
/// that is what they leave open. With ω = 1 its directions turn and keep their lengths.
#[test]
fn exponents_beside_a_decay_have_an_accuracy() {
    let text = "coordinates\n  y, z\nL = ½ (y'² + z'²) - ½ y² - ½*1000000 z²\nforces\n  \
                z: -20000 z'\ninitial\n  y = 0, y' = 0, z = 0.01, z' = 0\nrun 0 .. 1000\n";
    let found = spectrum(text, None);
    assert_eq!(found.method, "radau", "{}", found.why_method);
    let open = found.accuracy.as_ref().expect("it is stiff");
    let h = found.interval / 8.0;
    let decay = h.powi(5) / 7200.0;
    for (exponent, open) in found.exponents[..2].iter().zip(open) {
        assert!((open / decay - 1.0).abs() < 1e-2, "{open} {decay}");
        // an interval begins with shorter steps, which last as long as one of the longest
        assert!((exponent / decay + 0.9).abs() < 0.05, "{exponent} {decay}");
    }
    assert!(found.text().contains("of these values open"), "{}", found.text());
}

/// Exponents that are known, against others, the largest first: each by no more than its error.
fn assert_covered(text: &str, exact: &[f64]) {
    let found = spectrum(text, None);
    assert_eq!(found.method, "radau");
    let accuracy = found.accuracy.as_ref().expect("a stiff motion has one");
    let known: Vec<usize> = (0..found.exponents.len()).filter(|&i| found.resolved[i]).collect();
    assert_eq!(known.len(), exact.len(), "{found:?}");
    for (i, exact) in known.into_iter().zip(exact) {
        let error = (found.exponents[i] - exact).abs();
        assert!(error <= found.unsettled[i] + accuracy[i], "{i}: {error} {found:?}");
        assert!(found.unsettled[i] < 0.05, "{i}: {found:?}");
    }
}

#[test]
fn exponents_beside_a_decay_have_errors_that_cover_their_closed_form() {
    let beside = "coordinates\n  x, z\nL = ½ (x'² + z'²) - ½ x²\nforces\n  x: -0.02 x'\n  z: -1e5 z'\n\
                  initial\n  x = 1, x' = 0, z = 0, z' = 1\nrun 0 .. 20\n";
    assert_covered(beside, &[0.0, -0.01, -0.01]);
    // A damper joins two bodies on springs: their sum swings, their difference creeps, λ² + 2·10⁵ λ + 1 = 0. The time
    // tells neither from the other.
    let joined = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ (x² + y²)\nforces\n  x: -1e5 (x' - y')\n  \
                  y: -1e5 (y' - x')\ninitial\n  x = 0.3, y = 0.5, x' = 0, y' = 0.1\nrun 0 .. 20\n";
    assert_covered(joined, &[0.0, 0.0, -5e-6]);
    // (λ² + 2)(λ² + 10⁵ λ + 1) = 1: a swing that a spring leads to a damper
    let led = "coordinates\n  x, z\nL = ½ (x'² + z'²) - ½ x² - ½ (z - x)²\nforces\n  z: -1e5 z'\n\
               initial\n  x = 0.3, z = 0.5, x' = 0, z' = 0.1\nrun 0 .. 20\n";
    assert_covered(led, &[-2.5e-6, -2.5e-6, -5e-6]);
}
