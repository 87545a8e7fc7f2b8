//! What is written is what a physicist would write, and it reads back as what was meant.

#![allow(clippy::unwrap_used, reason = "every function here belongs to a test")]

mod evaluate;
mod layout;
mod limits;
mod motion;
mod read;
mod round_trip;
mod tricky;
mod typeset;
mod wording;
