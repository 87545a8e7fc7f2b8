//! The equations of motion solved for the accelerations, as text, with their certificate.

use std::borrow::Cow;

use alembert_algebra::Expr;
use alembert_mechanics::explicit::{Explicit, Solved, solves};
use alembert_mechanics::{Motion, System, Theory, explicit};
use alembert_render::{Equation, Page, Part, Spelling, Tree, Typesetter, operations};

use super::certify::{Certificate, STATES, at_states, read_back, read_text};
use super::conditions::without_sign;
use super::hidden::Hidden;
use super::notation::notation;
use super::parts::{name_divisors, with_names};
use super::scattered::{errors, scattered};
use super::shorten::tree_size;
use super::values::choice;
use super::{WalkError, conditions};
use crate::language::{Model, Reader};

/// Equations with more parts than this, counted as trees, get named parts: about a page.
const LONGEST_WITHOUT_PARTS: u64 = 600;

/// Explicit equations, written.
pub(super) struct Equations {
    /// The accelerations.
    pub(super) equations: Vec<Equation>,
    /// The multipliers, when they were asked for.
    pub(super) multipliers: Vec<Equation>,
    /// The named parts.
    pub(super) definitions: Vec<Equation>,
    /// What must not vanish.
    pub(super) conditions: Vec<Tree>,
    /// Operations of the accelerations and of the named parts.
    pub(super) operations: usize,
    pub(super) certificate: Certificate,
}

/// The multipliers alone.
pub(super) fn multipliers(
    model: &Model,
    (system, motion): (&System, &Motion),
    rank: &[Expr],
) -> Result<Equations, WalkError> {
    let mut page = page(model, (system, motion), rank, true)?;
    page.equations.clear();
    Ok(page)
}

/// Solves, writes, reads back, certifies. The constraints are independent where the expressions
/// of `rank` do not vanish.
pub(super) fn page(
    model: &Model,
    (system, motion): (&System, &Motion),
    rank: &[Expr],
    closed: bool,
) -> Result<Equations, WalkError> {
    let (mut solution, is_of_motion) = solution(model, motion, closed)?;
    let mut all: Vec<&mut Solved> =
        solution.accelerations.iter_mut().chain(&mut solution.multipliers).collect();
    let values: Vec<Expr> = all.iter().map(|s| s.value).collect();
    let mut divisors: Vec<Expr> =
        all.iter().flat_map(|s| &s.conditions).chain(rank).copied().collect();
    let claims: Vec<Expr> = all.iter().map(|s| s.unknown - s.value).collect();
    let may_vanish = |list: Vec<Expr>| conditions::listed(model, list.into_iter());
    let singular = Theory::singular_places_of_solved(system, motion, &claims, may_vanish);
    divisors.extend(singular.map_err(WalkError::Explicit)?);
    let mut conditions = conditions::listed(model, divisors.into_iter());
    let mut parts = Vec::new();
    if values.iter().map(|&e| tree_size(e)).sum::<u64>() > LONGEST_WITHOUT_PARTS {
        parts = name_divisors(&mut all, model);
        conditions.iter_mut().for_each(|c| *c = without_sign(with_names(*c, &parts)));
    }
    let mut typesetter = Typesetter::new(&notation(model));
    let mut line = |lhs: Expr, rhs: Expr| -> Result<Equation, WalkError> {
        let (lhs, rhs) = (typesetter.tree(lhs)?, typesetter.tree(rhs)?);
        Ok(Equation { label: None, lhs, rhs })
    };
    let mut equations = Vec::new();
    for s in &all {
        equations.push(line(s.unknown, s.value)?);
    }
    let mut definitions = Vec::new();
    for &(name, part) in &parts {
        definitions.push(line(name, part)?);
    }
    let conditions = conditions.into_iter().map(|c| typesetter.tree(c));
    let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
    let n = solution.accelerations.len();
    let found = is_of_motion.then_some(&mut solution);
    let certificate = certified(&equations, &definitions, model, motion, found)?;
    let multipliers = equations.split_off(n);
    let written = equations.iter().chain(&definitions);
    let operations = written.map(|e| operations(&e.rhs)).sum();
    Ok(Equations { equations, multipliers, definitions, conditions, operations, certificate })
}

