//! Expressions of the syntax as expressions of the algebra.
//!
//! Sums and products are built in one go. Decimals become exact rationals: `0.1` is 1/10.

use std::collections::BTreeMap;
use std::rc::Rc;

use alembert_algebra::graph::pool_size;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr as Value, Fault, Function, Kind, Rational, Unspecified, apply, rate, sum,
    symbols,
};

use super::corner::slope;
use super::domain::out_of_domain;
use super::quantity::{Quantity, dot, of_vectors};
use super::values::Values;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::letters::FRACTIONS;
use crate::language::limits;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, Term};

/// The walk through one item.
pub(in crate::language) struct Lowering<'a> {
    pub(super) values: &'a Values,
    source: &'a Source,
    report: &'a mut Report,
    arguments: BTreeMap<String, Value>,
    faulty: bool,
    /// Are constants without a real value refused? What was derived may contain some.
    real: bool,
    /// Is it a claim, whose derivatives say where they do not exist?
    claim: bool,
    /// Initial values that were met: their symbol, and what they are the initial value of.
    pub(in crate::language) starts: Vec<(Value, Value)>,
}

impl<'a> Lowering<'a> {
    pub(in crate::language) fn new(
        values: &'a Values,
        source: &'a Source,
        report: &'a mut Report,
    ) -> Self {
        let (arguments, starts) = (BTreeMap::new(), Vec::new());
        Lowering {
            values,
            source,
            report,
            arguments,
            faulty: false,
            real: true,
            claim: false,
            starts,
        }
    }

    /// For texts that may contain what was derived.
    pub(in crate::language) fn of_question(mut self) -> Self {
        self.real = false;
        self.of_claim()
    }

    /// For claims about motions.
    pub(in crate::language) fn of_claim(mut self) -> Self {
        self.claim = true;
        self
    }

    /// With names that mean something of their own: the arguments of a function.
    pub(super) fn with_arguments(mut self, arguments: BTreeMap<String, Value>) -> Self {
        self.arguments = arguments;
        self
    }

    /// The value of an expression that is a number; a fault in it is reported where it arises.
    pub(in crate::language) fn item(&mut self, expr: &Expr) -> Value {
        match self.quantity(expr) {
            Quantity::Number(value) => value,
            // Vectors where a number must stand have been refused.
            Quantity::Vector(_) => Value::undefined(),
        }
    }

    /// The number or the vector of an expression; a fault in it is reported where it arises.
    pub(in crate::language) fn quantity(&mut self, expr: &Expr) -> Quantity {
        let quantity = self.compute(expr);
        if let (Quantity::Number(value), true) = (&quantity, self.real) {
            self.without_value(*value, expr);
        }
        if let Some(fault) = quantity.components().iter().find_map(|value| value.fault()) {
            self.fault(fault, expr.span);
        }
        quantity
    }

