//! The polynomial of one step.
//!
//! ```text
//! x(t + τ) = Σ c_k τᵏ,     0 ≤ τ ≤ h  (h ≤ τ ≤ 0 for a run backwards)          (1)
//! ```
//!
//! Every method writes its step in this form, so dense output and events are the same for all.

use crate::number::Number;

/// Components whose sums are computed side by side.
const WIDE: usize = 4;

/// A polynomial in the time since the beginning of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece<R: Number = f64> {
    /// The time at which the step begins.
    pub t: R,
    /// Its length; negative for a run backwards.
    pub h: R,
    /// The number of components.
    pub dim: usize,
    /// The degree.
    pub order: usize,
    /// The coefficient of τᵏ in component i at index `k * dim + i`.
    pub c: Vec<R>,
    /// x(t + h) − x(t), with fewer rounding errors than the difference of values.
    pub increment: Vec<R>,
}

impl<R: Number> Piece<R> {
    /// A polynomial of a degree, zero for now.
    #[must_use]
    pub fn new(dim: usize, order: usize) -> Self {
        let zero = R::from(0.0);
        let c = vec![zero; (order + 1) * dim];
        Piece { t: zero, h: zero, dim, order, c, increment: vec![zero; dim] }
    }

    /// Equation (1), `tau` after the beginning.
    pub fn at(&self, tau: R, x: &mut [R]) {
        self.rises(tau, x);
        x.iter_mut().zip(&self.c).for_each(|(x, &c)| *x = *x + c);
    }

    /// x(t + τ) − x(t): components side by side, as many as registers hold.
    fn rises(&self, tau: R, x: &mut [R]) {
        let (groups, rest) = x.as_chunks_mut::<WIDE>();
        let first = groups.len() * WIDE;
        for (group, x) in groups.iter_mut().enumerate() {
            *x = self.rises_of(tau, group * WIDE);
        }
        for (i, x) in rest.iter_mut().enumerate() {
            [*x] = self.rises_of(tau, first + i);
        }
    }

    /// The same for P components from i on, by Horner's rule.
    #[inline]
    fn rises_of<const P: usize>(&self, tau: R, i: usize) -> [R; P] {
        let mut rises = [R::from(0.0); P];
        for row in self.c[self.dim..].chunks_exact(self.dim).rev() {
            let c: &[R; P] = row[i..].first_chunk().expect("a row has all components");
            for p in 0..P {
                rises[p] = (rises[p] + c[p]) * tau;
            }
        }
        rises
    }

    /// The values and the derivatives at some τ, side by side: place p of component i is `x[i][p]`.
    pub(crate) fn at_places<const P: usize>(
        &self,
        tau: &[R; P],
        x: &mut [[R; P]],
        dx: &mut [[R; P]],
    ) {
        let zero = R::from(0.0);
        for (i, (x, dx)) in x.iter_mut().zip(dx).enumerate().take(self.dim) {
            let (mut value, mut slope) = ([zero; P], [zero; P]);
            let mut place = self.order * self.dim + i;
            for _ in 0..=self.order {
                let c = self.c[place];
                place = place.wrapping_sub(self.dim);
                (0..P).for_each(|p| slope[p] = slope[p] * tau[p] + value[p]);
                (0..P).for_each(|p| value[p] = value[p] * tau[p] + c);
            }
            (*x, *dx) = (value, slope);
        }
    }

    /// The state and the slope at the end of the step, and the increment: components side by side, as
    /// many as registers hold.
    pub(crate) fn end(&mut self, x: &mut [R], dx: &mut [R]) {
        let mut i = 0;
        while i + WIDE <= self.dim {
            self.end_of::<WIDE>(i, x, dx);
            i += WIDE;
        }
        (i..self.dim).for_each(|i| self.end_of::<1>(i, x, dx));
    }

    /// The same for P components from i on.
    #[inline]
    fn end_of<const P: usize>(&mut self, i: usize, x: &mut [R], dx: &mut [R]) {
        let (h, zero) = (self.h, R::from(0.0));
        let (mut value, mut slope) = ([zero; P], [zero; P]);
        let mut add = |c: &[R; P]| {
            // one after the other, so that the compiler puts components beside each other
            (0..P).for_each(|p| slope[p] = slope[p] * h + value[p]);
            (0..P).for_each(|p| value[p] = value[p] * h + c[p]);
        };
        if self.dim == P {
            let (rows, _) = self.c.as_chunks();
            rows[1..].iter().rev().for_each(add); // nothing is left to look at
        } else {
            for row in self.c[self.dim..].chunks_exact(self.dim).rev() {
                add(row[i..].first_chunk().expect("a row has all components"));
            }
        }
        for p in 0..P {
            dx[i + p] = slope[p] * h + value[p];
            self.increment[i + p] = value[p] * h;
            x[i + p] = self.increment[i + p] + self.c[i + p];
        }
    }

    /// Component i of x(t + τ) − x(t).
    pub(crate) fn rise(&self, tau: R, i: usize) -> R {
        (1..=self.order).rev().fold(R::from(0.0), |sum, k| (sum + self.c[k * self.dim + i]) * tau)
    }

    /// Sets the increment to the rise over the whole step.
    pub(crate) fn close(&mut self) {
        let mut increment = std::mem::take(&mut self.increment);
        self.rises(self.h, &mut increment);
        self.increment = increment;
    }

    /// Adds a correction δ (3θ² − 2θ³), θ = τ/h, to component i: zero at the beginning, δ at the
    /// end, with no change of the slopes there. Only for degrees of at least 3.
    pub(crate) fn lead_to(&mut self, i: usize, delta: R) {
        let (h2, h3) = (self.h * self.h, self.h * self.h * self.h);
        self.c[2 * self.dim + i] = self.c[2 * self.dim + i] + R::from(3.0) * delta / h2;
        self.c[3 * self.dim + i] = self.c[3 * self.dim + i] - R::from(2.0) * delta / h3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x = (1 + 2τ + 3τ² − τ³, 4 − τ) and its derivative at τ = ½ and 1; the components side by side are
    /// what they are one by one.
    #[test]
    fn components_side_by_side_are_those_of_the_polynomial() {
        let mut piece = Piece::new(2, 3);
        piece.c.copy_from_slice(&[1.0, 4.0, 2.0, -1.0, 3.0, 0.0, -1.0, 0.0]);
        piece.h = 0.5;
        let (mut places, mut slopes) = ([[0.0; 2]; 2], [[0.0; 2]; 2]);
        piece.at_places(&[0.5, 1.0], &mut places, &mut slopes);
        assert_eq!(places, [[2.625, 5.0], [3.5, 3.0]]);
        assert_eq!(slopes, [[4.25, 5.0], [-1.0, -1.0]]);
        let mut x = [0.0; 2];
        piece.at(0.5, &mut x);
        piece.close();
        assert_eq!(x, [2.625, 3.5]);
        let closed = piece.increment.clone();
        piece.increment.fill(0.0);
        let mut slope = [0.0; 2];
        piece.end(&mut x, &mut slope);
        assert_eq!((x, slope), ([2.625, 3.5], [4.25, -1.0]));
        assert_eq!(piece.increment, closed);
        assert_eq!(piece.increment, [piece.rise(0.5, 0), piece.rise(0.5, 1)]);
    }
}
