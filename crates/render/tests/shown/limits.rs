//! Nothing is written that is too long, and nothing blows the stack.

use alembert_algebra::{Elementary, Expr, Fault, Kind, Rational, apply};
use alembert_render::{LARGEST_PAGE, Notation, RenderError, Spelling, Typesetter, tree};

fn x() -> Expr {
    Expr::symbol("x", Kind::Coordinate, 0)
}

fn shown(e: Expr) -> Result<String, RenderError> {
    Ok(Spelling::Unicode.text(&tree(e, &Notation::default())?))
}

fn is_too_long(e: Expr) -> bool {
    matches!(shown(e), Err(RenderError::TooLong { .. }))
}

#[test]
fn a_graph_that_is_exponentially_large_as_a_tree_is_refused_at_once() {
    let doubled = (0..60).fold(x(), |e, _| apply(Elementary::Sin, &[e]) * e + Expr::one());
    assert!(is_too_long(doubled));
}

#[test]
fn a_deep_graph_is_refused_without_recursion() {
    let nested = |n| (0..n).fold(x(), |e, _| apply(Elementary::Sin, &[e + Expr::one()]));
    assert!(matches!(shown(nested(300)), Err(RenderError::TooDeep { .. })));
    assert!(is_too_long(nested(200_000)));
    // The deepest that is written needs little stack.
    let writer = std::thread::Builder::new().stack_size(512 * 1024);
    let deep = move || {
        (0..19).fold(x(), |e, _| ((e + Expr::one()).powi(-2) + Expr::one()).sqrt().powi(-1))
    };
    let thread = writer.spawn(move || shown(deep()).map(|text| text.len() > 300));
    assert_eq!(thread.unwrap().join().unwrap(), Ok(true));
}

#[test]
fn long_sums_numbers_and_primes_count_by_their_length() {
    let sum = Expr::sum((0..30_000).map(|i| Expr::symbol(&format!("a{i}"), Kind::Input, 0)));
    assert!(is_too_long(sum));
    assert!(is_too_long(Expr::symbol("x", Kind::Coordinate, 4_000_000_000)));
    assert!(is_too_long(Expr::symbol(&"x".repeat(1 << 20), Kind::Coordinate, 0)));
    let long = Expr::number(Rational::from(10).pow(4000).unwrap());
    let many = Expr::sum((0..100).map(|i| long * Expr::symbol(&format!("a{i}"), Kind::Input, 0)));
    assert!(shown(long).is_ok());
    assert!(is_too_long(many));
}

#[test]
fn a_page_has_a_limit_of_its_own() {
    let sum = Expr::sum((0..2_000).map(|i| Expr::symbol(&format!("a{i}"), Kind::Input, 0)));
    let mut typesetter = Typesetter::new(&Notation::default());
    let end = (0..1000).find_map(|_| typesetter.tree(sum).err());
    assert_eq!(end, Some(RenderError::TooLong { limit: LARGEST_PAGE }));
}

#[test]
fn an_expression_without_a_value_is_not_written() {
    let undefined = x() / Expr::zero();
    assert_eq!(shown(undefined), Err(RenderError::NoValue(Fault::Undefined)));
    assert_eq!(shown(Expr::overflow()), Err(RenderError::NoValue(Fault::Overflow)));
}
