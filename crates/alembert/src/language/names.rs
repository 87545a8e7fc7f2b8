//! Names: three spellings, one symbol.
//!
//! `theta_1`, `θ₁`, `θ_1` and `\theta_{1}` are one name, kept in its ASCII spelling. Greek letters
//! are spelled out, a subscript becomes `_` and its text, and dots above a letter (`ẋ`, in one
//! character or as a combining mark) are counted apart: they are time derivatives, no part of the
//! name. Letters are Latin (ASCII) and Greek.

use super::letters::{
    DOT_MARKS, LOOK_ALIKES, as_subscript, dotted, greek_command, greek_letter, greek_name,
    subscript,
};
use super::limits::NAME_CHARS;

/// A name as it was read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The ASCII spelling.
    pub name: String,
    /// Dots above its letters.
    pub dots: u32,
    /// Bytes that were read.
    pub len: usize,
    /// A letter that has a look-alike, with its place, for each such letter.
    pub look_alikes: Vec<(char, usize)>,
}

/// Does a name begin with this character?
#[must_use]
pub fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic() || greek_name(c).is_some() || dotted(c).is_some()
}

/// Reads the name at the start of a text; none when no name begins there.
///
/// ```
/// use alembert::language::names::read;
/// let theta = read("θ̈₁ + 1").unwrap();
/// assert_eq!((theta.name.as_str(), theta.dots), ("theta_1", 2));
/// assert_eq!(read("x_{12}").unwrap().name, "x_12");
/// assert!(read("2x").is_none());
/// ```
#[must_use]
pub fn read(text: &str) -> Option<Reading> {
    if !text.starts_with(starts_name) {
        return None;
    }
    if let Some(name) = plain(text) {
        let (len, name) = (name.len(), name.to_owned());
        return Some(Reading { name, dots: 0, len, look_alikes: Vec::new() });
    }
    let single = single_greek(text);
    if single.is_some() {
        return single;
    }
    let mut reader = Reader::new(text);
    reader.tail();
    Some(reader.finish())
}

/// A name of ASCII letters and digits, where neither an index nor a mark follows it.
fn plain(text: &str) -> Option<&str> {
    let len = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let ends = |b: &u8| b.is_ascii() && *b != b'_';
    (len > 0 && text.as_bytes().get(len).is_none_or(ends)).then_some(&text[..len])
}

/// A Greek letter that is a whole name: what follows it in ASCII is no part of one.
fn single_greek(text: &str) -> Option<Reading> {
    let c = text.chars().next()?;
    let (name, len) = (greek_name(c)?, c.len_utf8());
    let ends = |b: &u8| b.is_ascii() && *b != b'_' && !b.is_ascii_alphanumeric();
    if !text.as_bytes().get(len).is_none_or(ends) {
        return None;
    }
    let look_alikes = if has_look_alike(c) { vec![(c, 0)] } else { Vec::new() };
    Some(Reading { name: name.to_owned(), dots: 0, len, look_alikes })
}

/// Is there another character that looks like this one?
fn has_look_alike(c: char) -> bool {
    LOOK_ALIKES.iter().any(|&(odd, usual)| odd == c || usual == c)
}

/// Reads what may follow a Greek command, `_{1}` in `\theta_{1}`: the text begins after the
/// command, whose ASCII name is `head`.
#[must_use]
pub fn read_after_command(head: &'static str, text: &str) -> Reading {
    let mut reader = Reader::new(text);
    reader.pieces.push(Piece::Greek(head));
    reader.end = Stop::BeforeLetter;
    reader.tail();
    reader.finish()
}

/// Reads `{kin}` after `\mathrm`, or one letter as in `\vec r` and `\vec\omega`, and the index that
/// may follow: one name, whatever its letters.
#[must_use]
pub fn read_upright(text: &str) -> Option<Reading> {
    let (group, end) = match braced(text) {
        Some(group) => (group, group.len() + 2),
        None => single(text)?,
    };
    let mut reader = Reader::new(text);
    reader.pieces = subscript_pieces(group).filter(|p| p[0].text().starts_with(is_letter))?;
    reader.at = end;
    reader.end = Stop::BeforeLetter;
    reader.tail();
    Some(reader.finish())
}

/// Reads an index that stands alone, `_{1}` or `_x`: its ASCII spelling and its bytes.
#[must_use]
pub fn read_subscript(text: &str) -> Option<(String, usize)> {
    let mut reader = Reader::new(text.strip_prefix('_')?);
    match reader.peek()? {
        c if c.is_ascii_digit() => {
            while let Some(digit) = reader.peek().filter(char::is_ascii_digit) {
                reader.push(digit);
                reader.at += 1;
            }
        }
        '{' | '\\' => reader.after_underscore(),
        c => {
            reader.letter(c);
        }
    }
    let read = (join(&reader.pieces), reader.at + 1);
    (!read.0.is_empty() && reader.dots == 0).then_some(read)
}

