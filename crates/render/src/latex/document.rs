//! A whole LaTeX document.

use super::{name, page};
use crate::name::{dots_of, greek_of, undotted};
use crate::{Heading, Page};

/// What stands before the text: A4, a line of 17 cm, and the one package that is needed.
pub(crate) const PREAMBLE: &str = r"\documentclass[11pt,a4paper]{article}
\usepackage{amsmath}
\allowdisplaybreaks
\setlength{\textwidth}{17cm}
\setlength{\oddsidemargin}{-0.54cm}
\setlength{\textheight}{24cm}
\setlength{\topmargin}{-1.5cm}
\setlength{\parindent}{0pt}
\sloppy
\begin{document}
";

/// The page with a heading, as a file that `pdflatex` takes.
///
/// ```
/// use alembert_render::{Heading, Page, latex};
/// let heading = Heading { title: "100 % rolling".to_owned(), sentences: Vec::new() };
/// assert!(latex::document(&heading, &Page::default()).contains("\\section*{100 \\% rolling}"));
/// ```
#[must_use]
pub fn document(heading: &Heading, shown: &Page) -> String {
    let title = escaped(&heading.title);
    let sentences: Vec<String> = heading.sentences.iter().map(|s| escaped(s)).collect();
    let sentences = sentences.join("\n\n");
    let body = page(shown);
    format!("{PREAMBLE}\n\\section*{{{title}}}\n{sentences}\n\n{body}\n\\end{{document}}\n")
}

/// Signs of formulas in plain text.
const SIGNS: &[(char, &str)] = &[
    ('§', "\\S{}"),
    ('½', "$\\frac12$"),
    ('⅓', "$\\frac13$"),
    ('¼', "$\\frac14$"),
    ('⅔', "$\\frac23$"),
    ('¾', "$\\frac34$"),
    ('⅕', "$\\frac15$"),
    ('⅖', "$\\frac25$"),
    ('⅗', "$\\frac35$"),
    ('⅘', "$\\frac45$"),
    ('⅙', "$\\frac16$"),
    ('⅚', "$\\frac56$"),
    ('⅛', "$\\frac18$"),
    ('⅜', "$\\frac38$"),
    ('⅝', "$\\frac58$"),
    ('⅞', "$\\frac78$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('−', "$-$"),
    ('±', "$\\pm$"),
    ('√', "$\\surd$"),
    ('∂', "$\\partial$"),
    ('∇', "$\\nabla$"),
    ('∫', "$\\int$"),
    ('≠', "$\\neq$"),
    ('≤', "$\\leq$"),
    ('≥', "$\\geq$"),
    ('→', "$\\to$"),
    ('′', "$'$"),
    ('⁰', "$^0$"),
    ('¹', "$^1$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('⁴', "$^4$"),
    ('⁵', "$^5$"),
    ('⁶', "$^6$"),
    ('⁷', "$^7$"),
    ('⁸', "$^8$"),
    ('⁹', "$^9$"),
    ('⁻', "$^-$"),
    ('₀', "$_0$"),
    ('₁', "$_1$"),
    ('₂', "$_2$"),
    ('₃', "$_3$"),
    ('₄', "$_4$"),
    ('₅', "$_5$"),
    ('₆', "$_6$"),
    ('₇', "$_7$"),
    ('₈', "$_8$"),
    ('₉', "$_9$"),
];

/// Plain text for LaTeX. Greek letters and letters with dots become formulas; letters that a plain `pdflatex`
/// does not have are given by their number.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::new();
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let marked = letters.next_if(|&mark| dots_of(mark).is_some()).and_then(dots_of);
        let is_latin = matches!(c, 'À'..='ÿ');
        match marked.map(|dots| (c, dots)).or_else(|| undotted(c).filter(|_| !is_latin)) {
            Some((letter, dots)) => {
                let accent = ["\\dot", "\\ddot", "\\dddot"][dots - 1];
                let letter = greek_of(letter).map_or_else(|| letter.to_string(), name);
                written.push_str(&format!("${accent}{{{letter}}}$"));
            }
            None => written.push_str(&escaped_letter(c)),
        }
    }
    written
}

fn escaped_letter(c: char) -> String {
    if let Some(sign) = SIGNS.iter().find(|sign| sign.0 == c) {
        return sign.1.to_owned();
    }
    match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '<' | '>' | '|' => format!("${c}$"),
        '"' => "''".to_owned(),
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        '\u{2013}' => "--".to_owned(),
        '\u{2014}' => "---".to_owned(),
        '\u{2018}' | '\u{2019}' => "'".to_owned(),
        '\u{201C}' => "``".to_owned(),
        '\u{201D}' => "''".to_owned(),
        'ă' => "\\u{a}".to_owned(),
        'ş' => "\\c{s}".to_owned(),
        'À'..='ÿ' if !"×÷ÐÞðþ".contains(c) => c.to_string(),
        _ if c.is_whitespace() || c.is_control() => " ".to_owned(),
        _ => match greek_of(c) {
            Some(letter) => format!("${}$", name(letter)),
            None => format!("[U+{:04X}]", u32::from(c)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn letters_with_dots_are_formulas_and_umlauts_are_letters() {
        let text = escaped("θ\u{308} − ẋ₁ = 0, wie für x\u{20DB}");
        assert_eq!(text, r"$\ddot{\theta}$ $-$ $\dot{x}$$_1$ = 0, wie für $\dddot{x}$");
    }

    #[test]
    fn fractions_of_one_sign_are_fractions() {
        assert_eq!(escaped("⅖ m R²"), r"$\frac25$ m R$^2$");
    }
}
