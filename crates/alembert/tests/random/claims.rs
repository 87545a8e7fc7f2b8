//! Random claims about random models: are true ones refuted, or false ones proved?
//!
//! True claims are true by construction,
//!
//! ```text
//! Σ fᵢ(q) (W y − h)ᵢ = 0,     d/dt φ = 0,     y = N/D,     D y = N,     E' = (Q + Bᵀλ)·v − ∂L/∂t          (1)
//! ```
//!
//! and false ones have one term of (1) with another sign or another coefficient. That they are false is seen
//! with numbers, at a state of a motion. What is proved is tried at singular states, too (`search`): in half of
//! the models inertias and constraints vanish somewhere.

use alembert::language::{Model, Source, read, read_equation};
use alembert::walk::{Form, Request, Verdict, derive, motion, prove};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Node, Rational, partial, rate};
use alembert_mechanics::{Linear, Motion, System};

use super::generator::{Extras, Random, function_of, model};
use super::search::{Found, Search};

/// Sides that differ by more are different, and by less are equal, at a state in doubles.
const DIFFERENT: f64 = 1e-3;
const EQUAL: f64 = 1e-6;

/// Letters of a model: claims about longer ones reach the limits of the exact algebra.
const LONGEST: usize = 300;

/// What became of the claims about a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outcome {
    /// Claims that were decided, true ones and false ones.
    pub(crate) decided: [usize; 2],
    /// Claims that were not.
    pub(crate) undecided: [usize; 2],
    /// Proofs that hold at singular states, too.
    pub(crate) at_singular_states: usize,
    /// What is wrong.
    pub(crate) failures: Vec<String>,
}

impl Outcome {
    /// Both together.
    pub(crate) fn with(mut self, other: &Self) -> Self {
        for k in 0..2 {
            self.decided[k] += other.decided[k];
            self.undecided[k] += other.undecided[k];
        }
        self.at_singular_states += other.at_singular_states;
        self.failures.extend(other.failures.iter().cloned());
        self
    }

    /// The number of claims.
    pub(crate) fn count(&self) -> usize {
        self.decided.iter().chain(&self.undecided).sum()
    }

    /// The part of all claims that was decided.
    pub(crate) fn share(&self) -> f64 {
        self.decided.iter().sum::<usize>() as f64 / self.count().max(1) as f64
    }
}

/// The text of a model with this number, not a long one; in every second one something vanishes somewhere.
pub(crate) fn text(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = model(&mut random, Extras::None).text;
    while text.len() > LONGEST {
        text = model(&mut random, Extras::None).text;
    }
    if random.happens(50) { text } else { with_zeros(&mut random, &text) }
}

/// The model with an inertia and the constraints times functions that vanish somewhere.
fn with_zeros(random: &mut Random, text: &str) -> String {
    const ZEROS: [&str; 4] = ["q1", "sin(q1)", "(1 - 2 q1)", "cos(q1)"];
    let mut zero = || format!("({})", ZEROS[random.below(ZEROS.len())]);
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let constraint = line.strip_prefix("  c").and_then(|rest| rest.split_once(": "));
        lines.push(match constraint.and_then(|(n, phi)| Some((n, phi.split_once(" = ")?))) {
            Some((n, (left, right))) if left.ends_with('\'') => {
                let f = zero();
                format!("  c{n}: {f} {left} = {f} ({right})")
            }
            _ if line.starts_with("T = ") => {
                line.replacen(" q1'^2", &format!(" {}^2 q1'^2", zero()), 1)
            }
            _ => line.to_owned(),
        });
    }
    lines.join("\n") + "\n"
}

/// Decides random claims about a model.
pub(crate) fn claims(text: &str, seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let Some(model) = read(&Source::new("random.mech", text)).model else { return outcome };
    let Ok((system, motion)) = motion(&model, None) else { return outcome };
    let Some(mut search) = Search::new(&model) else { return outcome };
    let mut random = Random::new(seed ^ 0xC1A1);
    for e in true_claims(&model, (&system, &motion), &mut random) {
        for (k, e) in [(0, Some(e)), (1, altered(e, &mut random))] {
            if let Some(e) = e {
                outcome.look_at(&model, &mut search, sides(e), k == 0);
            }
        }
    }
    outcome
}

