//! The multipliers of a motion that is given: linear equations with functions of time.
//!
//! ```text
//! N u + r = 0,     u = (λ, μ', μ)                                                     (1)
//! ```
//!
//! A column with entries cᵢ is eliminated with one of the rows Rᵢ where cᵢ does not change in time, and
//! with all of them where each entry may vanish at some time,
//!
//! ```text
//! P = Σ cᵢ Rᵢ,     d = Σ cᵢ²,     Rᵢ ← Rᵢ − (cᵢ/d) P                                  (2)
//! ```
//!
//! which divides by nothing that vanishes while the column does not. What is left of the rows must
//! vanish. Where μ is a function with a rate that is an unknown, too, an equation between the μ is
//! differentiated, and μ' is put in,
//!
//! ```text
//! s·μ + r = 0     ⟹     s·μ' + s'·μ + r' = 0                                          (3)
//! ```
//!
//! until nothing new is found. What is left then is a linear differential equation, which has solutions.

use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Node, Substitution, partial, postorder, rate, symbols};

use super::ClosedFormError;
use crate::integral::effort::Effort;

/// Products of terms that one entry may take.
const WORK: u64 = 3_000_000;

/// A multiplier and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multiplier {
    /// Its symbol.
    pub symbol: Expr,
    /// What is known.
    pub known: Known,
}

/// What the equations of motion say of a multiplier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Its value.
    Value(Expr),
    /// It obeys a differential equation, which has solutions.
    Differential,
    /// It is not determined.
    Open,
}

/// An equation `Σ c u + rest = 0`.
#[derive(Debug, Clone)]
pub(super) struct Row {
    whole: Expr,
    coefficients: Vec<Expr>,
    rest: Expr,
}

/// What the elimination leaves.
pub(super) struct Eliminated {
    /// Must vanish: one for each row of (1), and then one for each row of (3).
    pub(super) residuals: Vec<Expr>,
    /// The multipliers.
    pub(super) multipliers: Vec<Multiplier>,
    /// What was divided by.
    pub(super) divisors: Vec<Expr>,
}

impl Row {
    /// An equation `whole = 0` that is affine in the unknowns.
    pub(super) fn new(whole: Expr) -> Self {
        Self { whole, coefficients: Vec::new(), rest: whole }
    }

    /// Its coefficients, in lowest terms.
    fn split(&mut self, unknowns: &[Expr]) -> Result<(), ConversionError> {
        let slopes: Vec<Expr> = unknowns.iter().map(|&u| partial(self.whole, u)).collect();
        self.coefficients = lowest(slopes)?;
        let mut none = Substitution::new(unknowns.iter().map(|&u| (u, Expr::zero())));
        self.rest = none.apply(self.whole);
        Ok(())
    }

    /// `self + factor other`.
    fn add(&mut self, factor: Expr, other: &Self) -> Result<(), ConversionError> {
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        self.coefficients = lowest(pairs.map(|(&a, &b)| a + factor * b).collect())?;
        self.rest = self.rest + factor * other.rest;
        Ok(())
    }

    fn zero(columns: usize) -> Self {
        let zero = Expr::zero();
        Self { whole: zero, coefficients: vec![zero; columns], rest: zero }
    }

    /// Equation (3), with the columns of the rates.
    fn rate(&self, rates: &[Option<usize>]) -> Self {
        let t = Expr::time();
        let mut coefficients: Vec<Expr> =
            self.coefficients.iter().map(|&c| partial(c, t)).collect();
        for (&c, &column) in self.coefficients.iter().zip(rates) {
            if let Some(column) = column {
                coefficients[column] = coefficients[column] + c; // (3)
            }
        }
        Self { whole: Expr::zero(), coefficients, rest: partial(self.rest, t) }
    }
}

/// Expressions in lowest terms; zero is zero then, unless it is in doubt.
fn lowest(list: Vec<Expr>) -> Result<Vec<Expr>, ConversionError> {
    let one = |e: Expr| match e.as_number().is_some() || e.as_symbol().is_some() {
        true => Ok(e),
        false => Ok(Effort::new(WORK).normal(&[e])?[0]),
    };
    list.into_iter().map(one).collect()
}

/// Eliminates multipliers from the rows: `unknowns` are those at each instant, λ and μ', and `carried`
/// those whose rates are among them.
pub(super) fn eliminated(
    mut rows: Vec<Row>,
    unknowns: &[Expr],
    carried: &[Expr],
) -> Result<Eliminated, ClosedFormError> {
    let columns = [unknowns, carried].concat();
    for row in &mut rows {
        row.split(&columns)?;
    }
    let mut echelon = Echelon::new(&columns);
    let mut residuals = Vec::new();
    while !rows.is_empty() {
        let known = echelon.solved();
        residuals.extend(echelon.take(rows)?.iter().map(|row| row.rest));
        let rates = echelon.rates();
        let is_new = |j: &usize| !known.contains(j) && rates[*j].is_some();
        let new = echelon.solved().into_iter().filter(is_new);
        rows = new.filter_map(|j| Some(echelon.pivots[j].as_ref()?.1.rate(&rates))).collect();
    }
    let multipliers = echelon.multipliers()?;
    Ok(Eliminated { residuals, multipliers, divisors: echelon.divisors })
}

