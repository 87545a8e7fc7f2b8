//! Vectors and matrices of expressions. Zero rows or columns are ordinary sizes.

use std::ops::{Add, Deref, Index, Mul, Neg, Sub};

use crate::Expr;

/// A column of expressions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vector(Vec<Expr>);

/// A rectangle of expressions, stored by rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matrix {
    rows: Vec<Vector>,
    cols: usize,
}

impl Vector {
    /// The vector of `n` zeros.
    #[must_use]
    pub fn zeros(n: usize) -> Self {
        Self(vec![Expr::zero(); n])
    }

    /// `self · other`. Pairs with a zero are left out before a product is made: most are such where there are many
    /// coordinates.
    #[must_use]
    pub fn dot(&self, other: &[Expr]) -> Expr {
        debug_assert_eq!(self.len(), other.len(), "both factors have the same length");
        let zero = Expr::zero();
        let vanishes = |a: Expr, b: Expr| a == zero && b.fault().is_none();
        let counts = |(a, b): &(&Expr, &Expr)| !vanishes(**a, **b) && !vanishes(**b, **a);
        self.iter().zip(other).filter(counts).map(|(&a, &b)| a * b).sum()
    }

    /// The entries that are not zero, with their places.
    pub fn sparse(&self) -> impl Iterator<Item = (usize, Expr)> {
        let zero = Expr::zero();
        self.iter().copied().enumerate().filter(move |&(_, e)| e != zero)
    }

    /// `self` followed by `other`.
    #[must_use]
    pub fn stack(&self, other: &[Expr]) -> Self {
        self.iter().chain(other).copied().collect()
    }
}

impl Matrix {
    /// The matrix with these rows and `cols` columns.
    #[must_use]
    pub fn from_rows(rows: Vec<Vector>, cols: usize) -> Self {
        debug_assert!(rows.iter().all(|r| r.len() == cols), "every row has `cols` entries");
        Self { rows, cols }
    }

    /// The zero matrix.
    #[must_use]
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self::from_rows(vec![Vector::zeros(cols); rows], cols)
    }

    /// The symmetric matrix with these entries; `entry` is asked for `(i, j)` with `i ≤ j` only.
    #[must_use]
    pub fn symmetric(n: usize, mut entry: impl FnMut(usize, usize) -> Expr) -> Self {
        let mut rows = vec![Vector::zeros(n); n];
        for i in 0..n {
            for j in i..n {
                let value = entry(i, j);
                rows[i].0[j] = value;
                rows[j].0[i] = value;
            }
        }
        Self::from_rows(rows, n)
    }

    /// Number of rows.
    #[must_use]
    pub fn nrows(&self) -> usize {
        self.rows.len()
    }

    /// Number of columns.
    #[must_use]
    pub fn ncols(&self) -> usize {
        self.cols
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Vector] {
        &self.rows
    }

    /// All entries, row by row.
    pub fn entries(&self) -> impl Iterator<Item = Expr> {
        self.rows.iter().flat_map(|row| row.iter().copied())
    }

    /// The entries that are not zero, row by row: in a large system these are few.
    pub fn support(&self) -> impl Iterator<Item = Expr> {
        let zero = Expr::zero();
        self.entries().filter(move |&e| e != zero)
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(&self) -> Self {
        let rows = (0..self.cols).map(|j| self.rows.iter().map(|r| r[j]).collect()).collect();
        Self::from_rows(rows, self.nrows())
    }

    /// The matrix of the chosen rows.
    #[must_use]
    pub fn select_rows(&self, chosen: &[usize]) -> Self {
        Self::from_rows(chosen.iter().map(|&i| self.rows[i].clone()).collect(), self.cols)
    }

    /// The matrix with every entry mapped; equal entries have equal images, and of zero there is one.
    #[must_use]
    pub fn map(&self, mut f: impl FnMut(Expr) -> Expr) -> Self {
        let (zero, mut image) = (Expr::zero(), None);
        let mut entry = |&e: &Expr| match e == zero {
            true => *image.get_or_insert_with(|| f(zero)),
            false => f(e),
        };
        let rows = self.rows.iter().map(|r| r.iter().map(&mut entry).collect()).collect();
        Self::from_rows(rows, self.cols)
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = Expr;
    fn index(&self, (i, j): (usize, usize)) -> &Expr {
        &self.rows[i][j]
    }
}

impl FromIterator<Expr> for Vector {
    fn from_iter<I: IntoIterator<Item = Expr>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}

impl From<Vec<Expr>> for Vector {
    fn from(v: Vec<Expr>) -> Self {
        Self(v)
    }
}

impl Deref for Vector {
    type Target = [Expr];
    fn deref(&self) -> &[Expr] {
        &self.0
    }
}

impl Add for &Vector {
    type Output = Vector;
    fn add(self, o: &Vector) -> Vector {
        debug_assert_eq!(self.len(), o.len(), "both terms have the same length");
        self.iter().zip(o.iter()).map(|(&a, &b)| a + b).collect()
    }
}

impl Sub for &Vector {
    type Output = Vector;
    fn sub(self, o: &Vector) -> Vector {
        debug_assert_eq!(self.len(), o.len(), "both terms have the same length");
        self.iter().zip(o.iter()).map(|(&a, &b)| a - b).collect()
    }
}

impl Neg for &Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        self.iter().map(|&a| -a).collect()
    }
}

impl Mul<&[Expr]> for &Matrix {
    type Output = Vector;
    fn mul(self, v: &[Expr]) -> Vector {
        self.rows.iter().map(|r| r.dot(v)).collect()
    }
}

impl Mul for &Matrix {
    type Output = Matrix;
    /// Pairs with a zero are left out, as in [`Vector::dot`], before they are even looked at.
    fn mul(self, o: &Matrix) -> Matrix {
        let faulty = |matrix: &Matrix| matrix.support().any(|e| e.fault().is_some());
        if faulty(self) || faulty(o) {
            let t = o.transpose();
            return Matrix::from_rows(self.rows.iter().map(|r| &t * &**r).collect(), o.cols);
        }
        let sparse: Vec<Vec<(usize, Expr)>> = o.rows.iter().map(|r| r.sparse().collect()).collect();
        let mut terms = vec![Vec::new(); o.cols];
        let row = |r: &Vector| {
            let mut met = Vec::new();
            for (k, a) in r.sparse() {
                for &(j, b) in &sparse[k] {
                    if terms[j].is_empty() {
                        met.push(j);
                    }
                    terms[j].push(a * b);
                }
            }
            let mut product = Vector::zeros(o.cols);
            for j in met {
                product.0[j] = Expr::sum(terms[j].drain(..));
            }
            product
        };
        Matrix::from_rows(self.rows.iter().map(row).collect(), o.cols)
    }
}
