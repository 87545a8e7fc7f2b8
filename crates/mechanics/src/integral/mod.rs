//! Integrals of integrable forms: h(q, t) = const, found, verified, written to be read.
//!
//! A constraint that is holonomic in disguise says dh = 0 for some function h. Which functions
//! these are is asked for a system of forms, because forms that are not integrable alone may be
//! so together:
//!
//! ```text
//! ωₐ = Σ Aₐᵢ dqᵢ,     dh = Σ fₐ ωₐ                                           (1)
//! ```
//!
//! Searched for, in this order: polynomials in the variables, their sines, cosines and
//! exponentials with unknown constants (`polynomial`); for variables that move linearly, as in a
//! rotation, exponentials and waves of a common time (`linear`); for a form that is integrable alone
//! an integrating factor and its potential (`factor`, `exact`, `antiderivative`); the rest of the
//! forms on the level sets of the integrals that were found (`level`).
//!
//! Everything that is returned is verified by differentiation, through the zero test. The search
//! is not complete: that an integral exists is known from the forms, but it may have no closed
//! form, or none of ours. Known limits: relations between the variables (position constraints) are
//! not used here; solve them first. Budgets bound all steps, so that nothing hangs.
//!
//! Read in this order: `pfaffian`, `constants`, `polynomial`, `linear`, `factor`, `exact`, `level`, `shape`.

mod antiderivative;
pub(crate) mod constants;
mod constraints;
pub(crate) mod effort;
mod exact;
mod factor;
pub(crate) mod level;
mod linear;
mod pfaffian;
mod polynomial;
mod shape;

use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, contains, gradient, symbols};

pub use constraints::{Forms, Integrability, integrability};
use effort::Effort;
use factor::integral_of_form;
use level::Level;
use linear::linear_integrals;
use pfaffian::{Pfaffian, combinations};
use polynomial::polynomial_integrals;
use shape::readable;

/// Products of terms that a search may take by default: about a second.
pub const WORK: u64 = 20_000_000;

/// A function that is constant on every motion that the forms allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integral {
    /// The function.
    pub h: Expr,
    /// The factors f of (1), one for each form that was given.
    pub factors: Vec<Expr>,
}

/// What a search has found.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Independent integrals.
    pub integrals: Vec<Integral>,
    /// How many more exist and were not found.
    pub missing: usize,
    /// Why there is no more, in a sentence.
    pub why: Option<String>,
}

/// Integrals of integrable forms, one a row of `forms`, in the variables `q` (with time among them
/// where it enters). Forms that are not integrable contribute their integrable part.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Matrix};
/// use alembert_mechanics::integral::{WORK, integrals};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// // y dx − x dy is not exact, and yet integrable.
/// let forms = Matrix::from_rows(vec![vec![y, -x].into()], 2);
/// let found = integrals(&[x, y], &forms, WORK);
/// assert_eq!(found.integrals[0].h, y / x);
/// assert_eq!(found.missing, 0);
/// ```
#[must_use]
pub fn integrals(q: &[Expr], forms: &Matrix, work: u64) -> Found {
    with_integrable_part(q, forms, &Effort::new(work)).0
}

/// The integrals, and the integrable part of the forms where it is decided.
fn with_integrable_part(q: &[Expr], forms: &Matrix, effort: &Effort) -> (Found, Option<Matrix>) {
    let nothing = |why: String| (Found { why: Some(why), ..Found::default() }, None);
    match integrable_system(q, forms, effort) {
        Ok(Some(system)) => (collect(&system, forms, effort), Some(system.forms())),
        Ok(None) => nothing("it is not decided how many of the forms are integrable".to_owned()),
        Err(limit) => nothing(format!("the forms are too large: {limit}")),
    }
}

fn integrable_system(
    q: &[Expr],
    forms: &Matrix,
    effort: &Effort,
) -> Result<Option<Pfaffian>, ConversionError> {
    match Pfaffian::new(q, forms, effort)? {
        Some(system) => system.integrable_part(effort),
        None => Ok(None),
    }
}

