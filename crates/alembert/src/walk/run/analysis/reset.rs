//! What an impulse does to a motion and to its neighbours.
//!
//! Where constraints jump, with the slope of a table or with a sign in them, the impulse of their reaction leads a
//! state x at the time t, with parameters p, to
//!
//! ```text
//! R(t, x, p): the nearest state on the constraints behind the jump                       (1)
//! ```
//!
//! in the kinetic metric, (1) of `surface`: M (v⁺ − v) = Gᵀ Λ and ψ(q, v⁺, t) = 0. A run does the same. R is computed
//! and not written, and analytic near states that it moves a little; so its derivative along a direction d is one by
//! differences,
//!
//! ```text
//! R'(d) = d/ds R((t, x, p) + s d),   s = 0                                               (2)
//! ```
//!
//! whose distances [`differences`](super::differences) finds. For neighbours of one motion it keeps their digits, because
//! d leads along the constraints before the jump but for terms of order s², which have no part in (2).

use alembert_flow::{FieldError, Manifold, Stop};

use super::Leg;
use super::differences::{PART, derivative};
use super::obstacle::Obstacle;
use super::saltation::Switching;
use crate::walk::run::surface::Surface;

/// The part of the largest size by which small ones are measured.
const LITTLE: f64 = 1e-2;

/// A direction of (t, x, p); what `dp` lacks is 0.
pub(super) struct Direction<'a> {
    pub(super) dt: f64,
    pub(super) dx: Vec<f64>,
    pub(super) dp: &'a [f64],
}

impl Direction<'_> {
    /// The step in which no entry changes by more than a part of its size, angles by a part of 1; it may be too long.
    /// `time` is that of the whole motion.
    fn step(&self, time: f64, (x, angles): (&[f64], &[bool]), p: &[f64]) -> f64 {
        let largest = x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let least = if largest > 0.0 { LITTLE * largest } else { 1.0 };
        let sizes = x.iter().zip(angles).map(|(x, is_angle)| match is_angle {
            true => 1.0,
            false => x.abs().max(least),
        });
        let of_state = self.dx.iter().zip(sizes).map(|(d, size)| (d / size).abs());
        let own = |x: f64| if x == 0.0 { 1.0 } else { x.abs() };
        let of_fixed = self.dp.iter().zip(p).map(|(d, p)| (d / own(*p)).abs());
        let all = of_state.chain(of_fixed).chain([(self.dt / time).abs()]);
        let fastest = all.fold(0.0, f64::max);
        if fastest > 0.0 { PART / fastest } else { PART }
    }
}

impl Switching<'_> {
    /// The state (1) and the derivatives (2) for the leg and the signs that are chosen; where constraints do not
    /// jump both are what they were.
    pub(super) fn reset(
        &self,
        (t, x): (f64, &[f64]),
        constraints_jump: bool,
        directions: Vec<Direction<'_>>,
    ) -> Result<(Vec<f64>, Vec<Vec<f64>>), Stop> {
        if !constraints_jump {
            return Ok((x.to_vec(), directions.into_iter().map(|d| d.dx).collect()));
        }
        let Leg { fixed: p, surface, .. } = self.leg(t);
        let along = |d: &Direction<'_>| {
            let step = d.step(self.time(), (x, surface.angles()), p);
            let led = derivative(step, |s| {
                let moved = |x: &[f64], d: &[f64]| -> Vec<f64> {
                    let d = d.iter().copied().chain(std::iter::repeat(0.0));
                    x.iter().zip(d).map(|(x, d)| x + s * d).collect()
                };
                self.onto(t + s * d.dt, moved(x, &d.dx), &moved(p, d.dp))
            })?;
            led.ok_or_else(|| self.stopped(Obstacle::Rough, t))
        };
        let led = directions.iter().map(along).collect::<Result<_, _>>()?; // (2)
        Ok((self.onto(t, x.to_vec(), p)?, led))
    }

    /// Equation (1).
    fn onto(&self, t: f64, mut x: Vec<f64>, p: &[f64]) -> Result<Vec<f64>, Stop> {
        let surface = Surface::new(&self.ready.course, p, 1.0);
        let error = FieldError::NotFinite { component: 0 };
        let surface = surface.map_err(|_| Stop::Field { t, error })?;
        surface.project(t, &mut x).map_err(|error| Stop::Field { t, error })?;
        Ok(x)
    }
}
