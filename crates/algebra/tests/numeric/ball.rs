//! Balls hold the truth: 45 digits of functions and random expressions, and exact fractions.

use crate::fraction::Fraction;
use crate::reference::{Value, chains, evaluate, printing_error, ratio, values};
use alembert_algebra::numeric::{Ball, DomainError, DoubleDouble, SplitMix64};
use std::cmp::Ordering;

fn ball(x: &Fraction) -> Ball {
    Ball::from_ratio(&x.num, &x.den).unwrap()
}

fn point(x: f64) -> Ball {
    Ball::point(x.into())
}

/// Whether the ball holds `truth`, given up to `error`, decided by exact fractions.
fn holds(ball: Ball, truth: &Fraction, error: &Fraction) -> bool {
    let distance = (&Fraction::double_double(ball.mid()) - truth).abs();
    !ball.is_bounded() || distance <= &Fraction::double(ball.rad()) + error
}

fn holds_exactly(ball: Ball, truth: &Fraction) -> bool {
    holds(ball, truth, &Fraction::double(0.0))
}

fn apply(function: &str, x: Ball, y: Option<Ball>) -> Result<Ball, DomainError> {
    Ok(match function {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan()?,
        "asin" => x.asin()?,
        "acos" => x.acos()?,
        "atan" => x.atan(),
        "atan2" => x.atan2(y.unwrap())?,
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh()?,
        "atanh" => x.atanh()?,
        "exp" => x.exp(),
        "log" => x.log()?,
        "sqrt" => x.sqrt()?,
        "pow" => x.pow(y.unwrap())?,
        "abs" => x.abs(),
        "neg" => -x,
        "+" => x + y.unwrap(),
        "-" => x - y.unwrap(),
        "*" => x * y.unwrap(),
        "/" => x.divide(y.unwrap())?,
        other => panic!("{other} is not in the table"),
    })
}

fn apply_row(row: &Value, widen: f64) -> Result<Ball, DomainError> {
    let argument = |x: &Fraction| {
        let exact = ball(x);
        // a ball of another centre that still holds the argument
        let shift = exact.mid().hi() * widen;
        Ball::new(exact.mid() + shift.into(), exact.rad() + 1.5 * shift.abs())
    };
    apply(row.function, argument(&row.arguments[0]), row.arguments.get(1).map(argument))
}

#[test]
fn functions_of_rational_points_lie_in_their_balls() {
    for row in values() {
        let value = apply_row(&row, 0.0).unwrap();
        assert!(holds(value, &row.value, &printing_error(&row.value)), "{row:?} in {value:?}");
    }
}

#[test]
fn functions_of_wide_balls_hold_the_value_at_each_of_their_points() {
    let mut undecided = 0;
    for row in values() {
        for widen in [1e-25, -1e-12, 1e-5, -1e-2, 0.3, -0.8] {
            match apply_row(&row, widen) {
                Ok(value) => assert!(
                    holds(value, &row.value, &printing_error(&row.value)),
                    "{row:?} with {widen} in {value:?}"
                ),
                Err(DomainError::Undecided { .. }) => undecided += 1,
                Err(error) => panic!("{row:?} with {widen}: {error}"),
            }
        }
    }
    assert!(undecided < 600, "{undecided} balls reach out of their domain");
}

/// Every function is known to 28 digits at points that a double-double holds.
#[test]
fn balls_of_exact_points_are_narrow() {
    for row in values() {
        if row.arguments.iter().all(|x| ball(x).rad() == 0.0) {
            let value = apply_row(&row, 0.0).unwrap();
            let floor = 4.0 * f64::MIN_POSITIVE;
            let bound = value.mid().hi().abs() * 2f64.powi(-93) + floor;
            assert!(value.rad() <= bound, "{row:?}: {value:?}");
        }
    }
}

