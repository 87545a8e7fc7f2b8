//! A motion whose parts do not fit, or have no value, is refused.
#![allow(non_snake_case, reason = "M, A, L, Q are the symbols of the papers")]
#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod exact;

use alembert_algebra::{Expr, Fault, Matrix, Vector};
use alembert_mechanics::{Constraint, Linear, Motion, Place, PrincipleError, principle::dalembert};
use exact::{constrained, half, jet, lambda, parameter};

/// A particle in the plane that is held to x' = y'.
fn motion() -> Motion {
    let (u, v) = (jet("x", 1), jet("y", 1));
    let tie = Constraint::ideal("tie", u - v);
    let L = half(u.powi(2)) + v.powi(2);
    dalembert(&constrained(&["x", "y"], L, vec![tie])).unwrap()
}

fn place(part: &'static str) -> Place {
    Place::Motion { principle: "dalembert", part }
}

#[test]
fn the_square_form_has_the_reactions_with_a_minus_sign() {
    let motion = motion();
    let (W, h) = motion.system.square();
    let row = |entries: [i64; 3]| entries.map(Expr::from).to_vec();
    let rows: Vec<_> = W.rows().iter().map(|r| r.to_vec()).collect();
    assert_eq!(rows, [row([1, 0, -1]), row([0, 2, 1]), row([1, -1, 0])]);
    assert_eq!(h, Vector::zeros(3));
    let general = Linear::General { W: W.clone(), h: h.clone() };
    assert_eq!(general.square(), (W, h));
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let size = |part, expected, found| PrincipleError::Size { place: place(part), expected, found };
    let misfit = |unknowns| PrincipleError::Misfit { place: place("the linear system"), unknowns };
    let short = Motion { rate: Vector::zeros(3), ..motion() };
    assert_eq!(short.checked().unwrap_err(), size("the rate", 4, 3));
    let unlike = Motion { residuals: Vector::default(), ..motion() };
    assert_eq!(unlike.checked().unwrap_err(), size("the labels", 0, 1));
    let twice = Motion { multipliers: vec![lambda("tie"); 2].into(), ..motion() };
    assert_eq!(twice.checked().unwrap_err(), size("the multipliers", 1, 2));
    assert!(Motion { multipliers: Vector::default(), ..motion() }.checked().is_ok());
    let nameless = Motion { labels: vec![], ..motion() };
    assert_eq!(nameless.checked().unwrap_err(), size("the labels", 1, 0));
    let unknown = Motion { unknowns: vec![lambda("tie")].into(), ..motion() };
    assert_eq!(unknown.checked().unwrap_err(), misfit(1));
    let W = Matrix::zeros(2, 3);
    let flat = Motion { system: Linear::General { W, h: Vector::zeros(3) }, ..motion() };
    assert_eq!(flat.checked().unwrap_err(), misfit(3));
    let W = Matrix::zeros(3, 3);
    let unequal = Motion { system: Linear::General { W, h: Vector::zeros(2) }, ..motion() };
    assert_eq!(unequal.checked().unwrap_err(), misfit(3));
}

#[test]
fn every_block_is_compared_with_the_others() {
    let fits = |M: (usize, usize), B: (usize, usize), A: (usize, usize), f, g| {
        let [M, B, A] = [M, B, A].map(|(rows, columns)| Matrix::zeros(rows, columns));
        let system = Linear::Kkt { M, B, A, f: Vector::zeros(f), g: Vector::zeros(g) };
        Motion { system, ..motion() }.checked().is_ok()
    };
    assert!(fits((2, 2), (1, 2), (1, 2), 2, 1));
    assert!(!fits((2, 1), (1, 2), (1, 2), 2, 1));
    assert!(!fits((2, 2), (2, 1), (1, 2), 2, 1));
    assert!(!fits((2, 2), (1, 2), (1, 3), 2, 1));
    assert!(!fits((2, 2), (1, 2), (1, 2), 1, 1));
    assert!(!fits((2, 2), (1, 2), (1, 2), 2, 2));
}

#[test]
fn expressions_without_a_value_are_refused_with_their_part() {
    let fault = |part, fault| Err::<(), _>(PrincipleError::Fault { place: place(part), fault });
    let check = |motion: Motion| motion.checked().map(|_| ());
    let (undefined, overflow) = (Expr::undefined(), Expr::overflow());
    let energy = Motion { energy: overflow, ..motion() };
    assert_eq!(check(energy), fault("the energy", Fault::Overflow));
    let manifold = Motion { manifold: vec![vec![undefined].into()], ..motion() };
    assert_eq!(check(manifold), fault("the manifold", Fault::Undefined));
    let residuals = Motion { residuals: vec![undefined].into(), ..motion() };
    assert_eq!(check(residuals), fault("the constraints", Fault::Undefined));
    let mut power = motion();
    power.power.forces = undefined;
    assert_eq!(check(power), fault("the energy", Fault::Undefined));
    let mut rate = motion();
    rate.rate = vec![undefined; 4].into();
    assert_eq!(check(rate), fault("the rate", Fault::Undefined));
    let h: Vector = vec![Expr::zero(), overflow, Expr::zero()].into();
    let system = Linear::General { W: Matrix::zeros(3, 3), h };
    assert_eq!(check(Motion { system, ..motion() }), fault("the linear system", Fault::Overflow));
}

#[test]
fn a_map_reaches_every_expression_and_leaves_the_symbols() {
    let (before, mark) = (motion(), parameter("mark"));
    let after = before.map(|e| e + mark);
    let marked = |list: &Vector| list.iter().map(|&e| e + mark).collect::<Vector>();
    assert_eq!(after.rate, marked(&before.rate));
    assert_eq!(after.residuals, marked(&before.residuals));
    assert_eq!(after.manifold, before.manifold.iter().map(marked).collect::<Vec<_>>());
    assert_eq!(after.energy, before.energy + mark);
    assert_eq!(after.power.explicit, before.power.explicit + mark);
    assert_eq!(after.power.forces, before.power.forces + mark);
    assert_eq!(after.power.reactions, before.power.reactions + mark);
    assert_eq!((&after.state, &after.unknowns), (&before.state, &before.unknowns));

    let Linear::Kkt { M, B, A, f, g } = before.system else {
        panic!("d'Alembert's equations have blocks");
    };
    let [M, B, A] = [M, B, A].map(|block| block.map(|e| e + mark));
    let kkt = Linear::Kkt { M, B, A, f: marked(&f), g: marked(&g) };
    assert_eq!(after.system, kkt);
    let (W, h) = kkt.square();
    let (doubled, twice) = (W.map(|e| e + e), h.iter().map(|&e| e + e).collect());
    let general = Linear::General { W, h }.map(|e| e + e);
    assert_eq!(general, Linear::General { W: doubled, h: twice });
}
