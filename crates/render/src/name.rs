//! Names in Unicode: Greek letters, subscripts, dots.
//!
//! Only what the model language reads back as the same name is respelled: a part between
//! underscores that is a Greek letter, alone or with digits (`omega_x`, `theta1`), and a number
//! after the only underscore (`theta_1`). One to three dots stand on the first letter when the
//! rest of the name is a subscript or a number; otherwise, and for more dots, and on `i` and `j`,
//! which have a dot of their own, primes follow the name.

use crate::Name;

/// The letters beyond ASCII that do not look like Latin ones, with their names in a model file.
const GREEK: &[(&str, char)] = &[
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("zeta", 'ζ'),
    ("eta", 'η'),
    ("theta", 'θ'),
    ("iota", 'ι'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("nu", 'ν'),
    ("xi", 'ξ'),
    ("pi", 'π'),
    ("rho", 'ρ'),
    ("sigma", 'σ'),
    ("tau", 'τ'),
    ("upsilon", 'υ'),
    ("phi", 'φ'),
    ("chi", 'χ'),
    ("psi", 'ψ'),
    ("omega", 'ω'),
    ("Gamma", 'Γ'),
    ("Delta", 'Δ'),
    ("Theta", 'Θ'),
    ("Lambda", 'Λ'),
    ("Xi", 'Ξ'),
    ("Pi", 'Π'),
    ("Sigma", 'Σ'),
    ("Phi", 'Φ'),
    ("Psi", 'Ψ'),
    ("Omega", 'Ω'),
    ("ell", 'ℓ'),
    ("hbar", 'ħ'),
];

/// Latin letters and the letter with one dot above.
const ONE_DOT: (&str, &str) =
    ("abcdefghmnoprstwxyzABCDEFGHMNOPRSTWXYZ", "ȧḃċḋėḟġḣṁṅȯṗṙṡṫẇẋẏżȦḂĊḊĖḞĠḢṀṄȮṖṘṠṪẆẊẎŻ");

/// Latin letters and the letter with two dots above.
const TWO_DOTS: (&str, &str) = ("aehotuwxyAEHOUWXY", "äëḧöẗüẅẍÿÄËḦÖÜẄẌŸ");

/// The name with its dots.
pub(crate) fn unicode(name: &Name) -> String {
    let spelled = letters(&name.text);
    match dotted(&spelled, name.dots) {
        Some(dotted) => dotted,
        None => spelled + &"'".repeat(name.dots as usize),
    }
}

/// The name without dots.
pub(crate) fn letters(name: &str) -> String {
    let (body, number) = match name.split_once('_') {
        Some((body, number)) if is_digits(number) && !body.is_empty() => (body, number),
        _ => (name, ""),
    };
    let parts: Vec<String> = body.split('_').map(greek).collect();
    parts.join("_") + &number.chars().map(subscript).collect::<String>()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A part that is the name of a Greek letter, alone or with digits, in Greek.
fn greek(part: &str) -> String {
    let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
    match GREEK.iter().find(|row| row.0 == word) {
        Some((_, letter)) => format!("{letter}{}", &part[word.len()..]),
        None => part.to_owned(),
    }
}

/// Letter and index of a name, as they are typeset: the parts between underscores, and the number
/// that follows a single letter: `m1` is m with the index 1, `mass1` is a word. None when a part is
/// empty.
pub(crate) fn letter_and_index(name: &str) -> Option<(&str, Vec<&str>)> {
    let mut parts = name.split('_');
    let head = parts.next().unwrap_or_default();
    let letter = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_letter = letter.chars().count() == 1 || is_greek(letter);
    let (head, number) = if is_letter { head.split_at(letter.len()) } else { (head, "") };
    let number = Some(number).filter(|number| !number.is_empty());
    let index: Vec<&str> = number.into_iter().chain(parts).collect();
    let is_full = !head.is_empty() && index.iter().all(|part| !part.is_empty());
    is_full.then_some((head, index))
}

/// Is it the name of a Greek letter of the table?
pub(crate) fn is_greek(word: &str) -> bool {
    GREEK.iter().any(|row| row.0 == word)
}

/// The name of a letter of the table.
pub(crate) fn greek_of(letter: char) -> Option<&'static str> {
    GREEK.iter().find(|row| row.1 == letter).map(|row| row.0)
}

/// A subscript digit; other characters as they are.
pub(crate) fn subscript(digit: char) -> char {
    shifted(digit, '₀')
}

/// A superscript digit; other characters as they are.
pub(crate) fn superscript(digit: char) -> char {
    match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        _ => shifted(digit, '⁰'),
    }
}

