//! The speed along a direction whose poles were cleared.
//!
//! A form that is 1 along column `c` of a basis `S` and 0 along the others is made of the rows `j` of
//! `S` that see only this column,
//!
//! ```text
//! U = Σ wⱼ Sⱼ eⱼ / Σ wⱼ Sⱼ²                                                         (1)
//! ```
//!
//! which has no pole but where all of them vanish. Rows may be measured in different units: a board
//! that turns as it glides allows `(r cos θ cos φ, r sin θ cos φ, sin φ)`, in metres and in radians.
//! Squares of such rows are not added, and therefore the weights are those of the kinetic energy,
//!
//! ```text
//! wⱼ = ∂²L/∂q'ⱼ∂q'ⱼ at rest, its constant part where it has one                        (2)
//! ```
//!
//! Rows are alike when their quotient contains nothing but numbers, sines and cosines. Then all weights are 1.
//! Unlike rows without inertia cannot be added; the speed is that of the first of them, `wⱼ = 0` for the rest.

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Node, Rational, Substitution, Vector, gradient, partial};

use super::linear::{lowest, never_vanishes};
use crate::explicit::Row;
use crate::{Reason, System};

/// Equation (2), one entry a coordinate.
pub(super) fn weights(system: &System) -> Vector {
    let v = system.speeds();
    let p = gradient(system.L, &v);
    let mut at_rest = Substitution::new(v.iter().map(|&v| (v, Expr::zero())));
    v.iter()
        .zip(p.iter())
        .map(|(&v, &p)| constant_part(lowest(at_rest.apply(partial(p, v)))))
        .collect()
}

/// The terms that are made of numbers and positive parameters, or all where there are none.
fn constant_part(e: Expr) -> Expr {
    let Node::Sum(terms) = e.node() else { return e };
    let is_positive = |(k, e): &&(Rational, Expr)| *k > Rational::ZERO && never_vanishes(*e);
    let constant = terms.iter().filter(is_positive).map(|(k, e)| Expr::number(k.clone()) * *e);
    match Expr::sum(constant) {
        none if none == Expr::zero() => e,
        constant => constant,
    }
}

/// Equation (1).
pub(super) fn speed(ring: &mut Ring, S: &[Row], c: usize, w: &[Expr]) -> Result<Row, Reason> {
    let n = S.len();
    let alone = |row: &Row| row.iter().enumerate().all(|(k, f)| k == c || f.is_zero());
    let seen: Vec<usize> = (0..n).filter(|&j| alone(&S[j]) && !S[j][c].is_zero()).collect();
    let rows: Row = seen.iter().map(|&j| S[j][c].clone()).collect();
    let w = match are_alike(ring, &rows)? {
        true => vec![Fraction::one(); rows.len()],
        false => of_kinetic_energy(ring, &seen, w),
    };
    let weighted = rows.iter().zip(&w).map(|(x, w)| ring.product(x, w));
    let weighted: Row = weighted.collect::<Result<_, _>>()?;
    let squares = ring.into_lowest(ring.dot(rows.iter().zip(&weighted))?)?;
    let mut form = vec![Fraction::zero(); n];
    let scale = ring.inverse(&squares)?.ok_or(Reason::Undetermined)?;
    for (j, x) in seen.into_iter().zip(weighted) {
        form[j] = ring.into_lowest(ring.product(&x, &scale)?)?; // (1)
    }
    Ok(form)
}

/// Do all quotients contain nothing but numbers, sines and cosines?
fn are_alike(ring: &Ring, rows: &[Fraction]) -> Result<bool, Reason> {
    let circles: Vec<usize> = ring.circles().flat_map(|(sin, cos)| [sin, cos]).collect();
    let Some((first, rest)) = rows.split_first() else { return Ok(true) };
    for row in rest {
        let Some(inverse) = ring.inverse(first)? else { return Ok(false) };
        let quotient = ring.into_lowest(ring.product(row, &inverse)?)?;
        if !quotient.atoms().all(|a| circles.contains(&a)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The weights of these rows; without any, those of the first row alone.
fn of_kinetic_energy(ring: &mut Ring, seen: &[usize], w: &[Expr]) -> Row {
    // A weight that the ring cannot take counts as none.
    let mut found: Row =
        seen.iter().map(|&j| ring.value(w[j]).unwrap_or_else(|_| Fraction::zero())).collect();
    if found.iter().all(Fraction::is_zero) {
        found[0] = Fraction::one();
    }
    found
}
