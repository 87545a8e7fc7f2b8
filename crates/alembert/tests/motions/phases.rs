//! Dry friction that holds and lets go: against closed forms, piece by piece.

#![allow(non_snake_case, reason = "A and F are the symbols of the closed forms")]

use std::f64::consts::PI;

use alembert::walk::{RunReport, RunRequest};

use crate::{column, followed, last};

/// All methods that follow phases, with the accuracy of each.
pub(crate) const METHODS: [(Option<&str>, f64); 3] =
    [(None, 1e-12), (Some("dop853"), 1e-10), (Some("radau"), 1e-9)];

pub(crate) fn by(text: &str, method: Option<&str>) -> RunReport {
    let report = followed(text, RunRequest { method, ..RunRequest::default() });
    assert_eq!(report.stop, "end", "{:?}\n{text}", report.reason);
    assert!(report.energy_drift < 1e-8 && report.max_residual < 1e-8, "{text}");
    report
}

pub(crate) fn near(found: f64, exact: f64, close: f64, what: &str) {
    assert!((found - exact).abs() < close * (1.0 + exact.abs()), "{found} and not {exact}: {what}");
}

/// What phases begin with, and when.
pub(crate) fn assert_phases(report: &RunReport, exact: &[(&str, &str, f64)], close: f64) {
    let found: Vec<_> = report.phases.iter().map(|p| (&*p.argument, p.how, p.t)).collect();
    assert_eq!(found.len(), exact.len(), "{found:?} {exact:?}");
    for (a, b) in found.iter().zip(exact) {
        assert_eq!((a.0, a.1), (b.0, b.1), "{found:?}");
        near(a.2, b.2, close, a.0);
    }
}

/// A block on an incline, x down the slope.
pub(crate) fn incline(mu: f64, v: f64) -> String {
    format!(
        "coordinates\n  x [m]\nparameters\n  m = 2 [kg]\n  g = 9.81 [m/s^2]\n  al = 0.4 [rad]\n  mu = {mu} [1]\n\
         T = ½ m x'²\nV = -m g x sin(al)\nforces\n  x: -mu m g cos(al) sign(x')\n\
         initial\n  x = 0 [m], x' = {v} [m/s]\nrun 0 .. 3 s\n"
    )
}

#[test]
fn a_block_on_an_incline_stops_and_stays() {
    let (g, sin, cos) = (9.81, 0.4f64.sin(), 0.4f64.cos());
    for (method, close) in METHODS {
        for v in [1.5, -1.5] {
            let report = by(&incline(0.6, v), method);
            let a = g * (0.6 * cos - sin * v.signum());
            assert_phases(&report, &[("x'", "sticks", v.abs() / a)], close);
            near(last(&report, "x"), v * v.abs() / (2.0 * a), close, "x");
            assert_eq!(last(&report, "x'"), 0.0);
            // it pushes against the slope, no more than that
            near(last(&report, "friction_x"), -2.0 * g * sin, close, "friction");
            let before = column(&report, "friction_x")[1];
            near(before, -0.6 * 2.0 * g * cos * v.signum(), close, "friction");
        }
    }
    let friction = by(&incline(0.6, 1.5), None);
    let unit = friction.columns.iter().find(|c| c.name == "friction_x").expect("a column");
    assert_eq!(unit.unit.as_deref(), Some("N"));
    assert!(friction.text(alembert::Spelling::Ascii, false).contains("x' sticks at t = "));
}

#[test]
fn a_block_on_a_steep_incline_slides_back() {
    let (g, sin, cos) = (9.81, 0.4f64.sin(), 0.4f64.cos());
    for (method, close) in METHODS {
        let report = by(&incline(0.3, -1.5), method);
        let (up, down) = (g * (sin + 0.3 * cos), g * (sin - 0.3 * cos));
        let (t, x) = (1.5 / up, -1.5 * 1.5 / (2.0 * up));
        near(last(&report, "x"), x + 0.5 * down * (3.0 - t).powi(2), close, "x");
        assert_phases(&report, &[], close);
    }
    // at rest it is held, or it is not
    near(last(&by(&incline(0.6, 0.0), None), "x"), 0.0, 1e-300, "held");
    let down = g * (sin - 0.3 * cos);
    near(last(&by(&incline(0.3, 0.0), None), "x"), 4.5 * down, 1e-12, "let go");
}

