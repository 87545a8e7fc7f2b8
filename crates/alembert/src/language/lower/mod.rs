//! From tree and names to a [`Model`]: syntax becomes exact expressions.
//!
//! It is called only for files without errors, so every name has its meaning. What can still go
//! wrong is arithmetic: a division by zero, and expressions that grow too large.

mod corner;
mod domain;
mod expressions;
mod notes;
mod operations;
mod products;
mod quantity;
mod refused;
mod rotation;
mod statements;
mod tables;
mod values;
mod view;

pub(crate) use corner::slope;
pub(super) use expressions::Lowering;
pub(super) use notes::outside_range;
use notes::reversed_range;
pub(super) use rotation::Given;
pub(crate) use rotation::angular_velocity;
pub(super) use values::Values;

use std::collections::BTreeMap;

use alembert_algebra::{Expr as Value, Kind, Rational, symbols};

use quantity::Quantity;

use super::model::{
    Constraint, Definition, Function, Initial, Model, Named, Parameter, Run, Signal, Turning,
    Variable,
};
use super::report::Report;
use super::resolve::{AXES, Scope};
use super::source::{Source, Span};
use super::syntax::{self, EnergyKind, Expr, ExprKind, Ident, ModelFile, Unit};
use super::units;

/// The model of a file without errors; none when its arithmetic has one.
pub(super) fn lower(
    file: &ModelFile,
    scope: Scope,
    source: &Source,
    report: &mut Report,
) -> Option<Model> {
    let mut builder = Builder { file, scope, source, report, values: Values::default() };
    let model = builder.model();
    notes::add(file, &model, builder.report);
    tables::add(file, &model, builder.report);
    refused::add(file, &model, builder.report);
    (!builder.report.has_error()).then_some(model)
}

struct Builder<'a> {
    file: &'a ModelFile,
    scope: Scope,
    source: &'a Source,
    report: &'a mut Report,
    values: Values,
}

