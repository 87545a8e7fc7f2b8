//! From text to tree and names: everything that can be said about a model without algebra.

use super::diagnostic::Diagnostic;
use super::parser;
use super::report::Report;
use super::resolve;
use super::source::Source;
use super::syntax::ModelFile;

/// The tree of a model file, with all that is wrong with its grammar and its names.
///
/// ```
/// use alembert::language::{Code, Source, check};
/// let text = "coordinates\n  x [m]\nparameters\n  m = 1, g = 9.81\nL = ½ m x'² - mg x\n";
/// let (_, diagnostics) = check(&Source::new("fall.mech", text));
/// assert_eq!(diagnostics[0].code, Code::UnknownSymbol);
/// assert_eq!(diagnostics[0].hint.as_deref(), Some("for a product write `m g`"));
/// ```
#[must_use]
pub fn check(source: &Source) -> (ModelFile, Vec<Diagnostic>) {
    let mut report = Report::default();
    let file = parser::parse_into(source, &mut report);
    resolve::resolve(&file, source, &mut report);
    (file, report.finish())
}
