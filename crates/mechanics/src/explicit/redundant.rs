//! Multipliers of constraints that depend on each other.
//!
//! Only the reaction is determined. With the independent rows `Bₖ` of all rows `B = C Bₖ`,
//!
//! ```text
//! Bᵀ λ = Bₖᵀ λₖ   ⇔   Cᵀ λ = λₖ                                                     (1)
//! λ = C (Cᵀ C)⁻¹ λₖ                                                                 (2)
//! ```
//!
//! where (2) is the solution of (1) of least norm.

use alembert_algebra::ring::Fraction;

use super::Row;
use super::blocks::Blocks;
use super::charts::{charts, columns};
use crate::Reason;

impl Blocks {
    /// The rows of `B` of all constraints, in their order.
    pub(super) fn reactions(&self) -> Vec<&Row> {
        let kept = self.kept.iter().copied().zip(&self.B);
        let mut all: Vec<(usize, &Row)> =
            kept.chain(self.dropped.iter().map(|(i, row)| (*i, row))).collect();
        all.sort_by_key(|(i, _)| *i);
        all.into_iter().map(|(_, row)| row).collect()
    }

    /// Equation (2): all multipliers through those of the independent constraints. A servo that
    /// follows from others may push elsewhere, and leaves its multiplier open.
    pub(super) fn of_least_norm(&self, lambda: Row) -> Result<Row, Reason> {
        if self.dropped.is_empty() {
            return Ok(lambda);
        }
        if self.A != self.B {
            return Err(Reason::Undetermined);
        }
        let (ring, k) = (&self.ring, self.kept.len());
        let C = self.combinations()?;
        let column = |c: usize| C.iter().map(move |row| &row[c]);
        let mut G = Vec::new();
        for i in 0..k {
            let entry = |j: usize| ring.into_lowest(ring.dot(column(i).zip(column(j)))?);
            G.push((0..k).map(entry).collect::<Result<Row, _>>()?);
        }
        let right: Vec<Row> = lambda.into_iter().map(|x| vec![x]).collect();
        let z = ring.solve(&G, &right)?.ok_or(Reason::Undetermined)?;
        let value = |row: &Row| {
            Ok(ring.into_lowest(ring.dot(row.iter().zip(z.iter().map(|z| &z[0])))?)?) // (2)
        };
        C.iter().map(value).collect()
    }

    /// The rows of `C`, in the order of the constraints.
    fn combinations(&self) -> Result<Vec<Row>, Reason> {
        let (ring, k) = (&self.ring, self.kept.len());
        let places = charts(ring, &self.B, self.y.len())?.remove(0).dependent;
        let chosen = columns(&self.B, &places);
        let transposed = |j: usize| chosen.iter().map(|row| row[j].clone()).collect();
        let square: Vec<Row> = (0..k).map(transposed).collect();
        let right = |&j: &usize| self.dropped.iter().map(|(_, row)| row[j].clone()).collect();
        let right: Vec<Row> = places.iter().map(right).collect();
        let solved = ring.solve(&square, &right)?.ok_or(Reason::Undetermined)?;
        let unit = |c: usize| -> Row {
            (0..k).map(|j| if c == j { Fraction::one() } else { Fraction::zero() }).collect()
        };
        let kept = self.kept.iter().enumerate().map(|(c, &i)| (i, unit(c)));
        let dropped = self.dropped.iter().enumerate();
        let dropped = dropped
            .map(|(d, (i, _))| (*i, solved.iter().map(|row| row[d].clone()).collect::<Row>()));
        let mut all: Vec<(usize, Row)> = kept.chain(dropped).collect();
        all.sort_by_key(|(i, _)| *i);
        Ok(all.into_iter().map(|(_, row)| row).collect())
    }
}
