//! The compact protocol of Thrift, as far as Parquet needs it: structures of integers, texts and lists.
//!
//! ```text
//! integer   zigzag(i) = 2i for i ≥ 0, −2i − 1 otherwise, in groups of 7 bits, the lowest first     (1)
//! field     one byte, 16 × (number − last number) + type; then its value                           (2)
//! list      one byte, 16 × length + type for less than 15 items, else 240 + type and the length    (3)
//! text      its length in bytes, not zigzagged, then UTF-8                                         (4)
//! ```
//!
//! A structure ends with a byte of 0. Field numbers rise by less than 16 in every structure of Parquet,
//! so that the long form of (2) is not needed.

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Compact {
    I32(i64),
    I64(i64),
    Text(String),
    Struct(Struct),
    Integers(Vec<i64>),
    Texts(Vec<String>),
    Structs(Vec<Struct>),
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Compact {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    fn kind(&self) -> u8 {
        match self {
            Self::I32(_) => I32,
            Self::I64(_) => I64,
            Self::Text(_) => BINARY,
            Self::Struct(_) => STRUCT,
            Self::Integers(_) | Self::Texts(_) | Self::Structs(_) => LIST,
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::I32(i) | Self::I64(i) => integer(out, *i),
            Self::Text(text) => text_bytes(out, text),
            Self::Struct(inner) => out.extend(inner.clone().finish()),
            Self::Integers(list) => {
                list_head(out, list.len(), I32);
                list.iter().for_each(|&i| integer(out, i));
            }
            Self::Texts(list) => {
                list_head(out, list.len(), BINARY);
                list.iter().for_each(|text| text_bytes(out, text));
            }
            Self::Structs(list) => {
                list_head(out, list.len(), STRUCT);
                list.iter().for_each(|inner| out.extend(inner.clone().finish()));
            }
        }
    }
}

/// A structure that is being written; fields come in the order of their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn field(mut self, number: u8, value: &Compact) -> Self {
        self.bytes.push((number - self.last) << 4 | value.kind()); // (2)
        self.last = number;
        value.write(&mut self.bytes);
        self
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Groups of 7 bits.
fn groups(out: &mut Vec<u8>, mut n: u64) {
    loop {
        let [low, ..] = n.to_le_bytes();
        n >>= 7;
        if n == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

/// Equation (1).
fn integer(out: &mut Vec<u8>, i: i64) {
    groups(out, ((i << 1) ^ (i >> 63)).cast_unsigned());
}

/// Equation (3).
fn list_head(out: &mut Vec<u8>, length: usize, kind: u8) {
    match u8::try_from(length) {
        Ok(short) if short < 15 => out.push(short << 4 | kind),
        _ => {
            out.push(0xf0 | kind);
            groups(out, length as u64);
        }
    }
}

/// Equation (4).
fn text_bytes(out: &mut Vec<u8>, text: &str) {
    groups(out, text.len() as u64);
    out.extend(text.as_bytes());
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What a reader finds.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Found {
        Int(i64),
        Text(String),
        List(Vec<Found>),
        Struct(Vec<(u8, Found)>),
    }

    impl Found {
        pub(crate) fn part(&self, number: u8) -> &Found {
            let Found::Struct(fields) = self else { panic!("{self:?} is no structure") };
            let field = fields.iter().find(|f| f.0 == number);
            &field.unwrap_or_else(|| panic!("no field {number} in {self:?}")).1
        }

        pub(crate) fn int(&self, number: u8) -> i64 {
            let Found::Int(i) = self.part(number) else { panic!("{self:?}") };
            *i
        }

        pub(crate) fn list(&self, number: u8) -> &[Found] {
            let Found::List(list) = self.part(number) else { panic!("{self:?}") };
            list
        }

        pub(crate) fn text(&self) -> &str {
            let Found::Text(text) = self else { panic!("{self:?}") };
            text
        }
    }

    /// A reader that was written from the definition of the protocol, and not from the writer.
    struct Reader<'a> {
        bytes: &'a [u8],
        at: usize,
    }

    impl Reader<'_> {
        fn byte(&mut self) -> u8 {
            self.at += 1;
            self.bytes[self.at - 1]
        }

        fn unsigned(&mut self) -> u64 {
            let (mut n, mut shift) = (0, 0);
            loop {
                let byte = self.byte();
                n |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    return n;
                }
            }
        }

        fn value(&mut self, kind: u8) -> Found {
            match kind {
                5 | 6 => {
                    let n = self.unsigned();
                    let half = i64::try_from(n / 2).unwrap();
                    Found::Int(if n & 1 == 0 { half } else { -half - 1 })
                }
                8 => {
                    let length = usize::try_from(self.unsigned()).unwrap();
                    self.at += length;
                    let text = &self.bytes[self.at - length..self.at];
                    Found::Text(String::from_utf8(text.to_vec()).unwrap())
                }
                9 => {
                    let head = self.byte();
                    let short = u64::from(head / 16);
                    let length = if short == 15 { self.unsigned() } else { short };
                    Found::List((0..length).map(|_| self.value(head % 16)).collect())
                }
                12 => self.structure(),
                _ => panic!("type {kind} at byte {}", self.at),
            }
        }

        fn structure(&mut self) -> Found {
            let (mut fields, mut number) = (Vec::new(), 0);
            loop {
                let head = self.byte();
                if head == 0 {
                    return Found::Struct(fields);
                }
                number += head / 16;
                let value = self.value(head % 16);
                fields.push((number, value));
            }
        }
    }

    /// The structure at the beginning of some bytes, and how many it has.
    pub(crate) fn read(bytes: &[u8]) -> (Found, usize) {
        let mut reader = Reader { bytes, at: 0 };
        (reader.structure(), reader.at)
    }

    #[test]
    fn values_read_back_as_they_were() {
        let ints = vec![0, -1, 1, 63, 64, -64, -65, 300, i64::MAX, i64::MIN];
        for &i in &ints {
            let bytes = Struct::new().field(3, &Compact::I64(i)).finish();
            assert_eq!(read(&bytes).0.int(3), i);
        }
        let long: Vec<String> = (0..40).map(|k| format!("ψ{k}")).collect();
        let bytes = Struct::new()
            .field(1, &Compact::Integers(ints.clone()))
            .field(9, &Compact::Texts(long.clone()))
            .finish();
        let (found, used) = read(&bytes);
        assert_eq!(used, bytes.len());
        assert_eq!(found.list(1), ints.iter().map(|&i| Found::Int(i)).collect::<Vec<_>>());
        let texts: Vec<&str> = found.list(9).iter().map(Found::text).collect();
        assert_eq!(texts, long);
    }

    #[test]
    fn the_bytes_are_those_of_the_protocol() {
        let inner = Struct::new().field(2, &Compact::I32(-2));
        let whole = Struct::new().field(1, &Compact::text("ab")).field(4, &Compact::Struct(inner));
        assert_eq!(whole.finish(), [0x18, 2, b'a', b'b', 0x3c, 0x25, 3, 0, 0]);
    }
}
