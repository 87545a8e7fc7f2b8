//! Single values, written to be read.
//!
//! Each is brought to lowest terms, which is exact, and written in the form with the fewest operations.
//! Constraints are not used: the value is the same at every state, on the constraints or not.

use alembert_algebra::ring::Ring;
use alembert_algebra::ring::shown::Writer;
use alembert_algebra::{Expr, symbols};

use crate::Reason;

/// Products of terms that bringing the values to lowest terms may take.
const LARGEST: u64 = 200_000;

/// The values as they are read most easily, or as they stand where that takes too much.
#[must_use]
pub fn readable(values: &[Expr]) -> Vec<Expr> {
    written(values).unwrap_or_else(|_| values.to_vec())
}

fn written(values: &[Expr]) -> Result<Vec<Expr>, Reason> {
    let mut ring = Ring::new(values)?;
    ring.set_budget(LARGEST);
    let fractions = values.iter().map(|&e| {
        let value = ring.value(e)?;
        Ok(ring.lowest(&value)?)
    });
    let fractions = fractions.collect::<Result<Vec<_>, Reason>>()?;
    let is_velocity = |x: &Expr| x.as_symbol().is_some_and(|s| s.order > 0);
    let velocities: Vec<Expr> = symbols(values).into_iter().filter(is_velocity).collect();
    let writer = Writer::new(&ring, &velocities);
    fractions.iter().map(|f| Ok(writer.expression(&writer.form(f)?))).collect()
}
