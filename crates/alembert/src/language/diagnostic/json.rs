//! Diagnostics for programs: one JSON object a line, characters counted from 1.

use serde_json::{Value, json};

use super::{Diagnostic, Fix, Related};
use crate::language::source::{Source, Span};

/// The object of one diagnostic.
///
/// `fix` is the first of the fixes or null; when the author must choose, `fixes` holds all of
/// them, and `also` what each of them needs elsewhere. `related` is there when a second place belongs to the finding.
#[must_use]
pub fn value(diagnostic: &Diagnostic, source: &Source) -> Value {
    let mut object = json!({
        "code": diagnostic.code.to_string(),
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "file": source.name(),
    });
    place(&mut object, source, diagnostic.span);
    object["hint"] = json!(diagnostic.hint);
    let fixes: Vec<Value> = diagnostic.fixes.iter().map(|f| fix(f, source)).collect();
    object["fix"] = fixes.first().cloned().unwrap_or(Value::Null);
    if fixes.len() > 1 {
        object["fixes"] = Value::Array(fixes);
    }
    if !diagnostic.also.is_empty() {
        object["also"] = diagnostic.also.iter().map(|f| fix(f, source)).collect();
    }
    if !diagnostic.related.is_empty() {
        let places = diagnostic.related.iter().map(|r| related(r, source));
        object["related"] = places.collect();
    }
    object
}

/// One line of JSON, ending with a line feed.
#[must_use]
pub fn render(diagnostic: &Diagnostic, source: &Source) -> String {
    format!("{}\n", value(diagnostic, source))
}

fn fix(fix: &Fix, source: &Source) -> Value {
    let mut object = json!({});
    place(&mut object, source, fix.span);
    object["text"] = json!(fix.text);
    object
}

fn related(related: &Related, source: &Source) -> Value {
    let mut object = json!({ "message": related.message });
    place(&mut object, source, related.span);
    object
}

fn place(object: &mut Value, source: &Source, span: Span) {
    let (start, end) = (source.position(span.start), source.position(span.end));
    object["line"] = json!(start.line);
    object["column"] = json!(start.column);
    object["end_line"] = json!(end.line);
    object["end_column"] = json!(end.column);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Code;

    #[test]
    fn an_object_has_the_keys_in_the_documented_order() {
        let source = Source::new("a.mech", "V = -φg x");
        let span = Span::new(5, 8);
        let d = Diagnostic::new(Code::UnknownSymbol, span, "unknown").hint("h").fix(span, "φ g");
        let expected = r#"{"code":"AL010","severity":"error","message":"unknown","file":"a.mech","line":1,"column":6,"end_line":1,"end_column":8,"hint":"h","fix":{"line":1,"column":6,"end_line":1,"end_column":8,"text":"φ g"}}"#;
        assert_eq!(render(&d, &source), format!("{expected}\n"));
    }

    #[test]
    fn without_hint_and_fix_both_are_null() {
        let d = Diagnostic::new(Code::NoLagrangian, Span::at(0), "none");
        let object = value(&d, &Source::new("a", ""));
        assert!(object["hint"].is_null() && object["fix"].is_null());
        assert!(object.get("fixes").is_none() && object.get("related").is_none());
    }
}
