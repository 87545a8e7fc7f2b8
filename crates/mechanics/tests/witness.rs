//! States that refute a claim obey every equation, the ones that follow from others too.

#[path = "../../algebra/tests/support/mod.rs"]
mod support;

use alembert_algebra::Expr;
use alembert_mechanics::Choice;
use alembert_mechanics::witness::{Stage, some_state_obeys, states_of_agreement, witness};
use support::read;

/// A stage of equations in x and y, of which these are said to be redundant.
fn stage(equations: &[&str], redundant: &[usize]) -> Vec<Stage> {
    let equations: Vec<Expr> = equations.iter().map(|text| read(text)).collect();
    let unknowns = vec![read("x"), read("y")];
    vec![Stage { equations, unknowns, redundant: redundant.to_vec() }]
}

fn refutes(claim: (&str, &str), stages: &[Stage]) -> bool {
    let sides = (read(claim.0), read(claim.1));
    witness(sides, stages, &Choice::default()).is_some()
}

/// An equation that is said to follow and does not: no state obeys it.
#[test]
fn a_state_that_breaks_a_redundant_equation_refutes_nothing() {
    for contradicting in [["x - 1", "x - 2"], ["x - y", "2*x - 2*y - 1"], ["x^2 - 2", "x - 1"]] {
        let stages = stage(&contradicting, &[1]);
        assert!(!refutes(("x", "17"), &stages), "{contradicting:?}");
        assert!(!some_state_obeys(&stages, &Choice::default()), "{contradicting:?}");
        let claims = [read("x - 17")];
        assert_eq!(states_of_agreement(&claims, &stages, &Choice::default()), Some(0));
    }
}

/// An equation that follows from another one does not hide the states that there are.
#[test]
fn redundant_equations_leave_the_states_that_there_are() {
    let stages = stage(&["x - 2*y", "3*x - 6*y"], &[1]);
    assert!(refutes(("x", "y"), &stages) && some_state_obeys(&stages, &Choice::default()));
    assert!(!refutes(("x", "2*y"), &stages));
    let stages = stage(&["x^2 + y^2 - 25", "2*x^2 + 2*y^2 - 50"], &[1]);
    assert!(refutes(("x", "3"), &stages));
    assert!(!refutes(("x^2", "25 - y^2"), &stages));
}

/// Equations that depend on each other, and are not said to, determine nothing that could be enclosed.
#[test]
fn equations_that_depend_on_each_other_give_no_state() {
    assert!(!some_state_obeys(&stage(&["x - 2*y", "3*x - 6*y"], &[]), &Choice::default()));
}

/// f(x) and f(y) have values of their own only where x and y differ: on x = y they are one.
#[test]
fn equal_arguments_have_equal_values() {
    let stages = stage(&["x - y"], &[]);
    assert!(!refutes(("f(x)", "f(y)"), &stages), "x = y");
    assert!(!refutes(("f(x^2)", "f(x*y)"), &stages), "x² = x y");
    assert!(refutes(("f(x)", "f(y)"), &stage(&["x - y - 1"], &[])), "x = y + 1");
    assert!(refutes(("f(x)", "f(2*x)"), &stages), "x and 2 x differ");
    // whether these arguments are equal is not decided, and then nothing is refuted
    assert!(!refutes(("f(exp(log(x^2 + 1)))", "f(x^2 + 1)"), &stages));
}
