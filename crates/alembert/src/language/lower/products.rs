//! Products, quotients and powers.
//!
//! A product is built in one go from its numbers; a vector among its factors is carried along and
//! multiplied at the end. `·` and `×` of two vectors take the product so far and the factor.

use alembert_algebra::{Elementary, Expr as Value, Node, Rational, apply, product};

use super::expressions::Lowering;
use super::quantity::{Quantity, cross, dot};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator};

impl Lowering<'_> {
    pub(super) fn product(&mut self, factors: &[Factor], span: Span) -> Quantity {
        let mut numbers = Vec::with_capacity(factors.len());
        let mut vector: Option<Vec<Value>> = None;
        for factor in factors {
            // A sign joins the number of the product: −(a + b) c is not (−a − b) c.
            let (negative, expr) = match &factor.expr.kind {
                ExprKind::Negative(inner) => (true, &**inner),
                _ => (false, &factor.expr),
            };
            let quantity = self.quantity(expr);
            if negative {
                numbers.push((Value::from(-1), Rational::ONE));
            }
            let divides = factor.operator == Operator::Over;
            match (vector.take(), quantity) {
                (before, Quantity::Number(value)) => {
                    if divides && value == Value::zero() {
                        return self.division_by_zero(factor);
                    }
                    let exponent = if divides { Rational::MINUS_ONE } else { Rational::ONE };
                    numbers.push((value, exponent));
                    vector = before;
                }
                (None, Quantity::Vector(p)) => vector = Some(p),
                (Some(p), Quantity::Vector(q)) if factor.operator == Operator::Cross => {
                    vector = Some(cross(&p, &q));
                }
                (Some(p), Quantity::Vector(q)) => numbers.push((dot(&p, &q), Rational::ONE)),
            }
        }
        let mut scaled = |component: Option<Value>| {
            let component = component.map(|value| (value, Rational::ONE));
            let value = product(numbers.iter().cloned().chain(component).collect());
            self.within_limits(value, span)
        };
        match vector {
            Some(p) => Quantity::Vector(p.into_iter().map(|value| scaled(Some(value))).collect()),
            None => Quantity::Number(scaled(None)),
        }
    }

    fn division_by_zero(&mut self, factor: &Factor) -> Quantity {
        let shown = self.shown(factor.expr.span);
        let message = format!("division by zero: `{shown}` is zero");
        self.once(Diagnostic::new(Code::DivisionByZero, factor.expr.span, message));
        Quantity::Number(Value::undefined())
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

    /// `a^b`; the square of a vector, and powers of its length without a root.
    pub(super) fn power_of(&mut self, base: &Expr, exponent: &Expr, span: Span) -> Value {
        if self.values.is_euler(base) {
            return apply(Elementary::Exp, &[self.item(exponent)]);
        }
        let (squared, value) = match &base.kind {
            ExprKind::Bars(inner) => match self.quantity(inner) {
                Quantity::Vector(p) => (true, dot(&p, &p)),
                Quantity::Number(value) => (false, apply(Elementary::Abs, &[value])),
            },
            _ => match self.quantity(base) {
                Quantity::Vector(p) => return dot(&p, &p),
                Quantity::Number(value) => (false, value),
            },
        };
        let exponent = self.item(exponent);
        let half = Value::number(Rational::ratio(1, 2));
        self.power(value, if squared { exponent * half } else { exponent }, span)
    }

    /// A rational power, or exp(b log a).
    pub(super) fn power(&mut self, base: Value, exponent: Value, span: Span) -> Value {
        let Some(exponent) = exponent.as_number() else {
            return apply(Elementary::Exp, &[exponent * apply(Elementary::Log, &[base])]);
        };
        self.within_limits(base.pow(&exponent), span)
    }
}
