//! Gauss collocation: order, reversibility, constraints, large steps.

mod support;

use alembert_flow::{
    Collocation, FieldError, Free, Method, Settings, Step, Stop, Taylor, Trajectory, follow,
};
use std::ops::ControlFlow;
use support::field::Taped;
use support::order::{difference, last, observed, run, truth};
use support::systems::{self, System};

fn gauss<'a>(system: &'a System, s: usize, h: f64) -> Box<dyn Method + 'a> {
    Box::new(Collocation::new(&system.field, system.manifold.as_ref(), s, h))
}

#[test]
fn the_order_is_twice_the_number_of_nodes() {
    for system in systems::all().into_iter().chain([systems::sine_contact()]) {
        for s in [1usize, 2, 3, 4] {
            let floor = if s == 4 { 2e-14 } else { 1e-12 };
            let rate = observed(&system, floor, |system, h| gauss(system, s, h));
            let name = system.name;
            assert!((rate - 2.0 * s as f64).abs() < 0.2, "{name}, s = {s}: {rate}");
        }
    }
}

/// The root mean square of the errors at the ends of steps of length h.
fn error_of_eight_nodes(system: &System, truth: &Trajectory, h: f64) -> f64 {
    let motion = run(system, gauss(system, 8, h).as_mut(), system.horizon);
    assert_eq!(motion.stop, Stop::End, "{}, h = {h}", system.name);
    let at = |t: f64| truth.at(t).expect("the time was reached");
    let squares = motion.times.iter().zip(&motion.states);
    let sum: f64 = squares.map(|(&t, x)| difference(x, &at(t)).powi(2)).sum();
    (sum / motion.len() as f64).sqrt()
}

/// Steps that are short enough for the order to be seen are right to round-off, so that errors grow over long
/// times, and the order is that of h → 0: for this symmetric method ln e = C + p ln h + a h², so that
/// the rate from h₁ to h₂ is p + a w with w = (h₁² − h₂²)/ln(h₁/h₂), and two rates give p.
#[test]
fn eight_nodes_have_order_sixteen() {
    let linear = System {
        field: Taped::new(2, |_, x| vec![x[1], -x[0]]),
        manifold: Box::new(Free::new(2)),
        name: "linear oscillator",
        ..systems::pendulum()
    };
    for (system, steps) in [
        (linear, [4.0, 3.2, 2.5]),
        (systems::rigid_body(), [2.0, 1.6, 1.25]),
        (systems::knife_edge(), [2.0, 1.6, 1.25]),
    ] {
        let system = System { horizon: 1200.0, ..system };
        let truth = run(&system, &mut Taylor::new(&system.field), system.horizon);
        let [rough, middle, fine] = steps.map(|h| (h, error_of_eight_nodes(&system, &truth, h)));
        let rate = |(h1, e1): (f64, f64), (h2, e2): (f64, f64)| {
            let ratio = (h1 / h2).ln();
            ((e1 / e2).ln() / ratio, (h1 * h1 - h2 * h2) / ratio)
        };
        let ((r1, w1), (r2, w2)) = (rate(rough, middle), rate(middle, fine));
        let order = (r2 * w1 - r1 * w2) / (w1 - w2);
        assert!((order - 16.0).abs() < 0.2, "{}: {order}, {r1} {r2}", system.name);
        assert!((r2 - 16.0).abs() < 1.0, "{}: {r1} {r2}", system.name);
    }
}

#[test]
fn eight_nodes_reach_round_off_with_long_steps() {
    for system in systems::all() {
        let h = if system.name == "Lorenz" { 0.025 } else { 0.25 };
        let end = system.horizon;
        let motion = run(&system, gauss(&system, 8, h).as_mut(), end);
        let error = difference(last(&motion), &truth(&system, end));
        assert!(error < 5e-14, "{}: {error:e}", system.name);
    }
}

