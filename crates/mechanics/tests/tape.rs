//! The tape of a motion computes what the motion says, here in exact fractions.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::tape::{LowerError, Op, Slot, Solve, Tape};
use alembert_algebra::{Expr, Function, Rational, Vector, apply};
use alembert_mechanics::{Constraint, Linear, Motion, System, principle::dalembert};
use exact::{State, free, gauss_jordan, half, input, jet, parameter, solved, value};

/// A few hundred roundings of numbers that are not much larger than their result.
const ROUNDING: f64 = 1e-12;

/// The outputs of a tape without roots and functions.
fn run(tape: &Tape, inputs: &[Rational]) -> Vec<Rational> {
    let mut values: Vec<Rational> = vec![];
    for op in &tape.ops {
        let at = |slot: &Slot| &values[*slot];
        let result = match op {
            Op::Input(i) => inputs[*i].clone(),
            Op::Constant(r) => r.clone(),
            Op::Add(a, b) => at(a) + at(b),
            Op::Sub(a, b) => at(a) - at(b),
            Op::Mul(a, b) => at(a) * at(b),
            Op::Div(a, b) => at(a).checked_div(at(b)).unwrap(),
            Op::Neg(a) => -at(a),
            Op::Power(a, n) => at(a).pow(*n).unwrap(),
            Op::Solution(system, k) => solution(&tape.solves[*system], &values)[*k].clone(),
            _ => panic!("the tests use rational operations: {op:?}"),
        };
        values.push(result);
    }
    tape.outputs.iter().map(|(_, slot)| values[*slot].clone()).collect()
}

fn solution(solve: &Solve, values: &[Rational]) -> Vec<Rational> {
    let row = |slots: &[Slot]| slots.iter().map(|&s| values[s].clone()).collect::<Vec<_>>();
    match solve {
        Solve::General { W, h } => gauss_jordan(W.iter().map(|r| row(r)).collect(), row(h)),
        Solve::Kkt { M, B, A, f, g } => {
            let B = B.as_ref().unwrap_or(A);
            let upper = (0..f.len()).map(|i| {
                let reactions = B.iter().map(|b| -&values[b[i]]);
                row(&M[i]).into_iter().chain(reactions).collect()
            });
            let zeros = vec![Rational::ZERO; g.len()];
            let lower = A.iter().map(|a| [row(a), zeros.clone()].concat());
            gauss_jordan(upper.chain(lower).collect(), [row(f), row(g)].concat())
        }
    }
}

/// A system with time, a parameter, an input, a servo and a constraint on accelerations.
fn everything() -> System {
    let [x, u, a] = [0, 1, 2].map(|k| jet("x", k));
    let [y, v, b] = [0, 1, 2].map(|k| jet("y", k));
    let [z, w] = [0, 1].map(|k| jet("z", k));
    let (t, m) = (Expr::time(), parameter("m"));
    let L = half(m * (u.powi(2) + v.powi(2)) + w.powi(2)) + t * x * v - y / x;
    let direction: Vector = vec![Expr::one(), x, Expr::zero()].into();
    let constraints = vec![
        Constraint::servo("servo", v - x * u - input("s", 0), direction),
        Constraint::ideal("tie", a + b - jet("z", 2) - z),
    ];
    let Q = vec![Expr::zero(), input("F", 0), -w].into();
    System::new(vec![x, y, z].into(), L, Q, constraints).unwrap()
}

/// The inputs of the tape of `everything`.
fn symbols() -> Vec<Expr> {
    let state = [0, 1].map(|k| ["x", "y", "z"].map(|name| jet(name, k))).concat();
    let inputs = [input("F", 0), input("s", 0), input("s", 1)];
    [&[Expr::time()], &state[..], &[parameter("m")], &inputs[..]].concat()
}

