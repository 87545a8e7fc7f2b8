//! Sections and their items.

use super::Expr;
use crate::language::source::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The ASCII spelling.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A unit as it was written, without the brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The text between the brackets.
    pub text: String,
    /// Where it stands, brackets included.
    pub span: Span,
}

/// A model file: the items of all its sections, each list in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFile {
    /// The sections in the order of the text.
    pub sections: Vec<SectionMark>,
    /// `model "title"`
    pub title: Option<Note>,
    /// `source "…"`, `author "…"` under `model`.
    pub notes: Vec<Note>,
    /// `coordinates`
    pub coordinates: Vec<Coordinate>,
    /// `parameters`
    pub parameters: Vec<Parameter>,
    /// `functions`
    pub functions: Vec<Function>,
    /// `inputs`
    pub inputs: Vec<Variable>,
    /// `let`
    pub abbreviations: Vec<Definition>,
    /// `L = …`, `T = …`, `V = …`
    pub energies: Vec<Energy>,
    /// `constraints`
    pub constraints: Vec<Constraint>,
    /// `forces`, `coordinate: expr`
    pub forces: Vec<Force>,
    /// `forces`, `dissipation = …`
    pub dissipation: Vec<Definition>,
    /// `symmetry`
    pub symmetries: Vec<Vec<Generator>>,
    /// `quasi`
    pub quasi: Vec<Definition>,
    /// `principle`
    pub principle: Option<Ident>,
    /// `initial`
    pub initial: Vec<Initial>,
    /// `run`
    pub run: Option<Run>,
    /// `view`, kept as text.
    pub view: Vec<ViewLine>,
    /// `observe`
    pub observed: Vec<Definition>,
    /// `expect`
    pub expect: Vec<Statement>,
    /// `reject`
    pub reject: Vec<Statement>,
    /// Names that stand in sections that were not recognised; nothing is said about them.
    pub lost: Vec<String>,
}

/// A section word with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionMark {
    /// Which section.
    pub kind: SectionKind,
    /// Where its word stands.
    pub span: Span,
}

/// The sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// `model`
    Model,
    /// `coordinates`
    Coordinates,
    /// `parameters`
    Parameters,
    /// `functions`
    Functions,
    /// `inputs`
    Inputs,
    /// `let`
    Let,
    /// `L = …`, `lagrangian = …`, `T = …`, `V = …`
    Energy(EnergyKind),
    /// `constraints`
    Constraints,
    /// `forces`
    Forces,
    /// `symmetry`
    Symmetry,
    /// `quasi`
    Quasi,
    /// `principle`
    Principle,
    /// `initial`
    Initial,
    /// `run`
    Run,
    /// `view`
    View,
    /// `observe`
    Observe,
    /// `expect`
    Expect,
    /// `reject`
    Reject,
}

impl SectionKind {
    /// All words that open a section.
    pub const WORDS: &'static [(&'static str, SectionKind)] = &[
        ("model", SectionKind::Model),
        ("coordinates", SectionKind::Coordinates),
        ("parameters", SectionKind::Parameters),
        ("functions", SectionKind::Functions),
        ("inputs", SectionKind::Inputs),
        ("let", SectionKind::Let),
        ("L", SectionKind::Energy(EnergyKind::L)),
        ("lagrangian", SectionKind::Energy(EnergyKind::Lagrangian)),
        ("T", SectionKind::Energy(EnergyKind::T)),
        ("V", SectionKind::Energy(EnergyKind::V)),
        ("constraints", SectionKind::Constraints),
        ("forces", SectionKind::Forces),
        ("symmetry", SectionKind::Symmetry),
        ("quasi", SectionKind::Quasi),
        ("principle", SectionKind::Principle),
        ("initial", SectionKind::Initial),
        ("run", SectionKind::Run),
        ("view", SectionKind::View),
        ("observe", SectionKind::Observe),
        ("expect", SectionKind::Expect),
        ("reject", SectionKind::Reject),
    ];

    /// The section that a word opens.
    #[must_use]
    pub fn of(word: &str) -> Option<SectionKind> {
        Self::WORDS.iter().find(|row| row.0 == word).map(|row| row.1)
    }

    /// The word that opens it.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}

/// A `key "value"` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `model`, `source` or `author`.
    pub key: Ident,
    /// The text between the quotation marks.
    pub text: String,
}

/// A coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its name.
    pub ident: Ident,
    /// Its unit.
    pub unit: Option<Unit>,
    /// The comment on its line.
    pub doc: Option<String>,
    /// Set when it is an orientation.
    pub rotation: Option<Rotation>,
}

/// `rotation with space ω, body Ω`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The angular velocity in laboratory axes.
    pub space: Option<Ident>,
    /// The angular velocity in body axes.
    pub body: Option<Ident>,
    /// Where it stands.
    pub span: Span,
}

/// A name with a unit: an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub ident: Ident,
    /// Its unit.
    pub unit: Option<Unit>,
    /// The comment on its line.
    pub doc: Option<String>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub ident: Ident,
    /// Its value; none when it is missing, which has been reported.
    pub value: Option<Expr>,
    /// Its unit.
    pub unit: Option<Unit>,
    /// `in a .. b`
    pub range: Option<Range>,
    /// The comment on its line.
    pub doc: Option<String>,
}