/// Searches, verifies, and writes down what was found.
fn collect(system: &Pfaffian, forms: &Matrix, effort: &Effort) -> Found {
    let found = if system.rank() > 0 { Search { effort, forms }.all(system) } else { Vec::new() };
    let mut integrals: Vec<Integral> = Vec::new();
    for h in found {
        let h = readable(h, &system.q, effort).ok().filter(|&h| system.keeps(h)).unwrap_or(h);
        if let Some(factors) = factors(&system.q, forms, h, effort) {
            integrals.push(Integral { h, factors });
        }
    }
    let first = |h: Expr| system.q.iter().position(|&x| contains(h, x));
    integrals.sort_by_key(|integral| first(integral.h));
    let missing = system.rank() - integrals.len();
    let why = match (missing, effort.is_spent()) {
        (0, _) => None,
        (_, true) => Some("the search was given up after much work".to_owned()),
        (_, false) => Some("it has no closed form that this search knows".to_owned()),
    };
    Found { integrals, missing, why }
}

/// The factors of (1), if `dh` is proved to be a combination of the forms.
fn factors(q: &[Expr], forms: &Matrix, h: Expr, effort: &Effort) -> Option<Vec<Expr>> {
    let k = forms.nrows();
    let slopes = gradient(h, q);
    let row = |i: usize| (0..k).map(|a| forms[(a, i)]).chain([slopes[i]]).collect();
    let rows: Vec<Vec<Expr>> = (0..q.len()).map(row).collect();
    let basis = combinations(&rows, k + 1, effort).ok()??;
    let relation = basis.rows().iter().find(|row| row[k] != Expr::zero())?;
    let f: Vec<Expr> = relation[..k].iter().map(|&f| -f / relation[k]).collect();
    let f = effort.normal(&f).ok()?;
    let holds = |i: usize| {
        let sum = Expr::sum((0..k).map(|a| f[a] * forms[(a, i)]));
        zero_test(sum - slopes[i]) == Verdict::Zero // (1)
    };
    (0..q.len()).all(holds).then_some(f)
}

impl Integral {
    /// The angles that must not be taken modulo 2π because the integral changes with a full turn,
    /// or is not proved not to: it lives on the covering [Wolf2005, §2.2]. None when the integral
    /// is an angle itself, changing by full turns only.
    #[must_use]
    pub fn covering(&self, angles: &[Expr]) -> Vec<Expr> {
        let turn = Expr::from(2) * Expr::pi();
        let turned = |&x: &Expr| Substitution::new([(x, x + turn)]).apply(self.h) - self.h;
        let variables = symbols(&[self.h]).into_iter().filter(|&x| is_variable(x));
        let changing: Vec<Expr> =
            variables.filter(|x| zero_test(turned(x)) != Verdict::Zero).collect();
        let full = |x: &Expr| {
            let turns = Effort::new(LARGEST_COVERING).normal(&[turned(x) / turn]);
            let number = turns.ok().and_then(|turns| turns[0].as_number());
            angles.contains(x) && number.is_some_and(|n| n.is_integer())
        };
        if changing.iter().all(full) {
            return Vec::new();
        }
        angles.iter().copied().filter(|x| changing.contains(x)).collect()
    }
}

fn is_variable(e: Expr) -> bool {
    let moves = |kind| !matches!(kind, Kind::Parameter { .. } | Kind::Pi);
    e.as_symbol().is_some_and(|s| moves(s.kind))
}

/// Products of terms for the question how often an integral turns.
const LARGEST_COVERING: u64 = 100_000;

/// The constant value of an integral, on its level sets.
fn level_symbol(depth: usize) -> Expr {
    Expr::symbol(&format!("_level{depth}"), Kind::Parameter { positive: false }, 0)
}

/// Degrees of the polynomials that are looked for, one after the other.
const DEGREES: [u32; 3] = [1, 2, 3];

/// A search with what is left for it.
struct Search<'a> {
    effort: &'a Effort,
    /// The forms as they were given.
    forms: &'a Matrix,
}

