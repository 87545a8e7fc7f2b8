//! What holds on every motion: claims decided modulo the constraints and the equations of motion.
//!
//! The ring of the claims is made to obey, in this order,
//!
//! ```text
//! φ(q, t) = 0, φ(q, q', t) = 0, …     solved for positions, velocities, …          (1)
//! A y = g                             solved for the highest derivatives y         (2)
//! M y − Bᵀλ = f                       solved for λ, then for what is left of y     (3)
//! d/dt of (2) and (3)                 for derivatives beyond the highest           (4)
//! ```
//!
//! and a claim holds when nothing is left of it. Every divisor is proved not to be zero, so the
//! result is true wherever the solution is defined. Nothing is used before it is varied: the
//! equations of motion are those of the principle, and only their consequences are reduced.
//!
//! That something is left refutes a claim only where every equation was solved linearly, so that
//! the other quantities are free: then some state has any values of these. Where an equation is
//! curved (`x² + y² = 0` has fewer real points than complex ones), has its symbols inside functions
//! (`x = y` and `sin x = sin y`), or is left over as a further condition on the state, the answer is
//! [`Answer::Undecided`], and only a [`Witness`] refutes.
//!
//! Functions that hide the unknowns of a condition are taken as quantities of their own (`veil`).
//!
//! Known limits: the multipliers of redundant constraints, which are not unique, are undecided.

mod answer;
mod combination;
mod completion;
mod drops;
mod early;
mod equations;
mod givens;
mod ground;
mod half_turns;
mod multiple;
mod rank;
mod singular;

use alembert_algebra::ring::{Imposed, LARGEST_QUESTION, Ring};
use alembert_algebra::zero::{Doubt, Verdict, decide, zero_test};
use alembert_algebra::{Expr, Fault, Kind, Node, Substitution, Symbol, postorder, symbols};

use crate::gentle::Gentle;
use crate::regular::is_determined;
use crate::rotation::entries;
use crate::veil::Veil;
use crate::witness::{Choice, Memory, Stage, Witness, states_of_agreement};
use crate::{Motion, System};

use equations::Equations;
use givens::Givens;
use half_turns::half_turns;

pub use answer::{Answer, Reason};
pub use combination::{Combination, Combinations};
pub(crate) use completion::completes;
pub use drops::not_all_zero;
pub(crate) use equations::residuals;
pub(crate) use givens::definitions;
pub(crate) use ground::Ground;

/// Derivatives of the equations of motion that a claim may need.
const MOST_DERIVATIVES: u32 = 2;

/// The ring of some claims, in which the equations of a motion hold. The equations of motion
/// themselves are solved when a claim needs them.
#[derive(Debug)]
pub struct Theory {
    ring: Ring,
    givens: Givens,
    /// What hides the unknowns of the conditions in functions.
    veil: Veil,
    /// Writes what was decided in the parameters of rotations in their entries.
    entries: Substitution,
    /// The equations, under the veil.
    equations: Equations,
    /// What became of the conditions on the state, level by level.
    conditions: Vec<Vec<Imposed>>,
    /// What must not vanish for the constraints to be independent.
    provisos: Vec<Expr>,
    /// Those of them that exclude half turns.
    half_turns: Vec<Expr>,
    solved: Option<Result<Solved, Reason>>,
    /// The claims, under the veil.
    claims: Vec<Expr>,
    /// What follows without divisors, with the work that was tried to find it.
    gentle: [Option<Gentle>; 2],
    tried: [u64; 2],
    motion: Motion,
    /// Do the equations of motion determine it? Looked for when it is asked.
    determined: Option<bool>,
    /// States of motions that were found.
    memory: Memory,
    /// Where the constraints lose rank in several conditions at once; looked for when it is asked.
    drops: Option<Vec<Vec<Expr>>>,
    /// The products of terms that a question may take.
    largest: u64,
    /// Those that the last question took before the ring had its present amount of work.
    earlier: u64,
}

