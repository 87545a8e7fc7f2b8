//! RATTLE and the discrete Lagrange–d'Alembert method: order 2, constraints, what they keep.

#![allow(non_snake_case, reason = "L is the Lagrangian")]

mod support;

use alembert_flow::{Dla, Free, Method, Rattle, Settings, Stop, Trajectory};
use support::lagrangian::{At, Lagrangian};
use support::order::{difference, last, relative};
use support::tape::{E, c};

fn kinetic(at: &At<'_>) -> E {
    at.v.iter().fold(c(0.0), |sum, v| sum + v.squared()) * 0.5
}

fn well(at: &At<'_>) -> E {
    let square = at.q.iter().fold(c(0.0), |sum, q| sum + q.squared());
    square * 0.5 + 0.25 * square.squared()
}

/// z' = y x'.
fn contact(at: &At<'_>) -> Vec<E> {
    vec![at.v[2] - at.q[1] * at.v[0]]
}

const CONTACT: [f64; 6] = [0.8, 0.4, 0.1, 0.3, -0.2, 0.12];

fn knife(at: &At<'_>) -> E {
    let (s, c) = at.q[2].sin_cos();
    s * at.v[0] - c * at.v[1]
}

/// Systems with velocity constraints, and one without.
fn rolling() -> Vec<Lagrangian> {
    let blade = [0.0, 0.1, 0.6, 0.5 * 0.6f64.cos(), 0.5 * 0.6f64.sin(), 0.8];
    vec![
        Lagrangian::new("contact oscillator", &CONTACT, |at| {
            kinetic(at) - 0.5 * (at.q[0].squared() + at.q[1].squared())
        })
        .rolling(contact),
        Lagrangian::new("quartic contact", &CONTACT, |at| kinetic(at) - well(at)).rolling(contact),
        Lagrangian::new("magnetic contact", &CONTACT, |at| {
            kinetic(at) - well(at) + 0.4 * (at.q[0] * at.v[1] - at.q[1] * at.q[2] * at.v[0])
        })
        .rolling(contact),
        Lagrangian::new("damped contact", &CONTACT, |at| kinetic(at) - well(at))
            .forced(|at| at.v.iter().map(|&v| -0.3 * v).collect())
            .rolling(contact),
        Lagrangian::new("driven contact", &CONTACT, |at| {
            kinetic(at) - well(at) + at.q[0] * (1.3 * at.t).sin_cos().0
        })
        .rolling(contact),
        Lagrangian::new("knife edge", &blade, |at| kinetic(at) + at.q[0])
            .rolling(|at| vec![knife(at)]),
        Lagrangian::new("sleigh", &blade, |at| {
            let (s, c) = at.q[2].sin_cos();
            let (u, v) = (at.v[0] - 0.3 * s * at.v[2], at.v[1] + 0.3 * c * at.v[2]);
            0.5 * (u.squared() + v.squared()) + 0.5 * at.v[2].squared()
        })
        .rolling(|at| vec![knife(at)]),
        Lagrangian::new("ball on a turntable", &[1.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.7, 0.0], |at| {
            let spin = at.v[2].squared() + at.v[3].squared();
            0.5 * (at.v[0].squared() + at.v[1].squared()) + 0.2 * spin
                - 0.1 * at.q[0].squared() * at.q[1].squared()
        })
        .rolling(|at| vec![at.v[0] - at.v[3] + at.q[1], at.v[1] + at.v[2] - at.q[0]]),
        Lagrangian::new(
            "disk",
            &[0.0, 0.0, 0.3, 0.2, 0.5 * 0.3f64.cos(), 0.5 * 0.3f64.sin(), 0.7, 0.5],
            |at| kinetic(at) - 0.5 * at.q[2].squared() - (at.q[0] + at.q[1] * at.q[3]) * 0.3,
        )
        .rolling(|at| {
            let (s, c) = at.q[2].sin_cos();
            vec![at.v[0] - c * at.v[3], at.v[1] - s * at.v[3]]
        }),
        double_pendulum(),
    ]
}

