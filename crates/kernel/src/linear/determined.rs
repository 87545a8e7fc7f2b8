//! Which unknowns linear equations determine.
//!
//! ```text
//! G δ = −g determines δᵢ    if and only if    eᵢ is a combination of the rows of G           (1)
//! ```
//!
//! An equation with one unknown determines it, and the unknown is left out of the others; so on. What is
//! left falls into parts without common unknowns. In each part, with the rows as columns of Q R,
//!
//! ```text
//! |(1 − Q₁ Q₁ᵀ) eᵢ| = 0     Q₁: the columns of Q for the independent rows                    (2)
//! ```

use super::norm;
use super::pivoted_qr::PivotedQr;

/// What is left of a row over all of it, where nothing but rounding is left.
const ROUNDING: f64 = 1e-13;

/// The unknowns that equations determine, and the number of equations that are independent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Determined {
    /// The number of independent rows.
    pub rank: usize,
    /// Is each of the unknowns the same in all solutions?
    pub unknowns: Vec<bool>,
}

/// Condition (1) for rows of n entries; none when a number is not finite.
///
/// ```
/// // x + y = …, z = …
/// let found = alembert_kernel::determined(3, &[1.0, 1.0, 0.0, 0.0, 0.0, 2.0]).unwrap();
/// assert_eq!((found.rank, found.unknowns), (2, vec![false, false, true]));
/// ```
#[must_use]
pub fn determined(n: usize, rows: &[f64]) -> Option<Determined> {
    if !rows.iter().all(|x| x.is_finite()) {
        return None;
    }
    let mut peeled = Peeled::new(n, rows);
    let mut rank = peeled.take_single_unknowns();
    let mut unknowns = std::mem::take(&mut peeled.is_known);
    let mut qr = PivotedQr::new();
    for part in peeled.parts() {
        rank += part.look(&mut qr, &mut unknowns);
    }
    Some(Determined { rank, unknowns })
}

/// Rows by their entries that are not zero, of which those of known unknowns count no more.
struct Peeled {
    rows: Vec<Vec<(usize, f64)>>,
    /// The rows in which each unknown stands.
    of_unknown: Vec<Vec<usize>>,
    is_known: Vec<bool>,
}

impl Peeled {
    fn new(n: usize, dense: &[f64]) -> Self {
        let sparse = |row: &[f64]| -> Vec<(usize, f64)> {
            row.iter().copied().enumerate().filter(|(_, a)| *a != 0.0).collect()
        };
        let rows: Vec<Vec<(usize, f64)>> = dense.chunks(n.max(1)).map(sparse).collect();
        let mut of_unknown = vec![Vec::new(); n];
        for (i, row) in rows.iter().enumerate() {
            row.iter().for_each(|&(j, _)| of_unknown[j].push(i));
        }
        Self { rows, of_unknown, is_known: vec![false; n] }
    }

    /// The number of unknowns that stand alone in a row, one after the other.
    fn take_single_unknowns(&mut self) -> usize {
        let mut waiting: Vec<usize> = (0..self.rows.len()).collect();
        let mut taken = 0;
        while let Some(i) = waiting.pop() {
            let [(j, _)] = self.rows[i][..] else { continue };
            self.is_known[j] = true;
            taken += 1;
            for k in std::mem::take(&mut self.of_unknown[j]) {
                self.leave_out(k, j);
                waiting.push(k);
            }
        }
        taken
    }

    /// Leaves an unknown out of a row, and the row altogether where only rounding is left.
    fn leave_out(&mut self, row: usize, unknown: usize) {
        let size =
            |row: &[(usize, f64)]| row.iter().fold(0.0, |most: f64, (_, a)| most.max(a.abs()));
        let before = size(&self.rows[row]);
        self.rows[row].retain(|&(j, _)| j != unknown);
        if size(&self.rows[row]) <= ROUNDING * before {
            for (j, _) in std::mem::take(&mut self.rows[row]) {
                self.of_unknown[j].retain(|&k| k != row);
            }
        }
    }

