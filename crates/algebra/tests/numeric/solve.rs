//! The linear solver: residuals, ranks, redundant rows, contradictions, and each sign of each block.
#![allow(non_snake_case, reason = "M, A, B are the symbols of the papers")]

use alembert_algebra::numeric::solve::{
    Dense, Kkt, KktSolution, RANK_THRESHOLD, SolveError, solve_kkt, solve_linear,
};
use alembert_algebra::numeric::{DoubleDouble, Real, SplitMix64};

fn matrix<T: Real>(rows: usize, columns: usize, entries: &[f64]) -> Dense<T> {
    Dense::new(rows, columns, entries.iter().map(|&x| T::from(x)).collect()).unwrap()
}

fn vector<T: Real>(entries: &[f64]) -> Vec<T> {
    entries.iter().map(|&x| T::from(x)).collect()
}

fn random_entries(count: usize, generator: &mut SplitMix64) -> Vec<f64> {
    (0..count).map(|_| 2.0 * generator.unit() - 1.0).collect()
}

fn product(a: &Dense<f64>, b: &Dense<f64>) -> Dense<f64> {
    let inner = a.shape().1;
    Dense::from_fn(a.shape().0, b.shape().1, |i, j| (0..inner).map(|k| a[(i, k)] * b[(k, j)]).sum())
}

fn transposed(a: &Dense<f64>) -> Dense<f64> {
    Dense::from_fn(a.shape().1, a.shape().0, |i, j| a[(j, i)])
}

/// N Nᵀ + 1, symmetric and positive definite.
fn random_inertia(n: usize, generator: &mut SplitMix64) -> Dense<f64> {
    let N = matrix(n, n, &random_entries(n * n, generator));
    let square = product(&N, &transposed(&N));
    Dense::from_fn(n, n, |i, j| square[(i, j)] + if i == j { 1.0 } else { 0.0 })
}

/// B = A.
fn ideal<T: Real>(M: Dense<T>, A: Dense<T>, f: Vec<T>, g: Vec<T>) -> Kkt<T> {
    Kkt { M, B: A.clone(), A, f, g }
}

fn precise(kkt: &Kkt<f64>) -> Kkt<DoubleDouble> {
    let lift = |a: &Dense<f64>| Dense::from_fn(a.shape().0, a.shape().1, |i, j| a[(i, j)].into());
    let (f, g) = (vector(&kkt.f), vector(&kkt.g));
    Kkt { M: lift(&kkt.M), A: lift(&kkt.A), B: lift(&kkt.B), f, g }
}

/// The largest entry of M y − Bᵀ λ − f and of A y − g.
fn residual<T: Real>(kkt: &Kkt<T>, solution: &KktSolution<T>) -> f64 {
    let (n, m) = (kkt.f.len(), kkt.g.len());
    let (y, lambda) = (&solution.y, &solution.lambda);
    let motion = (0..n).map(|i| {
        let inertia = (0..n).fold(T::from(0.0), |sum, j| sum + kkt.M[(i, j)] * y[j]);
        let reaction = (0..m).fold(T::from(0.0), |sum, a| sum + kkt.B[(a, i)] * lambda[a]);
        inertia - reaction - kkt.f[i]
    });
    let constraint =
        (0..m).map(|a| (0..n).fold(T::from(0.0), |sum, j| sum + kkt.A[(a, j)] * y[j]) - kkt.g[a]);
    motion.chain(constraint).map(|x| x.to_f64().abs()).fold(0.0, f64::max)
}

fn largest_difference<T: Real>(a: &[T], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&a, &b)| (a.to_f64() - b).abs()).fold(0.0, f64::max)
}

#[test]
fn random_constrained_systems_are_solved_to_rounding() {
    let mut generator = SplitMix64::new(20);
    for round in 0..200 {
        let (n, m) = (1 + round % 7, (round / 7) % (1 + round % 7 + 1));
        let A = matrix(m, n, &random_entries(m * n, &mut generator));
        let M = random_inertia(n, &mut generator);
        let f = random_entries(n, &mut generator);
        let kkt = ideal(M, A, f, random_entries(m, &mut generator));
        let solution = solve_kkt(&kkt).unwrap();
        let size = solution.y.iter().chain(&solution.lambda).fold(1.0, |s: f64, x| s.max(x.abs()));
        assert!(residual(&kkt, &solution) < 1e-13 * size, "round {round}");
        assert_eq!((solution.rank, solution.unique), (m, true));
        let kkt = precise(&kkt);
        assert!(residual(&kkt, &solve_kkt(&kkt).unwrap()) < 1e-28 * size, "round {round}");
    }
}

