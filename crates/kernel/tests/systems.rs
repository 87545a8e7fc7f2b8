//! Linear systems that have no solution, or hardly one: each is refused or solved as the plain reference does it.
#![allow(non_snake_case, reason = "M, A, B, W are the symbols of the papers")]

use alembert_algebra::numeric::solve::{Dense, Kkt, SolveError, solve_kkt, solve_linear};
use alembert_algebra::numeric::{DoubleDouble, Real, SplitMix64};
use alembert_algebra::tape::{Builder, Slot, Solve};
use alembert_algebra::{Expr, Kind};
use alembert_kernel::{KernelError, Program, Workspace};

/// A fixed sequence between −1 and 1.
fn noise(seed: u64) -> impl FnMut() -> f64 {
    let mut generator = SplitMix64::new(seed);
    move || 2.0 * generator.unit() - 1.0
}

/// M y − Bᵀ λ = f, A y = g by rows; B = A where it is not given.
#[derive(Clone, Copy)]
struct System<'a> {
    M: &'a [f64],
    A: &'a [f64],
    B: Option<&'a [f64]>,
    f: &'a [f64],
    g: &'a [f64],
}

/// Inputs for numbers that are written row by row, with their slots.
struct Inputs {
    builder: Builder,
    symbols: Vec<Expr>,
    values: Vec<f64>,
}

impl Inputs {
    fn new(count: usize) -> Self {
        let symbols: Vec<Expr> =
            (0..count).map(|k| Expr::symbol(&format!("x{k}"), Kind::Coordinate, 0)).collect();
        Self { builder: Builder::new(&symbols), symbols, values: Vec::new() }
    }

    fn slots(&mut self, values: &[f64]) -> Vec<Slot> {
        let from = self.values.len();
        self.values.extend_from_slice(values);
        self.builder.expressions(&self.symbols[from..self.values.len()]).expect("symbols")
    }

    fn rows(&mut self, values: &[f64], width: usize) -> Vec<Vec<Slot>> {
        values.chunks(width).map(|row| self.slots(row)).collect()
    }

    /// The solution of a system in these inputs.
    fn solved(mut self, system: Solve) -> Result<Vec<f64>, KernelError> {
        let solution = self.builder.solve(system);
        let all: Vec<usize> = (0..solution.len()).collect();
        let tape = self.builder.finish(solution.into_iter().map(|s| (String::new(), s)).collect());
        let kernel = Program::new(&tape, self.symbols.len(), &all).bind(&[])?;
        let mut found = Vec::new();
        kernel.values(&mut Workspace::default(), &self.values, &mut found)?;
        Ok(found)
    }
}

/// The solution (y, λ) by the kernel.
fn by_kernel(system: &System<'_>) -> Result<Vec<f64>, KernelError> {
    let System { M, A, B, f, g } = *system;
    let n = f.len();
    let B_length = B.map_or(0, <[f64]>::len);
    let mut inputs = Inputs::new(M.len() + A.len() + B_length + f.len() + g.len());
    let (M, A) = (inputs.rows(M, n), inputs.rows(A, n));
    let B = B.map(|B| inputs.rows(B, n));
    let (f, g) = (inputs.slots(f), inputs.slots(g));
    inputs.solved(Solve::Kkt { M, B, A, f, g })
}

/// The solution (y, λ) by the reference, in double-double; whether there is one is asked in doubles, in which
/// 0.1 and 0.2 are in the proportion of 1 and 2.
fn by_reference<T: Real>(system: &System<'_>) -> Result<Vec<f64>, SolveError> {
    let (n, m) = (system.f.len(), system.g.len());
    let lift = |v: &[f64]| v.iter().map(|&x| T::from(x)).collect::<Vec<_>>();
    let dense = |rows, v: &[f64]| Dense::new(rows, n, lift(v)).expect("a matrix");
    let solution = solve_kkt(&Kkt {
        M: dense(n, system.M),
        A: dense(m, system.A),
        B: dense(m, system.B.unwrap_or(system.A)),
        f: lift(system.f),
        g: lift(system.g),
    })?;
    Ok(solution.y.iter().chain(&solution.lambda).map(|x| x.to_f64()).collect())
}

/// The solution of W y = h.
fn general(W: &[f64], h: &[f64]) -> Result<Vec<f64>, KernelError> {
    let mut inputs = Inputs::new(W.len() + h.len());
    let (W, h) = (inputs.rows(W, h.len()), inputs.slots(h));
    inputs.solved(Solve::General { W, h })
}

fn assert_as_reference(what: &str, system: &System<'_>) {
    let found = by_kernel(system).unwrap_or_else(|error| panic!("{what}: {error}"));
    let exact = by_reference::<DoubleDouble>(system).expect("the reference solves it");
    for (a, b) in found.iter().zip(&exact) {
        assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{what}: {found:?} and not {exact:?}");
    }
}

const SINGULAR: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];

