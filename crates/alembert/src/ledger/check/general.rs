//! Principles for every Lagrangian and every constraint.
//!
//! ```text
//! Eᵢ = d/dt ∂L/∂q'ᵢ − ∂L/∂qᵢ                                                           (1)
//! Eᵢ = Σⱼ λⱼ ∂φⱼ/∂q'ᵢ,  for φ(q, t):  Eᵢ = Σⱼ λⱼ ∂φⱼ/∂qᵢ          d'Alembert, Chetaev    (2)
//! E_r = A E_s  with  s' = −A(r, s) r'                             variations eliminated (3)
//! δL = −Σ Eᵢ δqᵢ + d/dt Σ ∂L/∂q'ᵢ δqᵢ                             first variation       (4)
//! δL = −u Σ Eᵢ dᵢ + d/dt (u Σ ∂L/∂q'ᵢ dᵢ)                         for δq = u(t) d(q)    (4')
//! d/dt (Σ ∂L/∂q'ᵢ q'ᵢ − L) = Σ Eᵢ q'ᵢ − ∂L/∂t                     energy                (5)
//! a_r r' + a_s s' = 0   ⇔   s' = −A r',   a_s A = a_r             adapted coordinates   (6)
//! ```

use alembert_algebra::{Expr, Substitution, Vector, partial, rate};
use alembert_mechanics::System;
use alembert_mechanics::principle::{dalembert, dependence, elimination};

use super::{Findings, Lines, any, jets, lagrange, multiplier, residuals, system, variation};

const NAMES: [&str; 3] = ["q_1", "q_2", "q_3"];

/// Coordinates, velocities, and any L(q, q', t).
fn any_lagrangian(names: &[&str]) -> (Vec<Expr>, Vec<Expr>, Expr) {
    let (q, v) = (jets(names, 0), jets(names, 1));
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    (q, v, L)
}

/// Equation (2) against what the principle derives; `along` are the derivatives of the constraints
/// in whose direction the reactions point.
fn dalembert_residuals(system: &System, along: impl Fn(Expr) -> Expr) -> Vec<Expr> {
    let derived = residuals(&dalembert(system).expect("it takes every ideal constraint"));
    let reaction = |i: usize| {
        let q = system.q()[i];
        let each = system.constraints().iter().enumerate();
        let terms =
            each.map(|(j, c)| multiplier(&format!("lambda_c{j}"), 0) * partial(c.phi, along(q)));
        Expr::sum(terms)
    };
    let row = |i: usize| derived[i] - (lagrange(system.L(), system.q()[i]) - reaction(i));
    (0..system.q().len()).map(row).collect()
}

/// Equation (2).
pub(super) fn dalembert_equations() -> Lines {
    let (q, v, L) = any_lagrangian(&NAMES);
    let linear = |j: usize| Expr::sum((0..3).map(|i| any(&format!("a_{j}{i}"), &q) * v[i]));
    let state = [&q[..], &v[..], &[Expr::time()]].concat();
    let nonlinear = any("Phi", &state);
    let position = any("h", &[&q[..], &[Expr::time()]].concat());
    let by_velocity = |phi: &[Expr]| dalembert_residuals(&system(&q, L, phi), rate);
    let both = [by_velocity(&[linear(0)]), by_velocity(&[linear(0), linear(1)])].concat();
    Findings::new("dalembert_equations()")
        .expect("E_i = Σ λ_j a_ji over the constraints j, any L(q, q', t), any a(q)", &both)
        .expect("E_i = λ ∂Φ/∂q'_i, any L, any Φ(q, q', t)", &by_velocity(&[nonlinear]))
        .expect(
            "E_i = λ ∂Φ/∂q_i for a constraint Φ(q, t) on the positions",
            &dalembert_residuals(&system(&q, L, &[position]), |q| q),
        )
        .list
}

/// Equation (3): from (4) with δs = −A δr, and as the principle `elimination` derives it.
pub(super) fn elimination_equations() -> Lines {
    let (q, v, L) = any_lagrangian(&NAMES);
    let A = [any("A_1", &q), any("A_2", &q)];
    let psi = -(A[0] * v[0] + A[1] * v[1]);
    let made = system(&q, L, &[v[2] - psi]).with_dependent(vec![q[2]].into());
    let made = made.expect("the last coordinate is one of the system");
    let derived = residuals(&elimination(&made).expect("the constraint is solved for s'"));
    let equation = |i: usize| lagrange(L, q[i]) - A[i] * lagrange(L, q[2]);
    let first = (v[2], psi);
    let second = (rate(v[2]), Substitution::new([first]).apply(rate(psi)));
    let mut put = Substitution::new([first, second]);
    let differences: Vec<Expr> = (0..2).map(|i| put.apply(derived[i] - equation(i))).collect();
    let delta = jets(&["d_1", "d_2"], 0);
    let allowed: Vector = vec![delta[0], delta[1], -(A[0] * delta[0] + A[1] * delta[1])].into();
    let work = Expr::sum((0..3).map(|i| lagrange(L, q[i]) * allowed[i]));
    let reduced = Expr::sum((0..2).map(|i| equation(i) * delta[i]));
    Findings::new("elimination_equations()")
        .expect("Σ E_i δq_i = Σ (E_r − A E_s) δr for δs = −A δr, any L and A", &[work - reduced])
        .expect("`elimination` derives E_r = A E_s, any L(q, q', t) and A(r, s)", &differences)
        .list
}

