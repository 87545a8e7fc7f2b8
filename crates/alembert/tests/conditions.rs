//! What must not vanish for equations to hold: what is listed, and what is proved never to vanish.

use alembert::language::{Source, read};
use alembert::walk::{Derivation, Form, Request, derive};
use alembert::{Layout, Spelling};

fn derived(text: &str) -> Derivation {
    let reading = read(&Source::new("test.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let request = Request { principle: None, form: Form::Explicit, closed: false, reduce: false };
    let model = reading.model.expect("a text without errors has a model");
    derive(&model, request).expect("there is an explicit form")
}

fn conditions(text: &str) -> Vec<String> {
    derived(text).conditions
}

/// One coordinate with an inertia, and a force that does not cancel it.
fn inertia(parameters: &str, m: &str) -> Vec<String> {
    conditions(&format!(
        "coordinates\n  x, y\nparameters\n{parameters}L = ½ ({m}) x'² + ½ y'²\nforces\n  x: 1\n"
    ))
}

#[test]
fn a_parameter_whose_range_contains_zero_must_not_vanish() {
    assert_eq!(inertia("  m = 0 in 0 .. 3\n", "m"), ["m != 0"]);
    assert_eq!(inertia("  m = 1 in -1 .. 3\n", "m"), ["m != 0"]);
    assert_eq!(inertia("  m = 1 in 0.1 .. 3\n", "m"), [""; 0]);
    assert_eq!(inertia("  m = -2 in -3 .. -1\n", "m"), [""; 0]);
}

#[test]
fn a_divisor_that_vanishes_at_the_end_of_a_range_is_listed() {
    assert_eq!(inertia("  h = 1 in -1 .. 1\n", "h^2 - 1"), ["h^2 - 1 != 0"]);
    assert_eq!(inertia("  h = 1 in -1 .. 1\n", "h^2 - 2"), [""; 0]);
}

#[test]
fn parameters_without_a_range_count_as_positive() {
    assert_eq!(inertia("  m = 1\n", "m"), [""; 0]);
    assert_eq!(inertia("  m = 1\n  a = 1\n  J = 1\n", "m a^2 + J"), [""; 0]);
    assert_eq!(inertia("  A = 2\n  C = 1\n", "A - C"), ["A - C != 0"]);
    assert_eq!(inertia("  m = 0\n", "m"), ["m != 0"], "its own value is zero");
}

#[test]
fn what_never_vanishes_is_not_listed() {
    for m in ["1 + y^2", "2 cos(y)^2 - 3", "1 + exp(y)^2", "cos(y)^2 + 2 sin(y)^2", "2 + sin(y)"] {
        assert_eq!(inertia("", m), [""; 0], "{m}");
    }
    for m in ["1 + y", "y^2", "2 cos(y)^2 - 1", "1 + sin(y)", "exp(y) - 1"] {
        assert_eq!(inertia("", m).len(), 1, "{m}");
    }
    // Without a range the sign of k is not known, and something else than parameters occurs.
    assert_eq!(inertia("  k = 1\n", "k + y^2"), ["k + y^2 != 0"]);
    assert_eq!(inertia("  k = 1 in 0.1 .. 2\n", "k + y^2"), [""; 0]);
}

#[test]
fn factors_are_listed_once_the_smallest_first() {
    let text = "coordinates\n  x, y, z\nL = ½ y^2 (1 + y)^3 x'² + ½ z'² + ½ y y'²\n\
                forces\n  x: 1\n  y: 1\n  z: 1/(2 y + 2) + 1/sin(z)^2\n";
    assert_eq!(conditions(text), ["y != 0", "sin(z) != 0", "1 + y != 0"]);
}

#[test]
fn a_pole_at_a_legal_state_gives_way_to_one_where_the_constraint_itself_vanishes() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\n\
                constraints\n  c: x x' + y y' = 0\n";
    let found = derived(text);
    assert_eq!(found.conditions, ["x^2 + y^2 != 0"]);
    assert_eq!(found.equations[0].1, "-x*(x'^2 + y'^2)/(x^2 + y^2)");
}

#[test]
fn the_list_is_wrapped_to_the_page() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nforces\n\
                \x20 x: 1/(x + y + 1) + 1/(x + z + 2) + 1/(y + z + 3)\n  y: 1/(x + y + z + 4)\n";
    let page = derived(text).text(Layout { spelling: Spelling::Ascii, width: 40 });
    assert!(page.contains("\nwhere "), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 40), "{page}");
}

