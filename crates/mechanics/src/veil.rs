//! Functions of what a constraint determines, as quantities of their own.
//!
//! A friction `tanh(x' cos φ + y' sin φ)` hides the velocities for which the constraint
//! `x' sin φ = y' cos φ` is to be solved. A *veil* puts a symbol for each such function,
//!
//! ```text
//! f(…) → s,     |x| → sign(x) x,     b^(k/n) → b^⌊k/n⌋ r^(k mod n),  r = b^(1/n)     (1)
//! ```
//!
//! in claims and in equations of motion, never in constraints. What follows with arbitrary symbols
//! follows with these values of them, wherever nothing that contains such a symbol is divided by.
//! The opposite is not true: relations such as `r² = b` are forgotten, so that a veil refutes
//! nothing.
//!
//! Functions of arguments that are equal on every state have one symbol, as `√(x'² + y'²)` and
//! `√(x'² + x² x'²)` under `y' = x x'`. Arguments are compared where constraints with a number before
//! one of their symbols are solved for it,
//!
//! ```text
//! c s + r = 0,  c a number   ⇒   s = −r/c                                            (2)
//! ```

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Rational, Substitution, apply, contains, partial,
    postorder, product,
};
use rustc_hash::FxHashMap;

use crate::witness::Stage;

/// The functions that are veiled, with their symbols.
#[derive(Debug, Default)]
pub(crate) struct Veil {
    /// Quantities that a constraint determines.
    hidden: Vec<Expr>,
    /// Functions in the constraints, and bases of roots there, which stay.
    open: Vec<Expr>,
    /// What (2) determines, each through what is not determined by those before it.
    solved: Vec<(Expr, Expr)>,
    /// Functions with their symbols, in the order in which they were met.
    veiled: Vec<(Expr, Expr)>,
    done: FxHashMap<Expr, Expr>,
}

impl Veil {
    /// The veil for a motion whose state obeys `conditions` and whose highest derivatives obey
    /// `levels`, and `claims` about it.
    pub(crate) fn new(
        (conditions, levels): (&[Expr], &[Expr]),
        jets: &[Expr],
        claims: &[Expr],
    ) -> Self {
        let constraints = &[conditions, levels].concat();
        let outside = symbols_outside_functions(constraints);
        let hidden: Vec<Expr> = jets.iter().copied().filter(|x| outside.contains(x)).collect();
        let open = postorder(constraints).into_iter().flat_map(functions).collect();
        let solved = solved(conditions, &hidden);
        let mut veil = Self { hidden, open, solved, ..Self::default() };
        for &e in claims {
            veil.apply(e);
        }
        veil
    }

    /// Is there nothing to veil?
    pub(crate) fn is_empty(&self) -> bool {
        self.veiled.is_empty()
    }

    /// Does the expression contain the symbol of a veiled function?
    pub(crate) fn covers(&self, e: Expr) -> bool {
        self.veiled.iter().any(|&(_, s)| contains(e, s))
    }

    /// The expression with symbols for the functions, equation (1).
    pub(crate) fn apply(&mut self, e: Expr) -> Expr {
        if self.hidden.is_empty() {
            return e;
        }
        for a in postorder(&[e]) {
            if !self.done.contains_key(&a) {
                let veiled = self.node(a);
                self.done.insert(a, veiled);
            }
        }
        self.done[&e]
    }

    /// The expression with the functions put back.
    pub(crate) fn lift(&self, e: Expr) -> Expr {
        Substitution::new(self.veiled.iter().map(|&(f, s)| (s, f))).apply(e)
    }

    /// The stages with the functions put back.
    pub(crate) fn lift_stages(&self, mut stages: Vec<Stage>) -> Vec<Stage> {
        if !self.is_empty() {
            for e in stages.iter_mut().flat_map(|stage| &mut stage.equations) {
                *e = self.lift(*e);
            }
        }
        stages
    }

    /// The veil over a node whose parts are done.
    fn node(&mut self, e: Expr) -> Expr {
        match e.node() {
            Node::Number(_) | Node::Symbol(_) => e,
            Node::Sum(terms) => Expr::sum(terms.iter().map(|(c, t)| self.done[t].scale(c))),
            Node::Product(powers) => {
                let part = |(b, k): &(Expr, Rational)| self.power(*b, k);
                product(powers.iter().flat_map(part).collect())
            }
            Node::Apply(Function::Elementary(Elementary::Abs), x) if self.hides(e) => {
                self.symbol(apply(Elementary::Sign, &x)) * self.done[&x[0]] // (1)
            }
            Node::Apply(..) if self.hides(e) => self.symbol(e), // (1)
            Node::Apply(f, x) => {
                let x: Vec<Expr> = x.iter().map(|x| self.done[x]).collect();
                apply(f, &x)
            }
        }
    }

