//! Runs in speeds with which the constraints hold by themselves: they say of every column what a run of the
//! whole state says that is projected onto the constraints.

use std::ops::ControlFlow;

use alembert::language::{Model, Source};
use alembert::walk::{RunReport, RunRequest, run, tabulate};

use crate::{column, followed, last, model};

/// The largest difference to a run by another method with a tolerance of 1e-12.
const AGREEMENT: f64 = 2e-9;

/// A disk that rolls and tilts: velocities of the contact are solved for.
const DISK: &str = "
coordinates
  x, y, φ, θ, ψ
L = ½ (x'² + y'²) + ½ (θ'² + φ'² cos²θ) + (ψ' + φ' sin θ)² - 9 cos θ + 0.3 x
constraints
  roll_x: x' + 0.5 ψ' cos φ = 0
  roll_y: y' + 0.5 ψ' sin φ = 0
initial
  θ = 0.3, φ' = 0.8, ψ' = -5
run 0 .. 3
";

/// A blade that stands off the axis on a belt that speeds up: the rest of the constraint turns.
const BLADE: &str = "
coordinates
  x, y, φ
L = ½ (x'² + y'²) + ½ φ'² + 0.2 x' φ' sin φ - ½ x²
constraints
  edge: 2 x' sin φ - 2 y' cos φ = 0.7 φ' + 0.3 t sin φ
initial
  x = 0.1, y = 0, φ = 0.4, φ' = 0.9, x' = 0.5
run 0 .. 4
";

/// A blade that is carried along: its speed is that along it, and the rest of the constraint changes and turns.
const CARRIED: &str = "
coordinates
  x, y, φ
L = ½ (x'² + y'²) + ½ φ'² + 0.2 x' φ' sin φ - ½ x² - 0.1 y
constraints
  edge: 2 x' sin φ - 2 y' cos φ = 0.7 φ' cos x + 0.3 t y
initial
  x = 0.1, y = 0.2, φ = 0.4, φ' = 0.9, x' = 0.5
run 0 .. 4
";

/// A velocity that the others give, not linearly.
const CURVED: &str = "
coordinates
  x, y, z
