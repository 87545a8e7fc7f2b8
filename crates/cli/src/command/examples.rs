//! `alembert examples`

use std::fs;
use std::path::{Path, PathBuf};

use alembert::gallery::{BuiltIn, EXAMPLES, Example, Links, index, with_equations};
use alembert::ledger::{Chosen, PAPER_MODELS, PAPERS, Paper, lookup};
use clap::{Args, ValueHint};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::arguments::exit_codes;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::paragraph::wrapped;
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
  alembert examples --papers
  alembert examples --papers wolf
  alembert examples --check
  alembert examples --write models
  alembert examples --gallery gallery

The name of an example, or of a model of the papers, can stand wherever a model file can.
No file is overwritten.

", exit_codes!()))]
pub(crate) struct Examples {
    /// Which example, or which model of a paper; all examples when absent. With --papers, which paper.
    #[arg(id = "example", value_name = "NAME")]
    name: Option<String>,
    /// The models of the five papers, each with the equations that it shows.
    #[arg(long, conflicts_with_all = ["pages", "gallery"])]
    papers: bool,
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
        if let Some(folder) = &self.pages {
            return Ok(write_pages(self.examples()?, folder, terminal)?);
        }
        if let Some(folder) = &self.gallery {
            return Ok(self.write_gallery(self.examples()?, folder, terminal)?);
        }
        let chosen = self.chosen()?;
        match (&self.write, &self.name) {
            _ if self.check => check(&chosen, terminal, self.json),
            (Some(folder), _) => Ok(write(&chosen, folder, terminal)?),
            (None, _) if self.papers => self.list_papers(&chosen, terminal),
            (None, Some(_)) if !self.json => print(&chosen, terminal),
            (None, _) => list(&chosen, terminal, self.json),
        }
    }

    /// The examples that have pages and pictures.
    fn examples(&self) -> Result<&'static [Example], Complaint> {
        let Some(name) = &self.name else {
            return Ok(EXAMPLES);
        };
        Example::named(name).map(std::slice::from_ref).ok_or_else(|| Complaint::NoExample {
            name: name.clone(),
            similar: nearest(name, EXAMPLES.iter().map(|example| example.name)),
        })
    }

    fn chosen(&self) -> Result<Vec<BuiltIn>, Complaint> {
        match &self.name {
            None if self.papers => Ok(PAPER_MODELS.iter().map(BuiltIn::from).collect()),
            None => Ok(EXAMPLES.iter().map(BuiltIn::from).collect()),
            Some(name) if self.papers => models_of(name),
            Some(name) => {
                BuiltIn::named(name).map(|model| vec![model]).ok_or_else(|| Complaint::NoExample {
                    name: name.clone(),
                    similar: nearest(name, BuiltIn::all().map(|model| model.name)),
                })
            }
        }
    }

    /// The models by paper, each with its equations.
    fn list_papers(&self, chosen: &[BuiltIn], terminal: &Terminal) -> Result<Exit, Stop> {
        let papers = PAPERS.iter().filter(|paper| !shown(paper, chosen).is_empty());
        if self.json {
            let papers: Vec<Value> = papers.map(|paper| paper_json(paper, chosen)).collect();
            terminal.print_json(&json!({ "papers": papers }))?;
        } else {
            let texts: Vec<String> = papers.map(|paper| paper_text(paper, chosen)).collect();
            terminal.print(&texts.join("\n"))?;
        }
        Ok(Exit::Fine)
    }
}

/// The models of the paper that a name means, or of the one with this model.
fn models_of(name: &str) -> Result<Vec<BuiltIn>, Complaint> {
    let found = lookup(name).unwrap_or_default();
    let [Chosen { paper, whole: true, .. }] = &found[..] else {
        let similar = nearest(name, PAPERS.iter().map(|paper| paper.name));
        return Err(Complaint::NoPaper { name: name.to_owned(), similar });
    };
    Ok(paper.models().map(BuiltIn::from).collect())
}

/// The chosen models of a paper, with the equations that they show.
fn shown(paper: &Paper, chosen: &[BuiltIn]) -> Vec<(BuiltIn, Vec<String>)> {
    let models = paper.models().filter(|model| chosen.iter().any(|c| c.name == model.name));
    models.map(|model| (BuiltIn::from(model), model.equations())).collect()
}

fn paper_json(paper: &Paper, chosen: &[BuiltIn]) -> Value {
    let models = shown(paper, chosen).into_iter().map(|(model, equations)| {
        json!({
            "name": model.name, "title": model.title(), "equations": equations, "text": model.text,
        })
    });
    json!({ "paper": paper.name, "source": paper.reference, "models": models.collect::<Vec<_>>() })
}

fn paper_text(paper: &Paper, chosen: &[BuiltIn]) -> String {
    let mut out = format!("{} [{}]\n", paper.title, paper.reference);
    for (model, equations) in shown(paper, chosen) {
        out.push_str(&format!("  {}\n      {}\n", model.name, model.title()));
        for line in wrapped(&equations.join(", "), EQUATIONS).lines() {
            out.push_str(&format!("      {line}\n"));
        }
    }
    out
}

/// Columns of a line of equations.
const EQUATIONS: usize = 72;

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
fn longest(examples: &[BuiltIn]) -> usize {
    examples.iter().map(|example| example.name.len()).max().unwrap_or(0)
}

fn list(examples: &[BuiltIn], terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
    if as_json {
        let row = |e: &BuiltIn| json!({ "name": e.name, "title": e.title(), "text": e.text });
        let rows: Vec<Value> = examples.iter().map(row).collect();
        terminal.print_json(&json!({ "examples": rows }))?;
        return Ok(Exit::Fine);
    }
    let columns = longest(examples);
    let row = |e: &BuiltIn| format!("{:columns$}  {}\n", e.name, e.title());
    terminal.print(&examples.iter().map(row).collect::<String>())?;
    if examples.len() > 1 {
        let (models, papers) = (PAPER_MODELS.len(), PAPERS.len());
        terminal
            .say(&format!("\n{models} models of {papers} papers: alembert examples --papers\n"));
    }
    Ok(Exit::Fine)
}

fn print(examples: &[BuiltIn], terminal: &Terminal) -> Result<Exit, Stop> {
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

fn check(examples: &[BuiltIn], terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
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
fn checked(example: &BuiltIn) -> Answer {
    let model = Model::new(example.source());
    walk::check(&model, CheckRequest { runs: true, ..CheckRequest::default() })
}

/// Writes all or, when one of the files exists with another text, none.
fn write(examples: &[BuiltIn], folder: &Path, terminal: &Terminal) -> Result<Exit, Complaint> {
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
fn missing<'a>(examples: &'a [BuiltIn], folder: &Path) -> Result<Vec<&'a BuiltIn>, Complaint> {
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
