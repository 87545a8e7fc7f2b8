//! Is this the explicit form? The equations of motion themselves decide.
//!
//! ```text
//! A y = g,     Tᵀ (M y − f) = 0,     M y − Bᵀ λ = f                            (1)
//! ```
//!
//! with the dependent velocities put in. The first two determine `y`, since `Tᵀ M S` was proved
//! not to be singular when `y` was found.

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Substitution};

use super::blocks::{Blocks, LARGEST_SOLUTION};
use super::reduced::{minus_inertia, put_in};
use super::{Explicit, Row};
use crate::{Motion, Reason};

/// Do these highest derivatives, and these multipliers if there are any, solve the equations of
/// motion on every state that the constraints allow? `false` is no proof of the contrary when
/// functions with unknown relations occur, or when `W y = h` has unknowns that are not given.
///
/// # Errors
/// The limit that was reached.
pub fn solves(motion: &Motion, y: &[Expr], lambda: &[Expr]) -> Result<bool, Reason> {
    let all = without_unknowns(&motion.highest, y, lambda);
    obeys(&mut Blocks::new(motion, &all)?, &all)
}

impl Explicit {
    /// The same for the motion of which these are the explicit equations, in the ring in which they
    /// were found. `false` says less than that of [`solves`]: the ring may not know the angles.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn is_solved_by(&mut self, y: &[Expr], lambda: &[Expr]) -> Result<bool, Reason> {
        let Some(blocks) = &mut self.blocks else { return Ok(false) };
        blocks.ring.set_budget(LARGEST_SOLUTION);
        let all = without_unknowns(&blocks.y, y, lambda);
        obeys(blocks, &all)
    }
}

/// The values of the unknowns: what is given through other highest derivatives is put together.
fn without_unknowns(highest: &[Expr], y: &[Expr], lambda: &[Expr]) -> Vec<Expr> {
    let pairs = highest.iter().copied().zip(y.iter().copied());
    let mut through_others = Substitution::new(pairs);
    through_others.apply_all(y).iter().chain(lambda).copied().collect()
}

/// Do the values obey (1)?
fn obeys(blocks: &mut Blocks, all: &[Expr]) -> Result<bool, Reason> {
    let chart = blocks.velocity_chart()?;
    let mut shown = Row::new();
    for &e in all {
        let f = blocks.ring.value(e)?;
        shown.push(put_in(&blocks.ring, &f, &chart.values)?);
    }
    let Some((y, lambda)) = shown.split_at_checked(blocks.y.len()) else { return Ok(false) };
    let ring = &blocks.ring;
    let vanishes = |f: &Fraction| -> Result<bool, Reason> {
        blocks.turned.vanishes(ring, &put_in(ring, &ring.lowest(f)?, &chart.values)?)
    };
    for (row, g) in blocks.A.iter().zip(&blocks.g) {
        if !vanishes(&ring.subtract(&ring.dot(row.iter().zip(y))?, g)?)? {
            return Ok(false);
        }
    }
    let rest = minus_inertia(ring, &blocks.M, &blocks.f, y)?;
    let open = if lambda.is_empty() {
        let T = blocks.directions(&blocks.basis()?.S)?;
        work(ring, &T, &rest)?
    } else {
        with_reactions(blocks, &rest, lambda)?
    };
    for f in &open {
        if !vanishes(f)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `Tᵀ r`.
fn work(ring: &Ring, T: &[Row], r: &[Fraction]) -> Result<Row, Reason> {
    let column = |c: usize| T.iter().map(move |row| &row[c]);
    let columns = T.first().map_or(0, Vec::len);
    (0..columns).map(|c| Ok(ring.dot(column(c).zip(r))?)).collect()
}

/// `r + Bᵀ λ`.
fn with_reactions(blocks: &Blocks, r: &[Fraction], lambda: &[Fraction]) -> Result<Row, Reason> {
    let (ring, rows) = (&blocks.ring, blocks.reactions());
    let sum = |(i, r): (usize, &Fraction)| {
        let column = rows.iter().map(|row| &row[i]);
        Ok(ring.add(r, &ring.dot(column.zip(lambda))?)?)
    };
    r.iter().enumerate().map(sum).collect()
}
