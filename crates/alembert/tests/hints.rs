//! What a person meant: notations that two readers read differently, values in units, and what
//! messages propose.

use alembert::language::{
    Code, Diagnostic, Form, Model, Source, read, read_assignments, read_expression, spell,
};

fn findings(text: &str) -> Vec<Diagnostic> {
    read(&Source::new("a.mech", text)).diagnostics
}

fn model(text: &str) -> Model {
    read(&Source::new("a.mech", text)).model.expect("the model is right")
}

/// The findings of a model with this Lagrangian.
fn lagrangian(text: &str) -> Vec<Diagnostic> {
    findings(&format!(
        "coordinates\n  x, θ, k_1\nparameters\n  m = 1, g = 9, k = 2, l = 1, n = 1, ω = 1\nL = {text}\n"
    ))
}

fn ambiguous(text: &str) -> Vec<String> {
    let found = lagrangian(text).into_iter().filter(|d| d.code == Code::Ambiguous);
    found.flat_map(|d| d.fixes.into_iter().map(|fix| fix.text)).collect()
}

fn hint(found: &[Diagnostic]) -> String {
    let first = found.iter().find(|d| d.is_error()).expect("there is an error");
    first.hint.clone().unwrap_or_default()
}

#[test]
fn letters_beside_a_bare_argument_are_ambiguous_in_latex() {
    let base = "\\frac12 m\\dot x^2 + \\dot\\theta^2 + ";
    assert_eq!(ambiguous(&format!("{base}\\sin kx")), ["\\sin(k x)", "(\\sin k) x"]);
    assert_eq!(ambiguous(&format!("{base}\\cos^2 2kx")), ["\\cos^2(2k x)", "(\\cos^2 2k) x"]);
    assert_eq!(
        ambiguous(&format!("{base}\\sin k\\theta")),
        ["\\sin(k \\theta)", "(\\sin k) \\theta"]
    );
    for fine in ["\\sin\\theta\\dot\\theta", "\\sin\\theta\\cos\\theta", "\\sin(kx)", "\\sin{k} x"]
    {
        assert!(ambiguous(&format!("{base}{fine}")).is_empty(), "{fine}");
    }
    for fine in ["\\sin k_1", "kx\\sin\\theta", "mgl\\cos\\theta"] {
        assert!(ambiguous(&format!("{base}{fine}")).is_empty(), "{fine}");
    }
}

#[test]
fn letters_beside_a_divisor_are_ambiguous_in_latex() {
    let base = "\\frac12 m\\dot x^2 + \\dot\\theta^2 + ";
    assert_eq!(ambiguous(&format!("{base}mg/kl")), ["(k l)", "k * l"]);
    for fine in ["mg/k l", "\\frac{mg}{kl}", "g/l\\sin\\theta", "m/k^2 l", "g/k"] {
        assert!(ambiguous(&format!("{base}{fine}")).is_empty(), "{fine}");
    }
}

#[test]
fn a_function_before_the_time_keeps_its_brackets_in_every_spelling() {
    let text = "coordinates\n  x\nparameters\n  ω = 1\nL = ½ x'² + cos(ω) t x - sin(ω) t² x\n";
    for form in [Form::Ascii, Form::Unicode, Form::Latex] {
        let page = spell(&Source::new("a.mech", text), form).expect("it is right");
        assert_eq!(model(&page).lagrangian, model(text).lagrangian, "{page}");
    }
}

#[test]
fn signs_of_aligned_formulas_are_to_be_left_out() {
    let ampersand = lagrangian("\\frac12 m\\dot x^2 &+ \\dot\\theta^2");
    assert!(hint(&ampersand).contains("leave out the `&`"), "{ampersand:#?}");
    let end = lagrangian("\\frac12 m\\dot x^2 + \\dot\\theta^2 \\\\");
    assert!(hint(&end).contains("a line of its own"), "{end:#?}");
    assert_eq!(end[0].fixes[0].text, "");
}

