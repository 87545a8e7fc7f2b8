//! Every limit of the language, in one place, with its reason.
//!
//! No model that a person writes comes near them. They exist so that a text that a program wrote,
//! or a mistake, gets an answer (`AL008`) instead of an endless computation or a full memory.

/// Bytes of a model file. The largest model of the gallery has 4 kB; a chain of a thousand bodies
/// has 300 kB.
pub const FILE_BYTES: usize = 4 << 20;

/// Tokens of one item (an equation, a Lagrangian). Trees are built in memory at some 100 bytes a
/// token, so this bounds an item to some 20 MB.
pub const ITEM_TOKENS: usize = 200_000;

/// Nesting of brackets, functions, roots and exponents. Parsing and everything after it recurses
/// along this depth; 200 levels take less than half of the 2 MB stack of a thread without
/// optimisation.
pub const DEPTH: usize = 200;

/// Characters of a name. Messages and search for similar names are quadratic in it.
pub const NAME_CHARS: usize = 64;

/// Characters of a number, before the exponent. 2,000 digits are exact arithmetic that is still
/// fast.
pub const NUMBER_CHARS: usize = 2_000;

/// Size of the decimal exponent of a number such as `1e-3`: beyond it the value is no `f64`.
pub const DECIMAL_EXPONENT: u32 = 400;

/// Dots on one symbol. Second-order Lagrangians with constraints need 5; each further dot of a
/// bracket multiplies its size.
pub const PRIMES: u32 = 12;

/// Size of an integer exponent, `x^1000`. `(x'+y'+z'+1)^4000` has 10¹⁰ terms when expanded.
pub const EXPONENT: i64 = 1_000;

/// Factors of one product. Its derivative has the square of their number.
pub const FACTORS: usize = 200;

/// Entries of the pool of expressions that one dot may add: 50 MB.
pub const DERIVATIVE_ENTRIES: usize = 1_000_000;

/// Arguments of one function.
pub const ARGUMENTS: usize = 16;

/// Names of one kind that a model may declare. Mechanics takes cubes of it.
pub const DECLARATIONS: usize = 5_000;

/// Diagnostics that are reported for one text; the rest is counted.
pub const DIAGNOSTICS: usize = 100;