impl Search<'_> {
    /// Independent integrals of an integrable system.
    fn all(&self, system: &Pfaffian) -> Vec<Expr> {
        let k = system.rank();
        let mut found: Vec<Expr> = Vec::new();
        self.add(system, &mut found, |s| polynomial_integrals(s, DEGREES[0], self.effort));
        if found.len() < k {
            self.add_linear(system, &mut found);
        }
        for degree in &DEGREES[1..] {
            if found.len() < k && !found.is_empty() {
                self.on_levels(system, &mut found);
            }
            if found.len() < k {
                self.add(system, &mut found, |s| self.of_single_forms(s));
            }
            if found.len() < k {
                self.add(system, &mut found, |s| polynomial_integrals(s, *degree, self.effort));
            }
        }
        if found.len() < k && !found.is_empty() {
            self.on_levels(system, &mut found);
        }
        found
    }

    /// Integrals of variables that move linearly; before them those that a form as it was given has
    /// alone, such as x² + y² of `x x' + y y' = 0`.
    fn add_linear(&self, system: &Pfaffian, found: &mut Vec<Expr>) {
        let linear = linear_integrals(system, self.effort).unwrap_or_default();
        if linear.is_empty() {
            return;
        }
        if self.forms.ncols() == system.q.len() {
            for form in self.forms.rows() {
                self.add(system, found, |s| Ok(self.of_form(s, form)?.into_iter().collect()));
            }
        }
        self.add(system, found, |_| Ok(linear.clone()));
    }

    /// An integral of a form, if it is integrable alone.
    fn of_form(&self, system: &Pfaffian, form: &Vector) -> Result<Option<Expr>, ConversionError> {
        let row = Matrix::from_rows(vec![form.clone()], system.q.len());
        let part = match Pfaffian::new(&system.q, &row, self.effort)? {
            Some(alone) => alone.integrable_part(self.effort)?,
            None => None,
        };
        match part.is_some_and(|p| p.rank() == 1) {
            true => integral_of_form(&system.q, form, self.effort),
            false => Ok(None),
        }
    }

    /// Adds what is proved to be an integral and independent of the others.
    fn add(
        &self,
        system: &Pfaffian,
        found: &mut Vec<Expr>,
        search: impl Fn(&Pfaffian) -> Result<Vec<Expr>, ConversionError>,
    ) {
        for h in search(system).unwrap_or_default() {
            if found.len() < system.rank()
                && system.keeps(h)
                && self.are_independent(&system.q, found, h)
            {
                found.push(h);
            }
        }
    }

    fn are_independent(&self, q: &[Expr], found: &[Expr], h: Expr) -> bool {
        let all: Vec<Expr> = found.iter().copied().chain([h]).collect();
        let rows = all.iter().map(|&h| gradient(h, q)).collect();
        let slopes = Matrix::from_rows(rows, q.len());
        matches!(Pfaffian::new(q, &slopes, self.effort), Ok(Some(s)) if s.rank() == all.len())
    }

    /// Integrals of the forms that are integrable alone.
    fn of_single_forms(&self, system: &Pfaffian) -> Result<Vec<Expr>, ConversionError> {
        let mut found = Vec::new();
        for a in 0..system.rank() {
            found.extend(self.of_form(system, &system.alone(a)).unwrap_or_default());
        }
        Ok(found)
    }

    /// Integrals of the rest of the forms where an integral that was found has a constant value.
    fn on_levels(&self, system: &Pfaffian, found: &mut Vec<Expr>) {
        for h in found.clone() {
            let c = level_symbol(system.q.len());
            let Ok(Some(level)) = Level::solve(h, c, &system.q, self.effort) else { continue };
            let (q, forms) = level.restrict(&system.q, &system.forms());
            let Ok(Some(rest)) = Pfaffian::new(&q, &forms, self.effort) else { continue };
            let mut back = Substitution::new([(c, h)]);
            let lifted: Vec<Expr> = self.all(&rest).into_iter().map(|e| back.apply(e)).collect();
            self.add(system, found, |_| Ok(lifted.clone()));
            if found.len() == system.rank() {
                return;
            }
        }
    }
}
