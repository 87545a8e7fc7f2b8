//! The map between the coordinates of two models, read from a text.

use alembert_algebra::Expr;

use super::turned::Turn;
use crate::language::{Code, Diagnostic, Model, Source, Span, read_expression};

/// Reads a map `x = l sin θ, y = -l cos θ`: left sides are coordinates of the first model, right sides
/// are written in the names of the second. `B = euler313(φ, θ, ψ)` gives an orientation of the
/// first model by its entries; where it is one of the second model, the whole map gives the second
/// one in the names of the first.
///
/// # Errors
/// What is wrong with the text.
pub fn read_map(
    source: &Source,
    [first, second]: [&Model; 2],
) -> Result<Vec<(Expr, Expr)>, Vec<Diagnostic>> {
    let turns = |model: &Model| {
        let left = parts(source.text()).into_iter().filter_map(|(_, part)| part.split_once('='));
        let names: Vec<&str> = left.map(|(name, _)| name.trim()).collect();
        model.rotations.iter().any(|r| names.contains(&r.rotation.name()))
    };
    if turns(second) && !turns(first) {
        return read_one_way(source, [second, first], "second");
    }
    read_one_way(source, [first, second], "first")
}

/// Reads a map of the coordinates of one model, which is the `place` one, in the names of another.
fn read_one_way(
    source: &Source,
    [first, second]: [&Model; 2],
    place: &str,
) -> Result<Vec<(Expr, Expr)>, Vec<Diagnostic>> {
    let mut map = Vec::new();
    for (start, part) in parts(source.text()) {
        let span = Span::new(start, start + part.len());
        let wrong = |message: String| {
            let finding = Diagnostic::new(Code::Expected, span, message);
            let hint = "a map is written x = l sin θ, y = -l cos θ, B = euler313(φ, θ, ψ); an \
                        orientation may be axis((0, 0, 1), φ) or quaternion(w, x, y, z), too";
            Err(vec![finding.hint(hint)])
        };
        let Some((left, right)) = part.split_once('=') else {
            return wrong(format!("`{}` is not an equation", part.trim()));
        };
        if let Some(turning) = first.rotations.iter().find(|r| r.rotation.name() == left.trim()) {
            let Some(turn) = orientation(source, start + left.len() + 1, right, second)? else {
                return wrong(format!("`{}` is no orientation", right.trim()));
            };
            let entries = turning.rotation.entries().concat();
            map.extend(entries.into_iter().zip(turn.matrix().entries()));
            continue;
        }
        let coordinate = read_at(source, start, left, first)?;
        if !first.coordinates.iter().any(|c| c.symbol == coordinate) {
            return wrong(format!("`{}` is not a coordinate of the {place} model", left.trim()));
        }
        map.push((coordinate, read_at(source, start + left.len() + 1, right, second)?));
    }
    Ok(map)
}

/// The orientation that a text such as `euler313(φ, θ, ψ)`, or the name of a rotation, gives; none when it
/// gives none.
fn orientation(
    source: &Source,
    start: usize,
    text: &str,
    model: &Model,
) -> Result<Option<Turn>, Vec<Diagnostic>> {
    if let Some(same) = model.rotations.iter().find(|r| r.rotation.name() == text.trim()) {
        return Ok(Some(Turn::of(&same.rotation)));
    }
    let head = text.len() - text.trim_start().len();
    let call = text.trim().split_once('(');
    let Some((name, inside)) = call.and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)))
    else {
        return Ok(None);
    };
    let begin = start + head + name.len() + 1;
    let mut arguments = Vec::new();
    for (place, part) in parts(inside) {
        arguments.push(argument(source, begin + place, part, model)?);
    }
    Ok(Turn::new(name.trim(), &arguments))
}

/// A number, or the components of a vector in brackets.
fn argument(
    source: &Source,
    start: usize,
    text: &str,
    model: &Model,
) -> Result<Vec<Expr>, Vec<Diagnostic>> {
    let head = text.len() - text.trim_start().len();
    let inside = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let components = inside.map(parts).filter(|list| list.len() > 1);
    let Some(components) = components else {
        return Ok(vec![read_at(source, start, text, model)?]);
    };
    let read = |(place, part)| read_at(source, start + head + 1 + place, part, model);
    components.into_iter().map(read).collect()
}

/// Reads a piece of a text, so that its mistakes are shown at its place in the whole.
fn read_at(
    source: &Source,
    start: usize,
    text: &str,
    model: &Model,
) -> Result<Expr, Vec<Diagnostic>> {
    let text = format!("{:start$}{text}", "");
    read_expression(&Source::new(source.name(), text), model)
}

/// The parts of a list between commas that stand in no bracket, with their first bytes.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut start, mut parts) = (0usize, 0, Vec::new());
    for (i, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || i == text.len() => {
                parts.push((start, &text[start..i]));
                start = (i + 1).min(text.len());
            }
            _ => {}
        }
    }
    parts.into_iter().filter(|(_, part)| !part.trim().is_empty()).collect()
}
