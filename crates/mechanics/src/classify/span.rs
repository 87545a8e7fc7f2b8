//! Which Taylor polynomials are combinations, with constant coefficients, of others.
//!
//! The coefficients are found modulo a prime and turned into fractions,
//!
//! ```text
//! Y = Σ cₖ Yₖ (mod p),     cₖ = a/b with a², b² < p/2                               (1)
//! ```
//!
//! and the combination is then checked exactly. So what is left out is proved to depend on what is
//! kept; what is kept need not be independent.

use std::collections::BTreeMap;

use alembert_algebra::Rational;
use alembert_algebra::numeric::{Field, SplitMix64};
use alembert_algebra::polynomial::Limit;
use alembert_algebra::ring::{Fraction, Ring};

use super::jet::{Jet, JetField, degree};

const FIELD: Field = Field::ALL[1];
const SEED: u64 = 0x5EED_0F1E;
/// Constants have fewer atoms than this; further ones are taken as one.
const MOST_ATOMS: usize = 64;

/// Coefficients of a field by degree, component and monomial.
type Row = BTreeMap<(u32, usize, u128), u64>;

/// Fields that were kept, and their residues in echelon form, sorted by pivot. Pivots have the
/// lowest degree of their row.
pub(super) struct Span {
    kept: Vec<JetField>,
    /// Each row with its coefficients in the fields that are kept.
    rows: Vec<(Row, BTreeMap<usize, u64>)>,
    /// A random residue for each atom.
    point: Vec<u64>,
}

impl Span {
    pub(super) fn new() -> Self {
        let mut random = SplitMix64::new(SEED);
        let point = (0..MOST_ATOMS).map(|_| FIELD.random(&mut random)).collect();
        Self { kept: Vec::new(), rows: Vec::new(), point }
    }

    /// Forgets everything beyond an order.
    pub(super) fn truncate(&mut self, order: u32) {
        for (row, _) in &mut self.rows {
            row.retain(|(degree, ..), _| *degree <= order);
        }
        self.rows.retain(|(row, _)| !row.is_empty());
        for jet in self.kept.iter_mut().flatten() {
            *jet = jet.truncated(order);
        }
    }

    /// Is the field a combination of those that are kept? Otherwise it is kept, too.
    pub(super) fn contains(&mut self, ring: &Ring, field: &JetField) -> Result<bool, Limit> {
        let Some(mut row) = self.residues(field) else {
            return Ok(field.iter().all(Jet::is_zero));
        };
        let mut used: BTreeMap<usize, u64> = BTreeMap::new();
        for (known, combination) in &self.rows {
            let (pivot, &lead) = known.first_key_value().expect("a row has an entry");
            let Some(&entry) = row.get(pivot) else { continue };
            let factor = FIELD.div(entry, lead).expect("a pivot is not zero");
            subtract(&mut row, factor, known);
            for (&k, &c) in combination {
                let sum = used.entry(k).or_insert(0);
                *sum = FIELD.add(*sum, FIELD.mul(factor, c));
            }
        }
        if row.is_empty() && self.is_combination(ring, field, &used)? {
            return Ok(true);
        }
        self.keep(field, row, used);
        Ok(false)
    }

    fn keep(&mut self, field: &JetField, row: Row, used: BTreeMap<usize, u64>) {
        let mut combination: BTreeMap<usize, u64> =
            used.into_iter().map(|(k, c)| (k, FIELD.neg(c))).collect();
        combination.insert(self.kept.len(), 1);
        self.kept.push(field.clone());
        if !row.is_empty() {
            let pivot = |row: &Row| row.first_key_value().map(|(place, _)| *place);
            let place = self.rows.partition_point(|(known, _)| pivot(known) < pivot(&row));
            self.rows.insert(place, (row, combination));
        }
    }

    /// Equation (1), exactly.
    fn is_combination(
        &self,
        ring: &Ring,
        field: &JetField,
        coefficients: &BTreeMap<usize, u64>,
    ) -> Result<bool, Limit> {
        let mut rest = field.clone();
        for (&k, &c) in coefficients.iter().filter(|(_, c)| **c != 0) {
            let Some(c) = fraction(FIELD.neg(c)) else { return Ok(false) };
            let c = Fraction::number(&c);
            for (jet, known) in rest.iter_mut().zip(&self.kept[k]) {
                *jet = jet.plus(ring, &c, known)?;
            }
        }
        Ok(rest.iter().all(Jet::is_zero))
    }

    /// The coefficients of a field modulo the prime; none when one of them has no residue.
    fn residues(&self, field: &JetField) -> Option<Row> {
        let mut row = Row::new();
        for (j, jet) in field.iter().enumerate() {
            for (m, c) in jet.terms() {
                let residue = self.residue(c)?;
                if residue != 0 {
                    row.insert((degree(m), j, m), residue);
                }
            }
        }
        Some(row)
    }

    fn residue(&self, f: &Fraction) -> Option<u64> {
        let p = FIELD.p();
        let mut below = f.scalar.modulo(p);
        for (factor, k) in &f.den {
            let value = factor.eval_mod(p, &self.point)?;
            below = FIELD.mul(below, FIELD.pow(value, u64::from(*k)));
        }
        FIELD.div(f.num.eval_mod(p, &self.point)?, below)
    }
}

fn subtract(row: &mut Row, factor: u64, known: &Row) {
    for (place, &c) in known {
        let term = FIELD.mul(factor, c);
        let entry = row.entry(*place).or_insert(0);
        *entry = FIELD.sub(*entry, term);
        if *entry == 0 {
            row.remove(place);
        }
    }
}

/// The fraction a/b of (1) with this residue, by Euclid's algorithm.
fn fraction(residue: u64) -> Option<Rational> {
    let bound = 1i128 << 30;
    let (mut r, mut next) = (i128::from(FIELD.p()), i128::from(residue));
    let (mut b, mut next_b) = (0i128, 1i128);
    while next > bound {
        let q = r / next;
        (r, next) = (next, r - q * next);
        (b, next_b) = (next_b, b - q * next_b);
    }
    let (num, den) = (i64::try_from(next).ok()?, i64::try_from(next_b).ok()?);
    (den != 0 && i128::from(den).abs() <= bound).then(|| Rational::ratio(num, den))
}
