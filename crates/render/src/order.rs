//! The order in which a physicist writes factors and terms.
//!
//! Factors: numbers, parameters and brackets of them, multipliers and inputs, coordinates and
//! time, functions of parameters, functions and brackets of coordinates, velocities,
//! accelerations: `½ m (a + b) λ x sin α cos θ ẋ`. Functions are grouped by argument:
//! `sin θ cos θ sin φ`.
//!
//! Terms: those with the highest derivatives first, of these the highest degree
//! (`ẋ² + ẋ ẏ + ẏ² + a ẋ`); the others from the simplest to the longest (`1 + a²`, `I + m a²`);
//! terms with multipliers last. A sum is led by a positive term where there is one: leading
//! negative terms move behind the first run of positive ones (`x² + y² − l²`).

use std::cmp::{Ordering, Reverse};

use alembert_algebra::{Function, Rational};

use crate::census::Level;
use crate::{Name, Term, Tree};

/// A name at its place in the reading order. Names without a place follow, by spelling.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    pub(crate) place: usize,
    pub(crate) name: Name,
}

/// Names beyond this number do not decide an order.
pub(crate) const LONGEST_KEY: usize = 12;

/// A factor before it is put into a product.
#[derive(Debug)]
pub(crate) struct Factor {
    pub(crate) base: Tree,
    /// The exponent as it is in the graph: negative in a denominator.
    pub(crate) exponent: Rational,
    pub(crate) level: Level,
    /// The names of the base, in reading order, at most [`LONGEST_KEY`].
    pub(crate) names: Vec<Rank>,
    pub(crate) multiplier: bool,
}

impl Factor {
    /// The reading order of factors.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        (self.stage(), self.shape(), &self.names, self.function())
            .cmp(&(other.stage(), other.shape(), &other.names, other.function()))
            .then_with(|| self.minuses().cmp(&other.minuses()))
            .then_with(|| self.exponent.cmp(&other.exponent))
    }

    /// The number of negative terms: `(x + y) (x − y)`.
    fn minuses(&self) -> usize {
        match &self.base {
            Tree::Sum(terms) => terms.iter().filter(|t| t.negative).count(),
            _ => 0,
        }
    }

    /// The level, where functions of parameters, multipliers and inputs come after coordinates and
    /// time, so that no `t` stands behind `cos ω`.
    fn stage(&self) -> (Level, bool) {
        match (self.level, self.shape()) {
            (Level::Parameter | Level::Reaction, Shape::Function) => (Level::Position, true),
            (Level::Position, Shape::Function | Shape::Bracket) => (Level::Position, true),
            (level, _) => (level, false),
        }
    }

    fn function(&self) -> Option<&Function> {
        match &self.base {
            Tree::Call(f, _) => Some(f),
            _ => None,
        }
    }

    fn shape(&self) -> Shape {
        match &self.base {
            Tree::Number(_) | Tree::Name(_) if self.exponent.is_integer() => Shape::Letter,
            Tree::Sum(_) if self.exponent.is_integer() => Shape::Bracket,
            _ => Shape::Function,
        }
    }

    /// How many factors the power counts for: its exponent, where that is a small integer.
    fn degree(&self) -> usize {
        let small = self.exponent.abs().to_i64().and_then(|k| usize::try_from(k).ok());
        small.map_or(1, |k| k.min(LONGEST_KEY))
    }

    fn repeated_names(&self) -> impl Iterator<Item = &Rank> {
        self.names.iter().flat_map(|name| std::iter::repeat_n(name, self.degree()))
    }

    /// The degree in the derivatives.
    fn speed(&self) -> usize {
        self.degree() * speed(&self.base)
    }
}

/// The degree of a tree in its names with dots, as far as it is a polynomial in them.
fn speed(tree: &Tree) -> usize {
    match tree {
        Tree::Name(name) => usize::from(name.dots > 0),
        Tree::Sum(terms) => terms.iter().map(|t| speed(&t.body)).max().unwrap_or(0),
        Tree::Product(factors) => factors.iter().map(speed).sum(),
        Tree::Fraction(above, _) => speed(above),
        Tree::Power(base, k) => {
            let small = k.to_i64().and_then(|k| usize::try_from(k).ok());
            speed(base) * small.map_or(1, |k| k.min(LONGEST_KEY))
        }
        Tree::Operated(_, of) => speed(of),
        Tree::Number(_) | Tree::Root(_) | Tree::Call(..) | Tree::Slope(..) => 0,
    }
}

/// What a factor looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Letter,
    Function,
    Bracket,
}

/// What decides the place of a term in its sum.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TermKey {
    multiplier: bool,
    level: Reverse<Level>,
    degree: Reverse<usize>,
    /// The names with dots, repeated by their exponents, highest derivatives first.
    derivatives: Vec<Rank>,
    length: usize,
    names: Vec<Rank>,
    functions: Vec<Function>,
}

impl TermKey {
    /// The key of a product of sorted factors.
    pub(crate) fn of(factors: &[Factor]) -> Self {
        let is_derivative = |f: &&Factor| matches!(f.level, Level::Derivative(_));
        let level = factors.iter().filter(is_derivative).map(|f| f.level).max();
        let moving = || factors.iter().filter(is_derivative);
        let fast = moving().flat_map(Factor::repeated_names).filter(|rank| rank.name.dots > 0);
        let names = factors.iter().flat_map(Factor::repeated_names).take(LONGEST_KEY);
        Self {
            multiplier: factors.iter().any(|f| f.multiplier),
            level: Reverse(level.unwrap_or_default()),
            degree: Reverse(moving().map(Factor::speed).sum()),
            derivatives: sorted(fast.take(LONGEST_KEY)),
            length: factors.iter().map(Factor::degree).sum(),
            names: names.cloned().collect(),
            functions: factors.iter().filter_map(|f| f.function().cloned()).collect(),
        }
    }
}

/// By number of dots, highest first, then in reading order.
fn sorted<'a>(names: impl Iterator<Item = &'a Rank>) -> Vec<Rank> {
    let mut names: Vec<Rank> = names.cloned().collect();
    names.sort_by(|a, b| b.name.dots.cmp(&a.name.dots).then_with(|| a.cmp(b)));
    names
}

/// Moves leading negative terms behind the first run of positive ones.
pub(crate) fn lead_with_a_positive_term(terms: &mut [Term]) {
    let positive_from =
        |start: usize| terms[start..].iter().position(|t| !t.negative).map(|offset| start + offset);
    let Some(first) = positive_from(0).filter(|&i| i > 0) else { return };
    let run = terms[first..].iter().take_while(|t| !t.negative).count();
    terms[..first + run].rotate_left(first);
}
