//! The systems of the gallery.

use alembert::language::{Source, read_assignments};
use alembert::walk::eval;
use alembert_algebra::Rational;

use crate::tools::{check_c, check_python, check_rust, folder};
use crate::{Case, ROUNDING, STATES, gallery};

#[test]
fn exported_programs_have_the_values_of_eval() {
    let cases = gallery();
    check_c(&folder("gallery-c"), &cases);
    check_rust(&folder("gallery-rust"), &cases);
    check_python(&folder("gallery-python"), &cases);
    // States are given to `eval` as text; orientations are no text of this kind.
    let plain = cases.iter().filter(|case| case.model.rotations.is_empty());
    let mut compared = 0;
    for case in plain {
        for (arguments, values) in case.samples.arguments.iter().zip(&case.samples.values) {
            compared += compare_with_eval(case, arguments, values);
        }
    }
    assert!(compared > 100 * STATES, "{compared}");
}

fn compare_with_eval(case: &Case, arguments: &[f64], values: &[f64]) -> usize {
    let export = &case.exported.export;
    let (state, rest) = arguments[1..].split_at(export.state.len());
    let (parameters, inputs) = rest.split_at(export.parameters.len());
    let mut model = case.model.clone();
    for (p, &x) in export.parameters.iter().zip(parameters) {
        let known = model.parameters.iter_mut().find(|known| known.name == p.name);
        known.expect("a parameter of the model").value =
            Rational::from_f64(x).expect("finite").into();
    }
    let named = export.state.iter().zip(state).chain(export.inputs.iter().zip(inputs));
    let pairs = named.map(|(q, x)| format!("{} = {x:?}", q.name));
    let at = format!("t = {:?}, {}", arguments[0], pairs.collect::<Vec<_>>().join(", "));
    let given =
        read_assignments(&Source::new("--at", &at), &model).expect("the names are the model's");
    let report = eval(&model, &given, None).expect("the state has values");
    let residuals = report.residuals.iter().map(|(label, x)| (format!("residual_{label}"), *x));
    let all = report.highest.iter().chain(&report.multipliers).cloned().chain(residuals);
    let mut compared = 0;
    for (name, x) in all.chain([("E".to_owned(), report.energy)]) {
        let place = case.samples.names.iter().position(|n| *n == name);
        let ours = values[place.unwrap_or_else(|| panic!("{}: {name}", case.name))];
        assert!((ours - x).abs() <= ROUNDING * x.abs().max(1.0), "{}: {name} at {at}", case.name);
        compared += 1;
    }
    compared
}
