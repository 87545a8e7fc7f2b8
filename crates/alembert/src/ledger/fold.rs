//! Words and numbers as they are compared: small letters without diacritics and brackets.

/// Letters with marks, in runs that begin with the plain one.
const MARKED: &[&str] = &[
    "aàáâãäåăąǎ",
    "cçćč",
    "dďđ",
    "eèéêëęě",
    "gğ",
    "iìíîïı",
    "lł",
    "nñńň",
    "oòóôõöøő",
    "rř",
    "sśşšș",
    "tţťț",
    "uùúûüůű",
    "yýÿ",
    "zźżž",
    "0₀",
    "1₁",
    "2₂",
    "3₃",
    "4₄",
    "5₅",
    "6₆",
    "7₇",
    "8₈",
    "9₉",
];

/// A text for comparing: small letters without marks, no brackets, one kind of dash and of prime.
/// A sign of a section is a word of its own, and a dash between letters parts words.
///
/// ```
/// assert_eq!(alembert::ledger::folded("Crâşmăreanu (1.9a)"), "crasmareanu 1.9a");
/// ```
#[must_use]
pub fn folded(text: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    let letters: Vec<char> = text.to_lowercase().chars().map(plain).collect();
    for (i, &letter) in letters.iter().enumerate() {
        let next = letters.get(i + 1).copied().unwrap_or(' ');
        let between_letters = before.is_alphabetic() && next.is_alphabetic();
        match letter {
            '\u{300}'..='\u{36f}' => continue, // marks that stand by themselves
            '(' | ')' | '[' | ']' | ',' | ';' | ':' | '_' | '"' => out.push(' '),
            '-' if between_letters => out.push(' '),
            '.' if !next.is_ascii_digit() => out.push(' '),
            '§' => out.push_str(" § "),
            _ => out.push(letter),
        }
        before = letter;
    }
    let joined = out.split_whitespace().collect::<Vec<_>>().join(" ");
    joined.replace(" - ", "-") // "(4)–(6)" is a range
}

fn plain(letter: char) -> char {
    let run = MARKED.iter().find(|run| run.contains(letter));
    match letter {
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '’' | '′' | 'ʹ' => '\'',
        _ => run.and_then(|run| run.chars().next()).unwrap_or(letter),
    }
}

/// The parts of a number, with a letter behind it as the last: `1.9a` is 1, 9, 1. None of a word.
pub(super) fn numbers(word: &str) -> Option<Vec<u32>> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits: String = word.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let letter = word.chars().nth(digits.chars().count());
    let rank =
        letter.filter(char::is_ascii_lowercase).map_or(0, |c| u32::from(c) - u32::from('a') + 1);
    let parts: Option<Vec<u32>> =
        digits.split('.').filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect();
    parts.map(|mut parts| {
        parts.push(rank);
        parts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_brackets_and_capitals_do_not_count() {
        assert_eq!(folded("Crâşmăreanu (1.9a)"), "crasmareanu 1.9a");
        assert_eq!(folded("CRA\u{306}S\u{327}MA\u{306}REANU"), "crasmareanu");
        assert_eq!(folded("Moreschi-Castellano §1.2"), "moreschi castellano § 1.2");
        assert_eq!(folded("(4)–(6)"), "4-6");
        assert_eq!(folded("(1.5b’)"), "1.5b'");
        assert_eq!(folded("after (29) μ₁"), "after 29 μ1");
        assert_eq!(folded("eq. 5"), "eq 5");
    }

    #[test]
    fn a_number_has_parts_and_a_letter() {
        assert_eq!(numbers("1.9a"), Some(vec![1, 9, 1]));
        assert_eq!(numbers("28"), Some(vec![28, 0]));
        assert_eq!(numbers("penny"), None);
        assert_eq!(numbers("99999999999"), None);
    }
}
