//! Claims beside what cannot be solved or was once taken to factor: moving circles, friction that
//! hides velocities in functions, closures of linkages. True claims are proved, false ones are not.

use alembert::language::{Model, Source, read, read_equation};
use alembert::walk::{Proof, Verdict, check, compare, prove};
use alembert_mechanics::classify::ConstraintKind;
use serde_json::json;

fn model(text: &str) -> Model {
    let reading = read(&Source::new("model", text));
    reading.model.unwrap_or_else(|| panic!("{:#?}", reading.diagnostics))
}

fn proof(text: &str, claim: &str) -> Proof {
    let model = model(text);
    let sides = read_equation(&Source::new("claim", claim), &model).expect(claim);
    prove(&model, sides, None).expect(claim)
}

fn assert_claims(text: &str, proved: &[&str], refuted: &[&str]) {
    for claim in proved {
        let proof = proof(text, claim);
        assert_eq!(proof.verdict, Verdict::Proved, "{claim}: {:?}", proof.reason);
    }
    for claim in refuted {
        assert_eq!(proof(text, claim).verdict, Verdict::Refuted, "{claim}");
    }
}

const POINT: &str = "coordinates\n  x, y, z\nparameters\n  m = 1, l = 1, g = 9.81, a = 0.1, w = 10\n\
                     L = 1/2 m (x'^2 + y'^2 + z'^2) - m g z\nconstraints\n  ";

#[test]
fn moving_circles_and_spheres_do_not_factor() {
    let flat = "coordinates\n  x, y\nparameters\n  m = 1, l = 1, g = 9.81, a = 0.1, w = 50\n\
                L = 1/2 m (x'^2 + y'^2) - m g y\nconstraints\n  x^2 + (y - a cos(w t))^2 = l^2\n";
    assert_claims(
        flat,
        &["x (y'' + g) = (y - a cos(w t)) x''", "x x' = (a cos(w t) - y) (y' + a w sin(w t))"],
        &["x (y'' - g) = (y - a cos(w t)) x''"],
    );
    for surface in ["z - a cos(w t)", "z - exp t", "z - a cos(w t) sin(w t)"] {
        let sphere = format!("{POINT}x^2 + y^2 + ({surface})^2 = l^2\n");
        assert_claims(&sphere, &["x y'' = y x''"], &["x z'' = z x''"]);
    }
    let breathing = format!("{POINT}x^2 + y^2 + z^2 = l^2 + a cos(w t)\n");
    assert_claims(&breathing, &["x y'' = y x''"], &["x z'' = z x''"]);
}

/// A skate with a force along its blade.
fn skate(force: &str) -> String {
    format!(
        "coordinates\n  x, y, φ\nparameters\n  m = 60, J = 2, μ = 0.02, g = 9.81\n\
         let\n  v = x' cos φ + y' sin φ\nT = 1/2 m (x'^2 + y'^2) + 1/2 J φ'^2\n\
         constraints\n  edge: x' sin φ = y' cos φ\n\
         forces\n  x: -μ m g {force} cos φ\n  y: -μ m g {force} sin φ\n"
    )
}

#[test]
fn friction_inside_functions_leaves_the_constraint_solvable() {
    for force in ["tanh(v)", "sign(v)", "v |v|", "√(1 + v²)", "atan(v)"] {
        let true_ones = ["J φ'' = 0".to_owned(), format!("v' = -μ g {force}")];
        let balance = format!("E' = -μ m g {force} v");
        let false_one = format!("v' = μ g {force}");
        let proved = [true_ones[0].as_str(), &true_ones[1], &balance];
        assert_claims(&skate(force), &proved, &[&false_one, "m x'' = 0"]);
    }
    assert_claims(&skate("sign(v)"), &["E' = -μ m g |v|"], &["E' = μ m g |v|"]);
}

#[test]
fn a_drag_with_a_root_of_the_speed_is_a_quantity_of_its_own() {
    let drag = skate("0").replace("-μ m g 0 cos φ", "-μ x' √(x'² + y'²)");
    let drag = drag.replace("-μ m g 0 sin φ", "-μ y' √(x'² + y'²)");
    assert_claims(
        &drag,
        &["φ'' = 0", "m v' = -μ v √(x'² + y'²)", "E' = -μ √(x'² + y'²)³"],
        &["m v' = μ v √(x'² + y'²)"],
    );
}

