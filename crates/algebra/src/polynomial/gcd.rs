//! Greatest common divisors in `Z[x0, x1, …]`.
//!
//! In the order of their cost: integer contents and common monomials; modular images, which bound
//! the degree of the divisor in each atom; exact division when the bound allows one argument to be
//! the divisor; atoms excluded by the bound are dropped, and the divisor is that of the
//! coefficients with respect to them; one atom replaced by a large integer; subresultants in one
//! atom for the rest. The last two are checked by division.
//!
//! With `A₀, A₁` primitive in `x` and `δᵢ = deg Aᵢ₋₁ − deg Aᵢ`, the subresultant sequence is
//!
//! ```text
//! Aᵢ₊₁ = prem(Aᵢ₋₁, Aᵢ) / (gᵢ hᵢ^δᵢ)                          (1)
//! gᵢ₊₁ = lc(Aᵢ),   hᵢ₊₁ = gᵢ₊₁^δᵢ / hᵢ^(δᵢ−1),   g₁ = h₁ = 1    (2)
//! ```
//!
//! and its last member that is not zero is a multiple of the divisor by a factor free of `x`.

use std::borrow::Cow;

use super::heuristic::heuristic_gcd;
use super::modp::PRIME;
use super::{AtomSet, Budget, Limit, Monomial, Poly};
use crate::Integer;

/// The greatest common divisor, with its integer content and a positive leading coefficient.
///
/// ```
/// use alembert_algebra::polynomial::{Budget, Poly, gcd};
/// let budget = Budget::new(1000);
/// let (x, y) = (Poly::atom(0).unwrap(), Poly::atom(1).unwrap());
/// let difference_of_squares = &x.pow(2, &budget).unwrap() - &y.pow(2, &budget).unwrap();
/// let square = (&x + &y).pow(2, &budget).unwrap();
/// assert_eq!(gcd(&difference_of_squares, &square, &budget).unwrap(), &x + &y);
/// ```
///
/// # Errors
/// Any [`Limit`], when subresultants leave the budget or the degree.
pub fn gcd(a: &Poly, b: &Poly, budget: &Budget) -> Result<Poly, Limit> {
    if a.is_zero() || b.is_zero() {
        return Ok(if a.is_zero() { b.positive() } else { a.positive() });
    }
    let ((m, c), (n, d)) = (a.common_term(), b.common_term());
    let divisor = primitive_gcd(&a.over_term(&m, &c), &b.over_term(&n, &d), budget)?;
    divisor.scale(&c.gcd(&d))?.shift(&m.gcd(&n))
}

/// The greatest common divisor of any number of polynomials; zero when there are none.
///
/// # Errors
/// Any [`Limit`], as for [`gcd`].
pub fn gcd_all<'a, I>(polys: I, budget: &Budget) -> Result<Poly, Limit>
where
    I: IntoIterator<Item = &'a Poly>,
{
    let mut polys: Vec<&Poly> = polys.into_iter().filter(|p| !p.is_zero()).collect();
    polys.sort_by_key(|p| p.len());
    if let Some((m, c)) = polys.first().filter(|p| p.len() == 1).map(|p| &p.terms[0]) {
        return Ok(term_gcd(m, c, &polys));
    }
    let Some((first, others)) = polys.split_first() else { return Ok(Poly::zero()) };
    let mut divisor = Cow::Borrowed(*first);
    for p in others {
        divisor = Cow::Owned(gcd(&divisor, p, budget)?);
        if divisor.is_one() {
            break;
        }
    }
    Ok(divisor.positive())
}

/// A divisor of a single term is a term.
fn term_gcd(m: &Monomial, c: &Integer, polys: &[&Poly]) -> Poly {
    let monomial = polys.iter().fold(m.clone(), |m, p| m.gcd(&p.common_monomial()));
    let content = polys.iter().fold(c.abs(), |c, p| c.gcd(&p.content()));
    Poly::term(monomial, content)
}

/// Both are primitive, positive, and have no common monomial.
fn primitive_gcd(a: &Poly, b: &Poly, budget: &Budget) -> Result<Poly, Limit> {
    if a == b {
        return Ok(a.clone());
    }
    let bound = degree_bound(a, b);
    if bound.is_one() {
        return Ok(Poly::one());
    }
    for (divisor, multiple) in [(a, b), (b, a)] {
        if divisor.degrees() == bound && multiple.div_exact(divisor, budget)?.is_some() {
            return Ok(divisor.clone());
        }
    }
    if let Some(coefficients) = coefficients_without_excluded(a, b, &bound) {
        return Ok(gcd_all(&coefficients, budget)?.primitive().1);
    }
    match heuristic_gcd(a, b, &bound, budget)? {
        Some(divisor) => Ok(divisor),
        None => gcd_in_one_atom(a, b, &bound, budget),
    }
}

/// An upper bound on the degree of the common divisor in each atom, from one image for each.
///
/// The image of the divisor divides both images, and it keeps its degree when the leading
/// coefficient of `a` or of `b` does not vanish, because that of the divisor divides both.
fn degree_bound(a: &Poly, b: &Poly) -> Monomial {
    let common = a.degrees().gcd(&b.degrees());
    if common.is_one() {
        return common;
    }
    let (values_a, values_b) = (a.values(), b.values());
    common.factors().fold(common.clone(), |bound, (atom, _)| {
        let (a, b) = (a.image(atom, &values_a), b.image(atom, &values_b));
        if a.last() == Some(&0) && b.last() == Some(&0) {
            return bound;
        }
        let degree = u32::try_from(PRIME.gcd_degree(a, b)).expect("degrees are at most 127");
        let power = Monomial::single(atom, degree).expect("degrees are at most 127");
        bound.without(atom).mul(&power).expect("degrees are at most 127")
    })
}

