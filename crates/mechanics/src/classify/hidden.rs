//! Linear constraints that hide in a nonlinear one.
//!
//! ```text
//! ℓ² = 0, ℓ³ = 0, …            ℓ = 0                                               (1)
//! ℓ₁ ℓ₂ = 0                    ℓ₁ = 0 or ℓ₂ = 0                                     (2)
//! a ℓ₁² + b ℓ₂² + … = 0        ℓ₁ = ℓ₂ = … = 0, for a, b, … > 0                      (3)
//! a u² + b ℓ₂² + … = 0         a u = 0, b ℓ₂² + … = 0, for a, b, … ≥ 0               (4)
//! ```
//!
//! with ℓ affine in the velocities and u one of them. A common factor without velocities stays with
//! each ℓ: where it vanishes nothing is said. On (1), (3) and (4) the gradient ∂φ/∂v vanishes with φ:
//! the form is *irregular*, and the constraint as it is written has no reaction at all. A fraction
//!
//! ```text
//! ℓ/d = 0                      ℓ = 0, with the gradient 1/d ∂ℓ/∂v                   (5)
//! ```
//!
//! is regular.
//!
//! Known limits: factors are found by squarefree decomposition, by contents, and for quadratic
//! factors by their discriminants; squares are completed only where numbers or positive parameters
//! stand before them.

use alembert_algebra::polynomial::{Limit, Poly, gcd_all, squarefree};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Kind, Node, postorder, symbols};

use super::forms::affine;
use crate::{Reason, System};

/// Products of terms that the search may take.
const LARGEST_SEARCH: u64 = 100_000;

/// What a nonlinear constraint says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hidden {
    /// All of these vanish, and with them the gradient of the constraint: (1), (3) and (4).
    All(Vec<Expr>),
    /// This vanishes, and the gradient does not: (5).
    Numerator(Expr),
    /// One of these vanishes: (2).
    Either(Vec<Expr>),
}

/// The constraints, affine in the velocities `v`, that `φ = 0` hides. Where velocities stand inside
/// functions nothing is looked for: `x' sin x' = 0` does not say that x' vanishes.
pub(super) fn hidden(phi: Expr, v: &[Expr]) -> Result<Option<Hidden>, Reason> {
    if postorder(&[phi]).into_iter().any(|e| is_inside(e, v)) {
        return Ok(None);
    }
    let mut ring = Ring::new(&[phi])?;
    ring.set_budget(LARGEST_SEARCH);
    let p = ring.value(phi)?.num;
    let atoms: Vec<usize> = v.iter().filter_map(|&x| ring.atom_of_symbol(x)).collect();
    let search = Search { ring, atoms };
    let found = search.factors(&p)?;
    let still = search.expression(&search.still(&p)?);
    let form = |p: &Poly| {
        let e = search.expression(p);
        affine(e, v).map(|_| still * e)
    };
    if let Some(forms) = found.iter().map(form).collect::<Option<Vec<_>>>() {
        return Ok(match (&forms[..], &found[..]) {
            ([], _) => None,
            (&[one], [factor]) if !search.is_multiple(&p, factor)? => Some(Hidden::Numerator(one)), // (5)
            ([_], _) => Some(Hidden::All(forms)), // (1)
            _ => Some(Hidden::Either(forms)),     // (2)
        });
    }
    let [one] = found.as_slice() else { return Ok(None) };
    let squares = search.squares(one)?;
    let forms = squares.and_then(|list| list.iter().map(form).collect::<Option<Vec<_>>>());
    Ok(forms.map(Hidden::All)) // (3), (4)
}

/// The position constraints whose gradient vanishes wherever they hold, as that of `x² + y² = 0`
/// does, each with the simpler ones that it hides. They have no reaction.
#[must_use]
pub fn hidden_positions(system: &System) -> Vec<(usize, Hidden)> {
    let q = system.q();
    let all = system.constraints().iter().enumerate().filter(|(_, c)| c.order(q) == Some(0));
    let curved = all.filter(|(_, c)| affine(c.phi, q).is_none());
    let found = curved.filter_map(|(i, c)| Some((i, hidden(c.phi, q).ok()??)));
    found.filter(|(_, hidden)| matches!(hidden, Hidden::All(_))).collect()
}

