//! A basis of the directions that rows do not see.
//!
//! For a matrix `A` of full rank `r` with `n` columns, `n − r` independent columns `S` with
//!
//! ```text
//! A S = 0                                                                           (1)
//! ```
//!
//! are found by solving for the columns `d` of `A` with the simplest determinant,
//!
//! ```text
//! S_i = 1,     S_d = −A_d⁻¹ A_i                                                     (2)
//! ```
//!
//! and a column with poles is multiplied by what clears them: the knife edge allows `(cos φ, sin φ)`. The
//! form that belongs to such a column is that of `speed`.
//! Where the fractions become too large the same is written with determinants, unsimplified,
//!
//! ```text
//! S_i = det A_d,     S_d = −adj(A_d) A_i                                            (3)
//! ```
//!
//! Where the system names dependent coordinates, `d` are these, and nothing else is divided by. A basis is good where the
//! determinant, or what is left of it after clearing, does not vanish; at other states it
//! degenerates, and equations projected on it are singular. For a given state `dependent_at` names
//! coordinates that suit it.

use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::{Fraction, LARGEST_QUESTION, Ring};
use alembert_algebra::{Expr, Matrix, Substitution, Vector};

use super::rank::{is_free, is_regular_at_a_state, on_states_within};
use super::speed::{speed, weights};
use crate::explicit::charts::{charts, columns, others, subsets};
use crate::explicit::{Row, angles};
use crate::regular::is_regular_somewhere;
use crate::rotation::Rotation;
use crate::{Reason, System};

/// Choices of columns that are tried for (3), and rows that determinants may have.
const MOST_CHOICES: usize = 400;
const MOST_ROWS: usize = 10;
/// Products of terms that a second look at a basis may take, when one is known.
pub(super) const SECOND_LOOK: u64 = 100_000;

/// A basis `S` with linear forms `U` such that `U S = 1`.
#[derive(Debug, Clone)]
pub(super) struct Basis {
    /// Equation (1): `n` rows, one column a direction.
    pub(super) S: Matrix,
    /// One row a direction.
    pub(super) U: Matrix,
    /// The columns `d` of (2) or (3).
    dependent: Vec<usize>,
}

/// A basis for the rows of `A`, which are independent on the states that obey `manifold`.
pub(super) fn basis(A: &Matrix, manifold: &[Vector], system: &System) -> Result<Basis, Reason> {
    if system.is_as_built && A.nrows() <= MOST_ROWS {
        return as_built(A, manifold, system);
    }
    match basis_within(A, manifold, system, LARGEST_QUESTION) {
        Err(reason) => by_determinants(A, system).ok_or(reason),
        found => found,
    }
}

/// Equation (3) for the columns that (2) would be solved for.
fn as_built(A: &Matrix, manifold: &[Vector], system: &System) -> Result<Basis, Reason> {
    match basis_within(A, manifold, system, LARGEST_QUESTION) {
        Ok(chosen) => Ok(over_columns(A, &chosen.dependent)),
        Err(reason) => by_determinants(A, system).ok_or(reason),
    }
}

/// Equation (2), cleared, with so many products of terms as work, in the base angles in which it has
/// fewer terms, and with or without the conditions on the state, which make it shorter or longer.
pub(super) fn basis_within(
    A: &Matrix,
    manifold: &[Vector],
    system: &System,
    work: u64,
) -> Result<Basis, Reason> {
    let offers = angles::offers(&system.q, &A.entries().collect::<Vec<_>>());
    let within = |manifold: &[Vector], work: u64| {
        shortest_with_size(offers.iter().map(|first| basis_in(first, A, manifold, system, work)))
    };
    if is_free(A, manifold) {
        return within(manifold, work).map(|(_, found)| found);
    }
    let free = within(&[], work).ok().filter(|(_, found)| found.stands(manifold, system));
    let Some(free) = free else { return within(manifold, work).map(|(_, found)| found) };
    shortest([within(manifold, work.min(SECOND_LOOK)), Ok(free)].into_iter())
}

impl Basis {
    /// Are its directions independent at some state?
    fn stands(&self, manifold: &[Vector], system: &System) -> bool {
        is_regular_at_a_state(&(&self.S.transpose() * &self.S), manifold, system)
    }
}

/// The offer with the fewest terms; without any, why there is none.
pub(super) fn shortest<T>(
    offers: impl Iterator<Item = Result<(usize, T), Reason>>,
) -> Result<T, Reason> {
    shortest_with_size(offers).map(|(_, found)| found)
}

