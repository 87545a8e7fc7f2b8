//! LaTeX for papers: `\tfrac{1}{2} m \dot{\theta}^{2} + \lambda_{\mathrm{edge}} \sin\phi`.
//!
//! Fractions are stacked, coefficients small, sines and their kin take a letter without brackets
//! and carry their exponent. What is written needs the package `amsmath` and nothing else, and is
//! read back by the model language, except partial derivatives of unspecified functions:
//! `\frac{\partial V}{\partial x}(x, y)`, and the index of a name like `m1`, which is written m_{1}.
//!
//! This file writes expressions; [`page`] writes a page of equations, [`document`] a whole file.

mod document;
mod name;
mod page;

use alembert_algebra::{Elementary, Function, Rational, Unspecified};

pub use document::document;
pub(crate) use document::{PREAMBLE, escaped};
pub use page::page;

use crate::pieces::Piece;
use crate::tree::{Binding, Operator};
use crate::typography::{differentiated_by, ends_bare, is_tall, takes_no_brackets};
use crate::unicode::BARE;
use crate::{Name, Term, Tree};

/// Functions that have a command of their own.
const COMMANDS: &[(Elementary, &str)] = &[
    (Elementary::Sin, "\\sin"),
    (Elementary::Cos, "\\cos"),
    (Elementary::Tan, "\\tan"),
    (Elementary::Asin, "\\arcsin"),
    (Elementary::Acos, "\\arccos"),
    (Elementary::Atan, "\\arctan"),
    (Elementary::Sinh, "\\sinh"),
    (Elementary::Cosh, "\\cosh"),
    (Elementary::Tanh, "\\tanh"),
    (Elementary::Exp, "\\exp"),
    (Elementary::Log, "\\log"),
];

/// The tree as a formula, without the signs that begin and end mathematics.
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, apply};
/// use alembert_render::{Notation, latex, tree};
/// let [phi, rate] = [0, 1].map(|order| Expr::symbol("phi", Kind::Coordinate, order));
/// let e = -rate.powi(2) * apply(Elementary::Sin, &[phi]).powi(2) / (phi + rate);
/// let shown = tree(e, &Notation::default())?;
/// assert_eq!(latex::text(&shown), r"-\frac{\sin^{2}\phi\,\dot{\phi}^{2}}{\dot{\phi} + \phi}");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[must_use]
pub fn text(tree: &Tree) -> String {
    match tree {
        Tree::Number(r) => number(r),
        Tree::Name(symbol) => name::dotted(symbol),
        Tree::Sum(terms) => sum(terms),
        Tree::Product(factors) => factors.iter().fold(Line::default(), Line::factor).text,
        Tree::Fraction(above, below) => format!("\\frac{{{}}}{{{}}}", text(above), text(below)),
        Tree::Power(base, exponent) => power(base, exponent),
        Tree::Root(base) => format!("\\sqrt{{{}}}", text(base)),
        Tree::Call(function, arguments) => call(function, arguments),
        Tree::Operated(operator, of) => {
            let (before, after) = around(*operator);
            let bare = matches!(**of, Tree::Name(_) | Tree::Slope(..) | Tree::Operated(..));
            format!("{before}{}{after}", if bare { text(of) } else { bracketed(of) })
        }
        Tree::Slope(of, by) => {
            format!("\\frac{{\\partial {}}}{{\\partial {}}}", text(of), text(by))
        }
    }
}

/// What stands before and behind what a sign acts on.
fn around(operator: Operator) -> (String, &'static str) {
    match operator {
        Operator::Variation => ("\\delta ".to_owned(), ""),
        Operator::Rate(1) => ("\\frac{\\mathrm{d}}{\\mathrm{d}t} ".to_owned(), ""),
        Operator::Rate(k) => {
            (format!("\\frac{{\\mathrm{{d}}^{{{k}}}}}{{\\mathrm{{d}}t^{{{k}}}}} "), "")
        }
        Operator::Integral => ("\\int ".to_owned(), "\\,\\mathrm{d}t"),
    }
}

/// A name without dots, such as the name of a matrix.
#[must_use]
pub fn name(text: &str) -> String {
    name::plain(text)
}

fn number(r: &Rational) -> String {
    match r.is_integer() {
        true => r.to_string(),
        false => format!("\\tfrac{{{}}}{{{}}}", r.numer(), r.denom()),
    }
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
        let held = if body.binding() < Binding::Product { bracketed(body) } else { text(body) };
        line.push_str(&held);
    }
    line
}

/// A product as far as it is written.
#[derive(Default)]
struct Line {
    text: String,
    /// Did a function with a bare argument come last?
    after_function: bool,
}

impl Line {
    /// The next factor. After a bare argument a small space shows where it ends.
    fn factor(self, factor: &Tree) -> Self {
        let held = match factor {
            Tree::Sum(_) | Tree::Product(_) => bracketed(factor),
            _ => text(factor),
        };
        Self { after_function: ends_bare(factor), ..self.beside(&held) }
    }

    fn beside(mut self, next: &str) -> Self {
        let begins = self.text.is_empty() || self.text.ends_with(['(', ' ']);
        self.text.push_str(match () {
            () if begins => "",
            () if self.after_function => "\\,",
            () if next.starts_with(|c: char| c.is_ascii_digit()) => " \\cdot ",
            () => " ",
        });
        self.text.push_str(next);
        self.after_function = false;
        self
    }

