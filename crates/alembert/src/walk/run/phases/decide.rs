//! The mode that follows a moment at which arguments vanish.
//!
//! Each argument that vanishes may slip to either side or stick, and in each of these modes everything has a series in
//! the time τ from there on. A mode is a motion when
//!
//! ```text
//! slips    σ u = σ (u₁ τ + u₂ τ² + …) > 0                                              (1)
//! sticks   |s₀| < 1,  or  |s₀| = 1  and  1 − |s| = −|s|₁ τ − … ≥ 0                     (2)
//! ```
//!
//! where the first coefficient decides that is no rounding. So |s| = 1 with a force that grows slips, and to the side
//! of s. All modes are looked at: one that is the only motion is it; several are no answer, and none is one neither.
//! Where arguments depend on each other as the sign of one follows from that of the other, both stay 0 together and
//! share one unknown: this is what pushes with the least |s|. The motion does not depend on it.
//!
//! Where there are more than [`MOST_MODES`] modes, one is changed until it agrees: the first argument that does not
//! agree sticks where it slipped, and slips where it stuck \[Murty1974\]. Where friction brakes it is the only one; that
//! there is no other is not looked at.
//!
//! An argument that stays 0 whatever its sign is, as the velocity of what a constraint holds, has the sign 0: nothing
//! that moves depends on it.
//!
//! What is rounding: over the time h in which the series is one, uⱼ hʲ below [`ROUNDING`] of the largest in all modes.

use super::guard::at_rest;
use super::moment::{Decider, Moment, ORDER, Outlook};
use super::{Impasse, Mode, Phase};
use crate::walk::run::field::Numeral;

/// See above.
const ROUNDING: f64 = 1e-9;
/// An argument is 0 when it is below this part of what it is made of, or would be 0 within this part of the time.
const ZERO: f64 = 1e-12;
/// The same for one that was 0, or that a method with an error found to be 0.
const NEARLY: f64 = 1e-6;
/// What a place that was not 0 bends off in the time counts by this part only: velocities vanish as its root does.
const BEND: f64 = 1e-3;
/// More modes than these are not all looked at.
const MOST_MODES: usize = 243;
/// So many changes of a mode are not enough.
const MOST_CHANGES: usize = 200;
/// An unknown sign above this comes from equations that depend on each other.
const SINGULAR: f64 = 1e7;

/// The terms by which series of one argument are measured.
#[derive(Clone, Copy)]
struct Measure {
    h: f64,
    most: f64,
}

impl Measure {
    /// Of the largest coefficients from an order on, over a time; what is below `least` in that time is nothing.
    fn new(largest: &[f64; ORDER + 1], from: usize, (time, least): (f64, f64)) -> Self {
        let power = |h: f64, j: usize| (0..j).fold(1.0, |p, _| p * h);
        let counts = |&j: &usize| largest[j] * power(time, j) > least;
        let Some(first) = (from..=ORDER).find(counts) else {
            return Self { h: time, most: f64::MAX };
        };
        let mut h = time;
        for j in first + 1..=ORDER {
            if largest[j] > 0.0 {
                let root = 1.0 / f64::from(u32::try_from(j - first).unwrap_or(1));
                h = h.min((largest[first] / largest[j]).powf(root));
            }
        }
        Self { h, most: largest[first] * power(h, first) }
    }

    /// The first coefficient from an order on that is no rounding; 0 when there is none.
    fn lead(self, series: &[f64; ORDER + 1], from: usize) -> f64 {
        let mut power = (0..from).fold(1.0, |p, _| p * self.h);
        for &c in &series[from..] {
            if c.abs() * power > ROUNDING * self.most {
                return c;
            }
            power *= self.h;
        }
        0.0
    }
}

fn largest<'a>(series: impl Iterator<Item = &'a [f64; ORDER + 1]>) -> [f64; ORDER + 1] {
    series.fold([0.0; ORDER + 1], |most, s| std::array::from_fn(|j| f64::max(most[j], s[j].abs())))
}