#[test]
fn a_veiled_function_proves_nothing_about_its_values() {
    for claim in ["tanh(v) = 0", "tanh(v) = tanh(x')", "tanh(v) = v"] {
        assert_eq!(proof(&skate("tanh(v)"), claim).verdict, Verdict::Refuted, "{claim}");
    }
    // What is divided by contains the function, and vanishes: nothing may be concluded.
    let nothing = "coordinates\n  x, y, φ\nT = 1/2 (x'^2 + y'^2)\n  \
                   + (tanh(x' + y') cosh(x' + y') - sinh(x' + y')) φ'\nV = x\n\
                   constraints\n  x' = y'\n";
    assert_ne!(proof(nothing, "x'' = 0").verdict, Verdict::Proved);
}

const SLIDER: &str = "coordinates\n  θ, β, s\nparameters\n  r = 0.04, l = 0.14, J = 0.01, m = 0.5\n\
                      inputs\n  F\nT = 1/2 J θ'^2 + 1/2 m s'^2\nconstraints\n  \
                      cx: s = r cos θ + l cos β\n  cy: r sin θ = l sin β\nforces\n  s: -F\n";
const FOUR_BAR: &str = "coordinates\n  a, b, c\nparameters\n  l_1 = 0.1, l_2 = 0.3, l_3 = 0.25, d = 0.35, m = 1, \
     J = 0.01\ninputs\n  u\nlet\n  P = l_1 (cos a, sin a)\n  G = P + l_2/2 (cos b, sin b)\n\
     T = 1/2 J (a'^2 + b'^2 + c'^2) + 1/2 m |G'|^2\nconstraints\n  \
     loop: P + l_2 (cos b, sin b) = (d, 0) + l_3 (cos c, sin c)\nforces\n  a: u\n";
const CLOSURE: &str = "coordinates\n  a, b\nparameters\n  J = 1, l = 2\n\
                       T = 1/2 J (a'^2 + b'^2)\nconstraints\n  c: sin a = l sin b\n";

#[test]
fn a_balance_of_power_needs_no_solution() {
    assert_claims(SLIDER, &["E' = -F s'"], &["E' = F s'"]);
    assert_claims(FOUR_BAR, &["E' = u a'"], &["E' = u b'"]);
    let castor = "coordinates\n  x, y, θ, ψ, φ_r, φ_l, φ_c\nparameters\n  m = 5, J = 0.4, I_w = 0.01, \
                  I_c = 0.001, r = 0.05, r_c = 0.02, b = 0.2, d = 0.08, h = 0.15, s = 0.03\n\
                  inputs\n  τ_r, τ_l\nlet\n  v = x' cos θ + y' sin θ\n  e = (cos θ, sin θ)\n  \
                  n = (-sin θ, cos θ)\n  c = (cos ψ, sin ψ)\n  W = (x, y) + h e - s c\n\
                  T = ½ m |((x, y) + d e)'|² + ½ J θ'² + ½ I_w (φ_r'² + φ_l'²) + ½ I_c (ψ'² + φ_c'²)\n\
                  constraints\n  (x, y)' · n = 0\n  v + b θ' = r φ_r'\n  v - b θ' = r φ_l'\n  \
                  W' · (-sin ψ, cos ψ) = 0\n  W' · c = r_c φ_c'\nforces\n  φ_r: τ_r\n  φ_l: τ_l\n";
    assert_claims(castor, &["E' = τ_r φ_r' + τ_l φ_l'"], &["E' = τ_r φ_r' - τ_l φ_l'"]);
}

#[test]
fn a_constraint_that_moves_does_work() {
    let lift = "coordinates\n  x, y\nparameters\n  m = 1, g = 9.81, c = 2\n\
                L = 1/2 m (x'^2 + y'^2) - m g y\nconstraints\n  floor: y = c t + x\n";
    assert_claims(lift, &["E' = c λ_floor"], &["E' = 0", "E' = -c λ_floor"]);
}

#[test]
fn relations_between_angles_are_holonomic_and_leave_their_freedom() {
    for (text, labels, free) in [(SLIDER, 2, 1), (FOUR_BAR, 2, 1), (CLOSURE, 1, 1)] {
        let report = check(&model(text)).expect("a system");
        let kinds: Vec<_> =
            report.classification.kinds.iter().map(|k| k.map(ConstraintKind::words)).collect();
        assert_eq!(kinds, vec![Some("holonomic"); labels]);
        let found = &report.classification;
        assert_eq!((found.configuration, found.velocity), (Some(free), Some(free)));
        assert_eq!(found.growth, Some(vec![free]));
    }
    // Its differential vanishes on all of it, so that nothing is said about the freedom.
    let flat = CLOSURE.replace("sin a = l sin b", "(sin a - l sin b)^2 = 0");
    let found = check(&model(&flat)).expect("a system").classification;
    assert_eq!(found.configuration, None);
}

