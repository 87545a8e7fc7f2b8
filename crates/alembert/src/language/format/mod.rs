//! Other spellings of the same model: ASCII, Unicode, LaTeX, and a tree in JSON.
//!
//! ```text
//! text ── document ──▶ sections, items, comments, trees ── page ──▶ text
//!                                   ▲       │
//!                                   └─ json ◀┘
//! ```
//!
//! [`document`] reads a text, [`page`] lays one out, [`expression`] writes trees, and [`json`]
//! turns a document into JSON and back. Names, numbers, comments and the order of everything are
//! kept; brackets that change nothing, and the author's columns, are not.

mod canonical;
mod document;
mod entry;
mod expression;
mod json;
mod names;
mod page;

pub(super) use json::{mistake, text};

use super::diagnostic::{Code, Diagnostic};
use super::letters::superscript;
use super::report::Report;
use super::resolve::{self, Shaper};
use super::source::{Source, Span};
use super::syntax::Expr;
use document::Document;

/// How a model is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `theta'^2`
    Ascii,
    /// `θ'²`
    Unicode,
    /// `\dot{\theta}^{2}`
    Latex,
}

/// The text of a model in another spelling.
///
/// # Errors
/// What is wrong with the grammar of the text.
///
/// ```
/// use alembert::language::{Form, Source, spell};
/// let source = Source::new("rotor.mech", "coordinates\n  θ   # angle\nL = ½ θ'²\n");
/// assert_eq!(spell(&source, Form::Ascii).unwrap(), "coordinates\n  theta  # angle\n\nL = 1/2 theta'^2\n");
/// assert_eq!(
///     spell(&source, Form::Latex).unwrap(),
///     "coordinates\n  \\theta  # angle\n\nL = \\frac{1}{2} \\dot{\\theta}^{2}\n"
/// );
/// ```
pub fn spell(source: &Source, form: Form) -> Result<String, Vec<Diagnostic>> {
    let mut document = read(source)?;
    if form == Form::Ascii {
        spell_out_products(&mut document, source);
    }
    Ok(page::page(&document, form))
}

/// The tree of a model as JSON.
///
/// # Errors
/// What is wrong with the grammar of the text, or that it is nested too deep.
pub fn to_json(source: &Source) -> Result<serde_json::Value, Vec<Diagnostic>> {
    let value = json::value(&read(source)?);
    if json::depth(&value) > json::DEPTH {
        let message = format!("a tree in JSON has at most {} levels", json::DEPTH);
        return Err(vec![Diagnostic::new(Code::Limit, Span::at(0), message)]);
    }
    Ok(value)
}

fn read(source: &Source) -> Result<Document, Vec<Diagnostic>> {
    // The whole is parsed first: it knows limits and sections that are unknown.
    let (_, found) = super::parser::parse(source);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    Ok(document::document(source, &mut Report::default()))
}

/// Products of vectors as functions: `P · Q` has no sign in ASCII.
fn spell_out_products(document: &mut Document, source: &Source) {
    let (file, _) = super::parser::parse(source);
    let scope = resolve::resolve(&file, source, &mut Report::default());
    let shape = |expr: &Expr| Shaper::new(&scope, source, &mut Report::default()).shape(expr);
    for section in &mut document.sections {
        let entries = section.items.iter_mut().flat_map(|item| &mut item.entries);
        for expr in entries.flat_map(|entry| &mut entry.0).flat_map(|row| row.1.expressions()) {
            *expr = canonical::spelled_out(expr, &shape);
        }
    }
}

/// A unit in the letters of a form.
fn unit_text(unit: &str, form: Form) -> String {
    if form == Form::Unicode || unit.is_ascii() {
        return unit.to_owned();
    }
    let mut text = String::new();
    let mut raised = false;
    for c in unit.chars() {
        let power = superscript(c);
        if power.is_some() && !raised {
            text.push('^');
        }
        raised = power.is_some();
        match (power, c) {
            (Some(power), _) => text.push(power),
            (None, '·' | '⋅') => text.push(' '),
            (None, 'µ' | 'μ') => text.push('u'),
            (None, 'Ω') => text.push_str("ohm"),
            (None, c) => text.push(c),
        }
    }
    text
}
