//! What names in a report mean: functions, rotations with their angular velocities, and those abbreviations that
//! appear in it.

use alembert_algebra::{Expr, Function as Applied, Kind, apply};
use alembert_mechanics::rotation::Axes;
use alembert_render::{Equation, Part, RenderError, Spelling, Tree, Typesetter};

use super::super::notation::notation;
use super::super::seeing::path_names;
use crate::language::Model;
use crate::language::model::{Definition, Function, Turning};
use crate::language::names;

/// A row of the table of coordinates for each rotation.
pub(super) fn rotations(
    model: &Model,
    typesetter: &mut Typesetter,
) -> Result<Vec<(Tree, Vec<String>)>, RenderError> {
    let row = |turning: &Turning| -> Result<_, RenderError> {
        let symbol = typesetter.tree(named(turning.rotation.name()))?;
        Ok((symbol, vec![String::new(), meaning(turning)]))
    };
    model.rotations.iter().map(row).collect()
}

/// `rotation from axes of the body to axes of space, with the angular velocity ω in axes of space; …`
fn meaning(turning: &Turning) -> String {
    let name = Spelling::Unicode.name(turning.rotation.name());
    let axes = turning.rotation.axes();
    let other = if axes == Axes::Body { Axes::Space } else { Axes::Body };
    let speeds = turning.speeds().zip([axes, other]).map(|(omega, axes)| {
        let place = if axes == Axes::Body { "axes of the body" } else { "axes of space" };
        format!("{} in {place}", Spelling::Unicode.name(omega))
    });
    let speeds = speeds.collect::<Vec<_>>().join(", ");
    let doc = turning.doc.as_ref().map_or_else(String::new, |doc| format!("{doc}; "));
    format!(
        "{doc}rotation from axes of the body to axes of space: its angular velocity is {speeds}; its entries are \
         {name}_xx to {name}_zz, and in motions {name}₀ to {name}₃ are its unit quaternion"
    )
}

/// The formulas of functions, and the abbreviations that are met on the page.
pub(super) fn formulas(model: &Model) -> Result<Vec<Part>, RenderError> {
    let mut typesetter = Typesetter::new(&notation(model));
    let mut line = |lhs: Expr, rhs: Expr| -> Result<Equation, RenderError> {
        Ok(Equation { label: None, lhs: typesetter.tree(lhs)?, rhs: typesetter.tree(rhs)? })
    };
    let mut parts = Vec::new();
    let functions = model.functions.iter().filter_map(|f| Some(line(applied(f), f.formula?)));
    let functions = functions.collect::<Result<Vec<_>, _>>()?;
    if !functions.is_empty() {
        parts.extend([Part::Heading("Functions".to_owned()), Part::Equations(functions)]);
    }
    let met = met(model);
    let abbreviations = model.abbreviations.iter().filter(|d| is_met(d, &met));
    let abbreviations = abbreviations.map(|d| line(named(&d.name), d.value));
    let abbreviations = abbreviations.collect::<Result<Vec<_>, _>>()?;
    if !abbreviations.is_empty() {
        parts.extend([Part::Heading("Abbreviations".to_owned()), Part::Equations(abbreviations)]);
    }
    Ok(parts)
}

/// `s(t)`
fn applied(function: &Function) -> Expr {
    let name = Applied::unspecified(&function.name, function.arguments.len());
    apply(name, &function.arguments)
}

fn named(name: &str) -> Expr {
    Expr::symbol(name, Kind::Auxiliary, 0)
}

/// The names on the axes of the path and in claims, in ASCII spelling.
fn met(model: &Model) -> Vec<String> {
    let claims = model.expect.iter().chain(&model.reject).flat_map(|s| words(&s.text));
    path_names(model).into_iter().chain(claims).collect()
}

/// Is it met by its name, or as a part of a vector?
fn is_met(definition: &Definition, met: &[String]) -> bool {
    let vector = definition.name.rsplit_once('_').map(|(vector, _)| vector);
    met.iter().any(|name| *name == definition.name || Some(name.as_str()) == vector)
}

/// The names in a text.
fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match names::read(rest) {
            Some(reading) => {
                rest = &rest[reading.len..];
                found.push(reading.name);
            }
            None => rest = &rest[c.len_utf8()..],
        }
    }
    found
}
