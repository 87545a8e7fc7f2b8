//! The almost-Poisson form on the constrained phase space.
//!
//! For constraints that are linear and homogeneous in the velocities, and do not change in time, let
//! `Xₛ` be a basis of the allowed velocities, `q' = Σ uₛ Xₛ`. The constrained Lagrangian, its momenta
//! and its Hamiltonian are
//!
//! ```text
//! l(q, u, t) = L(q, Σ uₛ Xₛ, t),     πₛ = ∂l/∂uₛ,     H = π · u − l                  (1)
//! ```
//!
//! and `(q, π)` are coordinates of the constrained phase space. With the momenta `p = ∂L/∂q'` of the
//! system without constraints at `q' = Σ uₛ Xₛ`, and the brackets of vector fields
//!
//! ```text
//! [Xₛ, Xₜ]ᵢ = Σⱼ (Xₛⱼ ∂Xₜᵢ/∂qⱼ − Xₜⱼ ∂Xₛᵢ/∂qⱼ)                                        (2)
//! ```
//!
//! the bracket of functions is
//!
//! ```text
//! {qᵢ, qⱼ} = 0,     {qᵢ, πₛ} = Xₛᵢ,     {πₛ, πₜ} = −p · [Xₛ, Xₜ]                      (3)
//! ```
//!
//! The motion is `z' = {z, H}`, to which applied forces add their work along the `Xₛ`. By Legendre
//! `∂H/∂π = u` and `∂H/∂q = −∂l/∂q`, so
//!
//! ```text
//! q'  = Σ uₛ Xₛ
//! πₛ' = Xₛ · ∂l/∂q + Σₜ {πₛ, πₜ} uₜ + Xₛ · Q                                         (4)
//! ```
//!
//! The bracket is antisymmetric and obeys Leibniz's rule. Jacobi's identity
//!
//! ```text
//! {f, {g, h}} + {g, {h, f}} + {h, {f, g}} = 0                                       (5)
//! ```
//!
//! holds exactly when the allowed directions are involutive, that is when the constraints are
//! holonomic; (5) is not taken from there but computed. The motion is given in `q` and `q'`.
//!
//! Sources: \[`VanDerSchaftMaschke1994`\]; \[`BatesSniatycki1993`\]. [Wolf2005, §5] names the subject as one
//! to be treated. A constraint on positions enters by its rate. Whether (5) holds is in `jacobi`.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, gradient, jacobian, rate};

use super::frame::{Frame, along, frame, shortened, solution};
use super::jacobi::{Jacobi, jacobi};
use super::projected::motion;
use super::scope::Scope;
use super::steps::{Body, Step};
use crate::affine::is_affine;
use crate::energy::explicit_rate;
use crate::{Cause, Motion, PrincipleError, System};

/// The constrained phase space, in the variables `(q, u)` or, where (1) is solved for them,
/// `(q, π)`.
#[derive(Debug, Clone)]
pub struct AlmostPoisson {
    /// The speeds `u` with their forms in the velocities.
    pub speeds: Vec<(Expr, Expr)>,
    /// The directions `X`, one column a speed.
    pub directions: Matrix,
    /// The symbols of the momenta `π` with their values in `q`, `u` and `t`.
    pub momenta: Vec<(Expr, Expr)>,
    /// The speeds through the momenta, when (1) is linear in the speeds and can be solved.
    pub inverse: Option<Vector>,
    /// The Hamiltonian.
    pub hamiltonian: Expr,
    /// The bracket of `(q, π)` with each other: `n + k` rows, equation (3).
    pub bracket: Matrix,
}

/// Equation (1)–(3), in `q`, `u` and `t`.
pub(super) struct Phase {
    pub(super) frame: Frame,
    pub(super) l: Expr,
    pub(super) pi: Vector,
    /// The brackets `[Xₛ, Xₜ]`, at `s k + t`.
    pub(super) turns: Vec<Vector>,
    /// The brackets `{πₛ, πₜ}`.
    pub(super) Psi: Matrix,
}

