//! Equations that hold: expressions that vanish are solved one after another, and every value is
//! taken modulo them.
//!
//! An equation `e = 0` whose numerator is linear in a candidate symbol x gives a *rule*, one that
//! is monic of degree n in x a *relation* of the ring, and any other a *remainder* condition:
//!
//! ```text
//! a x + b = 0      x → −b/a,            a proved not to be zero              (1)
//! xⁿ + p = 0       xⁿ → −p                                                   (2)
//! l xⁿ + p = 0     numerators are replaced by their pseudo-remainders,
//!                  lᵏ N = Q (l xⁿ + p) + R,   l proved not to be zero        (3)
//! ```
//!
//! Equations are taken in the order of the simplest coefficient a, so that what is left is a small
//! system. Values of rules contain no symbol that has a rule itself.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::fraction::push_factor;
use super::proviso::Before;
use super::{Atom, ConversionError, Fraction, Relation, Ring, Weakness};
use crate::polynomial::{Budget, Limit, Poly};
use crate::{Expr, Fault};

/// What became of an equation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Imposed {
    /// It was solved for this symbol, as (1).
    Rule(Expr),
    /// It is a relation of the ring for this symbol, as (2).
    Relation(Expr),
    /// Numerators are reduced by it in this symbol, as (3).
    Remainder(Expr),
    /// It follows from the equations imposed before.
    Redundant,
    /// It contradicts the equations imposed before.
    Contradiction,
    /// It contains none of the candidates, or cannot be used.
    Unused,
}

/// The rules and remainder conditions of a ring.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    pub(super) rules: BTreeMap<usize, Fraction>,
    remainders: Vec<(usize, Poly)>,
    /// Discriminants of the quadratic equations among them.
    pub(super) discriminants: Vec<Poly>,
    /// Does a discriminant contain a symbol for which a quadratic is imposed?
    pub(super) is_beyond_products: bool,
}

impl Conditions {
    /// Are there remainder conditions?
    pub(super) fn has_remainders(&self) -> bool {
        !self.remainders.is_empty()
    }

    /// Are numerators reduced by a remainder condition in this atom?
    pub(super) fn has_remainder_in(&self, atom: usize) -> bool {
        self.remainders.iter().any(|(a, _)| *a == atom)
    }
}

/// A candidate for the next step: how simple it is, which equation, which atom.
type Choice = (Complexity, usize, usize);

/// Order of preference of a leading coefficient: how it can be used, atoms that change in time,
/// number of terms, and the place of the candidate.
type Complexity = (u32, usize, usize, usize);

/// What was seen of an equation modulo everything imposed before.
struct Seen {
    /// The simplest way to use it.
    best: Option<Choice>,
    /// The atoms of its value, in ascending order.
    atoms: Vec<usize>,
}

/// The first place of each candidate.
fn places(atoms: &[usize]) -> FxHashMap<usize, usize> {
    atoms.iter().enumerate().rev().map(|(place, &atom)| (atom, place)).collect()
}

impl Ring {
    /// Makes the equations hold, each solved for one of the candidate symbols.
    ///
    /// # Errors
    /// The limit that was reached, or a division by zero in an equation.
    pub fn impose(
        &mut self,
        equations: &[Expr],
        candidates: &[Expr],
    ) -> Result<Vec<Imposed>, ConversionError> {
        self.impose_each(equations, candidates, false)
    }

    /// Makes those equations hold that can be solved as (1) with parameters in `a`, so that nothing
    /// is divided by that changes from state to state but what the equation divides by itself; the
    /// others are left alone.
    ///
    /// # Errors
    /// The limit that was reached, or a division by zero in an equation.
    pub fn impose_plainly(
        &mut self,
        equations: &[Expr],
        candidates: &[Expr],
    ) -> Result<Vec<Imposed>, ConversionError> {
        self.impose_each(equations, candidates, true)
    }

