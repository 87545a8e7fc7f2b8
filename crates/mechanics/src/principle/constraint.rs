//! Constraints, differentiated until they contain the highest derivatives.
//!
//! For a constraint `φ` on derivatives of order `r` (0 positions, 1 velocities, 2 accelerations)
//! and equations of motion of order `2s`,
//!
//! ```text
//! d²ˢ⁻ʳφ/dt²ˢ⁻ʳ = A q⁽²ˢ⁾ − g = 0                                                   (1)
//! A = ∂φ/∂q⁽ʳ⁾                                                                      (2)
//! g = −(d²ˢ⁻ʳφ/dt²ˢ⁻ʳ without its part A q⁽²ˢ⁾)                                      (3)
//! ```
//!
//! and the derivatives before it restrict the state, `dʲφ/dtʲ` those of order `r + j`:
//!
//! ```text
//! dʲφ/dtʲ = 0,     j = 0 … 2s − r − 1                                               (4)
//! ```
//!
//! The reaction is `λ B` with
//!
//! ```text
//! B = ∂φ/∂q⁽ʳ⁾, or the direction that a servo gives                                  (5)
//! ```
//!
//! that is `∂φ/∂q` for positions [`MoreschiCastellano2006`, §2.2, eq. (30)], `∂φ/∂q'` for velocities
//! [`MoreschiCastellano2006`, §2.2, eq. (28)], `∂φ/∂q''` for accelerations. Time and inputs are
//! differentiated like everything else. For a rotation, `q'` is its angular velocity, and `∂φ/∂q` the
//! derivative along virtual rotations. Redundant rows are kept.

use alembert_algebra::{Expr, Kind, Matrix, Vector, gradient, rate};

use crate::{Constraint, System};

/// The constraints as a principle needs them; see the equations of this module.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    /// Equation (2), one row a constraint.
    pub(super) A: Matrix,
    /// Equation (5), one row a constraint.
    pub(super) B: Matrix,
    /// Equation (3).
    pub(super) g: Vector,
    /// Equation (4): entry `k` restricts the derivatives of order `k`.
    pub(super) manifold: Vec<Vector>,
}

/// Equations (2)–(5).
pub(super) fn rows(system: &System) -> Rows {
    let n = system.q.len();
    let order = 2 * system.order;
    let mut manifold = vec![vec![]; order as usize];
    let mut without_highest = system.without_highest();
    let (mut A, mut B, mut g) = (vec![], vec![], vec![]);
    for constraint in &system.constraints {
        let r = constraint.order(&system.q).expect("a system's constraint contains a coordinate");
        let slope = match r {
            0 => system.by_position(constraint.phi),
            _ => gradient(constraint.phi, &system.jet(r)),
        };
        let slope = without_highest.apply_all(&slope);
        let mut phi = constraint.phi;
        for k in r..order {
            manifold[k as usize].push(phi); // (4)
            phi = if k + 1 < order { rate(phi) } else { system.rates_without_highest(&[phi])[0] };
        }
        g.push(-without_highest.apply(phi)); // (3)
        B.push(constraint.reaction.clone().unwrap_or_else(|| slope.clone())); // (5)
        A.push(slope); // (2)
    }
    Rows {
        A: Matrix::from_rows(A, n),
        B: Matrix::from_rows(B, n),
        g: g.into(),
        manifold: manifold.into_iter().map(Vector::from).collect(),
    }
}

/// The constraints as they were given.
pub(super) fn phi(system: &System) -> Vector {
    system.constraints.iter().map(|constraint| constraint.phi).collect()
}

/// The labels of the constraints.
pub(super) fn labels(system: &System) -> Vec<String> {
    system.constraints.iter().map(|constraint| constraint.label.clone()).collect()
}

/// The symbols `letter_<label>` of the multipliers.
pub(super) fn multipliers(letter: &str, system: &System) -> Vector {
    let symbol = |Constraint { label, .. }: &Constraint| {
        Expr::symbol(&format!("{letter}_{label}"), Kind::Multiplier, 0)
    };
    system.constraints.iter().map(symbol).collect()
}

/// The reactions `Bᵀ λ` of ideal constraints and servos.
pub(crate) fn reactions_of(system: &System) -> Vector {
    &rows(system).B.transpose() * &*multipliers("lambda", system)
}