#[test]
fn random_servo_and_indefinite_systems_are_solved_to_rounding() {
    let mut generator = SplitMix64::new(21);
    for round in 0..200 {
        let (n, m) = (2 + round % 6, 1 + round % 2);
        let A = matrix(m, n, &random_entries(m * n, &mut generator));
        let servo = matrix(m, n, &random_entries(m * n, &mut generator));
        let B = if round % 3 == 0 { A.clone() } else { servo };
        let M = matrix(n, n, &random_entries(n * n, &mut generator));
        let f = random_entries(n, &mut generator);
        let kkt = Kkt { M, A, B, f, g: random_entries(m, &mut generator) };
        let solution = solve_kkt(&kkt).unwrap();
        let size = solution.y.iter().chain(&solution.lambda).fold(1.0, |s: f64, x| s.max(x.abs()));
        assert!(residual(&kkt, &solution) < 1e-13 * size, "round {round}");
        let kkt = precise(&kkt);
        assert!(residual(&kkt, &solve_kkt(&kkt).unwrap()) < 1e-27 * size, "round {round}");
    }
}

/// By hand: y = (1, 1), λ = 2 solve 2y₁ − λ·1 = 0 and 3y₂ − λ·b = 3 − 2b, y₁ + 2y₂ = 3.
/// Each block enters with one sign only: a flip of M, A, B, f or g gives another solution.
fn assert_signs<T: Real>(b: f64, blocks_flipped: [f64; 5], expected: Option<[f64; 3]>) {
    let [M, A, B, f, g] = blocks_flipped;
    let kkt: Kkt<T> = Kkt {
        M: matrix(2, 2, &[2.0 * M, 0.0, 0.0, 3.0 * M]),
        A: matrix(1, 2, &[A, 2.0 * A]),
        B: matrix(1, 2, &[B, b * B]),
        f: vector(&[0.0, (3.0 - 2.0 * b) * f]),
        g: vector(&[3.0 * g]),
    };
    let solution = solve_kkt(&kkt).unwrap();
    let found = [solution.y[0], solution.y[1], solution.lambda[0]];
    let distance = largest_difference(&found, &expected.unwrap_or([1.0, 1.0, 2.0]));
    assert_eq!(distance < 1e-14, expected.is_some(), "{blocks_flipped:?}: {solution:?}");
}

#[test]
fn each_block_has_its_sign() {
    let solution = Some([1.0, 1.0, 2.0]);
    for b in [2.0, 0.5] {
        assert_signs::<f64>(b, [1.0; 5], solution);
        assert_signs::<DoubleDouble>(b, [1.0; 5], solution);
        for block in 0..5 {
            let mut signs = [1.0; 5];
            signs[block] = -1.0;
            assert_signs::<f64>(b, signs, None);
        }
        // −A with −g is the same row; −B turns λ round
        assert_signs::<f64>(b, [1.0, -1.0, 1.0, 1.0, -1.0], solution);
        assert_signs::<f64>(b, [1.0, 1.0, -1.0, 1.0, 1.0], Some([1.0, 1.0, -2.0]));
    }
}

#[test]
fn reaction_of_a_pendulum_is_its_tension() {
    // mass 2 hanging at rest from length 5, φ = (x² + y²)/2 − 25/2, at (0, −5), gravity 10
    let kkt = ideal::<f64>(
        matrix(2, 2, &[2.0, 0.0, 0.0, 2.0]),
        matrix(1, 2, &[0.0, -5.0]),
        vec![0.0, -20.0],
        vec![0.0],
    );
    let solution = solve_kkt(&kkt).unwrap();
    assert!(largest_difference(&solution.y, &[0.0, 0.0]) < 1e-15);
    assert!(largest_difference(&solution.lambda, &[-4.0]) < 1e-14, "{solution:?}");
}

/// Rows with singular values from 1 to 1e-7, in random orthogonal directions.
fn ill_conditioned(n: usize, m: usize, generator: &mut SplitMix64) -> Dense<f64> {
    let left = orthogonal(m, generator);
    let right = orthogonal(n, generator);
    let sigma = |k: usize| 10f64.powf(-7.0 * k as f64 / (m as f64 - 1.0));
    Dense::from_fn(m, n, |i, j| (0..m).map(|k| left[(i, k)] * sigma(k) * right[(j, k)]).sum())
}

