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

use alembert_algebra::tape::Builder;
use alembert_algebra::{Expr, Vector, contains, gradient, symbols};
use alembert_mechanics::System;
use alembert_render::Spelling;
use rustc_hash::FxHashMap;

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
    let rows = Rows::new(model, &system);
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
    values(&[e], &[])?.first().copied()
}

/// The values of expressions with numbers for their symbols.
fn values(list: &[Expr], numbers: &[(Expr, f64)]) -> Option<Vec<f64>> {
    let arguments: Vec<Expr> = numbers.iter().map(|n| n.0).collect();
    let mut builder = Builder::new(&arguments);
    let slots = builder.expressions(list).ok()?;
    let outputs = slots.into_iter().map(|slot| (String::new(), slot)).collect();
    let at: Vec<f64> = numbers.iter().map(|n| n.1).collect();
    Some(builder.finish(outputs).evaluate(&at).ok()?.outputs)
}

/// What (1) is made of.
struct Rows {
    /// For each constraint ∂φ/∂q, ∂φ/∂q', … one after the other; last, for a Lagrangian with accelerations, its slopes in
    /// the same way.
    slopes: Vec<Vec<Level>>,
    symbols: Vec<Expr>,
}

/// The entries of a row that are not zero, with their columns, and the symbols in them by number.
struct Level {
    columns: Vec<usize>,
    entries: Vec<Expr>,
    symbols: Vec<usize>,
}

/// The numbers of a row that are not zero, with their columns in ascending order.
type Row = Vec<(usize, f64)>;

/// What (1) is at a state: orders, and a rank.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    orders: Vec<Option<usize>>,
    rank: usize,
}

impl Rows {
    fn new(model: &Model, system: &System) -> Self {
        let jets: Vec<Vector> = (0..=2 * system.order()).map(|k| system.jet(k)).collect();
        let levels = |phi: Expr, order: u32| -> Vec<Vector> {
            let phi = model.specified(phi);
            jets[..=order as usize].iter().map(|jet| gradient(phi, jet)).collect()
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
        let all: Vec<Expr> =
            slopes.iter().flatten().flat_map(Vector::sparse).map(|(_, e)| e).collect();
        let symbols = symbols(&all);
        let number: FxHashMap<Expr, usize> =
            symbols.iter().enumerate().map(|(i, &x)| (x, i)).collect();
        let level = |row: &Vector| Level::new(row, &number);
        let slopes = slopes.iter().map(|levels| levels.iter().map(level).collect()).collect();
        Self { symbols, slopes }
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
            (symbol, given.unwrap_or_else(|| scattered(i, state)))
        };
        let numbers: Vec<(Expr, f64)> = self.symbols.iter().enumerate().map(value).collect();
        let mut orders = Vec::new();
        let mut rows = Vec::new();
        for levels in &self.slopes {
            let mut found = (None, Vec::new());
            for (k, level) in levels.iter().enumerate() {
                let own: Vec<(Expr, f64)> = level.symbols.iter().map(|&i| numbers[i]).collect();
                let row = level.columns.iter().copied().zip(values(&level.entries, &own)?);
                let row: Row = row.filter(|(_, g)| *g != 0.0).collect();
                if !row.is_empty() {
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
fn rank(mut rows: Vec<Row>) -> usize {
    rows.retain(|row| size(row) > 0.0);
    for row in &mut rows {
        let length = size(row);
        row.iter_mut().for_each(|(_, g)| *g /= length);
    }
    let mut sizes = vec![1.0f64; rows.len()];
    let mut rank = 0;
    while let Some(at) = (0..rows.len()).max_by(|&i, &j| sizes[i].total_cmp(&sizes[j])) {
        let (pivot_row, largest) = (rows.swap_remove(at), sizes.swap_remove(at));
        if largest <= NO_PIVOT {
            break;
        }
        rank += 1;
        let Some(&(column, pivot)) = pivot_row.iter().find(|(_, g)| g.abs() == largest) else {
            break;
        };
        for (row, most) in rows.iter_mut().zip(&mut sizes) {
            if let Ok(place) = row.binary_search_by_key(&column, |g| g.0) {
                *row = without(row, row[place].1 / pivot, &pivot_row);
                *most = size(row);
            }
        }
    }
    rank
}

fn size(row: &[(usize, f64)]) -> f64 {
    row.iter().fold(0.0f64, |most, (_, g)| most.max(g.abs()))
}

/// A row without a multiple of another.
fn without(row: &[(usize, f64)], factor: f64, other: &[(usize, f64)]) -> Row {
    let mut rest = Row::with_capacity(row.len() + other.len());
    let mut row = row.iter().copied().peekable();
    for &(j, p) in other {
        while let Some(kept) = row.next_if(|g| g.0 < j) {
            rest.push(kept);
        }
        let g = row.next_if(|g| g.0 == j).map_or(0.0, |g| g.1);
        rest.push((j, g - factor * p));
    }
    rest.extend(row);
    rest
}

impl Level {
    fn new(row: &Vector, number: &FxHashMap<Expr, usize>) -> Self {
        let (columns, entries): (Vec<usize>, Vec<Expr>) = row.sparse().unzip();
        let own = symbols(&entries).iter().map(|x| number[x]).collect();
        Self { columns, entries, symbols: own }
    }
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
