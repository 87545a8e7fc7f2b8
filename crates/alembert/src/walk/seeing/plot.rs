//! Figures of motions.

use alembert_algebra::{Expr, Kind, symbols};
use alembert_render::figure::{Curve, Figure, Panel, raised, sheet};

use super::curves::{PanelRequest, Shown};
use super::motions::{
    Followed, Following, Motion, Watcher, ambiguity, gaps, motions, sampled, told,
};
use super::standard;
use crate::language::model::energy_symbol;
use crate::language::{Model, unit_of};
use crate::walk::run::Refusal;

/// Points of a curve; no picture has more pixels.
pub(super) const SAMPLES: f64 = 2000.0;

/// A figure, and what its reader is to know.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The figure.
    pub figure: Figure,
    /// Its panels.
    pub panels: Vec<Panel>,
    /// The motions that it shows.
    pub motions: Vec<Followed>,
    /// Initial values that were found or taken as 0, motions that end before their time, gaps, and multipliers
    /// that are not unique.
    pub notes: Vec<String>,
}

/// The figure of a motion: the panels that are asked for, or the standard ones (path, energy,
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
    if panels.is_empty() {
        return standard(model, following, watcher);
    }
    let request = sampled(model, following.request, |_| SAMPLES)?;
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
    let mut notes = [told(&motions), gaps(&motions, &texts)].concat();
    notes.extend(ambiguity(&motions).filter(|_| quantities.iter().any(|&e| has_multiplier(e))));
    Ok(Plot::new(&model.title, drawn, &motions, notes))
}

impl Plot {
    fn new(title: &str, panels: Vec<Panel>, motions: &[Motion], notes: Vec<String>) -> Self {
        let title = if title.is_empty() { "Motion" } else { title };
        let motions = motions.iter().map(Motion::followed).collect();
        let notes = notes.into_iter().chain(left_out(&panels)).collect();
        Self { figure: sheet(title, &panels), panels, motions, notes }
    }
}

/// What panels do not show of their curves.
pub(super) fn left_out(panels: &[Panel]) -> Vec<String> {
    let note = |panel: &Panel| {
        let name = if panel.title.is_empty() { &panel.y.name } else { &panel.title };
        Some(format!("panel `{name}`: {}", panel.left_out()?))
    };
    panels.iter().filter_map(note).collect()
}

/// The panels that every motion has, as far as they have curves: path, energy, residuals, multipliers.
///
/// # Errors
/// The model does not run by one of the principles.
fn standard(
    model: &Model,
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<Plot, Refusal> {
    let request = sampled(model, following.request, |_| SAMPLES)?;
    let quantities = standard::quantities(model);
    let motions = motions(model, &quantities, Following { request, ..following }, watcher)?;
    let mut notes = told(&motions);
    notes.extend(ambiguity(&motions));
    Ok(Plot::new(&model.title, standard::panels(model, &motions), &motions, notes))
}

/// Does a quantity depend on a multiplier? The energy is a symbol of the same kind.
fn has_multiplier(e: Expr) -> bool {
    let is_multiplier = |x: &Expr| {
        *x != energy_symbol() && x.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier)
    };
    symbols(&[e]).iter().any(is_multiplier)
}

/// A panel whose quantities stand from a place on.
pub(super) fn panel(
    model: &Model,
    request: &PanelRequest,
    motions: &[Motion],
    from: usize,
) -> Panel {
    let first = from + usize::from(request.across.is_some());
    let units: Vec<Option<String>> = request.up.iter().map(|s| unit(model, motions, s)).collect();
    let mut curves = Vec::new();
    for motion in motions {
        let x = if request.across.is_some() { motion.values(from) } else { motion.times() };
        for (k, shown) in request.up.iter().enumerate() {
            let name = match (request.up.len(), motions.len()) {
                (1, 2..) => motion.report.principle.to_owned(),
                (_, 1) => pretty(&shown.text),
                _ => format!("{} ({})", pretty(&shown.text), motion.report.principle),
            };
            let (x, y) = (x.to_vec(), motion.values(first + k).to_vec());
            curves.push(Curve { name, unit: units[k].clone(), x, y });
        }
    }
    let up: Vec<String> = request.up.iter().map(|s| pretty(&s.text)).collect();
    let up = up.join(", ");
    let across = request.across.as_ref().map_or("t".to_owned(), |s| pretty(&s.text));
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

/// A text as it is typeset in a picture: letters in Greek, the sign ′ for dots, − and raised powers.
pub(super) fn pretty(text: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut shown = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match c.is_alphabetic() {
            true => rest.find(|c| !is_letter(c)).unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        let (word, behind) = rest.split_at(end);
        shown.push_str(&standard::shown(word));
        rest = behind;
    }
    raised(&shown).replace('\'', "′").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn curves_are_typeset_as_the_model_is() {
        for (text, shown) in [
            ("theta'", "θ′"),
            ("theta_0''", "θ₀′′"),
            ("x phi' - 2*x^2", "x φ′ − 2*x²"),
            ("sin(theta_1)/alpha", "sin(θ₁)/α"),
            ("lambda_roll_x", "λ_roll_x"),
            ("2e-3 x1", "2e−3 x1"),
        ] {
            assert_eq!(pretty(text), shown);
        }
    }
}
