//! Divisors of which the normal form does not tell whether they are zero.
//!
//! Logarithms, arcs and roots may obey relations that the ring does not know, so that a form that is not
//! empty may be zero all the same. What is divided by in an expression need only differ from zero
//! somewhere: where it vanishes the expression has no value. So it is evaluated in balls, at points of several
//! signs that obey what was solved,
//!
//! ```text
//! 0 ∉ d(x₀)   ⇒   d ≢ 0                                                              (1)
//! ```
//!
//! at all of them, as `√x² − x` differs from zero for negative x alone.
//!
//! What an equation was solved with must differ from zero wherever the equation is used:
//!
//! ```text
//! c₀ + Σ cᵢ mᵢ² > 0   for positive c₀, cᵢ                                              (2)
//! ```

use super::{Atom, Fraction, Ring};
use crate::evaluate::{Enclosed, evaluate};
use crate::numeric::SplitMix64;
use crate::polynomial::Poly;
use crate::{Expr, Kind, Rational, Substitution, symbols};

/// Points that are tried, with a fixed seed.
const POINTS: u64 = 4;
const SEED: u64 = 0xD0B7;
/// Coordinates of points are so many parts of 1.
const PARTS: i64 = 13;

impl Ring {
    /// Is it proved by (1) that the polynomial is not zero at every state? Conditions that are not solved
    /// linearly have no points.
    pub(super) fn differs_from_zero(&self, p: &Poly) -> bool {
        let is_symbol = |atom: usize| matches!(self.atoms[atom], Atom::Symbol(_));
        if self.conditions.has_remainders() || self.relations.iter().any(|r| is_symbol(r.atom)) {
            return false;
        }
        let whole = |f: &Fraction| self.expression(f);
        let rules = self.conditions.rules.iter();
        let rules = rules.map(|(&atom, f)| (self.of_atom(atom), whole(f)));
        let mut put = Substitution::new(rules);
        let divisor = put.apply(whole(&Fraction::polynomial(p.clone())));
        let known: Vec<bool> =
            (0..POINTS).filter_map(|number| differs_at(divisor, number)).collect();
        !known.is_empty() && known.iter().all(|&differs| differs) // (1)
    }

    fn of_atom(&self, atom: usize) -> Expr {
        Poly::atom(atom).map_or(Expr::zero(), |p| self.expression(&Fraction::polynomial(p)))
    }

    /// Is the polynomial, or its opposite, of the form (2)?
    pub(super) fn is_positive_form(&self, p: &Poly) -> bool {
        let Some((_, first)) = p.terms().first() else { return false };
        let is_even = |(atom, k): (usize, u32)| k % 2 == 0 || self.is_positive(atom);
        let never_zero = |(atom, _): (usize, u32)| self.is_positive(atom);
        let alike = |c: &crate::Integer| c.is_negative() == first.is_negative();
        p.terms().iter().all(|(m, c)| alike(c) && m.factors().all(is_even))
            && p.terms().iter().any(|(m, _)| m.factors().all(never_zero)) // (2)
    }
}

/// Does its ball exclude zero at the point of this number? None where it has no value.
fn differs_at(e: Expr, number: u64) -> Option<bool> {
    let mut random = SplitMix64::new(SEED + number);
    let mut point = Enclosed::default();
    for x in symbols(&[e]) {
        let symbol = x.as_symbol()?;
        let part = 1 + i64::try_from(random.below(PARTS.unsigned_abs())).ok()?;
        let is_negative = match number {
            0 => false, // the first point has positive coordinates, the second negative ones
            1 => true,
            _ => random.below(2) == 1,
        };
        let value = match symbol.kind {
            Kind::Pi => continue,
            Kind::Parameter { positive: true } => part,
            _ if is_negative => -part,
            _ => part,
        };
        let value = Rational::new(value.into(), PARTS.into())?;
        point.set(x, Enclosed::rational(&value));
    }
    evaluate(&[e], &point).ok().map(|values| values[0].excludes_zero())
}

#[cfg(test)]
mod tests {
    use crate::zero::{Doubt, Verdict, zero_test};
    use crate::{Elementary, Expr, Kind, apply};

    fn symbol(name: &str) -> Expr {
        Expr::symbol(name, Kind::Coordinate, 0)
    }

    /// Relations between logarithms and arcs are not known to the ring: x/d − x/d is 0 where d is not 0.
    #[test]
    fn a_divisor_that_differs_from_zero_somewhere_is_one() {
        let x = symbol("x");
        let of = |f: Elementary, e: Expr| apply(f, &[e]);
        let claim = |d: Expr| {
            zero_test((x * x - Expr::one()) / d - (x - Expr::one()) * (x + Expr::one()) / d)
        };
        let sound = of(Elementary::Log, Expr::from(3) + x * x);
        assert_eq!(claim(sound), Verdict::Zero);
        assert_eq!(claim(sound + of(Elementary::Atan, x)), Verdict::Zero);
        let two = Expr::from(2);
        let arcs = |e: Expr| {
            of(Elementary::Atan, e) + of(Elementary::Asin, e / (Expr::one() + e * e).sqrt())
        };
        let nothing = arcs(x) - two * of(Elementary::Atan, x);
        assert_eq!(claim(nothing), Verdict::Unknown(Doubt::Divisor));
    }
}
