//! What must not vanish, as a person would list it.
//!
//! Of everything that equations divide by, the square-free factors are listed, each once, the
//! smallest first, without those that are proved not to vanish for any real state and any
//! admitted value of the parameters. The proof is a sign: a polynomial that is affine in `x`, or
//! in `x²`, is positive when it is positive at both ends of the range of `x`,
//!
//! ```text
//! α + β w > 0 on lo ≤ w ≤ hi   ⇐   α + β lo > 0  and  α + β hi > 0                   (1)
//! ```
//!
//! a quadratic polynomial is positive when it has no roots,
//!
//! ```text
//! a x² + b x + c > 0   ⇐   a > 0  and  4 a c − b² > 0                                (2)
//! ```
//!
//! and a polynomial in `w ≥ 0` is positive when its coefficients are. Sines and cosines lie
//! between −1 and 1, exponentials are positive, squares are not negative, a parameter lies in its
//! range.
//!
//! *Parameters without a range.* What contains nothing but parameters counts as non-zero when it
//! is so for positive parameters: `m`, `m a² + I`, but not `A − C`. What depends on the state is
//! not dropped on such an assumption. Known limit: a factor that never vanishes may stay in the
//! list, where the sign needs more than (1).

use alembert_algebra::polynomial::{Budget, Limit, Poly, squarefree};
use alembert_algebra::ring::shown::Writer;
use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{Elementary, Expr, Function, Integer, Kind, Node, Rational};

use super::implied::without_implied;

/// Terms that one proof of a sign may look at or make.
const LONGEST_PROOF: usize = 20_000;
/// Products of terms that factoring one list may take.
const LARGEST_LIST: u64 = 1_000_000;

/// Candidates with longer poles are compared without their signs.
const LONGEST_TO_COMPARE: usize = 30;

/// The values that a parameter may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Range {
    /// Any number.
    Any,
    /// All positive numbers.
    Positive,
    /// The numbers between these, both included.
    Between(Rational, Rational),
}

/// The factors of `divisors` that may vanish, each once, the smallest first. Parameters have the
/// values of `ranges`; one that is not in the list has no range.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_mechanics::explicit::{Range, conditions};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let h = Expr::symbol("h", Kind::Parameter { positive: false }, 0);
/// let divisors = [y * y * x, Expr::one() + y * y, h];
/// assert_eq!(conditions(&divisors, &[]), [x, y]);
/// let ranges = [(h, Range::Between((-1).into(), 1.into()))];
/// assert_eq!(conditions(&divisors, &ranges), [x, y, h]);
/// ```
#[must_use]
pub fn conditions(divisors: &[Expr], ranges: &[(Expr, Range)]) -> Vec<Expr> {
    factored(divisors, ranges).unwrap_or_else(|_| {
        let mut once: Vec<Expr> = Vec::new();
        for &divisor in divisors.iter().filter(|d| d.as_number().is_none()) {
            if !once.contains(&divisor) && !once.contains(&-divisor) {
                once.push(divisor);
            }
        }
        once
    })
}

/// A factor and how it is written.
struct Factor {
    p: Poly,
    written: Expr,
}

fn factored(divisors: &[Expr], ranges: &[(Expr, Range)]) -> Result<Vec<Expr>, ConversionError> {
    let mut ring = Ring::new(divisors)?;
    ring.set_budget(LARGEST_LIST);
    let mut found = Vec::new();
    for &divisor in divisors {
        let fraction = ring.fraction(divisor)?;
        let p = ring.lowest(&fraction)?.num;
        if p.to_constant().is_none() {
            let p = p.primitive().1.positive();
            let whole = |_| vec![Factor { p: p.clone(), written: divisor }];
            found.extend(factors(&ring, &p, divisor).unwrap_or_else(whole));
        }
    }
    found.sort_by_key(|factor| (factor.p.len(), degree(&factor.p)));
    let mut listed: Vec<Factor> = Vec::new();
    for factor in found {
        let factor = without(&ring, factor, &listed)?;
        let vanishes = factor.p.to_constant().is_none() && !never_zero(&ring, &factor.p, ranges);
        if vanishes {
            listed.push(factor);
        }
    }
    let listed: Vec<(Poly, Expr)> = listed.into_iter().map(|f| (f.p, f.written)).collect();
    without_implied(&mut ring, &listed)
}

fn degree(p: &Poly) -> u32 {
    p.degrees().factors().map(|(_, k)| k).sum()
}

