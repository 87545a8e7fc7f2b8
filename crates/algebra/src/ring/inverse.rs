//! Functions of their inverses, and arcs of constants in the table.
//!
//! ```text
//! exp(Σ cᵢ log pᵢ + u) = Π pᵢ^cᵢ · exp u          c rational, p > 0 where log p is defined   (1)
//! log Π exp(uₖ)^nₖ = Σ nₖ uₖ                       n integers                                (2)
//! atan x = kπ/12    where x cos kπ/12 = sin kπ/12,                       −6 < k < 6          (3)
//! asin x = kπ/12    where x = sin kπ/12,                                 −6 ≤ k ≤ 6          (4)
//! acos x = kπ/12    where x = cos kπ/12,                                  0 ≤ k ≤ 12         (5)
//! atan2(y, x) = kπ/12   where x sin kπ/12 = y cos kπ/12, x and y not both opposite,
//!                                                                       −12 < k ≤ 12         (6)
//! ```
//!
//! In (3) to (6) `x` and `y` are constants. An enclosure proposes the only `k` that can be, and the
//! ring decides; of the two directions on the line of (6) the enclosure excludes one.

use Elementary as E;

use super::fraction::Fraction;
use super::{Atom, ConversionError, Ring};
use crate::evaluate::{Enclosed, evaluate};
use crate::polynomial::{Monomial, Poly};
use crate::{Elementary, Expr, Function, Integer, Rational};

/// An enclosure of an arc is compared with a multiple of π/12 up to this.
const NEAR: f64 = 1e-9;

impl Ring {
    /// What equation (1) takes out of an exponent, and what is left of it.
    pub(super) fn without_logarithms(
        &mut self,
        exponent: &Fraction,
    ) -> Result<(Option<Fraction>, Fraction), ConversionError> {
        if !exponent.den.is_empty() {
            return Ok((None, exponent.clone()));
        }
        let (mut factor, mut rest) = (None, Vec::new());
        for (m, c) in exponent.num.terms() {
            let power = Rational::new(c.clone(), exponent.scalar.clone()).expect("positive");
            let term = match self.logarithm(m) {
                Some(p) => self.power_of(&p, &power)?,
                None => None,
            };
            match (term, factor.take()) {
                (Some(term), Some(product)) => factor = Some(self.product(&product, &term)?),
                (Some(term), None) => factor = Some(term),
                (None, old) => {
                    factor = old;
                    rest.push((m.clone(), c.clone()));
                }
            }
        }
        let rest = Fraction { num: Poly::from_terms(rest), ..exponent.clone() };
        Ok((factor, self.into_lowest(rest)?))
    }

    /// The argument of a logarithm that a monomial is.
    fn logarithm(&self, m: &Monomial) -> Option<Fraction> {
        let mut factors = m.factors();
        let (Some((atom, 1)), None) = (factors.next(), factors.next()) else { return None };
        let Atom::Opaque(k) = self.atoms[atom] else { return None };
        let opaque = &self.opaques[k];
        (opaque.function == Function::Elementary(Elementary::Log))
            .then(|| opaque.arguments[0].clone())
    }

    /// `pᶜ`, for `p` that is positive.
    fn power_of(
        &mut self,
        p: &Fraction,
        c: &Rational,
    ) -> Result<Option<Fraction>, ConversionError> {
        if c.is_negative() {
            self.note_division(p);
        }
        Ok(match c.to_i64().filter(|_| c.is_integer()) {
            Some(n) => self.raise(p, n)?,
            None => self.rational_power(p, c)?,
        })
    }

    /// The value of a logarithm or an arc by (2) to (6), if it has one.
    pub(super) fn inverse_value(
        &mut self,
        e: Expr,
        f: &Function,
        x: &[Fraction],
    ) -> Result<Option<Fraction>, ConversionError> {
        let Function::Elementary(f) = f else { return Ok(None) };
        match f {
            E::Log => self.exponent(&x[0]),
            E::Atan | E::Asin | E::Acos | E::Atan2 => self.arc(e, *f, x),
            _ => Ok(None),
        }
    }

    /// The exponent of a product of exponentials, equation (2).
    fn exponent(&self, f: &Fraction) -> Result<Option<Fraction>, ConversionError> {
        if !f.scalar.is_one() {
            return Ok(None);
        }
        let below = f.den.iter().map(|(p, k)| (p, -i64::from(*k)));
        let mut sum = Fraction::zero();
        for (p, n) in [(&f.num, 1)].into_iter().chain(below) {
            let [(m, c)] = p.terms() else { return Ok(None) };
            if *c != Integer::ONE {
                return Ok(None);
            }
            for (atom, k) in m.factors() {
                let Atom::Exp(base) = self.atoms[atom] else { return Ok(None) };
                let n = Fraction::number(&Rational::from(n * i64::from(k)));
                let u = self.product(self.exponents.argument(base), &n)?;
                sum = self.add(&sum, &u)?; // (2)
            }
        }
        Ok(Some(sum))
    }

    /// Equations (3) to (6).
    fn arc(
        &mut self,
        e: Expr,
        f: Elementary,
        x: &[Fraction],
    ) -> Result<Option<Fraction>, ConversionError> {
        let constant = |f: &Fraction| f.atoms().all(|a| self.is_constant(a));
        if !x.iter().all(constant) {
            return Ok(None);
        }
        let Some(k) = twelfths(e) else { return Ok(None) };
        let point = (Fraction::one(), Fraction::zero());
        let (c, s) = self.turn_by_twelfths(point, k.rem_euclid(24).unsigned_abs())?;
        let (left, right, range) = match f {
            E::Asin => (x[0].clone(), s, -6..=6),
            E::Acos => (x[0].clone(), c, 0..=12),
            E::Atan2 => (self.product(&x[1], &s)?, self.product(&x[0], &c)?, -11..=12),
            _ => (self.product(&x[0], &c)?, s, -5..=5),
        };
        if !range.contains(&k) || !self.subtract(&left, &right)?.is_zero() {
            return Ok(None);
        }
        let pi = Fraction::polynomial(Poly::atom(self.symbol(Expr::pi()))?);
        Ok(Some(self.product(&pi, &Fraction::number(&Rational::ratio(k, 12)))?))
    }
}

/// The only multiple of π/12 that a constant can be.
fn twelfths(e: Expr) -> Option<i64> {
    let ball = evaluate(&[e], &Enclosed::default()).ok()?[0];
    let unit = std::f64::consts::PI / 12.0;
    let (low, high) = (ball.lower() / unit, ball.upper() / unit);
    let k = low.round();
    let near = (low - k).abs() < NEAR && (high - k).abs() < NEAR;
    #[allow(clippy::cast_possible_truncation, reason = "an arc is at most π")]
    near.then_some(k as i64).filter(|k| k.abs() <= 12)
}
