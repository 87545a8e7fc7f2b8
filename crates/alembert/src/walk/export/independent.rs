//! Which rows of a matrix are kept where some depend on others.
//!
//! Rows that are almost parallel lose digits: of the rolling conditions of a ball in a bowl, z of which follows from x, y
//! and the bowl, leaving out the bowl keeps all digits, leaving out z loses them near z = 0. Of all choices of
//! independent rows that one is taken whose normed rows span the largest volume at the worst of some states.

/// A row whose part that is perpendicular to the rows before is shorter than this depends on them.
const DEPENDENT: f64 = 1e-8;
/// Choices that are compared; where there are more, the first rows that are independent are kept.
const MOST_CHOICES: usize = 500;
/// A volume that is larger by this part is larger.
const LARGER: f64 = 1.0 + 1e-9;

/// The numbers of the rows that are kept, given the rows at several states.
pub(super) fn independent(states: &[Vec<Vec<f64>>]) -> Vec<usize> {
    let found: Vec<Vec<usize>> = states.iter().map(|rows| first(rows)).collect();
    let rank = found.iter().map(Vec::len).max().unwrap_or(0);
    let regular = || states.iter().zip(&found).filter(|(_, kept)| kept.len() == rank);
    let Some((rows, kept)) = regular().next() else { return Vec::new() };
    let worst = |choice: &[usize]| {
        let of = |rows: &Vec<Vec<f64>>| {
            volume(&choice.iter().map(|&k| rows[k].clone()).collect::<Vec<_>>())
        };
        regular().map(|(rows, _)| of(rows)).fold(f64::INFINITY, f64::min)
    };
    let mut best = (kept.clone(), worst(kept));
    for choice in choices(rows.len(), rank) {
        let volume = worst(&choice);
        if volume > LARGER * best.1 {
            best = (choice, volume);
        }
    }
    best.0
}

/// All choices of so many of so many rows, in their order; none where there are too many.
fn choices(rows: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |choice: &Vec<usize>| {
            let choice = choice.clone();
            let next = choice.last().map_or(0, |last| last + 1);
            (next..rows).map(move |k| [&choice[..], &[k]].concat())
        };
        all = all.iter().flat_map(longer).take(MOST_CHOICES + 1).collect();
        if all.len() > MOST_CHOICES {
            return Vec::new();
        }
    }
    all
}

/// The lengths of the parts of normed rows that are perpendicular to those before them, by Gram and Schmidt's
/// method; dependent ones count as 0 and are passed over.
fn parts(rows: &[Vec<f64>]) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut units: Vec<Vec<f64>> = Vec::new();
    let mut parts = Vec::new();
    for row in rows {
        let length = dot(row, row).sqrt();
        let mut rest: Vec<f64> = row.iter().map(|x| x / length).collect();
        for _ in 0..2 {
            for unit in &units {
                let along = dot(&rest, unit);
                rest.iter_mut().zip(unit).for_each(|(x, u)| *x -= along * u);
            }
        }
        let left = dot(&rest, &rest).sqrt();
        let is_new = left > DEPENDENT;
        parts.push(if is_new { left } else { 0.0 });
        if is_new {
            units.push(rest.iter().map(|x| x / left).collect());
        }
    }
    parts
}

/// The rows that do not depend on earlier ones.
fn first(rows: &[Vec<f64>]) -> Vec<usize> {
    parts(rows).iter().enumerate().filter(|(_, part)| **part > 0.0).map(|(k, _)| k).collect()
}

fn volume(rows: &[Vec<f64>]) -> f64 {
    parts(rows).iter().product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize>(list: &[[f64; N]]) -> Vec<Vec<f64>> {
        list.iter().map(|row| row.to_vec()).collect()
    }

    #[test]
    fn rows_that_combine_earlier_ones_are_left_out() {
        let list = [[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 1.0, 1.0], [1.0, 4.0, 2.0], [0.0; 3]];
        assert_eq!(first(&rows(&list)), [0, 2]);
    }

    /// The first row follows from the others with any coefficients; z does only where its own is not small.
    #[test]
    fn the_rows_that_keep_their_digits_are_kept() {
        let at = |x: f64, y: f64, z: f64| {
            rows(&[[x, y, z], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        };
        assert_eq!(independent(&[at(0.6, 0.5, 0.6), at(0.8, 0.6, 0.001)]), [1, 2, 3]);
    }

    #[test]
    fn choices_are_counted() {
        assert_eq!(choices(4, 2).len(), 6);
        assert_eq!(choices(3, 0), [Vec::<usize>::new()]);
        assert!(choices(40, 20).is_empty(), "too many to be looked at");
    }
}
