//! Studies of convergence: the errors of fixed steps against a run at round-off.

use alembert_flow::{Method, Settings, Stop, Taylor, Trajectory};

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
    for steps in (3..13).flat_map(|k| [1u32 << k, 3 << (k - 1)]) {
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
    let rates: Vec<(f64, f64)> = errors.windows(3).map(|e| (e[2], (e[0] / e[2]).log2())).collect();
    let mut above = rates.iter().rev().filter(|(error, _)| *error > floor).map(|&(_, rate)| rate);
    above.next().unwrap_or_else(|| panic!("{}: {errors:?}", system.name))
}
