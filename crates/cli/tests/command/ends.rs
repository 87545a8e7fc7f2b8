//! Everything ends: at poles, where an end is out of reach, and on signals.

use std::fs;
use std::path::Path;
use std::time::Duration;

use predicates::prelude::*;

use crate::{alembert, alembert_in};

/// A body that falls without bound through waves, ever faster: a pole at t = 1.71 after infinitely many steps.
const FASTER: &str = include_str!("../../../alembert/tests/data/models/faster-and-faster.mech");

/// A pendulum by a constraint on velocities, at the one place where that says nothing.
const NOWHERE: &str = "coordinates\n  x, y\nparameters\n  g = 9.81 in 1 .. 25\nT = ½ (x'² + y'²)\n\
                       V = g y\nconstraints\n  rod:  x x' + y y' = 0\n";

/// Two pendulums in a row.
const CHAOS: &str = "coordinates\n  a, b\nL = a'² + ½ b'² + a' b' cos(a - b) + 2 cos(a) + cos(b)\n\
                     initial\n  a = 2, b = 1, a' = 0, b' = 0\n";

/// Longer than anything here takes, and much shorter than for ever.
const LONG: Duration = Duration::from_secs(100);

#[test]
fn sections_and_exponents_end_at_a_pole_as_runs_do() {
    let to = ["--to", "5"];
    for command in [&["section", "-", "q1"][..], &["lyapunov", "-"], &["run", "-"]] {
        let output = alembert(&[command, &to].concat()).timeout(LONG).write_stdin(FASTER).output();
        let output = output.unwrap();
        let all = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(all).unwrap();
        assert_eq!(output.status.code(), Some(3), "{command:?}: {text}");
        assert!(text.contains("steps become too short at t = 1.70"), "{command:?}: {text}");
    }
}

#[test]
fn sensitivities_whose_end_is_out_of_reach_end() {
    alembert(&["run", "-", "--sensitivity", "g", "--to", "5"])
        .timeout(LONG)
        .write_stdin(NOWHERE)
        .assert()
        .stderr(predicate::str::contains("note: the derivatives end at t = "));
}

/// A chain of 1500 coordinates, whose algebra takes long.
fn chain() -> String {
    let n = 1500;
    let all = |f: &dyn Fn(usize) -> String| (0..n).map(f).collect::<Vec<_>>();
    let squares = all(&|i| format!("1/2 x{i}'^2")).join(" + ");
    let rows: String =
        (0..n / 2).map(|i| format!("  x{i}' = sin(x{}) x{}'\n", i + 1, n - 1)).collect();
    format!(
        "coordinates\n  {}\nL = {squares}\nconstraints\n{rows}",
        all(&|i| format!("x{i}")).join(", ")
    )
}

/// Whether a command ends in time when it gets a signal after half a second, and its exit code.
#[cfg(unix)]
fn signalled(folder: &Path, arguments: &[&str], signal: &str) -> Option<i32> {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Instant;
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let begin = Instant::now();
    // On a machine that does nothing else it takes less than half a second.
    while begin.elapsed() < Duration::from_secs(5) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("{arguments:?} does not end on {signal}");
}

#[cfg(unix)]
#[test]
fn every_command_ends_on_signals() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("chaos.mech"), CHAOS).unwrap();
    fs::write(folder.path().join("chain.mech"), chain()).unwrap();
    let followed = [
        "run chaos.mech --to 1e7 --every 1e3 -o motion.csv",
        "run chaos.mech --to 1e7 --every 1e3 --sensitivity a",
        "section chaos.mech a --to 1e7",
        "lyapunov chaos.mech --to 1e7",
        "connect chaos.mech --to 300 --end a=1,b=2 --tries 1000",
        "plot chaos.mech --to 1e8 -o plot.svg",
    ];
    for line in followed {
        let arguments: Vec<&str> = line.split(' ').collect();
        for signal in ["-INT", "-TERM", "-HUP"] {
            let code = signalled(folder.path(), &arguments, signal);
            assert!(matches!(code, Some(130 | 2)), "{line} {signal}: {code:?}");
        }
    }
    let derived = [
        "check chain.mech",
        "derive chain.mech",
        "compare chain.mech",
        "report chain.mech -o chain.html",
        "animate chain.mech -o chain.html",
        "export chain.mech c",
        "ledger",
        "examples --check",
    ];
    for line in derived {
        let arguments: Vec<&str> = line.split(' ').collect();
        signalled(folder.path(), &arguments, "-INT");
        signalled(folder.path(), &arguments, "-TERM");
    }
    signalled(folder.path(), &["prove", "chain.mech", "x0'' = 0"], "-TERM");
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    let unfinished = left.iter().any(|name| name.to_string_lossy().ends_with(".tmp"));
    assert!(!unfinished, "{left:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_does_not_take_the_place_of_an_older_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("chaos.mech"), CHAOS).unwrap();
    fs::write(folder.path().join("motion.csv"), "old").unwrap();
    let arguments = ["run", "chaos.mech", "--to", "1e7", "--every", "1e3", "-o", "motion.csv"];
    assert_eq!(signalled(folder.path(), &arguments, "-TERM"), Some(130));
    assert_eq!(fs::read_to_string(folder.path().join("motion.csv")).unwrap(), "old");
    let partial = fs::read_to_string(folder.path().join("motion.partial.csv")).unwrap();
    assert!(partial.contains("# stop: interrupted"), "{partial}");
    alembert_in(folder.path(), &["run", "chaos.mech", "--to", "1", "-o", "motion.csv"])
        .assert()
        .success();
    assert!(fs::read_to_string(folder.path().join("motion.csv")).unwrap().contains("# stop: end"));
}
