//! A document as JSON, and JSON as the text of a model.
//!
//! ```text
//! { "alembert": 1,
//!   "sections": [ { "section": "parameters",
//!                   "items": [ { "entries": [ { "name": "m", "value": {"number": "1"}, "unit": "kg" } ],
//!                                "comment": "mass" } ] } ] }
//! ```
//!
//! A name is a string in ASCII. Every other expression is an object with one of the keys `number`,
//! `sum` (a subtracted term is `{"minus": …}`), `product` (with `{"over": …}`, `{"times": …}`,
//! `{"dot": …}`, `{"cross": …}` for what is written with a sign), `negative`, `power`, `prime`
//! with `order`, `start`, `vector`, `bars`, `root`, `function` with `of` and perhaps `power`, and
//! `partial` with `orders` and `of` for a partial derivative of a declared function.
//! Comments are `comment`, `before` and `after`, and `blank` is an empty line. The keys of entries
//! are those of [`entry`](super::entry).

mod decode;

pub(in crate::language) use decode::{mistake, text};

use serde_json::{Map, Value, json};

use super::document::{Document, Item, Section};
use super::entry::{Entry, Part};
use crate::language::syntax::{Expr, ExprKind, Factor, Operator, Term};

/// The version of the form.
pub(super) const VERSION: u64 = 1;

/// Levels of a tree in JSON: programs that read it stop at 128.
pub(super) const DEPTH: usize = 120;

/// The JSON of a document.
pub(super) fn value(document: &Document) -> Value {
    let sections: Vec<Value> = document.sections.iter().map(section).collect();
    let mut object = json!({ "alembert": VERSION, "sections": sections });
    comments(&mut object, "after", &document.after);
    object
}

/// How deep a value is nested.
pub(super) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn comments(object: &mut Value, key: &str, comments: &[String]) {
    if !comments.is_empty() {
        object[key] = json!(comments);
    }
}

fn section(section: &Section) -> Value {
    let mut object = json!({ "section": section.kind.word() });
    comments(&mut object, "before", &section.before);
    if let Some(comment) = &section.comment {
        object["comment"] = json!(comment);
    }
    if section.blank {
        object["blank"] = json!(true);
    }
    object["items"] = section.items.iter().map(item).collect();
    comments(&mut object, "after", &section.after);
    object
}

fn item(item: &Item) -> Value {
    let mut object = json!({});
    comments(&mut object, "before", &item.before);
    if item.blank {
        object["blank"] = json!(true);
    }
    object["entries"] = item.entries.iter().map(entry).collect();
    if let Some(comment) = &item.comment {
        object["comment"] = json!(comment);
    }
    object
}

fn entry(entry: &Entry) -> Value {
    let pairs = entry.0.iter().map(|(key, value)| ((*key).to_owned(), part(value)));
    Value::Object(pairs.collect::<Map<String, Value>>())
}

fn part(part: &Part) -> Value {
    match part {
        Part::Name(text) | Part::Word(text) | Part::Unit(text) => json!(text),
        Part::Names(names) => json!(names),
        Part::Expr(expr) => tree(expr),
        Part::Exprs(list) => list.iter().map(tree).collect(),
        Part::Order(order) => json!(order),
        Part::Flag => json!(true),
        Part::View(parts) => {
            let one = |word: &str, values: &[Expr]| -> Value {
                std::iter::once(json!({ "word": word })).chain(values.iter().map(tree)).collect()
            };
            parts.iter().map(|part| one(&part.word, &part.values)).collect()
        }
    }
}

fn tree(expr: &Expr) -> Value {
    let all = |list: &[Expr]| -> Value { list.iter().map(tree).collect() };
    match &expr.kind {
        ExprKind::Name(name) => json!(name),
        ExprKind::Number(text) => json!({ "number": text }),
        ExprKind::Sum(terms) => json!({ "sum": terms.iter().map(term).collect::<Value>() }),
        ExprKind::Product(factors) => {
            json!({ "product": factors.iter().map(factor).collect::<Value>() })
        }
        ExprKind::Negative(inner) => json!({ "negative": tree(inner) }),
        ExprKind::Power(base, exponent) => json!({ "power": [tree(base), tree(exponent)] }),
        ExprKind::Prime(inner, order) => json!({ "prime": tree(inner), "order": order }),
        ExprKind::AtStart(inner) => json!({ "start": tree(inner) }),
        ExprKind::Tuple(parts) => json!({ "vector": all(parts) }),
        ExprKind::Bars(inner) => json!({ "bars": tree(inner) }),
        ExprKind::Root(inner) => json!({ "root": tree(inner) }),
        ExprKind::Apply { function, exponent, arguments, .. } => {
            let mut object = json!({ "function": function, "of": all(arguments) });
            if let Some(exponent) = exponent {
                object["power"] = tree(exponent);
            }
            object
        }
        ExprKind::Partial { function, orders, arguments, .. } => {
            json!({ "partial": function, "orders": orders, "of": all(arguments) })
        }
        ExprKind::Error => Value::Null,
    }
}

fn term(term: &Term) -> Value {
    if term.negative { json!({ "minus": tree(&term.expr) }) } else { tree(&term.expr) }
}

fn factor(factor: &Factor) -> Value {
    let tree = tree(&factor.expr);
    match factor.operator {
        Operator::Beside => tree,
        Operator::Star => json!({ "times": tree }),
        Operator::Dot => json!({ "dot": tree }),
        Operator::Cross => json!({ "cross": tree }),
        Operator::Over => json!({ "over": tree }),
    }
}
