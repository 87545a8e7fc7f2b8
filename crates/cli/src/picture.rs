//! Pictures of motions: from the names on the command line to figures and scenes.

use alembert::language::Source;
use alembert::walk::{self as library, Following, PanelRequest, Refusal, Scene, Writing};

use crate::answer::Answer;
use crate::progress::Listener;
use crate::walk::{Model, Walk};

/// The figure of a motion with the panels that are asked for.
pub(crate) fn plot(
    model: &Model,
    panels: &[String],
    following: Following<'_>,
    listener: &mut Listener<'_>,
) -> Result<alembert::Figure, Box<Answer>> {
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
pub(crate) fn report(model: &Model, writing: Writing) -> Result<String, Box<Answer>> {
    let walk = Walk::open(model)?;
    library::report(&walk.reading, writing).map_err(|error| Box::new(walk.refused(error)))
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
