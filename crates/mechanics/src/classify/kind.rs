//! The kind of each constraint, in the company of the others, with the reason.
//!
//! A constraint is holonomic if it vanishes on the closure of the allowed directions. It is
//! nonholonomic if some bracket of allowed directions violates it; the shortest one is the reason:
//!
//! ```text
//! α([X₁, [X₂, …]]) ≠ 0                                                              (1)
//! ```
//!
//! Neither needs the other constraints to be looked at one by one: α alone need not be integrable
//! (it may be so together with others), nor closed (a factor may be missing).

use alembert_algebra::{Expr, Vector};

use super::bracket::bracket;
use super::closure::value;
use super::forms::Forms;

/// What a constraint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstraintKind {
    /// It is written with positions.
    Holonomic,
    /// It is written with velocities and follows from a relation between positions.
    HolonomicInDisguise,
    /// It is linear in the velocities and follows from no such relation.
    Nonholonomic,
    /// It is affine in the velocities and follows from no such relation.
    AffineNonholonomic,
    /// It is not linear in the velocities.
    Nonlinear,
}

impl ConstraintKind {
    /// The words for it, as the model language has them.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Holonomic => "holonomic",
            Self::HolonomicInDisguise => "holonomic in disguise",
            Self::Nonholonomic => "nonholonomic",
            Self::AffineNonholonomic => "affine nonholonomic",
            Self::Nonlinear => "nonlinear",
        }
    }
}

/// A bracket (1) that violates a constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// The fields X of the bracket, by number: `[X₁, [X₂, X₁]]` is 0, 1, 0.
    pub word: Vec<usize>,
    /// The bracket.
    pub field: Vector,
    /// What the constraint says about it: not zero.
    pub value: Expr,
}

/// A bracket of the fields `X` for each of the constraints that some bracket of at most `longest`
/// fields violates; `rows` are their forms.
pub(super) fn escapes(
    forms: &Forms,
    rows: &[Vector],
    X: &[Vector],
    longest: usize,
) -> Vec<Option<Escape>> {
    let mut found: Vec<Option<Escape>> = vec![None; rows.len()];
    let mut level: Vec<(Vec<usize>, Vector)> =
        X.iter().enumerate().map(|(i, X)| (vec![i], X.clone())).collect();
    for length in 2..=longest {
        let mut next = Vec::new();
        for (i, left) in X.iter().enumerate() {
            for (word, right) in level.iter().filter(|(word, _)| length > 2 || i < word[0]) {
                if found.iter().all(Option::is_some) || next.len() > MOST_BRACKETS {
                    return found;
                }
                let field = bracket(&forms.x, left, right);
                let word: Vec<usize> = [i].into_iter().chain(word.iter().copied()).collect();
                note(forms, rows, (&word, &field), &mut found);
                next.push((word, field));
            }
        }
        level = next;
    }
    found
}

/// Brackets of one length that are looked at.
const MOST_BRACKETS: usize = 200;

fn note(
    forms: &Forms,
    rows: &[Vector],
    (word, field): (&[usize], &Vector),
    found: &mut [Option<Escape>],
) {
    for (row, found) in rows.iter().zip(found).filter(|(_, found)| found.is_none()) {
        let value = value(row, field); // (1)
        if value != Expr::zero() && forms.surface.differs(value) {
            let value = forms.surface.restrict(value);
            *found = Some(Escape { word: word.to_vec(), field: field.clone(), value });
        }
    }
}
