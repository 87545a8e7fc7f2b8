//! The values of the names of a model.

use std::collections::BTreeMap;

use alembert_algebra::{Elementary, Expr as Value, Kind, apply, rate};

use alembert_mechanics::rotation::Rotation;

use super::quantity::Quantity;
use crate::language::model::energy_symbol;
use crate::language::resolve::AXES;
use crate::language::syntax::{self, Expr, ExprKind};

/// The values of the names of a model.
#[derive(Clone, Debug, Default)]
pub(in crate::language) struct Values {
    names: BTreeMap<String, Value>,
    vectors: BTreeMap<String, Vec<Value>>,
    functions: BTreeMap<String, usize>,
    rotations: BTreeMap<String, Rotation>,
}

impl Values {
    pub(in crate::language) fn set(&mut self, name: &str, value: Value) {
        self.names.insert(name.to_owned(), value);
    }

    /// Changes the values of all names.
    pub(in crate::language) fn change(&mut self, mut put: impl FnMut(Value) -> Value) {
        let names = self.names.values_mut().chain(self.vectors.values_mut().flatten());
        names.for_each(|value| *value = put(*value));
    }

    /// A number, or a vector whose components are names unless something else has that name.
    pub(super) fn set_quantity(&mut self, name: &str, quantity: &Quantity) {
        match quantity {
            Quantity::Number(value) => self.set(name, *value),
            Quantity::Vector(components) => {
                for (axis, &value) in AXES.iter().zip(components) {
                    self.set_letter(&format!("{name}_{axis}"), value);
                }
                self.vectors.insert(name.to_owned(), components.clone());
            }
        }
    }

    /// A rotation, whose entries are names unless something else has that name.
    pub(super) fn set_rotation(&mut self, name: &str, rotation: &Rotation) {
        for (row, i) in rotation.entries().iter().zip(AXES) {
            for (&entry, j) in row.iter().zip(AXES) {
                self.set_letter(&format!("{name}_{i}{j}"), entry);
            }
        }
        self.rotations.insert(name.to_owned(), rotation.clone());
    }

    /// The rotation of this name.
    pub(super) fn rotation(&self, name: &str) -> Option<&Rotation> {
        self.rotations.get(name)
    }

    /// The components of a name that stands for a vector.
    pub(super) fn vector(&self, name: &str) -> Option<&[Value]> {
        self.vectors.get(name).map(Vec::as_slice)
    }

    /// The number of arguments of a declared function.
    pub(super) fn arity(&self, function: &str) -> Option<usize> {
        self.functions.get(function).copied()
    }

    /// `L`, `T` and `V` are names unless something else has that name.
    pub(super) fn set_letter(&mut self, letter: &str, value: Value) {
        self.names.entry(letter.to_owned()).or_insert(value);
    }

    pub(super) fn set_functions(&mut self, functions: &[syntax::Function]) {
        let arity = |f: &syntax::Function| (f.ident.name.clone(), f.arguments.len());
        self.functions = functions.iter().map(arity).collect();
    }

    /// `lambda_label` and `mu_label`, unless something else has that name.
    pub(super) fn set_multipliers(&mut self, labels: &[String]) {
        for name in labels.iter().flat_map(|l| [format!("lambda_{l}"), format!("mu_{l}")]) {
            let symbol = Value::symbol(&name, Kind::Multiplier, 0);
            self.names.entry(name).or_insert(symbol);
        }
    }

    /// The value of a name that is declared, or that needs no declaration.
    pub(in crate::language) fn get(&self, name: &str) -> Value {
        match (self.names.get(name), name) {
            (Some(&value), _) => value,
            (None, "t") => Value::time(),
            (None, "pi") => Value::pi(),
            (None, "e") => apply(Elementary::Exp, &[Value::one()]),
            (None, "E") => energy_symbol(),
            (None, _) => Value::undefined(),
        }
    }

    /// The value of a name with primes.
    pub(in crate::language) fn jet(&self, name: &str, order: u32) -> Value {
        (0..order).fold(self.get(name), |e, _| rate(e))
    }

    pub(super) fn is_euler(&self, expr: &Expr) -> bool {
        let declared = self.names.contains_key("e") || self.vectors.contains_key("e");
        matches!(&expr.kind, ExprKind::Name(name) if name == "e" && !declared)
    }
}
