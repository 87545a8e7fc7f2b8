//! Which principles give the same motion of a model?
//!
//! Each pair is derived independently and compared by [`comparison`]; formulas of declared functions
//! are put in first. A principle that does not apply is listed with its reason.

mod lacks;
mod map;
mod models;
mod turned;
mod written;

use alembert_algebra::Expr;
use alembert_mechanics::comparison::{
    self, Absence, Comparison, Difference, Open, Part, Patience, exclusion, part, reactions,
    section,
};
use alembert_mechanics::{Motion, PrincipleError, Reason, System};
use alembert_render::Spelling;

use super::conditions;
use super::contradiction::refuse_contradictions;
use super::notation::text;
use super::prove::sort_state;
use super::values::choice;
use super::{WalkError, principles, row};
use crate::language::Model;

pub use lacks::{Extra, Lack};
pub use map::read_map;
pub use models::{ModelsReport, compare_models};
pub(super) use written::broken_sentence;

/// States at which a difference is looked for.
const TRIES: u64 = 12;
/// Products of terms that the proofs of a comparison may take together: about two seconds. Examples take a tenth.
const PROVING: u64 = 24_000_000;
/// The principle against which the others are compared.
const REFERENCE: &str = "dalembert";

/// The constraints were found not to contradict each other.
const NO_MOTION: &str = "the equations of one of them contradict each other: it has no motion";

/// What was found out about two principles.
#[derive(Debug, Clone)]
pub enum PairVerdict {
    /// They give the same motion: proved, where these do not vanish.
    Proved(Vec<Expr>),
    /// They agree at this number of states; there is no proof, for this reason.
    RandomStates(u64, String),
    /// They differ, at this state for example.
    Differ(Difference),
    /// They differ: one of them has no motion at all.
    Absent(Absence),
    /// Nobody knows, for this reason.
    Unknown(String),
    /// One of them does not take the model, in its own words.
    NotApplicable(String),
}

impl PairVerdict {
    /// The word for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Proved(_) | Self::RandomStates(..) => "equal",
            Self::Differ(_) | Self::Absent(_) => "differ",
            Self::Unknown(_) => "unknown",
            Self::NotApplicable(_) => "not applicable",
        }
    }

    /// The verdict and how it is known, for people: what was seen at states alone is not called equal.
    pub(super) fn words(&self) -> (String, &'static str) {
        match self {
            Self::RandomStates(states, _) => seen_at(*states),
            _ => (self.word().to_owned(), self.how().unwrap_or_default()),
        }
    }

    /// How it is known. A state at which motions differ is enclosed, which is a proof.
    #[must_use]
    pub fn how(&self) -> Option<&'static str> {
        match self {
            Self::Proved(_) | Self::Differ(_) | Self::Absent(_) => Some("proved"),
            Self::RandomStates(..) => Some("random states"),
            _ => None,
        }
    }
}

/// What is said of motions that were only seen to agree.
fn seen_at(states: u64) -> (String, &'static str) {
    (format!("agree at {states} random states"), "not proved")
}

/// Two principles, compared.
#[derive(Debug, Clone)]
pub struct PairReport {
    /// The first principle.
    pub a: &'static str,
    /// The second principle.
    pub b: &'static str,
    /// The verdict.
    pub verdict: PairVerdict,
    /// Terms that `naive` lacks, when they differ.
    pub lacks: Vec<Lack>,
    /// Terms that `vakonomic` adds, when they differ.
    pub extras: Vec<Extra>,
    /// `μ` through the state, when the vakonomic motions contain those of d'Alembert's principle.
    pub section: Option<Vec<(Expr, Expr)>>,
    /// A state whose motion by d'Alembert's principle is proved not to be vakonomic for any `μ`.
    pub exclusion: Option<Vec<(Expr, f64)>>,
    /// Motions of d'Alembert's principle that are vakonomic, where not all of them are.
    pub part: Option<Part>,
    /// Each `λ` through `μ`, where the vakonomic motions are those of d'Alembert's principle.
    pub reactions: Option<Vec<(Expr, Expr)>>,
}

