//! Expressions as they stand in books.

use alembert_algebra::Expr;
use alembert_render::{Notation, Spelling, tree};

use crate::read::read;
use crate::tricky::TRICKY;

/// Parameters as declared, then coordinates.
pub(crate) fn notation(tidy: bool) -> Notation {
    let names = "m J I A C M l k a b c d R g h w alpha x y z theta phi psi";
    let order = names.split_whitespace().map(|name| read(name).unwrap()).collect();
    Notation { order, tidy, ..Notation::default() }
}

fn written(typed: &str, spelling: Spelling, tidy: bool) -> String {
    let e: Expr = read(typed).unwrap();
    spelling.text(&tree(e, &notation(tidy)).unwrap())
}

fn unicode(typed: &str) -> String {
    written(typed, Spelling::Unicode, true)
}

#[test]
fn the_table_of_tricky_expressions_is_written_as_expected() {
    for (typed, ascii, unicode) in TRICKY {
        assert_eq!(written(typed, Spelling::Ascii, false), *ascii, "ASCII of {typed}");
        assert_eq!(written(typed, Spelling::Unicode, false), *unicode, "Unicode of {typed}");
    }
}

#[test]
fn factors_stand_as_numbers_parameters_functions_velocities() {
    for (typed, expected) in [
        ("theta'*cos(theta)*a*m", "m a cos θ θ\u{307}"),
        ("phi'*sin(phi)*cos(phi)*g*sin(alpha)", "g sin α sin φ cos φ φ\u{307}"),
        ("theta'^2*sin(theta)*a*m/2", "½ m a sin θ θ\u{307}²"),
        ("sin(phi)*lambda_edge", "λ_edge sin φ"),
        ("cos(phi)*R*lambda_roll_x", "R λ_roll_x cos φ"),
        ("x''*(m*a^2 + I)", "(I + m a²) ẍ"),
        ("sin(theta)*g*(m + M)", "g (m + M) sin θ"),
        ("cos(phi)*sin(theta)*cos(theta)", "sin θ cos θ cos φ"),
        ("theta'*(a*theta'*cos(theta) - y')", "θ\u{307} (a cos θ θ\u{307} − ẏ)"),
        ("u*cos(theta)*x'*a", "a u cos θ ẋ"),
        ("y'*x'", "ẋ ẏ"),
        ("x*sqrt(3)*2", "2 √3 x"),
    ] {
        assert_eq!(unicode(typed), expected, "{typed}");
    }
}

#[test]
fn terms_stand_from_fast_to_slow_with_a_positive_one_in_front() {
    for (typed, expected) in [
        (
            "m*g*x*sin(alpha) + J*phi'^2/2 + m*(x'^2 + y'^2)/2",
            "½ m (ẋ² + ẏ²) + ½ J φ\u{307}² + m g x sin α",
        ),
        ("sin(phi)*x' - cos(phi)*y'", "sin φ ẋ − cos φ ẏ"),
        ("-sin(phi)*x' + cos(phi)*y'", "cos φ ẏ − sin φ ẋ"),
        ("y'^2 + y'*x' + x'^2 + a*x'", "ẋ² + ẋ ẏ + ẏ² + a ẋ"),
        ("m*g*sin(alpha) + lambda_edge*sin(phi)", "m g sin α + λ_edge sin φ"),
        ("-m*g + lambda_c1", "λ_c1 − m g"),
        ("-lambda_edge*cos(phi)", "−λ_edge cos φ"),
        ("x^2 + y^2 - l^2", "x² + y² − l²"),
        ("1 + a^2", "1 + a²"),
        ("cos(theta)^2 - 1", "cos²θ − 1"),
        ("1 - cos(theta)", "1 − cos θ"),
        ("m*a^2 + I", "I + m a²"),
        ("l*cos(theta) + x", "x + l cos θ"),
        ("k*x + w^2*x'' + x''''", "x'''' + w² ẍ + k x"),
        ("-a - b", "−a − b"),
        ("2*C - A + m*R^2", "2 C + m R² − A"),
    ] {
        assert_eq!(unicode(typed), expected, "{typed}");
    }
}

