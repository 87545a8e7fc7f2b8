//! What is looked at along a motion, and where it stands among the outputs of the tape.

use std::ops::Range;

use alembert_algebra::{Expr, symbols};

use super::course::Course;
use super::events::Event;
use super::phases::moment::Decider;
use super::work::terms;
use super::zeros::size;
use crate::language::Model;
use crate::language::model::{Claim, Statement};

/// A column of the table of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name in ASCII spelling.
    pub name: String,
    /// Its unit, where it is known.
    pub unit: Option<String>,
    /// Its values, one a row.
    pub values: Vec<f64>,
}

/// A statement that can be decided along a motion: places in the list of expressions.
pub(super) struct Watched {
    /// Is it a line of `reject`?
    pub(super) reject: bool,
    /// Its number in its section.
    pub(super) number: usize,
    /// What has to be compared.
    pub(super) claims: Vec<Comparison>,
    /// Is it about this one motion, because it contains its initial values or time?
    pub(super) particular: bool,
    /// A symbol in it that has no value along a motion.
    pub(super) unknown: Option<String>,
    /// Its parts in [`Looks::seen`].
    pub(super) parts: Range<usize>,
}

/// Two expressions that have to agree, or one that has to stay as it is.
pub(super) enum Comparison {
    /// The places of the left side, of the right side, and of the terms of both.
    Equal { left: usize, right: usize, terms: Vec<usize> },
    /// The place of the quantity, and of its terms.
    Constant { value: usize, terms: Vec<usize> },
}

impl Comparison {
    /// What has to vanish, or to stay as it is, by the list that the places belong to.
    pub(super) fn quantity(&self, seen: &[Expr]) -> Expr {
        match *self {
            Self::Equal { left, right, .. } => seen[left] - seen[right],
            Self::Constant { value, .. } => seen[value],
        }
    }
}

/// All expressions that are looked at.
pub(super) struct Looks {
    /// Expressions in which angles count modulo turns: highest derivatives, multipliers, the energy, T and
    /// V, residuals.
    pub(super) core: Vec<Expr>,
    /// Others: observed quantities and the parts of statements.
    pub(super) seen: Vec<Expr>,
    /// The statements.
    pub(super) watched: Vec<Watched>,
    /// How many of `seen` are observed quantities.
    pub(super) observed: usize,
    /// What is watched for zeros.
    pub(super) events: Vec<Expr>,
    /// The places of each of these in `seen`, and of its size, see [`size`].
    pub(super) zeros: Vec<[usize; 2]>,
    /// What ends phases, behind the events.
    pub(super) phases: Vec<Expr>,
    /// The size of the power of what does work, behind everything else.
    pub(super) power: Option<Expr>,
}

impl Looks {
    pub(super) fn new(model: &Model, course: &mut Course, events: &[Event]) -> Self {
        let motion = course.motion.clone();
        let known = course.known();
        let mut core: Vec<Expr> = motion.highest.to_vec();
        core.extend(motion.multipliers.iter());
        core.push(motion.energy);
        core.extend(course.energies);
        core.extend(motion.residuals.iter());
        let seen = model.observed.iter().map(|d| course.specified(d.value)).collect();
        let (observed, watched) = (model.observed.len(), Vec::new());
        let events: Vec<Expr> = events.iter().map(|e| course.specified(e.quantity)).collect();
        course.restrict_angles(&events);
        let zeros = Vec::new();
        let phases = Vec::new();
        let power = course.power_size;
        let mut looks = Self { core, seen, watched, observed, events, phases, zeros, power };
        for (reject, list) in [(false, &model.expect), (true, &model.reject)] {
            for (number, statement) in list.iter().enumerate() {
                let (from, count) = (looks.seen.len(), looks.watched.len());
                looks.statement(course, statement, (reject, number));
                if looks.watched.len() > count {
                    looks.set_aside(from, &known);
                }
            }
        }
        for e in looks.events.clone() {
            let places = [looks.place(e), looks.place(size(e))];
            looks.zeros.push(places);
        }
        looks
    }

    /// The same with what ends phases.
    pub(super) fn with_phases(mut self, course: &mut Course, decider: Option<&Decider>) -> Self {
        if let Some(Decider { phases, .. }) = decider {
            self.phases = phases.watches(course);
            self.power = self.power.map(|size| phases.at_most(size));
        }
        self
    }

    /// The parts of `seen` that are computed together: each observed quantity, then each statement, then each
    /// watched quantity.
    pub(super) fn groups(&self) -> Vec<Range<usize>> {
        let statements = self.watched.iter().map(|w| w.parts.clone()).filter(|p| !p.is_empty());
        let zeros = self.zeros.iter().map(|&[g, size]| g..size + 1);
        (0..self.observed).map(|k| k..k + 1).chain(statements).chain(zeros).collect()
    }

    /// Everything, in the order of the outputs of the tape.
    pub(super) fn all(&self) -> Vec<Expr> {
        let power = self.power.as_slice();
        [&self.core[..], &self.seen, &self.events, &self.phases, power].concat()
    }

    /// The place of the size of the power in [`Looks::all`], where anything does work.
    pub(super) fn power_place(&self) -> Option<usize> {
        self.power.map(|_| self.all().len() - 1)
    }

    /// The place of the energy in `core`, with T and V after it.
    pub(super) fn energy(&self, course: &Course) -> usize {
        course.n + course.motion.multipliers.len()
    }

    fn statement(
        &mut self,
        course: &mut Course,
        statement: &Statement,
        (reject, number): (bool, usize),
    ) {
        let claims: Vec<Comparison> = match &statement.claim {
            Claim::Equations(pairs) => pairs
                .iter()
                .map(|&(left, right)| {
                    let (left, right) = (course.specified(left), course.specified(right));
                    let terms = [terms(left), terms(right)].concat();
                    let terms = terms.into_iter().map(|e| self.place(e)).collect();
                    Comparison::Equal { left: self.place(left), right: self.place(right), terms }
                })
                .collect(),
            Claim::Conserved(list) => list
                .iter()
                .map(|&e| {
                    let is_energy = e == crate::language::energy_symbol();
                    let e = course.specified(e);
                    let parts = if is_energy { course.energies.to_vec() } else { terms(e) };
                    let terms = parts.into_iter().map(|e| self.place(e)).collect();
                    Comparison::Constant { value: self.place(e), terms }
                })
                .collect(),
            Claim::Kind(..) | Claim::Order(_) | Claim::Nothing => return,
        };
        let in_time = |e: &Expr| alembert_algebra::contains(*e, Expr::time());
        let timed = match &statement.claim {
            Claim::Equations(pairs) => pairs.iter().any(|(l, r)| in_time(l) || in_time(r)),
            _ => false,
        };
        let particular = timed || !statement.starts.is_empty();
        self.watched.push(Watched {
            reject,
            number,
            claims,
            particular,
            unknown: None,
            parts: 0..0,
        });
    }

    /// Takes the parts of the last statement out when they contain a symbol without a value.
    fn set_aside(&mut self, from: usize, known: &[Expr]) {
        let parts = from..self.seen.len();
        if let Some(last) = self.watched.last_mut() {
            last.parts = parts;
        }
        let met = symbols(&self.seen[from..]);
        let Some(unknown) = met.into_iter().find(|s| !known.contains(s)) else { return };
        self.seen.truncate(from);
        if let Some(last) = self.watched.last_mut() {
            last.claims.clear();
            last.parts = from..from;
            last.unknown = unknown.as_symbol().map(|s| s.spelling());
        }
    }

    fn place(&mut self, e: Expr) -> usize {
        self.seen.push(e);
        self.seen.len() - 1
    }
}
