//! The equation of Udwadia and Kalaba.
//!
//! Without constraints `M a = F`. Constraints `A a = g` change the accelerations by what the least
//! reaction does that keeps them,
//!
//! ```text
//! a = α + M⁻¹ Aᵀ λ,     M α = F                                                     (1)
//! λ = G⁺ (g − A α),     G = A M⁻¹ Aᵀ                                                (2)
//! ```
//!
//! with the pseudo-inverse `G⁺`, so that rows of `A` may depend on each other. By the conditions
//! of Moore and Penrose, `λ = G⁺ e` for `e` in the image of `G` says
//!
//! ```text
//! G λ = e,     λ orthogonal to the kernel of G                                      (3)
//! ```
//!
//! The kernel of `G` is that of `Aᵀ`, which is spanned by the rows of `K` with `K A = 0`, and for
//! a maximal independent set `A₁` of rows the first of (3) reads `A₁ (α + M⁻¹ Aᵀ λ) = g₁`. With `M`
//! multiplied out, nothing is inverted:
//!
//! ```text
//! M a − Aᵀ λ = F
//! A₁ a       = g₁
//!       K λ  = 0                                                                    (4)
//! ```
//!
//! For a rotation `a` is the angular acceleration, and `F` contains the turning of the axes (see
//! `euler_lagrange`). (4) also has a solution for some singular `M`, where (1) has none. For redundant constraints the
//! multipliers are not unique; (2) gives those of least norm.
//!
//! Source: \[`UdwadiaKalaba1992`\]; \[`UdwadiaKalaba1996`\]. The signs are ours, `λ > 0` pushes along `+Aᵀ`.

use alembert_algebra::ring::{ConversionError, Ring};
use alembert_algebra::{Expr, Matrix, Vector, rate};

use super::constraint::{Rows, labels, multipliers, phi, rows};
use super::euler_lagrange::inertia;
use super::rank::{Rank, rank};
use super::scope::Scope;
use super::steps::{Body, Step};
use crate::energy::{energy, power};
use crate::explicit::Row;
use crate::{Linear, Motion, PrincipleError, Reason, System};

/// Equations (1) and (2) in closed form, for independent rows: what a reader of the book looks for.
#[derive(Debug, Clone)]
pub struct FundamentalEquation {
    /// The accelerations `α` without constraints.
    pub free: Vector,
    /// The independent rows `A₁` of the differentiated constraints, and their right sides `g₁`.
    pub A: Matrix,
    /// Their right sides.
    pub g: Vector,
    /// `X = M⁻¹ A₁ᵀ`, one column a row of `A₁`.
    pub X: Matrix,
    /// `G = A₁ X`, which is regular.
    pub G: Matrix,
    /// How far the free motion is from what the constraints ask for, `e = g₁ − A₁ α`.
    pub e: Vector,
}

/// The parts of (1) and (2), solved exactly.
///
/// # Errors
/// The limit that was reached, or [`Reason::Undetermined`] for a singular matrix of inertia.
pub fn fundamental_equation(system: &System) -> Result<FundamentalEquation, Reason> {
    let (M, f) = inertia(system.L, system);
    let F = &f + &system.Q;
    let Rows { A, g, manifold, .. } = rows(system);
    let kept = rank(&A, &manifold, system).kept;
    let A = A.select_rows(&kept);
    let g: Vector = kept.iter().map(|&i| g[i]).collect();
    let columns = A.transpose();
    let columns = columns.rows().iter().zip(F.iter()).map(|(row, &F)| row.stack(&[F]));
    let columns = Matrix::from_rows(columns.collect(), kept.len() + 1);
    let roots: Vec<Expr> = M.entries().chain(columns.entries()).collect();
    let mut ring = Ring::new(&roots)?;
    let (M, right) = (values(&mut ring, &M)?, values(&mut ring, &columns)?);
    let solved = ring.solve(&M, &right)?.ok_or(Reason::Undetermined)?;
    let shown = |row: &Row| row.iter().map(|f| ring.expression(f)).collect::<Vec<Expr>>();
    let mut solved: Vec<Vec<Expr>> = solved.iter().map(shown).collect();
    let last = |row: &mut Vec<Expr>| row.pop().expect("the column of F");
    let free: Vector = solved.iter_mut().map(last).collect(); // (1)
    let X = Matrix::from_rows(solved.into_iter().map(Vector::from).collect(), kept.len());
    let G = &A * &X;
    let e = &g - &(&A * &*free); // (2)
    Ok(FundamentalEquation { free, A, g, X, G, e })
}

fn values(ring: &mut Ring, matrix: &Matrix) -> Result<Vec<Row>, ConversionError> {
    let row = |row: &Vector| row.iter().map(|&e| ring.value(e)).collect();
    matrix.rows().iter().map(row).collect()
}

/// Equation (4).
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for accelerations in the Lagrangian or in the constraints, and
/// for servos; [`PrincipleError::Fault`] when the equations become too large or divide by zero.
pub fn udwadia(system: &System) -> Result<Motion, PrincipleError> {
    Scope("udwadia").first_order(system)?;
    Scope("udwadia").ideal(system)?;
    Scope("udwadia").on_velocities(system)?;

    let (M, f) = inertia(system.L, system);
    let F = &f + &system.Q;
    let Rows { A, g, manifold, .. } = rows(system);
    let Rank { kept, K } = rank(&A, &manifold, system);
    let (a, lambda) = (system.highest(), multipliers("lambda", system));
    let (n, m) = (a.len(), lambda.len());

    let forces = M.rows().iter().zip(A.transpose().rows()).map(|(M, A)| M.stack(&-A)).collect();
    let rest = A.select_rows(&kept).rows().iter().map(|A| A.stack(&Vector::zeros(m))).collect();
    let shortest = K.rows().iter().map(|K| Vector::zeros(n).stack(K)).collect();
    let W: [Vec<Vector>; 3] = [forces, rest, shortest];
    let g: Vector = kept.iter().map(|&i| g[i]).collect();
    let h = F.stack(&g).stack(&Vector::zeros(K.nrows()));
    let reaction = &A.transpose() * &*lambda;
    let state = system.state();
    Motion {
        principle: "udwadia",
        rotations: system.rotations.clone(),
        rate: state.iter().map(|&x| rate(x)).collect(),
        state,
        unknowns: a.stack(&lambda),
        highest: a,
        multipliers: lambda,
        system: Linear::General { W: Matrix::from_rows(W.concat(), n + m), h }, // (4)
        labels: labels(system),
        residuals: phi(system),
        manifold,
        energy: energy(system),
        power: power(system, &reaction),
    }
    .checked()
}

/// The parts of the closed form, where they are not too large to be solved for.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    udwadia(system)?;
    let Ok(found) = fundamental_equation(system) else { return Ok(Vec::new()) };
    let step = |title: &str, body: Body| Step {
        title: title.to_owned(),
        source: "Udwadia and Kalaba 1992",
        body,
    };
    let mut steps =
        vec![step("Accelerations without constraints", Body::vector("a_free", &found.free))];
    if found.A.nrows() > 0 {
        steps.push(step("Independent constraints, A a = g", Body::matrix("A", &found.A)));
        steps.push(step("What they lack, e = g - A a_free", Body::vector("e", &found.e)));
        steps.push(step(
            "Accelerations by unit reactions, one a column",
            Body::matrix("X", &found.X),
        ));
        steps.push(step(
            "G = A X; then a = a_free + X b, where G b = e",
            Body::matrix("G", &found.G),
        ));
    }
    Ok(steps)
}
