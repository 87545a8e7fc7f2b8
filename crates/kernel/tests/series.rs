//! Taylor coefficients against derivatives taken symbolically, and against hand-made sums.
#![allow(non_snake_case, reason = "M, A, B, W are the symbols of the papers")]

use alembert_algebra::evaluate::{Approximate, evaluate};
use alembert_algebra::numeric::{DoubleDouble, Real};
use alembert_algebra::tape::{Builder, Solve, Tape};
use alembert_algebra::{Elementary, Expr, Kind, Rational, apply, partial};
use alembert_kernel::{Kernel, KernelError, Program, Workspace};

/// High enough for every sum of the recurrences to have several terms.
const ORDER: usize = 7;
/// Double-double arithmetic on expressions of a thousand operations.
const CLOSE: f64 = 1e-25;

fn t() -> Expr {
    Expr::time()
}

fn number(num: i64, den: i64) -> Expr {
    Expr::from(Rational::ratio(num, den))
}

/// A curve that moves in every order, around the value `at`.
fn curve(at: Expr) -> Expr {
    at + number(1, 5) * t() - number(1, 7) * t().powi(2) + number(1, 3) * t().powi(3)
}

fn tape(outputs: &[Expr]) -> Tape {
    let mut builder = Builder::new(&[t()]);
    let slots = builder.expressions(outputs).expect("a value");
    builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect())
}

fn composed<T: alembert_algebra::evaluate::Tabulated + 'static>(tape: &Tape, at: T) -> Vec<T> {
    let all: Vec<usize> = (0..tape.outputs.len()).collect();
    let kernel: Kernel<T> = Program::new(tape, 1, &all).bind(&[]).expect("a value");
    let mut out = Vec::new();
    kernel.composition(&mut Workspace::default(), at, &[], ORDER, &mut out).expect("a value");
    out
}

/// Coefficient k of an expression in time, by differentiating k times.
fn by_differentiation(e: Expr, at: f64) -> Vec<DoubleDouble> {
    let point = Approximate::new([(t(), DoubleDouble::from(at))]);
    let mut derivative = e;
    let mut factorial = 1.0;
    (0..=ORDER)
        .map(|k| {
            if k > 0 {
                derivative = partial(derivative, t());
                factorial *= k as f64;
            }
            evaluate(&[derivative], &point).expect("a value")[0] / DoubleDouble::from(factorial)
        })
        .collect()
}

fn compare(name: &str, e: Expr, at: f64) {
    let expected = by_differentiation(e, at);
    let found = composed(&tape(&[e]), DoubleDouble::from(at));
    for (k, (&found, &expected)) in found.iter().zip(&expected).enumerate() {
        let size = expected.to_f64().abs().max(1.0);
        let error = (found - expected).to_f64().abs() / size;
        assert!(error < CLOSE, "{name}, order {k}: {found:?} and not {expected:?}");
        assert!(k < 2 || expected.to_f64() != 0.0, "{name}: order {k} tests nothing");
    }
}

#[test]
fn every_function_has_the_series_of_its_derivatives() {
    for row in alembert_algebra::graph::FUNCTIONS {
        let value = match row.function {
            Elementary::Acosh => number(3, 2),
            Elementary::Atan2 | Elementary::Sign => continue,
            _ => number(2, 5),
        };
        if row.function != Elementary::Abs {
            compare(row.name, apply(row.function, &[curve(value)]), 0.25);
        }
    }
}

