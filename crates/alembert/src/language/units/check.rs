//! A walk through expressions: every sum agrees, arguments are pure numbers.
//!
//! One mistake gives one message: what contains a mistake has an unknown dimension.

use std::collections::BTreeMap;

use alembert_algebra::Rational;

use super::dimension::Dimension;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::letters::FRACTIONS;
use crate::language::report::Report;
use crate::language::resolve::Scope;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, Factor, Operator, Term};

/// What is known about the dimension of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Zero has every dimension.
    Any,
    /// Something in it has no unit.
    Unknown,
    Known(Dimension),
}

impl Measure {
    pub(super) fn one() -> Self {
        Measure::Known(Dimension::one())
    }

    pub(super) fn known(&self) -> Option<&Dimension> {
        match self {
            Measure::Known(dimension) => Some(dimension),
            Measure::Any | Measure::Unknown => None,
        }
    }

    fn map(self, f: impl FnOnce(&Dimension) -> Dimension) -> Self {
        match self {
            Measure::Known(dimension) => Measure::Known(f(&dimension)),
            other => other,
        }
    }

    /// `self · otherⁿ`
    fn times_power(self, other: &Measure, n: &Rational) -> Self {
        match (self, other) {
            (Measure::Known(a), Measure::Known(b)) => Measure::Known(a.times_power(b, n)),
            (Measure::Any, _) | (_, Measure::Any) => Measure::Any,
            _ => Measure::Unknown,
        }
    }
}

/// A dimension with the place where it was found.
pub(super) type Found<'e> = (Dimension, &'e Expr);

/// Finds dimensions and reports what does not agree.
pub(super) struct Surveyor<'a> {
    pub(super) source: &'a Source,
    pub(super) report: &'a mut Report,
    pub(super) scope: &'a Scope,
    pub(super) names: BTreeMap<String, Measure>,
}