/// A car with a trailer; the rows of its constraints never depend on each other.
const CAR: &str = "\
coordinates
  x, y, theta, phi, psi
parameters
  m = 1
  J = 1
  K = 1
  l = 1
  d = 1
L = ½ m (x'² + y'²) + ½ J theta'² + ½ K phi'² + ½ J psi'²
constraints
  rear: x' sin theta - y' cos theta = 0
  front: x' sin(theta + phi) - y' cos(theta + phi) - l theta' cos phi = 0
  hitch: x' sin psi - y' cos psi + d psi' = 0
";

#[test]
fn a_pole_of_the_chart_is_no_drop_of_rank() {
    let reading = read(&Source::new("car.mech", CAR));
    let request = Request { principle: None, form: Form::Quasi, closed: false, reduce: false };
    let model = reading.model.expect("a text without errors has a model");
    let car = derive(&model, request).expect("the car has quasi-velocities");
    // What is left is the inertia of the car, a sum that is positive.
    assert!(car.conditions.iter().all(|c| c.starts_with("J*d^2*sin(phi)^2 +")), "{car:?}");
    assert_eq!(car.certificate.word(), "proved");
}

#[test]
fn where_the_constraints_lose_rank_is_listed() {
    let rank = |rows: &str| {
        let rest = "L = ½ (x'² + y'² + z'² + theta'²)\nconstraints\n";
        conditions(&format!("coordinates\n  x, y, z, theta\n{rest}{rows}"))
    };
    // At theta = 0 both coefficients vanish, although neither divides the other.
    let half_angle = rank("  a: x' sin theta + (1 - cos theta) y' = 0\n");
    assert_eq!(half_angle.len(), 1, "{half_angle:?}");
    // All minors contain sin θ.
    let twice = rank("  a: sin(theta) (x' - y') = 0\n  b: x' + y' + z' = 0\n");
    assert_eq!(twice, ["sin(theta) != 0"]);
    // The rows are multiples of each other where cos θ = 0.
    let parallel = rank("  a: x' + z' = 0\n  b: x' + y' cos theta + z' = 0\n");
    assert_eq!(parallel, ["cos(theta) != 0"]);
}

/// A disc that rolls and leans, with a pendulum at its centre.
const DISC: &str = "\
coordinates
  x, y, psi, theta, phi, beta
parameters
  m = 1, M = 1, r = 1, l = 1, g = 9.81, I = 1
let
  C = (x, y, 0) + r Rz(psi, Rx(theta, (0, 1, 0)))
  P = C + l Rz(psi, Rx(theta, (sin beta, -cos beta, 0)))
T = ½ m |C'|² + ½ I (theta'² + psi'² sin²theta) + I (phi' + psi' cos theta)² + ½ M |P'|²
V = m g C_z + M g P_z
constraints
  rx: x' + r phi' cos psi = 0
  ry: y' + r phi' sin psi = 0
";

#[test]
fn equations_longer_than_a_page_name_a_shorter_form_before_them() {
    let long = derived(DISC);
    let (form, shorter) = long.shorter.expect("the explicit form of the disc is long");
    let own = long.operations.expect("explicit equations are counted");
    assert!(shorter < own && own > 600, "{shorter} {own}");
    let text = long.text(Layout { width: 100, spelling: Spelling::Ascii });
    let first = text.lines().next().expect("there is text");
    assert!(first.ends_with(&format!("--form {} is shorter: {shorter}", form.name())), "{text}");
    assert_eq!(long.json()["shorter"]["operations"], shorter);
    assert!(derived("coordinates\n  x\nL = ½ x'²\n").shorter.is_none());
}

