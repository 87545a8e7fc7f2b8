//! Poincaré sections: the states at which a quantity passes through zero.
//!
//! The zeros are those of the step polynomials, so that none is missed; times and states are as exact as
//! the motion itself. A quantity that only touches zero is on no side, and is left out when a side is
//! asked for.

use std::ops::ControlFlow;

use alembert_algebra::Expr;
use alembert_flow::{Absence, Crossing, Direction, Observer, Pace, Settings, Step, Stop, follow};
use alembert_kernel::{Program, Workspace};
use serde_json::{Map, Value, json};

use super::phased::by_phases;
use super::{Listener, Ready};
use crate::language::Model;
use crate::walk::decisive::decided;
use crate::walk::run::absence::{self, AbsenceReport};
use crate::walk::run::columns::column_unit;
use crate::walk::run::ending::failed;
use crate::walk::run::events::Event;
use crate::walk::run::gap::Gap;
use crate::walk::run::look::Column;
use crate::walk::run::method::Methodical;
use crate::walk::run::numbers::{largest, shown};
use crate::walk::run::table::{Table, origin};
use crate::walk::run::{Refusal, RunRequest, WalkError};

/// A run that is ended by a number of points and not by time has no more steps than this.
pub(super) const MOST_STEPS: u64 = 20_000_000;
/// A run that is ended by a number of points and not by time ends after so many steps without one.
pub(super) const PATIENCE: u64 = 20_000;
/// The end of a run without one, when a number of points is asked for.
pub(super) const FAR: f64 = 1e9;

/// Which crossings count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// All, touching included.
    #[default]
    Both,
    /// From negative to positive.
    Up,
    /// From positive to negative.
    Down,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct SectionRequest<'a> {
    /// The principle, the method and the end of the run.
    pub run: RunRequest<'a>,
    /// The quantity whose zeros are the section.
    pub quantity: &'a Event,
    /// Which of them count.
    pub side: Side,
    /// End the run after so many points.
    pub count: Option<usize>,
}

/// The points of a section.
#[derive(Debug, Clone)]
pub struct SectionReport {
    /// The title of the model.
    pub title: String,
    /// The quantity, as written.
    pub text: String,
    /// Which zeros count.
    pub side: Side,
    /// The principle.
    pub principle: &'static str,
    /// The method.
    pub method: &'static str,
    /// Why the run ended, in a word.
    pub stop: &'static str,
    /// Why the run ended, in a sentence, when it did before its time.
    pub reason: Option<String>,
    /// The last time.
    pub t: f64,
    /// When the quantity had no value, if it ever had none.
    pub absence: Option<AbsenceReport>,
    /// `t`, the state, E, multipliers and observed quantities at the points.
    pub columns: Vec<Column>,
}

/// Keeps the points.
struct Points<'a> {
    found: Vec<(f64, Vec<f64>)>,
    most: usize,
    ready: &'a Ready<'a>,
    progress: &'a mut Listener<'a>,
    steps: u64,
    /// After how many steps without a point the run ends.
    patience: u64,
    /// The number of steps at the last point.
    last: u64,
    /// How the motion gets on to its end, where it is to come there.
    pace: Option<Pace>,
    /// Was the end out of reach?
    is_hopeless: bool,
}

impl Points<'_> {
    fn gives_up(&self) -> bool {
        self.steps - self.last >= self.patience
    }
}

impl Observer for Points<'_> {
    fn step(&mut self, step: &Step<'_>) -> ControlFlow<()> {
        if self.found.len() >= self.most {
            return ControlFlow::Break(());
        }
        self.steps += 1;
        let steps = self.steps;
        self.is_hopeless = self.pace.as_mut().is_some_and(|pace| pace.is_hopeless(step.t, steps));
        if self.gives_up() || self.is_hopeless {
            return ControlFlow::Break(());
        }
        (self.progress)(self.ready.progress(step.t, self.steps))
    }

    fn crossing(&mut self, crossing: &Crossing, x: &[f64]) {
        if self.found.len() < self.most {
            self.last = self.steps;
            self.found.push((crossing.t, x.to_vec()));
        }
    }
}

