//! The two routes to the highest derivatives.
//!
//! *Reduced*: the dependent derivatives are eliminated before the equations are solved,
//!
//! ```text
//! y = S u + b,     (Tᵀ M S) u = Tᵀ (f − M b),     B T = 0                         (1)
//! ```
//!
//! with the dependent velocities put in everywhere. *Full*: the multipliers are solved for, and
//! velocities stay as they are,
//!
//! ```text
//! M [X | x] = [Bᵀ | f],     (A X) λ = g − A x,     y = x + X λ                     (2)
//! ```

use std::collections::BTreeMap;

use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::{Fraction, Ring};

use super::Row;
use super::blocks::Blocks;
use super::charts::{Basis, Chart, charts, others};
use crate::Reason;

/// Shorter denominators are no product of a determinant and its conjugate.
const LONG_DENOMINATOR: usize = 4;
/// Products of terms that a solution over its determinant may take.
const LARGEST_DETERMINANT: u64 = 1_000_000;

/// Equation (1) in one chart.
#[derive(Debug)]
pub(super) struct Projection {
    /// The derivatives that depend on the others.
    pub(super) chart: Chart,
    /// The basis `S` and `b`.
    pub(super) S: Vec<Row>,
    pub(super) b: Row,
    /// The matrix `Tᵀ M S`.
    pub(super) R: Vec<Row>,
    /// The right side, as a column.
    pub(super) h: Vec<Row>,
}

/// The solution by the reduced route.
#[derive(Debug)]
pub(super) struct Reduced {
    pub(super) projection: Projection,
    /// The highest derivatives.
    pub(super) y: Row,
    /// The same over the determinant `D` of `Tᵀ M S`, where that contains sines, and `D`.
    pub(super) over_determinant: Option<(Row, Poly)>,
}

impl Reduced {
    /// What tells how long the solution is: numerators and denominators.
    pub(super) fn measure(&self) -> Row {
        let Some((y, D)) = &self.over_determinant else { return self.y.clone() };
        y.iter().map(|f| &f.num).chain([D]).map(|p| Fraction::polynomial(p.clone())).collect()
    }

    /// Is a derivative dependent, and nothing divided by where it is given through the others?
    pub(super) fn is_dependent_without_division(&self, j: usize) -> bool {
        let chart = &self.projection.chart;
        chart.minor.num.to_constant().is_some() && chart.dependent.contains(&j)
    }
}

/// `f` with the dependent velocities put in, in lowest terms.
pub(super) fn put_in(
    ring: &Ring,
    f: &Fraction,
    values: &BTreeMap<usize, Fraction>,
) -> Result<Fraction, Reason> {
    if values.is_empty() {
        return Ok(f.clone());
    }
    if !f.atoms().any(|atom| values.contains_key(&atom)) {
        return Ok(ring.lowest(f)?);
    }
    Ok(ring.into_lowest(ring.replace(f, values)?)?)
}

impl Projection {
    /// All coefficients.
    pub(super) fn equations(&self) -> Row {
        self.R.iter().chain(&self.h).flatten().cloned().collect()
    }
}

impl Blocks {
    /// Equation (1), not yet solved.
    pub(super) fn projection(&self, velocities: &Chart) -> Result<Projection, Reason> {
        let ring = &self.ring;
        let Basis { chart, S, b } = self.basis()?;
        let at = |row: &Row| -> Result<Row, Reason> {
            row.iter().map(|f| put_in(ring, f, &velocities.values)).collect()
        };
        let S = S.iter().map(at).collect::<Result<Vec<_>, _>>()?;
        let M = self.M.iter().map(at).collect::<Result<Vec<_>, _>>()?;
        let (b, f) = (at(b)?, at(&self.f)?);
        let T = self.directions(&S)?;
        let (R, h) = projected(ring, &T, &M, &S, &minus_inertia(ring, &M, &f, &b)?)?;
        Ok(Projection { chart: chart.clone(), S, b, R, h })
    }

    /// Equation (1), solved.
    pub(super) fn reduced(&self, projection: Projection) -> Result<Reduced, Reason> {
        let ring = &self.ring;
        let u = ring.solve(&projection.R, &projection.h)?.ok_or(Reason::Undetermined)?;
        let mut y = Row::new();
        for (row, b) in projection.S.iter().zip(&projection.b) {
            let sum = ring.dot(row.iter().zip(u.iter().map(|u| &u[0])))?;
            y.push(ring.into_lowest(ring.add(&sum, b)?)?);
        }
        let over_determinant = self.over_determinant(&projection.R, &y);
        Ok(Reduced { projection, y, over_determinant })
    }

