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

use alembert_algebra::{Expr, Node, Vector, postorder, symbols};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bracket::bracket;
use super::echelon::{Elimination, echelon};
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
    /// The fields that move along each coordinate.
    moving: Vec<Vec<usize>>,
}

impl Closure {
    /// The closure of the fields `D`, in echelon form, of a system of forms whose position
    /// constraints leave `dimension` coordinates free.
    pub(super) fn new(forms: &Forms, D: &[Vector], dimension: usize) -> Result<Self, Reason> {
        let mut growth = vec![D.len()];
        let of_D = Met::new(&forms.x, D);
        let (mut given, mut fresh) = (D.to_vec(), D.to_vec());
        let mut span: Option<Grown> = None;
        let rank = |growth: &[usize]| *growth.last().expect("the rank of D is there");
        while rank(&growth) < dimension {
            let candidates = candidates(&forms.x, (D, &of_D), &fresh);
            if candidates.is_empty() {
                break;
            }
            if rank(&growth) + candidates.len() >= dimension {
                let all = given.iter().chain(&candidates);
                let there: Vec<Vector> = all.map(|f| forms.surface.restrict_all(f)).collect();
                if rank_at_least(&there) >= dimension {
                    growth.push(dimension);
                    return Ok(Self::of(growth, free_directions(forms)?, forms.x.len()));
                }
            }
            let mut next = Grown::with(span, D, &candidates, forms)?;
            for field in &candidates {
                next.elimination.take(field)?;
            }
            fresh = next.elimination.rows_from(rank(&growth));
            span = Some(next);
            if fresh.is_empty() {
                break;
            }
            growth.push(rank(&growth) + fresh.len());
            given.extend(fresh.iter().cloned());
        }
        let fields = span.map_or(given, |span| span.elimination.rows_from(0));
        Ok(Self::of(growth, fields, forms.x.len()))
    }

    fn of(growth: Vec<usize>, fields: Vec<Vector>, width: usize) -> Self {
        let along: Vec<Vec<usize>> = fields.iter().map(along).collect();
        Self { growth, moving: turned(&along, width), fields }
    }

    /// What a form says of the fields that move along its coordinates; of the others it says 0.
    pub(super) fn values<'a>(&'a self, form: &'a Vector) -> impl Iterator<Item = Expr> + 'a {
        let met: BTreeSet<usize> =
            form.sparse().flat_map(|(j, _)| self.moving[j].iter().copied()).collect();
        met.into_iter().map(|k| value(form, &self.fields[k]))
    }
}

/// What a form says of a field.
pub(super) fn value(form: &Vector, field: &Vector) -> Expr {
    let zero = Expr::zero();
    Expr::sum(
        field.sparse().map(|(j, b)| (form[j], b)).filter(|(a, _)| *a != zero).map(|(a, b)| a * b),
    )
}

/// The coordinates along which a field moves.
fn along(X: &Vector) -> Vec<usize> {
    X.sparse().map(|(j, _)| j).collect()
}

/// The numbers of the lists in which each number stands.
fn turned(lists: &[Vec<usize>], width: usize) -> Vec<Vec<usize>> {
    let mut turned = vec![Vec::new(); width];
    for (i, list) in lists.iter().enumerate() {
        list.iter().for_each(|&j| turned[j].push(i));
    }
    turned
}

/// Fields in echelon form, which further ones join.
struct Grown<'a> {
    elimination: Elimination<'a>,
    /// The functions that its ring knows.
    functions: FxHashSet<Expr>,
}

impl<'a> Grown<'a> {
    /// The span of fields so far, which are `D` at first, in a ring with the functions of the candidates.
    fn with(
        known: Option<Self>,
        D: &[Vector],
        candidates: &[Vector],
        forms: &'a Forms,
    ) -> Result<Self, Reason> {
        let new = arguments(candidates);
        if let Some(mut known) = known {
            if new.is_subset(&known.functions) {
                known.elimination.renew_budget();
                return Ok(known);
            }
            return Self::new(&known.elimination.rows_from(0), candidates, forms);
        }
        Self::new(D, candidates, forms)
    }

    fn new(fields: &[Vector], candidates: &[Vector], forms: &'a Forms) -> Result<Self, Reason> {
        let all: Vec<Vector> = fields.iter().chain(candidates).cloned().collect();
        let mut elimination = Elimination::new(&all, forms.x.len(), &forms.surface)?;
        for field in fields {
            elimination.take(field)?;
        }
        Ok(Self { elimination, functions: arguments(&all) })
    }
}

/// The arguments of functions, by which a ring chooses its base angles, and the roots.
fn arguments(fields: &[Vector]) -> FxHashSet<Expr> {
    let entries: Vec<Expr> = fields.iter().flat_map(|X| X.sparse().map(|(_, e)| e)).collect();
    let of = |e: Expr| match e.node() {
        Node::Apply(_, arguments) => arguments.to_vec(),
        Node::Product(powers) if powers.iter().any(|(_, k)| !k.is_integer()) => vec![e],
        _ => Vec::new(),
    };
    postorder(&entries).into_iter().flat_map(of).collect()
}

/// The brackets of (2) that do not vanish at sight.
fn candidates(x: &[Expr], (D, of_D): (&[Vector], &Met), fresh: &[Vector]) -> Vec<Vector> {
    let first = D == fresh;
    let of_fresh = Met::new(x, fresh);
    let partners = |j: usize| of_fresh.partners(j, of_D).into_iter().map(move |i| (i, j));
    let mut pairs: Vec<(usize, usize)> = (0..fresh.len()).flat_map(partners).collect();
    pairs.retain(|(i, j)| !first || i < j);
    pairs.sort_unstable();
    let moves = |Z: &Vector| Z.iter().any(|&e| e != Expr::zero());
    pairs.into_iter().map(|(i, j)| bracket(x, &D[i], &fresh[j])).filter(moves).collect() // (2)
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
        let along: Vec<Vec<usize>> = fields.iter().map(along).collect();
        let depends: Vec<Vec<usize>> = fields.iter().map(own).collect();
        let (moving, depending) = (turned(&along, x.len()), turned(&depends, x.len()));
        Self { moving, depending, along, depends }
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
