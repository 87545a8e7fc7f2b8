//! What is derived has units: every formula that `derive` prints, by every principle, for every model of
//! the gallery, is put to the check of units that models are put to.
//!
//! Formulas are written as lines of `expect` below the model, and the names that a principle makes up,
//! `u_1` and `pi_1`, as lines of `let`. A multiplier has no unit there, and what is added to it is not
//! compared with it; the same holds for other letters of steps, `L_bar`. Steps that vary or integrate,
//! or leave derivatives as they are, are no formulas of the model language and are not read.

use alembert::gallery::EXAMPLES;
use alembert::language::{Code, Model, Severity, Source, read, read_expression};
use alembert::walk::{Form, Request, derive, steps};
use alembert_algebra::Elementary;
use alembert_mechanics::PRINCIPLES;
use serde_json::Value;

/// Definitions of names and claims, in the model language.
#[derive(Default)]
struct Printed {
    definitions: Vec<(String, String)>,
    /// Names without a definition, whose unit is not known.
    free: Vec<String>,
    claims: Vec<String>,
}

impl Printed {
    /// Equations; where a name that was made up stands alone on the left, its definition.
    fn equations(&mut self, list: &Value) {
        for equation in list.as_array().into_iter().flatten() {
            let side = |name: &str| equation[name].as_str().expect("a text").to_owned();
            self.equation(side("lhs"), side("rhs"));
        }
    }

    fn equation(&mut self, lhs: String, rhs: String) {
        if [&lhs, &rhs].iter().any(|side| is_calculus(side)) {
            return;
        }
        let known = self.definitions.iter().any(|(name, _)| *name == lhs);
        match is_made_up(&lhs) && !known {
            true => self.definitions.push((lhs, rhs)),
            false if is_name(&lhs) && !known => self.claims.push(format!("{rhs} = 0")),
            false => self.claims.push(format!("{lhs} = {rhs}")),
        }
    }

    /// Takes names that neither the model nor a definition has as names without units.
    fn letters(&mut self, model: &Model) {
        let mut unknown = Vec::new();
        for name in self.claims.iter().flat_map(|claim| names(claim)) {
            let is_new = !unknown.iter().any(|other| other == name);
            let is_defined = self.definitions.iter().any(|(own, _)| own == name);
            let is_function = Elementary::named(name).is_some();
            if is_new && !is_defined && !is_function && !is_read(name, model) {
                unknown.push(name.to_owned());
            }
        }
        self.free.extend(unknown);
    }

    fn matrix(&mut self, rows: &Value) {
        let entries = rows.as_array().into_iter().flatten().flat_map(|row| row.as_array());
        let entries = entries.flatten().filter_map(Value::as_str).filter(|e| *e != "0");
        self.claims.extend(entries.map(|entry| format!("{entry} = 0")));
    }
}

/// `u_1`, `pi_2`, `rho_1`: a name by which a principle calls what it introduces.
fn is_made_up(text: &str) -> bool {
    ["u_", "w_", "pi_", "rho_"].iter().any(|letter| {
        text.strip_prefix(letter).is_some_and(|index| index.chars().all(|c| c.is_ascii_digit()))
    })
}

/// A variation, an integral, or a derivative that is not carried out.
fn is_calculus(text: &str) -> bool {
    ["delta(", "integral(", "partial(", "rate("].iter().any(|call| text.contains(call))
}

/// The names in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts.filter(|part| part.starts_with(char::is_alphabetic))
}

/// A name of a step, `L` or `L_bar`, which is no quantity of the model.
fn is_name(text: &str) -> bool {
    ["L", "L_bar", "L_mu", "H", "S", "Z"].contains(&text)
}

/// Does the model know a name, if only as that of a function?
fn is_read(name: &str, model: &Model) -> bool {
    let found = read_expression(&Source::new("name", name), model);
    found.err().is_none_or(|list| list.iter().all(|d| d.code != Code::UnknownSymbol))
}

