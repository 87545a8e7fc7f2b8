//! Real solutions of polynomial equations between coordinates, their sines and their cosines, part
//! by part.
//!
//! ```text
//! p q = 0                      p = 0, or q = 0                                      (1)
//! a p² + b q² + … = 0          p = q = … = 0, for a, b, … > 0                       (2)
//! a + b p² + … = 0             never, for a, b, … > 0                               (3)
//! a + b cos θ + … = 0          never, for a > |b| + …                               (4)
//! sin θ = 0                    cos θ = 1, or cos θ = −1                             (5)
//! ```
//!
//! Parameters do not vanish at all. Equations are used one after the other, and the rest is reduced
//! by what is known.
//!
//! Known limits: factors are those that squarefree decomposition, common monomials and rational
//! roots show; what is left is not split.

use alembert_algebra::Integer;
use alembert_algebra::polynomial::{Limit, Monomial, Poly, squarefree};
use alembert_algebra::ring::Ring;

use super::minors::is_constant;
use crate::Reason;

/// Parts beyond this number are not followed.
const MOST_PARTS: usize = 24;
/// Coefficients beyond this size are not searched for divisors.
const LARGEST_COEFFICIENT: i64 = 1000;

/// Equations that hold, and those that remain to be made hold.
#[derive(Clone)]
struct Part {
    factors: Vec<Poly>,
    open: Vec<Poly>,
}

/// The parts of the set on which the equations hold: polynomials that vanish together, and that
/// make all equations hold. A part may still be without real points.
///
/// # Errors
/// A limit; there are too many parts.
pub(super) fn locus(ring: &Ring, equations: Vec<Poly>) -> Result<Vec<Vec<Poly>>, Reason> {
    let mut parts = vec![Part { factors: Vec::new(), open: equations }];
    let mut found = Vec::new();
    while let Some(part) = parts.pop() {
        if parts.len() + found.len() > MOST_PARTS {
            return Err(Limit::Terms.into());
        }
        match part.open.iter().min_by_key(|p| p.len()).cloned() {
            Some(equation) => parts.extend(part.split(ring, &equation)?),
            None => found.push(part.without_consequences(ring)),
        }
    }
    found.reverse(); // the first factors were followed last
    Ok(found)
}

/// Leaves out the parts that lie in others.
pub(super) fn largest<T: PartialEq>(parts: &mut Vec<Vec<T>>) {
    let mut i = 0;
    while i < parts.len() {
        let lies_in = |other: &Vec<T>| other.iter().all(|f| parts[i].contains(f));
        if parts.iter().enumerate().any(|(j, other)| j != i && lies_in(other)) {
            parts.remove(i);
        } else {
            i += 1;
        }
    }
}

/// What the signs of its terms say about a polynomial.
enum Sign {
    /// Equations (3) and (4).
    Never,
    /// Equation (2).
    Squares(Vec<Poly>),
    Open,
}

/// Can the polynomial be proved to vanish nowhere on the real points?
pub(super) fn never_vanishes(ring: &Ring, p: &Poly) -> bool {
    matches!(sign(ring, p), Ok(Sign::Never))
}

fn sign(ring: &Ring, p: &Poly) -> Result<Sign, Limit> {
    let on_circle = |m: &Monomial| {
        let circular = |a: usize| ring.circles().any(|(s, c)| a == s || a == c);
        !m.is_one() && m.factors().all(|(a, _)| circular(a))
    };
    let square = |m: &Monomial| m.factors().all(|(a, k)| k % 2 == 0 || ring.is_positive(a));
    let strict =
        |m: &Monomial| m.factors().all(|(a, _)| ring.is_positive(a) || ring.is_parameter(a));
    let lead = p.terms().iter().find(|(m, _)| strict(m)).or(p.terms().first());
    let Some(negative) = lead.map(|(_, c)| c.is_negative()) else { return Ok(Sign::Open) };
    let mut bounded = Integer::ZERO;
    for (m, c) in p.terms() {
        let same = c.is_negative() == negative;
        if square(m) && same {
            continue;
        }
        if !on_circle(m) {
            return Ok(Sign::Open);
        }
        bounded = &bounded + &c.abs();
    }
    if bounded.is_zero() {
        if p.terms().iter().any(|(m, _)| strict(m)) {
            return Ok(Sign::Never); // (3)
        }
        let root = |(m, _): &(Monomial, Integer)| product_of_atoms(ring, m);
        return Ok(Sign::Squares(p.terms().iter().map(root).collect::<Result<_, _>>()?)); // (2)
    }
    let constant = p.terms().iter().find(|(m, _)| m.is_one()).map(|(_, c)| c.abs());
    let larger = constant.is_some_and(|c| !(&c - &bounded).is_negative() && c != bounded);
    Ok(if larger { Sign::Never } else { Sign::Open }) // (4)
}