#[test]
fn abs_and_sign_are_smooth_away_from_zero_only() {
    let a = curve(number(-2, 5));
    let [abs, sign] = [Elementary::Abs, Elementary::Sign].map(|f| apply(f, &[a]));
    let found = composed(&tape(&[abs, sign, a]), 0.25f64);
    for order in found.chunks(3) {
        assert_eq!(order[0], -order[2]);
    }
    assert_eq!((found[1], found[4]), (-1.0, 0.0));
    let kernel =
        Program::new(&tape(&[apply(Elementary::Abs, &[t()])]), 1, &[0]).bind(&[]).expect("a value");
    let mut out = Vec::new();
    let failure = kernel.composition(&mut Workspace::default(), 0.0, &[], 2, &mut out);
    assert_eq!(failure.unwrap_err().to_string(), "abs is not smooth where its argument is 0");
    kernel.values(&mut Workspace::default(), &[0.0], &mut out).expect("a value");
    assert_eq!(out, [0.0]);
}

#[test]
fn atan2_turns_with_both_arguments_in_every_quadrant() {
    let x = curve(number(1, 2));
    let y = apply(Elementary::Sin, &[t() + number(1, 3)]) + number(1, 4);
    for (a, b) in [(y, x), (y, -x), (-y, x), (-y, -x)] {
        compare("atan2", apply(Elementary::Atan2, &[a, b]), 0.25);
    }
}

/// Factors, signs, sums in sums, a sum that is used twice, and one under a factor.
#[test]
fn sums_of_products_have_the_series_of_their_terms() {
    let (a, b) = (curve(number(3, 4)), curve(number(-5, 4)) * t());
    let c = apply(Elementary::Sin, &[t() + number(1, 3)]);
    compare("factors", number(3, 2) * a * b - number(5, 3) * b * c + number(2, 7) * a - c, 0.25);
    compare("negative sum", c - (a * b - (b * c - number(1, 9) * a)), 0.25);
    let shared = a * c - b;
    compare("shared", shared * shared - number(4, 5) * shared + shared * a, 0.25);
    compare("scaled sum", number(-7, 4) * (a * b + c) * (a - c), 0.25);
}

#[test]
fn powers_quotients_and_roots() {
    let (a, b) = (curve(number(3, 4)), curve(number(-5, 4)) * t());
    compare("product", a * b, 0.25);
    compare("quotient", a / b, 0.25);
    compare("reciprocal of a fifth power", b.powi(-5), 0.25);
    compare("seventh power", a.powi(7), 0.25);
    compare("root", a.pow(&Rational::ratio(1, 2)), 0.25);
    compare("fractional power", a.pow(&Rational::ratio(-7, 3)), 0.25);
    let nested = apply(Elementary::Exp, &[a * apply(Elementary::Cos, &[b / a])]);
    compare("nested", nested, 0.25);
}

/// The coefficients of a linear system with moving entries, solved by Cramer's rule.
#[test]
fn a_linear_system_has_the_series_of_its_solution_in_closed_form() {
    let entry = |k: i64| curve(number(k, 4));
    let [a, b, c, d, f, g] = [7, 1, -2, 9, 3, 5].map(entry);
    let mut builder = Builder::new(&[t()]);
    let W = vec![
        builder.expressions(&[a, b]).expect("a value"),
        builder.expressions(&[c, d]).expect("a value"),
    ];
    let h = builder.expressions(&[f, g]).expect("a value");
    let solution = builder.solve(Solve::General { W, h });
    let outputs = solution.into_iter().map(|s| (String::new(), s)).collect();
    let found = composed(&builder.finish(outputs), DoubleDouble::from(0.25));
    let determinant = a * d - b * c;
    let closed = [(f * d - b * g) / determinant, (a * g - f * c) / determinant];
    for (i, e) in closed.into_iter().enumerate() {
        for (k, expected) in by_differentiation(e, 0.25).into_iter().enumerate() {
            let error = (found[2 * k + i] - expected).to_f64().abs();
            assert!(error < CLOSE, "x{i}, order {k}: {error:e}");
        }
    }
}

