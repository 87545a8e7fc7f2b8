//! The steps of Voronec's equations: the coefficients of curvature, and (1) with two sides.
//!
//! Where the constraints are linear in the velocities and `L` has no accelerations, (1) is shown as
//! [Lemos2022, eq. (10)] with the letters `b`, then with its slopes carried out (15), then with `b` put in.
//!
//! The curvature and its coefficients are checked by `κ δr = δ(s') − δψ`, where `δ(s')` is `d/dt δs` for coordinates, and the equations by those with dependent displacements put in, on the constraints.

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, jacobian, rate};

use super::{Coefficients, carriers, curvature, equations, general_curvature};
use crate::principle::constrained::Constrained;
use crate::principle::dependence::{Dependence, dependence};
use crate::principle::eliminated::Eliminated;
use crate::principle::euler_lagrange::expression;
use crate::principle::formula::Formula;
use crate::principle::reduced::projected;
use crate::principle::second_order;
use crate::principle::steps::{Body, Step, are_plain, with_forces};
use crate::principle::virtual_work::{allowed, opening, pairs, positions, variation};
use crate::{PrincipleError, System};

/// What equation (1) is made of, from the principle on.
pub(in crate::principle) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let dependence = dependence("voronec", system)?;
    let constrained = Constrained::new(&dependence, system);
    let eliminated = Eliminated::new(&dependence, system);
    let [solved, lagrangian, motion] = sources(&dependence, system);
    let (mut steps, vanishing) = opening(system);
    steps.extend(allowed(system));
    steps.extend(eliminated.steps(solved));
    let E = &expression(system.L, system) - &system.Q;
    let (balance, vanishing) = eliminated.balance(vanishing, &E);
    steps.push(balance);
    steps.extend(second_order::accelerations(&eliminated));
    steps.push(constrained.step(lagrangian));
    steps.extend(second_order::slopes(&constrained, &eliminated));
    let coefficients = Curvature { dependence: &dependence, system, eliminated: &eliminated };
    steps.extend(coefficients.steps());
    let expected = eliminated.coefficients(vanishing);
    let checked =
        |step: Step| step.equal(expected.clone()).on(&eliminated.values, &eliminated.surface);
    if system.order == 1 {
        let sides = Sides { constrained: &constrained, curvature: &coefficients };
        steps.extend(sides.steps(motion, checked));
        return Ok(steps);
    }
    let body = Body::vanishing(&equations(&dependence, system));
    let last = checked(Step::new(&with_forces("Equations of motion", system), motion, body));
    steps.extend(second_order::equations(&constrained, &eliminated, (motion, last), &expected));
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
struct Curvature<'a> {
    dependence: &'a Dependence,
    system: &'a System,
    eliminated: &'a Eliminated<'a>,
}

