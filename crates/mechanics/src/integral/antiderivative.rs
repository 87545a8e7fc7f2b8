//! ∫ f dx in our class of functions, all other symbols being constant.
//!
//! ```text
//! ∫ f dx = P/D + Σ cᵢ log pᵢ + Σ cᵢ atan2(bᵢ, aᵢ)                           (1)
//! ```
//!
//! where P is a polynomial with unknown coefficients in the atoms of f that contain x, D and the
//! pᵢ are made of the denominator of f, and aᵢ² + bᵢ² divides it. The constants are found by
//! differentiating (1) (the method of Risch and Norman). What is found is verified by whoever
//! asks; what is not found may still have a closed form.

use alembert_algebra::polynomial::{AtomSet, Limit, Poly, gcd, squarefree};
use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{Elementary, Expr, Integer, apply, contains, partial};

use super::constants::Identity;
use super::effort::Effort;

/// More candidates for the terms of (1) than this are not tried.
const MOST_TERMS: usize = 120;

/// An antiderivative of `f`, if one of the form (1) is found.
pub(super) fn antiderivative(
    f: Expr,
    x: Expr,
    effort: &Effort,
) -> Result<Option<Expr>, ConversionError> {
    if !contains(f, x) {
        return Ok(Some(f * x));
    }
    let (ring, values) = effort.fractions(&[f])?;
    let terms = candidates(&ring, &values[0], x)?;
    effort.settle(&ring)?;
    let Some(terms) = terms else { return Ok(None) };
    let mut slopes: Vec<Expr> = terms.iter().map(|&m| partial(m, x)).collect();
    slopes.push(f);
    let (ring, columns) = effort.fractions(&slopes)?;
    let moving: AtomSet =
        columns.iter().flat_map(Fraction::atoms).filter(|&a| contains(atom(&ring, a), x)).collect();
    let columns: Vec<Vec<Fraction>> = columns.into_iter().map(|c| vec![c]).collect();
    let solution = Identity::new(&ring, &columns, &moving)?.express_last()?;
    effort.settle(&ring)?;
    let total = |s: Vec<(usize, Fraction)>| {
        Expr::sum(s.into_iter().map(|(j, c)| ring.expression(&c) * terms[j]))
    };
    Ok(solution.map(total))
}

/// The expression of an atom of a ring.
pub(super) fn atom(ring: &Ring, a: usize) -> Expr {
    let polynomial = Poly::atom(a).expect("an atom of the ring");
    ring.expression(&Fraction::polynomial(polynomial))
}

fn polynomial(ring: &Ring, p: &Poly) -> Expr {
    ring.expression(&Fraction::polynomial(p.clone()))
}

/// The terms of (1) for a fraction; `None` when there are too many.
fn candidates(ring: &Ring, f: &Fraction, x: Expr) -> Result<Option<Vec<Expr>>, Limit> {
    let moves = |p: &Poly| p.atoms().any(|a| contains(atom(ring, a), x));
    let factors = divisors(ring, f)?.into_iter().filter(|(p, _)| moves(p));
    let factors: Vec<(Poly, u32)> = factors.collect();
    let below = factors.iter().map(|(p, k)| {
        let plain = p.atoms().all(|a| atom(ring, a).as_symbol().is_some());
        polynomial(ring, p).powi(-i64::from(if plain { k - 1 } else { *k }))
    });
    let D = Expr::product(below);
    let Some(powers) = monomials(ring, f, x) else { return Ok(None) };
    let mut terms: Vec<Expr> = powers.into_iter().map(|m| m * D).collect();
    terms.retain(|&m| contains(m, x));
    for (p, _) in &factors {
        terms.push(apply(Elementary::Log, &[polynomial(ring, p)]));
        terms.extend(arcs(ring, p, x)?);
    }
    if !factors.is_empty() {
        terms.extend(logarithms_of_circles(ring, f, x));
    }
    Ok((terms.len() <= MOST_TERMS).then_some(terms))
}

/// The factors of a denominator that are found without factoring.
fn divisors(ring: &Ring, f: &Fraction) -> Result<Vec<(Poly, u32)>, Limit> {
    let mut found: Vec<(Poly, u32)> = Vec::new();
    for (p, k) in &f.den {
        for (factor, e) in squarefree(p, ring.budget())? {
            if factor.to_constant().is_none() {
                found.push((factor.positive(), e * k));
            }
        }
    }
    Ok(found)
}

