//! A shorter way to write an expression: its normal form, when that is shorter, with functions of
//! sums and differences of angles and with common factors taken out where that saves operations.
//!
//! All of these are exact, so the value does not change; what the normal form cancels is a factor
//! that is proved not to vanish identically. Expressions that are short already, or too long for
//! the ring, stay as they are. Functions stay as the model writes them ([`Hidden`]).

use std::collections::BTreeMap;

use alembert_algebra::polynomial::{AtomSet, Poly};
use alembert_algebra::ring::contraction::{Contracted, contracted};
use alembert_algebra::ring::shown::Writer;
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Integer, Node, postorder, symbols};
use alembert_render::{Notation, operations, tree};
use rustc_hash::FxHashMap;

use super::hidden::Hidden;
use super::parts::with_names;

/// Expressions larger than this as a tree are not expanded.
pub(super) const LONGEST: u64 = 3_000;
/// Products of terms that a shorter form may cost: some ten milliseconds.
pub(super) const MOST_WORK: u64 = 200_000;

/// The expression in the shortest form that is found.
pub(super) fn shorten(e: Expr) -> Expr {
    if matches!(e.node(), Node::Number(_) | Node::Symbol(_)) {
        return e;
    }
    let size = tree_size(e);
    if size > LONGEST {
        return e;
    }
    let mut hidden = Hidden::default();
    let whole = hidden.hide(e);
    let normal = normal_form(whole, size).map(|form| hidden.shown(form));
    let plain = normal.filter(|&form| tree_size(form) < size).unwrap_or(e);
    let collected = collected(whole).map(|form| hidden.shown(form));
    match collected.filter(|&form| written_operations(form) < written_operations(plain)) {
        Some(form) => form,
        None => plain,
    }
}

/// The operations of the expression when it is written.
fn written_operations(e: Expr) -> usize {
    let notation = Notation { tidy: true, ..Notation::default() };
    tree(e, &notation).map_or(usize::MAX, |shown| operations(&shown))
}

/// Products of sines and cosines as functions of sums and differences of angles, and common factors
/// taken out: of the coefficients that are made of parameters, of those of the velocities, of those
/// of what nothing is divided by, of parts of one degree in the velocities, and where there are no
/// velocities of the whole.
fn collected(e: Expr) -> Option<Expr> {
    let unchanged = || Contracted { expression: e, parts: Vec::new() };
    let Contracted { expression, parts } = contracted(e, MOST_WORK).ok()?.unwrap_or_else(unchanged);
    let back: Vec<(Expr, Expr)> = parts.iter().map(|&(name, e)| (e, name)).collect();
    let contracted = Some(expression).filter(|_| !back.is_empty());
    let offers = offers(expression).unwrap_or_default().into_iter().chain(contracted);
    let offers = offers.map(|form| with_names(form, &back));
    offers.min_by_key(|&form| written_operations(form))
}

/// The forms of an expression that are compared.
fn offers(e: Expr) -> Option<Vec<Expr>> {
    let velocities = velocities(e);
    let mut ring = Ring::new(&[e]).ok()?;
    ring.set_budget(MOST_WORK);
    let fraction = ring.fraction(e).ok()?;
    let lowest = ring.lowest(&fraction).ok()?;
    let fast: AtomSet = velocities.iter().filter_map(|&v| ring.atom_of_symbol(v)).collect();
    let within = |write: &dyn Fn() -> Option<Expr>| ring.budget().apart(MOST_WORK, write);
    let by_atoms = |is_moving: &dyn Fn(usize) -> bool| {
        let moving = lowest.num.atoms().filter(|&atom| is_moving(atom)).collect();
        by_groups(&ring, &lowest, &moving)
    };
    let mut found = Vec::new();
    if divides_by_parameters(&ring, &lowest) {
        found.push(within(&|| by_atoms(&|atom| !ring.is_parameter(atom))));
    } else {
        let below = |atom: usize| lowest.den.iter().any(|(p, _)| p.contains(atom));
        found.push(within(&|| by_atoms(&|atom| !below(atom) && ring.is_free(atom))));
    }
    if velocities.is_empty() {
        let writer = Writer::new(&ring, &[]);
        found.push(within(&|| Some(writer.expression(&writer.form(&lowest).ok()?))));
    } else {
        found.push(within(&|| by_groups(&ring, &lowest, &fast)));
        found.push(within(&|| by_degrees(&ring, &lowest, &fast)));
    }
    Some(found.into_iter().flatten().collect())
}