    /// The solution over the determinant as it stands. A normal form has no sines in denominators:
    /// where the determinant has some, they make it twice as long.
    fn over_determinant(&self, R: &[Row], y: &Row) -> Option<(Row, Poly)> {
        let ring = &self.ring;
        let is_long = |f: &Fraction| f.den.iter().any(|(p, _)| p.len() >= LONG_DENOMINATOR);
        if !y.iter().any(is_long) {
            return None;
        }
        ring.budget().apart(LARGEST_DETERMINANT, || {
            let D = ring.lowest(&ring.determinant(R).ok()?).ok()?.num;
            let over = |f: &Fraction| ring.over_divisor(f, &D).ok();
            ring.has_conjugate(&D).then_some(())?;
            Some((y.iter().map(over).collect::<Option<Row>>()?, D))
        })
    }

    /// `T` of (1): the directions in which no reaction does work.
    pub(super) fn directions(&self, S: &[Row]) -> Result<Vec<Row>, Reason> {
        if self.B == self.A {
            return Ok(S.to_vec());
        }
        let ring = &self.ring;
        let n = self.y.len();
        let dependent = charts(ring, &self.B, n)?.remove(0).dependent;
        let independent = others(&dependent, n);
        let right = |row: &Row| -> Row { independent.iter().map(|&j| row[j].negate()).collect() };
        let right: Vec<Row> = self.B.iter().map(right).collect();
        let square = super::charts::columns(&self.B, &dependent);
        let solved = ring.solve(&square, &right)?.ok_or(Reason::Undetermined)?;
        let mut T = vec![vec![Fraction::zero(); independent.len()]; n];
        for (c, &j) in independent.iter().enumerate() {
            T[j][c] = Fraction::one();
        }
        for (&j, row) in dependent.iter().zip(solved) {
            T[j] = row;
        }
        Ok(T)
    }

    /// Equation (2): the highest derivatives and the multipliers.
    pub(super) fn full(&self) -> Result<(Row, Row), Reason> {
        let ring = &self.ring;
        let (n, m) = (self.y.len(), self.A.len());
        let right = |i: usize| -> Row {
            self.B.iter().map(|row| row[i].clone()).chain([self.f[i].clone()]).collect()
        };
        let right: Vec<Row> = (0..n).map(right).collect();
        let X = ring.solve(&self.M, &right)?.ok_or(Reason::Undetermined)?;
        let column = |c: usize| X.iter().map(move |row| &row[c]);
        let (mut G, mut rest) = (Vec::new(), Vec::new());
        for (row, g) in self.A.iter().zip(&self.g) {
            let mut entries = Row::new();
            for c in 0..m {
                entries.push(ring.into_lowest(ring.dot(row.iter().zip(column(c)))?)?);
            }
            G.push(entries);
            let free = ring.dot(row.iter().zip(column(m)))?;
            rest.push(vec![ring.into_lowest(ring.subtract(g, &free)?)?]);
        }
        let lambda = ring.solve(&G, &rest)?.ok_or(Reason::Undetermined)?;
        let lambda: Row = lambda.into_iter().map(|mut row| row.remove(0)).collect();
        let mut y = Row::new();
        for row in &X {
            let reaction = ring.dot(row.iter().zip(&lambda))?;
            y.push(ring.into_lowest(ring.add(&row[m], &reaction)?)?);
        }
        Ok((y, lambda))
    }
}

/// `f − M b`.
pub(super) fn minus_inertia(
    ring: &Ring,
    M: &[Row],
    f: &[Fraction],
    b: &[Fraction],
) -> Result<Row, Reason> {
    let rest = |(row, f): (&Row, &Fraction)| Ok(ring.subtract(f, &ring.dot(row.iter().zip(b))?)?);
    M.iter().zip(f).map(rest).collect()
}

/// `Tᵀ M S` and `Tᵀ r`, in lowest terms; the second as a column.
pub(super) fn projected(
    ring: &Ring,
    T: &[Row],
    M: &[Row],
    S: &[Row],
    r: &[Fraction],
) -> Result<(Vec<Row>, Vec<Row>), Reason> {
    let (n, k) = (S.len(), S.first().map_or(0, Vec::len));
    let column =
        |matrix: &[Row], c: usize| -> Row { (0..n).map(|i| matrix[i][c].clone()).collect() };
    let mut MS = Vec::new();
    for c in 0..k {
        let s = column(S, c);
        let entries = M.iter().map(|row| ring.dot(row.iter().zip(&s)));
        MS.push(entries.collect::<Result<Row, _>>()?);
    }
    let (mut R, mut h) = (Vec::new(), Vec::new());
    for c in 0..k {
        let t = column(T, c);
        let entries = MS.iter().map(|ms| ring.into_lowest(ring.dot(t.iter().zip(ms))?));
        R.push(entries.collect::<Result<Row, _>>()?);
        h.push(vec![ring.into_lowest(ring.dot(t.iter().zip(r))?)?]);
    }
    Ok((R, h))
}
