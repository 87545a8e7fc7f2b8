//! Position constraints that hide what they say in a function with an inverse.
//!
//! ```text
//! c (f(u) − f(v)) = 0, c ≠ 0   ⟺   u = v        f one-to-one: exp, sinh, tanh, log, atan, …   (1)
//! a √p + b = 0, a ≠ 0          ⟹   p = w²,  √p = w,   w = −b/a                              (2)
//! p − c = 0, c constant        ⟹   p^(k/n) = c^(k/n)                                        (3)
//! ```
//!
//! All of these hold for real numbers, on every state that obeys the constraint. The opposite of (2)
//! is not true: where w is negative `p = w²` has states and `√p = w` has none. So (2) is for proofs
//! alone; states that refute a claim obey the constraint as it stands.
//!
//! What follows is put in: `u − v` or `p − w²` for the constraint, f(v) for f(u), and powers of w for
//! those of √p. A root that is proved to be negative is left alone, since its constraint has no state.

use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Rational, Substitution, postorder, product, symbols,
};
use rustc_hash::FxHashMap;

use crate::classify::{Zeros, sign};

/// What position constraints say of the functions in them.
#[derive(Debug, Default)]
pub(crate) struct Inverted {
    /// Functions with equal ones, (1).
    equal: Vec<(Expr, Expr)>,
    /// Bases p with w of (2), or with c of (3).
    roots: Vec<(Expr, Value)>,
    /// The constraints, each as it is put.
    positions: Vec<Expr>,
    done: FxHashMap<Expr, Expr>,
}

/// What is known of the base of a root.
#[derive(Debug, Clone, Copy)]
enum Value {
    /// Its square root.
    Root(Expr),
    /// Its value.
    Base(Expr),
}

impl Inverted {
    /// What the position constraints say.
    pub(crate) fn new(positions: &[Expr]) -> Self {
        let mut inverted = Self::default();
        for &phi in positions {
            let put = inverted.note(phi).unwrap_or(phi);
            inverted.positions.push(put);
        }
        inverted
    }

    /// The position constraints, with (1) and (2) for those that are of this form.
    pub(crate) fn positions(&self) -> &[Expr] {
        &self.positions
    }

    /// Does it say anything?
    fn is_empty(&self) -> bool {
        self.equal.is_empty() && self.roots.is_empty()
    }

    /// Remembers what a constraint says; what stands in its place, if so.
    fn note(&mut self, phi: Expr) -> Option<Expr> {
        if let Some((f, u, v)) = equality(phi) {
            self.equal.push((apply(f, u), apply(f, v)));
            return Some(u - v); // (1)
        }
        if let Some((p, w)) = root(phi) {
            self.roots.push((p, Value::Root(w)));
            return Some(p - w * w); // (2)
        }
        self.roots.extend(constant_base(phi));
        None
    }

    /// An expression with what is known put in.
    pub(crate) fn apply(&mut self, e: Expr) -> Expr {
        if self.is_empty() {
            return e;
        }
        for a in postorder(&[e]) {
            if !self.done.contains_key(&a) {
                let put = self.node(a);
                self.done.insert(a, put);
            }
        }
        self.done[&e]
    }

    fn node(&self, e: Expr) -> Expr {
        if let Some(&(_, other)) = self.equal.iter().find(|(f, _)| *f == e) {
            return other;
        }
        match e.node() {
            Node::Number(_) | Node::Symbol(_) => e,
            Node::Sum(terms) => Expr::sum(terms.iter().map(|(c, t)| self.done[t].scale(c))),
            Node::Product(powers) => {
                product(powers.iter().map(|(base, k)| self.power(*base, k)).collect())
            }
            Node::Apply(f, x) => {
                let x: Vec<Expr> = x.iter().map(|x| self.done[x]).collect();
                alembert_algebra::apply(f, &x)
            }
        }
    }

    /// `base^k`, by (2) or (3) where it is a root.
    fn power(&self, base: Expr, k: &Rational) -> (Expr, Rational) {
        let known = self.roots.iter().find(|(p, _)| !k.is_integer() && *p == base);
        let twice = k * &Rational::from(2);
        match known {
            Some(&(_, Value::Root(w))) if twice.is_integer() => (w, twice),
            Some(&(_, Value::Base(c))) => (c, k.clone()),
            _ => (self.done[&base], k.clone()),
        }
    }
}

