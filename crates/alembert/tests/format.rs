//! Other spellings of a model say the same, and a round through all of them changes nothing.

use std::fs;
use std::path::Path;

use alembert::gallery::EXAMPLES;
use alembert::language::{Code, Diagnostic, Form, Model, Source, read, spell, to_json};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// All models of the gallery and of the tests, mistakes left out.
fn models() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/models");
    let mut all: Vec<(String, String)> =
        EXAMPLES.iter().map(|e| (e.name.to_owned(), e.text.to_owned())).collect();
    for part in [folder.clone(), folder.join("bench")] {
        let entries = fs::read_dir(part).expect("the folder is there");
        let mut paths: Vec<_> =
            entries.map(|entry| entry.expect("it can be read").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "mech")) {
            let text = fs::read_to_string(path).expect("the file can be read");
            all.push((path.display().to_string(), text));
        }
    }
    all
}

fn spelled(name: &str, text: &str, form: Form) -> String {
    spell(&Source::new(name, text), form)
        .unwrap_or_else(|found| panic!("{name}: {found:#?}\n{text}"))
}

fn json(name: &str, text: &str) -> String {
    to_json(&Source::new(name, text))
        .unwrap_or_else(|found| panic!("{name}: {found:#?}"))
        .to_string()
}

/// What a model says, as far as it can be compared.
fn meaning(name: &str, text: &str) -> String {
    let reading = read(&Source::new(name, text));
    let codes: Vec<Code> = reading.diagnostics.iter().map(|d| d.code).collect();
    let Some(model) = reading.model else { return format!("{codes:?}") };
    let Model { lagrangian, constraints, forces, initial, expect, reject, view, .. } = &model;
    let phi: Vec<_> = constraints.iter().map(|c| (&c.label, c.phi)).collect();
    let start: Vec<_> = initial.iter().map(|i| (&i.name, i.value, i.guess)).collect();
    let claims: Vec<_> = expect.iter().chain(reject).map(|s| (&s.claim, &s.starts)).collect();
    let values: Vec<_> = model.parameters.iter().map(|p| (&p.name, p.value, &p.range)).collect();
    let docs: Vec<_> = model.coordinates.iter().map(|c| (&c.name, &c.unit, &c.doc)).collect();
    format!(
        "{codes:?} {lagrangian:?} {phi:?} {forces:?} {start:?} {claims:?} {values:?} {docs:?} {}",
        view.len()
    )
}

#[test]
fn a_round_through_all_spellings_is_the_identity() {
    for (name, text) in models() {
        let ascii = spelled(&name, &text, Form::Ascii);
        let unicode = spelled(&name, &ascii, Form::Unicode);
        let latex = spelled(&name, &unicode, Form::Latex);
        let tree = json(&name, &latex);
        let back = spelled(&name, &tree, Form::Ascii);
        assert_eq!(back, ascii, "{name}\n{unicode}\n{latex}");
        assert_eq!(spelled(&name, &unicode, Form::Unicode), unicode, "{name}");
        assert_eq!(spelled(&name, &latex, Form::Latex), latex, "{name}");
    }
}

#[test]
fn every_spelling_says_the_same() {
    for (name, text) in models() {
        let expected = meaning(&name, &text);
        for form in [Form::Ascii, Form::Unicode, Form::Latex] {
            let other = spelled(&name, &text, form);
            assert_eq!(meaning(&name, &other), expected, "{name}\n{other}");
        }
        assert_eq!(meaning(&name, &json(&name, &text)), expected, "{name}");
    }
}

#[test]
fn ascii_is_ascii_but_for_comments_and_titles() {
    for (name, text) in models() {
        for line in spelled(&name, &text, Form::Ascii).lines() {
            let code = line.split(['#', '"']).next().unwrap_or("");
            assert!(code.is_ascii(), "{name}: {line}");
        }
    }
}

#[test]
fn comments_are_kept() {
    for (name, text) in models() {
        let words = |text: &str| -> Vec<String> {
            let quoted = |line: &str| line.matches('"').count().is_multiple_of(2);
            let comment = |line: &str| {
                let at = line.char_indices().find(|(i, c)| *c == '#' && quoted(&line[..*i]))?.0;
                Some(line[at + 1..].trim().to_owned())
            };
            let mut all: Vec<String> = text.lines().filter_map(comment).collect();
            all.sort();
            all
        };
        assert_eq!(words(&spelled(&name, &text, Form::Latex)), words(&text), "{name}");
    }
}

