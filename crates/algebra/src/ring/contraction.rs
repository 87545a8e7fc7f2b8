//! Sums of products of sines and cosines as functions of sums and differences of their angles.
//!
//! ```text
//! sin a sin b + cos a cos b = cos(a − b),   sin a cos b + cos a sin b = sin(a + b)     (1)
//! ```
//!
//! The numerator of an expression is a sum of coefficients, polynomials in sines and cosines,
//! times products of everything else. Each coefficient is written by itself with `D = θᵢ ± θⱼ` in
//! place of an angle where that leaves fewer terms, so that `m l cos(a − b) b'² + m g sin a` is
//! found, which no single choice of base angles gives.

use rustc_hash::FxHashMap;

use super::{Atom, ConversionError, Fraction, Ring};
use crate::polynomial::{AtomSet, Poly};
use crate::{Elementary, Expr, Kind, Rational, apply, product, sum};

/// Coefficients with more terms stay as they are.
const LARGEST_COEFFICIENT: usize = 24;
/// Angles beyond this number are not combined.
const MOST_ANGLES: usize = 6;

/// An expression in which names stand for coefficients that became shorter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contracted {
    /// The expression with the names.
    pub expression: Expr,
    /// The names and what they stand for.
    pub parts: Vec<(Expr, Expr)>,
}

/// A base angle with the atoms of its sine and cosine.
struct Circle {
    angle: Expr,
    pair: (Fraction, Fraction),
}

struct Contraction {
    ring: Ring,
    circles: Vec<Circle>,
    /// The circle of `D`, and the atom of its sine.
    difference: ((Fraction, Fraction), usize),
}

/// The expression with shorter coefficients, for at most `work` products of terms; `None` if no
/// coefficient becomes shorter.
///
/// # Errors
/// The limit that was reached, or an expression that divides by zero.
pub fn contracted(e: Expr, work: u64) -> Result<Option<Contracted>, ConversionError> {
    let name = Expr::symbol("_", Kind::Auxiliary, 0);
    let mut ring = Ring::new(&[e, apply(Elementary::Sin, &[name])])?;
    ring.set_budget(work);
    let fraction = ring.fraction(e)?;
    let fraction = ring.lowest(&fraction)?;
    let contraction = Contraction::new(ring, name, &fraction.num)?;
    match contraction.circles.len() {
        2..=MOST_ANGLES => contraction.whole(&fraction),
        _ => Ok(None),
    }
}

/// A new name for a value.
fn name(value: Expr, parts: &mut Vec<(Expr, Expr)>) -> Expr {
    let name = Expr::symbol(&format!("_{}", parts.len() + 1), Kind::Auxiliary, 0);
    parts.push((name, value));
    name
}

impl Contraction {
    /// The circles that occur in a polynomial.
    fn new(ring: Ring, name: Expr, p: &Poly) -> Result<Self, ConversionError> {
        let (mut circles, mut difference) = (Vec::new(), None);
        for (sine, cosine) in ring.circles().collect::<Vec<_>>() {
            let Atom::Sin(k) = ring.atoms[sine] else { continue };
            let angle = ring.expression(ring.angles.argument(k));
            let [s, c] = [sine, cosine].map(|atom| Poly::atom(atom).map(Fraction::polynomial));
            let pair = (s?, c?);
            match () {
                () if angle == name => difference = Some((pair, sine)),
                () if p.contains(sine) || p.contains(cosine) => {
                    circles.push(Circle { angle, pair });
                }
                () => {}
            }
        }
        let difference = difference.expect("the ring was made with it");
        Ok(Self { ring, circles, difference })
    }

    fn whole(&self, f: &Fraction) -> Result<Option<Contracted>, ConversionError> {
        let on_circles: AtomSet = self.ring.circles().flat_map(|(s, c)| [s, c]).collect();
        let others: AtomSet = f.num.atoms().filter(|&atom| !on_circles.contains(atom)).collect();
        let mut named: FxHashMap<Expr, Expr> = FxHashMap::default();
        let (mut terms, mut parts) = (Vec::new(), Vec::new());
        for (monomial, coefficient) in f.num.groups(&others) {
            let (content, primitive) = coefficient.primitive();
            let plain = self.ring.expression(&Fraction::polynomial(primitive.clone()));
            let shown = match named.get(&plain) {
                Some(&shown) => shown,
                None => self.shorter(&primitive)?.map_or(plain, |value| name(value, &mut parts)),
            };
            named.insert(plain, shown);
            let powers = monomial.factors().map(|(a, k)| (self.ring.atom(a), i64::from(k).into()));
            let powers = powers.chain([(shown, Rational::ONE)]);
            terms.push((Rational::from(content), product(powers.collect())));
        }
        let below = self.ring.expression(&Fraction { num: Poly::one(), ..f.clone() });
        let expression = product(vec![(sum(terms), Rational::ONE), (below, Rational::ONE)]);
        Ok((!parts.is_empty()).then_some(Contracted { expression, parts }))
    }

