//! Tables that make velocities jump.
//!
//! A table is straight between its corners. Where it prescribes a place (`x = u`), the velocity jumps at each corner;
//! where it prescribes a velocity (`x' = u`), where two values have one time. A run goes on with the impulse of the
//! reaction there, and so do neighbouring motions; programs that are exported do not know of it.

use alembert_algebra::{Expr, Kind, symbols};

use crate::language::Model;
use crate::language::model::Signal;

/// The inputs whose tables make velocities jump.
#[must_use]
pub fn impulsive_inputs(model: &Model) -> Vec<&str> {
    let is_impulsive = |u: Expr| {
        let signal = model.run.inputs.iter().find(|(input, _)| *input == u);
        let Some((_, Signal::Table(pairs))) = signal else { return false };
        let jumps = pairs.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let bends = pairs.len() > 2;
        model.constraints.iter().any(|c| {
            let found = symbols(&[c.phi]);
            found.contains(&u) && (jumps || (bends && !found.iter().any(is_velocity)))
        })
    };
    let inputs = model.inputs.iter().filter(|input| is_impulsive(input.symbol));
    inputs.map(|input| input.name.as_str()).collect()
}

fn is_velocity(symbol: &Expr) -> bool {
    symbol.as_symbol().is_some_and(|s| s.kind == Kind::Coordinate && s.order > 0)
}
