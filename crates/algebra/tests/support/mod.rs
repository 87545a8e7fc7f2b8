//! A small reader of ASCII formulas, so that tests can be written as formulas.
//!
//! Names are coordinates with primes as dots, except `m k g al J I Om kap c`, which are parameters,
//! `R`, which is a positive one, and `lambda_…`, which are multipliers; `f(…)`, `V(…)` are
//! unspecified functions.

use alembert_algebra::{Elementary, Expr, Function, Kind, Rational, apply};

/// The expression that the text stands for.
pub(crate) fn read(text: &str) -> Expr {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let e = reader.sum();
    assert_eq!(reader.peek(), None, "unread text in {text}");
    e
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, c: u8) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn while_true(&mut self, keep: impl Fn(u8) -> bool) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|&c| keep(c)) {
            self.at += 1;
        }
        String::from_utf8(self.text[start..self.at].to_vec()).expect("well-formed test input")
    }

    fn sum(&mut self) -> Expr {
        let mut e = self.product();
        loop {
            if self.take(b'+') {
                e = e + self.product();
            } else if self.take(b'-') {
                e = e - self.product();
            } else {
                return e;
            }
        }
    }

    fn product(&mut self) -> Expr {
        let mut e = self.power();
        loop {
            if self.take(b'*') {
                e = e * self.power();
            } else if self.take(b'/') {
                e = e / self.power();
            } else {
                return e;
            }
        }
    }

    fn power(&mut self) -> Expr {
        if self.take(b'-') {
            return -self.power();
        }
        let base = self.atom();
        if self.take(b'^') {
            let exponent = self.power().as_number().expect("a number as exponent");
            return base.pow(&exponent);
        }
        base
    }

    fn atom(&mut self) -> Expr {
        if self.take(b'(') {
            let e = self.sum();
            assert!(self.take(b')'), "a closing bracket");
            return e;
        }
        let first = self.peek().expect("an expression");
        if first.is_ascii_digit() {
            let digits = self.while_true(|c| c.is_ascii_digit() || c == b'.');
            return Expr::number(Rational::from_decimal(&digits).expect("well-formed test input"));
        }
        let name = self.while_true(|c| c.is_ascii_alphanumeric() || c == b'_');
        let primes =
            u32::try_from(self.while_true(|c| c == b'\'').len()).expect("well-formed test input");
        if primes == 0 && self.take(b'(') {
            return self.call(&name);
        }
        match name.as_str() {
            "pi" => Expr::pi(),
            "t" => Expr::time(),
            "m" | "k" | "g" | "al" | "J" | "I" | "Om" | "kap" | "c" => {
                Expr::symbol(&name, Kind::Parameter { positive: false }, 0)
            }
            "R" => Expr::symbol(&name, Kind::Parameter { positive: true }, 0),
            _ if name.starts_with("lambda_") => Expr::symbol(&name, Kind::Multiplier, primes),
            _ => Expr::symbol(&name, Kind::Coordinate, primes),
        }
    }

    fn call(&mut self, name: &str) -> Expr {
        let mut arguments = vec![self.sum()];
        while self.take(b',') {
            arguments.push(self.sum());
        }
        assert!(self.take(b')'), "a closing bracket");
        match (name, Elementary::named(name)) {
            ("sqrt", _) => arguments[0].sqrt(),
            (_, Some(f)) => apply(f, &arguments),
            _ => apply(Function::unspecified(name, arguments.len()), &arguments),
        }
    }
}
