//! Components that constraints hold at 0: their series are rounding, and must not set the steps.

use alembert::walk::{RunReport, RunRequest};

use crate::{followed, last};

/// Far more steps than the motions below need, far fewer than rounding would ask for.
const STEPS: u64 = 100;
/// Closed forms and conserved quantities, in units of the motion.
const EXACT: f64 = 1e-13;

/// Two oscillators that pull a third coordinate along, which is held.
fn held(constraint: &str, start: &str) -> RunReport {
    let text = format!(
        "model \"held\"\ncoordinates\n  x, y, z\nT = ½ (x'² + y'² + z'²) + 3/10 x' z' + 3/20 y' z'\n\
         V = ½ (x² + 2 y² + 3 z²) + (x² + y²) z/3\nconstraints\n  held: {constraint}\n\
         initial\n  {start}\nrun 0 .. 10\n"
    );
    let report = followed(&text, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    assert!(report.steps < STEPS, "{} steps", report.steps);
    report
}

/// x = x₀ cos t, y = v₀ sin(√2 t)/√2.
fn is_harmonic(report: &RunReport, x: f64, v: f64) {
    assert!((last(report, "x") - x * 10f64.cos()).abs() < EXACT);
    let y = v * (2f64.sqrt() * 10.0).sin() / 2f64.sqrt();
    assert!((last(report, "y") - y).abs() < EXACT);
    assert!(last(report, "z").abs() < EXACT);
}

#[test]
fn a_velocity_that_is_held_sets_no_steps() {
    is_harmonic(&held("z' = 0", "x = 1, y = 0, z = 0, x' = 0, y' = 1, z' = 0"), 1.0, 1.0);
}

#[test]
fn a_position_that_is_held_sets_no_steps() {
    is_harmonic(&held("z = 0", "x = 1, y = 0, x' = 0, y' = 1"), 1.0, 1.0);
}

#[test]
fn a_start_at_rest_has_the_size_of_its_energy() {
    is_harmonic(&held("z' = 0", "x = 1, y = 0, z = 0, x' = 0, y' = 0, z' = 0"), 1.0, 0.0);
}

/// `Ω_x = W/cosh kt, Ω_y = √(I₁/I₂) W tanh kt, k = I₁₃ W/√(I₁ I₂)`, when I₂₃ = 0.
#[test]
fn the_blocked_axis_of_suslov_sets_no_steps() {
    let text = include_str!("../../../../examples/suslov/suslov.mech");
    let report = followed(text, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    assert!(report.steps < STEPS, "{} steps", report.steps);
    let kt = 0.4 / 1.5f64.sqrt() * 10.0;
    assert!((last(&report, "Omega_x") - 1.0 / kt.cosh()).abs() < EXACT);
    assert!((last(&report, "Omega_y") - kt.tanh() / 1.5f64.sqrt()).abs() < EXACT);
    assert!(last(&report, "Omega_z").abs() < EXACT);
}

/// The motion is uniform; a coordinate that is held away from 0 is pulled by the other all the same.
#[test]
fn a_position_that_is_held_away_from_zero_sets_no_steps() {
    let text = "coordinates\n  x, y\nT = ½ (x'² + y'²) + ½ x' y' sin x\nconstraints\n  held: y = 0.7\n\
                initial\n  x = 0.3, x' = 1\nrun 0 .. 10\n";
    let report = followed(text, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    assert!(report.steps < STEPS, "{} steps", report.steps);
    assert!((last(&report, "x") - 10.3).abs() < 1e-12 && (last(&report, "y") - 0.7).abs() < EXACT);
}

/// The same for any products of inertia: no step shorter than without them.
#[test]
fn products_of_inertia_of_suslov_set_no_steps() {
    let text = include_str!("../../../../examples/suslov/suslov.mech");
    let text = text.replace("I23 = 0  ", "I23 = 0.2");
    let report = followed(&text, RunRequest::default());
    assert_eq!(report.stop, "end", "{:?}", report.reason);
    assert!(report.steps < STEPS && report.energy_drift < EXACT, "{} steps", report.steps);
    assert!(!report.fails(), "{:?}", report.statements);
}
