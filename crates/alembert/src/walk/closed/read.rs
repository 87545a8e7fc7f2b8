//! Reads a motion in closed form: `x = x0 + v t; y = y0`, one equation a coordinate.
//!
//! Equations stand between semicolons, commas or ends of lines. A name that the model does not know is a constant
//! of the motion; values at the start are written `x(0)` and `φ'(0)`.

use alembert_algebra::{Expr, Kind, contains, rate, symbols};
use alembert_mechanics::closed_form::{resolved, start_of};
use alembert_render::Spelling;

use crate::language::names::canonical;
use crate::language::{Code, Diagnostic, Model, Source, Span, read_equation};

/// Rounds in which unknown names become constants.
const ROUNDS: usize = 24;

/// A motion as it is given.
#[derive(Debug, Clone)]
pub struct ClosedForms {
    /// Each equation as it is written.
    pub texts: Vec<String>,
    /// Symbols with their functions of time and constants, in the order of the text.
    pub(super) forms: Vec<(Expr, Expr)>,
    /// Constants that the model does not know.
    pub(super) constants: Vec<(String, Expr)>,
    /// The model with these names.
    pub(super) model: Model,
}

impl ClosedForms {
    /// The same, unless it is asked as an identity.
    ///
    /// # Errors
    /// It is: an identity uses no equation of motion.
    pub fn on_motions(self, anywhere: bool) -> Result<Self, Vec<Diagnostic>> {
        if !anywhere {
            return Ok(self);
        }
        let message = "a motion in closed form is no identity";
        let place = Span::new(0, self.texts.first().map_or(0, String::len));
        let found = Diagnostic::new(Code::Expected, place, message);
        Err(vec![found.hint("leave out --anywhere")])
    }
}

/// Reads what `prove` is asked: `None` when it is one claim about every motion, and no motion in closed form.
///
/// # Errors
/// What is wrong with a motion in closed form.
pub fn read_closed_forms(
    source: &Source,
    model: &Model,
) -> Result<Option<ClosedForms>, Vec<Diagnostic>> {
    let parts = parts(source.text());
    let single = parts.len() == 1;
    if single && (model.coordinates.len() != 1 || !gives_coordinate(source.text(), model)) {
        return Ok(None);
    }
    let (known, constants, sides) = match sides(source, &parts, model) {
        Ok(found) => found,
        Err(_) if single => return Ok(None),
        Err(wrong) => return Err(wrong),
    };
    let in_time = |e: Expr| contains(e, Expr::time()) || has_starts(e);
    if single && !sides.iter().any(|s| in_time(s.1)) {
        return Ok(None);
    }
    let forms = checked(&sides, &parts, model)?;
    let texts = parts.iter().map(|(_, part)| part.trim().to_owned()).collect();
    Ok(Some(ClosedForms { texts, forms, constants, model: known }))
}

fn has_starts(e: Expr) -> bool {
    let is_start = |x: Expr| {
        x.as_symbol().is_some_and(|s| s.kind == Kind::Auxiliary && s.name.ends_with("(0)"))
    };
    symbols(&[e]).into_iter().any(is_start)
}

/// Is the left side of the text a coordinate?
fn gives_coordinate(text: &str, model: &Model) -> bool {
    let name = text.split_once('=').and_then(|(left, _)| canonical(left.trim()));
    name.is_some_and(|name| model.coordinates.iter().any(|c| c.name == name))
}

/// A model that knows the constants, the constants, and the two sides of each equation.
type Sides = (Model, Vec<(String, Expr)>, Vec<(Expr, Expr)>);

/// Reads the equations; names that are unknown become constants.
fn sides(
    source: &Source,
    parts: &[(usize, &str)],
    model: &Model,
) -> Result<Sides, Vec<Diagnostic>> {
    let (mut model, mut constants) = (model.clone(), Vec::new());
    let mut wrong = Vec::new();
    for _ in 0..ROUNDS {
        wrong.clear();
        let mut sides = Vec::new();
        for &(start, part) in parts {
            let text = format!("{:start$}{part}", "");
            match read_equation(&Source::new(source.name(), text), &model) {
                Ok(pair) => sides.push(pair),
                Err(found) => wrong.extend(found),
            }
        }
        if wrong.is_empty() {
            return Ok((model, constants, sides));
        }
        let constant = |d: &Diagnostic| match d.code {
            Code::UnknownSymbol if is_applied(source, d.span) => None,
            Code::UnknownSymbol => canonical(source.slice(d.span)).filter(|n| !model.knows(n)),
            _ => None,
        };
        if wrong.iter().any(|d| d.is_error() && constant(d).is_none()) {
            wrong.retain(|d| constant(d).is_none());
            break;
        }
        let names: Vec<String> = wrong.iter().filter_map(constant).collect();
        for name in names {
            if !constants.iter().any(|(known, _)| *known == name) {
                let symbol = Expr::symbol(&name, Kind::Parameter { positive: false }, 0);
                model = model.with_names(&[(&name, symbol)]);
                constants.push((name, symbol));
            }
        }
    }
    Err(wrong)
}

