//! The steps of Voronec's equations for a Lagrangian with accelerations, as Crâşmăreanu has them.
//!
//! With `s' = a(r, s) r'` and the directions `X_α = ∂/∂r_α + Σ a_να ∂/∂s_ν` that the constraints allow,
//!
//! ```text
//! s''_ν = Σ ²A^ν_αβ r'_α r'_β + Σ a_να r''_α,     ²A^ν_αβ = X_β a_να                 (1)
//! ∂L_c/∂x = ∂L/∂x + Σ ∂L/∂s'_ν ∂s'_ν/∂x + Σ ∂L/∂s''_ν ∂s''_ν/∂x,  x = r, s, r', r''    (2)
//! B¹_αβ = ²A_βα − ²A_αβ,     B²_αβγ = X_α ²A_βγ − X_γ ²A_βα                          (3)
//! (EL)_α = ∂L_c/∂r_α − d/dt ∂L_c/∂r'_α + d²/dt² ∂L_c/∂r''_α + Σ a_να ∂L_c/∂s_ν        (4)
//! (EL)_α = Σ (∂L/∂s' − d/dt ∂L/∂s'') B¹_αβ r'_β + Σ ∂L/∂s'' B²_αβγ r'_β r'_γ          (5)
//! ```
//!
//! The paper has `A = −a`, and prints `∂L/∂s'` in the last term of (5). In (2) the derivatives of `L` keep `s'` and `s''`,
//! as in its example. (2) is checked against the derivatives of `L_c` itself, (3) along the directions `X`, and (5) by the
//! equations with dependent displacements put in; all where `s'`, `s''`, … have the values of the constraints.
//!
//! Source: [Crasmareanu2000, §1, eqs. (1.5)–(1.10), §2, eqs. (2.6)–(2.10)].

use alembert_algebra::{Expr, Matrix, Vector, gradient, partial};

use super::constrained::Constrained;
use super::eliminated::Eliminated;
use super::formula::Formula;
use super::reduced::projected;
use super::steps::{Body, Step, are_plain, with_forces};
use super::virtual_work::{derivative_along, pairs};
use crate::energy::momentum;

/// Are the constraints those of the paper, and has `L` accelerations?
fn is_of_paper(e: &Eliminated<'_>) -> bool {
    e.system.order == 2 && are_plain(e.dependence, e.system) && !e.delta_s.is_empty()
}

fn names(list: &[Expr]) -> Vec<String> {
    list.iter().filter_map(|x| x.as_symbol()).map(|s| s.name.to_string()).collect()
}

/// `²A^ν_αβ` of equation (1).
fn second(e: &Eliminated<'_>, nu: usize, alpha: usize, beta: usize) -> Expr {
    let (d, q) = (e.dependence, &e.system.q);
    let a = d.psi_v[(nu, alpha)];
    let s = d.s(q);
    let through = s.iter().enumerate().map(|(mu, &s)| partial(a, s) * d.psi_v[(mu, beta)]);
    partial(a, d.r(q)[beta]) + Expr::sum(through) // (1)
}

/// The derivative along `X_β`, another way.
fn along(e: &Eliminated<'_>, f: Expr, beta: usize) -> Expr {
    let (d, q) = (e.dependence, &e.system.q);
    let s = d.s(q).to_vec().into_iter().enumerate();
    let moved = s.map(|(mu, s)| (s, d.psi_v[(mu, beta)])).chain([(d.r(q)[beta], Expr::one())]);
    derivative_along(f, &moved.collect::<Vec<_>>())
}

