//! Which points are rigidly joined, with each other and with fixed points: the rods of a linkage.
//!
//! A rod of a fixed length is an identity along every motion. With a constraint φ, as its rate or by
//! itself when it is one on velocities,
//!
//! ```text
//! d/dt |P − Q|² = κ φ                            between two points                          (1)
//! d/dt |P|²     = 2 A · P' + κ φ                 about a pivot A                             (2)
//! |R|² = 2 A · R + c,   R = (x ± φ₁, y ± φ₂)     a loop that closes at the pivot A           (3)
//! d/dt (P − Q)  = Σ κₐ φₐ                        between two points that do not turn         (4)
//! ```
//!
//! where κ may be 0. (4) is a link along a line, x₂ − x₁ = l. In (3) R is P on the constraints φ₁ and φ₂, such as `x₂ + l cos γ = d` of a four-bar
//! linkage. The coefficients are found, and the identities tested, at points drawn from a fixed stream,
//! with the parameters of the model: a rod is a guess for the eye, and no proof.

use alembert_algebra::{Expr, Kind, Rational, rate, symbols};

use crate::language::Model;
use crate::walk::sampled::values;

/// A point in space.
type Place = [Expr; 3];

/// More points than this are not looked at: each pair would be.
const MOST_POINTS: usize = 16;
/// What differs by less than this part is equal.
const NEAR: f64 = 1e-9;

/// The ends of the rods: pairs of points, and points with their pivots.
pub(super) fn rods(model: &Model, points: &[Place]) -> Vec<[Place; 2]> {
    if points.len() > MOST_POINTS {
        return Vec::new();
    }
    let constraints = Constraints::of(model);
    let mut all: Vec<[Place; 2]> = Vec::new();
    for (i, &p) in points.iter().enumerate() {
        all.extend(constraints.pivot(model, p).map(|pivot| [pivot, p]));
        let rigid = |q: &&Place| constraints.joins(model, p, **q);
        all.extend(points[i + 1..].iter().filter(rigid).map(|&q| [p, q]));
    }
    all
}

/// The pairs of points whose distance a constraint fixes, which is none by itself.
pub(super) fn linked(model: &Model, points: &[Place]) -> Vec<[Place; 2]> {
    let is_few = points.len() <= MOST_POINTS && !model.constraints.is_empty();
    let constraints = Constraints::of(model);
    let pairs = points.iter().enumerate().filter(|_| is_few);
    let pairs = pairs.flat_map(|(i, &p)| points[i + 1..].iter().map(move |&q| [p, q]));
    pairs.filter(|&[p, q]| constraints.link(model, p, q)).collect()
}

/// The constraints of a model: those on positions, and the rates of all.
struct Constraints {
    positions: Vec<Expr>,
    rates: Vec<Expr>,
}

impl Constraints {
    fn of(model: &Model) -> Self {
        let order = |e: Expr| {
            let moving = symbols(&[e]).into_iter().filter_map(Expr::as_symbol);
            let moving = moving.filter(|s| matches!(s.kind, Kind::Coordinate | Kind::Quasi));
            moving.map(|s| s.order).max().unwrap_or(0)
        };
        let all = || model.constraints.iter().map(|c| c.phi);
        let positions: Vec<Expr> = all().filter(|&phi| order(phi) == 0).collect();
        let rates = positions.iter().map(|&phi| rate(phi));
        let rates = rates.chain(all().filter(|&phi| order(phi) == 1)).collect();
        Self { positions, rates }
    }

    /// (1)
    fn joins(&self, model: &Model, p: Place, q: Place) -> bool {
        let apart: Place = std::array::from_fn(|i| p[i] - q[i]);
        let Some(columns) = sampled(model, &[vec![rate(square(apart))], self.rates.clone()]) else {
            return false;
        };
        let (y, phi) = (&columns[0], &columns[1..]);
        combination(y, &[]).is_some() || phi.iter().any(|phi| combination(y, &[phi]).is_some())
    }

    /// (1) with κ ≠ 0, or (4) where the points could leave each other without the constraints.
    fn link(&self, model: &Model, p: Place, q: Place) -> bool {
        let apart: Place = std::array::from_fn(|i| p[i] - q[i]);
        let asked = [vec![rate(square(apart))], apart.map(rate).to_vec(), self.rates.clone()];
        let Some(columns) = sampled(model, &asked) else { return false };
        let (y, rest) = (&columns[0], &columns[1..]);
        let (moved, phi) = rest.split_at(3);
        let all: Vec<&Vec<f64>> = phi.iter().collect();
        let is_kept = phi.iter().any(|phi| combination(y, &[phi]).is_some())
            // More constraints than points would combine to anything.
            || 2 * all.len() < y.len() && moved.iter().all(|x| combination(x, &all).is_some());
        is_kept && combination(y, &[]).is_none()
    }

