//! No text makes reading fail: random tokens, broken models, very long lines.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use alembert::language::diagnostic::{json, text};
use alembert::language::{Diagnostic, Form, Source, parse, read, spell};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Pieces that the language has a meaning for, and some that it has not.
const PIECES: &[&str] = &[
    "model",
    "coordinates",
    "parameters",
    "functions",
    "inputs",
    "let",
    "L",
    "T",
    "V",
    "lagrangian",
    "constraints",
    "forces",
    "symmetry",
    "quasi",
    "principle",
    "initial",
    "run",
    "view",
    "observe",
    "expect",
    "reject",
    "x",
    "y",
    "θ",
    "ẋ",
    "x\u{307}",
    "θ₁",
    "\\theta",
    "\\dot",
    "\\ddot{x}",
    "\\frac",
    "\\frac{d}{dt}",
    "\\frac12",
    "\\sqrt",
    "\\left",
    "\\right",
    "\\mathrm",
    "\\text{kin}",
    "\\cdot",
    "\\times",
    "\\,",
    "_{1}",
    "_",
    "^{(4)}",
    "mgl",
    "(x, y, 0)",
    "P_x",
    "P",
    "Rz(",
    "cross(",
    "×",
    "·",
    "\\",
    "m",
    "g",
    "sin",
    "cos",
    "f",
    "is",
    "are",
    "in",
    "with",
    "rotation",
    "reaction",
    "guess",
    "conserved",
    "nonholonomic",
    "+",
    "-",
    "*",
    "/",
    "^",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "[kg]",
    "|",
    "√",
    "=",
    ":",
    ",",
    "..",
    ".",
    "'",
    "″",
    "²",
    "⁻",
    "½",
    "0",
    "1",
    "2.5",
    "1e-3",
    "1e999",
    "\"",
    "\"a\"",
    "#",
    "\n",
    "\n",
    "\n  ",
    "\n  ",
    "\n    ",
    "\r\n",
    "\t",
    " ",
    " ",
    " ",
    "\u{feff}",
    "⊗",
    "質",
    "\u{0}",
    "ϕ",
    "φ",
    "E",
    "e",
    "pi",
    "t",
    "λ_c1",
    "dot",
    "R",
];

/// Pieces of which many sequences are expressions.
const EXPRESSION_PIECES: &[&str] = &[
    "x ",
    "y' ",
    "m ",
    "P ",
    "Q ",
    "P' ",
    "P_x ",
    "W_y ",
    "2 ",
    "0 ",
    "+ ",
    "- ",
    "· ",
    "× ",
    "/ ",
    "² ",
    "^2 ",
    "^x ",
    "(",
    ")",
    "(x, y, 0) ",
    "(x, y) ",
    "(",
    ", ",
    ")",
    "|",
    "|",
    "|P|² ",
    "dot(",
    "cross(",
    "Rx(x, ",
    "R(P, x, ",
    "P)",
    "sin ",
    "√",
    "\\frac",
    "{",
    "}",
    "\\frac12 ",
    "\\dot ",
    "\\sqrt{",
    "mgl",
    "\\frac{d}{dt} ",
    "^{(4)}",
    "\\theta ",
    "_1 ",
    "' ",
    "\\cdot ",
    "\\left( ",
    "\\right) ",
    "\\mathrm{P} ",
];

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]))
}

fn models() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut texts = Vec::new();
    for part in ["models", "models/bench", "mistakes"] {
        let entries = fs::read_dir(folder.join(part)).expect("the folder is there");
        let entries = entries.map(|entry| entry.expect("the folder can be read").path());
        let mut paths: Vec<_> =
            entries.filter(|p| p.extension().is_some_and(|e| e == "mech")).collect();
        paths.sort();
        texts.extend(
            paths.iter().map(|path| fs::read_to_string(path).expect("the file can be read")),
        );
    }
    texts
}

