//! What `alembert explain connection` says of curvature.
//!
//! ```text
//! s'_ν = Σⱼ a_νj r'_j,   D_j = ∂/∂r_j + Σ_ν a_νj ∂/∂s_ν                                     (1), (2)
//! [D_i, D_j] = −Σ_ν b^ν_ij ∂/∂s_ν,   b^ν_ij = D_j a_νi − D_i a_νj                              (3)
//! d/dt ∂L̄/∂r'_i − D_i L̄ = Σ_ν Σⱼ ∂L/∂s'_ν b^ν_ij r'_j  is  E_ri + Σ_ν a_νi E_sν = 0           (4)
//! a disk that rolls by ε, turns by ε, and both back moves by (0, −R ε²) + O(ε³)                 (5)
//! ```

#![allow(non_snake_case, reason = "L, D and E are the symbols of the page")]

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Elementary, Expr, Function, Kind, Substitution, apply, partial, rate};

fn vanishes(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

fn jets(names: [&str; 2]) -> [Expr; 2] {
    names.map(|name| Expr::symbol(name, Kind::Coordinate, 0))
}

fn r() -> [Expr; 2] {
    jets(["r_1", "r_2"])
}

fn s() -> [Expr; 2] {
    jets(["s_1", "s_2"])
}

/// `a_νj`, any functions of all coordinates.
fn a(nu: usize, j: usize) -> Expr {
    let names = [["a_11", "a_12"], ["a_21", "a_22"]];
    apply(Function::unspecified(names[nu][j], 4), &[r(), s()].concat())
}

/// (2)
fn D(j: usize, f: Expr) -> Expr {
    partial(f, r()[j]) + Expr::sum((0..2).map(|nu| a(nu, j) * partial(f, s()[nu])))
}

/// (3), [Lemos2022, eq. (11)]
fn b(nu: usize, i: usize, j: usize) -> Expr {
    D(j, a(nu, i)) - D(i, a(nu, j))
}

#[test]
fn the_bracket_of_lifts_is_minus_the_curvature() {
    let f = apply(Function::unspecified("f", 4), &[r(), s()].concat());
    let bracket = D(0, D(1, f)) - D(1, D(0, f));
    let turned = Expr::sum((0..2).map(|nu| b(nu, 0, 1) * partial(f, s()[nu])));
    assert!(vanishes(bracket + turned));
    assert!(!vanishes(bracket - turned));
}

#[test]
fn voronecs_equations_are_lagranges_along_the_lifts_with_momentum_times_curvature() {
    let v = [r(), s()].map(|q| q.map(rate));
    let state = [r(), s(), v[0], v[1]].concat();
    let L = apply(Function::unspecified("L", 8), &state);
    let solved = |nu: usize| Expr::sum((0..2).map(|j| a(nu, j) * v[0][j])); // (1)
    let rates = [0, 1].map(|nu| (v[1][nu], solved(nu)));
    let again = [0, 1].map(|nu| (rate(v[1][nu]), rate(solved(nu))));
    let bar = Substitution::new(rates).apply(L);
    // On the constraints: first the second derivatives, then the first ones.
    let on = |e: Expr| Substitution::new(rates).apply(Substitution::new(again).apply(e));
    let euler = |q: Expr| rate(partial(L, rate(q))) - partial(L, q);
    for i in 0..2 {
        let lagrange = rate(partial(bar, v[0][i])) - D(i, bar);
        let momentum = |nu: usize| on(partial(L, v[1][nu]));
        let terms =
            (0..2).map(|nu| momentum(nu) * Expr::sum((0..2).map(|j| b(nu, i, j) * v[0][j])));
        let right = Expr::sum(terms.collect::<Vec<_>>());
        let lifted = euler(r()[i]) + Expr::sum((0..2).map(|nu| a(nu, i) * euler(s()[nu])));
        assert!(vanishes(on(lagrange - right - lifted)));
    }
}

#[test]
fn a_disk_that_rolls_and_turns_and_both_back_has_moved_aside() {
    let [epsilon, R] =
        ["epsilon", "R"].map(|name| Expr::symbol(name, Kind::Parameter { positive: true }, 0));
    let [sine, cosine] = [Elementary::Sin, Elementary::Cos].map(|f| apply(f, &[epsilon]));
    // Along φ = 0 by R ε, and back along φ = ε.
    let moved = [R * epsilon - R * epsilon * cosine, -R * epsilon * sine];
    let at_zero = |e: Expr| Substitution::new([(epsilon, Expr::zero())]).apply(e);
    let second = |e: Expr| at_zero(partial(partial(e, epsilon), epsilon)) / Expr::from(2);
    // −b of x' = R cos φ θ', y' = R sin φ θ' for the pair θ, φ at φ = 0: b = D_φ a_θ = R (−sin φ, cos φ).
    assert!(
        moved.into_iter().all(|e| vanishes(at_zero(e)) && vanishes(at_zero(partial(e, epsilon))))
    );
    assert!(vanishes(second(moved[0])));
    assert!(vanishes(second(moved[1]) + R)); // (5)
}
