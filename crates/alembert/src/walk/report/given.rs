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
use crate::language::model::{Parameter, Signal, Variable};

/// Coordinates, inputs, parameters, L, the constraints, forces, what the inputs do, and the values at the
/// start: given, found by the motion, or taken as 0.
pub(super) fn understood(model: &Model, motion: Option<&RunReport>) -> Result<Section, WalkError> {
    let mut items = Vec::new();
    let mut typesetter = Typesetter::new(&notation(model));
    items.extend(variables("coordinate", &model.coordinates, &mut typesetter)?);
    items.extend(variables("input", &model.inputs, &mut typesetter)?);
    if !model.parameters.is_empty() {
        let row = |p: &Parameter| -> Result<_, RenderError> {
            Ok((typesetter.tree(p.symbol)?, parameter(model, p)?))
        };
        let rows = model.parameters.iter().map(row).collect::<Result<_, _>>()?;
        let head = ["parameter", "value in SI units", "declared in", "meaning"];
        items.push(Item::Symbols(words(&head), rows));
    }
    items.push(Item::Equations(Page::new(equations(model)?)));
    items.extend(model.inputs.iter().filter_map(|u| tabulated(model, u)));
    items.extend(start(model, motion)?);
    Ok(section("The model", items))
}

fn variables(
    kind: &str,
    list: &[Variable],
    typesetter: &mut Typesetter,
) -> Result<Option<Item>, RenderError> {
    let row = |c: &Variable| -> Result<_, RenderError> {
        Ok((typesetter.tree(c.symbol)?, vec![raised(&text(&c.unit)), text(&c.doc)]))
    };
    let rows = list.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    Ok((!rows.is_empty()).then(|| Item::Symbols(words(&[kind, "unit", "meaning"]), rows)))
}

/// Value, unit and meaning.
fn parameter(model: &Model, p: &Parameter) -> Result<Vec<String>, RenderError> {
    Ok(vec![value(model, p.value)?, raised(&text(&p.unit)), text(&p.doc)])
}

/// The values at the start.
fn start(model: &Model, motion: Option<&RunReport>) -> Result<Option<Item>, RenderError> {
    let mut typesetter = Typesetter::new(&notation(model));
    let mut symbol = |name: &str| {
        let (letters, dots) = name.split_at(name.trim_end_matches('\'').len());
        let dots = u32::try_from(dots.len()).unwrap_or(0);
        typesetter.tree(Expr::symbol(letters, Kind::Auxiliary, dots))
    };
    let found = motion.map_or(&[][..], |motion| &motion.changes);
    let is_found = |name: &str| found.iter().any(|change| change.name == name);
    let mut rows = Vec::new();
    for given in model.initial.iter().filter(|given| !is_found(&given.name)) {
        let origin = if given.guess { "a guess" } else { "given" };
        rows.push((symbol(&given.name)?, vec![value(model, given.value)?, origin.to_owned()]));
    }
    for change in found {
        let origin = match (change.from, change.is_determined) {
            (Some(guess), true) => format!("the constraints, near the guess {guess}"),
            (None, true) => "the constraints".to_owned(),
            (Some(guess), false) => {
                format!("chosen on the constraints, nearest to the guess {guess}")
            }
            (None, false) => "chosen on the constraints, by the smallest change".to_owned(),
        };
        rows.push((symbol(&change.name)?, vec![brief(change.to), origin]));
    }
    for name in motion.map_or(&[][..], |motion| &motion.assumed) {
        rows.push((symbol(name)?, vec!["0".to_owned(), "not given".to_owned()]));
    }
    let head = words(&["at the start", "value in SI units", "from"]);
    Ok((!rows.is_empty()).then_some(Item::Symbols(head, rows)))
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

/// Eight digits of a number that was found.
fn brief(x: f64) -> String {
    format!("{x:.7e}").parse().unwrap_or(x).to_string()
}

fn shown(name: &str) -> String {
    Spelling::Unicode.name(name)
}

fn text(optional: &Option<String>) -> String {
    optional.clone().unwrap_or_default()
}

/// `L = …`, `0 = φ` for each constraint, forces that are not zero, observed quantities, and inputs that have
/// formulas.
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
    let mut observed = Vec::new();
    for definition in &model.observed {
        observed.push(line(None, named(&definition.name), definition.value)?);
    }
    let lagrangian = line(None, named("L"), model.lagrangian)?;
    let constraints = model.constraints.iter().map(|c| line(Some(&c.label), Expr::zero(), c.phi));
    let constraints = constraints.collect::<Result<Vec<_>, _>>()?;
    let mut parts = vec![Part::Equations(vec![lagrangian]), Part::Equations(constraints)];
    if !forces.is_empty() {
        parts.extend([Part::Heading("Forces".to_owned()), Part::Equations(forces)]);
    }
    if !observed.is_empty() {
        parts.extend([Part::Heading("Observed quantities".to_owned()), Part::Equations(observed)]);
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
