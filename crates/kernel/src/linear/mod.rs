//! The linear algebra of a `Solve` operation: factorise once, substitute many times.
//!
//! ```text
//! M y − Bᵀ λ = f                                                                           (1)
//! A y        = g                                                                           (2)
//! ```
//!
//! **B = A and M symmetric positive definite.** With M = L Lᵀ, u = Lᵀ y, b = L⁻¹ f, C = L⁻¹ Aᵀ:
//!
//! ```text
//! u = b + C λ,    Cᵀ u = g,    C D P = Q R                                                 (3)
//! Qᵀ u = (w, (Qᵀ b)₂),    R₁₁ᵀ w = (P D g)₁                                                (4)
//! R₁₁ (P⁻¹ D⁻¹ λ)₁ = w − (Qᵀ b)₁,    y = L⁻ᵀ u                                             (5)
//! ```
//!
//! When the same system is solved for many right sides, as in a series, the solutions for unit right
//! sides serve all of them:
//!
//! ```text
//! (y, λ) = Σ fᵢ (y, λ)ᵢ + Σ gₐ (y, λ)ₐ                                                     (7)
//! ```
//!
//! **Otherwise** (M singular or indefinite, servo constraints) the saddle matrix is solved by LU with
//! one refinement, without the rows that depend on others.
//!
//! ```text
//! ⎡ M  −Bᵀ ⎤ ⎡ y ⎤   ⎡ f ⎤
//! ⎣ A   0  ⎦ ⎣ λ ⎦ = ⎣ g ⎦                                                                 (6)
//! ```
//!
//! **One unknown without constraints** is divided by its coefficient, of whichever sign.
//!
//! The plain twin of this module is `alembert_algebra::numeric::solve`, with which it is compared in
//! tests. Multipliers of dependent rows are 0 until [`Factor::shorten`] spreads them out.

mod cholesky;
mod correction;
mod determined;
mod lu;
mod normal;
mod pivoted_qr;

pub use correction::{Correction, Corrector, Metric, correction_directions, nearest_correction};
pub use determined::{Determined, determined};

use alembert_algebra::numeric::Real;
use alembert_algebra::numeric::solve::SolveError;

use lu::Lu;
use pivoted_qr::PivotedQr;

/// The smallest pivot of a symmetric matrix of n rows over its diagonal entry; none when it is not positive
/// definite. Its Cholesky factor takes its place.
///
/// ```
/// use alembert_kernel::smallest_pivot;
/// assert_eq!(smallest_pivot(&mut [4.0, 2.0, 2.0, 2.0], 2), Some(0.5));
/// assert_eq!(smallest_pivot(&mut [1.0, 2.0, 2.0, 1.0], 2), None);
/// ```
pub fn smallest_pivot<T: Real>(matrix: &mut [T], n: usize) -> Option<f64> {
    cholesky::factorise(matrix, n)
}

/// How a system is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// One equation with one unknown: it is divided by its coefficient, of whichever sign.
    Single,
    /// (3)–(5).
    Definite,
    /// (6).
    Saddle,
    /// `W y = h`.
    General,
}

/// How many rows of (7) are done together.
pub(crate) const ROWS: usize = 4;

/// A factorised system.
#[derive(Debug, Clone)]
pub(crate) struct Factor<T> {
    n: usize,
    m: usize,
    way: Way,
    /// L, or M.
    inertia: Vec<T>,
    /// C, or Aᵀ.
    qr: PivotedQr<T>,
    /// Bᵀ of (6).
    qr_reactions: PivotedQr<T>,
    lu: Lu<T>,
    /// The solutions for unit right sides, (7), [`ROWS`] rows of all of them after the other; empty until
    /// they are asked for.
    inverse: Vec<[T; ROWS]>,
    /// Room for these solutions, row by row.
    rows: Vec<T>,
    room: Vec<T>,
    /// The smallest pivot of M over its diagonal entry; 1 where it is not used.
    pivot: f64,
}

