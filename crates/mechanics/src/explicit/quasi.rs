//! Equations in quasi-velocities.
//!
//! With the speeds `u` of `speeds`, all velocities are `v = S u + s`, and
//!
//! ```text
//! R u' = h,     R = Sᵀ M S,     h = Sᵀ (f − M (S' u + s'))                       (1)
//! ```
//!
//! which is solved for `u'` where that is not much longer than (1) itself. Reactions of ideal
//! constraints do no work along the columns of `S`, so they are gone.

use std::collections::BTreeMap;

use alembert_algebra::polynomial::{Limit, Poly};
use alembert_algebra::ring::shown::{Form, Writer};
use alembert_algebra::ring::vanishing::Vanishing;
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Substitution, Vector, partial, rate};

use super::blocks::{Blocks, Imposing};
use super::choice::has_lower_levels;
use super::reduced::{minus_inertia, projected, put_in};
use super::speeds::{Speed, Speeds};
use super::{Row, Solved, angles};
use crate::rotation::chart;
use crate::witness::{Choice, states_of_agreement};
use crate::{Linear, Motion, Reason};

/// Explicit rates with more operations are shown only if (1) is not much shorter.
const LONG: usize = 100;
/// How often a base angle is exchanged.
const MOST_TURNS: usize = 3;
/// Products of terms that solving for the rates and searching for forms may take.
const LARGEST_SOLUTION: u64 = 2_000_000;
const LARGEST_SEARCH: u64 = 4_000_000;

/// The equations of motion in quasi-velocities.
#[derive(Debug, Clone)]
pub struct Quasi {
    /// The speeds: velocities, and names that stand for linear forms of them.
    pub speeds: Vec<Expr>,
    /// The velocities through the speeds, without those that are speeds themselves.
    pub kinematics: Vec<Solved>,
    /// The rates of the speeds.
    pub dynamics: Dynamics,
    /// What must not vanish for the speeds to be independent, and what `R` and `h` divide by
    /// where the rates are not solved for.
    pub conditions: Vec<Expr>,
    /// The determinant of `R`, where the rates are not solved for and it is not too long.
    pub determinant: Option<Expr>,
}

/// The speeds that are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Names and linear forms.
    pub forms: &'a [(Expr, Expr)],
    /// Must they be taken, or only where they bring no poles?
    pub binding: bool,
    /// Names that further speeds must not have.
    pub taken: &'a [String],
}

impl Quasi {
    /// All expressions in the order in which they are printed.
    #[must_use]
    pub fn values(&self) -> Vec<Expr> {
        let mut all: Vec<Expr> = self.kinematics.iter().map(|s| s.value).collect();
        match &self.dynamics {
            Dynamics::Explicit(rates) => all.extend(rates.iter().map(|s| s.value)),
            Dynamics::Matrix(R, h) => {
                all.extend(R.iter().flat_map(|row| row.to_vec()).chain(h.to_vec()));
            }
        }
        all
    }
}

/// The rates of the speeds.
#[derive(Debug, Clone)]
pub enum Dynamics {
    /// Solved for.
    Explicit(Vec<Solved>),
    /// As the linear system `R u' = h`: the rows of `R`, and `h`.
    Matrix(Vec<Vector>, Vector),
}

