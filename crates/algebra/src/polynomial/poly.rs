//! The polynomial as a value: construction, sums, text.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use smallvec::{SmallVec, smallvec};

use super::budget::admit_bits;
use super::{Limit, Monomial};
use crate::Integer;

pub(super) type Term = (Monomial, Integer);

/// Terms; a single one, which is the most frequent polynomial, takes no memory of its own.
pub(super) type Terms = SmallVec<[Term; 1]>;

/// A polynomial with integer coefficients.
///
/// ```
/// use alembert_algebra::polynomial::{Budget, Poly};
/// let (x, y) = (Poly::atom(0).unwrap(), Poly::atom(1).unwrap());
/// let product = (&x + &y).mul(&(&x - &y), &Budget::new(1000)).unwrap();
/// assert_eq!(product.to_string(), "x0^2 - x1^2");
/// ```
#[derive(PartialEq, Eq, Hash, Default)]
pub struct Poly {
    /// In descending order, without zero coefficients.
    pub(super) terms: Terms,
}

impl Clone for Poly {
    fn clone(&self) -> Self {
        Self { terms: self.map_terms(Clone::clone) }
    }
}

impl Poly {
    /// The terms, each changed.
    pub(super) fn map_terms(&self, change: impl Fn(&Term) -> Term) -> Terms {
        match self.terms.as_slice() {
            [] => Terms::new(),
            [term] => smallvec![change(term)],
            terms => Terms::from_vec(terms.iter().map(change).collect()),
        }
    }

    /// The terms, each changed where that is possible.
    pub(super) fn try_map_terms<E>(
        &self,
        change: impl Fn(&Term) -> Result<Term, E>,
    ) -> Result<Terms, E> {
        Ok(match self.terms.as_slice() {
            [] => Terms::new(),
            [term] => smallvec![change(term)?],
            terms => Terms::from_vec(terms.iter().map(change).collect::<Result<_, _>>()?),
        })
    }

    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::default()
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self::constant(Integer::ONE)
    }

    /// A constant.
    #[must_use]
    pub fn constant(c: Integer) -> Self {
        Self::term(Monomial::one(), c)
    }

    /// A single term.
    #[must_use]
    pub fn term(m: Monomial, c: Integer) -> Self {
        if c.is_zero() { Self::zero() } else { Self { terms: smallvec![(m, c)] } }
    }

    /// The atom with this number.
    ///
    /// # Errors
    /// [`Limit::Atoms`] when the number is too large.
    pub fn atom(atom: usize) -> Result<Self, Limit> {
        Ok(Self::term(Monomial::single(atom, 1)?, Integer::ONE))
    }

    /// The sum of terms in any order; a monomial may occur more than once.
    #[must_use]
    pub fn from_terms(mut terms: Vec<(Monomial, Integer)>) -> Self {
        terms.sort_by(|a, b| b.0.cmp(&a.0));
        let mut sum = Terms::with_capacity(terms.len());
        for (m, c) in terms {
            match sum.last_mut() {
                Some(last) if last.0 == m => last.1 = &last.1 + &c,
                _ => sum.push((m, c)),
            }
        }
        sum.retain(|term| !term.1.is_zero());
        Self { terms: sum }
    }

    /// The terms in descending order.
    #[must_use]
    pub fn terms(&self) -> &[(Monomial, Integer)] {
        &self.terms
    }

    /// The number of terms.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a polynomial without terms is zero: is_zero")]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Is it zero?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Is it one?
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self.terms.as_slice(), [(m, c)] if m.is_one() && c.is_one())
    }

    /// Is it a single atom, to the first power and with coefficient one?
    pub(crate) fn is_atom(&self) -> bool {
        match self.terms.as_slice() {
            [(m, c)] => c.is_one() && m.factors().map(|(_, k)| k).sum::<u32>() == 1,
            _ => false,
        }
    }

    /// The value, if no atom occurs.
    #[must_use]
    pub fn to_constant(&self) -> Option<Integer> {
        match self.terms.as_slice() {
            [] => Some(Integer::ZERO),
            [(m, c)] if m.is_one() => Some(c.clone()),
            _ => None,
        }
    }

    /// The product with an integer.
    ///
    /// # Errors
    /// [`Limit::Size`] when a coefficient grows too large.
    pub fn scale(&self, factor: &Integer) -> Result<Self, Limit> {
        if factor.is_zero() {
            return Ok(Self::zero());
        }
        if factor.is_one() {
            return Ok(self.clone());
        }
        let scaled = |(m, c): &Term| {
            let product = c * factor;
            admit_bits(product.bits())?;
            Ok((m.clone(), product))
        };
        Ok(Self { terms: self.try_map_terms(scaled)? })
    }

    /// The product with a monomial.
    ///
    /// # Errors
    /// [`Limit::Degree`] when an exponent exceeds 127.
    pub fn shift(&self, factor: &Monomial) -> Result<Self, Limit> {
        if factor.is_one() {
            return Ok(self.clone());
        }
        let shifted = |(m, c): &Term| Ok((m.mul(factor)?, c.clone()));
        Ok(Self { terms: self.try_map_terms(shifted)? })
    }

    /// The product with a term.
    ///
    /// # Errors
    /// [`Limit::Size`] or [`Limit::Degree`].
    pub(super) fn times(&self, monomial: &Monomial, factor: &Integer) -> Result<Self, Limit> {
        if factor.is_one() {
            return self.shift(monomial);
        }
        if monomial.is_one() {
            return self.scale(factor);
        }
        let product = |(m, c): &Term| {
            let product = c * factor;
            admit_bits(product.bits())?;
            Ok((m.mul(monomial)?, product))
        };
        Ok(Self { terms: self.try_map_terms(product)? })
    }

    /// `self + sign·other`.
    fn merge(&self, other: &Self, sign: fn(&Integer) -> Integer) -> Self {
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut sum = Terms::with_capacity(self.len() + other.len());
        while let (Some(s), Some(t)) = (a.peek(), b.peek()) {
            match s.0.cmp(&t.0) {
                Ordering::Greater => sum.extend(a.next().cloned()),
                Ordering::Less => sum.extend(b.next().map(|(m, c)| (m.clone(), sign(c)))),
                Ordering::Equal => {
                    let c = &s.1 + &sign(&t.1);
                    if !c.is_zero() {
                        sum.push((s.0.clone(), c));
                    }
                    a.next();
                    b.next();
                }
            }
        }
        sum.extend(a.cloned());
        sum.extend(b.map(|(m, c)| (m.clone(), sign(c))));
        Self { terms: sum }
    }
}

impl Add for &Poly {
    type Output = Poly;
    fn add(self, other: Self) -> Poly {
        self.merge(other, Clone::clone)
    }
}

impl Sub for &Poly {
    type Output = Poly;
    fn sub(self, other: Self) -> Poly {
        self.merge(other, |c| -c)
    }
}

impl Neg for &Poly {
    type Output = Poly;
    fn neg(self) -> Poly {
        Poly { terms: self.map_terms(|(m, c)| (m.clone(), -c)) }
    }
}

impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, (m, c)) in self.terms.iter().enumerate() {
            f.write_str(match (i, c.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            match (c.abs(), m.is_one()) {
                (c, true) => write!(f, "{c}")?,
                (c, false) if c.is_one() => write!(f, "{m}")?,
                (c, false) => write!(f, "{c}*{m}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
