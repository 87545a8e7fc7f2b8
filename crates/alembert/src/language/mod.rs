//! The model language: from the text of a `.mech` file to its tree, with every mistake at its
//! place.
//!
//! ```text
//! text ── parser ──▶ ModelFile ── resolve ──▶ names and their meaning ── lower ──▶ Model
//! ```
//!
//! The same text in other spellings, and as JSON, is made by [`spell`] and [`to_json`]; JSON is
//! accepted wherever a text is.
//!
//! Nothing here fails on bad input: each step returns what it understood and a list of
//! [`Diagnostic`]s. Units are checked between names and lowering, and `view` is kept as text.

mod assume;
mod characters;
pub mod diagnostic;
mod format;
mod latex;
mod letters;
mod lexer;
pub mod limits;
mod lower;
mod mend;
pub mod model;
pub mod names;
mod parser;
mod principles;
mod read;
mod report;
mod resolve;
mod source;
pub mod syntax;
mod token;
mod units;
mod visible;

pub(crate) use assume::resolved;
pub use diagnostic::{CODES, Code, Diagnostic, Explanation, Fix, Related, Severity};
pub use format::{Form, spell, to_json};
pub(crate) use lower::{angular_velocity, slope};
pub use mend::{Change, Mended, mend};
pub use model::{Model, energy_symbol, with_energy};
pub use parser::parse;
pub(crate) use parser::view::SHAPES;
pub use principles::PRINCIPLES;
pub use read::{Assignment, Reading, read, read_assignments, read_equation, read_expression};
pub(crate) use read::{Reader, angles};
pub(crate) use resolve::UNDECLARED;
pub use source::{Position, Source, Span, width};
pub use units::seconds;
pub(crate) use units::{base_powers, rate_unit, si_size, si_unit, size_of, unit_of};
pub use visible::{visible, visible_json};
