//! A small reader of the model language's expressions, written for these tests from its grammar
//! alone: both spellings, juxtaposition, functions without brackets, bars, superscripts, dots.
//! What the language refuses (`a/2b`, `cos φ²`, two adjacent numbers), it refuses too.

use alembert_algebra::{Elementary, Expr, Function, Kind, Rational, apply, rate};

/// What an expression can be read as.
pub(crate) trait Value: Sized + Clone {
    fn number(r: Rational) -> Self;
    fn name(name: &str, dots: u32) -> Self;
    fn add(self, other: Self) -> Self;
    /// The product of all factors, made in one go.
    fn product(factors: &[Self]) -> Self;
    fn power(self, exponent: Self) -> Self;
    fn call(function: &str, arguments: &[Self]) -> Self;
    fn rate(self) -> Self;
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(Rational),
    Name { text: String, dots: u32 },
    Super(i64),
    Sign(char),
}

/// A token, and whether a blank stands before it.
type Spaced = (Token, bool);

const GREEK: &str = "α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa \
    λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega Γ Gamma \
    Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega";
const DOTTED: &str = "ȧa ḃb ċc ḋd ėe ḟf ġg ḣh ṁm ṅn ȯo ṗp ṙr ṡs ṫt ẇw ẋx ẏy żz ȦA ḂB ĊC ḊD ĖE ḞF ĠG \
    ḢH ṀM ṄN ȮO ṖP ṘR ṠS ṪT ẆW ẊX ẎY ŻZ";
const TWICE_DOTTED: &str = "äa ëe ḧh öo ẗt üu ẅw ẍx ÿy ÄA ËE ḦH ÖO ÜU ẄW ẌX ŸY";
const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SUBSCRIPTS: &str = "₀₁₂₃₄₅₆₇₈₉";
const VULGAR: &str =
    "½ 1 2 ⅓ 1 3 ⅔ 2 3 ¼ 1 4 ¾ 3 4 ⅕ 1 5 ⅖ 2 5 ⅗ 3 5 ⅘ 4 5 ⅙ 1 6 ⅚ 5 6 ⅛ 1 8 ⅜ 3 8 ⅝ 5 8 ⅞ 7 8";
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
    "atanh", "exp", "log", "sqrt", "abs", "sign", "f", "V", "v",
];

fn digit_in(row: &str, c: char) -> Option<usize> {
    row.chars().position(|d| d == c)
}

/// The plain letter and the number of dots that a character stands for.
fn undotted(c: char) -> (char, u32) {
    if c.is_ascii() {
        return (c, 0);
    }
    for (row, dots) in [(DOTTED, 1), (TWICE_DOTTED, 2)] {
        for pair in row.split_whitespace() {
            let letters: Vec<char> = pair.chars().collect();
            if letters[0] == c {
                return (letters[1], dots);
            }
        }
    }
    (c, 0)
}

fn in_ascii(c: char) -> String {
    if c.is_ascii() {
        return c.to_string();
    }
    let words: Vec<&str> = GREEK.split_whitespace().collect();
    let row = words.chunks(2).find(|row| row[0].starts_with(c));
    row.map_or_else(|| c.to_string(), |row| row[1].to_owned())
}

fn vulgar(c: char) -> Option<Rational> {
    if c.is_ascii() {
        return None;
    }
    let words: Vec<&str> = VULGAR.split_whitespace().collect();
    let row = words.chunks(3).find(|row| row[0].starts_with(c))?;
    Some(Rational::ratio(row[1].parse().unwrap(), row[2].parse().unwrap()))
}

fn tokens(text: &str) -> Result<Vec<Spaced>, String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut i, mut spaced) = (Vec::new(), 0, false);
    while i < chars.len() {
        let c = chars[i];
        let start = i;
        i += 1;
        let token = if c.is_whitespace() {
            spaced = true;
            continue;
        } else if let Some(r) = vulgar(c) {
            Token::Number(r)
        } else if c.is_ascii_digit() {
            i = start + number_length(&chars[start..]);
            let digits: String = chars[start..i].iter().collect();
            Token::Number(Rational::from_decimal(&digits).ok_or("bad number")?)
        } else if digit_in(SUPERSCRIPTS, c).is_some() {
            let mut value = 0;
            i = start;
            while let Some(d) = chars.get(i).and_then(|&c| digit_in(SUPERSCRIPTS, c)) {
                value = 10 * value + i64::try_from(d).unwrap();
                i += 1;
            }
            Token::Super(value)
        } else if c.is_alphabetic() {
            let (name, length) = name(&chars[start..]);
            i = start + length;
            name
        } else {
            Token::Sign(c)
        };
        found.push((token, spaced));
        spaced = false;
    }
    Ok(found)
}

