//! Claims about bodies that turn, as combinations of the equations of motion.
//!
//! A claim `e = 0` that is linear in the accelerations and multipliers y, and the equations of motion
//!
//! ```text
//! e = a · y + b,     W y = h,     Wᵀ z = a     ⟹     e = z · (W y − h) + (b + z · h)       (1)
//! ```
//!
//! So the claim holds on every motion when `b + z · h` vanishes where the constraints on velocities
//! hold, and the equations need not be solved for y: W contains positions alone, and the solution z is
//! short where the claim is the momentum of a field, or a multiple of one. Claims about the ball with
//! an eccentric centre of mass, whose accelerations fill pages, are decided so.
//!
//! Rotations are taken as a tilt and a turn about the vertical (`rotation/tilt`).
//!
//! Known limits: constraints on velocities only, linear in them; what is not proved stays open.

use alembert_algebra::ring::{ConversionError, Fraction, Imposed, Ring};
use alembert_algebra::{Expr, Substitution, Vector, gradient, partial, symbols};

use crate::rotation::{Rotation, entries};
use crate::theory::{definitions, residuals};
use crate::{Motion, System, explicit};

/// Products of terms that a claim may take: about two seconds.
const LARGEST_CLAIM: u64 = 16_000_000;

/// What must not vanish for the claim `e = 0` to hold on every motion, if it is proved by (1).
#[must_use]
pub fn provisos_by_adjoint(system: &System, motion: &Motion, e: Expr) -> Option<Vec<Expr>> {
    let velocities = linear_constraints(system, motion)?;
    let rotations: Vec<Rotation> = system.rotations().iter().map(Rotation::tilted).collect();
    let mut tilt = Substitution::new(rotations.iter().flat_map(Rotation::by_chart));
    let mut given = definitions(system);
    let mut put = |e: Expr| tilt.apply(given.apply(e));
    let (constraints, balances) = residuals(motion);
    let claim = Claim {
        e: put(e),
        equations: constraints.stack(&balances).iter().map(|&r| put(r)).collect(),
        y: motion.highest.stack(&motion.multipliers),
        velocities: velocities.iter().map(|&phi| put(phi)).collect(),
        v: system.jet(1),
    };
    let divisors = claim.divisors().ok()??;
    let mut back = entries(&rotations);
    let divisors = explicit::conditions(&divisors, &[]).into_iter().map(|d| back.apply(d));
    Some(divisors.chain(rotations.iter().map(Rotation::half_turn)).collect())
}

/// The constraints of a system that has only such on velocities, linear in them.
fn linear_constraints(system: &System, motion: &Motion) -> Option<Vector> {
    let [positions, velocities] = motion.manifold.as_slice() else { return None };
    let v = system.jet(1);
    let slopes = velocities.iter().flat_map(|&phi| gradient(phi, &v).to_vec());
    let slopes = symbols(&slopes.collect::<Vec<_>>());
    let linear = !slopes.iter().any(|x| v.contains(x));
    (positions.is_empty() && linear).then(|| velocities.clone())
}

/// The parts of (1).
struct Claim {
    e: Expr,
    /// `W y − h`.
    equations: Vec<Expr>,
    y: Vector,
    /// Constraints on the velocities.
    velocities: Vec<Expr>,
    v: Vector,
}

impl Claim {
    /// What z divides by, if the claim is proved.
    fn divisors(&self) -> Result<Option<Vec<Expr>>, ConversionError> {
        let y = &self.y;
        let mut at_zero = Substitution::new(y.iter().map(|&y| (y, Expr::zero())));
        let row = |y: Expr| {
            let slopes = self.equations.iter().chain([&self.e]).map(|&r| partial(r, y));
            slopes.collect::<Vec<Expr>>()
        };
        let rows: Vec<Vec<Expr>> = y.iter().map(|&y| row(y)).collect();
        let is_linear = !symbols(&rows.concat()).iter().any(|x| y.contains(x));
        if self.equations.len() != y.len() || !is_linear {
            return Ok(None);
        }
        let b = at_zero.apply(self.e);
        let h: Vec<Expr> = self.equations.iter().map(|&r| -at_zero.apply(r)).collect();
        let others = h.iter().chain([&b]).chain(&self.velocities);
        let mut ring =
            Ring::new(&rows.iter().flatten().chain(others).copied().collect::<Vec<_>>())?;
        ring.set_budget(LARGEST_CLAIM);
        let solved = ring.impose_plainly(&self.velocities, &self.v)?;
        if !solved.iter().all(|s| matches!(s, Imposed::Rule(_) | Imposed::Redundant)) {
            return Ok(None);
        }
        let mut value = |list: &Vec<Expr>| list.iter().map(|&e| ring.value(e)).collect();
        let rows = rows.iter().map(&mut value).collect::<Result<Vec<Vec<Fraction>>, _>>()?;
        let Some(z) = solution(&ring, rows)? else { return Ok(None) };
        if !vanishes(&mut ring, b, (&z, &h))? {
            return Ok(None);
        }
        let below = z.iter().flat_map(|z| z.den.iter().map(|(p, _)| p.clone()));
        let below = below.map(|p| ring.expression(&Fraction::polynomial(p)));
        Ok(Some(below.chain(ring.provisos()).collect()))
    }
}

