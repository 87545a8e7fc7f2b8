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
//! How much an exponent is worth is seen in m windows of equal length, in which it has the means λᵂ:
//!
//! ```text
//! error = max(|λ − λ(T/2)|, 2 s/√m, b/T, ε N/T),     s² = Σ (λᵂ − λ)²/(m − 1)             (4)
//! ```
//!
//! for N intervals, where the sums of (2) stray from a straight line by no more than b: an oscillation stretches its
//! neighbours to and fro, and the end of the run comes anywhere between. Directions whose exponents differ by less than about 1/T
//! are not told apart in the time: each is then a mixture that depends on the first Q. What that leaves open is seen from
//! another first Q ([`lyapunov_turned`]),
//!
//! ```text
//! Q (1 − 2 u uᵀ)                                                                          (5)
//! ```
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
    /// The error (4) of each.
    pub unsettled: Vec<f64>,
    /// Which exponents are known; of the others it is only known that they are not above their values.
    pub resolved: Vec<bool>,
    /// How many intervals were counted: fewer than were asked for when the motion was interrupted.
    pub intervals: usize,
}

/// Sums that are remembered, so that half of any time is known.
const REMEMBERED: usize = 4096;
/// The windows of (4).
const WINDOWS: usize = 8;
/// What is left of a column is round-off below this part of it.
const ROUND_OFF: f64 = 1e-14;

/// The spectrum from directions that are turned, (5): what it has otherwise the directions have from their start.
///
/// # Errors
/// As [`lyapunov`].
pub fn lyapunov_turned(
    flow: &dyn Flow,
    on: &dyn Constraints,
    start: (f64, &[f64]),
    averaging: Averaging,
) -> Result<Spectrum, Stop> {
    let Q = first_directions(on, start)?;
    let k = Q.len() / start.1.len().max(1);
    let u: Vec<f64> = (1..=k).map(|i| 0.5 + (crate::number::float(i) * GOLDEN).fract()).collect();
    let size = u.iter().map(|u| u * u).sum::<f64>();
    let turned = |row: &[f64]| -> Vec<f64> {
        let along: f64 = row.iter().zip(&u).map(|(q, u)| q * u).sum();
        row.iter().zip(&u).map(|(q, u)| q - 2.0 * along * u / size).collect() // (5)
    };
    let Q = Q.chunks(k.max(1)).flat_map(turned).collect();
    averaged(flow, on, (start, Q), averaging)
}

/// Entries of u that have no simple ratios.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// Q at the start.
fn first_directions(on: &dyn Constraints, (t, x): (f64, &[f64])) -> Result<Vec<f64>, Stop> {
    null_space(on, t, x).map_err(|error| Stop::Field { t, error })
}

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
    averaged(flow, on, (start, first_directions(on, start)?), averaging)
}