/// The equations in the speeds that are wanted, completed by velocities or by speeds that are
/// found; or, without any, in speeds that make the kinematics free of poles.
///
/// # Errors
/// Why there are none: constraints that are not ideal or not linear in the velocities, a given
/// speed that does not fit, a limit.
pub fn quasi(motion: &Motion, wanted: Wanted<'_>) -> Result<Quasi, Reason> {
    match &motion.system {
        Linear::Kkt { A, B, .. } if A == B => {}
        Linear::Kkt { .. } if motion.principle != "vakonomic" => return Err(Reason::NoSpeeds),
        _ => return Err(Reason::NotReduced { principle: motion.principle }),
    }
    if motion.state.len() != 2 * motion.highest.len() {
        return Err(Reason::HigherOrder);
    }
    let coordinates = angles::coordinates(motion);
    let differences = angles::differences(&coordinates);
    let new = |base: Vec<Expr>| Attempt::new(motion, wanted, base, Imposing::All);
    let mut found = new(coordinates.clone());
    if differences.len() > 2 && found.as_ref().map_or(usize::MAX, Attempt::size) > LONG {
        found = Attempt::shorter(found, new(differences));
    }
    let mut found = found?;
    for _ in 0..MOST_TURNS {
        let list = found.reduced.all();
        let shorter = angles::shorter(&mut found.blocks.ring, &found.base, &list);
        let Ok(Some(base)) = shorter else { break };
        found = new(base)?;
    }
    if found.has_poles()
        && has_lower_levels(motion)
        && let Ok(other) = Attempt::new(motion, wanted, coordinates, Imposing::Plainly)
        && !other.has_poles()
    {
        found = other;
    }
    found.reduced.shown(&mut found.blocks)
}

/// Equation (1) over a ring with these base angles.
struct Attempt {
    base: Vec<Expr>,
    blocks: Blocks,
    reduced: Reduced,
}

impl Attempt {
    fn new(
        motion: &Motion,
        wanted: Wanted<'_>,
        base: Vec<Expr>,
        imposing: Imposing,
    ) -> Result<Self, Reason> {
        let given = wanted.forms;
        let mut first = angles::leading(&base);
        first.extend(angles::leading(&[angles::spare()]));
        first.extend(given.iter().map(|g| g.1));
        let mut blocks = Blocks::with(motion, &first, imposing)?;
        if !blocks.has_linear_velocities() {
            return Err(Reason::NoSpeeds);
        }
        blocks.names.extend_from_slice(wanted.taken);
        if !wanted.binding && blocks.bring_poles(given)? {
            return Err(Reason::NoSpeeds);
        }
        let speeds = match given {
            [] => blocks.natural_speeds()?,
            _ => blocks.given_speeds(given)?,
        };
        let reduced = Reduced::new(&mut blocks, speeds)?;
        Ok(Self { base, blocks, reduced })
    }

    /// Is something divided by that changes from state to state?
    fn has_poles(&self) -> bool {
        self.reduced.all().iter().any(|f| self.blocks.has_pole(f))
    }

    /// The number of terms.
    fn size(&self) -> usize {
        angles::size(&self.reduced.all())
    }

    /// The one with fewer terms, if there is one at all.
    fn shorter(first: Result<Self, Reason>, second: Result<Self, Reason>) -> Result<Self, Reason> {
        match (first, second) {
            (Ok(first), Ok(second)) if second.size() < first.size() => Ok(second),
            (Err(_), Ok(second)) => Ok(second),
            (first, _) => first,
        }
    }
}

/// Equation (1) as fractions.
struct Reduced {
    speeds: Speeds,
    symbols: Vec<Expr>,
    v: Row,
    R: Vec<Row>,
    h: Vec<Row>,
}

impl Reduced {
    /// The coefficients of (1) and the velocities.
    fn all(&self) -> Row {
        self.R.iter().chain(&self.h).flatten().chain(&self.v).cloned().collect()
    }

