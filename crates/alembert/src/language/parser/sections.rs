//! From lines to sections and items.
//!
//! A word in the first column opens a section. An item continues on lines that are indented
//! deeper than it, and while a bracket is open. An open bracket does not swallow what plainly
//! begins something new: a section word in the first column, or `name =` and `name :`.

use super::lines::{Line, lines};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::lexer::Lexer;
use crate::language::limits::NAME_CHARS;
use crate::language::names;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{SectionKind, ViewLine};
use crate::language::token::{Token, TokenKind};

/// A section with its items.
#[derive(Debug)]
pub(super) struct Section {
    /// Which one; none when the word is unknown and like no other.
    pub(super) kind: Option<SectionKind>,
    /// Where its word stands.
    pub(super) word: Span,
    pub(super) items: Vec<Item>,
}

/// A declaration, an equation, a line of a view.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) tokens: Vec<Token>,
    /// From the first to the last character, comments at the end left out.
    pub(super) span: Span,
    /// The comment on its first line.
    pub(super) doc: Option<String>,
    /// A character or a command in it was not understood.
    pub(super) broken: bool,
    /// Does it contain a LaTeX command?
    pub(super) latex: bool,
}

impl Section {
    /// All names in its items.
    pub(super) fn names(&self) -> Vec<String> {
        let tokens = self.items.iter().flat_map(|item| &item.tokens);
        tokens.filter_map(Token::name).map(str::to_owned).collect()
    }
}

impl Item {
    pub(super) fn as_view(&self, source: &Source) -> ViewLine {
        let lines = source.slice(self.span).lines();
        let bare = lines.map(|line| line.split('#').next().unwrap_or("").trim());
        let text = bare.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        ViewLine { text, parts: Vec::new(), span: self.span }
    }
}

/// The sections of a file.
pub(super) fn split<'a>(
    source: &'a Source,
    lexer: &mut Lexer<'a>,
    report: &mut Report,
) -> Vec<Section> {
    let mut splitter = Splitter { source, lexer, report, sections: Vec::new(), open: None };
    for line in lines(source) {
        splitter.line(line);
    }
    splitter.close();
    splitter.sections
}

struct Splitter<'a, 'b> {
    source: &'a Source,
    lexer: &'b mut Lexer<'a>,
    report: &'b mut Report,
    sections: Vec<Section>,
    /// The item that may still be continued.
    open: Option<Open>,
}

struct Open {
    item: Item,
    indent: usize,
    brackets: u32,
    raw: bool,
}

impl Splitter<'_, '_> {
    fn line(&mut self, line: Line) {
        if self.continues(line) {
            self.append(line.content);
        } else if line.indent == 0 {
            self.close();
            self.section(line);
        } else if self.sections.is_empty() {
            let message = "expected a section, such as `coordinates`, before this line";
            let diagnostic = Diagnostic::new(Code::Expected, line.content, message)
                .hint("a section starts in the first column");
            self.report.add(diagnostic);
            self.sections.push(Section { kind: None, word: line.content, items: Vec::new() });
            self.begin(line, line.content, line.indent);
        } else {
            self.close();
            self.begin(line, line.content, line.indent);
        }
    }

    /// Does the line belong to the item that is open?
    fn continues(&self, line: Line) -> bool {
        let Some(open) = &self.open else { return false };
        line.indent > open.indent || (open.brackets > 0 && !self.begins_something(line))
    }

    /// Does the line plainly begin a section or an item?
    fn begins_something(&self, line: Line) -> bool {
        let text = self.source.slice(line.content);
        let Some(head) = names::read(text) else { return false };
        let rest = text[head.len..].trim_start_matches(['\'', '′', ' ', '\t']);
        let section = SectionKind::of(&head.name).is_some() || rest.is_empty();
        rest.starts_with(['=', ':']) || (line.indent == 0 && section)
    }

    /// A line in the first column.
    fn section(&mut self, line: Line) {
        let text = self.source.slice(line.content);
        let Some(head) = names::read(text) else {
            let message = "expected a section at the start of the line";
            let hint = match text.starts_with(['$', '\\']) {
                true => "leave out the signs around a formula: a line begins `L = …`",
                false => "indent the line if it continues the one above",
            };
            let diagnostic = Diagnostic::new(Code::Expected, line.content, message).hint(hint);
            self.report.add(diagnostic);
            self.sections.push(Section { kind: None, word: line.content, items: Vec::new() });
            return;
        };
        let word = Span::new(line.content.start, line.content.start + head.len);
        let rest = text[head.len..].trim_start();
        let plain = rest.strip_prefix(':').filter(|_| is_list(&head.name));
        if plain.is_some() {
            let colon = Span::new(line.content.end - rest.len(), line.content.end - rest.len() + 1);
            self.report.add(colon_after_section(self.source.slice(word), colon));
        }
        let rest = plain.map_or(rest, str::trim_start);
        let kind = SectionKind::of(&head.name).filter(|_| head.dots == 0).or_else(|| {
            let near = nearest_section(&head.name);
            let above = self.sections.last().filter(|s| s.items.is_empty()).and_then(|s| s.kind);
            let shown = self.source.slice(word);
            self.report.add(unknown_section(shown, word, near, rest, above));
            near.map(|(_, kind)| kind)
        });
        self.sections.push(Section { kind, word, items: Vec::new() });
        if !rest.is_empty() {
            let start = line.content.end - rest.len();
            let energy = matches!(kind, Some(SectionKind::Energy(_)));
            let indent = if energy { 0 } else { start - line.content.start };
            self.begin(line, Span::new(start, line.content.end), indent);
        }
    }