#[test]
fn one_line_in_four_spellings() {
    let head = "coordinates\n  x, θ_1\nparameters\n  m = 1, J_w = 2, kin = 3\nL = ";
    let line = |body: &str, form: Form| {
        let text = spelled("a", &format!("{head}{body}\n"), form);
        text.lines().find_map(|line| line.strip_prefix("L = ")).map(str::to_owned)
    };
    let rows = [
        ("½ m ẋ²", "1/2 m x'^2", "½ m x'²", "\\frac{1}{2} m \\dot{x}^{2}"),
        ("-m/2 x", "-m/2 x", "-m/2 x", "-\\frac{m}{2} x"),
        ("\\frac{m}{2}x", "m/2 x", "m/2 x", "\\frac{m}{2} x"),
        ("-½", "-1/2", "-½", "-\\frac{1}{2}"),
        ("x^½", "x^(1/2)", "x^(½)", "x^{\\frac{1}{2}}"),
        ("θ₁'' kin", "theta_1'' kin", "θ₁'' kin", "\\ddot{\\theta}_{1} \\mathrm{kin}"),
        (
            "sin²θ₁ cos(2 x)",
            "sin^2(theta_1) cos(2 x)",
            "sin²θ₁ cos(2 x)",
            "\\sin^{2} \\theta_{1} \\cos(2 x)",
        ),
        ("(cos x)²", "cos(x)^2", "cos(x)²", "\\cos(x)^{2}"),
        ("√(x + 1)/J_w", "sqrt(x + 1)/J_w", "√(x + 1)/J_w", "\\frac{\\sqrt{x + 1}}{J_{w}}"),
        ("a/(b c)", "a/(b c)", "a/(b c)", "\\frac{a}{b c}"),
        ("x (a/b)", "x (a/b)", "x (a/b)", "x \\frac{a}{b}"),
        ("(m x)'", "(m x)'", "(m x)'", "\\frac{d}{dt}(m x)"),
        ("x² (3)", "x^2 (3)", "x² 3", "x^{2} 3"),
        ("|x + (|m|)|", "|x + (|m|)|", "|x + (|m|)|", "|x + (|m|)|"),
        ("x - (m - 2)", "x - (m - 2)", "x - (m - 2)", "x - (m - 2)"),
        ("m * -x", "m * -x", "m * -x", "m * -x"),
        ("x'''''", "x'''''", "x'''''", "x^{(5)}"),
        ("x^-2", "x^-2", "x⁻²", "x^{-2}"),
        ("e^(-x)", "e^(-x)", "e^(-x)", "e^{-x}"),
        ("m · x", "m * x", "m · x", "m \\cdot x"),
    ];
    for (text, ascii, unicode, latex) in rows {
        for (form, expected) in
            [(Form::Ascii, ascii), (Form::Unicode, unicode), (Form::Latex, latex)]
        {
            assert_eq!(line(text, form).as_deref(), Some(expected), "{text}");
            assert_eq!(line(expected, form).as_deref(), Some(expected), "{text}");
            assert_eq!(line(expected, Form::Ascii), line(text, Form::Ascii), "{text}");
        }
    }
}

#[test]
fn products_of_vectors_are_functions_in_ascii() {
    let text = "coordinates\n  x, y, z\nlet\n  P = (x, y, z)\nL = ½ P'·P' + 2 (P × P')·P + x·y\n";
    let ascii = spelled("a", text, Form::Ascii);
    assert!(ascii.contains("1/2 dot(P', P')"), "{ascii}");
    assert!(ascii.contains("x * y") && ascii.contains("cross(P, P')"), "{ascii}");
    assert_eq!(meaning("a", &ascii), meaning("a", text));
}

#[test]
fn columns_and_comments_are_aligned_and_long_sums_broken() {
    let text = "parameters\n  m = 1 [kg] in 0 .. 2 # mass\n  # about the axis\n  J_w = 0.25 [kg m^2]   # inertia\n\n  g = 9.81\ncoordinates # all\n  x [m]\n";
    let expected = "parameters\n  m = 1       [kg]      in 0 .. 2  # mass\n  # about the axis\n  J_w = 0.25  [kg m^2]             # inertia\n\n  g = 9.81\n\ncoordinates  # all\n  x  [m]\n";
    assert_eq!(spelled("a", text, Form::Unicode), expected);
    let terms: Vec<String> = (1..40).map(|i| format!("{i} x")).collect();
    let long = format!("coordinates\n  x\nL = {}\n", terms.join(" + "));
    let shown = spelled("a", &long, Form::Ascii);
    assert!(shown.lines().all(|line| line.len() <= 100), "{shown}");
    assert_eq!(meaning("a", &shown), meaning("a", &long));
    let title = format!("model \"{}\"\n", "one - two ".repeat(20).trim());
    assert_eq!(spelled("a", &title, Form::Latex), title);
}

