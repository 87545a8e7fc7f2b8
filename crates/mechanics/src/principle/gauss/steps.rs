//! The steps of Gauss's principle, from d'Alembert's on.
//!
//! At one time positions and velocities are given, so that displacements after a short time are those of accelerations,
//!
//! ```text
//! (F − M a) · δq = 0                                                                (1)
//! δq = ½ δa dt²,     (F − M a) · δa = 0                                             (2)
//! δZ = (M a − F) · δa = 0,     (∂c/∂a) δa = 0                                       (3)
//! G = Z − λ c,     ∂G/∂a = 0,     M a = F + λ ∂c/∂a                                 (4)
//! ```
//!
//! (3) and (4) are multipliers of functions: all vectors δa that are tangent to the surfaces `c = 0` are tangent to that
//! of `Z`, so that its gradient is a combination of theirs.
//!
//! Sources: [`ClassNote`, eqs. (3)–(5)], whose `λ` in `G` has the opposite sign; [`MoreschiCastellano2006`, §2.1,
//! eqs. (4)–(7)].

use alembert_algebra::{Expr, Kind, Matrix, Rational, Substitution, Vector, gradient, rate};

use super::{gaussian, is_of_particles, on_accelerations};
use crate::principle::constraint::{multipliers, rows};
use crate::principle::euler_lagrange::{expression, inertia};
use crate::principle::formula::{Formula, delta};
use crate::principle::frame::solution;
use crate::principle::scope::Scope;
use crate::principle::steps::{Body, Step};
use crate::principle::virtual_work::{
    allowed, boundary, derivative_along, displacements, pairs, variation,
};
use crate::{PrincipleError, System};

/// From displacements to accelerations, and to the Gaussian with its multipliers.
pub(in crate::principle) fn steps(system: &System) -> Result<Vec<Step>, PrincipleError> {
    let scope = Scope("gauss");
    scope.first_order(system)?;
    scope.ideal(system)?;
    let a = system.highest();
    let c: Vector = system.constraints.iter().map(|c| on_accelerations(c, system)).collect();
    let way = Way { system, delta_a: a.iter().map(|&a| delta(a)).collect(), a, c };
    let (mut steps, along_accelerations) = way.displacements();
    steps.extend(way.constraints());
    steps.extend(way.measure(along_accelerations));
    steps.extend(way.stationary());
    Ok(steps)
}

struct Way<'a> {
    system: &'a System,
    a: Vector,
    delta_a: Vector,
    /// The constraints on the accelerations.
    c: Vector,
}

/// One half.
fn half() -> Expr {
    Expr::number(Rational::ratio(1, 2))
}