impl Decider {
    /// The mode that follows a moment; `before` is the one that ends there, and the argument that ended it.
    pub(in crate::walk::run) fn decide<T: Numeral>(
        &self,
        at: &Moment<T>,
        before: Option<(&Mode, Option<usize>)>,
    ) -> Result<Mode, Impasse> {
        let (mut sides, u) = self.sides(at)?;
        let mut vanishing = self.vanishing(at, (&sides, &u), before);
        let idle: Vec<usize> =
            vanishing.iter().copied().filter(|&k| self.is_idle(at, &sides, k)).collect();
        idle.iter().for_each(|&k| sides[k] = Phase::Slips(0.0));
        vanishing.retain(|k| !idle.contains(k));
        if vanishing.is_empty() {
            return Ok(sides);
        }
        let (sizes, time) = (self.sizes(at), at.span.abs());
        let at = &self.brought(at, &sides, &vanishing);
        let modes = self.modes(&sides, &vanishing);
        let are_all = modes.is_some();
        let outlooks: Vec<Outlook> = match modes {
            Some(modes) => {
                let known = modes.iter().filter(|mode| self.unknown_product(mode).is_none());
                known.filter_map(|mode| self.solved(at, mode)).collect()
            }
            None => self.changed(at, &sides, (&vanishing, &sizes)),
        };
        let measures = measures(&outlooks, (&vanishing, &sizes), time);
        let agrees = |o: &&Outlook| {
            let mut pairs = vanishing.iter().zip(&measures);
            let others = (0..sides.len()).filter(|k| !vanishing.contains(k) && !idle.contains(k));
            pairs.all(|(&k, &m)| self.agrees(o, k, m, time)) && { others }
                .all(|k| matches!(o.mode[k], Phase::Slips(side) if side * o.u[k][0] >= 0.0))
        };
        let motions: Vec<&Outlook> = outlooks.iter().filter(agrees).collect();
        let name = || {
            let jumps = vanishing.iter().find(|&&k| self.phases.arguments[k].jumps);
            self.phases.arguments[*jumps.unwrap_or(&vanishing[0])].text.clone()
        };
        match motions[..] {
            [] if !are_all => Err(Impasse::Crowd(vanishing.len())),
            [] => Err(match self.unknown_product(&at_rest(&sides, &vanishing)) {
                Some((a, b)) => {
                    Impasse::Product([a, b].map(|k| self.phases.arguments[k].text.clone()))
                }
                None => Impasse::Nowhere(name()),
            }),
            [first, ref others @ ..] => match others.iter().all(|o| are_alike(first, o)) {
                true => Ok(first.mode.clone()),
                false => Err(Impasse::Parts(name())),
            },
        }
    }

    /// A moment at which arguments that vanish are 0, where some are in positions and some in velocities: the first
    /// coefficient of the former is one of the latter, and its rounding would decide.
    fn brought<T: Numeral>(&self, at: &Moment<T>, sides: &Mode, vanishing: &[usize]) -> Moment<T> {
        let mut brought = at.clone();
        let depths = vanishing.iter().filter_map(|&k| self.phases.arguments[k].unknown);
        let depths: Vec<usize> = depths.map(|(_, depth)| depth).collect();
        if depths.contains(&1) && depths.contains(&2) {
            self.settle(&mut brought, &at_rest(sides, vanishing));
        }
        brought
    }

    /// Two arguments that stay 0 in a mode and whose signs are multiplied with each other.
    fn unknown_product(&self, mode: &Mode) -> Option<(usize, usize)> {
        let slips = |k: usize| matches!(mode[k], Phase::Slips(_));
        self.phases.products.iter().copied().find(|&(a, b)| !slips(a) && !slips(b))
    }

    /// Has everything a value, with all arguments slipping?
    pub(super) fn is_able<T: Numeral>(&self, at: &Moment<T>) -> Option<()> {
        let (sides, _) = self.sides(at).ok()?;
        self.outlook(at, &sides).map(|_| ())
    }

    /// Does an argument vanish?
    pub(super) fn is_at_zero<T: Numeral>(&self, at: &Moment<T>) -> bool {
        self.sides(at).is_ok_and(|(sides, u)| !self.vanishing(at, (&sides, &u), None).is_empty())
    }

    /// The signs of all arguments, and their values. Those inside of others come first.
    fn sides<T: Numeral>(&self, at: &Moment<T>) -> Result<(Mode, Vec<f64>), Impasse> {
        let n = self.phases.arguments.len();
        let mut sides = vec![Phase::Slips(1.0); n];
        let mut u = vec![0.0; n];
        for _ in 0..=n {
            let found = self.values(at, &sides);
            u = found.ok_or_else(|| Impasse::Nowhere(self.phases.arguments[0].text.clone()))?;
            let next: Mode =
                u.iter().map(|u| Phase::Slips(if *u < 0.0 { -1.0 } else { 1.0 })).collect();
            if next == sides {
                break;
            }
            sides = next;
        }
        Ok((sides, u))
    }