    /// The next piece of a long formula.
    fn piece(mut self, piece: &Piece<'_>) -> Self {
        match piece {
            Piece::Sign { negative, leads } => {
                let sign = if *negative { "-" } else { "+" };
                let gap = if self.text.is_empty() || *leads { "" } else { " " };
                self.text.push_str(&format!("{gap}{sign}{}", if *leads { "" } else { " " }));
                self.after_function = false;
                self
            }
            Piece::Whole(tree) => {
                let begins = self.text.is_empty() || self.text.ends_with(['-', '(', ' ']);
                self.text.push_str(if begins { "" } else { " " });
                self.text.push_str(&text(tree));
                Self { after_function: ends_bare(tree), ..self }
            }
            Piece::Factor(tree) if self.text.ends_with('-') => {
                let factor = Self::default().factor(tree);
                Self { text: self.text + &factor.text, ..factor }
            }
            Piece::Factor(tree) => self.factor(tree),
            Piece::Over(number, tree) => {
                let above = number.map_or_else(|| "1".to_owned(), text);
                self.beside(&format!("\\frac{{{above}}}{{{}}}", text(tree)))
            }
            Piece::Equals => Self { text: self.text + " = ", after_function: false },
            Piece::Before(operator) => self.beside(&around(*operator).0),
            Piece::After(operator) => Self { text: self.text + around(*operator).1, ..self },
            Piece::Slash => Self { text: self.text + " / ", after_function: false },
            Piece::Open(tree) => self.beside(if is_tall(tree) { "\\Bigl(" } else { "\\bigl(" }),
            Piece::Close(tree, exponent) => {
                self.text.push_str(if is_tall(tree) { "\\Bigr)" } else { "\\bigr)" });
                self.text.push_str(&exponent.map(raised).unwrap_or_default());
                Self { after_function: false, ..self }
            }
        }
    }
}

/// In brackets that are as high as what they enclose.
fn bracketed(tree: &Tree) -> String {
    enclosed(&text(tree), is_tall(tree))
}

fn enclosed(inside: &str, tall: bool) -> String {
    if tall { format!("\\left({inside}\\right)") } else { format!("({inside})") }
}

fn raised(exponent: &Rational) -> String {
    format!("^{{{exponent}}}")
}

fn power(base: &Tree, exponent: &Rational) -> String {
    let raised = raised(exponent);
    match base {
        Tree::Call(Function::Elementary(f), arguments)
            if BARE.contains(f) && exponent.is_integer() =>
        {
            applied(&(command(*f) + &raised), &arguments[0])
        }
        Tree::Name(Name { dots: 0..=3, .. }) => text(base) + &raised,
        Tree::Number(r) if r.is_integer() => text(base) + &raised,
        Tree::Call(Function::Elementary(f), _) if !BARE.contains(f) => text(base) + &raised,
        Tree::Call(Function::Unspecified(f), _) if f.partials.iter().all(|&k| k == 0) => {
            text(base) + &raised
        }
        _ => bracketed(base) + &raised,
    }
}

fn command(f: Elementary) -> String {
    let row = COMMANDS.iter().find(|row| row.0 == f);
    row.map_or_else(|| format!("\\operatorname{{{}}}", f.row().name), |row| row.1.to_owned())
}

fn call(function: &Function, arguments: &[Tree]) -> String {
    match function {
        Function::Elementary(Elementary::Abs) => absolute(&arguments[0]),
        Function::Elementary(f) if BARE.contains(f) => applied(&command(*f), &arguments[0]),
        Function::Elementary(f) => command(*f) + &list(arguments),
        Function::Unspecified(f) => unspecified(f, arguments),
    }
}

fn list(arguments: &[Tree]) -> String {
    let inside = arguments.iter().map(text).collect::<Vec<_>>().join(", ");
    enclosed(&inside, arguments.iter().any(is_tall))
}

/// `\sin\phi`, `\sin 2 \theta`, `\sin(\alpha + \beta)`.
fn applied(function: &str, argument: &Tree) -> String {
    if !takes_no_brackets(argument) {
        return format!("{function}{}", enclosed(&text(argument), is_tall(argument)));
    }
    let argument = text(argument);
    let gap = if argument.starts_with('\\') { "" } else { " " };
    format!("{function}{gap}{argument}")
}

/// Bars; a second pair inside would not be understood.
fn absolute(argument: &Tree) -> String {
    let inside = text(argument);
    match (inside.contains("vert"), is_tall(argument)) {
        (true, tall) => format!("\\operatorname{{abs}}{}", enclosed(&inside, tall)),
        (false, true) => format!("\\left\\lvert {inside} \\right\\rvert"),
        (false, false) => format!("\\lvert {inside} \\rvert"),
    }
}

/// A function, with dots if it is one of time, or with its partial derivatives.
fn unspecified(f: &Unspecified, arguments: &[Tree]) -> String {
    let list = list(arguments);
    if f.partials.iter().all(|&k| k == 0) {
        return name::plain(&f.name) + &list;
    }
    if crate::ascii::of_time_alone(f, arguments).is_some() {
        return name::dotted(&Name::new(&f.name, f.partials[0])) + &list;
    }
    let power = |k: u32| if k == 1 { String::new() } else { format!("^{{{k}}}") };
    let Some(by) = differentiated_by(f, arguments) else {
        let by = f.partials.iter().enumerate().filter(|(_, k)| **k > 0);
        let marks = by.map(|(i, &k)| format!("\\partial_{{{}}}{}", i + 1, power(k)));
        return format!("{} {}{list}", marks.collect::<String>(), name::plain(&f.name));
    };
    let d = if f.partials.len() == 1 { "\\mathrm{d}" } else { "\\partial" };
    let order: u32 = f.partials.iter().sum();
    let one = |(x, k): &(&Name, u32)| format!("{d} {}{}", name::dotted(x), power(*k));
    let below: Vec<String> = by.iter().map(one).collect();
    let above = format!("{d}{} {}", power(order), name::plain(&f.name));
    format!("\\frac{{{above}}}{{{}}}{list}", below.join("\\,"))
}