#[test]
fn an_axis_that_is_no_unit_vector_is_refused_when_it_is_constant() {
    let turned = |axis: &str| {
        let text = format!(
            "coordinates\n  x, θ\nparameters\n  a = 1\nlet\n  P = R({axis}, θ, (x, 0, 1))\nL = ½ |P'|²\n"
        );
        findings(&text).into_iter().filter(Diagnostic::is_error).collect::<Vec<_>>()
    };
    for fine in ["(0, 0, 1)", "(1, 1, 0)/√2", "(3/5, 0, -0.8)", "(cos a, sin a, 0)", "(a, 0, 0)"]
    {
        assert!(turned(fine).is_empty(), "{fine}: {:#?}", turned(fine));
    }
    let wrong = turned("(1, 1, 0)");
    assert!(wrong[0].message.contains("has the length √2, not 1"), "{wrong:#?}");
    assert!(hint(&wrong).contains("(1, 1, 0)/√2"));
    assert!(turned("(0, 0, 2)")[0].message.contains("length 2"));
    assert!(turned("(0, 0, 0)")[0].message.contains("length 0"));
    assert!(
        turned("(√2, √3, 0)/√7")[0].message.contains("length √(5/7)"),
        "{:#?}",
        turned("(√2, √3, 0)/√7")
    );
}

const SWING: &str = "coordinates\n  θ [rad]\n  s [m]\nparameters\n  m = 1 [kg]\n  F = 2 [kN]\n  \
β = 30 [deg] in 0 .. 60\nT = ½ m s'² + ½ m s² θ'²\nforces\n  s: F cos β\n";

fn given(text: &str) -> Result<Vec<f64>, Vec<Diagnostic>> {
    let model = model(SWING);
    let values = read_assignments(&Source::new("-p", text), &model)?;
    let number = |e: alembert_algebra::Expr| {
        let degrees = (e / alembert_algebra::Expr::pi()).as_number().map(|r| r.to_f64() * 180.0);
        e.as_number().map(|r| r.to_f64()).or(degrees).expect("it is a number")
    };
    Ok(values.iter().map(|a| number(a.value)).collect())
}

#[test]
fn a_value_without_unit_has_the_unit_of_its_parameter() {
    assert_eq!(given("F=3"), Ok(vec![3000.0]));
    assert_eq!(given("F = 3 [N], m = 2"), Ok(vec![3.0, 2.0]));
    assert_eq!(given("β=45"), Ok(vec![45.0]));
    assert_eq!(given("s = 2, θ = 45 [deg]"), Ok(vec![2.0, 45.0]));
    let outside = given("β=70").expect_err("60 degrees are the most");
    assert_eq!(outside[0].code, Code::OutsideRange);
}

#[test]
fn values_that_cannot_be_given_are_refused() {
    let twice = given("θ=1, θ=2").expect_err("once is enough");
    assert_eq!(twice[0].code, Code::DeclaredTwice);
    assert!(given("θ=1, θ'=2").is_ok());
    let highest = given("θ''=1").expect_err("it is determined");
    assert!(highest[0].message.contains("no part of the state"), "{highest:#?}");
    let unknown = given("nosuch=3").expect_err("nothing has this name");
    assert!(unknown[0].message.contains("neither a parameter nor a coordinate"), "{unknown:#?}");
    let near = given("thta=3").expect_err("nothing has this name");
    assert!(near[0].hint.as_deref().is_some_and(|h| h.contains("did you mean `θ`")), "{near:#?}");
}

#[test]
fn a_line_at_the_margin_under_a_section_is_to_be_indented() {
    let found = findings("coordinates\nx\nL = ½ x'²\n");
    assert!(hint(&found).contains("indent the line if it belongs to `coordinates`"), "{found:#?}");
}

#[test]
fn an_unknown_multiplier_names_those_that_exist() {
    let text = |claim: &str| {
        format!(
            "coordinates\n  x, y\nL = ½ x'² + ½ y'²\nconstraints\n  rod: x x' + y y' = 0\nexpect\n  {claim} = 0\n"
        )
    };
    for claim in ["λ_foo", "λ"] {
        let found = findings(&text(claim));
        assert!(hint(&found).contains("λ_rod"), "{found:#?}");
    }
    let found = findings("coordinates\n  x\nL = ½ x'²\nexpect\n  λ = 0\n");
    assert!(hint(&found).contains("no constraints"), "{found:#?}");
}

