//! Integrals that are polynomials in the variables, their sines, cosines and exponentials.
//!
//! ```text
//! h = Σ cⱼ mⱼ,      Σ cⱼ Xᵢ mⱼ = 0   for every allowed direction Xᵢ          (1)
//! ```
//!
//! The monomials are ordered by degree, and the c are constants: found by linear algebra.

use alembert_algebra::ring::{ConversionError, Fraction};
use alembert_algebra::{Expr, Node, contains, postorder};

use super::antiderivative::atom;
use super::constants::{Identity, moving};
use super::effort::Effort;
use super::pfaffian::Pfaffian;

/// More monomials than this are not tried.
const MOST_MONOMIALS: usize = 130;

/// Polynomial integrals up to a degree, the simplest first; they need not be independent.
pub(super) fn polynomial_integrals(
    system: &Pfaffian,
    degree: u32,
    effort: &Effort,
) -> Result<Vec<Expr>, ConversionError> {
    let Some(monomials) = monomials(&generators(system, effort)?, degree) else {
        return Ok(Vec::new());
    };
    let width = system.free.len();
    let images: Vec<Expr> =
        monomials.iter().flat_map(|&(_, m)| (0..width).map(move |i| system.along(i, m))).collect();
    if width == 0 {
        return Ok(system.q.clone());
    }
    let (ring, values) = effort.fractions(&images)?;
    let moving = moving(&ring, &values);
    let columns: Vec<&[Fraction]> = values.chunks(width).collect();
    // Which monomial of a degree is given through the others decides how long an integral is.
    let forward: Vec<usize> = (0..monomials.len()).collect();
    let mut backward = forward.clone();
    backward.sort_by_key(|&j| (monomials[j].0, std::cmp::Reverse(j)));
    let mut found: Vec<(u32, (usize, usize), Expr)> = Vec::new();
    for order in [forward, backward] {
        let ordered: Vec<Vec<Fraction>> = order.iter().map(|&j| columns[j].to_vec()).collect();
        for solution in Identity::new(&ring, &ordered, &moving)?.solutions()? {
            let degree = solution.iter().map(|(j, _)| monomials[order[*j]].0).max();
            let terms = solution.iter().map(|(j, c)| ring.expression(c) * monomials[order[*j]].1);
            let h = Expr::sum(terms); // (1)
            found.push((degree.unwrap_or(0), length(h), h));
        }
    }
    effort.settle(&ring)?;
    found.sort_by_key(|&(degree, length, _)| (degree, length));
    Ok(found.into_iter().map(|(_, _, h)| h).collect())
}

/// How many divisors an expression has, and how many parts.
fn length(e: Expr) -> (usize, usize) {
    let parts = postorder(&[e]);
    let divisors = parts.iter().map(|a| match a.node() {
        Node::Product(powers) => powers.iter().filter(|(_, k)| k.is_negative()).count(),
        _ => 0,
    });
    (divisors.sum(), parts.len())
}

/// A generator of the monomials, with the highest power that is needed.
type Generator = (Expr, u32);

/// The variables, and the sines, cosines and exponentials of them that occur in the slopes.
fn generators(system: &Pfaffian, effort: &Effort) -> Result<Vec<Generator>, ConversionError> {
    let slopes: Vec<Expr> = system.slopes.entries().collect();
    let (ring, values) = effort.fractions(&slopes)?;
    let mut all: Vec<Generator> = system.q.iter().map(|&x| (x, u32::MAX)).collect();
    let moves = |e: Expr| system.q.iter().any(|&x| contains(e, x));
    for (s, c) in ring.circles().filter(|&(s, _)| moves(atom(&ring, s))) {
        all.extend([(atom(&ring, s), 1), (atom(&ring, c), u32::MAX)]);
    }
    let mut used: Vec<usize> = values.iter().flat_map(Fraction::atoms).collect();
    used.sort_unstable();
    used.dedup();
    for e in used.into_iter().map(|a| atom(&ring, a)).filter(|&e| is_exponential(e) && moves(e)) {
        all.extend([(e, u32::MAX), (e.powi(-1), u32::MAX)]);
    }
    Ok(all)
}

fn is_exponential(e: Expr) -> bool {
    use alembert_algebra::Elementary;
    matches!(e.node(), Node::Apply(f, _) if f == Elementary::Exp.into())
}

/// All products of generators up to a degree, each with its own, from low to high; `None` when there are too many.
fn monomials(generators: &[Generator], degree: u32) -> Option<Vec<(u32, Expr)>> {
    let mut all: Vec<(u32, Expr)> = vec![(0, Expr::one())];
    // The last generator first, so that of two monomials of a degree the one with the first
    // generators comes first.
    for &(generator, most) in generators.iter().rev() {
        let powers = |&(n, m): &(u32, Expr)| {
            let highest = most.min(degree - n);
            (0..=highest).map(move |k| (n + k, m * generator.powi(i64::from(k))))
        };
        all = all.iter().flat_map(powers).collect();
        if all.len() > MOST_MONOMIALS {
            return None;
        }
    }
    all.sort_by_key(|(n, _)| *n);
    all.retain(|(n, _)| *n > 0);
    Some(all)
}
