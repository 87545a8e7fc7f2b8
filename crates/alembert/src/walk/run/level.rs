//! One level of the constraints on the state: its values, the size of its residuals, and the way to
//! the nearest state that satisfies it.
//!
//! A residual of `ψ(y) = 0` with the slopes `G = ∂ψ/∂y` is measured by the terms of its row,
//!
//! ```text
//! |ψ| / (Σ |G y| + |ψ − G y|)                                                       (1)
//! ```
//!
//! or, when the first were larger before beside the slopes Σ |G| of the row, by the largest that they
//! have been beside them: a row that shrinks as a whole is no better satisfied. Where all terms vanish,
//! as at rest, a small part of what they might be takes their place, [`PART`] of `Σ |G| max |y|`.
//!
//! Rows of G are scaled to one length before their rank is looked at, so that one that vanishes, as that
//! of x² = y² at the origin, would count as long as it is not exactly 0. Its length beside its usual one,
//!
//! ```text
//! fᵢ = |Gᵢ|/|Gᵢ| usual,   |Gᵢ|² = Σ Gᵢⱼ²/Mⱼⱼ                                         (2)
//! ```
//!
//! is part of the ratio of singular values. What is usual is the largest length so far, which fades with
//! the time constant of a fifth of the longest step: a row that only shrinks has no singularity. Within a
//! step what was usual where it began counts too: a row that vanishes shortly before its end has been longer.
//!
//! Rows with pivots that do not move are independent everywhere: each has an entry that is a number
//! other than 0, in a column in which no row that is looked at later has any,
//!
//! ```text
//! G_{iₖ jₖ} = const ≠ 0,   G_{iₗ jₖ} = 0 for l > k                                    (3)
//! ```
//!
//! as the constraints of rolling x' = …, y' = … have them. So are those whose multipliers can be
//! eliminated (`alembert_mechanics::eliminate`), as that of a blade, `x' sin θ = y' cos θ`.

#![allow(non_snake_case, reason = "G, M are the symbols of the papers")]

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use alembert_algebra::graph::symbols;
use alembert_algebra::numeric::Real;
use alembert_algebra::{Expr, gradient};
use alembert_kernel::{
    Corrector, Kernel, KernelError, Metric, Program, Workspace, correction_directions,
};

use super::WalkError;
use super::course::Course;
use super::field::Numeral;

/// See (1); what may not vanish is as large as this part of what it might be.
pub(super) const PART: f64 = 1e-3;

/// A row of G below this part of its usual length is rounding and does not count.
const FADED: f64 = 1e-8;

/// Pivots of (4) below this are 0: a singular state is known to 10⁻⁵.
const NO_PIVOT: f64 = 1e-9;

/// One level of constraints.
pub(super) struct Level<T> {
    /// ψ, then G by rows, then M by rows when there is a kinetic metric.
    pub(super) kernel: Kernel<T>,
    /// ψ alone, when neither G nor M contains y: then (1) of `surface` is one linear step.
    psi: Option<Kernel<T>>,
    /// Are the rows independent everywhere, by (3) or by elimination?
    pub(super) is_regular: bool,
    /// Where y begins in the state.
    pub(super) first: usize,
    /// How many there are.
    pub(super) n: usize,
    /// The number of equations.
    pub(super) m: usize,
    pub(super) has_inertia: bool,
    /// The largest rank that was seen.
    rank: Cell<usize>,
    /// The last denominators of (1).
    sizes: RefCell<Vec<f64>>,
    /// The largest Σ |G y| so far, each over the slopes Σ |G| of its row.
    reach: RefCell<Vec<f64>>,
    /// The usual lengths of the rows of G, (2): at the end of the last step, and where it began.
    lengths: RefCell<Vec<f64>>,
    begun: RefCell<Vec<f64>>,
    corrector: RefCell<Corrector<T>>,
}

/// The values of a level at a state.
pub(super) struct Look<T> {
    /// ψ.
    pub(super) psi: Vec<T>,
    /// G, by rows.
    pub(super) rows: Vec<T>,
    /// M, by rows; empty without a kinetic metric.
    pub(super) inertia: Vec<T>,
    /// The residuals (1).
    pub(super) scaled: Vec<f64>,
}

