//! What a system may be, and the message for each thing that it may not be.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::{Expr, Fault, Kind, Vector};
use alembert_mechanics::{Constraint, Place, PrincipleError, System, dissipative_force};
use exact::{free, half, input, jet, lambda, parameter};

/// A particle on a line with this Lagrangian, force and constraints.
fn line(L: Expr, Q: Expr, constraints: Vec<Constraint>) -> Result<System, PrincipleError> {
    System::new(vec![jet("x", 0)].into(), L, vec![Q].into(), constraints)
}

fn kinetic() -> Expr {
    half(jet("x", 1).powi(2))
}

/// The error for a particle on a line with this constraint.
fn refused(phi: Expr) -> PrincipleError {
    line(kinetic(), Expr::zero(), vec![Constraint::ideal("c", phi)]).unwrap_err()
}

fn constraint() -> Place {
    Place::Constraint { label: "c".into() }
}

#[test]
fn the_parts_of_a_system_are_those_it_was_made_of() {
    let (x, u, F) = (jet("x", 0), input("u", 0), parameter("F"));
    let stop = Constraint::ideal("stop", x - u);
    let system = line(kinetic(), F, vec![stop.clone()]).unwrap();
    assert_eq!(system.t(), Expr::time());
    assert_eq!(system.q().to_vec(), vec![x]);
    assert_eq!(system.L(), kinetic());
    assert_eq!(system.Q().to_vec(), vec![F]);
    assert_eq!(system.constraints(), [stop]);
    assert_eq!(system.inputs().to_vec(), vec![u]);
    assert_eq!(system.definitions(), []);
    assert_eq!(system.order(), 1);
    assert_eq!(free(&["x"], jet("x", 2).powi(2)).order(), 2);
}

#[test]
fn coordinates_are_distinct_symbols_without_dots() {
    let make = |q: Vec<Expr>| {
        let Q = Vector::zeros(q.len());
        System::new(q.into(), Expr::zero(), Q, vec![]).unwrap_err()
    };
    let place = Place::Coordinates;
    let (x, m) = (jet("x", 0), parameter("m"));
    assert_eq!(make(vec![x, m]), PrincipleError::WrongKind { place: place.clone(), index: 1 });
    assert_eq!(
        make(vec![jet("x", 1)]),
        PrincipleError::WrongKind { place: place.clone(), index: 0 }
    );
    let twice = make(vec![x, x]);
    assert_eq!(twice, PrincipleError::Repeated { place, name: "x".into() });
    assert_eq!(
        twice.to_string(),
        "`x` occurs twice in the list of coordinates; give every entry its own name"
    );
}

#[test]
fn every_symbol_needs_a_meaning() {
    let foreign = |place, symbol: &str| PrincipleError::Foreign { place, symbol: symbol.into() };
    let no_force = Expr::zero();
    let unknown = line(kinetic() * jet("y", 1), no_force, vec![]).unwrap_err();
    assert_eq!(unknown, foreign(Place::Lagrangian, "y'"));
    assert_eq!(
        unknown.to_string(),
        "the Lagrangian contains `y'`, which has no meaning there; declare it or take it out"
    );
    let force = Place::Force { coordinate: "x".into() };
    assert_eq!(line(kinetic(), jet("y", 0), vec![]).unwrap_err(), foreign(force, "y"));
    assert_eq!(refused(jet("x", 0) + lambda("c")), foreign(constraint(), "lambda_c"));
}

#[test]
fn an_expression_without_a_value_is_refused_where_it_stands() {
    let nothing = Expr::one() / Expr::zero();
    let fault = |place| PrincipleError::Fault { place, fault: Fault::Undefined };
    let broken = line(nothing, Expr::zero(), vec![]).unwrap_err();
    assert_eq!(broken, fault(Place::Lagrangian));
    assert_eq!(broken.to_string(), "the Lagrangian has no value: the expression divides by zero");
    assert_eq!(refused(nothing), fault(constraint()));
}

