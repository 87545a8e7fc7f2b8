//! What `eval` says about states at which something has no value.

use alembert::language::{Source, read, read_assignments};
use alembert::walk::{EvalReport, WalkError, eval};

fn at(text: &str, state: &str) -> Result<EvalReport, WalkError> {
    let model = read(&Source::new("model", text)).model.expect(text);
    let given = read_assignments(&Source::new("state", state), &model).expect(state);
    eval(&model, &given, None)
}

const BLOCK: &str = "coordinates\n  x\nparameters\n  m = 2, k = 3\nT = 1/2 m x'^2\n\
                     forces\n  x: -k sign(x')\n";

#[test]
fn a_sign_of_zero_is_that_of_the_motion_or_is_noted() {
    let rest = at(BLOCK, "x = 1, x' = 0").expect("it has a value");
    assert_eq!((rest.highest, rest.notes), (vec![("x''".to_owned(), 0.0)], Vec::new()));
    let pushed = at(&BLOCK.replace("-k sign", "4 - k sign"), "x = 1, x' = 0").expect("a value");
    assert_eq!((pushed.highest, pushed.notes), (vec![("x''".to_owned(), 0.5)], Vec::new()));
    let driven = "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u - sign(x')\n";
    let driven = at(driven, "x = 1, x' = 0, u = 0").expect("it has a value");
    assert_eq!(driven.notes, ["sign(x') has no value where x' = 0, and is taken as 0 here"]);
    let moving = at(BLOCK, "x = 1, x' = 1").expect("it has a value");
    assert!(moving.notes.is_empty());
    assert_eq!(moving.highest, [("x''".to_owned(), -1.5)]);
}

const TOP: &str = "coordinates\n  psi, theta, phi\nparameters\n  A = 2, C = 1\nlet\n  \
                   k = Rz(psi, Rx(theta, (0,0,1)))\n  \
                   w = psi' (0,0,1) + theta' Rz(psi, (1,0,0)) + phi' k\n  w3 = dot(w, k)\n\
                   T = 1/2 A (|w|^2 - w3^2) + 1/2 C w3^2\n";

#[test]
fn a_singular_state_is_named() {
    let error = at(TOP, "theta = 0, psi = 0, phi = 0").expect_err("Euler angles are singular");
    let text = error.to_string();
    assert!(text.contains("sin(theta) = 0") && text.contains("AL042"), "{text}");
    assert!(error.is_computational());
    assert!(at(TOP, "theta = 1, psi = 0, phi = 0").is_ok());
}
