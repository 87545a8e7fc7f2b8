//! What a panel of a plot shows, as it is written: `x, y`, `theta' vs theta`.

use alembert_algebra::Expr;

use crate::language::{Diagnostic, Model, Source, read_expression};

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
    let (up, across) = match text.split_once(" vs ") {
        Some((up, across)) => (up, Some(across)),
        None => (text, None),
    };
    let read = |text: &str| -> Result<Shown, Vec<Diagnostic>> {
        let source = Source::new(source.name(), text.trim());
        let value = read_expression(&source, model)?;
        Ok(Shown { text: text.trim().to_owned(), value })
    };
    let up = separated(up).into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(PanelRequest { up, across: across.map(read).transpose()? })
}

/// The parts between commas that stand in no brackets.
fn separated(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0usize, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}
