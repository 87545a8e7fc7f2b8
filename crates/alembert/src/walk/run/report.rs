//! What a run found: a table, its checks, and the decisions.

use std::io;
use std::sync::Arc;

use alembert_algebra::Expr;
use serde_json::{Map, Value, json};

use super::absence::AbsenceReport;
use super::analysis::sensitivity::Derivatives;
use super::certify::{Certificate, Counted, Until};
use super::claims;
use super::columns::{Brief, Recorded};
use super::contact::ContactReport;
use super::ending::{ending, passages};
use super::events::{EventReport, word};
use super::gap::Gap;
use super::initial::{Change, Start};
use super::journey::{Journey, Plan};
use super::look::Column;
use super::phases::told::{PhaseReport, shared};
use super::promise;
use super::sheet::Numbers;
use super::table::{inputs, parameters};
use super::told::moment;
use super::trajectory::Samples;
use super::zeros::ZeroReport;
use crate::language::{Code, Diagnostic, Model};
use crate::walk::statement::{Decision, StatementReport};

/// A motion, and what is to be said about it.
#[derive(Debug, Clone)]
pub struct RunReport {
    /// The title of the model.
    pub title: String,
    /// The principle.
    pub principle: &'static str,
    /// The method, or both when the motion became stiff: `taylor, then radau`.
    pub method: &'static str,
    /// Why this method.
    pub why_method: String,
    /// Why the run ended, in a word.
    pub stop: &'static str,
    /// Why the run ended, in a sentence; none when it reached its end.
    pub reason: Option<String>,
    /// The last time.
    pub t: f64,
    /// The number of steps.
    pub steps: u64,
    /// The table: `t`, then one column for each quantity; without their values where
    /// [`scratch`](super::RunRequest::scratch) has the rows, which [`sheet`](Self::sheet) then reads.
    pub columns: Vec<Column>,
    /// What is told of each column.
    pub(super) briefs: Vec<Brief>,
    /// The rows, where they are not in the columns.
    rows: Option<Arc<Recorded>>,
    /// How many columns after `t` are the state.
    pub state: usize,
    /// The largest |E − E(0) − work of the known sources| over the largest |T| + |V|.
    pub energy_drift: f64,
    /// Does anything do work?
    pub has_sources: bool,
    /// The largest residual, measured by the terms of its row.
    pub max_residual: f64,
    /// Values that change what is derived and were put in before, and constraints that say nothing with them.
    pub put_in: Vec<String>,
    /// Initial values that were found or changed.
    pub changes: Vec<Change>,
    /// Initial values that were neither given nor determined, and are 0.
    pub assumed: Vec<String>,
    /// How many coordinates are angles.
    pub angles: usize,
    /// Were the multipliers unique?
    pub unique: bool,
    /// The lines of `expect` and `reject`.
    pub statements: Vec<StatementReport>,
    /// The zeros of watched quantities, in their order.
    pub events: Vec<EventReport>,
    /// When dry friction begins to hold what moves, and when it lets it go.
    pub phases: Vec<PhaseReport>,
    /// Which forces of dry friction are not determined.
    pub shared: Vec<String>,
    /// When watched quantities had no value.
    pub absences: Vec<AbsenceReport>,
    /// Which watched quantities are zero all along.
    pub zeros: Vec<ZeroReport>,
    /// When the run went through dependent constraints, and through which.
    pub passages: Vec<(f64, String)>,
    /// What is needed for bodies to stay on their surfaces, when reactions are observed.
    pub contacts: Vec<ContactReport>,
    /// The correct digits of each column, relative to its largest value, when they were asked for; none for
    /// one that is 0 within rounding.
    pub digits: Option<Vec<(String, Option<f64>)>>,
    /// Until when digits were counted; none when they were to the end, or when nobody asked.
    pub digits_until: Option<Until>,
    /// The correct digits of the last value of each column, relative to that value.
    pub end_digits: Option<Vec<(String, Option<f64>)>>,
    /// Until when three digits of every entry of the state are correct; none when they are to the end, or
    /// when nobody asked.
    pub certain_until: Option<f64>,
    /// The error a step may have and the length of steps, where somebody said.
    pub tolerance: Option<f64>,
    /// See `tolerance`.
    pub step: Option<f64>,
    /// The values of the parameters, definitions included.
    pub parameters: Vec<(String, f64)>,
    /// What the inputs do: formulas, and where tables come from.
    pub inputs: Vec<(String, String)>,
    /// How many columns are derivatives, the last ones.
    pub derivatives: usize,
    /// Why derivatives end before the motion does, if they do.
    pub lacks: Option<String>,
    /// Was it broken off, or what is computed beside it?
    pub is_interrupted: bool,
    /// What is to be said at places of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl RunReport {
    pub(super) fn new(
        (model, plan): (&Model, &Plan<'_>),
        start: Start,
        journey: &mut Journey<f64>,
        (digits, statements): (Option<Certificate>, Vec<StatementReport>),
        mut derivatives: Derivatives,
    ) -> io::Result<Self> {
        let (stop, reason) = ending(plan, journey);
        let t = journey.samples.last().map_or(plan.span.0, |s| s.t);
        let samples = std::mem::replace(&mut journey.samples, Samples::new(None));
        let (lacks, is_broken_off) = (derivatives.lacks.take(), derivatives.is_interrupted);
        let derived = derivatives.columns.len();
        let (columns, recorded) = Recorded::new((model, plan), samples, derivatives);
        let state = plan.course.motion.state.len();
        let names: Vec<String> = columns[1..=state].iter().map(|c| c.name.clone()).collect();
        let (method, why_method) = promise::why(plan, journey);
        let mut report = Self {
            title: model.title.clone(),
            principle: plan.course.motion.principle,
            method,
            why_method,
            stop,
            reason,
            t,
            steps: journey.steps,
            state,
            energy_drift: journey.relative_drift(),
            has_sources: plan.course.power.is_some(),
            max_residual: journey.residual,
            put_in: Vec::new(),
            changes: start.changes,
            assumed: start.assumed,
            angles: plan.course.angles.iter().filter(|a| **a).count(),
            unique: journey.unique && plan.course.motion.has_unique_multipliers(),
            statements,
            certain_until: digits.as_ref().and_then(|d| d.certain_until),
            digits_until: digits.as_ref().and_then(|d| d.until),
            end_digits: digits.as_ref().map(|d| d.end_digits.clone()),
            digits: digits.map(|d| d.digits),
            tolerance: plan.choice.tol,
            step: plan.choice.step,
            parameters: parameters(model),
            inputs: inputs(model),
            events: events(plan, journey, &names),
            phases: plan.decider.map_or_else(Vec::new, |decider| {
                PhaseReport::all(&decider.phases, journey, &names)
            }),
            shared: plan.decider.map_or_else(Vec::new, |d| shared(&d.phases, journey)),
            absences: AbsenceReport::all(plan.events, &journey.absences),
            zeros: Vec::new(),
            passages: passages(plan, journey),
            contacts: Vec::new(),
            derivatives: derived,
            lacks,
            is_interrupted: stop == "interrupted" || is_broken_off,
            diagnostics: Vec::new(),
            briefs: Vec::new(),
            columns,
            rows: None,
        };
        report.keep(recorded, plan.scratch.is_some())?;
        let angles = plan.course.motion.state.iter().zip(&plan.course.angles);
        let angles: Vec<Expr> = angles.filter(|(_, angle)| **angle).map(|(&q, _)| q).collect();
        let coarse = plan.choice.tol.is_some() || plan.choice.step.is_some();
        report.warn(model, journey, (coarse, &angles));
        Ok(report)
    }

    /// Keeps the rows where they are, or in the columns.
    fn keep(&mut self, recorded: Recorded, is_outside: bool) -> io::Result<()> {
        let briefs = (0..self.columns.len()).map(|column| Brief::of(&recorded, column));
        self.briefs = briefs.collect::<Result<_, _>>()?;
        if is_outside {
            self.rows = Some(Arc::new(recorded));
            return Ok(());
        }
        for (k, column) in self.columns.iter_mut().enumerate() {
            recorded.read(k, 0..recorded.rows(), &mut column.values)?;
        }
        Ok(())
    }

    /// The first time.
    pub(super) fn start(&self) -> f64 {
        self.briefs.first().and_then(|times| times.first).unwrap_or(self.t)
    }

    /// The rows, wherever they are.
    pub(super) fn numbers(&self) -> &dyn Numbers {
        match &self.rows {
            Some(rows) => &**rows,
            None => &self.columns,
        }
    }

    /// Does a line of `expect` or `reject` fail?
    #[must_use]
    pub fn fails(&self) -> bool {
        self.statements.iter().any(|s| s.decision == Decision::Fails)
    }

    /// Decides statements that were left to a run. One that fails comes back as a diagnostic.
    pub fn settle(&self, statements: &mut [StatementReport]) -> Vec<Diagnostic> {
        if self.stop == "broken promise" {
            return Vec::new();
        }
        let open = |s: &StatementReport| s.decision == Decision::Undecided;
        let waiting: Vec<String> =
            statements.iter().filter(|s| open(s)).map(|s| s.text.clone()).collect();
        claims::settle(&self.statements, statements);
        let failed = self.diagnostics.iter().filter(|d| d.code == Code::ExpectFailed);
        let about = |d: &&Diagnostic| waiting.iter().any(|text| d.message.ends_with(text.as_str()));
        failed.filter(about).cloned().collect()
    }

    /// The observed quantities that have no value at some samples.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        let (numbers, mut time) = (self.numbers(), Vec::new());
        let gap = |(column, brief): (&Column, &Brief)| {
            let (first, count) = brief.gap?;
            time.clear();
            numbers.read(0, first..first + 1, &mut time).ok()?;
            let (name, t, of) = (column.name.clone(), *time.first()?, numbers.rows());
            Some(Gap { name, t, count, of })
        };
        self.columns.iter().zip(&self.briefs).filter_map(gap).collect()
    }

