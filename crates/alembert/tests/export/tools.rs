//! Compilers and interpreters, and what programs print.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tool::python_with;
use crate::{Case, ROUNDING, target};

/// An empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Runs a command to its end; what it prints.
pub(crate) fn run(
    folder: &Path,
    program: &str,
    arguments: &[&str],
    input: Option<&Path>,
) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    match input {
        Some(path) => {
            command.stdin(Stdio::from(File::open(path).expect("the states were written")))
        }
        None => command.stdin(Stdio::null()),
    };
    let output = command.output().unwrap_or_else(|e| panic!("{program} does not start: {e}"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {error}");
    assert_eq!(error, "", "{program} {arguments:?}");
    String::from_utf8(output.stdout).expect("programs print ASCII")
}

/// The Python of the tests, which has `NumPy` and `FMPy`.
pub(crate) fn python() -> String {
    python_with("numpy, fmpy").expect("`./test` makes a Python that has NumPy and FMPy")
}

/// Writes the program of a case and its driver `NAME_values`, and the states.
fn write(folder: &Path, case: &Case, language: &str) {
    let target = target(language);
    let export = &case.exported.export;
    let stem = target.stem(export);
    let file =
        |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file can be written");
    file(&format!("{stem}.{}", target.ending), &target.text(export));
    let driver = target.driver(export).expect("these targets have drivers");
    file(&format!("{stem}_values.{}", target.ending), &driver);
    file(&format!("{stem}.txt"), &case.samples.text());
}

/// Compares what a program printed with our own values.
pub(crate) fn compare(case: &Case, language: &str, printed: &str) {
    let numbers = |line: &str| {
        line.split_whitespace().map(|x| x.parse().expect("programs print numbers")).collect()
    };
    let values: Vec<Vec<f64>> = printed.lines().map(numbers).collect();
    let found = case.samples.largest_difference(&values);
    let (difference, name) = found.unwrap_or_else(|| panic!("{} in {language}", case.name));
    assert!(difference <= ROUNDING, "{} in {language}: {difference:e} in {name}", case.name);
}

/// Compiles and runs C.
pub(crate) fn check_c(folder: &Path, cases: &[Case]) {
    const OPTIONS: [&str; 6] = ["-std=c99", "-O0", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    for case in cases {
        write(folder, case, "c");
        let stem = target("c").stem(&case.exported.export);
        let source = format!("{stem}_values.c");
        let arguments = [&OPTIONS[..], &["-o", &stem, &source, "-lm"]].concat();
        run(folder, "cc", &arguments, None);
        let program = folder.join(&stem).display().to_string();
        let states = folder.join(format!("{stem}.txt"));
        compare(case, "C", &run(folder, &program, &[], Some(&states)));
    }
}

/// Compiles all drivers as one Rust program, and runs it.
pub(crate) fn check_rust(folder: &Path, cases: &[Case]) {
    let mut main = String::new();
    let mut arms = String::new();
    for (k, case) in cases.iter().enumerate() {
        write(folder, case, "rust");
        let stem = target("rust").stem(&case.exported.export);
        main.push_str(&format!("#[path = \"{stem}_values.rs\"] mod case{k};\n"));
        arms.push_str(&format!("\"{k}\" => case{k}::main(),\n"));
    }
    main.push_str(&format!(
        "fn main() {{ match std::env::args().nth(1).unwrap().as_str() {{ {arms} _ => panic!() }} }}\n"
    ));
    fs::write(folder.join("main.rs"), main).expect("a file can be written");
    run(folder, "rustc", &["--edition", "2021", "-C", "debuginfo=0", "main.rs"], None);
    let program = folder.join("main").display().to_string();
    for (k, case) in cases.iter().enumerate() {
        let stem = target("rust").stem(&case.exported.export);
        let states = folder.join(format!("{stem}.txt"));
        compare(case, "Rust", &run(folder, &program, &[&k.to_string()], Some(&states)));
    }
}

/// Runs Python.
pub(crate) fn check_python(folder: &Path, cases: &[Case]) {
    check_with(folder, &python(), "python", cases);
}

/// Runs a target in Python with an interpreter that has its library.
pub(crate) fn check_with(folder: &Path, python: &str, language: &str, cases: &[Case]) {
    for case in cases {
        write(folder, case, language);
        let stem = target(language).stem(&case.exported.export);
        let states = folder.join(format!("{stem}.txt"));
        let driver = format!("{stem}_values.py");
        compare(case, language, &run(folder, python, &[&driver], Some(&states)));
    }
}