#[test]
fn a_unit_inside_an_expression_asks_for_a_parameter() {
    let found = findings("coordinates\n  θ\nL = ½ θ'²\nforces\n  θ: -0.1 [N m s] \\dot\\theta\n");
    assert!(hint(&found).contains("parameter: declare one"), "{found:#?}");
}

#[test]
fn the_natural_logarithm_is_log() {
    assert!(hint(&lagrangian("x'² + θ'² + ln(x)")).contains("write `log`"));
}

#[test]
fn what_stands_apart_is_no_part_of_a_rewrite() {
    for text in ["\\theta x/kl🕴'", "\\theta x/k🕴l'", "x/2l🕴²"] {
        for finding in lagrangian(text) {
            for fix in finding.fixes.iter().filter(|fix| fix.text.contains('l')) {
                assert!(!fix.text.contains('\'') && !fix.text.contains('²'), "{fix:?}");
            }
        }
    }
}

#[test]
fn a_comma_between_names_is_put_in() {
    let text = "coordinates\n  x y, z\nL = x'² + y'² + z'²\n";
    let found = findings(text);
    assert_eq!((found.len(), found[0].code), (1, Code::Expected));
    assert_eq!(found[0].message, "expected `,`, found `y`");
    assert_eq!(hint(&found), "separate names by commas");
    let fix = &found[0].fixes[0];
    let mended = format!("{}{}{}", &text[..fix.span.start], fix.text, &text[fix.span.end..]);
    assert_eq!(findings(&mended), []);
    assert_eq!(mended.lines().nth(1), Some("  x, y, z"));
}

/// The readings that are proposed for a term of a Lagrangian with a plain parameter `k` and angles `α`, `β`.
fn readings(term: &str) -> Vec<String> {
    let text = format!(
        "coordinates\n  x, φ, θ\nparameters\n  α = 0.3 [rad], β = 2 α, γ = 20 [deg], k = 2, l = 1 [m]\n\
         functions\n  w(s)\nL = ½ x'² + ½ φ'² + ½ θ'² + {term}\n"
    );
    let found = findings(&text).into_iter().filter(|d| d.code == Code::Ambiguous);
    let found: Vec<Diagnostic> = found.inspect(|d| assert!(d.is_error(), "{term}")).collect();
    assert!(found.len() <= 1, "{term}: {found:#?}");
    for fix in found.iter().flat_map(|d| &d.fixes) {
        let mended = format!("{}{}{}", &text[..fix.span.start], fix.text, &text[fix.span.end..]);
        assert!(findings(&mended).iter().all(|d| !d.is_error()), "{mended}");
    }
    found.into_iter().flat_map(|d| d.fixes).map(|fix| fix.text).collect()
}

