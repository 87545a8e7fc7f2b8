//! The order in which a physicist writes factors and terms.
//!
//! Factors: numbers, parameters, multipliers and inputs, coordinates and time, functions of them,
//! velocities, accelerations; a bracket stands after the letters and functions of its level, or,
//! when it holds parameters only, before their functions. Functions are grouped by argument:
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
        (self.level, self.shape(), &self.names, self.function())
            .cmp(&(other.level, other.shape(), &other.names, other.function()))
            .then_with(|| self.exponent.cmp(&other.exponent))
    }

    fn function(&self) -> Option<&Function> {
        match &self.base {
            Tree::Call(f, _) => Some(f),
            _ => None,
        }
    }

    fn shape(&self) -> u8 {
        match &self.base {
            Tree::Number(_) | Tree::Name(_) if self.exponent.is_integer() => 0,
            Tree::Sum(_) if self.exponent.is_integer() => {
                if self.level <= Level::Parameter {
                    1
                } else {
                    3
                }
            }
            _ => 2,
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
}

/// What decides the place of a term in its sum.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TermKey {
    multiplier: bool,
    level: Reverse<Level>,
    degree: Reverse<usize>,
    /// The factors with derivatives, repeated by their exponents, highest derivatives first.
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
        let moving = || factors.iter().rev().filter(is_derivative);
        let names = factors.iter().flat_map(Factor::repeated_names).take(LONGEST_KEY);
        Self {
            multiplier: factors.iter().any(|f| f.multiplier),
            level: Reverse(level.unwrap_or_default()),
            degree: Reverse(moving().map(Factor::degree).sum()),
            derivatives: sorted(moving().flat_map(Factor::repeated_names).take(LONGEST_KEY)),
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
