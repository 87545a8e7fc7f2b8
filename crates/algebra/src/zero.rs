//! Is an expression zero? The one home of this question.
//!
//! A residue that is not zero proves that it is not; a normal form that is empty proves that it
//! is. Where neither decides, the answer is [`Verdict::Unknown`] with its reason; nothing is ever
//! guessed.

use crate::numeric::SplitMix64;
use crate::polynomial::Limit;
use crate::ring::{ConversionError, Ring, Weakness};
use crate::{Expr, Fault};

/// The answer of the zero test.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Zero wherever it is defined: proved by the normal form.
    Zero,
    /// Not identically zero.
    NonZero(Evidence),
    /// Not decided.
    Unknown(Doubt),
}

/// What proves that an expression is not identically zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// A residue modulo a prime that is not zero.
    Residue,
    /// A normal form that is not empty.
    NormalForm,
}

/// Why the test gives no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Doubt {
    /// The expression leaves the class in which the test is complete.
    #[error(transparent)]
    Weak(Weakness),
    /// A limit was reached.
    #[error(transparent)]
    Limit(Limit),
    /// The expression has no value.
    #[error(transparent)]
    Fault(Fault),
    /// A divisor is not proved to be different from zero.
    #[error("a divisor is not proved to be different from zero")]
    Divisor,
}

impl From<ConversionError> for Doubt {
    fn from(e: ConversionError) -> Self {
        match e {
            ConversionError::Limit(limit) => Self::Limit(limit),
            ConversionError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Residues that vanish as often as this send the question to the normal form.
const VANISHING: usize = 3;
/// Points that may lie outside the domain before the residues are given up.
const DRAWS: usize = 48;
const SEED: u64 = 0x000A_1E3B_E127;

/// Is `e` zero wherever it is defined?
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, apply, zero::{Verdict, zero_test}};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let (s, c) = (apply(Elementary::Sin, &[x]), apply(Elementary::Cos, &[x]));
/// assert_eq!(zero_test(s.powi(2) + c.powi(2) - Expr::one()), Verdict::Zero);
/// assert!(matches!(zero_test(s + c), Verdict::NonZero(_)));
/// ```
#[must_use]
pub fn zero_test(e: Expr) -> Verdict {
    if e == Expr::zero() {
        return Verdict::Zero;
    }
    let mut ring = match Ring::new(&[e]) {
        Ok(ring) => ring,
        Err(error) => return Verdict::Unknown(error.into()),
    };
    if ring.weakness().is_none() && some_residue(&ring, e) {
        return Verdict::NonZero(Evidence::Residue);
    }
    decide(&mut ring, e)
}

/// Is `e` zero modulo everything imposed on the ring?
#[must_use]
pub fn decide(ring: &mut Ring, e: Expr) -> Verdict {
    match ring.value(e) {
        Err(error) => Verdict::Unknown(error.into()),
        Ok(f) if f.is_zero() && ring.divisors_are_proved() => Verdict::Zero,
        Ok(f) if f.is_zero() => Verdict::Unknown(Doubt::Divisor),
        Ok(_) => match ring.weakness() {
            Some(weakness) => Verdict::Unknown(Doubt::Weak(weakness)),
            None => Verdict::NonZero(Evidence::NormalForm),
        },
    }
}

/// Is there a point where the residue of `e` is not zero?
fn some_residue(ring: &Ring, e: Expr) -> bool {
    let mut random = SplitMix64::new(SEED);
    let mut vanished = 0;
    for _ in 0..DRAWS {
        match ring.point(&mut random).evaluate(&[e]) {
            Ok(values) if values[0] != 0 => return true,
            Ok(_) => vanished += 1,
            Err(_) => {}
        }
        if vanished == VANISHING {
            return false;
        }
    }
    false
}
