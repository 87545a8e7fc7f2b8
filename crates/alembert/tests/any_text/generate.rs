//! Random texts that look like models, most of them well-formed.

use alembert_algebra::numeric::SplitMix64;

const COORDINATES: &[&str] = &["x", "y", "θ", "phi", "q_1"];
const PARAMETERS: &[&str] = &["m", "g", "k", "R"];
const FUNCTIONS: &[&str] =
    &["sin", "cos", "exp", "sqrt", "tan", "log", "atan", "sinh", "tanh", "abs", "asin", "f"];

const NUMBERS: &[&str] = &["2", "1/3", "0.7", "10", "0", "3", "-7/11", "pi"];
const EXPONENTS: &[&str] = &["2", "2", "3", "(1/2)", "(-1)", "5", "(3/2)", "(-2)"];
const SIGNS: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "^",
    "(",
    ")",
    "=",
    "'",
    "²",
    ":",
    ",",
    "[kg]",
    "|",
    "√",
    "½",
    "\\frac",
    "\\dot",
    "\\ddot{x}",
    "\\sqrt",
    "\\left(",
    "\\right)",
    "\\theta_{1}",
    "\\mathrm{kin}",
    "\\cdot",
    "\\sin",
    "^{(4)}",
    "\\",
    "·",
    "×",
    "(x, y, 0)",
    "Rz(θ)",
    "{",
    "}",
    "..",
    "is",
    "conserved",
    "reaction",
    "#",
    "⊗",
    "\u{307}",
    "\"",
    "e",
    "E",
];
const SECTIONS: &[&str] = &[
    "coordinates\n  ",
    "parameters\n  ",
    "constraints\n  ",
    "forces\n  ",
    "expect\n  ",
    "let\n  ",
    "initial\n  ",
    "L = ",
    "T = ",
    "run ",
    "view\n  ",
    "quasi\n  ",
    "inputs\n  ",
    "reject\n  ",
];
/// Numbers and exponents that make work, one time in a hundred.
const EXTREME_NUMBERS: &[&str] = &["1e300", "10^40", "1e-200"];
const EXTREME_EXPONENTS: &[&str] = &["12", "60", "999", "(-40)", "(2/7)", "(1/59)"];

/// A source of random choices.
pub(crate) struct Dice(SplitMix64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.below(n as u64)).expect("below n")
    }

    pub(crate) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn often(&mut self, hundredths: usize) -> bool {
        self.below(100) < hundredths
    }
}

/// A random model with a few coordinates.
pub(crate) fn model(dice: &mut Dice) -> String {
    let n = 1 + dice.below(COORDINATES.len() - 1);
    let q = &COORDINATES[..n];
    let mut text = format!("coordinates\n  {}\n", q.join(", "));
    text += "parameters\n  m = 1 in 0.1 .. 10, g = 9.81\n  k = 2/3, R = 0.5 in 0.1 .. 2\n";
    text += "functions\n  f(s) = s² + 1\n";
    let depth = if dice.often(5) { 3 + dice.below(2) } else { 1 + dice.below(2) };
    let dots = if dice.often(5) { 2 } else { dice.below(2) };
    let kinetic: Vec<String> = q.iter().map(|c| format!("½ m {c}'²")).collect();
    text += &format!("L = {} + {}\n", kinetic.join(" + "), expression(dice, q, depth, dots));
    let constraints: Vec<String> = (0..dice.below(3)).map(|_| constraint(dice, q)).collect();
    text += &section("constraints", &constraints);
    if dice.often(20) {
        let force = format!("{}: {}", dice.pick(q), expression(dice, q, 2, 1));
        text += &section("forces", &[force]);
    }
    let claims: Vec<String> = (0..dice.below(3)).map(|_| claim(dice, q)).collect();
    text += &section(dice.pick(&["expect", "reject"]), &claims);
    text
}

/// A random model whose energy and constraint are written with vectors.
pub(crate) fn vectors(dice: &mut Dice) -> String {
    let q = &COORDINATES[..2 + dice.below(3)];
    let mut text = format!("coordinates\n  {}\n", q.join(", "));
    text += "parameters\n  m = 1 in 0.1 .. 10, g = 9.81\n  k = 2/3, R = 0.5 in 0.1 .. 2\n";
    let names = ["P", "W", "N"];
    let mut known: Vec<&str> = Vec::new();
    let mut definitions = Vec::new();
    for name in names {
        definitions.push(format!("{name} = {}", vector(dice, q, &known, 1)));
        known.push(name);
    }
    text += &section("let", &definitions);
    let kinetic: Vec<String> = q.iter().map(|c| format!("½ m {c}'²")).collect();
    let scalar = match dice.below(4) {
        0 => "k P · W".to_owned(),
        1 => "½ m |P'|²".to_owned(),
        2 => "R |P × N|²".to_owned(),
        _ => format!("({}) · N", vector(dice, q, &known, 1)),
    };
    text += &format!("L = {} + {scalar}\n", kinetic.join(" + "));
    if dice.often(50) {
        text += &section("constraints", &["P' · N = 0".to_owned()]);
    }
    text
}

