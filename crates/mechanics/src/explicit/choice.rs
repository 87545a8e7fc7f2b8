//! Which of the values that an unknown has modulo the constraints is shown.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use alembert_algebra::polynomial::{AtomSet, Poly};
use alembert_algebra::ring::shown::{Cost, Form, Writer};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, gradient, symbols};

use super::blocks::{Blocks, Nonlinear};
use super::charts::{Chart, others};
use super::conditions::{is_definite_for_positive_parameters, is_sum_of_squares};
use super::reduced::{Projection, Reduced, put_in};
use super::speeds::{Identity, Speed, identities};
use super::{Explicit, Row, Solved, angles};
use crate::{Linear, Motion, Reason};

/// Products of terms that the second route may take, and the search for the shortest forms.
const LARGEST_ALTERNATIVE: u64 = 1_000_000;
const LARGEST_SEARCH: u64 = 4_000_000;
/// Numerators with more terms are shown in the chart in which they were found.
const LARGEST_TO_EXCHANGE: usize = 40;
/// A dependent derivative with more terms is shown through the independent ones.
const LONG: usize = 20;
/// So is one with more operations, when that halves them.
const LONG_TO_READ: usize = 30;
/// Ways to exchange named speeds that are looked at.
const MOST_EXCHANGES: usize = 24;
/// How often a base angle is exchanged.
const MOST_TURNS: usize = 3;
/// Velocity groups beyond this number are not chosen one by one.
const MOST_GROUPS: usize = 8;
/// A chart whose velocities have more terms is not tried for a whole value, nor for a group.
const LONGEST_EXCHANGE: (usize, usize) = (6, 2);

/// A candidate: its poles, its form. A pole is mild if it is a sum of squares: this vanishes only
/// where all of them do.
#[derive(Debug, Clone)]
struct Candidate {
    poles: Vec<(Poly, u32)>,
    mild: Vec<(Poly, u32)>,
    form: Form,
}

impl Candidate {
    fn rank(&self) -> (u32, u32, Cost) {
        let count = |poles: &[(Poly, u32)]| poles.iter().map(|p| p.1).sum();
        (count(&self.poles), count(&self.mild), self.form.cost())
    }

    /// Is it so long that `other` is shown, which needs other equations to be complete?
    fn is_much_longer(&self, other: &Self) -> bool {
        let (own, others) = (self.form.cost().operations, other.form.cost().operations);
        own > LONG_TO_READ && own >= 2 * others
    }

    fn better(self, other: Self) -> Self {
        if other.rank() < self.rank() { other } else { self }
    }
}

/// The highest derivatives of a motion, and its multipliers if they are asked for.
///
/// # Errors
/// Why there is no explicit form: the limit that was reached, or an unknown that the equations
/// leave open.
pub fn explicit(motion: &Motion, with_multipliers: bool) -> Result<Explicit, Reason> {
    let imposed = solution(motion, with_multipliers, Nonlinear::Imposed);
    let poles = |form: &Result<Explicit, Reason>| form.as_ref().map_or(usize::MAX, Explicit::poles);
    if !is_nonlinear(motion) || poles(&imposed) == 0 {
        return imposed;
    }
    let free = solution(motion, with_multipliers, Nonlinear::Free);
    if poles(&free) < poles(&imposed) { free } else { imposed }
}

/// Do the constraints contain products of the highest derivatives of the state?
fn is_nonlinear(motion: &Motion) -> bool {
    let v = &motion.state[motion.state.len() - motion.highest.len()..];
    let top = motion.manifold.last().into_iter().flat_map(|level| level.iter());
    let slopes: Vec<Expr> = top.flat_map(|&phi| gradient(phi, v).to_vec()).collect();
    symbols(&slopes).iter().any(|x| v.contains(x))
}

fn solution(
    motion: &Motion,
    with_multipliers: bool,
    nonlinear: Nonlinear,
) -> Result<Explicit, Reason> {
    let (mut blocks, charts, reduced) = reduced(motion, nonlinear)?;
    blocks.ring.set_budget(LARGEST_ALTERNATIVE);
    let full = blocks.full();
    blocks.ring.set_budget(LARGEST_SEARCH);
    let (full_y, full_lambda) = match full {
        Ok((y, lambda)) => (Some(y), Some(lambda)),
        Err(_) => (None, None),
    };
    let reduced = match (reduced, &full_y) {
        (Err(reason), None) => return Err(reason),
        (reduced, _) => reduced.ok(),
    };
    let derivatives = motion.state.iter().chain(motion.highest.iter()).copied();
    let fast: Vec<Expr> =
        derivatives.filter(|x| x.as_symbol().is_some_and(|s| s.order > 0)).collect();
    let (named, identities) = named_speeds(&mut blocks)?;
    let writer = Writer::new(&blocks.ring, &fast);
    let chooser =
        Chooser { blocks: &blocks, charts, named, identities, writer, seen: RefCell::default() };
    let accelerations = (0..blocks.y.len()).map(|j| {
        let found = reduced.as_ref().map(|r| (r, j));
        let best = chooser.acceleration(found, full_y.as_ref().map(|y| &y[j]))?;
        Ok(chooser.solved(blocks.y[j], &best))
    });
    let mut accelerations = accelerations.collect::<Result<Vec<_>, Reason>>()?;
    let mut multipliers = accelerations.split_off(motion.highest.len());
    multipliers.truncate(if with_multipliers { motion.multipliers.len() } else { 0 });
    if with_multipliers && matches!(&motion.system, Linear::Kkt { .. }) {
        multipliers = chooser.multipliers(motion, reduced.as_ref(), full_lambda.as_ref())?;
    }
    Ok(Explicit { accelerations, multipliers })
}

