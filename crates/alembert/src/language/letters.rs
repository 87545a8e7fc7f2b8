//! Tables of letters: Greek in both directions, look-alikes, dots, subscripts, superscripts.
//!
//! Source: the Unicode Character Database (code charts of Greek and Coptic, Latin Extended,
//! Superscripts and Subscripts, Combining Diacritical Marks).

/// Greek letters with their ASCII names, which are the LaTeX commands as well.
pub(super) const GREEK: &[(char, &str)] = &[
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('ο', "omicron"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Α', "Alpha"),
    ('Β', "Beta"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Ε', "Epsilon"),
    ('Ζ', "Zeta"),
    ('Η', "Eta"),
    ('Θ', "Theta"),
    ('Ι', "Iota"),
    ('Κ', "Kappa"),
    ('Λ', "Lambda"),
    ('Μ', "Mu"),
    ('Ν', "Nu"),
    ('Ξ', "Xi"),
    ('Ο', "Omicron"),
    ('Π', "Pi"),
    ('Ρ', "Rho"),
    ('Σ', "Sigma"),
    ('Τ', "Tau"),
    ('Υ', "Upsilon"),
    ('Φ', "Phi"),
    ('Χ', "Chi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('ℓ', "ell"),
    ('ħ', "hbar"),
];

/// A second letter for the same name, with the usual one.
pub(super) const LOOK_ALIKES: &[(char, char)] = &[
    ('ϕ', 'φ'),
    ('ϵ', 'ε'),
    ('µ', 'μ'),
    ('ϑ', 'θ'),
    ('ϱ', 'ρ'),
    ('ϰ', 'κ'),
    ('ς', 'σ'),
    ('\u{2126}', 'Ω'),
    ('\u{2206}', 'Δ'),
];

/// LaTeX commands that are variants of a Greek letter.
pub(super) const GREEK_VARIANTS: &[(&str, &str)] = &[
    ("varphi", "phi"),
    ("varepsilon", "epsilon"),
    ("vartheta", "theta"),
    ("varrho", "rho"),
    ("varkappa", "kappa"),
    ("varsigma", "sigma"),
];

/// Combining marks that are time derivatives, with the number of dots.
pub(super) const DOT_MARKS: &[(char, u32)] =
    &[('\u{307}', 1), ('\u{308}', 2), ('\u{20db}', 3), ('\u{20dc}', 4)];

/// Letters with one dot above, each after its letter.
const ONE_DOT: &str = "aȧbḃcċdḋeėfḟgġhḣmṁnṅoȯpṗrṙsṡtṫwẇxẋyẏzż\
                       AȦBḂCĊDḊEĖFḞGĠHḢIİMṀNṄOȮPṖRṘSṠTṪWẆXẊYẎZŻ";

/// Letters with two dots above, each after its letter.
const TWO_DOTS: &str = "aäeëhḧiïoötẗuüwẅxẍyÿAÄEËHḦIÏOÖUÜWẄXẌYŸιϊυϋΙΪΥΫ";

/// Subscripts, each after its letter or digit.
const SUBSCRIPTS: &str = "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩχᵪ";

/// Superscripts, each after its digit or sign.
const SUPERSCRIPTS: &str = "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹-⁻+⁺";

/// Fractions of one character, with numerator and denominator.
pub(super) const FRACTIONS: &[(char, &str)] = &[
    ('½', "1/2"),
    ('⅓', "1/3"),
    ('⅔', "2/3"),
    ('¼', "1/4"),
    ('¾', "3/4"),
    ('⅕', "1/5"),
    ('⅖', "2/5"),
    ('⅗', "3/5"),
    ('⅘', "4/5"),
    ('⅙', "1/6"),
    ('⅚', "5/6"),
    ('⅐', "1/7"),
    ('⅛', "1/8"),
    ('⅜', "3/8"),
    ('⅝', "5/8"),
    ('⅞', "7/8"),
    ('⅑', "1/9"),
    ('⅒', "1/10"),
];

/// Letter and number of dots of a character such as `ẋ`.
pub(super) fn dotted(c: char) -> Option<(char, u32)> {
    // Letters with dots are among these; Greek ones with two dots come after those without.
    let may_have_dots = matches!(c, 'À'..='ȿ' | 'Ϊ' | 'Ϋ' | 'ϊ' | 'ϋ' | 'Ḁ'..='ỿ');
    if !may_have_dots {
        return None;
    }
    before(ONE_DOT, c).map(|base| (base, 1)).or_else(|| before(TWO_DOTS, c).map(|base| (base, 2)))
}

/// Letter or digit of a subscript.
pub(super) fn subscript(c: char) -> Option<char> {
    if c.is_ascii() || GREEK.iter().any(|&(letter, _)| letter == c) {
        return None;
    }
    before(SUBSCRIPTS, c)
}

/// The subscript of a digit.
pub(super) fn as_subscript(digit: char) -> char {
    let mut pairs = SUBSCRIPTS.chars();
    pairs.find(|&c| c == digit).and_then(|_| pairs.next()).unwrap_or(digit)
}

/// Digit or sign of a superscript.
pub(super) fn superscript(c: char) -> Option<char> {
    if c.is_ascii() { None } else { before(SUPERSCRIPTS, c) }
}

/// The superscript of a digit or a sign.
pub(super) fn as_superscript(c: char) -> char {
    let mut pairs = SUPERSCRIPTS.chars();
    pairs.find(|&d| d == c).and_then(|_| pairs.next()).unwrap_or(c)
}

/// The character that stands before `c` in a list of pairs.
fn before(pairs: &str, c: char) -> Option<char> {
    let mut last = None;
    for d in pairs.chars() {
        if d == c {
            return last;
        }
        last = Some(d);
    }
    None
}

/// The ASCII name of a Greek letter, look-alikes included.
pub(super) fn greek_name(c: char) -> Option<&'static str> {
    if c.is_ascii() {
        return None;
    }
    let usual = LOOK_ALIKES.iter().find(|&&(odd, _)| odd == c).map_or(c, |&(_, usual)| usual);
    GREEK.iter().find(|&&(letter, _)| letter == usual).map(|&(_, name)| name)
}

/// The Greek letter of an ASCII name.
pub(super) fn greek_letter(name: &str) -> Option<char> {
    GREEK.iter().find(|&&(_, n)| n == name).map(|&(letter, _)| letter)
}

/// The name of a LaTeX command that is a Greek letter.
pub(super) fn greek_command(command: &str) -> Option<&'static str> {
    let usual = GREEK_VARIANTS.iter().find(|&&(v, _)| v == command).map_or(command, |&(_, n)| n);
    GREEK.iter().find(|&&(_, name)| name == usual).map(|&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_tables_of_dots_is_found() {
        for (table, dots) in [(ONE_DOT, 1), (TWO_DOTS, 2)] {
            let letters: Vec<char> = table.chars().collect();
            for pair in letters.chunks(2) {
                assert_eq!(dotted(pair[1]), Some((pair[0], dots)));
            }
        }
        assert!(GREEK.iter().all(|&(letter, _)| dotted(letter).is_none()));
    }

    #[test]
    fn letters_with_dots_are_their_letter_and_a_count() {
        assert_eq!(dotted('ẋ'), Some(('x', 1)));
        assert_eq!(dotted('ẍ'), Some(('x', 2)));
        assert_eq!(dotted('ÿ'), Some(('y', 2)));
        assert_eq!((dotted('x'), dotted('é')), (None, None));
    }

    #[test]
    fn pairs_alternate_plain_and_marked() {
        for (pairs, marked) in [(ONE_DOT, true), (TWO_DOTS, true), (SUBSCRIPTS, false)] {
            let letters: Vec<char> = pairs.chars().collect();
            assert_eq!(letters.len() % 2, 0);
            assert!(!marked || letters.chunks(2).all(|p| !p[1].is_ascii()));
        }
    }

    #[test]
    fn greek_goes_both_ways() {
        for &(letter, name) in GREEK {
            assert_eq!(greek_name(letter), Some(name));
            assert_eq!(greek_letter(name), Some(letter));
            assert_eq!(greek_command(name), Some(name));
        }
        assert_eq!(greek_name('ϕ'), Some("phi"));
        assert_eq!(greek_command("varphi"), Some("phi"));
    }
}