impl<T> Default for Look<T> {
    fn default() -> Self {
        Self { psi: Vec::new(), rows: Vec::new(), inertia: Vec::new(), scaled: Vec::new() }
    }
}

/// How independent the rows of a level are at a state.
pub(super) struct Seen {
    /// The ratio of singular values of rows that are scaled to one length; 0 when the rank is less than it
    /// has been.
    ratio: f64,
    /// The lengths of the rows.
    lengths: Vec<f64>,
}

/// Memory for the values of a level.
pub(super) struct Room<T> {
    pub(super) space: Workspace<T>,
    pub(super) at: Vec<T>,
    pub(super) out: Vec<T>,
}

/// The programs of levels that were asked for: the start, the search for it and the way itself ask for the same.
#[derive(Default)]
pub(super) struct Levels {
    known: RefCell<Vec<(Asked, Rc<Programs>)>>,
}

/// The order of a level, its equations, and all symbols that have values.
#[derive(PartialEq)]
struct Asked(usize, Vec<Expr>, Vec<Expr>);

/// The programs of a level.
struct Programs {
    /// ψ, then G by rows, then M by rows when there is a kinetic metric.
    whole: Program,
    /// ψ alone, when neither G nor M contains y.
    psi: Option<Program>,
    has_inertia: bool,
}

impl Levels {
    /// The programs of these equations on the derivatives of order k.
    fn of(&self, course: &Course, k: usize, level: &[Expr]) -> Result<Rc<Programs>, WalkError> {
        let asked = Asked(k, level.to_vec(), course.known());
        let known = self.known.borrow().iter().find(|(a, _)| *a == asked).map(|(_, p)| p.clone());
        if let Some(known) = known {
            return Ok(known);
        }
        let programs = Rc::new(Programs::new(course, k, level)?);
        self.known.borrow_mut().push((asked, programs.clone()));
        Ok(programs)
    }
}

impl Programs {
    fn new(course: &Course, k: usize, level: &[Expr]) -> Result<Self, WalkError> {
        let y = &course.motion.state[course.level(k)];
        // The inertia is one of velocities; with quaternions the positions are more than these.
        let inertia = course.inertia.as_ref().filter(|_| y.len() == course.n);
        let mut outputs: Vec<Expr> = level.to_vec();
        outputs.extend(level.iter().flat_map(|&psi| gradient(psi, y).to_vec()));
        outputs.extend(inertia.into_iter().flatten());
        let lowered = course.plain_tape(&outputs)?;
        let program = |count: usize| {
            let places: Vec<usize> = (0..count).collect();
            Program::new(&lowered.tape, lowered.moving, &places)
        };
        let slopes = symbols(&outputs[level.len()..]);
        let is_affine = y.iter().all(|y| !slopes.contains(y));
        Ok(Self {
            whole: program(outputs.len()),
            psi: is_affine.then(|| program(level.len())),
            has_inertia: inertia.is_some(),
        })
    }
}

impl<T: Numeral> Level<T> {
    /// The level of these equations on the derivatives of order k.
    pub(super) fn new(
        course: &Course,
        k: usize,
        level: &[Expr],
        fixed: &[T],
    ) -> Result<Self, WalkError> {
        let places = course.level(k);
        let (first, n) = (places.start, places.len());
        let programs = course.levels.of(course, k, level)?;
        let whole = programs.whole.bind(fixed)?;
        let entry = |i: usize, j: usize| whole.fixed_output(level.len() + i * n + j);
        Ok(Self {
            psi: programs.psi.as_ref().map(|psi| psi.bind(fixed)).transpose()?,
            is_regular: (k == 1 && course.is_regular)
                || has_pivots(level.len(), n, |i, j| entry(i, j).map(Real::to_f64)),
            kernel: whole,
            first,
            n,
            m: level.len(),
            has_inertia: programs.has_inertia,
            rank: Cell::new(0),
            sizes: RefCell::new(vec![0.0; level.len()]),
            reach: RefCell::new(vec![0.0; level.len()]),
            lengths: RefCell::new(vec![0.0; level.len()]),
            begun: RefCell::new(vec![0.0; level.len()]),
            corrector: RefCell::default(),
        })
    }

