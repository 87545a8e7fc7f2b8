//! Values of parameters that change what is derived.
//!
//! Parameters are symbols of a derivation, and their values are put into its result. Some values make another system:
//! `c: k x' = y - x²` is a relation between positions where k = 0, and its second derivative, which moves the motion, is no
//! limit of the first one's. Such values are put in before anything is derived, and every answer names them. They
//! change, at almost all states,
//!
//! ```text
//! the order of the Lagrangian, the order of a constraint φᵢ, or the rank of the rows ∂φᵢ/∂y        (1)
//! ```
//!
//! with y the highest derivatives in φᵢ. A coordinate that loses its inertia is told by the principles themselves.
//!
//! Known limit: (1) is looked at with numbers, at two states; functions without a formula leave it open.

use alembert_algebra::tape::{Builder, Tape};
use alembert_algebra::{Expr, contains, gradient, symbols};
use alembert_mechanics::System;
use alembert_render::Spelling;

use super::assumed::clause;
use crate::language::Model;

/// Pivots below this part of their row are 0, (1).
const NO_PIVOT: f64 = 1e-10;

/// The states at which (1) is looked at.
const STATES: u32 = 2;

/// The model with those of its values put in that change what is derived; parameters that are asked about stay symbols.
pub(super) fn decided(model: &Model, asked: &[Expr]) -> Model {
    decisive(model, asked).map_or_else(|| model.clone(), |values| model.assuming(&values))
}

/// The values that are put in, and what they leave out, in words.
#[must_use]
pub fn decided_values(model: &Model) -> Vec<String> {
    let own = decided(model, &[]);
    if own.assumed.len() == model.assumed.len() {
        return Vec::new();
    }
    let with = clause(&own, Spelling::Unicode).unwrap_or_default();
    let said = format!("{with}: these values change what is derived, and are put in before");
    let silent = own.silent[model.silent.len()..].iter();
    let silent = silent.map(|c| format!("{with} the constraint `{}` says nothing", c.label));
    [said].into_iter().chain(silent).collect()
}

/// The values that change (1): one that does it alone, or all that take part.
fn decisive(model: &Model, asked: &[Expr]) -> Option<Vec<(Expr, Expr)>> {
    let system = model.system().ok()?;
    if system.constraints().is_empty() && system.order() == 1 {
        return None;
    }
    let mut made_of: Vec<Expr> = system.constraints().iter().map(|c| c.phi).collect();
    made_of.push(system.L());
    let used = |p: Expr| made_of.iter().any(|&e| contains(e, p)) && !asked.contains(&p);
    let values: Vec<(Expr, Expr)> =
        model.own_values().into_iter().filter(|(p, _)| used(*p)).collect();
    if values.is_empty() {
        return None;
    }
    let rows = Rows::new(model, &system)?;
    let numbers: Vec<(Expr, f64)> =
        values.iter().filter_map(|&(p, e)| Some((p, number(e)?))).collect();
    let usual = rows.shape(&[])?;
    let own = rows.shape(&numbers)?;
    if own == usual {
        return None;
    }
    let alone = |p: Expr, x: f64| rows.shape(&[(p, x)]);
    let enough = numbers.iter().find(|&&(p, x)| alone(p, x).as_ref() == Some(&own));
    let is_chosen = |p: Expr| match enough {
        Some(&(one, _)) => p == one,
        None => true,
    };
    Some(values.into_iter().filter(|(p, _)| is_chosen(*p)).collect())
}

/// The value of an expression without symbols.
fn number(e: Expr) -> Option<f64> {
    tape(&[e], &[])?.evaluate::<f64>(&[]).ok()?.outputs.first().copied()
}

/// The tape of expressions in symbols.
fn tape(list: &[Expr], symbols: &[Expr]) -> Option<Tape> {
    let mut builder = Builder::new(symbols);
    let slots = builder.expressions(list).ok()?;
    Some(builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect()))
}

/// What (1) is made of.
struct Rows {
    /// For each constraint ∂φ/∂q, ∂φ/∂q', … one after the other; last, for a Lagrangian with accelerations, its slopes in
    /// the same way: the length of each.
    lengths: Vec<Vec<usize>>,
    symbols: Vec<Expr>,
    /// All of them, in the symbols.
    tape: Tape,
}

/// What (1) is at a state: orders, and a rank.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    orders: Vec<Option<usize>>,
    rank: usize,
}

impl Rows {
    fn new(model: &Model, system: &System) -> Option<Self> {
        let levels = |phi: Expr, order: u32| -> Vec<Vec<Expr>> {
            let phi = model.specified(phi);
            (0..=order).map(|k| gradient(phi, &system.jet(k)).to_vec()).collect()
        };
        let constraints = system.constraints().iter();
        let mut slopes: Vec<_> =
            constraints.map(|c| levels(c.phi, c.order(system.q()).unwrap_or(0))).collect();
        let has_accelerations = system.order() > 1;
        slopes.push(if has_accelerations {
            levels(system.L(), system.order())
        } else {
            Vec::new()
        });
        let all: Vec<Expr> = slopes.iter().flatten().flatten().copied().collect();
        let symbols = symbols(&all);
        let lengths = slopes.iter().map(|levels| levels.iter().map(Vec::len).collect()).collect();
        Some(Self { tape: tape(&all, &symbols)?, symbols, lengths })
    }

