//! Constraints in a form that hides what they say: AL044 where the gradient vanishes with the constraint, AL034
//! for products and fractions, each with the lines that say the same.

use alembert_algebra::{Expr, symbols};
use alembert_render::Spelling;

use super::CheckReport;
use super::notation::text;
use crate::language::{Code, Diagnostic, Model};

impl CheckReport {
    /// AL044, and AL034 for what hides in a nonlinear constraint.
    pub(super) fn look_at_hidden(&mut self, model: &Model) {
        let found = &self.classification;
        let mut findings = Vec::new();
        for (i, words) in &found.hidden {
            let irregular = found.irregular.iter().find(|(j, _)| i == j);
            let fraction = found.fractions.iter().find(|(j, _)| i == j);
            findings.push(match (irregular, fraction) {
                (Some((_, list)), _) => irregular_form(model, *i, words, list),
                (None, Some((_, one))) => multiple(model, *i, words, *one),
                (None, None) => product(model, *i, words),
            });
        }
        self.diagnostics.extend(findings);
    }
}

/// AL044.
fn irregular_form(model: &Model, i: usize, words: &str, list: &[Expr]) -> Diagnostic {
    let constraint = &model.constraints[i];
    let message =
        format!("the constraint `{}` is irregular: it hides {words} in a square", constraint.label);
    let hint = format!(
        "write {words}: as it stands ∂φ/∂q' vanishes with it, so that nothing keeps the constraint"
    );
    let finding = Diagnostic::new(Code::IrregularConstraint, constraint.span, message);
    with_fix(finding.hint(hint), model, i, list)
}

/// AL034 for a fraction.
fn multiple(model: &Model, i: usize, words: &str, one: Expr) -> Diagnostic {
    let constraint = &model.constraints[i];
    let message = format!("`{}` is a linear constraint over a divisor", constraint.label);
    let hint =
        format!("write {words}: the multiplier is another one then, and the motion is the same");
    let finding = Diagnostic::new(Code::NonlinearInVelocities, constraint.span, message);
    with_fix(finding.hint(hint), model, i, &[one])
}

/// AL034 for a product.
fn product(model: &Model, i: usize, words: &str) -> Diagnostic {
    let constraint = &model.constraints[i];
    let message = format!("`{}` hides constraints that are not nonlinear", constraint.label);
    let hint = format!("write {words}: as it stands its reaction may vanish with it");
    Diagnostic::new(Code::NonlinearInVelocities, constraint.span, message).hint(hint)
}

/// A finding with the change that puts the equations `list` in the place of constraint `i`, where that
/// constraint is a line of its own with a reaction of its own kind.
pub(super) fn with_fix(finding: Diagnostic, model: &Model, i: usize, list: &[Expr]) -> Diagnostic {
    let constraint = &model.constraints[i];
    let alone = model.constraints.iter().filter(|c| c.span == constraint.span).count() == 1;
    match lines(model, i, list).filter(|_| alone && constraint.reaction.is_none()) {
        Some(lines) => finding.fix(constraint.span, lines),
        None => finding,
    }
}

/// `c: x' = 0`, and `c_2: y' = 0` below it; none when that label is taken.
fn lines(model: &Model, i: usize, list: &[Expr]) -> Option<String> {
    let first = &model.constraints[i].label;
    let mut lines = Vec::new();
    for (k, &e) in list.iter().enumerate() {
        let label = if k == 0 { first.clone() } else { format!("{first}_{}", k + 1) };
        if k > 0 && model.constraints.iter().any(|c| c.label == label) {
            return None;
        }
        lines.push(format!("{label}: {} = 0", text(e, model, spelling(model, e)).ok()?));
    }
    Some(lines.join("\n  "))
}

/// Primes instead of dots where no letter is Greek.
fn spelling(model: &Model, e: Expr) -> Spelling {
    let is_plain = |name: &str| Spelling::Unicode.name(name) == name;
    let plain = symbols(&[e]).into_iter().filter_map(Expr::as_symbol).all(|s| is_plain(&s.name));
    if model.is_ascii || plain { Spelling::Ascii } else { Spelling::Unicode }
}
