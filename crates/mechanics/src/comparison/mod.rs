//! Do two principles give the same motion?
//!
//! Both give linear equations for the same highest derivatives `y`, on the same constraint manifold.
//! They are *equal* when these agree as functions of the state; a state that a principle extends
//! (by `μ`) counts with what it adds, which is free. Before anything is solved, the linear systems are compared as
//! they stand, which needs no state and decides most pairs:
//!
//! ```text
//! rows         are the rows of one system those of the other?                  (`same`)
//! projection   is one system the other along the allowed directions?           (`projection`)
//! ```
//!
//! Each is a theorem whose premises are proved entry by entry; how many directions there are is a condition
//! (`rank`). Then there are four questions, in this order:
//!
//! ```text
//! differ       is there a state at which M(y, λ) = 0 and M̂(ŷ, λ̂) = 0 enclose some y ≠ ŷ?       (1)
//! proved       do the equations M̂ follow from M, and determine ŷ? Then y = ŷ.                 (2)
//! random       do y and ŷ agree at states of the system, as far as enclosures tell?           (3)
//! absent       does one of them contradict itself, where the other has a state?               (4)
//! ```
//!
//! For (2) the rows of `M̂` are claims in the [`Theory`] of `M` when they contain no multipliers but
//! those of `M`; otherwise `M̂` is solved for `ŷ`, and `y = ŷ` is the claim. What is compared was derived
//! independently; a third derivation, d'Alembert's, may stand between two that have no multipliers, and directions
//! are offers of principles that are proved to be right.
//!
//! What both leave open is not compared: any value would do. What one of them determines and the other
//! leaves open makes them differ, at a state at which the other allows some other value. That `M̂`
//! determines `ŷ`, or leaves it open, is said of its states when these are one part; where a
//! constraint factors, or its gradient vanishes on all its states as that of `x'² = 0` does, nothing
//! is proved.

mod absence;
mod broken;
mod exclusion;
mod models;
mod part;
mod patience;
mod projection;
mod rank;
mod reach;
mod reactions;
mod same;
mod section;
mod shape;

use alembert_algebra::zero::Doubt;
use alembert_algebra::{Expr, Kind, Substitution, Vector, postorder};

use crate::regular::{is_determined, is_regular_at};
use crate::rotation::chart;
use crate::theory::{completes, definitions, residuals};
use crate::witness::{
    Choice, Stage, Witness, some_state_passes, states_of_agreement, witness_of_any,
};
use crate::{Answer, Motion, Reason, System, Theory};

use absence::absence;
use broken::broken;
use projection::{have_same_projection, own_poles};

pub use absence::Absence;
pub use exclusion::exclusion;
pub use models::{Correspondence, correspondence};
pub use part::{Part, part};
pub use patience::Patience;
pub use reactions::reactions;
pub use section::section;

/// Agreement at fewer states than these says nothing.
const FEWEST_STATES: u64 = 4;
/// Parts of equations that the states of one pair may take, all together: a second or two. Where the
/// equations are large, there are fewer states.
const MOST_PARTS: usize = 400_000;

/// What a comparison of two motions found.
#[derive(Debug, Clone)]
pub enum Comparison {
    /// They are equal: proved, where these expressions do not vanish.
    Proved(Vec<Expr>),
    /// They agree at this number of states of the system; a proof was not found, for this reason.
    RandomStates(u64, Reason),
    /// They differ.
    Differ(Difference),
    /// They differ: one of them has no motion at all.
    Absent(Absence),
    /// The highest derivatives that both determine agree as far as is known; these are left open.
    Open(Vec<Open>),
    /// It is not known.
    Unknown(Reason),
}

/// Highest derivatives that the equations of a motion leave open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// The principle that gave the motion.
    pub principle: &'static str,
    /// The derivatives.
    pub derivatives: Vec<Expr>,
}

/// A state at which two motions differ.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The parameters, positions, velocities and what else is given at the state.
    pub state: Vec<(Expr, f64)>,
    /// Each highest derivative with its value by the first and by the second motion, where they
    /// determine it.
    pub highest: Vec<(Expr, Option<f64>, Option<f64>)>,
    /// Those that the motions leave open.
    pub open: Vec<Open>,
    /// The equation of one of them that the other breaks, where it has no accelerations of its own.
    pub broken: Option<Broken>,
}

