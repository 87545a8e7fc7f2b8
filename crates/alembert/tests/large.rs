//! Systems of hundreds and thousands of coordinates: what takes work is what is not zero.
//!
//! The bounds on the time leave room for a slow machine; a loop over all triples of coordinates
//! does not end within them.

use std::time::{Duration, Instant};

use alembert::language::{Model, Source, read, read_assignments};
use alembert::walk::{EvalReport, Form, Request, check, derive, eval};
use alembert::{Layout, Spelling};

fn model(text: &str) -> Model {
    read(&Source::new("large.mech", text)).model.expect("a sound model")
}

fn all(n: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(separator)
}

/// The accelerations at a state, in the order of the coordinates, and the multipliers.
fn at(model: &Model, state: &str) -> (Vec<f64>, Vec<f64>) {
    let given = read_assignments(&Source::new("state", state), model).expect("a state");
    let EvalReport { highest, multipliers, .. } = eval(model, &given, None).expect("values");
    let values = |list: Vec<(String, f64)>| list.into_iter().map(|(_, x)| x).collect();
    (values(highest), values(multipliers))
}

/// Free masses in a row with springs between them.
fn chain(n: usize) -> String {
    let inertia = all(n, " + ", |i| format!("1/2 m x{i}'^2"));
    let springs = all(n - 1, " + ", |i| format!("1/2 k (x{} - x{i})^2", i + 1));
    let names = all(n, ", ", |i| format!("x{i}"));
    format!("coordinates\n  {names}\nparameters\n  m = 2, k = 3\nT = {inertia}\nV = {springs}\n")
}

#[test]
fn a_chain_of_many_masses_takes_seconds() {
    let (n, begin) = (1500, Instant::now());
    let model = model(&chain(n));
    let report = check(&model).expect("a report");
    assert_eq!(report.velocity_freedom, Some(n));
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);

    let request =
        Request { principle: None, form: Form::Multipliers, closed: false, reduce: false };
    let text = derive(&model, request)
        .expect("equations")
        .text(Layout { spelling: Spelling::Ascii, width: 100 });
    assert!(text.contains("m*x0''") && text.contains("= k*(x998 - 2*x999 + x1000)\n"), "{text}");

    let x = |i: usize| f64::from(u32::try_from(7 * i % 11).expect("it is small"));
    let (a, _) = at(&model, &all(n, ", ", |i| format!("x{i} = {}", x(i))));
    for i in 0..n {
        let left = if i > 0 { x(i - 1) - x(i) } else { 0.0 };
        let right = if i + 1 < n { x(i + 1) - x(i) } else { 0.0 };
        assert!((a[i] - 1.5 * (left + right)).abs() < 1e-12, "{i}: {}", a[i]);
    }
    assert!(begin.elapsed() < Duration::from_secs(100), "{:?}", begin.elapsed());
}

/// Every third velocity is another times a place.
fn nonholonomic(n: usize) -> String {
    let rows = all(n / 3, "\n  ", |k| {
        let i = 3 * k;
        format!("c{i}: x{i}' = x{} x{}'", i + 2, i + 1)
    });
    format!("{}constraints\n  {rows}\n", chain(n))
}

#[test]
fn a_hundred_nonholonomic_constraints_are_classified_and_kept() {
    let (n, begin) = (300, Instant::now());
    let model = model(&nonholonomic(n));
    let report = check(&model).expect("a report");
    assert_eq!(report.velocity_freedom, Some(200));
    assert_eq!(report.integrable_combinations, Some(0));
    assert_eq!(report.classification.growth.as_deref(), Some(&[200, 300][..]));

    // All places and all velocities but the first of three are free.
    let (place, slope) = (|i: usize| 0.5 + (i % 5) as f64, |i: usize| 1.0 + (i % 7) as f64);
    let velocity =
        |i: usize| if i.is_multiple_of(3) { place(i + 2) * slope(i + 1) } else { slope(i) };
    let state = all(n, ", ", |i| format!("x{i} = {}, x{i}' = {}", place(i), velocity(i)));
    let (a, _) = at(&model, &state);
    for i in (0..n).step_by(3) {
        let rate = velocity(i + 2) * velocity(i + 1) + place(i + 2) * a[i + 1];
        assert!((a[i] - rate).abs() < 1e-9 * (1.0 + rate.abs()), "{i}: {} {rate}", a[i]);
    }
    assert!(begin.elapsed() < Duration::from_secs(100), "{:?}", begin.elapsed());
}