/// Digits, and an exponent if digits follow it: `2e3` is a number.
fn number_length(chars: &[char]) -> usize {
    let digits = |from: usize| chars[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mantissa = digits(0);
    match chars.get(mantissa) {
        Some('e' | 'E') if digits(mantissa + 1) > 0 => mantissa + 1 + digits(mantissa + 1),
        _ => mantissa,
    }
}

fn name(chars: &[char]) -> (Token, usize) {
    let (mut text, mut dots, mut length, mut below) = (String::new(), 0, 0, false);
    for &c in chars {
        if let Some(d) = digit_in(SUBSCRIPTS, c) {
            if !below {
                text.push('_');
            }
            below = true;
            text.push_str(&d.to_string());
        } else if c.is_alphabetic() || c.is_ascii_digit() || c == '_' {
            let (letter, marks) = undotted(c);
            dots += marks;
            text.push_str(&in_ascii(letter));
            below = false;
        } else {
            match c {
                '\u{307}' => dots += 1,
                '\u{308}' => dots += 2,
                '\u{20DB}' => dots += 3,
                _ => break,
            }
        }
        length += 1;
    }
    (Token::Name { text, dots }, length)
}

struct Reader {
    tokens: Vec<Spaced>,
    at: usize,
    bar_open: bool,
}

/// The value of the text, or why the language refuses it.
pub(crate) fn read<V: Value>(text: &str) -> Result<V, String> {
    let mut reader = Reader { tokens: tokens(text)?, at: 0, bar_open: false };
    let value = reader.expr()?;
    match reader.peek() {
        None => Ok(value),
        Some(token) => Err(format!("{token:?} is left over in {text}")),
    }
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    fn next_is(&self, sign: char) -> bool {
        self.peek() == Some(&Token::Sign(sign))
    }

    fn eat(&mut self, signs: &[char]) -> Option<char> {
        let sign = signs.iter().copied().find(|&s| self.next_is(s))?;
        self.at += 1;
        Some(sign)
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        self.eat(&[sign]).map(|_| ()).ok_or(format!("expected {sign} at {}", self.at))
    }

    fn expr<V: Value>(&mut self) -> Result<V, String> {
        let mut value: V = self.term()?;
        while let Some(sign) = self.eat(&['+', '-', '−']) {
            let term = self.term()?;
            value = value.add(if sign == '+' { term } else { negative(term) });
        }
        Ok(value)
    }

    fn term<V: Value>(&mut self) -> Result<V, String> {
        let mut factors: Vec<V> = Vec::new();
        while self.next_is('-') || self.next_is('−') {
            self.at += 1;
            factors.push(V::number(Rational::MINUS_ONE));
        }
        factors.push(self.unary()?);
        loop {
            if self.eat(&['*', '·', '×']).is_some() {
                factors.push(self.unary()?);
            } else if self.eat(&['/']).is_some() {
                self.refuse_ambiguous_slash()?;
                factors.push(self.unary::<V>()?.power(V::number(Rational::MINUS_ONE)));
            } else if self.starts_a_factor() {
                self.refuse_adjacent_numbers()?;
                factors.push(self.power()?);
            } else {
                return Ok(V::product(&factors));
            }
        }
    }

    fn refuse_ambiguous_slash(&self) -> Result<(), String> {
        match self.tokens.get(self.at..self.at + 2) {
            Some([(Token::Number(_), _), (Token::Name { .. }, false)]) => Err("a/2b".into()),
            _ => Ok(()),
        }
    }

    fn refuse_adjacent_numbers(&self) -> Result<(), String> {
        match &self.tokens[self.at - 1..=self.at] {
            [(Token::Number(_), _), (Token::Number(_), _)] => Err("two adjacent numbers".into()),
            _ => Ok(()),
        }
    }

    fn starts_a_factor(&self) -> bool {
        match self.peek() {
            Some(Token::Number(_) | Token::Name { .. }) => true,
            Some(Token::Sign('|')) => !self.bar_open,
            Some(Token::Sign(c)) => matches!(c, '(' | '√'),
            _ => false,
        }
    }

    fn unary<V: Value>(&mut self) -> Result<V, String> {
        match self.eat(&['-', '−', '+']) {
            Some('+') => self.unary(),
            Some(_) => Ok(negative(self.unary()?)),
            None => self.power(),
        }
    }

    fn power<V: Value>(&mut self) -> Result<V, String> {
        let base: V = self.postfix()?;
        match self.exponent()? {
            Some(exponent) => Ok(base.power(exponent)),
            None => Ok(base),
        }
    }

    fn exponent<V: Value>(&mut self) -> Result<Option<V>, String> {
        if let Some(&Token::Super(n)) = self.peek() {
            self.at += 1;
            return Ok(Some(V::number(n.into())));
        }
        if self.eat(&['^']).is_some() { self.unary().map(Some) } else { Ok(None) }
    }

    fn postfix<V: Value>(&mut self) -> Result<V, String> {
        if let Some(Token::Name { text, dots }) = self.peek().cloned()
            && !FUNCTIONS.contains(&&*text)
        {
            self.at += 1;
            let mut primes = dots;
            while self.eat(&['\'']).is_some() {
                primes += 1;
            }
            return Ok(V::name(&text, primes));
        }
        let mut value: V = self.primary()?;
        while self.eat(&['\'']).is_some() {
            value = value.rate();
        }
        Ok(value)
    }

    fn primary<V: Value>(&mut self) -> Result<V, String> {
        let token = self.peek().cloned().ok_or("an expression is missing")?;
        self.at += 1;
        match token {
            Token::Number(r) => Ok(V::number(r)),
            Token::Name { text, .. } => self.function(&text),
            Token::Sign('(') => self.bracketed(Self::expr, ')'),
            Token::Sign('|') => {
                self.bar_open = true;
                let value = self.expr()?;
                self.expect('|')?;
                self.bar_open = false;
                Ok(V::call("abs", &[value]))
            }
            Token::Sign('√') => Ok(V::call("sqrt", &[self.postfix()?])),
            token => Err(format!("unexpected {token:?}")),
        }
    }

    /// Inside brackets bars start afresh.
    fn bracketed<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, String>,
        close: char,
    ) -> Result<T, String> {
        let outer = std::mem::replace(&mut self.bar_open, false);
        let value = inner(self)?;
        self.expect(close)?;
        self.bar_open = outer;
        Ok(value)
    }

    fn function<V: Value>(&mut self, name: &str) -> Result<V, String> {
        let exponent: Option<V> = self.exponent()?;
        let arguments: Vec<V> = if self.eat(&['(']).is_some() {
            self.bracketed(Self::list, ')')?
        } else {
            vec![self.bare_argument()?]
        };
        let value = V::call(name, &arguments);
        Ok(match exponent {
            Some(exponent) => value.power(exponent),
            None => value,
        })
    }

    fn list<V: Value>(&mut self) -> Result<Vec<V>, String> {
        let mut list = vec![self.expr()?];
        while self.eat(&[',']).is_some() {
            list.push(self.expr()?);
        }
        Ok(list)
    }

    fn bare_argument<V: Value>(&mut self) -> Result<V, String> {
        let number = match (self.peek().cloned(), self.tokens.get(self.at + 1)) {
            (Some(Token::Number(r)), Some((Token::Name { .. }, _))) => {
                self.at += 1;
                V::number(r)
            }
            _ => V::number(Rational::ONE),
        };
        let factor: V = self.postfix()?;
        match self.peek() {
            Some(Token::Super(_) | Token::Sign('^')) => Err("cos φ² is ambiguous".into()),
            _ => Ok(V::product(&[number, factor])),
        }
    }
}

