//! The graph: canonical forms, derivatives, faults.

use alembert_algebra::{
    Elementary, Expr, Fault, Function, Kind, Node, Rational, Substitution, apply, contains,
    graph::flow, partial, rate, rate_below, symbols,
};

fn coordinate(name: &str) -> Expr {
    Expr::symbol(name, Kind::Coordinate, 0)
}

fn dot(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Coordinate, order)
}

fn parameter(name: &str, positive: bool) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive }, 0)
}

fn sin(x: Expr) -> Expr {
    apply(Elementary::Sin, &[x])
}

fn cos(x: Expr) -> Expr {
    apply(Elementary::Cos, &[x])
}

#[test]
fn equal_terms_and_equal_bases_are_collected() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    assert_eq!(x + x + x, Expr::from(3) * x);
    assert_eq!(x + y - x, y);
    assert_eq!(x * y * x, y * x.powi(2));
    assert_eq!((x + y) - (y + x), Expr::zero());
    assert_eq!((Expr::from(2) * x).powi(3), Expr::from(8) * x.powi(3));
}

#[test]
fn symbols_of_one_name_and_several_kinds_stay_apart() {
    let kinds = [
        Kind::Coordinate,
        Kind::Input,
        Kind::Parameter { positive: true },
        Kind::Parameter { positive: false },
        Kind::Multiplier,
    ];
    let made = kinds.map(|kind| Expr::symbol("x", kind, 0));
    let again = kinds.map(|kind| Expr::symbol("x", kind, 0));
    assert_eq!(made, again);
    for (i, &x) in made.iter().enumerate() {
        assert_eq!(x.as_symbol().unwrap().kind, kinds[i]);
        assert!(made[..i].iter().all(|&y| x != y && x * x != y * y && x + x != y + y));
    }
    assert_ne!(Expr::symbol("overflow", Kind::Coordinate, 0), Expr::overflow());
}

#[test]
fn nothing_that_might_be_zero_is_cancelled() {
    let (x, m) = (coordinate("x"), parameter("m", true));
    assert_ne!(x / x, Expr::one());
    assert_ne!(x.powi(2) / x, x);
    assert_eq!(m / m, Expr::one());
    assert_eq!(m.powi(3) / m, m.powi(2));
    assert_ne!(parameter("k", false) / parameter("k", false), Expr::one());
}

#[test]
fn roots_of_numbers_fold_only_when_exact() {
    let two = Expr::from(2);
    assert_eq!(two.sqrt() * two.sqrt(), two);
    assert_eq!(Expr::number(Rational::ratio(9, 4)).sqrt(), Expr::number(Rational::ratio(3, 2)));
    assert!(two.sqrt().as_number().is_none());
    let x = coordinate("x");
    assert_ne!(x.powi(2).sqrt(), x);
    assert_eq!(x.sqrt() * x.pow(&Rational::ratio(3, 2)), x.powi(2));
    let freed = (two * x).sqrt() * (two * x).sqrt() * x;
    assert_eq!(freed, two * x.powi(2));
}

#[test]
fn signs_leave_odd_functions_and_vanish_in_even_ones() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    assert_eq!(sin(-x), -sin(x));
    assert_eq!(cos(x - y), cos(y - x));
    assert_eq!(sin(x - y), -sin(y - x));
    assert_eq!(sin(Expr::zero()), Expr::zero());
    assert_eq!(cos(Expr::zero()), Expr::one());
    assert_eq!(apply(Elementary::Log, &[Expr::one()]), Expr::zero());
    assert_eq!(apply(Elementary::Abs, &[Expr::from(-1)]), Expr::one());
}

#[test]
fn the_order_of_construction_does_not_matter() {
    let letters = ["a", "b", "c", "d", "e"].map(coordinate);
    let forward = Expr::sum(letters.map(|x| x * sin(x)));
    let mut reversed = letters;
    reversed.reverse();
    assert_eq!(forward, Expr::sum(reversed.map(|x| x * sin(x))));
}

#[test]
fn a_division_by_zero_is_a_fault_that_nothing_removes() {
    let x = coordinate("x");
    let fault = Expr::one() / (x - x);
    assert_eq!(fault.fault(), Some(Fault::Undefined));
    assert_eq!((fault * Expr::zero() + x).fault(), Some(Fault::Undefined));
    assert_eq!(sin(fault).fault(), Some(Fault::Undefined));
    assert_eq!(partial(fault, x).fault(), Some(Fault::Undefined));
    assert_eq!(rate(fault).fault(), Some(Fault::Undefined));
    assert_eq!(Expr::zero().powi(0), Expr::one());
    assert_eq!(Expr::zero().pow(&Rational::ratio(-1, 2)).fault(), Some(Fault::Undefined));
}

#[test]
fn numbers_that_are_too_long_overflow() {
    assert_eq!(Expr::from(10).powi(1_000_000_000).fault(), Some(Fault::Overflow));
    assert_eq!(Expr::from(-1).powi(1_000_000_001), Expr::from(-1));
    assert_eq!(coordinate("x").powi(1_000_000_000).fault(), None);
}

