//! What must not vanish, as a list for people: `where cos θ ≠ 0`.

use alembert_algebra::{Expr, Node, Rational};
use alembert_mechanics::explicit::{self, Range};

use crate::language::Model;
use crate::language::model::Parameter;

/// The factors of divisors that may vanish for admitted values of the parameters.
pub(super) fn listed(model: &Model, divisors: impl Iterator<Item = Expr>) -> Vec<Expr> {
    let known = |p: &Parameter| Some((p.symbol, range(p)?));
    let ranges: Vec<(Expr, Range)> = model.parameters.iter().filter_map(known).collect();
    let found = explicit::conditions(&divisors.collect::<Vec<_>>(), &ranges);
    found.into_iter().map(without_sign).collect()
}

/// The same for divisors in which these constants may have any value.
pub(super) fn listed_with(model: &Model, constants: &[Expr], divisors: &[Expr]) -> Vec<Expr> {
    let known = |p: &Parameter| Some((p.symbol, range(p)?));
    let mut ranges: Vec<(Expr, Range)> = model.parameters.iter().filter_map(known).collect();
    let known: Vec<Expr> = ranges.iter().map(|pair| pair.0).collect();
    let open = constants.iter().filter(|c| !known.contains(c));
    ranges.extend(open.map(|&c| (c, Range::Any)));
    explicit::conditions(divisors, &ranges).into_iter().map(without_sign).collect()
}

/// `e` or `−e`, whichever has fewer minus signs: that neither vanishes says the same.
pub(super) fn without_sign(e: Expr) -> Expr {
    let Node::Sum(terms) = e.node() else { return e };
    let negative = terms.iter().filter(|(c, _)| *c < Rational::ZERO).count();
    if 2 * negative > terms.len() { -e } else { e }
}

/// The range of a parameter. Without one it counts as positive where nothing but parameters is
/// divided by, unless the value that the model gives it is not.
fn range(parameter: &Parameter) -> Option<Range> {
    let multiple = |e: Expr| e.as_number().or_else(|| (e / Expr::pi()).as_number());
    let Some((low, high)) = parameter.range else {
        let value = multiple(parameter.value)?;
        return (value <= Rational::ZERO).then_some(Range::Any);
    };
    Some(match (low.as_number(), high.as_number()) {
        (Some(low), Some(high)) => Range::Between(low, high),
        _ if multiple(low).is_some_and(|low| low > Rational::ZERO) => Range::Positive,
        _ => Range::Any,
    })
}