    fn compute(&mut self, expr: &Expr) -> Quantity {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name),
            ExprKind::Sum(terms) => self.sum(terms),
            ExprKind::Product(factors) => self.product(factors, expr.span),
            ExprKind::Negative(inner) => self.quantity(inner).map(|value| -value),
            ExprKind::Prime(inner, order) => {
                let inner = self.quantity(inner);
                inner.map(|value| self.derivative(value, *order, expr.span))
            }
            ExprKind::Tuple(parts) => {
                Quantity::Vector(parts.iter().map(|part| self.item(part)).collect())
            }
            ExprKind::Apply { function, exponent: None, arguments, .. } => {
                self.apply(function, arguments)
            }
            _ => Quantity::Number(self.compute_number(expr)),
        }
    }

    /// What is never a vector.
    fn compute_number(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Number(text) => self.number(text, expr.span),
            ExprKind::Power(base, exponent) => self.power_of(base, exponent, expr.span),
            ExprKind::AtStart(inner) => self.at_start(inner),
            ExprKind::Bars(inner) => match self.quantity(inner) {
                Quantity::Number(value) => apply(Elementary::Abs, &[value]),
                Quantity::Vector(p) => dot(&p, &p).sqrt(),
            },
            ExprKind::Root(inner) => self.item(inner).sqrt(),
            ExprKind::Apply { function, exponent: Some(exponent), arguments, .. } => {
                let base = self.apply(function, arguments).components()[0];
                let exponent = self.item(exponent);
                self.power(base, exponent, expr.span)
            }
            ExprKind::Partial { function, orders, arguments, .. } => {
                let arguments: Vec<Value> = arguments.iter().map(|e| self.item(e)).collect();
                partial(function, orders, &arguments)
            }
            _ => Value::undefined(),
        }
    }

    fn number(&mut self, text: &str, span: Span) -> Value {
        let glyph = FRACTIONS.iter().find(|row| text.starts_with(row.0)).map(|row| row.1);
        let (above, below) = glyph.and_then(|g| g.split_once('/')).unwrap_or((text, "1"));
        let exact = Rational::from_decimal(above).zip(Rational::from_decimal(below));
        match exact.and_then(|(above, below)| above.checked_div(&below)) {
            Some(number) => Value::number(number),
            None => self.limit("this number is out of range".to_owned(), span),
        }
    }

    fn name(&mut self, name: &str) -> Quantity {
        if let (None, Some(p)) = (self.arguments.get(name), self.values.vector(name)) {
            self.faulty |= p.iter().any(|value| value.fault().is_some());
            return Quantity::Vector(p.to_vec());
        }
        let value = self.arguments.get(name).copied().unwrap_or_else(|| self.values.get(name));
        // A fault behind a name has been reported where the name is defined.
        self.faulty |= value.fault().is_some();
        Quantity::Number(value)
    }

    fn sum(&mut self, terms: &[Term]) -> Quantity {
        let sign = |term: &Term| if term.negative { Rational::MINUS_ONE } else { Rational::ONE };
        let parts: Vec<(Rational, Quantity)> =
            terms.iter().map(|term| (sign(term), self.quantity(&term.expr))).collect();
        let size = parts.first().map_or(0, |(_, part)| part.components().len());
        let component = |i: usize| {
            let along = |part: &Quantity| part.components().get(i).copied();
            sum(parts
                .iter()
                .filter_map(|(sign, part)| Some((sign.clone(), along(part)?)))
                .collect())
        };
        match parts.first() {
            Some((_, Quantity::Vector(_))) => Quantity::Vector((0..size).map(component).collect()),
            _ => Quantity::Number(component(0)),
        }
    }

    /// Time derivatives, as long as they do not grow out of bounds.
    fn derivative(&mut self, mut value: Value, order: u32, span: Span) -> Value {
        for _ in 0..order {
            let before = pool_size();
            value = if self.claim { slope(value) } else { rate(value) };
            if pool_size() - before > limits::DERIVATIVE_ENTRIES {
                return self.limit("this derivative is too large".to_owned(), span);
            }
        }
        value
    }

    /// `x'(0)` is a constant with a name of its own.
    fn at_start(&mut self, inner: &Expr) -> Value {
        let value = self.item(inner);
        let symbol = Value::symbol(&format!("{inner}(0)"), Kind::Auxiliary, 0);
        if !self.starts.contains(&(symbol, value)) {
            self.starts.push((symbol, value));
        }
        symbol
    }

    fn apply(&mut self, function: &str, arguments: &[Expr]) -> Quantity {
        let values: Vec<Quantity> = arguments.iter().map(|e| self.quantity(e)).collect();
        let declared = self.values.arity(function);
        if let ("R", None, [Quantity::Vector(axis), ..]) = (function, declared, values.as_slice()) {
            self.unit_axis(axis, &arguments[0]);
        }
        if let (None, Some(result)) = (declared, of_vectors(function, &values)) {
            return result;
        }
        let values: Vec<Value> = values.iter().map(|value| value.components()[0]).collect();
        Quantity::Number(match (declared, Elementary::named(function)) {
            (Some(arity), _) => apply(Function::unspecified(function, arity), &values),
            (None, _) if function == "sqrt" => values[0].sqrt(),
            (None, Some(elementary)) => apply(elementary, &values),
            (None, None) => Value::undefined(),
        })
    }

    /// Reports a constant axis that is not a unit vector.
    pub(super) fn unit_axis(&mut self, axis: &[Value], expr: &Expr) {
        let square = dot(axis, axis);
        let constant = symbols(&[square]).iter().all(|e| *e == Value::pi());
        let differs = matches!(zero_test(square - Value::one()), Verdict::NonZero(_));
        if !constant || !differs {
            return;
        }
        let shown = self.source.slice(expr.span);
        let length = square.as_number().map(|square| length_text(&square));
        let message = match &length {
            Some(length) => format!("the axis `{shown}` has the length {length}, not 1"),
            None => format!("the axis `{shown}` is not a unit vector"),
        };
        let hint = match (length, &expr.kind) {
            (Some(length), _) if length == "0" => "R turns about a unit vector".to_owned(),
            (Some(length), ExprKind::Tuple(_) | ExprKind::Name(_)) => {
                format!("divide it by its length: write {shown}/{length}")
            }
            _ => "divide it by its length".to_owned(),
        };
        self.once(Diagnostic::new(Code::Expected, expr.span, message).hint(hint));
    }

    /// Reports a limit; the value is a fault, so nothing is computed with it.
    pub(super) fn limit(&mut self, message: String, span: Span) -> Value {
        self.once(Diagnostic::new(Code::Limit, span, message));
        Value::overflow()
    }

    /// Reports a constant outside of the domain of a function, at the smallest expression that has it.
    fn without_value(&mut self, value: Value, expr: &Expr) {
        let Some(domain) = out_of_domain(value) else { return };
        let message = format!("`{}` has no real value", self.shown(expr.span));
        let finding = Diagnostic::new(Code::DivisionByZero, expr.span, message);
        self.once(finding.hint(domain));
    }

    /// Reports a fault once an item, at the smallest expression that has it.
    fn fault(&mut self, fault: Fault, span: Span) {
        self.once(match fault {
            Fault::Undefined => {
                let message = format!("division by zero in `{}`", self.shown(span));
                Diagnostic::new(Code::DivisionByZero, span, message)
            }
            _ => Diagnostic::new(Code::Limit, span, fault.to_string()),
        });
    }

    /// Adds a finding, unless the item has one.
    pub(super) fn once(&mut self, diagnostic: Diagnostic) {
        if !std::mem::replace(&mut self.faulty, true) {
            self.report.add(diagnostic);
        }
    }

    /// The text of a place, not too long for a message.
    pub(super) fn shown(&self, span: Span) -> String {
        self.source.slice(span).chars().take(60).collect()
    }
}

/// An unspecified function, differentiated so often by each argument.
fn partial(function: &str, orders: &[u32], arguments: &[Value]) -> Value {
    let derivative = Unspecified { name: function.into(), partials: orders.to_vec() };
    apply(Function::Unspecified(Rc::new(derivative)), arguments)
}

/// The root of a square as it is written: `2`, `√3`, `√(1/2)`.
fn length_text(square: &Rational) -> String {
    match Value::number(square.clone()).sqrt().as_number() {
        Some(root) => root.to_string(),
        None if square.is_integer() => format!("√{square}"),
        None => format!("√({square})"),
    }
}
