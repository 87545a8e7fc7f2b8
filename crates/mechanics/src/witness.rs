//! A real state at which a claim fails, proved by enclosures.
//!
//! Independent quantities get short decimal values, dependent ones are enclosed as roots of the
//! constraints and of the equations of motion, level by level; the claim is refuted when the
//! enclosure of its two sides' difference excludes zero. The state then exists, satisfies every
//! equation, and the claim is false there: nothing about it is approximate but its printed digits.

use alembert_algebra::enclose::enclose_root;
use alembert_algebra::evaluate::{Enclosed, evaluate};
use alembert_algebra::numeric::{Ball, SplitMix64};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Kind, Node, Rational, jacobian, postorder, symbols};

/// A state at which a claim `left = right` fails.
#[derive(Debug, Clone)]
pub struct Witness {
    /// The quantities of the state, sorted by name, with their values.
    pub state: Vec<(Expr, f64)>,
    /// The value of the left side.
    pub left: f64,
    /// The value of the right side.
    pub right: f64,
}

/// Equations that hold, and the symbols they are solved for.
#[derive(Debug, Clone, Default)]
pub struct Stage {
    /// Expressions that vanish.
    pub equations: Vec<Expr>,
    /// Symbols that they may determine.
    pub unknowns: Vec<Expr>,
    /// How many of the equations are proved to follow from the others.
    pub redundant: usize,
}

/// States that are tried.
const TRIES: u64 = 12;
/// Pivots below this, relative to the largest, count as zero when equations are chosen.
const RANK_TOLERANCE: f64 = 1e-9;

/// A state that obeys all `stages` and at which `left` and `right` differ, if one is found.
/// Symbols in `suggested` take these values at the first tries.
#[must_use]
pub fn witness(
    (left, right): (Expr, Expr),
    stages: &[Stage],
    suggested: &[(Expr, Rational)],
) -> Option<Witness> {
    let mut roots = vec![left, right];
    for stage in stages {
        roots.extend(stage.equations.iter().chain(&stage.unknowns));
    }
    (0..TRIES).find_map(|number| {
        let mut point = start(&roots, suggested, number)?;
        for stage in stages {
            stage.solve(&mut point)?;
        }
        let sides = evaluate(&[left, right, left - right], &point).ok()?;
        sides[2].excludes_zero().then(|| Witness {
            state: state(&[left, right], stages, &point),
            left: sides[0].mid().hi(),
            right: sides[1].mid().hi(),
        })
    })
}

/// The values of everything that occurs in the claim or in the equations.
fn state(claim: &[Expr], stages: &[Stage], point: &Enclosed) -> Vec<(Expr, f64)> {
    let mut roots = claim.to_vec();
    for stage in stages {
        roots.extend(&stage.equations);
    }
    let applications = postorder(&roots).into_iter().filter(|e| is_unspecified(*e));
    symbols(&roots)
        .into_iter()
        .chain(applications)
        .filter_map(|e| Some((e, point.get(e)?.mid().hi())))
        .collect()
}

/// Values for all symbols and unspecified functions.
fn start(roots: &[Expr], suggested: &[(Expr, Rational)], number: u64) -> Option<Enclosed> {
    let mut random = SplitMix64::new(0x0057_A7E5 + number);
    let mut point = Enclosed::default();
    for x in symbols(roots) {
        let symbol = x.as_symbol().expect("it is one");
        let given = suggested.iter().find(|(s, _)| *s == x).filter(|_| number < TRIES / 2);
        let value = match (given, symbol.kind) {
            (Some((_, value)), _) => value.clone(),
            (None, Kind::Pi) => continue,
            (None, Kind::Parameter { .. }) => hundredths(&mut random, 30, 250, number),
            (None, _) => hundredths(&mut random, -170, 170, number),
        };
        point.set(x, Enclosed::rational(&value));
    }
    set_functions(roots, &mut point, &mut random, number)?;
    Some(point)
}

