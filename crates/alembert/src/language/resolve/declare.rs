//! The declarations of a file.

use std::collections::BTreeMap;

use super::scope::{AXES, Entry, Meaning, Scope};
use super::shape::{Shape, Shaper};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::limits;
use crate::language::parser::{BUILTIN_FUNCTIONS, RESERVED};
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Constraint, EnergyKind, Expr, Ident, ModelFile};

/// The scope of a file; duplicates and reserved words are reported.
pub(super) fn declare(file: &ModelFile, source: &Source, report: &mut Report) -> Scope {
    let mut declarer = Declarer { scope: Scope::default(), source, report };
    declarer.scope.lost.extend(file.lost.iter().cloned());
    declarer.moving(file);
    for (index, parameter) in file.parameters.iter().enumerate() {
        declarer.add(&parameter.ident, Meaning::Parameter, index, false);
    }
    for (index, function) in file.functions.iter().enumerate() {
        let meaning = Meaning::Function(function.arguments.len());
        declarer.add(&function.ident, meaning, index, true);
    }
    let defined = [
        (&file.abbreviations, Meaning::Abbreviation),
        (&file.quasi, Meaning::Quasi),
        (&file.observed, Meaning::Observed),
    ];
    for (definitions, meaning) in defined {
        for (index, definition) in definitions.iter().enumerate() {
            declarer.add(&definition.ident, meaning, index, true);
        }
    }
    declarer.vectors(file);
    declarer.too_many(file);
    declarer.letters(file);
    declarer.labels(file);
    declarer.scope
}

struct Declarer<'a> {
    scope: Scope,
    source: &'a Source,
    report: &'a mut Report,
}

impl Declarer<'_> {
    /// Coordinates and inputs.
    fn moving(&mut self, file: &ModelFile) {
        for (index, coordinate) in file.coordinates.iter().enumerate() {
            let Some(rotation) = &coordinate.rotation else {
                self.add(&coordinate.ident, Meaning::Coordinate, index, true);
                continue;
            };
            self.add(&coordinate.ident, Meaning::Rotation, index, true);
            for omega in rotation.space.iter().chain(&rotation.body) {
                self.add(omega, Meaning::AngularVelocity, index, true);
                self.scope.vectors.insert(omega.name.clone(), AXES.len());
            }
            if rotation.space.is_none() && rotation.body.is_none() {
                let shown = self.source.slice(coordinate.ident.span);
                let message = format!("the rotation `{shown}` has no angular velocity");
                let diagnostic = Diagnostic::new(Code::Expected, rotation.span, message)
                    .hint(format!("write `{shown} rotation with space ω`, `body Ω`, or both"));
                self.report.add(diagnostic);
            }
        }
        for (index, input) in file.inputs.iter().enumerate() {
            self.add(&input.ident, Meaning::Input, index, true);
        }
    }

    fn add(&mut self, ident: &Ident, meaning: Meaning, index: usize, varies: bool) {
        let (shown, span) = (self.source.slice(ident.span), ident.span);
        if let Some(what) = reserved(&ident.name) {
            let diagnostic =
                Diagnostic::new(Code::DeclaredTwice, span, format!("`{shown}` is {what}"))
                    .hint("choose another name");
            return self.report.add(diagnostic);
        }
        if let Some(first) = self.scope.entries.get(&ident.name) {
            let message = format!("`{shown}` is declared twice");
            let place = format!("first here, as {}", first.meaning.with_article());
            let diagnostic =
                Diagnostic::new(Code::DeclaredTwice, span, message).related(first.span, place);
            return self.report.add(diagnostic);
        }
        let entry = Entry { meaning, span, index, varies };
        self.scope.entries.insert(ident.name.clone(), entry);
    }

    fn too_many(&mut self, file: &ModelFile) {
        if self.scope.entries.len() > limits::DECLARATIONS {
            let place = file.sections.first().map_or(Span::at(0), |section| section.span);
            let message = format!("a model declares at most {} names", limits::DECLARATIONS);
            self.report.add(Diagnostic::new(Code::Limit, place, message));
        }
    }

    /// `T` and `V` are names where they are given, and `L` is one where there is a Lagrangian.
    fn letters(&mut self, file: &ModelFile) {
        for energy in &file.energies {
            let letter = match energy.kind {
                EnergyKind::L | EnergyKind::Lagrangian => "L",
                EnergyKind::T => "T",
                EnergyKind::V => "V",
            };
            self.scope.letters.extend([letter.to_owned(), "L".to_owned()]);
        }
    }

    /// The labels of the constraints: as given, else by position.
    fn labels(&mut self, file: &ModelFile) {
        let mut given: BTreeMap<&str, Span> = BTreeMap::new();
        for label in file.constraints.iter().filter_map(|c| c.label.as_ref()) {
            if let Some(first) = given.insert(&label.name, label.span) {
                let shown = self.source.slice(label.span);
                let message = format!("two constraints have the label `{shown}`");
                let diagnostic = Diagnostic::new(Code::DeclaredTwice, label.span, message)
                    .related(first, "first here");
                self.report.add(diagnostic);
            }
        }
        for (index, constraint) in file.constraints.iter().enumerate() {
            let name = match &constraint.label {
                Some(label) => label.name.clone(),
                None => self.free_label(index, &given),
            };
            match self.shape(&constraint.left) {
                Shape::Vector(size) => self.group(name, size, constraint, &given),
                _ => self.scope.labels.push(name),
            }
        }
    }

    /// The labels of an equation between vectors, `name_x`, `name_y`, `name_z`.
    fn group(
        &mut self,
        name: String,
        size: usize,
        constraint: &Constraint,
        given: &BTreeMap<&str, Span>,
    ) {
        let labels: Vec<String> =
            AXES[..size].iter().map(|axis| format!("{name}_{axis}")).collect();
        for label in &labels {
            if let Some(first) = given.get(label.as_str()) {
                let message = format!("two constraints have the label `{label}`");
                let diagnostic = Diagnostic::new(Code::DeclaredTwice, constraint.span, message)
                    .related(*first, "also here");
                self.report.add(diagnostic);
            }
        }
        self.scope.groups.push((name, self.scope.labels.len(), size));
        self.scope.labels.extend(labels);
    }

    /// The names that stand for vectors; what is wrong with them is reported later.
    fn vectors(&mut self, file: &ModelFile) {
        for definition in file.abbreviations.iter().chain(&file.observed) {
            if let Shape::Vector(size) = self.shape(&definition.value) {
                self.scope.vectors.insert(definition.ident.name.clone(), size);
            }
        }
    }

    fn shape(&self, expr: &Expr) -> Shape {
        Shaper::new(&self.scope, self.source, &mut Report::default()).shape(expr)
    }

    fn free_label(&self, index: usize, given: &BTreeMap<&str, Span>) -> String {
        let mut name = format!("c{}", index + 1);
        while given.contains_key(name.as_str()) || self.scope.entries.contains_key(&name) {
            name.push('_');
        }
        name
    }
}

/// Why a name cannot be declared.
fn reserved(name: &str) -> Option<&'static str> {
    match name {
        "t" => Some("time"),
        _ if RESERVED.contains(&name) => Some("a word of the language"),
        _ if BUILTIN_FUNCTIONS.iter().any(|row| row.0 == name) => Some("a function"),
        _ => None,
    }
}
