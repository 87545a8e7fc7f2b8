//! MathML Core, which browsers show without a script.
//!
//! The same typography as [`crate::latex`]: stacked fractions, small coefficients, dots above
//! letters, sines with their exponent. Products have invisible signs of multiplication, so that a
//! reader program can speak them.
//!
//! This file writes expressions; [`page`] writes a page of equations, [`document`] a whole file.

mod document;
mod name;
mod page;

use alembert_algebra::{Elementary, Function, Rational, Unspecified};

pub use document::document;
pub(crate) use document::escaped;
pub use page::page;

use crate::pieces::Piece;
use crate::tree::{Binding, Operator};
use crate::typography::{differentiated_by, ends_bare, is_tall, takes_no_brackets};
use crate::unicode::BARE;
use crate::{Name, Term, Tree};

/// How equations look in a page: with a font that has the measures of mathematics, where there is one. Without
/// these a browser sets exponents too high.
pub(crate) const STYLE: &str = include_str!("../../assets/mathematics.css");

/// Multiplication without a sign.
const TIMES: &str = "<mo>&#x2062;</mo>";
/// The same with the space that shows where a bare argument ends.
const SPACED_TIMES: &str = "<mo rspace=\"0.17em\">&#x2062;</mo>";
/// A function is applied.
const APPLY: &str = "<mo>&#x2061;</mo>";
/// The same before a bare argument.
const SPACED_APPLY: &str = "<mo rspace=\"0.17em\">&#x2061;</mo>";
const POINT: &str = "<mo>·</mo>";
const PLUS: &str = "<mo>+</mo>";
const MINUS: &str = "<mo>−</mo>";
const LEADING_MINUS: &str = "<mo form=\"prefix\">−</mo>";

/// The tree as elements of a formula, without the `math` around them.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Notation, mathml, tree};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let shown = mathml::text(&tree(x / y.powi(2), &Notation::default())?);
/// let dotted = |x| format!("<mover><mi>{x}</mi><mo stretchy=\"false\" scriptlevel=\"0\">˙</mo></mover>");
/// let below = format!("<msup>{}<mn>2</mn></msup>", dotted("y"));
/// assert_eq!(shown, format!("<mfrac>{}{below}</mfrac>", dotted("x")));
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn text(tree: &Tree) -> String {
    match tree {
        Tree::Number(r) => number(r),
        Tree::Name(symbol) => name::dotted(symbol),
        Tree::Sum(terms) => sum(terms),
        Tree::Product(factors) => {
            element("mrow", &factors.iter().fold(Line::default(), Line::factor).text)
        }
        Tree::Fraction(above, below) => element("mfrac", &(text(above) + &text(below))),
        Tree::Power(base, exponent) => power(base, exponent),
        Tree::Root(base) => element("msqrt", &text(base)),
        Tree::Call(function, arguments) => call(function, arguments),
        Tree::Operated(operator, of) => {
            let (before, after) = around(*operator);
            let bare = matches!(**of, Tree::Name(_) | Tree::Slope(..) | Tree::Operated(..));
            let inside = if bare { text(of) } else { bracketed(of) };
            element("mrow", &format!("{before}{inside}{after}"))
        }
        Tree::Slope(of, by) => {
            let side = |tree: &Tree| element("mrow", &format!("<mo>∂</mo>{}", text(tree)));
            element("mfrac", &(side(of) + &side(by)))
        }
    }
}

/// What stands before and behind what a sign acts on.
fn around(operator: Operator) -> (String, &'static str) {
    let d = "<mi mathvariant=\"normal\">d</mi>";
    match operator {
        Operator::Variation => ("<mi>δ</mi>".to_owned(), ""),
        Operator::Rate(1) => (format!("<mfrac>{d}<mrow>{d}<mi>t</mi></mrow></mfrac>"), ""),
        Operator::Rate(k) => {
            let above = format!("<msup>{d}<mn>{k}</mn></msup>");
            let below = format!("<mrow>{d}<msup><mi>t</mi><mn>{k}</mn></msup></mrow>");
            (element("mfrac", &(above + &below)), "")
        }
        Operator::Integral => (
            "<mo>∫</mo>".to_owned(),
            "<mspace width=\"0.17em\"/><mi mathvariant=\"normal\">d</mi><mi>t</mi>",
        ),
    }
}

/// An element without attributes.
fn element(tag: &str, inside: &str) -> String {
    format!("<{tag}>{inside}</{tag}>")
}

