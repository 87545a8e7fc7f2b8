//! Kinks and jumps of the equations of motion.
//!
//! `|u|` and `sign u` are analytic but where u = 0. With a sign s that stands still,
//!
//! ```text
//! |u| = s u,     sign u = s                                                         (1)
//! ```
//!
//! everything is analytic: a motion is followed with its signs until some u vanishes, which is found to round-off,
//! and goes on from there with the other sign. Arguments inside of others come first.
//!
//! Known limit: what inputs have in their formulas, and more than [`MOST`] arguments, are left as they are.

use alembert_algebra::{Elementary, Expr, Function, Kind, Node, Substitution, apply, postorder};
use alembert_mechanics::Motion;
use alembert_render::Spelling;

use super::super::course::Course;
use crate::language::Model;
use crate::language::model::Parameter;
use crate::walk::ground::is_fixed;
use crate::walk::notation::text;

/// More arguments than these are not replaced.
const MOST: usize = 12;

/// The arguments of `abs` and `sign` in a motion.
pub(super) struct Switches {
    arguments: Vec<Expr>,
    /// The place of the first sign among the parameters.
    first: usize,
}

/// A model and a motion in which signs are parameters, the last ones, by (1).
pub(super) fn with_signs(model: &Model, motion: &Motion) -> (Model, Motion, Switches) {
    let mut model = model.clone();
    let mut motion = motion.map(|e| model.specified(e));
    let mut switches = Switches { arguments: Vec::new(), first: model.parameters.len() };
    while let Some(u) = argument(&motion).filter(|_| switches.arguments.len() < MOST) {
        let name = format!("sign_{}", switches.arguments.len());
        let s = Expr::symbol(&name, Kind::Parameter { positive: false }, 0);
        let pairs = [(Elementary::Abs, s * u), (Elementary::Sign, s)];
        let mut put = Substitution::new(pairs.map(|(f, e)| (apply(f, &[u]), e))); // (1)
        motion = motion.map(|e| put.apply(e));
        model.parameters.push(Parameter {
            name,
            symbol: s,
            value: Expr::one(),
            is_definition: false,
            unit: None,
            range: None,
            doc: None,
            span: model.lagrangian_span,
        });
        switches.arguments.push(u);
    }
    (model, motion, switches)
}

/// An argument in which no other one stands.
fn argument(motion: &Motion) -> Option<Expr> {
    let mut all = Vec::new();
    let _ = motion.map(|e| {
        all.push(e);
        e
    });
    postorder(&all).into_iter().find_map(|e| match e.node() {
        Node::Apply(Function::Elementary(Elementary::Abs | Elementary::Sign), u) => {
            Some(u[0]).filter(|&u| !is_fixed(u))
        }
        _ => None,
    })
}

impl Switches {
    pub(super) fn count(&self) -> usize {
        self.arguments.len()
    }

    /// An argument as people write it.
    pub(super) fn written(&self, k: usize, model: &Model) -> String {
        let written = text(self.arguments[k], model, Spelling::Ascii);
        written.unwrap_or_else(|_| "a long expression".to_owned())
    }

    /// What has to be looked at.
    pub(super) fn looked_at(&self, course: &mut Course) -> Vec<Expr> {
        let looked_at: Vec<Expr> = self.arguments.iter().map(|&u| course.specified(u)).collect();
        course.restrict_angles(&looked_at);
        looked_at
    }

    /// The parameters with the signs of a set: bit k is set where sign k is negative.
    pub(super) fn numbers(&self, numbers: &[f64], set: usize) -> Vec<f64> {
        let mut numbers = numbers.to_vec();
        for k in 0..self.count() {
            numbers[self.first + k] = sign(set, k);
        }
        numbers
    }
}

/// Sign k of a set.
pub(super) fn sign(set: usize, k: usize) -> f64 {
    if set >> k & 1 == 0 { 1.0 } else { -1.0 }
}
