//! Total time derivatives in a Lagrangian, taken away: they have no equations of motion.
//!
//! Let `w = q⁽ʳ⁾` be derivatives of the highest order `r ≥ 2` of their coordinates in `L`, in which `L` is linear,
//! and `u = q⁽ʳ⁻¹⁾`:
//!
//! ```text
//! L = Σ cᵢ wᵢ + L₀                                                                  (1)
//! ∂cᵢ/∂uⱼ = ∂cⱼ/∂uᵢ                                                                 (2)
//! ```
//!
//! With (2) there is a function `F` with `∂F/∂uᵢ = cᵢ`. For coefficients that are polynomials in `u`, with their
//! parts `cᵢᵏ` of degree `k`,
//!
//! ```text
//! F = Σᵢ uᵢ Σₖ cᵢᵏ/(k + 1)                                                          (3)
//! L' = L − dF/dt                                                                    (4)
//! ```
//!
//! and `L'` contains no `w`. Its equations of motion are those of `L`; its energy differs from that of `L` by `∂F/∂t`.
//! This is repeated while something is found.
//!
//! Where (2) fails there is no such `L'`. The equations of motion of a Lagrangian that is linear in all `w` are then of
//! the order `2 r − 1`, with the matrix
//!
//! ```text
//! ±(∂cᵢ/∂uⱼ − ∂cⱼ/∂uᵢ)                                                              (5)
//! ```
//!
//! at the highest derivatives. It is antisymmetric, so that it is regular for an even number of coordinates only.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Expr, Kind, Matrix, Rational, Substitution, Vector, contains, gradient, jacobian, partial, rate,
};

use crate::regular::is_regular_somewhere;
use crate::system::order;

/// Parts of higher degree are not looked for.
const HIGHEST_DEGREE: i64 = 12;
/// As often a derivative may be taken away.
const MOST_ROUNDS: usize = 8;

/// `L'` of (4) and `F`, if a derivative was taken away.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_mechanics::gauge::reduced;
/// let [x, v, a] = [0, 1, 2].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let (L, F) = reduced(-x * a, &[x]).unwrap();
/// assert_eq!((L, F), (v * v, -x * v)); // −x x'' = x'² − d/dt (x x')
/// assert!(reduced(a * a, &[x]).is_none());
/// ```
#[must_use]
pub fn reduced(L: Expr, q: &[Expr]) -> Option<(Expr, Expr)> {
    let (mut current, mut sum) = (L, Expr::zero());
    for _ in 0..MOST_ROUNDS {
        let Some((next, F)) = round(current, q) else { break };
        (current, sum) = (next, sum + F);
    }
    (current != L).then_some((current, sum))
}

/// Is `L` linear in the highest derivatives of some coordinates, while (2) fails?
#[must_use]
pub fn is_odd(L: Expr, q: &[Expr]) -> bool {
    groups(L, q).iter().any(|group| !is_closed(L, group))
}

/// A derivative `w` with the derivative `u` below it.
type Pair = (Expr, Expr);

/// Is `L` linear in all `w`, with a matrix (5) that is proved to be regular somewhere?
pub(crate) fn is_regular(L: Expr, w: &Vector, u: &Vector) -> bool {
    let c = gradient(L, w);
    let is_linear = jacobian(&c, w).entries().all(|e| e == Expr::zero());
    let slopes = jacobian(&c, u);
    let curl = |i: usize| &slopes.rows()[i] - &slopes.transpose().rows()[i]; // (5)
    let curl = Matrix::from_rows((0..c.len()).map(curl).collect(), c.len());
    is_linear && is_regular_somewhere(&curl)
}

/// Equation (4), once.
fn round(L: Expr, q: &[Expr]) -> Option<(Expr, Expr)> {
    groups(L, q).into_iter().find_map(|group| {
        let F = is_closed(L, &group).then(|| potential(L, &group))??;
        let mut without = Substitution::new(group.iter().map(|pair| (pair.0, Expr::zero())));
        Some((without.apply(L) - without.apply(rate(F)), F)) // (4)
    })
}

/// The derivatives of (1), those of one order together.
fn groups(L: Expr, q: &[Expr]) -> Vec<Vec<Pair>> {
    let dotted = |x: Expr, k: u32| (0..k).fold(x, |x, _| rate(x));
    let orders = q.iter().map(|&x| (x, order(L, &[x]).unwrap_or(0)));
    let tops: Vec<(u32, Pair)> = orders
        .filter(|(_, k)| *k >= 2)
        .map(|(x, k)| (k, (dotted(x, k), dotted(x, k - 1))))
        .collect();
    let is_linear = |w: Expr| {
        let slope = partial(L, w);
        tops.iter().all(|(_, (other, _))| !contains(slope, *other))
    };
    let highest = tops.iter().map(|top| top.0).max().unwrap_or(0);
    let of = |k: u32| tops.iter().filter(move |top| top.0 == k).map(|top| top.1);
    let groups = (2..=highest).rev().map(|k| of(k).filter(|pair| is_linear(pair.0)).collect());
    groups.filter(|group: &Vec<Pair>| !group.is_empty()).collect()
}

/// Is (2) proved?
fn is_closed(L: Expr, group: &[Pair]) -> bool {
    let curl = |a: &Pair, b: &Pair| {
        let [c, d] = [a, b].map(|pair| partial(L, pair.0));
        partial(c, b.1) - partial(d, a.1) // (2)
    };
    let zero = |e: Expr| e == Expr::zero() || zero_test(e) == Verdict::Zero;
    group.iter().enumerate().all(|(i, a)| group[..i].iter().all(|b| zero(curl(a, b))))
}

/// Equation (3); `None` for coefficients that are no polynomials.
fn potential(L: Expr, group: &[Pair]) -> Option<Expr> {
    let scale = Expr::symbol("_s", Kind::Auxiliary, 0);
    let mut scaled = Substitution::new(group.iter().map(|&(_, u)| (u, scale * u)));
    let mut at_rest = Substitution::new([(scale, Expr::zero())]);
    let mut terms = Vec::new();
    for &(w, u) in group {
        let mut rest = scaled.apply(partial(L, w));
        let mut divisor = Rational::ONE;
        for k in 0..=HIGHEST_DEGREE {
            let part = at_rest.apply(rest);
            part.fault().is_none().then_some(())?;
            terms.push(u * part / Expr::number(divisor.clone()) / Expr::from(k + 1)); // (3)
            rest = partial(rest, scale);
            if rest == Expr::zero() || zero_test(rest) == Verdict::Zero {
                rest = Expr::zero();
                break;
            }
            divisor = &divisor * &Rational::from(k + 1);
        }
        (rest == Expr::zero()).then_some(())?;
    }
    Some(Expr::sum(terms))
}
