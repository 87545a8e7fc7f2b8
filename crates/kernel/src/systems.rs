//! Linear systems in Taylor arithmetic.
//!
//! ```text
//! K x = r,     K_0 x_n = r_n − Σ_{j=1}^{n} K_j x_{n−j}                                     (1)
//! ```
//!
//! K₀ is factorised once; each order is one substitution. The terms j = 1 … n − 1 are middle sums, the
//! term j = n is `K_n x_0`.
//!
//! At a place τ on the series the solution is near the polynomial `z = Σ x_k τᵏ`. One correction with the
//! factor at the beginning,
//!
//! ```text
//! x = z + K_0⁻¹ (r − K z),                                                                 (2)
//! ```
//!
//! tells how well z solves the system there: `z − x = K_0⁻¹ K (z − K⁻¹ r)`.

use alembert_algebra::evaluate::Tabulated;

use crate::KernelError;
use crate::linear::{Factor, ROWS};
use crate::program::{Slot, System};
use crate::recurrence::{Pair, Rows};

/// The factor of a system, and room for its right sides.
#[derive(Debug, Clone)]
pub(crate) struct Solver<T> {
    factor: Factor<T>,
    right: Vec<T>,
    /// The coefficients `x_k` so far, order by order.
    series: Vec<T>,
    /// z of (2).
    z: Vec<T>,
}

impl<T: Tabulated> Solver<T> {
    pub(crate) fn new() -> Self {
        Self { factor: Factor::new(), right: Vec::new(), series: Vec::new(), z: Vec::new() }
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
        self.series.clear();
        self.series.extend_from_slice(&self.right);
        Ok(self.factor.is_unique())
    }

    /// Writes the solution a time τ after the beginning of the last series, by (2) where K has a factor
    /// that serves again, otherwise anew.
    pub(crate) fn along(
        &mut self,
        system: &System,
        slot: Slot,
        v: &mut [Pair<T>],
        tau: T,
    ) -> Result<(), KernelError> {
        if !self.factor.serves_again() {
            return self.value(system, slot, v, false).map(|_| ());
        }
        self.right.clear();
        self.right.extend(system.right.iter().map(|&s| v[s][0]));
        self.polynomial(tau);
        for term in &system.entries {
            let product = v[term.coefficient][0] * self.z[term.unknown];
            self.right[term.row] = self.right[term.row] - T::from(term.sign) * product;
        }
        let correction = self.factor.solve_again(&mut self.right)?;
        for ((v, &z), &dz) in v[slot..].iter_mut().zip(&self.z).zip(correction) {
            v[0] = z + dz; // (2)
        }
        Ok(())
    }

    /// The same at several places side by side; false when K has no factor that serves again.
    pub(crate) fn along_places<const P: usize>(
        &mut self,
        system: &System,
        slot: Slot,
        v: &mut [[T; P]],
        tau: &[T; P],
    ) -> bool {
        if !self.factor.serves_again() {
            return false;
        }
        let size = system.right.len();
        let room = &mut self.z;
        room.clear();
        room.resize(2 * size * P, T::from(0.0));
        let (room, _) = room.as_chunks_mut::<P>();
        let (z, right) = room.split_at_mut(size);
        for row in self.series.chunks_exact(size.max(1)).rev() {
            for (z, &x) in z.iter_mut().zip(row) {
                (0..P).for_each(|p| z[p] = z[p] * tau[p] + x);
            }
        }
        right.iter_mut().zip(&system.right).for_each(|(r, &s)| *r = v[s]);
        for term in &system.entries {
            let (k, z, r) = (&v[term.coefficient], &z[term.unknown], &mut right[term.row]);
            let sign = T::from(term.sign);
            (0..P).for_each(|p| r[p] = r[p] - sign * (k[p] * z[p]));
        }
        for (i, (v, z)) in v[slot..].iter_mut().zip(&*z).enumerate() {
            let correction = self.factor.solve_places(i, right);
            *v = std::array::from_fn(|p| z[p] + correction[p]); // (2)
        }
        true
    }

    /// z of (2).
    fn polynomial(&mut self, tau: T) {
        self.z.clear();
        self.z.resize(self.right.len(), T::from(0.0));
        for row in self.series.chunks_exact(self.right.len().max(1)).rev() {
            self.z.iter_mut().zip(row).for_each(|(z, &x)| *z = *z * tau + x);
        }
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
            let last = rows.pairs[term.coefficient][1] * rows.pairs[term.unknown][0];
            self.right[term.row] = self.right[term.row] - T::from(term.sign) * (last + middle); // (1)
        }
        let solution = self.factor.solve_again(&mut self.right)?;
        rows.pairs[slot..].iter_mut().zip(solution).for_each(|(c, &x)| c[1] = x);
        self.series.extend_from_slice(solution);
        Ok(())
    }

    /// Room for the coefficients of a series below an order, in whole blocks; the first are there.
    pub(crate) fn make_room(&mut self, order: usize) {
        let room = order * self.right.len() + ROWS;
        self.series.resize(room, T::from(0.0));
    }

    /// The solutions for unit right sides, and the coefficients; none when the system is not solved by them.
    pub(crate) fn units(&mut self) -> Option<(&[[T; ROWS]], &mut [T])> {
        Some((self.factor.units()?, &mut self.series))
    }

    /// Where coefficient n of the solution goes in the room that was made.
    pub(crate) fn coefficients(&mut self, n: usize) -> &mut [T] {
        let unknowns = self.right.len();
        &mut self.series[n * unknowns..][..unknowns]
    }

    /// Forgets room that was made and not used.
    pub(crate) fn close(&mut self, order: usize) {
        self.series.truncate(order * self.right.len());
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