#[test]
fn derivatives_stay_below_what_the_equations_determine() {
    let too_high = |place, order, largest| PrincipleError::TooHigh { place, order, largest };
    let [v, a, j, s] = [1, 2, 3, 4].map(|k| jet("x", k));
    let lagrangian = line(s.powi(2), Expr::zero(), vec![]).unwrap_err();
    assert_eq!(lagrangian, too_high(Place::Lagrangian, 4, 3));
    let force = || Place::Force { coordinate: "x".into() };
    assert_eq!(line(kinetic(), a, vec![]).unwrap_err(), too_high(force(), 2, 1));
    assert_eq!(line(a.powi(2), s, vec![]).unwrap_err(), too_high(force(), 4, 3));
    assert!(line(kinetic(), v, vec![]).is_ok());
    assert!(line(a.powi(2), j, vec![]).is_ok());
    assert_eq!(refused(j), too_high(constraint(), 3, 2));
    let servo = Constraint::servo("c", v, vec![a].into());
    let reaction = Place::Reaction { label: "c".into() };
    assert_eq!(line(kinetic(), Expr::zero(), vec![servo]).unwrap_err(), too_high(reaction, 2, 1));
}

/// −½ x x'' = ½ x'² − d/dt (½ x x'), and the same with time, powers and third derivatives.
#[test]
fn a_lagrangian_that_is_linear_in_its_highest_derivatives_loses_a_total_derivative() {
    let [x, v, a, j] = [0, 1, 2, 3].map(|k| jet("x", k));
    let oscillator = line(-half(x * a), Expr::zero(), vec![]).unwrap();
    assert_eq!(oscillator.L(), half(v * v));
    assert_eq!(oscillator.subtracted(), Some(-half(x * v)));
    assert_eq!(oscillator.order(), 1);
    assert_eq!(line(x * j, Expr::zero(), vec![]).unwrap().L(), Expr::zero()); // d/dt (x x'' − ½ x'²)
    assert_eq!(line(-v * j, Expr::zero(), vec![]).unwrap().L(), a * a); // and −d/dt (x' x'')
    let (t, w) = (Expr::time(), v.powi(3) * x);
    let moving = line(w * a * t, Expr::zero(), vec![]).unwrap();
    let F = x * t * v.powi(4) / Expr::from(4);
    assert_eq!(moving.subtracted(), Some(F));
    assert_eq!(moving.L(), -(t * v.powi(5) + x * v.powi(4)) / Expr::from(4));
}

/// x' y'' − y' x'' has equations of the third order; x''/x' has a potential that is no polynomial.
#[test]
fn what_no_total_derivative_removes_is_refused_with_its_reason() {
    let [u, v, a, b] = [("x", 1), ("y", 1), ("x", 2), ("y", 2)].map(|(name, k)| jet(name, k));
    let q: Vector = ["x", "y"].map(|name| jet(name, 0)).into_iter().collect();
    let made = |L: Expr| System::new(q.clone(), L, Vector::zeros(2), vec![]);
    assert!(made(u * b - v * a).unwrap().is_odd());
    let z: Vector = ["x", "y", "z"].map(|name| jet(name, 0)).into_iter().collect();
    let three = System::new(z, u * b - v * a + jet("z", 2) * v, Vector::zeros(3), vec![]);
    assert_eq!(three.unwrap_err(), PrincipleError::OddOrder);
    assert_eq!(made(u * b + v * a).unwrap().L(), Expr::zero());
    assert_eq!(made(a / u).unwrap_err(), PrincipleError::LinearLagrangian);
}

#[test]
fn lists_have_one_entry_a_coordinate() {
    let x: Vector = vec![jet("x", 0)].into();
    let size = |place, found| PrincipleError::Size { place, expected: 1, found };
    let forces = System::new(x, kinetic(), Vector::zeros(2), vec![]).unwrap_err();
    assert_eq!(forces, size(Place::Forces, 2));
    assert_eq!(forces.to_string(), "the list of forces has 2 entries where 1 are needed");
    let servo = Constraint::servo("c", jet("x", 1), Vector::default());
    let reaction = Place::Reaction { label: "c".into() };
    assert_eq!(line(kinetic(), Expr::zero(), vec![servo]).unwrap_err(), size(reaction, 0));
}

#[test]
fn a_constraint_restricts_a_coordinate() {
    let empty = refused(Expr::time() - parameter("l"));
    assert_eq!(empty, PrincipleError::NoCoordinate { label: "c".into() });
    assert_eq!(empty.to_string(), "constraint `c` contains no coordinate; take it out");
}

#[test]
fn a_constraint_is_linear_in_the_accelerations() {
    let (v, a) = (jet("x", 1), jet("x", 2));
    let not_linear = PrincipleError::NotLinear { label: "c".into() };
    assert_eq!(refused(a.powi(2) - Expr::one()), not_linear);
    assert!(line(kinetic(), Expr::zero(), vec![Constraint::ideal("c", a * v)]).is_ok());
}

