//! DOP853: order, error control, dense output, events by sampling, domains.

mod support;

use std::f64::consts::PI;

use alembert_flow::{
    Dop853, Event, FieldError, Free, Meeting, Settings, Stop, Trajectory, VectorField,
};
use support::field::Taped;
use support::order::{difference, last, observed, relative, run, truth};
use support::systems;

#[test]
fn the_order_is_eight() {
    for system in systems::all() {
        let rate = observed(&system, 1e-14, |s, h| Box::new(Dop853::with_step(&s.field, h)));
        assert!((rate - 8.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}

#[test]
fn errors_follow_the_tolerance() {
    for system in systems::all() {
        let truth = truth(&system, 3.0);
        for tolerance in [1e-6, 1e-9, 1e-12] {
            let motion = run(&system, &mut Dop853::new(&system.field, tolerance), 3.0);
            let error = relative(last(&motion), &truth);
            assert!(error < 300.0 * tolerance, "{} at {tolerance:e}: {error:e}", system.name);
            assert_eq!(motion.stop, Stop::End);
        }
    }
}

#[test]
fn the_polynomial_is_accurate_in_mid_step_and_continuous() {
    for system in systems::all() {
        let motion = run(&system, &mut Dop853::new(&system.field, 1e-9), 3.0);
        for step in 1..motion.len() {
            let t = 0.5 * (motion.times[step - 1] + motion.times[step]);
            let error = relative(&motion.at(t).unwrap(), &truth(&system, t));
            assert!(error < 1e-6, "{}: {error:e}", system.name);
            let (piece, _) = &motion.pieces[step - 1];
            let mut end = vec![0.0; piece.dim];
            piece.at(piece.h, &mut end);
            if let Some((next, _)) = motion.pieces.get(step) {
                let jump = difference(&end, &next.c[..piece.dim]);
                let scale = end.iter().fold(1.0f64, |s, x| s.max(x.abs()));
                let turned = jump > 3.0;
                assert!(turned || jump < 1e-13 * scale, "{}: {jump:e}", system.name);
            }
        }
    }
}

#[test]
fn dense_output_is_of_order_seven() {
    let system = systems::lorenz();
    let error = |h: f64| {
        let motion = run(&system, &mut Dop853::with_step(&system.field, h), 10.0 * h);
        let t = 9.4 * h;
        difference(&motion.at(t).unwrap(), &truth(&system, t))
    };
    let rate = (error(0.04) / error(0.02)).log2();
    assert!(rate > 6.8, "{rate}");
}

#[test]
fn constraints_hold_at_every_step() {
    for system in [systems::contact_oscillator(), systems::plane_pendulum(), systems::knife_edge()]
    {
        let motion = run(&system, &mut Dop853::new(&system.field, 1e-8), 100.0);
        assert!(motion.stats.residual < 1e-14, "{}", system.name);
        assert!(motion.stats.projections > 100 && motion.stats.moved > 1e-14);
    }
}

/// x'' = −sign(x): parabolas of period 4√2, not analytic where x = 0.
struct Bounce;

impl VectorField for Bounce {
    fn dim(&self) -> usize {
        2
    }
    fn rate(&self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        dx.copy_from_slice(&[x[1], -x[0].signum()]);
        Ok(())
    }
    fn watches(&self) -> usize {
        1
    }
    fn watch(&self, _t: f64, x: &[f64], g: &mut [f64]) -> Result<(), FieldError> {
        g[0] = x[0];
        Ok(())
    }
}

/// Steps across kinks lose energy, and the period is shorter each time: what comes late comes too early by so
/// much. A zero of the computed motion is found as it is.
#[test]
fn events_of_a_field_without_series_are_found() {
    for (tolerance, late) in [(1e-9, 2e-5), (1e-12, 5e-8)] {
        let settings = Settings { events: vec![Event::default()], ..Settings::to(100.0) };
        let mut method = Dop853::new(&Bounce, tolerance);
        let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[0.5, 0.0]), &settings);
        // x = ½ − ½ t² reaches 0 at t = 1, then every 2.
        assert_eq!(motion.crossings.len(), 50);
        for (k, (crossing, x)) in motion.crossings.iter().enumerate() {
            let error = (crossing.t - (1.0 + 2.0 * k as f64)).abs();
            assert!(error < late && x[0].abs() < 2e-14, "{}: {:e}", crossing.t, x[0]);
            assert_eq!(crossing.meeting == Meeting::Falling, k % 2 == 0);
        }
        assert!(motion.stats.rejected > 10, "the kinks cost steps");
    }
}

#[test]
fn grazing_crossings_are_found_by_sampling() {
    let field: Taped =
        Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![x[0] - 0.999_999]);
    let settings = Settings { events: vec![Event::default()], ..Settings::to(100.0) };
    let mut method = Dop853::new(&field, 1e-12);
    let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
    let a = 0.999_999f64.acos();
    let exact =
        (0..32).map(|k| f64::from((k + 1) / 2) * 2.0 * PI + if k % 2 == 0 { a } else { -a });
    let exact: Vec<f64> = exact.filter(|&t| t < 100.0).collect();
    assert_eq!(motion.crossings.len(), exact.len());
    for ((crossing, _), t) in motion.crossings.iter().zip(exact) {
        assert!((crossing.t - t).abs() < 1e-7, "{} {t}", crossing.t);
    }
}

#[test]
fn a_terminal_event_ends_on_the_constraints() {
    let mut system = systems::plane_pendulum();
    system.field = system.field.watching(|_, x| vec![x[0]]);
    let events = vec![Event { terminal: true, ..Event::default() }];
    let settings = Settings { events, ..Settings::to(10.0) };
    let start = (0.0, system.start.as_slice());
    let on = system.manifold.as_ref();
    let motion = Trajectory::of(&mut Dop853::new(&system.field, 1e-7), on, start, &settings);
    assert!(matches!(motion.stop, Stop::Event { index: 0, .. }));
    let x = last(&motion);
    assert!(x[0].abs() < 1e-7 && (x[0].hypot(x[1]) - 1.0).abs() < 1e-15);
    let end = motion.at(*motion.times.last().unwrap()).unwrap();
    assert!(difference(&end, x) < 1e-14);
}

#[test]
fn leaving_a_domain_is_a_stop() {
    let field: Taped = Taped::new(2, |_, x| vec![support::tape::c(-1.0), x[0].sqrt()]);
    let mut method = Dop853::new(&field, 1e-8);
    let start = (0.0, [1.0, 0.0].as_slice());
    let motion = Trajectory::of(&mut method, &Free::new(2), start, &Settings::to(2.0));
    let Stop::Field { t, error: FieldError::Domain { operation: "sqrt", .. } } = motion.stop else {
        panic!("{:?}", motion.stop)
    };
    assert!((t - 1.0).abs() < 1e-9);
}

#[test]
fn a_blow_up_is_a_stop() {
    let field: Taped = Taped::new(1, |_, x| vec![x[0] * x[0]]);
    let mut method = Dop853::new(&field, 1e-9);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[1.0]), &Settings::to(2.0));
    assert!(
        matches!(motion.stop, Stop::StepToZero { .. } | Stop::Field { .. }),
        "{:?}",
        motion.stop
    );
    assert!((motion.times.last().unwrap() - 1.0).abs() < 1e-8);
}
