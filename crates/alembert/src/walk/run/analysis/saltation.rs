//! What neighbouring motions do where the equations of motion have a kink or a jump.
//!
//! They arrive earlier or later than the motion that is followed. With the rates f⁻ before u = 0 and f⁺ behind it,
//!
//! ```text
//! V⁺ = (1 + (f⁺ − f⁻) ∇u/u̇⁻) V,     u̇ = ∂u/∂t + ∇u f                                    (1)
//! ```
//!
//! Where only slopes jump, f⁺ = f⁻, and V stays. Where u̇⁺ leads back to u = 0, as where dry friction holds a body,
//! the motion stays there, and neighbouring motions join it: there is no (1). Source: \[Mueller1995\].

use alembert_flow::{FieldError, Stop, VectorField};

use super::switches::sign;
use super::{Leg, Pieces};

/// A zero is near when it is reached in this part of the time.
const NEAR: f64 = 1e-9;

/// The rates, and the arguments with their rates and slopes.
struct Slopes {
    f: Vec<f64>,
    u: Vec<f64>,
    rates: Vec<f64>,
    /// By time and by the state, row by row.
    slopes: Vec<f64>,
}

impl Slopes {
    fn at(leg: &Leg, (t, x): (f64, &[f64])) -> Result<Self, FieldError> {
        let (n, count) = (x.len(), leg.field.watches());
        let (mut f, mut u) = (vec![0.0; n], vec![0.0; count]);
        let mut slopes = vec![0.0; count * (n + 1)];
        leg.field.rate(t, x, &mut f)?;
        leg.field.watch(t, x, &mut u)?;
        leg.field.watched_slopes((t, x), &mut slopes)?;
        let rate = |row: &[f64]| row[0] + row[1..].iter().zip(&f).map(|(a, b)| a * b).sum::<f64>();
        let rates = slopes.chunks(n + 1).map(rate).collect();
        Ok(Self { f, u, rates, slopes })
    }

    /// Is argument k zero, as far as can be told in so long a time?
    fn vanishes(&self, k: usize, time: f64) -> bool {
        self.u[k].abs() <= NEAR * (self.rates[k] * time).abs()
    }
}

impl Pieces<'_> {
    /// The set of signs with which the motion begins. At a zero it is the one that the motion goes to.
    pub(super) fn begin_with_signs(&self, (t, x): (f64, &[f64])) -> Result<(), Stop> {
        for k in 0..self.legs.switches() {
            let here = self.slopes((t, x))?;
            let (plus, minus) = (self.legs.set() & !(1 << k), self.legs.set() | 1 << k);
            if here.u[k] == 0.0 || here.vanishes(k, self.time()) {
                let goes = |set: usize| -> Result<bool, Stop> {
                    self.legs.choose(set)?;
                    Ok(self.slopes((t, x))?.rates[k] * sign(set, k) > 0.0)
                };
                if !goes(plus)? && !goes(minus)? {
                    return Err(self.holds(k, t));
                }
            } else if here.u[k] < 0.0 {
                self.legs.choose(minus)?;
            }
        }
        Ok(())
    }

    /// Goes through u = 0, equation (1). Where u only touches zero nothing changes.
    pub(super) fn switch(&self, (t, x): (f64, &[f64]), V: &mut [f64]) -> Result<(), Stop> {
        let (before, old) = (self.slopes((t, x))?, self.legs.set());
        let turns =
            |k: &usize| before.vanishes(*k, self.time()) && before.rates[*k] * sign(old, *k) < 0.0;
        let turned: Vec<usize> = (0..self.legs.switches()).filter(turns).collect();
        let Some(&first) = turned.first() else { return Ok(()) };
        let new = turned.iter().fold(old, |set, k| set ^ 1 << k);
        self.legs.choose(new)?;
        let after = self.slopes((t, x))?;
        if let Some(&k) = turned.iter().find(|&&k| after.rates[k] * sign(new, k) <= 0.0) {
            return Err(self.holds(k, t));
        }
        let (n, columns) = (x.len(), V.len() / x.len().max(1));
        let slopes = &before.slopes[first * (n + 1) + 1..][..n];
        for c in 0..columns {
            let along: f64 = (0..n).map(|i| slopes[i] * V[i * columns + c]).sum();
            for i in 0..n {
                V[i * columns + c] += (after.f[i] - before.f[i]) * along / before.rates[first]; // (1)
            }
        }
        Ok(())
    }

    fn slopes(&self, (t, x): (f64, &[f64])) -> Result<Slopes, Stop> {
        Slopes::at(self.leg(t), (t, x)).map_err(|error| Stop::Field { t, error })
    }

    /// The time of the whole motion.
    fn time(&self) -> f64 {
        (self.ready.span.1 - self.ready.span.0).abs()
    }

    /// Notes that the motion stays at a zero of an argument.
    fn holds(&self, argument: usize, t: f64) -> Stop {
        self.held.set(Some((argument, t)));
        Stop::StepToZero { t, h: 0.0 }
    }
}
