//! Constraints solved for some of the velocities.
//!
//! With `q = (r, s)`, as many dependent coordinates `s` as there are independent constraints,
//!
//! ```text
//! φ(q, q', t) = 0     ⇔     s' = ψ(q, r', t)                                        (1)
//! ∂ψ/∂r' = −(∂φ/∂s')⁻¹ ∂φ/∂r'                                                       (2)
//! ∂ψ/∂q  = −(∂φ/∂s')⁻¹ ∂φ/∂q                                                        (3)
//! s''    = (∂ψ/∂r') r'' + c,     c = −(∂φ/∂s')⁻¹ (dφ/dt without accelerations)       (4)
//! ```
//!
//! Constraints on positions count by their rates. Where `φ` is linear in `s'`, `ψ` is known as an
//! expression and free of `s'`; where `φ` is linear in all velocities, `ψ = a r' + a₀`. Other
//! constraints (`x'² + y'² = c²`) have several branches: there `s'` stays a symbol that stands for
//! `ψ`, and (2)–(4) hold on every branch.
//!
//! The dependent velocities are those that the system names, or else are chosen so that the minor
//! `det ∂φ/∂s'` has as few poles as can be: a number, then a product of parameters, then short.
//!
//! The velocities of a rotation are its angular velocity `ω`, which is no derivative of coordinates:
//! `∂/∂q` is the derivative along virtual rotations there, and the virtual displacements that belong to
//! the independent velocity `i` are
//!
//! ```text
//! η̂ᵢ = eᵢ + Σ_ν ∂ψ_ν/∂r'ᵢ e_ν                                                       (5)
//! ```
//!
//! Since `δw = η' + [w, η]` the constraints do not commute with variations even where `ψ` is constant;
//! what they lack is
//!
//! ```text
//! Δ_ν(w, η) = [w, η]_ν − Σᵢ ∂ψ_ν/∂r'ᵢ [w, η]ᵢ                                        (6)
//! ```
//!
//! Minors are compared in the parameters of rotations, where `Bᵀ B = 1` is an identity.
//!
//! Known limits: of very many choices only that of complete pivoting at one state is looked at.
//! Everything holds where the minor does not vanish. That it does not vanish identically is proved;
//! that it does not vanish identically where the constraints hold is proved by a state where one is
//! found.

use std::cmp::Reverse;

use alembert_algebra::evaluate::evaluate;
use alembert_algebra::{
    Expr, Kind, Matrix, Substitution, Symbol, Vector, contains, jacobian, partial, rate, symbols,
};

use super::chart::pivots;
use super::linear::{determinant, lowest, solve};
use super::scope::Scope;
use crate::independence::independence;
use crate::regular::is_regular_somewhere;
use crate::rotation::chart;
use crate::witness::{self, Stage, start, witness};
use crate::{PrincipleError, System};

/// Choices of dependent velocities beyond this number are not listed.
const MOST_CHOICES: usize = 2_000;
/// Minors that are compared.
const MOST_MINORS: usize = 24;

/// Which velocities depend on the others, and how.
#[derive(Debug, Clone)]
pub struct Dependence {
    /// The numbers of the independent coordinates `r`.
    pub independent: Vec<usize>,
    /// The numbers of the dependent coordinates `s`.
    pub dependent: Vec<usize>,
    /// The numbers of the constraints that are used; the others follow from them.
    pub constraints: Vec<usize>,
    /// The minor `det ∂φ/∂s'`, which must not vanish; `None` when it is too large to be written.
    pub minor: Option<Expr>,
    /// `ψ` of equation (1), where it is known as an expression.
    pub psi: Option<Vector>,
    /// `a₀` with `ψ = (∂ψ/∂r') r' + a₀`, when the constraints are linear in the velocities.
    pub affine: Option<Vector>,
    /// `∂ψ/∂r'`, equation (2): one row a dependent, one column an independent coordinate.
    pub psi_v: Matrix,
    /// `∂ψ/∂q`, equation (3): one column a coordinate, in the order of the system.
    pub psi_q: Matrix,
    /// `c` of equation (4).
    pub drift: Vector,
    /// Do neither the Lagrangian nor the constraints contain a dependent coordinate?
    pub is_chaplygin: bool,
}