fn double_pendulum() -> Lagrangian {
    Lagrangian::new("double pendulum", &[0.9, -0.4, 0.2, 0.5], |at| {
        let (_, cos) = (at.q[0] - at.q[1]).sin_cos();
        at.v[0].squared()
            + 0.5 * at.v[1].squared()
            + cos * at.v[0] * at.v[1]
            + 2.0 * at.q[0].sin_cos().1
            + at.q[1].sin_cos().1
    })
}

fn sphere(at: &At<'_>) -> E {
    0.5 * (at.q.iter().fold(c(-1.0), |sum, q| sum + q.squared()))
}

fn along_sphere(at: &At<'_>) -> E {
    at.q.iter().zip(at.v).fold(c(0.0), |sum, (&q, &v)| sum + q * v)
}

/// Motions on a circle or a sphere, and one without constraints.
fn pendulums() -> Vec<Lagrangian> {
    let (s, o) = 0.7f64.sin_cos();
    let circle = [s, -o, 0.6 * o, 0.6 * s];
    let ball = [s, 0.0, -o, 0.3 * o, 0.5, 0.3 * s];
    let on_sphere = |l: Lagrangian| l.on(|at| vec![sphere(at)], |at| vec![along_sphere(at)]);
    vec![
        on_sphere(Lagrangian::new("plane pendulum", &circle, |at| kinetic(at) - at.q[1])),
        on_sphere(Lagrangian::new("spherical pendulum", &ball, |at| kinetic(at) - at.q[2])),
        on_sphere(Lagrangian::new("magnetic pendulum", &ball, |at| {
            kinetic(at) - at.q[2] + 0.5 * at.q[2] * (at.q[0] * at.v[1] - at.q[1] * at.v[0])
        })),
        on_sphere(
            Lagrangian::new("damped pendulum", &circle, |at| kinetic(at) - at.q[1])
                .forced(|at| at.v.iter().map(|&v| -0.2 * v).collect()),
        ),
        double_pendulum(),
    ]
}

/// Motions on other curves and surfaces.
fn slides() -> Vec<Lagrangian> {
    vec![
        Lagrangian::new("moving circle", &[0.0, -1.0, 0.7, 0.0], |at| kinetic(at) - at.q[1]).on(
            |at| {
                let x = at.q[0] - 0.3 * at.t.sin_cos().0;
                vec![0.5 * (x.squared() + at.q[1].squared() - 1.0)]
            },
            |at| {
                let (s, c) = at.t.sin_cos();
                vec![(at.q[0] - 0.3 * s) * (at.v[0] - 0.3 * c) + at.q[1] * at.v[1]]
            },
        ),
        Lagrangian::new("paraboloid", &[0.8, 0.0, 0.32, 0.1, 0.6, 0.08], |at| {
            kinetic(at) - at.q[2]
        })
        .on(
            |at| vec![at.q[2] - 0.5 * (at.q[0].squared() + at.q[1].squared())],
            |at| vec![at.v[2] - at.q[0] * at.v[0] - at.q[1] * at.v[1]],
        ),
        Lagrangian::new("helix", &[1.0, 0.0, 0.0, 0.0, 0.5, 0.25], |at| {
            kinetic(at) - at.q[2] - 0.5 * at.q[0]
        })
        .on(
            |at| {
                let (s, c) = (2.0 * at.q[2]).sin_cos();
                vec![at.q[0] - c, at.q[1] - s]
            },
            |at| {
                let (s, c) = (2.0 * at.q[2]).sin_cos();
                vec![at.v[0] + 2.0 * s * at.v[2], at.v[1] - 2.0 * c * at.v[2]]
            },
        ),
        Lagrangian::new("two rods", &[0.6, -0.8, 1.2, -1.6, 0.4, 0.3, 0.8, 0.6], |at| {
            kinetic(at) - at.q[1] - at.q[3]
        })
        .on(
            |at| {
                let (x, y) = (at.q[2] - at.q[0], at.q[3] - at.q[1]);
                let first = at.q[0].squared() + at.q[1].squared();
                vec![0.5 * (first - 1.0), 0.5 * (x.squared() + y.squared() - 1.0)]
            },
            |at| {
                let (x, y) = (at.q[2] - at.q[0], at.q[3] - at.q[1]);
                let first = at.q[0] * at.v[0] + at.q[1] * at.v[1];
                vec![first, x * (at.v[2] - at.v[0]) + y * (at.v[3] - at.v[1])]
            },
        ),
    ]
}

