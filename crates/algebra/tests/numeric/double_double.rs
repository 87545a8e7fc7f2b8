//! Double-double numbers against exact fractions and against 45 digits.

use crate::fraction::Fraction;
use crate::reference::{Value, values};
use alembert_algebra::numeric::{DoubleDouble, SplitMix64};

/// Four times the proved bounds of the module; the unit is 2⁻¹⁰⁶.
const ARITHMETIC_BITS: i32 = -102;

fn random(generator: &mut SplitMix64) -> DoubleDouble {
    let power = i32::try_from(generator.below(60)).unwrap() - 30;
    let hi = (generator.unit() - 0.5) * 2f64.powi(power);
    let lo_power = -53 - i32::try_from(generator.below(20)).unwrap();
    DoubleDouble::sum(hi, hi * (generator.unit() - 0.5) * 2f64.powi(lo_power))
}

fn assert_close(value: DoubleDouble, truth: &Fraction, bits: i32, what: &str) {
    let error = (&Fraction::double_double(value) - truth).abs();
    assert!(error <= &truth.abs() * &Fraction::power_of_two(bits), "{what}: {value:?}");
}

#[test]
fn sums_products_quotients_and_roots_have_their_proved_errors() {
    let mut generator = SplitMix64::new(1);
    for _ in 0..20_000 {
        let (x, y) = (random(&mut generator), random(&mut generator));
        // nearly opposite numbers too, where a careless sum loses everything
        let z = DoubleDouble::sum(-x.hi(), y.lo());
        let exact = |x| Fraction::double_double(x);
        assert_close(x + y, &(&exact(x) + &exact(y)), ARITHMETIC_BITS, "sum");
        assert_close(x - y, &(&exact(x) - &exact(y)), ARITHMETIC_BITS, "difference");
        assert_close(x + z, &(&exact(x) + &exact(z)), ARITHMETIC_BITS, "cancelling sum");
        assert_close(x * y, &(&exact(x) * &exact(y)), ARITHMETIC_BITS, "product");
        assert_close(x / y, &(&exact(x) / &exact(y)), ARITHMETIC_BITS, "quotient");
        let root = exact(x.abs().sqrt());
        assert_close(x.abs(), &(&root * &root), ARITHMETIC_BITS + 1, "root");
    }
}

fn apply(row: &Value) -> DoubleDouble {
    let x = row.arguments[0].to_double_double();
    let y = || row.arguments[1].to_double_double();
    match row.function {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "atan2" => x.atan2(y()),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "exp" => x.exp(),
        "log" => x.log(),
        "sqrt" => x.sqrt(),
        "pow" => x.pow(y()),
        other => panic!("{other} is not in the table"),
    }
}

/// The arguments of the table that a double-double holds exactly: no error but the function's own.
fn exact_rows() -> impl Iterator<Item = Value> {
    let exact = |x: &Fraction| Fraction::double_double(x.to_double_double()) == *x;
    values().into_iter().filter(move |row| row.arguments.iter().all(exact))
}

#[test]
fn elementary_functions_have_thirty_one_digits() {
    let mut rows = 0;
    for row in exact_rows() {
        assert_close(apply(&row), &row.value, -102, &format!("{row:?}"));
        rows += 1;
    }
    assert!(rows > 300, "{rows} rows were compared");
}

#[test]
fn ratios_are_rounded_to_a_hundred_and_five_bits() {
    for row in values() {
        for argument in &row.arguments {
            assert_close(argument.to_double_double(), argument, -105, "ratio");
        }
    }
    let ratio = |n: i64, d: i64| DoubleDouble::from_ratio(&n.into(), &d.into());
    assert_eq!(ratio(-6, -4), DoubleDouble::from(1.5));
    assert_eq!(ratio(0, -4), DoubleDouble::ZERO);
    assert!(ratio(1, 0).is_nan());
    let huge = num_bigint::BigInt::from(10).pow(400);
    assert_eq!(DoubleDouble::from_ratio(&huge, &1.into()), DoubleDouble::INFINITY);
    assert_eq!(DoubleDouble::from_ratio(&1.into(), &huge), DoubleDouble::ZERO);
}

fn dd(x: f64) -> DoubleDouble {
    x.into()
}

#[test]
fn identities_hold_to_thirty_digits_at_random_arguments() {
    let mut generator = SplitMix64::new(2);
    let small = |x: DoubleDouble| assert!(x.abs() < dd(1e-30), "{x:?}");
    for _ in 0..500 {
        let x = DoubleDouble::sum(4.0 * generator.unit() - 2.0, 1e-17 * generator.unit());
        let (sin, cos) = x.sin_cos();
        small(sin * sin + cos * cos - dd(1.0));
        small((x + x).sin() - dd(2.0) * sin * cos);
        small(x.exp() * (-x).exp() - dd(1.0));
        small(x.exp().log() - x);
        let tan = x.tan();
        small((tan.atan().tan() - tan) / (dd(1.0) + tan * tan));
        small(sin.atan2(cos) - x);
        small(sin.asin().sin() - sin);
        small(cos.acos().cos() - cos);
        small(x.sinh().asinh() - x);
        small((x.cosh().acosh() - x.abs()) * x);
        small(x.tanh().atanh() - x);
        small(x.cosh().powi(2) - x.sinh().powi(2) - dd(1.0));
        small(x.abs().pow(dd(0.5)) - x.abs().sqrt());
        small(x * x.sign() - x.abs());
    }
}

