//! One test for each diagnostic of the language, and what the message must contain.

use alembert::language::{Code, Diagnostic, Severity, Source, read};

const HEAD: &str = "coordinates\n  x, y\n  θ\nparameters\n  m = 1, g = 9.81, R = 2\n";

const BODY: &str = "T = ½ m (x'² + y'² + R² θ'²)\nV = m g y\n";

/// A model that is right but for the lines that are added.
fn model(more: &str) -> String {
    format!("{HEAD}{BODY}{more}\n")
}

fn found(text: &str) -> Vec<Diagnostic> {
    read(&Source::new("a.mech", text)).diagnostics
}

/// The one finding in a text.
fn only(text: &str) -> Diagnostic {
    let diagnostics = found(text);
    assert_eq!(diagnostics.len(), 1, "{text}\n{diagnostics:#?}");
    diagnostics.into_iter().next().expect("there is one")
}

/// The one finding must have this code and stand at this text.
fn check(text: &str, code: Code, place: &str) -> Diagnostic {
    let diagnostic = only(text);
    assert_eq!((diagnostic.code, diagnostic.severity), (code, code.severity()), "{text}");
    assert_eq!(&text[diagnostic.span.start..diagnostic.span.end], place, "{text}");
    diagnostic
}

/// A text with the first fix made.
fn mended(text: &str, diagnostic: &Diagnostic) -> String {
    let fix = &diagnostic.fixes[0];
    format!("{}{}{}", &text[..fix.span.start], fix.text, &text[fix.span.end..])
}

/// The finding has a fix, and with it the text is right.
fn mends(text: &str, code: Code, place: &str) -> Diagnostic {
    let diagnostic = check(text, code, place);
    let mended = mended(text, &diagnostic);
    assert!(found(&mended).iter().all(|d| !d.is_error()), "{mended}\n{:#?}", found(&mended));
    diagnostic
}

#[test]
fn the_model_of_these_tests_is_right() {
    assert_eq!(found(&model("")), []);
}

#[test]
fn al001_unknown_section() {
    let d = mends(&model("constrain\n  x' = 0"), Code::UnknownSection, "constrain");
    assert_eq!(d.hint.as_deref(), Some("did you mean `constraints`?"));
    check(&model("frobnicate\n  z = 1\nexpect\n  z = 0"), Code::UnknownSection, "frobnicate");
    let text = format!("{HEAD}T = ½ m (x'² + y'² + R² θ'²)\nU = m g y\n");
    mends(&text, Code::UnknownSection, "U");
    let d = check(&model("q = 2"), Code::UnknownSection, "q");
    assert!(d.hint.unwrap().contains("indent"));
}

#[test]
fn al002_unexpected_character() {
    let d = check(&model("expect\n  x ⊗ y = 0"), Code::UnexpectedCharacter, "⊗");
    assert_eq!(d.message, "unexpected character `⊗` (U+2297 circled times)");
    mends(&model("expect\n  x’ = 0"), Code::UnexpectedCharacter, "’");
    check(&model("expect\n  x ≤ y"), Code::UnexpectedCharacter, "≤");
    let d = check(&model("expect\n  ж = 0"), Code::UnexpectedCharacter, "ж");
    assert!(d.message.contains("U+0436"));
}

#[test]
fn al003_unknown_command() {
    let d = check(&model("expect\n  \\frak{x} = 0"), Code::UnknownCommand, "\\frak");
    assert!(d.hint.unwrap().contains("\\dot"));
    mends(&model("expect\n  \\thera = 0"), Code::UnknownCommand, "\\thera");
    check(&model("expect\n  x\\ = \\"), Code::UnknownCommand, "\\");
}

#[test]
fn al004_something_is_missing() {
    let d = check(&model("expect\n  (x + y = 0"), Code::Expected, "=");
    assert_eq!(d.message, "expected `)`, found `=`");
    assert_eq!(d.related.len(), 1);
    check(&model("expect\n  x + = 0"), Code::Expected, "=");
    check(&model("expect\n  x"), Code::Expected, "");
    check(&model("expect\n  2 3 x = 0"), Code::Expected, "3");
    mends(&model("constraints\n  c: x' = 0\nexpect\n  c is holonom"), Code::Expected, "holonom");
    check(&model("expect\n  E is green"), Code::Expected, "green");
    check(&model("expect\n  sin(x, y) = 0"), Code::Expected, "sin");
    check(&model("initial\n  x 1"), Code::Expected, "1");
    check(&model("constraints\n  c: x' = 0 reaction (1, 0)"), Code::Expected, "1, 0");
    check("parameters\n  a = 1\nL = a\n", Code::Expected, "parameters");
}

