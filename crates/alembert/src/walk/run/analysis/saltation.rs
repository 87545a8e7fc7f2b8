//! What neighbouring motions do where the equations of motion have a kink or a jump.
//!
//! They arrive earlier or later than the motion that is followed. With the rates f⁻ before u = 0 and f⁺ behind it,
//!
//! ```text
//! V⁺ = (1 + (f⁺ − f⁻) ∇u/u̇⁻) V,     u̇ = ∂u/∂t + ∇u f                                    (1)
//! ```
//!
//! Where only slopes jump, f⁺ = f⁻, and V stays. Several zeros at one moment are gone through one after another,
//! each by (1) with the rates before it. A neighbour may meet them in another order: where that gives another V
//! there is no derivative. Where u̇⁻ and u̇⁺ both lead to u = 0, as where dry friction holds a body, the motion
//! stays there, and neighbouring motions join it: there is no (1). Source: \[Mueller1995\].

use alembert_flow::{FieldError, Stop, VectorField};

use super::switches::sign;
use super::{Leg, Pieces};

/// A zero is near when it is reached in this part of the time.
const NEAR: f64 = 1e-9;
/// The part of its terms below which a sum is round-off.
const ROUND_OFF: f64 = 1e-12;
/// The part of the time after which a motion has left a zero at which it begins.
const SHORT: f64 = 1e-6;
/// The difference of two V, as a part of the largest entry, that makes them different.
const DIFFERENT: f64 = 1e-8;
/// More zeros at one moment than these are not gone through.
const MOST_AT_ONCE: usize = 4;

/// Why neighbouring motions cannot be led on; each with the argument that it is about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Obstacle {
    /// The motion stays at its zero.
    Holds(usize),
    /// The motion begins at its zero, and could go to either side.
    Parts(usize),
    /// The motion is at its zero, and its rates do not say where it goes.
    Rests(usize),
    /// Another argument vanishes at the same moment, and it matters which is first.
    Meets(usize),
    /// Its sign is not the one with which the motion was followed.
    Contradicts(usize),
}

impl Obstacle {
    /// A sentence, with arguments as `written` and the moment.
    pub(super) fn said(self, written: impl Fn(usize) -> String, moment: &str) -> String {
        match self {
            Self::Holds(k) => format!(
                "the motion stays where `{}` = 0 from t = {moment} on, as a body that dry friction holds: \
                 neighbouring motions join it, and there is no rate at which they part",
                written(k)
            ),
            Self::Parts(k) => format!(
                "at t = {moment} `{}` = 0, and the equations allow motions to either side",
                written(k)
            ),
            Self::Rests(k) => format!(
                "at t = {moment} `{}` = 0, and its rates do not say to which side the motion goes; other initial \
                 values may",
                written(k)
            ),
            Self::Meets(k) => format!(
                "at t = {moment} `{}` and another argument of `abs` or `sign` vanish together: neighbouring motions \
                 meet them in different orders, and then go on differently",
                written(k)
            ),
            Self::Contradicts(k) => format!(
                "at t = {moment} `{}` has another sign than the motion was followed with: it changed where no \
                 zero was found",
                written(k)
            ),
        }
    }
}

/// The rates, and the arguments with their rates and slopes.
struct Slopes {
    f: Vec<f64>,
    u: Vec<f64>,
    /// u̇; 0 where it is round-off.
    rates: Vec<f64>,
    /// By time and by the state, row by row.
    slopes: Vec<f64>,
    /// The size of the terms of each argument, as far as slopes tell.
    sizes: Vec<f64>,
}

impl Slopes {
    fn at(leg: &Leg, (t, x): (f64, &[f64])) -> Result<Self, FieldError> {
        let (n, count) = (x.len(), leg.field.watches());
        let (mut f, mut u) = (vec![0.0; n], vec![0.0; count]);
        let mut slopes = vec![0.0; count * (n + 1)];
        leg.field.rate(t, x, &mut f)?;
        leg.field.watch(t, x, &mut u)?;
        leg.field.watched_slopes((t, x), &mut slopes)?;
        let terms = |row: &[f64]| -> Vec<f64> {
            row[1..].iter().zip(&f).map(|(a, b)| a * b).chain([row[0]]).collect()
        };
        let rate = |row: &[f64]| {
            let (sum, size) = terms(row).iter().fold((0.0, 0.0), |(s, z), a| (s + a, z + a.abs()));
            if sum.abs() <= ROUND_OFF * size { 0.0 } else { sum }
        };
        let size = |row: &[f64]| {
            row[1..].iter().zip(x).map(|(a, b)| (a * b).abs()).sum::<f64>() + (row[0] * t).abs()
        };
        let rates = slopes.chunks(n + 1).map(rate).collect();
        let sizes = slopes.chunks(n + 1).map(size).collect();
        Ok(Self { f, u, rates, slopes, sizes })
    }

