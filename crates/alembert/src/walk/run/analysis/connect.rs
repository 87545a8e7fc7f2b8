//! Motions between two points, by multiple shooting.
//!
//! The unknowns are the state x₀ at the start, and the conditions
//!
//! ```text
//! x₀ᵢ = value,    for what `initial` fixes                                          (1)
//! ψ(t₀, x₀) = 0,  the constraints on the state                                      (2)
//! x₁ⱼ = value,    for what is asked at the end                                      (3)
//! ```
//!
//! as many together as the state has entries. Newton's method needs a guess of what is not fixed. The
//! first one is that of `initial`; the others lie around it in a box, at the points of the sequence
//!
//! ```text
//! uₖ = frac(½ + k α),   αᵢ = g⁻ⁱ,   g^(d+1) = g + 1                                 (4)
//! ```
//!
//! which fills d dimensions evenly and is the same in every run; each is moved onto the constraints (2) by
//! the smallest change in the kinetic metric before it is tried. What is found is followed once more by
//! series, with the action W' = L, and sorted by it.
//!
//! Known limits: nothing says that all motions were found; coordinates only, no rotations.

#![allow(non_snake_case, reason = "G is the symbol of the papers")]

use std::cell::RefCell;

use alembert_algebra::Expr;
use alembert_flow::{
    Boundary, Constraints, Flow, Manifold, Settings, ShootingError, Stop, Trajectory, shoot,
};
use serde_json::{Map, Value, json};

use super::legs::Legs;
use super::saltation::Switching;
use super::sizes::{InSizes, sizes};
use super::{Leg, Listener, Pieces, Ready};
use crate::language::{Assignment, Model};
use crate::walk::decisive::decided;
use crate::walk::run::columns::column_unit;
use crate::walk::run::look::Column;
use crate::walk::run::method::Methodical;
use crate::walk::run::table::{Table, origin};
use crate::walk::run::{Refusal, RunRequest, WalkError, numbers};

/// The error a step may have in the search, and when what was found is refined.
const SEARCH: f64 = 1e-6;
const REFINED: f64 = 1e-13;
/// A segment that needs more steps than this turns too fast to be what is looked for: Newton's method has
/// run away, and its step is shortened.
const MOST_STEPS: u64 = 120;
/// A search that is not done after this many shots is given up: another guess is worth more.
const MOST_SHOTS: u64 = 18;
/// Starts that differ by less than this part of their size are one.
const SAME: f64 = 1e-7;
/// A start that the search has found roughly is one that is known when it differs by less than this part.
const SAME_ROUGHLY: f64 = 1e-5;
/// How far a motion may end from where it should.
const MISSED: f64 = 1e-8;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct ConnectRequest<'a> {
    /// The principle and the time of the end.
    pub run: RunRequest<'a>,
    /// What holds at the end.
    pub end: &'a [Assignment],
    /// How many guesses are tried.
    pub tries: usize,
    /// Half of the side of the box of the guesses; by default ten times the way divided by the time.
    pub spread: Option<f64>,
    /// Into how many segments the time is divided.
    pub segments: usize,
}

impl ConnectRequest<'_> {
    /// How many guesses are tried when nobody says: they find the five extremals from 0 to (1, 0, 2) on the
    /// Heisenberg group.
    pub const TRIES: u32 = 80;
    /// Into how many segments the time is divided when nobody says.
    pub const SEGMENTS: u32 = 4;
}

/// A motion between the two points.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The state at the start.
    pub start: Vec<f64>,
    /// The state at the end.
    pub end: Vec<f64>,
    /// ∫ L dt.
    pub action: f64,
    /// The samples: time, state, action so far.
    samples: Vec<Vec<f64>>,
}

/// The motions that were found, those of the least action first.
#[derive(Debug, Clone)]
pub struct ConnectReport {
    /// The title of the model.
    pub title: String,
    /// The principle.
    pub principle: &'static str,
    /// The names of the state.
    pub names: Vec<String>,
    /// Which entries of the start were not fixed.
    pub free: Vec<bool>,
    /// The motions.
    pub motions: Vec<Connection>,
    /// How many guesses were tried to their end.
    pub tries: usize,
    /// Was the search broken off?
    pub interrupted: bool,
    /// From when to when.
    pub span: (f64, f64),
    units: Vec<Option<String>>,
}

