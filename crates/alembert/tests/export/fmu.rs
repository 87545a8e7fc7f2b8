//! Functional Mock-up Units: valid, with our own values at random states, and with the motion of `run`.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use alembert::code::fmu::{CHECK, Fmi, sizes};
use alembert::gallery::Example;
use alembert::language::Source;
use alembert::walk::{RunRequest, fmu, run as follow};

use crate::Case;
use crate::mains::CART;
use crate::tools::{compare, folder, python, run};

/// Systems with a nonholonomic constraint, a rotation, a driven constraint, no constraint.
const SYSTEMS: [&str; 4] = ["knife-edge", "heavy-top", "prescribed-velocity", "pais-uhlenbeck"];
/// The end of the motions that are compared.
const END: f64 = 2.0;
/// The integrators of the FMU and of its masters are not exact to round-off.
const FOLLOWED: f64 = 1e-6;

/// Simulates an FMU in both ways, with a fine tolerance, and prints the last state of each.
const SIMULATE: &str = "\
import sys
import fmpy
file, end, names = sys.argv[1], float(sys.argv[2]), sys.argv[3].split(',')
for kind in ['ModelExchange', 'CoSimulation']:
    options = dict(solver='CVode', relative_tolerance=1e-10) if kind == 'ModelExchange' else {}
    found = fmpy.simulate_fmu(file, fmi_type=kind, stop_time=end, output_interval=end/100, output=names, **options)
    print(*[float(found[-1][name]) for name in names])
";

#[test]
fn units_are_valid_and_agree_with_eval_and_run() {
    let (folder, python) = (folder("fmu"), python());
    fs::write(folder.join("check.py"), CHECK).unwrap();
    fs::write(folder.join("simulate.py"), SIMULATE).unwrap();
    for name in SYSTEMS {
        let case = Case::example(Example::named(name).unwrap());
        for (version, ending) in [(Fmi::Two, "2"), (Fmi::Three, "3")] {
            let file = format!("{name}{ending}.fmu");
            build(&folder, &case, version, &file);
            check_values(&folder, &python, &case, &file);
            check_motion(&folder, &python, &case, &file);
        }
    }
}

#[test]
fn a_parameter_called_time_is_not_the_independent_variable() {
    let text = "coordinates\n  x [m]\nparameters\n  m = 1 [kg]\n  time = 2 [N]\n  l = 50 [cm]\n\
                L = ½ m x'² - ½ time x²/l\ninitial\n  x = 1 [m], x' = 0 [m/s]\nrun 0 .. 1 s\n";
    for version in [Fmi::Two, Fmi::Three] {
        let unit =
            Case::new("clock", &Source::new("clock.mech", text), None).exported.unit(version);
        let description = &unit.files[1].1;
        assert_eq!(description.matches("name=\"time\"").count(), 1, "{description}");
        assert!(description.contains("name=\"time_\""), "{description}");
        let length = description.lines().find(|line| line.contains("name=\"l\""));
        let in_metres = |line: &str| line.contains("\"[m]\"") && line.contains("start=\"0.5\"");
        assert!(length.is_some_and(in_metres), "{description}");
    }
}

/// Every unit that a variable has is defined, by powers of base units; rates, energy and multipliers have theirs.
#[test]
fn variables_have_units_that_are_defined() {
    let case = Case::example(Example::named("vertical-disk").unwrap());
    for version in [Fmi::Two, Fmi::Three] {
        let unit = case.exported.unit(version);
        let text = &unit.files[1].1;
        let of = |name: &str| {
            let line = text.lines().find(|line| line.contains(&format!("name=\"{name}\"")));
            let unit = line.and_then(|line| line.split_once(" unit=\"")).map(|(_, rest)| rest);
            unit.and_then(|rest| rest.split('"').next()).unwrap_or_default()
        };
        let states = [("time", "s"), ("x", "m"), ("theta_d", "rad/s"), ("der(x_d)", "m/s^2")];
        for (name, unit) in
            states.into_iter().chain([("R", "m"), ("E", "J"), ("lambda_roll_x", "N")])
        {
            assert_eq!(of(name), unit, "{name}: {text}");
        }
        for (name, powers) in [("J", "kg=\"1\" m=\"2\" s=\"-2\""), ("rad/s", "s=\"-1\" rad=\"1\"")]
        {
            let defined = format!("<Unit name=\"{name}\"><BaseUnit {powers}/></Unit>");
            assert_eq!(text.matches(&defined).count(), 1, "{text}");
        }
        let used = text.split(" unit=\"").skip(1).filter_map(|rest| rest.split('"').next());
        assert!(used.into_iter().all(|unit| text.contains(&format!("<Unit name=\"{unit}\">"))));
    }
}