    pub(super) fn look(
        &self,
        room: &mut Room<T>,
        (t, x): (T, &[T]),
        look: &mut Look<T>,
    ) -> Result<(), KernelError> {
        room.at.clear();
        room.at.push(t);
        room.at.extend_from_slice(x);
        self.kernel.values(&mut room.space, &room.at, &mut room.out)?;
        let (psi, rest) = room.out.split_at(self.m);
        let (rows, inertia) = rest.split_at(self.m * self.n);
        for (to, from) in
            [(&mut look.psi, psi), (&mut look.rows, rows), (&mut look.inertia, inertia)]
        {
            to.clear();
            to.extend_from_slice(from);
        }
        self.scale(x, look);
        Ok(())
    }

    /// The values at a state that differs from the one that was looked at last in y alone.
    pub(super) fn look_after(
        &self,
        room: &mut Room<T>,
        (t, x): (T, &[T]),
        look: &mut Look<T>,
    ) -> Result<(), KernelError> {
        let Some(psi) = &self.psi else { return self.look(room, (t, x), look) };
        room.at.clear();
        room.at.push(t);
        room.at.extend_from_slice(x);
        psi.values(&mut room.space, &room.at, &mut look.psi)?;
        self.scale(x, look);
        Ok(())
    }

    /// What the rows have reached: the largest of their linear terms beside their slopes.
    pub(super) fn reach(&self) -> Vec<f64> {
        self.reach.borrow().clone()
    }

    /// Goes on from what rows have reached before, and from at least this.
    pub(super) fn resume(&self, reach: &[f64], least: f64) {
        for (own, &before) in self.reach.borrow_mut().iter_mut().zip(reach) {
            *own = own.max(before).max(least);
        }
    }

    /// The residuals (1) of what was looked at.
    fn scale(&self, x: &[T], look: &mut Look<T>) {
        let Look { psi, rows, scaled, .. } = look;
        let y = &x[self.first..self.first + self.n];
        let fastest = y.iter().map(|y| y.to_f64().abs()).fold(0.0, f64::max);
        scaled.clear();
        for (i, &psi) in psi.iter().enumerate() {
            let row = &rows[i * self.n..(i + 1) * self.n];
            let (mut sum, mut size, mut slope) = (T::from(0.0), 0.0, 0.0);
            for (&g, &y) in row.iter().zip(y) {
                let term = g * y;
                sum = sum + term;
                size += term.to_f64().abs();
                slope += g.to_f64().abs();
            }
            let linear = f64::max(size, PART * slope * fastest);
            let terms = (linear, (psi - sum).to_f64().abs());
            scaled.push(self.measured(i, psi.to_f64(), terms, slope)); // (1)
        }
    }

    /// A residual over the size of its terms, of which the linear ones may have been larger before, beside
    /// the slopes of the row.
    fn measured(&self, i: usize, residual: f64, (linear, rest): (f64, f64), slope: f64) -> f64 {
        let (sizes, reach) = (&mut *self.sizes.borrow_mut(), &mut *self.reach.borrow_mut());
        if slope > 0.0 {
            reach[i] = reach[i].max(linear / slope);
        }
        let size = (reach[i] * slope).max(linear) + rest;
        sizes[i] = if size > 0.0 { size } else { sizes[i] };
        if residual == 0.0 { 0.0 } else { residual.abs() / sizes[i] }
    }

    /// Measures residuals as if nothing had been seen before.
    pub(super) fn forget(&self) {
        self.sizes.borrow_mut().fill(0.0);
        self.reach.borrow_mut().fill(0.0);
    }

