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
//! Normal forms decide what is 0, what is a number and what is a pivot. What is computed is given in two forms,
//! with normal forms and with the entries of the matrices as they were built; normal forms are often shorter, and may
//! lose digits (`sin q` beside `tan(q/4)` is a polynomial in `sin(q/4)`).
//!
//! This is exact algebra with the entries of the matrices, for numerical work: what is left is a smaller
//! system, which is singular where the whole one is. It is no explicit solution to be read; see
//! [`explicit`](mod@crate::explicit). Known limit: all constraints or none are eliminated. Constraints that have such
//! directions only one after the other are in [`in_turn`](in_turn()).

mod chart;
mod in_turn;
mod kane;

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::tape::{Builder, LowerError, Solve};
use alembert_algebra::{Expr, Kind, Matrix, Rational, Vector};

use crate::{Linear, Motion};
pub use chart::Chart;
pub use in_turn::in_turn;

/// Products of terms that the normal forms may take: about a millisecond.
const BUDGET: u64 = 20_000;

/// A pivot of (3) with more entries beside it would fill the rest of the matrix.
const MOST_NEIGHBOURS: usize = 2;

/// A smaller system in two forms.
#[derive(Debug, Clone)]
pub struct Forms {
    /// With normal forms.
    pub normal: Eliminated,
    /// With the entries of the matrices as they were built.
    pub built: Eliminated,
}

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

    /// The system without the equations that contain one unknown alone, with a factor of parameters that is not 0.
    fn without_lone(self, is_nonzero: impl Fn(Expr) -> bool) -> Self {
        let is_lone = |i: &usize| {
            let others = (0..self.unknowns.len()).filter(|k| k != i);
            { others }.all(|k| self.W[(*i, k)] == Expr::zero() && self.W[(k, *i)] == Expr::zero())
                && is_nonzero(self.W[(*i, *i)])
        };
        let (lone, kept): (Vec<usize>, Vec<usize>) = (0..self.unknowns.len()).partition(is_lone);
        let value = |&i: &usize| (self.unknowns[i], self.h[i] / self.W[(i, i)]);
        let values = lone.iter().map(value).chain(self.values.iter().copied()).collect();
        let row = |&i: &usize| kept.iter().map(|&k| self.W[(i, k)]).collect();
        let W = Matrix::from_rows(kept.iter().map(row).collect(), kept.len());
        let h = kept.iter().map(|&i| self.h[i]).collect();
        Self { unknowns: kept.iter().map(|&i| self.unknowns[i]).collect(), W, h, values, ..self }
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
pub fn eliminated(motion: &Motion, is_positive: impl Fn(Expr) -> bool) -> Option<Forms> {
    eliminated_with(motion, &motion.system, is_positive)
}

/// Has each constraint a velocity that no other constraint contains, as they are written? Where it has none there is no
/// direction p.
#[must_use]
pub fn have_own_columns(A: &Matrix) -> bool {
    let is_zero = |e: Expr| e == Expr::zero();
    (0..A.nrows()).all(|i| {
        let others = |j: usize| (0..A.nrows()).all(|k| k == i || is_zero(A[(k, j)]));
        (0..A.ncols()).any(|j| !is_zero(A[(i, j)]) && others(j))
    })
}

/// The same system from another form of it; multipliers, and what of (1) is no force, are as the motion has them.
#[must_use]
pub fn eliminated_with(
    motion: &Motion,
    written: &Linear,
    is_positive: impl Fn(Expr) -> bool,
) -> Option<Forms> {
    let Linear::Kkt { M, B, A, f, g } = &motion.system else { return None };
    let Linear::Kkt { M: inertia, f: force, A: rows, g: right, .. } = written else { return None };
    if A != B || f.len() + g.len() != motion.unknowns.len() {
        return None;
    }
    let mut ring = Ring::new(&inertia.entries().chain(rows.entries()).collect::<Vec<_>>()).ok()?;
    ring.set_budget(BUDGET);
    let entries = |ring: &mut Ring, matrix: &Matrix| -> Option<Vec<Vec<Entry>>> {
        let mut entry = |&e: &Expr| Some(Entry::new(ring.fraction(e).ok()?, e));
        let row = |row: &Vector| row.iter().map(&mut entry).collect();
        matrix.rows().iter().map(row).collect()
    };
    let constraints = entries(&mut ring, rows)?;
    let (y, lambda) = motion.unknowns.split_at(f.len());
    let directions = Directions::new(&ring, &constraints, y)?;
    let mass = entries(&mut ring, inertia)?;
    let is_symmetric =
        (0..f.len()).all(|i| (0..i).all(|j| mass[i][j].fraction == mass[j][i].fraction));
    if !is_symmetric {
        return None;
    }
    let b = directions.particular(right);
    let mut rest = Rest::new(&ring, &mass, &directions, (inertia, force, &b))?;
    while let Some(i) = rest.pivot(&is_positive) {
        rest.eliminate(i)?;
    }
    if rest.values.is_empty() && directions.p.is_empty() {
        return None;
    }
    let b = directions.particular(g);
    let mut dependents = Vec::new();
    for &i in directions.p.iter().flatten().map(|(i, _)| i) {
        dependents.push((y[i], directions.along(i) + b[i])); // (1)
    }
    for (p, &lambda) in directions.p.iter().zip(lambda) {
        let force = |&(i, ref p): &(usize, Entry)| p.built * (M.rows()[i].dot(y) - f[i]);
        dependents.push((lambda, p.iter().map(force).sum())); // (1)
    }
    let has_chart = !directions.p.is_empty();
    let chart = has_chart.then(|| Chart::new(&directions, motion)).flatten();
    let [normal, built] = [NORMAL, BUILT].map(|form| rest.system(form, &dependents, &chart));
    Some(Forms { normal, built })
}

/// The places of the two forms in pairs of them.
const NORMAL: usize = 0;
const BUILT: usize = 1;

/// An entry of a matrix.
#[derive(Debug, Clone)]
struct Entry {
    /// In normal form.
    fraction: Fraction,
    /// As it was built; a number, where it is one.
    built: Expr,
}

impl Entry {
    fn new(fraction: Fraction, built: Expr) -> Self {
        let built = fraction.to_number().map_or(built, Expr::number);
        Self { fraction, built }
    }

    fn number(number: Rational) -> Self {
        Self { fraction: Fraction::number(&number), built: Expr::number(number) }
    }

    fn is_zero(&self) -> bool {
        self.fraction.is_zero()
    }

    fn negated(&self) -> Self {
        Self { fraction: self.fraction.negate(), built: -self.built }
    }

    /// The product with an entry.
    fn times(&self, ring: &Ring, other: &Self) -> Option<Self> {
        let fraction = ring.product(&self.fraction, &other.fraction).ok()?;
        Some(Self::new(fraction, self.built * other.built))
    }

    /// The two forms.
    fn forms(&self, ring: &Ring) -> [Expr; 2] {
        [ring.expression(&self.fraction), self.built]
    }
}

/// The directions of (1).
struct Directions {
    /// p of each row: its entries that are not 0, by column.
    p: Vec<Vec<(usize, Entry)>>,
    /// S, by rows.
    S: Vec<Vec<Entry>>,
    /// u.
    u: Vec<Expr>,
}

impl Directions {
    /// None when a row has no direction p.
    fn new(ring: &Ring, rows: &[Vec<Entry>], y: &[Expr]) -> Option<Self> {
        let n = y.len();
        let p = (0..rows.len()).map(|i| direction(ring, rows, i)).collect::<Option<Vec<_>>>()?;
        let mut columns: Vec<Vec<Entry>> = Vec::new();
        let mut u = Vec::new();
        for j in (0..n).filter(|j| p.iter().flatten().all(|(i, _)| i != j)) {
            let mut column = vec![Entry::number(Rational::ZERO); n];
            column[j] = Entry::number(Rational::ONE);
            for (row, p) in rows.iter().zip(&p).filter(|(row, _)| !row[j].is_zero()) {
                for (i, p) in p {
                    column[*i] = p.times(ring, &row[j])?.negated();
                }
            }
            columns.push(column);
            u.push(y[j]);
        }
        for (row, p) in rows.iter().zip(&p) {
            if let [(i, _), (j, _)] = p[..] {
                let mut column = vec![Entry::number(Rational::ZERO); n];
                (column[i], column[j]) = (row[j].clone(), row[i].negated());
                columns.push(column);
                let name = y[i].as_symbol()?.spelling();
                u.push(Expr::symbol(&format!("along {name}"), Kind::Auxiliary, 0));
            }
        }
        let row = |i: usize| columns.iter().map(|column| column[i].clone()).collect();
        Some(Self { p, S: (0..n).map(row).collect(), u })
    }

    /// b of (1).
    fn particular(&self, g: &[Expr]) -> Vec<Expr> {
        let mut b = vec![Expr::zero(); self.S.len()];
        for (p, &g) in self.p.iter().zip(g) {
            p.iter().for_each(|(i, p)| b[*i] = p.built * g);
        }
        b
    }

    /// Entry i of S u.
    fn along(&self, i: usize) -> Expr {
        let terms = self.S[i].iter().zip(&self.u).filter(|(s, _)| !s.is_zero());
        terms.map(|(s, &u)| s.built * u).sum()
    }
}

/// p of a row, see (1).
fn direction(ring: &Ring, rows: &[Vec<Entry>], i: usize) -> Option<Vec<(usize, Entry)>> {
    let own = |j: &usize| {
        !rows[i][*j].is_zero() && (0..rows.len()).all(|k| k == i || rows[k][*j].is_zero())
    };
    let columns: Vec<usize> = (0..rows[i].len()).filter(own).collect();
    let number = |j: usize| rows[i][j].fraction.to_number().and_then(|c| c.recip());
    if let Some((j, inverse)) = columns.iter().find_map(|&j| Some((j, number(j)?))) {
        return Some(vec![(j, Entry::number(inverse))]);
    }
    let circle = |j: usize, k: usize| {
        let (s, c) = (&rows[i][j], &rows[i][k]);
        let square = ring.dot([s, c].map(|e| (&e.fraction, &e.fraction))).ok()?;
        let inverse = Entry::number(ring.lowest(&square).ok()?.to_number()?.recip()?);
        Some(vec![(j, s.times(ring, &inverse)?), (k, c.times(ring, &inverse)?)])
    };
    let pairs = columns.iter().flat_map(|&j| columns.iter().map(move |&k| (j, k)));
    { pairs }.filter(|(j, k)| j < k).find_map(|(j, k)| circle(j, k))
}

fn column(matrix: &[Vec<Entry>], k: usize) -> impl Iterator<Item = &Entry> + Clone {
    matrix.iter().map(move |row| &row[k])
}

/// `Σ aᵢ bᵢ`.
fn dot<'a>(
    ring: &Ring,
    pairs: impl Iterator<Item = (&'a Entry, &'a Entry)> + Clone,
) -> Option<Entry> {
    let fraction = ring.dot(pairs.clone().map(|(a, b)| (&a.fraction, &b.fraction))).ok()?;
    Some(Entry::new(fraction, pairs.map(|(a, b)| a.built * b.built).sum()))
}