    /// The rows that are left, in parts without common unknowns.
    fn parts(&self) -> Vec<Part<'_>> {
        let mut met = vec![false; self.rows.len()];
        let mut parts = Vec::new();
        for first in (0..self.rows.len()).filter(|&i| !self.rows[i].is_empty()) {
            let (mut waiting, mut part) = (vec![first], Part { peeled: self, rows: Vec::new() });
            while let Some(i) = waiting.pop() {
                if !std::mem::replace(&mut met[i], true) {
                    part.rows.push(i);
                    waiting.extend(self.rows[i].iter().flat_map(|(j, _)| &self.of_unknown[*j]));
                }
            }
            part.rows.sort_unstable();
            parts.extend((!part.rows.is_empty()).then_some(part));
        }
        parts
    }
}

/// Rows that have to do with each other.
struct Part<'a> {
    peeled: &'a Peeled,
    rows: Vec<usize>,
}

impl Part<'_> {
    /// Notes the unknowns that the part determines; the rank of its rows.
    fn look(&self, qr: &mut PivotedQr<f64>, is_known: &mut [bool]) -> usize {
        let rows = || self.rows.iter().map(|&i| &self.peeled.rows[i]);
        let mut columns: Vec<usize> = rows().flatten().map(|&(j, _)| j).collect();
        columns.sort_unstable();
        columns.dedup();
        let n = columns.len();
        let mut place = vec![0; is_known.len()];
        columns.iter().enumerate().for_each(|(k, &j)| place[j] = k);
        qr.factorise(n, self.rows.len(), |k, column| {
            for &(j, a) in &self.peeled.rows[self.rows[k]] {
                column[place[j]] = a;
            }
        });
        let mut unit = vec![0.0; n];
        for (k, &j) in columns.iter().enumerate() {
            unit.fill(0.0);
            unit[k] = 1.0;
            qr.q_transposed(&mut unit);
            is_known[j] = norm(&unit[qr.rank..]) < ROUNDING / qr.ratio; // (2)
        }
        qr.rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_is_determined_through_those_that_stand_alone_and_through_pairs() {
        // x = …, x + y = …, u + v = …, u − v = …, w + z = …, 2 w + 2 z = …
        let rows = [
            [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, -1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 1.0, 1.0],
            [0.0, 0.0, 0.0, 0.0, 2.0, 2.0],
        ];
        let found = determined(6, &rows.concat()).unwrap();
        assert_eq!(found.rank, 5);
        assert_eq!(found.unknowns, [true, true, true, true, false, false]);
    }

    #[test]
    fn a_small_share_of_an_unknown_leaves_the_other_open() {
        // x' = 1e-9 y' leaves both open, whatever their units are.
        let found = determined(2, &[1.0, -1e-9]).unwrap();
        assert_eq!((found.rank, found.unknowns), (1, vec![false, false]));
        // a row that is another one but for rounding says nothing
        let rows = [1.0, 0.0, 1.0, 1e-16];
        assert_eq!(determined(2, &rows).unwrap().unknowns, [true, false]);
        assert_eq!(determined(2, &[f64::NAN, 1.0]), None);
    }

    #[test]
    fn a_combination_of_many_rows_determines_an_unknown() {
        // x₀ + x₁ = …, x₁ + x₂ = …, x₂ + x₃ = …, x₀ + x₃ + x₄ = …: only x₄ is determined, by signs that alternate
        // x₄ = (x₀ + x₃ + x₄) − (x₀ + x₁) + (x₁ + x₂) − (x₂ + x₃)
        let mut rows = vec![0.0; 20];
        for (i, j) in [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 0), (3, 3), (3, 4)] {
            rows[5 * i + j] = 1.0;
        }
        let found = determined(5, &rows).unwrap();
        assert_eq!((found.rank, found.unknowns), (4, vec![false, false, false, false, true]));
    }
}
