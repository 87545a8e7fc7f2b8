//! The items of a file, each with the rules of its place.

use super::check::Checker;
use super::scope::{Found, Implicit, Meaning, Place};
use super::{suggest, twice};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::principles::PRINCIPLES;
use crate::language::syntax::{
    Coordinate, Definition, EnergyKind, Expr, ExprKind, Fact, Ident, Initial, ModelFile, Predicate,
    Range, Run, Statement, StatementKind,
};

/// Names of equations in books, with the principle that gives them.
const OTHER_PRINCIPLES: &[(&str, &str)] = &[
    ("lagrange", "dalembert"),
    ("euler_lagrange", "dalembert"),
    ("newton", "dalembert"),
    ("kane", "maggi"),
    ("boltzmann", "hamel"),
    ("gibbs", "appell"),
];

impl Checker<'_> {
    /// Every expression and every reference of a file.
    pub(super) fn file(&mut self, file: &ModelFile) {
        self.declarations(file);
        self.dynamics(file);
        file.initial
            .iter()
            .enumerate()
            .for_each(|(i, value)| self.initial(value, &file.initial[..i]));
        file.run.iter().for_each(|run| self.run(run));
        file.principle.iter().for_each(|principle| self.principle(principle));
        file.view.iter().for_each(|line| self.view(line));
        self.definitions(&file.observed, |_| Place::Statement);
        file.expect.iter().chain(&file.reject).for_each(|statement| self.statement(statement));
    }

    fn declarations(&mut self, file: &ModelFile) {
        for (index, parameter) in file.parameters.iter().enumerate() {
            parameter.value.iter().for_each(|value| {
                self.expr(value, Place::Parameter(index));
            });
            parameter.range.iter().for_each(|range| self.range(range));
        }
        for function in &file.functions {
            function.formula.iter().for_each(|formula| {
                self.expr(formula, Place::Formula(&function.arguments));
            });
        }
        self.definitions(&file.abbreviations, Place::Abbreviation);
        self.definitions(&file.quasi, |_| Place::Quasi);
    }

    fn definitions(&mut self, definitions: &[Definition], place: impl Fn(usize) -> Place<'static>) {
        for (index, definition) in definitions.iter().enumerate() {
            if !self.expr(&definition.value, place(index)) {
                self.set_constant(&definition.ident.name);
            }
        }
    }

    fn range(&mut self, range: &Range) {
        self.expr(&range.low, Place::Constant);
        self.expr(&range.high, Place::Constant);
    }

    /// Energies, constraints, forces and symmetries.
    fn dynamics(&mut self, file: &ModelFile) {
        for energy in &file.energies {
            let place = match energy.kind {
                EnergyKind::L | EnergyKind::Lagrangian => Place::Lagrangian,
                EnergyKind::T | EnergyKind::V => Place::Model,
            };
            self.expr(&energy.value, place);
        }
        for constraint in &file.constraints {
            self.expr(&constraint.left, Place::Model);
            self.expr(&constraint.right, Place::Model);
            for direction in constraint.reaction.iter().flatten() {
                self.expr(direction, Place::Model);
            }
            if let Some(reaction) = &constraint.reaction {
                let size = |c: &Coordinate| if c.rotation.is_some() { 3 } else { 1 };
                self.reaction(reaction, file.coordinates.iter().map(size).sum());
            }
        }
        self.forces(file);
        for component in file.symmetries.iter().flatten() {
            self.coordinate(&component.coordinate);
            self.expr(&component.value, Place::Model);
        }
    }

    fn forces(&mut self, file: &ModelFile) {
        for (i, force) in file.forces.iter().enumerate() {
            match self.scope.declared(&force.coordinate.name).map(|entry| entry.meaning) {
                Some(Meaning::Abbreviation) => {
                    self.report.add(suggest::force_on_point(force, file, self.source));
                }
                _ => self.coordinate(&force.coordinate),
            }
            self.expr(&force.value, Place::Model);
            let ident = &force.coordinate;
            let mut earlier = file.forces[..i].iter().map(|f| &f.coordinate);
            if let Some(first) = earlier.find(|first| first.name == ident.name) {
                self.twice("the force on this coordinate", ident, first);
            }
        }
        for dissipation in &file.dissipation {
            self.expr(&dissipation.value, Place::Model);
        }
        if let [first, second, ..] = file.dissipation.as_slice() {
            self.twice("the dissipation", &second.ident, &first.ident);
        }
    }

    fn twice(&mut self, what: &str, second: &Ident, first: &Ident) {
        let message = format!("{what} is given twice");
        let diagnostic = Diagnostic::new(Code::DeclaredTwice, second.span, message)
            .hint("write the sum in one line")
            .related(first.span, "first here");
        self.report.add(diagnostic);
    }

    /// A direction has one component for each coordinate.
    fn reaction(&mut self, reaction: &[Expr], coordinates: usize) {
        let (Some(first), Some(last)) = (reaction.first(), reaction.last()) else { return };
        if reaction.len() != coordinates {
            let message = format!(
                "the reaction has {} components, but there are {coordinates} coordinates",
                reaction.len()
            );
            let diagnostic = Diagnostic::new(Code::Expected, first.span.to(last.span), message)
                .hint(
                    "one component for each coordinate, in their order, and three for a rotation: \
                     its torque in space axes",
                );
            self.report.add(diagnostic);
        }
    }

    /// A name that must be a coordinate.
    fn coordinate(&mut self, ident: &Ident) {
        let found = self.scope.declared(&ident.name).map(|entry| entry.meaning);
        let known = matches!(found, Some(Meaning::Coordinate | Meaning::Rotation));
        if !known && !self.scope.is_lost(&ident.name) {
            self.report.add(suggest::not_a_coordinate(ident, self.scope, self.source));
        }
    }

    /// A name that can be given a value from outside.
    pub(in crate::language) fn quantity(&mut self, ident: &Ident) {
        let has_value = match self.scope.find(&ident.name, Place::Statement) {
            Found::Entry(entry) => matches!(
                entry.meaning,
                Meaning::Coordinate
                    | Meaning::Rotation
                    | Meaning::AngularVelocity
                    | Meaning::Parameter
                    | Meaning::Input
            ),
            Found::Unknown => self.is_angular_velocity(&ident.name),
            Found::Implicit(implicit) => {
                matches!(implicit, Implicit::Time | Implicit::Multiplier)
            }
            Found::Lost => true,
            _ => false,
        };
        if !has_value {
            self.report.add(suggest::no_value(ident, self.scope, self.source));
        }
    }

    /// Is it an angular velocity, or one of its components?
    fn is_angular_velocity(&self, name: &str) -> bool {
        self.scope.angular_velocity(name).is_some()
    }

    /// The angular velocity of a rotation is given in one kind of axes, and a component once.
    pub(in crate::language) fn one_frame(&mut self, given: &Initial, earlier: &[Initial]) {
        let name = &given.ident.name;
        let Some(rotation) = self.scope.angular_velocity(name) else { return };
        let base = |name: &str| self.scope.component(name).unwrap_or(name).to_owned();
        let other = earlier.iter().find(|e| {
            let same_rotation = self.scope.angular_velocity(&e.ident.name) == Some(rotation);
            let whole = base(name) == *name || base(&e.ident.name) == e.ident.name;
            same_rotation && (base(&e.ident.name) != base(name) || whole)
        });
        if let Some(other) = other {
            let both = base(&other.ident.name) != base(name);
            let message = match both {
                true => "the angular velocity is given in space axes and in body axes",
                false => "the angular velocity is given as a whole and by components",
            };
            let diagnostic = Diagnostic::new(Code::DeclaredTwice, given.span, message)
                .hint("one follows from the other: leave one of them out")
                .related(other.span, "also here");
            self.report.add(diagnostic);
        }
    }

    fn initial(&mut self, initial: &Initial, earlier: &[Initial]) {
        self.expr(&initial.value, Place::Constant);
        let name = &initial.ident.name;
        let label = name.strip_prefix("mu_").and_then(|label| self.scope.label(label));
        let quasi = self.scope.declared(name).is_some_and(|e| e.meaning == Meaning::Quasi);
        if label.is_none() && !quasi && !self.is_angular_velocity(name) {
            self.coordinate(&initial.ident);
        }
        self.one_frame(initial, earlier);
        let first = earlier.iter().find(|e| e.ident.name == *name && e.order == initial.order);
        if let Some(first) = first {
            let message = "this initial value is given twice";
            let diagnostic = Diagnostic::new(Code::DeclaredTwice, initial.span, message)
                .related(first.span, "first here");
            self.report.add(diagnostic);
        }
    }

    fn run(&mut self, run: &Run) {
        run.range.iter().for_each(|range| self.range(range));
        for setting in [&run.step, &run.every, &run.tol].into_iter().flatten() {
            self.expr(setting, Place::Constant);
        }
        for (number, input) in run.inputs.iter().enumerate() {
            let first = run.inputs[..number].iter().find(|i| i.ident.name == input.ident.name);
            if let Some(first) = first {
                let what = format!("what `{}` does", self.source.slice(input.ident.span));
                self.report.add(twice(&what, input.ident.span, first.ident.span));
            }
            let found = self.scope.declared(&input.ident.name).map(|entry| entry.meaning);
            if found != Some(Meaning::Input) && !self.scope.is_lost(&input.ident.name) {
                self.report.add(suggest::not_an_input(&input.ident, self.scope, self.source));
            }
            self.signal(&input.values);
        }
    }

    /// One formula, or pairs of time and value.
    fn signal(&mut self, values: &[Expr]) {
        for value in values {
            match &value.kind {
                ExprKind::Tuple(pair) if pair.len() == 2 => {
                    pair.iter().for_each(|part| {
                        self.expr(part, Place::Constant);
                    });
                }
                _ if values.len() == 1 => {
                    self.expr(value, Place::Signal);
                }
                _ => {
                    let message = "a table is made of pairs `(time, value)`";
                    self.report.add(Diagnostic::new(Code::Expected, value.span, message));
                }
            }
        }
    }

    fn principle(&mut self, principle: &Ident) {
        if !PRINCIPLES.contains(&principle.name.as_str()) {
            let shown = self.source.slice(principle.span);
            let message = format!("unknown principle `{shown}`");
            let diagnostic = Diagnostic::new(Code::UnknownSymbol, principle.span, message);
            let other = OTHER_PRINCIPLES.iter().find(|row| row.0 == principle.name);
            let near = suggest::nearest(&principle.name, PRINCIPLES.iter().copied());
            self.report.add(match other.map(|row| row.1).or(near) {
                Some(name) if other.is_some() => {
                    let hint = format!("here these are the equations of `{name}`");
                    diagnostic.hint(hint).fix(principle.span, name)
                }
                Some(name) => {
                    diagnostic.hint(format!("did you mean `{name}`?")).fix(principle.span, name)
                }
                None => diagnostic.hint(format!("the principles are {}", PRINCIPLES.join(", "))),
            });
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Equation(left, right) => {
                self.expr(left, Place::Statement);
                self.expr(right, Place::Statement);
            }
            StatementKind::Fact(fact) => self.fact(fact),
        }
    }

    fn fact(&mut self, fact: &Fact) {
        for subject in &fact.subjects {
            match (&fact.predicate, &subject.kind) {
                (Predicate::Kind(_), _) => self.constraint_name(subject),
                (Predicate::Number(_), ExprKind::Name(name)) if name == "order" => {}
                _ => {
                    self.expr(subject, Place::Statement);
                }
            }
        }
        if let Predicate::EqualTo(value) | Predicate::Number(value) = &fact.predicate {
            self.expr(value, Place::Statement);
        }
    }

    /// A subject that must be the label of a constraint, or all constraints.
    fn constraint_name(&mut self, subject: &Expr) {
        let labels = self.scope.labels();
        let known = match &subject.kind {
            ExprKind::Name(name) if name == "constraints" => !labels.is_empty(),
            ExprKind::Name(name) => {
                !self.scope.labelled(name).is_empty() || self.scope.is_lost(name)
            }
            kind => *kind == ExprKind::Error,
        };
        if known {
            return;
        }
        let shown = self.source.slice(subject.span);
        let message = format!("there is no constraint `{shown}`");
        let diagnostic = Diagnostic::new(Code::UnknownSymbol, subject.span, message);
        let near = suggest::nearest(shown, labels.iter().map(String::as_str));
        self.report.add(match near {
            Some(label) => {
                diagnostic.hint(format!("did you mean `{label}`?")).fix(subject.span, label)
            }
            None if labels.is_empty() => diagnostic.hint("the model has no constraints"),
            None => diagnostic.hint(format!("the constraints are {}", labels.join(", "))),
        });
    }
}
