//! Quasi-velocities: as many linear forms of the velocities as there are coordinates.
//!
//! ```text
//! ω = Ω q' + ω₀,     q' = V (ω − ω₀),     V = Ω⁻¹                                   (1)
//! ```
//!
//! The first of them are the speeds `u` in which a motion is described: the ones that the model
//! names, completed by velocities, or forms with `U S = 1` for a basis `S` of the allowed
//! velocities (see `basis`). The last are the constraints themselves,
//!
//! ```text
//! ω = (u, φ),     φ = A q' + w = 0                                                  (2)
//! ```
//!
//! so that the first columns of `V` are allowed. Everything is taken at states that the constraints
//! on positions allow. Needs constraints that are linear or affine in the velocities.

use alembert_algebra::ring::{Fraction, LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, jacobian, symbols};

use super::basis::{SECOND_LOOK, basis, determinant, shortest, shortest_with_size};
use super::constraint::{Rows, rows};
use super::rank::{is_free, is_regular_at_a_state, on_states, on_states_within, rank};
use super::scope::Scope;
use crate::affine::is_affine;
use crate::explicit::charts::{charts, others};
use crate::explicit::{Row, angles};
use crate::{Cause, PrincipleError, Reason, System};

/// Matrices with more rows are not inverted by determinants.
const MOST_ROWS: usize = 10;
/// Products of terms that bringing expressions into lowest terms may take.
const LARGEST_TO_SHORTEN: u64 = 1_000_000;

/// Equations (1) and (2).
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// The symbols of the speeds `u`.
    pub(super) u: Vector,
    /// The matrix `Ω`, one row a quasi-velocity.
    pub(super) Omega: Matrix,
    /// The parts `ω₀` without velocities.
    pub(super) omega: Vector,
    /// The matrix `V`.
    pub(super) V: Matrix,
    /// The independent constraints, differentiated.
    pub(super) constraints: Rows,
}

impl Frame {
    /// The column of `V` with this number: for a speed, an allowed direction.
    pub(super) fn direction(&self, s: usize) -> Vector {
        self.V.rows().iter().map(|row| row[s]).collect()
    }

    /// The forms of the speeds, `Ω q' + ω₀`.
    pub(super) fn forms(&self, v: &[Expr]) -> Vector {
        let forms = &(&self.Omega * v) + &self.omega;
        forms.iter().copied().take(self.u.len()).collect()
    }

    /// The velocities `V (ω − ω₀)` for these values of the quasi-velocities.
    pub(super) fn velocities(&self, omega: &[Expr]) -> Vector {
        &self.V * &*(&omega.iter().copied().collect::<Vector>() - &self.omega)
    }
}

/// The frame of a system, for the principle that asks.
pub(super) fn frame(scope: Scope, system: &System) -> Result<Frame, PrincipleError> {
    let Rows { A, B, g, manifold } = rows(system);
    let kept = rank(&A, &manifold, system).kept;
    let pick = |list: &[Expr]| kept.iter().map(|&i| list[i]).collect::<Vector>();
    let phi = pick(&manifold[1]);
    let constraints = Rows { A: A.select_rows(&kept), B, g: pick(&g), manifold };
    let limit = |reason| scope.refusal(Cause::Basis(reason));
    let (u, speeds) = match system.quasi.as_slice() {
        [] => chosen(&constraints, system).map_err(limit)?,
        given => named(given, &constraints, system)
            .map_err(limit)?
            .ok_or_else(|| scope.refusal(Cause::QuasiVelocities))?,
    };
    let v = system.jet(1);
    let mut at_rest = Substitution::new(v.iter().map(|&v| (v, Expr::zero())));
    let all = speeds.stack(&phi);
    let Omega = jacobian(&all, &v).map(|e| at_rest.apply(e));
    let omega = at_rest.apply_all(&all);
    // Where dependent velocities are named nothing else is divided by; see `basis`.
    let known = if system.dependent.is_empty() { &constraints.manifold[..] } else { &[] };
    let V = inverse(&Omega, known, system).map_err(limit)?;
    Ok(Frame { u, Omega, omega, V, constraints })
}

