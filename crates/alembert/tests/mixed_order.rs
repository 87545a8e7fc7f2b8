//! Lagrangians in which some coordinates have accelerations and others only velocities.
//!
//! The equations of motion of `COUPLED` were derived by hand from `L_q − d/dt L_q' + d²/dt² L_q'' = 0`:
//!
//! ```text
//! m (1 + x²) y'' = a y x''² − k y − x'' − 2 m x x' y'
//! a (1 + y²) x'''' = x'' + y'' + k x − m x y'² − a (4 y y' x''' + 2 y'² x'' + 2 y y'' x'')
//! ```

use std::ops::ControlFlow;

use alembert::language::{Code, Model, Source, read, read_assignments, read_equation};
use alembert::walk::{
    Certificate, Form, Request, RunRequest, Verdict, check, derive, eval, prove, run,
};

const COUPLED: &str = "
coordinates
  x, y
parameters
  a = 1.5
  m = 2
  k = 3
L = ½ a (1 + y²) x''² + ½ m (1 + x²) y'² + x' y' + ½ x'² - ½ k x² - ½ k y²
initial
  x = 1, x' = 0.2, x'' = 0.1, x''' = -0.3, y = 0.5, y' = 0.4
run 0 .. 1
";

fn model(text: &str) -> Model {
    let reading = read(&Source::new("mixed.mech", text));
    reading.model.unwrap_or_else(|| panic!("{:#?}", reading.diagnostics))
}

/// x'''' and y'' by hand, at a state x, x', x'', x''', y, y'.
fn highest([x, v, acc, jerk, y, w]: [f64; 6]) -> [f64; 2] {
    let (a, m, k) = (1.5, 2.0, 3.0);
    let y2 = (a * y * acc * acc - k * y - acc - 2.0 * m * x * v * w) / (m * (1.0 + x * x));
    let inner = 4.0 * y * w * jerk + 2.0 * w * w * acc + 2.0 * y * y2 * acc;
    let x4 = (acc + y2 + k * x - m * x * w * w - a * inner) / (a * (1.0 + y * y));
    [x4, y2]
}

fn rate(state: [f64; 6]) -> [f64; 6] {
    let [x4, y2] = highest(state);
    [state[1], state[2], state[3], x4, state[5], y2]
}

/// Runge and Kutta's method of order four.
fn followed(mut state: [f64; 6], steps: u32) -> [f64; 6] {
    let h = 1.0 / f64::from(steps);
    let moved = |s: [f64; 6], k: [f64; 6], h: f64| std::array::from_fn(|i| s[i] + h * k[i]);
    for _ in 0..steps {
        let k1 = rate(state);
        let k2 = rate(moved(state, k1, h / 2.0));
        let k3 = rate(moved(state, k2, h / 2.0));
        let k4 = rate(moved(state, k3, h));
        let sum = std::array::from_fn(|i| k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        state = moved(state, sum, h / 6.0);
    }
    state
}

#[test]
fn each_coordinate_has_as_many_initial_values_as_its_own_order() {
    let plain = "coordinates\n  x, y\nparameters\n  a = 1, m = 2, c = 3\n\
                 L = ½ a x''² + ½ m y'² - c x y\n";
    for text in [plain, COUPLED] {
        let report = check(&model(text)).expect("it is checked");
        assert_eq!(report.state_freedom(), Some(6), "{text}");
        assert_eq!(report.json()["freedom"]["state"], 6);
        let told = report.diagnostics.iter().any(|d| d.code == Code::NoKineticEnergy);
        assert!(!told, "{:#?}", report.diagnostics);
    }
}

#[test]
fn the_highest_derivatives_are_those_derived_by_hand() {
    let model = model(COUPLED);
    let at = "x=0.7, x'=-0.4, x''=0.9, x'''=1.1, y=-0.6, y'=0.8";
    let at = read_assignments(&Source::new("--at", at), &model).expect("a state");
    let expected = highest([0.7, -0.4, 0.9, 1.1, -0.6, 0.8]);
    for principle in ["dalembert", "elimination", "voronec", "vakonomic"] {
        let found = eval(&model, &at, Some(principle)).expect("it has accelerations");
        let names: Vec<&str> = found.highest.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["x''''", "y''"], "{principle}");
        for ((_, x), y) in found.highest.iter().zip(expected) {
            assert!((x - y).abs() < 1e-13 * y.abs().max(1.0), "{principle}: {x}, not {y}");
        }
    }
}

#[test]
fn the_motion_is_that_of_another_integrator() {
    let report = run(&model(COUPLED), RunRequest::default(), &mut |_| ControlFlow::Continue(()));
    let report = report.expect("it runs");
    let expected = followed([1.0, 0.2, 0.1, -0.3, 0.5, 0.4], 4000);
    for (name, y) in ["x", "x'", "x''", "x'''", "y", "y'"].into_iter().zip(expected) {
        let column = report.columns.iter().find(|c| c.name == name).expect("a column");
        let x = *column.values.last().expect("a value");
        // The error of the other integrator is about 1/4000⁴.
        assert!((x - y).abs() < 1e-11, "{name} = {x}, not {y}");
    }
    assert!(!report.columns.iter().any(|c| c.name == "y'''"));
}

#[test]
fn the_equations_are_solved_and_certified() {
    let request = Request { principle: None, form: Form::Explicit, closed: false, reduce: false };
    let found = derive(&model(COUPLED), request).expect("it is solved");
    let names: Vec<&str> = found.equations.iter().map(|(left, _)| left.as_str()).collect();
    assert_eq!(names, ["x''''", "y''"]);
    assert_eq!(found.certificate, Certificate::Proved);
}

#[test]
fn derivatives_beyond_the_order_of_a_coordinate_are_known() {
    let text = "coordinates\n  x, y\nparameters\n  m = 2, c = 3\nL = ½ x''² + ½ m y'² - c x y\n";
    let model = model(text);
    let verdict = |claim: &str| {
        let claim = read_equation(&Source::new("<claim>", claim), &model).expect("a claim");
        prove(&model, claim, None).expect("it is decided").verdict
    };
    assert_eq!(verdict("y''' = -c x'/m"), Verdict::Proved);
    assert_eq!(verdict("x'''' = c y"), Verdict::Proved);
    assert_eq!(verdict("y'' = c x/m"), Verdict::Refuted);
}

#[test]
fn what_is_not_taken_is_told_and_not_counted() {
    let head = "coordinates\n  x, y\nparameters\n  m = 2\nL = ½ x''² + ½ m y'² - x²";
    for text in [format!("{head} + x'' y'\n"), format!("{head}\nconstraints\n  c: x' = 0\n")] {
        let report = check(&model(&text)).expect("it is checked");
        let told = report.diagnostics.iter().find(|d| d.code == Code::NoKineticEnergy);
        let told = told.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(told.message, "the equations of motion do not determine how `y` moves");
        assert_eq!(report.state_freedom(), None);
    }
}
