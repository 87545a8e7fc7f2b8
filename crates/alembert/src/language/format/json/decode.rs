//! From JSON to a document, and to the text that the rest of the language reads.

use serde_json::{Map, Value};

use super::VERSION;
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::format::Form;
use crate::language::format::document::{Document, Item, Section};
use crate::language::format::entry::{Entry, Part};
use crate::language::format::page::page;
use crate::language::limits;
use crate::language::names;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, Factor, Operator, SectionKind, Term, ViewPart};

/// What is wrong with a JSON text.
pub(in crate::language) struct Mistake {
    message: String,
    /// Line and column from 1, when they are known.
    place: Option<(usize, usize)>,
}

impl Mistake {
    fn new(message: impl Into<String>) -> Self {
        Mistake { message: message.into(), place: None }
    }
}

type Decoded<T> = Result<T, Mistake>;

/// Does a text look like JSON?
fn looks_like_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// The text of a model that is given as JSON; none when the text is no JSON object at all.
pub(in crate::language) fn text(json: &str) -> Option<Decoded<String>> {
    if !looks_like_json(json) || json.len() > limits::FILE_BYTES {
        return None;
    }
    let value: Result<Value, _> = serde_json::from_str(json.trim_start_matches('\u{feff}'));
    let document = value
        .map_err(|e| Mistake { message: e.to_string(), place: Some((e.line(), e.column())) })
        .and_then(|value| document(&value));
    Some(document.map(|document| page(&document, Form::Unicode)))
}

/// What is wrong with a source that begins like JSON.
pub(in crate::language) fn mistake(source: &Source) -> Option<Diagnostic> {
    let mistake = text(source.text())?.err()?;
    let at = mistake.place.map_or(0, |(line, column)| {
        let span = source.line_span(line);
        let text = source.slice(span);
        let mut byte = column.saturating_sub(1).min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        span.start + byte
    });
    let message = format!("this begins like a model in JSON: {}", mistake.message);
    Some(
        Diagnostic::new(Code::Expected, Span::at(at), message)
            .hint("`alembert fmt MODEL --to json` shows the form"),
    )
}

fn document(value: &Value) -> Decoded<Document> {
    let object = object(value, "a model")?;
    match object.get("alembert").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(other) => {
            let message = format!("version {other} of the form is not known, only {VERSION}");
            return Err(Mistake::new(message));
        }
        None => return Err(Mistake::new("the key \"alembert\" with the version 1 is missing")),
    }
    let sections = list(object.get("sections"), "sections")?;
    let sections: Decoded<Vec<Section>> = sections.iter().map(section).collect();
    Ok(Document { sections: sections?, after: comments(object, "after")? })
}

fn object<'a>(value: &'a Value, what: &str) -> Decoded<&'a Map<String, Value>> {
    value.as_object().ok_or_else(|| Mistake::new(format!("{what} is an object")))
}

fn list<'a>(value: Option<&'a Value>, what: &str) -> Decoded<&'a [Value]> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice);
    list.ok_or_else(|| Mistake::new(format!("`{what}` is a list")))
}

/// A text of one line without signs that would end it.
fn line(value: &Value, what: &str, forbidden: &[char]) -> Decoded<String> {
    let text = value.as_str().ok_or_else(|| Mistake::new(format!("`{what}` is a text")))?;
    match text.chars().find(|c| c.is_control() || forbidden.contains(c)) {
        None => Ok(text.trim().to_owned()),
        Some(c) => Err(Mistake::new(format!("`{what}` must not contain {c:?}"))),
    }
}

fn comments(object: &Map<String, Value>, key: &str) -> Decoded<Vec<String>> {
    match object.get(key) {
        None => Ok(Vec::new()),
        some => list(some, key)?.iter().map(|comment| line(comment, key, &[])).collect(),
    }
}

fn comment(object: &Map<String, Value>) -> Decoded<Option<String>> {
    object.get("comment").map(|comment| line(comment, "comment", &[])).transpose()
}

fn is_blank(object: &Map<String, Value>) -> bool {
    object.get("blank").and_then(Value::as_bool).unwrap_or(false)
}

fn section(value: &Value) -> Decoded<Section> {
    let object = object(value, "a section")?;
    let word = object.get("section").and_then(Value::as_str).unwrap_or("");
    let kind = SectionKind::of(word)
        .ok_or_else(|| Mistake::new(format!("there is no section {word:?}")))?;
    let items: Decoded<Vec<Item>> = list(object.get("items"), "items")?.iter().map(item).collect();
    Ok(Section {
        kind,
        before: comments(object, "before")?,
        comment: comment(object)?,
        items: items?.into_iter().flat_map(apart).collect(),
        after: comments(object, "after")?,
        blank: is_blank(object),
    })
}

