//! Claims that are false on some branch, for some sign or on some part of the states must not be
//! proved, and true ones must not be refuted: better no answer than a wrong one.

use alembert::language::{Code, Source, read, read_equation};
use alembert::walk::{CheckReport, Form, Request, Verdict, check, derive, prove, prove_anywhere};

/// A model of free coordinates with the given lines after the Lagrangian.
fn model_text(rest: &str) -> String {
    let head = "coordinates\n  x, y, z, w, a\nparameters\n  R = 2 in 1 .. 3\n";
    format!("{head}functions\n  f(x)\nL = ½ (x'² + y'² + z'² + w'² + a'²)\n{rest}")
}

fn constrained(constraints: &str) -> String {
    let lines: String = constraints.split(';').map(|c| format!("  {}\n", c.trim())).collect();
    model_text(&format!("constraints\n{lines}"))
}

fn verdict(text: &str, claim: &str, anywhere: bool) -> Verdict {
    let model = read(&Source::new("model", text)).model.expect(text);
    let sides = read_equation(&Source::new("claim", claim), &model).expect(claim);
    match anywhere {
        true => prove_anywhere(&model, sides).verdict,
        false => prove(&model, sides, None).expect(claim).verdict,
    }
}

#[test]
fn signs_under_roots_are_never_guessed() {
    let false_somewhere = [
        "sqrt(1/x^2) = 1/x",
        "sqrt(4/x^2) = 2/x",
        "abs(1/x) = 1/x",
        "sign(1/x) = 1",
        "abs(R/x) = R/x",
        "abs(1/(x-y)) = 1/(x-y)",
        "sqrt(y/x^2)*x = sqrt(y)",
        "sqrt(1+tan(a)^2) = 1/cos(a)",
        "1/sqrt(1+tan(a)^2) = cos(a)",
        "sqrt(1+1/tan(a)^2)*sin(a) = 1",
        "sqrt(sin(a)^2/x^2+cos(a)^2/x^2) = 1/x",
        "sqrt(x*(x+y))/(x+y) = sqrt(x/(x+y))",
        "sqrt(x^2+y^2)*sqrt(1/x^2+1/y^2) = (x^2+y^2)/(x*y)",
        "(abs(1/x)-1/x)*asin(z) = 0",
        "abs(1/x)*abs(z) = abs(z)/x",
        "sqrt(x^2) = x",
        "sqrt(x^2*y) = x*sqrt(y)",
        "sqrt(cos(a)^2) = cos(a)",
        "sqrt(-x)*sqrt(-y) = -sqrt(x*y)",
        "(x^2)^(1/4) = sqrt(x)",
        "log(x^2) = 2*log(x)",
        "atan(tan(x)) = x",
        "abs(x+y) = abs(x)+abs(y)",
    ];
    for claim in false_somewhere {
        for anywhere in [true, false] {
            assert_ne!(verdict(&model_text(""), claim, anywhere), Verdict::Proved, "{claim}");
        }
    }
}

#[test]
fn true_identities_are_not_refuted() {
    let identities = [
        "abs(x*y) = abs(x)*abs(y)",
        "sqrt(x^2*R^2) = R*abs(x)",
        "sqrt(x/y)*sqrt(y) = sqrt(x)",
        "sqrt(1/x) = 1/sqrt(x)",
        "exp(log(x)) = x",
        "tan(x)*cos(x) = sin(x)",
        "sqrt(3+2*sqrt(2)) = 1+sqrt(2)",
        "asin(y)+acos(y) = pi/2",
        "cos(pi/5)-cos(2*pi/5) = 1/2",
        "sin(pi*x/(1+x))*cos(pi/(1+x)) + cos(pi*x/(1+x))*sin(pi/(1+x)) = 0",
    ];
    for claim in identities {
        for anywhere in [true, false] {
            assert_ne!(verdict(&model_text(""), claim, anywhere), Verdict::Refuted, "{claim}");
        }
    }
}

