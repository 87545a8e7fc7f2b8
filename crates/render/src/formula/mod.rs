//! A printed formula, given in LaTeX, as one line of Unicode: `\frac{d}{dt}\frac{\partial L}{\partial
//! \dot q_i}` becomes `d/dt ∂L/∂q̇ᵢ`.
//!
//! It is for formulas that are quoted and looked at: sums, integrals, variations, tensors. Nothing is
//! computed with them, so letters mean nothing here and the model language is not asked. A command
//! that is not in `signs` is an error, so that a test can read every formula of a table.
//!
//! ```text
//! \dot q, \ddot q       q̇, q̈            a mark over the letter
//! a_{ij}, q^2           aᵢⱼ, q²         where there are such characters; else a_λ, q_(i λ)
//! \frac{m}{2}, \frac12  m/2, ½          brackets where a sum is divided, or several factors divide
//! \sin^2\theta, 2m      sin²θ, 2 m      factors stand apart, arguments in brackets as they are written
//! \partial L, \delta q, dt              a prefix joins what follows without a space in the source
//! ```

mod signs;
mod small;

use crate::name::{dots_of, with_dots};
use signs::{Sign, sign};
use small::{lowered, raised};

/// Why a formula is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// A command that is not known.
    #[error("`\\{0}` is not known in formulas")]
    Unknown(String),
    /// A group or an environment without its end, or an end without its beginning.
    #[error("a bracket or an environment is not closed")]
    Unclosed,
}

/// The formula in one line.
///
/// ```
/// use alembert_render::formula;
/// let weight = r"\sum_{j=1}^m\lambda_j a^j_i(q)\dot q^i=0";
/// assert_eq!(formula::line(weight)?, "Σⱼ₌₁ᵐ λⱼ aʲᵢ(q) q̇ⁱ = 0");
/// assert!(formula::line(r"\sheep").is_err());
/// # Ok::<(), formula::FormulaError>(())
/// ```
///
/// # Errors
/// A command that is not known, or a group that is not closed.
pub fn line(latex: &str) -> Result<String, FormulaError> {
    let mut reader = Reader { rest: latex };
    let written = reader.row(&[])?;
    if reader.rest.is_empty() {
        Ok(written.text.trim().to_owned())
    } else {
        Err(FormulaError::Unclosed)
    }
}

/// How tightly what was written holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    /// A sum, a difference, an equation.
    Loose,
    /// Several factors.
    Factors,
    /// One letter, number or bracket.
    One,
}

/// What was written of a group.
struct Written {
    text: String,
    hold: Hold,
}

/// What stands before the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// Nothing, an opening bracket, or a sign of its own: no space follows.
    Open,
    /// A prefix such as ∂, δ or d, which joins what follows.
    Prefix,
    /// A binary sign, or a comma, behind which there is a space already.
    Operator,
    /// A factor.
    Factor,
    /// The name of a function.
    Function,
}

/// A line that grows piece by piece.
struct Row {
    text: String,
    before: Before,
    factors: usize,
    loose: bool,
    depth: usize,
}

impl Row {
    fn new() -> Row {
        Row { text: String::new(), before: Before::Open, factors: 0, loose: false, depth: 0 }
    }

    /// Adds a factor; factors stand apart.
    fn factor(&mut self, text: &str, after: Before) {
        let apart = match self.before {
            Before::Factor => !self.text.ends_with(' '),
            Before::Function => self.text.ends_with(char::is_alphabetic),
            Before::Open | Before::Prefix | Before::Operator => false,
        };
        if apart {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.factors += usize::from(after != Before::Prefix && self.depth == 0);
        self.before = after;
    }

    /// Adds a sign with spaces around it, or without at the beginning.
    fn operator(&mut self, sign: &str) {
        let binary = matches!(self.before, Before::Factor | Before::Function);
        self.loose |= self.depth == 0 && !matches!(sign, "·" | "×");
        if binary {
            self.text.push_str(&format!(" {sign} "));
            self.before = Before::Operator;
        } else {
            self.text.push_str(sign);
            self.before = Before::Open;
        }
    }

    /// Adds what ends without a space, such as an index or a closing bracket.
    fn join(&mut self, text: &str) {
        self.text.push_str(text);
        if self.before != Before::Function {
            self.before = Before::Factor;
        }
    }

    /// Adds an opening bracket; a factor in brackets stands apart where the source has a space.
    fn open(&mut self, bracket: char, spaced: bool) {
        if self.before == Before::Factor && spaced && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        self.text.push(bracket);
        self.factors += usize::from(self.depth == 0);
        self.depth += 1;
        self.before = Before::Open;
    }

    /// Adds a closing bracket.
    fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        self.text.push(bracket);
        self.before = Before::Factor;
    }

    /// Adds a comma or the like.
    fn separate(&mut self, sign: char) {
        self.text.push_str(&format!("{sign} "));
        self.loose |= self.depth == 0;
        self.before = Before::Operator;
    }

