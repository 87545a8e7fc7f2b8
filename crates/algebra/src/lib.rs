//! Exact expressions: build, differentiate, normalise, compare. Knows nothing of mechanics.

pub mod numeric;
