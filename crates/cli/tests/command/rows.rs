//! Rows of long runs: the memory they take, and what is left of them when a run or its writing ends early.

use std::fs;
use std::path::Path;

#[cfg(unix)]
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use crate::{alembert, alembert_in};

/// A few steps, with as many rows as one likes.
const SPRING: &str = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 10\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spring.mech"), SPRING).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|found| found.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(unix)]
fn begun(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("alembert"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The exit code and the messages of a command that gets a signal, and must end soon then.
#[cfg(unix)]
fn interrupted(mut child: Child) -> (Option<i32>, String) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let begin = Instant::now();
    // On a machine that does nothing else it takes less than half a second.
    while begin.elapsed() < Duration::from_secs(5) {
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            return (output.status.code(), String::from_utf8(output.stderr).unwrap());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("it does not end");
}

/// The most memory that a run took, in KiB: the system knows it as long as the run is there.
#[cfg(target_os = "linux")]
fn memory(folder: &Path, every: &str, file: &str) -> u64 {
    let mut child = begun(folder, &["run", "spring.mech", "--every", every, "-o", file]);
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let ended = loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(size.unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(ended.success() && most > 0, "{file}: {ended}, {most}");
    most
}

/// Other systems do not tell the largest memory of a process where every program can read it.
#[cfg(target_os = "linux")]
#[test]
fn a_million_rows_take_the_memory_of_a_hundred_thousand() {
    let folder = folder();
    for file in ["motion.csv", "motion.json", "motion.npz", "motion.parquet"] {
        let [few, many] = ["1e-4", "1e-5"].map(|every| memory(folder.path(), every, file));
        assert!(5 * many <= 6 * few, "{file}: {few} KiB, then {many} KiB");
        // 10⁶ rows of t, x, x' and E, as bytes or in as many letters at least
        let size = fs::metadata(folder.path().join(file)).unwrap().len();
        assert!(size > 32_000_000, "{file}: {size}");
    }
    assert_eq!(names(folder.path()).len(), 5, "only the model and the files are left");
}

#[test]
fn a_printed_table_is_that_of_a_file() {
    let folder = folder();
    let run = |file: &str| {
        let arguments = ["run", "spring.mech", "--every", "1e-3", "-o", file];
        alembert_in(folder.path(), &arguments).output().unwrap().stdout
    };
    run("motion.csv");
    assert!(fs::read(folder.path().join("motion.csv")).unwrap() == run("-"));
}

/// Has a run a file without a name, in which rows wait? Elsewhere than on Linux it has one after a second.
#[cfg(unix)]
fn keeps_rows(child: &Child) -> bool {
    let Ok(open) = fs::read_dir(format!("/proc/{}/fd", child.id())) else {
        std::thread::sleep(Duration::from_secs(1));
        return true;
    };
    let targets = open.flatten().filter_map(|file| fs::read_link(file.path()).ok());
    targets.into_iter().any(|target| target.to_string_lossy().ends_with(".tmp (deleted)"))
}

/// The rows of a smooth motion fall into few steps: a signal is heard among them.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_among_its_rows_is_written_as_far_as_it_came() {
    let folder = folder();
    fs::write(folder.path().join("motion.csv"), "old").unwrap();
    let arguments = ["run", "spring.mech", "--every", "6e-7", "-o", "motion.csv"];
    let child = begun(folder.path(), &arguments);
    let begin = Instant::now();
    while !keeps_rows(&child) && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    let (code, said) = interrupted(child);
    assert_eq!(code, Some(130), "{said}");
    assert_eq!(names(folder.path()), ["motion.csv", "motion.partial.csv", "spring.mech"]);
    assert_eq!(fs::read_to_string(folder.path().join("motion.csv")).unwrap(), "old");
    let table = fs::read_to_string(folder.path().join("motion.partial.csv")).unwrap();
    assert!(table.contains("# stop: interrupted") && table.ends_with('\n'));
    let mut rows = 0;
    for (k, line) in table.lines().skip_while(|line| !line.starts_with("t,")).skip(1).enumerate() {
        let numbers: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        assert!(numbers.len() == 4 && (numbers[0] - 6e-7 * k as f64).abs() < 1e-12, "{line}");
        assert!((numbers[1] - numbers[0].cos()).abs() < 1e-13, "{line}");
        rows = k + 1;
    }
    assert!(rows > 100, "{rows}");
}

/// Where a file is being written, and how much of it.
#[cfg(unix)]
fn unfinished(folder: &Path) -> Option<u64> {
    let found = fs::read_dir(folder).unwrap().flatten();
    let mut own = found.filter(|f| f.file_name().to_string_lossy().ends_with(".tmp"));
    own.find_map(|f| Some(f.metadata().ok()?.len()))
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_writing_and_leaves_the_older_file() {
    let folder = folder();
    fs::write(folder.path().join("motion.json"), "old").unwrap();
    // Four million rows take long enough to write for a signal to arrive among them on a busy machine.
    let arguments = ["run", "spring.mech", "--every", "2.5e-6", "-o", "motion.json"];
    let mut child = begun(folder.path(), &arguments);
    while unfinished(folder.path()).is_none_or(|size| size == 0) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before anything was seen");
        std::thread::yield_now();
    }
    let (code, said) = interrupted(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted"), "{said}");
    assert_eq!(names(folder.path()), ["motion.json", "spring.mech"]);
    assert_eq!(fs::read_to_string(folder.path().join("motion.json")).unwrap(), "old");
}

/// A disk that is full while rows are kept, and one that is full while the file is written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_older_file_and_nothing_else() {
    let folder = folder();
    fs::write(folder.path().join("motion.csv"), "old").unwrap();
    let program = assert_cmd::cargo::cargo_bin!("alembert").display().to_string();
    // blocks of 512 bytes: 10⁴ rows are 500 kB on the way, and 700 kB of CSV
    for blocks in [200, 1200] {
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{program}' run spring.mech --every 1e-3 -o motion.csv"
        );
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: cannot write `motion.csv`"), "{said}");
        assert!(said.contains("= hint: nothing was written there"), "{said}");
        let result = String::from_utf8(output.stdout).unwrap();
        assert!(result.contains("t = 0 .. 10\n"), "the result is not lost: {result}");
        assert_eq!(names(folder.path()), ["motion.csv", "spring.mech"]);
        assert_eq!(fs::read_to_string(folder.path().join("motion.csv")).unwrap(), "old");
    }
}

#[test]
fn a_folder_that_is_not_there_is_told_before_the_run() {
    let folder = folder();
    let arguments = ["run", "spring.mech", "--every", "1e-3", "-o", "none/motion.npz"];
    let output = alembert_in(folder.path(), &arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: cannot write `none/motion.npz`"), "{said}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    alembert(&["run", "-", "-o", "-"]).write_stdin(SPRING).assert().success();
}
