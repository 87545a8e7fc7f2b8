//! Unknown constants in a linear identity.
//!
//! ```text
//! Σ cⱼ fⱼ = 0      for given functions fⱼ and unknown constants cⱼ          (1)
//! ```
//!
//! The functions are brought over one denominator, and (1) is read off monomial by monomial in
//! the atoms that are not constant: a linear system for the c, with coefficients in the constants.
//! Its solutions are looked for modulo a prime at random values of the constants, which tells
//! which c are zero, and only the few others are solved for exactly. What comes out is a proposal:
//! whoever asks must verify it.

use std::collections::BTreeMap;

use alembert_algebra::Integer;
use alembert_algebra::numeric::{Field, SplitMix64};
use alembert_algebra::polynomial::{AtomSet, Limit, Monomial, Poly};
use alembert_algebra::ring::{Fraction, Ring};

const FIELD: Field = Field::ALL[1];
const SEED: u64 = 0x1A7E_64A1;
/// More constants that are not zero than this are not solved for.
const LARGEST_SUPPORT: usize = 12;

/// Constants that are not zero, by the numbers of their functions.
pub(crate) type Solution = Vec<(usize, Fraction)>;

/// The linear system of (1).
#[derive(Debug)]
pub(crate) struct Identity<'a> {
    ring: &'a Ring,
    /// A row for each monomial, with the coefficients of the unknowns that are not zero.
    rows: Vec<BTreeMap<usize, Poly>>,
    unknowns: usize,
}

impl<'a> Identity<'a> {
    /// The system of several identities with the same constants; `functions[j]` lists what stands
    /// at cⱼ in each of them. `moving` are the atoms that are not constant.
    pub(crate) fn new(
        ring: &'a Ring,
        functions: &[Vec<Fraction>],
        moving: &AtomSet,
    ) -> Result<Self, Limit> {
        let mut rows = Vec::new();
        for i in 0..functions.first().map_or(0, Vec::len) {
            let column: Vec<&Fraction> = functions.iter().map(|f| &f[i]).collect();
            let mut of: BTreeMap<Monomial, BTreeMap<usize, Poly>> = BTreeMap::new();
            for (j, p) in numerators(ring, &column)?.into_iter().enumerate() {
                for (monomial, coefficient) in p.groups(moving) {
                    of.entry(monomial).or_default().insert(j, coefficient);
                }
            }
            rows.extend(of.into_values());
        }
        Ok(Self { ring, rows, unknowns: functions.len() })
    }

    /// Solutions in which unknown `j` is minus one and those after it are zero, for each `j` for
    /// which there is one, in ascending order.
    pub(crate) fn solutions(&self) -> Result<Vec<Solution>, Limit> {
        let Some(image) = self.image() else { return Ok(Vec::new()) };
        let echelon = Echelon::new(&image, self.unknowns);
        let mut found = Vec::new();
        for j in echelon.free() {
            let support = echelon.support(j);
            if support.len() <= LARGEST_SUPPORT {
                found.extend(self.exactly(&image, &support, j)?);
            }
        }
        Ok(found)
    }

    /// The constants cₖ of `Σ cₖ fₖ = fⱼ` over k < j, where j is the last unknown.
    pub(crate) fn express_last(&self) -> Result<Option<Solution>, Limit> {
        let last = self.unknowns - 1;
        let Some(image) = self.image() else { return Ok(None) };
        let echelon = Echelon::new(&image, self.unknowns);
        let support = echelon.support(last);
        if echelon.pivots.contains_key(&last) || support.len() > LARGEST_SUPPORT {
            return Ok(None);
        }
        Ok(self.exactly(&image, &support, last)?.map(|mut solution| {
            solution.retain(|(k, _)| *k != last);
            solution
        }))
    }

    /// The rows modulo the prime at random values of the constants.
    fn image(&self) -> Option<Vec<Vec<u64>>> {
        let values = self.random_values();
        let row = |row: &BTreeMap<usize, Poly>| {
            let mut image = vec![0; self.unknowns];
            for (&j, p) in row {
                image[j] = p.eval_mod(FIELD.p(), &values)?;
            }
            Some(image)
        };
        self.rows.iter().map(row).collect()
    }

    /// Random residues for all atoms, sines and cosines on their circles.
    fn random_values(&self) -> Vec<u64> {
        let mut random = SplitMix64::new(SEED);
        let mut values: Vec<u64> =
            (0..Monomial::ATOMS).map(|_| FIELD.random(&mut random)).collect();
        for (s, c) in self.ring.circles().filter(|&(_, c)| c < Monomial::ATOMS) {
            let u = values[s];
            let square = FIELD.mul(u, u);
            let inverse = FIELD.inv(FIELD.add(1, square)).expect("−1 is no square here");
            values[s] = FIELD.mul(FIELD.add(u, u), inverse);
            values[c] = FIELD.mul(FIELD.sub(1, square), inverse);
        }
        values
    }