/// M y − Bᵀλ = f, A y = g with one constraint, by elimination of λ.
#[test]
fn accelerations_and_multipliers_have_the_series_of_their_closed_form() {
    let entry = |k: i64| curve(number(k, 4));
    let [m1, m12, m2, a1, a2, f1, f2, g] = [9, 1, 7, 3, -2, 2, 5, 1].map(entry);
    let servo = [entry(5), entry(1)];
    for reaction in [[a1, a2], servo] {
        let mut builder = Builder::new(&[t()]);
        let M = vec![
            builder.expressions(&[m1, m12]).expect("a value"),
            builder.expressions(&[m12, m2]).expect("a value"),
        ];
        let A = vec![builder.expressions(&[a1, a2]).expect("a value")];
        let B = vec![builder.expressions(&reaction).expect("a value")];
        let B = if B == A { None } else { Some(B) };
        let f = builder.expressions(&[f1, f2]).expect("a value");
        let g_slot = builder.expressions(&[g]).expect("a value");
        let solution = builder.solve(Solve::Kkt { M, B, A, f, g: g_slot });
        let outputs = solution.into_iter().map(|s| (String::new(), s)).collect();
        let found = composed(&builder.finish(outputs), DoubleDouble::from(0.25));
        let determinant = m1 * m2 - m12 * m12;
        let inverse =
            |u: Expr, v: Expr| [(m2 * u - m12 * v) / determinant, (m1 * v - m12 * u) / determinant];
        let (free, along) = (inverse(f1, f2), inverse(reaction[0], reaction[1]));
        let lambda = (g - a1 * free[0] - a2 * free[1]) / (a1 * along[0] + a2 * along[1]);
        let closed = [free[0] + along[0] * lambda, free[1] + along[1] * lambda, lambda];
        for (i, e) in closed.into_iter().enumerate() {
            for (k, expected) in by_differentiation(e, 0.25).into_iter().enumerate() {
                let size = expected.to_f64().abs().max(1.0);
                let error = (found[3 * k + i] - expected).to_f64().abs() / size;
                assert!(error < CLOSE, "unknown {i}, order {k}: {error:e}");
            }
        }
    }
}

/// x' = r(t, x): the derivative of the polynomial is r along it, up to its last order.
#[test]
fn the_series_of_a_motion_satisfies_its_differential_equation() {
    let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
    let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
    let sine = apply(Elementary::Sin, &[x * t() + v]);
    let rates = [v / (x * x + k), -k * sine + apply(Elementary::Exp, &[-x * x])];
    let mut builder = Builder::new(&[t(), x, v, k]);
    let slots = builder.expressions(&rates).expect("a value");
    let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
    let kernel = Program::new(&tape, 3, &[0, 1]).bind(&[DoubleDouble::from(1.5)]).expect("a value");
    let start = [0.4, -0.7].map(DoubleDouble::from);
    let mut series = Vec::new();
    let mut space = Workspace::default();
    kernel.series(&mut space, DoubleDouble::from(0.3), &start, 20, &mut series).expect("a value");
    let h = DoubleDouble::from(1.0 / 1024.0);
    let sum = |i: usize, weight: &dyn Fn(usize) -> f64, shift: i32| {
        (0..=20).rev().fold(DoubleDouble::from(0.0), |sum, k| {
            let term = series[2 * k + i] * DoubleDouble::from(weight(k));
            sum + term * h.powi(i32::try_from(k).expect("a value") - shift)
        })
    };
    let at = [DoubleDouble::from(0.3) + h, sum(0, &|_| 1.0, 0), sum(1, &|_| 1.0, 0)];
    let mut expected = Vec::new();
    kernel.values(&mut space, &at, &mut expected).expect("a value");
    for i in 0..2 {
        let slope = sum(i, &|k| k as f64, 1);
        assert!((slope - expected[i]).to_f64().abs() < 1e-28, "component {i}");
    }
}

