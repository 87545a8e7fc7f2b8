//! Double-double numbers for the tests: sums and products without error [Dekker 1971].

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::tape::Elementary;

/// hi + lo, with lo below half a unit of hi.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Precise(pub f64, pub f64);

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let v = s - a;
    (s, (a - (s - v)) + (b - v))
}

impl From<f64> for Precise {
    fn from(a: f64) -> Self {
        Precise(a, 0.0)
    }
}
impl From<Precise> for f64 {
    fn from(a: Precise) -> f64 {
        a.0
    }
}
impl Neg for Precise {
    type Output = Self;
    fn neg(self) -> Self {
        Precise(-self.0, -self.1)
    }
}
impl Add for Precise {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let (s, e) = two_sum(self.0, b.0);
        let (u, v) = two_sum(self.1, b.1);
        let (s, e) = two_sum(s, e + u);
        let (s, e) = two_sum(s, e + v);
        Precise(s, e)
    }
}
impl Sub for Precise {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + -b
    }
}
impl Mul for Precise {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let p = self.0 * b.0;
        let e = self.0.mul_add(b.0, -p) + (self.0 * b.1 + self.1 * b.0);
        let (s, e) = two_sum(p, e);
        Precise(s, e)
    }
}
impl Div for Precise {
    type Output = Self;
    fn div(self, b: Self) -> Self {
        let first = Precise(self.0 / b.0, 0.0);
        let rest = self - first * b;
        let second = Precise(rest.0 / b.0, 0.0);
        let rest = rest - second * b;
        first + second + Precise(rest.0 / b.0, 0.0)
    }
}

impl Elementary for Precise {
    /// Taylor's series; arguments of the tests are small.
    fn sin(self) -> Self {
        alternating(self, self, 2.0)
    }
    fn cos(self) -> Self {
        alternating(self, Precise(1.0, 0.0), 1.0)
    }
    fn sqrt(self) -> Self {
        let root = Precise(self.0.sqrt(), 0.0);
        root + (self - root * root) / (Precise(2.0, 0.0) * root)
    }
}

/// Σ (−1)ᵏ a²ᵏ first / (n (n + 1)) …
fn alternating(a: Precise, first: Precise, mut n: f64) -> Precise {
    let (mut term, mut sum) = (first, first);
    while term.0.abs() > 1e-40 {
        term = -(term * a * a) / Precise::from(n * (n + 1.0));
        sum = sum + term;
        n += 2.0;
    }
    sum
}
