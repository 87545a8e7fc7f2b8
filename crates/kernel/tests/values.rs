//! Values, Jacobians and linear systems against the plain evaluators.
#![allow(non_snake_case, reason = "M, A, B, W are the symbols of the papers")]

use alembert_algebra::numeric::DoubleDouble;
use alembert_algebra::numeric::solve::{Dense, Kkt, solve_kkt};
use alembert_algebra::tape::{Builder, Solve};
use alembert_algebra::{Elementary, Expr, Kind, apply, partial};
use alembert_kernel::{KernelError, Program, Workspace};

fn x(k: usize) -> Expr {
    Expr::symbol(&format!("x{k}"), Kind::Coordinate, 0)
}

/// A fixed sequence between −1 and 1.
fn noise(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[test]
fn values_are_those_of_the_reference_evaluator() {
    let of = |f, e| apply(f, &[e]);
    let mut list: Vec<Expr> = alembert_algebra::graph::FUNCTIONS
        .iter()
        .filter(|row| row.arity == 1)
        .map(|row| match row.function {
            Elementary::Acosh => of(row.function, x(0) * x(0) + Expr::from(2)),
            Elementary::Log => of(row.function, x(1) * x(1) + x(0).powi(4)),
            f => of(f, x(0) * x(1)),
        })
        .collect();
    list.push(apply(Elementary::Atan2, &[x(0), x(1)]));
    list.push((x(0) - x(1)).powi(-7) * of(Elementary::Sin, x(0)) / x(2));
    let mut builder = Builder::new(&[x(0), x(1), x(2)]);
    let slots = builder.expressions(&list).expect("a value");
    let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
    let all: Vec<usize> = (0..list.len()).collect();
    let kernel = Program::new(&tape, 2, &all).bind(&[0.75]).expect("a value");
    let (mut space, mut found, mut random) = (Workspace::default(), Vec::new(), noise(7));
    for _ in 0..50 {
        let at = [random(), random()];
        let expected = tape.evaluate(&[at[0], at[1], 0.75]).expect("a value").outputs;
        kernel.values(&mut space, &at, &mut found).expect("a value");
        for (k, (a, b)) in found.iter().zip(&expected).enumerate() {
            assert!((a - b).abs() <= 1e-14 * b.abs(), "output {k} at {at:?}: {a} and not {b}");
        }
    }
}

#[test]
fn only_what_is_asked_for_is_computed() {
    let mut builder = Builder::new(&[x(0), x(1)]);
    let pole = builder.expression(x(0).powi(-1)).expect("a value");
    let fine = builder.expression(x(0) * x(1)).expect("a value");
    let tape = builder.finish(vec![("pole".into(), pole), ("fine".into(), fine)]);
    let program = Program::new(&tape, 1, &[1]);
    assert_eq!(program.operations(), 2); // the input and one product
    let mut out = Vec::new();
    program
        .bind(&[3.0])
        .expect("a value")
        .values(&mut Workspace::default(), &[0.0], &mut out)
        .expect("a value");
    assert_eq!(out, [0.0]);
    assert_eq!(
        program.bind::<f64>(&[]).unwrap_err(),
        KernelError::Arguments { expected: 1, found: 0 }
    );
}

#[test]
fn sine_and_cosine_of_one_angle_are_one_operation() {
    let mut builder = Builder::new(&[x(0)]);
    let list = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[x(0)]));
    let slots = builder.expressions(&list).expect("a value");
    let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
    assert_eq!(Program::new(&tape, 1, &[0, 1]).operations(), 2);
}

#[test]
fn columns_of_the_jacobian_are_partial_derivatives() {
    let of = |f, e| apply(f, &[e]);
    let list = [
        x(0) * of(Elementary::Sin, x(1) * x(2)) / (x(1) * x(1) + Expr::one()),
        of(Elementary::Exp, x(0) - x(2)) * of(Elementary::Atan, x(1)),
    ];
    let exact: Vec<Expr> =
        list.iter().flat_map(|&e| (0..3).map(move |j| partial(e, x(j)))).collect();
    let mut builder = Builder::new(&[x(0), x(1), x(2)]);
    let slots = builder.expressions(&[&list[..], &exact[..]].concat()).expect("a value");
    let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
    let kernel = Program::new(&tape, 3, &[0, 1]).bind(&[]).expect("a value");
    let at = [0.3, -0.8, 1.1];
    let mut jacobian = [0.0; 6];
    kernel.jacobian(&mut Workspace::default(), &at, 0..3, &mut jacobian).expect("a value");
    let expected = &tape.evaluate(&at).expect("a value").outputs[2..];
    for (a, b) in jacobian.iter().zip(expected) {
        assert!((a - b).abs() < 1e-14, "{jacobian:?} and not {expected:?}");
    }
}

