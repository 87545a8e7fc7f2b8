//! One small picture of a model, for a gallery.

use alembert_algebra::Expr;
use alembert_render::figure::{Figure, card};

use super::curves::{PanelRequest, Shown};
use super::motions::{Following, Watcher, motions, sampled};
use super::plot::panel;
use super::scene::scene;
use crate::language::Model;
use crate::walk::run::Refusal;

/// Points of a curve.
const SAMPLES: f64 = 600.0;

/// The scene with paths and bodies at some moments; where nothing leaves a path, the coordinates over
/// time.
///
/// # Errors
/// The model does not run.
pub fn portrait(
    model: &Model,
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<Figure, Refusal> {
    let scene = scene(model, following, watcher)?;
    if scene.has_paths() {
        return Ok(scene.still());
    }
    let shown =
        |c: &crate::language::model::Variable| Shown { text: c.name.clone(), value: c.symbol };
    let request = PanelRequest { up: model.coordinates.iter().map(shown).collect(), across: None };
    let quantities: Vec<Expr> = request.up.iter().map(|s| s.value).collect();
    let sampled = sampled(model, following.request, |_| SAMPLES)?;
    let following = Following { request: sampled, ..following };
    let motions = motions(model, &quantities, following, watcher)?;
    Ok(card(&model.title, &panel(model, &request, &motions, 0)))
}
