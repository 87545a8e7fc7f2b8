//! Values of graph expressions modulo a prime, consistent with the relations of a ring.
//!
//! Symbols, unspecified functions and exponentials take random residues, base angles random points
//! of the circle
//!
//! ```text
//! s = 2u/(1 + u²),   c = (1 − u²)/(1 + u²),                                (1)
//! ```
//!
//! and roots of order n the power that is the inverse of n modulo the order (p − 1)/2 of the group
//! of quadratic residues,
//!
//! ```text
//! a^(1/n) = a^(1/n mod (p − 1)/2)   for a quadratic residue a,             (2)
//! ```
//!
//! which is multiplicative. Atoms that are positive take quadratic residues, as `√(a²) = a` is
//! used for them. This is a homomorphism of the ring, so a residue that is not zero
//! proves that the form is not zero. Integers made of the primes up to 47 have square roots in the
//! field that is used.

use super::Ring;
use super::lattice::Combination;
use crate::evaluate::{Arithmetic, evaluate};
use crate::graph::Symbol;
use crate::numeric::{Field, SplitMix64};
use crate::{Elementary, Expr, Rational, Unspecified};

/// The field of all residues here.
const FIELD: Field = Field::ALL[1];
const PRIME: u64 = FIELD.p();

/// A random point: a residue for each atom.
#[derive(Debug)]
pub struct ResiduePoint<'a> {
    ring: &'a Ring,
    values: Vec<u64>,
}

/// The point does not lie in the domain: another one must be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missed;

impl Ring {
    /// A random point of the ring.
    pub fn point(&self, random: &mut SplitMix64) -> ResiduePoint<'_> {
        let field = FIELD;
        let mut values: Vec<u64> = self.atoms.iter().map(|_| FIELD.random(random)).collect();
        for (atom, value) in values.iter_mut().enumerate() {
            if self.is_positive(atom) {
                *value = field.mul(*value, *value); // √(a²) = a must hold
            }
        }
        for k in 0..self.angles.len() {
            let atom = self.angles.atom(k);
            let u = values[atom];
            let square = field.mul(u, u);
            // 1 + u² never vanishes: −1 is no square modulo a prime that is 3 modulo 4
            let inverse = field.inv(field.add(1, square)).expect("1 + u² is not zero");
            values[atom] = field.mul(field.add(u, u), inverse); // (1)
            values[atom + 1] = field.mul(field.sub(1, square), inverse);
        }
        ResiduePoint { ring: self, values }
    }
}

impl ResiduePoint<'_> {
    /// The residues of graph expressions at this point.
    ///
    /// # Errors
    /// [`Missed`] when a divisor vanishes or a radicand is no quadratic residue here.
    pub fn evaluate(&self, roots: &[Expr]) -> Result<Vec<u64>, Missed> {
        evaluate(roots, self)
    }

    fn signed_power(&self, a: u64, n: i64) -> Result<u64, Missed> {
        FIELD.powi(a, n).ok_or(Missed)
    }

    /// Cosine and sine of a combination.
    fn circle(&self, combination: &Combination) -> Result<(u64, u64), Missed> {
        let f = &FIELD;
        let mut point = (1, 0);
        for &(k, n) in &combination.parts {
            let atom = self.ring.angles.atom(k);
            let (c, s) = (self.values[atom + 1], self.values[atom]);
            let base = if n < 0 { (c, f.sub(0, s)) } else { (c, s) };
            point = self.turn(point, self.turn_often(base, n.unsigned_abs()));
        }
        let half = f.inv(2).expect("2 is not zero");
        let sixth = (f.mul(self.root(3, 2)?, half), half);
        let fourth = f.mul(self.root(2, 2)?, half);
        // e^{iπ/12} = e^{iπ/3} e^{−iπ/4}
        let twelfth = self.turn(self.turn(sixth, sixth), (fourth, f.sub(0, fourth)));
        Ok(self.turn(point, self.turn_often(twelfth, combination.twelfths)))
    }

    fn turn(&self, (c, s): (u64, u64), (d, t): (u64, u64)) -> (u64, u64) {
        let f = &FIELD;
        (f.sub(f.mul(c, d), f.mul(s, t)), f.add(f.mul(s, d), f.mul(c, t)))
    }

    fn turn_often(&self, mut base: (u64, u64), mut n: u64) -> (u64, u64) {
        let mut point = (1, 0);
        while n > 0 {
            if n & 1 == 1 {
                point = self.turn(point, base);
            }
            base = self.turn(base, base);
            n >>= 1;
        }
        point
    }

    fn exponential(&self, combination: &Combination) -> Result<u64, Missed> {
        combination.parts.iter().try_fold(1, |product, &(k, n)| {
            let base = self.values[self.ring.exponents.atom(k)];
            Ok(FIELD.mul(product, self.signed_power(base, n)?))
        })
    }

    /// Equation (2).
    fn root(&self, a: u64, n: u64) -> Result<u64, Missed> {
        let order = (PRIME - 1) / 2;
        if a == 0 {
            return Ok(0);
        }
        if FIELD.pow(a, order) != 1 {
            return Err(Missed);
        }
        let inverse = inverse_modulo(n, order).ok_or(Missed)?;
        Ok(FIELD.pow(a, inverse))
    }
}

