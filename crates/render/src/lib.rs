//! Typeset expressions and equations of motion.
//!
//! An expression of the graph becomes a [`Tree`] chosen for reading ([`Typesetter`]), and a
//! writer spells the tree: [`ascii`], [`unicode`], [`latex`] and [`mathml`]. [`motion`] shows the
//! equations of a principle as a [`Page`], which is written in lines of a given width
//! ([`equations`], [`matrix`]), as LaTeX or as MathML. The value of an
//! expression never changes here, and nothing is simplified beyond signs and numbers: which form
//! of an equation is shown is decided before it comes here.
//!
//! ```
//! use alembert_algebra::{Elementary, Expr, Kind, Rational, apply};
//! use alembert_render::{Notation, Spelling, tree};
//!
//! let parameter = |name| Expr::symbol(name, Kind::Parameter { positive: false }, 0);
//! let (m, g) = (parameter("m"), parameter("g"));
//! let coordinate = |order| Expr::symbol("theta", Kind::Coordinate, order);
//! let kinetic = (m * coordinate(1).powi(2)).scale(&Rational::ratio(1, 2));
//! let energy = kinetic - m * g * apply(Elementary::Cos, &[coordinate(0)]);
//!
//! let shown = tree(energy, &Notation { order: vec![m, g], ..Notation::default() })?;
//! assert_eq!(Spelling::Ascii.text(&shown), "m*theta'^2/2 - m*g*cos(theta)");
//! assert_eq!(Spelling::Unicode.text(&shown), "½ m θ̇² − m g cos θ");
//! # Ok::<(), alembert_render::RenderError>(())
//! ```

pub mod ascii;
mod census;
pub mod code;
mod derivation;
pub mod equations;
mod error;
pub mod figure;
pub mod formula;
pub mod gallery;
mod heading;
pub mod latex;
mod lines;
pub mod mathml;
pub mod matrix;
mod measure;
pub mod motion;
mod name;
mod notation;
mod operations;
mod order;
mod page;
mod pieces;
pub mod player;
pub mod report;
mod rows;
mod spelling;
mod tidy;
mod tree;
mod typesetter;
mod typography;
pub mod unicode;

pub use equations::Equation;
pub use error::RenderError;
pub use heading::Heading;
pub use lines::wrap;
pub use matrix::Block;
pub use notation::Notation;
pub use operations::operations;
pub use page::{MatrixEquation, Page, Part};
pub use spelling::{Layout, Spelling};
pub use tree::{Name, Operator, Term, Tree};
pub use typesetter::{LARGEST_PAGE, Typesetter, tree};
