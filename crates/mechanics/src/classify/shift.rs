//! Shifts of coordinates that do not change the constraints.
//!
//! Let no form depend on the coordinates z, and let some of the others, `x_G`, be shifted together. If
//! the coefficients A of the forms obey, with a constant matrix N,
//!
//! ```text
//! Σ ∂A/∂xᵢ (i in G) = A N,     N ≠ 0 only between coordinates z                     (1)
//! ⟹   A(x_G + a) = A(x_G) e^(aN)                                                    (2)
//! ```
//!
//! then `(x_G, z) → (x_G + a, e^(−aN) z)` maps the constraints into themselves, and growth vectors are
//! the same at both points. A train that is turned as a whole has `N` a quarter turn of its position:
//! instead of 0.6435, 0.6435 + π/2, … its angles may be taken as 0, π/2, ….
//!
//! Known limits: N is looked for between coordinates alone, time excluded, and not where positions
//! are constrained.

use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, contains, partial};

use super::forms::Forms;
use crate::integral::constants::{Identity, moving};

/// Products of terms that the search for N may take.
const LARGEST_SEARCH: u64 = 400_000;

/// The point, shifted so that a coordinate of each shift that changes nothing is 0.
pub(super) fn shifted(forms: &Forms, point: &[(Expr, Expr)]) -> Vec<(Expr, Expr)> {
    let mut point = point.to_vec();
    if forms.positions > 0 {
        return point;
    }
    let depends = |x: &Expr| forms.rows.iter().any(|row| row.iter().any(|&e| contains(e, *x)));
    let x = &forms.x[..forms.n];
    let (inside, free): (Vec<Expr>, Vec<Expr>) = x.iter().partition(|&x| depends(x));
    let alone = inside.iter().map(|&x| vec![x]);
    for group in [inside.clone()].into_iter().chain(alone).filter(|group| !group.is_empty()) {
        let first = point.iter().find(|(x, _)| *x == group[0]).map(|&(_, value)| value);
        let Some(a) = first.filter(|&a| a != Expr::zero()) else { continue };
        if changes_nothing(forms, &group, &free).unwrap_or(false) {
            for (_, value) in point.iter_mut().filter(|(x, _)| group.contains(x)) {
                *value = *value - a; // (2)
            }
        }
    }
    point
}

/// Equation (1).
fn changes_nothing(forms: &Forms, group: &[Expr], free: &[Expr]) -> Result<bool, ConversionError> {
    let slope = |e: Expr| Expr::sum(group.iter().map(|&x| partial(e, x)));
    let columns: Vec<usize> = (0..forms.x.len()).collect();
    let is_free = |j: &usize| free.contains(&forms.x[*j]);
    let column = |j: usize| forms.rows.iter().map(|row| row[j]).collect::<Vec<Expr>>();
    let known: Vec<Vec<Expr>> = columns.iter().copied().filter(is_free).map(column).collect();
    for j in columns {
        let derivative: Vec<Expr> = column(j).into_iter().map(slope).collect();
        let still = derivative.iter().all(|&e| zero_test(e) == Verdict::Zero);
        let turns = !still && is_free(&j) && is_combination(&known, &derivative)?;
        if !still && !turns {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Is a column a combination of others with constant coefficients?
fn is_combination(known: &[Vec<Expr>], column: &[Expr]) -> Result<bool, ConversionError> {
    let all: Vec<Expr> = known.iter().flatten().chain(column).copied().collect();
    let mut ring = Ring::new(&all)?;
    ring.set_budget(LARGEST_SEARCH);
    let values = all.iter().map(|&e| ring.value(e)).collect::<Result<Vec<Fraction>, _>>()?;
    let columns: Vec<Vec<Fraction>> =
        values.chunks(column.len()).map(<[Fraction]>::to_vec).collect();
    let identity = Identity::new(&ring, &columns, &moving(&ring, &values))?;
    let Some(solution) = identity.express_last()? else { return Ok(false) };
    let sum =
        |row: usize| Expr::sum(solution.iter().map(|(k, c)| ring.expression(c) * known[*k][row]));
    let differs = |row: usize| zero_test(column[row] - sum(row)) != Verdict::Zero;
    Ok(!(0..column.len()).any(differs)) // (1)
}
