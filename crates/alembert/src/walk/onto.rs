//! Points on a surface near others, in doubles: Newton's steps of least length.
//!
//! ```text
//! x ← x − Jᵀ (J Jᵀ)⁻¹ f(x),     J = ∂f/∂x                                            (1)
//! ```
//!
//! They are where a proof begins, and prove nothing.

#![allow(non_snake_case, reason = "J and G are the names of the matrices of (1)")]

use alembert_algebra::tape::{Builder, Tape};
use alembert_algebra::{Expr, gradient};

/// Steps before a start is given up.
const STEPS: usize = 60;
/// A residual that is as small as rounding.
const SMALL: f64 = 1e-11;
/// A start that goes beyond is given up.
const FAR: f64 = 1e9;

/// Equations with their slopes, as programs of their unknowns.
pub(super) struct Surface {
    values: Tape,
    slopes: Tape,
}

impl Surface {
    /// None where something has no value in numbers: all other symbols must have been put in.
    pub(super) fn new(equations: &[Expr], unknowns: &[Expr]) -> Option<Self> {
        let slopes: Vec<Expr> =
            equations.iter().flat_map(|&f| gradient(f, unknowns).to_vec()).collect();
        Some(Self { values: tape(equations, unknowns)?, slopes: tape(&slopes, unknowns)? })
    }

    /// The point of the surface that (1) leads to.
    pub(super) fn near(&self, mut x: Vec<f64>) -> Option<Vec<f64>> {
        for _ in 0..STEPS {
            let f = self.values.evaluate(&x).ok()?.outputs;
            let size = f.iter().fold(0f64, |m, f| m.max(f.abs()));
            if size <= SMALL * (1.0 + x.iter().fold(0f64, |m, x| m.max(x.abs()))) {
                return Some(x);
            }
            let J = self.slopes.evaluate(&x).ok()?.outputs;
            let rows: Vec<&[f64]> = J.chunks(x.len().max(1)).collect();
            let weights = solved(&rows, f)?;
            for (row, weight) in rows.iter().zip(weights) {
                x.iter_mut().zip(row.iter()).for_each(|(x, slope)| *x -= weight * slope); // (1)
            }
            if !x.iter().all(|x| x.abs() < FAR) {
                return None;
            }
        }
        None
    }
}

fn tape(list: &[Expr], inputs: &[Expr]) -> Option<Tape> {
    let mut builder = Builder::new(inputs);
    let slots = builder.expressions(list).ok()?;
    Some(builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect()))
}

/// `G⁻¹ f` with `G = J Jᵀ`, by elimination.
fn solved(rows: &[&[f64]], mut f: Vec<f64>) -> Option<Vec<f64>> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut G: Vec<Vec<f64>> =
        rows.iter().map(|a| rows.iter().map(|b| dot(a, b)).collect()).collect();
    for i in 0..f.len() {
        let pivot = (i..f.len()).max_by(|&a, &b| G[a][i].abs().total_cmp(&G[b][i].abs()))?;
        G.swap(i, pivot);
        f.swap(i, pivot);
        if G[i][i].abs() < f64::MIN_POSITIVE {
            return None;
        }
        for k in 0..f.len() {
            if k != i {
                let factor = G[k][i] / G[i][i];
                let row = G[i].clone();
                G[k].iter_mut().zip(&row).for_each(|(a, b)| *a -= factor * b);
                f[k] -= factor * f[i];
            }
        }
    }
    Some(f.iter().enumerate().map(|(i, f)| f / G[i][i]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alembert_algebra::Kind;

    #[test]
    fn a_far_circle_is_reached() {
        let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let [a, b] = [20, 30].map(Expr::from);
        let circle = (x - a).powi(2) + (y - b).powi(2) - Expr::from(4);
        let surface = Surface::new(&[circle], &[x, y]).unwrap();
        let point = surface.near(vec![0.3, -0.2]).unwrap();
        assert!(((point[0] - 20.0).hypot(point[1] - 30.0) - 2.0).abs() < 1e-9, "{point:?}");
    }
}