    /// Solves for the supporting unknowns, the coefficient of `j` being minus one.
    fn exactly(
        &self,
        image: &[Vec<u64>],
        support: &[usize],
        j: usize,
    ) -> Result<Option<Solution>, Limit> {
        let narrow: Vec<Vec<u64>> =
            image.iter().map(|row| support.iter().map(|&k| row[k]).collect()).collect();
        let chosen = independent_rows(&narrow, support.len());
        if chosen.len() < support.len() {
            return Ok(None);
        }
        let entry = |i: usize, k: usize| {
            Fraction::polynomial(self.rows[i].get(&k).cloned().unwrap_or_default())
        };
        let matrix: Vec<Vec<Fraction>> =
            chosen.iter().map(|&i| support.iter().map(|&k| entry(i, k)).collect()).collect();
        let right: Vec<Vec<Fraction>> = chosen.iter().map(|&i| vec![entry(i, j)]).collect();
        let Some(values) = self.ring.solve(&matrix, &right)? else { return Ok(None) };
        let minus_one = Fraction::one().negate();
        let found = support.iter().zip(values).map(|(&k, mut c)| (k, c.remove(0)));
        Ok(Some(found.chain([(j, minus_one)]).collect()))
    }
}

/// The atoms that are not made of parameters.
pub(crate) fn moving(ring: &Ring, values: &[Fraction]) -> AtomSet {
    values.iter().flat_map(Fraction::atoms).filter(|&a| !ring.is_parameter(a)).collect()
}

/// The numerators over the common denominator.
fn numerators(ring: &Ring, column: &[&Fraction]) -> Result<Vec<Poly>, Limit> {
    let mut scalar = Integer::ONE;
    let mut den: Vec<(&Poly, u32)> = Vec::new();
    for f in column {
        scalar = &scalar * &missing(&scalar, &f.scalar);
        for (p, k) in &f.den {
            match den.iter_mut().find(|(q, _)| *q == p) {
                Some((_, most)) => *most = (*most).max(*k),
                None => den.push((p, *k)),
            }
        }
    }
    let over = |f: &&Fraction| {
        let factor = scalar.div_exact(&f.scalar).expect("a multiple");
        let mut all = Fraction::polynomial(f.num.scale(&factor)?);
        for &(p, most) in &den {
            let own = f.den.iter().find(|(q, _)| q == p).map_or(0, |(_, k)| *k);
            for _ in own..most {
                all = ring.product(&all, &Fraction::polynomial(p.clone()))?;
            }
        }
        Ok(all.num)
    };
    column.iter().map(over).collect()
}

/// What is missing in a number for it to be a multiple of another.
fn missing(number: &Integer, other: &Integer) -> Integer {
    other.div_exact(&number.gcd(other)).expect("a gcd divides")
}

/// Rows modulo the prime in reduced echelon form, by the column of their leading one.
struct Echelon {
    pivots: BTreeMap<usize, Vec<u64>>,
    columns: usize,
}

impl Echelon {
    fn new(rows: &[Vec<u64>], columns: usize) -> Self {
        let mut echelon = Self { pivots: BTreeMap::new(), columns };
        for row in rows {
            echelon.insert(row.clone());
        }
        echelon
    }

    /// Adds a row; is it independent of the others?
    fn insert(&mut self, mut row: Vec<u64>) -> bool {
        for (&column, pivot) in &self.pivots {
            subtract(&mut row, pivot, column);
        }
        let Some(column) = row.iter().position(|&x| x != 0) else { return false };
        let inverse = FIELD.inv(row[column]).expect("it is not zero");
        row.iter_mut().for_each(|x| *x = FIELD.mul(*x, inverse));
        for pivot in self.pivots.values_mut() {
            subtract(pivot, &row, column);
        }
        self.pivots.insert(column, row);
        true
    }

    /// The columns without a leading one.
    fn free(&self) -> Vec<usize> {
        (0..self.columns).filter(|j| !self.pivots.contains_key(j)).collect()
    }

    /// The leading columns on which a free column depends.
    fn support(&self, j: usize) -> Vec<usize> {
        self.pivots.iter().filter(|(_, row)| row[j] != 0).map(|(&k, _)| k).collect()
    }
}

/// Takes away the multiple of a row that has a one in this column.
fn subtract(row: &mut [u64], pivot: &[u64], column: usize) {
    let factor = row[column];
    if factor != 0 {
        for (x, &p) in row.iter_mut().zip(pivot) {
            *x = FIELD.sub(*x, FIELD.mul(factor, p));
        }
    }
}

/// The first rows that are independent, at most so many.
fn independent_rows(rows: &[Vec<u64>], most: usize) -> Vec<usize> {
    let mut echelon = Echelon { pivots: BTreeMap::new(), columns: most };
    let mut chosen = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        if chosen.len() < most && echelon.insert(row.clone()) {
            chosen.push(i);
        }
    }
    chosen
}
