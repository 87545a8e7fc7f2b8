//! The form in which an integral is shown.
//!
//! Any function of an integral is one, too; of all of them a short one is chosen: logarithms
//! are taken away (`log x − t` becomes `x exp(−t)`), constants and common factors that are made of
//! parameters are dropped, and the sign is the one with which it leads positively.

use alembert_algebra::polynomial::{AtomSet, Limit, Poly, gcd_all};
use alembert_algebra::ring::shown::Writer;
use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{
    Elementary, Expr, Integer, Kind, Node, Rational, apply, postorder, product, symbols,
};

use super::antiderivative::atom;
use super::effort::Effort;

/// An integral that says the same as `h`, written to be read. `q` gives the order of the variables.
pub(super) fn readable(h: Expr, q: &[Expr], effort: &Effort) -> Result<Expr, ConversionError> {
    let h = without_logarithms(h, q).unwrap_or(h);
    let (ring, values) = effort.fractions(&[h])?;
    let f = without_constants(&ring, &values[0])?;
    let f = if leads_negative(&ring, &f, q) { f.negate() } else { f };
    let writer = Writer::new(&ring, q);
    let written = writer.expression(&writer.form(&f)?);
    effort.settle(&ring)?;
    Ok(written)
}

fn is_constant(e: Expr) -> bool {
    let constant =
        |s: alembert_algebra::Symbol| matches!(s.kind, Kind::Parameter { .. } | Kind::Pi);
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).all(constant)
}

/// `Π pᵢ^nᵢ · exp(rest)` for `h = (Σ nᵢ log pᵢ + rest)/constant` with integers nᵢ.
fn without_logarithms(h: Expr, q: &[Expr]) -> Option<Expr> {
    let terms = match h.node() {
        Node::Sum(terms) => terms.to_vec(),
        _ => vec![(Rational::ONE, h)],
    };
    let (mut logs, mut rest): (Vec<(Expr, Expr)>, Vec<Expr>) = (Vec::new(), Vec::new());
    for (r, t) in terms {
        match logarithm(t) {
            Some((c, p)) => logs.push((c.scale(&r), p)),
            None => rest.push(t.scale(&r)),
        }
    }
    let first = logs.first()?.0;
    let exponents: Option<Vec<Rational>> = logs.iter().map(|(c, _)| ratio(*c, first)).collect();
    let mut exponents = exponents?;
    let multiple = exponents.iter().fold(Integer::ONE, |all, r| lcm(&all, r.denom()));
    let multiple = Rational::from(multiple);
    exponents.iter_mut().for_each(|r| *r = &*r * &multiple);
    let rest = Expr::sum(rest);
    if postorder(&[rest]).into_iter().any(is_arc) || !is_constant(first) {
        return None;
    }
    let rest = rest.scale(&multiple) / first;
    let last = logs
        .iter()
        .zip(&exponents)
        .max_by_key(|((_, p), _)| q.iter().rposition(|&x| alembert_algebra::contains(*p, x)));
    let flip = last.is_some_and(|(_, r)| r.is_negative());
    let sign = if flip { Rational::MINUS_ONE } else { Rational::ONE };
    let mut factors: Vec<(Expr, Rational)> =
        logs.iter().zip(&exponents).map(|((_, p), r)| (*p, r * &sign)).collect();
    if rest != Expr::zero() {
        factors.push((apply(Elementary::Exp, &[rest.scale(&sign)]), Rational::ONE));
    }
    Some(product(factors))
}

fn is_arc(e: Expr) -> bool {
    matches!(e.node(), Node::Apply(f, _)
        if f == Elementary::Atan2.into() || f == Elementary::Log.into())
}

/// `c log p` in its two parts.
fn logarithm(e: Expr) -> Option<(Expr, Expr)> {
    let argument = |e: Expr| match e.node() {
        Node::Apply(f, x) if f == Elementary::Log.into() => Some(x[0]),
        _ => None,
    };
    if let Some(p) = argument(e) {
        return Some((Expr::one(), p));
    }
    let Node::Product(powers) = e.node() else { return None };
    let (log, _) = powers.iter().find(|(b, k)| k.is_one() && argument(*b).is_some())?;
    let others = powers.iter().filter(|(b, _)| b != log).cloned().collect();
    Some((product(others), argument(*log)?))
}

/// The quotient of two constants, if it is a number.
fn ratio(a: Expr, b: Expr) -> Option<Rational> {
    let (ring, values) = Effort::new(100_000).fractions(&[a / b]).ok()?;
    drop(ring);
    values[0].to_number()
}

fn lcm(a: &Integer, b: &Integer) -> Integer {
    a * &b.div_exact(&a.gcd(b)).expect("a gcd divides")
}

/// Without terms and common factors that contain nothing but parameters.
fn without_constants(ring: &Ring, f: &Fraction) -> Result<Fraction, Limit> {
    let moving: AtomSet = f.atoms().filter(|&a| !ring.is_parameter(a)).collect();
    let mut den = Vec::new();
    for (p, k) in &f.den {
        if p.atoms().any(|a| moving.contains(a)) {
            den.push((primitive(ring, p, &moving)?, *k));
        }
    }
    let mut num = f.num.clone();
    if den.is_empty() {
        let constant = |m: &alembert_algebra::polynomial::Monomial| {
            !m.factors().any(|(a, _)| moving.contains(a))
        };
        let terms = num.terms().iter().filter(|(m, _)| !constant(m)).cloned().collect();
        num = Poly::from_terms(terms);
    }
    let num = primitive(ring, &num, &moving)?;
    let upside_down = !den.is_empty() && num.to_constant().is_some();
    if upside_down && let [(p, k)] = &den[..] {
        let power = ring.raise(&Fraction::polynomial(p.clone()), i64::from(*k))?;
        return Ok(power.unwrap_or_else(Fraction::one));
    }
    Ok(Fraction { num, scalar: Integer::ONE, den })
}

/// Without the common factor of the coefficients at the moving atoms.
fn primitive(ring: &Ring, p: &Poly, moving: &AtomSet) -> Result<Poly, Limit> {
    let groups = p.groups(moving);
    let common = gcd_all(groups.iter().map(|(_, c)| c), ring.budget())?;
    if common.is_zero() {
        return Ok(p.clone());
    }
    Ok(p.div_exact(&common, ring.budget())?.expect("a common divisor divides"))
}

/// Are most terms negative, or, when there are as many of both, the simplest one?
fn leads_negative(ring: &Ring, f: &Fraction, q: &[Expr]) -> bool {
    let terms = f.num.terms();
    let negative = terms.iter().filter(|(_, c)| c.is_negative()).count();
    if 2 * negative != terms.len() {
        return 2 * negative > terms.len();
    }
    let simplicity = |m: &alembert_algebra::polynomial::Monomial| {
        let moving = m.factors().filter(|&(a, _)| !ring.is_parameter(a));
        let degree: u32 = moving.map(|(_, k)| k).sum();
        let first = q
            .iter()
            .position(|&x| m.factors().any(|(a, _)| alembert_algebra::contains(atom(ring, a), x)));
        (if f.den.is_empty() { degree } else { 0 }, first)
    };
    let simplest = terms.iter().min_by_key(|(m, _)| simplicity(m));
    simplest.is_some_and(|(_, c)| c.is_negative())
}