/// The blocks, the charts of their velocities, and the solution by the reduced route.
type Route = (Blocks, Vec<Chart>, Result<Reduced, Reason>);

/// The reduced route in the base angles in which its result is shortest, or the projected
/// equations where they cannot be solved.
fn reduced(motion: &Motion, nonlinear: Nonlinear) -> Result<Route, Reason> {
    let mut base = angles::coordinates(motion);
    let mut turns = MOST_TURNS;
    loop {
        let mut first = angles::leading(&base);
        first.extend(angles::leading(&[angles::spare()]));
        let mut blocks = Blocks::with(motion, &first, nonlinear)?;
        let charts = blocks.velocity_charts()?;
        let projection = blocks.projection(&charts[0]);
        let equations = projection.as_ref().ok().map(Projection::equations);
        let reduced = projection.and_then(|p| blocks.reduced(p));
        let measure = reduced.as_ref().ok().map(|r| r.y.clone()).or(equations);
        if let (Some(list), 1..) = (&measure, turns) {
            blocks.ring.set_budget(LARGEST_ALTERNATIVE);
            if let Ok(Some(shorter)) = angles::shorter(&mut blocks.ring, &base, list) {
                base = shorter;
                turns -= 1;
                continue;
            }
        }
        return Ok((blocks, charts, reduced));
    }
}

/// The velocities that have a named speed, through it, and the identities of the names.
fn named_speeds(blocks: &mut Blocks) -> Result<(BTreeMap<usize, Fraction>, Vec<Identity>), Reason> {
    if !blocks.has_linear_velocities() {
        return Ok((BTreeMap::new(), Vec::new()));
    }
    let speeds = blocks.natural_speeds()?;
    let atoms = blocks.velocity_atoms();
    let mut named = BTreeMap::new();
    for (c, speed) in speeds.u.iter().enumerate() {
        let Speed::Named(name) = speed else { continue };
        let u = Fraction::polynomial(Poly::atom(blocks.ring.symbol(*name))?);
        for (j, row) in speeds.S.iter().enumerate().filter(|(_, row)| !row[c].is_zero()) {
            if row.iter().filter(|f| !f.is_zero()).count() == 1 && speeds.s[j].is_zero() {
                named.insert(atoms[j], blocks.ring.product(&row[c], &u)?);
            }
        }
    }
    let identities = identities(blocks, &speeds)?;
    // A speed that no identity takes out again is not put in.
    named.retain(|_, v: &mut Fraction| identities.iter().any(|i| v.num.contains(i.u)));
    Ok((named, identities))
}

/// What the choice needs.
struct Chooser<'a> {
    blocks: &'a Blocks,
    charts: Vec<Chart>,
    /// The velocities that have a named speed, through it, and the identities of the names.
    named: BTreeMap<usize, Fraction>,
    identities: Vec<Identity>,
    writer: Writer<'a>,
    /// The candidates that were looked at: routes and charts often lead to the same value.
    seen: RefCell<HashMap<Fraction, Candidate>>,
}

