//! What each name of a model file stands for, without any algebra.
//!
//! [`declare`] collects the declarations and finds what is declared twice, [`scope`] answers what
//! a name means at a place, [`check`] walks through all expressions, [`shape`] tells numbers from
//! vectors, [`suggest`] finds what an unknown name may have meant, [`unused`] finds what nothing
//! mentions.
//!
//! Parameters and abbreviations may use what was declared before them in their own section kind;
//! everything else may stand in any order.

mod check;
mod declare;
mod items;
mod scope;
mod shape;
mod shapes;
mod suggest;
mod unused;
mod view;

pub(super) use check::Checker;
pub(super) use scope::{AXES, Entry, Meaning, Place, Scope};
pub(super) use shape::{Shape, Shaper};
pub(super) use shapes::start;
pub(crate) use suggest::UNDECLARED;

use super::diagnostic::{Code, Diagnostic};
use super::report::Report;
use super::source::{Source, Span};
use super::syntax::{EnergyKind, ExprKind, ModelFile, SectionKind};

/// The meaning of all names; what is wrong with them goes into the report.
pub(super) fn resolve(file: &ModelFile, source: &Source, report: &mut Report) -> Scope {
    let scope = declare::declare(file, source, report);
    lagrangian(file, &scope, report);
    let has_coordinates = file.sections.iter().any(|s| s.kind == SectionKind::Coordinates);
    if !has_coordinates {
        let place = file.sections.first().map_or(Span::at(0), |section| section.span);
        let diagnostic = Diagnostic::new(Code::Expected, place, "the model has no coordinates")
            .hint("write `coordinates`, and below it, indented, `x, y [m]`");
        report.add(diagnostic);
        return scope;
    }
    let mut checker = Checker::new(&scope, source, report);
    checker.file(file);
    let used = checker.used();
    shapes::check(file, &scope, source, report);
    if !report.has_error() {
        unused::warn(file, source, &used, report);
    }
    scope
}

/// There is a Lagrangian, there is one, and its letter is nothing else.
fn lagrangian(file: &ModelFile, scope: &Scope, report: &mut Report) {
    for energy in &file.energies {
        let letter = match energy.kind {
            EnergyKind::L => "L",
            EnergyKind::T => "T",
            EnergyKind::V => "V",
            EnergyKind::Lagrangian => continue,
        };
        let entry = scope.declared(letter).filter(|e| !matches!(e.meaning, Meaning::Function(_)));
        if let Some(entry) = entry {
            report.add(letter_taken(letter, energy.word, entry));
        }
    }
    let of = |kinds: &[EnergyKind]| -> Vec<_> {
        file.energies.iter().filter(|e| kinds.contains(&e.kind)).collect()
    };
    let (l, t, v) =
        (of(&[EnergyKind::L, EnergyKind::Lagrangian]), of(&[EnergyKind::T]), of(&[EnergyKind::V]));
    for (list, what) in [(&l, "the Lagrangian"), (&t, "the kinetic energy"), (&v, "the potential")]
    {
        if let [first, second, ..] = list.as_slice() {
            report.add(twice(what, second.word, first.word));
        }
    }
    match (l.first(), t.first()) {
        (None, None) => report.add(no_lagrangian(file)),
        (Some(l), Some(t)) if !mentions(l, "T") => {
            report.add(twice("the Lagrangian", t.word.max(l.word), t.word.min(l.word)));
        }
        _ => {}
    }
}

/// Does the expression of an energy contain this name?
fn mentions(energy: &super::syntax::Energy, name: &str) -> bool {
    let mut open = vec![&energy.value];
    while let Some(expr) = open.pop() {
        if matches!(&expr.kind, ExprKind::Name(n) if n == name) {
            return true;
        }
        open.extend(expr.parts());
    }
    false
}

fn letter_taken(letter: &str, word: Span, entry: &Entry) -> Diagnostic {
    let what = match letter {
        "L" => "the Lagrangian",
        "T" => "the kinetic energy",
        _ => "the potential energy",
    };
    let message = format!("`{letter}` is both {what} and {}", entry.meaning.with_article());
    let diagnostic = Diagnostic::new(Code::LagrangianIsParameter, word, message)
        .related(entry.span, format!("`{letter}` is declared here"));
    match letter {
        "L" => diagnostic.hint("write `lagrangian = …`").fix(word, "lagrangian"),
        _ => diagnostic.hint("give the Lagrangian as `lagrangian = …`, or rename the other"),
    }
}

fn no_lagrangian(file: &ModelFile) -> Diagnostic {
    let place = file.sections.first().map_or(Span::at(0), |section| section.span);
    Diagnostic::new(Code::NoLagrangian, place, "the model has no Lagrangian")
        .hint("write `L = …`, or `T = …` and `V = …`")
}

fn twice(what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DeclaredTwice, span, format!("{what} is given twice"))
        .related(first, "first here")
}
