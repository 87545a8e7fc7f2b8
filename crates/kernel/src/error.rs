//! Why a program has no values or no series at a point.

use alembert_algebra::numeric::solve::SolveError;

/// Why a program has no values or no series at a point.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KernelError {
    /// An operation has no finite value at its arguments.
    #[error("{operation} has no finite value at {}", figures(*argument))]
    Undefined {
        /// The operation in words.
        operation: &'static str,
        /// Its argument; of a quotient the denominator.
        argument: f64,
    },
    /// A function has a value and no derivatives.
    #[error("{function} is not smooth where its argument is 0")]
    NotSmooth {
        /// The name of the function.
        function: &'static str,
    },
    /// A Taylor coefficient is infinite or does not exist.
    #[error("the Taylor coefficient of order {order} is not finite")]
    Coefficient {
        /// Its order.
        order: usize,
    },
    /// A linear system has no solution.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The number of arguments is wrong.
    #[error("{expected} arguments are needed, {found} are given")]
    Arguments {
        /// How many the program has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}

/// A number in as many characters as it needs.
fn figures(x: f64) -> String {
    match x.abs() {
        1e-5..1e16 | 0.0 => x.to_string(),
        _ => format!("{x:e}"),
    }
}
