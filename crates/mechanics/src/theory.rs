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
//! Known limits: constraints in which no symbol can be solved for lead to
//! [`Answer::Undecided`]; so do the multipliers of redundant constraints, which are not unique.

use alembert_algebra::polynomial::Limit;
use alembert_algebra::ring::{ConversionError, Imposed, Ring};
use alembert_algebra::zero::{Doubt, Evidence, Verdict, decide};
use alembert_algebra::{Expr, Kind, Rational, Substitution, Vector, rate, symbols};

use crate::witness::{Stage, Witness, witness};
use crate::{Linear, Motion, System};

/// Derivatives of the equations of motion that a claim may need.
const MOST_DERIVATIVES: u32 = 2;

/// The answer to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It holds on every motion.
    Proved,
    /// It fails on some motion.
    Refuted(Evidence),
    /// It is not decided.
    Undecided(Reason),
}

/// Why a claim is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The zero test does not decide it.
    #[error(transparent)]
    Doubt(#[from] Doubt),
    /// It contains a quantity that the equations of motion do not determine.
    #[error("it contains a quantity that the equations of motion do not determine")]
    Undetermined,
    /// It contains derivatives that are too high.
    #[error("it contains derivatives far beyond those that the equations of motion determine")]
    Derivatives,
    /// The constraints contradict each other.
    #[error("the constraints contradict each other")]
    Contradiction,
}

impl From<ConversionError> for Reason {
    fn from(error: ConversionError) -> Self {
        Self::Doubt(error.into())
    }
}

impl From<Limit> for Reason {
    fn from(limit: Limit) -> Self {
        ConversionError::from(limit).into()
    }
}

/// The ring of some claims, in which the equations of a motion hold.
#[derive(Debug)]
pub struct Theory {
    ring: Ring,
    definitions: Substitution,
    /// What became of the conditions on the state, level by level.
    pub conditions: Vec<Vec<Imposed>>,
    undetermined: Vec<Expr>,
    stages: Vec<Stage>,
}

impl Theory {
    /// The theory in which `claims` can be decided.
    ///
    /// # Errors
    /// Why there is none: a limit, a contradiction, derivatives that are too high.
    pub fn new(system: &System, motion: &Motion, claims: &[Expr]) -> Result<Self, Reason> {
        let mut definitions = definitions(system);
        let mut equations = Equations::new(system, motion, &mut definitions);
        equations.differentiate(excess_order(system, claims)?);
        let mut roots = definitions.apply_all(claims).to_vec();
        roots.extend(equations.all());
        let mut ring = Ring::new(&roots)?;
        let conditions = equations.impose_conditions(&mut ring, system)?; // (1)
        let mut stages = equations.condition_stages(system, &conditions);
        let mut undetermined = Vec::new();
        for level in &equations.levels {
            let (outcome, open) = level.impose(&mut ring)?; // (2), (3), (4)
            stages.push(level.stage(&outcome));
            undetermined.extend(open);
        }
        let theory = Self { ring, definitions, conditions, undetermined, stages };
        if theory.conditions.iter().flatten().any(|c| *c == Imposed::Contradiction) {
            return Err(Reason::Contradiction);
        }
        Ok(theory)
    }

    /// Is the claim `e = 0` true on every motion? `e` must be among the claims of the theory.
    #[must_use]
    pub fn decide(&mut self, e: Expr) -> Answer {
        self.ring.renew_budget();
        let e = self.definitions.apply(e);
        match decide(&mut self.ring, e) {
            Verdict::Zero => Answer::Proved,
            Verdict::Unknown(doubt) => Answer::Undecided(doubt.into()),
            Verdict::NonZero(_) if self.is_undetermined(e) => {
                Answer::Undecided(Reason::Undetermined)
            }
            Verdict::NonZero(evidence) => Answer::Refuted(evidence),
        }
    }

    /// The value of an unknown of the motion through the independent quantities.
    ///
    /// # Errors
    /// [`Reason::Undetermined`] when the equations leave it open, or the limit that was reached.
    pub fn solution(&mut self, unknown: Expr) -> Result<Expr, Reason> {
        self.ring.renew_budget();
        if self.undetermined.contains(&unknown) {
            return Err(Reason::Undetermined);
        }
        let value = self.ring.value(unknown)?;
        Ok(self.ring.expression(&value))
    }

    /// A state of a motion at which `left = right` fails, if one is found; `suggested` values of
    /// parameters are tried first.
    #[must_use]
    pub fn witness(
        &mut self,
        (left, right): (Expr, Expr),
        suggested: &[(Expr, Rational)],
    ) -> Option<Witness> {
        let sides = (self.definitions.apply(left), self.definitions.apply(right));
        witness(sides, &self.stages, suggested)
    }

    fn is_undetermined(&mut self, e: Expr) -> bool {
        let Ok(value) = self.ring.value(e) else { return true };
        let open =
            |x: &Expr| self.ring.atom_of_symbol(*x).is_some_and(|a| value.atoms().any(|b| a == b));
        self.undetermined.iter().any(open)
    }
}

