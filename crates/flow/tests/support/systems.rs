//! Nonlinear systems for studies of convergence and long runs.

use alembert_flow::{Constraints, Free};

use super::field::{Rows, Taped};
use super::tape::{E, c};

/// A field with a manifold, a start, and its energy, if it keeps one.
pub struct System {
    pub name: &'static str,
    pub field: Taped,
    pub manifold: Box<dyn Constraints>,
    pub start: Vec<f64>,
    pub energy: Option<fn(&[f64]) -> f64>,
    /// A time in which errors of fixed steps grow evenly.
    pub horizon: f64,
}

fn free(
    name: &'static str,
    start: &[f64],
    energy: Option<fn(&[f64]) -> f64>,
    f: impl FnOnce(E, &[E]) -> Vec<E>,
) -> System {
    let n = start.len();
    let manifold = Box::new(Free::new(n));
    System { name, field: Taped::new(n, f), manifold, start: start.to_vec(), energy, horizon: 4.0 }
}

/// θ'' = −sin θ, the angle wrapped.
pub fn pendulum() -> System {
    let energy: fn(&[f64]) -> f64 = |x| 0.5 * x[1] * x[1] - x[0].cos();
    let mut system = free("pendulum", &[1.2, 0.4], Some(energy), |_, x| {
        let (s, _) = x[0].sin_cos();
        vec![x[1], -s]
    });
    system.manifold = Box::new(Free::with_angles(vec![true, false]));
    system
}

pub fn kepler_rates(_: E, x: &[E]) -> Vec<E> {
    let r2 = x[0].squared() + x[1].squared();
    let r3 = r2 * r2.sqrt();
    vec![x[2], x[3], -(x[0] / r3), -(x[1] / r3)]
}

/// The plane problem of two bodies, eccentricity 0.3.
pub fn kepler() -> System {
    let energy: fn(&[f64]) -> f64 = |x| 0.5 * (x[2] * x[2] + x[3] * x[3]) - 1.0 / x[0].hypot(x[1]);
    let speed = (1.3f64 / 0.7).sqrt();
    free("kepler", &[0.7, 0.0, 0.0, speed], Some(energy), kepler_rates)
}

pub fn predators() -> System {
    let energy: fn(&[f64]) -> f64 = |x| x[0] - 2.0 * x[0].ln() + x[1] - x[1].ln();
    free("Lotka–Volterra", &[1.0, 1.6], Some(energy), |_, x| {
        vec![x[0] * (1.0 - x[1]), x[1] * (x[0] - 2.0)]
    })
}

pub fn lorenz() -> System {
    free("Lorenz", &[1.0, 2.0, 20.0], None, |_, x| {
        vec![10.0 * (x[1] - x[0]), x[0] * (28.0 - x[2]) - x[1], x[0] * x[1] - x[2] * (8.0 / 3.0)]
    })
}

/// x'' = μ (1 − x²) x' − x.
pub fn van_der_pol(mu: f64, start: &[f64]) -> System {
    free("van der Pol", start, None, move |_, x| {
        vec![x[1], mu * (1.0 - x[0].squared()) * x[1] - x[0]]
    })
}

/// A body of weight 9.81 on a spring of length 1 that is hardly stretched; it swings as on a rod.
pub fn stiff_spring(k: f64) -> System {
    free("stiff spring", &[1.0, 0.0, 0.0, 0.0], None, move |_, x| {
        let r = (x[0].squared() + x[1].squared()).sqrt();
        let pull = k * (r - 1.0) / r;
        vec![x[2], x[3], -(pull * x[0]), -(pull * x[1]) - 9.81]
    })
}

/// Euler's equations of a free rigid body.
pub fn rigid_body() -> System {
    let energy: fn(&[f64]) -> f64 = |x| 0.5 * (x[0] * x[0] + 2.0 * x[1] * x[1] + 3.0 * x[2] * x[2]);
    free("rigid body", &[1.0, 0.9, -0.4], Some(energy), |_, x| {
        vec![-(x[1] * x[2]), x[2] * x[0], (1.0 / -3.0) * (x[0] * x[1])]
    })
}

pub fn henon_heiles() -> System {
    let energy: fn(&[f64]) -> f64 = |x| {
        let squares: f64 = x.iter().map(|a| a * a).sum();
        0.5 * squares + x[0] * x[0] * x[1] - x[1].powi(3) / 3.0
    };
    free("Hénon–Heiles", &[0.1, 0.2, 0.35, 0.2], Some(energy), |_, x| {
        let (u, v) = (x[0], x[1]);
        vec![x[2], x[3], -u - 2.0 * u * v, -v - u.squared() + v.squared()]
    })
}

