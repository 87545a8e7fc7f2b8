//! What the entries of rotations obey, in the ring of a motion.
//!
//! Structure does not see that `Bᵀ B = 1`. Matrices and values are shortened by such relations, and
//! whether something vanishes is decided in the parameters of Rodrigues, where they are identities
//! (equations (4) and (9) of `rotation`).

use std::collections::BTreeMap;

use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::vanishing::Vanishing;
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, contains};

use super::Row;
use super::blocks::Blocks;
use crate::Reason;
use crate::rotation::Rotation;

/// The relations of the entries, and the entries through the parameters.
#[derive(Debug, Default)]
pub(super) struct Turned {
    relations: Vanishing,
    chart: BTreeMap<usize, Fraction>,
}

/// The rotations of which an entry occurs.
pub(super) fn occurring(rotations: &[Rotation], roots: &[Expr]) -> Vec<Rotation> {
    let occurs = |b: &Expr| roots.iter().any(|&e| contains(e, *b));
    let is_there = |r: &&Rotation| r.entries().iter().flatten().any(occurs);
    rotations.iter().filter(is_there).cloned().collect()
}

/// The symbols of rotations: entries and parameters.
pub(super) fn symbols(rotations: &[Rotation]) -> Vec<Expr> {
    let of = |r: &Rotation| -> Vec<Expr> {
        r.entries().into_iter().flatten().chain(r.chart()).collect()
    };
    rotations.iter().flat_map(of).collect()
}

impl Turned {
    /// The relations of these rotations, whose symbols the ring knows.
    pub(super) fn new(ring: &mut Ring, rotations: &[Rotation]) -> Result<Self, Reason> {
        let mut list: Vec<Poly> = Vec::new();
        let mut chart = BTreeMap::new();
        for rotation in rotations {
            for relation in rotation.orthogonality() {
                list.push(ring.fraction(relation)?.num);
            }
            for (entry, value) in rotation.by_chart() {
                chart.insert(ring.symbol(entry), ring.fraction(value)?);
            }
        }
        Ok(Self { relations: Vanishing::new(list), chart })
    }

    /// The fraction with fewer terms.
    pub(super) fn shorter(&self, ring: &Ring, f: &Fraction) -> Result<Fraction, Reason> {
        if self.chart.is_empty() { Ok(f.clone()) } else { Ok(self.relations.fraction(ring, f)?) }
    }

    /// Is it proved that the fraction is zero for all rotations? Nothing it divides by is so.
    pub(super) fn vanishes(&self, ring: &Ring, f: &Fraction) -> Result<bool, Reason> {
        if f.is_zero() || self.chart.is_empty() {
            return Ok(f.is_zero());
        }
        let at = |p: &Poly| ring.replace(&Fraction::polynomial(p.clone()), &self.chart);
        for (p, _) in &f.den {
            if at(p)?.is_zero() {
                return Ok(false);
            }
        }
        Ok(at(&self.relations.polynomial(&f.num)?)?.is_zero())
    }
}

impl Blocks {
    /// Rows with fewer terms.
    pub(super) fn shorter(&self, rows: &[Row]) -> Result<Vec<Row>, Reason> {
        let row = |row: &Row| row.iter().map(|x| self.turned.shorter(&self.ring, x)).collect();
        rows.iter().map(row).collect()
    }

    /// The same with fewer terms.
    pub(super) fn shortened(mut self) -> Result<Self, Reason> {
        let Self { ring, turned, M, B, A, f, g, V, w, .. } = &mut self;
        if turned.chart.is_empty() {
            return Ok(self);
        }
        let rows = [M, B, A, V].into_iter().flatten();
        for row in rows.chain([f, g, w]) {
            let short = row.iter().map(|x| turned.shorter(ring, x));
            *row = short.collect::<Result<Row, Reason>>()?;
        }
        Ok(self)
    }
}
