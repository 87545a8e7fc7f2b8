//! Sensitivities across jumps of `sign`, kinks of `abs` and corners of tables: against closed forms, and against
//! differences of whole motions.

use std::f64::consts::PI;
use std::ops::ControlFlow;

use alembert::language::{Source, read_expression};
use alembert::walk::{LyapunovRequest, RunReport, RunRequest, lyapunov, run};

use crate::{column, followed, last, model};

/// A run with derivatives by these names. The tolerance is the smallest one, because jumps of the run itself are
/// found by the error of its steps.
fn by(text: &str, names: &[&str]) -> RunReport {
    asked(text, names, Some(1e-15))
}

fn asked(text: &str, names: &[&str], tol: Option<f64>) -> RunReport {
    let model = model(text);
    let read = |name: &&str| read_expression(&Source::new("by", *name), &model).expect("a name");
    let by: Vec<_> = names.iter().map(read).collect();
    let request = RunRequest { sensitivity: &by, tol, ..RunRequest::default() };
    run(&model, request, &mut |_| ControlFlow::Continue(())).expect("a run")
}

/// A text with `{name}` replaced by values.
fn filled(text: &str, values: &[(&str, f64)]) -> String {
    let put = |text: String, (name, value): &(&str, f64)| {
        text.replace(&format!("{{{name}}}"), &format!("{value:?}"))
    };
    values.iter().fold(text.to_owned(), put)
}

/// Derivatives are differences of motions, to 8 figures; `part` is the change of each value, as a part of it.
/// The differences are of order 8: what is left of them is the error of the motions over their distance.
fn assert_differences(text: &str, values: &[(&str, f64)], part: f64) {
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let report = by(&filled(text, values), &names);
    assert_eq!((report.stop, &report.lacks), ("end", &None), "{text}");
    let state: Vec<String> =
        report.columns[1..=report.state].iter().map(|c| c.name.clone()).collect();
    for (k, (name, value)) in values.iter().enumerate() {
        let h = part * value.abs();
        let mut sums = vec![0.0; state.len()];
        for (i, weight) in (1u8..).zip([4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0]) {
            for sign in [1.0, -1.0] {
                let mut changed = values.to_vec();
                changed[k].1 += sign * f64::from(i) * h;
                let moved = by(&filled(text, &changed), &[]);
                assert_eq!(moved.stop, "end", "{text}");
                let ends = state.iter().map(|q| last(&moved, q));
                sums.iter_mut().zip(ends).for_each(|(s, x)| *s += sign * weight * x / h);
            }
        }
        for (q, difference) in state.iter().zip(sums) {
            let found = last(&report, &format!("d{q}/d{name}"));
            let error = (found - difference).abs() / difference.abs().max(1.0);
            assert!(error < 1e-8, "d{q}/d{name} = {found} and not {difference}\n{text}");
        }
    }
}

/// v = v₀ − (a + μ) t until t₁ = v₀/(a + μ), and v = −(a − μ)(t − t₁) from there on.
#[test]
fn a_block_that_friction_turns_has_the_derivatives_of_its_closed_form() {
    let text = "coordinates\n  x\nparameters\n  mu = 0.3\n  a = 1\nL = ½ x'²\nforces\n  x: -a - mu sign(x')\n\
                initial\n  x = 0, x' = 1.2\nrun 0 .. 3\n";
    let report = by(text, &["mu", "a", "x'", "x"]);
    assert_eq!(report.lacks, None);
    let (mu, a, v, t) = (0.3f64, 1.0, 1.2, 3.0);
    let t1 = v / (a + mu);
    let by_t1 = a - mu; // of v; −(a − μ)(t − t₁) of x but for what the way until t₁ gives
    let exact = [
        ("dx'/dmu", (t - t1) - by_t1 * t1 / (a + mu)),
        ("dx'/da", -(t - t1) - by_t1 * t1 / (a + mu)),
        ("dx'/dx'", by_t1 / (a + mu)),
        ("dx'/dx", 0.0),
        ("dx/dmu", -t1 * t1 / 2.0 + (t - t1).powi(2) / 2.0 - by_t1 * (t - t1) * t1 / (a + mu)),
        ("dx/da", -t1 * t1 / 2.0 - (t - t1).powi(2) / 2.0 - by_t1 * (t - t1) * t1 / (a + mu)),
        ("dx/dx'", t1 + by_t1 * (t - t1) / (a + mu)),
        ("dx/dx", 1.0),
    ];
    for (name, exact) in exact {
        let found = last(&report, name);
        assert!((found - exact).abs() < 1e-11, "{name} = {found} and not {exact}");
    }
}