/// A double well, driven: x'' = x − x³ + 0.3 cos 1.2 t.
pub fn double_well() -> System {
    free("driven double well", &[0.5, 0.1], None, |t, x| {
        let (_, cos) = (1.2 * t).sin_cos();
        vec![x[1], x[0] - x[0] * x[0].squared() + 0.3 * cos]
    })
}

/// z' = y x' with L = ½ v² − ½ (x² + y²): λ (1 + y²) = y' x' + y x, reaction λ (−y, 0, 1).
pub fn contact_oscillator() -> System {
    let energy: fn(&[f64]) -> f64 = |x| {
        let speed: f64 = x[3..].iter().map(|v| v * v).sum();
        0.5 * (speed + x[0] * x[0] + x[1] * x[1])
    };
    let mut system =
        free("contact oscillator", &[1.0, 0.4, 0.0, 0.3, -0.2, 0.12], Some(energy), |_, s| {
            let (x, y, u, v) = (s[0], s[1], s[3], s[4]);
            // z'' = y' x' + y x'', x'' = −x − y λ, z'' = λ.
            let lambda = (v * u - x * y) / (1.0 + y.squared());
            vec![u, v, s[5], -x - y * lambda, -y, lambda]
        });
    let rows = Rows::new(vec![false; 6], 0, |_, s| vec![s[5] - s[1] * s[3]]);
    system.manifold = Box::new(rows);
    system
}

/// z' = sin(y) x' in the same field of force: a constraint that no collocation keeps by itself.
pub fn sine_contact() -> System {
    let mut system =
        free("sine contact", &[1.0, 0.4, 0.0, 0.7, -0.9, 0.7 * 0.4f64.sin()], None, |_, s| {
            let (x, y, u, v) = (s[0], s[1], s[3], s[4]);
            let (sin, cos) = y.sin_cos();
            let lambda = (cos * v * u - x * sin) / (1.0 + sin.squared());
            vec![u, v, s[5], -x - sin * lambda, -y, lambda]
        });
    let rows = Rows::new(vec![false; 6], 0, |_, s| vec![s[5] - s[1].sin_cos().0 * s[3]]);
    system.manifold = Box::new(rows);
    system
}

/// A pendulum in the plane: x² + y² = 1, gravity 1.
pub fn plane_pendulum() -> System {
    let energy: fn(&[f64]) -> f64 = |x| 0.5 * (x[2] * x[2] + x[3] * x[3]) + x[1];
    let (a, w) = (1.0f64, 0.5);
    let start = [a.sin(), -a.cos(), w * a.cos(), w * a.sin()];
    let mut system = free("plane pendulum", &start, Some(energy), |_, s| {
        let (x, y, u, v) = (s[0], s[1], s[2], s[3]);
        let lambda = (y - u.squared() - v.squared()) / (x.squared() + y.squared());
        vec![u, v, lambda * x, lambda * y - 1.0]
    });
    let rows = Rows::new(vec![false; 4], 1, |_, s| {
        let position = 0.5 * (s[0].squared() + s[1].squared() - 1.0);
        vec![position, s[0] * s[2] + s[1] * s[3]]
    });
    system.manifold = Box::new(rows);
    system
}

/// A blade on an inclined plane: sin θ x' = cos θ y', θ'' = 0, gravity 1 along x.
pub fn knife_edge() -> System {
    let energy: fn(&[f64]) -> f64 = |x| 0.5 * (x[3] * x[3] + x[4] * x[4] + x[5] * x[5]) - x[0];
    let mut system = free("knife edge", &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0], Some(energy), |_, s| {
        let (sin, cos) = s[2].sin_cos();
        let (u, v, w) = (s[3], s[4], s[5]);
        // λ along (sin θ, −cos θ): sin θ x'' − cos θ y'' + ω (cos θ x' + sin θ y') = 0.
        let lambda = -(sin + w * (cos * u + sin * v));
        vec![u, v, w, 1.0 + lambda * sin, -(lambda * cos), c(0.0)]
    });
    let angles = vec![false, false, true, false, false, false];
    let rows = Rows::new(angles, 0, |_, s| {
        let (sin, cos) = s[2].sin_cos();
        vec![sin * s[3] - cos * s[4]]
    });
    system.manifold = Box::new(rows);
    system
}

/// All of them.
pub fn all() -> Vec<System> {
    vec![
        System { horizon: 6.0, ..pendulum() },
        kepler(),
        predators(),
        System { horizon: 0.5, ..lorenz() },
        System { horizon: 2.0, ..van_der_pol(1.5, &[1.5, 0.5]) },
        rigid_body(),
        henon_heiles(),
        double_well(),
        contact_oscillator(),
        System { horizon: 6.0, ..plane_pendulum() },
        knife_edge(),
    ]
}
