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
//! Roots of squares are `|u|` too, and formulas of inputs are looked into. More than [`MOST`] arguments are refused.

use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Rational, Substitution, apply, postorder,
};
use alembert_mechanics::Motion;
use alembert_render::Spelling;

use super::super::course::Course;
use super::super::signal::formulas;
use crate::language::Model;
use crate::language::model::Parameter;
use crate::walk::WalkError;
use crate::walk::ground::is_fixed;
use crate::walk::notation::text;

/// There are 2ⁿ sets of signs of n arguments; more than these are refused.
const MOST: usize = 12;

/// The arguments of `abs` and `sign` in a motion.
pub(super) struct Switches {
    arguments: Vec<Expr>,
    /// The place of the first sign among the parameters.
    first: usize,
}

/// A model and a motion in which signs are parameters, the last ones, by (1); `what` is computed with them.
///
/// # Errors
/// There are too many arguments.
pub(super) fn with_signs(
    model: &Model,
    motion: &Motion,
    what: &'static str,
) -> Result<(Model, Motion, Switches), WalkError> {
    let mut model = model.clone();
    let motion = motion.map(|e| model.specified(e));
    let mut inputs = formulas(&model, &expressions(&motion));
    let mut motion = without_roots(motion.map(|e| inputs.apply(e)));
    let mut switches = Switches { arguments: Vec::new(), first: model.parameters.len() };
    while let Some(u) = argument(&motion) {
        if switches.count() == MOST {
            let stop = format!("`abs` and `sign` have more than {MOST} different arguments");
            return Err(WalkError::Ended { what, stop });
        }
        let name = format!("sign {}", switches.count()); // no model has a name with a space
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
    Ok((model, motion, switches))
}

/// Does a motion contain `abs` or `sign` of what moves?
pub(super) fn has_switches(motion: &Motion) -> bool {
    argument(&without_roots(motion.map(|e| e))).is_some()
}

/// An argument in which no other one stands.
pub(in crate::walk::run) fn argument(motion: &Motion) -> Option<Expr> {
    arguments(&expressions(motion)).next()
}

/// The arguments of `abs` and `sign` that move, those inside of others first.
pub(in crate::walk::run) fn arguments(list: &[Expr]) -> impl Iterator<Item = Expr> {
    postorder(list).into_iter().filter_map(|e| match e.node() {
        Node::Apply(Function::Elementary(Elementary::Abs | Elementary::Sign), u) => {
            Some(u[0]).filter(|&u| !is_fixed(u))
        }
        _ => None,
    })
}

/// All expressions of a motion.
pub(in crate::walk::run) fn expressions(motion: &Motion) -> Vec<Expr> {
    let mut all = Vec::new();
    let _ = motion.map(|e| {
        all.push(e);
        e
    });
    all
}

/// A motion in which roots of squares are absolute values.
pub(in crate::walk::run) fn without_roots(mut motion: Motion) -> Motion {
    while let Some((product, e)) =
        postorder(&expressions(&motion)).into_iter().find_map(|e| Some((e, without_root(e)?)))
    {
        let mut put = Substitution::new([(product, e)]);
        motion = motion.map(|e| put.apply(e));
    }
    motion
}

/// A product that has roots of squares without them.
fn without_root(product: Expr) -> Option<Expr> {
    let Node::Product(factors) = product.node() else { return None };
    let root = |(base, exponent): &(Expr, Rational)| match base.node() {
        Node::Product(inner) if !exponent.is_integer() && !is_fixed(*base) => {
            let is_square = |(_, n): &(Expr, Rational)| (n * &Rational::ratio(1, 2)).is_integer();
            let size =
                |(u, n): &(Expr, Rational)| apply(Elementary::Abs, &[*u]).pow(&(n * exponent));
            inner.iter().all(is_square).then(|| Expr::product(inner.iter().map(size)))
        }
        _ => None,
    };
    factors.iter().find_map(root)?;
    Some(Expr::product(factors.iter().map(|f| root(f).unwrap_or_else(|| f.0.pow(&f.1)))))
}

impl Switches {
    pub(super) fn count(&self) -> usize {
        self.arguments.len()
    }

    /// An argument as people write it: the signs in it are those of arguments before it.
    pub(super) fn written(&self, k: usize, model: &Model) -> String {
        let mut argument = self.arguments[k];
        for inner in (0..k).rev() {
            let sign = apply(Elementary::Sign, &[self.arguments[inner]]);
            let parameter = model.parameters[self.first + inner].symbol;
            argument = Substitution::new([(parameter, sign)]).apply(argument);
        }
        let written = text(argument, model, Spelling::Ascii);
        written.unwrap_or_else(|_| "a long expression".to_owned())
    }

    /// The symbols of the signs in a model that has them.
    pub(super) fn symbols(&self, model: &Model) -> Vec<Expr> {
        model.parameters[self.first..].iter().map(|p| p.symbol).collect()
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
