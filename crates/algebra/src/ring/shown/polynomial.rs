//! Candidates for the form of a polynomial.

use super::{Form, LARGE, Writer};
use crate::Integer;
use crate::polynomial::{AtomSet, Contents, Limit, Monomial, Poly, squarefree};
use crate::ring::Atom;
use crate::ring::fraction::push_factor;

/// Polynomials with fewer terms have no factor that lacks an atom.
const FEWEST_TO_SPLIT: usize = 4;
/// Polynomials with more terms than this are not searched for factors.
const LARGEST_TO_FACTOR: usize = 400;
/// Up to this many terms, three atoms are tried for taking out instead of one.
const SMALL: usize = 8;
/// Beyond this many terms, only variants that are not longer are looked at.
const MEDIUM: usize = 12;
/// Angles whose squares are written in other ways.
const MOST_ANGLES: usize = 2;

/// A polynomial as integer, monomial and factors, which are primitive.
pub(super) struct Factored {
    pub(super) content: Integer,
    pub(super) monomial: Monomial,
    pub(super) factors: Vec<(Poly, u32)>,
}

impl Writer<'_> {
    /// Factors that do not contain some atom: the contents with respect to each atom.
    pub(super) fn factored(&self, p: &Poly) -> Result<Factored, Limit> {
        let (content, primitive) = p.primitive();
        let (monomial, rest) = primitive.without_monomial();
        let mut factored = Factored { content, monomial, factors: Vec::new() };
        match rest.len() < FEWEST_TO_SPLIT {
            true => self.push_powers(&mut factored, &rest)?,
            false => {
                let parts = self.parts(rest)?;
                parts.iter().try_for_each(|p| self.push_powers(&mut factored, p))?;
            }
        }
        factored.factors.sort_by_key(|(p, _)| p.len());
        Ok(factored)
    }

    /// The factors of which none has a factor that lacks some atom.
    fn parts(&self, p: Poly) -> Result<Vec<Poly>, Limit> {
        let (mut open, mut whole) = (vec![p], Vec::new());
        while let Some(p) = open.pop() {
            match self.split(&p)? {
                Some((part, rest)) => open.extend([rest, part]),
                None => whole.push(p),
            }
        }
        // A factor without an early atom comes before one with it, however they were found.
        whole.sort_by_cached_key(|p| p.atoms().collect::<AtomSet>());
        Ok(whole)
    }

    /// Puts a polynomial without contents among the factors: as a power if it is one, and
    /// `1 − c²` as `s²`, `1 − s²` as `c²`.
    fn push_powers(&self, factored: &mut Factored, p: &Poly) -> Result<(), Limit> {
        if p.to_constant().is_some() {
            return Ok(());
        }
        let budget = &self.ring.budget;
        let turned = |(s, c)| [(s, c), (c, s)];
        for (s, c) in self.ring.circles().filter(|_| p.len() == 2).flat_map(turned) {
            if p.degree(c) == 2 && *p == &Poly::atom(c)?.pow(2, budget)? - &Poly::one() {
                factored.content = -&factored.content;
                factored.monomial = factored.monomial.mul(&Monomial::single(s, 2)?)?;
                return Ok(());
            }
        }
        let may_be_a_square =
            p.len() >= 3 && p.len() <= LARGE && p.degrees().factors().all(|(_, k)| k > 1);
        if !may_be_a_square {
            factored.push(p, 1);
            return Ok(());
        }
        for (base, k) in squarefree(p, budget)? {
            factored.push(&base, k);
        }
        Ok(())
    }

    /// A factor that lacks some atom, and the rest.
    fn split(&self, p: &Poly) -> Result<Option<(Poly, Poly)>, Limit> {
        if p.len() < FEWEST_TO_SPLIT || p.len() > LARGEST_TO_FACTOR {
            return Ok(None);
        }
        Contents::of(p).split(&self.ring.budget)
    }

    /// The shortest of the candidates.
    pub(super) fn polynomial(&self, p: &Poly) -> Result<Form, Limit> {
        if p.len() <= 1 {
            return Ok(self.expanded(p));
        }
        if let Some(form) = self.best.borrow().get(p) {
            return Ok(form.clone());
        }
        let mut best = self.plain(p)?;
        if p.len() <= 4 * LARGE {
            let mut variants = self.circle_variants(p)?;
            if p.len() > MEDIUM {
                variants.retain(|v| v.len() <= p.len() + 2);
                variants.sort_by_key(Poly::len);
                variants.truncate(2);
            }
            for variant in variants {
                best = best.shorter(self.plain(&variant)?);
            }
        }
        self.best.borrow_mut().insert(p.clone(), best.clone());
        Ok(best)
    }

    /// Term by term.
    pub(super) fn expanded(&self, p: &Poly) -> Form {
        Form::sum(p.terms().iter().map(|(m, c)| (c.is_negative(), self.term(m, c))).collect())
    }

    /// `|c|` times a monomial.
    pub(super) fn term(&self, m: &Monomial, c: &Integer) -> Form {
        let mut factors = Vec::new();
        if !c.is_one() {
            factors.push(Form::number(&c.abs()));
        }
        factors.extend(m.factors().map(|(atom, k)| self.atom(atom).power(k)));
        Form::product(factors)
    }

    /// The same polynomial with `cos²` written as `1 − sin²`, or `1` as `sin² + cos²`.
    fn circle_variants(&self, p: &Poly) -> Result<Vec<Poly>, Limit> {
        let squared = self.ring.circles().filter(|&(_, c)| p.degree(c) >= 2);
        let angles: Vec<(usize, usize)> = squared.take(MOST_ANGLES).collect();
        let mut variants = vec![p.clone()];
        for (s, c) in angles {
            for i in 0..variants.len() {
                let through_sine = self.through_sine(&variants[i], s, c)?;
                let balanced = self.balanced(&variants[i], s, c)?;
                variants.push(through_sine);
                variants.extend(balanced);
            }
        }
        variants.remove(0);
        Ok(variants)
    }

    /// `c² → 1 − s²`.
    fn through_sine(&self, p: &Poly, s: usize, c: usize) -> Result<Poly, Limit> {
        let budget = &self.ring.budget;
        let rule = &Poly::one() - &Poly::atom(s)?.pow(2, budget)?;
        let mut sum = Poly::zero();
        for (k, part) in (0u32..).zip(p.coefficients(c)) {
            let even = part.mul(&rule.pow(k / 2, budget)?, budget)?;
            sum = &sum + &even.shift(&Monomial::single(c, k % 2)?)?;
        }
        Ok(sum)
    }

    /// `α + β c² → α s² + (α + β) c²`.
    fn balanced(&self, p: &Poly, s: usize, c: usize) -> Result<Option<Poly>, Limit> {
        let parts = p.coefficients(c);
        if parts.len() != 3 || !parts[1].is_zero() {
            return Ok(None);
        }
        let with_sine = parts[0].shift(&Monomial::single(s, 2)?)?;
        let with_cosine = (&parts[0] + &parts[2]).shift(&Monomial::single(c, 2)?)?;
        Ok(Some(&with_sine + &with_cosine))
    }

    /// Without writing squares on circles anew.
    fn plain(&self, p: &Poly) -> Result<Form, Limit> {
        if p.len() <= 1 {
            return Ok(self.expanded(p));
        }
        if let Some(form) = self.plain.borrow().get(p) {
            return Ok(form.clone());
        }
        let form = self.fresh(p)?;
        self.plain.borrow_mut().insert(p.clone(), form.clone());
        Ok(form)
    }

    /// A part of a long polynomial may be written with other squares than its neighbours.
    fn part(&self, p: &Poly, whole: &Poly) -> Result<Form, Limit> {
        if whole.len() > MEDIUM { self.polynomial(p) } else { self.plain(p) }
    }

    fn fresh(&self, p: &Poly) -> Result<Form, Limit> {
        let factored = self.factored(p)?;
        if !factored.is_trivial() {
            return self.product_of(p, &factored);
        }
        let mut best = self.expanded(p);
        let groups = p.groups(&self.fast);
        if groups.len() > 1 && groups.len() < p.len() {
            best = best.shorter(self.grouped(p, &groups)?);
        }
        if p.len() <= LARGE {
            for atom in self.frequent(p) {
                best = best.shorter(self.horner(p, atom)?);
            }
        }
        Ok(best)
    }

    fn product_of(&self, p: &Poly, factored: &Factored) -> Result<Form, Limit> {
        let mut minus = factored.content.is_negative();
        let mut factors = vec![self.term(&factored.monomial, &factored.content)];
        for (q, k) in &factored.factors {
            let (sign, form) = self.part(q, p)?.without_sign();
            minus ^= sign && k % 2 == 1;
            factors.push(form.power(*k));
        }
        Ok(signed_product(factors, minus))
    }

    /// The atoms that most terms share.
    fn frequent(&self, p: &Poly) -> Vec<usize> {
        let count = |atom| p.terms().iter().filter(|(m, _)| m.exponent(atom) > 0).count();
        let is_function = |atom: usize| !matches!(self.ring.atoms[atom], Atom::Symbol(_));
        let mut often: Vec<(usize, bool, usize)> = p
            .atoms()
            .map(|atom| (count(atom), is_function(atom), atom))
            .filter(|a| a.0 >= 2)
            .collect();
        often.sort_by(|a, b| b.cmp(a));
        often.truncate(if p.len() <= SMALL { 3 } else { 1 });
        often.into_iter().map(|a| a.2).collect()
    }

    /// Collected by velocities.
    fn grouped(&self, p: &Poly, groups: &[(Monomial, Poly)]) -> Result<Form, Limit> {
        let mut terms = Vec::with_capacity(groups.len());
        for (monomial, coefficient) in groups {
            let minus = coefficient.leads_negative();
            let form = self.part(&coefficient.positive(), p)?;
            let velocities = self.term(monomial, &Integer::ONE);
            terms.push((minus, Form::product(vec![form, velocities])));
        }
        Ok(Form::sum(terms))
    }

    /// `xᵏ A + B`.
    fn horner(&self, p: &Poly, x: usize) -> Result<Form, Limit> {
        let only: AtomSet = [x].into_iter().collect();
        let groups = p.groups(&only);
        let with = groups.iter().filter(|(m, _)| !m.is_one());
        let k = with.clone().map(|(m, _)| m.exponent(x)).min().unwrap_or(1);
        let (mut a, mut b) = (Poly::zero(), Poly::zero());
        for (m, c) in &groups {
            match m.exponent(x).checked_sub(k) {
                Some(rest) => a = &a + &c.shift(&Monomial::single(x, rest)?)?,
                None => b = c.clone(),
            }
        }
        let minus = a.leads_negative();
        let taken_out = self.term(&Monomial::single(x, k)?, &Integer::ONE);
        let product = Form::product(vec![taken_out, self.plain(&a.positive())?]);
        Ok(Form::sum(vec![(minus, product), (false, self.plain(&b)?)]))
    }

    /// The better of p and −p, without its sign, and whether that is minus p.
    pub(super) fn either_sign(&self, p: &Poly) -> Result<(bool, Form), Limit> {
        let form = self.polynomial(p)?;
        let (other_minus, other) = form.negative().without_sign();
        let (minus, form) = form.without_sign();
        Ok(if other.cost() < form.cost() { (!other_minus, other) } else { (minus, form) })
    }
}

impl Factored {
    fn push(&mut self, factor: &Poly, exponent: u32) {
        if factor.leads_negative() && exponent % 2 == 1 {
            self.content = -&self.content;
        }
        push_factor(&mut self.factors, factor, exponent);
    }

    /// Is there nothing to take out?
    fn is_trivial(&self) -> bool {
        self.content.is_one()
            && self.monomial.is_one()
            && matches!(self.factors.as_slice(), [(_, 1)])
    }
}

/// The product with its sign, which goes into a factor that has one.
pub(super) fn signed_product(factors: Vec<Form>, minus: bool) -> Form {
    let mut factors = factors;
    let minus = minus && !absorb_sign(&mut factors);
    Form::product(factors).negative_if(minus)
}

/// Changes the sign of a factor that is a sum with a negative term, if there is one.
pub(super) fn absorb_sign(factors: &mut [Form]) -> bool {
    for factor in factors.iter_mut() {
        if let Some(negative) = factor.absorbing_a_sign() {
            *factor = negative;
            return true;
        }
    }
    false
}
