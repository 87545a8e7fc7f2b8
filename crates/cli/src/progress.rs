//! A line that tells how far a long run, or another long computation, has come, and how long it will take.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use alembert::walk::Progress;

use crate::interrupt;
use crate::terminal::Terminal;

/// Who is told of every step, and may break off.
pub(crate) type Listener<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Works with a line of progress; a signal ends the work and not the command.
pub(crate) fn watched<T>(terminal: &Terminal, work: impl FnOnce(&mut Listener<'_>) -> T) -> T {
    interrupt::handle();
    let mut bar = Bar::new(terminal.is_watched());
    let result = work(&mut |progress: Progress| {
        bar.show(progress.share, progress.t);
        match interrupt::is_asked() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.clear();
    result
}

/// Works with a line that says what is done and since when: of exact algebra nobody knows how long it takes, only
/// that its work is limited.
pub(crate) fn timed<T>(terminal: &Terminal, what: &str, work: impl FnOnce() -> T) -> T {
    let line = |elapsed| format!("{what} … {}", duration(elapsed));
    with_clock(terminal, Instant::now(), &line, work)
}

/// Several pieces of work that take about as long as each other, one after the other.
pub(crate) struct Several<'a> {
    terminal: &'a Terminal,
    begin: Instant,
    all: usize,
}

impl<'a> Several<'a> {
    /// So many pieces, of which the first begins now.
    pub(crate) fn new(terminal: &'a Terminal, all: usize) -> Self {
        Self { terminal, begin: Instant::now(), all }
    }

    /// Works with a line that says which piece is being done, since when, and how long the rest will take.
    pub(crate) fn timed<T>(&self, what: &str, done: usize, work: impl FnOnce() -> T) -> T {
        let all = self.all;
        let line = |elapsed| {
            let left = left_of(elapsed, (done, all)).map(|left| format!(", {left}"));
            let since = duration(elapsed);
            format!("{what} ({} of {all}) … {since}{}", done + 1, left.unwrap_or_default())
        };
        with_clock(self.terminal, self.begin, &line, work)
    }
}

/// How long the rest will take when so many of all pieces took this time.
fn left_of(elapsed: Duration, (done, all): (usize, usize)) -> Option<String> {
    let pieces = |n: usize| u32::try_from(n).ok();
    let each = elapsed.checked_div(pieces(done)?)?;
    let left = each.checked_mul(pieces(all.checked_sub(done)?)?)?;
    Some(format!("about {} left", duration(left)))
}

/// Works with a line that is written again and again, with the time since the beginning.
fn with_clock<T>(
    terminal: &Terminal,
    begin: Instant,
    line: &(dyn Fn(Duration) -> String + Sync),
    work: impl FnOnce() -> T,
) -> T {
    if !terminal.is_watched() {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let clock = scope.spawn(|| {
            let mut bar = Bar { begin, ..Bar::new(true) };
            while !done.load(Ordering::SeqCst) {
                bar.tell(&line(begin.elapsed()));
                thread::park_timeout(PAUSE);
            }
            bar.clear();
        });
        let _end = End(&done, clock.thread().clone());
        work()
    })
}

/// Stops a clock, also when the work ends in a panic.
struct End<'a>(&'a AtomicBool, Thread);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
        self.1.unpark();
    }
}

/// What takes less time than this says nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// The line is written again after this time.
const PAUSE: Duration = Duration::from_millis(100);
/// A forecast rests on what was done in at least this time.
const LATELY: Duration = Duration::from_secs(3);

/// The line, on standard error of a terminal.
#[derive(Debug)]
pub(crate) struct Bar {
    watched: bool,
    begin: Instant,
    last: Option<Instant>,
    pace: Pace,
}

/// What was done since a moment not long ago.
#[derive(Debug)]
struct Pace {
    since: (Instant, f64),
    next: (Instant, f64),
}

impl Pace {
    fn new(now: Instant, share: f64) -> Self {
        Self { since: (now, share), next: (now, share) }
    }

