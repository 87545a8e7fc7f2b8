//! Questions about the flow: sections, exponents, motions between two points.

use alembert::language::{Source, read_assignments};
use alembert::walk::{
    self as library, AbsenceReport, ConnectReport, ConnectRequest, LyapunovRequest, RunRequest,
    SectionReport, SectionRequest, Side,
};

use super::{Model, Walk, settled, with_report};
use crate::answer::{Answer, Report};
use crate::progress::Listener;
use crate::terminal::Exit;

/// Points that are shown; a file holds all.
const SHOWN: usize = 20;

/// The points of a Poincaré section.
pub(crate) fn section(
    model: &Model,
    (run, quantity): (RunRequest<'_>, &str),
    (side, count): (Side, Option<usize>),
    (width, listener): (usize, &mut Listener<'_>),
) -> (Answer, Option<SectionReport>) {
    let mut found = || {
        let mut walk = Walk::open(model)?;
        walk.reading = library::with_friction(&walk.reading);
        let source = Source::new("<section>", quantity);
        let event = walk.event(&source, false)?;
        let request = SectionRequest { run, quantity: &event, side, count };
        let report = walk.moved(library::section(&walk.reading, request, listener))?;
        let exit = match report.stop {
            "interrupted" => Exit::Interrupted,
            "end" | "count" => Exit::Fine,
            _ => Exit::Broken,
        };
        let shown = Report { text: report.text(SHOWN, width), json: report.json() };
        let gaps = report.gaps().into_iter().map(|gap| gap.said(&gap.name));
        let notes = library::decided_values(&walk.reading).into_iter().chain(gaps);
        let notes = notes.chain(report.absence.as_ref().map(AbsenceReport::said)).collect();
        Ok((Answer { notes, ..walk.answer(shown, exit) }, report))
    };
    with_report(found())
}

/// The Lyapunov exponents of a motion.
pub(crate) fn lyapunov(
    model: &Model,
    request: LyapunovRequest<'_>,
    listener: &mut Listener<'_>,
) -> Answer {
    let mut found = || {
        let walk = Walk::open(model)?;
        let report = walk.moved(library::lyapunov(&walk.reading, request, listener))?;
        let exit = if report.interrupted { Exit::Interrupted } else { Exit::Fine };
        let notes = library::decided_values(&walk.reading);
        let mut answer = walk.answer(Report { text: report.text(), json: report.json() }, exit);
        answer.notes.extend(notes);
        if report.interrupted {
            let t = report.span.1;
            answer.notes.push(format!("interrupted: averaged until t = {t:.6} only"));
        }
        Ok(answer)
    };
    settled(found())
}

/// Motions between two points.
pub(crate) fn connect(
    model: &Model,
    (request, end): (ConnectRequest<'_>, &str),
    listener: &mut Listener<'_>,
) -> (Answer, Option<ConnectReport>) {
    let mut found = || {
        let walk = Walk::open(model)?;
        let source = Source::new("--end", end);
        let end = walk.understood(&source, read_assignments(&source, &walk.reading))?;
        let request = ConnectRequest { end: &end, ..request };
        let report = walk.moved(library::connect(&walk.reading, request, listener))?;
        let exit = match (report.interrupted, report.motions.is_empty()) {
            (true, _) => Exit::Interrupted,
            (false, true) => Exit::Broken,
            (false, false) => Exit::Fine,
        };
        let shown = Report { text: report.text(), json: report.json() };
        let notes = library::decided_values(&walk.reading);
        let mut answer = walk.answer(shown, exit);
        answer.notes.extend(notes);
        if report.interrupted {
            let count = report.tries;
            answer.notes.push(format!("interrupted after {count} guesses; this is what they gave"));
        } else if report.motions.is_empty() {
            answer
                .notes
                .push("no motion was found; try more --tries or another --spread".to_owned());
        }
        Ok((answer, report))
    };
    with_report(found())
}
