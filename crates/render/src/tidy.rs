//! Numbers and signs of bracketed sums, pulled out in front.
//!
//! ```text
//! m (2 a + 2 b)  =  2 m (a + b)                                (1)
//! z (−x − y)     = −z (x + y)                                  (2)
//! −z (x − y)     =  z (y − x)                                  (3)
//! ```
//!
//! Each holds for integer powers of the bracket too, (3) for odd ones. Nothing is expanded,
//! factored or cancelled.

use alembert_algebra::{Expr, Integer, Node, Rational};

/// Powers of a content beyond this are not computed.
const LARGEST_EXPONENT: i64 = 16;

/// `coefficient · Π baseᵏ` with (1), (2) and (3) applied to the bases that are sums.
pub(crate) fn tidy(coefficient: &mut Rational, powers: &mut [(Expr, Rational)]) {
    for (base, k) in powers.iter_mut() {
        let Some((content, primitive)) = content(*base) else { continue };
        let Some(factor) = small_power(&content, k) else { continue };
        *base = primitive;
        *coefficient = &*coefficient * &factor; // (1), (2)
    }
    if coefficient.is_negative() {
        let odd = |k: &Rational| k.is_integer() && k.numer().modulo(2) == 1;
        if let Some((base, _)) = powers.iter_mut().find(|(e, k)| odd(k) && has_both_signs(*e)) {
            *base = -*base; // (3)
            *coefficient = -&*coefficient;
        }
    }
}

fn small_power(content: &Rational, k: &Rational) -> Option<Rational> {
    let k = k.to_i64().filter(|k| k.abs() <= LARGEST_EXPONENT)?;
    content.pow(i32::try_from(k).ok()?)
}

/// The common factor of the coefficients of a sum, negative if all of them are, and the rest;
/// `None` if there is nothing to pull out.
fn content(e: Expr) -> Option<(Rational, Expr)> {
    let Node::Sum(terms) = e.node() else { return None };
    let mut coefficients = terms.iter().map(|t| &t.0);
    let first = coefficients.next().filter(|_| terms.len() > 1)?.abs();
    let common = coefficients.fold(first, |a, b| gcd(&a, b));
    let all_negative = terms.iter().all(|t| t.0.is_negative());
    let content = if all_negative { -&common } else { common };
    if content.is_one() {
        return None;
    }
    let primitive = e.scale(&content.recip()?);
    primitive.fault().is_none().then_some((content, primitive))
}

/// The greatest number of which both are integer multiples.
fn gcd(a: &Rational, b: &Rational) -> Rational {
    let (p, q) = (a.numer() * b.denom(), b.numer() * a.denom());
    let common: Integer = p.gcd(&q);
    Rational::new(common, a.denom() * b.denom()).expect("denominators are not zero")
}

fn has_both_signs(e: Expr) -> bool {
    let Node::Sum(terms) = e.node() else { return false };
    terms.iter().any(|t| t.0.is_negative()) && terms.iter().any(|t| !t.0.is_negative())
}
