//! Which of d'Alembert's motions are vakonomic, where not all of them are?
//!
//! A coin rolls down an incline as both principles say when it rolls straight down. Such motions are
//! given by conditions on the state that last once they hold,
//!
//! ```text
//! c(q, q', t) = 0     with     dc/dt = 0 on every motion of d'Alembert's principle with c = 0     (1)
//! ```
//!
//! They are looked for among the factors of what is left of the vakonomic equations
//!
//! ```text
//! r(μ*, dμ*/dt) = f₁ f₂ …,     (∂φ/∂s')ᵀ μ* = −∂L/∂s'  or  μ* = 0                     (2)
//! ```
//!
//! for every choice of dependent velocities `s'`. A factor is completed by its rates until (1) holds,
//! and kept when (2) is then proved to vanish and some state has a motion of this kind.
//!
//! Known limits: other `μ*` are not tried, nor are conditions that give a coordinate outright, nor
//! more than a few conditions. There may be more motions of both principles than those which are
//! found.

use alembert_algebra::{Expr, Vector, jacobian, partial, rate, symbols};

use super::Patience;
use super::section::{claims, momenta, multipliers, pairs};
use crate::explicit::charts::subsets;
use crate::explicit::{conditions, readable};
use crate::independence::independence;
use crate::regular::is_regular_somewhere;
use crate::witness::Choice;
use crate::{Answer, Motion, System, Theory};

/// Choices of dependent velocities that are tried.
const MOST_CHOICES: usize = 12;
/// Sets of velocities that are looked at for them.
const MOST_SETS: usize = 60;
/// Conditions (1) that a kind of motion may have.
const MOST_CONDITIONS: usize = 3;
/// Products of terms that one question may take: a part of a second.
const WORK: u64 = 400_000;

/// Motions of d'Alembert's principle that are vakonomic.
#[derive(Debug, Clone)]
pub struct Part {
    /// What vanishes on them, equation (1).
    pub conditions: Vec<Expr>,
    /// Each `μ` through the state.
    pub section: Vec<(Expr, Expr)>,
}

/// The motions with the fewest conditions that are found to be vakonomic, with the work that is left; some
/// condition they have.
#[must_use]
pub fn part(
    system: &System,
    dalembert: &Motion,
    vakonomic: &Motion,
    (choice, patience): (&Choice, &Patience),
) -> Option<Part> {
    let mu = multipliers(vakonomic)?;
    let search = Search { system, dalembert, choice, patience };
    let mut best: Option<Part> = None;
    for value in candidates(system, mu.len()) {
        let section = pairs(&mu, &value);
        let claims = claims(&section, vakonomic);
        let most = best.as_ref().map_or(MOST_CONDITIONS, |part| part.conditions.len() - 1);
        if let Some(conditions) = search.kind(&claims, most) {
            best = Some(Part { conditions, section });
        }
    }
    let part = best?;
    let values: Vec<Expr> = part.section.iter().map(|&(_, e)| e).collect();
    Some(Part { section: pairs(&mu, &readable(&values)), ..part })
}

/// The `μ*` of (2).
fn candidates(system: &System, multipliers: usize) -> Vec<Vector> {
    let redundant = independence(system).map(|found| found.redundant).unwrap_or_default();
    let follows = |j: &usize| redundant.iter().any(|r| r.constraint == *j);
    let rows: Vec<usize> = (0..multipliers).filter(|j| !follows(j)).collect();
    let phi: Vec<Expr> = rows.iter().map(|&j| system.constraints()[j].phi).collect();
    let v = system.jet(1);
    let is_regular = |s: &Vec<usize>| {
        let dependent: Vec<Expr> = s.iter().map(|&i| v[i]).collect();
        is_regular_somewhere(&jacobian(&phi, &dependent))
    };
    let sets = subsets(v.len(), rows.len(), MOST_SETS).into_iter();
    let choices = sets.filter(is_regular).take(MOST_CHOICES);
    let mut all = vec![Vector::zeros(multipliers)];
    all.extend(choices.map(|s| momenta(system, &rows, &s)));
    all
}

/// What is to vanish, the provisos of the motions without conditions, and how many conditions there
/// may be.
struct Goal<'a> {
    claims: &'a [Expr],
    provisos: Vec<Expr>,
    most: usize,
}

fn is_moving(x: &Expr) -> bool {
    x.as_symbol().is_some_and(|s| s.kind.is_of_motion())
}

/// The search for conditions (1).
struct Search<'a> {
    system: &'a System,
    dalembert: &'a Motion,
    choice: &'a Choice,
    patience: &'a Patience,
}