/// Equations (1) to (3) from the directions Q.
fn averaged(
    flow: &dyn Flow,
    on: &dyn Constraints,
    (start, mut Q): ((f64, &[f64]), Vec<f64>),
    averaging: Averaging,
) -> Result<Spectrum, Stop> {
    let (mut t, mut x) = (start.0, start.1.to_vec());
    let n = x.len();
    let failed = |t: f64| move |error: FieldError| Stop::Field { t, error };
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

/// Equations (2) and (4), after so many intervals; `remembered` are the sums after fewer of them.
fn spectrum(
    (sums, resolved): (&[f64], &[bool]),
    remembered: &[(usize, Vec<f64>)],
    (interval, intervals): (f64, usize),
) -> Spectrum {
    let time = interval * crate::number::float(intervals);
    let whole = (intervals, sums.to_vec());
    let at = |count: usize| {
        let all = remembered.iter().chain([&whole]).rev();
        { all }.find(|(k, _)| *k <= count).expect("the sums after no interval are remembered")
    };
    let half = at(intervals / 2);
    let ends: Vec<_> = (0..=WINDOWS).map(|k| at(intervals * k / WINDOWS)).collect();
    let row = |i: usize| {
        let exponent = sums[i] / time;
        let mean = |from: &(usize, Vec<f64>), to: &(usize, Vec<f64>)| {
            (to.1[i] - from.1[i]) / (interval * crate::number::float(to.0 - from.0))
        };
        let early = if half.0 > 0 { mean(&remembered[0], half) } else { 0.0 };
        let windows = ends.windows(2).filter(|pair| pair[0].0 < pair[1].0);
        let means: Vec<f64> = windows.map(|pair| mean(pair[0], pair[1])).collect();
        let strays = remembered.iter().chain([&whole]).map(|(k, sums)| {
            sums[i] - remembered[0].1[i] - exponent * interval * crate::number::float(*k)
        });
        let (low, high) =
            strays.fold((0.0, 0.0), |(low, high): (f64, f64), b| (low.min(b), high.max(b)));
        let straying = (high - low).max(f64::EPSILON * crate::number::float(intervals)) / time;
        let error = (exponent - early).abs().max(spread(&means, exponent)).max(straying); // (4)
        ((exponent, error), resolved[i])
    };
    let mut rows: Vec<((f64, f64), bool)> = (0..sums.len()).map(row).collect();
    rows.sort_by(|a, b| b.0.0.total_cmp(&a.0.0));
    let (values, resolved): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let (exponents, unsettled) = values.into_iter().unzip();
    Spectrum { exponents, unsettled, resolved, intervals }
}

/// 2 s/√m; 0 for a single window.
fn spread(means: &[f64], exponent: f64) -> f64 {
    let m = crate::number::float(means.len());
    if means.len() < 2 {
        return 0.0;
    }
    let squares: f64 = means.iter().map(|mean| (mean - exponent).powi(2)).sum();
    2.0 * (squares / ((m - 1.0) * m)).sqrt()
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

#[cfg(test)]
mod tests {
    use super::{Spectrum, WINDOWS, spectrum};

    /// The spectrum of one direction whose intervals of length 1 stretch by these logarithms.
    fn of(logarithms: impl Iterator<Item = f64>) -> Spectrum {
        let mut remembered = vec![(0, vec![0.0])];
        for (k, r) in logarithms.enumerate() {
            let sum = remembered[k].1[0] + r;
            remembered.push((k + 1, vec![sum]));
        }
        let (count, sums) = remembered.pop().expect("there are intervals");
        spectrum((&sums, &[true]), &remembered, (1.0, count))
    }

    /// Slow waves that end as they are in the middle: halves agree, windows do not.
    #[test]
    fn windows_tell_of_waves_that_halves_do_not_see() {
        let wave = |k: u32| 0.5 + if (k / 100).is_multiple_of(2) { 1.0 } else { -1.0 };
        let found = of((0..800).map(wave));
        assert!((found.exponents[0] - 0.5).abs() < 1e-12);
        let expected = 2.0 / f64::from(u32::try_from(WINDOWS).expect("few") - 1).sqrt();
        assert!((found.unsettled[0] - expected).abs() < 1e-12, "{found:?}");
    }

    /// An oscillation that is looked at eight times in whole periods.
    #[test]
    fn what_strays_within_the_windows_is_told_too() {
        let wave = |k: u32| 0.5 + if (k / 10).is_multiple_of(2) { 1.0 } else { -1.0 };
        let found = of((0..800).map(wave));
        assert!((found.unsettled[0] - 10.0 / 800.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_steady_rate_has_no_error_and_a_start_that_wears_off_has_one() {
        let steady = of((0..800).map(|_| 0.25));
        assert!(steady.unsettled[0] < 1e-12 && (steady.exponents[0] - 0.25).abs() < 1e-12);
        let wears_off = of((0..800).map(|k| if k < 10 { 8.0 } else { 0.0 }));
        assert!(wears_off.unsettled[0] >= 0.1, "{wears_off:?}");
    }
}
