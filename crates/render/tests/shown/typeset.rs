//! LaTeX and MathML of small expressions, as a printer would set them.

use alembert_algebra::{Expr, Function, Kind, apply, gradient};
use alembert_render::{Equation, Page, Part, Typesetter, latex, mathml, tree};

use crate::read::read;
use crate::wording::notation;

fn written(typed: &str) -> String {
    let e: Expr = read(typed).unwrap();
    latex::text(&tree(e, &notation(true)).unwrap())
}

#[test]
fn latex_has_stacked_fractions_small_coefficients_and_dots() {
    for (typed, expected) in [
        ("m*theta'^2/2 - m*g*cos(theta)", r"\tfrac{1}{2} m \dot{\theta}^{2} - m g \cos\theta"),
        ("-m*x'/(a + b)", r"-\frac{m \dot{x}}{a + b}"),
        ("a*sin(theta)^2*x''", r"a \sin^{2}\theta\,\ddot{x}"),
        ("sin(2*theta)*cos(theta + phi)", r"\sin 2 \theta\,\cos(\theta + \phi)"),
        ("sqrt(x)^3", r"x^{3/2}"),
        ("a*(b/c + x)", r"a \left(x + \frac{b}{c}\right)"),
        ("lambda_roll_x*x'''", r"\lambda_{\mathrm{roll},x} \dddot{x}"),
        ("abs(x)", r"\lvert x \rvert"),
    ] {
        assert_eq!(written(typed), expected, "{typed}");
    }
}

#[test]
fn partial_derivatives_of_unspecified_functions_are_fractions() {
    let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    let energy = apply(Function::unspecified("V", 2), &[x, y]);
    let twice = gradient(gradient(energy, &[x])[0], &[x])[0];
    let third = gradient(twice, &[y])[0];
    let shown = |e| tree(e, &notation(true)).unwrap();
    let expected = r"\frac{\partial^{3} V}{\partial x^{2}\,\partial y}(x, y)";
    assert_eq!(latex::text(&shown(third)), expected);
    assert!(
        mathml::text(&shown(third)).starts_with("<mrow><mfrac><mrow><msup><mo>∂</mo><mn>3</mn>")
    );
    let inner = apply(Function::unspecified("V", 1), &[x * y]);
    let slope = gradient(inner, &[x])[0];
    assert_eq!(latex::text(&shown(slope)), r"y \partial_{1} V(x y)");
}

#[test]
fn mathml_keeps_signs_fractions_and_exponents() {
    let shown = |typed: &str| mathml::text(&tree(read(typed).unwrap(), &notation(true)).unwrap());
    assert_eq!(shown("a/b"), "<mfrac><mi>a</mi><mi>b</mi></mfrac>");
    assert_eq!(shown("a - b"), "<mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow>");
    assert_eq!(shown("-a"), "<mrow><mo form=\"prefix\">−</mo><mi>a</mi></mrow>");
    assert_eq!(shown("theta_1^2"), "<msubsup><mi>θ</mi><mn>1</mn><mn>2</mn></msubsup>");
    let sine = "<mrow><msup><mi>sin</mi><mn>2</mn></msup><mo rspace=\"0.17em\">&#x2061;</mo>";
    assert_eq!(shown("sin(phi)^2"), format!("{sine}<mi>φ</mi></mrow>"));
}

#[test]
fn a_long_fraction_becomes_a_factor_and_a_bracket_in_lines() {
    let terms: Vec<String> = (1..40).map(|i| format!("a^{i}*sin({i}*theta)*x'")).collect();
    let long = format!("({})/(b + c)", terms.join(" + "));
    let mut typesetter = Typesetter::new(&notation(true));
    let mut side = |typed: &str| typesetter.tree(read(typed).unwrap()).unwrap();
    let equation = Equation { label: Some("c_1".to_owned()), lhs: side("x''"), rhs: side(&long) };
    let page = Page::new(vec![Part::Equations(vec![equation])]);
    let text = latex::page(&page);
    assert!(text.contains("&= \\frac{1}{b + c} ") && text.contains("\\\\\n&\\quad + "), "{text}");
    assert!(text.ends_with("\\tag*{c\\_1}\n\\end{align*}\n"), "{text}");
    assert_eq!(text.matches("\\bigl(").count(), text.matches("\\bigr)").count());
    assert!(mathml::page(&page).matches("<mtr>").count() > 2);
}

#[test]
fn a_long_bracket_keeps_its_exponent_when_it_is_broken() {
    let terms: Vec<String> = (1..40).map(|i| format!("a^{i}*sin({i}*theta)*x'")).collect();
    let long = format!("b*({})^3", terms.join(" + "));
    let mut typesetter = Typesetter::new(&notation(true));
    let mut side = |typed: &str| typesetter.tree(read(typed).unwrap()).unwrap();
    let equation = Equation { label: None, lhs: side("x''"), rhs: side(&long) };
    let page = Page::new(vec![Part::Equations(vec![equation])]);
    assert!(latex::page(&page).contains("\\bigr)^{3}"), "{}", latex::page(&page));
    assert!(mathml::page(&page).contains(">)</mo><mn>3</mn></msup>"), "{}", mathml::page(&page));
}

