//! The base angles in which the equations are shortest.
//!
//! Coordinates are the first choice. Where the projected equations become shorter with
//!
//! ```text
//! D = θᵢ ∓ θⱼ   in place of θᵢ,    sin θᵢ = sin D cos θⱼ ± cos D sin θⱼ, …            (1)
//! ```
//!
//! that is taken: for two pendulums, `cos(θ₁ − θ₂)`. The equations of a chain of bodies depend on
//! the angles between neighbours, and are too long for trying without them:
//!
//! ```text
//! θ₁, θ₂ − θ₁, θ₃ − θ₂, …                                                      (2)
//! ```

use std::collections::BTreeMap;

use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Elementary, Expr, Function, Kind, Node, Rational, apply, postorder, sum};

use super::Row;
use crate::{Motion, Reason};

/// Equations with more terms are left as they are.
const LARGEST_TO_TURN: usize = 400;
/// Angles beyond this number are not exchanged.
const MOST_ANGLES: usize = 6;

/// The coordinates that occur in the arguments of sines and cosines, in their order.
pub(super) fn coordinates(motion: &Motion) -> Vec<Expr> {
    among(&motion.state, &motion.system.entries())
}

/// What a ring may see first: nothing, or, where angles are sums, the sines of their terms.
pub(crate) fn offers(q: &[Expr], roots: &[Expr]) -> Vec<Vec<Expr>> {
    let is_sum = |e: &Expr| matches!(e.node(), Node::Apply(Function::Elementary(_), x) if matches!(x[0].node(), Node::Sum(_)));
    let mut offers = vec![Vec::new()];
    if postorder(roots).iter().any(is_sum) {
        offers.push(leading(&among(q, roots)));
    }
    offers
}

/// Those of `q` that occur in the arguments of sines and cosines.
fn among(q: &[Expr], roots: &[Expr]) -> Vec<Expr> {
    use Elementary as E;
    let mut found = Vec::new();
    for e in postorder(roots) {
        let Node::Apply(Function::Elementary(E::Sin | E::Cos | E::Tan), x) = e.node() else {
            continue;
        };
        match x[0].node() {
            Node::Symbol(_) => found.push(x[0]),
            Node::Sum(terms) => {
                found.extend(terms.iter().map(|t| t.1).filter(|t| t.as_symbol().is_some()));
            }
            _ => {}
        }
    }
    q.iter().copied().filter(|x| found.contains(x)).collect()
}

/// An angle that does not occur, for trying (1).
pub(super) fn spare() -> Expr {
    Expr::symbol("_", Kind::Auxiliary, 0)
}

/// What a ring must see first to take these as base angles.
pub(super) fn leading(angles: &[Expr]) -> Vec<Expr> {
    angles.iter().map(|&a| apply(Elementary::Sin, &[a])).collect()
}

/// The base angles (2).
pub(super) fn differences(angles: &[Expr]) -> Vec<Expr> {
    let first = angles.first().copied();
    first.into_iter().chain(angles.windows(2).map(|pair| pair[1] - pair[0])).collect()
}

/// Base angles with which the equations have fewer terms, if some are found. The ring must have
/// been made with `angles` and [`spare`].
pub(super) fn shorter(
    ring: &mut Ring,
    angles: &[Expr],
    equations: &Row,
) -> Result<Option<Vec<Expr>>, Reason> {
    let before = size(equations);
    if angles.len() < 2 || angles.len() > MOST_ANGLES || !is_short_enough(equations) {
        return Ok(None);
    }
    let mut circles = Vec::new();
    for &angle in angles.iter().chain([&spare()]) {
        let [s, c] = [Elementary::Sin, Elementary::Cos].map(|f| ring.fraction(apply(f, &[angle])));
        circles.push((s?, c?));
    }
    let spare = circles.pop().expect("it was put there");
    let mut best: Option<(usize, Vec<Expr>)> = None;
    for (i, j) in (0..angles.len()).flat_map(|i| (0..angles.len()).map(move |j| (i, j))) {
        for sign in [Rational::ONE, Rational::MINUS_ONE] {
            if i == j {
                continue;
            }
            let turned = ring.exchanged_angle([&circles[i], &circles[j], &spare], &sign)?; // (1)
            let Some(turned) = turned else { continue };
            let least = best.as_ref().map_or(before, |b| b.0);
            if let Some(after) = size_below(least, ring, equations, &turned)? {
                let mut new = angles.to_vec();
                new[i] = sum(vec![(Rational::ONE, angles[i]), (-&sign, angles[j])]);
                best = Some((after, new));
            }
        }
    }
    Ok(best.map(|b| b.1))
}

/// Are these equations so short that other base angles are tried?
pub(super) fn is_short_enough(equations: &Row) -> bool {
    size(equations) <= LARGEST_TO_TURN
}

/// The number of terms.
pub(crate) fn size(list: &Row) -> usize {
    list.iter().map(terms).sum()
}

/// The number of terms after a turn, if it is smaller than `least`; what is larger is not counted
/// to its end.
fn size_below(
    least: usize,
    ring: &Ring,
    list: &Row,
    turned: &BTreeMap<usize, Fraction>,
) -> Result<Option<usize>, Reason> {
    let (moved, fixed): (Vec<&Fraction>, Vec<&Fraction>) =
        list.iter().partition(|f| f.atoms().any(|a| turned.contains_key(&a)));
    let mut sum = fixed.into_iter().map(terms).sum::<usize>();
    for f in moved {
        if sum >= least {
            return Ok(None);
        }
        sum += terms(&ring.into_lowest(ring.replace(f, turned)?)?);
    }
    Ok((sum < least).then_some(sum))
}

fn terms(f: &Fraction) -> usize {
    f.num.len() + f.den.iter().map(|d| d.0.len()).sum::<usize>()
}
