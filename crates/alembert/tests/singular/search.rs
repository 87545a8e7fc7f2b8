//! A search for states that refute what is called proved: states at which the equations of motion are
//! singular, where continuity says nothing about a claim.
//!
//! Coordinates get special values, velocities are often zero, constraints are solved by Newton's method;
//! parameters have the values of the model, and others that it admits: 0, equal ones (`values`).
//! Where the matrix of
//!
//! ```text
//! W y = h                                                                            (1)
//! ```
//!
//! is singular and (1) has solutions all the same, the claim must hold for several of them. Everything is
//! computed with doubles from the equations of motion; nothing of the theory that proves is used.

use std::f64::consts::{FRAC_PI_2, PI};

use super::values::{admitted, numbers};
use alembert::language::Model;
use alembert::walk::motion;
use alembert_algebra::evaluate::{Approximate, evaluate};
use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::{
    Elementary, Expr, Function, Node, Substitution, apply, jacobian, postorder, symbols,
};
use alembert_mechanics::Motion;

/// States that are tried.
const STATES: u64 = 250;
/// Solutions of (1) that are tried at each of them.
const SOLUTIONS: usize = 3;
/// Steps of Newton's method, which halves its distance from a double root, and when it has come there.
const STEPS: usize = 80;
const THERE: f64 = 1e-13;
/// Pivots below this part of the largest entry count as zero.
const RANK: f64 = 1e-9;
/// Sides that differ by this part of their size refute a claim, and conditions below it exclude a state.
const DIFFERENCE: f64 = 1e-6;

/// Regular states that are tried, how far from 0 conditions are there, and how large unknowns may be.
const REGULAR: u64 = 12;
const REGULAR_CONDITION: f64 = 1e-3;
const LARGEST: f64 = 1e4;

/// What a search needs of a model: its motion for several values of the parameters.
pub(crate) struct Search {
    cases: Vec<Case>,
}

/// A motion for some values of the parameters.
struct Case {
    motion: Motion,
    /// The numbers of the parameters.
    own: Substitution,
    parameters: Vec<(Expr, f64)>,
    /// The entries of (W | h), row by row, with the values of the parameters.
    rows: Vec<Expr>,
    unknowns: Vec<Expr>,
    /// Are the values those of the model? Others may make another system, of which all states are tried.
    is_own: bool,
}

/// What a search says about a claim.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Found {
    /// A state at which the claim fails.
    Refuted(Vec<(Expr, f64)>),
    /// The claim held at this number of singular states.
    Held(usize),
    /// The claim contains something that has no value at a state.
    NotEvaluated,
}

impl Search {
    pub(crate) fn new(model: &Model) -> Option<Self> {
        let case = |(k, values): (usize, Vec<(Expr, Expr)>)| Case::new(model, &values, k == 0);
        let cases: Vec<Case> = admitted(model).into_iter().enumerate().filter_map(case).collect();
        (!cases.is_empty()).then_some(Self { cases })
    }

    /// Looks for a state at which `left = right` fails and none of the conditions vanishes.
    pub(crate) fn refutation(&mut self, sides: (Expr, Expr), conditions: &[Expr]) -> Found {
        let mut held = None;
        let count = self.cases.len() as u64;
        for (number, case) in (0..).zip(&mut self.cases) {
            let states = (0..STATES).filter(|state| state % count == number);
            match case.refutation(sides, conditions, states) {
                Found::Held(more) => held = Some(held.unwrap_or(0) + more),
                Found::NotEvaluated => {}
                refuted @ Found::Refuted(_) => return refuted,
            }
        }
        held.map_or(Found::NotEvaluated, Found::Held)
    }
}

/// How far apart the sides of a claim are at a regular state, as a part of their size.
pub(crate) type Distance = f64;

impl Search {
    /// The sides of a claim at some states at which the equations determine everything and none of the
    /// conditions vanishes, for the values of the model.
    #[allow(
        dead_code,
        reason = "the test of random claims looks at regular states, the other one does not"
    )]
    pub(crate) fn distances(&mut self, sides: (Expr, Expr), conditions: &[Expr]) -> Vec<Distance> {
        let case = &mut self.cases[0];
        let list: Vec<Expr> =
            [sides.0, sides.1].iter().chain(conditions).map(|&e| case.own.apply(e)).collect();
        let mut found = Vec::new();
        for number in 0..REGULAR {
            let mut random = SplitMix64::new(0xD157 + number);
            let Some(state) = case.state(&mut random) else { continue };
            let Some(at) = case.regular_solution(&state) else { continue };
            let Ok(value) = evaluate(&list, &Approximate::new(at)) else { continue };
            if value[2..].iter().all(|c| c.abs() > REGULAR_CONDITION) {
                let size = 1.0 + value[0].abs() + value[1].abs();
                found.push((value[0] - value[1]).abs() / size);
            }
        }
        found
    }
}