/// The square-free factors; `1 − c²` counts as the sine.
fn factors(ring: &Ring, p: &Poly, divisor: Expr) -> Result<Vec<Factor>, Limit> {
    let (monomial, mut rest) = p.without_monomial();
    let mut parts = Vec::new();
    for (atom, _) in monomial.factors() {
        parts.push(Poly::atom(atom)?);
    }
    for (s, c) in ring.circles() {
        let square = &Poly::one() - &Poly::atom(c)?.pow(2, ring.budget())?;
        while let Some(quotient) = rest.div_exact(&square, ring.budget())? {
            rest = quotient;
            parts.push(Poly::atom(s)?);
        }
    }
    let rest = rest.primitive().1.positive();
    if parts.is_empty() && rest == *p {
        let split = squarefree(&rest, ring.budget())?;
        if let [(_, 1)] = split.as_slice() {
            return Ok(vec![Factor { p: p.clone(), written: divisor }]);
        }
    }
    parts.extend(squarefree(&rest, ring.budget())?.into_iter().map(|(q, _)| q));
    parts.iter().map(|q| factor(ring, q)).collect()
}

fn factor(ring: &Ring, p: &Poly) -> Result<Factor, Limit> {
    let p = p.primitive().1.positive();
    let writer = Writer::new(ring, &[]);
    let written = writer.expression(&writer.form(&Fraction::polynomial(p.clone()))?);
    Ok(Factor { p, written })
}

/// The factor without those that are listed already.
fn without(ring: &Ring, given: Factor, listed: &[Factor]) -> Result<Factor, Limit> {
    let mut p = given.p.clone();
    for other in listed {
        while p.to_constant().is_none() {
            let Some(quotient) = p.div_exact(&other.p, ring.budget())? else { break };
            p = quotient;
        }
    }
    if p == given.p { Ok(given) } else { factor(ring, &p) }
}

/// Is it proved that the polynomial has one sign?
fn never_zero(ring: &Ring, p: &Poly, ranges: &[(Expr, Range)]) -> bool {
    let fixed = p.atoms().all(|a| ring.is_parameter(a));
    let otherwise = if fixed { Range::Positive } else { Range::Any };
    is_definite(ring, p, ranges, &otherwise)
}

/// Has the polynomial one sign, never zero, if parameters are positive?
pub(super) fn is_definite_for_positive_parameters(ring: &Ring, p: &Poly) -> bool {
    p.len() <= LONGEST_TO_COMPARE && is_definite(ring, p, &[], &Range::Positive)
}

/// Has it several terms, all of them positive multiples of squares if parameters are positive?
pub(super) fn is_sum_of_squares(ring: &Ring, p: &Poly) -> bool {
    let sign = p.terms().first().is_some_and(|(_, c)| c.is_negative());
    let is_square = |(atom, k): (usize, u32)| k % 2 == 0 || ring.is_parameter(atom);
    p.len() > 1
        && p.terms().iter().all(|(m, c)| c.is_negative() == sign && m.factors().all(is_square))
}

fn is_definite(ring: &Ring, p: &Poly, ranges: &[(Expr, Range)], otherwise: &Range) -> bool {
    let domain = |atom: usize| domain(ring, atom, ranges, otherwise);
    let domains: Vec<_> = p.atoms().map(|a| (a, domain(a))).collect();
    let is_positive =
        |p: &Poly| Signs { domains: domains.clone(), left: LONGEST_PROOF }.is_positive(p, true);
    is_positive(p) || is_positive(&-p)
}

/// An end of an interval: a number, and whether it is left out; `None` at infinity.
type End = Option<(Rational, bool)>;

fn domain(ring: &Ring, atom: usize, ranges: &[(Expr, Range)], otherwise: &Range) -> (End, End) {
    let Ok(p) = Poly::atom(atom) else { return (None, None) };
    let e = ring.expression(&Fraction::polynomial(p));
    let closed = |x: &Rational| Some((x.clone(), false));
    let positive = (Some((Rational::ZERO, true)), None);
    let range = |range: &Range| match range {
        Range::Any => (None, None),
        Range::Positive => positive.clone(),
        Range::Between(low, high) => (closed(low), closed(high)),
    };
    match e.node() {
        Node::Apply(Function::Elementary(Elementary::Sin | Elementary::Cos), _) => {
            (closed(&Rational::MINUS_ONE), closed(&Rational::ONE))
        }
        Node::Apply(Function::Elementary(Elementary::Exp), _) => positive,
        Node::Symbol(s) => match (ranges.iter().find(|r| r.0 == e), s.kind) {
            (Some((_, known)), _) => range(known),
            (None, Kind::Parameter { positive: true } | Kind::Pi) => positive,
            (None, Kind::Parameter { .. }) => range(otherwise),
            (None, _) => (None, None),
        },
        _ => (None, None),
    }
}

