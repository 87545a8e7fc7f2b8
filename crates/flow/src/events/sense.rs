//! How much round-off of the state moves the watched quantities, equation (2) of the module above.

use crate::method::{Method, Point};
use crate::number::{Number, float, nearest, round_off};

/// The part of the scale by which the state is moved.
const PART: f64 = 1.0 / 1_048_576.0;

/// Round-off units of one step that count as zero.
const UNITS: f64 = 16.0;

/// Round-off units that count as zero for each root of the number of steps.
const GROWTH: f64 = 1.0;

/// The round-off of each watched quantity.
#[derive(Debug, Clone)]
pub(crate) struct Sense<R: Number> {
    x: Vec<R>,
    here: Vec<R>,
    there: Vec<R>,
    pub noise: Vec<f64>,
}

impl<R: Number> Default for Sense<R> {
    fn default() -> Self {
        Sense { x: Vec::new(), here: Vec::new(), there: Vec::new(), noise: Vec::new() }
    }
}

impl<R: Number> Sense<R> {
    /// Equation (2). Where a quantity has no value nearby, nothing is added to its round-off.
    pub(crate) fn update(&mut self, method: &dyn Method<R>, at: Point<'_, R>, steps: u64) {
        let zero = R::from(0.0);
        self.noise.resize(method.watches(), 0.0);
        self.here.resize(method.watches(), zero);
        self.there.resize(method.watches(), zero);
        self.x.clear();
        self.x.extend(at.x.iter().enumerate().map(|(i, &x)| {
            let scale = at.scales[i].max(nearest(x).abs());
            x + R::from(PART * scale * direction(i))
        }));
        let known = method.watch(at.t, at.x, &mut self.here).is_ok()
            && method.watch(at.t, &self.x, &mut self.there).is_ok();
        let units = UNITS + GROWTH * count(steps).sqrt();
        for j in 0..self.noise.len() {
            let change = nearest(self.there[j] - self.here[j]).abs();
            let is_known = known && change.is_finite();
            self.noise[j] = if is_known { units * round_off::<R>() * change / PART } else { 0.0 };
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of steps stay far below 2⁵³")]
fn count(steps: u64) -> f64 {
    steps as f64
}

/// Directions that no simple difference of components cancels: 1, −0.77, 0.59 …
fn direction(i: usize) -> f64 {
    let size = 1.0 - 0.23 * float(i % 4) - 0.01 * float(i % 7);
    if i.is_multiple_of(2) { size } else { -size }
}