    fn impose_each(
        &mut self,
        equations: &[Expr],
        candidates: &[Expr],
        plainly: bool,
    ) -> Result<Vec<Imposed>, ConversionError> {
        let atoms: Vec<usize> = candidates.iter().map(|&x| self.symbol(x)).collect();
        let atoms: Vec<usize> = atoms.into_iter().filter(|&a| !self.is_inside(a)).collect();
        let before = Before { rules: self.conditions.rules.clone(), provisos: self.provisos.len() };
        let mut outcome = vec![Imposed::Unused; equations.len()];
        let mut open: Vec<usize> = (0..equations.len()).collect();
        let places = places(&atoms);
        let mut seen: Vec<Option<Seen>> = equations.iter().map(|_| None).collect();
        while !open.is_empty() {
            let mut best: Option<Choice> = None;
            let mut left = Vec::new();
            for &i in &open {
                if seen[i].is_none() {
                    let f = self.value(equations[i])?;
                    if let Some(end) = self.settled(&f) {
                        outcome[i] = end;
                        continue;
                    }
                    seen[i] = Some(self.seen(&f, i, &places, plainly)?);
                }
                left.push(i);
                let own = seen[i].as_ref().and_then(|seen| seen.best);
                best = own.into_iter().chain(best).min();
            }
            let Some((_, i, atom)) = best else { break };
            let f = self.value(equations[i])?;
            outcome[i] = self.solve_for(&f, atom, &atoms)?;
            let is_rule = matches!(outcome[i], Imposed::Rule(_));
            let met = |seen: &Seen| !is_rule || seen.atoms.binary_search(&atom).is_ok();
            seen.iter_mut().for_each(|seen| drop(seen.take_if(|seen| met(seen))));
            open = left.into_iter().filter(|&j| j != i).collect();
        }
        self.keep_drops_of_rank(before, equations, &outcome, &atoms);
        Ok(outcome)
    }

    /// What is to be known of the value of an equation: it stays so until something is imposed that meets it.
    fn seen(
        &self,
        f: &Fraction,
        equation: usize,
        places: &FxHashMap<usize, usize>,
        plainly: bool,
    ) -> Result<Seen, Limit> {
        let mut best: Option<Choice> = None;
        for atom in f.num.atoms() {
            let Some(&place) = places.get(&atom) else { continue };
            let complexity = match plainly {
                true => self.plain_complexity(f, atom, place)?,
                false => self.complexity(&f.num, atom, place),
            };
            let choice = complexity.map(|complexity| (complexity, equation, atom));
            best = best.into_iter().chain(choice).min();
        }
        let mut atoms: Vec<usize> = f.atoms().collect();
        atoms.sort_unstable();
        Ok(Seen { best, atoms })
    }

    /// The fraction of an expression modulo everything imposed.
    ///
    /// # Errors
    /// The limit that was reached, or a division by zero.
    pub fn value(&mut self, e: Expr) -> Result<Fraction, ConversionError> {
        let f = self.fraction(e)?;
        let touched = f.atoms().any(|atom| self.conditions.rules.contains_key(&atom));
        let f = if touched { self.substitute(&f)? } else { f };
        Ok(self.into_lowest(self.remainder(f)?)?)
    }

    /// A new budget, for the next question in the same ring.
    pub fn renew_budget(&mut self) {
        self.budget = Budget::new(super::LARGEST_QUESTION).with_terms(super::LARGEST_POLYNOMIAL);
    }

    /// A budget of so many products of terms, for what comes next.
    pub fn set_budget(&mut self, products: u64) {
        self.budget = Budget::new(products).with_terms(super::LARGEST_POLYNOMIAL);
    }

    /// Does the symbol occur inside a function or a root, where no rule reaches it?
    fn is_inside(&self, atom: usize) -> bool {
        let within = |f: &Fraction| f.atoms().any(|a| a == atom);
        (0..self.angles.len()).any(|k| within(self.angles.argument(k)))
            || (0..self.exponents.len()).any(|k| within(self.exponents.argument(k)))
            || self.opaques.iter().any(|o| o.arguments.iter().any(within))
            || self.roots.iter().any(|r| r.radicand.contains(atom))
    }

    /// How simple it is to use the polynomial for the atom, if it can be used.
    fn complexity(&self, p: &Poly, atom: usize, place: usize) -> Option<Complexity> {
        let degree = p.degree(atom);
        if degree == 0 || self.conditions.rules.contains_key(&atom) {
            return None;
        }
        let lead = p.leading_coefficient(atom);
        let monic = lead.to_constant().is_some_and(|c| c.abs().is_one());
        let class = match degree {
            1 => 0,
            _ if monic => 1,
            _ => 2,
        };
        let moving = lead.atoms().filter(|&a| !self.is_parameter(a)).count();
        Some((class, moving, lead.len(), place))
    }