    /// The largest orders and rank at some states, with values for some symbols and others for the rest.
    fn shape(&self, own: &[(Expr, f64)]) -> Option<Shape> {
        let shapes = (0..STATES).map(|state| self.shape_at(own, state));
        shapes.reduce(|a, b| {
            let (a, b) = (a?, b?);
            let pairs = a.orders.iter().zip(&b.orders);
            Some(Shape {
                orders: pairs.map(|(a, b)| *a.max(b)).collect(),
                rank: a.rank.max(b.rank),
            })
        })?
    }

    fn shape_at(&self, own: &[(Expr, f64)], state: u32) -> Option<Shape> {
        let value = |(i, &symbol): (usize, &Expr)| {
            let given = own.iter().find(|(p, _)| *p == symbol).map(|(_, x)| *x);
            given.unwrap_or_else(|| scattered(i, state))
        };
        let at: Vec<f64> = self.symbols.iter().enumerate().map(value).collect();
        let mut slopes = self.tape.evaluate(&at).ok()?.outputs.into_iter();
        let mut orders = Vec::new();
        let mut rows = Vec::new();
        for levels in &self.lengths {
            let mut found = (None, Vec::new());
            for (k, &length) in levels.iter().enumerate() {
                let row: Vec<f64> = slopes.by_ref().take(length).collect();
                if row.iter().any(|g| *g != 0.0) {
                    found = (Some(k), row);
                }
            }
            orders.push(found.0);
            rows.push(found.1);
        }
        rows.pop(); // of the Lagrangian only the order counts
        Some(Shape { orders, rank: rank(rows) })
    }
}

/// A number between 0.3 and 1.3 for a symbol at a state.
fn scattered(i: usize, state: u32) -> f64 {
    let i = f64::from(u32::try_from(i).unwrap_or(0));
    0.3 + (0.618_033_988_749_895 * (i + 1.0) + 0.414_213_562 * f64::from(state)).fract()
}

/// The rank of rows, by elimination with the largest pivots.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let size = |row: &[f64]| row.iter().fold(0.0f64, |most, g| most.max(g.abs()));
    rows.retain(|row| size(row) > 0.0);
    for row in &mut rows {
        let length = size(row);
        row.iter_mut().for_each(|g| *g /= length);
    }
    let mut rank = 0;
    while let Some(at) = (0..rows.len()).max_by(|&i, &j| size(&rows[i]).total_cmp(&size(&rows[j])))
    {
        let pivot_row = rows.swap_remove(at);
        let largest = size(&pivot_row);
        if largest <= NO_PIVOT {
            break;
        }
        rank += 1;
        let Some(column) = pivot_row.iter().position(|g| g.abs() == largest) else { break };
        for row in &mut rows {
            let factor = row[column] / pivot_row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(g, p)| *g -= factor * p);
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::{decided, decided_values};
    use crate::language::{Model, Source, read};

    fn model(parameters: &str, constraints: &str) -> Model {
        let text = format!(
            "coordinates\n  x, y\nparameters\n  {parameters}\nL = ½ (x'² + y'²)\nconstraints\n  {constraints}\n"
        );
        read(&Source::new("values.mech", &text)).model.expect("the text has no mistake")
    }

    #[test]
    fn values_that_change_an_order_or_a_rank_are_put_in_and_others_are_not() {
        let said =
            |parameters, constraints| decided_values(&model(parameters, constraints)).join("; ");
        assert!(said("k = 0, c = 2", "p: k x' = y - c x²").starts_with("with k = 0:"));
        assert!(said("k = 1", "p: (k - 1) x' = y").starts_with("with k = 1:"));
        assert!(said("k = 2, m = 2", "p: (k - m) x' = y").starts_with("with k = 2, m = 2:"));
        assert!(said("k = 0", "p: x' = 0\n  r: x' = k y'").starts_with("with k = 0:"));
        assert!(said("k = 0", "p: k x' = 0").ends_with("the constraint `p` says nothing"));
        assert_eq!(said("k = 1e-30", "p: k x' = y"), "");
        assert_eq!(said("k = 0", "p: x' = k y'"), "");
        assert_eq!(said("k = 3", "p: x' = k y'"), "");
    }

    #[test]
    fn parameters_that_are_asked_about_stay_symbols() {
        let own = model("k = 0", "p: k x' = y");
        let asked = own.parameters[0].symbol;
        assert_eq!(decided(&own, &[asked]).assumed.len(), 0);
        assert_eq!(decided(&own, &[]).assumed.len(), 1);
    }
}
