//! Linear systems in Taylor arithmetic.
//!
//! ```text
//! K x = r,     K_0 x_n = r_n − Σ_{j=1}^{n} K_j x_{n−j}                                     (1)
//! ```
//!
//! K₀ is factorised once; each order is one substitution. The terms j = 1 … n − 1 are middle sums, the
//! term j = n is `K_n x_0`.

use alembert_algebra::evaluate::Tabulated;

use crate::KernelError;
use crate::linear::Factor;
use crate::program::{Slot, System};
use crate::recurrence::{Pair, Rows, at};

/// The factor of a system, and room for its right sides.
#[derive(Debug, Clone)]
pub(crate) struct Solver<T> {
    factor: Factor<T>,
    right: Vec<T>,
}

impl<T: Tabulated> Solver<T> {
    pub(crate) fn new() -> Self {
        Self { factor: Factor::new(), right: Vec::new() }
    }

    /// Factorises K₀.
    fn factorise(&mut self, system: &System, v: &[Pair<T>]) -> Result<(), KernelError> {
        let System { n, m, .. } = *system;
        if !system.is_kkt {
            return Ok(self.factor.general(n, |e| v[system.inertia[e]][0])?);
        }
        let inertia = |e: usize| v[system.inertia[e]][0];
        let constraints = |e: usize| v[system.constraints[e]][0];
        match &system.reactions {
            None => self.factor.ideal(n, m, inertia, constraints)?,
            Some(rows) => self.factor.servo(n, m, inertia, constraints, |e| v[rows[e]][0])?,
        }
        Ok(())
    }

    /// Writes the solution x₀ from its slot on. `shortest` asks for the shortest multipliers when
    /// they are not unique; a series keeps to independent rows instead.
    pub(crate) fn value(
        &mut self,
        system: &System,
        slot: Slot,
        v: &mut [Pair<T>],
        shortest: bool,
    ) -> Result<bool, KernelError> {
        self.factorise(system, v)?;
        self.right.clear();
        self.right.extend(system.right.iter().map(|&s| v[s][0]));
        self.factor.agreement(&self.right)?;
        self.factor.solve(&mut self.right)?;
        if shortest {
            self.factor.shorten(&mut self.right);
        }
        v[slot..].iter_mut().zip(&self.right).for_each(|(v, &x)| v[0] = x);
        Ok(self.factor.is_unique())
    }

    /// Writes coefficient n of the solution, (1).
    pub(crate) fn coefficient(
        &mut self,
        system: &System,
        slot: Slot,
        rows: &mut Rows<'_, T>,
    ) -> Result<(), KernelError> {
        self.right.clear();
        self.right.extend(system.right.iter().map(|&slot| rows.pairs[slot][1]));
        for (term, &middle) in system.terms.iter().zip(&rows.middle[system.middle..]) {
            let last = at(rows.pairs, term.coefficient)[1] * at(rows.pairs, term.unknown)[0];
            self.right[term.row] = self.right[term.row] - T::from(term.sign) * (last + middle); // (1)
        }
        let solution = self.factor.solve_again(&mut self.right)?;
        rows.pairs[slot..].iter_mut().zip(solution).for_each(|(c, &x)| c[1] = x);
        Ok(())
    }

    /// The smallest pivot of the inertia over its diagonal entry.
    pub(crate) fn pivot(&self) -> f64 {
        self.factor.pivot()
    }

    /// How far the independent rows of the constraints are from dependent ones.
    pub(crate) fn conditioning(&self) -> f64 {
        self.factor.conditioning()
    }
}
