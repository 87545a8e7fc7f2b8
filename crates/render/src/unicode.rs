//! The Unicode spelling for terminals: `½ m θ̇² + λ_edge sin φ`.
//!
//! Factors stand side by side, integer exponents are superscripts, sines and their kin take a
//! letter without brackets and carry their exponent: `sin²φ`, `cos 2θ`. Of an unspecified function
//! `∂₁V(x, y)` is ∂V/∂x and `∂₁²∂₂V(x, y)` is ∂³V/∂x²∂y; derivatives of functions of time alone
//! are time derivatives, `v(t)'`. Everything is read back by the model language.

use alembert_algebra::{Elementary, Function, Rational, Unspecified};

use crate::ascii::of_time_alone;
use crate::name;
use crate::tree::{Binding, Operator};
use crate::{Term, Tree};

/// Fractions that have a character of their own, as (numerator, denominator, character).
const VULGAR: &[(i64, i64, &str)] = &[
    (1, 2, "½"),
    (1, 3, "⅓"),
    (2, 3, "⅔"),
    (1, 4, "¼"),
    (3, 4, "¾"),
    (1, 5, "⅕"),
    (2, 5, "⅖"),
    (3, 5, "⅗"),
    (4, 5, "⅘"),
    (1, 6, "⅙"),
    (5, 6, "⅚"),
    (1, 8, "⅛"),
    (3, 8, "⅜"),
    (5, 8, "⅝"),
    (7, 8, "⅞"),
];

/// The functions that take a letter without brackets and carry their exponent.
pub(crate) const BARE: &[Elementary] = {
    use Elementary::{Cos, Cosh, Sin, Sinh, Tan, Tanh};
    &[Sin, Cos, Tan, Sinh, Cosh, Tanh]
};

/// The tree in one line.
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, apply};
/// use alembert_render::{Notation, tree, unicode};
/// let phi = Expr::symbol("phi", Kind::Coordinate, 0);
/// let square = apply(Elementary::Sin, &[phi]).powi(2);
/// assert_eq!(unicode::text(&tree(-square, &Notation::default())?), "−sin²φ");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn text(tree: &Tree) -> String {
    match tree {
        Tree::Number(r) => number(r),
        Tree::Name(symbol) => name::unicode(symbol),
        Tree::Sum(terms) => sum(terms),
        Tree::Product(factors) => product(factors),
        Tree::Fraction(above, below) => {
            format!("{}/{}", numerator(above), held(below, Binding::Power))
        }
        Tree::Power(base, exponent) => power(base, exponent),
        Tree::Root(base) => match &**base {
            Tree::Name(_) => format!("√{}", text(base)),
            Tree::Number(r) if r.is_integer() => format!("√{r}"),
            _ => format!("√({})", text(base)),
        },
        Tree::Call(function, arguments) => call(function, arguments),
        Tree::Operated(operator, of) => operated(*operator, of),
        Tree::Slope(of, by) => format!("∂{}/∂{}", text(of), text(by)),
    }
}

/// `δẋ`, `d/dt ∂L/∂ẋ`, `d²/dt² (a + b)`, `∫ L dt`.
fn operated(operator: Operator, of: &Tree) -> String {
    let bare = matches!(of, Tree::Name(_) | Tree::Slope(..) | Tree::Operated(..));
    let inside = if bare { text(of) } else { format!("({})", text(of)) };
    match operator {
        Operator::Variation => format!("δ{inside}"),
        Operator::Rate(1) => format!("d/dt {inside}"),
        Operator::Rate(k) => {
            let raised: String = k.to_string().chars().map(name::superscript).collect();
            format!("d{raised}/dt{raised} {inside}")
        }
        Operator::Integral => format!("∫ {inside} dt"),
    }
}

fn number(r: &Rational) -> String {
    let (n, d) = (r.numer().to_i64(), r.denom().to_i64());
    let vulgar = VULGAR.iter().find(|row| (Some(row.0), Some(row.1)) == (n, d));
    vulgar.map_or_else(|| r.to_string(), |row| row.2.to_owned())
}

fn held(tree: &Tree, least: Binding) -> String {
    if tree.binding() < least { format!("({})", text(tree)) } else { text(tree) }
}

fn sum(terms: &[Term]) -> String {
    let mut line = String::new();
    for (i, Term { negative, body }) in terms.iter().enumerate() {
        line.push_str(match (i, negative) {
            (0, false) => "",
            (0, true) => "−",
            (_, false) => " + ",
            (_, true) => " − ",
        });
        line.push_str(&held(body, Binding::Product));
    }
    line
}

/// Side by side; a point only before a number, which would run into what stands before it.
fn product(factors: &[Tree]) -> String {
    let mut line = String::new();
    for (i, factor) in factors.iter().enumerate() {
        let leads = i == 0 && matches!(factor, Tree::Number(_));
        let part = match bracketed_call(factor) {
            Some(call) if factors.get(i + 1).is_some_and(|next| joins(factor, next)) => call,
            _ if leads => text(factor),
            _ => held(factor, Binding::Power),
        };
        if i > 0 {
            line.push(if part.starts_with(char::is_numeric) { '·' } else { ' ' });
        }
        line.push_str(&part);
    }
    line
}

