//! The unknowns of a motion through fewer of them, without a divisor that could vanish.
//!
//! A constraint may have a direction p with `A p = 1` along which no other constraint restricts anything,
//! and which exists everywhere: `p = e/c` for a number c in a column that no other row has, as the rolling
//! constraint `x' = R θ' cos φ` has one, or `p = (s e_i + c e_j)/k` for entries s and c of two such
//! columns with a number k = s² + c², as the blade `x' sin θ = y' cos θ` has them. Then the constraint and
//! its multiplier are
//!
//! ```text
//! y = S u + b,     b = Σ p g,     λ = pᵀ (M y − f)                                         (1)
//! ```
//!
//! where S has the directions that the constraints leave: `e_j − Σ p A_j` for a column without a
//! direction p, and `c e_i − s e_j`. Ideal reactions do no work along S:
//!
//! ```text
//! R u = h,     R = Sᵀ M S,     h = Sᵀ (f − M b)                                            (2)
//! ```
//!
//! R is put into normal form, where a mass that turns with an angle often has an inertia of parameters
//! alone. Such diagonal entries that are positive are pivots, in any order, as those of a positive
//! definite matrix are:
//!
//! ```text
//! u_i = (h_i − Σ R_ij u_j)/R_ii                                                            (3)
//! R_jk ← R_jk − R_ji R_ik/R_ii,     h_j ← h_j − R_ji h_i/R_ii                              (4)
//! ```
//!
//! This is exact algebra with the entries of the matrices, for numerical work: what is left is a smaller
//! system, which is singular where the whole one is. It is no explicit solution to be read; see
//! [`explicit`](mod@crate::explicit). Known limit: all constraints or none are eliminated.

mod chart;

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::tape::{Builder, LowerError, Solve};
use alembert_algebra::{Expr, Kind, Matrix, Vector};

use crate::{Linear, Motion};
pub use chart::Chart;

/// Products of terms that the normal forms may take: about a millisecond.
const BUDGET: u64 = 20_000;

/// A pivot of (3) with more entries beside it would fill the rest of the matrix.
const MOST_NEIGHBOURS: usize = 2;

/// A linear system without the unknowns that (1) and (3) give.
#[derive(Debug, Clone)]
pub struct Eliminated {
    /// The unknowns that are left.
    pub unknowns: Vec<Expr>,
    /// Their matrix, which is symmetric.
    pub W: Matrix,
    /// Their right side.
    pub h: Vector,
    /// The entries of u that (3) gives, each through those that are left and those before it.
    pub values: Vec<(Expr, Expr)>,
    /// The unknowns that (1) gives through u: accelerations, then multipliers.
    pub dependents: Vec<(Expr, Expr)>,
    /// Speeds with which the constraints hold by themselves; none when there are none, or no constraints.
    pub chart: Option<Chart>,
}

impl Eliminated {
    /// The system with every expression mapped; the chart stays.
    #[must_use]
    pub fn map(&self, mut to: impl FnMut(Expr) -> Expr) -> Self {
        let unknowns = self.unknowns.clone();
        let W = self.W.map(&mut to);
        let h = self.h.iter().map(|&e| to(e)).collect();
        let mut mapped = |list: &[(Expr, Expr)]| list.iter().map(|&(y, e)| (y, to(e))).collect();
        let (values, dependents) = (mapped(&self.values), mapped(&self.dependents));
        Self { unknowns, W, h, values, dependents, chart: self.chart.clone() }
    }

    /// Puts the system on a tape, and gives every unknown its place.
    ///
    /// # Errors
    /// A coefficient has no place on the tape.
    pub fn solve_on(&self, builder: &mut Builder) -> Result<(), LowerError> {
        if !self.unknowns.is_empty() {
            let (M, f) = (builder.matrix(&self.W)?, builder.expressions(&self.h)?);
            let places = builder.solve(Solve::Kkt { M, B: None, A: Vec::new(), f, g: Vec::new() });
            self.unknowns.iter().zip(places).for_each(|(&y, slot)| builder.bind(y, slot));
        }
        for &(y, value) in self.values.iter().chain(&self.dependents) {
            let slot = builder.expression(value)?;
            builder.bind(y, slot);
        }
        Ok(())
    }
}

