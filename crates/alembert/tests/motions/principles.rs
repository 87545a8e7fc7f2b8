//! The same motion by every principle that gives the same equations, and the others by their own.

use alembert::walk::RunRequest;

use crate::{followed, last};

const SLEIGH: &str = "
coordinates
  x, y, φ
parameters
  m = 2
  J = 0.3
  a = 0.2
L = ½ m ((x' - a sin φ φ')² + (y' + a cos φ φ')²) + ½ J φ'²
constraints
  edge: y' cos φ = x' sin φ
initial
  x = 0, y = 0, φ = 0.3, x' = 0.8, φ' = 1.1
run 0 .. 3
";

fn ends(text: &str, principle: &str) -> Vec<f64> {
    let request = RunRequest { principle: Some(principle), ..RunRequest::default() };
    let report = followed(text, request);
    assert_eq!(report.stop, "end", "{principle}: {:?}", report.reason);
    assert!(report.max_residual < 1e-14, "{principle}");
    assert!(report.energy_drift < 1e-12, "{principle}: {:e}", report.energy_drift);
    ["x", "y", "phi", "x'", "y'", "phi'"].iter().map(|name| last(&report, name)).collect()
}

#[test]
fn principles_that_agree_give_the_same_motion() {
    let first = ends(SLEIGH, "dalembert");
    for principle in
        ["elimination", "voronec", "hamel", "gauss", "udwadia", "appell", "maggi", "poisson"]
    {
        let other = ends(SLEIGH, principle);
        for (a, b) in first.iter().zip(&other) {
            assert!((a - b).abs() < 1e-11, "{principle}: {other:?} and not {first:?}");
        }
    }
}

#[test]
fn the_mistake_and_the_variational_problem_give_other_motions() {
    // The naive equation has a pole where cos φ = 0.
    let short = SLEIGH.replace("0 .. 3", "0 .. 0.5");
    let right = ends(&short, "dalembert");
    let naive = ends(&short, "naive");
    let vakonomic = ends(&short.replace("φ' = 1.1", "φ' = 1.1, mu_edge = 0.4"), "vakonomic");
    for other in [naive, vakonomic] {
        let apart = right.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart > 1e-3, "{other:?}");
    }
}

/// The multipliers of Hamilton's principle are entries of the state behind positions and velocities.
#[test]
fn digits_of_vakonomic_motions_are_counted() {
    let text = SLEIGH.replace("0 .. 3", "0 .. 0.5").replace("φ' = 1.1", "φ' = 1.1, mu_edge = 0.4");
    let request =
        RunRequest { principle: Some("vakonomic"), certify: true, ..RunRequest::default() };
    let digits = followed(&text, request).digits.expect("they were asked for");
    let mu = digits.iter().find(|(name, _)| name == "mu_edge").expect("an entry of the state");
    assert!(mu.1.is_some_and(|digits| digits > 12.0), "{digits:?}");
}

/// Where a principle divides by what vanishes, the run stops there and says whose fault it is.
#[test]
fn a_pole_of_the_chart_ends_the_run_with_a_reason() {
    let request = RunRequest { principle: Some("naive"), ..RunRequest::default() };
    let report = followed(SLEIGH, request);
    assert_eq!(report.stop, "domain");
    let reason = report.reason.clone().expect("a reason");
    assert!(reason.ends_with("reaches 0, the edge of its domain"), "{reason}");
    let hint = report.diagnostics[0].hint.clone().expect("a hint");
    assert!(hint.contains("`naive` divides by what may vanish"), "{hint}");
}

/// A bead on a hoop that turns about the vertical, x = sin θ cos w t, y = sin θ sin w t, z = −cos θ: the plane of the
/// hoop is x = 0 or y = 0 at some times, and other velocities depend on the rest there.
#[test]
fn constraints_that_turn_with_time_are_followed_by_every_principle() {
    let hoop = "coordinates\n  x, y, z\nparameters\n  w = 2\n  g = 9.81\nL = ½ (x'² + y'² + z'²) - g z\n\
                constraints\n  ball: x² + y² + z² = 1\n  turn: x sin(w t) = y cos(w t)\n\
                initial\n  x = 0.6, y = 0, z = -0.8, z' = 0\nrun 0 .. 0.5\n";
    let angle = "coordinates\n  θ\nparameters\n  w = 2\n  g = 9.81\nL = ½ (θ'² + w² sin²θ) + g cos θ\n\
                 initial\n  θ = asin(0.6), θ' = 0\nrun 0 .. 0.5\n";
    let theta = last(&followed(angle, RunRequest::default()), "theta");
    let exact = [theta.sin() * 1f64.cos(), theta.sin() * 1f64.sin(), -theta.cos()];
    for principle in ["dalembert", "gauss", "maggi", "appell", "hamel", "elimination", "voronec"] {
        let request = RunRequest { principle: Some(principle), ..RunRequest::default() };
        let report = followed(hoop, request);
        assert_eq!(report.stop, "end", "{principle}: {:?}", report.reason);
        for (name, exact) in ["x", "y", "z"].iter().zip(exact) {
            let found = last(&report, name);
            assert!((found - exact).abs() < 1e-12, "{principle}: {name} = {found} and not {exact}");
        }
    }
}
