//! Where equations that are not solved do not determine the highest derivatives.
//!
//! A principle that projects the reactions away chooses directions, and its equations
//!
//! ```text
//! W y = h                                                                            (1)
//! ```
//!
//! are singular where these degenerate: `det W` vanishes there, or an entry has a pole. This is no
//! property of the motion; other directions may do.

use alembert_algebra::Expr;
use alembert_algebra::ring::Fraction;

use super::Row;
use super::angles;
use super::blocks::Blocks;
use super::conditions::is_definite_for_positive_parameters;
use crate::{Linear, Motion, Reason};

/// Products of terms that the determinant may take.
const LARGEST_DETERMINANT: u64 = 1_000_000;

/// What must not vanish for the equations (1) of a motion to determine its highest derivatives; none
/// for equations with multipliers, whose directions nobody chose.
///
/// # Errors
/// The limit that was reached.
pub fn divisors(motion: &Motion) -> Result<Vec<Expr>, Reason> {
    if !matches!(motion.system, Linear::General { .. }) || !motion.multipliers.is_empty() {
        return Ok(Vec::new());
    }
    let mut blocks = Blocks::new(motion, &angles::leading(&angles::coordinates(motion)))?;
    blocks.ring.set_budget(LARGEST_DETERMINANT);
    let ring = &blocks.ring;
    let whole = ring.lowest(&ring.determinant(&blocks.M)?)?;
    let entries = blocks.M.iter().flatten().chain(&blocks.f).chain([&whole]);
    let below = entries.flat_map(|f| f.den.iter().map(|(p, _)| p));
    let all = below.chain([&whole.num]).map(|p| ring.expression(&Fraction::polynomial(p.clone())));
    Ok(all.collect())
}

/// Is it proved that the rows of the constraints are independent at every state, `det (A Aᵀ) ≠ 0`?
pub(crate) fn independent_everywhere(motion: &Motion) -> bool {
    gram_is_definite(motion).unwrap_or(false)
}

fn gram_is_definite(motion: &Motion) -> Result<bool, Reason> {
    let mut blocks = Blocks::new(motion, &[])?;
    blocks.ring.set_budget(LARGEST_DETERMINANT);
    let (ring, turned) = (&blocks.ring, &blocks.turned);
    let product = |a: &Row, b: &Row| -> Result<Fraction, Reason> {
        turned.shorter(ring, &ring.into_lowest(ring.dot(a.iter().zip(b))?)?)
    };
    let mut gram = Vec::new();
    for a in &blocks.A {
        gram.push(blocks.A.iter().map(|b| product(a, b)).collect::<Result<Row, _>>()?);
    }
    let whole = turned.shorter(ring, &ring.lowest(&ring.determinant(&gram)?)?)?;
    let below = blocks.A.iter().flatten().chain([&whole]).flat_map(|f| f.den.iter().map(|d| &d.0));
    let definite = |p: &_| is_definite_for_positive_parameters(ring, p);
    Ok(definite(&whole.num) && below.into_iter().all(definite))
}
