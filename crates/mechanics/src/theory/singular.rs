//! Where a proof by solving does not reach: states at which the equations of motion are singular.
//!
//! A claim that is affine in the unknowns y of the equations of motion follows from them with
//! multipliers w,
//!
//! ```text
//! W y = h,     e = c·y + c₀,     Wᵀ w = c                                            (1)
//! e = w·(W y − h) + rest,     rest = c₀ + w·h                                        (2)
//! ```
//!
//! and the rest, which contains no unknown, vanishes where the equations are regular. It is continuous
//! wherever w is, and so it vanishes there too, also where `det W = 0`. Only where a divisor of w
//! vanishes may there be motions on which the claim fails: r ≡ 0, θ ≡ π/2 obeys every equation of the
//! pendulum in polar coordinates, and `r θ'' = −g sin θ` fails on it. A claim that is not affine in the
//! unknowns, or contains derivatives of them, needs each unknown that it depends on, `c = e_j`.
//!
//! The multipliers are looked for twice, with the entries of W as they are and with the constraints put
//! in: each way has divisors that the other has not, and w is continuous where one of the two has none.
//!
//! Where a condition says that a symbol does not vanish, or not all of some symbols, the equations are
//! asked once more with these at zero; a claim that follows there needs no condition.
//!
//! Known limit: of equations that depend on each other those are taken that were solved; others may
//! do with fewer conditions.

use alembert_algebra::polynomial::{Limit, Monomial, Poly, gcd};
use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Substitution, apply, contains, gradient, postorder,
    symbols,
};

use super::drops::not_all_zero;
use super::equations::First;
use super::{LARGEST_QUESTION, Theory, divisors};

/// Products of terms that a determinant may take.
const LARGEST_DETERMINANT: u64 = 1_000_000;
/// A factor of it with more terms is not written.
const LONGEST_FACTOR: usize = 12;
/// Products of terms that one look at the states of a condition may take.
const QUICK: u64 = 200_000;

/// The equations (1) for one claim, as expressions.
struct Question {
    claim: Expr,
    /// Wᵀ.
    transposed: Vec<Vec<Expr>>,
    /// The right sides c.
    right: Vec<Vec<Expr>>,
}

impl Theory {
    /// What must not vanish for the claim `e = 0`, which was proved by solving the equations of motion,
    /// to hold where these are singular: the divisors of (1) with state in them. Those at which the
    /// claim has no value are left out.
    pub(super) fn singular_places(&mut self, e: Expr) -> Vec<Expr> {
        let Some(Ok(solved)) = &self.solved else { return Vec::new() };
        if self.ring.moving_divisors().is_empty() {
            return Vec::new();
        }
        let rules = solved.rules.clone();
        let claim = self.claim(e);
        let right = self.coefficients(claim, &pivots(&rules));
        let question = Question::new(claim, &rules, right);
        let divisors = self.divisors_of_multipliers(&question).unwrap_or_else(|_| self.pivots());
        let needed = |d: Expr| self.provisos_where_zero(claim, &factors(d)).unwrap_or(vec![d]);
        let found: Vec<Expr> = divisors.into_iter().flat_map(needed).collect();
        found.into_iter().map(|d| self.entries.apply(self.veil.lift(d))).collect()
    }

    /// What must not vanish for the equations of motion to determine their unknowns, `det W`; an
    /// abbreviation of it where it is too much work.
    pub(crate) fn undetermined_places(&mut self) -> Vec<Expr> {
        let level = &self.equations.levels[0];
        let rules = match &self.solved {
            Some(Ok(solved)) => solved.rules.clone(),
            _ => level.equations().iter().copied().zip(level.unknowns().to_vec()).collect(),
        };
        let question = Question::new(Expr::zero(), &rules, Vec::new());
        let found = question.determinant(self.largest.min(LARGEST_DETERMINANT));
        let found = found.unwrap_or_else(|_| vec![abbreviation()]);
        found.into_iter().map(|d| self.entries.apply(self.veil.lift(d))).collect()
    }

    /// What must not vanish, made of parameters, for the claim to follow where these symbols vanish
    /// together; none if it is not seen to follow there.
    pub(super) fn provisos_where_zero(&self, claim: Expr, list: &[Expr]) -> Option<Vec<Expr>> {
        let is_state = |x: &Expr| self.equations.jets.iter().any(|jet| jet.contains(x));
        if list.is_empty() || !list.iter().all(is_state) {
            return None;
        }
        let mut put = Substitution::new(list.iter().map(|&x| (x, Expr::zero())));
        let (there, claim) = (self.equations.map(|e| put.apply(e)), put.apply(claim));
        let provisos = |first| {
            let mut gentle = there.gentle(&[claim], first, QUICK).ok()?;
            gentle.gives(claim, QUICK).then(|| gentle.provisos())
        };
        let found = [First::Constraints, First::Balances].into_iter().find_map(provisos);
        found.filter(|_| claim.fault().is_none())
    }