/// The centre of a ball at a point is the double-double value itself.
#[test]
fn centres_are_the_double_double_values() {
    let x = DoubleDouble::from_ratio(&5.into(), &7.into());
    let b = Ball::point(x);
    let pairs = [
        (b.sin(), x.sin()),
        (b.exp(), x.exp()),
        (b.log().unwrap(), x.log()),
        (b.atan(), x.atan()),
        (b.tanh(), x.tanh()),
        (b.acos().unwrap(), x.acos()),
        (b.sqrt().unwrap(), x.sqrt()),
    ];
    for (ball, value) in pairs {
        assert_eq!(ball.mid(), value);
    }
}

#[test]
fn random_expressions_lie_in_their_balls() {
    let (mut undecided, mut narrow, mut signs) = (0, 0, 0);
    for (words, truth) in chains() {
        let value = match evaluate(&words, ball, apply) {
            Ok(value) => value,
            Err(DomainError::Undecided { .. }) => {
                undecided += 1;
                continue;
            }
            Err(error) => panic!("{words:?}: {error}"),
        };
        assert!(holds(value, &truth, &printing_error(&truth)), "{words:?} in {value:?}");
        narrow += usize::from(value.rad() <= 1e-20 * value.mid().hi().abs());
        if let Some(order) = value.order() {
            assert_eq!(order, truth.cmp(&Fraction::double(0.0)), "{words:?}");
            signs += 1;
        }
    }
    assert!(undecided < 8, "{undecided} undecided");
    assert!(narrow > 360 && signs > 380, "{narrow} narrow, {signs} signs decided");
}

/// A random ball, now and then a point, and a fraction in it, often at its end.
fn random_ball(generator: &mut SplitMix64) -> (Ball, Fraction) {
    let hi = (generator.unit() - 0.5) * 2f64.powi(i32::try_from(generator.below(10)).unwrap());
    let mid = DoubleDouble::sum(hi, hi * (generator.unit() - 0.5) * 1e-16);
    let rad =
        [0.0, 1e-30, 1e-3, 0.4][usize::try_from(generator.below(4)).unwrap()] * generator.unit();
    let place = [-1.0, 1.0, generator.unit()][usize::try_from(generator.below(3)).unwrap()];
    let offset = &Fraction::double(rad) * &Fraction::double(place);
    (Ball::new(mid, rad), &Fraction::double_double(mid) + &offset)
}

#[test]
fn arithmetic_of_balls_holds_the_results_of_all_their_points() {
    let mut generator = SplitMix64::new(13);
    for _ in 0..5000 {
        let ((b, x), (c, y)) = (random_ball(&mut generator), random_ball(&mut generator));
        assert!(holds_exactly(b + c, &(&x + &y)), "{b:?} + {c:?}");
        assert!(holds_exactly(b - c, &(&x - &y)), "{b:?} - {c:?}");
        assert!(holds_exactly(b * c, &(&x * &y)), "{b:?} * {c:?}");
        if let Ok(quotient) = b.divide(c) {
            assert!(holds_exactly(quotient, &(&x / &y)), "{b:?} / {c:?}");
        }
        if let Ok(root) = (b * b).sqrt() {
            assert!(holds_exactly(root, &x.abs()), "root of the square of {b:?}");
        }
    }
}

/// Exact rational arithmetic follows the balls through chains of twenty operations.
#[test]
fn random_rational_chains_lie_in_their_balls() {
    let mut generator = SplitMix64::new(3);
    for _ in 0..200 {
        let mut draw = |bound: u64| i64::try_from(generator.below(bound)).unwrap();
        let mut truth = Fraction::new(draw(1000).into(), (draw(1000) + 1).into());
        let mut value = ball(&truth);
        for _ in 0..20 {
            let operand = Fraction::new((draw(2001) - 1000).into(), (draw(1000) + 1).into());
            let choice = draw(5);
            (truth, value) = match choice {
                0 => (&truth + &operand, value + ball(&operand)),
                1 => (&truth - &operand, value - ball(&operand)),
                2 => (&truth * &operand, value * ball(&operand)),
                3 if value.excludes_zero() => {
                    (&operand / &truth, ball(&operand).divide(value).unwrap())
                }
                _ => (&truth * &truth, value.powi(2).unwrap()),
            };
            if truth.num.bits() > 4000 {
                break;
            }
            assert!(holds_exactly(value, &truth), "{value:?}");
        }
    }
}

