//! Speeds of constraints that are solved one after the other.
//!
//! The wheels of a trailer restrict the angle of the trailer, and the motion of the car before it, which wheels of its
//! own restrict. So no constraint but the last has a direction of its own as [`eliminate`](super) looks for it, and yet
//! all are solved without a divisor that could vanish: the last first, which leaves the others without its angle. In the
//! order in which they are taken each constraint has
//!
//! ```text
//! a velocity v_i with a factor c of parameters alone, or
//! two velocities with factors s and c, where k = s² + c² is made of parameters alone                 (1)
//! ```
//!
//! which no constraint after it contains. With what the rest of the constraint is, r = φ where these vanish,
//!
//! ```text
//! v_i = −r/c,     or     v_i = c u − s r/k,   v_j = −s u − c r/k,   u = (c v_i − s v_j)/k             (2)
//! ```
//!
//! from the last one taken to the first, so that r has values. Velocities that nothing gives are speeds as they are, and
//!
//! ```text
//! v = S u + s,     y = S u' + b,     b = S' u + s'                                                   (3)
//! ```
//!
//! The equations of motion along S are in [`kane`](super::kane); their rest gives the multipliers, in the order in which
//! the constraints were taken:
//!
//! ```text
//! c λ = (M y − f − Σ Aᵀ λ)_i,     or     k λ = s (M y − f − Σ Aᵀ λ)_i + c (M y − f − Σ Aᵀ λ)_j         (4)
//! ```

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{
    Expr, Kind, Matrix, Substitution, Vector, contains, gradient, rate, rate_below,
};

use super::chart::{contains_velocities, without};
use super::kane::Balance;
use super::{BUDGET, Chart, Eliminated};
use crate::affine::is_affine;
use crate::{Linear, Motion};

/// The motion in speeds of constraints that are solved in turn; none when they are not of the form (1), or not all on
/// velocities. `L` is the Lagrangian, for the form of its kinetic energy. `is_nonzero` tells of expressions in parameters
/// whether their values are numbers other than 0.
#[must_use]
pub fn in_turn(motion: &Motion, L: Expr, is_nonzero: impl Fn(Expr) -> bool) -> Option<Eliminated> {
    let Linear::Kkt { M, B, A, f, .. } = &motion.system else { return None };
    let positions = motion.state.len().checked_sub(f.len())?;
    let (q, v) = motion.state.split_at(positions);
    let [on_positions, phi] = &motion.manifold[..] else { return None };
    let is_plain = motion.rate[..positions] == *v
        && motion.rate[positions..] == motion.unknowns[..f.len()]
        && on_positions.is_empty()
        && phi.len() == A.nrows();
    if A != B || !is_plain {
        return None;
    }
    let taken = taken(A, &is_nonzero)?;
    let speeds = Speeds::new(&taken, (A, phi), v)?;
    let Balance { R, h } = Balance::new(&speeds, (M, f), L, (q, v))?;
    let mut dependents = speeds.accelerations(v, &motion.unknowns);
    dependents.extend(multipliers(&taken, motion));
    let unknowns: Vec<Expr> = speeds.u.iter().map(|&u| rate(u)).collect();
    let chart = Chart {
        speeds: speeds.u,
        values: speeds.values,
        rates: unknowns.clone(),
        velocities: speeds.velocities,
    };
    let whole = Eliminated { unknowns, W: R, h, values: vec![], dependents, chart: Some(chart) };
    Some(whole.without_lone(is_nonzero))
}

/// The velocities of (1) that a constraint gives.
enum Pivot {
    /// `v_i` with c.
    One(usize, Expr),
    /// `v_i` and `v_j` with k.
    Circle([usize; 2], Expr),
}

/// The constraints by their numbers with what they give, in the order in which they are taken.
fn taken(A: &Matrix, is_nonzero: &impl Fn(Expr) -> bool) -> Option<Vec<(usize, Pivot)>> {
    let mut ring = Ring::new(&A.entries().collect::<Vec<_>>()).ok()?;
    ring.set_budget(BUDGET);
    let mut row = |row: &Vector| row.iter().map(|&e| ring.fraction(e).ok()).collect();
    let rows = A.rows().iter().map(&mut row).collect::<Option<Vec<Vec<Fraction>>>>()?;
    let mut left: Vec<usize> = (0..rows.len()).collect();
    let mut taken = Vec::new();
    while !left.is_empty() {
        let found = |(place, _): (usize, &usize)| {
            Some((place, pivot(&ring, &rows, (&left, place), is_nonzero)?))
        };
        let (place, pivot) = left.iter().enumerate().rev().find_map(found)?;
        taken.push((left.remove(place), pivot));
    }
    Some(taken)
}

/// What (1) gives of a constraint among those that are left.
fn pivot(
    ring: &Ring,
    rows: &[Vec<Fraction>],
    (left, place): (&[usize], usize),
    is_nonzero: &impl Fn(Expr) -> bool,
) -> Option<Pivot> {
    let row = &rows[left[place]];
    let alone = |j: &usize| left.iter().all(|&k| k == left[place] || rows[k][*j].is_zero());
    let own: Vec<usize> = (0..row.len()).filter(|&j| !row[j].is_zero()).filter(alone).collect();
    let fixed = |f: &Fraction| -> Option<Expr> {
        let e = f.atoms().all(|atom| ring.is_parameter(atom)).then(|| ring.expression(f))?;
        is_nonzero(e).then_some(e)
    };
    if let Some((i, c)) = own.iter().find_map(|&i| Some((i, fixed(&row[i])?))) {
        return Some(Pivot::One(i, c));
    }
    let circle = |i: usize, j: usize| {
        let square = ring.dot([&row[i], &row[j]].map(|f| (f, f))).ok()?;
        Some(Pivot::Circle([i, j], fixed(&ring.lowest(&square).ok()?)?))
    };
    let pairs = own.iter().flat_map(|&i| own.iter().map(move |&j| (i, j)));
    { pairs }.filter(|(i, j)| i < j).find_map(|(i, j)| circle(i, j))
}

