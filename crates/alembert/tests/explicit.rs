//! Equations solved for the accelerations: how they read, how long they are, and that they are
//! right at every state that the constraints allow.

use std::collections::BTreeMap;
use std::path::Path;

use alembert::language::{Model, Source, read, read_expression};
use alembert::walk::{Certificate, Derivation, Form, Request, WalkError, derive};
use alembert_algebra::{Expr, Kind};

mod support;
use support::value::value;

fn model(text: &str) -> Model {
    let reading = read(&Source::new("test.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

fn bench(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/models/bench");
    let text = std::fs::read_to_string(folder.join(format!("{name}.mech")));
    model(&text.expect("the model is there"))
}

fn solved(model: &Model, form: Form, closed: bool) -> Result<Derivation, WalkError> {
    derive(model, Request { principle: None, form, closed, reduce: false })
}

fn explicit(model: &Model) -> Derivation {
    solved(model, Form::Explicit, false).expect("there is an explicit form")
}

fn equations(derivation: &Derivation) -> Vec<String> {
    derivation.equations.iter().map(|(l, r)| format!("{l} = {r}")).collect()
}

#[test]
fn accelerations_are_short_and_proved() {
    for (name, most) in [
        ("knife-edge", 15),
        ("vertical-disk", 3),
        ("sleigh", 23),
        ("sphere", 16),
        ("snakeboard", 90),
        ("tilting-disk", 120),
        ("chaplygin-ball", 651),
    ] {
        let found = explicit(&bench(name));
        assert_eq!(found.certificate, Certificate::Proved, "{name}");
        assert!(found.operations.is_some_and(|n| n <= most), "{name}: {:?}", found.operations);
    }
}

#[test]
fn the_knife_edge_has_no_pole_at_any_heading() {
    let found = explicit(&bench("knife-edge"));
    let expected = [
        "x'' = g*sin(alpha)*cos(phi)^2 - y'*phi'",
        "y'' = x'*phi' + g*sin(alpha)*sin(phi)*cos(phi)",
        "phi'' = 0",
    ];
    assert_eq!(equations(&found), expected);
    assert_eq!(found.conditions, [""; 0]);
}

#[test]
fn velocities_are_exchanged_until_the_snakeboard_has_no_pole_of_its_chart() {
    let found = explicit(&bench("snakeboard"));
    let condition = "(J + 2*J_w)*sin(phi)^2 + m*r^2*cos(phi)^2 != 0";
    // At cos φ = 0 both wheels say the same, and the board may turn on the spot.
    assert_eq!(found.conditions, ["cos(phi) != 0", condition]);
    assert!(found.equations[0].1.starts_with("-y'*theta' - "), "{}", found.equations[0].1);
}

#[test]
fn unsolved_equations_have_functions_of_the_angle_between_two_links() {
    let pendulums = model(
        "coordinates\n  a, b\nparameters\n  m_1 = 2\n  m_2 = 1\n  l_1 = 1\n  l_2 = 1\n  g = 10\nlet\n  \
         A = l_1 (sin(a), -cos(a))\n  B = A + l_2 (sin(b), -cos(b))\n\
         T = 1/2 m_1 |A'|^2 + 1/2 m_2 |B'|^2\nV = m_1 g A_y + m_2 g B_y\n",
    );
    let shown = solved(&pendulums, Form::Multipliers, false).expect("it has equations");
    assert_eq!(
        equations(&shown),
        [
            "l_1^2*(m_1 + m_2)*a'' + m_2*l_1*l_2*cos(b - a)*b'' \
             = m_2*l_1*l_2*sin(b - a)*b'^2 - l_1*g*(m_1 + m_2)*sin(a)",
            "m_2*l_1*l_2*cos(b - a)*a'' + m_2*l_2^2*b'' \
             = -m_2*l_1*l_2*sin(b - a)*a'^2 - m_2*l_2*g*sin(b)",
        ]
    );
    assert_eq!(shown.certificate, Certificate::Proved);
}

/// In the base angle q₂/4 these are polynomials of degree 8, and 16 in q₁/4.
#[test]
fn functions_of_angles_of_different_size_stay_apart() {
    let wedge = model(
        "coordinates\n  q1, q2\nT = 3 q1'^2 + 0.7 q2'^2 + sin(q2/4)^2 q1'^2 \
         + 1/2 (q2' cos(q2) + q2' sin(q2/4))^2\nV = q2 sin(2 t)\nconstraints\n  c: q1' = sin(q2) q2'\n",
    );
    for form in [Form::Explicit, Form::Quasi] {
        let found = solved(&wedge, form, false).expect("it has equations");
        let first = match form {
            Form::Explicit => "q1'' = sin(q2)*q2'' + cos(q2)*q2'^2",
            _ => "q1' = sin(q2)*q2'",
        };
        assert_eq!(equations(&found)[0], first);
        assert!(found.operations.is_some_and(|n| n <= 70), "{:?}", found.operations);
        assert_eq!(found.certificate, Certificate::Proved, "{form:?}");
    }
    let coupled = model(
        "coordinates\n  q1, q2\nT = q1'^2 + q2'^2 + 1/2 (q1' sin(2 q1) + q2' sin(q1/4))^2\nV = cos(q2)\n",
    );
    let found = explicit(&coupled);
    assert!(equations(&found).iter().all(|e| !e.contains("^6") && !e.contains("^8")), "{found:?}");
}

/// A blade with a force along it.
fn blade(force: &str) -> Model {
    let force = format!("  x: {force} cos(phi)\n  y: {force} sin(phi)");
    model(&format!(
        "coordinates\n  x, y, phi\nparameters\n  m = 60 in 1 .. 100\n  J = 2 in 1 .. 5\n  k = 1\n\
         let\n  v = x' cos(phi) + y' sin(phi)\nT = 1/2 m (x'^2 + y'^2) + 1/2 J phi'^2\n\
         constraints\n  edge: x' sin(phi) = y' cos(phi)\nforces\n{force}\n"
    ))
}

#[test]
fn a_force_that_divides_by_a_speed_is_shown_with_the_names_of_the_model() {
    for force in ["k/v", "k*v/sqrt(1 + v^2)", "k/sqrt(v^2)", "k*v/abs(v)^3"] {
        let derivation = explicit(&blade(force));
        assert_eq!(derivation.certificate, Certificate::Proved, "{force}: {derivation:?}");
    }
}

#[test]
fn functions_stay_as_the_model_writes_them() {
    for (force, function) in [("k*sign(v)", "sign("), ("k*abs(v)", "abs("), ("k*tanh(v)", "tanh(")]
    {
        for form in [Form::Explicit, Form::Quasi, Form::Multipliers, Form::Matrix] {
            let derivation = solved(&blade(force), form, false).expect("it has equations");
            let page = derivation.json().to_string();
            assert!(page.contains(function), "{page}");
            assert!(!page.contains("sqrt(") && !page.contains("exp("), "{page}");
        }
    }
}

#[test]
fn the_pole_of_the_euler_angles_is_a_condition() {
    let found = explicit(&bench("sphere"));
    assert_eq!(found.conditions, ["sin(theta) != 0"]);
    assert_eq!(found.equations[3].1, "-sin(theta)*phi'*psi'");
}

#[test]
fn what_long_equations_divide_by_has_a_name() {
    let found = explicit(&bench("chaplygin-ball"));
    assert_eq!(found.conditions, ["sin(theta) != 0", "Delta != 0"]);
    let (name, value) = &found.closed[0];
    assert_eq!(name, "Delta");
    assert!(value.contains("I_1*I_2*I_3"), "{value}");
    assert!(found.equations[3].1.ends_with("/Delta"), "{}", found.equations[3].1);
}

#[test]
fn equations_in_quasi_velocities_are_short_and_proved() {
    for (name, most) in [("knife-edge", 4), ("sleigh", 10), ("snakeboard", 42)] {
        let found = solved(&bench(name), Form::Quasi, false).expect("there are speeds");
        assert_eq!(found.certificate, Certificate::Proved, "{name}");
        assert!(found.operations.is_some_and(|n| n <= most), "{name}: {:?}", found.operations);
    }
}

#[test]
fn speeds_of_the_model_are_used_with_their_names() {
    let found = solved(&bench("sleigh"), Form::Quasi, false).expect("there are speeds");
    let expected = [
        "x' = u*cos(theta)",
        "y' = u*sin(theta)",
        "u' = a*theta'^2",
        "theta'' = -m*a*u*theta'/(I + m*a^2)",
    ];
    assert_eq!(equations(&found), expected);
}

#[test]
fn a_speed_is_found_where_velocities_have_poles() {
    let found = solved(&bench("snakeboard"), Form::Quasi, false).expect("there are speeds");
    let kinematics =
        ["x' = r*u*cos(theta)*cos(phi)", "y' = r*u*sin(theta)*cos(phi)", "theta' = u*sin(phi)"];
    assert_eq!(&equations(&found)[..3], kinematics);
    assert_eq!(found.conditions[..1], ["cos(phi) != 0"]);
}

#[test]
fn the_ball_of_chaplygin_is_shown_as_a_linear_system_in_its_angular_velocity() {
    let found = solved(&bench("chaplygin-ball"), Form::Quasi, false).expect("there are speeds");
    assert_eq!(found.certificate, Certificate::Proved);
    assert!(found.operations.is_some_and(|n| n <= 91), "{:?}", found.operations);
    let (name, h) = &found.matrices[1];
    assert_eq!(name, "h");
    assert_eq!(h.concat(), ["(I_2 - I_3)*q*r", "(I_3 - I_1)*p*r", "(I_1 - I_2)*p*q"]);
}

#[test]
fn constraints_that_are_not_linear_have_no_quasi_velocities() {
    let text = "coordinates\n  x, y\nL = 1/2 (x'^2 + y'^2)\nconstraints\n  c: x'^2 + y'^2 = 1\n";
    let error = solved(&model(text), Form::Quasi, false).expect_err("not linear");
    assert!(error.to_string().contains("linear in the velocities"), "{error}");
}

#[test]
fn a_position_constraint_is_used_to_shorten() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1\n  g = 9.81\n  l = 1\n\
                L = 1/2 m (x'^2 + y'^2) - m g y\nconstraints\n  rod: x^2 + y^2 - l^2 = 0\n";
    let found = solved(&model(text), Form::Explicit, true).expect("there is an explicit form");
    assert_eq!(found.certificate, Certificate::Proved);
    assert_eq!(found.conditions, [""; 0]);
    assert_eq!(found.equations[0].1, "x*(g*y - x'^2 - y'^2)/l^2");
    let (name, tension) = &found.closed[0];
    assert_eq!((name.as_str(), tension.as_str()), ("lambda_rod", "m*(g*y - x'^2 - y'^2)/(2*l^2)"));
}

#[test]
fn a_nonlinear_constraint_is_solved_and_used() {
    let text = "coordinates\n  x, y, z\nparameters\n  m = 1\n  g = 9.81\n  a = 2\n\
                L = 1/2 m (x'^2 + y'^2 + z'^2) - m g z\n\
                constraints\n  cone: z'^2 - a^2 (x'^2 + y'^2) = 0\n";
    let found = explicit(&model(text));
    assert_eq!(found.certificate, Certificate::Proved);
    assert_eq!(found.equations[2].1, "-g*a^2/(1 + a^2)");
}

#[test]
fn redundant_constraints_leave_the_accelerations_as_they_are() {
    let lines = "coordinates\n  x, y, phi\nparameters\n  m = 1\n  J = 1\n  g = 9.81\n\
                 L = 1/2 m (x'^2 + y'^2) + 1/2 J phi'^2 + m g x\nconstraints\n\
                 \x20 edge: x' sin(phi) - y' cos(phi) = 0\n";
    let twice = format!("{lines}  again: 2 x' sin(phi) - 2 y' cos(phi) = 0\n");
    assert_eq!(equations(&explicit(&model(&twice))), equations(&explicit(&model(lines))));
    // Of all multipliers with λ_edge + 2 λ_again = λ the shortest are λ/5 and 2 λ/5.
    let [one, two] = [lines, &twice].map(|text| solved(&model(text), Form::Explicit, true));
    let (one, two) = (one.expect("it is solved").closed, two.expect("it is solved").closed);
    let lambda = one[0].1.strip_prefix('-').expect("the reaction holds the blade back");
    assert_eq!(two[0], ("lambda_edge".to_owned(), format!("-{lambda}/5")));
    assert_eq!(two[1], ("lambda_again".to_owned(), format!("-2*{lambda}/5")));
}

#[test]
fn base_angles_are_chosen_by_length() {
    let text = "coordinates\n  p, q\nparameters\n  m = 1\n  l = 1\n  g = 9.81\n\
                L = m l^2 p'^2 + 1/2 m l^2 q'^2 + m l^2 p' q' cos(p - q)\
                 + 2 m g l cos(p) + m g l cos(q)\n";
    let found = explicit(&model(text));
    assert_eq!(found.certificate, Certificate::Proved);
    assert!(found.operations.is_some_and(|n| n <= 55), "{:?}", found.operations);
    assert!(
        found.equations[0].1.contains("cos(p - q)") || found.equations[0].1.contains("(q - p)")
    );
}

#[test]
fn what_is_too_long_gives_way_to_the_form_that_shows_it() {
    let canon = canon();
    let rattleback = canon.iter().find(|s| s.id == "rattleback").expect("it is in the canon");
    let found = solved(&model(&rattleback.text()), Form::Explicit, false).expect("another form");
    let instead = found.instead.as_ref().expect("the explicit form is too long");
    assert_eq!((instead.asked, found.form), (Form::Explicit, Form::Matrix));
    assert!(!found.matrices.is_empty() && found.equations.is_empty());
}

#[test]
fn a_nonlinear_constraint_is_not_solved_where_that_brings_poles() {
    let canon = canon();
    let parallel = canon.iter().find(|s| s.id == "benenti_parallel").expect("it is in the canon");
    let found = explicit(&model(&parallel.text()));
    assert_eq!(found.certificate, Certificate::Proved);
    let condition = "m1*(x1'^2 + y1'^2) + m2*(x2'^2 + y2'^2) != 0"; // not both particles at rest
    assert_eq!(found.conditions, [condition]);
}

/// A system of the canon, see `canon.rs`.
#[derive(serde::Deserialize)]
struct System {
    id: String,
    kind: String,
    coordinates: Vec<String>,
    parameters: serde_json::Map<String, serde_json::Value>,
    lagrangian: String,
    #[serde(default)]
    constraints: Vec<String>,
    #[serde(default)]
    holonomic: Vec<String>,
    #[serde(default)]
    forces: BTreeMap<String, String>,
    states: Vec<State>,
}

#[derive(serde::Deserialize)]
struct State {
    t: f64,
    q: BTreeMap<String, f64>,
    v: BTreeMap<String, f64>,
    expect: Expected,
}

#[derive(serde::Deserialize)]
struct Expected {
    #[serde(default)]
    a: BTreeMap<String, f64>,
}

fn canon() -> Vec<System> {
    serde_json::from_str(include_str!("data/canon.json")).expect("the data fit the types")
}

impl System {
    fn text(&self) -> String {
        let mut text = format!("coordinates\n  {}\nparameters\n", self.coordinates.join(", "));
        for (name, value) in &self.parameters {
            text += &format!("  {name} = {}\n", value.as_str().expect("decimals are strings"));
        }
        text += &format!("lagrangian = {}\n", self.lagrangian);
        let all = self.constraints.iter().chain(&self.holonomic).enumerate();
        let lines: Vec<String> = all.map(|(i, phi)| format!("  c{i}: {phi} = 0\n")).collect();
        if !lines.is_empty() {
            text += &format!("constraints\n{}", lines.concat());
        }
        if !self.forces.is_empty() {
            text += "forces\n";
        }
        text + &self.forces.iter().map(|(q, e)| format!("  {q}: {e}\n")).collect::<String>()
    }

    /// The symbols at a state with their values.
    fn point(&self, model: &Model, state: &State) -> Vec<(Expr, f64)> {
        let mut point = vec![(Expr::time(), state.t)];
        for parameter in &model.parameters {
            let x = value(parameter.value, &point).expect("parameters are numbers");
            point.push((parameter.symbol, x));
        }
        for (order, values) in [(0, &state.q), (1, &state.v)] {
            let symbol = |name: &String| Expr::symbol(name, Kind::Coordinate, order);
            point.extend(values.iter().map(|(name, &x)| (symbol(name), x)));
        }
        point
    }
}

/// The accelerations by the printed equations; those given through others come after them.
fn accelerations(model: &Model, printed: &Derivation, mut point: Vec<(Expr, f64)>) -> Vec<f64> {
    let mut model = model.clone();
    for (name, part) in &printed.closed {
        let part = read_expression(&Source::new("<part>", part.as_str()), &model).expect("reads");
        model = model.with_names(&[(name, part)]);
    }
    let read =
        |text: &str| read_expression(&Source::new("<printed>", text), &model).expect("reads");
    let mut found: Vec<Option<f64>> = vec![None; printed.equations.len()];
    for _ in 0..2 {
        for (x, (left, right)) in found.iter_mut().zip(&printed.equations) {
            *x = value(read(right), &point);
            point.extend(x.map(|x| (read(left), x)));
        }
    }
    found.into_iter().map(|x| x.expect("every acceleration has a value")).collect()
}

#[test]
fn printed_equations_of_the_canon_have_the_known_accelerations() {
    let mut states = 0;
    for system in canon().iter().filter(|s| s.kind == "lda") {
        let model = model(&system.text());
        let Ok(printed) = solved(&model, Form::Explicit, false) else {
            assert_eq!(system.id, "rattleback");
            continue;
        };
        assert_eq!(printed.certificate, Certificate::Proved, "{}", system.id);
        for state in system.states.iter().filter(|s| !s.expect.a.is_empty()) {
            let found = accelerations(&model, &printed, system.point(&model, state));
            for (name, x) in system.coordinates.iter().zip(found) {
                let y = state.expect.a[name];
                assert!(
                    (x - y).abs() <= 1e-10 * y.abs().max(1.0),
                    "{}: {name}'' = {x}, not {y}",
                    system.id
                );
            }
            states += 1;
        }
    }
    assert!(states >= 33, "{states} states");
}
