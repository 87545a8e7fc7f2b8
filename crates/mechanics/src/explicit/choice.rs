//! Which of the values that an unknown has modulo the constraints is shown.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use alembert_algebra::polynomial::{AtomSet, Limit, Poly};
use alembert_algebra::ring::shown::Writer;
use alembert_algebra::ring::vanishing::Vanishing;
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, gradient, symbols};

use super::blocks::{Blocks, Imposing};
use super::candidate::{Candidate, Candidates, Offers};
use super::charts::{Chart, others};
use super::reduced::{Projection, Reduced, put_in};
use super::speeds::{Identity, Speed, identities};
use super::{Explicit, Row, Solved, angles};
use crate::{Linear, Motion, Reason};

/// Products of terms that the second route may take, and the search for the shortest forms.
const LARGEST_ALTERNATIVE: u64 = 1_000_000;
const LARGEST_SEARCH: u64 = 4_000_000;
/// Numerators with more terms are shown in the chart in which they were found.
const LARGEST_TO_EXCHANGE: usize = 40;
/// Numerators with more terms are not compared with the constraints, nor with those of the other
/// route.
const LARGEST_TO_RELATE: usize = 100;
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

/// The highest derivatives of a motion, and its multipliers if they are asked for.
///
/// # Errors
/// Why there is no explicit form: the limit that was reached, or an unknown that the equations
/// leave open.
pub fn explicit(motion: &Motion, with_multipliers: bool) -> Result<Explicit, Reason> {
    let imposed = solution(motion, with_multipliers, Imposing::All);
    let poles = |form: &Result<Explicit, Reason>| form.as_ref().map_or(usize::MAX, Explicit::poles);
    if !(is_nonlinear(motion) || has_lower_levels(motion)) || poles(&imposed) == 0 {
        return imposed;
    }
    let free = solution(motion, with_multipliers, Imposing::Plainly);
    if poles(&free) < poles(&imposed) { free } else { imposed }
}

/// Do the constraints contain products of the highest derivatives of the state?
fn is_nonlinear(motion: &Motion) -> bool {
    let v = &motion.state[motion.state.len() - motion.highest.len()..];
    let top = motion.manifold.last().into_iter().flat_map(|level| level.iter());
    let slopes: Vec<Expr> = top.flat_map(|&phi| gradient(phi, v).to_vec()).collect();
    symbols(&slopes).iter().any(|x| v.contains(x))
}

/// Do the constraints restrict more than the highest derivatives of the state?
pub(super) fn has_lower_levels(motion: &Motion) -> bool {
    motion.manifold.split_last().is_some_and(|(_, lower)| lower.iter().any(|l| !l.is_empty()))
}

fn solution(
    motion: &Motion,
    with_multipliers: bool,
    imposing: Imposing,
) -> Result<Explicit, Reason> {
    let (mut blocks, reduced) = reduced(motion, imposing)?;
    blocks.ring.set_budget(LARGEST_SEARCH);
    let derivatives = motion.state.iter().chain(motion.highest.iter()).copied();
    let fast: Vec<Expr> =
        derivatives.filter(|x| x.as_symbol().is_some_and(|s| s.order > 0)).collect();
    let (named, identities) = named_speeds(&mut blocks)?;
    let candidates =
        Candidates::new(&blocks.ring, &blocks.turned, Writer::new(&blocks.ring, &fast));
    let charts = blocks.velocity_charts()?;
    let (constraints, full) = (OnceCell::new(), OnceCell::new());
    let chooser =
        Chooser { blocks: &blocks, charts, constraints, named, identities, candidates, full };
    let reduced = match reduced {
        Err(reason) if chooser.full().is_none() => return Err(reason),
        reduced => reduced.ok(),
    };
    let accelerations = (0..blocks.y.len()).map(|j| {
        let best = chooser.acceleration(reduced.as_ref(), j)?;
        chooser.solved(blocks.y[j], &best)
    });
    let mut accelerations = accelerations.collect::<Result<Vec<_>, Reason>>()?;
    let mut multipliers = accelerations.split_off(motion.highest.len());
    multipliers.truncate(if with_multipliers { motion.multipliers.len() } else { 0 });
    if with_multipliers && matches!(&motion.system, Linear::Kkt { .. }) {
        multipliers = chooser.multipliers(motion, reduced.as_ref())?;
    }
    let blocks = (imposing == Imposing::All).then_some(blocks);
    Ok(Explicit { accelerations, multipliers, blocks })
}

/// The blocks, and the solution by the reduced route.
type Route = (Blocks, Result<Reduced, Reason>);

