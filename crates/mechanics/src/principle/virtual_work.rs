//! The steps that begin with d'Alembert's principle: the action is varied before the constraints are imposed.
//!
//! ```text
//! δ∫ L dt + ∫ Q · δq dt = 0                                                         (1)
//! δ∫ L dt = ∫ (∂L/∂q · δq + ∂L/∂q' · δq' + ∂L/∂q'' · δq'') dt                       (2)
//!         = −∫ E · δq dt,     E = d/dt ∂L/∂q' − ∂L/∂q − d²/dt² ∂L/∂q''              (3)
//! (E − Q) · δq = 0                                                                  (4)
//! (∂φ/∂q') δq = 0                                                                   (5)
//! (E − Q − Bᵀ λ) · δq = 0                                                           (6)
//! ```
//!
//! In (3) the part (∂L/∂q' − d/dt ∂L/∂q'') · δq + ∂L/∂q'' · δq' vanishes at both ends; higher derivatives in `L` add
//! terms of the same kind. The displacements obey (5), which
//! is Chetaev's rule for constraints that are not linear in the velocities; for positions it is `∂φ/∂q δq = 0`, for
//! accelerations `∂φ/∂q'' δq = 0`, and for a servo the given direction takes the place of the slope. A rotation has
//! virtual rotations δθ for δq, with `δΩ = δθ' + Ω × δθ` and `δω = δθ' − ω × δθ`.
//!
//! Each step is checked without the formula that it prints: variations by the derivative along `q + ε δq`, the parts by
//! the rate of what vanishes at the ends, and what follows by comparing with the step before.
//!
//! Sources: [Wolf2005, §3.1, §3.3, eqs. (7), (8), (12)]; [Crasmareanu2000, §1, eqs. (1.1)] for accelerations in `L`;
//! [`MoreschiCastellano2006`, §2.2, §3.1, eqs. (8), (15), (33)].

use alembert_algebra::{Expr, Kind, Substitution, Vector, gradient, partial, rate};

use super::constraint::{multipliers, rows};
use super::dalembert::is_plain;
use super::euler_lagrange::expression;
use super::formula::{Formula, VARIATION, delta};
use super::steps::{Body, Step, with_forces};
use crate::rotation::Axes;
use crate::{Constraint, System};

/// The virtual displacements δq; of a rotation δθ.
pub(super) fn displacements(system: &System) -> Vector {
    let turns = system.rotations.iter().flat_map(|turn| {
        let name = |axis| format!("{VARIATION}theta_{}_{axis}", turn.name());
        ["x", "y", "z"].map(|axis| Expr::symbol(&name(axis), Kind::Coordinate, 0))
    });
    system.plain().iter().map(|&x| delta(x)).chain(turns).collect()
}

/// The symbols by which slopes along the places are told: the coordinates, and `theta_B_x` for a virtual rotation.
pub(super) fn positions(system: &System) -> Vector {
    let told = |delta: &Expr| {
        let name = delta.as_symbol().expect("a displacement is a symbol").name;
        Expr::symbol(&name[VARIATION.len()..], Kind::Auxiliary, 0)
    };
    let n = system.plain().len();
    let turns = displacements(system).iter().skip(n).map(told).collect::<Vec<_>>();
    system.plain().iter().copied().chain(turns).collect()
}

/// The slopes of a function of the positions among its symbols, by varying these only.
pub(super) fn slopes_by_position(e: Expr, system: &System) -> Vector {
    let is_position =
        |x: &Expr| x.as_symbol().is_some_and(|s| s.kind != Kind::Quasi && s.order == 0);
    let moved = variations(system).into_iter().filter(|(x, _)| is_position(x)).collect::<Vec<_>>();
    gradient(derivative_along(e, &moved), &displacements(system))
}

/// What every symbol of a Lagrangian is varied by.
fn variations(system: &System) -> Vec<(Expr, Expr)> {
    let n = system.plain().len();
    let displaced = displacements(system);
    let jets = (0..=system.order).flat_map(|k| {
        let x = system.jet(k).iter().copied().take(n).collect::<Vec<_>>();
        x.into_iter().map(|x| (x, delta(x)))
    });
    let mut pairs: Vec<(Expr, Expr)> = jets.collect();
    for (turn, delta) in system.rotations.iter().zip(displaced[n..].chunks(3)) {
        let omega = turn.omega();
        let mut about = Substitution::new(omega.into_iter().zip(delta.iter().copied()));
        pairs.extend(turn.entries().into_iter().flatten().map(|B| (B, about.apply(rate(B)))));
        let sign = if turn.axes() == Axes::Space { -Expr::one() } else { Expr::one() };
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let across = omega[j] * delta[k] - omega[k] * delta[j];
            pairs.push((omega[i], rate(delta[i]) + sign * across));
        }
    }
    pairs
}