#[test]
fn al004_brackets_of_one_kind_close_each_other() {
    let rows = [
        ("\\left(", "\\right]", "\\right)"),
        ("\\bigl[", "\\bigr)", "\\bigr]"),
        ("\\left\\{", "\\right)", "\\right\\}"),
        ("\\{", ")", "\\}"),
    ];
    for (open, close, right) in &rows[..3] {
        let text = model(&format!("expect\n  {open} x + y {close} = 0"));
        let d = mends(&text, Code::Expected, close);
        assert_eq!(d.message, format!("`{close}` does not close `{open}`"));
        assert_eq!((d.fixes[0].text.as_str(), d.related.len()), (*right, 1));
    }
    for (open, _, close) in rows {
        assert_eq!(found(&model(&format!("expect\n  {open} x + y {close} = 0"))), []);
    }
}

#[test]
fn al004_habits_from_elsewhere_get_a_hint() {
    let hint = |text: &str, place| check(&model(text), Code::Expected, place).hint.expect(text);
    assert!(hint("expect\n  x**2 = y", "*").contains("x^2"));
    let text = model("").replace("V = m g y", "V = 9,81 m y");
    let d = found(&text).into_iter().find(|d| d.code == Code::Expected).expect("the comma");
    assert!(d.hint.expect("there is one").contains("9.81"));
    let range = check(&model("let\n  k = 2 > 0"), Code::UnexpectedCharacter, ">");
    assert!(range.hint.expect("there is one").contains(" in "));
    let d = check(&model("dissipation = x'^2"), Code::UnknownSection, "dissipation");
    assert!(d.hint.expect("there is one").contains("forces"));
    let d = check(&model("expect\n  diff(x) = 0"), Code::UnknownSymbol, "diff");
    assert!(d.hint.expect("there is one").contains("x'"));
}

#[test]
fn al005_division_by_zero() {
    check(&model("expect\n  x/0 = y"), Code::DivisionByZero, "0");
    check(&model("expect\n  x/(m - m) = y"), Code::DivisionByZero, "(m - m)");
    check(&model("expect\n  0^-1 = y"), Code::DivisionByZero, "0^-1");
    check(&model("let\n  k = 1/0\nexpect\n  k = x"), Code::DivisionByZero, "0");
}

#[test]
fn al005_constants_without_a_real_value() {
    let rows = [
        ("log(-1)", "positive"),
        ("log 0", "positive"),
        ("sqrt(-2)", "negative"),
        ("(-2)^(1/2)", "negative"),
        ("√(3 - 4)", "negative"),
        ("\\sqrt{\\pi - 4}", "negative"),
        ("asin(3)", "-1 to 1"),
        ("acos(-2)", "-1 to 1"),
        ("acosh(0.5)", "from 1 on"),
        ("atanh(1)", "between -1 and 1"),
    ];
    for (constant, domain) in rows {
        let text = format!("{HEAD}L = ½ m (x'² + y'² + R² θ'²) - m g y {constant}\n");
        let d = check(&text, Code::DivisionByZero, constant);
        assert_eq!(d.message, format!("`{constant}` has no real value"));
        assert!(d.hint.expect("there is one").contains(domain), "{constant}");
    }
    for fine in ["asin(1)", "acosh(1)", "sqrt(0)", "log(2)", "√(4 - 3)", "log(x)", "sqrt(-x)"] {
        assert_eq!(found(&model(&format!("expect\n  {fine} = y"))), [], "{fine}");
    }
}

