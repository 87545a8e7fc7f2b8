//! What holds by the constraints alone, at every state that obeys them, whatever forces act.
//!
//! A claim `e(q, q', y, t) = 0` is asked of all highest derivatives `y` that the constraints allow,
//! whether or not they are those of a motion:
//!
//! ```text
//! φ(q, t) = 0,   φ(q, q', t) = 0,   dφ/dt = 0 of positions,   A y = g                 (1)
//! ```
//!
//! It is looked for three times, each time with more of (1):
//!
//! ```text
//! q, q', y free                                                                     (2)
//! q free, q' and y by (1)                                                           (3)
//! q, q' and y by (1)                                                                (4)
//! ```
//!
//! In (3) a constraint on positions takes part by its rate alone. The states of (1) are among those of
//! (3) and (2), so that what holds there holds on them. Equations that are solved divide by something,
//! `d`, that is proved not to vanish identically. Where the rows of `A` are independent the states of
//! (3) and (4) are a surface without edges, in which `d ≠ 0` is dense, and a claim that is defined there
//! holds by continuity. Whoever asks adds that the rows are independent. A `d` with values of functions that nobody
//! knows may vanish identically, and is a condition.
//!
//! Known limit: where the states consist of several parts, (3) and (4) prove nothing.

use alembert_algebra::polynomial::within;
use alembert_algebra::ring::{Imposed, Ring};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, Vector};

use super::givens::{Givens, definitions};
use super::half_turns::half_turns;
use crate::rotation::{chart, entries};
use crate::{Motion, Reason, System};

/// The part of the work that a look with fewer constraints may take.
const SHARE: u64 = 4;

/// The constraints (1) of a motion; `y` obeys those that are given, and those alone.
pub(crate) struct Ground<'a> {
    pub(crate) system: &'a System,
    pub(crate) motion: &'a Motion,
    /// What vanishes by `A y = g`.
    pub(crate) constraints: &'a [Expr],
    /// Are these all constraints, none of which follows from others? Otherwise (3) is not looked at: that one
    /// follows from others may need the positions.
    pub(crate) is_whole: bool,
}

impl Ground<'_> {
    /// Do the claims hold by (1)? Then what must not vanish besides: nothing in most cases.
    ///
    /// # Errors
    /// Why no proof was found.
    pub(crate) fn proves(&self, claims: &[Expr], work: u64) -> Result<Vec<Expr>, Reason> {
        let (open, _) = within(work / SHARE, || self.not_identical(claims)); // (2)
        if open.is_empty() {
            return Ok(Vec::new());
        }
        if self.is_whole
            && let Ok(provisos) = self.solved(&open, false, work / SHARE)
        {
            return Ok(provisos); // (3)
        }
        self.solved(&open, true, work) // (4)
    }

    /// The claims that are not proved by (2).
    fn not_identical(&self, claims: &[Expr]) -> Vec<Expr> {
        let (mut given, mut chart) = (definitions(self.system), chart(self.system.rotations()));
        let mut is_open = |e: &Expr| zero_test(chart.apply(given.apply(*e))) != Verdict::Zero;
        claims.iter().copied().filter(|e| is_open(e)).collect()
    }

    /// Equations (3), or (4) where positions take part.
    fn solved(&self, claims: &[Expr], on_positions: bool, work: u64) -> Result<Vec<Expr>, Reason> {
        let mut motion = self.motion.clone();
        if !on_positions && let Some(positions) = motion.manifold.first_mut() {
            *positions = Vector::zeros(0);
        }
        let mut givens = Givens::new(self.system, &motion, 0);
        let manifold = givens.manifold(&motion);
        let constraints = givens.apply_all(self.constraints);
        let claims = givens.apply_all(claims);
        let jets: Vec<Vector> =
            (0..2 * self.system.order()).map(|k| self.system.level(k)).collect();
        let equations = manifold.iter().flat_map(|level| level.to_vec());
        let roots: Vec<Expr> =
            equations.chain(constraints.to_vec()).chain(claims.to_vec()).collect();
        let mut ring = Ring::new(&roots)?;
        ring.set_budget(work);
        let levels = manifold.iter().zip(&jets).chain([(&constraints, &motion.highest)]);
        let mut is_used = true;
        for (level, unknowns) in levels {
            let outcome = ring.impose(level, unknowns)?;
            if outcome.contains(&Imposed::Contradiction) {
                return Err(Reason::Contradiction);
            }
            is_used &= !outcome.contains(&Imposed::Unused);
        }
        for &claim in claims.iter() {
            if !ring.value(claim)?.is_zero() {
                return Err(Reason::Curved);
            }
        }
        if ring.is_split() {
            return Err(Reason::Split);
        }
        if !is_used && !ring.moving_divisors().is_empty() {
            return Err(Reason::Unsolved); // what is not used may make a divisor zero
        }
        let mut provisos = ring.provisos();
        if !ring.divisors_are_proved() {
            provisos.extend(ring.moving_divisors()); // values of functions that nobody knows
        }
        let mut entries: Substitution = entries(self.system.rotations());
        let provisos = provisos.into_iter().map(|e| entries.apply(e));
        Ok(provisos.chain(half_turns(self.system, &motion)).collect())
    }
}