    /// The coefficient with `D` in place of an angle, if it has fewer terms then.
    fn shorter(&self, p: &Poly) -> Result<Option<Expr>, ConversionError> {
        let mut best: Option<((usize, usize), Expr)> = None;
        if p.len() < 2 || p.len() > LARGEST_COEFFICIENT {
            return Ok(None);
        }
        let whole = Fraction::polynomial(p.clone());
        for (first, second) in
            self.circles.iter().flat_map(|a| self.circles.iter().map(move |b| (a, b)))
        {
            for sign in [Rational::ONE, Rational::MINUS_ONE] {
                if first.angle == second.angle {
                    continue;
                }
                let circles = [&first.pair, &second.pair, &self.difference.0];
                let Some(turned) = self.ring.exchanged_angle(circles, &sign)? else { continue };
                let q = self.ring.into_lowest(self.ring.replace(&whole, &turned)?)?;
                let angle = sum(vec![(Rational::ONE, first.angle), (-&sign, second.angle)]);
                let key = (q.num.len(), angle.node().children().count());
                if key.0 < p.len() && best.as_ref().is_none_or(|b| key < b.0) {
                    best = Some((key, self.with_difference(&q, angle)));
                }
            }
        }
        Ok(best.map(|b| b.1))
    }

    /// The expression of a polynomial, with the angle `D` put in.
    fn with_difference(&self, f: &Fraction, angle: Expr) -> Expr {
        let sine = self.difference.1;
        let atom = |a: usize| match () {
            () if a == sine => apply(Elementary::Sin, &[angle]),
            () if a == sine + 1 => apply(Elementary::Cos, &[angle]),
            () => self.ring.atom(a),
        };
        let terms = f.num.terms().iter().map(|(m, c)| {
            let powers = m.factors().map(|(a, k)| (atom(a), i64::from(k).into()));
            (Rational::from(c.clone()), product(powers.collect()))
        });
        let scalar = Expr::number(Rational::from(f.scalar.clone()));
        product(vec![(sum(terms.collect()), Rational::ONE), (scalar, Rational::MINUS_ONE)])
    }
}

#[cfg(test)]
mod tests {
    use super::{Contracted, contracted};
    use crate::zero::{Verdict, zero_test};
    use crate::{Elementary, Expr, Kind, Substitution, apply};

    fn circle(name: &str) -> (Expr, Expr, Expr) {
        let x = Expr::symbol(name, Kind::Coordinate, 0);
        (x, apply(Elementary::Sin, &[x]), apply(Elementary::Cos, &[x]))
    }

    fn found(e: Expr) -> Option<Contracted> {
        contracted(e, 100_000).expect("short")
    }

    #[test]
    fn sums_of_products_become_functions_of_sums_and_differences() {
        let ((a, sa, ca), (b, sb, cb)) = (circle("a"), circle("b"));
        let [sin, cos] = [Elementary::Sin, Elementary::Cos].map(|f| move |x| apply(f, &[x]));
        for (e, expected) in [
            (sa * sb + ca * cb, cos(a - b)),
            (ca * cb - sa * sb, cos(a + b)),
            (sa * cb + ca * sb, sin(a + b)),
            (sa * cb - ca * sb, sin(a - b)),
            (sa * sin(a + b) + ca * cos(a + b), cos(b)),
        ] {
            let Contracted { expression, parts } = found(e).expect("it becomes shorter");
            assert_eq!(parts.len(), 1);
            let value = Substitution::new(parts.clone()).apply(expression);
            assert_eq!(zero_test(value - expected), Verdict::Zero, "{expected:?}");
            assert_eq!(parts[0].1.node().children().count(), 1, "one function: {expected:?}");
        }
    }

    #[test]
    fn each_coefficient_is_written_by_itself() {
        let ((_, sa, ca), (_, sb, cb)) = (circle("a"), circle("b"));
        let m = Expr::symbol("m", Kind::Parameter { positive: true }, 0);
        let mixed = m * (sa * sb + ca * cb) + m.powi(2) * sa;
        let Contracted { expression, parts } = found(mixed).expect("a coefficient is shorter");
        assert_eq!(expression, m * parts[0].0 + m.powi(2) * sa);
        assert_eq!(found(m * sa * sb + m.powi(2) * ca * cb), None);
        assert_eq!(found(sa + ca), None);
    }
}
