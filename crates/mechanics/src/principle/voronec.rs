//! Voronec's equations: the constrained Lagrangian, with the curvature of the constraints.
//!
//! With `s' = ψ(q, r', t)`, the constrained Lagrangian `L̄` and its Euler–Lagrange expression `Ē`
//! (`constrained`), and the momentum `p = ∂L/∂s' − d/dt ∂L/∂s''` of the Lagrangian *before* the
//! constraints were put in,
//!
//! ```text
//! Ēᵢ = Qᵢ + Σ_ν Q_ν ∂ψ_ν/∂r'ᵢ + Σ_ν p_ν κ_νi + Σ_ν ∂L/∂s''_ν Σ_μ ∂ψ_ν/∂s_μ κ_μi       (1)
//! κ_νi = d/dt ∂ψ_ν/∂r'ᵢ − ∂ψ_ν/∂rᵢ − Σ_μ ∂ψ_ν/∂s_μ ∂ψ_μ/∂r'ᵢ                          (2)
//! ```
//!
//! For constraints that are linear in the velocities, `ψ_ν = Σⱼ a_νj r'ⱼ + a_ν0`, (2) is
//!
//! ```text
//! κ_νi  = Σⱼ b^ν_ij r'ⱼ + b^ν_i0                                                    (3)
//! b^ν_ij = ∂a_νi/∂rⱼ − ∂a_νj/∂rᵢ + Σ_μ (∂a_νi/∂s_μ a_μj − ∂a_νj/∂s_μ a_μi)            (4)
//! b^ν_i0 = ∂a_νi/∂t  − ∂a_ν0/∂rᵢ + Σ_μ (∂a_νi/∂s_μ a_μ0 − ∂a_ν0/∂s_μ a_μi)            (5)
//! ```
//!
//! For rotations `∂/∂r`, `∂/∂s` are derivatives along virtual rotations, and what constraints lack of
//! commuting with variations, `Δ` of `dependence`, is curvature too: with the velocities `w` of all places and
//! the virtual displacements `η̂`,
//!
//! ```text
//! κ_νi   → κ_νi + Δ_ν(w, η̂ᵢ)                                                        (6)
//! b^ν_ij → b^ν_ij + Δ_ν(η̂ⱼ, η̂ᵢ),     b^ν_i0 → b^ν_i0 + Δ_ν(Σ_μ a_μ0 e_μ, η̂ᵢ)          (7)
//! ```
//!
//! so that (1) is Euler's and Poincaré's equation of `L̄` on the left, in which `Ē` contains `[w, η̂]`.
//!
//! `b` vanishes exactly when the constraints are integrable. When neither `L` nor the constraints
//! contain `s` these are Chaplygin's equations.
//!
//! Sources: (1), (4) without accelerations are [Lemos2022, eqs. (10)–(11)]; (2) and (5), for
//! constraints that are affine, contain time or are not linear, follow from d'Alembert's principle
//! in the same way. With accelerations (1) is [Crasmareanu2000, §1, eq. (1.9a)] with `∂L/∂s''` in
//! its last term, where `∂L/∂s'` is printed; there `B¹ = −b`, and `B²` of eq. (1.10b) is
//! `B²_ijk r'ⱼ r'ₖ = −Σ_μ ∂ψ/∂s_μ κ_μi`, a form that needs no `s' = −A(r, s) r'`.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Matrix, Vector, gradient, rate};

use super::constrained::Constrained;
use super::dependence::{Dependence, dependence};
use super::reduced::{projected, without_multipliers};
use super::scope::Scope;
use super::steps::{Body, Step, are_plain, constraint_steps, with_forces};
use crate::energy::{explicit_rate, momentum};
use crate::{Motion, PrincipleError, System};

