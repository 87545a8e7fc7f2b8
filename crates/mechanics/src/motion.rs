//! Equations of motion, in the one form that every principle returns.
//!
//! ```text
//! x' = r(x, y, t),     y from a linear system with coefficients in x and t        (1)
//! ```
//!
//! `x` is the state and `y` the unknowns of each instant: the highest derivatives and the
//! multipliers, which are symbols themselves. The linear system is not solved here.

use std::ops::Range;

use alembert_algebra::{Expr, Matrix, Substitution, Vector, rate};

use crate::rotation::{Rotation, chart};
use crate::witness::Stage;
use crate::{Place, Power, PrincipleError};

/// A motion: what the state is, how it changes, what it must obey, and its energy.
#[derive(Debug, Clone)]
pub struct Motion {
    /// The name of the principle that gave it.
    pub principle: &'static str,
    /// The state `x`: positions, velocities, and whatever the principle adds. The orientation of a
    /// rotation is in it by the parameters `c`; see [`Motion::in_quaternions`].
    pub state: Vector,
    /// The rate `r`, one entry for each entry of the state.
    pub rate: Vector,
    /// The rotations of the system, whose entries stand in all expressions.
    pub rotations: Vec<Rotation>,
    /// The unknowns `y` that the linear system determines.
    pub unknowns: Vector,
    /// The highest derivatives of the coordinates among the unknowns.
    pub highest: Vector,
    /// The multipliers among the unknowns, one for each constraint, in their order; none by a
    /// principle that knows of no reactions.
    pub multipliers: Vector,
    /// The equations for the unknowns.
    pub system: Linear,
    /// The labels of the constraints.
    pub labels: Vec<String>,
    /// The constraints `φ` as they were given, one for each label.
    pub residuals: Vector,
    /// What the state must obey: `manifold[k]` is zero and restricts the derivatives of order `k`.
    pub manifold: Vec<Vector>,
    /// The energy.
    pub energy: Expr,
    /// The rate of the energy.
    pub power: Power,
}

/// Linear equations for the unknowns of a [`Motion`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Linear {
    /// Inertia, reactions and differentiated constraints, for `y = (y₁, λ)`:
    ///
    /// ```text
    /// M y₁ − Bᵀ λ = f
    /// A y₁        = g                                                              (2)
    /// ```
    ///
    /// `B = A` when the constraints are ideal.
    Kkt {
        /// The matrix of inertia.
        M: Matrix,
        /// The directions of the reactions, one row a constraint.
        B: Matrix,
        /// The differentiated constraints, one row a constraint.
        A: Matrix,
        /// The right side of the equations of motion.
        f: Vector,
        /// The right side of the differentiated constraints.
        g: Vector,
    },
    /// `W y = h` with a square matrix and no further structure.
    General {
        /// The matrix.
        W: Matrix,
        /// The right side.
        h: Vector,
    },
}

impl Linear {
    /// Equation (2), without blocks where the matrix of inertia is not symmetric.
    pub(crate) fn balanced(M: Matrix, B: Matrix, A: Matrix, f: Vector, g: Vector) -> Self {
        let is_symmetric = M.transpose() == M;
        let kkt = Self::Kkt { M, B, A, f, g };
        if is_symmetric {
            return kkt;
        }
        let (W, h) = kkt.square();
        Self::General { W, h }
    }

    /// The same equations as `W y = h`: equation (2) is
    ///
    /// ```text
    /// ⎡ M  −Bᵀ ⎤       ⎡ f ⎤
    /// ⎣ A   0  ⎦ y  =  ⎣ g ⎦                                                       (3)
    /// ```
    ///
    /// ```
    /// use alembert_algebra::{Expr, Matrix, Vector};
    /// use alembert_mechanics::Linear;
    /// let row = |entries: &[i64]| entries.iter().map(|&n| Expr::from(n)).collect::<Vector>();
    /// let one_by_one = |n: i64| Matrix::from_rows(vec![row(&[n])], 1);
    /// let (M, A) = (one_by_one(5), one_by_one(7));
    /// let kkt = Linear::Kkt { M, B: A.clone(), A, f: row(&[1]), g: row(&[2]) };
    /// let (W, h) = kkt.square();
    /// assert_eq!(W.rows(), [row(&[5, -7]), row(&[7, 0])]);
    /// assert_eq!(h, row(&[1, 2]));
    /// ```
    #[must_use]
    pub fn square(&self) -> (Matrix, Vector) {
        match self {
            Self::General { W, h } => (W.clone(), h.clone()),
            Self::Kkt { M, B, A, f, g } => {
                let (m, columns) = (A.nrows(), M.ncols() + A.nrows());
                let BT = B.transpose();
                let upper = M.rows().iter().zip(BT.rows()).map(|(M, B)| M.stack(&-B));
                let lower = A.rows().iter().map(|A| A.stack(&Vector::zeros(m)));
                (Matrix::from_rows(upper.chain(lower).collect(), columns), f.stack(g)) // (3)
            }
        }
    }

