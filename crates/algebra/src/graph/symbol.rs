//! Symbols: the letters of a model and their time derivatives.

use std::rc::Rc;

/// What a symbol stands for. This decides its total time derivative and what a proof may assume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Time `t`.
    Time,
    /// The number π.
    Pi,
    /// A coordinate `q`, or with dots a jet `q', q'', …`.
    Coordinate,
    /// A velocity that is the derivative of no coordinate, such as an angular velocity: with one
    /// dot it is the velocity, with two its rate. It is spelled with one dot less.
    Quasi,
    /// One of several symbols that move by a law; see [`flow`](super::flow).
    Flow(u64),
    /// A control that changes in time, known from outside.
    Input,
    /// A constant of the model.
    Parameter {
        /// The model gives it a range of positive numbers.
        positive: bool,
    },
    /// A multiplier `λ` or `μ`, which changes in time.
    Multiplier,
    /// A name for a part of an expression; constant in time.
    Auxiliary,
    /// The value of an expression that exceeded the limits of the pool. Absorbs everything.
    Overflow,
    /// The value of an undefined expression such as `1/0`. Absorbs everything.
    Undefined,
}

impl Kind {
    /// Does the symbol change in time, so that its rate is a symbol with one dot more?
    #[must_use]
    pub fn has_jets(self) -> bool {
        matches!(self, Self::Coordinate | Self::Quasi | Self::Input | Self::Multiplier)
    }

    /// Is it a position, or with dots a velocity, an acceleration, …?
    #[must_use]
    pub fn is_of_motion(self) -> bool {
        matches!(self, Self::Coordinate | Self::Quasi | Self::Flow(_))
    }
}

/// A letter with a number of dots: `theta` with order 2 is `θ''`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// The name in ASCII spelling, without dots.
    pub name: Rc<str>,
    /// The number of dots.
    pub order: u32,
    /// What it stands for.
    pub kind: Kind,
}

impl Symbol {
    /// The ASCII spelling with primes: `theta''`.
    #[must_use]
    pub fn spelling(&self) -> String {
        format!("{}{}", self.name, "'".repeat(self.dots() as usize))
    }

    /// The dots that are written: those of an angular velocity count from the velocity.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind, rate};
    /// let omega = Expr::symbol("omega_x", Kind::Quasi, 1);
    /// assert_eq!(rate(omega).as_symbol().unwrap().spelling(), "omega_x'");
    /// ```
    #[must_use]
    pub fn dots(&self) -> u32 {
        self.order.saturating_sub(u32::from(self.kind == Kind::Quasi))
    }
}
