//! Products, powers and substitution.

use rustc_hash::FxHashMap;

use super::Monomial;
use super::budget::{Budget, Limit, admit_bits, words};
use super::monomial::Short;
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
            _ => match (short_terms(small), short_terms(large)) {
                (Some(small), Some(large)) => short_product(&small, &large, budget)?,
                _ => hashed_product(small, large, budget)?,
            },
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

/// Coefficients below this: the sum of as many products of two of them as memory holds is no overflow.
const SHORT: i64 = 1 << 40;

/// The terms of a polynomial whose monomials and coefficients are short, which most are.
fn short_terms(p: &Poly) -> Option<Vec<(Short, i128)>> {
    let short = |(m, c): &Term| {
        let c = c.to_i64().filter(|c| (-SHORT..SHORT).contains(c))?;
        Some((m.short()?, i128::from(c)))
    };
    p.terms.iter().map(short).collect()
}

/// The product without memory of its own for any term.
fn short_product(a: &[(Short, i128)], b: &[(Short, i128)], budget: &Budget) -> Result<Poly, Limit> {
    let mut sum: FxHashMap<Short, i128> = FxHashMap::default();
    for &(m, c) in a {
        for &(n, d) in b {
            *sum.entry(m.mul(n)?).or_insert(0) += c * d;
        }
        budget.admit_terms(sum.len())?;
    }
    let mut terms: Vec<(Short, i128)> = sum.into_iter().filter(|(_, c)| *c != 0).collect();
    terms.sort_unstable_by_key(|term| std::cmp::Reverse(term.0));
    let term = |(m, c): (Short, i128)| (m.monomial(), Integer::from_wide(c));
    admitted(Poly { terms: terms.into_iter().map(term).collect() })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_products_are_the_same_with_short_terms_and_with_any() {
        let atom = |k| Poly::atom(k).expect("there are so many atoms");
        let budget = Budget::new(u64::MAX);
        let long = |first: usize, scale: i64| {
            let base = (0..4).fold(Poly::one(), |sum, k| &sum + &atom(first + k));
            let power = base.pow(6, &budget).expect("it is short");
            &power.scale(&scale.into()).expect("it is small") - &atom(first)
        };
        let (a, b) = (long(0, 3), long(2, -5));
        let short = |p: &Poly| short_terms(p).expect("its terms are short");
        let product = short_product(&short(&a), &short(&b), &budget).expect("it is short");
        assert!(a.len() * b.len() > SORTED_PRODUCTS);
        assert_eq!(product, hashed_product(&a, &b, &budget).expect("it is short"));
        let few = Budget::new(u64::MAX).with_terms(100);
        assert!(short_product(&short(&a), &short(&b), &few).is_err());
        let large = a.scale(&Integer::from(1i64 << 50)).expect("it is small enough");
        assert!(short_terms(&large).is_none() && short_terms(&atom(100)).is_none());
    }
}
