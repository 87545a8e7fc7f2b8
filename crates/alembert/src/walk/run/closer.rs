//! A claim along a motion, looked at again with twice the digits.
//!
//! `y = 0` says nothing about the size of y, and a difference of 10⁻¹³ is rounding for a planet and everything for
//! an atom. Two things make a difference out of nothing. Rounding of the claim itself is gone with twice the
//! digits; rounding of the state is measured by how far the quantity c(t, x) could be away on such a motion. With the
//! sizes σⱼ that the entries xⱼ of the state have,
//!
//! ```text
//! F = Σ |∂c/∂xⱼ| σⱼ                                                                  (1)
//! ```
//!
//! taken by differences, accelerations and multipliers included, at a few of the samples. An entry that stays at 0
//! has the size that it could have: for positions and velocities with the inertia M and the energy E of the motion,
//!
//! ```text
//! σᵢ ≥ √(Σ Mⱼⱼ σⱼ² / Mᵢᵢ),     and for velocities   σᵢ ≥ √(2E/Mᵢᵢ)                   (2)
//! ```

#![allow(non_snake_case, reason = "M, F are the symbols of the papers")]

use alembert_algebra::Expr;
use alembert_algebra::numeric::{DoubleDouble, Real};
use alembert_kernel::{Program, Workspace};

use super::course::Course;
use super::journey::Journey;
use super::trajectory::Samples;

/// The part of a size by which the state is moved.
const PART: f64 = 1e-6;

/// The samples at which a quantity is looked at, spread over the motion.
const SAMPLES: usize = 5;

/// What a closer look shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    /// The largest difference.
    pub(super) difference: f64,
    /// F.
    pub(super) sway: f64,
}

/// A motion along which claims are looked at.
pub(super) struct Closer<'a> {
    course: &'a Course,
    /// The values of everything that is fixed, at a time.
    fixed: &'a dyn Fn(f64) -> Vec<DoubleDouble>,
    samples: &'a Samples<f64>,
    /// σ.
    sizes: Vec<f64>,
}

impl<'a> Closer<'a> {
    pub(super) fn new(
        course: &'a Course,
        fixed: &'a dyn Fn(f64) -> Vec<DoubleDouble>,
        journey: &'a Journey<f64>,
    ) -> Self {
        let samples = &journey.samples;
        let sizes = samples.sizes(course.dim());
        let mut closer = Self { course, fixed, samples, sizes };
        closer.raise(journey.energy);
        closer
    }

    /// Equation (2), and 1 for angles and quaternions; without an inertia an entry has the largest size of its level.
    fn raise(&mut self, energy: f64) {
        let (masses, turning) = (self.masses(), self.course.positions - self.course.n);
        for k in 0..self.course.motion.manifold.len() {
            let sizes = &mut self.sizes[self.course.level(k)];
            if masses.is_empty() || k > 1 {
                let most = sizes.iter().fold(0.0f64, |a, &b| a.max(b));
                sizes.fill(most);
                continue;
            }
            let own = if k == 0 { masses.len() - 3 * turning } else { masses.len() };
            let sum: f64 = masses[..own].iter().zip(&*sizes).map(|(m, s)| m * s * s).sum();
            let sum = if k == 1 { sum.max(2.0 * energy) } else { sum };
            for (size, m) in sizes.iter_mut().zip(&masses[..own]) {
                let possible = (sum / m).sqrt();
                *size = size.max(if possible.is_finite() { possible } else { 0.0 }); // (2)
            }
            sizes[own..].fill(1.0);
        }
        let angles = self.sizes.iter_mut().zip(&self.course.angles);
        angles.filter(|(_, angle)| **angle).for_each(|(size, _)| *size = size.max(1.0));
    }

    /// The diagonal of the inertia at the first sample; empty when there is none.
    fn masses(&self) -> Vec<f64> {
        let Some(first) = self.samples.first() else { return Vec::new() };
        let (at, fixed) = (precise(first.t, &first.x), (self.fixed)(first.t));
        self.course.masses(&fixed, at[0], &at[1..])
    }

    /// A quantity that has to vanish, or to stay as it is, at the sample of this number and at others; none when it
    /// has no value there.
    pub(super) fn look(&self, quantity: Expr, stays: bool, number: usize) -> Option<Seen> {
        let lowered = self.course.tape(&[quantity]).ok()?;
        let program = Program::new(&lowered.tape, lowered.moving, &[lowered.moving - 1]);
        let mut space = Workspace::default();
        let mut out = Vec::new();
        let last = self.samples.len().saturating_sub(1);
        let spread = (0..SAMPLES).map(|k| k * last / (SAMPLES - 1));
        let (mut seen, mut first) = (Seen { difference: 0.0, sway: 0.0 }, None);
        for sample in spread.chain([number]).filter_map(|k| self.samples.at(k)) {
            let kernel = program.bind(&(self.fixed)(sample.t)).ok()?;
            let mut value =
                |at: &[DoubleDouble]| kernel.values(&mut space, at, &mut out).ok().map(|()| out[0]);
            let mut at = precise(sample.t, &sample.x);
            let here = value(&at)?;
            let start = if stays { *first.get_or_insert(here) } else { DoubleDouble::from(0.0) };
            seen.difference = seen.difference.max((here - start).to_f64().abs());
            let mut sway = 0.0;
            for (j, &size) in self.sizes.iter().enumerate() {
                let own = at[j + 1];
                at[j + 1] = own + DoubleDouble::from(PART * size);
                let beside = value(&at).unwrap_or(here);
                at[j + 1] = own;
                sway += (beside - here).to_f64().abs() / PART; // (1)
            }
            seen.sway = seen.sway.max(sway);
        }
        Some(seen)
    }
}

/// Time and state with twice the digits.
fn precise(t: f64, x: &[f64]) -> Vec<DoubleDouble> {
    std::iter::once(t).chain(x.iter().copied()).map(DoubleDouble::from).collect()
}
