//! Raised and lowered letters, where Unicode has them.

/// Each character with its raised and its lowered form; a space where there is none.
const SMALL: &[(char, char, char)] = &[
    ('0', '⁰', '₀'),
    ('1', '¹', '₁'),
    ('2', '²', '₂'),
    ('3', '³', '₃'),
    ('4', '⁴', '₄'),
    ('5', '⁵', '₅'),
    ('6', '⁶', '₆'),
    ('7', '⁷', '₇'),
    ('8', '⁸', '₈'),
    ('9', '⁹', '₉'),
    ('+', '⁺', '₊'),
    ('−', '⁻', '₋'),
    ('=', '⁼', '₌'),
    ('(', '⁽', '₍'),
    (')', '⁾', '₎'),
    ('a', 'ᵃ', 'ₐ'),
    ('b', 'ᵇ', ' '),
    ('c', 'ᶜ', ' '),
    ('e', 'ᵉ', 'ₑ'),
    ('i', 'ⁱ', 'ᵢ'),
    ('j', 'ʲ', 'ⱼ'),
    ('k', 'ᵏ', 'ₖ'),
    ('l', 'ˡ', 'ₗ'),
    ('m', 'ᵐ', 'ₘ'),
    ('n', 'ⁿ', 'ₙ'),
    ('p', 'ᵖ', 'ₚ'),
    ('r', 'ʳ', 'ᵣ'),
    ('s', 'ˢ', 'ₛ'),
    ('t', 'ᵗ', 'ₜ'),
    ('x', 'ˣ', 'ₓ'),
    ('β', 'ᵝ', 'ᵦ'),
    ('γ', 'ᵞ', 'ᵧ'),
    ('α', 'ᵅ', ' '),
];

/// The group as an exponent or an upper index.
pub(super) fn raised(group: &str) -> String {
    changed(group, |row| row.1).unwrap_or_else(|| spelled('^', group))
}

/// The group as a lower index.
pub(super) fn lowered(group: &str) -> String {
    changed(group, |row| row.2).unwrap_or_else(|| spelled('_', group))
}

/// Every character changed, if there is a form of each; what stands apart comes together.
fn changed(group: &str, form: impl Fn(&(char, char, char)) -> char) -> Option<String> {
    let small = |c: char| {
        let row = SMALL.iter().find(|row| row.0 == c)?;
        Some(form(row)).filter(|&c| c != ' ')
    };
    group.chars().filter(|&c| c != ' ').map(small).collect()
}

/// Behind a sign, in brackets where it is more than one letter.
fn spelled(sign: char, group: &str) -> String {
    let together: String = group.chars().filter(|&c| c != ' ').collect();
    let letters = together.chars().filter(|c| c.is_alphanumeric()).count();
    let bare = letters <= 1 && !together.contains(['(', '+', '−', '=']);
    if bare { format!("{sign}{together}") } else { format!("{sign}({together})") }
}
