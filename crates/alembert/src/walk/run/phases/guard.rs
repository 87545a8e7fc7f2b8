//! That arguments keep the signs with which they slip, looked at after every step.
//!
//! A phase ends where σ u falls to 0. One that begins with σ u below 0, as rounding may have it where zeros accumulate,
//! has no such end: what it computes is no motion.

use std::ops::ControlFlow;

use alembert_flow::{Crossing, Observer, Step};
use alembert_kernel::{Kernel, Workspace};

use super::moment::{Decider, Moment};
use super::{Mode, Phase};
use crate::walk::run::Progress;
use crate::walk::run::field::Numeral;
use crate::walk::run::method::Methodical;
use crate::walk::run::record::Recorder;

/// An argument below this part of its largest size so far, and of how far either sign might have led it, has no sign.
const NOTHING: f64 = 1e-9;
/// One below this part of it at the beginning of a phase comes from 0. Others may change their signs at poles.
const NEAR: f64 = 1e-6;

/// Who hears of every step of a run, and what is known of the whole run after it.
pub(in crate::walk::run) struct Listener<'a> {
    pub(in crate::walk::run) progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    /// Did it ever say that the run is to end?
    pub(in crate::walk::run) is_over: bool,
    /// The largest sizes of the arguments.
    pub(in crate::walk::run) largest: Vec<f64>,
    /// An argument that has left its sign.
    pub(in crate::walk::run) stray: Option<usize>,
}

/// The signs of one phase, and their arguments.
pub(in crate::walk::run) struct Signs<'a, T> {
    decider: &'a Decider,
    mode: &'a [Phase],
    fixed: &'a [T],
    u: Kernel<T>,
    /// Which of them are near 0 at the beginning.
    begins: Vec<bool>,
    from: T,
    /// Their first two coefficients at the beginning, by the sign with which each is larger.
    leads: Vec<[f64; 2]>,
}

impl<'a, T: Numeral> Signs<'a, T> {
    pub(in crate::walk::run) fn new(
        decider: &'a Decider,
        (mode, fixed): (&'a [Phase], &'a [T]),
        start: (T, &[T]),
        largest: &mut Vec<f64>,
    ) -> Option<Self> {
        let u = decider.arguments(fixed)?;
        let at = Moment { t: start.0, x: start.1.to_vec(), fixed: fixed.to_vec(), span: 0.0 };
        let (begins, from) = (Vec::new(), start.0);
        let mut signs = Self { decider, mode, fixed, u, begins, from, leads: Vec::new() };
        let first = signs.values(start, largest)?;
        let begins = first.iter().zip(&*largest).map(|(u, most)| u.abs() <= NEAR * most);
        signs.begins = begins.collect();
        let lead = |k: usize| if signs.begins[k] { decider.leads(&at, mode, k) } else { [0.0; 2] };
        signs.leads = (0..mode.len()).map(lead).collect();
        Some(signs)
    }

    /// The arguments at a state; `largest` grows with it.
    fn values(&self, (t, x): (T, &[T]), largest: &mut Vec<f64>) -> Option<Vec<f64>> {
        let at = Moment { t, x: x.to_vec(), fixed: self.fixed.to_vec(), span: 0.0 };
        let sizes = self.decider.sizes(&at);
        largest.resize(sizes.len(), 0.0);
        largest.iter_mut().zip(sizes).for_each(|(most, size)| *most = most.max(size));
        let mut u = Vec::new();
        self.u.values(&mut Workspace::default(), &[&[t], x].concat(), &mut u).ok()?;
        Some(u.iter().map(|u| u.to_f64()).collect())
    }

    /// Is there nothing to look at any more?
    fn is_idle(&self) -> bool {
        !self.begins.contains(&true)
    }

    /// An argument with the other sign than it slips with. One that is well away from 0 is not looked at again in
    /// this phase: a zero ends it.
    fn stray(&mut self, at: (T, &[T]), largest: &mut Vec<f64>) -> Option<usize> {
        let u = self.values(at, largest)?;
        let tau = (at.0 - self.from).to_f64().abs();
        let size = |k: usize| largest[k] + self.leads[k][0] * tau + self.leads[k][1] * tau * tau;
        let strays = |&k: &usize| match self.mode[k] {
            Phase::Slips(side) => self.begins[k] && side * u[k] < -NOTHING * size(k),
            Phase::Sticks | Phase::Joins(..) => false,
        };
        let found = (0..self.mode.len()).find(strays);
        let away: Vec<bool> = (0..u.len()).map(|k| u[k].abs() > NEAR * size(k)).collect();
        self.begins.iter_mut().zip(away).for_each(|(begins, away)| *begins &= !away);
        found
    }
}

/// A recorder that breaks off where an argument has left its sign.
pub(in crate::walk::run) struct Guard<'a, 'r, T> {
    pub(in crate::walk::run) recorder: &'a mut Recorder<'r, T>,
    /// None in a run without phases.
    pub(in crate::walk::run) signs: Option<Signs<'a, T>>,
    pub(in crate::walk::run) largest: &'a mut Vec<f64>,
    pub(in crate::walk::run) stray: &'a mut Option<usize>,
}

impl<T: Methodical> Observer<T> for Guard<'_, '_, T> {
    fn step(&mut self, step: &Step<'_, T>) -> ControlFlow<()> {
        self.recorder.step(step)?;
        let Some(signs) = self.signs.as_mut().filter(|signs| !signs.is_idle()) else {
            return ControlFlow::Continue(());
        };
        let x = self.recorder.whole_or_last(step.t, step.x);
        *self.stray = self.stray.or(signs.stray((step.t, &x), self.largest));
        if self.stray.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn crossing(&mut self, crossing: &Crossing<T>, x: &[T]) {
        self.recorder.crossing(crossing, x);
    }

    fn passage(&mut self, t: T, x: &[T]) {
        self.recorder.passage(t, x);
    }
}

/// A mode in which some arguments stay 0.
pub(super) fn at_rest(mode: &Mode, resting: &[usize]) -> Mode {
    let phase = |(k, phase): (usize, &Phase)| match resting.contains(&k) {
        true => Phase::Sticks,
        false => *phase,
    };
    mode.iter().enumerate().map(phase).collect()
}
