//! Common factors of a quotient on circles.
//!
//! Lowest terms are taken among cosines, since circles are not factorial: `d = a + b s` below
//! becomes the conjugate above and the norm `d d̄` below. What is printed should have neither. With
//! half angles a circle is factorial,
//!
//! ```text
//! c = (1 − t²)/(1 + t²),   s = 2 t/(1 + t²),   t = tan(θ/2)                           (1)
//! ```
//!
//! so the common factor is looked for there. One of even degree `2k` in `t` is, over `(1 + t²)ᵏ`, a
//! polynomial in sine and cosine again,
//!
//! ```text
//! 2 t²/(1 + t²) = 1 − c,   2 t/(1 + t²) = s,   2/(1 + t²) = 1 + c                     (2)
//! ```
//!
//! and is cancelled. Known limit: one of odd degree, as in `s/(1 − c) = cot(θ/2)`, stays.

use super::fraction::push_factor;
use super::{Fraction, Ring};
use crate::Integer;
use crate::polynomial::{AtomSet, Limit, Monomial, Poly, gcd_all};

/// Products of terms that one search may take.
const LARGEST_SEARCH: u64 = 100_000;
/// Numerators with more terms are not looked through.
const LARGEST_NUMERATOR: usize = 200;

/// The atoms of a sine and a cosine.
type Circle = (usize, usize);

impl Ring {
    /// The quotient without common factors that contain sines; it is a form and no normal form.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn without_conjugates(&self, f: Fraction) -> Result<Fraction, Limit> {
        let mut f = f;
        let mut i = 0;
        while i < f.den.len() {
            match self.budget.apart(LARGEST_SEARCH, || self.common_on_circles(&f.num, &f.den[i].0))
            {
                Ok(Some(common)) => {
                    let inverse = self.inverse(&Fraction::polynomial(common))?;
                    let inverse = inverse.expect("a factor of a denominator is not zero");
                    let over = |p: &Poly| -> Result<Fraction, Limit> {
                        self.lowest(&self.product(&Fraction::polynomial(p.clone()), &inverse)?)
                    };
                    let (above, below) = (over(&f.num)?, over(&f.den[i].0)?);
                    if !above.den.is_empty() || !below.den.is_empty() {
                        i += 1;
                        continue;
                    }
                    f = self.with_quotients(f, i, &above, &below)?;
                }
                Ok(None) | Err(_) => i += 1,
            }
        }
        Ok(f)
    }

    /// The fraction with one factor of the place `i` below, and the numerator, divided.
    fn with_quotients(
        &self,
        mut f: Fraction,
        i: usize,
        above: &Fraction,
        below: &Fraction,
    ) -> Result<Fraction, Limit> {
        f.num = above.num.scale(&below.scalar)?;
        f.scalar = &f.scalar * &above.scalar;
        let (content, rest) = below.num.primitive();
        f.scalar = &f.scalar * &content;
        f.den[i].1 -= 1;
        if f.den[i].1 == 0 {
            f.den.remove(i);
        }
        if rest.to_constant().is_none() {
            push_factor(&mut f.den, &rest, 1);
        }
        if f.scalar.is_negative() {
            f.scalar = -&f.scalar;
            f.num = -&f.num;
        }
        self.cancel(f)
    }

    /// A common factor of a polynomial and of one that is free of sines, with sines in it.
    fn common_on_circles(&self, num: &Poly, den: &Poly) -> Result<Option<Poly>, Limit> {
        let circles: Vec<Circle> = self.circles().filter(|&(_, c)| den.contains(c)).collect();
        let may_be_a_norm = circles.iter().any(|&(s, c)| num.contains(s) && den.degree(c) >= 2);
        let has_sines = circles.iter().any(|&(s, _)| den.contains(s));
        if !may_be_a_norm || has_sines || num.len() > LARGEST_NUMERATOR {
            return Ok(None);
        }
        let (mut above, mut below) = (num.clone(), den.clone());
        for &circle in &circles {
            above = self.halved(&above, circle)?;
            below = self.halved(&below, circle)?;
        }
        let there: AtomSet = below.atoms().collect();
        let absent: AtomSet = above.atoms().filter(|&a| !there.contains(a)).collect();
        let parts: Vec<Poly> = above.groups(&absent).into_iter().map(|g| g.1).collect();
        let mut common = gcd_all(parts.iter().chain([&below]), &self.budget)?.primitive().1;
        for &circle in &circles {
            if common.degree(circle.0) % 2 == 1 {
                return Ok(None);
            }
            common = self.whole_angle(&common, circle)?;
        }
        let has_sines = circles.iter().any(|&(s, _)| common.contains(s));
        Ok(has_sines.then(|| common.primitive().1))
    }

    /// Equation (1), times the power of `1 + t²` that clears it; the sine stands for `t`.
    fn halved(&self, p: &Poly, (s, c): Circle) -> Result<Poly, Limit> {
        let only: AtomSet = [s, c].into_iter().collect();
        let groups = p.groups(&only);
        let degree = |m: &Monomial| m.exponent(s) + m.exponent(c);
        let most = groups.iter().map(|(m, _)| degree(m)).max().unwrap_or(0);
        let square = Poly::atom(s)?.pow(2, &self.budget)?;
        let (sum, difference) = (&Poly::one() + &square, &Poly::one() - &square);
        let mut halved = Poly::zero();
        for (m, coefficient) in groups {
            let sines = Monomial::single(s, m.exponent(s))?;
            let mut part = coefficient.shift(&sines)?.scale(&two_to(m.exponent(s)))?;
            for (base, k) in [(&difference, m.exponent(c)), (&sum, most - degree(&m))] {
                part = part.mul(&base.pow(k, &self.budget)?, &self.budget)?;
            }
            halved = &halved + &part; // (1)
        }
        Ok(halved)
    }

    /// Equation (2), times a power of two.
    fn whole_angle(&self, p: &Poly, (s, c): Circle) -> Result<Poly, Limit> {
        let k = p.degree(s) / 2;
        let ends = [&Poly::one() - &Poly::atom(c)?, &Poly::one() + &Poly::atom(c)?];
        let mut whole = Poly::zero();
        for (j, coefficient) in (0u32..).zip(p.coefficients(s)) {
            let mut part = coefficient.shift(&Monomial::single(s, j % 2)?)?;
            for (base, power) in ends.iter().zip([j / 2, (2 * k - j) / 2]) {
                part = part.mul(&base.pow(power, &self.budget)?, &self.budget)?;
            }
            whole = &whole + &part; // (2)
        }
        Ok(whole)
    }
}

