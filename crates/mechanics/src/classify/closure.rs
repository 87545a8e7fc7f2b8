//! The allowed directions, closed under brackets.
//!
//! ```text
//! D₁ = D = {X : α(X) = 0 for every constraint}                                      (1)
//! Dₖ₊₁ = Dₖ + [D, Dₖ]                                                               (2)
//! ```
//!
//! until nothing new comes (Frobenius: then D∞ is tangent to a family of surfaces) or the whole
//! space is reached (Chow and Rashevskii: then there are none). The ranks at almost every point are
//! the growth vector.
//!
//! That a rank is reached is proved by residues, which is quick and enough for the last step. That
//! it is not surpassed is proved by elimination: with the fields of Dₖ in echelon form a bracket
//! lies in Dₖ if and only if nothing of it is left, and the fields stay as simple as they can be.
//! Instead of all of Dₖ the fields that were new in it are enough in (2).

use std::collections::BTreeSet;

use alembert_algebra::{Expr, Vector, symbols};
use rustc_hash::FxHashMap;

use super::bracket::bracket;
use super::echelon::echelon;
use super::forms::Forms;
use super::rank::rank_at_least;
use crate::Reason;

/// Equations (1) and (2) at almost every point.
#[derive(Debug)]
pub(super) struct Closure {
    /// The ranks of D₁, D₂, …, as long as they grow.
    pub(super) growth: Vec<usize>,
    /// Fields that span the closure.
    pub(super) fields: Vec<Vector>,
}

impl Closure {
    /// The closure of the fields `D`, in echelon form, of a system of forms whose position
    /// constraints leave `dimension` coordinates free.
    pub(super) fn new(forms: &Forms, D: &[Vector], dimension: usize) -> Result<Self, Reason> {
        let mut growth = vec![D.len()];
        let (mut fields, mut fresh) = (D.to_vec(), D.to_vec());
        while fields.len() < dimension {
            let candidates = candidates(&forms.x, D, &fresh);
            if candidates.is_empty() {
                break;
            }
            let all: Vec<Vector> = fields.iter().cloned().chain(candidates).collect();
            let there: Vec<Vector> = all.iter().map(|f| forms.surface.restrict_all(f)).collect();
            if rank_at_least(&there) >= dimension {
                growth.push(dimension);
                return Ok(Self { growth, fields: free_directions(forms)? });
            }
            let next = echelon(&all, forms.x.len(), &forms.surface)?;
            if next.rows.len() == fields.len() {
                break;
            }
            growth.push(next.rows.len());
            fresh = next.rows[fields.len()..].to_vec();
            fields = next.rows;
        }
        Ok(Self { growth, fields })
    }
}

/// The brackets of (2) that do not vanish at sight.
fn candidates(x: &[Expr], D: &[Vector], fresh: &[Vector]) -> Vec<Vector> {
    let first = D == fresh;
    let (of_D, of_fresh) = (Met::new(x, D), Met::new(x, fresh));
    let pairs = D.iter().enumerate().flat_map(|(i, X)| {
        let skipped = if first { i + 1 } else { 0 };
        let met = of_D.partners(i, &of_fresh).into_iter().filter(move |&j| j >= skipped);
        met.map(move |j| (X, &fresh[j]))
    });
    let moves = |Z: &Vector| Z.iter().any(|&e| e != Expr::zero());
    pairs.map(|(X, Y)| bracket(x, X, Y)).filter(moves).collect() // (2)
}

/// Along which coordinates fields move, and on which they depend: where there are many fields, most
/// pairs have nothing to do with each other.
struct Met {
    /// The coordinates along which each field moves.
    along: Vec<Vec<usize>>,
    /// The coordinates on which each field depends.
    depends: Vec<Vec<usize>>,
    /// The fields that move along each coordinate.
    moving: Vec<Vec<usize>>,
    /// The fields that depend on each coordinate.
    depending: Vec<Vec<usize>>,
}

impl Met {
    fn new(x: &[Expr], fields: &[Vector]) -> Self {
        let place: FxHashMap<Expr, usize> = x.iter().enumerate().map(|(j, &x)| (x, j)).collect();
        let own = |X: &Vector| symbols(X).iter().filter_map(|s| place.get(s).copied()).collect();
        let along: Vec<Vec<usize>> =
            fields.iter().map(|X| X.sparse().map(|(j, _)| j).collect()).collect();
        let depends: Vec<Vec<usize>> = fields.iter().map(own).collect();
        let turned = |lists: &[Vec<usize>]| {
            let mut turned = vec![Vec::new(); x.len()];
            for (i, list) in lists.iter().enumerate() {
                list.iter().for_each(|&j| turned[j].push(i));
            }
            turned
        };
        Self { moving: turned(&along), depending: turned(&depends), along, depends }
    }

    /// The numbers of the other fields with which field `i` may have a bracket, ascending.
    fn partners(&self, i: usize, other: &Self) -> Vec<usize> {
        let depending = self.along[i].iter().flat_map(|&j| &other.depending[j]);
        let moving = self.depends[i].iter().flat_map(|&j| &other.moving[j]);
        let all: BTreeSet<usize> = depending.chain(moving).copied().collect();
        all.into_iter().collect()
    }
}

/// The directions that the position constraints leave.
pub(super) fn free_directions(forms: &Forms) -> Result<Vec<Vector>, Reason> {
    let positions = echelon(&forms.rows[..forms.positions], forms.n, &forms.surface)?;
    Ok(positions.kernel(forms.x.len()).0)
}
