//! An integral of a single form, by an integrating factor.
//!
//! ```text
//! d(μ ω) = 0     ⟺     d(log μ) ∧ ω + dω = 0                                 (1)
//! log μ = Σ eᵢ log pᵢ + Σ cⱼ mⱼ                                              (2)
//! ```
//!
//! Equation (1) is linear in the logarithm of the factor, so that a combination (2) with unknown
//! constants is found by linear algebra. The pᵢ are the variables, the factors of the coefficients
//! of ω, and ω(X) for the scaling and the rotations X: an integrable form with a symmetry X has
//! the factor 1/ω(X). The mⱼ are the variables and their squares, for factors such as exp(−t).
//! Factors of one variable, separable, linear and homogeneous forms are special cases.

use alembert_algebra::polynomial::{Poly, squarefree};
use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Elementary, Expr, Vector, apply, gradient, partial};

use super::antiderivative::atom;
use super::constants::{Identity, moving};
use super::effort::Effort;
use super::exact::{is_closed, potential};

/// More terms of (2) than this are not tried.
const MOST_TERMS: usize = 60;

/// An integral of the integrable form `Σ aᵢ dqᵢ`, if one is found.
pub(super) fn integral_of_form(
    q: &[Expr],
    form: &[Expr],
    effort: &Effort,
) -> Result<Option<Expr>, ConversionError> {
    let cleared = cleared(form, effort)?;
    for divisor in symmetries(q, &cleared) {
        if let Some(h) = with_factor(q, &cleared, divisor.powi(-1), effort)? {
            return Ok(Some(h));
        }
    }
    match logarithmic_factor(q, &cleared, effort)? {
        Some(mu) => with_factor(q, &cleared, mu, effort),
        None => Ok(None),
    }
}

/// One, and ω(X) for the translations, the scaling of single variables, and that of all.
fn symmetries(q: &[Expr], form: &[Expr]) -> Vec<Expr> {
    let scalings: Vec<Expr> = q.iter().zip(form).map(|(&x, &a)| x * a).collect();
    let all = Expr::sum(scalings.iter().copied());
    let list = [Expr::one()].into_iter().chain(form.iter().copied()).chain(scalings).chain([all]);
    list.filter(|&e| zero_test(e) != Verdict::Zero).collect()
}

/// A multiple of the form without denominators and without common factor.
pub(super) fn cleared(form: &[Expr], effort: &Effort) -> Result<Vec<Expr>, ConversionError> {
    let (ring, values) = effort.fractions(form)?;
    let column = ring.cleared_column(&values)?;
    effort.settle(&ring)?;
    Ok(column.into_iter().map(|p| ring.expression(&Fraction::polynomial(p))).collect())
}

/// The potential of `μ ω`, if that is closed.
fn with_factor(
    q: &[Expr],
    form: &[Expr],
    mu: Expr,
    effort: &Effort,
) -> Result<Option<Expr>, ConversionError> {
    let scaled: Vec<Expr> = form.iter().map(|&a| mu * a).collect();
    if !is_closed(q, &scaled) {
        return Ok(None);
    }
    let scaled = effort.normal(&scaled)?;
    potential(q, &scaled, effort)
}

/// A factor of the form (2).
fn logarithmic_factor(
    q: &[Expr],
    form: &[Expr],
    effort: &Effort,
) -> Result<Option<Expr>, ConversionError> {
    let divisors = divisors(q, form, effort)?;
    let plain = q.iter().copied().chain(q.iter().map(|x| x.powi(2)));
    let terms: Vec<(Expr, Vector)> = divisors
        .iter()
        .map(|&p| (p, gradient(p, q).iter().map(|&slope| slope / p).collect()))
        .chain(plain.map(|m| (apply(Elementary::Exp, &[m]), gradient(m, q))))
        .take(MOST_TERMS)
        .collect();
    let pairs: Vec<(usize, usize)> =
        (0..q.len()).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    let wedge = |a: &[Expr]| pairs.iter().map(|&(i, j)| a[i] * form[j] - a[j] * form[i]).collect();
    let mut columns: Vec<Vec<Expr>> = terms.iter().map(|(_, slope)| wedge(slope)).collect();
    let curl = |&(i, j): &(usize, usize)| partial(form[i], q[j]) - partial(form[j], q[i]);
    columns.push(pairs.iter().map(curl).collect()); // −dω
    let flat: Vec<Expr> = columns.iter().flatten().copied().collect();
    let (ring, values) = effort.fractions(&flat)?;
    let columns: Vec<Vec<Fraction>> =
        values.chunks(pairs.len().max(1)).map(<[Fraction]>::to_vec).collect();
    let solution = Identity::new(&ring, &columns, &moving(&ring, &values))?.express_last()?; // (1)
    effort.settle(&ring)?;
    let Some(solution) = solution else { return Ok(None) };
    let powers = solution.iter().map(|(j, c)| power(terms[*j].0, c, &ring));
    Ok(powers.collect::<Option<Vec<Expr>>>().map(Expr::product)) // (2)
}

/// A base to the power of a constant: a number for any base, any constant for an exponential.
fn power(base: Expr, exponent: &Fraction, ring: &Ring) -> Option<Expr> {
    use alembert_algebra::Node;
    match (exponent.to_number(), base.node()) {
        (_, Node::Apply(f, x)) if f == Elementary::Exp.into() => {
            Some(apply(Elementary::Exp, &[ring.expression(exponent) * x[0]]))
        }
        (Some(number), _) => Some(base.pow(&number)),
        (None, _) => None,
    }
}

/// The pᵢ of (2).
fn divisors(q: &[Expr], form: &[Expr], effort: &Effort) -> Result<Vec<Expr>, ConversionError> {
    let scaling = Expr::sum(q.iter().zip(form).map(|(&x, &a)| x * a));
    let rotations = (0..q.len())
        .flat_map(|j| (0..j).map(move |i| (i, j)))
        .map(|(i, j)| q[i] * form[j] - q[j] * form[i]);
    let all: Vec<Expr> = form.iter().copied().chain([scaling]).chain(rotations).collect();
    let (ring, values) = effort.fractions(&all)?;
    let mut found: Vec<Expr> = q.to_vec();
    for f in values.iter().filter(|f| !f.is_zero()) {
        for (p, _) in squarefree(&f.num, ring.budget())? {
            let factor = moving_part(&ring, &p);
            if factor.is_some_and(|e| !found.contains(&e)) {
                found.extend(factor);
            }
        }
    }
    for e in ring.circles().flat_map(|(s, c)| [s, c]).map(|a| atom(&ring, a)) {
        if !found.contains(&e) {
            found.push(e);
        }
    }
    effort.settle(&ring)?;
    Ok(found)
}

/// The polynomial as an expression, if it contains more than parameters.
fn moving_part(ring: &Ring, p: &Poly) -> Option<Expr> {
    let moves = p.atoms().any(|a| !ring.is_parameter(a));
    moves.then(|| ring.expression(&Fraction::polynomial(p.positive())))
}