/// The coefficients of both with respect to the atoms that the divisor does not contain.
/// `None` when there are no such atoms.
fn coefficients_without_excluded(a: &Poly, b: &Poly, bound: &Monomial) -> Option<Vec<Poly>> {
    let excluded = |atom: &usize| bound.exponent(*atom) == 0;
    let excluded: Vec<usize> = a.atoms().chain(b.atoms()).filter(excluded).collect();
    if excluded.is_empty() {
        return None;
    }
    let set: AtomSet = excluded.into_iter().collect();
    Some(a.groups(&set).into_iter().chain(b.groups(&set)).map(|(_, c)| c).collect())
}

/// The divisor by subresultants in the atom where the sequence is shortest.
fn gcd_in_one_atom(a: &Poly, b: &Poly, bound: &Monomial, budget: &Budget) -> Result<Poly, Limit> {
    let smaller = |atom: usize| a.degree(atom).min(b.degree(atom));
    let steps = |&(atom, degree): &(usize, u32)| (smaller(atom) - degree, smaller(atom));
    let (x, expected) = bound.factors().min_by_key(steps).expect("the bound is not one");
    let (content_a, a_x) = primitive_in(a, x, budget)?;
    let (content_b, b_x) = primitive_in(b, x, budget)?;
    let content = gcd(&content_a, &content_b, budget)?;
    for stop in [expected, 0] {
        let last = subresultant(&a_x, &b_x, x, stop, budget)?;
        let divisor = primitive_in(&last, x, budget)?.1.mul(&content, budget)?.primitive().1;
        if divides(&divisor, a, budget)? && divides(&divisor, b, budget)? {
            return Ok(divisor);
        }
    }
    unreachable!("the last subresultant gives a common divisor of {a} and {b}")
}

pub(super) fn divides(a: &Poly, b: &Poly, budget: &Budget) -> Result<bool, Limit> {
    Ok(b.div_exact(a, budget)?.is_some())
}

/// The content with respect to an atom, and the primitive part.
pub(super) fn primitive_in(p: &Poly, x: usize, budget: &Budget) -> Result<(Poly, Poly), Limit> {
    let content = gcd_all(&p.coefficients(x), budget)?;
    let part = p.div_exact(&content, budget)?.expect("the content divides");
    Ok((content, part))
}

/// The last member of the sequence (1) that is not zero, or the first whose degree in `x` is at
/// most `stop`: no common divisor of higher degree exists, and it is cheaper to try the division
/// than to make the remainder that vanishes.
fn subresultant(a: &Poly, b: &Poly, x: usize, stop: u32, budget: &Budget) -> Result<Poly, Limit> {
    let (mut a, mut b) =
        if a.degree(x) >= b.degree(x) { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
    let (mut g, mut h) = (Poly::one(), Poly::one());
    while stop == 0 || b.degree(x) > stop {
        let delta = a.degree(x) - b.degree(x);
        let remainder = a.pseudo_remainder(&b, x, budget)?;
        if remainder.is_zero() {
            return Ok(b);
        }
        if remainder.degree(x) == 0 {
            return Ok(Poly::one());
        }
        let divisor = g.mul(&h.pow(delta, budget)?, budget)?;
        a = std::mem::replace(&mut b, exact(&remainder, &divisor, budget)?); // (1)
        g = a.leading_coefficient(x);
        h = match delta {
            0 => h,
            _ => exact(&g.pow(delta, budget)?, &h.pow(delta - 1, budget)?, budget)?, // (2)
        };
    }
    Ok(b)
}

fn exact(a: &Poly, b: &Poly, budget: &Budget) -> Result<Poly, Limit> {
    Ok(a.div_exact(b, budget)?.expect("subresultants are polynomials"))
}

#[cfg(test)]
mod tests {
    use super::{degree_bound, gcd_in_one_atom, heuristic_gcd, subresultant};
    use crate::Integer;
    use crate::polynomial::{Budget, Poly};

    fn budget() -> Budget {
        Budget::new(1_000_000)
    }

    fn poly(coefficients: &[i64]) -> Poly {
        let constants = coefficients.iter().map(|&c| Poly::constant(Integer::from(c)));
        Poly::from_coefficients(0, &constants.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn the_classical_example_has_its_known_subresultants() {
        let a = poly(&[-5, 2, 8, -3, -3, 0, 1, 0, 1]);
        let b = poly(&[21, -9, -4, 0, 5, 0, 3]);
        let member = |stop| subresultant(&a, &b, 0, stop, &budget()).unwrap();
        assert_eq!(member(6), b);
        assert_eq!(member(4), poly(&[-9, 0, 3, 0, -15]));
        assert_eq!(member(2), poly(&[-245, 125, 65]));
        assert_eq!(member(1), poly(&[12300, -9326]));
        assert!(member(0).is_one());
    }

    #[test]
    fn both_last_ways_find_the_divisor() {
        // In x0 and x1, of degrees up to three, with signs and sizes that vary with i.
        let sample = |i: i64| {
            let row = |k: i64| poly(&[i - 3 * k, k - 2, 1 - i * k]);
            Poly::from_coefficients(1, &[poly(&[1, i]), row(1), row(2), poly(&[i + 2, 1])]).unwrap()
        };
        for i in 0..12 {
            let c = sample(i + 5).primitive().1;
            let [a, b] = [i, i + 1].map(|i| sample(i).mul(&c, &budget()).unwrap().primitive().1);
            let bound = degree_bound(&a, &b);
            let heuristic = heuristic_gcd(&a, &b, &bound, &budget()).unwrap();
            assert_eq!(gcd_in_one_atom(&a, &b, &bound, &budget()), Ok(c.clone()));
            assert_eq!(heuristic, Some(c));
        }
    }
}