impl Chooser<'_> {
    fn ring(&self) -> &Ring {
        &self.blocks.ring
    }

    fn candidate(&self, f: &Fraction) -> Result<Candidate, Reason> {
        if let Some(candidate) = self.seen.borrow().get(f) {
            return Ok(candidate.clone());
        }
        let candidate = self.fresh_candidate(f)?;
        self.seen.borrow_mut().insert(f.clone(), candidate.clone());
        Ok(candidate)
    }

    fn fresh_candidate(&self, f: &Fraction) -> Result<Candidate, Reason> {
        let mut poles = self.writer.poles(f)?;
        poles.retain(|(p, _)| !is_definite_for_positive_parameters(self.ring(), p));
        let (mild, poles) = poles.into_iter().partition(|(p, _)| is_sum_of_squares(self.ring(), p));
        Ok(Candidate { poles, mild, form: self.writer.form(f)? })
    }

    fn solved(&self, unknown: Expr, best: &Candidate) -> Solved {
        let conditions = self.writer.divisors(&best.form);
        Solved { unknown, value: self.writer.expression(&best.form), conditions }
    }

    /// The best candidate for a highest derivative from the reduced and from the full route.
    fn acceleration(
        &self,
        reduced: Option<(&Reduced, usize)>,
        full: Option<&Fraction>,
    ) -> Result<Candidate, Reason> {
        let mut best: Option<Candidate> = None;
        let mut reason = Reason::Undetermined;
        let mut through: Option<Candidate> = None;
        let mut offer = |candidate: Result<Candidate, Reason>| match (candidate, best.take()) {
            (Ok(new), Some(old)) => best = Some(old.better(new)),
            (Ok(new), None) => best = Some(new),
            (Err(why), old) => {
                reason = why;
                best = old;
            }
        };
        if let Some((reduced, j)) = reduced {
            let short = self.through_the_independent(reduced, j);
            if reduced.y[j].num.len() <= LONG || short.is_none() {
                offer(self.candidate(&reduced.y[j]));
                self.exchanged(&reduced.y[j]).into_iter().for_each(&mut offer);
            }
            through = short.and_then(Result::ok);
        }
        if let Some(f) = full.filter(|f| f.num.len() <= LARGEST_TO_EXCHANGE || reduced.is_none()) {
            offer(self.candidate(f));
        }
        match (best, through) {
            (Some(best), Some(through)) => {
                Ok(if best.is_much_longer(&through) { through } else { best })
            }
            (best, through) => best.or(through).ok_or(reason),
        }
    }

    /// A dependent derivative through the independent ones.
    fn through_the_independent(
        &self,
        reduced: &Reduced,
        j: usize,
    ) -> Option<Result<Candidate, Reason>> {
        let chart = &reduced.projection.chart;
        let simple = chart.minor.num.to_constant().is_some();
        if !(simple && chart.dependent.contains(&j)) {
            return None;
        }
        Some(self.differentiated_constraint(reduced, j))
    }

    fn differentiated_constraint(&self, reduced: &Reduced, j: usize) -> Result<Candidate, Reason> {
        let ring = self.ring();
        let Projection { chart, S, b, .. } = &reduced.projection;
        let mut sum = b[j].clone();
        let independent = others(&chart.dependent, reduced.y.len());
        for (c, &i) in independent.iter().enumerate().filter(|(_, i)| !reduced.y[**i].is_zero()) {
            let atom = ring.atom_of_symbol(self.blocks.y[i]).expect("the ring was made with it");
            let y = Fraction::polynomial(Poly::atom(atom)?);
            sum = ring.add(&sum, &ring.product(&S[j][c], &y)?)?;
        }
        let sum = ring.lowest(&sum)?;
        let exchanged = self.exchanged(&sum).into_iter().filter_map(Result::ok);
        Ok(exchanged.fold(self.candidate(&sum)?, Candidate::better))
    }

    /// The same value with velocities exchanged: as a whole in every chart, and each group of
    /// velocities in the chart that suits it.
    fn exchanged(&self, f: &Fraction) -> Vec<Result<Candidate, Reason>> {
        if f.num.len() > LARGEST_TO_EXCHANGE || f.is_zero() {
            return Vec::new();
        }
        let mut offers = Vec::new();
        for chart in self.usable(f, LONGEST_EXCHANGE.0) {
            match put_in(self.ring(), f, &chart.values) {
                Ok(g) if g.num.len() <= f.num.len() + 2 => offers.push(self.candidate(&g)),
                _ => {}
            }
        }
        offers.extend(self.by_groups(f).transpose());
        offers
    }

    /// The charts, after the first, that change the fraction and have short velocities.
    fn usable<'b>(&'b self, f: &'b Fraction, longest: usize) -> impl Iterator<Item = &'b Chart> {
        let touches =
            |values: &BTreeMap<usize, Fraction>| values.keys().any(|&atom| f.num.contains(atom));
        let short = move |values: &BTreeMap<usize, Fraction>| {
            values.values().all(|v| v.num.len() <= longest)
        };
        self.charts.iter().skip(1).filter(move |c| touches(&c.values) && short(&c.values))
    }

    fn by_groups(&self, f: &Fraction) -> Result<Option<Candidate>, Reason> {
        let velocities: AtomSet = self.blocks.velocity_atoms().into_iter().collect();
        let groups = f.num.groups(&velocities);
        if groups.len() > MOST_GROUPS {
            return Ok(None);
        }
        let (mut poles, mut mild, mut forms) = (Vec::new(), Vec::new(), Vec::new());
        let mut sum = Fraction::zero();
        for (monomial, coefficient) in groups {
            let part = Fraction { num: coefficient.shift(&monomial)?, ..f.clone() };
            let (best, chosen) = self.group(&self.ring().lowest(&part)?)?;
            join(&mut poles, &best.poles);
            join(&mut mild, &best.mild);
            forms.push(best.form);
            sum = self.ring().add(&sum, &chosen)?;
        }
        let parts = Candidate { poles, mild, form: Writer::total(forms) };
        Ok(Some(parts.better(self.candidate(&self.ring().lowest(&sum)?)?)))
    }

    /// One group of velocities, with its velocities exchanged as suits it best.
    fn group(&self, part: &Fraction) -> Result<(Candidate, Fraction), Reason> {
        let mut best = (self.candidate(part)?, part.clone());
        let mut offers = Vec::new();
        for chart in self.usable(part, LONGEST_EXCHANGE.1) {
            offers.push(put_in(self.ring(), part, &chart.values)?);
        }
        offers.extend(self.through_speeds(part)?);
        for g in offers {
            let candidate = self.candidate(&g)?;
            if candidate.rank() < best.0.rank() {
                best = (candidate, g);
            }
        }
        Ok(best)
    }

    /// The group through the named speeds, and from there by their identities `P u = l(v)`. What
    /// keeps a speed, in a divisor or a root of it, is no offer.
    fn through_speeds(&self, part: &Fraction) -> Result<Vec<Fraction>, Reason> {
        if self.identities.is_empty() {
            return Ok(Vec::new());
        }
        let mut open = vec![put_in(self.ring(), part, &self.named)?];
        let mut done = Vec::new();
        while let Some(f) = open.pop() {
            if !self.identities.iter().any(|i| f.atoms().any(|atom| atom == i.u)) {
                done.push(self.ring().lowest(&f)?);
                continue;
            }
            for identity in self.identities.iter().filter(|i| f.num.contains(i.u)) {
                if open.len() + done.len() < MOST_EXCHANGES {
                    open.extend(self.exchange(&f, identity)?);
                }
            }
        }
        Ok(done)
    }

    /// `P u → l(v)` once, where `P u` divides the numerator.
    fn exchange(&self, f: &Fraction, identity: &Identity) -> Result<Option<Fraction>, Reason> {
        let ring = self.ring();
        let divisor = identity.P.mul(&Poly::atom(identity.u)?, ring.budget())?;
        let Some(num) = f.num.div_exact(&divisor, ring.budget())? else { return Ok(None) };
        Ok(Some(ring.product(&Fraction { num, ..f.clone() }, &identity.l)?))
    }

    /// The multipliers: from the full route, else from the rows of the dependent derivatives.
    fn multipliers(
        &self,
        motion: &Motion,
        reduced: Option<&Reduced>,
        full: Option<&Row>,
    ) -> Result<Vec<Solved>, Reason> {
        if self.blocks.kept.len() != motion.multipliers.len() {
            return Err(Reason::Undetermined);
        }
        let other = match reduced {
            Some(reduced) => self.reactions(reduced).ok(),
            None => None,
        };
        let pick = |list: Option<&Row>, k: usize| list.map(|row| row[k].clone());
        let solved = (0..motion.multipliers.len()).map(|k| {
            let mut offers = Vec::new();
            for f in [pick(full, k), pick(other.as_ref(), k)].into_iter().flatten() {
                offers.push(self.candidate(&f)?);
                offers.extend(self.exchanged(&f).into_iter().filter_map(Result::ok));
            }
            let best = offers.into_iter().reduce(Candidate::better).ok_or(Reason::Undetermined)?;
            Ok(self.solved(motion.multipliers[k], &best))
        });
        solved.collect()
    }

    /// `Bᵀ λ = M y − f` in the rows of the dependent derivatives.
    fn reactions(&self, reduced: &Reduced) -> Result<Row, Reason> {
        let (ring, blocks) = (self.ring(), self.blocks);
        let (mut square, mut right) = (Vec::new(), Vec::new());
        for &j in &reduced.projection.chart.dependent {
            square.push(blocks.B.iter().map(|row| row[j].clone()).collect::<Row>());
            let inertia = ring.dot(blocks.M[j].iter().zip(&reduced.y))?;
            let rest = ring.subtract(&inertia, &blocks.f[j])?;
            right.push(vec![put_in(ring, &ring.lowest(&rest)?, &self.charts[0].values)?]);
        }
        let lambda = ring.solve(&square, &right)?.ok_or(Reason::Undetermined)?;
        Ok(lambda.into_iter().map(|mut row| row.remove(0)).collect())
    }
}

/// The larger exponent of each factor.
fn join(all: &mut Vec<(Poly, u32)>, more: &[(Poly, u32)]) {
    for (p, k) in more {
        match all.iter_mut().find(|(q, _)| q == p) {
            Some((_, j)) => *j = (*j).max(*k),
            None => all.push((p.clone(), *k)),
        }
    }
}
