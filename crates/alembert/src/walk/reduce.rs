//! Equations in fewer coordinates: `derive --reduce`.
//!
//! Constants of integration are named `c_1, c_2, …` and are parameters; what they are at the
//! initial values of the model is said beside.

use alembert_algebra::{Expr, Kind, Substitution};
use alembert_mechanics::System;
use alembert_mechanics::integral::WORK;
use alembert_mechanics::reduction::{Constant, Covering, Joined, Names, Reduction, reduce};
use alembert_render::{Equation, Page, Part, Spelling, Tree, Typesetter};
use serde_json::{Value, json};

use super::WalkError;
use super::certify::{Certificate, certify};
use super::conditions::{listed, listed_with};
use super::integrals::{angles, value_at_start, without_divisor};
use super::notation::{notation, text};
use super::piecewise::piecewise;
use super::sampled::are_independent;
use super::shorten::shorten;
use crate::language::Model;

/// What was taken out, written.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// Coordinates with their values, in ASCII.
    pub eliminated: Vec<(String, String)>,
    /// Angles that are coordinates now.
    pub angles: Vec<Angles>,
    /// Constants of integration: name, integral, value at the start if it has one, in ASCII.
    pub constants: Vec<(String, String, Option<String>)>,
    /// The labels of the constraints that hold by themselves now.
    pub dropped: Vec<String>,
    /// Multipliers that are not those of the whole system: name and value through these, in ASCII
    /// and for people; no value where it is not known.
    pub joined: Vec<(String, Option<[String; 2]>)>,
    /// The labels of holonomic constraints that could not be solved for a coordinate.
    pub unsolved: Vec<String>,
    /// What must not vanish, in ASCII.
    pub conditions: Vec<String>,
    /// Is it proved that the reduced equations are d'Alembert's?
    pub is_proved: bool,
    /// Were the values of the parameters put in, because others hide something for them?
    pub has_values: bool,
    /// Are the constraints one thing here and another there?
    pub is_piecewise: bool,
    /// What vanishes at the start and must not, in ASCII.
    pub excluded: Vec<String>,
    /// Angles that must not be taken modulo 2π, in ASCII.
    pub turning: Vec<String>,
    /// What is shown before the equations.
    pub(super) parts: Vec<Part>,
    /// How it was made sure that this is what was found.
    pub(super) certificate: Certificate,
}

/// The reduced system of a model, a model that knows its constants, and what was taken out.
pub(super) fn reduced(
    model: &Model,
    system: &System,
) -> Result<(System, Model, Reduced), WalkError> {
    let free = |k: &usize| !model.knows(&format!("c_{k}"));
    let numbers: Vec<usize> = (1..).filter(free).take(system.q().len()).collect();
    let symbol = |k: usize| {
        Expr::symbol(&format!("c_{}", numbers[k]), Kind::Parameter { positive: false }, 0)
    };
    let constants: Vec<Expr> = (0..numbers.len()).map(symbol).collect();
    let letters = angle_names(model, system.q().len());
    let angles: Vec<Expr> =
        letters.iter().map(|name| Expr::symbol(name, Kind::Coordinate, 0)).collect();
    let known = Names { constants: &constants, angles: &angles };
    let mut reduction = reduce(system, known, WORK)?;
    let mut own = None;
    if !holds_with_values(model, system, &reduction) {
        let with_values = model.with_values(&model.own_values());
        reduction = reduce(&with_values.system()?, known, WORK)?;
        own = Some(with_values);
    }
    let with_values = own.is_some();
    let model = own.as_ref().unwrap_or(model);
    let names: Vec<(String, Expr)> =
        (0..numbers.len()).map(|k| (format!("c_{}", numbers[k]), symbol(k))).collect();
    let turns = reduction.coverings.iter().flat_map(|c| &c.angles);
    let turns = turns.filter_map(|&e| Some((e.as_symbol()?.name.to_string(), e)));
    let names: Vec<(String, Expr)> = names.into_iter().chain(turns).collect();
    let names: Vec<(&str, Expr)> = names.iter().map(|(name, e)| (name.as_str(), *e)).collect();
    let mut model = model.with_names(&names);
    model.quasi.clear(); // they are given in the coordinates of the whole system
    let mut written = Reduced::new(&model, system, &reduction)?;
    written.has_values = with_values;
    Ok((reduction.system, model, written))
}