/// The fraction with its coefficients of the products of `moving` atoms, each in lowest terms, in
/// the form with the fewest operations.
fn by_groups(ring: &Ring, lowest: &Fraction, moving: &AtomSet) -> Option<Expr> {
    let writer = Writer::new(ring, &[]);
    let mut terms = Vec::new();
    for (monomial, num) in lowest.num.groups(moving) {
        let coefficient = ring.lowest(&Fraction { num, ..lowest.clone() }).ok()?;
        let coefficient = writer.expression(&writer.form(&coefficient).ok()?);
        let moving = Fraction::polynomial(Poly::term(monomial, Integer::ONE));
        terms.push(coefficient * ring.expression(&moving));
    }
    Some(Expr::sum(terms))
}

/// The polynomial with the factors of position that all terms of one degree in the velocities share
/// taken out, as in `m r (θ'² + sin²θ φ'²)`; `None` where there are none.
fn by_degrees(ring: &Ring, lowest: &Fraction, fast: &AtomSet) -> Option<Expr> {
    let mut degrees: BTreeMap<u32, Poly> = BTreeMap::new();
    for (m, c) in lowest.num.groups(fast) {
        let degree = m.factors().map(|(_, k)| k).sum();
        let part = degrees.entry(degree).or_insert_with(Poly::zero);
        *part = &*part + &c.shift(&m).ok()?;
    }
    let moves = |(atom, _): (usize, u32)| !ring.is_parameter(atom) && !fast.contains(atom);
    let shares = |p: &Poly| p.len() > 1 && p.common_monomial().factors().any(moves);
    if !divides_by_parameters(ring, lowest) || !degrees.values().any(shares) {
        return None;
    }
    let mut terms = Vec::new();
    for part in degrees.into_values() {
        if !shares(&part) {
            terms.push(by_groups(ring, &Fraction { num: part, ..lowest.clone() }, fast)?);
            continue;
        }
        let (common, rest) = part.without_monomial();
        let common = Fraction { num: Poly::term(common, Integer::ONE), ..lowest.clone() };
        let rest = by_groups(ring, &Fraction::polynomial(rest), fast)?;
        terms.push(ring.expression(&ring.lowest(&common).ok()?) * rest);
    }
    Some(Expr::sum(terms))
}

fn divides_by_parameters(ring: &Ring, f: &Fraction) -> bool {
    f.den.iter().all(|(p, _)| p.atoms().all(|atom| ring.is_parameter(atom)))
}

fn velocities(e: Expr) -> Vec<Expr> {
    let is_fast = |x: &Expr| x.as_symbol().is_some_and(|s| s.order > 0);
    symbols(&[e]).into_iter().filter(is_fast).collect()
}

/// The normal form, unless it takes much work or has too many terms to be shorter than `size`.
fn normal_form(e: Expr, size: u64) -> Option<Expr> {
    let mut ring = Ring::new(&[e]).ok()?;
    ring.set_budget(MOST_WORK);
    let fraction = ring.fraction(e).ok()?;
    let lowest = ring.lowest(&fraction).ok()?;
    let terms = lowest.den.iter().fold(lowest.num.len(), |sum, (p, _)| sum + p.len());
    (terms as u64 <= size).then(|| ring.expression(&lowest))
}

/// The number of parts of the expression when it is written out.
pub(super) fn tree_size(e: Expr) -> u64 {
    let mut sizes: FxHashMap<Expr, u64> = FxHashMap::default();
    for a in postorder(&[e]) {
        let node = a.node();
        let below = node.children().fold(0u64, |sum, child| sum.saturating_add(sizes[&child]));
        let own = match &node {
            Node::Sum(terms) => terms.iter().filter(|(c, _)| !c.abs().is_one()).count() as u64,
            Node::Product(powers) => powers.iter().filter(|(_, k)| !k.is_one()).count() as u64,
            _ => 0,
        };
        sizes.insert(a, below.saturating_add(1 + own));
    }
    sizes[&e]
}