    fn new(blocks: &mut Blocks, speeds: Speeds) -> Result<Self, Reason> {
        let symbols: Vec<Expr> = (0..speeds.u.len()).map(|c| speeds.symbol(c, blocks)).collect();
        let mut u = Row::new();
        for &symbol in &symbols {
            u.push(Fraction::polynomial(Poly::atom(blocks.ring.symbol(symbol))?));
        }
        let mut v = Row::new();
        for (row, s) in speeds.S.iter().zip(&speeds.s) {
            let sum = blocks.ring.dot(row.iter().zip(&u))?;
            v.push(blocks.ring.lowest(&blocks.ring.add(&sum, s)?)?);
        }
        let own = |j: &usize| speeds.u.contains(&Speed::Own(*j));
        let atoms = blocks.velocity_atoms();
        let dependent = (0..v.len()).filter(|j| !own(j)).map(|j| (atoms[j], v[j].clone()));
        let values: BTreeMap<usize, Fraction> = dependent.collect();
        let mut rates = Row::new();
        for (row, s) in speeds.S.iter().zip(&speeds.s) {
            let mut sum = rate_of(&mut blocks.ring, s, &values)?;
            for (f, u) in row.iter().zip(&u) {
                let slope = rate_of(&mut blocks.ring, f, &values)?;
                sum = blocks.ring.add(&sum, &blocks.ring.product(&slope, u)?)?;
            }
            rates.push(blocks.ring.lowest(&sum)?);
        }
        let ring = &blocks.ring;
        let at = |row: &Row| -> Result<Row, Reason> {
            row.iter().map(|f| put_in(ring, f, &values)).collect()
        };
        let M = blocks.M.iter().map(at).collect::<Result<Vec<_>, _>>()?;
        let rest = minus_inertia(ring, &M, &at(&blocks.f)?, &rates)?;
        let (R, h) = projected(ring, &speeds.S, &M, &speeds.S, &rest)?; // (1)
        let (R, h) = (blocks.shorter(&R)?, blocks.shorter(&h)?);
        let left = Vanishing::new(blocks.left_with_sines()?);
        let short = |row: &Row| -> Result<Row, Limit> {
            row.iter().map(|f| left.fraction(ring, f)).collect()
        };
        let h = h.iter().map(short).collect::<Result<_, _>>()?;
        let v = short(&v)?;
        Ok(Self { speeds, symbols, v, R, h })
    }

    fn shown(&self, blocks: &mut Blocks) -> Result<Quasi, Reason> {
        blocks.ring.set_budget(LARGEST_SOLUTION);
        let solution = blocks.ring.solve(&self.R, &self.h);
        blocks.ring.set_budget(LARGEST_SEARCH);
        let fast: Vec<Expr> = blocks.v.iter().chain(&self.symbols).copied().collect();
        let writer = Writer::new(&blocks.ring, &fast);
        let form = |f: &Fraction| -> Result<Form, Reason> {
            Ok(writer.form(&blocks.turned.shorter(&blocks.ring, f)?)?)
        };
        let mut kinematics = Vec::new();
        for (j, v) in self.v.iter().enumerate() {
            if !self.speeds.u.contains(&Speed::Own(j)) {
                kinematics.push(solved(&writer, blocks.v[j], &form(v)?));
            }
        }
        let lost =
            self.speeds.lost.iter().map(|p| Ok(writer.form(&Fraction::polynomial(p.clone()))?));
        let lost = lost.collect::<Result<Vec<Form>, Reason>>()?;
        let mut conditions: Vec<Expr> = lost.iter().map(|f| writer.expression(f)).collect();
        let mut determinant = None;
        let matrix = self.matrix(&writer)?;
        let length = |forms: &[Form]| forms.iter().map(|f| f.cost().operations).sum::<usize>();
        let most = LONG.max(2 * length(&matrix));
        // A form has at least as many operations as terms, nearly always.
        let terms = |u: &[Row]| u.iter().flatten().map(|f| f.num.len()).sum::<usize>();
        let rates: Result<Vec<Form>, Reason> = match &solution {
            Ok(Some(u)) if terms(u) > most => Err(Limit::Terms.into()),
            Ok(Some(u)) => u.iter().map(|u| form(&u[0])).collect(),
            Ok(None) => return Err(Reason::Undetermined),
            Err(limit) => Err((*limit).into()),
        };
        let solution = solution.ok().flatten().unwrap_or_default();
        let singular = match &rates {
            Ok(rates) if length(rates) <= most => self.singular_places(blocks, &solution).ok(),
            _ => None,
        };
        let dynamics = match (rates, singular) {
            (Ok(rates), Some(places)) => {
                conditions.extend(places);
                let pairs = self.symbols.iter().zip(&rates);
                Dynamics::Explicit(pairs.map(|(&u, f)| solved(&writer, rate(u), f)).collect())
            }
            _ => {
                conditions.extend(matrix.iter().flat_map(|f| writer.divisors(f)));
                let whole = blocks.ring.determinant(&self.R);
                determinant = whole.ok().filter(|f| f.num.len() <= LONG);
                let entries: Vec<Expr> = matrix.iter().map(|f| writer.expression(f)).collect();
                let (R, h) = entries.split_at(self.R.len() * self.R.len());
                let rows = R.chunks(self.R.len().max(1)).map(|row| row.to_vec().into());
                Dynamics::Matrix(rows.collect(), h.to_vec().into())
            }
        };
        let determinant = determinant.map(|f| blocks.ring.expression(&Fraction::polynomial(f.num)));
        let speeds = self.symbols.clone();
        Ok(Quasi { speeds, kinematics, dynamics, conditions, determinant })
    }