/// Six turns of an oscillator, each a jump; forwards and backwards in time.
#[test]
fn derivatives_across_turns_are_differences_of_motions() {
    let text = "coordinates\n  x\nparameters\n  mu = {mu}\n  a = {a}\nL = ½ x'²\nforces\n  \
                x: -a x - mu sign(x') + 0.2\ninitial\n  x = {x}, x' = {x'}\nrun 0 .. 5\n";
    let values = [("mu", 0.3), ("a", 2.0), ("x", 1.2), ("x'", 1.0)];
    assert_differences(text, &values, 1e-2);
    assert_differences(&text.replace("0 .. 5", "5 .. 0"), &values, 1e-2);
}

#[test]
fn derivatives_across_kinks_are_differences_of_motions() {
    let text = "coordinates\n  x\nparameters\n  a = {a}\nL = ½ x'² - a abs(x - a) x\nforces\n  \
                x: -0.1 x' abs(x')\ninitial\n  x = {x}, x' = {x'}\nrun 0 .. 5\n";
    assert_differences(text, &[("a", 0.7), ("x", 1.2), ("x'", 1.0)], 1e-2);
}

/// The surface moves with time, with the state and with parameters.
#[test]
fn a_force_that_time_switches_has_the_derivatives_of_its_switching_times() {
    let moving = "coordinates\n  x\nparameters\n  w = {w}\n  p = {p}\nL = ½ x'² - ½ x²\nforces\n  \
                  x: (1 + x) sign(sin(w t + p) - 0.3 x)\ninitial\n  x = {x}, x' = 0.1\nrun 0 .. 6\n";
    assert_differences(moving, &[("w", 2.1), ("p", 0.3), ("x", 0.2)], 1e-2);
    // as the formula of an input
    let input = "coordinates\n  x\ninputs\n  u\nparameters\n  w = {w}\nL = ½ x'² - ½ x²\nforces\n  x: u\n\
                 initial\n  x = {x}, x' = 0.1\nrun 0 .. 5.7\n  u = sign(sin(w t))\n";
    assert_differences(input, &[("w", 2.1), ("x", 0.2)], 1e-2);
    // x' is the integral of the sign: 2 t₁ − t behind t₁ = π/w
    let free = input.replace(" - ½ x²", "").replace("5.7", "2");
    let found = last(&by(&filled(&free, &[("w", 2.1), ("x", 0.2)]), &["w"]), "dx'/dw");
    assert!((found + 2.0 * PI / (2.1 * 2.1)).abs() < 1e-11, "{found}");
}

/// Two bodies with surfaces of their own, one of which has a kink inside.
#[test]
fn jumps_of_two_arguments_are_gone_through_in_their_order() {
    let text = "coordinates\n  x, y\nparameters\n  mu = {mu}\n  k = {k}\n\
                L = ½ x'² + ½ y'² - ½ k (x - y)² - ½ x²\nforces\n  x: -mu sign(x')\n  \
                y: -2 mu sign(y' - 0.3 abs(x - mu)) + cos(2.3 t)\n\
                initial\n  x = {x}, x' = {x'}, y = 0.3, y' = 0\nrun 0 .. 3\n";
    assert_differences(text, &[("mu", 0.15), ("k", 1.3), ("x", 1.2), ("x'", 1.0)], 1e-2);
}

/// Chaplygin's sleigh with dry friction on its turning and along its blade.
#[test]
fn a_sleigh_with_dry_friction_has_the_derivatives_of_its_motions() {
    let text = "coordinates\n  x, y, phi\nparameters\n  m = {m}\n  c = {c}\n  mu = {mu}\n\
                L = ½ m ((x' - c phi' sin(phi))² + (y' + c phi' cos(phi))²) + 0.15 phi'²\n\
                constraints\n  blade: y' cos(phi) - x' sin(phi) = 0\nforces\n  \
                phi: -mu sign(phi') + 0.5 cos(2 t)\n  \
                x: (0.6 cos(3 t) - 0.2 sign(x' cos(phi) + y' sin(phi))) cos(phi)\n  \
                y: (0.6 cos(3 t) - 0.2 sign(x' cos(phi) + y' sin(phi))) sin(phi)\n\
                initial\n  x = 0, y = 0, phi = {phi}, x' = {x'}, phi' = {phi'}\nrun 0 .. 4\n";
    let values = [("m", 1.1), ("c", 0.4), ("mu", 0.1), ("phi", 0.2), ("x'", 0.1), ("phi'", 0.8)];
    assert_differences(text, &values, 1e-2);
}

