//! Units with their powers of kg, m, s, A, K, mol, cd.
//!
//! Source: The International System of Units, 9th edition (BIPM 2019): base units, derived units with
//! special names, prefixes, and some of the units accepted for use with the SI.

/// A unit by its symbol: the powers of the base units, its size in them as a decimal, and whether
/// it takes prefixes.
pub(super) struct Row {
    pub(super) symbol: &'static str,
    pub(super) powers: [i64; 7],
    pub(super) size: &'static str,
    pub(super) prefixed: bool,
}

const fn si(symbol: &'static str, powers: [i64; 7]) -> Row {
    Row { symbol, powers, size: "1", prefixed: true }
}

const fn beside(symbol: &'static str, powers: [i64; 7], size: &'static str) -> Row {
    Row { symbol, powers, size, prefixed: false }
}

pub(super) const UNITS: &[Row] = &[
    si("m", [0, 1, 0, 0, 0, 0, 0]),
    Row { symbol: "g", powers: [1, 0, 0, 0, 0, 0, 0], size: "1e-3", prefixed: true },
    si("s", [0, 0, 1, 0, 0, 0, 0]),
    si("A", [0, 0, 0, 1, 0, 0, 0]),
    si("K", [0, 0, 0, 0, 1, 0, 0]),
    si("mol", [0, 0, 0, 0, 0, 1, 0]),
    si("cd", [0, 0, 0, 0, 0, 0, 1]),
    si("rad", [0; 7]),
    si("sr", [0; 7]),
    si("Hz", [0, 0, -1, 0, 0, 0, 0]),
    si("N", [1, 1, -2, 0, 0, 0, 0]),
    si("Pa", [1, -1, -2, 0, 0, 0, 0]),
    si("J", [1, 2, -2, 0, 0, 0, 0]),
    si("W", [1, 2, -3, 0, 0, 0, 0]),
    si("C", [0, 0, 1, 1, 0, 0, 0]),
    si("V", [1, 2, -3, -1, 0, 0, 0]),
    si("F", [-1, -2, 4, 2, 0, 0, 0]),
    si("Ω", [1, 2, -3, -2, 0, 0, 0]),
    si("ohm", [1, 2, -3, -2, 0, 0, 0]),
    si("S", [-1, -2, 3, 2, 0, 0, 0]),
    si("Wb", [1, 2, -2, -1, 0, 0, 0]),
    si("T", [1, 0, -2, -1, 0, 0, 0]),
    si("H", [1, 2, -2, -2, 0, 0, 0]),
    beside("min", [0, 0, 1, 0, 0, 0, 0], "60"),
    beside("h", [0, 0, 1, 0, 0, 0, 0], "3600"),
    beside("t", [1, 0, 0, 0, 0, 0, 0], "1000"),
];

/// Prefixes with their power of ten.
pub(super) const PREFIXES: &[(&str, i32)] = &[
    ("Q", 30),
    ("R", 27),
    ("Y", 24),
    ("Z", 21),
    ("E", 18),
    ("P", 15),
    ("T", 12),
    ("G", 9),
    ("M", 6),
    ("k", 3),
    ("h", 2),
    ("da", 1),
    ("d", -1),
    ("c", -2),
    ("m", -3),
    ("µ", -6),
    ("μ", -6),
    ("u", -6),
    ("n", -9),
    ("p", -12),
    ("f", -15),
    ("a", -18),
    ("z", -21),
    ("y", -24),
    ("r", -27),
    ("q", -30),
];

/// What is written for a unit in other places, with ours.
pub(super) const OTHER_WORDS: &[(&str, &str)] = &[
    ("sec", "s"),
    ("secs", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("gram", "g"),
    ("kilogram", "kg"),
    ("Kg", "kg"),
    ("KG", "kg"),
    ("kgs", "kg"),
    ("newton", "N"),
    ("joule", "J"),
    ("watt", "W"),
    ("hour", "h"),
    ("hr", "h"),
    ("minute", "min"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("°", "deg"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("rads", "rad"),
    ("hz", "Hz"),
    ("-", "1"),
];