    /// The right sides c of (1) that are not zero: one for a claim that is affine in the unknowns, else
    /// one for each unknown that it depends on.
    fn coefficients(&self, e: Expr, pivots: &[Expr]) -> Vec<Vec<Expr>> {
        let slopes = gradient(e, pivots).to_vec();
        let is_affine = !slopes.iter().any(|&c| pivots.iter().any(|&y| contains(c, y)));
        let beyond = self.equations.levels[1..].iter().flat_map(|level| level.unknowns().to_vec());
        let beyond: Vec<Expr> = beyond.filter(|y| !pivots.contains(y)).collect();
        let has_beyond = symbols(&[e]).iter().any(|x| beyond.contains(x));
        if is_affine && !has_beyond {
            return vec![slopes];
        }
        let needed = |&j: &usize| has_beyond || slopes[j] != Expr::zero();
        (0..pivots.len()).filter(needed).map(|j| unit(pivots[j], pivots)).collect()
    }

    /// The divisors of w, by the way that has none if there is one.
    fn divisors_of_multipliers(
        &mut self,
        question: &Question,
    ) -> Result<Vec<Expr>, ConversionError> {
        let plain = self.plain_divisors(question);
        if plain.as_ref().is_ok_and(Vec::is_empty) {
            return plain;
        }
        self.renew(LARGEST_QUESTION);
        let restricted = question.divisors(&mut self.ring);
        match (plain, restricted) {
            (Ok(plain), Ok(restricted)) => {
                Ok(if restricted.is_empty() { restricted } else { plain })
            }
            (Ok(found), Err(_)) | (Err(_), Ok(found)) => Ok(found),
            (Err(limit), Err(_)) => Err(limit),
        }
    }

    /// Those with the entries of W as they are, without divisors that the constraints make constant.
    fn plain_divisors(&mut self, question: &Question) -> Result<Vec<Expr>, ConversionError> {
        let mut ring = Ring::new(&question.roots())?;
        ring.set_budget(self.largest);
        let mut found = question.divisors(&mut ring)?;
        self.renew(LARGEST_QUESTION);
        found.retain(|&d| self.ring.value(d).map_or(true, |f| moves(&self.ring, &f.num)));
        Ok(found)
    }

    /// What changes from state to state and was divided by when the equations were solved one after the
    /// other: more than (1) needs.
    fn pivots(&self) -> Vec<Expr> {
        self.ring.moving_divisors()
    }
}

impl Question {
    fn new(claim: Expr, rules: &[(Expr, Expr)], right: Vec<Vec<Expr>>) -> Self {
        let pivots = pivots(rules);
        let rows: Vec<_> = rules.iter().map(|&(e, _)| gradient(e, &pivots)).collect();
        let column = |j: usize| rows.iter().map(|row| row[j]).collect();
        Self { claim, transposed: (0..pivots.len()).map(column).collect(), right }
    }

    fn roots(&self) -> Vec<Expr> {
        let entries = self.transposed.iter().chain(&self.right).flatten().copied();
        entries.chain([self.claim]).collect()
    }

    /// The factors of det W with state in them.
    fn determinant(&self, work: u64) -> Result<Vec<Expr>, ConversionError> {
        let mut ring = Ring::new(&self.roots())?;
        ring.set_budget(work);
        let matrix = values(&mut ring, &self.transposed)?;
        let whole = ring.determinant(&matrix)?;
        let all = whole.den.iter().map(|(p, _)| p).chain([&whole.num]);
        let factor = |p: &Poly| {
            if p.len() > LONGEST_FACTOR { abbreviation() } else { shown(&ring, p) }
        };
        Ok(all.filter(|p| moves(&ring, p)).map(factor).collect())
    }