/// The inverse of `n` modulo `m`, if they have no common factor.
fn inverse_modulo(n: u64, m: u64) -> Option<u64> {
    let (mut r, mut next_r) = (i128::from(m), i128::from(n % m));
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r != 0 {
        let q = r / next_r;
        (r, next_r) = (next_r, r - q * next_r);
        (t, next_t) = (next_t, t - q * next_t);
    }
    if r == 1 { u64::try_from(t.rem_euclid(i128::from(m))).ok() } else { None }
}

impl Arithmetic for ResiduePoint<'_> {
    type Value = u64;
    type Error = Missed;

    fn number(&self, r: &Rational) -> Result<u64, Missed> {
        let inverse = FIELD.inv(r.denom().modulo(PRIME)).ok_or(Missed)?;
        Ok(FIELD.mul(r.numer().modulo(PRIME), inverse))
    }

    fn symbol(&self, e: Expr, _: &Symbol) -> Result<u64, Missed> {
        self.ring.atom_of_symbol(e).map(|atom| self.values[atom]).ok_or(Missed)
    }

    fn add(&self, a: &u64, b: &u64) -> Result<u64, Missed> {
        Ok(FIELD.add(*a, *b))
    }

    fn multiply(&self, a: &u64, b: &u64) -> Result<u64, Missed> {
        Ok(FIELD.mul(*a, *b))
    }

    fn power(&self, a: &u64, k: &Rational) -> Result<u64, Missed> {
        if *a == 0 {
            return if k.is_negative() { Err(Missed) } else { Ok(0) };
        }
        let n = k.denom().to_i64().ok_or(Missed)?;
        let root = if n == 1 { *a } else { self.root(*a, n.unsigned_abs())? };
        let exponent = k.numer().modulo(PRIME - 1); // a^(p − 1) = 1
        Ok(FIELD.pow(root, exponent))
    }

    fn elementary(&self, e: Expr, f: Elementary, x: &[u64]) -> Result<u64, Missed> {
        use Elementary as E;
        if self.ring.values.contains_key(&e) {
            return Err(Missed);
        }
        let combination = || self.ring.combinations.get(&e).ok_or(Missed);
        let quotient = |a, b| FIELD.inv(b).map(|i| FIELD.mul(a, i)).ok_or(Missed);
        match f {
            E::Sin => Ok(self.circle(combination()?)?.1),
            E::Cos => Ok(self.circle(combination()?)?.0),
            E::Tan => self.circle(combination()?).and_then(|(c, s)| quotient(s, c)),
            E::Exp => self.exponential(combination()?),
            E::Sinh | E::Cosh | E::Tanh => {
                let exp = self.exponential(combination()?)?;
                let inverse = quotient(1, exp)?;
                let (difference, sum) = (FIELD.sub(exp, inverse), FIELD.add(exp, inverse));
                match f {
                    E::Sinh => quotient(difference, 2),
                    E::Cosh => quotient(sum, 2),
                    _ => quotient(difference, sum),
                }
            }
            E::Abs => self.root(FIELD.mul(x[0], x[0]), 2),
            E::Sign => quotient(self.root(FIELD.mul(x[0], x[0]), 2)?, x[0]),
            _ => self.atom(e),
        }
    }

    fn unspecified(&self, e: Expr, _: &Unspecified, _: &[u64]) -> Result<u64, Missed> {
        self.atom(e)
    }
}

impl ResiduePoint<'_> {
    fn atom(&self, e: Expr) -> Result<u64, Missed> {
        self.ring.atom_of.get(&e).map(|&atom| self.values[atom]).ok_or(Missed)
    }
}
