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
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Substitution, Vector, partial, rate};

use super::blocks::Blocks;
use super::reduced::{minus_inertia, projected, put_in};
use super::speeds::{Speed, Speeds};
use super::{Row, Solved, angles, depends_on_the_state};
use crate::witness::{Choice, Stage, states_of_agreement};
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

/// The equations in the speeds that are given by name and linear form, completed by velocities;
/// or, without any, in speeds that make the kinematics free of poles.
///
/// # Errors
/// Why there are none: constraints that are not ideal or not linear in the velocities, a limit.
pub fn quasi(motion: &Motion, given: &[(Expr, Expr)]) -> Result<Quasi, Reason> {
    if !matches!(&motion.system, Linear::Kkt { A, B, .. } if A == B) {
        return Err(Reason::NoSpeeds);
    }
    if motion.state.len() != 2 * motion.highest.len() {
        return Err(Reason::HigherOrder);
    }
    let coordinates = angles::coordinates(motion);
    let differences = angles::differences(&coordinates);
    let mut found = Attempt::new(motion, given, coordinates);
    if differences.len() > 2 && found.as_ref().map_or(usize::MAX, Attempt::size) > LONG {
        found = Attempt::shorter(found, Attempt::new(motion, given, differences));
    }
    let mut found = found?;
    for _ in 0..MOST_TURNS {
        let list = found.reduced.all();
        let shorter = angles::shorter(&mut found.blocks.ring, &found.base, &list);
        let Ok(Some(base)) = shorter else { break };
        found = Attempt::new(motion, given, base)?;
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
    fn new(motion: &Motion, given: &[(Expr, Expr)], base: Vec<Expr>) -> Result<Self, Reason> {
        let mut first = angles::leading(&base);
        first.extend(angles::leading(&[angles::spare()]));
        first.extend(given.iter().map(|g| g.1));
        let mut blocks = Blocks::new(motion, &first)?;
        if !blocks.has_linear_velocities() {
            return Err(Reason::NoSpeeds);
        }
        let speeds = match given {
            [] => blocks.natural_speeds()?,
            _ => blocks.given_speeds(given)?.ok_or(Reason::NoSpeeds)?,
        };
        let reduced = Reduced::new(&mut blocks, speeds)?;
        Ok(Self { base, blocks, reduced })
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
        Ok(Self { speeds, symbols, v, R, h })
    }

    fn shown(&self, blocks: &mut Blocks) -> Result<Quasi, Reason> {
        blocks.ring.set_budget(LARGEST_SOLUTION);
        let solution = blocks.ring.solve(&self.R, &self.h);
        blocks.ring.set_budget(LARGEST_SEARCH);
        let fast: Vec<Expr> = blocks.v.iter().chain(&self.symbols).copied().collect();
        let writer = Writer::new(&blocks.ring, &fast);
        let form = |f: &Fraction| -> Result<Form, Reason> { Ok(writer.form(f)?) };
        let mut kinematics = Vec::new();
        for (j, v) in self.v.iter().enumerate() {
            if !self.speeds.u.contains(&Speed::Own(j)) {
                kinematics.push(solved(&writer, blocks.v[j], &form(v)?));
            }
        }
        let matrix = self.matrix(&writer)?;
        let length = |forms: &[Form]| forms.iter().map(|f| f.cost().operations).sum::<usize>();
        let most = LONG.max(2 * length(&matrix));
        // A form has at least as many operations as terms, nearly always.
        let terms = |u: &[Row]| u.iter().flatten().map(|f| f.num.len()).sum::<usize>();
        let rates: Result<Vec<Form>, Reason> = match solution {
            Ok(Some(u)) if terms(&u) > most => Err(Limit::Terms.into()),
            Ok(Some(u)) => u.iter().map(|u| form(&u[0])).collect(),
            Ok(None) => return Err(Reason::Undetermined),
            Err(limit) => Err(limit.into()),
        };
        let dynamics = match rates {
            Ok(rates) if length(&rates) <= most => {
                let pairs = self.symbols.iter().zip(&rates);
                Dynamics::Explicit(pairs.map(|(&u, f)| solved(&writer, rate(u), f)).collect())
            }
            _ => {
                let entries: Vec<Expr> = matrix.iter().map(|f| writer.expression(f)).collect();
                let (R, h) = entries.split_at(self.R.len() * self.R.len());
                let rows = R.chunks(self.R.len().max(1)).map(|row| row.to_vec().into());
                Dynamics::Matrix(rows.collect(), h.to_vec().into())
            }
        };
        Ok(Quasi { speeds: self.symbols.clone(), kinematics, dynamics })
    }

    /// The entries of `R`, row by row, and of `h`.
    fn matrix(&self, writer: &Writer<'_>) -> Result<Vec<Form>, Reason> {
        let entries = self.R.iter().flatten().chain(self.h.iter().flatten());
        entries.map(|f| Ok(writer.form(f)?)).collect()
    }
}

fn solved(writer: &Writer<'_>, unknown: Expr, form: &Form) -> Solved {
    let mut conditions = writer.divisors(form);
    conditions.retain(|&d| depends_on_the_state(d));
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
    for e in claims {
        if !ring.value(e)?.is_zero() {
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
    let stages: Vec<Stage> = lower_levels(motion)
        .map(|(level, jet)| Stage {
            equations: level.to_vec(),
            unknowns: jet.to_vec(),
            redundant: Vec::new(),
        })
        .collect();
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
    let Linear::Kkt { M, f, .. } = &motion.system else { return Err(Reason::NoSpeeds) };
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
