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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stage {
    /// Expressions that vanish.
    pub equations: Vec<Expr>,
    /// Symbols that they may determine.
    pub unknowns: Vec<Expr>,
    /// The numbers of the equations that are proved to follow from the others.
    pub redundant: Vec<usize>,
}

/// Which values are tried.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Values of parameters that people know; they are tried first.
    pub suggested: Vec<(Expr, Rational)>,
    /// Ranges of parameters, which are never left.
    pub ranges: Vec<(Expr, (Rational, Rational))>,
    /// How many states are tried.
    pub tries: u64,
}

impl Default for Choice {
    fn default() -> Self {
        Self { suggested: Vec::new(), ranges: Vec::new(), tries: TRIES }
    }
}

/// States that are tried.
const TRIES: u64 = 12;
/// From this try on all quantities are large together, so that terms of high degree are seen.
const FAR: u64 = 10;
/// Sides that differ by more than this, relatively, look different when they are printed.
const VISIBLE: f64 = 1e-9;
/// Pivots below this, relative to the largest, count as zero when equations are chosen.
const RANK_TOLERANCE: f64 = 1e-9;

/// At how many of the states that were tried do the stages hold and the expressions vanish, as far
/// as enclosures tell? `None` when one of them is proved not to vanish at one of these states.
#[must_use]
pub fn states_of_agreement(claims: &[Expr], stages: &[Stage], choice: &Choice) -> Option<u64> {
    let mut roots = claims.to_vec();
    for stage in stages {
        roots.extend(stage.equations.iter().chain(&stage.unknowns));
    }
    let mut states = 0;
    for number in 0..choice.tries {
        let point = state_of_motion(&roots, stages, choice, number);
        let values = point.and_then(|point| evaluate(claims, &point).ok());
        let Some(values) = values else { continue };
        if values.iter().any(|v| v.excludes_zero()) {
            return None;
        }
        states += 1;
    }
    Some(states)
}

/// Is a state found, and proved to exist, that obeys all `stages`?
#[must_use]
pub fn some_state_obeys(stages: &[Stage], choice: &Choice) -> bool {
    let roots: Vec<Expr> =
        stages.iter().flat_map(|s| s.equations.iter().chain(&s.unknowns).copied()).collect();
    (0..choice.tries).any(|number| state_of_motion(&roots, stages, choice, number).is_some())
}

/// Is a state found, and proved to exist, that obeys all `stages` and at which the enclosures of
/// the expressions pass a test?
pub(crate) fn some_state_passes(
    stages: &[Stage],
    list: &[Expr],
    choice: &Choice,
    test: impl Fn(Vec<Ball>) -> bool,
) -> bool {
    let mut roots = list.to_vec();
    for stage in stages {
        roots.extend(stage.equations.iter().chain(&stage.unknowns));
    }
    let values = |number| evaluate(list, &state_of_motion(&roots, stages, choice, number)?).ok();
    (0..choice.tries).any(|number| values(number).is_some_and(&test))
}

/// A state that obeys all `stages` and at which `left` and `right` differ, if one is found;
/// rather one at which the difference can be seen in the digits of doubles.
#[must_use]
pub fn witness(sides: (Expr, Expr), stages: &[Stage], choice: &Choice) -> Option<Witness> {
    witness_of_any(&[sides], stages, choice)
}

/// A state that obeys all `stages` and at which the two sides of some claim differ, as
/// [`witness`] finds it; the values of its sides are those of that claim.
#[must_use]
pub fn witness_of_any(
    claims: &[(Expr, Expr)],
    stages: &[Stage],
    choice: &Choice,
) -> Option<Witness> {
    Memory::default().witness(claims, stages, choice)
}

/// States that were found, for claims that are asked of the same equations one after another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory {
    states: Vec<Remembered>,
}

/// A state, or that there is none, and what it depends on.
#[derive(Debug, Clone)]
struct Remembered {
    symbols: Vec<Expr>,
    stages: Vec<Stage>,
    choice: Choice,
    number: u64,
    point: Option<Enclosed>,
}

impl Memory {
    /// As [`witness_of_any`] finds it.
    pub(crate) fn witness(
        &mut self,
        claims: &[(Expr, Expr)],
        stages: &[Stage],
        choice: &Choice,
    ) -> Option<Witness> {
        let mut roots: Vec<Expr> = claims.iter().flat_map(|&(left, right)| [left, right]).collect();
        for stage in stages {
            roots.extend(stage.equations.iter().chain(&stage.unknowns));
        }
        let mut faint = None;
        for number in 0..choice.tries {
            let Some(point) = self.state(&roots, stages, choice, number) else { continue };
            for &claim in claims {
                match difference(claim, stages, &point) {
                    Some(witness) if witness.is_visible() => return Some(witness),
                    other => faint = faint.or(other),
                }
            }
        }
        faint
    }

