//! What is written is what a physicist would write, and it reads back as what was meant.

mod evaluate;
mod layout;
mod limits;
mod read;
mod round_trip;
mod tricky;
mod wording;
