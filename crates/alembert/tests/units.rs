//! Units: what agrees, what does not, and what is left out of the check.

use alembert::gallery::EXAMPLES;
use alembert::language::{Code, Diagnostic, Model, Severity, Source, read};
use alembert_algebra::{Expr, Rational};

const HEAD: &str = "coordinates\n  x, y [m]\n  φ [rad]\ninputs\n  u [N]\nparameters\n  m = 1 [kg]\n  \
                    J = 2 [kg m^2]\n  g = 9.81 [m/s^2]\n  l = 1 [m]\n  a = 3\n";
const BODY: &str = "T = ½ m (x'² + y'²) + ½ J φ'²\nV = m g y\n";

fn found(text: &str) -> Vec<Diagnostic> {
    let found = read(&Source::new("a.mech", text)).diagnostics;
    found.into_iter().filter(|d| d.code != Code::NeverUsed).collect()
}

fn model(more: &str) -> String {
    format!("{HEAD}{BODY}{more}\n")
}

/// The one finding has this code and stands at this text.
fn check(text: &str, code: Code, place: &str) -> Diagnostic {
    let found = found(text);
    assert_eq!(found.len(), 1, "{text}\n{found:#?}");
    assert_eq!((found[0].code, found[0].severity), (code, code.severity()), "{text}");
    assert_eq!(&text[found[0].span.start..found[0].span.end], place, "{text}");
    found.into_iter().next().expect("there is one")
}

fn mended(text: &str, diagnostic: &Diagnostic) -> String {
    let fix = &diagnostic.fixes[0];
    format!("{}{}{}", &text[..fix.span.start], fix.text, &text[fix.span.end..])
}

fn read_model(text: &str) -> Model {
    read(&Source::new("a.mech", text)).model.expect("the text is right")
}

#[test]
fn the_gallery_has_no_mistake_in_its_units() {
    let units =
        [Code::UnknownUnit, Code::UnitsDisagree, Code::ArgumentHasUnit, Code::LooksLikeDegrees];
    for example in EXAMPLES {
        let found = read(&example.source()).diagnostics;
        let wrong: Vec<_> = found.iter().filter(|d| units.contains(&d.code)).collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", example.name);
    }
}

#[test]
fn al020_unknown_unit() {
    let text = model("").replace("[m/s^2]", "[m/sec^2]");
    let d = check(&text, Code::UnknownUnit, "sec");
    assert_eq!(
        (d.message.as_str(), d.hint.as_deref()),
        ("unknown unit `sec`", Some("did you mean `s`?"))
    );
    assert_eq!(found(&mended(&text, &d)), []);
    check(&model("").replace("[kg]", "[furlong]"), Code::UnknownUnit, "furlong");
    check(&model("").replace("[kg]", "[ kg + m]"), Code::UnknownUnit, "+");
    check(&model("run 0 .. 20 sec"), Code::UnknownUnit, "sec");
    let text = model("").replace("[rad]", "[deg]");
    let d = check(&text, Code::UnknownUnit, "[deg]");
    assert_eq!(found(&mended(&text, &d)), []);
}

#[test]
fn al021_sums_and_equations_agree() {
    let d = check(&model("let\n  k = x + φ"), Code::UnitsDisagree, "φ");
    assert_eq!(d.message, "units do not agree: `x` is [m], but `φ` is [1]");
    assert_eq!(d.related.len(), 1);
    check(&model("constraints\n  c: x' = l φ"), Code::UnitsDisagree, "l φ");
    check(&model("expect\n  x'' + y' = 0"), Code::UnitsDisagree, "y'");
    check(&model("expect\n  x = t"), Code::UnitsDisagree, "t");
    check(&model("expect\n  E = m x'"), Code::UnitsDisagree, "m x'");
    check(&model("expect\n  |x|^2 + √(y l) = 0"), Code::UnitsDisagree, "√(y l)");
    check(&model("expect\n  atan2(x, m) = 0"), Code::UnitsDisagree, "m");
    check(&model("let\n  k = m x [J]"), Code::UnitsDisagree, "m x");
    check(&model("").replace("  a = 3", "  I = m l [kg m^2]"), Code::UnitsDisagree, "m l");
    check(&model("initial\n  x' = 2 [m]"), Code::UnitsDisagree, "2");
    check(&model("run 0 .. 20 kg"), Code::UnitsDisagree, "kg");
    check(&model("let\n  P = (x, y)\n  k = P · P + P_x"), Code::UnitsDisagree, "P_x");
}

