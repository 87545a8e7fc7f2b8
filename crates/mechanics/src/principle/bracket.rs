//! The bracket of the constrained phase space, its Hamiltonian and its drift, in the coordinates `z`.
//!
//! Equations (1)–(8) of `poisson`, with the speeds through the momenta: for a Lagrangian that is
//! quadratic in the velocities
//!
//! ```text
//! π = K u + k,     u = K⁻¹ (π − k)                                                  (1)
//! ```
//!
//! and for accelerations in `L` first `u'` through `π₂` and then `u''` through `π`. The coordinates are
//!
//! ```text
//! z = (q, B, π),     z = (q, π, u, π₂)                                              (2)
//! ```
//!
//! with those rows of a rotation `B` in body axes, or columns in space axes, that anything depends on. Then
//!
//! ```text
//! z' = J ∂H/∂z + d                                                                  (3)
//! ```
//!
//! Where (1) has no solution that is found the speeds stand in the formulas, and (3) is (5) of `poisson`.

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, jacobian, rate};

use super::frame::{fresh, shortened, solution};
use super::jacobi::{Jacobi, of_phase};
use super::poisson::{Phase, directions, phase};
use super::steps::{Body, Step};
use crate::affine::is_affine;
use crate::hamilton::configuration;
use crate::{PrincipleError, System};

/// The constrained phase space, in the variables `(q, u)` or, where the speeds are known through the
/// momenta, in `z`, equation (2).
#[derive(Debug, Clone)]
pub struct AlmostPoisson {
    /// The speeds `u` with their forms in the velocities.
    pub speeds: Vec<(Expr, Expr)>,
    /// The directions `X`, one column a speed.
    pub directions: Matrix,
    /// The velocity `X₀` that the constraints have by themselves.
    pub carried: Vector,
    /// Do the constraints have such a velocity, or do the directions change in time?
    pub is_moving: bool,
    /// The symbols of the momenta `π`, then those of `π₂`, with their values in `q`, `u`, `t`.
    pub momenta: Vec<(Expr, Expr)>,
    /// The speeds through the momenta, when these are linear in the speeds and can be solved; for accelerations
    /// in the Lagrangian `u'` and then `u''`.
    pub inverse: Option<Vector>,
    /// The Hamiltonian.
    pub hamiltonian: Expr,
    /// The Hamiltonian in `q` and `u`.
    pub energy: Expr,
    /// The coordinates `z`, equation (2).
    pub coordinates: Vector,
    /// The bracket of the coordinates with each other.
    pub bracket: Matrix,
    /// The drift `d`, without the work of forces.
    pub drift: Vector,
    /// The work of applied forces along the directions, at the places of the momenta.
    pub forces: Vector,
    /// The rates of the coordinates, equation (3).
    pub rates: Vector,
    /// The same by (5) and (8) of `poisson`, in `q` and `u`.
    pub by_speeds: Vector,
    /// Does Jacobi's identity hold? The value of a Jacobiator is in `z`.
    pub jacobi: Jacobi,
}

/// The Hamiltonian and the bracket of a system.
///
/// # Errors
/// Those of [`poisson`](super::poisson()).
pub fn almost_poisson(system: &System) -> Result<AlmostPoisson, PrincipleError> {
    let phase = phase(system)?;
    let k = phase.frame.u.len();
    let pi = fresh(&["pi", "Pi", "varpi"], k, system);
    let pi_2 = fresh(&["rho", "eta", "zeta"], phase.pi_2.len(), system);
    let momenta = pi.stack(&pi_2);
    let through = inverted(&momenta, &phase);
    let pairs: Vec<(Expr, Expr)> = through.iter().flatten().copied().collect();
    let mut put = Substitution::new(pairs);
    let written = Written::new(&phase, &mut put, system);
    let space = written.space(&phase, &momenta, system);
    let rates = match through.is_some() {
        true => &(&(&space.bracket * &*gradient(space.H, &space.z)) + &space.drift) + &space.forces, // (3)
        false => space.by_speeds.clone(),
    };
    let forms = phase.frame.forms(&system.jet(1));
    let columns = phase.frame.V.rows().iter().map(|row| row[..k].iter().copied().collect());
    let values = phase.pi.stack(&phase.pi_2);
    Ok(AlmostPoisson {
        speeds: phase.frame.u.iter().copied().zip(forms.to_vec()).collect(),
        directions: Matrix::from_rows(columns.collect(), k),
        momenta: momenta.iter().copied().zip(values.to_vec()).collect(),
        inverse: through.map(|pairs| pairs.into_iter().map(|(_, e)| e).collect()),
        hamiltonian: space.H,
        energy: phase.energy(),
        coordinates: space.z,
        bracket: space.bracket,
        drift: space.drift,
        forces: space.forces,
        rates,
        by_speeds: space.by_speeds,
        jacobi: in_momenta(of_phase(&phase, system), &mut put, system),
        is_moving: phase.is_moving(system),
        carried: phase.carried,
    })
}

/// The value of a Jacobiator in `z`.
fn in_momenta(found: Jacobi, put: &mut Substitution, system: &System) -> Jacobi {
    match found {
        Jacobi::Fails { triple, value } => {
            Jacobi::Fails { triple, value: shortened(&[put.apply(value)], system)[0] }
        }
        other => other,
    }
}

