//! Words with a fixed meaning, and the names that a file declares.
//!
//! Whether `f(x + 1)` is a function or a product depends on declarations, which may come later in
//! the file; so their names are collected before any expression is read.

use std::collections::BTreeSet;

use super::sections::{Item, Section};
use crate::language::source::Source;
use crate::language::syntax::SectionKind;
use crate::language::token::{Token, TokenKind};
use crate::language::units::is_angle;

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
    /// What is known of some of them.
    quantities: Quantities,
}

/// Names by what they stand for: they tell how a product after a function is likely to be meant.
#[derive(Clone, Debug, Default)]
pub(in crate::language) struct Quantities {
    /// Parameters.
    pub(in crate::language) parameters: BTreeSet<String>,
    /// Those of them that are angles.
    pub(in crate::language) angles: BTreeSet<String>,
    /// Coordinates, inputs and quasi-velocities.
    pub(in crate::language) moving: BTreeSet<String>,
}

/// A first factor to which a second one is likely to belong: `k` in `sin k x`, but not `φ` in `sin φ x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// π
    Pi,
    /// A parameter that is no angle.
    Parameter,
    /// A number, in an exponent.
    Number,
}

impl Vocabulary {
    /// The names of all declarations.
    pub(super) fn collect(sections: &[Section], source: &Source) -> Self {
        let mut vocabulary = Vocabulary::default();
        for section in sections {
            for item in &section.items {
                vocabulary.take(section.kind, item);
                vocabulary.take_quantities(section.kind, item, source);
            }
        }
        vocabulary
    }

    fn take_quantities(&mut self, kind: Option<SectionKind>, item: &Item, source: &Source) {
        match kind {
            Some(SectionKind::Parameters) => {
                for piece in pieces(&item.tokens) {
                    self.take_parameter(piece, source);
                }
            }
            Some(SectionKind::Coordinates | SectionKind::Inputs | SectionKind::Quasi) => {
                self.quantities.moving.extend(heads(&item.tokens));
            }
            _ => {}
        }
    }

    /// A parameter is an angle by its unit; without one, when an angle is in its value.
    fn take_parameter(&mut self, piece: &[Token], source: &Source) {
        let mut names = piece.iter().filter_map(Token::name);
        let Some(name) = names.next().map(str::to_owned) else { return };
        let unit = piece.iter().find(|token| token.kind == TokenKind::Unit);
        let is_angle = match unit.map(|token| source.slice(token.span)) {
            Some(unit) => is_angle(unit.trim_start_matches('[').trim_end_matches(']').trim()),
            None => names.any(|name| self.quantities.angles.contains(name)),
        };
        if is_angle {
            self.quantities.angles.insert(name.clone());
        }
        self.quantities.parameters.insert(name);
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
        let declared = declared.into_iter().collect();
        Vocabulary { functions, declared, quantities: Quantities::default() }
    }

    /// The same with what is known of the names.
    pub(in crate::language) fn with(self, quantities: Quantities) -> Self {
        Vocabulary { quantities, ..self }
    }

    /// Is a second factor likely to belong to this name?
    pub(super) fn opening(&self, name: &str) -> Option<Opening> {
        let Quantities { parameters, angles, .. } = &self.quantities;
        match name {
            "pi" if !self.declares("pi") => Some(Opening::Pi),
            _ => {
                (parameters.contains(name) && !angles.contains(name)).then_some(Opening::Parameter)
            }
        }
    }

    /// Is it time, π, a parameter, or something that moves?
    pub(super) fn is_quantity(&self, name: &str) -> bool {
        matches!(name, "t" | "pi") || self.quantities.parameters.contains(name) || self.moves(name)
    }

    /// Is it time, a coordinate, an input or a quasi-velocity?
    pub(super) fn moves(&self, name: &str) -> bool {
        name == "t" || self.quantities.moving.contains(name)
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

/// The pieces between commas outside of brackets.
fn pieces(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0_u32;
    let ends = |token: &Token| {
        match token.kind {
            TokenKind::Sign('(' | '{') => depth += 1,
            TokenKind::Sign(')' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.is(',')
    };
    tokens.split(ends).collect()
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
