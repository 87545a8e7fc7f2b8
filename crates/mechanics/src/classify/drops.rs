//! Where the constraints lose rank.
//!
//! ```text
//! rank A < m    if and only if    every m × m minor of A vanishes                   (1)
//! ```
//!
//! The minors are split into factors, and the equations (1) are followed factor by factor: sine and
//! cosine of an angle do not vanish together, parameters do not vanish at all. A part of the locus is
//! reported when it is proved to have real points: its factors are solved for coordinates, and the
//! minors vanish with these values put in.
//!
//! Known limits: factors are those that squarefree decomposition and common monomials show; what
//! is left is not split. Poles of the coefficients are not looked at.

use alembert_algebra::polynomial::{Limit, Poly, squarefree};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Elementary, Expr, Function, Node, contains, postorder};

use super::forms::Forms;
use super::surface::{Surface, solved_linearly};
use crate::Reason;

/// Minors beyond this number are not computed.
const MOST_MINORS: usize = 300;
/// Parts of the locus beyond this number are not followed.
const MOST_PARTS: usize = 24;
/// Products of terms that the minors may take.
const LARGEST_LOCUS: u64 = 300_000;

/// Where the rank of the constraints is smaller than elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RankDrops {
    /// Parts of the locus: expressions that vanish together.
    pub parts: Vec<Vec<Expr>>,
    /// Possible parts of which it is not known whether they have real points.
    pub open: Vec<Vec<Expr>>,
}

/// Equations that vanish, and those that remain to be made vanish.
#[derive(Clone)]
struct Part {
    factors: Vec<Poly>,
    minors: Vec<Poly>,
}

/// The locus of the independent forms with the given numbers. What is a factor depends on the base
/// angles: when something is left open, those of functions of sums are tried.
///
/// # Errors
/// A limit; there are too many minors or parts.
pub(super) fn rank_drops(forms: &Forms, kept: &[usize]) -> Result<RankDrops, Reason> {
    let entries: Vec<Expr> = kept.iter().flat_map(|&i| forms.rows[i].to_vec()).collect();
    let plain = locus(forms, kept, Ring::new(&entries)?);
    if plain.as_ref().is_ok_and(|drops| drops.open.is_empty()) {
        return plain;
    }
    let other = locus(forms, kept, Ring::with_first(&composite(&entries), &entries)?);
    match (plain, other) {
        (Ok(plain), Ok(other)) if other.open.len() >= plain.open.len() => Ok(plain),
        (Ok(plain), Err(_)) => Ok(plain),
        (_, other) => other,
    }
}

/// The locus with the factors that a ring sees.
fn locus(forms: &Forms, kept: &[usize], mut ring: Ring) -> Result<RankDrops, Reason> {
    ring.set_budget(LARGEST_LOCUS);
    let rows: Vec<Vec<Fraction>> = kept
        .iter()
        .map(|&i| forms.rows[i][..forms.n].iter().map(|&e| ring.value(e)).collect())
        .collect::<Result<_, _>>()?;
    let Some(minors) = minors(&ring, &rows, forms.n)? else { return Ok(RankDrops::default()) };
    let mut parts = vec![Part { factors: Vec::new(), minors }];
    let mut drops = RankDrops::default();
    while let Some(part) = parts.pop() {
        if parts.len() + drops.parts.len() + drops.open.len() > MOST_PARTS {
            return Err(Limit::Terms.into());
        }
        match part.minors.iter().min_by_key(|p| p.len()).cloned() {
            Some(minor) => parts.extend(part.split(&ring, &minor)?),
            None => drops.note(forms, &ring, &part),
        }
    }
    drops.parts.reverse(); // the first factors were followed last
    drops.parts.sort_by_key(Vec::len);
    Ok(drops)
}

/// Functions of sums: their angles should be base angles, so that sin(a − b) is a factor and not a
/// sum.
fn composite(entries: &[Expr]) -> Vec<Expr> {
    let of_sum = |e: &Expr| match e.node() {
        Node::Apply(_, arguments) => matches!(arguments[0].node(), Node::Sum(_)),
        _ => false,
    };
    postorder(entries).into_iter().filter(of_sum).collect()
}

