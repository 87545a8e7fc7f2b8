//! Equations and matrices in lines.

use alembert_algebra::{Expr, Matrix, Vector};
use alembert_render::{Block, Equation, Layout, Spelling, Typesetter, equations, matrix};

use crate::read::read;
use crate::wording::notation;

const UNICODE: Layout = Layout { spelling: Spelling::Unicode, width: 80 };
const ASCII: Layout = Layout { spelling: Spelling::Ascii, width: 80 };

fn equation(text: &str) -> Equation {
    let (label, sides) = match text.split_once(':') {
        Some((label, sides)) => (Some(label.to_owned()), sides),
        None => (None, text),
    };
    let mut typesetter = Typesetter::new(&notation(true));
    let (lhs, rhs) = sides.split_once('=').unwrap();
    let mut side = |text| typesetter.tree(read(text).unwrap()).unwrap();
    Equation { label, lhs: side(lhs), rhs: side(rhs) }
}

fn block(name: &str, rows: &[&[&str]], cols: usize) -> Block {
    let row = |row: &&[&str]| row.iter().map(|e| read(e).unwrap()).collect::<Vector>();
    let entries = Matrix::from_rows(rows.iter().map(row).collect(), cols);
    Block::matrix(name, &entries, &mut Typesetter::new(&notation(true))).unwrap()
}

/// What a terminal shows: combining marks take no column.
fn columns(line: &str) -> usize {
    line.chars().filter(|c| !matches!(c, '\u{307}' | '\u{308}' | '\u{20DB}')).count()
}

#[test]
fn equations_are_aligned_at_the_equals_sign_as_a_terminal_shows_it() {
    let system = ["m*x'' = lambda_edge*sin(phi)", "theta'' = 0", "J*phi''/2 = -lambda_edge"];
    let page = equations::lines(&system.map(equation), UNICODE);
    assert_eq!(page, "m ẍ   = λ_edge sin φ\nθ\u{308}     = 0\n½ J φ\u{308} = −λ_edge\n");
    let page = equations::lines(&system.map(equation), ASCII);
    assert_eq!(
        page,
        "m*x''     = lambda_edge*sin(phi)\n\
         theta''   = 0\n\
         J*phi''/2 = -lambda_edge\n"
    );
}

#[test]
fn labels_stand_in_a_column_of_their_own() {
    let system = ["roll_x: x' = R*cos(phi)*theta'", "beta: y' = 0"].map(equation);
    let page = equations::lines(&system, UNICODE);
    assert_eq!(page, "roll_x:  ẋ = R cos φ θ\u{307}\nβ:       ẏ = 0\n");
}

#[test]
fn long_right_sides_go_on_below_themselves() {
    let long = "x'' = a*sin(theta)*theta'^2 + b*cos(phi)*phi'^2 - g*sin(alpha) + k*x";
    let layout = Layout { spelling: Spelling::Unicode, width: 40 };
    assert_eq!(
        equations::lines(&[equation(long)], layout),
        "ẍ = a sin θ θ\u{307}² + b cos φ φ\u{307}² + k x\n    \
             − g sin α\n"
    );
}

#[test]
fn long_left_sides_get_lines_of_their_own() {
    let long = "(I + m*a^2)*theta'' + m*a*cos(theta)*y'' - m*a*sin(theta)*x'' = -k*theta";
    let layout = Layout { spelling: Spelling::Ascii, width: 48 };
    let page = equations::lines(&[equation("m*x'' = 0"), equation(long)], layout);
    assert_eq!(
        page,
        "m*x'' = 0\n\
         m*a*cos(theta)*y'' + (I + m*a^2)*theta''\n    \
             - m*a*sin(theta)*x''\n    \
             = -k*theta\n"
    );
}

