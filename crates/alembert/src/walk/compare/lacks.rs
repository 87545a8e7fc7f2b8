//! The terms by which the equations of two principles differ: which side lacks them, which adds them.
//!
//! `naive` lacks Voronec's terms, the momentum `p` of each dependent velocity times the curvature `b`
//! of its constraint. `vakonomic` adds terms with `μ`, which no other principle has. Terms are written as they
//! are on the constraints, and what vanishes there is no difference.

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

/// A term on the right side of an equation of motion that one principle has and the other has not.
#[derive(Debug, Clone)]
pub struct Extra {
    /// The principle that adds it.
    pub principle: &'static str,
    /// The coordinate in whose equation it stands.
    pub equation: Expr,
    /// What the term is called: `mu`.
    pub name: String,
    /// The term.
    pub term: Expr,
}

/// What either of two motions lacks of the right equations.
pub(super) fn lacks(system: &System, motions: [&Motion; 2]) -> Vec<Lack> {
    if motions.iter().all(|motion| motion.principle != "naive") {
        return Vec::new();
    }
    let on = OnConstraints::with_highest(system, motions[0]);
    let left = |lack: Lack| Some(Lack { term: left_of(lack.term, &on)?, ..lack });
    curvature(system).into_iter().filter_map(left).collect()
}

/// What either of two motions adds to the right equations.
pub(super) fn extras(system: &System, [a, b]: [&Motion; 2]) -> Vec<Extra> {
    let adding = [a, b].into_iter().filter(|_| a.principle != b.principle);
    let adding = adding.filter(|motion| motion.principle == "vakonomic");
    let extras: Vec<Extra> = adding.flat_map(|motion| with_mu(system, motion)).collect();
    if extras.is_empty() {
        return extras;
    }
    let on = OnConstraints::with_highest(system, a);
    let left = |extra: Extra| Some(Extra { term: left_of(extra.term, &on)?, ..extra });
    extras.into_iter().filter_map(left).collect()
}

/// A term as it is on the constraints, unless nothing is left of it.
fn left_of(term: Expr, on: &OnConstraints) -> Option<Expr> {
    let reduced = on.reduced(term);
    let term = if reduced == term { reduced } else { shorten(reduced) };
    (term != Expr::zero()).then_some(term)
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
fn with_mu(system: &System, vakonomic: &Motion) -> Vec<Extra> {
    let Linear::Kkt { f, .. } = &vakonomic.system else { return Vec::new() };
    let is_multiplier = |x: &Expr| x.as_symbol().is_some_and(|s| s.kind == Kind::Multiplier);
    let mu = vakonomic.state.iter().copied().filter(is_multiplier);
    let mut without = Substitution::new(mu.map(|mu| (mu, Expr::zero())));
    let terms = f.iter().zip(system.places().to_vec()).map(|(&f, q)| (q, f - without.apply(f)));
    let principle = vakonomic.principle;
    let extra =
        |(equation, e)| Extra { principle, equation, name: "mu".to_owned(), term: shorten(e) };
    terms.filter(|(_, e)| zero_test(*e) != Verdict::Zero).map(extra).collect()
}