    /// What must not vanish for (1) to have these rates as its only solution, beside what they divide by:
    /// the divisors of `R⁻¹`. That `R u' = h` gives rates without a pole does not say that it gives no
    /// others.
    fn singular_places(&self, blocks: &Blocks, rates: &[Row]) -> Result<Vec<Expr>, Reason> {
        let ring = &blocks.ring;
        let divisors = |rows: &[Row]| -> Result<Vec<Poly>, Reason> {
            let mut found: Vec<Poly> = Vec::new();
            for f in rows.iter().flatten() {
                let den = blocks.turned.shorter(ring, f)?.den.into_iter().map(|(p, _)| p);
                found.extend(den.filter(|p| p.atoms().any(|a| !ring.is_parameter(a))));
            }
            Ok(found)
        };
        let n = self.R.len();
        let entry = |i: usize, j: usize| if i == j { Fraction::one() } else { Fraction::zero() };
        let unit: Vec<Row> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        let inverse = ring.solve(&self.R, &unit)?.ok_or(Reason::Undetermined)?;
        let mut found = divisors(&inverse)?;
        let own = divisors(rates)?;
        found.retain(|p| !own.contains(p));
        Ok(found.into_iter().map(|p| ring.expression(&Fraction::polynomial(p))).collect())
    }

    /// The entries of `R`, row by row, and of `h`.
    fn matrix(&self, writer: &Writer<'_>) -> Result<Vec<Form>, Reason> {
        let entries = self.R.iter().flatten().chain(self.h.iter().flatten());
        entries.map(|f| Ok(writer.form(f)?)).collect()
    }
}

