//! What must not vanish for the solution of imposed equations to hold.
//!
//! Solving `a x + b = 0` for x forgets the part of the space where a and b vanish together. Whether
//! that part matters is decided by the whole system `A x + b = 0`, linear in the symbols x: where
//! its rows stay independent, states beside the part come arbitrarily close to those on it, and
//! what holds beside it holds on it too. The rows depend on each other where
//!
//! ```text
//! all minors det A(rows, columns) of the order of the rank vanish,             (1)
//! ```
//!
//! and a factor that (1) does not contain is no condition. Rows that follow from the others count:
//! they may take the place of one that vanishes. As a common factor counts that of the
//! norms, in which only atoms without relations are left, so that no condition is lost.

use std::collections::BTreeMap;

use super::{Fraction, Imposed, Relation, Ring};
use crate::polynomial::{Budget, Limit, Poly, determinant, gcd, squarefree};
use crate::{Expr, gradient};

/// Minors of (1) that are looked at: the more, the fewer conditions are kept without need.
const MOST_MINORS: usize = 40;
/// Products of terms that they may cost.
const LARGEST_MINORS: u64 = 40_000;

/// What a ring knew before equations were imposed.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) rules: BTreeMap<usize, Fraction>,
    /// The number of conditions.
    pub(super) provisos: usize,
}

/// The rows of `A`.
#[derive(Debug, Default)]
struct Rows {
    /// Those of the equations that were solved.
    independent: Vec<Vec<Poly>>,
    /// The columns for which they were.
    pivots: Vec<usize>,
    /// Those of equations that follow from them.
    others: Vec<Vec<Poly>>,
}

impl Rows {
    /// The square of the pivots, those with one column exchanged, and those with one row exchanged.
    fn squares(&self) -> impl Iterator<Item = Vec<Vec<Poly>>> {
        let n = self.independent.first().map_or(0, Vec::len);
        let free = (0..n).filter(|j| !self.pivots.contains(j));
        let with_column = free.flat_map(move |j| {
            (0..self.pivots.len()).map(move |i| {
                let mut columns = self.pivots.clone();
                columns[i] = j;
                Self::square(&self.independent, &columns)
            })
        });
        let with_row = self.others.iter().flat_map(move |row| {
            (0..self.independent.len()).map(move |i| {
                let mut rows = self.independent.clone();
                rows[i].clone_from(row);
                Self::square(&rows, &self.pivots)
            })
        });
        let first = std::iter::once_with(|| Self::square(&self.independent, &self.pivots));
        first.chain(with_column).chain(with_row)
    }

    fn square(rows: &[Vec<Poly>], columns: &[usize]) -> Vec<Vec<Poly>> {
        rows.iter().map(|row| columns.iter().map(|&j| row[j].clone()).collect()).collect()
    }
}

impl Ring {
    /// Drops the conditions since `before` that (1) does not contain. Where that cannot be decided
    /// they all stay.
    pub(super) fn keep_drops_of_rank(
        &mut self,
        before: Before,
        equations: &[Expr],
        outcome: &[Imposed],
        candidates: &[usize],
    ) {
        if self.provisos.len() == before.provisos {
            return;
        }
        let budget = Budget::new(LARGEST_MINORS).with_terms(super::LARGEST_POLYNOMIAL);
        let budget = std::mem::replace(&mut self.budget, budget);
        let rules = std::mem::replace(&mut self.conditions.rules, before.rules);
        let rows = self.rows(equations, outcome, candidates);
        self.conditions.rules = rules;
        if let Some(rows) = rows
            && let Ok(drops) = self.common_minor(&rows)
        {
            let found = self.provisos.split_off(before.provisos);
            let kept = found.iter().map(|p| gcd(p, &drops, &self.budget).unwrap_or(p.clone()));
            let kept: Vec<Poly> = kept.filter(|p| self.may_vanish(p)).collect();
            self.provisos.extend(kept);
        }
        self.budget = budget;
    }

    /// The rows of `A`, entry by entry, so that no divisor of the rest `b` gets into them; `None`
    /// unless all equations are linear in the candidates, and each was solved or follows from the
    /// others.
    fn rows(
        &mut self,
        equations: &[Expr],
        outcome: &[Imposed],
        candidates: &[usize],
    ) -> Option<Rows> {
        let mut rows = Rows::default();
        let x: Vec<Expr> = candidates.iter().filter_map(|&a| self.atoms[a].symbol()).collect();
        for (&e, end) in equations.iter().zip(outcome) {
            let slopes = gradient(e, &x);
            let row = slopes.iter().map(|&a| self.value(a)).collect::<Result<Vec<_>, _>>().ok()?;
            if row.iter().any(|a| a.atoms().any(|atom| candidates.contains(&atom))) {
                return None;
            }
            let row = self.without_denominators(&row).ok()?.1;
            match end {
                Imposed::Redundant => rows.others.push(row),
                Imposed::Rule(x) => {
                    let atom = self.atom_of_symbol(*x)?;
                    rows.pivots.push(candidates.iter().position(|&a| a == atom)?);
                    rows.independent.push(row);
                }
                _ => return None,
            }
        }
        Some(rows)
    }

