//! Roots as atoms.
//!
//! ```text
//! r = d f^(1/n),   rⁿ = p,   d a denominator that makes p a polynomial      (1)
//! √(c p) = √c √p                  c a positive integer                      (2)
//! √(q p) = √q √p                  √q occurs, so q ≥ 0 where all is defined  (3)
//! √(h² p) = h √p                  h a product of positive atoms             (4)
//! ```
//!
//! A square that may have either sign is never taken out of a root: `√(x²)` stays an atom with
//! the relation `r² = x²`, which is true whatever the sign of `x`.

use super::{Atom, Fraction, Relation, Ring, Weakness};
use crate::polynomial::{Limit, Monomial, Poly, gcd, squarefree};
use crate::{Integer, Rational};

/// A root of order `degree`; its `degree`-th power is the radicand.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    pub(crate) degree: u32,
    pub(crate) radicand: Poly,
    /// What `d` of equation (1) is: roots with different `d` are different atoms.
    pub(crate) clearing: Fraction,
    pub(crate) atom: usize,
}

/// Roots of a higher order than this are given up.
const HIGHEST_ROOT: i64 = 60;

impl Ring {
    /// `f^(k/n)` for a fraction in lowest terms `k/n` with `n > 1`; `None` when it divides by
    /// zero.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn rational_power(
        &mut self,
        f: &Fraction,
        exponent: &Rational,
    ) -> Result<Option<Fraction>, Limit> {
        let n = exponent.denom().to_i64().filter(|n| *n <= HIGHEST_ROOT).ok_or(Limit::Degree)?;
        let k = exponent.numer().to_i64().ok_or(Limit::Degree)?;
        if f.is_zero() {
            return Ok((k > 0).then(Fraction::zero));
        }
        let root = self.root(f, u32::try_from(n).expect("a denominator is positive"))?;
        self.raise(&root, k)
    }

    /// `f^(1/n)`.
    fn root(&mut self, f: &Fraction, n: u32) -> Result<Fraction, Limit> {
        let (radicand, clearing) = self.cleared(f, n)?; // (1)
        let root = if n == 2 {
            self.square_root(&radicand, &clearing)?
        } else {
            self.weaken(Weakness::Roots);
            Fraction::polynomial(Poly::atom(self.root_atom(n, radicand, &clearing)?)?)
        };
        let inverse = self.inverse(&clearing)?.expect("a denominator is not zero");
        self.product(&root, &inverse)
    }

    /// The polynomial `p = f dⁿ` and `d`, which holds each factor often enough.
    fn cleared(&self, f: &Fraction, n: u32) -> Result<(Poly, Fraction), Limit> {
        let mut d = Poly::constant(f.scalar.clone());
        let mut p = f.num.scale(&f.scalar.pow(n - 1))?;
        for (q, k) in &f.den {
            let j = k.div_ceil(n);
            d = self.multiply(&d, &self.power(q, j)?)?;
            p = self.multiply(&p, &self.power(q, j * n - k)?)?;
        }
        Ok((p, Fraction::polynomial(d)))
    }

    fn square_root(&mut self, p: &Poly, clearing: &Fraction) -> Result<Fraction, Limit> {
        let content = p.content();
        let sign = if p.leads_negative() && p.to_constant().is_some() {
            Integer::MINUS_ONE
        } else {
            Integer::ONE
        };
        let constant = Poly::constant(&content * &sign);
        let rest = p.div_exact(&constant, &self.budget)?.expect("the content divides");
        let mut root = self.root_of_integer(&content)?; // (2)
        if sign == Integer::MINUS_ONE {
            self.weaken(Weakness::Roots);
            let atom = self.root_atom(2, Poly::constant(Integer::MINUS_ONE), clearing)?;
            root = self.multiply(&root, &Poly::atom(atom)?)?;
        }
        let (outside, rest) = self.positive_square(&rest)?; // (4)
        root = self.multiply(&root, &outside)?;
        let (known, rest, signed) = self.known_roots(rest, clearing)?; // (3)
        root = self.multiply(&root, &known)?;
        if !rest.is_one() || !(signed || self.is_positive_polynomial(&clearing.num)) {
            let atom = self.root_atom(2, rest, clearing)?;
            root = self.multiply(&root, &Poly::atom(atom)?)?;
        }
        Ok(Fraction::polynomial(root))
    }

    /// `√c` for a positive integer: primes with odd exponent become atoms.
    fn root_of_integer(&mut self, c: &Integer) -> Result<Poly, Limit> {
        if let Some(root) = c.sqrt_exact() {
            return Ok(Poly::constant(root));
        }
        let mut left = c.to_i64().ok_or(Limit::Size)?;
        let mut root = Poly::one();
        let mut prime = 2;
        while left > 1 {
            if prime * prime > left {
                prime = left;
            }
            let mut k = 0;
            while left % prime == 0 {
                left /= prime;
                k += 1;
            }
            root = root.scale(&Integer::from(prime).pow(k / 2))?;
            if k % 2 == 1 {
                let radicand = Poly::constant(prime.into());
                let atom = self.root_atom(2, radicand, &Fraction::one())?;
                root = self.multiply(&root, &Poly::atom(atom)?)?;
            }
            prime += 1;
            if left > 1 && prime > 1_000_000 {
                return Err(Limit::Size);
            }
        }
        Ok(root)
    }

    /// The square factors of `p` that are products of positive atoms.
    fn positive_square(&self, p: &Poly) -> Result<(Poly, Poly), Limit> {
        let mut outside = Monomial::one();
        for (atom, k) in p.common_monomial().factors() {
            if self.is_positive(atom) {
                outside = outside.mul(&Monomial::single(atom, k / 2)?)?;
            }
        }
        let h = Poly::term(outside, Integer::ONE);
        let square = h.pow(2, &self.budget)?;
        let rest = p.div_exact(&square, &self.budget)?.expect("the monomial divides");
        Ok((h, rest))
    }

    /// The product of known roots whose radicands divide `p`, and what is left.
    fn known_roots(&self, p: Poly, clearing: &Fraction) -> Result<(Poly, Poly, bool), Limit> {
        let (mut root, mut rest) = (Poly::one(), p);
        let mut signed = false;
        for known in self.roots.iter().filter(|r| r.degree == 2) {
            let plain = known.clearing == Fraction::one() || known.clearing == *clearing;
            if !plain || known.radicand.to_constant().is_some() || rest.is_one() {
                continue;
            }
            if let Some(quotient) = rest.div_exact(&known.radicand, &self.budget)? {
                let keeps_sign = known.clearing == Fraction::one() || quotient.is_one();
                let usable = quotient.is_one() || quotient.to_constant().is_none();
                if keeps_sign && usable {
                    signed |= known.clearing != Fraction::one();
                    rest = quotient;
                    root = self.multiply(&root, &Poly::atom(known.atom)?)?;
                }
            }
        }
        Ok((root, rest, signed))
    }

    /// Is every term positive: a positive coefficient, odd powers of positive atoms only?
    fn is_positive_polynomial(&self, p: &Poly) -> bool {
        p.terms().iter().all(|(m, c)| {
            !c.is_negative() && m.factors().all(|(atom, k)| k % 2 == 0 || self.is_positive(atom))
        })
    }

    fn root_atom(&mut self, n: u32, p: Poly, clearing: &Fraction) -> Result<usize, Limit> {
        let same = |r: &&Root| r.degree == n && r.radicand == p && r.clearing == *clearing;
        if let Some(known) = self.roots.iter().find(same) {
            return Ok(known.atom);
        }
        if !self.is_independent_radicand(&p)? {
            self.weaken(Weakness::Roots);
        }
        let atom = self.fresh(Atom::Root(self.roots.len()), p.atoms());
        self.relations.push(Relation { atom, degree: n, value: p.clone() });
        self.roots.push(Root { degree: n, radicand: p, clearing: clearing.clone(), atom });
        Ok(atom)
    }

    /// Radicands that are square-free, coprime to each other and free of other relations make
    /// independent roots; nothing is claimed for others.
    fn is_independent_radicand(&self, p: &Poly) -> Result<bool, Limit> {
        if let Some(c) = p.to_constant() {
            return Ok(!c.is_negative() && !c.is_one());
        }
        let related = |atom: usize| !matches!(self.atoms[atom], Atom::Symbol(_) | Atom::Opaque(_));
        if p.atoms().any(related) || squarefree(p, &self.budget)?.iter().any(|(_, k)| *k > 1) {
            return Ok(false);
        }
        for other in self.roots.iter().filter(|r| r.radicand.to_constant().is_none()) {
            if gcd(p, &other.radicand, &self.budget)?.to_constant().is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
