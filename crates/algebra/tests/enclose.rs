//! Roots are enclosed only where there are some.

use alembert_algebra::enclose::{EncloseError, enclose_root};
use alembert_algebra::evaluate::Enclosed;
use alembert_algebra::numeric::Ball;
use alembert_algebra::{Expr, Kind, Rational};

fn unknown(name: &str) -> Expr {
    Expr::symbol(name, Kind::Coordinate, 0)
}

fn power_of_ten(n: u32) -> Expr {
    Expr::from(10).powi(i64::from(n))
}

/// What the search from `start` ends with.
fn searched(equation: Expr, x: Expr, start: f64) -> Result<Ball, EncloseError> {
    let mut point = Enclosed::default();
    point.set(x, Ball::point(start.into()));
    enclose_root(&[equation], &[x], &mut point)?;
    Ok(point.get(x).expect("the unknown has a value"))
}

/// 10²⁰ (x² + 10⁻⁵²) has no root, and Newton's steps from x = 10⁻²⁴ end near 0, where they are smaller than
/// any box: with the slope at the centre alone each box would seem to hold one.
#[test]
fn a_minimum_just_above_zero_is_no_root() {
    let x = unknown("x");
    let above = power_of_ten(20) * (x * x + power_of_ten(52).powi(-1));
    for start in [1e-24, -3e-25, 7.7e-26, 1.1e-26, 2e-27] {
        let found = searched(above, x, start);
        assert!(found.is_err(), "from {start:e}: {found:?}");
    }
}

/// Its neighbour 10²⁰ (x² − 10⁻⁵²) has the roots ±10⁻²⁶.
#[test]
fn two_roots_that_are_close_are_told_apart() {
    let x = unknown("x");
    let below = power_of_ten(20) * (x * x - power_of_ten(52).powi(-1));
    for sign in [1.0, -1.0] {
        let root = searched(below, x, sign * 2e-26).expect("a root");
        let distance = root.mid().hi() - sign * 1e-26;
        assert!(distance.abs() <= root.rad() && root.rad() < 2e-27, "{root:?}");
    }
}

/// A box proves a root only where the slope has one sign in it: √2 of x² = 2, and none of x² = −2.
#[test]
fn roots_are_proved_and_their_absence_is_not_denied() {
    let x = unknown("x");
    let root = searched(x * x - Expr::from(2), x, 1.0).expect("a root");
    assert!((root.mid() - 2f64.sqrt().into()).hi().abs() < 1e-15 && root.rad() < 1e-26);
    assert_eq!(searched(x * x + Expr::from(2), x, 1.0), Err(EncloseError::Diverged));
    let twice = (x - Expr::from(1)) * (x - Expr::from(1));
    assert!(searched(twice, x, 1.5).is_err(), "a double root has no proof");
}

/// Two equations in two unknowns: the line x + y = 3 and the hyperbola x y = 2.
#[test]
fn a_root_of_several_equations_is_enclosed() {
    let (x, y) = (unknown("x"), unknown("y"));
    let mut point = Enclosed::default();
    point.set(x, Ball::point(0.8.into()));
    point.set(y, Enclosed::rational(&Rational::from(2)));
    let equations = [x + y - Expr::from(3), x * y - Expr::from(2)];
    enclose_root(&equations, &[x, y], &mut point).expect("a root");
    let found = [x, y].map(|e| point.get(e).expect("a value"));
    for (ball, exact) in found.iter().zip([1.0, 2.0]) {
        assert!((ball.mid() - exact.into()).abs() <= ball.rad().into(), "{ball:?}");
    }
}