fn number(r: &Rational) -> String {
    if r.is_integer() {
        return element("mn", &r.to_string());
    }
    let fraction = format!("<mfrac><mn>{}</mn><mn>{}</mn></mfrac>", r.numer(), r.denom());
    format!("<mstyle displaystyle=\"false\">{fraction}</mstyle>")
}

fn sum(terms: &[Term]) -> String {
    let mut line = String::new();
    for (i, Term { negative, body }) in terms.iter().enumerate() {
        line.push_str(match (i, negative) {
            (0, false) => "",
            (0, true) => LEADING_MINUS,
            (_, false) => PLUS,
            (_, true) => MINUS,
        });
        let held = if body.binding() < Binding::Product { bracketed(body) } else { text(body) };
        line.push_str(&held);
    }
    element("mrow", &line)
}

/// A product as far as it is written.
#[derive(Default)]
struct Line {
    text: String,
    /// Did a function with a bare argument come last?
    after_function: bool,
    /// Does a factor come next to another one?
    after_factor: bool,
}

impl Line {
    fn factor(self, factor: &Tree) -> Self {
        let held = match factor {
            Tree::Sum(_) | Tree::Product(_) => bracketed(factor),
            _ => text(factor),
        };
        let mut line = self.beside(&held, begins_with_function(factor));
        line.after_function = ends_bare(factor);
        line
    }

    fn beside(mut self, next: &str, function: bool) -> Self {
        let digit = next.starts_with("<mn>") || next.starts_with("<msup><mn>");
        self.text.push_str(match self.after_factor {
            false => "",
            true if digit => POINT,
            true if self.after_function || function => SPACED_TIMES,
            true => TIMES,
        });
        self.text.push_str(next);
        Self { after_factor: true, after_function: false, ..self }
    }

    /// The next piece of a long formula.
    fn piece(mut self, piece: &Piece<'_>) -> Self {
        match piece {
            Piece::Sign { negative, leads } => {
                self.text.push_str(match (negative, leads) {
                    (true, true) => LEADING_MINUS,
                    (true, false) => "<mo form=\"infix\">−</mo>",
                    (false, _) => "<mo form=\"infix\">+</mo>",
                });
                Self { text: self.text, ..Self::default() }
            }
            Piece::Whole(tree) => {
                let mut line = self.beside(&text(tree), begins_with_function(tree));
                line.after_function = ends_bare(tree);
                line
            }
            Piece::Factor(tree) => self.factor(tree),
            Piece::Over(number, tree) => {
                let above = number.map_or_else(|| "<mn>1</mn>".to_owned(), text);
                self.beside(&element("mfrac", &format!("{above}{}", text(tree))), false)
            }
            Piece::Equals => {
                Self { text: self.text + "<mo form=\"infix\">=</mo>", ..Self::default() }
            }
            Piece::Before(operator) => {
                let text = self.beside(&around(*operator).0, false).text;
                Self { text, ..Self::default() }
            }
            Piece::After(operator) => Self { text: self.text + around(*operator).1, ..self },
            Piece::Slash => Self { text: self.text + "<mo>/</mo>", ..Self::default() },
            Piece::Open(tree) => {
                let text = self.beside(&bracket("prefix", "(", is_tall(tree)), false).text;
                Self { text, ..Self::default() }
            }
            Piece::Close(tree, exponent) => {
                let close = bracket("postfix", ")", is_tall(tree));
                self.text.push_str(&match exponent {
                    None => close,
                    Some(k) => element("msup", &format!("{close}{}", exponent_of(k))),
                });
                Self { after_factor: true, after_function: false, ..self }
            }
        }
    }
}

/// Does it begin with the letters of a function?
fn begins_with_function(tree: &Tree) -> bool {
    match tree {
        Tree::Call(Function::Elementary(f), _) => *f != Elementary::Abs,
        Tree::Power(base, _) => begins_with_function(base),
        Tree::Product(factors) => factors.first().is_some_and(begins_with_function),
        _ => false,
    }
}

fn bracketed(tree: &Tree) -> String {
    enclosed(&text(tree), is_tall(tree))
}

/// In brackets, which grow with what they enclose if that is tall.
fn enclosed(inside: &str, tall: bool) -> String {
    let stretchy = if tall { "" } else { " stretchy=\"false\"" };
    element("mrow", &format!("<mo{stretchy}>(</mo>{inside}<mo{stretchy}>)</mo>"))
}

/// A bracket whose partner may stand in another row; it grows with its own row if it encloses what is tall.
fn bracket(form: &str, sign: &str, tall: bool) -> String {
    let stretchy = if tall { "fence=\"true\" stretchy=\"true\"" } else { "stretchy=\"false\"" };
    format!("<mo form=\"{form}\" {stretchy}>{sign}</mo>")
}