/// One letter or Greek command after spaces, and where it ends.
fn single(text: &str) -> Option<(&str, usize)> {
    let rest = text.trim_start_matches(' ');
    let len = match rest.strip_prefix('\\') {
        Some(command) => 1 + command.bytes().take_while(u8::is_ascii_alphabetic).count(),
        None => rest.chars().next().filter(|c| c.is_alphabetic())?.len_utf8(),
    };
    Some((&rest[..len], text.len() - rest.len() + len))
}

/// The text between the brace at the start and the one that closes it.
fn braced(text: &str) -> Option<&str> {
    let mut depth = 0_u32;
    for (i, b) in text.bytes().enumerate().take(GROUP_BYTES) {
        match b {
            b'{' => depth += 1,
            _ if depth == 0 => return None,
            b'}' if depth == 1 => return text.get(1..i),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A backslash with one of the commands that change nothing but the font, and its bytes.
fn font(text: &str) -> Option<usize> {
    let fonts = ["\\mathrm", "\\mathit", "\\mathbf", "\\text", "\\rm", "\\operatorname"];
    let found = fonts.iter().find(|font| text.starts_with(**font))?;
    let ends = |c: char| !c.is_ascii_alphabetic();
    text[found.len()..].starts_with(ends).then_some(found.len())
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

/// The canonical name of a text that is one name; none when it is anything else.
#[must_use]
pub fn canonical(text: &str) -> Option<String> {
    let reading = match text.strip_prefix('\\') {
        None => read(text).map(|r| (r.len, r))?,
        Some(command) => {
            let letters = command.bytes().take_while(u8::is_ascii_alphabetic).count();
            let reading =
                read_after_command(greek_command(&command[..letters])?, &command[letters..]);
            (reading.len + 1 + letters, reading)
        }
    };
    (reading.0 == text.len() && reading.1.dots == 0).then_some(reading.1.name)
}

/// The Unicode spelling of a canonical name: `theta_1` is `θ₁`.
///
/// ```
/// use alembert::language::names::unicode;
/// assert_eq!(unicode("theta_1"), "θ₁");
/// assert_eq!(unicode("omega_x"), "ω_x");
/// assert_eq!(unicode("J_w"), "J_w");
/// ```
#[must_use]
pub fn unicode(name: &str) -> String {
    let segments: Vec<String> = name.split('_').map(unicode_segment).collect();
    match segments.as_slice() {
        [head, index] if !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit()) => {
            head.chars().chain(index.chars().map(as_subscript)).collect()
        }
        _ => segments.join("_"),
    }
}

/// The LaTeX spelling of a canonical name: `theta_1` is `\\theta_{1}`.
#[must_use]
pub fn latex(name: &str) -> String {
    let command = |part: &str| match greek_letter(part) {
        Some(_) => format!("\\{part}"),
        None => part.to_owned(),
    };
    match name.split_once('_') {
        Some((head, index)) if !index.is_empty() => {
            format!("{}_{{{}}}", command(head), command(index))
        }
        _ => command(name),
    }
}

/// The names that occur in a text, whatever else stands there.
pub(super) fn all(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let c = rest.chars().next()?;
            if let Some(reading) = read(rest) {
                rest = &rest[reading.len..];
                return Some(reading.name);
            }
            rest = &rest[c.len_utf8()..];
        }
    })
}

/// `theta` and `theta1` with their letter; anything else as it is.
fn unicode_segment(segment: &str) -> String {
    let head = segment.trim_end_matches(|c: char| c.is_ascii_digit());
    match greek_letter(head) {
        Some(letter) => format!("{letter}{}", &segment[head.len()..]),
        None => segment.to_owned(),
    }
}

#[derive(Clone, Debug)]
enum Piece {
    Plain(String),
    Greek(&'static str),
    Underscore,
}

/// Walks over the characters of one name.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    pieces: Vec<Piece>,
    dots: u32,
    look_alikes: Vec<(char, usize)>,
    end: Stop,
}

/// What may still follow in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Letters, digits and subscripts.
    Never,
    /// No further letter: after dots and after a command.
    BeforeLetter,
    /// Nothing: after a braced subscript.
    Here,
}