    /// The state of a number. Without unspecified functions it depends on the symbols alone, which
    /// get their values in the order of their names.
    fn state(
        &mut self,
        roots: &[Expr],
        stages: &[Stage],
        choice: &Choice,
        number: u64,
    ) -> Option<Enclosed> {
        if postorder(roots).into_iter().any(is_unspecified) {
            return state_of_motion(roots, stages, choice, number);
        }
        let symbols = symbols(roots);
        let known = self.states.iter().find(|known| {
            known.number == number
                && known.symbols == symbols
                && known.stages == stages
                && known.choice.has_values_of(choice)
        });
        if let Some(known) = known {
            return known.point.clone();
        }
        let point = state_of_motion(roots, stages, choice, number);
        let (stages, choice) = (stages.to_vec(), choice.clone());
        self.states.push(Remembered { symbols, stages, choice, number, point: point.clone() });
        point
    }
}

impl Choice {
    fn has_values_of(&self, other: &Self) -> bool {
        self.suggested == other.suggested && self.ranges == other.ranges
    }
}

impl Witness {
    fn is_visible(&self) -> bool {
        (self.left - self.right).abs() > VISIBLE * self.left.abs().max(self.right.abs())
    }
}

/// A point at which everything is as the stages demand.
pub(crate) fn state_of_motion(
    roots: &[Expr],
    stages: &[Stage],
    choice: &Choice,
    number: u64,
) -> Option<Enclosed> {
    let mut point = start(roots, choice, number)?;
    for stage in stages {
        stage.solve(&mut point)?;
    }
    applications_are_apart(roots, &point).then_some(point)
}

/// The point as a witness, if the two sides are proved to differ there.
fn difference((left, right): (Expr, Expr), stages: &[Stage], point: &Enclosed) -> Option<Witness> {
    let sides = evaluate(&[left, right, left - right], point).ok()?;
    sides[2].excludes_zero().then(|| Witness {
        state: state(&[left, right], stages, point),
        left: nearest_double(sides[0]),
        right: nearest_double(sides[1]),
    })
}

/// The values of everything that occurs in the claim or in the equations.
pub(crate) fn state(claim: &[Expr], stages: &[Stage], point: &Enclosed) -> Vec<(Expr, f64)> {
    let mut roots = claim.to_vec();
    for stage in stages {
        roots.extend(&stage.equations);
    }
    let applications = postorder(&roots).into_iter().filter(|e| is_unspecified(*e));
    symbols(&roots)
        .into_iter()
        .chain(applications)
        .filter_map(|e| Some((e, nearest_double(point.get(e)?))))
        .collect()
}

/// A starting point at which unspecified functions are asked at different places, so that any
/// values of theirs belong to some functions.
pub(crate) fn apart(roots: &[Expr], choice: &Choice, number: u64) -> Option<Enclosed> {
    start(roots, choice, number).filter(|point| applications_are_apart(roots, point))
}

/// The double next to what is enclosed; zero for what may be zero and is as small as rounding.
fn nearest_double(enclosed: Ball) -> f64 {
    let centre = enclosed.mid().hi();
    let rounding = !enclosed.excludes_zero() && centre.abs() < VISIBLE;
    if rounding { 0.0 } else { centre + 0.0 } // −0 becomes 0
}

/// Values for all symbols and unspecified functions, different for each number.
pub(crate) fn start(roots: &[Expr], choice: &Choice, number: u64) -> Option<Enclosed> {
    let mut random = SplitMix64::new(0x0057_A7E5 + number);
    let mut point = Enclosed::default();
    let far = Rational::from(if number == FAR { 1000 } else { 1_000_000 });
    for x in symbols(roots) {
        let symbol = x.as_symbol().expect("it is one");
        let given = choice.suggested.iter().find(|(s, _)| *s == x);
        let given = given.filter(|_| number < TRIES / 2);
        let range = choice.ranges.iter().find(|(s, _)| *s == x);
        let value = match (given, symbol.kind) {
            (Some((_, value)), _) => value.clone(),
            (None, Kind::Pi) => continue,
            (None, Kind::Parameter { .. }) => match range {
                Some((_, (low, high))) => between(&mut random, low, high),
                None => hundredths(&mut random, 30, 250),
            },
            (None, _) if number >= FAR => &far * &hundredths(&mut random, -170, 170),
            (None, _) => hundredths(&mut random, -170, 170),
        };
        point.set(x, Enclosed::rational(&value));
    }
    set_functions(roots, &mut point, &mut random)?;
    Some(point)
}

/// A value inside a range.
fn between(random: &mut SplitMix64, low: &Rational, high: &Rational) -> Rational {
    let share = hundredths(random, 5, 95);
    low + &(&share * &(high - low))
}

/// A value between `from` and `to` hundredths that is not zero.
fn hundredths(random: &mut SplitMix64, from: i64, to: i64) -> Rational {
    let width = u64::try_from(to - from).expect("from is below to");
    let n = from + i64::try_from(random.below(width)).expect("a small number");
    Rational::ratio(if n == 0 { 7 } else { n }, 100)
}

fn is_unspecified(e: Expr) -> bool {
    matches!(e.node(), Node::Apply(Function::Unspecified(_), _))
}