/// The digit in the row of digits that starts with `zero`.
fn shifted(digit: char, zero: char) -> char {
    digit.to_digit(10).and_then(|d| char::from_u32(u32::from(zero) + d)).unwrap_or(digit)
}

/// Dots on the first letter, if they belong there.
fn dotted(name: &str, dots: u32) -> Option<String> {
    let first = name.chars().next().filter(|c| !matches!(c, 'i' | 'j'))?;
    let rest = &name[first.len_utf8()..];
    if !is_index(rest) {
        return None;
    }
    let with_mark = |mark: char| format!("{first}{mark}");
    let letter = match dots {
        1 => with_dots(first, 1).unwrap_or_else(|| with_mark('\u{307}')),
        2 => with_dots(first, 2).unwrap_or_else(|| with_mark('\u{308}')),
        3 => with_mark('\u{20DB}'),
        _ => return None,
    };
    Some(letter + rest)
}

/// Digits and subscripts, in which letters follow an underscore or a letter: `1`, `_x`, `_roll_x`.
fn is_index(rest: &str) -> bool {
    let before = std::iter::once('0').chain(rest.chars());
    before.zip(rest.chars()).all(|(before, c)| !(before.is_numeric() && c.is_alphabetic()))
}

/// The letter with one or two dots, if there is a character of it.
pub(crate) fn with_dots(letter: char, dots: usize) -> Option<String> {
    match dots {
        1 => composed(letter, ONE_DOT),
        2 => composed(letter, TWO_DOTS),
        _ => None,
    }
}

fn composed(letter: char, (plain, dotted): (&str, &str)) -> Option<String> {
    let at = plain.chars().position(|c| c == letter)?;
    dotted.chars().nth(at).map(String::from)
}

/// The letter below the dots of a letter with dots, and how many there are.
pub(crate) fn undotted(letter: char) -> Option<(char, usize)> {
    let below = |(plain, dotted): (&str, &str)| {
        let at = dotted.chars().position(|c| c == letter)?;
        plain.chars().nth(at)
    };
    below(ONE_DOT).map(|c| (c, 1)).or_else(|| below(TWO_DOTS).map(|c| (c, 2)))
}

/// How many dots a mark puts on the letter before it.
pub(crate) fn dots_of(mark: char) -> Option<usize> {
    let number = ['\u{307}', '\u{308}', '\u{20DB}'].iter().position(|m| *m == mark)?;
    Some(number + 1)
}

#[cfg(test)]
mod tests {
    use super::{ONE_DOT, TWO_DOTS, unicode};
    use crate::Name;

    fn spelled(text: &str, dots: u32) -> String {
        unicode(&Name::new(text, dots))
    }

    #[test]
    fn greek_letters_and_subscripts_are_recognised_part_by_part() {
        for (ascii, expected) in [
            ("theta", "θ"),
            ("theta_1", "θ₁"),
            ("theta1", "θ1"),
            ("omega_x", "ω_x"),
            ("lambda_roll_x", "λ_roll_x"),
            ("mu_alpha_12", "μ_α_12"),
            ("ell", "ℓ"),
            ("thetax", "thetax"),
            ("beta_eta", "β_η"),
            ("Jw", "Jw"),
            ("a__1", "a__1"),
            ("_1", "_1"),
        ] {
            assert_eq!(spelled(ascii, 0), expected);
        }
    }

    #[test]
    fn dots_stand_on_the_letter_and_primes_follow_words() {
        for (ascii, dots, expected) in [
            ("x", 1, "ẋ"),
            ("x", 2, "ẍ"),
            ("x", 3, "x\u{20DB}"),
            ("x", 4, "x''''"),
            ("theta", 1, "θ\u{307}"),
            ("theta_1", 2, "θ\u{308}₁"),
            ("omega_x", 1, "ω\u{307}_x"),
            ("psi2", 1, "ψ\u{307}2"),
            ("mu_c1", 1, "μ\u{307}_c1"),
            ("mu_c1x", 1, "μ_c1x'"),
            ("psi2b", 1, "psi2b'"),
            ("xb", 1, "xb'"),
            ("i", 1, "i'"),
            ("j", 2, "j''"),
        ] {
            assert_eq!(spelled(ascii, dots), expected);
        }
    }

    #[test]
    fn every_letter_with_dots_has_a_letter_without() {
        for (plain, dotted) in [ONE_DOT, TWO_DOTS] {
            assert_eq!(plain.chars().count(), dotted.chars().count());
        }
    }
}