/// The dependent velocities of a system and the constraints solved for them.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Constraint, System, principle::dependence};
/// let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v, w] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let c = Constraint::ideal("c", w - y * u);
/// let L = u * u + v * v + w * w;
/// let system = System::new(vec![x, y, z].into(), L, Vector::zeros(3), vec![c])?;
/// let found = dependence("voronec", &system)?;
/// assert_eq!(found.dependent, [2]);
/// assert_eq!(found.psi_v.rows()[0].to_vec(), [y, Expr::zero()]); // z' = y x'
/// assert!(found.is_chaplygin);
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
///
/// # Errors
/// Constraints that the principle cannot take, that contradict each other, or that do not
/// determine the velocities which the system names.
pub fn dependence(principle: &'static str, system: &System) -> Result<Dependence, PrincipleError> {
    let Choice { constraints, phi, dependent, .. } = choice(principle, system)?;
    Ok(solved(system, &phi, constraints, dependent))
}

/// Which constraints are used, and for which velocities they are solved.
pub(super) struct Choice {
    /// The numbers of the constraints.
    constraints: Vec<usize>,
    /// The constraints on the velocities.
    phi: Vec<Expr>,
    /// Their slopes `∂φ/∂q'`.
    pub(super) A: Matrix,
    /// The numbers of the dependent coordinates.
    pub(super) dependent: Vec<usize>,
}

/// The coordinates that the system names as dependent, or those with the simplest minor.
pub(super) fn choice(principle: &'static str, system: &System) -> Result<Choice, PrincipleError> {
    refuse(principle, system)?;
    if let Ok(choice) = attempt(system, (0..system.constraints.len()).collect(), Proof::Needed) {
        return Ok(choice);
    }
    attempt(system, independent_constraints(system)?, Proof::Wanted)
}

/// Must a minor be proved not to vanish where the constraints hold?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Without a proof the constraints may depend on each other.
    Needed,
    /// They do not depend on each other, as far as is known.
    Wanted,
}

/// The choice for these constraints.
fn attempt(
    system: &System,
    constraints: Vec<usize>,
    proof: Proof,
) -> Result<Choice, PrincipleError> {
    let phi: Vec<Expr> = constraints.iter().map(|&i| velocity_form(system, i)).collect();
    let A = jacobian(&phi, &system.jet(1));
    let mut chart = chart(&system.rotations);
    let in_parameters = A.map(|e| chart.apply(e));
    let dependent = match &*system.dependent {
        [] => chosen(system, &chart.apply_all(&phi), &in_parameters, proof)?,
        named => given(system, &in_parameters, named)?,
    };
    Ok(Choice { constraints, phi, A, dependent })
}

/// Only ideal constraints on positions and velocities leave variations to eliminate.
pub(super) fn refuse(principle: &'static str, system: &System) -> Result<(), PrincipleError> {
    Scope(principle).second_order(system)?;
    Scope(principle).ideal(system)?;
    Scope(principle).on_velocities(system)
}

/// The constraint on the velocities.
fn velocity_form(system: &System, i: usize) -> Expr {
    let constraint = &system.constraints[i];
    match constraint.order(&system.q) {
        Some(0) => rate(constraint.phi),
        _ => constraint.phi,
    }
}

/// The constraints that do not follow from earlier ones; all of them when that is not decided.
fn independent_constraints(system: &System) -> Result<Vec<usize>, PrincipleError> {
    let all = 0..system.constraints.len();
    let Ok(known) = independence(system) else { return Ok(all.collect()) };
    if let Some(found) = known.contradictory.first() {
        let label = system.constraints[found.constraint].label.clone();
        return Err(PrincipleError::Contradiction { label });
    }
    let is_redundant = |i: &usize| known.redundant.iter().any(|r| r.constraint == *i);
    Ok(all.filter(|i| !is_redundant(i)).collect())
}