impl Surveyor<'_> {
    /// The dimension of an expression.
    pub(super) fn measure(&mut self, expr: &Expr) -> Measure {
        match &expr.kind {
            ExprKind::Number(text) if Rational::from_decimal(text).is_some_and(|r| r.is_zero()) => {
                Measure::Any
            }
            ExprKind::Number(_) => Measure::one(),
            ExprKind::Error => Measure::Unknown,
            ExprKind::Name(name) => self.name(name),
            ExprKind::Sum(terms) => self.sum(terms),
            ExprKind::Product(factors) => self.product(factors),
            ExprKind::Negative(inner) | ExprKind::AtStart(inner) | ExprKind::Bars(inner) => {
                self.measure(inner)
            }
            ExprKind::Power(base, exponent) => self.power(base, exponent),
            ExprKind::Prime(inner, order) => {
                let measure = self.measure(inner).map(|d| d.rate(*order));
                // where time has no unit a rate has none either
                if self.names.contains_key("t") { measure } else { Measure::Unknown }
            }
            ExprKind::Tuple(parts) => self.tuple(parts),
            ExprKind::Root(inner) => self.measure(inner).map(|d| d.power(&Rational::ratio(1, 2))),
            ExprKind::Partial { function, orders, arguments, .. } => {
                self.partial(function, orders, arguments)
            }
            ExprKind::Apply { function, exponent, arguments, .. } => {
                let measure = self.application(function, arguments);
                match exponent {
                    Some(exponent) => self.raised(measure, exponent),
                    None => measure,
                }
            }
        }
    }

    fn name(&self, name: &str) -> Measure {
        let base = self.scope.component(name).unwrap_or(name);
        match (self.names.get(base), base) {
            (Some(measure), _) => measure.clone(),
            (None, "pi" | "e") => Measure::one(),
            _ => Measure::Unknown,
        }
    }

    fn sum(&mut self, terms: &[Term]) -> Measure {
        let mut first: Option<Found<'_>> = None;
        let mut unknown = false;
        for term in terms {
            match self.measure(&term.expr) {
                Measure::Any => {}
                Measure::Unknown => unknown = true,
                Measure::Known(dimension) => match &first {
                    None => first = Some((dimension, &term.expr)),
                    Some(known) if known.0 == dimension => {}
                    Some(known) => {
                        self.disagree(known, &(dimension, &term.expr));
                        return Measure::Unknown;
                    }
                },
            }
        }
        match first {
            _ if unknown => Measure::Unknown,
            Some((dimension, _)) => Measure::Known(dimension),
            None => Measure::Any,
        }
    }

    fn product(&mut self, factors: &[Factor]) -> Measure {
        let mut all = Measure::one();
        for factor in factors {
            let over = factor.operator == Operator::Over;
            let n = if over { Rational::MINUS_ONE } else { Rational::ONE };
            let measure = self.measure(&factor.expr);
            all = all.times_power(&measure, &n);
        }
        all
    }

    fn power(&mut self, base: &Expr, exponent: &Expr) -> Measure {
        let is_e =
            matches!(&base.kind, ExprKind::Name(e) if e == "e") && !self.names.contains_key("e");
        if is_e {
            self.pure("exp", exponent);
            return Measure::one();
        }
        let base = self.measure(base);
        self.raised(base, exponent)
    }

    fn raised(&mut self, base: Measure, exponent: &Expr) -> Measure {
        self.pure("a power", exponent);
        match (constant(exponent), &base) {
            (Some(n), _) => base.map(|d| d.power(&n)),
            (None, Measure::Known(d)) if d.is_one() => base,
            (None, _) => Measure::Unknown,
        }
    }

    /// A vector has a dimension when its components have one.
    fn tuple(&mut self, parts: &[Expr]) -> Measure {
        let measures: Vec<Measure> = parts.iter().map(|part| self.measure(part)).collect();
        let mut known = measures.iter().filter(|measure| **measure != Measure::Any);
        match known.next() {
            None => Measure::Any,
            Some(first) if known.all(|other| other == first) => first.clone(),
            Some(_) => Measure::Unknown,
        }
    }

    fn application(&mut self, function: &str, arguments: &[Expr]) -> Measure {
        if let Some(measure) = self.names.get(function).cloned() {
            arguments.iter().for_each(|argument| {
                self.measure(argument);
            });
            return measure;
        }
        match (function, arguments) {
            ("sqrt", [x]) => self.measure(x).map(|d| d.power(&Rational::ratio(1, 2))),
            ("abs", [x]) => self.measure(x),
            ("sign", [x]) => {
                self.measure(x);
                Measure::one()
            }
            ("atan2", [y, x]) => {
                self.agree(y, x);
                Measure::one()
            }
            ("dot" | "cross", [p, q]) => {
                let p = self.measure(p);
                p.times_power(&self.measure(q), &Rational::ONE)
            }
            ("axis", [axis, angle]) => {
                self.measure(axis);
                self.pure(function, angle);
                Measure::one()
            }
            ("Rx" | "Ry" | "Rz", [angle, p]) | ("R", [_, angle, p]) => {
                self.pure(function, angle);
                self.measure(p)
            }
            (_, arguments) => {
                arguments.iter().for_each(|argument| self.pure(function, argument));
                Measure::one()
            }
        }
    }

    /// The function, divided by each argument as often as it is differentiated by it.
    fn partial(&mut self, function: &str, orders: &[u32], arguments: &[Expr]) -> Measure {
        let mut all = self.names.get(function).cloned().unwrap_or(Measure::Unknown);
        for (argument, &order) in arguments.iter().zip(orders) {
            let measure = match self.measure(argument) {
                Measure::Any => Measure::Unknown,
                known => known,
            };
            if order > 0 {
                all = all.times_power(&measure, &-&Rational::from(i64::from(order)));
            }
        }
        all
    }

    /// An argument that must be a pure number or an angle.
    fn pure(&mut self, function: &str, argument: &Expr) {
        let Measure::Known(dimension) = self.measure(argument) else { return };
        if dimension.is_one() {
            return;
        }
        let what = if function == "a power" { "the exponent" } else { "the argument of" };
        let name = if function == "a power" { "" } else { function };
        let shown = self.shown(argument.span);
        let message = format!(
            "{} must be a pure number or an angle, but `{shown}` is {dimension}",
            format!("{what} {name}").trim_end()
        );
        let diagnostic = Diagnostic::new(Code::ArgumentHasUnit, argument.span, message).hint(
            format!("divide it by a quantity in {dimension}, or use the angle that was meant"),
        );
        self.report.add(diagnostic);
    }

    /// Two expressions that must have one dimension; it is the answer.
    pub(super) fn agree(&mut self, left: &Expr, right: &Expr) -> Measure {
        match (self.measure(left), self.measure(right)) {
            (Measure::Known(a), Measure::Known(b)) if a != b => {
                self.disagree(&(a, left), &(b, right));
                Measure::Unknown
            }
            (Measure::Any, other) | (other, _) => other,
        }
    }

    /// Reports two terms that do not agree, at the second one.
    pub(super) fn disagree(&mut self, first: &Found<'_>, second: &Found<'_>) {
        let diagnostic = self.disagreement(first, second);
        self.report.add(diagnostic);
    }

    pub(super) fn disagreement(&self, first: &Found<'_>, second: &Found<'_>) -> Diagnostic {
        let (a, b) = (self.shown(first.1.span), self.shown(second.1.span));
        let message =
            format!("units do not agree: `{a}` is {}, but `{b}` is {}", first.0, second.0);
        Diagnostic::new(Code::UnitsDisagree, second.1.span, message)
            .related(first.1.span, format!("this is {}", first.0))
            .hint(self.lacks(first, second))
    }

    /// What the second lacks to agree with the first; a number that was meant to have a unit is named.
    fn lacks(&self, first: &Found<'_>, second: &Found<'_>) -> String {
        let lacking = first.0.over(&second.0);
        let hint = format!("`{}` lacks a factor in {lacking}", self.shown(second.1.span));
        let own = self.unit_of_number(second.1, &lacking);
        let other = || self.unit_of_number(first.1, &second.0.over(&first.0));
        match own.or_else(other) {
            Some(advice) => format!("{hint}; {advice}"),
            None => hint,
        }
    }

    /// Advice for a number among the factors of a term that may have been meant in this unit: `9.81` in `9.81 m y`.
    pub(super) fn unit_of_number(&self, term: &Expr, unit: &Dimension) -> Option<String> {
        let number = quantity(term)?;
        Some(format!(
            "a number in a formula has no unit: if {number} is meant in {unit}, declare a parameter, \
             `c = {number} {unit}`, and write its name"
        ))
    }

    /// The text of a place, not too long for a message.
    pub(super) fn shown(&self, span: Span) -> String {
        let text = self.source.slice(span);
        match text.chars().count() {
            0..=40 => text.to_owned(),
            _ => format!("{}…", text.chars().take(39).collect::<String>()),
        }
    }
}

