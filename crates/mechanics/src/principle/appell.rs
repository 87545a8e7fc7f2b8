//! The equations of Gibbs and Appell.
//!
//! The Lagrangian is `L = T − V` with a kinetic energy
//!
//! ```text
//! L = ½ q'ᵀ M q' + l · q' − V,     M, l, V functions of q and t                     (1)
//! ```
//!
//! The energy of accelerations of its quadratic part, as far as it contains accelerations, is
//!
//! ```text
//! S = ½ q''ᵀ M q'' + Σᵢ q''ᵢ (Σⱼₖ Γᵢⱼₖ q'ⱼ q'ₖ + Σⱼ (∂Mᵢⱼ/∂t) q'ⱼ)                  (2)
//! Γᵢⱼₖ = ½ (∂Mᵢⱼ/∂qₖ + ∂Mᵢₖ/∂qⱼ − ∂Mⱼₖ/∂qᵢ)                                          (3)
//! ```
//!
//! and everything else acts as a force,
//!
//! ```text
//! Πᵢ = Qᵢ − ∂V/∂qᵢ + Σⱼ (∂lⱼ/∂qᵢ − ∂lᵢ/∂qⱼ) q'ⱼ − ∂lᵢ/∂t                            (4)
//! ```
//!
//! For a rotation the velocities are its angular velocity, `∂/∂qᵢ` is the derivative `Xᵢ` along virtual
//! rotations, and since `[Xᵢ, Xⱼ] = Σₖ cᵏᵢⱼ Xₖ` the coefficients (3) are those of the metric `M` in a
//! frame that is not one of coordinates:
//!
//! ```text
//! Γᵢⱼₖ → Γᵢⱼₖ + ½ Σₗ (cˡᵢⱼ Mₗₖ + cˡᵢₖ Mₗⱼ)                                            (6)
//! ∂lⱼ/∂qᵢ − ∂lᵢ/∂qⱼ → Xᵢ lⱼ − Xⱼ lᵢ − Σₖ cᵏᵢⱼ lₖ                                       (7)
//! ```
//!
//! For a free body that is Appell's `S = ½ Ω' · J Ω' + Ω' · (Ω × J Ω)`.
//!
//! Among the accelerations that the constraints allow, `S − Π · q''` is stationary: along each
//! direction `b` with `(∂φ/∂q') b = 0`, that is for each quasi-acceleration,
//!
//! ```text
//! b · ∂S/∂q'' = b · Π                                                               (5)
//! ```
//!
//! Inputs count as known functions of time. Source: \[Appell1900\]; \[Appell1911\] for constraints that
//! are not linear in the velocities. A Lagrangian that is not of the form (1) has no such `S` and is
//! refused.

use alembert_algebra::{Expr, Matrix, Rational, Substitution, Vector, gradient, partial};

use super::basis::basis;
use super::projected::{independent, motion};
use super::scope::Scope;
use super::steps::{Body, Step};
use crate::affine::is_affine;
use crate::energy::explicit_rate;
use crate::{Cause, Motion, PrincipleError, System};

/// The parts of the Lagrangian, equation (1).
struct Parts {
    M: Matrix,
    l: Vector,
    V: Expr,
}

/// Equation (1), if the Lagrangian has that form.
fn parts(system: &System) -> Result<Parts, PrincipleError> {
    let v = system.jet(1);
    let p = gradient(system.L, &v);
    let M = Matrix::symmetric(v.len(), |i, j| partial(p[i], v[j]));
    if !p.iter().all(|&p| is_affine(p, &v)) {
        return Err(Scope("appell").refusal(Cause::NotQuadratic));
    }
    let mut at_rest = Substitution::new(v.iter().map(|&v| (v, Expr::zero())));
    let (l, V) = (at_rest.apply_all(&p), -at_rest.apply(system.L));
    Ok(Parts { M: M.map(|e| at_rest.apply(e)), l, V })
}

/// The energy of accelerations and the forces beside it.
#[derive(Debug, Clone)]
pub struct GibbsAppell {
    /// The function `S` of (2), in the symbols `q''`.
    pub S: Expr,
    /// The forces `Π` of (4).
    pub forces: Vector,
}