/// The same at rest where friction is just enough: tan α = μ.
#[test]
fn friction_that_is_just_enough_holds() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: 0.3 - 0.3 sign(x')\ninitial\n  x = 0, x' = {v}\nrun 0 .. 5\n";
    assert_eq!(last(&by(&text.replace("{v}", "0"), None), "x"), 0.0);
    // which moves with it goes on for ever, and which moves against it stops
    near(last(&by(&text.replace("{v}", "1"), None), "x"), 5.0, 1e-13, "x");
    near(last(&by(&text.replace("{v}", "-1"), None), "x"), -1.0 / 1.2, 1e-13, "x");
}

/// A block m on a block M, which a growing force p t pulls: they part where m p t/(M + m) = f.
#[test]
fn stacked_blocks_part() {
    let text = "coordinates\n  X, x\nL = ½*2 X'² + ½ x'²\nforces\n  X: 3 t + 1.2 sign(x' - X')\n  \
                x: -1.2 sign(x' - X')\ninitial\n  X = 0, x = 0, X' = 0, x' = 0\nrun 0 .. 3\n";
    let t: f64 = 1.2 * 3.0 / 3.0;
    let (v, s) = (t * t / 2.0, t.powi(3) / 6.0);
    let h = 3.0 - t;
    for (method, close) in METHODS {
        let report = by(text, method);
        near(last(&report, "x"), s + v * h + 0.6 * h * h, close, "upper");
        let lower = s + v * h + (3.0 * t - 1.2) / 2.0 * h * h / 2.0 + 1.5 * h.powi(3) / 6.0;
        near(last(&report, "X"), lower, close, "lower");
        assert_phases(&report, &[("x' - X'", "slips", t)], close);
    }
}

/// On a rough floor: the lower one drags the upper one until they are one, and both stop together.
#[test]
fn stacked_blocks_meet_and_stop() {
    let text = "coordinates\n  X, x\nL = ½*2 X'² + ½ x'²\nforces\n  X: -2 sign(X') + 1.2 sign(x' - X')\n  \
                x: -1.2 sign(x' - X')\ninitial\n  X = 0, x = 0, X' = 3, x' = 0\nrun 0 .. 4\n";
    let (lower, upper) = (1.6, 1.2);
    let t = 3.0 / (lower + upper);
    let v = upper * t;
    let end = t + v / (2.0 / 3.0);
    let way = v * v / (2.0 * 2.0 / 3.0);
    for (method, close) in METHODS {
        let report = by(text, method);
        near(last(&report, "x"), 0.5 * upper * t * t + way, close, "upper");
        near(last(&report, "X"), 3.0 * t - 0.5 * lower * t * t + way, close, "lower");
        assert_phases(&report, &[("x' - X'", "sticks", t), ("X'", "sticks", end)], close);
    }
}

/// x'' + x = A cos Ωt − F sign x', in closed form from piece to piece.
struct Forced {
    A: f64,
    omega: f64,
    F: f64,
}

impl Forced {
    /// Place and velocity with a sign from a state on.
    fn slides(&self, (t, x, v): (f64, f64, f64), sign: f64, to: f64) -> (f64, f64) {
        let (a, w) = (self.A / (1.0 - self.omega * self.omega), self.omega);
        let (c, d) = (x - a * (w * t).cos() + sign * self.F, v + a * w * (w * t).sin());
        let (sin, cos) = (to - t).sin_cos();
        let x = a * (w * to).cos() - sign * self.F + c * cos + d * sin;
        (x, -a * w * (w * to).sin() - c * sin + d * cos)
    }

    fn drive(&self, t: f64, x: f64) -> f64 {
        self.A * (self.omega * t).cos() - x
    }

    /// The motion from rest, with the phases until an end.
    fn motion(&self, end: f64) -> (f64, f64, Vec<(&'static str, &'static str, f64)>) {
        let (mut t, mut x, mut phases) = (0.0, 0.0, Vec::new());
        loop {
            if self.drive(t, x).abs() < self.F - 1e-9 {
                phases.push(("x'", "sticks", t));
                let Some(free) = zero(|t| self.F - self.drive(t, x).abs(), t, end) else {
                    return (x, 0.0, phases);
                };
                phases.push(("x'", "slips", free));
                t = free;
            }
            let sign = self.drive(t, x).signum();
            let moves = |to: f64| self.slides((t, x, 0.0), sign, to);
            match zero(|to| sign * moves(to).1, t + 1e-3, end) {
                None => return (moves(end).0, moves(end).1, phases),
                Some(stop) => (t, x) = (stop, moves(stop).0),
            }
        }
    }
}

/// The first zero of a function that begins positive.
fn zero(f: impl Fn(f64) -> f64, from: f64, end: f64) -> Option<f64> {
    let h = 1e-3;
    let mut t = from + 1e-9;
    while f(t + h) > 0.0 {
        t += h;
        if t > end {
            return None;
        }
    }
    let (mut low, mut high) = (t, t + h);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    (high <= end).then_some(high)
}

