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
    /// What is left of the equations that are not of this form; none where the work did not suffice.
    left: Option<Vec<Fraction>>,
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
        let left = left_over(&mut ring, groups).ok();
        Ok(Self { ring, left })
    }

    /// Solves further equations as (1) for symbols that may have any value: they determine these and say
    /// nothing else, so that those that are not of this form are not taken to hold.
    pub(crate) fn determine(
        &mut self,
        (equations, symbols): (&Vector, &Vector),
        work: u64,
    ) -> Result<(), ConversionError> {
        self.ring.set_budget(work);
        self.ring.impose_plainly(equations, symbols)?;
        Ok(())
    }

    /// Did the work suffice?
    pub(crate) fn is_whole(&self) -> bool {
        self.left.is_some()
    }

    /// Does `e = 0` follow?
    pub(crate) fn gives(&mut self, e: Expr, work: u64) -> bool {
        self.ring.set_budget(work);
        self.vanishes(e).unwrap_or(false)
    }

    /// The products of terms that the last question took, or making this when there was none.
    pub(crate) fn spent(&self) -> u64 {
        self.ring.budget().used()
    }

    /// Where the equations of one group lose rank, so that they say less than what was solved.
    pub(crate) fn drops(&self) -> Vec<Expr> {
        self.ring.provisos()
    }

    /// What must not vanish for that: the drops of rank, and parameters that were divided by.
    pub(crate) fn provisos(&self) -> Vec<Expr> {
        let mut provisos = self.ring.provisos();
        let own = self.ring.parameter_divisors().into_iter();
        provisos.extend(own.filter(|e| !provisos.contains(e)).collect::<Vec<_>>());
        provisos
    }

    fn vanishes(&mut self, e: Expr) -> Result<bool, ConversionError> {
        let Some(left) = &self.left else { return Ok(false) };
        let claim = self.ring.value(e)?;
        if !self.ring.divisors_are_proved() {
            return Ok(false);
        }
        if claim.is_zero() {
            return Ok(true);
        }
        for equation in left {
            let (_, own) = equation.num.primitive();
            if claim.num.div_exact(&own, self.ring.budget())?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Solves equations as (1), and gives back what is left of those that are not of this form.
fn left_over(
    ring: &mut Ring,
    groups: &[(&Vector, &Vector)],
) -> Result<Vec<Fraction>, ConversionError> {
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
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alembert_algebra::Kind;

    /// A mass on a turning arm of the length y: `x'' = y θ''`, `m x'' = λ`, `J θ'' = −y λ + M`.
    #[test]
    fn what_follows_from_a_multiple_of_an_equation_needs_no_solution() {
        let symbol = |name: &str, order| Expr::symbol(name, Kind::Coordinate, order);
        let parameter = |name: &str| Expr::symbol(name, Kind::Parameter { positive: true }, 0);
        let (y, a, alpha) = (symbol("y", 0), symbol("x", 2), symbol("theta", 2));
        let lambda = Expr::symbol("lambda", Kind::Multiplier, 0);
        let [m, inertia, moment] = ["m", "J", "M"].map(parameter);
        let constraint: Vector = vec![a - y * alpha].into();
        let balances: Vector = vec![m * a - lambda, inertia * alpha + y * lambda - moment].into();
        let (highest, others): (Vector, Vector) = (vec![a, alpha].into(), vec![lambda].into());
        let right = inertia * alpha + m * y * a - moment;
        let wrong = inertia * alpha - m * y * a - moment;
        let solved = a * (inertia + m * y * y) - y * moment;
        let orders = [
            [(&constraint, &highest), (&balances, &highest), (&balances, &others)],
            [(&balances, &highest), (&constraint, &highest), (&constraint, &others)],
        ];
        for groups in orders {
            let mut gentle = Gentle::new(&[right, wrong, solved], &groups, 1000).expect("a ring");
            assert!(gentle.gives(right, 1000) && gentle.gives(solved, 1000));
            assert!(!gentle.gives(wrong, 1000));
        }
    }
}