    /// The system with every coefficient mapped.
    #[must_use]
    pub fn map(&self, mut to: impl FnMut(Expr) -> Expr) -> Self {
        match self {
            Self::Kkt { M, B, A, f, g } => Self::Kkt {
                M: M.map(&mut to),
                B: B.map(&mut to),
                A: A.map(&mut to),
                f: f.iter().map(|&e| to(e)).collect(),
                g: g.iter().map(|&e| to(e)).collect(),
            },
            Self::General { W, h } => {
                Self::General { W: W.map(&mut to), h: h.iter().map(|&e| to(e)).collect() }
            }
        }
    }

    /// Do the blocks fit each other, with this number of unknowns?
    fn fits(&self, unknowns: usize) -> bool {
        let is = |block: &Matrix, rows, columns| (block.nrows(), block.ncols()) == (rows, columns);
        match self {
            Self::Kkt { M, B, A, f, g } => {
                let (n, m) = (f.len(), g.len());
                n + m == unknowns && is(M, n, n) && is(B, m, n) && is(A, m, n)
            }
            Self::General { W, h } => is(W, unknowns, unknowns) && h.len() == unknowns,
        }
    }

    /// All coefficients.
    #[must_use]
    pub fn entries(&self) -> Vec<Expr> {
        match self {
            Self::Kkt { M, B, A, f, g } => {
                let matrices = M.entries().chain(B.entries()).chain(A.entries());
                matrices.chain(f.iter().chain(g.iter()).copied()).collect()
            }
            Self::General { W, h } => W.entries().chain(h.iter().copied()).collect(),
        }
    }
}

impl Motion {
    /// The motion, if its sizes fit and every expression in it has a value.
    ///
    /// # Errors
    /// [`PrincipleError::Size`], [`PrincipleError::Misfit`] and [`PrincipleError::Fault`], with the
    /// part of the motion.
    pub fn checked(self) -> Result<Self, PrincipleError> {
        self.check_sizes()?;
        let manifold = self.manifold.iter().flat_map(|level| level.to_vec()).collect();
        self.check_values("the rate", self.rate.to_vec())?;
        self.check_values("the linear system", self.system.entries())?;
        self.check_values("the constraints", self.residuals.to_vec())?;
        self.check_values("the manifold", manifold)?;
        self.check_values("the energy", vec![self.energy, self.power.total()])?;
        Ok(self)
    }

    /// The motion with every expression mapped; state, unknowns and multipliers stay.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Function, Kind, Specification, Vector, apply};
    /// use alembert_mechanics::{System, principle::dalembert};
    /// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
    /// let V = apply(Function::unspecified("V", 1), &[x]);
    /// let system = System::new(vec![x].into(), v * v - V, Vector::zeros(1), vec![])?;
    /// let mut cube = Specification::new("V", &[x], x.powi(3));
    /// let motion = dalembert(&system)?.map(|e| cube.apply(e)).checked()?;
    /// assert_eq!(motion.energy, v * v + x.powi(3));
    /// # Ok::<(), alembert_mechanics::PrincipleError>(())
    /// ```
    #[must_use]
    pub fn map(&self, mut to: impl FnMut(Expr) -> Expr) -> Self {
        let mut each = |list: &Vector| list.iter().map(|&e| to(e)).collect::<Vector>();
        Self {
            rate: each(&self.rate),
            residuals: each(&self.residuals),
            manifold: self.manifold.iter().map(&mut each).collect(),
            system: self.system.map(&mut to),
            energy: to(self.energy),
            power: self.power.map(to),
            ..self.clone()
        }
    }

