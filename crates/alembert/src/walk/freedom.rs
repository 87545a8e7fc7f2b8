//! What kind of equations the constraints are, and how much freedom they leave.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, Vector, gradient};
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::classify::ConstraintKind;
use alembert_mechanics::{Constraint, System};
use serde_json::{Value, json};

/// A constraint by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstraintReport {
    /// Its label.
    pub label: String,
    /// `position`, `linear`, `affine`, `nonlinear` or `acceleration`.
    pub form: &'static str,
    /// The degree of homogeneity in the velocities.
    pub degree: Option<u32>,
}

/// Degrees of homogeneity that are looked for.
const HIGHEST_DEGREE: u32 = 6;

impl ConstraintReport {
    /// The form of a constraint of a system.
    #[must_use]
    pub fn new(constraint: &Constraint, system: &System) -> Self {
        let label = constraint.label.clone();
        let (form, degree) = match constraint.order(system.q()) {
            Some(0) | None => ("position", Some(0)),
            Some(1) => form_in_velocities(constraint.phi, &system.jet(1)),
            Some(_) => ("acceleration", None),
        };
        Self { label, form, degree }
    }

    /// The result as the stable interface gives it, with the kind and the reason for it.
    #[must_use]
    pub fn json(&self, kind: Option<ConstraintKind>, why: Option<&str>) -> Value {
        json!({
            "label": self.label,
            "kind": kind.map(ConstraintKind::words),
            "type": self.form,
            "degree": self.degree,
            "why": why,
        })
    }
}

fn is_zero(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

fn form_in_velocities(phi: Expr, v: &Vector) -> (&'static str, Option<u32>) {
    let slopes = gradient(phi, v);
    let curved = !is_affine(phi, v);
    let at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero()))).apply(phi);
    match (curved, is_zero(at_rest)) {
        (false, true) => ("linear", Some(1)),
        (false, false) => ("affine", None),
        (true, _) => ("nonlinear", degree(phi, &slopes, v)),
    }
}

/// The degree k with `Σ v ∂φ/∂v = k φ` (Euler).
fn degree(phi: Expr, slopes: &Vector, v: &Vector) -> Option<u32> {
    let euler = slopes.dot(v);
    (1..=HIGHEST_DEGREE).find(|&k| is_zero(euler - Expr::from(i64::from(k)) * phi))
}