/// The explicit equations, with the functions of the model as they are written there, and whether the motion itself was
/// solved, without names for functions. Of the forms with and without common angles for [`scattered`] functions that
/// one is taken which keeps its digits, or else the shorter one.
fn solution(model: &Model, motion: &Motion, closed: bool) -> Result<(Explicit, bool), WalkError> {
    let first = solved(motion, closed, Hidden::default());
    let scattered = scattered(motion);
    if scattered.is_empty() {
        return first;
    }
    let second = solved(motion, closed, Hidden::with(scattered));
    let (Ok((one, _)), Ok((other, _))) = (&first, &second) else { return first.or(second) };
    let errors = [one, other].map(|form| errors(model, motion, &form.accelerations));
    let keeps = errors
        .each_ref()
        .map(|found| found.as_ref().is_some_and(|[form, built]| form.keep_digits_of(built)));
    let size = |form: &Explicit| {
        let values = form.accelerations.iter().map(|s| tree_size(s.value));
        values.fold(0u64, u64::saturating_add)
    };
    let is_better = match (keeps, &errors) {
        ([true, false], _) => false,
        ([false, true], _) => true,
        ([false, false], [Some([one, _]), Some([other, _])]) => other.are_smaller_than(one),
        _ => size(other) < size(one),
    };
    if is_better { second } else { first }
}

/// The explicit equations that are found while functions are hidden.
fn solved(
    motion: &Motion,
    closed: bool,
    mut hidden: Hidden,
) -> Result<(Explicit, bool), WalkError> {
    let motion = levelled(hidden.motion(motion));
    let mut solution = explicit(&motion, closed).map_err(WalkError::Explicit)?;
    for solved in solution.accelerations.iter_mut().chain(&mut solution.multipliers) {
        solved.value = hidden.shown(solved.value);
        solved.conditions.iter_mut().for_each(|c| *c = hidden.shown(*c));
    }
    Ok((solution, hidden.is_empty()))
}

/// A motion of mixed order, which has no constraints, without the empty levels of its state.
fn levelled(mut motion: Motion) -> Motion {
    if motion.state.len() < motion.manifold.len() * motion.highest.len() {
        motion.manifold.clear();
    }
    motion
}

/// What is printed solves the equations of motion: proved, in the ring in which it was found or in
/// a new one, or tried at states.
fn certified(
    equations: &[Equation],
    definitions: &[Equation],
    model: &Model,
    motion: &Motion,
    mut found: Option<&mut Explicit>,
) -> Result<Certificate, WalkError> {
    let mut certificate = Certificate::Proved;
    let n = motion.highest.len();
    let mut seen: Option<Vec<Expr>> = None;
    let mut texts: Vec<(String, Expr)> = Vec::new();
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        let mut model = Cow::Borrowed(model);
        for part in definitions {
            let Some(value) = read_back(&part.rhs, None, spelling, &Reader::new(&model)) else {
                return Err(WalkError::Unreadable);
            };
            model = Cow::Owned(model.with_names(&[(&Spelling::Ascii.text(&part.lhs), value)]));
        }
        if !definitions.is_empty() {
            texts.clear(); // names may stand for something else
        }
        let reader = Reader::new(&model);
        let Some(read) = read_all(equations, spelling, &reader, &mut texts) else {
            return Err(WalkError::Unreadable);
        };
        if seen.as_ref() == Some(&read) {
            continue;
        }
        let (y, lambda) = read.split_at(n);
        let known = found.as_mut().map(|found| found.is_solved_by(y, lambda));
        if known != Some(Ok(true)) && !matches!(solves(motion, y, lambda), Ok(true)) {
            let unknowns = motion.highest.iter().chain(motion.multipliers.iter());
            let claims: Vec<Expr> = unknowns.zip(&read).map(|(&x, &e)| x - e).collect();
            let mut theory = Theory::new(&model.system()?, motion, &claims)?;
            let states = theory.states_of_agreement(&claims, &choice(&model, STATES));
            certificate = certificate.max(at_states(states)?);
        }
        seen = Some(read);
    }
    Ok(certificate)
}

/// The right sides, read back; what is spelled like one that was read is not read again.
fn read_all(
    equations: &[Equation],
    spelling: Spelling,
    reader: &Reader<'_>,
    known: &mut Vec<(String, Expr)>,
) -> Option<Vec<Expr>> {
    let mut all = Vec::with_capacity(equations.len());
    for equation in equations {
        let text = spelling.text(&equation.rhs);
        if let Some((_, value)) = known.iter().find(|(seen, _)| *seen == text) {
            all.push(*value);
            continue;
        }
        let value = read_text(&text, reader)?;
        all.push(value);
        known.push((text, value));
    }
    Some(all)
}

impl Equations {
    /// The page for people.
    pub(super) fn page(self) -> Page {
        Page::new(vec![
            Part::Equations(self.equations),
            Part::Where(self.definitions),
            Part::Conditions(self.conditions),
            Part::Equations(self.multipliers),
        ])
    }
}
