//! Expressions in one of the three spellings.
//!
//! What is written reads back as the same tree, in the sense of
//! [`canonical`](super::canonical). Brackets stand where the grammar needs them and where a reader
//! would stumble: around the base of a power that is not a single sign, around bars in bars.

use std::collections::BTreeSet;

use super::Form;
use super::names::spelled;
use crate::language::letters::{FRACTIONS, as_subscript, as_superscript};
use crate::language::syntax::{Expr, ExprKind, Factor, Operator, Term};

/// Functions with a LaTeX command of their own.
const COMMANDS: &[(&str, &str)] = &[
    ("sin", "\\sin"),
    ("cos", "\\cos"),
    ("tan", "\\tan"),
    ("asin", "\\arcsin"),
    ("acos", "\\arccos"),
    ("atan", "\\arctan"),
    ("sinh", "\\sinh"),
    ("cosh", "\\cosh"),
    ("tanh", "\\tanh"),
    ("exp", "\\exp"),
    ("log", "\\log"),
];

/// Writes expressions.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) form: Form,
    /// Is a bar open since the last bracket?
    bar: bool,
    /// Parameters that are no angles: beside another factor they stand in brackets, `sin(k) x`.
    plain: &'a BTreeSet<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(form: Form, plain: &'a BTreeSet<String>) -> Self {
        Writer { form, bar: false, plain }
    }

    /// A whole expression.
    pub(super) fn expr(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Sum(terms) => self.terms(terms).join(" "),
            _ => self.term(expr),
        }
    }

    /// The terms of a sum, each with its sign.
    pub(super) fn terms(self, terms: &[Term]) -> Vec<String> {
        let sign = |i: usize, negative: bool| match (i, negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => "+ ",
            (_, true) => "- ",
        };
        let one = |(i, term): (usize, &Term)| {
            let text = match &term.expr.kind {
                ExprKind::Sum(_) => self.brackets(&term.expr),
                _ => self.term(&term.expr),
            };
            format!("{}{text}", sign(i, term.negative))
        };
        terms.iter().enumerate().map(one).collect()
    }

    fn term(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Product(factors) if self.form == Form::Latex => self.fractions(factors),
            ExprKind::Product(factors) => self.product(factors),
            _ => self.unary(expr),
        }
    }

    /// A product in a line.
    fn product(self, factors: &[Factor]) -> String {
        let mut text = String::new();
        let mut skip = false;
        for (i, factor) in factors.iter().enumerate() {
            if std::mem::take(&mut skip) {
                continue;
            }
            let glyph = factors.get(i + 1).and_then(|next| self.glyph(factor, next));
            let sign = self.sign(i, factor.operator);
            skip = glyph.is_some();
            let next = glyph.unwrap_or_else(|| self.factor(factors, i));
            push_factor(&mut text, sign, &next);
        }
        text
    }

    /// One factor. A function before the time has its argument in brackets: `cos(ω) t`; so has one whose
    /// argument the next factor would seem to join, `sin(k) x`, and such a power of e, `(e^2) x`.
    fn factor(self, factors: &[Factor], i: usize) -> String {
        let Factor { operator, expr } = &factors[i];
        let (sign, inner) = match &expr.kind {
            ExprKind::Negative(inner) => ("-", &**inner),
            _ => ("", expr),
        };
        let next = factors.get(i + 1);
        let joins = next.is_some_and(|next| begins_with_time(next) || self.joins(inner, next));
        match &inner.kind {
            ExprKind::Apply { .. } if joins => {
                format!("{sign}{}", self.application(inner, true))
            }
            ExprKind::Power(..) if joins && self.is_open_power(inner) => {
                format!("{sign}{}", self.brackets(inner))
            }
            _ if *operator == Operator::Beside && i > 0 => self.power(expr),
            _ => self.unary(expr),
        }
    }

    /// Would the next factor seem to belong to the argument or to the exponent of this one?
    fn joins(self, expr: &Expr, next: &Factor) -> bool {
        let beside =
            next.operator == Operator::Beside && matches!(&base(next).kind, ExprKind::Name(_));
        match &expr.kind {
            ExprKind::Apply { arguments, .. } => match arguments.first().map(|one| &one.kind) {
                Some(ExprKind::Name(name)) if name == "pi" => true,
                Some(ExprKind::Name(name)) => beside && self.plain.contains(name),
                _ => false,
            },
            _ => beside,
        }
    }

    /// Is it a power of e whose exponent ends without a bracket?
    fn is_open_power(self, expr: &Expr) -> bool {
        let ExprKind::Power(base, exponent) = &expr.kind else { return false };
        let inner = match &exponent.kind {
            ExprKind::Negative(inner) => inner,
            _ => exponent,
        };
        let short = matches!(inner.kind, ExprKind::Number(_) | ExprKind::Name(_));
        let is_e = matches!(&base.kind, ExprKind::Name(name) if name == "e");
        short && is_e && self.exponent(exponent).starts_with('^') && self.form != Form::Latex
    }

    /// `1/2` as `½`.
    fn glyph(self, factor: &Factor, next: &Factor) -> Option<String> {
        let beside = factor.operator == Operator::Beside && next.operator == Operator::Over;
        if self.form != Form::Unicode || !beside {
            return None;
        }
        let (sign, above) = match &factor.expr.kind {
            ExprKind::Number(text) => ("", text),
            ExprKind::Negative(inner) => match &inner.kind {
                ExprKind::Number(text) => ("-", text),
                _ => return None,
            },
            _ => return None,
        };
        let ExprKind::Number(below) = &next.expr.kind else { return None };
        let quotient = format!("{above}/{below}");
        FRACTIONS.iter().find(|row| row.1 == quotient).map(|row| format!("{sign}{}", row.0))
    }

    /// A product in LaTeX: what stands before the last divisor is above it.
    fn fractions(self, factors: &[Factor]) -> String {
        let last = factors.iter().rposition(|f| f.operator == Operator::Over);
        let Some(last) = last.filter(|&last| last > 0) else { return self.product(factors) };
        let (sign, above) = match &factors[0].expr.kind {
            ExprKind::Negative(inner) => {
                let mut above = factors[..last].to_vec();
                above[0].expr = (**inner).clone();
                ("-", above)
            }
            _ => ("", factors[..last].to_vec()),
        };
        let inside = Writer { bar: false, ..self };
        let above = match above.as_slice() {
            [one] => inside.expr(&one.expr),
            several => inside.fractions(several),
        };
        let below = inside.expr(&factors[last].expr);
        if is_differential(&below) {
            return self.product(factors);
        }
        let mut text = format!("{sign}\\frac{{{above}}}{{{below}}}");
        for (i, factor) in factors.iter().enumerate().skip(last + 1) {
            push_factor(&mut text, self.sign(1, factor.operator), &self.factor(factors, i));
        }
        text
    }

    /// The sign before a factor. In ASCII products of vectors have been spelled out.
    fn sign(self, i: usize, operator: Operator) -> &'static str {
        match (operator, self.form) {
            _ if i == 0 => "",
            (Operator::Beside, _) => " ",
            (Operator::Over, _) => "/",
            (Operator::Dot, Form::Unicode) => " · ",
            (Operator::Cross, Form::Unicode) => " × ",
            (Operator::Dot, Form::Latex) => " \\cdot ",
            (Operator::Cross, Form::Latex) => " \\times ",
            (Operator::Star | Operator::Dot | Operator::Cross, _) => " * ",
        }
    }

    fn unary(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Negative(inner) => format!("-{}", self.power(inner)),
            _ => self.power(expr),
        }
    }

    fn power(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Power(base, exponent) => {
                let latex_root = matches!(base.kind, ExprKind::Root(_)) && self.form == Form::Latex;
                let base = match &base.kind {
                    ExprKind::Apply { exponent: None, .. } => self.application(base, true),
                    _ if is_sign(base, self.form) || latex_root => self.postfix(base),
                    _ => self.brackets(base),
                };
                format!("{base}{}", self.exponent(exponent))
            }
            ExprKind::Product(factors) if self.form == Form::Latex && is_fraction(factors) => {
                self.fractions(factors)
            }
            ExprKind::Sum(_) | ExprKind::Product(_) | ExprKind::Negative(_) => self.brackets(expr),
            _ => self.postfix(expr),
        }
    }

    fn exponent(self, exponent: &Expr) -> String {
        let inside = Writer { bar: false, ..self };
        if self.form == Form::Latex {
            return format!("^{{{}}}", inside.expr(exponent));
        }
        let (sign, inner) = match &exponent.kind {
            ExprKind::Negative(inner) => ("-", &**inner),
            _ => ("", exponent),
        };
        match &inner.kind {
            ExprKind::Number(text) if is_integer(text) && self.form == Form::Unicode => {
                sign.chars().chain(text.chars()).map(as_superscript).collect()
            }
            ExprKind::Number(text) => format!("^{sign}{text}"),
            ExprKind::Name(name) if sign.is_empty() => format!("^{}", spelled(name, self.form)),
            _ => format!("^{}", self.brackets(exponent)),
        }
    }

    fn postfix(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Number(text) => text.clone(),
            ExprKind::Name(name) => spelled(name, self.form),
            ExprKind::Prime(inner, order) => self.derivative(inner, *order),
            ExprKind::AtStart(inner) => format!("{}(0)", self.postfix(inner)),
            ExprKind::Tuple(parts) => self.list(parts),
            ExprKind::Bars(inner) if self.bar => {
                let bars = Writer { bar: true, ..self }.expr(inner);
                format!("(|{bars}|)")
            }
            ExprKind::Bars(inner) => {
                let bars = Writer { bar: true, ..self }.expr(inner);
                format!("|{bars}|")
            }
            ExprKind::Root(inner) => self.root(inner),
            ExprKind::Apply { .. } => self.application(expr, false),
            ExprKind::Partial { function, orders, arguments, .. } => {
                format!("{}{}", self.partial(function, orders), self.list(arguments))
            }
            _ => self.brackets(expr),
        }
    }

    fn derivative(self, inner: &Expr, order: u32) -> String {
        let primes = "'".repeat(order as usize);
        match (&inner.kind, self.form) {
            (ExprKind::Name(name), Form::Latex) => dotted(name, order),
            (ExprKind::Name(name), form) => format!("{}{primes}", spelled(name, form)),
            (_, Form::Latex) => {
                let power = if order == 1 { String::new() } else { format!("^{{{order}}}") };
                format!("\\frac{{d{power}}}{{dt{power}}}{}", self.brackets(inner))
            }
            (ExprKind::Apply { exponent: None, .. }, _) => {
                format!("{}{primes}", self.application(inner, true))
            }
            _ => format!("{}{primes}", self.brackets(inner)),
        }
    }

    fn root(self, inner: &Expr) -> String {
        let inside = Writer { bar: false, ..self };
        match self.form {
            Form::Ascii => format!("sqrt({})", inside.expr(inner)),
            Form::Latex => format!("\\sqrt{{{}}}", inside.expr(inner)),
            Form::Unicode if matches!(inner.kind, ExprKind::Name(_)) => {
                format!("√{}", self.postfix(inner))
            }
            Form::Unicode => format!("√{}", self.brackets(inner)),
        }
    }

    /// A function; `bracketed` when its argument must stand in brackets.
    fn application(self, expr: &Expr, bracketed: bool) -> String {
        let ExprKind::Apply { function, exponent, arguments, .. } = &expr.kind else {
            return self.brackets(expr);
        };
        let power = exponent.as_ref().map(|e| self.exponent(e)).unwrap_or_default();
        let command = COMMANDS.iter().find(|row| row.0 == function).map(|row| row.1);
        let name = match (self.form, command) {
            (Form::Latex, Some(command)) => command.to_owned(),
            (form, _) => spelled(function, form),
        };
        let bare = match arguments.as_slice() {
            [one] if !bracketed && self.form != Form::Ascii && command.is_some() => {
                is_bare(one).then(|| self.postfix(one))
            }
            _ => None,
        };
        match bare {
            // A superscript separates the argument from the name.
            Some(argument) if !power.is_empty() && !power.starts_with('^') => {
                format!("{name}{power}{argument}")
            }
            Some(argument) => format!("{name}{power} {argument}"),
            None => format!("{name}{power}{}", self.list(arguments)),
        }
    }

    /// `D(V, 2, 1)`, `∂₁²∂₂V` or `\partial_{1}^{2}\partial_{2} V`.
    fn partial(self, function: &str, orders: &[u32]) -> String {
        let function = spelled(function, self.form);
        let high = |n: u32| n.to_string().chars().map(as_superscript).collect::<String>();
        let low = |n: usize| n.to_string().chars().map(as_subscript).collect::<String>();
        let mark = |(i, &order): (usize, &u32)| match (self.form, order) {
            (Form::Latex, 1) => format!("\\partial_{{{}}} ", i + 1),
            (Form::Latex, _) => format!("\\partial_{{{}}}^{{{order}}} ", i + 1),
            (_, 1) => format!("∂{}", low(i + 1)),
            _ => format!("∂{}{}", low(i + 1), high(order)),
        };
        if self.form == Form::Ascii || orders.iter().all(|&order| order == 0) {
            let orders: Vec<String> = orders.iter().map(u32::to_string).collect();
            return format!("D({function}, {})", orders.join(", "));
        }
        let marks: String = orders.iter().enumerate().filter(|p| *p.1 > 0).map(mark).collect();
        format!("{marks}{function}")
    }

    fn list(self, parts: &[Expr]) -> String {
        let inside = Writer { bar: false, ..self };
        let parts: Vec<String> = parts.iter().map(|part| inside.expr(part)).collect();
        format!("({})", parts.join(", "))
    }

    fn brackets(self, expr: &Expr) -> String {
        format!("({})", Writer { bar: false, ..self }.expr(expr))
    }
}

