//! `alembert export`: where the program goes, checks, and what is refused.

use std::fs;

use predicates::prelude::*;

use crate::{FREE, alembert, alembert_in, object, printed};

const TARGETS: [(&str, &str); 9] = [
    ("c", "int knife_edge_rate("),
    ("rust", "pub fn rate("),
    ("python", "def rate("),
    ("jax", "def rate("),
    ("casadi", "def rate("),
    ("sympy", "def rate("),
    ("julia", "function rate("),
    ("matlab", "function result = rate("),
    ("modelica", "function rate "),
];

#[test]
fn every_target_is_printed_with_all_functions_and_explained() {
    let page = printed(&["explain", "export"]);
    for (target, rate) in TARGETS {
        let text = printed(&["export", "knife-edge", target]);
        assert!(text.contains(rate), "{target}");
        for name in ["unknowns", "multipliers", "mass_matrix", "energy", "residuals", "alpha"] {
            assert!(text.contains(name), "{target}: {name}");
        }
        assert!(text.contains("Knife edge on an inclined plane."), "{target}");
        assert!(page.contains(&format!("    {target} ")), "{target}");
    }
}

#[test]
fn a_program_is_written_whole_under_the_name_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let command = ["export", "knife-edge", "c", "-o", "blade.c"];
    alembert_in(folder.path(), &command).assert().success().stdout("").stderr("wrote blade.c\n");
    let text = fs::read_to_string(folder.path().join("blade.c")).unwrap();
    assert!(text.contains("int blade_rate(") && text.ends_with("#endif\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn exports_are_the_same_every_time() {
    for target in ["c", "julia"] {
        let command = ["export", "rolling-sphere", target];
        assert_eq!(printed(&command), printed(&command));
    }
}

#[test]
fn the_worked_example_of_c_runs_and_keeps_its_energy() {
    let folder = tempfile::tempdir().unwrap();
    alembert_in(folder.path(), &["export", "knife-edge", "c", "-o", "blade.c"]).assert().success();
    let build = ["-std=c99", "-o", "blade", "blade.c", "-lm"];
    let built = std::process::Command::new("cc").args(build).current_dir(folder.path()).status();
    assert!(built.unwrap().success());
    let run = std::process::Command::new(folder.path().join("blade")).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    let rows: Vec<Vec<f64>> = text.lines().skip(1).map(numbers).collect();
    assert_eq!(text.lines().next(), Some("t,x,y,phi,x',y',phi',E,residual_edge"));
    assert_eq!(rows.len(), 21);
    for row in &rows {
        assert!((row[7] - rows[0][7]).abs() < 1e-6, "{row:?}");
        assert!(row[8].abs() < 1e-6, "{row:?}");
    }
    assert!((rows[20][3] - 1.5 * rows[20][0]).abs() < 1e-6); // φ = 1.5 t
}

fn numbers(line: &str) -> Vec<f64> {
    line.split(',').map(|x| x.parse().expect("a number")).collect()
}

#[test]
fn a_check_runs_the_program_and_tells_the_largest_difference() {
    let mut command = alembert(&["export", "rolling-penny", "c", "--check", "--json"]);
    let answer = object(&mut command);
    let check = &answer["check"];
    assert_eq!(check["states"], 100);
    assert_eq!(check["tool"], "cc");
    assert!(check["largest_difference"].as_f64().unwrap() < 1e-12);
    let words = predicate::str::contains("the largest difference at 100 random states is");
    alembert(&["export", "rolling-penny", "c", "--check"]).assert().success().stdout(words);
}

#[test]
fn a_missing_tool_is_named_and_nothing_is_said_to_agree() {
    let mut command = alembert(&["export", "knife-edge", "rust", "--check"]);
    command.env("PATH", "/nonexistent");
    let words = predicate::str::contains("`rustc` is not installed");
    command.assert().code(3).stdout("").stderr(words);
    let words = predicate::str::contains("programs for `modelica` are not run here");
    alembert(&["export", "knife-edge", "modelica", "--check"]).assert().code(3).stderr(words);
}

#[cfg(unix)]
#[test]
fn a_python_without_numpy_is_named_with_the_mend() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let python = folder.path().join("python3");
    let script = "#!/bin/sh\necho Traceback >&2\necho \"ModuleNotFoundError: No module named 'numpy'\" >&2\nexit 1\n";
    fs::write(&python, script).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = alembert(&["export", "knife-edge", "python", "--check"]);
    let words = predicate::str::contains("`python3` has no module `numpy`")
        .and(predicate::str::contains("`python3 -m pip install numpy`"));
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    command.env("PATH", path).assert().code(3).stdout("").stderr(words);
}