/// A vector of some depth: components, or made from others.
fn vector(dice: &mut Dice, q: &[&str], known: &[&str], depth: usize) -> String {
    if depth == 0 || dice.often(30) {
        if !known.is_empty() && dice.often(60) {
            return dice.pick(known).to_owned();
        }
        let part = |dice: &mut Dice| expression(dice, q, 0, 0);
        return format!("({}, {}, {})", part(dice), part(dice), part(dice));
    }
    let other = |dice: &mut Dice| vector(dice, q, known, depth - 1);
    match dice.below(5) {
        // A number where a vector belongs.
        _ if dice.often(3) => format!("({}) · ({})", other(dice), other(dice)),
        0 => format!("({}) + ({})", other(dice), other(dice)),
        1 => format!("({}) - k ({})", other(dice), other(dice)),
        2 => format!("({}) × ({})", other(dice), other(dice)),
        3 => format!("({})'", other(dice)),
        _ => format!("{}({}) ({})", dice.pick(&["Rx", "Ry", "Rz"]), dice.pick(q), other(dice)),
    }
}

/// Words and signs of the language in any order.
pub(crate) fn soup(dice: &mut Dice) -> String {
    let words = [COORDINATES, PARAMETERS, FUNCTIONS, NUMBERS, EXPONENTS, SIGNS, SECTIONS].concat();
    let mut text = "coordinates\n  x, y\nL = x'² + y'²\n".to_owned();
    for _ in 0..dice.below(60) {
        text += dice.pick(&words);
        text += dice.pick(&[" ", "", "", "\n", "\n  "]);
    }
    text
}

fn section(name: &str, items: &[String]) -> String {
    match items {
        [] => String::new(),
        _ => format!("{name}\n  {}\n", items.join("\n  ")),
    }
}

/// Linear in the velocities, on positions, or anything.
fn constraint(dice: &mut Dice, q: &[&str]) -> String {
    let sides = match dice.below(6) {
        0..=2 => {
            let (a, b) = (dice.pick(q), dice.pick(q));
            format!("{a}' = ({}) {b}'", expression(dice, q, 1, 0))
        }
        3 => format!("{} = {}", dice.pick(q), expression(dice, q, 1, 0)),
        4 => format!("{}' = {}", dice.pick(q), expression(dice, q, 1, 1)),
        _ => format!("{} = 0", expression(dice, q, 2, 2)),
    };
    if !dice.often(10) {
        return sides;
    }
    let direction: Vec<String> = q.iter().map(|_| expression(dice, q, 1, 1)).collect();
    format!("{sides}  reaction ({})", direction.join(", "))
}

fn claim(dice: &mut Dice, q: &[&str]) -> String {
    match dice.below(5) {
        0 => "E is conserved".to_owned(),
        1 => format!("{}'' = {}", dice.pick(q), expression(dice, q, 3, 1)),
        2 => format!("({})' = 0", expression(dice, q, 2, 1)),
        3 => format!("E' = {}", expression(dice, q, 1, 2)),
        _ => format!("{} = {}", expression(dice, q, 2, 2), expression(dice, q, 2, 1)),
    }
}

/// An expression of some depth in coordinates with at most `primes` dots.
fn expression(dice: &mut Dice, q: &[&str], depth: usize, primes: usize) -> String {
    if depth == 0 {
        return match dice.below(6) {
            0 if dice.often(1) => dice.pick(EXTREME_NUMBERS).to_owned(),
            0 => dice.pick(NUMBERS).to_owned(),
            1 => dice.pick(PARAMETERS).to_owned(),
            2 if dice.often(15) => "t".to_owned(),
            _ => dice.pick(q).to_owned() + &"'".repeat(dice.below(primes + 1)),
        };
    }
    let part = |dice: &mut Dice| expression(dice, q, depth - 1, primes);
    match dice.below(9) {
        0 | 1 => format!("{} + {}", part(dice), part(dice)),
        2 => format!("{} - ({})", part(dice), part(dice)),
        3 | 4 => format!("({}) ({})", part(dice), part(dice)),
        5 => format!("({})/({})", part(dice), part(dice)),
        6 => format!("({})^{}", part(dice), exponent(dice)),
        _ => format!("{}({})", dice.pick(FUNCTIONS), part(dice)),
    }
}

fn exponent(dice: &mut Dice) -> &'static str {
    if dice.often(1) { dice.pick(EXTREME_EXPONENTS) } else { dice.pick(EXPONENTS) }
}