/// Equation (1), with the constraints.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector, zero::{Verdict, zero_test}};
/// use alembert_mechanics::{Constraint, System, principle::voronec};
/// let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v, w] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let c = Constraint::ideal("c", w - y * u);
/// let L = (u * u + v * v + w * w) / Expr::from(2);
/// let motion = voronec(&System::new(vec![x, y, z].into(), L, Vector::zeros(3), vec![c])?)?;
/// let (_, h) = motion.system.square();
/// assert_eq!(zero_test(h[1] - (y * u * u - w * u)), Verdict::Zero); // y'' = y x'² − z' x' = 0
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Constraints that are not ideal or that restrict accelerations, and those of the choice of
/// dependent velocities.
pub fn voronec(system: &System) -> Result<Motion, PrincipleError> {
    Scope("voronec").first_order_where_turning(system)?;
    let dependence = dependence("voronec", system)?;
    let equations = equations(&dependence, system);
    without_multipliers("voronec", &equations, &dependence, system)
}

/// What vanishes by equation (1).
fn equations(dependence: &Dependence, system: &System) -> Vector {
    let E_bar = Constrained::new(dependence, system).expression();
    let kappa = curvature(dependence, system);
    let (forces, reactions) = (projected(&system.Q, dependence), work(&kappa, dependence, system));
    &(&E_bar - &forces) - &reactions // (1)
}

/// The terms of (1) with `κ`, which the naive equations lack.
fn work(kappa: &Matrix, dependence: &Dependence, system: &System) -> Vector {
    &kappa.transpose() * &*carriers(dependence, system) // (1)
}

/// What stands before `κ_νi` in (1): `p_ν`, and `Σ_μ ∂L/∂s''_μ ∂ψ_μ/∂s_ν`.
fn carriers(dependence: &Dependence, system: &System) -> Vector {
    let p = dependence.s(&momentum(system.L, system));
    let L_a = dependence.s(&gradient(system.L, &system.jet(2)));
    &p + &(&dependence.psi_s().transpose() * &*L_a)
}

/// A term `p_ν κ_νi` of equation (1), which the naive equations lack.
#[derive(Debug, Clone, Copy)]
pub struct CurvatureTerm {
    /// The independent coordinate `rᵢ` in whose equation it stands.
    pub independent: Expr,
    /// The dependent coordinate `s_ν` whose constraint is curved.
    pub dependent: Expr,
    /// The term, on the right side of (1).
    pub value: Expr,
}

/// The terms of (1) with `κ` that do not vanish identically, for the dependent velocities that
/// `naive` takes.
///
/// # Errors
/// Those of [`naive`](super::naive).
pub fn curvature_terms(system: &System) -> Result<Vec<CurvatureTerm>, PrincipleError> {
    let dependence = dependence("naive", system)?;
    let kappa = curvature(&dependence, system);
    let (r, s) = (dependence.r(&system.places()), dependence.s(&system.places()));
    let carriers = carriers(&dependence, system);
    let places = (0..r.len()).flat_map(|i| (0..s.len()).map(move |nu| (i, nu)));
    let terms = places.map(|(i, nu)| CurvatureTerm {
        independent: r[i],
        dependent: s[nu],
        value: carriers[nu] * kappa[(nu, i)],
    });
    Ok(terms.filter(|term| zero_test(term.value) != Verdict::Zero).collect())
}

/// Equation (3) where the constraints are linear in the velocities, else equation (2).
fn curvature(dependence: &Dependence, system: &System) -> Matrix {
    let r_dot = dependence.r(&system.jet(1));
    match &dependence.affine {
        Some(a0) => {
            let coefficients = Coefficients { dependence, system, a0 };
            Matrix::from_rows(
                (0..a0.len()).map(|nu| coefficients.kappa(nu, &r_dot)).collect(),
                r_dot.len(),
            )
        }
        None => general_curvature(dependence, system),
    }
}

/// Equation (2).
fn general_curvature(dependence: &Dependence, system: &System) -> Matrix {
    let Dependence { independent, psi_v, psi_q, .. } = dependence;
    let through_s = &dependence.psi_s() * psi_v;
    let w = dependence.put_in(system).apply_all(&system.jet(1));
    let defects: Vec<Vector> = (0..independent.len())
        .map(|i| dependence.defect(system, &w, &dependence.allowed(i))) // (6)
        .collect();
    let entry = |nu: usize, i: usize| {
        let commuting = rate(psi_v[(nu, i)]) - psi_q[(nu, independent[i])] - through_s[(nu, i)]; // (2)
        commuting + defects[i][nu]
    };
    let row = |nu: usize| (0..independent.len()).map(|i| entry(nu, i)).collect();
    Matrix::from_rows((0..psi_v.nrows()).map(row).collect(), independent.len())
}

