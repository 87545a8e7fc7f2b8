//! What is promised of motions: constraints and energy over many steps, and digits of known problems.

#![allow(
    clippy::excessive_precision,
    reason = "reference values are written as they were computed"
)]

use std::ops::ControlFlow;

use alembert::walk::{RunReport, RunRequest, run};

use crate::{followed, last, model};

/// The largest scaled residual, in the middle and at the end of every step.
const RESIDUAL: f64 = 1e-14;
/// The largest change of the energy, relative to |T| + |V|.
const ENERGY: f64 = 1e-12;
/// Enough to see most mistakes; the table of promises (`alembert-bench promises`) has a million steps.
const STEPS: u64 = 4_000;
/// Twelve digits.
const DIGITS: f64 = 1e-12;

/// The run of a model, broken off after so many steps. Samples are about as dense as steps: runs in speeds are
/// looked at there.
fn after(steps: u64, text: &str) -> RunReport {
    let request = RunRequest { to: Some(1e6), every: Some(0.1), ..RunRequest::default() };
    let report = run(&model(text), request, &mut |now| match now.steps < steps {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    });
    report.unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"))
}

fn stays(text: &str) {
    let report = after(STEPS, text);
    assert_eq!(report.steps, STEPS);
    assert!(report.columns[0].values.len() > 4_000, "{}", report.columns[0].values.len());
    assert!(report.max_residual <= RESIDUAL, "{}", report.max_residual);
    // A drift that grows with the root of the steps, as rounding does, is within the promise after a million.
    let share = (STEPS as f64 / 1e6).sqrt();
    assert!(report.energy_drift <= ENERGY * share, "{}", report.energy_drift);
}

#[test]
fn a_contact_oscillator_keeps_its_constraint_and_its_energy() {
    stays(include_str!("../data/models/promises/contact-oscillator.mech"));
}

#[test]
fn gyroscopic_forces_keep_the_constraint_and_the_energy() {
    stays(include_str!("../data/models/promises/gyroscopic.mech"));
}

#[test]
fn a_tilting_disk_keeps_its_constraints_and_its_energy() {
    stays(include_str!("../data/models/promises/disk.mech"));
}

#[test]
fn a_pendulum_keeps_its_rod_and_its_energy() {
    stays(include_str!("../data/models/promises/pendulum.mech"));
}

/// The end of a run is the one that a program of its own found in double-double, by series of orders 34
/// and 40, which agree to 27 digits.
fn ends(text: &str, expected: &[(&str, f64)]) {
    let report = followed(text, RunRequest::default());
    assert!(report.max_residual <= RESIDUAL, "{}", report.max_residual);
    for &(name, x) in expected {
        let found = last(&report, name);
        assert!((found - x).abs() <= DIGITS * x.abs(), "{name} = {found}, expected {x}");
    }
}

/// The printed solution of the test set, 0.1581077119629904e2 for `be`, is wrong from its tenth digit on.
#[test]
fn andrews_squeezer_ends_where_double_double_ends() {
    ends(
        include_str!("../data/models/promises/andrews.mech"),
        &[
            ("be", 1.581_077_119_515_370_91e1),
            ("th", -1.575_637_105_841_184_22e1),
            ("ga", 4.082_224_011_964_583_76e-2),
            ("ph", -5.347_301_163_420_795_64e-1),
            ("de", 5.244_099_658_799_540_32e-1),
            ("om", 5.347_301_163_420_795_64e-1),
            ("ep", 1.048_080_741_041_937_94),
            ("be'", 1.139_920_302_259_106_17e3),
            ("th'", -1.424_379_295_177_540_14e3),
            ("ga'", 1.103_291_191_061_912_54e1),
            ("ph'", 1.929_337_410_503_297_08e1),
            ("de'", 5.735_699_148_295_300_14e-1),
            ("om'", -1.929_337_410_503_297_08e1),
            ("ep'", 3.231_791_492_491_464_25e-1),
        ],
    );
}

