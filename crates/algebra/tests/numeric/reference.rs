//! Values to 45 digits: elementary functions from `tests/data/elementary.txt`, random expressions
//! from `tests/data/chains.txt`.

use crate::fraction::Fraction;
use alembert_algebra::numeric::DomainError;
use num_bigint::BigInt;

/// One line of the table.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub(crate) function: &'static str,
    pub(crate) arguments: Vec<Fraction>,
    pub(crate) value: Fraction,
}

/// A bound of the error of a printed value: a unit of its 45th digit.
pub(crate) fn printing_error(value: &Fraction) -> Fraction {
    &value.abs() / &Fraction::new(BigInt::from(10).pow(44), 1.into())
}

/// Random expressions in reverse Polish notation, with their values.
pub(crate) fn chains() -> Vec<(Vec<&'static str>, Fraction)> {
    include_str!("../data/chains.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            let value = decimal(words.pop().unwrap());
            (words, value)
        })
        .collect()
}

/// The table, without its comments.
pub(crate) fn values() -> Vec<Value> {
    include_str!("../data/elementary.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(value)
        .collect()
}

/// The value of an expression in reverse Polish notation, in any field.
pub(crate) fn evaluate<T: Copy>(
    words: &[&str],
    number: fn(&Fraction) -> T,
    apply: fn(&str, T, Option<T>) -> Result<T, DomainError>,
) -> Result<T, DomainError> {
    let mut stack: Vec<T> = Vec::new();
    for &word in words {
        let value = if word.contains('/') && word.len() > 1 {
            number(&ratio(word))
        } else if ["+", "-", "*", "/", "atan2", "pow"].contains(&word) {
            let y = stack.pop().unwrap();
            apply(word, stack.pop().unwrap(), Some(y))?
        } else {
            apply(word, stack.pop().unwrap(), None)?
        };
        stack.push(value);
    }
    assert_eq!(stack.len(), 1, "{words:?}");
    Ok(stack[0])
}

fn value(line: &'static str) -> Value {
    let words: Vec<&'static str> = line.split(' ').collect();
    let (value, arguments) = words[1..].split_last().unwrap();
    let arguments = arguments.iter().map(|word| ratio(word)).collect();
    Value { function: words[0], arguments, value: decimal(value) }
}

pub(crate) fn ratio(text: &str) -> Fraction {
    let (num, den) = text.split_once('/').unwrap();
    Fraction::new(num.parse().unwrap(), den.parse().unwrap())
}

fn decimal(text: &str) -> Fraction {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, digits) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let num: BigInt = format!("{whole}{digits}").parse().unwrap();
    let exponent = exponent.parse::<i32>().unwrap() - i32::try_from(digits.len()).unwrap();
    let power = BigInt::from(10).pow(exponent.unsigned_abs());
    if exponent < 0 { Fraction::new(num, power) } else { Fraction::new(num * power, 1.into()) }
}