/// The motions of a model from its initial values to values at the end.
///
/// # Errors
/// The model does not run, or the conditions are too few or too many. A search that is broken off gives
/// what it found.
pub fn connect(
    model: &Model,
    request: ConnectRequest<'_>,
    progress: &mut Listener<'_>,
) -> Result<ConnectReport, Refusal> {
    let model = &decided(model, &[]);
    let ready = Ready::new(model, request.run, |_| Vec::new(), |_| None)?;
    if let Some(turning) = model.rotations.first() {
        let name = turning.rotation.name().to_owned();
        return Err(WalkError::ConnectedRotation { name }.into());
    }
    let legs = Legs::of(ready.legs(&[])?);
    let ends = Ends::new(&ready, legs.now(), request.end)?;
    let acting = Ready::new(model, request.run, |_| Vec::new(), |system| Some(system.L()))?;
    let mut motions: Vec<Connection> = Vec::new();
    let (tries, mut done) = (request.tries.max(1), 0);
    let spread = request.spread.unwrap_or_else(|| ends.spread(ready.span));
    if !(spread > 0.0 && spread.is_finite()) {
        let what = "the spread of the guesses";
        return Err(WalkError::RunSetting { what, range: "positive", value: spread }.into());
    }
    let segments = request.segments.max(1);
    let shots = (segments + legs.now().len()) as u64;
    for k in 0..tries {
        let share = k as f64 / tries as f64;
        let mut listener = |p: super::Progress| progress(super::Progress { share, ..p });
        let mut pieces = Pieces {
            switching: Switching::new(&ready, &legs, &[]),
            largest: None,
            is_stiff: false,
            projected: false,
            tolerance: SEARCH,
            most_steps: MOST_STEPS,
            most_flows: MOST_SHOTS * shots,
            advance: None,
            listener: RefCell::new((0, &mut listener)),
        };
        let known = |x: &[f64]| motions.iter().any(|m| ends.is_near(&m.start, x, SAME_ROUGHLY));
        let guess = ends.guess(k, spread);
        let start = match refined(&mut pieces, &ends, (&guess, segments), known) {
            Err(WalkError::Interrupted { .. }) => break,
            start => start?,
        };
        done += 1;
        let Some(start) = start else { continue };
        let found = followed(&acting, &start)?;
        let is_new = |found: &Connection| {
            !motions.iter().any(|other| ends.is_near(&other.start, &found.start, SAME))
        };
        motions.extend(found.filter(|f| ends.missed(&f.end) < MISSED).filter(is_new));
    }
    motions.sort_by(|a, b| a.action.total_cmp(&b.action));
    let names = ready.names();
    Ok(ConnectReport {
        title: model.title.clone(),
        principle: ready.course.motion.principle,
        units: names.iter().map(|name| column_unit(model, name)).collect(),
        names,
        free: ends.fixed.iter().map(Option::is_none).collect(),
        motions,
        tries: done,
        interrupted: done < tries,
        span: ready.span,
    })
}

/// The start of a motion near a guess, first roughly and then to round-off; none for one that is known.
fn refined(
    pieces: &mut Pieces<'_>,
    ends: &Ends<'_>,
    (guess, segments): (&[f64], usize),
    known: impl Fn(&[f64]) -> bool,
) -> Result<Option<Vec<f64>>, WalkError> {
    let rough = attempt(pieces, ends, guess, segments)?;
    let Some(x) = rough.filter(|x| !known(x)) else { return Ok(None) };
    pieces.tolerance = REFINED;
    (pieces.most_steps, pieces.most_flows) = (u64::MAX, 2 * pieces.most_flows);
    attempt(pieces, ends, &x, segments)
}

