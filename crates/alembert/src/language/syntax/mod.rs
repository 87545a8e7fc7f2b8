//! The tree of a model file, as it was written.
//!
//! Every node has its span on the original text. Numbers are kept as text, so that they are exact
//! and can be printed as they were written. Names are in their ASCII spelling. Nothing is
//! computed here, and nothing is known about what a name stands for.

mod expression;
mod items;

pub use expression::{Expr, ExprKind, Factor, Operator, Term};
pub use items::{
    Constraint, Coordinate, Definition, Energy, EnergyKind, Fact, Force, Function, Generator,
    Ident, Initial, InputValue, KindWord, ModelFile, Note, Parameter, Predicate, Range, Rotation,
    Run, SectionKind, SectionMark, Statement, StatementKind, Unit, Variable, ViewLine, ViewPart,
};
