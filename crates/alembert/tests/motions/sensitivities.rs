//! Derivatives of motions and reactions against closed forms.

use std::ops::ControlFlow;

use alembert::language::{Source, read_expression};
use alembert::walk::{
    LyapunovRequest, Refusal, RunReport, RunRequest, WalkError, lyapunov, run, with_reactions,
};

use crate::{last, model};

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

#[test]
fn signs_inside_of_arguments_are_written_out() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -0.1 sign(x' + sign(x))\ninitial\n  \
                x = 1, x' = 0\nrun 0 .. 20\n";
    let request = LyapunovRequest::default();
    let refused = lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(()));
    let Err(Refusal::Walk(WalkError::Ended { stop, .. })) = refused else { panic!("{refused:?}") };
    assert!(stop.contains("`x' + sign(x)` = 0"), "{stop}");
}