/// The start of a motion near a guess, if Newton's method finds one.
fn attempt(
    pieces: &Pieces<'_>,
    ends: &Ends<'_>,
    guess: &[f64],
    segments: usize,
) -> Result<Option<Vec<f64>>, WalkError> {
    let (from, to) = pieces.switching.ready.span;
    let time = |i: usize| from + (to - from) * i as f64 / segments as f64;
    let times: Vec<f64> = (0..segments).map(time).chain([to]).collect();
    let mut states = vec![guess.to_vec()];
    for i in 1..segments {
        let mut x = vec![0.0; guess.len()];
        match pieces.flow((times[i - 1], &states[i - 1]), times[i], &mut x, &mut []) {
            Ok(()) => states.push(x),
            Err(Stop::Interrupted { t }) => return Err(WalkError::Interrupted { t }),
            Err(_) => return Ok(None),
        }
    }
    let sized = InSizes { flow: pieces, ends, sizes: &ends.sizes, rows: &ends.rows };
    let states: Vec<Vec<f64>> = states.iter().map(|x| sized.inward(x)).collect();
    match shoot(&sized, &sized, &times, &states) {
        Ok(found) => Ok(found.first().map(|y| sized.outward(y))),
        Err(ShootingError::Segment { stop: Stop::Interrupted { t }, .. }) => {
            Err(WalkError::Interrupted { t })
        }
        Err(_) => Ok(None),
    }
}

/// The motion from a start by series, with its action; none when it ends before its time.
fn followed(acting: &Ready<'_>, start: &[f64]) -> Result<Option<Connection>, WalkError> {
    let (from, to) = acting.span;
    let (mut t, mut x) = (from, [start, &[0.0]].concat());
    let mut samples = vec![[&[t], &x[..]].concat()];
    for leg in acting.legs(&[])? {
        let mut method = f64::method(&acting.choice, &leg.field, &leg.surface);
        let motion = Trajectory::of(&mut *method, &leg.surface, (t, &x), &Settings::to(leg.end));
        if motion.stop != Stop::End {
            return Ok(None);
        }
        loop {
            let next = from + samples.len() as f64 * acting.every.copysign(to - from);
            let Some(state) = motion.at(next).filter(|_| next != leg.end) else { break };
            samples.push([&[next], &state[..]].concat());
        }
        t = leg.end;
        x = motion.states.last().cloned().unwrap_or(x);
    }
    samples.push([&[to], &x[..]].concat());
    let action = x.pop().unwrap_or(0.0);
    Ok(Some(Connection { start: start.to_vec(), end: x, action, samples }))
}

/// The conditions (1), (2) and (3).
struct Ends<'a> {
    t: f64,
    leg: &'a Leg,
    /// What `initial` fixes.
    fixed: Vec<Option<f64>>,
    /// What `initial` guesses, or 0.
    guess: Vec<f64>,
    /// Entries and values at the end.
    end: Vec<(usize, f64)>,
    /// The sizes of the entries of the state, and of the conditions.
    sizes: Vec<f64>,
    rows: Vec<f64>,
}

impl<'a> Ends<'a> {
    fn new(ready: &Ready<'_>, legs: &'a [Leg], end: &[Assignment]) -> Result<Self, WalkError> {
        let state = &ready.course.motion.state;
        let given = |e: &Expr| ready.model.initial.iter().find(|i| i.quantity == *e);
        let values: Vec<Expr> =
            state.iter().map(|e| given(e).map_or(Expr::zero(), |i| i.value)).collect();
        let guess: Vec<f64> = numbers::evaluated(ready.model, &values)?;
        let is_fixed = |e: &Expr| given(e).is_some_and(|i| !i.guess);
        let fixed: Vec<Option<f64>> =
            state.iter().zip(&guess).map(|(e, &x)| is_fixed(e).then_some(x)).collect();
        let mut places: Vec<(usize, f64)> = Vec::new();
        for assignment in end {
            let place = state.iter().position(|e| *e == assignment.symbol);
            let name = || assignment.name.clone();
            let place = place.ok_or_else(|| WalkError::NoEnd { name: name() })?;
            places.push((place, numbers::evaluated(ready.model, &[assignment.value])?[0]));
        }
        let leg = legs.first().expect("there is a leg");
        let mut largest: Vec<f64> = guess.iter().map(|x| x.abs()).collect();
        places.iter().for_each(|&(i, value)| largest[i] = largest[i].max(value.abs()));
        let sizes = sizes(&ready.course, &largest, (ready.span.1 - ready.span.0).abs());
        let (t, rows) = (ready.span.0, Vec::new());
        let ends = Self { t, leg, fixed, guess, end: places, sizes, rows };
        let counts = (ends.fixed_count(), leg.surface.count(), ends.end.len());
        match counts.0 + counts.1 + counts.2 == state.len() {
            true => Ok(Self { rows: ends.sizes_of_conditions(), ..ends }),
            false => Err(WalkError::Conditions { state: state.len(), counts }),
        }
    }