/// What is known once the equations of motion are solved.
#[derive(Debug, Clone, Default)]
struct Solved {
    undetermined: Vec<Expr>,
    stages: Vec<Stage>,
    /// What must not vanish for conditions that the equations of motion leave on the state.
    provisos: Vec<Expr>,
    /// The equations of motion, not differentiated, each with the unknown that it was solved for.
    rules: Vec<(Expr, Expr)>,
    /// Was every equation solved linearly, or found to follow from the others?
    free: bool,
}

impl Theory {
    /// The theory in which `claims` can be decided.
    ///
    /// # Errors
    /// Why there is none: a limit, a contradiction, derivatives that are too high.
    pub fn new(system: &System, motion: &Motion, claims: &[Expr]) -> Result<Self, Reason> {
        Self::within(system, motion, claims, LARGEST_QUESTION)
    }

    /// The same, where imposing the constraints may take so many products of terms.
    ///
    /// # Errors
    /// As for `new`.
    pub(crate) fn within(
        system: &System,
        motion: &Motion,
        claims: &[Expr],
        work: u64,
    ) -> Result<Self, Reason> {
        let excess = excess_order(system, motion, claims)?;
        let mut givens = Givens::new(system, motion, excess);
        let mut equations = Equations::new(system, motion, &mut givens, excess);
        let mut claims: Vec<Expr> = claims.iter().map(|&e| givens.apply(e)).collect();
        let roots = [claims.clone(), equations.all()].concat();
        let (mut ring, mut conditions) = equations.ring_of(&roots, work)?; // (1)
        let mut veil = Veil::default();
        if conditions.iter().flatten().any(|c| *c == Imposed::Unused) {
            veil = equations.veil(&roots);
        }
        if !veil.is_empty() {
            equations = equations.map(|e| veil.apply(e));
            claims.iter_mut().for_each(|e| *e = veil.apply(*e));
            let roots: Vec<Expr> = roots.iter().map(|&e| veil.apply(e)).collect();
            (ring, conditions) = equations.ring_of(&roots, work)?;
        }
        if conditions.iter().flatten().any(|c| *c == Imposed::Contradiction) {
            let turns = !half_turns(system, motion).is_empty();
            return Err(if turns { Reason::HalfTurns } else { Reason::Contradiction });
        }
        let mut entries = entries(system.rotations());
        let half_turns = half_turns(system, motion);
        let shown = ring.provisos().into_iter().map(|e| entries.apply(veil.lift(e)));
        let provisos = shown.chain(half_turns.iter().copied()).collect();
        Ok(Self {
            ring,
            givens,
            veil,
            entries,
            equations,
            conditions,
            provisos,
            half_turns,
            solved: None,
            claims,
            gentle: [None, None],
            tried: [0, 0],
            motion: motion.clone(),
            determined: None,
            memory: Memory::default(),
            drops: None,
            largest: LARGEST_QUESTION,
            earlier: 0,
        })
    }

    /// From now on no question takes more than so many products of terms.
    pub(crate) fn limit(&mut self, work: u64) {
        self.largest = work.min(LARGEST_QUESTION);
    }

    /// Is the claim `e = 0` true on every motion? `e` must be among the claims of the theory.
    #[must_use]
    pub fn decide(&mut self, e: Expr) -> Answer {
        self.begin(self.largest);
        let e = self.claim(e);
        if self.follows_before_solving(e) {
            return Answer::Proved;
        }
        match self.decide_by_solving(e) {
            Answer::Undecided(reason) if self.follows_gently(e, self.largest) => {
                let is_moving = !matches!(reason, Reason::Contradiction | Reason::NoMotion);
                let safe = is_moving && !self.divides_by_zero(e);
                if safe { Answer::Proved } else { Answer::Undecided(reason) }
            }
            answer => answer,
        }
    }

    /// A new question, with its work.
    fn begin(&mut self, work: u64) {
        self.earlier = 0;
        self.ring.set_budget(work);
    }

    /// More work for the same question.
    fn renew(&mut self, work: u64) {
        self.earlier = self.spent();
        self.ring.set_budget(work);
    }

