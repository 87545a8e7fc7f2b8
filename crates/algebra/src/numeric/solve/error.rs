//! Why a linear system has no answer.

/// Why a linear system has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// An entry is infinite or NaN. Vectors have column 0.
    #[error("entry ({row}, {column}) of {block} is not a finite number")]
    NotFinite {
        /// `M`, `A`, `B`, `f`, `g`, `W` or `h`, or `solution` when the result overflows.
        block: &'static str,
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// The blocks do not fit together. Vectors have one column.
    #[error("{block} has the shape {found:?}, which should be {expected:?}")]
    Shape {
        /// The block that does not fit.
        block: &'static str,
        /// Rows and columns that would fit.
        expected: (usize, usize),
        /// Rows and columns that it has.
        found: (usize, usize),
    },
    /// The unknowns are not determined.
    #[error("the system of size {size} is singular, its rank is {rank}")]
    Singular {
        /// The rank of the matrix.
        rank: usize,
        /// The number of unknowns.
        size: usize,
    },
    /// Rows of A depend on each other and their right-hand sides disagree.
    #[error("the constraints contradict each other: a combination of them reads 0 = {residual:e}")]
    Inconsistent {
        /// A combination of the rows with `Σ νₐ Aₐ = 0`, its largest entry being 1.
        null_vector: Vec<f64>,
        /// The same combination of the right-hand sides, `Σ νₐ gₐ`, which is not 0.
        residual: f64,
    },
}
