//! Names in LaTeX: `\dot{\theta}_{1}`, `\lambda_{\mathrm{roll},x}`, `\mathrm{Jw}`.
//!
//! Words stand upright, so that they do not look like products. Dots stand on the letter, the
//! index outside of them, a number behind a single letter too: `m_{1}` for `m1`; more than three dots are a number in brackets: `x^{(4)}`.

use crate::Name;
use crate::name::{is_greek, letter_and_index};

/// The name with its dots.
pub(crate) fn dotted(name: &Name) -> String {
    let (head, index) = split(&name.text);
    let accent = match name.dots {
        0 => return head + &index,
        1 => "\\dot",
        2 => "\\ddot",
        3 => "\\dddot",
        dots => return format!("{head}{index}^{{({dots})}}"),
    };
    format!("{accent}{{{head}}}{index}")
}

/// The name without dots.
pub(crate) fn plain(name: &str) -> String {
    let (head, index) = split(name);
    head + &index
}

/// Letter and index.
fn split(name: &str) -> (String, String) {
    let Some((head, index)) = letter_and_index(name) else {
        return (format!("\\mathrm{{{}}}", name.replace('_', "\\_")), String::new());
    };
    if index.is_empty() {
        return (word(head), String::new());
    }
    let index: Vec<String> = index.into_iter().map(word).collect();
    (word(head), format!("_{{{}}}", index.join(",")))
}

/// A Greek letter, a letter or a number as it is, anything else upright.
fn word(part: &str) -> String {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    match letters.len() {
        _ if is_greek(letters) => format!("\\{part}"),
        0 | 1 => part.to_owned(),
        _ => format!("\\mathrm{{{part}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::dotted;
    use crate::Name;

    #[test]
    fn dots_stand_on_the_letter_and_words_upright() {
        for (text, dots, expected) in [
            ("x", 0, "x"),
            ("x", 1, "\\dot{x}"),
            ("theta_1", 2, "\\ddot{\\theta}_{1}"),
            ("x", 3, "\\dddot{x}"),
            ("x_2", 4, "x_{2}^{(4)}"),
            ("J_w", 0, "J_{w}"),
            ("lambda_roll_x", 0, "\\lambda_{\\mathrm{roll},x}"),
            ("mu_alpha_12", 1, "\\dot{\\mu}_{\\alpha,12}"),
            ("Jw", 1, "\\dot{\\mathrm{Jw}}"),
            ("thetax", 0, "\\mathrm{thetax}"),
            ("theta1", 0, "\\theta_{1}"),
            ("q1", 1, "\\dot{q}_{1}"),
            ("m1_x", 0, "m_{1,x}"),
            ("Jw1", 0, "\\mathrm{Jw1}"),
            ("Alpha", 0, "\\mathrm{Alpha}"),
            ("a__1", 0, "\\mathrm{a\\_\\_1}"),
        ] {
            assert_eq!(dotted(&Name::new(text, dots)), expected);
        }
    }
}
