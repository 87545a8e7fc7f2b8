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
/// Enough to see a drift that would break the promise for a million steps: it grows with the steps, or
/// with their root.
const STEPS: u64 = 4_000;
/// Twelve digits.
const DIGITS: f64 = 1e-12;

/// The run of a model, broken off after so many steps.
fn after(steps: u64, text: &str) -> RunReport {
    let request = RunRequest { to: Some(1e6), ..RunRequest::default() };
    let report = run(&model(text), request, &mut |now| match now.steps < steps {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    });
    report.unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"))
}

fn stays(text: &str) {
    let report = after(STEPS, text);
    assert_eq!(report.steps, STEPS);
    assert!(report.max_residual <= RESIDUAL, "{}", report.max_residual);
    // The drift of a million steps, at the worst rate, is within the promise.
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