    /// The same when the fraction is linear in the atom and its coefficient, as a fraction, is made
    /// of parameters.
    fn plain_complexity(
        &self,
        f: &Fraction,
        atom: usize,
        place: usize,
    ) -> Result<Option<Complexity>, Limit> {
        let Some((0, moving, terms, place)) = self.complexity(&f.num, atom, place) else {
            return Ok(None);
        };
        let lead = f.num.leading_coefficient(atom);
        let lead = if moving > 0 { self.beside_denominators(f, lead)? } else { lead };
        let plain = lead.atoms().all(|a| self.is_parameter(a));
        Ok(plain.then_some((0, 0, terms, place)))
    }

    /// A coefficient of the numerator without factors of the denominator, which do not vanish where the
    /// fraction has a value.
    fn beside_denominators(&self, f: &Fraction, mut lead: Poly) -> Result<Poly, Limit> {
        for (p, k) in &f.den {
            for _ in 0..*k {
                lead = lead.div_exact(p, &self.budget)?.unwrap_or(lead);
            }
        }
        Ok(lead)
    }

    fn solve_for(
        &mut self,
        f: &Fraction,
        atom: usize,
        candidates: &[usize],
    ) -> Result<Imposed, ConversionError> {
        let Atom::Symbol(x) = self.atoms[atom] else { unreachable!("candidates are symbols") };
        let p = &f.num;
        let degree = p.degree(atom);
        let lead = p.leading_coefficient(atom);
        let own = self.beside_denominators(f, lead.clone())?;
        self.note_divisor(&own);
        if own.atoms().all(|a| self.is_parameter(a)) {
            if self.may_vanish(&own) && !self.parameter_divisors.contains(&own) {
                self.parameter_divisors.push(own);
            }
        } else if !self.moving_divisors.contains(&own) {
            self.moving_divisors.push(own);
        }
        let rest = p - &lead.mul(&Poly::atom(atom)?.pow(degree, &self.budget)?, &self.budget)?;
        self.note_common_part(&lead, &rest, candidates)?;
        if degree == 1 {
            let inverse = self.inverse(&Fraction::polynomial(lead))?.expect("it leads");
            let value = self.product(&Fraction::polynomial(-&rest), &inverse)?;
            self.add_rule(atom, self.into_lowest(value)?)?; // (1)
            return Ok(Imposed::Rule(x));
        }
        self.note_reducible(p, atom)?;
        if let Some(c) = lead.to_constant().filter(|c| c.abs().is_one()) {
            let value = if c.is_one() { -&rest } else { rest };
            self.relations.push(Relation { atom, degree, value }); // (2)
            self.memo.clear();
            return Ok(Imposed::Relation(x));
        }
        self.conditions.remainders.push((atom, p.clone())); // (3)
        Ok(Imposed::Remainder(x))
    }

    /// A divisor is not zero inside the class; outside it is doubtful. Conditions that leave a
    /// domain leave the class of symbols, circles and exponentials as it is, and those that do not
    /// are noted as split; a radicand may become a square by them.
    fn note_divisor(&mut self, lead: &Poly) {
        let is = |list: &[Weakness]| self.weaknesses.iter().any(|w| !list.contains(w));
        let outside = is(&[Weakness::Conditions]);
        let has_constants = is(&[Weakness::Conditions, Weakness::Inverse, Weakness::Roots]);
        let is_symbol = |a: usize| matches!(self.atoms[a], Atom::Symbol(_));
        // Circles and exponentials of symbols have no relations to what is inside of others.
        let beside = |x: &Fraction| outside && (has_constants || !x.atoms().all(is_symbol));
        let weak = |a: usize| match self.atoms[a] {
            Atom::Symbol(_) => false,
            Atom::Sin(k) | Atom::Cos(k) => beside(self.angles.argument(k)),
            Atom::Exp(k) => beside(self.exponents.argument(k)),
            Atom::Root(_) | Atom::Opaque(_) => self.weakness().is_some(),
        };
        self.uncertain |= lead.atoms().any(weak) && !self.is_positive_form(lead);
    }