/// Is it a function, or a power that is not whole, of something with velocities in it?
fn is_inside(e: Expr, v: &[Expr]) -> bool {
    let moves = |x: &Expr| symbols(&[*x]).iter().any(|s| v.contains(s));
    match e.node() {
        Node::Apply(_, arguments) => arguments.iter().any(moves),
        Node::Product(powers) => powers.iter().any(|(b, k)| k.to_i64().is_none() && moves(b)),
        _ => false,
    }
}

struct Search {
    ring: Ring,
    /// The atoms of the velocities.
    atoms: Vec<usize>,
}

impl Search {
    fn expression(&self, p: &Poly) -> Expr {
        self.ring.expression(&Fraction::polynomial(p.clone()))
    }

    fn moves(&self, p: &Poly) -> bool {
        p.atoms().any(|a| self.atoms.contains(&a))
    }

    /// The common factor without velocities.
    fn still(&self, p: &Poly) -> Result<Poly, Limit> {
        let set = self.atoms.iter().copied().collect();
        let coefficients: Vec<Poly> = p.groups(&set).into_iter().map(|g| g.1).collect();
        Ok(gcd_all(coefficients.iter(), self.ring.budget())?.primitive().1)
    }

    /// Does the polynomial contain the factor more than once?
    fn is_multiple(&self, p: &Poly, factor: &Poly) -> Result<bool, Limit> {
        let square = factor.pow(2, self.ring.budget())?;
        Ok(p.div_exact(&square, self.ring.budget())?.is_some())
    }

    /// The factors with velocities, each once.
    fn factors(&self, p: &Poly) -> Result<Vec<Poly>, Limit> {
        let (monomial, rest) = p.without_monomial();
        let mut open: Vec<Poly> = Vec::new();
        for (atom, _) in monomial.factors() {
            open.push(Poly::atom(atom)?);
        }
        open.extend(squarefree(&rest, self.ring.budget())?.into_iter().map(|(q, _)| q));
        let mut found = Vec::new();
        while let Some(q) = open.pop().map(|q| q.primitive().1.positive()) {
            match self.split(&q)? {
                Some((a, b)) => open.extend([a, b]),
                None if self.moves(&q) && !found.contains(&q) => found.push(q),
                None => {}
            }
        }
        found.reverse();
        Ok(found)
    }

    /// Two factors of a squarefree polynomial, by a content or by a discriminant that is a square.
    fn split(&self, p: &Poly) -> Result<Option<(Poly, Poly)>, Limit> {
        let budget = self.ring.budget();
        for &u in self.atoms.iter().filter(|&&u| p.contains(u)) {
            let c = p.coefficients(u);
            let content = gcd_all(c.iter(), budget)?;
            if content.to_constant().is_none() {
                let rest = p.div_exact(&content, budget)?.expect("a content divides");
                return Ok(Some((content, rest)));
            }
            let [c0, c1, c2] = c.as_slice() else { continue };
            let four = c0.mul(c2, budget)?.scale(&4i64.into())?;
            let Some(root) = self.root(&(&c1.mul(c1, budget)? - &four))? else { continue };
            let lead = c2.scale(&2i64.into())?.mul(&Poly::atom(u)?, budget)?;
            let factor = (&(&lead + c1) + &root).primitive().1;
            let factor = without_content(&factor, u, self)?;
            if let Some(rest) = p.div_exact(&factor, budget)? {
                return Ok(Some((factor, rest)));
            }
        }
        Ok(None)
    }

    /// The root of a square.
    fn root(&self, p: &Poly) -> Result<Option<Poly>, Limit> {
        if p.is_zero() {
            return Ok(None);
        }
        let (monomial, rest) = p.without_monomial();
        let (content, primitive) = rest.primitive();
        let Some(number) = content.sqrt_exact() else { return Ok(None) };
        let mut root = Poly::constant(number);
        let mut powers: Vec<(Poly, u32)> = squarefree(&primitive, self.ring.budget())?;
        for (atom, k) in monomial.factors() {
            powers.push((Poly::atom(atom)?, k));
        }
        for (q, k) in powers {
            if k % 2 == 1 && !q.is_one() {
                return Ok(None);
            }
            root = root.mul(&q.pow(k / 2, self.ring.budget())?, self.ring.budget())?;
        }
        Ok(Some(root))
    }