impl Builder<'_> {
    fn model(&mut self) -> Model {
        let plain = self.file.coordinates.iter().filter(|c| c.rotation.is_none());
        let coordinates =
            self.variables(Kind::Coordinate, plain.map(|c| (&c.ident, &c.unit, &c.doc)));
        let rotations = self.rotations();
        let inputs = self
            .variables(Kind::Input, self.file.inputs.iter().map(|i| (&i.ident, &i.unit, &i.doc)));
        let parameters = self.parameters();
        self.values.set_functions(&self.file.functions);
        let functions = self.functions();
        let abbreviations = self.definitions(&self.file.abbreviations);
        let quasi = self.definitions(&self.file.quasi);
        let (kinetic, potential, lagrangian) = self.energies();
        let labels = self.scope.labels().to_vec();
        self.values.set_multipliers(&labels);
        let observed = self.definitions(&self.file.observed);
        let note = |key: &str| {
            let notes = self.file.notes.iter().filter(|note| note.key.name == key);
            notes.map(|note| note.text.clone()).collect()
        };
        Model {
            title: self.file.title.as_ref().map(|title| title.text.clone()).unwrap_or_default(),
            sources: note("source"),
            authors: note("author"),
            coordinates,
            parameters,
            functions,
            inputs,
            abbreviations,
            kinetic,
            potential,
            lagrangian,
            lagrangian_span: self.lagrangian_span(),
            constraints: self.constraints(&rotations),
            forces: self.forces(&rotations),
            dissipation: self.file.dissipation.first().map(|d| self.value(&d.value)),
            symmetries: self.symmetries(&rotations),
            quasi,
            principle: self.file.principle.as_ref().map(named),
            dependent: Vec::new(),
            initial: self.initial(&rotations),
            rotations,
            run: self.run(),
            view: self.view(),
            observed,
            expect: self.statements(&self.file.expect),
            reject: self.statements(&self.file.reject),
            assumed: Vec::new(),
            silent: Vec::new(),
            is_ascii: self.source.text().is_ascii(),
            equations: operations::equations(self.file),
            scope: std::mem::take(&mut self.scope),
            values: std::mem::take(&mut self.values),
        }
    }

    /// The value of one expression; its faults are reported.
    fn value(&mut self, expr: &Expr) -> Value {
        Lowering::new(&self.values, self.source, self.report).item(expr)
    }

    /// The number or the vector of one expression; its faults are reported.
    fn quantity(&mut self, expr: &Expr) -> Quantity {
        Lowering::new(&self.values, self.source, self.report).quantity(expr)
    }

    fn variables<'b>(
        &mut self,
        kind: Kind,
        declared: impl Iterator<Item = (&'b Ident, &'b Option<Unit>, &'b Option<String>)>,
    ) -> Vec<Variable> {
        let mut variables = Vec::new();
        for (ident, unit, doc) in declared {
            let name = ident.name.clone();
            let symbol = Value::symbol(&name, kind, 0);
            self.values.set(&name, symbol);
            variables.push(Variable { name, symbol, unit: text(unit.as_ref()), doc: doc.clone() });
        }
        variables
    }

    fn parameters(&mut self) -> Vec<Parameter> {
        let file = self.file;
        // Symbols first: a range may name a parameter that is declared below it.
        let ranges: Vec<_> = file.parameters.iter().map(|p| self.positive(p)).collect();
        for (parameter, positive) in file.parameters.iter().zip(ranges) {
            let name = &parameter.ident.name;
            self.values.set(name, Value::symbol(name, Kind::Parameter { positive }, 0));
        }
        file.parameters.iter().map(|parameter| self.parameter(parameter)).collect()
    }

    /// Is the range of a parameter positive, as far as its numbers tell?
    fn positive(&mut self, parameter: &syntax::Parameter) -> bool {
        let Some(range) = &parameter.range else { return false };
        let mut ignored = Report::default();
        let low = Lowering::new(&self.values, self.source, &mut ignored).item(&range.low);
        let factor = low.as_number().or_else(|| (low / Value::pi()).as_number());
        factor.is_some_and(|r| r > Rational::ZERO)
    }

    fn parameter(&mut self, parameter: &syntax::Parameter) -> Parameter {
        let name = parameter.ident.name.clone();
        let unit = parameter.unit.as_ref();
        let value = parameter.value.as_ref();
        let value = value.map_or(Value::one(), |value| self.in_unit(value, unit));
        let range = parameter.range.as_ref();
        let range = range.map(|r| (self.in_unit(&r.low, unit), self.in_unit(&r.high, unit)));
        let is_parameter =
            |e: Value| e.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Parameter { .. }));
        let lowered = Parameter {
            span: parameter.ident.span,
            symbol: self.values.get(&name),
            name,
            value,
            is_definition: symbols(&[value]).into_iter().any(is_parameter),
            unit: text(parameter.unit.as_ref()),
            range,
            doc: parameter.doc.clone(),
        };
        if let Some(expr) = parameter.value.as_ref().filter(|_| !lowered.admits(lowered.value)) {
            let reversed = lowered.range.is_some_and(|(low, _)| !lowered.admits(low));
            let finding = if reversed { reversed_range } else { outside_range };
            self.report.add(finding(&lowered.name, expr.span));
        }
        lowered
    }

    fn in_unit(&mut self, expr: &Expr, unit: Option<&Unit>) -> Value {
        in_unit(self.value(expr), expr, unit.map(|unit| unit.text.as_str()))
    }

    fn functions(&mut self) -> Vec<Function> {
        let file = self.file;
        file.functions.iter().map(|function| self.function(function)).collect()
    }

    fn function(&mut self, function: &syntax::Function) -> Function {
        let symbol = |ident: &Ident| Value::symbol(&ident.name, Kind::Auxiliary, 0);
        let arguments: Vec<Value> = function.arguments.iter().map(symbol).collect();
        let names = function.arguments.iter().map(|ident| ident.name.clone());
        let bound: BTreeMap<String, Value> = names.zip(arguments.iter().copied()).collect();
        let formula = function.formula.as_ref().map(|formula| {
            let value = Lowering::new(&self.values, self.source, self.report)
                .with_arguments(bound)
                .item(formula);
            in_unit(value, formula, function.unit.as_ref().map(|unit| unit.text.as_str()))
        });
        Function {
            name: function.ident.name.clone(),
            arguments,
            formula,
            unit: text(function.unit.as_ref()),
            doc: function.doc.clone(),
        }
    }

    /// Definitions in their order; each may use the ones before it. A vector becomes one for each
    /// component.
    fn definitions(&mut self, definitions: &[syntax::Definition]) -> Vec<Definition> {
        let mut all = Vec::new();
        for definition in definitions {
            let name = &definition.ident.name;
            let unit = definition.unit.as_ref().map(|unit| unit.text.as_str());
            let quantity = self.quantity(&definition.value);
            let quantity = quantity.map(|value| in_unit(value, &definition.value, unit));
            self.values.set_quantity(name, &quantity);
            let names = component_names(name, &quantity);
            for (name, &value) in names.into_iter().zip(quantity.components()) {
                let (unit, doc) = (text(definition.unit.as_ref()), definition.doc.clone());
                all.push(Definition { name, value, unit, doc });
            }
        }
        all
    }

    /// T, V and L, which may use them.
    fn energies(&mut self) -> (Option<Value>, Option<Value>, Value) {
        let given = |kind: EnergyKind| self.file.energies.iter().find(move |e| e.kind == kind);
        let (t, v) = (given(EnergyKind::T), given(EnergyKind::V));
        let l = given(EnergyKind::L).or_else(|| given(EnergyKind::Lagrangian));
        let kinetic = t.map(|t| self.value(&t.value));
        let potential = v.map(|v| self.value(&v.value));
        for (letter, energy) in [("T", kinetic), ("V", potential)] {
            if let Some(value) = energy {
                self.values.set_letter(letter, value);
            }
        }
        let lagrangian = match l {
            Some(l) => self.value(&l.value),
            None => kinetic.unwrap_or(Value::zero()) - potential.unwrap_or(Value::zero()),
        };
        self.values.set_letter("L", lagrangian);
        (kinetic, potential, lagrangian)
    }

    fn lagrangian_span(&self) -> Span {
        let rank = |kind: EnergyKind| match kind {
            EnergyKind::L | EnergyKind::Lagrangian => 0,
            EnergyKind::T => 1,
            EnergyKind::V => 2,
        };
        let first = self.file.energies.iter().min_by_key(|energy| rank(energy.kind));
        first.map_or(Span::at(0), |energy| energy.word.to(energy.value.span))
    }

    fn constraints(&mut self, rotations: &[Turning]) -> Vec<Constraint> {
        let file = self.file;
        let mut labels = self.scope.labels().to_vec().into_iter();
        let mut all = Vec::new();
        for constraint in &file.constraints {
            let (left, right) = (self.quantity(&constraint.left), self.quantity(&constraint.right));
            let reaction = constraint.reaction.as_ref();
            let reaction: Option<Vec<Value>> = reaction.map(|list| {
                let list: Vec<Value> = list.iter().map(|e| self.value(e)).collect();
                self.direction(&list, rotations)
            });
            let sides = left.components().iter().zip(right.components());
            let is_vector = left.components().len() > 1;
            for ((&left, &right), label) in sides.zip(labels.by_ref()) {
                if is_vector && left - right == Value::zero() {
                    self.report.add(notes::empty_component(&label, constraint.span));
                    continue;
                }
                let (reaction, doc) = (reaction.clone(), constraint.doc.clone());
                let (phi, span) = (notes::without_quotient(left - right), constraint.span);
                all.push(Constraint { label, phi, reaction, span, doc });
            }
        }
        all
    }

    fn forces(&mut self, rotations: &[Turning]) -> Vec<Value> {
        let file = self.file;
        let forces = file.forces.iter();
        let given: Vec<(&str, Vec<Value>)> = forces
            .map(|f| (f.coordinate.name.as_str(), self.quantity(&f.value).components().to_vec()))
            .collect();
        self.along_places(&given, rotations)
    }

    fn symmetries(&mut self, rotations: &[Turning]) -> Vec<Vec<Value>> {
        let file = self.file;
        let mut fields = Vec::new();
        for generator in &file.symmetries {
            let parts = generator.iter();
            let given: Vec<(&str, Vec<Value>)> = parts
                .map(|g| {
                    (g.coordinate.name.as_str(), self.quantity(&g.value).components().to_vec())
                })
                .collect();
            fields.push(self.along_places(&given, rotations));
        }
        fields
    }

    fn initial(&mut self, rotations: &[Turning]) -> Vec<Initial> {
        let file = self.file;
        let mut all = Vec::new();
        for initial in &file.initial {
            let unit = text(initial.unit.as_ref());
            let parts =
                Lowering::new(&self.values, self.source, self.report).given(initial, rotations);
            all.extend(parts.into_iter().map(|(name, quantity, value)| Initial {
                name,
                quantity,
                value: in_unit(value, &initial.value, unit.as_deref()),
                unit: unit.clone(),
                guess: initial.guess,
                span: initial.span,
            }));
        }
        all
    }

    fn run(&mut self) -> Run {
        let Some(run) = &self.file.run else { return Run::default() };
        let inputs = run
            .inputs
            .iter()
            .map(|input| (self.values.get(&input.ident.name), self.signal(&input.values)));
        let inputs = inputs.collect();
        let mut time = |expr: &Expr, unit: &Option<Ident>| {
            in_unit(self.value(expr), expr, unit.as_ref().map(|unit| unit.name.as_str()))
        };
        let step = run.step.as_ref().map(|step| time(step, &run.step_unit));
        let every = run.every.as_ref().map(|every| time(every, &run.every_unit));
        let low_unit = if run.low_unit.is_some() { &run.low_unit } else { &run.unit };
        let range = run.range.as_ref().map(|r| (time(&r.low, low_unit), time(&r.high, &run.unit)));
        let tol = run.tol.as_ref().map(|tol| self.value(tol));
        Run {
            range,
            unit: run.unit.as_ref().map(|unit| unit.name.clone()),
            step,
            every,
            tol,
            method: run.method.as_ref().map(named),
            inputs,
        }
    }

    fn signal(&mut self, values: &[Expr]) -> Signal {
        let pair = |expr: &Expr| match &expr.kind {
            ExprKind::Tuple(pair) => Some((pair.first()?.clone(), pair.get(1)?.clone())),
            _ => None,
        };
        match values.iter().map(pair).collect::<Option<Vec<_>>>() {
            Some(pairs) => {
                Signal::Table(pairs.iter().map(|(t, u)| (self.value(t), self.value(u))).collect())
            }
            None => Signal::Formula(values.first().map_or(Value::zero(), |e| self.value(e))),
        }
    }
}

/// The name, or those of the components.
fn component_names(name: &str, quantity: &Quantity) -> Vec<String> {
    match quantity {
        Quantity::Number(_) => vec![name.to_owned()],
        Quantity::Vector(_) => AXES.iter().map(|axis| format!("{name}_{axis}")).collect(),
    }
}

fn named(ident: &Ident) -> Named {
    Named { name: ident.name.clone(), span: ident.span }
}

/// A number in units of the SI. An expression with names in it is in these units already.
pub(super) fn in_unit(value: Value, expr: &Expr, unit: Option<&str>) -> Value {
    let is_number = symbols(&[value]).iter().all(|e| *e == Value::pi());
    let plain = is_number && !units::mentions_name(expr);
    let size = unit.filter(|_| plain).and_then(units::Unit::of);
    size.map_or(value, |unit| value * unit.size())
}

fn text(unit: Option<&Unit>) -> Option<String> {
    unit.map(|unit| unit.text.clone())
}
