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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integral::WORK;
    use alembert_algebra::{Kind, gradient};

    fn variables() -> [Expr; 3] {
        ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0))
    }

    /// y dx, and forms that are closed in two of their three variables.
    fn open_forms() -> [[Expr; 3]; 4] {
        let [x, y, z] = variables();
        let zero = Expr::zero();
        [[y, zero, zero], [y, x, x], [zero, z, zero], [y * z, x * z, x]]
    }

    #[test]
    fn forms_are_closed_when_all_of_their_curls_vanish() {
        let q = variables();
        let [x, y, z] = q;
        for h in [x * y * z, x.powi(2) * y - z, (x - y) / z] {
            assert!(is_closed(&q, &gradient(h, &q)), "{h:?}");
        }
        for form in open_forms() {
            assert!(!is_closed(&q, &form), "{form:?}");
        }
    }

    /// What is left of a form that is not closed contains a variable that was integrated over.
    #[test]
    fn a_form_that_is_not_closed_has_no_potential() {
        let q = variables();
        for form in open_forms() {
            let found = potential(&q, &form, &Effort::new(WORK)).expect("little work");
            assert_eq!(found, None, "{form:?}");
        }
        let [x, y, z] = q;
        let h = x * y * z + y.powi(2);
        let found = potential(&q, &gradient(h, &q), &Effort::new(WORK)).expect("little work");
        assert!(found.is_some_and(|found| zero_test(found - h) == Verdict::Zero));
    }
}
