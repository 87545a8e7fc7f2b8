//! Where constraints lose rank on the states of a motion: on positions and velocities alike.
//!
//! ```text
//! rank A < m on φ = 0    where all minors of A and the conditions φ vanish together       (1)
//! ```
//!
//! The constraints may be of any kind; `A` is what stands before the highest derivatives. The real
//! solutions of (1) are followed part by part (`locus`). A part is left out only when it is proved
//! to have no real points.
//!
//! Known limit: where rows follow from others they are to be left out before.

use alembert_algebra::Expr;
use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::{Fraction, Ring};

use super::locus::{largest, locus};
use super::minors::Rows;
use super::sparse::{self, Row};
use crate::Reason;

/// Products of terms that the minors may take.
const LARGEST_LOCUS: u64 = 300_000;

/// The parts of (1), each by expressions that vanish together, in the order in which these stand
/// among the symbols `x` of the state.
///
/// # Errors
/// A limit; there are too many minors or parts.
pub(crate) fn rank_drops_on_states(
    A: &[Vec<Expr>],
    phi: &[Expr],
    x: &[Expr],
) -> Result<Vec<Vec<Expr>>, Reason> {
    let roots: Vec<Expr> = A.iter().flatten().chain(phi).copied().collect();
    let mut ring = Ring::new(&roots)?;
    ring.set_budget(LARGEST_LOCUS);
    let rows = A.iter().map(|row| sparse::row(&mut ring, row));
    let rows: Vec<Row> = rows.collect::<Result<_, _>>()?;
    let phi = phi.iter().map(|&e| Ok(ring.value(e)?.num));
    let phi: Vec<Poly> = phi.collect::<Result<Vec<_>, Reason>>()?;
    let on: Vec<Poly> = phi.into_iter().filter(|p| !p.is_zero()).collect();
    let rank = rows.len();
    let columns = (0..A.first().map_or(0, Vec::len)).collect();
    let minors = Rows { ring: &ring, rows, columns, rank, on: &on }.minors()?.unwrap_or_default();
    let mut parts: Vec<Vec<Expr>> = Vec::new();
    if minors.is_empty() {
        return Ok(parts);
    }
    for part in locus(&ring, minors)? {
        let equations = part.iter().chain(&on).cloned().collect();
        if locus(&ring, equations)?.is_empty() {
            continue; // (1) has no real points here
        }
        let expression = |p: &Poly| ring.expression(&Fraction::polynomial(p.clone()));
        let mut factors: Vec<Expr> = part.iter().map(expression).collect();
        factors.sort_by_key(|e| x.iter().position(|y| y == e).unwrap_or(x.len()));
        if !parts.contains(&factors) {
            parts.push(factors);
        }
    }
    largest(&mut parts);
    Ok(parts)
}