#[test]
fn nothing_is_proved_across_the_parts_of_a_set_or_by_a_hidden_zero() {
    let false_somewhere = [
        ("x = y; sin(x) = sin(y)", "x' = 0"),
        ("x = y; exp(x) = exp(y)", "x' = 0"),
        ("x = y; (exp(x)-exp(y))*z' = 0", "z' = 0"),
        ("x = y; (f(x)-f(y)) z' = 0", "z' = 0"),
        ("x^2+y^2 = 1; (sqrt(x^2+y^2)-1)*z' = 0", "z' = 0"),
        ("x' = y'; (sin(x')-sin(y'))*z' = 0", "z' = 0"),
        ("R sin(x) = R sin(y); R cos(x) = R cos(y)", "x' = 0"),
        ("x*y = 0", "x = 0"),
        ("x' y' = 0", "x' = 0"),
        ("x (y - 1) = 0", "y = 1"),
        ("x^2 = y^2; (x-y)*z' = 0", "z' = 0"),
        ("x'^2 = 1; (x'-1) z' = (x'-1) y'", "z' = y'"),
        ("x^2 = 1; y^2 = 1", "(x-1)/(x+y-2) = 0"),
        ("x^2 = 1; y^2 = 1", "(x-1)/(x+y-2) = (3+y)/4"),
        ("x = 0", "x/x = 1"),
    ];
    for (constraints, claim) in false_somewhere {
        let verdict = verdict(&constrained(constraints), claim, false);
        assert_ne!(verdict, Verdict::Proved, "{constraints}: {claim}");
    }
}

#[test]
fn what_the_constraints_say_is_not_refuted() {
    let truths = [
        ("x = y", "sin(x) = sin(y)"),
        ("x = y", "f(x) = f(y)"),
        ("x = y", "x'' = y''"),
        ("sqrt(x^2+y^2) = R", "sqrt(x^2+y^2) = R"),
        ("sqrt(x^2+y^2) = R", "x^2+y^2 = R^2"),
        ("x^2+y^2 = R^2", "sqrt(x^2+y^2) = R"),
        ("R cos(x) + R cos(y) = 1", "R cos(x) + R cos(y) = 1"),
        ("sin x = sin y", "sin x = sin y"),
        ("exp(x) = exp(y)", "x = y"),
        ("x^2+y^2 = 0", "x = 0"),
        ("sin(x) = 0", "cos(x)^2 = 1"),
        ("x^2 = 4", "x' = 0"),
        ("z = 1; 10*(z-1)*(z+0.5) = 0", "asin(y)+acos(y)+z = pi/2+1"),
    ];
    for (constraints, claim) in truths {
        let verdict = verdict(&constrained(constraints), claim, false);
        assert_ne!(verdict, Verdict::Refuted, "{constraints}: {claim}");
    }
    for claim in ["cos(x'') = 1", "exp(x'') = 1", "sqrt(1+x''^2) = 1"] {
        assert_ne!(verdict(&model_text(""), claim, false), Verdict::Refuted, "{claim}");
    }
}

#[test]
fn a_coordinate_that_is_given_outright_may_stand_inside_functions() {
    let motor = constrained("x = R t");
    for claim in ["cos(x) = cos(R t)", "x' = R", "x'' = 0", "sin(x)^2 + cos(R t)^2 = 1"] {
        assert_eq!(verdict(&motor, claim, false), Verdict::Proved, "{claim}");
    }
    assert_eq!(verdict(&motor, "x' = 2 R", false), Verdict::Refuted);
}

#[test]
fn refutations_respect_the_ranges_of_parameters() {
    let text = "coordinates\n  x\nparameters\n  n = -1 in -2 .. -0.5\n  e = 0.05 in 0 .. 0.1\n\
                L = ½ x'²\n";
    for claim in ["abs(n) = -n", "abs(e - 0.2) = 0.2 - e"] {
        assert_ne!(verdict(text, claim, true), Verdict::Refuted, "{claim}");
    }
}

/// The explicit equations of a model: their conditions, or why there are none.
fn explicit(constraints: &str) -> Result<Vec<String>, String> {
    let text = constrained(constraints);
    let model = read(&Source::new("model", text.as_str())).model.expect(constraints);
    let request = Request { principle: None, form: Form::Explicit, closed: false, reduce: false };
    derive(&model, request).map(|found| found.conditions).map_err(|error| error.to_string())
}

#[test]
fn constraints_that_factor_are_not_solved_as_one() {
    for constraint in ["c: x' y' = 0", "c: (y' - x')^2 = 0"] {
        let error = explicit(constraint).expect_err(constraint);
        assert!(error.contains("several parts"), "{constraint}: {error}");
    }
}

#[test]
fn explicit_equations_hold_where_the_constraints_are_independent() {
    assert_eq!(explicit("c: x x' = 0"), Ok(vec!["x != 0".to_owned()]));
    assert_eq!(explicit("c: x' y = 0"), Ok(vec!["y != 0".to_owned()]));
    assert_eq!(explicit("c: x' - y y' = 0"), Ok(Vec::new()), "1 + y^2 never vanishes");
}

#[test]
fn constraints_that_contradict_each_other_have_no_equations() {
    let error = explicit("c: x' = 1; d: x' = 2").expect_err("they contradict each other");
    assert!(error.contains("`d`"), "{error}");
}

