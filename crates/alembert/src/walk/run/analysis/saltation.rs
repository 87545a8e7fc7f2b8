//! What neighbouring motions do where the equations of motion have a kink or a jump.
//!
//! V = ∂x/∂θ, where θ are initial values, or quantities of which what is fixed depends as p(θ). At u(t, x, p) = 0
//! neighbours arrive later than the motion that is followed by
//!
//! ```text
//! dt = −(∇u V + ∂u/∂p dp/dθ)/u̇⁻,     u̇ = ∂u/∂t + ∇u f                                     (1)
//! ```
//!
//! With the rates f⁻ before u = 0 and f⁺ behind it, and with the map R of states onto the constraints behind it
//! ([`reset`](super::reset)), they are at x + V + f⁻ dt when they arrive, R leads them on, and they had f⁺ for a time
//! that is shorter by dt:
//!
//! ```text
//! V⁺ = R'(0, V, dp/dθ) + (R'(1, f⁻, 0) − f⁺) dt                                          (2)
//! ```
//!
//! R' is the derivative along a direction of (t, x, p). Where constraints do not jump R changes nothing, and
//! V⁺ = V + (f⁻ − f⁺) dt. Where only slopes jump, f⁺ = f⁻, and V stays. At a corner of a table time is given, dt = 0.
//!
//! Several zeros at one moment are gone through one after another, each by (2) with the rates before it. A neighbour
//! may meet them in another order: where that gives another V there is no derivative. Where u̇⁻ and u̇⁺ both lead to
//! u = 0, as where dry friction holds a body, the motion stays there, and neighbouring motions join it: there is no
//! (2). Source: \[Mueller1995\], where R and p are absent.

use std::cell::Cell;

use alembert_flow::Stop;
use alembert_kernel::{KernelError, Program, Workspace};

use super::legs::Legs;
use super::obstacle::Obstacle;
use super::reset::Direction;
use super::slopes::{ROUND_OFF, Slopes};
use super::switches::sign;
use super::{Leg, Ready};
use crate::walk::run::field::said;
use crate::walk::run::told::moment;

/// The part of the time after which a motion has left a zero at which it begins.
const SHORT: f64 = 1e-6;
/// The difference of two V, as a part of the largest entry, that makes them different.
const DIFFERENT: f64 = 1e-8;
/// More zeros at one moment than these are not gone through.
const MOST_AT_ONCE: usize = 4;

/// A motion that is led through the zeros of arguments of `abs` and `sign`.
pub(super) struct Switching<'a> {
    pub(super) ready: &'a Ready<'a>,
    pub(super) legs: &'a Legs<'a>,
    /// dp/dθ for each column of V; empty where only the start changes.
    changes: &'a [Vec<f64>],
    /// Why neighbouring motions cannot be led on, and when.
    obstacle: Cell<Option<(Obstacle, f64)>>,
}

/// A set of signs with which a motion may begin, and the arguments that vanish there.
struct Candidate {
    set: usize,
    zeros: Vec<usize>,
}

/// A state, and V beside it.
#[derive(Clone)]
pub(super) struct Neighbours {
    pub(super) x: Vec<f64>,
    pub(super) V: Vec<f64>,
}

impl Neighbours {
    pub(super) fn columns(&self) -> usize {
        self.V.len() / self.x.len().max(1)
    }

    /// Column c of V.
    pub(super) fn column(&self, c: usize) -> Vec<f64> {
        self.V.iter().skip(c).step_by(self.columns()).copied().collect()
    }
}

impl<'a> Switching<'a> {
    pub(super) fn new(ready: &'a Ready<'a>, legs: &'a Legs<'a>, changes: &'a [Vec<f64>]) -> Self {
        Self { ready, legs, changes, obstacle: Cell::new(None) }
    }

    pub(super) fn leg(&self, t: f64) -> &Leg {
        let holds = |leg: &&Leg| (leg.end - t) * self.heading() > 0.0;
        let legs = self.legs.now();
        legs.iter().find(holds).or(legs.last()).expect("there is a leg")
    }

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

