//! Events: all zeros of the watched quantities on the polynomial of each step.
//!
//! ```text
//! g_j(t + τ, x(t + τ)) = 0                                                               (1)
//! ```
//!
//! The zeros of each step are isolated ([`bernstein`]), in order, and refined by Newton's method
//! that cannot leave its interval. Where two steps meet, g may be zero within round-off in both, in
//! one, or in none: a [`Trail`] follows the last sign that was certain, so that a zero is reported
//! once. Zero within round-off of the state after n steps means: below
//!
//! ```text
//! (16 + √n) ε |g_j(t, x + δ) − g_j(t, x)| s/δ,   δᵢ a small part of the scale sᵢ           (2)
//! ```
//!
//! what round-off of the state makes of g. A quantity that touches zero without a change of sign is
//! reported as such. A zero that the end of the run leaves open is a crossing if g goes on towards the
//! other side there,
//!
//! ```text
//! |dg/dθ| > max(10⁻⁵ G, 8 √(noise G)),   θ = 1,  G the size of g on the last step           (3)
//! ```
//!
//! A quantity that is zero at the start, or all along a step, crosses nothing. What
//! the graph shows is reported only if the quantity itself confirms it, and as what it is there ([`confirm`]).
//!
//! A kink or a jump is a segment of its own, of hardly any length. A quantity may be zero at a kink if at one end it is
//! below [`AT_KINK`] of its size.
//!
//! Where a quantity has no value nothing is looked for: an [`Absence`]. It begins anew behind it, and the
//! other quantities do not notice. Whether it is zero at the edge of its domain the quantity itself tells.
//!
//! Limits. Where a quantity has values from an edge on, in the direction of the run, it is not looked at whether it is
//! zero there, and a cusp, √|x|, is not told from one that nearly reaches zero. Two zeros between which |g| stays below four times (2) are one, and are called a touch. A
//! zero of order k, where g grows as |t − t₀|ᵏ, is found once, at a time that is known to the k-th root
//! of (2). Whether a motion touches zero or misses it is decided by (2) alone: where the state has a larger
//! error than round-off, by a method with a tolerance or by a chaotic motion, a touch may be missed or
//! become two crossings.

mod bernstein;
mod confirm;
mod graph;
mod samples;
mod sense;
mod trail;

use crate::method::Method;
use crate::number::{Number, nearest};
use crate::piece::Piece;
use bernstein::{Isolation, Part, Sign};
use confirm::{Quantity, Room};
pub use graph::Graphs;
use sense::Sense;
use trail::{Trail, meeting};

/// Which zeros of a quantity count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// All, touching included.
    #[default]
    Any,
    /// From negative to positive in the direction of the run, jumps included.
    Rising,
    /// From positive to negative in the direction of the run, jumps included.
    Falling,
}

/// A quantity that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Event {
    /// The index of the quantity among those the field watches.
    pub watch: usize,
    /// Which zeros count.
    pub direction: Direction,
    /// Whether the first one ends the run.
    pub terminal: bool,
}

/// How a quantity meets zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// From negative to positive.
    Rising,
    /// From positive to negative.
    Falling,
    /// It touches zero within round-off and turns back, or ends there, or stays.
    Touching,
    /// From negative to positive over zero, in no time.
    JumpingUp,
    /// From positive to negative over zero, in no time.
    JumpingDown,
}

/// A zero of a watched quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing<R: Number = f64> {
    /// The index of the event.
    pub event: usize,
    /// When.
    pub t: R,
    /// How.
    pub meeting: Meeting,
}

/// A time in which a watched quantity has no value, in the direction of the run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Absence {
    /// The index of the event.
    pub event: usize,
    /// When it begins.
    pub from: f64,
    /// When it ends.
    pub to: f64,
}

impl Direction {
    fn counts(self, meeting: Meeting) -> bool {
        match self {
            Direction::Any => true,
            Direction::Rising => matches!(meeting, Meeting::Rising | Meeting::JumpingUp),
            Direction::Falling => matches!(meeting, Meeting::Falling | Meeting::JumpingDown),
        }
    }
}

/// A slope over a step above this part of the size of a quantity is that of a crossing.
const STEEP: f64 = 1e-5;

/// A quantity that is below this part of its size beside a kink may be zero there.
const AT_KINK: f64 = 1e-8;

/// A kink nearer to the end of a step than this part of the step is not seen in it.
const BETWEEN: f64 = 2e-9;

/// Zeros at two sides of a kink that are nearer than this part of the longest step are one.
const SAME: f64 = 1e-8;

/// Looks for the events of a run.
#[derive(Debug, Clone)]
pub(crate) struct Watcher<R: Number> {
    events: Vec<Event>,
    trails: Vec<Trail<R>>,
    isolation: Isolation,
    pub sense: Sense<R>,
    pub graphs: Graphs<R>,
    room: Room<R>,
    /// The crossings of the last step, in the order of the run.
    pub found: Vec<Crossing<R>>,
    /// Since when each quantity has had no value, if it has none now.
    absent: Vec<Option<R>>,
    absences: Vec<Absence>,
    /// Of the last step, where quantities cease to have values.
    edges: Vec<(usize, R)>,
    /// The last kink of each quantity at which it may be zero.
    kinks: Vec<Option<R>>,
    /// The last zero of each event that was told, and the longest step.
    told: Vec<Option<(R, Meeting)>>,
    longest: f64,
    /// Where each quantity was at the end of the last step, and its slope by time.
    ends: Vec<Option<(f64, f64)>>,
    /// Is the quantity that is looked at zero all along the step?
    still: bool,
}

