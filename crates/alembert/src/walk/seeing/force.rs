//! The forces of the constraints on the points of a scene, for arrows.
//!
//! ```text
//! F = Σₐ λₐ fₐ                                                                               (1)
//! ```
//!
//! with the forces fₐ of [`super::acting`]. A principle without multipliers of its own that obeys d'Alembert's has
//! the same reaction, from which they follow:
//!
//! ```text
//! Bᵀ λ = dp/dt − ∂L/∂q − Q,     p = ∂L/∂q' − d/dt ∂L/∂q''                                    (2)
//! ```
//!
//! Where several constraints depend on each other the multipliers of some are taken as 0. The vakonomic principle and
//! the naive one have no reactions, and no force is shown by them.

#![allow(non_snake_case, reason = "B, L, Q, R are the symbols of the papers")]

use alembert_algebra::{Expr, Kind, Vector, gradient, partial, rate, symbols};
use alembert_mechanics::System;
use serde_json::{Value, json};

use super::acting::{Place, acting};
use super::motions::Motion;
use super::rods::nearest;
use super::shape::Channels;
use crate::language::Model;
use crate::walk::reactions::direction;

/// The forces of a scene, and what has to be followed for them.
#[derive(Default)]
pub(super) struct Forces {
    /// The components (1) in the symbols of the multipliers, one for each channel.
    pub(super) components: Channels,
    /// The labels of the constraints that act at no point that is seen.
    pub(super) elsewhere: Vec<String>,
    labels: Vec<String>,
    /// The fₐ of each component, constraint by constraint.
    shares: Vec<Vec<usize>>,
    /// B, row by row, and the right side of (2).
    balance: Option<(Vec<Vec<usize>>, Vec<usize>)>,
    /// Are all constraints on positions, so that every principle has their reactions?
    are_on_positions: bool,
    followed: Channels,
}

impl Forces {
    /// The forces on the shapes that have a velocity, each of which gets the channels of its own after the given
    /// number of channels.
    pub(super) fn of(model: &Model, shapes: &mut [Value], places: &Channels) -> Self {
        let Ok(system) = model.system() else { return Self::default() };
        let moved: Vec<&mut Value> =
            shapes.iter_mut().filter(|shape| shape.get("velocity").is_some()).collect();
        if system.constraints().is_empty() || moved.is_empty() {
            return Self::default();
        }
        let points: Vec<Place> = moved.iter().map(|shape| places.read(&shape["at"])).collect();
        let acting = acting(model, &system, &points);
        let lambda = multipliers(&system);
        let mut forces = Self { labels: labels(&system), ..Self::default() };
        let elsewhere = acting.iter().zip(&forces.labels);
        let elsewhere = elsewhere.filter(|(row, _)| row.iter().all(Option::is_none));
        forces.elsewhere = elsewhere.map(|(_, label)| label.clone()).collect();
        for (k, shape) in moved.into_iter().enumerate() {
            let share = |i: usize| {
                let own = acting.iter().zip(&lambda).filter_map(|(row, &l)| Some((row[k]?, l)));
                own.map(|(f, l)| l * f[i]).sum::<Expr>() // (1)
            };
            let force: Place = std::array::from_fn(share);
            if force.iter().any(|&e| e != Expr::zero()) {
                let channels = force.map(|e| places.quantities.len() + forces.components.place(e));
                shape["force"] = json!(channels);
            }
        }
        forces.follow(&system, &lambda);
        forces
    }

    /// What has to be known along a motion.
    fn follow(&mut self, system: &System, lambda: &[Expr]) {
        if self.components.quantities.is_empty() {
            return;
        }
        let followed = &mut self.followed;
        let shares = |e: &Expr| lambda.iter().map(|&l| followed.place(partial(*e, l))).collect();
        self.shares = self.components.quantities.iter().map(shares).collect();
        let order = |c: &alembert_mechanics::Constraint| c.order(system.q());
        self.are_on_positions = system.constraints().iter().all(|c| order(c) == Some(0));
        self.balance = reaction(system).map(|R| {
            let mut placed = |list: &Vector| list.iter().map(|&e| followed.place(e)).collect();
            let rows = system.constraints().iter().map(|c| placed(&direction(system, c)));
            (rows.collect(), placed(&R))
        });
    }

