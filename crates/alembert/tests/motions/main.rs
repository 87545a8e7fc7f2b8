//! Motions: end states that are known, starts, stops, checks and decisions.

mod charts;
mod claims;
mod connections;
mod decisive;
mod exponents;
mod files;
mod friction;
mod gaps;
mod held;
mod impasses;
mod jumps;
mod kept;
mod kinks;
mod methods;
mod obstacles;
mod phases;
mod poles;
mod principles;
mod promises;
mod recorded;
mod rows;
mod scales;
mod scenes;
mod sections;
mod sensitivities;
mod singular;
mod starts;
mod stiffness;
mod stops;
mod tables;
#[path = "../support/tool.rs"]
mod tool;
mod trajectories;
mod watched;

use std::ops::ControlFlow;

use alembert::language::{Model, Source, read};
use alembert::walk::{Progress, Refusal, RunReport, RunRequest, run};

/// A model without mistakes.
fn model(text: &str) -> Model {
    let reading = read(&Source::new("model.mech", text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    reading.model.expect("a text without errors has a model")
}

/// The run of a model.
fn tried(text: &str, request: RunRequest<'_>) -> Result<RunReport, Refusal> {
    run(&model(text), request, &mut |_| ControlFlow::Continue(()))
}

/// The run of a model that has one.
fn followed(text: &str, request: RunRequest<'_>) -> RunReport {
    tried(text, request).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"))
}

/// The values of a column.
fn column<'a>(report: &'a RunReport, name: &str) -> &'a [f64] {
    let column = report.columns.iter().find(|c| c.name == name);
    &column.unwrap_or_else(|| panic!("no column `{name}`")).values
}

/// The last value of a column.
fn last(report: &RunReport, name: &str) -> f64 {
    *column(report, name).last().expect("a column has a value")
}

/// Goes on for some calls and then breaks off.
fn patient(mut calls: u32) -> impl FnMut(Progress) -> ControlFlow<()> {
    move |_| {
        calls = calls.saturating_sub(1);
        if calls == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
