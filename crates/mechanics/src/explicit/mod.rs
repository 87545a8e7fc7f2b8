//! The equations of motion solved for the highest derivatives, written to be read.
//!
//! The linear system of a motion is solved exactly by two routes (`reduced`), in the charts of
//! its velocities (`charts`), and of the results the one is shown that has the fewest poles, then
//! the fewest operations (`choice`). A pole is a factor of a denominator that contains more than
//! parameters: the knife edge has the accelerations `x'' = g sin α cos²φ − y' φ'`, which hold for
//! every heading, and not `… − x' φ' tan φ`.
//!
//! All results are exact and hold on every motion: constraints on the state are used to shorten
//! them, after the equations were varied. Known limit: what needs more than a few million products
//! of terms is not solved; the sentence of `Reason` then says so.

pub(crate) mod angles;
pub(crate) mod blocks;
mod candidate;
mod certify;
pub(crate) mod charts;
mod choice;
mod conditions;
mod implied;
mod quasi;
mod readable;
mod reduced;
mod redundant;
mod singular;
mod speeds;
mod turned;

use alembert_algebra::ring::Fraction;
use alembert_algebra::{Expr, Kind, symbols};

pub use certify::solves;
pub use choice::explicit;
pub use conditions::{Range, conditions};
pub use quasi::{Dynamics, Quasi, Wanted, agrees, agrees_at_states, quasi};
pub use readable::readable;
pub use singular::divisors;
pub(crate) use singular::independent_everywhere;
pub use speeds::Misfit;

/// A row of a matrix.
pub(crate) type Row = Vec<Fraction>;

/// An unknown with its value, as it is to be written.
#[derive(Debug, Clone)]
pub struct Solved {
    /// A highest derivative, a multiplier, a rate of a quasi-velocity.
    pub unknown: Expr,
    /// Its value. It may contain highest derivatives that are given by shorter equations.
    pub value: Expr,
    /// What it divides by: none of these may vanish. [`conditions`] lists them for a reader.
    pub conditions: Vec<Expr>,
}

/// The explicit equations of a motion.
#[derive(Debug)]
pub struct Explicit {
    /// The highest derivatives, in the order of the coordinates.
    pub accelerations: Vec<Solved>,
    /// The multipliers, in the order of the constraints.
    pub multipliers: Vec<Solved>,
    /// The linear system that was solved, in a ring in which the constraints hold.
    blocks: Option<blocks::Blocks>,
}

impl Explicit {
    /// How many different expressions of the state the accelerations divide by.
    fn poles(&self) -> usize {
        let mut found: Vec<Expr> = Vec::new();
        for &divisor in self.accelerations.iter().flat_map(|s| &s.conditions) {
            if depends_on_the_state(divisor)
                && !found.contains(&divisor)
                && !found.contains(&-divisor)
            {
                found.push(divisor);
            }
        }
        found.len()
    }
}

/// Does it contain more than parameters?
pub(crate) fn depends_on_the_state(e: Expr) -> bool {
    symbols(&[e])
        .into_iter()
        .filter_map(Expr::as_symbol)
        .any(|s| !matches!(s.kind, Kind::Parameter { .. } | Kind::Pi))
}