impl<T: Real> Factor<T> {
    pub(crate) fn new() -> Self {
        Self {
            n: 0,
            m: 0,
            way: Way::General,
            inertia: Vec::new(),
            qr: PivotedQr::new(),
            qr_reactions: PivotedQr::new(),
            lu: Lu::new(),
            inverse: Vec::new(),
            rows: Vec::new(),
            room: Vec::new(),
            pivot: 1.0,
        }
    }

    /// B = A. Entries by rows.
    pub(crate) fn ideal(
        &mut self,
        n: usize,
        m: usize,
        inertia: impl Fn(usize) -> T,
        constraints: impl Fn(usize) -> T,
    ) -> Result<(), SolveError> {
        if self.is_definite(n, m, &inertia, &constraints) {
            return Ok(());
        }
        self.servo(n, m, inertia, &constraints, &constraints)
    }

    /// (3), where M is positive definite; otherwise nothing is factorised.
    fn is_definite(
        &mut self,
        n: usize,
        m: usize,
        inertia: impl Fn(usize) -> T,
        constraints: impl Fn(usize) -> T,
    ) -> bool {
        (self.n, self.m) = (n, m);
        self.inertia.clear();
        self.inertia.extend((0..n * n).map(inertia));
        (self.way, self.pivot) = if n == 1 && m == 0 {
            if self.inertia[0] == T::from(0.0) || !self.inertia[0].is_finite() {
                return false;
            }
            (Way::Single, 1.0)
        } else {
            let Some(pivot) = cholesky::factorise(&mut self.inertia, n) else { return false };
            (Way::Definite, pivot)
        };
        self.inverse.clear();
        let lower = &self.inertia;
        if m == 0 && self.qr.is_without_columns(n) {
            return true;
        }
        self.qr.factorise(n, m, |k, column| {
            column.iter_mut().enumerate().for_each(|(i, x)| *x = constraints(k * n + i));
            cholesky::forward(lower, column); // (3)
        });
        true
    }

    /// (6). Entries by rows.
    pub(crate) fn servo(
        &mut self,
        n: usize,
        m: usize,
        inertia: impl Fn(usize) -> T,
        constraints: impl Fn(usize) -> T,
        reactions: impl Fn(usize) -> T,
    ) -> Result<(), SolveError> {
        (self.n, self.m, self.way, self.pivot) = (n, m, Way::Saddle, 1.0);
        let fill = |rows: &dyn Fn(usize) -> T, k: usize, column: &mut [T]| {
            column.iter_mut().enumerate().for_each(|(i, x)| *x = rows(k * n + i));
        };
        self.qr.factorise(n, m, |k, column| fill(&constraints, k, column));
        self.qr_reactions.factorise(n, m, |k, column| fill(&reactions, k, column));
        let r = self.qr.rank;
        if r != self.qr_reactions.rank {
            return Err(SolveError::Singular {
                rank: n + r.min(self.qr_reactions.rank),
                size: n + m,
            });
        }
        let (rows_a, rows_b) = (&self.qr.order, &self.qr_reactions.order);
        self.lu.factorise(n + r, |i, j| match (i < n, j < n) {
            (true, true) => inertia(i * n + j),
            (true, false) => -reactions(rows_b[j - n] * n + i),
            (false, true) => constraints(rows_a[i - n] * n + j),
            (false, false) => T::from(0.0),
        });
        if self.lu.rank < n + r {
            return Err(SolveError::Singular { rank: self.lu.rank, size: n + m });
        }
        Ok(())
    }

    /// A square matrix. Entries by rows.
    pub(crate) fn general(
        &mut self,
        n: usize,
        entry: impl Fn(usize) -> T,
    ) -> Result<(), SolveError> {
        (self.n, self.m, self.way, self.pivot) = (n, 0, Way::General, 1.0);
        self.qr.factorise(0, 0, |_, _| {});
        self.lu.factorise(n, |i, j| entry(i * n + j));
        if self.lu.rank < n {
            return Err(SolveError::Singular { rank: self.lu.rank, size: n });
        }
        Ok(())
    }