/// The pairs of a comparison.
#[derive(Debug, Clone)]
pub struct CompareReport {
    /// The pairs, in the order in which they were asked for.
    pub pairs: Vec<PairReport>,
    model: Model,
}

/// Compares principles on a model: every two of those that are named; one with d'Alembert's; by
/// default all with d'Alembert's.
///
/// # Errors
/// The model is not a system, no motion satisfies its constraints, or there is no principle of a
/// name.
pub fn compare(model: &Model, names: &[&str]) -> Result<CompareReport, WalkError> {
    compare_watched(model, names, &mut |_, _| ())
}

/// Who is told which two principles are compared next, how many pairs are done and how many there are.
type Told<'a> = dyn FnMut((&str, &str), (usize, usize)) + 'a;

/// The same, where the two principles that are compared next are told before each comparison, with the number of
/// those that are done and of all.
///
/// # Errors
/// As for [`compare`].
pub fn compare_watched(
    model: &Model,
    names: &[&str],
    tell: &mut Told<'_>,
) -> Result<CompareReport, WalkError> {
    let model = model.with_formulas().unwrap_or_else(|| model.clone());
    let system = model.system()?;
    let mut sides = Vec::new();
    for name in listed(names) {
        let row = row(&model, Some(name))?;
        sides.push(Side { name: row.name, motion: (row.derive)(&system) });
    }
    let firsts = if names.len() < 2 { 1 } else { sides.len() };
    compare_sides((model, &system), (&sides, firsts), &Patience::fair(PROVING), tell)
}

/// Compares each of the first sides with those behind it.
fn compare_sides(
    (model, system): (Model, &System),
    (sides, firsts): (&[Side], usize),
    patience: &Patience,
    tell: &mut Told<'_>,
) -> Result<CompareReport, WalkError> {
    if let Some(motion) = sides.iter().find_map(|side| side.motion.as_ref().ok()) {
        refuse_contradictions(&model, system, motion)?;
    }
    let others = |(i, a)| sides[i + 1..].iter().map(move |b| (a, b));
    let asked: Vec<(&Side, &Side)> =
        sides.iter().enumerate().take(firsts).flat_map(others).collect();
    let mut pairs = Vec::new();
    for (k, (a, b)) in asked.iter().enumerate() {
        let left = (asked.len() - k) as u64;
        tell((a.name, b.name), (k, asked.len()));
        let own = patience.among(left);
        pairs.push(pair(&model, system, (a, b), &own));
        patience.settle(left, &own);
    }
    Ok(CompareReport { pairs, model })
}

/// What a principle says of a system.
pub(super) type Named = (&'static str, Result<Motion, PrincipleError>);

/// Compares motions that were derived already with d'Alembert's, with a limit on the work of all proofs
/// together. The formulas of functions are in them.
///
/// # Errors
/// No motion satisfies the constraints.
pub(super) fn compare_derived(
    model: &Model,
    system: &System,
    motions: &[Named],
    patience: &Patience,
) -> Result<CompareReport, WalkError> {
    let side = |(name, motion): &Named| Side { name, motion: motion.clone() };
    let mut sides: Vec<Side> = motions.iter().map(side).collect();
    sides.sort_by_key(|side| side.name != REFERENCE);
    compare_sides((model.clone(), system), (&sides, 1), patience, &mut |_, _| ())
}

/// The principles that are compared, the reference first where it was not named.
fn listed<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let others = || principles().into_iter().filter(|name| *name != REFERENCE);
    match names {
        [] => [REFERENCE].into_iter().chain(others()).collect(),
        [one] => vec![REFERENCE, one],
        several => several.to_vec(),
    }
}

/// A principle with what it says of the system.
struct Side {
    name: &'static str,
    motion: Result<Motion, PrincipleError>,
}

