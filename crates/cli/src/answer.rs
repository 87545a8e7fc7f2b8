//! What the library answers, in the shape in which commands print it.

use alembert::language::{Diagnostic, Source};
use serde_json::{Value, json};

use crate::complaint::Complaint;
use crate::terminal::{Exit, Stop, Terminal};

/// Diagnostics with the text that they point into: a model, a claim, the value of an option.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    /// The text.
    pub(crate) source: Source,
    /// What was found, in the order of the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Findings {
    /// The objects of all of them.
    pub(crate) fn json(&self) -> Vec<Value> {
        let object = |d| alembert::language::diagnostic::json::value(d, &self.source);
        self.diagnostics.iter().map(object).collect()
    }
}

/// A result in its two forms.
#[derive(Debug)]
pub(crate) struct Report {
    /// For people, ending with a line feed.
    pub(crate) text: String,
    /// For programs.
    pub(crate) json: Value,
}

/// What a computation gives back.
#[derive(Debug)]
pub(crate) struct Answer {
    /// What was found on the way.
    pub(crate) findings: Vec<Findings>,
    /// What else is to be said.
    pub(crate) notes: Vec<String>,
    /// The result; none when the model is too wrong to have one.
    pub(crate) report: Option<Report>,
    /// Why there is no result, or no file of it, when no diagnostic says so.
    pub(crate) refusal: Option<Complaint>,
    /// How the command ends.
    pub(crate) exit: Exit,
}

impl Answer {
    /// No result, because of mistakes in a text.
    pub(crate) fn wrong(findings: Vec<Findings>) -> Answer {
        Answer { findings, notes: Vec::new(), report: None, refusal: None, exit: Exit::Wrong }
    }

    /// No result, for a reason that has no place in a text.
    pub(crate) fn refused(findings: Vec<Findings>, reason: Complaint) -> Answer {
        let exit = reason.exit();
        Answer { refusal: Some(reason), exit, ..Answer::wrong(findings) }
    }

    /// Something is wrong besides the result, which is printed all the same.
    pub(crate) fn complain(&mut self, reason: Complaint) {
        if let Some(Value::Array(list)) = self.report.as_mut().map(|r| &mut r.json["diagnostics"]) {
            list.push(reason.json());
        }
        self.exit = reason.exit();
        self.refusal = Some(reason);
    }

    /// Prints the result to standard output and what was found to standard error.
    ///
    /// With `as_json` there is always one object: without a result it holds the diagnostics.
    pub(crate) fn print(&self, terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
        self.print_with(terminal, as_json, Terminal::print_report)
    }

    /// The same for a result that is the text of a file.
    pub(crate) fn print_file(&self, terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
        self.print_with(terminal, as_json, Terminal::print_file)
    }

    fn print_with(
        &self,
        terminal: &Terminal,
        as_json: bool,
        print: fn(&Terminal, &str) -> Result<(), Stop>,
    ) -> Result<Exit, Stop> {
        self.show(terminal);
        self.closed(match &self.report {
            Some(report) if as_json => terminal.print_json(&report.json),
            Some(report) => print(terminal, &report.text),
            None if as_json => terminal.print_json(&self.diagnostics()),
            None => Ok(()),
        })
    }

    /// How the command ends when this has come of printing. A reader that goes away changes nothing of it.
    pub(crate) fn closed(&self, printed: Result<(), Stop>) -> Result<Exit, Stop> {
        Stop::unless_closed(printed).map(|()| self.exit)
    }

    /// Shows everything but the result.
    pub(crate) fn show(&self, terminal: &Terminal) {
        self.findings.iter().for_each(|findings| terminal.show(findings));
        self.notes.iter().for_each(|note| terminal.note(note));
        self.refusal.iter().for_each(|reason| terminal.complain(reason));
    }

    fn diagnostics(&self) -> Value {
        let found = self.findings.iter().flat_map(Findings::json);
        let all: Vec<Value> = found.chain(self.refusal.iter().map(Complaint::json)).collect();
        json!({ "diagnostics": all })
    }
}
