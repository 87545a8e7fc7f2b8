//! Two-point problems by multiple shooting.
//!
//! With states s₀ … s_{N−1} at the beginnings of N segments and the flow φ of a segment,
//!
//! ```text
//! φ_i(s_i) − s_{i+1} = 0,   i = 0 … N − 2                                                  (1)
//! b(s₀, φ_{N−1}(s_{N−1})) = 0                                                              (2)
//! ```
//!
//! is solved by Newton's method with the derivatives Φ of the flow. A step that does not lessen the
//! residual is shortened. Source: [`StoerBulirsch2002`, §7.3.5].

use thiserror::Error;

use crate::linear::Factors;
use crate::manifold::largest;
use crate::stop::Stop;
use crate::variation::Flow;

/// Conditions on both ends of a motion, as many as the state has components.
pub trait Boundary {
    /// b(x₀, x₁).
    fn conditions(&self, first: &[f64], last: &[f64], b: &mut [f64]);

    /// ∂b/∂x₀ and ∂b/∂x₁, row by row.
    fn derivatives(&self, first: &[f64], last: &[f64], by_first: &mut [f64], by_last: &mut [f64]);
}

/// Why no motion was found.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ShootingError {
    /// A segment ended early.
    #[error("segment {segment}: {stop}")]
    Segment {
        /// Its index.
        segment: usize,
        /// Why it ended.
        stop: Stop,
    },
    /// Newton's method stalled.
    #[error(
        "no motion was found near the guess (residual {residual:e}); try another guess or more segments"
    )]
    Stalled {
        /// What remains of (1) and (2).
        residual: f64,
    },
    /// There are not as many guesses as segments.
    #[error("{guesses} guesses for {segments} segments")]
    Guesses {
        /// The number of guesses.
        guesses: usize,
        /// The number of segments.
        segments: usize,
    },
}

/// Newton steps, and halvings of one, before the search gives up.
const MOST_STEPS: usize = 60;
const MOST_HALVINGS: usize = 12;

/// A residual that counts as zero when it no longer falls.
const SOLVED: f64 = 1e-10;

/// Directions in which the conditions change less than this, relative to the others, are left alone.
const NEGLIGIBLE: f64 = 1e-11;

/// Finds the states at the beginnings of the segments between `times`, from guesses of them.
///
/// # Errors
/// The guesses do not fit, a segment cannot be followed, or Newton's method stalls.
pub fn shoot(
    flow: &dyn Flow,
    boundary: &dyn Boundary,
    times: &[f64],
    guess: &[Vec<f64>],
) -> Result<Vec<Vec<f64>>, ShootingError> {
    let segments = times.len().saturating_sub(1);
    if segments == 0 || guess.len() != segments {
        return Err(ShootingError::Guesses { guesses: guess.len(), segments });
    }
    let mut here = Linearised::at(flow, boundary, times, guess.to_vec())?;
    for _ in 0..MOST_STEPS {
        let before = here.size();
        if before == 0.0 {
            break;
        }
        let change = here.newton();
        let Some(next) = descend(flow, boundary, times, &here, &change) else {
            break;
        };
        let settled = before < SOLVED && next.size() > 0.5 * before;
        here = next;
        if settled {
            break;
        }
    }
    if here.size() < SOLVED { Ok(here.s) } else { Err(stalled(&here)) }
}

fn stalled(here: &Linearised) -> ShootingError {
    ShootingError::Stalled { residual: here.size() }
}

/// The longest part of a Newton step that lessens the residual.
fn descend(
    flow: &dyn Flow,
    boundary: &dyn Boundary,
    times: &[f64],
    here: &Linearised,
    change: &[f64],
) -> Option<Linearised> {
    let n = flow.dim();
    let mut part = 1.0;
    for _ in 0..MOST_HALVINGS {
        let moved = |(i, s): (usize, &Vec<f64>)| -> Vec<f64> {
            s.iter().zip(&change[i * n..]).map(|(s, d)| s - part * d).collect()
        };
        let s = here.s.iter().enumerate().map(moved).collect();
        match Linearised::at(flow, boundary, times, s) {
            Ok(next) if next.size() < here.size() => return Some(next),
            _ => part *= 0.5,
        }
    }
    None
}

/// Equations (1) and (2) with their derivatives at some states.
struct Linearised {
    s: Vec<Vec<f64>>,
    residual: Vec<f64>,
    matrix: Vec<f64>,
}

impl Linearised {
    fn at(
        flow: &dyn Flow,
        boundary: &dyn Boundary,
        times: &[f64],
        s: Vec<Vec<f64>>,
    ) -> Result<Self, ShootingError> {
        let (n, count) = (flow.dim(), s.len());
        let w = n * count;
        let mut here = Linearised { residual: vec![0.0; w], matrix: vec![0.0; w * w], s };
        let (mut x, mut Phi) = (vec![0.0; n], vec![0.0; n * n]);
        for i in 0..count {
            Phi.iter_mut().enumerate().for_each(|(k, p)| *p = f64::from(u8::from(k / n == k % n)));
            let start = (times[i], here.s[i].as_slice());
            flow.flow(start, times[i + 1], &mut x, &mut Phi)
                .map_err(|stop| ShootingError::Segment { segment: i, stop })?;
            if i + 1 < count {
                here.join(i, &x, &Phi); // (1)
            } else {
                here.close(boundary, &x, &Phi); // (2)
            }
        }
        Ok(here)
    }

    fn size(&self) -> f64 {
        largest(&self.residual)
    }

    /// Equation (1) for one joint.
    fn join(&mut self, i: usize, x: &[f64], Phi: &[f64]) {
        let (n, w) = (x.len(), self.residual.len());
        for p in 0..n {
            let row = i * n + p;
            self.residual[row] = x[p] - self.s[i + 1][p];
            self.matrix[row * w + (i + 1) * n + p] = -1.0;
            self.matrix[row * w + i * n..row * w + (i + 1) * n]
                .copy_from_slice(&Phi[p * n..(p + 1) * n]);
        }
    }

    /// Equation (2).
    fn close(&mut self, boundary: &dyn Boundary, x: &[f64], Phi: &[f64]) {
        let (n, w) = (x.len(), self.residual.len());
        let from = w - n;
        let (mut by_first, mut by_last) = (vec![0.0; n * n], vec![0.0; n * n]);
        boundary.conditions(&self.s[0], x, &mut self.residual[from..]);
        boundary.derivatives(&self.s[0], x, &mut by_first, &mut by_last);
        for p in 0..n {
            for q in 0..n {
                self.matrix[(from + p) * w + q] += by_first[p * n + q];
                let chain: f64 = (0..n).map(|k| by_last[p * n + k] * Phi[k * n + q]).sum();
                self.matrix[(from + p) * w + from + q] += chain;
            }
        }
    }

    /// The change that Newton's method subtracts.
    fn newton(&self) -> Vec<f64> {
        let mut factors = Factors::new(self.residual.len());
        factors.matrix().copy_from_slice(&self.matrix);
        factors.factorise_above(NEGLIGIBLE);
        let mut change = self.residual.clone();
        factors.solve(&mut change);
        change
    }
}
