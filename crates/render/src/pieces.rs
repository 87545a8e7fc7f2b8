//! Long formulas in pieces, and the pieces in lines.
//!
//! A line of a typeset page can be broken before a sign and between factors, inside brackets too,
//! but not inside a fraction or a root. A fraction that is too wide is therefore written as the
//! factor `1/below` and its numerator in brackets; if the denominator is too wide as well, with a
//! slash. A root that is too wide is a bracket with the exponent ½. What is left is broken as texts are: at the cheapest place of the line.

use std::sync::LazyLock;

use alembert_algebra::Rational;

use crate::Tree;
use crate::lines::{Gap, best, cost};
use crate::measure::{BRACKETS, EQUALS, SIGN, around, held, measure};
use crate::tree::Operator;

/// The exponent of a root.
static HALF: LazyLock<Rational> = LazyLock::new(|| Rational::ratio(1, 2));

/// A part of a formula that is not broken.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece<'a> {
    /// A sign between terms, or the minus before the first one.
    Sign {
        /// Is it a minus?
        negative: bool,
        /// Does it stand before the first term of the formula or of a bracket?
        leads: bool,
    },
    /// A factor, in brackets if it is a sum.
    Factor(&'a Tree),
    /// A term, or a whole formula, as it stands.
    Whole(&'a Tree),
    /// The factor number, or one, over this.
    Over(Option<&'a Tree>, &'a Tree),
    /// `/`.
    Slash,
    /// A sign of the calculus of variations, before the bracket with what it acts on.
    Before(Operator),
    /// The end of what it acts on: `dt`.
    After(Operator),
    /// `=`.
    Equals,
    /// An opening bracket, with what it encloses.
    Open(&'a Tree),
    /// A closing bracket, with what it encloses and the exponent of the bracket.
    Close(&'a Tree, Option<&'a Rational>),
}

/// The formula in lines of this width, each a list of pieces.
pub(crate) fn lines(tree: &Tree, room: usize) -> Vec<Vec<Piece<'_>>> {
    let mut pieces = Pieces { list: Vec::new(), room };
    pieces.whole(tree);
    let mut pieces = pieces.list;
    let gaps = gaps(&pieces);
    let mut lines = Vec::new();
    let (mut start, mut column) = (0, 0);
    let end = length(&pieces);
    // Rather a line that is a little too long than one with two letters.
    while end - column > room + room / 16 {
        let Some(gap) = best(&gaps, column, room) else { break };
        let rest = pieces.split_off(gap.at - start);
        lines.push(std::mem::replace(&mut pieces, rest));
        (start, column) = (gap.at, gap.column);
    }
    lines.push(pieces);
    lines
}

/// Pieces that are narrower than a line, where that is possible.
struct Pieces<'a> {
    list: Vec<Piece<'a>>,
    room: usize,
}

impl<'a> Pieces<'a> {
    fn whole(&mut self, tree: &'a Tree) {
        match tree {
            _ if measure(tree) <= self.room => self.list.push(Piece::Whole(tree)),
            Tree::Sum(_) => self.sum(tree),
            _ => self.term(tree),
        }
    }

    fn sum(&mut self, tree: &'a Tree) {
        let Tree::Sum(terms) = tree else { return self.term(tree) };
        for (i, term) in terms.iter().enumerate() {
            if i > 0 || term.negative {
                self.list.push(Piece::Sign { negative: term.negative, leads: i == 0 });
            }
            self.term(&term.body);
        }
    }

    fn term(&mut self, tree: &'a Tree) {
        match tree {
            Tree::Sum(_) => self.factor(tree),
            _ if measure(tree) <= self.room / 2 => self.list.push(Piece::Whole(tree)),
            Tree::Product(factors) => factors.iter().for_each(|f| self.factor(f)),
            Tree::Operated(..) => self.factor(tree),
            Tree::Fraction(..) | Tree::Power(..) | Tree::Root(_) => self.factor(tree),
            _ => self.list.push(Piece::Whole(tree)),
        }
    }

