//! What a model file becomes: exact expressions, each where it belongs.

use alembert::language::model::{Claim, Model, Signal};
use alembert::language::syntax::KindWord;
use alembert::language::{
    Code, Source, Span, energy_symbol, read, read_assignments, read_equation, read_expression,
    with_energy,
};
use alembert_algebra::{Elementary, Expr, Function, Kind, Rational, apply, rate};

const DISK: &str = "\
model \"Disk\"
  source \"a book\"
  author \"me\"
coordinates
  x, y  [m]     # contact point
  θ     [rad]
parameters
  m = 1.50   [kg]  in 0.1 .. 5     # mass
  R = 0.5          in 0 .. 2
  I = m R²/2 [kg m^2]
  k = 1e-3 in pi/4 .. pi
functions
  V_0(x, y), f(s) = sin s + k s
inputs
  u
let
  c = R θ'
  s = c² + x
T = ½ m (x'² + y'²) + ½ I θ'²
V = m x + V_0(x, y)
constraints
  roll:  x' = c
  y' = u
  servo: x'² = y'²  reaction (0, 1, θ)
forces
  y: u - f(x)
  dissipation = ½ k x'²
symmetry
  x = -y, θ = 1
quasi
  w = x' + R θ'
principle dalembert
initial
  x = 1/3, y = R, ẋ = -1 (guess)
  μ_roll = 2 [N]
run 0 .. 20 s
  step 0.01, every 0.1 s
  method taylor tol 1e-9
  u = sin t
view
  disk center (x, y, R)  heading θ   # the body
observe
  h = E - m x [J]
expect
  roll is nonholonomic
  constraints are linear
  E, h are conserved
  order is 2
  x'(0)² = x + λ_roll
  s' = 0, x  # comment
    = y
  x is equal to y
reject
  w' = L - T + V
";

fn model() -> Model {
    let reading = read(&Source::new("disk.mech", DISK));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a file without errors has a model")
}

fn coordinate(name: &str, dots: u32) -> Expr {
    Expr::symbol(name, Kind::Coordinate, dots)
}

fn parameter(name: &str, positive: bool) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive }, 0)
}

fn input() -> Expr {
    Expr::symbol("u", Kind::Input, 0)
}

fn ratio(num: i64, den: i64) -> Expr {
    Expr::number(Rational::ratio(num, den))
}

fn expression(text: &str) -> Expr {
    read_expression(&Source::new("<question>", text), &model()).expect("the question is right")
}

#[test]
fn declarations_keep_name_unit_and_documentation() {
    let model = model();
    assert_eq!((model.title.as_str(), model.sources.len(), model.authors.len()), ("Disk", 1, 1));
    let names: Vec<&str> = model.coordinates.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "theta"]);
    assert_eq!(model.coordinates[1].unit.as_deref(), Some("m"));
    assert_eq!(model.coordinates[1].doc.as_deref(), Some("contact point"));
    assert_eq!(model.coordinates[2].symbol, coordinate("theta", 0));
    assert_eq!(model.inputs[0].symbol, input());
    let [disk] = &model.view[..] else { panic!("one shape") };
    assert_eq!(disk.text, "disk center (x, y, R)  heading θ");
    let words: Vec<(&str, usize)> =
        disk.parts.iter().map(|part| (part.word.as_str(), part.values.len())).collect();
    assert_eq!(words, [("disk", 0), ("center", 3), ("heading", 1)]);
}

#[test]
fn parameters_are_exact_and_know_their_range() {
    let model = model();
    let [m, r, i, k] = [0, 1, 2, 3].map(|n| &model.parameters[n]);
    assert_eq!((m.value, m.symbol), (ratio(3, 2), parameter("m", true)));
    assert_eq!(m.range, Some((ratio(1, 10), Expr::from(5))));
    assert_eq!((m.doc.as_deref(), m.unit.as_deref()), (Some("mass"), Some("kg")));
    assert_eq!(r.symbol, parameter("R", false), "a range from zero is not positive");
    assert_eq!(i.value, m.symbol * r.symbol * r.symbol / Expr::from(2));
    assert_eq!([m, r, i, k].map(|p| p.is_definition), [false, false, true, false]);
    assert_eq!((k.value, k.symbol), (ratio(1, 1000), parameter("k", true)));
}

