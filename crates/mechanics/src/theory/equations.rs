//! The equations of a motion, solved in a ring: equations (1) to (4) of the theory.

use alembert_algebra::ring::{ConversionError, Imposed, Ring};
use alembert_algebra::{Expr, Vector, rate, symbols};

use super::givens::Givens;
use super::{Reason, Solved};
use crate::gentle::Gentle;
use crate::veil::Veil;
use crate::witness::Stage;
use crate::{Linear, Motion, System};

/// Everything that vanishes on a motion.
#[derive(Debug)]
pub(super) struct Equations {
    pub(super) manifold: Vec<Vector>,
    /// The same as it is stated: what states obey, where `manifold` only follows from it.
    pub(super) stated: Vec<Vector>,
    pub(super) levels: Vec<Level>,
    /// The coordinates, their velocities, …: what the state consists of, order by order.
    pub(super) jets: Vec<Vector>,
}

/// Which equations are solved first.
#[derive(Debug, Clone, Copy)]
pub(super) enum First {
    Constraints,
    Balances,
}

/// Equations of motion, differentiated some times, with their unknowns.
#[derive(Debug, Clone)]
pub(super) struct Level {
    pub(super) constraints: Vector,
    pub(super) balances: Vector,
    pub(super) highest: Vector,
    /// The multipliers, and what else is unknown.
    pub(super) others: Vector,
}

impl Equations {
    pub(super) fn new(system: &System, motion: &Motion, givens: &mut Givens, excess: u32) -> Self {
        let manifold = givens.manifold(motion);
        let mut state = |level: &Vector| level.iter().map(|&e| givens.apply_to_stated(e)).collect();
        let stated = motion.manifold.iter().map(&mut state).collect();
        let (constraints, balances) = residuals(motion);
        let first = Level {
            constraints: givens.apply_all(&constraints),
            balances: givens.apply_all(&balances),
            highest: motion.highest.clone(),
            others: motion
                .unknowns
                .iter()
                .copied()
                .filter(|y| !motion.highest.contains(y))
                .collect(),
        };
        let mut levels = vec![first];
        for k in 0..excess as usize {
            levels.push(levels[k].rate()); // (4)
        }
        let jets = (0..2 * system.order()).map(|k| system.level(k)).collect();
        Self { manifold, stated, levels, jets }
    }

    pub(super) fn all(&self) -> Vec<Expr> {
        let levels = self.levels.iter().flat_map(|l| {
            [&l.constraints, &l.balances, &l.highest, &l.others].map(|v| v.to_vec()).concat()
        });
        let jets = self.jets.iter().flat_map(|v| v.to_vec());
        self.manifold.iter().flat_map(|v| v.to_vec()).chain(levels).chain(jets).collect()
    }

    /// The ring of the roots in which the conditions on the state hold, and what became of them.
    pub(super) fn ring_of(
        &self,
        roots: &[Expr],
        work: u64,
    ) -> Result<(Ring, Vec<Vec<Imposed>>), ConversionError> {
        let mut ring = Ring::new(roots)?;
        ring.set_budget(work);
        let levels = self.manifold.iter().zip(&self.jets);
        let outcome =
            levels.map(|(level, jet)| ring.impose(level, jet)).collect::<Result<_, _>>()?;
        Ok((ring, outcome))
    }

    /// What follows without dividing by anything that changes from state to state. Constraints come
    /// before balances, or balances before constraints: m x'' = λ gives λ from x'', or x'' from λ.
    pub(super) fn gentle(
        &self,
        claims: &[Expr],
        first: First,
        work: u64,
    ) -> Result<Gentle, ConversionError> {
        let motion = self.levels.iter().flat_map(|l| match first {
            First::Constraints => vec![
                (&l.constraints, &l.highest),
                (&l.balances, &l.highest),
                (&l.balances, &l.others),
            ],
            First::Balances => vec![
                (&l.balances, &l.highest),
                (&l.constraints, &l.highest),
                (&l.constraints, &l.others),
                (&l.balances, &l.others),
            ],
        });
        let groups: Vec<_> = self.manifold.iter().zip(&self.jets).chain(motion).collect();
        Gentle::new(claims, &groups, work)
    }

    /// The veil that lets the conditions on the state be solved.
    pub(super) fn veil(&self, roots: &[Expr]) -> Veil {
        let levels = self.levels.iter().flat_map(|level| level.constraints.to_vec());
        let conditions: Vec<Expr> = self.manifold.iter().flat_map(|level| level.to_vec()).collect();
        let levels: Vec<Expr> = levels.collect();
        let jets: Vec<Expr> = self.jets.iter().flat_map(|jet| jet.to_vec()).collect();
        Veil::new((&conditions, &levels), &jets, roots)
    }

    pub(super) fn map(&self, mut to: impl FnMut(Expr) -> Expr) -> Self {
        let mut each = |list: &Vector| -> Vector { list.iter().map(|&e| to(e)).collect() };
        Self {
            manifold: self.manifold.iter().map(&mut each).collect(),
            stated: self.stated.iter().map(&mut each).collect(),
            levels: self.levels.iter().map(|level| level.map(&mut each)).collect(),
            jets: self.jets.clone(),
        }
    }

