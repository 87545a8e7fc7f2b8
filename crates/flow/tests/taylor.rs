//! Taylor's method: order, round-off, long runs, wrapping, blow-up.

#![allow(non_snake_case, reason = "E is the energy")]

mod support;

use std::f64::consts::{PI, TAU};
use std::ops::ControlFlow;

use alembert_flow::{
    FieldError, Free, Manifold, Series, Settings, Step, Stop, Taylor, Trajectory, VectorField,
    follow,
};
use support::field::Taped;
use support::order::{self, difference, last, observed, observed_in_one_step};
use support::precise::Precise;
use support::systems::{self, System};
use support::tape::E;

fn run(system: &System, end: f64) -> Trajectory {
    order::run(system, &mut Taylor::new(&system.field), end)
}

#[test]
fn the_order_of_convergence_is_the_order_of_the_series() {
    for system in systems::all() {
        for (order, floor) in [(4, 1e-11), (6, 1e-13)] {
            let rate =
                observed(&system, floor, |s, h| Box::new(Taylor::with_step(&s.field, order, h)));
            let name = system.name;
            assert!((rate - order as f64).abs() < 0.2, "{name}, order {order}: {rate}");
        }
    }
}

/// A step of order 24 has an error of order 25.
#[test]
fn the_order_of_the_default_is_twenty_four() {
    for system in systems::all() {
        let rate = observed_in_one_step(&system, 24);
        assert!((rate - 25.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}

#[test]
fn the_default_agrees_with_double_double() {
    let start = systems::kepler().start;
    let motion = run(&systems::kepler(), 50.0);
    let field: Taped<Precise> = Taped::new(4, systems::kepler_rates);
    let precise: Vec<Precise> = start.iter().map(|&x| Precise::from(x)).collect();
    let mut method = Taylor::new(&field);
    let settings = Settings::to(Precise::from(50.0));
    let zero = Precise::from(0.0);
    let truth = Trajectory::of(&mut method, &Free::new(4), (zero, &precise), &settings);
    let truth_end: Vec<f64> = truth.states.last().unwrap().iter().map(|x| x.0).collect();
    assert!(difference(last(&motion), &truth_end) < 1e-12);
    let half = Precise::from(0.5);
    let energy = |x: &[Precise]| {
        use support::tape::Elementary;
        let r = (x[0] * x[0] + x[1] * x[1]).sqrt();
        half * (x[2] * x[2] + x[3] * x[3]) - Precise::from(1.0) / r
    };
    let drift = energy(truth.states.last().unwrap()) - energy(&precise);
    assert!(drift.0.abs() < 1e-28, "double-double keeps its digits: {:e}", drift.0);
}

#[test]
fn energy_and_residuals_stay_at_round_off() {
    // A million steps of the contact oscillator without debug assertions, a hundred thousand with.
    let (long, short) = if cfg!(debug_assertions) { (33_000.0, 3_000.0) } else { (3.3e5, 1e5) };
    for (system, end) in [
        (systems::contact_oscillator(), long),
        (systems::pendulum(), short),
        (systems::plane_pendulum(), short),
        (systems::knife_edge(), short),
        (systems::henon_heiles(), short),
    ] {
        let energy = system.energy.unwrap();
        let E0 = energy(&system.start);
        let (mut drift, mut scale) = (0.0f64, E0.abs());
        let mut watch = |step: &Step<'_>| {
            let E = energy(step.x);
            scale = scale.max(E.abs());
            drift = drift.max((E - E0).abs());
            ControlFlow::Continue(())
        };
        let mut method = Taylor::new(&system.field);
        let start = (0.0, system.start.as_slice());
        let settings = Settings::to(end);
        let ending = follow(&mut method, system.manifold.as_ref(), start, &settings, &mut watch);
        let name = system.name;
        assert_eq!(ending.stop, Stop::End);
        let steps = ending.stats.steps as f64;
        assert!(steps > if end == long { 3.05 * end } else { end }, "{name}: {steps}");
        assert!(drift < 1e-12 * scale.max(0.1), "{name}: {drift:e}");
        assert!(ending.stats.residual < 1e-14, "{name}: {:e}", ending.stats.residual);
    }
}

#[test]
fn angles_turn_ten_thousand_times_without_losing_digits() {
    let system = systems::knife_edge();
    let end = 10_000.0 * TAU;
    let motion = run(&system, end);
    let x = last(&motion);
    // θ = t, x = ½ sin² t, y = ½ (t − ½ sin 2t).
    assert!((x[2] - end).abs() <= 2e-11, "{:e}", x[2] - end);
    assert!((x[0] - 0.5 * end.sin().powi(2)).abs() < 1e-11);
    assert!((x[1] - 0.5 * (end - 0.5 * (2.0 * end).sin())).abs() < 1e-9);
    let wrapped = motion.pieces.iter().all(|(piece, _)| piece.c[2].abs() <= 3.15);
    assert!(wrapped, "the field sees angles within a turn");
    let middle = motion.at(1234.5).unwrap();
    assert!((middle[2] - 1234.5).abs() < 1e-11, "dense output is unwrapped");
}

#[test]
fn double_double_keeps_its_digits_over_turns() {
    // A pendulum that goes over the top, 300 turns: the energy to 30 digits.
    let field: Taped<Precise> = Taped::new(2, |_, x| vec![x[1], -x[0].sin_cos().0]);
    let start = [Precise::from(0.0), Precise::from(2.5)];
    let on = Free::with_angles(vec![true, false]);
    let settings = Settings::to(Precise::from(1000.0));
    let mut method = Taylor::new(&field);
    let (mut drift, mut turns) = (0.0f64, 0);
    let half = Precise::from(0.5);
    let mut watch = |step: &Step<'_, Precise>| {
        use support::tape::Elementary;
        let [angle, speed] = [step.piece.c[0], step.piece.c[1]];
        let E = half * speed * speed - angle.cos() - Precise::from(2.125);
        drift = drift.max(E.0.abs());
        turns = step.turns[0];
        ControlFlow::Continue(())
    };
    let ending = follow(&mut method, &on, (Precise::from(0.0), &start), &settings, &mut watch);
    assert!(turns > 250 && ending.x[0].0 > 250.0 * TAU, "{turns}");
    assert!(drift < 1e-28, "{drift:e}");
}

#[test]
fn turns_are_taken_off_and_put_back_with_all_digits() {
    let field: Taped<Precise> = Taped::new(1, |_, _| vec![support::tape::c(1.0)]);
    let on = Free::with_angles(vec![true]);
    let run = |angle: Precise| {
        let settings = Settings::to(Precise::from(0.5));
        Trajectory::of(&mut Taylor::new(&field), &on, (Precise::from(0.0), &[angle]), &settings)
    };
    // One turn in its first double leaves minus the other two.
    let rest = run(Precise::from(TAU)).pieces[0].0.c[0];
    let error = rest - Precise(-2.449_293_598_294_706_4e-16, 5.989_539_619_436_679e-33);
    assert!(error.0.abs() < 1e-40, "{:e}", error.0);
    let far = Precise::from(1000.0) * Precise(TAU, 2.449_293_598_294_706_4e-16);
    let shown = run(far).states.last().unwrap()[0] - far - Precise::from(0.5);
    assert!(shown.0.abs() < 1e-27, "{:e}", shown.0);
}

#[test]
fn steps_add_up_to_the_time_that_was_asked_for() {
    // At t = 10⁹ a double resolves 10⁻⁷; the phase after 10 is exact all the same.
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]);
    let start = (1e9, [1.0, 0.0].as_slice());
    let mut method = Taylor::new(&field);
    let motion = Trajectory::of(&mut method, &Free::new(2), start, &Settings::to(1e9 + 10.0));
    assert!(difference(last(&motion), &[10f64.cos(), -10f64.sin()]) < 1e-14);
}

