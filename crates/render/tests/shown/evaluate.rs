//! Two ways to a number: from the text, and from the graph.

use alembert_algebra::{Elementary, Expr, Function, Node, Rational};

use crate::read::Value;

/// A number between ½ and 2 that belongs to a name.
fn value_of(name: &str, dots: u32) -> f64 {
    let seed = name.bytes().fold(dots.wrapping_add(7), |h, b| {
        h.wrapping_mul(31).wrapping_add(u32::from(b)).wrapping_mul(2_654_435_761)
    });
    0.5 + 1.5 * f64::from(seed >> 8) / f64::from(1u32 << 24)
}

fn function(f: Elementary, x: &[f64]) -> f64 {
    match f {
        Elementary::Sin => x[0].sin(),
        Elementary::Cos => x[0].cos(),
        Elementary::Tan => x[0].tan(),
        Elementary::Asin => x[0].asin(),
        Elementary::Acos => x[0].acos(),
        Elementary::Atan => x[0].atan(),
        Elementary::Atan2 => x[0].atan2(x[1]),
        Elementary::Sinh => x[0].sinh(),
        Elementary::Cosh => x[0].cosh(),
        Elementary::Tanh => x[0].tanh(),
        Elementary::Asinh => x[0].asinh(),
        Elementary::Acosh => x[0].acosh(),
        Elementary::Atanh => x[0].atanh(),
        Elementary::Exp => x[0].exp(),
        Elementary::Log => x[0].ln(),
        Elementary::Abs => x[0].abs(),
        Elementary::Sign => x[0].signum(),
    }
}

impl Value for f64 {
    fn number(r: Rational) -> Self {
        r.to_f64()
    }

    fn name(name: &str, dots: u32) -> Self {
        value_of(name, dots)
    }

    fn add(self, other: Self) -> Self {
        self + other
    }

    fn product(factors: &[Self]) -> Self {
        factors.iter().product()
    }

    fn power(self, exponent: Self) -> Self {
        self.powf(exponent)
    }

    fn call(name: &str, arguments: &[Self]) -> Self {
        match Elementary::named(name) {
            Some(f) => function(f, arguments),
            None => arguments[0].sqrt(),
        }
    }

    fn rate(self) -> Self {
        Self::NAN
    }
}

/// The value of an expression of the graph.
pub(crate) fn value(e: Expr) -> f64 {
    match e.node() {
        Node::Number(r) => r.to_f64(),
        Node::Symbol(s) => value_of(&s.name, s.order),
        Node::Sum(terms) => terms.iter().map(|(c, e)| c.to_f64() * value(*e)).sum(),
        Node::Product(powers) => powers.iter().map(|(e, k)| value(*e).powf(k.to_f64())).product(),
        Node::Apply(Function::Elementary(f), arguments) => {
            function(f, &arguments.iter().map(|&a| value(a)).collect::<Vec<_>>())
        }
        Node::Apply(Function::Unspecified(_), _) => f64::NAN,
    }
}