/// Gram and Schmidt on random columns.
fn orthogonal(n: usize, generator: &mut SplitMix64) -> Dense<f64> {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    while columns.len() < n {
        let mut v = random_entries(n, generator);
        for _ in 0..2 {
            for u in &columns {
                let component: f64 = u.iter().zip(&v).map(|(u, v)| u * v).sum();
                v.iter_mut().zip(u).for_each(|(v, u)| *v -= component * u);
            }
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            v.iter_mut().for_each(|x| *x /= length);
        }
        columns.push(v);
    }
    Dense::from_fn(n, n, |i, j| columns[j][i])
}

/// At cond A = 1e7 the Schur complement A M⁻¹ Aᵀ leaves three digits of λ, one pass of (4) and (5)
/// nine; the refinement restores the others.
#[test]
fn ill_conditioned_constraints_cost_no_digits() {
    let mut generator = SplitMix64::new(22);
    for _ in 0..20 {
        let A = ill_conditioned(8, 4, &mut generator);
        let M = random_inertia(8, &mut generator);
        let f = random_entries(8, &mut generator);
        let kkt = ideal(M, A, f, random_entries(4, &mut generator));
        let solution = solve_kkt(&kkt).unwrap();
        let truth = solve_kkt(&precise(&kkt)).unwrap();
        let size = truth.lambda.iter().fold(0.0, |s: f64, x| s.max(x.to_f64().abs()));
        let error = largest_difference(&truth.lambda, &solution.lambda) / size;
        assert!(error < 1e-13, "{error:e}");
        assert!(solution.conditioning < 1e-5 && solution.conditioning > 1e-9);
    }
}

/// Rows a, b, a + b and 2a: the null vectors are (1, 1, −1, 0) and (2, 0, 0, −1).
fn redundant(M: Dense<f64>, B: Option<[f64; 4]>, g: [f64; 4]) -> Kkt<f64> {
    let rows = |a: [f64; 3], b: [f64; 3]| {
        let sum = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        matrix::<f64>(4, 3, &[a, b, sum, a.map(|x| 2.0 * x)].concat())
    };
    let A = rows([1.0, 2.0, -1.0], [0.5, -1.0, 3.0]);
    let B = B.map_or(A.clone(), |x| rows([x[0], 1.0, x[1]], [x[2], 1.0, x[3]]));
    Kkt { M, A, B, f: vec![1.0, -2.0, 0.5], g: g.to_vec() }
}

fn assert_redundant_answer(kkt: &Kkt<f64>, what: &str) {
    let solution = solve_kkt(kkt).unwrap();
    assert!(residual(kkt, &solution) < 1e-13, "{what}: {solution:?}");
    assert_eq!((solution.rank, solution.unique), (2, false), "{what}");
    let l = &solution.lambda;
    // the pseudo-inverse solution is the one without a part in the null space of Bᵀ
    assert!((l[0] + l[1] - l[2]).abs() < 1e-13, "{what}: {l:?}");
    assert!((2.0 * l[0] - l[3]).abs() < 1e-13, "{what}: {l:?}");
    assert!(l.iter().all(|x| x.abs() > 1e-3), "{what}: {l:?}");
    let precise_solution = solve_kkt(&precise(kkt)).unwrap();
    assert!(largest_difference(&precise_solution.lambda, l) < 1e-13, "{what}");
    assert!(largest_difference(&precise_solution.y, &solution.y) < 1e-13, "{what}");
}

#[test]
fn redundant_rows_share_the_multiplier_of_least_norm() {
    let g = [1.0, 0.5, 1.5, 2.0];
    let mut generator = SplitMix64::new(23);
    let M = random_inertia(3, &mut generator);
    assert_redundant_answer(&redundant(M.clone(), None, g), "definite");
    let indefinite = matrix(3, 3, &[1.0, 0.0, 0.0, 0.0, -2.0, 0.0, 0.0, 0.0, 3.0]);
    assert_redundant_answer(&redundant(indefinite, None, g), "indefinite");
    let massless = matrix(3, 3, &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0]);
    assert_redundant_answer(&redundant(massless, None, g), "massless");
    assert_redundant_answer(&redundant(M, Some([3.0, 1.0, -1.0, 2.0]), g), "servo");
}

