//! Constraints that no motion satisfies: which one, where, and what is said of it; and those that
//! hold on a set on which they lose their rank.

use alembert::language::{Code, Model, Source, read};
use alembert::walk::{CheckReport, Form, Request, RunRequest, WalkError, check, derive, run};

fn model(parameters: &str, constraints: &str) -> Model {
    let text = format!(
        "coordinates\n  x, y, z\n{parameters}L = ½ (x'² + y'² + z'²)\nconstraints\n{constraints}\
         initial\n  x' = 1\nrun 0 .. 1\n"
    );
    read(&Source::new("test.mech", text)).model.expect("a model")
}

fn findings(report: &CheckReport, code: Code) -> Vec<(String, String)> {
    let of_code = report.diagnostics.iter().filter(|d| d.code == code);
    of_code.map(|d| (d.message.clone(), d.hint.clone().unwrap_or_default())).collect()
}

fn refusal(model: &Model) -> WalkError {
    let request =
        Request { principle: None, form: Form::Multipliers, closed: false, reduce: false };
    derive(model, request).expect_err("there is no motion")
}

const PAIR: &str = "  a: x' = y'\n  b: x' = y' + k\n";

#[test]
fn a_contradiction_that_rests_on_a_parameter_is_said_with_its_condition() {
    let words = |parameters| refusal(&model(parameters, PAIR)).to_string();
    for parameters in ["parameters\n  k = 0\n", "parameters\n  k = 1 in -1 .. 2\n"] {
        let words = words(parameters);
        assert!(words.contains("where k ≠ 0; where k = 0 it follows"), "{words}");
    }
    let other = check(&model("parameters\n  k = 1 in -1 .. 2\n", PAIR)).expect("a check");
    let found = findings(&other, Code::Contradiction);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "constraint `b` contradicts the others where k ≠ 0");
    assert!(found[0].1.contains("where k = 0 it follows from the others"), "{}", found[0].1);
    let zero = check(&model("parameters\n  k = 0\n", PAIR)).expect("a check");
    assert_eq!(findings(&zero, Code::Contradiction), []);
    assert_eq!(findings(&zero, Code::Dependent).len(), 1);
    assert_eq!(zero.json()["special_values"], "k = 0");
}

#[test]
fn a_contradiction_for_all_values_of_the_parameters_has_no_condition() {
    let with = ["parameters\n  k = 1\n", "parameters\n  k = 2 in 1 .. 3\n"];
    for model in with.map(|parameters| model(parameters, PAIR)) {
        let found = findings(&check(&model).expect("a check"), Code::Contradiction);
        assert_eq!(found[0].0, "constraint `b` contradicts the others");
        assert_eq!(refusal(&model), WalkError::Contradiction { label: "b".to_owned() });
    }
    // That it holds at one time makes no motion.
    let moving = model("", "  a: x' = y'\n  b: x' = y' + t\n");
    assert_eq!(refusal(&moving), WalkError::Contradiction { label: "b".to_owned() });
}

#[test]
fn a_run_goes_on_where_the_values_contradict_nothing() {
    let request = || RunRequest::default();
    let zero = model("parameters\n  k = 0\n", PAIR);
    let report = run(&zero, request(), &mut |_| std::ops::ControlFlow::Continue(()));
    assert!(report.is_ok(), "{report:?}");
    let other = model("parameters\n  k = 1 in -1 .. 2\n", PAIR);
    let report = run(&other, request(), &mut |_| std::ops::ControlFlow::Continue(()));
    let words = format!("{:?}", report.expect_err("there is no motion"));
    assert!(words.contains("ContradictionWhere"), "{words}");
}

#[test]
fn a_constraint_that_never_holds_has_no_solution() {
    let alone = model("", "  p: x² + y² + 1 = 0\n");
    let found = findings(&check(&alone).expect("a check"), Code::Contradiction);
    assert_eq!(found[0].0, "constraint `p` has no solution");
    assert_eq!(refusal(&alone), WalkError::NoSolution { label: "p".to_owned() });
}

#[test]
fn a_sum_of_squares_of_positions_loses_its_rank_wherever_it_holds() {
    let drops = |constraint: &str| {
        let report = check(&model("", &format!("  p: {constraint}\n"))).expect("a check");
        findings(&report, Code::RankDrops).into_iter().map(|f| f.0).collect::<Vec<_>>()
    };
    let said = |words: &str| {
        vec![format!("the rank of the constraints drops wherever `p` holds, which says {words}")]
    };
    assert_eq!(drops("y² + z² = 0"), said("y = 0 and z = 0"));
    assert_eq!(drops("x³ = 0"), said("x = 0"));
    assert_eq!(drops("(x - y)² = 0"), said("x − y = 0"));
    for constraint in ["y² + z² = 1", "x = 0", "y² - 2 z = 0", "x y + z = 1"] {
        assert_eq!(drops(constraint), [""; 0], "{constraint}");
    }
}

#[test]
fn velocities_inside_functions_hide_nothing() {
    let hidden = |constraint: &str| {
        let report = check(&model("", &format!("  p: {constraint}\n"))).expect("a check");
        report.classification.hidden
    };
    assert_eq!(hidden("x' sin(x') = 0"), []);
    assert_eq!(hidden("x'² + y'² = 0").len(), 1);
}

#[test]
fn surfaces_that_do_not_meet_contradict_each_other() {
    for constraints in ["  c: x² + y² = 1\n  d: x = 2\n", "  d: x = y\n  c: x² + y² + z² = -1\n"]
    {
        let report = check(&model("", constraints)).expect("a check");
        assert_eq!(findings(&report, Code::Contradiction).len(), 1, "{constraints}");
        assert_eq!((report.independent, report.velocity_freedom), (Some(false), None));
    }
    let apart = "  c: x² + y² = 1\n  d: x = 1/2\n";
    let report = check(&model("", apart)).expect("a check");
    assert_eq!(findings(&report, Code::Contradiction), []);
    assert_eq!(report.independent, Some(true));
}

/// Nothing contradicts 0 = 1 but itself.
#[test]
fn equations_of_motion_that_contradict_each_other_are_no_constraints() {
    let text = "coordinates\n  x\nL = x\nexpect\n  x' = 0\n";
    let model = read(&Source::new("test.mech", text)).model.expect("a model");
    let said = check(&model).expect("a check").text();
    assert!(said.contains("the equations of motion contradict each other"), "{said}");
    assert!(!said.contains("the constraints contradict"), "{said}");
}