/// Simulates the cart without its input and with it, and prints where it ends.
const DRIVE: &str = "\
import sys
import numpy as np
import fmpy
ramp = np.array([(0.0, 4.0), (2.0, 6.0)], dtype=[('time', float), ('u', float)])
for kind in ['ModelExchange', 'CoSimulation']:
    for signal in [None, ramp]:
        found = fmpy.simulate_fmu(sys.argv[1], fmi_type=kind, stop_time=2.0, output_interval=0.002, output=['x'], input=signal)
        print(float(found[-1]['x']))
";

/// x = ∫∫ u/m with m = 2: 4 for u = 4, and 4 + 2/3 for u = 4 + t. Masters may hold an input for a step.
#[test]
fn an_input_stays_at_its_start_until_its_master_sets_it() {
    let (folder, python) = (folder("driven"), python());
    fs::write(folder.join("drive.py"), DRIVE).unwrap();
    let case = Case::new("cart", &Source::new("cart.mech", CART), None);
    for (version, file) in [(Fmi::Two, "cart2.fmu"), (Fmi::Three, "cart3.fmu")] {
        build(&folder, &case, version, file);
        let printed = run(&folder, &python, &["drive.py", file], None);
        let ends: Vec<f64> = printed.lines().map(|x| x.parse().expect("a number")).collect();
        for (end, right) in ends.iter().zip([4.0, 14.0 / 3.0, 4.0, 14.0 / 3.0]) {
            assert!((end - right).abs() < 3e-3, "{file}: {ends:?}");
        }
        assert_eq!(ends.len(), 4);
    }
}

/// Writes the FMU with a shared library that is built from the source in it.
fn build(folder: &Path, case: &Case, version: Fmi, file: &str) {
    let unit = case.exported.unit(version);
    fs::write(folder.join("unit.c"), &unit.files[0].1).expect("a file can be written");
    let warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic"];
    let rest = ["-std=c99", "-O1", "-shared", "-fPIC", "-o", "unit.so", "unit.c", "-lm"];
    run(folder, "cc", &[&warnings[..], &rest[..]].concat(), None);
    let library = fs::read(folder.join("unit.so")).expect("cc wrote it");
    fs::write(folder.join(file), fmu(&unit, version, Some(&library)))
        .expect("a file can be written");
}

fn check_values(folder: &Path, python: &str, case: &Case, file: &str) {
    let states = folder.join("states.txt");
    fs::write(&states, case.samples.text()).expect("a file can be written");
    let sizes = sizes(&case.exported.export).map(|n| n.to_string());
    let mut arguments = vec!["check.py", file];
    arguments.extend(sizes.iter().map(String::as_str));
    compare(case, file, &run(folder, python, &arguments, Some(&states)));
}

fn check_motion(folder: &Path, python: &str, case: &Case, file: &str) {
    let request = RunRequest { to: Some(END), ..RunRequest::default() };
    let report =
        follow(&case.model, request, &mut |_| ControlFlow::Continue(())).expect("the gallery runs");
    let state = &case.exported.export.state;
    let names: Vec<String> = state.iter().map(|q| alembert::code::identifier(&q.name)).collect();
    let arguments = ["simulate.py", file, &END.to_string(), &names.join(",")];
    let printed = run(folder, python, &arguments, None);
    assert_eq!(printed.lines().count(), 2);
    let mut compared = 0;
    for line in printed.lines() {
        for (quantity, x) in state.iter().zip(line.split_whitespace()) {
            let Some(column) = report.columns.iter().find(|c| c.name == quantity.name) else {
                continue;
            };
            let (ours, x) =
                (column.values.last().expect("a row"), x.parse::<f64>().expect("a number"));
            assert!((ours - x).abs() < FOLLOWED, "{file}: {} is {x}, not {ours}", quantity.name);
            compared += 1;
        }
    }
    assert!(compared >= 2 * state.len() - 8, "{file}: {compared}");
}
