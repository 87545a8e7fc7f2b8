//! Sparse polynomials with integer coefficients, `Z[x0, x1, …]`.
//!
//! The atoms `x0, x1, …` are only numbered here; what they stand for (a symbol, a sine, a root) and
//! the relations between them are known to the caller alone. Every operation that can grow takes
//! a [`Budget`] and reports a [`Limit`] as a value; none of them looks at a clock, and equal input
//! gives equal output.
//!
//! Known limits: the degree in each atom is at most 127, a coefficient has at most 65 536 bits.
//! The greatest common divisor ([`gcd()`]) is fast where modular images exclude most atoms, and for
//! few atoms; dense divisors in eight or more atoms exhaust the budget. There is no factorisation
//! beyond [`squarefree()`].

mod budget;
mod content;
mod determinant;
mod divide;
mod gcd;
mod heuristic;
mod image;
mod modp;
mod monomial;
mod multiply;
mod poly;
mod squarefree;
mod structure;

pub use budget::{Budget, Limit, within};
pub use content::Contents;
pub use determinant::{determinant, fraction_free_determinant};
pub use gcd::{gcd, gcd_all};
pub use monomial::{AtomSet, Monomial};
pub use poly::Poly;
pub use squarefree::{squarefree, squarefree_part};
