//! Inputs that are given by tables: exported programs look the value up on the piece that t is on.

use std::fs;
use std::path::Path;

use alembert::language::Source;

use crate::tool::{missing, python_with};
use crate::tools::{folder, run};
use crate::{Case, target};

/// A jump at 2, a steep ramp at 5, values that depend on a parameter, and the rate of the table.
const TABLE: &str = "coordinates\n  x, y\nparameters\n  a = 5\ninputs\n  u, s\n\
    L = ½ x'² + ½ y'²\nconstraints\n  follow: y = s\nforces\n  x: u\nrun 1 .. 6 s\n  \
    u = (1, 0), (2, 0), (2, a), (4, a), (4.5, -3), (5, 0), (5.001, 1000)\n  s = (0, 0), (2, 1), (3, 5)\n";

/// Times, and u, s, s'' at them.
const VALUES: [(f64, [f64; 3]); 11] = [
    (-1.0, [0.0, 0.0, 0.0]),
    (1.0, [0.0, 0.5, 0.0]),
    (1.999_999, [0.0, 0.999_999_5, 0.0]),
    (2.0, [5.0, 1.0, 0.0]),
    (2.5, [5.0, 3.0, 0.0]),
    (3.0, [5.0, 5.0, 0.0]),
    (4.0, [5.0, 5.0, 0.0]),
    (4.25, [1.0, 5.0, 0.0]),
    (4.5, [-3.0, 5.0, 0.0]),
    (5.0, [0.0, 5.0, 0.0]),
    (9.0, [1000.0, 5.0, 0.0]),
];

fn case() -> Case {
    Case::new("table", &Source::new("table", TABLE), None)
}

/// Compares what a program printed, a line for each of [`VALUES`].
fn compare(language: &str, printed: &str) {
    assert_eq!(printed.lines().count(), VALUES.len(), "{language}: {printed}");
    for (line, (t, values)) in printed.lines().zip(VALUES) {
        let found: Vec<f64> =
            line.split_whitespace().map(|x| x.parse().expect("a number")).collect();
        for (x, y) in found.iter().zip(values) {
            // No digits are lost: what is 0 in the table is 0 in the program.
            assert!((x - y).abs() <= 4.0 * f64::EPSILON * y.abs(), "{language} at {t}: {line}");
        }
        assert_eq!(found.len(), values.len());
    }
}

fn written(folder: &Path, language: &str) {
    let (case, target) = (case(), target(language));
    let file = folder.join(format!("table.{}", target.ending));
    fs::write(file, target.text(&case.exported.export)).expect("a file can be written");
}

fn times() -> String {
    VALUES.map(|(t, _)| format!("{t:?}")).join(", ")
}

#[test]
fn tables_are_looked_up_in_c() {
    let folder = folder("table-c");
    written(&folder, "c");
    let main = format!(
        "#define ALEMBERT_NO_MAIN\n#include \"table.c\"\nint main(void) {{\n\
         double t[] = {{{}}};\ntable_inputs u;\nfor (int i = 0; i < {}; i++) {{\n\
         if (table_signals(t[i], &table_defaults, &u)) return 1;\n\
         printf(\"%.17g %.17g %.17g\\n\", u.u, u.s, u.s_dd);\n}}\nreturn 0;\n}}\n",
        times(),
        VALUES.len()
    );
    fs::write(folder.join("main.c"), main).expect("a file can be written");
    let options = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c", "-lm"];
    run(&folder, "cc", &options, None);
    compare("C", &run(&folder, &folder.join("main").display().to_string(), &[], None));
}

#[test]
fn tables_are_looked_up_in_rust() {
    let folder = folder("table-rust");
    written(&folder, "rust");
    let main = format!(
        "mod table;\nfn main() {{\nfor t in [{}] {{\n\
         let u = table::signals(t, &table::Parameters::default()).unwrap();\n\
         println!(\"{{:e}} {{:e}} {{:e}}\", u.u, u.s, u.s_dd);\n}}\n}}\n",
        times()
    );
    fs::write(folder.join("main.rs"), main).expect("a file can be written");
    run(&folder, "rustc", &["--edition", "2021", "main.rs"], None);
    compare("Rust", &run(&folder, &folder.join("main").display().to_string(), &[], None));
}

#[test]
fn tables_are_looked_up_in_python() {
    for (language, library) in
        [("python", "numpy"), ("jax", "jax"), ("casadi", "casadi"), ("sympy", "sympy")]
    {
        let Some(python) = python_with(library) else {
            missing(library, "its program did not look tables up");
            continue;
        };
        let folder = folder(&format!("table-{language}"));
        written(&folder, language);
        let main = format!(
            "import table\nfor t in [{}]:\n    u = table.signals(t)\n    \
             print(float(u.u), float(u.s), float(u.s_dd))\n",
            times()
        );
        fs::write(folder.join("main.py"), main).expect("a file can be written");
        compare(language, &run(&folder, &python, &["main.py"], None));
    }
}

/// The worked examples run, jump and all, and long tables do not make deep programs.
#[test]
fn worked_examples_run_over_jumps_and_long_tables() {
    let rows: Vec<String> = (0..2000).map(|k| format!("({k}, {})", k % 7)).collect();
    let text = format!(
        "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\nrun 0 .. 3 s\n  u = {}\n",
        rows.join(", ")
    );
    let long = Case::new("long", &Source::new("long", text.as_str()), None);
    for case in [case(), long] {
        let folder = folder(&format!("worked-{}", case.name));
        let export = &case.exported.export;
        let stem = target("c").stem(export);
        fs::write(folder.join("worked.c"), target("c").text(export)).expect("it can be written");
        run(&folder, "cc", &["-std=c99", "-Werror", "-Wall", "-o", &stem, "worked.c", "-lm"], None);
        let printed = run(&folder, &folder.join(&stem).display().to_string(), &[], None);
        assert_eq!(printed.lines().count(), 22, "{printed}");
        assert!(!printed.contains("nan"), "{printed}");
        let longest = target("python").text(export).lines().map(str::len).max();
        assert!(longest < Some(2000), "{longest:?}");
    }
}