/// Rows p, q, p − q, 3q of B, with the null vectors (1, −1, −1, 0) and (0, 3, 0, −1), where the rows
/// of A depend on each other in another way.
#[test]
fn servo_multipliers_of_least_norm_belong_to_the_rows_of_the_reactions() {
    let M = random_inertia(3, &mut SplitMix64::new(27));
    let mut kkt = redundant(M, None, [1.0, 0.5, 1.5, 2.0]);
    kkt.B = matrix(4, 3, &[3.0, 1.0, 1.0, -1.0, 1.0, 2.0, 4.0, 0.0, -1.0, -3.0, 3.0, 6.0]);
    let solution = solve_kkt(&kkt).unwrap();
    assert!(residual(&kkt, &solution) < 1e-13, "{solution:?}");
    assert_eq!((solution.rank, solution.unique), (2, false));
    let l = &solution.lambda;
    assert!((l[0] - l[1] - l[2]).abs() < 1e-13 && (3.0 * l[1] - l[3]).abs() < 1e-13, "{l:?}");
}

#[test]
fn scale_of_a_row_does_not_make_it_dependent() {
    let kkt = ideal::<f64>(
        matrix(2, 2, &[1.0, 0.0, 0.0, 1e12]),
        matrix(2, 2, &[1e-9, 0.0, 0.0, 1e9]),
        vec![1.0, 1.0],
        vec![1e-9, 3e9],
    );
    let solution = solve_kkt(&kkt).unwrap();
    assert_eq!((solution.rank, solution.unique), (2, true));
    assert!(largest_difference(&solution.y, &[1.0, 3.0]) < 1e-14);
    assert!(largest_difference(&solution.lambda, &[0.0, (3e12 - 1.0) / 1e9]) < 1e-11);
}

#[test]
fn contradicting_rows_are_an_error_with_their_combination() {
    let mut generator = SplitMix64::new(24);
    let M = random_inertia(3, &mut generator);
    let massless = matrix(3, 3, &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0]);
    for M in [M, massless] {
        let kkt = redundant(M, None, [1.0, 0.5, 1.75, 2.0]);
        let Err(SolveError::Inconsistent { null_vector, residual }) = solve_kkt(&kkt) else {
            panic!("a contradiction was accepted");
        };
        for j in 0..3 {
            let combination: f64 = (0..4).map(|a| null_vector[a] * kkt.A[(a, j)]).sum();
            assert!(combination.abs() < 1e-14, "{null_vector:?}");
        }
        let right: f64 = null_vector.iter().zip(&kkt.g).map(|(n, g)| n * g).sum();
        assert!((right - residual).abs() < 1e-14 && residual.abs() > 0.05, "{residual}");
        assert!(null_vector.contains(&1.0));
    }
}

#[test]
fn rounding_in_redundant_rows_is_no_contradiction() {
    let mut kkt = redundant(random_inertia(3, &mut SplitMix64::new(25)), None, [0.0; 4]);
    kkt.g[2] = 1e-16;
    kkt.f = vec![0.0; 3];
    assert_eq!(solve_kkt(&kkt).unwrap().rank, 2);
    kkt.A[(2, 0)] += 1e-15;
    kkt.B = kkt.A.clone();
    assert_eq!(solve_kkt(&kkt).unwrap().rank, 2);
}

#[test]
fn rank_is_decided_at_its_threshold() {
    let nearly = |angle: f64| {
        let A = matrix(2, 2, &[1.0, 0.0, 1.0, angle]);
        ideal::<f64>(matrix(2, 2, &[1.0, 0.0, 0.0, 1.0]), A, vec![1.0, 1.0], vec![0.0, 0.0])
    };
    let above = solve_kkt(&nearly(RANK_THRESHOLD * 3.0)).unwrap();
    assert_eq!((above.rank, above.unique), (2, true));
    let below = solve_kkt(&nearly(RANK_THRESHOLD * 0.3)).unwrap();
    assert_eq!((below.rank, below.unique), (1, false));
}

