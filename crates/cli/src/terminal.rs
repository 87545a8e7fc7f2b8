//! Manners on a terminal, in one place: what goes where, how wide, in which colours, and how the
//! command ends.
//!
//! Results go to standard output, everything else to standard error. Colours and drawn frames
//! appear only on a terminal that wants them. A reader that goes away (`| head`) is no mistake.
//! Where nothing is kept Ctrl-C has the system's own behaviour, which shells report as 130; see `interrupt`.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use alembert::language::diagnostic::{json, text};
use alembert::language::{visible, visible_json};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde_json::{Value, json};

use crate::answer::Findings;
use crate::arguments::{Format, Manners, When};
use crate::complaint::Complaint;

/// How the command ends; the numbers are part of the stable interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything is as it should be.
    Fine = 0,
    /// A check or an expectation failed.
    Failed = 1,
    /// The model or the command line is wrong, or a principle does not apply.
    Wrong = 2,
    /// The computation failed, or a run ended before its time or is worse than its method promises.
    Broken = 3,
    /// The user interrupted a run.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader of the results has gone away.
    Closed,
    /// Something is wrong.
    Complaint(Complaint),
}

impl Stop {
    /// A reader that goes away changes nothing of how a command ends that checks something.
    pub(crate) fn unless_closed(printed: Result<(), Stop>) -> Result<(), Stop> {
        match printed {
            Err(Stop::Closed) => Ok(()),
            printed => printed,
        }
    }
}

impl From<Complaint> for Stop {
    fn from(complaint: Complaint) -> Stop {
        Stop::Complaint(complaint)
    }
}

impl From<io::Error> for Stop {
    fn from(reason: io::Error) -> Stop {
        match reason.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Complaint(Complaint::Unprintable { reason }),
        }
    }
}

/// The page that results are laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// Formulas in ASCII, not in Unicode.
    pub(crate) ascii: bool,
    /// Columns.
    pub(crate) width: usize,
}

/// Columns when nobody says how wide the page is.
const WIDTH: usize = 100;

/// Fewer columns than this are taken for a mistake.
const LEAST_WIDTH: usize = 20;

/// Where results and messages go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    page: Page,
    format: Format,
    bold: bool,
    colour: text::Colour,
    frames: bool,
    /// Is standard output a terminal that takes drawings?
    draws: bool,
    /// Is standard error a terminal that takes drawings?
    watched: bool,
}

