//! Equations in fewer coordinates: `derive --reduce`.
//!
//! Constants of integration are named `c_1, c_2, …` and are parameters; what they are at the
//! initial values of the model is said beside.

use alembert_algebra::{Expr, Kind};
use alembert_mechanics::System;
use alembert_mechanics::integral::WORK;
use alembert_mechanics::reduction::{Reduction, reduce};
use alembert_render::{Equation, Layout, Spelling, Typesetter, equations};
use serde_json::{Value, json};

use super::WalkError;
use super::certify::certify;
use super::integrals::{angles, value_at_start};
use super::notation::{notation, text};
use crate::language::Model;

/// What was taken out, written.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// Coordinates with their values, in ASCII.
    pub eliminated: Vec<(String, String)>,
    /// Constants of integration: name, integral, value at the start if it has one, in ASCII.
    pub constants: Vec<(String, String, Option<String>)>,
    /// The labels of the constraints that hold by themselves now.
    pub dropped: Vec<String>,
    /// The labels of holonomic constraints that could not be solved for a coordinate.
    pub unsolved: Vec<String>,
    /// What must not vanish, in ASCII.
    pub conditions: Vec<String>,
    /// Is it proved that the reduced equations are d'Alembert's?
    pub is_proved: bool,
    /// The lines for people, before the equations.
    page: String,
}

/// The reduced system of a model, a model that knows its constants, and what was taken out.
pub(super) fn reduced(
    model: &Model,
    system: &System,
    layout: Layout,
) -> Result<(System, Model, Reduced), WalkError> {
    let free = |k: &usize| !model.knows(&format!("c_{k}"));
    let numbers: Vec<usize> = (1..).filter(free).take(system.q().len()).collect();
    let symbol = |k: usize| {
        Expr::symbol(&format!("c_{}", numbers[k]), Kind::Parameter { positive: false }, 0)
    };
    let reduction = reduce(system, symbol, WORK)?;
    let names: Vec<(String, Expr)> =
        (0..numbers.len()).map(|k| (format!("c_{}", numbers[k]), symbol(k))).collect();
    let names: Vec<(&str, Expr)> = names.iter().map(|(name, e)| (name.as_str(), *e)).collect();
    let mut model = model.with_names(&names);
    model.quasi.clear(); // they are given in the coordinates of the whole system
    let written = Reduced::new(&model, system, &reduction, layout)?;
    Ok((reduction.system, model, written))
}

impl Reduced {
    fn new(
        model: &Model,
        system: &System,
        reduction: &Reduction,
        layout: Layout,
    ) -> Result<Self, WalkError> {
        let ascii = |e: Expr| text(e, model, Spelling::Ascii);
        let mut reduced = Self {
            eliminated: Vec::new(),
            constants: Vec::new(),
            dropped: reduction.dropped.clone(),
            unsolved: reduction.unsolved.clone(),
            conditions: Vec::new(),
            is_proved: reduction.is_proved,
            page: String::new(),
        };
        for out in &reduction.eliminated {
            reduced.eliminated.push((ascii(out.coordinate)?, ascii(out.value)?));
            if let Some(condition) = out.condition {
                reduced.conditions.push(format!("{} != 0", ascii(condition)?));
            }
        }
        for constant in &reduction.constants {
            let value = value_at_start(model, system, constant.integral.h);
            let value = value.map(ascii).transpose()?;
            reduced.constants.push((ascii(constant.symbol)?, ascii(constant.integral.h)?, value));
        }
        reduced.page = reduced.lines(model, system, reduction, layout)?;
        Ok(reduced)
    }

    /// What stands before the equations.
    fn lines(
        &self,
        model: &Model,
        system: &System,
        reduction: &Reduction,
        layout: Layout,
    ) -> Result<String, WalkError> {
        let mut typesetter = Typesetter::new(&notation(model));
        let mut printed = Vec::new();
        for out in &reduction.eliminated {
            let (lhs, rhs) = (typesetter.tree(out.coordinate)?, typesetter.tree(out.value)?);
            printed.push(Equation { label: None, lhs, rhs });
        }
        let values: Vec<Expr> = reduction.eliminated.iter().map(|e| e.value).collect();
        certify(printed.iter().map(|e| (&e.rhs, None)), &values, model)?;
        let mut page = equations::lines(&printed, layout);
        let shown = |e: Expr| text(e, model, layout.spelling);
        let mut turning: Vec<String> = Vec::new();
        let mut head = "\nwhere ";
        for (constant, (_, _, value)) in reduction.constants.iter().zip(&self.constants) {
            let (name, h) = (shown(constant.symbol)?, shown(constant.integral.h)?);
            let value = value.as_ref().map(|value| format!(", {value} at the initial values"));
            page.push_str(&format!(
                "{head}{name} = {h} is constant{}\n",
                value.unwrap_or_default()
            ));
            head = "      ";
            for angle in constant.integral.covering(&angles(model, system)) {
                turning.push(shown(angle)?);
            }
        }
        turning.dedup();
        let remarks = self.remarks(&turning);
        let gap = if page.is_empty() || remarks.is_empty() { "" } else { "\n" };
        Ok(format!("{page}{gap}{remarks}"))
    }

    /// What else is to be said, a line each; `turning` are angles on their covering.
    fn remarks(&self, turning: &[String]) -> String {
        let mut remarks = String::new();
        let lists: [(&[String], &str, &str); 3] = [
            (
                turning,
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
            let verb = if list.len() == 1 { one } else { many };
            remarks.push_str(&format!("{} {verb}\n", list.join(", ")));
        }
        if !self.conditions.is_empty() {
            remarks.push_str(&format!("this needs {}\n", self.conditions.join(", ")));
        }
        if self.eliminated.is_empty() {
            remarks.push_str("no coordinate is taken out\n");
        }
        remarks
    }

    /// The lines before and after the equations, around them.
    pub(super) fn around(&self, equations: &str) -> String {
        let agreement = match (self.eliminated.is_empty(), self.is_proved) {
            (true, _) => "",
            (_, true) => "\nproved to be d'Alembert's equations of the whole system\n",
            (_, false) => "\nagreement with the whole system was not decided\n",
        };
        format!("{}\n{equations}{agreement}", self.page)
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let eliminated = self.eliminated.iter().map(|(l, r)| json!({ "lhs": l, "rhs": r }));
        let constants = self
            .constants
            .iter()
            .map(|(name, h, value)| json!({ "name": name, "integral": h, "value": value }));
        json!({
            "eliminated": eliminated.collect::<Vec<_>>(),
            "constants": constants.collect::<Vec<_>>(),
            "dropped": self.dropped,
            "unsolved": self.unsolved,
            "conditions": self.conditions,
            "agreement": if self.is_proved { "proved" } else { "not decided" },
        })
    }
}
