//! The models of the papers, `examples/papers/*.mech`, and the rows that their lines decide.

use crate::language::{self, Span, read};
use crate::walk::{Decision, StatementReport, WalkError, statements};

use super::Finding;

/// Why a source of a row decides nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// There is no model of this name.
    #[error("there is no model `{0}`")]
    NoModel(String),
    /// There is no check of this name.
    #[error("there is no check `{0}`")]
    NoCheck(String),
    /// A model is not understood.
    #[error("{file}: {message}")]
    Unread {
        /// Its file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// A model has no motion.
    #[error(transparent)]
    Walk(#[from] WalkError),
}

/// A model of a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperModel {
    /// Its name, `lemos-sphere`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$(PaperModel {
            name: $name,
            text: include_str!(concat!("../../../../examples/papers/", $name, ".mech")),
        }),*]
    };
}

/// All models of the papers, by name.
pub const PAPER_MODELS: &[PaperModel] = models![
    "crasmareanu-constrained",
    "crasmareanu-free",
    "lemos-euler",
    "lemos-naive",
    "lemos-penny",
    "lemos-penny-naive",
    "lemos-sphere",
    "lemos-voronec",
    "moreschi-castellano-ball",
    "moreschi-castellano-cone",
    "moreschi-castellano-pendulum",
    "moreschi-castellano-prescribed",
    "moreschi-castellano-pushed",
    "moreschi-castellano-rosenberg",
    "moreschi-castellano-rosenberg-vakonomic",
    "moreschi-castellano-turntable",
    "note-disk-vakonomic",
    "note-holonomic",
    "note-isokinetic",
    "note-linked-masses",
    "note-thruster",
    "wolf-adapted",
    "wolf-belt",
    "wolf-constant",
    "wolf-contact",
    "wolf-contact-pair",
    "wolf-disk",
    "wolf-disk-driven",
    "wolf-disk-on-a-line",
    "wolf-disk-vakonomic",
    "wolf-gradient",
    "wolf-integrating-factor",
    "wolf-knife-edge",
    "wolf-knife-edge-vakonomic",
    "wolf-optimal-control",
    "wolf-oscillator",
    "wolf-pendulum",
    "wolf-pendulum-polar",
    "wolf-pendulum-position",
    "wolf-pendulum-vakonomic",
    "wolf-reaction-without-work",
    "wolf-rolling",
    "wolf-speed-limit",
    "wolf-turning-blade",
];

/// A comment that begins with this says that its line decides no row.
const BESIDE: &str = "also";

impl PaperModel {
    /// The model of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static PaperModel> {
        PAPER_MODELS.iter().find(|model| model.name == name)
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.mech", self.name)
    }

    /// Decides its lines: what was found, and the keys of the rows that the comment names.
    ///
    /// # Errors
    /// Why the model is not understood, or has no motion.
    pub fn findings(&self) -> Result<Vec<(Vec<String>, Finding)>, SourceError> {
        let source = language::Source::new(self.file_name(), self.text);
        let reading = read(&source);
        let Some(model) = reading.model else {
            let first = reading.diagnostics.iter().find(|d| d.is_error());
            let message = first.map_or("it is not understood", |d| d.message.as_str()).to_owned();
            return Err(SourceError::Unread { file: self.file_name(), message });
        };
        let decided = statements(&model)?;
        let finding = |s: &StatementReport| {
            let list = if s.reject { &model.reject } else { &model.expect };
            let span = list[s.number].span;
            let line = Some(source.position(span.start).line);
            let place = self.file_name();
            (keys(&source, span), Finding { place, line, ..Finding::of_statement(s) })
        };
        Ok(decided.iter().map(finding).collect())
    }
}

/// The keys in the comment at the end of a statement: `# (7), (16): words`.
pub(super) fn keys(source: &language::Source, span: Span) -> Vec<String> {
    let line = source.position(span.end).line;
    let Some((_, comment)) = source.line(line).split_once('#') else { return Vec::new() };
    let comment = comment.trim();
    if comment.is_empty() || comment.starts_with(BESIDE) {
        return Vec::new();
    }
    let list = comment.split_once(": ").map_or(comment, |(list, _)| list);
    list.split(", ").map(|key| key.trim().to_owned()).collect()
}

impl Finding {
    fn of_statement(s: &StatementReport) -> Finding {
        Finding {
            place: String::new(),
            line: None,
            text: s.text.clone(),
            reject: s.reject,
            holds: s.decision == Decision::Holds,
            how: s.how.clone(),
        }
    }
}
