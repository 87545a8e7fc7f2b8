//! What the library answers, in the shape in which commands print it.

use alembert::language::{Diagnostic, Source};
use serde_json::{Value, json};

use crate::terminal::{Exit, Stop, Terminal};

/// Diagnostics with the text that they point into: a model, a claim, the value of an option.
#[derive(Debug)]
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
    /// The result; none when the model is too wrong to have one.
    pub(crate) report: Option<Report>,
    /// Remarks for people that belong to no place of a text.
    pub(crate) remarks: Vec<String>,
    /// How the command ends.
    pub(crate) exit: Exit,
}

impl Answer {
    /// Prints the result to standard output and what was found to standard error.
    ///
    /// With `as_json` there is always one object: without a result it holds the diagnostics.
    pub(crate) fn print(&self, terminal: &Terminal, as_json: bool) -> Result<Exit, Stop> {
        self.findings.iter().for_each(|findings| terminal.show(findings));
        self.remarks.iter().for_each(|remark| terminal.say(&format!("note: {remark}\n")));
        match &self.report {
            Some(report) if as_json => terminal.print_json(&report.json)?,
            Some(report) => terminal.print(&report.text)?,
            None if as_json => terminal.print_json(&self.diagnostics())?,
            None => {}
        }
        Ok(self.exit)
    }

    fn diagnostics(&self) -> Value {
        let all: Vec<Value> = self.findings.iter().flat_map(Findings::json).collect();
        json!({ "diagnostics": all })
    }
}