/// A pendulum on a cart that a table moves: its angle takes a part of each impulse.
#[test]
fn corners_of_a_table_that_moves_a_cart_change_derivatives_by_their_impulses() {
    let text = "coordinates\n  x, phi\ninputs\n  u\nparameters\n  l = {l}\n  m = {m}\n\
                L = ½ x'² + ½ m (x' + l phi' cos(phi))² + ½ m l² phi'² sin(phi)² + 9.81 m l cos(phi)\n\
                constraints\n  drive: x = u\ninitial\n  phi = {phi}, phi' = {phi'}\n\
                run 0 .. 3\n  u = (0, 0), (1, 0), (1.7, 0.5), (3, 0.2)\n";
    let values = [("l", 1.0), ("m", 1.2), ("phi", 0.4), ("phi'", 0.3)];
    assert_differences(text, &values, 1e-2);
    // the way of the cart depends on parameters and on the angle
    assert_differences(&text.replace("x = u", "x = m u + 0.1 l phi"), &values, 1e-2);
    // a velocity that jumps with its table
    let jumps = text.replace("x = u", "x' = u").replace("initial\n", "initial\n  x = 0\n");
    assert_differences(&jumps.replace("(1.7, 0.5)", "(1.7, 0.5), (1.7, -0.5)"), &values, 1e-2);
}

#[test]
fn corners_of_a_table_that_moves_the_end_of_a_rod_change_derivatives_by_their_impulses() {
    let text = "coordinates\n  x, y\ninputs\n  u\nparameters\n  l = {l}\nL = ½ (x'² + y'²) - 9.81 y\n\
                constraints\n  rod: (x - u)² + y² = l²\n\
                initial\n  x = {x}, y = -1 (guess), x' = {x'}\n\
                run 0 .. 3\n  u = (0, 0), (1, 0), (1.7, 0.5), (3, 0.2)\n";
    assert_differences(text, &[("l", 1.0), ("x", 0.3), ("x'", 0.2)], 1e-2);
}

/// A blade that a table moves across, and dry friction: corners and jumps in turn.
#[test]
fn corners_and_jumps_are_gone_through_in_their_order() {
    let text = "coordinates\n  x, y, phi\ninputs\n  u\nparameters\n  m = {m}\n  c = {c}\n\
                L = ½ m ((x' - c phi' sin(phi))² + (y' + c phi' cos(phi))²) + 0.15 phi'²\n\
                constraints\n  blade: y' cos(phi) - x' sin(phi) = u c\n\
                forces\n  phi: 0.5 cos(2 t) - 0.05 sign(phi')\n\
                initial\n  x = 0, y = 0, phi = {phi}, x' = {x'}, phi' = {phi'}\nrun 0 .. 3\n  \
                u = (0, 0), (1, 0), (1, 0.3), (2.5, -0.4), (4, 1)\n";
    let values = [("m", 1.1), ("c", 0.4), ("phi", 0.2), ("x'", 0.1), ("phi'", 0.8)];
    assert_differences(text, &values, 1e-3);
}

/// The tables of forces make nothing jump.
#[test]
fn corners_of_a_table_of_a_force_leave_derivatives_as_they_are() {
    let text = "coordinates\n  x\ninputs\n  u\nparameters\n  k = {k}\nL = ½ x'² - ½ k x²\nforces\n  x: k u\n\
                initial\n  x = {x}, x' = 0.1\nrun 0 .. 4\n  u = (0, 0), (1, 0), (1, 0.7), (2.5, -0.4)\n";
    assert_differences(text, &[("k", 1.7), ("x", 0.2)], 1e-2);
}