    /// Do dependent rows of A agree with each other for the right sides (f, g)?
    pub(crate) fn agreement(&mut self, right: &[T]) -> Result<(), SolveError> {
        if self.qr.rank == self.m {
            return Ok(());
        }
        let (f, g) = right.split_at(self.n);
        let mut size = 0.0;
        if self.way == Way::Definite {
            let mut b = f.to_vec();
            cholesky::forward(&self.inertia, &mut b);
            size = norm(&b).to_f64();
        }
        let mut w = vec![T::from(0.0); self.qr.rank];
        self.qr.coordinates(g, &mut w);
        self.qr.agreement(g, &w, size)
    }

    /// The solution (y, λ) in the place of (f, g).
    pub(crate) fn solve(&mut self, right: &mut [T]) -> Result<(), SolveError> {
        match self.way {
            Way::Single => right[0] = right[0] / self.inertia[0],
            Way::Definite => self.solve_definite(right),
            Way::Saddle => self.solve_saddle(right),
            Way::General => self.lu.solve(right),
        }
        is_finite(right)
    }

    /// The same for one of many right sides: the first of them pays for (7).
    pub(crate) fn solve_again<'a>(&'a mut self, right: &'a mut [T]) -> Result<&'a [T], SolveError> {
        if !self.has_units() {
            self.solve(right)?;
            return Ok(right);
        }
        if self.inverse.is_empty() {
            self.invert();
        }
        self.room.clear();
        for rows in self.inverse.chunks_exact(right.len()) {
            let mut sum = [T::from(0.0); ROWS];
            for (column, &r) in rows.iter().zip(&*right) {
                for k in 0..ROWS {
                    sum[k] = sum[k] + column[k] * r; // (7)
                }
            }
            self.room.extend_from_slice(&sum);
        }
        self.room.truncate(right.len());
        Ok(&self.room)
    }

    /// Unknown i of (7) for right sides at several places.
    pub(crate) fn solve_places<const P: usize>(&self, i: usize, right: &[[T; P]]) -> [T; P] {
        let row = &self.inverse[i / ROWS * right.len()..][..right.len()];
        let mut sum = [T::from(0.0); P];
        for (column, r) in row.iter().zip(right) {
            (0..P).for_each(|p| sum[p] = sum[p] + column[i % ROWS] * r[p]);
        }
        sum
    }

    /// The solutions (7), made if they are not there yet; none when the system is not solved by them.
    pub(crate) fn units(&mut self) -> Option<&[[T; ROWS]]> {
        if !self.has_units() {
            return None;
        }
        if self.inverse.is_empty() {
            self.invert();
        }
        Some(&self.inverse)
    }

    /// Do the solutions (7) serve for systems near this one?
    pub(crate) fn serves_again(&self) -> bool {
        self.has_units() && !self.inverse.is_empty()
    }

    /// Are there solutions (7)?
    fn has_units(&self) -> bool {
        matches!(self.way, Way::Single | Way::Definite)
    }

    /// The columns of (7): the solutions for unit right sides, (3)–(5) for all of them side by side.
    fn invert(&mut self) {
        let (n, m, r) = (self.n, self.m, self.qr.rank);
        if self.way == Way::Single {
            let [zero, one] = [0.0, 1.0].map(T::from);
            self.inverse.push([one / self.inertia[0], zero, zero, zero]);
            return;
        }
        if m == 0 && n <= ROWS {
            return cholesky::inverse_of_few(&self.inertia, n, &mut self.inverse);
        }
        let size = n + m;
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        rows.resize((size + r) * size, T::from(0.0));
        (0..size).for_each(|i| rows[i * size + i] = T::from(1.0));
        let (z, rest) = rows.split_at_mut(n * size);
        let (g, w) = rest.split_at_mut(m * size);
        cholesky::forward_rows(&self.inertia, size, z);
        self.qr.q_transposed_rows(size, z);
        self.qr.coordinates_rows(size, g, w); // (4)
        for (w, z) in w.iter_mut().zip(&mut *z) {
            (*w, *z) = (*w - *z, *w);
        }
        self.qr.q_rows(size, z);
        cholesky::backward_rows(&self.inertia, size, z);
        self.qr.back_substitute_rows(size, w);
        g.fill(T::from(0.0));
        for (k, w) in w.chunks_exact(size.max(1)).enumerate() {
            let (row, scale) = (self.qr.order[k], self.qr.scales[self.qr.order[k]]);
            let lambda = &mut g[row * size..(row + 1) * size];
            lambda.iter_mut().zip(w).for_each(|(lambda, &w)| *lambda = w * scale); // (5)
        }
        self.inverse.resize(size.div_ceil(ROWS) * size, [T::from(0.0); ROWS]);
        for (i, row) in rows[..size * size].chunks_exact(size.max(1)).enumerate() {
            let block = &mut self.inverse[i / ROWS * size..][..size];
            block.iter_mut().zip(row).for_each(|(column, &x)| column[i % ROWS] = x);
        }
        self.rows = rows;
    }