/// The section of the motion of a model.
///
/// # Errors
/// The model does not run.
pub fn section(
    model: &Model,
    mut request: SectionRequest<'_>,
    progress: &mut Listener<'_>,
) -> Result<SectionReport, Refusal> {
    let model = &decided(model, &[]);
    let open = request.run.to.is_none() && request.count.is_some();
    if open {
        request.run.to = Some(FAR);
        request.run.every = Some(FAR);
    }
    if let Some(report) = by_phases(model, request, progress)? {
        return Ok(report);
    }
    let looks = |course: &mut super::Course| -> Vec<Expr> {
        let quantity = course.specified(request.quantity.quantity);
        course.restrict_angles(&[quantity]);
        let motion = course.motion.clone();
        let observed: Vec<Expr> =
            model.observed.iter().map(|d| course.specified(d.value)).collect();
        [vec![quantity, motion.energy], motion.multipliers.to_vec(), observed].concat()
    };
    let mut ready = Ready::new(model, request.run, looks, |_| None)?;
    let start = ready.start()?;
    let patience = if open { PATIENCE } else { u64::MAX };
    let Found { points, absences, stop, t, gave_up } =
        walk(&mut ready, &start.x, (request, patience), progress)?;
    let (stop, reason) = match gave_up {
        true => ("too many steps", Some(no_more_points(t))),
        false => ending(&stop, request.count == Some(points.len())),
    };
    Ok(SectionReport {
        title: model.title.clone(),
        text: request.quantity.text.clone(),
        side: request.side,
        principle: ready.course.motion.principle,
        method: ready.choice.name,
        stop,
        reason,
        t,
        absence: AbsenceReport::all(std::slice::from_ref(request.quantity), &absences).pop(),
        columns: columns(&ready, &points)?,
    })
}

/// What was found on the way, and how the way ended.
struct Found {
    points: Vec<(f64, Vec<f64>)>,
    absences: Vec<Absence>,
    stop: Stop,
    t: f64,
    /// Were there too many steps without a point?
    gave_up: bool,
}

pub(super) fn no_more_points(t: f64) -> String {
    format!(
        "no point in the last {PATIENCE} steps until t = {t:.6}, so that the search ends; --to sets another end"
    )
}

fn out_of_reach(stop: &Stop) -> String {
    format!("{stop}; the end is out of reach at this pace, --to sets a nearer one")
}

