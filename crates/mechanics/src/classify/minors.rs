//! What must vanish for a matrix of forms to lose rank.
//!
//! ```text
//! rank A < r    if and only if    every r × r minor of A vanishes                   (1)
//! ```
//!
//! Before that the matrix is made smaller: a row with an entry that never vanishes is taken out by
//! elimination, and so is a row with two entries p, r for which p² + r² = κ never vanishes, such as
//! the sine and the cosine of an angle. For it the two columns are turned,
//!
//! ```text
//! C₁ = p Cₚ + r Cᵣ,     C₂ = p Cᵣ − r Cₚ,     det = p² + r²                          (2)
//! ```
//!
//! after which the row has κ and 0 there.

use alembert_algebra::polynomial::{Limit, Poly};
use alembert_algebra::ring::{Fraction, Ring};
use rustc_hash::FxHashMap;

use super::sparse::{self, Row};
use crate::Reason;
use crate::explicit::charts::subsets;

/// Minors beyond this number are not computed.
const MOST_MINORS: usize = 300;
/// Entries with more terms than this are not squared in the search for (2).
const LONGEST_ENTRY: usize = 6;

/// A matrix on a set of positions.
pub(super) struct Rows<'a> {
    pub(super) ring: &'a Ring,
    /// Its rows.
    pub(super) rows: Vec<Row>,
    /// Its columns that were not taken out.
    pub(super) columns: Vec<usize>,
    /// Its rank at almost every point.
    pub(super) rank: usize,
    /// Polynomials that vanish on the set.
    pub(super) on: &'a [Poly],
}

/// Does it consist of numbers and parameters?
pub(super) fn is_constant(ring: &Ring, p: &Poly) -> bool {
    p.atoms().all(|a| ring.is_parameter(a))
}