/// An equation of one principle that a motion of another one breaks.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The principle whose equation it is.
    pub of: &'static str,
    /// The principle whose motion breaks it.
    pub by: &'static str,
    /// What is left of the equation, all on its left side.
    pub left: f64,
}

/// Compares two motions of one system; states are taken from `choice`.
#[must_use]
pub fn compare(system: &System, a: &Motion, b: &Motion, choice: &Choice) -> Comparison {
    compare_within(system, a, b, choice, &Patience::endless())
}

/// The same, where proofs take no more work than `patience` has, which shrinks; without a proof, states
/// are compared.
#[must_use]
pub fn compare_within(
    system: &System,
    a: &Motion,
    b: &Motion,
    choice: &Choice,
    patience: &Patience,
) -> Comparison {
    if same::have_same_equations(system, a, b, (choice, patience)) {
        return Comparison::Proved(Vec::new()); // (2), with nothing to be solved
    }
    if let Some(conditions) = have_same_projection(system, (a, b), (choice, patience)) {
        return Comparison::Proved(conditions); // (2), with nothing to be solved
    }
    if let Some(difference) = Beside::at_states(system, a, b).difference(choice) {
        return Comparison::Differ(difference); // (1), with nothing to be solved
    }
    let beside = match Beside::new(system, a, b, patience) {
        Ok(beside) => beside,
        Err(reason) => {
            let found = broken(system, a, b, choice);
            return found.map_or(Comparison::Unknown(reason), Comparison::Differ);
        }
    };
    let affordable = beside.affordable();
    let tries = choice.tries.min(affordable / 3);
    if let Some(difference) = beside.difference(&Choice { tries, ..choice.clone() }) {
        return Comparison::Differ(difference); // (1)
    }
    let reason = match proved(system, a, b, patience) {
        Ok(conditions) => return Comparison::Proved(conditions), // (2)
        Err(reason) => reason,
    };
    if beside.is_split {
        return Comparison::Unknown(Reason::Split); // the states that are found may be on one part
    }
    let open = beside.left_open();
    if !open.is_empty() {
        return Comparison::Open(open);
    }
    let states =
        beside.agreement(&Choice { tries: affordable.min(patience.agreements), ..choice.clone() });
    match states.filter(|&states| states >= FEWEST_STATES) {
        Some(states) => Comparison::RandomStates(states, reason), // (3)
        None => {
            let absent = patience.within(1, || absence(system, a, b, choice)).flatten();
            absent.map_or(Comparison::Unknown(reason), Comparison::Absent)
        } // (4)
    }
}

/// Two motions beside each other: the unknowns of the second have names of their own.
struct Beside {
    stages: Vec<Stage>,
    /// The highest derivatives by the first and by the second motion.
    pairs: Vec<(Expr, Expr)>,
    /// The unknowns of both.
    unknowns: Vec<Expr>,
    /// What each of them leaves open; what both do is in no pair, and where the states may consist of
    /// several parts, neither is what one of them does.
    open: [Open; 2],
    /// May the states consist of several parts?
    is_split: bool,
}

impl Beside {
    fn new(system: &System, a: &Motion, b: &Motion, patience: &Patience) -> Result<Self, Reason> {
        let [mut first, mut second] = [patience.states(system, a)?, patience.states(system, b)?];
        let mut stages = first.stages();
        let own: Vec<(Expr, Expr)> = b.unknowns.iter().map(|&y| (y, other(y))).collect();
        let mut rename = Substitution::new(own.iter().copied());
        let level = second.stages().pop().expect("a motion has equations of motion");
        stages.push(Stage {
            equations: rename.apply_all(&level.equations).to_vec(),
            unknowns: rename.apply_all(&level.unknowns).to_vec(),
            redundant: level.redundant,
        });
        let of = |motion: &Motion, theory: &mut Theory| Open {
            principle: motion.principle,
            derivatives: motion.highest.iter().copied().filter(|&y| theory.leaves(y)).collect(),
        };
        let open = [of(a, &mut first), of(b, &mut second)];
        let is_split = first.is_split() || second.is_split();
        let number = if is_split { 1 } else { 2 }; // what one part leaves open, another may not
        let is_open =
            |y: &Expr| open.iter().filter(|list| list.derivatives.contains(y)).count() >= number;
        let compared = a.highest.iter().filter(|&&y| !first.gives(y) && !is_open(&y));
        let pairs = compared.map(|&y| (y, rename.apply(y))).collect();
        let unknowns = a.unknowns.iter().copied().chain(own.iter().map(|pair| pair.1)).collect();
        Ok(Self { stages, pairs, unknowns, open, is_split })
    }