/// Along a series the values are those of the field; beside it, one correction finds most of what the
/// solution of the linear system differs by.
#[test]
fn values_along_a_series_correct_its_solutions() {
    let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    let mut builder = Builder::new(&[t(), x, y]);
    let mut list = |list: &[Expr]| builder.expressions(list).expect("a value");
    let M = vec![list(&[Expr::from(3) + x * x, y]), list(&[y, Expr::from(2) + x])];
    let A = vec![list(&[Expr::from(1) + y, x - t()])];
    let (f, g) = (list(&[x - y * y, x * y + t()]), list(&[Expr::from(1) - x * y]));
    let solution = builder.solve(Solve::Kkt { M, B: None, A, f, g });
    let tape = builder.finish(solution[..2].iter().map(|&s| (String::new(), s)).collect());
    let kernel = Program::new(&tape, 3, &[0, 1]).bind::<f64>(&[]).expect("a value");
    let (mut series, mut space, mut other) =
        (Vec::new(), Workspace::default(), Workspace::default());
    kernel.series(&mut space, 0.5, &[0.4, -0.3], 16, &mut series).expect("a value");
    let tau: f64 = 1.0 / 64.0;
    let on = [0, 1].map(|i| (0..=16).rev().fold(0.0, |sum, k| sum * tau + series[2 * k + i]));
    let (mut along, mut anew, mut slopes) = ([[0.0; 2]; 2], Vec::new(), Vec::new());
    kernel.values(&mut other, &[0.5 + tau, on[0], on[1]], &mut slopes).expect("a value");
    for beside in [0.0, 1e-3] {
        let at = [0.5 + tau, on[0] + beside, on[1] - 2.0 * beside];
        let places = at.map(|x| [x, f64::NAN]);
        kernel.values_along(&mut space, &[tau, f64::NAN], &places, 1, &mut along).expect("a value");
        kernel.values(&mut other, &at, &mut anew).expect("a value");
        for i in 0..2 {
            let (error, change) = ((along[i][0] - anew[i]).abs(), (slopes[i] - anew[i]).abs());
            assert!(error < 1e-14 + 0.1 * change, "{beside}: {error:e} of {change:e}");
            assert!(beside == 0.0 || change > 1e-4, "{change:e}");
        }
    }
}

/// Places side by side are what they are one by one, with functions that are done alone and without.
#[test]
fn places_of_a_series_do_not_disturb_each_other() {
    let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    let sine = apply(Elementary::Sin, &[x]);
    let half = number(1, 2);
    let quotient = x / (number(3, 1) + y * y);
    for other in [Expr::zero(), apply(Elementary::Exp, &[y]), quotient] {
        let rates = [x * y - half * sine * y + x + other, half * y - x * x * sine];
        let mut builder = Builder::new(&[t(), x, y]);
        let slots = builder.expressions(&rates).expect("a value");
        let tape = builder.finish(slots.into_iter().map(|s| (String::new(), s)).collect());
        let kernel = Program::new(&tape, 3, &[0, 1]).bind::<f64>(&[]).expect("a value");
        let (mut space, mut series) = (Workspace::default(), Vec::new());
        kernel.series(&mut space, 0.0, &[0.4, 0.2], 5, &mut series).expect("a value");
        let (at, mut found) =
            ([[0.1, 0.2, 0.3], [0.4, -0.5, 2.0], [0.6, 0.7, -1.5]], [[0.0; 3]; 2]);
        kernel.values_along(&mut space, &[0.1, 0.2, 0.3], &at, 3, &mut found).expect("a value");
        for p in 0..3 {
            let mut expected = Vec::new();
            let point = at.map(|x| x[p]);
            kernel.values(&mut Workspace::default(), &point, &mut expected).expect("a value");
            assert_eq!(found.map(|x| x[p]).to_vec(), expected);
        }
    }
}