#[test]
fn products_differentiate_factor_by_factor() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    assert_eq!(partial(x.powi(3) * y, x), Expr::from(3) * x.powi(2) * y);
    assert_eq!(partial(y / x, x), -(y / x.powi(2)));
    assert_eq!(partial(x.sqrt(), x), Expr::number(Rational::ratio(1, 2)) / x.sqrt());
    assert_eq!(partial(sin(x * y), x), y * cos(x * y));
    assert_eq!(partial(y, x), Expr::zero());
}

#[test]
fn every_function_of_the_table_has_its_derivative() {
    let x = coordinate("x");
    let one = Expr::one();
    let of = |f: Elementary| apply(f, &[x]);
    let root = |e: Expr| e.pow(&Rational::ratio(-1, 2));
    use Elementary as E;
    let table = [
        (E::Sin, of(E::Cos)),
        (E::Cos, -of(E::Sin)),
        (E::Tan, of(E::Cos).powi(-2)),
        (E::Asin, root(one - x.powi(2))),
        (E::Acos, -root(one - x.powi(2))),
        (E::Atan, (one + x.powi(2)).powi(-1)),
        (E::Sinh, of(E::Cosh)),
        (E::Cosh, of(E::Sinh)),
        (E::Tanh, one - of(E::Tanh).powi(2)),
        (E::Asinh, root(one + x.powi(2))),
        (E::Acosh, root(x - one) * root(x + one)),
        (E::Atanh, (one - x.powi(2)).powi(-1)),
        (E::Exp, of(E::Exp)),
        (E::Log, x.powi(-1)),
        (E::Abs, of(E::Sign)),
        (E::Sign, Expr::zero()),
    ];
    for (f, slope) in table {
        assert_eq!(partial(of(f), x), slope, "{f:?}");
    }
    let y = coordinate("y");
    let angle = apply(E::Atan2, &[y, x]);
    assert_eq!(partial(angle, y), x / (x.powi(2) + y.powi(2)));
    assert_eq!(partial(angle, x), -(y / (x.powi(2) + y.powi(2))));
}

#[test]
fn unspecified_functions_carry_their_partial_derivatives() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    let f = Function::unspecified("f", 2);
    let value = apply(f.clone(), &[x, x * y]);
    let by = |i| f.slope(&[x, x * y], i);
    assert_eq!(partial(value, x), by(0) + y * by(1));
    let plain = apply(f, &[x, y]);
    assert_eq!(partial(partial(plain, y), x), partial(partial(plain, x), y));
}

#[test]
fn the_rate_raises_jets_and_knows_time_and_parameters() {
    let (x, m, t) = (coordinate("x"), parameter("m", false), Expr::time());
    assert_eq!(rate(m * t * x), m * x + m * t * dot("x", 1));
    assert_eq!(rate(dot("x", 1).powi(2)), Expr::from(2) * dot("x", 1) * dot("x", 2));
    assert_eq!(rate(Expr::pi()), Expr::zero());
    let u = Expr::symbol("u", Kind::Input, 0);
    assert_eq!(rate(u), Expr::symbol("u", Kind::Input, 1));
}

#[test]
fn substitution_is_simultaneous_and_keeps_the_rest() {
    let (x, y, z) = (coordinate("x"), coordinate("y"), coordinate("z"));
    let mut turn = Substitution::new([(x, y), (y, z), (z, x)]);
    assert_eq!(turn.apply(x * sin(y) + z), y * sin(z) + x);
    let mut whole = Substitution::new([(sin(x), y)]);
    assert_eq!(whole.apply(sin(x) + x), y + x);
    assert_eq!(whole.apply(sin(z) + y), sin(z) + y);
    let two = Expr::from(2);
    assert_eq!(Substitution::new([(two, x)]).apply(sin(two) + z), sin(x) + z);
}

#[test]
fn symbols_are_listed_once_in_order() {
    let (x, y) = (coordinate("x"), coordinate("y"));
    assert_eq!(symbols(&[y * dot("x", 1) + x, sin(x)]), vec![x, dot("x", 1), y]);
    assert!(contains(sin(x * y), y));
    assert!(!contains(sin(x), y));
}

#[test]
fn depth_costs_no_stack_and_sharing_costs_no_time() {
    let x = coordinate("x");
    let deep = (0..200_000).fold(x, |e, _| sin(e));
    assert!(contains(deep, x));
    let shared = (0..60).fold(x, |e, _| sin(e) * cos(e) + e);
    assert!(matches!(partial(shared, x).node(), Node::Sum(_)));
    let less_deep = (0..2000).fold(x, |e, _| sin(e));
    assert_eq!(partial(less_deep, x).fault(), None);
}

#[test]
fn the_rate_below_an_order_is_the_rate_where_derivatives_of_that_order_vanish() {
    let (x, t) = (coordinate("x"), Expr::symbol("t", Kind::Time, 0));
    let (y, u) = (dot("y", 1), Expr::symbol("u", Kind::Input, 1));
    let circle = |x: &[Expr]| vec![-x[1], x[0]];
    let c = flow("the unit circle, slowly", &["c", "s"], circle)[0];
    let e = sin(x + y) * (dot("x", 1) * y.powi(2) + t * u) / (x * x + c * dot("x", 1)) + x * y;
    let highest = [dot("x", 2), dot("y", 2)].map(|a| (a, Expr::zero()));
    assert_eq!(rate_below(e, 2), Substitution::new(highest).apply(rate(e)));
    assert_ne!(rate_below(e, 2), rate(e));
    assert_eq!(rate_below(e, 3), rate(e));
}
