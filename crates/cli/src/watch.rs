//! Long work under the eyes of somebody: a progress line, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use alembert::walk::Progress;

use crate::progress::Bar;
use crate::terminal::Terminal;

/// What is told of every step, and may break a run off.
pub(crate) type Watcher<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Does runs with a progress line; Ctrl-C ends a run and not the command.
pub(crate) fn watched<T>(terminal: &Terminal, work: impl FnOnce(Watcher<'_>) -> T) -> T {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler Ctrl-C ends the command, which is no reason to refuse the run.
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