    fn written(self) -> Written {
        let hold = match (self.loose, self.factors) {
            (true, _) => Hold::Loose,
            (false, 0 | 1) => Hold::One,
            (false, _) => Hold::Factors,
        };
        Written { text: self.text, hold }
    }
}

/// The formula that is still to be read.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_spaces(&mut self) -> bool {
        let trimmed = self.rest.trim_start();
        let skipped = trimmed.len() < self.rest.len();
        self.rest = trimmed;
        skipped
    }

    /// Up to one of these ends, which is read, or to the end of the formula.
    fn row(&mut self, ends: &[&str]) -> Result<Written, FormulaError> {
        let mut row = Row::new();
        loop {
            let spaced = self.skip_spaces();
            if let Some(end) = ends.iter().find(|&&end| self.rest.starts_with(end)) {
                self.rest = &self.rest[end.len()..];
                return Ok(row.written());
            }
            let Some(next) = self.rest.chars().next() else {
                return if ends.is_empty() {
                    Ok(row.written())
                } else {
                    Err(FormulaError::Unclosed)
                };
            };
            match next {
                '}' => {
                    return if ends.is_empty() {
                        Ok(row.written())
                    } else {
                        Err(FormulaError::Unclosed)
                    };
                }
                '\\' => self.command(&mut row, spaced)?,
                _ => self.character(next, &mut row, spaced)?,
            }
        }
    }

    fn take(&mut self, next: char) {
        self.rest = &self.rest[next.len_utf8()..];
    }

    fn character(&mut self, next: char, row: &mut Row, spaced: bool) -> Result<(), FormulaError> {
        match next {
            '{' => self.group(row)?,
            '^' | '_' => self.index(next, row)?,
            _ if next.is_ascii_digit() => self.number(row),
            _ if next.is_alphabetic() => self.letter(next, row),
            _ => {
                self.take(next);
                punctuation(next, row, spaced);
            }
        }
        Ok(())
    }

    /// A group; behind an empty one an index may stand before its letter.
    fn group(&mut self, row: &mut Row) -> Result<(), FormulaError> {
        let group = self.argument()?;
        let after = if group.text.is_empty() { Before::Prefix } else { Before::Factor };
        row.factor(&group.text, after);
        Ok(())
    }

    fn index(&mut self, sign: char, row: &mut Row) -> Result<(), FormulaError> {
        self.take(sign);
        let group = self.argument()?.text;
        let before = row.before;
        row.join(&if sign == '^' { raised(&group) } else { lowered(&group) });
        if before == Before::Prefix {
            row.before = before;
        }
        Ok(())
    }

    /// Digits stand together, with a point between them.
    fn number(&mut self, row: &mut Row) {
        let digits = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, rest) = self.rest.split_at(digits.unwrap_or(self.rest.len()));
        row.factor(number, Before::Factor);
        self.rest = rest;
    }

    /// A letter; `d` is a differential where a letter follows at once.
    fn letter(&mut self, next: char, row: &mut Row) {
        self.take(next);
        let differential = next == 'd'
            && self.rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '\\' || c == '^');
        row.factor(&next.to_string(), if differential { Before::Prefix } else { Before::Factor });
    }

    /// A group, a command or one character.
    fn argument(&mut self) -> Result<Written, FormulaError> {
        self.skip_spaces();
        if let Some(rest) = self.rest.strip_prefix('{') {
            self.rest = rest;
            return self.row(&["}"]);
        }
        let mut row = Row::new();
        match self.rest.chars().next() {
            None => return Err(FormulaError::Unclosed),
            Some('\\') => self.command(&mut row, false)?,
            Some(next) => {
                self.take(next);
                row.factor(&next.to_string(), Before::Factor);
            }
        }
        Ok(row.written())
    }

    fn command(&mut self, row: &mut Row, spaced: bool) -> Result<(), FormulaError> {
        let name = self.name();
        match sign(&name).ok_or(FormulaError::Unknown(name))? {
            Sign::Letter(text) => row.factor(text, Before::Factor),
            Sign::Prefix(text) => row.factor(text, Before::Prefix),
            Sign::Function(text) => row.factor(text, Before::Function),
            Sign::Big(text) => row.factor(text, Before::Factor),
            Sign::Operator(text) => row.operator(text),
            Sign::Open(text) => row.open(text, spaced),
            Sign::Close(text) => row.close(text),
            Sign::Space(text) => row.text.push_str(text),
            Sign::Mark(mark) => {
                let letter = self.argument()?.text;
                row.factor(&marked(&letter, mark), Before::Factor);
            }
            Sign::Plain => {
                let group = self.argument()?.text;
                row.factor(&group, Before::Factor);
            }
            Sign::Words => {
                let words = self.words()?;
                row.text.push_str(&words);
                row.before = Before::Open;
                row.loose = true;
            }
            Sign::Root => {
                let group = self.argument()?;
                row.factor(&format!("√{}", held(&group, Hold::One)), Before::Factor);
            }
            Sign::Fraction => {
                let (above, below) = (self.argument()?, self.argument()?);
                row.factor(&fraction(&above, &below), Before::Factor);
            }
            Sign::Over => {
                let (above, below) = (self.argument()?.text, self.argument()?.text);
                row.factor(&format!("{}{below}", raised(&above)), Before::Factor);
            }
            Sign::Size => self.size(row, spaced)?,
            Sign::Begin => self.environment(row)?,
        }
        Ok(())
    }

    /// The name of a command: letters, or one sign.
    fn name(&mut self) -> String {
        let rest = &self.rest[1..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length =
            if letters > 0 { letters } else { rest.chars().next().map_or(0, char::len_utf8) };
        let (name, rest) = rest.split_at(length);
        self.rest = rest;
        name.to_owned()
    }

    /// What stands in braces, as it is.
    fn words(&mut self) -> Result<String, FormulaError> {
        let inner = self.rest.strip_prefix('{').ok_or(FormulaError::Unclosed)?;
        let (words, rest) = inner.split_once('}').ok_or(FormulaError::Unclosed)?;
        self.rest = rest;
        Ok(words.to_owned())
    }

    /// The bracket behind `\left` or `\right`; a point is none.
    fn size(&mut self, row: &mut Row, spaced: bool) -> Result<(), FormulaError> {
        self.skip_spaces();
        if let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            return Ok(());
        }
        let Some(next) = self.rest.chars().next() else { return Err(FormulaError::Unclosed) };
        if next == '\\' { self.command(row, spaced) } else { self.character(next, row, spaced) }
    }

    /// A matrix, `(1, 0; 0, 1)`, or lines one after the other.
    fn environment(&mut self, row: &mut Row) -> Result<(), FormulaError> {
        let name = self.words()?;
        let end = format!("\\end{{{name}}}");
        let mut text = String::new();
        loop {
            let cell = self.cell(&end)?;
            text.push_str(cell.0.trim());
            match cell.1 {
                Stop::Cell => text.push_str(", "),
                Stop::Line => text.push_str("; "),
                Stop::End => break,
            }
        }
        let matrix = name.ends_with("matrix");
        let text = if matrix { format!("({text})") } else { text };
        row.factor(&text, Before::Factor);
        row.loose |= !matrix;
        Ok(())
    }

    fn cell(&mut self, end: &str) -> Result<(String, Stop), FormulaError> {
        let before = self.rest;
        let written = self.row(&["&", r"\\", end])?;
        let read = &before[..before.len() - self.rest.len()];
        let stop = if read.ends_with('&') {
            Stop::Cell
        } else if read.ends_with(r"\\") {
            Stop::Line
        } else {
            Stop::End
        };
        Ok((written.text, stop))
    }
}

