//! The value of an expression in doubles, straight from its definition: a second evaluator that
//! shares no code with those of the library.

use alembert_algebra::{Elementary as E, Expr, Function, Node, Rational};

/// The value at a point that gives symbols and unspecified functions their values.
pub(crate) fn value(e: Expr, point: &[(Expr, f64)]) -> Option<f64> {
    if let Some((_, x)) = point.iter().find(|(s, _)| *s == e) {
        return Some(*x);
    }
    match e.node() {
        Node::Number(r) => Some(number(&r)),
        Node::Symbol(_) => (e == Expr::pi()).then_some(std::f64::consts::PI),
        Node::Sum(terms) => terms.iter().map(|(c, t)| Some(number(c) * value(*t, point)?)).sum(),
        Node::Product(factors) => {
            factors.iter().map(|(b, k)| Some(value(*b, point)?.powf(number(k)))).product()
        }
        Node::Apply(Function::Elementary(f), x) => {
            let x: Option<Vec<f64>> = x.iter().map(|&x| value(x, point)).collect();
            Some(call(f, &x?))
        }
        Node::Apply(Function::Unspecified(_), _) => None,
    }
}

fn number(r: &Rational) -> f64 {
    r.to_f64()
}

fn call(f: E, x: &[f64]) -> f64 {
    match f {
        E::Sin => x[0].sin(),
        E::Cos => x[0].cos(),
        E::Tan => x[0].tan(),
        E::Asin => x[0].asin(),
        E::Acos => x[0].acos(),
        E::Atan => x[0].atan(),
        E::Atan2 => x[0].atan2(x[1]),
        E::Sinh => x[0].sinh(),
        E::Cosh => x[0].cosh(),
        E::Tanh => x[0].tanh(),
        E::Asinh => x[0].asinh(),
        E::Acosh => x[0].acosh(),
        E::Atanh => x[0].atanh(),
        E::Exp => x[0].exp(),
        E::Log => x[0].ln(),
        E::Abs => x[0].abs(),
        E::Sign => x[0].signum(),
    }
}
