//! The constraints on positions and velocities as differential forms.
//!
//! ```text
//! φ(q, q', t) = a(q, t) q' + a₀(q, t)      α = a dq + a₀ dt                         (1)
//! φ(q, t)                                  α = dφ                                   (2)
//! ```
//!
//! Time is one more coordinate, with t' = 1, when some a₀ does not vanish or a constraint contains
//! t. Inputs are functions of time. Parameters that are given through others are put in.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Expr, Function, Kind, Substitution, Symbol, Unspecified, Vector, apply, contains, gradient,
    symbols,
};

use super::surface::Surface;
use crate::affine::is_affine;
use crate::theory::definitions;
use crate::{Reason, System};

/// The constraints that are forms, and the set of those on positions.
#[derive(Debug)]
pub(super) struct Forms {
    /// The coordinates, time last when it is one of them.
    pub(super) x: Vec<Expr>,
    /// The number of coordinates without time.
    pub(super) n: usize,
    /// The forms, those of positions first.
    pub(super) rows: Vec<Vector>,
    /// The constraint of each form.
    pub(super) constraints: Vec<usize>,
    /// How many of the forms belong to positions.
    pub(super) positions: usize,
    /// The position constraints themselves.
    pub(super) phi: Vec<Expr>,
    /// The set of the position constraints.
    pub(super) surface: Surface,
}

/// What a constraint is, by its form in the velocities.
#[derive(Debug, Clone)]
enum Shape {
    Position(Expr),
    /// Equation (1): `a` and `a₀`.
    Velocity(Vector, Expr),
    Other,
}

impl Forms {
    /// The forms of a system, with further forms `more` (constraint, φ affine in the velocities)
    /// beside those that are affine as they are written.
    pub(super) fn new(system: &System, more: &[(usize, Expr)]) -> Result<Self, Reason> {
        let mut forms = Self::anywhere(system, more);
        forms.surface = Surface::new(&forms.phi, system.q())?;
        Ok(forms)
    }

    /// The forms as they are written, on the whole space.
    pub(super) fn anywhere(system: &System, more: &[(usize, Expr)]) -> Self {
        let mut given = definitions(system);
        let mut plain = |e: Expr| with_functions_of_time(given.apply(e));
        let listed = system.constraints().iter().enumerate().map(|(i, c)| (i, c.phi));
        let all: Vec<(usize, Expr)> =
            listed.chain(more.iter().copied()).map(|(i, phi)| (i, plain(phi))).collect();
        let shapes: Vec<(usize, Shape)> =
            all.iter().map(|&(i, phi)| (i, shape(phi, system))).collect();
        let q = system.q().to_vec();
        let positions: Vec<Expr> = shapes.iter().filter_map(|(_, s)| s.position()).collect();
        let mut forms = Self {
            n: q.len(),
            x: q,
            rows: Vec::new(),
            constraints: Vec::new(),
            positions: positions.len(),
            phi: positions,
            surface: Surface::default(),
        };
        if shapes.iter().any(|(_, s)| s.needs_time(system.t())) {
            forms.x.push(system.t());
        }
        for position in [true, false] {
            for (i, shape) in shapes.iter().filter(|(_, s)| s.position().is_some() == position) {
                forms.push(*i, shape);
            }
        }
        forms
    }

    fn push(&mut self, constraint: usize, shape: &Shape) {
        let row = match shape {
            Shape::Position(phi) => gradient(*phi, &self.x), // (2)
            Shape::Velocity(a, rest) => {
                a.iter().copied().chain([*rest]).take(self.x.len()).collect() // (1)
            }
            Shape::Other => return,
        };
        self.rows.push(row);
        self.constraints.push(constraint);
    }

    /// The numbers of the forms of a constraint.
    pub(super) fn of_constraint(&self, i: usize) -> Vec<usize> {
        (0..self.rows.len()).filter(|&k| self.constraints[k] == i).collect()
    }

    /// Is time one of the coordinates?
    pub(super) fn has_time(&self) -> bool {
        self.x.len() > self.n
    }
}

impl Shape {
    fn position(&self) -> Option<Expr> {
        match self {
            Self::Position(phi) => Some(*phi),
            _ => None,
        }
    }

    fn needs_time(&self, t: Expr) -> bool {
        match self {
            Self::Position(phi) => contains(*phi, t),
            Self::Velocity(a, rest) => *rest != Expr::zero() || a.iter().any(|&a| contains(a, t)),
            Self::Other => false,
        }
    }
}

fn shape(phi: Expr, system: &System) -> Shape {
    match crate::system::order(phi, system.q()) {
        Some(0) => Shape::Position(phi),
        Some(1) => affine(phi, &system.jet(1)).map_or(Shape::Other, |(a, b)| Shape::Velocity(a, b)),
        _ => Shape::Other,
    }
}

/// Equation (1), if the expression is affine in the velocities.
pub(super) fn affine(phi: Expr, v: &[Expr]) -> Option<(Vector, Expr)> {
    let zero = |e: Expr| zero_test(e) == Verdict::Zero;
    if !is_affine(phi, v) {
        return None;
    }
    let slopes = gradient(phi, v);
    let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
    let rest = at_rest.apply(phi);
    Some((at_rest.apply_all(&slopes), if zero(rest) { Expr::zero() } else { rest }))
}

/// The expression with functions of time for the inputs.
fn with_functions_of_time(e: Expr) -> Expr {
    let function = |s: &Symbol| {
        let f = Unspecified { name: s.name.clone(), partials: vec![s.order] };
        apply(Function::Unspecified(f.into()), &[Expr::time()])
    };
    let inputs = symbols(&[e]).into_iter().filter_map(|x| {
        let symbol = x.as_symbol().filter(|s| s.kind == Kind::Input)?;
        Some((x, function(&symbol)))
    });
    Substitution::new(inputs).apply(e)
}