/// Proofs of signs.
struct Signs {
    domains: Vec<(usize, (End, End))>,
    /// What is left of [`LONGEST_PROOF`].
    left: usize,
}

impl Signs {
    /// Is it proved that `p > 0`, or without `strict` that `p ≥ 0`?
    fn is_positive(&mut self, p: &Poly, strict: bool) -> bool {
        if let Some(c) = p.to_constant() {
            return c > Integer::ZERO || (!strict && c.is_zero());
        }
        p.atoms()
            .any(|atom| self.is_affordable(p.len()) && self.along(atom, p, strict).unwrap_or(false))
    }

    /// Takes so many terms from what is left; false when there are less.
    fn is_affordable(&mut self, terms: usize) -> bool {
        let left = self.left.checked_sub(terms);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// The proof by the values of one atom.
    fn along(&mut self, atom: usize, p: &Poly, strict: bool) -> Result<bool, Limit> {
        let mut coefficients = p.coefficients(atom);
        if let [c, b, a] = coefficients.as_slice()
            && self.has_no_roots([a, b, c])?
        {
            return Ok(true);
        }
        let (mut low, mut high) =
            self.domains.iter().find(|d| d.0 == atom).cloned().map_or((None, None), |d| d.1);
        if coefficients.iter().skip(1).step_by(2).all(Poly::is_zero) {
            coefficients = coefficients.into_iter().step_by(2).collect();
            (low, high) = squared(low, high);
        }
        let Some((low, low_open)) = low else { return Ok(false) };
        if let [a, b] = coefficients.as_slice() {
            let at_low = at(a, b, &low)?;
            return Ok(match high {
                Some((high, high_open)) => {
                    let at_high = at(a, b, &high)?;
                    self.between((&at_low, low_open), (&at_high, high_open), strict)
                }
                None => self.beyond(&at_low, low_open, b, strict),
            });
        }
        if low < Rational::ZERO || !coefficients.iter().all(|c| self.is_positive(c, false)) {
            return Ok(false);
        }
        let moving = low > Rational::ZERO || low_open;
        let strictly = if moving { coefficients.len() } else { 1 };
        Ok(!strict || coefficients[..strictly].iter().any(|c| self.is_positive(c, true)))
    }

    /// Is `a x² + b x + c` positive for every real `x`, by (2)?
    fn has_no_roots(&mut self, [a, b, c]: [&Poly; 3]) -> Result<bool, Limit> {
        if b.is_zero() || !self.is_affordable(a.len() * c.len() + b.len() * b.len()) {
            return Ok(false);
        }
        let budget = Budget::new(LARGEST_LIST);
        let four = a.mul(c, &budget)?.scale(&Integer::from(4))?;
        let discriminant = &four - &b.mul(b, &budget)?;
        Ok(self.is_positive(a, true) && self.is_positive(&discriminant, true)) // (2)
    }

    /// Equation (1); an end that is left out may be zero, if the other is not.
    fn between(&mut self, low: (&Poly, bool), high: (&Poly, bool), strict: bool) -> bool {
        let ends = [low, high];
        let both_open = low.1 && high.1;
        ends.iter().all(|(p, open)| self.is_positive(p, strict && !open))
            && (!strict || !both_open || ends.iter().any(|(p, _)| self.is_positive(p, true)))
    }

    /// Equation (1) with the upper end at infinity: the value at the lower end, and the slope.
    fn beyond(&mut self, at_low: &Poly, open: bool, slope: &Poly, strict: bool) -> bool {
        let rises = self.is_positive(slope, false);
        let starts = self.is_positive(at_low, strict && !open);
        let strictly =
            |signs: &mut Self| signs.is_positive(at_low, true) || signs.is_positive(slope, true);
        rises && starts && (!strict || !open || strictly(self))
    }
}

/// The range of the square.
fn squared(low: End, high: End) -> (End, End) {
    let (zero, square) = (Rational::ZERO, |(x, open): &(Rational, bool)| (x * x, *open));
    match (low, high) {
        (Some(low), high) if low.0 >= zero => (Some(square(&low)), high.map(|h| square(&h))),
        (low, Some(high)) if high.0 <= zero => (Some(square(&high)), low.map(|l| square(&l))),
        (Some(low), Some(high)) => (Some((zero, false)), Some(square(&low).max(square(&high)))),
        _ => (Some((zero, false)), None),
    }
}

/// `a + b x`, times the positive denominator of `x`.
fn at(a: &Poly, b: &Poly, x: &Rational) -> Result<Poly, Limit> {
    Ok(&a.scale(x.denom())? + &b.scale(x.numer())?)
}