/// The same with its number of terms.
pub(super) fn shortest_with_size<T>(
    offers: impl Iterator<Item = Result<(usize, T), Reason>>,
) -> Result<(usize, T), Reason> {
    let (mut best, mut why): (Option<(usize, T)>, _) = (None, Reason::Undetermined);
    for offer in offers {
        match offer {
            Ok(found) if best.as_ref().is_none_or(|b| found.0 < b.0) => best = Some(found),
            Ok(_) => {}
            Err(reason) => why = reason,
        }
    }
    best.ok_or(why)
}

/// Equation (2), cleared, in a ring that sees `first` before all else, and its number of terms.
fn basis_in(
    first: &[Expr],
    A: &Matrix,
    manifold: &[Vector],
    system: &System,
    work: u64,
) -> Result<(usize, Basis), Reason> {
    let (mut ring, mut rows) = on_states_within(first, A, manifold, system, work)?;
    let n = A.ncols();
    let dependent = match named(&ring, &rows, system)? {
        Some(dependent) => {
            // (1) holds beside the constraints too. Coordinates that these give through others would bring
            // their poles, which the determinant does not have.
            (ring, rows) = on_states_within(first, A, &[], system, work)?;
            dependent
        }
        None => charts(&ring, &rows, n)?.remove(0).dependent,
    };
    let independent = others(&dependent, n);
    let right = |row: &Row| -> Row { independent.iter().map(|&j| row[j].negate()).collect() };
    let right: Vec<Row> = rows.iter().map(right).collect();
    let solved = ring.solve(&columns(&rows, &dependent), &right)?.ok_or(Reason::Undetermined)?;
    let mut S: Vec<Row> = vec![vec![Fraction::zero(); independent.len()]; n];
    for (&j, row) in dependent.iter().zip(solved) {
        S[j] = row; // (2)
    }
    for (c, &j) in independent.iter().enumerate() {
        S[j][c] = Fraction::one();
    }
    let cleared = clear(&ring, &mut S)?;
    let weights = if cleared.is_empty() { Vector::default() } else { weights(system) };
    let mut U = Vec::new();
    for (c, &j) in independent.iter().enumerate() {
        let form = match cleared.contains(&c) {
            true => speed(&mut ring, &S, c, &weights)?,
            false => unit(j, n),
        };
        U.push(form.iter().map(|f| ring.expression(f)).collect());
    }
    let terms = S.iter().map(angles::size).sum();
    let shown = |row: &Row| row.iter().map(|f| ring.expression(f)).collect();
    let S = Matrix::from_rows(S.iter().map(shown).collect(), independent.len());
    Ok((terms, Basis { S, U: Matrix::from_rows(U, n), dependent }))
}

/// The columns of the coordinates that the system names as dependent, when the rows determine them.
fn named(ring: &Ring, rows: &[Row], system: &System) -> Result<Option<Vec<usize>>, Reason> {
    let place = |x: &Expr| system.q.iter().position(|q| q == x);
    let Some(mut list) = system.dependent.iter().map(place).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    list.sort_unstable();
    if list.is_empty() || list.len() != rows.len() {
        return Ok(None);
    }
    let minor = ring.determinant(&columns(rows, &list))?;
    Ok((!minor.is_zero()).then_some(list))
}

/// Clears the columns with poles; their numbers.
fn clear(ring: &Ring, S: &mut [Row]) -> Result<Vec<usize>, Reason> {
    let moves = |p: &Poly| p.atoms().any(|a| !ring.is_parameter(a));
    let has_pole = |f: &Fraction| f.den.iter().any(|(p, _)| moves(p));
    let k = S.first().map_or(0, Vec::len);
    let poled: Vec<usize> = (0..k).filter(|&c| S.iter().any(|row| has_pole(&row[c]))).collect();
    for &c in &poled {
        let column: Row = S.iter().map(|row| row[c].clone()).collect();
        for (row, p) in S.iter_mut().zip(ring.cleared_column(&column)?) {
            row[c] = Fraction::polynomial(p);
        }
    }
    Ok(poled)
}

fn unit(j: usize, n: usize) -> Row {
    (0..n).map(|i| if i == j { Fraction::one() } else { Fraction::zero() }).collect()
}