/// Every span lies in the text, on whole characters, and can be shown.
fn sound(source: &Source, diagnostics: &[Diagnostic]) {
    let places = diagnostics.iter().flat_map(|d| {
        let fixes = d.fixes.iter().map(|fix| fix.span);
        let related = d.related.iter().map(|related| related.span);
        std::iter::once(d.span).chain(fixes).chain(related)
    });
    for span in places {
        assert!(
            source.text().get(span.start..span.end).is_some(),
            "{span:?} in {:?}",
            source.text()
        );
    }
    for diagnostic in diagnostics {
        let shown = text::render(diagnostic, source, text::Colour::Plain);
        assert!(shown.starts_with(diagnostic.severity.word()));
        let object = json::value(diagnostic, source);
        assert!(object["line"].as_u64() <= object["end_line"].as_u64());
    }
}

/// Beginnings that make the rest an expression among scalars and vectors.
const HEAD: &str = "coordinates\n  x, y\nparameters\n  m = 1, g = 2, l = 3\nlet\n  P = (x, y, 0)\n  Q = (x, y)\n  ";

fn survives(text: &str) {
    let source = Source::new("random.mech", text);
    let reading = read(&source);
    sound(&source, &reading.diagnostics);
    let is_aside = |d: &Diagnostic| {
        let before = &source.text()[..d.span.start];
        before.contains("expect") || before.contains("reject")
    };
    let mut faults = reading.diagnostics.iter().filter(|d| d.is_error());
    match reading.model {
        None => assert!(faults.next().is_some(), "a model, or an error: {text}"),
        Some(_) => assert!(faults.all(is_aside), "an error, and yet a model: {text}"),
    }
}

/// What survives can be spelled in every way, unless it has a mistake.
fn survives_in_every_spelling(text: &str) {
    survives(text);
    let source = Source::new("random.mech", text);
    let right = !read(&source).diagnostics.iter().any(Diagnostic::is_error);
    for form in [Form::Ascii, Form::Unicode, Form::Latex] {
        assert!(spell(&source, form).is_ok() || !right, "a model has every spelling: {text}");
    }
}

#[test]
fn random_tokens_never_panic() {
    let piece = proptest::sample::select(PIECES);
    let soup = proptest::collection::vec(piece, 0..60);
    let checked = runner(4000).run(&soup, |pieces| {
        survives_in_every_spelling(&pieces.concat());
        Ok(())
    });
    assert_eq!(checked, Ok(()));
}

#[test]
fn random_expressions_of_latex_and_vectors_never_panic() {
    let piece = proptest::sample::select(EXPRESSION_PIECES);
    let soup = proptest::collection::vec(piece, 1..12);
    let checked = runner(6000).run(&soup, |pieces| {
        let text = pieces.concat();
        survives(&format!(
            "{HEAD}W = {text}\nL = ½ m x'² + {text}\nconstraints\n  c: {text} = P\n"
        ));
        Ok(())
    });
    assert_eq!(checked, Ok(()));
}

#[test]
fn random_characters_never_panic() {
    let checked = runner(1000).run(&"\\PC{0,80}", |text| {
        survives(&text);
        survives(&format!("coordinates\n  x\nL = {text}\n"));
        Ok(())
    });
    assert_eq!(checked, Ok(()));
}

#[test]
fn mutated_models_never_panic() {
    let models = models();
    let change = (0usize..10_000, 0usize..6, proptest::sample::select(PIECES));
    let strategy = (0..models.len(), proptest::collection::vec(change, 1..5));
    let checked = runner(3000).run(&strategy, |(which, changes)| {
        let mut text: Vec<char> = models[which].chars().collect();
        for (place, removed, piece) in changes {
            let start = place % text.len().max(1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, piece.chars());
        }
        survives_in_every_spelling(&text.iter().collect::<String>());
        Ok(())
    });
    assert_eq!(checked, Ok(()));
}

