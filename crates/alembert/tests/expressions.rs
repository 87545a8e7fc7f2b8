//! Each rule of the grammar of expressions, as text and as tree.

mod support;

use alembert::language::syntax::StatementKind;
use alembert::language::{Code, Diagnostic, Source, parse};

const HEAD: &str = "coordinates\n  x\nfunctions\n  f(x), h(x, y)\n";

/// The tree of `L = text`, with all brackets.
fn tree(text: &str) -> (String, Vec<Diagnostic>) {
    support::tree::tree(HEAD, text)
}

/// The tree of the left side of `text = 0` in `expect`.
fn stated(text: &str) -> String {
    let model = format!("expect\n  {text} = 0\n");
    let (file, diagnostics) = parse(&Source::new("a.mech", model));
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    match &file.expect[0].kind {
        StatementKind::Equation(left, _) => left.to_string(),
        StatementKind::Fact(fact) => panic!("{text} is no equation: {fact:?}"),
    }
}

fn reads_as(rows: &[(&str, &str)]) {
    support::tree::reads_as(HEAD, rows);
}

fn code_of(text: &str) -> Code {
    support::tree::code_of(HEAD, text)
}

#[test]
fn sums_and_products_group_from_the_left() {
    reads_as(&[
        ("a + b - c", "a + b - c"),
        ("a − b", "a - b"),
        ("1/2 m v²", "((1/2) m) (v^2)"),
        ("a/b c", "(a/b) c"),
        ("a*b·c×d", "((a*b)·c)×d"),
        ("a (b + c) d", "(a (b + c)) d"),
        ("½ m x'²", "(½ m) (x'^2)"),
        ("x 2", "x 2"),
        ("2(a)", "2 a"),
    ]);
}

#[test]
fn signs_bind_less_than_powers_and_more_than_products() {
    reads_as(&[
        ("-x²", "-(x^2)"),
        ("-m g x", "((-m) g) x"),
        ("a * -b", "a*(-b)"),
        ("--x", "x"),
        ("-+-+-x", "-x"),
        ("2^-1", "2^(-1)"),
        ("a - -b", "a - (-b)"),
    ]);
}

#[test]
fn exponents_are_written_in_four_ways() {
    reads_as(&[
        ("x^2", "x^2"),
        ("x²", "x^2"),
        ("x⁻¹²", "x^(-12)"),
        ("x^{a + b} c", "(x^(a + b)) c"),
        ("x^2^3", "x^(2^3)"),
        ("x^a b", "(x^a) b"),
        ("x'²", "x'^2"),
        ("(x + 1)²", "(x + 1)^2"),
        ("x^(1/2)", "x^(1/2)"),
    ]);
}

#[test]
fn primes_stand_on_any_primary() {
    reads_as(&[
        ("x''", "x''"),
        ("x″", "x''"),
        ("x‴", "x'''"),
        ("(l sin θ)'", "(l sin(theta))'"),
        ("sin(θ)'", "sin(theta)'"),
        ("sin θ'", "sin(theta')"),
        ("|x|'", "|x|'"),
        ("f(x)''", "f(x)''"),
    ]);
}

#[test]
fn three_spellings_of_a_velocity_are_one() {
    reads_as(&[
        ("ẋ", "x'"),
        ("x\u{307}", "x'"),
        ("ẍ", "x''"),
        ("x\u{20db}", "x'''"),
        ("\\dot{x}", "x'"),
        ("\\dot x", "x'"),
        ("\\dot\\theta", "theta'"),
        ("\\dot\\theta_{1}", "theta_1'"),
        ("θ\u{307}₁", "theta_1'"),
        ("\\dot{x}'", "x''"),
        ("\\dot{a b}", "(a b)'"),
        ("ẋẏ", "x' y'"),
    ]);
}

#[test]
fn names_have_three_spellings() {
    reads_as(&[
        ("theta + θ + \\theta", "theta + theta + theta"),
        ("θ₁ + θ_1 + \\theta_{1} + \\theta_1", "theta_1 + theta_1 + theta_1 + theta_1"),
        ("\\alpha\\beta", "alpha beta"),
        ("Ω\\,\\omega", "Omega omega"),
    ]);
}

#[test]
fn a_function_without_brackets_takes_one_factor() {
    reads_as(&[
        ("cos φ θ'", "cos(phi) theta'"),
        ("sin 2θ", "sin(2 theta)"),
        ("sin 2 θ", "sin(2 theta)"),
        ("sin ½ θ", "sin(½ theta)"),
        ("sin 2", "sin(2)"),
        ("sin cos x", "sin(cos(x))"),
        ("sin θ cos φ", "sin(theta) cos(phi)"),
        ("m g sin α", "(m g) sin(alpha)"),
        ("sin x + 1", "sin(x) + 1"),
        ("sin x/2", "sin(x)/2"),
        ("sin |x|", "sin(|x|)"),
        ("sin √x", "sin(√x)"),
        ("\\sin\\theta", "sin(theta)"),
        ("f x", "f(x)"),
    ]);
}

#[test]
fn an_exponent_may_stand_at_the_name_of_a_function() {
    reads_as(&[
        ("sin²θ", "sin^2(theta)"),
        ("sin²(θ)", "sin^2(theta)"),
        ("sin^2(x)", "sin^2(x)"),
        ("sin^2 x", "sin^2(x)"),
        ("sin^{2} x", "sin^2(x)"),
        ("cos²θ sin²φ", "cos^2(theta) sin^2(phi)"),
        ("cos(φ)²", "cos(phi)^2"),
        ("(cos φ)²", "cos(phi)^2"),
        ("(√x)²", "(√x)^2"),
        ("sin (a + b) c", "sin(a + b) c"),
    ]);
}

