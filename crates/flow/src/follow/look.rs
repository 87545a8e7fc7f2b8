//! What is inside of a step: loss of rank and events, of which some end the run there.

use crate::method::Point;
use crate::number::{Number, nearest};
use crate::rank;
use crate::state::unwrap;
use crate::stop::{SINGULAR, Stop};

use super::{Observer, Run};

/// The part of the first step in which a place cannot be told from the start.
const AT_START: f64 = 1e-6;

impl<R: Number> Run<'_, R> {
    /// Looks inside of the step: loss of rank, then events. A stop there shortens the step and
    /// reports it.
    pub(super) fn look(&mut self, observer: &mut dyn Observer<R>) -> Result<(), Stop> {
        if !self.manifold.may_lose_rank() {
            return self.watch(observer);
        }
        let ends = [(self.before.t, &self.before.x[..]), (self.state.t, &self.state.x)];
        let lowest =
            rank::lowest(self.manifold, (&self.piece, self.stats.steps), ends, &mut self.shown);
        let (ratio, tau) = lowest.map_err(|error| self.failed(error))?;
        let t = self.before.t + tau;
        if ratio < self.stats.rank.0 {
            self.stats.rank = (ratio, nearest(t));
        }
        self.watch(observer)?;
        let is_met = ratio < SINGULAR && !self.leaves_start(tau);
        if is_met && !self.settings.through_singular {
            self.cut(tau, observer);
            return Err(Stop::RankLoss { t: nearest(t), ratio });
        }
        let was_passing = std::mem::replace(&mut self.passing, is_met);
        if self.passing && !was_passing {
            self.piece.at(tau, &mut self.shown);
            unwrap(&self.before.turns, &mut self.shown);
            observer.passage(t, &self.shown);
        }
        Ok(())
    }

    /// Is a place the start itself, which the first step leaves?
    fn leaves_start(&self, tau: R) -> bool {
        let left = nearest(tau).abs() <= AT_START * nearest(self.piece.h).abs();
        self.stats.steps == 1 && left
    }

    /// Reports the events of a step; a terminal one ends the run.
    fn watch(&mut self, observer: &mut dyn Observer<R>) -> Result<(), Stop> {
        if self.watcher.is_idle() {
            return Ok(());
        }
        let before = &self.before;
        let (rest, scales) = (before.rest(), &self.state.scales[..]);
        let at = Point { t: before.t, x: &before.x, scales, rest };
        self.watcher.sense.update(self.method, at, self.stats.steps);
        self.method.graphs(&self.piece, &mut self.watcher.graphs);
        self.watcher.look(self.piece.t);
        for i in 0..self.watcher.found.len() {
            let Some(crossing) = self.watcher.confirmed(i, self.method, &self.piece) else {
                continue;
            };
            let tau = crossing.t - self.piece.t;
            self.piece.at(tau, &mut self.shown);
            unwrap(&self.before.turns, &mut self.shown);
            observer.crossing(&crossing, &self.shown);
            if self.watcher.is_terminal(crossing.event) {
                self.cut(tau, observer);
                return Err(Stop::Event { index: crossing.event, t: nearest(crossing.t) });
            }
        }
        Ok(())
    }

    /// Ends the step, and the run, `tau` after its beginning. Where the constraints are dependent the
    /// state may not be projected; the polynomial holds there.
    fn cut(&mut self, tau: R, observer: &mut dyn Observer<R>) {
        self.watcher.rest();
        self.state.copy_from(&self.before);
        if (tau > R::from(0.0)) != (self.piece.h > R::from(0.0)) || tau == R::from(0.0) {
            self.stats.steps -= 1;
            return;
        }
        self.piece.h = tau;
        self.piece.close();
        self.state.advance(&self.piece);
        let x = self.state.x.clone();
        match self.project() {
            Ok(()) => self.lead(),
            Err(_) => self.state.x.copy_from_slice(&x),
        }
        self.state.wrap();
        let _ = self.report(observer);
    }
}
