//! Where the states of a motion lie: projection, scales, angles.
//!
//! The rates keep the constraints r(t, x) = 0 exactly; round-off and truncation do not. After each
//! step the state is moved back,
//!
//! ```text
//! x ← x − N (G N)⁻¹ r,     G = ∂r/∂x                                           (1)
//! ```
//!
//! until the residual no longer falls, and at least once: residuals that are left alone because they
//! are small lean to one side, and that side is a drift of the energy. The correction is along directions N that belong to the mechanics: M⁻¹Gᵀ for positions,
//! M⁻¹Aᵀ for velocities. Energy is never projected: it would hide errors.

use crate::field::FieldError;
use crate::linear::Factors;
use crate::number::Number;

/// What a projection did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// The largest scaled change of a component.
    pub moved: f64,
    /// The largest scaled residual that was left.
    pub residual: f64,
    /// The smallest to the largest singular value of the constraints, 1 if there are none.
    pub rank: f64,
}

impl Projection {
    /// Nothing to project on.
    pub const NONE: Projection = Projection { moved: 0.0, residual: 0.0, rank: 1.0 };

    /// Does it lead across a jump of the constraints, where these may jump?
    #[must_use]
    pub fn is_jump(&self) -> bool {
        self.moved > JUMPED
    }
}

/// The set that the states of a motion stay in, and the measures of its coordinates.
pub trait Manifold<R: Number = f64> {
    /// Moves a state that is close to the manifold onto it.
    ///
    /// # Errors
    /// The state is too far away, or the constraints have no finite value there.
    fn project(&self, t: R, x: &mut [R]) -> Result<Projection, FieldError>;

    /// The scale of each component; 0 stands for the largest |xᵢ| of the run so far.
    fn scales(&self) -> &[f64];

    /// Which components are angles that matter only up to turns.
    fn angles(&self) -> &[bool];

    /// Raises scales that show nothing but round-off, after each projection: of a component that the
    /// constraints hold at 0 a series has no other coefficients, and no step would be short enough
    /// for them.
    fn raise(&self, scales: &mut [f64]) {
        let _ = scales;
    }

    /// Whether the constraints may become dependent, so that [`Self::rank`] is looked at inside of
    /// steps too.
    fn may_lose_rank(&self) -> bool {
        false
    }

    /// Whether the constraints may jump, so that a step that ends far from them is not one of the motion: there an
    /// impulse acts, and the step is to end where it does.
    fn may_jump(&self) -> bool {
        false
    }

    /// The smallest to the largest singular value of the constraints at a state.
    ///
    /// # Errors
    /// The constraints have no finite value there.
    fn rank(&self, t: R, x: &[R]) -> Result<f64, FieldError> {
        let _ = (t, x);
        Ok(1.0)
    }
}

/// The whole space: no constraints, no angles.
///
/// ```
/// use alembert_flow::{Free, Manifold};
/// let plane = Free::new(2);
/// assert_eq!(Manifold::<f64>::scales(&plane), [0.0, 0.0]);
/// ```
#[derive(Debug, Clone)]
pub struct Free {
    scales: Vec<f64>,
    angles: Vec<bool>,
}

impl Free {
    /// The space of a dimension.
    #[must_use]
    pub fn new(dim: usize) -> Self {
        Free { scales: vec![0.0; dim], angles: vec![false; dim] }
    }

    /// With the components that are angles; their scale is 1 rad.
    #[must_use]
    pub fn with_angles(angles: Vec<bool>) -> Self {
        Free { scales: angles.iter().map(|&a| f64::from(u8::from(a))).collect(), angles }
    }
}

impl<R: Number> Manifold<R> for Free {
    fn project(&self, _t: R, _x: &mut [R]) -> Result<Projection, FieldError> {
        Ok(Projection::NONE)
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn angles(&self) -> &[bool] {
        &self.angles
    }
}

/// A manifold that shows its equations, as symmetric projection needs them.
pub trait Constraints: Manifold {
    /// The number of equations, positions and velocities together.
    fn count(&self) -> usize;

    /// r(t, x), each row divided by its own scale.
    ///
    /// # Errors
    /// A constraint has no finite value there.
    fn residual(&self, t: f64, x: &[f64], r: &mut [f64]) -> Result<(), FieldError>;

    /// N, dim × count, row by row: the directions in which violations are corrected.
    ///
    /// # Errors
    /// The directions have no finite value there.
    fn directions(&self, t: f64, x: &[f64], N: &mut [f64]) -> Result<(), FieldError>;

