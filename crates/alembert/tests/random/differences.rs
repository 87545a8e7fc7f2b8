//! Are sensitivities the derivatives of motions with other initial values?

use std::ops::ControlFlow;

use alembert::language::Model;
use alembert::walk::{RunReport, RunRequest, run};
use alembert_algebra::{Expr, Rational};

use super::judge::number;

/// How far the initial values are apart.
const APART: f64 = 2.5e-4;
/// How far a sensitivity may be from the quotient, relative to the largest of its column, of the motion or to 1: the
/// error of the quotient is that of motions divided by [`APART`], and the fourth power of that.
const DIFFERENCES: f64 = 1e-7;

/// Which sensitivity to the first initial value is not the derivative.
pub(crate) fn sensitivities(model: &Model, reference: &RunReport) -> Option<String> {
    let start = model.initial.first()?;
    let exact = match followed(model, &[start.quantity]) {
        Ok(run) => run,
        Err(why) => return Some(format!("there are no sensitivities: {why}")),
    };
    let moved = |by: f64| followed(&shifted(model, by)?, &[]).ok();
    let near = [moved(-APART)?, moved(APART)?];
    let nearer = [moved(-APART / 2.0)?, moved(APART / 2.0)?];
    let names = reference.columns.iter().skip(1).take(reference.state).map(|c| &c.name);
    let quotient = |pair: &[RunReport; 2], name: &str, apart: f64| -> Vec<f64> {
        let [before, after] = [&pair[0], &pair[1]].map(|run| column(run, name));
        before.iter().zip(after).map(|(a, b)| (b - a) / apart).collect()
    };
    let (_, of) = exact.columns.iter().find_map(|c| c.name.split_once("/d"))?;
    for name in names {
        let (wide, narrow) = (quotient(&near, name, 2.0 * APART), quotient(&nearer, name, APART));
        // the quotients' errors of second order cancel
        let quotients: Vec<f64> =
            wide.iter().zip(&narrow).map(|(w, n)| (4.0 * n - w) / 3.0).collect();
        let found = column(&exact, &format!("d{name}/d{of}"));
        let numbers = quotients.iter().chain(column(&exact, name));
        let size = numbers.fold(1.0f64, |most, x| most.max(x.abs()));
        if differ(found, &quotients, size) {
            return Some(format!("d{name}/d{of} is {found:?}, not {quotients:?}"));
        }
    }
    None
}

/// Are these not the same numbers?
pub(crate) fn differ(found: &[f64], quotients: &[f64], size: f64) -> bool {
    let near = |(x, y): (&f64, &f64)| (x - y).abs() <= DIFFERENCES * size;
    found.len() != quotients.len() || !found.iter().zip(quotients).all(near)
}

fn followed(model: &Model, by: &[Expr]) -> Result<RunReport, String> {
    let request = RunRequest { every: Some(0.25), sensitivity: by, ..RunRequest::default() };
    run(model, request, &mut |_| ControlFlow::Continue(())).map_err(|e| format!("{e:?}"))
}

fn shifted(model: &Model, by: f64) -> Option<Model> {
    let mut model = model.clone();
    let start = model.initial.first_mut()?;
    start.value = Expr::number(Rational::from_f64(number(start.value)? + by)?);
    Some(model)
}

fn column<'a>(run: &'a RunReport, name: &str) -> &'a [f64] {
    run.columns.iter().find(|c| c.name == name).map_or(&[], |c| &c.values)
}
