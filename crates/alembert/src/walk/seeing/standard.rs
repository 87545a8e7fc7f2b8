//! The four panels that every motion has: path, energy, residuals, multipliers.

use alembert_algebra::Expr;
use alembert_render::Spelling;
use alembert_render::figure::{Curve, Panel};

use super::guess::path;
use super::motions::Motion;
use crate::language::Model;
use crate::walk::run::Column;

/// The quantities of the path: to the right, and up.
pub(super) fn quantities(model: &Model) -> Option<[(String, Expr); 2]> {
    path(model)
}

/// The four panels; the path needs its two quantities to be the first that were followed.
pub(super) fn panels(model: &Model, motions: &[Motion]) -> Vec<Panel> {
    let time = unit(&motions[0].report.columns[0]);
    let over_time = |title: &str, name: &str, unit: Option<&str>, curves| {
        Panel::new(title, ("t", time), (name, unit), curves)
    };
    let drift = over_time(drift_title(motions), "E − E(0)", None, drift(motions));
    let mut residuals =
        over_time("Residuals of the constraints", "residual", None, of(motions, "residual_"));
    residuals.absent = "no constraints".to_owned();
    let mut forces = over_time("Multipliers", "λ", None, of(motions, "lambda_"));
    forces.curves.extend(of(motions, "mu_"));
    forces.absent = "no multipliers".to_owned();
    vec![path_panel(model, motions), drift, residuals, forces]
}

fn drift_title(motions: &[Motion]) -> &'static str {
    match motions.iter().any(|m| m.report.has_sources) {
        true => "Energy, with the work of forces",
        false => "Energy drift",
    }
}

fn unit(column: &Column) -> Option<&str> {
    column.unit.as_deref()
}

fn path_panel(model: &Model, motions: &[Motion]) -> Panel {
    let Some([(x, _), (y, _)]) = path(model) else {
        let mut panel = Panel::new("Path", ("", None), ("", None), Vec::new());
        panel.absent = "no two quantities make a path".to_owned();
        return panel;
    };
    let curve = |m: &Motion| Curve {
        name: m.report.principle.to_owned(),
        x: m.values(0).to_vec(),
        y: m.values(1).to_vec(),
    };
    let units = [&x, &y].map(|name| super::plot::unit_of(motions, name));
    let axes = (shown(&x), shown(&y));
    let curves = motions.iter().map(curve).collect();
    let is_phase = y.ends_with('\'');
    let title = if is_phase { "Phase portrait" } else { "Path" };
    let mut panel =
        Panel::new(title, (&axes.0, units[0].as_deref()), (&axes.1, units[1].as_deref()), curves);
    panel.equal = !is_phase;
    panel
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
        let Some(energy) = motion.report.columns.iter().find(|c| c.name == "E") else { continue };
        let start = energy.values.first().copied().unwrap_or(0.0);
        let y = energy.values.iter().map(|e| e - start).collect();
        let name = named(motions, motion, "E − E(0)");
        curves.push(Curve { name, x: motion.times().to_vec(), y });
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
            curves.push(Curve { name, x: motion.times().to_vec(), y: column.values.clone() });
        }
    }
    curves
}
