//! The equations of motion solved for the accelerations, as text, with their certificate.

use alembert_algebra::Expr;
use alembert_mechanics::explicit::{Solved, solves};
use alembert_mechanics::{Motion, explicit};
use alembert_render::{Equation, Layout, Spelling, Tree, Typesetter, equations, operations};

use super::WalkError;
use super::certify::{Certificate, certify, read_back};
use super::notation::notation;
use crate::language::Model;

/// Explicit equations, written.
pub(super) struct Page {
    /// The accelerations.
    pub(super) equations: Vec<Equation>,
    /// The multipliers, when they were asked for.
    pub(super) multipliers: Vec<Equation>,
    /// What must not vanish.
    pub(super) conditions: Vec<Tree>,
    /// Operations of the accelerations.
    pub(super) operations: usize,
    pub(super) certificate: Certificate,
}

/// Solves, writes, reads back, certifies.
pub(super) fn page(model: &Model, motion: &Motion, closed: bool) -> Result<Page, WalkError> {
    let solution = explicit(motion, closed).map_err(WalkError::Explicit)?;
    let mut typesetter = Typesetter::new(&notation(model));
    let written = |list: &[Solved], typesetter: &mut Typesetter| -> Result<_, WalkError> {
        let line = |s: &Solved| -> Result<Equation, WalkError> {
            let (lhs, rhs) = (typesetter.tree(s.unknown)?, typesetter.tree(s.value)?);
            Ok(Equation { label: None, lhs, rhs })
        };
        list.iter().map(line).collect::<Result<Vec<_>, _>>()
    };
    let equations = written(&solution.accelerations, &mut typesetter)?;
    let multipliers = written(&solution.multipliers, &mut typesetter)?;
    let all: Vec<&Solved> = solution.accelerations.iter().chain(&solution.multipliers).collect();
    let mut conditions = Vec::new();
    let mut divisors: Vec<Expr> = Vec::new();
    for &divisor in all.iter().flat_map(|s| &s.conditions) {
        if !divisors.contains(&divisor) && !divisors.contains(&-divisor) {
            divisors.push(divisor);
            conditions.push(typesetter.tree(divisor)?);
        }
    }
    let shown: Vec<&Tree> = equations.iter().chain(&multipliers).map(|e| &e.rhs).collect();
    let values: Vec<Expr> = all.iter().map(|s| s.value).collect();
    let certificate = certified(&shown, &values, model, motion)?;
    let operations = equations.iter().map(|e| operations(&e.rhs)).sum();
    Ok(Page { equations, multipliers, conditions, operations, certificate })
}

/// What is printed solves the equations of motion; where that is not decided, it is at least
/// compared with what was derived.
fn certified(
    shown: &[&Tree],
    values: &[Expr],
    model: &Model,
    motion: &Motion,
) -> Result<Certificate, WalkError> {
    let n = motion.highest.len();
    let mut seen: Option<Vec<Expr>> = None;
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        let read: Option<Vec<Expr>> =
            shown.iter().map(|tree| read_back(tree, None, spelling, model)).collect();
        let Some(read) = read else { return Ok(Certificate::NotReadable) };
        if seen.as_ref() == Some(&read) {
            continue;
        }
        let (y, lambda) = read.split_at(n);
        if !matches!(solves(motion, y, lambda), Ok(true)) {
            return certify(shown.iter().map(|tree| (*tree, None)), values, model);
        }
        seen = Some(read);
    }
    Ok(Certificate::Proved)
}

impl Page {
    /// The page for people.
    pub(super) fn lines(&self, layout: Layout) -> String {
        let mut page = equations::lines(&self.equations, layout);
        if !self.conditions.is_empty() {
            let unequal = match layout.spelling {
                Spelling::Ascii => "!=",
                Spelling::Unicode => "≠",
            };
            let one = |tree: &Tree| format!("{} {unequal} 0", layout.spelling.text(tree));
            let list: Vec<String> = self.conditions.iter().map(one).collect();
            page.push_str(&format!("\nwhere {}\n", list.join(", ")));
        }
        if !self.multipliers.is_empty() {
            page.push('\n');
            page.push_str(&equations::lines(&self.multipliers, layout));
        }
        page
    }
}