/// A random system of n unknowns and m constraints, the last row of which repeats the first when
/// `redundant`, solved by the kernel and by the reference.
fn against_reference(n: usize, m: usize, servo: bool, indefinite: bool, redundant: bool) {
    let mut random = noise((n * 100 + m) as u64 + 1);
    let root: Vec<f64> = (0..n * n).map(|_| random()).collect();
    let mut M = Dense::from_fn(n, n, |i, j| {
        let sum: f64 = (0..n).map(|k| root[i * n + k] * root[j * n + k]).sum();
        sum + if i == j { 1.0 } else { 0.0 }
    });
    if indefinite {
        M[(0, 0)] = -M[(0, 0)];
    }
    let mut rows: Vec<f64> = (0..m * n).map(|_| random()).collect();
    let mut g: Vec<f64> = (0..m).map(|_| random()).collect();
    if redundant {
        (0..n).for_each(|i| rows[(m - 1) * n + i] = 2.0 * rows[i]);
        g[m - 1] = 2.0 * g[0];
    }
    let A = Dense::new(m, n, rows.clone()).expect("a value");
    let B = if servo {
        Dense::from_fn(m, n, |i, j| A[(i, j)] + 0.25 * (i + 2 * j) as f64)
    } else {
        A.clone()
    };
    let f: Vec<f64> = (0..n).map(|_| random()).collect();
    let (f_kept, g_kept) = (f.clone(), g.clone());
    let expected =
        solve_kkt(&Kkt { M: M.clone(), A: A.clone(), B: B.clone(), f, g }).expect("a value");

    let inputs: Vec<Expr> = (0..n * n + 2 * m * n + n + m).map(x).collect();
    let mut builder = Builder::new(&inputs);
    let mut next = inputs.iter();
    let mut take = |count: usize| -> Vec<usize> {
        let list: Vec<Expr> = next.by_ref().take(count).copied().collect();
        builder.expressions(&list).expect("a value")
    };
    let matrix = |take: &mut dyn FnMut(usize) -> Vec<usize>, rows: usize| -> Vec<Vec<usize>> {
        (0..rows).map(|_| take(n)).collect()
    };
    let (slots_M, slots_A) = (matrix(&mut take, n), matrix(&mut take, m));
    let slots_B = matrix(&mut take, m);
    let (slots_f, slots_g) = (take(n), take(m));
    let B_slots = servo.then_some(slots_B);
    let solve = Solve::Kkt { M: slots_M, B: B_slots, A: slots_A, f: slots_f, g: slots_g };
    let solution = builder.solve(solve);
    let tape = builder.finish(solution.into_iter().map(|s| (String::new(), s)).collect());
    let all: Vec<usize> = (0..n + m).collect();
    let kernel = Program::new(&tape, inputs.len(), &all).bind(&[]).expect("a value");
    let entries =
        |d: &Dense<f64>, r: usize| (0..r).flat_map(|i| d.row(i).to_vec()).collect::<Vec<_>>();
    let at = [entries(&M, n), entries(&A, m), entries(&B, m), f_kept, g_kept].concat();
    let (mut space, mut found) = (Workspace::default(), Vec::new());
    kernel.values(&mut space, &at, &mut found).expect("a value");
    assert_eq!(space.unique(), expected.unique);
    let reference = expected.y.iter().chain(&expected.lambda);
    for (k, (a, b)) in found.iter().zip(reference).enumerate() {
        assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "unknown {k}: {a} and not {b}");
    }
}

#[test]
fn linear_systems_are_solved_as_by_the_reference() {
    for (n, m) in [(1, 0), (3, 1), (5, 2), (8, 5), (4, 4)] {
        against_reference(n, m, false, false, false);
        against_reference(n, m, false, true, false);
    }
    against_reference(5, 2, true, false, false);
    against_reference(6, 3, false, false, true);
    against_reference(6, 3, false, true, true);
}

