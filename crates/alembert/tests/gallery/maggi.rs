//! A second principle: the Euler–Lagrange expression has no component along the velocities that
//! the constraints allow,
//!
//! ```text
//! A S = 0                                                                        (1)
//! Sᵀ (d/dt ∂L/∂q' − ∂L/∂q − d²/dt² ∂L/∂q'' − Q) = 0                              (2)
//! dᵏφ/dtᵏ = 0                                                                    (3)
//! ```
//!
//! with A the derivative of the constraints by the highest derivatives in them: Maggi's equations,
//! which know no multipliers. (2) and (3) together determine the accelerations. Everything is
//! taken from central differences along the curve of the state, nothing from symbolic derivatives.

use alembert::language::{Assignment, Model, Source, read_assignments};
use alembert::walk::{EvalReport, eval};
use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::numeric::solve::{Dense, solve_linear};

use crate::curve::{Curve, Output, Values};

/// Random states of each model.
pub(crate) const STATES: usize = 8;
const SEED: u64 = 0x3A66_1000;
/// The errors of the differences are 10⁻¹⁰ of the terms times a small factor, those of the
/// accelerations, which are large near the poles of Euler angles, 10⁻¹⁴ of them.
const TOLERANCE: f64 = 1e-8;
/// Rounds of correction of a state by the constraints.
const ROUNDS: usize = 40;
/// Pivots below this are zero: the rows of A are independent, with entries of order one.
const PIVOT: f64 = 1e-9;

/// A model as numbers, with the orders of its Lagrangian and of its constraints.
struct Mechanics {
    values: Values,
    order: usize,
    constraint_orders: Vec<usize>,
}

/// Compares the equations of motion with (2) and (3) at random states; the number of states.
pub(crate) fn assert_agrees(model: &Model) -> usize {
    let mechanics = Mechanics::new(model);
    let mut random = SplitMix64::new(SEED);
    for _ in 0..STATES {
        let curve = mechanics.random_state(&mut random);
        let report = evaluation(model, &curve);
        let mut curve = curve;
        curve.jets.push(report.highest.iter().map(|(_, x)| *x).collect());
        mechanics.assert_motion(&curve, &report, &model.title);
    }
    STATES
}

/// What the library says about the state.
fn evaluation(model: &Model, curve: &Curve) -> EvalReport {
    let mut parts = vec![format!("t = {:?}", curve.t)];
    for (k, jet) in curve.jets.iter().enumerate() {
        let named = model.coordinates.iter().zip(jet);
        parts.extend(named.map(|(c, x)| format!("{}{} = {x:?}", c.name, "'".repeat(k))));
    }
    let state = Source::new("<state>", parts.join(", "));
    let given: Vec<Assignment> = read_assignments(&state, model).expect("a state can be read");
    eval(model, &given, None).expect("the state has values")
}

impl Mechanics {
    fn new(model: &Model) -> Self {
        let system = model.system().expect("the models of the gallery are sound");
        let orders = system
            .constraints()
            .iter()
            .map(|c| c.order(system.q()).expect("a constraint contains a coordinate") as usize);
        Self {
            values: Values::new(model),
            order: system.order() as usize,
            constraint_orders: orders.collect(),
        }
    }

    /// A state that obeys the constraints and their derivatives, level by level.
    fn random_state(&self, random: &mut SplitMix64) -> Curve {
        let n = self.values.n;
        let mut number = || 2.0 * random.unit() - 0.9;
        let t = number();
        let mut jets: Vec<Vec<f64>> = Vec::new();
        for k in 0..2 * self.order {
            jets.push((0..n).map(|_| number()).collect());
            let mut curve = Curve { t, jets };
            for _ in 0..ROUNDS {
                self.correct(&mut curve, k);
            }
            jets = curve.jets;
        }
        Curve { t, jets }
    }