    fn factor(&mut self, tree: &'a Tree) {
        match tree {
            _ if held(tree) <= self.room / 2 => self.list.push(Piece::Factor(tree)),
            Tree::Sum(_) => self.brackets(tree, None),
            Tree::Operated(operator, of) if matches!(**of, Tree::Sum(_) | Tree::Operated(..)) => {
                self.list.push(Piece::Before(*operator));
                self.factor(of);
                self.list.push(Piece::After(*operator));
            }
            Tree::Power(base, k) if matches!(**base, Tree::Sum(_)) => self.brackets(base, Some(k)),
            Tree::Root(base) if measure(tree) > self.room => self.brackets(base, Some(&HALF)),
            Tree::Fraction(above, below) if held(tree) > self.room => {
                if measure(below) <= self.room {
                    let (number, rest) = number_and_rest(above);
                    self.list.push(Piece::Over(number, below));
                    rest.iter().for_each(|f| self.factor(f));
                } else {
                    self.numerator(above);
                    self.list.push(Piece::Slash);
                    self.brackets(below, None);
                }
            }
            _ => self.list.push(Piece::Factor(tree)),
        }
    }

    fn numerator(&mut self, above: &'a Tree) {
        match above {
            Tree::Product(factors) => factors.iter().for_each(|f| self.factor(f)),
            _ => self.factor(above),
        }
    }

    fn brackets(&mut self, tree: &'a Tree, exponent: Option<&'a Rational>) {
        self.list.push(Piece::Open(tree));
        self.sum(tree);
        self.list.push(Piece::Close(tree, exponent));
    }
}

/// The number before the other factors.
fn number_and_rest(tree: &Tree) -> (Option<&Tree>, &[Tree]) {
    match tree {
        Tree::Product(factors) => match factors.split_first() {
            Some((number @ Tree::Number(r), rest)) if r.is_integer() => (Some(number), rest),
            _ => (None, factors),
        },
        _ => (None, std::slice::from_ref(tree)),
    }
}

/// The width of a line.
pub(crate) fn length(line: &[Piece<'_>]) -> usize {
    line.iter().map(width).sum()
}

fn width(piece: &Piece<'_>) -> usize {
    match piece {
        Piece::Equals => EQUALS,
        Piece::Sign { leads: false, .. } => SIGN,
        Piece::Sign { .. } | Piece::Slash => SIGN / 2,
        Piece::Whole(tree) => measure(tree),
        Piece::Factor(tree) => held(tree) + 17,
        Piece::Over(_, tree) => measure(tree) + 30,
        Piece::Before(operator) => around(*operator),
        Piece::After(_) => 0,
        Piece::Open(_) | Piece::Close(..) => BRACKETS / 2,
    }
}

/// Where lines may end: before signs, and before factors that follow another.
fn gaps(pieces: &[Piece<'_>]) -> Vec<Gap> {
    let (mut gaps, mut brackets, mut column) = (Vec::new(), Vec::<bool>::new(), 0);
    for (at, piece) in pieces.iter().enumerate() {
        let cost = |product| cost(brackets.len(), product, brackets.contains(&true));
        let cost = match piece {
            Piece::Sign { leads: false, .. } => Some(cost(false)),
            Piece::Factor(_) | Piece::Over(..) | Piece::Open(_) if at > 0 => {
                let begins = matches!(
                    pieces[at - 1],
                    Piece::Sign { .. }
                        | Piece::Open(_)
                        | Piece::Over(..)
                        | Piece::Slash
                        | Piece::Before(_)
                ) || matches!(pieces[at - 1], Piece::Factor(Tree::Number(_)));
                // Rather before a bracket than between letters.
                let letters = usize::from(matches!(piece, Piece::Factor(_))) * 2;
                (!begins).then(|| cost(true) + letters)
            }
            Piece::Slash => Some(cost(true)),
            _ => None,
        };
        match piece {
            Piece::Open(_) => brackets.push(at > 0 && pieces[at - 1] == Piece::Slash),
            Piece::Close(..) => drop(brackets.pop()),
            _ => {}
        }
        gaps.extend(cost.map(|cost| Gap { at, column, cost }));
        column += width(piece);
    }
    gaps
}