    /// The squares of (3) and (4), one velocity u after the other until nothing is left.
    fn squares(&self, p: &Poly) -> Result<Option<Vec<Poly>>, Limit> {
        let (mut rest, mut found) = (p.clone(), Vec::new());
        while !rest.is_zero() {
            let Some((u, sign)) = self.square(&rest) else { return Ok(None) };
            if !found.is_empty() && !sign {
                return Ok(None);
            }
            let (square, others) = self.completed(&rest, u, sign)?;
            found.push(square);
            rest = others;
        }
        Ok((!found.is_empty()).then_some(found))
    }

    /// A velocity with a square whose coefficient has one sign, and this: positive or not. Where it
    /// may vanish the velocity stands in the square only.
    fn square(&self, p: &Poly) -> Option<(usize, bool)> {
        let squares = self.atoms.iter().copied().filter(|&u| p.degree(u) == 2);
        let candidates = squares.map(|u| (u, p.coefficients(u)));
        let mut candidates = candidates.collect::<Vec<_>>().into_iter();
        let strict = candidates
            .clone()
            .find_map(|(u, c)| Some((u, sign(self.expression(&c[2]), Zeros::Nowhere)?)));
        strict.or_else(|| {
            let of_one = |(u, c): (usize, Vec<Poly>)| {
                let sign = sign(self.expression(&c[2]), Zeros::Somewhere)?;
                c[1].is_zero().then_some((u, sign))
            };
            candidates.find_map(of_one)
        })
    }

    /// For `p = a u² + b u + c`: `2 a u + b` and `4 a c − b²` by (3), `a u` and `± c` by (4).
    fn completed(&self, p: &Poly, u: usize, sign: bool) -> Result<(Poly, Poly), Limit> {
        let budget = self.ring.budget();
        let c = p.coefficients(u);
        let lead = c[2].mul(&Poly::atom(u)?, budget)?;
        if c[1].is_zero() {
            let others = if sign { c[0].clone() } else { -&c[0] };
            return Ok((lead.primitive().1, others)); // (4)
        }
        let others = &c[0].mul(&c[2], budget)?.scale(&4i64.into())? - &c[1].mul(&c[1], budget)?;
        let (content, primitive) = others.primitive();
        let others = if content.is_negative() { -&primitive } else { primitive };
        Ok(((&lead.scale(&2i64.into())? + &c[1]).primitive().1, others)) // (3)
    }
}

/// The polynomial without factors that do not contain the atom.
fn without_content(p: &Poly, u: usize, search: &Search) -> Result<Poly, Limit> {
    let budget = search.ring.budget();
    let content = gcd_all(p.coefficients(u).iter(), budget)?;
    Ok(p.div_exact(&content, budget)?.expect("a content divides"))
}

/// Where an expression of one sign may vanish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zeros {
    /// Nowhere.
    Nowhere,
    /// Somewhere, perhaps.
    Somewhere,
}

/// Is the expression positive (or negative) wherever it is defined, but for its `zeros`? Seen are
/// numbers, positive parameters, even powers, and products and sums of them.
pub(crate) fn sign(e: Expr, zeros: Zeros) -> Option<bool> {
    let positive = |base: Expr, even: bool| match base.as_symbol()?.kind {
        Kind::Parameter { positive } => (positive || even).then_some(true),
        Kind::Pi => Some(true),
        _ => (even && zeros == Zeros::Somewhere).then_some(true),
    };
    match e.node() {
        Node::Number(r) => (!r.is_zero()).then_some(!r.is_negative()),
        Node::Symbol(_) => positive(e, false),
        Node::Product(powers) => powers
            .iter()
            .try_fold(true, |_, (base, k)| positive(*base, k.to_i64().is_some_and(|n| n % 2 == 0))),
        Node::Sum(terms) => {
            let mut signs =
                terms.iter().map(|(c, term)| Some(sign(*term, zeros)? != c.is_negative()));
            let first = signs.next()??;
            signs.all(|sign| sign == Some(first)).then_some(first)
        }
        Node::Apply(..) => None,
    }
}