#[test]
fn al021_every_term_of_the_lagrangian_is_an_energy() {
    let text = format!("{HEAD}T = ½ m (x'² + y'²)\nV = -m g sin φ\n");
    let d = check(&text, Code::UnitsDisagree, "-m g sin φ");
    let message =
        "units do not agree: `½ m (x'² + y'²)` is [kg m^2 s^-2], but `-m g sin φ` is [kg m s^-2]";
    assert_eq!(d.message, message);
    let hint = "every term of the Lagrangian must be an energy: `-m g sin φ` lacks a factor in [m]";
    assert_eq!(d.hint.as_deref(), Some(hint));
    let d = check(&format!("{HEAD}L = ½ m x' + m y'\n"), Code::UnitsDisagree, "½ m x'");
    assert!(d.message.ends_with("an energy is [kg m^2 s^-2]"));
    check(&format!("{HEAD}L = ½ m x'² - m g\n"), Code::UnitsDisagree, "m g");
    assert_eq!(found(&format!("{HEAD}L = ½ x'² - g y\n")), [], "an energy for each unit of mass");
    check(&model("forces\n  x: u l"), Code::UnitsDisagree, "u l");
    check(&model("forces\n  φ: u"), Code::UnitsDisagree, "u");
    check(&model("forces\n  dissipation = m x'²"), Code::UnitsDisagree, "m x'²");
    assert_eq!(found(&model("forces\n  x: u\n  φ: u l\n  dissipation = ½ u/l x' y")), []);
}

#[test]
fn al022_arguments_are_pure_numbers() {
    let d = check(&format!("{HEAD}L = ½ m x'² + m g x sin x\n"), Code::ArgumentHasUnit, "x");
    assert_eq!(d.message, "the argument of sin must be a pure number or an angle, but `x` is [m]");
    check(&model("expect\n  exp(t) = 1"), Code::ArgumentHasUnit, "t");
    check(&model("expect\n  e^t = 1"), Code::ArgumentHasUnit, "t");
    check(&model("expect\n  2^x = 1"), Code::ArgumentHasUnit, "x");
    check(&model("let\n  P = Rz(x, (x, y, 0))"), Code::ArgumentHasUnit, "x");
    assert_eq!(found(&model("expect\n  sin(φ) + cos(x/l) + exp(-t φ') + sign(x) = 0")), []);
}

#[test]
fn al023_degrees_where_radians_are_meant() {
    let text = model("").replace("  a = 3", "  a = 45 [rad]");
    let d = check(&text, Code::LooksLikeDegrees, "45");
    assert_eq!(
        (d.severity, d.message.as_str()),
        (Severity::Warning, "`45` looks like degrees, but `a` is in rad")
    );
    assert_eq!(found(&mended(&text, &d)), []);
    let text = model("initial\n  φ = 90");
    let d = check(&text, Code::LooksLikeDegrees, "90");
    assert_eq!(found(&mended(&text, &d)), []);
    assert_eq!(found(&model("initial\n  φ = 1.5, φ' = 90, x = 90")), []);
}

#[test]
fn what_has_no_unit_is_left_out() {
    let rows =
        ["x + a", "a x = y'", "sin(a x) = 0", "x + λ_c = 0", "x^a = 0", "x = 0", "h(x) = y'"];
    for row in rows {
        let equation = if row.contains('=') { row.to_owned() } else { format!("{row} = 0") };
        let more = format!("functions\n  h(x)\nconstraints\n  c: x' = 0\nexpect\n  {equation}");
        assert_eq!(found(&model(&more)), [], "{row}");
    }
    let bare = "coordinates\n  x\nL = ½ x'²\nexpect\n  x = sin t\n";
    assert_eq!(found(bare), [], "without units time has none");
    assert_eq!(found(&model("reject\n  x = t\n  sin x = 1")), [], "errata are not checked");
}

