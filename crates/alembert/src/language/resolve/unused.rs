//! What is declared and mentioned nowhere.

use std::collections::BTreeSet;

use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::report::Report;
use crate::language::source::Source;
use crate::language::syntax::{Ident, ModelFile};

/// Warns of declarations that nothing uses. An initial value of a coordinate is no use of it.
pub(super) fn warn(
    file: &ModelFile,
    source: &Source,
    used: &BTreeSet<String>,
    report: &mut Report,
) {
    for ident in declared(file).filter(|ident| !used.contains(&ident.name)) {
        let message = format!("`{}` is declared, never used", source.slice(ident.span));
        report.add(Diagnostic::new(Code::NeverUsed, ident.span, message));
    }
}

fn declared(file: &ModelFile) -> impl Iterator<Item = &Ident> {
    let coordinates = file.coordinates.iter().map(|c| &c.ident);
    let parameters = file.parameters.iter().map(|p| &p.ident);
    let functions = file.functions.iter().map(|f| &f.ident);
    let inputs = file.inputs.iter().map(|i| &i.ident);
    let abbreviations = file.abbreviations.iter().map(|d| &d.ident);
    coordinates.chain(parameters).chain(functions).chain(inputs).chain(abbreviations)
}
