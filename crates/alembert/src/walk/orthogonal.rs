//! Rotations in what is printed: `Bᵀ B = 1` is used to shorten, and to certify.
//!
//! The relations are those of `rotation` in the mechanics; a shorter form that uses them has the
//! same value for every rotation.

use alembert_algebra::ring::Ring;
use alembert_algebra::ring::vanishing::Vanishing;
use alembert_algebra::{Expr, contains};
use alembert_mechanics::rotation::Rotation;

use super::hidden::Hidden;
use super::shorten::{LONGEST, MOST_WORK, shorten, tree_size};
use crate::language::Model;

/// The rotations of a model.
#[derive(Debug, Clone, Default)]
pub(super) struct Orthogonal {
    rotations: Vec<Rotation>,
}

impl Orthogonal {
    pub(super) fn of(model: &Model) -> Self {
        Self { rotations: model.rotations.iter().map(|t| t.rotation.clone()).collect() }
    }

    pub(super) fn rotations(&self) -> &[Rotation] {
        &self.rotations
    }

    /// The expression in the shortest form that is found.
    pub(super) fn shorten(&self, e: Expr) -> Expr {
        let occurs = |r: &&Rotation| r.entries().iter().flatten().any(|&b| contains(e, b));
        let relations: Vec<Expr> =
            self.rotations.iter().filter(occurs).flat_map(Rotation::orthogonality).collect();
        if relations.is_empty() || tree_size(e) > LONGEST {
            return shorten(e);
        }
        let mut hidden = Hidden::default();
        let whole = hidden.hide(e);
        shorten(related(whole, &relations).map_or(e, |short| hidden.shown(short)))
    }
}

/// The expression with fewer terms, if the relations give that within a limit of work.
fn related(e: Expr, relations: &[Expr]) -> Option<Expr> {
    let roots: Vec<Expr> = relations.iter().copied().chain([e]).collect();
    let mut ring = Ring::new(&roots).ok()?;
    ring.set_budget(MOST_WORK);
    let list = relations.iter().map(|&r| Some(ring.fraction(r).ok()?.num));
    let vanishing = Vanishing::new(list.collect::<Option<Vec<_>>>()?);
    let fraction = ring.fraction(e).ok()?;
    let lowest = ring.lowest(&fraction).ok()?;
    let short = vanishing.fraction(&ring, &lowest).ok()?;
    (short != lowest).then(|| ring.expression(&short))
}