fn pair(model: &Model, system: &System, (a, b): (&Side, &Side), patience: &Patience) -> PairReport {
    let mut report = PairReport {
        a: a.name,
        b: b.name,
        verdict: PairVerdict::Unknown(String::new()),
        lacks: Vec::new(),
        extras: Vec::new(),
        section: None,
        exclusion: None,
        part: None,
        reactions: None,
    };
    let (x, y) = match (&a.motion, &b.motion) {
        (Ok(x), Ok(y)) => (x, y),
        (Err(error), _) | (_, Err(error)) => {
            report.verdict = refused(error);
            return report;
        }
    };
    let found = comparison::compare_within(system, x, y, &choice(model, TRIES), patience);
    report.verdict = verdict(found, model);
    if let PairVerdict::Differ(_) = report.verdict {
        report.lacks = lacks::lacks(system, [x, y]);
        report.extras = lacks::extras(system, [x, y]);
    }
    match (a.name, b.name) {
        (REFERENCE, "vakonomic") => report.look_at_containment(model, (system, patience), x, y),
        ("vakonomic", REFERENCE) => report.look_at_containment(model, (system, patience), y, x),
        _ => {}
    }
    report
}

/// What is said wherever `naive` agrees with another principle.
const NAIVE: &str =
    "naive agrees here and is wrong in general: it puts the constraints into L before L is varied";

impl PairReport {
    /// What a reader has to know of a pair that is equal, or seems to be: that one of them is a mistake.
    #[must_use]
    pub fn warning(&self) -> Option<&'static str> {
        let agrees = matches!(self.verdict, PairVerdict::Proved(_) | PairVerdict::RandomStates(..));
        (agrees && [self.a, self.b].contains(&"naive")).then_some(NAIVE)
    }

    /// Are the motions of d'Alembert's principle among the vakonomic ones?
    fn look_at_containment(
        &mut self,
        model: &Model,
        (system, patience): (&System, &Patience),
        dalembert: &Motion,
        vakonomic: &Motion,
    ) {
        match self.verdict {
            PairVerdict::Differ(_) => {
                self.section = section(system, dalembert, vakonomic, patience);
            }
            PairVerdict::Proved(_) => {
                self.reactions = reactions(system, dalembert, vakonomic, patience);
                return;
            }
            _ => return,
        }
        if self.section.is_none() {
            let mut found = exclusion(system, dalembert, vakonomic, &choice(model, TRIES));
            if let Some(state) = &mut found {
                sort_state(state, model);
            }
            self.exclusion = found;
            self.part = part(system, dalembert, vakonomic, (&choice(model, TRIES), patience));
        }
    }
}

/// A limit that was reached does not say that a principle does not apply.
fn refused(error: &PrincipleError) -> PairVerdict {
    match error {
        PrincipleError::Fault { .. } => PairVerdict::Unknown(error.to_string()),
        _ => PairVerdict::NotApplicable(error.to_string()),
    }
}

fn verdict(comparison: Comparison, model: &Model) -> PairVerdict {
    match comparison {
        Comparison::Proved(conditions) => {
            PairVerdict::Proved(conditions::listed(model, conditions.into_iter()))
        }
        Comparison::RandomStates(states, reason) => {
            PairVerdict::RandomStates(states, reason.to_string())
        }
        Comparison::Open(open) => PairVerdict::Unknown(left_open(&open, model)),
        Comparison::Unknown(Reason::Contradiction | Reason::NoMotion) => {
            PairVerdict::Unknown(NO_MOTION.to_owned())
        }
        Comparison::Unknown(reason) => PairVerdict::Unknown(reason.to_string()),
        Comparison::Differ(mut difference) => {
            sort_state(&mut difference.state, model);
            PairVerdict::Differ(difference)
        }
        Comparison::Absent(mut absence) => {
            sort_state(&mut absence.state, model);
            PairVerdict::Absent(absence)
        }
    }
}

/// `the equations of naive do not determine ẍ`, for each principle that leaves something open.
fn left_open(open: &[Open], model: &Model) -> String {
    let name = |&y: &Expr| text(y, model, Spelling::Unicode).unwrap_or_default();
    let one = |list: &Open| {
        let names: Vec<String> = list.derivatives.iter().map(name).collect();
        format!("the equations of `{}` do not determine {}", list.principle, names.join(", "))
    };
    open.iter().map(one).collect::<Vec<_>>().join("; ")
}