    /// The arguments that are 0.
    fn vanishing<T: Numeral>(
        &self,
        at: &Moment<T>,
        (sides, u): (&Mode, &[f64]),
        before: Option<(&Mode, Option<usize>)>,
    ) -> Vec<usize> {
        let (time, sizes) = (at.span.abs(), self.sizes(at));
        let here = self.outlook(at, sides);
        let vanishes = |&k: &usize| {
            let mut flipped = sides.clone();
            if let Phase::Slips(side) = sides[k] {
                flipped[k] = Phase::Slips(-side);
            }
            let both = here.iter().cloned().chain(self.outlook(at, &flipped));
            let was_zero = before
                .is_some_and(|(mode, met)| met == Some(k) || !matches!(mode[k], Phase::Slips(_)));
            let part = if was_zero { NEARLY } else { ZERO };
            let is_place = self.phases.arguments[k].unknown.is_some_and(|(_, depth)| depth == 2);
            let bend = if is_place && !was_zero { BEND } else { 1.0 };
            let way = |o: Outlook| o.u[k][1].abs() * time + bend * o.u[k][2].abs() * time * time;
            let way = both.map(way).fold(0.0, f64::max);
            u[k].abs() <= part * (sizes[k] * 0.1 + way)
        };
        (0..u.len()).filter(vanishes).collect()
    }

    /// Does an argument that vanishes stay 0 whatever its sign is?
    fn is_idle<T: Numeral>(&self, at: &Moment<T>, sides: &Mode, k: usize) -> bool {
        let time = at.span.abs();
        let rests = |side: f64| {
            let Some(o) = self.outlook(at, &with_phase(sides, k, Phase::Slips(side))) else {
                return false;
            };
            let most = |list: &[f64]| list.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            let way = most(&o.rates[0]) * time + most(&o.rates[1]) * time * time;
            o.u[k][1].abs() * time + o.u[k][2].abs() * time * time <= ZERO * way
        };
        self.phases.arguments[k].jumps && rests(1.0) && rests(-1.0)
    }

    /// All modes in which arguments that vanish slip or stick; none when there are too many.
    fn modes(&self, sides: &Mode, vanishing: &[usize]) -> Option<Vec<Mode>> {
        let mut modes = vec![sides.clone()];
        for &k in vanishing {
            let sticks = self.phases.arguments[k].unknown.map(|_| Phase::Sticks);
            let slips = [Phase::Slips(1.0), Phase::Slips(-1.0)];
            let choices: Vec<Phase> = sticks.into_iter().chain(slips).collect();
            if modes.len() * choices.len() > MOST_MODES {
                return None;
            }
            let with = |mode: &Mode| -> Vec<Mode> {
                choices.iter().map(|&choice| with_phase(mode, k, choice)).collect()
            };
            modes = modes.iter().flat_map(with).collect();
        }
        Some(modes)
    }

    /// What follows in a mode that is changed until it agrees, and in the modes on the way.
    fn changed<T: Numeral>(
        &self,
        at: &Moment<T>,
        sides: &Mode,
        (vanishing, sizes): (&[usize], &[f64]),
    ) -> Vec<Outlook> {
        let all = |phase: &dyn Fn(usize) -> Phase| {
            vanishing.iter().fold(sides.clone(), |mode, &k| with_phase(&mode, k, phase(k)))
        };
        let slips = [1.0, -1.0].map(|side| all(&|_| Phase::Slips(side)));
        let mut seen: Vec<Outlook> =
            slips.iter().filter_map(|mode| self.outlook(at, mode)).collect();
        let may_stick = |k: usize| self.phases.arguments[k].unknown.is_some();
        let mut mode = all(&|k| if may_stick(k) { Phase::Sticks } else { sides[k] });
        for _ in 0..MOST_CHANGES {
            let Some(outlook) = self.solved(at, &mode) else { break };
            seen.push(outlook.clone());
            let time = at.span.abs();
            let measures = measures(&seen, (vanishing, sizes), time);
            let mut pairs = vanishing.iter().zip(&measures);
            let Some((&k, _)) = pairs.find(|&(&k, &m)| !self.agrees(&outlook, k, m, time)) else {
                break;
            };
            mode[k] = match mode[k] {
                Phase::Slips(_) if may_stick(k) => Phase::Sticks,
                Phase::Slips(side) => Phase::Slips(-side),
                _ => Phase::Slips(if outlook.s[k][0] < 0.0 { -1.0 } else { 1.0 }),
            };
        }
        seen
    }