/// x' − b y' = c s (1 + t) with s = sign(sin(w t + 1)): along (b, 1) nothing happens, and across it velocities are
/// s c (1 + t) (1, −b)/(1 + b²), by an impulse at each change of s.
#[test]
fn a_constraint_that_time_switches_gives_impulses_at_times_of_its_own() {
    let text = "coordinates\n  x, y\nparameters\n  b = 0.7\n  c = 0.4\n  w = 2.5\nL = ½ (x'² + y'²)\n\
                constraints\n  drive: x' - b y' = c (1 + t) sign(sin(w t + 1))\n\
                initial\n  x = 0, y = 0, y' = 0.3\nrun 0 .. 3\n";
    let report = by(text, &["b", "c", "w", "y'"]);
    let (b, c, w, t, v) = (0.7f64, 0.4, 2.5, 3.0, 0.3);
    // s = 1 until t₁, −1 until t₂, and 1 until t₃ > 3; the initial y' = v gives x' = c + b v
    let (t1, t2) = ((PI - 1.0) / w, (2.0 * PI - 1.0) / w);
    let way = |t: f64| t + t * t / 2.0;
    let sum = way(t) + 2.0 * (way(t1) - way(t2));
    let by_w = -2.0 * ((1.0 + t1) * t1 - (1.0 + t2) * t2) / w;
    let size = 1.0 + b * b;
    // α = (b x' + y')/(1 + b²) at the start, ẋ = b α + s c (1 + t)/(1 + b²), ẏ = α − s b c (1 + t)/(1 + b²)
    let (alpha, alpha_by_b) =
        ((b * c + size * v) / size, c / size - 2.0 * b * b * c / size.powi(2));
    let exact = [
        ("dx/dw", c / size * by_w),
        ("dy/dw", -b * c / size * by_w),
        ("dx/dc", b * b / size * t + sum / size),
        ("dy/dc", b / size * t - b * sum / size),
        ("dx/dy'", b * t),
        ("dy'/dy'", 1.0),
        ("dx/db", (alpha + b * alpha_by_b) * t - 2.0 * b * c / size.powi(2) * sum),
        ("dy/db", alpha_by_b * t - (c / size - 2.0 * b * b * c / size.powi(2)) * sum),
        ("dx'/db", alpha + b * alpha_by_b - 2.0 * b * c * (1.0 + t) / size.powi(2)),
        ("dx'/dw", 0.0),
        ("dy'/dw", 0.0),
    ];
    for (name, exact) in exact {
        let found = last(&report, name);
        assert!((found - exact).abs() < 1e-10, "{name} = {found} and not {exact}");
    }
}

/// Derivatives have values until a time and not behind it, and a run says why.
fn assert_ends(report: &RunReport, name: &str, end: f64, why: &str) {
    let lacks = report.lacks.as_deref().expect("a sentence");
    assert!(lacks.starts_with("the derivatives end at t = ") && lacks.contains(why), "{lacks}");
    for (t, value) in column(report, "t").iter().zip(column(report, name)) {
        assert_eq!(value.is_nan(), *t > end, "{name} at t = {t}");
    }
    assert_eq!(report.json()["lacks"], lacks);
}

#[test]
fn derivatives_end_where_friction_holds_a_body() {
    let text = "coordinates\n  x\nparameters\n  mu = 0.4\nL = ½ x'²\nforces\n  x: -mu sign(x')\n\
                initial\n  x = 0, x' = 1\nrun 0 .. 5\n";
    let report = asked(text, &["mu"], None);
    assert_ends(&report, "dx/dmu", 2.5, "the motion stays where `x'` = 0 from t = 2.500000 on");
    let before = column(&report, "dx'/dmu").iter().rfind(|v| !v.is_nan()).expect("a value");
    assert!((before + 2.5).abs() < 0.1, "{before}");
}

