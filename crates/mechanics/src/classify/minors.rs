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
    pub(super) rows: Vec<Vec<Fraction>>,
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
        let (r, m, n) = (self.rank, self.rows.len(), self.rows.first().map_or(0, Vec::len));
        if r == 0 {
            return Ok(None);
        }
        let (rows, columns) = (subsets(m, r, MOST_MINORS + 1), subsets(n, r, MOST_MINORS + 1));
        if rows.len() * columns.len() > MOST_MINORS {
            return Err(Limit::Terms.into());
        }
        let mut found = Vec::new();
        for (rows, columns) in rows.iter().flat_map(|r| columns.iter().map(move |c| (r, c))) {
            let entry = |i: usize| columns.iter().map(|&j| self.rows[i][j].clone()).collect();
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
            let pivot = self.rows[i][j].clone();
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
        let never_zero =
            |f: &Fraction| !f.is_zero() && f.atoms().all(|a| self.ring.is_parameter(a));
        let places = self.rows.iter().enumerate().flat_map(|(i, row)| {
            let found = row.iter().enumerate().filter(|(_, f)| never_zero(f));
            found.map(move |(j, _)| (i, j))
        });
        places.min_by_key(|&(_, j)| self.others_in(j))
    }

    fn others_in(&self, column: usize) -> usize {
        self.rows.iter().filter(|row| !row[column].is_zero()).count()
    }

    /// A row and two columns with `p² + r² = κ`, and κ.
    fn constant_pair(&self) -> Result<Option<(usize, usize, usize, Fraction)>, Reason> {
        let mut found: Option<(usize, usize, usize, Fraction)> = None;
        let short = |f: &Fraction| !f.is_zero() && f.num.len() <= LONGEST_ENTRY;
        for (i, row) in self.rows.iter().enumerate() {
            let places: Vec<usize> = (0..row.len()).filter(|&j| short(&row[j])).collect();
            for (a, &j) in places.iter().enumerate() {
                for &k in &places[a + 1..] {
                    let cost = self.others_in(j) + self.others_in(k);
                    let least = found.as_ref().is_some_and(|(_, j, k, _)| {
                        self.others_in(*j) + self.others_in(*k) <= cost
                    });
                    if least {
                        continue;
                    }
                    if let Some(value) = self.constant_sum(&row[j], &row[k])? {
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
        let (ring, p, r) = (self.ring, self.rows[i][j].clone(), self.rows[i][k].clone());
        for row in &mut self.rows {
            if row[j].is_zero() && row[k].is_zero() {
                continue;
            }
            let along = ring.add(&ring.product(&p, &row[j])?, &ring.product(&r, &row[k])?)?; // (2)
            let across = ring.subtract(&ring.product(&p, &row[k])?, &ring.product(&r, &row[j])?)?;
            (row[j], row[k]) = (ring.lowest(&along)?, ring.lowest(&across)?);
        }
        Ok(())
    }

    /// Takes out row `i` and column `j`, at which the row has the value `pivot`.
    fn eliminate(&mut self, i: usize, j: usize, pivot: &Fraction) -> Result<(), Reason> {
        let (ring, above) = (self.ring, self.rows.remove(i));
        let inverse = ring.inverse(pivot)?.expect("a pivot is not zero");
        for row in &mut self.rows {
            let factor = ring.product(&row[j], &inverse)?;
            for (x, a) in row.iter_mut().zip(&above) {
                if !factor.is_zero() && !a.is_zero() {
                    *x = ring.into_lowest(ring.subtract(x, &ring.product(&factor, a)?)?)?;
                }
            }
            row.remove(j);
        }
        Ok(())
    }
}
