//! Expressions of the syntax as expressions of the algebra.
//!
//! Sums and products are built in one go. Decimals become exact rationals: `0.1` is 1/10.

use std::collections::BTreeMap;

use alembert_algebra::graph::pool_size;
use alembert_algebra::{
    Elementary, Expr as Value, Fault, Function, Kind, Node, Rational, apply, product, rate, sum,
};

use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::letters::FRACTIONS;
use crate::language::limits;
use crate::language::model::energy_symbol;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{self, Expr, ExprKind, Operator, Term};

/// The values of the names of a model.
#[derive(Clone, Debug, Default)]
pub(in crate::language) struct Values {
    names: BTreeMap<String, Value>,
    functions: BTreeMap<String, usize>,
}

impl Values {
    pub(in crate::language) fn set(&mut self, name: &str, value: Value) {
        self.names.insert(name.to_owned(), value);
    }

    /// `L`, `T` and `V` are names unless something else has that name.
    pub(super) fn set_letter(&mut self, letter: &str, value: Value) {
        self.names.entry(letter.to_owned()).or_insert(value);
    }

    pub(super) fn set_functions(&mut self, functions: &[syntax::Function]) {
        let arity = |f: &syntax::Function| (f.ident.name.clone(), f.arguments.len());
        self.functions = functions.iter().map(arity).collect();
    }

    /// `lambda_label` and `mu_label`, unless something else has that name.
    pub(super) fn set_multipliers(&mut self, labels: &[String]) {
        for name in labels.iter().flat_map(|l| [format!("lambda_{l}"), format!("mu_{l}")]) {
            let symbol = Value::symbol(&name, Kind::Multiplier, 0);
            self.names.entry(name).or_insert(symbol);
        }
    }

    /// The value of a name that is declared, or that needs no declaration.
    pub(in crate::language) fn get(&self, name: &str) -> Value {
        match (self.names.get(name), name) {
            (Some(&value), _) => value,
            (None, "t") => Value::time(),
            (None, "pi") => Value::pi(),
            (None, "e") => apply(Elementary::Exp, &[Value::one()]),
            (None, "E") => energy_symbol(),
            (None, _) => Value::undefined(),
        }
    }

    /// The value of a name with primes.
    pub(in crate::language) fn jet(&self, name: &str, order: u32) -> Value {
        (0..order).fold(self.get(name), |e, _| rate(e))
    }

    fn is_euler(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Name(name) if name == "e" && !self.names.contains_key("e"))
    }
}