    /// The metric in which corrections are small.
    pub(super) fn metric<'a>(&self, look: &'a Look<T>, scales: &'a [f64]) -> Metric<'a, T> {
        match self.has_inertia {
            true => Metric::Inertia(&look.inertia),
            false => Metric::Scales(scales),
        }
    }

    /// The smallest δ with G δ = −ψ, without rows that have faded, and how independent these are.
    pub(super) fn correction(&self, look: &Look<T>, scales: &[f64]) -> Option<(Vec<T>, Seen)> {
        let seen = self.seen(look, scales)?;
        let delta = self.corrector.borrow_mut().solve(&look.psi)?.to_vec();
        Some((delta, seen))
    }

    /// How independent the rows are that have not faded; none when a number is not finite.
    pub(super) fn seen(&self, look: &Look<T>, scales: &[f64]) -> Option<Seen> {
        let lengths: Vec<f64> = self.row_lengths(look, scales).collect();
        let (metric, mut corrector) = (self.metric(look, scales), self.corrector.borrow_mut());
        let (rank, ratio) = if self.counts(&lengths) {
            corrector.factorise(metric, &look.rows, self.m)?
        } else {
            let mut rows = look.rows.clone();
            let parts = self.fading(&lengths);
            let faded = rows.chunks_exact_mut(self.n.max(1)).zip(&parts).filter(|r| *r.1 < FADED);
            faded.for_each(|(row, _)| row.fill(T::from(0.0)));
            corrector.factorise(metric, &rows, self.m)?
        };
        let lost = rank < self.rank.get();
        self.rank.set(self.rank.get().max(rank));
        Some(Seen { ratio: if lost { 0.0 } else { ratio }, lengths })
    }

    /// The largest rank that was seen, and that of the rows at a state near a singular one: the pivots of
    ///
    /// ```text
    /// Gᵢ M⁻¹ Gⱼᵀ / (|Gᵢ| |Gⱼ| usual)                                                   (4)
    /// ```
    ///
    /// which are squares of singular values, down to what counts as 0.
    pub(super) fn ranks(&self, look: &Look<T>, scales: &[f64]) -> Option<(usize, usize)> {
        let (n, m) = (self.n, self.m);
        let N = correction_directions(self.metric(look, scales), &look.rows, m);
        let usual = self
            .lengths
            .borrow()
            .iter()
            .zip(&*self.begun.borrow())
            .map(|(a, b)| a.max(*b))
            .collect::<Vec<_>>();
        let product = |i: usize, j: usize| {
            let sum: f64 =
                (0..n).map(|k| look.rows[i * n + k].to_f64() * N[k * m + j].to_f64()).sum();
            sum / (usual[i] * usual[j])
        };
        let mut left: Vec<Vec<f64>> =
            (0..m).map(|i| (0..m).map(|j| product(i, j)).collect()).collect();
        let mut rank = 0;
        loop {
            let pivot = (0..m).max_by(|&i, &j| left[i][i].total_cmp(&left[j][j]))?;
            let size = left[pivot][pivot];
            if size.is_nan() || size <= NO_PIVOT {
                return size.is_finite().then_some((self.rank.get(), rank));
            }
            let row = left[pivot].clone();
            for (i, others) in left.iter_mut().enumerate() {
                others.iter_mut().zip(&row).for_each(|(a, b)| *a -= row[i] * b / size);
            }
            rank += 1;
        }
    }

    /// The ratio of singular values with (2), beside what is usual now: 0 when the rank is less than it has
    /// been.
    pub(super) fn ratio(&self, seen: &Seen) -> f64 {
        let mut parts = self.fading(&seen.lengths);
        parts.sort_by(|a, b| b.total_cmp(a));
        let part = self.rank.get().checked_sub(1).map_or(1.0, |last| parts[last]);
        seen.ratio * part
    }

    /// Does no row that was seen count as faded beside what is usual now?
    pub(super) fn counts_all(&self, seen: &Seen) -> bool {
        self.counts(&seen.lengths)
    }