    /// The quantities that a run has to follow.
    pub(super) fn quantities(&self) -> &[Expr] {
        &self.followed.quantities
    }

    /// Why a motion has no forces, in words for a legend.
    pub(super) fn missing(&self, motion: &Motion) -> Option<&'static str> {
        match motion.report.principle {
            _ if self.labels.is_empty() => None,
            "vakonomic" if !self.are_on_positions => {
                Some("no constraint force by vakonomic: its multipliers are no forces")
            }
            "naive" => Some("no constraint force by naive: it knows of no reactions"),
            _ => None,
        }
    }

    /// The values of the components along a motion, in which the quantities stand from a place on; none where the
    /// motion has no forces.
    pub(super) fn values(&self, motion: &Motion, from: usize) -> Vec<Vec<f64>> {
        let count = self.shares.len();
        let Some(lambda) = self.multipliers(motion, from) else {
            return vec![vec![f64::NAN; motion.times().len()]; count];
        };
        let value = |k: usize, frame: usize| {
            let shares = self.shares[k].iter().zip(&lambda);
            shares.map(|(&f, l)| product(motion.values(from + f)[frame], l[frame])).sum() // (1)
        };
        let values = |k: usize| (0..motion.times().len()).map(|frame| value(k, frame)).collect();
        (0..count).map(values).collect()
    }

    /// The multipliers of each constraint: those of the motion, or by (2).
    fn multipliers(&self, motion: &Motion, from: usize) -> Option<Vec<Vec<f64>>> {
        if self.missing(motion).is_some() {
            return None;
        }
        let own = |label: &String| {
            let name = format!("lambda_{label}");
            let column = motion.report.columns.iter().find(|c| c.name == name);
            column.map(|c| c.values.clone())
        };
        if let Some(own) = self.labels.iter().map(own).collect() {
            return Some(own);
        }
        let (B, R) = self.balance.as_ref()?;
        let value = |&k: &usize, frame: usize| motion.values(from + k)[frame];
        let list = |places: &[usize], frame| places.iter().map(|k| value(k, frame)).collect();
        let solved = |frame: usize| {
            let rows: Vec<Vec<f64>> = B.iter().map(|row| list(row, frame)).collect();
            nearest(&list(R, frame), &rows.iter().collect::<Vec<_>>()).0 // (2)
        };
        let solved: Vec<Vec<f64>> = (0..motion.times().len()).map(solved).collect();
        Some((0..B.len()).map(|a| solved.iter().map(|lambda| lambda[a]).collect()).collect())
    }
}

/// A constraint that does not act somewhere has no force there, whatever its multiplier is.
fn product(f: f64, lambda: f64) -> f64 {
    if f == 0.0 { 0.0 } else { f * lambda }
}

fn labels(system: &System) -> Vec<String> {
    system.constraints().iter().map(|c| c.label.clone()).collect()
}

fn multipliers(system: &System) -> Vec<Expr> {
    let symbol = |label: String| Expr::symbol(&format!("lambda_{label}"), Kind::Multiplier, 0);
    labels(system).into_iter().map(symbol).collect()
}

/// The right side of (2), when a motion knows all derivatives in it.
fn reaction(system: &System) -> Option<Vector> {
    let L = system.L();
    let [by_velocity, by_acceleration] = [1, 2].map(|k| gradient(L, &system.jet(k)));
    let rates = |list: &Vector| list.iter().map(|&e| rate(e)).collect::<Vector>();
    let p = &by_velocity - &rates(&by_acceleration);
    let R = &(&(&rates(&p) + &system.turning(&p)) - &system.by_position(L)) - system.Q();
    let known = system.state().stack(&system.highest());
    let is_moving = |e: &Expr| e.as_symbol().is_some_and(|s| s.order > 0 && s.kind.is_of_motion());
    let unknown = |e: &Expr| is_moving(e) && !known.contains(e);
    (!symbols(&R).iter().any(unknown)).then_some(R)
}
