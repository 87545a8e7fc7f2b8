//! The model as it was understood: all that the equations below follow from.

use alembert_algebra::{Expr, Kind};
use alembert_render::figure::raised;
use alembert_render::report::{Item, Section};
use alembert_render::{Equation, Page, Part, RenderError, Spelling, Typesetter};

use super::super::WalkError;
use super::super::notation::{self, notation};
use super::super::run::RunReport;
use super::{section, words};
use crate::language::Model;
use crate::language::model::{Initial, Parameter, Signal, Variable};

/// Coordinates, inputs, parameters, L, the constraints, forces, what the inputs do, and the values at the
/// start: given, found by the motion, or taken as 0.
pub(super) fn understood(model: &Model, motion: Option<&RunReport>) -> Result<Section, WalkError> {
    let mut items = Vec::new();
    items.extend(variables("coordinate", &model.coordinates));
    items.extend(variables("input", &model.inputs));
    if !model.parameters.is_empty() {
        let rows =
            model.parameters.iter().map(|p| parameter(model, p)).collect::<Result<_, _>>()?;
        let head = ["parameter", "value in SI units", "declared in", "meaning"];
        items.push(Item::Table(words(&head), rows));
    }
    items.push(Item::Equations(Page::new(equations(model)?)));
    items.extend(model.inputs.iter().filter_map(|u| tabulated(model, u)));
    items.extend(start(model, motion)?);
    Ok(section("The model", items))
}

fn variables(kind: &str, list: &[Variable]) -> Option<Item> {
    let row = |c: &Variable| vec![shown(&c.name), raised(&text(&c.unit)), text(&c.doc)];
    let rows: Vec<Vec<String>> = list.iter().map(row).collect();
    (!rows.is_empty()).then(|| Item::Table(words(&[kind, "unit", "meaning"]), rows))
}

fn parameter(model: &Model, p: &Parameter) -> Result<Vec<String>, RenderError> {
    Ok(vec![shown(&p.name), value(model, p.value)?, raised(&text(&p.unit)), text(&p.doc)])
}

/// The values at the start.
fn start(model: &Model, motion: Option<&RunReport>) -> Result<Option<Item>, RenderError> {
    let dotted = |name: &str| {
        let (name, dots) = name.split_at(name.trim_end_matches('\'').len());
        shown(name) + dots
    };
    let found = motion.map_or(&[][..], |motion| &motion.changes);
    let is_found = |name: &str| found.iter().any(|change| change.name == name);
    let row = |given: &Initial| -> Result<Vec<String>, RenderError> {
        let origin = if given.guess { "a guess" } else { "given" };
        Ok(vec![dotted(&given.name), value(model, given.value)?, origin.to_owned()])
    };
    let given = model.initial.iter().filter(|given| !is_found(&given.name));
    let mut rows = given.map(row).collect::<Result<Vec<_>, _>>()?;
    rows.extend(found.iter().map(|change| {
        let origin = match change.from {
            Some(guess) => format!("the constraints, near the guess {guess}"),
            None => "the constraints".to_owned(),
        };
        vec![dotted(&change.name), change.to.to_string(), origin]
    }));
    let assumed = motion.map_or(&[][..], |motion| &motion.assumed);
    let zero = |name: &String| vec![dotted(name), "0".to_owned(), "not given".to_owned()];
    rows.extend(assumed.iter().map(zero));
    let head = words(&["at the start", "value in SI units", "from"]);
    Ok((!rows.is_empty()).then_some(Item::Table(head, rows)))
}

/// An input that is given by a table.
fn tabulated(model: &Model, input: &Variable) -> Option<Item> {
    let signal = model.run.inputs.iter().find(|(u, _)| *u == input.symbol);
    let Some((_, Signal::Table(points))) = signal else { return None };
    let point = |(t, u): &(Expr, Expr)| -> Option<Vec<String>> {
        Some(vec![value(model, *t).ok()?, value(model, *u).ok()?])
    };
    let mut rows: Vec<Vec<String>> = points.iter().take(MOST_POINTS).filter_map(point).collect();
    if points.len() > MOST_POINTS {
        rows.push(vec![format!("{} more", points.len() - MOST_POINTS), "…".to_owned()]);
    }
    Some(Item::Table(words(&["at time", &format!("{} is", shown(&input.name))]), rows))
}

/// Points of a table that are shown.
const MOST_POINTS: usize = 20;

/// A number with its decimals, or a formula.
fn value(model: &Model, value: Expr) -> Result<String, RenderError> {
    match value.as_number() {
        Some(number) => Ok(number.to_f64().to_string()),
        None => notation::text(value, model, Spelling::Unicode),
    }
}

fn shown(name: &str) -> String {
    Spelling::Unicode.name(name)
}

fn text(optional: &Option<String>) -> String {
    optional.clone().unwrap_or_default()
}

/// `L = …`, `0 = φ` for each constraint, forces that are not zero, and inputs that have formulas.
fn equations(model: &Model) -> Result<Vec<Part>, RenderError> {
    let notation = notation(model);
    let mut typesetter = Typesetter::new(&notation);
    let mut line = |label: Option<&str>, lhs: Expr, rhs: Expr| -> Result<Equation, RenderError> {
        let (lhs, rhs) = (typesetter.tree(lhs)?, typesetter.tree(rhs)?);
        Ok(Equation { label: label.map(str::to_owned), lhs, rhs })
    };
    let mut forces = Vec::new();
    for (name, force) in forces_of(model) {
        forces.push(line(None, name, force)?);
    }
    let mut inputs = Vec::new();
    for (input, signal) in &model.run.inputs {
        if let Signal::Formula(formula) = signal {
            inputs.push(line(None, *input, *formula)?);
        }
    }
    let lagrangian = line(None, named("L"), model.lagrangian)?;
    let constraints = model.constraints.iter().map(|c| line(Some(&c.label), Expr::zero(), c.phi));
    let constraints = constraints.collect::<Result<Vec<_>, _>>()?;
    let mut parts = vec![Part::Equations(vec![lagrangian]), Part::Equations(constraints)];
    if !forces.is_empty() {
        parts.extend([Part::Heading("Forces".to_owned()), Part::Equations(forces)]);
    }
    if !inputs.is_empty() {
        parts.extend([Part::Heading("Inputs of the motion".to_owned()), Part::Equations(inputs)]);
    }
    Ok(parts)
}

fn named(name: &str) -> Expr {
    Expr::symbol(name, Kind::Auxiliary, 0)
}

/// `Q_x` for each coordinate and the torques `M_Bx, M_By, M_Bz` on each rotation that are not zero, and
/// Rayleigh's function.
fn forces_of(model: &Model) -> Vec<(Expr, Expr)> {
    let coordinates = model.coordinates.iter().map(|c| format!("Q_{}", c.name));
    let torques = model.rotations.iter().flat_map(|turning| {
        ["x", "y", "z"].map(|axis| format!("M_{}{axis}", turning.rotation.name()))
    });
    let given = coordinates.chain(torques).zip(&model.forces);
    let given = given.filter(|(_, force)| **force != Expr::zero());
    let forces = given.map(|(name, &force)| (named(&name), force));
    forces.chain(model.dissipation.map(|e| (named(rayleigh(model)), e))).collect()
}

/// A letter for Rayleigh's function that no parameter has.
fn rayleigh(model: &Model) -> &'static str {
    let is_free = |name: &&str| model.parameters.iter().all(|p| p.name != *name);
    ["R", "F", "D"].into_iter().find(is_free).unwrap_or("R_diss")
}
