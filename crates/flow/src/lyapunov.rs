//! The Lyapunov spectrum of a motion, by QR in the directions that the constraints allow.
//!
//! ```text
//! V(t + τ) = Φ Q = Q₁ R₁                                                                  (1)
//! λᵢ = (1/T) Σ ln Rᵢᵢ                                                                     (2)
//! G(t, x) Q = 0                                                                           (3)
//! ```
//!
//! Q begins as an orthonormal basis of the null space of G = ∂r/∂x, and is brought back to it after
//! each interval: directions that leave the constraints would add exponents that no motion has.
//! Source: \[Benettin1980\]. The exponents are sorted, the largest first.

use crate::field::FieldError;
use crate::manifold::Constraints;
use crate::stop::Stop;
use crate::variation::Flow;

/// How long, and how often the directions are made orthogonal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Averaging {
    /// The time between factorisations (1).
    pub interval: f64,
    /// Intervals that are not counted.
    pub settle: usize,
    /// Intervals that are.
    pub intervals: usize,
}

/// Exponents and what they are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Spectrum {
    /// The exponents, largest first; as many as the motion has independent directions.
    pub exponents: Vec<f64>,
    /// How much each still differed from its value after half of the time.
    pub unsettled: Vec<f64>,
    /// How many intervals were counted: fewer than were asked for when the motion was interrupted.
    pub intervals: usize,
}

/// Sums that are remembered, so that half of any time is known.
const REMEMBERED: usize = 4096;

/// The spectrum of a motion from (t, x). A motion that is interrupted after the time to settle has the
/// spectrum of what was counted until then.
///
/// # Errors
/// The motion ends before the time of averaging.
pub fn lyapunov(
    flow: &dyn Flow,
    on: &dyn Constraints,
    start: (f64, &[f64]),
    averaging: Averaging,
) -> Result<Spectrum, Stop> {
    let (mut t, mut x) = (start.0, start.1.to_vec());
    let n = x.len();
    let failed = |t: f64| move |error: FieldError| Stop::Field { t, error };
    let mut Q = null_space(on, t, &x).map_err(failed(t))?;
    let k = Q.len() / n.max(1);
    let mut sums = vec![0.0; k];
    let mut remembered = vec![(0, sums.clone())];
    let apart = averaging.intervals.div_ceil(REMEMBERED);
    for interval in 0..averaging.settle + averaging.intervals {
        let end = start.0 + averaging.interval * crate::number::float(interval + 1);
        let (from, counted) = (x.clone(), interval.saturating_sub(averaging.settle));
        match flow.flow((t, &from), end, &mut x, &mut Q) {
            Err(Stop::Interrupted { .. }) if counted > 0 => {
                return Ok(spectrum(&sums, &remembered, (averaging.interval, counted)));
            }
            flown => flown?,
        }
        t = end;
        tangent(on, t, &x, &mut Q).map_err(failed(t))?; // (3)
        let R = orthogonalise(&mut Q, n); // (1)
        if interval >= averaging.settle {
            sums.iter_mut().zip(&R).for_each(|(sum, r)| *sum += r.max(f64::MIN_POSITIVE).ln());
            let is_half = counted + 1 == averaging.intervals / 2;
            if is_half || (counted + 1) % apart == 0 {
                remembered.push((counted + 1, sums.clone()));
            }
        }
    }
    Ok(spectrum(&sums, &remembered, (averaging.interval, averaging.intervals)))
}

/// Equation (2), after so many intervals; `remembered` are the sums after fewer of them.
fn spectrum(
    sums: &[f64],
    remembered: &[(usize, Vec<f64>)],
    (interval, intervals): (f64, usize),
) -> Spectrum {
    let time = interval * crate::number::float(intervals);
    let early = remembered.iter().rev().find(|(count, _)| *count <= intervals / 2);
    let (count, half) = early.expect("the sums after no interval are remembered");
    let half_time = interval * crate::number::float(*count);
    let early = |h: f64| if half_time > 0.0 { h / half_time } else { 0.0 };
    let mut rows: Vec<(f64, f64)> =
        sums.iter().zip(half).map(|(s, h)| (s / time, (s / time - early(*h)).abs())).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (exponents, unsettled) = rows.into_iter().unzip();
    Spectrum { exponents, unsettled, intervals }
}

/// An orthonormal basis of {v: G v = 0}, columns side by side.
fn null_space(on: &dyn Constraints, t: f64, x: &[f64]) -> Result<Vec<f64>, FieldError> {
    let n = x.len();
    let mut basis = row_space(on, t, x)?;
    let rank = basis.len();
    for unit in 0..n {
        let mut v = vec![0.0; n];
        v[unit] = 1.0;
        if remove(&basis, &mut v) > 0.5 / crate::number::float(n.max(1)).sqrt() && basis.len() < n {
            basis.push(v);
        }
    }
    // Coordinates that were left out by the bound above come in now, the clearest first.
    while basis.len() < n {
        let clearest = (0..n).map(|unit| {
            let mut v = vec![0.0; n];
            v[unit] = 1.0;
            (remove(&basis, &mut v), v)
        });
        let best = clearest.max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, v)) = best else { break };
        basis.push(v);
    }
    let columns = &basis[rank..];
    Ok((0..n).flat_map(|i| columns.iter().map(move |v| v[i])).collect())
}

/// An orthonormal basis of the rows of G.
fn row_space(on: &dyn Constraints, t: f64, x: &[f64]) -> Result<Vec<Vec<f64>>, FieldError> {
    let n = x.len();
    let mut G = vec![0.0; on.count() * n];
    on.gradient(t, x, &mut G)?;
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for row in G.chunks(n.max(1)) {
        let mut v = row.to_vec();
        let size = norm(&v);
        if size > 0.0 && remove(&basis, &mut v) > 1e-10 * size {
            basis.push(v);
        }
    }
    Ok(basis)
}

/// Takes the part along an orthonormal basis out of v, twice, and normalises it; its length then.
fn remove(basis: &[Vec<f64>], v: &mut [f64]) -> f64 {
    for _ in 0..2 {
        for b in basis {
            let along: f64 = b.iter().zip(&*v).map(|(b, v)| b * v).sum();
            v.iter_mut().zip(b).for_each(|(v, b)| *v -= along * b);
        }
    }
    let size = norm(v);
    v.iter_mut().for_each(|v| *v /= size);
    size
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Removes the rows of G from all columns of Q.
fn tangent(on: &dyn Constraints, t: f64, x: &[f64], Q: &mut [f64]) -> Result<(), FieldError> {
    let (n, k) = (x.len(), Q.len() / x.len().max(1));
    for b in row_space(on, t, x)? {
        for c in 0..k {
            let along: f64 = (0..n).map(|i| b[i] * Q[i * k + c]).sum();
            (0..n).for_each(|i| Q[i * k + c] -= along * b[i]);
        }
    }
    Ok(())
}

/// Gram and Schmidt on the columns, twice; the diagonal of R.
fn orthogonalise(Q: &mut [f64], n: usize) -> Vec<f64> {
    let k = Q.len() / n.max(1);
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let mut R = Vec::new();
    for c in 0..k {
        let mut v: Vec<f64> = (0..n).map(|i| Q[i * k + c]).collect();
        R.push(remove(&columns, &mut v));
        (0..n).for_each(|i| Q[i * k + c] = v[i]);
        columns.push(v);
    }
    R
}