/// What the unit of xᵃ is depends on the value of a, unless x has none.
#[test]
fn a_power_without_a_number_in_its_exponent_has_no_known_unit() {
    let rows =
        ["x^a = y'", "a x^a = y'", "m x^a = φ", "x^a + y' = x^φ", "sin(x^a) = 0", "|x|^a y = m"];
    for row in rows {
        assert_eq!(found(&model(&format!("expect\n  {row}"))), [], "{row}");
    }
    let spring = |power: &str| format!("{HEAD}T = ½ m (x'² + y'²)\nV = {power} + m g y\n");
    assert_eq!(found(&spring("a x^a")), []);
    assert_eq!(found(&spring("m g l (x/l)^a")), []);
    check(&spring("m g (x/l)^a"), Code::UnitsDisagree, "m g y");
    check(&model("expect\n  (x/l)^a = y'"), Code::UnitsDisagree, "y'");
    check(&model("expect\n  x^y = 0"), Code::ArgumentHasUnit, "y");
}

/// Where no coordinate has a unit time has none, and rates have none, of pure numbers too.
#[test]
fn rates_have_no_unit_where_nothing_has_one() {
    let text = "coordinates\n  q\nT = 1/2 |(0.3 sin(q), -0.3 cos(q))'|^2\nV = -9.81 cos q\n";
    assert_eq!(found(text), []);
    let measured = text.replace("  q\n", "  q [rad]\n");
    assert!(found(&measured).iter().any(|d| d.code == Code::UnitsDisagree));
}

#[test]
fn numbers_are_turned_into_si_units() {
    let text = "coordinates\n  x [m]\n  φ [rad]\nparameters\n  l = 30 [cm] in 10 .. 50\n  α = 45 [deg]\n  \
                k = 2 l [mm]\nL = ½ (x'² + l k φ'²) + 0 α\ninitial\n  x = 2 [mm], φ = 90 [deg], x' = l [m/s]\n";
    let text = text.replace(", x' = l [m/s]", "");
    let model = read_model(&text);
    let ratio = |a, b| Expr::number(Rational::ratio(a, b));
    let [l, alpha, k] = [0, 1, 2].map(|i| &model.parameters[i]);
    assert_eq!((l.value, l.range), (ratio(3, 10), Some((ratio(1, 10), ratio(1, 2)))));
    assert_eq!(alpha.value, Expr::pi() / Expr::from(4));
    assert_eq!(k.value, Expr::from(2) * l.symbol, "a definition is in these units already");
    assert_eq!(model.initial[0].value, ratio(1, 500));
    assert_eq!(model.initial[1].value, Expr::pi() / Expr::from(2));
    assert_eq!(l.unit.as_deref(), Some("cm"));
}

#[test]
fn al024_a_value_must_lie_in_its_range() {
    let with = |line: &str| model("").replace("  a = 3", line);
    check(&with("  a = -2 in 0.1 .. 10"), Code::OutsideRange, "-2");
    check(&with("  a = 11 in 0.1 .. 10"), Code::OutsideRange, "11");
    check(&with("  a = 3 pi in 0 .. 2 pi"), Code::OutsideRange, "3 pi");
    check(&with("  a = 3 in 5 .. 2"), Code::OutsideRange, "3");
    for line in ["  a = 0.1 in 0.1 .. 10", "  a = 10 in 0.1 .. 10", "  a = pi in 0 .. 2 pi"] {
        assert_eq!(found(&with(line)), [], "{line}");
    }
}

/// A value with unit 1, of the same dimension as the ones beside it.
fn number(e: Expr) -> f64 {
    e.as_number().expect("a number").to_f64()
}

