//! Accelerations and multipliers:
//!
//! ```text
//! M y − Bᵀ λ = f                                                                           (1)
//! A y        = g                                                                           (2)
//! ```
//!
//! **B = A and M symmetric positive definite.** With M = L Lᵀ, u = Lᵀ y, b = L⁻¹ f, C = L⁻¹ Aᵀ:
//!
//! ```text
//! u = b + C λ,    Cᵀ u = g,    C D P = Q R                                                 (3)
//! Qᵀ u = (w, (Qᵀ b)₂),    R₁₁ᵀ w = (P D g)₁                                                (4)
//! R₁₁ (P⁻¹ D⁻¹ λ)₁ = w − (Qᵀ b)₁,    y = L⁻ᵀ u                                             (5)
//! ```
//!
//! The condition of A enters once; in A M⁻¹ Aᵀ it would enter squared. (4) and (5) are repeated once
//! for the residuals of (1) and (2), accumulated in more digits where the field has them.
//!
//! **Otherwise** (M singular or indefinite, servo constraints): rows of A and rows of B that depend on
//! others are dropped, and the saddle matrix is solved by LU.
//!
//! ```text
//! ⎡ M  −Bᵀ ⎤ ⎡ y ⎤   ⎡ f ⎤
//! ⎣ A   0  ⎦ ⎣ λ ⎦ = ⎣ g ⎦                                                                 (6)
//! ```
//!
//! With redundant rows y and Bᵀλ are unique and λ is not: the shortest λ is given, in the units in
//! which the rows are written.
#![allow(non_snake_case, reason = "M, A, B are the symbols of the papers")]

use super::cholesky::Cholesky;
use super::dense::{Dense, check_vector};
use super::error::SolveError;
use super::lu::Lu;
use super::pivoted_qr::PivotedQr;
use super::vector::norm;
use crate::numeric::real::Real;

/// The blocks of (1) and (2): n unknowns y, m multipliers λ.
#[derive(Debug, Clone, PartialEq)]
pub struct Kkt<T> {
    /// n × n.
    pub M: Dense<T>,
    /// m × n, the constraints.
    pub A: Dense<T>,
    /// m × n, the directions of the reactions; B = A for ideal constraints.
    pub B: Dense<T>,
    /// n.
    pub f: Vec<T>,
    /// m.
    pub g: Vec<T>,
}

/// The solution of (1) and (2).
#[derive(Debug, Clone, PartialEq)]
pub struct KktSolution<T> {
    /// The unknowns.
    pub y: Vec<T>,
    /// The multipliers; the shortest ones if they are not unique.
    pub lambda: Vec<T>,
    /// The number of independent rows of A.
    pub rank: usize,
    /// Whether the multipliers are unique.
    pub unique: bool,
    /// How far the independent rows are from dependent: the last over the first diagonal entry of R,
    /// 1 without rows, never below [`RANK_THRESHOLD`](super::RANK_THRESHOLD).
    pub conditioning: f64,
}

/// Solves (1) and (2).
///
/// # Errors
/// [`SolveError::Singular`] if y is not unique, [`SolveError::Inconsistent`] if dependent rows of A
/// disagree, [`SolveError::Shape`] if the blocks do not fit, [`SolveError::NotFinite`] for entries,
/// or a solution, that are not finite.
///
/// ```
/// use alembert_algebra::numeric::solve::{Dense, Kkt, solve_kkt};
/// // a mass of 2 on the line x = y under the force (6, 0): half of it is reaction
/// let A = Dense::new(1, 2, vec![1.0, -1.0]).unwrap();
/// let M = Dense::new(2, 2, vec![2.0, 0.0, 0.0, 2.0]).unwrap();
/// let kkt = Kkt { M, B: A.clone(), A, f: vec![6.0, 0.0], g: vec![0.0] };
/// let solution = solve_kkt(&kkt).unwrap();
/// assert!((solution.y[0] - 1.5).abs() < 1e-15);
/// assert!((solution.lambda[0] + 3.0).abs() < 1e-14);
/// ```
pub fn solve_kkt<T: Real>(kkt: &Kkt<T>) -> Result<KktSolution<T>, SolveError> {
    let (n, m) = (kkt.f.len(), kkt.g.len());
    kkt.M.check("M", (n, n))?;
    kkt.A.check("A", (m, n))?;
    kkt.B.check("B", (m, n))?;
    check_vector(&kkt.f, "f", n)?;
    check_vector(&kkt.g, "g", m)?;
    let factor = if kkt.A == kkt.B { Cholesky::new(&kkt.M) } else { None };
    let solution = match factor {
        Some(L) => definite(kkt, &L)?,
        None => saddle(kkt)?,
    };
    check_vector(&solution.y, "solution", n)?;
    check_vector(&solution.lambda, "solution", m)?;
    Ok(solution)
}

