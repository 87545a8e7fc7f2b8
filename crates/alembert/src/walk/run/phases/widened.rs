//! The linear system of a motion with unknown signs beside its accelerations.
//!
//! ```text
//! ⎡ M    −∂f/∂s  −Bᵀ ⎤ ⎡ y ⎤   ⎡ f(0) ⎤
//! ⎢ h u'  1 − h   0  ⎥ ⎢ s ⎥ = ⎢ σ    ⎥                                                (1)
//! ⎣ A     0       0  ⎦ ⎣ λ ⎦   ⎣ g    ⎦
//! ```
//!
//! with the rows of `signs` in the middle. The block of y and s stands where an inertia does, so that rows of A which
//! depend on others are left out as they are without signs. It is not symmetric: A and g are written twice as large,
//! which changes no solution, so that the system is none with A = B.

#![allow(non_snake_case, reason = "M, A, B, W are the symbols of the papers")]

use alembert_algebra::{Expr, Matrix, Substitution, Vector, contains, partial};
use alembert_mechanics::{Linear, Motion};

/// The linear system with signs among its unknowns, and these; `lower` gives the rows of the signs for the unknowns
/// before them, and their right sides.
pub(super) fn widened(
    motion: &Motion,
    signs: &Vector,
    mut lower: impl FnMut(&[Expr]) -> (Vec<Vector>, Vec<Expr>),
) -> (Linear, Vector) {
    let column = |e: Expr| signs.iter().map(|&s| -partial(e, s)).collect::<Vec<_>>();
    let mut none = Substitution::new(signs.iter().map(|&s| (s, Expr::zero())));
    let mut free = |h: &Vector| -> Vec<Expr> { h.iter().map(|&e| none.apply(e)).collect() };
    let count = motion.highest.len();
    match &motion.system {
        Linear::Kkt { M, B, A, f, g } if A.nrows() > 0 && !has_signs(g, signs) => {
            let (below, sides) = lower(&motion.unknowns[..count]);
            let above = M.rows().iter().zip(f.iter()).map(|(row, &f)| row.stack(&column(f)));
            let M = Matrix::from_rows(above.chain(below).collect(), count + signs.len());
            let f = [free(f), sides].concat().into();
            let g = g.iter().map(|&e| e.scale(&2.into())).collect();
            let (y, lambda) = motion.unknowns.split_at(count);
            let unknowns = [y, signs, lambda].concat().into();
            let [B, A] = [(B, 1), (A, 2)].map(|(block, by)| wider(block, by, signs.len()));
            (Linear::Kkt { M, B, A, f, g }, unknowns) // (1)
        }
        general => {
            let (W, h) = general.square();
            let above = W.rows().iter().zip(h.iter()).map(|(row, &h)| row.stack(&column(h)));
            let (below, sides) = lower(&motion.unknowns);
            let width = motion.unknowns.len() + signs.len();
            let W = Matrix::from_rows(above.chain(below).collect(), width);
            let h = [free(&h), sides].concat().into();
            (Linear::General { W, h }, motion.unknowns.stack(signs))
        }
    }
}

/// A multiple of a block with so many columns of zeros behind it.
fn wider(block: &Matrix, by: i64, more: usize) -> Matrix {
    let row = |row: &Vector| -> Vector {
        let row: Vector = row.iter().map(|&e| e.scale(&by.into())).collect();
        row.stack(&Vector::zeros(more))
    };
    Matrix::from_rows(block.rows().iter().map(row).collect(), block.ncols() + more)
}

/// Does a vector contain any of some signs?
fn has_signs(list: &Vector, signs: &[Expr]) -> bool {
    list.iter().any(|&e| signs.iter().any(|&s| contains(e, s)))
}
