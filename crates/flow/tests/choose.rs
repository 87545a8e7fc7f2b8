//! The choice of a method, and its reason.

mod support;

use std::ops::ControlFlow;

use alembert_flow::{
    Dop853, Features, Manifold, Settings, Step, Stiff, Stiffness, Taylor, choose, follow, trial,
};
use support::systems::{self, System};

const PLAIN: Features = Features { analytic: true, dim: 4, tolerance: None, stiff: None };

fn stiffness(system: &System, end: f64) -> Option<Stiff> {
    let mut method = Taylor::new(&system.field);
    let start = (0.0, system.start.as_slice());
    trial(&mut method, (&system.field, system.manifold.as_ref()), start, end, 1e-12)
}

#[test]
fn motions_set_by_accuracy_are_not_stiff() {
    for system in systems::all() {
        assert_eq!(stiffness(&system, 1e5), None, "{}", system.name);
        let mut method = Dop853::new(&system.field, 1e-9);
        let start = (0.0, system.start.as_slice());
        let manifold: &dyn Manifold = system.manifold.as_ref();
        let found = trial(&mut method, (&system.field, manifold), start, 1e5, 1e-12);
        assert_eq!(found, None, "{}", system.name);
    }
}

/// Follows some steps of a system under watch.
fn watched(system: &System, end: f64, most_steps: u64) -> Option<Stiff> {
    let (field, manifold) = (&system.field, system.manifold.as_ref());
    let mut stiffness = Stiffness::new(system.start.len(), end);
    let mut found = None;
    let mut observer = |step: &Step<'_>| {
        found = stiffness.watch((field, manifold), step, 1e-12);
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let settings = Settings { most_steps, ..Settings::to(end) };
    let start = (0.0, system.start.as_slice());
    follow(&mut Taylor::new(field), manifold, start, &settings, &mut observer);
    found
}

#[test]
fn long_motions_are_watched_and_only_stiff_ones_change_their_method() {
    for system in systems::all() {
        assert_eq!(watched(&system, 1e5, 3000), None, "{}", system.name);
    }
    // a relaxation oscillation is stiff where it is slow
    let system = systems::van_der_pol(1e5, &[2.0, 0.0]);
    assert!(watched(&system, 1e3, 3000).is_some_and(|stiff| stiff.rho > 2e5));
    assert_eq!(watched(&system, 1e-3, 3000), None);
}

/// Steps of an oscillation that is hardly excited are at the bound (1) too, and radau would have to follow it.
#[test]
fn fast_oscillations_are_left_to_series() {
    assert_eq!(watched(&systems::stiff_spring(1e10), 10.0, 20_000), None);
    assert_eq!(watched(&systems::stiff_spring(1e8), 10.0, 20_000), None);
}

#[test]
fn fast_decays_are_stiff_when_they_cost_many_steps() {
    let system = systems::van_der_pol(1e5, &[2.0, 0.0]);
    let stiff = stiffness(&system, 1e3).expect("stiff");
    assert!(stiff.rho > 2e5 && stiff.rho < 4e5, "3 μ = 3e5: {stiff:?}");
    let choice = choose(&Features { stiff: Some(stiff), ..PLAIN });
    assert_eq!(choice.method, "radau");
    assert!(choice.reason.starts_with("stiff: at t = 0.00"), "{}", choice.reason);
    assert_eq!(stiffness(&system, 1e-3), None, "a short motion is not worth another method");
}

#[test]
fn what_is_asked_decides() {
    let name = |features: Features| choose(&features).method;
    assert_eq!(name(PLAIN), "taylor");
    assert_eq!(name(Features { analytic: false, ..PLAIN }), "dop853");
    assert_eq!(name(Features { dim: 300, ..PLAIN }), "dop853");
    assert_eq!(name(Features { dim: 50, tolerance: Some(1e-6), ..PLAIN }), "dop853");
    assert_eq!(name(Features { tolerance: Some(1e-6), ..PLAIN }), "taylor");
    assert!(choose(&Features { dim: 300, ..PLAIN }).reason.contains("300 components"));
}
