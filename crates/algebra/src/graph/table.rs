//! The table of elementary functions: name, symmetry, exact values, derivative, and the value in
//! each number field.

use super::expr::{Expr, apply};
use super::function::{Elementary, Function, Parity, Row};
use crate::Rational;
use crate::numeric::{Ball, DomainError, DoubleDouble, Interval, Real};

/// A row of the table. The last two words say whether the enclosure in a ball and in an interval
/// always exists (`total`) or only inside a domain (`partial`).
macro_rules! row {
    ($function:ident, $name:ident, $parity:ident, $exact:expr, $slope:expr,
     $ball:ident, $interval:ident) => {
        Row {
            function: Elementary::$function,
            name: stringify!($name),
            arity: 1,
            parity: Parity::$parity,
            exact: $exact,
            slope: $slope,
            float: |x| Real::$name(x[0]),
            double_double: |x| Real::$name(x[0]),
            ball: |x| $ball(x[0].$name()),
            interval: |x| $interval(x[0].$name()),
        }
    };
}

fn total<T>(value: T) -> Result<T, DomainError> {
    Ok(value)
}

fn partial<T>(value: Result<T, DomainError>) -> Result<T, DomainError> {
    value
}

/// Every elementary function, in the order of [`Elementary`].
pub const FUNCTIONS: &[Row] = {
    use Elementary as E;
    &[
        row!(Sin, sin, Odd, &[(0, 0)], |x, _| of(E::Cos, x[0]), total, total),
        row!(Cos, cos, Even, &[(0, 1)], |x, _| -of(E::Sin, x[0]), total, total),
        row!(Tan, tan, Odd, &[(0, 0)], |x, _| of(E::Cos, x[0]).powi(-2), partial, total),
        row!(
            Asin,
            asin,
            Odd,
            &[(0, 0)],
            |x, _| inverse_root(one() - x[0].powi(2)),
            partial,
            partial
        ),
        row!(
            Acos,
            acos,
            None,
            &[(1, 0)],
            |x, _| -inverse_root(one() - x[0].powi(2)),
            partial,
            partial
        ),
        row!(Atan, atan, Odd, &[(0, 0)], |x, _| (one() + x[0].powi(2)).powi(-1), total, total),
        ATAN2,
        row!(Sinh, sinh, Odd, &[(0, 0)], |x, _| of(E::Cosh, x[0]), total, total),
        row!(Cosh, cosh, Even, &[(0, 1)], |x, _| of(E::Sinh, x[0]), total, total),
        row!(Tanh, tanh, Odd, &[(0, 0)], |x, _| one() - of(E::Tanh, x[0]).powi(2), total, total),
        row!(Asinh, asinh, Odd, &[(0, 0)], |x, _| inverse_root(one() + x[0].powi(2)), total, total),
        row!(Acosh, acosh, None, &[(1, 0)], slope_of_acosh, partial, partial),
        row!(
            Atanh,
            atanh,
            Odd,
            &[(0, 0)],
            |x, _| (one() - x[0].powi(2)).powi(-1),
            partial,
            partial
        ),
        row!(Exp, exp, None, &[(0, 1)], |x, _| of(E::Exp, x[0]), total, total),
        row!(Log, log, None, &[(1, 0)], |x, _| x[0].powi(-1), partial, partial),
        row!(Abs, abs, Even, &[(0, 0), (1, 1)], |x, _| of(E::Sign, x[0]), total, total),
        row!(Sign, sign, Odd, &[(0, 0), (1, 1)], |_, _| Expr::zero(), total, total),
    ]
};

/// The angle of the point (x, y); its arguments are y and x.
const ATAN2: Row = Row {
    function: Elementary::Atan2,
    name: "atan2",
    arity: 2,
    parity: Parity::None,
    exact: &[],
    slope: slope_of_atan2,
    float: |yx: &[f64]| Real::atan2(yx[0], yx[1]),
    double_double: |yx: &[DoubleDouble]| yx[0].atan2(yx[1]),
    ball: |yx: &[Ball]| yx[0].atan2(yx[1]),
    interval: |yx: &[Interval]| yx[0].atan2(yx[1]),
};

fn one() -> Expr {
    Expr::one()
}

fn of(f: Elementary, x: Expr) -> Expr {
    apply(Function::Elementary(f), &[x])
}

fn inverse_root(radicand: Expr) -> Expr {
    radicand.pow(&Rational::ratio(-1, 2))
}

/// `acosh' = 1/(√(x − 1) √(x + 1))`, which holds on the whole domain `x > 1`.
fn slope_of_acosh(x: &[Expr], _: usize) -> Expr {
    inverse_root(x[0] - Expr::one()) * inverse_root(x[0] + Expr::one())
}

/// `∂ atan2(y, x)/∂y = x/(x² + y²)`, `∂/∂x = −y/(x² + y²)`.
fn slope_of_atan2(yx: &[Expr], argument: usize) -> Expr {
    let (y, x) = (yx[0], yx[1]);
    let inverse_square = (x.powi(2) + y.powi(2)).powi(-1);
    if argument == 0 { x * inverse_square } else { -(y * inverse_square) }
}

#[cfg(test)]
mod tests {
    use super::FUNCTIONS;
    use crate::numeric::{Ball, DoubleDouble, Interval};

    #[test]
    fn rows_stand_in_the_order_of_the_functions() {
        for (i, row) in FUNCTIONS.iter().enumerate() {
            assert_eq!(row.function as usize, i, "{}", row.name);
        }
    }

    /// Points of which each function has at least one in its domain.
    const POINTS: [f64; 3] = [0.375, -0.625, 1.5];

    #[test]
    fn the_fields_agree_with_each_other() {
        for row in FUNCTIONS {
            let mut defined = 0;
            for x in POINTS {
                let arguments = [x, 0.75];
                let float = (row.float)(&arguments);
                let precise = arguments.map(DoubleDouble::from);
                let double_double = (row.double_double)(&precise);
                let ball = (row.ball)(&precise.map(Ball::point));
                let interval = (row.interval)(&arguments.map(|x| Interval::point(x).unwrap()));
                assert_eq!(float.is_nan(), ball.is_err(), "{} at {x}", row.name);
                assert_eq!(float.is_nan(), interval.is_err(), "{} at {x}", row.name);
                if let (Ok(ball), Ok(interval)) = (ball, interval) {
                    defined += 1;
                    let error = (float - double_double.hi()).abs();
                    assert!(error <= 4.0 * f64::EPSILON * float.abs(), "{} at {x}", row.name);
                    assert!(!(ball - Ball::point(double_double)).excludes_zero(), "{}", row.name);
                    assert!(interval.contains(double_double.hi()), "{} at {x}", row.name);
                }
            }
            assert!(defined > 0, "{}", row.name);
        }
    }
}