#[test]
fn al006_ambiguous() {
    let d = mends(&model("expect\n  x/2y = 0"), Code::Ambiguous, "/2y");
    assert_eq!(d.message, "ambiguous: is this x/(2y) or (x/2) y ?");
    assert_eq!(d.fixes.len(), 2);
    let d = mends(&model("expect\n  x'^2/2y = 0"), Code::Ambiguous, "/2y");
    assert_eq!(d.message, "ambiguous: is this x'^2/(2y) or (x'^2/2) y ?");
    mends(&model("expect\n  cos θ² = 0"), Code::Ambiguous, "cos θ²");
    mends(&model("expect\n  sin⁻¹ θ = 0"), Code::Ambiguous, "sin⁻¹");
    let d = mends(&model("expect\n  x = cos R t"), Code::Ambiguous, "cos R t");
    assert_eq!(d.message, "ambiguous: is this cos(R t) or (cos R) t ?");
    mends(&model("expect\n  x = \\sin\\theta t"), Code::Ambiguous, "\\sin\\theta t");
    mends(&model("expect\n  x = cos R*t"), Code::Ambiguous, "cos R*t");
    let d = mends(&model("expect\n  y = x(t)"), Code::Ambiguous, "x(t)");
    assert_eq!(d.fixes[0].text, "x");
    for text in ["x'(t)", "\\dot{x}(t)", "\\theta(t)", "θ(t)"] {
        mends(&model(&format!("expect\n  {text}^2 = 0")), Code::Ambiguous, text);
    }
    assert_eq!(found(&model("expect\n  x = cos 2 t + t cos θ")), []);
}

#[test]
fn al007_look_alike_letters() {
    let text = "coordinates\n  φ\nL = ½ ϕ'²\n";
    let d = mends(text, Code::LookAlike, "ϕ");
    assert_eq!(d.severity, Severity::Warning);
    assert_eq!(d.related.len(), 1);
    check("coordinates\n  µ\nL = ½ μ'²\n", Code::LookAlike, "μ");
    check("coordinates\n  \\phi\nL = ½ \\dot\\varphi^2\n", Code::LookAlike, "\\varphi");
    assert_eq!(found("coordinates\n  \\phi\nL = ½ φ'² + 0 phi\n"), []);
}

#[test]
fn al008_limits() {
    let deep = format!("expect\n  {}x{} = 0", "(".repeat(300), ")".repeat(300));
    assert!(only(&model(&deep)).message.contains("200 levels"));
    let limits = [
        "x^4000",
        "(x' + y' + 1)^4000",
        "1e9999",
        "10^(10^9)",
        "x^(1/4000)",
        "x'''''''''''''''''''",
        "9^9^9^9",
        "x^900 x^900",
        "(x^900)^900",
    ];
    for text in limits {
        let d = only(&model(&format!("expect\n  {text} = 0")));
        assert_eq!(d.code, Code::Limit, "{text}: {d:?}");
    }
    let long = format!("expect\n  {} = 0", "a".repeat(1000));
    assert!(found(&model(&long)).iter().any(|d| d.code == Code::Limit));
    assert_eq!(only(&" ".repeat(5 << 20)).code, Code::Limit);
}

#[test]
fn al008_what_the_mechanics_refuses_has_its_place() {
    let d = check(&model("constraints\n  c: y''' = 0"), Code::Limit, "c: y''' = 0");
    assert_eq!(d.message, "the constraint `c` contains a derivative of order 3 of a coordinate");
    assert!(d.hint.expect("there is one").contains("accelerations"));
    check(&model("constraints\n  c: y''² = 1"), Code::Limit, "c: y''² = 1");
    let d = check(&model("forces\n  x: -y''"), Code::Limit, "-y''");
    assert!(d.hint.expect("there is one").contains("velocities"));
    for term in ["x''/y'", "x''''²", "x' y'' - y' x''"] {
        let text = format!("{HEAD}L = ½ m (x'² + y'² + R² θ'²) + {term}\n");
        let all = found(&text);
        assert!(all.iter().any(|d| d.code == Code::Limit && d.is_error()), "{term}: {all:#?}");
    }
}

#[test]
fn al008_limits_products_and_derivatives() {
    let factors: Vec<String> = (1..500).map(|i| format!("sin({i} x)")).collect();
    let text = model(&format!("expect\n  {} = 0", factors.join(" ")));
    assert_eq!(only(&text).code, Code::Limit);
    let few = factors[..150].join(" ");
    let text = model(&format!("expect\n  ({few})''''' = 0"));
    assert_eq!(only(&text).code, Code::Limit);
}

