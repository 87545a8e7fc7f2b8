//! The terms that one of two principles lacks.
//!
//! `naive` lacks Voronec's terms, the momentum `p` of each dependent velocity times the curvature `b`
//! of its constraint. Every other principle lacks the terms of `vakonomic` with `μ`. Terms are written as
//! they are on the constraints, and what vanishes there is no lack.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Substitution};
use alembert_mechanics::on_constraints::OnConstraints;
use alembert_mechanics::principle::{CurvatureTerm, curvature_terms};
use alembert_mechanics::{Linear, Motion, System};

use super::super::shorten::shorten;

/// A term on the right side of an equation of motion that a principle does not have.
#[derive(Debug, Clone)]
pub struct Lack {
    /// The principle that lacks it.
    pub principle: &'static str,
    /// The coordinate in whose equation it stands.
    pub equation: Expr,
    /// What the term is called: `p_x b_x`, or `mu`.
    pub name: String,
    /// The term.
    pub term: Expr,
}

/// What either of two motions lacks.
pub(super) fn lacks(system: &System, [a, b]: [&Motion; 2]) -> Vec<Lack> {
    let mut lacks = Vec::new();
    for (motion, other) in [(a, b), (b, a)] {
        if motion.principle == "naive" {
            lacks.extend(curvature(system));
        }
        if other.principle == "vakonomic" {
            lacks.extend(with_mu(system, other, motion.principle));
        }
    }
    let on = OnConstraints::with_highest(system, a);
    lacks.into_iter().filter_map(|lack| on_constraints(lack, &on)).collect()
}

/// The lack with its term as it is on the constraints, unless nothing is left of it.
fn on_constraints(lack: Lack, on: &OnConstraints) -> Option<Lack> {
    let reduced = on.reduced(lack.term);
    let term = if reduced == lack.term { reduced } else { shorten(reduced) };
    (term != Expr::zero()).then_some(Lack { term, ..lack })
}

fn curvature(system: &System) -> Vec<Lack> {
    // Naive equations that were derived have their dependent velocities.
    let terms = curvature_terms(system).unwrap_or_default();
    let lack = |CurvatureTerm { independent, dependent, value }: CurvatureTerm| {
        let s = dependent.as_symbol().map(|s| s.spelling()).unwrap_or_default();
        let name = format!("p_{s} b_{s}");
        Lack { principle: "naive", equation: independent, name, term: shorten(value) }
    };
    terms.into_iter().map(lack).collect()
}

/// `f` of the vakonomic equations without `f` at `μ = 0`.
fn with_mu(system: &System, vakonomic: &Motion, principle: &'static str) -> Vec<Lack> {
    let Linear::Kkt { f, .. } = &vakonomic.system else { return Vec::new() };
    let is_multiplier = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
    let mu = vakonomic.state.iter().copied().filter(is_multiplier);
    let mut without = Substitution::new(mu.map(|mu| (mu, Expr::zero())));
    let terms = f.iter().zip(system.places().to_vec()).map(|(&f, q)| (q, f - without.apply(f)));
    let lack =
        |(equation, e)| Lack { principle, equation, name: "mu".to_owned(), term: shorten(e) };
    terms.filter(|(_, e)| zero_test(*e) != Verdict::Zero).map(lack).collect()
}
