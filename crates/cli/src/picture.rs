//! Pictures of motions: from the names on the command line to figures and scenes.

use std::path::Path;

use alembert::language::Source;
use alembert::walk::{self as library, Following, PanelRequest, Plot, Refusal, Scene, Writing};
use alembert::{Figure, Theme, figure};
use serde_json::json;

use crate::answer::{Answer, Report};
use crate::complaint::Complaint;
use crate::progress::Listener;
use crate::terminal::Exit;
use crate::walk::{Model, Walk};

/// The figure of a motion with the panels that are asked for.
pub(crate) fn plot(
    model: &Model,
    panels: &[String],
    following: Following<'_>,
    listener: &mut Listener<'_>,
) -> Result<Plot, Box<Answer>> {
    let walk = Walk::open(model)?;
    let mut requests: Vec<PanelRequest> = Vec::new();
    for text in panels {
        let source = Source::new("<curve>", text.as_str());
        requests.push(walk.understood(&source, library::read_panel(&source, &walk.reading))?);
    }
    let drawn = library::plot(&walk.reading, &requests, following, listener);
    drawn.map_err(|refusal| refused(walk, refusal))
}

/// The scene of a motion.
pub(crate) fn scene(
    model: &Model,
    following: Following<'_>,
    listener: &mut Listener<'_>,
) -> Result<Scene, Box<Answer>> {
    let walk = Walk::open(model)?;
    let scene = library::scene(&walk.reading, following, listener);
    scene.map_err(|refusal| refused(walk, refusal))
}

/// The document about a model.
pub(crate) fn report(model: &Model, writing: Writing) -> Result<(String, Answer), Box<Answer>> {
    let mut walk = Walk::open(model)?;
    let document = match library::report(&walk.reading, writing) {
        Ok(document) => document,
        Err(error) => return Err(Box::new(walk.refused(error))),
    };
    let exit = if document.refused.is_some() { Exit::Failed } else { Exit::Fine };
    walk.text.diagnostics = document.refused.into_iter().collect();
    let empty = Report { text: String::new(), json: json!({}) };
    Ok((document.text, Answer { notes: document.notes, ..walk.answer(empty, exit) }))
}

fn refused(mut walk: Walk, refusal: Refusal) -> Box<Answer> {
    match refusal {
        Refusal::Walk(error) => Box::new(walk.refused(error)),
        Refusal::Diagnosed(diagnostic) => {
            walk.text.diagnostics.push(*diagnostic);
            Box::new(Answer::wrong(vec![walk.text]))
        }
    }
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