impl Case {
    /// The motion is derived with the values put in: they may make another system.
    fn new(model: &Model, values: &[(Expr, Expr)], is_own: bool) -> Option<Self> {
        let (_, motion) = motion(&model.assuming(values), None).ok()?;
        let mut own = Substitution::new(numbers(model, values));
        let (W, h) = motion.system.square();
        let pairs = W.rows().iter().zip(h.iter());
        let rows = pairs.flat_map(|(row, &h)| row.iter().copied().chain([h]).collect::<Vec<_>>());
        let rows = rows.map(|e| own.apply(e)).collect();
        let unknowns = motion.unknowns.to_vec();
        let number =
            |&(p, e): &(Expr, Expr)| Some((p, evaluate(&[e], &Approximate::new([])).ok()?[0]));
        let parameters = values.iter().filter_map(number).collect();
        Some(Self { motion, own, parameters, rows, unknowns, is_own })
    }

    fn refutation(
        &mut self,
        sides: (Expr, Expr),
        conditions: &[Expr],
        states: impl Iterator<Item = u64>,
    ) -> Found {
        let claim = [sides.0, sides.1].map(|e| {
            let e = alembert::language::with_energy(e, self.motion.energy);
            self.own.apply(e)
        });
        let conditions: Vec<Expr> = conditions.iter().map(|&e| self.own.apply(e)).collect();
        let known = |x: &Expr| self.motion.state.contains(x) || self.unknowns.contains(x);
        if !symbols(&claim).iter().all(|x| known(x) || *x == Expr::time()) {
            return Found::NotEvaluated;
        }
        let list = [&claim[..], &conditions, &divisors(&claim)].concat();
        let mut held = 0;
        for number in states {
            let mut random = SplitMix64::new(0x51A6 + number);
            let Some(state) = self.state(&mut random) else { continue };
            for _ in 0..SOLUTIONS {
                let Some(at) = self.solution(&state, &mut random) else { break };
                let Ok(found) = evaluate(&list, &Approximate::new(at.iter().copied())) else {
                    continue;
                };
                if found[2..].iter().any(|c| c.abs() < DIFFERENCE) {
                    continue;
                }
                let size = 1.0 + found[0].abs() + found[1].abs();
                if (found[0] - found[1]).abs() > DIFFERENCE * size {
                    return Found::Refuted([&self.parameters[..], &at].concat());
                }
                held += 1;
            }
        }
        Found::Held(held)
    }

    /// A state on the constraints, with special values.
    fn state(&mut self, random: &mut SplitMix64) -> Option<Vec<(Expr, f64)>> {
        const SPECIAL: [f64; 6] = [0.0, FRAC_PI_2, PI, -FRAC_PI_2, 1.0, 0.5];
        let at_rest = random.below(2) == 0;

        let mut state: Vec<(Expr, f64)> = Vec::new();
        for &x in self.motion.state.iter() {
            let order = x.as_symbol().map_or(0, |s| s.order);
            let value = match random.below(3) {
                0 => 2.0 * random.unit() - 1.0,
                _ if order > 0 => 0.0,
                _ => SPECIAL[usize::try_from(random.below(6)).unwrap_or(0)],
            };
            state.push((x, if at_rest && order > 0 { 0.0 } else { value }));
        }
        state.push((Expr::time(), 0.0));
        for level in self.motion.manifold.clone() {
            self.project(&level, &mut state)?;
        }
        Some(state)
    }

    /// Newton's method for one level of the constraints, in its highest derivatives.
    fn project(&mut self, level: &[Expr], state: &mut [(Expr, f64)]) -> Option<()> {
        let phi: Vec<Expr> = level.iter().map(|&e| self.own.apply(e)).collect();
        let met = symbols(&phi);
        let order = |x: &Expr| x.as_symbol().map_or(0, |s| s.order);
        let moving = met.iter().filter(|x| self.motion.state.contains(x));
        let highest = moving.clone().map(order).max().unwrap_or(0);
        let x: Vec<Expr> = moving.filter(|x| order(x) == highest).copied().collect();
        if phi.is_empty() {
            return Some(());
        }
        let slopes: Vec<Expr> = jacobian(&phi, &x).entries().collect();
        for _ in 0..STEPS {
            let at = Approximate::new(state.iter().copied());
            let residual: Vec<f64> = evaluate(&phi, &at).ok()?;
            let A: Vec<f64> = evaluate(&slopes, &at).ok()?;
            let step = least_step(&A, &residual, x.len())?;
            for (y, d) in x.iter().zip(&step) {
                state.iter_mut().filter(|(z, _)| z == y).for_each(|(_, value)| *value -= d);
            }
            if residual.iter().chain(&step).all(|r| r.abs() < THERE) {
                return Some(());
            }
        }
        None
    }