/// The reduced route in the base angles in which its result is shortest, or the projected
/// equations where it is too long for trying or they cannot be solved.
fn reduced(motion: &Motion, imposing: Imposing) -> Result<Route, Reason> {
    let mut base = angles::coordinates(motion);
    let mut turns = MOST_TURNS;
    loop {
        let mut first = angles::leading(&base);
        if base.len() > 1 {
            first.extend(angles::leading(&[angles::spare()]));
        }
        let mut blocks = Blocks::with(motion, &first, imposing)?;
        let projection = blocks.projection(&blocks.velocity_charts()?[0]);
        let equations = projection.as_ref().ok().map(Projection::equations);
        let reduced = projection.and_then(|p| blocks.reduced(p));
        let measure = reduced.as_ref().ok().map(Reduced::measure);
        let measure = measure.filter(angles::is_short_enough).or(equations);
        if let (Some(list), 1..) = (&measure, turns) {
            blocks.ring.set_budget(LARGEST_ALTERNATIVE);
            if let Ok(Some(shorter)) = angles::shorter(&mut blocks.ring, &base, list) {
                base = shorter;
                turns -= 1;
                continue;
            }
        }
        return Ok((blocks, reduced));
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
    charts: &'a [Chart],
    /// The constraints on the velocities, by which terms are saved, when they were asked for.
    constraints: OnceCell<Option<Vanishing>>,
    /// The velocities that have a named speed, through it, and the identities of the names.
    named: BTreeMap<usize, Fraction>,
    identities: Vec<Identity>,
    candidates: Candidates<'a>,
    /// What the full route gives, when it was asked: the highest derivatives and the multipliers.
    full: OnceCell<Option<(Row, Row)>>,
}

impl Chooser<'_> {
    fn ring(&self) -> &Ring {
        &self.blocks.ring
    }

    fn solved(&self, unknown: Expr, best: &Candidate) -> Result<Solved, Reason> {
        let form = self.candidates.form(best)?;
        let writer = &self.candidates.writer;
        let (value, conditions) = (writer.expression(&form), writer.divisors(&form));
        Ok(Solved { unknown, value, conditions })
    }

    /// The full route, within its own limit of work.
    fn full(&self) -> Option<&(Row, Row)> {
        let solve = || self.ring().budget().apart(LARGEST_ALTERNATIVE, || self.blocks.full());
        self.full.get_or_init(|| solve().ok()).as_ref()
    }

    /// The best candidate for a highest derivative from the reduced and from the full route, which
    /// is not asked where the first gives a short one.
    fn acceleration(&self, reduced: Option<&Reduced>, j: usize) -> Result<Rc<Candidate>, Reason> {
        let mut offers = Offers::default();
        let through = reduced.filter(|r| r.is_dependent_without_division(j));
        if let Some(r) = reduced
            && (r.y[j].num.len() <= LONG || through.is_none())
        {
            offers.push(self.candidates.whole(&r.y[j]));
            if let Some((y, _)) = &r.over_determinant {
                offers.push(self.candidates.whole(&y[j]));
            }
            self.exchanged(&r.y[j], &mut offers);
            if let Ok(best) = offers.best(&self.candidates)
                && self.candidates.is_short(&best)?
            {
                return Ok(best);
            }
        }
        let full = self.full().map(|(y, _)| &y[j]);
        for f in reduced.map(|r| &r.y[j]).into_iter().chain(full) {
            self.modulo_constraints(f, &mut offers);
        }
        let worth = |f: &&Fraction| f.num.len() <= LARGEST_TO_RELATE || reduced.is_none();
        if let Some(f) = full.filter(worth) {
            let whole = self.candidates.whole(f);
            let is_short = f.num.len() <= LARGEST_TO_EXCHANGE || reduced.is_none();
            if is_short || whole.as_ref().is_ok_and(|c| offers.all_have_more_poles(c)) {
                offers.push(whole);
            }
        }
        match (offers.best(&self.candidates), through) {
            (Ok(best), Some(r)) => self.unless_much_longer(best, r, j),
            (Err(reason), Some(r)) => self.differentiated_constraint(r, j).map_err(|_| reason),
            (best, None) => best,
        }
    }

    /// The same value with fewer terms, where multiples of the constraints can be taken off.
    fn modulo_constraints(&self, f: &Fraction, offers: &mut Offers) {
        if f.num.len() > LARGEST_TO_RELATE {
            return;
        }
        let constraints = self.constraints.get_or_init(|| self.blocks.vanishing().ok());
        let Some(constraints) = constraints else { return };
        match constraints.fraction(self.ring(), f) {
            Ok(short) if short.num.len() < f.num.len() => {
                offers.push(self.candidates.whole(&short));
            }
            _ => {}
        }
    }

    /// The candidate, unless it is so long that the dependent derivative is shown through the
    /// independent ones, which needs their equations to be complete.
    fn unless_much_longer(
        &self,
        best: Rc<Candidate>,
        reduced: &Reduced,
        j: usize,
    ) -> Result<Rc<Candidate>, Reason> {
        let own = self.candidates.cost(&best)?.operations;
        if own <= LONG_TO_READ {
            return Ok(best);
        }
        let Ok(through) = self.differentiated_constraint(reduced, j) else { return Ok(best) };
        let others = self.candidates.cost(&through)?.operations;
        Ok(if own >= 2 * others { through } else { best })
    }

    /// A dependent derivative through the independent ones.
    fn differentiated_constraint(
        &self,
        reduced: &Reduced,
        j: usize,
    ) -> Result<Rc<Candidate>, Reason> {
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
        let mut offers = Offers::default();
        offers.push(self.candidates.whole(&sum));
        self.exchanged(&sum, &mut offers);
        offers.best(&self.candidates)
    }

    /// The same value with velocities exchanged: as a whole in every chart, and each group of
    /// velocities in the chart that suits it.
    fn exchanged(&self, f: &Fraction, offers: &mut Offers) {
        if f.num.len() > LARGEST_TO_EXCHANGE || f.is_zero() {
            return;
        }
        for chart in self.usable(f, LONGEST_EXCHANGE.0) {
            match put_in(self.ring(), f, &chart.values) {
                Ok(g) if g.num.len() <= f.num.len() + 2 => {
                    offers.push(self.candidates.whole(&g));
                }
                _ => {}
            }
        }
        match self.by_groups(f) {
            Ok(found) => found.into_iter().for_each(|candidate| offers.push(Ok(candidate))),
            Err(reason) => offers.push(Err(reason)),
        }
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

    /// The sum of the groups of velocities, each written apart and all together.
    fn by_groups(&self, f: &Fraction) -> Result<Vec<Rc<Candidate>>, Reason> {
        let velocities: AtomSet = self.blocks.velocity_atoms().into_iter().collect();
        let groups = f.num.groups(&velocities);
        if groups.len() > MOST_GROUPS {
            return Ok(Vec::new());
        }
        let mut parts = Vec::new();
        let mut sum = Fraction::zero();
        for (monomial, coefficient) in groups {
            let part = Fraction { num: coefficient.shift(&monomial)?, ..f.clone() };
            let (best, chosen) = self.group(&self.ring().lowest(&part)?)?;
            parts.push(best);
            sum = self.ring().add(&sum, &chosen)?;
        }
        let together = self.candidates.whole(&self.ring().lowest(&sum)?)?;
        Ok(vec![Candidates::sum(parts), together])
    }

    /// One group of velocities, with its velocities exchanged as suits it best.
    fn group(&self, part: &Fraction) -> Result<(Rc<Candidate>, Fraction), Reason> {
        let mut values = vec![part.clone()];
        for chart in self.usable(part, LONGEST_EXCHANGE.1) {
            values.push(put_in(self.ring(), part, &chart.values)?);
        }
        values.extend(self.through_speeds(part)?);
        let offers = values.iter().map(|f| self.candidates.whole(f));
        let offers = offers.collect::<Result<Vec<_>, _>>()?;
        let best = self.candidates.best(&offers)?;
        Ok((offers[best].clone(), values.swap_remove(best)))
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

    /// The multipliers: from the full route, else from the rows of the dependent derivatives; of
    /// least norm where the constraints depend on each other.
    fn multipliers(
        &self,
        motion: &Motion,
        reduced: Option<&Reduced>,
    ) -> Result<Vec<Solved>, Reason> {
        let other = reduced.map(|reduced| self.reactions(reduced));
        let full = self.full().map(|(_, lambda)| Ok(lambda.clone()));
        let mut why = Limit::Terms.into();
        let mut found: Vec<Row> = Vec::new();
        for lambda in [full, other].into_iter().flatten() {
            match lambda.and_then(|lambda| self.blocks.of_least_norm(lambda)) {
                Ok(lambda) => found.push(lambda),
                Err(reason) => why = reason,
            }
        }
        if found.is_empty() {
            return Err(why);
        }
        let solved = (0..motion.multipliers.len()).map(|k| {
            let mut offers = Offers::default();
            for f in found.iter().map(|lambda| lambda[k].clone()) {
                offers.push(self.candidates.whole(&f));
                self.exchanged(&f, &mut offers);
                self.modulo_constraints(&f, &mut offers);
            }
            self.solved(motion.multipliers[k], &*offers.best(&self.candidates)?)
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