    /// The sizes of what (1), (2) and (3) compare; of a constraint by its slopes at the guess.
    fn sizes_of_conditions(&self) -> Vec<f64> {
        let (n, count) = (self.guess.len(), self.leg.surface.count());
        let fixed = self.fixed.iter().zip(&self.sizes).filter(|(v, _)| v.is_some());
        let mut rows: Vec<f64> = fixed.map(|(_, &size)| size).collect();
        let mut G = vec![0.0; count * n];
        if self.leg.surface.gradient(self.t, &self.guess, &mut G).is_err() {
            G.fill(0.0);
        }
        let row = |k: usize| G[k * n..(k + 1) * n].iter().zip(&self.sizes);
        let size = |k: usize| row(k).map(|(g, s)| g.abs() * s).sum::<f64>();
        rows.extend((0..count).map(size).map(|size| if size > 0.0 { size } else { 1.0 }));
        rows.extend(self.end.iter().map(|&(i, _)| self.sizes[i]));
        rows
    }

    /// Do two starts differ by less than this part of their size?
    fn is_near(&self, a: &[f64], b: &[f64], part: f64) -> bool {
        let entries = a.iter().zip(b).zip(&self.sizes);
        { entries }.all(|((a, b), size)| (a - b).abs() < part * size.max(b.abs()))
    }

    fn fixed_count(&self) -> usize {
        self.fixed.iter().flatten().count()
    }

    /// Ten times the way divided by the time; a motion that comes back has a way of its size.
    fn spread(&self, (from, to): (f64, f64)) -> f64 {
        let way = |&(i, value): &(usize, f64)| (value - self.guess[i]).abs();
        let most =
            |list: &dyn Fn(&(usize, f64)) -> f64| self.end.iter().map(list).fold(0.0, f64::max);
        let size = most(&|&(i, _)| self.sizes[i]);
        10.0 * most(&way).max(size) / (to - from).abs()
    }

    /// Guess number k: that of `initial`, then (4), on the constraints where there is a way to them.
    fn guess(&self, k: usize, spread: f64) -> Vec<f64> {
        let guess = self.point(k, spread);
        let mut x = guess.clone();
        match Manifold::project(&self.leg.surface, self.t, &mut x) {
            Ok(_) => x,
            Err(_) => guess,
        }
    }

    /// The value of `initial`, then the points (4).
    fn point(&self, k: usize, spread: f64) -> Vec<f64> {
        let free = self.fixed.len() - self.fixed_count();
        let g = golden(free);
        let mut axis = 0;
        let entry = |(i, &x): (usize, &f64)| {
            if self.fixed[i].is_some() || k == 0 {
                return x;
            }
            axis += 1;
            let u = (0.5 + k as f64 * g.powi(-axis)).fract(); // (4)
            x + spread * (2.0 * u - 1.0)
        };
        self.guess.iter().enumerate().map(entry).collect()
    }

    /// How far a state is from what is asked at the end.
    fn missed(&self, x: &[f64]) -> f64 {
        let off =
            |&(i, value): &(usize, f64)| (x[i] - value).abs() / self.sizes[i].max(value.abs());
        self.end.iter().map(off).fold(0.0, f64::max)
    }
}

/// The g of (4) in d dimensions.
fn golden(d: usize) -> f64 {
    let power = 1.0 / (d as f64 + 1.0);
    (0..64).fold(2.0, |g: f64, _| (1.0 + g).powf(power))
}