#[test]
fn what_stands_beside_a_bare_plain_argument_is_refused_with_its_readings() {
    for (term, expected) in [
        ("sin π x", vec!["sin(π x)", "(sin π) x"]),
        ("sin k x", vec!["sin(k x)", "(sin k) x"]),
        ("sin k x'", vec!["sin(k x')", "(sin k) x'"]),
        ("sin 2 k x", vec!["sin(2 k x)", "(sin 2 k) x"]),
        ("sin 2π k t", vec!["sin(2π k t)", "(sin 2π) k t"]),
        ("sin k l", vec!["sin(k l)", "(sin k) l"]),
        ("sin k x φ'", vec!["sin(k x)", "(sin k) x"]),
        ("sin²k x²", vec!["sin²(k x²)", "(sin² k) x²"]),
        ("sin π/2", vec!["sin(π/2)", "(sin π)/2"]),
        ("sin π x/l", vec!["sin(π x/l)", "sin(π x)/l", "(sin π) x/l"]),
        ("w k x", vec!["w(k x)", "(w k) x"]),
        ("\\sin\\pi x", vec!["\\sin(\\pi x)", "(\\sin \\pi) x"]),
        ("\\sin k \\dot x", vec!["\\sin(k \\dot x)", "(\\sin k) \\dot x"]),
        ("e^2x", vec!["e^(2x)", "(e^2) x"]),
        ("e^-2x", vec!["e^(-2x)", "(e^-2) x"]),
        ("e^-k t", vec!["e^(-k t)", "(e^-k) t"]),
        ("\\mathrm{e}^2x", vec!["\\mathrm{e}^{2 x}", "(\\mathrm{e}^2) x"]),
    ] {
        assert_eq!(readings(term), expected, "{term}");
    }
    for fine in [
        "cos φ θ'",
        "sin α cos φ",
        "sin φ/cos φ",
        "sin 2θ x",
        "sin α x",
        "sin β x",
        "sin γ x",
        "sin k cos x",
        "sin(k) x",
        "x sin k",
        "sin k/2",
        "l^2 θ'^2",
        "e^{2}x",
        "e²x",
        "e^(2) x",
        "e^-x φ",
        "2^k x",
        "\\sin{k} x",
        "\\sin k\\,x",
        "\\sin\\frac{k}{l} x",
        "\\cos\\phi\\dot\\theta",
    ] {
        assert_eq!(readings(fine), Vec::<String>::new(), "{fine}");
    }
}

#[test]
fn questions_about_a_model_are_read_like_its_text() {
    let model = model("coordinates\n  x\nparameters\n  k = 2, α = 1 [rad]\nL = ½ x'² - k x²\n");
    let read = |text: &str| read_expression(&Source::new("<question>", text), &model);
    let found = read("sin k x").expect_err("two readings");
    assert_eq!((found.len(), found[0].code), (1, Code::Ambiguous));
    assert!(read("sin α x").is_ok() && read("sin(k x)").is_ok());
}

#[test]
fn what_is_spelled_anew_has_the_brackets_that_its_reader_needs() {
    let text = "coordinates\n  x\nparameters\n  k = 2\n  α = 1 [rad]\nL = ½ x'² + sin(k) x + sin(α) x + (e^2) x + (e^k) x + sin(π) x + cos(π)/2\n";
    for form in [Form::Unicode, Form::Ascii, Form::Latex] {
        let spelled = spell(&Source::new("a", text), form).expect("it is spelled");
        let again = read(&Source::new("b", spelled.as_str())).model.expect(&spelled);
        assert_eq!(again.lagrangian, model(text).lagrangian, "{spelled}");
    }
}

#[test]
fn units_inside_of_brackets_are_one_mistake() {
    let model = model("coordinates\n  B rotation with body Ω\nT = ½ (Ω_x² + Ω_y² + Ω_z²)\n");
    let at = Source::new("--at", "B = euler313(30 [deg], 20 [deg], 10 [deg]), Ω_x = 1");
    let found = read_assignments(&at, &model).expect_err("units are no part of an expression");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].hint.as_ref().is_some_and(|hint| hint.contains("pi/180")));
    let right = Source::new("--at", "B = euler313(30 pi/180, 20 pi/180, 10 pi/180), Ω_x = 1");
    assert!(read_assignments(&right, &model).is_ok());
}

#[test]
fn an_empty_component_of_an_equation_between_vectors_is_left_out() {
    let text = "coordinates\n  x, y, θ\nlet\n  C = (x, y, 0)\nL = ½ |C'|² + ½ θ'²\n\
                constraints\n  roll: C' = (θ', 0, 0)\n";
    let labels: Vec<String> = model(text).constraints.into_iter().map(|c| c.label).collect();
    assert_eq!(labels, ["roll_x", "roll_y"]);
    let notes = findings(text).into_iter().filter(|d| d.code == Code::NoEquation);
    let notes: Vec<(bool, String)> = notes.map(|d| (d.is_error(), d.message)).collect();
    assert_eq!(notes, [(false, "`roll_z` says 0 = 0 and is left out".to_owned())]);
    let scalar = "coordinates\n  x\nL = ½ x'²\nconstraints\n  c: 0 = 0\n";
    assert!(findings(scalar).iter().any(|d| d.code == Code::NoEquation && d.is_error()));
}

