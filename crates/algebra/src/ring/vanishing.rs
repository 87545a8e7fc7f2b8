//! Fewer terms modulo polynomials that vanish.
//!
//! The columns of a rotation are unit vectors: `x² + y² + z² − 1` vanishes. With such a polynomial
//! `r`, a number `k` and a monomial `μ`
//!
//! ```text
//! p → p − k μ r                                                                      (1)
//! ```
//!
//! keeps the value of `p`. The step that saves most terms is taken, until none saves any. The
//! result is short and no normal form: that two polynomials agree is not decided here.

use rustc_hash::FxHashMap;

use super::{Fraction, Ring};
use crate::Integer;
use crate::polynomial::{AtomSet, Limit, Monomial, Poly};

/// Coefficients with more terms are left as they are.
const LARGEST: usize = 150;

/// Polynomials that vanish.
#[derive(Debug, Default)]
pub struct Vanishing {
    list: Vec<Poly>,
    atoms: AtomSet,
}

/// A step (1): the terms that it saves, the number, the monomial and which polynomial.
struct Step {
    saved: usize,
    k: Integer,
    monomial: Monomial,
    r: usize,
}

impl Vanishing {
    /// Polynomials that vanish. Steps are looked for at their terms with coefficient 1 or −1.
    #[must_use]
    pub fn new(list: Vec<Poly>) -> Self {
        let atoms = list.iter().flat_map(Poly::atoms).collect();
        Self { list, atoms }
    }

    /// The fraction with fewer terms above and below, in lowest terms. Where a divisor turns out to
    /// vanish, it stays as it is.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn fraction(&self, ring: &Ring, f: &Fraction) -> Result<Fraction, Limit> {
        if !f.atoms().any(|atom| self.atoms.contains(atom)) {
            return Ok(f.clone());
        }
        let num = ring.reduce(self.polynomial(&f.num)?)?;
        let mut short = Fraction { num, den: Vec::new(), ..f.clone() };
        for (p, k) in &f.den {
            let below = Fraction::polynomial(self.polynomial(p)?);
            let Some(inverse) = ring.inverse(&below)? else { return Ok(f.clone()) };
            for _ in 0..*k {
                short = ring.product(&short, &inverse)?;
            }
        }
        ring.into_lowest(short)
    }

    /// The polynomial with fewer terms: each coefficient of the other atoms by itself.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn polynomial(&self, p: &Poly) -> Result<Poly, Limit> {
        let others: AtomSet = p.atoms().filter(|&atom| !self.atoms.contains(atom)).collect();
        let mut sum = Poly::zero();
        for (monomial, coefficient) in p.groups(&others) {
            sum = &sum + &self.coefficient(coefficient)?.shift(&monomial)?;
        }
        Ok(sum)
    }

    fn coefficient(&self, mut p: Poly) -> Result<Poly, Limit> {
        while p.len() > 1 && p.len() <= LARGEST {
            let Some(Step { k, monomial, r, .. }) = self.best(&p)? else { break };
            p = &p - &self.list[r].shift(&monomial)?.scale(&k)?; // (1)
        }
        Ok(p)
    }

    /// The step that saves most terms, the first of them, if one saves any.
    fn best(&self, p: &Poly) -> Result<Option<Step>, Limit> {
        let terms: FxHashMap<&Monomial, &Integer> = p.terms().iter().map(|(m, c)| (m, c)).collect();
        let mut best: Option<Step> = None;
        for (r, vanishing) in self.list.iter().enumerate() {
            for (lead, unit) in vanishing.terms().iter().filter(|(_, c)| c.abs().is_one()) {
                for (m, c) in p.terms() {
                    let Some(monomial) = m.div(lead) else { continue };
                    let k = c * unit;
                    let saved = saved(&terms, vanishing, &monomial, &k)?;
                    if saved > best.as_ref().map_or(0, |step| step.saved) {
                        best = Some(Step { saved, k, monomial, r });
                    }
                }
            }
        }
        Ok(best)
    }
}

/// How many terms fewer `p − k μ r` has, zero if it does not have fewer.
fn saved(
    terms: &FxHashMap<&Monomial, &Integer>,
    r: &Poly,
    monomial: &Monomial,
    k: &Integer,
) -> Result<usize, Limit> {
    let (mut gone, mut new) = (0usize, 0usize);
    for (m, c) in r.terms() {
        match terms.get(&m.mul(monomial)?) {
            Some(&known) if *known == c * k => gone += 1,
            Some(_) => {}
            None => new += 1,
        }
    }
    Ok(gone.saturating_sub(new))
}

#[cfg(test)]
mod tests {
    use super::Vanishing;
    use crate::polynomial::Poly;
    use crate::ring::Ring;
    use crate::{Expr, Kind};

    fn symbols() -> [Expr; 5] {
        ["x", "y", "z", "a", "b"].map(|name| Expr::symbol(name, Kind::Coordinate, 0))
    }

    fn shortened(e: Expr) -> Expr {
        let [x, y, z, a, b] = symbols();
        let unit = x * x + y * y + z * z - Expr::one();
        let mut ring = Ring::new(&[x, y, z, a, b]).unwrap();
        let unit: Poly = ring.fraction(unit).unwrap().num;
        let f = ring.fraction(e).unwrap();
        ring.expression(&Vanishing::new(vec![unit]).fraction(&ring, &f).unwrap())
    }

    #[test]
    fn a_unit_vector_is_used_where_that_saves_terms() {
        let [x, y, z, a, b] = symbols();
        assert_eq!(shortened(a + b * (x * x + y * y + z * z)), a + b);
        assert_eq!(shortened(b - b * x * x - b * y * y), b * z * z);
        assert_eq!(shortened(a * x * x), a * x * x);
        let below = a * x * x + a * y * y + a * z * z + b;
        assert_eq!(shortened(x / below), x / (a + b));
    }

    #[test]
    fn a_divisor_that_vanishes_is_left_alone() {
        let [x, y, z, a, _] = symbols();
        let e = a / (x * x + y * y + z * z - Expr::one());
        assert_eq!(shortened(e), e);
    }
}