#[test]
fn al010_unknown_symbol() {
    let d = mends(&model("expect\n  mg x = y"), Code::UnknownSymbol, "mg");
    assert_eq!(d.hint.as_deref(), Some("for a product write `m g`"));
    let d = mends(&model("expect\n  thetta' = 0"), Code::UnknownSymbol, "thetta");
    assert_eq!(d.hint.as_deref(), Some("did you mean `θ`?"));
    mends(&model("expect\n  sinθ = 0"), Code::UnknownSymbol, "sinθ");
    mends(&model("expect\n  mRθ = 0"), Code::UnknownSymbol, "mRθ");
    mends(&model("expect\n  arcsin(x) = 0"), Code::UnknownSymbol, "arcsin");
    mends(&model("expect\n  G = 0"), Code::UnknownSymbol, "G");
    check(&model("expect\n  quux = 0, quux = 1"), Code::UnknownSymbol, "quux");
    check(&model("forces\n  z: 1"), Code::UnknownSymbol, "z");
    check(&model("forces\n  m: 1"), Code::UnknownSymbol, "m");
    check(&model("initial\n  z = 1"), Code::UnknownSymbol, "z");
    mends(&model("principle dalambert"), Code::UnknownSymbol, "dalambert");
    check(&model("run 0 .. 1\n  u = sin t"), Code::UnknownSymbol, "u");
}

#[test]
fn al010_names_of_constraints() {
    let text = model("constraints\n  edge: x' = 0\nexpect\n  edg is holonomic");
    mends(&text, Code::UnknownSymbol, "edg");
    check(&model("expect\n  constraints are linear"), Code::UnknownSymbol, "constraints");
    let text = model("constraints\n  x' = 0\n  b: y' = 0\nexpect\n  c1, b are linear");
    assert_eq!(found(&text), []);
}

#[test]
fn al010_names_without_meaning_at_their_place() {
    let later = format!("{HEAD}  I = m k\n  k = 2\n{BODY}expect\n  I = k\n");
    let d = check(&later, Code::UnknownSymbol, "k");
    assert_eq!(d.message, "`k` is used before it is declared");
    let d = check(&model("let\n  a = b x\n  b = y\nexpect\n  a = 0"), Code::UnknownSymbol, "b");
    assert_eq!(d.related.len(), 1);
    check(&format!("{HEAD}  k = 2 x\n{BODY}expect\n  k = 0"), Code::UnknownSymbol, "x");
    check(&format!("{HEAD}  k = 2 t\n{BODY}expect\n  k = 0"), Code::UnknownSymbol, "t");
    check(&model("forces\n  x: E"), Code::UnknownSymbol, "E");
    check("coordinates\n  x\nL = ½ x'² + L\n", Code::UnknownSymbol, "L");
    check("coordinates\n  x\nT = ½ x'² + V\nV = x\n", Code::UnknownSymbol, "V");
    check(&model("constraints\n  c: x' = 0\nforces\n  x: λ_c"), Code::UnknownSymbol, "λ_c");
    check(&model("initial\n  x = 2 y"), Code::UnknownSymbol, "y");
    let text = model("functions\n  f(s) = s + x\nexpect\n  f(1) = 0");
    check(&text, Code::UnknownSymbol, "x");
}

#[test]
fn al011_dots_in_names() {
    let rows = [
        ("xdot", "x'"),
        ("x_dot", "x'"),
        ("dx", "x'"),
        ("xd", "x'"),
        ("θdot", "θ'"),
        ("theta_ddot", "θ''"),
        ("xddot", "x''"),
        ("dxdt", "x'"),
    ];
    for (habit, ours) in rows {
        let d = mends(&model(&format!("expect\n  {habit} = 0")), Code::DotHabit, habit);
        assert_eq!(d.fixes[0].text, ours, "{habit}");
    }
    check(&model("expect\n  dx/dt = 0"), Code::DotHabit, "dx");
    mends(&model("initial\n  xdot = 0"), Code::DotHabit, "xdot");
}