/// Equations (1)–(4).
fn solved(
    system: &System,
    phi: &[Expr],
    constraints: Vec<usize>,
    dependent: Vec<usize>,
) -> Dependence {
    let n = system.q.len();
    let independent: Vec<usize> = (0..n).filter(|i| !dependent.contains(i)).collect();
    let v = system.jet(1);
    let [r_dot, s_dot] = [&independent, &dependent].map(|list| pick(&v, list));
    let square = jacobian(phi, &s_dot);
    let right = |list: &[Expr]| solve(&square, &jacobian(phi, list).map(|e| -e), system);
    let (psi, affine, psi_v) = if is_free_of(&jacobian(phi, &v), &v) {
        let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
        let a = right(&r_dot); // (2)
        let rest = as_column(phi.iter().map(|&e| -at_rest.apply(e)));
        let a0 = column(&solve(&square, &rest, system));
        let psi = &(&a * &*r_dot) + &a0; // (1)
        (Some(psi), Some(a0), a)
    } else if is_free_of(&square, &s_dot) {
        let mut without = Substitution::new(s_dot.iter().map(|&x| (x, Expr::zero())));
        let rest = as_column(phi.iter().map(|&e| -without.apply(e)));
        let psi = column(&solve(&square, &rest, system));
        let psi_v = jacobian(&psi, &r_dot);
        (Some(psi), None, psi_v)
    } else {
        (None, None, right(&r_dot))
    };
    let by_position =
        |list: &[Expr]| Matrix::from_rows(list.iter().map(|&e| system.by_position(e)).collect(), n);
    let psi_q = match &psi {
        Some(psi) => by_position(psi),
        None => solve(&square, &by_position(phi).map(|e| -e), system),
    }; // (3)
    let mut free = Substitution::new(system.jet(2).iter().map(|&x| (x, Expr::zero())));
    let rest = match &psi {
        Some(psi) => psi.iter().map(|&e| free.apply(rate(e))).collect(),
        None => {
            let rest = as_column(phi.iter().map(|&e| -free.apply(rate(e))));
            column(&solve(&square, &rest, system))
        }
    };
    let mut put_in = substitution(&s_dot, psi.as_ref());
    let s = pick(&system.q, &dependent);
    let turns = dependent.iter().any(|&j| j >= system.plain().len());
    let is_chaplygin = !turns && s.iter().all(|&x| is_ignorable(system, x));
    let minor = determinant(&square).map(lowest);
    let drift = put_in.apply_all(&rest); // (4)
    let psi_q = psi_q.map(|e| put_in.apply(e));
    Dependence {
        independent,
        dependent,
        constraints,
        minor,
        psi,
        affine,
        psi_v,
        psi_q,
        drift,
        is_chaplygin,
    }
}

/// `s' → ψ`, or nothing where `s'` stands for `ψ`.
fn substitution(s_dot: &[Expr], psi: Option<&Vector>) -> Substitution {
    let values = psi.map_or(&[][..], |psi| &**psi);
    Substitution::new(s_dot.iter().copied().zip(values.iter().copied()))
}

impl Dependence {
    /// The independent entries of a list with one entry a coordinate.
    #[must_use]
    pub fn r(&self, list: &[Expr]) -> Vector {
        pick(list, &self.independent)
    }

    /// The dependent entries of a list with one entry a coordinate.
    #[must_use]
    pub fn s(&self, list: &[Expr]) -> Vector {
        pick(list, &self.dependent)
    }

    /// `∂ψ/∂s`, a square matrix.
    #[must_use]
    pub fn psi_s(&self) -> Matrix {
        let row = |row: &Vector| self.s(row);
        Matrix::from_rows(self.psi_q.rows().iter().map(row).collect(), self.dependent.len())
    }