/// The system of a motion with less unknowns; none when nothing can be eliminated. `is_positive` tells of
/// expressions in parameters whether their values are positive.
#[must_use]
pub fn eliminated(motion: &Motion, is_positive: impl Fn(Expr) -> bool) -> Option<Eliminated> {
    let Linear::Kkt { M, B, A, f, g } = &motion.system else { return None };
    if A != B || f.len() + g.len() != motion.unknowns.len() {
        return None;
    }
    let mut ring = Ring::new(&M.entries().chain(A.entries()).collect::<Vec<_>>()).ok()?;
    ring.set_budget(BUDGET);
    let mut fractions = |matrix: &Matrix| -> Option<Vec<Vec<Fraction>>> {
        let row = |row: &Vector| row.iter().map(|&e| ring.fraction(e).ok()).collect();
        matrix.rows().iter().map(row).collect()
    };
    let (inertia, constraints) = (fractions(M)?, fractions(A)?);
    let is_symmetric = (0..f.len()).all(|i| (0..i).all(|j| inertia[i][j] == inertia[j][i]));
    if !is_symmetric {
        return None;
    }
    let (y, lambda) = motion.unknowns.split_at(f.len());
    let directions = Directions::new(&ring, &constraints, y)?;
    let b = directions.particular(&ring, g);
    let mut rest = Rest::new(&ring, &inertia, &directions, (M, f, &b))?;
    while let Some(i) = rest.pivot(&is_positive) {
        rest.eliminate(i)?;
    }
    if rest.values.is_empty() && directions.p.is_empty() {
        return None;
    }
    let mut dependents = Vec::new();
    for &i in directions.p.iter().flatten().map(|(i, _)| i) {
        dependents.push((y[i], directions.along(&ring, i) + b[i])); // (1)
    }
    for (p, &lambda) in directions.p.iter().zip(lambda) {
        let force =
            |&(i, ref p): &(usize, Fraction)| ring.expression(p) * (M.rows()[i].dot(y) - f[i]);
        dependents.push((lambda, p.iter().map(force).sum())); // (1)
    }
    let has_chart = !directions.p.is_empty();
    let chart = has_chart.then(|| Chart::new(&ring, &directions, motion)).flatten();
    Some(rest.system(dependents, chart))
}

/// The directions of (1).
struct Directions {
    /// p of each row: its entries that are not 0, by column.
    p: Vec<Vec<(usize, Fraction)>>,
    /// S, by rows.
    S: Vec<Vec<Fraction>>,
    /// u.
    u: Vec<Expr>,
}

impl Directions {
    /// None when a row has no direction p.
    fn new(ring: &Ring, rows: &[Vec<Fraction>], y: &[Expr]) -> Option<Self> {
        let n = y.len();
        let p = (0..rows.len()).map(|i| direction(ring, rows, i)).collect::<Option<Vec<_>>>()?;
        let mut columns: Vec<Vec<Fraction>> = Vec::new();
        let mut u = Vec::new();
        for j in (0..n).filter(|j| p.iter().flatten().all(|(i, _)| i != j)) {
            let mut column = vec![Fraction::zero(); n];
            column[j] = Fraction::one();
            for (row, p) in rows.iter().zip(&p).filter(|(row, _)| !row[j].is_zero()) {
                for (i, p) in p {
                    column[*i] = ring.product(p, &row[j]).ok()?.negate();
                }
            }
            columns.push(column);
            u.push(y[j]);
        }
        for (row, p) in rows.iter().zip(&p) {
            if let [(i, _), (j, _)] = p[..] {
                let mut column = vec![Fraction::zero(); n];
                (column[i], column[j]) = (row[j].clone(), row[i].negate());
                columns.push(column);
                let name = y[i].as_symbol()?.spelling();
                u.push(Expr::symbol(&format!("along {name}"), Kind::Auxiliary, 0));
            }
        }
        let row = |i: usize| columns.iter().map(|column| column[i].clone()).collect();
        Some(Self { p, S: (0..n).map(row).collect(), u })
    }

    /// b of (1).
    fn particular(&self, ring: &Ring, g: &[Expr]) -> Vec<Expr> {
        let mut b = vec![Expr::zero(); self.S.len()];
        for (p, &g) in self.p.iter().zip(g) {
            p.iter().for_each(|(i, p)| b[*i] = ring.expression(p) * g);
        }
        b
    }

    /// Entry i of S u.
    fn along(&self, ring: &Ring, i: usize) -> Expr {
        let terms = self.S[i].iter().zip(&self.u).filter(|(s, _)| !s.is_zero());
        terms.map(|(s, &u)| ring.expression(s) * u).sum()
    }
}

/// p of a row, see (1).
fn direction(ring: &Ring, rows: &[Vec<Fraction>], i: usize) -> Option<Vec<(usize, Fraction)>> {
    let own = |j: &usize| {
        !rows[i][*j].is_zero() && (0..rows.len()).all(|k| k == i || rows[k][*j].is_zero())
    };
    let columns: Vec<usize> = (0..rows[i].len()).filter(own).collect();
    let number = |j: usize| rows[i][j].to_number().and_then(|c| c.recip());
    if let Some((j, inverse)) = columns.iter().find_map(|&j| Some((j, number(j)?))) {
        return Some(vec![(j, Fraction::number(&inverse))]);
    }
    let circle = |j: usize, k: usize| {
        let (s, c) = (&rows[i][j], &rows[i][k]);
        let square = ring.dot([(s, s), (c, c)]).ok()?;
        let inverse = Fraction::number(&ring.lowest(&square).ok()?.to_number()?.recip()?);
        let entry = |e: &Fraction| ring.product(e, &inverse).ok();
        Some(vec![(j, entry(s)?), (k, entry(c)?)])
    };
    let pairs = columns.iter().flat_map(|&j| columns.iter().map(move |&k| (j, k)));
    { pairs }.filter(|(j, k)| j < k).find_map(|(j, k)| circle(j, k))
}

