//! Typeset expressions and equations of motion.
//!
//! An expression of the graph becomes a [`Tree`] chosen for reading ([`Typesetter`]), and a
//! writer spells the tree: [`ascii`] and [`unicode`]. [`equations`] and [`matrix`] lay trees out
//! in lines of a given width, [`motion`] shows the equations of a principle. The value of an
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
//! let shown = tree(energy, &Notation { order: vec![m, g], tidy: false })?;
//! assert_eq!(Spelling::Ascii.text(&shown), "m*theta'^2/2 - m*g*cos(theta)");
//! assert_eq!(Spelling::Unicode.text(&shown), "½ m θ̇² − m g cos θ");
//! # Ok::<(), alembert_render::RenderError>(())
//! ```

pub mod ascii;
mod census;
pub mod equations;
mod error;
mod lines;
pub mod matrix;
pub mod motion;
mod name;
mod notation;
mod operations;
mod order;
mod spelling;
mod tidy;
mod tree;
mod typesetter;
pub mod unicode;

pub use equations::Equation;
pub use error::RenderError;
pub use lines::wrap;
pub use matrix::Block;
pub use notation::Notation;
pub use operations::operations;
pub use spelling::{Layout, Spelling};
pub use tree::{Name, Term, Tree};
pub use typesetter::{LARGEST_PAGE, Typesetter, tree};
