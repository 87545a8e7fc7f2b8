//! Motions between two points against closed forms.

use std::ops::ControlFlow;

use alembert::language::{Source, read_assignments};
use alembert::walk::{ConnectReport, ConnectRequest, Refusal, RunRequest, WalkError, connect};

use crate::{model, patient};

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
