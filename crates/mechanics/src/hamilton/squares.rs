//! Velocities through momenta that are not linear in them, by their squares.
//!
//! For momenta that are odd in their own velocity and even in the others, as those of a relativistic particle,
//!
//! ```text
//! pᵢ² = Rᵢ(w₁, …, wₙ),     wᵢ = vᵢ²                                                 (1)
//! ```
//!
//! with fractions `R`. Where (1), cleared of divisors, is linear in the squares it is solved for them, and
//!
//! ```text
//! vᵢ = pᵢ √(wᵢ/pᵢ²)                                                                 (2)
//! ```
//!
//! has the sign of `pᵢ`. That it solves `p = ∂L/∂v` is put to the test at states; where it does not, nothing is returned.

use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Kind, Substitution, Vector, contains, jacobian};

use crate::affine::is_affine;
use crate::principle::solution;
use crate::witness::{Choice, witness};

/// Equation (2) for the momenta `names` with these values; `None` where (1) is not linear in the squares.
pub(super) fn by_squares(names: &[Expr], values: &[Expr], v: &[Expr]) -> Option<Vector> {
    let squares: Vec<Expr> = (0..v.len()).map(|i| square(&format!("_w{i}"))).collect();
    let mut put = Substitution::new(v.iter().zip(&squares).map(|(&v, w)| (v, w.sqrt())));
    let mut balances = Vec::new();
    for (&p, &value) in names.iter().zip(values) {
        let right = put.apply(value * value);
        let mut ring = Ring::new(&[p * p - right]).ok()?;
        let fraction = ring.fraction(p * p - right).ok()?;
        let cleared = ring.expression(&alembert_algebra::ring::Fraction::polynomial(fraction.num));
        is_affine(cleared, &squares).then_some(())?;
        balances.push(cleared); // (1)
    }
    let mut at_rest = Substitution::new(squares.iter().map(|&w| (w, Expr::zero())));
    let K = jacobian(&balances, &squares).map(|e| at_rest.apply(e));
    let right: Vec<Expr> = balances.iter().map(|&e| -at_rest.apply(e)).collect();
    let found = solution(&K, &right).ok()?;
    let speeds: Vector =
        names.iter().zip(found.iter()).map(|(&p, &w)| p * lowest(w / (p * p)).sqrt()).collect(); // (2)
    let mut put = Substitution::new(v.iter().copied().zip(speeds.iter().copied()));
    let differs = |(&p, &value): (&Expr, &Expr)| {
        let back = put.apply(value);
        back.fault().is_some() || witness((back, p), &[], &Choice::default()).is_some()
    };
    let refuted = names.iter().zip(values).any(differs);
    let is_free = speeds.iter().all(|&e| v.iter().all(|&v| !contains(e, v)));
    (!refuted && is_free).then_some(speeds)
}

/// A square, which is not negative.
fn square(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: true }, 0)
}

/// The expression in lowest terms.
fn lowest(e: Expr) -> Expr {
    let normal = || {
        let mut ring = Ring::new(&[e]).ok()?;
        let value = ring.value(e).ok()?;
        Some(ring.expression(&value))
    };
    normal().unwrap_or(e)
}
