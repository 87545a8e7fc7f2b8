//! Constants at which a function of the real numbers has no value: `log(-1)`, `√(-2)`, `asin(3)`.
//!
//! Only what is proved by an enclosure is refused; an argument with a symbol in it is not looked at.

use alembert_algebra::evaluate::{Enclosed, evaluate};
use alembert_algebra::{Elementary, Expr as Value, Function, Node, Rational, symbols};

/// Why a constant has no value: what the functions in it take.
pub(super) fn out_of_domain(value: Value) -> Option<&'static str> {
    match value.node() {
        Node::Apply(Function::Elementary(function), arguments) => {
            let (low, high) = enclosure(*arguments.first()?)?;
            outside(function, low, high)
        }
        Node::Product(factors) => factors.iter().find_map(|(base, exponent)| root(*base, exponent)),
        _ => None,
    }
}

/// A negative number under a root of even degree.
fn root(base: Value, exponent: &Rational) -> Option<&'static str> {
    let is_even = exponent.denom().to_i64().is_some_and(|n| n % 2 == 0);
    let (_, high) = enclosure(base).filter(|_| is_even)?;
    (high < 0.0).then_some("a root is taken of numbers that are not negative")
}

/// What a function takes, when an enclosed argument lies outside of it.
fn outside(function: Elementary, low: f64, high: f64) -> Option<&'static str> {
    let (is_outside, domain) = match function {
        Elementary::Log => (high <= 0.0, "`log` takes positive numbers"),
        Elementary::Asin => (low > 1.0 || high < -1.0, "`asin` takes numbers from -1 to 1"),
        Elementary::Acos => (low > 1.0 || high < -1.0, "`acos` takes numbers from -1 to 1"),
        Elementary::Acosh => (high < 1.0, "`acosh` takes numbers from 1 on"),
        Elementary::Atanh => (low >= 1.0 || high <= -1.0, "`atanh` takes numbers between -1 and 1"),
        _ => return None,
    };
    is_outside.then_some(domain)
}

/// Bounds of an expression without symbols.
fn enclosure(e: Value) -> Option<(f64, f64)> {
    if !symbols(&[e]).iter().all(|s| *s == Value::pi()) {
        return None;
    }
    let ball = evaluate(&[e], &Enclosed::default()).ok()?;
    Some((ball[0].lower(), ball[0].upper()))
}
