//! The model as it was understood: all that the equations below follow from.

use alembert_algebra::{Expr, Kind};
use alembert_render::figure::raised;
use alembert_render::report::{Item, Section};
use alembert_render::{Equation, Page, Part, RenderError, Spelling, Tree, Typesetter};

use super::super::WalkError;
use super::super::notation::notation;
use super::super::run::{RunReport, column_unit};
use super::valued::{brief, declared, number, with_unit};
use super::{defined, section, words};
use crate::language::model::{Parameter, Signal, Variable};
use crate::language::{Model, si_unit};

/// Coordinates, inputs, parameters, L, the constraints, forces, what names mean, what the inputs do, and the values
/// at the start: given, found by the motion, or taken as 0.
pub(super) fn understood(model: &Model, motion: Option<&RunReport>) -> Result<Section, WalkError> {
    let mut items = Vec::new();
    let mut typesetter = Typesetter::new(&notation(model));
    let mut coordinates = variables(&model.coordinates, &mut typesetter)?;
    coordinates.extend(defined::rotations(model, &mut typesetter)?);
    let inputs = variables(&model.inputs, &mut typesetter)?;
    for (kind, rows) in [("coordinate", coordinates), ("input", inputs)] {
        if !rows.is_empty() {
            items.push(Item::Symbols(words(&[kind, "unit", "meaning"]), rows));
        }
    }
    if !model.parameters.is_empty() {
        let row = |p: &Parameter| -> Result<_, RenderError> {
            Ok((typesetter.tree(p.symbol)?, parameter(model, p)?))
        };
        let rows = model.parameters.iter().map(row).collect::<Result<_, _>>()?;
        items.push(Item::Symbols(words(&["parameter", "value", "meaning"]), rows));
    }
    items.push(Item::Equations(Page::new(equations(model)?)));
    items.extend(signals(model)?);
    items.extend(start(model, motion)?);
    Ok(section("The model", items))
}

/// The rows of a table of symbols.
type Rows = Vec<(Tree, Vec<String>)>;

fn variables(list: &[Variable], typesetter: &mut Typesetter) -> Result<Rows, RenderError> {
    let row = |c: &Variable| -> Result<_, RenderError> {
        Ok((typesetter.tree(c.symbol)?, vec![raised(&text(&c.unit)), text(&c.doc)]))
    };
    list.iter().map(row).collect()
}

/// Value with its unit, and meaning.
fn parameter(model: &Model, p: &Parameter) -> Result<Vec<String>, RenderError> {
    Ok(vec![declared(model, p.value, p.unit.as_deref())?, text(&p.doc)])
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
    // What an input does is told with the inputs.
    let is_told = |name: &str| {
        found.iter().any(|change| change.name == name)
            || model.inputs.iter().any(|u| u.name == name)
    };
    let mut rows = Vec::new();
    for given in model.initial.iter().filter(|given| !is_told(&given.name)) {
        let origin = if given.guess { "a guess" } else { "given" };
        let unit = given.unit.clone().or_else(|| column_unit(model, &given.name));
        let value = declared(model, given.value, unit.as_deref())?;
        rows.push((symbol(&given.name)?, vec![value, origin.to_owned()]));
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
        let unit = column_unit(model, &change.name);
        let value = with_unit(&brief(change.to), unit.as_deref());
        rows.push((symbol(&change.name)?, vec![value, origin]));
    }
    for name in motion.map_or(&[][..], |motion| &motion.assumed) {
        rows.push((symbol(name)?, vec!["0".to_owned(), "not given".to_owned()]));
    }
    let head = words(&["at the start", "value", "from"]);
    Ok((!rows.is_empty()).then_some(Item::Symbols(head, rows)))
}

/// What the inputs do: formulas with the unit of their values, and tables.
fn signals(model: &Model) -> Result<Vec<Item>, RenderError> {
    let mut typesetter = Typesetter::new(&notation(model));
    let mut items = Vec::new();
    for input in &model.inputs {
        let signal = model.run.inputs.iter().find(|(u, _)| *u == input.symbol);
        match signal.map(|(_, signal)| signal) {
            Some(Signal::Formula(formula)) => {
                let (lhs, rhs) = (typesetter.tree(input.symbol)?, typesetter.tree(*formula)?);
                let equation = Part::Equations(vec![Equation { label: None, lhs, rhs }]);
                items.push(Item::Equations(Page::new(vec![equation])));
                items.extend(unit_of_formula(input));
            }
            Some(Signal::Table(points)) => items.extend(tabulated(model, input, points)?),
            None => {}
        }
    }
    if !items.is_empty() {
        let heading = Part::Heading("Inputs of the motion".to_owned());
        items.insert(0, Item::Equations(Page::new(vec![heading])));
    }
    Ok(items)
}

/// In which unit the numbers of a formula are.
fn unit_of_formula(input: &Variable) -> Option<Item> {
    let unit = si_unit(input.unit.as_deref()?, 0)?;
    Some(Item::Sentence(format!("Here {} is in {}.", shown(&input.name), raised(&unit))))
}

/// An input that is given by a table, and what it does between and beyond its points.
fn tabulated(
    model: &Model,
    input: &Variable,
    points: &[(Expr, Expr)],
) -> Result<[Item; 2], RenderError> {
    let time = model.run.unit.as_ref().map(|_| "s");
    let unit = input.unit.as_deref().and_then(|unit| si_unit(unit, 0));
    let mut rows = Vec::new();
    for (t, u) in points.iter().take(MOST_POINTS) {
        let (t, u) = (number(model, *t)?, number(model, *u)?);
        rows.push(vec![with_unit(&t, time), with_unit(&u, unit.as_deref())]);
    }
    if points.len() > MOST_POINTS {
        rows.push(vec![format!("{} more", points.len() - MOST_POINTS), "…".to_owned()]);
    }
    let name = shown(&input.name);
    let words_between = format!(
        "Between these points {name} is straight; before the first and after the last it keeps its value."
    );
    let table = Item::Table(words(&["at time", &format!("{name} is")]), rows);
    Ok([table, Item::Sentence(words_between)])
}

/// Points of a table that are shown.
const MOST_POINTS: usize = 20;

fn shown(name: &str) -> String {
    Spelling::Unicode.name(name)
}

fn text(optional: &Option<String>) -> String {
    optional.clone().unwrap_or_default()
}

/// `L = …`, `0 = φ` for each constraint, forces that are not zero, observed quantities, and what names mean.
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
    parts.extend(defined::formulas(model)?);
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
