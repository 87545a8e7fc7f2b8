//! Univariate polynomials over residues, as coefficients from the constant term up, any words.

use super::Field;

impl Field {
    /// The degree of the greatest common divisor by Euclid's algorithm; `None` if both are zero.
    ///
    /// ```
    /// use alembert_algebra::numeric::Field;
    /// let field = Field::ALL[0];
    /// let minus = |n: i64| field.from_i64(-n);
    /// let a = vec![minus(1), 0, 1]; // x² − 1
    /// let b = vec![1, minus(2), 1]; // (x − 1)²
    /// assert_eq!(field.gcd_degree(a, b), Some(1));
    /// ```
    #[must_use]
    pub fn gcd_degree(self, mut a: Vec<u64>, mut b: Vec<u64>) -> Option<usize> {
        for polynomial in [&mut a, &mut b] {
            polynomial.iter_mut().for_each(|x| *x %= self.p);
            trim(polynomial);
        }
        while let Some(inverse) = b.last().and_then(|&lead| self.inv(lead)) {
            self.remainder(&mut a, &b, inverse);
            std::mem::swap(&mut a, &mut b);
        }
        a.len().checked_sub(1)
    }

    /// `a` modulo `b`, whose leading coefficient has the given inverse.
    fn remainder(self, a: &mut Vec<u64>, b: &[u64], inverse: u64) {
        while a.len() >= b.len() {
            let factor = self.mul(a[a.len() - 1], inverse);
            let shift = a.len() - b.len();
            for (entry, &coefficient) in a[shift..].iter_mut().zip(b) {
                *entry = self.sub(*entry, self.mul(factor, coefficient));
            }
            trim(a);
        }
    }
}

/// Drops leading zeros.
fn trim(coefficients: &mut Vec<u64>) {
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
}
