//! Partial derivatives of declared functions: what `derive` prints is read, proved and respelled.

use alembert::language::{Form as Page, Model, Source, read, read_equation, read_expression};
use alembert::language::{spell, to_json};
use alembert::walk::{Certificate, Form, Request, Verdict, derive, prove};

/// A bead in a plane with an unspecified potential, held to a moving line.
const BEAD: &str = "coordinates\n  x, y\nparameters\n  m = 1 in 0.1 .. 10, D = 2\n\
functions\n  V(x, y), w(t)\nL = ½ m (x'² + y'²) + D x - V(x, y)\nconstraints\n  line: y' = w(t) x\n";

fn model(text: &str) -> Model {
    let reading = read(&Source::new("bead.mech", text));
    assert!(reading.diagnostics.iter().all(|d| !d.is_error()), "{:#?}", reading.diagnostics);
    reading.model.expect("a text without errors has a model")
}

fn refusal(question: &str) -> String {
    let found = read_expression(&Source::new("<question>", question), &model(BEAD));
    let found = found.expect_err("it is refused");
    format!("{} | {}", found[0].message, found[0].hint.as_deref().unwrap_or(""))
}

#[test]
fn derived_equations_with_unspecified_functions_are_certified_and_proved() {
    let model = model(BEAD);
    for form in [Form::Multipliers, Form::Explicit, Form::Matrix] {
        let request = Request { principle: None, form, closed: false, reduce: false };
        let found = derive(&model, request).expect("it can be derived");
        assert_eq!(found.certificate, Certificate::Proved, "{form:?}");
        for (left, right) in &found.equations {
            let claim = Source::new("<question>", format!("{left} = {right}"));
            let sides = read_equation(&claim, &model).expect("what is printed is read");
            let proof = prove(&model, sides, None).expect("there is a motion");
            assert_eq!(proof.verdict, Verdict::Proved, "{left} = {right}");
        }
    }
}

#[test]
fn all_spellings_of_a_partial_derivative_are_one() {
    let model = model(BEAD);
    let value = |text: &str| read_expression(&Source::new("<question>", text), &model);
    let wanted = value("D(V, 2, 1)(x, y)").expect("it is read");
    for text in [
        "∂₁²∂₂V(x, y)",
        "∂₂∂₁∂₁V(x, y)",
        "∂_1^2 ∂_2 V(x, y)",
        "\\partial_{1}^{2} \\partial_{2} V(x, y)",
    ] {
        assert_eq!(value(text), Ok(wanted), "{text}");
    }
    assert_ne!(value("∂₁∂₂²V(x, y)"), Ok(wanted));
    // The chain rule: a time derivative is made of partial ones.
    assert_eq!(value("V(x, y)' - x' ∂₁V(x, y) - y' ∂₂V(x, y)"), value("0"));
    assert_eq!(value("D(w, 2)(t)"), value("w(t)''"));
    // D itself stays a parameter.
    assert_eq!(value("D (x + 1) - D x - D"), value("D (x + 1) - D x - D"));
    assert!(value("D (x + 1)").is_ok());
}

#[test]
fn what_is_no_partial_derivative_says_how_to_write_one() {
    let form = "∂₁V(x, y) or D(V, 1, 0)(x, y)";
    for text in ["∂V(x, y)", "∂₁x", "∂₁V", "∂₁sin(x)", "D(V, x)(x, y)", "∂₀V(x, y)"]
    {
        assert!(refusal(text).contains(form), "{text}: {}", refusal(text));
    }
    assert!(refusal("∂₃V(x, y)").contains("2 arguments, but 3 orders"), "{}", refusal("∂₃V(x, y)"));
    assert!(refusal("D(V, 1)(x, y)").contains("2 arguments, but 1 order"));
    assert!(refusal("∂₁V(x)").contains("takes 2 arguments"));
    assert!(refusal("V'(x, y)").contains("∂₁V(…)"), "{}", refusal("V'(x, y)"));
    assert!(refusal("D(V, 99, 0)(x, y)").contains("at most"));
}

#[test]
fn a_file_with_partial_derivatives_goes_round_through_all_spellings() {
    let text = format!("{BEAD}expect\n  m x'' = D - ∂₁V(x, y)\n  (∂₁∂₂²V(x, y)')² = 0\n");
    let source = |text: &str| Source::new("bead.mech", text.to_owned());
    let ascii = spell(&source(&text), Page::Ascii).expect("it is right");
    assert!(ascii.contains("D(V, 1, 0)(x, y)") && ascii.contains("(D(V, 1, 2)(x, y))'"), "{ascii}");
    let latex = spell(&source(&ascii), Page::Latex).expect("it is right");
    assert!(latex.contains("\\partial_{1} \\partial_{2}^{2} V(x, y)"), "{latex}");
    let json = to_json(&source(&latex)).expect("it is right").to_string();
    let back = spell(&source(&json), Page::Unicode).expect("it is right");
    assert!(back.contains("∂₁∂₂²V(x, y)"), "{back}");
    assert_eq!(spell(&source(&back), Page::Ascii), Ok(ascii));
}

#[test]
fn units_of_partial_derivatives_are_checked() {
    let text = "coordinates\n  x [m]\nparameters\n  m = 1 [kg]\nfunctions\n  V(x) [J]\n\
L = ½ m x'² - V(x)\nexpect\n  m x'' = -∂₁V(x)\n";
    assert!(read(&Source::new("a.mech", text)).diagnostics.is_empty());
    let wrong = read(&Source::new("a.mech", text.replace("∂₁V", "∂₁²V")));
    assert!(wrong.diagnostics.iter().any(|d| d.message.contains("units do not agree")));
}