/// Appends a factor; a number after a number stands in brackets.
fn push_factor(text: &mut String, sign: &str, next: &str) {
    let digit = |c: char| c.is_ascii_digit() || FRACTIONS.iter().any(|row| row.0 == c);
    let numbers = sign == " " && text.ends_with(digit) && next.starts_with(digit);
    text.push_str(sign);
    match numbers {
        true => text.push_str(&format!("({next})")),
        false => text.push_str(next),
    }
}

/// Would it be read as the `dt` of a derivative?
fn is_differential(below: &str) -> bool {
    let bare = below.replace(' ', "");
    bare == "dt" || bare.starts_with("dt^") || bare == "\\mathrm{dt}"
}

/// Does a factor without a sign before it begin with the time?
fn begins_with_time(factor: &Factor) -> bool {
    let time = matches!(&base(factor).kind, ExprKind::Name(name) if name == "t");
    time && factor.operator == Operator::Beside
}

/// A factor without its power, its primes and `(0)`.
fn base(factor: &Factor) -> &Expr {
    let mut expr = &factor.expr;
    while let ExprKind::Power(inner, _) | ExprKind::Prime(inner, _) | ExprKind::AtStart(inner) =
        &expr.kind
    {
        expr = inner;
    }
    expr
}

/// One fraction and nothing beside it.
fn is_fraction(factors: &[Factor]) -> bool {
    let negative = matches!(factors[0].expr.kind, ExprKind::Negative(_));
    factors.last().is_some_and(|f| f.operator == Operator::Over) && !negative
}

