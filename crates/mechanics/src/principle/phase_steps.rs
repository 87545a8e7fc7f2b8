//! The steps of the bracket, from d'Alembert's principle on, with the checks of the phase space.
//!
//! With the directions `X` and `q' = Σ uₛ Xₛ + X₀` the momenta are those of `L` along `X`, the Hamiltonian is
//! `p · (q' − X₀) − L`, and the brackets of momenta are `−p · [Xₛ, Xₜ]`, here by derivatives along the directions.

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient};

use super::allowed_steps::displaced;
use super::bracket::almost_poisson;
use super::frame::frame;
use super::scope::Scope;
use super::steps::{Body, Step};
use super::virtual_work::{allowed, derivative_along, opening, pairs};
use crate::{PrincipleError, System};

/// The steps of the bracket with the principle before them, and with their checks.
pub(super) fn from_the_principle(
    list: Vec<Step>,
    system: &System,
) -> Result<Vec<Step>, PrincipleError> {
    let (mut steps, _) = opening(system);
    steps.extend(allowed(system));
    let space = Space::new(system)?;
    if system.order == 1 {
        steps.push(displaced(&space.X, "van der Schaft and Maschke 1994", system));
        steps.extend(list.into_iter().map(|step| space.checked(step)));
    } else {
        steps.extend(list);
    }
    Ok(steps)
}

/// The phase space at the velocities that the constraints allow.
struct Space<'a> {
    system: &'a System,
    /// The directions, one a column.
    X: Matrix,
    /// The velocities `q'`, and `q' − X₀`.
    moved: [Vector; 2],
    /// The momenta `π` with their values.
    momenta: Vec<(Expr, Expr)>,
    /// The momenta of `L`.
    p: Vector,
}

impl<'a> Space<'a> {
    fn new(system: &'a System) -> Result<Self, PrincipleError> {
        let found = almost_poisson(system)?;
        let frame = frame(Scope("poisson"), system)?;
        let rest = Vector::zeros(frame.omega.len() - frame.u.len());
        let velocities = frame.velocities(&frame.u.stack(&rest));
        let carried = frame.velocities(&Vector::zeros(frame.omega.len()));
        let mut put_in = Substitution::new(pairs(&system.jet(1), &velocities));
        Ok(Self {
            system,
            X: found.directions,
            p: put_in.apply_all(&gradient(system.L, &system.jet(1))),
            moved: [velocities.clone(), &velocities - &carried],
            momenta: found.momenta,
        })
    }

    fn direction(&self, s: usize) -> Vector {
        self.X.rows().iter().map(|row| row[s]).collect()
    }

    fn checked(&self, step: Step) -> Step {
        let positions: Vec<Expr> = super::constraint::rows(self.system).manifold[0].to_vec();
        let n = self.X.nrows() + self.X.ncols();
        match &step.body {
            Body::Equations(rows) if rows.len() == self.momenta.len() => {
                let is_momentum = |(row, pi): (&(Expr, Expr), &(Expr, Expr))| row.0 == pi.0;
                if !rows.iter().zip(&self.momenta).all(is_momentum) {
                    return step;
                }
                let along = (0..rows.len()).map(|s| rows[s].0 - self.direction(s).dot(&self.p));
                let along: Vec<Expr> = along.collect();
                step.equal(along).on(&[], &positions)
            }
            Body::Value(name, _) if name == "H" => {
                let [v, own] = &self.moved;
                let L = Substitution::new(pairs(&self.system.jet(1), v)).apply(self.system.L);
                step.equal([self.p.dot(own) - L]).on(&self.momenta, &positions)
            }
            Body::Matrix(_, J) if J.nrows() == n && self.system.rotations.is_empty() => {
                let expected = self.bracket();
                step.equal(expected).on(&self.momenta, &positions)
            }
            _ => step,
        }
    }

    /// The bracket of positions and momenta, row by row.
    fn bracket(&self) -> Vec<Expr> {
        let (n, k) = (self.X.nrows(), self.X.ncols());
        let entry = |i: usize, j: usize| match (i < n, j < n) {
            (true, true) => Expr::zero(),
            (true, false) => self.X[(i, j - n)],
            (false, true) => -self.X[(j, i - n)],
            (false, false) => self.turned(i - n, j - n),
        };
        (0..n + k).flat_map(|i| (0..n + k).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect()
    }

    /// `−p · [Xₛ, Xₜ]`.
    fn turned(&self, s: usize, t: usize) -> Expr {
        let [S, T] = [s, t].map(|s| self.direction(s));
        let q = &self.system.q;
        let along = |X: &Vector, e: Expr| derivative_along(e, &pairs(q, X));
        let each = S.iter().zip(T.iter()).map(|(&s, &t)| along(&S, t) - along(&T, s));
        -self.p.dot(&each.collect::<Vec<_>>())
    }
}