    /// Are the two ways to the solution the same?
    #[cfg(test)]
    fn ways(&mut self, right: &[T]) -> (Vec<T>, Vec<T>) {
        let (mut once, mut again) = (right.to_vec(), right.to_vec());
        self.solve(&mut once).expect("the system is regular");
        let again = self.solve_again(&mut again).expect("the system is regular").to_vec();
        (once, again)
    }

    fn solve_definite(&mut self, right: &mut [T]) {
        let (n, r) = (self.n, self.qr.rank);
        let (z, g) = right.split_at_mut(n);
        if self.m == 0 {
            return cholesky::solve(&self.inertia, z);
        }
        cholesky::forward(&self.inertia, z);
        self.qr.q_transposed(z);
        self.room.clear();
        self.room.resize(r, T::from(0.0));
        self.qr.coordinates(g, &mut self.room); // (4)
        for (w, z) in self.room.iter_mut().zip(&mut z[..r]) {
            (*w, *z) = (*w - *z, *w);
        }
        self.qr.q(z);
        cholesky::backward(&self.inertia, z);
        self.qr.back_substitute(&mut self.room);
        g.iter_mut().for_each(|x| *x = T::from(0.0));
        for (k, &x) in self.room.iter().enumerate() {
            g[self.qr.order[k]] = x * self.qr.scales[self.qr.order[k]]; // (5)
        }
    }

    fn solve_saddle(&mut self, right: &mut [T]) {
        let (n, r) = (self.n, self.qr.rank);
        self.room.clear();
        self.room.extend_from_slice(&right[..n]);
        self.room.extend(self.qr.order[..r].iter().map(|&a| right[n + a]));
        self.lu.solve(&mut self.room);
        right[..n].copy_from_slice(&self.room[..n]);
        right[n..].iter_mut().for_each(|x| *x = T::from(0.0));
        for (k, &b) in self.qr_reactions.order[..r].iter().enumerate() {
            right[n + b] = self.room[n + k];
        }
    }

    /// Makes the multipliers of a solution (y, λ) the shortest ones.
    pub(crate) fn shorten(&self, solution: &mut [T]) {
        let lambda = &mut solution[self.n..];
        match self.way {
            Way::Definite => self.qr.shorten(lambda),
            Way::Saddle => self.qr_reactions.shorten(lambda),
            Way::Single | Way::General => {}
        }
    }

    /// Are the multipliers unique?
    pub(crate) fn is_unique(&self) -> bool {
        self.qr.rank == self.m
    }

    /// The smallest pivot of M over its diagonal entry.
    pub(crate) fn pivot(&self) -> f64 {
        self.pivot
    }

    /// The last over the first diagonal entry of R, 1 without rows.
    pub(crate) fn conditioning(&self) -> f64 {
        self.qr.ratio
    }
}

/// A solution without infinities.
fn is_finite<T: Real>(solution: &[T]) -> Result<(), SolveError> {
    match solution.iter().position(|x| !x.is_finite()) {
        Some(row) => Err(SolveError::NotFinite { block: "solution", row, column: 0 }),
        None => Ok(()),
    }
}

/// `Σ aᵢ bᵢ`.
#[inline]
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    a.iter().zip(b).fold(T::from(0.0), |sum, (&a, &b)| sum + a * b)
}