#[test]
fn a_sign_has_its_value_by_the_quotient_except_at_zero() {
    let model = read(&Source::new("model", model_text(""))).model.expect("the model");
    let sides = read_equation(&Source::new("claim", "sign(x)^2 = 1"), &model).expect("the claim");
    for proof in [prove_anywhere(&model, sides), prove(&model, sides, None).expect("a motion")] {
        assert_eq!(proof.verdict, Verdict::Proved);
        assert_eq!(proof.json()["conditions"], serde_json::json!(["x != 0"]));
    }
}

#[test]
fn conditions_that_the_equations_of_motion_leave_may_split_the_states() {
    // x = 0 with any y(t) is a motion.
    let split = "coordinates\n  x, y, z\nL = ½ (x'² + z'²) + ½ x² y²\nforces\n  z: y\n";
    for claim in ["y = 0", "z'' = 0"] {
        assert_ne!(verdict(split, claim, false), Verdict::Proved, "{claim}");
    }
    let whole = "coordinates\n  x, y, z\nL = ½ (x'² + z'²) + ½ y²\nforces\n  z: y\n";
    assert_eq!(verdict(whole, "y = 0", false), Verdict::Proved);
}

#[test]
fn a_divisor_that_vanishes_inside_a_function_proves_nothing() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - cos(x' - y')\n\
                constraints\n  v: x' = y'\n";
    assert_ne!(verdict(text, "(x' - y')/sin(x' - y') = 0", false), Verdict::Proved);
    assert_eq!(verdict(text, "(x' - y')/cos(x' - y') = 0", false), Verdict::Proved);
}

fn checked(text: &str) -> CheckReport {
    let model = read(&Source::new("model", text)).model.expect(text);
    check(&model).expect(text)
}

#[test]
fn a_check_names_the_conditions_of_its_decisions() {
    let expect = "expect\n  y z' is conserved\n  y is conserved\n  z'' = 0\n";
    let report = checked(&format!("{}{expect}", constrained("v: x y' = 0")));
    let conditions: Vec<_> = report.statements.iter().map(|s| s.conditions.clone()).collect();
    assert_eq!(conditions[..2], [["x != 0"], ["x != 0"]]);
    assert!(conditions[2].is_empty(), "z is free: {conditions:?}");
    assert_eq!(report.json()["expect"][0]["conditions"], serde_json::json!(["x != 0"]));
    assert_eq!(
        (report.integrals, report.integral_conditions),
        (vec!["y".into()], vec!["x != 0".into()])
    );
    let known = report.invariants.as_ref().expect("there is a motion").texts();
    assert!(!known.contains(&"y*z'".to_owned()), "{known:?}");
    assert!(known.contains(&"z'".to_owned()), "{known:?}");
}

#[test]
fn nothing_is_integrated_across_the_parts_of_a_set() {
    let split = [
        "p: x^2 = 2 + 2 cos(y); v: (x - 2 cos(y/2)) z' = 0",
        "p: x^2 = 1 + sin(2 y); v: (x - sin(y) - cos(y)) z' = 0",
        "p: x^2 = exp(y); v: (x - exp(y/2)) z' = 0",
    ];
    for constraints in split {
        let report = checked(&constrained(constraints));
        assert!(report.integrals.is_empty(), "{constraints}: {:?}", report.integrals);
        assert!(report.redundant.is_empty(), "{constraints}: {:?}", report.redundant);
        assert!(!report.limits.is_empty(), "{constraints}");
    }
    assert_eq!(checked(&constrained("v: z' = 0")).integrals, ["z"]);
}

#[test]
fn half_turns_are_conditions_and_no_contradictions() {
    let body =
        "coordinates\n  B rotation with body Ω\nT = ½ (Ω_x² + 2 Ω_y² + 3 Ω_z²)\nconstraints\n";
    let text = format!("{body}  c: (1 + B_xx + B_yy + B_zz) Ω_z = 0\nexpect\n  Ω_z = 0\n");
    let report = checked(&text);
    assert_eq!(report.statements[0].conditions, ["1 + B_xx + B_yy + B_zz != 0"]);
    for constraint in ["B_zz = -1", "B_xx + B_yy + B_zz = -1"] {
        let report = checked(&format!("{body}  c: {constraint}\nexpect\n  E is conserved\n"));
        let codes: Vec<Code> = report.diagnostics.iter().map(|d| d.code).collect();
        assert!(!codes.contains(&Code::Contradiction), "{constraint}: {codes:?}");
        assert!(report.limits.iter().any(|l| l.contains("half turns")), "{:?}", report.limits);
    }
}

