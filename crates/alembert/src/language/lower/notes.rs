//! What needs algebra but no mechanics: accelerations in the Lagrangian, constraints that are
//! nonlinear in the velocities, quasi-velocities that are none.

use alembert_algebra::{Expr as Value, symbols};
use alembert_mechanics::affine::{cancelled, is_affine};
use alembert_mechanics::gauge::reduced;

use crate::language::diagnostic::{Code, Diagnostic, Severity};
use crate::language::model::{Constraint, Definition, Model};
use crate::language::report::Report;
use crate::language::source::Span;
use crate::language::syntax::{Expr, ExprKind, ModelFile};

/// AL024.
pub(in crate::language) fn outside_range(name: &str, place: Span) -> Diagnostic {
    let message = format!("the value of `{name}` is outside its range");
    Diagnostic::new(Code::OutsideRange, place, message)
        .hint("proofs rely on the range: widen it, or change the value")
}

/// AL024 for a range that contains nothing.
pub(super) fn reversed_range(name: &str, place: Span) -> Diagnostic {
    let message = format!("the range of `{name}` ends before it begins");
    Diagnostic::new(Code::OutsideRange, place, message)
        .hint("write the smaller end first: `in 2 .. 5`")
}

/// AL016, AL034, AL036 and AL039.
pub(super) fn add(file: &ModelFile, model: &Model, report: &mut Report) {
    report_acceleration(file, model, report);
    for constraint in &model.constraints {
        if jets(constraint.phi, |_| true).is_empty() {
            report.add(without_coordinate(constraint));
        }
        if constraint.reaction.is_none() && is_nonlinear(constraint) {
            let message = format!(
                "`{}` is nonlinear in the velocities: Chetaev's rule is an assumption",
                constraint.label
            );
            let diagnostic = Diagnostic::new(Code::NonlinearInVelocities, constraint.span, message)
                .hint("`alembert explain chetaev`");
            report.add(diagnostic);
        }
    }
    for speed in &model.quasi {
        if let Some(message) = no_quasi_velocity(speed) {
            let place = place_of_speed(file, &speed.name).unwrap_or(model.lagrangian_span);
            let diagnostic = Diagnostic::new(Code::NoQuasiVelocity, place, message)
                .hint("write a linear form such as `x' cos θ + y' sin θ`; see also `observe`");
            report.add(diagnostic);
        }
    }
}

/// AL036, unless a total derivative takes the accelerations away.
fn report_acceleration(file: &ModelFile, model: &Model, report: &mut Report) {
    let q: Vec<Value> = model.coordinates.iter().map(|c| c.symbol).collect();
    let lagrangian = reduced(model.lagrangian, &q).map_or(model.lagrangian, |(short, _)| short);
    let Some((name, order)) = acceleration(lagrangian) else { return };
    let place = place_of_acceleration(file).unwrap_or(model.lagrangian_span);
    let is_odd = model.system().is_ok_and(|system| system.is_odd());
    let (what, count) = match (order, is_odd) {
        (2, false) => ("an acceleration", "four"),
        (2, true) => ("an acceleration", "three"),
        (_, false) => ("a third derivative", "six"),
        (_, true) => ("a third derivative", "five"),
    };
    let message = format!("the Lagrangian contains {what}, `{name}`");
    let hint = format!(
        "a coordinate with {what} there needs {count} initial values, and the energy may be unbounded below"
    );
    report.add(Diagnostic::new(Code::AccelerationInLagrangian, place, message).hint(hint));
}

/// Why a line of `quasi` defines no quasi-velocity.
fn no_quasi_velocity(speed: &Definition) -> Option<String> {
    let v = jets(speed.value, |dots| dots == 1);
    let higher = jets(speed.value, |dots| dots > 1);
    let name = &speed.name;
    match higher.first().and_then(|a| a.as_symbol()) {
        Some(a) => Some(format!("`{name}` contains an acceleration, `{}`", a.spelling())),
        None if v.is_empty() => Some(format!("`{name}` contains no velocity")),
        None if !is_affine(speed.value, &v) => {
            Some(format!("`{name}` is not linear in the velocities"))
        }
        None => None,
    }
}

/// The line that defines a quasi-velocity, or the vector of which it is a component.
fn place_of_speed(file: &ModelFile, name: &str) -> Option<Span> {
    let defines = |ident: &str| name.strip_prefix(ident).is_some_and(|rest| rest.len() <= 2);
    let whole = file.quasi.iter().find(|line| line.ident.name == name);
    let line = whole.or_else(|| file.quasi.iter().find(|line| defines(&line.ident.name)))?;
    Some(line.value.span)
}

/// AL016 as a note for `0 = 0`, a component of an equation between vectors.
pub(super) fn empty_component(label: &str, place: Span) -> Diagnostic {
    let message = format!("`{label}` says 0 = 0 and is left out");
    let finding = Diagnostic::new(Code::NoEquation, place, message);
    Diagnostic { severity: Severity::Note, ..finding }
        .hint("for motion in a plane vectors may be written with two components, `(x, y)`")
}

/// AL016 for an equation that says nothing of the motion.
fn without_coordinate(constraint: &Constraint) -> Diagnostic {
    let message = format!("the constraint `{}` contains no coordinate", constraint.label);
    Diagnostic::new(Code::NoEquation, constraint.span, message).hint("take it out")
}

/// The coordinates with so many dots that occur in an expression.
fn jets(e: Value, dots: impl Fn(u32) -> bool) -> Vec<Value> {
    let is_jet = |e: &Value| e.as_symbol().is_some_and(|s| s.kind.is_of_motion() && dots(s.order));
    symbols(&[e]).into_iter().filter(is_jet).collect()
}

/// The spelling of an acceleration in the Lagrangian, or of a higher derivative, with its order.
fn acceleration(lagrangian: Value) -> Option<(String, u32)> {
    let all = jets(lagrangian, |dots| dots >= 2).into_iter().filter_map(Value::as_symbol);
    let all: Vec<_> = all.collect();
    let highest = all.iter().map(|s| s.order).max()?;
    let first = all.iter().find(|s| s.order == highest)?;
    Some((first.spelling(), highest))
}

/// The first place with two dots or more in the Lagrangian, or in T or V.
fn place_of_acceleration(file: &ModelFile) -> Option<Span> {
    let mut open: Vec<&Expr> = file.energies.iter().map(|energy| &energy.value).collect();
    let mut places = Vec::new();
    while let Some(expr) = open.pop() {
        if matches!(expr.kind, ExprKind::Prime(_, order) if order >= 2) {
            places.push(expr.span);
        }
        open.extend(expr.parts());
    }
    places.into_iter().min()
}

/// A constraint without a divisor that cancels and leaves it linear in the velocities.
pub(super) fn without_quotient(phi: Value) -> Value {
    cancelled(phi, &jets(phi, |dots| dots == 1)).unwrap_or(phi)
}

/// Is a constraint on velocities not known to be affine in them?
fn is_nonlinear(constraint: &Constraint) -> bool {
    if !jets(constraint.phi, |dots| dots > 1).is_empty() {
        return false;
    }
    let v = jets(constraint.phi, |dots| dots == 1);
    !is_affine(constraint.phi, &v)
}
