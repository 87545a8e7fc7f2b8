//! Motions in closed form: right ones are proved, and refuted once a sign is flipped.

use alembert::language::{Model, Source, read};
use alembert::walk::{ClosedProof, Verdict, prove_closed, read_closed_forms};
use alembert_mechanics::closed_form::Known;
use serde_json::Value;

fn model(text: &str) -> Model {
    read(&Source::new("motion.mech", text)).model.expect("a sound model")
}

fn gallery(name: &str) -> Model {
    let path = format!("{}/../../examples/{name}/{name}.mech", env!("CARGO_MANIFEST_DIR"));
    model(&std::fs::read_to_string(path).expect("a model of the gallery"))
}

fn proof_by(model: &Model, principle: Option<&str>, claim: &str) -> ClosedProof {
    let source = Source::new("<equation>", claim);
    let forms = read_closed_forms(&source, model).expect("a claim that can be read");
    let forms = forms.unwrap_or_else(|| panic!("{claim} is no closed form"));
    prove_closed(&forms, principle).expect("the model has a motion")
}

fn proof(model: &Model, claim: &str) -> ClosedProof {
    proof_by(model, None, claim)
}

/// Proves a claim, and refutes what it becomes when any one of its marked signs, `±` for plus and `∓` for
/// minus, is flipped. The proof comes back.
fn assert_each_sign_matters(model: &Model, principle: Option<&str>, marked: &str) -> ClosedProof {
    let signs: Vec<usize> = marked.match_indices(['±', '∓']).map(|(i, _)| i).collect();
    let flipped = |which: Option<usize>| -> String {
        let sign = |(i, c): (usize, char)| match c {
            '±' | '∓' if (c == '±') == (Some(i) != which) => '+',
            '±' | '∓' => '-',
            other => other,
        };
        marked.char_indices().map(sign).collect()
    };
    let right = proof_by(model, principle, &flipped(None));
    assert_eq!(right.verdict, Verdict::Proved, "{}", right.json());
    for &i in &signs {
        let wrong = proof_by(model, principle, &flipped(Some(i)));
        assert_eq!(wrong.verdict, Verdict::Refuted, "{}: {}", flipped(Some(i)), wrong.json());
        assert!(wrong.json()["witness"]["state"].is_object());
    }
    right
}

fn conditions(proof: &ClosedProof) -> Vec<String> {
    let json = proof.json();
    let list = json["conditions"].as_array().expect("a list");
    list.iter().map(|e| e.as_str().expect("a text").to_owned()).collect()
}

fn text<'a>(json: &'a Value, key: &str) -> &'a str {
    json["closed_form"][key].as_str().unwrap_or_default()
}

const SPRING: &str = "coordinates\n  x\nparameters\n  m = 1\n  k = 4\n  c = 0.5\n\
                      L = 1/2 m x'^2 - 1/2 k x^2\n";

#[test]
fn a_disk_rolls_along_a_circle() {
    let disk = gallery("vertical-disk");
    let circle = "x = x0 ± R Ω/ω (sin φ ∓ sin φ0); y = y0 ∓ R Ω/ω (cos φ ∓ cos φ0); φ = ω t ± φ0; θ = Ω t + θ0";
    // The sign of a constant alone does not matter.
    let circle = circle.replace("(sin φ ∓", "(sin φ -").replace("(cos φ ∓", "(cos φ -");
    let proof = assert_each_sign_matters(&disk, None, &circle.replace("ω t ±", "ω t +"));
    assert_eq!(conditions(&proof), ["omega != 0"]);
    let values: Vec<bool> =
        proof.multipliers.iter().map(|m| matches!(m.known, Known::Value(_))).collect();
    assert_eq!(values, [true, true]);
}

#[test]
fn the_printed_circle_of_a_disk_is_none() {
    let disk = gallery("vertical-disk");
    for x in ["(Ω/ω) R cos φ + x0", "(Ω/ω) R sin φ + x0"] {
        for y in ["(Ω/ω) R (cos φ) + y0", "(Ω/ω) R sin φ + y0"] {
            for theta in ["Ω + θ0", "Ω t + θ0"] {
                let claim = format!("x = {x}; y = {y}; φ = ω t + φ0; θ = {theta}");
                assert_eq!(proof(&disk, &claim).verdict, Verdict::Refuted, "{claim}");
            }
        }
    }
}

#[test]
fn a_disk_that_does_not_turn_rolls_along_a_line() {
    let disk = gallery("vertical-disk");
    let line = "x = x0 ± R Ω t cos φ0; y = y0 ± R Ω t sin φ0; φ = φ0; θ = θ0 ± Ω t";
    let proof = assert_each_sign_matters(&disk, None, line);
    assert!(conditions(&proof).is_empty());
}

#[test]
fn values_at_the_start_obey_the_constraints() {
    let disk = gallery("vertical-disk");
    let line = "x = x(0) ± x'(0) t; y = y(0) ± y'(0) t; φ = φ(0); θ = θ(0) ± θ'(0) t";
    assert_each_sign_matters(&disk, None, line);
    let other = proof(&disk, "x = x'(0) t; y = y(0) + y'(0) t; φ = φ'(0) t; θ = θ(0) + θ'(0) t");
    assert_eq!(other.verdict, Verdict::Refuted);
}