/// The derivative of `e` along these changes of its symbols.
pub(super) fn derivative_along(e: Expr, changes: &[(Expr, Expr)]) -> Expr {
    let epsilon = Expr::symbol(&format!("{VARIATION}epsilon"), Kind::Auxiliary, 0);
    let moved = changes.iter().map(|&(x, by)| (x, x + epsilon * by));
    let moved = Substitution::new(moved.collect::<Vec<_>>()).apply(e);
    Substitution::new([(epsilon, Expr::zero())]).apply(partial(moved, epsilon))
}

/// The variation of a function of positions, velocities and accelerations.
pub(super) fn variation(e: Expr, system: &System) -> Expr {
    derivative_along(e, &variations(system))
}

/// `δ∫ letter dt`.
pub(super) fn varied_action(letter: &str, L: Expr, by: Expr) -> Formula {
    let action = Formula::integral(Formula::letter(letter, L));
    Formula::Variation(Box::new(action), by)
}

/// The sum of equation (2), for a Lagrangian that may differ from that of the system.
pub(super) fn first_variation(L: Expr, system: &System) -> Formula {
    let displaced = displacements(system);
    let p = gradient(L, &system.jet(1));
    let by_position = &system.by_position(L) - &system.turning(&p);
    let higher = (2..=system.order).map(|k| gradient(L, &system.jet(k)));
    let orders: Vec<Vector> = [by_position, p].into_iter().chain(higher).collect();
    let derivative = |x: Expr, k: usize| (0..k).fold(x, |e, _| rate(e));
    let terms = displaced.iter().enumerate().flat_map(|(i, &x)| {
        orders.iter().enumerate().map(move |(k, slopes)| (slopes[i], derivative(x, k)))
    });
    Formula::linear(terms.collect::<Vec<_>>())
}

/// What vanishes at both ends when (2) is integrated by parts.
pub(super) fn boundary(L: Expr, system: &System) -> Expr {
    let displaced = displacements(system);
    let derivative = |x: Expr, k: u32| (0..k).fold(x, |e, _| rate(e));
    let part = |k: u32, j: u32| {
        let slopes = gradient(L, &system.jet(k));
        let pairs = slopes.iter().zip(displaced.iter());
        let sum = Expr::sum(pairs.map(|(&e, &x)| derivative(e, j) * derivative(x, k - 1 - j)));
        if j.is_multiple_of(2) { sum } else { -sum }
    };
    let orders = (1..=system.order).flat_map(|k| (0..k).map(move |j| (k, j)));
    Expr::sum(orders.map(|(k, j)| part(k, j)).collect::<Vec<_>>())
}

/// Equations (1)–(4), and what vanishes by (4).
pub(super) fn opening(system: &System) -> (Vec<Step>, Expr) {
    let displaced = displacements(system);
    let E = expression(system.L, system);
    let dL = variation(system.L, system);
    let action = || varied_action("L", system.L, dL);
    let [principle, varied, parts, local] = sources(system);
    let work = Formula::linear(pairs(&system.Q, &displaced));
    let whole = match work == Formula::zero() {
        true => action(),
        false => Formula::sum([action(), Formula::integral(work)]),
    };
    let title = "Principle: the action is stationary for the displacements δq that the constraints \
                 allow and that vanish at both ends";
    let stated = Step::new(
        &with_forces(title, system),
        principle,
        Body::Formulas(vec![(whole, Formula::zero())]),
    );
    let first = Formula::integral(first_variation(system.L, system));
    let title = "Variation of the action, before the constraints are imposed";
    let first = Step::new(title, varied, Body::Formulas(vec![(action(), first)])).identity();
    let second = Formula::integral(Formula::linear(pairs(&-&E, &displaced)));
    let integrand = second.value();
    let second = Step::new("Integrated by parts", parts, Body::Formulas(vec![(action(), second)]))
        .equal([rate(boundary(system.L, system))]);
    let balance = Formula::linear(pairs(&(&E - &system.Q), &displaced));
    let vanishing = balance.value();
    let body = Body::Formulas(vec![(balance, Formula::zero())]);
    let title = with_forces("At each time, because the interval is arbitrary", system);
    let third = Step::new(&title, local, body).equal([-integrand - system.Q.dot(&displaced)]);
    (vec![stated, first, second, third], vanishing)
}

