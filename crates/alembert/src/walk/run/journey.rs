//! What a run is asked for, and what is kept of it.

use alembert_algebra::numeric::Real;
use alembert_flow::{Absence, Meeting, Stiff, Stop};
use alembert_kernel::KernelError;

use super::analysis::Side;
use super::analysis::held::Held;
use super::chart::InSpeeds;
use super::course::{Course, Lowered};
use super::edge::Edge;
use super::events::Event;
use super::look::Looks;
use super::method::Choice;
use super::phases::accumulation::{accumulation, rests};
use super::phases::moment::Decider;
use super::phases::{Impasse, Mode};
use super::rows::Scratch;
use super::trajectory::{Samples, Stored};
use crate::language::Span;

/// What a run is asked for, in numbers.
pub(super) struct Plan<'a> {
    pub(super) course: &'a Course,
    pub(super) looks: &'a Looks,
    pub(super) lowered: &'a Lowered,
    /// The run in speeds with which the constraints hold by themselves, where it is one.
    pub(super) reduced: Option<&'a InSpeeds>,
    /// From when to when.
    pub(super) span: (f64, f64),
    /// The distance of samples.
    pub(super) every: f64,
    pub(super) choice: Choice,
    /// What is watched.
    pub(super) events: &'a [Event],
    /// What decides between phases, where the motion is followed by them.
    pub(super) decider: Option<&'a Decider>,
    /// Does the run go on where the constraints become dependent?
    pub(super) through_singular: bool,
    /// The largest number of steps.
    pub(super) most_steps: u64,
    /// What ends a section; none of a run.
    pub(super) enough: Option<Enough>,
    /// Who lends files for samples; none when they are kept in memory.
    pub(super) scratch: Option<&'a dyn Scratch>,
}

/// What ends a section before its time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Enough {
    /// Which zeros count.
    pub(super) side: Side,
    /// The largest number of them.
    pub(super) most: usize,
    /// The largest number of steps without one.
    pub(super) patience: u64,
}

/// A place at which the run went through dependent constraints.
#[derive(Debug, Clone)]
pub(super) struct Passage {
    pub(super) t: f64,
    /// The weights of the constraints in the combination that is nearest to 0.
    pub(super) weakest: Option<Vec<f64>>,
}

/// A finished run.
pub(super) struct Journey<T> {
    pub(super) samples: Samples<T>,
    pub(super) stop: Stop,
    /// Why the field had no value at the end, if that is what ended the run.
    pub(super) failure: Option<KernelError>,
    /// The operation at the edge of its domain where steps became too short.
    pub(super) edge: Option<Edge>,
    /// Where this operation stands in the text, if it was found.
    pub(super) place: Option<Span>,
    /// What vanishes where steps became too short, when its sign makes rates jump.
    pub(super) held: Option<Held>,
    /// Why no phase follows at the end.
    pub(super) impasse: Option<Impasse>,
    /// When phases begin, and the state there.
    pub(super) modes: Vec<(f64, Mode, Vec<f64>)>,
    /// Is the last sample there only because a phase ends at it?
    pub(super) is_last_extra: bool,
    /// What the rows of the constraints have reached, level by level.
    pub(super) reach: Vec<Vec<f64>>,
    pub(super) steps: u64,
    /// The largest scaled residual, in the middle and at the end of steps; of runs in speeds, at samples.
    pub(super) residual: f64,
    /// The largest |E − E(0) − W|.
    pub(super) drift: f64,
    /// The largest |T| + |V|, or work that all causes do in a step, each with its size.
    pub(super) energy: f64,
    /// The smallest ratio of singular values of the constraints, and when.
    pub(super) rank: (f64, f64),
    /// The smallest pivot of the inertia over its diagonal entry, and when.
    pub(super) inertia: (f64, f64),
    /// The weights of the constraints in the combination that is nearest to 0 at the end.
    pub(super) weakest: Option<Vec<f64>>,
    /// The rank of the constraints before the end and there, when it fell.
    pub(super) ranks: Option<(usize, usize)>,
    /// Were the multipliers unique at every sample?
    pub(super) unique: bool,
    /// The step of the last zero that counts, and is there none for too many steps?
    pub(super) last_point: u64,
    pub(super) is_patient_no_more: bool,
    /// The zeros of watched quantities: which, when, how, and the state.
    pub(super) crossings: Vec<(usize, f64, Meeting, Vec<f64>)>,
    /// When watched quantities had no value.
    pub(super) absences: Vec<Absence>,
    /// Where the run went through dependent constraints.
    pub(super) passages: Vec<Passage>,
    /// What made `radau` take over, and when.
    pub(super) change: Option<Stiff>,
    /// How it was made once more, because its numbers were worse than promised.
    pub(super) mended: Option<String>,
    /// What is worse than promised.
    pub(super) broken: Option<String>,
}

