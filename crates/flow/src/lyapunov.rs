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
//!
//! Where an interval leaves of a column only its round-off, Rᵢᵢ is at most that, and the direction says nothing:
//! the column begins again with the direction that it had, and its exponent is a bound from above.

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
    /// Which exponents are known; of the others it is only known that they are not above their values.
    pub resolved: Vec<bool>,
    /// How many intervals were counted: fewer than were asked for when the motion was interrupted.
    pub intervals: usize,
}

/// Sums that are remembered, so that half of any time is known.
const REMEMBERED: usize = 4096;
/// What is left of a column is round-off below this part of it.
const ROUND_OFF: f64 = 1e-14;

/// The spectrum of a motion from (t, x). A motion that is interrupted after the time to settle has the
/// spectrum of what was counted until then.
///
/// # Errors
/// The motion ends before the time of averaging, or a variation is not finite.
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
    let mut resolved = vec![true; k];
    let mut remembered = vec![(0, sums.clone())];
    let apart = averaging.intervals.div_ceil(REMEMBERED);
    for interval in 0..averaging.settle + averaging.intervals {
        let end = start.0 + averaging.interval * crate::number::float(interval + 1);
        let (from, counted) = (x.clone(), interval.saturating_sub(averaging.settle));
        let before = Q.clone();
        match flow.flow((t, &from), end, &mut x, &mut Q) {
            Err(Stop::Interrupted { .. }) if counted > 0 => {
                let counted = (averaging.interval, counted);
                return Ok(spectrum((&sums, &resolved), &remembered, counted));
            }
            flown => flown?,
        }
        t = end;
        let across = row_space(on, t, &x).map_err(failed(t))?;
        let R = orthogonalise((&across, n), &mut Q, &before).map_err(failed(t))?; // (1), (3)
        if interval >= averaging.settle {
            sums.iter_mut().zip(&R).for_each(|(sum, (r, _))| *sum += r.ln());
            resolved.iter_mut().zip(&R).for_each(|(all, (_, is_known))| *all &= is_known);
            let is_half = counted + 1 == averaging.intervals / 2;
            if is_half || (counted + 1) % apart == 0 {
                remembered.push((counted + 1, sums.clone()));
            }
        }
    }
    Ok(spectrum((&sums, &resolved), &remembered, (averaging.interval, averaging.intervals)))
}

/// Equation (2), after so many intervals; `remembered` are the sums after fewer of them.
fn spectrum(
    (sums, resolved): (&[f64], &[bool]),
    remembered: &[(usize, Vec<f64>)],
    (interval, intervals): (f64, usize),
) -> Spectrum {
    let time = interval * crate::number::float(intervals);
    let early = remembered.iter().rev().find(|(count, _)| *count <= intervals / 2);
    let (count, half) = early.expect("the sums after no interval are remembered");
    let half_time = interval * crate::number::float(*count);
    let early = |h: f64| if half_time > 0.0 { h / half_time } else { 0.0 };
    let value = |s: f64, h: f64| (s / time, (s / time - early(h)).abs());
    let mut rows: Vec<((f64, f64), bool)> = sums
        .iter()
        .zip(half)
        .zip(resolved)
        .map(|((s, h), known)| (value(*s, *h), *known))
        .collect();
    rows.sort_by(|a, b| b.0.0.total_cmp(&a.0.0));
    let (values, resolved): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let (exponents, unsettled) = values.into_iter().unzip();
    Spectrum { exponents, unsettled, resolved, intervals }
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
    // Coordinates that were left out by the bound above come in now.
    while basis.len() < n {
        let Some(v) = clearest(&basis, n) else { break };
        basis.push(v);
    }
    let columns = &basis[rank..];
    Ok((0..n).flat_map(|i| columns.iter().map(move |v| v[i])).collect())
}

/// Of the directions of the coordinates, the one that is farthest from a basis, made orthogonal to it.
fn clearest(basis: &[Vec<f64>], n: usize) -> Option<Vec<f64>> {
    let units = (0..n).map(|unit| {
        let mut v = vec![0.0; n];
        v[unit] = 1.0;
        (remove(basis, &mut v), v)
    });
    units.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, v)| v)
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

/// Takes the part along an orthonormal basis out of v, twice, and normalises what is left if that is not 0; its
/// length before that.
fn remove(basis: &[Vec<f64>], v: &mut [f64]) -> f64 {
    for _ in 0..2 {
        for b in basis {
            let along: f64 = b.iter().zip(&*v).map(|(b, v)| b * v).sum();
            v.iter_mut().zip(b).for_each(|(v, b)| *v -= along * b);
        }
    }
    let size = norm(v);
    if size > 0.0 {
        v.iter_mut().for_each(|v| *v /= size);
    }
    size
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// Takes the rows of G out of all columns, and makes them orthogonal by Gram and Schmidt, twice: the diagonal of R,
/// each with whether it is known or a bound. `before` are the columns that the interval began with.
fn orthogonalise(
    (across, n): (&[Vec<f64>], usize),
    Q: &mut [f64],
    before: &[f64],
) -> Result<Vec<(f64, bool)>, FieldError> {
    let k = Q.len() / n.max(1);
    let mut basis = across.to_vec();
    let mut R = Vec::new();
    for c in 0..k {
        let mut v: Vec<f64> = (0..n).map(|i| Q[i * k + c]).collect();
        if let Some(component) = v.iter().position(|v| !v.is_finite()) {
            return Err(FieldError::NotFinite { component });
        }
        let least = (ROUND_OFF * norm(&v)).max(f64::MIN_POSITIVE);
        let left = remove(&basis, &mut v);
        if left <= least {
            v = (0..n).map(|i| before[i * k + c]).collect();
            if remove(&basis, &mut v) < 0.1 {
                v = clearest(&basis, n).unwrap_or(v);
            }
        }
        R.push((left.max(least), left > least));
        (0..n).for_each(|i| Q[i * k + c] = v[i]);
        basis.push(v);
    }
    Ok(R)
}