/// The unknowns of M y − Aᵀ λ = f, A y = g by Cramer's rule, for two coordinates and one constraint.
fn by_determinants(M: [[Expr; 2]; 2], A: [Expr; 2], f: [Expr; 2], g: Expr) -> [Expr; 3] {
    let rows = [
        [M[0][0], M[0][1], -A[0], f[0]],
        [M[1][0], M[1][1], -A[1], f[1]],
        [A[0], A[1], Expr::zero(), g],
    ];
    let determinant = |columns: [usize; 3]| {
        let entry = |i: usize, j: usize| rows[i][columns[j]];
        let minor = |j: usize, k: usize| entry(1, j) * entry(2, k) - entry(1, k) * entry(2, j);
        entry(0, 0) * minor(1, 2) - entry(0, 1) * minor(0, 2) + entry(0, 2) * minor(0, 1)
    };
    let whole = determinant([0, 1, 2]);
    [[3, 1, 2], [0, 3, 2], [0, 1, 3]].map(|columns| determinant(columns) / whole)
}

#[test]
fn derivatives_through_a_linear_system_have_all_digits_of_double_double() {
    let of = |f, e| apply(f, &[e]);
    let (two, one) = (Expr::from(2), Expr::one());
    let M = [[two + x(0) * x(0), x(1)], [x(1), Expr::from(3) + of(Elementary::Sin, x(2))]];
    let (A, f, g) = ([x(2), one + x(0) * x(1)], [x(0), of(Elementary::Exp, x(1))], x(2) * x(0));
    let exact = by_determinants(M, A, f, g);
    let exact: Vec<Expr> =
        exact.iter().flat_map(|&e| (0..3).map(move |j| partial(e, x(j)))).collect();
    let mut builder = Builder::new(&[x(0), x(1), x(2)]);
    let mut slots = |list: &[Expr]| builder.expressions(list).expect("a value");
    let M = M.map(|row| slots(&row)).to_vec();
    let (A, f, g) = (vec![slots(&A)], slots(&f), slots(&[g]));
    let exact = slots(&exact);
    let solution = builder.solve(Solve::Kkt { M, B: None, A, f, g });
    let outputs = solution.into_iter().chain(exact).map(|s| (String::new(), s)).collect();
    let tape = builder.finish(outputs);
    let kernel = Program::new(&tape, 3, &[0, 1, 2]).bind::<DoubleDouble>(&[]).expect("a value");
    let at = [0.3, -0.8, 1.1].map(DoubleDouble::from);
    let mut jacobian = [DoubleDouble::from(0.0); 9];
    kernel.jacobian(&mut Workspace::default(), &at, 0..3, &mut jacobian).expect("a value");
    let expected = &tape.evaluate(&at).expect("a value").outputs[3..];
    for (k, (&a, &b)) in jacobian.iter().zip(expected).enumerate() {
        assert!((a - b).hi().abs() < 1e-28, "entry {k}: {a:?} and not {b:?}");
    }
}

#[test]
fn degrees_count_factors_and_angles_and_other_functions_have_none() {
    let sine = apply(Elementary::Sin, &[x(0) * x(1)]);
    let degree = |e: Expr| {
        let mut builder = Builder::new(&[x(0), x(1), x(2)]);
        let slot = builder.expression(e).expect("a value");
        let tape = builder.finish(vec![(String::new(), slot)]);
        [Program::new(&tape, 2, &[0]).degree(), Program::for_series(&tape, 2, &[0]).degree()]
    };
    for (e, expected) in [
        (x(2), 0),
        (x(0), 1),
        (x(2) * x(0) * x(1) - x(0), 2),
        (sine, 2),
        (sine * sine * x(0), 5),
        (x(0) / (x(0).powi(3) + x(2)), 4),
        (x(0).powi(30), 30),
    ] {
        assert_eq!(degree(e), [Some(expected); 2], "{e:?}");
    }
    for f in [Elementary::Exp, Elementary::Log, Elementary::Tanh, Elementary::Abs] {
        assert_eq!(degree(apply(f, &[x(0)])), [None; 2]);
    }
    assert_eq!(degree(x(0).pow(&alembert_algebra::Rational::ratio(1, 2))), [None; 2]);
}

#[test]
fn what_does_not_move_is_known_before_a_point() {
    let mut builder = Builder::new(&[x(0), x(1), x(2)]);
    let slots = builder.expressions(&[x(2) * x(2), x(0) * x(2), Expr::zero()]).expect("values");
    let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
    let kernel = Program::new(&tape, 2, &[0, 1, 2]).bind(&[3.0]).expect("a value");
    assert_eq!([0, 1, 2].map(|i| kernel.fixed_output(i)), [Some(9.0), None, Some(0.0)]);
}
