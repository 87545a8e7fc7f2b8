//! Ctrl-C, SIGTERM and SIGHUP while something is computed that keeps what it has.
//!
//! The first signal asks the work to end. Work that hears of it ends in its own way and is not disturbed; work that
//! does not, because it is in the middle of something long, is ended after [`PATIENCE`], and what it had begun to write
//! is removed. A second signal ends the command at once. Where nothing is kept, signals are left to the system.
//!
//! Known limit: under `nohup` all three keep what the system does with them, because whoever ignores hangups does not
//! want them to end a run.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::terminal::Exit;

/// How long work may take to hear that it is to end.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often it is asked meanwhile.
const PAUSE: Duration = Duration::from_millis(10);

static ASKED: AtomicBool = AtomicBool::new(false);
static HEARD: AtomicBool = AtomicBool::new(false);
/// Is a line of progress on the terminal?
static SHOWN: AtomicBool = AtomicBool::new(false);
/// Files that are not whole yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// From now on signals ask the work to end.
pub(crate) fn handle() {
    if hangups_are_ignored() {
        return;
    }
    // Handled already, or the system does not allow it: then a signal ends the command, which is no reason to refuse
    // the work.
    let _ = ctrlc::set_handler(|| {
        let is_second = ASKED.swap(true, Ordering::SeqCst);
        if is_second || !is_heard_in_time() {
            end();
        }
    });
}

/// Is the work to end? Whoever asks has heard of it.
pub(crate) fn is_asked() -> bool {
    let asked = ASKED.load(Ordering::SeqCst);
    if asked {
        HEARD.store(true, Ordering::SeqCst);
    }
    asked
}

/// A file that is removed when the command is ended before it is whole.
pub(crate) fn begins(file: &Path) {
    unfinished(|files| files.push(file.to_owned()));
}

/// The file is whole, or removed.
pub(crate) fn ends(file: &Path) {
    unfinished(|files| files.retain(|other| other != file));
}

/// A line of progress was written, or taken away.
pub(crate) fn shows(line: bool) {
    SHOWN.store(line, Ordering::Relaxed);
}

fn unfinished<T>(act: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
    act(&mut UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner))
}

fn is_heard_in_time() -> bool {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if HEARD.load(Ordering::SeqCst) {
            return true;
        }
        thread::sleep(PAUSE);
    }
    HEARD.load(Ordering::SeqCst)
}

fn end() -> ! {
    unfinished(|files| {
        for file in files.iter() {
            // It is of no use, and nobody is left to hear that it stays.
            let _ = fs::remove_file(file);
        }
        let line = if SHOWN.load(Ordering::Relaxed) { "\r\x1b[K" } else { "" };
        let said = format!("{line}interrupted before there was a result\n");
        let _ = io::stderr().lock().write_all(said.as_bytes());
        process::exit(i32::from(Exit::Interrupted as u8))
    })
}

/// Was the command started so that hangups do not end it?
fn hangups_are_ignored() -> bool {
    fs::read_to_string("/proc/self/status").is_ok_and(|status| ignores_hangups(&status))
}

/// SIGHUP has the lowest bit of the signals that are ignored.
fn ignores_hangups(status: &str) -> bool {
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let last = ignored.and_then(|mask| mask.trim().chars().last()?.to_digit(16));
    last.is_some_and(|digit| digit % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::ignores_hangups;

    #[test]
    fn the_lowest_bit_of_ignored_signals_is_the_hangup() {
        assert!(ignores_hangups("Name:\talembert\nSigIgn:\t0000000000000001\nSigCgt:\t0\n"));
        assert!(ignores_hangups("SigIgn:\t0000000000001003\n"));
        assert!(!ignores_hangups("SigIgn:\t0000000000001000\nSigCgt:\t0000000000000001\n"));
        assert!(!ignores_hangups(""));
    }
}
