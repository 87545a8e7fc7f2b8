//! Studies of convergence: the errors of fixed steps against a run at round-off.

use alembert_flow::{Free, Method, Settings, Stop, Taylor, Trajectory};

use super::precise::Precise;
use super::systems::System;

/// The state at a time by Taylor's method.
pub fn truth(system: &System, end: f64) -> Vec<f64> {
    last(&run(system, &mut Taylor::new(&system.field), end)).to_vec()
}

pub fn run(system: &System, method: &mut dyn Method, end: f64) -> Trajectory {
    let start = (0.0, system.start.as_slice());
    Trajectory::of(method, system.manifold.as_ref(), start, &Settings::to(end))
}

pub fn last(motion: &Trajectory) -> &[f64] {
    motion.states.last().expect("a motion has a start")
}

pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The largest difference relative to the size of the state.
pub fn relative(a: &[f64], b: &[f64]) -> f64 {
    difference(a, b) / b.iter().fold(1.0f64, |s, x| s.max(x.abs()))
}

/// The order that a method shows with more and more fixed steps: the rate of the last pair
/// of errors that is above `floor`. An error is the root mean square over four times, so that no
/// chance zero of one component counts.
pub fn observed<'a>(
    system: &'a System,
    floor: f64,
    method: impl Fn(&'a System, f64) -> Box<dyn Method + 'a>,
) -> f64 {
    let end = system.horizon;
    let times: Vec<f64> = (1..=4).map(|k| end * f64::from(k) / 4.0).collect();
    let truth = run(system, &mut Taylor::new(&system.field), end);
    let mut errors: Vec<f64> = Vec::new();
    for steps in numbers_of_steps(3) {
        let h = end / f64::from(steps);
        let motion = run(system, method(system, h).as_mut(), end);
        let complete = motion.stop == Stop::End;
        let squares = |t: f64| {
            let at = |path: &Trajectory| path.at(t).expect("the time was reached");
            let (x, y) = (at(&motion), at(&truth));
            relative(&x, &y).powi(2)
        };
        let sum: f64 = if complete { times.iter().map(|&t| squares(t)).sum() } else { f64::NAN };
        errors.push(sum.sqrt());
        if sum.sqrt() < floor {
            break;
        }
    }
    rate(&errors, floor).unwrap_or_else(|| panic!("{}: {errors:?}", system.name))
}

/// 2ᵏ, 3 · 2ᵏ⁻¹, 2ᵏ⁺¹ … steps.
fn numbers_of_steps(k: u32) -> impl Iterator<Item = u32> {
    (k..13).flat_map(|k| [1u32 << k, 3 << (k - 1)])
}

/// The rate of the last errors of h and h/2 above `floor`.
fn rate(errors: &[f64], floor: f64) -> Option<f64> {
    let mut pairs = errors.windows(3).rev().filter(|e| e[2] > floor);
    pairs.next().map(|e| (e[0] / e[2]).log2())
}

/// The order of the error that single steps show in double-double, down to 10⁻²⁹: in doubles high orders
/// end at round-off before their steps are short. An error is the root mean square of steps from four
/// states.
pub fn observed_in_one_step(system: &System, order: usize) -> f64 {
    let field = system.field.precise();
    let path = run(system, &mut Taylor::new(&system.field), system.horizon);
    let times: Vec<f64> = (0..4).map(|k| system.horizon * f64::from(k) / 4.0).collect();
    let squares = |t: f64, h: f64| {
        let start = path.at(t).expect("the time was reached");
        let start: Vec<Precise> = start.into_iter().map(Precise::from).collect();
        let t = Precise::from(t);
        let settings = Settings::to(t + Precise::from(h));
        let end = |method: &mut dyn Method<Precise>| {
            let motion = Trajectory::of(method, &Free::new(start.len()), (t, &start), &settings);
            motion.states.last().expect("a motion has a start").clone()
        };
        let x = end(&mut Taylor::with_step(&field, order, h));
        let truth = end(&mut Taylor::new(&field));
        x.iter().zip(&truth).map(|(&x, &y)| (x - y).0.powi(2)).sum::<f64>()
    };
    let mut errors = Vec::new();
    for steps in numbers_of_steps(2) {
        let h = system.horizon / f64::from(steps);
        errors.push(times.iter().map(|&t| squares(t, h)).sum::<f64>().sqrt());
        if errors.last().is_some_and(|&error: &f64| error < PRECISE_FLOOR) {
            break;
        }
    }
    rate(&errors, PRECISE_FLOOR).unwrap_or_else(|| panic!("{}: {errors:?}", system.name))
}

/// Errors of double-double above this are those of the method.
const PRECISE_FLOOR: f64 = 1e-29;
