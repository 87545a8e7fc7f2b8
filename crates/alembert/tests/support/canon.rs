//! Systems of the canon: data with known accelerations, as models.

use std::collections::BTreeMap;

use alembert::language::{Assignment, Model, Source, read, read_assignments};
use serde_json::Value;

/// A system of the canon.
pub(crate) struct System {
    /// Its name.
    pub(crate) id: String,
    /// Everything that is known of it.
    pub(crate) entry: Value,
}

/// The systems of a file.
pub(crate) fn systems(text: &str) -> Vec<System> {
    let entries: Vec<Value> = serde_json::from_str(text).expect("a list of systems");
    let id = |entry: &Value| entry["id"].as_str().expect("a system has a name").to_owned();
    entries.into_iter().map(|entry| System { id: id(&entry), entry }).collect()
}

/// The texts of a list; none when there is no list.
pub(crate) fn texts(list: &Value) -> Vec<&str> {
    let items = list.as_array().map_or(&[] as &[Value], Vec::as_slice);
    items.iter().map(|text| text.as_str().expect("a text")).collect()
}

/// The texts of a table by their names, in its order; none when there is no table.
fn named_texts(table: &Value) -> Vec<(&str, &str)> {
    let rows = table.as_object().into_iter().flatten();
    rows.map(|(name, text)| (name.as_str(), text.as_str().expect("a text"))).collect()
}

/// The numbers of a table by their names; none when there is no table.
pub(crate) fn numbers(table: &Value) -> BTreeMap<String, f64> {
    let rows = table.as_object().into_iter().flatten();
    rows.map(|(name, x)| (name.clone(), x.as_f64().expect("a number"))).collect()
}

impl System {
    /// The states with known accelerations.
    pub(crate) fn states(&self) -> &[Value] {
        self.entry["states"].as_array().expect("a list of states")
    }

    /// The constraints, those on positions last.
    pub(crate) fn constraints(&self) -> Vec<&str> {
        [texts(&self.entry["constraints"]), texts(&self.entry["holonomic"])].concat()
    }

    /// The text of the model; constraint number i, counted from 1, has the label `c<i>`.
    pub(crate) fn text(&self) -> String {
        self.text_with("parameters")
    }

    /// The same with another section for the values of the parameters.
    pub(crate) fn text_with(&self, section: &str) -> String {
        let entry = &self.entry;
        let assign = |(name, value): (&str, &str)| format!("  {name} = {value}\n");
        let force = |(q, value): (&str, &str)| format!("  {q}: {value}\n");
        let sections = [
            ("coordinates", format!("  {}\n", texts(&entry["coordinates"]).join(", "))),
            (section, named_texts(&entry["parameters"]).into_iter().map(assign).collect()),
            ("constraints", self.constraint_lines()),
            ("forces", named_texts(&entry["forces"]).into_iter().map(force).collect()),
        ];
        let filled = sections.into_iter().filter(|(_, lines)| !lines.is_empty());
        let text: String = filled.map(|(name, lines)| format!("{name}\n{lines}")).collect();
        text + &format!("lagrangian = {}\n", entry["lagrangian"].as_str().expect("a text"))
    }

    fn constraint_lines(&self) -> String {
        let reaction = |i: usize| match &self.entry["reaction_directions"][i] {
            Value::Null => String::new(),
            direction => format!("  reaction ({})", texts(direction).join(", ")),
        };
        let all = self.constraints().into_iter().enumerate();
        all.map(|(i, phi)| format!("  c{}: {phi} = 0{}\n", i + 1, reaction(i))).collect()
    }

    /// The model.
    pub(crate) fn model(&self) -> Model {
        model(&self.id, &self.text())
    }
}

/// A model without mistakes.
pub(crate) fn model(name: &str, text: &str) -> Model {
    let reading = read(&Source::new(name, text));
    let errors: Vec<_> = reading.diagnostics.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}");
    reading.model.expect("a text without errors has a model")
}

/// The values of a state: the derivatives of order 0 to 3 are `q`, `v`, `a`, `j`.
pub(crate) fn state(model: &Model, state: &Value) -> Vec<Assignment> {
    let mut parts = vec![format!("t={:?}", state["t"].as_f64().expect("a time"))];
    for (key, primes) in [("q", ""), ("v", "'"), ("a", "''"), ("j", "'''")] {
        let values = numbers(&state[key]);
        parts.extend(values.iter().map(|(name, x)| format!("{name}{primes}={x:?}")));
    }
    let mu = state["mu"].as_array().into_iter().flatten();
    parts.extend(mu.enumerate().map(|(i, x)| format!("mu_c{}={x}", i + 1)));
    let source = Source::new("<state>", parts.join(", "));
    read_assignments(&source, model).expect("a state can be read")
}

/// The highest derivatives that are expected at a state, by name.
pub(crate) fn expected(state: &Value) -> BTreeMap<String, f64> {
    let expect = &state["expect"];
    let primes = if expect["a"].is_null() { "''''" } else { "''" };
    let highest = numbers(&expect["a"]).into_iter().chain(numbers(&expect["d4"]));
    highest.map(|(name, x)| (format!("{name}{primes}"), x)).collect()
}