#[test]
fn a_start_of_many_turns_is_wrapped_and_shown_as_given() {
    let system = systems::pendulum();
    let mut far = system.start.clone();
    far[0] += 1_000_003.0 * TAU;
    let mut method = Taylor::new(&system.field);
    let settings = Settings::to(3.0);
    let motion = Trajectory::of(&mut method, system.manifold.as_ref(), (0.0, &far), &settings);
    let near = run(&system, 3.0);
    assert!((last(&motion)[0] - last(&near)[0] - 1_000_003.0 * TAU).abs() < 1e-8);
    assert!((last(&motion)[1] - last(&near)[1]).abs() < 1e-8);
}

#[test]
fn dense_output_is_exact_in_mid_step_and_continuous() {
    for system in systems::all() {
        let motion = run(&system, 5.0);
        let mut residual = vec![0.0; system.manifold.count()];
        for step in 1..motion.len() {
            let (a, b) = (motion.times[step - 1], motion.times[step]);
            let middle = motion.at(0.5 * (a + b)).unwrap();
            let truth = run(&system, 0.5 * (a + b));
            let scale = middle.iter().fold(1.0f64, |s, x| s.max(x.abs()));
            let error = difference(&middle, last(&truth)) / scale;
            assert!(error < 1e-11, "{}: {error:e}", system.name);
            system.manifold.residual(0.0, &middle, &mut residual).unwrap();
            assert!(residual.iter().all(|r| r.abs() < 1e-14), "{}", system.name);
            let (piece, _) = &motion.pieces[step - 1];
            let mut end = vec![0.0; piece.dim];
            piece.at(piece.h, &mut end);
            let mut next = motion.states[step].clone();
            if let Some((piece, _)) = motion.pieces.get(step) {
                next.copy_from_slice(&piece.c[..piece.dim]);
            }
            for (i, (end, next)) in end.iter().zip(&next).enumerate() {
                let is_angle = system.manifold.angles()[i];
                let turn = if is_angle { TAU * ((end - next) / TAU).round() } else { 0.0 };
                assert!((end - next - turn).abs() < 4e-14 * scale, "{}", system.name);
            }
        }
    }
}