fn exponent_of(exponent: &Rational) -> String {
    match exponent.is_integer() {
        true => element("mn", &exponent.to_string()),
        false => {
            let (n, d) = (exponent.numer(), exponent.denom());
            element(
                "mrow",
                &format!("<mn>{n}</mn><mo lspace=\"0\" rspace=\"0\">/</mo><mn>{d}</mn>"),
            )
        }
    }
}

fn power(base: &Tree, exponent: &Rational) -> String {
    let raised = exponent_of(exponent);
    match base {
        Tree::Call(Function::Elementary(f), arguments)
            if BARE.contains(f) && exponent.is_integer() =>
        {
            let head = element("msup", &format!("<mi>{}</mi>{raised}", f.row().name));
            applied(&head, &arguments[0])
        }
        Tree::Name(symbol) if symbol.dots <= 3 => name::raised(symbol, &raised),
        Tree::Call(Function::Elementary(Elementary::Abs), _) => {
            element("msup", &(text(base) + &raised))
        }
        Tree::Number(r) if r.is_integer() => element("msup", &(text(base) + &raised)),
        _ => element("msup", &(bracketed(base) + &raised)),
    }
}

/// The name of a function on paper.
fn function_name(f: Elementary) -> &'static str {
    match f {
        Elementary::Asin => "arcsin",
        Elementary::Acos => "arccos",
        Elementary::Atan => "arctan",
        _ => f.row().name,
    }
}

fn call(function: &Function, arguments: &[Tree]) -> String {
    match function {
        Function::Elementary(Elementary::Abs) => {
            let inside = text(&arguments[0]);
            element("mrow", &format!("{}{inside}{}", bar("prefix"), bar("postfix")))
        }
        Function::Elementary(f) if BARE.contains(f) => {
            applied(&element("mi", f.row().name), &arguments[0])
        }
        Function::Elementary(f) => {
            element("mrow", &format!("<mi>{}</mi>{APPLY}{}", function_name(*f), list(arguments)))
        }
        Function::Unspecified(f) => unspecified(f, arguments),
    }
}

fn bar(form: &str) -> String {
    format!("<mo form=\"{form}\" fence=\"true\" stretchy=\"true\">|</mo>")
}

fn list(arguments: &[Tree]) -> String {
    let inside = arguments.iter().map(text).collect::<Vec<_>>().join("<mo>,</mo>");
    enclosed(&inside, arguments.iter().any(is_tall))
}

/// `sin φ`, `sin 2θ`, `sin(α + β)`.
fn applied(function: &str, argument: &Tree) -> String {
    let inside = match takes_no_brackets(argument) {
        true => format!("{function}{SPACED_APPLY}{}", text(argument)),
        false => format!("{function}{APPLY}{}", bracketed(argument)),
    };
    element("mrow", &inside)
}

/// A function, with dots if it is one of time, or with its partial derivatives.
fn unspecified(f: &Unspecified, arguments: &[Tree]) -> String {
    let list = list(arguments);
    let head = match crate::ascii::of_time_alone(f, arguments) {
        _ if f.partials.iter().all(|&k| k == 0) => name::plain(&f.name),
        Some(_) => name::dotted(&Name::new(&f.name, f.partials[0])),
        None => partials(f, arguments),
    };
    element("mrow", &format!("{head}{APPLY}{list}"))
}

/// `∂³V/∂x²∂y`; `∂₁²∂₂V` when the arguments are not names.
fn partials(f: &Unspecified, arguments: &[Tree]) -> String {
    let raised = |base: &str, k: u32| match k {
        1 => base.to_owned(),
        _ => element("msup", &format!("{base}<mn>{k}</mn>")),
    };
    let function = name::plain(&f.name);
    let Some(by) = differentiated_by(f, arguments) else {
        let by = f.partials.iter().enumerate().filter(|(_, k)| **k > 0);
        let mark = |i: usize| element("msub", &format!("<mo>∂</mo><mn>{}</mn>", i + 1));
        let marks: String = by.map(|(i, &k)| raised(&mark(i), k)).collect();
        return element("mrow", &(marks + &function));
    };
    let d =
        if f.partials.len() == 1 { "<mi mathvariant=\"normal\">d</mi>" } else { "<mo>∂</mo>" };
    let one = |(x, k): &(&Name, u32)| format!("{d}{}", raised(&name::dotted(x), *k));
    let below: String = by.iter().map(one).collect();
    let above = raised(d, f.partials.iter().sum()) + &function;
    element("mfrac", &(element("mrow", &above) + &element("mrow", &below)))
}