/// The system (2), from which more and more unknowns are taken.
struct Rest<'a> {
    ring: &'a Ring,
    u: Vec<Expr>,
    R: Vec<Vec<Entry>>,
    /// h, in both forms.
    h: Vec<[Expr; 2]>,
    /// What (3) gave, in the order of elimination, in both forms.
    values: Vec<(Expr, [Expr; 2])>,
}

impl<'a> Rest<'a> {
    /// Equation (2).
    fn new(
        ring: &'a Ring,
        inertia: &[Vec<Entry>],
        Directions { S, u, .. }: &Directions,
        (M, f, b): (&Matrix, &Vector, &[Expr]),
    ) -> Option<Self> {
        let n = S.len();
        let mut R = Vec::new();
        for i in 0..u.len() {
            let force = |j: usize| dot(ring, column(S, i).zip(column(inertia, j)));
            let row = (0..n).map(force).collect::<Option<Vec<_>>>()?;
            let entry = |k: usize| {
                let Entry { fraction, built } = dot(ring, row.iter().zip(column(S, k)))?;
                Some(Entry::new(ring.into_lowest(fraction).ok()?, built))
            };
            R.push((0..u.len()).map(entry).collect::<Option<Vec<_>>>()?);
        }
        let left: Vec<Expr> = (0..n).map(|i| f[i] - M.rows()[i].dot(b)).collect();
        let side = |k: usize| {
            let terms = column(S, k).zip(&left).filter(|(s, _)| !s.is_zero());
            terms.map(|(s, &e)| s.built * e).sum::<Expr>()
        };
        let h = (0..u.len()).map(|k| [side(k); 2]).collect();
        Some(Self { ring, u: u.clone(), R, h, values: Vec::new() })
    }

