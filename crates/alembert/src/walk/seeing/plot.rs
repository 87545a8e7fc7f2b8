//! Figures of motions.

use alembert_algebra::Expr;
use alembert_render::figure::{Curve, Figure, Panel, raised, sheet};

use super::curves::{PanelRequest, Shown};
use super::motions::{Following, Motion, Watcher, gaps, motions, sampled, told};
use super::standard;
use crate::language::{Model, unit_of};
use crate::walk::run::Refusal;

/// Points of a curve; no picture has more pixels.
const SAMPLES: f64 = 2000.0;

/// A figure, and what its reader is to know.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The figure.
    pub figure: Figure,
    /// Initial values that were found or taken as 0, motions that end before their time, and gaps.
    pub notes: Vec<String>,
}

/// The figure of a motion: the panels that are asked for, or the standard four (path, energy,
/// residuals, multipliers); several principles in the same panels.
///
/// # Errors
/// The model does not run by one of the principles.
pub fn plot(
    model: &Model,
    panels: &[PanelRequest],
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<Plot, Refusal> {
    let title = if model.title.is_empty() { "Motion" } else { &model.title };
    if panels.is_empty() {
        let (panels, notes) = standard_panels(model, following, watcher)?;
        return Ok(Plot { figure: sheet(title, &panels), notes });
    }
    let request = sampled(model, following.request, |_| SAMPLES);
    let following = Following { request, ..following };
    let shown = panels.iter().flat_map(|p| p.across.iter().chain(&p.up));
    let (quantities, texts): (Vec<Expr>, Vec<&str>) =
        shown.map(|s| (s.value, s.text.as_str())).unzip();
    let motions = motions(model, &quantities, following, watcher)?;
    let mut from = 0;
    let mut drawn = Vec::new();
    for request in panels {
        drawn.push(panel(model, request, &motions, from));
        from += request.up.len() + usize::from(request.across.is_some());
    }
    let notes = [told(&motions), gaps(&motions, &texts)].concat();
    Ok(Plot { figure: sheet(title, &drawn), notes })
}

/// The panels that every motion has, as far as they have curves: path, energy, residuals, multipliers;
/// and what is to be said about the motions.
///
/// # Errors
/// The model does not run by one of the principles.
pub(crate) fn standard_panels(
    model: &Model,
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<(Vec<Panel>, Vec<String>), Refusal> {
    let request = sampled(model, following.request, |_| SAMPLES);
    let path = standard::quantities(model);
    let quantities: Vec<Expr> = path.into_iter().flatten().map(|q| q.1).collect();
    let motions = motions(model, &quantities, Following { request, ..following }, watcher)?;
    Ok((standard::panels(model, &motions), told(&motions)))
}

/// A panel whose quantities stand from a place on.
pub(super) fn panel(
    model: &Model,
    request: &PanelRequest,
    motions: &[Motion],
    from: usize,
) -> Panel {
    let first = from + usize::from(request.across.is_some());
    let mut curves = Vec::new();
    for motion in motions {
        let x = if request.across.is_some() { motion.values(from) } else { motion.times() };
        for (k, shown) in request.up.iter().enumerate() {
            let name = match (request.up.len(), motions.len()) {
                (1, 2..) => motion.report.principle.to_owned(),
                (_, 1) => pretty(&shown.text),
                _ => format!("{} ({})", pretty(&shown.text), motion.report.principle),
            };
            curves.push(Curve { name, x: x.to_vec(), y: motion.values(first + k).to_vec() });
        }
    }
    let up: Vec<String> = request.up.iter().map(|s| pretty(&s.text)).collect();
    let up = up.join(", ");
    let across = request.across.as_ref().map_or("t".to_owned(), |s| pretty(&s.text));
    let units: Vec<Option<String>> = request.up.iter().map(|s| unit(model, motions, s)).collect();
    let common =
        units.first().cloned().flatten().filter(|u| units.iter().all(|v| v.as_ref() == Some(u)));
    let x_unit = match &request.across {
        Some(shown) => unit(model, motions, shown),
        None => column_unit(motions, "t"),
    };
    let title =
        if request.across.is_some() { format!("{up} against {across}") } else { String::new() };
    let is_path = request.across.is_some() && common.as_deref() == Some("m") && x_unit == common;
    let mut panel =
        Panel::new(&title, (&across, x_unit.as_deref()), (&up, common.as_deref()), curves);
    panel.equal = is_path;
    panel
}

/// The unit of a quantity: declared, or as it follows from those of its symbols.
fn unit(model: &Model, motions: &[Motion], shown: &Shown) -> Option<String> {
    column_unit(motions, &shown.text).or_else(|| unit_of(model, shown.value))
}

/// The unit of a quantity that is a column of the table.
pub(super) fn column_unit(motions: &[Motion], text: &str) -> Option<String> {
    let column = motions[0]
        .report
        .columns
        .iter()
        .find(|c| c.name == text || standard::shown(&c.name) == pretty(text));
    column.and_then(|c| c.unit.clone())
}

/// A text with the sign ′ for dots.
pub(super) fn pretty(text: &str) -> String {
    match text.trim_end_matches('\'').chars().all(|c| c.is_alphanumeric() || c == '_') {
        true => standard::shown(text),
        false => raised(text).replace('\'', "′").replace('-', "−"),
    }
}