/// `cos ω t` would be read as a function of ω t, and `sin k ẋ` as one of k ẋ where k is no angle.
fn joins(function: &Tree, next: &Tree) -> bool {
    let Tree::Name(next) = base(next) else { return false };
    let is_time = &*next.text == "t" && next.dots == 0;
    is_time || matches!(base(function), Tree::Call(_, list) if list.first().is_some_and(opens))
}

/// A factor without its power.
fn base(factor: &Tree) -> &Tree {
    if let Tree::Power(base, _) = factor { base } else { factor }
}

/// Would a factor beside it seem to belong to an argument: to `k` or `2k`?
fn opens(argument: &Tree) -> bool {
    match argument {
        Tree::Name(name) => name.opens,
        Tree::Product(factors) => matches!(factors.as_slice(), [_, Tree::Name(name)] if name.opens),
        _ => false,
    }
}

/// A sine or its kin with the argument in brackets: `cos(ω)`, `cos²(ω)`.
fn bracketed_call(tree: &Tree) -> Option<String> {
    let (base, raised) = match tree {
        Tree::Power(base, exponent) if exponent.is_integer() => {
            (&**base, exponent.to_string().chars().map(name::superscript).collect())
        }
        _ => (tree, String::new()),
    };
    match base {
        Tree::Call(Function::Elementary(f), arguments) if BARE.contains(f) => {
            Some(format!("{}{raised}({})", f.row().name, text(&arguments[0])))
        }
        _ => None,
    }
}

fn numerator(tree: &Tree) -> String {
    match tree {
        Tree::Product(_) | Tree::Fraction(..) => text(tree),
        _ => held(tree, Binding::Power),
    }
}

fn power(base: &Tree, exponent: &Rational) -> String {
    if !exponent.is_integer() {
        return match base {
            Tree::Call(Function::Elementary(f), arguments) if BARE.contains(f) => {
                format!("{}({})^({exponent})", f.row().name, text(&arguments[0]))
            }
            _ => format!("{}^({exponent})", bracketed_unless_plain(base)),
        };
    }
    let raised: String = exponent.to_string().chars().map(name::superscript).collect();
    match base {
        Tree::Call(Function::Elementary(f), arguments) if BARE.contains(f) => {
            applied(&format!("{}{raised}", f.row().name), &arguments[0])
        }
        Tree::Call(Function::Elementary(_), _) => text(base) + &raised,
        _ => bracketed_unless_plain(base) + &raised,
    }
}

fn bracketed_unless_plain(base: &Tree) -> String {
    match base {
        Tree::Name(_) => text(base),
        Tree::Number(r) if r.is_integer() => text(base),
        Tree::Call(Function::Unspecified(f), _) if f.partials.iter().all(|&k| k == 0) => text(base),
        // A power of `√x` could be read as a root of a power.
        Tree::Root(inner) => format!("({})", power(inner, &Rational::ratio(1, 2))),
        _ => format!("({})", text(base)),
    }
}

fn call(function: &Function, arguments: &[Tree]) -> String {
    let list = || arguments.iter().map(text).collect::<Vec<_>>().join(", ");
    match function {
        Function::Elementary(f) if BARE.contains(f) => applied(f.row().name, &arguments[0]),
        Function::Elementary(Elementary::Abs) => absolute(&text(&arguments[0])),
        Function::Elementary(f) => format!("{}({})", f.row().name, list()),
        Function::Unspecified(f) => match of_time_alone(f, arguments) {
            Some(primes) => format!("{}(t){primes}", name::letters(&f.name)),
            None => format!("{}{}({})", partials(f), name::letters(&f.name), list()),
        },
    }
}

/// `sin φ`, `sin 2θ`, `sin(α + β)`.
fn applied(function: &str, argument: &Tree) -> String {
    match argument {
        Tree::Name(name) if name.is_pi() => format!("{function}({})", text(argument)),
        Tree::Name(_) if function.ends_with(char::is_alphabetic) => {
            format!("{function} {}", text(argument))
        }
        Tree::Name(_) => format!("{function}{}", text(argument)),
        Tree::Product(factors) => match factors.as_slice() {
            [Tree::Number(n), Tree::Name(symbol)]
                if n.is_integer() && !exponent_like(symbol) && !symbol.is_pi() =>
            {
                format!("{function} {n}{}", name::unicode(symbol))
            }
            _ => format!("{function}({})", text(argument)),
        },
        _ => format!("{function}({})", text(argument)),
    }
}

/// Would a number before the name read as one with a decimal exponent (`2e3`)?
fn exponent_like(symbol: &crate::Name) -> bool {
    name::unicode(symbol).starts_with(['e', 'E'])
}

/// `|x|`; a second pair inside would not be understood.
fn absolute(inner: &str) -> String {
    if inner.contains('|') { format!("abs({inner})") } else { format!("|{inner}|") }
}

/// `∂₁²∂₂` for two derivatives by the first argument and one by the second.
fn partials(f: &Unspecified) -> String {
    let mut marks = String::new();
    for (i, &order) in f.partials.iter().enumerate().filter(|p| *p.1 > 0) {
        let index: String = (i + 1).to_string().chars().map(name::subscript).collect();
        marks.push_str(&format!("∂{index}"));
        if order > 1 {
            marks.extend(order.to_string().chars().map(name::superscript));
        }
    }
    marks
}
