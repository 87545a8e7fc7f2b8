//! Linear equations with coefficients in a ring, solved exactly by Cramer's rule.
//!
//! ```text
//! A x = b,     xⱼ = det A(b in place of column j) / det A                    (1)
//! ```
//!
//! Blocks of the matrix that do not touch each other are solved apart, and each row is cleared of
//! its denominators and its common factor first; so the determinants stay as small as they can.
//! Made for the small matrices of equations that are shown, not for large systems.

use super::fraction::common_denominator;
use super::{Atom, Fraction, Relation, Ring};
use crate::Integer;
use crate::polynomial::{Limit, Poly, determinant, gcd_all};

impl Ring {
    /// The solution of `A x = b` for every column `b` of `right`, in lowest terms; `None` when
    /// the matrix is singular.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn solve(
        &self,
        matrix: &[Vec<Fraction>],
        right: &[Vec<Fraction>],
    ) -> Result<Option<Vec<Vec<Fraction>>>, Limit> {
        let columns = right.first().map_or(0, Vec::len);
        let mut solution = vec![vec![Fraction::zero(); columns]; matrix.len()];
        for (rows, unknowns) in blocks(matrix) {
            if rows.len() != unknowns.len() {
                return Ok(None);
            }
            if let ([i], [j]) = (rows.as_slice(), unknowns.as_slice()) {
                let Some(inverse) = self.inverse(&matrix[*i][*j])? else { return Ok(None) };
                let quotient = |b| self.into_lowest(self.product(b, &inverse)?);
                solution[*j] = right[*i].iter().map(quotient).collect::<Result<_, _>>()?;
                continue;
            }
            let mut cleared = Vec::with_capacity(rows.len());
            for &i in &rows {
                let row = unknowns.iter().map(|&j| matrix[i][j].clone());
                cleared.push(self.cleared_row(&row.chain(right[i].clone()).collect::<Vec<_>>())?);
            }
            let Some(values) = self.cramer(&cleared)? else { return Ok(None) };
            for (&j, value) in unknowns.iter().zip(values) {
                solution[j] = value;
            }
        }
        Ok(Some(solution))
    }

    /// Equation (1) for the rows `[A | b₁ b₂ …]`.
    fn cramer(&self, rows: &[Vec<Poly>]) -> Result<Option<Vec<Vec<Fraction>>>, Limit> {
        let n = rows.len();
        let multiply = |a: &Poly, b: &Poly| self.multiply(a, b);
        let square: Vec<Vec<Poly>> = rows.iter().map(|row| row[..n].to_vec()).collect();
        let whole = Fraction::polynomial(determinant(&square, &multiply)?);
        let Some(inverse) = self.inverse(&whole)? else { return Ok(None) };
        let mut values = vec![Vec::new(); n];
        for (j, value) in values.iter_mut().enumerate() {
            for column in n..rows[0].len() {
                if rows.iter().all(|row| row[column].is_zero()) {
                    value.push(Fraction::zero());
                    continue;
                }
                let mut replaced = square.clone();
                for (row, given) in replaced.iter_mut().zip(rows) {
                    row[j] = given[column].clone();
                }
                let part = Fraction::polynomial(determinant(&replaced, &multiply)?);
                value.push(self.into_lowest(self.product(&part, &inverse)?)?); // (1)
            }
        }
        Ok(Some(values))
    }

    /// The determinant of a square matrix, in lowest terms.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn determinant(&self, matrix: &[Vec<Fraction>]) -> Result<Fraction, Limit> {
        let mut scale = Fraction::one();
        let mut rows = Vec::with_capacity(matrix.len());
        for row in matrix {
            let (multiple, polynomials) = self.without_denominators(row)?;
            rows.push(polynomials);
            scale = self.product(&scale, &multiple)?;
        }
        let whole = determinant(&rows, &|a, b| self.multiply(a, b))?;
        self.into_lowest(self.product(&Fraction::polynomial(whole), &scale)?)
    }

    /// A row without denominators and without common factor.
    fn cleared_row(&self, row: &[Fraction]) -> Result<Vec<Poly>, Limit> {
        let polynomials = self.without_denominators(row)?.1;
        let common = gcd_all(polynomials.iter(), &self.budget)?;
        if common.is_zero() || common.is_one() {
            return Ok(polynomials);
        }
        let quotient =
            |p: &Poly| Ok(p.div_exact(&common, &self.budget)?.expect("a common divisor divides"));
        polynomials.iter().map(quotient).collect()
    }

    /// One over the common denominator of the fractions, and the fractions times it.
    pub(crate) fn without_denominators(
        &self,
        row: &[Fraction],
    ) -> Result<(Fraction, Vec<Poly>), Limit> {
        let den = row.iter().fold(Vec::new(), |den, f| common_denominator(&den, &f.den));
        let scalar = row.iter().fold(Integer::ONE, |all, f| lcm(&all, &f.scalar));
        let over = |f: &Fraction| {
            let factor = scalar.div_exact(&f.scalar).expect("a multiple");
            self.over(f, &den)?.scale(&factor)
        };
        let polynomials = row.iter().map(over).collect::<Result<_, _>>()?;
        Ok((Fraction { num: Poly::one(), scalar, den }, polynomials))
    }

    /// A multiple of a column that has neither denominators nor a common factor, where a sine and
    /// what a quadratic condition gives count as factors; its first entry that is not zero leads
    /// with a positive term.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn cleared_column(&self, column: &[Fraction]) -> Result<Vec<Poly>, Limit> {
        let mut cleared = self.cleared_row(column)?;
        let is_factor = |r: &&Relation| {
            r.degree == 2 && matches!(self.atoms[r.atom], Atom::Sin(_) | Atom::Symbol(_))
        };
        'sines: loop {
            for relation in self.relations.iter().filter(is_factor) {
                let over = cleared.iter().map(|p| match p.is_zero() {
                    true => Ok(Some(Poly::zero())),
                    false => self.over_root(p, relation.atom, &relation.value),
                });
                let Some(quotients) = over.collect::<Result<Option<Vec<_>>, _>>()? else {
                    continue;
                };
                if quotients.iter().any(|p| !p.is_zero()) {
                    cleared = quotients;
                    continue 'sines;
                }
            }
            break;
        }
        let first = cleared.iter().find(|p| !p.is_zero());
        let flip = first.is_some_and(Poly::leads_negative);
        Ok(if flip { cleared.iter().map(|p| -p).collect() } else { cleared })
    }

    /// `Σ aᵢ bᵢ`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn dot<'a>(
        &self,
        pairs: impl IntoIterator<Item = (&'a Fraction, &'a Fraction)>,
    ) -> Result<Fraction, Limit> {
        let mut sum = Fraction::zero();
        for (a, b) in pairs {
            if !a.is_zero() && !b.is_zero() {
                let product = self.product(a, b)?;
                sum = if sum.is_zero() { product } else { self.add(&sum, &product)? };
            }
        }
        Ok(sum)
    }
}

fn lcm(a: &Integer, b: &Integer) -> Integer {
    a * &b.div_exact(&a.gcd(b)).expect("a gcd divides")
}

/// Rows and columns of the blocks that do not touch each other.
fn blocks(matrix: &[Vec<Fraction>]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let n = matrix.len();
    let mut seen = vec![false; n];
    let mut found = Vec::new();
    for start in 0..n {
        if seen[start] {
            continue;
        }
        let (mut rows, mut columns) = (vec![start], Vec::new());
        let mut next = 0;
        while next < rows.len() {
            let i = rows[next];
            seen[i] = true;
            next += 1;
            for j in (0..n).filter(|&j| !matrix[i][j].is_zero()) {
                if !columns.contains(&j) {
                    columns.push(j);
                    let touching = (0..n).filter(|&k| !matrix[k][j].is_zero());
                    let fresh: Vec<usize> = touching.filter(|k| !rows.contains(k)).collect();
                    rows.extend(fresh);
                }
            }
        }
        found.push((rows, columns));
    }
    found
}