    /// G = ∂r/∂x, count × dim, row by row.
    ///
    /// # Errors
    /// The derivatives have no finite value there.
    fn gradient(&self, t: f64, x: &[f64], G: &mut [f64]) -> Result<(), FieldError>;
}

impl Constraints for Free {
    fn count(&self) -> usize {
        0
    }

    fn residual(&self, _t: f64, _x: &[f64], _r: &mut [f64]) -> Result<(), FieldError> {
        Ok(())
    }

    fn directions(&self, _t: f64, _x: &[f64], _N: &mut [f64]) -> Result<(), FieldError> {
        Ok(())
    }

    fn gradient(&self, _t: f64, _x: &[f64], _G: &mut [f64]) -> Result<(), FieldError> {
        Ok(())
    }
}

/// The room that [`Correction::project`] works in; keep it to project without allocation.
#[derive(Debug, Clone)]
pub struct Correction {
    r: Vec<f64>,
    N: Vec<f64>,
    G: Vec<f64>,
    GN: Factors,
    /// The largest rank that was seen: redundant constraints stay redundant.
    usual: usize,
}

/// Newton steps before a projection gives up.
const MOST_NEWTON_STEPS: usize = 12;

impl Correction {
    /// Room for a state of `dim` components and `count` constraints.
    #[must_use]
    pub fn new(dim: usize, count: usize) -> Self {
        let zeros = vec![0.0; dim * count];
        Correction {
            r: vec![0.0; count],
            N: zeros.clone(),
            G: zeros,
            GN: Factors::new(count),
            usual: 0,
        }
    }

    /// Equation (1), repeated until the residual no longer falls.
    ///
    /// # Errors
    /// The residual does not fall to round-off.
    pub fn project(
        &mut self,
        on: &dyn Constraints,
        t: f64,
        x: &mut [f64],
    ) -> Result<Projection, FieldError> {
        let mut before = f64::INFINITY;
        let mut done = Projection::NONE;
        for _ in 0..MOST_NEWTON_STEPS {
            on.residual(t, x, &mut self.r)?;
            done.residual = largest(&self.r);
            if done.residual == 0.0 || done.residual >= 0.5 * before {
                break;
            }
            before = done.residual;
            done.rank = self.factorise(on, t, x)?;
            self.GN.solve(&mut self.r);
            let moved = self.correct(x, -1.0, on);
            done.moved = done.moved.max(moved);
        }
        if done.residual < SETTLED { Ok(done) } else { Err(off_manifold(done.residual)) }
    }

    /// Factors of G N at a state; returns the ratio of singular values, as far as pivots tell.
    pub(crate) fn factorise(
        &mut self,
        on: &dyn Constraints,
        t: f64,
        x: &[f64],
    ) -> Result<f64, FieldError> {
        let (m, n) = (self.r.len(), x.len());
        on.directions(t, x, &mut self.N)?;
        on.gradient(t, x, &mut self.G)?;
        let GN = self.GN.matrix();
        for i in 0..m {
            for j in 0..m {
                GN[i * m + j] = (0..n).map(|k| self.G[i * n + k] * self.N[k * m + j]).sum();
            }
        }
        let ratio = self.GN.factorise();
        let lost = self.GN.rank() < self.usual;
        self.usual = self.usual.max(self.GN.rank());
        Ok(if lost || m == 0 { ratio } else { self.GN.independent_ratio() }.sqrt())
    }

    /// Replaces r by (G N)⁻¹ r with the last factors.
    pub(crate) fn solve(&mut self, r: &mut [f64]) {
        self.GN.solve(r);
    }

    /// x ← x + sign N r; the largest scaled change.
    fn correct(&self, x: &mut [f64], sign: f64, on: &dyn Constraints) -> f64 {
        let m = self.r.len();
        let mut moved = 0.0f64;
        for i in 0..x.len() {
            let d: f64 = (0..m).map(|k| self.N[i * m + k] * self.r[k]).sum();
            x[i] += sign * d;
            let scale = if on.scales()[i] > 0.0 { on.scales()[i] } else { x[i].abs().max(1.0) };
            moved = moved.max(d.abs() / scale);
        }
        moved
    }
}

/// A projection that moves a state by more of its scale leads it across a jump of the constraints.
const JUMPED: f64 = 1e-8;

/// A scaled residual that stagnates below this is round-off.
const SETTLED: f64 = 1e-11;

fn off_manifold(residual: f64) -> FieldError {
    FieldError::OffManifold { residual }
}

pub(crate) fn largest(r: &[f64]) -> f64 {
    r.iter().fold(0.0, |a, b| a.max(b.abs()))
}