    /// The same where V is not free: neighbours of a motion that begins at a zero must not begin on either side.
    pub(super) fn begin_with_neighbours(&self, t: f64, at: &Neighbours) -> Result<(), Stop> {
        self.begin_with_signs((t, &at.x))?;
        let here = self.slopes((t, &at.x))?;
        let zeros = (0..here.u.len()).filter(|&k| here.u[k].abs() <= ROUND_OFF * here.sizes[k]);
        for k in zeros {
            if self.moves((t, at), (&here, k))? && self.rates_differ(k, (t, &at.x))? {
                return Err(self.stopped(Obstacle::Begins(k), t));
            }
        }
        Ok(())
    }

    /// Do neighbours meet argument k at another time?
    fn moves(&self, at: (f64, &Neighbours), (here, k): (&Slopes, usize)) -> Result<bool, Stop> {
        let largest = |list: &[f64]| list.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        let most = largest(&here.row(k)[1..]) * largest(&at.1.V);
        Ok(self.moved(at, (here, k))?.iter().any(|du| du.abs() > DIFFERENT * most))
    }

    /// Do rates jump with sign k at a state?
    fn rates_differ(&self, k: usize, at: (f64, &[f64])) -> Result<bool, Stop> {
        let (here, set) = (self.slopes(at)?, self.legs.set());
        self.legs.choose(set ^ 1 << k)?;
        let other = self.slopes(at);
        self.legs.choose(set)?;
        Ok(are_different(&here.f, &other?.f))
    }