    /// Does no row of these lengths count as faded?
    fn counts(&self, lengths: &[f64]) -> bool {
        let (usual, begun) = (self.lengths.borrow(), self.begun.borrow());
        let usual = usual.iter().zip(begun.iter()).map(|(a, b)| a.max(*b));
        { lengths.iter().zip(usual) }.all(|(&length, usual)| part(length, usual) >= FADED)
    }

    /// The denominator of (1); 1 before anything was seen.
    pub(super) fn size(&self, i: usize) -> f64 {
        let size = self.sizes.borrow()[i];
        if size > 0.0 { size } else { 1.0 }
    }

    /// The lengths of the rows of G.
    fn row_lengths<'a>(
        &'a self,
        look: &'a Look<T>,
        scales: &'a [f64],
    ) -> impl Iterator<Item = f64> + 'a {
        let weight = move |j: usize| match self.has_inertia {
            true => 1.0 / look.inertia[j * (self.n + 1)].to_f64(),
            false => scales[j] * scales[j],
        };
        let are_lengths = (0..self.n).all(|j| weight(j) > 0.0 && weight(j).is_finite());
        look.rows.chunks_exact(self.n.max(1)).map(move |row| {
            let square = |(j, g): (usize, &T)| {
                g.to_f64().powi(2) * if are_lengths { weight(j) } else { 1.0 }
            };
            row.iter().enumerate().map(square).sum::<f64>().sqrt()
        })
    }

    /// Keeps the lengths of the rows at the end of a step as the usual ones, and a part of those before, which is 1
    /// where time stands still.
    pub(super) fn remember(&self, look: &Look<T>, scales: &[f64], part: f64) {
        let mut usual = self.lengths.borrow_mut();
        if part < 1.0 {
            self.begun.borrow_mut().copy_from_slice(&usual);
        }
        for (usual, length) in usual.iter_mut().zip(self.row_lengths(look, scales)) {
            *usual = length.max(part * *usual);
        }
    }

    /// The parts (2) of rows of these lengths.
    fn fading(&self, lengths: &[f64]) -> Vec<f64> {
        let (usual, begun) = (self.lengths.borrow(), self.begun.borrow());
        let usual = usual.iter().zip(begun.iter()).map(|(a, b)| a.max(*b));
        lengths.iter().zip(usual).map(|(&length, usual)| part(length, usual)).collect()
    }
}

/// The part (2) of a length beside the usual one; 1 where nothing is usual yet.
fn part(length: f64, usual: f64) -> f64 {
    if usual > 0.0 { length / usual } else { 1.0 }
}

/// Condition (3) for entries by row and column; none for one that moves.
fn has_pivots(m: usize, n: usize, entry: impl Fn(usize, usize) -> Option<f64>) -> bool {
    let mut rows: Vec<usize> = (0..m).collect();
    let mut pivot = || {
        let is_pivot = |i: usize, j: usize| {
            entry(i, j).is_some_and(|g| g != 0.0 && g.is_finite())
                && rows.iter().all(|&k| k == i || entry(k, j) == Some(0.0))
        };
        let found = rows.iter().position(|&i| (0..n).any(|j| is_pivot(i, j)))?;
        Some(rows.swap_remove(found))
    };
    std::iter::from_fn(&mut pivot).count() == m
}

#[cfg(test)]
mod tests {
    use super::has_pivots;

    /// What moves is a 7 here.
    fn has(rows: &[[i8; 3]]) -> bool {
        let entry = |g: i8| if g == 7 { None } else { Some(f64::from(g)) };
        has_pivots(rows.len(), 3, |i, j| entry(rows[i][j]))
    }

    #[test]
    fn pivots_that_do_not_move_stand_in_columns_of_their_own() {
        assert!(has(&[]) && has(&[[1, 0, 7], [0, -2, 7]]));
        // the second row has a pivot in the first column, the first then one in the second
        assert!(has(&[[7, 3, 0], [0, 7, 1]]));
        assert!(!has(&[[1, 0, 7], [1, 0, 7]]) && !has(&[[7, 7, 0]]) && !has(&[[0, 0, 0]]));
        assert!(!has(&[[1, 2, 0], [1, 3, 0]])); // independent, and not seen
    }
}
