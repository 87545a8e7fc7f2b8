//! Corrections of some entries of a state by linearised equations, and what these determine.

use alembert_kernel::{Determined, Metric, determined, nearest_correction};

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

/// What the slopes of the equations say of the free entries; nothing where they have no value.
pub(super) fn seen(level: &Level<f64>, look: &Look<f64>, free: &[usize]) -> Determined {
    let nothing = || Determined { rank: 0, unknowns: vec![false; free.len()] };
    determined(free.len(), &slopes(level, look, free)).unwrap_or_else(nothing)
}