    /// What follows in a mode; where arguments that stick depend on each other, some join others.
    fn solved<T: Numeral>(&self, at: &Moment<T>, mode: &Mode) -> Option<Outlook> {
        let is_solved = |o: &Outlook| o.s.iter().all(|s| s[0].abs() < SINGULAR);
        let sticking: Vec<usize> = (0..mode.len()).filter(|&k| mode[k] == Phase::Sticks).collect();
        if let Some(outlook) = self.outlook(at, mode).filter(is_solved) {
            return Some(outlook);
        }
        for (i, &k) in sticking.iter().enumerate().rev() {
            for &leader in &sticking[..i] {
                let Some(sign) = self.shared(at, mode, (k, leader)) else { continue };
                let mut joined = mode.clone();
                joined[k] = Phase::Joins(leader, sign);
                if let Some(outlook) = self.solved(at, &joined) {
                    return Some(outlook);
                }
            }
        }
        None
    }

    /// The sign with which argument k moves as a leader does when that one is pushed; none where it does not move.
    fn shared<T: Numeral>(
        &self,
        at: &Moment<T>,
        mode: &Mode,
        (k, leader): (usize, usize),
    ) -> Option<f64> {
        let slope = |side: f64| {
            let mut free = mode.clone();
            free.iter_mut()
                .filter(|p| !matches!(p, Phase::Slips(_)))
                .for_each(|p| *p = Phase::Slips(0.0));
            free[leader] = Phase::Slips(side);
            let outlook = self.outlook(at, &free)?;
            let depth = |k: usize| self.phases.arguments[k].unknown.map_or(1, |(_, d)| d);
            Some([outlook.u[k][depth(k)], outlook.u[leader][depth(leader)]])
        };
        let (above, below) = (slope(1.0)?, slope(-1.0)?);
        let [own, leads] = [above[0] - below[0], above[1] - below[1]];
        (own.abs() > ROUNDING * leads.abs()).then(|| (own * leads).signum())
    }

    /// Conditions (1) and (2) for one argument that vanishes.
    fn agrees(&self, outlook: &Outlook, k: usize, measure: Measure, time: f64) -> bool {
        let argument = &self.phases.arguments[k];
        match outlook.mode[k] {
            Phase::Slips(side) => {
                let lead = side * measure.lead(&outlook.u[k], 1);
                lead > 0.0 || (lead == 0.0 && !argument.jumps) // (1)
            }
            Phase::Sticks | Phase::Joins(..) => {
                let s = &outlook.s[k];
                let side = if s[0] < 0.0 { -1.0 } else { 1.0 };
                let mut left = s.map(|c| -side * c);
                left[0] += 1.0;
                let mut all = s.map(f64::abs);
                all[0] = all[0].max(1.0);
                let stays = measure.lead(&outlook.u[k], 1) == 0.0;
                stays && Measure::new(&all, 0, (time, 0.0)).lead(&left, 0) >= 0.0 // (2)
            }
        }
    }
}

/// A time on the first piece of a run with these corners of tables.
pub(super) fn ahead(bends: &[f64], (from, to): (f64, f64)) -> f64 {
    (from + bends.first().copied().unwrap_or(to)) / 2.0
}

/// A mode with another phase of one argument.
fn with_phase(mode: &Mode, k: usize, phase: Phase) -> Mode {
    let mut mode = mode.clone();
    mode[k] = phase;
    mode
}

/// The measures of arguments that vanish, by what follows in some modes.
fn measures(
    outlooks: &[Outlook],
    (vanishing, sizes): (&[usize], &[f64]),
    time: f64,
) -> Vec<Measure> {
    let measure = |&k: &usize| {
        let all = largest(outlooks.iter().map(|o| &o.u[k]));
        Measure::new(&all, 1, (time, ZERO * sizes[k]))
    };
    vanishing.iter().map(measure).collect()
}

/// Are these one motion?
fn are_alike(a: &Outlook, b: &Outlook) -> bool {
    a.rates.iter().zip(&b.rates).all(|(a, b)| {
        let most = a.iter().chain(b).fold(0.0, |most: f64, x| most.max(x.abs()));
        a.iter().zip(b).all(|(a, b)| (a - b).abs() <= ROUNDING * most)
    })
}
