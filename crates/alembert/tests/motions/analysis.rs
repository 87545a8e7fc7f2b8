//! Sections, exponents, sensitivities and motions between two points, each against a closed form.

use std::f64::consts::{PI, TAU};
use std::ops::ControlFlow;

use alembert::language::{Source, read_assignments, read_expression};
use alembert::walk::{
    ConnectReport, ConnectRequest, Event, LyapunovReport, LyapunovRequest, Refusal, RunReport,
    RunRequest, SectionReport, SectionRequest, Side, WalkError, connect, lyapunov, run, section,
    with_reactions,
};

use crate::{last, model};

/// Two springs with frequencies 1 and ω: x = cos t, y = sin ωt.
const SPRINGS: &str = "
coordinates
  x, y
parameters
  w = 1.7
L = ½ (x'² + y'²) - ½ x² - ½ w² y²
initial
  x = 1, y = 0, x' = 0, y' = w
run 0 .. 30
observe
  double = 2 y
";

fn cut(text: &str, quantity: &str, side: Side, count: Option<usize>) -> SectionReport {
    let model = model(text);
    let source = Source::new("quantity", quantity);
    let expression = read_expression(&source, &model).expect("an expression");
    let event = Event { text: quantity.to_owned(), quantity: expression, ends: false };
    let run = RunRequest::default();
    let request = SectionRequest { run, quantity: &event, side, count };
    section(&model, request, &mut |_| ControlFlow::Continue(())).expect("a section")
}

fn column<'a>(report: &'a SectionReport, name: &str) -> &'a [f64] {
    &report.columns.iter().find(|c| c.name == name).expect("a column").values
}

#[test]
fn a_section_that_is_never_reached_ends_with_a_sentence() {
    let report = cut(SPRINGS, "x - 5", Side::Both, Some(3));
    assert_eq!((report.stop, report.count()), ("too many steps", 0));
    assert!(report.reason.expect("a reason").starts_with("no point in the last 20000 steps"));
}

#[test]
fn a_zero_at_the_end_belongs_to_the_section() {
    let sine = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 0, x' = 1\nrun 0 .. 2 π\n\
                observe\n  root = sqrt(x - 1)\n";
    let report = cut(sine, "x", Side::Up, None);
    assert_eq!(report.count(), 1);
    assert!((column(&report, "t")[0] - TAU).abs() < 1e-14);
    assert_eq!(report.gaps().len(), 1, "the root has no value there");
    assert_eq!(cut(sine, "x", Side::Down, None).count(), 1);
}

#[test]
fn points_of_a_section_are_those_of_the_closed_form() {
    // x = cos t rises through 0 at t = 3π/2 + 2πk, and y = sin 1.7t there.
    let report = cut(SPRINGS, "x", Side::Up, None);
    assert_eq!((report.stop, report.count()), ("end", 5));
    for (k, &t) in (0u8..).zip(column(&report, "t")) {
        assert!((t - (1.5 * PI + TAU * f64::from(k))).abs() < 1e-12, "{t}");
    }
    for (t, (y, double)) in
        column(&report, "t").iter().zip(column(&report, "y").iter().zip(column(&report, "double")))
    {
        assert!((y - (1.7 * t).sin()).abs() < 1e-12 && (double - 2.0 * y).abs() < 1e-15);
    }
    assert!(column(&report, "x'").iter().all(|v| (v - 1.0).abs() < 1e-12));
    assert_eq!(cut(SPRINGS, "x", Side::Down, None).count(), 5);
    assert_eq!(cut(SPRINGS, "x", Side::Both, None).count(), 10);
}