/// A value between `from` and `to` hundredths that is not zero; at later tries some are far away,
/// so that terms of high degree are seen.
fn hundredths(random: &mut SplitMix64, from: i64, to: i64, number: u64) -> Rational {
    let width = u64::try_from(to - from).expect("from is below to");
    let n = from + i64::try_from(random.below(width)).expect("a small number");
    let far = if number >= TRIES / 2 && random.below(4) == 0 { 1000 } else { 1 };
    Rational::ratio(far * if n == 0 { 7 } else { n }, 100)
}

fn is_unspecified(e: Expr) -> bool {
    matches!(e.node(), Node::Apply(Function::Unspecified(_), _))
}

/// Applications of unspecified functions take free values, equal ones the same; `None` when it
/// is not decided whether two of them are equal.
fn set_functions(
    roots: &[Expr],
    point: &mut Enclosed,
    random: &mut SplitMix64,
    number: u64,
) -> Option<()> {
    let mut known: Vec<(Expr, Ball)> = Vec::new();
    for e in postorder(roots).into_iter().filter(|e| is_unspecified(*e)) {
        let mut value = None;
        for &(other, ball) in &known {
            if same_application(e, other)? {
                value = Some(ball);
            }
        }
        let value =
            value.unwrap_or_else(|| Enclosed::rational(&hundredths(random, -170, 170, number)));
        known.push((e, value));
        point.set(e, value);
    }
    Some(())
}

fn same_application(a: Expr, b: Expr) -> Option<bool> {
    let (Node::Apply(f, x), Node::Apply(g, y)) = (a.node(), b.node()) else { return Some(false) };
    if f != g {
        return Some(false);
    }
    for (&x, &y) in x.iter().zip(y.iter()) {
        match zero_test(x - y) {
            Verdict::Zero => {}
            Verdict::NonZero(_) => return Some(false),
            Verdict::Unknown(_) => return None,
        }
    }
    Some(true)
}

impl Stage {
    /// Encloses the unknowns that the equations determine; the others keep their values.
    fn solve(&self, point: &mut Enclosed) -> Option<()> {
        let (equations, unknowns) = self.independent(point)?;
        if equations.len() + self.redundant != self.equations.len() {
            return None;
        }
        enclose_root(&equations, &unknowns, point).ok()
    }

    /// Independent equations and the unknowns they determine best, by complete pivoting.
    fn independent(&self, point: &Enclosed) -> Option<(Vec<Expr>, Vec<Expr>)> {
        let n = self.unknowns.len();
        let slope: Vec<Expr> = jacobian(&self.equations, &self.unknowns).entries().collect();
        let values = evaluate(&slope, point).ok()?;
        let mut rows: Vec<Vec<f64>> = (0..self.equations.len())
            .map(|i| values[i * n..(i + 1) * n].iter().map(|b| b.mid().hi()).collect())
            .collect();
        let largest = rows.iter().flatten().fold(0f64, |m, x| m.max(x.abs()));
        let (mut left_rows, mut left_columns): (Vec<usize>, Vec<usize>) =
            ((0..rows.len()).collect(), (0..n).collect());
        let (mut equations, mut unknowns) = (Vec::new(), Vec::new());
        while let Some((i, j)) = largest_entry(&rows, &left_rows, &left_columns) {
            if rows[i][j].abs() <= RANK_TOLERANCE * largest {
                break;
            }
            left_rows.retain(|&k| k != i);
            left_columns.retain(|&k| k != j);
            for &k in &left_rows {
                let factor = rows[k][j] / rows[i][j];
                for &l in &left_columns {
                    rows[k][l] -= factor * rows[i][l];
                }
            }
            equations.push(self.equations[i]);
            unknowns.push(self.unknowns[j]);
        }
        Some((equations, unknowns))
    }
}

fn largest_entry(rows: &[Vec<f64>], i: &[usize], j: &[usize]) -> Option<(usize, usize)> {
    let places = i.iter().flat_map(|&i| j.iter().map(move |&j| (i, j)));
    places.max_by(|&(a, b), &(c, d)| rows[a][b].abs().total_cmp(&rows[c][d].abs()))
}
