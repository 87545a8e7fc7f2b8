//! Real points that are proved to satisfy equations.
//!
//! Newton's method finds an approximate root x of `F = 0`, and Krawczyk's test proves that a true
//! one lies near it: with `Y ≈ F'(x)⁻¹` and the box `X = x ± r`,
//!
//! ```text
//! |Y F(x)| + |1 − Y F'(X)| r < r    componentwise    ⇒    F has a root in X     (1)
//! ```
//!
//! (Krawczyk1969 in `REFERENCES.bib`). Everything in (1) is evaluated in balls, so the conclusion is a theorem.

use crate::evaluate::{Enclosed, EnclosureError, evaluate};
use crate::numeric::{Ball, DoubleDouble};
use crate::{Expr, jacobian};

/// Newton steps before a start is given up.
const STEPS: usize = 60;
/// Radii of the box X relative to the size of x that are tried, from the smallest.
const RADII: [f64; 4] = [1e-27, 1e-24, 1e-20, 1e-14];

/// Why no root was enclosed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EncloseError {
    /// A value on the way does not exist.
    #[error(transparent)]
    Value(#[from] EnclosureError),
    /// The equations do not determine the unknowns here.
    #[error("the equations do not determine the unknowns at this point")]
    Singular,
    /// Newton's method did not converge from this start.
    #[error("no solution was found from this start")]
    Diverged,
    /// Krawczyk's test did not prove a root.
    #[error("a solution was found but not proved")]
    Unproved,
}

/// Replaces the start values of `unknowns` in `point` by enclosures of a root of the equations.
///
/// # Errors
/// Why there is none.
pub fn enclose_root(
    equations: &[Expr],
    unknowns: &[Expr],
    point: &mut Enclosed,
) -> Result<(), EncloseError> {
    debug_assert_eq!(equations.len(), unknowns.len(), "as many equations as unknowns");
    let slope: Vec<Expr> = jacobian(equations, unknowns).entries().collect();
    let mut trial = point.clone();
    newton(equations, &slope, unknowns, &mut trial)?;
    let centre: Vec<DoubleDouble> = unknowns.iter().map(|&x| centre_of(&trial, x)).collect();
    for radius in RADII {
        let boxed: Vec<Ball> =
            centre.iter().map(|&c| Ball::new(c, radius * (1.0 + c.hi().abs()))).collect();
        if proves_root(equations, &slope, unknowns, &trial, &boxed)? {
            for (&x, &ball) in unknowns.iter().zip(&boxed) {
                point.set(x, ball);
            }
            return Ok(());
        }
    }
    Err(EncloseError::Unproved)
}

fn centre_of(point: &Enclosed, x: Expr) -> DoubleDouble {
    point.get(x).expect("every unknown has a start value").mid()
}

/// Moves the centres of the unknowns to an approximate root.
fn newton(
    equations: &[Expr],
    slope: &[Expr],
    unknowns: &[Expr],
    point: &mut Enclosed,
) -> Result<(), EncloseError> {
    let mut last = f64::INFINITY;
    for _ in 0..STEPS {
        let residual = evaluate(equations, point)?;
        let inverse = inverse(&centres(&evaluate(slope, point)?), unknowns.len())?;
        let step = product(&inverse, &centres(&residual));
        let mut size = 0f64;
        for (&x, &dx) in unknowns.iter().zip(&step) {
            let c = centre_of(point, x);
            size = size.max(dx.abs() / (1.0 + c.hi().abs()));
            point.set(x, Ball::point(c - DoubleDouble::from(dx)));
        }
        if !size.is_finite() {
            return Err(EncloseError::Diverged);
        }
        if size < 1e-29 || (size < 1e-26 && size >= last) {
            return Ok(());
        }
        last = size;
    }
    if last < 1e-20 { Ok(()) } else { Err(EncloseError::Diverged) }
}

/// Equation (1).
fn proves_root(
    equations: &[Expr],
    slope: &[Expr],
    unknowns: &[Expr],
    trial: &Enclosed,
    boxed: &[Ball],
) -> Result<bool, EncloseError> {
    let n = unknowns.len();
    let at_centre = evaluate(equations, trial)?;
    let inverse = inverse(&centres(&evaluate(slope, trial)?), n)?;
    let mut whole = trial.clone();
    for (&x, &ball) in unknowns.iter().zip(boxed) {
        whole.set(x, ball);
    }
    let on_box = evaluate(slope, &whole)?;
    let y = |i: usize, k: usize| Ball::point(inverse[i * n + k].into());
    // What is zero is left out: in a large system most slopes are.
    let slopes = |j: usize| (0..n).map(move |k| (k, j));
    let met = |&(k, j): &(usize, usize)| on_box[k * n + j] != Ball::ZERO;
    let columns: Vec<Vec<(usize, usize)>> =
        (0..n).map(|j| slopes(j).filter(met).collect()).collect();
    for i in 0..n {
        let newton = (0..n).fold(Ball::ZERO, |s, k| s + y(i, k) * at_centre[k]);
        let mut reach = newton.magnitude();
        for j in 0..n {
            let unit = if i == j { Ball::ONE } else { Ball::ZERO };
            let column = columns[j].iter();
            let entry = column.fold(unit, |s, &(k, j)| s - y(i, k) * on_box[k * n + j]);
            reach += entry.magnitude() * boxed[j].rad();
        }
        let covered = reach * (1.0 + 1e-12) < boxed[i].rad();
        if !covered {
            return Ok(false);
        }
    }
    Ok(true)
}

fn centres(balls: &[Ball]) -> Vec<f64> {
    balls.iter().map(|b| b.mid().hi()).collect()
}

fn product(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let n = vector.len();
    (0..n).map(|i| (0..n).map(|j| matrix[i * n + j] * vector[j]).sum()).collect()
}

/// The inverse of a square matrix by Gauss–Jordan elimination with row pivoting; any good
/// approximation will do, (1) checks it.
fn inverse(matrix: &[f64], n: usize) -> Result<Vec<f64>, EncloseError> {
    let width = 2 * n;
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let mut row = matrix[i * n..(i + 1) * n].to_vec();
            row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
            row
        })
        .collect();
    for column in 0..n {
        let best =
            (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        let best = best.expect("a row is left");
        rows.swap(column, best);
        let pivot = rows[column][column];
        if pivot.abs() < 1e-12 || !pivot.is_finite() {
            return Err(EncloseError::Singular);
        }
        rows[column].iter_mut().for_each(|x| *x /= pivot);
        let above: Vec<(usize, f64)> = (column..width).map(|j| (j, rows[column][j])).collect();
        let above: Vec<(usize, f64)> = above.into_iter().filter(|(_, x)| *x != 0.0).collect();
        for i in (0..n).filter(|&i| i != column) {
            let factor = rows[i][column];
            if factor != 0.0 {
                above.iter().for_each(|&(j, x)| rows[i][j] -= factor * x);
            }
        }
    }
    Ok(rows.into_iter().flat_map(|row| row[n..].to_vec()).collect())
}
