//! placeholder
/// e
#[derive(Debug)]
pub struct TapeError;