/// Each velocity of the first half is the sine of the next place times the last velocity.
fn one_by_one(n: usize) -> String {
    let names = all(n, ", ", |i| format!("x{i}"));
    let inertia = all(n, " + ", |i| format!("1/2 x{i}'^2"));
    let rows = all(n / 2, "\n  ", |i| format!("c{i}: x{i}' = sin(x{}) x{}'", i + 1, n - 1));
    format!("coordinates\n  {names}\nT = {inertia}\nconstraints\n  {rows}\ninitial\n  x0 = 0.1\n")
}

#[test]
fn brackets_that_reach_one_direction_after_another_are_followed_to_their_end() {
    let begin = Instant::now();
    let report = check(&model(&one_by_one(40))).expect("a report");
    let growth: Vec<usize> = (20..=40).collect();
    assert_eq!(report.classification.growth, Some(growth));
    assert_eq!(report.classification.drops, Some(Vec::new()));
    assert_eq!(report.integrable_combinations, Some(0));

    let report = check(&model(&one_by_one(600))).expect("a report");
    assert_eq!(report.velocity_freedom, Some(300));
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    assert!(begin.elapsed() < Duration::from_secs(100), "{:?}", begin.elapsed());
}

/// Masses on a row of rods that hangs from the origin, in cartesian coordinates.
fn rods(n: usize) -> String {
    let names = all(n, ", ", |i| format!("x{i}, y{i}"));
    let inertia = all(n, " + ", |i| format!("1/2 (x{i}'^2 + y{i}'^2)"));
    let weights = all(n, " + ", |i| format!("g y{i}"));
    let length = |i: usize| match i {
        0 => "r0: x0^2 + y0^2 = 1".to_owned(),
        _ => format!("r{i}: (x{i} - x{0})^2 + (y{i} - y{0})^2 = 1", i - 1),
    };
    let rows = all(n, "\n  ", length);
    format!(
        "coordinates\n  {names}\nparameters\n  g = 10\nT = {inertia}\nV = {weights}\nconstraints\n  {rows}\n"
    )
}

#[test]
fn a_row_of_a_hundred_rods_moves_as_its_forces_say() {
    let (n, begin) = (100, Instant::now());
    let model = model(&rods(n));
    let report = check(&model).expect("a report");
    assert_eq!(report.velocity_freedom, Some(n));

    let rod = |i: usize| if i.is_multiple_of(2) { [0.6, -0.8] } else { [0.8, -0.6] };
    let place = |i: usize| (0..=i).map(rod).fold([0.0; 2], |p, r| [p[0] + r[0], p[1] + r[1]]);
    let state = all(n, ", ", |i| format!("x{i} = {}, y{i} = {}", place(i)[0], place(i)[1]));
    let (a, lambda) = at(&model, &state);
    let pull = |i: usize, k: usize| if i < n { 2.0 * lambda[i] * rod(i)[k] } else { 0.0 };
    for i in 0..n {
        // At rest the ends of a rod have the same acceleration along it.
        let before = |k: usize| if i > 0 { a[2 * i - 2 + k] } else { 0.0 };
        let along: f64 = (0..2).map(|k| rod(i)[k] * (a[2 * i + k] - before(k))).sum();
        assert!(along.abs() < 1e-8, "{i}: {along}");
        // Newton's law for each mass, with the pulls of its rods.
        for (k, weight) in [0.0, -10.0].into_iter().enumerate() {
            let force = weight + pull(i, k) - pull(i + 1, k);
            assert!((a[2 * i + k] - force).abs() < 1e-8, "{i}: {force}");
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(100), "{:?}", begin.elapsed());
}