#[test]
fn velocities_and_accelerations_of_a_closure_are_used() {
    let velocity = proof(CLOSURE, "a' cos a = l b' cos b");
    assert_eq!(velocity.verdict, Verdict::Proved);
    let claim = "a'' cos a - a'^2 sin a = l b'' cos b - l b'^2 sin b";
    assert_eq!(proof(CLOSURE, claim).verdict, Verdict::Proved);
    let balance = proof(CLOSURE, "l a'' cos b = -b'' cos a");
    assert_eq!(balance.verdict, Verdict::Proved, "{:?}", balance.reason);
    assert_eq!(proof(CLOSURE, "l a'' cos b = b'' cos a").verdict, Verdict::Refuted);
    assert_ne!(proof(CLOSURE, "sin a = l sin b + a'").verdict, Verdict::Proved);
}

#[test]
fn what_follows_from_a_closure_without_dividing_has_no_condition() {
    let conditions = |claim: &str| {
        let proof = proof(CLOSURE, claim);
        assert_eq!(proof.verdict, Verdict::Proved, "{claim}: {:?}", proof.reason);
        proof.json()["conditions"].clone()
    };
    assert_eq!(conditions("l a'' cos b = -b'' cos a"), json!([]));
    assert_eq!(conditions("a' cos a = l b' cos b"), json!([]));
    let solved = "a'' ((cos a)^2 + l^2 (cos b)^2) = cos a (a'^2 sin a - l b'^2 sin b)";
    assert_eq!(conditions(solved), json!([]));
    // The sum of two equations is a multiple of neither, and holds where both do.
    let sum = "a' cos a - l b' cos b + a'' cos a - a'^2 sin a = l b'' cos b - l b'^2 sin b";
    assert_eq!(conditions(sum), json!([]));
    let wrong = solved.replace("a'^2 sin a - l", "a'^2 sin a + l");
    assert_eq!(proof(CLOSURE, &wrong).verdict, Verdict::Refuted);
    // Where the divisor vanishes at every state there is nothing to prove.
    let never =
        "coordinates\n  a, b\nT = 1/2 (a'^2 + b'^2)\nconstraints\n  (cos a)^2 + (cos b)^2 = 0\n";
    assert_ne!(proof(never, "a'' cos b = -b'' cos a").verdict, Verdict::Proved);
}

#[test]
fn principles_that_give_the_same_equations_are_equal_at_once() {
    let chain = "coordinates\n  q_1, q_2, q_3, q_4\nparameters\n  m = 1, l = 1, g = 9.81\nlet\n  \
                 P = l (sin q_1, -cos q_1)\n  Q = P + l (sin q_2, -cos q_2)\n  \
                 R = Q + l (sin q_3, -cos q_3)\n  S = R + l (sin q_4, -cos q_4)\n\
                 T = 1/2 m (|P'|^2 + |Q'|^2 + |R'|^2 + |S'|^2)\nV = m g (P_y + Q_y + R_y + S_y)\n";
    let report = compare(&model(chain), &[]).expect("a system");
    for pair in report.pairs {
        let found = (pair.verdict.word(), pair.verdict.how());
        assert_eq!(found, ("equal", Some("proved")), "{}", pair.b);
    }
}

#[test]
fn a_redundant_velocity_constraint_is_the_rate_of_a_position() {
    let text = "coordinates\n  x, y\nparameters\n  l = 1\nT = 1/2 (x'^2 + y'^2)\nconstraints\n  \
                rod: x^2 + y^2 = l^2\n  rodv: x x' + y y' = 0\n";
    let report = check(&model(text)).expect("a system");
    assert_eq!(report.redundant, [("rodv".to_owned(), Some("rod'/2".to_owned()))]);
    let twice = text.replace("rodv: x x' + y y' = 0", "same: 2 x^2 + 2 y^2 = 2 l^2");
    let report = check(&model(&twice)).expect("a system");
    assert_eq!(report.redundant, [("same".to_owned(), Some("2*rod".to_owned()))]);
}
