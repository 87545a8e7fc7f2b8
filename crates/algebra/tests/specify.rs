//! Unspecified functions that are given a formula.

use alembert_algebra::{Elementary, Expr, Fault, Function, Kind, Specification, apply, partial};

fn coordinate(name: &str) -> Expr {
    Expr::symbol(name, Kind::Coordinate, 0)
}

fn sin(x: Expr) -> Expr {
    apply(Elementary::Sin, &[x])
}

fn cos(x: Expr) -> Expr {
    apply(Elementary::Cos, &[x])
}

fn f(arguments: &[Expr]) -> Expr {
    apply(Function::unspecified("f", arguments.len()), arguments)
}

#[test]
fn the_formula_is_taken_at_the_arguments() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    let mut difference = Specification::new("f", &[x, y], x - y.powi(2));
    assert_eq!(difference.apply(f(&[y, x])), y - x.powi(2));
    assert_eq!(difference.apply(sin(f(&[x * y, y])) + x), sin(x * y - y.powi(2)) + x);
}

#[test]
fn each_partial_derivative_is_that_of_the_formula() {
    let (x, y, u) = (coordinate("x"), coordinate("y"), coordinate("u"));
    let mut cubic = Specification::new("f", &[x, y], x.powi(3) * y.powi(2));
    let value = f(&[u, u]);
    let direct = u.powi(3) * u.powi(2);
    assert_eq!(cubic.apply(value), direct);
    let by = |first, second| {
        let slope = |e, x, times| (0..times).fold(e, |e, _| partial(e, x));
        slope(slope(f(&[x, y]), x, first), y, second)
    };
    assert_eq!(cubic.apply(by(1, 0)), Expr::from(3) * x.powi(2) * y.powi(2));
    assert_eq!(cubic.apply(by(0, 1)), Expr::from(2) * x.powi(3) * y);
    assert_eq!(cubic.apply(by(2, 1)), Expr::from(12) * x * y);
    assert_eq!(cubic.apply(by(1, 3)), Expr::zero());
}

#[test]
fn specifying_commutes_with_differentiating() {
    let (x, t) = (coordinate("x"), Expr::time());
    let field = f(&[x, t]);
    let mut wave = Specification::new("f", &[x, t], sin(x - t));
    assert_eq!(wave.apply(partial(field, x)), partial(wave.apply(field), x));
    assert_eq!(wave.apply(partial(field, t)), -cos(x - t));
    assert_eq!(wave.apply(partial(partial(field, t), x)), sin(x - t));
}

#[test]
fn the_function_inside_its_own_argument_is_replaced_too() {
    let x = coordinate("x");
    let mut square = Specification::new("f", &[x], x.powi(2) + Expr::one());
    let inner = x.powi(2) + Expr::one();
    assert_eq!(square.apply(f(&[f(&[x])])), inner.powi(2) + Expr::one());
}

#[test]
fn a_formula_that_contains_the_function_is_not_unfolded_for_ever() {
    let x = coordinate("x");
    let mut next = Specification::new("f", &[x], f(&[x]) + Expr::one());
    assert_eq!(next.apply(f(&[x])), f(&[x]) + Expr::one());
}

#[test]
fn other_functions_and_other_numbers_of_arguments_stay() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    let mut square = Specification::new("f", &[x], x.powi(2));
    let others = f(&[x, y]) + apply(Function::unspecified("g", 1), &[x]);
    assert_eq!(square.apply(others), others);
    assert_eq!(square.apply_all(&[others, f(&[y])]).to_vec(), vec![others, y.powi(2)]);
}

#[test]
fn a_formula_without_a_value_at_the_arguments_is_a_fault() {
    let x = coordinate("x");
    let mut inverse = Specification::new("f", &[x], x.powi(-1));
    assert_eq!(inverse.apply(f(&[Expr::zero()])).fault(), Some(Fault::Undefined));
}

#[test]
fn depth_costs_no_stack() {
    let x = coordinate("x");
    let deep = (0..50_000).fold(f(&[x]), |e, _| sin(e));
    let mut identity = Specification::new("f", &[x], x);
    let expected = (0..50_000).fold(x, |e, _| sin(e));
    assert_eq!(identity.apply(deep), expected);
}
