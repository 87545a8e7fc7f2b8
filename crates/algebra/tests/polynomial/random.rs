//! Random polynomials from a fixed seed (splitmix64).

use alembert_algebra::Integer;
use alembert_algebra::polynomial::{Budget, Monomial, Poly};

pub(crate) struct Random(pub(crate) u64);

/// The shape of a random polynomial.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) atoms: usize,
    pub(crate) terms: u64,
    pub(crate) degree: u64,
}

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Mostly small, now and then beyond a machine word; never zero.
    pub(crate) fn coefficient(&mut self) -> Integer {
        let sign = if self.below(2) == 0 { Integer::ONE } else { Integer::MINUS_ONE };
        let small = Integer::from(i64::try_from(self.below(9)).unwrap() + 1);
        let size = if self.below(16) == 0 { Integer::from(i64::MAX - 2) } else { Integer::ONE };
        &(&sign * &small) * &size
    }

    pub(crate) fn monomial(&mut self, shape: Shape) -> Monomial {
        (0..shape.atoms).fold(Monomial::one(), |m, atom| {
            let k = u32::try_from(self.below(shape.degree + 1)).unwrap();
            m.mul(&Monomial::single(atom, k).unwrap()).unwrap()
        })
    }

    /// Up to `terms` terms; may be zero.
    pub(crate) fn poly(&mut self, shape: Shape) -> Poly {
        let terms = self.below(shape.terms + 1);
        Poly::from_terms((0..terms).map(|_| (self.monomial(shape), self.coefficient())).collect())
    }

    /// The same, never zero.
    pub(crate) fn nonzero(&mut self, shape: Shape) -> Poly {
        loop {
            let p = self.poly(shape);
            if !p.is_zero() {
                return p;
            }
        }
    }
}

/// Enough for every test that is not about the budget.
pub(crate) fn ample() -> Budget {
    Budget::new(100_000_000)
}

pub(crate) fn times(a: &Poly, b: &Poly) -> Poly {
    a.mul(b, &ample()).unwrap()
}

pub(crate) fn int(a: i64) -> Poly {
    Poly::constant(Integer::from(a))
}

pub(crate) fn x(atom: usize) -> Poly {
    Poly::atom(atom).unwrap()
}
