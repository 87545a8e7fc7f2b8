//! What the constraints of a system are, with reasons.
//!
//! The constraints on positions and velocities are differential forms (`forms`); the directions
//! that they allow are closed under brackets (`closure`). From the closure follow the kind of each
//! constraint (`kind`), the integrable combinations (`combination`), the growth vector and what
//! can be reached. Everything is decided on the set of the position constraints (`surface`), not
//! near it.
//!
//! Nothing is claimed that was not proved: what could not be decided within its budget is an
//! [`Open`] question.
//!
//! Known limits: ranks are those at almost every point ([`growth_at`] is for others); systems with
//! constraints on accelerations are left open, and of those whose position constraints cannot be
//! solved only the kind of these and the freedom are known (`unsolved`).

mod bracket;
mod closure;
mod combination;
mod drops;
mod echelon;
mod forms;
mod hidden;
mod inertia;
mod jet;
mod kind;
mod locus;
mod minors;
mod point;
mod rank;
mod shift;
mod span;
mod sparse;
mod states;
mod surface;
mod taylor;
mod unsolved;

use alembert_algebra::polynomial::Limit;
use alembert_algebra::ring::ConversionError;
use alembert_algebra::{Expr, Vector};

use crate::{Reason, System};
pub use bracket::bracket;
use closure::Closure;
pub use combination::Combinations;
use combination::cleared;
pub use drops::RankDrops;
use drops::rank_drops;
use echelon::echelon;
use forms::Forms;
use hidden::hidden;
pub use hidden::{Hidden, hidden_positions};
pub(crate) use hidden::{Zeros, sign};
pub use inertia::massless;
use kind::escapes;
pub use kind::{ConstraintKind, Escape};
pub use point::growth_at;
pub(crate) use states::rank_drops_on_states;
pub(crate) use surface::Surface;
use unsolved::unsolved;

/// Why something about the constraints is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Open {
    /// The algebra does not decide it.
    #[error(transparent)]
    Reason(#[from] Reason),
    /// A constraint is not linear in the velocities.
    #[error("a constraint is not linear in the velocities")]
    Nonlinear,
    /// A constraint restricts accelerations.
    #[error("a constraint restricts accelerations")]
    Acceleration,
    /// A function of several variables has no Taylor polynomial here.
    #[error("a function of several variables stands in the constraints")]
    Function,
    /// The point is not a configuration of the system.
    #[error("the point does not satisfy the position constraints")]
    OffTheSurface,
    /// The constraints are dependent at the point.
    #[error("the constraints lose rank at this point")]
    RankDrops,
    /// The rank does not reach its final value within the brackets that were looked at.
    #[error("brackets of up to {0} fields do not reach the rank that they have elsewhere")]
    Deep(usize),
}

impl From<ConversionError> for Open {
    fn from(error: ConversionError) -> Self {
        Self::Reason(error.into())
    }
}

impl From<Limit> for Open {
    fn from(limit: Limit) -> Self {
        Self::Reason(limit.into())
    }
}

/// The kind of a constraint with the reason.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The kind, or why it is not known.
    pub kind: Result<ConstraintKind, Open>,
    /// The bracket that violates a nonholonomic constraint.
    pub escape: Option<Escape>,
    /// The linear constraints that a nonlinear one hides.
    pub hidden: Option<Hidden>,
}

/// What the constraints of a system are.
#[derive(Debug, Clone)]
pub struct Classification {
    /// The coordinates in which directions and forms are written; time is last when it is one.
    pub x: Vec<Expr>,
    /// The number of coordinates without time.
    pub n: usize,
    /// The directions X that the constraints allow, without denominators.
    pub fields: Vec<Vector>,
    /// The number of independent constraints on the velocities.
    pub rank: usize,
    /// Constraints that follow from those before them where the position constraints hold.
    pub dependent: Vec<usize>,
    /// The dimension of the set that the position constraints leave.
    pub dimension: usize,
    /// The kind of each constraint.
    pub findings: Vec<Finding>,
    /// The ranks of the allowed directions and their brackets, at almost every point.
    pub growth: Result<Vec<usize>, Open>,
    /// The combinations of velocity constraints that are integrable.
    pub combinations: Result<Combinations, Open>,
    /// Where the constraints that are forms lose rank.
    pub drops: Result<RankDrops, Open>,
}

