//! The smallest correction that satisfies linear equations.
//!
//! ```text
//! G δ = −g,     δᵀ M δ smallest:     M δ − Gᵀ ν = 0                                        (1)
//! ```
//!
//! in the metric M: for velocities the correction of a plastic impulse, the same in every coordinate
//! system. Where M is not positive definite the metric of the scales, `Σ (δᵢ/sᵢ)²`, takes its place.
//! Dependent rows of G are left out.

use alembert_algebra::numeric::Real;

use super::Factor;
use super::normal::Normal;

/// The metric in which a correction is small.
#[derive(Debug, Clone, Copy)]
pub enum Metric<'a, T> {
    /// M by rows; where it is not positive definite, the unit matrix.
    Inertia(&'a [T]),
    /// The scale of each unknown.
    Scales(&'a [f64]),
}

/// A correction, and what was seen on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Correction<T> {
    /// δ.
    pub delta: Vec<T>,
    /// The number of independent rows.
    pub rank: usize,
    /// How far the independent rows are from dependent ones, from 1 down to 0.
    pub ratio: f64,
    /// The weights of the rows in the combination that is nearest to 0.
    pub weakest: Vec<f64>,
}

/// Solves (1) for `rows` of G and the values g; none when a number is not finite.
///
/// ```
/// use alembert_kernel::{Metric, nearest_correction};
/// // x + y must be 4 and is 0; y is three times as heavy
/// let metric = Metric::Inertia(&[1.0, 0.0, 0.0, 3.0]);
/// let correction = nearest_correction(metric, &[1.0, 1.0], &[-4.0]).unwrap();
/// assert!((correction.delta[0] - 3.0).abs() < 1e-15 && (correction.delta[1] - 1.0).abs() < 1e-15);
/// ```
#[must_use]
pub fn nearest_correction<T: Real>(
    metric: Metric<'_, T>,
    rows: &[T],
    g: &[T],
) -> Option<Correction<T>> {
    let mut corrector = Corrector::new();
    let (rank, ratio) = corrector.factorise_by_reflections(metric, rows, g.len())?;
    let delta = corrector.solve(g)?.to_vec();
    Some(Correction { delta, rank, ratio, weakest: corrector.factor.qr.weakest() })
}

/// Room in which corrections are computed again and again.
///
/// ```
/// use alembert_kernel::{Corrector, Metric};
/// let mut corrector = Corrector::new();
/// let metric = Metric::Inertia(&[1.0, 0.0, 0.0, 3.0]);
/// assert_eq!(corrector.factorise(metric, &[1.0, 1.0], 1), Some((1, 1.0)));
/// let delta = corrector.solve(&[-4.0]).unwrap();
/// assert!((delta[0] - 3.0).abs() < 1e-15 && (delta[1] - 1.0).abs() < 1e-15);
/// ```
#[derive(Debug, Clone)]
pub struct Corrector<T> {
    factor: Factor<T>,
    normal: Normal<T>,
    /// Are the last factors those of the normal equations?
    is_normal: bool,
    right: Vec<T>,
}

impl<T: Real> Default for Corrector<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> Corrector<T> {
    /// Without anything to correct yet.
    #[must_use]
    pub fn new() -> Self {
        Self { factor: Factor::new(), normal: Normal::new(), is_normal: false, right: Vec::new() }
    }

    /// Factorises (1) for m rows of G: the number of independent rows, and how far these are from dependent
    /// ones, from 1 down to 0. None when a number is not finite.
    pub fn factorise(
        &mut self,
        metric: Metric<'_, T>,
        rows: &[T],
        m: usize,
    ) -> Option<(usize, f64)> {
        if let Metric::Inertia(inertia) = metric {
            let n = rows.len() / m.max(1);
            let ratio = self.normal.factorise((n, m), |e| inertia[e], rows);
            if let Some(ratio) = ratio {
                self.is_normal = true;
                return Some((m, ratio));
            }
        }
        self.factorise_by_reflections(metric, rows, m)
    }

    /// The same whatever the rows are like.
    fn factorise_by_reflections(
        &mut self,
        metric: Metric<'_, T>,
        rows: &[T],
        m: usize,
    ) -> Option<(usize, f64)> {
        self.is_normal = false;
        let n = rows.len() / m.max(1);
        let is_definite = match metric {
            Metric::Inertia(inertia) => self.factor.is_definite(n, m, |e| inertia[e], |e| rows[e]),
            Metric::Scales(scales) => {
                let entry = |e: usize| match e.is_multiple_of(n + 1) {
                    true => T::from(scales[e / (n + 1)].powi(-2)),
                    false => T::from(0.0),
                };
                self.factor.is_definite(n, m, entry, |e| rows[e])
            }
        };
        let unit = |e: usize| T::from(if e.is_multiple_of(n + 1) { 1.0 } else { 0.0 });
        if !is_definite {
            self.factor.is_definite(n, m, unit, |e| rows[e]).then_some(())?;
        }
        Some((self.factor.qr.rank, self.factor.qr.ratio))
    }

    /// The δ of (1) for the values g, with the last factors; none when a number is not finite.
    pub fn solve(&mut self, g: &[T]) -> Option<&[T]> {
        if self.is_normal {
            self.normal.solve(g, &mut self.right);
            return self.right.iter().all(|x| x.is_finite()).then_some(&self.right);
        }
        let n = self.factor.n;
        self.right.clear();
        self.right.resize(n, T::from(0.0));
        self.right.extend(g.iter().map(|&g| -g));
        self.factor.solve(&mut self.right).ok()?;
        Some(&self.right[..n])
    }
}

/// The directions `M⁻¹ Gᵀ` of (1), n × m, row by row; in the metric of unit scales where M is not
/// positive definite.
///
/// ```
/// use alembert_kernel::{Metric, correction_directions};
/// let metric = Metric::Inertia(&[4.0, 0.0, 0.0, 16.0]);
/// assert_eq!(correction_directions(metric, &[1.0, 1.0], 1), [0.25, 0.0625]);
/// ```
#[must_use]
pub fn correction_directions<T: Real>(metric: Metric<'_, T>, rows: &[T], m: usize) -> Vec<T> {
    let n = rows.len() / m.max(1);
    let mut lower: Vec<T> = match metric {
        Metric::Inertia(inertia) => inertia.to_vec(),
        Metric::Scales(scales) => {
            let entry =
                |e: usize| if e.is_multiple_of(n + 1) { scales[e / (n + 1)].powi(-2) } else { 0.0 };
            (0..n * n).map(|e| T::from(entry(e))).collect()
        }
    };
    let definite = super::cholesky::factorise(&mut lower, n).is_some();
    let mut directions = vec![T::from(0.0); n * m];
    for k in 0..m {
        let mut column = rows[k * n..(k + 1) * n].to_vec();
        if definite {
            super::cholesky::forward(&lower, &mut column);
            super::cholesky::backward(&lower, &mut column);
        }
        column.into_iter().enumerate().for_each(|(i, x)| directions[i * m + k] = x);
    }
    directions
}
