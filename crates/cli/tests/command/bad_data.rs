//! Bad data: each kind of it has its message and its exit code, and leaves no half-written file.

use std::fs;
use std::path::Path;

use crate::{alembert_in, object};

/// What is wrong, a model, the exit code, and what is said about it on standard error.
const BAD: &[(&str, &str, i32, &str)] = &[
    (
        "initial values that violate a constraint",
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  rod: x² + y² = 1\ninitial\n  x = 2, y = 0\n",
        2,
        "error[AL040]: the initial values violate `rod`: left − right = 3.000000e0",
    ),
    (
        "several starts",
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  rod: x² + y² = 1\ninitial\n  x = 0.6\n",
        2,
        "error[AL041]: several initial values of y satisfy the constraints",
    ),
    (
        "constraints that contradict each other",
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  a: x' = y\n  b: 2 x' = 2 y + 1\n",
        2,
        "error: constraint `b` contradicts the others: no motion can satisfy all of them",
    ),
    (
        "a parameter without a value",
        "coordinates\n  x\nparameters\n  k\nL = ½ x'² - k x²\ninitial\n  x = 1\n",
        2,
        "error[AL014]: parameter `k` has no value",
    ),
    (
        "a mass matrix that is singular",
        "coordinates\n  x, y\nL = ½ (x' + y')² - x²\ninitial\n  x = 1, y = 0\n",
        3,
        "error: at the start, the system of size 2 is singular, its rank is 1",
    ),
    (
        "a configuration that is singular on the way",
        "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  c: x² = y²\n\
         initial\n  x = 1, y = 1, x' = -1\nrun 0 .. 3\n",
        3,
        "warning[AL037]: the rank of the constraints drops at t = 1.000000",
    ),
    (
        "a start outside of the domain",
        "coordinates\n  x\nL = ½ x'² + log x\ninitial\n  x = 0, x' = 1\n",
        3,
        "error: at the start, log has no finite value at 0",
    ),
    (
        "values that are too large",
        "coordinates\n  x\nL = ½ x'²\ninitial\n  x = 0, x' = 1e308\n",
        3,
        "error: at the start, a product has no finite value at 1e308",
    ),
    (
        "an observed quantity that leaves its domain",
        "coordinates\n  x\nL = ½ x'²\ninitial\n  x = 0, x' = 1\nrun 0 .. 3\nobserve\n  r = sqrt(1 - x)\n",
        0,
        "note: `r` has no value at 134 of 201 samples, first at t = 1.005",
    ),
    (
        "a blow-up in finite time",
        "coordinates\n  x\nL = ½ x'²\nforces\n  x: x'²\ninitial\n  x = 0, x' = 1\nrun 0 .. 3\n",
        3,
        "error[AL050]: steps become too short at t = 0.99999999",
    ),
    (
        "a root that ends on the way",
        "coordinates\n  x, y\nL = ½ (x'² + y'²) - x\nforces\n  y: sqrt(x)\n\
         initial\n  x = 1, y = 0, x' = 0, y' = 0\nrun 0 .. 3\n",
        3,
        "error[AL050]: steps become too short at t = 1.414213562: the argument of a square root reaches 0, the edge of its domain",
    ),
    (
        "a logarithm that ends on the way",
        "coordinates\n  x, y\nL = ½ (x'² + y'²) - x\nforces\n  y: log(x)\n\
         initial\n  x = 1, y = 0, x' = 0, y' = 0\nrun 0 .. 3\n",
        3,
        "error[AL050]: steps become too short at t = 1.414213562: the argument of log reaches 0, the edge of its domain",
    ),
    (
        "a quotient that ends on the way",
        "coordinates\n  x, y\nL = ½ (x'² + y'²) - x\nforces\n  y: 1/x\n\
         initial\n  x = 1, y = 0, x' = 0, y' = 0\nrun 0 .. 3\n",
        3,
        "error[AL050]: steps become too short at t = 1.414213562: the denominator of a quotient reaches 0, the edge of its domain",
    ),
    (
        "a collision",
        "coordinates\n  x, y\nL = ½ (x'² + y'²) + 1/√(x² + y²)\n\
         initial\n  x = 1, y = 0, x' = 0, y' = 0\nrun 0 .. 3\n",
        3,
        "error[AL050]: steps become too short at t = 1.1107207",
    ),
    (
        "a force that drives a body to either side",
        "coordinates\n  x\nL = ½ x'²\nforces\n  x: 0.5 sign(x') - 1 + sign(t - 2)\n\
         initial\n  x = 0, x' = 3\nrun 0 .. 5\n",
        3,
        "error[AL050]: stopped at t = 2.000000000: `x'` = 0, and the equations allow more than one motion",
    ),
];