/// Classifies the constraints of a system.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::classify::{ConstraintKind, classify};
/// use alembert_mechanics::{Constraint, System};
/// // y x' − x y' = 0 is not closed, and yet integrable: x/y = const.
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let ray = Constraint::ideal("ray", y * u - x * v);
/// let system = System::new(vec![x, y].into(), u * u + v * v, Vector::zeros(2), vec![ray])?;
/// let found = classify(&system)?;
/// assert_eq!(found.findings[0].kind, Ok(ConstraintKind::HolonomicInDisguise));
/// assert_eq!(found.growth, Ok(vec![1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Why nothing can be said: constraints that contradict each other, position constraints that
/// may factor.
pub fn classify(system: &System) -> Result<Classification, Reason> {
    let found = hidden_constraints(system);
    let certain = certain_forms(&found);
    let mut classification = match with_forms(system, &certain) {
        Err(Reason::Unsolved) => unsolved(system, &certain),
        found => found?,
    };
    for (i, hidden) in found {
        if let Hidden::Either(list) = &hidden
            && let Some(kind) = common_kind(system, &certain, i, list)?
        {
            classification.findings[i].kind = Ok(kind);
        }
        classification.findings[i].hidden = Some(hidden);
    }
    Ok(classification)
}

/// The nonlinear constraints that hide linear ones.
fn hidden_constraints(system: &System) -> Vec<(usize, Hidden)> {
    let v = system.jet(1);
    let nonlinear = |phi: Expr| forms::affine(phi, &v).is_none();
    let all = system.constraints().iter().enumerate();
    let curved = all.filter(|(_, c)| c.order(system.q()) == Some(1) && nonlinear(c.phi));
    curved.filter_map(|(i, c)| Some((i, hidden(c.phi, &v).ok()??))).collect()
}

/// The hidden constraints that hold in any case.
fn certain_forms(found: &[(usize, Hidden)]) -> Vec<(usize, Expr)> {
    let list = found.iter().filter_map(|(i, hidden)| match hidden {
        Hidden::All(list) => Some(list.iter().map(|&phi| (*i, phi)).collect()),
        Hidden::Numerator(phi) => Some(vec![(*i, *phi)]),
        Hidden::Either(_) => None,
    });
    list.flat_map(|list: Vec<(usize, Expr)>| list).collect()
}

/// The kind that constraint `i` has whichever of the alternatives holds.
fn common_kind(
    system: &System,
    certain: &[(usize, Expr)],
    i: usize,
    alternatives: &[Expr],
) -> Result<Option<ConstraintKind>, Reason> {
    let mut kinds = Vec::new();
    for &phi in alternatives {
        let forms: Vec<(usize, Expr)> = certain.iter().copied().chain([(i, phi)]).collect();
        let found = match with_forms(system, &forms) {
            Err(Reason::Unsolved) => return Ok(None),
            found => found?,
        };
        kinds.push(found.findings[i].kind.ok());
    }
    kinds.dedup();
    Ok(if let [kind] = kinds[..] { kind } else { None })
}

/// The classification with further constraints that are affine in the velocities.
fn with_forms(system: &System, more: &[(usize, Expr)]) -> Result<Classification, Reason> {
    let forms = Forms::new(system, more)?;
    let basis = echelon(&forms.rows, forms.n, &forms.surface)?;
    let D = basis.kernel(forms.x.len()).0;
    let positions = basis.kept.iter().filter(|&&i| i < forms.positions).count();
    let dimension = forms.x.len() - positions;
    let fields = D.iter().map(cleared).collect::<Result<Vec<_>, _>>()?;
    let closure = Closure::new(&forms, &D, dimension).map_err(Open::from);
    let other = other_constraints(system, &forms);
    let combinations = match (&closure, other) {
        (Ok(closure), None) if closure.fields.len() == dimension => Ok(Combinations::default()),
        (Ok(closure), None) => Ok(Combinations::new(&forms, &basis, &closure.fields)?),
        (_, Some(open)) | (&Err(open), _) => Err(open),
    };
    Ok(Classification {
        findings: findings(system, &forms, &fields, &closure, other)?,
        growth: other.map_or_else(|| closure.map(|c| c.growth), Err),
        combinations,
        drops: rank_drops(&forms, &basis.kept).map_err(Open::from),
        rank: basis.rows.len(),
        dependent: dependent(&forms, &basis.kept),
        n: forms.n,
        x: forms.x,
        fields,
        dimension,
    })
}

