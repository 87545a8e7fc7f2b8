//! The tapes of the chains obey Newton's law, written down here body by body.
//!
//! The place of body `k` is a sum of rods, `P = P₀ + Σ cᵢ e(θᵢ)` with `e(θ) = (cos θ, sin θ)`, so
//! its acceleration is `P'' = P₀'' + Σ cᵢ (θᵢ'' n − θᵢ'² e)` with `n = ∂e/∂θ`. The forces on it are
//! its weight and the reaction `λ (sin θₖ, −cos θₖ)` of its wheels; projected on each coordinate,
//!
//! ```text
//! Σₖ (m P'' + m g ŷ − λₖ wₖ) · ∂P/∂q + J θ'' = 0,     wₖ = (sin θₖ, −cos θₖ)        (1)
//! d/dt (P' · wₖ) = 0                                                              (2)
//! E = Σₖ ½ m P'² + ½ J θ'² + m g y                                                 (3)
//! ```
//!
//! No Lagrangian is used, so nothing here is shared with the derivation under test.

use alembert::language::{Source, read};
use alembert::walk::motion;
use alembert_algebra::Expr;
use alembert_algebra::tape::Tape;
use alembert_bench::chain::Chain;

const MASS: f64 = 1.0;
const INERTIA: f64 = 0.1;
const LENGTH: f64 = 0.5;
const GRAVITY: f64 = 9.81;

/// Equations of size 10, solved by one elimination in `f64`.
const ROUND_OFF: f64 = 1e-11;

type Plane = [f64; 2];

fn dot(a: Plane, b: Plane) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn plus(a: Plane, c: f64, b: Plane) -> Plane {
    [a[0] + c * b[0], a[1] + c * b[1]]
}

/// What a chain is made of.
struct Bodies {
    /// Has the first body two coordinates for its place?
    free: bool,
    /// Does each body have wheels?
    wheels: bool,
    gravity: f64,
    inertia: f64,
    /// The length of rod `i` on the way to body `k`.
    rods: fn(usize, usize) -> f64,
    /// Where rods point at angle zero.
    zero: f64,
    count: usize,
}

impl Bodies {
    fn of(chain: Chain, n: usize) -> Self {
        let rolling = |count, rods| Self {
            free: true,
            gravity: 0.0,
            inertia: INERTIA,
            wheels: true,
            rods,
            zero: 0.0,
            count,
        };
        match chain {
            Chain::Trailers => rolling(n + 1, |k, i| if 1 <= i && i <= k { -LENGTH } else { 0.0 }),
            Chain::Snake => rolling(n, |k, i| {
                let halves = u8::from(i < k) + u8::from(0 < i && i <= k);
                f64::from(halves) * LENGTH / 2.0
            }),
            Chain::Pendulum => Self {
                free: false,
                gravity: GRAVITY,
                inertia: 0.0,
                wheels: false,
                rods: |k, i| if i <= k { LENGTH } else { 0.0 },
                zero: -std::f64::consts::FRAC_PI_2,
                count: n,
            },
        }
    }

    fn dimension(&self) -> usize {
        self.first_angle() + self.count
    }

    fn first_angle(&self) -> usize {
        if self.free { 2 } else { 0 }
    }

    /// `∂P/∂q` of body `k`, one column a coordinate.
    fn slopes(&self, k: usize, q: &[f64]) -> Vec<Plane> {
        let mut columns = if self.free { vec![[1.0, 0.0], [0.0, 1.0]] } else { vec![] };
        for (i, angle) in q[self.first_angle()..].iter().enumerate() {
            let (s, c) = (angle + self.zero).sin_cos();
            let rod = (self.rods)(k, i);
            columns.push([-rod * s, rod * c]);
        }
        columns
    }

    /// `P'` of body `k`.
    fn velocity(&self, k: usize, q: &[f64], v: &[f64]) -> Plane {
        self.slopes(k, q).iter().zip(v).fold([0.0; 2], |sum, (&slope, &v)| plus(sum, v, slope))
    }

    /// `P''` of body `k`.
    fn acceleration(&self, k: usize, q: &[f64], v: &[f64], a: &[f64]) -> Plane {
        let first = self.first_angle();
        let mut sum = self.velocity(k, q, a);
        for i in 0..self.count {
            let (s, c) = (q[first + i] + self.zero).sin_cos();
            let towards_the_centre = -(self.rods)(k, i) * v[first + i].powi(2);
            sum = plus(sum, towards_the_centre, [c, s]);
        }
        sum
    }

    /// The height of body `k` over the first place.
    fn height(&self, k: usize, q: &[f64]) -> f64 {
        let angles = q[self.first_angle()..].iter().enumerate();
        angles.map(|(i, angle)| (self.rods)(k, i) * (angle + self.zero).sin()).sum()
    }

