//! The witness of `alembert explain hamilton`: a motion of d'Alembert's principle, a virtual
//! variation along which the action is stationary, and an admissible one along which it is not.
//!
//! ```text
//! L = ½ (x'² + y'² + z'²),  φ = z' − y x';   x = asinh t, y = t, z = √(1 + t²), 0 ≤ t ≤ 1    (1)
//! δφ = ∂φ/∂q · δq + ∂φ/∂q' · δq',    δS = −∫ (x'' δx + y'' δy + z'' δz) dt                  (2)
//! virtual     (F, 0, t F),        ∂φ/∂q' · δq = 0,  δφ = F,  δS = 0,   F = t² (1 − t)²      (3)
//! admissible  (0, F'/x', F),      δφ = 0,  δS = −(4 − 5/√2 − ½ asinh 1)                     (4)
//! δφ = d/dt (A · δq) + Σ (∂Aᵢ/∂qⱼ − ∂Aⱼ/∂qᵢ) q'ᵢ δqⱼ  for φ = A(q) · q'                      (5)
//! ```
//!
//! All is exact but the change of the action, which is also added up in numbers from the action itself.

#![allow(non_snake_case, reason = "F, L and A are the symbols of the page")]

use alembert::language::{Source, read};
use alembert::ledger::PaperModel;
use alembert_algebra::Elementary::Asinh;
use alembert_algebra::evaluate::{Approximate, evaluate};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Kind, Substitution, apply, partial, rate};
use alembert_mechanics::principle::elimination;

/// The page itself.
const PAGE: &str = include_str!("../explain/hamilton.md");

fn jet(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Coordinate, order)
}

fn q() -> [Expr; 3] {
    ["x", "y", "z"].map(|name| jet(name, 0))
}

/// The motion (1).
fn path() -> [Expr; 3] {
    let t = Expr::time();
    [apply(Asinh, &[t]), t, (Expr::one() + t * t).sqrt()]
}

/// `F` of (3).
fn F() -> Expr {
    let t = Expr::time();
    t.powi(2) * (Expr::one() - t).powi(2)
}

fn virtual_variation() -> [Expr; 3] {
    [F(), Expr::zero(), Expr::time() * F()]
}

fn admissible_variation() -> [Expr; 3] {
    [Expr::zero(), rate(F()) / rate(path()[0]), F()]
}

/// An expression in coordinates on the motion.
fn along(e: Expr) -> Expr {
    let jets = q()
        .into_iter()
        .zip(path())
        .flat_map(|(q, f)| [(q, f), (rate(q), rate(f)), (rate(rate(q)), rate(rate(f)))]);
    Substitution::new(jets.collect::<Vec<_>>()).apply(e)
}