/// Can it carry an exponent without brackets?
fn is_sign(expr: &Expr, form: Form) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Bars(_) => true,
        ExprKind::AtStart(_) | ExprKind::Tuple(_) => true,
        ExprKind::Prime(inner, order) => {
            matches!(inner.kind, ExprKind::Name(_)) && (form != Form::Latex || *order <= 4)
        }
        _ => false,
    }
}

/// Can it be the argument of a function without brackets?
fn is_bare(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Prime(inner, _) => matches!(inner.kind, ExprKind::Name(_)),
        _ => false,
    }
}

fn is_integer(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// A name with dots in LaTeX; the index stands outside of the dots.
pub(super) fn dotted(name: &str, order: u32) -> String {
    let (head, index) = match name.split_once('_') {
        Some((head, index)) if !head.is_empty() && !index.is_empty() => (head, Some(index)),
        _ => (name, None),
    };
    let whole = spelled(name, Form::Latex);
    let head = spelled(head, Form::Latex);
    let tail = index.and_then(|_| whole.strip_prefix(head.as_str()));
    let (head, tail) = tail.map_or((whole.as_str(), ""), |tail| (head.as_str(), tail));
    match order {
        0 => whole,
        1..=4 => format!("\\{}ot{{{head}}}{tail}", "d".repeat(order as usize)),
        _ => format!("{whole}^{{({order})}}"),
    }
}
