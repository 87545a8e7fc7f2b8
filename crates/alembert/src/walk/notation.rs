//! How the expressions of a model are written: its parameters in the order of their declaration.

use alembert_algebra::Expr;
use alembert_render::{Notation, RenderError, Spelling, Typesetter};

use crate::language::{Model, angles};

/// Parameters, then coordinates, then rotations with their angular velocities, in the order of the
/// model.
pub(super) fn notation(model: &Model) -> Notation {
    let parameters = model.parameters.iter().map(|p| p.symbol);
    let coordinates = model.coordinates.iter().map(|c| c.symbol);
    let turning = model
        .rotations
        .iter()
        .flat_map(|t| t.rotation.entries().into_iter().flatten().chain(t.rotation.omega()));
    let angles = angles(model).iter().map(|p| p.symbol).collect();
    Notation { order: parameters.chain(coordinates).chain(turning).collect(), tidy: true, angles }
}

/// A name with its dots as the text of the model spells names: in Greek letters unless it is ASCII.
pub(super) fn as_typed(name: &str, model: &Model) -> String {
    let letter = name.trim_end_matches('\'');
    let spelling = if model.is_ascii { Spelling::Ascii } else { Spelling::Unicode };
    format!("{}{}", spelling.name(letter), &name[letter.len()..])
}

/// An expression as text.
pub(super) fn text(e: Expr, model: &Model, spelling: Spelling) -> Result<String, RenderError> {
    let notation = notation(model);
    Ok(spelling.text(&Typesetter::new(&notation).tree(e)?))
}