fn vanishes(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

/// What vanishes on the motions of the built-in model, and its constraint.
fn model() -> (Vec<Expr>, Expr) {
    let model = PaperModel::named("moreschi-castellano-rosenberg").expect("it is built in");
    let reading = read(&Source::new(model.file_name(), model.text));
    let system = reading.model.expect("it is understood").system().expect("it is a system");
    let motion = elimination(&system).expect("the constraint is solved for a velocity");
    let (W, h) = motion.system.square();
    let residuals = &(&W * &*motion.unknowns) - &h;
    (residuals.to_vec(), system.constraints()[0].phi)
}

/// (2): the change of the constraint along a variation, on the motion.
fn change(phi: Expr, delta: [Expr; 3]) -> Expr {
    let terms = q().into_iter().zip(delta);
    along(Expr::sum(terms.map(|(q, d)| partial(phi, q) * d + partial(phi, rate(q)) * rate(d))))
}

/// `∂φ/∂q' · δq` on the motion.
fn work(phi: Expr, delta: [Expr; 3]) -> Expr {
    along(Expr::sum(q().into_iter().zip(delta).map(|(q, d)| partial(phi, rate(q)) * d)))
}

/// The integrand of (2).
fn density(delta: [Expr; 3]) -> Expr {
    -Expr::sum(path().into_iter().zip(delta).map(|(f, d)| rate(rate(f)) * d))
}

/// A number at a time; everything here is a function of time alone.
fn value(e: Expr, time: &Expr) -> f64 {
    let at = Substitution::new([(Expr::time(), *time)]).apply(e);
    evaluate(&[at], &Approximate::<f64>::default()).expect("it has a value")[0]
}

/// Simpson's rule with 400 steps errs by less than this for functions with derivatives of size 100.
const SIMPSON: f64 = 1e-8;

/// `S(q + δq) − S(q − δq)`, halved, by Simpson's rule on the action itself: L is quadratic in the
/// velocities and contains nothing else, so that this is δS but for the rule.
fn change_of_the_action(delta: [Expr; 3]) -> f64 {
    const STEPS: i64 = 400;
    let action = |sign: i64| -> f64 {
        let speeds = path().into_iter().zip(delta).map(|(f, d)| rate(f + Expr::from(sign) * d));
        let L = Expr::sum(speeds.map(|v| v.powi(2)).collect::<Vec<_>>()) / Expr::from(2);
        let weight = |k: i64| match k {
            0 | STEPS => 1.0,
            k if k % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let term = |k: i64| weight(k) * value(L, &(Expr::from(k) / Expr::from(STEPS)));
        (0..=STEPS).map(term).sum::<f64>() / (3.0 * 400.0)
    };
    (action(1) - action(-1)) / 2.0
}

#[test]
fn the_curve_is_a_motion_of_the_body() {
    let (equations, phi) = model();
    assert!(equations.len() >= 3 && equations.into_iter().all(|e| vanishes(along(e))));
    assert!(vanishes(along(phi)));
}

#[test]
fn both_variations_vanish_at_the_ends() {
    for delta in virtual_variation().into_iter().chain(admissible_variation()) {
        for end in [Expr::zero(), Expr::one()] {
            assert!(vanishes(Substitution::new([(Expr::time(), end)]).apply(delta)));
        }
    }
}

#[test]
fn the_virtual_variation_breaks_the_constraint_and_keeps_the_action() {
    let (_, phi) = model();
    let sign = partial(phi, jet("z", 1)); // φ may be written with either sign
    assert!(vanishes(work(phi, virtual_variation())));
    assert!(vanishes(change(phi, virtual_variation()) - sign * F()));
    assert!(vanishes(density(virtual_variation())));
    assert!(change_of_the_action(virtual_variation()).abs() < SIMPSON);
}

#[test]
fn the_admissible_variation_keeps_the_constraint_and_changes_the_action() {
    let (_, phi) = model();
    let (t, two) = (Expr::time(), Expr::from(2));
    assert!(vanishes(change(phi, admissible_variation())));
    assert!(!vanishes(work(phi, admissible_variation())));
    let root = (Expr::one() + t * t).sqrt();
    assert!(vanishes(density(admissible_variation()) * root.powi(3) + F()));
    let exact = apply(Asinh, &[Expr::one()]) / two + Expr::from(5) / two.sqrt() - Expr::from(4);
    let exact = value(exact, &t);
    assert!((change_of_the_action(admissible_variation()) - exact).abs() < SIMPSON, "{exact}");
    let printed = format!("{:.7}", exact.abs());
    assert!(PAGE.contains(&format!("−{printed}…")), "{printed}");
}

#[test]
fn a_virtual_variation_changes_a_constraint_by_its_curvature() {
    let A: Vec<Expr> =
        ["a", "b", "c"].map(|name| apply(Function::unspecified(name, 3), &q())).to_vec();
    let d = ["u", "v", "w"].map(|name| apply(Function::unspecified(name, 1), &[Expr::time()]));
    let phi = Expr::sum((0..3).map(|i| A[i] * rate(q()[i])));
    let terms = (0..3).map(|i| partial(phi, q()[i]) * d[i] + A[i] * rate(d[i]));
    let left = Expr::sum(terms);
    let pair =
        |i: usize, j: usize| (partial(A[i], q()[j]) - partial(A[j], q()[i])) * rate(q()[i]) * d[j];
    let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
    let curvature = Expr::sum(pairs.map(|(i, j)| pair(i, j)).collect::<Vec<_>>());
    let total = rate(Expr::sum((0..3).map(|i| A[i] * d[i])));
    assert!(vanishes(left - total - curvature)); // (5)
    assert!(!vanishes(left - total + curvature));
}
