//! The steps of a derivation: named expressions, each with the equation of its source.
//!
//! A step shows what a principle computes on its way; nothing here enters a motion. Principles
//! whose steps are not listed have none.

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Matrix, Vector};

use super::check::Check;
use super::dependence::Dependence;
use super::formula::Formula;
use super::{appell, bracket, dalembert, elimination, gauss, hamel, maggi, naive, phase_steps};
use super::{udwadia, vakonomic, voronec};
use crate::energy::explicit_rate;
use crate::{PrincipleError, System};

/// A step of a derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it is, in words.
    pub title: String,
    /// The equation of its source: `Lemos (11)`.
    pub source: &'static str,
    /// The expressions.
    pub body: Body,
    /// What the expressions must be.
    pub check: Check,
}

impl Step {
    /// A step from which nothing is to be shown, until it has a check.
    pub(super) fn new(title: &str, source: &'static str, body: Body) -> Self {
        Self { title: title.to_owned(), source, body, check: Check::Stated }
    }

    /// The step with sides that are equal.
    pub(super) fn identity(self) -> Self {
        let count = self.body.printed().len();
        self.equal(vec![Expr::zero(); count])
    }

    /// The step with differences of its sides, or entries, that have these values.
    pub(super) fn equal(self, expected: impl IntoIterator<Item = Expr>) -> Self {
        Self { check: Check::Equal(expected.into_iter().collect()), ..self }
    }

    /// The step with expressions, made of what it prints, that vanish where these functions vanish.
    pub(super) fn vanishing(self, claims: Vec<Expr>, surface: &[Expr]) -> Self {
        Self { check: Check::Vanishing(claims, surface.to_vec()), ..self }
    }

    /// The same where symbols have these values and these functions vanish.
    pub(super) fn on(self, values: &[(Expr, Expr)], surface: &[Expr]) -> Self {
        let check = match self.check {
            Check::Equal(expected) => Check::On(expected, values.to_vec(), surface.to_vec()),
            other => other,
        };
        Self { check, ..self }
    }
}

/// What a step shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// A name and its value.
    Value(String, Expr),
    /// A name and its entries.
    Matrix(String, Matrix),
    /// Equations, by their two sides.
    Equations(Vec<(Expr, Expr)>),
    /// Equations between formulas.
    Formulas(Vec<(Formula, Formula)>),
}

impl Body {
    /// A named value.
    #[must_use]
    pub fn value(name: &str, value: Expr) -> Self {
        Self::Value(name.to_owned(), value)
    }

    /// A named matrix.
    #[must_use]
    pub fn matrix(name: &str, matrix: &Matrix) -> Self {
        Self::Matrix(name.to_owned(), matrix.clone())
    }

    /// A named column.
    #[must_use]
    pub fn vector(name: &str, list: &Vector) -> Self {
        let rows = list.iter().map(|&e| vec![e].into()).collect();
        Self::Matrix(name.to_owned(), Matrix::from_rows(rows, 1))
    }

    /// Is there nothing to write?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Value(..) | Self::Matrix(..) => false,
            Self::Equations(list) => list.is_empty(),
            Self::Formulas(list) => list.is_empty(),
        }
    }

    /// Expressions that vanish.
    #[must_use]
    pub fn vanishing(list: &Vector) -> Self {
        Self::Equations(list.iter().map(|&e| (e, Expr::zero())).collect())
    }

    /// What the step prints: the left side minus the right side of each equation, or each entry.
    #[must_use]
    pub fn printed(&self) -> Vec<Expr> {
        match self {
            Self::Value(_, value) => vec![*value],
            Self::Matrix(_, matrix) => matrix.entries().collect(),
            Self::Equations(list) => list.iter().map(|&(l, r)| l - r).collect(),
            Self::Formulas(list) => list.iter().map(|(l, r)| l.value() - r.value()).collect(),
        }
    }

    /// The step with every expression mapped.
    #[must_use]
    pub fn map(&self, mut to: impl FnMut(Expr) -> Expr) -> Self {
        match self {
            Self::Value(name, value) => Self::Value(name.clone(), to(*value)),
            Self::Matrix(name, matrix) => Self::Matrix(name.clone(), matrix.map(to)),
            Self::Equations(list) => {
                Self::Equations(list.iter().map(|&(l, r)| (to(l), to(r))).collect())
            }
            Self::Formulas(list) => {
                Self::Formulas(list.iter().map(|(l, r)| (l.map(&mut to), r.map(&mut to))).collect())
            }
        }
    }
}

/// The steps of the principle of this name; none where they are not listed.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Constraint, System, principle::{Body, steps}};
/// let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v, w] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let c = Constraint::ideal("c", w - y * u);
/// let L = u * u + v * v + w * w;
/// let system = System::new(vec![x, y, z].into(), L, Vector::zeros(3), vec![c])?;
/// let steps = steps("voronec", &system)?;
/// let constrained = steps.iter().find(|step| step.source == "Lemos (9)").unwrap();
/// assert_eq!(constrained.body, Body::value("L_bar", u * u + v * v + (y * u).powi(2)));
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Why the principle does not apply.
pub fn steps(principle: &str, system: &System) -> Result<Vec<Step>, PrincipleError> {
    match principle {
        "dalembert" => Ok(dalembert::steps(system)),
        "elimination" => elimination::steps(system),
        "voronec" => voronec::steps(system),
        "naive" => naive::steps(system),
        "vakonomic" => vakonomic::steps(system),
        "hamel" => hamel::steps(system),
        "gauss" => gauss::steps(system),
        "udwadia" => udwadia::steps(system),
        "appell" => appell::steps(system),
        "maggi" => maggi::steps(system),
        "poisson" => phase_steps::from_the_principle(bracket::steps(system)?, system),
        _ => Ok(Vec::new()),
    }
}

/// The title of a step with equations whose source has no forces.
pub(super) fn with_forces(title: &str, system: &System) -> String {
    let added =
        if system.Q.iter().all(|&Q| Q == Expr::zero()) { "" } else { ", with forces added" };
    format!("{title}{added}")
}

/// Are the solved constraints `s' = a(q) r'`, without a part of their own, without time and without
/// bodies that turn? For these the papers give equations; others generalise them.
pub(super) fn are_plain(dependence: &Dependence, system: &System) -> bool {
    if !system.rotations.is_empty() {
        return false;
    }
    let fixed = |a: Expr| explicit_rate(a, system.t) == Expr::zero();
    let homogeneous = |a0: &Vector| a0.iter().all(|&a| zero_test(a) == Verdict::Zero);
    dependence.affine.as_ref().is_some_and(homogeneous) && dependence.psi_v.entries().all(fixed)
}