#[test]
fn long_conditions_stand_in_rows_and_short_ones_in_a_sentence() {
    let terms: Vec<String> = (1..40).map(|i| format!("a^{i}*sin({i}*theta)*x'")).collect();
    let mut typesetter = Typesetter::new(&notation(true));
    let mut side = |typed: &str| typesetter.tree(read(typed).unwrap()).unwrap();
    let (short, long) = (side("cos(theta)"), side(&format!("b*({})", terms.join(" + "))));
    let page = |list: &[_]| Page::new(vec![Part::Conditions(list.to_vec())]);
    let sentence = page(std::slice::from_ref(&short));
    assert_eq!(latex::page(&sentence), "where $\\cos\\theta \\neq 0$.\n");
    let rows = page(&[short, long]);
    let text = latex::page(&rows);
    assert!(text.starts_with("where\n\\begin{align*}\n&\\cos\\theta \\neq 0 \\\\\n&b "), "{text}");
    assert!(
        text.contains(" \\\\\n&\\quad + ") && text.ends_with(" \\neq 0\n\\end{align*}\n"),
        "{text}"
    );
    let widest = text.lines().map(str::len).max().unwrap();
    assert!(widest < 400, "a row of {widest} letters");
    let table = mathml::page(&rows);
    assert_eq!(table.matches("<mtr>").count(), text.matches("\n&").count(), "{table}");
    assert_eq!(table.matches("<mo>≠</mo><mn>0</mn>").count(), 2, "{table}");
}

#[test]
fn a_wide_left_side_and_a_wide_right_side_do_not_share_a_line() {
    let sum = |n: usize| (1..n).map(|i| format!("a^{i}*x'")).collect::<Vec<_>>().join(" + ");
    let mut typesetter = Typesetter::new(&notation(true));
    let mut side = |typed: &str| typesetter.tree(read(typed).unwrap()).unwrap();
    let mut equation = |l: &str, r: &str| Equation { label: None, lhs: side(l), rhs: side(r) };
    // Each of them fits a line; aligned at `=` the two together would not.
    let list = vec![equation(&sum(12), "x"), equation("x''", &sum(12))];
    let text = latex::page(&Page::new(vec![Part::Equations(list)]));
    assert_eq!(text.matches("\n&").count(), 2, "{text}");
    assert!(!text.contains("&="), "{text}");
    let short = vec![equation(&sum(3), "x"), equation("x''", &sum(3))];
    assert_eq!(latex::page(&Page::new(vec![Part::Equations(short)])).matches("&=").count(), 2);
}

/// Brackets in lines grow with the fractions that they enclose, and only with these.
#[test]
fn brackets_around_tall_terms_are_tall() {
    let page = |inner: &str| {
        let terms: Vec<String> = (1..30).map(|i| inner.replace('#', &i.to_string())).collect();
        let typed = format!("x'*({})*({})", terms.join(" + "), terms.join(" - "));
        let mut set = Typesetter::new(&notation(true));
        let [lhs, rhs] = ["y'", &typed].map(|typed| set.tree(read(typed).unwrap()).unwrap());
        mathml::page(&Page::new(vec![Part::Equations(vec![Equation { label: None, lhs, rhs }])]))
    };
    let (tall, flat) = (page("sin(#*theta)/(a + b^#)"), page("b^#*sin(#*theta)"));
    let stretchy = "<mo form=\"prefix\" fence=\"true\" stretchy=\"true\">(</mo>";
    let small = "<mo form=\"prefix\" stretchy=\"false\">(</mo>";
    assert!(tall.contains(stretchy) && !tall.contains(small), "{tall:.1500}");
    assert!(flat.contains(small) && !flat.contains(stretchy), "{flat:.1500}");
}

/// An equation whose right side is a function of a sum with so many terms.
fn equation_of(function: &str, terms: u32) -> Page {
    let terms: Vec<String> = (1..terms).map(|i| format!("a^{i}*sin({i}*theta)")).collect();
    let typed = format!("{function}({})", terms.join(" + "));
    let mut set = Typesetter::new(&notation(true));
    let [lhs, rhs] = ["y'", &typed].map(|typed| set.tree(read(typed).unwrap()).unwrap());
    Page::new(vec![Part::Equations(vec![Equation { label: None, lhs, rhs }])])
}

/// The argument of a function is not broken: on paper it shrinks to the width of the page.
#[test]
fn what_is_wider_than_paper_shrinks() {
    assert!(!mathml::page(&equation_of("exp", 5)).contains("--narrow"));
    let wide = mathml::page(&equation_of("exp", 16));
    let (_, rest) = wide.split_once("--narrow: ").expect("it says how much");
    let percent: u32 = rest.split('%').next().unwrap().parse().unwrap();
    assert!((30..90).contains(&percent), "{percent}");
}

/// A root that is too wide is a bracket in lines.
#[test]
fn a_wide_root_becomes_a_bracket() {
    let short = mathml::page(&equation_of("sqrt", 5));
    assert!(short.contains("<msqrt>"), "{short}");
    let wide = equation_of("sqrt", 30);
    let shown = mathml::page(&wide);
    assert!(!shown.contains("<msqrt>") && !shown.contains("--narrow"), "{shown:.1500}");
    assert!(shown.matches("<mtr>").count() > 2 && shown.contains("<mn>1</mn><mo lspace"));
    assert!(latex::page(&wide).contains("^{1/2}"), "{}", latex::page(&wide));
}