#[test]
fn runs_go_backwards() {
    let system = systems::contact_oscillator();
    let there = run(&system, 20.0);
    let mut method = Taylor::new(&system.field);
    let start = (20.0, last(&there));
    let back = Trajectory::of(&mut method, system.manifold.as_ref(), start, &Settings::to(0.0));
    assert!(difference(last(&back), &system.start) < 1e-12);
    assert_eq!(back.times.last(), Some(&0.0));
    assert!(difference(&back.at(7.0).unwrap(), &there.at(7.0).unwrap()) < 1e-12);
}

#[test]
fn a_blow_up_ends_with_its_time() {
    let field: Taped = Taped::new(1, |_, x| vec![x[0] * x[0]]);
    let mut method = Taylor::new(&field);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[1.0]), &Settings::to(2.0));
    let Stop::StepToZero { t, .. } = motion.stop else { panic!("{:?}", motion.stop) };
    assert!((t - 1.0).abs() < 1e-13, "{t}");
    assert!(motion.states.iter().all(|x| x[0].is_finite()));
}

#[test]
fn a_domain_that_is_left_ends_the_run_before_it() {
    // x' = −1, y' = √x has no value after t = 1.
    let field: Taped = Taped::new(2, |_, x| vec![support::tape::c(-1.0), x[0].sqrt()]);
    let mut method = Taylor::new(&field);
    let start = (0.0, [1.0, 0.0].as_slice());
    let motion = Trajectory::of(&mut method, &Free::new(2), start, &Settings::to(3.0));
    assert!(matches!(motion.stop, Stop::StepToZero { .. }), "{:?}", motion.stop);
    assert!((last(&motion)[1] - 2.0 / 3.0).abs() < 1e-15 && last(&motion)[0] >= 0.0);
    assert!(field.rate(0.0, &[-1.0, 0.0], &mut [0.0, 0.0]).is_err());
}

