//! Named parts of long equations: `where Δ = …`.
//!
//! Equations that fill more than a page are shorter to read when what several of them divide by
//! has a name. Only divisors are named, and only those that are long and occur at least twice.

use alembert_algebra::{Expr, Kind, Node, apply, postorder, product, sum};
use alembert_mechanics::Solved;
use rustc_hash::FxHashMap;

use crate::language::Model;

/// The least number of parts, counted as a tree, of an expression that gets a name.
const SHORTEST: u64 = 20;

/// A name and what it stands for.
pub(super) type Part = (Expr, Expr);

/// Gives names to the divisors that the equations share, and puts the names in.
pub(super) fn name_divisors(solved: &mut [&mut Solved], model: &Model) -> Vec<Part> {
    let mut shared: Vec<Expr> = Vec::new();
    let mut seen: Vec<Expr> = Vec::new();
    for &divisor in solved.iter().flat_map(|s| &s.conditions) {
        let same = |list: &[Expr]| list.contains(&divisor) || list.contains(&-divisor);
        if same(&seen) && !same(&shared) && super::shorten::tree_size(divisor) >= SHORTEST {
            shared.push(divisor);
        }
        seen.push(divisor);
    }
    let name = |k: usize| match shared.len() {
        1 => "Delta".to_owned(),
        _ => format!("Delta_{}", k + 1),
    };
    if (0..shared.len()).any(|k| model.knows(&name(k))) {
        return Vec::new();
    }
    let symbol = |k: usize| Expr::symbol(&name(k), Kind::Auxiliary, 0);
    let parts: Vec<Part> = shared.iter().enumerate().map(|(k, &e)| (symbol(k), e)).collect();
    for equation in solved {
        equation.value = with_names(equation.value, &parts);
    }
    parts
}

/// `e` with the names of the parts put in.
pub(super) fn with_names(e: Expr, parts: &[Part]) -> Expr {
    parts.iter().fold(e, |e, &(name, part)| with_name(e, part, name))
}

/// `e` with the name in place of the part, and minus the name in place of minus the part.
fn with_name(e: Expr, part: Expr, name: Expr) -> Expr {
    let negative = -part;
    replaced(e, |a| match a {
        _ if a == part => Some(name),
        _ if a == negative => Some(-name),
        _ => None,
    })
}

/// `e` with the parts replaced that are given something else; the rest is built up again as it is.
pub(super) fn replaced(e: Expr, mut by: impl FnMut(Expr) -> Option<Expr>) -> Expr {
    let mut done: FxHashMap<Expr, Expr> = FxHashMap::default();
    for a in postorder(&[e]) {
        let new = by(a).unwrap_or_else(|| match a.node() {
            Node::Number(_) | Node::Symbol(_) => a,
            Node::Sum(terms) => sum(terms.iter().map(|(c, t)| (c.clone(), done[t])).collect()),
            Node::Product(powers) => {
                product(powers.iter().map(|(b, k)| (done[b], k.clone())).collect())
            }
            Node::Apply(f, arguments) => {
                apply(f, &arguments.iter().map(|x| done[x]).collect::<Vec<_>>())
            }
        });
        done.insert(a, new);
    }
    done[&e]
}