#[test]
fn functions_are_unspecified_and_keep_their_formula() {
    let model = model();
    let [v, f] = [0, 1].map(|n| &model.functions[n]);
    assert_eq!((v.arguments.len(), v.formula), (2, None));
    let s = Expr::symbol("s", Kind::Auxiliary, 0);
    assert_eq!(f.formula, Some(apply(Elementary::Sin, &[s]) + parameter("k", true) * s));
    let x = coordinate("x", 0);
    let applied = apply(Function::unspecified("f", 1), &[x]);
    assert_eq!(model.forces, [Expr::zero(), input() - applied, Expr::zero()]);
    let specified = f.specification().unwrap().apply(applied);
    assert_eq!(specified, apply(Elementary::Sin, &[x]) + parameter("k", true) * x);
}

#[test]
fn energies_make_the_lagrangian() {
    let model = model();
    let (t, v) = (model.kinetic.unwrap(), model.potential.unwrap());
    assert_eq!(model.lagrangian, t - v);
    let (m, i) = (parameter("m", true), parameter("I", false));
    let half = ratio(1, 2);
    let [vx, vy, vt] = ["x", "y", "theta"].map(|name| coordinate(name, 1).powi(2));
    assert_eq!(t, half * m * (vx + vy) + half * i * vt);
    let given = "coordinates\n  x\nT = ½ x'²\nV = x\nL = T + 2 V\n";
    let model = read(&Source::new("a", given)).model.unwrap();
    assert_eq!(model.lagrangian, half * vx + Expr::from(2) * coordinate("x", 0));
}

#[test]
fn constraints_are_left_minus_right_with_labels_by_position() {
    let model = model();
    let labels: Vec<&str> = model.constraints.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["roll", "c2", "servo"]);
    let c = parameter("R", false) * coordinate("theta", 1);
    assert_eq!(model.constraints[0].phi, coordinate("x", 1) - c);
    assert_eq!(model.constraints[1].phi, coordinate("y", 1) - input());
    assert_eq!(model.constraints[0].reaction, None);
    let direction = vec![Expr::zero(), Expr::one(), coordinate("theta", 0)];
    assert_eq!(model.constraints[2].reaction, Some(direction));
    let Span { start, end } = model.constraints[0].span;
    assert_eq!(&DISK[start..end], "roll:  x' = c");
}

#[test]
fn a_label_by_position_avoids_names_that_are_taken() {
    let text = "coordinates\n  x, y\nparameters\n  c1 = 1\nL = ½ c1 (x'² + y'²)\nconstraints\n  x' = 0\n  c2_: y' = x\n  c3: y = x\n  x = y\n";
    let model = read(&Source::new("a", text)).model.unwrap();
    let labels: Vec<&str> = model.constraints.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["c1_", "c2_", "c3", "c4"]);
}

#[test]
fn abbreviations_are_put_in_and_have_time_derivatives() {
    let model = model();
    let c = parameter("R", false) * coordinate("theta", 1);
    assert_eq!(model.abbreviations[0].value, c);
    assert_eq!(model.abbreviations[1].value, c.powi(2) + coordinate("x", 0));
    assert_eq!(expression("s'"), rate(c.powi(2) + coordinate("x", 0)));
    assert_eq!(expression("w"), coordinate("x", 1) + c);
    assert_eq!(model.quasi[0].name, "w");
}

#[test]
fn dissipation_and_symmetry_are_read_along_the_coordinates() {
    let model = model();
    let drag = ratio(1, 2) * parameter("k", true) * coordinate("x", 1).powi(2);
    assert_eq!(model.dissipation, Some(drag));
    assert_eq!(model.symmetries, [[-coordinate("y", 0), Expr::zero(), Expr::one()]]);
    let system = model.system().unwrap();
    assert_eq!(system.Q()[0], -(parameter("k", true) * coordinate("x", 1)));
    assert_eq!(system.definitions().len(), 1);
    assert_eq!(system.inputs().to_vec(), [input()]);
}

