//! The entries of an item: keys with what stands there, the same for text and for JSON.
//!
//! An item of a section is a list of entries, `x = 1, x' = 0`. Which keys an entry has depends on
//! its section; [`entries`] is the table.

use crate::language::syntax::{
    Coordinate, Definition, Expr, ExprKind, Fact, Ident, ModelFile, Predicate, Run, SectionKind,
    Statement, StatementKind, Unit, ViewPart,
};

/// What stands at a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// A name that is spelled in several ways.
    Name(String),
    Names(Vec<String>),
    /// A word that is the same in every spelling, or a text.
    Word(String),
    Unit(String),
    Expr(Expr),
    Exprs(Vec<Expr>),
    Order(u32),
    Flag,
    View(Vec<ViewPart>),
}

/// Keys and parts, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Entry(pub(super) Vec<(&'static str, Part)>);

impl Entry {
    pub(super) fn get(&self, key: &str) -> Option<&Part> {
        self.0.iter().find(|row| row.0 == key).map(|row| &row.1)
    }

    fn with(mut self, key: &'static str, part: impl Into<Option<Part>>) -> Self {
        self.0.extend(part.into().map(|part| (key, part)));
        self
    }
}

fn name(name: &str) -> Part {
    Part::Name(name.to_owned())
}

fn word(word: &str) -> Part {
    Part::Word(word.to_owned())
}

fn expr(expr: &Expr) -> Part {
    Part::Expr(expr.clone())
}

fn unit(unit: &Option<Unit>) -> Option<Part> {
    unit.as_ref().map(|unit| Part::Unit(unit.text.clone()))
}

/// The entries of a file that holds one item.
pub(super) fn entries(kind: SectionKind, file: &ModelFile) -> Vec<Entry> {
    let entry = Entry::default;
    match kind {
        SectionKind::Model => {
            let title = file.title.iter().map(|title| entry().with("text", word(&title.text)));
            let note = |n: &crate::language::syntax::Note| {
                entry().with("key", word(&n.key.name)).with("text", word(&n.text))
            };
            title.chain(file.notes.iter().map(note)).collect()
        }
        SectionKind::Coordinates => coordinates(&file.coordinates),
        SectionKind::Inputs => {
            let inputs = file.inputs.iter().map(|i| (i.ident.name.as_str(), &i.unit));
            groups(inputs.collect())
        }
        SectionKind::Parameters => file
            .parameters
            .iter()
            .map(|p| {
                let bounds = p.range.as_ref();
                entry()
                    .with("name", name(&p.ident.name))
                    .with("value", p.value.as_ref().map(expr))
                    .with("unit", unit(&p.unit))
                    .with("low", bounds.map(|r| expr(&r.low)))
                    .with("high", bounds.map(|r| expr(&r.high)))
            })
            .collect(),
        SectionKind::Functions => file
            .functions
            .iter()
            .map(|f| {
                let arguments = f.arguments.iter().map(|a| a.name.clone()).collect();
                entry()
                    .with("name", name(&f.ident.name))
                    .with("arguments", Part::Names(arguments))
                    .with("value", f.formula.as_ref().map(expr))
                    .with("unit", unit(&f.unit))
            })
            .collect(),
        SectionKind::Let => definitions(&file.abbreviations),
        SectionKind::Quasi => definitions(&file.quasi),
        SectionKind::Observe => definitions(&file.observed),
        SectionKind::View => file.view.iter().map(|line| view(&line.parts, &line.text)).collect(),
        SectionKind::Run => file.run.iter().flat_map(run).collect(),
        SectionKind::Expect => file.expect.iter().map(statement).collect(),
        SectionKind::Reject => file.reject.iter().map(statement).collect(),
        _ => relations(kind, file),
    }
}