#[test]
fn a_proof_that_holds_nowhere_is_no_proof() {
    let never = "p: y² + z² = 0; v: y x' + z w' = 0";
    for claim in ["x'^2 + w'^2 = 0", "x'^2 + w'^2 = 7", "y' = 1"] {
        assert_ne!(verdict(&constrained(never), claim, false), Verdict::Proved, "{claim}");
    }
    // The same without the vacuous constraint has states, and a condition.
    let somewhere = "v: y x' + y w' = 0";
    assert_eq!(verdict(&constrained(somewhere), "x' + w' = 0", false), Verdict::Proved);
}

#[test]
fn a_constraint_without_real_states_has_no_equations() {
    for never in ["p: x² + y² = -1", "p: sin(x) = 2", "p: x² y² + R = 0", "p: exp(x) = 0"] {
        let model = read(&Source::new("model", constrained(never))).model.expect(never);
        let names = ["dalembert", "maggi"];
        let compared = alembert::walk::compare(&model, &names);
        assert!(compared.is_err_and(|e| e.to_string().contains("`p`")), "{never}");
        for claim in ["x = 0", "x'' = 0", "1 = 2", "x = x + 1"] {
            assert_ne!(verdict(&constrained(never), claim, false), Verdict::Proved, "{claim}");
        }
    }
    let model = read(&Source::new("model", constrained("p: x² + y² = 1"))).model.expect("a model");
    assert!(alembert::walk::compare(&model, &["dalembert", "maggi"]).is_ok());
}

#[test]
fn nothing_is_classified_where_positions_fall_into_parts() {
    let split = [
        "p: x² = exp(y); v: (x - exp(y/2)) z' = 0",
        "p: x² = y²; v: (x - y) z' = w'",
        "p: x² = 2 + 2 cos(y); v: (x - 2 cos(y/2)) z' = 0",
    ];
    for text in split {
        let report = check(&read(&Source::new("model", constrained(text))).model.expect(text));
        let report = report.expect(text);
        assert_eq!(report.classification.kinds[1], None, "{text}");
        assert_eq!(report.classification.growth, None, "{text}");
        assert_eq!(report.integrals, [""; 0], "{text}");
    }
    let whole = "p: x² = 1 + y²; v: x z' = w'";
    let report = check(&read(&Source::new("model", constrained(whole))).model.expect(whole));
    assert!(report.expect(whole).classification.kinds[1].is_some());
}

#[test]
fn functions_are_equal_where_their_arguments_are_so_on_the_constraints() {
    for model in ["c: y' = x x'", "c: y = x^2/2", "c: 2 y' - 2 x x' = 0; d: z' = y'"] {
        let verdict = |claim: &str| verdict(&constrained(model), claim, false);
        for claim in [
            "sqrt(1+x'^2+y'^2) = sqrt(1+x'^2+x^2*x'^2)",
            "w'/(1+y'^2)^(3/2) = w'*(1+x^2*x'^2)^(-3/2)",
            "tanh(y') = tanh(x*x')",
            "abs(y') = abs(x)*abs(x')",
        ] {
            assert_ne!(verdict(claim), Verdict::Refuted, "{model}: {claim}");
        }
        assert_eq!(verdict("tanh(y') = tanh(x*x')"), Verdict::Proved, "{model}");
        let roots = "sqrt(1+x'^2+y'^2) = sqrt(1+x'^2+x^2*x'^2)";
        assert_eq!(verdict(roots), Verdict::Proved, "{model}");
        for claim in [
            "sqrt(1+x'^2+y'^2) = (1+x'^2+x^2*x'^2)^(1/3)",
            "sqrt(1+x'^2+y'^2) = -sqrt(1+x'^2+x^2*x'^2)",
            "sqrt(1+y'^2) = sqrt(1+x^2*x')",
            "tanh(y') = tanh(-x*x')",
            "tanh(y') = sinh(x*x')",
            "tanh(y'') = tanh(x*x'')",
        ] {
            assert_ne!(verdict(claim), Verdict::Proved, "{model}: {claim}");
        }
    }
}

/// The derivative of a sign is 0 where there is one.
#[test]
fn a_derivative_of_a_sign_says_where_it_exists() {
    let model = read(&Source::new("model", model_text(""))).model.expect("a model");
    let conditions = |claim: &str| {
        let sides = read_equation(&Source::new("claim", claim), &model).expect(claim);
        let proof = prove(&model, sides, None).expect(claim);
        assert_eq!(proof.verdict, Verdict::Proved, "{claim}");
        proof.json()["conditions"].to_string()
    };
    for claim in ["sign(x)' = 0", "sign(x) is conserved", "abs(x)'' = sign(x) x''"] {
        assert_eq!(conditions(claim), r#"["x != 0"]"#, "{claim}");
    }
    assert_eq!(conditions("(x² y)' = 2 x x' y + x² y'"), "[]");
}