impl Terminal {
    /// The terminal as the options and the environment describe it.
    pub(crate) fn new(manners: &Manners) -> Terminal {
        let (out, err) = (io::stdout().is_terminal(), io::stderr().is_terminal());
        let coloured = |terminal| match manners.color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && !is_plain(),
        };
        Terminal {
            page: Page { ascii: manners.ascii, width: width() },
            format: manners.message_format,
            bold: coloured(out),
            colour: if coloured(err) { text::Colour::Terminal } else { text::Colour::Plain },
            frames: err && !is_plain() && !manners.ascii,
            draws: out && !is_plain() && !manners.ascii,
            watched: err && !is_plain(),
        }
    }

    /// The page for results.
    pub(crate) fn page(&self) -> Page {
        self.page
    }

    /// May curves be drawn among the results?
    pub(crate) fn draws(&self) -> bool {
        self.draws
    }

    /// Does somebody watch messages come and go?
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// A heading, in bold where that is possible.
    pub(crate) fn heading(&self, text: &str) -> String {
        if self.bold { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Writes a piece of the result.
    pub(crate) fn print(&self, text: &str) -> Result<(), Stop> {
        print(text)
    }

    /// Writes a result that quotes a model.
    pub(crate) fn print_report(&self, text: &str) -> Result<(), Stop> {
        print(&visible(text))
    }

    /// Writes a result that is a file, letter by letter unless it is looked at.
    pub(crate) fn print_file(&self, text: &str) -> Result<(), Stop> {
        if io::stdout().is_terminal() { self.print_report(text) } else { print(text) }
    }

    /// Writes an object as the result.
    pub(crate) fn print_json(&self, value: &Value) -> Result<(), Stop> {
        print(&visible_json(&format!("{value:#}\n")))
    }

    /// Says something beside the result.
    pub(crate) fn say(&self, text: &str) {
        say(&visible(text));
    }

    /// Says that a file was written.
    pub(crate) fn wrote(&self, path: &Path) {
        self.say(&format!("wrote {}\n", path.display()));
    }

    /// Shows what was found in a text.
    pub(crate) fn show(&self, findings: &Findings) {
        for (index, diagnostic) in findings.diagnostics.iter().enumerate() {
            match self.format {
                Format::Json => say(&visible_json(&json::render(diagnostic, &findings.source))),
                Format::Human => {
                    let gap = if index > 0 { "\n" } else { "" };
                    let shown = text::render(diagnostic, &findings.source, self.colour);
                    let shown = if self.frames { shown } else { plain_frame(&shown) };
                    say(&format!("{gap}{shown}"));
                }
            }
        }
    }

    /// Shows why the command stops, also as the result when that is to be JSON.
    pub(crate) fn refuse(&self, complaint: &Complaint, as_json: bool) -> Exit {
        self.complain(complaint);
        if as_json {
            // The exit code says already that there is no result.
            let _ = self.print_json(&json!({ "diagnostics": [complaint.json()] }));
        }
        complaint.exit()
    }

    /// Says something that has no place in a text.
    pub(crate) fn note(&self, message: &str) {
        match self.format {
            Format::Human => self.say(&format!("note: {message}\n")),
            Format::Json => {
                let note = json!({ "severity": "note", "message": message });
                say(&visible_json(&format!("{note}\n")));
            }
        }
    }

    /// Says what is wrong outside of a text.
    pub(crate) fn complain(&self, complaint: &Complaint) {
        let (error, hinted) = match self.colour {
            text::Colour::Terminal => ("\x1b[1;31merror\x1b[0m", "\x1b[36m= hint:\x1b[0m"),
            text::Colour::Plain => ("error", "= hint:"),
        };
        match self.format {
            Format::Json => say(&visible_json(&format!("{}\n", complaint.json()))),
            Format::Human => {
                say(&format!("{error}: {}\n", visible(&complaint.to_string())));
                if let Some(hint) = complaint.hint() {
                    say(&format!("  {hinted} {}\n", visible(&hint)));
                }
            }
        }
    }
}

/// Prints what clap has to say: help as the result, mistakes beside it.
pub(crate) fn usage(error: &clap::Error) -> Exit {
    let shown = visible(&reworded(error)).into_owned();
    if error.use_stderr() {
        say(&shown);
        return Exit::Wrong;
    }
    match print(&shown) {
        Ok(()) | Err(Stop::Closed) => Exit::Fine,
        Err(Stop::Complaint(complaint)) => complaint.exit(),
    }
}

/// Commands of other programs, with ours.
const OTHER_COMMANDS: &[(&str, &str)] = &[
    ("simulate", "run"),
    ("sim", "run"),
    ("integrate", "run"),
    ("solve", "derive"),
    ("equations", "derive"),
    ("draw", "plot"),
    ("format", "fmt"),
    ("verify", "check"),
    ("help", "explain"),
];

/// What clap has to say; for a command of another program, what it is called here.
fn reworded(error: &clap::Error) -> String {
    let asked = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(name))) => name.as_str(),
        _ => "",
    };
    match OTHER_COMMANDS.iter().find(|row| row.0 == asked) {
        Some((_, ours)) => {
            format!("error: there is no command `{asked}`\n  = hint: did you mean `{ours}`?\n")
        }
        None => error.render().to_string(),
    }
}

fn print(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn say(text: &str) {
    // Nobody is left to hear that standard error is closed.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Does the environment ask for no colours and no drawings?
fn is_plain() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || env::var_os("TERM").is_some_and(|value| value == "dumb")
}

/// `COLUMNS`, the width of the terminal, or the default.
fn width() -> usize {
    let asked = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let measured = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    // A file has the same lines whatever terminal stands beside it.
    let measured = || measured().filter(|_| io::stdout().is_terminal());
    asked.or_else(measured).filter(|&columns| columns >= LEAST_WIDTH).unwrap_or(WIDTH)
}

/// The frame around a source line in ASCII. Before a frame stand only a line number and colours;
/// what comes after it is the author's own text.
fn plain_frame(shown: &str) -> String {
    let gutter = |c: char| c.is_ascii_digit() || " \x1b[;m".contains(c);
    let frame = |line: &str| match line.find(['┌', '│']) {
        Some(at) if !line[..at].chars().all(gutter) => line.to_owned(),
        Some(at) if line[at..].starts_with('┌') => line.replacen("┌─", "->", 1),
        Some(_) => line.replacen('│', "|", 1),
        None => line.to_owned(),
    };
    shown.split_inclusive('\n').map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_frame_leaves_the_line_of_the_author_alone() {
        let shown = "error[AL002]: `│`\n  ┌─ a.mech:2:5\n  │\n2 │ L = │x┌─\n  │     ^\n";
        let plain = "error[AL002]: `│`\n  -> a.mech:2:5\n  |\n2 | L = │x┌─\n  |     ^\n";
        assert_eq!(plain_frame(shown), plain);
    }

    #[test]
    fn a_closed_pipe_is_no_complaint_but_a_full_disk_is() {
        assert!(matches!(Stop::from(io::Error::from(io::ErrorKind::BrokenPipe)), Stop::Closed));
        let full = Stop::from(io::Error::from(io::ErrorKind::StorageFull));
        assert!(matches!(full, Stop::Complaint(Complaint::Unprintable { .. })));
    }
}