/// (x' + 1)² − x'² − 2x' + x is x + 1, but the graph does not expand.
#[test]
fn derivatives_that_cancel_in_a_constraint_are_pointed_out() {
    let (x, v) = (jet("x", 0), jet("x", 1));
    let phi = (v + Expr::one()).powi(2) - v.powi(2) - v - v + x;
    let error = refused(phi);
    assert_eq!(error, PrincipleError::Cancelling { label: "c".into(), order: 1 });
    assert_eq!(
        error.to_string(),
        "constraint `c` contains derivatives of order 1 that cancel; write it without them"
    );
}

#[test]
fn every_constraint_has_a_label_of_its_own() {
    let v = jet("x", 1);
    let two = |first, second| {
        let list = vec![Constraint::ideal(first, v), Constraint::ideal(second, v)];
        line(kinetic(), Expr::zero(), list).unwrap_err()
    };
    assert_eq!(two("a", ""), PrincipleError::NoLabel { index: 1 });
    let place = Place::Constraint { label: "a".into() };
    assert_eq!(two("a", "a"), PrincipleError::Repeated { place, name: "a".into() });
}

#[test]
fn inputs_are_found_and_can_be_put_in_order() {
    let servo = Constraint::servo("c", jet("x", 1) - input("w", 1), vec![input("b", 0)].into());
    let L = kinetic() + input("w", 0) * jet("x", 1);
    let system = line(L, input("u", 2), vec![servo]).unwrap();
    let [b, u, w, idle] = ["b", "u", "w", "idle"].map(|name| input(name, 0));
    assert_eq!(system.inputs().to_vec(), vec![b, u, w]);
    let ordered = system.clone().with_inputs(vec![w, idle, u, b].into()).unwrap();
    assert_eq!(ordered.inputs().to_vec(), vec![w, idle, u, b]);
    let place = Place::Inputs;
    let list = |inputs: Vec<Expr>| system.clone().with_inputs(inputs.into()).unwrap_err();
    assert_eq!(
        list(vec![w, u]),
        PrincipleError::Missing { place: place.clone(), name: "b".into() }
    );
    assert_eq!(
        list(vec![jet("x", 0)]),
        PrincipleError::WrongKind { place: place.clone(), index: 0 }
    );
    assert_eq!(list(vec![u, u]), PrincipleError::Repeated { place, name: "u".into() });
}

#[test]
fn definitions_give_parameters_through_constants() {
    let system = line(kinetic(), Expr::zero(), vec![]).unwrap();
    let (m, J) = (parameter("m"), parameter("J"));
    let defined = system.clone().with_definitions(vec![(J, half(m) * Expr::pi())]).unwrap();
    assert_eq!(defined.definitions(), [(J, half(m) * Expr::pi())]);
    let refuse = |pair| system.clone().with_definitions(vec![pair]).unwrap_err();
    let place = Place::Definitions;
    assert_eq!(refuse((jet("x", 0), m)), PrincipleError::WrongKind { place, index: 0 });
    let name = || Place::Definition { name: "J".into() };
    let nothing = PrincipleError::Fault { place: name(), fault: Fault::Undefined };
    assert_eq!(refuse((J, m / Expr::zero())), nothing);
    for changing in [Expr::time(), jet("x", 1), input("u", 0)] {
        let symbol = changing.as_symbol().unwrap().spelling();
        assert_eq!(refuse((J, changing)), PrincipleError::Foreign { place: name(), symbol });
    }
}

#[test]
fn rayleighs_function_slows_every_velocity_down() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let q = [jet("x", 0), jet("y", 0)];
    let drag = dissipative_force(half(u.powi(2)) + u * v, &q);
    assert_eq!(drag.to_vec(), vec![-u - v, -u]);
}

#[test]
fn the_order_of_a_constraint_counts_only_the_coordinates_it_is_asked_about() {
    let (x, y) = (jet("x", 0), jet("y", 0));
    let phi = jet("y", 2) + jet("x", 1) + Expr::symbol("x", Kind::Input, 5);
    assert_eq!(Constraint::ideal("c", phi).order(&[x, y]), Some(2));
    assert_eq!(Constraint::ideal("c", phi).order(&[x]), Some(1));
    assert_eq!(Constraint::ideal("c", x).order(&[x]), Some(0));
}
