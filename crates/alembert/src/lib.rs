//! Model files, diagnostics, and the walk from text to equations.

pub mod gallery;
pub mod language;
pub mod ledger;
pub mod walk;

pub use alembert_mechanics::{PRINCIPLES, Principle};
pub use alembert_render::figure::{self, Figure, Theme};
pub use alembert_render::{Layout, Spelling, code};