    /// Which velocities depend on which, in words; `written` spells a name.
    #[must_use]
    pub fn sentence(&self, system: &System, written: impl Fn(&str) -> String) -> String {
        let v = system.jet(1);
        let names = |list: &[usize]| {
            let names = list.iter().filter_map(|&i| v[i].as_symbol());
            let dots = |s: &Symbol| if s.kind == Kind::Quasi { "" } else { "'" };
            let names = names.map(|s| format!("{}{}", written(&s.name), dots(&s)));
            names.collect::<Vec<_>>().join(", ")
        };
        let (s, r) = (names(&self.dependent), names(&self.independent));
        let case = if self.is_chaplygin { " (Chaplygin's case)" } else { "" };
        format!("dependent velocities {s}; independent velocities {r}{case}")
    }

    /// Equation (5): the virtual displacement of the independent velocity `i`, one entry a place.
    pub(super) fn allowed(&self, i: usize) -> Vector {
        let mut eta = vec![Expr::zero(); self.independent.len() + self.dependent.len()];
        eta[self.independent[i]] = Expr::one();
        for (nu, &j) in self.dependent.iter().enumerate() {
            eta[j] = self.psi_v[(nu, i)]; // (5)
        }
        eta.into()
    }

    /// Equation (6), one entry a dependent velocity.
    pub(super) fn defect(&self, system: &System, w: &[Expr], eta: &[Expr]) -> Vector {
        let bracket = system.commutator(w, eta);
        &self.s(&bracket) - &(&self.psi_v * &*self.r(&bracket)) // (6)
    }

    /// The replacement `s' → ψ`, which does nothing where `s'` stands for `ψ`.
    #[must_use]
    pub fn put_in(&self, system: &System) -> Substitution {
        substitution(&self.s(&system.jet(1)), self.psi.as_ref())
    }
}

fn pick(list: &[Expr], chosen: &[usize]) -> Vector {
    chosen.iter().map(|&i| list[i]).collect()
}

fn as_column(list: impl Iterator<Item = Expr>) -> Matrix {
    Matrix::from_rows(list.map(|e| vec![e].into()).collect(), 1)
}

fn column(matrix: &Matrix) -> Vector {
    matrix.entries().collect()
}

fn is_free_of(matrix: &Matrix, list: &[Expr]) -> bool {
    !matrix.entries().any(|e| list.iter().any(|&x| contains(e, x)))
}

/// Is the coordinate absent from the Lagrangian and from the constraints?
fn is_ignorable(system: &System, x: Expr) -> bool {
    let phi = system.constraints.iter().map(|constraint| constraint.phi);
    !phi.chain([system.L]).any(|e| contains(e, x))
}

/// The dependent coordinates that the system names, if the constraints determine their velocities.
fn given(system: &System, A: &Matrix, named: &[Expr]) -> Result<Vec<usize>, PrincipleError> {
    let place = |x: &Expr| system.q.iter().position(|q| q == x);
    let mut chosen: Vec<usize> = named.iter().filter_map(place).collect();
    chosen.sort_unstable();
    let square = A.transpose().select_rows(&chosen);
    if chosen.len() == A.nrows() && is_regular_somewhere(&square) {
        return Ok(chosen);
    }
    let places = system.places();
    let names = chosen.iter().filter_map(|&j| places[j].as_symbol()).map(|s| s.spelling());
    Err(PrincipleError::WrongDependent { names: names.collect(), number: A.nrows() })
}

/// The choice with the simplest minor.
fn chosen(
    system: &System,
    phi: &[Expr],
    A: &Matrix,
    proof: Proof,
) -> Result<Vec<usize>, PrincipleError> {
    let cost: Vec<usize> = (0..system.q.len()).map(|j| column_cost(system, A, j)).collect();
    let mut choices = subsets(system.q.len(), A.nrows());
    if choices.is_empty() {
        choices.extend(pivot_columns(A));
    }
    choices.sort_by_key(|d| (d.iter().map(|&j| cost[j]).sum::<usize>(), Reverse(d.clone())));
    let columns = A.transpose();
    let mut found: Vec<(usize, Vec<usize>, Option<Expr>)> = Vec::new();
    let regular = choices.into_iter().filter(|d| is_regular_somewhere(&columns.select_rows(d)));
    for dependent in regular.take(MOST_MINORS) {
        let minor = determinant(&columns.select_rows(&dependent)).map(lowest);
        let moving = minor.map_or(usize::MAX, changing_symbols);
        found.push((moving, dependent, minor));
        if moving == 0 {
            break;
        }
    }
    found.sort_by_key(|(moving, ..)| *moving);
    let stands = |minor: Option<Expr>| minor.is_none_or(|e| stands(e, system, phi));
    let proved = found.iter().position(|(_, _, minor)| stands(*minor));
    let first = proved.or((proof == Proof::Wanted && !found.is_empty()).then_some(0));
    first.map(|i| found.swap_remove(i).1).ok_or(PrincipleError::NoDependent)
}