/// The minors of (1) that are not zero; none when one of them vanishes nowhere.
fn minors(ring: &Ring, rows: &[Vec<Fraction>], n: usize) -> Result<Option<Vec<Poly>>, Reason> {
    let (m, mut found) = (rows.len(), Vec::new());
    let mut columns: Vec<usize> = (0..m).collect();
    for _ in 0..MOST_MINORS {
        let pick = |row: &Vec<Fraction>| columns.iter().map(|&j| row[j].clone()).collect();
        let square: Vec<Vec<Fraction>> = rows.iter().map(pick).collect();
        let minor = ring.determinant(&square)?.num;
        if !minor.is_zero() {
            if is_constant(ring, &minor) {
                return Ok(None);
            }
            found.push(minor);
        }
        let Some(i) = (0..m).rev().find(|&i| columns[i] < n - m + i) else {
            return Ok(Some(found));
        };
        columns[i] += 1;
        for j in i + 1..m {
            columns[j] = columns[j - 1] + 1;
        }
    }
    Err(Limit::Terms.into())
}

fn is_constant(ring: &Ring, p: &Poly) -> bool {
    p.atoms().all(|a| ring.is_parameter(a))
}

impl Part {
    /// The parts in which a minor vanishes: one for each of its factors.
    fn split(&self, ring: &Ring, minor: &Poly) -> Result<Vec<Self>, Reason> {
        let mut parts = Vec::new();
        for factor in factors(ring, minor)? {
            let other = self.factors.iter().any(|f| exclude(ring, f, &factor));
            if other {
                continue;
            }
            // A minor that stays on its own factor would be split for ever.
            if self.factors.contains(&factor) {
                return Err(Limit::Terms.into());
            }
            let mut part = self.clone();
            part.factors.push(factor);
            if part.reduce(ring)? {
                parts.push(part);
            }
        }
        Ok(parts)
    }

    /// Takes the minors that vanish on the part away; is it possible at all?
    fn reduce(&mut self, ring: &Ring) -> Result<bool, Reason> {
        let mut left = Vec::new();
        for minor in &self.minors {
            let mut rest = minor.clone();
            for factor in &self.factors {
                match single_atom(factor) {
                    Some(atom) => {
                        rest = rest.coefficients(atom).into_iter().next().unwrap_or_default();
                        rest = on_circle(ring, atom, rest)?;
                    }
                    None if rest.div_exact(factor, ring.budget())?.is_some() => {
                        rest = Poly::zero();
                    }
                    None => {}
                }
            }
            rest = self.without_units(ring, rest)?;
            if rest.is_zero() {
                continue;
            }
            if is_constant(ring, &rest) {
                return Ok(false);
            }
            left.push(rest);
        }
        self.minors = left;
        Ok(true)
    }