    /// Do the equations determine the multipliers by themselves? A row of [`Linear::General`] that
    /// contains nothing but multipliers is no law of mechanics: it chooses among many. Redundant
    /// rows of [`Linear::Kkt`] are seen only where numbers are put in.
    #[must_use]
    pub fn has_unique_multipliers(&self) -> bool {
        let Linear::General { W, .. } = &self.system else { return true };
        let chooses = |row: &Vector| {
            let mut used =
                row.iter().zip(self.unknowns.iter()).filter(|(c, _)| **c != Expr::zero());
            used.all(|(_, y)| self.multipliers.contains(y))
        };
        !W.rows().iter().any(chooses)
    }

    /// Where the derivatives of order `k` stand in the state. With quaternions the positions are one
    /// more for each rotation.
    #[must_use]
    pub fn level(&self, k: usize) -> Range<usize> {
        let order = |y: &Expr| y.as_symbol().map_or(0, |s| s.order as usize);
        let width = |k: usize| self.highest.iter().filter(|y| order(y) > k).count();
        let start = (0..k).map(width).sum();
        start..start + width(k)
    }

    /// The conditions on the state as stages, from the positions upwards.
    #[must_use]
    pub fn conditions(&self) -> Vec<Stage> {
        let mut chart = chart(&self.rotations);
        let stage = |(k, level): (usize, &Vector)| Stage {
            equations: chart.apply_all(level).to_vec(),
            unknowns: self.state[self.level(k)].to_vec(),
            redundant: Vec::new(),
        };
        self.manifold.iter().enumerate().map(stage).collect()
    }

    /// The same motion with unit quaternions in place of the orientations: its state has no
    /// singularity, all expressions are in its state, and that the quaternions are units belongs to
    /// what the positions must obey. A motion without rotations is unchanged.
    #[must_use]
    pub fn in_quaternions(&self) -> Self {
        if self.rotations.is_empty() {
            return self.clone();
        }
        let mut put = Substitution::new(self.rotations.iter().flat_map(Rotation::by_quaternion));
        let mut motion = self.map(|e| put.apply(e));
        for rotation in &self.rotations {
            let at = motion.state.iter().position(|&x| x == rotation.chart()[0]);
            let at = at.expect("the parameters of a rotation are in the state");
            let p = rotation.quaternion();
            motion.state = spliced(&motion.state, at, p);
            motion.rate = spliced(&motion.rate, at, p.map(rate));
            if let Some(positions) = motion.manifold.first_mut() {
                *positions = positions.stack(&[rotation.unit()]);
            }
        }
        motion
    }

    fn check_sizes(&self) -> Result<(), PrincipleError> {
        let unknowns = self.unknowns.len();
        self.check_size("the rate", self.state.len(), self.rate.len())?;
        self.check_size("the labels", self.residuals.len(), self.labels.len())?;
        if !self.multipliers.is_empty() {
            self.check_size("the multipliers", self.residuals.len(), self.multipliers.len())?;
        }
        if self.system.fits(unknowns) {
            return Ok(());
        }
        Err(PrincipleError::Misfit { place: self.place("the linear system"), unknowns })
    }

    fn check_size(
        &self,
        part: &'static str,
        expected: usize,
        found: usize,
    ) -> Result<(), PrincipleError> {
        if found == expected {
            return Ok(());
        }
        Err(PrincipleError::Size { place: self.place(part), expected, found })
    }

    fn check_values(&self, part: &'static str, list: Vec<Expr>) -> Result<(), PrincipleError> {
        match list.into_iter().find_map(Expr::fault) {
            Some(fault) => Err(PrincipleError::Fault { place: self.place(part), fault }),
            None => Ok(()),
        }
    }

    fn place(&self, part: &'static str) -> Place {
        Place::Motion { principle: self.principle, part }
    }
}

/// The list with four entries in place of three.
fn spliced(list: &[Expr], at: usize, four: [Expr; 4]) -> Vector {
    let (before, after) = (&list[..at], &list[at + 3..]);
    before.iter().chain(&four).chain(after).copied().collect()
}