#[test]
fn an_oscillator_has_one_motion_from_each_state() {
    let spring = model(SPRING);
    let general = "x = x(0) cos(sqrt(k/m) t) ± x'(0)/sqrt(k/m) sin(sqrt(k/m) t)";
    let proof = assert_each_sign_matters(&spring, None, general);
    let json = proof.json();
    assert_eq!(json["closed_form"]["every_initial_value"], true);
    assert!(json["closed_form"]["only_motion_where"].is_array());
    let part = self::proof(&spring, "x = x(0) cos(sqrt(k/m) t)").json();
    assert_eq!(part["closed_form"]["every_initial_value"], false);
    let wrong = self::proof(&spring, "x = 2 x(0) cos(sqrt(k/m) t)").json();
    assert_eq!(wrong["verdict"], "refuted");
    assert_eq!(text(&wrong, "fails"), "the value of x at t = 0");
}

#[test]
fn a_damped_oscillator_dies_out() {
    let damped = model(&format!("{SPRING}forces\n  dissipation = 1/2 c x'^2\n"));
    let motion = "x = A exp(∓c t/(2 m)) cos(sqrt(k/m ∓ c^2/(4 m^2)) t ± B)";
    assert_each_sign_matters(&damped, None, &motion.replace("t ± B", "t + B"));
}

#[test]
fn a_stone_falls_along_a_parabola() {
    let stone = "coordinates\n  x, y\nparameters\n  m = 1\n  g = 9.81\n\
                 L = 1/2 m (x'^2 + y'^2) - m g y\n";
    let motion = "x = x(0) ± x'(0) t, y = y(0) ± y'(0) t ∓ g t^2/2";
    assert_each_sign_matters(&model(stone), None, motion);
}

#[test]
fn a_ball_on_a_turntable_runs_in_circles() {
    let text = "coordinates\n  x, y\nparameters\n  a = 2/7\n  Ω = 1\nL = 1/2 (x'^2 + y'^2)\n\
                forces\n  x: -a Ω y'\n  y: a Ω x'\n";
    let motion = "x = x0 ± r cos(a Ω t); y = y0 ± r sin(a Ω t)";
    let both = model(text);
    let proof = assert_each_sign_matters(&both, None, motion);
    assert!(conditions(&proof).is_empty());
}

#[test]
fn a_blade_on_a_slope_follows_a_cycloid() {
    let edge = gallery("knife-edge");
    let cycloid =
        "x = g sin α/(2 ω^2) sin(ω t)^2; y = ±g sin α/(2 ω^2) (ω t ∓ sin(2 ω t)/2); φ = ω t";
    let proof = assert_each_sign_matters(&edge, None, cycloid);
    assert_eq!(conditions(&proof), ["omega != 0"]);
    let json = proof.json();
    assert_eq!(json["closed_form"]["multipliers"][0]["name"], "lambda_edge");
}

#[test]
fn a_body_moves_with_constant_speed_along_a_line_on_a_held_speed() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1\n  u = 2\nL = 1/2 m (x'^2 + y'^2)\n\
                constraints\n  speed: x'^2 + y'^2 = u^2\n";
    let held = model(text);
    let line = "x = x0 + u t cos β; y = y0 + u t sin β";
    assert_eq!(proof(&held, line).verdict, Verdict::Proved);
    let circle = "x = u/ω cos(ω t); y = u/ω sin(ω t)";
    let wrong = proof(&held, circle).json();
    assert!(text_of(&wrong).contains("equation of motion"), "{wrong}");
}

fn text_of(json: &Value) -> String {
    text(json, "fails").to_owned()
}

#[test]
fn multipliers_along_a_motion_have_the_sign_of_the_tension() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1\n  l = 2 in 1 .. 3\nL = 1/2 m (x'^2 + y'^2)\n\
                constraints\n  rod: x^2 + y^2 = l^2\n";
    let rod = model(text);
    let proof = proof(&rod, "x = l cos(ω t); y = l sin(ω t)");
    assert_eq!(proof.verdict, Verdict::Proved);
    let json = proof.json();
    assert_eq!(json["closed_form"]["multipliers"][0]["value"], "-m*omega^2/2");
    let given = "x = l cos(ω t); y = l sin(ω t); λ_rod = ∓m ω^2/2";
    assert_each_sign_matters(&rod, None, given);
}

#[test]
fn every_principle_that_agrees_proves_the_same_motion() {
    let disk = gallery("vertical-disk");
    let circle = "x = x0 + R Ω/ω sin(ω t); y = y0 - R Ω/ω cos(ω t); φ = ω t; θ = Ω t";
    for principle in ["dalembert", "gauss", "udwadia", "maggi", "elimination", "voronec"] {
        let proof = proof_by(&disk, Some(principle), circle);
        assert_eq!(proof.verdict, Verdict::Proved, "{principle}: {}", proof.json());
        let wrong = circle.replace("y0 -", "y0 +");
        assert_eq!(
            proof_by(&disk, Some(principle), &wrong).verdict,
            Verdict::Refuted,
            "{principle}"
        );
    }
}

