//! A system of differential forms, solved for some of the differentials.
//!
//! ```text
//! dsₐ = Σ Bₐⱼ drⱼ                             q = (r, s)                     (1)
//! Xⱼ  = ∂/∂rⱼ + Σ Bₐⱼ ∂/∂sₐ                   the allowed directions         (2)
//! [Xᵢ, Xⱼ] = Σ Cₐᵢⱼ ∂/∂sₐ,   Cₐᵢⱼ = Xᵢ Bₐⱼ − Xⱼ Bₐᵢ                          (3)
//! I' = { Σ fₐ ωₐ : Σ fₐ Cₐᵢⱼ = 0 }            the derived system             (4)
//! ```
//!
//! A function h is an integral exactly when Xⱼ h = 0 for all j. The system is integrable exactly
//! when every C vanishes (Frobenius); otherwise its integrable part is what is left of it when (4)
//! is taken again and again: the forms that vanish on the closure of the allowed directions under
//! brackets.

use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Matrix, Vector, partial};

use super::effort::Effort;

/// The forms (1).
#[derive(Debug, Clone)]
pub(super) struct Pfaffian {
    /// All variables.
    pub(super) q: Vec<Expr>,
    /// The places of s in q, one for each form.
    pub(super) dependent: Vec<usize>,
    /// The places of r in q.
    pub(super) free: Vec<usize>,
    /// B of (1): a row for each form, a column for each free variable.
    pub(super) slopes: Matrix,
}

impl Pfaffian {
    /// Solves forms, one a row, for as many differentials as there are independent forms. `None`
    /// when it cannot be proved that what was divided by is different from zero.
    pub(super) fn new(
        q: &[Expr],
        forms: &Matrix,
        effort: &Effort,
    ) -> Result<Option<Self>, ConversionError> {
        let entries: Vec<Expr> = forms.entries().collect();
        let (ring, values) = effort.fractions(&entries)?;
        let mut rows: Vec<Vec<Fraction>> =
            values.chunks(q.len().max(1)).map(<[Fraction]>::to_vec).collect();
        let mut dependent = Vec::new();
        while let Some((i, s)) = pivot(&ring, &rows[dependent.len()..]) {
            let row = dependent.len();
            rows.swap(row, row + i);
            eliminate(&ring, &mut rows, row, s)?;
            dependent.push(s);
        }
        effort.settle(&ring)?;
        if !ring.divisors_are_proved() {
            return Ok(None);
        }
        let free: Vec<usize> = (0..q.len()).filter(|j| !dependent.contains(j)).collect();
        let slope = |row: &Vec<Fraction>| -> Vector {
            free.iter().map(|&j| ring.expression(&row[j].negate())).collect()
        };
        let slopes = rows[..dependent.len()].iter().map(slope).collect();
        let slopes = Matrix::from_rows(slopes, free.len());
        Ok(Some(Self { q: q.to_vec(), dependent, free, slopes }))
    }

    /// The number of independent forms.
    pub(super) fn rank(&self) -> usize {
        self.dependent.len()
    }

    /// The derivative of a function along allowed direction number `j`, by (2).
    pub(super) fn along(&self, j: usize, h: Expr) -> Expr {
        let own = partial(h, self.q[self.free[j]]);
        let parts = self.dependent.iter().enumerate();
        let parts = parts.map(|(a, &s)| self.slopes[(a, j)] * partial(h, self.q[s]));
        Expr::sum(parts.chain([own]))
    }

    /// Is `h` proved to be constant along every allowed direction?
    pub(super) fn keeps(&self, h: Expr) -> bool {
        (0..self.free.len()).all(|j| zero_test(self.along(j, h)) == Verdict::Zero)
    }

    /// The forms of (1) again: a row each, in the order of q.
    pub(super) fn forms(&self) -> Matrix {
        let row = |a: usize| -> Vector {
            let mut row = vec![Expr::zero(); self.q.len()];
            row[self.dependent[a]] = Expr::one();
            for (j, &r) in self.free.iter().enumerate() {
                row[r] = -self.slopes[(a, j)];
            }
            row.into()
        };
        Matrix::from_rows((0..self.rank()).map(row).collect(), self.q.len())
    }