/// A quotient without a value at one of the places is an error, also where the result has one.
#[test]
fn a_pole_at_one_of_the_places_is_an_error() {
    let x = Expr::symbol("x", Kind::Coordinate, 0);
    let rate = Expr::one() / (Expr::one() + Expr::one() / x.powi(2));
    let mut builder = Builder::new(&[t(), x]);
    let slot = builder.expression(rate).expect("a value");
    let tape = builder.finish(vec![(String::new(), slot)]);
    let kernel = Program::new(&tape, 2, &[0]).bind::<f64>(&[]).expect("a value");
    let (mut space, mut series) = (Workspace::default(), Vec::new());
    kernel.series(&mut space, 0.0, &[0.4], 5, &mut series).expect("a value");
    let mut found = [[0.0; 2]; 1];
    let at = [[0.1, 0.2], [0.5, 0.0]];
    assert!(kernel.values_along(&mut space, &[0.1, 0.2], &at, 2, &mut found).is_err());
    assert!(kernel.values_along(&mut space, &[0.1, 0.2], &at, 1, &mut found).is_ok());
}

#[test]
fn a_pole_is_an_error_and_no_infinity() {
    let tape = tape(&[t().powi(-1)]);
    let kernel = Program::new(&tape, 1, &[0]).bind(&[]).expect("a value");
    let mut out = Vec::new();
    let failure = kernel.composition(&mut Workspace::default(), 0.0, &[], 2, &mut out);
    assert_eq!(failure.unwrap_err().to_string(), "a quotient has no finite value at 0");
}

/// x² along x = 1 + 10²⁰⁰ t, and the solution of x' = x² through 10¹²⁰: the coefficients of order 2 are beyond all doubles.
#[test]
fn a_coefficient_that_overflows_is_an_error_with_its_order() {
    let x = Expr::symbol("x", Kind::Auxiliary, 0);
    let mut builder = Builder::new(&[t(), x]);
    let slot = builder.expression(x.powi(2)).expect("a value");
    let tape = builder.finish(vec![(String::new(), slot)]);
    let kernel: Kernel<f64> = Program::new(&tape, 2, &[0]).bind(&[]).expect("no parameters");
    let (mut space, mut out) = (Workspace::default(), Vec::new());
    let failure = Err(KernelError::Coefficient { order: 2 });
    for order in [2, 3, 7] {
        let mut along = vec![0.0; order + 1];
        (along[0], along[1]) = (1.0, 1e200);
        assert_eq!(kernel.composition(&mut space, 0.0, &along, order, &mut out), failure);
        assert_eq!(kernel.series(&mut space, 0.0, &[1e120], order, &mut out), failure);
    }
    assert_eq!(kernel.composition(&mut space, 0.0, &[1.0, 1e200], 1, &mut out), Ok(()));
    assert_eq!(out, [1.0, 2e200]);
}

/// A series that begins where values were asked for ahead is the one that begins anew, for the kernel that gave
/// them and for no other.
#[test]
fn a_series_begins_with_the_values_of_its_own_kernel() {
    let [x, k] = ["x", "k"].map(|name| Expr::symbol(name, Kind::Auxiliary, 0));
    let mut builder = Builder::new(&[t(), x, k]);
    let rate = k * apply(Elementary::Sin, &[x]) * x - t();
    let slot = builder.expression(rate).expect("a value");
    let tape = builder.finish(vec![(String::new(), slot)]);
    let program = Program::new(&tape, 2, &[0]);
    let [one, other]: [Kernel<f64>; 2] =
        [2.0, -3.0].map(|k| program.bind(&[k]).expect("a parameter has a value"));
    let (at, mut rate) = ((0.25, &[0.7][..]), [0.0]);
    for kernel in [&one, &other] {
        let mut anew = Vec::new();
        kernel.series(&mut Workspace::default(), at.0, at.1, ORDER, &mut anew).expect("a series");
        for ahead in [&one, &other] {
            let (mut space, mut series) = (Workspace::default(), Vec::new());
            ahead.value_ahead(&mut space, at, &mut rate).expect("a value");
            kernel.series(&mut space, at.0, at.1, ORDER, &mut series).expect("a series");
            assert_eq!(series, anew);
        }
        assert_eq!(rate[0], -3.0 * 0.7f64.sin() * 0.7 - 0.25);
    }
}