/// Applications of unspecified functions take free values, equal ones the same; `None` when it
/// is not decided whether two of them are equal.
fn set_functions(roots: &[Expr], point: &mut Enclosed, random: &mut SplitMix64) -> Option<()> {
    let mut known: Vec<(Expr, Ball)> = Vec::new();
    for e in postorder(roots).into_iter().filter(|e| is_unspecified(*e)) {
        let mut value = None;
        for &(other, ball) in &known {
            if same_application(e, other)? {
                value = Some(ball);
            }
        }
        let value = value.unwrap_or_else(|| Enclosed::rational(&hundredths(random, -170, 170)));
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

/// Do applications of one function that have different values also have different arguments at
/// the point? The constraints may make arguments equal that differ as expressions.
fn applications_are_apart(roots: &[Expr], point: &Enclosed) -> bool {
    let list: Vec<Expr> = postorder(roots).into_iter().filter(|e| is_unspecified(*e)).collect();
    let value = |e: Expr| point.get(e).map(Ball::mid);
    let pairs = list.iter().enumerate().flat_map(|(i, &a)| list[..i].iter().map(move |&b| (a, b)));
    pairs.into_iter().all(|(a, b)| value(a) == value(b) || are_apart(a, b, point))
}

fn are_apart(a: Expr, b: Expr, point: &Enclosed) -> bool {
    let (Node::Apply(f, x), Node::Apply(g, y)) = (a.node(), b.node()) else { return true };
    let differences: Vec<Expr> = x.iter().zip(y.iter()).map(|(&x, &y)| x - y).collect();
    let apart = |balls: Vec<Ball>| balls.into_iter().any(Ball::excludes_zero);
    f != g || evaluate(&differences, point).is_ok_and(apart)
}

impl Stage {
    /// The stage with its equations changed.
    pub(crate) fn map(self, change: impl FnMut(Expr) -> Expr) -> Self {
        let equations = self.equations.iter().copied().map(change).collect();
        Self { equations, ..self }
    }

    /// Encloses the unknowns that the equations determine; the others keep their values. Only
    /// equations that are proved to follow from the others are left out, and even these must not
    /// be seen to fail.
    fn solve(&self, point: &mut Enclosed) -> Option<()> {
        let kept: Vec<Expr> = (0..self.equations.len())
            .filter(|i| !self.redundant.contains(i))
            .map(|i| self.equations[i])
            .collect();
        let unknowns = self.determined(&kept, point)?;
        enclose_root(&kept, &unknowns, point).ok()?;
        let residuals = evaluate(&self.equations, point).ok()?;
        (!residuals.iter().any(|r| r.excludes_zero())).then_some(())
    }

    /// The unknowns that the equations determine best, by complete pivoting; `None` when the
    /// equations depend on each other here.
    fn determined(&self, equations: &[Expr], point: &Enclosed) -> Option<Vec<Expr>> {
        let n = self.unknowns.len();
        let slope: Vec<Expr> = jacobian(equations, &self.unknowns).entries().collect();
        let values = evaluate(&slope, point).ok()?;
        let rows: Vec<Vec<f64>> = (0..equations.len())
            .map(|i| values[i * n..(i + 1) * n].iter().map(|b| b.mid().hi()).collect())
            .collect();
        let columns = pivot_columns(rows, n)?;
        Some(columns.into_iter().map(|j| self.unknowns[j]).collect())
    }
}

/// The columns of the pivots, by complete pivoting, of rows that are independent. Rows in which the
/// column of a pivot is zero stay as they are, and so does their largest entry.
fn pivot_columns(mut rows: Vec<Vec<f64>>, n: usize) -> Option<Vec<usize>> {
    let largest = rows.iter().flatten().fold(0f64, |m, x| m.max(x.abs()));
    let mut left_columns = vec![true; n];
    let largest_of = |row: &[f64], left: &[bool]| {
        let places = (0..n).filter(|&j| left[j]);
        places.max_by(|&j, &l| row[j].abs().total_cmp(&row[l].abs()))
    };
    let mut best: Vec<Option<usize>> =
        rows.iter().map(|row| largest_of(row, &left_columns)).collect();
    let mut left_rows: Vec<usize> = (0..rows.len()).collect();
    let mut pivots = Vec::new();
    while !left_rows.is_empty() {
        let places = left_rows.iter().filter_map(|&i| Some((i, best[i]?)));
        let (i, j) =
            places.max_by(|&(a, b), &(c, d)| rows[a][b].abs().total_cmp(&rows[c][d].abs()))?;
        if rows[i][j].abs() <= RANK_TOLERANCE * largest {
            return None;
        }
        left_rows.retain(|&k| k != i);
        left_columns[j] = false;
        let above = std::mem::take(&mut rows[i]);
        let places: Vec<usize> = (0..n).filter(|&l| left_columns[l] && above[l] != 0.0).collect();
        for &k in &left_rows {
            let factor = rows[k][j] / above[j];
            if factor != 0.0 {
                places.iter().for_each(|&l| rows[k][l] -= factor * above[l]);
            }
            if factor != 0.0 || best[k] == Some(j) {
                best[k] = largest_of(&rows[k], &left_columns);
            }
        }
        pivots.push(j);
    }
    Some(pivots)
}
