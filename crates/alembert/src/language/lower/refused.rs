//! What the mechanics refuses or has no use for, with its place in the text: AL008 for derivatives that are
//! too high and for accelerations that do not stand there linearly, or only linearly, and AL018 for initial
//! values of what the equations of motion determine.

use alembert_mechanics::{Place, PrincipleError, System};

use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::model::Model;
use crate::language::report::Report;
use crate::language::source::Span;
use crate::language::syntax::ModelFile;

/// Reports why there is no system, unless a mistake of the text is known already.
pub(super) fn add(file: &ModelFile, model: &Model, report: &mut Report) {
    if report.has_error() {
        return;
    }
    let error = match model.system() {
        Ok(system) => return unused_initial(model, &system, report),
        Err(error) => error,
    };
    let found = match &error {
        PrincipleError::TooHigh { place, order, largest } => {
            too_high(file, model, place, (*order, *largest))
        }
        PrincipleError::LinearLagrangian | PrincipleError::OddOrder => {
            Some((model.lagrangian_span, None))
        }
        PrincipleError::NotLinear { label } => constraint(model, label).map(|span| {
            let message = format!("the constraint `{label}` is not linear in the accelerations");
            (span, Some((message, "write it solved for one of them: x'' = …".to_owned())))
        }),
        PrincipleError::Cancelling { label, .. } => {
            constraint(model, label).map(|span| (span, None))
        }
        _ => None,
    };
    let Some((span, said)) = found else { return };
    let text = error.to_string();
    let (message, hint) = match said {
        Some((message, hint)) => (message, hint),
        None => match text.rsplit_once("; ") {
            Some((message, hint)) => (message.to_owned(), hint.to_owned()),
            None => (text, String::new()),
        },
    };
    report.add(Diagnostic::new(Code::Limit, span, message).hint(hint));
}

/// AL018: no initial value is needed for a derivative that follows from the state.
fn unused_initial(model: &Model, system: &System, report: &mut Report) {
    for initial in &model.initial {
        let symbol = initial.quantity.as_symbol().filter(|s| s.kind.is_of_motion());
        let Some(symbol) = symbol.filter(|s| s.order >= system.order_of(s)) else { continue };
        let (name, highest) = (&initial.name, system.order_of(&symbol) - 1);
        let message = format!("the initial value of `{name}` is not used");
        let start = match highest {
            1 => "velocities",
            2 => "accelerations",
            3 => "third derivatives",
            _ => "fifth derivatives",
        };
        let hint = format!(
            "the equations of motion determine it: leave it out; a start has values up to the {start}"
        );
        report.add(Diagnostic::new(Code::NeverUsed, initial.span, message).hint(hint));
    }
}

/// Where a derivative that is too high stands, with a message and a hint.
fn too_high(
    file: &ModelFile,
    model: &Model,
    place: &Place,
    (order, largest): (u32, u32),
) -> Option<(Span, Option<(String, String)>)> {
    let (span, what) = match place {
        Place::Lagrangian => (model.lagrangian_span, "the Lagrangian".to_owned()),
        Place::Constraint { label } => {
            (constraint(model, label)?, format!("the constraint `{label}`"))
        }
        Place::Force { coordinate } => {
            let force = file.forces.iter().find(|f| f.coordinate.name == *coordinate);
            let span = force.map_or(model.lagrangian_span, |f| f.value.span);
            (span, format!("the force on `{coordinate}`"))
        }
        _ => return None,
    };
    let message = format!("{what} contains a derivative of order {order} of a coordinate");
    let most = match largest {
        1 => "velocities",
        2 => "accelerations",
        _ => "third derivatives",
    };
    let hint = format!("{most} are the highest that may stand there: remove a prime");
    Some((span, Some((message, hint))))
}

fn constraint(model: &Model, label: &str) -> Option<Span> {
    model.constraints.iter().find(|c| c.label == label).map(|c| c.span)
}
