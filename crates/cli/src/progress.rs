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
