//! Worked examples: they run to their end, and end where `run` ends.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use alembert::code::fmu::Fmi;
use alembert::gallery::EXAMPLES;
use alembert::language::Source;
use alembert::walk::{RunRequest, run as follow};

use crate::tools::{folder, python, run};
use crate::{Case, gallery, target};

/// Programs neither project nor take steps of high order.
const NEAR: f64 = 1e-4;
/// Rows that a worked example prints, with the head.
const LINES: usize = 22;

/// Compares the last row that a program printed with the end of the run.
fn compare(case: &Case, language: &str, printed: &str) {
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), LINES, "{} in {language}", case.name);
    let request = RunRequest { to: Some(case.exported.export.span.1), ..RunRequest::default() };
    let report = follow(&case.model, request, &mut |_| ControlFlow::Continue(()));
    let report = report.unwrap_or_else(|e| panic!("{}: {e:?}", case.name));
    let numbers = lines[LINES - 1].split(',').map(|x| x.parse::<f64>().expect("a number"));
    for (name, x) in lines[0].split(',').zip(numbers) {
        // Orientations are quaternions in programs, and columns of their own in runs.
        let column = report.columns.iter().find(|c| c.name == name);
        let Some(ours) = column.and_then(|c| c.values.last()) else { continue };
        let close = (ours - x).abs() <= NEAR * ours.abs().max(1.0);
        assert!(close, "{} in {language}: {name} is {x}, not {ours}", case.name);
    }
}

fn write(folder: &Path, case: &Case, language: &str) -> String {
    let target = target(language);
    let stem = target.stem(&case.exported.export);
    let file = folder.join(format!("{stem}.{}", target.ending));
    fs::write(file, target.text(&case.exported.export)).expect("a file can be written");
    stem
}

/// Compiles the C of a case with every warning that a reader may switch on.
fn build_c(folder: &Path, case: &Case) -> String {
    let stem = write(folder, case, "c");
    let options = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow"];
    let source = format!("{stem}.c");
    run(folder, "cc", &[&options[..], &["-o", &stem, &source, "-lm"]].concat(), None);
    folder.join(stem).display().to_string()
}

/// The examples without dry friction, which may hold a body: programs stop there.
fn without_holds() -> Vec<Case> {
    gallery().into_iter().filter(|case| case.exported.export.dry.is_empty()).collect()
}

#[test]
fn every_worked_example_in_c_and_python_ends_near_the_motion() {
    let (folder, python) = (folder("mains"), python());
    for case in without_holds() {
        compare(&case, "C", &run(&folder, &build_c(&folder, &case), &[], None));
        let stem = write(&folder, &case, "python");
        let printed = run(&folder, &python, &["-W", "error", &format!("{stem}.py")], None);
        compare(&case, "Python", &printed);
    }
}

#[test]
fn every_worked_example_in_rust_ends_near_the_motion() {
    let folder = folder("mains-rust");
    let (mut main, mut arms, cases) = (String::new(), String::new(), without_holds());
    for (k, case) in cases.iter().enumerate() {
        let stem = write(&folder, case, "rust");
        main.push_str(&format!("#[path = \"{stem}.rs\"] mod case{k};\n"));
        arms.push_str(&format!("\"{k}\" => case{k}::main(),\n"));
    }
    main.push_str(&format!(
        "fn main() {{ match std::env::args().nth(1).unwrap().as_str() {{ {arms} _ => panic!() }} }}\n"
    ));
    fs::write(folder.join("main.rs"), main).expect("a file can be written");
    run(&folder, "rustc", &["--edition", "2021", "-O", "-C", "debuginfo=0", "main.rs"], None);
    let program = folder.join("main").display().to_string();
    for (k, case) in cases.iter().enumerate() {
        compare(case, "Rust", &run(&folder, &program, &[&k.to_string()], None));
    }
}

