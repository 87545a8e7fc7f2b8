//! A consistent start.
//!
//! Values without `(guess)` are fixed. The others, and what is missing, begin at their guess or at 0 and
//! are moved by Gauss–Newton steps in the kinetic metric until the constraints hold: positions first,
//! then velocities, then higher derivatives. A fixed value never moves; when the constraints ask for it
//! the start is refused (AL040), and so is a missing value with several solutions (AL041). Where 0 leads
//! nowhere (as in x² + y² = 1, whose slopes vanish there) other beginnings are tried: a solution that
//! stands alone is taken, and of a whole set of them one is offered as a guess.

use std::ops::Range;

use alembert_algebra::{Expr, Kind, contains, symbols};
use alembert_kernel::KernelError;

use super::beginnings::beginnings;
use super::correction::{correction, seen};
use super::course::Course;
use super::level::{Level, Look};
use super::numbers::evaluated;
use super::surface::Surface;
use super::{Refusal, WalkError};
use crate::language::model::Initial;
use crate::language::{Code, Diagnostic, Model, Span};
use crate::walk::notation::as_typed;
use crate::walk::turning;

/// Changes and residuals below this are rounding.
const SILENT: f64 = 1e-12;
/// Gauss–Newton steps before the search gives up.
const MOST_STEPS: usize = 60;
/// How often a step is halved.
const MOST_HALVINGS: usize = 12;
/// Solutions that are told.
const MOST_TOLD: usize = 4;

/// A value that was found or changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What has the value, in ASCII spelling.
    pub name: String,
    /// The guess that it had; none when nothing was given.
    pub from: Option<f64>,
    /// The value that satisfies the constraints.
    pub to: f64,
    /// Is it the only one that does, beside what is given? Otherwise it is the nearest of many.
    pub is_determined: bool,
}

/// A start on the constraints.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) t: f64,
    /// The state; the work is 0.
    pub(super) x: Vec<f64>,
    /// What was found or changed.
    pub(super) changes: Vec<Change>,
    /// What was neither given nor determined, and is 0.
    pub(super) assumed: Vec<String>,
}

/// What is known about an entry of the state.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Fixed,
    Guess(f64),
    Missing,
}

struct Search<'a> {
    model: &'a Model,
    initial: &'a [Initial],
    course: &'a Course,
    surface: &'a Surface<f64>,
    t: f64,
    x: Vec<f64>,
    known: Vec<Known>,
    /// Entries that the constraints determine.
    determined: Vec<usize>,
    fixed: &'a [f64],
}

/// The start that the section `initial` asks for.
pub(super) fn start(
    model: &Model,
    course: &Course,
    surface: &Surface<f64>,
    (t, fixed): (f64, &[f64]),
) -> Result<Start, Refusal> {
    let state = &course.motion.state;
    let all = turning::initial(model);
    let given = |e: &Expr| all.iter().find(|i| i.quantity == *e);
    let values = state.iter().map(|e| given(e).map_or(Expr::zero(), |i| i.value));
    let numbers: Vec<f64> = evaluated(model, &values.collect::<Vec<_>>())
        .map_err(|error| without_value(model, &all).map_or(error.into(), Refusal::from))?;
    let known = state.iter().zip(&numbers).map(|(e, &x)| match given(e) {
        Some(i) if i.guess => Known::Guess(x),
        Some(_) => Known::Fixed,
        None => Known::Missing,
    });
    let known: Vec<Known> = known.collect();
    refuse_missing_multipliers(course, &known)?;
    let mut x = numbers;
    x.resize(course.dim(), 0.0);
    let determined = Vec::new();
    let mut search =
        Search { model, initial: &all, course, surface, t, x, known, determined, fixed };
    for k in 0..course.motion.manifold.len() {
        search.level(k)?;
    }
    Ok(search.finish())
}

/// AL040 for the first value that is no finite number.
fn without_value(model: &Model, all: &[Initial]) -> Option<Diagnostic> {
    let has_none = |i: &&Initial| evaluated::<f64>(model, &[i.value]).is_err();
    let found = all.iter().find(has_none)?;
    evaluated::<f64>(model, &[]).ok()?;
    let message = format!("the initial value of `{}` is no finite number", found.name);
    let hint = "it is too large, or divides by zero";
    Some(Diagnostic::new(Code::InitialViolates, found.span, message).hint(hint))
}