/// `a − c b`, in place.
#[inline]
fn subtract_multiple<T: Real>(a: &mut [T], c: T, b: &[T]) {
    for (a, &b) in a.iter_mut().zip(b) {
        *a = *a - c * b;
    }
}

/// Row `i` of rows of a width minus c times row `j`, in place; the rows differ.
fn subtract_row<T: Real>(rows: &mut [T], width: usize, (i, j): (usize, usize), c: T) {
    let (low, high) = rows.split_at_mut(i.max(j) * width);
    let (low, high) = (&mut low[i.min(j) * width..][..width], &mut high[..width]);
    if i < j { subtract_multiple(low, c, high) } else { subtract_multiple(high, c, low) }
}

/// The largest absolute value, 0 for an empty vector.
fn largest<T: Real>(v: &[T]) -> f64 {
    v.iter().map(|x| x.to_f64().abs()).fold(0.0, f64::max)
}

/// The Euclidean norm, without overflow on the way.
fn norm<T: Real>(v: &[T]) -> T {
    let scale = T::from(unit_scale(largest(v)));
    let square = v.iter().map(|&x| x * scale).fold(T::from(0.0), |sum, x| sum + x * x);
    square.sqrt() / scale
}

/// A power of two s for which `1 ≤ s x < 2`, as far as the range of doubles allows; 1 for x = 0.
fn unit_scale(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return 1.0;
    }
    let exponent = (x.abs().to_bits() >> 52).clamp(1, 2045);
    f64::from_bits((2046 - exponent) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two constraints on three coordinates of unequal inertia, and a third row that depends on them:
    /// (3)–(5) and (7) give the same solution, and it solves (1) and (2).
    #[test]
    fn solving_again_is_solving() {
        let inertia = [4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0];
        for rows in [vec![1.0, 2.0, -1.0, 0.5, -1.0, 3.0], vec![1.0, 2.0, -1.0, 2.0, 4.0, -2.0]] {
            let mut factor = Factor::new();
            factor.ideal(3, 2, |e| inertia[e], |e| rows[e]).expect("M is definite");
            let right = [1.0, -2.0, 0.5, 0.75, 1.5];
            let (once, again) = factor.ways(&right);
            for (a, b) in once.iter().zip(&again) {
                assert!((a - b).abs() < 1e-14 * (1.0 + a.abs()), "{once:?} {again:?}");
            }
            for i in 0..3 {
                let left = dot(&inertia[3 * i..3 * i + 3], &again[..3]);
                let reaction = rows[i] * again[3] + rows[3 + i] * again[4];
                assert!((left - reaction - right[i]).abs() < 1e-14); // (1)
            }
            assert!((dot(&rows[..3], &again[..3]) - right[3]).abs() < 1e-14); // (2)
        }
    }

    /// Systems without constraints, of few and of more unknowns, after one with constraints in the same room: both
    /// ways solve them.
    #[test]
    fn systems_without_constraints_are_solved_in_a_room_that_was_used() {
        let mut factor = Factor::new();
        for n in 1..=6usize {
            let used = factor.ideal(2, 1, |e| [2.0, 0.5, 0.5, 1.0][e], |e| [1.0, -1.0][e]);
            used.expect("M is definite");
            let entry = |i: usize, j: usize| match i == j {
                true => 4.0 + i as f64,
                false => 1.0 / (1 + i + j) as f64,
            };
            factor.ideal(n, 0, |e| entry(e / n, e % n), |_| 0.0).expect("M is definite");
            assert!(factor.is_unique() && factor.conditioning() == 1.0);
            let right: Vec<f64> = (0..n).map(|i| 1.0 - 0.75 * i as f64).collect();
            let (once, again) = factor.ways(&right);
            for i in 0..n {
                for solution in [&once, &again] {
                    let left: f64 = (0..n).map(|j| entry(i, j) * solution[j]).sum();
                    assert!((left - right[i]).abs() < 1e-14, "{n}: {solution:?}");
                }
            }
        }
    }
}