/// Speeds for a basis of the allowed velocities: symbols and forms.
fn chosen(rows: &Rows, system: &System) -> Result<(Vector, Vector), Reason> {
    let U = basis(&rows.A, &rows.manifold, system)?.U;
    Ok((fresh(SPEEDS, U.nrows(), system), &U * &*system.jet(1)))
}

/// Speeds that the model names, completed by velocities; `None` when they are not linear forms, or
/// depend on each other and on the constraints.
fn named(
    given: &[(Expr, Expr)],
    rows: &Rows,
    system: &System,
) -> Result<Option<(Vector, Vector)>, Reason> {
    let (n, v) = (system.q.len(), system.jet(1));
    let (mut u, mut forms): (Vector, Vector) =
        (given.iter().map(|g| g.0).collect(), given.iter().map(|g| g.1).collect());
    let slopes = jacobian(&forms, &v);
    let linear = forms.iter().all(|&form| is_affine(form, &v));
    if !linear || rows.A.nrows() + given.len() > n {
        return Ok(None);
    }
    let all = Matrix::from_rows([rows.A.rows(), slopes.rows()].concat(), n);
    let (ring, values) = on_states(&all, &rows.manifold, system)?;
    let chart = match charts(&ring, &values, n) {
        Err(Reason::Undetermined) => return Ok(None),
        found => found?.remove(0),
    };
    let own: Vector = others(&chart.dependent, n).into_iter().map(|j| v[j]).collect();
    u = u.stack(&fresh(SPEEDS, own.len(), system));
    forms = forms.stack(&own);
    Ok(Some((u, forms)))
}

/// Letters of speeds.
const SPEEDS: &[&str] = &["u", "w", "eta", "zeta", "xi"];

/// Symbols `u_1, u_2, …`, with the first of the letters that the system does not use in this way.
pub(super) fn fresh(letters: &[&str], count: usize, system: &System) -> Vector {
    let mut used = vec![system.L];
    used.extend(system.Q.iter().chain(system.q.iter()));
    used.extend(system.constraints.iter().map(|c| c.phi));
    used.extend(system.quasi.iter().flat_map(|&(u, form)| [u, form]));
    let names: Vec<_> = symbols(&used).into_iter().filter_map(Expr::as_symbol).collect();
    let taken = |letter: &&str| names.iter().any(|s| s.name.starts_with(&format!("{letter}_")));
    let letter = letters.iter().find(|l| !taken(l)).copied().unwrap_or("speed");
    let symbol = |k: usize| Expr::symbol(&format!("{letter}_{k}"), Kind::Coordinate, 0);
    (1..=count).map(symbol).collect()
}

/// `Ω⁻¹`, in lowest terms; where that is too large, by determinants.
fn inverse(Omega: &Matrix, manifold: &[Vector], system: &System) -> Result<Matrix, Reason> {
    if system.is_as_built && Omega.nrows() <= MOST_ROWS {
        return Ok(inverse_by_determinants(Omega));
    }
    match in_ring(Omega, manifold, system) {
        Err(reason @ Reason::Undetermined) => Err(reason),
        Err(reason) if Omega.nrows() > MOST_ROWS => Err(reason),
        Err(_) => Ok(inverse_by_determinants(Omega)),
        found => found,
    }
}

/// `Ω⁻¹` in the base angles in which it has fewer terms, and with or without the conditions on the state.
fn in_ring(Omega: &Matrix, manifold: &[Vector], system: &System) -> Result<Matrix, Reason> {
    let offers = angles::offers(&system.q, &Omega.entries().collect::<Vec<_>>());
    let within = |manifold: &[Vector], work: u64| {
        let found = offers.iter().map(|first| inverse_in(first, Omega, manifold, system, work));
        shortest_with_size(found)
    };
    if is_free(Omega, manifold) {
        return within(manifold, LARGEST_QUESTION).map(|(_, found)| found);
    }
    let stands = is_regular_at_a_state(Omega, manifold, system);
    match within(&[], LARGEST_QUESTION).ok().filter(|_| stands) {
        None => within(manifold, LARGEST_QUESTION).map(|(_, found)| found),
        Some(free) => shortest([within(manifold, SECOND_LOOK), Ok(free)].into_iter()),
    }
}

