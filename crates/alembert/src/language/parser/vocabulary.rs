//! Words with a fixed meaning, and the names that a file declares.
//!
//! Whether `f(x + 1)` is a function or a product depends on declarations, which may come later in
//! the file; so their names are collected before any expression is read.

use std::collections::BTreeSet;

use super::sections::{Item, Section};
use crate::language::syntax::SectionKind;
use crate::language::token::{Token, TokenKind};

/// Functions with the number of their arguments.
pub(in crate::language) const BUILTIN_FUNCTIONS: &[(&str, usize)] = &[
    ("sin", 1),
    ("cos", 1),
    ("tan", 1),
    ("asin", 1),
    ("acos", 1),
    ("atan", 1),
    ("atan2", 2),
    ("sinh", 1),
    ("cosh", 1),
    ("tanh", 1),
    ("asinh", 1),
    ("acosh", 1),
    ("atanh", 1),
    ("exp", 1),
    ("log", 1),
    ("sqrt", 1),
    ("abs", 1),
    ("sign", 1),
];

/// Functions of vectors with the number of their arguments; a declared name wins over them.
pub(in crate::language) const VECTOR_FUNCTIONS: &[(&str, usize)] = &[
    ("R", 3),
    ("Rx", 2),
    ("Ry", 2),
    ("Rz", 2),
    ("dot", 2),
    ("cross", 2),
    ("euler313", 3),
    ("axis", 2),
    ("quaternion", 4),
];

/// Those that give an orientation, which is the initial value of a rotation.
pub(in crate::language) const ORIENTATIONS: &[&str] = &["euler313", "axis", "quaternion"];

/// Is it a word of the language that stands in no expression?
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// All reserved words but `t`, which is a name of its own.
pub(in crate::language) const RESERVED: &[&str] = &[
    "model",
    "coordinates",
    "parameters",
    "functions",
    "inputs",
    "let",
    "lagrangian",
    "constraints",
    "forces",
    "symmetry",
    "quasi",
    "principle",
    "initial",
    "run",
    "view",
    "observe",
    "expect",
    "reject",
    "reaction",
    "guess",
    "in",
    "is",
    "are",
    "with",
    "rotation",
];

/// Words of facts and of statements, which are no names where they stand.
pub(super) const FACT_WORDS: &[&str] = &[
    "holonomic",
    "nonholonomic",
    "disguise",
    "affine",
    "linear",
    "nonlinear",
    "conserved",
    "equal",
    "to",
    "order",
    "dissipation",
];

/// The names that decide how an expression is read.
#[derive(Clone, Debug, Default)]
pub(in crate::language) struct Vocabulary {
    /// Declared functions.
    functions: BTreeSet<String>,
    /// All other declared names.
    declared: BTreeSet<String>,
}

impl Vocabulary {
    /// The names of all declarations.
    pub(super) fn collect(sections: &[Section]) -> Self {
        let mut vocabulary = Vocabulary::default();
        for section in sections {
            for item in &section.items {
                vocabulary.take(section.kind, item);
            }
        }
        vocabulary
    }

    fn take(&mut self, kind: Option<SectionKind>, item: &Item) {
        match kind {
            Some(SectionKind::Functions) => self.functions.extend(heads(&item.tokens)),
            Some(SectionKind::Coordinates) => {
                self.declared.extend(heads(&item.tokens));
                self.declared.extend(angular_velocities(&item.tokens));
            }
            Some(
                SectionKind::Parameters
                | SectionKind::Inputs
                | SectionKind::Let
                | SectionKind::Quasi
                | SectionKind::Observe,
            ) => self.declared.extend(heads(&item.tokens)),
            _ => {}
        }
    }

    /// A vocabulary with these functions and names.
    pub(in crate::language) fn new(
        functions: impl IntoIterator<Item = String>,
        declared: impl IntoIterator<Item = String>,
    ) -> Self {
        let functions = functions.into_iter().collect();
        Vocabulary { functions, declared: declared.into_iter().collect() }
    }

    /// Is it declared, a component of something declared, a function, the time or the number e?
    pub(super) fn knows(&self, name: &str) -> bool {
        let is_axis = |c: char| matches!(c, 'x' | 'y' | 'z');
        let is_place = |axes: &str| axes.len() <= 2 && axes.chars().all(is_axis);
        let component = name.rsplit_once('_').filter(|(_, axes)| is_place(axes));
        self.declares(name)
            || component.is_some_and(|(base, _)| self.declares(base))
            || matches!(name, "t" | "e" | "pi")
            || BUILTIN_FUNCTIONS.iter().any(|row| row.0 == name)
    }

    /// Is the name declared?
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declared.contains(name) || self.functions.contains(name)
    }

    /// Is the name declared as a function?
    pub(super) fn declares_function(&self, name: &str) -> bool {
        self.functions.contains(name)
    }

    /// Is `name`, followed by a bracket or not, read as a function?
    pub(super) fn is_function(&self, name: &str, bracket: bool) -> bool {
        BUILTIN_FUNCTIONS.iter().any(|row| row.0 == name)
            || self.functions.contains(name)
            || (bracket && is_vector_function(name) && !self.declared.contains(name))
    }
}

fn is_vector_function(name: &str) -> bool {
    VECTOR_FUNCTIONS.iter().any(|row| row.0 == name)
}

/// The names after `space` and `body` in the declaration of a rotation.
fn angular_velocities(tokens: &[Token]) -> Vec<String> {
    if !tokens.iter().any(|token| token.is_word("rotation")) {
        return Vec::new();
    }
    let frame = |token: &Token| token.is_word("space") || token.is_word("body");
    let pairs = tokens.windows(2).filter(|pair| frame(&pair[0]));
    pairs.filter_map(|pair| pair[1].name().map(str::to_owned)).collect()
}

/// The first name of the item and of each piece after a comma outside of brackets.
fn heads(tokens: &[Token]) -> Vec<String> {
    let mut depth = 0_u32;
    let mut start = true;
    let mut heads = Vec::new();
    for token in tokens {
        match &token.kind {
            TokenKind::Sign('(' | '{') => depth += 1,
            TokenKind::Sign(')' | '}') => depth = depth.saturating_sub(1),
            TokenKind::Name { name, .. } if start => heads.push(name.clone()),
            _ => {}
        }
        start = depth == 0 && (token.is(',') || token.kind == TokenKind::Unit);
    }
    heads
}