impl Boundary for Ends<'_> {
    fn conditions(&self, first: &[f64], last: &[f64], b: &mut [f64]) {
        let (start, rest) = b.split_at_mut(self.fixed_count());
        let fixed = self.fixed.iter().zip(first).filter_map(|(v, x)| v.map(|v| x - v)); // (1)
        start.iter_mut().zip(fixed).for_each(|(b, d)| *b = d);
        let (on, end) = rest.split_at_mut(self.leg.surface.count());
        // Where the constraints have no value there is no motion: such a guess is given up.
        if Constraints::residual(&self.leg.surface, self.t, first, on).is_err() {
            on.fill(f64::MAX); // (2)
        }
        end.iter_mut().zip(&self.end).for_each(|(b, &(i, v))| *b = last[i] - v); // (3)
    }

    fn derivatives(&self, first: &[f64], _: &[f64], by_first: &mut [f64], by_last: &mut [f64]) {
        let (n, fixed, rows) = (first.len(), self.fixed_count(), self.leg.surface.count());
        let places = self.fixed.iter().enumerate().filter(|(_, v)| v.is_some());
        places.enumerate().for_each(|(row, (i, _))| by_first[row * n + i] = 1.0); // (1)
        let G = &mut by_first[fixed * n..(fixed + rows) * n];
        if self.leg.surface.gradient(self.t, first, G).is_err() {
            G.fill(0.0);
        }
        for (k, &(i, _)) in self.end.iter().enumerate() {
            by_last[(fixed + rows + k) * n + i] = 1.0; // (3)
        }
    }
}

impl ConnectReport {
    /// All motions one after the other; `model` is the text of the model.
    #[must_use]
    pub fn table(&self, model: &str) -> Table {
        let mut metadata = origin(model);
        let pairs = [
            ("title", json!(self.title)),
            ("principle", json!(self.principle)),
            ("motions", json!(self.motions.len())),
        ];
        metadata.extend(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)));
        let rows = || self.motions.iter().flat_map(|m| &m.samples);
        let number = self.motions.iter().zip(1u32..);
        let number = number.flat_map(|(m, k)| m.samples.iter().map(move |_| f64::from(k)));
        let plain = |name: &str, values| Column { name: name.to_owned(), unit: None, values };
        let mut columns = vec![plain("motion", number.collect())];
        columns.push(plain("t", rows().map(|row| row[0]).collect()));
        for (i, name) in self.names.iter().enumerate() {
            let values = rows().map(|row| row[1 + i] + 0.0).collect();
            columns.push(Column { unit: self.units[i].clone(), ..plain(name, values) });
        }
        let last = 1 + self.names.len();
        columns.push(plain("action", rows().map(|row| row[last] + 0.0).collect()));
        Table { metadata, columns }
    }

    /// The result for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let state = |x: &[f64]| -> Value {
            let pairs = self.names.iter().zip(x).map(|(name, x)| (name.clone(), json!(x)));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        let motion = |m: &Connection| json!({ "action": m.action, "start": state(&m.start), "final": state(&m.end) });
        json!({
            "motions": self.motions.iter().map(motion).collect::<Vec<_>>(),
            "tries": self.tries,
            "stop": if self.interrupted { "interrupted" } else { "end" },
            "from": self.span.0,
            "to": self.span.1,
            "principle": self.principle,
        })
    }

    /// The result for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out =
            if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        let (from, to) = self.span;
        out.push_str(&format!(
            "{} motions from t = {from} to {to}, principle {}, {} guesses tried\n\n",
            self.motions.len(),
            self.principle,
            self.tries
        ));
        let free: Vec<usize> = (0..self.names.len()).filter(|&i| self.free[i]).collect();
        let cell = |text: &str| format!("{text:>16}");
        let head: Vec<String> =
            free.iter().map(|&i| cell(&format!("{}(0)", self.names[i]))).collect();
        out.push_str(&format!("  {}  {}\n", cell("action"), head.join("  ")));
        let column =
            |of: &dyn Fn(&Connection) -> f64| numbers::largest(self.motions.iter().map(of));
        for motion in &self.motions {
            let number = |x: f64, most: f64| cell(&numbers::shown(x, most, 10));
            let cells = free.iter().map(|&i| number(motion.start[i], column(&|m| m.start[i])));
            let cells: Vec<String> = cells.collect();
            let action = number(motion.action, column(&|m| m.action));
            out.push_str(&format!("  {action}  {}\n", cells.join("  ")));
        }
        out
    }
}
