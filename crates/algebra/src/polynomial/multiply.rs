//! Products, powers and substitution.

use rustc_hash::FxHashMap;

use super::Monomial;
use super::budget::{Budget, Limit, admit_bits, words};
use super::poly::{Poly, Term};
use crate::Integer;

/// Up to so many products of terms, sorting them all beats hashing.
const SORTED_PRODUCTS: usize = 4096;

impl Poly {
    /// The product.
    ///
    /// # Errors
    /// Any [`Limit`]: of the budget, of the degree or of the coefficients.
    pub fn mul(&self, other: &Self, budget: &Budget) -> Result<Self, Limit> {
        budget.charge(self.cost().saturating_mul(other.cost()))?;
        let (small, large) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        let product = match small.terms.as_slice() {
            [] => Self::zero(),
            [(m, c)] => large.times(m, c)?,
            _ if small.len() * large.len() <= SORTED_PRODUCTS => sorted_product(small, large)?,
            _ => hashed_product(small, large, budget)?,
        };
        budget.admit_terms(product.len())?;
        Ok(product)
    }

    /// The terms, weighed by the machine words of the largest coefficient.
    pub(super) fn cost(&self) -> u64 {
        let largest = self.terms.iter().map(|(_, c)| words(c)).max().unwrap_or(0);
        largest.saturating_mul(self.len() as u64)
    }

    /// The power `self^n`.
    ///
    /// # Errors
    /// Any [`Limit`]: of the budget, of the degree or of the coefficients.
    pub fn pow(&self, n: u32, budget: &Budget) -> Result<Self, Limit> {
        self.degrees().pow(n)?;
        match (n, self.terms.as_slice()) {
            (0, _) => Ok(Self::one()),
            (1, _) => Ok(self.clone()),
            (_, []) => Ok(Self::zero()),
            (_, [(m, c)]) => {
                admit_bits((c.bits() - 1).saturating_mul(u64::from(n)))?;
                admitted(Self::term(m.pow(n)?, c.pow(n)))
            }
            _ if self.squaring_pays(n) => self.pow_by_squaring(n, budget),
            _ => (1..n).try_fold(self.clone(), |power, _| power.mul(self, budget)),
        }
    }

    fn pow_by_squaring(&self, n: u32, budget: &Budget) -> Result<Self, Limit> {
        if n == 1 {
            return Ok(self.clone());
        }
        let half = self.pow_by_squaring(n / 2, budget)?;
        let square = half.mul(&half, budget)?;
        if n.is_multiple_of(2) { Ok(square) } else { square.mul(self, budget) }
    }

    /// Does squaring need fewer products than `n − 1` multiplications by the base? Sparse powers
    /// have so many terms that multiplying by the small base is the cheaper way.
    fn squaring_pays(&self, n: u32) -> bool {
        let terms = self.len() as u64;
        let power_terms = |k: u32| self.power_terms(k);
        let multiplied = (1..n).map(|k| power_terms(k).saturating_mul(terms));
        let multiplied = multiplied.fold(0, u64::saturating_add);
        let (mut squared, mut k) = (0u64, n);
        while k > 1 {
            let half = power_terms(k / 2);
            squared = squared.saturating_add(half.saturating_mul(half));
            if k % 2 == 1 {
                squared = squared.saturating_add(power_terms(k - 1).saturating_mul(terms));
            }
            k /= 2;
        }
        squared < multiplied
    }

    /// An upper bound on the terms of `self^k`: the ways to choose `k` terms, and the monomials
    /// within the degrees.
    fn power_terms(&self, k: u32) -> u64 {
        let k = u64::from(k);
        let choices = (1..=k)
            .try_fold(1u64, |ways, i| Some(ways.checked_mul(self.len() as u64 + i - 1)? / i));
        let degrees = self.degrees();
        let within = degrees.factors().map(|(_, d)| u64::from(d) * k + 1);
        choices.unwrap_or(u64::MAX).min(within.fold(1, u64::saturating_mul))
    }

    /// The polynomial with `value` in place of an atom.
    ///
    /// # Errors
    /// Any [`Limit`]: of the budget, of the degree or of the coefficients.
    pub fn compose(&self, atom: usize, value: &Self, budget: &Budget) -> Result<Self, Limit> {
        let mut coefficients = self.coefficients(atom).into_iter().rev();
        let leading = coefficients.next().unwrap_or_default();
        coefficients.try_fold(leading, |sum, c| Ok(&sum.mul(value, budget)? + &c))
    }
}

fn products<'a>(a: &'a Poly, b: &'a Poly) -> impl Iterator<Item = Result<Term, Limit>> + 'a {
    a.terms.iter().flat_map(move |(m, c)| b.terms.iter().map(move |(n, d)| Ok((m.mul(n)?, c * d))))
}

fn sorted_product(a: &Poly, b: &Poly) -> Result<Poly, Limit> {
    admitted(Poly::from_terms(products(a, b).collect::<Result<_, _>>()?))
}

fn hashed_product(a: &Poly, b: &Poly, budget: &Budget) -> Result<Poly, Limit> {
    let mut sum: FxHashMap<Monomial, Integer> = FxHashMap::default();
    for product in products(a, b) {
        let (m, c) = product?;
        let entry = sum.entry(m).or_insert(Integer::ZERO);
        *entry = &*entry + &c;
        budget.admit_terms(sum.len())?;
    }
    admitted(Poly::from_terms(sum.into_iter().collect()))
}

fn admitted(p: Poly) -> Result<Poly, Limit> {
    admit_bits(p.terms.iter().map(|(_, c)| c.bits()).max().unwrap_or(0))?;
    Ok(p)
}