/// Everything that is printed of a model by a principle; nothing where it does not apply.
fn printed(model: &Model, principle: &'static str) -> Option<Printed> {
    let mut all = Printed::default();
    for step in steps(model, Some(principle)).ok()?.json().as_array().expect("a list") {
        all.equations(&step["equations"]);
        all.matrix(&step["matrix"]["rows"]);
    }
    for form in [Form::Multipliers, Form::Matrix, Form::Explicit] {
        let request = Request { principle: Some(principle), form, closed: false, reduce: false };
        let Ok(found) = derive(model, request) else { continue };
        let found = found.json();
        for part in found["where"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let (name, value) = part.split_once(" = ").expect("a definition");
            all.definitions.push((name.to_owned(), value.to_owned()));
        }
        all.equations(&found["equations"]);
        found["matrices"].as_object().into_iter().flatten().for_each(|(_, rows)| all.matrix(rows));
        let invariants = found["invariants"].as_array().into_iter().flatten();
        all.claims.extend(invariants.filter_map(Value::as_str).map(|e| format!("({e})' = 0")));
    }
    all.letters(model);
    Some(all)
}

/// The equations in speeds, whose units are not told.
fn in_speeds(model: &Model, principle: &'static str) -> Option<Printed> {
    let mut all = Printed::default();
    let form = Form::Quasi;
    let request = Request { principle: Some(principle), form, closed: false, reduce: false };
    let found = derive(model, request).ok()?;
    for (lhs, rhs) in &found.equations {
        let name = lhs.trim_end_matches('\'');
        if !is_read(name, model) {
            all.free.push(name.to_owned());
        }
        all.claims.push(format!("{lhs} = {rhs}"));
    }
    all.definitions = found.closed;
    Some(all)
}

/// The model with what was printed, and without claims of its own.
fn with_printed(text: &str, printed: &Printed) -> String {
    let own = ["\nexpect", "\nreject", "\nview", "\nrun", "\ninitial"];
    let end = own.iter().filter_map(|section| text.find(section)).min().unwrap_or(text.len());
    let mut text = text[..end].to_owned() + "\n";
    let mut add = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text += &format!("{title}\n{}\n", lines.join("\n"));
        }
    };
    add("inputs", printed.free.iter().map(|name| format!("  {name}")).collect());
    let definitions = printed.definitions.iter().map(|(name, e)| format!("  {name} = {e}"));
    add("let", definitions.collect());
    add("expect", printed.claims.iter().map(|claim| format!("  {claim}")).collect());
    text
}

/// Sums of unlike quantities among what is printed, with their places.
fn unlike(text: &str) -> Vec<String> {
    let units = [Code::UnitsDisagree, Code::ArgumentHasUnit];
    let found = read(&Source::new("printed", text)).diagnostics;
    let serious =
        found.into_iter().filter(|d| units.contains(&d.code) || d.severity == Severity::Error);
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |k| k + 1);
    let shown = |at: usize| text[line(at)..].lines().next().unwrap_or_default().to_owned();
    serious.map(|d| format!("{}\n    {}", d.message, shown(d.span.start))).collect()
}

#[test]
fn no_formula_that_is_derived_adds_quantities_of_different_units() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for example in EXAMPLES {
        let model = read(&example.source()).model.expect("the models of the gallery are sound");
        for principle in PRINCIPLES {
            let of = [printed(&model, principle.name), in_speeds(&model, principle.name)];
            for printed in of.into_iter().flatten() {
                seen += printed.claims.len();
                let found = unlike(&with_printed(example.text, &printed));
                let place = format!("{} by {}", example.name, principle.name);
                wrong.extend(found.into_iter().map(|message| format!("{place}: {message}")));
            }
        }
    }
    assert!(seen > 3_000, "{seen} formulas are few");
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_check_sees_a_sum_of_squares_of_lengths_and_numbers() {
    let model = "coordinates\n  x, y [m]\n  phi [rad]\nL = x'^2 + y'^2\n";
    let mut printed = Printed::default();
    printed.equation("u_1".to_owned(), "x'*cos(phi) + y'*sin(phi)".to_owned());
    printed.equation("u_1'".to_owned(), "x''*cos(phi)".to_owned());
    assert!(unlike(&with_printed(model, &printed)).is_empty());
    printed.equation("u_1'*(1 + (x^2 - 1)*cos(phi)^2)".to_owned(), "0".to_owned());
    assert_eq!(unlike(&with_printed(model, &printed)).len(), 1);
}