impl Way<'_> {
    /// `M a − F`.
    fn deviation(&self) -> Vector {
        &expression(self.system.L, self.system) - &self.system.Q
    }

    /// Equations (1) and (2), and what vanishes by (2).
    fn displacements(&self) -> (Vec<Step>, Expr) {
        let (system, displaced) = (self.system, displacements(self.system));
        let lost = -&self.deviation();
        let work = Formula::linear(pairs(&lost, &displaced));
        let dalembert = work.value();
        let expected = variation(system.L, system) - rate(boundary(system.L, system))
            + system.Q.dot(&displaced);
        let vanishing = |work| Body::Formulas(vec![(work, Formula::zero())]);
        let title = "d'Alembert's principle, for displacements that the constraints allow";
        let first = Step::new(title, "class note (3)", vanishing(work)).equal([expected]);
        let dt = Expr::symbol("dt", Kind::Auxiliary, 0);
        let later = |a: Expr, i: usize| system.q[i] + system.jet(1)[i] * dt + half() * a * dt * dt;
        let n = displaced.len();
        let row = |i: usize| {
            let factors = vec![half(), self.delta_a[i], dt * dt].into_iter().map(Formula::Value);
            (Formula::Value(displaced[i]), Formula::Product(factors.collect()))
        };
        let apart = |i: usize| later(self.a[i] + self.delta_a[i], i) - later(self.a[i], i);
        let title = "Two motions with the same positions and velocities at one time, δq = δq' = 0, \
                     that differ by δq'', after a short time dt";
        let second = Body::Formulas((0..n).map(row).collect());
        let second = Step::new(title, "class note, before (3)", second)
            .equal((0..n).map(|i| displaced[i] - apart(i)));
        let work = Formula::linear(pairs(&lost, &self.delta_a));
        let value = work.value();
        let put_in = (0..n).map(|i| (displaced[i], apart(i)));
        let scaled =
            Substitution::new(put_in.collect::<Vec<_>>()).apply(dalembert) / (half() * dt * dt);
        let title = "The principle for them: only accelerations vary";
        let third = Step::new(title, "class note, before (4)", vanishing(work)).equal([scaled]);
        let steps = [Some(first), allowed(system), Some(second), Some(third)];
        (steps.into_iter().flatten().collect(), value)
    }

    /// The constraints on the accelerations, and the rule of the δa.
    fn constraints(&self) -> Vec<Step> {
        if self.c.is_empty() {
            return Vec::new();
        }
        let B = rows(self.system).B;
        let row = |b: &Vector| (Formula::linear(pairs(b, &self.delta_a)), Formula::zero());
        let moved = pairs(&self.a, &self.delta_a);
        let title = "Accelerations of which the constraints do not change: ∂c/∂q'' δq'' = 0";
        let rule = Step::new(
            title,
            "class note, before (4); Moreschi–Castellano (4), (5)",
            Body::Formulas(B.rows().iter().map(row).collect()),
        );
        vec![
            Step::new(
                "Constraints on the accelerations",
                "class note, before (5)",
                Body::vanishing(&self.c),
            ),
            rule.equal(self.c.iter().map(|&c| derivative_along(c, &moved)).collect::<Vec<_>>()),
        ]
    }

    /// The Gaussian and its variation.
    fn measure(&self, along_accelerations: Expr) -> Vec<Step> {
        let short = gaussian(self.system);
        let particles = is_of_particles(self.system);
        let source = if particles { "class note (4)" } else { "generalises class note (4)" };
        let slopes = gradient(short, &self.a);
        let (body, title, claims) = match self.squares() {
            Some((squares, free)) => {
                let Z = squares.value();
                let at_free = Substitution::new(pairs(&self.a, &free)).apply(Z);
                let rest = (&gradient(Z, &self.a) - &self.deviation()).to_vec();
                let row = (Formula::letter("Z", Z), squares);
                (Body::Formulas(vec![row]), "Gaussian", [rest, vec![at_free]].concat())
            }
            None => {
                let rest = (&slopes - &self.deviation()).to_vec();
                (Body::value("Z", short), "Gaussian, up to a part without accelerations", rest)
            }
        };
        let Z = self.whole();
        let varied = || {
            let by = derivative_along(Z, &pairs(&self.a, &self.delta_a));
            Formula::Variation(Box::new(Formula::letter("Z", Z)), by)
        };
        let sum = Formula::linear(pairs(&slopes, &self.delta_a));
        let rows = vec![(varied(), sum), (varied(), Formula::zero())];
        let source_of_variation = match particles {
            true => "class note (4); Moreschi–Castellano (6)",
            false => "generalises class note (4); Moreschi–Castellano (6)",
        };
        let variation = Step::new(
            "It is stationary among the accelerations that the constraints allow",
            source_of_variation,
            Body::Formulas(rows),
        );
        vec![
            Step::new(title, source, body).vanishing(claims, &[]),
            variation.equal([Expr::zero(), -along_accelerations]),
        ]
    }

    /// The Gaussian as it is shown.
    fn whole(&self) -> Expr {
        self.squares().map_or_else(|| gaussian(self.system), |(squares, _)| squares.value())
    }

    /// `Σ (F − m a)²/2m`, or `½ (a − M⁻¹F)ᵀ M (a − M⁻¹F)`, with the free accelerations; none where these are too long.
    fn squares(&self) -> Option<(Formula, Vector)> {
        let (M, f) = inertia(self.system.L, self.system);
        let F = &f + &self.system.Q;
        let n = M.nrows();
        let diagonal = (0..n).all(|i| {
            M[(i, i)] != Expr::zero() && (0..n).all(|j| i == j || M[(i, j)] == Expr::zero())
        });
        if diagonal {
            let free = (0..n).map(|i| F[i] / M[(i, i)]).collect();
            let lost = |i: usize| Formula::Value(F[i] - M[(i, i)] * self.a[i]);
            let term = |i: usize| {
                let over = Formula::Value(half() / M[(i, i)]);
                Formula::Product(vec![over, Formula::Square(Box::new(lost(i)))])
            };
            return Some((Formula::sum((0..n).map(term)), free));
        }
        let free = solution(&M, &F).ok()?;
        Some((Formula::sum(self.metric(&M, &free)), free))
    }

    /// `½ (a − α)ᵀ M (a − α)`, term by term.
    fn metric(&self, M: &Matrix, free: &Vector) -> Vec<Formula> {
        let n = M.nrows();
        let apart = |i: usize| Formula::Value(self.a[i] - free[i]);
        let term = |(i, j): (usize, usize)| match i == j {
            true => Formula::Product(vec![
                Formula::Value(half() * M[(i, i)]),
                Formula::Square(Box::new(apart(i))),
            ]),
            false => Formula::Product(vec![Formula::Value(M[(i, j)]), apart(i), apart(j)]),
        };
        let places = (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
        places.filter(|&place| M[place] != Expr::zero()).map(term).collect()
    }

    /// Equation (4).
    fn stationary(&self) -> Vec<Step> {
        let (system, lambda) = (self.system, multipliers("lambda", self.system));
        let Z = self.whole();
        let terms = lambda
            .iter()
            .zip(self.c.iter())
            .map(|(&l, &c)| (true, Formula::Product(vec![Formula::Value(l), Formula::Value(c)])));
        let G = Formula::signed([(false, Formula::letter("Z", Z))].into_iter().chain(terms));
        let value = G.value();
        let B = rows(system).B;
        let reaction = &B.transpose() * &*lambda;
        let balance = &self.deviation() - &reaction;
        let rows = (0..self.a.len()).map(|i| {
            let slope = gradient(value, &self.a)[i];
            (Formula::slope("G", self.a[i], slope), Formula::Value(balance[i]))
        });
        let slopes = Step::new(
            "Its derivatives by the accelerations, which vanish",
            "class note, before (5); Moreschi–Castellano (7)",
            Body::Formulas(rows.collect()),
        );
        let (M, f) = inertia(system.L, system);
        let right = &(&f + &system.Q) + &reaction;
        let motion = (&M * &*self.a).to_vec().into_iter().zip(right.to_vec()).collect();
        let motion = Step::new("Equations of motion", "class note (5)", Body::Equations(motion));
        let title = "The function that is stationary when the accelerations and λ are free; λ has \
                     the opposite sign in the note";
        let body = Body::Formulas(vec![(Formula::letter("G", value), G)]);
        vec![
            Step::new(title, "class note, before (5)", body),
            slopes.identity(),
            motion.equal(gradient(value, &self.a).to_vec()),
        ]
    }
}
