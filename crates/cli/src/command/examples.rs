//! `alembert examples`

use std::fs;
use std::path::{Path, PathBuf};

use alembert::gallery::{EXAMPLES, Example, Links, index, with_equations};
use clap::{Args, ValueHint};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::arguments::exit_codes;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::progress::Several;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{self, CheckRequest, Model};
use crate::whole::{write_new, write_whole};

/// List the built-in models, print one, check them, or write them to a folder.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert examples
  alembert examples knife-edge
  alembert examples knife-edge > mine.mech
  alembert examples --check
  alembert examples --write models
  alembert examples --gallery gallery

The name of an example can stand wherever a model file can. No file is overwritten.

", exit_codes!()))]
pub(crate) struct Examples {
    /// Which example; all when absent.
    name: Option<String>,
    /// Check instead of listing or printing; exit 1 when one fails.
    #[arg(long)]
    check: bool,
    /// Write NAME.mech into this folder.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "check")]
    write: Option<PathBuf>,
    /// Write the equations into the pages DIR/NAME/README.md, between their marks.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, hide = true)]
    #[arg(conflicts_with_all = ["check", "write", "json"])]
    pages: Option<PathBuf>,
    /// Write the gallery into this folder: index.html, and a picture and a report for each example.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(conflicts_with_all = ["check", "write", "pages", "json"])]
    gallery: Option<PathBuf>,
    /// Write no reports into the gallery, and no links to them.
    #[arg(long, requires = "gallery")]
    without_reports: bool,
    /// Print one JSON object instead of text.
    #[arg(long, conflicts_with = "write")]
    pub(crate) json: bool,
}

impl Examples {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let chosen = self.chosen()?;
        if self.check {
            return check(chosen, terminal, self.json);
        }
        if let Some(folder) = &self.pages {
            return Ok(write_pages(chosen, folder, terminal)?);
        }
        if let Some(folder) = &self.gallery {
            return Ok(self.write_gallery(chosen, folder, terminal)?);
        }
        match (&self.write, &self.name) {
            (Some(folder), _) => Ok(write(chosen, folder, terminal)?),
            (None, Some(_)) if !self.json => print(chosen, terminal),
            (None, _) => list(chosen, terminal, self.json),
        }
    }

    fn chosen(&self) -> Result<&'static [Example], Complaint> {
        let Some(name) = &self.name else {
            return Ok(EXAMPLES);
        };
        Example::named(name).map(std::slice::from_ref).ok_or_else(|| Complaint::NoExample {
            name: name.clone(),
            similar: nearest(name, EXAMPLES.iter().map(|example| example.name)),
        })
    }
}

impl Examples {
    /// Writes the index, and the pictures and reports of examples.
    fn write_gallery(
        &self,
        examples: &[Example],
        folder: &Path,
        terminal: &Terminal,
    ) -> Result<Exit, Complaint> {
        fs::create_dir_all(folder)
            .map_err(|reason| Complaint::Unwritable { path: folder.to_owned(), reason })?;
        let several = Several::new(terminal, examples.len());
        for (number, example) in examples.iter().enumerate() {
            let what = format!("drawing {}", example.name);
            let file = |ending: &str| folder.join(format!("{}.{ending}", example.name));
            let refused = |error| Complaint::Refused { error };
            write_whole(
                &file("svg"),
                &several.timed(&what, number, || example.picture()).map_err(refused)?,
            )?;
            if !self.without_reports {
                write_whole(
                    &file("html"),
                    &several.timed(&what, number, || example.report()).map_err(refused)?,
                )?;
            }
        }
        let links = if self.without_reports { Links::Pages } else { Links::Reports };
        write_whole(&folder.join("index.html"), &index(links))?;
        let word = if examples.len() == 1 { "example" } else { "examples" };
        terminal.say(&format!("wrote {} {word} to {}\n", examples.len(), folder.display()));
        Ok(Exit::Fine)
    }
}

/// Columns of the longest name.
fn longest(examples: &[Example]) -> usize {
    examples.iter().map(|example| example.name.len()).max().unwrap_or(0)
}

fn list(examples: &[Example], terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
    if as_json {
        let row = |e: &Example| json!({ "name": e.name, "title": e.title(), "text": e.text });
        let rows: Vec<Value> = examples.iter().map(row).collect();
        terminal.print_json(&json!({ "examples": rows }))?;
        return Ok(Exit::Fine);
    }
    let columns = longest(examples);
    let row = |e: &Example| format!("{:columns$}  {}\n", e.name, e.title());
    terminal.print(&examples.iter().map(row).collect::<String>())?;
    Ok(Exit::Fine)
}

fn print(examples: &[Example], terminal: &Terminal) -> Result<Exit, Stop> {
    examples.iter().try_for_each(|example| terminal.print(example.text))?;
    Ok(Exit::Fine)
}