    /// The time that the rest will take, when it goes on as of late; none when nothing was done.
    fn left(&mut self, now: Instant, share: f64) -> Option<Duration> {
        if share < self.next.1 {
            *self = Self::new(now, share); // the next of several pieces of work
        }
        if now - self.next.0 >= LATELY {
            (self.since, self.next) = (self.next, (now, share));
        }
        let done = share - self.since.1;
        let left = (now - self.since.0).as_secs_f64() * (1.0 - share) / done;
        Duration::try_from_secs_f64(left).ok()
    }
}

impl Bar {
    /// A line that is shown only when somebody watches.
    pub(crate) fn new(watched: bool) -> Self {
        let begin = Instant::now();
        Self { watched, begin, last: None, pace: Pace::new(begin, 0.0) }
    }

    /// Shows the share of a run that is done, from time to time.
    pub(crate) fn show(&mut self, share: f64, t: f64) {
        if self.is_due() {
            let left = self.pace.left(Instant::now(), share);
            let left = left.map_or("no end in sight".to_owned(), |left| {
                format!("about {} left", duration(left))
            });
            let percent = 100.0 * share;
            Self::write(&format!("{} {percent:3.0} %  t = {t:.4}  {left}", drawn(share)));
        }
    }

    /// Shows what is being done as one of several things that take about as long.
    pub(crate) fn count(&mut self, what: &str, (done, all): (usize, usize)) {
        self.tell(&format!("{what} ({} of {all}) … {}", done + 1, duration(self.begin.elapsed())));
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
        interrupt::shows(true);
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.last.is_some() {
            let _ = io::stderr().lock().write_all(b"\r\x1b[K");
            interrupt::shows(false);
        }
    }
}

/// `12 s`, `3 min`, `5 h`, `40 days`.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        5400.0..172_800.0 => format!("{:.0} h", seconds / 3600.0),
        172_800.0..3.2e7 => format!("{:.0} days", seconds / 86_400.0),
        _ => format!("{:.0} years", seconds / 31_557_600.0),
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
    use std::time::{Duration, Instant};

    use super::{LATELY, Pace, drawn, duration, left_of};

    #[test]
    fn a_forecast_rests_on_the_last_seconds() {
        let begin = Instant::now();
        let mut pace = Pace::new(begin, 0.0);
        let mut left = |after: Duration, share| pace.left(begin + after, share);
        assert_eq!(left(Duration::from_secs(1), 0.0), None);
        assert_eq!(left(LATELY, 0.5), Some(LATELY));
        // Half of the work in no time does not speak for what is slow since.
        left(2 * LATELY, 0.6);
        let slow = left(3 * LATELY, 0.7).unwrap();
        assert!((slow.as_secs_f64() - 9.0).abs() < 0.1, "{slow:?}");
    }

    #[test]
    fn pieces_of_work_are_forecast_by_those_that_are_done() {
        let after = |seconds, done| left_of(Duration::from_secs(seconds), (done, 10));
        assert_eq!(after(6, 0), None);
        assert_eq!(after(6, 2).as_deref(), Some("about 24 s left"));
        assert_eq!(after(6, 10).as_deref(), Some("about 0 s left"));
    }

    #[test]
    fn times_are_written_in_the_unit_that_suits_them() {
        let said = |seconds| duration(Duration::from_secs(seconds));
        let times = [5, 600, 7200, 864_000, 63_115_200].map(said);
        assert_eq!(times, ["5 s", "10 min", "2 h", "10 days", "2 years"]);
    }

    #[test]
    fn the_bar_is_as_full_as_the_share() {
        assert_eq!(drawn(0.0), format!("[{}]", "-".repeat(30)));
        assert_eq!(drawn(1.0), format!("[{}]", "#".repeat(30)));
        assert_eq!(drawn(0.5), format!("[{}{}]", "#".repeat(15), "-".repeat(15)));
    }
}