/// Bytes between the braces of a subscript; more is no name.
const GROUP_BYTES: usize = 4 * NAME_CHARS;

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let (pieces, look_alikes) = (Vec::new(), Vec::new());
        Reader { text, at: 0, pieces, dots: 0, look_alikes, end: Stop::Never }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Letters, digits, subscripts and dots, as long as they belong together.
    fn tail(&mut self) {
        while let Some(c) = self.peek() {
            let letters = self.end == Stop::Never;
            let taken = self.mark(c) || self.index(c) || (letters && self.letter(c));
            if !taken || self.end == Stop::Here {
                break;
            }
        }
    }

    /// A combining dot after a letter.
    fn mark(&mut self, c: char) -> bool {
        let Some(&(_, dots)) = DOT_MARKS.iter().find(|&&(mark, _)| mark == c) else {
            return false;
        };
        if self.pieces.is_empty() {
            return false;
        }
        self.dots = self.dots.saturating_add(dots);
        self.end = Stop::BeforeLetter;
        self.at += c.len_utf8();
        true
    }

    /// A digit, a subscript, or `_` with what follows it.
    fn index(&mut self, c: char) -> bool {
        if c.is_ascii_digit() {
            self.push(c);
        } else if let Some(plain) = subscript(c) {
            if !self.pieces.iter().any(|p| matches!(p, Piece::Underscore)) {
                self.pieces.push(Piece::Underscore);
            }
            self.push_letter(plain);
        } else if c == '_' {
            self.pieces.push(Piece::Underscore);
            self.at += 1;
            self.after_underscore();
            return true;
        } else {
            return false;
        }
        self.at += c.len_utf8();
        true
    }

    /// `{12}`, `\phi` or letters after `_`. What is no name stays unread.
    fn after_underscore(&mut self) {
        let font = font(&self.text[self.at..]).unwrap_or(0);
        let rest = &self.text[self.at + font..];
        if font > 0 && !rest.starts_with('{') {
            return;
        }
        if rest.starts_with('{') {
            if let Some((len, pieces)) =
                braced(rest).and_then(|group| Some((group.len(), subscript_pieces(group)?)))
            {
                self.pieces.extend(pieces);
                self.at += font + len + 2;
                self.end = Stop::Here;
            }
        } else if let Some(command) = rest.strip_prefix('\\') {
            let letters = command.bytes().take_while(u8::is_ascii_alphabetic).count();
            if let Some(name) = greek_command(&command[..letters]) {
                self.pieces.push(Piece::Greek(name));
                self.at += 1 + letters;
                self.end = Stop::Here;
            }
        } else {
            // Also after dots and after a command: `ẋ_ab`, `\theta_ab`.
            while let Some(c) = self.peek().filter(|&c| dotted(c).is_none()) {
                if !self.letter(c) {
                    break;
                }
            }
        }
    }

    /// A Latin or Greek letter, with or without dots.
    fn letter(&mut self, c: char) -> bool {
        if let Some((base, dots)) = dotted(c) {
            self.push_letter(base);
            self.dots += dots;
            self.end = Stop::BeforeLetter;
        } else if c.is_ascii_alphabetic() || greek_name(c).is_some() {
            if has_look_alike(c) {
                self.look_alikes.push((c, self.at));
            }
            self.push_letter(c);
        } else {
            return false;
        }
        self.at += c.len_utf8();
        true
    }

    fn push_letter(&mut self, c: char) {
        match greek_name(c) {
            Some(name) => self.pieces.push(Piece::Greek(name)),
            None => self.push(c),
        }
    }

    fn push(&mut self, c: char) {
        match self.pieces.last_mut() {
            Some(Piece::Plain(text)) => text.push(c),
            _ => self.pieces.push(Piece::Plain(c.to_string())),
        }
    }

    fn finish(self) -> Reading {
        let name = join(&self.pieces);
        Reading { name, dots: self.dots, len: self.at, look_alikes: self.look_alikes }
    }
}

/// The pieces of `12`, `x`, `\phi 1` or `roll, x` between the braces of a subscript.
fn subscript_pieces(group: &str) -> Option<Vec<Piece>> {
    let mut reader = Reader::new(group);
    while let Some(c) = reader.peek() {
        if c.is_ascii_digit() {
            reader.push(c);
            reader.at += 1;
        } else if let Some(len) = font(&reader.text[reader.at..]) {
            reader.at += len;
        } else if reader.text[reader.at..].starts_with("\\_") {
            reader.pieces.push(Piece::Underscore);
            reader.at += 2;
        } else if let Some(command) = reader.text[reader.at..].strip_prefix('\\') {
            let letters = command.bytes().take_while(u8::is_ascii_alphabetic).count();
            reader.pieces.push(Piece::Greek(greek_command(&command[..letters])?));
            reader.at += 1 + letters;
        } else if matches!(c, ' ' | '{' | '}') {
            reader.at += 1;
        } else if matches!(c, '_' | ',') {
            reader.pieces.push(Piece::Underscore);
            reader.at += 1;
        } else if !reader.letter(c) {
            return None;
        }
    }
    (reader.dots == 0 && !reader.pieces.is_empty()).then_some(reader.pieces)
}

/// Pieces as one ASCII name. A mixture such as `bη` would spell the name of another letter
/// (`beta`); its pieces are kept apart by `_`.
fn join(pieces: &[Piece]) -> String {
    let mut name = String::new();
    for segment in pieces.split(|p| matches!(p, Piece::Underscore)) {
        if !name.is_empty() || segment.is_empty() {
            name.push('_');
        }
        let parts: Vec<&str> = segment.iter().map(Piece::text).collect();
        let word = parts.concat();
        let collides = parts.len() > 1 && greek_letter(&word).is_some();
        name.push_str(&if collides { parts.join("_") } else { word });
    }
    name
}

impl Piece {
    fn text(&self) -> &str {
        match self {
            Piece::Plain(text) => text,
            Piece::Greek(name) => name,
            Piece::Underscore => "_",
        }
    }
}

#[cfg(test)]
mod tests;