    /// Does some imposed equation say nothing on a part of the space, so that what follows from
    /// it need not hold there?
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.split
    }

    fn add_rule(&mut self, atom: usize, value: Fraction) -> Result<(), ConversionError> {
        let rules = std::mem::take(&mut self.conditions.rules);
        self.conditions.rules = [(atom, value.clone())].into_iter().collect();
        let mut updated = vec![(atom, value)];
        for (a, old) in rules {
            let is_met = old.atoms().any(|b| b == atom);
            let value = if is_met { self.into_lowest(self.substitute(&old)?)? } else { old };
            updated.push((a, value));
        }
        self.conditions.rules = updated.into_iter().collect();
        Ok(())
    }

    /// `f` with every atom that has a rule replaced.
    fn substitute(&self, f: &Fraction) -> Result<Fraction, ConversionError> {
        self.replace(f, &self.conditions.rules)
    }

    /// `f` with atoms replaced by values.
    ///
    /// # Errors
    /// The limit that was reached, or a denominator that vanishes.
    pub fn replace(
        &self,
        f: &Fraction,
        values: &BTreeMap<usize, Fraction>,
    ) -> Result<Fraction, ConversionError> {
        if values.is_empty() {
            return Ok(f.clone());
        }
        let mut result = self.replace_in_polynomial(&f.num, values)?;
        result.scalar = &result.scalar * &f.scalar;
        let (met, kept): (Vec<_>, Vec<_>) =
            f.den.iter().partition(|(p, _)| p.atoms().any(|atom| values.contains_key(&atom)));
        for (p, k) in met {
            let factor = self.replace_in_polynomial(p, values)?;
            // A divisor that vanishes on the conditions leaves the value undefined.
            let inverse = self.inverse(&factor)?.ok_or(Fault::Undefined)?;
            for _ in 0..*k {
                result = self.product(&result, &inverse)?;
            }
        }
        for (p, k) in kept {
            push_factor(&mut result.den, p, *k);
        }
        Ok(self.cancel(result)?)
    }

    fn replace_in_polynomial(
        &self,
        p: &Poly,
        values: &BTreeMap<usize, Fraction>,
    ) -> Result<Fraction, Limit> {
        let met: Vec<usize> = p.atoms().filter(|a| values.contains_key(a)).collect();
        if met.is_empty() {
            return Ok(Fraction::polynomial(p.clone()));
        }
        let set = met.iter().copied().collect();
        let mut sum = Fraction::zero();
        for (monomial, coefficient) in p.groups(&set) {
            let mut term = Fraction::polynomial(coefficient);
            for (atom, k) in monomial.factors() {
                for _ in 0..k {
                    term = self.product(&term, &values[&atom])?;
                }
            }
            sum = if sum.is_zero() { term } else { self.add(&sum, &term)? };
        }
        Ok(sum)
    }

    /// Equation (3): what is left of a numerator, over the powers lᵏ that it was multiplied with.
    fn remainder(&self, mut f: Fraction) -> Result<Fraction, Limit> {
        for (atom, divisor) in self.conditions.remainders.iter().rev() {
            let (n, m) = (f.num.degree(*atom), divisor.degree(*atom));
            if n >= m {
                let rest = f.num.pseudo_remainder(divisor, *atom, &self.budget)?;
                f.num = self.reduce(rest)?;
                let lead = Fraction::polynomial(divisor.leading_coefficient(*atom));
                let inverse = self.inverse(&lead)?.expect("a leading coefficient is not zero");
                for _ in 0..=(n - m) {
                    f = self.product(&f, &inverse)?;
                }
            }
        }
        Ok(f)
    }
}

impl Ring {
    /// Nothing is left of an equation, or something that no state can make vanish: a number, or an
    /// expression in time and parameters.
    fn settled(&self, f: &Fraction) -> Option<Imposed> {
        if f.is_zero() {
            return Some(Imposed::Redundant);
        }
        f.num.atoms().all(|a| self.is_known(a)).then_some(Imposed::Contradiction)
    }
}