    /// The veil over `base^k`.
    fn power(&mut self, base: Expr, k: &Rational) -> Vec<(Expr, Rational)> {
        let whole = floor(k).filter(|_| !k.is_integer() && self.hides(base));
        let Some(whole) = whole else { return vec![(self.done[&base], k.clone())] };
        let n = Rational::new(k.denom().clone(), 1.into()).expect("one is not zero");
        let root = self.symbol(base.pow(&n.recip().expect("a denominator is not zero")));
        vec![(self.done[&base], whole.clone()), (root, &(k - &whole) * &n)] // (1)
    }

    /// Is it a function or a base of a root with a hidden quantity, in no constraint?
    fn hides(&self, e: Expr) -> bool {
        !self.open.contains(&e) && self.hidden.iter().any(|&x| contains(e, x))
    }

    /// The symbol of a function; functions of arguments that are equal on every state have one.
    fn symbol(&mut self, e: Expr) -> Expr {
        if let Some(&(_, symbol)) = self.veiled.iter().find(|&&(f, _)| self.are_equal(e, f)) {
            return symbol;
        }
        // A space, so that no name of a model is met.
        let name = format!("function {}", self.veiled.len());
        let symbol = Expr::symbol(&name, Kind::Auxiliary, 0);
        self.veiled.push((e, symbol));
        symbol
    }

    /// Are they the same function of arguments that are proved to be equal?
    fn are_equal(&self, e: Expr, f: Expr) -> bool {
        let equal = |a: Expr, b: Expr| a == b || zero_test(self.on_states(a - b)) == Verdict::Zero;
        match (e.node(), f.node()) {
            _ if e == f => true,
            (Node::Apply(g, x), Node::Apply(h, y)) => {
                g == h && x.iter().zip(y.iter()).all(|(&a, &b)| equal(a, b))
            }
            (Node::Product(x), Node::Product(y)) => match (&x[..], &y[..]) {
                ([(a, k)], [(b, l)]) => k == l && equal(*a, *b),
                _ => false,
            },
            _ => false,
        }
    }

    /// The expression with what (2) determines put in.
    fn on_states(&self, e: Expr) -> Expr {
        self.solved.iter().fold(e, |e, &pair| Substitution::new([pair]).apply(e))
    }
}

/// What conditions on the state determine by (2), one symbol of each at most.
fn solved(conditions: &[Expr], jets: &[Expr]) -> Vec<(Expr, Expr)> {
    let mut found: Vec<(Expr, Expr)> = Vec::new();
    for &c in conditions {
        let c = found.iter().fold(c, |c, &pair| Substitution::new([pair]).apply(c));
        let solution = |&x: &Expr| {
            let slope = partial(c, x).as_number()?;
            let rest = Substitution::new([(x, Expr::zero())]).apply(c);
            Some((x, rest.scale(&-&slope.recip()?))) // (2)
        };
        found.extend(jets.iter().rev().find_map(solution));
    }
    found
}

/// The whole number below a fraction that is not too large.
fn floor(k: &Rational) -> Option<Rational> {
    let (n, d) = (k.numer().to_i64()?, k.denom().to_i64()?);
    Some(n.div_euclid(d).into())
}

/// The function, or the bases of the roots, that a node is.
fn functions(e: Expr) -> Vec<Expr> {
    match e.node() {
        Node::Apply(..) => vec![e],
        Node::Product(powers) => {
            powers.iter().filter(|(_, k)| !k.is_integer()).map(|(base, _)| *base).collect()
        }
        _ => Vec::new(),
    }
}

/// The symbols that stand in some of the expressions outside of functions and roots.
fn symbols_outside_functions(list: &[Expr]) -> Vec<Expr> {
    let (mut found, mut left): (Vec<Expr>, Vec<Expr>) = (Vec::new(), list.to_vec());
    while let Some(e) = left.pop() {
        match e.node() {
            Node::Symbol(_) if !found.contains(&e) => found.push(e),
            Node::Sum(terms) => left.extend(terms.iter().map(|t| t.1)),
            Node::Product(powers) => {
                left.extend(powers.iter().filter(|(_, k)| k.is_integer()).map(|p| p.0));
            }
            _ => {}
        }
    }
    found
}
