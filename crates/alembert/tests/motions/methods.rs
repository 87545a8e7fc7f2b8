//! Methods that are asked for: those of papers have their order, and refuse what they cannot do.

use alembert::walk::{Refusal, RunRequest, WalkError};

use crate::{followed, last, tried};

/// A pendulum in the plane with drag, driven by time: forces, work and a position constraint.
const PENDULUM: &str = "
coordinates
  x, y
parameters
  l = 1.2
L = ½ (x'² + y'² + x² x'²) - y + 0.2 x sin t
constraints
  rod: x² + y² = l²
forces
  x: -0.1 x'
  y: -0.1 y'
initial
  x = l, y = 0, x' = 0, y' = 0.3
run 0 .. 2
";

/// A skate on a slope with friction.
const SKATE: &str = "
coordinates
  x, y, φ
L = ½ (x'² + y'²) + 0.2 φ'² + 0.3 x + 0.2 y φ'
constraints
  edge: x' sin φ = y' cos φ
forces
  dissipation = 0.05 (x'² + y'²)
initial
  x = 0, y = 0, φ = 0.4, φ' = 0.9, x' = 0.5
run 0 .. 2
";

/// An affine constraint.
const BELT: &str = "
coordinates
  x, y, φ
L = ½ (x'² + y'²) + ½ φ'² - ½ x²
constraints
  edge: x' sin φ - y' cos φ = 0.3 sin φ
initial
  x = 0, y = 0, φ = 0.4, φ' = 0.9, x' = 0.5
run 0 .. 2
";

fn asked<'a>(method: &'a str, step: Option<f64>) -> RunRequest<'a> {
    RunRequest { method: Some(method), step, ..RunRequest::default() }
}

/// The largest error at the end, and the energy that the balance does not explain.
fn errors(text: &str, method: &str, step: f64, names: &[&str]) -> (f64, f64) {
    let (exact, run) =
        (followed(text, RunRequest::default()), followed(text, asked(method, Some(step))));
    assert_eq!((run.stop, run.method), ("end", method), "{:?}", run.reason);
    let error = |name: &&str| (last(&run, name) - last(&exact, name)).abs();
    (names.iter().map(error).fold(0.0, f64::max), run.energy_drift)
}

/// Coordinates that the equations of motion hold at 0 have no size of their own, and no step is short enough for their
/// rounding.
#[test]
fn what_stays_at_rest_does_not_shorten_steps() {
    let linear = "coordinates\n  x, y, z\nparameters\n  a = 0.1\n  b = 0.7\n\
                  T = ½ (x'² + y'² + z'²) + a x' y' + b x' z'\nV = ½ x² + ½ (a y + b z)²\nforces\n  \
                  y: -a x\n  z: -b x\ninitial\n  x = 1, y = 0, z = 0, x' = 0, y' = 0, z' = 0\nrun 0 .. 2\n";
    let arm = "coordinates\n  a, b, c, d\nlet\n  P = Rz(a, Ry(b, (0.5, 0, 0)))\n  \
               Q = P + Rz(a, Ry(b, Ry(c, (0.4, 0, 0))))\n  R = Q + Rz(a, Ry(b, Ry(c, Rz(d, (0.3, 0, 0)))))\n\
               T = ½ (|P'|² + |Q'|² + |R'|²) + 0.01 a'²\nV = 9.81 (P_z + Q_z + R_z)\n\
               initial\n  a = 0.37, b = 0.4, c = 0.3, d = 0\nrun 0 .. 2\n";
    for method in [None, Some("dop853")] {
        let request = RunRequest { method, ..RunRequest::default() };
        let report = followed(linear, request);
        assert!(report.is_complete() && report.steps < 60, "{:?}", report.reason);
        assert!((last(&report, "x") - 2f64.cos()).abs() < 1e-12);
        assert!(last(&report, "y").abs() + last(&report, "z").abs() < 1e-13);
        let report = followed(arm, request);
        assert!(report.is_complete() && report.steps < 400, "{:?}", report.reason);
        // by another program, in the plane of the arm
        assert!((last(&report, "b") - 0.39272689683).abs() < 1e-10);
        assert!((last(&report, "c") - 0.41275764817).abs() < 1e-10);
    }
}

#[test]
fn methods_of_papers_have_order_two_and_so_has_their_balance_of_energy() {
    let cases = [
        (PENDULUM, "rattle", &["x", "y", "x'", "y'"][..]),
        (SKATE, "dla", &["x", "y", "phi", "x'", "phi'"]),
        (BELT, "dla", &["x", "y", "phi", "x'", "phi'"]),
    ];
    for (text, method, names) in cases {
        let (coarse, fine) = (errors(text, method, 0.02, names), errors(text, method, 0.01, names));
        let order = (coarse.0 / fine.0).log2();
        assert!((order - 2.0).abs() < 0.2, "{method}: {coarse:?}, {fine:?}");
        assert!((1e-8..1e-3).contains(&fine.0), "{method}: {fine:?}");
        let order = (coarse.1 / fine.1).log2();
        assert!((order - 2.0).abs() < 0.2, "{method}, energy: {coarse:?}, {fine:?}");
    }
}