    /// The same where nothing is known of the equations: states are found where they determine all unknowns, and no
    /// others.
    fn at_states(system: &System, a: &Motion, b: &Motion) -> Self {
        let own: Vec<(Expr, Expr)> = b.unknowns.iter().map(|&y| (y, other(y))).collect();
        let mut rename = Substitution::new(own.iter().copied());
        let (mut stages, put) = Self::conditions(system, a);
        let second = of_motion(b);
        stages.push(Stage {
            equations: rename.apply_all(&second.equations).to_vec(),
            unknowns: rename.apply_all(&second.unknowns).to_vec(),
            redundant: Vec::new(),
        });
        let last = stages.pop().map(|stage| stage.map(put));
        stages.extend(last);
        let unknowns = a.unknowns.iter().copied().chain(own.iter().map(|pair| pair.1)).collect();
        let open = [a, b].map(|m| Open { principle: m.principle, derivatives: Vec::new() });
        let pairs = a.highest.iter().map(|&y| (y, rename.apply(y))).collect();
        Self { stages, pairs, unknowns, open, is_split: false }
    }

    /// What a state and a motion through it obey, with what makes them free of definitions and of entries of
    /// rotations.
    fn conditions(system: &System, motion: &Motion) -> (Vec<Stage>, impl FnMut(Expr) -> Expr) {
        let mut given = definitions(system);
        let mut chart = chart(system.rotations());
        let mut put = move |e: Expr| chart.apply(given.apply(e));
        let stages = motion.conditions().into_iter().chain([of_motion(motion)]);
        let stages = stages.map(|stage| stage.map(&mut put)).collect();
        (stages, put)
    }

    /// The number of states that the size of the equations allows.
    fn affordable(&self) -> u64 {
        let roots: Vec<Expr> = self.stages.iter().flat_map(|s| s.equations.clone()).collect();
        let states = MOST_PARTS / postorder(&roots).len().max(1);
        u64::try_from(states).unwrap_or(u64::MAX).max(FEWEST_STATES + 2)
    }

    /// Equation (1).
    fn difference(&self, choice: &Choice) -> Option<Difference> {
        let Witness { state, .. } = witness_of_any(&self.pairs, &self.stages, choice)?;
        let value = |x: Expr| state.iter().find(|(y, _)| *y == x).map(|pair| pair.1);
        let [first, second] = self.open.each_ref().map(|list| &list.derivatives);
        let row = |&(y, z): &(Expr, Expr)| {
            let known = |list: &[Expr], x: Expr| value(x).filter(|_| !list.contains(&y));
            (y, known(first, y), known(second, z))
        };
        let highest = self.pairs.iter().map(row).collect();
        let given = |(x, _): &(Expr, f64)| !self.unknowns.contains(x);
        let state = state.iter().copied().filter(given).collect();
        Some(Difference { state, highest, open: self.left_open(), broken: None })
    }

    /// What is left open, by those that leave something open.
    fn left_open(&self) -> Vec<Open> {
        self.open.iter().filter(|list| !list.derivatives.is_empty()).cloned().collect()
    }

    /// Equation (3).
    fn agreement(&self, choice: &Choice) -> Option<u64> {
        let claims: Vec<Expr> = self.pairs.iter().map(|&(y, z)| y - z).collect();
        states_of_agreement(&claims, &self.stages, choice)
    }
}

/// The equations of a motion, none of which is known to follow from others.
fn of_motion(motion: &Motion) -> Stage {
    let (constraints, balances) = residuals(motion);
    let (equations, unknowns) = (constraints.stack(&balances).to_vec(), motion.unknowns.to_vec());
    Stage { equations, unknowns, redundant: Vec::new() }
}

/// The name of an unknown of the second motion.
fn other(y: Expr) -> Expr {
    let name = y.as_symbol().map(|s| s.spelling()).unwrap_or_default();
    Expr::symbol(&format!("{name} of the other"), Kind::Auxiliary, 0)
}