/// What differentiates the matrix of inertia: slopes, and the numbers `cᵏᵢⱼ`.
struct Frame {
    /// `Xₖ Mᵢⱼ` at `i n + j`, then `Xₖ lⱼ`, with one entry a place.
    by_position: Vec<Vector>,
    /// `cᵏᵢⱼ` at `i n + j`, one entry a place.
    structure: Vec<Vector>,
}

impl Frame {
    fn new(M: &Matrix, l: &Vector, system: &System) -> Self {
        let n = l.len();
        let slopes = M.entries().chain(l.iter().copied()).map(|e| system.by_position(e));
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let structure = pairs.map(|(i, j)| system.bracket(i, j)).collect();
        Self { by_position: slopes.collect(), structure }
    }
}

/// Equations (2)–(4), with (6) and (7).
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for a Lagrangian that is not of the form (1).
pub fn gibbs_appell(system: &System) -> Result<GibbsAppell, PrincipleError> {
    Scope("appell").first_order(system)?;
    let Parts { M, l, V } = parts(system)?;
    let [v, a] = [1, 2].map(|k| system.jet(k));
    let n = v.len();
    let half = Expr::number(Rational::ratio(1, 2));
    let Frame { by_position, structure } = Frame::new(&M, &l, system);
    let christoffel = |i: usize, j: usize, k: usize| {
        let slope = |i: usize, j: usize, k: usize| by_position[i * n + j][k];
        let turned = |j: usize, k: usize| structure[i * n + j].dot(&M.rows()[k]); // (6)
        slope(i, j, k) + slope(i, k, j) - slope(j, k, i) + turned(j, k) + turned(k, j)
    };
    let mut S = vec![half * (&M * &*a).dot(&a)];
    let mut forces = Vec::new();
    for i in 0..n {
        let pairs = (0..n).flat_map(|j| (0..n).map(move |k| (j, k)));
        let turning = pairs.map(|(j, k)| half * christoffel(i, j, k) * v[j] * v[k]); // (3)
        let growing = (0..n).map(|j| explicit_rate(M[(i, j)], system.t) * v[j]);
        S.push(a[i] * Expr::sum(turning.chain(growing))); // (2)
        let curl = (0..n).map(|j| {
            let slopes = by_position[n * n + j][i] - by_position[n * n + i][j];
            (slopes - structure[i * n + j].dot(&l)) * v[j] // (7)
        });
        let pushed = system.Q[i] - system.by_position(V)[i] - explicit_rate(l[i], system.t);
        forces.push(pushed + Expr::sum(curl)); // (4)
    }
    Ok(GibbsAppell { S: Expr::sum(S), forces: forces.into() })
}

/// Equation (5), with the differentiated constraints.
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for a Lagrangian that is not of the form (1), for servos, for
/// constraints on accelerations, and for a limit that was reached; [`PrincipleError::Fault`] when
/// the equations become too large or divide by zero.
pub fn appell(system: &System) -> Result<Motion, PrincipleError> {
    let scope = Scope("appell");
    scope.ideal(system)?;
    scope.on_velocities(system)?;
    let GibbsAppell { S, forces } = gibbs_appell(system)?;
    let constraints = independent(system);
    let found = basis(&constraints.A, &constraints.manifold, system);
    let b = found.map_err(|reason| scope.refusal(Cause::Basis(reason)))?.S;
    let stationary = &gradient(S, &system.jet(2)) - &forces;
    motion("appell", system, &(&b.transpose() * &*stationary), constraints) // (5)
}

/// The energy of accelerations and the forces beside it.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let GibbsAppell { S, forces } = gibbs_appell(system)?;
    let step =
        |title: &str, body: Body| Step { title: title.to_owned(), source: "Appell 1900", body };
    Ok(vec![
        step("Energy of accelerations, as far as it contains them", Body::value("S", S)),
        step("Forces", Body::vector("Pi", &forces)),
    ])
}