/// An argument that stands in a constraint has no phases: there a run still says what dry friction holds.
#[test]
fn a_run_without_phases_says_what_dry_friction_holds() {
    let block = "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nconstraints\n  drive: y' = {y}\n\
                 forces\n  x: -0.4 sign(x')\ninitial\n  x = 0, x' = 1, y = 0\nrun 0 .. 5\n";
    let stays = followed(&block.replace("{y}", "0.5 sign(t - 9)"), RunRequest::default());
    assert_eq!((stays.stop, last(&stays, "x'")), ("end", 0.0));
    assert!((last(&stays, "x") - 1.25).abs() < 1e-9, "{}", last(&stays, "x"));
    let block = followed(&block.replace("{y}", "0.5 + 0.001 abs(x')"), RunRequest::default());
    let reason = block.reason.as_deref().expect("it ends");
    assert!(reason.starts_with("steps become too short at t = 2.5"), "{reason}");
    assert!(reason.contains("`x'` stays 0") && reason.contains("friction holds"), "{reason}");
    let hint = block.diagnostics[0].hint.as_deref().expect("a hint");
    assert!(hint.contains("as `tanh(x'/ε)`"), "{hint}");
}

/// x = ½ (t − 1)² touches zero; neighbours that come below have another force.
#[test]
fn derivatives_end_where_an_argument_touches_zero() {
    let text = "coordinates\n  x\nparameters\n  mu = 0.3\nL = ½ x'²\nforces\n  x: 1 + mu (sign(x) - 1)\n\
                initial\n  x = 0.5, x' = -1\nrun 0 .. 3\n";
    assert_ends(&by(text, &["mu", "x'"]), "dx/dx'", 1.0, "`x` touches 0");
    let kink = by(&text.replace("sign(x) - 1", "abs(x) - x"), &["mu"]);
    assert_eq!(kink.lacks, None);
}

/// From x = 0 neighbours begin on either side, where forces differ; parameters move none of them.
#[test]
fn derivatives_by_a_start_at_a_jump_are_refused() {
    let text = "coordinates\n  x\nparameters\n  mu = 0.3\nL = ½ x'²\nforces\n  x: -mu sign(x)\n\
                initial\n  x = 0, x' = 1\nrun 0 .. 1\n";
    assert_ends(&by(text, &["x"]), "dx/dx", 0.0, "begin on either side");
    let report = by(text, &["mu", "x'"]);
    assert_eq!(report.lacks, None);
    assert!((last(&report, "dx/dmu") + 0.5).abs() < 1e-12);
    assert!((last(&report, "dx'/dx'") - 1.0).abs() < 1e-12);
}

/// The directions of the angle and of its rate are the only ones: after any time the first has grown by its length,
/// and areas have not.
#[test]
fn exponents_have_the_impulses_of_tables() {
    let text = "coordinates\n  x, phi\ninputs\n  u\n\
                L = ½ x'² + ½ (x' + phi' cos(phi))² + ½ phi'² sin(phi)² + 9.81 cos(phi)\n\
                constraints\n  drive: x = u\ninitial\n  phi = 1.2, phi' = 0.3\n\
                run 0 .. 3\n  u = (0, 0), (1, 0), (1.7, 1.5), (3, 0.2)\n";
    let report = by(text, &["phi", "phi'"]);
    let length = last(&report, "dphi/dphi").hypot(last(&report, "dphi'/dphi"));
    let request = LyapunovRequest { settle: Some(0.0), interval: Some(0.1), ..Default::default() };
    let found = lyapunov(&model(text), request, &mut |_| ControlFlow::Continue(()));
    let found = found.expect("exponents");
    assert!((found.exponents[0] - length.ln().abs() / 3.0).abs() < 1e-9, "{found:?} {length}");
    assert!(found.sum().abs() < 1e-9, "{found:?}");
}

#[test]
fn derivatives_end_where_a_jump_and_a_corner_meet() {
    let text = "coordinates\n  x\ninputs\n  u\nparameters\n  w = 1\nL = ½ x'²\nforces\n  x: u + sign(w - t)\n\
                initial\n  x = 0, x' = 1\nrun 0 .. 2\n  u = (0, 0), (1, 1), (2, 0)\n";
    assert_ends(&by(text, &["w"]), "dx/dw", 1.0, "where a table has a corner");
    // no initial value changes when the jump is
    for corner in ["1", "1.1", "1.2", "0.7"] {
        let text = text
            .replace("w = 1", &format!("w = {corner}"))
            .replace("(1, 1)", &format!("({corner}, 1)"));
        for text in [text.clone(), text.replace("w - t", "t - w"), text.replace("0 .. 2", "2 .. 0")]
        {
            let report = by(&text, &["x'"]);
            assert_eq!(report.lacks, None, "{text}");
            assert!((last(&report, "dx/dx'").abs() - 2.0).abs() < 1e-12, "{text}");
        }
    }
}

