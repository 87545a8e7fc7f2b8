//! How wide a formula is when it is typeset, about.
//!
//! Widths are hundredths of an em, from the usual widths of letters, signs and brackets. They
//! decide where long equations are broken; a tenth more or less does no harm.

use alembert_algebra::{Elementary, Function, Rational};

use crate::tree::Operator;
use crate::unicode::BARE;
use crate::{Name, Tree};

/// The width of a typeset line, 17 cm in 11 pt type. Widths are rather too large than too small.
pub(crate) const LINE: usize = 4700;
/// ` = `.
pub(crate) const EQUALS: usize = 130;
/// ` + `.
pub(crate) const SIGN: usize = 120;
/// A pair of brackets.
pub(crate) const BRACKETS: usize = 80;

const LETTER: usize = 60;
const DIGIT: usize = 50;
const INDEX: usize = 40;
const GAP: usize = 17;

/// The width of a tree in one line.
pub(crate) fn measure(tree: &Tree) -> usize {
    match tree {
        Tree::Number(r) => number(r),
        Tree::Name(symbol) => name(symbol),
        Tree::Sum(terms) => {
            let parts: usize = terms.iter().map(|t| held(&t.body)).sum();
            parts + SIGN * terms.len().saturating_sub(1) + usize::from(terms[0].negative) * SIGN / 2
        }
        Tree::Product(factors) => factors.iter().map(|f| held(f) + GAP).sum(),
        Tree::Fraction(above, below) => measure(above).max(measure(below)) + 30,
        Tree::Power(base, k) => raised(base) + INDEX * k.to_string().len(),
        Tree::Root(base) => measure(base) + 85,
        Tree::Call(function, arguments) => call(function, arguments),
        Tree::Operated(operator, of) => around(*operator) + held(of),
        Tree::Slope(of, by) => measure(of).max(measure(by)) + LETTER + 30,
    }
}

/// The width of a sign of the calculus of variations.
pub(crate) fn around(operator: Operator) -> usize {
    match operator {
        Operator::Variation => LETTER,
        Operator::Rate(_) => 2 * LETTER + GAP,
        Operator::Integral => 4 * LETTER,
    }
}

/// The width with the brackets around a sum.
pub(crate) fn held(tree: &Tree) -> usize {
    measure(tree) + if matches!(tree, Tree::Sum(_)) { BRACKETS } else { 0 }
}

/// The width of the base of a power with its brackets.
fn raised(base: &Tree) -> usize {
    let brackets = matches!(base, Tree::Product(_) | Tree::Fraction(..));
    held(base) + if brackets { BRACKETS } else { 0 }
}

fn number(r: &Rational) -> usize {
    if r.is_integer() {
        return DIGIT * r.to_string().len();
    }
    INDEX * r.numer().to_string().len().max(r.denom().to_string().len()) + 25
}

/// A Greek letter is one letter, whatever the length of its name.
fn name(name: &Name) -> usize {
    let shown = crate::name::letters(&name.text);
    let (head, index) = shown.split_once('_').unwrap_or((&shown, ""));
    let order = if name.dots > 3 { 2 * INDEX } else { 0 };
    LETTER * head.chars().count() + INDEX * index.chars().count() + order
}

fn call(function: &Function, arguments: &[Tree]) -> usize {
    let inside: usize = arguments.iter().map(|a| measure(a) + GAP).sum();
    match function {
        Function::Elementary(Elementary::Abs) => inside + LETTER,
        Function::Elementary(f) => {
            let bare = BARE.contains(f) && !matches!(arguments, [Tree::Sum(_)]);
            let brackets = if bare { 2 * GAP } else { BRACKETS };
            DIGIT * f.row().name.len() + inside + brackets
        }
        Function::Unspecified(f) => {
            let partials = f.partials.iter().filter(|&&k| k > 0).count();
            LETTER * f.name.len().min(8) + 2 * LETTER * partials + inside + BRACKETS
        }
    }
}
