//! What a name means at a place.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::language::source::Span;
use crate::language::syntax::Ident;

/// The names of the components of a vector, after an underscore.
pub(in crate::language) const AXES: [&str; 3] = ["x", "y", "z"];

/// What a name was declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Meaning {
    Coordinate,
    /// An orientation `B`: `B P` turns a vector, `B_xx` is an entry.
    Rotation,
    /// The angular velocity of a rotation, a vector.
    AngularVelocity,
    Parameter,
    /// A function of so many arguments.
    Function(usize),
    Input,
    Abbreviation,
    Quasi,
    Observed,
}

impl Meaning {
    /// `a parameter`
    pub(in crate::language) fn with_article(self) -> &'static str {
        match self {
            Meaning::Coordinate => "a coordinate",
            Meaning::Rotation => "a rotation",
            Meaning::AngularVelocity => "an angular velocity",
            Meaning::Parameter => "a parameter",
            Meaning::Function(_) => "a function",
            Meaning::Input => "an input",
            Meaning::Abbreviation => "an abbreviation",
            Meaning::Quasi => "a quasi-velocity",
            Meaning::Observed => "an observed quantity",
        }
    }
}

/// A declaration.
#[derive(Clone, Debug)]
pub(in crate::language) struct Entry {
    pub(in crate::language) meaning: Meaning,
    pub(in crate::language) span: Span,
    /// Its number among the declarations of its kind.
    pub(in crate::language) index: usize,
    /// Does it change in time?
    pub(in crate::language) varies: bool,
}

/// Where an expression stands, which decides what its names may be.
#[derive(Clone, Copy, Debug)]
pub(in crate::language) enum Place<'a> {
    /// The value of the parameter with this number: numbers and earlier parameters.
    Parameter(usize),
    /// A bound of a range or an initial value: numbers and parameters.
    Constant,
    /// The formula of a function: its arguments, parameters, functions.
    Formula(&'a [Ident]),
    /// What an input does: time, parameters, functions.
    Signal,
    /// The abbreviation with this number: coordinates, earlier abbreviations, …
    Abbreviation(usize),
    /// A quasi-velocity: the same, with all abbreviations.
    Quasi,
    /// `T` and `V`, constraints, forces, symmetries: also quasi-velocities.
    Model,
    /// `L`: also `T` and `V`.
    Lagrangian,
    /// `expect`, `reject`, `observe` and questions: also the energy and multipliers.
    Statement,
    /// A line of `view`: the same, among words of its own.
    View,
}

/// A name that needs no declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Implicit {
    Time,
    Pi,
    /// The number e.
    Euler,
    /// `E`, the energy.
    Energy,
    /// `T` or `V` where they are given.
    Letter,
    /// `L`
    Lagrangian,
    /// `lambda_label` or `mu_label`
    Multiplier,
}