    /// A polynomial without factors that do not vanish here: the cosine where the sine does.
    fn without_units(&self, ring: &Ring, mut p: Poly) -> Result<Poly, Reason> {
        for (s, c) in ring.circles() {
            let vanishes = |atom| self.factors.iter().any(|f| single_atom(f) == Some(atom));
            for (zero, unit) in [(s, c), (c, s)] {
                if vanishes(zero) {
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
}

/// Where the sine of an angle vanishes, `1 − cos²` does, and the other way round.
fn on_circle(ring: &Ring, zero: usize, p: Poly) -> Result<Poly, Reason> {
    for (s, c) in ring.circles().filter(|&(s, c)| s == zero || c == zero) {
        let other = Poly::atom(if s == zero { c } else { s })?;
        let square = &Poly::one() - &other.pow(2, ring.budget())?;
        if p.div_exact(&square, ring.budget())?.is_some() {
            return Ok(Poly::zero());
        }
    }
    Ok(p)
}

/// The atom, if the polynomial is one.
fn single_atom(p: &Poly) -> Option<usize> {
    let mut atoms = p.atoms();
    let atom = atoms.next()?;
    (atoms.next().is_none() && p.len() == 1 && p.degree(atom) == 1).then_some(atom)
}

/// Are the factors sine and cosine of one angle?
fn exclude(ring: &Ring, f: &Poly, g: &Poly) -> bool {
    let (Some(f), Some(g)) = (single_atom(f), single_atom(g)) else { return false };
    ring.circles().any(|(s, c)| (f, g) == (s, c) || (f, g) == (c, s))
}

/// The factors of a polynomial that may vanish; `1 − cos²` counts as the sine.
fn factors(ring: &Ring, p: &Poly) -> Result<Vec<Poly>, Reason> {
    let (monomial, mut rest) = p.without_monomial();
    let mut found = Vec::new();
    for (atom, _) in monomial.factors().filter(|(atom, _)| !ring.is_parameter(*atom)) {
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
        if !is_constant(ring, &factor) {
            found.push(factor.primitive().1.positive());
        }
    }
    found.dedup();
    Ok(found)
}

impl RankDrops {
    /// Keeps a part, if it has real points.
    fn note(&mut self, forms: &Forms, ring: &Ring, part: &Part) {
        let expression = |p: &Poly| ring.expression(&Fraction::polynomial(p.clone()));
        let mut factors: Vec<Expr> = part.factors.iter().map(expression).collect();
        let place = |e: &Expr| forms.x.iter().position(|x| x == e).unwrap_or(forms.x.len());
        factors.sort_by_key(place);
        let known = |list: &[Vec<Expr>]| list.iter().any(|p| p.iter().all(|f| factors.contains(f)));
        if known(&self.parts) || known(&self.open) {
            return;
        }
        match has_points(forms, &factors) {
            Some(true) => self.parts.push(factors),
            Some(false) => {}
            None => self.open.push(factors),
        }
    }
}

/// Does the part have real points that satisfy the position constraints? Not known when its factors
/// can neither be solved for coordinates nor vanish at the origin.
fn has_points(forms: &Forms, factors: &[Expr]) -> Option<bool> {
    let at = Surface::point(solved(forms, factors).or_else(|| origin(forms, factors))?, Vec::new());
    for &phi in &forms.phi {
        let phi = at.restrict(phi);
        match at.vanishes(phi) {
            Ok(true) => {}
            Ok(false) if forms.x.iter().all(|&x| !contains(phi, x)) => return Some(false),
            _ => return None,
        }
    }
    Some(true)
}

/// Values of coordinates with which the factors vanish, one solved after the other.
fn solved(forms: &Forms, factors: &[Expr]) -> Option<Vec<(Expr, Expr)>> {
    let mut values: Vec<(Expr, Expr)> = Vec::new();
    for &factor in factors {
        let equation = angle(factor).unwrap_or(factor);
        let equation = Surface::point(values.clone(), Vec::new()).restrict(equation);
        let mut free = forms.x.iter().filter(|x| values.iter().all(|(y, _)| y != *x));
        values.push(free.find_map(|&x| solved_linearly(equation, x))?);
    }
    Some(values)
}

/// The origin, if all factors vanish there.
fn origin(forms: &Forms, factors: &[Expr]) -> Option<Vec<(Expr, Expr)>> {
    let values: Vec<(Expr, Expr)> = forms.x.iter().map(|&x| (x, Expr::zero())).collect();
    let at = Surface::point(values.clone(), Vec::new());
    factors.iter().all(|&e| at.vanishes(e) == Ok(true)).then_some(values)
}

/// The angle that vanishes when a sine does; for a cosine the angle minus π/2.
fn angle(e: Expr) -> Option<Expr> {
    use Elementary as E;
    match e.node() {
        Node::Apply(Function::Elementary(E::Sin), x) => Some(x[0]),
        Node::Apply(Function::Elementary(E::Cos), x) => Some(x[0] - Expr::pi() / Expr::from(2)),
        _ => None,
    }
}
