//! What is conserved: the invariants of the canon are found or, where they are of a kind that is not
//! looked for, at least proved; energies and momenta that are not conserved have the right rates.
//!
//! `data/invariants.json` lists the known invariants of the systems of `data/canon.json`, with
//! whether the search is to find them: a combination of what it finds counts.

mod support;

use alembert::gallery::{EXAMPLES, Example};
use alembert::language::{Model, Source, read_equation, read_expression};
use alembert::walk::{Verdict, check, motion, prove};
use alembert_algebra::zero::{self, zero_test};
use alembert_algebra::{Expr, Vector};
use alembert_mechanics::Theory;
use alembert_mechanics::invariant::{Invariant, InvariantKind, Invariants, WORK, invariants};
use serde_json::Value;
use support::canon::{System, model, systems};

fn example(name: &str) -> Model {
    model(name, Example::named(name).expect("it is in the gallery").source().text())
}

fn read(model: &Model, text: &str) -> Expr {
    read_expression(&Source::new("<text>", text), model).expect("an expression")
}

fn found(model: &Model) -> Invariants {
    let (system, motion) = motion(model, None).expect("a motion");
    let given: Vec<Vector> =
        model.symmetries.iter().map(|xi| xi.iter().copied().collect()).collect();
    invariants(&system, &motion, &given, WORK)
}

/// Is a quantity a combination of the invariants that were found, up to a constant?
fn is_found(model: &Model, found: &[Invariant], quantity: Expr) -> bool {
    let (system, motion) = motion(model, None).expect("a motion");
    let list: Vec<Expr> = found.iter().map(|i| i.value).chain([quantity]).collect();
    let mut theory = Theory::new(&system, &motion, &list).expect("a theory");
    theory.is_combination(&list, 6_000_000).expect("it is small enough")
}

fn known() -> Vec<(System, Vec<Value>)> {
    let table: Vec<Value> =
        serde_json::from_str(include_str!("data/invariants.json")).expect("a list");
    let all = systems(include_str!("data/canon.json"));
    let of = |id: &str| {
        let row = table.iter().find(|row| row["id"] == id);
        row.map_or_else(Vec::new, |row| row["invariants"].as_array().expect("a list").clone())
    };
    all.into_iter().map(|system| (of(&system.id), system)).map(|(list, s)| (s, list)).collect()
}

