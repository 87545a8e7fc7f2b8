//! The equations of motion along speeds, as Kane writes them.
//!
//! A kinetic energy is mostly written as a sum of squares `c w²`, with w linear in the velocities and c made of parameters
//! alone; what is left of M and f beside these squares is N and F. Along the directions S of the speeds, with
//! `w = J u + j` and `v = S u + s`,
//!
//! ```text
//! R u' = h,     R = Σ 2c J Jᵀ + Sᵀ N S                                                              (1)
//! h = −Σ 2c J (J' u + j') − Σ 2c w Sᵀ d + Sᵀ (F − N b)                                              (2)
//! dᵢ = d/dt ∂w/∂vᵢ − ∂w/∂qᵢ                                                                         (3)
//! ```
//!
//! where d vanishes for a w that is the rate of a function of positions, and not for one like an angular velocity about an
//! axis of a body. No product of (1) is multiplied out: M has the products of all pairs of velocities that occur in w,
//! and J only those of w with the directions.
//!
//! N and F are differences of expressions that have the squares in common, which leave by themselves; where they do not,
//! (1) and (2) hold as well, and are longer. Both are Lagrange's equations: a square has the momentum `p = 2c w ∂w/∂v`, and
//! `p' − ∂(c w²)/∂q = 2c (w' ∂w/∂v + w d)`.

use alembert_algebra::{
    Expr, Kind, Matrix, Node, Rational, Vector, gradient, partial, rate, rate_below, symbols,
};

use super::chart::contains_velocities;
use super::in_turn::Speeds;
use crate::affine::is_affine;

/// Equations (1) and (2).
pub(super) struct Balance {
    pub(super) R: Matrix,
    pub(super) h: Vector,
}

/// A term `c w²`.
struct Square {
    c: Expr,
    w: Expr,
}

impl Balance {
    pub(super) fn new(
        speeds: &Speeds,
        (M, f): (&Matrix, &Vector),
        L: Expr,
        (q, v): (&[Expr], &[Expr]),
    ) -> Option<Self> {
        let (squares, of_squares) = squares(L, v);
        let mut put = speeds.put();
        let (N, F) = rest((M, f), of_squares, (q, v));
        let along = v.iter().map(|&v| speeds.of(v)).collect::<Option<Vec<(Vector, Expr)>>>()?;
        let S = |i: usize, a: usize| along[i].0[a];
        let (n, count) = (v.len(), speeds.u.len());
        let pull = |a: usize, x: &[Expr]| (0..n).map(|i| S(i, a) * x[i]).sum::<Expr>();
        let N: Vec<Vec<Expr>> = N.iter().map(|row| put.apply_all(row).to_vec()).collect();
        let b: Vec<Expr> = along.iter().map(|(_, b)| *b).collect();
        let left = |i: usize, F: Expr| F - (0..n).map(|k| N[i][k] * b[k]).sum::<Expr>();
        let F: Vec<Expr> = F.iter().enumerate().map(|(i, &F)| left(i, put.apply(F))).collect();
        let mut h: Vec<Expr> = (0..count).map(|a| pull(a, &F)).collect(); // (2)
        let NS: Vec<Vec<Expr>> =
            (0..count).map(|k| N.iter().map(|row| pull(k, row)).collect()).collect();
        let mut R: Vec<Vec<Expr>> =
            (0..count).map(|a| (0..count).map(|k| pull(a, &NS[k])).collect()).collect(); // (1)
        for &Square { c, w } in &squares {
            let c = Expr::from(2) * c;
            let (J, j) = speeds.along(put.apply(w))?;
            let turned = |i: usize| put.apply(rate(partial(w, v[i])) - partial(w, q[i]));
            let d: Vec<Expr> = (0..n).map(turned).collect(); // (3)
            let w = J.dot(&speeds.u) + j;
            let rates: Vec<Expr> = J.iter().map(|&J| rate_below(J, 2)).collect();
            for a in 0..count {
                let power = J[a] * rate_below(j, 2) + w * pull(a, &d);
                let along = rates.iter().zip(&speeds.u).map(|(&rate, &u)| J[a] * rate * u);
                h[a] = h[a] - c * (along.sum::<Expr>() + power); // (2)
                for k in 0..count {
                    R[a][k] = R[a][k] + c * J[a] * J[k]; // (1)
                }
            }
        }
        let R = R.into_iter().map(Vector::from).collect();
        Some(Self { R: Matrix::from_rows(R, count), h: h.into() })
    }
}

/// M and f without what squares are of them.
fn rest(
    (M, f): (&Matrix, &Vector),
    squares: Expr,
    (q, v): (&[Expr], &[Expr]),
) -> (Vec<Vec<Expr>>, Vec<Expr>) {
    let p = gradient(squares, v);
    let own = Matrix::symmetric(v.len(), |i, k| partial(p[i], v[k]));
    let N = (0..v.len()).map(|i| (0..v.len()).map(|k| M[(i, k)] - own[(i, k)]).collect());
    let force = |i: usize| partial(squares, q[i]) - rate_below(p[i], 2);
    (N.collect(), (0..v.len()).map(|i| f[i] - force(i)).collect())
}

/// The squares of the terms of a Lagrangian that are nothing but squares, and the sum of these terms.
fn squares(L: Expr, v: &[Expr]) -> (Vec<Square>, Expr) {
    let terms: Vec<(Rational, Expr)> = match L.node() {
        Node::Sum(terms) => terms.to_vec(),
        _ => vec![(Rational::ONE, L)],
    };
    let (mut squares, mut whole) = (Vec::new(), Vec::new());
    for (c, term) in terms {
        let mut found = Vec::new();
        if split(Expr::number(c.clone()), term, v, &mut found).is_some() {
            squares.extend(found);
            whole.push(Expr::number(c) * term);
        }
    }
    (squares, whole.into_iter().sum())
}

/// The squares of `c e`; none when there is anything else in it.
fn split(c: Expr, e: Expr, v: &[Expr], found: &mut Vec<Square>) -> Option<()> {
    match e.node() {
        Node::Sum(terms) => {
            terms.iter().try_for_each(|(k, e)| split(c * Expr::number(k.clone()), *e, v, found))
        }
        Node::Product(powers) => {
            let (moving, fixed): (Vec<_>, Vec<_>) =
                powers.iter().cloned().partition(|(e, _)| contains_velocities(*e));
            let c = fixed.iter().fold(c, |c, (e, k)| c * e.pow(k));
            match &moving[..] {
                _ if !is_fixed(c) => None,
                [(w, k)] if *k == Rational::from(2) && is_affine(*w, v) => {
                    found.push(Square { c, w: *w });
                    Some(())
                }
                [(e, k)] if *k == Rational::ONE => split(c, *e, v, found),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Is it made of parameters alone?
fn is_fixed(e: Expr) -> bool {
    symbols(&[e])
        .iter()
        .all(|s| s.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Parameter { .. })))
}
