//! What drives a model: tables with corners, values with the wrong units, inputs that are given twice.

use crate::alembert;

/// A pendulum on a cart that a table moves.
const CART: &str = "coordinates\n  x, θ\ninputs\n  u\nparameters\n  l = 1\n  g = 9.81\n\
    L = ½ x'² + ½ (x' + l θ' cos θ)² + ½ l² θ'² sin²θ + g l cos θ\nconstraints\n  drive: x = u\n\
    initial\n  θ = 0.1, θ' = 0\nrun 0 .. 3\n  u = (0, 0), (1, 0), (2, 0.5), (3, 0.5)\n";

fn said(arguments: &[&str], model: &str) -> (Option<i32>, String) {
    let output = alembert(arguments).write_stdin(model.to_owned()).output().expect("it starts");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn tables_that_make_velocities_jump_are_told() {
    let jumps = "the table of `u` makes velocities jump";
    for (arguments, what) in [
        (&["run", "-"][..], "not in the balance of energy"),
        (&["export", "-", "c"], "until the first corner only"),
    ] {
        let text = said(arguments, CART).1;
        assert!(text.contains(jumps) && text.contains(what), "{arguments:?}: {text}");
    }
    let velocity = CART.replace("drive: x = u", "drive: x' = u");
    let formula = CART.replace("u = (0, 0), (1, 0), (2, 0.5), (3, 0.5)", "u = 0.1 t²");
    for smooth in [velocity, formula] {
        let (code, text) = said(&["run", "-"], &smooth);
        assert!(code == Some(0) && !text.contains("jump"), "{text}");
    }
}

/// A body does not go from one place to another in no time.
#[test]
fn a_table_that_jumps_drives_no_position() {
    let points = "(1, 0), (2, 0.5)";
    for jump in ["(1, 0), (1, 0.5)", "(1, 0), (1.0000000000001, 0.5)"] {
        let jumps = CART.replace(points, jump);
        for command in ["run", "check", "lyapunov"] {
            let (code, text) = said(&[command, "-"], &jumps);
            assert_eq!(code, Some(2), "{command}: {text}");
            let words = "error[AL043]: the table of `u` jumps from 0 to 0.5 at t = 1";
            assert!(text.contains(words) && text.contains(":10:"), "{text}");
            assert!(text.contains("hint: give the two points times that differ"), "{text}");
        }
    }
    let velocity = CART.replace(points, "(1, 0), (1, 0.5)").replace("x = u", "x' = u");
    assert_eq!(said(&["run", "-"], &velocity).0, Some(0));
    let still = CART.replace(points, "(1, 0), (1, 0), (2, 0.5)");
    assert_eq!(said(&["run", "-"], &still).0, Some(0), "two equal points are no jump");
}

#[test]
fn impulses_of_a_table_are_named_where_the_energy_is_off() {
    let text = said(&["run", "-"], CART).1;
    assert!(text.contains("AL051") && !text.contains("singularity"), "{text}");
    assert!(text.contains("the impulses there do work"), "{text}");
}

#[test]
fn times_of_a_table_do_not_fall() {
    let falls = CART.replace("(1, 0), (2, 0.5)", "(2, 0.5), (1, 0)");
    let (code, text) = said(&["run", "-"], &falls);
    assert_eq!(code, Some(2), "{text}");
    let words = "error[AL043]: in the table of `u` the time falls at this point";
    assert!(text.contains(words) && text.contains(":14:25"), "{text}");
    let named = CART.replace("(1, 0)", "(l, 0)");
    assert_eq!(said(&["run", "-"], &named).0, Some(0));
    let (code, text) = said(&["run", "-", "-p", "l=2.5"], &named);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("the time falls from 2.5 to 2"), "{text}");
}

#[test]
fn a_value_with_the_name_of_a_mass_is_no_length() {
    let model = "coordinates\n  x [m]\nparameters\n  m = 500 [g]\n  l = 50 [cm]\n\
        L = ½ m x'²\ninitial\n  x = 0\nrun 0 .. 1\n";
    let (code, text) = said(&["run", "-", "-p", "l=0.5 m"], model);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("AL021") && text.contains("`0.5 m`"), "{text}");
    let start = model.replace("x = 0", "x = 0.5 m");
    assert!(said(&["check", "-"], &start).1.contains("AL021"));
    for right in ["l=0.5", "l=0.5 [m]"] {
        let (code, text) = said(&["run", "-", "-p", right], model);
        assert_eq!(code, Some(0), "{text}");
    }
}

#[test]
fn an_input_does_one_thing() {
    let twice = CART.replace("\n  u = (0, 0)", "\n  u = t\n  u = (0, 0)");
    let (code, text) = said(&["check", "-"], &twice);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("AL013") && text.contains("what `u` does is given twice"), "{text}");
}

#[test]
fn a_name_has_one_value() {
    let arguments = ["run", "-", "-p", "l=1", "-p", "g=9.8", "-p", "l=2"];
    let (code, text) = said(&arguments, CART);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("`-p l=1` and `-p l=2` both say what `l` is"), "{text}");
    let (code, text) = said(&["run", "-", "-p", "θ=0.1", "-p", "theta=0.2"], CART);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("`-p θ=0.1` and `-p theta=0.2`"), "{text}");
}