/// The accelerations of the dependent coordinates, equation (1).
pub(super) fn accelerations(e: &Eliminated<'_>) -> Vec<Step> {
    if !is_of_paper(e) {
        return Vec::new();
    }
    let d = e.dependence;
    let (s2, r1, r2) = (d.s(&e.system.jet(2)), d.r(&e.system.jet(1)), d.r(&e.system.jet(2)));
    let m = r1.len();
    let places = || (0..m).flat_map(|i| (0..m).map(move |j| (i, j)));
    let rest: Vec<Vec<(Expr, Expr)>> = d.psi_v.rows().iter().map(|row| pairs(row, &r2)).collect();
    let turning = |nu: usize| {
        let moving = (0..m).filter(|&i| d.psi_v[(nu, i)] != Expr::zero());
        let turned = moving.map(|i| {
            let rate = Formula::rate(1, Formula::Value(d.psi_v[(nu, i)]));
            Formula::Product(vec![rate, Formula::Value(r1[i])])
        });
        Formula::sum(turned.chain([Formula::linear(rest[nu].clone())]))
    };
    let name = names(&d.s(&e.system.q));
    let quadratic = |nu: usize| {
        let terms = places().map(|(i, j)| (i, j, second(e, nu, i, j)));
        let terms = terms.filter(|x| x.2 != Expr::zero()).map(|(i, j, value)| {
            let letter = Formula::letter(&format!("A2_{}_{}_{}", name[nu], i + 1, j + 1), value);
            Formula::Product(vec![letter, Formula::Value(r1[i] * r1[j])])
        });
        Formula::sum(terms.chain([Formula::linear(rest[nu].clone())]))
    };
    let rows = |right: &dyn Fn(usize) -> Formula| {
        let row = |nu: usize| (Formula::Value(s2[nu]), right(nu));
        Body::Formulas((0..s2.len()).map(row).collect())
    };
    let on = |step: Step| step.identity().on(&e.values, &[]);
    let title = "Accelerations of the dependent coordinates";
    let mut steps = vec![on(Step::new(title, "Crâşmăreanu (1.5b)", rows(&turning)))];
    for (nu, name) in name.iter().enumerate() {
        let row = |i: usize| (0..m).map(|j| second(e, nu, i, j)).collect::<Vector>();
        let body =
            Body::matrix(&format!("A2_{name}"), &Matrix::from_rows((0..m).map(row).collect(), m));
        let expected = places().map(|(i, j)| along(e, d.psi_v[(nu, i)], j));
        let title = format!("Its coefficients of two velocities, for {name}''");
        steps.push(Step::new(&title, "Crâşmăreanu (1.6)", body).equal(expected));
    }
    steps.push(on(Step::new(
        "The accelerations with them",
        "Crâşmăreanu (1.5b')",
        rows(&quadratic),
    )));
    steps
}

/// A derivative of `L_c` by `x` through those of `L`, equation (2), with `s'` and `s''` left in.
fn chained(e: &Eliminated<'_>, x: Expr) -> Expr {
    let (d, system) = (e.dependence, e.system);
    let through = |k: u32| {
        let s = d.s(&system.jet(k));
        let value = |s: &Expr| e.values.iter().find(|pair| pair.0 == *s).map(|pair| pair.1);
        let slope =
            |s: &Expr| partial(system.L, *s) * value(s).map_or(Expr::zero(), |v| partial(v, x));
        Expr::sum(s.iter().map(slope).collect::<Vec<_>>())
    };
    partial(system.L, x) + through(1) + through(2)
}

/// The derivatives of the constrained Lagrangian, equation (2).
pub(super) fn slopes(constrained: &Constrained<'_>, e: &Eliminated<'_>) -> Vec<Step> {
    if e.system.order == 1 || e.dependence.psi.is_none() {
        return Vec::new();
    }
    let (d, jet) = (e.dependence, |k: u32| e.system.jet(k));
    let plain = is_of_paper(e);
    let sets = [
        ("positions", d.r(&jet(0)), "Crâşmăreanu (1.8a)", "generalises Crâşmăreanu (1.8a)"),
        (
            "dependent positions",
            d.s(&jet(0)),
            "Crâşmăreanu (1.8b)",
            "generalises Crâşmăreanu (1.8b)",
        ),
        ("velocities", d.r(&jet(1)), "Crâşmăreanu (1.8c)", "generalises Crâşmăreanu (1.8c)"),
        ("accelerations", d.r(&jet(2)), "Crâşmăreanu (1.8d)", "generalises Crâşmăreanu (1.8d)"),
    ];
    let step = |(what, list, source, general): (&str, Vector, &'static str, &'static str)| {
        let left = |&x: &Expr| Formula::slope("L_c", x, partial(constrained.L_bar, x));
        let row = |x: &Expr| (left(x), Formula::Value(chained(e, *x)));
        let body = Body::Formulas(list.iter().map(row).collect());
        let title = format!("Derivatives of the constrained Lagrangian by {what}");
        Step::new(&title, if plain { source } else { general }, body).identity().on(&e.values, &[])
    };
    sets.into_iter().filter(|set| !set.1.is_empty()).map(step).collect()
}

