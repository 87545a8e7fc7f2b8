//! Candidates for the value that is shown, compared by poles, then by what they cost to read.
//!
//! A candidate with more poles than another is never shown, so its form, which takes most of the
//! time, is looked for only when poles do not decide.

use std::cell::{OnceCell, RefCell};
use std::collections::hash_map::Entry;
use std::rc::Rc;

use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::shown::{Cost, Form, Writer};
use alembert_algebra::ring::{Fraction, Ring};
use rustc_hash::FxHashMap;

use super::conditions::{is_definite_for_positive_parameters, is_sum_of_squares};
use super::turned::Turned;
use crate::Reason;

/// Operations of a candidate that is short.
const SHORT: usize = 8;

/// Factors of a denominator with their exponents.
type Factors = Vec<(Poly, u32)>;

/// A candidate: its poles, its form. A pole is mild if it is a sum of squares: this vanishes only
/// where all of them do.
#[derive(Debug)]
pub(super) struct Candidate {
    poles: Factors,
    mild: Factors,
    value: Value,
    form: OnceCell<Result<Form, Reason>>,
}

/// What is written: a fraction, or a sum of candidates.
#[derive(Debug)]
enum Value {
    Whole(Fraction),
    Parts(Vec<Rc<Candidate>>),
}

/// The candidates of one ring; routes and charts often lead to the same fraction.
#[derive(Debug)]
pub(super) struct Candidates<'a> {
    ring: &'a Ring,
    turned: &'a Turned,
    pub(super) writer: Writer<'a>,
    seen: RefCell<FxHashMap<Fraction, Rc<Candidate>>>,
}

/// Candidates for one value, and why there are no others.
#[derive(Debug, Default)]
pub(super) struct Offers {
    list: Vec<Rc<Candidate>>,
    reason: Option<Reason>,
}

impl Offers {
    pub(super) fn push(&mut self, candidate: Result<Rc<Candidate>, Reason>) {
        match candidate {
            Ok(candidate) => self.list.push(candidate),
            Err(reason) => self.reason = Some(reason),
        }
    }

    /// Has every one of them more poles than the candidate?
    pub(super) fn all_have_more_poles(&self, candidate: &Candidate) -> bool {
        self.list.iter().all(|c| candidate.poles() < c.poles())
    }

    /// The best of them.
    pub(super) fn best(&self, candidates: &Candidates<'_>) -> Result<Rc<Candidate>, Reason> {
        if self.list.is_empty() {
            return Err(self.reason.unwrap_or(Reason::Undetermined));
        }
        candidates.best(&self.list).map(|i| self.list[i].clone())
    }
}

impl Candidate {
    /// How many different poles it has, their exponents together, and the same of mild ones.
    fn poles(&self) -> [(usize, u32); 2] {
        [&self.poles, &self.mild].map(|p| (p.len(), p.iter().map(|p| p.1).sum()))
    }
}

impl<'a> Candidates<'a> {
    pub(super) fn new(ring: &'a Ring, turned: &'a Turned, writer: Writer<'a>) -> Self {
        Self { ring, turned, writer, seen: RefCell::default() }
    }

    /// A fraction in lowest terms as a candidate.
    pub(super) fn whole(&self, f: &Fraction) -> Result<Rc<Candidate>, Reason> {
        match self.seen.borrow_mut().entry(f.clone()) {
            Entry::Occupied(seen) => Ok(seen.get().clone()),
            Entry::Vacant(new) => {
                let f = &self.turned.shorter(self.ring, f)?;
                let mut poles = self.writer.poles(f)?;
                poles.retain(|(p, _)| !is_definite_for_positive_parameters(self.ring, p));
                let (mild, poles) =
                    poles.into_iter().partition(|(p, _)| is_sum_of_squares(self.ring, p));
                let (value, form) = (Value::Whole(f.clone()), OnceCell::new());
                Ok(new.insert(Rc::new(Candidate { poles, mild, value, form })).clone())
            }
        }
    }

    /// The sum of candidates as it stands.
    pub(super) fn sum(parts: Vec<Rc<Candidate>>) -> Rc<Candidate> {
        let (mut poles, mut mild) = (Factors::new(), Factors::new());
        for part in &parts {
            join(&mut poles, &part.poles);
            join(&mut mild, &part.mild);
        }
        let (value, form) = (Value::Parts(parts), OnceCell::new());
        Rc::new(Candidate { poles, mild, value, form })
    }

    /// The form of a candidate.
    pub(super) fn form(&self, candidate: &Candidate) -> Result<Form, Reason> {
        candidate.form.get_or_init(|| self.fresh_form(&candidate.value)).clone()
    }

    fn fresh_form(&self, value: &Value) -> Result<Form, Reason> {
        match value {
            Value::Whole(f) => Ok(self.writer.form(f)?),
            Value::Parts(parts) => {
                let forms = parts.iter().map(|part| self.form(part));
                Ok(Writer::total(forms.collect::<Result<_, _>>()?))
            }
        }
    }

    /// What it costs to read a candidate.
    pub(super) fn cost(&self, candidate: &Candidate) -> Result<Cost, Reason> {
        Ok(self.form(candidate)?.cost())
    }

    /// Is it so short, and without poles, that no other is looked for?
    pub(super) fn is_short(&self, candidate: &Candidate) -> Result<bool, Reason> {
        Ok(candidate.poles() == [(0, 0); 2] && self.cost(candidate)?.operations <= SHORT)
    }

    /// The place of the best candidate: the first of those with the fewest poles that cost least.
    /// Candidates without a form are passed over.
    pub(super) fn best(&self, offers: &[Rc<Candidate>]) -> Result<usize, Reason> {
        let mut open: Vec<usize> = (0..offers.len()).collect();
        open.sort_by_key(|&i| offers[i].poles());
        let mut best: Option<(Cost, usize)> = None;
        let mut reason = Reason::Undetermined;
        for i in open {
            if best.is_some_and(|(_, b)| offers[b].poles() < offers[i].poles()) {
                break;
            }
            match self.cost(&offers[i]) {
                Ok(cost) if best.is_none_or(|(least, _)| cost < least) => best = Some((cost, i)),
                Ok(_) => {}
                Err(why) => reason = why,
            }
        }
        best.map(|(_, i)| i).ok_or(reason)
    }
}

/// The larger exponent of each factor.
fn join(all: &mut Factors, more: &[(Poly, u32)]) {
    for (p, k) in more {
        match all.iter_mut().find(|(q, _)| q == p) {
            Some((_, j)) => *j = (*j).max(*k),
            None => all.push((p.clone(), *k)),
        }
    }
}