/// Equation (1): each of the speeds with its value in `z`, or `None` where they are not found.
fn inverted(names: &[Expr], phase: &Phase) -> Option<Vec<(Expr, Expr)>> {
    let u = &phase.frame.u;
    let k = u.len();
    if phase.pi_2.is_empty() {
        let found = speeds_through(names, &phase.pi, u)?;
        return Some(u.iter().copied().zip(found.to_vec()).collect());
    }
    let faster: Vector = u.iter().map(|&u| rate(u)).collect();
    let fastest: Vector = faster.iter().map(|&u| rate(u)).collect();
    let first = speeds_through(&names[k..], &phase.pi_2, &faster)?;
    let mut pairs: Vec<(Expr, Expr)> = faster.iter().copied().zip(first.to_vec()).collect();
    let pi = Substitution::new(pairs.iter().copied()).apply_all(&phase.pi);
    let second = speeds_through(&names[..k], &pi, &fastest)?;
    pairs.extend(fastest.iter().copied().zip(second.to_vec()));
    Some(pairs)
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

/// What the phase space is made of, with the speeds put in.
struct Written {
    H: Expr,
    /// The speeds, and for accelerations in the Lagrangian their rates.
    velocities: Vector,
    Psi: Matrix,
    sway: Vector,
    forces: Vector,
    /// The right sides of (5) and (8) of `poisson` for `π`, `u` and `π₂`, in `q` and `u`.
    fast: Vector,
}

/// The phase space in its coordinates.
struct Space {
    z: Vector,
    H: Expr,
    bracket: Matrix,
    drift: Vector,
    forces: Vector,
    by_speeds: Vector,
}

impl Written {
    fn new(phase: &Phase, put: &mut Substitution, system: &System) -> Self {
        let (u, k) = (&phase.frame.u, phase.frame.u.len());
        let faster: Vector = u.iter().map(|&u| rate(u)).collect();
        let H = phase.energy();
        let mut on_shell = phase.on_shell(system);
        let Q = on_shell.apply_all(&system.Q);
        let work: Vector = directions(&phase.frame).iter().map(|X| X.dot(&Q)).collect();
        let mut fast = &phase.driven(system) + &work;
        if !phase.pi_2.is_empty() {
            fast = fast.stack(&faster).stack(&(&gradient(phase.l, u) - &phase.pi)); // (8)
        }
        let list = phase.Psi.entries().chain(phase.sway.iter().chain(work.iter()).copied());
        let list: Vec<Expr> = list.chain([H]).map(|e| put.apply(e)).collect();
        let list = shortened(&list, system);
        let part = |from: usize| list[from..from + k].iter().copied().collect::<Vector>();
        Self {
            H: list[k * k + 2 * k],
            velocities: phase.velocities.clone(),
            Psi: Matrix::from_rows((0..k).map(|s| part(s * k)).collect(), k),
            sway: part(k * k),
            forces: part(k * k + k),
            fast,
        }
    }

    /// Equations (2) and (3).
    fn space(self, phase: &Phase, momenta: &[Expr], system: &System) -> Space {
        let (u, k) = (&phase.frame.u, phase.frame.u.len());
        let X = directions(&phase.frame);
        let uses = X.iter().flat_map(|X| X.to_vec()).chain(phase.carried.to_vec());
        let uses = uses.chain([self.H]).chain(self.Psi.entries());
        let uses = uses.chain(self.sway.iter().chain(self.forces.iter()).copied());
        let places = configuration(system, &uses.collect::<Vec<_>>());
        let slow: Vector = places.iter().map(|place| place.0).collect();
        let own = if phase.pi_2.is_empty() { Vector::default() } else { u.clone() };
        let z = slow.stack(&momenta[..k]).stack(&own).stack(&momenta[k..]);
        let (m, size) = (slow.len(), z.len());
        let mut J = vec![vec![Expr::zero(); size]; size];
        for (i, (_, slope)) in places.iter().enumerate() {
            for (s, X) in X.iter().enumerate() {
                J[i][m + s] = slope.dot(X);
                J[m + s][i] = -J[i][m + s];
            }
        }
        for s in 0..k {
            J[m + s][m..m + k].copy_from_slice(&self.Psi.rows()[s]);
        }
        for s in 0..own.len() {
            J[m + k + s][m + 2 * k + s] = Expr::one();
            J[m + 2 * k + s][m + k + s] = -Expr::one();
        }
        let along = |V: &Vector| places.iter().map(|place| place.1.dot(V)).collect::<Vector>();
        let rest = Vector::zeros(2 * own.len());
        Space {
            H: self.H,
            bracket: Matrix::from_rows(J.into_iter().map(Vector::from).collect(), size),
            drift: along(&phase.carried).stack(&self.sway).stack(&rest),
            forces: Vector::zeros(m).stack(&self.forces).stack(&rest),
            by_speeds: along(&self.velocities).stack(&self.fast),
            z,
        }
    }
}

/// The phase space, its Hamiltonian and bracket, and whether it is a Poisson bracket.
pub(super) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let found = almost_poisson(system)?;
    let step = |title: &str, body: Body| Step {
        title: title.to_owned(),
        source: "van der Schaft and Maschke 1994",
        body,
    };
    let verdict = match found.jacobi {
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