    /// An argument touched zero and turned back.
    pub(super) fn touch(&self, k: usize, at: (f64, &[f64])) -> Result<(), Stop> {
        match self.rates_differ(k, at)? {
            true => Err(self.stopped(Obstacle::Touches(k), at.0)),
            false => Ok(()),
        }
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

    /// u̇ in the direction of the run with a set of signs, or where it vanishes a short time later.
    fn direction(&self, set: usize, k: usize, (t, x): (f64, &[f64])) -> Result<f64, Stop> {
        self.legs.choose(set)?;
        let here = self.slopes((t, x))?;
        if here.rates[k] != 0.0 {
            return Ok(here.rates[k] * self.heading());
        }
        let h = SHORT * self.time() * self.heading();
        let later: Vec<f64> = x.iter().zip(&here.f).map(|(x, f)| x + h * f).collect();
        Ok(self.slopes((t + h, &later))?.rates[k] * self.heading())
    }

    /// Goes through u = 0, equation (2). Where u only touches zero nothing changes.
    pub(super) fn switch(&self, t: f64, at: &mut Neighbours) -> Result<(), Stop> {
        let (jumps, old) = (self.jumps((t, &at.x))?, self.legs.set());
        if jumps.len() > MOST_AT_ONCE {
            return Err(self.stopped(Obstacle::Meets(jumps[0][0]), t));
        }
        let mut led: Option<Neighbours> = None;
        for order in orders(jumps.len()) {
            self.legs.choose(old)?;
            let mut way = at.clone();
            for jump in order {
                self.jump(t, &jumps[jump], &mut way)?;
            }
            if led.as_ref().is_some_and(|other| are_different(&other.V, &way.V)) {
                return Err(self.stopped(Obstacle::Meets(jumps[0][0]), t));
            }
            led = Some(way);
        }
        *at = led.expect("there is an order");
        Ok(())
    }

    /// The arguments that change their signs here, those of one surface together.
    fn jumps(&self, at: (f64, &[f64])) -> Result<Vec<Vec<usize>>, Stop> {
        let (here, set) = (self.slopes(at)?, self.legs.set());
        let mut jumps: Vec<Vec<usize>> = Vec::new();
        for k in 0..self.legs.switches() {
            let leaves = here.rates[k] * sign(set, k) * self.heading();
            if here.vanishes(k, self.time()) && leaves < 0.0 {
                match jumps.iter_mut().find(|jump| here.is_same(jump[0], k)) {
                    Some(jump) => jump.push(k),
                    None => jumps.push(vec![k]),
                }
            }
        }
        Ok(jumps)
    }

    /// Equations (1) and (2) at one surface.
    fn jump(&self, t: f64, jump: &[usize], at: &mut Neighbours) -> Result<(), Stop> {
        let (before, old, first) = (self.slopes((t, &at.x))?, self.legs.set(), jump[0]);
        if before.rates[first] * sign(old, first) * self.heading() >= 0.0 {
            return Err(self.stopped(Obstacle::Meets(first), t));
        }
        let late = |k: usize| -> Result<Vec<f64>, Stop> {
            let moved = self.moved((t, at), (&before, k))?;
            Ok(moved.iter().map(|du| -du / before.rates[k]).collect()) // (1)
        };
        let dt = late(first)?;
        for &k in &jump[1..] {
            if are_different(&dt, &late(k)?) {
                return Err(self.stopped(Obstacle::Meets(k), t));
            }
        }
        let new = jump.iter().fold(old, |set, k| set ^ 1 << k);
        self.legs.choose(new)?;
        let mut directions = self.directions(at);
        directions.push(Direction { dt: 1.0, dx: before.f.clone(), dp: &[] });
        let moves = self.legs.signs_move_constraints();
        let (x, mut led) = self.reset((t, &at.x), moves, directions)?;
        let carried = led.pop().expect("the direction of the motion");
        let after = self.slopes((t, &x))?;
        self.check_leaving(t, jump, &after)?;
        let columns = at.columns();
        for (c, led) in led.iter().enumerate() {
            for i in 0..x.len() {
                at.V[i * columns + c] = led[i] + (carried[i] - after.f[i]) * dt[c]; // (2)
            }
        }
        at.x = x;
        Ok(())
    }

    /// Does the motion go to the side of the signs that are chosen?
    fn check_leaving(&self, t: f64, jump: &[usize], after: &Slopes) -> Result<(), Stop> {
        for &k in jump {
            match after.rates[k] * sign(self.legs.set(), k) * self.heading() {
                leaves if leaves > 0.0 => {}
                0.0 => return Err(self.stopped(Obstacle::Rests(k), t)),
                _ => return Err(self.stopped(Obstacle::Holds(k), t)),
            }
        }
        Ok(())
    }

    /// Equation (2) at the corner of a table, where time is given; the leg that begins there is the one after it.
    /// Signs that change at the same moment for all neighbours change with it.
    pub(super) fn corner(&self, t: f64, at: &mut Neighbours) -> Result<(), Stop> {
        self.check_corner(t, at)?;
        let turned = self.jumps((t, &at.x))?.concat();
        self.legs.choose(turned.iter().fold(self.legs.set(), |set, k| set ^ 1 << k))?;
        let by_signs = !turned.is_empty() && self.legs.signs_move_constraints();
        let moves = self.ready.tables_move_constraints() || by_signs;
        let (x, led) = self.reset((t, &at.x), moves, self.directions(at))?;
        self.check_leaving(t, &turned, &self.slopes((t, &x))?)?;
        let columns = at.columns();
        for (c, led) in led.iter().enumerate() {
            (0..x.len()).for_each(|i| at.V[i * columns + c] = led[i]); // (2)
        }
        at.x = x;
        Ok(())
    }

    /// Neighbours must not meet a zero and a corner in different orders.
    fn check_corner(&self, t: f64, at: &Neighbours) -> Result<(), Stop> {
        let here = self.slopes((t, &at.x))?;
        for k in (0..here.u.len()).filter(|&k| here.rates[k] != 0.0) {
            if here.vanishes(k, self.time()) && self.moves((t, at), (&here, k))? {
                return Err(self.stopped(Obstacle::Corner(k), t));
            }
        }
        Ok(())
    }

    /// Where neighbours are: the directions of the columns of V.
    fn directions(&self, at: &Neighbours) -> Vec<Direction<'_>> {
        let dp = |c: usize| self.changes.get(c).map_or(&[][..], |dp| dp);
        let direction = |c| Direction { dt: 0.0, dx: at.column(c), dp: dp(c) };
        (0..at.columns()).map(direction).collect()
    }