L = ½ (x'² + 2 y'² + 3 z'²) - x y - z
constraints
  kept: z' = x' y' + sin x
initial
  x = 0.3, y' = 0.6, x' = -0.4
run 0 .. 3
";

/// A force that bends twice on the way, with work.
const DRIVEN: &str = "
coordinates
  x, y, φ
inputs
  u
L = ½ (x'² + y'²) + ½ φ'²
constraints
  edge: x' sin φ - y' cos φ = 0
forces
  x: u cos φ
  y: u sin φ
  φ: 0.3 - 0.1 φ'
initial
  φ = 0.4, φ' = 0.9, x' = 0.5
run 0 .. 4
";

/// A car with two trailers on springs, with friction, drawn by a force that changes: its wheels are solved for in turn.
const TRAILERS: &str = "
coordinates
  x, y, a, b, c
parameters
  m = 1.3
  J = 0.1
  l = 0.5
  k = 0.8
inputs
  F
let
  x1 = x - l cos(b)
  y1 = y - l sin(b)
  x2 = x1 - l cos(c)
  y2 = y1 - l sin(c)
T = ½ m (x'² + y'² + x1'² + y1'² + x2'² + y2'²) + ½ J (a'² + b'² + c'²)
V = ½ k (x² + y²) + (b - a)² + ½ (c - b)²
constraints
  car: x' sin(a) - y' cos(a) = 0
  first: x1' sin(b) - y1' cos(b) = 0
  second: x2' sin(c) - y2' cos(c) = 0
forces
  x: F cos(a) - 0.1 x'
  y: F sin(a) - 0.1 y'
  b: -0.2 b'
initial
  x = 0.2, y = 0.1, a = 0.3, b = 0.4, c = 0.6, x' = 0.5, a' = 0.2
run 0 .. 6
  F = 0.3 cos(t)
";

/// Both runs of a model, which say the same.
fn both(model: &Model) -> (RunReport, RunReport) {
    let whole = RunRequest { method: Some("dop853"), ..RunRequest::default() };
    let [run, other] = [RunRequest::default(), whole].map(|request| {
        run(model, request, &mut |_| ControlFlow::Continue(())).expect("the model has a motion")
    });
    assert_eq!((run.method, other.method), ("taylor", "dop853"));
    assert_eq!((run.stop, other.stop), ("end", "end"), "{:?} {:?}", run.reason, other.reason);
    assert!(run.max_residual < 1e-15 && run.energy_drift < 1e-14, "{:e}", run.energy_drift);
    for (a, b) in run.columns.iter().zip(&other.columns) {
        assert_eq!(a.name, b.name);
        let far = |(a, b): (&f64, &f64)| (a - b).abs() > AGREEMENT * (1.0 + a.abs());
        let place = a.values.iter().zip(&b.values).position(far);
        assert_eq!(place, None, "{}: {:?}", a.name, place.map(|i| (a.values[i], b.values[i])));
    }
    (run, other)
}

#[test]
fn a_rolling_disk_has_the_columns_of_its_whole_state() {
    let (run, _) = both(&model(DISK));
    assert!(run.columns.iter().any(|c| c.name == "lambda_roll_y"));
    assert!((last(&run, "x'") + 0.5 * last(&run, "psi'") * last(&run, "phi").cos()).abs() < 1e-14);
}

#[test]
fn a_blade_with_a_moving_rest_has_the_columns_of_its_whole_state() {
    both(&model(BLADE));
}

#[test]
fn a_blade_that_is_carried_has_the_columns_of_its_whole_state() {
    both(&model(CARRIED));
}

#[test]
fn a_velocity_that_is_not_linear_in_others_has_the_columns_of_its_whole_state() {
    both(&model(CURVED));
}

#[test]
fn trailers_with_forces_have_the_columns_of_their_whole_state() {
    let (run, other) = both(&model(TRAILERS));
    assert!(run.has_sources && run.columns.iter().any(|c| c.name == "lambda_first"));
    let energy = |report: &RunReport| (last(report, "E") - column(report, "E")[0]).abs();
    assert!(energy(&run) > 1e-3 && energy(&other) > 1e-3);
}

/// With twice the digits, by the same speeds and by the whole state: velocities of trailers and forces of their wheels.
#[test]
fn speeds_in_turn_are_certified_for_the_whole_state() {
    let request = RunRequest { certify: true, ..RunRequest::default() };
    let digits = followed(TRAILERS, request).digits.expect("they were asked for");
    assert!(digits.iter().all(|(_, d)| d.is_none_or(|d| d > 12.5)), "{digits:?}");
}

#[test]
fn forces_that_bend_have_the_columns_of_the_whole_state() {
    let table = Source::new("u.csv", "0,0\n1,2\n2,-1\n4,0\n");
    let driven = tabulate(&model(DRIVEN), "u", &table).expect("it is a table");
    let (run, _) = both(&driven);
    assert!(run.has_sources);
}

/// The digits that a run in twice the precision confirms are those of the velocities too.
#[test]
fn runs_in_speeds_are_certified_for_the_whole_state() {
    let request = RunRequest { certify: true, ..RunRequest::default() };
    let digits = followed(BLADE, request).digits.expect("they were asked for");
    assert_eq!(digits.len(), 8);
    assert!(digits.iter().all(|(_, d)| d.is_none_or(|d| d > 13.0)), "{digits:?}");
}

/// A constraint that jumps acts by an impulse along itself: the momentum of what it does not hold stays, 0.8.
#[test]
fn a_constraint_that_jumps_leaves_the_momentum_beside_it() {
    let text = "coordinates\n  x, y\ninputs\n  s\nT = ½ (x'² + y'²) + ½ x' y'\n\
                constraints\n  lead: x' = s\ninitial\n  y' = 0.3\nrun 0 .. 2\n";
    let table = Source::new("s.csv", "0,1\n1,1\n1,2\n3,2\n");
    let model = tabulate(&model(text), "s", &table).expect("it is a table");
    for method in [None, Some("dop853")] {
        let request = RunRequest { method, ..RunRequest::default() };
        let report = run(&model, request, &mut |_| ControlFlow::Continue(())).expect("a motion");
        assert!((last(&report, "x'") - 2.0).abs() < 1e-15, "{method:?}");
        assert!((last(&report, "y'") + 0.2).abs() < 1e-12, "{method:?} {}", last(&report, "y'"));
    }
}

/// Where a constraint has a kink there is no series; the run finds another method.
#[test]
fn a_start_at_a_kink_is_followed_by_another_method() {
    let text = "coordinates\n  x, a\nL = ½ x'² + ½ a'²\nconstraints\n  bent: x' = a' |a|³\n\
                initial\n  a = 0, a' = 1\nrun 0 .. 1\n";
    let report = followed(text, RunRequest::default());
    assert_eq!((report.stop, report.method), ("end", "dop853"));
}