/// Parameters that are given through others, replaced by their values.
fn definitions(system: &System) -> Substitution {
    let mut values: Vec<(Expr, Expr)> = Vec::new();
    for &(parameter, value) in system.definitions() {
        let value = Substitution::new(values.iter().copied()).apply(value);
        values.push((parameter, value));
    }
    Substitution::new(values)
}

/// How many derivatives beyond the highest occur in the claims.
fn excess_order(system: &System, claims: &[Expr]) -> Result<u32, Reason> {
    let highest = 2 * system.order();
    let excess = symbols(claims).into_iter().filter_map(Expr::as_symbol).map(|s| match s.kind {
        Kind::Coordinate => s.order.saturating_sub(highest),
        Kind::Multiplier => s.order,
        _ => 0,
    });
    match excess.max().unwrap_or(0) {
        k if k > MOST_DERIVATIVES => Err(Reason::Derivatives),
        k => Ok(k),
    }
}

/// Everything that vanishes on a motion.
struct Equations {
    manifold: Vec<Vector>,
    levels: Vec<Level>,
}

/// Equations of motion, differentiated some times, with their unknowns.
#[derive(Clone)]
struct Level {
    constraints: Vector,
    balances: Vector,
    highest: Vector,
    multipliers: Vector,
}

impl Equations {
    fn new(system: &System, motion: &Motion, definitions: &mut Substitution) -> Self {
        let manifold = motion.manifold.iter().map(|level| definitions.apply_all(level)).collect();
        let (constraints, balances) = residuals(motion);
        let first = Level {
            constraints: definitions.apply_all(&constraints),
            balances: definitions.apply_all(&balances),
            highest: motion.highest.clone(),
            multipliers: motion.multipliers.clone(),
        };
        debug_assert_eq!(first.highest.len(), system.q().len(), "one for each coordinate");
        Self { manifold, levels: vec![first] }
    }

    fn differentiate(&mut self, times: u32) {
        for _ in 0..times {
            let last = self.levels.last().expect("there is a first level").clone();
            let rates = |v: &Vector| -> Vector { v.iter().map(|&e| rate(e)).collect() };
            self.levels.push(Level {
                constraints: rates(&last.constraints),
                balances: rates(&last.balances),
                highest: rates(&last.highest),
                multipliers: rates(&last.multipliers),
            }); // (4)
        }
    }

    fn all(&self) -> Vec<Expr> {
        let levels = self.levels.iter().flat_map(|l| {
            [&l.constraints, &l.balances, &l.highest, &l.multipliers].map(|v| v.to_vec()).concat()
        });
        self.manifold.iter().flat_map(|v| v.to_vec()).chain(levels).collect()
    }

    fn condition_stages(&self, system: &System, conditions: &[Vec<Imposed>]) -> Vec<Stage> {
        let levels = self.manifold.iter().zip(conditions).zip(0..);
        let stage = |((level, outcome), k): ((&Vector, &Vec<Imposed>), u32)| Stage {
            equations: level.to_vec(),
            unknowns: system.jet(k).to_vec(),
            redundant: redundant(outcome),
        };
        levels.map(stage).collect()
    }

    fn impose_conditions(
        &self,
        ring: &mut Ring,
        system: &System,
    ) -> Result<Vec<Vec<Imposed>>, ConversionError> {
        let jets = (0..).map(|k| system.jet(k));
        self.manifold.iter().zip(jets).map(|(level, jet)| ring.impose(level, &jet)).collect()
    }
}

impl Level {
    /// Solves (2) and (3); returns what became of them and the unknowns that stay open.
    fn impose(&self, ring: &mut Ring) -> Result<(Vec<Imposed>, Vec<Expr>), ConversionError> {
        let unknowns = self.multipliers.stack(&self.highest);
        let mut outcome = ring.impose(&self.constraints, &self.highest)?;
        outcome.extend(ring.impose(&self.balances, &unknowns)?);
        let solved = |x: &Expr| outcome.contains(&Imposed::Rule(*x));
        let open = unknowns.iter().copied().filter(|x| !solved(x)).collect();
        Ok((outcome, open))
    }

    fn stage(&self, outcome: &[Imposed]) -> Stage {
        Stage {
            equations: self.constraints.stack(&self.balances).to_vec(),
            unknowns: self.highest.stack(&self.multipliers).to_vec(),
            redundant: redundant(outcome),
        }
    }
}

/// How many equations were proved to follow from the others.
fn redundant(outcome: &[Imposed]) -> usize {
    outcome.iter().filter(|o| **o == Imposed::Redundant).count()
}

/// `A y − g` and `M y − Bᵀλ − f`, or `W y − h`.
fn residuals(motion: &Motion) -> (Vector, Vector) {
    match &motion.system {
        Linear::Kkt { M, B, A, f, g } => {
            let y = &motion.highest;
            let reaction = &B.transpose() * &*motion.multipliers;
            (&(A * &**y) - g, &(&(M * &**y) - &reaction) - f)
        }
        Linear::General { W, h } => (Vector::default(), &(W * &*motion.unknowns) - h),
    }
}