/// Follows the legs and keeps the points.
fn walk(
    ready: &mut Ready<'_>,
    start: &[f64],
    (request, patience): (SectionRequest<'_>, u64),
    progress: &mut Listener<'_>,
) -> Result<Found, WalkError> {
    let legs = ready.legs(&[0])?;
    let (mut t, mut x) = (ready.span.0, start.to_vec());
    if !ready.asked {
        let choice = ready.choice.clone();
        let first = (&legs[0].field, &legs[0].surface);
        ready.choice = choice.suit(first, (t, &x), ready.span.1.min(t + 100.0));
    }
    let ready: &Ready<'_> = ready;
    let most = request.count.unwrap_or(usize::MAX);
    let mut listener = |p| progress(p);
    let progress = &mut listener;
    let found = Vec::new();
    let pace = (patience == u64::MAX).then(|| Pace::new(t, ready.span.1, 0));
    let (steps, last, is_hopeless) = (0, 0, false);
    let mut points =
        Points { found, most, ready, progress, steps, patience, last, pace, is_hopeless };
    let direction = match request.side {
        Side::Both => Direction::Any,
        Side::Up => Direction::Rising,
        Side::Down => Direction::Falling,
    };
    let event = alembert_flow::Event { watch: 0, direction, terminal: false };
    let (mut stop, mut absences) = (Stop::End, Vec::new());
    for leg in &legs {
        let mut method = f64::method(&ready.choice, &leg.field, &leg.surface);
        // a number of points ends the run before its time
        let (events, gives_up) = (vec![event], request.count.is_none());
        let own = Settings::to(leg.end);
        let settings = Settings { events, most_steps: MOST_STEPS, gives_up, ..own };
        let ending = follow(&mut *method, &leg.surface, (t, &x), &settings, &mut points);
        absence::join(&mut absences, &ending.absences);
        (t, x, stop) = (ending.t, ending.x, ending.stop);
        if stop != Stop::End {
            break;
        }
    }
    if points.is_hopeless {
        stop = Stop::TooManySteps { t, steps: points.steps };
    }
    let gave_up = points.gives_up();
    Ok(Found { points: points.found, absences, stop, t, gave_up })
}

fn ending(stop: &Stop, enough: bool) -> (&'static str, Option<String>) {
    match stop {
        _ if enough => ("count", None),
        Stop::End => ("end", None),
        Stop::Interrupted { t } => ("interrupted", Some(format!("interrupted at t = {t:.6}"))),
        Stop::RankLoss { .. } => ("rank loss", Some(stop.to_string())),
        Stop::StepToZero { .. } => ("step to zero", Some(stop.to_string())),
        Stop::TooManySteps { .. } => ("too many steps", Some(out_of_reach(stop))),
        Stop::Field { error, .. } => (failed(error), Some(stop.to_string())),
        _ => ("stopped", Some(stop.to_string())),
    }
}

/// The table of the points.
fn columns(ready: &Ready<'_>, points: &[(f64, Vec<f64>)]) -> Result<Vec<Column>, WalkError> {
    let motion = &ready.course.motion;
    let mut names = vec!["t".to_owned()];
    names.extend(ready.names());
    names.push("E".to_owned());
    let spelled = |e: &Expr| e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    names.extend(motion.multipliers.iter().map(spelled));
    names.extend(ready.model.observed.iter().map(|d| d.name.clone()));
    let first = ready.lowered.moving; // the output after the quantity itself
    let count = names.len() - 1 - motion.state.len();
    let observed = first + count - ready.model.observed.len();
    let program =
        |places: Vec<usize>| Program::new(&ready.lowered.tape, ready.lowered.moving, &places);
    let core = program((first..observed).collect());
    let observed: Vec<_> = (observed..first + count).map(|place| program(vec![place])).collect();
    let mut columns: Vec<Column> = names
        .into_iter()
        .map(|name| Column { unit: column_unit(ready.model, &name), name, values: Vec::new() })
        .collect();
    let (mut space, mut out) = (Workspace::default(), Vec::new());
    for (t, x) in points {
        let at = [&[*t], &x[..]].concat();
        let fixed = ready.fixed(*t);
        core.bind(&fixed)?.values(&mut space, &at, &mut out)?;
        let mut row = [at.clone(), out.clone()].concat();
        for quantity in &observed {
            // A quantity without a value has a gap here.
            let kernel = quantity.bind(&fixed);
            let seen = kernel.and_then(|kernel| kernel.values(&mut space, &at, &mut out));
            row.push(seen.map_or(f64::NAN, |()| out[0]));
        }
        for (column, value) in columns.iter_mut().zip(&row) {
            column.values.push(value + 0.0); // −0 is printed as 0
        }
    }
    Ok(columns)
}

impl SectionReport {
    /// The observed quantities that have no value at some points.
    #[must_use]
    pub fn gaps(&self) -> Vec<Gap> {
        let times = &self.columns[0].values;
        self.columns.iter().filter_map(|column| Gap::of(times, column)).collect()
    }

    /// The number of points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.columns[0].values.len()
    }

    /// The points as a table; `model` is the text of the model.
    #[must_use]
    pub fn table(&self, model: &str) -> Table {
        let mut metadata = origin(model);
        let pairs = [
            ("title", json!(self.title)),
            ("principle", json!(self.principle)),
            ("method", json!(self.method)),
            ("section", json!(self.text)),
            ("side", json!(self.side.word())),
            ("stop", json!(self.stop)),
        ];
        metadata.extend(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)));
        Table { metadata, columns: self.columns.clone() }
    }

    /// The result for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let point = |k: usize| -> Value {
            let entry = |c: &Column| (c.name.clone(), json!(c.values[k]));
            Value::Object(self.columns.iter().map(entry).collect::<Map<_, _>>())
        };
        json!({
            "stop": self.stop,
            "reason": self.reason,
            "t": self.t,
            "section": self.text,
            "direction": self.side.word(),
            "method": self.method,
            "principle": self.principle,
            "count": self.count(),
            "absences": self.absence.as_ref().map_or(json!([]), |absence| json!(absence.spans)),
            "points": (0..self.count()).map(point).collect::<Vec<_>>(),
        })
    }

    /// The result for people: at most so many points, columns below each other where they would be
    /// wider than the page, and how many points there are.
    #[must_use]
    pub fn text(&self, rows: usize, width: usize) -> String {
        let mut out =
            if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        let reason = self.reason.as_ref().map_or(String::new(), |r| format!("; {r}"));
        let word = if self.count() == 1 { "point" } else { "points" };
        out.push_str(&format!(
            "{} = 0 ({}): {} {word} until t = {}{reason}\n",
            self.text,
            self.side.word(),
            self.count(),
            self.t
        ));
        let at_once = (width.saturating_sub(2) / (CELL + 2)).max(2);
        let (time, others) = self.columns.split_at(1);
        for block in others.chunks(at_once - 1) {
            let columns: Vec<&Column> = time.iter().chain(block).collect();
            out.push_str(&lines(&columns, self.count().min(rows)));
        }
        if self.count() > rows {
            out.push_str(&format!("  … {} more; -o FILE writes all\n", self.count() - rows));
        }
        out.push_str(&format!("\nmethod {}, principle {}\n", self.method, self.principle));
        out
    }
}

/// The characters of a cell.
const CELL: usize = 14;

/// Columns side by side under their names.
fn lines(columns: &[&Column], rows: usize) -> String {
    let line = |cells: Vec<String>| format!("  {}\n", cells.join("  "));
    let names = columns.iter().map(|c| format!("{:>CELL$}", c.name)).collect();
    let mut out = format!("\n{}", line(names));
    let most: Vec<f64> = columns.iter().map(|c| largest(c.values.iter().copied())).collect();
    for k in 0..rows {
        let cells = columns.iter().zip(&most).map(|(c, &most)| cell(c.values[k], most));
        out.push_str(&line(cells.collect()));
    }
    out
}

/// A number of a column in which this is the largest; none is −0, and a gap is a dash.
fn cell(x: f64, most: f64) -> String {
    if x.is_nan() {
        return format!("{:>CELL$}", "–");
    }
    format!("{:>CELL$}", shown(x, most, 8))
}

impl Side {
    /// `both`, `up` or `down`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Side::Both => "both",
            Side::Up => "up",
            Side::Down => "down",
        }
    }
}
