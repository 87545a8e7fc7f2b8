//! Motions near the poles of their angles.

use alembert::language::Code;
use alembert::walk::{Refusal, RunRequest, WalkError};

use crate::{followed, last, tried};

/// A top in Euler angles that passes close to the vertical.
#[test]
fn nearly_singular_angles_are_warned_about() {
    let top = |theta: &str| {
        format!(
            "coordinates\n  φ, θ, ψ [rad]\nL = ½ (φ'² sin²θ + θ'²) + ½ (ψ' + φ' cos θ)²\n\
             initial\n  φ = 0, θ = {theta}, ψ = 0, φ' = 0, θ' = -1, ψ' = 0\nrun 0 .. 0.9\n"
        )
    };
    let warned = |theta: &str| {
        let report = followed(&top(theta), RunRequest::default());
        report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity)
    };
    assert!(warned("0.9001") && !warned("1.5"));
    // a force that is 0 is not to blame, an inertia that is 0 is
    let hint = |energy: &str| {
        let text =
            top("0.9001").replace("\ninitial", &format!("{energy}\nparameters\n  k = 0\ninitial"));
        let found = followed(&text, RunRequest::default()).diagnostics;
        let finding = found.into_iter().find(|d| d.code == Code::EulerSingularity);
        finding.and_then(|d| d.hint).unwrap_or_else(|| panic!("{text} has no hint"))
    };
    assert!(!hint(" - k cos θ").contains("`k`"), "{}", hint(" - k cos θ"));
    assert!(hint(" + ½ k φ'²").contains("`k` = 0"), "{}", hint(" + ½ k φ'²"));
    // a sample where two angles turn about one axis ends the run, and a start there is refused
    let through = top("0.5").replace("run 0 .. 0.9", "run 0 .. 2");
    let report = followed(&through, RunRequest::default());
    assert_eq!(report.stop, "domain", "{:?}", report.reason);
    assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{report:?}");
    let refusal = tried(&top("0"), RunRequest::default()).unwrap_err();
    let Refusal::Walk(error @ WalkError::SingularAngles(_)) = refusal else {
        panic!("{refusal:?}")
    };
    assert!(error.to_string().contains("`alembert explain AL042`"), "{error}");
}

/// Where a pass is so close to a pole of the angles that their rates leave no digits to the centre, the
/// reason is told.
#[test]
fn a_pass_too_close_to_a_pole_of_angles_is_told() {
    let text = include_str!("../../../../examples/ball-on-turntable/ball-on-turntable.mech");
    let slow = text.replace("x' = 0, y' = 0.2, φ' = 0 ", "x' = 1e-4, y' = 1e-5, φ' = 0 ");
    assert_ne!(slow, text);
    let report = followed(&slow, RunRequest { to: Some(0.2), ..RunRequest::default() });
    assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{report:?}");
    assert!(report.t > 0.129, "{:?}", report.reason);
}

/// A ball that starts close to a pole of its angles, and passes it: the centre goes round its circle, with the angular speed
/// 2Ω/7, to all digits but two. In the pole itself, as far as doubles can tell, there is no start.
#[test]
fn balls_pass_poles_of_their_angles_with_their_digits() {
    let text = include_str!("../../../../examples/ball-on-turntable/ball-on-turntable.mech");
    let from = |theta: &str| text.replace("θ = 1.2", &format!("θ = {theta}"));
    for theta in ["-0.1", "1e-3", "1e-5", "1e-6"] {
        let report = followed(&from(theta), RunRequest::default());
        assert_eq!(report.stop, "end", "{theta}: {:?}", report.reason);
        assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{theta}");
        let (w, t) = (6.0 / 7.0, 20.0);
        let (x, y) = (0.5 - 0.2 / w * (1.0 - f64::cos(w * t)), 0.2 / w * f64::sin(w * t));
        let errors = [last(&report, "x") - x, last(&report, "y") - y];
        assert!(errors.iter().all(|error| error.abs() < 1e-12), "{theta}: {errors:?}");
    }
    for theta in ["0", "1e-8", "-1e-9", "π", "π + 1e-8"] {
        let refusal = tried(&from(theta), RunRequest::default()).unwrap_err();
        let is_told = matches!(refusal, Refusal::Walk(WalkError::SingularAngles(_)));
        assert!(is_told, "{theta}: {refusal:?}");
    }
    // the pole of a disk is where it lies flat, at a cosine
    let text = include_str!("../../../../examples/tilting-disk/tilting-disk.mech");
    for theta in ["π/2", "π/2 - 1e-9"] {
        let flat = text.replace("θ = 0.3", &format!("θ = {theta}")).replace("θ' = 0,", "θ' = 0.1,");
        assert!(flat.contains(theta) && flat.contains("θ' = 0.1"));
        let refusal = tried(&flat, RunRequest::default()).unwrap_err();
        let is_told = matches!(refusal, Refusal::Walk(WalkError::SingularAngles(_)));
        assert!(is_told, "{theta}: {refusal:?}");
    }
}

/// Coordinates without mass, which constraints carry along, have an inertia that is singular everywhere; it says nothing
/// about the angles. Nor is it definite where two angles have one velocity, and there the angles are told all the same.
#[test]
fn bodies_that_carry_along_what_has_no_mass_move() {
    let text = include_str!("../../../../examples/ball-on-turntable/ball-on-turntable.mech");
    let light = text.replace("½ m (x'² + y'²) + ", "").replace("I = 2/5 m R²", "I = 0.004");
    let report = followed(&light, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    // without mass there is no reaction, and ω is constant: x' = R ω_y − Ω y, y' = −R ω_x + Ω x
    let (t, v) = (20.0, 0.2 - 1.5);
    let x = 0.5 * f64::cos(3.0 * t) + v / 3.0 * (f64::cos(3.0 * t) - 1.0);
    assert!((last(&report, "x") - x).abs() < 1e-10, "{}", last(&report, "x") - x);
    let carried = "coordinates\n  s\n  a, b [rad]\nL = ½ (a' (2 + cos b) + b' (2 + sin a))² + ½ sin²(a) b'²\n\
                   constraints\n  roll: s' = a'\n\
                   initial\n  s = 0, a = 0.00001, b = 0.3, a' = 1, b' = 0\nrun 0 .. 0.5\n";
    let report = followed(carried, RunRequest::default());
    assert!(report.diagnostics.iter().any(|d| d.code == Code::EulerSingularity), "{report:?}");
}