/// Products of powers of the atoms with x, from low to high degree; `None` when too many.
fn monomials(ring: &Ring, f: &Fraction, x: Expr) -> Option<Vec<Expr>> {
    let mut atoms: Vec<usize> = f.atoms().filter(|&a| contains(atom(ring, a), x)).collect();
    for (s, c) in ring.circles() {
        if atoms.contains(&s) || atoms.contains(&c) {
            atoms.extend([s, c]);
        }
    }
    atoms.extend(ring.atom_of_symbol(x));
    atoms.sort_unstable();
    atoms.dedup();
    let own = |a: usize| f.num.degree(a) + f.den.iter().map(|(p, k)| p.degree(a) * k).sum::<u32>();
    let degree = |a: usize| match ring.circles().find(|&(s, c)| s == a || c == a) {
        Some((s, _)) if s == a => 1,
        Some((s, c)) => own(s) + own(c) + 1,
        None if atom(ring, a).as_symbol().is_some() => own(a) + 1,
        None => own(a).max(1),
    };
    let mut all: Vec<(u32, Expr)> = vec![(0, Expr::one())];
    for &a in &atoms {
        let power = |(n, m): &(u32, Expr), k: u32| (n + k, *m * atom(ring, a).powi(i64::from(k)));
        all = all.iter().flat_map(|m| (0..=degree(a)).map(move |k| power(m, k))).collect();
        if all.len() > MOST_TERMS {
            return None;
        }
    }
    all.sort_by_key(|(n, _)| *n);
    Some(all.into_iter().map(|(_, m)| m).collect())
}

/// log(1 ± sin), log(1 ± cos) for the circles with x: what 1/cos and 1/sin lead to.
fn logarithms_of_circles(ring: &Ring, f: &Fraction, x: Expr) -> Vec<Expr> {
    let used: Vec<usize> = f.atoms().collect();
    let circles = ring.circles().filter(|(s, c)| used.contains(s) || used.contains(c));
    let atoms = circles.flat_map(|(s, c)| [atom(ring, s), atom(ring, c)]);
    let moving = atoms.filter(|&e| contains(e, x));
    let both = moving.flat_map(|e| [Expr::one() + e, Expr::one() - e]);
    both.map(|e| apply(Elementary::Log, &[e])).collect()
}

/// `atan2(b, a)`, a with x, where `a² + b²` is a multiple of a factor that is quadratic in x: completed to
/// the square `α p = (α x + β/2)² + (α γ − β²/4)`.
fn arcs(ring: &Ring, p: &Poly, x: Expr) -> Result<Option<Expr>, Limit> {
    let Some(a) = ring.atom_of_symbol(x) else { return Ok(None) };
    let others = p.atoms().filter(|&b| b != a);
    if p.degree(a) != 2 || others.into_iter().any(|b| contains(atom(ring, b), x)) {
        return Ok(None);
    }
    let parts = p.coefficients(a);
    let budget = ring.budget();
    let four = parts[2].mul(&parts[0], budget)?.scale(&Integer::from(4))?;
    let Some(root) = square_root(ring, &(&four - &parts[1].mul(&parts[1], budget)?))? else {
        return Ok(None);
    };
    let slope = parts[2].scale(&Integer::from(2))?;
    let middle = &slope.mul(&Poly::atom(a)?, budget)? + &parts[1];
    let common = gcd(&middle, &root, budget)?;
    let over = |p: &Poly| Ok(p.div_exact(&common, budget)?.expect("a common divisor divides"));
    let arguments = [over(&root)?, over(&middle)?].map(|p| polynomial(ring, &p));
    Ok(Some(apply(Elementary::Atan2, &arguments)))
}

/// The root of a polynomial that is a square.
fn square_root(ring: &Ring, p: &Poly) -> Result<Option<Poly>, Limit> {
    if p.is_zero() {
        return Ok(None);
    }
    let mut root = Poly::one();
    for (factor, k) in squarefree(p, ring.budget())? {
        let part = match factor.to_constant() {
            Some(c) => c.sqrt_exact().map(Poly::constant),
            None if k % 2 == 0 => Some(factor.pow(k / 2, ring.budget())?),
            None => None,
        };
        let Some(part) = part else { return Ok(None) };
        root = root.mul(&part, ring.budget())?;
    }
    Ok(Some(root))
}