/// Two coordinates with one constraint and one line of `expect`, checked.
fn checked(parameters: &str, constraint: &str, expect: &str) -> alembert::walk::CheckReport {
    let text = format!(
        "coordinates\n  x, y\nparameters\n{parameters}L = ½ x'² + ½ y'²\nconstraints\n  v: \
         {constraint}\nexpect\n  {expect}\n"
    );
    let reading = read(&Source::new("test.mech", text));
    alembert::walk::check(&reading.model.expect("a model")).expect("a check")
}

#[test]
fn a_factor_of_a_constraint_that_may_be_zero_is_a_condition() {
    let cases = [
        ("  k = 1 in -1 .. 1\n", "k y' = k x'", "k"),
        ("  a = 2 in 1 .. 10\n", "(a - 4) x' = (a - 4) y'", "a - 4"),
        ("  k = 1 in 0 .. 2\n", "k x = k y", "k"),
    ];
    for (parameters, constraint, factor) in cases {
        let found = checked(parameters, constraint, "x' = y'");
        assert_eq!(found.statements[0].conditions, [format!("{factor} != 0")], "{constraint}");
        assert_eq!(found.rank_drops, Some(vec![format!("{factor} = 0")]), "{constraint}");
        let kind = checked(parameters, constraint, "v is holonomic");
        assert_eq!(kind.statements[0].conditions, [format!("{factor} != 0")], "{constraint}");
        let invariants = found.invariants.expect("they were looked for");
        // The reaction has no work and no part along x + y, also where there is none.
        let always = ["x'^2/2 + y'^2/2", "x' + y'"];
        let texts = invariants.texts();
        assert_eq!(texts[0], always[0], "conserved whatever {factor} is");
        assert!(texts.iter().all(|text| always.contains(&text.as_str())), "{factor}: {texts:?}");
        let others = invariants.conditional_json();
        let named = |text: &str| others.to_string().contains(&format!("\"{text}\""));
        assert!(texts.iter().any(|text| text == always[1]) || named(always[1]), "{others}");
    }
}

#[test]
fn a_factor_that_is_zero_leaves_nothing_of_a_constraint() {
    for parameters in ["  k = 0 in -1 .. 1\n", "  k = 0\n"] {
        let found = checked(parameters, "k y' = k x'", "x' = y'");
        assert_ne!(found.statements[0].decision, alembert::walk::Decision::Holds);
        assert_eq!(found.velocity_freedom, Some(2));
        let kind = checked(parameters, "k y' = k x'", "v is holonomic");
        assert_eq!(kind.statements[0].decision, alembert::walk::Decision::Undecided);
        // Both momenta, the energy and the momentum of a turn.
        assert_eq!(found.invariants.expect("they were looked for").texts().len(), 4);
    }
}

#[test]
fn a_factor_that_is_known_to_be_positive_is_no_condition() {
    let cases = [
        ("  k = 1 in 1 .. 2\n", "k y' = k x'"),
        ("  k = 1\n", "k y' = k x'"),
        ("  a = 2 in 1 .. 3\n", "(a - 4) x' = (a - 4) y'"),
        ("  k = -1 in -2 .. -1\n", "k y' = k x'"),
    ];
    for (parameters, constraint) in cases {
        let found = checked(parameters, constraint, "x' = y'");
        assert_eq!(found.statements[0].conditions, [""; 0], "{constraint}");
        assert_eq!(found.rank_drops.unwrap_or_default(), [""; 0], "{constraint}");
        assert_eq!(found.integrals, ["x - y"], "{constraint}");
        assert!(!found.invariants.expect("they were looked for").texts().is_empty());
    }
}