/// The atoms of a monomial that may vanish, each once.
fn product_of_atoms(ring: &Ring, m: &Monomial) -> Result<Poly, Limit> {
    let atoms = m.factors().filter(|&(a, _)| !ring.is_parameter(a) && !ring.is_positive(a));
    let mut product = Monomial::one();
    for (a, _) in atoms {
        product = product.mul(&Monomial::single(a, 1)?)?;
    }
    Ok(Poly::term(product, Integer::ONE))
}

impl Part {
    /// The parts in which an equation holds.
    fn split(&self, ring: &Ring, equation: &Poly) -> Result<Vec<Self>, Reason> {
        let squares = match sign(ring, equation)? {
            Sign::Never => return Ok(Vec::new()),
            Sign::Squares(roots) if roots.len() > 1 => Some(roots),
            Sign::Squares(_) | Sign::Open => None,
        };
        if let Some(roots) = squares {
            let mut part = self.clone();
            part.open.retain(|p| p != equation);
            part.open.extend(roots);
            return Ok(vec![part]);
        }
        let mut parts = Vec::new();
        for factor in factors(ring, equation)? {
            if self.factors.iter().any(|f| exclude(ring, f, &factor)) {
                continue;
            }
            // An equation that stays on its own factor would be split for ever.
            if self.factors.contains(&factor) {
                return Err(Limit::Terms.into());
            }
            parts.extend(self.with(ring, &factor)?);
        }
        Ok(parts)
    }

    /// The part on which a factor vanishes too, or the two parts of (5).
    fn with(&self, ring: &Ring, factor: &Poly) -> Result<Vec<Self>, Reason> {
        let mut part = self.clone();
        let atom = single_atom(factor);
        let simpler = |f: &Poly| atom.is_some_and(|a| f.contains(a));
        part.open.extend(part.factors.extract_if(.., |f| simpler(f)));
        part.factors.push(factor.clone());
        if let Some(zero) = partner_of_one(ring, factor) {
            part.factors.push(Poly::atom(zero)?);
        }
        if !part.reduce(ring)? {
            return Ok(Vec::new());
        }
        let partner = atom.and_then(|atom| partner(ring, atom));
        let Some(partner) = partner.filter(|&a| part.open.iter().any(|p| p.contains(a))) else {
            return Ok(vec![part]);
        };
        let mut parts = Vec::new();
        for sign in [1, -1] {
            let mut one = part.clone();
            one.factors.push(&Poly::atom(partner)? + &Poly::constant(Integer::from(sign))); // (5)
            if one.reduce(ring)? {
                parts.push(one);
            }
        }
        Ok(parts)
    }

    /// Reduces the open equations by the factors; is the part possible at all?
    fn reduce(&mut self, ring: &Ring) -> Result<bool, Reason> {
        let mut left = Vec::new();
        for equation in &self.open {
            let mut rest = equation.clone();
            for factor in &self.factors {
                rest = ring.reduce(reduced(ring, rest, factor)?)?;
            }
            rest = self.without_units(ring, rest)?;
            if rest.is_zero() || left.contains(&rest) {
                continue;
            }
            if is_constant(ring, &rest) {
                return Ok(false);
            }
            left.push(rest);
        }
        self.open = left;
        Ok(true)
    }

    /// A polynomial without factors that do not vanish here: the cosine where the sine does.
    fn without_units(&self, ring: &Ring, mut p: Poly) -> Result<Poly, Reason> {
        for (s, c) in ring.circles() {
            let vanishes = |atom| self.factors.iter().any(|f| single_atom(f) == Some(atom));
            for (zero, unit) in [(s, c), (c, s)] {
                if vanishes(zero) {
                    p = on_circle(ring, unit, p)?;
                    let unit = Poly::atom(unit)?;
                    while !p.is_zero() {
                        let Some(quotient) = p.div_exact(&unit, ring.budget())? else { break };
                        p = quotient;
                    }
                }
            }
        }
        Ok(p)
    }

    /// The factors without a sine that vanishes because the cosine is ±1.
    fn without_consequences(self, ring: &Ring) -> Vec<Poly> {
        let implied: Vec<usize> =
            self.factors.iter().filter_map(|f| partner_of_one(ring, f)).collect();
        let follows = |f: &Poly| single_atom(f).is_some_and(|a| implied.contains(&a));
        self.factors.into_iter().filter(|f| !follows(f)).collect()
    }
}

