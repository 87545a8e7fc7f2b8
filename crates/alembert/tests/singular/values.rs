//! Values that a model admits for its parameters: its own, 0, equal ones.
//!
//! A parameter with a range has any value in it; one without is positive, unless the model gives it
//! a value that is not.

use alembert::language::Model;
use alembert::language::model::Parameter;
use alembert_algebra::evaluate::{Approximate, evaluate};
use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::{Expr, Kind, Substitution};

/// Sets of values in which some are chosen at random.
const SETS: u64 = 2;

/// Sets of values of the parameters that are not defined through others: those of the model, as many
/// as possible 0, as many as possible equal, and some of all these together.
pub(crate) fn admitted(model: &Model) -> Vec<Vec<(Expr, Expr)>> {
    let own: Vec<&Parameter> = model.parameters.iter().filter(|p| !p.is_definition).collect();
    let special: Vec<Vec<Expr>> = own.iter().map(|p| special(model, p)).collect();
    let set = |choose: &mut dyn FnMut(usize) -> Option<Expr>| -> Vec<(Expr, Expr)> {
        own.iter().enumerate().map(|(i, p)| (p.symbol, choose(i).unwrap_or(p.value))).collect()
    };
    let zero = |i: usize| special[i].contains(&Expr::zero()).then(Expr::zero);
    let shared = |i: usize| {
        let common = own
            .iter()
            .map(|p| p.value)
            .max_by_key(|v| special.iter().filter(|s| s.contains(v)).count());
        common.filter(|v| special[i].contains(v))
    };
    let mut sets = vec![set(&mut |_| None), set(&mut { zero }), set(&mut { shared })];
    for number in 0..SETS {
        let mut random = SplitMix64::new(0xA11 + number);
        sets.push(set(&mut |i| {
            let list = special[i].len() as u64;
            let place = random.below(2 * list + 1);
            special[i].get(usize::try_from(place).unwrap_or(usize::MAX)).copied()
        }));
    }
    let mut different: Vec<Vec<(Expr, Expr)>> = Vec::new();
    for set in sets {
        if !different.contains(&set) {
            different.push(set);
        }
    }
    different
}

/// The numbers of all parameters, those that are defined through others included.
pub(crate) fn numbers(model: &Model, values: &[(Expr, Expr)]) -> Vec<(Expr, Expr)> {
    let mut all = values.to_vec();
    for p in model.parameters.iter().filter(|p| p.is_definition) {
        let value = Substitution::new(all.iter().copied()).apply(p.value);
        all.push((p.symbol, value));
    }
    all
}

/// Special values that a parameter may have: 0, 1, the ends of its range, the values of others.
fn special(model: &Model, p: &Parameter) -> Vec<Expr> {
    let others = model.parameters.iter().filter(|q| q.symbol != p.symbol && !q.is_definition);
    let mut list = vec![Expr::zero(), Expr::one()];
    list.extend(p.range.iter().flat_map(|&(low, high)| [low, high]));
    list.extend(others.map(|q| q.value));
    list.retain(|&e| may_be(p, e));
    list
}

fn may_be(p: &Parameter, e: Expr) -> bool {
    let number = |e: Expr| evaluate(&[e], &Approximate::new([])).ok().map(|x: Vec<f64>| x[0]);
    let Some(x) = number(e) else { return false };
    let is_positive =
        matches!(p.symbol.as_symbol().map(|s| s.kind), Some(Kind::Parameter { positive: true }));
    let within = match p.range {
        Some((low, high)) => {
            number(low).is_some_and(|a| a <= x) && number(high).is_some_and(|b| x <= b)
        }
        None => x > 0.0 || number(p.value).is_some_and(|own| own <= 0.0),
    };
    within && (x > 0.0 || !is_positive)
}
