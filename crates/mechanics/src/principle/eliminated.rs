//! The steps in which the dependent displacements are eliminated.
//!
//! ```text
//! s' = ψ(q, r', t),     a = ∂ψ/∂r'                                                  (1)
//! δs = a δr                                                                         (2)
//! (E − Q) · δq = (E_r − Q_r + aᵀ (E_s − Q_s)) · δr                                   (3)
//! ```
//!
//! (1) is checked by putting it into the constraints, (2) by putting it into the rule that the displacements obey.
//!
//! Sources: [Wolf2005, §3.2, eqs. (9)–(11)]; [Crasmareanu2000, §1, eqs. (1.3)–(1.5)]; for constraints that are not linear
//! in the velocities (2) is Chetaev's rule, [`MoreschiCastellano2006`, §3.1, eq. (33)].

use alembert_algebra::{Expr, Substitution, Vector, gradient, jacobian, rate};

use super::dependence::Dependence;
use super::formula::Formula;
use super::steps::{Body, Step, are_plain};
use super::virtual_work::{derivative_along, displacements, pairs};
use crate::System;

/// The elimination, with what holds on the constraints.
pub(super) struct Eliminated<'a> {
    pub(super) dependence: &'a Dependence,
    pub(super) system: &'a System,
    /// The displacements δr and δs.
    pub(super) delta_r: Vector,
    pub(super) delta_s: Vector,
    /// The derivatives of the dependent coordinates through the others.
    pub(super) values: Vec<(Expr, Expr)>,
    /// What vanishes beside; empty where (1) is known as an expression.
    pub(super) surface: Vec<Expr>,
}

impl<'a> Eliminated<'a> {
    pub(super) fn new(dependence: &'a Dependence, system: &'a System) -> Self {
        let displaced = displacements(system);
        let surface = match dependence.psi {
            Some(_) => Vec::new(),
            None => dependence.velocity_forms(system).to_vec(),
        };
        Self {
            delta_r: dependence.r(&displaced),
            delta_s: dependence.s(&displaced),
            values: values(dependence, system),
            surface,
            dependence,
            system,
        }
    }

    /// Does the elimination have anything to do?
    fn is_empty(&self) -> bool {
        self.delta_s.is_empty()
    }

    /// The value of δs by (2).
    fn follows(&self) -> Vector {
        &self.dependence.psi_v * &*self.delta_r
    }

    /// Equations (1) and (2).
    pub(super) fn steps(&self, source: &'static str) -> Vec<Step> {
        let mut steps = self.constraints(source);
        if !self.is_empty() {
            steps.push(self.displacements());
        }
        steps
    }

    /// Equation (1).
    pub(super) fn constraints(&self, source: &'static str) -> Vec<Step> {
        constraint_steps(self.dependence, self.system, source)
    }

    /// Equation (2).
    fn displacements(&self) -> Step {
        let a = &self.dependence.psi_v;
        let row = |(&s, row): (&Expr, &Vector)| {
            (Formula::Value(s), Formula::linear(pairs(row, &self.delta_r)))
        };
        let body = Body::Formulas(self.delta_s.iter().zip(a.rows()).map(row).collect());
        let v = self.system.jet(1);
        let allowed = self.dependence.velocity_forms(self.system);
        let moved = pairs(&v, &displacements(self.system));
        let claims = allowed.iter().map(|&phi| derivative_along(phi, &moved));
        let followed = self.delta_s.iter().copied().zip(self.follows().to_vec());
        let mut put_in = Substitution::new(followed.chain(self.values.iter().copied()));
        let claims = claims.map(|e| put_in.apply(put_in_first(e, &self.values))).collect();
        let (title, source) = match (self.system.order, are_plain(self.dependence, self.system)) {
            (1, true) => ("Dependent displacements", "Wolf (9)"),
            (1, false) => ("Dependent displacements", "Moreschi–Castellano (33)"),
            (_, true) => ("Dependent displacements", "Crâşmăreanu (1.3)"),
            (_, false) => ("Dependent displacements", "generalises Crâşmăreanu (1.3)"),
        };
        Step::new(title, source, body).vanishing(claims, &self.surface)
    }