/// Equation (2), in the direction that has a proof.
fn proved(
    system: &System,
    a: &Motion,
    b: &Motion,
    patience: &Patience,
) -> Result<Vec<Expr>, Reason> {
    let (easier, harder) = if b.multipliers.is_empty() { (b, a) } else { (a, b) };
    match follows(system, (easier, harder), patience) {
        // What is too large in one direction is so in the other.
        Err(Reason::Doubt(Doubt::Limit(limit))) => Err(Reason::Doubt(Doubt::Limit(limit))),
        Err(_) => follows(system, (harder, easier), patience),
        proof => proof,
    }
}

/// Do the equations of one motion follow from those of another, and determine it? Then both are
/// equal where the expressions that are given back do not vanish. Where the equations of the first
/// determine no motion, both are equal when what solves them solves those of the other, too.
fn follows(
    system: &System,
    (motion, from): (&Motion, &Motion),
    patience: &Patience,
) -> Result<Vec<Expr>, Reason> {
    let known = motion.multipliers.iter().all(|x| from.multipliers.contains(x));
    let claims =
        if known { rows(system, motion, patience)? } else { solutions(system, motion, patience)? };
    let mut theory = patience.theory(system, from, &claims)?;
    for &claim in &claims {
        match patience.decide(&mut theory, claim)? {
            Answer::Proved => {}
            Answer::Refuted(_) => return Err(Reason::Curved),
            Answer::Undecided(reason) => return Err(reason),
        }
    }
    let mut conditions = theory.all_conditions(&claims);
    patience.spend(theory.spent());
    if !completes(system, motion, from, patience.left()?) {
        let mut own = patience.theory(system, motion, &[])?;
        conditions.extend(own.undetermined_places());
        patience.spend(own.spent());
    }
    let poles = own_poles(motion, from).into_iter().chain(own_poles(from, motion));
    conditions.extend(poles.collect::<Vec<_>>());
    Ok(conditions)
}

/// The equations of a motion, when they determine it.
fn rows(system: &System, motion: &Motion, patience: &Patience) -> Result<Vec<Expr>, Reason> {
    let (constraints, balances) = residuals(motion);
    determines(system, motion, patience)?;
    Ok(constraints.stack(&balances).to_vec())
}

/// Do the equations of a motion determine it? What is solved on states of several parts may be
/// solved on one of them only.
fn determines(system: &System, motion: &Motion, patience: &Patience) -> Result<(), Reason> {
    if is_determined(motion) {
        return Ok(());
    }
    let mut theory = patience.theory(system, motion, &[])?;
    let open = theory.open_derivatives();
    patience.spend(theory.spent());
    let open = open?;
    match theory.is_split() {
        true => Err(Reason::Split),
        false if !open.is_empty() => Err(Reason::Undetermined),
        false => Ok(()),
    }
}

/// Is a state found at which these do not vanish and the equations of one of the motions determine its
/// unknowns?
fn is_determined_at(
    system: &System,
    motions: &[&Motion],
    conditions: &[Expr],
    choice: &Choice,
) -> bool {
    let mut given = definitions(system);
    let mut chart = chart(system.rotations());
    let mut put = |e: Expr| chart.apply(given.apply(e));
    let conditions: Vec<Expr> = conditions.iter().map(|&e| put(e)).collect();
    motions.iter().any(|motion| {
        let W = motion.system.square().0.map(&mut put);
        let stages = motion.conditions().into_iter();
        let stages: Vec<Stage> = stages.map(|stage| stage.map(&mut put)).collect();
        let looked_at: Vec<Expr> = conditions.iter().copied().chain(W.support()).collect();
        some_state_passes(&stages, &looked_at, choice, |values| {
            let (beside, entries) = values.split_at(conditions.len());
            beside.iter().all(|value| value.excludes_zero()) && is_regular_at(&W, entries)
        })
    })
}

/// `y − ŷ` with `ŷ` solved for.
fn solutions(system: &System, motion: &Motion, patience: &Patience) -> Result<Vec<Expr>, Reason> {
    let mut theory = patience.theory(system, motion, &[])?;
    let open: Vector = motion.highest.iter().copied().filter(|&y| !theory.gives(y)).collect();
    let mut solved = |y: Expr| {
        let solution = theory.solution(y);
        patience.spend(theory.spent());
        Ok(y - solution?)
    };
    let claims = open.iter().map(|&y| solved(y)).collect::<Result<_, Reason>>()?;
    if theory.is_split() { Err(Reason::Split) } else { Ok(claims) }
}