/// Rows that were solved, one for a column.
struct Echelon {
    columns: Vec<Expr>,
    /// The pivot and the row, by columns.
    pivots: Vec<Option<(Expr, Row)>>,
    divisors: Vec<Expr>,
}

impl Echelon {
    fn new(columns: &[Expr]) -> Self {
        let pivots = vec![None; columns.len()];
        Self { columns: columns.to_vec(), pivots, divisors: Vec::new() }
    }

    fn solved(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&j| self.pivots[j].is_some()).collect()
    }

    /// The column of the rate of each column.
    fn rates(&self) -> Vec<Option<usize>> {
        let place = |&u: &Expr| self.columns.iter().position(|&w| w == rate(u));
        self.columns.iter().map(place).collect()
    }

    /// Eliminates every column from the rows; what is left of them contains no unknown.
    fn take(&mut self, mut rows: Vec<Row>) -> Result<Vec<Row>, ClosedFormError> {
        for j in 0..self.columns.len() {
            if self.pivots[j].is_none() {
                self.pivots[j] = pivot(&rows, j, self.columns.len())?;
                self.divisors.extend(self.pivots[j].as_ref().map(|pivot| pivot.0));
            }
            let Some((d, solved)) = &self.pivots[j] else { continue };
            for row in &mut rows {
                let c = row.coefficients[j];
                if c != Expr::zero() {
                    row.add(-c / *d, solved)?; // (2)
                    row.coefficients[j] = Expr::zero();
                }
            }
        }
        Ok(rows)
    }

    /// What is known of λ and of μ, by the rows from the last one on.
    fn multipliers(&self) -> Result<Vec<Multiplier>, ClosedFormError> {
        let rates = self.rates();
        let mut known: Vec<Known> = vec![Known::Open; self.columns.len()];
        for j in (0..self.columns.len()).rev() {
            known[j] = match &self.pivots[j] {
                Some((d, row)) => self.value(j, *d, row, &known),
                None if rates[j].is_some() => Known::Differential,
                None => Known::Open,
            };
        }
        let is_rate = |j: &usize| rates.contains(&Some(*j));
        let shown = (0..self.columns.len()).filter(|j| !is_rate(j));
        Ok(shown.map(|j| Multiplier { symbol: self.columns[j], known: known[j] }).collect())
    }

    fn value(&self, j: usize, d: Expr, row: &Row, known: &[Known]) -> Known {
        let mut sum = row.rest;
        for k in (0..self.columns.len()).filter(|&k| k != j) {
            match (row.coefficients[k] == Expr::zero(), known[k]) {
                (true, _) => {}
                (false, Known::Value(value)) => sum = sum + row.coefficients[k] * value,
                (false, other) => return other,
            }
        }
        Known::Value(-sum / d)
    }
}

/// The row that solves for a column, by (2), with its coefficient there.
fn pivot(rows: &[Row], j: usize, columns: usize) -> Result<Option<(Expr, Row)>, ClosedFormError> {
    let mut entries = Vec::new();
    for row in rows.iter().filter(|row| row.coefficients[j] != Expr::zero()) {
        match zero_test(row.coefficients[j]) {
            Verdict::Zero => {}
            Verdict::NonZero(_) => entries.push(row),
            Verdict::Unknown(_) => return Err(ClosedFormError::Doubt),
        }
    }
    let fixed = entries.iter().filter(|row| is_fixed(row.coefficients[j]));
    let simplest = fixed.min_by_key(|row| symbols(&[row.coefficients[j]]).len());
    let (first, others) = match (simplest, entries.as_slice()) {
        (Some(row), _) => (*row, [].as_slice()),
        (None, []) => return Ok(None),
        (None, [row, others @ ..]) => (*row, others),
    };
    if others.is_empty() {
        return Ok(Some((first.coefficients[j], first.clone())));
    }
    let mut sum = Row::zero(columns);
    for row in entries {
        sum.add(row.coefficients[j], row)?; // (2)
    }
    Ok(Some((sum.coefficients[j], sum)))
}

/// Is it made of numbers and parameters, without functions of them, which may vanish?
fn is_fixed(e: Expr) -> bool {
    let fixed = |kind: Kind| matches!(kind, Kind::Parameter { .. } | Kind::Pi);
    let is_function = |node: Expr| matches!(node.node(), Node::Apply(..));
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).all(|s| fixed(s.kind))
        && !postorder(&[e]).into_iter().any(is_function)
}
