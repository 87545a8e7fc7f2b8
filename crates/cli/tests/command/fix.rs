//! `check --fix` and `derive --reduce`.

use std::fs;

use crate::{FREE, alembert, alembert_in, object};

const ROLLING: &str = "coordinates\n  x, theta\nparameters\n  R = 2      # radius\nL = x'^2 + theta'^2\n\
                       constraints\n  roll: x' = R theta'   # no slip\ninitial\n  x = 0, theta = 0\n";

#[test]
fn a_fix_is_written_into_the_file_and_nothing_else_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("roll.mech");
    fs::write(&path, ROLLING).unwrap();
    let fixed = alembert_in(folder.path(), &["check", "--fix", "roll.mech"]).assert().success();
    let said = String::from_utf8(fixed.get_output().stderr.clone()).unwrap();
    assert!(said.contains("AL032, line 7: `roll: x' = R theta'`"), "{said}");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, ROLLING.replace("roll: x' = R theta'", "roll:  x - R*theta = 0"));
    let again = alembert_in(folder.path(), &["check", "--fix", "roll.mech"]).assert().success();
    assert!(String::from_utf8_lossy(&again.get_output().stderr).contains("nothing to fix"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_fix_keeps_the_units() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("roll.mech");
    let text = "coordinates\n  x [m]\n  theta [rad]\nparameters\n  R = 0.5 [m]\n  m = 1 [kg]\n\
                L = m x'^2 + m R^2 theta'^2\nconstraints\n  roll: x' = R theta'\n\
                initial\n  x = 1, theta = 0.2\n";
    fs::write(&path, text).unwrap();
    alembert_in(folder.path(), &["check", "--fix", "roll.mech"]).assert().success();
    let fixed = text
        .replace("roll: x' = R theta'", "roll:  x - R*theta = roll_0")
        .replace("  R = 0.5", "  roll_0 = 9/10\n  R = 0.5");
    assert_eq!(fs::read_to_string(&path).unwrap(), fixed);
}

#[test]
fn a_fix_of_a_model_without_units_and_parameters_has_the_constant() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bend.mech");
    let text = "coordinates\n  x, y\nL = x'^2 + y'^2\nconstraints\n  c: y' = x x'\n\
                initial\n  x = 1, y = 2\n";
    fs::write(&path, text).unwrap();
    alembert_in(folder.path(), &["check", "--fix", "bend.mech"]).assert().success();
    let fixed = fs::read_to_string(&path).unwrap();
    assert_eq!(fixed, text.replace("c: y' = x x'", "c:  2*y - x^2 = 3"));
}

#[test]
fn a_mistake_is_mended_and_then_what_it_hid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("roll.mech");
    fs::write(&path, ROLLING.replace("constraints", "constrains")).unwrap();
    alembert_in(folder.path(), &["check", "--fix", "roll.mech"]).assert().success();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("constraints\n  roll:  x - R*theta = 0"), "{text}");
}

#[test]
fn what_is_no_text_file_is_not_fixed() {
    alembert(&["check", "--fix", "-"]).write_stdin(FREE).assert().code(2);
    alembert(&["check", "--fix", "knife-edge"]).assert().code(2);
    let folder = tempfile::tempdir().unwrap();
    let json = alembert(&["fmt", "knife-edge", "--to", "json"]).output().unwrap().stdout;
    let path = folder.path().join("edge.json");
    fs::write(&path, &json).unwrap();
    alembert_in(folder.path(), &["check", "--fix", "edge.json"]).assert().code(2);
    assert_eq!(fs::read(&path).unwrap(), json);
}

#[test]
fn reduced_equations_come_with_what_was_taken_out() {
    let answer = object(&mut alembert(&["derive", "pendulum-polar", "--reduce", "--json"]));
    assert_eq!(answer["reduced"]["eliminated"][0]["lhs"], "r");
    assert_eq!(answer["reduced"]["agreement"], "proved");
    assert_eq!(answer["equations"].as_array().unwrap().len(), 1);
    let plain = object(&mut alembert(&["derive", "pendulum-polar", "--json"]));
    assert!(plain.get("reduced").is_none());
}
