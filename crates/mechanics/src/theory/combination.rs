//! Combinations of quantities with constant coefficients that vanish on every motion.
//!
//! Given `f₁, …, f_k`, which constants `c`, made of numbers and parameters, give
//!
//! ```text
//! c₁ f₁ + … + c_k f_k = 0     on every motion?                                      (1)
//! ```
//!
//! In the ring of the theory the `f` are fractions, and (1) is a linear identity with unknown
//! constants. What is found there is then decided like any other claim. When the equations of motion
//! are too large to be solved, the multipliers stay free and only such combinations are found for
//! which the multipliers drop out; so it is for a given amount of work.

use alembert_algebra::ring::Fraction;
use alembert_algebra::{Expr, Vector};

use super::{Answer, Reason, Theory};
use crate::integral::constants::{Identity, moving};

/// A combination: the numbers of its quantities, each with its constant; the last constant is 1.
pub type Combination = Vec<(usize, Expr)>;

/// The combinations that were found.
#[derive(Debug, Clone)]
pub struct Combinations {
    /// One for each quantity that the ones before it give.
    pub found: Vec<Combination>,
    /// Why there may be more, when the equations of motion were not solved.
    pub limit: Option<Reason>,
}

impl Theory {
    /// The combinations (1) of quantities that are among the claims of the theory, with so many
    /// products of terms as work for each step.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn combinations(&mut self, f: &[Expr], work: u64) -> Result<Combinations, Reason> {
        let limit = self.solve_within(work).err();
        let values = self.values(f, work)?;
        let mut found = Vec::new();
        for combination in self.identities(&values)? {
            let sum = Expr::sum(combination.iter().map(|&(j, c)| c * f[j]));
            if self.decide(sum) == Answer::Proved {
                found.push(combination);
            }
        }
        Ok(Combinations { found, limit })
    }

    /// The constants with which the last quantity is a combination of those before it; it may
    /// be constant itself, and then there are none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn is_combination(&mut self, f: &[Expr], work: u64) -> Result<bool, Reason> {
        let one: Vector = [Expr::one()].into_iter().chain(f.iter().copied()).collect();
        let values: Vec<Vec<Fraction>> =
            self.values(&one, work)?.into_iter().map(|v| vec![v]).collect();
        let moving = moving(&self.ring, &values.concat());
        let identity = Identity::new(&self.ring, &values, &moving)?;
        Ok(identity.express_last()?.is_some())
    }

    fn values(&mut self, f: &[Expr], work: u64) -> Result<Vec<Fraction>, Reason> {
        let mut values = Vec::with_capacity(f.len());
        self.begin(work);
        for &e in f {
            let e = self.claim(e);
            values.push(self.ring.value(e)?);
        }
        Ok(values)
    }

    /// Solutions of (1), as an identity of fractions.
    fn identities(&mut self, values: &[Fraction]) -> Result<Vec<Combination>, Reason> {
        let columns: Vec<Vec<Fraction>> = values.iter().map(|v| vec![v.clone()]).collect();
        let moving = moving(&self.ring, values);
        let solutions = Identity::new(&self.ring, &columns, &moving)?.solutions()?;
        let constant = |(j, c): (usize, Fraction)| (j, -self.ring.expression(&c));
        Ok(solutions.into_iter().map(|s| s.into_iter().map(constant).collect()).collect())
    }
}