/// The phase space of a system that the principle takes.
pub(super) fn phase(system: &System) -> Result<Phase, PrincipleError> {
    let scope = Scope("poisson");
    scope.coordinates(system)?;
    scope.first_order(system)?;
    scope.ideal(system)?;
    scope.on_velocities(system)?;
    scope.linear(system)?;
    scope.homogeneous(system)?;
    let frame = frame(scope, system)?;
    rests(scope, &frame, system)?;
    let mut on_shell = allowed(&frame, system);
    let l = on_shell.apply(system.L);
    let pi = gradient(l, &frame.u); // (1)
    let p = on_shell.apply_all(&gradient(system.L, &system.jet(1)));
    let turns = commutators(&frame, system);
    let k = frame.u.len();
    let entry = |s: usize, t: usize| -p.dot(&turns[s * k + t]); // (3)
    let row = |s: usize| (0..k).map(|t| entry(s, t)).collect();
    let Psi = Matrix::from_rows((0..k).map(row).collect(), k);
    Ok(Phase { frame, l, pi, turns, Psi })
}

/// The directions `X` of (1) do not change in time, and no velocity is left where the speeds vanish.
fn rests(scope: Scope, frame: &Frame, system: &System) -> Result<(), PrincipleError> {
    let is_zero = |e: Expr| zero_test(e) == Verdict::Zero;
    let moves = frame.V.entries().any(|e| !is_zero(explicit_rate(e, system.t)));
    match moves || frame.omega.iter().any(|&e| !is_zero(e)) {
        true => Err(scope.refusal(Cause::MovingSpeeds)),
        false => Ok(()),
    }
}

/// Puts the allowed velocities in.
fn allowed(frame: &Frame, system: &System) -> Substitution {
    let rest = Vector::zeros(frame.omega.len() - frame.u.len());
    let v = frame.velocities(&frame.u.stack(&rest));
    Substitution::new(system.jet(1).iter().copied().zip(v.to_vec()))
}

/// Equation (2) for all directions: entry `s k + t` is `[Xₛ, Xₜ]`.
fn commutators(frame: &Frame, system: &System) -> Vec<Vector> {
    let q = &system.q;
    let (n, k) = (q.len(), frame.u.len());
    let X: Vec<Vector> = (0..k).map(|s| frame.direction(s)).collect();
    let pairs: Vec<(usize, usize)> = (0..k).flat_map(|s| (s + 1..k).map(move |t| (s, t))).collect();
    let entry = |s: usize, t: usize, i: usize| along(&X[s], X[t][i], q) - along(&X[t], X[s][i], q);
    let entries = pairs.iter().flat_map(|&(s, t)| (0..n).map(move |i| (s, t, i)));
    let entries = shortened(&entries.map(|(s, t, i)| entry(s, t, i)).collect::<Vec<_>>(), system);
    let mut all = vec![Vector::zeros(n); k * k];
    for (place, &(s, t)) in pairs.iter().enumerate() {
        let turn: Vector = entries[place * n..(place + 1) * n].iter().copied().collect();
        all[t * k + s] = -&turn;
        all[s * k + t] = turn;
    }
    all
}

/// Equation (4) in `q` and `q'`, with the differentiated constraints.
///
/// # Errors
/// [`PrincipleError::NotApplicable`] for accelerations in the Lagrangian or in the constraints, for
/// servos, for constraints that are not linear and homogeneous in the velocities or that change in
/// time, and for a limit that was reached; [`PrincipleError::Fault`] when the equations become too
/// large or divide by zero.
pub fn poisson(system: &System) -> Result<Motion, PrincipleError> {
    let Phase { frame, l, Psi, .. } = phase(system)?;
    let v = system.jet(1);
    let p = gradient(system.L, &v);
    let mut forms = Substitution::new(frame.u.iter().copied().zip(frame.forms(&v).to_vec()));
    let turned = &Psi * &*frame.u;
    let equation = |s: usize| {
        let X = frame.direction(s);
        let force = forms.apply(along(&X, l, &system.q) + turned[s]) + X.dot(&system.Q);
        rate(X.dot(&p)) - force // (4)
    };
    let equations: Vec<Expr> = (0..frame.u.len()).map(equation).collect();
    motion("poisson", system, &equations, frame.constraints)
}