#[test]
fn no_line_is_wider_than_asked_when_it_can_be_broken() {
    let terms: Vec<String> = (1..60).map(|i| format!("a*sin({i}*theta)*x'^{i}")).collect();
    let rhs = terms.join(" - ");
    let equation = equation(&format!("x'' = ({rhs})*(b + c)"));
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        for width in [30, 47, 80, 200] {
            let page =
                equations::lines(std::slice::from_ref(&equation), Layout { spelling, width });
            assert!(page.lines().all(|line| columns(line) <= width), "{width}: {page}");
            let joined: Vec<&str> = page.split_whitespace().collect();
            let text = spelling.text(&equation.rhs);
            let expected: Vec<&str> = text.split_whitespace().collect();
            assert_eq!(joined[2..].concat(), expected.concat());
        }
    }
}

#[test]
fn a_broken_equation_reads_back() {
    let typed = "(x + y)*(a*sin(theta)*x' + b*cos(phi)*y' - g*sin(alpha)*theta')/(1 + a^2 + b^2)";
    let expected: Expr = read(typed).unwrap();
    let notation = alembert_render::Notation::default();
    let rhs = Typesetter::new(&notation).tree(expected).unwrap();
    let equation = Equation { label: None, lhs: equation("x = 0").lhs, rhs };
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        let page =
            equations::lines(std::slice::from_ref(&equation), Layout { spelling, width: 36 });
        assert!(page.lines().count() > 1, "{page}");
        assert!(page.lines().skip(1).all(|line| line.starts_with(' ')), "{page}");
        assert_eq!(read(page.split_once('=').unwrap().1), Ok(expected), "{page}");
    }
}

#[test]
fn matrices_have_aligned_columns() {
    let inertia = block(
        "M",
        &[
            &["m", "0", "-m*a*sin(theta)"],
            &["0", "m", "m*a*cos(theta)"],
            &["-m*a*sin(theta)", "m*a*cos(theta)", "I + m*a^2"],
        ],
        3,
    );
    assert_eq!(
        matrix::lines(&inertia, UNICODE),
        "M = ⎡ m            0           −m a sin θ ⎤\n    \
             ⎢ 0            m           m a cos θ  ⎥\n    \
             ⎣ −m a sin θ   m a cos θ   I + m a²   ⎦\n"
    );
    assert_eq!(
        matrix::lines(&inertia, ASCII),
        "M = [ m,               0,              -m*a*sin(theta) ]\n    \
             [ 0,               m,              m*a*cos(theta)  ]\n    \
             [ -m*a*sin(theta), m*a*cos(theta), I + m*a^2       ]\n"
    );
}

#[test]
fn dots_do_not_disturb_the_columns_of_a_matrix() {
    let speeds = block("f", &[&["theta'", "1"], &["x", "y"]], 2);
    assert_eq!(matrix::lines(&speeds, UNICODE), "f = ⎡ θ\u{307}   1 ⎤\n    ⎣ x   y ⎦\n");
}

#[test]
fn a_matrix_without_rows_or_columns_has_a_size() {
    assert_eq!(matrix::lines(&block("A", &[], 3), UNICODE), "A = [ ] (0 × 3)\n");
    assert_eq!(matrix::lines(&block("A", &[&[], &[]], 0), ASCII), "A = [ ] (2 x 0)\n");
    assert_eq!(matrix::lines(&block("g", &[&["x"]], 1), UNICODE), "g = [ x ]\n");
}

#[test]
fn a_matrix_that_is_too_wide_is_listed_without_its_zeros() {
    let wide = block("M", &[&["m*a*b*c*R", "0"], &["0", "m*a*b*c*g"]], 2);
    let layout = Layout { spelling: Spelling::Ascii, width: 20 };
    assert_eq!(
        matrix::lines(&wide, layout),
        "M: 2 rows, 2 columns, zeros left out\n\
         M[1,1] = m*a*b*c*R\n\
         M[2,2] = m*a*b*c*g\n"
    );
    let full = block("M", &[&["m*a*b*c*R", "a"], &["a", "m*a*b*c*g"]], 2);
    assert!(matrix::lines(&full, layout).starts_with("M: 2 rows, 2 columns\nM[1,1] = "));
    let long = block("alpha", &[&["m*a*b*c*R*x*y"]], 1);
    let layout = Layout { spelling: Spelling::Unicode, width: 12 };
    assert!(matrix::lines(&long, layout).starts_with("α: 1 entry\nα[1] = "));
}
