//! How a constraint follows from others, in words: `rodv = rod'/2`.

use alembert_algebra::Expr;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_mechanics::System;
use alembert_render::Spelling;

use super::classification::combination;
use crate::language::Model;

/// The name of constraint `i` and the combination of others that it is. Combinations are found on
/// the velocities, so a constraint on positions has a prime, unless all of them are such and the
/// relation holds between the positions already.
pub(super) fn words(
    model: &Model,
    system: &System,
    i: usize,
    terms: &[(usize, Expr)],
    spelling: Spelling,
) -> Option<(String, String)> {
    let of_positions = |i: usize| system.constraints()[i].order(system.q()) == Some(0);
    let phi = |i: usize| system.constraints()[i].phi;
    let all = of_positions(i) && terms.iter().all(|(j, _)| of_positions(*j));
    let difference = phi(i) - Expr::sum(terms.iter().map(|(j, c)| *c * phi(*j)));
    let plain = all && zero_test(difference) == Verdict::Zero;
    let name = |i: usize| {
        let prime = if of_positions(i) && !plain { "'" } else { "" };
        format!("{}{prime}", system.constraints()[i].label)
    };
    Some((name(i), combination(terms, model, &name, spelling)?))
}