fn negative<V: Value>(value: V) -> V {
    V::product(&[V::number(Rational::MINUS_ONE), value])
}

/// The symbols of the tests: Greek and late letters are coordinates, `lambda…` multipliers, `u`
/// an input, the rest parameters.
impl Value for Expr {
    fn number(r: Rational) -> Self {
        Self::number(r)
    }

    fn name(name: &str, dots: u32) -> Self {
        let coordinates = ["x", "y", "z", "theta", "phi", "psi", "theta_1", "e3", "xb"];
        let kind = match name {
            "t" => return Self::time(),
            "pi" => return Self::pi(),
            "u" => Kind::Input,
            _ if coordinates.contains(&name) => Kind::Coordinate,
            _ if name.starts_with("lambda") => Kind::Multiplier,
            _ => Kind::Parameter { positive: false },
        };
        Self::symbol(name, kind, dots)
    }

    fn add(self, other: Self) -> Self {
        self + other
    }

    fn product(factors: &[Self]) -> Self {
        Self::product(factors.iter().copied())
    }

    fn power(self, exponent: Self) -> Self {
        self.pow(&exponent.as_number().expect("the exponents of the tests are numbers"))
    }

    fn call(function: &str, arguments: &[Self]) -> Self {
        match Elementary::named(function) {
            Some(f) => apply(f, arguments),
            None if function == "sqrt" => arguments[0].sqrt(),
            None => apply(Function::unspecified(function, arguments.len()), arguments),
        }
    }

    fn rate(self) -> Self {
        rate(self)
    }
}