/// A unit belongs to all names before it in the line, so names without one get a line of their own.
fn apart(item: Item) -> Vec<Item> {
    let bare = |entry: &Entry| entry.get("names").is_some() && entry.get("unit").is_none();
    let last = item.entries.len().saturating_sub(1);
    if !item.entries.iter().take(last).any(bare) {
        return vec![item];
    }
    let (before, comment, blank) = (item.before, item.comment, item.blank);
    let mut items: Vec<Item> = item
        .entries
        .into_iter()
        .map(|entry| Item { entries: vec![entry], ..Item::default() })
        .collect();
    items[0] = Item { before, comment, blank, ..std::mem::take(&mut items[0]) };
    items
}

fn item(value: &Value) -> Decoded<Item> {
    let object = object(value, "an item")?;
    let entries: Decoded<Vec<Entry>> =
        list(object.get("entries"), "entries")?.iter().map(entry).collect();
    Ok(Item {
        before: comments(object, "before")?,
        comment: comment(object)?,
        entries: entries?,
        blank: is_blank(object),
    })
}

type DecodePart = fn(&Value) -> Decoded<Part>;

/// The keys of entries with what stands there.
const KEYS: &[(&str, DecodePart)] = &[
    ("name", name_part),
    ("label", name_part),
    ("coordinate", name_part),
    ("rotation", name_part),
    ("space", name_part),
    ("body", name_part),
    ("input", name_part),
    ("names", names_part),
    ("arguments", names_part),
    ("text", word_part),
    ("key", word_part),
    ("principle", word_part),
    ("method", word_part),
    ("is", word_part),
    ("raw", word_part),
    ("unit", unit_part),
    ("time", unit_part),
    ("low_time", unit_part),
    ("value", expr_part),
    ("left", expr_part),
    ("right", expr_part),
    ("low", expr_part),
    ("high", expr_part),
    ("dissipation", expr_part),
    ("step", expr_part),
    ("every", expr_part),
    ("tol", expr_part),
    ("reaction", exprs_part),
    ("values", exprs_part),
    ("subjects", exprs_part),
    ("order", order_part),
    ("guess", |_| Ok(Part::Flag)),
    ("view", view_part),
];

fn entry(value: &Value) -> Decoded<Entry> {
    let mut entry = Entry::default();
    for (key, value) in object(value, "an entry")? {
        let row = KEYS.iter().find(|row| row.0 == key);
        let row = row.ok_or_else(|| Mistake::new(format!("an entry has no key {key:?}")))?;
        entry.0.push((row.0, row.1(value)?));
    }
    Ok(entry)
}

fn name(value: &Value) -> Decoded<String> {
    let text = value.as_str().unwrap_or("");
    match names::canonical(text) {
        Some(name) if name == text && name.len() <= limits::NAME_CHARS => Ok(name),
        _ => Err(Mistake::new(format!("{value} is not a name in ASCII"))),
    }
}

fn name_part(value: &Value) -> Decoded<Part> {
    name(value).map(Part::Name)
}

fn names_part(value: &Value) -> Decoded<Part> {
    let names: Decoded<Vec<String>> = list(Some(value), "names")?.iter().map(name).collect();
    names.map(Part::Names)
}

fn word_part(value: &Value) -> Decoded<Part> {
    line(value, "text", &['"', '#']).or_else(|_| line(value, "text", &['"'])).map(Part::Word)
}

fn unit_part(value: &Value) -> Decoded<Part> {
    line(value, "unit", &['[', ']', '#']).map(Part::Unit)
}

fn expr_part(value: &Value) -> Decoded<Part> {
    expr(value).map(Part::Expr)
}

fn exprs_part(value: &Value) -> Decoded<Part> {
    exprs(value).map(Part::Exprs)
}

fn order_part(value: &Value) -> Decoded<Part> {
    order(value).map(Part::Order)
}

fn view_part(value: &Value) -> Decoded<Part> {
    let mut parts = Vec::new();
    for part in list(Some(value), "view")? {
        let [word, values @ ..] = list(Some(part), "view")? else {
            return Err(Mistake::new("a part of a view begins with its word"));
        };
        let word = name(word.get("word").unwrap_or(&Value::Null))?;
        let values: Decoded<Vec<Expr>> = values.iter().map(expr).collect();
        parts.push(ViewPart { word, values: values? });
    }
    Ok(Part::View(parts))
}

fn order(value: &Value) -> Decoded<u32> {
    let order = value.as_u64().and_then(|n| u32::try_from(n).ok());
    order
        .filter(|order| *order <= limits::PRIMES)
        .ok_or_else(|| Mistake::new(format!("{value} is not a number of derivatives")))
}

