//! Radau IIA: order, error control, stiffness, dense output.

mod support;

use alembert_flow::{Dop853, Free, Radau, Settings, Stop, Taylor, Trajectory};
use support::field::Taped;
use support::order::{difference, last, observed, relative, run, truth};
use support::systems;

#[test]
fn the_order_is_five() {
    for system in systems::all() {
        let rate = observed(&system, 1e-12, |s, h| Box::new(Radau::with_step(&s.field, h)));
        assert!((rate - 5.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}

#[test]
fn errors_follow_the_tolerance() {
    for system in systems::all() {
        let truth = truth(&system, 3.0);
        for tolerance in [1e-5, 1e-7, 1e-9] {
            let motion = run(&system, &mut Radau::new(&system.field, tolerance), 3.0);
            let error = relative(last(&motion), &truth);
            assert!(error < 300.0 * tolerance, "{} at {tolerance:e}: {error:e}", system.name);
            assert_eq!(motion.stop, Stop::End);
        }
    }
}

/// x' = −λ (x − cos t) − sin t from 2: a fast decay towards cos t.
fn stiff(lambda: f64) -> Taped {
    Taped::new(1, move |t, x| {
        let (sin, cos) = t.sin_cos();
        vec![-lambda * (x[0] - cos) - sin]
    })
}

#[test]
fn a_stiff_decay_takes_few_steps() {
    let field = stiff(1e6);
    let free = Free::new(1);
    let mut method = Radau::new(&field, 1e-8);
    let motion = Trajectory::of(&mut method, &free, (0.0, &[2.0]), &Settings::to(10.0));
    assert_eq!(motion.stop, Stop::End);
    let error = (last(&motion)[0] - 10f64.cos()).abs();
    assert!(error < 1e-7, "{error:e} in {} steps", motion.stats.steps);
    assert!(motion.stats.steps < 300, "{}", motion.stats.steps);
}

#[test]
fn a_stiff_oscillator_needs_far_fewer_evaluations_than_dop853() {
    let system = systems::van_der_pol(1000.0, &[2.0, 0.0]);
    let motion = run(&system, &mut Radau::new(&system.field, 1e-7), 50.0);
    let explicit = run(&system, &mut Dop853::new(&system.field, 1e-7), 50.0);
    assert!(relative(last(&motion), last(&explicit)) < 1e-5);
    let (few, many) = (motion.stats.evaluations, explicit.stats.evaluations);
    assert!(30 * few < many, "{few} against {many}");
}

#[test]
fn relaxation_oscillations_pass_their_jumps() {
    // μ = 100: x jumps from about 1 to −2 near t = 81; a run at round-off agrees.
    let system = systems::van_der_pol(100.0, &[2.0, 0.0]);
    let motion = run(&system, &mut Radau::new(&system.field, 1e-9), 100.0);
    let truth = run(&system, &mut Taylor::new(&system.field), 100.0);
    assert!(last(&truth)[0] < -1.0, "the jump has happened");
    assert!((last(&motion)[0] - last(&truth)[0]).abs() < 1e-6);
}

#[test]
fn dense_output_is_continuous_and_accurate() {
    for system in systems::all() {
        let motion = run(&system, &mut Radau::new(&system.field, 1e-8), system.horizon);
        for step in (1..motion.len()).step_by(7) {
            let t = 0.5 * (motion.times[step - 1] + motion.times[step]);
            let error = relative(&motion.at(t).unwrap(), &truth(&system, t));
            assert!(error < 2e-5, "{}: {error:e}", system.name);
            let end = motion.at(motion.times[step]).unwrap();
            assert!(difference(&end, &motion.states[step]) < 1e-11, "{}", system.name);
        }
    }
}

#[test]
fn runs_go_backwards_and_blow_ups_stop() {
    let system = systems::predators();
    let there = run(&system, &mut Radau::new(&system.field, 1e-10), 2.0);
    let mut method = Radau::new(&system.field, 1e-10);
    let free = Free::new(2);
    let back = Trajectory::of(&mut method, &free, (2.0, last(&there)), &Settings::to(0.0));
    assert!(difference(last(&back), &system.start) < 1e-8);
    let field: Taped = Taped::new(1, |_, x| vec![x[0] * x[0]]);
    let mut method = Radau::new(&field, 1e-8);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[1.0]), &Settings::to(2.0));
    assert!(motion.stop != Stop::End && (motion.times.last().unwrap() - 1.0).abs() < 1e-6);
}