/// The walk through one item.
pub(in crate::language) struct Lowering<'a> {
    values: &'a Values,
    source: &'a Source,
    report: &'a mut Report,
    arguments: BTreeMap<String, Value>,
    faulty: bool,
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
        Lowering { values, source, report, arguments, faulty: false, starts }
    }

    /// With names that mean something of their own: the arguments of a function.
    pub(super) fn with_arguments(mut self, arguments: BTreeMap<String, Value>) -> Self {
        self.arguments = arguments;
        self
    }

    /// The value of an expression; a fault in it is reported where it arises.
    pub(in crate::language) fn item(&mut self, expr: &Expr) -> Value {
        let value = self.compute(expr);
        if let Some(fault) = value.fault() {
            self.fault(fault, expr.span);
        }
        value
    }

    fn compute(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Number(text) => self.number(text, expr.span),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Sum(terms) => self.sum(terms),
            ExprKind::Product(factors) => self.product(factors, expr.span),
            ExprKind::Negative(inner) => -self.item(inner),
            ExprKind::Power(base, exponent) if self.values.is_euler(base) => {
                apply(Elementary::Exp, &[self.item(exponent)])
            }
            ExprKind::Power(base, exponent) => {
                let (base, exponent) = (self.item(base), self.item(exponent));
                self.power(base, exponent, expr.span)
            }
            ExprKind::Prime(inner, order) => {
                let inner = self.item(inner);
                self.derivative(inner, *order, expr.span)
            }
            ExprKind::AtStart(inner) => self.at_start(inner),
            ExprKind::Bars(inner) => apply(Elementary::Abs, &[self.item(inner)]),
            ExprKind::Root(inner) => self.item(inner).sqrt(),
            ExprKind::Apply { function, exponent, arguments, .. } => {
                let value = self.apply(function, arguments);
                match exponent {
                    Some(exponent) => {
                        let exponent = self.item(exponent);
                        self.power(value, exponent, expr.span)
                    }
                    None => value,
                }
            }
            ExprKind::Tuple(_) | ExprKind::Error => Value::undefined(),
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

    fn name(&mut self, name: &str) -> Value {
        let value = self.arguments.get(name).copied().unwrap_or_else(|| self.values.get(name));
        // A fault behind a name has been reported where the name is defined.
        self.faulty |= value.fault().is_some();
        value
    }

    fn sum(&mut self, terms: &[Term]) -> Value {
        let parts = terms.iter().map(|term| {
            let sign = if term.negative { Rational::MINUS_ONE } else { Rational::ONE };
            (sign, self.item(&term.expr))
        });
        sum(parts.collect())
    }

    fn product(&mut self, factors: &[syntax::Factor], span: Span) -> Value {
        let mut parts = Vec::with_capacity(factors.len());
        for factor in factors {
            // A sign joins the number of the product: −(a + b) c is not (−a − b) c.
            let (negative, expr) = match &factor.expr.kind {
                ExprKind::Negative(inner) => (true, &**inner),
                _ => (false, &factor.expr),
            };
            let value = self.item(expr);
            if negative {
                parts.push((Value::from(-1), Rational::ONE));
            }
            let divides = factor.operator == Operator::Over;
            if divides && value == Value::zero() {
                let shown = self.shown(factor.expr.span);
                let message = format!("division by zero: `{shown}` is zero");
                self.once(Diagnostic::new(Code::DivisionByZero, factor.expr.span, message));
                return Value::undefined();
            }
            parts.push((value, if divides { Rational::MINUS_ONE } else { Rational::ONE }));
        }
        self.within_limits(product(parts), span)
    }

    /// A product, unless it has too many factors or too large exponents.
    fn within_limits(&mut self, value: Value, span: Span) -> Value {
        let Node::Product(factors) = value.node() else { return value };
        if factors.len() > limits::FACTORS {
            return self.limit(format!("a product has at most {} factors", limits::FACTORS), span);
        }
        let small = |n: Option<i64>| n.is_some_and(|n| n.abs() <= limits::EXPONENT);
        let fits = |r: &Rational| small(r.numer().to_i64()) && small(r.denom().to_i64());
        match factors.iter().all(|(_, exponent)| fits(exponent)) {
            true => value,
            false => self.limit(format!("an exponent is at most {}", limits::EXPONENT), span),
        }
    }

    /// A rational power, or exp(b log a).
    fn power(&mut self, base: Value, exponent: Value, span: Span) -> Value {
        let Some(exponent) = exponent.as_number() else {
            return apply(Elementary::Exp, &[exponent * apply(Elementary::Log, &[base])]);
        };
        self.within_limits(base.pow(&exponent), span)
    }

    /// Time derivatives, as long as they do not grow out of bounds.
    fn derivative(&mut self, mut value: Value, order: u32, span: Span) -> Value {
        for _ in 0..order {
            let before = pool_size();
            value = rate(value);
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

    fn apply(&mut self, function: &str, arguments: &[Expr]) -> Value {
        let values: Vec<Value> = arguments.iter().map(|argument| self.item(argument)).collect();
        if let Some(&arity) = self.values.functions.get(function) {
            return apply(Function::unspecified(function, arity), &values);
        }
        match (function, Elementary::named(function)) {
            ("sqrt", _) => values[0].sqrt(),
            (_, Some(elementary)) => apply(elementary, &values),
            (_, None) => Value::undefined(),
        }
    }

    /// Reports a limit; the value is a fault, so nothing is computed with it.
    fn limit(&mut self, message: String, span: Span) -> Value {
        self.once(Diagnostic::new(Code::Limit, span, message));
        Value::overflow()
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
    fn once(&mut self, diagnostic: Diagnostic) {
        if !std::mem::replace(&mut self.faulty, true) {
            self.report.add(diagnostic);
        }
    }

    /// The text of a place, not too long for a message.
    fn shown(&self, span: Span) -> String {
        self.source.slice(span).chars().take(60).collect()
    }
}