/// Rounding leaves a last pivot of 10⁻¹⁶ where it should be 0.
#[test]
fn a_singular_matrix_is_refused_though_rounding_leaves_a_pivot() {
    let third = 1.0 / 3.0;
    let rounded = SINGULAR.map(|x| x * third + 0.1);
    for W in [SINGULAR, SINGULAR.map(|x| 0.1 * x), rounded] {
        for scale in [1.0, 1e-150, 1e150] {
            let singular = general(&W.map(|x| x * scale), &[1.0, 2.0, 4.0]);
            let expected = KernelError::Solve(SolveError::Singular { rank: 2, size: 3 });
            assert_eq!(singular, Err(expected), "{W:?}");
        }
    }
    let zero = KernelError::Solve(SolveError::Singular { rank: 0, size: 2 });
    assert_eq!(general(&[0.0; 4], &[0.0, 0.0]), Err(zero));
}

/// A massless direction that no constraint holds, by itself and beside a servo constraint.
#[test]
fn motions_that_are_not_determined_are_refused() {
    let inertia = SINGULAR.map(|x| 0.1 * x);
    let (f, g) = ([1.0, 2.0, 4.0], [0.5]);
    let row = [0.1, 0.2, 0.3];
    let free = System { M: &inertia, A: &[], B: None, f: &f, g: &[] };
    assert_eq!(by_reference::<f64>(&free), Err(SolveError::Singular { rank: 2, size: 3 }));
    assert!(matches!(by_kernel(&free), Err(KernelError::Solve(SolveError::Singular { .. }))));
    // the row lies in the row space of M and does not help
    for B in [None, Some(&[0.4, 0.5, 0.6][..])] {
        let held = System { M: &inertia, A: &row, B, f: &f, g: &g };
        assert!(matches!(by_reference::<f64>(&held), Err(SolveError::Singular { .. })), "{B:?}");
        assert!(
            matches!(by_kernel(&held), Err(KernelError::Solve(SolveError::Singular { .. }))),
            "{B:?}"
        );
    }
}

/// Inertias of rank two in three directions, the first two of which are far apart: rounding makes the last pivot of
/// some of them positive.
#[test]
fn an_inertia_without_one_direction_is_refused_however_it_is_rounded() {
    let mut random = noise(5);
    for _ in 0..200 {
        let (a, b) = ([1.0, random() / 2.0, random()], [random() / 2.0, 1.0, random()]);
        let M: Vec<f64> = (0..9).map(|e| a[e / 3] * a[e % 3] + b[e / 3] * b[e % 3]).collect();
        let free = System { M: &M, A: &[], B: None, f: &[1.0, 2.0, 4.0], g: &[] };
        let found = by_kernel(&free);
        assert!(
            matches!(found, Err(KernelError::Solve(SolveError::Singular { .. }))),
            "{M:?}: {found:?}"
        );
    }
}

/// Two servo constraints of which the reactions point in one direction.
#[test]
fn reactions_that_are_fewer_than_their_constraints_are_refused() {
    let M = [2.0, 0.5, 0.5, 3.0];
    let (A, B) = ([1.0, 0.0, 0.0, 1.0], [1.0, 2.0, 2.0, 4.0]);
    let servo = System { M: &M, A: &A, B: Some(&B), f: &[1.0, 2.0], g: &[0.0, 1.0] };
    assert!(matches!(by_reference::<f64>(&servo), Err(SolveError::Singular { .. })));
    assert!(matches!(by_kernel(&servo), Err(KernelError::Solve(SolveError::Singular { .. }))));
    // and the other way round: dependent constraints that agree, with independent reactions
    let servo = System { M: &M, A: &B, B: Some(&A), f: &[1.0, 2.0], g: &[1.0, 2.0] };
    assert!(matches!(by_reference::<f64>(&servo), Err(SolveError::Singular { .. })));
    assert!(matches!(by_kernel(&servo), Err(KernelError::Solve(SolveError::Singular { .. }))));
}

/// The lower triangle alone of each of these is that of a positive definite matrix.
#[test]
fn both_triangles_of_an_unsymmetric_inertia_count() {
    let (f, A, g) = ([1.0, -2.0], [1.0, 3.0], [0.5]);
    for M in [[2.0, 1.0, 0.5, 1.0], [2.0, -0.5, 0.5, 1.0], [2.0, 0.0, 1e-6, 3.0]] {
        assert_as_reference("free", &System { M: &M, A: &[], B: None, f: &f, g: &[] });
        assert_as_reference("held", &System { M: &M, A: &A, B: None, f: &f, g: &g });
    }
    let six: Vec<f64> =
        (0..36).map(|e| if e % 7 == 0 { 5.0 } else { (e % 5) as f64 * 0.3 }).collect();
    let f = [1.0, 2.0, -1.0, 0.5, 0.25, 3.0];
    assert_as_reference("six", &System { M: &six, A: &[], B: None, f: &f, g: &[] });
}