/// The printed solution of the test set, 0.493455784275402809122e-1 for `xl`, is wrong from its
/// thirteenth digit on.
#[test]
fn a_car_axis_ends_where_double_double_ends() {
    ends(
        include_str!("../data/models/promises/car-axis.mech"),
        &[
            ("xl", 4.934_557_842_752_417_68e-2),
            ("yl", 4.969_894_602_300_081_18e-1),
            ("xr", 1.041_742_524_885_426_18),
            ("yr", 3.739_110_272_653_657_92e-1),
            ("xl'", -7.705_836_840_359_206_46e-2),
            ("yl'", 7.446_866_592_068_419_37e-3),
            ("xr'", 1.755_681_575_354_163_87e-2),
            ("yr'", 7.703_410_437_795_998_88e-1),
        ],
    );
}

/// Digits after a time of 1000, of regular motions.
const LATE: f64 = 11.0;

/// By a run in double-double: a pendulum, a blade on an incline, and a ball on a turntable.
#[test]
fn regular_motions_have_eleven_digits_after_a_long_time() {
    let blade = "coordinates\n  x, y, a\nL = ½ (x'² + y'²) + ½ a'² + 2 x\nconstraints\n  edge: x' sin a = y' cos a\n\
                 initial\n  a = 0.3, a' = 1, x' = 0.5\n";
    let ball = "coordinates\n  x, y, a, b, c\nL = ½ (x'² + y'²) + 1/5 (a'² + b'² + c'²)\n\
                constraints\n  p: x' = b' - 3 y\n  q: y' = -a' + 3 x\ninitial\n  x = 0.5, x' = 0.2, y' = 0.7\n";
    for text in [include_str!("../data/models/promises/pendulum.mech"), blade, ball] {
        let request = RunRequest { to: Some(1000.0), certify: true, ..RunRequest::default() };
        let digits = followed(text, request).digits.expect("they were asked for");
        assert!(digits.iter().all(|(_, d)| d.is_none_or(|d| d > LATE)), "{digits:?}\n{text}");
    }
}

/// Two constraints that are nearly dependent, with integers for coefficients: λ = −(A Aᵀ)⁻¹ A f is a quotient of
/// integers, and cond A = 1.2·10⁷.
#[test]
fn multipliers_lose_the_digits_of_the_condition_and_no_more() {
    let rows: [[i128; 3]; 2] =
        [[1_000_003, 2_000_005, 3_000_017], [1_000_003, 2_000_005, 3_000_018]];
    let f: [i128; 3] = [7, -3, 2];
    let dot = |a: &[i128; 3], b: &[i128; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i128>();
    let (p, q, r) = (dot(&rows[0], &rows[0]), dot(&rows[0], &rows[1]), dot(&rows[1], &rows[1]));
    let (b, c) = (-dot(&rows[0], &f), -dot(&rows[1], &f));
    let determinant = p * r - q * q;
    let exact = [b * r - c * q, c * p - b * q].map(|top| top as f64 / determinant as f64);
    let condition = (p + r) as f64 / (determinant as f64).sqrt();
    let term = |row: &[i128; 3]| format!("{} x' + {} y' + {} z' = 0", row[0], row[1], row[2]);
    let text = format!(
        "coordinates\n  x, y, z\nL = ½ (x'² + y'² + z'²) + 7 x - 3 y + 2 z\nconstraints\n  a: {}\n  b: {}\nrun 0 .. 1\n",
        term(&rows[0]),
        term(&rows[1])
    );
    let report = followed(&text, RunRequest::default());
    let size = exact[0].hypot(exact[1]);
    for (name, exact) in [("lambda_a", exact[0]), ("lambda_b", exact[1])] {
        let error = (last(&report, name) - exact).abs() / size;
        assert!(error <= 100.0 * f64::EPSILON * condition, "{name}: {error:e}, {condition:e}");
    }
}
