//! The way of Moreschi and Castellano from Hamilton's principle to the equations with multipliers, and where it fails.
//!
//! Multipliers of functions, shown for the Gaussian and the constraints on accelerations, are carried over to functionals:
//!
//! ```text
//! ∂Φ/∂q · δq + ∂Φ/∂q' · δq' = 0                                                     (15)
//! ∇Φ = ∂Φ/∂q − d/dt ∂Φ/∂q',     ∫ ∇Φ · δq dt = 0                                    (16)
//! Q − E + Σ η ∇Φ = 0                                                                (18)
//! ∫ η (∂Φ/∂q · δq + ∂Φ/∂q' · δq') dt = ∫ (η ∇Φ − η' ∂Φ/∂q') · δq dt                 (21)
//! ∫ (Q − E + Σ η' ∂Φ/∂q') · δq dt = 0                                               (22)
//! ```
//!
//! On a motion `E − Q = λ ∂Φ/∂q'`, and (18) asks for `η` with `Σ η ∇Φ = Σ λ ∂Φ/∂q'`. There is none where a minor of the rows
//! `∇Φ` and of this reaction does not vanish. The difference of (18) under the integral, (20), and (21) is (22), whose
//! equations are those of d'Alembert's principle with `λ = η'`; the step takes (20) for true.
//!
//! Source: [`MoreschiCastellano2006`, §2.1–2.2, eqs. (2)–(28)].

use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient, jacobian, rate};

use super::constraint::{multipliers, phi, rows};
use super::euler_lagrange::expression;
use super::formula::Formula;
use super::frame::solution;
use super::linear::determinant;
use super::rank::rank;
use super::scope::Scope;
use super::steps::{Body, Step, with_forces};
use super::virtual_work::{displacements, opening, pairs, variation};
use super::{basis, fundamental_equation, gauss};
use crate::witness::{Choice, Stage, witness};
use crate::{Cause, PrincipleError, System};

/// Minors that are looked at.
const MOST_MINORS: usize = 60;

/// The steps of the paper, each checked, and a minor that refutes its (18).
///
/// # Errors
/// Accelerations in `L`, no constraints, and constraints that are not ideal or not on velocities.
pub fn moreschi_castellano(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let scope = Scope("moreschi-castellano");
    if system.constraints.is_empty() {
        return Err(scope.refusal(Cause::Unconstrained));
    }
    scope.first_order(system)?;
    scope.ideal(system)?;
    scope.on_velocities(system)?;
    if let Some(c) = system.constraints.iter().find(|c| c.order(&system.q) == Some(0)) {
        return Err(scope.refusal(Cause::Position(c.label.clone())));
    }
    let way = Way::new(system);
    let functions = gauss::steps(system)?.into_iter();
    let functions = functions.filter(|step| step.source.contains("; Moreschi–Castellano"));
    let mut steps: Vec<Step> = functions.collect();
    let (opening, _) = opening(system);
    steps.extend(opening.into_iter().skip(1).take(2));
    steps.extend(way.carried_over());
    steps.extend(way.refutation());
    steps.extend(way.replaced());
    Ok(steps)
}

struct Way<'a> {
    system: &'a System,
    displaced: Vector,
    phi: Vector,
    eta: Vector,
    E: Vector,
    /// `∂Φ/∂q'`, one row a constraint.
    slopes: Matrix,
    /// `∇Φ`, one row a constraint.
    nabla: Matrix,
}

/// A sum that vanishes.
fn vanishing(sum: Formula) -> Body {
    Body::Formulas(vec![(sum, Formula::zero())])
}

/// `∂Φ/∂q`, for rotations with the turning of `∂Φ/∂q'`.
fn by_position(phi: Expr, slopes: &Vector, system: &System) -> Vector {
    &system.by_position(phi) - &system.turning(slopes)
}

impl<'a> Way<'a> {
    fn new(system: &'a System) -> Self {
        let (phi, v) = (phi(system), system.jet(1));
        let slopes = jacobian(&phi, &v);
        let by_q = phi.iter().zip(slopes.rows());
        let by_q = by_q.map(|(&phi, slopes)| by_position(phi, slopes, system));
        let row = |(q, v): (&Vector, &Vector)| {
            q.iter().zip(v.iter()).map(|(&q, &v)| q - rate(v)).collect::<Vector>()
        };
        let nabla = by_q.collect::<Vec<_>>();
        let nabla = nabla.iter().zip(slopes.rows()).map(row).collect();
        Self {
            displaced: displacements(system),
            eta: multipliers("eta", system),
            E: &expression(system.L, system) - &system.Q,
            nabla: Matrix::from_rows(nabla, v.len()),
            phi,
            slopes,
            system,
        }
    }