impl<R: Number> Watcher<R> {
    pub(crate) fn new(events: &[Event]) -> Self {
        Watcher {
            trails: vec![Trail::NEW; events.len()],
            events: events.to_vec(),
            isolation: Isolation::default(),
            sense: Sense::default(),
            graphs: Graphs::default(),
            room: Room::default(),
            found: Vec::new(),
            absent: vec![None; events.len()],
            absences: Vec::new(),
            edges: Vec::new(),
            kinks: vec![None; events.len()],
            told: vec![None; events.len()],
            longest: 0.0,
            ends: vec![None; events.len()],
            still: false,
        }
    }

    /// Looks for nothing any more.
    pub(crate) fn rest(&mut self) {
        self.events.clear();
        self.found.clear();
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.events.is_empty()
    }

    /// Whether an event ends the run.
    pub(crate) fn is_terminal(&self, event: usize) -> bool {
        self.events[event].terminal
    }

    /// Fills [`Self::found`] from the graphs of a step that begins at `t`.
    pub(crate) fn look(&mut self, t: R) {
        self.found.clear();
        self.edges.clear();
        self.longest = self.longest.max(self.graphs.length());
        for event in 0..self.events.len() {
            self.still = true;
            self.look_between(event, t);
            for segment in 0..self.graphs.segments(self.events[event].watch) {
                self.look_at(event, segment, t);
            }
            if self.still {
                let met = self.trails[event].rest();
                self.report(event, met);
            }
        }
        let forward = self.graphs.is_forward();
        let key = |c: &Crossing<R>| if forward { c.t } else { -c.t };
        self.found.sort_by(|a, b| key(a).partial_cmp(&key(b)).expect("times are finite"));
    }

    /// A kink so close to where two steps meet that neither shows it: a quantity that falls to zero there grows again.
    fn look_between(&mut self, event: usize, t: R) {
        let watch = self.events[event].watch;
        let [first, last] = self.graphs.ends(watch);
        let before = self.ends[event].replace(last);
        let (Some((g, slope)), true) = (before, self.graphs.is_sampled(watch)) else { return };
        let ahead = -g / slope;
        let h = self.graphs.length().copysign(if self.graphs.is_forward() { 1.0 } else { -1.0 });
        let falls = ahead * h > 0.0 && ahead.abs() < BETWEEN * h.abs();
        let grows = first.0 * g > 0.0 && first.1 * g * h > 0.0;
        if falls && grows && g.abs() > self.sense.noise[watch] {
            let place = t + R::from(ahead);
            self.trails[event].flat(place, self.sense.noise[watch]);
            self.kinks[event] = Some(place);
        }
    }

    fn look_at(&mut self, event: usize, segment: usize, t: R) {
        let watch = self.events[event].watch;
        let noise = self.sense.noise[watch];
        let start = t + self.graphs.tau(segment, watch, 0.0);
        if !self.graphs.has_values(segment, watch) {
            self.trails[event] = Trail::NEW;
            self.still = false;
            if self.absent[event].is_none() {
                self.absent[event] = Some(start);
                self.edges.push((event, start));
                self.report(event, Some((start, Meeting::Touching)));
            }
            return;
        }
        self.end_absence(event, start);
        if let Some(kink) = self.graphs.kink(segment, watch) {
            self.still = false;
            return self.pass_kink((event, segment), kink, t);
        }
        if let Some(plain) = self.graphs.plain_sign(watch, noise) {
            self.still = false;
            let met = self.trails[event].clear(plain, start, noise);
            self.report(event, met);
            return;
        }
        let noise = self.graphs.bernstein(segment, watch).max(noise);
        self.isolation.isolate(self.graphs.b(), noise);
        for i in 0..self.isolation.parts.len() {
            let part = self.isolation.parts[i];
            self.still &= matches!(part, Part::Flat { lo: 0.0, hi: 1.0 });
            self.pass((event, segment), (part, noise), t);
        }
    }

    /// Follows the trail of an event over a kink or a jump, with the values before and behind it.
    fn pass_kink(
        &mut self,
        (event, segment): (usize, usize),
        ([before, after], size): ([f64; 2], f64),
        t: R,
    ) {
        let watch = self.events[event].watch;
        let noise = self.sense.noise[watch].max(AT_KINK * size);
        let place = t + self.graphs.tau(segment, watch, 0.5);
        let [before, after] = [before, after].map(|g| (g, g.abs()));
        let sign = |(g, _): (f64, f64)| if g > 0.0 { Sign::Plus } else { Sign::Minus };
        let trail = &mut self.trails[event];
        if before.1.min(after.1) <= noise {
            trail.flat(place, self.sense.noise[watch]);
            self.kinks[event] = Some(place);
        } else if sign(before) != sign(after) {
            let start = t + self.graphs.tau(segment, watch, 0.0);
            let met = trail.cross((sign(before), [before.1, after.1]), (start, place), noise);
            met.into_iter().for_each(|met| self.report(event, met));
        }
    }

