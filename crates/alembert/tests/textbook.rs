//! Where a textbook decides: constraints in forms that hide what they say, rotations with time in their
//! integrals, inverse functions, ranges that begin at 0, and the integrals of the eccentric ball. Beside each
//! claim stands one that is nearly the same, and false.

use alembert::language::{Code, Model, Severity, Source, mend, read, read_equation};
use alembert::walk::{Verdict, check, prove, prove_anywhere};
use serde_json::json;

fn understood(text: &str) -> Model {
    let reading = read(&Source::new("model.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    reading.model.expect("a text without errors has a model")
}

/// A point in the plane with constraints.
fn point(constraints: &str) -> String {
    format!(
        "coordinates\n  x, y\nparameters\n  a = 2, b = 1/2 in 0 .. 1, c = 3 in 1 .. 4\n\
         L = ½ (x'² + y'²) - b x - a y + c\nconstraints\n  c1: {constraints}\n"
    )
}

fn verdict(text: &str, claim: &str) -> Verdict {
    let model = understood(text);
    let sides = read_equation(&Source::new("claim", claim), &model).expect(claim);
    prove(&model, sides, None).expect(claim).verdict
}

fn anywhere(claim: &str) -> (Verdict, Vec<String>) {
    let model = understood(&point("x' = 0"));
    let sides = read_equation(&Source::new("claim", claim), &model).expect(claim);
    let proof = prove_anywhere(&model, sides);
    let conditions = proof.json()["conditions"].clone();
    let list = conditions.as_array().expect("a list").iter();
    (proof.verdict, list.map(|e| e.as_str().expect("a text").to_owned()).collect())
}

#[test]
fn a_square_is_an_irregular_form_with_a_fix() {
    for (constraint, fixed) in [
        ("(x'+y')^2 = 0", "c1: x' + y' = 0"),
        ("x'² = 4 x' y' - 4 y'²", "c1: x' - 2*y' = 0"),
        ("(x'+y')³ = 0", "c1: x' + y' = 0"),
        ("x'² + y'² = 0", "c1: x' = 0\n  c1_2: y' = 0"),
    ] {
        let source = Source::new("model.mech", point(constraint));
        let report = check(&understood(source.text())).expect("sound");
        let all = report.diagnostics.iter();
        let found: Vec<_> = all.filter(|d| d.code == Code::IrregularConstraint).collect();
        let [finding] = found[..] else { panic!("{constraint}: {:#?}", report.diagnostics) };
        assert_eq!(finding.severity, Severity::Warning);
        assert!(finding.message.contains("irregular"), "{}", finding.message);
        assert_eq!(finding.fixes.len(), 1, "{constraint}");
        assert_eq!(finding.fixes[0].text, fixed);
        let why = report.json()["constraints"][0]["why"].to_string();
        assert!(why.contains("irregular form"), "{why}");
        let mended = mend(&source, &report.diagnostics).expect("it is mended");
        let again = check(&understood(&mended.text)).expect("sound").json();
        assert_eq!(again["constraints"][0]["type"], json!("linear"), "{constraint}");
    }
}

#[test]
fn what_cancels_to_a_linear_constraint_is_linear() {
    for constraint in ["(x'²-y'²)/(x'+y') = 0", "x'²/x' = y'²/y'", "(x'³-y'³)/(x'²+x' y'+y'²) = 0"]
    {
        let report = check(&understood(&point(constraint))).expect("sound");
        let found = report.json();
        assert_eq!(found["constraints"][0]["type"], json!("linear"), "{constraint}");
        assert_eq!(found["integrals"], json!(["x - y"]), "{constraint}");
        let told = |d: &alembert::language::Diagnostic| {
            matches!(d.code, Code::NonlinearInVelocities | Code::IrregularConstraint)
        };
        assert!(!report.diagnostics.iter().any(told), "{constraint}");
    }
}

#[test]
fn what_does_not_cancel_stays_nonlinear() {
    for constraint in ["(x'²+y'²)/(x'+y') = 1", "x'² = y'²", "(x'-y')/(1+x'²) = 0"] {
        let report = check(&understood(&point(constraint))).expect("sound");
        let found = report.json();
        assert_eq!(found["constraints"][0]["type"], json!("nonlinear"), "{constraint}");
        assert!(!report.diagnostics.iter().any(|d| d.code == Code::IrregularConstraint));
    }
}

#[test]
fn a_position_constraint_that_is_a_square_has_a_fix_and_a_fraction_is_none() {
    let report = check(&understood(&point("(x - y)² = 0"))).expect("sound");
    let drops = report.diagnostics.iter().find(|d| d.code == Code::RankDrops).expect("a warning");
    assert_eq!(drops.fixes.len(), 1);
    assert_eq!(drops.fixes[0].text, "c1: x - y = 0");
    let report = check(&understood(&point("(x - y)/(1 + x²) = 0"))).expect("sound");
    assert!(!report.diagnostics.iter().any(|d| d.code == Code::RankDrops));
}

#[test]
fn a_rotation_has_two_integrals_with_time() {
    let text = "coordinates\n  x, y, z\nparameters\n  Ω = 2\nL = ½ (x'² + y'² + z'²)\nconstraints\n  \
                a: x' = -Ω y\n  b: y' = Ω x\n";
    let found = check(&understood(text)).expect("sound").json();
    let integrals = json!(["x*cos(Omega*t) + y*sin(Omega*t)", "x*sin(Omega*t) - y*cos(Omega*t)"]);
    assert_eq!(found["integrals"], integrals);
    for claim in ["(x² + y²)' = 0", "(x cos(Ω t) + y sin(Ω t))' = 0"] {
        assert_eq!(verdict(text, claim), Verdict::Proved, "{claim}");
    }
    for claim in ["(x cos(Ω t) - y sin(Ω t))' = 0", "(x² - y²)' = 0"] {
        assert_eq!(verdict(text, claim), Verdict::Refuted, "{claim}");
    }
}

#[test]
fn roots_in_position_constraints_are_squared() {
    let circle = point("√(x² + y²) = a");
    for claim in ["x² + y² = a²", "x x' + y y' = 0", "√(x² + y²) = a", "(x² + y²)^(3/2) = a³"]
    {
        assert_eq!(verdict(&circle, claim), Verdict::Proved, "{claim}");
    }
    for claim in ["x² + y² = a", "√(x² + y²) = -a", "x² - y² = a²", "x = √(a² - y²)"] {
        assert_eq!(verdict(&circle, claim), Verdict::Refuted, "{claim}");
    }
    let cone = point("√(x² + 1) = y");
    assert_eq!(verdict(&cone, "y² = x² + 1"), Verdict::Proved);
    assert_ne!(verdict(&cone, "y = -√(x² + 1)"), Verdict::Proved);
    // y < 0 obeys y² = x² + 1 and not the constraint: no state there refutes y = |y|.
    assert_ne!(verdict(&cone, "y = abs(y)"), Verdict::Refuted);
}

#[test]
fn a_root_of_what_a_constraint_fixes_is_its_value() {
    let circle = point("x² + y² = c²");
    assert_eq!(verdict(&circle, "√(x² + y²) = c"), Verdict::Proved);
    assert_eq!(verdict(&circle, "√(x² + y²) = -c"), Verdict::Refuted);
    // a may be negative.
    assert_ne!(verdict(&point("x² + y² = a²"), "√(x² + y²) = a"), Verdict::Proved);
}

/// No state obeys these, so nothing is proved of them.
#[test]
fn a_root_that_is_negative_proves_nothing() {
    for constraint in ["√(x² + y²) = -c", "√(x² + y²) = -1"] {
        let text = point(constraint);
        let reading = read(&Source::new("model.mech", text.as_str()));
        let Some(model) = reading.model else { continue };
        let claim = Source::new("claim", "x² + y² = c²");
        let sides = read_equation(&claim, &model).expect("an equation");
        let proof = prove(&model, sides, None);
        assert!(
            proof.is_err() || proof.is_ok_and(|p| p.verdict != Verdict::Proved),
            "{constraint}"
        );
    }
}

#[test]
fn equal_values_of_a_one_to_one_function_have_equal_arguments() {
    for f in ["exp", "sinh", "tanh", "atan", "log", "asin"] {
        let text = point(&format!("{f} x = {f} y"));
        for claim in ["x = y", "x' = y'", "cos x = cos y"] {
            assert_eq!(verdict(&text, claim), Verdict::Proved, "{f}: {claim}");
        }
        assert_ne!(verdict(&text, "x = -y"), Verdict::Proved, "{f}");
    }
    assert_eq!(verdict(&point("exp x = exp y"), "x = -y"), Verdict::Refuted);
    assert_eq!(verdict(&point("c exp(2 x) = c exp(y)"), "y = 2 x"), Verdict::Proved);
}

#[test]
fn equal_values_of_other_functions_say_less() {
    for constraint in
        ["cos x = cos y", "sin x = sin y", "cosh x = cosh y", "x² = y²", "tan x = tan y"]
    {
        assert_ne!(verdict(&point(constraint), "x = y"), Verdict::Proved, "{constraint}");
    }
    for constraint in ["exp x = 2 exp y", "exp x = -exp y", "a exp x = b exp y", "exp x = sinh y"] {
        assert_ne!(verdict(&point(constraint), "x = y"), Verdict::Proved, "{constraint}");
    }
}

#[test]
fn inverse_functions_and_ranges_from_zero_are_decided() {
    for claim in [
        "exp(log x) = x",
        "log(exp x) = x",
        "atan 1 = π/4",
        "asin(1/2) = π/6",
        "abs(b) = b",
        "√(b²) = b",
        "√(b² c) = b √c",
        "abs(b x) = b abs(x)",
    ] {
        assert_eq!(anywhere(claim), (Verdict::Proved, Vec::new()), "{claim}");
    }
    assert_eq!(anywhere("√(b²)/b = 1"), (Verdict::Proved, vec!["b != 0".to_owned()]));
    for claim in ["abs(a) = a", "abs(b) = -b", "abs(x) = x", "√(b) = b", "abs(b - c) = b - c"] {
        assert_ne!(anywhere(claim).0, Verdict::Proved, "{claim}");
    }
}

#[test]
fn a_range_from_zero_counts_on_motions_and_in_lines() {
    let text =
        point("x = y") + "expect\n  x'' + y'' = -abs(b) - a\nreject\n  x'' + y'' = abs(b) - a\n";
    assert_eq!(verdict(&text, "2 x'' = -√(b²) - a"), Verdict::Proved);
    assert_eq!(verdict(&text, "2 x'' = b - a"), Verdict::Refuted);
    assert_ne!(verdict(&text, "2 x'' = -b - abs(a)"), Verdict::Proved);
    let report = check(&understood(&text)).expect("sound");
    let decisions: Vec<_> = report.statements.iter().map(|s| s.decision.word()).collect();
    assert_eq!(decisions, ["holds", "holds"]);
}

/// A ball whose centre of mass lies beside its centre, on a plane.
fn eccentric_ball(plane: &str) -> String {
    format!(
        "coordinates\n  x, y [m]\n  B rotation with space ω, body Ω\nparameters\n  \
         m = 1 in 0.1 .. 10\n  R = 0.5 in 0.1 .. 1\n  e = 0.1 in 0.01 .. 0.2\n  \
         A = 0.11 in 0.01 .. 1\n  C = 0.09 in 0.01 .. 1\n  g = 9.81 in 1 .. 25\n  \
         μ = 0.3 in 0.1 .. 2\nlet\n  P = B (0, 0, -e)\n  v = (x', y', 0) + ω × P\n  \
         J = B (A Ω_x, A Ω_y, C Ω_z)\n  r = (0, 0, -R) - P\n  \
         D = A C + m C (R B_zz - e)² + m A R² (B_zx² + B_zy²)\n  \
         F = A C + m C (R B_zz + e)² + m A R² (B_zx² + B_zy²)\n\
         T = ½ m |v|² + ½ Ω · (A Ω_x, A Ω_y, C Ω_z)\nV = m g P_z\n{plane}\n"
    )
}

#[test]
fn the_ball_that_rolls_has_the_integrals_of_jellett_and_routh() {
    let rolling = eccentric_ball("constraints\n  roll_x: x' = R ω_y\n  roll_y: y' = -R ω_x");
    for claim in ["(J · r)' = 0", "(D Ω_z²)' = 0", "(√D Ω_z)' = 0"] {
        assert_eq!(verdict(&rolling, claim), Verdict::Proved, "{claim}");
    }
    for claim in ["(J · P)' = 0", "(F Ω_z²)' = 0", "(√F Ω_z)' = 0", "Ω_z' = 0"] {
        assert_eq!(verdict(&rolling, claim), Verdict::Refuted, "{claim}");
    }
}

#[test]
fn the_ball_that_slides_has_the_integral_of_jellett_alone() {
    let sliding = eccentric_ball("forces\n  dissipation = ½ μ ((x' - R ω_y)² + (y' + R ω_x)²)");
    assert_eq!(verdict(&sliding, "(J · r)' = 0"), Verdict::Proved);
    for claim in ["(J · P)' = 0", "(D Ω_z²)' = 0"] {
        assert_eq!(verdict(&sliding, claim), Verdict::Refuted, "{claim}");
    }
}
