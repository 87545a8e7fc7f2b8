//! Models with something changed: characters, words, lines.

use crate::generate::Dice;

/// Words that are put where others were.
const WORDS: &[&str] = &[
    "x",
    "x'",
    "x''",
    "y'",
    "θ",
    "θ'",
    "m",
    "g",
    "0",
    "1",
    "2",
    "1/2",
    "1e-3",
    "10^6",
    "^2",
    "^7",
    "^(-1)",
    "^(1/3)",
    "^99",
    "sin",
    "cos",
    "exp",
    "sqrt",
    "log",
    "tan",
    "abs",
    "+",
    "-",
    "*",
    "/",
    "(",
    ")",
    "=",
    "t",
    "pi",
    "E",
    "λ_c1",
    "'",
    "²",
    "½",
    "constraints",
    "forces",
    "expect",
    "\\frac{1}{2}",
    "\\frac{x}{",
    "\\dot{x}",
    "\\ddot{\\theta}",
    "\\dot",
    "\\sqrt{y}",
    "\\sqrt",
    "\\left(",
    "\\right)",
    "\\cdot",
    "\\sin",
    "\\theta_{1,x}",
    "\\mathrm{kin}",
    "\\frac{d}{dt}",
    "^{(4)}",
    "^{2}",
    "\\nosuch",
    "(x, y, 0)",
    "(0, 0, 1)",
    "P",
    "P'",
    "·",
    "×",
    "|P|",
    "Rz(θ)",
];
/// Characters that are put anywhere.
const CHARACTERS: &[&str] = &[
    "(", ")", "'", "^", "=", ":", ",", "\n", "\n  ", " ", "9", "x", "#", "⊗", "\u{307}", "|", "{",
    "}", "\\", "_{",
];

/// The text with most of its claims left out, so that more texts can be walked.
pub(crate) fn shortened(text: &str, dice: &mut Dice) -> String {
    let claims = text.find("\nexpect").unwrap_or(text.len());
    let (model, claims) = text.split_at(claims);
    let is_kept = |line: &&str| !line.starts_with("  ") || dice.below(5) == 0;
    let kept: Vec<&str> = claims.lines().filter(is_kept).collect();
    format!("{model}{}\n", kept.join("\n"))
}

/// The text with one to three changes.
pub(crate) fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..=dice.below(3) {
        text = match dice.below(8) {
            0 => lines_changed(&text, dice),
            1 => characters_changed(&text, dice),
            2 => word_changed(&text, dice, WORDS),
            3 => {
                let own: Vec<String> = words(&text).iter().map(|w| (*w).to_owned()).collect();
                let own: Vec<&str> = own.iter().map(String::as_str).collect();
                word_changed(&text, dice, &own)
            }
            4 => exchanged(&text, dice, &["sin", "cos", "tan", "exp", "sqrt", "log"]),
            5 => exchanged(&text, dice, &["+", "-", "*", "/"]),
            6 => exchanged(&text, dice, &["x", "y", "θ", "φ", "m", "g"]),
            _ => exchanged(&text, dice, &["0", "1", "2", "3", "½"]),
        };
    }
    text
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|w| !w.starts_with('#')).collect()
}

/// One occurrence of one of the words becomes another of them.
fn exchanged(text: &str, dice: &mut Dice, group: &[&str]) -> String {
    let (old, new) = (dice.pick(group), dice.pick(group));
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
    match places.as_slice() {
        [] => text.to_owned(),
        _ => {
            let at = places[dice.below(places.len())];
            format!("{}{new}{}", &text[..at], &text[at + old.len()..])
        }
    }
}

fn word_changed(text: &str, dice: &mut Dice, choice: &[&str]) -> String {
    let words = words(text);
    if words.is_empty() || choice.is_empty() {
        return text.to_owned();
    }
    let old = words[dice.below(words.len())];
    let at = text.find(old).expect("it is one of its words");
    format!("{}{}{}", &text[..at], dice.pick(choice), &text[at + old.len()..])
}

fn lines_changed(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() < 2 {
        return text.to_owned();
    }
    let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(3) {
        0 => {
            lines.remove(a);
        }
        1 => lines.insert(b, lines[a]),
        _ => lines.swap(a, b),
    }
    lines.join("\n") + "\n"
}

fn characters_changed(text: &str, dice: &mut Dice) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let start = dice.below(characters.len() + 1);
    let end = (start + dice.below(3)).min(characters.len());
    characters.splice(start..end, dice.pick(CHARACTERS).chars());
    characters.into_iter().collect()
}
