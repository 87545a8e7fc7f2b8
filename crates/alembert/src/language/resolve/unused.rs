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
    let turns = |ident: &Ident| {
        let own = file.coordinates.iter().find(|c| c.ident == *ident);
        let rotation = own.and_then(|c| c.rotation.as_ref());
        let speeds = rotation.into_iter().flat_map(|r| r.space.iter().chain(&r.body));
        speeds.into_iter().any(|omega| used.contains(&omega.name))
    };
    let is_used = |ident: &Ident| used.contains(&ident.name) || turns(ident);
    for ident in declared(file).filter(|ident| !is_used(ident)) {
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
