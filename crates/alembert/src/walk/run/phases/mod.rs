//! Phases of a motion: the signs of the arguments of `abs` and `sign`, and which of them stay 0.
//!
//! Between two zeros of its arguments every motion is analytic. It is followed with its signs σ until an argument u
//! vanishes, which is found to round-off, and goes on from there with the signs that agree with it. Where forces jump
//! with `sign u` the motion may stay at u = 0: dry friction holds a body. There `sign u` is an unknown s,
//!
//! ```text
//! slips    s = σ,        σ u > 0                                                       (1)
//! sticks   u' = 0,       |s| ≤ 1                                                       (2)
//! ```
//!
//! with u'' = 0 in place of u' = 0 where u is a function of positions. Friction brakes as long as
//!
//! ```text
//! −(∂u'/∂y)·(∂f/∂s) > 0                                                                (3)
//! ```
//!
//! with the accelerations y and their forces f; where this falls to 0 several motions go on. All unknown signs are solved for together with
//! accelerations and multipliers. A phase ends where σ u falls to 0, or |s| rises to 1, or (3) ends; [`decide`] finds the next
//! one, and [`signs`] has the equations.
//!
//! Known limits: arguments that stand in constraints and more than [`MOST`] arguments are left to methods that step
//! over kinks. Where two signs that are multiplied with each other are unknown together, the motion ends.

pub(in crate::walk::run) mod accumulation;
pub(in crate::walk::run) mod decide;
pub(in crate::walk::run) mod force;
pub(in crate::walk::run) mod guard;
pub(in crate::walk::run) mod moment;
pub(in crate::walk::run) mod ready;
pub(in crate::walk::run) mod signs;
pub(in crate::walk) mod state;
pub(in crate::walk::run) mod told;
mod widened;

use std::fmt;

use alembert_algebra::{Expr, Substitution};
use alembert_flow::{Direction, Event};

use super::course::Course;
use super::field::Numeral;
use super::told::moment;
use crate::walk::WalkError;

/// More arguments than these are not followed by phases.
const MOST: usize = 12;

/// An argument of `abs` or `sign`.
pub(in crate::walk::run) struct Argument {
    /// The argument u.
    u: Expr,
    /// As people write it.
    pub(super) text: String,
    /// The unknown s, and how many derivatives of u the accelerations are in; none where forces do not jump with it.
    unknown: Option<(Expr, usize)>,
    /// How its sign brakes it, (3); 0 without an unknown.
    brake: Expr,
    /// Does its sign, and not only its size, stand in the equations?
    jumps: bool,
}

/// The arguments of a motion, and where their numbers stand among the parameters.
pub(in crate::walk::run) struct Phases {
    pub(super) arguments: Vec<Argument>,
    /// The place of the first number among the parameters.
    first: usize,
    /// What stands for `abs` and `sign`, those inside of others first.
    pairs: Vec<(Expr, Expr)>,
    /// Arguments whose unknown signs are multiplied with each other: no equation is known where both stick.
    products: Vec<(usize, usize)>,
}

/// What an argument does in a phase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::walk::run) enum Phase {
    /// It has this sign, (1); 0 where it stays 0 whatever its sign is.
    Slips(f64),
    /// It stays 0, (2).
    Sticks,
    /// It stays 0 because another one does, whose unknown it shares up to this sign.
    Joins(usize, f64),
}

/// The phases of all arguments.
pub(in crate::walk::run) type Mode = Vec<Phase>;

/// Why no phase follows.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::walk::run) enum Impasse {
    /// Several motions begin there.
    Parts(String),
    /// No sign agrees with its motion.
    Nowhere(String),
    /// Too many arguments vanish there.
    Crowd(usize),
    /// Signs that are multiplied with each other are unknown together.
    Product([String; 2]),
    /// Phases become too short.
    Chatters(String),
    /// Zeros come closer and closer: so many more until the end.
    Crowds(String, f64),
    /// The argument of a phase has the other sign than the phase.
    Strays(String),
}

impl fmt::Display for Impasse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts(u) => write!(
                f,
                "`{u}` = 0, and the equations allow more than one motion from there: `sign({u})` drives it away from 0"
            ),
            Self::Nowhere(u) => {
                write!(
                    f,
                    "`{u}` = 0, and no value of `sign({u})` from -1 to 1 agrees with the motion behind it"
                )
            }
            Self::Crowd(count) => {
                write!(
                    f,
                    "{count} arguments of `abs` and `sign` vanish together, and no phases that agree are found"
                )
            }
            Self::Product([u, v]) => write!(
                f,
                "`{u}` and `{v}` are 0 together, and what the product of `sign({u})` and `sign({v})` is then is not \
                 known"
            ),
            Self::Chatters(u) => write!(f, "the zeros of `{u}` accumulate"),
            Self::Crowds(u, more) => write!(
                f,
                "the zeros of `{u}` come closer and closer, and there would be more than {more:.0e} of them until the end"
            ),
            Self::Strays(u) => {
                write!(
                    f,
                    "`{u}` leaves 0, and rounding hides with which sign, as it does where zeros accumulate"
                )
            }
        }
    }
}