impl Rows<'_> {
    /// The numerators of the minors of (1) that are not zero; none when the rank never drops.
    pub(super) fn minors(mut self) -> Result<Option<Vec<Poly>>, Reason> {
        while self.rank > 0 && self.take_out_a_row()? {
            self.rank -= 1;
        }
        let (r, m, n) = (self.rank, self.rows.len(), self.columns.len());
        if r == 0 {
            return Ok(None);
        }
        let (rows, columns) = (subsets(m, r, MOST_MINORS + 1), subsets(n, r, MOST_MINORS + 1));
        if rows.len() * columns.len() > MOST_MINORS {
            return Err(Limit::Terms.into());
        }
        let mut found = Vec::new();
        for (rows, columns) in rows.iter().flat_map(|r| columns.iter().map(move |c| (r, c))) {
            let value = |i: usize, j: usize| self.rows[i].get(&self.columns[j]).cloned();
            let entry = |i: usize| {
                columns.iter().map(|&j| value(i, j).unwrap_or_else(Fraction::zero)).collect()
            };
            let square: Vec<Vec<Fraction>> = rows.iter().map(|&i| entry(i)).collect();
            let minor = self.ring.determinant(&square)?.num;
            if is_constant(self.ring, &minor) && !minor.is_zero() {
                return Ok(None);
            }
            if !minor.is_zero() {
                found.push(minor);
            }
        }
        Ok(Some(found))
    }

    /// Takes out a row with a pivot that never vanishes, if there is one.
    fn take_out_a_row(&mut self) -> Result<bool, Reason> {
        if let Some((i, j)) = self.constant_entry() {
            let pivot = self.rows[i][&j].clone();
            self.eliminate(i, j, &pivot)?;
            return Ok(true);
        }
        let Some((i, j, k, pivot)) = self.constant_pair()? else { return Ok(false) };
        self.turn(i, j, k)?;
        self.eliminate(i, j, &pivot)?;
        Ok(true)
    }

    /// The entry that never vanishes with the fewest others in its column.
    fn constant_entry(&self) -> Option<(usize, usize)> {
        let never_zero = |f: &Fraction| f.atoms().all(|a| self.ring.is_parameter(a));
        let others = self.others();
        let places = self.rows.iter().enumerate().flat_map(|(i, row)| {
            let found = row.iter().filter(|(_, f)| never_zero(f));
            found.map(move |(&j, _)| (i, j))
        });
        places.min_by_key(|(_, j)| others[j])
    }

    /// How many entries each column has.
    fn others(&self) -> FxHashMap<usize, usize> {
        let mut others = FxHashMap::default();
        for j in self.rows.iter().flat_map(|row| row.keys()) {
            *others.entry(*j).or_insert(0) += 1;
        }
        others
    }

    /// A row and two columns with `p² + r² = κ`, and κ.
    fn constant_pair(&self) -> Result<Option<(usize, usize, usize, Fraction)>, Reason> {
        let mut found: Option<(usize, usize, usize, Fraction)> = None;
        let others = self.others();
        let short = |f: &Fraction| f.num.len() <= LONGEST_ENTRY;
        for (i, row) in self.rows.iter().enumerate() {
            let places: Vec<usize> =
                row.iter().filter(|(_, f)| short(f)).map(|(&j, _)| j).collect();
            for (a, &j) in places.iter().enumerate() {
                for &k in &places[a + 1..] {
                    let cost = others[&j] + others[&k];
                    let least =
                        found.as_ref().is_some_and(|(_, j, k, _)| others[j] + others[k] <= cost);
                    if least {
                        continue;
                    }
                    if let Some(value) = self.constant_sum(&row[&j], &row[&k])? {
                        found = Some((i, j, k, value));
                    }
                }
            }
        }
        Ok(found)
    }

    /// The value of `p² + r²`, if it is the same and not zero everywhere on the set.
    fn constant_sum(&self, p: &Fraction, r: &Fraction) -> Result<Option<Fraction>, Reason> {
        let ring = self.ring;
        let sum = ring.into_lowest(ring.add(&ring.product(p, p)?, &ring.product(r, r)?)?)?;
        if sum.atoms().all(|a| ring.is_parameter(a)) {
            return Ok(Some(sum).filter(|sum| !sum.is_zero()));
        }
        if !sum.den.is_empty() {
            return Ok(None);
        }
        for phi in self.on {
            for atom in phi.atoms().filter(|&a| !ring.is_parameter(a)) {
                let lead = phi.leading_coefficient(atom);
                if !is_constant(ring, &lead) {
                    continue;
                }
                let rest = sum.num.pseudo_remainder(phi, atom, ring.budget())?;
                if rest.is_zero() || !is_constant(ring, &rest) {
                    continue;
                }
                let power = (sum.num.degree(atom) + 1).saturating_sub(phi.degree(atom));
                let factor = Fraction::polynomial(lead.pow(power, ring.budget())?);
                let inverse = ring.inverse(&factor)?.expect("a lead is not zero");
                let scale = Fraction { num: Poly::one(), ..sum.clone() };
                let value = ring.product(&Fraction::polynomial(rest), &inverse)?;
                return Ok(Some(ring.product(&value, &scale)?));
            }
        }
        Ok(None)
    }

    /// Equation (2) for the entries of row `i` in the columns `j` and `k`.
    fn turn(&mut self, i: usize, j: usize, k: usize) -> Result<(), Reason> {
        let (ring, p, r) = (self.ring, self.rows[i][&j].clone(), self.rows[i][&k].clone());
        for row in &mut self.rows {
            let [x, y] = [j, k].map(|j| row.remove(&j));
            if x.is_none() && y.is_none() {
                continue;
            }
            let [x, y] = [x, y].map(|f| f.unwrap_or_else(Fraction::zero));
            let along = ring.add(&ring.product(&p, &x)?, &ring.product(&r, &y)?)?; // (2)
            let across = ring.subtract(&ring.product(&p, &y)?, &ring.product(&r, &x)?)?;
            for (j, turned) in [(j, ring.lowest(&along)?), (k, ring.lowest(&across)?)] {
                if !turned.is_zero() {
                    row.insert(j, turned);
                }
            }
        }
        Ok(())
    }

    /// Takes out row `i` and column `j`, at which the row has the value `pivot`.
    fn eliminate(&mut self, i: usize, j: usize, pivot: &Fraction) -> Result<(), Reason> {
        let (ring, above) = (self.ring, self.rows.remove(i));
        let inverse = ring.inverse(pivot)?.expect("a pivot is not zero");
        for row in &mut self.rows {
            let Some(entry) = row.remove(&j) else { continue };
            let factor = ring.product(&entry, &inverse)?;
            sparse::subtract(ring, row, &factor, (&above, j))?;
        }
        self.columns.retain(|&other| other != j);
        Ok(())
    }
}