/// Equation (6): two constraints with any coefficients, which the program solves for two velocities.
pub(super) fn adapted_coordinates() -> Lines {
    let names = ["r_1", "r_2", "s_1", "s_2"];
    let (q, v) = (jets(&names, 0), jets(&names, 1));
    let a = |j: usize, i: usize| any(&format!("a_{j}{i}"), &q);
    let phi = [0, 1].map(|j| Expr::sum((0..4).map(|i| a(j, i) * v[i])));
    let kinetic = Expr::sum(v.iter().map(|v| v.powi(2)));
    let made = system(&q, kinetic, &phi).with_dependent(q[2..].to_vec().into());
    let made = made.expect("s are coordinates of the system");
    let found = dependence("elimination", &made).expect("the constraints are solved for s'");
    let A = |b: usize, i: usize| -found.psi_v[(b, i)];
    let entry = |j: usize, i: usize| Expr::sum((0..2).map(|b| a(j, 2 + b) * A(b, i))) - a(j, i);
    let coefficients = [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)];
    let solved = (0..2).map(|b| (v[2 + b], -Expr::sum((0..2).map(|i| A(b, i) * v[i]))));
    let mut on = Substitution::new(solved.collect::<Vec<_>>());
    Findings::new("adapted_coordinates()")
        .expect(
            "two constraints a_r r' + a_s s' = 0 solved for s' have A with a_s A = a_r, any a(r, s)",
            &coefficients,
        )
        .expect("both vanish for s' = −A r'", &[on.apply(phi[0]), on.apply(phi[1])])
        .list
}

/// Equations (2) and (3) for constraints a q' + b = 0.
pub(super) fn affine_constraints() -> Lines {
    let (q, v, L) = any_lagrangian(&NAMES);
    let arguments = [&q[..], &[Expr::time()]].concat();
    let a = |j: usize, i: usize| any(&format!("a_{j}{i}"), &arguments);
    let affine =
        |j: usize| Expr::sum((0..3).map(|i| a(j, i) * v[i])) + any(&format!("b_{j}"), &arguments);
    let both = system(&q, L, &[affine(0), affine(1)]);
    let derived = residuals(&dalembert(&both).expect("it takes every ideal constraint"));
    let reaction =
        |i: usize| Expr::sum((0..2).map(|j| multiplier(&format!("lambda_c{j}"), 0) * a(j, i)));
    let multipliers = (0..3).map(|i| derived[i] - (lagrange(L, q[i]) - reaction(i)));
    let A = [any("A_1", &arguments), any("A_2", &arguments)];
    let psi = -(A[0] * v[0] + A[1] * v[1] + any("B", &arguments));
    let made = system(&q, L, &[v[2] - psi]).with_dependent(vec![q[2]].into());
    let made = made.expect("the last coordinate is one of the system");
    let derived = residuals(&elimination(&made).expect("the constraint is solved for s'"));
    let first = (v[2], psi);
    let second = (rate(v[2]), Substitution::new([first]).apply(rate(psi)));
    let mut put = Substitution::new([first, second]);
    let eliminated =
        (0..2).map(|i| put.apply(derived[i] - (lagrange(L, q[i]) - A[i] * lagrange(L, q[2]))));
    Findings::new("affine_constraints()")
        .expect(
            "E_i = Σ λ_j a_ji for a q' + b = 0, any L(q, q', t), a(q, t) and b(q, t)",
            &multipliers.collect::<Vec<_>>(),
        )
        .expect(
            "E_r = A E_s for s' = −A r' − B, any A(q, t) and B(q, t)",
            &eliminated.collect::<Vec<_>>(),
        )
        .list
}

/// Forms ds + A dr in adapted coordinates, and the variations in the distribution that the program
/// finds.
pub(super) fn adapted_variations() -> Lines {
    let names = ["r_1", "r_2", "s_1", "s_2"];
    let (q, v, d) = (jets(&names, 0), jets(&names, 1), jets(&["d_1", "d_2", "d_3", "d_4"], 0));
    let form = |b: usize, moves: &[Expr]| {
        moves[2 + b] + Expr::sum((0..2).map(|i| any(&format!("A_{b}{i}"), &q) * moves[i]))
    };
    let kinetic = Expr::sum(v.iter().map(|v| v.powi(2)));
    let made = system(&q, kinetic, &[form(0, &v), form(1, &v)]);
    let made =
        made.with_dependent(q[2..].to_vec().into()).expect("s are coordinates of the system");
    let found = dependence("elimination", &made).expect("the forms are solved for s'");
    let along = |b: usize| Expr::sum((0..2).map(|i| found.psi_v[(b, i)] * d[i]));
    let mut on = Substitution::new([(d[2], along(0)), (d[3], along(1))]);
    Findings::new("adapted_variations()")
        .reject("δs + A δr, as printed, is zero without a condition on δq", form(0, &d))
        .expect(
            "δs + A δr = 0 for those in the distribution, any A(r, s), with n − m = m = 2",
            &[on.apply(form(0, &d)), on.apply(form(1, &d))],
        )
        .list
}

