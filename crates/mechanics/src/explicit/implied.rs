//! Conditions that follow from others in a list.
//!
//! A sum of squares vanishes where all its bases do,
//!
//! ```text
//! f ≠ 0   ⇒   b₁² + … + b_k² ≠ 0      where f is a multiple of one of the bᵢ, or each term of f is     (1)
//! ```
//!
//! so that `r ≠ 0` says all that `r² + sin²θ ≠ 0` says, and more.

use alembert_algebra::polynomial::{Limit, Monomial, Poly};
use alembert_algebra::ring::{ConversionError, Ring};
use alembert_algebra::{Expr, Kind, Node, Rational};

/// The expressions of a list of polynomials, each with how it is written, without those that (1) makes
/// needless.
pub(super) fn without_implied(
    ring: &mut Ring,
    listed: &[(Poly, Expr)],
) -> Result<Vec<Expr>, ConversionError> {
    // What is left out makes nothing else needless: two conditions may follow from each other.
    let mut kept: Vec<bool> = vec![true; listed.len()];
    for (i, &(_, written)) in listed.iter().enumerate() {
        let mut bases = Vec::new();
        for base in bases_of_squares(written) {
            bases.push(ring.fraction(base)?.num);
        }
        let mut implied = false;
        for (_, (f, _)) in listed.iter().enumerate().filter(|(j, _)| *j != i && kept[*j]) {
            implied |= !bases.is_empty() && vanishes_with(ring, f, &bases)?; // (1)
        }
        kept[i] = !implied;
    }
    let pairs = listed.iter().zip(&kept).filter(|(_, kept)| **kept);
    Ok(pairs.map(|((_, written), _)| *written).collect())
}

/// Does `f` vanish where all bases do, by (1)?
fn vanishes_with(ring: &Ring, f: &Poly, bases: &[Poly]) -> Result<bool, Limit> {
    for base in bases {
        if f.div_exact(base, ring.budget())?.is_some() {
            return Ok(true);
        }
    }
    let divides = |m: &Monomial| {
        bases.iter().any(|base| matches!(base.terms(), [(own, _)] if own.divides(m)))
    };
    Ok(f.terms().iter().all(|(m, _)| divides(m)))
}

/// The bases of a sum of positive multiples of squares; none of another expression.
fn bases_of_squares(e: Expr) -> Vec<Expr> {
    let Node::Sum(terms) = e.node() else { return Vec::new() };
    let base = |(c, e): &(Rational, Expr)| if c.is_negative() { None } else { base_of_square(*e) };
    terms.iter().map(base).collect::<Option<_>>().unwrap_or_default()
}

/// What vanishes where a square does, times what is positive.
fn base_of_square(e: Expr) -> Option<Expr> {
    let Node::Product(powers) = e.node() else { return None };
    let half = Rational::from(2).recip()?;
    let is_even = |k: &Rational| (k * &half).is_integer() && !k.is_negative();
    let is_positive = |e: &Expr| {
        e.as_symbol()
            .is_some_and(|s| matches!(s.kind, Kind::Pi | Kind::Parameter { positive: true }))
    };
    let (squares, others): (Vec<_>, Vec<_>) = powers.iter().partition(|(_, k)| is_even(k));
    let is_square = !squares.is_empty() && others.iter().all(|(base, _)| is_positive(base));
    is_square.then(|| Expr::product(squares.into_iter().map(|(base, _)| *base)))
}

#[cfg(test)]
mod tests {
    use alembert_algebra::{Elementary, Expr, Kind, apply};

    use crate::explicit::conditions;

    /// The zeros of a sum of squares are those of all its bases together.
    #[test]
    fn a_sum_of_squares_goes_only_with_what_vanishes_there_too() {
        let [r, s, x] = ["r", "s", "x"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let sine = apply(Elementary::Sin, &[s]);
        let sum = r.powi(2) + sine.powi(2);
        assert_eq!(conditions(&[sum, r], &[]), [r]);
        assert_eq!(conditions(&[sum, sine], &[]), [sine]);
        assert_eq!(conditions(&[sum, r * x], &[]), [r, x]); // r ≠ 0 is among the factors
        assert_eq!(conditions(&[sum, x], &[]), [x, sum]); // x may differ from 0 where r and sin s vanish
        let three = r.powi(2) + s.powi(2) + x.powi(2);
        assert_eq!(conditions(&[three, r + x], &[]), [r + x]);
        assert_eq!(conditions(&[r.powi(4) + x.powi(2), r + x], &[]), [r + x]);
        let beside = r - Expr::one();
        assert_eq!(conditions(&[beside, r.powi(2) + x.powi(2)], &[]).len(), 2); // 0 − 1 ≠ 0
        let other = r.powi(2).scale(&2.into()) + x.powi(2);
        assert_eq!(conditions(&[r.powi(2) + x.powi(2), other], &[]).len(), 1); // each follows from the other
        let difference = r.powi(2) - s.powi(2) + x.powi(2);
        assert_eq!(conditions(&[difference, r], &[]).len(), 2);
    }
}