#[test]
fn the_work_beside_a_method_of_papers_is_that_of_the_sources() {
    let run = followed(PENDULUM, asked("rattle", Some(1e-3)));
    assert!(run.has_sources && run.energy_drift < 1e-6, "{:e}", run.energy_drift);
}

#[test]
fn what_a_method_cannot_do_is_refused_with_the_reason() {
    let refused = |text: &str, request: RunRequest<'_>, words: &str| {
        let Err(Refusal::Walk(error)) = tried(text, request) else { panic!("{text} runs") };
        assert!(error.to_string().contains(words), "{error}");
        error
    };
    let error = refused(PENDULUM, asked("rattle", None), "the method `rattle` has steps of fixed");
    assert_eq!(error, WalkError::NoStep { method: "rattle" });
    refused(PENDULUM, asked("dla", Some(0.1)), "linear in the velocities, and `rod` is none");
    refused(SKATE, asked("rattle", Some(0.1)), "position constraints only, and `edge` is none");
    let nonlinear = SKATE.replace("x' sin φ = y' cos φ", "x'² + y'² = 0.3");
    refused(&nonlinear.replace("x' = 0.5", "x' = 0.5 (guess)"), asked("dla", Some(0.1)), "`edge`");
    let request = RunRequest { principle: Some("vakonomic"), ..asked("dla", Some(0.1)) };
    refused(&SKATE.replace("x' = 0.5", "x' = 0.5, mu_edge = 0"), request, "not by `vakonomic`");
    let second = "coordinates\n  x\nL = ½ x''²\ninitial\n  x = 0\nrun 0 .. 1\n";
    refused(second, asked("dla", Some(0.1)), "no Lagrangian with accelerations");
    let turning = "coordinates\n  B rotation with body Ω\nL = ½ |Ω|²\nrun 0 .. 1\n";
    refused(turning, asked("rattle", Some(0.1)), "the model has a rotation");
    let kink = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: y' = |x|³\n\
                initial\n  x = 1, x' = 0, y = 0\nrun 0 .. 1\n";
    let request = RunRequest { certify: true, ..RunRequest::default() };
    refused(kink, request, "--certify compares with a Taylor series of twice the digits");
}

/// An oscillator that is overdamped, exact by its two rates, in units in which its mass is a million, a billion.
#[test]
fn stiff_motions_do_not_depend_on_units() {
    let exact = {
        let root = (1e10f64 - 4.0 * 1e4).sqrt();
        let (slow, fast) = (-2.0 * 1e4 / (1e5 + root), -(1e5 + root) / 2.0);
        0.5 * (fast * (8.0 * slow).exp() - slow * (8.0 * fast).exp()) / (fast - slow)
    };
    for mass in ["1", "1e6", "1e9", "1e-9"] {
        let text = format!(
            "coordinates\n  q\nparameters\n  m = {mass}\nT = ½ m q'²\nV = ½ m 10000 q²\n\
             forces\n  q: -100000 m q'\ninitial\n  q = 0.5, q' = 0\nrun 0 .. 8\n"
        );
        let report = followed(&text, RunRequest::default());
        assert_eq!((report.stop, report.method), ("end", "radau"), "{mass}");
        assert!((last(&report, "q") - exact).abs() < 1e-9, "{mass}: {}", last(&report, "q"));
    }
}

/// The steps of a large tolerance end some 10⁻⁴ beside the circle, from where one Newton step comes to 10⁻⁸.
#[test]
fn a_state_is_projected_until_nothing_but_rounding_is_left() {
    let swing = "coordinates\n  x, y\nparameters\n  g = 9.81\nL = ½ (x'² + y'²) - g y\nconstraints\n  \
                 rod: x² + y² = 1\ninitial\n  x = 0.6, y = -0.8, x' = 0.4, y' = 0.3\nrun 0 .. 5\n";
    for tol in [1e-3, 1e-5, 1e-8] {
        let request =
            RunRequest { method: Some("dop853"), tol: Some(tol), ..RunRequest::default() };
        let report = followed(swing, request);
        assert_eq!(report.stop, "end", "{tol:e}");
        let [x, y, u, v] = ["x", "y", "x'", "y'"].map(|name| last(&report, name));
        assert!((x * x + y * y - 1.0).abs() < 1e-15, "{tol:e}: {x} {y}");
        assert!((x * u + y * v).abs() < 3e-15, "{tol:e}: {u} {v}");
    }
}
