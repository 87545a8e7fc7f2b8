//! Names in MathML: dots above the letter, the index below.

use super::element;
use crate::Name;
use crate::name::{letter_and_index, letters};

/// The name with its dots.
pub(crate) fn dotted(name: &Name) -> String {
    match name.dots {
        0..=3 => raised(name, ""),
        dots => raised(name, &element("mrow", &format!("<mo>(</mo><mn>{dots}</mn><mo>)</mo>"))),
    }
}

/// The name with its dots, up to three, and an exponent, which may be empty.
pub(crate) fn raised(name: &Name, exponent: &str) -> String {
    let (head, index) = split(&name.text);
    let mark = match name.dots {
        1 => "˙",
        2 => "¨",
        3 => "\u{20DB}",
        _ => "",
    };
    let head = match mark {
        "" => head,
        // As an accent the dots would touch the letter in Chromium.
        _ => format!("<mover>{head}<mo stretchy=\"false\" scriptlevel=\"0\">{mark}</mo></mover>"),
    };
    match (index.is_empty(), exponent.is_empty()) {
        (true, true) => head,
        (false, true) => element("msub", &(head + &index)),
        (true, false) => element("msup", &(head + exponent)),
        (false, false) => element("msubsup", &(head + &index + exponent)),
    }
}

/// The name without dots.
pub(crate) fn plain(name: &str) -> String {
    dotted(&Name::new(name, 0))
}

/// Letter and index.
fn split(name: &str) -> (String, String) {
    let Some((head, index)) = letter_and_index(name) else {
        return (element("mi", name), String::new());
    };
    let index: Vec<String> = index.into_iter().map(word).collect();
    let index = match index.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        several => element("mrow", &several.join("<mo>,</mo>")),
    };
    (word(head), index)
}

/// A number, or a word; a single letter is set in italics by the browser.
fn word(part: &str) -> String {
    let digits = part.bytes().all(|b| b.is_ascii_digit());
    element(if digits { "mn" } else { "mi" }, &letters(part))
}