    /// `∂Φ/∂q · δq + ∂Φ/∂q' · δq'` of a constraint.
    fn varied(&self, k: usize) -> Formula {
        let by_q = by_position(self.phi[k], &self.slopes.rows()[k], self.system);
        let both = self
            .displaced
            .iter()
            .enumerate()
            .flat_map(|(i, &x)| [(by_q[i], x), (self.slopes[(k, i)], rate(x))]);
        Formula::linear(both.collect::<Vec<_>>())
    }

    /// `δΦ`, with what [`varied`](Self::varied) writes as its value.
    fn variation_by_name(&self, k: usize) -> Formula {
        let name = format!("Phi_{}", self.system.constraints[k].label);
        let letter = Formula::letter(&name, self.phi[k]);
        Formula::Variation(Box::new(letter), self.varied(k).value())
    }

    /// `Σ η ∇Φ`.
    fn combined(&self) -> Vector {
        &self.nabla.transpose() * &*self.eta
    }

    /// Equations (15), (16), (18) and (20).
    fn carried_over(&self) -> Vec<Step> {
        let m = self.phi.len();
        let variations: Vec<Expr> = self.phi.iter().map(|&e| variation(e, self.system)).collect();
        let rule = (0..m).map(|k| (self.varied(k), Formula::zero())).collect();
        let by_parts = |k: usize| {
            let whole = Formula::linear(pairs(&self.nabla.rows()[k], &self.displaced));
            (Formula::integral(self.varied(k)), Formula::integral(whole))
        };
        let ends = |k: usize| rate(self.slopes.rows()[k].dot(&self.displaced));
        let (E, combined) = (&self.E, self.combined());
        let lost = &combined - E;
        let sides = lost.iter().map(|&e| (e, Expr::zero())).collect();
        let first = variation(self.system.L, self.system) + self.system.Q.dot(&self.displaced);
        let sum = Formula::linear(pairs(&lost, &self.displaced));
        let parted =
            first - rate(gradient(self.system.L, &self.system.jet(1)).dot(&self.displaced));
        let with_eta = (0..m).map(|k| self.eta[k] * (variations[k] - ends(k)));
        let whole = parted + Expr::sum(with_eta.collect::<Vec<_>>());
        let title = "Carried over to functionals by analogy, with multipliers η";
        vec![
            Step::new("Variations that obey the constraints", SOURCES[0], Body::Formulas(rule))
                .equal(variations.clone()),
            Step::new(
                "Integrated by parts",
                SOURCES[1],
                Body::Formulas((0..m).map(by_parts).collect()),
            )
            .equal((0..m).map(ends)),
            Step::new(&with_forces(title, self.system), SOURCES[2], Body::Equations(sides))
                .equal(gradient(whole, &self.displaced).to_vec()),
            Step::new("The same under the integral", SOURCES[3], vanishing(Formula::integral(sum)))
                .equal([whole]),
        ]
    }

    /// What (18) asks for on a motion, and a minor that is not zero on it.
    fn refutation(&self) -> Vec<Step> {
        let lambda = multipliers("lambda", self.system);
        let reaction = &self.slopes.transpose() * &*lambda;
        let combined = self.combined();
        let asked = combined.iter().copied().zip(reaction.iter().copied()).collect();
        let title = "On a motion the balance is that of the reactions, and (18) asks for such η";
        let motion = (&self.E - &reaction).to_vec();
        let eighteen = (&combined - &self.E).to_vec();
        let expected = eighteen.iter().zip(&motion).map(|(&a, &b)| a + b);
        let asked = Step::new(title, SOURCES[2], Body::Equations(asked)).equal(expected);
        let mut steps = vec![asked];
        steps.extend(self.minor());
        steps
    }

