//! The units of what an exported program computes, and the base units in them.

use std::collections::BTreeMap;

use alembert_render::code::{Export, Quantity, Role, Units};

use crate::language::{Model, base_powers, rate_unit};
use crate::walk::run::column_unit;

/// The units of rates and results, and the powers of base units in all that occur.
pub(super) fn units(model: &Model, export: &Export) -> Units {
    let rate = |q: &Quantity| q.unit.as_deref().and_then(rate_unit);
    let rates: Vec<Option<String>> = export.state.iter().map(rate).collect();
    let results = [Role::Multipliers, Role::Energy, Role::Residuals];
    let results = results.into_iter().flat_map(|role| export.names(role));
    let results: Vec<(String, String)> =
        results.filter_map(|name| Some((name.clone(), column_unit(model, &name)?))).collect();
    let given = [&export.state, &export.parameters, &export.inputs].into_iter().flatten();
    let given = given.filter_map(|q| q.unit.clone()).chain(rates.iter().flatten().cloned());
    let mut all: Vec<String> = given.chain(results.iter().map(|(_, unit)| unit.clone())).collect();
    if !all.is_empty() {
        all.push("s".to_owned());
    }
    // One definition for each, in the order of their names.
    let made_of = |unit: String| {
        let powers = base_powers(&unit).unwrap_or_default();
        (unit, powers)
    };
    let powers: BTreeMap<String, _> = all.into_iter().map(made_of).collect();
    Units { rates, results, powers: powers.into_iter().collect() }
}