/// Letters for angles, in the order in which they are taken.
const ANGLES: [&str; 4] = ["theta", "phi", "psi", "alpha"];

/// Names for so many angles, which the model does not use.
fn angle_names(model: &Model, count: usize) -> Vec<String> {
    let letters = ANGLES.map(str::to_owned).into_iter();
    let numbered = (1..).map(|k| format!("theta_{k}"));
    let is_label = |name: &str| model.constraints.iter().any(|c| c.label == name);
    letters.chain(numbered).filter(|n| !model.knows(n) && !is_label(n)).take(count).collect()
}

/// Do the integrals say as much with the values of the parameters as without, and have the values
/// of the coordinates that were taken out no pole?
fn holds_with_values(model: &Model, system: &System, reduction: &Reduction) -> bool {
    let h: Vec<Expr> = reduction.constants.iter().map(|c| c.integral.h).collect();
    let mut put = Substitution::new(model.own_values());
    are_independent(model, &h, system.q())
        && reduction.eliminated.iter().all(|out| put.apply(out.value).fault().is_none())
}

fn is_piecewise(model: &Model, system: &System) -> bool {
    let phi: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
    !piecewise(model, &phi).is_empty()
}

/// What must not vanish: what the coordinates were solved with, above and below, and what the
/// integrals divide by.
fn conditions(model: &Model, reduction: &Reduction) -> Vec<Expr> {
    let solved = reduction.eliminated.iter().filter_map(|out| out.condition);
    let solved = solved.map(without_divisor).flat_map(|(above, below)| [above, below]);
    let integrals = reduction.constants.iter().map(|c| without_divisor(c.integral.h).1);
    let mut list = listed(model, solved.chain(integrals));
    let constants: Vec<Expr> = reduction.constants.iter().map(|c| c.symbol).collect();
    let round: Vec<Expr> = reduction.coverings.iter().map(|c| c.condition).collect();
    for e in listed_with(model, &constants, &round) {
        if !list.contains(&e) {
            list.push(e);
        }
    }
    list
}

/// An angle that takes the place of coordinates, in ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Angles {
    /// One angle or two.
    pub names: Vec<String>,
    /// The coordinates that they give.
    pub coordinates: Vec<String>,
    /// `circle`, `ellipse`, `sphere` or `ellipsoid`.
    pub covers: &'static str,
}

impl Angles {
    fn new(covering: &Covering) -> Self {
        let names = |list: &[Expr]| -> Vec<String> {
            list.iter().filter_map(|e| e.as_symbol()).map(|s| s.name.to_string()).collect()
        };
        let covers = match (covering.angles.len(), covering.is_round) {
            (1, true) => "circle",
            (1, false) => "ellipse",
            (_, true) => "sphere",
            (_, false) => "ellipsoid",
        };
        let (names, coordinates) = (names(&covering.angles), names(&covering.coordinates));
        Self { names, coordinates, covers }
    }

    /// Which points have which angles.
    fn sentence(&self, spelling: Spelling) -> String {
        let written = |list: &[String]| -> Vec<String> {
            list.iter().map(|name| spelling.name(name)).collect()
        };
        let (names, shape) = (written(&self.names), self.covers);
        let coordinates = written(&self.coordinates).join(", ");
        let (two, pi) = if spelling == Spelling::Ascii { ("2 ", "pi") } else { ("2", "π") };
        match names.as_slice() {
            [theta, phi] => format!(
                "{theta} and {phi} [rad] are angles on the {shape} of ({coordinates}): they cover it without its \
                 poles, each point once for 0 < {theta} < {pi} and {phi} modulo {two}{pi}; motions through a pole, \
                 sin {theta} = 0, are left out"
            ),
            _ => format!(
                "{} [rad] is an angle on the {shape} of ({coordinates}): it covers the whole {shape}, each point \
                 once modulo {two}{pi}",
                names.join(", ")
            ),
        }
    }
}