#[test]
fn the_angular_velocity_in_the_other_frame_is_to_be_declared() {
    let rows = [
        ("space ω", "Ω_z²", "`B rotation with space ω, body Ω`"),
        ("body Ω", "ω_x²", "`B rotation with body Ω, space ω`"),
    ];
    for (declared, used, mend) in rows {
        let found = findings(&format!("coordinates\n  B rotation with {declared}\nT = {used}\n"));
        assert_eq!(found.iter().find(|d| d.is_error()).map(|d| d.code), Some(Code::UnknownSymbol));
        assert!(hint(&found).contains(mend), "{found:#?}");
    }
    let both = "coordinates\n  B rotation with space ω, body Ω\nT = Ω_z² + ω_x² + ω_y²\n";
    assert!(!findings(both).iter().any(Diagnostic::is_error));
}

/// The first error of a text has this place and a hint with these words; with its fix, if it has one,
/// there is no error left.
fn hinted(text: &str, place: &str, words: &str) {
    let all = findings(text);
    let first = all.iter().find(|d| d.is_error()).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(&text[first.span.start..first.span.end], place, "{all:#?}");
    assert!(hint(&all).contains(words), "{all:#?}");
    if let Some(fix) = first.fixes.first() {
        let (before, after) = (&text[..fix.span.start], &text[fix.span.end..]);
        let mended = format!("{before}{}{after}", fix.text);
        let left = findings(&mended).into_iter().filter(Diagnostic::is_error);
        assert!(left.count() < all.iter().filter(|d| d.is_error()).count(), "{mended}");
    }
}

#[test]
fn habits_of_other_notations_are_understood() {
    let body = "L = ½ x'²\n";
    let rows = [
        ("coordinates\n  x(t)\n", "(t)", "depend on time as they stand"),
        ("coordinates\n  r = (x, y)\n", "=", "a vector of them is written in `let`"),
        ("coordinates\n  x\ninitial\n  x(0) = 1\n", "(0)", "leave `(0)` out"),
        ("coordinates\n  x\nforces\n  x = -x'\n", "=", "`x: …`"),
        ("coordinates\n  x\nobserve\n  P: x'\n", ":", "`P = …`"),
        ("coordinates\n  x\nexpect\n  E conserved\n", "", "`… is conserved`"),
        ("coordinates\n  x\nexpect\n  x'' == 0\n", "=", "one `=`"),
        ("coordinates\n  x\nconstraints\n  c: x > 0\n", ">", "no inequalities"),
        ("model Spring\ncoordinates\n  x\n", "", "write `\"Spring\"`"),
        ("coordinates\n  x\nparameters\n  g = 9.81 m/s^2\n", "m", "`9.81 [m/s^2]`"),
        ("coordinates\n  x\nparameters\n  m = 1\n  v = 2 m/s\n", "s", "`2 [m/s]`"),
    ];
    for (head, place, words) in rows {
        hinted(&format!("{head}{body}"), place, words);
    }
    hinted("coordinates\n  x\nL = ½ x'² - \\frac{k}{2} x^2\n", "k", "declare it under");
    hinted("coordinates\n  x\nL = ½ x'² - V(x)\n", "V", "under `functions`");
}

