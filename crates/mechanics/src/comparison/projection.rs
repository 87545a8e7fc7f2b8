//! Are equations without multipliers those of d'Alembert's principle along the allowed directions?
//!
//! A motion with multipliers and one without,
//!
//! ```text
//! M y − Bᵀ λ = f,   A y = g                                                         (1)
//! E y = e,          A₁ y = g₁                                                       (2)
//! ```
//!
//! have the same highest derivatives `y`, or have none both, at every state at which there is a matrix
//! `S` of as many columns as (2) has rows `E`, with
//!
//! ```text
//! B S = 0                                                                           (3)
//! E y − e = Sᵀ (M y − f)      for all y with A₁ y = g₁                               (4)
//! A y = g                     for all y with A₁ y = g₁                               (5)
//! rank S = k,  rank A₁ = rank B = n − k                                             (6)
//! ```
//!
//! Let `y` solve (1). Then `A₁ y = g₁`, whose rows are among those of `A`, and by (4) and (3)
//! `E y − e = Sᵀ Bᵀ λ = 0`. Let `y` solve (2). Then by (4) `Sᵀ (M y − f) = 0`, and by (3) and (6) what
//! `Sᵀ` takes to zero are the `Bᵀ λ`, so that there is a `λ` with (1); (5) is the rest. No equation is
//! solved, and it does not matter whether it has one solution.
//!
//! Two motions with multipliers are compared through the same directions: (3) for the `B` of both, and
//!
//! ```text
//! Sᵀ (M y − f) = Sᵀ (M̂ y − f̂)      for all y with A y = g                            (7)
//! ```
//!
//! so that multipliers may be renamed and shifted, `Bᵀ λ = B̂ᵀ λ̂ + f̂ − f`. A choice `K λ = 0` among
//! multipliers does nothing to `y` where `K B = 0` and the rows of `K` are independent. Two motions
//! without multipliers are compared with d'Alembert's, each with its own directions.
//!
//! (3), (4), (5) and (7) are claims about the constraints alone (`theory/ground`); (6) is a condition
//! where it is not proved (`rank`). `S` is an offer of the principles, of which nothing is believed.

use alembert_algebra::{Expr, Matrix};

use super::rank::{Ranks, poles};
use super::shape::Shape;
use super::{Patience, is_determined_at};
use crate::principle::{dalembert, directions};
use crate::theory::Ground;
use crate::witness::Choice;
use crate::{Motion, System};

/// What must not vanish for two motions to have the same highest derivatives, if that is proved by (1) to (7).
pub(super) fn have_same_projection(
    system: &System,
    (a, b): (&Motion, &Motion),
    (choice, patience): (&Choice, &Patience),
) -> Option<Vec<Expr>> {
    if a.manifold != b.manifold || a.highest != b.highest {
        return None;
    }
    let conditions = match (a.multipliers.is_empty(), b.multipliers.is_empty()) {
        (false, true) => without_multipliers(system, a, b, patience),
        (true, false) => without_multipliers(system, b, a, patience),
        (false, false) => with_multipliers(system, a, b, patience),
        (true, true) if system.constraints().is_empty() => None,
        (true, true) => {
            let whole = dalembert(system).ok()?;
            let first = without_multipliers(system, &whole, a, patience)?;
            Some([first, without_multipliers(system, &whole, b, patience)?].concat())
        }
    }?;
    is_determined_at(system, &[a, b], &conditions, choice).then_some(conditions)
}

/// Equations (3) to (6).
fn without_multipliers(
    system: &System,
    whole: &Motion,
    projected: &Motion,
    patience: &Patience,
) -> Option<Vec<Expr>> {
    let own = Shape::with_multipliers(whole)?;
    let (other, rest) = Shape::without_multipliers(projected, &own)?;
    let S = directions(projected.principle, system)?;
    if other.E.nrows() != S.ncols() || other.constraints.len() + S.ncols() != S.nrows() {
        return None;
    }
    let y = &projected.highest;
    let along = &S.transpose() * &*own.balances(y);
    let mut claims: Vec<Expr> = (&other.balances(y) - &along).to_vec(); // (4)
    claims.extend((&own.B * &S).entries()); // (3)
    claims.extend(rest); // (5)
    claims.extend(chosen(&own)?);
    let mut conditions = proved(system, whole, &other, &claims, patience)?;
    let ranks = Ranks { system, motion: whole, A: other.slopes(y.len()), S, B: vec![own.B] };
    conditions.extend(ranks.conditions()?); // (6)
    conditions.extend(own_poles(projected, whole));
    Some(conditions)
}

