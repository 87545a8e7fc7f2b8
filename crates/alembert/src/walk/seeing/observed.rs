//! The panels of a report: those of every motion, and one for each observed quantity.

use alembert_render::figure::{Curve, Panel};

use super::motions::{Following, Motion, Watcher, gaps, motions, sampled};
use super::plot::{SAMPLES, column_unit, left_out, pretty};
use super::standard;
use crate::language::model::Definition;
use crate::language::{Model, si_unit, unit_of};
use crate::walk::run::Refusal;

/// The standard panels, then the observed quantities over time; and what is missing in them.
///
/// # Errors
/// The model does not run.
pub(crate) fn report_panels(
    model: &Model,
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<(Vec<Panel>, Vec<String>), Refusal> {
    let request = sampled(model, following.request, |_| SAMPLES)?;
    let mut quantities = standard::quantities(model);
    let first = quantities.len();
    quantities.extend(model.observed.iter().map(|d| d.value));
    let motions = motions(model, &quantities, Following { request, ..following }, watcher)?;
    let mut panels = standard::panels(model, &motions);
    let observed = (first..).zip(&model.observed);
    panels.extend(observed.map(|(k, definition)| panel(model, &motions, definition, k)));
    let no_text = vec![""; first];
    let names: Vec<&str> =
        no_text.into_iter().chain(model.observed.iter().map(|d| d.name.as_str())).collect();
    let notes = [gaps(&motions, &names), left_out(&panels)].concat();
    Ok((panels, notes))
}

/// The curve of an observed quantity, whose values stand at a place.
fn panel(model: &Model, motions: &[Motion], definition: &Definition, place: usize) -> Panel {
    let name = pretty(&definition.name);
    let declared = definition.unit.as_deref();
    let unit = declared.map_or_else(|| unit_of(model, definition.value), |unit| si_unit(unit, 0));
    let curve = |m: &Motion| Curve {
        name: m.report.principle.to_owned(),
        unit: unit.clone(),
        x: m.times().to_vec(),
        y: m.values(place).to_vec(),
    };
    let time = column_unit(motions, "t");
    let curves = motions.iter().map(curve).collect();
    Panel::new(&name, ("t", time.as_deref()), (&name, unit.as_deref()), curves)
}
