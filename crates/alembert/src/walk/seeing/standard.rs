//! The panels of every motion: path, energy, residuals, multipliers; those without curves are left out.

use alembert_algebra::Expr;
use alembert_render::Spelling;
use alembert_render::figure::{Curve, Panel};

use super::motions::Motion;
use super::path::Path;
use crate::language::Model;
use crate::walk::run::Column;

/// The quantities of the path.
pub(super) fn quantities(model: &Model) -> Vec<Expr> {
    Path::of(model).map_or_else(Vec::new, |path| path.quantities())
}

/// The names on the axes of the path.
pub(crate) fn path_names(model: &Model) -> Vec<String> {
    Path::of(model).map_or_else(Vec::new, |path| path.names())
}

/// The panels that have curves; the path needs its quantities to be the first that were followed.
pub(super) fn panels(model: &Model, motions: &[Motion]) -> Vec<Panel> {
    let time = unit(&motions[0].report.columns[0]);
    let over_time = |title: &str, name: &str, curves: Vec<Curve>| {
        let unit = common_unit(&curves);
        Panel::new(title, ("t", time), (name, unit.as_deref()), curves)
    };
    let energy = over_time(drift_title(model, motions), "E − E(0)", drift(motions));
    let of_constraints = of(motions, "residual_");
    let residuals = over_time("Residuals of the constraints", "residual", of_constraints);
    let multipliers = [of(motions, "lambda_"), of(motions, "mu_")].concat();
    let is_unique = motions.iter().all(|motion| motion.report.unique);
    let title = if is_unique { "Multipliers" } else { "Multipliers, not unique: least norm" };
    let multipliers = over_time(title, "λ", multipliers);
    let path = Path::of(model).map_or_else(Vec::new, |path| path.panels(model, motions));
    let all = path.into_iter().chain([energy, residuals, multipliers]);
    all.filter(|panel| !panel.curves.is_empty()).collect()
}

/// The unit of these curves, if it is one for all.
fn common_unit(curves: &[Curve]) -> Option<String> {
    let mut units = curves.iter().map(|c| c.unit.clone());
    let first = units.next()??;
    units.all(|u| u.as_ref() == Some(&first)).then_some(first)
}

fn drift_title(model: &Model, motions: &[Motion]) -> &'static str {
    let pushed = model.dissipation.is_some() || model.forces.iter().any(|f| *f != Expr::zero());
    match (motions.iter().any(|m| m.report.has_sources), pushed) {
        (true, true) => "Energy, on which forces work",
        (true, false) => "Energy, on which constraints and time work",
        (false, _) => "Energy drift",
    }
}

fn unit(column: &Column) -> Option<&str> {
    column.unit.as_deref()
}

/// A name as it is typeset in a picture.
pub(super) fn shown(name: &str) -> String {
    let letter = name.trim_end_matches('\'');
    let dots = "′".repeat(name.len() - letter.len());
    format!("{}{dots}", Spelling::Unicode.name(letter))
}

fn named(motions: &[Motion], motion: &Motion, name: &str) -> String {
    match motions.len() {
        1 => name.to_owned(),
        _ => format!("{name} ({})", motion.report.principle),
    }
}

fn drift(motions: &[Motion]) -> Vec<Curve> {
    let mut curves = Vec::new();
    for motion in motions {
        let Some(energy) = motion.report.energy() else { continue };
        let start = energy.values.first().copied().unwrap_or(0.0);
        let y = energy.values.iter().map(|e| e - start).collect();
        let name = named(motions, motion, "E − E(0)");
        let unit = energy.unit.clone();
        curves.push(Curve { name, unit, x: motion.times().to_vec(), y });
    }
    curves
}

/// The columns whose names begin so.
fn of(motions: &[Motion], prefix: &str) -> Vec<Curve> {
    let mut curves = Vec::new();
    for motion in motions {
        for column in motion.report.columns.iter().filter(|c| c.name.starts_with(prefix)) {
            let label = column.name.strip_prefix("residual_").unwrap_or(&column.name);
            let name = named(motions, motion, &shown(label));
            let (x, y) = (motion.times().to_vec(), column.values.clone());
            curves.push(Curve { name, unit: column.unit.clone(), x, y });
        }
    }
    curves
}
