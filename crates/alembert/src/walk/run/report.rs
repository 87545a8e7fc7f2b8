//! What a run found: a table, its checks, and the decisions.

use alembert_algebra::{Expr, Kind};
use alembert_flow::{NEARLY_SINGULAR, Stop};
use alembert_kernel::KernelError;
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::absence::AbsenceReport;
use super::analysis::held::Held;
use super::certify::{Certificate, Counted, Until};
use super::claims;
use super::contact::ContactReport;
use super::ending::{ending, passages, passed, rank_drops};
use super::events::{EventReport, listed, word};
use super::gap::Gap;
use super::initial::{Change, Start};
use super::journey::{Journey, Plan};
use super::look::Column;
use super::phases::Impasse;
use super::phases::told::{PhaseReport, shared};
use super::promise::{self, MOST_DRIFT, MOST_RESIDUAL};
use super::shown::shown;
use super::table::{inputs, parameters};
use super::told::{has_euler_angles, impulses_hint, moment, singular_inertia, zeros_of};
use super::zeros::ZeroReport;
use crate::language::{Code, Diagnostic, Model, energy_symbol, si_unit, unit_of, width};
use crate::walk::statement::{Decision, StatementReport};

/// A pivot of the inertia below this part of its diagonal entry is near a singularity of angles.
const NEAR_EULER: f64 = 1e-6;

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
    /// The table: `t`, then one column for each quantity.
    pub columns: Vec<Column>,
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
        model: &Model,
        plan: &Plan<'_>,
        start: Start,
        journey: &Journey<f64>,
        (digits, statements): (Option<Certificate>, Vec<StatementReport>),
    ) -> Self {
        let columns = columns(model, plan, journey);
        let state = plan.course.motion.state.len();
        let names: Vec<String> = columns[1..=state].iter().map(|c| c.name.clone()).collect();
        let crossings = journey.crossings.iter().map(|(event, t, meeting, x)| EventReport {
            text: plan.events[*event].text.clone(),
            t: *t,
            how: word(*meeting),
            state: names.iter().cloned().zip(x.iter().copied()).collect(),
        });
        let events: Vec<EventReport> = crossings.collect();
        let relative = journey.relative_drift();
        let (word, reason) = ending(plan, journey);
        let (method, why_method) = promise::why(plan, journey);
        let mut report = Self {
            title: model.title.clone(),
            principle: plan.course.motion.principle,
            method,
            why_method,
            stop: word,
            reason,
            t: journey.samples.last().map_or(plan.span.0, |s| s.t),
            steps: journey.steps,
            state,
            energy_drift: relative,
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
            events,
            phases: plan.decider.map_or_else(Vec::new, |decider| {
                PhaseReport::all(&decider.phases, journey, &names)
            }),
            shared: plan.decider.map_or_else(Vec::new, |d| shared(&d.phases, journey)),
            absences: AbsenceReport::all(plan.events, &journey.absences),
            zeros: Vec::new(),
            passages: passages(plan, journey),
            contacts: Vec::new(),
            derivatives: 0,
            lacks: None,
            is_interrupted: word == "interrupted",
            diagnostics: Vec::new(),
            columns,
        };
        let angles = plan.course.motion.state.iter().zip(&plan.course.angles);
        let angles: Vec<Expr> = angles.filter(|(_, angle)| **angle).map(|(&q, _)| q).collect();
        let coarse = plan.choice.tol.is_some() || plan.choice.step.is_some();
        report.warn(model, journey, (coarse, &angles));
        report
    }

    /// AL037, AL050, AL051, AL054, AL055 and AL060.
    fn warn(&mut self, model: &Model, journey: &Journey<f64>, (coarse, angles): (bool, &[Expr])) {
        let constraints = model.constraints.first().map_or(model.lagrangian_span, |c| c.span);
        let mut found = Vec::new();
        let vanished = matches!(journey.stop, Stop::StepToZero { .. });
        if let Some(reason) = self.reason.as_ref().filter(|_| vanished) {
            let message = reason.clone();
            let place = journey.place.unwrap_or(model.lagrangian_span);
            let finding = Diagnostic::new(Code::StepVanished, place, message);
            found.push(finding.hint(self.short_hint(journey)));
        }
        let nearly = journey.rank.0 < NEARLY_SINGULAR && self.passages.is_empty();
        if nearly || self.stop == "rank loss" {
            let start = self.columns[0].values.first().copied().unwrap_or(self.t);
            let (message, hint) = rank_drops(self.stop, journey.rank, start);
            found.push(Diagnostic::new(Code::RankDrops, constraints, message).hint(hint));
        }
        if !self.passages.is_empty() {
            let (message, hint) = passed(&self.passages);
            found.push(Diagnostic::new(Code::RankDrops, constraints, message).hint(hint));
        }
        let singular = matches!(journey.failure, Some(KernelError::Solve(_)));
        let (pivot, t) = if singular { (0.0, self.t) } else { journey.inertia };
        if pivot < NEAR_EULER && self.angles >= 2 {
            let nearly = if singular { "" } else { "nearly " };
            let message = format!("the angles are {nearly}singular at t = {}", moment(t, 6));
            let zeros = zeros_of(model, &self.parameters);
            let hint = singular_inertia(&zeros, has_euler_angles(model, angles));
            let finding = Diagnostic::new(Code::EulerSingularity, model.lagrangian_span, message);
            found.push(finding.hint(hint));
        }
        found.extend(promise::findings(model, journey, (self.method, self.drift_hint(coarse))));
        found.extend(self.drift(model, (journey, coarse)));
        if let Some(t) = self.certain_until {
            let message = format!(
                "fewer than 3 digits of the state are correct from t = {} on",
                moment(t, 6)
            );
            let hint = self.uncertain_hint(t, vanished);
            found.push(Diagnostic::new(Code::Drift, model.lagrangian_span, message).hint(hint));
        }
        for line in self.statements.iter().filter(|s| s.decision == Decision::Fails) {
            let (list, verb) = match line.reject {
                true => (&model.reject, "rejected, and yet it holds"),
                false => (&model.expect, "expected, and yet it fails"),
            };
            let span = list[line.number].span;
            let message = format!("{verb}: {}", line.text);
            found.push(Diagnostic::new(Code::ExpectFailed, span, message).hint(line.how.clone()));
        }
        self.diagnostics = found;
    }

    /// AL051 for energy and residuals.
    fn drift(&self, model: &Model, (journey, coarse): (&Journey<f64>, bool)) -> Option<Diagnostic> {
        let residual = self.max_residual > MOST_RESIDUAL;
        let drifts = self.energy_drift > MOST_DRIFT || residual;
        if !drifts || journey.broken.is_some() {
            return None;
        }
        let message = format!(
            "energy drift {:.1e}, residual of the constraints {:.1e}",
            self.energy_drift, self.max_residual
        );
        let finding = Diagnostic::new(Code::Drift, model.lagrangian_span, message);
        let impulses = impulses_hint(model).filter(|_| !residual);
        Some(finding.hint(impulses.unwrap_or_else(|| self.drift_hint(coarse))))
    }

    /// What to do where steps become too short, or no phase follows.
    fn short_hint(&self, journey: &Journey<f64>) -> String {
        let held = journey.held.as_ref().map(Held::hint);
        let hint = journey.impasse.as_ref().map(Impasse::hint).or(held);
        hint.unwrap_or_else(|| self.singular_hint())
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
        let times = &self.columns[0].values;
        self.columns.iter().filter_map(|column| Gap::of(times, column)).collect()
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
        let last = |c: &Column| (c.name.clone(), c.values.last().map_or(Value::Null, |x| json!(x)));
        let end: Map<String, Value> = self.columns[1..].iter().map(last).collect();
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

    /// The result for people; with `art` curves of block characters are drawn.
    #[must_use]
    pub fn text(&self, spelling: Spelling, art: bool) -> String {
        let mut out = self.headline();
        let shown: Vec<&Column> = self.columns[1..].iter().filter(|c| !is_residual(c)).collect();
        let names: Vec<String> = shown.iter().map(|c| spelled(&c.name, spelling)).collect();
        let wide = names.iter().map(|n| width(n, 0)).max().unwrap_or(0);
        for (column, name) in shown.iter().zip(&names) {
            let gap = " ".repeat(wide - width(name, 0));
            let last = column.values.last().copied().unwrap_or(f64::NAN);
            let curve =
                if art { format!("  {}", sparkline(&column.values)) } else { String::new() };
            let digits =
                if last.is_finite() { self.digits_of(&column.name) } else { String::new() };
            let line = format!("  {name}{gap} = {:<24}{digits}{curve}", figures(last));
            out.push_str(&format!("{}\n", line.trim_end()));
        }
        out.push_str(&self.checks());
        out
    }

    /// What `--certify` says of a column, beside its last value; nothing when digits were not counted until there.
    fn digits_of(&self, name: &str) -> String {
        let Some(digits) = self.digits.as_ref().filter(|_| self.digits_until.is_none()) else {
            return String::new();
        };
        let found = digits.iter().find(|d| d.0 == name).and_then(|d| d.1);
        let text = found.map_or(String::new(), |d| format!("{d:.1} digits"));
        format!("  {text:<11}")
    }

    fn headline(&self) -> String {
        let first = self.columns[0].values.first().copied().unwrap_or(0.0);
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&format!("{}\n", self.title));
        }
        let reason = self.reason.as_ref().map_or(String::new(), |r| format!("; {r}"));
        out.push_str(&format!("t = {} .. {}{reason}\n\n", figures(first), figures(self.t)));
        out
    }

    fn checks(&self) -> String {
        let balance = if self.has_sources { "energy balance" } else { "energy" };
        let mut out = format!(
            "\nmethod     {} ({}), {} steps, principle {}\n{balance:<10} drift {:.1e}\nresiduals  {:.1e}\n",
            self.method,
            self.why_method,
            self.steps,
            self.principle,
            self.energy_drift,
            self.max_residual
        );
        if !self.unique {
            out.push_str("The multipliers are not unique; these are the shortest ones.\n");
        }
        let first = self.columns[0].values.first().copied().unwrap_or(0.0);
        out.push_str(&listed(&self.events, self.t - first));
        out.push_str(&PhaseReport::listed(&self.phases));
        for (_, what) in &self.passages {
            out.push_str(&format!("singular   {what}; the motion went through\n"));
        }
        self.contacts.iter().for_each(|contact| out.push_str(&contact.text()));
        if let (Some(digits), Some(ends)) = (&self.digits, &self.end_digits) {
            out.push_str(&certified(digits, ends, self.digits_until));
        }
        for line in &self.statements {
            let word = line.decision.word();
            let reject = if line.reject { "reject " } else { "" };
            let how = if line.decision == Decision::Holds {
                String::new()
            } else {
                format!(": {}", line.how)
            };
            out.push_str(&format!("{word:<10} {reject}{}{how}\n", line.text));
        }
        out
    }
}

