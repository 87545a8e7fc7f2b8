//! How a constraint follows from others, in words: `rodv = rod'/2`.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind};
use alembert_mechanics::System;
use alembert_render::Spelling;

use super::notation::text;
use crate::language::Model;

/// The name of constraint `i` and the combination of others that it is. Combinations are found on
/// the velocities, so a constraint on positions has a prime, unless all of them are such and the
/// relation holds between the positions already.
pub(super) fn words(
    model: &Model,
    system: &System,
    i: usize,
    combination: Option<&[(usize, Expr)]>,
) -> (String, Option<String>) {
    let of_positions = |i: usize| system.constraints()[i].order(system.q()) == Some(0);
    let phi = |i: usize| system.constraints()[i].phi;
    let plain = combination.is_some_and(|terms| {
        let all = of_positions(i) && terms.iter().all(|(j, _)| of_positions(*j));
        let sum = Expr::sum(terms.iter().map(|(j, c)| *c * phi(*j)));
        all && zero_test(phi(i) - sum) == Verdict::Zero
    });
    let symbol = |i: usize| {
        let order = u32::from(of_positions(i) && !plain);
        Expr::symbol(&system.constraints()[i].label, Kind::Auxiliary, order)
    };
    let written = |e: Expr| text(e, model, Spelling::Ascii).ok();
    let sum = combination
        .and_then(|terms| written(Expr::sum(terms.iter().map(|(j, c)| *c * symbol(*j)))));
    (written(symbol(i)).unwrap_or_default(), sum)
}