#[test]
fn there_and_back_returns_to_the_start() {
    let steps = if cfg!(debug_assertions) { 2_000.0 } else { 10_000.0 };
    for (system, s) in [
        (systems::contact_oscillator(), 4),
        (systems::sine_contact(), 4),
        (systems::plane_pendulum(), 4),
        (systems::knife_edge(), 4),
        (systems::pendulum(), 4),
        (systems::henon_heiles(), 8),
    ] {
        let h = 0.1;
        let manifold = system.manifold.as_ref();
        let quiet = &mut |_: &Step<'_>| ControlFlow::Continue(());
        let start = (0.0, system.start.as_slice());
        let mut method = Collocation::new(&system.field, manifold, s, h);
        let there = follow(&mut method, manifold, start, &Settings::to(steps * h), quiet);
        let mut method = Collocation::new(&system.field, manifold, s, h);
        let back = follow(&mut method, manifold, (there.t, &there.x), &Settings::to(0.0), quiet);
        assert_eq!((there.stop, back.stop), (Stop::End, Stop::End));
        let error = difference(&back.x, &system.start);
        assert!(error < 1e-9, "{}: {error:e}", system.name);
        assert!(there.stats.residual < 1e-14 && back.stats.residual < 1e-14, "{}", system.name);
    }
}

#[test]
fn a_step_reversed_is_the_step_back() {
    // One long step, far from round-off: only a symmetric step returns.
    for system in [systems::sine_contact(), systems::plane_pendulum(), systems::knife_edge()] {
        let there = run(&system, gauss(&system, 2, 0.5).as_mut(), 0.5);
        let manifold = system.manifold.as_ref();
        let mut method = Collocation::new(&system.field, manifold, 2, 0.5);
        let back = Trajectory::of(&mut method, manifold, (0.5, last(&there)), &Settings::to(0.0));
        let moved = difference(last(&there), &truth(&system, 0.5));
        assert!(moved > 1e-6, "{}: the step has an error {moved:e}", system.name);
        let error = difference(last(&back), &system.start);
        assert!(error < 2e-14, "{}: {error:e}", system.name);
    }
}

#[test]
fn energy_of_reversible_systems_does_not_drift() {
    let system = systems::contact_oscillator();
    let energy = system.energy.unwrap();
    let start_energy = energy(&system.start);
    let motion = run(&system, gauss(&system, 4, 0.2).as_mut(), 200.0);
    let worst = |states: &[Vec<f64>]| {
        states.iter().map(|x| (energy(x) - start_energy).abs()).fold(0.0, f64::max)
    };
    let half = motion.len() / 2;
    let (early, late) = (worst(&motion.states[..half]), worst(&motion.states[half..]));
    assert!(early < 1e-8 && late < 1.5 * early, "{early:e} {late:e}");
}

#[test]
fn dense_output_is_continuous_and_accurate() {
    for system in systems::all() {
        let h = if system.name == "Lorenz" { 0.005 } else { 0.05 };
        let motion = run(&system, gauss(&system, 4, h).as_mut(), system.horizon);
        for step in 1..motion.len() {
            let t = 0.5 * (motion.times[step - 1] + motion.times[step]);
            let error = difference(&motion.at(t).unwrap(), &truth(&system, t));
            assert!(error < 1e-6, "{}: {error:e}", system.name);
            let end = motion.at(motion.times[step]).unwrap();
            let jump = difference(&end, &motion.states[step]);
            assert!(jump < 1e-13 * 50.0, "{}: {jump:e}", system.name);
        }
    }
}

#[test]
fn long_steps_fall_back_to_newton() {
    // A stiff decay: iteration diverges for h = 1, Newton's method does not.
    let field: Taped =
        Taped::new(2, |_, x| vec![-50.0 * (x[0] - x[1]) - x[0] * x[0] * x[0], -x[1]]);
    let free = Free::new(2);
    let mut method = Collocation::new(&field, &free, 4, 0.5);
    let motion = Trajectory::of(&mut method, &free, (0.0, &[1.0, 1.0]), &Settings::to(5.0));
    assert_eq!(motion.stop, Stop::End);
    assert!(motion.stats.rejected > 0, "Newton's method was needed");
    let mut taylor = Taylor::new(&field);
    let truth = Trajectory::of(&mut taylor, &free, (0.0, &[1.0, 1.0]), &Settings::to(5.0));
    assert!(difference(last(&motion), last(&truth)) < 1e-5);
}

#[test]
fn what_does_not_converge_is_an_error() {
    // x' = x² + 1 has no solution over a step of 4: tan has a pole.
    let field: Taped = Taped::new(1, |_, x| vec![x[0] * x[0] + 1.0]);
    let free = Free::new(1);
    let mut method = Collocation::new(&field, &free, 2, 4.0);
    let motion = Trajectory::of(&mut method, &free, (0.0, &[5.0]), &Settings::to(8.0));
    let Stop::Field { error: FieldError::NoConvergence { .. }, .. } = motion.stop else {
        panic!("{:?}", motion.stop)
    };
}