#[test]
fn massless_coordinate_follows_its_constraint() {
    // M = diag(1, 0), x₂ = 3 x₁ in accelerations: the reaction on x₂ vanishes, so λ = −f₂
    let kkt = ideal::<f64>(
        matrix(2, 2, &[1.0, 0.0, 0.0, 0.0]),
        matrix(1, 2, &[-3.0, 1.0]),
        vec![2.0, 0.5],
        vec![0.0],
    );
    let solution = solve_kkt(&kkt).unwrap();
    assert!(largest_difference(&solution.lambda, &[-0.5]) < 1e-15, "{solution:?}");
    assert!(largest_difference(&solution.y, &[3.5, 10.5]) < 1e-14, "{solution:?}");
    let free = Kkt { A: matrix(0, 2, &[]), B: matrix(0, 2, &[]), g: vec![], ..kkt };
    assert_eq!(solve_kkt(&free), Err(SolveError::Singular { rank: 1, size: 2 }));
}

#[test]
fn constraints_on_a_massless_direction_that_no_reaction_reaches_are_singular() {
    let kkt = Kkt::<f64> {
        M: matrix(2, 2, &[1.0, 0.0, 0.0, 0.0]),
        A: matrix(1, 2, &[1.0, 0.0]),
        B: matrix(1, 2, &[1.0, 0.0]),
        f: vec![1.0, 1.0],
        g: vec![0.0],
    };
    assert_eq!(solve_kkt(&kkt), Err(SolveError::Singular { rank: 2, size: 3 }));
    let powerless = Kkt { B: matrix(1, 2, &[0.0, 0.0]), ..kkt };
    assert_eq!(solve_kkt(&powerless), Err(SolveError::Singular { rank: 1, size: 3 }));
}

#[test]
fn systems_without_constraints_or_without_unknowns_are_ordinary() {
    let free = ideal::<f64>(
        matrix(2, 2, &[2.0, 1.0, 1.0, 2.0]),
        matrix(0, 2, &[]),
        vec![3.0, 3.0],
        vec![],
    );
    let solution = solve_kkt(&free).unwrap();
    assert!(largest_difference(&solution.y, &[1.0, 1.0]) < 1e-15);
    assert_eq!((solution.rank, solution.unique, solution.conditioning), (0, true, 1.0));
    let nothing = ideal::<f64>(matrix(0, 0, &[]), matrix(0, 0, &[]), vec![], vec![]);
    assert_eq!(solve_kkt(&nothing).unwrap().y, Vec::<f64>::new());
    let empty_rows = ideal::<f64>(matrix(0, 0, &[]), matrix(2, 0, &[]), vec![], vec![0.0, 0.0]);
    let solution = solve_kkt(&empty_rows).unwrap();
    assert_eq!((solution.lambda, solution.rank, solution.unique), (vec![0.0, 0.0], 0, false));
    let impossible = ideal::<f64>(matrix(0, 0, &[]), matrix(2, 0, &[]), vec![], vec![0.0, 2.0]);
    let contradiction = SolveError::Inconsistent { null_vector: vec![0.0, 1.0], residual: 2.0 };
    assert_eq!(solve_kkt(&impossible), Err(contradiction));
    assert_eq!(solve_linear::<f64>(&matrix(0, 0, &[]), &[]), Ok(vec![]));
}

