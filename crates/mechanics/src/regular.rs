//! Is a matrix invertible at some state? Proved by elimination in balls.
//!
//! A matrix whose pivots exclude zero at one real point is invertible there, hence everywhere but
//! on a thin set. Nothing is expanded, so that this is quick for large matrices; a matrix for
//! which no point is found may still be invertible.

use alembert_algebra::evaluate::evaluate;
use alembert_algebra::numeric::Ball;
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, gradient, jacobian, symbols};

use crate::classify::Surface;
use crate::pivots::{Row, is_regular};
use crate::rotation::chart;
use crate::theory::definitions;
use crate::witness::{Choice, start};
use crate::{Constraint, Motion, System};

/// Is it proved that the equations determine the unknowns at almost every state? Then the
/// constraints are independent, too.
///
/// The matrix is looked at where the constraints do not reach: in derivatives of a lower order
/// than they restrict, which are free. When it contains others nothing is claimed.
#[must_use]
pub fn is_determined(motion: &Motion) -> bool {
    let mut chart = chart(&motion.rotations);
    let W = motion.system.square().0.map(|e| chart.apply(e));
    let entries: Vec<Expr> = W.support().collect();
    let restricted = motion.manifold.iter().position(|level| !level.is_empty());
    let is_free = |e: Expr| {
        let symbol = e.as_symbol().expect("it is one");
        let order = usize::try_from(symbol.order).unwrap_or(usize::MAX);
        !symbol.kind.is_of_motion() || restricted.is_none_or(|k| order < k)
    };
    symbols(&entries).into_iter().all(is_free) && is_regular_somewhere(&W)
}

/// The same where the position constraints hold: their coordinates are put in, and what is left
/// of the positions is free.
#[must_use]
pub fn is_determined_on_positions(system: &System, motion: &Motion) -> bool {
    let mut given = definitions(system);
    let on_positions = |c: &&Constraint| c.order(system.q()) == Some(0);
    let positions: Vec<Expr> =
        system.constraints().iter().filter(on_positions).map(|c| given.apply(c.phi)).collect();
    let mut chart = chart(system.rotations());
    let positions: Vec<Expr> = positions.into_iter().map(|phi| chart.apply(phi)).collect();
    let Ok(surface) = Surface::new(&positions, system.q()) else { return false };
    let (W, _) = motion.system.square();
    let W = W.map(|e| given.apply(chart.apply(e)));
    let entries: Vec<Expr> = W.support().collect();
    let moves = |e: Expr| {
        e.as_symbol().is_some_and(|symbol| symbol.kind.is_of_motion() && symbol.order > 0)
    };
    !symbols(&entries).into_iter().any(moves) && is_regular_on(&surface, &W)
}

/// Is it proved that every direction has inertia: that `∂²L/∂q'∂q'`, or `∂²L/∂q''∂q''` where the
/// Lagrangian contains accelerations, is invertible at almost every state?
#[must_use]
pub fn has_inertia(system: &System) -> bool {
    if system.is_odd() {
        return true; // (5) of `gauge` is regular
    }
    let v = system.speeds();
    let mut chart = chart(system.rotations());
    let inertia = jacobian(&gradient(system.L(), &v), &v);
    is_regular_somewhere(&inertia.map(|e| chart.apply(e)))
}

/// Is the square matrix proved to be invertible at some point of a set of positions? Where the set
/// has a root it may be real near the origin only, so that points are looked for there too.
pub(crate) fn is_regular_on(surface: &Surface, matrix: &Matrix) -> bool {
    let there = matrix.map(|e| surface.restrict(e));
    if is_regular_somewhere(&there) {
        return true;
    }
    let entries: Vec<Expr> = there.support().collect();
    let place =
        |e: &Expr| e.as_symbol().is_some_and(|s| s.kind == Kind::Coordinate && s.order == 0);
    let places = symbols(&entries).into_iter().filter(place);
    let mut near = Substitution::new(places.map(|x| (x, x / Expr::from(NEARER))));
    is_regular_somewhere(&there.map(|e| near.apply(e)))
}

/// How much nearer to the origin the second points are.
const NEARER: i64 = 16;

/// Is the square matrix proved to be invertible at some point?
pub(crate) fn is_regular_somewhere(matrix: &Matrix) -> bool {
    let entries: Vec<Expr> = matrix.support().collect();
    let choice = Choice::default();
    (0..choice.tries).any(|number| {
        let values =
            start(&entries, &choice, number).and_then(|point| evaluate(&entries, &point).ok());
        values.is_some_and(|values| is_regular(rows_of(matrix, &values)))
    })
}

/// Is the square matrix proved to be invertible where its entries that are not zero have these values?
pub(crate) fn is_regular_at(matrix: &Matrix, values: &[Ball]) -> bool {
    is_regular(rows_of(matrix, values))
}

/// The rows of a matrix whose entries that are not zero have these values, one after the other.
fn rows_of(matrix: &Matrix, values: &[Ball]) -> Vec<Row> {
    let mut values = values.iter().copied();
    let row = |row: &Vector| {
        let places = row.sparse().map(|(j, _)| j);
        places.zip(values.by_ref()).collect()
    };
    matrix.rows().iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alembert_algebra::{Elementary, Kind, apply};

    use crate::Constraint;
    use crate::principle::dalembert;

    fn matrix(rows: [[Expr; 2]; 2]) -> Matrix {
        Matrix::from_rows(rows.map(|row| row.into_iter().collect::<Vector>()).to_vec(), 2)
    }

    fn system(L: Expr, phi: &[Expr]) -> Motion {
        let q = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let constraint = |(i, &phi): (usize, &Expr)| Constraint::ideal(&format!("c{i}"), phi);
        let constraints = phi.iter().enumerate().map(constraint).collect();
        let system = System::new(q.into_iter().collect(), L, Vector::zeros(2), constraints);
        dalembert(&system.expect("a system")).expect("a motion")
    }

    #[test]
    fn a_motion_is_determined_when_inertia_and_independent_constraints_fix_it() {
        let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
        let free = u * u + v * v;
        assert!(is_determined(&system(free, &[])));
        assert!(is_determined(&system(free, &[u - x * v])));
        assert!(is_determined(&system(u * u, &[u - v]))); // the constraint gives y its inertia
        assert!(!is_determined(&system(u * u, &[])));
        assert!(!is_determined(&system(free, &[u - v, u + u - v - v])));
        // On the line x = 0 the rows of both constraints vanish: nothing may be said.
        assert!(!is_determined(&system(free, &[x * y])));
    }

    #[test]
    fn a_matrix_with_a_determinant_that_vanishes_identically_is_never_regular() {
        let x = Expr::symbol("x", Kind::Coordinate, 0);
        let (s, c) = (apply(Elementary::Sin, &[x]), apply(Elementary::Cos, &[x]));
        let one = Expr::one();
        assert!(!is_regular_somewhere(&matrix([[one, s], [s, one - c * c]])));
        assert!(is_regular_somewhere(&matrix([[one, s], [s, one + c * c]])));
        assert!(is_regular_somewhere(&matrix([[Expr::zero(), x], [c, one]])));
        assert!(!is_regular_somewhere(&matrix([[x, x], [x, x]])));
    }
}
