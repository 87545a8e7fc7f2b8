//! From a model to answers: is it sound, what are its equations, what are their values, what is
//! true of them, which principles give the same ones.
//!
//! Each question is a function from a [`Model`] to a value that prints as
//! text and as JSON. Nothing here reads files or knows of a terminal.

mod archive;
mod assumed;
mod cases;
mod certify;
mod check;
mod classification;
mod closed;
mod compare;
mod conditions;
mod contradiction;
mod decisive;
mod degenerate;
mod derive;
mod digits;
mod energy;
mod error;
mod eval;
mod explicit;
mod export;
mod freedom;
mod friction;
mod ground;
mod hamilton;
mod held_against;
mod hidden;
mod impulses;
mod independent;
mod integrals;
mod invariants;
mod irregular;
mod named;
mod needed;
mod notation;
mod onto;
mod orthogonal;
mod own_values;
mod page;
mod parts;
mod piecewise;
mod positive;
mod prove;
mod quasi;
mod rank;
mod reactions;
mod reduce;
mod redundancy;
mod regularity;
mod report;
mod run;
mod sampled;
mod scattered;
mod seeing;
mod shorten;
mod singular;
mod statement;
mod steps;
mod tabulated;
mod turning;
mod values;
mod warnings;
mod without_effect;

pub use assumed::{assume, no_assumption, silent_constraints, unused_values};
pub use certify::Certificate;
pub use check::{CheckReport, check, check_at, statements};
pub use classification::ClassificationReport;
pub use closed::{ClosedForms, ClosedProof, prove_closed, read_closed_forms};
pub use compare::{
    CompareReport, Extra, Lack, ModelsReport, PairReport, PairVerdict, compare, compare_models,
    compare_watched, read_map,
};
pub use decisive::decided_values;
pub use derive::{Derivation, Form, Request, derive};
pub use error::WalkError;
pub use eval::{EvalReport, eval};
pub use export::{Exported, Samples, export, fmu};
pub use freedom::ConstraintReport;
pub use friction::{Contact, NoFriction};
pub use hamilton::{HamiltonReport, JacobiReport};
pub use impulses::impulsive_inputs;
pub use invariants::InvariantReport;
pub use named::Instead;
pub use prove::{Proof, Verdict, prove, prove_anywhere};
pub use reactions::{Reactions, with_reactions};
pub use reduce::Reduced;
pub use report::{Document, Writing, report, report_of};
pub use run::{
    AbsenceReport, Change, Column, ConnectReport, ConnectRequest, Connection, ContactReport, Event,
    EventReport, Gap, LyapunovReport, LyapunovRequest, METHODS, MotionError, NoEvent, Numbers,
    PhaseReport, Progress, Refusal, RowError, RunReport, RunRequest, Scratch, ScratchFile,
    SectionReport, SectionRequest, Sheet, Side, Table, Unsuited, Until, ZeroReport, connect,
    lyapunov, read_event, repeat, run, section, with_friction,
};
pub use seeing::{
    Followed, Following, PanelRequest, Plot, Scene, plot, plot_table, portrait, read_panel, scene,
    shared_curves,
};
pub use statement::{Decision, StatementReport};
pub use steps::{StepReport, StepsReport, notes, steps};
pub use tabulated::{TableError, input_named, tabulate};
pub use values::{change, depend};
pub use warnings::principle_warnings;
pub use without_effect::without_effect;

use alembert_mechanics::{Motion, PRINCIPLES, Principle, System};

use crate::language::Model;

/// The names of the principles by which equations are derived.
#[must_use]
pub fn principles() -> Vec<&'static str> {
    PRINCIPLES.iter().map(|row| row.name).collect()
}

/// The system of a model and its motion by a principle; by default the model's own, else
/// d'Alembert's.
///
/// # Errors
/// The mechanics refuses the model, or there is no such principle.
pub fn motion(model: &Model, principle: Option<&str>) -> Result<(System, Motion), WalkError> {
    let row = row(model, principle)?;
    let system = model.system()?;
    let motion = (row.derive)(&system)?;
    Ok((system, motion))
}

/// The row of the principle that is asked for, by default of the model's own. Chaplygin's equations
/// are those of Voronec where nothing depends on the dependent coordinates.
fn row(model: &Model, principle: Option<&str>) -> Result<&'static Principle, WalkError> {
    let chosen = model.principle.as_ref().map(|p| p.name.as_str());
    let name = principle.or(chosen).unwrap_or("dalembert");
    let own = if name == "chaplygin" { "voronec" } else { name };
    Principle::named(own).ok_or_else(|| WalkError::NoPrinciple(name.to_owned()))
}