    fn decide_by_solving(&mut self, e: Expr) -> Answer {
        self.renew(self.largest);
        let first = self.answer(e);
        let vanishes = matches!(first, Answer::Proved | Answer::Undecided(Reason::Unsolved));
        if (vanishes && !self.divides_by_unknowns(e)) || matches!(&self.solved, Some(Ok(_))) {
            return first;
        }
        match self.solve() {
            Ok(_) => self.answer(e),
            Err(reason) => Answer::Undecided(reason),
        }
    }

    /// Is the claim `e = 0` proved by what is solved already, with so many products of terms?
    pub(crate) fn proves(&mut self, e: Expr, work: u64) -> bool {
        self.begin(work);
        let e = self.claim(e);
        self.answer(e) == Answer::Proved
    }

    /// Is the claim `e = 0` proved by what is solved already?
    #[must_use]
    pub fn is_proved_unsolved(&mut self, e: Expr) -> bool {
        self.proves(e, LARGEST_QUESTION)
    }

    /// The products of terms that the last question took.
    pub(crate) fn spent(&self) -> u64 {
        self.earlier + self.ring.budget().used()
    }

    /// A claim as the ring knows it.
    fn claim(&mut self, e: Expr) -> Expr {
        let e = self.givens.apply(e);
        self.veil.apply(e)
    }

    fn answer(&mut self, e: Expr) -> Answer {
        let free = matches!(&self.solved, Some(Ok(solved)) if solved.free) && self.veil.is_empty();
        match decide(&mut self.ring, e) {
            Verdict::Zero if self.ring.is_split() => Answer::Undecided(Reason::Split),
            Verdict::Zero if self.is_unsafe() => Answer::Undecided(Reason::Unsolved),
            Verdict::Zero if self.divides_by_zero(e) => {
                Answer::Undecided(Reason::Doubt(Doubt::Fault(Fault::Undefined)))
            }
            Verdict::Zero => Answer::Proved,
            Verdict::Unknown(doubt) => Answer::Undecided(doubt.into()),
            Verdict::NonZero(_) if self.is_undetermined(e) => {
                Answer::Undecided(Reason::Undetermined)
            }
            Verdict::NonZero(_) if !free => Answer::Undecided(Reason::Curved),
            Verdict::NonZero(evidence) => Answer::Refuted(evidence),
        }
    }

    /// What is left of a claim `e = 0` that does not hold, when that is exact: the claim says of
    /// every state that this vanishes. None where the states consist of several parts or a
    /// constraint could not be solved.
    #[must_use]
    pub fn remainder(&mut self, e: Expr) -> Option<Expr> {
        if self.is_split() || self.is_unsafe() {
            return None;
        }
        self.begin(self.largest);
        let e = self.claim(e);
        let value = self.ring.value(e).ok()?;
        Some(self.entries.apply(self.veil.lift(self.ring.expression(&value))))
    }

    /// Expressions that must not vanish for a proof to hold: where they do, the constraints lose
    /// rank.
    #[must_use]
    pub fn provisos(&self) -> &[Expr] {
        &self.provisos
    }

    /// What must not vanish for the claims to hold, which were proved: the provisos of each, and a sum of
    /// squares for each place where the constraints lose rank in several conditions at once.
    pub(crate) fn all_conditions(&mut self, claims: &[Expr]) -> Vec<Expr> {
        let mut all: Vec<Expr> = Vec::new();
        for &e in claims {
            let drops = self.drops_of(e);
            let found = self.provisos_of(e).into_iter();
            for d in found.chain(drops.iter().map(|list| not_all_zero(list))) {
                if !all.contains(&d) {
                    all.push(d);
                }
            }
        }
        all
    }

    /// Where orientations were not looked at.
    pub(crate) fn half_turns(&self) -> &[Expr] {
        &self.half_turns
    }

