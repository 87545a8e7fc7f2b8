//! Charts: which derivatives are taken as dependent, and their values through the others.
//!
//! ```text
//! V v + w = 0,     v_d = −V_d⁻¹ (V_i v_i + w)                                  (1)
//! A y = g,         y = S y_i + b                                               (2)
//! ```

use std::cell::OnceCell;
use std::collections::BTreeMap;

use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::vanishing::Vanishing;
use alembert_algebra::ring::{Fraction, Ring};

use super::Row;
use super::blocks::Blocks;
use crate::Reason;

/// Charts beyond this number are not looked at.
const MOST_CHARTS: usize = 10;
/// Choices of dependent derivatives beyond this number are not tried.
const MOST_CHOICES: usize = 400;

/// A choice of dependent derivatives.
#[derive(Debug, Clone)]
pub(crate) struct Chart {
    /// The dependent ones, by number.
    pub(crate) dependent: Vec<usize>,
    /// The determinant that must not vanish.
    pub(crate) minor: Fraction,
    /// The dependent velocities through the others, by atom; none when velocities are not
    /// exchanged.
    pub(super) values: BTreeMap<usize, Fraction>,
}

/// Equation (2) in a chart: one column of `S` for each independent derivative, and `b`.
#[derive(Debug)]
pub(super) struct Basis {
    pub(super) chart: Chart,
    pub(super) S: Vec<Row>,
    pub(super) b: Row,
}

/// What was asked for once: the charts of the velocities, the same with their values, and the basis
/// of the highest derivatives.
#[derive(Debug, Default)]
pub(super) struct Known {
    charts: OnceCell<Vec<Chart>>,
    velocities: OnceCell<Vec<Chart>>,
    basis: OnceCell<Basis>,
}

/// The charts of a matrix, the simplest first; every one has a determinant that is proved not to
/// vanish identically.
pub(crate) fn charts(ring: &Ring, matrix: &[Row], n: usize) -> Result<Vec<Chart>, Reason> {
    let weight = |d: &[usize]| -> usize {
        let size = |f: &Fraction| f.num.len() + f.den.len();
        matrix.iter().map(|row| d.iter().map(|&j| size(&row[j])).sum::<usize>()).sum()
    };
    let mut choices = subsets(n, matrix.len(), MOST_CHOICES);
    choices.sort_by_key(|d| weight(d));
    let many = choices.len() > MOST_CHARTS;
    let mut charts: Vec<Chart> = Vec::new();
    for dependent in choices {
        let simple = charts.iter().any(|c| c.minor.num.to_constant().is_some());
        if charts.len() >= MOST_CHARTS || (simple && many) {
            break;
        }
        let minor = ring.determinant(&columns(matrix, &dependent))?;
        if !minor.is_zero() {
            charts.push(Chart { dependent, minor, values: BTreeMap::new() });
        }
    }
    if charts.is_empty() {
        return Err(Reason::Undetermined);
    }
    charts.sort_by_key(|c| simplicity(ring, &c.minor));
    Ok(charts)
}

/// A minor is simple when it is a number, then a product of parameters, then short.
fn simplicity(ring: &Ring, minor: &Fraction) -> (usize, usize, usize) {
    let moving = minor.num.atoms().filter(|&a| !ring.is_parameter(a)).count();
    (moving, minor.num.len() + minor.den.len(), minor.num.atoms().count())
}

/// The chosen columns of a matrix.
pub(crate) fn columns(matrix: &[Row], chosen: &[usize]) -> Vec<Row> {
    matrix.iter().map(|row| chosen.iter().map(|&j| row[j].clone()).collect()).collect()
}

/// What is not chosen.
pub(crate) fn others(chosen: &[usize], n: usize) -> Vec<usize> {
    (0..n).filter(|j| !chosen.contains(j)).collect()
}

impl Blocks {
    /// The charts of the velocities, without their values.
    pub(super) fn charts(&self) -> Result<&[Chart], Reason> {
        if let Some(known) = self.known.charts.get() {
            return Ok(known);
        }
        let found = charts(&self.ring, &self.V, self.v.len())?;
        Ok(self.known.charts.get_or_init(|| found))
    }

    /// The first chart of the highest derivatives, which is that of the velocities where both obey
    /// the same equations.
    fn derivative_chart(&self) -> Result<Chart, Reason> {
        if self.A == self.V {
            return Ok(self.charts()?[0].clone());
        }
        Ok(charts(&self.ring, &self.A, self.y.len())?.remove(0))
    }

    /// The charts of the velocities, with their values.
    pub(super) fn velocity_charts(&self) -> Result<&[Chart], Reason> {
        if let Some(known) = self.known.velocities.get() {
            return Ok(known);
        }
        let mut charts = self.charts()?.to_vec();
        for chart in &mut charts {
            chart.values = self.velocities_in(&chart.dependent)?;
        }
        Ok(self.known.velocities.get_or_init(|| charts))
    }

