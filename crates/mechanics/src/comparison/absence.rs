//! A principle that leaves a system no motion, where another one gives it one.
//!
//! The equations of a motion may contradict each other: with the speed `x'² + y'² = c²` put into
//! the Lagrangian of a falling body nothing is left to vary, and what remains is
//!
//! ```text
//! 0 = r,     r made of parameters and time.                                       (1)
//! ```
//!
//! Where r does not vanish there is no motion. The principles differ when the other one has a state
//! with r ≠ 0 and accelerations there, which is enclosed.

use alembert_algebra::Expr;

use crate::witness::{Choice, Witness};
use crate::{Motion, System, Theory};

/// A motion that does not exist, at a state where the other one does.
#[derive(Debug, Clone)]
pub struct Absence {
    /// Has the first of two motions contradictory equations, and not the second?
    pub of_first: bool,
    /// What (1) says to vanish.
    pub left: Expr,
    /// The parameters, positions, velocities and what else is given at the state.
    pub state: Vec<(Expr, f64)>,
    /// Each highest derivative by the motion that exists.
    pub highest: Vec<(Expr, f64)>,
}

/// One of two motions that has no state, when the other one has.
pub(super) fn absence(system: &System, a: &Motion, b: &Motion, choice: &Choice) -> Option<Absence> {
    of_one(system, (a, b), true, choice).or_else(|| of_one(system, (b, a), false, choice))
}

fn of_one(
    system: &System,
    (none, some): (&Motion, &Motion),
    of_first: bool,
    choice: &Choice,
) -> Option<Absence> {
    let left = Theory::new(system, none, &[]).ok()?.contradiction()?; // (1)
    let mut theory = Theory::new(system, some, &[left]).ok()?;
    let Witness { state, .. } = theory.witness((left, Expr::zero()), choice)?;
    let is_highest = |x: &(Expr, f64)| some.highest.contains(&x.0);
    let is_given = |x: &(Expr, f64)| !some.unknowns.contains(&x.0);
    Some(Absence {
        of_first,
        left,
        highest: state.iter().copied().filter(is_highest).collect(),
        state: state.into_iter().filter(is_given).collect(),
    })
}