impl Impasse {
    /// The error of a motion that has no first phase.
    pub(in crate::walk::run) fn refused(&self, t: f64) -> WalkError {
        let why = format!("at t = {} {self}; {}", moment(t, 6), self.hint());
        WalkError::NoPhase { why }
    }

    /// What to do about it.
    pub(super) fn hint(&self) -> String {
        match self {
            Self::Parts(u) => format!(
                "dry friction has the other sign, as in `-F sign({u})`; otherwise begin beside `{u}` = 0"
            ),
            Self::Nowhere(u) | Self::Chatters(u) | Self::Crowds(u, _) | Self::Strays(u) => {
                let whole = if u.contains(' ') { format!("({u})") } else { u.clone() };
                format!(
                    "a law without a jump, as `tanh({whole}/ε)` with a small ε in the place of `sign({u})`, has a motion"
                )
            }
            Self::Product([u, v]) => format!(
                "a law in which the two signs are not multiplied with each other, or begin where `{u}` and `{v}` do \
                 not vanish together"
            ),
            Self::Crowd(_) => {
                "begin with other initial values, for which they vanish one after another"
                    .to_owned()
            }
        }
    }
}

/// The kinds of what is watched, each for all arguments: u, 1 − s², s and (3).
const KINDS: usize = 4;

impl Phases {
    fn count(&self) -> usize {
        self.arguments.len()
    }

    /// What is watched: for each argument u, and 1 − s², s and (3), where there is an s.
    pub(super) fn watches(&self, course: &mut Course) -> Vec<Expr> {
        let u: Vec<Expr> = self.arguments.iter().map(|a| course.specified(a.u)).collect();
        course.restrict_angles(&u);
        let s = |a: &Argument| a.unknown.map_or(Expr::zero(), |(s, _)| s);
        let distance = self.arguments.iter().map(|a| Expr::one() - s(a).powi(2));
        let brakes: Vec<Expr> = self.arguments.iter().map(|a| course.specified(a.brake)).collect();
        let signs = self.arguments.iter().map(s);
        u.iter().copied().chain(distance).chain(signs).chain(brakes).collect()
    }

    /// A size with the largest value of every unknown sign.
    pub(super) fn at_most(&self, size: Expr) -> Expr {
        let unknown = self.arguments.iter().filter_map(|a| a.unknown);
        Substitution::new(unknown.map(|(s, _)| (s, Expr::one()))).apply(size)
    }

    /// The replacements of `abs` and `sign` in what a course computes.
    pub(super) fn replacements(&self, course: &mut Course) -> Vec<(Expr, Expr)> {
        self.pairs
            .iter()
            .map(|&(from, to)| (course.specified(from), course.specified(to)))
            .collect()
    }

    /// Writes the numbers of a mode among those that are fixed.
    pub(super) fn write<T: Numeral>(&self, mode: &[Phase], fixed: &mut [T]) {
        let unknowns: Vec<usize> =
            (0..self.count()).filter(|&k| self.arguments[k].unknown.is_some()).collect();
        let mut numbers = Vec::new();
        for k in 0..self.count() {
            numbers.push(if let Phase::Slips(side) = mode[k] { side } else { 0.0 });
            if !unknowns.contains(&k) {
                continue;
            }
            numbers.push(f64::from(u8::from(mode[k] == Phase::Sticks)));
            numbers.extend(unknowns.iter().filter(|&&j| j != k).map(|&j| match mode[k] {
                Phase::Joins(leader, sign) if leader == j => sign,
                _ => 0.0,
            }));
        }
        let own = fixed[self.first..].iter_mut().zip(numbers);
        own.for_each(|(place, number)| *place = T::from(number));
    }

    /// The events that end a phase, each with its argument; `first` is the place of the first of
    /// [`Phases::watches`].
    pub(super) fn events(&self, mode: &[Phase], first: usize) -> Vec<(usize, Event)> {
        let n = self.count();
        let mut events = Vec::new();
        for (k, phase) in mode.iter().enumerate() {
            let ends = match *phase {
                Phase::Slips(side) if side > 0.0 => vec![(k, Direction::Falling)],
                Phase::Slips(0.0) => Vec::new(), // nothing moves it
                Phase::Slips(_) => vec![(k, Direction::Rising)],
                Phase::Sticks | Phase::Joins(..) => {
                    vec![(n + k, Direction::Falling), (3 * n + k, Direction::Falling)]
                }
            };
            let event =
                |(watch, direction)| Event { watch: first + watch, direction, terminal: true };
            events.extend(ends.into_iter().map(event).map(|event| (k, event)));
        }
        events
    }

    /// How many quantities are watched.
    pub(super) fn watched(&self) -> usize {
        KINDS * self.count()
    }
}