    fn energy(&self, q: &[f64], v: &[f64]) -> f64 {
        let body = |k: usize| {
            let velocity = self.velocity(k, q, v);
            let spin = v[self.first_angle() + k];
            let lift = self.gravity * self.height(k, q);
            MASS * (dot(velocity, velocity) / 2.0 + lift) + self.inertia * spin * spin / 2.0
        };
        (0..self.count).map(body).sum() // (3)
    }

    /// Across the wheels of body `k`, and its rate.
    fn across(&self, k: usize, q: &[f64], v: &[f64]) -> (Plane, Plane) {
        let (s, c) = q[self.first_angle() + k].sin_cos();
        let spin = v[self.first_angle() + k];
        ([s, -c], [spin * c, spin * s])
    }

    /// The left sides of (1), one a coordinate, then of (2), one a body.
    fn errors(&self, q: &[f64], v: &[f64], a: &[f64], lambda: &[f64]) -> Vec<f64> {
        let first = self.first_angle();
        let mut newton = vec![0.0; self.dimension()];
        let mut sliding = vec![];
        for k in 0..self.count {
            let acceleration = self.acceleration(k, q, v, a);
            let mut force = plus([0.0; 2], MASS, acceleration);
            force[1] += MASS * self.gravity;
            if self.wheels {
                let (w, w_rate) = self.across(k, q, v);
                force = plus(force, -lambda[k], w);
                sliding.push(dot(acceleration, w) + dot(self.velocity(k, q, v), w_rate)); // (2)
            }
            for (error, slope) in newton.iter_mut().zip(self.slopes(k, q)) {
                *error += dot(force, slope); // (1)
            }
            newton[first + k] += self.inertia * a[first + k];
        }
        newton.extend(sliding);
        newton
    }
}

/// The tape of a chain, with the parameters as its last inputs.
fn tape(chain: Chain, n: usize) -> Tape {
    let model =
        read(&Source::new("chain.mech", chain.text(n))).model.expect("the chain is a model");
    let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
    motion(&model, None).expect("a motion").1.tape(&parameters).expect("a tape")
}

/// Numbers between −1 and 1 without a pattern.
fn irregular(count: usize, start: f64) -> Vec<f64> {
    (0..count).map(|i| (start + 12.9898 * (i * i + i + 1) as f64).sin()).collect()
}

#[test]
fn every_chain_moves_by_newtons_law() {
    for chain in Chain::ALL {
        for n in 1..=5 {
            let (bodies, tape) = (Bodies::of(chain, n), tape(chain, n));
            let d = bodies.dimension();
            for start in [0.1, 0.7, 2.3] {
                let (q, v) = (irregular(d, start), irregular(d, start + 5.0));
                let parameters = [MASS, INERTIA, LENGTH, GRAVITY];
                let inputs = [&[0.0], &*q, &*v, &parameters].concat();
                let outputs = tape.evaluate(&inputs).unwrap().outputs;
                let lambda = if bodies.wheels { bodies.count } else { 0 };
                let (a, rest) = outputs.split_at(d);
                for error in bodies.errors(&q, &v, a, &rest[..lambda]) {
                    assert!(error.abs() < ROUND_OFF, "{chain} {n}: {error}");
                }
                let energy = rest[lambda] - bodies.energy(&q, &v);
                assert!(energy.abs() < ROUND_OFF, "{chain} {n}: energy off by {energy}");
            }
        }
    }
}

#[test]
fn one_link_is_the_simple_pendulum() {
    let inputs = [0.0, 0.4, 1.5, MASS, INERTIA, LENGTH, GRAVITY]; // t, θ, θ', parameters
    let outputs = tape(Chain::Pendulum, 1).evaluate(&inputs).unwrap().outputs;
    assert!((outputs[0] + GRAVITY / LENGTH * 0.4_f64.sin()).abs() < ROUND_OFF);
}

#[test]
fn a_chain_is_written_as_a_page_of_the_model_language() {
    let expected = "\
model \"Wheeled snake of 2 links\"

coordinates
  x0, y0, th0, th1

parameters
  m = 1
  J = 0.1
  l = 0.5
  g = 9.81

let
  x1 = x0 + l/2 (cos(th0) + cos(th1))
  y1 = y0 + l/2 (sin(th0) + sin(th1))

T = ½ m (x0'² + y0'²) + ½ J th0'²
  + ½ m (x1'² + y1'²) + ½ J th1'²

constraints
  w0: x0' sin(th0) - y0' cos(th0) = 0
  w1: x1' sin(th1) - y1' cos(th1) = 0

";
    assert_eq!(Chain::Snake.text(2), expected);
}