/// Rows a, b and a + 2 b: their right sides must agree, whatever way the system is solved.
#[test]
fn dependent_constraints_that_contradict_each_other_are_refused() {
    let A = [1.0, 2.0, -1.0, 0.5, -1.0, 3.0, 2.0, 0.0, 5.0];
    let f = [1.0, -2.0, 0.5];
    let definite = [4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0];
    let indefinite = [4.0, 1.0, 0.5, 1.0, -3.0, 0.25, 0.5, 0.25, 2.0];
    let servo = A.map(|x| 1.5 * x);
    for (M, B) in [(definite, None), (indefinite, None), (definite, Some(&servo[..]))] {
        let agreeing = System { M: &M, A: &A, B, f: &f, g: &[1.0, 0.5, 2.0] };
        assert_as_reference("they agree", &agreeing);
        for wrong in [2.001, 1.0, -2.0, 2.0 + 1e-6] {
            let found = by_kernel(&System { g: &[1.0, 0.5, wrong], ..agreeing });
            let Err(KernelError::Solve(SolveError::Inconsistent { null_vector, .. })) = found
            else {
                panic!("g₃ = {wrong} was accepted: {found:?}");
            };
            for j in 0..3 {
                let sum: f64 = (0..3).map(|a| null_vector[a] * A[3 * a + j]).sum();
                assert!(sum.abs() < 1e-14, "{null_vector:?}");
            }
        }
    }
}

/// What rounding leaves beside large forces is no contradiction: g is computed from them.
#[test]
fn rounding_beside_large_forces_is_no_contradiction() {
    let A = [1.0, 0.0, 1.0, 0.0];
    let M = [1.0, 0.0, 0.0, 1.0];
    let (large, none) = ([1e8, 0.0], [0.0, 0.0]);
    let g = [0.0, 1e-3];
    let beside = |f| by_kernel(&System { M: &M, A: &A, B: None, f, g: &g });
    assert!(beside(&large).is_ok(), "a difference of 10⁻¹¹ of the force");
    assert!(matches!(beside(&none), Err(KernelError::Solve(SolveError::Inconsistent { .. }))));
}

/// The Hilbert matrix of size 9 has the condition 5 · 10¹¹: LU alone leaves five digits, one refinement with
/// a residual in double-double doubles them.
#[test]
fn refinement_restores_the_digits_of_an_ill_conditioned_system() {
    let entry = |e: usize| 1.0 / (e / 9 + e % 9 + 1) as f64;
    let W: Vec<f64> = (0..81).map(entry).collect();
    let h: Vec<f64> = (0..9).map(|i| f64::from(i % 3) - 0.7).collect();
    let found = general(&W, &h).expect("it is regular");
    let lifted = Dense::from_fn(9, 9, |i, j| DoubleDouble::from(W[9 * i + j]));
    let h: Vec<DoubleDouble> = h.into_iter().map(DoubleDouble::from).collect();
    let truth = solve_linear(&lifted, &h).expect("it is regular");
    for (truth, found) in truth.iter().zip(&found) {
        let error = (truth.to_f64() - found).abs() / truth.to_f64().abs();
        assert!(error < 1e-10, "{error:e}");
    }
}

/// A servo system is solved with refinement too: M is the Hilbert matrix of size 6, of the condition 10⁷.
#[test]
fn refinement_restores_the_digits_of_a_servo_system() {
    let M: Vec<f64> = (0..36).map(|e| 1.0 / (e / 6 + e % 6 + 1) as f64).collect();
    let (A, B) = ([1.0, -1.0, 0.5, 0.0, 2.0, 0.3], [0.5, 1.0, 0.0, 1.0, -1.0, 2.0]);
    let f = [1.0, -2.0, 0.5, 0.25, 1.5, -0.75];
    let system = System { M: &M, A: &A, B: Some(&B), f: &f, g: &[0.7] };
    let (found, truth) = (
        by_kernel(&system).expect("regular"),
        by_reference::<DoubleDouble>(&system).expect("regular"),
    );
    for (found, truth) in found.iter().zip(&truth) {
        assert!((found - truth).abs() < 1e-14 * truth.abs(), "{found} {truth}");
    }
}

/// Rows a, b and a + b of A, and p, q and p − q of B: the shortest λ belongs to B, (1, −1, −1) λ = 0.
#[test]
fn the_shortest_multipliers_of_a_servo_belong_to_its_reactions() {
    let A = [1.0, 2.0, -1.0, 0.5, -1.0, 3.0, 1.5, 1.0, 2.0];
    let B = [3.0, 1.0, 1.0, -1.0, 1.0, 2.0, 4.0, 0.0, -1.0];
    let M = [4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0];
    let system = System { M: &M, A: &A, B: Some(&B), f: &[1.0, -2.0, 0.5], g: &[1.0, 0.5, 1.5] };
    assert_as_reference("servo", &system);
    let found = by_kernel(&system).expect("regular");
    assert!((found[3] - found[4] - found[5]).abs() < 1e-13, "{found:?}");
}
