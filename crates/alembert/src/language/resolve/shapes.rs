//! Where numbers stand and where vectors may: the items of a file.

use super::scope::{Meaning, Scope};
use super::shape::{Shape, Shaper};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::report::Report;
use crate::language::source::Source;
use crate::language::syntax::{
    Constraint, Expr, ExprKind, Fact, Initial, ModelFile, Predicate, Run, Statement, StatementKind,
};

/// Reports what is a vector where a number must stand, and what does not fit together.
pub(super) fn check(file: &ModelFile, scope: &Scope, source: &Source, report: &mut Report) {
    for function in &file.functions {
        if let Some(formula) = &function.formula {
            Shaper::new(scope, source, report).with_arguments(&function.arguments).number(formula);
        }
    }
    let mut shaper = Shaper::new(scope, source, report);
    numbers(file).for_each(|expr| shaper.number(expr));
    for definition in file.abbreviations.iter().chain(&file.observed) {
        shaper.value(&definition.value);
    }
    let shown = file.view.iter().flat_map(|line| &line.parts).filter(|part| !part.is_word());
    shown.flat_map(|part| &part.values).for_each(|value| {
        shaper.value(value);
    });
    along_coordinates(file, scope, &mut shaper);
    file.initial.iter().for_each(|initial| start(initial, scope, &mut shaper));
    for constraint in &file.constraints {
        shaper.equation(&constraint.left, &constraint.right);
    }
    file.run.iter().for_each(|run| signals(run, &mut shaper));
    file.expect.iter().chain(&file.reject).for_each(|s| statement(s, scope, &mut shaper));
    for constraint in &file.constraints {
        no_reaction_of_vector(constraint, scope, source, report);
    }
}

/// Everything that must be a number.
fn numbers(file: &ModelFile) -> impl Iterator<Item = &Expr> {
    let values = file.parameters.iter().filter_map(|p| p.value.as_ref());
    let ranges = file.parameters.iter().filter_map(|p| p.range.as_ref());
    let energies = file.energies.iter().map(|energy| &energy.value);
    let reactions = file.constraints.iter().filter_map(|c| c.reaction.as_ref()).flatten();
    let defined = file.dissipation.iter().chain(&file.quasi).map(|d| &d.value);
    values
        .chain(ranges.flat_map(|range| [&range.low, &range.high]))
        .chain(energies)
        .chain(reactions)
        .chain(defined)
}

/// A force is a number, a torque a vector; so are what a symmetry does to a coordinate and the axis
/// about which it turns a rotation.
fn along_coordinates(file: &ModelFile, scope: &Scope, shaper: &mut Shaper<'_>) {
    let forces = file.forces.iter().map(|force| (&force.coordinate, &force.value));
    let generators = file.symmetries.iter().flatten().map(|g| (&g.coordinate, &g.value));
    for (coordinate, value) in forces.chain(generators) {
        match scope.declared(&coordinate.name).map(|entry| entry.meaning) {
            Some(Meaning::Rotation) => shaper.space_vector(value),
            // it has been refused already
            Some(Meaning::Abbreviation) => {}
            _ => shaper.number(value),
        }
    }
}

/// What an initial value must be: of a rotation an orientation, of an angular velocity a vector.
pub(in crate::language) fn start(initial: &Initial, scope: &Scope, shaper: &mut Shaper<'_>) {
    let name = &initial.ident.name;
    let turns = scope.is_rotation(name) || scope.angular_velocity(name).is_some();
    if turns && initial.order > 0 {
        shaper.determined(initial.span);
    } else if scope.is_rotation(name) {
        shaper.orientation(&initial.value);
        initial.unit.iter().for_each(|unit| shaper.no_unit(unit.span));
    } else if scope.declared(name).is_some_and(|e| e.meaning == Meaning::AngularVelocity) {
        shaper.space_vector(&initial.value);
    } else {
        shaper.number(&initial.value);
    }
}

/// The settings of a run, and what inputs do; a table has pairs.
fn signals(run: &Run, shaper: &mut Shaper<'_>) {
    let bounds = run.range.iter().flat_map(|range| [&range.low, &range.high]);
    bounds
        .chain([&run.step, &run.every, &run.tol].into_iter().flatten())
        .for_each(|e| shaper.number(e));
    for value in run.inputs.iter().flat_map(|input| &input.values) {
        match &value.kind {
            ExprKind::Tuple(pair) if pair.len() == 2 => pair.iter().for_each(|e| shaper.number(e)),
            _ => shaper.number(value),
        }
    }
}

fn statement(statement: &Statement, scope: &Scope, shaper: &mut Shaper<'_>) {
    match &statement.kind {
        StatementKind::Equation(left, right) => {
            shaper.equation(left, right);
        }
        StatementKind::Fact(fact) => self::fact(fact, scope, shaper),
    }
}

fn fact(fact: &Fact, scope: &Scope, shaper: &mut Shaper<'_>) {
    match &fact.predicate {
        Predicate::Kind(_) => {}
        Predicate::Conserved => fact.subjects.iter().for_each(|subject| {
            shaper.value(subject);
        }),
        Predicate::EqualTo(value) => fact.subjects.iter().for_each(|subject| {
            shaper.equation(subject, value);
        }),
        Predicate::Number(value) => {
            let is_order = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name == "order");
            for subject in
                fact.subjects.iter().filter(|e| !is_order(e) || scope.declared("order").is_some())
            {
                shaper.number(subject);
            }
            shaper.number(value);
        }
    }
}

/// A direction belongs to one constraint, not to two or three at once.
fn no_reaction_of_vector(
    constraint: &Constraint,
    scope: &Scope,
    source: &Source,
    report: &mut Report,
) {
    let Some([first, ..]) = constraint.reaction.as_deref() else { return };
    let shape = Shaper::new(scope, source, &mut Report::default()).shape(&constraint.left);
    if let Shape::Vector(size) = shape {
        let message =
            format!("this equation between vectors is {size} constraints, with one reaction");
        let diagnostic = Diagnostic::new(Code::Expected, first.span, message)
            .hint("write the components as constraints of their own, each with its reaction");
        report.add(diagnostic);
    }
}
