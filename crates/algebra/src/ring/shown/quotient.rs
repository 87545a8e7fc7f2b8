//! Candidates for the form of a fraction.

use super::polynomial::absorb_sign;
use super::{Form, Writer};
use crate::Integer;
use crate::polynomial::{Limit, Monomial, Poly};
use crate::ring::Fraction;
use crate::ring::fraction::push_factor;

/// Numerators with more terms are not written as a sum of fractions.
const LARGEST_TO_SPLIT: usize = 200;
/// Nor are those with more products of velocities.
const MOST_PARTS: usize = 12;

impl Writer<'_> {
    /// The shortest form of a fraction in lowest terms.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn form(&self, f: &Fraction) -> Result<Form, Limit> {
        let mut best = self.whole(f)?;
        let divided = !f.den.is_empty() || !f.scalar.is_one();
        // The parts would be multiplied by a conjugate again.
        let as_it_stands = f.den.iter().any(|(p, _)| self.ring.has_conjugate(p));
        if divided && !as_it_stands && f.num.len() > 1 && f.num.len() <= LARGEST_TO_SPLIT {
            let groups = f.num.groups(&self.fast);
            if groups.len() > 1 && groups.len() <= MOST_PARTS {
                let mut parts = Vec::with_capacity(groups.len());
                for (m, c) in groups {
                    let part = Fraction { num: c.shift(&m)?, ..f.clone() };
                    parts.push((false, self.whole(&self.ring.into_lowest(part)?)?));
                }
                best = best.shorter(Form::sum(parts));
            }
        }
        Ok(best)
    }

    /// The sum of forms.
    #[must_use]
    pub fn total(forms: Vec<Form>) -> Form {
        Form::sum(forms.into_iter().map(|form| (false, form)).collect())
    }

    /// The factors of the denominator that contain more than parameters, with their exponents.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn poles(&self, f: &Fraction) -> Result<Vec<(Poly, u32)>, Limit> {
        if f.den.is_empty() {
            return Ok(Vec::new());
        }
        let moving = |p: &Poly| p.atoms().any(|a| !self.ring.is_parameter(a));
        Ok(self.with_sines(f)?.den.into_iter().filter(|(p, _)| moving(p)).collect())
    }

    /// As one fraction.
    fn whole(&self, f: &Fraction) -> Result<Form, Limit> {
        if f.is_zero() {
            return Ok(Form::number(&Integer::ZERO));
        }
        let plain = self.quotient(f)?;
        if f.den.is_empty() {
            return Ok(plain);
        }
        let with_sines = self.with_sines(f)?;
        if with_sines == *f {
            return Ok(plain);
        }
        let cancelled = self.quotient(&with_sines)?;
        let is_cancelled =
            with_sines.den.iter().any(|(p, _)| self.ring.has_conjugate(p) && p.len() > 1);
        Ok(if is_cancelled { cancelled } else { plain.shorter(cancelled) })
    }

    /// Sines given back to the denominator: `D (1 − c²)ᵏ = D s²ᵏ`, one `s` at a time against the
    /// numerator. The denominator then contains sines, so this is a form and no normal form.
    fn with_sines(&self, f: &Fraction) -> Result<Fraction, Limit> {
        let mut f = f.clone();
        let budget = &self.ring.budget;
        for (s, c) in self.ring.circles() {
            if !f.den.iter().any(|(p, _)| p.contains(c)) {
                continue;
            }
            let ends = [&Poly::atom(c)? - &Poly::one(), &Poly::atom(c)? + &Poly::one()];
            let (mut count, mut den) = ([0u32; 2], Vec::new());
            let mut minus = false;
            for (p, k) in &f.den {
                let mut p = p.clone();
                for (end, n) in ends.iter().zip(&mut count) {
                    while let Some(rest) = p.div_exact(end, budget)? {
                        p = rest;
                        *n += k;
                    }
                }
                match p.to_constant() {
                    None => push_factor(&mut den, &p, *k),
                    Some(unit) => minus ^= unit.is_negative() && k % 2 == 1,
                }
            }
            let pairs = count[0].min(count[1]);
            if pairs == 0 {
                continue;
            }
            for (end, n) in ends.iter().zip(count) {
                if n > pairs {
                    push_factor(&mut den, end, n - pairs);
                }
            }
            f.den = den;
            // (c − 1)(c + 1) = −s²
            if minus ^ (pairs % 2 == 1) {
                f.num = -&f.num;
            }
            let left = self.divide_by_sines(&mut f.num, (s, c), 2 * pairs)?;
            if left > 0 {
                push_factor(&mut f.den, &Poly::atom(s)?, left);
            }
        }
        self.ring.without_conjugates(f)
    }

    /// Divides by the sine as often as it goes, at most `most` times; returns what is left.
    fn divide_by_sines(
        &self,
        num: &mut Poly,
        circle: (usize, usize),
        most: u32,
    ) -> Result<u32, Limit> {
        let mut left = most;
        while left > 0 {
            let Some(quotient) = self.ring.over_sine(num, circle)? else { break };
            *num = quotient;
            left -= 1;
        }
        Ok(left)
    }

    fn quotient(&self, f: &Fraction) -> Result<Form, Limit> {
        let factored = self.factored(&f.num)?;
        let mut monomial = factored.monomial.clone();
        let mut den = f.den.clone();
        let tangents = self.tangents(&mut monomial, &mut den)?;
        let mut minus = factored.content.is_negative();
        let mut above = vec![self.term(&monomial, &factored.content)];
        above.extend(tangents);
        for (p, k) in &factored.factors {
            let (sign, form) = self.either_sign(p)?;
            minus ^= sign && k % 2 == 1;
            above.push(form.power(*k));
        }
        let mut below = vec![Form::number(&f.scalar)];
        for (p, k) in &den {
            let (sign, form) = self.either_sign(p)?;
            minus ^= sign && k % 2 == 1;
            below.push(form.power(*k));
        }
        let minus = minus && !absorb_sign(&mut above) && !absorb_sign(&mut below);
        let quotient = Form::quotient(Form::product(above), Form::product(below));
        Ok(quotient.negative_if(minus))
    }

    /// `s/c = tan` where the sine is a factor above and the cosine one below.
    fn tangents(
        &self,
        monomial: &mut Monomial,
        den: &mut Vec<(Poly, u32)>,
    ) -> Result<Vec<Form>, Limit> {
        let mut tangents = Vec::new();
        for (s, c) in self.ring.circles() {
            let cosine = Poly::atom(c)?;
            let Some(below) = den.iter_mut().find(|(p, _)| *p == cosine) else { continue };
            let k = monomial.exponent(s).min(below.1);
            if k == 0 {
                continue;
            }
            below.1 -= k;
            *monomial = monomial.div(&Monomial::single(s, k)?).expect("the sine is there");
            tangents.push(Form::tangent(s, self.cost(s)).power(k));
        }
        den.retain(|(_, k)| *k > 0);
        Ok(tangents)
    }
}
