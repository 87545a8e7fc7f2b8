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

/// Equations that were solved as (1) as far as they can be, for all claims about them.
#[derive(Debug)]
pub(crate) struct Gentle {
    ring: Ring,
    /// What is left of the equations that are not of this form.
    left: Vec<Fraction>,
}

impl Gentle {
    /// The equations, given with the symbols that they may be solved for, one group after the
    /// other. The expressions that are asked for are among the claims.
    pub(crate) fn new(
        claims: &[Expr],
        groups: &[(&Vector, &Vector)],
        work: u64,
    ) -> Result<Self, ConversionError> {
        let equations = groups.iter().flat_map(|(equations, _)| equations.iter().copied());
        let mut ring = Ring::new(&claims.iter().copied().chain(equations).collect::<Vec<_>>())?;
        ring.set_budget(work);
        let mut unused = Vec::new();
        for (equations, symbols) in groups {
            let outcome = ring.impose_plainly(equations, symbols)?; // (1)
            let open = equations.iter().zip(&outcome).filter(|(_, o)| **o == Imposed::Unused);
            unused.extend(open.map(|(&equation, _)| equation));
        }
        let mut left = Vec::new();
        for equation in unused {
            let value = ring.value(equation)?;
            if !value.is_zero() && !left.contains(&value) {
                left.push(value);
            }
        }
        Ok(Self { ring, left })
    }

    /// Does `e = 0` follow?
    pub(crate) fn gives(&mut self, e: Expr, work: u64) -> bool {
        self.ring.set_budget(work);
        self.vanishes(e).unwrap_or(false)
    }

    fn vanishes(&mut self, e: Expr) -> Result<bool, ConversionError> {
        let claim = self.ring.value(e)?;
        if !self.ring.divisors_are_proved() {
            return Ok(false);
        }
        if claim.is_zero() {
            return Ok(true);
        }
        for equation in &self.left {
            if claim.num.div_exact(&equation.num, self.ring.budget())?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