#[test]
fn al012_prime_on_a_constant() {
    let d = mends(&model("expect\n  m' = x"), Code::PrimeOnConstant, "m'");
    assert_eq!(d.message, "`m` is a parameter: its time derivative is zero");
    check(&model("expect\n  t' = 1"), Code::PrimeOnConstant, "t'");
    check(&model("expect\n  (m g)' = x"), Code::PrimeOnConstant, "(m g)'");
    check(&model("let\n  k = m g\nexpect\n  k' = x"), Code::PrimeOnConstant, "k'");
    check(&model("expect\n  \\dot{m} = x"), Code::PrimeOnConstant, "\\dot{m}");
    check(&model("expect\n  x(0)' = 0"), Code::Expected, "'");
    assert_eq!(found(&model("let\n  k = m x\nexpect\n  k' = m x', (m x)' = k', E' = 0")), []);
}

#[test]
fn al013_declared_twice() {
    let d = check(&format!("{HEAD}  y = 1\n{BODY}"), Code::DeclaredTwice, "y");
    assert_eq!(d.related[0].message, "first here, as a coordinate");
    check(&format!("{HEAD}  theta = 1\n{BODY}"), Code::DeclaredTwice, "theta");
    check(&format!("{HEAD}  t = 1\n{BODY}"), Code::DeclaredTwice, "t");
    check(&format!("{HEAD}  guess = 1\n{BODY}"), Code::DeclaredTwice, "guess");
    check(&format!("{HEAD}  sin = 1\n{BODY}"), Code::DeclaredTwice, "sin");
    let d = check(&model("constraints\n  a: x' = 0\n  a: y' = 0"), Code::DeclaredTwice, "a");
    assert_eq!(d.related.len(), 1);
    check(&model("V = m g x"), Code::DeclaredTwice, "V");
    check(&model("L = ½ m x'²"), Code::DeclaredTwice, "L");
    check(&model("initial\n  x = 1, x = 2"), Code::DeclaredTwice, "x = 2");
    check(&model("forces\n  x: 1\n  x: 2"), Code::DeclaredTwice, "x");
    check(&model("run 0 .. 1\nrun 0 .. 2"), Code::DeclaredTwice, "0 .. 2");
    assert_eq!(found(&model("L = T - V")), []);
}

#[test]
fn al014_parameter_without_value() {
    let text = format!("{HEAD}  k [N/m]\n{BODY}expect\n  k = x\n");
    let d = mends(&text, Code::NoValue, "k");
    assert_eq!(d.hint.as_deref(), Some("write `k = 1`"));
}

#[test]
fn al015_one_letter_for_two_things() {
    let text = "coordinates\n  x\nparameters\n  L = 2 [m]\nL = ½ L x'²\n";
    let d = mends(text, Code::LagrangianIsParameter, "L");
    assert_eq!(d.message, "`L` is both the Lagrangian and a parameter");
    assert_eq!(d.fixes[0].text, "lagrangian");
    let text = "coordinates\n  x, V\nT = ½ (x'² + V'²)\nV = x\n";
    check(text, Code::LagrangianIsParameter, "V");
    assert_eq!(found("coordinates\n  x\nfunctions\n  V(x)\nT = ½ x'²\nV = V(x)\n"), []);
}

#[test]
fn al016_constraint_without_equals() {
    let d = mends(&model("constraints\n  roll: x' - R θ'"), Code::NoEquation, "x' - R θ'");
    assert_eq!(d.hint.as_deref(), Some("write `x' - R θ' = 0`"));
}

#[test]
fn al017_no_lagrangian() {
    assert_eq!(only("coordinates\n  x\nforces\n  x: x'\n").code, Code::NoLagrangian);
    assert_eq!(only("coordinates\n  x\nV = x\n").code, Code::NoLagrangian);
}

#[test]
fn al018_declared_never_used() {
    let d = check(&format!("{HEAD}  k = 2\n{BODY}"), Code::NeverUsed, "k");
    assert_eq!(
        (d.severity, d.message.as_str()),
        (Severity::Warning, "`k` is declared, never used")
    );
    assert_eq!(found(&format!("{HEAD}  k = 2\n{BODY}view\n  disk radius k\n")), []);
    check("coordinates\n  x, y\nL = ½ x'²\ninitial\n  y = 0\n", Code::NeverUsed, "y");
    check(&model("let\n  k = m g"), Code::NeverUsed, "k");
    check(&model("inputs\n  u [N]"), Code::NeverUsed, "u");
    check(&model("functions\n  f(x)"), Code::NeverUsed, "f");
    assert_eq!(found(&model("quasi\n  u = x' cos θ")), []);
}