    /// The components (3) of all brackets of allowed directions, a row for each pair.
    fn brackets(&self) -> Vec<Vec<Expr>> {
        let B = &self.slopes;
        let pairs = (0..self.free.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let bracket = |(i, j): (usize, usize)| {
            let component = |a| self.along(i, B[(a, j)]) - self.along(j, B[(a, i)]); // (3)
            (0..self.rank()).map(component).collect::<Vec<Expr>>()
        };
        pairs.map(bracket).filter(|row| row.iter().any(|&c| c != Expr::zero())).collect()
    }

    /// The forms whose closure under brackets vanishes: (4) until nothing changes. `None` when
    /// it is not decided.
    pub(super) fn integrable_part(&self, effort: &Effort) -> Result<Option<Self>, ConversionError> {
        let mut system = self.clone();
        loop {
            let brackets = system.brackets();
            let Some(kept) = combinations(&brackets, system.rank(), effort)? else {
                return Ok(None);
            };
            if kept.nrows() == system.rank() {
                return Ok(Some(system));
            }
            let forms = &kept * &system.forms();
            match Self::new(&system.q, &forms, effort)? {
                Some(smaller) => system = smaller,
                None => return Ok(None),
            }
        }
    }

    /// Form number `a` alone, as a system in which all other variables are free.
    pub(super) fn alone(&self, a: usize) -> Vector {
        self.forms().rows()[a].clone()
    }
}

/// A basis of the solutions f of `Σ fₐ rows[i][a] = 0`, one a row; `None` when undecided.
pub(super) fn combinations(
    rows: &[Vec<Expr>],
    k: usize,
    effort: &Effort,
) -> Result<Option<Matrix>, ConversionError> {
    // Only the places of the unknowns matter here, not their names.
    let unknowns = vec![Expr::zero(); k];
    let table = Matrix::from_rows(rows.iter().map(|r| r.clone().into()).collect(), k);
    let Some(solved) = Pfaffian::new(&unknowns, &table, effort)? else { return Ok(None) };
    // The rows give some of the f through the others, as (1) does for differentials.
    let row = |j: usize| -> Vector {
        let mut row = vec![Expr::zero(); k];
        row[solved.free[j]] = Expr::one();
        for (a, &s) in solved.dependent.iter().enumerate() {
            row[s] = solved.slopes[(a, j)];
        }
        row.into()
    };
    Ok(Some(Matrix::from_rows((0..solved.free.len()).map(row).collect(), k)))
}

/// The simplest entry that is not zero: its row and its column.
fn pivot(ring: &Ring, rows: &[Vec<Fraction>]) -> Option<(usize, usize)> {
    let places = (0..rows.len()).flat_map(|i| (0..rows[i].len()).map(move |j| (i, j)));
    places.filter(|&(i, j)| !rows[i][j].is_zero()).min_by_key(|&(i, j)| {
        let f = &rows[i][j];
        let moving = f.atoms().any(|a| !ring.is_parameter(a));
        (moving, f.num.len() + f.den.len(), i, j)
    })
}

/// Makes the entry in this row and column one, and all others in the column zero.
fn eliminate(
    ring: &Ring,
    rows: &mut [Vec<Fraction>],
    row: usize,
    column: usize,
) -> Result<(), ConversionError> {
    let inverse = ring.inverse(&rows[row][column])?.expect("a pivot is not zero");
    for entry in &mut rows[row] {
        *entry = ring.into_lowest(ring.product(entry, &inverse)?)?;
    }
    let pivot = rows[row].clone();
    for other in (0..rows.len()).filter(|&i| i != row) {
        let factor = rows[other][column].clone();
        if factor.is_zero() {
            continue;
        }
        for (entry, p) in rows[other].iter_mut().zip(&pivot) {
            *entry = ring.into_lowest(ring.subtract(entry, &ring.product(&factor, p)?)?)?;
        }
    }
    Ok(())
}
