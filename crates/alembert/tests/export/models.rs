//! Systems that are harder to write than those of the gallery: other principles, inputs, dependent
//! constraints, servos, every function, and names that languages keep for themselves.

use alembert::gallery::Example;
use alembert::language::Source;
use alembert::walk::principles;

use crate::Case;
use crate::tool::{missing, python_with};
use crate::tools::{check_c, check_python, check_rust, check_with, folder};

/// Names that are words of C, Rust, Python or of the exported programs.
const WORDS: &str = "coordinates\n  x, lambda, double, fn, state\nparameters\n  x_d = 2 in 1 .. 3\n  \
    def = 3\n  w1 = 0.7\n  found = 2\n  t_ = 4\n  rate = x_d def\n\
    L = ½ x_d (x'² + lambda'² + double'²) + ½ def (fn'² + state'²) + w1 x fn - found sin(state) t_ + rate lambda\n\
    constraints\n  if_: x' = state fn'\n";

/// Every function of the language.
const FUNCTIONS: &str = "coordinates\n  x, y\nparameters\n  a = 0.5\n\
    L = ½ x'² + ½ y'² - a (tan(x/9) + asin(x/9) + acos(y/9) + atan(x) + atan2(y, 3 + x/9) + sinh(x/3) + cosh y \
    + tanh x + asinh y + acosh(7 + x) + atanh(x/9) + exp(x) + log(7 + y) + |x| + sqrt(7 + x) \
    + (7 + y)^(1/3) + 1/(7 + x)³ + x/3)\nforces\n  x: a sign(y)\n";

/// Inputs as a force and as a moving constraint, whose rates occur.
const INPUTS: &str = "coordinates\n  x, y\nparameters\n  m = 2\ninputs\n  F, s\n\
    T = ½ m (x'² + y'²)\nconstraints\n  link: y - x = s\nforces\n  x: F\n";

/// Three times the same constraint, and their sum.
const DEPENDENT: &str = "coordinates\n  x, y, z\nparameters\n  m = 1, g = 9.81\n\
    L = ½ m (x'² + 2 y'² + z'²) - m g y\nconstraints\n  one: x' = y z'\n  two: 2 x' = 2 y z'\n  \
    three: y' = x z'\n  four: x' + y' = (x + y) z'\n";

/// A ball in a bowl: one of its rolling conditions follows from the others and from the bowl.
const BOWL: &str = "coordinates\n  x, y, z\n  B rotation with space ω, body Ω\nparameters\n  m = 1, r = 0.1, R = 1, \
    g = 9.81, I = 0.004\nlet\n  P = (x, y, z)\nT = ½ m |P'|² + ½ I |ω|²\nV = m g z\nconstraints\n  \
    bowl: x² + y² + z² = (R - r)²\n  roll: P' + r ω × P/(R - r) = (0, 0, 0)\n\
    initial\n  x = 0.6, y = 0, z = -0.67 (guess), y' = 1, ω_z = 3\n";

/// A car with a trailer: masses of a tonne beside slopes of 1, which linear equations must scale.
const CAR: &str = "coordinates\n  x, y, theta, psi, delta\nparameters\n  m = 1000, M = 800, J = 1500, K = 900, \
    I = 2, a = 2.5, b = 3\nL = ½ m (x'² + y'²) + ½ J theta'² + ½ I delta'² \
    + ½ M ((x' + b psi' sin psi)² + (y' - b psi' cos psi)²) + ½ K psi'²\nconstraints\n  \
    rear: -x' sin theta + y' cos theta = 0\n  \
    front: -x' sin(theta + delta) + y' cos(theta + delta) + a theta' cos delta = 0\n  \
    trailer: -x' sin psi + y' cos psi - b psi' = 0\ninitial\n  theta = 0.1\n  delta = 0.2\n  x' = 10\n";

/// A reaction that is not ideal, and time in L.
const SERVO: &str = "coordinates\n  x, y\nparameters\n  m = 1.5\n\
    L = ½ m (x'² + y'²) (2 + sin t)\nconstraints\n  hold: x' + y' = sin t reaction (1, 0)\n";

fn texts() -> Vec<Case> {
    let list = [
        ("words", WORDS),
        ("functions", FUNCTIONS),
        ("inputs", INPUTS),
        ("dependent", DEPENDENT),
        ("bowl", BOWL),
        ("servo", SERVO),
        ("car", CAR),
    ];
    list.iter().map(|(name, text)| Case::new(name, &Source::new(*name, *text), None)).collect()
}

/// Systems by every principle that applies to them.
fn by_principles() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in ["knife-edge", "vertical-disk", "spinning-particle-constrained"] {
        let source = Example::named(name).expect("it is in the gallery").source();
        let model = alembert::language::read(&source).model.expect("the gallery is sound");
        for principle in principles() {
            let applies = alembert::walk::motion(&model, Some(principle)).is_ok();
            if applies {
                cases.push(Case::new(&format!("{name}-{principle}"), &source, Some(principle)));
            }
        }
    }
    assert!(cases.len() > 20, "{}", cases.len());
    cases
}

#[test]
fn hard_systems_agree_in_every_language() {
    let cases: Vec<Case> = texts().into_iter().chain(by_principles()).collect();
    check_c(&folder("hard-c"), &cases);
    check_rust(&folder("hard-rust"), &cases);
    check_python(&folder("hard-python"), &cases);
}

/// The libraries are large: they are used where they are installed, and it is said where not.
#[test]
fn libraries_of_python_agree_where_they_are_installed() {
    for library in ["jax", "casadi", "sympy"] {
        let Some(python) = python_with(library) else {
            missing(library, "its programs were not run");
            continue;
        };
        let names = ["knife-edge", "heavy-top", "prescribed-velocity"];
        let example = |name: &str| Example::named(name).expect("it is in the gallery");
        let mut cases: Vec<Case> = names.iter().map(|name| Case::example(example(name))).collect();
        if library != "sympy" {
            cases.push(Case::new("car", &Source::new("car", CAR), None));
        }
        check_with(&folder(library), &python, library, &cases);
    }
}

#[test]
fn dependent_constraints_are_left_out_and_named() {
    let case = Case::new("dependent", &Source::new("dependent", DEPENDENT), None);
    assert_eq!(case.exported.export.dependent, ["two", "four"]);
    // What is left out is what keeps the digits of the others.
    let case = Case::new("bowl", &Source::new("bowl", BOWL), None);
    assert_eq!(case.exported.export.dependent, ["bowl"]);
}

#[test]
fn inputs_are_arguments_with_the_rates_that_occur() {
    let case = Case::new("inputs", &Source::new("inputs", INPUTS), None);
    let names: Vec<&str> = case.exported.export.inputs.iter().map(|q| q.name.as_str()).collect();
    assert_eq!(names, ["F", "s", "s''"]);
    assert_eq!(case.exported.notes.len(), 2, "{:?}", case.exported.notes);
}