#[test]
fn al034_nonlinear_in_the_velocities() {
    let text = model("constraints\n  cone: x'² = y'²");
    let d = check(&text, Code::NonlinearInVelocities, "cone: x'² = y'²");
    assert_eq!(d.severity, Severity::Note);
    let linear = [
        "x' sin θ = y' cos θ",
        "x² + y² = 1",
        "x' = θ² + 1",
        "(x' + y')² = x'² + 2 x' y' + y'² + x'",
        "x'' = y'²",
        "x'² = y'² reaction (1, 0, 0)",
    ];
    for constraint in linear {
        assert_eq!(found(&model(&format!("constraints\n  c: {constraint}"))), [], "{constraint}");
    }
}

#[test]
fn al036_acceleration_in_the_lagrangian() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x''²\n";
    let d = check(text, Code::AccelerationInLagrangian, "x''");
    assert_eq!(d.severity, Severity::Warning);
    let hidden = "coordinates\n  x\nlet\n  v = x'\nL = ½ x'² - ½ v'²\n";
    check(hidden, Code::AccelerationInLagrangian, "L = ½ x'² - ½ v'²");
}

#[test]
fn al039_not_a_quasi_velocity() {
    for (form, message) in [
        ("x'²", "`s` is not linear in the velocities"),
        ("sin(x')", "`s` is not linear in the velocities"),
        ("x' θ'", "`s` is not linear in the velocities"),
        ("|x'|", "`s` is not linear in the velocities"),
        ("sqrt(x'² + y'²)", "`s` is not linear in the velocities"),
        ("3", "`s` contains no velocity"),
        ("x", "`s` contains no velocity"),
        ("0 x'", "`s` contains no velocity"),
        ("x' + x''", "`s` contains an acceleration, `x''`"),
    ] {
        let d = check(&model(&format!("quasi\n  s = {form}")), Code::NoQuasiVelocity, form);
        assert_eq!((d.severity, d.message.as_str()), (Severity::Error, message), "{form}");
    }
    for form in ["x' cos θ + y' sin θ", "θ' - t", "x' (x + y)² - 2 x"] {
        assert_eq!(found(&model(&format!("quasi\n  s = {form}"))), [], "{form}");
    }
}

#[test]
fn several_mistakes_are_reported_in_one_go() {
    let text = format!(
        "{HEAD}  k\n{BODY}constrants\n  a: x' = (y'\n  b: z' = 0\n  c: ydot\nexpect\n  m' = 0\n  a is holonomic\n"
    );
    let codes: Vec<String> = found(&text).iter().map(|d| d.code.to_string()).collect();
    assert_eq!(codes, ["AL014", "AL001", "AL004", "AL010", "AL011", "AL016", "AL012"]);
}

#[test]
fn a_missing_bracket_does_not_swallow_the_next_item_or_section() {
    let text = model("constraints\n  a: x' sin(θ = 0\n  b: y' = 0\nexpect\n  b is linear");
    assert_eq!(only(&text).code, Code::Expected);
    let text = "coordinates\n  x\nL = ½ (x'²\nexpect\n  x'' = 0\n";
    assert_eq!(only(text).code, Code::Expected);
}

#[test]
fn errors_behind_a_hundred_warnings_are_errors() {
    let names: Vec<String> = (0..200).map(|i| format!("  a_{i} = 1\n")).collect();
    let text = format!("{HEAD}{}{BODY}let\n  k = 1/0\n", names.concat());
    let reading = read(&Source::new("a.mech", text));
    assert!(reading.model.is_none());
}

#[test]
fn mistakes_without_end_are_counted() {
    let text = model(&format!("expect\n{}", "  x ⊗ y = 0\n".repeat(1000)));
    let diagnostics = found(&text);
    assert_eq!(diagnostics.len(), 101);
    assert!(diagnostics.iter().any(|d| d.message.starts_with("900 more findings")));
}
