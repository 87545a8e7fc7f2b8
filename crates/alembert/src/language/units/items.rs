//! The items of a file: what its names are measured in, and which places must agree.
//!
//! A Lagrangian whose terms agree may be an energy divided by a mass, as in papers where m = 1.
//! A Lagrangian with a mass in its units must be an energy. `reject` is not checked: errata are
//! often wrong in their units.

use std::collections::BTreeMap;

use alembert_algebra::Rational;

use super::check::{Found, Measure, Surveyor, constant};
use super::dimension::Dimension;
use super::unit::Unit;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::model::Model;
use crate::language::report::Report;
use crate::language::resolve::Scope;
use crate::language::source::{Source, Span};
use crate::language::syntax::{
    self, Definition, EnergyKind, Expr, ExprKind, Ident, Initial, ModelFile, Parameter, Predicate,
    Statement, StatementKind,
};

/// Reports unknown units and units that do not agree.
pub(in crate::language) fn check(
    file: &ModelFile,
    scope: &Scope,
    source: &Source,
    report: &mut Report,
) {
    let mut surveyor = Surveyor { source, report, scope, names: BTreeMap::new() };
    surveyor.declarations(file);
    surveyor.energies(file);
    surveyor.dynamics(file);
    surveyor.definitions(&file.observed);
    file.initial.iter().for_each(|initial| surveyor.initial(initial, file));
    surveyor.run(file);
    file.expect.iter().for_each(|statement| surveyor.statement(statement));
}

/// Reports the unit of a value that is not a unit of its quantity, declared with such a unit.
pub(in crate::language) fn check_assignment(
    assignment: &Initial,
    model: &Model,
    source: &Source,
    report: &mut Report,
) {
    let measured = |name: &str| {
        let unit = model.unit_of(name).and_then(Unit::of);
        unit.map_or(Measure::Unknown, |unit| Measure::Known(unit.dimension))
    };
    let parameters = model.parameters.iter().map(|p| &p.name);
    let names = parameters.chain([&assignment.ident.name]);
    let names = names.map(|name| (name.clone(), measured(name))).collect();
    let mut surveyor = Surveyor { source, report, scope: &model.scope, names };
    surveyor.initial(assignment, &ModelFile::default());
}

/// Numbers that are usual in degrees and not in radians.
const USUAL_DEGREES: &[i64] = &[30, 45, 60, 90, 120, 135, 150, 180, 270, 360];