fn guided() -> Vec<Lagrangian> {
    pendulums().into_iter().chain(slides()).collect()
}

fn run(system: &Lagrangian, method: &mut dyn Method, end: f64) -> Trajectory {
    let free = Free::new(system.start.len());
    Trajectory::of(method, &free, (0.0, &system.start), &Settings::to(end))
}

type New = for<'a> fn(&'a Lagrangian, f64) -> Box<dyn Method + 'a>;

/// The rate at which errors at four times fall from 256 to 512 steps.
fn observed(system: &Lagrangian, method: New) -> f64 {
    let end = 2.0;
    let truth = system.truth(end);
    let error = |steps: u32| {
        let motion = run(system, method(system, end / f64::from(steps)).as_mut(), end);
        assert_eq!(motion.stop, Stop::End, "{}", system.name);
        let times = [0.5, 1.0, 1.5, 2.0];
        let at = |path: &Trajectory, t| path.at(t).expect("the time was reached");
        let square = |t| relative(&at(&motion, t), &at(&truth, t)).powi(2);
        times.map(square).iter().sum::<f64>().sqrt()
    };
    (error(256) / error(512)).log2()
}

fn rattle(system: &Lagrangian, h: f64) -> Box<dyn Method + '_> {
    Box::new(Rattle::new(system, system, h))
}

fn dla(system: &Lagrangian, h: f64) -> Box<dyn Method + '_> {
    Box::new(Dla::new(system, system, h))
}