/// (3) to (5).
fn definite<T: Real>(kkt: &Kkt<T>, L: &Cholesky<T>) -> Result<KktSolution<T>, SolveError> {
    let (n, m) = (kkt.f.len(), kkt.g.len());
    let qr = PivotedQr::new((0..m).map(|i| L.forward(kkt.A.row(i))).collect()); // (3)
    qr.agreement(&kkt.g, &qr.coordinates(&kkt.g), norm(&L.forward(&kkt.f)).to_f64())?;
    let x = definite_step(L, &qr, &kkt.f, &kkt.g);
    let all: Vec<usize> = (0..m).collect();
    let rest = saddle_matrix(kkt, &all, &all).residual(&right_side(kkt, &all), &x);
    let correction = definite_step(L, &qr, &rest[..n], &rest[n..]);
    let x: Vec<T> = x.iter().zip(&correction).map(|(&x, &dx)| x + dx).collect();
    Ok(KktSolution {
        y: x[..n].to_vec(),
        lambda: qr.least_norm(x[n..].to_vec()),
        rank: qr.rank,
        unique: qr.rank == m,
        conditioning: qr.ratio,
    })
}

/// (4) and (5): y and λ in one vector, with λ = 0 for dependent rows.
fn definite_step<T: Real>(L: &Cholesky<T>, qr: &PivotedQr<T>, f: &[T], g: &[T]) -> Vec<T> {
    let z = qr.q_transposed(L.forward(f));
    let w = qr.coordinates(g);
    let u = qr.q(w.iter().chain(&z[qr.rank..]).copied().collect()); // (4)
    let difference: Vec<T> = w.iter().zip(&z).map(|(&w, &z)| w - z).collect();
    let mut x = L.backward(&u);
    x.resize(f.len() + g.len(), T::from(0.0));
    for (k, mu) in qr.solve(&difference).into_iter().enumerate() {
        x[f.len() + qr.order[k]] = mu * qr.scales[qr.order[k]]; // (5)
    }
    x
}

/// (6), with independent rows only.
fn saddle<T: Real>(kkt: &Kkt<T>) -> Result<KktSolution<T>, SolveError> {
    let (n, m) = (kkt.f.len(), kkt.g.len());
    let rows = |matrix: &Dense<T>| PivotedQr::new((0..m).map(|i| matrix.row(i).to_vec()).collect());
    let (qr_A, qr_B) = (rows(&kkt.A), rows(&kkt.B));
    qr_A.agreement(&kkt.g, &qr_A.coordinates(&kkt.g), 0.0)?;
    let size = n + m;
    if qr_A.rank != qr_B.rank {
        let all: Vec<usize> = (0..m).collect();
        let rank = Lu::new(&saddle_matrix(kkt, &all, &all)).rank;
        return Err(SolveError::Singular { rank, size });
    }
    let r = qr_A.rank;
    let (kept_A, kept_B) = (&qr_A.order[..r], &qr_B.order[..r]);
    let K = saddle_matrix(kkt, kept_A, kept_B);
    let lu = Lu::new(&K);
    if lu.rank < n + r {
        return Err(SolveError::Singular { rank: lu.rank, size });
    }
    let x = lu.refined(&K, &right_side(kkt, kept_A));
    let mut lambda = vec![T::from(0.0); m];
    for (&b, &x) in kept_B.iter().zip(&x[n..]) {
        lambda[b] = x;
    }
    Ok(KktSolution {
        y: x[..n].to_vec(),
        lambda: qr_B.least_norm(lambda),
        rank: r,
        unique: r == m,
        conditioning: qr_A.ratio,
    })
}

/// The matrix of (6) with some rows of A and of B.
fn saddle_matrix<T: Real>(kkt: &Kkt<T>, rows_A: &[usize], rows_B: &[usize]) -> Dense<T> {
    let n = kkt.f.len();
    Dense::from_fn(n + rows_A.len(), n + rows_B.len(), |i, j| match (i < n, j < n) {
        (true, true) => kkt.M[(i, j)],
        (true, false) => -kkt.B[(rows_B[j - n], i)],
        (false, true) => kkt.A[(rows_A[i - n], j)],
        (false, false) => T::from(0.0),
    })
}

/// The right-hand side of (6) with some rows of A.
fn right_side<T: Real>(kkt: &Kkt<T>, rows_A: &[usize]) -> Vec<T> {
    kkt.f.iter().copied().chain(rows_A.iter().map(|&a| kkt.g[a])).collect()
}
