//! Units as they are written: `kg m^2/s^2`, `N/m`, `rad/s`, `1`.
//!
//! ```text
//! unit   = factor { [ "*" | "·" | "/" ] factor }         from left to right, as in expressions
//! factor = ( symbol | "1" | "(" unit ")" ) [ "^" [ "-" ] digits | superscript ]
//! ```

use alembert_algebra::{Expr as Value, Rational};

use super::dimension::Dimension;
use super::table::{OTHER_WORDS, PREFIXES, Row, UNITS};
use crate::language::letters::superscript;
use crate::language::source::Span;

/// A unit: its dimension, and its size in base units of the SI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::language) struct Unit {
    pub(super) dimension: Dimension,
    /// The size is this number…
    number: Rational,
    /// … times this power of π/180.
    degrees: i64,
    /// The power of radians and degrees in it, which are no dimension.
    pub(super) angle: i64,
}

/// What is wrong with a unit, and where in its text.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) message: String,
    pub(super) span: Span,
    /// What may have been meant in place of the span.
    pub(super) instead: Option<String>,
}

/// Largest exponent in a unit.
const LARGEST_POWER: i64 = 100;

/// Most brackets in brackets.
const DEEPEST: usize = 20;

impl Unit {
    fn one() -> Self {
        Unit { dimension: Dimension::one(), number: Rational::ONE, degrees: 0, angle: 0 }
    }

    fn times_power(&self, other: &Unit, n: i64) -> Option<Unit> {
        Some(Unit {
            dimension: self.dimension.times_power(&other.dimension, &Rational::ratio(n, 1)),
            number: &self.number * &other.number.pow(i32::try_from(n).ok()?)?,
            degrees: self.degrees + n * other.degrees,
            angle: self.angle + n * other.angle,
        })
    }

    /// The unit that a text is; none when it has a mistake, which has been reported.
    pub(in crate::language) fn of(text: &str) -> Option<Unit> {
        Unit::read(text).ok()
    }

    /// Its size in units of the SI.
    pub(in crate::language) fn size(&self) -> Value {
        let degree = Value::pi() / Value::from(180);
        Value::number(self.number.clone()) * degree.powi(self.degrees)
    }

    /// Its size in units of the SI, as a number.
    pub(super) fn number(&self) -> f64 {
        let powers = i32::try_from(self.degrees).unwrap_or_default();
        self.number.to_f64() * 1f64.to_radians().powi(powers)
    }

    /// Are numbers in it numbers in the SI?
    pub(super) fn is_coherent(&self) -> bool {
        self.number == Rational::ONE && self.degrees == 0
    }

