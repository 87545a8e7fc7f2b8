//! Products, quotients and powers.
//!
//! A product is built in one go from its numbers; a vector among its factors is carried along and
//! multiplied at the end. `·` and `×` of two vectors take the product so far and the factor. A
//! rotation turns the next vector, before that is multiplied.

use alembert_algebra::{Elementary, Expr as Value, Node, Rational, apply, product};

use alembert_mechanics::rotation::Rotation;

use super::expressions::Lowering;
use super::quantity::{Quantity, cross, dot};
use super::values::Values;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, Factor, Operator};

/// A factor with its own sign taken out: −(a + b) c is not (−a − b) c.
struct Part<'e> {
    operator: Operator,
    negative: bool,
    expr: &'e Expr,
}

/// The factors of a product and of the products in it, so that `\frac{m}{2} x` is `m/2 x`.
fn flatten<'e>(factors: &'e [Factor], out: &mut Vec<Part<'e>>) {
    for factor in factors {
        let (negative, expr) = match &factor.expr.kind {
            ExprKind::Negative(inner) => (true, &**inner),
            _ => (false, &factor.expr),
        };
        let operator = factor.operator;
        match &expr.kind {
            ExprKind::Product(inner) if out.is_empty() || is_plain(operator, inner) => {
                let first = out.len();
                flatten(inner, out);
                out[first].negative ^= negative;
                out[first].operator = operator;
            }
            _ => out.push(Part { operator, negative, expr }),
        }
    }
}

/// Is a product among the factors of another one when its brackets are left out? Dots and crosses
/// of vectors would take what stands before them.
fn is_plain(operator: Operator, inner: &[Factor]) -> bool {
    let sign = |operator| matches!(operator, Operator::Dot | Operator::Cross);
    !sign(operator) && operator != Operator::Over && !inner.iter().any(|f| sign(f.operator))
}

/// Rotations that wait for the vector after them, with the sign before the first of them.
#[derive(Default)]
struct Turning<'v> {
    waiting: Vec<&'v Rotation>,
    operator: Option<Operator>,
}

impl<'v> Turning<'v> {
    /// Is the factor a rotation? Then it waits.
    fn takes(&mut self, operator: Operator, expr: &Expr, values: &'v Values) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        let Some(rotation) = values.rotation(name) else { return false };
        self.waiting.push(rotation);
        self.operator.get_or_insert(operator);
        true
    }

    /// A vector turned by the rotations before it, the nearest first; numbers pass.
    fn turned(&mut self, operator: Operator, quantity: Quantity) -> (Operator, Quantity) {
        match (&quantity, self.operator) {
            (Quantity::Vector(p), Some(before)) => {
                let start = match p.as_slice() {
                    &[x, y, z] => [x, y, z],
                    // Vectors of the plane after a rotation have been refused.
                    _ => [Value::undefined(); 3],
                };
                let turned = self.waiting.drain(..).rev().fold(start, |p, r| r.to_space(p));
                self.operator = None;
                (before, Quantity::Vector(turned.to_vec()))
            }
            _ => (operator, quantity),
        }
    }
}

impl Lowering<'_> {
    pub(super) fn product(&mut self, factors: &[Factor], span: Span) -> Quantity {
        let mut flat = Vec::with_capacity(factors.len());
        flatten(factors, &mut flat);
        let mut numbers = Vec::with_capacity(flat.len());
        let mut vector: Option<Vec<Value>> = None;
        let mut turning = Turning::default();
        for Part { operator, negative, expr } in flat {
            if negative {
                numbers.push((Value::from(-1), Rational::ONE));
            }
            if turning.takes(operator, expr, self.values) {
                continue;
            }
            let (operator, quantity) = turning.turned(operator, self.quantity(expr));
            let divides = operator == Operator::Over;
            match (vector.take(), quantity) {
                (before, Quantity::Number(value)) => {
                    if divides && value == Value::zero() {
                        return self.division_by_zero(expr);
                    }
                    let exponent = if divides { Rational::MINUS_ONE } else { Rational::ONE };
                    numbers.push((value, exponent));
                    vector = before;
                }
                (None, Quantity::Vector(p)) => vector = Some(p),
                (Some(p), Quantity::Vector(q)) if operator == Operator::Cross => {
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

    fn division_by_zero(&mut self, divisor: &Expr) -> Quantity {
        let shown = self.shown(divisor.span);
        let message = format!("division by zero: `{shown}` is zero");
        self.once(Diagnostic::new(Code::DivisionByZero, divisor.span, message));
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