#[test]
fn declared_functions_are_applied_and_other_names_multiplied() {
    reads_as(&[
        ("f(x + 1)", "f(x + 1)"),
        ("h(x, y)", "h(x, y)"),
        ("x(y + 1)", "x (y + 1)"),
        ("x (0)", "x 0"),
        ("atan2(y, x)", "atan2(y, x)"),
    ]);
}

#[test]
fn bars_close_after_a_factor_and_nest_in_brackets() {
    reads_as(&[
        ("|x|", "|x|"),
        ("|x| y |z|", "(|x| y) |z|"),
        ("|x + |y||", "|x + |y||"),
        ("|(|x| y)|", "||x| y|"),
        ("2|x|²", "2 (|x|^2)"),
    ]);
}

#[test]
fn roots_take_one_factor() {
    reads_as(&[
        ("√(x)", "√x"),
        ("√x y", "(√x) y"),
        ("√x'", "√x'"),
        ("√√x", "√(√x)"),
        ("√(x + 1) 2", "(√(x + 1)) 2"),
    ]);
}

#[test]
fn numbers_are_kept_as_written() {
    reads_as(&[
        ("1e-3", "1e-3"),
        ("1.50", "1.50"),
        ("2E5", "2E5"),
        ("2 e", "2 e"),
        ("2e x", "(2 e) x"),
        ("2e3x", "2e3 x"),
        ("⅔ x", "⅔ x"),
    ]);
}

#[test]
fn vectors_are_parsed_as_tuples() {
    reads_as(&[("(a, b, c)", "(a, b, c)"), ("k (0, 1)", "k (0, 1)"), ("dot(P, Q)", "dot(P, Q)")]);
}

#[test]
fn the_value_at_the_start_is_known_in_statements_only() {
    assert_eq!(stated("x'(0)"), "x'(0)");
    assert_eq!(stated("x(0) y"), "x(0) y");
    assert_eq!(stated("sin²(φ'(0) t)"), "sin^2(phi'(0) t)");
    assert_eq!(stated("2 (0)"), "2 0");
    assert_eq!(tree("x'(0)").0, "x' 0");
}

#[test]
fn ambiguous_products_after_a_slash_are_refused() {
    for text in ["a/2b", "a/2θ", "a/2\\theta", "1/2m v²", "a/2b²"] {
        assert_eq!(code_of(text), Code::Ambiguous, "{text}");
    }
    reads_as(&[
        ("a/2 b", "(a/2) b"),
        ("a/(2b)", "a/(2 b)"),
        ("a/b2", "a/b2"),
        ("a/2(b)", "(a/2) b"),
    ]);
}

#[test]
fn ambiguous_powers_of_functions_are_refused() {
    for text in ["cos φ²", "cos φ^2", "sin 2θ²", "cos φ'²", "√x²", "sin⁻¹ x", "sin^-1(x)"]
    {
        assert_eq!(code_of(text), Code::Ambiguous, "{text}");
    }
}

#[test]
fn both_rewrites_of_an_ambiguity_are_offered_and_differ() {
    let rows = [
        ("a/2b", "a/(2 b)", "a/2 * b"),
        ("a/2b²", "a/(2 b²)", "a/2 * b²"),
        ("cos φ²", "(cos φ)²", "cos(φ²)"),
        ("√x²", "(√x)²", "√(x²)"),
        ("sin⁻¹ x", "1/sin(x)", "asin(x)"),
    ];
    for (text, first, second) in rows {
        let (_, diagnostics) = tree(text);
        let model = format!("coordinates\n  x\nfunctions\n  f(x), h(x, y)\nL = {text}\n");
        for (fix, expected) in diagnostics[0].fixes.iter().zip([first, second]) {
            let mut mended = model.clone();
            mended.replace_range(fix.span.start..fix.span.end, &fix.text);
            assert!(mended.contains(&format!("L = {expected}\n")), "{text}: {mended}");
            assert!(tree(expected).1.is_empty());
        }
        assert_ne!(tree(first).0, tree(second).0);
    }
}

#[test]
fn mistakes_of_grammar_are_reported_once() {
    let rows = [
        "a +", "(a", "a)", "2 3", "½ 2", "* a", "sin", "sin -x", "f'(x)", "a b = c", "x² ³", "|x",
        "{a}", "a,, b",
    ];
    for text in rows {
        assert_eq!(code_of(text), Code::Expected, "{text}");
    }
}

#[test]
fn a_missing_bracket_points_at_the_open_one() {
    let (_, diagnostics) = tree("½ (x + (y");
    assert_eq!(diagnostics[0].related[0].message, "this bracket is open");
}

#[test]
fn unknown_commands_are_reported_with_the_supported_ones() {
    let (_, diagnostics) = tree("\\fracc{m}{2} x");
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    assert_eq!(diagnostics[0].code, Code::UnknownCommand);
    let (_, near) = tree("\\thetaa + 1");
    assert!(near[0].hint.as_ref().unwrap().contains("did you mean `\\theta`"));
}

#[test]
fn nesting_is_limited_and_signs_are_not_nesting() {
    assert!(tree(&format!("{}x{}", "(".repeat(150), ")".repeat(150))).1.is_empty());
    for text in [
        format!("{}x{}", "(".repeat(5000), ")".repeat(5000)),
        "(".repeat(100_000),
        "√".repeat(100_000),
        "sin ".repeat(100_000),
        format!("2{}", "^2".repeat(100_000)),
        "|x + ".repeat(50_000),
        format!("x{}", "'".repeat(1000)),
    ] {
        assert_eq!(code_of(&text), Code::Limit);
    }
    assert!(tree(&format!("{}x", "-".repeat(100_000))).1.is_empty());
}