#[test]
fn habits_of_other_programs_are_understood() {
    let body = "L = ½ x'²\n";
    let rows = [
        ("coordinates\n  x\nrun 0 - 10\n", "", "`0 .. 10`"),
        ("coordinates\n  x\nexpect\n  energy is conserved\n", "energy", "the energy is `E`"),
        ("coordinates\n  x\nparameters\n  m = 1,5\n", "5", "`9.81`"),
        ("coordinates\n  x\nparameters\n  m := 2\n", ":", "leave the colon out"),
        ("coordinates\n  x\nparameters\n  m = 2;\n", ";", "leave it out"),
        ("coordinates\n  x\nprinciple lagrange\n", "lagrange", "`dalembert`"),
        ("coordinates\n  x\nprinciple kane\n", "kane", "`maggi`"),
        ("coordinates\n  x, y\ninitial\n  z = 3\n", "z", "these coordinates: x, y"),
        ("coordinates\n  x\nforces\n  z: 3\n", "z", "these coordinates: x"),
        ("coordinates\n  x\nfunctions\n  f(t)\nlet\n  a = x f\n", "", "`f(t)`"),
        ("coordinates\n  x, y\nlet\n  P = (x, y)\n  a = 1 + P\n", "P", "`P · Q`"),
        ("coordinates\n  x, y\nlet\n  P = (x, y) × (0, 0, 1)\n", "(x, y) × (0, 0, 1)", "(x, y, 0)"),
    ];
    for (head, place, words) in rows {
        hinted(&format!("{head}{body}"), place, words);
    }
    let latex = "coordinates\n  x\nL = \\begin{equation} \\frac12 \\dot x^2 \\end{equation}\n";
    let found = findings(latex);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found.iter().all(|d| d.hint.as_ref().is_some_and(|h| h.contains("environment"))));
    let signs = findings("coordinates\n  x\n$L = \\frac12 \\dot x^2$\n");
    assert!(
        signs.iter().any(|d| d.hint.as_ref().is_some_and(|h| h.contains("leave out the signs")))
    );
}

/// The first error of a text with its hint, and what is left after its fix if it has one.
fn advice(text: &str) -> (Code, String, Vec<Code>) {
    let found = findings(text);
    let errors: Vec<&Diagnostic> = found.iter().filter(|d| d.is_error()).collect();
    let first = *errors.first().expect(text);
    let mended = first.fixes.first().map_or_else(Vec::new, |fix| {
        let text = format!("{}{}{}", &text[..fix.span.start], fix.text, &text[fix.span.end..]);
        findings(&text).iter().filter(|d| d.is_error()).map(|d| d.code).collect()
    });
    (first.code, first.hint.clone().unwrap_or_default(), mended)
}

const FALL: &str = "coordinates\n  x, y [m]\nparameters\n  m = 1 [kg]\n  g = 9.81 [m/s^2]\nlet\n  P = (x, y)\n\
                    L = 1/2 m |P'|² - m g y\n";

#[test]
fn what_a_beginner_writes_gets_the_right_words() {
    for (from, to, code, hint) in [
        ("m g y", "mgl y", Code::UnknownSymbol, "for a product write `m g l`, and declare `l`"),
        ("m g y\n", "m g y\nsimulate 0 .. 10\n", Code::UnknownSection, "did you mean `run`?"),
        ("coordinates\n", "coordinates:\n", Code::Expected, "leave the colon out"),
        ("m g y\n", "m g y\nforces\n  P: (0, 0)\n", Code::UnknownSymbol, "write `x: 0, y: 0`"),
        (
            "m g y",
            "m g (2 P)_y",
            Code::UnexpectedCharacter,
            "name the vector under `let`, `P = 2 P`",
        ),
        ("m g y", "9.81 m y", Code::UnitsDisagree, "declare a parameter, `c = 9.81 [m s^-2]`"),
        (
            "m g y\n",
            "m g y\nconstraints\n  c: x' = 0\nforces\n  y: 0.1 λ_c\n",
            Code::UnknownSymbol,
            "`c: x' = y' reaction (1, 0)`",
        ),
    ] {
        let (found, advice, left) = advice(&FALL.replacen(from, to, 1));
        assert_eq!(found, code, "{to}");
        assert!(advice.contains(hint), "{to}: {advice}");
        assert_eq!(left, [], "{to}");
    }
    let found = findings(&FALL.replacen("m g y", "m g (2 P)_y", 1));
    assert_eq!(found.iter().filter(|d| d.is_error()).count(), 1, "{found:#?}");
}

