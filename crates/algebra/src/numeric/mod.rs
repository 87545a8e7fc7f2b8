//! The number fields in which expressions are evaluated. Nothing here knows of expressions.
//!
//! | module | numbers | says |
//! |---|---|---|
//! | [`double_double`] | pairs of doubles, about 31 digits | a good approximation |

pub mod double_double;
mod elementary;
mod error_free;
pub mod random;

pub use double_double::DoubleDouble;
pub use random::SplitMix64;