#[test]
fn initial_values_know_their_quantity_and_whether_they_are_guesses() {
    let model = model();
    let names: Vec<&str> = model.initial.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, ["x", "y", "x'", "mu_roll"]);
    assert_eq!(
        (model.initial[0].value, model.initial[0].quantity),
        (ratio(1, 3), coordinate("x", 0))
    );
    assert_eq!((model.initial[2].quantity, model.initial[2].guess), (coordinate("x", 1), true));
    assert_eq!(model.initial[3].quantity, Expr::symbol("mu_roll", Kind::Multiplier, 0));
    assert_eq!(model.initial[3].unit.as_deref(), Some("N"));
    assert!(!model.initial[0].guess);
}

#[test]
fn a_run_knows_its_range_and_settings() {
    let run = model().run;
    assert_eq!(run.range, Some((Expr::zero(), Expr::from(20))));
    assert_eq!(run.unit.as_deref(), Some("s"));
    assert_eq!((run.step, run.every), (Some(ratio(1, 100)), Some(ratio(1, 10))));
    assert_eq!(
        (run.tol, run.method.unwrap().name.as_str()),
        (Some(ratio(1, 1_000_000_000)), "taylor")
    );
    let [(symbol, Signal::Formula(formula))] = run.inputs.as_slice() else { panic!("no formula") };
    assert_eq!((*symbol, *formula), (input(), apply(Elementary::Sin, &[Expr::time()])));
    assert_eq!(model().principle.unwrap().name, "dalembert");
}

#[test]
fn a_run_may_have_a_table_and_multiples_of_pi() {
    let text =
        "coordinates\n  x\ninputs\n  u\nL = ½ x'² + u x\nrun 0 .. 2 pi s\n  u = (0, 1), (1, 2)\n";
    let run = read(&Source::new("a", text)).model.unwrap().run;
    assert_eq!(run.range.unwrap().1, Expr::from(2) * Expr::pi());
    let Signal::Table(pairs) = &run.inputs[0].1 else { panic!("no table") };
    assert_eq!(pairs[1], (Expr::one(), Expr::from(2)));
}

#[test]
fn statements_become_claims() {
    let model = model();
    let claims: Vec<&Claim> = model.expect.iter().map(|s| &s.claim).collect();
    assert!(matches!(claims[0], Claim::Kind(list, KindWord::Nonholonomic) if *list == [0]));
    assert!(matches!(claims[1], Claim::Kind(list, KindWord::Linear) if *list == [0, 1, 2]));
    let h = energy_symbol() - parameter("m", true) * coordinate("x", 0);
    assert!(matches!(claims[2], Claim::Conserved(list) if *list == [energy_symbol(), h]));
    assert!(matches!(claims[3], Claim::Order(n) if *n == Expr::from(2)));
    assert_eq!(model.expect[0].text, "roll is nonholonomic");
    assert_eq!((model.expect.len(), model.expect[6].text.as_str()), (8, "x = y"));
    assert_eq!(model.reject.len(), 1);
}

#[test]
fn initial_values_in_statements_are_constants_with_a_name() {
    let statement = &model().expect[4];
    let Claim::Equations(sides) = &statement.claim else { panic!("no equation") };
    let start = Expr::symbol("x'(0)", Kind::Auxiliary, 0);
    let multiplier = Expr::symbol("lambda_roll", Kind::Multiplier, 0);
    assert_eq!(*sides, [(start.powi(2), coordinate("x", 0) + multiplier)]);
    assert_eq!(statement.starts, [(start, coordinate("x", 1))]);
    assert_eq!(rate(start), Expr::zero());
}

