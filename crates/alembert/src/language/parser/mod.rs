//! From text to tree.
//!
//! Parsing never fails. It returns the tree that it understood and every mistake it found: a
//! mistake ends at its item, and the next item is read afresh. The walk: [`lines`] separates
//! comments and finds indentation, [`sections`] groups lines into sections and items,
//! [`declarations`], [`relations`], [`facts`] and [`run`] read the items of the sections, and
//! [`expressions`] reads what stands in them, with [`latex`] and [`runs`] for what LaTeX writes
//! differently.

mod cursor;
mod declarations;
mod expressions;
mod facts;
mod functions;
mod juxtaposition;
mod latex;
mod lines;
mod partial;
mod relations;
mod run;
mod runs;
mod sections;
pub(crate) mod view;
mod vocabulary;

pub(super) use lines::comments;
pub(super) use vocabulary::{
    BUILTIN_FUNCTIONS, ORIENTATIONS, Quantities, RESERVED, VECTOR_FUNCTIONS, Vocabulary,
};

use super::diagnostic::{Code, Diagnostic};
use super::format;
use super::lexer::Lexer;
use super::limits;
use super::report::Report;
use super::source::{Source, Span};
use super::syntax::{Expr, Initial, ModelFile, SectionKind, ViewLine};
use cursor::{Context, Cursor};
use sections::{Item, Section};

/// The tree of a model file and what is wrong with its grammar, in the order of the text.
///
/// ```
/// use alembert::language::{Source, parse};
/// let source = Source::new("free.mech", "coordinates\n  x [m]\nL = ½ x'²\n");
/// let (file, diagnostics) = parse(&source);
/// assert!(diagnostics.is_empty());
/// assert_eq!(file.energies[0].value.to_string(), "½ (x'^2)");
/// ```
#[must_use]
pub fn parse(source: &Source) -> (ModelFile, Vec<Diagnostic>) {
    let mut report = Report::default();
    let file = parse_into(source, &mut report);
    (file, report.finish())
}

pub(super) fn parse_into(source: &Source, report: &mut Report) -> ModelFile {
    let mut file = ModelFile::default();
    if let Some(mistake) = format::mistake(source) {
        report.add(mistake);
        return file;
    }
    if is_too_large(source) {
        let message = format!("a model has at most {} MB", limits::FILE_BYTES >> 20);
        report.add(Diagnostic::new(Code::Limit, Span::at(0), message));
        return file;
    }
    let mut lexer = Lexer::new(source);
    let mut sections = sections::split(source, &mut lexer, report);
    lexer.finish(report);
    let vocabulary = Vocabulary::collect(&sections, source);
    for section in &mut sections {
        runs::cut_section(section, source, &vocabulary);
    }
    for section in &sections {
        read_section(&mut file, section, source, &vocabulary, report);
    }
    file
}

/// A section with the tree of each of its items.
#[derive(Debug)]
pub(super) struct ParsedSection {
    pub(super) kind: SectionKind,
    /// Where its word stands.
    pub(super) word: Span,
    /// Where each item stands, and a file with nothing but this item.
    pub(super) items: Vec<(Span, ModelFile)>,
}

/// The items of a file, each on its own.
pub(super) fn parse_items(source: &Source, report: &mut Report) -> Vec<ParsedSection> {
    let mut lexer = Lexer::new(source);
    let mut sections = sections::split(source, &mut lexer, report);
    let vocabulary = Vocabulary::collect(&sections, source);
    let mut parsed = Vec::new();
    for section in &mut sections {
        runs::cut_section(section, source, &vocabulary);
        let Some(kind) = section.kind else { continue };
        let mut items = Vec::new();
        for item in std::mem::take(&mut section.items) {
            let span = item.span;
            let mut file = ModelFile::default();
            let one = Section { kind: Some(kind), word: section.word, items: vec![item] };
            read_section(&mut file, &one, source, &vocabulary, report);
            items.push((span, file));
        }
        parsed.push(ParsedSection { kind, word: section.word, items });
    }
    parsed
}

/// Where the lines of `expect` and `reject` stand.
pub(super) fn statements(source: &Source) -> Vec<Span> {
    let ignored = &mut Report::default();
    let mut lexer = Lexer::new(source);
    let sections = sections::split(source, &mut lexer, ignored).into_iter();
    let states = |kind| matches!(kind, Some(SectionKind::Expect | SectionKind::Reject));
    let items = sections.filter(|section| states(section.kind)).flat_map(|section| section.items);
    items.map(|item| item.span).collect()
}

