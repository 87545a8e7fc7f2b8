//! `alembert explain`

use alembert::language::{CODES, Code};
use clap::Args;

use crate::arguments::exit_codes;
use crate::complaint::Complaint;
use crate::nearest::nearest;
use crate::paragraph::wrapped;
use crate::terminal::{Exit, Stop, Terminal};
use crate::topics::{TOPICS, Topic};

/// Explain a notion, a principle or a message code; without a name, list them.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert explain
  alembert explain language
  alembert explain chetaev
  alembert explain AL010

", exit_codes!()))]
pub(crate) struct Explain {
    /// A topic, or a message code such as AL010; `growth vector` is `growth-vector`.
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

/// All topics and codes, a line each.
fn list() -> String {
    let columns = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let topic = |topic: &Topic| format!("  {:columns$}  {}\n", topic.name, topic.title());
    let topics: String = TOPICS.iter().map(topic).collect();
    let codes: String = CODES
        .iter()
        .map(|row| format!("  {}  {:7}  {}\n", row.code, row.severity.word(), row.title))
        .collect();
    format!(
        "Topics: alembert explain TOPIC\n\n{topics}\nMessages: alembert explain AL010\n\n{codes}"
    )
}

/// The page of a topic or of a code.
fn page(name: &str, columns: usize) -> Result<String, Complaint> {
    if let Some(topic) = Topic::named(name) {
        return Ok(topic.text.to_owned());
    }
    if let Some(code) = Code::named(name) {
        return Ok(wrapped(&code.explanation().to_string(), columns));
    }
    let similar = nearest(name, TOPICS.iter().map(|topic| topic.name)).map(str::to_owned);
    let mentioned = TOPICS.iter().filter(|topic| topic.mentions(name));
    let mentioned = mentioned.map(|topic| topic.name).collect();
    Err(Complaint::NoTopic { name: name.to_owned(), similar, mentioned })
}