#[test]
fn integer_powers_are_repeated_products() {
    let x = DoubleDouble::from_ratio(&7.into(), &5.into());
    assert_eq!(x.powi(3), x * (x * x));
    assert_eq!(x.powi(-3), dd(1.0) / (x * (x * x)));
    assert_eq!(dd(0.0).powi(0), dd(1.0));
    assert_eq!(dd(1.5).powi(i32::MIN), dd(0.0));
    assert_eq!(dd(-2.0).pow(dd(-3.0)), dd(-0.125));
    assert_eq!(dd(0.0).pow(dd(2.5)), dd(0.0));
    assert_eq!(dd(0.0).pow(dd(-2.5)), DoubleDouble::INFINITY);
}

#[test]
fn outside_the_domain_is_not_a_number() {
    let outside = [
        dd(-1.0).sqrt(),
        dd(-1.0).log(),
        dd(1.5).asin(),
        DoubleDouble::sum(-1.0, -1e-30).acos(),
        DoubleDouble::sum(1.0, -1e-30).acosh(),
        dd(2.0).atanh(),
        dd(0.0).atan2(dd(0.0)),
        dd(1.0).atan2(dd(f64::INFINITY)),
        dd(-2.0).pow(dd(0.5)),
        dd(1e17).sin(),
        dd(f64::INFINITY).cos(),
        dd(0.0) / dd(0.0),
        dd(f64::INFINITY) - dd(f64::INFINITY),
        dd(f64::INFINITY) * dd(0.0),
    ];
    for (i, x) in outside.iter().enumerate() {
        assert!(x.is_nan() && !x.is_finite(), "entry {i}: {x:?}");
        assert_eq!(x.lo(), 0.0, "entry {i}");
    }
}

#[test]
fn not_a_number_stays_so_in_every_function() {
    let x = DoubleDouble::NAN;
    let functions: [fn(DoubleDouble) -> DoubleDouble; 18] = [
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
        DoubleDouble::sign,
        |x| x.pow(dd(0.5)),
    ];
    for (i, f) in functions.iter().enumerate() {
        assert!(f(x).is_nan(), "function {i}");
    }
    assert!((x + dd(1.0)).is_nan() && (x * dd(0.0)).is_nan() && (dd(1.0) / x).is_nan());
    assert!(dd(2.0).pow(x).is_nan() && dd(0.0).pow(x).is_nan() && x.atan2(dd(1.0)).is_nan());
}

#[test]
fn limits_at_infinity_and_at_poles() {
    let infinity = DoubleDouble::INFINITY;
    assert_eq!(dd(1.0) / dd(0.0), infinity);
    assert_eq!(dd(1.0) / infinity, dd(0.0));
    assert_eq!(dd(1e200) * dd(-1e200), -infinity);
    assert_eq!(dd(1000.0).exp(), infinity);
    assert_eq!(dd(-1000.0).exp(), dd(0.0));
    assert_eq!(dd(-1000.0).sinh(), -infinity);
    assert_eq!(dd(-1000.0).cosh(), infinity);
    assert_eq!((-infinity).tanh(), dd(-1.0));
    assert_eq!(dd(0.0).log(), -infinity);
    assert_eq!(dd(-1.0).atanh(), -infinity);
    assert_eq!((-infinity).atan(), -DoubleDouble::HALF_PI);
    assert_eq!(infinity.acosh(), infinity);
    assert!(dd(0.0).acosh().is_nan());
}

#[test]
fn angle_of_a_point_on_the_cut_is_plus_pi() {
    assert_eq!(dd(0.0).atan2(dd(-2.0)), DoubleDouble::PI);
    assert_eq!(dd(-0.0).atan2(dd(-2.0)), DoubleDouble::PI);
    assert!((dd(-1e-40).atan2(dd(-2.0)) + DoubleDouble::PI).abs() < dd(1e-30));
}

#[test]
fn order_looks_at_both_parts() {
    assert!(DoubleDouble::sum(1.0, 1e-20) > dd(1.0));
    assert!(DoubleDouble::sum(1.0, -1e-20) < dd(1.0));
    assert!(dd(1.0).partial_cmp(&DoubleDouble::NAN).is_none());
    assert!(!DoubleDouble::sum(4e15, 1e-3).is_integer() && dd(-3.0).is_integer());
}