#[test]
fn letters_of_energies_are_names_in_statements() {
    let Claim::Equations(sides) = &model().reject[0].claim else { panic!("no equation") };
    assert_eq!(sides[0].1, Expr::zero(), "L − T + V vanishes");
}

#[test]
fn the_energy_is_put_in_with_its_derivatives() {
    let energy = coordinate("x", 1).powi(2) + coordinate("x", 0);
    assert_eq!(with_energy(expression("E' + 2 E"), energy), rate(energy) + Expr::from(2) * energy);
    assert_eq!(with_energy(expression("x"), energy), coordinate("x", 0));
}

#[test]
fn arithmetic_of_numbers_is_exact() {
    assert_eq!(expression("0.1 + 0.2"), ratio(3, 10));
    assert_eq!(expression("½ + ⅓"), ratio(5, 6));
    assert_eq!(expression("2^-3"), ratio(1, 8));
    assert_eq!(expression("1.5e2"), Expr::from(150));
    assert_eq!(expression("√(9/4)"), ratio(3, 2));
}

#[test]
fn powers_of_every_kind() {
    let x = coordinate("x", 0);
    assert_eq!(expression("x^(3/2)"), x.pow(&Rational::ratio(3, 2)));
    assert_eq!(expression("√x"), x.sqrt());
    assert_eq!(expression("e^x"), apply(Elementary::Exp, &[x]));
    let y = coordinate("y", 0);
    let general = apply(Elementary::Exp, &[y * apply(Elementary::Log, &[x])]);
    assert_eq!(expression("x^y"), general);
    assert_eq!(expression("sin²x"), apply(Elementary::Sin, &[x]).powi(2));
    assert_eq!(expression("|x|"), apply(Elementary::Abs, &[x]));
    assert_eq!(expression("x/2 y"), x * y / Expr::from(2));
}

#[test]
fn declared_names_win_over_constants() {
    let text = "coordinates\n  x, E\nparameters\n  e = 3, R = 1\nL = e x'² + E'² + R(x + 1)\nexpect\n  E = pi\n";
    let model = read(&Source::new("a", text)).model.unwrap();
    let Claim::Equations(sides) = &model.expect[0].claim else { panic!("no equation") };
    assert_eq!(sides[0], (coordinate("E", 0), Expr::pi()));
    let r = parameter("R", false);
    let (x, e) = (coordinate("x", 0), parameter("e", false));
    let kinetic = e * coordinate("x", 1).powi(2) + coordinate("E", 1).powi(2);
    assert_eq!(model.lagrangian, kinetic + r * (x + Expr::one()));
}

#[test]
fn questions_are_read_in_the_names_of_the_model() {
    let model = model();
    let source = Source::new("<question>", "m \\ddot x = λ_roll");
    let (left, right) = read_equation(&source, &model).unwrap();
    assert_eq!(left, parameter("m", true) * coordinate("x", 2));
    assert_eq!(right, Expr::symbol("lambda_roll", Kind::Multiplier, 0));
    let refused = read_equation(&Source::new("<question>", "x'' = mR"), &model).unwrap_err();
    assert_eq!(refused[0].hint.as_deref(), Some("for a product write `m R`"));
    let refused = read_equation(&Source::new("<question>", "x''"), &model).unwrap_err();
    assert_eq!(refused[0].code, Code::Expected);
}

#[test]
fn states_are_read_as_assignments() {
    let model = model();
    let text = "t=0, x=1.5, theta'=-2e-05, mu_roll=3, m=2, u=1";
    let values = read_assignments(&Source::new("--at", text), &model).unwrap();
    let names: Vec<&str> = values.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["t", "x", "theta'", "mu_roll", "m", "u"]);
    assert_eq!((values[2].symbol, values[2].value), (coordinate("theta", 1), ratio(-1, 50_000)));
    assert_eq!(values[4].symbol, parameter("m", true));
    for wrong in ["z=1", "x", "x=y", "s=1", "x=1/0"] {
        assert!(read_assignments(&Source::new("--at", wrong), &model).is_err(), "{wrong}");
    }
}