/// Equation (3), with the first columns whose determinant is regular, if possible also where all
/// positions are zero and nothing is turned, as people like to choose their coordinates.
fn by_determinants(A: &Matrix, system: &System) -> Option<Basis> {
    let (r, n) = (A.nrows(), A.ncols());
    let pick = |d: &[usize]| picked(A, d);
    if r > MOST_ROWS {
        return None;
    }
    let at_rest = system.rotations.iter().map(Rotation::at_identity);
    let at_zero = system.plain().iter().map(|&x| (x, Expr::zero()));
    let mut at_zero: Vec<Substitution> = at_rest.chain([Substitution::new(at_zero)]).collect();
    let mut at_zero = |e: Expr| at_zero.iter_mut().fold(e, |e, put| put.apply(e));
    let mut choices = subsets(n, r, MOST_CHOICES);
    choices.retain(|d| is_regular_somewhere(&pick(d)));
    let mut best = choices.iter().filter(|d| {
        let minor = pick(d).map(&mut at_zero);
        minor.entries().all(|e| e.fault().is_none()) && is_regular_somewhere(&minor)
    });
    let place = |x: &Expr| system.q.iter().position(|q| q == x);
    let mut own: Vec<usize> = system.dependent.iter().filter_map(place).collect();
    own.sort_unstable();
    let own = choices.iter().find(|d| **d == own);
    let dependent = own.or_else(|| best.next()).or(choices.first())?;
    Some(over_columns(A, dependent))
}

/// The square matrix of some columns.
fn picked(A: &Matrix, columns: &[usize]) -> Matrix {
    let rows = A.rows().iter().map(|row| columns.iter().map(|&j| row[j]).collect());
    Matrix::from_rows(rows.collect(), columns.len())
}

/// Equation (3), with the determinant of these columns.
fn over_columns(A: &Matrix, dependent: &[usize]) -> Basis {
    let n = A.ncols();
    let independent = others(dependent, n);
    let whole = determinant(&picked(A, dependent));
    let mut S = vec![vec![Expr::zero(); independent.len()]; n];
    let mut U = Vec::new();
    for (c, &j) in independent.iter().enumerate() {
        S[j][c] = whole;
        for (place, &i) in dependent.iter().enumerate() {
            let mut replaced = dependent.to_vec();
            replaced[place] = j;
            S[i][c] = -determinant(&picked(A, &replaced)); // (3), by Cramer's rule
        }
        let form = (0..n).map(|i| if i == j { whole.powi(-1) } else { Expr::zero() });
        U.push(form.collect());
    }
    let S = Matrix::from_rows(S.into_iter().map(Vector::from).collect(), independent.len());
    Basis { S, U: Matrix::from_rows(U, n), dependent: dependent.to_vec() }
}

/// The determinant, by the minors of the last rows, each of which is made once.
pub(super) fn determinant(A: &Matrix) -> Expr {
    let r = A.nrows();
    let mut minors = vec![Expr::one(); 1 << r];
    for set in 1..minors.len() {
        let row = &A.rows()[r - set.count_ones() as usize];
        let members = (0..r).filter(|j| set >> j & 1 == 1).enumerate();
        let terms = members.map(|(place, j)| {
            let term = row[j] * minors[set & !(1 << j)];
            if place % 2 == 0 { term } else { -term }
        });
        minors[set] = Expr::sum(terms);
    }
    minors[minors.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alembert_algebra::zero::{Verdict, zero_test};
    use alembert_algebra::{Kind, rate};

    #[test]
    fn determinants_give_directions_that_the_rows_do_not_see() {
        let q = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let [x, y, z] = q;
        let one = Expr::one();
        let rows = vec![vec![x, y, one, z].into(), vec![y * z, one, x + y, x * x].into()];
        let A = Matrix::from_rows(rows, 4);
        let L = Expr::sum(q.map(|x| rate(x).powi(2)));
        let system = System::new(q.into_iter().collect(), L, Vector::zeros(3), vec![]);
        let system = system.expect("a system");
        let Basis { S, U, .. } = by_determinants(&A, &system).expect("the rows are independent");
        assert!((&A * &S).entries().all(|e| zero_test(e) == Verdict::Zero));
        for (i, row) in (&U * &S).rows().iter().enumerate() {
            for (j, &e) in row.iter().enumerate() {
                assert_eq!(zero_test(e - Expr::from(i64::from(i == j))), Verdict::Zero);
            }
        }
    }
}