/// A multiplier of the reduced system through those of the whole one.
fn of_the_whole(label: &str, reactions: &[(String, Expr)]) -> Expr {
    let lambda = |label: &str| Expr::symbol(&format!("lambda_{label}"), Kind::Auxiliary, 0);
    lambda(label) + Expr::sum(reactions.iter().map(|(label, c)| *c * lambda(label)))
}

impl Reduced {
    fn new(model: &Model, system: &System, reduction: &Reduction) -> Result<Self, WalkError> {
        let ascii = |e: Expr| text(e, model, Spelling::Ascii);
        let mut reduced = Self {
            eliminated: Vec::new(),
            angles: reduction.coverings.iter().map(Angles::new).collect(),
            constants: Vec::new(),
            dropped: reduction.dropped.clone(),
            joined: Vec::new(),
            unsolved: reduction.unsolved.clone(),
            conditions: Vec::new(),
            is_proved: reduction.is_proved,
            has_values: false,
            is_piecewise: is_piecewise(model, system),
            excluded: Vec::new(),
            turning: Vec::new(),
            parts: Vec::new(),
            certificate: Certificate::Proved,
        };
        for out in &reduction.eliminated {
            reduced.eliminated.push((ascii(out.coordinate)?, ascii(shorten(out.value))?));
        }
        for condition in conditions(model, reduction) {
            reduced.conditions.push(format!("{} != 0", ascii(condition)?));
            if value_at_start(model, system, condition) == Some(Expr::zero()) {
                reduced.excluded.push(ascii(condition)?);
            }
        }
        for Constant { symbol, integral } in &reduction.constants {
            let value = value_at_start(model, system, integral.h).map(ascii).transpose()?;
            reduced.constants.push((ascii(*symbol)?, ascii(integral.h)?, value));
            for angle in integral.covering(&angles(model, system)) {
                reduced.turning.push(ascii(angle)?);
            }
        }
        reduced.turning.dedup();
        for Joined { label, reactions } in &reduction.joined {
            let whole = reactions.as_ref().map(|list| of_the_whole(label, list));
            let texts = whole.map(|e| -> Result<[String; 2], WalkError> {
                Ok([ascii(e)?, text(e, model, Spelling::Unicode)?])
            });
            reduced.joined.push((format!("lambda_{label}"), texts.transpose()?));
        }
        reduced.write(model, reduction)?;
        Ok(reduced)
    }

    /// What stands before the equations, read back.
    fn write(&mut self, model: &Model, reduction: &Reduction) -> Result<(), WalkError> {
        let mut typesetter = Typesetter::new(&notation(model));
        let mut lines = |pairs: Vec<(Expr, Expr)>| -> Result<Vec<Equation>, WalkError> {
            let mut list = Vec::new();
            for (lhs, rhs) in pairs {
                let (lhs, rhs) = (typesetter.tree(lhs)?, typesetter.tree(rhs)?);
                list.push(Equation { label: None, lhs, rhs });
            }
            Ok(list)
        };
        let eliminated =
            reduction.eliminated.iter().map(|e| (e.coordinate, shorten(e.value))).collect();
        let constants = reduction.constants.iter().map(|c| (c.symbol, c.integral.h)).collect();
        let (eliminated, constants) = (lines(eliminated)?, lines(constants)?);
        let derived = reduction.eliminated.iter().map(|e| e.value);
        let derived: Vec<Expr> =
            derived.chain(reduction.constants.iter().map(|c| c.integral.h)).collect();
        let printed = eliminated.iter().chain(&constants).map(|e| (&e.rhs, None));
        self.certificate = certify(printed, &derived, model)?;
        let conditions = conditions(model, reduction).into_iter();
        let conditions =
            conditions.map(|e| typesetter.tree(e)).collect::<Result<Vec<Tree>, _>>()?;
        let parts =
            vec![Part::Equations(eliminated), Part::Where(constants), Part::Conditions(conditions)];
        self.parts = Page::new(parts).parts;
        Ok(())
    }

