//! No bit pattern makes a field panic, hang or break its invariants.

#![allow(non_snake_case, reason = "M, A, B, W are the symbols of the papers")]

use alembert_algebra::numeric::solve::{Dense, Kkt, solve_kkt, solve_linear};
use alembert_algebra::numeric::{Ball, DomainError, DoubleDouble, Interval, SplitMix64};

/// Any double: special values, neighbours of special arguments, random bits, ordinary numbers.
fn any_double(generator: &mut SplitMix64) -> f64 {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        709.8,
        -745.2,
        746.0,
        0.35,
        0.15,
        4503599627370496.0,
        std::f64::consts::FRAC_PI_2,
        1e154,
        1e-154,
        0.199,
        0.17,
        45.0,
        1.152921504606847e18,
    ];
    let choice = special[usize::try_from(generator.below(special.len() as u64)).unwrap()];
    match generator.below(4) {
        0 => choice,
        1 => choice.next_up(),
        2 => f64::from_bits(generator.next_word()),
        _ => (generator.unit() - 0.5) * 20.0,
    }
}

#[test]
fn double_doubles_stay_normalised() {
    let mut generator = SplitMix64::new(50);
    let one = [
        DoubleDouble::sin,
        DoubleDouble::cos,
        DoubleDouble::tan,
        DoubleDouble::asin,
        DoubleDouble::acos,
        DoubleDouble::atan,
        DoubleDouble::sinh,
        DoubleDouble::cosh,
        DoubleDouble::tanh,
        DoubleDouble::asinh,
        DoubleDouble::acosh,
        DoubleDouble::atanh,
        DoubleDouble::exp,
        DoubleDouble::log,
        DoubleDouble::sqrt,
        DoubleDouble::abs,
    ];
    for _ in 0..20_000 {
        let mut draw = || DoubleDouble::sum(any_double(&mut generator), any_double(&mut generator));
        let (x, y) = (draw(), draw());
        let n = i32::from_ne_bytes(generator.next_word().to_ne_bytes()[..4].try_into().unwrap());
        let two = [x + y, x - y, x * y, x / y, x.atan2(y), x.pow(y), x.powi(n), x.scaled(n >> 20)];
        for value in one.iter().map(|f| f(x)).chain(two) {
            let normal = value.hi() + value.lo() == value.hi() && value.lo().is_finite();
            assert!(normal || (!value.is_finite() && value.lo() == 0.0), "{x:?}, {y:?}: {value:?}");
        }
    }
}

#[test]
fn balls_keep_a_finite_centre_and_a_radius() {
    let mut generator = SplitMix64::new(51);
    let total = [Ball::sin, Ball::cos, Ball::atan, Ball::sinh, Ball::cosh, Ball::tanh, Ball::asinh];
    let partial: [fn(Ball) -> Result<Ball, DomainError>; 7] =
        [Ball::tan, Ball::asin, Ball::acos, Ball::acosh, Ball::atanh, Ball::log, Ball::sqrt];
    for _ in 0..20_000 {
        let mut draw = || {
            let mid = DoubleDouble::sum(any_double(&mut generator), any_double(&mut generator));
            Ball::new(mid, if generator.below(2) == 0 { 0.0 } else { any_double(&mut generator) })
        };
        let (x, y) = (draw(), draw());
        let n = i64::from_ne_bytes(generator.next_word().to_ne_bytes());
        let values = total.iter().map(|f| f(x)).chain(partial.iter().filter_map(|f| f(x).ok()));
        let two = [x.divide(y), x.atan2(y), x.pow(y), x.powi(n), x.powi(n % 9)];
        let plain = [x + y, x - y, x * y, x.exp(), x.abs(), x.sign()];
        for value in values.chain(two.into_iter().flatten()).chain(plain) {
            assert!(value.mid().is_finite() && value.rad() >= 0.0, "{x:?}, {y:?}: {value:?}");
            assert!(value.lower() <= value.upper(), "{x:?}, {y:?}: {value:?}");
        }
    }
}

#[test]
fn intervals_keep_their_ends_in_order() {
    let mut generator = SplitMix64::new(52);
    let total = [
        Interval::sin,
        Interval::cos,
        Interval::tan,
        Interval::atan,
        Interval::sinh,
        Interval::cosh,
        Interval::tanh,
        Interval::asinh,
        Interval::exp,
        Interval::abs,
        Interval::sign,
    ];
    let partial: [fn(Interval) -> Result<Interval, DomainError>; 6] = [
        Interval::asin,
        Interval::acos,
        Interval::acosh,
        Interval::atanh,
        Interval::log,
        Interval::sqrt,
    ];
    for _ in 0..20_000 {
        let mut draw = || {
            let (a, b) = (any_double(&mut generator), any_double(&mut generator));
            Interval::new(a.min(b), a.max(b))
        };
        let (Some(x), Some(y)) = (draw(), draw()) else { continue };
        let n = i64::from_ne_bytes(generator.next_word().to_ne_bytes());
        let values = total.iter().map(|f| f(x)).chain(partial.iter().filter_map(|f| f(x).ok()));
        let ratio = x.pow_ratio(&(n % 50).into(), &(n % 7).into());
        let two = [x.divide(y), x.atan2(y), x.pow(y), x.powi(n), x.powi(n % 9), ratio];
        for value in values.chain(two.into_iter().flatten()).chain([x + y, x - y, x * y]) {
            let again = Interval::new(value.lo(), value.hi());
            assert_eq!(again, Some(value), "{x:?}, {y:?}");
        }
    }
}

#[test]
fn linear_systems_have_finite_solutions_or_errors() {
    let mut generator = SplitMix64::new(53);
    let mut solved = 0;
    for round in 0..3000 {
        let (n, m) = (round % 4, (round / 4) % 3);
        let mut draw = |count: usize| -> Vec<f64> {
            let finite = |x: f64| if x.is_finite() || round % 5 == 0 { x } else { 2.0 };
            (0..count).map(|_| finite(any_double(&mut generator))).collect()
        };
        let W = Dense::new(n, n, draw(n * n)).unwrap();
        if let Ok(y) = solve_linear(&W, &draw(n)) {
            assert!(y.iter().all(|x| x.is_finite()));
        }
        let A = Dense::new(m, n, draw(m * n)).unwrap();
        let B = if round % 2 == 0 { A.clone() } else { Dense::new(m, n, draw(m * n)).unwrap() };
        let symmetric = Dense::from_fn(n, n, |i, j| if i == j { W[(i, j)].abs() } else { 0.0 });
        let M = if round % 3 == 0 { W } else { symmetric };
        if let Ok(solution) = solve_kkt(&Kkt { M, A, B, f: draw(n), g: draw(m) }) {
            assert!(solution.y.iter().chain(&solution.lambda).all(|x| x.is_finite()));
            solved += 1;
        }
    }
    assert!(solved > 500, "{solved} solved");
}