#[test]
fn cancellation_is_never_taken_for_a_proof() {
    let x = ball(&ratio("1/3"));
    let zeros = [
        x.sin().powi(2).unwrap() + x.cos().powi(2).unwrap() - Ball::ONE,
        x.exp().log().unwrap() - x,
        (x + x).sin() - point(2.0) * x.sin() * x.cos(),
        x.cosh().powi(2).unwrap() - x.sinh().powi(2).unwrap() - Ball::ONE,
        point(4.0) * Ball::ONE.atan() - Ball::pi(),
        x.sqrt().unwrap().powi(2).unwrap() - x,
        x.asin().unwrap() + x.acos().unwrap() - Ball::pi() * point(0.5),
        Ball::pi().sin(),
    ];
    for (i, zero) in zeros.iter().enumerate() {
        assert!(!zero.excludes_zero() && zero.order().is_none(), "identity {i}: {zero:?}");
        assert!(zero.rad() < 1e-27, "identity {i}: {zero:?}");
    }
}

#[test]
fn differences_of_a_quintillionth_of_a_quintillionth_are_seen() {
    let pi_like = ball(&ratio("31415926535897932384626433833/10000000000000000000000000000"));
    assert_eq!((pi_like - Ball::pi()).order(), Some(Ordering::Greater));
    assert_eq!(pi_like.sin().order(), Some(Ordering::Less));
}

#[test]
fn signs_are_those_of_the_number() {
    assert_eq!(point(-3.0).order(), Some(Ordering::Less));
    assert_eq!(Ball::ZERO.order(), Some(Ordering::Equal));
    assert_eq!((point(2.0) - point(2.0)).order(), Some(Ordering::Equal));
    assert_eq!(point(-3.0).sign(), point(-1.0));
    assert_eq!(Ball::new(0.5.into(), 1.0).sign(), Ball::new(0.0.into(), 1.0));
    assert_eq!(point(-3.0).abs(), point(3.0));
    let straddling = Ball::new((-0.5).into(), 1.0).abs();
    assert!(straddling.lower() <= 0.0 && straddling.upper() >= 1.5);
}

#[test]
fn outside_the_domain_is_told_from_undecided() {
    let outside = |function| Err(DomainError::Outside { function });
    let undecided = |function| Err(DomainError::Undecided { function });
    let near = |x: f64| Ball::new(x.into(), 1e-20);
    assert_eq!(Ball::ONE.divide(Ball::ZERO), outside("division"));
    assert_eq!(Ball::ONE.divide(near(0.0)), undecided("division"));
    assert_eq!(Ball::ZERO.powi(-1), outside("division"));
    assert_eq!(point(-1.0).log(), outside("log"));
    assert_eq!(Ball::ZERO.log(), outside("log"));
    assert_eq!(near(0.0).log(), undecided("log"));
    assert_eq!(point(-1.0).sqrt(), outside("sqrt"));
    assert_eq!(near(0.0).sqrt(), undecided("sqrt"));
    assert_eq!(Ball::ZERO.sqrt(), Ok(Ball::ZERO));
    assert_eq!(point(1.5).asin(), outside("asin"));
    assert_eq!(near(1.0).asin(), undecided("asin"));
    assert_eq!(near(-1.0).acos(), undecided("acos"));
    assert_eq!(point(0.5).acosh(), outside("acosh"));
    assert_eq!(near(1.0).acosh(), undecided("acosh"));
    assert_eq!(Ball::ONE.atanh(), outside("atanh"));
    assert_eq!(near(-1.0).atanh(), undecided("atanh"));
    assert_eq!(Ball::ZERO.atan2(Ball::ZERO), outside("atan2"));
    assert_eq!(near(0.0).atan2(near(0.0)), undecided("atan2"));
    assert_eq!((Ball::pi() * point(0.5)).tan(), undecided("tan"));
    assert_eq!(point(-2.0).pow(point(0.5)), outside("power"));
    assert_eq!(Ball::from_ratio(&1.into(), &0.into()), outside("division"));
}