#[test]
fn an_inertia_that_may_be_zero_is_a_condition_of_a_proof() {
    let text =
        |range: &str| format!("coordinates\n  x\nparameters\n  m = 1{range}\nL = ½ m x'² - m x\n");
    for (range, wanted) in [(" in 0 .. 2", vec!["m != 0"]), ("", vec![]), (" in 1 .. 2", vec![])] {
        let model = read(&Source::new("test.mech", text(range))).model.expect("a model");
        let claim = Source::new("claim", "x'' = -1");
        let sides = alembert::language::read_equation(&claim, &model).expect("an equation");
        let proof = alembert::walk::prove(&model, sides, None).expect("an answer");
        assert_eq!(proof.verdict, alembert::walk::Verdict::Proved);
        let found = proof.json();
        assert_eq!(found["conditions"], serde_json::json!(wanted), "{range}");
    }
}

#[test]
fn constraints_that_take_the_place_of_each_other_need_no_condition() {
    let skate = "coordinates\n  x, y, θ\nL = ½ (x'² + y'² + θ'²) - x\nconstraints\n";
    let both = "  a: (x' - y') sin θ = 0\n  b: (x' - y') cos θ = 0\n";
    assert_eq!(conditions(&format!("{skate}{both}")), [""; 0]);
    assert_eq!(conditions(&format!("{skate}  a: (x' - y') sin θ = 0\n")), ["sin(theta) != 0"]);
    let twice = "  a: (x' - y') sin θ = 0\n  b: (x' - y') sin θ cos θ = 0\n";
    assert_eq!(conditions(&format!("{skate}{twice}")), ["sin(theta) != 0"]);
}

#[test]
fn a_turning_rod_has_no_singular_angle() {
    let bead = "coordinates\n  x, y\nparameters\n  Ω = 2\nL = ½ (x'² + y'²)\nconstraints\n";
    assert_eq!(conditions(&format!("{bead}  rod: y cos(Ω t) = x sin(Ω t)\n")), [""; 0]);
}

#[test]
fn a_condition_is_attached_to_the_claims_that_need_it() {
    let text = "coordinates\n  x, y, u, w\nparameters\n  k = 1 in -1 .. 1\nL = ½ (x'² + y'² + u'² + \
                w'²)\nconstraints\n  a: x' = y'\n  b: k u' = k w'\nexpect\n  a is holonomic in disguise\n  \
                b is holonomic in disguise\n  x'' = y''\n  u'' = 0\n  u' = w'\n  E is conserved\n  \
                k u' = k w'\n";
    let model = read(&Source::new("test.mech", text)).model.expect("a model");
    let report = alembert::walk::check(&model).expect("a check");
    let needs = |line: &alembert::walk::StatementReport| {
        assert_eq!(line.decision.word(), "holds", "{}", line.text);
        (line.text.clone(), line.conditions.join(", "))
    };
    let found: Vec<(String, String)> = report.statements.iter().map(needs).collect();
    let expected = [
        ("a is holonomic in disguise", ""),
        ("b is holonomic in disguise", "k != 0"),
        ("x'' = y''", ""),
        ("u'' = 0", ""),
        ("u' = w'", "k != 0"),
        ("E is conserved", ""),
        ("k u' = k w'", ""),
    ];
    let expected = expected.map(|(text, needed)| (text.to_owned(), needed.to_owned()));
    assert_eq!(found, expected);
}

/// The mass cancels in each of these, and with no mass the equations leave the accelerations open.
#[test]
fn a_mass_that_may_be_zero_is_a_condition_beside_a_constraint_on_velocities() {
    for (range, constraint, claim) in [
        ("-1 .. 1", "x' - y' = 0", "y'' = -a/2"),
        ("0 .. 1", "y' = x x'", "(1 + x^2) x'' = -x x'^2 - a x"),
        ("-1 .. 1", "x' = 0", "y'' = -a"),
    ] {
        let text = format!(
            "coordinates\n  x, y\nparameters\n  m = 1 in {range}\n  a = 1\n\
             L = 1/2 m (x'^2 + y'^2) - m a y\nconstraints\n  v: {constraint}\nexpect\n  {claim}\n"
        );
        let model = read(&Source::new("mass.mech", text)).model.expect("a model");
        let found = alembert::walk::check(&model).expect("a check");
        assert_eq!(found.statements[0].conditions, ["m != 0"], "{constraint}: {claim}");
    }
}
