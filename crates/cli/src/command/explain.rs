//! `alembert explain`

use alembert::language::{CODES, Code};
use clap::Args;

use crate::arguments::exit_codes;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::paragraph::wrapped;
use crate::terminal::{Exit, Stop, Terminal};
use crate::topics::{GROUPS, Topic, names, topics};

/// Explain a notion, a principle, a paper or a message code; without a name, list them.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert explain
  alembert explain language
  alembert explain chetaev
  alembert explain wolf
  alembert explain virtual displacements
  alembert explain AL010

", exit_codes!()))]
pub(crate) struct Explain {
    /// A page, a word that belongs to it, or a message code such as AL010; `growth vector` is
    /// `growth-vector`.
    topic: Vec<String>,
}

/// Prose is hard to read in longer lines.
const PROSE: usize = 76;

impl Explain {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, Stop> {
        let columns = terminal.page().width.min(PROSE);
        let words: Vec<&str> =
            self.topic.iter().flat_map(|words| words.split_whitespace()).collect();
        match words.as_slice() {
            [] => terminal.print(&list())?,
            words => terminal.print(&page(&words.join("-"), columns)?)?,
        }
        Ok(Exit::Fine)
    }
}

/// All pages by group, and all codes, a line each.
fn list() -> String {
    let columns = topics().map(|topic| topic.name.len()).max().unwrap_or(0);
    let topic = |topic: &Topic| format!("  {:columns$}  {}\n", topic.name, topic.title());
    let mut out = "Pages: alembert explain PAGE\n\n".to_owned();
    for group in GROUPS {
        let lines: String = group.topics.iter().map(topic).collect();
        out.push_str(&format!("{}\n{lines}\n", group.title));
    }
    let codes: String = CODES
        .iter()
        .map(|row| format!("  {}  {:7}  {}\n", row.code, row.severity.word(), row.title))
        .collect();
    out + &format!("Messages: alembert explain AL010\n\n{codes}")
}

/// The page of a topic or of a code.
fn page(name: &str, columns: usize) -> Result<String, Complaint> {
    if let Some(topic) = Topic::named(name) {
        return Ok(topic.text.to_owned());
    }
    if let Some(code) = Code::named(name) {
        return Ok(wrapped(&code.explanation().to_string(), columns));
    }
    let similar = nearest(name, names()).map(str::to_owned);
    let speaking = topics().filter(|topic| topic.speaks_of(name));
    let mentioned = speaking.map(|topic| topic.name).collect();
    Err(Complaint::NoTopic { name: name.to_owned(), similar, mentioned })
}