impl Search<'_> {
    /// Conditions under which the claims vanish, at most so many.
    fn kind(&self, claims: &[Expr], most: usize) -> Option<Vec<Expr>> {
        let mut theory = self.theory(&[], claims)?;
        let left = claims.iter().find_map(|&claim| self.left_over(&mut theory, claim))?;
        let goal = Goal { claims, provisos: theory.provisos().to_vec(), most };
        let mut found: Vec<Vec<Expr>> = Vec::new();
        for factor in self.factors(left) {
            self.complete(vec![factor], &goal, &mut found);
        }
        found.into_iter().min_by_key(Vec::len)
    }

    /// Adds rates of conditions until they last, equation (1), and keeps those that suffice.
    fn complete(&self, conditions: Vec<Expr>, goal: &Goal<'_>, found: &mut Vec<Vec<Expr>>) {
        if conditions.len() > goal.most {
            return;
        }
        let rates: Vec<Expr> = conditions.iter().map(|&c| rate(c)).collect();
        let all = [&rates[..], goal.claims].concat();
        let Some(mut theory) = self.theory(&conditions, &all) else { return };
        match rates.iter().find_map(|&c| self.left_over(&mut theory, c)) {
            Some(left) => {
                for factor in self.factors(left) {
                    self.complete([&conditions[..], &[factor]].concat(), goal, found);
                }
            }
            None if self.holds(&mut theory, &all, goal) => found.push(conditions),
            None => {}
        }
    }

    /// Are all of these proved, without further provisos, and is there a state with such a motion?
    fn holds(&self, theory: &mut Theory, claims: &[Expr], goal: &Goal<'_>) -> bool {
        let proved = claims.iter().all(|&claim| self.decides(theory, claim));
        let old = |p: &Expr| goal.provisos.contains(p) || !symbols(&[*p]).iter().any(is_moving);
        let known = proved && theory.provisos().iter().all(old);
        known && theory.witness((Expr::one(), Expr::zero()), self.choice).is_some()
    }

    /// The theory of d'Alembert's motions on which some conditions hold.
    fn theory(&self, conditions: &[Expr], claims: &[Expr]) -> Option<Theory> {
        let mut motion = self.dalembert.clone();
        let n = self.system.q().len();
        for &condition in conditions {
            let has = |k: usize| symbols(&[condition]).iter().any(|x| self.at(k, n).contains(x));
            let level = if has(1) { 1 } else { 0 };
            motion.manifold.resize(motion.manifold.len().max(level + 1), Vector::zeros(0));
            motion.manifold[level] = motion.manifold[level].stack(&[condition]);
        }
        let work = self.patience.left().ok()?.min(WORK);
        let theory = Theory::within(self.system, &motion, claims, work).ok();
        self.patience.spend(theory.as_ref().map_or(work, Theory::spent));
        theory
    }

    /// The coordinates, or the velocities.
    fn at(&self, order: usize, n: usize) -> &[Expr] {
        &self.dalembert.state[order * n..(order + 1) * n]
    }

    /// Does it give a position outright, `x = 0`? The theory puts such values in for all times,
    /// which says nothing of whether they last.
    fn is_outright(&self, f: Expr) -> bool {
        let n = self.system.q().len();
        let is_number = |&x: &Expr| partial(f, x).as_number().is_some_and(|c| !c.is_zero());
        let moves = symbols(&[f]).iter().any(|x| self.at(1, n).contains(x));
        !moves && self.at(0, n).iter().any(is_number)
    }

    /// The factors that change along motions and are conditions on the state.
    fn factors(&self, e: Expr) -> Vec<Expr> {
        let of_state = |x: &Expr| self.dalembert.state.contains(x);
        let fits = |f: &Expr| {
            let all = symbols(&[*f]);
            let known =
                all.iter().any(of_state) && all.iter().filter(|x| is_moving(x)).all(of_state);
            known && !self.is_outright(*f)
        };
        conditions(&[e], &[]).into_iter().filter(fits).collect()
    }

    /// Is a claim proved, with the work of one question?
    fn decides(&self, theory: &mut Theory, claim: Expr) -> bool {
        let Ok(left) = self.patience.left() else { return false };
        theory.limit(left.min(WORK));
        let answer = theory.decide(claim);
        self.patience.spend(theory.spent());
        answer == Answer::Proved
    }

    /// What is left of a claim that is not proved.
    fn left_over(&self, theory: &mut Theory, claim: Expr) -> Option<Expr> {
        if self.decides(theory, claim) {
            return None;
        }
        theory.remainder(claim).filter(|&e| e != Expr::zero())
    }
}