/// `B²^ν_αβγ` of equation (3).
fn third(e: &Eliminated<'_>, nu: usize, [alpha, beta, gamma]: [usize; 3]) -> Expr {
    let (d, q) = (e.dependence, &e.system.q);
    let directed = |f: Expr, by: usize| {
        let s = d.s(q);
        let through = s.iter().enumerate().map(|(mu, &s)| d.psi_v[(mu, by)] * partial(f, s));
        partial(f, d.r(q)[by]) + Expr::sum(through)
    };
    directed(second(e, nu, beta, gamma), alpha) - directed(second(e, nu, beta, alpha), gamma) // (3)
}

/// The coefficients `B²`, not contracted, one matrix in `β` and `γ` for each `α`.
pub(super) fn second_curvature(e: &Eliminated<'_>) -> Vec<Step> {
    if !is_of_paper(e) {
        return Vec::new();
    }
    let (m, source) = (e.dependence.independent.len(), "Crâşmăreanu (1.10b)");
    let places = || (0..m).flat_map(|i| (0..m).map(move |j| (i, j)));
    let mut steps = Vec::new();
    let mut all = Vec::new();
    for (nu, name) in names(&e.dependence.s(&e.system.q)).iter().enumerate() {
        for alpha in 0..m {
            let entry = |(beta, gamma): (usize, usize)| third(e, nu, [alpha, beta, gamma]);
            let entries: Vec<Expr> = places().map(entry).collect();
            let expected = places().map(|(beta, gamma)| {
                let A2 = |i: usize, j: usize| along(e, e.dependence.psi_v[(nu, i)], j);
                along(e, A2(beta, gamma), alpha) - along(e, A2(beta, alpha), gamma)
            });
            let rows = entries.chunks(m).map(|row| row.iter().copied().collect()).collect();
            let name = format!("B2_{name}_{}", alpha + 1);
            let body = Body::matrix(&name, &Matrix::from_rows(rows, m));
            let title =
                format!("Second curvature, its coefficients with first index {}", alpha + 1);
            steps.push(Step::new(&title, source, body).equal(expected.collect::<Vec<_>>()));
            all.extend(entries);
        }
    }
    if all.iter().any(|&entry| entry != Expr::zero()) {
        return steps;
    }
    let body = Body::value("B2", Expr::zero());
    vec![
        Step::new("Second curvature: all of its coefficients vanish", source, body)
            .vanishing(all, &[]),
    ]
}

/// `Σ B²^ν_αβγ r'_β r'_γ`, one row a dependent coordinate; none where there is no `B²`.
pub(super) fn contraction(e: &Eliminated<'_>) -> Option<Vec<Expr>> {
    let m = e.dependence.independent.len();
    let r = e.dependence.r(&e.system.jet(1));
    let entry = |nu: usize, alpha: usize| {
        let places = (0..m).flat_map(|j| (0..m).map(move |k| (j, k)));
        Expr::sum(places.map(|(j, k)| third(e, nu, [alpha, j, k]) * r[j] * r[k]))
    };
    let rows = e.dependence.dependent.len();
    is_of_paper(e).then(|| {
        (0..rows).flat_map(|nu| (0..m).map(move |i| (nu, i))).map(|(nu, i)| entry(nu, i)).collect()
    })
}

