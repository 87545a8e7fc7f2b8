//! `f64` and double-double agree as real numbers, also at the corners.

use alembert_algebra::numeric::{DoubleDouble, Real, SplitMix64};

/// Every function of the trait at two positive arguments below 1.
fn all_functions<T: Real>(x: T, y: T) -> Vec<T> {
    let one = T::from(1.0);
    let (sin, cos) = x.sin_cos();
    vec![
        T::from_ratio(&(-22).into(), &7.into()),
        T::pi(),
        T::residual(one, &[x, y], &[y, x]),
        (-x).abs(),
        (-x).sign(),
        T::from(0.0).sign(),
        x.sqrt(),
        x.powi(-3),
        x.pow(y),
        x.exp(),
        x.log(),
        sin,
        cos,
        x.sin(),
        x.cos(),
        x.tan(),
        x.asin(),
        x.acos(),
        x.atan(),
        (-x).atan2(-y),
        x.sinh(),
        x.cosh(),
        x.tanh(),
        x.asinh(),
        (one + x).acosh(),
        x.atanh(),
        x + y * x - y / x,
    ]
}

#[test]
fn both_fields_give_the_same_values() {
    let mut generator = SplitMix64::new(30);
    for _ in 0..50 {
        let (x, y) = (0.05 + 0.9 * generator.unit(), 0.05 + 0.9 * generator.unit());
        let doubles = all_functions(x, y);
        let precise = all_functions(DoubleDouble::from(x), DoubleDouble::from(y));
        for (i, (&a, &b)) in doubles.iter().zip(&precise).enumerate() {
            assert!((a - b.to_f64()).abs() <= 1e-13 * b.to_f64().abs(), "{i}: {a} and {b:?}");
        }
    }
}

fn corners<T: Real>() -> Vec<f64> {
    let (zero, one, nan) = (T::from(0.0), T::from(1.0), T::from(f64::NAN));
    let values = vec![
        zero.atan2(zero),
        zero.atan2(-one),
        (-zero).atan2(-one),
        one.atan2(T::from(f64::INFINITY)),
        one.pow(nan),
        nan.pow(one),
        (-one).pow(T::from(0.5)),
        (-one).pow(T::from(3.0)),
        zero.pow(T::from(-0.5)),
        zero.pow(zero),
        nan.sign(),
        (-one).sqrt(),
        zero.log(),
        one.atanh(),
        one / zero,
        T::from_ratio(&1.into(), &0.into()),
    ];
    values.into_iter().map(Real::to_f64).collect()
}

#[test]
fn both_fields_agree_at_the_corners() {
    let (doubles, precise) = (corners::<f64>(), corners::<DoubleDouble>());
    for (i, (a, b)) in doubles.iter().zip(&precise).enumerate() {
        assert!(a == b || (a.is_nan() && b.is_nan()), "corner {i}: {a} and {b}");
    }
    assert!(doubles[0].is_nan() && doubles[1] > 3.0 && doubles[2] > 3.0 && doubles[4].is_nan());
}