    /// Is argument k zero, as far as can be told in so long a time?
    fn vanishes(&self, k: usize, time: f64) -> bool {
        self.u[k].abs() <= NEAR * (self.rates[k] * time).abs()
    }

    /// ∂u/∂t and ∇u of argument k.
    fn row(&self, k: usize) -> &[f64] {
        let width = self.f.len() + 1;
        &self.slopes[k * width..(k + 1) * width]
    }

    /// Do two arguments vanish on the same surface?
    fn is_same(&self, k: usize, l: usize) -> bool {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (a, b) = (self.row(k), self.row(l));
        dot(a, b).powi(2) >= (1.0 - ROUND_OFF) * dot(a, a) * dot(b, b)
    }
}

/// A set of signs with which a motion may begin, and the arguments that vanish there.
struct Candidate {
    set: usize,
    zeros: Vec<usize>,
}

impl Pieces<'_> {
    /// The set of signs with which the motion begins. At a zero it is the one that the motion goes to.
    pub(super) fn begin_with_signs(&self, at: (f64, &[f64])) -> Result<(), Stop> {
        let candidates = self.candidates(at)?;
        let mut found: Vec<&Candidate> = Vec::new();
        let mut inwards = Vec::new();
        for candidate in &candidates {
            let mut is_left = true;
            for &k in &candidate.zeros {
                let leaves = self.direction(candidate.set, k, at)? * sign(candidate.set, k);
                is_left &= leaves > 0.0;
                if leaves < 0.0 {
                    inwards.push((candidate.set, k));
                }
            }
            if is_left {
                found.push(candidate);
            }
        }
        let obstacle = match found[..] {
            [one] => return self.legs.choose(one.set),
            [] => {
                let both = inwards.iter().find(|(set, k)| inwards.contains(&(set ^ 1 << k, *k)));
                let any = candidates.iter().find_map(|c| c.zeros.first());
                both.map_or(Obstacle::Rests(any.copied().unwrap_or(0)), |(_, k)| {
                    Obstacle::Holds(*k)
                })
            }
            [one, other, ..] => Obstacle::Parts((one.set ^ other.set).trailing_zeros() as usize),
        };
        Err(self.stopped(obstacle, at.0))
    }

    /// All sets that agree with the arguments, both signs at each zero. An argument depends on the signs of those
    /// inside of it, which come first, and on no others.
    fn candidates(&self, at: (f64, &[f64])) -> Result<Vec<Candidate>, Stop> {
        let mut candidates = vec![Candidate { set: 0, zeros: Vec::new() }];
        for k in 0..self.legs.switches() {
            let mut others = Vec::new();
            for candidate in &mut candidates {
                self.legs.choose(candidate.set)?;
                let here = self.slopes(at)?;
                if here.u[k].abs() <= ROUND_OFF * here.sizes[k] {
                    candidate.zeros.push(k);
                    let zeros = candidate.zeros.clone();
                    others.push(Candidate { set: candidate.set | 1 << k, zeros });
                } else if here.u[k] < 0.0 {
                    candidate.set |= 1 << k;
                }
            }
            candidates.extend(others);
        }
        Ok(candidates)
    }

    /// u̇ with a set of signs, or where it vanishes a short time later.
    fn direction(&self, set: usize, k: usize, (t, x): (f64, &[f64])) -> Result<f64, Stop> {
        self.legs.choose(set)?;
        let here = self.slopes((t, x))?;
        if here.rates[k] != 0.0 {
            return Ok(here.rates[k]);
        }
        let h = SHORT * self.time();
        let later: Vec<f64> = x.iter().zip(&here.f).map(|(x, f)| x + h * f).collect();
        Ok(self.slopes((t + h, &later))?.rates[k])
    }

    /// Goes through u = 0, equation (1). Where u only touches zero nothing changes.
    pub(super) fn switch(&self, at: (f64, &[f64]), V: &mut [f64]) -> Result<(), Stop> {
        let (jumps, old) = (self.jumps(at)?, self.legs.set());
        if jumps.len() > MOST_AT_ONCE {
            return Err(self.stopped(Obstacle::Meets(jumps[0][0]), at.0));
        }
        let mut led: Option<Vec<f64>> = None;
        for order in orders(jumps.len()) {
            self.legs.choose(old)?;
            let mut W = V.to_vec();
            for jump in order {
                self.jump(at, &jumps[jump], &mut W)?;
            }
            if led.as_ref().is_some_and(|V| are_different(V, &W)) {
                return Err(self.stopped(Obstacle::Meets(jumps[0][0]), at.0));
            }
            led = Some(W);
        }
        led.iter().for_each(|W| V.copy_from_slice(W));
        Ok(())
    }

    /// The arguments that change their signs here, those of one surface together.
    fn jumps(&self, at: (f64, &[f64])) -> Result<Vec<Vec<usize>>, Stop> {
        let (here, set) = (self.slopes(at)?, self.legs.set());
        let mut jumps: Vec<Vec<usize>> = Vec::new();
        for k in 0..self.legs.switches() {
            if here.vanishes(k, self.time()) && here.rates[k] * sign(set, k) < 0.0 {
                match jumps.iter_mut().find(|jump| here.is_same(jump[0], k)) {
                    Some(jump) => jump.push(k),
                    None => jumps.push(vec![k]),
                }
            }
        }
        Ok(jumps)
    }

    /// Equation (1) at one surface.
    fn jump(&self, at: (f64, &[f64]), jump: &[usize], V: &mut [f64]) -> Result<(), Stop> {
        let (before, old, first) = (self.slopes(at)?, self.legs.set(), jump[0]);
        if before.rates[first] * sign(old, first) >= 0.0 {
            return Err(self.stopped(Obstacle::Meets(first), at.0));
        }
        let new = jump.iter().fold(old, |set, k| set ^ 1 << k);
        self.legs.choose(new)?;
        let after = self.slopes(at)?;
        for &k in jump {
            match after.rates[k] * sign(new, k) {
                leaves if leaves > 0.0 => {}
                0.0 => return Err(self.stopped(Obstacle::Rests(k), at.0)),
                _ => return Err(self.stopped(Obstacle::Holds(k), at.0)),
            }
        }
        let (n, columns) = (before.f.len(), V.len() / before.f.len().max(1));
        let slopes = &before.row(first)[1..];
        for c in 0..columns {
            let along: f64 = (0..n).map(|i| slopes[i] * V[i * columns + c]).sum();
            for i in 0..n {
                V[i * columns + c] += (after.f[i] - before.f[i]) * along / before.rates[first]; // (1)
            }
        }
        Ok(())
    }

    /// Do the signs agree with the arguments?
    pub(super) fn check_signs(&self, at: (f64, &[f64])) -> Result<(), Stop> {
        if self.legs.switches() == 0 {
            return Ok(());
        }
        let (here, set) = (self.slopes(at)?, self.legs.set());
        let is_wrong = |k: &usize| {
            let near = here.vanishes(*k, self.time()) || here.u[*k].abs() <= NEAR * here.sizes[*k];
            here.u[*k] * sign(set, *k) < 0.0 && !near
        };
        let wrong = (0..self.legs.switches()).find(is_wrong);
        wrong.map_or(Ok(()), |k| Err(self.stopped(Obstacle::Contradicts(k), at.0)))
    }

    fn slopes(&self, (t, x): (f64, &[f64])) -> Result<Slopes, Stop> {
        Slopes::at(self.leg(t), (t, x)).map_err(|error| Stop::Field { t, error })
    }

    /// The time of the whole motion.
    fn time(&self) -> f64 {
        (self.ready.span.1 - self.ready.span.0).abs()
    }

    /// Notes why the motion cannot be led on.
    fn stopped(&self, obstacle: Obstacle, t: f64) -> Stop {
        self.obstacle.set(Some((obstacle, t)));
        Stop::StepToZero { t, h: 0.0 }
    }
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let with_last = |order: Vec<usize>| {
        (0..count).map(move |place| {
            let mut order = order.clone();
            order.insert(place, last);
            order
        })
    };
    orders(last).into_iter().flat_map(with_last).collect()
}

fn are_different(V: &[f64], W: &[f64]) -> bool {
    let largest = V.iter().chain(W).fold(0.0, |most: f64, v| most.max(v.abs()));
    V.iter().zip(W).any(|(v, w)| (v - w).abs() > DIFFERENT * largest)
}