/// Equations (4) and (5). Of the equations of motion `expected` are the left sides.
pub(super) fn equations(
    constrained: &Constrained<'_>,
    e: &Eliminated<'_>,
    (motion, last): (&'static str, Step),
    expected: &[Expr],
) -> Vec<Step> {
    if !is_of_paper(e) {
        return vec![last];
    }
    let m = e.dependence.independent.len();
    let on = |step: Step| step.on(&e.values, &[]);
    let body = |left: &dyn Fn(usize) -> Formula, right: &dyn Fn(usize) -> Formula| {
        Body::Formulas((0..m).map(|i| (left(i), right(i))).collect())
    };
    let E_bar = constrained.expression();
    let label = names(&e.dependence.r(&e.system.q));
    let EL = |i: usize| Formula::letter(&format!("EL_{}", label[i]), -E_bar[i]);
    let slopes = |i: usize| constraints_of(constrained, e, i, true);
    let worked = |i: usize| constraints_of(constrained, e, i, false);
    let carried = |i: usize| Formula::Value(worked(i).value());
    let opposite: Vec<Expr> = expected.iter().map(|&e| -e).collect();
    let letters = |i: usize| right(e, i, true);
    let values = |i: usize| Formula::Value(right(e, i, false).value());
    let together = (0..m).map(|i| right(e, i, false).value() - worked(i).value());
    let together = Body::vanishing(&together.collect::<Vector>());
    let title = with_forces("Equations of motion of the constrained Lagrangian", e.system);
    vec![
        on(Step::new("Left sides", "Crâşmăreanu (1.9b)", body(&EL, &slopes)).identity()),
        on(Step::new("The derivatives put in", "Crâşmăreanu (2.7)", body(&EL, &worked)).identity()),
        on(Step::new("Carried out", "Crâşmăreanu (2.8)", body(&EL, &carried)).identity()),
        on(Step::new(&title, motion, body(&EL, &letters)).equal(opposite.clone())),
        on(Step::new("Their right sides", "Crâşmăreanu (2.9)", body(&EL, &values)).equal(opposite)),
        on(Step::new("Equations of motion", "Crâşmăreanu (2.10)", together)
            .equal(expected.to_vec())),
    ]
}

/// Equation (4), with its slopes in letters or put in.
fn constraints_of(c: &Constrained<'_>, e: &Eliminated<'_>, i: usize, letters: bool) -> Formula {
    let (d, system) = (e.dependence, e.system);
    let slope = |x: Expr| match letters {
        true => Formula::slope(c.letter(), x, partial(c.L_bar, x)),
        false => Formula::Value(chained(e, x)),
    };
    let r = |k: u32| d.r(&system.jet(k))[i];
    let mut terms = vec![
        (false, slope(r(0))),
        (true, Formula::rate(1, slope(r(1)))),
        (false, Formula::rate(2, slope(r(2)))),
    ];
    for (nu, &s) in d.s(&system.q).iter().enumerate() {
        let factors = vec![Formula::Value(d.psi_v[(nu, i)]), slope(s)];
        terms.push((false, Formula::Product(factors)));
    }
    let full = terms.into_iter().filter(|(_, term)| letters || term.value() != Expr::zero());
    Formula::signed(full)
}

/// The right side of (5), with its slopes and coefficients in letters or put in, and the forces.
fn right(e: &Eliminated<'_>, i: usize, letters: bool) -> Formula {
    let (d, system) = (e.dependence, e.system);
    let (r, label) = (d.r(&system.jet(1)), names(&d.s(&system.q)));
    let (v, a) = (d.s(&system.jet(1)), d.s(&system.jet(2)));
    let higher = gradient(system.L, &a);
    let p = d.s(&momentum(system.L, system));
    let contracted = contraction(e).unwrap_or_default();
    let mut terms = Vec::new();
    for nu in 0..d.dependent.len() {
        let carrier = match letters {
            true => Formula::signed([
                (false, Formula::slope("L", v[nu], partial(system.L, v[nu]))),
                (true, Formula::rate(1, Formula::slope("L", a[nu], higher[nu]))),
            ]),
            false => Formula::Value(p[nu]),
        };
        let turns = (0..r.len()).map(|j| (j, second(e, nu, j, i) - second(e, nu, i, j)));
        let turns = turns.filter(|x| x.1 != Expr::zero()).map(|(j, B1)| {
            let letter = format!("B1_{}_{}_{}", label[nu], i + 1, j + 1);
            Formula::Product(vec![Formula::letter(&letter, B1), Formula::Value(r[j])])
        });
        let turn = Formula::sum(turns.collect::<Vec<_>>());
        if turn != Formula::zero() {
            terms.push((false, Formula::Product(vec![carrier, turn])));
        }
        let B2 = contracted[nu * r.len() + i];
        if B2 != Expr::zero() {
            let slope = Formula::slope("L", a[nu], higher[nu]);
            terms.push((false, Formula::Product(vec![slope, Formula::Value(B2)])));
        }
    }
    let force = projected(&system.Q, d)[i];
    if force != Expr::zero() {
        terms.push((true, Formula::Value(force)));
    }
    Formula::signed(terms)
}