fn exprs(value: &Value) -> Decoded<Vec<Expr>> {
    list(Some(value), "expressions")?.iter().map(expr).collect()
}

fn expr(value: &Value) -> Decoded<Expr> {
    if value.is_string() {
        return Ok(Expr::new(ExprKind::Name(name(value)?), Span::default()));
    }
    let map = object(value, "an expression")?;
    let boxed = |value: &Value| expr(value).map(Box::new);
    let get = |key: &str| map.get(key);
    let kind = if let Some(text) = get("number") {
        ExprKind::Number(number(text)?)
    } else if let Some(terms) = get("sum") {
        let terms: Decoded<Vec<Term>> = list(Some(terms), "sum")?.iter().map(term).collect();
        ExprKind::Sum(at_least(terms?, 2, "sum")?)
    } else if let Some(factors) = get("product") {
        let list = list(Some(factors), "product")?;
        let factors: Decoded<Vec<Factor>> = list.iter().map(factor).collect();
        ExprKind::Product(at_least(factors?, 2, "product")?)
    } else if let Some(inner) = get("negative") {
        ExprKind::Negative(boxed(inner)?)
    } else if let Some(inner) = get("prime") {
        ExprKind::Prime(boxed(inner)?, order(get("order").unwrap_or(&Value::from(1)))?.max(1))
    } else if let Some(inner) = get("start") {
        ExprKind::AtStart(boxed(inner)?)
    } else if let Some(parts) = get("vector") {
        ExprKind::Tuple(at_least(exprs(parts)?, 2, "vector")?)
    } else if let Some(inner) = get("bars") {
        ExprKind::Bars(boxed(inner)?)
    } else if let Some(inner) = get("root") {
        ExprKind::Root(boxed(inner)?)
    } else if let Some(function) = get("function") {
        let arguments = at_least(exprs(get("of").unwrap_or(&Value::Null))?, 1, "of")?;
        let exponent = get("power").map(boxed).transpose()?;
        let (function, place) = (name(function)?, Span::default());
        ExprKind::Apply { function, place, exponent, arguments, bracketed: true }
    } else if let Some(function) = get("partial") {
        partial(function, map)?
    } else if let Some([base, exponent]) = get("power").and_then(Value::as_array).map(Vec::as_slice)
    {
        ExprKind::Power(boxed(base)?, boxed(exponent)?)
    } else {
        let keys: Vec<&str> = map.keys().map(String::as_str).collect();
        return Err(Mistake::new(format!("{} is no expression", keys.join(", "))));
    };
    Ok(Expr::new(kind, Span::default()))
}

/// `{"partial": "V", "orders": [1, 0], "of": ["x", "y"]}`
fn partial(function: &Value, map: &Map<String, Value>) -> Decoded<ExprKind> {
    let orders: Decoded<Vec<u32>> = list(map.get("orders"), "orders")?.iter().map(order).collect();
    let arguments = at_least(exprs(map.get("of").unwrap_or(&Value::Null))?, 1, "of")?;
    let (function, place) = (name(function)?, Span::default());
    Ok(ExprKind::Partial { function, place, orders: orders?, arguments })
}

fn at_least<T>(list: Vec<T>, count: usize, what: &str) -> Decoded<Vec<T>> {
    match list.len() >= count {
        true => Ok(list),
        false => Err(Mistake::new(format!("`{what}` has at least {count} parts"))),
    }
}

/// A number that the language reads: digits, a point, an exponent.
fn number(value: &Value) -> Decoded<String> {
    let text = value.as_str().unwrap_or("");
    let digits = text.starts_with(|c: char| c.is_ascii_digit());
    let plain = text.chars().all(|c| c.is_ascii_digit() || ".eE+-".contains(c));
    match digits && plain && alembert_algebra::Rational::from_decimal(text).is_some() {
        true => Ok(text.to_owned()),
        false => Err(Mistake::new(format!("{value} is not a number in a text"))),
    }
}

fn term(value: &Value) -> Decoded<Term> {
    match value.get("minus") {
        Some(inner) => Ok(Term { negative: true, expr: expr(inner)? }),
        None => Ok(Term { negative: false, expr: expr(value)? }),
    }
}

fn factor(value: &Value) -> Decoded<Factor> {
    let signs = [
        ("times", Operator::Star),
        ("dot", Operator::Dot),
        ("cross", Operator::Cross),
        ("over", Operator::Over),
    ];
    let signed = signs.iter().find_map(|(key, operator)| Some((value.get(key)?, *operator)));
    let (value, operator) = signed.unwrap_or((value, Operator::Beside));
    Ok(Factor { operator, expr: expr(value)? })
}