#[test]
fn a_polynomial_series_does_not_leap_over_what_the_field_says() {
    // x' = −√x from 1 has the series (1 − t/2)², which rises again after t = 2: no solution does.
    let field: Taped = Taped::new(1, |_, x| vec![-x[0].sqrt()]);
    let mut method = Taylor::new(&field);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[1.0]), &Settings::to(2.01));
    assert!(last(&motion)[0].abs() < 1e-10, "{}", last(&motion)[0]);
}

#[test]
fn observers_interrupt_and_steps_are_counted() {
    let system = systems::lorenz();
    let mut count = 0;
    let mut stop_at_five = |_: &Step<'_>| {
        count += 1;
        if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut method = Taylor::new(&system.field);
    let start = (0.0, system.start.as_slice());
    let manifold = system.manifold.as_ref() as &dyn Manifold;
    let ending = follow(&mut method, manifold, start, &Settings::to(50.0), &mut stop_at_five);
    assert!(matches!(ending.stop, Stop::Interrupted { .. }) && ending.stats.steps == 5);
    let few = Settings { most_steps: 7, ..Settings::to(50.0) };
    let motion = Trajectory::of(&mut method, manifold, start, &few);
    assert!(matches!(motion.stop, Stop::TooManySteps { steps: 7, .. }));
    assert_eq!(motion.len(), 8);
}

#[test]
fn a_polynomial_motion_is_followed_in_few_steps() {
    let field: Taped = Taped::new(2, |_, x| vec![x[1], support::tape::c(0.0)]);
    let mut method = Taylor::new(&field);
    let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[1.0, 0.5]), &Settings::to(1e6));
    assert_eq!((motion.len(), last(&motion)[0]), (65, 500_001.0));
    let stone: Taped = Taped::new(2, |_, x| vec![x[1], support::tape::c(-2.0)]);
    let mut method = Taylor::new(&stone);
    let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[0.0, 8.0]), &Settings::to(8.0));
    assert_eq!((motion.len(), last(&motion)[0]), (65, 0.0));
}

/// x'' = exp(−100 (t − 5)²).
struct Pulse;

impl VectorField for Pulse {
    fn dim(&self) -> usize {
        2
    }
    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        dx.copy_from_slice(&[x[1], (-100.0 * (t - 5.0).powi(2)).exp()]);
        Ok(())
    }
}

impl Series for Pulse {
    fn series(&self, t: f64, x: &[f64], order: usize, c: &mut [f64]) -> Result<(), FieldError> {
        // g' = −200 (t − 5) g:  (k + 1) g_{k+1} = −200 ((t − 5) g_k + g_{k−1}).
        let mut g = vec![(-100.0 * (t - 5.0).powi(2)).exp()];
        for k in 0..order {
            let before = if k > 0 { g[k - 1] } else { 0.0 };
            g.push(-200.0 * ((t - 5.0) * g[k] + before) / (k + 1) as f64);
        }
        c[..2].copy_from_slice(x);
        for k in 0..order {
            c[2 * k + 2] = c[2 * k + 1] / (k + 1) as f64;
            c[2 * k + 3] = g[k] / (k + 1) as f64;
        }
        Ok(())
    }
}

#[test]
fn a_narrow_pulse_is_met_from_rest_and_in_flight() {
    let impulse = PI.sqrt() / 10.0;
    for v in [0.0, 1.0] {
        for begin in [0.0, 2.1] {
            let start = (begin, [0.0, v]);
            let mut method = Taylor::new(&Pulse);
            let settings = Settings::to(10.0);
            let motion = Trajectory::of(&mut method, &Free::new(2), (start.0, &start.1), &settings);
            let truth = [v * (10.0 - begin) + 5.0 * impulse, v + impulse];
            let error = difference(last(&motion), &truth);
            assert!(error < 1e-12, "{v} {begin}: {error:e}");
        }
    }
}

