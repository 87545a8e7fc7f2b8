//! Functions that the normal form would tear: hidden under names while it works.
//!
//! ```text
//! tanh x = (e²ˣ − 1)/(e²ˣ + 1),   |x| = √(x²),   sign x = √(x²)/x                      (1)
//! ```
//!
//! The ring decides with the right sides; a reader wants what the model says. A name stands for
//! the whole function with its argument, which is an identity, and nothing is differentiated
//! before the functions are put back. Functions of angles of very different size are hidden where asked
//! ([`scattered`](super::scattered)).

#![allow(non_snake_case, reason = "R is the symbol of the papers")]

use alembert_algebra::{Elementary, Expr, Function, Kind, Node, Substitution, apply, postorder};
use alembert_mechanics::Motion;
use alembert_mechanics::explicit::{Dynamics, Quasi, Solved};

use super::parts::{Part, replaced, with_names};
use super::shorten::shorten;

/// The functions that have a name, with it.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    parts: Vec<Part>,
    /// Functions that are hidden beside those of (1).
    more: Vec<Expr>,
}

impl Hidden {
    /// These functions are hidden, too.
    pub(super) fn with(more: Vec<Expr>) -> Self {
        Self { more, ..Self::default() }
    }

    /// Has no function a name?
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The expression with names in place of functions (1).
    pub(super) fn hide(&mut self, e: Expr) -> Expr {
        if !self.has_torn(&[e]) {
            return e;
        }
        replaced(e, |a| (is_torn(a) || self.more.contains(&a)).then(|| self.name(a)))
    }

    fn has_torn(&self, list: &[Expr]) -> bool {
        postorder(list).into_iter().any(|a| is_torn(a) || self.more.contains(&a))
    }

    fn name(&mut self, call: Expr) -> Expr {
        if let Some(&(_, name)) = self.parts.iter().find(|(known, _)| *known == call) {
            return name;
        }
        let name = Expr::symbol(&format!("_f{}", self.parts.len()), Kind::Auxiliary, 0);
        self.parts.push((call, name));
        name
    }

    /// The expression with the functions in place of their names.
    pub(super) fn shown(&self, e: Expr) -> Expr {
        with_names(e, &self.parts)
    }

    /// Puts velocities into the arguments of the functions.
    pub(super) fn put_in(&mut self, velocities: &[Solved]) {
        let mut put = Substitution::new(velocities.iter().map(|s| (s.unknown, s.value)));
        for (call, _) in &mut self.parts {
            let Node::Apply(f, arguments) = call.node() else { continue };
            let arguments: Vec<Expr> = arguments.iter().map(|&x| shorten(put.apply(x))).collect();
            *call = apply(f, &arguments);
        }
    }

    /// Puts the functions into equations in quasi-velocities.
    pub(super) fn show(&self, equations: &mut Quasi) {
        let put = |list: &mut [Expr]| list.iter_mut().for_each(|e| *e = self.shown(*e));
        match &mut equations.dynamics {
            Dynamics::Explicit(rates) => {
                for solved in rates {
                    solved.value = self.shown(solved.value);
                    put(&mut solved.conditions);
                }
            }
            Dynamics::Matrix(R, h) => {
                R.iter_mut().for_each(|row| *row = row.iter().map(|&e| self.shown(e)).collect());
                *h = h.iter().map(|&e| self.shown(e)).collect();
            }
        }
        put(&mut equations.conditions);
        equations.determinant = equations.determinant.map(|e| self.shown(e));
    }

    /// The motion with names in place of functions in its linear system. Where they are part of
    /// what the state must obey, which is used to shorten, nothing is hidden.
    pub(super) fn motion(&mut self, motion: &Motion) -> Motion {
        let obeyed: Vec<Expr> = motion.manifold.iter().flat_map(|m| m.iter().copied()).collect();
        if postorder(&obeyed).into_iter().any(is_torn) || !self.has_torn(&motion.system.entries()) {
            return motion.clone();
        }
        Motion { system: motion.system.map(|e| self.hide(e)), ..motion.clone() }
    }
}

fn is_torn(e: Expr) -> bool {
    use Elementary as E;
    let Node::Apply(Function::Elementary(f), _) = e.node() else { return false };
    matches!(f, E::Sinh | E::Cosh | E::Tanh | E::Abs | E::Sign)
}