    /// Reads a unit; spans count from the start of the text.
    pub(super) fn read(text: &str) -> Result<Unit, Mistake> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let unit = reader.unit()?;
        match reader.peek() {
            None => Ok(unit),
            Some(c) => Err(reader.unexpected(c)),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn unexpected(&self, c: char) -> Mistake {
        let span = Span::new(self.at, self.at + c.len_utf8());
        Mistake { message: format!("`{c}` has no meaning in a unit"), span, instead: None }
    }

    fn unit(&mut self) -> Result<Unit, Mistake> {
        let mut unit = Unit::one();
        let mut sign = 1;
        loop {
            let start = self.at;
            let (factor, power) = self.factor()?;
            unit = unit.times_power(&factor, sign * power).ok_or_else(|| self.too_large(start))?;
            if matches!(self.peek(), None | Some(')')) {
                return Ok(unit);
            }
            let over = self.take('/');
            sign = if over { -1 } else { 1 };
            if !over && !self.take('*') && !self.take('·') {
                self.take('⋅');
            }
        }
    }

    fn factor(&mut self) -> Result<(Unit, i64), Mistake> {
        let unit = match self.peek() {
            Some('(') if self.depth < DEEPEST => {
                self.take('(');
                self.depth += 1;
                let unit = self.unit()?;
                self.depth -= 1;
                if !self.take(')') {
                    return Err(self.missing("`)`"));
                }
                unit
            }
            Some('1') => {
                self.take('1');
                Unit::one()
            }
            Some(c) if c.is_alphabetic() || matches!(c, '°' | '-') => self.symbol()?,
            Some(c) => return Err(self.unexpected(c)),
            None => return Err(self.missing("a unit")),
        };
        Ok((unit, self.power()?))
    }

    fn missing(&self, what: &str) -> Mistake {
        let span = Span::at(self.at);
        Mistake { message: format!("expected {what} in the unit"), span, instead: None }
    }

    fn too_large(&self, start: usize) -> Mistake {
        let message = format!("a power in a unit is at most {LARGEST_POWER}");
        Mistake { message, span: Span::new(start, self.at), instead: None }
    }

    /// `^2`, `^-2`, `⁻²`; 1 when there is none.
    fn power(&mut self) -> Result<i64, Mistake> {
        let start = self.at;
        let raised: String = self.rest().chars().map_while(superscript).collect();
        let digits = if raised.is_empty() {
            if !self.rest().starts_with('^') {
                return Ok(1);
            }
            self.at += 1;
            let number = self.rest().trim_start_matches(['-', '−']);
            let len = number.bytes().take_while(u8::is_ascii_digit).count();
            let sign = if number.len() < self.rest().len() { "-" } else { "" };
            self.at += self.rest().len() - number.len() + len;
            format!("{sign}{}", &number[..len])
        } else {
            let raised_bytes = self.rest().chars().take(raised.len()).map(char::len_utf8);
            self.at += raised_bytes.sum::<usize>();
            raised
        };
        let power = digits.parse().map_err(|_| self.missing("a whole number as power"))?;
        if i64::abs(power) > LARGEST_POWER { Err(self.too_large(start)) } else { Ok(power) }
    }

    fn symbol(&mut self) -> Result<Unit, Mistake> {
        let start = self.at;
        let ends = |c: char| !(c.is_alphabetic() || matches!(c, '°' | '-'));
        let word = self.rest().split(ends).next().unwrap_or("");
        self.at += word.len();
        named(word).ok_or_else(|| Mistake {
            message: format!("unknown unit `{}`", word.chars().take(40).collect::<String>()),
            span: Span::new(start, self.at),
            instead: instead(word),
        })
    }
}

/// Is it the name of a unit that is no single letter, which may mean many things?
pub(in crate::language) fn is_unit(word: &str) -> bool {
    word.chars().count() > 1 && named(word).is_some()
}

/// Is it a unit of angles, `rad`, `deg` or `mrad`?
pub(in crate::language) fn is_angle(text: &str) -> bool {
    Unit::of(text).is_some_and(|unit| unit.dimension.is_one() && unit.angle == 1)
}

/// Is a word a unit, also one of a single letter?
pub(in crate::language) fn is_base(word: &str) -> bool {
    named(word).is_some()
}

/// The unit of a symbol, with or without a prefix.
fn named(word: &str) -> Option<Unit> {
    if word == "deg" {
        return Some(Unit { degrees: 1, angle: 1, ..Unit::one() });
    }
    if let Some(unit) = plain(word, false) {
        return Some(unit);
    }
    let mut prefixes = PREFIXES.iter().filter_map(|&(prefix, power)| {
        let unit = plain(word.strip_prefix(prefix)?, true)?;
        let size = Rational::ratio(10, 1).pow(power)?;
        Some(Unit { number: &unit.number * &size, ..unit })
    });
    prefixes.next()
}

/// The unit of the SI of which a word is a multiple: `N` for `kN`, `kg` for `g` and `t`, `s` for `min`.
pub(super) fn si_word(word: &str) -> Option<String> {
    if word == "deg" {
        return Some("rad".to_owned());
    }
    let mut prefixed =
        PREFIXES.iter().filter_map(|&(prefix, _)| row(word.strip_prefix(prefix)?, true));
    let row = row(word, false).or_else(|| prefixed.next())?;
    Some(if row.size == "1" { row.symbol.to_owned() } else { Dimension::new(row.powers).unit() })
}

fn row(symbol: &str, prefixed: bool) -> Option<&'static Row> {
    UNITS.iter().find(|row| row.symbol == symbol && (row.prefixed || !prefixed))
}

