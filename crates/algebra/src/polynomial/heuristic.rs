//! The heuristic greatest common divisor: one atom becomes a large integer.
//!
//! With an integer `ξ` larger than twice the coefficients of the divisor,
//!
//! ```text
//! γ = gcd(a(ξ), b(ξ)),   γ = Σ cₖ ξᵏ,  2|cₖ| ≤ ξ,   candidate pp(Σ cₖ xᵏ)      (1)
//! ```
//!
//! is the divisor unless the cofactors have a common factor at `ξ` by chance. Nothing is left to
//! chance here: a candidate counts only if it divides and has the degrees of an upper bound.
//! The integers get long with the product of all degrees, so this is for few atoms.

use num_bigint::BigInt;
use num_integer::Integer as _;

use super::gcd::divides;
use super::{Budget, Limit, Monomial, Poly, gcd};
use crate::Integer;

/// Integers longer than this are not worth making.
const LONGEST: u64 = 40_000;
/// So many points are tried.
const POINTS: u32 = 3;

/// The primitive divisor of two primitive polynomials whose divisor has at most the degrees of
/// `bound`; `None` when the integers would be too long, or no point was lucky.
///
/// # Errors
/// Any [`Limit`] except that of the size of coefficients.
pub(super) fn heuristic_gcd(
    a: &Poly,
    b: &Poly,
    bound: &Monomial,
    budget: &Budget,
) -> Result<Option<Poly>, Limit> {
    let Some(x) = bound.factors().map(|(atom, _)| atom).last() else { return Ok(None) };
    let norm = a.norm().min(b.norm());
    if expected_bits(a, b, norm.bits()) > LONGEST {
        return Ok(None);
    }
    let mut xi = &(&norm * &Integer::from(2)) + &Integer::from(29);
    for _ in 0..POINTS {
        match candidate(a, b, (x, bound.exponent(x)), &xi, budget) {
            Ok(Some(g)) if g.degrees() == *bound => {
                if divides(&g, a, budget)? && divides(&g, b, budget)? {
                    return Ok(Some(g));
                }
            }
            Ok(_) => {}
            Err(Limit::Size) => return Ok(None),
            Err(limit) => return Err(limit),
        }
        xi = &(&xi * &Integer::from(3)) + &Integer::from(8);
    }
    Ok(None)
}

/// Every atom that becomes an integer multiplies the length of the coefficients by its degree.
fn expected_bits(a: &Poly, b: &Poly, norm_bits: u64) -> u64 {
    let degrees = a.degrees().lcm(&b.degrees());
    let lengths = degrees.factors().map(|(_, k)| u64::from(k) + 1);
    lengths.fold(norm_bits + 5, u64::saturating_mul)
}

/// Equation (1); `None` when there are more digits than the degree allows.
fn candidate(
    a: &Poly,
    b: &Poly,
    (x, degree): (usize, u32),
    xi: &Integer,
    budget: &Budget,
) -> Result<Option<Poly>, Limit> {
    let point = Poly::constant(xi.clone());
    let (a, b) = (a.compose(x, &point, budget)?, b.compose(x, &point, budget)?);
    budget.charge(a.cost().saturating_mul(b.cost()))?;
    let mut gamma = gcd(&a, &b, budget)?;
    let mut digits = Vec::new();
    while !gamma.is_zero() {
        if digits.len() > degree as usize {
            return Ok(None);
        }
        let (digit, rest) = gamma.split_digit(xi);
        digits.push(digit);
        gamma = rest;
    }
    Ok(Some(Poly::from_coefficients(x, &digits)?.primitive().1))
}

impl Poly {
    /// The largest absolute value of a coefficient.
    fn norm(&self) -> Integer {
        self.terms.iter().map(|(_, c)| c.abs()).max().unwrap_or(Integer::ZERO)
    }

    /// `self = digit + ξ·rest`, with the coefficients of the digit at most `ξ/2` in size.
    fn split_digit(&self, xi: &Integer) -> (Self, Self) {
        let xi = xi.to_big();
        let half: BigInt = &xi / 2;
        let split = self.terms.iter().map(|(m, c)| {
            let (rest, digit) = (c.to_big() + &half).div_mod_floor(&xi);
            ((m.clone(), Integer::from(digit - &half)), (m.clone(), Integer::from(rest)))
        });
        let (digit, rest) = split.unzip();
        (Self::from_terms(digit), Self::from_terms(rest))
    }
}
