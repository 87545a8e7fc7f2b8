//! The description of an FMU: its variables, and which of them are states, rates and outputs.

use super::super::export::{Quantity, Role};
use super::super::names::Taken;
use super::super::page::{Page, about, remark};
use super::super::program::Program;
use super::super::syntax::decimal;
use super::Fmi;

/// A variable.
struct Variable {
    name: String,
    about: String,
    /// Its unit in the SI.
    unit: Option<String>,
    kind: Kind,
    /// The value at the start, if it is given.
    start: Option<f64>,
    /// The reference of the state of which it is the rate.
    rate_of: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Independent,
    State,
    Rate,
    Parameter,
    Input,
    Output,
    Local,
}

impl Kind {
    /// Causality, variability and how the start is found.
    fn words(self) -> (&'static str, &'static str, Option<&'static str>) {
        match self {
            Kind::Independent => ("independent", "continuous", None),
            Kind::State => ("output", "continuous", Some("exact")),
            Kind::Rate | Kind::Local => ("local", "continuous", Some("calculated")),
            Kind::Parameter => ("parameter", "tunable", Some("exact")),
            Kind::Input => ("input", "continuous", None),
            Kind::Output => ("output", "continuous", Some("calculated")),
        }
    }
}

/// The text of `modelDescription.xml`.
pub(super) fn description(program: &Program<'_>, version: Fmi, token: &str) -> String {
    let variables = variables(program);
    let mut page = Page::default();
    page.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    match version {
        Fmi::Two => two(program, &variables, token, &mut page),
        Fmi::Three => three(program, &variables, token, &mut page),
    }
    page.line(0, "</fmiModelDescription>");
    page.finish()
}

/// All variables, by reference.
fn variables(program: &Program<'_>) -> Vec<Variable> {
    let export = program.export;
    let units = &export.units;
    // A model without units has a time without one.
    let second = (!units.powers.is_empty()).then(|| "s".to_owned());
    let time = plain(super::TIME.to_owned(), Kind::Independent);
    let mut list = vec![Variable { unit: second, ..time }];
    let given = |name: &String, q: &Quantity, kind: Kind| Variable {
        name: name.clone(),
        about: about(q),
        unit: q.unit.clone(),
        kind,
        start: Some(q.value),
        rate_of: None,
    };
    let all = |names: &[String], quantities: &[Quantity], kind: Kind| -> Vec<Variable> {
        names.iter().zip(quantities).map(|(name, q)| given(name, q, kind)).collect()
    };
    list.extend(all(&program.state, &export.state, Kind::State));
    let rates = program.state.iter().enumerate();
    list.extend(rates.map(|(k, name)| Variable {
        rate_of: Some(k + 1),
        unit: units.rates.get(k).cloned().flatten(),
        ..plain(format!("der({name})"), Kind::Rate)
    }));
    list.extend(all(&program.parameters, &export.parameters, Kind::Parameter));
    list.extend(all(&program.inputs, &export.inputs, Kind::Input));
    let mut taken = Taken::new(list.iter().map(|v| v.name.as_str()));
    let mut named = |names: Vec<String>| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        taken.take_all(&names)
    };
    for role in [Role::Multipliers, Role::Energy, Role::Residuals] {
        let names = export.names(role);
        let given: Vec<Option<String>> = names.iter().map(|name| units.of(name)).collect();
        let output = |(name, unit)| Variable { unit, ..plain(name, Kind::Output) };
        list.extend(named(names).into_iter().zip(given).map(output));
    }
    let n = export.velocities.len();
    let entry = |k: usize| format!("mass_matrix[{},{}]", k / n + 1, k % n + 1);
    list.extend((0..n * n).map(|k| plain(entry(k), Kind::Local)));
    list
}

fn plain(name: String, kind: Kind) -> Variable {
    Variable { name, about: String::new(), unit: None, kind, start: None, rate_of: None }
}