#[test]
fn a_forced_oscillator_sticks_and_slips_again() {
    for (A, omega, F) in [(1.5, 0.5, 1.0), (2.0, 0.3, 0.9), (1.2, 1.7, 0.4)] {
        let text = format!(
            "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: {A} cos({omega} t) - {F} sign(x')\n\
             initial\n  x = 0, x' = 0\nrun 0 .. 40\n"
        );
        let (x, v, phases) = Forced { A, omega, F }.motion(40.0);
        for (method, close) in METHODS {
            let report = by(&text, method);
            near(last(&report, "x"), x, 10.0 * close, &text);
            near(last(&report, "x'"), v, 10.0 * close, &text);
            assert_phases(&report, &phases, 10.0 * close);
        }
        assert!(omega > 1.0 || phases.len() > 5, "{phases:?}");
    }
}

/// Slips behind the belt are x = xₑ + e^{ct/2} (…), which grows; then the belt takes the block along to x = F.
#[test]
fn a_block_on_a_belt_sticks_and_slips_by_turns() {
    let (v, F, c) = (0.6, 1.0, 0.3);
    let text = format!(
        "coordinates\n  x\nparameters\n  v = {v}\n  F = {F}\n  c = {c}\nL = ½ x'² - ½ x²\n\
         forces\n  x: -sign(x' - v)*(F - c abs(x' - v))\ninitial\n  x = 0, x' = {v}\nrun 0 .. 30\n"
    );
    let (middle, w) = (F - c * v, (1.0f64 - c * c / 4.0).sqrt());
    let slides = |tau: f64| {
        let (a, b) = (F - middle, (v - c / 2.0 * (F - middle)) / w);
        let ((sin, cos), e) = ((w * tau).sin_cos(), (c / 2.0 * tau).exp());
        let x = middle + e * (a * cos + b * sin);
        (x, c / 2.0 * (x - middle) + e * w * (b * cos - a * sin))
    };
    let slip = zero(|tau| v - slides(tau).1, 1e-2, 30.0).expect("it is caught");
    let caught = slides(slip).0;
    let (mut t, mut phases) = (F / v, Vec::new());
    while t < 30.0 {
        phases.push(("v - x'", "slips", t));
        phases.push(("v - x'", "sticks", t + slip));
        t += slip + (F - caught) / v;
    }
    phases.retain(|p| p.2 < 30.0);
    let begin = phases.iter().rfind(|p| p.1 == "slips").expect("it slips").2;
    let x = match 30.0 - begin {
        tau if tau < slip => slides(tau).0,
        tau => caught + v * (tau - slip),
    };
    assert!(phases.len() > 6);
    for (method, close) in METHODS {
        let report = by(&text, method);
        near(last(&report, "x"), x, 10.0 * close, "x");
        assert_phases(&report, &phases, 10.0 * close);
    }
}

/// A blade that turns with ω: along it u' = cos t − 0.7 sign u, whatever the heading.
#[test]
fn a_sleigh_with_friction_along_its_blade_sticks_and_slips() {
    let text = "coordinates\n  x, y, phi\nL = ½ (x'² + y'²) + ½ phi'²\n\
                constraints\n  blade: x' sin(phi) - y' cos(phi) = 0\nforces\n  \
                x: (cos(t) - 0.7 sign(x' cos(phi) + y' sin(phi))) cos(phi)\n  \
                y: (cos(t) - 0.7 sign(x' cos(phi) + y' sin(phi))) sin(phi)\n\
                initial\n  x = 0, y = 0, phi = 0.2, phi' = 0.7, x' = 0\nrun 0 .. 12\n\
                observe\n  u = x' cos(phi) + y' sin(phi)\n";
    let slides = |t0: f64, sign: f64, t: f64| t.sin() - t0.sin() - sign * 0.7 * (t - t0);
    let (mut t, mut sign, mut phases) = (0.0f64, 1.0, Vec::new());
    let end = loop {
        let Some(stop) = zero(|to| sign * slides(t, sign, to), t + 1e-2, 12.0) else {
            break slides(t, sign, 12.0);
        };
        t = stop;
        if t.cos().abs() < 0.7 {
            phases.push(("sticks", t));
            let Some(free) = zero(|t| 0.7 - t.cos().abs(), t, 12.0) else { break 0.0 };
            phases.push(("slips", free));
            t = free;
        }
        sign = t.cos().signum();
    };
    assert!(phases.len() > 3, "{phases:?}");
    for (method, close) in METHODS {
        let report = by(text, method);
        near(last(&report, "u"), end, 10.0 * close, "u");
        near(last(&report, "phi"), 0.2 + 0.7 * 12.0, 10.0 * close, "phi");
        let found: Vec<_> = report.phases.iter().map(|p| (p.how, p.t)).collect();
        assert_eq!(found.len(), phases.len(), "{found:?} {phases:?}");
        for (a, b) in found.iter().zip(&phases) {
            assert_eq!(a.0, b.0);
            near(a.1, b.1, 10.0 * close, "a phase");
        }
    }
}

