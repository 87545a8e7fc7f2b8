//! The set φ(q, t) = 0 of the position constraints, on which everything is decided.
//!
//! The constraints are solved one after the other for a coordinate that occurs in them at most
//! quadratically,
//!
//! ```text
//! a x² + b x + c = 0,     x = −c/b  or  x = (√(b² − 4 a c) − b)/(2 a)               (1)
//! ```
//!
//! and what is asked about the set is asked about expressions with these values put in. Of the two
//! roots one is enough: a set that does not fall into parts looks the same on both.
//!
//! Known limits: constraints with all their coordinates inside functions or in higher powers, and
//! constraints that factor, are not solved; then nothing is decided.

use alembert_algebra::evaluate::evaluate;
use alembert_algebra::ring::{Imposed, Ring, Weakness};
use alembert_algebra::zero::{Doubt, Verdict, zero_test};
use alembert_algebra::{
    Expr, Kind, Node, Rational, Substitution, Vector, contains, partial, postorder, symbols,
};

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::locus::never_vanishes;
use super::rank::rank_at_least;
use crate::Reason;
use crate::witness::{Choice, apart};

/// Real points at which an expression that the zero test leaves open is looked at.
const POINTS: u64 = 6;

/// The position constraints, solved.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    /// Equation (1), in the order in which the values are put in.
    values: Vec<(Expr, Expr)>,
    /// Symbols in these values that stand for numbers.
    numbers: Vec<(Expr, Expr)>,
    /// Those values that contain neither roots nor divisors that change, once they were asked for.
    plain: OnceCell<Vec<(Expr, Expr)>>,
}

impl Surface {
    /// The set on which all of `positions` vanish.
    pub(crate) fn new(positions: &[Expr], q: &[Expr]) -> Result<Self, Reason> {
        if positions.is_empty() {
            return Ok(Self::default());
        }
        refuse_parts(positions, q)?;
        let mut surface = Self::default();
        for &phi in positions {
            // A coordinate that stands alone with a number before it is left where the others are put in:
            // then the constraint does not vanish there.
            let mut solved = surface.solved_apart(phi, q);
            if solved.is_none() {
                let there = surface.restrict(phi);
                if zero_test(there) == Verdict::Zero {
                    continue;
                }
                solved = surface.solved(there, q);
            }
            surface.values.push(solved.ok_or(Reason::Unsolved)?);
        }
        Ok(surface)
    }

    /// The number of coordinates that the others give.
    pub(crate) fn codimension(&self) -> usize {
        self.values.len()
    }

    /// Coordinates without a value.
    fn free<'a>(&'a self, q: &'a [Expr]) -> impl Iterator<Item = Expr> + 'a {
        q.iter().copied().filter(|x| self.values.iter().all(|(y, _)| y != x))
    }

    /// Equation (1) for the coordinate that makes it simplest.
    fn solved(&self, phi: Expr, q: &[Expr]) -> Option<(Expr, Expr)> {
        let solved = self.free(q).filter_map(|x| solved_for(phi, x));
        solved.min_by_key(|(complexity, _, _)| *complexity).map(|(_, x, value)| (x, value))
    }

    /// The same before the values of other coordinates are put in, so that they do not enter the
    /// root: a coordinate on which none of them depends, with a number or a parameter before it.
    fn solved_apart(&self, phi: Expr, q: &[Expr]) -> Option<(Expr, Expr)> {
        let own: FxHashSet<Expr> = symbols(&[phi]).into_iter().collect();
        let q: Vec<Expr> = q.iter().copied().filter(|x| own.contains(x)).collect();
        let new = |x: &Expr| self.values.iter().all(|&(_, value)| !contains(value, *x));
        let solved = self.free(&q).filter(new).filter_map(|x| solved_for(phi, x));
        let best = solved.min_by_key(|(complexity, _, _)| *complexity);
        let (_, x, value) = best.filter(|((_, weight), _, _)| *weight < MOVING)?;
        Some((x, self.restrict(value)))
    }

    /// A single point; symbols in its values may stand for numbers.
    pub(super) fn point(values: Vec<(Expr, Expr)>, numbers: Vec<(Expr, Expr)>) -> Self {
        Self { values, numbers, plain: OnceCell::new() }
    }

    /// The same question about expressions in which the values are put in.
    pub(super) fn numbers_only(&self) -> Self {
        Self::point(Vec::new(), self.numbers.clone())
    }

    /// Is it the whole space?
    pub(super) fn is_everything(&self) -> bool {
        self.values.is_empty() && self.numbers.is_empty()
    }

    /// The expression on the set.
    pub(crate) fn restrict(&self, e: Expr) -> Expr {
        if e.as_number().is_some() {
            return e;
        }
        self.values.iter().fold(e, |e, &pair| Substitution::new([pair]).apply(e))
    }

    /// The expression with the values put in that contain neither roots nor divisors that change:
    /// what is left of the set are the other position constraints.
    pub(super) fn restrict_plainly(&self, e: Expr) -> Expr {
        if e.as_number().is_some() {
            return e;
        }
        let plain = self.plain.get_or_init(|| {
            self.values.iter().copied().filter(|(_, value)| is_plain(*value)).collect()
        });
        plain.iter().fold(e, |e, &pair| Substitution::new([pair]).apply(e))
    }

    /// The entries of a list on the set.
    pub(super) fn restrict_all(&self, list: &[Expr]) -> Vector {
        if self.is_everything() {
            return list.iter().copied().collect();
        }
        list.iter().map(|&e| self.restrict(e)).collect()
    }

