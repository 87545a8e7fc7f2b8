//! How large an expression is when it is written out, and what occurs in it.
//!
//! As a tree a graph may be exponentially large, so its size is found by a memoised walk before
//! anything is built. Every node met and every edge on the stack of the walk is written at least
//! once, so the walk ends as soon as there are more of them than parts that may be written.

use alembert_algebra::{Expr, Kind, Node, Rational, Symbol};
use rustc_hash::FxHashMap;

use crate::RenderError;

/// The largest number of parts of an expression that is written out.
pub(crate) const LARGEST_TREE: usize = 20_000;
/// The deepest nesting of an expression that is written out. A level takes at most two levels of
/// brackets and functions in the text, of which the model language reads 200.
pub(crate) const DEEPEST_TREE: usize = 80;

/// What is known of an expression without writing it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Facts {
    /// Numbers, names, terms, factors and calls when written out.
    pub(crate) parts: usize,
    depth: usize,
    /// The highest of the levels of its symbols.
    pub(crate) level: Level,
    /// Does a multiplier occur?
    pub(crate) multiplier: bool,
}

/// What an expression depends on; factors are written in this order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Numbers only.
    #[default]
    Number,
    /// Parameters.
    Parameter,
    /// Multipliers and inputs, with any number of dots.
    Reaction,
    /// Time and coordinates.
    Position,
    /// Coordinates with this number of dots.
    Derivative(u32),
}

impl Level {
    pub(crate) fn of(symbol: &Symbol) -> Self {
        match symbol.kind {
            Kind::Time | Kind::Flow(_) => Self::Position,
            Kind::Coordinate if symbol.order == 0 => Self::Position,
            Kind::Coordinate | Kind::Quasi => Self::Derivative(symbol.order),
            Kind::Multiplier | Kind::Input => Self::Reaction,
            Kind::Pi => Self::Number,
            Kind::Parameter { .. } | Kind::Auxiliary | Kind::Overflow | Kind::Undefined => {
                Self::Parameter
            }
        }
    }
}

/// A memo of [`Facts`].
#[derive(Debug, Default)]
pub(crate) struct Census {
    known: FxHashMap<Expr, Facts>,
}

impl Census {
    /// The facts about `e`, or why it cannot be written out.
    pub(crate) fn facts(&mut self, e: Expr) -> Result<Facts, RenderError> {
        if let Some(fault) = e.fault() {
            return Err(fault.into());
        }
        let mut stack = vec![e];
        let mut met = 0;
        while let Some(&a) = stack.last() {
            if self.known.contains_key(&a) {
                stack.pop();
                continue;
            }
            let node = a.node();
            let open: Vec<Expr> = node.children().filter(|c| !self.known.contains_key(c)).collect();
            if open.is_empty() {
                met += 1;
                self.known.insert(a, self.count(&node));
                stack.pop();
            } else {
                stack.extend(open);
            }
            if met.max(stack.len()) > LARGEST_TREE {
                return Err(RenderError::TooLong { limit: LARGEST_TREE });
            }
        }
        let facts = self.known[&e];
        if facts.parts > LARGEST_TREE {
            return Err(RenderError::TooLong { limit: LARGEST_TREE });
        }
        if facts.depth > DEEPEST_TREE {
            return Err(RenderError::TooDeep { limit: DEEPEST_TREE });
        }
        Ok(facts)
    }

    fn count(&self, node: &Node) -> Facts {
        let mut facts = Facts { parts: own_parts(node), ..Facts::default() };
        if let Node::Symbol(symbol) = node {
            facts.level = Level::of(symbol);
            facts.multiplier = symbol.kind == Kind::Multiplier;
        }
        for child in node.children() {
            let below = self.known[&child];
            facts.parts = facts.parts.saturating_add(below.parts);
            facts.depth = facts.depth.max(below.depth + 1);
            facts.level = facts.level.max(below.level);
            facts.multiplier |= below.multiplier;
        }
        facts
    }
}

/// The parts of a node without its children; long numbers and names count by their length.
fn own_parts(node: &Node) -> usize {
    match node {
        Node::Number(r) => number_parts(r),
        Node::Symbol(s) => 1 + s.order as usize + s.name.len() / 16,
        Node::Sum(terms) => 1 + terms.iter().map(|t| number_parts(&t.0)).sum::<usize>(),
        Node::Product(powers) => 1 + powers.iter().map(|f| number_parts(&f.1)).sum::<usize>(),
        Node::Apply(..) => 1,
    }
}

fn number_parts(r: &Rational) -> usize {
    1 + usize::try_from(r.bits() / 64).unwrap_or(usize::MAX / 2)
}
