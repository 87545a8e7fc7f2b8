//! The ASCII spelling of the model language: `m*theta'^2/2 + lambda_edge*sin(phi)`.
//!
//! Products are always written with `*`, function arguments always in brackets. The model
//! language reads the text back, and so does `SymPy` after `'` → `_d` and `^` → `**`.
//!
//! A partial derivative of an unspecified function is written `D(V, 1, 0)(x, y)` for ∂V/∂x of
//! `V(x, y)`: how often it is differentiated by each argument, then the arguments. The derivatives
//! of a function of time alone are time derivatives, `v(t)''`. `SymPy` cannot take these.
//! Formulas of a derivation that are not carried out have words: `delta(x')` for δẋ, `rate(…)` for d/dt,
//! `integral(…)` for ∫ … dt, `partial(L, x')` for ∂L/∂ẋ. The model language does not read these.

use alembert_algebra::{Function, Rational, Unspecified};

use crate::tree::{Binding, Operator};
use crate::{Name, Term, Tree};

/// The tree in one line.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Notation, ascii, tree};
/// let x = Expr::symbol("x", Kind::Coordinate, 1);
/// assert_eq!(ascii::text(&tree(-x.powi(2), &Notation::default())?), "-x'^2");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn text(tree: &Tree) -> String {
    match tree {
        Tree::Number(r) => r.to_string(),
        Tree::Name(name) => spelled(name),
        Tree::Sum(terms) => sum(terms),
        Tree::Product(factors) => product(factors),
        Tree::Fraction(above, below) => {
            format!("{}/{}", numerator(above), held(below, Binding::Power))
        }
        Tree::Power(base, exponent) => power(base, exponent),
        Tree::Root(base) => format!("sqrt({})", text(base)),
        Tree::Call(function, arguments) => call(function, arguments),
        Tree::Operated(operator, of) => operated(*operator, of),
        Tree::Slope(of, by) => format!("partial({}, {})", text(of), text(by)),
    }
}

/// `delta(x')`, `rate(m*x')`, `integral(L)`.
fn operated(operator: Operator, of: &Tree) -> String {
    match operator {
        Operator::Variation => format!("delta({})", text(of)),
        Operator::Rate(k) => (0..k).fold(text(of), |inside, _| format!("rate({inside})")),
        Operator::Integral => format!("integral({})", text(of)),
    }
}

fn spelled(name: &Name) -> String {
    format!("{}{}", name.text, "'".repeat(name.dots as usize))
}

/// The text, in brackets if it holds together less strongly than asked.
fn held(tree: &Tree, least: Binding) -> String {
    if tree.binding() < least { format!("({})", text(tree)) } else { text(tree) }
}

fn sum(terms: &[Term]) -> String {
    let mut line = String::new();
    for (i, Term { negative, body }) in terms.iter().enumerate() {
        line.push_str(match (i, negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        line.push_str(&held(body, Binding::Product));
    }
    line
}

/// The denominator of a number in front goes to the end: `5*g*sin(alpha)/7`.
fn product(factors: &[Tree]) -> String {
    match factors {
        [Tree::Number(r), rest @ ..] if !r.is_integer() && !rest.is_empty() => {
            let mut parts: Vec<String> = rest.iter().map(|f| held(f, Binding::Power)).collect();
            if !r.numer().is_one() {
                parts.insert(0, r.numer().to_string());
            }
            format!("{}/{}", parts.join("*"), r.denom())
        }
        _ => factors.iter().map(|f| held(f, Binding::Power)).collect::<Vec<_>>().join("*"),
    }
}

/// Products and fractions need no brackets before a slash: `a/b/c` is read from the left.
fn numerator(tree: &Tree) -> String {
    match tree {
        Tree::Product(_) | Tree::Fraction(..) => text(tree),
        _ => held(tree, Binding::Power),
    }
}

fn power(base: &Tree, exponent: &Rational) -> String {
    let base = held(base, Binding::Atom);
    if exponent.is_integer() {
        format!("{base}^{exponent}")
    } else {
        format!("{base}^({exponent})")
    }
}

fn call(function: &Function, arguments: &[Tree]) -> String {
    let list = arguments.iter().map(text).collect::<Vec<_>>().join(", ");
    match function {
        Function::Elementary(f) => format!("{}({list})", f.row().name),
        Function::Unspecified(f) if f.partials.iter().all(|&k| k == 0) => {
            format!("{}({list})", f.name)
        }
        Function::Unspecified(f) => match of_time_alone(f, arguments) {
            Some(primes) => format!("{}({list}){primes}", f.name),
            None => {
                let orders: Vec<String> = f.partials.iter().map(u32::to_string).collect();
                format!("D({}, {})({list})", f.name, orders.join(", "))
            }
        },
    }
}

/// The primes of a derivative of a function of time.
pub(crate) fn of_time_alone(f: &Unspecified, arguments: &[Tree]) -> Option<String> {
    match (f.partials.as_slice(), arguments) {
        ([order], [Tree::Name(Name { text, dots: 0, .. })]) if &**text == "t" => {
            Some("'".repeat(*order as usize))
        }
        _ => None,
    }
}