/// Expressions that vanish on every motion, (1).
fn true_claims(
    model: &Model,
    (system, motion): (&System, &Motion),
    random: &mut Random,
) -> Vec<Expr> {
    let q: Vec<String> = model.coordinates.iter().map(|c| c.name.clone()).collect();
    let mut function = || {
        let text = format!("{} = 0", function_of(random, &q));
        read_equation(&Source::new("<function>", &text), model).map_or(Expr::one(), |pair| pair.0)
    };
    let (W, h) = motion.system.square();
    let rows = &(&W * &*motion.unknowns) - &h;
    let mut found = vec![Expr::sum(rows.iter().map(|&e| function() * e))];
    let constraint = motion.manifold.iter().flat_map(|level| level.to_vec()).next();
    found.extend(constraint.map(|phi| function() * rate(phi)));
    found.extend(power(system, motion));
    let request = Request { principle: None, form: Form::Explicit, closed: false, reduce: false };
    if let Ok(derivation) = derive(model, request)
        && derivation.form == Form::Explicit
        && derivation.closed.is_empty()
        && let Some((left, right)) = derivation.equations.first()
    {
        let text = format!("{left} = {right}");
        let read = read_equation(&Source::new("<form>", &text), model).ok();
        let solved = read.map(|(left, right)| left - right);
        found.extend(solved.and_then(without_denominators));
        found.extend(solved);
    }
    found
}

/// The numerator in lowest terms: it follows by a division, and may fail where the divisor vanishes.
fn without_denominators(e: Expr) -> Option<Expr> {
    let mut ring = Ring::new(&[e]).ok()?;
    let fraction = ring.fraction(e).ok()?;
    let num = ring.lowest(&fraction).ok()?.num;
    Some(ring.expression(&Fraction::polynomial(num)))
}

/// The balance of power: the balances of (W y − h) times the velocities.
fn power(system: &System, motion: &Motion) -> Option<Expr> {
    let Linear::Kkt { B, .. } = &motion.system else { return None };
    let v = system.jet(1);
    let slopes: Vec<Expr> = v.iter().map(|&v| partial(system.L(), v)).collect();
    let energy = Expr::sum(v.iter().zip(&slopes).map(|(&v, &p)| v * p)) - system.L();
    let reaction = &B.transpose() * &*motion.multipliers;
    let given = system.Q().iter().zip(reaction.iter()).zip(v.iter());
    let work = Expr::sum(given.map(|((&Q, &R), &v)| (Q + R) * v));
    Some(rate(energy) - work + partial(system.L(), Expr::time()))
}

/// The same with another sign or coefficient of one term.
fn altered(e: Expr, random: &mut Random) -> Option<Expr> {
    let Node::Sum(terms) = e.node() else { return None };
    let (c, term) = terms.get(random.below(terms.len()))?.clone();
    let factor =
        if random.happens(50) { Rational::from(-2) } else { Rational::from(10).recip()? };
    Some(e + term.scale(&(&c * &factor)))
}

/// `e = 0` with its first term on the left side.
fn sides(e: Expr) -> (Expr, Expr) {
    let first = match e.node() {
        Node::Sum(terms) => terms[0].1.scale(&terms[0].0),
        _ => e,
    };
    (first, first - e)
}

impl Outcome {
    fn look_at(&mut self, model: &Model, search: &mut Search, claim: (Expr, Expr), is_true: bool) {
        let worst = search.distances(claim, &[]).into_iter().fold(0.0, f64::max);
        if if is_true { worst > EQUAL } else { worst < DIFFERENT } {
            return; // no state tells, or rounding is too large
        }
        let kind = usize::from(!is_true);
        let Ok(proof) = prove(model, claim, None) else { return };
        match proof.verdict {
            Verdict::Undecided => return self.undecided[kind] += 1,
            Verdict::Refuted if is_true => self.fail("a true claim is refuted", claim),
            Verdict::Refuted => {}
            Verdict::Proved => self.try_proof((search, claim), &proof.conditions),
        }
        self.decided[kind] += 1;
    }

    fn try_proof(&mut self, (search, claim): (&mut Search, (Expr, Expr)), conditions: &[Expr]) {
        if search.distances(claim, conditions).into_iter().any(|d| d > DIFFERENT) {
            return self.fail("a false claim is proved", claim);
        }
        match search.refutation(claim, conditions) {
            Found::Refuted(state) => {
                self.fail(&format!("a proof (where {conditions:?}) fails at {state:?}"), claim);
            }
            Found::Held(0) | Found::NotEvaluated => {}
            Found::Held(_) => self.at_singular_states += 1,
        }
    }

    fn fail(&mut self, what: &str, (left, right): (Expr, Expr)) {
        self.failures.push(format!("{what}: {left:?} = {right:?}"));
    }
}
