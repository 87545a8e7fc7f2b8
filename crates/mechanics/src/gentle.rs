//! What follows from equations without dividing by anything that changes from state to state.
//!
//! Equations are solved only for symbols that stand in them linearly, with parameters as their
//! coefficients,
//!
//! ```text
//! a x + b = 0   ⇒   x = −b/a,     a made of parameters,                             (1)
//! ```
//!
//! and a claim follows when nothing is left of it, or a multiple of an equation that is not of this
//! form. Nothing is assumed about the set of states: it may fall into parts, and constraints on it
//! may be impossible to solve.

use alembert_algebra::ring::{ConversionError, Fraction, Imposed, Ring};
use alembert_algebra::{Expr, Vector};

/// Does `e = 0` follow from the equations, given with the symbols that they may be solved for?
pub(crate) fn follows(e: Expr, groups: &[(&Vector, &Vector)]) -> bool {
    vanishes(e, groups).unwrap_or(false)
}

fn vanishes(e: Expr, groups: &[(&Vector, &Vector)]) -> Result<bool, ConversionError> {
    let equations = groups.iter().flat_map(|(equations, _)| equations.iter().copied());
    let mut ring = Ring::new(&[e].into_iter().chain(equations).collect::<Vec<_>>())?;
    let mut left = Vec::new();
    for (equations, symbols) in groups {
        let outcome = ring.impose_plainly(equations, symbols)?; // (1)
        let unused = equations.iter().zip(&outcome).filter(|(_, o)| **o == Imposed::Unused);
        left.extend(unused.map(|(&equation, _)| equation));
    }
    let claim = ring.value(e)?;
    if !ring.divisors_are_proved() {
        return Ok(false);
    }
    for equation in left {
        let equation = ring.value(equation)?;
        if is_multiple(&ring, &claim, &equation)? {
            return Ok(true);
        }
    }
    Ok(claim.is_zero())
}

/// Is the numerator a polynomial times the other one?
fn is_multiple(ring: &Ring, f: &Fraction, of: &Fraction) -> Result<bool, ConversionError> {
    Ok(!of.is_zero() && f.num.div_exact(&of.num, ring.budget())?.is_some())
}