    /// The fixed point about which a point turns, (2) or (3).
    fn pivot(&self, model: &Model, p: Place) -> Option<Place> {
        let velocity = p.map(rate).to_vec();
        let columns = sampled(model, &[vec![rate(square(p))], velocity, self.rates.clone()])?;
        let (y, rest) = columns.split_first()?;
        let (velocity, phi) = rest.split_at(3);
        let basis: Vec<&Vec<f64>> = velocity.iter().collect();
        let with = |phi| combination(y, &[&basis[..], &[phi]].concat());
        let found = combination(y, &basis).or_else(|| phi.iter().find_map(with));
        found.map(|c| halves([c[0], c[1], c[2]])).or_else(|| self.closing(model, p))
    }

    /// (3), for what lies in the plane.
    fn closing(&self, model: &Model, p: Place) -> Option<Place> {
        let signs = [Expr::one(), -Expr::one()];
        let pairs =
            self.positions.iter().flat_map(|a| self.positions.iter().map(move |b| (*a, *b)));
        let signed = |(a, b): (Expr, Expr)| {
            signs.into_iter().flat_map(move |s| signs.into_iter().map(move |r| (s * a, r * b)))
        };
        let place = |(a, b): (Expr, Expr)| [p[0] + a, p[1] + b, Expr::zero()];
        let mut places = pairs.filter(|(a, b)| a != b).flat_map(signed).map(place);
        places.find_map(|r| {
            let one = Expr::one();
            let columns = sampled(model, &[vec![square(r), one], r[..2].to_vec()])?;
            let (y, basis) = columns.split_first()?;
            let basis: Vec<&Vec<f64>> = basis.iter().collect();
            let turns = combination(basis[1], &basis[..1]).is_none();
            combination(y, &basis).filter(|_| turns).map(|c| halves([c[1], c[2], 0.0]))
        })
    }
}

fn square(p: Place) -> Expr {
    p.into_iter().map(|x| x * x).sum()
}

/// Half of three numbers.
fn halves(numbers: [f64; 3]) -> Place {
    // Digits that are rounding would make two pivots of one.
    let short = |x: f64| format!("{:.9}", x / 2.0).parse().ok().and_then(Rational::from_f64);
    numbers.map(|x| Expr::number(short(x).unwrap_or(Rational::ZERO)))
}

/// The values of expressions, a column for each; none where too few points have them.
fn sampled(model: &Model, lists: &[Vec<Expr>]) -> Option<Vec<Vec<f64>>> {
    let list = lists.concat();
    let rows = values(model, &list);
    let column = |k: usize| rows.iter().map(|row| row[k]).collect();
    (rows.len() > 2 * list.len().min(6)).then(|| (0..list.len()).map(column).collect())
}

/// The coefficients by which a column is a combination of others.
pub(super) fn combination(y: &[f64], basis: &[&Vec<f64>]) -> Option<Vec<f64>> {
    let size = |a: &[f64]| a.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (coefficients, left) = nearest(y, basis);
    (size(&left) <= NEAR * size(y).max(1.0)).then_some(coefficients)
}

/// The coefficients of the combination that is nearest to a column, by orthogonalisation, and what it leaves; a
/// column that depends on those before it has the coefficient 0.
pub(super) fn nearest(y: &[f64], basis: &[&Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let less =
        |a: &mut [f64], f: f64, b: &[f64]| a.iter_mut().zip(b).for_each(|(a, b)| *a -= f * b);
    // Each direction as a column, and as a combination of the given ones.
    let mut directions: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for (k, column) in basis.iter().enumerate() {
        let (mut left, mut made) = ((*column).clone(), vec![0.0; basis.len()]);
        made[k] = 1.0;
        for (direction, parts) in &directions {
            let f = dot(&left, direction);
            less(&mut left, f, direction);
            less(&mut made, f, parts);
        }
        let length = dot(&left, &left).sqrt();
        if length > NEAR * dot(column, column).sqrt() {
            left.iter_mut().chain(&mut made).for_each(|x| *x /= length);
            directions.push((left, made));
        }
    }
    let (mut left, mut coefficients) = (y.to_vec(), vec![0.0; basis.len()]);
    for (direction, parts) in &directions {
        let f = dot(&left, direction);
        less(&mut left, f, direction);
        less(&mut coefficients, -f, parts);
    }
    (coefficients, left)
}

#[cfg(test)]
mod tests {
    use super::combination;

    #[test]
    fn a_combination_is_found_and_nothing_else() {
        let (a, b) = (vec![1.0, 0.0, 2.0, 1.0], vec![0.0, 1.0, 1.0, -1.0]);
        let y: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 3.0 * a - 2.0 * b).collect();
        let found = combination(&y, &[&a, &b]).expect("a combination");
        assert!((found[0] - 3.0).abs() < 1e-12 && (found[1] + 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(combination(&[1.0, 1.0, 0.0, 0.0], &[&a, &b]), None);
        assert_eq!(combination(&[0.0; 4], &[]), Some(Vec::new()));
    }
}