/// A body on a belt that falls with 1, which friction of 1.6 takes along.
#[test]
fn a_belt_that_falls_takes_a_body_along() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'² - y\nforces\n  x: -1.6 sign(x' - y')\n\
                initial\n  x = 0, x' = 1, y = 0, y' = 0\nrun 0 .. 5\n";
    let report = by(text, None);
    assert_eq!(report.phases.len(), 1);
    near(report.phases[0].t, 1.0 / 0.6, 1e-14, "t");
    near(last(&report, "x'"), -5.0, 1e-14, "x'");
}

#[test]
fn blocks_side_by_side_stop_at_one_moment() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nforces\n  x: -0.4 sign(x')\n  y: -0.4 sign(y')\n\
                initial\n  x = 0, x' = 1, y = 0, y' = 1\nrun 0 .. 5\n";
    let report = by(text, None);
    assert_phases(&report, &[("x'", "sticks", 2.5), ("y'", "sticks", 2.5)], 1e-14);
    near(last(&report, "x"), 1.25, 1e-14, "x");
    near(last(&report, "y"), 1.25, 1e-14, "y");
}

/// Two blocks on a rod: it is not determined how they share the force that holds them, and the motion is.
#[test]
fn friction_forces_that_depend_on_each_other_are_told() {
    let text = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nforces\n  x: 2 sin(t) - 0.5 sign(x')\n  y: -0.4 sign({y})\n\
                constraints\n  rod: x' = {s} y'\ninitial\n  x = 0, y = 0, x' = 0\nrun 0 .. 2\n";
    // held until 2 sin t = 0.9, then 2 x'' = 2 sin t − 0.9
    let t = 0.45f64.asin();
    let v = t.cos() - 2f64.cos() - 0.45 * (2.0 - t);
    for (s, y) in [("1", "y'"), ("-1", "y'"), ("1", "-3 y'")] {
        let text = text.replace("{s}", s).replace("{y}", y);
        let text = if y == "y'" { text } else { text.replace("-0.4", "0.4") };
        let report = by(&text, None);
        near(last(&report, "x'"), v, 1e-12, &text);
        assert!(report.phases.iter().all(|p| p.how == "slips" && (p.t - t).abs() < 1e-12));
        assert_eq!((report.phases.len(), report.shared.len()), (2, 1), "{:?}", report.shared);
    }
}

/// Nine blocks that begin at rest: 3⁹ modes. The last ones are joined by springs, of which the first is pressed.
#[test]
fn many_blocks_that_begin_together_are_told_apart() {
    let pushes: [f64; 6] = [0.1, 0.7, -0.2, -0.9, 0.4, 0.5];
    let list = |of: &dyn Fn(usize) -> String, between: &str| {
        (0..9).map(of).collect::<Vec<_>>().join(between)
    };
    let force = |k: usize| pushes.get(k).map_or("0".to_owned(), f64::to_string);
    let text = format!(
        "coordinates\n  {}\nL = {} - 2 (x6 - x7)² - 2 (x7 - x8)²\nforces\n  {}\n\
         initial\n  {}, x6 = 0.25, x7 = 0, x8 = 0\nrun 0 .. 0.5\n",
        list(&|k| format!("x{k}"), ", "),
        list(&|k| format!("½ x{k}'²"), " + "),
        list(&|k| format!("x{k}: {} - 0.4 sign(x{k}')", force(k)), "\n  "),
        list(&|k| format!("x{k}' = 0"), ", "),
    );
    let report = by(&text, None);
    for (k, push) in pushes.iter().enumerate() {
        let a = (push.abs() - 0.4).max(0.0) * push.signum();
        near(last(&report, &format!("x{k}")), a * 0.125, 1e-13, &text);
    }
    // the pressed spring moves both of its blocks, each by 0.6 at first
    let sum = last(&report, "x6") + last(&report, "x7");
    assert!(last(&report, "x6") < 0.25 && last(&report, "x7") > 0.0);
    // the third one waits until the second one has come by 0.1
    let moves = report.phases.iter().any(|p| p.argument == "x8'" && p.how == "slips");
    assert_eq!(last(&report, "x8") > 0.0, moves);
    assert!(moves || (sum - 0.25).abs() < 0.02, "{sum}");
}

/// A constraint holds y, and friction on it changes nothing; x comes to rest.
#[test]
fn friction_on_what_a_constraint_holds_does_nothing() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nforces\n  x: -0.2 sign(x')\n  y: -0.3 sign(y')\n\
                constraints\n  wall: {wall}\ninitial\n  x = 0, y = 0, x' = 1\nrun 0 .. 7\n";
    for wall in ["y = 0", "y' = 0"] {
        let report = by(&text.replace("{wall}", wall), None);
        assert_phases(&report, &[("x'", "sticks", 5.0)], 1e-13);
        near(last(&report, "x"), 2.5, 1e-13, wall);
    }
}

