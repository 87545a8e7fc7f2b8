//! Values of the parameters, and of expressions in them, with as many digits as are asked for.

use alembert_algebra::Expr;
use alembert_algebra::evaluate::Tabulated;
use alembert_algebra::tape::Builder;

use super::WalkError;
use crate::language::Model;

/// The values of expressions in the parameters of a model.
pub(in crate::walk) fn evaluated<T: Tabulated>(
    model: &Model,
    list: &[Expr],
) -> Result<Vec<T>, WalkError> {
    let mut builder = Builder::new(&[]);
    for p in &model.parameters {
        let slot = builder.expression(p.value)?;
        builder.bind(p.symbol, slot);
    }
    let slots = builder.expressions(list)?;
    let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
    builder.finish(outputs).evaluate(&[]).map(|found| found.outputs).map_err(|error| {
        let named = without_value(model).map(|name| WalkError::NoNumber { name });
        named.unwrap_or_else(|| error.into())
    })
}

/// The first parameter whose value is no finite number.
fn without_value(model: &Model) -> Option<String> {
    let has_value = |count: usize| {
        let mut builder = Builder::new(&[]);
        let mut last = None;
        for p in &model.parameters[..count] {
            let slot = builder.expression(p.value).ok()?;
            builder.bind(p.symbol, slot);
            last = Some((String::new(), slot));
        }
        builder.finish(last.into_iter().collect()).evaluate::<f64>(&[]).ok()
    };
    let first = (1..=model.parameters.len()).find(|&count| has_value(count).is_none())?;
    Some(model.parameters[first - 1].name.clone())
}

/// A number with so many decimals; none is −0.
pub(super) fn decimals(x: f64, count: usize) -> String {
    let text = format!("{x:.count$}");
    let is_zero = text.bytes().all(|b| b"-0.".contains(&b));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// A number of a column in which this is the largest: with so many decimals, or with a power of ten where these
/// would show too little, or too much.
pub(super) fn shown(x: f64, largest: f64, count: usize) -> String {
    match largest.abs() {
        _ if x == 0.0 => decimals(0.0, count),
        0.0 | 1e-4..1e7 => decimals(x, count),
        _ => format!("{x:.precision$e}", precision = count - 1),
    }
}

/// The largest size of some numbers.
pub(super) fn largest(list: impl IntoIterator<Item = f64>) -> f64 {
    list.into_iter().filter(|x| x.is_finite()).fold(0.0, |most, x| most.max(x.abs()))
}

/// The values of the parameters, in their order.
pub(super) fn parameters<T: Tabulated>(model: &Model) -> Result<Vec<T>, WalkError> {
    let symbols: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    evaluated(model, &symbols)
}