fn two_to(k: u32) -> Integer {
    Integer::from(2).pow(k)
}

#[cfg(test)]
mod tests {
    use crate::ring::Ring;
    use crate::ring::shown::Writer;
    use crate::{Elementary, Expr, Kind, apply};

    fn shown(e: Expr) -> (Expr, Vec<Expr>) {
        let mut ring = Ring::new(&[e]).unwrap();
        let f = ring.value(e).unwrap();
        let writer = Writer::new(&ring, &[]);
        let form = writer.form(&f).unwrap();
        (writer.expression(&form), writer.divisors(&form))
    }

    #[test]
    fn a_conjugate_and_a_norm_share_a_factor() {
        let [x, y, a, b] = ["x", "y", "a", "b"].map(|n| Expr::symbol(n, Kind::Coordinate, 0));
        let [sx, sy] = [x, y].map(|x| apply(Elementary::Sin, &[x]));
        for divisor in [a + b * sx, a + sx * sy, a + b * sx + sy, (a + b * sx).powi(2)] {
            let (value, divisors) = shown((a + y * y) / divisor);
            assert_eq!(value, (a + y * y) / divisor);
            assert_eq!(
                divisors,
                [if divisor == (a + b * sx).powi(2) { a + b * sx } else { divisor }]
            );
        }
    }

    #[test]
    fn half_of_a_circle_is_no_factor() {
        let x = Expr::symbol("x", Kind::Coordinate, 0);
        let [s, c] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[x]));
        assert_eq!(shown(s / (Expr::one() - c)).1, [Expr::one() - c]);
    }
}
