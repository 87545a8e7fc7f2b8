//! Fractions with factored denominators, and their arithmetic in a ring.
//!
//! ```text
//! a/p + b/q = (a q' + b p')/lcm(p, q)      factors are compared, no gcd is needed    (1)
//! (a/p)(b/q) = ab/(pq)                                                               (2)
//! (a/p)⁻¹ = p/a                            a was proved not to be the zero form      (3)
//! ```

use super::Ring;
use crate::polynomial::{Limit, Poly};
use crate::{Integer, Rational};

/// `num / (scalar · Π factor^exponent)`; the scalar is positive, factors are primitive with a
/// positive leading coefficient.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// The numerator.
    pub num: Poly,
    /// The integer in the denominator.
    pub scalar: Integer,
    /// The factors of the denominator.
    pub den: Vec<(Poly, u32)>,
}

impl Fraction {
    /// A polynomial as a fraction.
    #[must_use]
    pub fn polynomial(num: Poly) -> Self {
        Self { num, scalar: Integer::ONE, den: Vec::new() }
    }

    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::polynomial(Poly::zero())
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self::polynomial(Poly::one())
    }

    /// A rational number.
    #[must_use]
    pub fn number(r: &Rational) -> Self {
        let num = Poly::constant(r.numer().clone());
        Self { num, scalar: r.denom().clone(), den: Vec::new() }
    }

    /// Is the numerator the empty polynomial?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Is it one, over nothing?
    fn is_one(&self) -> bool {
        self.is_polynomial() && self.num.is_one()
    }

    /// Is nothing divided by?
    fn is_polynomial(&self) -> bool {
        self.den.is_empty() && self.scalar.is_one()
    }

    /// The number, if the fraction contains no atoms.
    #[must_use]
    pub fn to_number(&self) -> Option<Rational> {
        if self.den.is_empty() {
            Rational::new(self.num.to_constant()?, self.scalar.clone())
        } else {
            None
        }
    }

    /// The atoms of numerator and denominator, with repetitions.
    pub fn atoms(&self) -> impl Iterator<Item = usize> + '_ {
        self.num.atoms().chain(self.den.iter().flat_map(|(p, _)| p.atoms()))
    }

    /// `−self`.
    #[must_use]
    pub fn negate(&self) -> Self {
        Self { num: -&self.num, scalar: self.scalar.clone(), den: self.den.clone() }
    }
}

/// Puts a factor into a denominator; constants must have been taken out.
pub(crate) fn push_factor(den: &mut Vec<(Poly, u32)>, factor: &Poly, exponent: u32) {
    if factor.leads_negative() {
        return push_factor(den, &-factor, exponent);
    }
    match den.iter_mut().find(|(p, _)| p == factor) {
        Some((_, k)) => *k += exponent,
        None => den.push((factor.clone(), exponent)),
    }
}

/// The exponent of a factor in a denominator.
fn exponent_in(den: &[(Poly, u32)], factor: &Poly) -> u32 {
    den.iter().find(|(p, _)| p == factor).map_or(0, |(_, k)| *k)
}

/// The least common multiple of two factored denominators, factors compared as they are.
pub(crate) fn common_denominator(a: &[(Poly, u32)], b: &[(Poly, u32)]) -> Vec<(Poly, u32)> {
    let mut den = a.to_vec();
    for (p, k) in b {
        match den.iter_mut().find(|(q, _)| q == p) {
            Some((_, j)) => *j = (*j).max(*k),
            None => den.push((p.clone(), *k)),
        }
    }
    den
}

impl Ring {
    /// `a + b`, equation (1).
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn add(&self, a: &Fraction, b: &Fraction) -> Result<Fraction, Limit> {
        if a.is_zero() {
            return Ok(b.clone());
        }
        if b.is_zero() {
            return Ok(a.clone());
        }
        if a.is_polynomial() && b.is_polynomial() {
            return Ok(Fraction::polynomial(&a.num + &b.num));
        }
        let den = common_denominator(&a.den, &b.den);
        let g = a.scalar.gcd(&b.scalar);
        let part = |k: &Integer| k.div_exact(&g).expect("a gcd divides");
        let (ka, kb) = (part(&b.scalar), part(&a.scalar));
        let left = self.over(a, &den)?.scale(&ka)?;
        let right = self.over(b, &den)?.scale(&kb)?;
        self.cancel(Fraction { num: &left + &right, scalar: &a.scalar * &ka, den }) // (1)
    }

