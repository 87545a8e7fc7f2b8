//! What is printed reads back as the same expression.

use alembert::language::{Model, Source, read, read_expression};
use alembert_algebra::{Elementary, Expr, Function, Kind, Rational, apply};
use alembert_render::{Notation, Spelling, tree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const MODEL: &str = "coordinates\n  x, θ₁, φ_ab\nparameters\n  m = 1 in 1 .. 2, Ω = 2\ninputs\n  u\n\
functions\n  f(s), V(x, y)\nT = ½ m (x'² + θ₁'² + φ_ab'²) + Ω u f(x) V(x, x)\nconstraints\n  edge: x' = 0\n";

fn model() -> Model {
    read(&Source::new("a.mech", MODEL)).model.expect("the model is right")
}

fn leaf(which: u8, order: u32) -> Expr {
    match which % 10 {
        0 => Expr::symbol("x", Kind::Coordinate, order % 4),
        1 => Expr::symbol("theta_1", Kind::Coordinate, order % 4),
        2 => Expr::symbol("phi_ab", Kind::Coordinate, order % 3),
        3 => Expr::symbol("m", Kind::Parameter { positive: true }, 0),
        4 => Expr::symbol("Omega", Kind::Parameter { positive: false }, 0),
        5 => Expr::symbol("u", Kind::Input, 0),
        6 => Expr::symbol("lambda_edge", Kind::Multiplier, 0),
        7 => Expr::time(),
        8 => Expr::pi(),
        _ => Expr::number(Rational::ratio(i64::from(order) - 5, 3)),
    }
}

/// An expression built on a stack: each step adds a leaf or combines what is there.
fn build(steps: &[(u8, u8)]) -> Expr {
    let mut stack = vec![leaf(0, 0)];
    for &(operation, detail) in steps {
        let a = stack.pop().unwrap_or(Expr::one());
        let mut b = || stack.pop().unwrap_or(leaf(detail, 1));
        let combined = match operation % 12 {
            0..=3 => {
                stack.push(a);
                leaf(detail, u32::from(detail) / 10)
            }
            4 => a + b(),
            5 => a - b(),
            6 | 7 => a * b(),
            8 => a.powi(i64::from(detail % 7) - 2),
            9 => a.pow(&Rational::ratio(i64::from(detail % 5) - 2, 2)),
            10 => apply(ELEMENTARY[usize::from(detail) % ELEMENTARY.len()], &[a]),
            _ if detail % 2 == 0 => apply(Function::unspecified("f", 1), &[a]),
            _ if detail % 3 == 0 => Function::unspecified("V", 2).slope(&[a, b()], 1),
            _ => apply(Function::unspecified("V", 2), &[a, b()]),
        };
        // An expression without a value has no text.
        stack.push(if combined.fault().is_some() { leaf(detail, 0) } else { combined });
    }
    stack.into_iter().rev().reduce(|a, b| a * b).unwrap_or(Expr::one())
}

const ELEMENTARY: &[Elementary] = &[
    Elementary::Sin,
    Elementary::Cos,
    Elementary::Tan,
    Elementary::Exp,
    Elementary::Log,
    Elementary::Abs,
    Elementary::Atan,
    Elementary::Sinh,
];

#[test]
fn printing_and_reading_is_the_identity() {
    let step = (0..=255u8, 0..=255u8);
    let steps = proptest::collection::vec(proptest::strategy::Strategy::boxed(step), 1..14);
    let config = Config { cases: 2000, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]));
    let model = model();
    let checked = runner.run(&steps, |steps| {
        let e = build(&steps);
        if e.fault().is_some() {
            return Ok(());
        }
        let shown = tree(e, &Notation::default()).expect("a short expression fits a page");
        for spelling in [Spelling::Ascii, Spelling::Unicode] {
            let text = spelling.text(&shown);
            let back = read_expression(&Source::new("printed", text.as_str()), &model);
            assert_eq!(back, Ok(e), "{text}");
        }
        Ok(())
    });
    assert_eq!(checked, Ok(()));
}
