//! `alembert tour`: three systems of the gallery, from the model to a refuted claim.
//!
//! The words stand in the table [`STOPS`]; everything else is what the other commands print.

use alembert::gallery::Example;
use alembert::walk::Form;
use clap::Args;

use crate::answer::Answer;
use crate::arguments::exit_codes;
use crate::paragraph::{indented, wrapped};
use crate::terminal::{Exit, Stop as End, Terminal};
use crate::walk::{self, CheckRequest, DeriveRequest, Model, ProveRequest, Writing};

mod words;

use words::{AFTER, BEFORE, Claim, STOPS, Stop};

/// Walk through three systems and see what Alembert does; takes a few seconds.
#[derive(Debug, Args)]
#[command(after_help = concat!("Examples:
  alembert tour
  alembert tour --ascii
  alembert tour | less -R

", exit_codes!()))]
pub(crate) struct Tour {}

/// Prose is hard to read in longer lines.
const PROSE: usize = 76;

impl Tour {
    pub(crate) fn run(&self, terminal: &Terminal) -> Result<Exit, End> {
        let mut guide = Guide { terminal, exit: Exit::Fine };
        guide.tell(BEFORE)?;
        for (index, stop) in STOPS.iter().enumerate() {
            guide.visit(index + 1, stop)?;
        }
        guide.head("What to try next")?;
        terminal.print(&format!("{AFTER}\n"))?;
        Ok(guide.exit)
    }
}

/// Shows one thing after the other and remembers the worst ending.
struct Guide<'a> {
    terminal: &'a Terminal,
    exit: Exit,
}

impl Guide<'_> {
    /// A system: story, model, check, perhaps equations, a true claim and a false one.
    fn visit(&mut self, number: usize, stop: &Stop) -> Result<(), End> {
        let example = Example::named(stop.example).expect("a test visits every stop of the tour");
        let (name, page) = (example.name, self.terminal.page());
        let model = Model::new(example.source());
        self.head(&format!("{number}. {}", example.title()))?;
        self.tell(stop.story)?;
        self.command(&format!("examples {name}"))?;
        self.terminal.print(&format!("{}\n", indented(&physics(example.text))))?;

        self.tell(stop.check)?;
        self.command(&format!("check {name}"))?;
        self.answer(&walk::check(&model, CheckRequest::default()))?;

        if let Some(words) = stop.derive {
            self.tell(words)?;
            self.command(&format!("derive {name}"))?;
            let request = DeriveRequest {
                principle: None,
                form: Form::Multipliers,
                closed: false,
                steps: false,
                reduce: false,
                writing: Writing::Lines,
            };
            self.answer(&walk::derive(&model, request, page))?;
        }
        stop.claims.iter().try_for_each(|claim| self.claim(&model, name, claim))
    }

    fn claim(&mut self, model: &Model, name: &str, claim: &Claim) -> Result<(), End> {
        self.tell(claim.why)?;
        self.command(&format!("prove {name} \"{}\"", claim.equation))?;
        let claims = [claim.equation.to_owned()];
        let request = ProveRequest { claims: &claims, anywhere: false, principle: None };
        self.answer(&walk::prove(model, request, self.terminal.page()))
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), End> {
        answer.show(self.terminal);
        self.exit = self.exit.max(answer.exit);
        let text = answer.report.as_ref().map_or("", |report| report.text.as_str());
        self.terminal.print(&format!("{}\n", indented(text)))
    }

    fn head(&self, text: &str) -> Result<(), End> {
        self.terminal.print(&format!("{}\n\n", self.terminal.heading(text)))
    }

    fn tell(&self, text: &str) -> Result<(), End> {
        let columns = self.terminal.page().width.min(PROSE);
        self.terminal.print(&format!("{}\n", wrapped(text, columns)))
    }

    fn command(&self, line: &str) -> Result<(), End> {
        let shown = format!("$ alembert {line}");
        self.terminal.print(&format!("{}\n\n", self.terminal.heading(&shown)))
    }
}

/// The part of a model that is physics: everything before `initial`.
fn physics(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.starts_with("initial"));
    let shown: Vec<&str> = lines.collect();
    format!("{}\n…", shown.join("\n").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stop_is_in_the_gallery_and_its_claims_are_lines_of_the_model() {
        for stop in STOPS {
            let example = Example::named(stop.example).unwrap();
            let (expected, rejected) = example.text.split_once("\nreject").unwrap();
            let holds = |text: &str, claim: &Claim| text.contains(claim.equation);
            assert!(holds(expected, &stop.claims[0]), "{} expects it", stop.example);
            assert!(
                holds(rejected, &stop.claims[1]) || stop.claims[1].equation == "E' = 0",
                "{} rejects it",
                stop.example
            );
        }
    }

    #[test]
    fn physics_ends_before_the_initial_values() {
        assert_eq!(physics("L = 1\n\ninitial\n  x = 1\n"), "L = 1\n…");
    }
}