fn plain(symbol: &str, prefixed: bool) -> Option<Unit> {
    let row = row(symbol, prefixed)?;
    let number = Rational::from_decimal(row.size)?;
    let angle = i64::from(symbol == "rad");
    Some(Unit { dimension: Dimension::new(row.powers), number, degrees: 0, angle })
}

/// What an unknown word may have meant: another spelling, or two units without a space.
fn instead(word: &str) -> Option<String> {
    if let Some(row) = OTHER_WORDS.iter().find(|row| row.0 == word) {
        return Some(row.1.to_owned());
    }
    let mut cuts = word.char_indices().skip(1).map(|(i, _)| word.split_at(i));
    let two = cuts.find(|(a, b)| plain(a, false).is_some() && plain(b, false).is_some());
    if let Some((a, b)) = two {
        return Some(format!("{a} {b}"));
    }
    let case = UNITS.iter().find(|row| row.symbol.eq_ignore_ascii_case(word));
    case.map(|row| row.symbol.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        Unit::read(text).unwrap_or_else(|m| panic!("{text}: {}", m.message)).dimension.to_string()
    }

    #[test]
    fn units_are_products_of_powers() {
        assert_eq!(shown("kg m^2/s^2"), "[kg m^2 s^-2]");
        assert_eq!(shown("kg·m²·s⁻²"), "[kg m^2 s^-2]");
        assert_eq!(shown("J/(kg K)"), "[m^2 s^-2 K^-1]");
        assert_eq!(shown("N m"), shown("J"));
        assert_eq!(shown("m/s/s"), "[m s^-2]");
        assert_eq!((shown("1/s"), shown("rad/s")), (shown("Hz"), shown("Hz")));
        assert_eq!(
            (shown("1"), shown("deg"), shown("rad")),
            ("[1]".into(), "[1]".into(), "[1]".into())
        );
    }

    #[test]
    fn prefixes_and_degrees_have_a_size() {
        let size = |text: &str| Unit::of(text).expect("a unit").size();
        let ratio = |a, b| Value::number(Rational::ratio(a, b));
        assert_eq!(size("kg"), Value::one());
        assert_eq!(
            (size("mm"), size("g"), size("km^2")),
            (ratio(1, 1000), ratio(1, 1000), ratio(1_000_000, 1))
        );
        assert_eq!(
            (size("min"), size("kN"), size("1/ms")),
            (ratio(60, 1), ratio(1000, 1), ratio(1000, 1))
        );
        assert_eq!(size("deg"), Value::pi() / Value::from(180));
        assert_eq!(size("m/deg"), Value::from(180) / Value::pi());
    }

    #[test]
    fn mistakes_have_a_place_and_often_a_mend() {
        let wrong = |text: &str| Unit::read(text).expect_err("a mistake");
        let m = wrong("m/sec^2");
        assert_eq!((m.message.as_str(), m.span), ("unknown unit `sec`", Span::new(2, 5)));
        assert_eq!(m.instead.as_deref(), Some("s"));
        assert_eq!(wrong("Nm").instead.as_deref(), Some("N m"));
        assert_eq!(wrong("KG").instead.as_deref(), Some("kg"));
        assert_eq!(wrong("furlong").instead, None);
        for text in ["", "m^", "m^x", "(m", "m)", "m^999", "2 m", "m +", "m^99 m^99^9"] {
            wrong(text);
        }
    }
}
