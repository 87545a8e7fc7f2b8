//! Why an expression is not shown.

use alembert_algebra::Fault;

/// Why an expression is not shown.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// Written out, the expression has more parts than a reader or a terminal can take.
    #[error("the expression is too long to be written out (more than {limit} parts)")]
    TooLong {
        /// The number of parts at which the writing stops.
        limit: usize,
    },
    /// The expression is nested deeper than a reader can follow.
    #[error("the expression is nested too deeply to be written out (more than {limit} levels)")]
    TooDeep {
        /// The number of levels at which the writing stops.
        limit: usize,
    },
    /// A picture has no pixels, or more than can be held.
    #[error("a picture of {width:.0} by {height:.0} pixels cannot be drawn")]
    PictureSize {
        /// The width in pixels.
        width: f64,
        /// The height in pixels.
        height: f64,
    },
    /// The expression has no value.
    #[error(transparent)]
    NoValue(#[from] Fault),
}
