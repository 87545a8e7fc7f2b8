//! What must not vanish, as a list for people: `where cos θ ≠ 0`.

use alembert_algebra::{Expr, Rational};
use alembert_mechanics::explicit::{self, Range};
use alembert_render::{Layout, Spelling, Tree, wrap};

use crate::language::Model;
use crate::language::model::Parameter;

/// What stands before the list.
const LEAD: &str = "where ";

/// The factors of divisors that may vanish for admitted values of the parameters.
pub(super) fn listed(model: &Model, divisors: impl Iterator<Item = Expr>) -> Vec<Expr> {
    let known = |p: &Parameter| Some((p.symbol, range(p)?));
    let ranges: Vec<(Expr, Range)> = model.parameters.iter().filter_map(known).collect();
    explicit::conditions(&divisors.collect::<Vec<_>>(), &ranges)
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

/// The list after a blank line, wrapped to the page; nothing without conditions.
pub(super) fn lines(conditions: &[Tree], layout: Layout) -> String {
    let unequal = match layout.spelling {
        Spelling::Ascii => "!=",
        Spelling::Unicode => "≠",
    };
    let room = layout.width.saturating_sub(LEAD.len());
    let mut rows: Vec<String> = Vec::new();
    for (k, tree) in conditions.iter().enumerate() {
        let comma = if k + 1 < conditions.len() { "," } else { "" };
        let one = format!("{} {unequal} 0{comma}", layout.spelling.text(tree));
        match rows.last_mut() {
            Some(row) if row.chars().count() + 1 + one.chars().count() <= room => {
                row.push(' ');
                row.push_str(&one);
            }
            _ => rows.extend(wrap(&one, room, room)),
        }
    }
    let indent = " ".repeat(LEAD.len());
    match rows.as_slice() {
        [] => String::new(),
        rows => format!("\n{LEAD}{}\n", rows.join(&format!("\n{indent}"))),
    }
}