impl Curvature<'_> {
    /// The names of the dependent coordinates.
    fn names(&self) -> Vec<String> {
        let s = self.dependence.s(&self.system.places());
        s.iter().filter_map(|x| x.as_symbol()).map(|s| s.name.to_string()).collect()
    }

    fn steps(&self) -> Vec<Step> {
        let Some(a0) = &self.dependence.affine else {
            let body = Body::matrix("kappa", &general_curvature(self.dependence, self.system));
            let step = Step::new("Curvature", "generalises Lemos (11)", body);
            let step = match self.commuted() {
                Some(kappa) => step.equal(kappa.entries()).on(&self.eliminated.values, &[]),
                None => step.vanishing(self.commuted_implicitly(), &[]),
            };
            return [step].into_iter().chain(self.contracted()).collect();
        };
        let coefficients = Coefficients { dependence: self.dependence, system: self.system, a0 };
        let names = self.names();
        let mut steps: Vec<Step> = Vec::new();
        for (nu, name) in names.iter().enumerate() {
            steps.extend(self.of_constraint(nu, name, &coefficients));
        }
        steps.extend(second_order::second_curvature(self.eliminated));
        steps.extend(self.contracted());
        steps
    }

    /// `b` of one constraint, and its part without velocities.
    fn of_constraint(&self, nu: usize, name: &str, coefficients: &Coefficients<'_>) -> Vec<Step> {
        let (b, b0) = coefficients.matrix(nu);
        let first = self.system.order == 1;
        let turns = self.dependence.dependent.iter().any(|&j| j >= self.system.plain().len());
        let dot = if turns { "" } else { "'" };
        let sign = if first { Expr::one() } else { -Expr::one() };
        let (source, title, letter) = match first {
            true => {
                let turning = !self.system.rotations.is_empty();
                let source = if turning { "generalises Lemos (11)" } else { "Lemos (11)" };
                (source, format!("Curvature of the constraint on {name}{dot}"), "b")
            }
            false => {
                let title = format!("Curvature B1 of the constraint on {name}{dot}");
                ("Crâşmăreanu (1.10a)", title, "B1")
            }
        };
        let r = self.dependence.r(&self.system.jet(1));
        let kappa = self.commuted().map(|kappa| kappa.rows()[nu].clone()).unwrap_or_default();
        let expected = kappa.iter().flat_map(|&e| gradient(sign * e, &r).to_vec());
        let expected: Vec<Expr> = expected.collect();
        let body = Body::matrix(&format!("{letter}_{name}"), &b.map(|e| sign * e));
        let mut steps = vec![Step::new(&title, source, body).equal(expected)];
        if b0.iter().any(|&e| e != Expr::zero()) {
            let title = format!("Its part without velocities, for {name}{dot}");
            let (source, letter) = match first {
                true => ("generalises Lemos (11)", "b0"),
                false => ("generalises Crâşmăreanu (1.10a)", "B10"),
            };
            let signed: Vector = b0.iter().map(|&e| sign * e).collect();
            let body = Body::vector(&format!("{letter}_{name}"), &signed);
            let mut at_rest = Substitution::new(r.iter().map(|&r| (r, Expr::zero())));
            let expected = kappa.iter().map(|&e| at_rest.apply(sign * e));
            steps.push(Step::new(&title, source, body).equal(expected.collect::<Vec<_>>()));
        }
        steps
    }

    /// The variation of a function with the displacements of the dependent places put in.
    fn varied(&self, e: Expr) -> Expr {
        let Eliminated { delta_r, delta_s, .. } = self.eliminated;
        let followed = &self.dependence.psi_v * &**delta_r;
        let displaced = pairs(delta_s, &followed).into_iter();
        let rates = delta_s.iter().zip(followed.iter()).map(|(&s, &e)| (rate(s), rate(e)));
        Substitution::new(displaced.chain(rates).collect::<Vec<_>>())
            .apply(variation(e, self.system))
    }

    /// `κ`, one row a dependent coordinate: `d/dt δs − δψ`, on the constraints; none where `ψ` is not known.
    fn commuted(&self) -> Option<Matrix> {
        let psi = self.dependence.psi.as_ref()?;
        let s = self.dependence.s(&self.system.jet(1));
        let mut put_in = self.dependence.put_in(self.system);
        let row = |(&s, &psi): (&Expr, &Expr)| {
            put_in.apply_all(&gradient(self.varied(s) - self.varied(psi), &self.eliminated.delta_r))
        };
        let rows = s.iter().zip(psi.iter()).map(row).collect();
        Some(Matrix::from_rows(rows, self.eliminated.delta_r.len()))
    }

    /// What vanishes where `ψ` is not known: `∂φ/∂s' κ δr − δφ`.
    fn commuted_implicitly(&self) -> Vec<Expr> {
        let (d, system, delta_r) = (self.dependence, self.system, &self.eliminated.delta_r);
        let phi = d.velocity_forms(system);
        let square = jacobian(&phi, &d.s(&system.jet(1)));
        let turned = &square * &*(&general_curvature(d, system) * &**delta_r);
        let gaps = turned.iter().zip(phi.iter()).map(|(&e, &phi)| e - self.varied(phi));
        gaps.flat_map(|e| gradient(e, delta_r).to_vec()).collect()
    }

    /// `−Σ_μ ∂ψ_ν/∂s_μ κ_μi`, by which the last term of (1) is made.
    fn contracted(&self) -> Option<Step> {
        let product = &self.dependence.psi_s() * &curvature(self.dependence, self.system);
        let product = product.map(|e| -e);
        if self.system.order == 1 || product.entries().all(|e| e == Expr::zero()) {
            return None;
        }
        let body = Body::matrix("B2", &product);
        let (title, source) = match are_plain(self.dependence, self.system) {
            true => ("Second curvature B2, contracted with r' r'", "Crâşmăreanu (1.10b)"),
            false => (
                "Second curvature: −∂s'/∂s times the curvature, in place of B2 contracted with r' r'",
                "generalises Crâşmăreanu (1.10b)",
            ),
        };
        let step = Step::new(title, source, body);
        Some(match second_order::contraction(self.eliminated) {
            Some(expected) => step.equal(expected).on(&self.eliminated.values, &[]),
            None => step,
        })
    }
}

/// Equation (1) with two sides, for a Lagrangian without accelerations.
struct Sides<'a> {
    constrained: &'a Constrained<'a>,
    curvature: &'a Curvature<'a>,
}