/// Verdicts on the lines of one model.
#[derive(Clone, Copy, Default)]
struct Tally {
    hold: usize,
    fail: usize,
    undecided: usize,
}

impl Tally {
    /// Counts the verdicts in the object that `check --json` prints.
    fn of(report: &Value) -> Tally {
        let lines = report["expect"].as_array().map_or(&[][..], Vec::as_slice);
        let count = |verdict| lines.iter().filter(|line| line["verdict"] == verdict).count();
        Tally { hold: count("holds"), fail: count("fails"), undecided: count("undecided") }
    }

    fn add(&mut self, other: Tally) {
        self.hold += other.hold;
        self.fail += other.fail;
        self.undecided += other.undecided;
    }

    fn text(self) -> String {
        format!("{:3} hold, {:2} fail, {:2} undecided", self.hold, self.fail, self.undecided)
    }
}

fn check(examples: &[Example], terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
    let columns = longest(examples);
    let (mut total, mut failed, mut rows) = (Tally::default(), 0, Vec::new());
    let several = Several::new(terminal, examples.len());
    for (number, example) in examples.iter().enumerate() {
        let what = format!("checking {}", example.name);
        let answer = several.timed(&what, number, || checked(example));
        if answer.exit != Exit::Fine {
            answer.show(terminal);
        }
        let tally = answer.report.as_ref().map_or_else(Tally::default, |r| Tally::of(&r.json));
        let fine = answer.exit == Exit::Fine;
        total.add(tally);
        failed += usize::from(!fine);
        let verdict = if fine { "ok" } else { "failed" };
        if as_json {
            rows.push(json!({
                "name": example.name, "verdict": verdict,
                "hold": tally.hold, "fail": tally.fail, "undecided": tally.undecided,
            }));
        } else {
            let (name, tally) = (example.name, tally.text());
            let row = format!("{verdict:6}  {name:columns$}  {tally}\n");
            Stop::unless_closed(terminal.print(&row))?;
        }
    }
    if as_json {
        let all = json!({ "examples": rows, "failed": failed });
        Stop::unless_closed(terminal.print_json(&all))?;
    } else {
        let (all, counted) = (examples.len(), total.text());
        let word = if all == 1 { "example" } else { "examples" };
        let last = format!("\n{all} {word}, {failed} failed; {}\n", counted.trim_start());
        Stop::unless_closed(terminal.print(&last))?;
    }
    Ok(if failed == 0 { Exit::Fine } else { Exit::Failed })
}

/// The answer of `check`, with the motion where there is one.
fn checked(example: &Example) -> Answer {
    let model = Model::new(example.source());
    walk::check(&model, CheckRequest { runs: true, ..CheckRequest::default() })
}

/// Writes all or, when one of the files exists with another text, none.
fn write(examples: &[Example], folder: &Path, terminal: &Terminal) -> Result<Exit, Complaint> {
    let missing = missing(examples, folder)?;
    fs::create_dir_all(folder)
        .map_err(|reason| Complaint::Unwritable { path: folder.to_owned(), reason })?;
    for example in &missing {
        write_new(&folder.join(example.file_name()), example.text)?;
    }
    let same = examples.len() - missing.len();
    let kept = if same > 0 { format!(", {same} were there already") } else { String::new() };
    let word = if missing.len() == 1 { "model" } else { "models" };
    terminal.say(&format!("wrote {} {word} to {}{kept}\n", missing.len(), folder.display()));
    Ok(Exit::Fine)
}

/// Brings the equations of the pages up to date.
fn write_pages(
    examples: &[Example],
    folder: &Path,
    terminal: &Terminal,
) -> Result<Exit, Complaint> {
    let mut changed = 0;
    for example in examples {
        let path = folder.join(example.name).join("README.md");
        let page = fs::read_to_string(&path).map_err(|reason| {
            let name = path.display().to_string();
            Complaint::Unreadable { name, reason }
        })?;
        let equations = example.equations().map_err(|error| Complaint::Refused { error })?;
        let current = with_equations(&page, &equations);
        if current != page {
            write_whole(&path, &current)?;
            changed += 1;
        }
    }
    terminal.say(&format!("wrote {changed} of {} pages\n", examples.len()));
    Ok(Exit::Fine)
}

/// The examples that the folder does not have yet.
fn missing<'a>(examples: &'a [Example], folder: &Path) -> Result<Vec<&'a Example>, Complaint> {
    let mut missing = Vec::new();
    for example in examples {
        let path = folder.join(example.file_name());
        match fs::read(&path) {
            Ok(bytes) if bytes == example.text.as_bytes() => {}
            Err(reason) if reason.kind() == std::io::ErrorKind::NotFound => missing.push(example),
            Err(reason) if reason.kind() == std::io::ErrorKind::NotADirectory => {
                return Err(Complaint::Unwritable { path: folder.to_owned(), reason });
            }
            _ => return Err(Complaint::Exists { path }),
        }
    }
    Ok(missing)
}
