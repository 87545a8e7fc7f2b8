//! The search for constant combinations of the energy and of momenta.
//!
//! ```text
//! c₀ dE/dt + Σ c_k dJ_k/dt = 0                                                      (1)
//! ```
//!
//! is asked of the theory of the motion. Of the answers those are kept that say something new: a
//! combination that is a constant on the constraints, or a combination of the ones before it, is not.

use alembert_algebra::polynomial::Limit;
use alembert_algebra::ring::{ConversionError, Fraction, LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Node, Rational, Vector, postorder};

use super::{Balance, Invariant, InvariantKind, Momentum, MomentumRate, Penalised};
use crate::explicit::depends_on_the_state;
use crate::on_constraints::OnConstraints;
use crate::theory::Combination;
use crate::{Answer, Motion, Power, Reason, System, Theory};

/// Steps for which the whole search has work, if each takes all it may: a search that would take
/// more ends there, and says so.
const STEPS: u64 = 6;

/// A search: the theory of the motion, and the fields with their momenta.
pub(super) struct Search<'a> {
    system: &'a System,
    motion: &'a Motion,
    balance: &'a Balance,
    on: &'a OnConstraints,
    fields: &'a [Vector],
    /// The energy of `L + μφ`, which then stands in the place of the energy.
    penalised: Option<Penalised>,
    /// The momenta, then the energy.
    values: Vec<Expr>,
    /// Their rates.
    rates: Vec<Expr>,
    theory: Theory,
    /// Products of terms that one step may take, and that are left for all of them.
    work: u64,
    left: u64,
    /// What was found.
    pub(super) found: Vec<Invariant>,
    /// Why there may be more.
    pub(super) limit: Option<Reason>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        (system, motion): (&'a System, &'a Motion),
        (balance, on): (&'a Balance, &'a OnConstraints),
        fields: &'a [Vector],
        penalised: Option<Penalised>,
        work: u64,
    ) -> Result<Self, Reason> {
        let momenta = fields.iter().map(|xi| balance.value(xi));
        let rates = fields.iter().map(|xi| balance.rate(xi).total());
        let own = Penalised { value: motion.energy, rate: motion.power.total() };
        let energy = penalised.unwrap_or(own);
        let values: Vec<Expr> = momenta.chain([energy.value]).collect();
        let rates: Vec<Expr> = rates.chain([energy.rate]).collect();
        let Power { explicit, forces, reactions } = motion.power;
        let parts = [explicit, forces, reactions, own.value, own.rate];
        let claims: Vec<Expr> = rates.iter().chain(&values).copied().chain(parts).collect();
        let theory = Theory::within(system, motion, &claims, work)?;
        let left = (STEPS * work).saturating_sub(theory.spent());
        let (found, limit) = (Vec::new(), None);
        Ok(Self {
            system,
            motion,
            balance,
            on,
            fields,
            penalised,
            values,
            rates,
            theory,
            work,
            left,
            found,
            limit,
        })
    }

    /// What the next step may take.
    fn step(&self) -> u64 {
        self.work.min(self.left)
    }

    /// Counts the last step. Where nothing is left the search ends, and says so.
    fn count(&mut self) {
        self.left = self.left.saturating_sub(self.theory.spent());
        if self.left == 0 {
            self.limit = self.limit.or(Some(Limit::Terms.into()));
        }
    }

    /// The rate of the energy, with the work `λ (∂φ/∂q') q'` of the reactions reduced by the
    /// constraints: nothing is left of it when they are homogeneous, `−λ b` of an affine one. Where
    /// that divides by something of the state it stays as it is. It must be asked for before the
    /// equations of motion are solved.
    pub(super) fn power(&mut self) -> Power {
        let reactions = self.motion.power.reactions;
        self.motion.power.map(|e| match self.theory.remainder(e) {
            Some(rest) if rest == Expr::zero() => rest,
            Some(rest)
                if e == reactions && divisors(rest).iter().all(|p| divisors(e).contains(p)) =>
            {
                rest
            }
            _ => e,
        })
    }

    /// Looks for (1), first for single quantities that the constraints conserve by themselves.
    pub(super) fn run(&mut self) {
        let mut all: Vec<Combination> = Vec::new();
        let energy = self.fields.len();
        if self.theory.proves(self.rates[energy], LARGEST_QUESTION) {
            all.push(vec![(energy, Expr::one())]); // it was reduced for its rate already
        }
        for j in 0..energy {
            if self.left > 0 && self.theory.proves(self.rates[j], self.step()) {
                all.push(vec![(j, Expr::one())]);
            }
            self.count();
        }
        match self.theory.combinations(&self.rates, self.step()) {
            Err(reason) => self.limit = Some(reason),
            Ok(combinations) => {
                self.limit = self.limit.or(combinations.limit);
                let found = combinations.found.into_iter();
                all.extend(found.map(|combination| cleared(combination, energy))); // (1)
            }
        }
        self.count();
        let mut independent: Vec<Expr> = Vec::new();
        for combination in all {
            let is_energy = matches!(&*combination, &[(j, _)] if j == energy);
            let value = Expr::sum(combination.iter().map(|&(j, c)| c * self.values[j]));
            let known = independent.contains(&value);
            independent.push(value);
            let says_nothing =
                known || self.theory.is_combination(&independent, self.work).unwrap_or(false);
            if says_nothing && (!is_energy || known) {
                independent.pop();
            } else {
                let rate = Expr::sum(combination.iter().map(|&(j, c)| c * self.rates[j]));
                let provisos = self.provisos_of(rate);
                self.found.push(Invariant { kind: self.kind(&combination), value, provisos });
            }
        }
        self.note_own_energy();
        let place = |kind: &InvariantKind| match kind {
            InvariantKind::Energy => 0,
            InvariantKind::Penalised => 1,
            _ => 2,
        };
        self.found.sort_by_key(|i| place(&i.kind));
    }

    /// The energy of `L`, where that of `L + μφ` stands in its place and both are conserved.
    fn note_own_energy(&mut self) {
        let change = self.motion.power.total();
        if self.penalised.is_some() && self.theory.proves(change, self.work) {
            let provisos = self.provisos_of(change);
            let kind = InvariantKind::Energy;
            self.found.push(Invariant { kind, value: self.motion.energy, provisos });
        }
    }

    /// The momentum of one of the fields, with its rate as it is on the constraints, and whether it is
    /// conserved.
    pub(super) fn momentum(&mut self, xi: &Vector) -> Momentum {
        let rate = self.balance.rate(xi);
        let reduced = reduced(rate, self.on);
        let mut provisos = Vec::new();
        let conserved = match self.theory.decide(rate.total()) {
            _ if reduced.total() == Expr::zero() => Ok(true),
            Answer::Proved => {
                provisos = self.provisos_of(rate.total());
                Ok(true)
            }
            Answer::Refuted(_) => Ok(false),
            Answer::Undecided(reason) => Err(reason),
        };
        let value = self.balance.value(xi);
        Momentum { field: xi.clone(), value, rate: reduced, conserved, provisos }
    }

    /// What must not vanish for a rate to be zero. Where no constraint restricts the positions, half
    /// turns have other orientations beside them, and a rate that vanishes there vanishes on them. A rate
    /// of which the constraints alone leave nothing needs no equations of motion that could be singular.
    fn provisos_of(&mut self, rate: Expr) -> Vec<Expr> {
        if self.on.reduced(rate) == Expr::zero() {
            return Vec::new();
        }
        let mut provisos = self.theory.provisos_of(rate);
        if self.motion.manifold[0].is_empty() {
            provisos.retain(|p| !self.theory.half_turns().contains(p));
        }
        provisos
    }

    /// What a combination of momenta and the energy, which is the last, is.
    fn kind(&self, combination: &Combination) -> InvariantKind {
        let q = self.system.q();
        let mut field = Vector::zeros(q.len());
        for &(j, c) in combination {
            if let Some(xi) = self.fields.get(j) {
                field = &field + &xi.iter().map(|&e| c * e).collect::<Vector>();
            }
        }
        let moved: Vec<(Expr, Expr)> =
            q.iter().copied().zip(field.iter().copied()).filter(|p| p.1 != Expr::zero()).collect();
        let has_energy = combination.iter().any(|&(j, _)| j == self.fields.len());
        match (has_energy, &*moved) {
            (true, []) if self.penalised.is_some() => InvariantKind::Penalised,
            (true, []) => InvariantKind::Energy,
            (true, _) => InvariantKind::MovingEnergy(-&field),
            (false, &[(q, e)]) if e == Expr::one() && self.system.plain().contains(&q) => {
                InvariantKind::Momentum(q)
            }
            (false, _) => InvariantKind::Symmetry(field),
        }
    }
}