    /// Equation (3) from `(E − Q) · δq`, and what vanishes by it for all δr.
    pub(super) fn balance(&self, vanishing: Expr, E: &Vector) -> (Step, Expr) {
        let along =
            &self.dependence.r(E) + &(&self.dependence.psi_v.transpose() * &*self.dependence.s(E));
        let sum = Formula::linear(pairs(&along, &self.delta_r));
        let value = sum.value();
        let followed = self.delta_s.iter().copied().zip(self.follows().to_vec());
        let expected = Substitution::new(followed).apply(vanishing);
        let source = match self.system.order {
            1 => "Wolf, before (10)",
            _ => "Crâşmăreanu, before (1.4)",
        };
        let title = "The dependent displacements put in; the others are arbitrary";
        let body = Body::Formulas(vec![(sum, Formula::zero())]);
        (Step::new(title, source, body).equal([expected]), value)
    }

    /// The coefficients of δr.
    pub(super) fn coefficients(&self, vanishing: Expr) -> Vec<Expr> {
        gradient(vanishing, &self.delta_r).to_vec()
    }
}

fn put_in_first(e: Expr, values: &[(Expr, Expr)]) -> Expr {
    Substitution::new(values.iter().copied()).apply(e)
}

/// `s', s'', …` through `q`, `r'`, `r''`, …, as far as they are known.
fn values(dependence: &Dependence, system: &System) -> Vec<(Expr, Expr)> {
    let s = |k: u32| dependence.s(&system.jet(k)).to_vec();
    let Some(psi) = &dependence.psi else {
        let turning = &dependence.psi_v * &*dependence.r(&system.jet(2));
        return s(2).into_iter().zip((&turning + &dependence.drift).to_vec()).collect();
    };
    let mut put_in = dependence.put_in(system);
    let mut known = psi.clone();
    let mut all: Vec<(Expr, Expr)> = Vec::new();
    for k in 1..=2 * system.order {
        all.extend(s(k).into_iter().zip(known.to_vec()));
        let rates: Vec<Expr> = known.iter().map(|&e| rate(e)).collect();
        known = put_in.apply_all(&rates);
    }
    all
}

/// The choice of the dependent velocities, and the constraints solved for them. The sources with a
/// letter `A` have `s' = −A r'`.
fn constraint_steps(dependence: &Dependence, system: &System, source: &'static str) -> Vec<Step> {
    let v = system.jet(1);
    if dependence.dependent.is_empty() {
        return Vec::new();
    }
    let title = format!("Constraints solved: {}", dependence.sentence(system, str::to_owned));
    let opposite = ["Wolf (11)", "Crâşmăreanu (1.5a)"].iter().any(|paper| source.ends_with(paper));
    let sign = if opposite { ", a = −A of the source" } else { "" };
    let coefficients = match &dependence.affine {
        Some(_) => format!("Their coefficients{sign}"),
        None => "Their slopes, a = ∂s'/∂r'".to_owned(),
    };
    let phi = dependence.velocity_forms(system);
    let (by_r, by_s) =
        (jacobian(&phi, &dependence.r(&v)), &jacobian(&phi, &dependence.s(&v)) * &dependence.psi_v);
    let slopes = by_r.entries().zip(by_s.entries()).map(|(r, s)| r + s).collect();
    let matrix = Body::matrix("a", &dependence.psi_v);
    let Some(psi) = &dependence.psi else {
        return vec![Step::new(&title, source, matrix).vanishing(slopes, &[])];
    };
    let mut put_in = dependence.put_in(system);
    let pairs = dependence.s(&v).iter().copied().zip(psi.iter().copied()).collect();
    let solved = Step::new(&title, source, Body::Equations(pairs));
    let slopes = put_in.apply_all(&slopes).to_vec();
    vec![
        solved.vanishing(put_in.apply_all(&phi).to_vec(), &[]),
        Step::new(&coefficients, source, matrix).vanishing(slopes, &[]),
    ]
}
