//! Tables of inputs in `run`: their times do not fall.
//!
//! Times that contain more than numbers, parameters and multiples of π are compared when the model runs.

use alembert_algebra::{Expr as Value, Substitution};

use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::model::{Model, Signal};
use crate::language::report::Report;
use crate::language::syntax::ModelFile;

/// AL043 for the first time of a table that is before the one above it.
pub(super) fn add(file: &ModelFile, model: &Model, report: &mut Report) {
    let Some(run) = &file.run else { return };
    let mut put = Substitution::new(model.own_values());
    for (input, (_, signal)) in run.inputs.iter().zip(&model.run.inputs) {
        let Signal::Table(points) = signal else { continue };
        let times: Vec<Value> = points.iter().map(|point| put.apply(point.0)).collect();
        let falls = |k: &usize| is_before(times[*k], times[k - 1]);
        let Some(k) = (1..times.len()).find(falls) else { continue };
        let name = &input.ident.name;
        let message = format!("in the table of `{name}` the time falls at this point");
        let hint = "write the points in the order of their times; two of one time are a jump";
        report.add(Diagnostic::new(Code::BadTable, input.values[k].span, message).hint(hint));
    }
}

/// Is it known that a time is before another?
fn is_before(a: Value, b: Value) -> bool {
    let sign = |unit: Value| Some(((a - b) / unit).as_number()?.is_negative());
    sign(Value::one()).or_else(|| sign(Value::pi())).unwrap_or(false)
}