/// Is the text longer than a model may be?
pub(super) fn is_too_large(source: &Source) -> bool {
    source.text().len() > limits::FILE_BYTES
}

/// The tree of one expression that stands alone, such as an argument of a command.
pub(super) fn parse_expression(
    source: &Source,
    vocabulary: &Vocabulary,
    report: &mut Report,
) -> Expr {
    let item = whole(source, vocabulary, report);
    let mut cursor = Cursor::new(source, &item, vocabulary, Context::Statement, report);
    let expr = cursor.expression();
    cursor.finish();
    expr
}

/// The tree of an equation that stands alone.
pub(super) fn parse_equation(
    source: &Source,
    vocabulary: &Vocabulary,
    report: &mut Report,
) -> (Expr, Expr) {
    let item = whole(source, vocabulary, report);
    let mut cursor = Cursor::new(source, &item, vocabulary, Context::Statement, report);
    let sides = cursor.equation();
    cursor.finish();
    sides
}

/// The tree of a list of values that stands alone, `x = 1, x' = 0`.
pub(super) fn parse_assignments(
    source: &Source,
    vocabulary: &Vocabulary,
    report: &mut Report,
) -> Vec<Initial> {
    let item = whole(source, vocabulary, report);
    let mut file = ModelFile::default();
    let mut cursor = Cursor::new(source, &item, vocabulary, Context::Model, report);
    cursor.initial(&mut file);
    cursor.finish();
    file.initial
}

/// A whole text as one item.
fn whole(source: &Source, vocabulary: &Vocabulary, report: &mut Report) -> Item {
    let span = Span::new(source.line_span(1).start, source.text().len());
    let mut lexer = Lexer::new(source);
    report.set_broken(false);
    let latex = source.text().contains('\\');
    let mut item = Item { tokens: Vec::new(), span, doc: None, broken: false, latex };
    lexer.lex(span, &mut item.tokens, report);
    item.broken = report.is_broken();
    runs::cut(&mut item, source, vocabulary, Vec::new());
    item
}

fn read_section(
    file: &mut ModelFile,
    section: &Section,
    source: &Source,
    vocabulary: &Vocabulary,
    report: &mut Report,
) {
    let Some(kind) = section.kind else {
        file.lost.extend(section.names());
        return;
    };
    file.sections.push(super::syntax::SectionMark { kind, span: section.word });
    let context = match kind {
        SectionKind::Expect | SectionKind::Reject | SectionKind::Observe => Context::Statement,
        SectionKind::Run => Context::Run,
        _ => Context::Model,
    };
    for item in &section.items {
        let mut cursor = Cursor::new(source, item, vocabulary, context, report);
        if cursor.within_limit() {
            read_item(file, section, kind, item, &mut cursor);
        }
    }
}

fn read_item(
    file: &mut ModelFile,
    section: &Section,
    kind: SectionKind,
    item: &Item,
    cursor: &mut Cursor<'_>,
) {
    match kind {
        SectionKind::Model => cursor.note(file, section.word),
        SectionKind::Coordinates => cursor.coordinates(file),
        SectionKind::Parameters => cursor.parameters(file),
        SectionKind::Functions => cursor.functions(file),
        SectionKind::Inputs => cursor.inputs(file),
        SectionKind::Let => cursor.definitions(&mut file.abbreviations),
        SectionKind::Energy(energy) => cursor.energy(file, energy, section.word),
        SectionKind::Constraints => cursor.constraints(file),
        SectionKind::Forces => cursor.forces(file),
        SectionKind::Symmetry => cursor.symmetry(file),
        SectionKind::Quasi => cursor.definitions(&mut file.quasi),
        SectionKind::Principle => cursor.principle(file),
        SectionKind::Initial => cursor.initial(file),
        SectionKind::Run => cursor.run(file),
        SectionKind::View => {
            let parts = view::parts(item, cursor.source(), cursor.vocabulary);
            file.view.push(ViewLine { parts, ..item.as_view(cursor.source()) });
        }
        SectionKind::Observe => cursor.definitions(&mut file.observed),
        SectionKind::Expect => cursor.statements(&mut file.expect),
        SectionKind::Reject => cursor.statements(&mut file.reject),
    }
    if kind != SectionKind::View {
        cursor.finish();
    }
}