/// The answer to what a name means.
#[derive(Debug)]
pub(in crate::language) enum Found<'a> {
    Entry(&'a Entry),
    Implicit(Implicit),
    /// The argument of the function whose formula this is.
    Argument,
    /// Declared further below.
    Later(&'a Entry),
    /// Known, but without meaning at this place, and why.
    NotHere(&'static str),
    /// It stood in a section that was not recognised.
    Lost,
    Unknown,
}

/// All names of a model.
#[derive(Clone, Debug, Default)]
pub(in crate::language) struct Scope {
    pub(super) entries: BTreeMap<String, Entry>,
    /// The label of each constraint; an equation between vectors is two or three of them.
    pub(super) labels: Vec<String>,
    /// The labels of equations between vectors, with the first of their constraints and how many.
    pub(super) groups: Vec<(String, usize, usize)>,
    /// The names that stand for vectors, with the number of components.
    pub(super) vectors: BTreeMap<String, usize>,
    /// `L`, `T`, `V` as far as they are given.
    pub(super) letters: BTreeSet<String>,
    pub(super) lost: BTreeSet<String>,
}

impl Scope {
    /// Makes a name a quasi-velocity, whatever it was.
    pub(in crate::language) fn declare_quasi(&mut self, name: &str, span: Span) {
        let entry = Entry { meaning: Meaning::Quasi, span, index: 0, varies: true };
        self.entries.insert(name.to_owned(), entry);
    }

    /// The declaration of a name.
    pub(in crate::language) fn declared(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// The labels of the constraints, in their order.
    pub(in crate::language) fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The number of a label.
    pub(in crate::language) fn label(&self, name: &str) -> Option<usize> {
        self.labels.iter().position(|label| label == name)
    }

    /// The numbers of the constraints that a label names: one, or those of a vector.
    pub(in crate::language) fn labelled(&self, name: &str) -> Range<usize> {
        let group = self.groups.iter().find(|group| group.0 == name);
        match (self.label(name), group) {
            (Some(number), _) => number..number + 1,
            (None, Some(&(_, first, size))) => first..first + size,
            (None, None) => 0..0,
        }
    }

    /// The number of components of a name that stands for a vector.
    pub(in crate::language) fn vector(&self, name: &str) -> Option<usize> {
        self.vectors.get(name).copied()
    }

    /// The vector of a name such as `P_x`, or the rotation of an entry such as `B_xy`, that is not
    /// declared itself.
    pub(in crate::language) fn component<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (base, axes) = name.rsplit_once('_')?;
        let number = |axis: &str| AXES.iter().position(|known| *known == axis);
        let is_component = match self.vector(base) {
            Some(size) => number(axes)? < size,
            None => {
                self.is_rotation(base) && axes.len() == 2 && axes.is_ascii() && {
                    let (row, column) = axes.split_at(1);
                    number(row).is_some() && number(column).is_some()
                }
            }
        };
        (is_component && self.declared(name).is_none()).then_some(base)
    }

    /// The rotation, by its number, whose angular velocity has this name or this component.
    pub(in crate::language) fn angular_velocity(&self, name: &str) -> Option<usize> {
        let base = self.component(name).unwrap_or(name);
        let entry = self.declared(base)?;
        (entry.meaning == Meaning::AngularVelocity).then_some(entry.index)
    }

    /// Is the name declared as a rotation?
    pub(in crate::language) fn is_rotation(&self, name: &str) -> bool {
        self.declared(name).is_some_and(|entry| entry.meaning == Meaning::Rotation)
    }

    /// All declared names with their meaning.
    pub(in crate::language) fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// Did a section that was not recognised hold this name?
    pub(in crate::language) fn is_lost(&self, name: &str) -> bool {
        self.lost.contains(name)
    }

    /// What a name means at a place.
    pub(in crate::language) fn find(&self, name: &str, place: Place<'_>) -> Found<'_> {
        if let Place::Formula(arguments) = place
            && arguments.iter().any(|argument| argument.name == name)
        {
            return Found::Argument;
        }
        match self.entries.get(name) {
            Some(entry) => entry_at(entry, place),
            None => match self.implicit(name) {
                Some(implicit) => implicit_at(implicit, place),
                None if self.is_lost(name) => Found::Lost,
                None => Found::Unknown,
            },
        }
    }

    fn implicit(&self, name: &str) -> Option<Implicit> {
        let label = name.strip_prefix("lambda_").or_else(|| name.strip_prefix("mu_"));
        match name {
            "t" => Some(Implicit::Time),
            "pi" => Some(Implicit::Pi),
            "e" => Some(Implicit::Euler),
            "E" => Some(Implicit::Energy),
            "L" if self.letters.contains(name) => Some(Implicit::Lagrangian),
            _ if self.letters.contains(name) => Some(Implicit::Letter),
            _ if label.is_some_and(|label| self.label(label).is_some()) => {
                Some(Implicit::Multiplier)
            }
            _ => None,
        }
    }
}

const OF_PARAMETER: &str = "a parameter is made of numbers and earlier parameters";
const OF_CONSTANT: &str = "a constant is made of numbers and parameters";
const OF_FORMULA: &str = "a formula is made of its arguments, parameters and functions";
const OF_SIGNAL: &str = "what an input does is made of `t`, parameters and functions";
const OF_ENERGY: &str = "the energy stands only in `expect`, `reject` and `observe`";
const OF_MULTIPLIER: &str = "a multiplier stands only in `expect`, `reject` and `observe`; where a reaction acts \
                             otherwise than ideally, its direction stands after the constraint: \
                             `c: x' = y' reaction (1, 0)`";
const OF_LETTER: &str = "`T` and `V` stand only in `L`, `expect`, `reject` and `observe`";
const OF_LAGRANGIAN: &str = "the Lagrangian stands only in `expect`, `reject` and `observe`";
const OF_QUASI: &str = "a quasi-velocity stands in the model, not in `let` and `quasi`";
const OF_OBSERVED: &str = "it stands only in `expect`, `reject` and `observe`";

fn entry_at<'a>(entry: &'a Entry, place: Place<'_>) -> Found<'a> {
    let earlier = |number: usize| entry.index < number;
    let reason = match (place, entry.meaning) {
        (Place::Parameter(number), Meaning::Parameter) if !earlier(number) => {
            return Found::Later(entry);
        }
        (Place::Abbreviation(number), Meaning::Abbreviation) if !earlier(number) => {
            return Found::Later(entry);
        }
        (_, Meaning::Parameter) | (Place::Statement | Place::View, _) => {
            return Found::Entry(entry);
        }
        (Place::Parameter(_), _) => OF_PARAMETER,
        (Place::Constant, _) => OF_CONSTANT,
        (Place::Formula(_) | Place::Signal, Meaning::Function(_)) => return Found::Entry(entry),
        (Place::Formula(_), _) => OF_FORMULA,
        (Place::Signal, _) => OF_SIGNAL,
        (_, Meaning::Observed) => OF_OBSERVED,
        (Place::Abbreviation(_) | Place::Quasi, Meaning::Quasi) => OF_QUASI,
        _ => return Found::Entry(entry),
    };
    Found::NotHere(reason)
}

fn implicit_at(implicit: Implicit, place: Place<'_>) -> Found<'static> {
    let reason = match (implicit, place) {
        (Implicit::Pi | Implicit::Euler, _) | (_, Place::Statement | Place::View) => {
            return Found::Implicit(implicit);
        }
        (_, Place::Parameter(_)) => OF_PARAMETER,
        (_, Place::Constant) => OF_CONSTANT,
        (_, Place::Formula(_)) => OF_FORMULA,
        (Implicit::Time, _) | (Implicit::Letter, Place::Lagrangian) => {
            return Found::Implicit(implicit);
        }
        (_, Place::Signal) => OF_SIGNAL,
        (Implicit::Energy, _) => OF_ENERGY,
        (Implicit::Multiplier, _) => OF_MULTIPLIER,
        (Implicit::Letter, _) => OF_LETTER,
        (Implicit::Lagrangian, _) => OF_LAGRANGIAN,
    };
    Found::NotHere(reason)
}
