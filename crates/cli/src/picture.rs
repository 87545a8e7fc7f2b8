//! Pictures of motions: from the names on the command line to figures and scenes.

use std::path::Path;

use alembert::language::{Diagnostic, Source};
use alembert::walk::{
    self as library, Followed, Following, MotionError, PanelRequest, Plot, RunRequest, Scene,
    Table, Writing,
};
use alembert::{Figure, Theme, figure};
use serde_json::{Value, json};

use crate::answer::{Answer, Report};
use crate::complaint::Complaint;
use crate::progress::Listener;
use crate::terminal::{Exit, Stop, Terminal};
use crate::walk::{Model, Walk};
use crate::whole::{spared, write_bytes};

/// A figure, the curves in it, and what is known of its model.
pub(crate) struct Drawn {
    walk: Walk,
    curves: Vec<String>,
    plot: Plot,
}

impl Drawn {
    /// With data in its panels, until a time.
    pub(crate) fn beside(
        self,
        runs: &[(String, Table)],
        to: Option<f64>,
    ) -> Result<Self, (usize, MotionError)> {
        let plot = self.plot.beside(&self.curves, runs, to)?;
        Ok(Self { plot, ..self })
    }

    /// What is said of it, and the figure.
    pub(crate) fn answer(self) -> (Answer, Figure) {
        let Self { walk, plot, .. } = self;
        (answer(walk, plot.json(), (&plot.motions, &plot.notes)), plot.figure)
    }
}

/// The figure of a motion with the panels that are asked for; for data beside it, those that the data have.
pub(crate) fn plot(
    model: &Model,
    (panels, data): (&[String], &[(String, Table)]),
    following: Following<'_>,
    listener: &mut Listener<'_>,
) -> Result<Drawn, Box<Answer>> {
    let mut walk = Walk::open(model)?;
    walk.reading = library::with_friction(&walk.reading);
    let curves = match panels {
        [] => library::shared_curves(&walk.reading, data),
        panels => panels.to_vec(),
    };
    let mut requests: Vec<PanelRequest> = Vec::new();
    for text in &curves {
        let source = Source::new("<curve>", text.as_str());
        requests.push(walk.understood(&source, library::read_panel(&source, &walk.reading))?);
    }
    warn(&mut walk, following);
    let plot = walk.moved(library::plot(&walk.reading, &requests, following, listener))?;
    Ok(Drawn { walk, curves, plot })
}

/// The scene of a motion.
pub(crate) fn scene(
    model: &Model,
    following: Following<'_>,
    listener: &mut Listener<'_>,
) -> Result<(Answer, Scene), Box<Answer>> {
    let mut walk = Walk::open(model)?;
    warn(&mut walk, following);
    let scene = walk.moved(library::scene(&walk.reading, following, listener))?;
    Ok((answer(walk, scene.summary(), (&scene.motions, &scene.notes)), scene))
}

/// What is to be said about the principles of a picture.
fn warn(walk: &mut Walk, following: Following<'_>) {
    match following.principles {
        [] => walk.warn(None),
        list => list.iter().for_each(|name| walk.warn(Some(name))),
    }
}

/// What is said of a picture: as of a run, a motion that ended before its time is no success.
fn answer(mut walk: Walk, mut json: Value, (motions, notes): (&[Followed], &[String])) -> Answer {
    for finding in motions.iter().flat_map(|motion| &motion.diagnostics) {
        if !walk.text.diagnostics.contains(finding) {
            walk.text.diagnostics.push(finding.clone());
        }
    }
    json["diagnostics"] = json!(walk.text.json());
    let ended = |stop: &str| motions.iter().any(|motion| motion.stop.as_deref() == Some(stop));
    let exit = match motions.iter().all(Followed::is_complete) {
        true => Exit::Fine,
        false if ended("interrupted") => Exit::Interrupted,
        false => Exit::Broken,
    };
    let report = Report { text: String::new(), json };
    Answer { notes: notes.to_vec(), ..walk.answer(report, exit) }
}

/// The figure of motions that were recorded, of which their files say all there is to say.
pub(crate) fn recorded(drawn: &Plot) -> Answer {
    let mut json = drawn.json();
    json["diagnostics"] = json!([]);
    let report = Some(Report { text: String::new(), json });
    let (findings, notes) = (Vec::new(), drawn.notes.clone());
    Answer { findings, notes, report, refusal: None, exit: Exit::Fine }
}

/// The document about a model.
pub(crate) fn report(
    model: &Model,
    writing: Writing,
    request: RunRequest<'_>,
) -> Result<(String, Answer), Box<Answer>> {
    let mut walk = Walk::open(model)?;
    walk.assume()?;
    let document = match library::report_of(&walk.reading, writing, request) {
        Ok(document) => document,
        Err(error) => return Err(Box::new(walk.refused(error))),
    };
    walk.tell(&document.diagnostics);
    let exit = match document.stop {
        _ if document.refused.is_some() => Exit::Failed,
        Some(stop) if !["end", "event"].contains(&stop) => Exit::Broken,
        _ if document.fails => Exit::Failed,
        _ if walk.text.diagnostics.iter().any(Diagnostic::is_error) => Exit::Wrong,
        _ => Exit::Fine,
    };
    let diagnostics = walk.text.json();
    let (stop, with, notes) = (document.stop, &document.with, &document.notes);
    let json = json!({ "with": with, "stop": stop, "notes": notes, "diagnostics": diagnostics });
    let report = Report { text: String::new(), json };
    Ok((document.text, Answer { notes: document.notes, ..walk.answer(report, exit) }))
}

/// Writes a picture or a document, and says what is to be said about it; as JSON it is one object. One that was
/// interrupted does not take the place of an older one.
pub(crate) fn deliver(
    answer: Answer,
    (path, bytes): (&Path, &[u8]),
    terminal: &Terminal,
    as_json: bool,
) -> Result<Exit, Stop> {
    answer.show(terminal);
    let spared = if answer.exit == Exit::Interrupted { spared(path) } else { path.to_owned() };
    let path = &spared;
    write_bytes(path, bytes)?;
    terminal.wrote(path);
    if let Some(report) = answer.report.filter(|_| as_json) {
        let mut all = json!({ "file": path.display().to_string() });
        let further = report.json.as_object().into_iter().flatten();
        further.for_each(|(key, value)| all[key] = value.clone());
        Stop::unless_closed(terminal.print_json(&all))?;
    }
    Ok(answer.exit)
}

/// Pixels a point in a PNG.
const DENSITY: f64 = 2.0;

/// Makes a file of a figure.
pub(crate) type Writer = fn(&Figure) -> Result<Vec<u8>, Complaint>;

/// How a figure is written to a file of this ending.
pub(crate) fn writer(path: &Path) -> Result<Writer, Complaint> {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("svg") => Ok(|drawn| Ok(figure::svg::text(drawn, Theme::Paper).into_bytes())),
        Some("png") => Ok(|drawn| {
            figure::png::bytes(drawn, DENSITY).map_err(|e| Complaint::Refused { error: e.into() })
        }),
        Some("pdf") => Ok(|drawn| Ok(figure::pdf::bytes(drawn))),
        _ => Err(Complaint::UnknownPicture { path: path.to_owned() }),
    }
}