    fn end_absence(&mut self, event: usize, t: R) {
        if let Some(from) = self.absent[event].take() {
            self.absences.push(Absence { event, from: nearest(from), to: nearest(t) });
        }
    }

    /// The times without a value of a run that ends at t, in their order.
    pub(crate) fn absences(&mut self, t: R) -> Vec<Absence> {
        (0..self.absent.len()).for_each(|event| self.end_absence(event, t));
        let (end, forward) = (nearest(t), self.graphs.is_forward());
        let before = |a: f64, b: f64| if forward { a < b } else { a > b };
        let mut absences = std::mem::take(&mut self.absences);
        absences.retain(|absence| before(absence.from, end));
        absences.iter_mut().for_each(|a| a.to = if before(a.to, end) { a.to } else { end });
        absences
    }

    /// Follows the trail of an event over one part.
    fn pass(&mut self, (event, segment): (usize, usize), (part, noise): (Part, f64), t: R) {
        let watch = self.events[event].watch;
        let trail = &mut self.trails[event];
        match part {
            Part::Clear { sign, lo, peak } => {
                let met = trail.clear((sign, peak), t + self.graphs.tau(segment, watch, lo), noise);
                self.report(event, met);
            }
            Part::Zero { before, lo, hi } => {
                let zero = self.graphs.zero(segment, watch, (lo, hi), before == Sign::Minus);
                let peaks = self.graphs.peaks(segment, watch, (lo, zero, hi));
                let places = (t + self.graphs.tau(segment, watch, lo), t + zero);
                let met = trail.cross((before, peaks), places, noise);
                met.into_iter().for_each(|met| self.report(event, met));
            }
            Part::Flat { lo, hi } => {
                trail.flat(t + self.graphs.touch(segment, watch, (lo, hi)), noise);
            }
        }
    }

    /// The side to which a quantity goes at the end of the last step, equation (3).
    fn heading(&mut self, watch: usize) -> Option<Sign> {
        let (slope, size) = self.graphs.at_end(watch);
        let least = (STEEP * size).max(8.0 * (self.sense.noise[watch] * size).sqrt());
        let side = if slope > 0.0 { Sign::Plus } else { Sign::Minus };
        (slope.abs() > least).then_some(side)
    }

    fn report(&mut self, event: usize, met: Option<(R, Meeting)>) {
        let Some((t, meeting)) = met else { return };
        if self.events[event].direction.counts(meeting) {
            self.found.push(Crossing { event, t, meeting });
        }
    }

    /// Crossing i of those found, at the zero of the quantity itself; nothing if it has none there.
    pub(crate) fn confirmed(
        &mut self,
        i: usize,
        method: &dyn Method<R>,
        piece: &Piece<R>,
    ) -> Option<Crossing<R>> {
        let crossing = self.found[i];
        let watch = self.events[crossing.event].watch;
        let (noise, longest) = (self.sense.noise[watch], self.longest);
        let quantity = Quantity { method, piece, watch, noise, longest };
        let tau = crossing.t - piece.t;
        let is_kink = self.kinks[crossing.event] == Some(crossing.t);
        let is_before = nearest(tau) * nearest(piece.h) < 0.0;
        let (place, meeting) = if is_before && crossing.meeting == Meeting::Touching {
            // it became zero in an earlier step, and still is
            quantity.rests(&mut self.room).then_some((tau, Meeting::Touching))?
        } else if self.edges.contains(&(crossing.event, crossing.t)) {
            (quantity.edge(tau, &mut self.room)?, Meeting::Touching)
        } else if is_kink && crossing.meeting == Meeting::Touching {
            (quantity.kink(tau, &mut self.room)?, Meeting::Touching)
        } else {
            quantity.confirm(tau, crossing.meeting, &mut self.room)?
        };
        let t = if place == tau { crossing.t } else { piece.t + place };
        let told = self.told[crossing.event].replace((t, meeting));
        let is_same =
            |old: (R, Meeting)| old.1 == meeting && nearest(t - old.0).abs() < SAME * longest;
        let counts = self.events[crossing.event].direction.counts(meeting);
        (counts && !told.is_some_and(is_same)).then_some(Crossing { t, meeting, ..crossing })
    }

    /// Zeros that the end of the run left open.
    pub(crate) fn close(&mut self) {
        self.found.clear();
        for event in 0..self.events.len() {
            let trail = std::mem::replace(&mut self.trails[event], Trail::NEW);
            if let Some((before, t)) = trail.left_open() {
                let after = self.heading(self.events[event].watch);
                let crosses = after.filter(|&after| after != before);
                self.report(event, Some((t, crosses.map_or(Meeting::Touching, meeting))));
            }
        }
        self.found.sort_by(|a, b| nearest(a.t).total_cmp(&nearest(b.t)));
    }
}
