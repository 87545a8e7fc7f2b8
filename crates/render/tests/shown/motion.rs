//! Whole systems, as a book would print their equations.

use alembert_algebra::{Expr, Vector};
use alembert_mechanics::principle::dalembert;
use alembert_mechanics::{Constraint, Motion, System};
use alembert_render::{Layout, Spelling, Typesetter, motion};

use crate::read::read;
use crate::wording::notation;

const UNICODE: Layout = Layout { spelling: Spelling::Unicode, width: 80 };
const ASCII: Layout = Layout { spelling: Spelling::Ascii, width: 80 };

fn derived(coordinates: &[&str], lagrangian: &str, constraints: &[(&str, &str)]) -> Motion {
    let expr = |text: &&str| read::<Expr>(text).unwrap();
    let q: Vector = coordinates.iter().map(expr).collect();
    let constraints =
        constraints.iter().map(|(label, phi)| Constraint::ideal(label, expr(phi))).collect();
    let forces = Vector::zeros(q.len());
    dalembert(&System::new(q, expr(&lagrangian), forces, constraints).unwrap()).unwrap()
}

fn multipliers(motion: &Motion, layout: Layout) -> String {
    let mut typesetter = Typesetter::new(&notation(true));
    motion::multipliers(motion, &mut typesetter).unwrap().lines(layout)
}

fn matrices(motion: &Motion, layout: Layout) -> String {
    let mut typesetter = Typesetter::new(&notation(true));
    motion::matrices(motion, &mut typesetter).unwrap().lines(layout)
}

fn knife_edge() -> Motion {
    let lagrangian = "1/2 m (x'^2 + y'^2) + 1/2 J phi'^2 + m g x sin alpha";
    derived(&["x", "y", "phi"], lagrangian, &[("edge", "x' sin phi - y' cos phi")])
}

#[test]
fn the_knife_edge_has_bloch_s_equations() {
    assert_eq!(
        multipliers(&knife_edge(), UNICODE),
        "m ẍ = m g sin α + λ_edge sin φ\n\
         m ÿ = −λ_edge cos φ\n\
         J φ\u{308} = 0\n\
         \n\
         edge:  sin φ ẋ − cos φ ẏ = 0\n"
    );
    assert_eq!(
        multipliers(&knife_edge(), ASCII),
        "m*x''   = m*g*sin(alpha) + lambda_edge*sin(phi)\n\
         m*y''   = -lambda_edge*cos(phi)\n\
         J*phi'' = 0\n\
         \n\
         edge:  sin(phi)*x' - cos(phi)*y' = 0\n"
    );
}

#[test]
fn the_knife_edge_has_a_matrix_form() {
    assert_eq!(
        matrices(&knife_edge(), UNICODE),
        "M y = f + Aᵀ λ,  A y = g\n\
         y = (ẍ, ÿ, φ\u{308})\n\
         λ = (λ_edge)\n\
         \n\
         M = ⎡ m   0   0 ⎤\n    \
             ⎢ 0   m   0 ⎥\n    \
             ⎣ 0   0   J ⎦\n\
         \n\
         A = [ sin φ   −cos φ   0 ]\n\
         \n\
         f = ⎡ m g sin α ⎤\n    \
             ⎢ 0         ⎥\n    \
             ⎣ 0         ⎦\n\
         \n\
         g = [ −cos φ ẋ φ\u{307} − sin φ ẏ φ\u{307} ]\n"
    );
}

#[test]
fn the_vertical_disk_has_its_two_reactions() {
    let disk = derived(
        &["x", "y", "theta", "phi"],
        "1/2 m (x'^2 + y'^2) + 1/2 I theta'^2 + 1/2 J phi'^2",
        &[("roll_x", "x' - R cos phi theta'"), ("roll_y", "y' - R sin phi theta'")],
    );
    assert_eq!(
        multipliers(&disk, UNICODE),
        "m ẍ = λ_roll_x\n\
         m ÿ = λ_roll_y\n\
         I θ\u{308} = −R λ_roll_x cos φ − R λ_roll_y sin φ\n\
         J φ\u{308} = 0\n\
         \n\
         roll_x:  ẋ − R cos φ θ\u{307} = 0\n\
         roll_y:  ẏ − R sin φ θ\u{307} = 0\n"
    );
}

#[test]
fn a_system_without_constraints_has_no_reactions() {
    let pendulum = derived(&["theta"], "1/2 m l^2 theta'^2 + m g l cos theta", &[]);
    assert_eq!(multipliers(&pendulum, UNICODE), "m l² θ\u{308} = −m l g sin θ\n");
    assert_eq!(
        matrices(&pendulum, ASCII),
        "M y = f\ny = (theta'')\n\nM = [ m*l^2 ]\n\nf = [ -m*l*g*sin(theta) ]\n"
    );
}

#[test]
fn an_equation_of_fourth_order_is_led_by_a_positive_term() {
    let oscillator = derived(&["x"], "1/2 x''^2 - 1/2 (a^2 + b^2) x'^2 + 1/2 a^2 b^2 x^2", &[]);
    assert_eq!(multipliers(&oscillator, UNICODE), "x'''' = −(a² + b²) ẍ − a² b² x\n");
}

#[test]
fn a_servo_shows_the_direction_of_its_force() {
    let expr = |text| read::<Expr>(text).unwrap();
    let servo = Constraint::servo("held", expr("x'"), vec![expr("0"), expr("1")].into());
    let q: Vector = vec![expr("x"), expr("y")].into();
    let free = expr("1/2 m (x'^2 + y'^2)");
    let system = System::new(q, free, Vector::zeros(2), vec![servo]).unwrap();
    let page = matrices(&dalembert(&system).unwrap(), ASCII);
    assert!(page.starts_with("M y = f + B^T lambda, A y = g\n"), "{page}");
    assert!(page.contains("\nA = [ 1, 0 ]\n") && page.contains("\nB = [ 0, 1 ]\n"), "{page}");
}