/// The fewest digits, how they are measured, what is 0, and how long they were counted.
fn certified(
    digits: &[(String, Option<f64>)],
    ends: &[(String, Option<f64>)],
    until: Option<Until>,
) -> String {
    let zeros: Vec<&str> = digits.iter().filter(|d| d.1.is_none()).map(|d| d.0.as_str()).collect();
    let fewest = |counted: &[(String, Option<f64>)]| {
        let known = counted.iter().filter_map(|(name, d)| Some((name.clone(), (*d)?)));
        known.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let mut said = Vec::new();
    if let Some((name, d)) = fewest(digits) {
        said.push(format!(
            "{d:.1} correct in every column, relative to its largest value (fewest: {name})"
        ));
    }
    if let Some((name, d)) = fewest(ends) {
        said.push(format!("{d:.1} of every last value, relative to itself (fewest: {name})"));
    }
    if !zeros.is_empty() {
        said.push(format!("{} = 0 within rounding", zeros.join(" = ")));
    }
    match until {
        Some(Until::Radau(t)) => {
            said.push(format!("counted until `radau` takes over at t = {}", figures(t)));
        }
        Some(Until::Ended(t)) => said.push(format!(
            "counted until t = {}, where the run with more digits ends; of later ones nothing is known",
            figures(t)
        )),
        None => {}
    }
    format!("digits     {}\n", said.join("\n           "))
}

fn is_residual(column: &Column) -> bool {
    column.name.starts_with("residual_")
}

/// The table of a run.
fn columns(model: &Model, plan: &Plan<'_>, journey: &Journey<f64>) -> Vec<Column> {
    let samples = &journey.samples;
    let column = |(name, unit), values: Vec<f64>| {
        // −0 is printed as 0
        let values = values.into_iter().map(|x| x + 0.0).collect();
        Column { name, unit, values }
    };
    let time = ("t".to_owned(), column_unit(model, "t"));
    let times = column(time, samples.iter().map(|s| s.t).collect());
    let rest = shown(model, plan).into_iter().map(|(name, place)| {
        let unit = place.unit((model, plan), &name);
        column((name, unit), samples.iter().map(|s| place.of(s)).collect())
    });
    [times].into_iter().chain(rest).collect()
}

/// The unit of a column: SI, because that is what a run computes in.
pub(crate) fn column_unit(model: &Model, name: &str) -> Option<String> {
    if name == "t" {
        return model.run.unit.as_ref().map(|_| "s".to_owned());
    }
    let letter = name.trim_end_matches('\'');
    let dots = name.len() - letter.len();
    let Some(coordinate) = model.coordinates.iter().find(|c| c.name == letter) else {
        return derived_unit(model, name);
    };
    si_unit(coordinate.unit.as_deref()?, dots)
}

/// The unit of the energy, of a multiplier, of a residual or of an observed quantity.
fn derived_unit(model: &Model, name: &str) -> Option<String> {
    if let Some(observed) = model.observed.iter().find(|d| d.name == name) {
        let declared = observed.unit.as_deref();
        return declared.map_or_else(|| unit_of(model, observed.value), |unit| si_unit(unit, 0));
    }
    if let Some(label) = name.strip_prefix("residual_") {
        return residual_unit(model, label);
    }
    let quantity = match name {
        "E" => energy_symbol(),
        name => Expr::symbol(name, Kind::Multiplier, 0),
    };
    unit_of(model, quantity)
}

/// The unit of the residual of a constraint.
pub(super) fn residual_unit(model: &Model, label: &str) -> Option<String> {
    let constraint = model.constraints.iter().find(|c| c.label == label)?;
    unit_of(model, constraint.phi)
}

/// A name such as `theta'` in the spelling of the page.
fn spelled(name: &str, spelling: Spelling) -> String {
    let letter = name.trim_end_matches('\'');
    let dots = &name[letter.len()..];
    format!("{}{dots}", spelling.name(letter))
}

/// All digits, with a power of ten for what is very small or very large.
pub(super) fn figures(x: f64) -> String {
    match x.abs() {
        _ if x.is_nan() => "no value".to_owned(),
        0.0 => "0".to_owned(),
        1e-4..1e16 => x.to_string(),
        _ => format!("{x:e}"),
    }
}

/// How many characters a curve has.
const CURVE: usize = 32;

/// A curve in eight heights.
fn sparkline(values: &[f64]) -> String {
    let finite = || values.iter().copied().filter(|x| x.is_finite());
    let (low, high) =
        (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let flat = (high - low) <= 1e-9 * high.abs().max(low.abs());
    let bar = |x: f64| {
        if x.is_nan() {
            return ' ';
        }
        let share = if flat { 0.5 } else { (x - low) / (high - low) };
        let heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 7"
        )]
        let k = (share * 7.0).round().clamp(0.0, 7.0) as usize;
        heights[k]
    };
    let count = values.len().min(CURVE);
    (0..count).map(|k| bar(values[k * (values.len() - 1) / (count - 1).max(1)])).collect()
}
