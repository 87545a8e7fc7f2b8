//! The potential of a closed form.
//!
//! ```text
//! ∂h/∂qᵢ = aᵢ:     h = ∫ a₁ dq₁ + ∫ (a₂ − ∂/∂q₂ ∫ a₁ dq₁) dq₂ + …             (1)
//! ```
//!
//! Each integrand is free of the variables before it, once it is in lowest terms. Which variable
//! comes first decides how hard the integrals are, so each of them may.

use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, contains, partial};

use super::antiderivative::antiderivative;
use super::effort::Effort;

/// Is the form closed, proved by the normal form?
pub(super) fn is_closed(q: &[Expr], form: &[Expr]) -> bool {
    let pairs = (0..q.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs
        .into_iter()
        .all(|(i, j)| zero_test(partial(form[i], q[j]) - partial(form[j], q[i])) == Verdict::Zero)
}

/// A function with this gradient, if one is found; the form must be closed.
pub(super) fn potential(
    q: &[Expr],
    form: &[Expr],
    effort: &Effort,
) -> Result<Option<Expr>, ConversionError> {
    let n = q.len();
    for first in 0..n {
        let order: Vec<usize> = (first..n).chain(0..first).collect();
        if let Some(h) = in_order(q, form, &order, effort)? {
            return Ok(Some(h));
        }
    }
    Ok(None)
}

/// Equation (1) with the variables in this order.
fn in_order(
    q: &[Expr],
    form: &[Expr],
    order: &[usize],
    effort: &Effort,
) -> Result<Option<Expr>, ConversionError> {
    let mut h = Expr::zero();
    for (k, &i) in order.iter().enumerate() {
        let rest = effort.normal(&[form[i] - partial(h, q[i])])?[0];
        if order[..k].iter().any(|&done| contains(rest, q[done])) {
            return Ok(None);
        }
        match antiderivative(rest, q[i], effort)? {
            Some(part) => h = h + part, // (1)
            None => return Ok(None),
        }
    }
    Ok(Some(h))
}