/// `a .. b`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lower bound.
    pub low: Expr,
    /// The upper bound.
    pub high: Expr,
}

/// A function that is declared: `V(x, y)`, `v1(t) = sin t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub ident: Ident,
    /// The names of its arguments.
    pub arguments: Vec<Ident>,
    /// Its formula.
    pub formula: Option<Expr>,
    /// Its unit.
    pub unit: Option<Unit>,
    /// The comment on its line.
    pub doc: Option<String>,
}

/// `name = expr`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What is defined.
    pub ident: Ident,
    /// What it is.
    pub value: Expr,
    /// Its unit.
    pub unit: Option<Unit>,
    /// The comment on its line.
    pub doc: Option<String>,
}

/// Which energy a section gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EnergyKind {
    /// `L = …`
    L,
    /// `lagrangian = …`, the same under a name that nothing else can have.
    Lagrangian,
    /// `T = …`
    T,
    /// `V = …`
    V,
}

/// `L = …`, `T = …` or `V = …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Energy {
    /// Which one.
    pub kind: EnergyKind,
    /// Where its word stands.
    pub word: Span,
    /// The expression.
    pub value: Expr,
}

/// A constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Its label, when it has one.
    pub label: Option<Ident>,
    /// The left side.
    pub left: Expr,
    /// The right side.
    pub right: Expr,
    /// The direction of its reaction, when it is given.
    pub reaction: Option<Vec<Expr>>,
    /// Where it stands, label included.
    pub span: Span,
    /// The comment on its line.
    pub doc: Option<String>,
}

/// A generalized force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// The coordinate it acts on.
    pub coordinate: Ident,
    /// The force.
    pub value: Expr,
}

/// One component of an infinitesimal symmetry, `x = -y`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The coordinate that is moved.
    pub coordinate: Ident,
    /// How fast.
    pub value: Expr,
}

/// An initial value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// The name on the left.
    pub ident: Ident,
    /// Its primes.
    pub order: u32,
    /// The value.
    pub value: Expr,
    /// Its unit.
    pub unit: Option<Unit>,
    /// May it be moved?
    pub guess: bool,
    /// Where the whole stands.
    pub span: Span,
}

/// How a run is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// From when to when.
    pub range: Option<Range>,
    /// The unit after the lower bound.
    pub low_unit: Option<Ident>,
    /// The unit after the range.
    pub unit: Option<Ident>,
    /// `step`
    pub step: Option<Expr>,
    /// Its unit.
    pub step_unit: Option<Ident>,
    /// `every`
    pub every: Option<Expr>,
    /// Its unit.
    pub every_unit: Option<Ident>,
    /// `tol`
    pub tol: Option<Expr>,
    /// `method`
    pub method: Option<Ident>,
    /// What the inputs do.
    pub inputs: Vec<InputValue>,
}

/// `u = sin t`, or a table `u = (0, 0), (1, 2)` of times and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputValue {
    /// The input.
    pub ident: Ident,
    /// One formula, or pairs.
    pub values: Vec<Expr>,
}

/// A line of `view`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewLine {
    /// The text without its comment.
    pub text: String,
    /// Its words with what follows each of them; none when it could not be read.
    pub parts: Vec<ViewPart>,
    /// Where it stands.
    pub span: Span,
}

/// A word of a line of `view` and what follows it: `center (x, y, R)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewPart {
    /// The word.
    pub word: String,
    /// What follows it, up to the next word.
    pub values: Vec<Expr>,
}

impl ViewPart {
    /// Do names follow it, and not quantities?
    #[must_use]
    pub fn is_word(&self) -> bool {
        ["frames", "rotation"].contains(&self.word.as_str())
    }
}

/// A line of `expect` or `reject`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// What a line of `expect` or `reject` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Left and right side are equal along the motion.
    Equation(Expr, Expr),
    /// A fact in words.
    Fact(Fact),
}

/// `roll_x, roll_y are nonholonomic`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// About what.
    pub subjects: Vec<Expr>,
    /// What is said.
    pub predicate: Predicate,
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// The kind of constraints.
    Kind(KindWord),
    /// `conserved`
    Conserved,
    /// `equal to …`
    EqualTo(Expr),
    /// A number, `order is 4`.
    Number(Expr),
}

/// Kinds of constraints that a fact may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindWord {
    /// `holonomic`
    Holonomic,
    /// `holonomic in disguise`
    HolonomicInDisguise,
    /// `nonholonomic`
    Nonholonomic,
    /// `affine`
    Affine,
    /// `linear`
    Linear,
    /// `nonlinear`
    Nonlinear,
}

impl KindWord {
    /// All of them with their words.
    pub const WORDS: &'static [(&'static str, KindWord)] = &[
        ("holonomic", KindWord::Holonomic),
        ("holonomic in disguise", KindWord::HolonomicInDisguise),
        ("nonholonomic", KindWord::Nonholonomic),
        ("affine", KindWord::Affine),
        ("linear", KindWord::Linear),
        ("nonlinear", KindWord::Nonlinear),
    ];

    /// Its words.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}