/// Is `b + z · h` proved to vanish?
fn vanishes(
    ring: &mut Ring,
    b: Expr,
    (z, h): (&[Fraction], &[Expr]),
) -> Result<bool, ConversionError> {
    let mut rest = ring.value(b)?;
    for (z, &h) in z.iter().zip(h).filter(|(z, _)| !z.is_zero()) {
        let h = ring.value(h)?;
        rest = ring.into_lowest(ring.add(&rest, &ring.product(z, &h)?)?)?;
    }
    Ok(rest.is_zero() && ring.divisors_are_proved())
}

/// The solution of a square system, given as rows `[A | b]`: unknowns with a number times positive
/// parameters before them are eliminated first, and what is left is solved by Cramer's rule.
fn solution(
    ring: &Ring,
    mut rows: Vec<Vec<Fraction>>,
) -> Result<Option<Vec<Fraction>>, ConversionError> {
    let n = rows.len();
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    while let Some((i, j)) = plain_pivot(ring, &rows, &pivots) {
        eliminate(ring, &mut rows, (i, j))?;
        pivots.push((i, j));
    }
    let open = |used: Vec<usize>| (0..n).filter(|k| !used.contains(k)).collect::<Vec<usize>>();
    let left = open(pivots.iter().map(|p| p.0).collect());
    let unknowns = open(pivots.iter().map(|p| p.1).collect());
    let row = |&i: &usize| unknowns.iter().map(|&j| rows[i][j].clone()).collect();
    let matrix: Vec<Vec<Fraction>> = left.iter().map(row).collect();
    let right: Vec<Vec<Fraction>> = left.iter().map(|&i| vec![rows[i][n].clone()]).collect();
    let Some(values) = ring.solve(&matrix, &right)? else { return Ok(None) };
    let mut z = vec![Fraction::zero(); n];
    for (&j, mut value) in unknowns.iter().zip(values) {
        z[j] = value.remove(0);
    }
    for &(i, j) in &pivots {
        let mut value = rows[i][n].clone();
        for &k in &unknowns {
            value = ring.subtract(&value, &ring.product(&rows[i][k], &z[k])?)?;
        }
        z[j] = ring.into_lowest(value)?;
    }
    Ok(Some(z))
}

/// Makes the entry `(i, j)` the only one of its column, and 1.
fn eliminate(
    ring: &Ring,
    rows: &mut [Vec<Fraction>],
    (i, j): (usize, usize),
) -> Result<(), ConversionError> {
    let inverse = ring.inverse(&rows[i][j])?.expect("a pivot is not zero");
    for entry in &mut rows[i] {
        *entry = ring.into_lowest(ring.product(entry, &inverse)?)?;
    }
    let pivot = rows[i].clone();
    for (k, row) in rows.iter_mut().enumerate() {
        let factor = row[j].clone();
        if k == i || factor.is_zero() {
            continue;
        }
        for (x, p) in row.iter_mut().zip(&pivot).filter(|(_, p)| !p.is_zero()) {
            *x = ring.into_lowest(ring.subtract(x, &ring.product(&factor, p)?)?)?;
        }
    }
    Ok(())
}

/// An entry in a row and a column without a pivot that is a number times positive parameters.
fn plain_pivot(
    ring: &Ring,
    rows: &[Vec<Fraction>],
    pivots: &[(usize, usize)],
) -> Option<(usize, usize)> {
    let plain = |f: &Fraction| match f.num.terms() {
        [(m, _)] => m.factors().all(|(atom, _)| ring.is_positive(atom)),
        _ => false,
    };
    let n = rows.len();
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    places
        .into_iter()
        .filter(|(i, j)| !pivots.iter().any(|(k, l)| k == i || l == j))
        .find(|&(i, j)| plain(&rows[i][j]))
}
