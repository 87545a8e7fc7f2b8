//! Corrections of some entries of a state by linearised equations, and what these determine.

use alembert_kernel::{Metric, nearest_correction};

use super::level::{Level, Look};

/// An entry below this part of the largest of its row is rounding, as cos(π/2).
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The slopes of the equations in the free entries, row after row.
fn slopes(level: &Level<f64>, look: &Look<f64>, free: &[usize]) -> Vec<f64> {
    let of_row = |row: &[f64]| -> Vec<f64> {
        let least = ROUNDING * row.iter().fold(0.0, |most: f64, a| most.max(a.abs()));
        let entry = |&i: &usize| row[i - level.first];
        free.iter().map(entry).map(|a| if a.abs() > least { a } else { 0.0 }).collect()
    };
    look.rows.chunks(level.n.max(1)).flat_map(of_row).collect()
}

/// The smallest change of the free entries that satisfies the linearised equations.
pub(super) fn correction(level: &Level<f64>, look: &Look<f64>, free: &[usize]) -> Option<Vec<f64>> {
    let columns: Vec<usize> = free.iter().map(|&i| i - level.first).collect();
    let n = level.n;
    let rows = slopes(level, look, free);
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
    let rows = slopes(level, look, free);
    let units = vec![1.0; free.len()];
    nearest_correction(Metric::Scales(&units), &rows, &look.psi).map_or(0, |c| c.rank)
}
