//! Wide balls: they hold the function at all of their points, up to both ends, and little besides.

use alembert_algebra::numeric::{Ball, DomainError, DoubleDouble, SplitMix64};

/// Places in a ball as parts of its radius. An end is inside by a trillionth, so that no rounding of the
/// place leads out of the ball.
const PLACES: [f64; 9] = [-END, -0.99, -0.7, -0.3, 0.0, 0.3, 0.7, 0.99, END];
const END: f64 = 1.0 - 1e-12;

/// Radii of the balls.
const RADII: [f64; 7] = [1e-20, 1e-12, 1e-6, 1e-3, 0.02, 0.1, 0.4];

type Function = fn(Ball) -> Result<Ball, DomainError>;
type OfTwo = fn(Ball, Ball) -> Result<Ball, DomainError>;

/// A function of one ball, and the numbers that the balls are taken from.
struct Row {
    name: &'static str,
    f: Function,
    range: (f64, f64),
}

const fn row(name: &'static str, f: Function, low: f64, high: f64) -> Row {
    Row { name, f, range: (low, high) }
}

const FUNCTIONS: [Row; 21] = [
    row("sin", |x| Ok(x.sin()), -7.0, 7.0),
    row("cos", |x| Ok(x.cos()), -7.0, 7.0),
    row("tan", Ball::tan, -1.4, 1.4),
    row("asin", Ball::asin, -1.0, 1.0),
    row("acos", Ball::acos, -1.0, 1.0),
    row("atan", |x| Ok(x.atan()), -4.0, 4.0),
    row("sinh", |x| Ok(x.sinh()), -3.0, 3.0),
    row("cosh", |x| Ok(x.cosh()), -1.0, 1.0),
    row("tanh", |x| Ok(x.tanh()), -3.0, 3.0),
    row("asinh", |x| Ok(x.asinh()), -3.0, 3.0),
    row("acosh", Ball::acosh, 1.0, 4.0),
    row("atanh", Ball::atanh, -1.0, 1.0),
    row("exp", |x| Ok(x.exp()), -3.0, 3.0),
    row("log", Ball::log, 0.01, 4.0),
    row("sqrt", Ball::sqrt, 0.0, 3.0),
    row("abs", |x| Ok(x.abs()), -1.0, 1.0),
    row("square", |x| x.powi(2), -2.0, 2.0),
    row("cube", |x| x.powi(3), -2.0, 2.0),
    row("reciprocal", |x| Ball::ONE.divide(x), 0.1, 3.0),
    row("third root", |x| x.pow_ratio(&1.into(), &3.into()), 0.01, 3.0),
    row("power of minus three halves", |x| x.pow_ratio(&(-3).into(), &2.into()), 0.1, 3.0),
];

/// A place in a ball.
fn place(ball: Ball, part: f64) -> DoubleDouble {
    ball.mid() + (part * ball.rad()).into()
}

/// Whether the ball holds a number that is known up to the radius of another.
fn holds(ball: Ball, number: Ball) -> bool {
    let distance = (ball.mid() - number.mid()).abs();
    distance <= DoubleDouble::from(ball.rad()) + number.rad().into()
}

/// A random ball of a radius inside of a range; the centre comes near to both ends of it now and then.
fn random_ball((low, high): (f64, f64), rad: f64, generator: &mut SplitMix64) -> Ball {
    let share = [generator.unit(), 0.0, 1.0][usize::try_from(generator.below(8).min(2)).unwrap()];
    let inside = (low + rad * (1.0 + 1e-9), high - rad * (1.0 + 1e-9));
    Ball::new((inside.0 + share * (inside.1 - inside.0)).into(), rad)
}

#[test]
fn a_wide_ball_holds_the_function_at_all_of_its_points() {
    let mut generator = SplitMix64::new(31);
    for Row { name, f, range } in FUNCTIONS {
        let mut bounded = 0;
        for rad in RADII {
            for _ in 0..40 {
                let ball = random_ball(range, rad, &mut generator);
                let Ok(wide) = f(ball) else { continue };
                bounded += usize::from(wide.is_bounded());
                for part in PLACES {
                    let value = f(Ball::point(place(ball, part))).unwrap();
                    assert!(holds(wide, value), "{name} of {ball:?} at {part}: {wide:?} {value:?}");
                }
            }
        }
        assert!(bounded > 180, "{name}: {bounded} balls are bounded");
    }
}

/// Products, quotients and angles of two wide balls.
#[test]
fn a_function_of_two_wide_balls_holds_it_at_all_pairs_of_their_points() {
    let functions: [(&str, OfTwo); 4] = [
        ("product", |x, y| Ok(x * y)),
        ("quotient", Ball::divide),
        ("atan2", Ball::atan2),
        ("power", |x, y| (x + Ball::point(2.5.into())).pow(y)),
    ];
    let mut generator = SplitMix64::new(32);
    for (name, f) in functions {
        let mut bounded = 0;
        for _ in 0..1500 {
            let mut draw = || {
                let rad = RADII[usize::try_from(generator.below(7)).unwrap()];
                random_ball((-2.0, 2.0), rad, &mut generator)
            };
            let (x, y) = (draw(), draw());
            let Ok(wide) = f(x, y) else { continue };
            bounded += usize::from(wide.is_bounded());
            for (a, b) in PLACES.iter().flat_map(|&a| PLACES.map(|b| (a, b))) {
                let value = f(Ball::point(place(x, a)), Ball::point(place(y, b))).unwrap();
                assert!(
                    holds(wide, value),
                    "{name} of {x:?}, {y:?} at {a}, {b}: {wide:?} {value:?}"
                );
            }
        }
        assert!(bounded > 800, "{name}: {bounded} balls are bounded");
    }
}

/// Where a function is steepest its ball reaches just beyond the values at the ends; a ball that is wide
/// without need decides nothing.
#[test]
fn a_wide_ball_is_tight_where_the_function_is_steepest() {
    let steepest: [(&str, Function, DoubleDouble); 4] = [
        ("sin", |x| Ok(x.sin()), 0.0.into()),
        ("sin", |x| Ok(x.sin()), DoubleDouble::PI),
        ("cos", |x| Ok(x.cos()), DoubleDouble::PI.scaled(-1)),
        ("atan", |x| Ok(x.atan()), 0.0.into()),
    ];
    for (name, f, mid) in steepest {
        for rad in RADII {
            let ball = Ball::new(mid, rad);
            let wide = f(ball).unwrap();
            let reach = (wide.mid() - f(Ball::point(place(ball, 1.0))).unwrap().mid()).abs();
            let reach = reach.hi();
            assert!(wide.rad() >= reach * (1.0 - 1e-12), "{name} of {ball:?}: {wide:?}");
            // sin r = r − r³/6 …, atan r = r − r³/3 …
            let bound = reach * (1.0 + 0.4 * rad * rad + 1e-13) + 1e-28;
            assert!(wide.rad() <= bound, "{name} of {ball:?}: {wide:?}, {reach:e}");
        }
    }
}

/// √x falls by r/√m at most and by half of that at least from the centre m to the lower end: by all of it
/// where the ball begins at 0.
#[test]
fn the_root_of_a_ball_that_begins_at_zero_reaches_down_to_zero() {
    for mid in [1e-12, 0.5, 3.0] {
        let root = Ball::new(mid.into(), mid * END).sqrt().unwrap();
        assert!(holds(root, Ball::point((mid * 1e-12).into()).sqrt().unwrap()), "{root:?}");
        assert!(root.rad() <= mid.sqrt() * (1.0 + 1e-12), "{root:?}");
    }
}