/// Energies, constraints, forces, symmetries, the principle and initial values.
fn relations(kind: SectionKind, file: &ModelFile) -> Vec<Entry> {
    let entry = Entry::default;
    match kind {
        SectionKind::Energy(_) => {
            file.energies.iter().map(|e| entry().with("value", expr(&e.value))).collect()
        }
        SectionKind::Constraints => file
            .constraints
            .iter()
            .map(|c| {
                entry()
                    .with("label", c.label.as_ref().map(|l| name(&l.name)))
                    .with("left", expr(&c.left))
                    .with("right", expr(&c.right))
                    .with("reaction", c.reaction.clone().map(Part::Exprs))
            })
            .collect(),
        SectionKind::Forces => {
            let forces = file.forces.iter().map(|f| {
                entry().with("coordinate", name(&f.coordinate.name)).with("value", expr(&f.value))
            });
            let drag = file.dissipation.iter().map(|d| entry().with("dissipation", expr(&d.value)));
            forces.chain(drag).collect()
        }
        SectionKind::Symmetry => {
            let generators = file.symmetries.iter().flatten();
            let one = |g: &crate::language::syntax::Generator| {
                entry().with("coordinate", name(&g.coordinate.name)).with("value", expr(&g.value))
            };
            generators.map(one).collect()
        }
        SectionKind::Principle => {
            file.principle.iter().map(|p| entry().with("principle", word(&p.name))).collect()
        }
        SectionKind::Initial => file
            .initial
            .iter()
            .map(|i| {
                entry()
                    .with("name", name(&i.ident.name))
                    .with("order", (i.order > 0).then_some(Part::Order(i.order)))
                    .with("value", expr(&i.value))
                    .with("unit", unit(&i.unit))
                    .with("guess", i.guess.then_some(Part::Flag))
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn definitions(definitions: &[Definition]) -> Vec<Entry> {
    let one = |d: &Definition| {
        Entry::default()
            .with("name", name(&d.ident.name))
            .with("value", expr(&d.value))
            .with("unit", unit(&d.unit))
    };
    definitions.iter().map(one).collect()
}

fn coordinates(coordinates: &[Coordinate]) -> Vec<Entry> {
    let mut all = Vec::new();
    let mut plain = Vec::new();
    for coordinate in coordinates {
        let Some(rotation) = &coordinate.rotation else {
            plain.push((coordinate.ident.name.as_str(), &coordinate.unit));
            continue;
        };
        all.extend(groups(std::mem::take(&mut plain)));
        let rotation = Entry::default()
            .with("rotation", name(&coordinate.ident.name))
            .with("space", rotation.space.as_ref().map(|omega| name(&omega.name)))
            .with("body", rotation.body.as_ref().map(|omega| name(&omega.name)));
        all.push(rotation);
    }
    all.extend(groups(plain));
    all
}

/// Names in their order; those side by side with the same unit share it.
fn groups(names: Vec<(&str, &Option<Unit>)>) -> Vec<Entry> {
    let text = |unit: &Option<Unit>| unit.as_ref().map(|unit| unit.text.clone());
    let mut all: Vec<(Vec<String>, Option<String>)> = Vec::new();
    for (name, unit) in names {
        match all.last_mut() {
            Some((group, shared)) if *shared == text(unit) => group.push(name.to_owned()),
            _ => all.push((vec![name.to_owned()], text(unit))),
        }
    }
    let one = |(names, unit): (Vec<String>, Option<String>)| {
        Entry::default().with("names", Part::Names(names)).with("unit", unit.map(Part::Unit))
    };
    all.into_iter().map(one).collect()
}

fn view(parts: &[ViewPart], text: &str) -> Entry {
    match parts {
        [] => Entry::default().with("raw", word(text)),
        parts => Entry::default().with("view", Part::View(parts.to_vec())),
    }
}

/// The unit of a time in `run`.
fn time(unit: &Option<Ident>) -> Option<Part> {
    unit.as_ref().map(|unit| Part::Unit(unit.name.clone()))
}

fn run(run: &Run) -> Vec<Entry> {
    let entry = Entry::default;
    let range = run.range.as_ref().map(|r| {
        entry()
            .with("low", expr(&r.low))
            .with("low_time", time(&run.low_unit))
            .with("high", expr(&r.high))
            .with("time", time(&run.unit))
    });
    let setting = |key: &'static str, value: &Option<Expr>, unit: &Option<Ident>| {
        value.as_ref().map(|value| entry().with(key, expr(value)).with("time", time(unit)))
    };
    let inputs = run.inputs.iter().map(|input| {
        entry()
            .with("input", name(&input.ident.name))
            .with("values", Part::Exprs(input.values.clone()))
    });
    let method = run.method.as_ref().map(|method| entry().with("method", word(&method.name)));
    range
        .into_iter()
        .chain(setting("step", &run.step, &run.step_unit))
        .chain(setting("every", &run.every, &run.every_unit))
        .chain(setting("tol", &run.tol, &None))
        .chain(method)
        .chain(inputs)
        .collect()
}

fn statement(statement: &Statement) -> Entry {
    match &statement.kind {
        StatementKind::Equation(left, right) => {
            Entry::default().with("left", expr(left)).with("right", expr(right))
        }
        StatementKind::Fact(fact) => self::fact(fact),
    }
}

fn fact(fact: &Fact) -> Entry {
    let subjects = Entry::default().with("subjects", Part::Exprs(fact.subjects.clone()));
    match &fact.predicate {
        Predicate::Kind(kind) => subjects.with("is", word(kind.word())),
        Predicate::Conserved => subjects.with("is", word("conserved")),
        Predicate::EqualTo(value) => {
            subjects.with("is", word("equal to")).with("value", expr(value))
        }
        Predicate::Number(value) => subjects.with("value", expr(value)),
    }
}

impl Part {
    /// The expressions in it, to be changed.
    pub(super) fn expressions(&mut self) -> Vec<&mut Expr> {
        match self {
            Part::Expr(expr) => vec![expr],
            Part::Exprs(list) => list.iter_mut().collect(),
            Part::View(parts) => parts.iter_mut().flat_map(|part| &mut part.values).collect(),
            _ => Vec::new(),
        }
    }
}

/// Are several things said to be something?
pub(super) fn is_plural(subjects: &[Expr]) -> bool {
    let all = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name == "constraints");
    subjects.len() > 1 || subjects.iter().any(all)
}
