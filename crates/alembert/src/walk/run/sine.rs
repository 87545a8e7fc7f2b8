//! The equation of Euler angles without the sine that it has once too often.
//!
//! Where two angles turn about nearly one axis the last unknown of a body has an equation of the form
//!
//! ```text
//! k (1 − cos²θ) y = sin θ h     ⇒     k sin θ y = h                                         (1)
//! ```
//!
//! and so with cosines, where the pole of the angles is π/2. The second takes fewer products, and has its digits where
//! θ is small: there 1 − cos²θ has lost them. It holds where the first one does, as long as sin θ is not 0. When k and h
//! share a factor, which a parameter p of k shows,
//!
//! ```text
//! k = a p + b,   h = c p + d,   a h = c k,   a a number     ⇒     a sin θ y = c             (2)
//! ```
//!
//! Each is taken when it was verified in the ring of the system; terms are divided one by one, so that nothing is
//! multiplied out.

#![allow(non_snake_case, reason = "W is the symbol of the papers")]

use alembert_algebra::ring::Ring;
use alembert_algebra::{
    Elementary, Expr, Function, Kind, Matrix, Node, Rational, Substitution, apply, contains,
    partial, postorder, symbols,
};
use alembert_mechanics::eliminate::Eliminated;

use super::shorter::BUDGET;

/// A system of one unknown in the second form of (1), and the sine; none when it has not the first one.
pub(super) fn divided(system: &Eliminated) -> Option<(Eliminated, Expr)> {
    if system.unknowns.len() != 1 {
        return None;
    }
    let [W, h, sine] = over_sine(system.W[(0, 0)], system.h[0])?;
    let W = Matrix::symmetric(1, |_, _| W);
    Some((Eliminated { W, h: vec![h].into(), ..system.clone() }, sine))
}

/// Both sides of (1) without the sine, and the sine.
fn over_sine(W: Expr, h: Expr) -> Option<[Expr; 3]> {
    postorder(&[h]).into_iter().find_map(|sine| {
        let k = factor_of_square(W, sine, beside(sine)?)?;
        let [k, h] = over_parameter(k, without(h, sine)?);
        Some([k * sine, h, sine])
    })
}

/// The cosine of the angle of a sine, or the sine of that of a cosine; none of anything else.
fn beside(sine: Expr) -> Option<Expr> {
    match sine.node() {
        Node::Apply(Function::Elementary(Elementary::Sin), angle) => {
            Some(apply(Elementary::Cos, &angle))
        }
        Node::Apply(Function::Elementary(Elementary::Cos), angle) => {
            Some(apply(Elementary::Sin, &angle))
        }
        _ => None,
    }
}

/// k of `k sin²θ`, which does not contain θ; none when that is not what the expression is.
fn factor_of_square(e: Expr, sine: Expr, cosine: Expr) -> Option<Expr> {
    let Node::Apply(_, angle) = sine.node() else { return None };
    let k = Substitution::new([(cosine, Expr::zero()), (sine, Expr::one())]).apply(e);
    if k == e || k == Expr::zero() || symbols(&[angle[0]]).iter().any(|&s| contains(k, s)) {
        return None;
    }
    is_zero(e - k * sine.powi(2)).then_some(k)
}

/// k and h without the factor of (2), or as they are.
fn over_parameter(k: Expr, h: Expr) -> [Expr; 2] {
    let without = |p: Expr| {
        let [a, c] = [k, h].map(|e| partial(e, p));
        let is_linear = matches!(a.node(), Node::Number(_)) && !contains(c, p);
        (is_linear && a != Expr::zero() && is_zero(a * h - c * k)).then_some([a, c])
    };
    let is_parameter =
        |p: &Expr| p.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Parameter { .. }));
    symbols(&[k]).into_iter().filter(is_parameter).find_map(without).unwrap_or([k, h])
}

/// Is an expression 0 as an element of its ring?
fn is_zero(e: Expr) -> bool {
    let Ok(mut ring) = Ring::new(&[e]) else { return false };
    ring.set_budget(BUDGET);
    ring.fraction(e).is_ok_and(|fraction| fraction.is_zero())
}

/// An expression without a factor that stands in each of its terms.
fn without(e: Expr, factor: Expr) -> Option<Expr> {
    if e == factor {
        return Some(Expr::one());
    }
    match e.node() {
        Node::Sum(terms) => {
            let term = |(c, e): &(Rational, Expr)| Some(without(*e, factor)?.scale(c));
            terms.iter().map(term).try_fold(Expr::zero(), |sum, term| Some(sum + term?))
        }
        Node::Product(powers) => {
            let less = |i: usize| {
                let (base, k) = &powers[i];
                let base = without(*base, factor).filter(|_| *k >= Rational::ONE)?;
                let rest = powers.iter().enumerate().map(|(j, (e, k))| match j == i {
                    true => base * e.pow(&(k - &Rational::ONE)),
                    false => e.pow(k),
                });
                Some(rest.fold(Expr::one(), |product, e| product * e))
            };
            (0..powers.len()).find_map(less)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alembert_algebra::zero::{Verdict, zero_test};

    fn is_same(a: Expr, b: Expr) -> bool {
        zero_test(a - b) == Verdict::Zero
    }

    /// (1) and (2), with both signs; a sine that the right side does not have stays squared.
    #[test]
    fn a_sine_that_both_sides_have_is_divided_by_once() {
        let [x, y, t] = ["x", "y", "θ"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let [k, m] =
            ["k", "m"].map(|name| Expr::symbol(name, Kind::Parameter { positive: true }, 0));
        let [sin, cos] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[t]));
        let rest = k * x - m * y * cos;
        for below in [k, -k, k + m, -(k + m)] {
            let left = below - below * cos * cos;
            let [W, h, _] = over_sine(left, sin * rest).expect("they share one");
            assert!(is_same(W, below * sin) && is_same(h, rest), "{below:?}");
            let right = sin * (k * y - k * x * cos) + m * y * sin - m * x * cos * sin;
            let [W, h, _] = over_sine(left, right).expect("they share one");
            let shares_all = is_same(below.powi(2), (k + m).powi(2));
            let sign = if is_same(below, k + m) { Expr::one() } else { -Expr::one() };
            match shares_all {
                true => assert!(W == sign * sin && is_same(h, y - x * cos), "{below:?}"),
                false => assert!(is_same(W, below * sin) && is_same(h * sin, right), "{below:?}"),
            }
        }
        let [W, h, pole] = over_sine(k - k * sin * sin, cos * rest).expect("they share one");
        assert!(is_same(W, k * cos) && is_same(h, rest) && pole == cos);
        assert_eq!(over_sine(k - k * cos * cos, rest), None);
        assert_eq!(over_sine(k * (Expr::from(2) - cos * cos), sin * rest), None);
    }

    /// Roots of parameters are not made rational, and powers stay powers; nothing is left of the sine.
    #[test]
    fn nothing_is_multiplied_out() {
        let [x, t] = ["x", "θ"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let [k, m] =
            ["k", "m"].map(|name| Expr::symbol(name, Kind::Parameter { positive: true }, 0));
        let [sin, cos] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[t]));
        let root = k + m.pow(&Rational::ratio(1, 2));
        let power = (x - Expr::from(100)).powi(5);
        let [W, h, _] = over_sine(root - root * cos * cos, sin * k * power + x * sin * cos)
            .expect("they share one");
        assert_eq!((W, h), (root * sin, k * power + x * cos));
        let [W, h, _] = over_sine(k * x * sin * sin, sin.powi(3) * m).expect("they share one");
        assert_eq!((W, h), (k * x * sin, sin.powi(2) * m));
    }
}
