//! Numbers of a report with their units: as they were declared, and in the SI where that is another number.

use alembert_algebra::Expr;
use alembert_render::figure::raised;
use alembert_render::{RenderError, Spelling};

use super::super::notation;
use super::super::run::evaluated;
use crate::language::{Model, si_unit, size_of};

/// `3 kN/m (3000 N/m)`, `0.2 kg`, `2/5 m r² = 0.0008 kg m²`; the value is that in the SI.
pub(super) fn declared(
    model: &Model,
    value: Expr,
    unit: Option<&str>,
) -> Result<String, RenderError> {
    let size = unit.and_then(size_of).unwrap_or(Expr::one());
    let in_unit = value / size;
    let given = with_unit(&number(model, in_unit)?, unit);
    let given = match in_unit.as_number() {
        Some(_) => given,
        None => format!("{} = {given}", notation::text(value, model, Spelling::Unicode)?),
    };
    if size == Expr::one() {
        return Ok(given);
    }
    let si = unit.and_then(|unit| si_unit(unit, 0));
    Ok(format!("{given} ({})", with_unit(&number(model, value)?, si.as_deref())))
}

/// A number in a unit of the SI.
pub(super) fn with_unit(number: &str, unit: Option<&str>) -> String {
    match unit.filter(|unit| *unit != "1") {
        Some(unit) => format!("{number} {}", raised(unit)),
        None => number.to_owned(),
    }
}

/// A number with its decimals; a formula by its value, or as it is where it has none.
pub(super) fn number(model: &Model, value: Expr) -> Result<String, RenderError> {
    if let Some(number) = value.as_number() {
        return Ok(number.to_f64().to_string());
    }
    match evaluated::<f64>(model, &[value]).as_deref() {
        Ok([x]) => Ok(brief(*x)),
        _ => notation::text(value, model, Spelling::Unicode),
    }
}

/// Eight digits of a number that was found.
pub(super) fn brief(x: f64) -> String {
    format!("{x:.7e}").parse().unwrap_or(x).to_string()
}