#[test]
fn a_number_of_points_ends_the_run_and_a_touch_has_no_side() {
    let report = cut(SPRINGS, "x", Side::Up, Some(40));
    assert_eq!((report.stop, report.count()), ("count", 40));
    assert!((column(&report, "t")[39] - (1.5 * PI + TAU * 39.0)).abs() < 1e-11);
    assert_eq!(cut(SPRINGS, "1 - x", Side::Up, None).count(), 0);
    assert_eq!(cut(SPRINGS, "1 - x", Side::Both, None).count(), 4);
}

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
fn reactions_are_what_the_accelerations_lack() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + 3 y'²) - 2 y\nconstraints\n  rod: x² + y² = 1\n\
                initial\n  x = 0.6, y = 0.8, x' = 0.4, y' = -0.3\nrun 0 .. 1\nobserve\n  \
                ax = x''\n  ay = y''\n";
    let text = with_reactions(&model(text), None).expect("a model").model;
    let report = run(&text, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    let report = report.expect("a run");
    let near =
        |name: &str, exact: f64| assert!((last(&report, name) - exact).abs() < 1e-13, "{name}");
    near("reaction_rod_x", last(&report, "ax"));
    near("reaction_rod_y", 3.0 * last(&report, "ay") + 2.0);
    near("reaction_rod_x", 2.0 * last(&report, "x") * last(&report, "lambda_rod"));
    let skate = "coordinates\n  x, y, φ\nL = ½ (x'² + y'² + φ'²) + x\nconstraints\n  \
                 edge: x' sin φ = y' cos φ\ninitial\n  φ = 0.3, φ' = 1\nrun 0 .. 1\nobserve\n  ay = y''\n";
    let observed = with_reactions(&model(skate), None).expect("a model").model;
    let report = run(&observed, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    let report = report.expect("a run");
    assert!((last(&report, "reaction_edge_y") - last(&report, "ay")).abs() < 1e-13);
    assert!(report.columns.iter().all(|c| c.name != "reaction_edge_phi"), "it does not act on φ");
    let refused = with_reactions(&model(skate), Some("vakonomic"));
    assert_eq!(refused.unwrap_err(), WalkError::NoReactions { principle: "vakonomic" });
}

#[test]
fn a_spread_of_guesses_is_a_positive_number() {
    let text = "coordinates\n  x\nL = ½ x'²\ninitial\n  x = 4, x' = 0 (guess)\nrun 0 .. 1\n";
    let model = model(text);
    let end = read_assignments(&Source::new("end", "x=1"), &model).expect("a state");
    for spread in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        let run = RunRequest::default();
        let request =
            ConnectRequest { run, end: &end, tries: 1, spread: Some(spread), segments: 1 };
        let found = connect(&model, request, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(found, Err(Refusal::Walk(WalkError::RunSetting { .. }))), "{spread}");
    }
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

/// x = A cos ωt + (v₀/ω) sin ωt with ω² = w2 = k/m, a definition.
const SPRING: &str = "
coordinates
  x
parameters
  m = 2
  k = 3
  v0 = 0.5
  w2 = k/m
L = ½ m x'² - ½ m w2 x²
initial
  x = 1, x' = v0
run 0 .. 5
";

fn sensitive(text: &str, names: &[&str]) -> Result<RunReport, Refusal> {
    let model = model(text);
    let by: Vec<_> = names
        .iter()
        .map(|name| read_expression(&Source::new("by", *name), &model).expect("a name"))
        .collect();
    let request = RunRequest { sensitivity: &by, every: Some(0.7), ..RunRequest::default() };
    run(&model, request, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn sensitivities_are_the_derivatives_of_the_closed_form() {
    let report = sensitive(SPRING, &["k", "m", "v0", "x"]).expect("a run");
    let values = |name: &str| -> &[f64] {
        &report.columns.iter().find(|c| c.name == name).expect("a column").values
    };
    let (k, m, v0) = (3.0f64, 2.0f64, 0.5);
    let w = (k / m).sqrt();
    for (i, &t) in values("t").iter().enumerate() {
        let (s, c) = (w * t).sin_cos();
        // ∂x/∂ω at fixed v₀ and x(0), and ∂ω/∂k = ω/(2k), ∂ω/∂m = −ω/(2m)
        let by_w = -t * s + v0 * (t * c / w - s / (w * w));
        let rate_by_w = -s - w * t * c - v0 * t * s;
        let near = |name: &str, exact: f64| {
            let error = (values(name)[i] - exact).abs();
            assert!(error < 1e-10, "{name} at t = {t}: {error:e}");
        };
        near("dx/dk", by_w * w / (2.0 * k));
        near("dx'/dk", rate_by_w * w / (2.0 * k));
        near("dx/dm", -by_w * w / (2.0 * m));
        near("dx/dv0", s / w);
        near("dx'/dv0", c);
        near("dx/dx", c);
        near("dx'/dx", -w * s);
    }
}

/// A body at rest falls by ½ g t²: everything is zero at the start, and the mass never matters.
#[test]
fn sensitivities_may_begin_at_zero_and_stay_there() {
    let text = "coordinates\n  x, y\nparameters\n  m = 2\n  g = 9.81\nL = ½ m (x'² + y'²) - m g y\n\
                constraints\n  wall: x' + y' sin x = 0\ninitial\n  x = 0, y = 0, y' = 0\nrun 0 .. 2\n";
    let report = sensitive(text, &["g", "m"]).expect("sensitivities");
    assert!((last(&report, "dy/dg") + 2.0).abs() < 1e-11);
    for name in ["dx/dg", "dy/dm", "dx/dm"] {
        assert!(last(&report, name).abs() < 1e-11, "{name}: {}", last(&report, name));
    }
}

#[test]
fn sensitivities_follow_the_start_along_the_constraints() {
    // A pendulum of length l at rest under no force stays where the constraint puts it: y = √(l² − x²).
    let text = "coordinates\n  x, y\nparameters\n  l = 2\nL = ½ (x'² + y'²)\nconstraints\n  \
                rod: x² + y² = l²\ninitial\n  x = 1.2, x' = 0, y = 1.5 (guess)\nrun 0 .. 1\n";
    let report = sensitive(text, &["l", "x"]).expect("a run");
    let y = 1.6;
    assert!((last(&report, "dy/dl") - 2.0 / y).abs() < 1e-11);
    assert!((last(&report, "dy/dx") + 1.2 / y).abs() < 1e-11);
    assert!(last(&report, "dx/dl").abs() < 1e-11);
}

#[test]
fn what_is_not_given_cannot_be_differentiated_by() {
    let free = SPRING.replace("x' = v0", "x' = v0 (guess)");
    let Err(Refusal::Walk(error)) = sensitive(&free, &["x'"]) else { panic!("it ran") };
    assert_eq!(error, WalkError::NoSensitivity { name: "x'".to_owned() });
}

/// Extremals of the Heisenberg group: circles, z the area that they sweep.
const HEISENBERG: &str = "
coordinates
  x, y, z
L = ½ (x'² + y'²)
constraints
  c: z' = ½ (x y' - y x')
principle vakonomic
initial
  x = 0, y = 0, z = 0, x' = VX (guess), y' = VY (guess), mu_c = MU (guess)
run 0 .. 1
";

fn connected(text: &str, end: &str, tries: usize) -> Result<ConnectReport, Refusal> {
    let model = model(text);
    let end = read_assignments(&Source::new("end", end), &model).expect("a state");
    let run = RunRequest::default();
    let request = ConnectRequest { run, end: &end, tries, spread: Some(2.0), segments: 2 };
    connect(&model, request, &mut |_| ControlFlow::Continue(()))
}

/// An arc of the angle φ over the chord 1 sweeps (φ − sin φ)/(4 (1 − cos φ)) and is φ/(2 sin ½φ) long.
fn area(phi: f64) -> f64 {
    (phi - phi.sin()) / (4.0 * (1.0 - phi.cos()))
}

#[test]
fn five_extremals_of_heisenberg_lead_to_1_0_2() {
    // The brackets of the five roots of area(φ) = 2: one turn, and two for each of the next.
    let brackets = [(3.0, 6.2), (6.4, 9.0), (9.0, 12.5), (12.7, 15.6), (15.6, 18.7)];
    for (low, high) in brackets {
        let (mut a, mut b) = (low, high);
        for _ in 0..100 {
            let middle = 0.5 * (a + b);
            let same = (area(middle) > 2.0) == (area(a) > 2.0);
            if same { a = middle } else { b = middle }
        }
        let phi = 0.5 * (a + b);
        let length = phi / (2.0 * (phi / 2.0).sin().abs());
        // A circle of speed ℓ that turns at the rate φ: it begins half of the angle off the chord.
        let sign = (phi / 2.0).sin().signum();
        let (vx, vy) = (sign * length * (phi / 2.0).cos(), -sign * length * (phi / 2.0).sin());
        let rough = |v: f64| format!("{:.1}", 1.02 * v);
        let text = HEISENBERG
            .replace("VX", &rough(vx))
            .replace("VY", &rough(vy))
            .replace("MU", &rough(phi));
        let report = connected(&text, "x=1, y=0, z=2", 1).expect("a search");
        assert_eq!(report.motions.len(), 1, "φ = {phi}");
        let motion = &report.motions[0];
        let found = (2.0 * motion.action).sqrt();
        assert!((found - length).abs() < 1e-8 * length, "φ = {phi}: {found} and not {length}");
        assert!((motion.start[6].abs() - phi).abs() < 1e-7, "{:?}", motion.start);
        assert!((motion.end[0] - 1.0).abs() < 1e-8 && (motion.end[2] - 2.0).abs() < 1e-8);
    }
}

/// Without guesses of the user's, with the settings that are taken when nobody says any.
#[test]
fn the_usual_guesses_find_all_five_of_them() {
    let text = HEISENBERG.replace(", x' = VX (guess), y' = VY (guess), mu_c = MU (guess)", "");
    let model = model(&text);
    let end = read_assignments(&Source::new("end", "x=1, y=0, z=2"), &model).expect("a state");
    let request = ConnectRequest {
        run: RunRequest::default(),
        end: &end,
        tries: ConnectRequest::TRIES as usize,
        spread: None,
        segments: ConnectRequest::SEGMENTS as usize,
    };
    let report = connect(&model, request, &mut |_| ControlFlow::Continue(())).expect("a search");
    let turns: Vec<f64> = report.motions.iter().map(|m| m.start[6].abs()).collect();
    assert_eq!(turns.len(), 5, "{turns:?}");
    assert!(turns.iter().all(|&phi| (area(phi) - 2.0).abs() < 1e-7), "{turns:?}");
    assert!(turns.windows(2).all(|pair| pair[0] < pair[1]), "by action: {turns:?}");
}

#[test]
fn several_motions_are_found_from_one_guess_and_listed_by_action() {
    // x'' = 3/2 x² from 4 to 1 has two motions.
    let text =
        "coordinates\n  x\nL = ½ x'² + ½ x³\ninitial\n  x = 4, x' = -20 (guess)\nrun 0 .. 1\n";
    let model = model(text);
    let end = read_assignments(&Source::new("end", "x=1"), &model).expect("a state");
    let request = ConnectRequest {
        run: RunRequest::default(),
        end: &end,
        tries: 12,
        spread: Some(20.0),
        segments: 1,
    };
    let report = connect(&model, request, &mut |_| ControlFlow::Continue(())).expect("a search");
    let mut speeds: Vec<f64> = report.motions.iter().map(|m| m.start[1]).collect();
    speeds.sort_by(f64::total_cmp);
    assert_eq!(speeds.len(), 2, "{speeds:?}");
    assert!((speeds[0] + 35.858_548_73).abs() < 1e-6 && (speeds[1] + 8.0).abs() < 1e-8);
    assert!(report.motions[0].action < report.motions[1].action);
}

#[test]
fn conditions_that_are_too_few_are_counted() {
    let text = "coordinates\n  x\nL = ½ x'²\ninitial\n  x = 0, x' = 1\nrun 0 .. 1\n";
    let Err(Refusal::Walk(error)) = connected(text, "x=1", 1) else { panic!("it was found") };
    assert_eq!(error, WalkError::Conditions { state: 2, counts: (2, 0, 1) });
    let Err(Refusal::Walk(error)) = connected(text, "t=1", 1) else { panic!("it was found") };
    assert_eq!(error, WalkError::NoEnd { name: "t".to_owned() });
}

/// Goes on for some calls and then breaks off.
fn patient(mut calls: u32) -> impl FnMut(alembert::walk::Progress) -> ControlFlow<()> {
    move |_| {
        calls = calls.saturating_sub(1);
        if calls == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
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

#[test]
fn an_interrupted_search_keeps_the_motions_that_it_found() {
    let spring =
        "coordinates\n  x\nL = ½ x'² - 2 x²\ninitial\n  x = 1, x' = 0 (guess)\nrun 0 .. 0.3\n";
    let text = model(spring);
    let end = read_assignments(&Source::new("--end", "x=2"), &text).expect("values");
    let run = RunRequest::default();
    let request = ConnectRequest { run, end: &end, tries: 5000, spread: None, segments: 4 };
    let report = connect(&text, request, &mut patient(400)).expect("what was found");
    assert!(report.interrupted && report.tries > 0 && report.tries < 5000, "{}", report.tries);
    assert_eq!((report.motions.len(), &report.json()["stop"]), (1, &"interrupted".into()));
}

/// The same two motions in lengths of 10⁻¹², 1 and 10¹²: `x = s X` obeys x'' = 3/2 x²/s.
#[test]
fn motions_between_points_are_the_same_in_all_units() {
    for size in [1e-12, 1.0, 1e12] {
        let text = format!(
            "coordinates\n  x\nparameters\n  s = {size:e}\nL = ½ x'² + ½ x³/s\n\
             initial\n  x = 4 s, x' = -20 s (guess)\nrun 0 .. 1\n"
        );
        let model = model(&text);
        let end = read_assignments(&Source::new("end", "x=s"), &model).expect("a state");
        let request = ConnectRequest {
            run: RunRequest::default(),
            end: &end,
            tries: 12,
            spread: Some(20.0 * size),
            segments: 1,
        };
        let report =
            connect(&model, request, &mut |_| ControlFlow::Continue(())).expect("a search");
        let mut speeds: Vec<f64> = report.motions.iter().map(|m| m.start[1] / size).collect();
        speeds.sort_by(f64::total_cmp);
        assert_eq!(speeds.len(), 2, "{size:e}: {speeds:?}");
        assert!((speeds[0] + 35.858_548_73).abs() < 1e-6 && (speeds[1] + 8.0).abs() < 1e-8);
        assert!(report.motions.iter().all(|m| (m.end[0] / size - 1.0).abs() < 1e-8));
        assert!(size == 1.0 || report.text().contains(if size < 1.0 { "e-12" } else { "e12" }));
    }
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

#[test]
fn signs_inside_of_arguments_are_written_out() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -0.1 sign(x' + sign(x))\ninitial\n  \
                x = 1, x' = 0\nrun 0 .. 20\n";
    let request = LyapunovRequest::default();
    let refused = lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(()));
    let Err(Refusal::Walk(WalkError::Ended { stop, .. })) = refused else { panic!("{refused:?}") };
    assert!(stop.contains("`x' + sign(x)` = 0"), "{stop}");
}