#[test]
fn removing_any_line_of_a_model_leaves_an_answer() {
    for model in models() {
        let lines: Vec<&str> = model.lines().collect();
        for left_out in 0..lines.len() {
            let kept = lines.iter().enumerate().filter(|(i, _)| *i != left_out);
            let text: Vec<&str> = kept.map(|(_, line)| *line).collect();
            survives(&text.join("\n"));
        }
    }
}

#[test]
fn trees_have_sound_spans() {
    for model in models() {
        let source = Source::new("a.mech", model.as_str());
        let (file, _) = parse(&source);
        let mut open: Vec<_> = file.energies.iter().map(|energy| &energy.value).collect();
        open.extend(file.constraints.iter().flat_map(|c| [&c.left, &c.right]));
        while let Some(expr) = open.pop() {
            assert!(model.get(expr.span.start..expr.span.end).is_some());
            for part in expr.parts() {
                assert!(expr.span.start <= part.span.start && part.span.end <= expr.span.end);
                open.push(part);
            }
        }
    }
}

/// Generous for a slow machine without optimisation; these texts take some 0.1 s.
const QUICK: Duration = Duration::from_secs(10);

#[test]
fn a_megabyte_in_one_line_gets_an_answer_soon() {
    let long = 1 << 20;
    let texts = [
        "x".repeat(long),
        "x ".repeat(long / 2),
        "x + ".repeat(long / 4),
        "(".repeat(long),
        "|".repeat(long),
        "x_{".repeat(long / 3),
        "\\".repeat(long),
        format!("\\{}", "a".repeat(long)),
        "'".repeat(long),
        "9".repeat(long),
        "⊗".repeat(long / 3),
        "x⊗".repeat(long / 4),
        "[".repeat(long),
        "\"".repeat(long),
        "x, ".repeat(long / 3),
        "sin ".repeat(long / 4),
        "-".repeat(long),
        "²".repeat(long / 2),
        "x = 1, ".repeat(long / 7),
        "1/2".repeat(long / 3),
        "a/2b ".repeat(long / 5),
        "\\frac".repeat(long / 5),
        "\\frac{".repeat(long / 6),
        "\\frac{d}{dt}".repeat(long / 12),
        "\\frac{d\\frac{d".repeat(long / 16),
        "\\dot{x}_".repeat(long / 8),
        "\\sqrt1".repeat(long / 6),
        format!("\\theta {}", "x".repeat(long)),
        format!("\\frac{}", "1".repeat(long)),
        "\\left".repeat(long / 5),
        "\\mathrm{".repeat(long / 8),
        "x_{\\mathrm".repeat(long / 10),
    ];
    for body in &texts {
        let shown: String = body.chars().take(8).collect();
        for text in [
            format!("coordinates\n  x\nL = {body}\n"),
            format!("coordinates\n  x, {body}\nL = x'²\ninitial\n  {body}\n"),
        ] {
            let started = Instant::now();
            survives(&text);
            assert!(started.elapsed() < QUICK, "{shown} took {:?}", started.elapsed());
        }
    }
}

#[test]
fn long_items_within_the_limits_are_answered_soon() {
    let terms: Vec<String> = (0..20_000).map(|i| format!("{i} x")).collect();
    let doubled: Vec<String> =
        (1..60).map(|i| format!("  a{i} = a{} (a{} + x)\n", i - 1, i - 1)).collect();
    let texts = [
        format!("L = ½ x'² + {}", terms.join(" + ")),
        format!("L = ½ x'² + {}", "x (1 + ".repeat(150) + &")".repeat(150)),
        format!("let\n  a0 = x\n{}L = ½ x'² + a59\n", doubled.concat()),
        format!("L = ½ x'² + (x{})''", " sin(x)".repeat(5_000)),
    ];
    for text in texts {
        let started = Instant::now();
        survives(&format!("coordinates\n  x\n{text}\n"));
        assert!(started.elapsed() < QUICK, "{:?}", started.elapsed());
    }
}
