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
//! Of equations that depend on each other those are taken that were solved, and then others in the
//! place of one of them: a claim fails only where it does by each choice. Known limit: no more than a
//! few choices are looked at.

use alembert_algebra::polynomial::{Limit, Monomial, Poly, gcd};
use alembert_algebra::ring::{ConversionError, Fraction, Ring};
use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Substitution, apply, contains, gradient, postorder,
    symbols,
};

use super::drops::not_all_zero;
use super::equations::First;
use super::{Answer, LARGEST_QUESTION, Reason, Theory, divisors};
use crate::{Motion, System};

/// Products of terms that a determinant may take.
const LARGEST_DETERMINANT: u64 = 1_000_000;
/// Products of terms that each question about solved equations may take.
const LARGEST_FORM: u64 = 2_000_000;
/// A factor of it with more terms is not written.
const LONGEST_FACTOR: usize = 12;
/// Products of terms that one look at the states of a condition may take.
const QUICK: u64 = 200_000;

/// Choices among equations that depend on each other that are looked at.
const MOST_CHOICES: usize = 4;

/// An equation with the unknown that it was solved for.
type Rule = (Expr, Expr);

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
        let choices = self.choices(&solved.rules);
        let claim = self.claim(e);
        let right = self.coefficients(claim, &pivots(&choices[0]));
        let divisors = self.where_no_choice_does(&choices, |theory, rules| {
            let question = Question::new(claim, rules, right.clone());
            theory.divisors_of_multipliers(&question)
        });
        let divisors = divisors.unwrap_or_else(|_| self.pivots());
        let needed = |d: Expr| self.provisos_where_zero(claim, &factors(d)).unwrap_or(vec![d]);
        let found: Vec<Expr> = divisors.into_iter().flat_map(needed).collect();
        found.into_iter().map(|d| self.entries.apply(self.veil.lift(d))).collect()
    }

    /// What must not vanish for the claim `e = 0` to hold where not all conditions on the state could be
    /// solved: the divisors of w, if the rest (2) follows without dividing by anything that changes.
    #[must_use]
    pub fn divisors_by_multipliers(&mut self, e: Expr) -> Option<Vec<Expr>> {
        let Some(Ok(solved)) = &self.solved else { return None };
        let rules = solved.rules.clone();
        let claim = self.claim(e);
        let right = self.coefficients(claim, &pivots(&rules));
        let is_affine = right == [gradient(claim, &pivots(&rules)).to_vec()];
        if !is_affine || self.divides_by_zero(claim) {
            return None;
        }
        let question = Question::new(claim, &rules, right);
        let (divisors, rest) = question.rest(&rules, self.largest).ok()?;
        let follows = |first| {
            let mut gentle = self.equations.gentle(&[rest], first, QUICK).ok()?;
            (gentle.gives(rest, QUICK) && gentle.drops().is_empty()).then_some(())
        };
        [First::Constraints, First::Balances].into_iter().find_map(follows)?;
        Some(divisors.into_iter().map(|d| self.entries.apply(self.veil.lift(d))).collect())
    }

    /// What must not vanish for the equations of motion to determine their unknowns, `det W` without
    /// factors that the constraints make constant; an abbreviation of it where it is too much work.
    pub fn undetermined_places(&mut self) -> Vec<Expr> {
        if !self.is_determined() {
            let _ = self.solve(); // of equations that depend on each other those are taken that are solved
        }
        let level = &self.equations.levels[0];
        let rules = match &self.solved {
            Some(Ok(solved)) => solved.rules.clone(),
            _ => level.equations().iter().copied().zip(level.unknowns().to_vec()).collect(),
        };
        let choices = self.choices(&rules);
        let found = self.where_no_choice_does(&choices, |theory, rules| {
            let question = Question::new(Expr::zero(), rules, Vec::new());
            let mut found = question.determinant(theory.largest.min(LARGEST_DETERMINANT))?;
            theory.retain_moving(&mut found);
            Ok(found)
        });
        let found = found.unwrap_or_else(|_| vec![abbreviation()]);
        found.into_iter().map(|d| self.entries.apply(self.veil.lift(d))).collect()
    }

    /// What must not vanish for equations `e = 0`, which are the equations of motion solved for their
    /// unknowns, to hold on every motion, beside what they divide by. `may_vanish` keeps what may vanish
    /// for admitted values of the parameters.
    ///
    /// # Errors
    /// As for [`Theory::new`].
    pub fn singular_places_of_solved(
        system: &System,
        motion: &Motion,
        equations: &[Expr],
        may_vanish: impl Fn(Vec<Expr>) -> Vec<Expr>,
    ) -> Result<Vec<Expr>, Reason> {
        let mut theory = Self::within(system, motion, equations, LARGEST_FORM)?;
        theory.limit(LARGEST_FORM);
        let places = may_vanish(theory.undetermined_places());
        if !places.is_empty() && equations.iter().all(|&e| theory.decide(e) == Answer::Proved) {
            return Ok(may_vanish(theory.all_conditions(equations)));
        }
        Ok(places)
    }

    /// The equations that were solved, and others of the same number in which one that was found to follow
    /// from them takes the place of another one.
    fn choices(&self, rules: &[Rule]) -> Vec<Vec<Rule>> {
        let mut choices = vec![rules.to_vec()];
        let Some(Ok(solved)) = &self.solved else { return choices };
        let Some(stage) = solved.stages.get(self.equations.manifold.len()) else { return choices };
        let constraints = &self.equations.levels[0].constraints;
        let all = self.equations.levels[0].equations();
        for &i in &stage.redundant {
            for k in (0..rules.len()).filter(|&k| constraints.contains(&rules[k].0)) {
                let mut other = rules.to_vec();
                other[k].0 = all[i];
                choices.push(other);
            }
        }
        choices.truncate(MOST_CHOICES);
        choices
    }

    /// What must not vanish where something is asked of equations of which several choices will do: where
    /// one does without conditions there are none, else it fails where each of them fails.
    fn where_no_choice_does(
        &mut self,
        choices: &[Vec<Rule>],
        mut ask: impl FnMut(&mut Self, &[Rule]) -> Result<Vec<Expr>, ConversionError>,
    ) -> Result<Vec<Expr>, ConversionError> {
        let first = ask(self, &choices[0])?;
        let mut products = vec![Expr::product(first.iter().copied())];
        for rules in &choices[1..] {
            match ask(self, rules) {
                Ok(list) if list.is_empty() => return Ok(list),
                Ok(list) => products.push(Expr::product(list)),
                Err(_) => {}
            }
        }
        Ok(if products.len() > 1 && !first.is_empty() {
            vec![not_all_zero(&products)]
        } else {
            first
        })
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
        self.retain_moving(&mut found);
        Ok(found)
    }

    /// Leaves out what the constraints make constant.
    fn retain_moving(&mut self, divisors: &mut Vec<Expr>) {
        self.renew(LARGEST_QUESTION);
        let may_vanish = |f: &Fraction, ring: &Ring| f.is_zero() || moves(ring, &f.num);
        divisors.retain(|&d| self.ring.value(d).map_or(true, |f| may_vanish(&f, &self.ring)));
    }

    /// What changes from state to state and was divided by when the equations were solved one after the
    /// other: more than (1) needs.
    fn pivots(&self) -> Vec<Expr> {
        self.ring.moving_divisors()
    }
}

