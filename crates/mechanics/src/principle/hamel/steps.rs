//! The steps of the equations of Boltzmann and Hamel. The numbers are those of the page `explain hamel`, which are those
//! of the module above.
//!
//! Each is checked in another way than it is computed: velocities by putting them into the forms, momenta by those of
//! `L`, the coefficients by brackets of vector fields, since `γʳₛₜ = ωʳ([Vₛ, Vₜ])` and `εʳₛ = ωʳ([Vₛ, b + ∂/∂t])`, and the
//! equations by d'Alembert's principle along the directions `V`, at the velocities that the constraints allow.

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, rate};

use super::{BoltzmannHamel, at_constraints, boltzmann_hamel, hamel_frame};
use crate::energy::explicit_rate;
use crate::principle::allowed_steps::{displaced, each};
use crate::principle::frame::Frame;
use crate::principle::steps::{Body, Step, with_forces};
use crate::principle::virtual_work::{allowed, displacements, opening};
use crate::{PrincipleError, System};

/// D'Alembert's principle, the quasi-velocities, their coefficients, and the equations in them.
pub(in crate::principle) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let (found, frame) = (boltzmann_hamel(system)?, hamel_frame(system)?);
    let way = Way { found: &found, frame: &frame, system };
    let (mut steps, vanishing) = opening(system);
    steps.extend(allowed(system));
    steps.extend(way.speeds());
    steps.extend(way.coefficients());
    let title = with_forces("Equations of motion", system);
    let last = Step::new(&title, HAMEL[4], Body::vanishing(&found.equations));
    let along = each(vanishing, &displacements(system), &way.directions());
    steps.push(last.equal(along).on(&way.motion(), way.positions()));
    Ok(steps)
}

/// The sources of equations (1)–(5).
const HAMEL: [&str; 5] = [
    "Hamel 1904; (1) of `explain hamel`",
    "Hamel 1904; (2) of `explain hamel`",
    "Hamel 1904; (3) of `explain hamel`",
    "Hamel 1904; (4) of `explain hamel`",
    "Hamel 1904; (5) of `explain hamel`",
];

struct Way<'a> {
    found: &'a BoltzmannHamel,
    frame: &'a Frame,
    system: &'a System,
}

impl Way<'_> {
    /// The columns of `V` that belong to speeds.
    fn directions(&self) -> Matrix {
        let k = self.frame.u.len();
        let rows = self.frame.V.rows().iter().map(|row| row[..k].iter().copied().collect());
        Matrix::from_rows(rows.collect(), k)
    }

    /// What the positions obey.
    fn positions(&self) -> &[Expr] {
        &self.frame.constraints.manifold[0]
    }

    /// The velocities, and the accelerations at them, through the speeds.
    fn motion(&self) -> Vec<(Expr, Expr)> {
        let v = self.system.jet(1);
        let allowed = self.frame.velocities(&at_constraints(self.frame));
        let mut put_in = Substitution::new(v.iter().copied().zip(allowed.to_vec()));
        let rates: Vec<Expr> = allowed.iter().map(|&e| rate(e)).collect();
        let a = put_in.apply_all(&rates);
        let first = v.iter().copied().zip(allowed.to_vec());
        first.chain(self.system.jet(2).iter().copied().zip(a.to_vec())).collect()
    }

    /// The quasi-velocities, the displacements along them, and what `L` and its momenta are in them.
    fn speeds(&self) -> Vec<Step> {
        let (found, frame, system) = (self.found, self.frame, self.system);
        let v = system.jet(1);
        let source = "Hamel 1904";
        let velocities = v.iter().copied().zip(found.velocities.to_vec()).collect::<Vec<_>>();
        let mut put_in = Substitution::new(velocities.clone());
        let forms = &(&frame.Omega * &*v) + &frame.omega;
        let lost = &put_in.apply_all(&forms) - &at_constraints(frame);
        let mut at = Substitution::new(self.motion());
        let p = at.apply_all(&gradient(system.L, &v));
        let momenta = &frame.V.transpose() * &*p;
        let quasi = Step::new("Quasi-velocities", source, Body::Equations(found.speeds.clone()));
        let named = found.speeds.iter().zip(forms.iter());
        let quasi = quasi.equal(named.map(|(&(u, _), &form)| u - form).collect::<Vec<_>>());
        let through = Step::new("Velocities through them", source, Body::Equations(velocities));
        let L = Step::new("Lagrangian in them", HAMEL[0], Body::value("L", found.lagrangian));
        let title = "Momenta, those of the constraints last";
        let P = Step::new(title, HAMEL[1], Body::vector("P", &found.momenta));
        vec![
            quasi,
            through.vanishing(lost.to_vec(), self.positions()),
            displaced(&self.directions(), source, system),
            L.equal([at.apply(system.L)]).on(&[], self.positions()),
            P.equal(momenta.to_vec()).on(&[], self.positions()),
        ]
    }

    /// The coefficients that do not vanish.
    fn coefficients(&self) -> Vec<Step> {
        let zero = |matrix: &Matrix| matrix.entries().all(|e| e == Expr::zero());
        let k = self.frame.u.len();
        let mut steps = Vec::new();
        for (r, gamma) in self.found.gamma.iter().enumerate().filter(|(_, gamma)| !zero(gamma)) {
            let title = format!("Coefficients of quasi-velocity {}", r + 1);
            let places = (0..k).flat_map(|s| (0..k).map(move |t| (s, t)));
            let turned = |(s, t): (usize, usize)| {
                let turn = self.bracket(&self.frame.direction(s), &self.frame.direction(t));
                self.frame.Omega.rows()[r].dot(&turn)
            };
            let step = Step::new(&title, HAMEL[2], Body::matrix("gamma", gamma));
            let expected = places.map(turned).collect::<Vec<_>>();
            steps.push(step.equal(expected).on(&[], self.positions()));
        }
        if !zero(&self.found.epsilon) {
            let title = "Coefficients of time and of parts without velocities";
            let step = Step::new(title, HAMEL[3], Body::matrix("epsilon", &self.found.epsilon));
            steps.push(step.equal(self.drifts()).on(&[], self.positions()));
        }
        steps
    }

    /// `[X, Y]`, with the brackets of rotations.
    fn bracket(&self, X: &Vector, Y: &Vector) -> Vector {
        let (n, system) = (X.len(), self.system);
        let along = |X: &Vector, e: Expr| system.by_position(e).dot(X);
        let own = |i: usize| along(X, Y[i]) - along(Y, X[i]);
        let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let turn =
            |k: usize| Expr::sum(pairs().map(|(i, j)| X[i] * Y[j] * system.bracket(i, j)[k]));
        (0..n).map(|k| own(k) + turn(k)).collect()
    }

    /// `ωʳ([Vₛ, b + ∂/∂t])`, one row a quasi-velocity.
    fn drifts(&self) -> Vec<Expr> {
        let (n, k) = (self.frame.omega.len(), self.frame.u.len());
        let b = self.frame.velocities(&Vector::zeros(n));
        let drift = |s: usize| {
            let X = self.frame.direction(s);
            let growth: Vector = X.iter().map(|&e| explicit_rate(e, self.system.t)).collect();
            &self.bracket(&X, &b) - &growth
        };
        let drifts: Vec<Vector> = (0..k).map(drift).collect();
        let rows = self.frame.Omega.rows().iter();
        rows.flat_map(|row| drifts.iter().map(|drift| row.dot(drift)).collect::<Vec<_>>()).collect()
    }
}
