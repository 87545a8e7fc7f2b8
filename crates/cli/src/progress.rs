//! A line that tells how far a long run, or another long computation, has come.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use alembert::walk::Progress;

use crate::terminal::Terminal;

/// Who is told of every step, and may break off.
pub(crate) type Listener<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Works with a line of progress; Ctrl-C ends the work and not the command.
pub(crate) fn watched<T>(terminal: &Terminal, work: impl FnOnce(&mut Listener<'_>) -> T) -> T {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler Ctrl-C ends the command, which is no reason to refuse the work.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let mut bar = Bar::new(terminal.is_watched());
    let result = work(&mut |progress: Progress| {
        bar.show(progress.share, progress.t);
        match interrupted.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.clear();
    result
}

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
        if self.is_due() {
            Self::write(&format!("{} {:3.0} %  t = {t:.4}", drawn(share), 100.0 * share));
        }
    }

    /// Shows what is being done, from time to time.
    pub(crate) fn tell(&mut self, what: &str) {
        if self.is_due() {
            Self::write(what);
        }
    }

    /// Is it time to write the line? The clock is then set anew.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let recently = self.last.is_some_and(|last| now - last < PAUSE);
        let due = self.watched && now - self.begin >= PATIENCE && !recently;
        if due {
            self.last = Some(now);
        }
        due
    }

    fn write(what: &str) {
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

/// How many characters the bar has.
const LENGTH: u8 = 30;

/// A bar of which this share is full.
fn drawn(share: f64) -> String {
    let full = |k: u8| (f64::from(k) + 0.5) / f64::from(LENGTH) <= share;
    let bar: String = (0..LENGTH).map(|k| if full(k) { '#' } else { '-' }).collect();
    format!("[{bar}]")
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn the_bar_is_as_full_as_the_share() {
        assert_eq!(drawn(0.0), format!("[{}]", "-".repeat(30)));
        assert_eq!(drawn(1.0), format!("[{}]", "#".repeat(30)));
        assert_eq!(drawn(0.5), format!("[{}{}]", "#".repeat(15), "-".repeat(15)));
    }
}