impl Question {
    fn new(claim: Expr, rules: &[Rule], right: Vec<Vec<Expr>>) -> Self {
        let pivots = pivots(rules);
        let rows: Vec<_> = rules.iter().map(|&(e, _)| gradient(e, &pivots)).collect();
        let column = |j: usize| rows.iter().map(|row| row[j]).collect();
        Self { claim, transposed: (0..pivots.len()).map(column).collect(), right }
    }

    fn roots(&self) -> Vec<Expr> {
        let entries = self.transposed.iter().chain(&self.right).flatten().copied();
        entries.chain([self.claim]).collect()
    }

    /// The factors of det W with state in them, without those that vanish only where an entry has no
    /// value.
    fn determinant(&self, work: u64) -> Result<Vec<Expr>, ConversionError> {
        let mut ring = Ring::new(&self.roots())?;
        ring.set_budget(work);
        let matrix = values(&mut ring, &self.transposed)?;
        let below = matrix.iter().flatten().flat_map(|f| f.den.iter().map(|(p, _)| p.clone()));
        let own: Vec<Poly> = below.collect();
        let whole = ring.determinant(&matrix)?.num;
        let whole = if whole.is_zero() { whole } else { without_factors(&ring, &whole, &own)? };
        let moves = whole.is_zero() || moves(&ring, &whole);
        let is_long = whole.len() > LONGEST_FACTOR;
        let written = || if is_long { abbreviation() } else { shown(&ring, &whole) };
        Ok(moves.then(written).into_iter().collect())
    }

