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
    let right = ends(SLEIGH, "dalembert");
    let naive = ends(SLEIGH, "naive");
    let vakonomic = ends(&SLEIGH.replace("φ' = 1.1", "φ' = 1.1, mu_edge = 0.4"), "vakonomic");
    for other in [naive, vakonomic] {
        let apart = right.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart > 1e-3, "{other:?}");
    }
}