/// sin³⁰, whose first 29 derivatives vanish at zero; its mean is C(30, 15)/2³⁰.
fn thirtieth(a: E) -> E {
    let s = a.sin_cos().0;
    let (s2, s4) = (s.squared(), s.squared().squared());
    let s8 = s4.squared();
    s8.squared() * s8 * s4 * s2
}

#[test]
fn a_force_with_a_flat_beginning_is_met_from_rest() {
    let mean = 155_117_520.0 / 2f64.powi(30);
    let field: Taped = Taped::new(1, |t, _| vec![thirtieth(PI * t)]);
    let mut method = Taylor::new(&field);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[0.0]), &Settings::to(10.0));
    let error = last(&motion)[0] - 10.0 * mean;
    assert!(error.abs() < 1e-9 && motion.len() < 2000, "{error:e}, {} steps", motion.len());
    // The same along a uniform motion: x' = 1, y'' = sin³⁰(πx).
    let field: Taped =
        Taped::new(3, |_, x| vec![support::tape::c(1.0), x[2], thirtieth(PI * x[0])]);
    let mut method = Taylor::new(&field);
    let start = (0.0, [0.0; 3].as_slice());
    let motion = Trajectory::of(&mut method, &Free::new(3), start, &Settings::to(10.0));
    let error = difference(last(&motion), &[10.0, 50.0 * mean, 10.0 * mean]);
    assert!(error < 1e-9 && motion.len() < 2000, "{error:e}, {} steps", motion.len());
}

#[test]
fn a_start_at_rest_at_zero_finds_its_scale() {
    // x'' = cos t from rest at 0: x = 1 − cos t.
    let field: Taped = Taped::new(2, |t, x| vec![x[1], t.sin_cos().1]);
    let mut method = Taylor::new(&field);
    let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[0.0, 0.0]), &Settings::to(9.0));
    assert!((last(&motion)[0] - (1.0 - 9.0f64.cos())).abs() < 4e-15);
    assert!(motion.len() < 40, "{}", motion.len());
}

/// x'' = −x with a force in which large terms cancel: its values have eight digits, its series all. No
/// step is short enough for values that are rounding.
#[test]
fn rounding_in_the_field_does_not_shorten_steps() {
    let field: Taped =
        Taped::new(2, |_, x| vec![x[1], support::tape::c(1e8) - (x[0] + support::tape::c(1e8))]);
    let start = (0.0, [1.0, 0.0].as_slice());
    let motion =
        Trajectory::of(&mut Taylor::new(&field), &Free::new(2), start, &Settings::to(10.0));
    assert_eq!(motion.stop, Stop::End);
    assert!(motion.stats.steps < 50, "{} steps", motion.stats.steps);
    assert!((motion.states[motion.len() - 1][0] - 10f64.cos()).abs() < 1e-6);
}

/// y' = 40 t³⁹ with a series that ends before it, compared at some places of each step.
struct Late {
    places: usize,
}

impl VectorField for Late {
    fn dim(&self) -> usize {
        1
    }
    fn rate(&self, t: f64, _x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        dx[0] = 40.0 * t.powi(39);
        Ok(())
    }
}

impl Series for Late {
    fn series(&self, t: f64, x: &[f64], order: usize, c: &mut [f64]) -> Result<(), FieldError> {
        let mut binomial = 1.0;
        c[0] = x[0];
        for k in 1..=order {
            binomial *= (41 - k) as f64 / k as f64; // of 40 over k
            c[k] = binomial * t.powi(40 - i32::try_from(k).expect("k is at most 40"));
        }
        Ok(())
    }
    fn places(&self, _order: usize) -> usize {
        self.places
    }
}

#[test]
fn a_step_that_is_compared_at_its_end_alone_is_halved_there() {
    for places in [1, alembert_flow::PLACES] {
        let late = Late { places };
        let mut method = Taylor::new(&late);
        let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[0.0]), &Settings::to(1.2));
        let truth = 1.2f64.powi(40);
        let error = (last(&motion)[0] - truth).abs() / truth;
        assert!(error < 1e-11, "{places}: {error:e}");
        assert!(motion.stats.rejected > 0);
    }
}