/// So many phases that are as short as can be are too many.
const MOST_SHORT: usize = 64;
/// A phase below this part of its time is as short as can be.
const SHORT: f64 = 1e-12;

/// So many phases tell whether they accumulate.
const LONGEST: usize = 16;
/// Phases are counted when there are so many.
const FEWEST_CROWDED: usize = 1000;
/// More phases than these until the end are too many, where they have become shorter.
const MOST_AHEAD: f64 = 2e5;
/// Phases below this part of the time so far are shorter than they were at first.
const CROWDED: f64 = 1e-3;

impl<T: Stored> Journey<T> {
    /// The argument whose phases have become as short as can be, if they have.
    pub(super) fn chatters(&self) -> Option<usize> {
        let last = self.modes.len().checked_sub(MOST_SHORT).map(|first| &self.modes[first..])?;
        let (from, to) = (last[0].0, last[MOST_SHORT - 1].0);
        let is_short = (to - from).abs() <= SHORT * from.abs().max(to.abs());
        let modes = (&last[MOST_SHORT - 2].1, &last[MOST_SHORT - 1].1);
        is_short.then(|| modes.0.iter().zip(modes.1).position(|(a, b)| a != b).unwrap_or(0))
    }

    /// The time from which on arguments stay 0 whose zeros accumulate, for a phase found at a time.
    pub(super) fn rest(&self, t: f64, mode: &Mode) -> Option<f64> {
        let last = self.modes.last().filter(|last| rests(&last.1, mode))?;
        let few = self.modes.len().saturating_sub(LONGEST);
        let times = self.modes[few..].iter().map(|m| m.0).chain([t]);
        let start = self.modes[0].0;
        accumulation(&[start].into_iter().chain(times).collect::<Vec<_>>()).filter(|_| last.0 != t)
    }

    /// The argument whose zeros come so close that a run to a time would have too many, and how many.
    pub(super) fn crowds(&self, (t, end): (f64, f64)) -> Option<(usize, f64)> {
        let first = self.modes.len().checked_sub(FEWEST_CROWDED)?;
        let pace = (t - self.modes[first].0).abs() / FEWEST_CROWDED as f64;
        let ahead = (end - t).abs() / pace;
        let is_crowd = ahead > MOST_AHEAD && pace < CROWDED * (t - self.modes[0].0).abs();
        let modes = (&self.modes[self.modes.len() - 2].1, &self.modes[self.modes.len() - 1].1);
        let met = modes.0.iter().zip(modes.1).position(|(a, b)| a != b);
        is_crowd.then(|| (met.unwrap_or(0), ahead))
    }

    /// The phases at a time, which end with it.
    pub(super) fn mode(&self, t: f64) -> Option<&Mode> {
        let (first, last) = (self.modes.first()?, self.modes.last()?);
        let heading = (last.0 - first.0).signum();
        let own = self.modes.iter().rfind(|(from, ..)| (t - from) * heading > 0.0);
        Some(&own.unwrap_or(first).1)
    }

    /// Before the first step.
    pub(super) fn at(t: f64, scratch: Option<&dyn Scratch>) -> Self {
        Self {
            samples: Samples::new(scratch),
            stop: Stop::End,
            failure: None,
            edge: None,
            place: None,
            held: None,
            impasse: None,
            modes: Vec::new(),
            is_last_extra: false,
            reach: Vec::new(),
            steps: 0,
            residual: 0.0,
            drift: 0.0,
            energy: 0.0,
            rank: (1.0, t),
            inertia: (1.0, t),
            weakest: None,
            ranks: None,
            unique: true,
            last_point: 0,
            is_patient_no_more: false,
            crossings: Vec::new(),
            absences: Vec::new(),
            passages: Vec::new(),
            change: None,
            mended: None,
            broken: None,
        }
    }

    /// The drift of the energy relative to its largest size.
    pub(super) fn relative_drift(&self) -> f64 {
        if self.drift == 0.0 { 0.0 } else { self.drift / self.energy }
    }
}

impl<T: Real + Stored> Journey<T> {
    /// The same in doubles.
    pub(super) fn nearest(self, scratch: Option<&dyn Scratch>) -> Journey<f64> {
        Journey {
            samples: self.samples.nearest(scratch),
            stop: self.stop,
            failure: self.failure,
            edge: self.edge,
            place: self.place,
            held: self.held,
            impasse: self.impasse,
            modes: self.modes,
            is_last_extra: self.is_last_extra,
            reach: self.reach,
            steps: self.steps,
            residual: self.residual,
            drift: self.drift,
            energy: self.energy,
            rank: self.rank,
            inertia: self.inertia,
            weakest: self.weakest,
            ranks: self.ranks,
            unique: self.unique,
            last_point: self.last_point,
            is_patient_no_more: self.is_patient_no_more,
            crossings: self.crossings,
            absences: self.absences,
            passages: self.passages,
            change: self.change,
            mended: self.mended,
            broken: self.broken,
        }
    }
}