/// How many equations (10) and (11) of Wolf's paper are, for three coordinates and one constraint.
pub(super) fn counted_in_adapted_coordinates() -> Lines {
    let adapted = super::model("wolf-adapted").system();
    let adapted = adapted.expect("a test derives the models of the papers");
    let found = dependence("elimination", &adapted).expect("the constraint is solved for s'");
    let (n, m) = (adapted.q().len(), adapted.constraints().len());
    let first = found.r(adapted.q()).len();
    let differ = (first != m, format!("counted: {first}"));
    Findings::new("counted_in_adapted_coordinates()")
        .line("(10) is m = 1 equation where n = 3: it has one for each independent r", true, differ)
        .count("(10) is n − m = 2 equations there", first, n - m)
        .count("(11) is m = 1 equation there", found.psi_v.nrows(), m)
        .list
}

/// Equations (4) and (4'): variations in a distribution may be localised.
pub(super) fn first_variation() -> Lines {
    let (q, v, L) = any_lagrangian(&NAMES[..2]);
    let [delta, delta_dot] = [0, 1].map(|order| jets(&["d_1", "d_2"], order));
    let moved: Vec<(Expr, Expr)> = [q.clone(), v.clone()]
        .concat()
        .into_iter()
        .zip([delta.clone(), delta_dot.clone()].concat())
        .collect();
    let first =
        Expr::sum((0..2).map(|i| partial(L, q[i]) * delta[i] + partial(L, v[i]) * delta_dot[i]));
    let by_parts = Expr::sum((0..2).map(|i| -lagrange(L, q[i]) * delta[i]));
    let boundary = Expr::sum((0..2).map(|i| partial(L, v[i]) * delta[i]));
    // What spans the distribution of one form with any coefficients.
    let phi = any("a_1", &q) * v[0] + any("a_2", &q) * v[1];
    let along = [partial(phi, v[1]), -partial(phi, v[0])];
    let u = any("u", &[Expr::time()]);
    let bumped = along.map(|d| u * d);
    let annihilated = Substitution::new([(v[0], bumped[0]), (v[1], bumped[1])]).apply(phi);
    let moves = bumped.iter().copied().chain(bumped.map(rate));
    let localised: Vec<(Expr, Expr)> = q.iter().chain(&v).copied().zip(moves).collect();
    let weight = Expr::sum((0..2).map(|i| lagrange(L, q[i]) * along[i]));
    let momentum = Expr::sum((0..2).map(|i| partial(L, v[i]) * along[i]));
    let rest = variation(L, &localised) + u * weight - rate(u * momentum);
    Findings::new("first_variation()")
        .rows(&["after (7)", "(8)"])
        .expect(
            "δL = Σ ∂L/∂q_i δq_i + ∂L/∂q'_i δq'_i, any L(q, q', t)",
            &[variation(L, &moved) - first],
        )
        .rows(&["after (7) b", "(8)"])
        .expect("δL = −Σ E_i δq_i + d/dt Σ ∂L/∂q'_i δq_i", &[first - by_parts - rate(boundary)])
        .rows(&["(8)"])
        .expect("δq = u(t) (a₂, −a₁) is in D, any a(q) and any u(t)", &[annihilated])
        .expect(
            "for it δL = −u Σ E_i d_i but for a total derivative: u picks the instant, any L, a, u",
            &[rest],
        )
        .list
}

/// Equation (5) for any L(q, q'), and that linear constraints do no work.
pub(super) fn energy_balance() -> Lines {
    let (q, v) = (jets(&NAMES, 0), jets(&NAMES, 1));
    let L = any("L", &[&q[..], &v[..]].concat());
    let energy = Expr::sum(v.iter().map(|&v| partial(L, v) * v)) - L;
    let power = Expr::sum((0..3).map(|i| lagrange(L, q[i]) * v[i]));
    let a: Vec<Expr> =
        (0..2).map(|i| any(&format!("a_{i}"), &[&q[..], &[Expr::time()]].concat())).collect();
    let phi = v[2] + a[0] * v[0] + a[1] * v[1];
    let lambda = multiplier("lambda_c0", 0);
    let reaction = Expr::sum(v.iter().map(|&v| lambda * partial(phi, v) * v));
    let on = Substitution::new([(v[2], -(a[0] * v[0] + a[1] * v[1]))]).apply(reaction);
    Findings::new("energy_balance()")
        .expect("dE/dt = Σ E_i q'_i, any L(q, q')", &[rate(energy) - power])
        .expect("λ ∂φ/∂q' · q' = 0 on φ = a · q' = 0, any a(q, t)", &[on])
        .list
}