/// Where a cell of a matrix ends.
enum Stop {
    Cell,
    Line,
    End,
}

fn punctuation(sign: char, row: &mut Row, spaced: bool) {
    match sign {
        '(' | '[' => row.open(sign, spaced),
        ')' | ']' => row.close(sign),
        ',' | ';' | ':' => row.separate(sign),
        '/' => {
            row.join("/");
            row.before = Before::Prefix;
        }
        '-' => row.operator("−"),
        '+' | '=' => row.operator(&sign.to_string()),
        _ => row.join(&sign.to_string()),
    }
}

/// The letter with a mark over its first character.
fn marked(letter: &str, mark: &str) -> String {
    let first = letter.chars().next().map_or(0, char::len_utf8);
    let dots = mark.chars().next().and_then(dots_of);
    let one = letter[..first].chars().next().zip(dots).and_then(|(c, dots)| with_dots(c, dots));
    if let Some(one) = one {
        return one + &letter[first..];
    }
    let marks = letter[first..].chars().take_while(|c| ('\u{300}'..='\u{36f}').contains(c));
    let end = first + marks.map(char::len_utf8).sum::<usize>();
    format!("{}{mark}{}", &letter[..end], &letter[end..])
}

fn held(written: &Written, least: Hold) -> String {
    if written.hold < least { format!("({})", written.text) } else { written.text.clone() }
}

/// `½`, or one over the other with the brackets that are needed.
fn fraction(above: &Written, below: &Written) -> String {
    let vulgar = [
        ("1", "2", "½"),
        ("1", "3", "⅓"),
        ("2", "3", "⅔"),
        ("1", "4", "¼"),
        ("1", "5", "⅕"),
        ("2", "5", "⅖"),
    ];
    if let Some(row) = vulgar.iter().find(|row| row.0 == above.text && row.1 == below.text) {
        return row.2.to_owned();
    }
    format!("{}/{}", held(above, Hold::Factors), held(below, Hold::One))
}