fn apply(f: Elementary, x: Expr) -> Expr {
    alembert_algebra::apply(f, &[x])
}

/// Different arguments have different values, and the function is continuous where it is defined.
fn is_one_to_one(f: Elementary) -> bool {
    use Elementary as E;
    matches!(f, E::Exp | E::Sinh | E::Tanh | E::Log | E::Atan | E::Asin | E::Acos)
}

/// f, u and v of a constraint (1).
fn equality(phi: Expr) -> Option<(Elementary, Expr, Expr)> {
    let Node::Sum(terms) = phi.node() else { return None };
    let [(r, first), (s, second)] = &terms[..] else { return None };
    let (a, f, u) = applied(*first)?;
    let (b, g, v) = applied(*second)?;
    let opposite = a.scale(r) == -b.scale(s) && sign(a, Zeros::Nowhere).is_some();
    (f == g && opposite && is_one_to_one(f)).then_some((f, u, v))
}

/// `c f(u)` in its parts.
fn applied(e: Expr) -> Option<(Expr, Elementary, Expr)> {
    match e.node() {
        Node::Apply(Function::Elementary(f), x) if x.len() == 1 => Some((Expr::one(), f, x[0])),
        Node::Product(powers) => {
            let is_applied = |(base, k): &&(Expr, Rational)| {
                k.is_one() && matches!(base.node(), Node::Apply(Function::Elementary(_), _))
            };
            let (base, _) = powers.iter().find(is_applied)?;
            let (_, f, u) = applied(*base)?;
            let rest = powers.iter().filter(|(b, _)| b != base).cloned().collect();
            Some((product(rest), f, u))
        }
        _ => None,
    }
}

/// p and w of a constraint (2), unless w is negative.
fn root(phi: Expr) -> Option<(Expr, Expr)> {
    let half = Rational::ratio(1, 2);
    let bases = postorder(&[phi]).into_iter().filter_map(|e| match e.node() {
        Node::Product(powers) => powers.iter().find(|(_, k)| *k == half).map(|(base, _)| *base),
        _ => None,
    });
    for p in bases.collect::<Vec<_>>() {
        let s = Expr::symbol("a root", Kind::Auxiliary, 0);
        let with = with_root(phi, p, s);
        let slope = alembert_algebra::partial(with, s);
        let rest = Substitution::new([(s, Expr::zero())]).apply(with);
        let is_free = |e: Expr| {
            !symbols(&[e]).contains(&s) && !postorder(&[e]).iter().any(|&a| has_root_of(a, p))
        };
        if !is_free(slope) || !is_free(rest) || sign(slope, Zeros::Nowhere).is_none() {
            continue;
        }
        let w = -rest / slope;
        if sign(w, Zeros::Nowhere) != Some(false) && moves(p) {
            return Some((p, w));
        }
    }
    None
}

/// The expression with a symbol for the root of `p`.
fn with_root(e: Expr, p: Expr, s: Expr) -> Expr {
    let put = Inverted { roots: vec![(p, Value::Root(s))], ..Inverted::default() };
    let mut put = put;
    put.apply(e)
}

fn has_root_of(e: Expr, p: Expr) -> bool {
    match e.node() {
        Node::Product(powers) => powers.iter().any(|(base, k)| *base == p && !k.is_integer()),
        _ => false,
    }
}

/// Does it contain anything that changes from state to state?
fn moves(e: Expr) -> bool {
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).any(|s| s.kind.is_of_motion())
}

/// p and c of a constraint (3), where one of them is all that moves in the constraint.
fn constant_base(phi: Expr) -> Option<(Expr, Value)> {
    let Node::Sum(terms) = phi.node() else { return None };
    let (moving, still): (Vec<_>, Vec<_>) = terms.iter().cloned().partition(|(_, t)| moves(*t));
    let first = moving.first()?.0.clone();
    let sum = |terms: &[(Rational, Expr)]| {
        let scaled = terms.iter().map(|(r, t)| t.scale(&(r.checked_div(&first)?)).into());
        scaled.collect::<Option<Vec<Expr>>>().map(Expr::sum)
    };
    let (p, c) = (sum(&moving)?, -sum(&still)?);
    (c != Expr::zero()).then_some((p, Value::Base(c)))
}
