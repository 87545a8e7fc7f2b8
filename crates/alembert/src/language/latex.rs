//! LaTeX commands that the lexer understands.
//!
//! A command is a letter, a function, a sign, dots, a bracket, white space, or takes groups that
//! the expression parser takes up (`\frac`). A new command is a row here. Fonts change nothing:
//! `\mathrm{kin}` is the name `kin`.

use super::letters::greek_command;

/// What a command stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A Greek letter, by its ASCII name.
    Letter(&'static str),
    /// A function, by its name in this language.
    Function(&'static str),
    /// A sign of arithmetic.
    Sign(char),
    /// Time derivatives of the group that follows.
    Dots(u32),
    /// The first group over the second.
    Fraction,
    /// The root of the group that follows.
    Root,
    /// A partial derivative by the argument whose number follows as an index.
    Partial,
    /// The size of the bracket that follows.
    Bracket,
    /// The group that follows is one name.
    Upright,
    /// Nothing but distance.
    Space,
}

const COMMANDS: &[(&str, Meaning)] = &[
    ("dot", Meaning::Dots(1)),
    ("ddot", Meaning::Dots(2)),
    ("dddot", Meaning::Dots(3)),
    ("ddddot", Meaning::Dots(4)),
    ("frac", Meaning::Fraction),
    ("tfrac", Meaning::Fraction),
    ("dfrac", Meaning::Fraction),
    ("sqrt", Meaning::Root),
    ("partial", Meaning::Partial),
    ("left", Meaning::Bracket),
    ("right", Meaning::Bracket),
    ("big", Meaning::Bracket),
    ("bigl", Meaning::Bracket),
    ("bigr", Meaning::Bracket),
    ("Big", Meaning::Bracket),
    ("Bigl", Meaning::Bracket),
    ("Bigr", Meaning::Bracket),
    ("bigg", Meaning::Bracket),
    ("biggl", Meaning::Bracket),
    ("biggr", Meaning::Bracket),
    ("Bigg", Meaning::Bracket),
    ("Biggl", Meaning::Bracket),
    ("Biggr", Meaning::Bracket),
    ("{", Meaning::Sign('(')),
    ("}", Meaning::Sign(')')),
    ("lvert", Meaning::Sign('|')),
    ("rvert", Meaning::Sign('|')),
    ("vert", Meaning::Sign('|')),
    ("mathrm", Meaning::Upright),
    ("mathit", Meaning::Upright),
    ("mathbf", Meaning::Upright),
    ("boldsymbol", Meaning::Upright),
    ("bm", Meaning::Upright),
    ("vec", Meaning::Upright),
    ("text", Meaning::Upright),
    ("operatorname", Meaning::Upright),
    ("cdot", Meaning::Sign('·')),
    ("times", Meaning::Sign('×')),
    ("sin", Meaning::Function("sin")),
    ("cos", Meaning::Function("cos")),
    ("tan", Meaning::Function("tan")),
    ("arcsin", Meaning::Function("asin")),
    ("arccos", Meaning::Function("acos")),
    ("arctan", Meaning::Function("atan")),
    ("sinh", Meaning::Function("sinh")),
    ("cosh", Meaning::Function("cosh")),
    ("tanh", Meaning::Function("tanh")),
    ("exp", Meaning::Function("exp")),
    ("log", Meaning::Function("log")),
    ("ln", Meaning::Function("log")),
    ("quad", Meaning::Space),
    ("qquad", Meaning::Space),
    (",", Meaning::Space),
    (";", Meaning::Space),
    (":", Meaning::Space),
    ("!", Meaning::Space),
    (" ", Meaning::Space),
];

/// What the message about an unknown command offers.
pub(super) const SUPPORTED: &str = "Greek letters, \\frac \\sqrt \\dot \\ddot \\dddot, \\left( \\right), \\cdot \\times, \\sin \\cos \\tan \\exp \\log …, \\mathrm \\text, \\, \\quad";

/// The name at the start of a text that follows a backslash: letters, or one sign.
pub(super) fn command_name(text: &str) -> &str {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let sign = text.chars().next().filter(char::is_ascii_punctuation).map_or(0, char::len_utf8);
    let space = usize::from(text.starts_with(' '));
    &text[..letters.max(sign).max(space)]
}

/// The meaning of a command without its backslash.
pub(super) fn meaning(command: &str) -> Option<Meaning> {
    let row = COMMANDS.iter().find(|&&(name, _)| name == command).map(|&(_, meaning)| meaning);
    row.or_else(|| greek_command(command).map(Meaning::Letter))
}

/// The supported command that is most like an unknown one.
pub(super) fn nearest(command: &str) -> Option<&'static str> {
    let letters = command.bytes().all(|b| b.is_ascii_alphabetic());
    if !letters || command.len() > super::limits::NAME_CHARS {
        return None;
    }
    let greek = super::letters::GREEK.iter().map(|&(_, name)| name);
    let all = COMMANDS.iter().map(|&(name, _)| name).chain(greek);
    all.filter(|name| name.len() > 1)
        .map(|name| (strsim::damerau_levenshtein(name, command), name))
        .filter(|&(distance, name)| distance <= name.len() / 3)
        .min()
        .map(|(_, name)| name)
}