    /// `Σ cᵢ fᵢ` of fractions that have numbers for denominators.
    pub(super) fn sum_of_whole(&self, terms: &[(&Rational, &Fraction)]) -> Result<Fraction, Limit> {
        let divisor = |&(c, f): &(&Rational, &Fraction)| c.denom() * &f.scalar;
        let multiple = |a: &Integer, b: &Integer| {
            let part = b.div_exact(&a.gcd(b)).expect("a gcd divides");
            a * &part
        };
        let scalar = terms.iter().map(divisor).fold(Integer::ONE, |a, b| multiple(&a, &b));
        let mut all = Vec::with_capacity(terms.iter().map(|(_, f)| f.num.len()).sum());
        for term in terms {
            let part = scalar.div_exact(&divisor(term)).expect("it divides a common multiple");
            all.extend_from_slice(term.1.num.scale(&(term.0.numer() * &part))?.terms());
        }
        self.cancel(Fraction { num: Poly::from_terms(all), scalar, den: Vec::new() })
    }

    /// The numerator of `f` over a multiple of its factored denominator.
    pub(crate) fn over(&self, f: &Fraction, den: &[(Poly, u32)]) -> Result<Poly, Limit> {
        let mut num = f.num.clone();
        for (p, k) in den {
            let missing = k - exponent_in(&f.den, p);
            if missing > 0 {
                num = self.multiply(&num, &self.power(p, missing)?)?;
            }
        }
        Ok(num)
    }

    /// `a − b`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn subtract(&self, a: &Fraction, b: &Fraction) -> Result<Fraction, Limit> {
        self.add(a, &b.negate())
    }

    /// `a b`, equation (2).
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn product(&self, a: &Fraction, b: &Fraction) -> Result<Fraction, Limit> {
        if a.is_zero() || b.is_zero() {
            return Ok(Fraction::zero());
        }
        if a.is_polynomial() && b.is_polynomial() {
            return Ok(Fraction::polynomial(self.multiply(&a.num, &b.num)?));
        }
        if a.is_one() || b.is_one() {
            return Ok(if a.is_one() { b.clone() } else { a.clone() });
        }
        let mut den = a.den.clone();
        for (p, k) in &b.den {
            push_factor(&mut den, p, *k);
        }
        let num = self.multiply(&a.num, &b.num)?;
        self.cancel(Fraction { num, scalar: &a.scalar * &b.scalar, den }) // (2)
    }

    /// `1/a`, equation (3); `None` when `a` is zero.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn inverse(&self, a: &Fraction) -> Result<Option<Fraction>, Limit> {
        if a.is_zero() {
            return Ok(None);
        }
        let (content, primitive) = a.num.primitive();
        let mut num = Poly::constant(a.scalar.clone());
        for (p, k) in &a.den {
            num = self.multiply(&num, &self.power(p, *k)?)?;
        }
        let num = if content.is_negative() { -&num } else { num };
        let mut den = Vec::new();
        let (monomial, rest) = primitive.without_monomial();
        for (atom, k) in monomial.factors() {
            push_factor(&mut den, &Poly::atom(atom)?, k);
        }
        if rest.to_constant().is_none() {
            push_factor(&mut den, &rest, 1);
        }
        self.cancel(Fraction { num, scalar: content.abs(), den }).map(Some) // (3)
    }

    /// `aⁿ` for any integer `n`; `None` for a negative power of zero.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn raise(&self, a: &Fraction, n: i64) -> Result<Option<Fraction>, Limit> {
        match n {
            0 => return Ok(Some(Fraction::one())),
            1 => return Ok(Some(a.clone())),
            _ => {}
        }
        let base = if n < 0 {
            match self.inverse(a)? {
                Some(inverse) => inverse,
                None => return Ok(None),
            }
        } else {
            a.clone()
        };
        if base.to_number().is_none() && n.unsigned_abs() > 4096 {
            return Err(Limit::Degree);
        }
        let mut result = base.clone();
        for _ in 1..n.unsigned_abs() {
            result = self.product(&result, &base)?;
        }
        Ok(Some(result))
    }

    /// Cheap cancellation: integers, and exact division by the factors that are there.
    pub(crate) fn cancel(&self, mut f: Fraction) -> Result<Fraction, Limit> {
        if f.num.is_zero() {
            return Ok(Fraction::zero());
        }
        if f.is_polynomial() {
            return Ok(f);
        }
        let g = if f.scalar.is_one() { Integer::ONE } else { f.num.content().gcd(&f.scalar) };
        if !g.is_one() {
            f.num = f.num.div_exact(&Poly::constant(g.clone()), &self.budget)?.expect("divides");
            f.scalar = f.scalar.div_exact(&g).expect("a gcd divides");
        }
        for (p, k) in &mut f.den {
            while *k > 0 {
                let Some(quotient) = f.num.div_exact(p, &self.budget)? else { break };
                f.num = quotient;
                *k -= 1;
            }
        }
        f.den.retain(|(_, k)| *k > 0);
        Ok(f)
    }
}