/// The constraints all of whose forms depend on others.
fn dependent(forms: &Forms, kept: &[usize]) -> Vec<usize> {
    let depends = |i: &usize| forms.of_constraint(*i).iter().all(|k| !kept.contains(k));
    let mut list: Vec<usize> = forms.constraints.iter().copied().filter(depends).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Why the forms are not all that restricts the velocities, if so.
fn other_constraints(system: &System, forms: &Forms) -> Option<Open> {
    let missing = |i: &usize| !forms.constraints.contains(i);
    let mut missing = (0..system.constraints().len()).filter(missing).peekable();
    missing.peek()?;
    let order = |i: usize| system.constraints()[i].order(system.q());
    Some(if missing.any(|i| order(i) > Some(1)) { Open::Acceleration } else { Open::Nonlinear })
}

fn findings(
    system: &System,
    forms: &Forms,
    X: &[Vector],
    closure: &Result<Closure, Open>,
    other: Option<Open>,
) -> Result<Vec<Finding>, Reason> {
    let mut list = Vec::new();
    for (i, constraint) in system.constraints().iter().enumerate() {
        let rows = forms.of_constraint(i);
        let kind = match (constraint.order(system.q()), rows.first()) {
            (Some(2..), _) => Err(Open::Acceleration),
            (_, None) => Ok(ConstraintKind::Nonlinear),
            (_, Some(&k)) if k < forms.positions => Ok(ConstraintKind::Holonomic),
            (_, Some(_)) => kind_of_forms(forms, &rows, closure, other)?,
        };
        list.push(Finding { kind, escape: None, hidden: None });
    }
    let longest = closure.as_ref().map_or(LONGEST_SEARCH, |c| c.growth.len());
    let settled = |k: &usize| list[forms.constraints[*k]].kind.is_ok_and(is_holonomic);
    let open: Vec<usize> = (forms.positions..forms.rows.len()).filter(|k| !settled(k)).collect();
    let rows: Vec<Vector> = open.iter().map(|&k| forms.rows[k].clone()).collect();
    for (k, escape) in open.into_iter().zip(escapes(forms, &rows, X, longest)) {
        let i = forms.constraints[k];
        if escape.is_some() && list[i].escape.is_none() {
            if list[i].kind.is_err() && other.is_none() {
                list[i].kind = Ok(nonholonomic(forms, &forms.of_constraint(i)));
            }
            list[i].escape = escape;
        }
    }
    Ok(list)
}

fn is_holonomic(kind: ConstraintKind) -> bool {
    matches!(kind, ConstraintKind::Holonomic | ConstraintKind::HolonomicInDisguise)
}

/// How long brackets are looked at when the closure is not known.
const LONGEST_SEARCH: usize = 3;

/// The kind of a constraint by its forms: all must vanish on the closure for it to be holonomic.
fn kind_of_forms(
    forms: &Forms,
    rows: &[usize],
    closure: &Result<Closure, Open>,
    other: Option<Open>,
) -> Result<Result<ConstraintKind, Open>, Reason> {
    let closure = match closure {
        Ok(closure) => closure,
        Err(open) => return Ok(Err(*open)),
    };
    for &k in rows {
        for value in closure.values(&forms.rows[k]) {
            if !forms.surface.vanishes(value)? {
                return Ok(other.map_or(Ok(nonholonomic(forms, rows)), Err));
            }
        }
    }
    Ok(Ok(ConstraintKind::HolonomicInDisguise))
}

fn nonholonomic(forms: &Forms, rows: &[usize]) -> ConstraintKind {
    let affine = |&k: &usize| forms.has_time() && forms.rows[k][forms.n] != Expr::zero();
    match rows.iter().any(affine) {
        true => ConstraintKind::AffineNonholonomic,
        false => ConstraintKind::Nonholonomic,
    }
}

impl Classification {
    /// Is time one of the coordinates?
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.x.len() > self.n
    }

    /// Do the allowed directions and their brackets fill the space of the coordinates?
    #[must_use]
    pub fn is_accessible(&self) -> Option<bool> {
        let growth = self.growth.as_ref().ok()?;
        Some(growth.last() == Some(&self.dimension))
    }

    /// Can every configuration near almost every configuration be reached (Chow, Rashevskii)?
    /// Not known when time drives the constraints.
    #[must_use]
    pub fn is_controllable(&self) -> Option<bool> {
        self.is_accessible().filter(|_| !self.has_time())
    }

    /// The degrees of freedom of the configuration: what neither position constraints nor
    /// integrable combinations of velocity constraints fix.
    #[must_use]
    pub fn configuration_freedom(&self) -> Option<usize> {
        let fixed = self.combinations.as_ref().ok()?.terms.len() + self.x.len() - self.dimension;
        self.n.checked_sub(fixed)
    }

    /// The degrees of freedom of the velocities, when all constraints are forms.
    #[must_use]
    pub fn velocity_freedom(&self) -> Option<usize> {
        self.combinations.as_ref().ok()?;
        self.n.checked_sub(self.rank)
    }
}
