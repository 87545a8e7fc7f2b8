//! A line that tells how far a long run, or another long computation, has come.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

/// What takes less time than this says nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// The line is written again after this time.
const PAUSE: Duration = Duration::from_millis(100);

/// The line, on standard error of a terminal.
#[derive(Debug)]
pub(crate) struct Bar {
    watched: bool,
    begin: Instant,
    last: Option<Instant>,
}

impl Bar {
    /// A line that is shown only when somebody watches.
    pub(crate) fn new(watched: bool) -> Self {
        Self { watched, begin: Instant::now(), last: None }
    }

    /// Shows the share of a run that is done, from time to time.
    pub(crate) fn show(&mut self, share: f64, t: f64) {
        self.tell(&format!("t = {t:.4}, {:.0} %", 100.0 * share));
    }

    /// Shows what is being done, from time to time.
    pub(crate) fn tell(&mut self, what: &str) {
        let now = Instant::now();
        let recently = self.last.is_some_and(|last| now - last < PAUSE);
        if !self.watched || now - self.begin < PATIENCE || recently {
            return;
        }
        self.last = Some(now);
        let line = format!("\r\x1b[K{what}");
        // Nobody is left to hear that standard error is closed.
        let _ = io::stderr().lock().write_all(line.as_bytes());
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.last.is_some() {
            let _ = io::stderr().lock().write_all(b"\r\x1b[K");
        }
    }
}