fn column(matrix: &[Vec<Fraction>], k: usize) -> impl Iterator<Item = &Fraction> {
    matrix.iter().map(move |row| &row[k])
}

/// The system (2), from which more and more unknowns are taken.
struct Rest<'a> {
    ring: &'a Ring,
    u: Vec<Expr>,
    R: Vec<Vec<Fraction>>,
    h: Vec<Expr>,
    /// What (3) gave, in the order of elimination.
    values: Vec<(Expr, Expr)>,
}

impl<'a> Rest<'a> {
    /// Equation (2).
    fn new(
        ring: &'a Ring,
        inertia: &[Vec<Fraction>],
        Directions { S, u, .. }: &Directions,
        (M, f, b): (&Matrix, &Vector, &[Expr]),
    ) -> Option<Self> {
        let n = S.len();
        let mut R = Vec::new();
        for i in 0..u.len() {
            let force = |j: usize| ring.dot(column(S, i).zip(column(inertia, j)));
            let row = (0..n).map(force).collect::<Result<Vec<_>, _>>().ok()?;
            let entry = |k: usize| ring.into_lowest(ring.dot(row.iter().zip(column(S, k)))?);
            R.push((0..u.len()).map(entry).collect::<Result<Vec<_>, _>>().ok()?);
        }
        let left: Vec<Expr> = (0..n).map(|i| f[i] - M.rows()[i].dot(b)).collect();
        let side = |k: usize| {
            let terms = column(S, k).zip(&left).filter(|(s, _)| !s.is_zero());
            terms.map(|(s, &e)| ring.expression(s) * e).sum()
        };
        let h = (0..u.len()).map(side).collect();
        Some(Self { ring, u: u.clone(), R, h, values: Vec::new() })
    }

    /// The unknown with a pivot of parameters alone that has the fewest entries beside it.
    fn pivot(&self, is_positive: &impl Fn(Expr) -> bool) -> Option<usize> {
        let neighbours = |i: usize| self.R[i].iter().filter(|r| !r.is_zero()).count() - 1;
        let is_pivot = |&i: &usize| {
            let entry = &self.R[i][i];
            !entry.is_zero()
                && entry.atoms().all(|atom| self.ring.is_parameter(atom))
                && neighbours(i) <= MOST_NEIGHBOURS
                && is_positive(self.ring.expression(entry))
        };
        (0..self.u.len()).filter(is_pivot).min_by_key(|&i| neighbours(i))
    }

    /// Equations (3) and (4).
    fn eliminate(&mut self, i: usize) -> Option<()> {
        let ring = self.ring;
        let row = self.R.remove(i);
        let (u, h) = (self.u.remove(i), self.h.remove(i));
        let inverse = ring.inverse(&row[i]).ok()??;
        let mut beside: Vec<Fraction> = row.clone();
        beside.remove(i);
        let terms = beside.iter().zip(&self.u).filter(|(r, _)| !r.is_zero());
        let others: Expr = terms.map(|(r, &u)| ring.expression(r) * u).sum();
        self.values.push((u, (h - others) / ring.expression(&row[i]))); // (3)
        for (j, row) in self.R.iter_mut().enumerate() {
            row.remove(i);
            if beside[j].is_zero() {
                continue;
            }
            let factor = ring.lowest(&ring.product(&beside[j], &inverse).ok()?).ok()?;
            for (r, other) in row.iter_mut().zip(&beside) {
                let change = ring.product(&factor, other).ok()?;
                *r = ring.into_lowest(ring.subtract(r, &change).ok()?).ok()?; // (4)
            }
            self.h[j] = self.h[j] - ring.expression(&factor) * h; // (4)
        }
        Some(())
    }

    fn system(self, dependents: Vec<(Expr, Expr)>, chart: Option<Chart>) -> Eliminated {
        let row = |row: &Vec<Fraction>| row.iter().map(|r| self.ring.expression(r)).collect();
        let W = Matrix::from_rows(self.R.iter().map(row).collect(), self.u.len());
        let values = self.values.into_iter().rev().collect();
        Eliminated { W, h: self.h.into(), unknowns: self.u, values, dependents, chart }
    }
}