impl Sides<'_> {
    fn steps(&self, motion: &'static str, checked: impl Fn(Step) -> Step) -> Vec<Step> {
        let (dependence, system) = (self.curvature.dependence, self.curvature.system);
        let m = dependence.independent.len();
        let left: Vec<Formula> = (0..m).map(|i| self.left(i)).collect();
        let right = |by: Carrier| (0..m).map(|i| self.right(i, by)).collect::<Vec<_>>();
        let carried = |list: &[Formula]| list.iter().map(|f| Formula::Value(f.value())).collect();
        let both =
            |l: Vec<Formula>, r: Vec<Formula>| Body::Formulas(l.into_iter().zip(r).collect());
        let values: Vec<Formula> = carried(&left);
        let full = right(Carrier::Value);
        let put_in = values.iter().zip(&full).map(|(l, r)| (l.value(), r.value())).collect();
        let worked = match motion {
            "Lemos (10)" => "Lemos (15)",
            _ => "generalises Lemos (15)",
        };
        let last =
            Step::new(&with_forces("Equations of motion", system), motion, Body::Equations(put_in));
        if dependence.dependent.is_empty() {
            return vec![checked(last)];
        }
        let letters = with_forces(
            "Voronec's equations: slopes of L by dependent velocities before the constraints are \
             put in",
            system,
        );
        vec![
            checked(Step::new(&letters, motion, both(left, right(Carrier::Slope)))),
            checked(Step::new("The slopes carried out", worked, both(values, full))),
            checked(last),
        ]
    }

    /// `d/dt ∂L̄/∂r'ᵢ − ∂L̄/∂rᵢ`.
    fn left(&self, i: usize) -> Formula {
        let (dependence, system) = (self.curvature.dependence, self.curvature.system);
        let j = dependence.independent[i];
        let slope = |x, e| Formula::slope("L_bar", x, e);
        let momentum = slope(system.jet(1)[j], self.constrained.by_velocity(i));
        let force = slope(positions(system)[j], self.constrained.by_position(j));
        let turning = self.constrained.turning()[i];
        let turning = (turning != Expr::zero()).then_some((true, Formula::Value(turning)));
        let own = [(false, Formula::rate(1, momentum)), (true, force)];
        Formula::signed(own.into_iter().chain(turning))
    }

    /// `Σ ∂L̄/∂s_ν a_νi + Σ ∂L/∂s'_ν (Σ b^ν_ij r'_j + b^ν_i0) + Qᵢ + Σ Q_ν a_νi`.
    fn right(&self, i: usize, by: Carrier) -> Formula {
        let (dependence, system) = (self.curvature.dependence, self.curvature.system);
        let mut terms = Vec::new();
        let p = carriers(dependence, system);
        let v = dependence.s(&system.jet(1));
        for (nu, &place) in dependence.dependent.iter().enumerate() {
            let (force, a) = (self.constrained.by_position(place), dependence.psi_v[(nu, i)]);
            if force != Expr::zero() && a != Expr::zero() {
                let slope = by.written("L_bar", positions(system)[place], force);
                terms.push(Formula::Product(vec![slope, Formula::Value(a)]));
            }
            if let Some(turn) = self.turn(nu, i).filter(|_| p[nu] != Expr::zero()) {
                terms.push(Formula::Product(vec![by.written("L", v[nu], p[nu]), turn]));
            }
        }
        let force = projected(&system.Q, dependence)[i];
        if force != Expr::zero() {
            terms.push(Formula::Value(force));
        }
        Formula::sum(terms)
    }

    /// `Σ b^ν_ij r'_j + b^ν_i0` in letters, or `κ_νi`.
    fn turn(&self, nu: usize, i: usize) -> Option<Formula> {
        let (dependence, system) = (self.curvature.dependence, self.curvature.system);
        let name = &self.curvature.names()[nu];
        let Some(a0) = &dependence.affine else {
            let kappa = general_curvature(dependence, system)[(nu, i)];
            let letter = format!("kappa_{name}_{}", i + 1);
            return (kappa != Expr::zero()).then(|| Formula::letter(&letter, kappa));
        };
        let coefficients = Coefficients { dependence, system, a0 };
        let r = dependence.r(&system.jet(1));
        let mut terms = Vec::new();
        for (j, &r) in r.iter().enumerate() {
            let b = coefficients.b(nu, i, j);
            if b != Expr::zero() {
                let letter = format!("b_{name}_{}_{}", i + 1, j + 1);
                let factors = vec![Formula::letter(&letter, b), Formula::Value(r)];
                terms.push(Formula::Product(factors));
            }
        }
        let b0 = coefficients.b0(nu, i);
        if b0 != Expr::zero() {
            terms.push(Formula::letter(&format!("b0_{name}_{}", i + 1), b0));
        }
        (!terms.is_empty()).then(|| Formula::sum(terms))
    }
}

/// How a slope is written.
#[derive(Clone, Copy)]
enum Carrier {
    Slope,
    Value,
}

impl Carrier {
    fn written(self, of: &str, x: Expr, value: Expr) -> Formula {
        match self {
            Self::Slope => Formula::slope(of, x, value),
            Self::Value => Formula::Value(value),
        }
    }
}
