//! Corrections of some entries of a state by linearised equations, and what these determine.

use alembert_kernel::{Metric, nearest_correction};

use super::level::{Level, Look};

/// The smallest change of the free entries that satisfies the linearised equations.
pub(super) fn correction(level: &Level<f64>, look: &Look<f64>, free: &[usize]) -> Option<Vec<f64>> {
    let columns: Vec<usize> = free.iter().map(|&i| i - level.first).collect();
    let n = level.n;
    let rows: Vec<f64> =
        (0..level.m).flat_map(|r| columns.iter().map(move |&c| look.rows[r * n + c])).collect();
    let units = vec![1.0; free.len()];
    let inertia: Vec<f64> = match look.inertia.is_empty() {
        true => Vec::new(),
        false => columns
            .iter()
            .flat_map(|&a| columns.iter().map(move |&b| look.inertia[a * n + b]))
            .collect(),
    };
    let metric =
        if inertia.is_empty() { Metric::Scales(&units) } else { Metric::Inertia(&inertia) };
    Some(nearest_correction(metric, &rows, &look.psi)?.delta)
}

/// Is entry i the same in all solutions near this one? Without its column the rank is smaller by one.
pub(super) fn is_determined(
    level: &Level<f64>,
    look: &Look<f64>,
    free: &[usize],
    i: usize,
) -> bool {
    let others: Vec<usize> = free.iter().copied().filter(|&j| j != i).collect();
    let without = if others.is_empty() { 0 } else { rank(level, look, &others) };
    without < rank(level, look, free)
}

/// The rank of the slopes of the equations in the free entries.
pub(super) fn rank(level: &Level<f64>, look: &Look<f64>, free: &[usize]) -> usize {
    let rows: Vec<f64> = (0..level.m)
        .flat_map(|r| free.iter().map(move |&i| look.rows[r * level.n + i - level.first]))
        .collect();
    let units = vec![1.0; free.len()];
    nearest_correction(Metric::Scales(&units), &rows, &look.psi).map_or(0, |c| c.rank)
}