/// What looks bad and is not: a model, and what is said about it on standard output.
const HARMLESS: &[(&str, &str, &str)] = &[
    (
        "redundant constraints",
        "coordinates\n  x, y\nL = ½ (x'² + y'²) - y\nconstraints\n  a: y' = x'\n  b: 2 y' = 2 x'\n\
         initial\n  x = 0, y = 0, x' = 1\nrun 0 .. 2\n",
        "The multipliers are not unique; these are the shortest ones.",
    ),
    (
        "a stiff force",
        "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -1e5 (x' + sin t)\n\
         initial\n  x = 1, x' = 0\nrun 0 .. 10\n",
        "method     radau (stiff: ",
    ),
    (
        "a force that jumps against the motion",
        "coordinates\n  x\nL = ½ x'²\nforces\n  x: -sign(x')\ninitial\n  x = 0, x' = 1\nrun 0 .. 3\n",
        "friction   x' sticks at t = 1",
    ),
    (
        "a potential with an edge",
        "coordinates\n  x\nL = ½ x'² - abs(x)\ninitial\n  x = 0.5, x' = 0\nrun 0 .. 4\n",
        "method     taylor (analytic and not stiff: Taylor series at round-off)",
    ),
];

/// The names of all files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Every row of a table has all its columns, and every entry is a number, or empty where an observed quantity
/// or a multiplier has no value.
fn assert_whole(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let columns = rows[0].split(',').count();
    assert!(rows.len() > 1 && text.ends_with('\n'), "{text}");
    for row in &rows[1..] {
        let entries: Vec<&str> = row.split(',').collect();
        assert_eq!(entries.len(), columns, "{row}");
        let is_number = |x: &&str| x.parse().is_ok_and(f64::is_finite);
        let has_gaps = rows[0].ends_with(",r") || rows[0].contains(",lambda_");
        let observed = |x: &&str| x.is_empty() && has_gaps;
        assert!(entries.iter().all(|x| is_number(x) || observed(x)), "{row}");
    }
}

#[test]
fn every_kind_of_bad_data_is_told_and_leaves_no_half_written_file() {
    for (what, model, code, words) in BAD {
        let folder = tempfile::tempdir().unwrap();
        let mut command = alembert_in(folder.path(), &["run", "-", "-o", "motion.csv"]);
        let output = command.write_stdin(*model).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(*code), "{what}: {said}");
        assert!(said.contains(words), "{what}: {said}");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(!shown.contains("NaN") && !said.contains("NaN"), "{what}: {shown}{said}");
        match shown.is_empty() {
            true => assert!(names(folder.path()).is_empty(), "{what}"),
            false => assert_whole(&folder.path().join("motion.csv")),
        }
        assert!(names(folder.path()).len() <= 1, "{what}: {:?}", names(folder.path()));
    }
}

#[test]
fn what_only_looks_bad_is_followed_and_told() {
    for (what, model, words) in HARMLESS {
        let folder = tempfile::tempdir().unwrap();
        let mut command = alembert_in(folder.path(), &["run", "-", "-o", "motion.csv"]);
        let output = command.write_stdin(*model).output().unwrap();
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{what}: {shown}");
        assert!(shown.contains(words), "{what}: {shown}");
        assert_whole(&folder.path().join("motion.csv"));
    }
}

const SPRING: &str =
    "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 100 every 0.01\n";

/// A file that cannot be written is told before the run; an older one stays as it was.
#[test]
fn a_file_that_cannot_be_written_is_told_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("taken.csv")).unwrap();
    for name in ["taken.csv", "nowhere/motion.csv"] {
        let mut command = alembert_in(folder.path(), &["run", "-", "--to", "1e9", "-o", name]);
        let output = command.write_stdin(SPRING).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains(&format!("cannot write `{name}`: ")), "{said}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(names(folder.path()), ["taken.csv"]);
}

/// A folder that may be written allows a file to be replaced that may not.
#[test]
fn a_file_that_is_protected_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    for (name, command) in [("kept.csv", "run"), ("kept.svg", "plot"), ("kept.html", "report")] {
        let path = folder.path().join(name);
        fs::write(&path, "older\n").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let mut command = alembert_in(folder.path(), &[command, "-", "-o", name]);
        let output = command.write_stdin(SPRING).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains(&format!("cannot write `{name}`: it is protected against writing")),
            "{said}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "older\n");
    }
    assert_eq!(names(folder.path()), ["kept.csv", "kept.html", "kept.svg"]);
}

/// A limit on the length of files stands for a disk that is full: writing fails in the middle. Without
/// the trap the system would end the command. The result is printed, and the older file is still there.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_leaves_the_older_file_and_the_result() {
    for name in ["motion.csv", "motion.json", "motion.npz", "motion.parquet"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "older\n").unwrap();
        fs::write(folder.path().join("spring.mech"), SPRING).unwrap();
        let script =
            format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" run spring.mech -o {name} --json");
        let mut command = assert_cmd::Command::new("sh");
        command.arg("-c").arg(script).arg(assert_cmd::cargo::cargo_bin!("alembert"));
        command.current_dir(folder.path());
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(&format!("cannot write `{name}`: File too large")), "{said}");
        let report = object(&mut command);
        assert_eq!((&report["stop"], &report["t"]), (&"end".into(), &100.0.into()));
        let told = report["diagnostics"].as_array().unwrap().last().unwrap();
        assert!(told["message"].as_str().unwrap().starts_with("cannot write"), "{told}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "older\n");
        assert_eq!(names(folder.path()), [name, "spring.mech"]);
    }
}

/// A result that cannot be printed is told, too.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_on_a_full_disk_ends_with_3() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(["run", "knife-edge"])
        .stdout(full)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(said.contains("cannot write the result: No space left on device"), "{said}");
}
