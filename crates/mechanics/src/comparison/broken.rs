//! A motion of one principle that breaks an equation of another one.
//!
//! Where the equations of one motion determine the highest derivatives `y` at a state, and those of another
//! one without multipliers, `W y = h`, do not, the second has no `ŷ` to be compared with. Both differ all the same when
//!
//! ```text
//! Σⱼ Wᵢⱼ yⱼ − hᵢ ≠ 0      for some row i                                             (1)
//! ```
//!
//! which is enclosed: the first motion is none of the second, whatever that leaves open.

use alembert_algebra::Expr;

use super::{Beside, Broken, Difference};
use crate::theory::residuals;
use crate::witness::{Choice, Witness, witness_of_any};
use crate::{Motion, System};

/// A state with (1), for one of the motions or the other.
pub(super) fn broken(
    system: &System,
    a: &Motion,
    b: &Motion,
    choice: &Choice,
) -> Option<Difference> {
    let one = |first: &Motion, second: &Motion, is_swapped: bool| {
        second.multipliers.is_empty().then(|| breaks(system, first, second, is_swapped, choice))?
    };
    one(a, b, false).or_else(|| one(b, a, true))
}

fn breaks(
    system: &System,
    first: &Motion,
    second: &Motion,
    is_swapped: bool,
    choice: &Choice,
) -> Option<Difference> {
    let (stages, mut put) = Beside::conditions(system, first);
    let rows = residuals(second).1;
    let claims: Vec<(Expr, Expr)> = rows.iter().map(|&e| (put(e), Expr::zero())).collect();
    let Witness { state, left, .. } = witness_of_any(&claims, &stages, choice)?; // (1)
    let value = |x: Expr| state.iter().find(|(y, _)| *y == x).map(|pair| pair.1);
    let row = |&y: &Expr| if is_swapped { (y, None, value(y)) } else { (y, value(y), None) };
    let is_given = |x: &(Expr, f64)| !first.unknowns.contains(&x.0);
    Some(Difference {
        highest: first.highest.iter().map(row).collect(),
        state: state.iter().copied().filter(is_given).collect(),
        open: Vec::new(),
        broken: Some(Broken { of: second.principle, by: first.principle, left }),
    })
}