    /// The solution of (1) where its matrix is far from singular.
    fn regular_solution(&self, state: &[(Expr, f64)]) -> Option<Vec<(Expr, f64)>> {
        let n = self.unknowns.len();
        let entries = evaluate(&self.rows, &Approximate::new(state.iter().copied())).ok()?;
        let rows: Vec<Vec<f64>> = entries.chunks(n + 1).map(<[f64]>::to_vec).collect();
        let (y, rank) = solve(rows, n, || 0.0)?;
        let is_regular = rank == n && y.iter().all(|y| y.abs() < LARGEST);
        let unknowns = self.unknowns.iter().copied().zip(y);
        is_regular.then(|| state.iter().copied().chain(unknowns).collect())
    }

    /// One of the solutions of (1) at a state at which its matrix is singular, or with values that may make
    /// another system, if it has solutions.
    fn solution(&self, state: &[(Expr, f64)], random: &mut SplitMix64) -> Option<Vec<(Expr, f64)>> {
        let n = self.unknowns.len();
        let entries = evaluate(&self.rows, &Approximate::new(state.iter().copied())).ok()?;
        let rows: Vec<Vec<f64>> = entries.chunks(n + 1).map(<[f64]>::to_vec).collect();
        let (y, rank) = solve(rows, n, || 2.0 * random.unit() - 1.0)?;
        if rank == n && self.is_own {
            return None;
        }
        let unknowns = self.unknowns.iter().copied().zip(y);
        Some(state.iter().copied().chain(unknowns).collect())
    }
}

/// What a claim divides by: it has no value where one of these vanishes, which rounding may hide.
fn divisors(claim: &[Expr]) -> Vec<Expr> {
    let below = |node: Expr| match node.node() {
        Node::Product(powers) => {
            powers.iter().filter(|(_, k)| k.is_negative()).map(|(base, _)| *base).collect()
        }
        Node::Apply(Function::Elementary(Elementary::Tan), x) => {
            vec![apply(Elementary::Cos, &[x[0]])]
        }
        _ => Vec::new(),
    };
    postorder(claim).into_iter().flat_map(below).collect()
}

/// A solution of `A d = r` with few entries, for rows that may depend on each other.
fn least_step(A: &[f64], r: &[f64], n: usize) -> Option<Vec<f64>> {
    let rows = A.chunks(n).zip(r).map(|(row, &r)| [row, &[r]].concat()).collect();
    solve(rows, n, || 0.0).map(|(d, _)| d)
}

/// A solution of the rows (W | h), with these values for what is open, and the rank of W; none when
/// there is no solution.
fn solve(
    mut rows: Vec<Vec<f64>>,
    n: usize,
    mut open: impl FnMut() -> f64,
) -> Option<(Vec<f64>, usize)> {
    let entries = rows.iter().flat_map(|row| &row[..n]);
    let scale = entries.fold(0.0_f64, |a, b| a.max(b.abs()));
    let size = rows.iter().fold(scale, |a, row| a.max(row[n].abs()));
    let mut pivots: Vec<usize> = Vec::new();
    while pivots.len() < rows.len() {
        let k = pivots.len();
        let places = (k..rows.len()).flat_map(|i| (0..n).map(move |j| (i, j)));
        let best = places.max_by(|a, b| rows[a.0][a.1].abs().total_cmp(&rows[b.0][b.1].abs()));
        let Some((i, j)) = best.filter(|&(i, j)| rows[i][j].abs() > RANK * scale) else { break };
        rows.swap(k, i);
        let pivot = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = row[j] / pivot[j];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            row[j] = 0.0;
        }
        pivots.push(j);
    }
    if rows[pivots.len()..].iter().any(|row| row[n].abs() > RANK * size) {
        return None;
    }
    let mut y: Vec<f64> = (0..n).map(|j| if pivots.contains(&j) { 0.0 } else { open() }).collect();
    for (row, &j) in rows.iter().zip(&pivots) {
        let others: f64 = (0..n).filter(|i| !pivots.contains(i)).map(|i| row[i] * y[i]).sum();
        y[j] = (row[n] - others) / row[j];
    }
    Some((y, pivots.len()))
}
