//! The legs of a motion, for each set of signs that it goes through.

use std::cell::{Cell, OnceCell};

use alembert_flow::{Direction, Event, FieldError, Stop};

use super::switches::{Switches, sign};
use super::{Leg, Ready};

/// Legs by sets of signs, each made when it is needed.
pub(super) struct Legs<'a> {
    sets: Vec<OnceCell<Vec<Leg>>>,
    now: Cell<usize>,
    made_of: Option<(&'a Ready<'a>, &'a Switches)>,
}

impl<'a> Legs<'a> {
    /// Legs without signs.
    pub(super) fn of(legs: Vec<Leg>) -> Self {
        Self { sets: vec![OnceCell::from(legs)], now: Cell::new(0), made_of: None }
    }

    /// Legs with signs; `first` are those with positive ones.
    pub(super) fn with_signs(
        first: Vec<Leg>,
        ready: &'a Ready<'a>,
        switches: &'a Switches,
    ) -> Self {
        let mut sets = vec![OnceCell::from(first)];
        sets.resize_with(1 << switches.count(), OnceCell::new);
        Self { sets, now: Cell::new(0), made_of: Some((ready, switches)) }
    }

    pub(super) fn now(&self) -> &[Leg] {
        self.sets[self.now.get()].get().expect("a set is made before it is chosen")
    }

    /// The set of signs.
    pub(super) fn set(&self) -> usize {
        self.now.get()
    }

    /// The number of signs.
    pub(super) fn switches(&self) -> usize {
        self.made_of.map_or(0, |(_, switches)| switches.count())
    }

    /// Argument k as people write it.
    pub(super) fn written(&self, k: usize) -> String {
        self.made_of.map_or(String::new(), |(ready, switches)| switches.written(k, ready.model))
    }

    /// Do constraints jump with the signs?
    pub(super) fn signs_move_constraints(&self) -> bool {
        self.made_of
            .is_some_and(|(ready, switches)| ready.constraints_have(&switches.symbols(ready.model)))
    }

    /// Goes on with a set of signs.
    pub(super) fn choose(&self, set: usize) -> Result<(), Stop> {
        if let (None, Some((ready, switches))) = (self.sets[set].get(), self.made_of) {
            let watched: Vec<usize> = (0..switches.count()).collect();
            let legs = ready.legs_with(&switches.numbers(&ready.numbers, set), &watched);
            let legs = legs.map_err(|_| {
                // what is fixed has no value with these signs
                let error = FieldError::Domain { operation: "sign", argument: 0.0 };
                Stop::Field { t: ready.span.0, error }
            })?;
            self.sets[set].get_or_init(|| legs);
        }
        self.now.set(set);
        Ok(())
    }

    /// The zeros at which a sign changes: where a positive argument falls, and a negative one rises.
    pub(super) fn events(&self) -> Vec<Event> {
        let direction = |k| match sign(self.set(), k) > 0.0 {
            true => Direction::Falling,
            false => Direction::Rising,
        };
        let event = |watch| Event { watch, direction: direction(watch), terminal: true };
        (0..self.switches()).map(event).collect()
    }
}
