//! Zeros of watched quantities: each once, where pieces of a run meet; and what ends a section.

use std::ops::ControlFlow;

use alembert_flow::{Crossing, Meeting};

use super::analysis::Side;
use super::field::Numeral;
use super::journey::Enough;
use super::phases::Phase;
use super::record::Recorder;

/// Zeros at the end of a piece and at the beginning of the next are one, within this part of the time.
const AT_ONCE: f64 = 1e-11;

impl<T: Numeral> Recorder<'_, T> {
    /// Keeps a zero.
    pub(super) fn cross(&mut self, crossing: &Crossing<T>, x: &[T]) {
        if crossing.event >= self.plan.events.len() {
            return; // the end of a phase
        }
        let t = crossing.t.to_f64();
        if self.is_known(crossing.event, t, crossing.meeting) {
            return;
        }
        let x = self.whole_or_last(crossing.t, x);
        let x = x.iter().map(|x| x.to_f64()).collect();
        self.journey.crossings.push((crossing.event, t, crossing.meeting, x));
        self.journey.last_point = self.journey.steps + self.steps;
    }

    /// Is a zero one that the piece before ended with? Back on the same side it is a touch.
    fn is_known(&mut self, event: usize, t: f64, meeting: Meeting) -> bool {
        let (from, to) = self.plan.span;
        let close = AT_ONCE * (to - from).abs().max(t.abs());
        let begins = |t: f64| (t - self.from).abs() <= close;
        let mut before = self.journey.crossings.iter_mut().rev().filter(|known| known.0 == event);
        let Some(known) = before.next().filter(|known| begins(t) && begins(known.1)) else {
            return false;
        };
        let turns = |side: Side, back: Side| side.has(known.2) && back.has(meeting);
        if turns(Side::Up, Side::Down) || turns(Side::Down, Side::Up) {
            known.2 = Meeting::Touching;
        }
        true
    }

    /// Zeros with which the piece before ended are touches where the quantity stays 0, as an argument that sticks.
    pub(super) fn stay(&mut self) {
        let (from, to) = self.plan.span;
        let close = AT_ONCE * (to - from).abs().max(self.from.abs());
        let looks = self.plan.looks;
        for (event, t, meeting, _) in self.journey.crossings.iter_mut().rev() {
            if (*t - self.from).abs() > close {
                return;
            }
            let g = looks.events[*event];
            let mut stays = self.leg.mode.iter().zip(&looks.phases);
            if stays.any(|(phase, &u)| !matches!(phase, Phase::Slips(_)) && (g == u || g == -u)) {
                *meeting = Meeting::Touching;
            }
        }
    }

    /// Does a section have all of its points, or none for too many steps?
    pub(super) fn is_enough(&mut self) -> ControlFlow<()> {
        let Some(Enough { side, most, patience }) = self.plan.enough else {
            return ControlFlow::Continue(());
        };
        let steps = self.journey.steps + self.steps;
        let journey = &mut *self.journey;
        journey.is_patient_no_more = steps - journey.last_point >= patience;
        let counted = || journey.crossings.iter().filter(|c| side.has(c.2)).count();
        let is_full = journey.crossings.len() >= most && counted() >= most;
        if is_full || journey.is_patient_no_more {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
