//! A tape: plain operations in a row, for computing numbers.
//!
//! A [`Tape`] is made from expressions by [`Builder`], shares common subexpressions, and has no
//! handle to the graph, so it can leave the thread. Linear systems are single operations
//! ([`Solve`]): nothing is inverted symbolically. The evaluator here is the plain reference that
//! faster ones are compared with.

mod lower;
mod reference;

pub use lower::{Builder, LowerError};
pub use reference::{Evaluation, TapeError};

use crate::{Elementary, Rational};

/// The place of a value on a tape.
pub type Slot = usize;

/// One operation; its result is the value of its own place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Op {
    /// An input, by its number.
    Input(usize),
    /// A number.
    Constant(Rational),
    /// `a + b`.
    Add(Slot, Slot),
    /// `a − b`.
    Sub(Slot, Slot),
    /// `a b`.
    Mul(Slot, Slot),
    /// `a/b`.
    Div(Slot, Slot),
    /// `−a`.
    Neg(Slot),
    /// `aⁿ` for an integer exponent.
    Power(Slot, i32),
    /// `√a`.
    Sqrt(Slot),
    /// `a^r` for any other exponent.
    RationalPower(Slot, Rational),
    /// An elementary function of one argument.
    Call(Elementary, Slot),
    /// `atan2(y, x)`.
    Atan2(Slot, Slot),
    /// A component of the solution of a linear system, by the numbers of system and component.
    Solution(usize, usize),
}

/// A linear system whose coefficients are values of the tape.
#[allow(non_snake_case, reason = "M, A, B, W are the matrices of the equations")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solve {
    /// `M y − Bᵀλ = f`, `A y = g`; matrices by rows.
    Kkt {
        /// The matrix of inertia, n × n.
        M: Vec<Vec<Slot>>,
        /// The directions of the reactions, m × n; `None` when they are the rows of `A`.
        B: Option<Vec<Vec<Slot>>>,
        /// The constraints, m × n.
        A: Vec<Vec<Slot>>,
        /// The right side of the first equation.
        f: Vec<Slot>,
        /// The right side of the second equation.
        g: Vec<Slot>,
    },
    /// `W y = h`.
    General {
        /// The square matrix.
        W: Vec<Vec<Slot>>,
        /// The right side.
        h: Vec<Slot>,
    },
}

impl Op {
    /// The places of its arguments; of a solution there are none, since its system has them.
    #[must_use]
    pub fn arguments(&self) -> Vec<Slot> {
        match self {
            Self::Input(_) | Self::Constant(_) | Self::Solution(..) => Vec::new(),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) => vec![*a, *b],
            Self::Div(a, b) | Self::Atan2(a, b) => vec![*a, *b],
            Self::Neg(a) | Self::Sqrt(a) | Self::Power(a, _) => vec![*a],
            Self::RationalPower(a, _) | Self::Call(_, a) => vec![*a],
        }
    }
}

impl Solve {
    /// The places of all coefficients.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        let (matrices, vectors): (Vec<&Vec<Vec<Slot>>>, Vec<&Vec<Slot>>) = match self {
            Self::Kkt { M, B, A, f, g } => ([M, A].into_iter().chain(B).collect(), vec![f, g]),
            Self::General { W, h } => (vec![W], vec![h]),
        };
        let entries = matrices.into_iter().flatten().flatten();
        entries.chain(vectors.into_iter().flatten()).copied()
    }

    /// The number of unknowns.
    #[must_use]
    pub fn unknowns(&self) -> usize {
        match self {
            Self::Kkt { f, g, .. } => f.len() + g.len(),
            Self::General { h, .. } => h.len(),
        }
    }
}

/// Operations in an order in which each uses only earlier ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tape {
    /// The names of the inputs, in ASCII spelling.
    pub inputs: Vec<String>,
    /// The operations.
    pub ops: Vec<Op>,
    /// The linear systems.
    pub solves: Vec<Solve>,
    /// The names and places of the outputs.
    pub outputs: Vec<(String, Slot)>,
}