/// Coefficients with what they multiply.
pub(super) fn pairs(coefficients: &[Expr], symbols: &[Expr]) -> Vec<(Expr, Expr)> {
    coefficients.iter().copied().zip(symbols.iter().copied()).collect()
}

/// Where equations (1)–(4) come from.
fn sources(system: &System) -> [&'static str; 4] {
    match (system.order, system.rotations.is_empty()) {
        (1, true) => {
            ["Wolf (7)", "Wolf, after (7)", "Moreschi–Castellano (8); Wolf, before (8)", "Wolf (8)"]
        }
        (1, false) => [
            "generalises Wolf (7)",
            "generalises Wolf, after (7)",
            "generalises Moreschi–Castellano (8)",
            "generalises Wolf (8)",
        ],
        (3.., _) => [
            "generalises Crâşmăreanu (1.1a)",
            "generalises Crâşmăreanu, before (1.1b)",
            "generalises Crâşmăreanu (1.1b)",
            "generalises Crâşmăreanu (1.1a), with the opposite sign",
        ],
        _ => [
            "Crâşmăreanu (1.1a)",
            "Crâşmăreanu, before (1.1b)",
            "Crâşmăreanu (1.1b)",
            "Crâşmăreanu (1.1a), with the opposite sign",
        ],
    }
}

/// Equation (5), one row a constraint; none without constraints.
pub(super) fn allowed(system: &System) -> Option<Step> {
    let (B, displaced) = (rows(system).B, displacements(system));
    if system.constraints.is_empty() {
        return None;
    }
    let row = |b: &Vector| (Formula::linear(pairs(b, &displaced)), Formula::zero());
    let body = Body::Formulas(B.rows().iter().map(row).collect());
    let expected = system.constraints.iter().map(|c| restriction(c, &displaced, system));
    let (title, source) = rule(system);
    Some(Step::new(title, source, body).equal(expected.collect::<Vec<_>>()))
}

/// What vanishes by (5): the constraint, differentiated along a displacement of what it restricts.
fn restriction(constraint: &Constraint, displaced: &Vector, system: &System) -> Expr {
    match (&constraint.reaction, constraint.order(&system.q)) {
        (Some(direction), _) => direction.dot(displaced),
        (None, Some(0)) => variation(constraint.phi, system),
        (None, k) => {
            let jet = system.jet(k.unwrap_or(1));
            derivative_along(constraint.phi, &pairs(&jet, displaced))
        }
    }
}

/// What (5) says in words, and where it comes from.
fn rule(system: &System) -> (&'static str, &'static str) {
    let orders: Vec<u32> = system.constraints.iter().filter_map(|c| c.order(&system.q)).collect();
    if system.constraints.iter().any(|c| c.reaction.is_some()) {
        ("Displacements on which the reactions do no work", "Marle 1998")
    } else if orders.contains(&2) {
        ("Displacements that the constraints allow", "generalises Moreschi–Castellano (33)")
    } else if orders.iter().all(|&order| order == 0) {
        ("Displacements that the constraints allow", "Moreschi–Castellano (15)")
    } else if orders.contains(&0) {
        ("Displacements that the constraints allow", "Moreschi–Castellano (15), (33)")
    } else if system.constraints.iter().all(|c| is_plain(c, system)) {
        ("Displacements that the constraints allow: A δq = 0", "Wolf, before (12)")
    } else {
        ("Displacements by Chetaev's rule: ∂φ/∂q' δq = 0", "Moreschi–Castellano (33)")
    }
}

/// Equation (6), from what vanishes by (4).
pub(super) fn with_multipliers(vanishing: Expr, source: &'static str, system: &System) -> Step {
    let (B, displaced) = (rows(system).B, displacements(system));
    let lambda = multipliers("lambda", system);
    let reaction = &B.transpose() * &*lambda;
    let E = expression(system.L, system);
    let balance = &(&E - &system.Q) - &reaction;
    let restrictions = system.constraints.iter().map(|c| restriction(c, &displaced, system));
    let work = lambda.iter().zip(restrictions).map(|(&l, r)| l * r);
    let body =
        Body::Formulas(vec![(Formula::linear(pairs(&balance, &displaced)), Formula::zero())]);
    Step::new("The constraints on δq added, each with a multiplier", source, body)
        .equal([vanishing - Expr::sum(work)])
}