/// `Ω⁻¹` in a ring that sees `first` before all else, and its number of terms.
fn inverse_in(
    first: &[Expr],
    Omega: &Matrix,
    manifold: &[Vector],
    system: &System,
    work: u64,
) -> Result<(usize, Matrix), Reason> {
    let (ring, rows) = on_states_within(first, Omega, manifold, system, work)?;
    let n = rows.len();
    let one = |i: usize| (0..n).map(|j| number(i == j)).collect::<Row>();
    let unit: Vec<Row> = (0..n).map(one).collect();
    let solved = ring.solve(&rows, &unit)?.ok_or(Reason::Undetermined)?;
    let terms = solved.iter().map(angles::size).sum();
    let shown = |row: &Row| row.iter().map(|f| ring.expression(f)).collect();
    Ok((terms, Matrix::from_rows(solved.iter().map(shown).collect(), n)))
}

fn number(one: bool) -> Fraction {
    if one { Fraction::one() } else { Fraction::zero() }
}

/// `Ω⁻¹` by Cramer's rule: the entry `(i, j)` has the column `i` of `Ω` replaced by unit vector `j`.
pub(super) fn inverse_by_determinants(Omega: &Matrix) -> Matrix {
    let n = Omega.nrows();
    let whole = determinant(Omega);
    let entry = |i: usize, j: usize| {
        let replaced = |(k, row): (usize, &Vector)| {
            let unit = Expr::from(i64::from(k == j));
            (0..n).map(|c| if c == i { unit } else { row[c] }).collect()
        };
        let rows = Omega.rows().iter().enumerate().map(replaced).collect();
        determinant(&Matrix::from_rows(rows, n)) / whole
    };
    let row = |i: usize| (0..n).map(|j| entry(i, j)).collect();
    Matrix::from_rows((0..n).map(row).collect(), n)
}

/// The solution of `matrix x = right`, in lowest terms.
pub(crate) fn solution(matrix: &Matrix, right: &[Expr]) -> Result<Vector, Reason> {
    let roots: Vec<Expr> = matrix.entries().chain(right.iter().copied()).collect();
    let mut ring = Ring::new(&roots)?;
    let mut values = |row: &[Expr]| row.iter().map(|&e| ring.value(e)).collect();
    let rows = matrix.rows().iter().map(|row| values(row)).collect::<Result<Vec<Row>, _>>()?;
    let right = right.iter().map(|&e| values(&[e])).collect::<Result<Vec<Row>, _>>()?;
    let solved = ring.solve(&rows, &right)?.ok_or(Reason::Undetermined)?;
    Ok(solved.iter().map(|row| ring.expression(&row[0])).collect())
}

/// The expressions in lowest terms, in the base angles in which they have fewer terms, where that
/// does not take too much and they need not stay as they are built.
pub(super) fn shortened(list: &[Expr], system: &System) -> Vector {
    if system.is_as_built {
        return list.iter().copied().collect();
    }
    let in_ring = |first: &Vec<Expr>| -> Result<(usize, Vector), Reason> {
        let mut ring = Ring::with_first(first, list)?;
        ring.set_budget(LARGEST_TO_SHORTEN);
        let values = list.iter().map(|&e| ring.value(e)).collect::<Result<Row, _>>()?;
        Ok((angles::size(&values), values.iter().map(|f| ring.expression(f)).collect()))
    };
    let offers = angles::offers(&system.q, list);
    shortest(offers.iter().map(in_ring)).unwrap_or_else(|_| list.iter().copied().collect())
}