    /// The divisors of w in a ring.
    fn divisors(&self, ring: &mut Ring) -> Result<Vec<Expr>, ConversionError> {
        let right = values(ring, &self.right)?;
        let right: Vec<_> =
            right.into_iter().filter(|c| !c.iter().all(Fraction::is_zero)).collect();
        if right.is_empty() {
            return Ok(Vec::new());
        }
        let transposed = values(ring, &self.transposed)?;
        let n = transposed.len();
        let columns: Vec<_> =
            (0..n).map(|i| right.iter().map(|c| c[i].clone()).collect()).collect();
        let w = ring.solve(&transposed, &columns)?.ok_or(Limit::Terms)?;
        let own = self.where_undefined(ring)?;
        let mut found: Vec<Expr> = Vec::new();
        for (p, _) in w.iter().flatten().flat_map(|f| &f.den) {
            let p = without_factors(ring, p, &own)?;
            let d = shown(ring, &p);
            if moves(ring, &p) && !found.contains(&d) {
                found.push(d);
            }
        }
        Ok(found)
    }

    /// What vanishes only where the claim has no value.
    fn where_undefined(&self, ring: &mut Ring) -> Result<Vec<Poly>, ConversionError> {
        let cosine = |node: Expr| match node.node() {
            Node::Apply(Function::Elementary(Elementary::Tan), x) => {
                Some(apply(Elementary::Cos, &[x[0]]))
            }
            _ => None,
        };
        let cosines = postorder(&[self.claim]).into_iter().filter_map(cosine);
        let mut own = Vec::new();
        for divisor in divisors(self.claim).into_iter().chain(cosines) {
            let p = ring.value(divisor)?.num;
            for (s, c) in ring.circles().collect::<Vec<_>>() {
                if p.div_exact(&Poly::atom(s)?, ring.budget())?.is_some() {
                    own.push(&Poly::one() - &Poly::atom(c)?.pow(2, ring.budget())?);
                }
            }
            own.push(p);
        }
        Ok(own)
    }
}

/// `det(W)`, unwritten.
fn abbreviation() -> Expr {
    apply(Function::unspecified("det", 1), &[Expr::symbol("W", Kind::Auxiliary, 0)])
}

fn pivots(rules: &[(Expr, Expr)]) -> Vec<Expr> {
    rules.iter().map(|&(_, y)| y).collect()
}

/// The row that takes one unknown.
fn unit(y: Expr, unknowns: &[Expr]) -> Vec<Expr> {
    unknowns.iter().map(|&x| if x == y { Expr::one() } else { Expr::zero() }).collect()
}

/// The expressions that vanish together where a divisor does: the bases of a sum of squares, or itself.
fn factors(d: Expr) -> Vec<Expr> {
    let base = |e: Expr| match e.node() {
        Node::Product(powers) => match &*powers {
            [(base, k)] if !k.is_negative() => Some(*base),
            _ => None,
        },
        _ => None,
    };
    let Node::Sum(terms) = d.node() else { return vec![d] };
    terms.iter().map(|(_, e)| base(*e)).collect::<Option<_>>().unwrap_or_default()
}

fn values(ring: &mut Ring, rows: &[Vec<Expr>]) -> Result<Vec<Vec<Fraction>>, ConversionError> {
    rows.iter().map(|row| row.iter().map(|&e| ring.value(e)).collect()).collect()
}

/// Does it contain more than parameters?
fn moves(ring: &Ring, p: &Poly) -> bool {
    p.atoms().any(|a| !ring.is_parameter(a))
}

/// The polynomial without the factors that it has in common with others.
fn without_factors(ring: &Ring, p: &Poly, others: &[Poly]) -> Result<Poly, Limit> {
    let mut p = p.clone();
    for other in others.iter().filter(|other| !other.is_zero()) {
        loop {
            let common = gcd(&p, other, ring.budget())?;
            if common.to_constant().is_some() {
                break;
            }
            let Some(quotient) = p.div_exact(&common, ring.budget())? else { break };
            p = quotient;
        }
    }
    Ok(p.primitive().1.positive())
}

/// A divisor as a condition: a sum of squares with positive coefficients vanishes where all of these
/// squares do.
fn shown(ring: &Ring, p: &Poly) -> Expr {
    let is_even = |&(atom, k): &(usize, u32)| k % 2 == 0 || ring.is_positive(atom);
    let is_square = p.len() > 1
        && p.terms().iter().all(|(m, c)| !c.is_negative() && m.factors().all(|f| is_even(&f)));
    if !is_square {
        return ring.expression(&Fraction::polynomial(p.clone()));
    }
    let atom = |a: usize| Poly::atom(a).ok().map(|p| ring.expression(&Fraction::polynomial(p)));
    let root = |m: &Monomial| {
        Expr::product(m.factors().filter(|f| !ring.is_positive(f.0)).filter_map(|f| atom(f.0)))
    };
    let mut roots: Vec<Expr> = Vec::new();
    for (m, _) in p.terms() {
        let root = root(m);
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    not_all_zero(&roots)
}