/// The number of a term that looks like a quantity: one with a decimal point, or a term that is nothing else.
fn quantity(term: &Expr) -> Option<&str> {
    let is_decimal = |text: &str| text.contains('.') && text.trim_matches(['0', '.']) != "5";
    match &term.kind {
        ExprKind::Number(text) => Some(text),
        ExprKind::Negative(inner) => quantity(inner),
        ExprKind::Product(factors) => factors.iter().find_map(|factor| match &factor.expr.kind {
            ExprKind::Number(text) if is_decimal(text) => Some(text.as_str()),
            _ => None,
        }),
        _ => None,
    }
}

/// The number of an exponent such as `2`, `-1` or `1/2`.
pub(super) fn constant(expr: &Expr) -> Option<Rational> {
    match &expr.kind {
        ExprKind::Number(text) => {
            let glyph = FRACTIONS.iter().find(|row| text.starts_with(row.0)).map(|row| row.1);
            let (above, below) = glyph.and_then(|g| g.split_once('/')).unwrap_or((text, "1"));
            Rational::from_decimal(above)?.checked_div(&Rational::from_decimal(below)?)
        }
        ExprKind::Negative(inner) => Some(-&constant(inner)?),
        ExprKind::Product(factors) => {
            let mut all = Rational::ONE;
            for factor in factors {
                let number = constant(&factor.expr)?;
                all = match factor.operator {
                    Operator::Over => all.checked_div(&number)?,
                    _ => &all * &number,
                };
            }
            Some(all)
        }
        _ => None,
    }
}
