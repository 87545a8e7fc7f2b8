//! What a panel of a plot shows, as it is written: `x, y`, `theta' vs theta`.

use std::ops::Range;

use alembert_algebra::Expr;

use crate::language::model::Turning;
use crate::language::{Code, Diagnostic, Model, Source, Span, UNDECLARED, read_expression};
use crate::walk::notation::as_typed;

/// A quantity of a panel.
#[derive(Debug, Clone)]
pub struct Shown {
    /// As it was written.
    pub text: String,
    /// The quantity.
    pub value: Expr,
}

/// What a panel shows.
#[derive(Debug, Clone)]
pub struct PanelRequest {
    /// What goes up.
    pub up: Vec<Shown>,
    /// What goes to the right; time when absent.
    pub across: Option<Shown>,
}

/// Reads what a panel shows: quantities, separated by commas, over time or `vs` another quantity.
///
/// # Errors
/// What is wrong with the text.
pub fn read_panel(source: &Source, model: &Model) -> Result<PanelRequest, Vec<Diagnostic>> {
    let text = source.text();
    let words: Vec<usize> = separators(text).collect();
    let (up, across) = match words[..] {
        [] => (0..text.len(), None),
        [at] => (0..at, Some(at + VS.len()..text.len())),
        [_, second, ..] => {
            let span = Span::new(second, second + VS.len());
            let found = Diagnostic::new(Code::Expected, span, "a second `vs` in one panel");
            return Err(vec![found.hint("give each panel as a CURVE of its own")]);
        }
    };
    let read = |part: Range<usize>| -> Result<Shown, Vec<Diagnostic>> {
        let inside = text[part.clone()].trim();
        if inside.is_empty() {
            return Err(vec![missing(text, &part)]);
        }
        // Spaces in the place of what stands before keep the places of mistakes.
        let padded = format!("{}{}", " ".repeat(part.start), text[part.clone()].trim_end());
        let value = read_expression(&Source::new(source.name(), padded), model)
            .map_err(|found| found.into_iter().map(|d| of_curve(d, model)).collect::<Vec<_>>())?;
        Ok(Shown { text: inside.to_owned(), value })
    };
    if let Some([_, second, ..]) = across.clone().map(|part| separated(text, part)).as_deref() {
        let span = Span::new(second.start - 1, second.end);
        let found = Diagnostic::new(Code::Expected, span, "a second quantity behind `vs`");
        return Err(vec![
            found.hint("one quantity goes to the right; give each panel as a CURVE of its own"),
        ]);
    }
    let up = separated(text, up).into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(PanelRequest { up, across: across.map(read).transpose()? })
}

/// What is wrong with a curve: nobody declares a name there, but takes one that the model has.
fn of_curve(mut found: Diagnostic, model: &Model) -> Diagnostic {
    if found.hint.as_deref() == Some(UNDECLARED) {
        let moving = model.coordinates.iter().chain(&model.inputs).map(|c| c.name.clone());
        let turning = model.rotations.iter().flat_map(Turning::components);
        let observed = model.observed.iter().map(|d| d.name.clone());
        let all = moving.chain(turning).chain(observed).map(|name| as_typed(&name, model));
        let names = all.collect::<Vec<_>>().join(", ");
        found.hint =
            Some(format!("the model has {names}; rates have a prime, x', the energy is E"));
    }
    found
}

/// The word between what goes up and what goes to the right.
pub(super) const VS: &str = "vs";

/// Where the word `vs` stands between or beside quantities.
pub(super) fn separators(text: &str) -> impl Iterator<Item = usize> {
    let alone = |&at: &usize| {
        let is_end = |c: Option<char>| c.is_none_or(char::is_whitespace);
        is_end(text[..at].chars().next_back()) && is_end(text[at + VS.len()..].chars().next())
    };
    text.match_indices(VS).map(|(at, _)| at).filter(alone)
}

fn missing(text: &str, part: &Range<usize>) -> Diagnostic {
    let place = text[..part.start].trim_end().len();
    let what = if text.trim().is_empty() {
        "a curve is an expression of the model".to_owned()
    } else {
        let side = if part.start == 0 { "before" } else { "behind" };
        let word = if separators(text).next().is_some() { VS } else { "," };
        format!("a quantity is missing {side} `{word}`")
    };
    Diagnostic::new(Code::Expected, Span::at(place), what).hint("write `x`, `x, y` or `y vs x`")
}

/// The parts between commas that stand in no brackets.
pub(super) fn separated(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0usize, part.start);
    for (i, c) in text[part.clone()].char_indices().map(|(i, c)| (part.start + i, c)) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(from..i);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(from..part.end);
    parts
}