fn compare(motion: &Motion) {
    let tape = motion.tape(&[parameter("m")]).unwrap();
    let inputs: Vec<Rational> = (0..11).map(|i| Rational::ratio(3 * i + 2, i % 4 + 1)).collect();
    let at: State = symbols().into_iter().zip(inputs.iter().cloned().map(Expr::number)).collect();
    let at = solved(motion, &at);
    let expected = motion.unknowns.iter().chain([&motion.energy]).chain(motion.residuals.iter());
    let expected: Vec<_> = expected.map(|&e| value(e, &at).as_number().unwrap()).collect();
    assert_eq!(run(&tape, &inputs), expected);
    let floats: Vec<f64> = inputs.iter().map(Rational::to_f64).collect();
    for (found, exact) in tape.evaluate(&floats).unwrap().outputs.iter().zip(&expected) {
        let exact = exact.to_f64();
        assert!((found - exact).abs() <= ROUNDING * exact.abs().max(1.0), "{found} {exact}");
    }
}

#[test]
fn inputs_and_outputs_are_named_in_order() {
    let tape = dalembert(&everything()).unwrap().tape(&[parameter("m")]).unwrap();
    let spelled: Vec<_> = symbols().iter().map(|e| e.as_symbol().unwrap().spelling()).collect();
    assert_eq!(tape.inputs, spelled);
    let names: Vec<_> = tape.outputs.iter().map(|output| output.0.as_str()).collect();
    let unknowns = ["x''", "y''", "z''", "lambda_servo", "lambda_tie"];
    assert_eq!(names[..5], unknowns);
    assert_eq!(names[5..], ["E", "residual_servo", "residual_tie"]);
}

#[test]
fn the_tape_computes_what_the_motion_says() {
    compare(&dalembert(&everything()).unwrap());
}

#[test]
fn the_general_form_gives_the_same_numbers() {
    let motion = dalembert(&everything()).unwrap();
    let (W, h) = motion.system.square();
    compare(&Motion { system: Linear::General { W, h }, ..motion });
}

#[test]
fn ideal_constraints_share_their_rows_with_the_reactions() {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let L = half(u.powi(2) + v.powi(2));
    let tied = |tie| exact::constrained(&["x", "y"], L, vec![tie]);
    let reactions = |system: &System| match &dalembert(system).unwrap().tape(&[]).unwrap().solves[..]
    {
        [Solve::Kkt { B, .. }] => B.is_some(),
        _ => panic!("a motion has one linear system"),
    };
    assert!(!reactions(&tied(Constraint::ideal("tie", u - v))));
    let direction = vec![Expr::one(), Expr::zero()].into();
    assert!(reactions(&tied(Constraint::servo("tie", u - v, direction))));
}

#[test]
fn what_has_no_value_is_named() {
    let (x, v, m) = (jet("x", 0), jet("x", 1), parameter("m"));
    let heavy = dalembert(&free(&["x"], half(m * v.powi(2)))).unwrap();
    assert_eq!(heavy.tape(&[]), Err(LowerError::Unbound("m".into())));
    let V = apply(Function::unspecified("V", 1), &[x]);
    let unknown = dalembert(&free(&["x"], half(v.powi(2)) - V)).unwrap();
    assert_eq!(unknown.tape(&[]), Err(LowerError::Unspecified("V".into())));
}

/// L = ½ x'² − u: the input moves nothing, but it is energy.
#[test]
fn an_input_that_only_the_energy_contains_is_asked_for() {
    let L = half(jet("x", 1).powi(2)) - input("u", 0);
    let tape = dalembert(&free(&["x"], L)).unwrap().tape(&[]).unwrap();
    assert_eq!(tape.inputs, ["t", "x", "x'", "u"]);
    let values = [0, 5, 4, 3].map(Rational::from);
    assert_eq!(run(&tape, &values), [0, 11].map(Rational::from));
}

/// Two equal ropes carry a weight together: y'' = 0, and each multiplier is half of m g = 10.
#[test]
fn redundant_constraints_share_their_load() {
    let (y, v) = (jet("y", 0), jet("y", 1));
    let ropes = ["left", "right"].map(|label| Constraint::ideal(label, v));
    let hanging = exact::constrained(&["y"], half(v.powi(2)) - Expr::from(10) * y, ropes.into());
    let tape = dalembert(&hanging).unwrap().tape(&[]).unwrap();
    let at_rest = tape.evaluate(&[0.0, 0.0, 0.0]).unwrap();
    assert!(!at_rest.unique);
    for (found, expected) in at_rest.outputs.iter().zip([0.0, 5.0, 5.0]) {
        assert!((found - expected).abs() <= ROUNDING);
    }
}
