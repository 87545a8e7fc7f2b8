//! A proof that a motion of d'Alembert's principle is no vakonomic motion, whatever `μ` is.
//!
//! Along a motion of d'Alembert's principle that is vakonomic too, the vakonomic equations `r = 0`
//! hold with some `μ(t)`, and so do their derivatives:
//!
//! ```text
//! r = 0,  dr/dt = 0,  …,  dᵏr/dtᵏ = 0                                                (1)
//! ```
//!
//! with the accelerations, and their derivatives, of d'Alembert's principle. At one state (1) are
//! linear equations
//!
//! ```text
//! C m + d = 0     for m = (μ, μ', μ'', …)                                           (2)
//! ```
//!
//! more of them than unknowns. When as many rows of `[C | d]` as it has columns are independent, (2)
//! has no solution: the motion through this state is not vakonomic for any `μ`. The rows are
//! enclosed, so that this is a proof. One such state refutes every section `μ = μ*(q, q', t)`.
//!
//! A constraint that is a combination `φ = Σ c_j φ_j` of others brings nothing new: what its `μ` does
//! `μ_j + c_j μ` do, so that it is 0 without loss.
//!
//! Known limit: where some other part of `m` is left open by (1), nothing is found.

use alembert_algebra::evaluate::{Enclosed, evaluate};
use alembert_algebra::numeric::Ball;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, gradient, rate, symbols};

use crate::independence::independence;
use crate::theory::residuals;
use crate::witness::{Choice, Stage, state, state_of_motion};
use crate::{Motion, System, Theory};

/// The vakonomic equations are differentiated at most so often.
const MOST_DERIVATIVES: usize = 2;

/// A state whose motion by d'Alembert's principle is proved not to be vakonomic for any `μ`.
#[must_use]
pub fn exclusion(
    system: &System,
    dalembert: &Motion,
    vakonomic: &Motion,
    choice: &Choice,
) -> Option<Vec<(Expr, f64)>> {
    let mut spared = Substitution::new(spare(system));
    let rows = spared.apply_all(&residuals(vakonomic).1);
    let mut rows: Vec<Expr> = rows.iter().map(|&e| defined(system, e)).collect();
    let mut level = rows.clone();
    for _ in 0..=MOST_DERIVATIVES {
        let found = Linear::new(&rows).and_then(|linear| {
            let mut theory = Theory::new(system, dalembert, &linear.coefficients).ok()?;
            let stages = theory.stages().into_iter().map(|s| s.map(|e| defined(system, e)));
            linear.contradiction(&stages.collect::<Vec<_>>(), choice)
        });
        if let Some(point) = found {
            let known = |x: &(Expr, f64)| dalembert.state.contains(&x.0) || is_constant(x.0);
            return Some(point.into_iter().filter(known).collect());
        }
        level = level.iter().map(|&e| rate(e)).collect();
        rows.extend(&level); // (1)
    }
    None
}

/// With the definitions of parameters put in, which a state has to obey; they are made of parameters
/// that stand before them.
fn defined(system: &System, e: Expr) -> Expr {
    let definitions = system.definitions().iter().rev();
    definitions.fold(e, |e, &pair| Substitution::new([pair]).apply(e))
}

/// The multipliers, with their rates, of constraints that are combinations of others everywhere.
fn spare(system: &System) -> Vec<(Expr, Expr)> {
    let all = system.constraints();
    let redundant = independence(system).map(|found| found.redundant).unwrap_or_default();
    let identical = redundant.into_iter().filter(|r| {
        let Some(list) = &r.combination else { return false };
        let sum = Expr::sum(list.iter().map(|&(j, c)| c * all[j].phi));
        zero_test(all[r.constraint].phi - sum) == Verdict::Zero
    });
    let mu = |label: &str, k: u32| Expr::symbol(&format!("mu_{label}"), Kind::Multiplier, k);
    let zeros = |label: &str| [0, 1].map(|k| (mu(label, k), Expr::zero()));
    identical.flat_map(|r| zeros(&all[r.constraint].label)).collect()
}

/// Parameters, time and what else is given with a state.
fn is_constant(x: Expr) -> bool {
    !x.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Coordinate | Kind::Multiplier))
}

/// The equations (2): the entries of `[C | d]`, row by row.
struct Linear {
    coefficients: Vec<Expr>,
    columns: usize,
}

impl Linear {
    /// The equations, if there are more of them than unknowns.
    fn new(rows: &[Expr]) -> Option<Self> {
        let is_mu = |x: &Expr| {
            let symbol = x.as_symbol();
            symbol.is_some_and(|s| s.kind == Kind::Multiplier && s.name.starts_with("mu_"))
        };
        let m: Vec<Expr> = symbols(rows).into_iter().filter(is_mu).collect();
        let mut without = Substitution::new(m.iter().map(|&mu| (mu, Expr::zero())));
        let row = |&r: &Expr| gradient(r, &m).stack(&[without.apply(r)]).to_vec(); // (2)
        let coefficients: Vec<Expr> = rows.iter().flat_map(row).collect();
        (rows.len() > m.len()).then_some(Self { coefficients, columns: m.len() + 1 })
    }

    /// A state at which (2) has no solution.
    fn contradiction(&self, stages: &[Stage], choice: &Choice) -> Option<Vec<(Expr, f64)>> {
        let mut roots = self.coefficients.clone();
        for stage in stages {
            roots.extend(stage.equations.iter().chain(&stage.unknowns));
        }
        let points = (0..choice.tries).filter_map(|n| state_of_motion(&roots, stages, choice, n));
        let mut proofs = points.filter(|point| self.contradicts(point));
        proofs.next().map(|point| state(&self.coefficients, stages, &point))
    }

    fn contradicts(&self, point: &Enclosed) -> bool {
        let values = evaluate(&self.coefficients, point);
        values.is_ok_and(|values| {
            has_full_rank(values.chunks(self.columns).map(<[Ball]>::to_vec).collect())
        })
    }
}

/// Are the columns proved to be independent? By elimination, each with the pivot farthest from zero.
fn has_full_rank(mut rows: Vec<Vec<Ball>>) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    for column in 0..columns {
        let distance = |i: &usize| rows[*i][column].distance_from_zero();
        let best = (column..rows.len()).max_by(|i, j| distance(i).total_cmp(&distance(j)));
        let Some(best) = best.filter(|&i| rows[i][column].excludes_zero()) else { return false };
        rows.swap(column, best);
        let (upper, lower) = rows.split_at_mut(column + 1);
        let pivot = &upper[column];
        for row in lower {
            let Ok(factor) = row[column].divide(pivot[column]) else { return false };
            for (x, &y) in row.iter_mut().zip(pivot).skip(column + 1) {
                *x = *x - factor * y;
            }
        }
    }
    true
}
