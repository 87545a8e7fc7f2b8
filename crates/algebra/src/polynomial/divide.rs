//! Exact division, and pseudo-division in one atom.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::budget::{Budget, Limit};
use super::modp::PRIME;
use super::poly::{Term, Terms};
use super::{Monomial, Poly};
use crate::Integer;

/// So many terms of a quotient are found before images are asked whether there is one: most
/// divisions that fail do so earlier.
const UNTESTED_TERMS: usize = 8;
/// Polynomials with so many terms are subtracted from each other term by term.
const FEW_TERMS: usize = 6;

impl Poly {
    /// The quotient, if `divisor` divides; nothing is divisible by zero.
    ///
    /// A division that fails is cheap: degrees and end terms refute it before it starts, a
    /// quotient that leaves its degrees, or modular images, on the way.
    ///
    /// # Errors
    /// [`Limit::Terms`] when the quotient is too large for the budget.
    pub fn div_exact(&self, divisor: &Self, budget: &Budget) -> Result<Option<Self>, Limit> {
        match divisor.terms.as_slice() {
            [] => Ok(None),
            _ if self.is_zero() => Ok(Some(Self::zero())),
            [(m, c)] => Ok(self.div_term(m, c)),
            // A divisor of a single term is a single term.
            _ if self.len() == 1 => Ok(None),
            _ if self == divisor => Ok(Some(Self::one())),
            _ => match self.quotient_degrees(divisor) {
                Some(bound) if self.len() <= FEW_TERMS && divisor.len() <= FEW_TERMS => {
                    divide_short(self, divisor, &bound, budget)
                }
                Some(bound) => divide(self, divisor, &bound, budget),
                None => Ok(None),
            },
        }
    }

    pub(super) fn div_term(&self, monomial: &Monomial, factor: &Integer) -> Option<Self> {
        let quotient = |(m, c): &Term| Some((m.div(monomial)?, c.div_exact(factor)?));
        Some(Self { terms: self.terms.iter().map(quotient).collect::<Option<_>>()? })
    }

    /// The degrees that a quotient has, unless something refutes the division.
    fn quotient_degrees(&self, divisor: &Self) -> Option<Monomial> {
        let ends =
            [(self.terms.last()?, divisor.terms.last()?), (&self.terms[0], &divisor.terms[0])];
        for (a, b) in ends {
            a.0.div(&b.0)?;
            a.1.div_exact(&b.1)?;
        }
        self.degrees().div(&divisor.degrees())
    }

    /// Do images leave it open that `divisor` divides?
    fn may_be_multiple_of(&self, divisor: &Self) -> bool {
        let (values, divisor_values) = (self.values(), divisor.values());
        divisor.atoms().all(|atom| {
            PRIME.divides(divisor.image(atom, &divisor_values), self.image(atom, &values))
        })
    }

    /// The pseudo-remainder in an atom: `l^k·self = q·divisor + r`, where `l` is the leading
    /// coefficient of the divisor, the degree of `r` is below that of the divisor, and `k` is the
    /// difference of the degrees plus one, or zero when `self` has the smaller degree already.
    ///
    /// # Errors
    /// Any [`Limit`]: of the budget, of the degree or of the coefficients.
    pub fn pseudo_remainder(
        &self,
        divisor: &Self,
        atom: usize,
        budget: &Budget,
    ) -> Result<Self, Limit> {
        let mut b = divisor.coefficients(atom);
        let Some(l) = b.pop() else { return Ok(Self::zero()) };
        let mut r = self.coefficients(atom);
        let mut powers_left = r.len().saturating_sub(b.len());
        while r.len() > b.len() {
            let c = r.pop().expect("longer than b");
            if c.is_zero() {
                continue;
            }
            let shift = r.len() - b.len();
            for a in &mut r {
                *a = a.mul(&l, budget)?;
            }
            for (a, b) in r[shift..].iter_mut().zip(&b) {
                *a = &*a - &b.mul(&c, budget)?;
            }
            powers_left -= 1;
        }
        let power = l.pow(u32::try_from(powers_left).map_err(|_| Limit::Degree)?, budget)?;
        Self::from_coefficients(atom, &r)?.mul(&power, budget)
    }
}

/// Long division of short polynomials: the dividend is written anew after every term of the
/// quotient. A long quotient is found by [`divide`].
fn divide_short(
    a: &Poly,
    b: &Poly,
    bound: &Monomial,
    budget: &Budget,
) -> Result<Option<Poly>, Limit> {
    let (m, c) = &b.terms[0];
    let mut rest = Cow::Borrowed(a);
    let mut quotient = Terms::new();
    while let Some((n, d)) = rest.terms.first() {
        if quotient.len() == UNTESTED_TERMS {
            return divide(a, b, bound, budget);
        }
        let term = n.div(m).filter(|k| k.divides(bound)).zip(d.div_exact(c));
        let Some((k, f)) = term else { return Ok(None) };
        rest = Cow::Owned(&*rest - &b.times(&k, &f)?);
        quotient.push((k, f));
    }
    budget.charge(b.cost().saturating_mul(quotient.len() as u64))?;
    budget.admit_terms(quotient.len())?;
    Ok(Some(Poly { terms: quotient }))
}

/// Long division from the leading terms down. What is still to be subtracted from the dividend
/// waits in an ordered map; a quotient that leaves the degrees of the bound is refused at once.
fn divide(a: &Poly, b: &Poly, bound: &Monomial, budget: &Budget) -> Result<Option<Poly>, Limit> {
    let (leading, rest) = b.terms.split_first().expect("the divisor is not zero");
    let cost = b.cost();
    let mut dividend = a.terms.iter().peekable();
    let mut pending: BTreeMap<Monomial, Integer> = BTreeMap::new();
    let mut quotient = Terms::new();
    loop {
        let next = match (dividend.peek(), pending.last_key_value()) {
            (None, None) => {
                let untested = quotient.len().min(UNTESTED_TERMS) as u64;
                budget.charge(cost.saturating_mul(untested))?;
                return Ok(Some(Poly { terms: quotient }));
            }
            (Some(term), Some((m, _))) if term.0 <= *m => pending.pop_last(),
            (None, _) => pending.pop_last(),
            (Some(_), _) => dividend.next().cloned(),
        };
        let (m, mut c) = next.expect("one of the two is not empty");
        c = match dividend.next_if(|term| term.0 == m) {
            Some(term) => &c + &term.1,
            None => c,
        };
        if c.is_zero() {
            continue;
        }
        let quotient_term = m.div(&leading.0).filter(|k| k.divides(bound));
        let Some((k, f)) = quotient_term.zip(c.div_exact(&leading.1)) else { return Ok(None) };
        if quotient.len() == UNTESTED_TERMS && !a.may_be_multiple_of(b) {
            return Ok(None);
        }
        if quotient.len() >= UNTESTED_TERMS {
            budget.charge(cost)?;
        }
        for (n, d) in rest {
            let entry = pending.entry(n.mul(&k)?).or_insert(Integer::ZERO);
            *entry = &*entry - &(d * &f);
        }
        quotient.push((k, f));
        budget.admit_terms(quotient.len())?;
    }
}