    /// Does the expression vanish everywhere on the set? Both answers are proved.
    pub(super) fn vanishes(&self, e: Expr) -> Result<bool, Reason> {
        let e = self.restrict(e);
        match zero_test(e) {
            Verdict::Zero => Ok(true),
            Verdict::NonZero(_) if !self.has_numbers_in(e) => Ok(false),
            verdict => self.vanishes_as_a_number(e, &verdict),
        }
    }

    fn has_numbers_in(&self, e: Expr) -> bool {
        self.numbers.iter().any(|&(symbol, _)| contains(e, symbol))
    }

    /// Does an expression vanish that is not zero for all values of the symbols that stand for
    /// numbers?
    fn vanishes_as_a_number(&self, e: Expr, verdict: &Verdict) -> Result<bool, Reason> {
        let e = Substitution::new(self.numbers.iter().copied()).apply(e);
        if differs_from_zero(e) {
            return Ok(false);
        }
        match (verdict, zero_test(e)) {
            (_, Verdict::Zero) => Ok(true),
            (Verdict::Unknown(doubt), _) => Err((*doubt).into()),
            _ => Err(Reason::Doubt(Doubt::Weak(Weakness::Constants))),
        }
    }

    /// Is it proved, by one look, that the expression does not vanish everywhere on the set?
    pub(super) fn differs(&self, e: Expr) -> bool {
        rank_at_least(&[vec![self.restrict(e)].into()]) == 1
    }
}

/// Constraints that contradict each other or whose set falls into parts.
fn refuse_parts(positions: &[Expr], q: &[Expr]) -> Result<(), Reason> {
    let mut ring = Ring::new(positions)?;
    let outcome = ring.impose(positions, q)?;
    if outcome.contains(&Imposed::Contradiction) {
        return Err(Reason::Contradiction);
    }
    if ring.is_split() {
        return Err(Reason::Split);
    }
    let plain = plainly_solved(positions, q);
    let is_empty = |&phi: &Expr| is_nowhere_zero(phi) || is_nowhere_zero(plain.restrict(phi));
    if positions.iter().any(is_empty) { Err(Reason::Contradiction) } else { Ok(()) }
}

/// The set of those constraints that give a coordinate without dividing by anything that changes.
fn plainly_solved(positions: &[Expr], q: &[Expr]) -> Surface {
    let mut plain = Surface::default();
    for &phi in positions {
        let there = plain.restrict(phi);
        plain.values.extend(q.iter().find_map(|&x| solved_linearly(there, x)));
    }
    plain
}

/// Is it proved that the expression has no real zeros?
fn is_nowhere_zero(e: Expr) -> bool {
    let Ok(mut ring) = Ring::new(&[e]) else { return false };
    ring.value(e).is_ok_and(|value| never_vanishes(&ring, &value.num))
}

/// The weight of a divisor that is neither a number nor made of parameters.
const MOVING: u32 = 2;

/// The expression without what cancels in it.
fn normal(e: Expr) -> Expr {
    let form = Ring::new(&[e]).and_then(|mut ring| {
        let value = ring.value(e)?;
        Ok(ring.expression(&value))
    });
    form.unwrap_or(e)
}

/// Equation (1), with what makes it less simple: its degree and what it divides by.
fn solved_for(phi: Expr, x: Expr) -> Option<((u32, u32), Expr, Expr)> {
    let zero = |e: Expr| zero_test(e) == Verdict::Zero;
    let (slope, mut at_zero) = (partial(phi, x), Substitution::new([(x, Expr::zero())]));
    let curvature = partial(slope, x);
    if zero(slope) || !zero(partial(curvature, x)) {
        return None;
    }
    let (b, c) = (at_zero.apply(slope), at_zero.apply(phi));
    let weight = |e: Expr| match e.as_number() {
        Some(_) => 0,
        None if is_constant(e) => 1,
        None => MOVING,
    };
    if zero(curvature) {
        return Some(((1, weight(b)), x, -c / b)); // (1)
    }
    let a = at_zero.apply(curvature) / Expr::from(2);
    let root = normal(b.powi(2) - Expr::from(4) * a * c).sqrt();
    Some(((2, weight(a)), x, (root - b) / (Expr::from(2) * a))) // (1)
}

/// The value of a coordinate that stands in an equation with a number or a parameter as its
/// coefficient.
pub(super) fn solved_linearly(equation: Expr, x: Expr) -> Option<(Expr, Expr)> {
    let slope = partial(equation, x);
    let alone = is_constant(slope) && zero_test(slope) != Verdict::Zero;
    let rest = Substitution::new([(x, Expr::zero())]).apply(equation);
    alone.then(|| (x, -rest / slope))
}

fn is_plain(value: Expr) -> bool {
    let whole = |k: &Rational| k.is_integer() && !k.is_negative();
    postorder(&[value]).into_iter().all(|e| match e.node() {
        Node::Product(powers) => powers.iter().all(|(base, k)| whole(k) || is_constant(*base)),
        _ => true,
    })
}

/// Does it consist of numbers and parameters?
fn is_constant(e: Expr) -> bool {
    let kinds = symbols(&[e]).into_iter().filter_map(Expr::as_symbol).map(|s| s.kind);
    kinds.into_iter().all(|kind| matches!(kind, Kind::Parameter { .. } | Kind::Pi))
}

/// Is there a real point at which the expression is proved to differ from zero?
fn differs_from_zero(e: Expr) -> bool {
    let at = |number| evaluate(&[e], &apart(&[e], &Choice::default(), number)?).ok();
    (0..POINTS).any(|number| at(number).is_some_and(|values| values[0].excludes_zero()))
}