/// Voronec's coefficients of constraints that are linear in the velocities.
struct Coefficients<'a> {
    dependence: &'a Dependence,
    system: &'a System,
    a0: &'a Vector,
}

impl Coefficients<'_> {
    fn a(&self, nu: usize, i: usize) -> Expr {
        self.dependence.psi_v[(nu, i)]
    }

    /// `∂e/∂rᵢ`.
    fn by_r(&self, e: Expr, i: usize) -> Expr {
        self.system.by_position(e)[self.dependence.independent[i]]
    }

    /// `Σ_μ ∂e/∂s_μ c_μ`.
    fn along_s(&self, e: Expr, c: impl Fn(usize) -> Expr) -> Expr {
        let slopes = self.dependence.s(&self.system.by_position(e));
        Expr::sum(slopes.iter().enumerate().map(|(mu, &slope)| slope * c(mu)))
    }

    /// Equations (4) and (7).
    fn b(&self, nu: usize, i: usize, j: usize) -> Expr {
        let (a_i, a_j) = (self.a(nu, i), self.a(nu, j));
        let [eta_i, eta_j] = [i, j].map(|k| self.dependence.allowed(k));
        self.by_r(a_i, j) - self.by_r(a_j, i) + self.along_s(a_i, |mu| self.a(mu, j))
            - self.along_s(a_j, |mu| self.a(mu, i)) // (4)
            + self.dependence.defect(self.system, &eta_j, &eta_i)[nu] // (7)
    }

    /// Equations (5) and (7); inputs count as known functions of time.
    fn b0(&self, nu: usize, i: usize) -> Expr {
        let (a_i, a_0) = (self.a(nu, i), self.a0[nu]);
        explicit_rate(a_i, self.system.t) - self.by_r(a_0, i)
            + self.along_s(a_i, |mu| self.a0[mu])
            - self.along_s(a_0, |mu| self.a(mu, i)) // (5)
            + self.dependence.defect(self.system, &self.drift(), &self.dependence.allowed(i))[nu] // (7)
    }

    /// `Σ_μ a_μ0 e_μ`: the velocities that the constraints prescribe.
    fn drift(&self) -> Vector {
        let mut w = vec![Expr::zero(); self.system.q.len()];
        for (&j, &a0) in self.dependence.dependent.iter().zip(self.a0.iter()) {
            w[j] = a0;
        }
        w.into()
    }

    /// Equation (3).
    fn kappa(&self, nu: usize, r_dot: &[Expr]) -> Vector {
        let m = r_dot.len();
        let entry = |i: usize| {
            Expr::sum((0..m).map(|j| self.b(nu, i, j) * r_dot[j])) + self.b0(nu, i) // (3)
        };
        (0..m).map(entry).collect()
    }

    /// The matrix of (4), and (5) as a last column when it is not zero.
    fn matrix(&self, nu: usize) -> (Matrix, Vector) {
        let m = self.dependence.independent.len();
        let row = |i: usize| (0..m).map(|j| self.b(nu, i, j)).collect();
        let b = Matrix::from_rows((0..m).map(row).collect(), m);
        (b, (0..m).map(|i| self.b0(nu, i)).collect())
    }
}

/// What equation (1) is made of.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let dependence = dependence("voronec", system)?;
    let constrained = Constrained::new(&dependence, system);
    let [solved, lagrangian, motion] = sources(&dependence, system);
    let mut steps = constraint_steps(&dependence, system, solved);
    steps.push(constrained.step(lagrangian));
    steps.extend(curvature_steps(&dependence, system));
    steps.push(Step {
        title: with_forces("Equations of motion", system),
        source: motion,
        body: Body::vanishing(&equations(&dependence, system)),
    });
    Ok(steps)
}

