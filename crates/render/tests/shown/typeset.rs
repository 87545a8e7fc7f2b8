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
