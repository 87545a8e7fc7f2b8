//! Gaussian elimination in balls, of rows in which most entries are zero.
//!
//! The pivot of each column is the entry farthest from zero. What is zero is neither stored nor
//! computed, so that the work grows with the entries that are met and not with the cube of the size.

use alembert_algebra::numeric::Ball;

/// The entries of a row that are not zero, with their columns in ascending order.
pub(crate) type Row = Vec<(usize, Ball)>;

/// Is the square matrix with these rows proved to be invertible?
pub(crate) fn is_regular(rows: Vec<Row>) -> bool {
    let n = rows.len();
    let mut elimination = Elimination::new(rows);
    (0..n).all(|column| elimination.eliminate(column))
}

/// An elimination on its way.
struct Elimination {
    rows: Vec<Row>,
    /// The rows that have, or had, an entry in each column.
    met: Vec<Vec<usize>>,
    /// The place of each row: those before the column at hand are done.
    places: Vec<usize>,
    /// The row at each place.
    order: Vec<usize>,
}

impl Elimination {
    fn new(rows: Vec<Row>) -> Self {
        let n = rows.len();
        let mut met = vec![Vec::new(); n];
        for (i, row) in rows.iter().enumerate() {
            row.iter().for_each(|&(j, _)| met[j].push(i));
        }
        Self { rows, met, places: (0..n).collect(), order: (0..n).collect() }
    }

    /// Takes the column out of the rows that are left. False when no pivot is proved not to vanish.
    fn eliminate(&mut self, column: usize) -> bool {
        let mut open = std::mem::take(&mut self.met[column]);
        open.retain(|&i| self.places[i] >= column);
        open.sort_unstable();
        open.dedup();
        let distance = |i: usize| self.entry(i, column).distance_from_zero();
        let farther = |&i: &usize, &j: &usize| {
            distance(i).total_cmp(&distance(j)).then(self.places[i].cmp(&self.places[j]))
        };
        let Some(best) = open.iter().copied().max_by(farther) else { return false };
        if !self.entry(best, column).excludes_zero() {
            return false;
        }
        self.exchange(best, column);
        let pivot = std::mem::take(&mut self.rows[best]);
        let head = entry(&pivot, column);
        for i in open.into_iter().filter(|&i| i != best) {
            let Ok(factor) = self.entry(i, column).divide(head) else { return false };
            self.subtract(i, factor, &pivot, column);
        }
        true
    }

    fn entry(&self, i: usize, column: usize) -> Ball {
        entry(&self.rows[i], column)
    }

    /// Brings a row to a place.
    fn exchange(&mut self, row: usize, place: usize) {
        let (other, from) = (self.order[place], self.places[row]);
        self.order.swap(place, from);
        self.places[row] = place;
        self.places[other] = from;
    }

    /// Takes a multiple of the pivot row from row `i`, right of the column.
    fn subtract(&mut self, i: usize, factor: Ball, pivot: &Row, column: usize) {
        let old = std::mem::take(&mut self.rows[i]);
        let mut row = Row::with_capacity(old.len() + pivot.len());
        let (mut old, mut pivot) = (right(&old, column).iter().peekable(), right(pivot, column));
        while let Some((&(j, y), rest)) = pivot.split_first() {
            pivot = rest;
            while let Some(&kept) = old.next_if(|(k, _)| *k < j) {
                row.push(kept);
            }
            let x = old.next_if(|(k, _)| *k == j).map(|&(_, x)| x);
            if x.is_none() {
                self.met[j].push(i);
            }
            let value = x.map_or(-(factor * y), |x| x - factor * y);
            row.push((j, value));
        }
        row.extend(old.copied());
        self.rows[i] = row;
    }
}

fn entry(row: &Row, column: usize) -> Ball {
    row.binary_search_by_key(&column, |e| e.0).map_or(Ball::ZERO, |k| row[k].1)
}

/// The entries right of a column.
fn right(row: &[(usize, Ball)], column: usize) -> &[(usize, Ball)] {
    &row[row.partition_point(|e| e.0 <= column)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(entries: &[(usize, i64)]) -> Row {
        let ball = |x: i64| Ball::from_ratio(&x.into(), &1.into()).expect("one is not zero");
        entries.iter().map(|&(j, x)| (j, ball(x))).collect()
    }

    /// The matrix of second differences, whose determinant is n + 1.
    fn differences(n: usize) -> Vec<Row> {
        let near = |i: usize| i.saturating_sub(1)..(i + 2).min(n);
        let entry = |i: usize, j: usize| (j, if i == j { 2 } else { -1 });
        (0..n).map(|i| row(&near(i).map(|j| entry(i, j)).collect::<Vec<_>>())).collect()
    }

    #[test]
    fn a_band_of_ten_thousand_rows_is_quick() {
        assert!(is_regular(differences(10_000)));
    }

    #[test]
    fn rows_that_depend_on_each_other_are_not_regular() {
        let mut rows = differences(5);
        rows[4] = row(&[(0, 1), (4, -1)]); // rows 0 to 3 and this one
        assert!(is_regular(rows.clone()));
        let sum = [(0, 1), (3, 1), (4, -1)]; // the sum of rows 0 to 3
        rows[4] = row(&sum);
        assert!(!is_regular(rows));
        assert!(!is_regular(vec![row(&[(0, 1)]), row(&[])]));
        assert!(is_regular(vec![row(&[(1, 1)]), row(&[(0, 3)])]));
        assert!(is_regular(Vec::new()));
    }
}