/// Where the solved constraints, the constrained Lagrangian and the equations come from.
fn sources(dependence: &Dependence, system: &System) -> [&'static str; 3] {
    match (system.order, are_plain(dependence, system)) {
        (1, true) => ["Lemos (8)", "Lemos (9)", "Lemos (10)"],
        (1, false) => ["generalises Lemos (8)", "generalises Lemos (9)", "generalises Lemos (10)"],
        (_, true) => ["Crâşmăreanu (1.5a)", "Crâşmăreanu (1.7)", "Crâşmăreanu (1.9a), corrected"],
        (_, false) => [
            "generalises Crâşmăreanu (1.5a)",
            "generalises Crâşmăreanu (1.7)",
            "generalises Crâşmăreanu (1.9a), corrected",
        ],
    }
}

/// The coefficients `b`, or `κ` where the constraints are not linear in the velocities.
fn curvature_steps(dependence: &Dependence, system: &System) -> Vec<Step> {
    let names = dependence.s(&system.places());
    let names = names.iter().filter_map(|x| x.as_symbol()).map(|s| s.name);
    let turns = dependence.dependent.iter().any(|&j| j >= system.plain().len());
    let dot = if turns { "" } else { "'" };
    let Some(a0) = &dependence.affine else {
        let body = Body::matrix("kappa", &general_curvature(dependence, system));
        let title = "Curvature".to_owned();
        let mut steps = vec![Step { title, source: "generalises Lemos (11)", body }];
        steps.extend(second_curvature(dependence, system));
        return steps;
    };
    let coefficients = Coefficients { dependence, system, a0 };
    let mut steps = Vec::new();
    for (nu, name) in names.enumerate() {
        let (b, b0) = coefficients.matrix(nu);
        let (source, title, sign) = match system.order {
            1 => {
                let title = format!("Curvature of the constraint on {name}{dot}");
                let turning = !system.rotations.is_empty();
                (if turning { "generalises Lemos (11)" } else { "Lemos (11)" }, title, b)
            }
            _ => {
                let title = format!("Curvature B1 of the constraint on {name}{dot}");
                ("Crâşmăreanu (1.10a)", title, b.map(|e| -e))
            }
        };
        let letter = if system.order == 1 { "b" } else { "B1" };
        steps.push(Step { title, source, body: Body::matrix(&format!("{letter}_{name}"), &sign) });
        if b0.iter().any(|&e| e != Expr::zero()) {
            let title = format!("Its part without velocities, for {name}{dot}");
            let (source, body) = match system.order {
                1 => ("generalises Lemos (11)", Body::vector(&format!("b0_{name}"), &b0)),
                _ => {
                    ("generalises Crâşmăreanu (1.10a)", Body::vector(&format!("B10_{name}"), &-&b0))
                }
            };
            steps.push(Step { title, source, body });
        }
    }
    steps.extend(second_curvature(dependence, system));
    steps
}

/// `Σⱼₖ B²_ijk r'ⱼ r'ₖ = −Σ_μ ∂ψ_ν/∂s_μ κ_μi`, by which the last term of (1) is made; there is no `B²`
/// where the constraints are not `s' = −A(r, s) r'`.
fn second_curvature(dependence: &Dependence, system: &System) -> Option<Step> {
    let product = (&dependence.psi_s() * &curvature(dependence, system)).map(|e| -e);
    if system.order == 1 || product.entries().all(|e| e == Expr::zero()) {
        return None;
    }
    let body = Body::matrix("B2", &product);
    let (title, source) = match are_plain(dependence, system) {
        true => ("Second curvature B2, contracted with r' r'", "Crâşmăreanu (1.10b)"),
        false => (
            "Second curvature: −∂s'/∂s times the curvature, in place of B2 contracted with r' r'",
            "generalises Crâşmăreanu (1.10b)",
        ),
    };
    Some(Step { title: title.to_owned(), source, body })
}
