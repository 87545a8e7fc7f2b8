//! Denominators as they stand: the conjugate that [`super::lowest`] multiplies by, taken back.
//!
//! With a divisor `D` that contains sines,
//!
//! ```text
//! y = N D̄ / (D D̄),     N = y D,     y = N/D                                          (1)
//! ```
//!
//! The right side is shorter and says the same; since its denominator contains sines it is a form
//! and no normal form.

use super::fraction::push_factor;
use super::{Fraction, Ring};
use crate::polynomial::{Limit, Poly, gcd};

impl Ring {
    /// Does the polynomial contain an atom with a quadratic relation, as sines have?
    #[must_use]
    pub fn has_conjugate(&self, p: &Poly) -> bool {
        self.relations.iter().any(|r| r.degree == 2 && p.contains(r.atom))
    }

    /// The right side of (1), with common factors taken out.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn over_divisor(&self, y: &Fraction, divisor: &Poly) -> Result<Fraction, Limit> {
        if y.is_zero() {
            return Ok(y.clone());
        }
        let divisor = divisor.primitive().1.positive();
        let product = self.product(y, &Fraction::polynomial(divisor.clone()))?;
        let mut f = self.into_lowest(product)?; // (1)
        let common = gcd(&f.num, &divisor, &self.budget)?.primitive().1;
        let over = |p: &Poly| p.div_exact(&common, &self.budget);
        let rest = over(&divisor)?.expect("a gcd divides");
        f.num = over(&f.num)?.expect("a gcd divides");
        if rest.leads_negative() {
            f.num = -&f.num;
        }
        if rest.to_constant().is_none() {
            push_factor(&mut f.den, &rest.positive(), 1);
        }
        Ok(f)
    }
}

#[cfg(test)]
mod tests {
    use crate::ring::Ring;
    use crate::{Elementary, Expr, Kind, apply};

    #[test]
    fn a_divisor_with_sines_is_given_back() {
        let [x, a, b, c] = ["x", "a", "b", "c"].map(|n| Expr::symbol(n, Kind::Coordinate, 0));
        let sine = apply(Elementary::Sin, &[x]);
        let divisor = a + b * sine;
        let mut ring = Ring::new(&[divisor, c]).unwrap();
        let y = ring.fraction(c / divisor).unwrap();
        let lowest = ring.lowest(&y).unwrap();
        assert!(!ring.has_conjugate(&lowest.den[0].0), "the normal form has no sine below");
        let divisor_form = ring.fraction(divisor).unwrap().num;
        assert!(ring.has_conjugate(&divisor_form));
        let given_back = ring.over_divisor(&lowest, &divisor_form).unwrap();
        assert_eq!(ring.expression(&given_back), c / divisor);
    }

    #[test]
    fn factors_that_both_sides_share_are_taken_out() {
        let [x, a, b] = ["x", "a", "b"].map(|n| Expr::symbol(n, Kind::Coordinate, 0));
        let sine = apply(Elementary::Sin, &[x]);
        let divisor = (a + b) * (a + b * sine);
        let mut ring = Ring::new(&[divisor]).unwrap();
        let y = ring.fraction((a + b) / divisor).unwrap();
        let lowest = ring.lowest(&y).unwrap();
        let divisor = ring.fraction(divisor).unwrap().num;
        let given_back = ring.over_divisor(&lowest, &divisor).unwrap();
        assert_eq!(ring.expression(&given_back), Expr::one() / (a + b * sine));
    }
}