#[test]
fn vakonomic_multipliers_are_found_by_differentiating() {
    // y' = x x' is holonomic: μ' = −m y'' along any motion of the bead.
    let text = "coordinates\n  x, y\nparameters\n  m = 1\nL = 1/2 m (x'^2 + y'^2)\n\
                constraints\n  edge: y' = x x'\n";
    let bead = model(text);
    assert_eq!(proof_by(&bead, Some("vakonomic"), "x = a; y = b").verdict, Verdict::Proved);
    assert_eq!(
        proof_by(&bead, Some("vakonomic"), "x = u t; y = u^2 t^2/2").verdict,
        Verdict::Refuted
    );
    let disk = gallery("vertical-disk");
    let line = "x = R Ω t; y = 0; φ = 0; θ = Ω t";
    assert_eq!(proof_by(&disk, Some("vakonomic"), line).verdict, Verdict::Proved);
}

#[test]
fn what_is_wrong_with_a_closed_form_is_said() {
    let stone = model("coordinates\n  x, y\nparameters\n  g = 9\nL = 1/2 (x'^2 + y'^2) - g y\n");
    for (claim, message) in [
        ("x = t; y'' = 3", "the left side of `y'' = 3` is no coordinate"),
        ("x = t; x = 2", "`x = 2` gives a coordinate for the second time"),
        ("x = t; z = 2", "the left side of `z = 2` is no coordinate"),
        ("x = t; y = y''(0)", "`y''(0)` is no part of the state at the start"),
        ("x = y; y = x", "the equations give coordinates through each other in a circle"),
        ("x = t; x = ", "expected"),
    ] {
        let found = read_closed_forms(&Source::new("<equation>", claim), &stone);
        let wrong = found.expect_err(claim);
        assert!(wrong[0].message.starts_with(message), "{claim}: {}", wrong[0].message);
    }
    let claims = Source::new("<equation>", "x = t, λ_c = 3");
    assert!(read_closed_forms(&claims, &stone).is_err());
    let open = model("coordinates\n  x, y, z\nL = 1/2 (x'^2 + y'^2 + z'^2)\n");
    let found = read_closed_forms(&Source::new("<equation>", "x = t; y = 2"), &open);
    assert_eq!(found.expect_err("z is missing")[0].message, "z is not given");
}

#[test]
fn a_single_equation_is_a_claim_about_every_motion() {
    let stone = model("coordinates\n  x, y\nparameters\n  g = 9\nL = 1/2 (x'^2 + y'^2) - g y\n");
    let spring = model(SPRING);
    for (model, claim) in [(&stone, "x = 3 t"), (&spring, "x'' = -k x/m"), (&spring, "x = 0")] {
        let found = read_closed_forms(&Source::new("<equation>", claim), model);
        assert!(found.expect("no mistake").is_none(), "{claim}");
    }
}

/// A free particle does not change its velocity at t = 1 by itself, and a jump is no motion at all.
#[test]
fn kinks_and_jumps_of_functions_are_conditions_and_leave_other_motions() {
    let free = model("coordinates\n  x\nL = 1/2 x'^2\n");
    for claim in [
        "x = x(0) + x'(0) t + c (|t - 1| - 1 + t)",
        "x = x(0) + x'(0) t + c (sign(t - 1) + 1)",
        "x = x(0) + x'(0) t + c (sqrt((t - 1)^2) - 1 + t)",
    ] {
        let found = proof(&free, claim);
        assert_eq!(conditions(&found), ["t - 1 != 0"], "{claim}");
        assert!(!found.text(alembert::Spelling::Ascii).contains("No other motion"), "{claim}");
    }
    let nowhere = proof(&free, "x = sqrt(-t^2)");
    assert_eq!(nowhere.verdict, Verdict::Undecided, "it is real at one time alone");
}

/// With m = 0 everything is a motion.
#[test]
fn no_other_motion_starts_there_where_the_mass_is_not_zero() {
    let text =
        "coordinates\n  y\nparameters\n  m = 1 in -1 .. 1\n  g = 9.81\nL = 1/2 m y'^2 - m g y\n";
    let found = proof(&model(text), "y = y(0) + y'(0) t - g t^2/2").text(alembert::Spelling::Ascii);
    assert!(found.contains("where m != 0"), "{found}");
}

#[test]
fn the_name_of_a_function_that_is_unknown_is_no_constant() {
    let free = model("coordinates\n  x\nL = 1/2 x'^2\n");
    let source = Source::new("<equation>", "x = x(0) + ln(1 + t)");
    let read =
        read_closed_forms(&source, &free).expect("a claim about every motion has its own words");
    assert!(read.is_none(), "it is no closed form");
    let plane = model("coordinates\n  x, y\nL = 1/2 x'^2 + 1/2 y'^2\n");
    let source = Source::new("<equation>", "x = x(0) + ln(1 + t); y = 0");
    let refused = read_closed_forms(&source, &plane).expect_err("`ln` is no name of ours");
    assert!(refused[0].message.contains("`ln`"), "{refused:?}");
}