#[cfg(unix)]
#[test]
fn a_unit_is_checked_without_a_file_of_its_own() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let python = folder.path().join("python3");
    // A Python that tells whether it was given an archive.
    let script = "#!/bin/sh\nhead -c 2 \"$2\" >&2\necho >&2\necho \"ModuleNotFoundError: No module named '$(head -c 2 \"$2\")'\" >&2\nexit 1\n";
    fs::write(&python, script).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let room = tempfile::tempdir().unwrap();
    let mut command = alembert_in(room.path(), &["export", "knife-edge", "fmu", "--check"]);
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let words = predicate::str::contains("`python3` has no module `PK`");
    command.env("PATH", path).assert().code(3).stdout("").stderr(words);
    assert_eq!(fs::read_dir(room.path()).unwrap().count(), 0);
}

#[test]
fn an_unknown_target_is_refused_with_the_nearest_and_all_names() {
    let words = predicate::str::contains("there is no target `pyton`")
        .and(predicate::str::contains("did you mean `python`?"))
        .and(predicate::str::contains("modelica"));
    alembert(&["export", "knife-edge", "pyton"]).assert().code(2).stdout("").stderr(words);
}

#[test]
fn nothing_is_left_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let words = predicate::str::contains("cannot write");
    let command = ["export", "knife-edge", "c", "-o", "missing/blade.c"];
    alembert_in(folder.path(), &command).assert().code(2).stdout("").stderr(words);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_function_without_formula_and_a_principle_that_does_not_apply_are_refused() {
    let model = format!("{FREE}functions\n  V(x)\nforces\n  x: V(x)\n");
    let words = predicate::str::contains("the function `V` has no formula");
    alembert(&["export", "-", "c"]).write_stdin(model).assert().code(2).stderr(words);
    let command = ["export", "pais-uhlenbeck", "c", "--principle", "gauss"];
    alembert(&command).assert().code(2).stdout("");
}

#[test]
fn a_functional_mock_up_unit_is_an_archive_with_its_source() {
    let folder = tempfile::tempdir().unwrap();
    for version in ["2.0", "3.0"] {
        let command = ["export", "heavy-top", "fmu", "-o", "top.fmu", "--fmi", version];
        alembert_in(folder.path(), &command)
            .assert()
            .success()
            .stdout("")
            .stderr("wrote top.fmu\n");
        let bytes = fs::read(folder.path().join("top.fmu")).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(bytes.starts_with(b"PK"));
        assert!(text.contains("sources/top.c") && text.contains("modelDescription.xml"));
        assert!(text.contains(&format!("fmiVersion=\"{version}\"")));
    }
    let words = predicate::str::contains("an FMU is an archive and is not printed");
    alembert(&["export", "heavy-top", "fmu"]).assert().code(2).stdout("").stderr(words);
    let command = ["export", "heavy-top", "fmu", "-o", "top.fmu", "--fmi", "1.0"];
    alembert_in(folder.path(), &command).assert().code(2);
}

#[test]
fn without_a_compiler_a_unit_has_its_sources_and_a_note_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = alembert_in(folder.path(), &["export", "knife-edge", "fmu", "-o", "k.fmu"]);
    let words = predicate::str::contains("there is no C compiler here");
    command.env("PATH", "/nonexistent").assert().success().stderr(words);
    let bytes = fs::read(folder.path().join("k.fmu")).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("binaries/"));
}
