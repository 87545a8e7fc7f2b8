//! Sections of a motion with phases: dry friction that holds, and other kinks.
//!
//! The motion is the one that a run follows, phase by phase; its zeros are the events of that run.

use alembert_flow::{Meeting, Stop};
use alembert_kernel::{Program, Workspace};

use super::Listener;
use super::section::{
    FAR, MOST_STEPS, PATIENCE, SectionReport, SectionRequest, Side, no_more_points,
};
use crate::language::Model;
use crate::walk::run::absence::AbsenceReport;
use crate::walk::run::columns::column_unit;
use crate::walk::run::ending::ending;
use crate::walk::run::initial::Start;
use crate::walk::run::journey::{Enough, Journey, Plan};
use crate::walk::run::look::Column;
use crate::walk::run::travel::travel;
use crate::walk::run::{
    Fixed, Refusal, RunRequest, WalkError, phases, prepared, signal, with_friction,
};

/// A zero: when, and the state there.
type Point = (f64, Vec<f64>);

impl Side {
    /// Does a zero count?
    pub(in crate::walk::run) fn has(self, meeting: Meeting) -> bool {
        match self {
            Self::Both => true,
            Self::Up => matches!(meeting, Meeting::Rising | Meeting::JumpingUp),
            Self::Down => matches!(meeting, Meeting::Falling | Meeting::JumpingDown),
        }
    }
}

/// The section of a motion with phases; none of one that has none.
pub(super) fn by_phases(
    model: &Model,
    request: SectionRequest<'_>,
    progress: &mut Listener<'_>,
) -> Result<Option<SectionReport>, Refusal> {
    if !phases::signs::may_have(model) {
        return Ok(None);
    }
    let seen = with_friction(&signal::with_inputs(model));
    let events = std::slice::from_ref(request.quantity);
    let is_open = request.run.to == Some(FAR);
    let mut run = RunRequest { events, ..request.run };
    if is_open {
        (run.to, run.every) = (None, None);
    }
    loop {
        let found = prepared(&seen, run, |plan, fixed, start| {
            let followed = || followed((&seen, plan, fixed), &start, request, progress);
            let report = plan.decider.is_some().then(followed).transpose()?;
            Ok(report.map(|report| (report, plan.span)))
        })?;
        let Some((report, (from, to))) = found else { return Ok(None) };
        let longer = from + LONGER * (to - from);
        if !is_open || report.stop != "end" || longer.abs() > FAR {
            return Ok(Some(report));
        }
        (run.to, run.every) = (Some(longer), Some((longer - from).abs()));
    }
}

/// A run that is ended by a number of points is made once more, so many times as long, when it has too few. What
/// vanishes in a phase is measured by the length of the run.
const LONGER: f64 = 4.0;

/// The section of one run.
fn followed(
    (model, plan, fixed): (&Model, &Plan<'_>, &Fixed<'_>),
    start: &Start,
    request: SectionRequest<'_>,
    progress: &mut Listener<'_>,
) -> Result<SectionReport, WalkError> {
    let most = request.count.unwrap_or(usize::MAX);
    let is_open = request.run.to == Some(FAR);
    let patience = if is_open { PATIENCE } else { u64::MAX };
    let enough = Some(Enough { side: request.side, most, patience });
    // a number of points ends the run before its time
    let most_steps = if request.count.is_some() { MOST_STEPS } else { plan.most_steps };
    let plan = Plan { enough, most_steps, choice: plan.choice.clone(), ..*plan };
    let numbers = fixed.numbers::<f64>()?;
    let mut told = |p| progress(p);
    let journey = travel(&plan, &|t| fixed.at(&numbers, t), &start.x, &mut told)?;
    report(model, (&plan, fixed), request, &journey)
}

fn report(
    model: &Model,
    (plan, fixed): (&Plan<'_>, &Fixed<'_>),
    request: SectionRequest<'_>,
    journey: &Journey<f64>,
) -> Result<SectionReport, WalkError> {
    let counts = journey.crossings.iter().filter(|c| request.side.has(c.2));
    let most = request.count.unwrap_or(usize::MAX);
    let points: Vec<Point> = counts.take(most).map(|c| (c.1, c.3.clone())).collect();
    let t = journey.samples.last().map_or(plan.span.0, |last| last.t);
    let (stop, reason) = match &journey.stop {
        _ if request.count == Some(points.len()) => ("count", None),
        Stop::Interrupted { .. } if journey.is_patient_no_more => {
            ("too many steps", Some(no_more_points(t)))
        }
        _ => ending(plan, journey),
    };
    Ok(SectionReport {
        title: model.title.clone(),
        text: request.quantity.text.clone(),
        side: request.side,
        principle: plan.course.motion.principle,
        method: plan.choice.name,
        stop,
        reason,
        t,
        absence: AbsenceReport::all(plan.events, &journey.absences).pop(),
        columns: columns(model, (plan, fixed), journey, &points)?,
    })
}

/// `t`, the state, E, multipliers and observed quantities at the points, each in its phase.
fn columns(
    model: &Model,
    (plan, fixed): (&Plan<'_>, &Fixed<'_>),
    journey: &Journey<f64>,
    points: &[Point],
) -> Result<Vec<Column>, WalkError> {
    let (motion, looks) = (&plan.course.motion, plan.looks);
    let spelled =
        |e: &alembert_algebra::Expr| e.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    let mut names = vec!["t".to_owned()];
    names.extend(motion.state.iter().map(spelled));
    names.push("E".to_owned());
    names.extend(motion.multipliers.iter().map(spelled));
    names.extend(model.observed.iter().map(|d| d.name.clone()));
    let unit = |name: &str| column_unit(model, name);
    let mut columns: Vec<Column> = names
        .into_iter()
        .map(|name| Column { unit: unit(&name), name, values: Vec::new() })
        .collect();
    let first = plan.lowered.moving - 1;
    let n = plan.course.n;
    let multipliers = n..n + motion.multipliers.len();
    let core = std::iter::once(looks.energy(plan.course)).chain(multipliers);
    let seen = looks.core.len()..looks.core.len() + looks.observed;
    let places: Vec<usize> = core.chain(seen).map(|place| first + place).collect();
    let programs: Vec<Program> = { places.iter() }
        .map(|&place| Program::new(&plan.lowered.tape, plan.lowered.moving, &[place]))
        .collect();
    let numbers = fixed.numbers::<f64>()?;
    let (mut space, mut out) = (Workspace::default(), Vec::new());
    for (t, x) in points {
        let mut numbers = fixed.at(&numbers, *t);
        if let (Some(decider), Some(mode)) = (plan.decider, journey.mode(*t)) {
            decider.phases.write(mode, &mut numbers);
        }
        let run = plan.reduced.map_or_else(|| Ok(x.clone()), |r| r.fold(&numbers, *t, x))?;
        let at = [&[*t], &run[..]].concat();
        let mut row = [&[*t], &x[..motion.state.len()]].concat();
        for program in &programs {
            let value = program.bind(&numbers).and_then(|k| k.values(&mut space, &at, &mut out));
            row.push(value.map_or(f64::NAN, |()| out[0]));
        }
        for (column, value) in columns.iter_mut().zip(row) {
            column.values.push(value + 0.0); // −0 is printed as 0
        }
    }
    Ok(columns)
}