    /// The first of them, without the others where they are not known.
    pub(super) fn velocity_chart(&self) -> Result<Chart, Reason> {
        if let Some(known) = self.known.velocities.get() {
            return Ok(known[0].clone());
        }
        let mut chart = self.charts()?[0].clone();
        chart.values = self.velocities_in(&chart.dependent)?;
        Ok(chart)
    }

    /// The constraints `V v + w = 0` and those on positions that do not hold in the ring, and their
    /// products with the sines of base angles, as polynomials that vanish.
    pub(super) fn vanishing(&self) -> Result<Vanishing, Reason> {
        let (ring, atoms) = (&self.ring, self.velocity_atoms());
        let mut list = self.left_with_sines()?;
        for (row, w) in self.V.iter().zip(&self.w) {
            let mut sum = w.clone();
            for (f, &atom) in row.iter().zip(&atoms) {
                let v = Fraction::polynomial(Poly::atom(atom)?);
                sum = ring.add(&sum, &ring.product(f, &v)?)?;
            }
            list.extend(self.with_sines(&ring.lowest(&sum)?.num)?);
        }
        Ok(Vanishing::new(list))
    }

    /// The constraints on positions that do not hold in the ring, with their products.
    pub(super) fn left_with_sines(&self) -> Result<Vec<Poly>, Reason> {
        let mut list = Vec::new();
        for phi in &self.left {
            list.extend(self.with_sines(phi)?);
        }
        Ok(list)
    }

    /// The products with the sines of base angles, and the polynomial itself.
    fn with_sines(&self, phi: &Poly) -> Result<Vec<Poly>, Reason> {
        let ring = &self.ring;
        let phi = Fraction::polynomial(phi.clone());
        let mut list = Vec::new();
        for (s, _) in ring.circles() {
            let sine = Fraction::polynomial(Poly::atom(s)?);
            list.push(ring.product(&phi, &sine)?.num);
        }
        list.push(phi.num);
        Ok(list)
    }

    /// Equation (1).
    fn velocities_in(&self, dependent: &[usize]) -> Result<BTreeMap<usize, Fraction>, Reason> {
        let (ring, atoms) = (&self.ring, self.velocity_atoms());
        let independent = others(dependent, atoms.len());
        let mut right = Vec::new();
        for (row, w) in self.V.iter().zip(&self.w) {
            let mut sum = w.clone();
            for &j in &independent {
                let v = Fraction::polynomial(Poly::atom(atoms[j])?);
                sum = ring.add(&sum, &ring.product(&row[j], &v)?)?;
            }
            right.push(vec![sum.negate()]);
        }
        let values = ring.solve(&columns(&self.V, dependent), &right)?;
        let values = values.ok_or(Reason::Undetermined)?; // (1)
        Ok(dependent.iter().zip(values).map(|(&j, mut x)| (atoms[j], x.remove(0))).collect())
    }

    /// Equation (2) in the first chart of the highest derivatives.
    pub(super) fn basis(&self) -> Result<&Basis, Reason> {
        if let Some(known) = self.known.basis.get() {
            return Ok(known);
        }
        let found = self.basis_in(self.derivative_chart()?)?;
        Ok(self.known.basis.get_or_init(|| found))
    }

    /// Equation (2).
    fn basis_in(&self, chart: Chart) -> Result<Basis, Reason> {
        let (n, dependent) = (self.y.len(), &chart.dependent);
        let independent = others(dependent, n);
        let right = |(row, g): (&Row, &Fraction)| -> Row {
            independent.iter().map(|&j| row[j].negate()).chain([g.clone()]).collect()
        };
        let right: Vec<Row> = self.A.iter().zip(&self.g).map(right).collect();
        let solved = self.ring.solve(&columns(&self.A, dependent), &right)?;
        let solved = solved.ok_or(Reason::Undetermined)?;
        let k = independent.len();
        let mut S = vec![vec![Fraction::zero(); k]; n];
        let mut b = vec![Fraction::zero(); n];
        for (c, &j) in independent.iter().enumerate() {
            S[j][c] = Fraction::one();
        }
        for (&j, mut row) in dependent.iter().zip(solved) {
            b[j] = row.pop().expect("the column of g");
            S[j] = row;
        }
        Ok(Basis { chart, S, b })
    }
}

/// Subsets of `k` of `n` numbers, at most `most`.
pub(crate) fn subsets(n: usize, k: usize, most: usize) -> Vec<Vec<usize>> {
    let mut found = vec![];
    let mut current: Vec<usize> = (0..k).collect();
    if k > n {
        return found;
    }
    while found.len() < most {
        found.push(current.clone());
        let Some(i) = (0..k).rev().find(|&i| current[i] < n - k + i) else { break };
        current[i] += 1;
        for j in i + 1..k {
            current[j] = current[j - 1] + 1;
        }
    }
    found
}