#[test]
fn the_invariants_of_the_canon_that_are_looked_for_are_found() {
    let mut wrong = Vec::new();
    for (system, list) in known() {
        let model = system.model();
        let found = found(&model);
        for row in list {
            let quantity = read(&model, row["expr"].as_str().expect("a text"));
            if Value::Bool(is_found(&model, &found.found, quantity)) != row["found"] {
                wrong.push(format!("{}: {}", system.id, row["name"]));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn invariants_of_the_canon_that_are_not_looked_for_are_proved_or_are_roots() {
    for (system, list) in known() {
        let model = system.model();
        for row in list.iter().filter(|row| row["found"] == false) {
            let text = format!("{} is conserved", row["expr"].as_str().expect("a text"));
            let sides = read_equation(&Source::new("<text>", text), &model).expect("an equation");
            let verdict = prove(&model, sides, None).expect("a motion").verdict;
            assert!(verdict != Verdict::Refuted, "{}: {}", system.id, row["name"]);
        }
    }
}

#[test]
fn the_moving_energy_of_the_turntable_is_found_and_the_energy_is_not_conserved() {
    let model = example("ball-on-turntable");
    let found = found(&model);
    assert!(found.found.iter().any(|i| matches!(i.kind, InvariantKind::MovingEnergy(_))));
    assert!(found.found.iter().all(|i| i.kind != InvariantKind::Energy));
    let total = read(&model, "Ω (x λ_slip_y - y λ_slip_x)");
    assert_eq!(zero_test(found.power.total() - total), zero::Verdict::Zero);
}

#[test]
fn check_lists_invariants_and_their_parts_in_its_answer() {
    let json = check(&example("knife-edge")).expect("a system").json();
    let list: Vec<&str> =
        json["invariants"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(list.len(), 2, "{list:?}");
    assert_eq!(list[1], "J*phi'");
    assert_eq!(json["energy"]["rate"], "0");
    assert_eq!(json["cyclic"], serde_json::json!(["y", "phi"]));
    assert_eq!(json["momenta"][0]["rate"], "-lambda_edge*cos(phi)");
}

#[test]
fn a_symmetry_of_the_model_is_looked_at_first() {
    let text = "coordinates\n  x, y, θ\nparameters\n  m = 1, I = 1, a = 1\n\
                L = ½ m ((x' - a θ' sin θ)² + (y' + a θ' cos θ)²) + ½ I θ'²\n\
                constraints\n  blade: x' sin θ = y' cos θ\nsymmetry\n  x = -y, y = x, θ = 1\n  x = 1\n";
    let model = model("sleigh", text);
    let given = found(&model).given;
    assert_eq!(given.len(), 2);
    for momentum in &given {
        assert_eq!(zero_test(momentum.rate.variation), zero::Verdict::Zero); // a symmetry of L …
        assert_eq!(momentum.conserved, Ok(false)); // … on which the blade works
    }
    let lines = check(&model).expect("a system").text();
    assert!(lines.contains("symmetry x = 1: d/dt"), "{lines}");
}

#[test]
fn momenta_of_bodies_that_turn_are_found() {
    let rows: [(&str, &[&str]); 4] = [
        (
            "heavy-top",
            &["E = ", "C Ω_z ", "A B_zx Ω_x + A B_zy Ω_y + C B_zz Ω_z "], // the spin, J_z
        ),
        (
            "chaplygin-ball", // K = J + m R e_z × v about the point of contact
            &[
                "E = ",
                "I1 B_zx Ω_x + I2 B_zy Ω_y + I3 B_zz Ω_z ",
                "I1 B_xx Ω_x + I2 B_xy Ω_y + I3 B_xz Ω_z − m R ẏ ",
                "m R ẋ + I1 B_yx Ω_x + I2 B_yy Ω_y + I3 B_yz Ω_z ",
            ],
        ),
        ("suslov", &["E = "]),
        (
            "ball-on-turntable-rotation",
            &[
                "I ω_z ",
                "I ω_x − m R ẏ ",
                "m R ẋ + I ω_y ",
                "½ m ẋ² + ½ m ẏ² + m Ω y ẋ − m Ω x ẏ + ",
            ],
        ),
    ];
    for (name, quantities) in rows {
        let lines = check(&example(name)).expect("a system").text();
        assert_eq!(lines.matches("conserved: ").count(), quantities.len(), "{name}: {lines}");
        for quantity in quantities {
            assert!(lines.contains(&format!("conserved: {quantity}")), "{name}: {lines}");
        }
    }
}

#[test]
fn a_symmetry_may_turn_a_rotation() {
    for axes in ["space ω, body Ω", "body Ω, space ω"] {
        let text = format!(
            "coordinates\n  x\n  B rotation with {axes}\nparameters\n  a = 1, b = 2, c = 3\n\
             L = ½ (a Ω_x² + b Ω_y² + c Ω_z²) + ½ x'²\nforces\n  B: (0, x, 0)\n\
             symmetry\n  B = (0, 0, 1)\n  x = 1, B = (0, 1, 0)\n  B = (B_xz, B_yz, B_zz)\n"
        );
        let model = model("body", &text);
        let given = found(&model).given;
        assert_eq!(given[0].conserved, Ok(true));
        assert_eq!(given[1].conserved, Ok(false));
        let lines = check(&model).expect("a system").text();
        assert!(lines.contains("(momentum of B = (0, 0, 1))"), "{lines}");
        let pushed =
            "symmetry x = 1, B = (0, 1, 0): d/dt (ẋ + a B_yx Ω_x + b B_yy Ω_y + c B_yz Ω_z) = x\n";
        assert!(lines.contains(pushed), "{lines}");
        assert!(lines.contains("symmetry B = (B_xz, B_yz, B_zz): d/dt (c Ω_z) = "), "{lines}");
    }
}

#[test]
fn every_invariant_of_the_gallery_is_conserved_by_the_equations_of_motion() {
    for example in EXAMPLES {
        let model = model(example.name, example.source().text());
        for invariant in found(&model).found {
            let sides = (alembert_algebra::rate(invariant.value), Expr::zero());
            let proof = prove(&model, sides, None).expect("a motion");
            assert_eq!(proof.verdict, Verdict::Proved, "{}: {:?}", example.name, invariant.kind);
        }
    }
}

#[test]
fn boosts_and_quantities_with_time_are_proved() {
    let text = "coordinates\n  x, y\nparameters\n  m = 1, M = 2, k = 3\n\
                L = ½ m x'² + ½ M y'² - ½ k (x - y)²\n\
                expect\n  m x + M y - t (m x' + M y') is conserved\n\
                reject\n  m x + M y + t (m x' + M y') is conserved\n  m x - t m x' is conserved\n";
    let free = "coordinates\n  x\nparameters\n  m = 1\nL = ½ m x'²\n\
                expect\n  m x - t m x' is conserved\nreject\n  m x - 2 t m x' is conserved\n";
    let falling = "coordinates\n  x\nparameters\n  m = 1, g = 9.81\nL = ½ m x'² - m g x\n\
                   expect\n  m x - t m x' - ½ m g t² is conserved\n  x' + g t is conserved\n\
                   reject\n  m x - t m x' is conserved\n";
    for text in [text, free, falling] {
        let report = check(&model("boost.mech", text)).expect("a check");
        for line in &report.statements {
            assert_eq!(line.decision.word(), "holds", "{} {}", line.text, line.how);
        }
    }
}

#[test]
fn the_search_ends_at_its_limit_and_says_so() {
    let links = (1..=4).map(|i| match i {
        1 => "  l1: x1² + y1² = 1\n".to_owned(),
        _ => format!("  l{i}: (x{i} - x{0})² + (y{i} - y{0})² = 1\n", i - 1),
    });
    let text = format!(
        "coordinates\n  x1, y1, x2, y2, x3, y3, x4, y4\n\
         L = x1'² + y1'² + x2'² + y2'² + x3'² + y3'² + x4'² + y4'²\nconstraints\n{}",
        links.collect::<String>()
    );
    let report = check(&model("chain.mech", &text)).expect("a check");
    let found = report.invariants.as_ref().expect("they are looked for").texts();
    assert_eq!(found.len(), 1, "the energy needs no search: {found:?}");
    let told = report.limits.iter().any(|l| l.contains("as far as a limit of work allows"));
    assert!(told, "{:?}", report.limits);
}

#[test]
fn the_energy_is_conserved_by_every_principle_that_projects_the_reactions_away() {
    for name in ["snakeboard", "knife-edge", "appell-hamel"] {
        let model = example(name);
        for principle in ["dalembert", "elimination", "maggi", "voronec", "hamel", "appell"] {
            let Ok((system, motion)) = motion(&model, Some(principle)) else { continue };
            let found = invariants(&system, &motion, &[], WORK);
            let energy = found.found.iter().any(|i| i.kind == InvariantKind::Energy);
            assert!(energy, "{name} by {principle}");
        }
    }
}

#[test]
fn moving_constraints_work_also_where_there_are_no_multipliers() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'² - y\nconstraints\n  c: y' = x x' + 1\n";
    let model = model("moving", text);
    for principle in ["dalembert", "elimination", "maggi", "naive"] {
        let (system, motion) = motion(&model, Some(principle)).expect("a motion");
        let found = invariants(&system, &motion, &[], WORK);
        let energy = found.found.iter().any(|i| i.kind == InvariantKind::Energy);
        assert!(!energy, "{principle}");
    }
}
