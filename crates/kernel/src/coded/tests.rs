//! Machine code and lists of affine operations give the numbers of the interpreter.

#![allow(non_snake_case, reason = "M, A are the symbols of the papers")]

use alembert_algebra::tape::{Builder, Solve};
use alembert_algebra::{Elementary, Expr, Kind, apply};

use std::sync::Arc;

use super::{Coded, List};
use crate::{Kernel, Program, Workspace};

/// Is there machine code?
const IS_CODED: bool = cfg!(all(target_arch = "x86_64", unix, not(feature = "interpreter")));

/// A kernel with the code that it gets by itself, one with a list, and the interpreter.
fn ways(kernel: Kernel<f64>) -> [Kernel<f64>; 3] {
    let listed = kernel.clone();
    let list = List::new(&kernel.program, &kernel.pool).expect("there are lists for all of these");
    listed.code.set(Some(Arc::new(Coded::List(Box::new(list))))).expect("nothing was computed yet");
    let plain = kernel.clone();
    plain.code.set(None).expect("nothing was computed yet");
    plain.values.code.set(None).expect("nothing was computed yet");
    [kernel, listed, plain]
}

/// The series of the rates by code, by a list and by the interpreter.
fn series(builder: Builder, slots: &[usize], x: &[f64], order: usize) -> [Vec<f64>; 3] {
    let outputs = slots.iter().map(|&slot| (String::new(), slot)).collect();
    let tape = builder.finish(outputs);
    let all: Vec<usize> = (0..slots.len()).collect();
    let program = Program::new(&tape, x.len() + 1, &all);
    let coded: Kernel<f64> = program.bind(&[1.5, -0.75]).expect("parameters have values");
    let [coded, listed, plain] = ways(coded);
    same_values(&coded, &plain, x);
    let found = [&coded, &listed, &plain].map(|kernel| {
        let mut series = Vec::new();
        let mut space = Workspace::default();
        for _ in 0..2 {
            let done = kernel.series(&mut space, 0.25, x, order, &mut series);
            assert_eq!(done, Ok(()));
        }
        series
    });
    let code = coded.code.get().and_then(Option::as_deref);
    assert_eq!(matches!(code, Some(Coded::Machine(_))), IS_CODED && has_avx());
    found
}

/// The values by machine code are those of the interpreter, bit by bit, also where there are none.
fn same_values(coded: &Kernel<f64>, plain: &Kernel<f64>, x: &[f64]) {
    let mut points = vec![x.to_vec(); 1 + crate::uses::FEW as usize];
    points.extend((0..x.len()).flat_map(|i| {
        [f64::NAN, f64::INFINITY, 1e300, -1e-300, 0.0].map(|odd| {
            let mut point = x.to_vec();
            point[i] = odd;
            point
        })
    }));
    let (mut space, mut other) = (Workspace::default(), Workspace::default());
    for point in points {
        let at = [&[0.25], &point[..]].concat();
        let (mut values, mut expected) = (Vec::new(), Vec::new());
        let done = coded.values(&mut space, &at, &mut values);
        let plainly = plain.values(&mut other, &at, &mut expected);
        let (done, plainly) = (format!("{done:?}"), format!("{plainly:?}")); // NaN is NaN here
        assert_eq!((done, values), (plainly, expected), "{point:?}");
    }
    assert_eq!(coded.values.code.get().is_some_and(Option::is_some), IS_CODED && has_avx());
}

fn has_avx() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Series by machine code are those of the interpreter, bit by bit, and by a list, which takes the place of code where there
/// is none, up to rounding.
fn assert_same([coded, listed, plain]: &[Vec<f64>; 3], states: usize) {
    if IS_CODED && has_avx() {
        assert_eq!(coded, plain);
    }
    assert_close(coded, plain, states);
    assert_close(listed, plain, states);
}

/// Coefficients that are the same up to rounding, each measured by the largest so far.
fn assert_close(listed: &[f64], plain: &[f64], states: usize) {
    assert_eq!(listed.len(), plain.len());
    let mut size = 0.0;
    for (order, (a, b)) in listed.chunks(states).zip(plain.chunks(states)).enumerate() {
        size = b.iter().fold(size, |size, x| x.abs().max(size));
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() <= 1e-14 * size, "order {order}: {a:e} and not {b:e}");
        }
    }
}

/// A system of n coordinates in which each is driven by the others, with two parameters.
struct Coordinates {
    q: Vec<Expr>,
    k: [Expr; 2],
    builder: Builder,
}

fn coordinates(n: usize) -> Coordinates {
    let symbol = |i: usize| Expr::symbol(&format!("q{i}"), Kind::Coordinate, 0);
    let q: Vec<Expr> = (0..n).map(symbol).collect();
    let k = ["a", "b"].map(|name| Expr::symbol(name, Kind::Parameter { positive: false }, 0));
    let inputs = [&[Expr::time()], &q[..], &k].concat();
    Coordinates { builder: Builder::new(&inputs), q, k }
}