/// Is a name written as that of a function, `ln(t)`? A factor is one letter, or has a digit: `c(t - 1)`, `v0(t)`.
fn is_applied(source: &Source, span: Span) -> bool {
    let word = source.slice(span);
    let is_word = word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    is_word && source.text()[span.end..].starts_with('(')
}

/// The functions of time, if each coordinate has one.
fn checked(
    sides: &[(Expr, Expr)],
    parts: &[(usize, &str)],
    model: &Model,
) -> Result<Vec<(Expr, Expr)>, Vec<Diagnostic>> {
    let span = |i: usize| Span::new(parts[i].0, parts[i].0 + parts[i].1.len());
    let wrong = |i: usize, message: String, hint: &str| {
        Err(vec![Diagnostic::new(Code::Expected, span(i), message).hint(hint)])
    };
    for (i, &(left, right)) in sides.iter().enumerate() {
        let written = parts[i].1.trim();
        if !may_be_given(left, model) {
            let message = format!("the left side of `{written}` is no coordinate");
            let hint = "several equations are a motion in closed form, one a coordinate: \
                        x = x(0) + x'(0) t; y = y(0); ask for other claims one by one";
            return wrong(i, message, hint);
        }
        if sides[..i].iter().any(|earlier| earlier.0 == left) {
            let message = format!("`{written}` gives a coordinate for the second time");
            return wrong(i, message, "one equation a coordinate");
        }
        if let Some(start) = foreign_start(right, model) {
            let message = format!("`{start}` is no part of the state at the start");
            let hint = "the state has positions and velocities, x(0) and x'(0); the equations of motion \
                        determine the rest";
            return wrong(i, message, hint);
        }
    }
    let Ok(forms) = resolved(sides) else {
        let message = "the equations give coordinates through each other in a circle".to_owned();
        return wrong(
            0,
            message,
            "each coordinate is a function of time, or of coordinates that are",
        );
    };
    for (i, &(_, form)) in forms.iter().enumerate() {
        if let Some(name) = moving(form) {
            let message = format!("`{}` contains {name}, which changes in time", parts[i].1.trim());
            let hint = format!("give it, too: {name} = …");
            return wrong(i, message, &hint);
        }
    }
    let missing: Vec<String> = model
        .coordinates
        .iter()
        .filter(|c| is_open(c.symbol, &forms))
        .map(|c| Spelling::Unicode.name(&c.name))
        .collect();
    if missing.is_empty() {
        return Ok(forms);
    }
    let (last, list) = (parts.len() - 1, missing.join(", "));
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let message = format!("{list} {verb} not given");
    let hint = format!(
        "a motion in closed form gives every coordinate; write {} = … too",
        missing.join(" = …, ")
    );
    wrong(last, message, &hint)
}

fn is_open(x: Expr, forms: &[(Expr, Expr)]) -> bool {
    !forms.iter().any(|pair| pair.0 == x)
}

/// Coordinates, inputs and multipliers are functions of time.
fn may_be_given(left: Expr, model: &Model) -> bool {
    let is_multiplier =
        left.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier && s.order == 0);
    let mut variables = model.coordinates.iter().chain(&model.inputs);
    is_multiplier || variables.any(|v| v.symbol == left)
}

/// A value at the start of what is no part of the state.
fn foreign_start(e: Expr, model: &Model) -> Option<String> {
    let mut known = Vec::new();
    for c in &model.coordinates {
        let mut x = c.symbol;
        for _ in 0..2 * model.system().map_or(1, |system| system.order()) {
            known.extend(start_of(x));
            x = rate(x);
        }
    }
    let foreign = symbols(&[e]).into_iter().find(|&x| has_starts(x) && !known.contains(&x))?;
    Some(foreign.as_symbol()?.name.to_string())
}

/// Something in a function that changes in time and is not given.
fn moving(form: Expr) -> Option<String> {
    let mut inside = symbols(&[form]).into_iter().filter_map(Expr::as_symbol);
    let found = inside.find(|s| s.kind.has_jets() || matches!(s.kind, Kind::Flow(_)))?;
    Some(Spelling::Unicode.name(&found.name))
}

/// The equations with their first bytes: between semicolons, ends of lines, and commas that stand in no bracket.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut start, mut parts) = (0usize, 0, Vec::new());
    for (i, c) in text.char_indices().chain([(text.len(), ';')]) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' | ';' | '\n' if depth == 0 || i == text.len() => {
                parts.push((start, &text[start..i]));
                start = (i + 1).min(text.len());
            }
            _ => {}
        }
    }
    parts.into_iter().filter(|(_, part)| !part.trim().is_empty()).collect()
}