/// x runs into a wall of infinite speed at t = 1: x' = 1/√(2 (1 − t)).
const WALL: &str = "coordinates\n  x\nL = ½ x'²\nforces\n  x: x'³\ninitial\n  x = 0, x' = 0.70710678118654752\n\
                    run 0 .. 2\n";

/// Half a swing from x = 1.2 to x = −0.2, where friction holds the block from t = π on.
const BLOCK: &str = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -0.5 sign(x')\ninitial\n  x = 1.2, x' = 0\n\
                     run 0 .. 5\n";

#[test]
fn a_motion_without_an_end_is_told_in_a_sentence() {
    ends_at("wall", WALL, 1.0, 1e-6);
    ends_at("block", BLOCK, std::f64::consts::PI, 1e-3);
    // The belt carries the block from asin(0.6)/2 on; a step of the program ends later.
    let belt = EXAMPLES.iter().find(|example| example.name == "block-on-a-belt");
    ends_at("belt", belt.expect("an example").text, 0.5 * 0.6_f64.asin(), 0.03);
}

/// The program of a model in three languages ends with a sentence that has this time.
fn ends_at(name: &str, text: &str, end: f64, error: f64) {
    let folder = folder(name);
    let case = Case::new(name, &Source::new(format!("{name}.mech"), text), None);
    let c = build_c(&folder, &case);
    let stem = write(&folder, &case, "rust");
    run(&folder, "rustc", &["--edition", "2021", "-o", "rusty", &format!("{stem}.rs")], None);
    let stem = write(&folder, &case, "python");
    let rusty = folder.join("rusty").display().to_string();
    for words in [vec![c], vec![rusty], vec![python(), format!("{stem}.py")]] {
        let output = Command::new(&words[0]).args(&words[1..]).current_dir(&folder).output();
        let output = output.expect("it starts");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let (why, time) = said.split_once("the motion cannot be followed beyond t = ").unzip();
        assert_eq!(why == Some("dry friction may hold a body: "), text.contains("sign"), "{said}");
        let time = time.map(str::trim_end);
        let time = time.and_then(|t| t.parse::<f64>().ok()).unwrap_or_else(|| panic!("{said}"));
        assert!((time - end).abs() < error, "{words:?}: {time}");
    }
}

/// A cart that a force pushes by a formula.
pub(crate) const CART: &str = "coordinates\n  x [m]\nparameters\n  m = 2 [kg], F = 4 [N], k = 1 [N/s]\ninputs\n  u [N]\nT = ½ m x'²\nforces\n  x: u\n\
                    initial\n  x = 0, x' = 0\nrun 0 .. 2 s\n  u = F + k t\n";

#[test]
fn a_formula_of_run_is_followed_by_programs_and_told_by_units() {
    let folder = folder("cart");
    let case = Case::new("cart", &Source::new("cart.mech", CART), None);
    compare(&case, "C", &run(&folder, &build_c(&folder, &case), &[], None));
    let notes = case.exported.unit_notes().join("\n");
    assert!(notes.contains("the input u of the FMU stays 4 until it is set"), "{notes}");
    for version in [Fmi::Two, Fmi::Three] {
        let description = case.exported.unit(version).files.swap_remove(1).1;
        let line = description.lines().find(|line| line.contains("name=\"u\"")).expect("u");
        assert!(line.contains("4 until it is set; in `run` it is F + k*t"), "{line}");
    }
}

/// Of what friction holds a program knows nothing, and says so where it begins.
#[test]
fn programs_say_that_friction_may_hold_a_body() {
    let case = Case::new("block", &Source::new("block.mech", BLOCK), None);
    let notes = case.exported.notes.join("\n");
    assert!(
        notes.contains("holds a body where `x'` = 0") && notes.contains("exit code 1"),
        "{notes}"
    );
    for target in alembert::code::TARGETS {
        let text = target.text(&case.exported.export);
        assert!(text.contains("Forces jump with the sign of x'."), "{}", target.name);
    }
    let cart = Case::new("cart", &Source::new("cart.mech", CART), None);
    assert!(cart.exported.export.dry.is_empty());
}