impl Blocks {
    /// Do speeds bring poles that equations in natural speeds do not have? With `n = T⁻¹ u`,
    /// `det R` is divided by `(det T)²`: a factor of `det T` that is none of `det R` is a new pole.
    fn bring_poles(&mut self, given: &[(Expr, Expr)]) -> Result<bool, Reason> {
        let speeds = self.given_speeds(given)?;
        let poles: Vec<Poly> =
            speeds.S.iter().flatten().flat_map(|f| self.moving_divisors(f).cloned()).collect();
        if poles.is_empty() {
            return Ok(false);
        }
        let natural = self.natural_speeds()?;
        let none = vec![Fraction::zero(); self.v.len()];
        let (R, _) = projected(&self.ring, &natural.S, &self.M, &natural.S, &none)?;
        let whole = self.ring.determinant(&R)?;
        for p in &poles {
            let p = Fraction::polynomial(p.clone());
            let inverse = self.ring.inverse(&p)?.expect("a denominator is not zero");
            let quotient = self.ring.into_lowest(self.ring.product(&whole, &inverse)?)?;
            if self.has_pole(&quotient) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn solved(writer: &Writer<'_>, unknown: Expr, form: &Form) -> Solved {
    let conditions = writer.divisors(form);
    Solved { unknown, value: writer.expression(form), conditions }
}

/// The time derivative of a function of positions, with the velocities put in.
fn rate_of(
    ring: &mut Ring,
    f: &Fraction,
    values: &BTreeMap<usize, Fraction>,
) -> Result<Fraction, Reason> {
    if f.atoms().all(|a| ring.is_parameter(a)) {
        return Ok(Fraction::zero());
    }
    let slope = ring.value(rate(ring.expression(f)))?;
    put_in(ring, &slope, values)
}

/// Do these equations say what the equations of motion say? With the velocities `v(u)` and the
/// rates put in, the constraints, the forms of the given speeds and the equations of motion
/// along `∂v/∂u` must hold. `false` is no proof of the contrary when functions with unknown
/// relations occur.
///
/// # Errors
/// The limit that was reached.
pub fn agrees(motion: &Motion, given: &[(Expr, Expr)], shown: &Quasi) -> Result<bool, Reason> {
    let claims = claims(motion, given, shown)?;
    let mut roots = claims.clone();
    roots.extend(motion.manifold.iter().flat_map(|level| level.to_vec()));
    let mut ring = Ring::with_first(&shown.values(), &roots)?; // in the angles that are printed
    for (level, jet) in lower_levels(motion) {
        ring.impose(level, jet)?;
    }
    let mut rotated = chart(&motion.rotations);
    for e in claims {
        if !ring.value(e)?.is_zero() && zero_test(rotated.apply(e)) != Verdict::Zero {
            return Ok(false);
        }
    }
    Ok(true)
}

/// At how many states do they say that, as [`states_of_agreement`] tells?
///
/// # Errors
/// There are no quasi-velocities.
pub fn agrees_at_states(
    motion: &Motion,
    given: &[(Expr, Expr)],
    shown: &Quasi,
    choice: &Choice,
) -> Result<Option<u64>, Reason> {
    let claims = claims(motion, given, shown)?;
    let mut stages = motion.conditions();
    stages.pop(); // the speeds obey the conditions on the velocities
    Ok(states_of_agreement(&claims, &stages, choice))
}

/// The conditions on the state below the velocities, with what they restrict.
fn lower_levels(motion: &Motion) -> impl Iterator<Item = (&Vector, &[Expr])> {
    let n = motion.highest.len();
    let lower = motion.manifold.len().saturating_sub(1);
    let level = move |(k, level)| (level, &motion.state[k * n..(k + 1) * n]);
    motion.manifold.iter().take(lower).enumerate().map(level)
}

/// What vanishes when the equations are right.
fn claims(motion: &Motion, given: &[(Expr, Expr)], shown: &Quasi) -> Result<Vec<Expr>, Reason> {
    let Linear::Kkt { M, f, .. } = &motion.system else {
        return Err(Reason::NotReduced { principle: motion.principle });
    };
    let n = motion.highest.len();
    let v = &motion.state[n..];
    let kinematics = shown.kinematics.iter().map(|s| (s.unknown, s.value));
    let mut velocities = Substitution::new(kinematics);
    let all = velocities.apply_all(v);
    let mut rates: Vec<(Expr, Expr)> =
        shown.kinematics.iter().map(|s| (s.unknown, s.value)).collect();
    if let Dynamics::Explicit(list) = &shown.dynamics {
        rates.extend(list.iter().map(|s| (s.unknown, s.value)));
    }
    let mut rates = Substitution::new(rates);
    let a: Vector = all.iter().map(|&v| rates.apply(rate(v))).collect();
    let balance = &(&M.map(|e| velocities.apply(e)) * &*a) - &velocities.apply_all(f);
    let mut claims = Vec::new();
    for (c, &u) in shown.speeds.iter().enumerate() {
        let work = Expr::sum(all.iter().zip(balance.iter()).map(|(&v, &b)| partial(v, u) * b));
        claims.push(match &shown.dynamics {
            Dynamics::Explicit(_) => work,
            Dynamics::Matrix(R, h) => {
                let left = R[c].iter().zip(&shown.speeds).map(|(&r, &u)| r * rate(u));
                work - (Expr::sum(left) - h[c])
            }
        });
    }
    claims.extend(motion.manifold.last().iter().flat_map(|l| l.iter().copied()));
    claims.extend(given.iter().map(|&(u, form)| form - u));
    Ok(claims.into_iter().map(|e| velocities.apply(e)).collect())
}