#[test]
fn json_is_versioned_and_accepted_where_a_model_is() {
    let tree = to_json(&Source::new("a", "coordinates\n  x [m]  # here\nL = ½ x'²\n")).unwrap();
    assert_eq!(tree["alembert"], 1);
    let item = &tree["sections"][0]["items"][0];
    assert_eq!((&item["comment"], &item["entries"][0]["unit"]), (&"here".into(), &"m".into()));
    assert_eq!(tree["sections"][1]["items"][0]["entries"][0]["value"]["product"][0]["number"], "1");
    let bare = r#"{"alembert": 1, "sections": [
        {"section": "coordinates", "items": [{"entries": [{"names": ["s"]}, {"names": ["x"], "unit": "m"}]}]},
        {"section": "L", "items": [{"entries": [{"value": {"power": [{"prime": "x"}, {"number": "2"}]}}]}]}]}"#;
    let model = read(&Source::new("a.json", bare)).model.expect("it is a model");
    assert_eq!(
        (model.coordinates[0].unit.as_deref(), model.coordinates[1].unit.as_deref()),
        (None, Some("m"))
    );
}

#[test]
fn broken_json_has_one_message() {
    let rows = [
        "{",
        "{}",
        "{\"alembert\": 2}",
        "{\"alembert\": 1}",
        "{\"alembert\": 1, \"sections\": [{\"section\": \"lot\"}]}",
        "{\"alembert\": 1, \"sections\": [{\"section\": \"let\", \"items\": [{\"entries\": [{\"x\": 1}]}]}]}",
        "{\"alembert\": 1, \"sections\": [{\"section\": \"let\", \"items\": [{\"entries\": [{\"name\": \"a b\"}]}]}]}",
        "{\"alembert\": 1, \"sections\": [{\"section\": \"L\", \"items\": [{\"entries\": [{\"value\": {\"number\": \"1 # 2\"}}]}]}]}",
    ];
    for text in rows {
        let found = read(&Source::new("a.json", text)).diagnostics;
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
        assert_eq!(found[0].code, Code::Expected, "{text}");
        assert!(spell(&Source::new("a.json", text), Form::Ascii).is_err());
    }
    let found = read(&Source::new("a.json", "{\n  \"alembert\": 1,\n  ß}")).diagnostics;
    assert_eq!(found[0].span.start, "{\n  \"alembert\": 1,\n  ".len());
    let deep = format!("coordinates\n  x\nL = {}x{}\n", "sin(".repeat(80), ")".repeat(80));
    assert_eq!(to_json(&Source::new("a", deep)).unwrap_err()[0].code, Code::Limit);
}

/// Pieces of expressions that read when they are put side by side, mostly.
const PIECES: &[&str] = &[
    "x ",
    "m ",
    "θ ",
    "x' ",
    "x''",
    "2 ",
    "½ ",
    "1.5 ",
    "+ ",
    "- ",
    "-",
    "* ",
    "/ ",
    "/",
    "² ",
    "^2 ",
    "^-1 ",
    "^x ",
    "^(",
    "(",
    ")",
    "|",
    "|",
    "sin ",
    "cos(",
    "sin²",
    "√",
    "√(",
    "\\frac",
    "{",
    "}",
    "\\frac12 ",
    "\\dot x ",
    "\\dot{x}_1 ",
    "\\sqrt{",
    "^{(3)}",
    "(x m)' ",
    "\\frac{d}{dt}",
    "(x)",
    "d ",
    "t ",
    "P ",
    "· ",
    "× ",
    "(x, m, 0) ",
    "⅔ ",
    "e ",
    "sqrt(",
    "abs(",
    "x_1 ",
];

#[test]
fn whatever_reads_reads_the_same_after_a_round() {
    let piece = proptest::sample::select(PIECES);
    let soup = proptest::collection::vec(piece, 1..10);
    let config = Config { cases: 20_000, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[9; 32]));
    let head = "coordinates\n  x, θ, x_1\nparameters\n  m = 1, d = 2\nlet\n  P = (x, m, θ)\n  W = ";
    let compared = std::cell::Cell::new(0);
    let checked = runner.run(&soup, |pieces| {
        let text = format!("{head}{}\nL = ½ m x'² + θ + d P_x\n", pieces.concat());
        let source = Source::new("a", text.as_str());
        let Ok(ascii) = spell(&source, Form::Ascii) else { return Ok(()) };
        let value = |text: &str| {
            let reading = read(&Source::new("a", text));
            let failed = reading.diagnostics.iter().any(Diagnostic::is_error);
            let model = reading.model.filter(|_| !failed);
            model.map(|m| m.abbreviations.iter().map(|d| d.value).collect::<Vec<_>>())
        };
        let expected = value(&text);
        let unicode = spelled("a", &ascii, Form::Unicode);
        let latex = spelled("a", &unicode, Form::Latex);
        let back = spelled("a", &json("a", &latex), Form::Ascii);
        assert_eq!(back, ascii, "{text}\n{unicode}\n{latex}");
        for other in [&ascii, &unicode, &latex] {
            assert_eq!(value(other), expected, "{text}\n{other}");
        }
        compared.set(compared.get() + usize::from(expected.is_some()));
        Ok(())
    });
    assert_eq!(checked, Ok(()));
    assert!(compared.get() > 500, "only {} of the texts were right", compared.get());
}