#[test]
fn the_times_of_a_run_have_the_units_that_are_written() {
    let run = |text: &str| read_model(&model(&format!("run {text}"))).run;
    for (text, range) in [
        ("0 .. 100 ms", (0.0, 0.1)),
        ("0 .. 2 min", (0.0, 120.0)),
        ("0.5 .. 1 h", (1800.0, 3600.0)),
        ("50 ms .. 1 s", (0.05, 1.0)),
        ("1 .. 2 [ms]", (0.001, 0.002)),
        ("-3 .. 20 µs", (-3e-6, 2e-5)),
        ("0 .. 2", (0.0, 2.0)),
    ] {
        let (low, high) = run(text).range.expect("a range");
        assert_eq!((number(low), number(high)), range, "{text}");
    }
    let settings = run("0 .. 2 min\n  step 5 ms, every 0.5 min");
    assert_eq!(settings.step.map(number), Some(0.005));
    assert_eq!(settings.every.map(number), Some(30.0));
    check(&model("run 0 .. 2 s\n  every 3 kg"), Code::UnitsDisagree, "kg");
    check(&model("run 0 m .. 2 s"), Code::UnitsDisagree, "m");
}

#[test]
fn the_units_of_a_run_are_kept_in_every_spelling() {
    use alembert::language::{Form, spell, to_json};
    let text = model("run 50 ms .. 2 min\n  step 5 ms\n  every 0.5 min");
    let source = Source::new("a", text.as_str());
    let forms = [Form::Ascii, Form::Unicode, Form::Latex];
    let spelled = forms.map(|form| spell(&source, form).expect("it is spelled"));
    let json = to_json(&source).expect("a tree").to_string();
    for text in spelled.iter().chain([&json]) {
        let (own, run) = (read_model(source.text()).run, read_model(text).run);
        assert_eq!((own.range, own.step, own.every), (run.range, run.step, run.every), "{text}");
    }
}

#[test]
fn a_number_with_a_unit_is_a_quantity_wherever_it_stands() {
    let text = model(
        "let\n  d = 5 [cm]\n  P = (1, 2) [cm]\nfunctions\n  v(t) = 36 [km/h]\nobserve\n  w = 7 [min]\n\
         initial\n  x = 3 [mm], φ = 180 [deg]\nexpect\n  x d P_y v(t) = 0",
    );
    let model = read_model(&text);
    let value = |name: &str| {
        let all = model.abbreviations.iter().chain(&model.observed);
        all.into_iter().find(|d| d.name == name).map(|d| number(d.value))
    };
    assert_eq!([value("d"), value("P_y"), value("w")], [Some(0.05), Some(0.02), Some(420.0)]);
    assert_eq!(model.functions[0].formula.map(number), Some(10.0));
    assert_eq!(number(model.initial[0].value), 0.003);
    assert_eq!(model.initial[1].value, Expr::pi());
    // what a formula of names computes is in the SI already
    let scaled = text.replace("36 [km/h]", "36 t [km/h]");
    let d = check(&scaled, Code::UnknownUnit, "[km/h]");
    assert!(found(&mended(&scaled, &d)).is_empty());
}

#[test]
fn ranges_and_assignments_have_the_unit_of_their_parameter() {
    use alembert::language::read_assignments;
    let text = "coordinates\n  x [m]\nparameters\n  m = 500 [g] in 100 .. 900\n  F = 2 [kN] in -3 .. 3\n\
                T = ½ m x'²\nforces\n  x: F\n";
    let model = read_model(text);
    let range = model.parameters[0].range.map(|(low, high)| (number(low), number(high)));
    assert_eq!((number(model.parameters[0].value), range), (0.5, Some((0.1, 0.9))));
    for (text, value) in [
        ("m = 200", 0.2),
        ("m = 0.3 [kg]", 0.3),
        ("F = 1", 1000.0),
        ("F = 5 [N]", 5.0),
        ("x = 2 [mm]", 0.002),
        ("x' = 36 [km/h]", 10.0),
        ("x = 2", 2.0),
    ] {
        let read = read_assignments(&Source::new("-p", text), &model).expect(text);
        assert_eq!(number(read[0].value), value, "{text}");
    }
    assert!(read_assignments(&Source::new("-p", "m = 2 [kg]"), &model).is_err());
}
