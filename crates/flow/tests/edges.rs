//! Zeros of quantities beside the edge of their domain: found once each, and none is invented.

mod support;

use std::f64::consts::{PI, TAU};

use alembert_flow::{
    Direction, Dop853, Event, Free, Meeting, Method, Radau, Settings, Stop, Taylor, Trajectory,
};
use support::field::Taped;
use support::tape::{E, c};

const ANY: Event = Event { watch: 0, direction: Direction::Any, terminal: false };

/// Radau's states have an error of some 10⁻¹⁰ after two turns, and the graph of a quantity as much of its size.
const NEAR: f64 = 1e-8;

/// x = ± cos t, watched for g(x) = 0 until t = 12, by each method.
fn seen(g: impl Fn(E) -> E, start: f64, event: Event) -> Vec<(&'static str, Trajectory)> {
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![g(x[0])]);
    let settings = Settings { events: vec![event], ..Settings::to(12.0) };
    let methods: [(_, Box<dyn Method>); 3] = [
        ("taylor", Box::new(Taylor::new(&field))),
        ("dop853", Box::new(Dop853::new(&field, 1e-12))),
        ("radau", Box::new(Radau::new(&field, 1e-12))),
    ];
    let follow = |(name, mut method): (_, Box<dyn Method>)| {
        (name, Trajectory::of(&mut *method, &Free::new(2), (0.0, &[start, 0.0]), &settings))
    };
    methods.into_iter().map(follow).collect()
}

/// All times in (0, 12) at which cos t is one of these.
fn exact(places: &[f64]) -> Vec<f64> {
    let of = |x: &f64| [x.acos(), TAU - x.acos(), TAU + x.acos(), 2.0 * TAU - x.acos()];
    let mut times: Vec<f64> = places.iter().flat_map(of).filter(|&t| t < 12.0).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn assert_found(g: impl Fn(E) -> E, places: &[f64], what: &str) {
    let asked = exact(places);
    for (method, motion) in seen(&g, 1.0, ANY) {
        assert_eq!(motion.stop, Stop::End);
        let found: Vec<f64> = motion.crossings.iter().map(|(c, _)| c.t).collect();
        assert_eq!(found.len(), asked.len(), "{what} by {method}: {found:?} {asked:?}");
        for ((crossing, _), asked) in motion.crossings.iter().zip(&asked) {
            assert!((crossing.t - asked).abs() < NEAR, "{what} by {method}: {found:?} {asked}");
            assert_ne!(crossing.meeting, Meeting::Touching);
        }
    }
}

/// Distances of a zero from an edge.
const DISTANCES: [f64; 6] = [0.03, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

#[test]
fn zeros_of_roots_beside_their_edge_are_found() {
    for d in DISTANCES {
        assert_found(|x| x.sqrt() - c(d.sqrt()), &[d], &format!("√x − √{d}"));
        assert_found(|x| x * x.sqrt() - c(d * d.sqrt()), &[d], &format!("√x³ − √{d}³"));
        assert_found(|x| 1.0 / x.sqrt() - c(1.0 / d.sqrt()), &[d], &format!("1/√x − 1/√{d}"));
        let fourth = |x: E| x.sqrt().sqrt() - c(d.sqrt().sqrt());
        assert_found(fourth, &[d], &format!("⁴√x − ⁴√{d}"));
        let away = |x: E| (x - 0.3).sqrt() - c(d.sqrt());
        assert_found(away, &[0.3 + d], &format!("√(x − 0.3) − √{d}"));
    }
}

/// √(x² − w²) has a gap of the length 2 w, at the sides of which are zeros.
#[test]
fn zeros_on_both_sides_of_a_short_gap_are_found() {
    for w in [0.1, 0.03, 0.01] {
        for part in [0.5, 0.1, 0.01] {
            let size = f64::hypot(w, part * w);
            let g = |x: E| (x.squared() - w * w).sqrt() - c(part * w);
            assert_found(g, &[-size, size], &format!("√(x² − {w}²) − {part} {w}"));
        }
    }
}

#[test]
fn the_first_zero_behind_an_edge_ends_the_run() {
    for d in DISTANCES {
        for (method, motion) in
            seen(|x| x.sqrt() - c(d.sqrt()), -1.0, Event { terminal: true, ..ANY })
        {
            let asked = (-d).acos();
            let Stop::Event { index: 0, t } = motion.stop else {
                panic!("{d} by {method}: {:?}", motion.stop)
            };
            assert!((t - asked).abs() < NEAR, "{d} by {method}: {t} {asked}");
            assert_eq!(motion.crossings.len(), 1);
        }
    }
}

type Quantity = fn(E) -> E;

/// Quantities that jump or have a pole beside an edge, or nearly go to zero there.
#[test]
fn an_edge_is_no_zero() {
    let quantities: [(&str, Quantity); 5] = [
        ("√x + 100 x + 10⁻⁶", |x| x.sqrt() + 100.0 * x + c(1e-6)),
        ("1/√x", |x| 1.0 / x.sqrt()),
        ("√x + 10⁻⁶", |x| x.sqrt() + c(1e-6)),
        ("√x + 10⁻⁹", |x| x.sqrt() + c(1e-9)),
        ("1/(√x − 10⁻³)", |x| 1.0 / (x.sqrt() - 1e-3)),
    ];
    for (what, g) in quantities {
        for start in [1.0, -1.0] {
            for (method, motion) in seen(g, start, ANY) {
                assert_eq!(motion.crossings, [], "{what} by {method}");
            }
        }
    }
}

/// Where x falls through 0 these end at 0, and are told once.
#[test]
fn a_zero_at_an_edge_is_a_touch() {
    let quantities: [(&str, Quantity); 7] = [
        ("√x", E::sqrt),
        ("√x + x", |x| x.sqrt() + x),
        ("√x + 10 x", |x| x.sqrt() + 10.0 * x),
        ("√x³", |x| x * x.sqrt()),
        ("x² √x", |x| x.squared() * x.sqrt()),
        ("⁴√x + x", |x| x.sqrt().sqrt() + x),
        ("√x/(x − 10⁻³)", |x| x.sqrt() / (x - 1e-3)),
    ];
    for (what, g) in quantities {
        for (method, motion) in seen(g, 1.0, ANY) {
            let met = &motion.crossings;
            assert_eq!(met.len(), 2, "{what} by {method}: {met:?}");
            for ((crossing, _), k) in met.iter().zip([0.0, 2.0]) {
                assert_eq!(crossing.meeting, Meeting::Touching, "{what} by {method}");
                let t = PI * (k + 0.5);
                assert!((crossing.t - t).abs() < NEAR, "{what} by {method}: {}", crossing.t);
            }
        }
    }
}