    /// The unknown with a pivot of parameters alone that has the fewest entries beside it.
    fn pivot(&self, is_positive: &impl Fn(Expr) -> bool) -> Option<usize> {
        let neighbours = |i: usize| self.R[i].iter().filter(|r| !r.is_zero()).count() - 1;
        let is_pivot = |&i: &usize| {
            let entry = &self.R[i][i];
            !entry.is_zero()
                && entry.fraction.atoms().all(|atom| self.ring.is_parameter(atom))
                && neighbours(i) <= MOST_NEIGHBOURS
                && is_positive(self.ring.expression(&entry.fraction))
        };
        (0..self.u.len()).filter(is_pivot).min_by_key(|&i| neighbours(i))
    }

    /// Equations (3) and (4).
    fn eliminate(&mut self, i: usize) -> Option<()> {
        let ring = self.ring;
        let row = self.R.remove(i);
        let (u, h) = (self.u.remove(i), self.h.remove(i));
        let pivot = &row[i];
        let inverse = ring.inverse(&pivot.fraction).ok()??;
        let mut beside: Vec<Entry> = row.clone();
        beside.remove(i);
        let value = |form: usize| {
            let terms = beside.iter().zip(&self.u).filter(|(r, _)| !r.is_zero());
            let others: Expr = terms.map(|(r, &u)| r.forms(ring)[form] * u).sum();
            (h[form] - others) / pivot.forms(ring)[form]
        };
        self.values.push((u, [NORMAL, BUILT].map(value))); // (3)
        for (j, row) in self.R.iter_mut().enumerate() {
            row.remove(i);
            if beside[j].is_zero() {
                continue;
            }
            let factor = ring.product(&beside[j].fraction, &inverse).ok()?;
            let factor = Entry::new(ring.lowest(&factor).ok()?, beside[j].built / pivot.built);
            for (r, other) in row.iter_mut().zip(&beside) {
                let change = factor.times(ring, other)?;
                let left = ring.subtract(&r.fraction, &change.fraction).ok()?;
                *r = Entry::new(ring.into_lowest(left).ok()?, r.built - change.built); // (4)
            }
            let factor = factor.forms(ring);
            self.h[j] = [NORMAL, BUILT].map(|k| self.h[j][k] - factor[k] * h[k]); // (4)
        }
        Some(())
    }

    /// What is left, in a form.
    fn system(
        &self,
        form: usize,
        dependents: &[(Expr, Expr)],
        chart: &Option<Chart>,
    ) -> Eliminated {
        let row = |row: &Vec<Entry>| row.iter().map(|r| r.forms(self.ring)[form]).collect();
        let W = Matrix::from_rows(self.R.iter().map(row).collect(), self.u.len());
        let values = self.values.iter().rev().map(|&(u, value)| (u, value[form])).collect();
        let h = self.h.iter().map(|h| h[form]).collect();
        let (dependents, chart) = (dependents.to_vec(), chart.clone());
        Eliminated { W, h, unknowns: self.u.clone(), values, dependents, chart }
    }
}
