//! The words and signs of the language.

use super::source::Span;

/// One word or sign, with its place in the original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: TokenKind,
    /// Where it stands.
    pub(super) span: Span,
    /// Is there white space before it? (`a/2b` is refused, `a/2 b` is not.)
    pub(super) spaced: bool,
}

/// Kinds of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A number, to be read from its text: `12`, `0.5`, `1e-3`, `½`.
    Number,
    /// A name in its ASCII spelling, with the dots above it.
    Name {
        /// The ASCII spelling.
        name: String,
        /// Number of dots.
        dots: u32,
    },
    /// Primes after something: `'`, `′`, `″`, `‴`.
    Prime(u32),
    /// Digits and signs written high: `²`, `⁻¹`, in ASCII.
    Superscript(String),
    /// One of `+ - * · × / ^ ( ) { } , : = | √`; the minus sign `−` is `-`.
    Sign(char),
    /// `..` between the bounds of a range.
    Range,
    /// `\dot`, `\ddot`, …: derivatives of the group that follows.
    Dots(u32),
    /// `\frac`: two groups follow.
    Fraction,
    /// `\sqrt`: a group follows.
    Root,
    /// An index after a group, `_{1}` in `\dot{x}_{1}`, in ASCII.
    Subscript(String),
    /// `∂₁` or `\partial_{1}`: a derivative by the argument with this number, if it has one.
    Partial(Option<u32>),
    /// Text in square brackets, brackets included.
    Unit,
    /// Text in quotation marks, marks included.
    Text,
}

impl Token {
    /// Is it this sign?
    pub(super) fn is(&self, sign: char) -> bool {
        matches!(self.kind, TokenKind::Sign(own) if own == sign)
    }

    /// Is it this word?
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(&self.kind, TokenKind::Name { name, dots: 0 } if name == word)
    }

    /// Its name, when it is a name.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Name { name, .. } => Some(name),
            _ => None,
        }
    }
}