    /// What else is to be said.
    pub(super) fn sentences(&self, spelling: Spelling) -> Vec<String> {
        let mut sentences = Vec::new();
        let known = |(name, _, value): &(String, String, Option<String>)| {
            value.as_ref().map(|value| format!("{} = {value}", spelling.name(name)))
        };
        let starts: Vec<String> = self.constants.iter().filter_map(known).collect();
        if !starts.is_empty() {
            sentences.push(format!("at the initial values {}", starts.join(", ")));
        }
        sentences.extend(self.angles.iter().map(|angles| angles.sentence(spelling)));
        for (name, value) in &self.joined {
            let name = spelling.name(name);
            sentences.push(match (value, spelling) {
                (Some([ascii, _]), Spelling::Ascii) => {
                    format!("{name} here is {ascii} of the whole system")
                }
                (Some([_, unicode]), Spelling::Unicode) => {
                    format!("{name} here is {unicode} of the whole system")
                }
                (None, _) => {
                    format!("{name} here is another quantity than {name} of the whole system")
                }
            });
        }
        let lists: [(&[String], &str, &str); 3] = [
            (
                &self.turning,
                "counts full turns and is not taken modulo 2 pi",
                "count full turns and are not taken modulo 2 pi",
            ),
            (&self.dropped, "holds by itself now", "hold by themselves now"),
            (
                &self.unsolved,
                "is holonomic, but not solved for a coordinate: it stays",
                "are holonomic, but not solved for a coordinate: they stay",
            ),
        ];
        for (list, one, many) in lists.into_iter().filter(|(list, ..)| !list.is_empty()) {
            let names: Vec<String> = list.iter().map(|name| spelling.name(name)).collect();
            let verb = if list.len() == 1 { one } else { many };
            sentences.push(format!("{} {verb}", names.join(", ")));
        }
        if self.has_values {
            let why = "with the values of the parameters put in: for others it is another form";
            sentences.push(why.to_owned());
        }
        if self.is_piecewise {
            let why = "the constraints are one thing here and another there: this holds on a part of \
                       the space";
            sentences.push(why.to_owned());
        }
        for name in &self.excluded {
            sentences.push(format!("at the initial values {name} = 0, where this says nothing"));
        }
        let agreement = match (self.eliminated.is_empty(), self.is_proved) {
            (true, _) => "no coordinate is taken out",
            (_, true) => "proved to be d'Alembert's equations of the whole system",
            (_, false) => "agreement with the whole system was not decided",
        };
        sentences.push(agreement.to_owned());
        sentences
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let eliminated = self.eliminated.iter().map(|(l, r)| json!({ "lhs": l, "rhs": r }));
        let constants = self
            .constants
            .iter()
            .map(|(name, h, value)| json!({ "name": name, "integral": h, "value": value }));
        let multipliers = self.joined.iter().map(|(name, value)| {
            json!({ "name": name, "of_the_whole": value.as_ref().map(|[ascii, _]| ascii) })
        });
        let angles = self.angles.iter().map(
            |a| json!({ "names": a.names, "unit": "rad", "of": a.coordinates, "covers": a.covers }),
        );
        json!({
            "eliminated": eliminated.collect::<Vec<_>>(),
            "angles": angles.collect::<Vec<_>>(),
            "constants": constants.collect::<Vec<_>>(),
            "dropped": self.dropped,
            "multipliers": multipliers.collect::<Vec<_>>(),
            "unsolved": self.unsolved,
            "conditions": self.conditions,
            "agreement": if self.is_proved { "proved" } else { "not decided" },
        })
    }
}