/// Equations (3), (6) and (7), with the directions of one principle or another.
fn with_multipliers(
    system: &System,
    a: &Motion,
    b: &Motion,
    patience: &Patience,
) -> Option<Vec<Expr>> {
    let [first, second] = [Shape::with_multipliers(a)?, Shape::with_multipliers(b)?];
    let offers = ["maggi", "elimination"].into_iter();
    let mut found = offers.filter_map(|name| {
        let S = directions(name, system)?;
        along_both(system, (a, &first), (b, &second), (S, patience))
    });
    found.next()
}

fn along_both(
    system: &System,
    (a, first): (&Motion, &Shape),
    (b, second): (&Motion, &Shape),
    (S, patience): (Matrix, &Patience),
) -> Option<Vec<Expr>> {
    let y = &a.highest;
    // The one whose constraints are all among those of the other.
    let [less, more] = if first.constraints.len() <= second.constraints.len() {
        [first, second]
    } else {
        [second, first]
    };
    if less.constraints.len() + S.ncols() != S.nrows() {
        return None;
    }
    let difference = &first.balances(y) - &second.balances(y);
    let mut claims: Vec<Expr> = (&S.transpose() * &*difference).to_vec(); // (7)
    claims.extend((&first.B * &S).entries().chain((&second.B * &S).entries())); // (3)
    claims.extend(less.beside(more, y)); // (5)
    claims.extend(chosen(first)?.into_iter().chain(chosen(second)?));
    let mut conditions = proved(system, a, less, &claims, patience)?;
    let B = vec![first.B.clone(), second.B.clone()];
    let ranks = Ranks { system, motion: a, A: less.slopes(y.len()), S, B };
    conditions.extend(ranks.conditions()?); // (6)
    conditions.extend(own_poles(a, b).into_iter().chain(own_poles(b, a)));
    Some(conditions)
}

/// What the equations of one motion divide by, and those of the other do not: poles that both have are those of the
/// model.
pub(super) fn own_poles(motion: &Motion, other: &Motion) -> Vec<Expr> {
    let common = poles(&other.system.entries());
    let mut own = poles(&motion.system.entries());
    own.retain(|d| !common.contains(d));
    own
}

/// Equations (3) to (5) and (7) where the constraints of a shape hold, with their provisos.
fn proved(
    system: &System,
    motion: &Motion,
    shape: &Shape,
    claims: &[Expr],
    patience: &Patience,
) -> Option<Vec<Expr>> {
    let constraints = shape.on_constraints(&motion.highest);
    let is_whole = constraints.len() == system.constraints().len();
    let ground = Ground { system, motion, constraints: &constraints, is_whole };
    let work = patience.left().ok()?;
    let claims: Vec<Expr> = claims.iter().copied().filter(|&e| e != Expr::zero()).collect();
    patience.cut(PART, || ground.proves(&claims, work)).0.ok()
}

/// The part of the work that is left which one proof of this kind may take.
const PART: u64 = 2;

/// What vanishes where the choice among multipliers does nothing; none where its rows are not seen to be
/// independent: in each of them a multiplier stands alone that is in no other.
fn chosen(shape: &Shape) -> Option<Vec<Expr>> {
    let own = |i: usize| {
        let column = |j: usize| shape.K.rows().iter().map(move |row| row[j]).enumerate();
        (0..shape.K.ncols()).any(|j| {
            column(j).all(|(k, e)| if k == i { e == Expr::one() } else { e == Expr::zero() })
        })
    };
    let product: Matrix =
        if shape.K.nrows() == 0 { Matrix::zeros(0, 0) } else { &shape.K * &shape.B };
    (0..shape.K.nrows()).all(own).then(|| product.entries().collect())
}