    /// A minor of the rows `∇Φ` and of the reaction, on the motion, with a state at which it is not zero.
    fn minor(&self) -> Option<Step> {
        let found = fundamental_equation(self.system).ok()?;
        let lambda = solution(&found.G, &found.e).ok()?;
        let reaction = &found.A.transpose() * &*lambda;
        let pairs = self.system.highest().to_vec().into_iter();
        let moved = &found.free + &(&found.X * &*lambda);
        let mut put_in = Substitution::new(pairs.zip(moved.to_vec()).collect::<Vec<_>>());
        let nabla = self.nabla.map(|e| put_in.apply(e));
        let kept = rank(&nabla, &rows(self.system).manifold, self.system).kept;
        let mut stacked = nabla.select_rows(&kept).rows().to_vec();
        stacked.push(reaction);
        let columns = Matrix::from_rows(stacked, self.displaced.len()).transpose();
        let states = [Stage {
            equations: self.phi.to_vec(),
            unknowns: self.system.jet(1).to_vec(),
            redundant: Vec::new(),
        }];
        let differs = |e: &Expr| witness((*e, Expr::zero()), &states, &Choice::default()).is_some();
        let chosen = subsets(self.displaced.len(), kept.len() + 1);
        if chosen.len() > MOST_MINORS {
            return None;
        }
        let square = |rows: &Vec<usize>| columns.select_rows(rows);
        let minors: Vec<Expr> =
            chosen.iter().filter_map(|rows| determinant(&square(rows))).collect();
        let Some(place) = minors.iter().position(|e| *e != Expr::zero() && differs(e)) else {
            let title = "(18) has such η here: every minor of ∇Φ and of the reaction vanishes on the \
                         motion";
            let step = Step::new(title, SOURCES[2], Body::value("D", Expr::zero()));
            return Some(step.vanishing(minors, &self.phi));
        };
        let title = "(18) fails: ∇Φ and the reaction are independent where this minor, on the motion, \
                     is not zero, as at some state that the constraints allow";
        let body = Body::value("D", minors[place]);
        let again = basis::determinant(&square(&chosen[place]));
        Some(Step::new(title, "refutes Moreschi–Castellano (18)–(20)", body).equal([again]))
    }

    /// Equations (21), (22) and (28).
    fn replaced(&self) -> Vec<Step> {
        let m = self.phi.len();
        let by_parts = |k: usize| {
            let (eta, slopes) = (self.eta[k], &self.slopes.rows()[k]);
            let each = self.nabla.rows()[k].iter().zip(slopes.iter());
            let lost: Vector = each.map(|(&n, &s)| eta * n - rate(eta) * s).collect();
            let left = Formula::Product(vec![Formula::Value(eta), self.variation_by_name(k)]);
            let right = Formula::linear(pairs(&lost, &self.displaced));
            (Formula::integral(left), Formula::integral(right))
        };
        let ends = |k: usize| rate(self.eta[k] * self.slopes.rows()[k].dot(&self.displaced));
        let rows: Vec<(Formula, Formula)> = (0..m).map(by_parts).collect();
        let weighed: Vec<Expr> = rows.iter().map(|row| row.1.value()).collect();
        let rates: Vector = self.eta.iter().map(|&eta| rate(eta)).collect();
        let left = &(&self.slopes.transpose() * &*rates) - &self.E;
        let twenty = (&self.combined() - &self.E).dot(&self.displaced);
        let sum = Formula::linear(pairs(&left, &self.displaced));
        let twenty_two = sum.value();
        let lambda = multipliers("lambda", self.system);
        let named = rates.iter().copied().zip(lambda.to_vec()).collect::<Vec<_>>();
        let reaction = &self.slopes.transpose() * &*lambda;
        let motion = self.E.iter().copied().zip(reaction.to_vec()).collect();
        let expected = Substitution::new(named).apply(-twenty_two);
        let title = "(20) minus (21), which takes (20) for true";
        vec![
            Step::new(
                "Multiplied by η before the parts, with δΦ of (15)",
                SOURCES[4],
                Body::Formulas(rows),
            )
            .equal((0..m).map(ends)),
            Step::new(title, SOURCES[5], vanishing(Formula::integral(sum)))
                .equal([twenty - Expr::sum(weighed)]),
            Step::new("Equations of motion, with λ = η'", SOURCES[6], Body::Equations(motion))
                .equal(gradient(expected, &self.displaced).to_vec()),
        ]
    }
}

const SOURCES: [&str; 7] = [
    "Moreschi–Castellano (15)",
    "Moreschi–Castellano (16), (17)",
    "Moreschi–Castellano (18)",
    "Moreschi–Castellano (20)",
    "Moreschi–Castellano (21)",
    "Moreschi–Castellano (22)",
    "Moreschi–Castellano (28)",
];

/// Some subsets of `k` of `n` numbers, in order.
fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for _ in 0..k {
        let longer = |d: &Vec<usize>| {
            let next = d.last().map_or(0, |j| j + 1);
            (next..n).map(|j| [&d[..], &[j]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).take(10 * MOST_MINORS).collect();
    }
    found
}