    fn begin(&mut self, line: Line, content: Span, indent: usize) {
        let raw = self.sections.last().is_some_and(|s| s.kind == Some(SectionKind::View));
        let doc = line.comment.map(|span| self.source.slice(span).trim().to_owned());
        let doc = doc.filter(|text| !text.is_empty());
        let (tokens, span) = (Vec::new(), Span::at(content.start));
        let item = Item { tokens, span, doc, broken: false, latex: false };
        self.open = Some(Open { item, indent, brackets: 0, raw });
        self.append(content);
    }

    fn append(&mut self, content: Span) {
        let Some(open) = &mut self.open else { return };
        open.item.span.end = content.end;
        open.item.latex |= self.source.slice(content).contains('\\');
        let from = open.item.tokens.len();
        // A view is kept as text; its tokens only tell which names it uses.
        if open.raw {
            let ignored = &mut Report::default();
            Lexer::new(self.source).lex(content, &mut open.item.tokens, ignored);
            return;
        }
        self.report.set_broken(open.item.broken);
        self.lexer.lex(content, &mut open.item.tokens, self.report);
        open.item.broken = self.report.is_broken();
        for token in &open.item.tokens[from..] {
            match token.kind {
                TokenKind::Sign('(' | '{') => open.brackets += 1,
                TokenKind::Sign(')' | '}') => open.brackets = open.brackets.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn close(&mut self) {
        if let (Some(open), Some(section)) = (self.open.take(), self.sections.last_mut()) {
            section.items.push(open.item);
        }
    }
}

/// Usual words of other books and programs, with ours.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("U", "V"),
    ("K", "T"),
    ("variables", "coordinates"),
    ("constants", "parameters"),
    ("simulate", "run"),
    ("simulation", "run"),
    ("integrate", "run"),
    ("plot", "view"),
    ("start", "initial"),
];

/// Is it the word of a section that is no letter of an energy?
fn is_list(word: &str) -> bool {
    SectionKind::of(word).is_some_and(|kind| !matches!(kind, SectionKind::Energy(_)))
}

/// `coordinates:`
fn colon_after_section(word: &str, colon: Span) -> Diagnostic {
    let message = format!("unexpected `:` after `{word}`");
    Diagnostic::new(Code::Expected, colon, message)
        .hint("leave the colon out: the word alone begins a section")
        .fix(colon, "")
}

fn nearest_section(word: &str) -> Option<(&'static str, SectionKind)> {
    let other = OTHER_WORDS.iter().find(|row| row.0 == word).map(|row| row.1);
    if let Some(ours) = other {
        return SectionKind::WORDS.iter().find(|row| row.0 == ours).copied();
    }
    if word.len() > NAME_CHARS {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let near = SectionKind::WORDS.iter().filter(|row| row.0.len() > 2).map(|row| {
        let prefix = word.len() > 2 && (row.0.starts_with(&word) || word.starts_with(row.0));
        (if prefix { 0 } else { strsim::damerau_levenshtein(row.0, &word) }, row)
    });
    near.filter(|(distance, row)| *distance <= row.0.len() / 3)
        .min_by_key(|near| near.0)
        .map(|near| *near.1)
}

/// Words of lines of `run`.
const RUN_LINES: &[&str] = &["every", "step", "tol", "method"];

fn unknown_section(
    shown: &str,
    word: Span,
    near: Option<(&'static str, SectionKind)>,
    rest: &str,
    above: Option<SectionKind>,
) -> Diagnostic {
    let shown: String = shown.chars().take(40).collect();
    let diagnostic =
        Diagnostic::new(Code::UnknownSection, word, format!("unknown section `{shown}`"));
    match near {
        Some((name, _)) => diagnostic.hint(format!("did you mean `{name}`?")).fix(word, name),
        None if above.is_some() && shown != "dissipation" => {
            let above = above.map_or("", SectionKind::word);
            let hint = format!("indent the line if it belongs to `{above}`");
            diagnostic.hint(hint).fix(Span::at(word.start), "  ")
        }
        None if shown == "dissipation" => {
            diagnostic.hint("Rayleigh's function is a line under `forces`: `  dissipation = …`")
        }
        None if RUN_LINES.contains(&shown.as_str()) => {
            let hint = format!("`{shown}` is a line of `run`: indent it below `run 0 .. 10`");
            diagnostic.hint(hint).fix(Span::at(word.start), "  ")
        }
        None if rest.starts_with(['=', ':']) => {
            diagnostic.hint("indent the line if it belongs to the section above")
        }
        None => {
            let words: Vec<&str> = SectionKind::WORDS.iter().map(|row| row.0).collect();
            diagnostic.hint(format!("the sections are {}", words.join(", ")))
        }
    }
}