#[test]
fn rattle_has_order_two() {
    for system in guided() {
        let rate = observed(&system, rattle);
        assert!((rate - 2.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}

#[test]
fn dla_has_order_two() {
    for system in rolling() {
        let rate = observed(&system, dla);
        assert!((rate - 2.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}

#[test]
fn both_end_on_the_constraints() {
    for system in guided() {
        let motion = run(&system, rattle(&system, 0.02).as_mut(), 5.0);
        assert!(motion.stats.residual < 1e-13, "{}: {:e}", system.name, motion.stats.residual);
    }
    for system in rolling() {
        let motion = run(&system, dla(&system, 0.02).as_mut(), 5.0);
        assert!(motion.stats.residual < 1e-13, "{}: {:e}", system.name, motion.stats.residual);
    }
}

#[test]
fn rattle_is_symmetric_in_time() {
    let systems = guided();
    let pendulum = &systems[1];
    let there = run(pendulum, rattle(pendulum, 0.1).as_mut(), 5.0);
    let mut method = rattle(pendulum, 0.1);
    let free = Free::new(6);
    let back = Trajectory::of(method.as_mut(), &free, (5.0, last(&there)), &Settings::to(0.0));
    assert!(difference(last(&back), &pendulum.start) < 1e-12);
}

#[test]
fn rattle_keeps_the_energy_of_a_pendulum_bounded() {
    let systems = guided();
    let pendulum = &systems[0];
    let energy = |x: &[f64]| 0.5 * (x[2] * x[2] + x[3] * x[3]) + x[1];
    let motion = run(pendulum, rattle(pendulum, 0.05).as_mut(), 500.0);
    let drift = |states: &[Vec<f64>]| {
        let errors = states.iter().map(|x| (energy(x) - energy(&pendulum.start)).abs());
        errors.fold(0.0, f64::max)
    };
    let half = motion.len() / 2;
    let (early, late) = (drift(&motion.states[..half]), drift(&motion.states[half..]));
    assert!(early < 1e-2 && late < 1.1 * early, "{early:e} {late:e}");
}

#[test]
fn multipliers_have_the_sign_of_the_reaction() {
    // A mass that hangs at rest: G = (0, −1), so the upward force 1 is λ = −1.
    let hanging = Lagrangian::new("hanging", &[0.0, -1.0, 0.0, 0.0], |at| kinetic(at) - at.q[1])
        .on(|at| vec![sphere(at)], |at| vec![along_sphere(at)]);
    let mut method = Rattle::new(&hanging, &hanging, 0.1);
    run(&hanging, &mut method, 0.3);
    assert!((method.multipliers()[0] + 1.0).abs() < 1e-12, "{:?}", method.multipliers());
    // A blade across the slope at rest: A = (1, 0, 0), half of the impulse −h of a step.
    let across = [0.0, 0.0, std::f64::consts::FRAC_PI_2, 0.0, 0.0, 0.0];
    let blade =
        Lagrangian::new("blade", &across, |at| kinetic(at) + at.q[0]).rolling(|at| vec![knife(at)]);
    let mut method = Dla::new(&blade, &blade, 0.1);
    run(&blade, &mut method, 0.3);
    assert!((method.multipliers()[0] + 0.05).abs() < 1e-12, "{:?}", method.multipliers());
}

#[test]
fn newton_needs_few_evaluations() {
    for (systems, method, most) in [(guided(), rattle as New, 12), (rolling(), dla as New, 7)] {
        // The derivatives of forces are left out of Newton's matrix.
        for system in systems.into_iter().filter(|system| !system.name.starts_with("damped")) {
            let stats = run(&system, method(&system, 0.2).as_mut(), 4.0).stats;
            let each = stats.evaluations / stats.steps;
            assert!(each <= most, "{}: {each}", system.name);
        }
    }
}

#[test]
fn dense_output_joins_positions_and_velocities() {
    let systems = guided();
    let pendulum = &systems[0];
    let motion = run(pendulum, rattle(pendulum, 0.1).as_mut(), 1.0);
    for (t, x) in motion.times.iter().zip(&motion.states) {
        assert!(difference(&motion.at(*t).unwrap(), x) < 1e-14);
    }
    let truth = pendulum.truth(1.0);
    assert!(difference(&motion.at(0.55).unwrap(), &truth.at(0.55).unwrap()) < 3e-3);
}

/// Forces that change in time: of the potential, applied ones, and of a field that grows.
fn driven() -> Vec<Lagrangian> {
    let (s, o) = 0.7f64.sin_cos();
    let circle = [s, -o, 0.6 * o, 0.6 * s];
    let on_circle = |l: Lagrangian| l.on(|at| vec![sphere(at)], |at| vec![along_sphere(at)]);
    vec![
        on_circle(Lagrangian::new("pendulum that is driven by its weight", &circle, |at| {
            kinetic(at) - at.q[1] * (2.0 + (3.0 * at.t).sin_cos().0)
        })),
        on_circle(
            Lagrangian::new("pendulum that is pushed", &circle, |at| kinetic(at) - at.q[1]).forced(
                |at| {
                    let (s, c) = (3.0 * at.t).sin_cos();
                    vec![2.0 * s, c]
                },
            ),
        ),
        on_circle(Lagrangian::new("pendulum in a growing field", &circle, |at| {
            let strength = 1.0 + at.t.squared();
            kinetic(at) - at.q[1]
                + strength * (at.q[0] * at.v[1] - 0.5 * at.q[0].squared() * at.v[0])
        })),
        Lagrangian::new("pushed without constraints", &[0.3, -0.2, 0.5, 0.1], |at| {
            kinetic(at) - well(at)
        })
        .forced(|at| vec![(2.0 * at.t).sin_cos().1, at.t]),
    ]
}

#[test]
fn rattle_has_order_two_under_forces_that_change_in_time() {
    for system in driven() {
        let rate = observed(&system, rattle);
        assert!((rate - 2.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}

#[test]
fn dla_has_order_two_under_forces_that_change_in_time() {
    let pushed = Lagrangian::new("pushed contact", &CONTACT, |at| kinetic(at) - well(at))
        .forced(|at| {
            let (s, c) = (3.0 * at.t).sin_cos();
            vec![2.0 * s, c, at.t]
        })
        .rolling(contact);
    let growing = Lagrangian::new("contact in a growing field", &CONTACT, |at| {
        kinetic(at) - well(at) + (1.0 + at.t.squared()) * at.q[0] * at.v[1]
    })
    .rolling(contact);
    for system in [pushed, growing] {
        let rate = observed(&system, dla);
        assert!((rate - 2.0).abs() < 0.2, "{}: {rate}", system.name);
    }
}
