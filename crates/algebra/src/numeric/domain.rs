//! Why a function has no enclosure.

/// The argument is not proved to lie in the domain of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// No number that the argument encloses is in the domain: the value does not exist.
    #[error("the argument is outside the domain of {function}")]
    Outside {
        /// The name of the function.
        function: &'static str,
    },
    /// Some enclosed numbers are in the domain and some are not.
    #[error("it is undecided whether the argument is in the domain of {function}")]
    Undecided {
        /// The name of the function.
        function: &'static str,
    },
}
