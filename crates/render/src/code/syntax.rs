//! How a language spells terms: a table, and the one function that reads it.

use alembert_algebra::{Elementary, Rational};

use super::term::Term;

/// The spelling of terms in a language.
pub(super) struct Syntax {
    /// What stands before the name of a function.
    pub(super) prefix: &'static str,
    /// Functions with names of their own, which the prefix does not precede.
    pub(super) functions: &'static [(Elementary, &'static str)],
    /// The square root.
    pub(super) sqrt: &'static str,
    /// The angle of a point.
    pub(super) atan2: &'static str,
    /// Powers.
    pub(super) power: Power,
    /// Numbers.
    pub(super) number: fn(&Rational) -> Spelled,
    /// The brackets of an index, and the first one.
    pub(super) index: (&'static str, usize, &'static str),
    /// A choice: the comparison, the text where it holds, and the text where not.
    pub(super) choice: fn(&str, &str, &str) -> Spelled,
}

/// How powers are written.
pub(super) enum Power {
    /// `a ** n`.
    Operator(&'static str),
    /// `pow(a, n)`; the second name is for exponents that are no integers.
    Call(&'static str, &'static str),
}

/// A text, and how tightly it holds together.
pub(super) type Spelled = (String, Level);

/// How tightly a text holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `if a < b { x } else { y }`: it stands alone.
    Choice,
    /// `a + b`, `-a`.
    Sum,
    /// `a*b`.
    Product,
    /// `a**n`.
    Power,
    /// A name, a call.
    Atom,
}

impl Syntax {
    /// The text of a term.
    pub(super) fn text(&self, term: &Term) -> String {
        self.spelled(term).0
    }

    /// The texts of terms, with commas.
    pub(super) fn list(&self, terms: &[Term]) -> String {
        terms.iter().map(|term| self.text(term)).collect::<Vec<_>>().join(", ")
    }

    /// A component of an array.
    pub(super) fn component(&self, array: &str, k: usize) -> String {
        let (open, first, close) = self.index;
        format!("{array}{open}{}{close}", k + first)
    }

    fn spelled(&self, term: &Term) -> Spelled {
        match term {
            Term::Number(r) if r.is_negative() => {
                (format!("-{}", held((self.number)(&-r), Level::Product)), Level::Sum)
            }
            Term::Number(r) => (self.number)(r),
            Term::Name(name) => (name.clone(), Level::Atom),
            Term::Component(array, k) => (self.component(array, *k), Level::Atom),
            Term::Add(a, b) => self.binary(a, " + ", b, (Level::Sum, Level::Product)),
            Term::Sub(a, b) => self.binary(a, " - ", b, (Level::Sum, Level::Product)),
            Term::Mul(a, b) => self.binary(a, "*", b, (Level::Product, Level::Power)),
            Term::Div(a, b) => self.binary(a, "/", b, (Level::Product, Level::Power)),
            Term::Neg(a) => (format!("-{}", self.at_least(a, Level::Product)), Level::Sum),
            Term::Power(a, n) => {
                self.power(a, (n.unsigned_abs().to_string(), Level::Atom), *n < 0, true)
            }
            Term::RationalPower(a, r) => {
                self.power(a, (self.number)(&r.abs()), r.is_negative(), false)
            }
            Term::Sqrt(a) => (format!("{}({})", self.sqrt, self.text(a)), Level::Atom),
            Term::Call(f, a) => (format!("{}({})", self.function(*f), self.text(a)), Level::Atom),
            Term::Atan2(y, x) => {
                (format!("{}({}, {})", self.atan2, self.text(y), self.text(x)), Level::Atom)
            }
            Term::Choice(choice) => {
                let compared =
                    format!("{} < {}", self.text(&choice.left), self.text(&choice.right));
                let [below, above] = [&choice.below, &choice.above].map(|term| self.text(term));
                (self.choice)(&compared, &below, &above)
            }
        }
    }

    fn binary(&self, a: &Term, sign: &str, b: &Term, (left, right): (Level, Level)) -> Spelled {
        (format!("{}{sign}{}", self.at_least(a, left), self.at_least(b, right)), left)
    }

    /// A power; the exponent is given without its sign.
    fn power(&self, base: &Term, exponent: Spelled, negative: bool, integer: bool) -> Spelled {
        let sign = if negative { "-" } else { "" };
        match self.power {
            Power::Operator(operator) => {
                let exponent = match negative {
                    true => format!("(-{})", held(exponent, Level::Product)),
                    false => held(exponent, Level::Atom),
                };
                (format!("{}{operator}{exponent}", self.at_least(base, Level::Atom)), Level::Power)
            }
            Power::Call(whole, broken) => {
                let name = if integer { whole } else { broken };
                let exponent = held(exponent, Level::Product);
                (format!("{name}({}, {sign}{exponent})", self.text(base)), Level::Atom)
            }
        }
    }