/// Multipliers that are part of the state have no other origin than the user.
fn refuse_missing_multipliers(course: &Course, known: &[Known]) -> Result<(), WalkError> {
    let derivatives = course.level(course.motion.manifold.len() - 1).end;
    let missing = |&i: &usize| known[i] == Known::Missing;
    let names: Vec<String> =
        (derivatives..known.len()).filter(missing).map(|i| name(course.motion.state[i])).collect();
    if names.is_empty() { Ok(()) } else { Err(WalkError::NoMultiplier { names }) }
}

fn name(symbol: Expr) -> String {
    symbol.as_symbol().map(|s| s.spelling()).unwrap_or_default()
}

impl Search<'_> {
    /// Satisfies the equations on the derivatives of order k.
    fn level(&mut self, k: usize) -> Result<(), Refusal> {
        let mut equations: Vec<Expr> = self.course.motion.manifold[k].to_vec();
        let speeds: Vec<&Initial> = self.initial.iter().filter(|i| self.is_speed(i, k)).collect();
        equations.extend(speeds.iter().map(|i| i.quantity - i.value));
        if equations.is_empty() {
            return Ok(());
        }
        let level = Level::new(self.course, k, &equations, self.fixed)?;
        let free: Vec<usize> = (level.first..level.first + level.n)
            .filter(|&i| self.known[i] != Known::Fixed)
            .collect();
        let found = self.solve(&level, &free, self.x.clone())?;
        let open: Vec<usize> =
            free.iter().copied().filter(|&i| self.occurs(i, &equations)).collect();
        let missing: Vec<usize> =
            open.iter().copied().filter(|&i| self.known[i] == Known::Missing).collect();
        let mut solutions: Vec<Vec<f64>> = found.iter().cloned().collect();
        if !missing.is_empty() && self.is_curved(&equations, &missing) {
            self.add_solutions(&level, (&free, &missing), &mut solutions);
        }
        let movable = if found.is_some() { &free } else { &open };
        let isolated = solutions.iter().all(|x| self.is_isolated(&level, movable, x));
        match (found, &solutions[..]) {
            (_, [_, _, ..]) if isolated => return Err(self.several(&missing, &solutions).into()),
            (Some(x), _) => self.x = x,
            (None, [x]) if isolated => self.x.clone_from(x),
            (None, others) => {
                return Err(self.refused(&level, (k, &equations), &open, others.first()));
            }
        }
        let look = self.look(&level, &self.x)?;
        let is_determined = seen(&level, &look, &free).unknowns;
        let determined =
            free.iter().zip(is_determined).filter(|&(i, known)| known && open.contains(i));
        self.determined.extend(determined.map(|(&i, _)| i));
        Ok(())
    }

    /// Is it the initial value of a quasi-velocity of this order?
    fn is_speed(&self, initial: &Initial, k: usize) -> bool {
        if initial.guess || self.course.motion.state.contains(&initial.quantity) {
            return false;
        }
        let coordinates = symbols(&[initial.quantity]).into_iter().filter_map(Expr::as_symbol);
        let coordinates = coordinates.filter(|s| s.kind.is_of_motion());
        coordinates.map(|s| s.order as usize).max() == Some(k)
    }

    /// Does an entry of the state stand in the equations?
    fn occurs(&self, i: usize, equations: &[Expr]) -> bool {
        equations.iter().any(|&e| contains(e, self.course.motion.state[i]))
    }

    /// Do the equations depend on what is missing otherwise than linearly?
    fn is_curved(&self, equations: &[Expr], missing: &[usize]) -> bool {
        let symbols: Vec<Expr> = missing.iter().map(|&i| self.course.motion.state[i]).collect();
        let slopes =
            equations.iter().flat_map(|&e| alembert_algebra::gradient(e, &symbols).to_vec());
        slopes.into_iter().any(|slope| symbols.iter().any(|&s| contains(slope, s)))
    }

    /// The state with the free entries moved until the equations hold; none when they do not.
    fn solve(
        &self,
        level: &Level<f64>,
        free: &[usize],
        mut x: Vec<f64>,
    ) -> Result<Option<Vec<f64>>, WalkError> {
        let mut look = self.look(level, &x)?;
        for _ in 0..MOST_STEPS {
            if largest(&look.scaled) <= f64::EPSILON / 2.0 || free.is_empty() {
                break;
            }
            let Some(delta) = correction(level, &look, free) else { break };
            let Some((next, seen)) = self.shorten(level, free, &x, &delta, &look) else { break };
            (x, look) = (next, seen);
        }
        Ok((largest(&look.scaled) < SILENT).then_some(x))
    }

    /// The values of a level; far away values of another attempt do not count.
    fn look(&self, level: &Level<f64>, x: &[f64]) -> Result<Look<f64>, KernelError> {
        level.forget();
        self.surface.look(level, self.t, x)
    }

    /// The longest of the halved steps with a smaller residual.
    fn shorten(
        &self,
        level: &Level<f64>,
        free: &[usize],
        x: &[f64],
        delta: &[f64],
        look: &Look<f64>,
    ) -> Option<(Vec<f64>, Look<f64>)> {
        let mut share = 1.0;
        for _ in 0..MOST_HALVINGS {
            let mut next = x.to_vec();
            free.iter().zip(delta).for_each(|(&i, d)| next[i] += share * d);
            match self.look(level, &next) {
                Ok(seen) if norm(&seen.psi) < norm(&look.psi) => return Some((next, seen)),
                _ => {}
            }
            share /= 2.0;
        }
        None
    }

    /// Adds the solutions to which other beginnings of what is missing lead.
    fn add_solutions(
        &self,
        level: &Level<f64>,
        (free, missing): (&[usize], &[usize]),
        solutions: &mut Vec<Vec<f64>>,
    ) {
        for beginning in beginnings(missing.len()) {
            let mut x = self.x.clone();
            missing.iter().zip(&beginning).for_each(|(&i, &b)| x[i] = b);
            if let Ok(Some(x)) = self.solve(level, free, x) {
                let new = |s: &Vec<f64>| missing.iter().any(|&i| self.distance(i, s, &x) > SAME);
                if solutions.iter().all(new) {
                    solutions.push(x);
                }
            }
        }
    }

    /// How far an entry of two states is apart, for angles up to whole turns, for others by its own size, or by a
    /// part of the size of what is of the same order where it nearly vanishes.
    fn distance(&self, i: usize, a: &[f64], b: &[f64]) -> f64 {
        let turn = std::f64::consts::TAU;
        let apart = (a[i] - b[i]).abs();
        match self.course.angles[i] {
            true => (apart - turn * (apart / turn).round()).abs(),
            false if apart > 0.0 => {
                let own = a[i].abs().max(b[i].abs());
                apart / own.max(BESIDE * self.length(i, a).max(self.length(i, b)))
            }
            false => 0.0,
        }
    }

    /// Do the equations determine all that is free, near a solution?
    fn is_isolated(&self, level: &Level<f64>, free: &[usize], x: &[f64]) -> bool {
        let look = self.look(level, x).ok();
        look.is_some_and(|look| seen(level, &look, free).rank == free.len())
    }

    /// AL041.
    fn several(&self, missing: &[usize], solutions: &[Vec<f64>]) -> Diagnostic {
        let state = &self.course.motion.state;
        let names: Vec<String> = missing.iter().map(|&i| self.typed(state[i])).collect();
        let written = |x: &Vec<f64>| {
            let one = |(&i, n): (&usize, &String)| format!("{n} = {}", x[i]);
            missing.iter().zip(&names).map(one).collect::<Vec<_>>().join(", ")
        };
        let mut all: Vec<String> = solutions.iter().take(MOST_TOLD).map(written).collect();
        if solutions.len() > MOST_TOLD {
            all.push("others".to_owned());
        }
        let message =
            format!("several initial values of {} satisfy the constraints", names.join(", "));
        let hint = format!("found {}; write one of them with `(guess)`", all.join(" and "));
        Diagnostic::new(Code::SeveralInitial, self.span(), message).hint(hint)
    }

    /// AL040, for equations that are not satisfied; another beginning may have led to a solution.
    fn refused(
        &self,
        level: &Level<f64>,
        (k, equations): (usize, &[Expr]),
        open: &[usize],
        solution: Option<&Vec<f64>>,
    ) -> Refusal {
        let look = match self.look(level, &self.x) {
            Ok(look) => look,
            Err(error) => return WalkError::from(error).into(),
        };
        let worst =
            (0..look.scaled.len()).max_by(|&a, &b| look.scaled[a].total_cmp(&look.scaled[b]));
        let Some(worst) = worst else { return WalkError::NoStart.into() };
        let (what, residual) = (self.label(k, worst), look.psi[worst]);
        let fixed = |i: usize| self.known[i] == Known::Fixed && self.occurs(i, equations);
        let fixed: Vec<usize> =
            (level.first..level.first + level.n).filter(|&i| fixed(i)).collect();
        let (message, hint) = match (solution, !fixed.is_empty() || open.is_empty()) {
            (None, true) => self.violated(&what, residual, &fixed, open),
            _ => self.no_way(&what, residual, open, solution),
        };
        let missing = |&i: &usize| self.known[i] == Known::Missing && self.x[i] == 0.0;
        let assumed = |i: &usize| missing(i) && self.occurs(*i, equations);
        let assumed =
            (0..level.first).filter(assumed).map(|i| self.typed(self.course.motion.state[i]));
        let assumed: Vec<String> = assumed.map(|name| format!("`{name}`")).collect();
        let hint = match assumed.is_empty() {
            true => hint,
            false => format!("{hint}; {} was not given, and is taken as 0", assumed.join(", ")),
        };
        let span = self.span_of(&fixed);
        Diagnostic::new(Code::InitialViolates, span, message).hint(hint).into()
    }

    /// What to say when fixed values are to blame: which of them to leave out, and what was looked
    /// for beside them.
    fn violated(
        &self,
        what: &str,
        residual: f64,
        fixed: &[usize],
        open: &[usize],
    ) -> (String, String) {
        let names = |list: &[usize]| -> Vec<String> {
            list.iter().map(|&i| format!("`{}`", self.typed(self.course.motion.state[i]))).collect()
        };
        let message = format!("the initial values violate {what}: left − right = {residual:.6e}");
        let leave = match names(fixed).as_slice() {
            [] => "change an initial value".to_owned(),
            [one] => format!(
                "change {one}, or leave it out so that it is solved for, or mark it with `(guess)`"
            ),
            several => format!(
                "leave one of {} out, so that it is solved for, or mark it with `(guess)`",
                several.join(", ")
            ),
        };
        let hint = match names(open).as_slice() {
            [] => leave,
            [one] => format!("no value of {one} was found that goes with them: {leave}"),
            open => {
                format!("no values of {} were found that go with them: {leave}", open.join(", "))
            }
        };
        (message, hint)
    }

    /// What to say when nothing that is fixed is to blame: what to give instead.
    fn no_way(
        &self,
        what: &str,
        residual: f64,
        open: &[usize],
        solution: Option<&Vec<f64>>,
    ) -> (String, String) {
        let name = |i: &usize| self.typed(self.course.motion.state[*i]);
        let begun = |i: &usize| format!("{} = {}", name(i), self.x[*i]);
        let list =
            |each: &dyn Fn(&usize) -> String| open.iter().map(each).collect::<Vec<_>>().join(", ");
        let message = format!(
            "no way leads from {} to values that satisfy {what}: left − right = {residual:.6e}",
            list(&begun)
        );
        let hint = match solution {
            Some(x) => {
                let guess = |i: &usize| format!("{} = {:.6} (guess)", name(i), x[*i]);
                format!("give some of {}, or guesses such as {}", list(&name), list(&guess))
            }
            None => format!(
                "give guesses of {} near a solution; other beginnings led to none either",
                list(&name)
            ),
        };
        (message, hint)
    }

    /// The constraint behind equation `row` of level k, in words.
    fn label(&self, k: usize, row: usize) -> String {
        let q = &self.course.motion.state[self.course.level(0)];
        let order = |phi: Expr| {
            let of = symbols(&[phi]).into_iter().filter_map(Expr::as_symbol);
            let coordinate = |s: &alembert_algebra::Symbol| {
                s.kind == Kind::Quasi
                    || q.iter().any(|e| e.as_symbol().is_some_and(|c| c.name == s.name))
            };
            of.filter(coordinate).map(|s| s.order as usize).max().unwrap_or(0)
        };
        let motion = &self.course.motion;
        let rows = motion.labels.iter().zip(motion.residuals.iter());
        let rows: Vec<(&String, usize)> =
            rows.map(|(l, &phi)| (l, order(phi))).filter(|r| r.1 <= k).collect();
        match rows.get(row) {
            Some((label, 0)) if k > 0 => format!("the rate of `{label}`"),
            Some((label, _)) => format!("`{label}`"),
            None => "a quasi-velocity that is given".to_owned(),
        }
    }

    /// The name of an entry of the state as the text of the model spells it.
    fn typed(&self, symbol: Expr) -> String {
        as_typed(&name(symbol), self.model)
    }

    /// The place of the last of some entries of the state that are given.
    fn span_of(&self, entries: &[usize]) -> Span {
        let state = &self.course.motion.state;
        let given = |i: &&Initial| entries.iter().any(|&k| state[k] == i.quantity);
        let places = self.model.initial.iter().filter(given).map(|i| i.span);
        places.max_by_key(|span| span.start).unwrap_or_else(|| self.span())
    }

    fn span(&self) -> Span {
        let first = self.model.initial.first().map(|i| i.span);
        let constraint = self.model.constraints.first().map(|c| c.span);
        first.or(constraint).unwrap_or(self.model.lagrangian_span)
    }

    fn finish(mut self) -> Start {
        let (mut changes, mut assumed) = (Vec::new(), Vec::new());
        for i in 0..self.known.len() {
            let (to, name) = (self.x[i], name(self.course.motion.state[i]));
            let is_determined = self.determined.contains(&i);
            match self.known[i] {
                Known::Guess(from) if (to - from).abs() > SILENT * from.abs().max(to.abs()) => {
                    changes.push(Change { name, from: Some(from), to, is_determined });
                }
                Known::Missing if to.abs() > SILENT * largest(&self.x[self.beside(i)]) => {
                    changes.push(Change { name, from: None, to, is_determined });
                }
                Known::Missing if is_determined => {
                    self.x[i] = 0.0;
                    changes.push(Change { name, from: None, to: 0.0, is_determined });
                }
                Known::Missing => {
                    self.x[i] = 0.0;
                    assumed.push(name);
                }
                _ => {}
            }
        }
        Start { t: self.t, x: self.x, changes, assumed }
    }

    /// The largest size of what is of the order of entry i and no angle.
    fn length(&self, i: usize, x: &[f64]) -> f64 {
        let others = self.beside(i).filter(|&k| !self.course.angles[k]);
        others.fold(0.0, |most, k| most.max(x[k].abs()))
    }

    /// Where the derivatives of the order of entry i stand.
    fn beside(&self, i: usize) -> Range<usize> {
        let levels = (0..self.course.motion.manifold.len()).map(|k| self.course.level(k));
        { levels }.find(|level| level.contains(&i)).unwrap_or(i..i + 1)
    }
}

/// Solutions closer than this are the same.
const SAME: f64 = 1e-6;

/// The part of the size of its neighbours that a value near 0 is measured by: a double solution at 0 is found to 10⁻⁸
/// of them.
const BESIDE: f64 = 0.03;

fn largest(list: &[f64]) -> f64 {
    list.iter().fold(0.0, |a, b| a.max(b.abs()))
}

fn norm(list: &[f64]) -> f64 {
    list.iter().map(|x| x * x).sum::<f64>().sqrt()
}
