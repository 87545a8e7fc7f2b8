//! The constrained Lagrangian and its Euler–Lagrange expression.
//!
//! With the constraints solved for the dependent velocities, `s' = ψ(q, r', t)` and
//! `s'' = dψ/dt`,
//!
//! ```text
//! L̄(q, r', r'', t) = L(q, r', ψ, r'', dψ/dt, t)                                     (1)
//! Ēᵢ = d/dt ∂L̄/∂r'ᵢ − ∂L̄/∂rᵢ − d²/dt² ∂L̄/∂r''ᵢ − Σ_ν ∂L̄/∂s_ν ∂ψ_ν/∂r'ᵢ             (2)
//! ```
//!
//! Where `ψ` is not known as an expression, `s'` stands for it, and a derivative of `L̄` is
//!
//! ```text
//! ∂L̄/∂x  →  ∂L̄/∂x + Σ_ν ∂L̄/∂s'_ν ∂ψ_ν/∂x                                          (3)
//! ```
//!
//! which is the same rule for every `ψ`, since a known `ψ` leaves no `s'` in `L̄`.
//!
//! For rotations the velocities `r'`, `s'` are the velocities `w` of all places, `∂/∂q` is the derivative along virtual
//! rotations, and `δw = η' + [w, η]` brings the term of Euler and Poincaré into (2), with the virtual
//! displacements `η̂ᵢ` of `dependence`:
//!
//! ```text
//! Ēᵢ → Ēᵢ − Σₖ ∂L̄/∂r'ₖ [w, η̂ᵢ]ₖ                                                     (4)
//! ```
//!
//! Sources: (1) and (2) are [Lemos2022, eqs. (9)–(10)] without accelerations and
//! [Crasmareanu2000, §1, eqs. (1.7), (1.9b)] with them, the latter with the opposite sign of the
//! whole expression. `L̄` alone does not give the motion: see `voronec`.

use alembert_algebra::{Expr, Substitution, Vector, partial, rate};

use super::dependence::Dependence;
use super::steps::{Body, Step};
use crate::System;

/// The constrained Lagrangian, with what its derivatives need.
pub(super) struct Constrained<'a> {
    pub(super) L_bar: Expr,
    dependence: &'a Dependence,
    system: &'a System,
    s_dot: Vector,
    /// `∂L̄/∂q` at fixed `s'`.
    slopes: Vector,
}

impl<'a> Constrained<'a> {
    /// Equation (1).
    pub(super) fn new(dependence: &'a Dependence, system: &'a System) -> Self {
        let (v, a) = (system.jet(1), system.jet(2));
        let s_dot = dependence.s(&v);
        let turning = &dependence.psi_v * &*dependence.r(&a);
        let psi_rate = &turning + &dependence.drift;
        let accelerations =
            dependence.s(&a).iter().copied().zip(psi_rate.to_vec()).collect::<Vec<_>>();
        let L = Substitution::new(accelerations).apply(system.L);
        let L_bar = dependence.put_in(system).apply(L); // (1)
        Self { L_bar, dependence, system, s_dot, slopes: system.by_position(L_bar) }
    }

    /// `∂L̄/∂x` for a position, equation (3).
    fn by_position(&self, j: usize) -> Expr {
        self.slope(self.slopes[j], |nu| self.dependence.psi_q[(nu, j)])
    }

    /// `∂L̄/∂r'ᵢ`, equation (3).
    fn by_velocity(&self, i: usize) -> Expr {
        let v = self.system.jet(1)[self.dependence.independent[i]];
        self.slope(partial(self.L_bar, v), |nu| self.dependence.psi_v[(nu, i)])
    }

    fn slope(&self, direct: Expr, psi_x: impl Fn(usize) -> Expr) -> Expr {
        let through = self.s_dot.iter().enumerate();
        let through = through.map(|(nu, &s_dot)| partial(self.L_bar, s_dot) * psi_x(nu));
        direct + Expr::sum(through) // (3)
    }

    /// Equation (2), one entry an independent coordinate.
    pub(super) fn expression(&self) -> Vector {
        let Dependence { independent, dependent, psi_v, .. } = self.dependence;
        let a = self.system.jet(2);
        let along = |i: usize| {
            let higher = rate(partial(self.L_bar, a[independent[i]]));
            let inertia = rate(self.by_velocity(i) - higher);
            let own = self.by_position(independent[i]);
            let others = dependent.iter().enumerate();
            let others = others.map(|(nu, &j)| self.by_position(j) * psi_v[(nu, i)]);
            inertia - own - Expr::sum(others) // (2)
        };
        let free: Vector = (0..independent.len()).map(along).collect();
        &free - &self.turning()
    }

    /// The sum of (4), one entry an independent velocity.
    fn turning(&self) -> Vector {
        let dependence = self.dependence;
        let k = dependence.independent.len();
        if self.system.rotations.is_empty() {
            return Vector::zeros(k);
        }
        let w = dependence.put_in(self.system).apply_all(&self.system.jet(1));
        let p: Vector = (0..k).map(|i| self.by_velocity(i)).collect();
        let term = |i: usize| {
            p.dot(&dependence.r(&self.system.commutator(&w, &dependence.allowed(i)))) // (4)
        };
        (0..k).map(term).collect()
    }

    /// The constrained Lagrangian as a step.
    pub(super) fn step(&self, source: &'static str) -> Step {
        let stand = match self.dependence.psi {
            Some(_) => "",
            None => ", in which the dependent velocities stand for their values",
        };
        let title = format!("Constrained Lagrangian{stand}");
        Step { title, source, body: Body::value("L_bar", self.L_bar) }
    }
}