#[test]
fn a_product_is_one_fraction() {
    for (typed, expected) in [
        (
            "theta'*(C*psi' - cos(theta)*phi'*(2*A - C))/(A*sin(theta))",
            "θ\u{307} ((C − 2 A) cos θ φ\u{307} + C ψ\u{307})/(A sin θ)",
        ),
        ("-m*a*theta'*x'/(m*a^2 + I)", "−m a ẋ θ\u{307}/(I + m a²)"),
        ("-g/(1 + a^2)", "−g/(1 + a²)"),
        ("3*x/(2*y)", "3 x/(2 y)"),
        ("x/(y*sqrt(z))", "x/(y √z)"),
    ] {
        assert_eq!(unicode(typed), expected, "{typed}");
    }
}

#[test]
fn tidying_moves_numbers_and_signs_out_of_brackets_and_nothing_else() {
    for (typed, plain, tidied) in [
        ("m*(2*a + 2*b)", "m*(2*a + 2*b)", "2*m*(a + b)"),
        ("m*(a/2 + b/2)^2", "m*(a/2 + b/2)^2", "m*(a + b)^2/4"),
        ("z/(2*x + 4*y)", "z/(2*x + 4*y)", "z/(2*(x + 2*y))"),
        ("z*(-x - y)", "z*(-x - y)", "-z*(x + y)"),
        ("z*(-x - y)^2", "z*(-x - y)^2", "z*(x + y)^2"),
        ("z*(-x - y)^3", "z*(-x - y)^3", "-z*(x + y)^3"),
        ("-z*(x - y)", "-z*(x - y)", "z*(y - x)"),
        ("-z/(x - y)", "-z/(x - y)", "z/(y - x)"),
        ("-z*(x - y)^2", "-z*(x - y)^2", "-z*(x - y)^2"),
        ("z*(x - y)", "z*(x - y)", "z*(x - y)"),
        ("z*sqrt(2*x + 2*y)", "z*sqrt(2*x + 2*y)", "z*sqrt(2*x + 2*y)"),
        ("2*a + 2*b", "2*a + 2*b", "2*a + 2*b"),
        ("x*(I + m*(2*a + 2*b)/2)", "(I + m*(2*a + 2*b)/2)*x", "(I + m*(a + b))*x"),
        ("sin(m*(2*a + 2*b))", "sin(m*(2*a + 2*b))", "sin(2*m*(a + b))"),
        ("y - z*(x - y)", "y - z*(x - y)", "y + z*(y - x)"),
    ] {
        assert_eq!(written(typed, Spelling::Ascii, false), plain, "{typed}");
        assert_eq!(written(typed, Spelling::Ascii, true), tidied, "{typed}");
    }
}

#[test]
fn partial_derivatives_of_unspecified_functions_say_by_which_argument() {
    let [x, y] = ["x", "y"].map(|name| read::<Expr>(name).unwrap());
    let potential: Expr = read("V(x, y)").unwrap();
    let once = alembert_algebra::partial(potential, x);
    let thrice = alembert_algebra::partial(alembert_algebra::partial(once, x), y);
    let text = |e, spelling: Spelling| spelling.text(&tree(e, &notation(false)).unwrap());
    assert_eq!(text(once, Spelling::Ascii), "D(V, 1, 0)(x, y)");
    assert_eq!(text(once, Spelling::Unicode), "∂₁V(x, y)");
    assert_eq!(text(thrice, Spelling::Ascii), "D(V, 2, 1)(x, y)");
    assert_eq!(text(thrice, Spelling::Unicode), "∂₁²∂₂V(x, y)");
    assert_eq!(text(once.powi(2), Spelling::Unicode), "(∂₁V(x, y))²");
}