impl Surveyor<'_> {
    fn set(&mut self, ident: &Ident, measure: Measure) {
        self.names.insert(ident.name.clone(), measure);
    }

    fn declarations(&mut self, file: &ModelFile) {
        let coordinates = file.coordinates.iter().map(|c| (&c.ident, &c.unit));
        let inputs = file.inputs.iter().map(|i| (&i.ident, &i.unit));
        for (ident, unit) in coordinates.chain(inputs) {
            let unit = unit.as_ref().and_then(|unit| Some((self.unit(unit)?, unit)));
            if let Some((found, unit)) = unit.as_ref().filter(|(unit, _)| !unit.is_coherent()) {
                self.not_coherent(ident, found, unit);
            }
            let measure = unit.map_or(Measure::Unknown, |(u, _)| Measure::Known(u.dimension));
            self.set(ident, measure);
        }
        // Where no coordinate has a unit, time has none either: `sin t`.
        let turns = file.coordinates.iter().any(|c| c.rotation.is_some());
        let measured = turns && file.parameters.iter().any(|p| p.unit.is_some());
        if measured || file.coordinates.iter().any(|coordinate| coordinate.unit.is_some()) {
            self.names.insert("t".to_owned(), Measure::Known(Dimension::time()));
            self.rotations(file);
        }
        file.parameters.iter().for_each(|parameter| self.parameter(parameter));
        for function in &file.functions {
            let unit = function.unit.as_ref().and_then(|unit| Some((self.unit(unit)?, unit)));
            let of_names = function.formula.as_ref().is_some_and(mentions_name);
            if let (Some((found, unit)), true) = (&unit, of_names) {
                self.refuse_scaled_formula(&function.ident, found, unit);
            }
            let unit = unit.map(|(unit, _)| unit);
            let measure = unit.map_or(Measure::Unknown, |unit| Measure::Known(unit.dimension));
            self.set(&function.ident, measure);
        }
        self.definitions(&file.abbreviations);
        self.definitions(&file.quasi);
    }

    /// A rotation is a pure number, its angular velocity is measured in rad/s.
    fn rotations(&mut self, file: &ModelFile) {
        let declared = file.coordinates.iter().filter_map(|c| Some((c, c.rotation.as_ref()?)));
        for (coordinate, rotation) in declared {
            self.set(&coordinate.ident, Measure::one());
            for omega in rotation.space.iter().chain(&rotation.body) {
                self.set(omega, Measure::Known(Dimension::one().rate(1)));
            }
        }
    }

    /// A unit, or a report of what is wrong with it. One unit may belong to several names.
    fn unit(&mut self, unit: &syntax::Unit) -> Option<Unit> {
        let mistake = match Unit::read(&unit.text) {
            Ok(unit) => return Some(unit),
            Err(mistake) => mistake,
        };
        let written = self.source.slice(unit.span);
        let start = unit.span.start + written.find(unit.text.as_str()).unwrap_or(0);
        let span = Span::new(start + mistake.span.start, start + mistake.span.end);
        let diagnostic = Diagnostic::new(Code::UnknownUnit, span, mistake.message);
        let diagnostic = match mistake.instead {
            Some(word) => diagnostic.hint(format!("did you mean `{word}`?")).fix(span, word),
            None => diagnostic.hint(
                "units are those of the SI with their prefixes, `rad`, `deg` and `1`: \
                 `[kg m^2/s^2]`",
            ),
        };
        self.report.add_once(diagnostic);
        None
    }

    /// The equations are in units of the SI, so their variables are.
    fn not_coherent(&mut self, ident: &Ident, found: &Unit, unit: &syntax::Unit) {
        let shown = self.source.slice(ident.span);
        let message = format!("`{shown}` is a variable of the equations, which are in SI units");
        let coherent = in_si(found);
        let hint = format!("write `{coherent}`; values may have the unit `[{}]`", unit.text);
        let diagnostic = Diagnostic::new(Code::UnknownUnit, unit.span, message);
        self.report.add_once(diagnostic.hint(hint).fix(unit.span, coherent));
    }

    /// What a formula of other names computes is in units of the SI, as they are.
    fn refuse_scaled_formula(&mut self, ident: &Ident, found: &Unit, unit: &syntax::Unit) {
        if found.is_coherent() {
            return;
        }
        let shown = self.source.slice(ident.span);
        let message = format!("the formula of `{shown}` is in SI units, as its names are");
        let coherent = in_si(found);
        let hint = format!("write `{coherent}`, and a factor `1 [{}]` as a parameter", unit.text);
        let diagnostic = Diagnostic::new(Code::UnknownUnit, unit.span, message);
        self.report.add_once(diagnostic.hint(hint).fix(unit.span, coherent));
    }

    fn parameter(&mut self, parameter: &Parameter) {
        let unit = parameter.unit.as_ref().and_then(|unit| self.unit(unit));
        let value = parameter.value.as_ref();
        let defined = value.filter(|value| mentions_name(value));
        let computed = defined.map_or(Measure::Unknown, |value| self.measure(value));
        if let (Some(unit), Some(written), Some(value)) = (&unit, &parameter.unit, defined) {
            self.same(&computed, value, &unit.dimension, written.span);
        }
        let radians = parameter.unit.as_ref().filter(|unit| unit.text == "rad");
        if let (Some(written), Some(value)) = (radians, value) {
            self.degrees(&parameter.ident, value, Some(written.span));
        }
        let measure = unit.map_or(computed, |unit| Measure::Known(unit.dimension));
        self.set(&parameter.ident, measure);
    }

    /// A value that was computed against the unit that was written.
    fn same(&mut self, computed: &Measure, value: &Expr, unit: &Dimension, written: Span) {
        let Some(dimension) = computed.known().filter(|dimension| *dimension != unit) else {
            return;
        };
        let shown = self.shown(value.span);
        let text = self.source.slice(written);
        let message =
            format!("units do not agree: `{shown}` is {dimension}, but {text} is written");
        self.report.add(
            Diagnostic::new(Code::UnitsDisagree, value.span, message).related(written, "this unit"),
        );
    }

    fn definitions(&mut self, definitions: &[Definition]) {
        for definition in definitions {
            let computed = self.measure(&definition.value);
            let unit = definition.unit.as_ref().and_then(|unit| self.unit(unit));
            // a number with a unit is a quantity
            let written = definition.unit.as_ref().filter(|_| mentions_name(&definition.value));
            if let (Some(unit), Some(written)) = (&unit, written) {
                self.same(&computed, &definition.value, &unit.dimension, written.span);
            }
            let measure = unit.map_or(computed, |unit| Measure::Known(unit.dimension));
            self.set(&definition.ident, measure);
        }
    }

    /// All terms of L, or of T and V, agree; with a mass in them they are energies.
    fn energies(&mut self, file: &ModelFile) {
        let mut first: Option<Found<'_>> = None;
        let mut all = Measure::Any;
        let mut energies: Vec<_> = file.energies.iter().collect();
        energies.sort_by_key(|e| matches!(e.kind, EnergyKind::L | EnergyKind::Lagrangian));
        for energy in energies {
            let measure = self.measure(&energy.value);
            let letter = match energy.kind {
                EnergyKind::L | EnergyKind::Lagrangian => "L",
                EnergyKind::T => "T",
                EnergyKind::V => "V",
            };
            self.names.entry(letter.to_owned()).or_insert(measure.clone());
            let Measure::Known(dimension) = measure else {
                all = if measure == Measure::Unknown { measure } else { all };
                continue;
            };
            let found = (dimension, first_term(&energy.value));
            match &first {
                Some(known) if known.0 != found.0 => {
                    let diagnostic = self.disagreement(known, &found);
                    let lacks = diagnostic.hint.clone().unwrap_or_default();
                    self.report.add(diagnostic.hint(format!("{OF_ENERGY}: {lacks}")));
                    all = Measure::Unknown;
                }
                Some(_) => {}
                None => {
                    self.energy(&found);
                    all = if all == Measure::Any { Measure::Known(found.0.clone()) } else { all };
                    first = Some(found);
                }
            }
        }
        self.names.entry("L".to_owned()).or_insert(all.clone());
        self.names.entry("E".to_owned()).or_insert(all);
    }

    fn energy(&mut self, (dimension, term): &Found<'_>) {
        if !dimension.has_mass() || *dimension == Dimension::energy() {
            return;
        }
        let message = format!(
            "units do not agree: `{}` is {dimension}, but an energy is {}",
            self.shown(term.span),
            Dimension::energy()
        );
        let diagnostic = Diagnostic::new(Code::UnitsDisagree, term.span, message);
        let lacks = Dimension::energy().over(dimension);
        let advice = self.unit_of_number(term, &lacks).map(|advice| format!("; {advice}"));
        let advice = advice.unwrap_or_default();
        let hint = format!("{OF_ENERGY}: this one lacks a factor in {lacks}{advice}");
        self.report.add(diagnostic.hint(hint));
    }

    /// Constraints, forces, dissipation, reactions and symmetries.
    fn dynamics(&mut self, file: &ModelFile) {
        for constraint in &file.constraints {
            self.agree(&constraint.left, &constraint.right);
            constraint.reaction.iter().flatten().for_each(|e| {
                self.measure(e);
            });
        }
        let energy = self.names.get("E").and_then(|e| e.known().cloned());
        for force in &file.forces {
            let measure = self.measure(&force.value);
            let moved = self.names.get(&force.coordinate.name).and_then(|m| m.known().cloned());
            if let (Some(energy), Some(moved)) = (&energy, moved) {
                let expected = energy.times_power(&moved, &Rational::MINUS_ONE);
                self.expected(&measure, &force.value, &expected, "a generalized force on it");
            }
        }
        for dissipation in &file.dissipation {
            let measure = self.measure(&dissipation.value);
            if let Some(energy) = &energy {
                self.expected(&measure, &dissipation.value, &energy.rate(1), "Rayleigh's function");
            }
        }
        file.symmetries.iter().flatten().for_each(|generator| {
            self.measure(&generator.value);
        });
    }

    fn expected(&mut self, measure: &Measure, expr: &Expr, expected: &Dimension, what: &str) {
        let Some(dimension) = measure.known().filter(|dimension| *dimension != expected) else {
            return;
        };
        let shown = self.shown(expr.span);
        let message =
            format!("units do not agree: `{shown}` is {dimension}, but {what} is {expected}");
        let diagnostic = Diagnostic::new(Code::UnitsDisagree, expr.span, message);
        let has_own = matches!(expr.kind, ExprKind::Number(_)) && !dimension.is_one();
        let advice = match has_own {
            true => Some(format!("a unit of {what} has the dimension {expected}")),
            false => self.unit_of_number(expr, &expected.over(dimension)),
        };
        self.report.add(match advice {
            Some(advice) => diagnostic.hint(advice),
            None => diagnostic,
        });
    }

    fn initial(&mut self, initial: &Initial, file: &ModelFile) {
        let unit = initial.unit.as_ref().and_then(|unit| self.unit(unit));
        let moved = self.names.get(&initial.ident.name).and_then(|m| m.known().cloned());
        let moved = moved.map(|dimension| dimension.rate(initial.order));
        if let (Some(unit), Some(moved)) = (&unit, &moved) {
            let expected = Measure::Known(unit.dimension.clone());
            let what = format!("`{}`", self.shown(initial.ident.span));
            self.expected(&expected, &initial.value, moved, &what);
        }
        if let (None, Some(moved), true) = (&unit, &moved, mentions_name(&initial.value)) {
            let computed = self.measure(&initial.value);
            let what = format!("`{}`", self.shown(initial.ident.span));
            self.expected(&computed, &initial.value, moved, &what);
        }
        let in_radians = |c: &syntax::Coordinate| {
            c.ident.name == initial.ident.name && c.unit.as_ref().is_some_and(|u| u.text == "rad")
        };
        let angle = initial.order == 0 && file.coordinates.iter().any(in_radians);
        if angle && initial.unit.as_ref().is_none_or(|unit| unit.text == "rad") {
            self.degrees(&initial.ident, &initial.value, initial.unit.as_ref().map(|u| u.span));
        }
    }

    /// Warns of 45, 90, 180 where radians are meant.
    fn degrees(&mut self, ident: &Ident, value: &Expr, unit: Option<Span>) {
        let number = constant(value).and_then(|number| number.to_i64());
        if !number.is_some_and(|number| USUAL_DEGREES.contains(&number.abs())) {
            return;
        }
        let (shown, name) = (self.shown(value.span), self.source.slice(ident.span));
        let message = format!("`{shown}` looks like degrees, but `{name}` is in rad");
        let diagnostic = Diagnostic::new(Code::LooksLikeDegrees, value.span, message)
            .hint(format!("write `{shown} [deg]`, or a multiple of pi"));
        self.report.add(match unit {
            Some(unit) => diagnostic.fix(unit, "[deg]"),
            None => diagnostic.fix(Span::at(value.span.end), " [deg]"),
        });
    }

    /// The units of the range of a run and of its steps are times.
    fn run(&mut self, file: &ModelFile) {
        let Some(run) = &file.run else { return };
        let bounds =
            run.low_unit.iter().chain(&run.unit).map(|ident| (ident, "a run lasts a time"));
        let steps = run.step_unit.iter().chain(&run.every_unit);
        for (ident, what) in bounds.chain(steps.map(|ident| (ident, "a step is a time"))) {
            let text = ident.name.clone();
            let unit = self.unit(&syntax::Unit { text: text.clone(), span: ident.span });
            if let Some(unit) = unit.filter(|unit| unit.dimension != Dimension::time()) {
                let message = format!("{what}, but `{text}` is {}", unit.dimension);
                self.report.add(Diagnostic::new(Code::UnitsDisagree, ident.span, message));
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Equation(left, right) => {
                self.agree(left, right);
            }
            StatementKind::Fact(fact) => match &fact.predicate {
                Predicate::Kind(_) => {}
                Predicate::Conserved | Predicate::Number(_) => {
                    fact.subjects.iter().for_each(|subject| {
                        self.measure(subject);
                    });
                }
                Predicate::EqualTo(value) => fact.subjects.iter().for_each(|subject| {
                    self.agree(subject, value);
                }),
            },
        }
    }
}

const OF_ENERGY: &str = "every term of the Lagrangian must be an energy";

/// The term that stands for a sum in a message.
fn first_term(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Sum(terms) => terms.first().map_or(expr, |term| &term.expr),
        _ => expr,
    }
}

/// The unit of the SI for variables, in brackets.
fn in_si(unit: &Unit) -> String {
    match unit.dimension.is_one() {
        true => "[rad]".to_owned(),
        false => unit.dimension.to_string(),
    }
}

/// Is there a name in it other than π and e?
pub(in crate::language) fn mentions_name(expr: &Expr) -> bool {
    let own = matches!(&expr.kind, ExprKind::Name(name) if name != "pi" && name != "e");
    own || expr.parts().into_iter().any(mentions_name)
}
