//! Square-free factorisation in several atoms, by Yun's method.
//!
//! A polynomial `f = ∏ aᵢ^i` that is primitive in `x` has no factor free of `x`, so derivatives
//! with respect to `x` alone find every repeated factor:
//!
//! ```text
//! g = gcd(f, f′),   b₁ = f/g,   d₁ = f′/g − b₁′                (1)
//! aᵢ = gcd(bᵢ, dᵢ),   bᵢ₊₁ = bᵢ/aᵢ,   dᵢ₊₁ = dᵢ/aᵢ − bᵢ₊₁′     (2)
//! ```
//!
//! The content of `f` with respect to `x` is factored in the same way in the remaining atoms.

use super::gcd::primitive_in;
use super::{Budget, Limit, Monomial, Poly, gcd};
use crate::Integer;

/// Factors with exponents whose product is `p`.
///
/// The factors are square-free, pairwise coprime, primitive with positive leading coefficients, and
/// not constant; only the first one may be the integer content of `p` with its sign, when that is
/// not one. Zero is its own only factor. Factors in different atoms may share an exponent.
///
/// # Errors
/// Any [`Limit`], as for [`gcd`].
pub fn squarefree(p: &Poly, budget: &Budget) -> Result<Vec<(Poly, u32)>, Limit> {
    if p.is_zero() {
        return Ok(vec![(Poly::zero(), 1)]);
    }
    let (content, part) = p.primitive();
    let (monomial, mut rest) = part.without_monomial();
    let mut factors = Vec::new();
    if !content.is_one() {
        factors.push((Poly::constant(content), 1));
    }
    for (atom, k) in monomial.factors() {
        factors.push((Poly::term(Monomial::single(atom, 1)?, Integer::ONE), k));
    }
    while let Some(x) = rest.atoms().next() {
        let (content, part) = primitive_in(&rest, x, budget)?;
        factors.extend(yun(&part, x, budget)?);
        rest = content;
    }
    Ok(factors)
}

/// The product of the factors of `p`, each once, without the integer content; zero for zero.
///
/// # Errors
/// Any [`Limit`], as for [`gcd`].
pub fn squarefree_part(p: &Poly, budget: &Budget) -> Result<Poly, Limit> {
    if p.is_zero() {
        return Ok(Poly::zero());
    }
    let factors = squarefree(p, budget)?.into_iter().map(|(factor, _)| factor);
    let mut factors = factors.filter(|factor| factor.to_constant().is_none());
    factors.try_fold(Poly::one(), |product, factor| product.mul(&factor, budget))
}

/// Square-free factors of a polynomial that is primitive in `x`.
fn yun(f: &Poly, x: usize, budget: &Budget) -> Result<Vec<(Poly, u32)>, Limit> {
    let exact = |a: &Poly, b: &Poly| -> Result<Poly, Limit> {
        Ok(a.div_exact(b, budget)?.expect("a common divisor divides"))
    };
    let slope = f.derivative(x);
    let g = gcd(f, &slope, budget)?;
    let mut b = exact(f, &g)?; // (1)
    let mut d = &exact(&slope, &g)? - &b.derivative(x);
    let mut factors = Vec::new();
    for i in 1.. {
        if b.to_constant().is_some() {
            break;
        }
        let a = gcd(&b, &d, budget)?; // (2)
        b = exact(&b, &a)?;
        d = &exact(&d, &a)? - &b.derivative(x);
        if a.to_constant().is_none() {
            factors.push((a, i));
        }
    }
    Ok(factors)
}
