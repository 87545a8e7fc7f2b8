//! Quantities that vanish on the motion: what is nothing but rounding has no scale of its own.

use alembert::walk::RunRequest;

use super::{followed, last};

/// A bicycle that goes straight on and falls to its side: x = 4 t, α'' = g sin α, and y, θ, φ stay at 0. Its centre of
/// mass is one point, whose position has three numbers; x, y, θ and α are four.
const BICYCLE: &str = "coordinates
  x, y, θ, φ, α
parameters
  m = 80, h = 1, b = 0.5, l = 1.1, Jf = 0.2, g = 9.81
let
  G = (x + b cos θ + h sin α sin θ, y + b sin θ - h sin α cos θ, h cos α)
T = 1/2 m |G'|^2 + 1/2 Jf φ'^2
V = m g h cos α
constraints
  rear: x' sin θ - y' cos θ = 0
  steer: l θ' = tan φ (x' cos θ + y' sin θ)
initial
  x' = 4, α = 0.05
run 0 .. 2
";

/// The fall alone, which the methods agree about.
const FALL: &str =
    "coordinates\n  α\nL = 1/2 α'^2 - 9.81 cos α\ninitial\n  α = 0.05, α' = 0\nrun 0 .. 2\n";

/// What a method at its own tolerance leaves open.
const CLOSE: f64 = 1e-10;

#[test]
fn a_bicycle_that_goes_straight_on_falls_by_every_method() {
    let fall = followed(FALL, RunRequest::default());
    let (alpha, omega) = (last(&fall, "alpha"), last(&fall, "alpha'"));
    assert!((0.5 * omega * omega - 9.81 * (0.05f64.cos() - alpha.cos())).abs() < 1e-12);
    let fixed =
        RunRequest { method: Some("collocation"), step: Some(0.02), ..RunRequest::default() };
    let chosen = ["taylor", "dop853", "radau"]
        .map(|name| RunRequest { method: Some(name), ..RunRequest::default() });
    for request in chosen.into_iter().chain([fixed, RunRequest::default()]) {
        let report = followed(BICYCLE, request);
        assert_eq!(report.stop, "end", "{:?}: {:?}", request.method, report.reason);
        assert!((last(&report, "x") - 8.0).abs() < CLOSE, "{:?}", request.method);
        assert!((last(&report, "alpha") - alpha).abs() < CLOSE, "{:?}", request.method);
        assert!((last(&report, "alpha'") - omega).abs() < CLOSE, "{:?}", request.method);
        for name in ["y", "theta", "phi"] {
            assert!(last(&report, name).abs() < CLOSE, "{name} by {:?}", request.method);
        }
    }
}

#[test]
fn twice_the_digits_follow_what_vanishes_too() {
    let report = followed(BICYCLE, RunRequest { certify: true, ..RunRequest::default() });
    let digits = report.digits.expect("they were asked for");
    let fewest = digits.iter().filter_map(|d| d.1).fold(f64::INFINITY, f64::min);
    assert!(report.digits_until.is_none() && fewest > 12.0, "{digits:?}");
}