/// x'' = A sin t − sign x' with A = 1 + 10⁻⁷: held but for short slips, each 1.125 δ⁴ long and from −δ to 2δ beside its
/// π/2 + n π, δ² = 2 (1 − 1/A). What friction and force do in turn is 10⁸ times as large as the energy ever is.
#[test]
fn slips_with_hardly_any_energy_keep_the_balance_of_work() {
    let text = "coordinates\n  x\nL = ½ x'²\nforces\n  x: 1.0000001 sin(t) - sign(x')\n\
                initial\n  x = 0, x' = 0\nrun 0 .. 30\n";
    let delta = (1.0f64 / 1.0000001).acos();
    let middles = || (0..10).map(|n| PI / 2.0 + PI * f64::from(n));
    let phases: Vec<_> = middles()
        .flat_map(|t| [("x'", "slips", t - delta), ("x'", "sticks", t + 2.0 * delta)])
        .collect();
    for method in [None, Some("radau")] {
        let report = by(text, method);
        assert_phases(&report, &phases, 1e-10);
        let way = 1.125 * delta.powi(4);
        let x = report.phases[1].state[0].1;
        assert!((x - way).abs() < 1e-5 * way, "{x} and not {way} by {method:?}");
    }
}

/// The same constraint twice: how it shares its force is not determined, the motion and the friction are.
#[test]
fn dependent_constraints_stand_beside_friction() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nforces\n  x: 2 sin(t) - 0.5 sign(x')\n\
                constraints\n  a: x' = y'\n  b: {b}\ninitial\n  x = 0, y = 0, x' = 0\nrun 0 .. 2\n";
    // held until sin t = ¼, then 2 x'' = 2 sin t − ½
    let t = 0.25f64.asin();
    let v = t.cos() - 2f64.cos() - 0.25 * (2.0 - t);
    for b in ["2 x' = 2 y'", "x - y = 0"] {
        for (method, close) in METHODS {
            let report = by(&text.replace("{b}", b), method);
            assert_phases(&report, &[("x'", "slips", t)], close);
            near(last(&report, "x'"), v, 10.0 * close, b);
            assert!(!report.unique, "{b}");
        }
    }
    // dependent friction beside dependent constraints
    let both =
        text.replace("{b}", "2 x' = 2 y'").replace("sign(x')\n", "sign(x')\n  y: -0.4 sign(y')\n");
    let report = by(&both, None);
    let t = 0.45f64.asin();
    near(last(&report, "x'"), t.cos() - 2f64.cos() - 0.45 * (2.0 - t), 1e-12, "x'");
    assert_eq!((report.phases.len(), report.shared.len(), report.unique), (2, 1, false));
}

/// A kink in a constraint, x' ≠ 0 away from it: what else has a sign is followed by phases. A push of 1000 for 0.001 moves
/// both masses, and friction on z lets it go where sin t = ¼.
#[test]
fn signs_beside_a_kink_of_a_constraint_have_phases() {
    let text = "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²)\nforces\n  \
                x: 500 (sign(t - 50) - sign(t - 50.001))\n  z: 2 sin(t) - 0.5 sign(z')\n\
                constraints\n  c: y' = abs(x')\ninitial\n  x = 0, x' = 0.5, y = 0, z' = 0, z = 0\nrun 0 .. {to}\n";
    let t = 0.25f64.asin();
    let v = 2.0 * (t.cos() - 2f64.cos()) - 0.5 * (2.0 - t);
    for method in ["dop853", "radau"] {
        let report = by(&text.replace("{to}", "2"), Some(method));
        assert_phases(&report, &[("z'", "slips", t)], 1e-10);
        near(last(&report, "z'"), v, 1e-9, method);
        let later = by(&text.replace("{to}", "100").replace("2 sin(t) - ", "-"), Some(method));
        near(last(&later, "x'"), 1.0, 1e-9, method);
    }
}
