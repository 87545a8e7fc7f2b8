//! Texts beside the trees that they are read as.

use alembert::language::{Code, Diagnostic, Source, parse};

/// The tree of `L = text` after these sections, with all brackets.
pub(crate) fn tree(head: &str, text: &str) -> (String, Vec<Diagnostic>) {
    let (file, diagnostics) = parse(&Source::new("a.mech", format!("{head}L = {text}\n")));
    (file.energies.first().map(|e| e.value.to_string()).unwrap_or_default(), diagnostics)
}

/// Each text is read without a mistake as the tree beside it.
pub(crate) fn reads_as(head: &str, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let (shown, diagnostics) = tree(head, text);
        assert_eq!(shown, *expected, "{text}");
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    }
}

/// The code of the only mistake in a text.
pub(crate) fn code_of(head: &str, text: &str) -> Code {
    let (_, diagnostics) = tree(head, text);
    assert_eq!(diagnostics.len(), 1, "{text}: {diagnostics:?}");
    diagnostics[0].code
}