    /// The common factor of the norms of the minors (1): that of the pivots, and those with one
    /// pivot or one row exchanged. Fewer minors than all have a larger common factor, never a
    /// smaller one.
    fn common_minor(&self, rows: &Rows) -> Result<Poly, Limit> {
        let mut common = Poly::zero();
        for square in rows.squares().take(MOST_MINORS) {
            let minor = determinant(&square, &|a: &Poly, b: &Poly| self.multiply(a, b))?;
            if !minor.is_zero() {
                common = gcd(&common, &self.norm(&minor)?, &self.budget)?;
            }
            if !self.may_vanish(&common) && !common.is_zero() {
                break;
            }
        }
        Ok(common)
    }

    /// Does it contain more than parameters?
    fn moves(&self, p: &Poly) -> bool {
        p.atoms().any(|a| !self.is_parameter(a))
    }

    /// May it vanish at all? A product of numbers and of parameters that are known to be positive
    /// does not; any other parameter may be zero.
    pub(super) fn may_vanish(&self, p: &Poly) -> bool {
        p.len() != 1 || p.atoms().any(|a| !self.is_positive(a))
    }

    /// A leading coefficient and the rest may vanish together on a part of the space. There the
    /// equation says nothing about the symbol, and dividing by the coefficient forgets that part.
    /// When the common factor contains a candidate the set is split; otherwise the equations lose
    /// rank there, and what follows from them holds where the factor does not vanish.
    ///
    /// The norms of both are compared, in which only atoms without relations are left; a common
    /// factor of parameters that are known to be positive does not count.
    pub(super) fn note_common_part(
        &mut self,
        lead: &Poly,
        rest: &Poly,
        candidates: &[usize],
    ) -> Result<(), Limit> {
        if !self.may_vanish(lead) {
            return Ok(());
        }
        let mut common = self.norm(lead)?;
        for coefficient in self.coefficients_beside(lead, rest) {
            common = gcd(&common, &self.norm(&coefficient)?, &self.budget)?;
            if !self.may_vanish(&common) {
                return Ok(());
            }
        }
        if candidates.iter().any(|&a| common.contains(a)) {
            self.split = true;
        } else if !self.provisos.contains(&common) {
            self.provisos.push(common);
        }
        Ok(())
    }

    /// The coefficients of `rest` as a polynomial in the atoms that neither `lead` nor a relation
    /// of its atoms knows, shortest first: what divides both divides each of them.
    fn coefficients_beside(&self, lead: &Poly, rest: &Poly) -> Vec<Poly> {
        let known = |a: usize| {
            let related = |r: &Relation| {
                (r.atom == a || r.value.contains(a))
                    && (lead.contains(r.atom) || r.value.atoms().any(|b| lead.contains(b)))
            };
            lead.contains(a) || self.relations.iter().any(related)
        };
        let others = rest.atoms().filter(|&a| !known(a)).collect();
        let mut list: Vec<Poly> = rest.groups(&others).into_iter().map(|g| g.1).collect();
        list.sort_by_key(Poly::len);
        list
    }

    /// Expressions that must not vanish for what follows from the imposed equations to hold.
    #[must_use]
    pub fn provisos(&self) -> Vec<Expr> {
        self.simple_factors(&self.provisos, |p| self.may_vanish(p))
    }

    /// What changes from state to state and was divided by to solve the imposed equations.
    #[must_use]
    pub fn moving_divisors(&self) -> Vec<Expr> {
        self.simple_factors(&self.moving_divisors, |p| self.moves(p))
    }

    /// What is made of parameters, may be zero, and was divided by to solve the imposed equations. That states at
    /// which it vanishes are close to others is known of the equations of one call alone ([`Ring::provisos`]); all
    /// of them together may lose rank there.
    #[must_use]
    pub fn parameter_divisors(&self) -> Vec<Expr> {
        self.simple_factors(&self.parameter_divisors, |p| self.may_vanish(p))
    }

    /// The square-free factors of polynomials that count.
    fn simple_factors(&self, polynomials: &[Poly], counts: impl Fn(&Poly) -> bool) -> Vec<Expr> {
        let mut all: Vec<Expr> = Vec::new();
        for p in polynomials {
            // Its simple factors; as a whole where these are too much work.
            let parts = squarefree(p, &self.budget).unwrap_or_else(|_| vec![(p.clone(), 1)]);
            for (q, _) in parts.into_iter().filter(|(q, _)| counts(q)) {
                let e = self.expression(&Fraction::polynomial(q));
                if !all.contains(&e) {
                    all.push(e);
                }
            }
        }
        all
    }

    /// The product of a polynomial with its conjugates `a ± b x` for every relation `x² = p`.
    fn norm(&self, p: &Poly) -> Result<Poly, Limit> {
        let mut norm = p.clone();
        for relation in self.relations.iter().rev().filter(|r| r.degree == 2) {
            if norm.contains(relation.atom) {
                norm = self.norm_over(&norm, relation)?;
            }
        }
        Ok(norm)
    }

    /// `(a + b x)(a − b x) = a² − b² p` for the relation `x² = p`.
    pub(super) fn norm_over(&self, element: &Poly, relation: &Relation) -> Result<Poly, Limit> {
        let coefficients = element.coefficients(relation.atom);
        let square = |q: &Poly| self.multiply(q, q);
        let twisted = self.multiply(&square(&coefficients[1])?, &relation.value)?;
        self.reduce(&square(&coefficients[0])? - &twisted)
    }
}