/// Nothing of a series is left for the next one in the same space, whatever its order: order 1 has no middle sums,
/// and even and odd orders share theirs.
#[test]
fn a_series_in_a_space_that_was_used_is_the_one_in_a_new_space() {
    let x = Expr::symbol("x", Kind::Auxiliary, 0);
    let mut builder = Builder::new(&[t(), x]);
    let rate = apply(Elementary::Sin, &[x]) * x - x * t();
    let slot = builder.expression(rate).expect("a value");
    let tape = builder.finish(vec![(String::new(), slot)]);
    let kernel: Kernel<f64> = Program::new(&tape, 2, &[0]).bind(&[]).expect("no parameters");
    let (mut used, mut series, mut anew) = (Workspace::default(), Vec::new(), Vec::new());
    for order in [ORDER, 7, 1, 2, 3, 8, ORDER - 1, ORDER] {
        let at = (0.1 * order as f64, [0.7 - 0.05 * order as f64]);
        kernel.series(&mut used, at.0, &at.1, order, &mut series).expect("a series");
        let space = &mut Workspace::default();
        kernel.series(space, at.0, &at.1, order, &mut anew).expect("a series");
        assert_eq!(series, anew, "order {order}");
        assert_eq!(series.len(), order + 1);
    }
}

/// A kernel may use the space of another one: lanes that fill the last block of factors up have numbers of that one,
/// and nobody reads them. The numerator of k/x is the first fixed number.
#[test]
fn a_series_in_the_space_of_another_kernel_is_its_own() {
    let [x, k] = ["x", "k"].map(|name| Expr::symbol(name, Kind::Auxiliary, 0));
    let kernel = |rate: Expr| -> Kernel<f64> {
        let mut builder = Builder::new(&[t(), x, k]);
        let slot = builder.expression(rate).expect("a value");
        let tape = builder.finish(vec![(String::new(), slot)]);
        Program::new(&tape, 2, &[0]).bind(&[1.5]).expect("a parameter has a value")
    };
    let sin = apply(Elementary::Sin, &[x]);
    let long = kernel((1..12).fold(k, |sum, n| sum + sin.powi(n) * x.powi(n) * t()));
    let short = kernel(k * x.powi(-1));
    let (mut used, mut series, mut anew) = (Workspace::default(), Vec::new(), Vec::new());
    long.series(&mut used, 0.25, &[0.7], ORDER, &mut series).expect("a series");
    short.series(&mut used, 0.25, &[0.7], ORDER, &mut series).expect("a series");
    short.series(&mut Workspace::default(), 0.25, &[0.7], ORDER, &mut anew).expect("a series");
    assert_eq!(series, anew);
}

/// A room that was used with other parameters, for values and for series, gives what a new one gives.
#[test]
fn a_room_serves_kernels_of_several_parameters_in_turn() {
    let [x, k] = ["x", "k"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    let mut builder = Builder::new(&[t(), x, k]);
    let slot = builder.expression(k * x - k.powi(2) * x * x).expect("a value");
    let tape = builder.finish(vec![(String::new(), slot)]);
    let program = Program::new(&tape, 2, &[0]);
    let kernels = [2.0, -3.0].map(|k| program.bind::<f64>(&[k]).expect("a value"));
    let mut room = Workspace::default();
    for kernel in [&kernels[0], &kernels[1], &kernels[1], &kernels[0]] {
        let asked = |room: &mut Workspace<f64>| {
            let (mut values, mut series) = (Vec::new(), Vec::new());
            kernel.values(room, &[0.0, 0.7], &mut values).expect("a value");
            kernel.series(room, 0.0, &[0.7], 6, &mut series).expect("a value");
            (values, series)
        };
        assert_eq!(asked(&mut room), asked(&mut Workspace::default()));
    }
}
