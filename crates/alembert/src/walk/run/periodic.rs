//! Which coordinates matter only up to whole turns?
//!
//! A coordinate does when it occurs in sines and cosines of integer multiples only. Such an angle may
//! be wrapped by 2π during a run, which keeps its digits.

use alembert_algebra::{Elementary, Expr, Function, Node, Rational, postorder, symbols};
use rustc_hash::{FxHashMap, FxHashSet};

/// How an expression depends on a coordinate.
#[derive(Clone, PartialEq)]
enum Dependence {
    /// Not at all, or with the period 2π.
    Periodic,
    /// This multiple of it, plus what is periodic.
    Linear(Rational),
    /// In another way.
    Other,
}

/// Expressions by the symbols that stand in them, those with few symbols first: of many coordinates each
/// stands in few.
pub(in crate::walk) struct Places {
    of: FxHashMap<Expr, Vec<Expr>>,
}

impl Places {
    pub(in crate::walk) fn new(list: &[Expr]) -> Self {
        let mut known = FxHashSet::default();
        let all = list.iter().filter(|e| known.insert(**e));
        let mut all: Vec<(Vec<Expr>, Expr)> = all.map(|&e| (symbols(&[e]), e)).collect();
        all.sort_by_key(|(own, _)| own.len());
        let mut of: FxHashMap<Expr, Vec<Expr>> = FxHashMap::default();
        for (own, e) in all {
            own.into_iter().for_each(|x| of.entry(x).or_default().push(e));
        }
        Self { of }
    }

    /// Does the coordinate occur?
    pub(in crate::walk) fn contain(&self, coordinate: Expr) -> bool {
        self.of.contains_key(&coordinate)
    }

    /// Have all of them the period 2π in a coordinate?
    pub(in crate::walk) fn are_periodic(&self, coordinate: Expr) -> bool {
        let list = self.of.get(&coordinate).map_or(&[][..], Vec::as_slice);
        list.iter().all(|&e| is_periodic(&[e], coordinate))
    }
}

/// Have these expressions the period 2π in a coordinate?
pub(in crate::walk) fn is_periodic(list: &[Expr], coordinate: Expr) -> bool {
    let mut known: FxHashMap<Expr, Dependence> = FxHashMap::default();
    for e in postorder(list) {
        let dependence = if e == coordinate {
            Dependence::Linear(Rational::ONE)
        } else {
            of_node(&e.node(), &known)
        };
        known.insert(e, dependence);
    }
    list.iter().all(|e| known[e] == Dependence::Periodic)
}

fn of_node(node: &Node, known: &FxHashMap<Expr, Dependence>) -> Dependence {
    match node {
        Node::Number(_) | Node::Symbol(_) => Dependence::Periodic,
        Node::Sum(terms) => of_sum(terms, known),
        Node::Apply(Function::Elementary(Elementary::Sin | Elementary::Cos), x) => {
            match &known[&x[0]] {
                Dependence::Linear(k) if k.to_i64().is_some() => Dependence::Periodic,
                Dependence::Periodic => Dependence::Periodic,
                _ => Dependence::Other,
            }
        }
        Node::Product(_) | Node::Apply(..) => {
            let periodic = |e: Expr| known[&e] == Dependence::Periodic;
            if node.children().all(periodic) { Dependence::Periodic } else { Dependence::Other }
        }
    }
}

fn of_sum(terms: &[(Rational, Expr)], known: &FxHashMap<Expr, Dependence>) -> Dependence {
    let mut multiple = Rational::ZERO;
    for (c, e) in terms {
        match &known[e] {
            Dependence::Periodic => {}
            Dependence::Linear(k) => multiple = &multiple + &(c * k),
            Dependence::Other => return Dependence::Other,
        }
    }
    if multiple.is_zero() { Dependence::Periodic } else { Dependence::Linear(multiple) }
}

#[cfg(test)]
mod tests {
    use super::{Places, is_periodic};
    use alembert_algebra::{Elementary, Expr, Kind, Rational, apply};

    #[test]
    fn an_angle_occurs_in_sines_of_integer_multiples_only() {
        let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let sin = |e: Expr| apply(Elementary::Sin, &[e]);
        assert!(is_periodic(&[y * sin(x + x + y).powi(2), y], x));
        assert!(!is_periodic(&[sin(x) + x], x));
        assert!(!is_periodic(&[sin(x.scale(&Rational::ratio(1, 2)))], x));
        assert!(!is_periodic(&[sin(x * x)], x) && !is_periodic(&[x * y], x));
        assert!(is_periodic(&[sin(x + y) + (x - x)], x));
    }

    #[test]
    fn expressions_are_found_by_what_stands_in_them() {
        let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let sin = |e: Expr| apply(Elementary::Sin, &[e]);
        let places = Places::new(&[sin(x + y) * y, sin(x), Expr::one(), sin(x)]);
        assert!(places.are_periodic(x) && !places.are_periodic(y) && places.are_periodic(z));
        assert!(places.contain(x) && !places.contain(z));
    }
}