    /// The divisors of w, and the numerator of the rest (2), in a ring of their own.
    fn rest(&self, rules: &[Rule], work: u64) -> Result<(Vec<Expr>, Expr), ConversionError> {
        let equations = rules.iter().map(|rule| rule.0);
        let mut ring = Ring::new(&self.roots().into_iter().chain(equations).collect::<Vec<_>>())?;
        ring.set_budget(work);
        let divisors = self.divisors(&mut ring)?;
        let w = self.multipliers(&mut ring)?;
        let mut rest = ring.value(self.claim)?;
        for (w, &(e, _)) in w.iter().zip(rules) {
            let e = ring.value(e)?;
            let part = w.first().map_or(Ok(Fraction::zero()), |w| ring.product(w, &e))?;
            rest = ring.subtract(&rest, &part)?; // (2)
        }
        let rest = ring.into_lowest(rest)?.num;
        Ok((divisors, ring.expression(&Fraction::polynomial(rest))))
    }

    /// The multipliers w of the right sides that are not zero.
    fn multipliers(&self, ring: &mut Ring) -> Result<Vec<Vec<Fraction>>, ConversionError> {
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
        Ok(ring.solve(&transposed, &columns)?.ok_or(Limit::Terms)?)
    }

    /// The divisors of w in a ring.
    fn divisors(&self, ring: &mut Ring) -> Result<Vec<Expr>, ConversionError> {
        let w = self.multipliers(ring)?;
        let own = self.where_undefined(ring)?;
        let mut found: Vec<Expr> = Vec::new();
        for f in w.iter().flatten() {
            let f = times_own_divisors(ring, f, &own)?;
            for (p, _) in &f.den {
                let p = without_factors(ring, p, &own)?;
                let d = shown(ring, &p);
                if moves(ring, &p) && !found.contains(&d) {
                    found.push(d);
                }
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

fn pivots(rules: &[Rule]) -> Vec<Expr> {
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

/// The fraction times those divisors of the claim that make its denominator shorter: in lowest terms that
/// has no sines, and contains the conjugate of a divisor that has some.
fn times_own_divisors(
    ring: &Ring,
    f: &Fraction,
    own: &[Poly],
) -> Result<Fraction, ConversionError> {
    let length = |f: &Fraction| {
        f.den.iter().filter(|(p, _)| moves(ring, p)).map(|(p, _)| p.len()).sum::<usize>()
    };
    let mut f = f.clone();
    for p in own.iter().filter(|p| moves(ring, p)) {
        while length(&f) > 0 {
            let product = ring.product(&f, &Fraction::polynomial(p.clone()))?;
            let product = ring.into_lowest(product)?;
            if length(&product) >= length(&f) {
                break;
            }
            f = product;
        }
    }
    Ok(f)
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
/// squares do, `1 − cos²` where the sine does.
fn shown(ring: &Ring, p: &Poly) -> Expr {
    if p.is_zero() {
        return Expr::zero();
    }
    let sines = ring.circles().find_map(|(s, c)| {
        let square = &Poly::one() - &Poly::atom(c).ok()?.pow(2, ring.budget()).ok()?;
        Some((s, p.div_exact(&square, ring.budget()).ok()??))
    });
    if let Some((s, rest)) = sines {
        return of_atom(ring, s) * shown(ring, &rest);
    }
    let is_even = |&(atom, k): &(usize, u32)| k % 2 == 0 || ring.is_positive(atom);
    let is_square = p.len() > 1
        && p.terms().iter().all(|(m, c)| !c.is_negative() && m.factors().all(|f| is_even(&f)));
    if !is_square {
        return ring.expression(&Fraction::polynomial(p.clone()));
    }
    let moving = |m: &Monomial| -> Vec<usize> {
        m.factors().map(|f| f.0).filter(|&atom| !ring.is_positive(atom)).collect()
    };
    let mut roots: Vec<Vec<usize>> = p.terms().iter().map(|(m, _)| moving(m)).collect();
    roots.sort_by_key(Vec::len);
    let mut needed: Vec<Vec<usize>> = Vec::new();
    for root in roots {
        // x y vanishes where x does.
        if !needed.iter().any(|other| other.iter().all(|atom| root.contains(atom))) {
            needed.push(root);
        }
    }
    let product = |root: &Vec<usize>| Expr::product(root.iter().map(|&atom| of_atom(ring, atom)));
    not_all_zero(&needed.iter().map(product).collect::<Vec<_>>())
}

fn of_atom(ring: &Ring, atom: usize) -> Expr {
    Poly::atom(atom).map_or(Expr::one(), |p| ring.expression(&Fraction::polynomial(p)))
}