#[test]
fn sums_products_and_functions_have_the_series_of_the_interpreter() {
    let Coordinates { q, k: [a, b], mut builder } = coordinates(4);
    let call = |f: Elementary, e: Expr| apply(f, &[e]);
    let (sin, cos) = (call(Elementary::Sin, q[0] * a), call(Elementary::Cos, q[0] * a));
    let rates = [
        q[1] * q[2] - sin * cos + a * q[3] * q[3] - q[0],
        (Expr::from(2) + q[1] * q[1]).pow(&alembert_algebra::Rational::ratio(1, 2)) - b * sin,
        (a * q[0] + q[3]) / (Expr::from(3) + q[2] * q[2]) + q[1] / b,
        call(Elementary::Exp, -q[3] * q[3]) + Expr::time() * cos - a * b * q[2] * sin,
    ];
    let slots = builder.expressions(&rates).expect("all symbols are inputs");
    for order in [1, 2, 3, 4, 5, 6, 20, 23] {
        let mut again = coordinates(4).builder;
        assert_eq!(again.expressions(&rates), Ok(slots.clone()));
        let found = series(again, &slots, &[0.3, -1.2, 0.7, 0.4], order);
        assert_same(&found, 4);
        assert!(found[0].len() == 4 * (order + 1) && found[0].iter().all(|c| c.is_finite()));
    }
}

/// Rates that are numbers of the state themselves, in both directions, and one that is fixed.
#[test]
fn rates_that_are_other_numbers_of_the_state_have_their_series() {
    let Coordinates { q, k: [a, _], mut builder } = coordinates(5);
    let rates = [q[4], q[0], q[1], a, q[1] * q[2] - q[3]];
    let slots = builder.expressions(&rates).expect("all symbols are inputs");
    let found = series(builder, &slots, &[0.3, -1.2, 0.7, 0.4, 0.9], 20);
    assert_same(&found, 5);
    assert!(found[0][95..].iter().any(|c| *c != 0.0));
}

/// Of one to nine unknowns, with and without constraints.
#[test]
fn linear_systems_have_the_series_of_the_interpreter() {
    for (n, m) in [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)] {
        let Coordinates { q, k: [a, _], mut builder } = coordinates(n);
        let slot = |builder: &mut Builder, e: Expr| builder.expression(e).expect("it has a value");
        let entry = |i: usize, j: usize| match i == j {
            true => Expr::from(5) + q[i] * q[i],
            false => q[i.min(j)] * apply(Elementary::Sin, &[q[i.max(j)]]) / Expr::from(7),
        };
        let M = (0..n).map(|i| (0..n).map(|j| slot(&mut builder, entry(i, j))).collect());
        let M: Vec<Vec<usize>> = M.collect();
        let row = |i: usize, j: usize| if j == i { Expr::one() } else { q[j] * a / Expr::from(9) };
        let A: Vec<Vec<usize>> =
            (0..m).map(|i| (0..n).map(|j| slot(&mut builder, row(i, j))).collect()).collect();
        let f = (0..n).map(|i| slot(&mut builder, q[i] * q[(i + 1) % n] - q[i])).collect();
        let g = (0..m).map(|i| slot(&mut builder, q[i] * q[i])).collect();
        let rates = builder.solve(Solve::Kkt { M, B: None, A, f, g });
        let x: Vec<f64> = (0..n).map(|i| 0.2 + 0.1 * i as f64).collect();
        let found = series(builder, &rates[..n], &x, 20);
        assert_same(&found, n);
        assert!(found[0][20 * n..].iter().any(|c| *c != 0.0));
    }
}

/// One equation is divided by its coefficient, of whichever sign.
#[test]
fn single_unknowns_have_the_series_of_the_interpreter() {
    for sign in [1i8, -1] {
        let Coordinates { q, k: [a, _], mut builder } = coordinates(2);
        let sin = apply(Elementary::Sin, &[q[0]]);
        let slots =
            builder.expressions(&[Expr::from(i64::from(sign)) * a * sin, q[1] * q[1] - q[0]]);
        let [k, f] = slots.expect("all symbols are inputs")[..] else {
            panic!("two were asked for")
        };
        let y = builder.solve(Solve::Kkt {
            M: vec![vec![k]],
            B: None,
            A: vec![],
            f: vec![f],
            g: vec![],
        });
        let found = series(builder, &[y[0], f], &[0.3, 0.4], 20);
        assert_same(&found, 2);
        let expected = (0.16 - 0.3) / (f64::from(sign) * 1.5 * 0.3f64.sin());
        assert!((found[2][2] - expected).abs() < 1e-15 * expected.abs().max(1.0), "{sign}");
    }
}

