//! Tables of inputs from files: rows, names with their units, and what is no table.

use std::ops::ControlFlow;

use alembert::language::Source;
use alembert::walk::{RunRequest, WalkError, run, tabulate};

use crate::{last, model};

const DRIVEN: &str = "coordinates\n  x\ninputs\n  u\nL = ½ x'²\nforces\n  x: u\n\
                      initial\n  x = 0, x' = 0\nrun 0 .. 3\n";

#[test]
fn a_table_from_a_file_drives_the_motion() {
    // u = t until 1, then 1 until 2, then a jump to −1: x(1) = 1/6, x'(1) = ½, …
    let table = "# wind\ntime,gust\n0,0\n1,1\n2,1\n2,-1\n5,-1\n";
    let model = tabulate(&model(DRIVEN), "u", &Source::new("u.csv", table)).expect("a table");
    let report = run(&model, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    let report = report.expect("a run");
    assert!((last(&report, "x'") - 0.5).abs() < 1e-13);
    assert!((last(&report, "x") - (1.0 / 6.0 + 0.5 + 0.5 + 1.5 - 0.5)).abs() < 1e-13);
}

/// A straight piece of a table is one step, however many there are.
#[test]
fn a_fine_table_has_one_step_a_row() {
    let rows = (0..=3000).map(|i| f64::from(i) / 1000.0).map(|t| format!("{t},{}\n", t.sin()));
    let table = Source::new("u.csv", rows.collect::<String>());
    let model = tabulate(&model(DRIVEN), "u", &table).expect("a table");
    let report = run(&model, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    let report = report.expect("a run");
    assert!(report.steps <= 3001, "{}", report.steps);
    assert!((last(&report, "x'") - (1.0 - 3f64.cos())).abs() < 1e-6);
}

#[test]
fn names_of_a_table_may_have_units() {
    let table = "\"t [ms]\", u [kN]\n0, 0\n1000, 0.001\n5000, 0.001\n";
    let model = tabulate(&model(DRIVEN), "u", &Source::new("u.csv", table)).expect("a table");
    let report = run(&model, RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    assert!((last(&report.expect("a run"), "x'") - 2.5).abs() < 1e-12);
}

#[test]
fn texts_that_are_no_tables_are_refused_with_their_line() {
    let refused = |name: &str, text: &str| {
        tabulate(&model(DRIVEN), name, &Source::new("u.csv", text)).expect_err("no table")
    };
    let line = |text: &str| match refused("u", text) {
        WalkError::BadTable { line, reason, .. } => (line, reason.to_string()),
        error => panic!("{error}"),
    };
    assert_eq!(line("0,1\n1,x\n"), (2, "`x` is not a number".to_owned()));
    assert_eq!(line("t,u\n0,1\n2\n"), (3, "column 2 is missing".to_owned()));
    assert_eq!(line("0,1\n-1,1\n"), (2, "the time falls from 0 to -1".to_owned()));
    assert_eq!(line("# nothing\n"), (1, "there are no rows".to_owned()));
    assert_eq!(line("0,inf\n"), (1, "`inf` is not a number".to_owned()));
    // a mistake in the first row is no name
    for first in ["0,0.5N", "0,1/2", "0,0x10", "O,0.5", "0 s,1", "-,1"] {
        let (number, reason) = line(&format!("{first}\n1,2\n"));
        assert!(number == 1 && reason.ends_with("is not a number"), "{first}: {reason}");
    }
    assert_eq!(line("t [ms],u [blob]\n0,1\n"), (1, "`blob` is no unit".to_owned()));
    assert!(line("t,v,w\n0,1,2\n").1.contains("there are no columns `t` and `u`"));
    assert_eq!(refused("f", "0,1\n").to_string(), "the model has no input `f`; its inputs are u");
}
