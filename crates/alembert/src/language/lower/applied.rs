//! A function without brackets takes one factor: `sin k x` is (sin k) x, and a reader may mean
//! sin(k x). AL006 as a warning where the argument is a parameter that is no angle and the next
//! factor a coordinate: then the grammar decides, and the author should know how.

use crate::language::diagnostic::{Code, Diagnostic, Severity};
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, Factor, ModelFile, Operator, Unit};

/// Warns of every such place in the equations of a model.
pub(super) fn add(file: &ModelFile, source: &Source, report: &mut Report) {
    let mut open: Vec<&Expr> = file.energies.iter().map(|energy| &energy.value).collect();
    open.extend(file.constraints.iter().flat_map(|c| [&c.left, &c.right]));
    open.extend(file.forces.iter().map(|force| &force.value));
    open.extend(file.abbreviations.iter().map(|definition| &definition.value));
    let mut findings = Vec::new();
    while let Some(expr) = open.pop() {
        if let ExprKind::Product(factors) = &expr.kind {
            let pairs = factors.windows(2).filter_map(|pair| finding(file, source, pair));
            findings.extend(pairs);
        }
        open.extend(expr.parts());
    }
    findings.sort_by_key(|finding| finding.span.start);
    findings.into_iter().for_each(|finding| report.add(finding));
}

/// `sin k` beside `x`, when `k` is a parameter that is no angle and `x` a coordinate.
fn finding(file: &ModelFile, source: &Source, pair: &[Factor]) -> Option<Diagnostic> {
    let [applied, next] = pair else { return None };
    let ExprKind::Apply { arguments, bracketed: false, .. } = &applied.expr.kind else {
        return None;
    };
    let ([argument], Operator::Beside) = (arguments.as_slice(), next.operator) else { return None };
    let (ExprKind::Name(k), ExprKind::Name(x)) = (&argument.kind, &next.expr.kind) else {
        return None;
    };
    let parameter = file.parameters.iter().find(|p| p.ident.name == *k)?;
    let is_coordinate = file.coordinates.iter().any(|c| c.ident.name == *x);
    if is_angle(parameter.unit.as_ref()) || !is_coordinate {
        return None;
    }
    let whole = applied.expr.span.to(next.expr.span);
    let text = |span| source.slice(span);
    let (shown, second) = (text(applied.expr.span), text(next.expr.span));
    let head = text(Span::new(applied.expr.span.start, argument.span.start)).trim();
    let inner = format!("{head}({} {second})", text(argument.span));
    let outer = format!("{second} {shown}");
    let message = format!("`{}` is read as ({shown}) {second}", text(whole));
    let finding = Diagnostic::new(Code::Ambiguous, whole, message);
    let hint = format!("a function without brackets takes one factor: write {inner} or {outer}");
    Some(Diagnostic { severity: Severity::Warning, ..finding }.hint(hint))
}

fn is_angle(unit: Option<&Unit>) -> bool {
    unit.is_some_and(|unit| matches!(unit.text.trim(), "rad" | "deg"))
}