/// The Hamiltonian and the bracket of a system.
///
/// # Errors
/// Those of [`poisson`].
pub fn almost_poisson(system: &System) -> Result<AlmostPoisson, PrincipleError> {
    let Phase { frame, l, pi, Psi, .. } = phase(system)?;
    let (n, k) = (frame.omega.len(), frame.u.len());
    let symbol = |s: usize| Expr::symbol(&format!("pi_{}", s + 1), Kind::Coordinate, 0);
    let names: Vector = (0..k).map(symbol).collect();
    let inverse = speeds_through(&names, &pi, &frame.u);
    let through = inverse.iter().flat_map(|u| frame.u.iter().copied().zip(u.to_vec()));
    let mut through = Substitution::new(through.collect::<Vec<_>>());
    let H = through.apply(pi.dot(&frame.u) - l); // (1)
    let upper = |i: usize| Vector::zeros(n).stack(&frame.V.rows()[i][..k]);
    let lower = |s: usize| (-&frame.direction(s)).stack(&through.apply_all(&Psi.rows()[s]));
    let mut rows: Vec<Vector> = (0..n).map(upper).collect();
    rows.extend((0..k).map(lower)); // (3)
    let entries: Vec<Expr> = rows.iter().flat_map(|row| row.to_vec()).chain([H]).collect();
    let entries = shortened(&entries, system);
    let row = |i: usize| entries[i * (n + k)..(i + 1) * (n + k)].iter().copied().collect();
    let forms = frame.forms(&system.jet(1));
    let directions = frame.V.rows().iter().map(|row| row[..k].iter().copied().collect());
    Ok(AlmostPoisson {
        speeds: frame.u.iter().copied().zip(forms.to_vec()).collect(),
        directions: Matrix::from_rows(directions.collect(), k),
        momenta: names.iter().copied().zip(pi.to_vec()).collect(),
        inverse,
        hamiltonian: entries[(n + k) * (n + k)],
        bracket: Matrix::from_rows((0..n + k).map(row).collect(), n + k),
    })
}

/// The speeds through the momenta, when these are linear in them.
fn speeds_through(names: &[Expr], pi: &[Expr], u: &[Expr]) -> Option<Vector> {
    if !pi.iter().all(|&pi| is_affine(pi, u)) {
        return None;
    }
    let mut at_rest = Substitution::new(u.iter().map(|&u| (u, Expr::zero())));
    let K = jacobian(pi, u).map(|e| at_rest.apply(e));
    let right: Vector = names.iter().zip(pi).map(|(&name, &e)| name - at_rest.apply(e)).collect();
    solution(&K, &right).ok()
}

/// The phase space, its Hamiltonian and bracket, and whether it is a Poisson bracket.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let found = almost_poisson(system)?;
    let step = |title: &str, body: Body| Step::new(title, "van der Schaft and Maschke 1994", body);
    let verdict = match jacobi(system)? {
        Jacobi::Holds => "a Poisson bracket: Jacobi's identity holds",
        Jacobi::Fails { .. } => "not a Poisson bracket: Jacobi's identity fails",
        Jacobi::Undecided => "whether Jacobi's identity holds is not decided",
    };
    let title = format!("Bracket of positions and momenta; {verdict}");
    Ok(vec![
        step("Speeds", Body::Equations(found.speeds)),
        step("Momenta", Body::Equations(found.momenta)),
        step("Hamiltonian", Body::value("H", found.hamiltonian)),
        step(&title, Body::matrix("J", &found.bracket)),
    ])
}
