//! One step of a run: the step of the method, shorter where constraints jump, across where they are dependent, and onto
//! them at its end.

use crate::field::{FieldError, finite};
use crate::leap;
use crate::manifold::Projection;
use crate::method::{NoStep, Point, shortest};
use crate::number::{Number, nearest};
use crate::state::State;
use crate::stop::{SINGULAR, Stop};

use super::Run;

/// A jump is at the end of a step that is not much longer than the shortest.
const MOMENT: f64 = 4.0;

/// A ratio of singular values below this explains why constraints cannot be satisfied.
const BLAMED: f64 = 1e-3;

/// Jumps of dense output below this part of the scale are round-off and are left alone.
const CONTINUOUS: f64 = 1e-14;

impl<R: Number> Run<'_, R> {
    /// One step, or the reason why there is none. Where constraints jump it is halved until it ends there.
    pub(super) fn step(&mut self, remaining: R) -> Result<(), Stop> {
        let mut limit = shorten(remaining, self.settings.longest);
        loop {
            let stats = self.stats;
            self.attempt(remaining, limit)?;
            let is_short = nearest(self.piece.h).abs() <= MOMENT * shortest(self.state.t);
            let jumps = self.manifold.may_jump() && self.projection.is_jump();
            if !jumps || is_short {
                return Ok(());
            }
            (self.stats, limit) = (stats, R::from(0.5) * self.piece.h);
            self.state.copy_from(&self.before);
        }
    }

    /// One step no longer than a limit, or the reason why there is none; then the state is the one before.
    fn attempt(&mut self, remaining: R, limit: R) -> Result<(), Stop> {
        self.before.copy_from(&self.state);
        let State { t, x, scales, .. } = &self.state;
        let from = Point { t: *t, x, scales, rest: self.state.rest() };
        match self.method.step(from, limit, &mut self.piece) {
            Ok(()) => {}
            Err(NoStep::Field(error)) => return Err(self.failed(error)),
            Err(NoStep::TooShort { h }) => {
                return Err(Stop::StepToZero { t: nearest(self.state.t), h });
            }
        }
        self.state.advance(&self.piece);
        if self.piece.h == remaining {
            self.state.arrive(self.settings.end);
        }
        let arrived = finite(&self.state.x).map_err(|error| self.failed(error));
        let settled = arrived.and_then(|()| self.settle());
        settled.map_err(|stop| {
            self.state.copy_from(&self.before);
            self.blamed(stop)
        })
    }

    /// Where no state on the constraints is found although they are nearly dependent, this is why.
    fn blamed(&self, stop: Stop) -> Stop {
        let Stop::Field { t, error: FieldError::OffManifold { .. } } = stop else { return stop };
        if self.settings.through_singular || !self.manifold.may_lose_rank() {
            return stop;
        }
        match self.manifold.rank(self.before.t, &self.before.x) {
            Ok(ratio) if ratio < BLAMED => Stop::RankLoss { t, ratio },
            _ => stop,
        }
    }

    /// Replaces a step towards dependent constraints by one across them, if the run is to go through and
    /// the motion is found on the other side.
    pub(super) fn leap(&mut self, remaining: R) -> Result<(), Stop> {
        if !self.settings.through_singular || !self.manifold.may_lose_rank() {
            return Ok(());
        }
        let rank = |at: &State<R>| self.manifold.rank(at.t, &at.x);
        let ratios = rank(&self.before).and_then(|before| Ok([before, rank(&self.state)?]));
        let ratios = ratios.map_err(|error| self.failed(error))?;
        let reach = leap::reach(nearest(self.piece.h), ratios);
        let Some(tau) = reach.filter(|tau| tau.abs() <= self.settings.longest) else {
            return Ok(());
        };
        let ends = tau.abs() >= nearest(remaining).abs();
        let tau = if ends { remaining } else { R::from(tau) };
        let known = (&self.state.scales[..], ratios[1]);
        let leap = leap::across(&self.piece, tau, known)
            .filter(|leap| leap::follows(self.method, leap, known.0));
        let Some(leap) = leap else { return Ok(()) };
        let piece = std::mem::replace(&mut self.piece, leap);
        let (state, stats, projection) = (self.state.clone(), self.stats, self.projection);
        self.state.copy_from(&self.before);
        self.state.advance(&self.piece);
        if ends {
            self.state.arrive(self.settings.end);
        }
        self.stats.steps -= 1;
        let arrived = self.settle().is_ok() && self.projection.moved < leap::MOVED;
        let behind = self.manifold.rank(self.state.t, &self.state.x).unwrap_or(0.0);
        if !arrived || (behind <= ratios[1] && !ends) {
            (self.state, self.piece, self.stats) = (state, piece, stats);
            self.projection = projection;
        }
        Ok(())
    }

    /// Projects the end of a step, leads its polynomial there and wraps the angles.
    fn settle(&mut self) -> Result<(), Stop> {
        match self.method.projection() {
            Some(projection) => self.note(projection)?,
            None => {
                self.project()?;
                if self.projection.moved > 0.0 {
                    self.lead();
                }
            }
        }
        self.state.wrap();
        self.manifold.raise(&mut self.state.scales);
        self.stats.steps += 1;
        let h = nearest(self.piece.h).abs();
        self.stats.shortest = self.stats.shortest.min(h);
        self.stats.longest = self.stats.longest.max(h);
        Ok(())
    }

    pub(super) fn project(&mut self) -> Result<(), Stop> {
        let projection = self.manifold.project(self.state.t, &mut self.state.x);
        let projection = projection.map_err(|error| self.failed(error))?;
        finite(&self.state.x).map_err(|error| self.failed(error))?;
        self.note(projection)
    }

    /// Counts a projection; dependent constraints end the run, unless it is to go through them.
    fn note(&mut self, projection: Projection) -> Result<(), Stop> {
        let (stats, t) = (&mut self.stats, nearest(self.state.t));
        stats.projections += 1;
        stats.moved = stats.moved.max(projection.moved);
        stats.residual = stats.residual.max(projection.residual);
        if projection.rank < stats.rank.0 {
            stats.rank = (projection.rank, t);
        }
        if projection.rank < SINGULAR && !self.settings.through_singular {
            return Err(Stop::RankLoss { t, ratio: projection.rank });
        }
        self.projection = projection;
        Ok(())
    }

    /// Dense output ends where the next step begins.
    pub(super) fn lead(&mut self) {
        if self.piece.order < 3 {
            return;
        }
        for i in 0..self.piece.dim {
            let delta = self.state.x[i] - (self.piece.c[i] + self.piece.increment[i]);
            let visible = CONTINUOUS * self.state.scales[i].max(nearest(self.state.x[i]).abs());
            if nearest(delta).abs() > visible {
                self.piece.lead_to(i, delta);
            }
        }
    }
}

fn shorten<R: Number>(remaining: R, longest: f64) -> R {
    let size = nearest(remaining);
    if size.abs() > longest { R::from(longest.copysign(size)) } else { remaining }
}