    /// Do the constraints consist of several parts, or is one of them nowhere independent? What
    /// follows on one part may fail on another.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.ring.is_split()
    }

    /// Solves the equations of motion, once.
    fn solve(&mut self) -> Result<Solved, Reason> {
        self.solve_within(self.largest)
    }

    /// Solves them with so many products of terms, unless that was tried before.
    fn solve_within(&mut self, work: u64) -> Result<Solved, Reason> {
        if self.solved.is_none() {
            self.renew(work);
            self.solved = Some(self.equations.solve(&mut self.ring, &self.conditions));
            self.note_provisos();
        }
        self.solved.clone().expect("it was just made")
    }

    /// Adds what must not vanish for the conditions that the equations of motion leave.
    fn note_provisos(&mut self) {
        let Some(Ok(solved)) = &self.solved else { return };
        for &proviso in &solved.provisos {
            let proviso = self.entries.apply(self.veil.lift(proviso));
            if !self.provisos.contains(&proviso) {
                self.provisos.push(proviso);
            }
        }
    }

    /// The highest derivatives that the equations of motion leave open.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn open_derivatives(&mut self) -> Result<Vec<Expr>, Reason> {
        let solved = self.solve()?;
        let wanted = |x: &Expr| !self.givens.gives(*x) && solved.undetermined.contains(x);
        Ok(self.equations.levels[0].highest.iter().copied().filter(wanted).collect())
    }

    /// What is left of an equation of motion that contradicts the others: made of parameters and
    /// time, and not zero.
    pub(crate) fn contradiction(&mut self) -> Option<Expr> {
        if self.solve().err() != Some(Reason::NoMotion) || self.ring.is_split() {
            return None;
        }
        self.ring.renew_budget();
        let level = &self.equations.levels[0];
        let fixed = |x: &Expr| {
            let kind = x.as_symbol().map(|s| s.kind);
            matches!(kind, Some(Kind::Parameter { .. } | Kind::Pi | Kind::Time))
        };
        level.equations().iter().find_map(|&e| {
            let value = self.ring.value(e).ok().filter(|f| !f.is_zero())?;
            let left = self.veil.lift(self.ring.expression(&value));
            symbols(&[left]).iter().all(fixed).then_some(left)
        })
    }

    /// Do the equations, once they are solved, leave this unknown open, by itself or through others
    /// in its value? An unknown of equations that are not solved yet counts as determined: there is
    /// one for each of them.
    pub(crate) fn leaves(&mut self, unknown: Expr) -> bool {
        let unknown = self.claim(unknown);
        self.is_undetermined(unknown)
    }

    /// A condition that could not be solved may make a divisor vanish that the ring takes for
    /// different from zero, and so may the value of a veiled function.
    fn is_unsafe(&self) -> bool {
        !self.doubtful_divisors().is_empty()
    }

    /// Expressions that were divided by and are not proved to be different from zero: a claim that
    /// is undecided as [`Reason::Unsolved`] holds wherever none of them vanishes.
    #[must_use]
    pub fn doubtful_divisors(&self) -> Vec<Expr> {
        let unsolved = self.conditions.iter().flatten().any(|c| *c == Imposed::Unused);
        let divisors = self.ring.moving_divisors().into_iter();
        let doubtful = divisors.filter(|&d| unsolved || self.veil.covers(d));
        doubtful.map(|d| self.veil.lift(d)).collect()
    }

    /// Does a divisor in the claim vanish on every state?
    fn divides_by_zero(&mut self, e: Expr) -> bool {
        divisors(e)
            .into_iter()
            .any(|d| self.ring.value(d).is_ok_and(|f| f.is_zero()) || self.vanishes_behind_veil(d))
    }

    /// Does a divisor vanish once the functions that the veil hides are taken at the values that
    /// the equations give their arguments?
    fn vanishes_behind_veil(&mut self, divisor: Expr) -> bool {
        if !self.veil.covers(divisor) {
            return false;
        }
        let divisor = self.veil.lift(divisor);
        let mut values = Vec::new();
        for x in symbols(&[divisor]) {
            if let Ok(value) = self.ring.value(x) {
                values.push((x, self.veil.lift(self.ring.expression(&value))));
            }
        }
        zero_test(Substitution::new(values).apply(divisor)) == Verdict::Zero
    }

    /// The value of an unknown of the motion through the independent quantities.
    ///
    /// # Errors
    /// [`Reason::Undetermined`] when the equations leave it open, or the limit that was reached.
    pub fn solution(&mut self, unknown: Expr) -> Result<Expr, Reason> {
        self.begin(self.largest);
        if self.solve()?.undetermined.contains(&unknown) {
            return Err(Reason::Undetermined);
        }
        self.renew(self.largest);
        let unknown = self.claim(unknown);
        let value = self.ring.value(unknown)?;
        Ok(self.veil.lift(self.ring.expression(&value)))
    }

    /// A state of a motion at which `left = right` fails, if one is found.
    #[must_use]
    pub fn witness(&mut self, (left, right): (Expr, Expr), choice: &Choice) -> Option<Witness> {
        let sides = (self.givens.apply(left), self.givens.apply(right));
        let stages = self.stages();
        self.memory.witness(&[sides], &stages, choice)
    }

    /// What a state and its motion must obey, step by step.
    pub(crate) fn stages(&mut self) -> Vec<Stage> {
        let solved = matches!(&self.solved, Some(Ok(_)));
        if !solved && self.is_determined() {
            return self.unsolved_stages();
        }
        match self.solve() {
            Ok(solved) => self.veil.lift_stages(solved.stages),
            Err(_) => self.unsolved_stages(),
        }
    }

    fn unsolved_stages(&self) -> Vec<Stage> {
        self.veil.lift_stages(self.equations.stages(&self.conditions, &[]))
    }

    /// Are the equations known to determine all unknowns? Then none is redundant, and they need not
    /// be solved to know that. Where a coordinate is given outright its equation is empty.
    fn is_determined(&mut self) -> bool {
        let found = || self.givens.gives_nothing() && is_determined(&self.motion);
        *self.determined.get_or_insert_with(found)
    }

    /// Is the symbol a derivative of a coordinate that a position constraint gives outright?
    pub(crate) fn gives(&self, x: Expr) -> bool {
        self.givens.gives(x)
    }

    /// At how many states of motions do the claims hold, as [`states_of_agreement`] says?
    #[must_use]
    pub fn states_of_agreement(&mut self, claims: &[Expr], choice: &Choice) -> Option<u64> {
        let claims: Vec<Expr> = claims.iter().map(|&e| self.givens.apply(e)).collect();
        states_of_agreement(&claims, &self.stages(), choice)
    }

    fn is_undetermined(&mut self, e: Expr) -> bool {
        let Some(Ok(solved)) = &self.solved else { return false };
        let Ok(value) = self.ring.value(e) else { return true };
        let atom = |x: &Expr| self.ring.atom_of_symbol(*x);
        let open = |x: &Expr| atom(x).is_some_and(|a| value.atoms().any(|b| a == b));
        solved.undetermined.iter().any(open)
    }
}

/// What an expression divides by.
pub(crate) fn divisors(e: Expr) -> Vec<Expr> {
    let below = |node: Expr| match node.node() {
        Node::Product(powers) => {
            let below = powers.iter().filter(|(_, k)| k.is_negative());
            below.map(|(base, _)| *base).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    postorder(&[e]).into_iter().flat_map(below).collect()
}

/// How many derivatives beyond those among the unknowns occur in the claims.
fn excess_order(system: &System, motion: &Motion, claims: &[Expr]) -> Result<u32, Reason> {
    let unknowns: Vec<Symbol> = motion.multipliers.iter().filter_map(|x| x.as_symbol()).collect();
    let own = |name: &str| unknowns.iter().find(|s| *s.name == *name).map_or(0, |s| s.order);
    let excess = symbols(claims).into_iter().filter_map(Expr::as_symbol).map(|s| match s.kind {
        kind if kind.is_of_motion() => s.order.saturating_sub(system.order_of(&s)),
        Kind::Multiplier => s.order.saturating_sub(own(&s.name)),
        _ => 0,
    });
    match excess.max().unwrap_or(0) {
        k if k > MOST_DERIVATIVES => Err(Reason::Derivatives),
        k => Ok(k),
    }
}