/// Equations (2) and (3).
pub(super) struct Speeds {
    pub(super) u: Vec<Expr>,
    /// The speeds through velocities.
    values: Vec<Expr>,
    /// The velocities that are no speeds, through speeds.
    velocities: Vec<(Expr, Expr)>,
}

impl Speeds {
    fn new(taken: &[(usize, Pivot)], (A, phi): (&Matrix, &[Expr]), v: &[Expr]) -> Option<Self> {
        let is_given = |i: usize| {
            taken.iter().any(|(_, pivot)| match pivot {
                Pivot::One(j, _) => *j == i,
                Pivot::Circle(pair, _) => pair.contains(&i),
            })
        };
        let u: Vec<Expr> = (0..v.len()).filter(|&i| !is_given(i)).map(|i| v[i]).collect();
        let mut speeds = Self { values: u.clone(), u, velocities: Vec::new() };
        for (row, pivot) in taken.iter().rev() {
            let phi = phi[*row];
            match *pivot {
                Pivot::One(i, c) => {
                    let r = speeds.put().apply(without(phi, &[v[i]]));
                    speeds.give(v[i], -r / c)?; // (2)
                }
                Pivot::Circle([i, j], k) => {
                    let slopes = gradient(phi, &[v[i], v[j]]);
                    let (s, c) = (slopes[0], slopes[1]);
                    if [s, c, A[(*row, i)], A[(*row, j)]].into_iter().any(contains_velocities) {
                        return None;
                    }
                    let r = speeds.put().apply(without(phi, &[v[i], v[j]]));
                    let name = format!("speed {}", v[i].as_symbol()?.spelling());
                    let u = Expr::symbol(&name, Kind::Quasi, 1);
                    speeds.u.push(u);
                    speeds.values.push((c * v[i] - s * v[j]) / k); // (2)
                    speeds.give(v[i], c * u - s * r / k)?; // (2)
                    speeds.give(v[j], -s * u - c * r / k)?; // (2)
                }
            }
        }
        let given: Vec<Expr> = speeds.velocities.iter().map(|(v, _)| *v).collect();
        let is_solved = |&(_, e): &(Expr, Expr)| given.iter().all(|&v| !contains(e, v));
        speeds.velocities.iter().all(is_solved).then_some(speeds)
    }

    /// A velocity, in the form (3); none when it is not affine in speeds.
    fn give(&mut self, v: Expr, value: Expr) -> Option<()> {
        let (S, s) = self.along(value)?;
        self.velocities.push((v, S.dot(&self.u) + s));
        Some(())
    }

    /// The slopes of an expression in speeds, and the rest; none when it is not affine in them.
    pub(super) fn along(&self, e: Expr) -> Option<(Vector, Expr)> {
        if !is_affine(e, &self.u) {
            return None;
        }
        Some((gradient(e, &self.u), without(e, &self.u)))
    }

    /// Puts velocities in.
    pub(super) fn put(&self) -> Substitution {
        Substitution::new(self.velocities.iter().copied())
    }

    /// S and b of (3), of a velocity.
    pub(super) fn of(&self, v: Expr) -> Option<(Vector, Expr)> {
        let given = self.velocities.iter().find(|(given, _)| *given == v).map(|(_, e)| *e);
        let (S, s) = self.along(given.unwrap_or(v))?;
        let rates: Vector = S.iter().map(|&S| rate_below(S, 2)).collect();
        Some((S, rates.dot(&self.u) + rate_below(s, 2)))
    }

    /// The accelerations that are no rates of speeds.
    fn accelerations(&self, v: &[Expr], y: &[Expr]) -> Vec<(Expr, Expr)> {
        let value = |(v, &y): (&Expr, &Expr)| {
            let (_, value) = self.velocities.iter().find(|(given, _)| given == v)?;
            Some((y, rate(*value)))
        };
        v.iter().zip(y).filter_map(value).collect()
    }
}

/// Equation (4).
fn multipliers(taken: &[(usize, Pivot)], motion: &Motion) -> Vec<(Expr, Expr)> {
    let Linear::Kkt { M, A, f, .. } = &motion.system else { return Vec::new() };
    let (y, lambda) = motion.unknowns.split_at(f.len());
    let mut found: Vec<(Expr, Expr)> = Vec::new();
    for (place, (row, pivot)) in taken.iter().enumerate() {
        let left = |i: usize| {
            let before = taken[..place].iter().map(|(k, _)| A[(*k, i)] * lambda[*k]);
            M.rows()[i].dot(y) - f[i] - before.sum::<Expr>()
        };
        let value = match *pivot {
            Pivot::One(i, c) => left(i) / c,
            Pivot::Circle([i, j], k) => (A[(*row, i)] * left(i) + A[(*row, j)] * left(j)) / k,
        };
        found.push((lambda[*row], value)); // (4)
    }
    found
}
