//! Values of expressions at points drawn from a fixed stream, with the parameters of a model.

use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::tape::Builder;
use alembert_algebra::{Expr, Substitution, gradient, symbols};

use crate::language::Model;

/// Points that are looked at.
const POINTS: u64 = 24;
/// What is smaller than this, relative to the largest entry, counts as zero.
const SMALL: f64 = 1e-9;

/// The values at each of the points at which all of them have one.
pub(super) fn values(model: &Model, list: &[Expr]) -> Vec<Vec<f64>> {
    let mut own = Substitution::new(model.own_values());
    let list: Vec<Expr> = list.iter().map(|&e| own.apply(e)).collect();
    let used: Vec<Expr> = symbols(&list).into_iter().filter(|&x| x != Expr::pi()).collect();
    let mut builder = Builder::new(&used);
    let Ok(slots) = builder.expressions(&list) else { return Vec::new() };
    let tape = builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect());
    let at = |number: u64| {
        let mut random = SplitMix64::new(0x05A3_F1ED + number);
        let size = if number < POINTS / 2 { 2.0 } else { 50.0 };
        let inputs: Vec<f64> = used.iter().map(|_| size * (2.0 * random.unit() - 1.0)).collect();
        let found = tape.evaluate(&inputs).ok()?.outputs;
        found.iter().all(|x| x.is_finite()).then_some(found)
    };
    (0..POINTS).filter_map(at).collect()
}

/// Are the gradients of functions of `x` independent at one of the points?
pub(super) fn are_independent(model: &Model, functions: &[Expr], x: &[Expr]) -> bool {
    let entries: Vec<Expr> = functions.iter().flat_map(|&h| gradient(h, x).to_vec()).collect();
    let rows = |values: Vec<f64>| values.chunks(x.len().max(1)).map(<[f64]>::to_vec).collect();
    values(model, &entries).into_iter().any(|values| rank(rows(values)) == functions.len())
}

/// The rank of a matrix, by elimination with complete pivoting.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let largest = rows.iter().flatten().fold(0f64, |m, x| m.max(x.abs()));
    let mut rank = 0;
    while rank < rows.len() {
        let places = (rank..rows.len()).flat_map(|i| (0..rows[i].len()).map(move |j| (i, j)));
        let size = |&(i, j): &(usize, usize)| rows[i][j].abs();
        let Some((i, j)) = places.max_by(|a, b| size(a).total_cmp(&size(b))) else { break };
        if rows[i][j].abs() <= SMALL * largest {
            break;
        }
        rows.swap(rank, i);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[j] / pivot[j];
            row.iter_mut().zip(&pivot).for_each(|(a, b)| *a -= factor * b);
        }
        rank += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_is_counted() {
        assert_eq!(rank(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), 1);
        assert_eq!(rank(vec![vec![0.0, 2.0], vec![2.0, 4.0]]), 2);
        assert_eq!(rank(vec![vec![0.0, 0.0]]), 0);
    }
}
