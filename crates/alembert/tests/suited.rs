//! Principles that choose: the choice suits the state, and what a principle cannot do it says.

mod support;

use alembert::language::{Source, read_assignments};
use alembert::walk::{Form, Request, derive, eval};
use support::canon::model;

/// A bob on a rod, by the velocities: a basis of the allowed ones degenerates somewhere.
const BOB: &str = "coordinates\n  x, y, z\nparameters\n  g = 10\n\
                   L = ½ (x'² + y'² + z'²) - g z\nconstraints\n  rod: x x' + y y' + z z' = 0\n";

/// States with one or two coordinates zero.
const STATES: [&str; 3] = [
    "x=0, y=0.6, z=0.8, x'=1, y'=0.8, z'=-0.6",
    "x=0.6, y=0, z=0.8, x'=0.8, y'=1, z'=-0.6",
    "x=0, y=0, z=1, x'=1, y'=2, z'=0",
];

#[test]
fn principles_are_evaluated_where_their_usual_basis_degenerates() {
    let model = model("bob", BOB);
    for state in STATES {
        let given = read_assignments(&Source::new("--at", state), &model).expect("a state");
        let values = |principle| {
            eval(&model, &given, Some(principle)).unwrap_or_else(|e| panic!("{principle}: {e}"))
        };
        let right = values("dalembert").highest;
        for principle in ["elimination", "voronec", "maggi", "appell", "hamel", "poisson"] {
            for ((name, x), (_, y)) in values(principle).highest.iter().zip(&right) {
                assert!((x - y).abs() < 1e-9, "{principle} at {state}: {name} = {x}, not {y}");
            }
        }
    }
}

#[test]
fn quasi_velocities_of_a_principle_of_another_form_are_refused_for_that_reason() {
    let model = model("bob", BOB);
    let request =
        Request { principle: Some("voronec"), form: Form::Quasi, closed: false, reduce: false };
    let error = derive(&model, request).expect_err("another form").to_string();
    let reason = "they are made from equations of the form of d'Alembert's; `--principle dalembert` gives the same motion";
    assert!(error.ends_with(reason), "{error}");
}

#[test]
fn servos_and_accelerations_are_refused_in_one_way_by_all() {
    let servo = model(
        "servo",
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  \
                                aim: y' = x x'  reaction (1, 0)\n",
    );
    let lift = model(
        "lift",
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  \
                              lift: y'' = x\n",
    );
    for principle in ["elimination", "voronec", "vakonomic", "naive", "hamel", "udwadia"] {
        let refusal = |model| {
            let error = alembert::walk::motion(model, Some(principle)).expect_err("it is refused");
            error.to_string()
        };
        let text = refusal(&servo);
        assert!(text.contains("constraint `aim` is a servo"), "{principle}: {text}");
        let text = refusal(&lift);
        assert!(text.contains("constraint `lift` restricts accelerations"), "{principle}: {text}");
    }
}

#[test]
fn voronecs_equations_say_whether_they_are_chaplygins() {
    let derived = |text: &str| {
        let request = Request {
            principle: Some("voronec"),
            form: Form::Multipliers,
            closed: false,
            reduce: false,
        };
        derive(&model("a", text), request).expect("equations").json()["chaplygin"].clone()
    };
    let head = "coordinates\n  x, y, z\nconstraints\n  c: z' = y x'\n";
    assert_eq!(derived(&format!("{head}L = ½ (x'² + y'² + z'²)\n")), true);
    assert_eq!(derived(&format!("{head}L = ½ (x'² + y'² + z'²) - z\n")), false);
}
