//! What steps cost, in operations, of which an evaluation of the field has R.
//!
//! ```text
//! w = R (d + 1)²/2                                                                        (1)
//! w = 15 R                                                                                (2)
//! W = E (R + 6 n²) + S n R + 18 n³ A                                                      (3)
//! ```
//!
//! (1) is a series of degree d. (2) is a step of dop853, whose stages begin with the last one of the step before and
//! which has three more for its polynomial. In (3), S steps of `radau` on n components, each of the E evaluations has
//! its share of the solutions with 3n unknowns, each step has a Jacobian of n columns, and each of the A attempts,
//! rejected ones included, a factorisation of 3n columns. No clock is asked, so that prices are the same on every
//! machine.
//!
//! A step is known by the degree of its polynomial alone: no series whose order follows from a tolerance has the
//! degree of dop853.

use crate::dop853;
use crate::method::Effort;
use crate::number::float;

/// Equations (1) and (2): an explicit step with a polynomial of a degree.
pub(crate) fn explicit(degree: usize, R: f64) -> f64 {
    R * match degree {
        dop853::DEGREE => float(dop853::EVALUATIONS), // (2)
        degree => 0.5 * float(degree + 1).powi(2),    // (1)
    }
}

/// Equation (3): steps of `radau` with what they took, on n components.
pub(crate) fn radau(steps: u64, effort: Effort, (n, R): (f64, f64)) -> f64 {
    let (E, S) = (count(effort.evaluations), count(steps));
    E * (R + 6.0 * n * n) + S * n * R + factorisations(steps + effort.rejected, n)
}

/// The last term of (3).
pub(crate) fn factorisations(attempts: u64, n: f64) -> f64 {
    18.0 * n.powi(3) * count(attempts)
}

#[expect(clippy::cast_precision_loss, reason = "counts of a few steps")]
fn count(steps: u64) -> f64 {
    steps as f64
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{explicit, factorisations, radau};
    use crate::dop853::{self, Dop853};
    use crate::field::{FieldError, VectorField};
    use crate::follow::{Settings, Step, follow};
    use crate::manifold::Free;
    use crate::method::Effort;

    struct Decay;
    impl VectorField for Decay {
        fn dim(&self) -> usize {
            1
        }
        fn rate(&self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
            dx[0] = -x[0];
            Ok(())
        }
    }

    /// Order k of a series takes k products for each of the operations: 0 + 1 + … + d, and d + 1 halves more.
    #[test]
    fn a_series_costs_half_of_the_square_of_its_terms() {
        for d in [5usize, 6, 15, 24] {
            let products: usize = (0..=d).sum();
            let w = 100.0 * (products as f64 + 0.5 * (d + 1) as f64);
            assert_eq!(explicit(d, 100.0), w, "degree {d}");
        }
    }

    #[test]
    fn a_step_of_dop853_costs_the_evaluations_that_it_makes() {
        let evaluations = |steps: f64| {
            let mut method = Dop853::with_step(&Decay, 0.125);
            let settings = Settings::to(0.125 * steps);
            let mut look = |_: &Step<'_>| ControlFlow::Continue(());
            follow(&mut method, &Free::new(1), (0.0, &[1.0]), &settings, &mut look)
                .stats
                .evaluations
        };
        let ten_steps = evaluations(11.0) - evaluations(1.0);
        assert_eq!(10.0 * explicit(dop853::DEGREE, 7.0), 7.0 * ten_steps as f64);
    }

    /// A factorisation of m columns has 2m³/3 operations, a solution 2m² and the right side of three evaluations.
    #[test]
    fn each_part_of_an_implicit_step_has_its_price() {
        let (n, R) = (4.0f64, 50.0);
        let unknowns = 3.0 * n;
        let price =
            |steps, evaluations, rejected| radau(steps, Effort { evaluations, rejected }, (n, R));
        let factorisation = 2.0 * unknowns.powi(3) / 3.0;
        let jacobian = n * R;
        assert_eq!(price(0, 3, 0), 3.0 * R + 2.0 * unknowns.powi(2));
        assert_eq!(price(0, 0, 1), factorisation);
        assert_eq!(price(1, 0, 0), jacobian + factorisation);
        assert_eq!(price(5, 30, 2), 10.0 * price(0, 3, 0) + 5.0 * jacobian + 7.0 * factorisation);
        assert_eq!(factorisations(7, n), 7.0 * factorisation);
    }
}