#[test]
fn ends_of_the_domain_belong_to_it() {
    let half_pi = Ball::pi() * point(0.5);
    assert!(!(Ball::ONE.asin().unwrap() - half_pi).excludes_zero());
    assert_eq!(Ball::ONE.acos(), Ok(Ball::ZERO));
    assert_eq!(Ball::ONE.acosh(), Ok(Ball::ZERO));
    assert!(!((-Ball::ONE).acos().unwrap() - Ball::pi()).excludes_zero());
}

#[test]
fn angles_beside_the_cut_hold_both_sides() {
    let y = Ball::new(0.0.into(), 1e-25);
    let angle = y.atan2(point(-1.0)).unwrap();
    assert!(angle.upper() >= 3.15 && angle.lower() <= -3.15);
    assert_eq!(Ball::ZERO.atan2(point(-1.0)).unwrap().order(), Some(Ordering::Greater));
    assert!(y.atan2(Ball::ONE).unwrap().rad() < 1e-24);
}

#[test]
fn rational_powers_follow_the_principal_branch() {
    let pow = |x: &str, e: (i64, i64)| ball(&ratio(x)).pow_ratio(&e.0.into(), &e.1.into());
    let cube = pow("8/27", (1, 3)).unwrap().powi(3).unwrap() - ball(&ratio("8/27"));
    assert!(!cube.excludes_zero() && cube.rad() < 1e-27);
    assert!(holds_exactly(pow("9/4", (-3, 2)).unwrap(), &ratio("8/27")));
    assert!(holds_exactly(pow("-2/1", (6, -3)).unwrap(), &ratio("1/4")));
    assert_eq!(pow("0/1", (1, 3)), Ok(Ball::ZERO));
    assert_eq!(pow("0/1", (-1, 3)), Err(DomainError::Outside { function: "power" }));
    assert_eq!(pow("-8/1", (1, 3)), Err(DomainError::Outside { function: "power" }));
    assert!(pow("10/1", (-400, 1)).unwrap().upper() < 1e-300);
}

#[test]
fn overflow_is_unbounded_and_stays_so() {
    let huge = point(1e200) * point(1e200);
    assert_eq!(huge, Ball::UNBOUNDED);
    assert_eq!(huge - huge, Ball::UNBOUNDED);
    assert_eq!(point(1000.0).exp(), Ball::UNBOUNDED);
    assert_eq!(huge.order(), None);
    assert_eq!(Ball::ONE.divide(huge), Err(DomainError::Undecided { function: "division" }));
    assert_eq!(huge * Ball::ZERO, Ball::ZERO);
    assert!(holds_exactly(huge.sin(), &ratio("-1/1")) && huge.tanh().rad() == 1.0);
    assert!(!point(-800.0).exp().excludes_zero());
    for f in [Ball::sinh, Ball::cosh, Ball::exp, Ball::asinh] {
        assert_eq!(f(huge), Ball::UNBOUNDED);
    }
}

#[test]
fn bounds_in_doubles_lie_outside() {
    let mut generator = SplitMix64::new(4);
    for _ in 0..1000 {
        let mid = DoubleDouble::sum(generator.unit() - 0.5, (generator.unit() - 0.5) * 1e-17);
        let b = Ball::new(mid, generator.unit() * 2f64.powi(-90));
        let (mid, rad) = (Fraction::double_double(b.mid()), Fraction::double(b.rad()));
        assert!(Fraction::double(b.upper()) >= &mid + &rad);
        assert!(Fraction::double(b.lower()) <= &mid - &rad);
        assert!(b.upper() - b.lower() < 1e-15);
    }
    assert_eq!((point(2.0).lower(), point(2.0).upper()), (2.0, 2.0));
}