/// The parts of a rate as they are on the constraints, where their sum is reduced first.
fn reduced(rate: MomentumRate, on: &OnConstraints) -> MomentumRate {
    let zero = Expr::zero();
    if on.reduced(rate.total()) == zero {
        return MomentumRate { variation: zero, forces: zero, reactions: zero };
    }
    let [variation, forces, reactions] =
        [rate.variation, rate.forces, rate.reactions].map(|e| on.reduced(e));
    MomentumRate { variation, forces, reactions }
}

/// A combination of momenta without parameters in denominators: where they are zero it would say
/// nothing. The energy keeps its factor 1.
fn cleared(combination: Combination, energy: usize) -> Combination {
    if combination.iter().any(|&(j, _)| j == energy) {
        return combination;
    }
    let constants: Vec<Expr> = combination.iter().map(|&(_, c)| c).collect();
    match without_denominators(&constants) {
        Ok(constants) => combination.iter().map(|&(j, _)| j).zip(constants).collect(),
        Err(_) => combination,
    }
}

/// The same constants times what all of them are divided by.
fn without_denominators(constants: &[Expr]) -> Result<Vec<Expr>, ConversionError> {
    let mut ring = Ring::new(constants)?;
    let mut whole = Expr::one();
    for &c in constants {
        let f = ring.fraction(c * whole)?;
        for (p, k) in ring.lowest(&f)?.den {
            whole = whole * ring.expression(&Fraction::polynomial(p)).powi(i64::from(k));
        }
    }
    let mut times = |&c: &Expr| -> Result<Expr, ConversionError> {
        let f = ring.fraction(c * whole)?;
        Ok(ring.expression(&ring.lowest(&f)?))
    };
    constants.iter().map(&mut times).collect()
}

/// What an expression divides by, beside parameters.
fn divisors(e: Expr) -> Vec<Expr> {
    let below = postorder(&[e]).into_iter().flat_map(|a| match a.node() {
        Node::Product(powers) => {
            powers.iter().filter(|p| p.1 < Rational::ZERO).map(|p| p.0).collect()
        }
        _ => Vec::new(),
    });
    below.filter(|&p| depends_on_the_state(p)).collect()
}