    /// The column of the energy, behind the state, whatever its name.
    pub(crate) fn energy(&self) -> Option<&Column> {
        self.columns.get(1 + self.state)
    }

    /// Is this the name of a derivative?
    #[must_use]
    pub fn is_derivative(&self, name: &str) -> bool {
        let first = self.columns.len() - self.derivatives;
        self.columns[first..].iter().any(|column| column.name == name)
    }

    /// That the motion ends before its time, or at an event, and why; nothing of one that reaches its time.
    pub(crate) fn end_note(&self) -> Option<String> {
        let reason = self.reason.as_ref()?.trim_end_matches('.');
        if self.stop == "broken promise" {
            return Some(format!("by `{}`: {reason}", self.principle));
        }
        let t = moment(self.t, 4);
        Some(format!("by `{}` the motion ends at t = {t}: {reason}", self.principle))
    }

    /// Did the run reach its end, or an event that ends it, with numbers as good as its method promises?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        ["end", "event"].contains(&self.stop)
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let last = |(c, brief): (&Column, &Brief)| (c.name.clone(), json!(brief.last));
        let end: Map<String, Value> =
            self.columns.iter().zip(&self.briefs).skip(1).map(last).collect();
        let statement = |s: &StatementReport| {
            let text = if s.reject { format!("reject {}", s.text) } else { s.text.clone() };
            json!({ "text": text, "verdict": s.decision.word(), "how": s.how })
        };
        let change = |c: &Change| json!({ "name": c.name, "from": c.from, "to": c.to, "determined": c.is_determined });
        let counted = |digits: &Option<Counted>| -> Option<Map<String, Value>> {
            Some(digits.as_ref()?.iter().map(|(name, d)| (name.clone(), json!(d))).collect())
        };
        json!({
            "stop": self.stop,
            "reason": self.reason,
            "t": self.t,
            "final": end,
            "steps": self.steps,
            "energy_drift": self.energy_drift,
            "max_residual": self.max_residual,
            "method": self.method,
            "why_method": self.why_method,
            "principle": self.principle,
            "put_in": self.put_in,
            "changed": self.changes.iter().map(change).collect::<Vec<_>>(),
            "assumed": self.assumed,
            "unique": self.unique,
            "digits": counted(&self.digits),
            "end_digits": counted(&self.end_digits),
            "digits_until": self.digits_until.map(Until::t),
            "certain_until": self.certain_until,
            "gaps": self.gaps().iter().map(Gap::json).collect::<Vec<_>>(),
            "events": self.events.iter().map(EventReport::json).collect::<Vec<_>>(),
            "phases": self.phases.iter().map(PhaseReport::json).collect::<Vec<_>>(),
            "shared": self.shared,
            "absences": self.absences.iter().map(AbsenceReport::json).collect::<Vec<_>>(),
            "zeros": self.zeros.iter().map(ZeroReport::json).collect::<Vec<_>>(),
            "passages": self.passages.iter().map(|(t, what)| json!({ "t": t, "what": what })).collect::<Vec<_>>(),
            "lacks": self.lacks,
            "friction": self.contacts.iter().map(ContactReport::json).collect::<Vec<_>>(),
            "expect": self.statements.iter().map(statement).collect::<Vec<_>>(),
        })
    }
}

/// The zeros of what is watched, with the state there.
fn events(plan: &Plan<'_>, journey: &Journey<f64>, names: &[String]) -> Vec<EventReport> {
    let crossings = journey.crossings.iter().map(|(event, t, meeting, x)| EventReport {
        text: plan.events[*event].text.clone(),
        t: *t,
        how: word(*meeting),
        state: names.iter().cloned().zip(x.iter().copied()).collect(),
    });
    crossings.collect()
}