/// How much a column makes a minor hard to read; a coordinate that occurs costs a little, and so does an
/// angular velocity.
fn column_cost(system: &System, A: &Matrix, j: usize) -> usize {
    let entry = |e: Expr| match (e.as_number(), moving_symbols(e)) {
        (Some(_), _) => 0,
        (None, 0) => 1,
        (None, k) => 2 + k,
    };
    let entries: usize = A.rows().iter().map(|row| entry(row[j])).sum();
    let turns = j >= system.plain().len();
    entries + usize::from(turns || !is_ignorable(system, system.q[j]))
}

/// Symbols of the state, and time, in an expression.
fn moving_symbols(e: Expr) -> usize {
    state_symbols(e).len()
}

fn state_symbols(e: Expr) -> Vec<Expr> {
    let fixed =
        |x: &Expr| matches!(x.as_symbol().map(|s| s.kind), Some(Kind::Parameter { .. } | Kind::Pi));
    symbols(&[e]).into_iter().filter(|x| !fixed(x)).collect()
}

/// Symbols of the state, and time, with which an expression changes, as far as little work shows:
/// `sin(θ + φ) cos(θ − φ) − cos(θ + φ) sin(θ − φ)` is `sin 2φ` and does not change with θ.
fn changing_symbols(e: Expr) -> usize {
    let changes = |x: &Expr| lowest(partial(e, *x)) != Expr::zero();
    match moving_symbols(e) {
        few @ (0 | 1) => few,
        _ => state_symbols(e).into_iter().filter(changes).count(),
    }
}

/// Is a minor that does not vanish identically proved not to vanish where the constraints hold?
fn stands(minor: Expr, system: &System, phi: &[Expr]) -> bool {
    let on_positions = system.constraints.iter().filter(|c| c.order(&system.q) == Some(0));
    let mut chart = chart(&system.rotations);
    let positions: Vec<Expr> = on_positions.map(|c| chart.apply(c.phi)).collect();
    let (q, v) = (system.q.to_vec(), system.jet(1).to_vec());
    let is_free = positions.is_empty() && !v.iter().any(|&x| contains(minor, x));
    let stages = [
        Stage { equations: positions, unknowns: q, redundant: vec![] },
        Stage { equations: phi.to_vec(), unknowns: v, redundant: vec![] },
    ];
    moving_symbols(minor) == 0
        || is_free
        || witness((minor, Expr::zero()), &stages, &witness::Choice::default()).is_some()
}

/// All subsets of `k` of `n` numbers, none when there are too many.
fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for _ in 0..k {
        let longer = |d: &Vec<usize>| {
            let next = d.last().map_or(0, |j| j + 1);
            (next..n).map(|j| [&d[..], &[j]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
        if found.len() > MOST_CHOICES {
            return Vec::new();
        }
    }
    found
}

/// Columns that are independent at some state, by complete pivoting.
fn pivot_columns(A: &Matrix) -> Option<Vec<usize>> {
    let entries: Vec<Expr> = A.entries().collect();
    let point = start(&entries, &witness::Choice::default(), 0)?;
    let values = evaluate(&entries, &point).ok()?;
    let rows = values.chunks(A.ncols().max(1));
    let rows = rows.map(|row| row.iter().map(|x| x.mid().hi()).collect()).collect();
    let (_, columns) = pivots(rows);
    (columns.len() == A.nrows()).then_some(columns)
}