/// A matrix that is not definite has no solutions for unit right sides: the interpreter goes on.
#[test]
fn indefinite_systems_are_left_to_the_interpreter() {
    let Coordinates { q, mut builder, .. } = coordinates(2);
    let slots = builder.expressions(&[q[0], -Expr::one() - q[1] * q[1], q[0] * q[1]]);
    let [p, r, f] = slots.expect("all symbols are inputs")[..] else {
        panic!("three were asked for")
    };
    let M = vec![vec![p, r], vec![r, p]];
    let rates = builder.solve(Solve::Kkt { M, B: None, A: vec![], f: vec![f, p], g: vec![] });
    let found = series(builder, &rates, &[0.3, 0.4], 20);
    assert_same(&found, 2);
}

#[test]
fn a_pole_has_the_same_last_order() {
    let Coordinates { q, mut builder, .. } = coordinates(1);
    let slots = builder.expressions(&[q[0] * q[0]]).expect("all symbols are inputs");
    let tape = builder.finish(vec![(String::new(), slots[0])]);
    let program = Program::new(&tape, 2, &[0]);
    let coded: Kernel<f64> = program.bind(&[1.0, 1.0]).expect("parameters have values");
    let [a, b, c] = ways(coded).map(|kernel| {
        let mut series = Vec::new();
        (kernel.series(&mut Workspace::default(), 0.0, &[1e40], 20, &mut series), series)
    });
    assert!(a.0.is_err());
    assert_eq!((&a.0, a.1.len()), (&c.0, c.1.len()));
    assert_eq!((b.0, b.1.len()), (c.0, c.1.len()));
}

/// Kernels with the same fixed values have one code; those with others have another.
#[test]
fn code_is_made_once_for_the_same_values() {
    let Coordinates { q, k: [a, b], mut builder } = coordinates(1);
    let rate = builder.expression(a * q[0] * q[0] - b).expect("all symbols are inputs");
    let tape = builder.finish(vec![(String::new(), rate)]);
    let program = Program::new(&tape, 2, &[0]);
    let [first, same, other] = [[1.5, 0.0], [1.5, 0.0], [1.5, -0.0]].map(|fixed| {
        let kernel: Kernel<f64> = program.bind(&fixed).expect("parameters have values");
        let mut series = Vec::new();
        let done = kernel.series(&mut Workspace::default(), 0.0, &[0.5], 4, &mut series);
        assert_eq!(done, Ok(()));
        kernel.code.get().cloned().flatten().expect("there is code")
    });
    assert!(Arc::ptr_eq(&first, &same) && !Arc::ptr_eq(&same, &other));
}

/// Sums that are read once are parts of others, also in linear systems; those that are read twice are not.
#[test]
fn sums_in_sums_have_the_series_of_the_interpreter() {
    let Coordinates { q, k: [a, b], mut builder } = coordinates(4);
    let once = builder.expression(q[0] * q[1] - a * q[2] * q[3] + b * q[0]);
    let twice = builder.expression(q[1] * q[3] + a * q[0]);
    let [once, twice] = [once, twice].map(|slot| slot.expect("all symbols are inputs"));
    let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    builder.bind(x, once);
    builder.bind(y, twice);
    let slots = builder.expressions(&[
        Expr::from(2) + apply(Elementary::Sin, &[q[2]]),
        a * x - b * y * q[1],
        y - q[2] * q[2],
    ]);
    let [k, f, second] = slots.expect("all symbols are inputs")[..] else {
        panic!("three were asked for")
    };
    let solution =
        builder.solve(Solve::Kkt { M: vec![vec![k]], B: None, A: vec![], f: vec![f], g: vec![] });
    builder.bind(z, solution[0]);
    let rest = builder.expressions(&[q[1] * z - a * q[3], b * (z - q[0] * q[3])]);
    let rates = [vec![solution[0], second], rest.expect("all symbols are inputs")].concat();
    let found = series(builder, &rates, &[0.3, -1.2, 0.7, 0.4], 23);
    assert_same(&found, 4);
}

/// A right side that is a multiple of something else.
#[test]
fn multiples_on_the_right_have_the_series_of_the_interpreter() {
    let Coordinates { q, k: [a, b], mut builder } = coordinates(3);
    let right = [b * q[1], b * q[0], a * (q[0] - q[2])];
    let slots = builder.expressions(&[&[a + Expr::from(2), b][..], &right].concat());
    let [p, r, e, f, g] = slots.expect("all symbols are inputs")[..] else {
        panic!("five were asked for")
    };
    let system =
        |M: Vec<Vec<usize>>, f: Vec<usize>| Solve::Kkt { M, B: None, A: vec![], f, g: vec![] };
    let single = builder.solve(system(vec![vec![p]], vec![e]));
    let double = builder.solve(system(vec![vec![p, r], vec![r, p]], vec![f, g]));
    let rates = [single, double].concat();
    let found = series(builder, &rates, &[0.3, -1.2, 0.7], 20);
    assert_same(&found, 3);
}