/// A text inside of an attribute.
fn escaped(text: &str) -> String {
    let text = remark(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

fn opening(program: &Program<'_>, version: &str, token: &str) -> String {
    let export = program.export;
    let (name, title) = (escaped(&export.name), escaped(&export.title));
    let tool = format!("alembert {}", env!("CARGO_PKG_VERSION"));
    format!(
        "<fmiModelDescription fmiVersion=\"{version}\" modelName=\"{name}\" {token} \
         description=\"{title}\" generationTool=\"{tool}\" variableNamingConvention=\"structured\""
    )
}

fn experiment(program: &Program<'_>) -> String {
    let (from, to) = program.export.span;
    let (from, to) = (decimal(from), decimal(to));
    format!("<DefaultExperiment startTime=\"{from}\" stopTime=\"{to}\" tolerance=\"1e-9\"/>")
}

/// The units that occur, as powers of the base units of the SI; both versions write them alike.
fn definitions(program: &Program<'_>, page: &mut Page) {
    let powers = &program.export.units.powers;
    if powers.is_empty() {
        return;
    }
    page.line(1, "<UnitDefinitions>");
    for (unit, powers) in powers {
        let power = |(base, n): &(&str, i64)| format!(" {base}=\"{n}\"");
        let base: String = powers.iter().map(power).collect();
        let base = match base.as_str() {
            "" => String::new(),
            base => format!("<BaseUnit{base}/>"),
        };
        page.line(2, format!("<Unit name=\"{}\">{base}</Unit>", escaped(unit)));
    }
    page.line(1, "</UnitDefinitions>");
}

/// The attribute of a unit, where there is one.
fn unit(variable: &Variable) -> String {
    variable.unit.as_ref().map_or_else(String::new, |unit| format!(" unit=\"{}\"", escaped(unit)))
}

/// FMI 2.0.
fn two(program: &Program<'_>, variables: &[Variable], token: &str, page: &mut Page) {
    let (name, guid) = (&program.module, format!("guid=\"{token}\""));
    page.line(0, opening(program, "2.0", &guid) + " numberOfEventIndicators=\"0\">");
    let sources = format!("<SourceFiles><File name=\"{name}.c\"/></SourceFiles>");
    let abilities = "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"";
    for kind in ["ModelExchange", "CoSimulation"] {
        let more = match kind {
            "CoSimulation" => " canHandleVariableCommunicationStepSize=\"true\"",
            _ => "",
        };
        page.line(
            1,
            format!("<{kind} modelIdentifier=\"{name}\" {abilities}{more}>{sources}</{kind}>"),
        );
    }
    definitions(program, page);
    page.line(1, experiment(program));
    page.line(1, "<ModelVariables>");
    for (reference, variable) in variables.iter().enumerate() {
        let start =
            variable.start.map_or_else(String::new, |x| format!(" start=\"{}\"", decimal(x)));
        let rate =
            variable.rate_of.map_or_else(String::new, |k| format!(" derivative=\"{}\"", k + 1));
        let attributes = attributes(variable, reference);
        page.line(
            2,
            format!(
                "<ScalarVariable {attributes}><Real{}{start}{rate}/></ScalarVariable>",
                unit(variable)
            ),
        );
    }
    page.line(1, "</ModelVariables>");
    page.line(1, "<ModelStructure>");
    let part = |title: &str, kinds: &[Kind], page: &mut Page| {
        let members = variables.iter().enumerate().filter(|(_, v)| kinds.contains(&v.kind));
        let lines: Vec<String> =
            members.map(|(k, _)| format!("<Unknown index=\"{}\"/>", k + 1)).collect();
        if !lines.is_empty() {
            page.line(2, format!("<{title}>"));
            lines.iter().for_each(|line| page.line(3, line));
            page.line(2, format!("</{title}>"));
        }
    };
    part("Outputs", &[Kind::State, Kind::Output], page);
    part("Derivatives", &[Kind::Rate], page);
    part("InitialUnknowns", &[Kind::Rate, Kind::Output], page);
    page.line(1, "</ModelStructure>");
}

/// FMI 3.0.
fn three(program: &Program<'_>, variables: &[Variable], token: &str, page: &mut Page) {
    let (name, token) = (&program.module, format!("instantiationToken=\"{token}\""));
    page.line(0, opening(program, "3.0", &token) + ">");
    let abilities = "canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"";
    page.line(1, format!("<ModelExchange modelIdentifier=\"{name}\" {abilities}/>"));
    page.line(1, format!(
        "<CoSimulation modelIdentifier=\"{name}\" {abilities} canHandleVariableCommunicationStepSize=\"true\"/>"
    ));
    definitions(program, page);
    page.line(1, experiment(program));
    page.line(1, "<ModelVariables>");
    for (reference, variable) in variables.iter().enumerate() {
        let start =
            variable.start.map_or_else(String::new, |x| format!(" start=\"{}\"", decimal(x)));
        let rate = variable.rate_of.map_or_else(String::new, |k| format!(" derivative=\"{k}\""));
        let (attributes, unit) = (attributes(variable, reference), unit(variable));
        page.line(2, format!("<Float64 {attributes}{unit}{start}{rate}/>"));
    }
    page.line(1, "</ModelVariables>");
    page.line(1, "<ModelStructure>");
    let parts: [(&str, &[Kind]); 3] = [
        ("Output", &[Kind::State, Kind::Output]),
        ("ContinuousStateDerivative", &[Kind::Rate]),
        ("InitialUnknown", &[Kind::Rate, Kind::Output]),
    ];
    for (title, kinds) in parts {
        let members = variables.iter().enumerate().filter(|(_, v)| kinds.contains(&v.kind));
        for (reference, _) in members {
            page.line(2, format!("<{title} valueReference=\"{reference}\"/>"));
        }
    }
    page.line(1, "</ModelStructure>");
}

/// What a variable is.
fn attributes(variable: &Variable, reference: usize) -> String {
    let (causality, variability, initial) = variable.kind.words();
    let about = match variable.about.as_str() {
        "" => String::new(),
        about => format!(" description=\"{}\"", escaped(about)),
    };
    let initial = initial.map_or_else(String::new, |word| format!(" initial=\"{word}\""));
    format!(
        "name=\"{}\" valueReference=\"{reference}\"{about} causality=\"{causality}\" \
         variability=\"{variability}\"{initial}",
        escaped(&variable.name)
    )
}
