//! Determinants of small matrices of polynomials.
//!
//! Two ways, for two purposes. Expansion in minors needs no division, so it works modulo any
//! relations between the atoms that the caller's product applies; its cost grows like 2ⁿ for full
//! matrices and is small for sparse ones. Fraction-free elimination (Bareiss) grows like n³, but
//! divides, so it is for polynomials without relations.
//!
//! ```text
//! det A = Σⱼ (−1)^(i+j) aᵢⱼ det Aᵢⱼ                                           (1)
//! aᵢⱼ ← (aₖₖ aᵢⱼ − aᵢₖ aₖⱼ) / d,   d the previous pivot, d = 1 at first       (2)
//! ```

use rustc_hash::FxHashMap;

use super::{Budget, Limit, Poly};

/// A product of polynomials, perhaps reduced modulo relations between the atoms.
type Product<'a> = &'a dyn Fn(&Poly, &Poly) -> Result<Poly, Limit>;

/// Minors are named by sets of rows and columns, which are the bits of a word.
const LARGEST_ORDER: usize = 64;
/// More minors than this are not kept.
const MOST_MINORS: usize = 1 << 18;

/// The determinant by expansion along the sparsest row of every minor, each computed once.
///
/// # Errors
/// Whatever `multiply` reports; [`Limit::Terms`] when there are more than 2¹⁸ minors or 64 rows.
///
/// # Panics
/// If the matrix is not square.
pub fn determinant(matrix: &[Vec<Poly>], multiply: Product<'_>) -> Result<Poly, Limit> {
    assert_square(matrix);
    match matrix {
        [] => return Ok(Poly::one()),
        [a] => return multiply(&a[0], &Poly::one()),
        [a, b] => return Ok(&product(multiply, &a[0], &b[1])? - &product(multiply, &a[1], &b[0])?),
        _ if matrix.len() > LARGEST_ORDER => return Err(Limit::Terms),
        _ => {}
    }
    let all = (0..matrix.len()).fold(0, |set, i| set | 1 << i);
    Expansion { matrix, multiply, minors: FxHashMap::default() }.minor(all, all)
}

/// The product, which needs no work where a factor is zero.
fn product(multiply: Product<'_>, a: &Poly, b: &Poly) -> Result<Poly, Limit> {
    if a.is_zero() || b.is_zero() { Ok(Poly::zero()) } else { multiply(a, b) }
}

fn assert_square(matrix: &[Vec<Poly>]) {
    assert!(matrix.iter().all(|row| row.len() == matrix.len()), "the matrix is square");
}

struct Expansion<'a> {
    matrix: &'a [Vec<Poly>],
    multiply: Product<'a>,
    minors: FxHashMap<(u64, u64), Poly>,
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..LARGEST_ORDER).filter(move |i| set >> i & 1 == 1)
}

impl Expansion<'_> {
    fn minor(&mut self, rows: u64, columns: u64) -> Result<Poly, Limit> {
        if rows == 0 {
            return Ok(Poly::one());
        }
        if let Some(minor) = self.minors.get(&(rows, columns)) {
            return Ok(minor.clone());
        }
        let (place, row) = self.sparsest(rows, columns);
        let mut sum = Poly::zero();
        for (j, column) in members(columns).enumerate() {
            let entry = &self.matrix[row][column];
            if entry.is_zero() {
                continue;
            }
            let minor = self.minor(rows & !(1 << row), columns & !(1 << column))?;
            let product = (self.multiply)(entry, &minor)?;
            sum = if (place + j).is_multiple_of(2) { &sum + &product } else { &sum - &product }; // (1)
        }
        if self.minors.len() >= MOST_MINORS {
            return Err(Limit::Terms);
        }
        self.minors.insert((rows, columns), sum.clone());
        Ok(sum)
    }

    /// The row with the fewest entries, then terms, in these columns; with its place among the rows.
    fn sparsest(&self, rows: u64, columns: u64) -> (usize, usize) {
        let entries =
            |row: usize| members(columns).map(move |column| self.matrix[row][column].len());
        let weight = |row: usize| {
            (entries(row).filter(|&terms| terms > 0).count(), entries(row).sum::<usize>())
        };
        members(rows).enumerate().min_by_key(|&(_, row)| weight(row)).expect("rows are left")
    }
}

/// The determinant by fraction-free elimination.
///
/// # Errors
/// Any [`Limit`]: of the budget, of the degree or of the coefficients.
///
/// # Panics
/// If the matrix is not square.
pub fn fraction_free_determinant(matrix: &[Vec<Poly>], budget: &Budget) -> Result<Poly, Limit> {
    assert_square(matrix);
    let mut a = matrix.to_vec();
    let mut previous = Poly::one();
    let mut negative = false;
    for k in 0..a.len() {
        let pivots = (k..a.len()).filter(|&i| !a[i][k].is_zero());
        let Some(pivot) = pivots.min_by_key(|&i| a[i][k].len()) else { return Ok(Poly::zero()) };
        if pivot != k {
            a.swap(pivot, k);
            negative = !negative;
        }
        for i in k + 1..a.len() {
            for j in k + 1..a.len() {
                let kept = a[k][k].mul(&a[i][j], budget)?;
                let cleared = &kept - &a[i][k].mul(&a[k][j], budget)?;
                let quotient = cleared.div_exact(&previous, budget)?;
                a[i][j] = quotient.expect("minors divide"); // (2)
            }
        }
        previous = a[k][k].clone();
    }
    Ok(if negative { -&previous } else { previous })
}
