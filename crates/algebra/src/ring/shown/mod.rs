//! How a person would write a fraction: candidates, and the one with the fewest operations.
//!
//! A fraction in lowest terms has one value and many forms. The candidates are: common factors
//! taken out; terms collected by velocities; the most frequent atom taken out (Horner); for each
//! angle `c²` as it is, as `1 − s²`, and `α + β c²` as `α s² + (α + β) c²`; `p` and `−p`; sines
//! given back to denominators; `tan` where sine and cosine stand alone; and the sum of fractions,
//! one for each product of velocities. [`Cost`] decides.
//!
//! Only numerators of some [`LARGE`] terms are searched through; longer ones are grouped. The
//! order of factors and terms is not decided here but where expressions are printed.

mod form;
mod polynomial;
mod quotient;

use std::cell::{OnceCell, RefCell};

use rustc_hash::FxHashMap;

use super::{Atom, Ring};
use crate::polynomial::{AtomSet, Poly};
use crate::{Elementary, Expr, Kind, Node, Rational, apply, postorder, product, sum};
use form::Shape;
pub use form::{Cost, Form};

/// Polynomials with more terms than this are not searched for the atom to take out.
pub const LARGE: usize = 60;

/// Writes the fractions of one ring.
#[derive(Debug)]
pub struct Writer<'a> {
    ring: &'a Ring,
    /// The velocities, by which terms are collected.
    fast: AtomSet,
    /// What the atoms cost, each found when it is first written.
    costs: Vec<OnceCell<Cost>>,
    /// The best forms of polynomials, and the best without writing squares on circles anew.
    best: RefCell<FxHashMap<Poly, Form>>,
    plain: RefCell<FxHashMap<Poly, Form>>,
}

impl<'a> Writer<'a> {
    /// A writer that collects terms by these velocities.
    #[must_use]
    pub fn new(ring: &'a Ring, velocities: &[Expr]) -> Self {
        let fast = velocities.iter().filter_map(|&v| ring.atom_of_symbol(v)).collect();
        let costs = vec![OnceCell::new(); ring.atoms.len()];
        Self { ring, fast, costs, best: RefCell::default(), plain: RefCell::default() }
    }

    fn atom(&self, atom: usize) -> Form {
        Form::atom(atom, self.cost(atom))
    }

    fn cost(&self, atom: usize) -> Cost {
        *self.costs[atom].get_or_init(|| cost_of_expression(self.ring.atom(atom)))
    }

    /// The expression that a form writes down.
    #[must_use]
    pub fn expression(&self, form: &Form) -> Expr {
        match &form.shape {
            Shape::Number(n) => Expr::number(n.clone().into()),
            Shape::Atom(atom) => self.ring.atom(*atom),
            Shape::Tangent(sine) => match self.ring.atoms[*sine] {
                Atom::Sin(k) => {
                    let angle = self.ring.expression(self.ring.angles.argument(k));
                    apply(Elementary::Tan, &[angle])
                }
                _ => unreachable!("a tangent is made from a sine"),
            },
            Shape::Sum(terms) => {
                let sign = |minus: bool| if minus { Rational::MINUS_ONE } else { Rational::ONE };
                sum(terms.iter().map(|(minus, t)| (sign(*minus), self.expression(t))).collect())
            }
            Shape::Product(factors) => {
                let powers = factors.iter().map(|f| (self.expression(f), Rational::ONE));
                product(powers.collect())
            }
            Shape::Quotient(sides) => {
                let [above, below] = &**sides;
                quotient(self.expression(above), self.expression(below))
            }
            Shape::Power(base, k) => self.expression(base).powi(i64::from(*k)),
        }
    }

    /// What the form divides by, apart from numbers.
    #[must_use]
    pub fn divisors(&self, form: &Form) -> Vec<Expr> {
        let mut found = Vec::new();
        self.collect_divisors(form, &mut found);
        found
    }

    fn collect_divisors(&self, form: &Form, found: &mut Vec<Expr>) {
        match &form.shape {
            Shape::Number(_) | Shape::Atom(_) => {}
            Shape::Tangent(sine) => push_once(found, self.ring.atom(sine + 1)),
            Shape::Sum(terms) => terms.iter().for_each(|t| self.collect_divisors(&t.1, found)),
            Shape::Product(factors) => {
                factors.iter().for_each(|f| self.collect_divisors(f, found));
            }
            Shape::Power(base, _) => self.collect_divisors(base, found),
            Shape::Quotient(sides) => {
                let [above, below] = &**sides;
                self.collect_divisors(above, found);
                self.collect_divisors(below, found);
                let parts = match &below.shape {
                    Shape::Product(factors) => factors,
                    _ => std::slice::from_ref(below),
                };
                for part in parts {
                    match &part.shape {
                        Shape::Number(_) => {}
                        Shape::Power(base, _) => push_once(found, self.expression(base)),
                        _ => push_once(found, self.expression(part)),
                    }
                }
            }
        }
    }
}

/// The quotient, with powers of a parameter that stand above and below put together: a root may
/// bring one with it, as `c √(1 − v²/c²)` for `√(c² − v²)`.
fn quotient(above: Expr, below: Expr) -> Expr {
    let powers = |e: Expr| match e.node() {
        Node::Product(powers) => powers.to_vec(),
        _ => vec![(e, Rational::ONE)],
    };
    let (mut above, mut below) = (powers(above), powers(below));
    for (base, k) in &mut below {
        let is_parameter =
            base.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Parameter { .. }));
        if let Some(place) = above.iter().position(|(b, _)| b == base).filter(|_| is_parameter) {
            *k = &*k - &above.remove(place).1;
        }
    }
    product(above.into_iter().chain(below.into_iter().map(|(base, k)| (base, -&k))).collect())
}

fn push_once(list: &mut Vec<Expr>, e: Expr) {
    if !list.contains(&e) {
        list.push(e);
    }
}

/// What an expression costs to read as it stands.
fn cost_of_expression(e: Expr) -> Cost {
    let mut costs: FxHashMap<Expr, Cost> = FxHashMap::default();
    for a in postorder(&[e]) {
        let node = a.node();
        let below = node.children().map(|child| costs[&child]);
        let own = match &node {
            Node::Number(_) => 0,
            Node::Symbol(_) => 0,
            Node::Sum(terms) => {
                terms.len() - 1 + terms.iter().filter(|(c, _)| !c.abs().is_one()).count()
            }
            Node::Product(powers) => {
                powers.len() - 1 + powers.iter().filter(|(_, k)| !k.is_one()).count()
            }
            Node::Apply(..) => 1,
        };
        let letters = a.as_symbol().map_or(1, |s| s.name.len() + s.order as usize);
        let mut cost = Cost { operations: own, minuses: 0, length: letters };
        for c in below {
            cost.operations = cost.operations.saturating_add(c.operations);
            cost.length = cost.length.saturating_add(c.length);
        }
        costs.insert(a, cost);
    }
    costs[&e]
}