    /// Moves the derivatives of order `k` towards the constraints that restrict them.
    fn correct(&self, curve: &mut Curve, k: usize) {
        let rows: Vec<usize> =
            (0..self.values.m).filter(|&j| self.constraint_orders[j] <= k).collect();
        let A: Vec<Vec<f64>> = rows.iter().map(|&j| self.row(j, curve)).collect();
        let residual: Vec<f64> = rows.iter().map(|&j| self.residual(j, curve, k)).collect();
        let square = Dense::from_fn(rows.len(), rows.len(), |i, j| dot(&A[i], &A[j]));
        let y = solve_linear(&square, &residual).expect("the constraints are independent");
        for (row, y) in A.iter().zip(y) {
            for (x, a) in curve.jets[k].iter_mut().zip(row) {
                *x -= a * y;
            }
        }
    }

    /// A row of A.
    fn row(&self, j: usize, curve: &Curve) -> Vec<f64> {
        let r = self.constraint_orders[j];
        (0..self.values.n)
            .map(|i| self.values.slope(Output::Constraint(j), (r, i), curve, 0))
            .collect()
    }

    /// The derivative in time of a constraint that contains derivatives of order `k`.
    fn residual(&self, j: usize, curve: &Curve, k: usize) -> f64 {
        let times = u32::try_from(k - self.constraint_orders[j]).expect("a small number");
        self.values.rate(Output::Constraint(j), curve, times)
    }

    /// The terms of (2) for one coordinate: d/dt ∂L/∂q', −∂L/∂q, −d²/dt² ∂L/∂q'', −Q.
    fn terms(&self, i: usize, curve: &Curve) -> [f64; 4] {
        let slope = |k: usize, times| self.values.slope(Output::Lagrangian, (k, i), curve, times);
        let bending = if self.order == 2 { slope(2, 2) } else { 0.0 };
        [slope(1, 1), -slope(0, 0), -bending, -self.values.at(Output::Force(i), curve)]
    }

    fn assert_motion(&self, curve: &Curve, report: &EvalReport, title: &str) {
        let Values { n, m, .. } = self.values;
        let A: Vec<Vec<f64>> = (0..m).map(|j| self.row(j, curve)).collect();
        let terms: Vec<[f64; 4]> = (0..n).map(|i| self.terms(i, curve)).collect();
        let size = 1.0 + terms.iter().flatten().fold(0f64, |s, x| s.max(x.abs()));
        let balance: Vec<f64> = terms.iter().map(|t| t.iter().sum()).collect();
        let allowed = null_space(&A, n);
        assert_eq!(allowed.len(), n - m, "{title}: the constraints are independent");
        for s in &allowed {
            let projected = dot(s, &balance); // (2)
            assert!(projected.abs() <= TOLERANCE * size, "{title}: {projected} of {size}");
        }
        for j in 0..m {
            let residual = self.residual(j, curve, 2 * self.order); // (3)
            assert!(residual.abs() <= TOLERANCE * size, "{title}: {residual} of {size}");
        }
        for i in 0..n {
            let reaction: f64 = (0..m).map(|j| A[j][i] * report.multipliers[j].1).sum();
            let rest = balance[i] - reaction;
            assert!(rest.abs() <= TOLERANCE * size, "{title}: the reaction leaves {rest}");
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// A basis of the vectors that A takes to zero, by Gauss–Jordan elimination with pivots of largest
/// size, equation (1).
fn null_space(A: &[Vec<f64>], n: usize) -> Vec<Vec<f64>> {
    let mut rows = A.to_vec();
    let mut pivots: Vec<usize> = Vec::new();
    for done in 0..rows.len() {
        let places = (done..rows.len()).flat_map(|i| (0..n).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| rows[i][j].abs();
        let best = places.max_by(|a, b| size(a).total_cmp(&size(b))).expect("a row is left");
        if size(&best) < PIVOT {
            break;
        }
        rows.swap(done, best.0);
        let lead = rows[done].clone();
        rows[done].iter_mut().for_each(|x| *x /= lead[best.1]);
        let lead = rows[done].clone();
        for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != done).map(|(_, row)| row) {
            let factor = row[best.1];
            row.iter_mut().zip(&lead).for_each(|(x, y)| *x -= factor * y);
        }
        pivots.push(best.1);
    }
    let free = (0..n).filter(|j| !pivots.contains(j));
    free.map(|j| {
        let entry = |i: usize| match pivots.iter().position(|&p| p == i) {
            Some(row) => -rows[row][j],
            None => f64::from(u8::from(i == j)),
        };
        (0..n).map(entry).collect()
    })
    .collect()
}