/// A polynomial on the set where a factor vanishes.
fn reduced(ring: &Ring, p: Poly, factor: &Poly) -> Result<Poly, Limit> {
    if let Some(atom) = single_atom(factor) {
        return Ok(p.coefficients(atom).into_iter().next().unwrap_or_default());
    }
    let usable =
        |&a: &usize| !ring.is_parameter(a) && is_constant(ring, &factor.leading_coefficient(a));
    let best = factor.atoms().filter(usable).min_by_key(|&a| factor.degree(a));
    match best {
        Some(atom) if p.degree(atom) >= factor.degree(atom) => {
            Ok(p.pseudo_remainder(factor, atom, ring.budget())?.primitive().1)
        }
        Some(_) => Ok(p),
        None if p.div_exact(factor, ring.budget())?.is_some() => Ok(Poly::zero()),
        None => Ok(p),
    }
}

/// Where the sine of an angle vanishes, `cos² = 1`, and the other way round.
fn on_circle(ring: &Ring, unit: usize, p: Poly) -> Result<Poly, Limit> {
    if p.degree(unit) < 2 {
        return Ok(p);
    }
    let circle = &Poly::atom(unit)?.pow(2, ring.budget())? - &Poly::one();
    p.pseudo_remainder(&circle, unit, ring.budget())
}

/// The atom, if the polynomial is one.
fn single_atom(p: &Poly) -> Option<usize> {
    let mut atoms = p.atoms();
    let atom = atoms.next()?;
    (atoms.next().is_none() && p.len() == 1 && p.degree(atom) == 1).then_some(atom)
}

/// The cosine of a sine, and the sine of a cosine.
fn partner(ring: &Ring, atom: usize) -> Option<usize> {
    ring.circles().find_map(|(s, c)| match atom {
        a if a == s => Some(c),
        a if a == c => Some(s),
        _ => None,
    })
}

/// The sine that vanishes when a polynomial says cos θ = ±1, and the other way round.
fn partner_of_one(ring: &Ring, p: &Poly) -> Option<usize> {
    let [(m, a), (one, b)] = p.terms() else { return None };
    let atom = m.factors().next()?.0;
    let is_one = one.is_one() && p.degree(atom) == 1 && p.atoms().count() == 1;
    if is_one && a.abs() == b.abs() { partner(ring, atom) } else { None }
}

/// Are the factors sine and cosine of one angle?
fn exclude(ring: &Ring, f: &Poly, g: &Poly) -> bool {
    let (Some(f), Some(g)) = (single_atom(f), single_atom(g)) else { return false };
    partner(ring, f) == Some(g)
}

/// The factors of a polynomial that may vanish; `1 − cos²` counts as the sine.
fn factors(ring: &Ring, p: &Poly) -> Result<Vec<Poly>, Reason> {
    let (monomial, mut rest) = p.without_monomial();
    let mut found = Vec::new();
    let may_vanish = |a: usize| !ring.is_parameter(a) && !ring.is_positive(a);
    for (atom, _) in monomial.factors().filter(|&(atom, _)| may_vanish(atom)) {
        found.push(Poly::atom(atom)?);
    }
    for (s, c) in ring.circles() {
        let square = &Poly::one() - &Poly::atom(c)?.pow(2, ring.budget())?;
        while let Some(quotient) = rest.div_exact(&square, ring.budget())? {
            if quotient.is_zero() {
                break;
            }
            rest = quotient;
            found.push(Poly::atom(s)?);
        }
    }
    for (factor, _) in squarefree(&rest, ring.budget())? {
        for factor in with_rational_roots(ring, factor)? {
            if !is_constant(ring, &factor) && !never_vanishes(ring, &factor) {
                found.push(factor.primitive().1.positive());
            }
        }
    }
    found.dedup();
    Ok(found)
}

/// The factors `b x − a` of a polynomial in one atom, and what is left of it.
fn with_rational_roots(ring: &Ring, p: Poly) -> Result<Vec<Poly>, Limit> {
    let mut atoms = p.atoms();
    let (Some(atom), None) = (atoms.next(), atoms.next()) else { return Ok(vec![p]) };
    let (mut rest, mut found) = (p, Vec::new());
    let ends = |p: &Poly| {
        let c = p.coefficients(atom);
        let small = |c: &Poly| c.to_constant()?.to_i64().filter(|c| c.abs() <= LARGEST_COEFFICIENT);
        Some((small(c.first()?)?, small(c.last()?)?))
    };
    let Some((last, lead)) = ends(&rest) else { return Ok(vec![rest]) };
    for b in divisors(lead) {
        for a in divisors(last).flat_map(|a| [a, -a]) {
            if rest.degree(atom) < 2 {
                break;
            }
            let slope = Poly::atom(atom)?.scale(&Integer::from(b))?;
            let linear = &slope - &Poly::constant(Integer::from(a));
            if let Some(quotient) = rest.div_exact(&linear, ring.budget())? {
                rest = quotient;
                found.push(linear);
            }
        }
    }
    found.push(rest);
    Ok(found)
}

fn divisors(n: i64) -> impl Iterator<Item = i64> {
    (1..=n.abs()).filter(move |k| n % k == 0)
}
