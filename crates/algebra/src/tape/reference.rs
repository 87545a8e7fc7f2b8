//! The plain evaluator of tapes, in `f64` or double-double.
//!
//! Faster evaluators are tested against this one. A value that does not exist is an error with
//! the operation that has none; NaN is never passed on.

use super::{Op, Slot, Solve, Tape};
use crate::Elementary;
use crate::evaluate::{Tabulated, nearest};
use crate::numeric::solve::{Dense, Kkt, SolveError, solve_kkt, solve_linear};

/// Why a tape has no values at a point.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TapeError {
    /// An operation has no finite value at its arguments.
    #[error("{operation} has no finite value here")]
    Undefined {
        /// The operation in words.
        operation: &'static str,
    },
    /// A linear system has no solution.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The number of inputs is wrong.
    #[error("{expected} inputs are needed, {found} are given")]
    Inputs {
        /// How many the tape has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}

/// The values of a tape at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation<T> {
    /// The outputs, in their order.
    pub outputs: Vec<T>,
    /// Are the multipliers of every linear system unique?
    pub unique: bool,
}

struct Run<'a, T> {
    tape: &'a Tape,
    values: Vec<T>,
    solutions: Vec<Option<Vec<T>>>,
    unique: bool,
}

impl Tape {
    /// The outputs for these inputs.
    ///
    /// # Errors
    /// The first operation without a value.
    pub fn evaluate<T: Tabulated>(&self, inputs: &[T]) -> Result<Evaluation<T>, TapeError> {
        if inputs.len() != self.inputs.len() {
            return Err(TapeError::Inputs { expected: self.inputs.len(), found: inputs.len() });
        }
        let values = Vec::with_capacity(self.ops.len());
        let solutions = vec![None; self.solves.len()];
        let mut run = Run { tape: self, values, solutions, unique: true };
        for op in &self.ops {
            let value = run.value(op, inputs)?;
            run.values.push(value);
        }
        let outputs = self.outputs.iter().map(|(_, slot)| run.values[*slot]).collect();
        Ok(Evaluation { outputs, unique: run.unique })
    }
}

impl<T: Tabulated> Run<'_, T> {
    fn value(&mut self, op: &Op, inputs: &[T]) -> Result<T, TapeError> {
        let v = |slot: &Slot| self.values[*slot];
        let (value, operation) = match op {
            Op::Input(i) => (inputs[*i], "an input"),
            Op::Constant(r) => (nearest(r), "a number"),
            Op::Add(a, b) => (v(a) + v(b), "a sum"),
            Op::Sub(a, b) => (v(a) - v(b), "a difference"),
            Op::Mul(a, b) => (v(a) * v(b), "a product"),
            Op::Div(a, b) => (v(a) / v(b), "a quotient"),
            Op::Neg(a) => (-v(a), "a negative"),
            Op::Power(a, n) => (v(a).powi(*n), "a power"),
            Op::Sqrt(a) => (v(a).sqrt(), "a square root"),
            Op::RationalPower(a, r) => (v(a).pow(nearest(r)), "a power"),
            Op::Call(f, a) => (T::value(f.row(), &[v(a)]), f.row().name),
            Op::Atan2(y, x) => (T::value(Elementary::Atan2.row(), &[v(y), v(x)]), "atan2"),
            Op::Solution(system, k) => (self.solution(*system, *k)?, "a linear system"),
        };
        if value.is_finite() { Ok(value) } else { Err(TapeError::Undefined { operation }) }
    }

    fn solution(&mut self, system: usize, k: usize) -> Result<T, TapeError> {
        if self.solutions[system].is_none() {
            let solution = self.solve(&self.tape.solves[system])?;
            self.solutions[system] = Some(solution);
        }
        Ok(self.solutions[system].as_ref().expect("it was just made")[k])
    }

    fn solve(&mut self, solve: &Solve) -> Result<Vec<T>, TapeError> {
        let dense = |rows: &[Vec<Slot>], columns: usize| {
            Dense::from_fn(rows.len(), columns, |i, j| self.values[rows[i][j]])
        };
        let vector = |slots: &[Slot]| -> Vec<T> { slots.iter().map(|s| self.values[*s]).collect() };
        match solve {
            Solve::Kkt { M, B, A, f, g } => {
                let n = f.len();
                let kkt = Kkt {
                    M: dense(M, n),
                    A: dense(A, n),
                    B: dense(B.as_ref().unwrap_or(A), n),
                    f: vector(f),
                    g: vector(g),
                };
                let solution = solve_kkt(&kkt)?;
                self.unique &= solution.unique;
                Ok([solution.y, solution.lambda].concat())
            }
            Solve::General { W, h } => Ok(solve_linear(&dense(W, h.len()), &vector(h))?),
        }
    }
}
