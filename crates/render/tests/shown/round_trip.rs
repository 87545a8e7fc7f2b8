//! Reading what was written gives back what was meant.

use alembert_algebra::graph::FUNCTIONS;
use alembert_algebra::{Elementary, Expr, Function, Kind, Rational, apply};
use alembert_render::{Notation, Spelling, tree};

use crate::evaluate::value;
use crate::read::read;
use crate::tricky::TRICKY;
use crate::wording::notation;

const SPELLINGS: [Spelling; 2] = [Spelling::Ascii, Spelling::Unicode];

#[test]
fn the_table_of_tricky_expressions_reads_back_as_the_same_expression() {
    for (typed, ascii, unicode) in TRICKY {
        let meant: Expr = read(typed).unwrap();
        for text in [ascii, unicode] {
            assert_eq!(read::<Expr>(text), Ok(meant), "{text} for {typed}");
        }
    }
}

#[test]
fn the_reader_of_these_tests_refuses_what_the_language_refuses() {
    for text in ["a/2b", "cos x²", "2 3", "½ 3", "sin 2 3", "||x|", "x +", "(x", "x)"] {
        assert!(read::<Expr>(text).is_err(), "{text}");
    }
}

/// Random numbers by a congruence; the seed is fixed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn small(&mut self) -> Rational {
        let n = i64::try_from(self.below(13)).unwrap() - 6;
        let d = i64::try_from(1 + self.below(4)).unwrap();
        Rational::ratio(if n == 0 { 1 } else { n }, d)
    }

    fn symbol(&mut self) -> Expr {
        let names =
            ["x", "y'", "theta''", "phi", "m", "alpha", "lambda_roll_x", "theta_1'", "x''''"];
        read(names[self.below(names.len())]).unwrap()
    }

    fn expression(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return if self.below(4) == 0 { self.small().into() } else { self.symbol() };
        }
        let below = depth - 1;
        match self.below(9) {
            0 | 1 => self.expression(below) + self.expression(below),
            2 => self.expression(below) - self.expression(below),
            3 | 4 => self.expression(below) * self.expression(below),
            5 => self.expression(below) / self.expression(below),
            6 => self.expression(below).powi(i64::try_from(self.below(7)).unwrap() - 3),
            7 => self.expression(below).pow(&self.small()),
            _ => self.application(below),
        }
    }

    fn application(&mut self, depth: usize) -> Expr {
        let f = FUNCTIONS[self.below(FUNCTIONS.len())].function;
        let arguments: Vec<Expr> =
            (0..Function::from(f).arity()).map(|_| self.expression(depth)).collect();
        apply(f, &arguments)
    }
}

fn random_expressions() -> impl Iterator<Item = Expr> {
    let mut dice = Dice(20_240_607);
    let any = (0..4000).map(move |i| dice.expression(1 + i % 5));
    any.filter(|e| e.fault().is_none())
}

#[test]
fn parsing_what_was_printed_is_the_identity() {
    for e in random_expressions() {
        let shown = tree(e, &notation(false)).unwrap();
        for spelling in SPELLINGS {
            let text = spelling.text(&shown);
            assert_eq!(read(&text), Ok(e), "{text}");
        }
    }
}

/// Rounding of some hundred operations on numbers of moderate size.
const TOLERANCE: f64 = 1e-9;

fn agree(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn the_value_of_the_text_is_the_value_of_the_graph() {
    let mut compared = 0;
    for e in random_expressions() {
        let expected = value(e);
        // Beyond this the rounding errors of the two ways grow apart.
        if expected.is_nan() || expected.abs() > 1e6 {
            continue;
        }
        compared += 1;
        for (tidy, spelling) in [false, true].into_iter().flat_map(|t| SPELLINGS.map(|s| (t, s))) {
            let text = spelling.text(&tree(e, &notation(tidy)).unwrap());
            let found: f64 = read(&text).unwrap();
            assert!(agree(found, expected), "{text} is {found}, not {expected}");
        }
    }
    assert!(compared > 2000, "only {compared} expressions have a value");
}

#[test]
fn no_text_contains_what_nobody_writes() {
    for e in random_expressions() {
        for tidy in [false, true] {
            let text = Spelling::Ascii.text(&tree(e, &notation(tidy)).unwrap());
            for unwanted in ["+ -", "- -", " (-1)*", "*(-1)*", "^-", "*-", "/-", "--", "*1*"] {
                assert!(!text.contains(unwanted), "{unwanted} in {text}");
            }
            assert!(!text.starts_with("1*") && !text.starts_with("(-1)*"), "{text}");
        }
    }
}

#[test]
fn order_of_names_is_the_callers_and_then_by_spelling() {
    let parameter = |name| Expr::symbol(name, Kind::Parameter { positive: false }, 0);
    let [a, b, c] = ["a", "b", "c"].map(parameter);
    let text = |order: Vec<Expr>| {
        Spelling::Ascii.text(&tree(a * b * c, &Notation { order, ..Notation::default() }).unwrap())
    };
    assert_eq!(text(vec![]), "a*b*c");
    assert_eq!(text(vec![c, b]), "c*b*a");
}

#[test]
fn a_coordinate_gives_its_place_to_its_derivatives() {
    let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
    let sine = apply(Elementary::Sin, &[x]);
    let shown = tree(u * v * sine, &Notation { order: vec![y, x], ..Notation::default() }).unwrap();
    assert_eq!(Spelling::Ascii.text(&shown), "sin(x)*y'*x'");
}
