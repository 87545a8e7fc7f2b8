//! The operations in the equations of a model, with their places in the text.

use std::rc::Rc;

use alembert_algebra::Expr as Value;

use super::Lowering;
use crate::language::model::Model;
use crate::language::report::Report;
use crate::language::source::{Source, Span};
use crate::language::syntax::{Expr, ExprKind, ModelFile};

/// Everything in a file of which equations of motion are made.
pub(super) fn equations(file: &ModelFile) -> Rc<[Expr]> {
    let energies = file.energies.iter().map(|energy| &energy.value);
    let constraints = file.constraints.iter().flat_map(|c| [&c.left, &c.right]);
    let forces = file.forces.iter().map(|force| &force.value);
    let dissipation = file.dissipation.iter().map(|dissipation| &dissipation.value);
    let defined = file.abbreviations.iter().map(|definition| &definition.value);
    let inputs = file.run.iter().flat_map(|run| &run.inputs).flat_map(|input| &input.values);
    let equations = energies.chain(constraints).chain(forces).chain(dissipation);
    equations.chain(defined).chain(inputs).cloned().collect()
}

impl Model {
    /// The values of all operations in the equations, each with its place. Names and numbers are none.
    pub(crate) fn operations(&self) -> Vec<(Value, Span)> {
        // Mistakes of the text have been told.
        let (source, mut told) = (Source::new("", ""), Report::default());
        let mut open: Vec<&Expr> = self.equations.iter().collect();
        let mut found = Vec::new();
        while let Some(expr) = open.pop() {
            if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Number(_)) {
                let quantity = Lowering::new(&self.values, &source, &mut told).quantity(expr);
                found.extend(quantity.components().iter().map(|&value| (value, expr.span)));
            }
            open.extend(expr.parts());
        }
        found
    }
}
