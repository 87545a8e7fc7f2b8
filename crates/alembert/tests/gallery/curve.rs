//! Values of a model along a curve, and their derivatives by central differences.
//!
//! Everything is made from values of the Lagrangian, the forces and the constraints: no symbolic
//! derivative enters. With 31 digits and a step of 10⁻⁷, first differences in the arguments have a
//! truncation error of 10⁻¹⁴ and a rounding error of 10⁻²⁵; differences of those in time, of order
//! k and with the step τ, have errors of τ² and 10⁻²⁵/τᵏ, relative to the size of the terms.

use alembert::language::Model;
use alembert::language::model::Function;
use alembert_algebra::numeric::DoubleDouble;
use alembert_algebra::tape::{Builder, Tape};
use alembert_algebra::{Expr, Kind};

type Real = DoubleDouble;

/// The step in coordinates, velocities and accelerations.
const STEP: f64 = 1e-7;
/// The step in time for derivatives of order 0, 1, 2, 3, where the two errors are about equal.
const INSTANTS: [f64; 4] = [1.0, 1e-8, 1e-6, 1e-5];
/// Derivatives of the coordinates that a tape takes: those below the fourth.
const ORDERS: u32 = 4;

/// The Lagrangian, the forces and the constraints of a model, as numbers.
pub(crate) struct Values {
    tape: Tape,
    /// The number of coordinates.
    pub(crate) n: usize,
    /// The number of constraints.
    pub(crate) m: usize,
}

/// What a tape gives: its outputs are L, then the forces, then the constraints.
#[derive(Clone, Copy)]
pub(crate) enum Output {
    /// The Lagrangian.
    Lagrangian,
    /// The force on a coordinate.
    Force(usize),
    /// A constraint.
    Constraint(usize),
}

/// A derivative of a coordinate: its order and the number of the coordinate.
pub(crate) type Jet = (usize, usize);

/// A curve through a state: the derivatives of the coordinates at a time, by order.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) t: f64,
    pub(crate) jets: Vec<Vec<f64>>,
}

impl Curve {
    /// The derivative of order `k` of coordinate `i` at `tau` after the state.
    fn jet(&self, (k, i): Jet, tau: Real) -> Real {
        let mut value = Real::ZERO;
        let mut weight = Real::ONE;
        for (j, jet) in (0u32..).zip(&self.jets[k..]) {
            value = value + weight * Real::from(jet[i]);
            weight = weight * tau / Real::from(f64::from(j + 1));
        }
        value
    }
}

impl Values {
    pub(crate) fn new(model: &Model) -> Self {
        let system = model.system().expect("the models of the gallery are sound");
        let mut inputs = vec![Expr::time()];
        for k in 0..ORDERS {
            let jet = model.coordinates.iter().map(|c| Expr::symbol(&c.name, Kind::Coordinate, k));
            inputs.extend(jet);
        }
        let mut builder = Builder::new(&inputs);
        for p in &model.parameters {
            let slot = builder.expression(p.value).expect("parameters have values");
            builder.bind(p.symbol, slot);
        }
        let mut outputs = vec![system.L()];
        outputs.extend(system.Q().iter());
        outputs.extend(system.constraints().iter().map(|c| c.phi));
        for mut formula in model.functions.iter().filter_map(Function::specification) {
            outputs = outputs.iter().map(|&e| formula.apply(e)).collect();
        }
        let slots = builder.expressions(&outputs).expect("everything has a value");
        let tape = builder.finish(slots.into_iter().map(|slot| (String::new(), slot)).collect());
        Self { tape, n: system.q().len(), m: system.constraints().len() }
    }

    /// A value on the curve, with one of the derivatives moved by itself.
    fn value(&self, output: Output, curve: &Curve, tau: Real, moved: Option<(Jet, Real)>) -> Real {
        let mut inputs = vec![Real::from(curve.t) + tau];
        for k in 0..ORDERS as usize {
            for i in 0..self.n {
                let known = if k < curve.jets.len() { curve.jet((k, i), tau) } else { Real::ZERO };
                let shift = moved.filter(|(jet, _)| *jet == (k, i)).map_or(Real::ZERO, |m| m.1);
                inputs.push(known + shift);
            }
        }
        let place = match output {
            Output::Lagrangian => 0,
            Output::Force(i) => 1 + i,
            Output::Constraint(j) => 1 + self.n + j,
        };
        self.tape.evaluate(&inputs).expect("the state has values").outputs[place]
    }

    /// The value at the state.
    pub(crate) fn at(&self, output: Output, curve: &Curve) -> f64 {
        self.value(output, curve, Real::ZERO, None).hi()
    }

    /// The partial derivative by a jet, on the curve.
    fn slope_at(&self, output: Output, jet: Jet, curve: &Curve, tau: Real) -> Real {
        let moved = |h: f64| self.value(output, curve, tau, Some((jet, Real::from(h))));
        (moved(STEP) - moved(-STEP)) / Real::from(2.0 * STEP)
    }

    /// The derivative of order `k` in time of a partial derivative by a jet.
    pub(crate) fn slope(&self, output: Output, jet: Jet, curve: &Curve, k: u32) -> f64 {
        rate(|tau| self.slope_at(output, jet, curve, tau), k)
    }

    /// The derivative of order `k` in time along the curve.
    pub(crate) fn rate(&self, output: Output, curve: &Curve, k: u32) -> f64 {
        rate(|tau| self.value(output, curve, tau, None), k)
    }
}

/// The derivative of order `k` at 0, by central differences of order `k`.
fn rate(f: impl Fn(Real) -> Real, k: u32) -> f64 {
    let instant = INSTANTS[k as usize];
    let mut sum = Real::ZERO;
    let mut binomial = 1.0;
    for j in 0..=k {
        let place = instant * (f64::from(k) - 2.0 * f64::from(j));
        let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
        sum = sum + f(Real::from(place)) * Real::from(sign * binomial);
        binomial *= f64::from(k - j) / f64::from(j + 1);
    }
    (sum / Real::from(2.0 * instant).powi(k.cast_signed())).hi()
}
