//! M = L Lᵀ in place, row after row, with nothing allocated.

use alembert_algebra::numeric::Real;

use super::ROWS;

/// Factorises the lower triangle of `matrix` (n × n) in place, and returns the smallest pivot over its
/// diagonal entry; none when it is not positive definite: a pivot does not exceed `64 n ε` of its diagonal entry, or an
/// entry differs from its mirror image by more than `64 ε √(Mᵢᵢ Mⱼⱼ)`.
pub(super) fn factorise<T: Real>(matrix: &mut [T], n: usize) -> Option<f64> {
    match n {
        1 => factorised(matrix, 1),
        2 => factorised(matrix, 2),
        3 => factorised(matrix, 3),
        4 => factorised(matrix, 4),
        5 => factorised(matrix, 5),
        _ => factorised(matrix, n),
    }
}

/// The same; for few rows, whose number is known, without loops.
#[inline(always)]
fn factorised<T: Real>(matrix: &mut [T], n: usize) -> Option<f64> {
    let matrix = &mut matrix[..n * n];
    if !is_symmetric(matrix, n) {
        return None;
    }
    let mut smallest = 1.0;
    let tolerance = T::from(64.0 * n as f64 * T::EPSILON);
    for i in 0..n {
        let diagonal = matrix[i * n + i];
        for j in 0..i {
            let rest = matrix[i * n + j] - product(matrix, (i * n, j * n), j);
            matrix[i * n + j] = rest / matrix[j * n + j];
        }
        let pivot = diagonal - product(matrix, (i * n, i * n), i);
        let positive = diagonal > T::from(0.0) && pivot > tolerance * diagonal;
        if !positive {
            return None;
        }
        smallest = f64::min(smallest, (pivot / diagonal).to_f64());
        matrix[i * n + i] = pivot.sqrt();
    }
    Some(smallest)
}

/// The inner product of the first `count` entries from two places on.
#[inline(always)]
fn product<T: Real>(matrix: &[T], (a, b): (usize, usize), count: usize) -> T {
    super::dot(&matrix[a..a + count], &matrix[b..b + count])
}

#[inline(always)]
fn is_symmetric<T: Real>(matrix: &[T], n: usize) -> bool {
    let size = |i: usize| matrix[i * n + i].to_f64().abs().sqrt();
    (0..n).all(|i| {
        (0..i).all(|j| {
            let difference = (matrix[i * n + j] - matrix[j * n + i]).to_f64().abs();
            difference == 0.0 || difference <= 64.0 * T::EPSILON * size(i) * size(j)
        })
    })
}

/// M⁻¹ b = L⁻ᵀ L⁻¹ b in place.
pub(super) fn solve<T: Real>(lower: &[T], b: &mut [T]) {
    match b.len() {
        1 => solve_few::<T, 1>(lower, b),
        2 => solve_few::<T, 2>(lower, b),
        3 => solve_few::<T, 3>(lower, b),
        4 => solve_few::<T, 4>(lower, b),
        _ => {
            forward(lower, b);
            backward(lower, b);
        }
    }
}

/// The same for N rows, without loops.
fn solve_few<T: Real, const N: usize>(lower: &[T], b: &mut [T]) {
    let (Some(b), lower) = (b.first_chunk_mut::<N>(), &lower[..N * N]) else { return };
    forward(lower, b);
    backward(lower, b);
}

/// L⁻¹ b in place.
#[inline(always)]
pub(super) fn forward<T: Real>(lower: &[T], b: &mut [T]) {
    let n = b.len();
    for i in 0..n {
        let row = &lower[i * n..i * n + i];
        b[i] = (b[i] - super::dot(row, &b[..i])) / lower[i * n + i];
    }
}

/// L⁻ᵀ b in place.
#[inline(always)]
pub(super) fn backward<T: Real>(lower: &[T], b: &mut [T]) {
    let n = b.len();
    for i in (0..n).rev() {
        b[i] = b[i] / lower[i * n + i];
        let (before, current) = b.split_at_mut(i);
        super::subtract_multiple(before, current[0], &lower[i * n..i * n + i]);
    }
}

/// L⁻¹ X in place, for rows of X of a width.
pub(super) fn forward_rows<T: Real>(lower: &[T], width: usize, x: &mut [T]) {
    let n = x.len() / width.max(1);
    for i in 0..n {
        for j in 0..i {
            super::subtract_row(x, width, (i, j), lower[i * n + j]);
        }
        divide(&mut x[i * width..(i + 1) * width], lower[i * n + i]);
    }
}

/// L⁻ᵀ X in place, for rows of X of a width.
pub(super) fn backward_rows<T: Real>(lower: &[T], width: usize, x: &mut [T]) {
    let n = x.len() / width.max(1);
    for i in (0..n).rev() {
        divide(&mut x[i * width..(i + 1) * width], lower[i * n + i]);
        for j in 0..i {
            super::subtract_row(x, width, (j, i), lower[i * n + j]);
        }
    }
}

/// The columns of M⁻¹ = L⁻ᵀ L⁻¹ for at most [`ROWS`] rows.
pub(super) fn inverse_of_few<T: Real>(lower: &[T], n: usize, inverse: &mut Vec<[T; ROWS]>) {
    inverse.clear();
    match n {
        1 => inverse.extend(columns::<T, 1>(lower)),
        2 => inverse.extend(columns::<T, 2>(lower)),
        3 => inverse.extend(columns::<T, 3>(lower)),
        4 => inverse.extend(columns::<T, 4>(lower)),
        _ => {}
    }
}

/// The same for N rows, with one quotient a row: K = L⁻¹ has the rows `K_i = (e_i − Σ L_ij K_j)/L_ii`, and
/// M⁻¹ = Kᵀ K.
#[inline(always)]
fn columns<T: Real, const N: usize>(lower: &[T]) -> [[T; ROWS]; N] {
    let (zero, lower) = (T::from(0.0), &lower[..N * N]);
    let mut k = [[zero; N]; N];
    for i in 0..N {
        let over = T::from(1.0) / lower[i * N + i];
        k[i][i] = over;
        for c in 0..i {
            let sum = (c..i).fold(zero, |sum, j| sum + lower[i * N + j] * k[j][c]);
            k[i][c] = -(sum * over);
        }
    }
    let mut columns = [[zero; ROWS]; N];
    for i in 0..N {
        for j in 0..=i {
            let entry = (i..N).fold(zero, |sum, r| sum + k[r][i] * k[r][j]);
            (columns[j][i], columns[i][j]) = (entry, entry);
        }
    }
    columns
}

fn divide<T: Real>(row: &mut [T], by: T) {
    row.iter_mut().for_each(|x| *x = *x / by);
}