#[test]
fn a_fault_in_a_line_of_expect_is_a_fault_of_this_line() {
    let text = format!(
        "{FALL}expect\n  x'' = 0\n  x = q\n  m x'' +* = 0\n  m = g\nreject\n  y'' = 1 # no\n"
    );
    let reading = read(&Source::new("a.mech", text.as_str()));
    let model = reading.model.expect("all but three lines are right");
    assert_eq!((model.expect.len(), model.reject.len()), (1, 1));
    let errors: Vec<(Code, &str)> = reading
        .diagnostics
        .iter()
        .filter(|d| d.is_error())
        .map(|d| (d.code, &text[d.span.start..d.span.end]))
        .collect();
    let expected = [(Code::UnknownSymbol, "q"), (Code::Expected, "*"), (Code::UnitsDisagree, "g")];
    assert_eq!(errors, expected);
    let both = text.replacen("m g y", "m g q", 1);
    assert!(read(&Source::new("a.mech", both)).model.is_none(), "L is wrong, too");
}

/// Units without brackets, behind numbers, in every place that reads one.
#[test]
fn a_unit_behind_a_number_is_told_as_one() {
    let text = "coordinates\n  x [m]\nparameters\n  m = 1 [kg], F = 1 [N], k = 3 [N/m]\nL = ½ m x'² - ½ k x²\n";
    let given = |given: &str| {
        hint(&read_assignments(&Source::new("-p", given), &model(text)).expect_err(given))
    };
    assert_eq!(given("F=3kN"), "a unit stands in brackets behind its number: `3 [kN]`");
    assert_eq!(given("F=3.5 kN"), "a unit stands in brackets behind its number: `3.5 [kN]`");
    assert_eq!(given("x=5 cm"), "a unit stands in brackets behind its number: `5 [cm]`");
    let dimension = given("k=300 [kg]");
    assert!(dimension.contains("`k` has the dimension [kg s^-2]"), "{dimension}");
    // in formulas, as those of --until, --event and section
    let asked = read_expression(&Source::new("--until", "x - 5 cm"), &model(text));
    let asked = hint(&asked.expect_err("a unit"));
    assert!(asked.contains("write `0.05` in units of the SI"), "{asked}");
    for (line, size) in
        [("forces\n  x: 2 min", "120"), ("view\n  disk center (x, 0, 0) radius 2 cm", "0.02")]
    {
        let found = findings(&format!("{text}{line}\n"));
        let hints: Vec<String> = found.iter().filter_map(|d| d.hint.clone()).collect();
        assert!(hints.iter().any(|h| h.contains(&format!("write `{size}`"))), "{line}: {hints:?}");
    }
    // what is declared is no unit
    let min = "coordinates\n  x\nparameters\n  min = 3\nL = ½ x'² - 2 min x\n";
    assert!(findings(min).iter().all(|d| !d.is_error()));
}

#[test]
fn lines_at_the_margin_and_colons_have_hints() {
    let run = "coordinates\n  x\nL = ½ x'²\nrun 0 .. 1\nevery 10 ms\n";
    assert!(
        hint(&findings(run)).contains("`every` is a line of `run`: indent it"),
        "{:?}",
        findings(run)
    );
    let initial = findings("coordinates\n  x\nL = ½ x'²\ninitial\n  x: 2\n");
    assert_eq!(hint(&initial), "write `=`");
}

/// `prove` knows momenta by their names, and a model has L alone.
#[test]
fn a_momentum_by_its_name_is_known_to_prove() {
    let text = "coordinates\n  x, θ\nL = ½ x'^2 + ½ θ'^2\nexpect\n  p_θ is conserved\n";
    let found = findings(text);
    assert!(
        hint(&found).starts_with("`alembert prove` knows `p_θ` as the momentum of `θ`"),
        "{found:?}"
    );
    assert!(!hint(&findings(&text.replace("p_θ", "p_q"))).contains("momentum"));
    let out = "m θ' is conserved";
    assert!(findings(&text.replace("p_θ is conserved", &out.replace("m ", ""))).is_empty());
}