#[test]
fn more_constraints_than_unknowns_are_solved_when_they_agree() {
    let A = matrix(3, 2, &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    let M = matrix(2, 2, &[1.0, 0.0, 0.0, 1.0]);
    let kkt = ideal::<f64>(M, A, vec![0.0, 0.0], vec![1.0, 2.0, 3.0]);
    let solution = solve_kkt(&kkt).unwrap();
    assert!(largest_difference(&solution.y, &[1.0, 2.0]) < 1e-15);
    assert!(largest_difference(&solution.lambda, &[0.0, 1.0, 1.0]) < 1e-14, "{solution:?}");
}

#[test]
fn general_systems_are_solved_to_rounding() {
    let mut generator = SplitMix64::new(26);
    for round in 0..100 {
        let n = 1 + round % 9;
        let W: Dense<f64> = matrix(n, n, &random_entries(n * n, &mut generator));
        let y = random_entries(n, &mut generator);
        let scaled = |i: usize| 10f64.powi(i32::try_from(i).unwrap() - 4);
        let W = Dense::from_fn(n, n, |i, j| W[(i, j)] * scaled(i) / scaled(n - 1 - j));
        let h: Vec<f64> = (0..n).map(|i| (0..n).map(|j| W[(i, j)] * y[j]).sum()).collect();
        let found = solve_linear(&W, &h).unwrap();
        let lifted = Dense::from_fn(n, n, |i, j| DoubleDouble::from(W[(i, j)]));
        let truth = solve_linear(&lifted, &vector(&h)).unwrap();
        for i in 0..n {
            let error = (truth[i].to_f64() - found[i]).abs();
            assert!(error <= 1e-14 * truth[i].to_f64().abs(), "round {round}: {error:e}");
        }
    }
}

/// The Hilbert matrix of size 9 has the condition 5e11: LU alone leaves six digits, one
/// refinement with a residual in double-double doubles them.
#[test]
fn refinement_restores_the_digits_of_an_ill_conditioned_system() {
    let hilbert = Dense::from_fn(9, 9, |i, j| 1.0 / (i + j + 1) as f64);
    let h: Vec<f64> = (0..9).map(|i| f64::from(i % 3) - 0.7).collect();
    let found = solve_linear(&hilbert, &h).unwrap();
    let lifted = Dense::from_fn(9, 9, |i, j| DoubleDouble::from(hilbert[(i, j)]));
    let truth = solve_linear(&lifted, &vector(&h)).unwrap();
    for (truth, found) in truth.iter().zip(&found) {
        assert!((truth.to_f64() - found).abs() < 1e-12 * truth.to_f64().abs());
    }
}

#[test]
fn singular_general_systems_tell_their_rank() {
    let W = matrix::<f64>(3, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    let singular = |rank| Err(SolveError::Singular { rank, size: 3 });
    assert_eq!(solve_linear(&W, &[1.0, 2.0, 3.0]), singular(2));
    assert_eq!(solve_linear(&matrix::<f64>(3, 3, &[0.0; 9]), &[0.0; 3]), singular(0));
}

#[test]
fn infinite_and_undefined_entries_are_named() {
    let base = || {
        let A = matrix(1, 2, &[1.0, 1.0]);
        ideal::<f64>(matrix(2, 2, &[1.0, 0.0, 0.0, 1.0]), A, vec![1.0, 1.0], vec![0.0])
    };
    let not_finite = |block, row, column| SolveError::NotFinite { block, row, column };
    let with = |change: fn(&mut Kkt<f64>)| {
        let mut kkt = base();
        change(&mut kkt);
        solve_kkt(&kkt)
    };
    assert_eq!(with(|kkt| kkt.M[(1, 0)] = f64::NAN), Err(not_finite("M", 1, 0)));
    assert_eq!(with(|kkt| kkt.A[(0, 1)] = f64::INFINITY), Err(not_finite("A", 0, 1)));
    assert_eq!(with(|kkt| kkt.B[(0, 1)] = f64::NAN), Err(not_finite("B", 0, 1)));
    assert_eq!(with(|kkt| kkt.f[1] = f64::NAN), Err(not_finite("f", 1, 0)));
    assert_eq!(with(|kkt| kkt.g[0] = f64::NEG_INFINITY), Err(not_finite("g", 0, 0)));
    let W = matrix(1, 1, &[f64::NAN]);
    assert_eq!(solve_linear::<f64>(&W, &[1.0]), Err(not_finite("W", 0, 0)));
    assert_eq!(solve_linear(&matrix(1, 1, &[1.0]), &[f64::NAN]), Err(not_finite("h", 0, 0)));
    let overflowing = solve_linear(&matrix(1, 1, &[1e-300]), &[1e300]);
    assert_eq!(overflowing, Err(not_finite("solution", 0, 0)));
}

#[test]
fn blocks_that_do_not_fit_are_named() {
    let fitting = ideal::<f64>(matrix(1, 1, &[1.0]), matrix(1, 1, &[1.0]), vec![1.0], vec![1.0]);
    let wrong = Kkt { A: matrix(1, 2, &[1.0, 1.0]), ..fitting };
    let shape = SolveError::Shape { block: "A", expected: (1, 1), found: (1, 2) };
    assert_eq!(solve_kkt(&wrong), Err(shape));
    let shape = SolveError::Shape { block: "W", expected: (1, 1), found: (1, 2) };
    assert_eq!(solve_linear(&matrix(1, 2, &[1.0, 1.0]), &[1.0]), Err(shape));
    let shape = SolveError::Shape { block: "h", expected: (1, 1), found: (2, 1) };
    assert_eq!(solve_linear(&matrix(1, 1, &[1.0]), &[1.0, 2.0]), Err(shape));
    assert_eq!(Dense::<f64>::new(2, 2, vec![1.0]), None);
}