    /// ∇u V + ∂u/∂p dp/dθ of argument k, for each column.
    fn moved(
        &self,
        (t, at): (f64, &Neighbours),
        (here, k): (&Slopes, usize),
    ) -> Result<Vec<f64>, Stop> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let along = |c: usize| dot(&here.row(k)[1..], &at.column(c));
        let mut moved: Vec<f64> = (0..at.columns()).map(along).collect();
        if !self.changes.is_empty() {
            let failed = |error| Stop::Field { t, error: said(&error) };
            let slopes = self.slopes_by_fixed((t, &at.x), k).map_err(failed)?;
            moved.iter_mut().zip(self.changes).for_each(|(du, dp)| *du += dot(&slopes, dp));
        }
        Ok(moved)
    }

    /// ∂u/∂p of argument k.
    fn slopes_by_fixed(&self, (t, x): (f64, &[f64]), k: usize) -> Result<Vec<f64>, KernelError> {
        let (lowered, fixed) = (&self.ready.lowered, &self.leg(t).fixed);
        let (moving, place) = (lowered.moving, lowered.moving - 1 + k);
        let inputs = moving + fixed.len();
        let kernel = Program::new(&lowered.tape, inputs, &[place]).bind::<f64>(&[])?;
        let mut slopes = vec![0.0; fixed.len()];
        let at = [&[t], x, fixed].concat();
        kernel.jacobian(&mut Workspace::default(), &at, moving..inputs, &mut slopes)?;
        Ok(slopes)
    }

    /// Do the signs agree with the arguments?
    pub(super) fn check_signs(&self, at: (f64, &[f64])) -> Result<(), Stop> {
        if self.legs.switches() == 0 {
            return Ok(());
        }
        let (here, set) = (self.slopes(at)?, self.legs.set());
        let is_wrong = |k: &usize| {
            let near = here.vanishes(*k, self.time()) || here.is_small(*k);
            here.u[*k] * sign(set, *k) < 0.0 && !near
        };
        let wrong = (0..self.legs.switches()).find(is_wrong);
        wrong.map_or(Ok(()), |k| Err(self.stopped(Obstacle::Contradicts(k), at.0)))
    }

    /// The argument at whose zero the motion stays, near a state: rates lead there from both sides.
    pub(super) fn held(&self, at: (f64, &[f64])) -> Result<Option<usize>, Stop> {
        let own = self.candidates(at)?.first().map_or(0, |candidate| candidate.set);
        for k in 0..self.legs.switches() {
            let mut is_held = true;
            for set in [own, own ^ 1 << k] {
                self.legs.choose(set)?;
                let here = self.slopes(at)?;
                let leaves = here.rates[k] * sign(set, k) * self.heading();
                is_held &= here.vanishes(k, self.time()) && leaves < 0.0;
            }
            if is_held {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    /// An argument that vanishes near a state, where rates jump with its sign.
    pub(super) fn jumping(&self, at: (f64, &[f64])) -> Result<Option<usize>, Stop> {
        let own = self.candidates(at)?.first().map_or(0, |candidate| candidate.set);
        self.legs.choose(own)?;
        let here = self.slopes(at)?;
        for k in (0..here.u.len()).filter(|&k| here.vanishes(k, self.time())) {
            if self.rates_differ(k, at)? {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    fn slopes(&self, (t, x): (f64, &[f64])) -> Result<Slopes, Stop> {
        Slopes::at(self.leg(t), (t, x)).map_err(|error| Stop::Field { t, error })
    }

    /// The time of the whole motion.
    pub(super) fn time(&self) -> f64 {
        (self.ready.span.1 - self.ready.span.0).abs()
    }

    /// 1 for a run forwards, −1 for one backwards.
    fn heading(&self) -> f64 {
        (self.ready.span.1 - self.ready.span.0).signum()
    }

    /// Notes why the motion cannot be led on.
    pub(super) fn stopped(&self, obstacle: Obstacle, t: f64) -> Stop {
        self.obstacle.set(Some((obstacle, t)));
        Stop::StepToZero { t, h: 0.0 }
    }

    /// Before a motion is followed from its start.
    pub(super) fn forget(&self) {
        self.obstacle.set(None);
    }

    /// Why neighbouring motions end, in a sentence.
    pub(super) fn why(&self, stop: &Stop) -> String {
        match self.obstacle.get() {
            Some((obstacle, t)) => obstacle.said(|k| self.legs.written(k), &moment(t, 6)),
            None => stop.to_string(),
        }
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
