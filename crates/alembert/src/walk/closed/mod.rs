//! Is a motion given in closed form a motion of a model?
//!
//! `mechanics/closed_form` says what the functions must satisfy. Values at the start are a state of the model
//! at the time 0: what does not vanish for all constants is decided by the constraints on states.

mod decide;
mod read;
mod report;

pub use decide::prove_closed;
pub use read::{ClosedForms, read_closed_forms};
pub use report::ClosedProof;