    /// Imposes (2), (3) and (4). Equations in which no unknown is left are conditions on the state
    /// that every motion obeys; they are imposed on velocities, then on positions.
    pub(super) fn solve(
        &self,
        ring: &mut Ring,
        conditions: &[Vec<Imposed>],
    ) -> Result<Solved, Reason> {
        let mut solved =
            Solved { free: conditions.iter().all(|level| is_free(level)), ..Solved::default() };
        let mut outcomes = Vec::new();
        for level in &self.levels {
            let outcome = level.impose(ring)?;
            if outcome.contains(&Imposed::Contradiction) {
                return Err(Reason::NoMotion);
            }
            solved.undetermined.extend(level.open(&outcome));
            solved.free &= is_free(&outcome);
            let hidden = level.left_over(&outcome);
            for jet in self.jets.iter().rev() {
                ring.impose(&hidden, jet)?;
            }
            let provisos = ring.provisos().into_iter();
            solved.provisos = provisos.filter(|&e| !hidden.is_empty() || is_fixed(e)).collect();
            outcomes.push(outcome);
        }
        solved.rules = self.levels[0].rules(&outcomes[0]);
        solved.stages = self.stages(conditions, &outcomes);
        Ok(solved)
    }

    /// What a state must obey, step by step; the outcomes say how many equations are redundant.
    pub(super) fn stages(
        &self,
        conditions: &[Vec<Imposed>],
        outcomes: &[Vec<Imposed>],
    ) -> Vec<Stage> {
        let of_state = self.stated.iter().zip(&self.manifold).zip(&self.jets).zip(conditions);
        let of_state = of_state.map(|(((stated, solved), jet), outcome)| Stage {
            equations: stated.to_vec(),
            unknowns: jet.to_vec(),
            // What follows from the others follows from them as they are solved.
            redundant: redundant(outcome).into_iter().filter(|&i| stated[i] == solved[i]).collect(),
        });
        let of_motion = self.levels.iter().enumerate().map(|(k, level)| Stage {
            equations: level.equations().to_vec(),
            unknowns: level.highest.stack(&level.others).to_vec(),
            redundant: outcomes.get(k).map_or(Vec::new(), |outcome| redundant(outcome)),
        });
        of_state.chain(of_motion).collect()
    }
}

impl Level {
    fn rate(&self) -> Self {
        self.map(|v| v.iter().map(|&e| rate(e)).collect())
    }

    fn map(&self, mut to: impl FnMut(&Vector) -> Vector) -> Self {
        Self {
            constraints: to(&self.constraints),
            balances: to(&self.balances),
            highest: to(&self.highest),
            others: to(&self.others),
        }
    }

    pub(super) fn equations(&self) -> Vector {
        self.constraints.stack(&self.balances)
    }

    /// What the equations determine.
    pub(super) fn unknowns(&self) -> Vector {
        self.others.stack(&self.highest)
    }

    /// Solves (2) and (3); what became of them.
    fn impose(&self, ring: &mut Ring) -> Result<Vec<Imposed>, ConversionError> {
        let unknowns = self.unknowns();
        let mut outcome = ring.impose(&self.constraints, &self.highest)?;
        outcome.extend(ring.impose(&self.balances, &unknowns)?);
        Ok(outcome)
    }

    /// The equations with the unknowns that they were solved for.
    fn rules(&self, outcome: &[Imposed]) -> Vec<(Expr, Expr)> {
        let solved = |(&e, o): (&Expr, &Imposed)| match o {
            Imposed::Rule(y) => Some((e, *y)),
            _ => None,
        };
        self.equations().iter().zip(outcome).filter_map(solved).collect()
    }

    /// The unknowns that were not solved for.
    fn open(&self, outcome: &[Imposed]) -> Vec<Expr> {
        let solved = |x: &Expr| outcome.contains(&Imposed::Rule(*x));
        let unknowns = self.unknowns();
        unknowns.iter().copied().filter(|x| !solved(x)).collect()
    }

    /// The equations that could not be solved for an unknown.
    fn left_over(&self, outcome: &[Imposed]) -> Vec<Expr> {
        let equations = self.equations();
        let left = |(_, o): &(Expr, &Imposed)| **o == Imposed::Unused;
        equations.iter().copied().zip(outcome).filter(left).map(|(e, _)| e).collect()
    }
}

/// Does it contain nothing that changes from state to state?
fn is_fixed(e: Expr) -> bool {
    !symbols(&[e]).into_iter().filter_map(Expr::as_symbol).any(|s| s.kind.is_of_motion())
}

/// Do the equations leave the symbols free that they were not solved for?
fn is_free(outcome: &[Imposed]) -> bool {
    outcome.iter().all(|o| matches!(o, Imposed::Rule(_) | Imposed::Redundant))
}

/// The numbers of the equations that were proved to follow from the others.
fn redundant(outcome: &[Imposed]) -> Vec<usize> {
    (0..outcome.len()).filter(|&i| outcome[i] == Imposed::Redundant).collect()
}

/// `A y − g` and `M y − Bᵀλ − f`, or `W y − h`.
pub(crate) fn residuals(motion: &Motion) -> (Vector, Vector) {
    match &motion.system {
        Linear::Kkt { M, B, A, f, g } => {
            let y = &motion.highest;
            let reaction = &B.transpose() * &*motion.multipliers;
            (&(A * &**y) - g, &(&(M * &**y) - &reaction) - f)
        }
        Linear::General { W, h } => (Vector::default(), &(W * &*motion.unknowns) - h),
    }
}
