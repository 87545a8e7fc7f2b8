//! Values of parameters with which a system is another one: `k x' = y - x²` where k = 0.

use alembert::language::{Source, read_assignments};
use alembert::walk::{RunRequest, eval, export};

use super::{column, followed, last, model};

const PARABOLA: &str = "coordinates\n  x, y\nparameters\n  k = 0, g = 9.81\nT = 1/2 (x'^2 + y'^2)\nV = g y\n\
                        constraints\n  c: k x' = y - x^2\ninitial\n  x = 1\nrun 0 .. 2\n";

const SAID: &str = "with k = 0: these values change what is derived, and are put in before";

#[test]
fn a_constraint_that_loses_its_velocities_is_one_on_positions() {
    let own = model(PARABOLA);
    let source = Source::new("--at", "x = 1, y = 1, x' = 1, y' = 2");
    let at = read_assignments(&source, &own).expect("a state");
    let found = eval(&own, &at, None).expect("there is a motion");
    // x'' = 2 λ x, y'' = −g − λ, y'' = 2 x'² + 2 x x''
    let lambda = -(9.81 + 2.0) / 5.0;
    assert!((found.multipliers[0].1 - lambda).abs() < 1e-14, "{:?}", found.multipliers);
    assert!((found.highest[0].1 - 2.0 * lambda).abs() < 1e-14);
    assert_eq!(found.notes, [SAID]);
    assert_eq!(export(&own, "parabola", None).expect("a program").notes[0], SAID);
    let report = followed(PARABOLA, RunRequest::default());
    assert_eq!((report.stop, &report.put_in[..]), ("end", &[SAID.to_owned()][..]));
    let rows = column(&report, "x").iter().zip(column(&report, "y")).zip(column(&report, "x'"));
    for ((x, y), v) in rows {
        assert!((y - x * x).abs() < 1e-14, "{x} {y}");
        let energy = v * v * (1.0 + 4.0 * x * x) + 2.0 * 9.81 * y;
        assert!((energy - 2.0 * 9.81).abs() < 1e-12, "{energy}");
    }
    let usual = followed(&PARABOLA.replace("k = 0", "k = 2"), RunRequest::default());
    assert_eq!(usual.put_in.len(), 0);
}

/// With k = 0 the two rows are one, and z is free: x = y = −t²/4 and z = 3 t.
#[test]
fn rows_that_become_one_leave_a_direction_free() {
    let text = "coordinates\n  x, y, z\nparameters\n  k = 0\nT = 1/2 (x'^2 + y'^2 + z'^2)\nV = x\n\
                constraints\n  a: x' = y'\n  b: x' = y' + k z'\ninitial\n  z' = 3\nrun 0 .. 2\n";
    let report = followed(text, RunRequest::default());
    assert!(report.put_in[0].starts_with("with k = 0"), "{:?}", report.put_in);
    assert!((last(&report, "x") + 1.0).abs() < 1e-14 && (last(&report, "z") - 6.0).abs() < 1e-14);
}

#[test]
fn a_lagrangian_that_loses_its_accelerations_has_two_initial_values() {
    let text = "coordinates\n  x\nparameters\n  e = 0\nL = 1/2 x'^2 - 1/2 x^2 + 1/2 e x''^2\n\
                initial\n  x = 1, x' = 0\nrun 0 .. 2\n";
    let report = followed(text, RunRequest::default());
    assert!((last(&report, "x") - 2f64.cos()).abs() < 1e-14);
}
