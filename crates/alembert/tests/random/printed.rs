//! Has the explicit form, as it is printed and read again, the accelerations of the motion? Are there speeds?

use alembert::language::{Model, Source, read_expression};
use alembert::walk::{Derivation, Form, Request, WalkError, derive};
use alembert_algebra::Expr;
use alembert_algebra::tape::Builder;

use super::judge::difference;

/// Symbols and their values.
pub(crate) type Values = Vec<(Expr, f64)>;

/// Why there are no equations in speeds. Those that there are were certified.
pub(crate) fn in_speeds(model: &Model) -> Option<String> {
    let request = Request { form: Form::Quasi, ..PLAIN };
    match derive(model, request) {
        // constraints of other kinds have no speeds
        Ok(_) | Err(WalkError::Quasi(_)) => None,
        Err(error) => Some(format!("there are no equations in speeds: {error}")),
    }
}

/// What the explicit form says otherwise than `right` at a state, in doubles.
pub(crate) fn explicit(model: &Model, values: &Values, right: &[(String, f64)]) -> Option<String> {
    let request = Request { form: Form::Explicit, ..PLAIN };
    let derivation = match derive(model, request) {
        Ok(derivation) => derivation,
        Err(error) => return Some(format!("there is no explicit form: {error}")),
    };
    if derivation.form != Form::Explicit {
        return None; // it is too long, and another form is printed and named
    }
    let found = match accelerations(model, &derivation, values) {
        Ok(found) => found,
        Err(why) => return Some(why),
    };
    let name = difference(right, &found)?;
    let equations = &derivation.equations;
    Some(format!("{name} of the explicit form is {found:?}, not {right:?}: {equations:?}"))
}

const PLAIN: Request<'static> =
    Request { principle: None, form: Form::Explicit, closed: false, reduce: false };

/// The values of the right sides. A right side may have accelerations that other equations give.
fn accelerations(
    model: &Model,
    derivation: &Derivation,
    values: &Values,
) -> Result<Vec<(String, f64)>, String> {
    let expression = |text: &str| {
        let read = read_expression(&Source::new("printed", text), model);
        read.map_err(|e| format!("{text} cannot be read: {e:?}"))
    };
    let mut left = Vec::new();
    for (name, right) in &derivation.equations {
        let right = written_out(right, &derivation.closed);
        left.push((name.clone(), expression(name)?, expression(&right)?));
    }
    let (mut known, mut found) = (values.clone(), Vec::new());
    while !left.is_empty() {
        let next = left.iter().enumerate().find_map(|(i, e)| Some((i, evaluated(e.2, &known)?)));
        let (i, value) = next.ok_or_else(|| format!("{left:?} have no values"))?;
        let (name, symbol, _) = left.remove(i);
        known.push((symbol, value));
        found.push((name, value));
    }
    Ok(found)
}

/// A right side with the values of named parts in place of their names.
fn written_out(right: &str, parts: &[(String, String)]) -> String {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = String::new();
    let mut rest = right;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| in_name(c) != in_name(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match parts.iter().position(|(name, _)| name == word) {
            // a part may use those before it
            Some(i) => text += &format!("({})", written_out(&parts[i].1, &parts[..i])),
            None => text += word,
        }
        rest = after;
    }
    text
}

fn evaluated(e: Expr, values: &Values) -> Option<f64> {
    let symbols: Vec<Expr> = values.iter().map(|v| v.0).collect();
    let mut builder = Builder::new(&symbols);
    let slot = builder.expression(e).ok()?;
    let tape = builder.finish(vec![(String::new(), slot)]);
    let at: Vec<f64> = values.iter().map(|v| v.1).collect();
    tape.evaluate(&at).ok().map(|found| found.outputs[0])
}