    fn function(&self, f: Elementary) -> String {
        let own = self.functions.iter().find(|(g, _)| *g == f);
        own.map_or_else(|| format!("{}{}", self.prefix, f.row().name), |(_, name)| (*name).into())
    }

    fn at_least(&self, term: &Term, level: Level) -> String {
        held(self.spelled(term), level)
    }
}

/// The text, in brackets when it holds together less than asked for.
fn held((text, level): Spelled, least: Level) -> String {
    if level < least { format!("({text})") } else { text }
}

/// `(a < b ? x : y)`, as C and Julia write it.
pub(super) fn conditional(compared: &str, below: &str, above: &str) -> Spelled {
    (format!("({compared} ? {below} : {above})"), Level::Atom)
}

/// A number with a decimal point: exact quotients stay quotients.
pub(super) fn float(r: &Rational) -> Spelled {
    const EXACT: i64 = 1 << 53;
    let small = |n: Option<i64>| n.filter(|n| n.abs() <= EXACT);
    match (small(r.numer().to_i64()), small(r.denom().to_i64())) {
        (Some(n), Some(d)) if !is_decimal(d) => (format!("{n}.0/{d}.0"), Level::Product),
        _ => (decimal(r.to_f64()), Level::Atom),
    }
}

/// The shortest text of a number that reads back as the same, with a point or an exponent.
pub(super) fn decimal(x: f64) -> String {
    match x.abs() {
        0.0 => "0.0".to_owned(),
        1e-4..1e15 => format!("{x:?}"),
        _ => format!("{x:e}"),
    }
}

/// Has `1/d` finitely many decimals?
fn is_decimal(mut d: i64) -> bool {
    for prime in [2, 5] {
        while d % prime == 0 {
            d /= prime;
        }
    }
    d == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYNTAX: Syntax = Syntax {
        prefix: "",
        functions: &[(Elementary::Log, "ln")],
        sqrt: "sqrt",
        atan2: "atan2",
        power: Power::Operator("**"),
        number: float,
        index: ("[", 0, "]"),
        choice: conditional,
    };

    fn name(name: &str) -> Box<Term> {
        Box::new(Term::Name(name.to_owned()))
    }

    #[test]
    fn brackets_keep_the_order_of_the_operations() {
        let sum = || Box::new(Term::Add(name("a"), name("b")));
        let difference = Term::Sub(name("c"), sum());
        assert_eq!(SYNTAX.text(&difference), "c - (a + b)");
        let quotient = Term::Div(name("c"), Box::new(Term::Mul(name("a"), name("b"))));
        assert_eq!(SYNTAX.text(&quotient), "c/(a*b)");
        let square = Term::Power(Box::new(Term::Neg(name("a"))), 2);
        assert_eq!(SYNTAX.text(&square), "(-a)**2");
        let minus = Term::Mul(name("c"), Box::new(Term::Neg(name("a"))));
        assert_eq!(SYNTAX.text(&minus), "c*(-a)");
        let inverse = Term::Power(sum(), -2);
        assert_eq!(SYNTAX.text(&inverse), "(a + b)**(-2)");
        let root = |n| Term::RationalPower(name("a"), Rational::ratio(n, 3));
        assert_eq!(SYNTAX.text(&root(1)), "a**(1.0/3.0)");
        assert_eq!(SYNTAX.text(&root(-1)), "a**(-1.0/3.0)");
        let calls = Syntax { power: Power::Call("powi", "powf"), ..SYNTAX };
        assert_eq!(calls.text(&root(-1)), "powf(a, -1.0/3.0)");
        assert_eq!(calls.text(&inverse), "powi(a + b, -2)");
    }

    #[test]
    fn numbers_are_those_of_the_tape() {
        let text = |n, d| SYNTAX.text(&Term::Number(Rational::ratio(n, d)));
        assert_eq!(text(1, 2), "0.5");
        assert_eq!(text(-981, 100), "-9.81");
        assert_eq!(text(1, 3), "1.0/3.0");
        assert_eq!(text(-1, 3), "-1.0/3.0");
        assert_eq!(text(2, 1), "2.0");
        let third = Box::new(Term::Number(Rational::ratio(1, 3)));
        assert_eq!(SYNTAX.text(&Term::Div(name("a"), third)), "a/(1.0/3.0)");
        assert_eq!(decimal(1e300), "1e300");
    }

    #[test]
    fn functions_have_the_names_of_the_language() {
        let call = |f| SYNTAX.text(&Term::Call(f, name("a")));
        assert_eq!(call(Elementary::Log), "ln(a)");
        assert_eq!(call(Elementary::Sinh), "sinh(a)");
    }
}