/// A force that turns where a table has a corner, which moves a cart.
#[test]
fn a_sign_changes_at_a_corner_for_all_neighbours() {
    let text = "coordinates\n  x, phi\ninputs\n  u\nparameters\n  k = {k}\n\
                L = ½ x'² + 0.6 (x' + phi' cos(phi))² + 0.6 phi'² sin(phi)² + 9.81 cos(phi)\n\
                constraints\n  drive: x = u\nforces\n  phi: k sign(t - 1)\n\
                initial\n  phi = {phi}, phi' = {phi'}\n\
                run 0 .. 3\n  u = (0, 0), (1, 0), (1.7, 0.5), (3, 0.2)\n";
    assert_differences(text, &[("k", 0.3), ("phi", 0.4), ("phi'", 0.3)], 1e-2);
}

/// Impulses know no size of anything: a place that is far away, an angle of many turns, a jump at t = 0.
#[test]
fn derivatives_of_impulses_do_not_depend_on_where_and_when() {
    let cart = "coordinates\n  x, phi\ninputs\n  u\n\
                L = ½ x'² + 0.6 (x' + phi' cos(phi))² + 0.6 phi'² sin(phi)² + 9.81 cos(phi)\n\
                constraints\n  drive: x = u\ninitial\n  phi = 0.4, phi' = 0.3\n\
                run 0 .. 3\n  u = (0, 0), (1, 0), (1.7, 0.5), (3, 0.2)\n";
    let far = cart.replace(
        "(0, 0), (1, 0), (1.7, 0.5), (3, 0.2)",
        "(0, 1e6), (1, 1e6), (1.7, 1000000.5), (3, 1000000.2)",
    );
    let turned = cart.replace("phi = 0.4,", "phi = 0.4 + 200 π,");
    let here = by(cart, &["phi", "phi'"]);
    for (text, close) in [(&far, 1e-7), (&turned, 1e-9)] {
        let there = by(text, &["phi", "phi'"]);
        for name in ["dphi/dphi", "dphi'/dphi", "dphi/dphi'", "dphi'/dphi'"] {
            let [a, b] = [&here, &there].map(|report| last(report, name));
            assert!((a - b).abs() < close, "{name}: {a} {b}\n{text}");
        }
    }
    let drive = "coordinates\n  x, y\nL = ½ (x'² + y'²)\nconstraints\n  drive: x' - 0.7 y' = 0.4 sign(y + 0.3)\n\
                 initial\n  x = 0, y = -1.3, y' = 1\nrun 1 .. 3\n";
    let [a, b] =
        ["1 .. 3", "-1 .. 1"].map(|run| last(&by(&drive.replace("1 .. 3", run), &["y"]), "dy/dy"));
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

/// Where constraints jump with a sign, steps end there: y follows ½ |x's sign|, whatever the tolerance, and what is told
/// of residuals and energy is told of the impulses.
#[test]
fn steps_end_where_a_sign_makes_constraints_jump() {
    let text = "coordinates\n  x, y\nL = ½ (x'² + y'²) - ½ x²\nconstraints\n  drive: y' = 0.5 sign(x)\n\
                initial\n  x = 1, y = 0, x' = 0\nrun 0 .. 20\n";
    let report = followed(text, RunRequest::default());
    assert!(report.is_complete() && report.steps < 1000, "{} {:?}", report.steps, report.reason);
    // sign(cos t) until 20: ½ (π/2 − π + … − π + (20 − 11π/2))
    let exact = 0.5 * (PI / 2.0 - PI + PI - PI + PI - PI + (20.0 - 11.0 * PI / 2.0));
    assert!((last(&report, "y") - exact).abs() < 1e-10, "{} {exact}", last(&report, "y"));
    assert!(report.max_residual < 1e-12, "{}", report.max_residual);
    let impulsive = text.replace("0.5 sign(x)", "0.5 sign(x) x' + 0.3 sign(x)");
    let report = followed(&impulsive, RunRequest::default());
    for finding in &report.diagnostics {
        let hint = finding.hint.as_deref().unwrap_or_default();
        assert!(hint.starts_with("a sign in `drive` makes velocities jump"), "{hint}");
    }
}
