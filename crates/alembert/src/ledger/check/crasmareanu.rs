//! Lagrangians of second order: Crâşmăreanu's equations for every L and every A(r, s).
//!
//! ```text
//! ELᵢ = ∂L/∂qᵢ − d/dt ∂L/∂q'ᵢ + d²/dt² ∂L/∂q''ᵢ                                       (1.1b)
//! s'ᵃ = −Aᵃ_α r'^α,   s''ᵃ = ²Aᵃ_αβ r'^α r'^β − Aᵃ_α r''^α                             (1.5)
//! ²Aᵃ_αβ = ∂Aᵃ_α/∂sᵇ Aᵇ_β − ∂Aᵃ_α/∂r^β                                                 (1.6)
//! EL^c_α = (∂L/∂s' − d/dt ∂L/∂s'') B¹_αβ r'^β + ∂L/∂s'' B²_αβγ r'^β r'^γ               (1.9a)
//! EL^c_α = ∂L_c/∂r^α − d/dt ∂L_c/∂r'^α + d²/dt² ∂L_c/∂r''^α − A_α ∂L_c/∂s              (1.9b)
//! B¹_αβ = ²A_βα − ²A_αβ                                                                (1.10a)
//! B²_αβγ = ∂²A_βγ/∂r^α − ∂²A_βα/∂r^γ + A_γ ∂²A_βα/∂s − A_α ∂²A_βγ/∂s                   (1.10b)
//! ```
//!
//! In (1.9a) the last factor is `∂L/∂s''`, where `∂L/∂s'` is printed.

use alembert_algebra::{Expr, Substitution, partial, rate};
use alembert_mechanics::principle::{dalembert, elimination};

use super::{Findings, Lines, any, jet, jets, model, printed, residuals, system, variation};

/// Equation (1.1b).
fn euler_lagrange(L: Expr, q: Expr) -> Expr {
    let v = rate(q);
    partial(L, q) - rate(partial(L, v)) + rate(rate(partial(L, rate(v))))
}

/// Two independent coordinates and one dependent one.
struct Adapted {
    r: Vec<Expr>,
    s: Expr,
    A: [Expr; 2],
    L: Expr,
}

impl Adapted {
    /// Any A(r, s) and any L(q, q', q'').
    fn any() -> Adapted {
        let (r, s) = (jets(&["r_1", "r_2"], 0), jet("s", 0));
        let q = [r[0], r[1], s];
        let A = [any("A_1", &q), any("A_2", &q)];
        let state: Vec<Expr> = (0..3).flat_map(|k| jets(&["r_1", "r_2", "s"], k)).collect();
        Adapted { r, s, A, L: any("L", &state) }
    }

    /// The paper's example: z' = y x'.
    fn particle() -> Adapted {
        let (r, s) = (jets(&["x", "y"], 0), jet("z", 0));
        let half = Expr::one() / Expr::from(2);
        let square = |k: u32| Expr::sum(jets(&["x", "y", "z"], k).iter().map(|e| e.powi(2)));
        Adapted { A: [-r[1], Expr::zero()], L: half * (square(1) - square(2)), r, s }
    }

    fn v(&self, i: usize) -> Expr {
        rate(self.r[i])
    }

    /// Equation (1.6).
    fn A2(&self, i: usize, j: usize) -> Expr {
        partial(self.A[i], self.s) * self.A[j] - partial(self.A[i], self.r[j])
    }

    /// Equation (1.10a).
    fn B1(&self, i: usize, j: usize) -> Expr {
        self.A2(j, i) - self.A2(i, j)
    }

    /// Equation (1.10b).
    fn B2(&self, i: usize, j: usize, k: usize) -> Expr {
        partial(self.A2(j, k), self.r[i]) - partial(self.A2(j, i), self.r[k])
            + self.A[k] * partial(self.A2(j, i), self.s)
            - self.A[i] * partial(self.A2(j, k), self.s)
    }

    /// `s'` and `s''` of (1.5).
    fn solved(&self) -> [Expr; 2] {
        let quadratic = Expr::sum(pairs().map(|(i, j)| self.A2(i, j) * self.v(i) * self.v(j)));
        let linear = |k: usize| Expr::sum((0..2).map(|i| -self.A[i] * jetted(self.r[i], k)));
        [linear(1), quadratic + linear(2)]
    }

    /// Puts (1.5) and its rates in, up to the fourth derivative.
    fn put(&self) -> Substitution {
        let [first, second] = self.solved();
        let mut known = vec![(jetted(self.s, 1), first), (jetted(self.s, 2), second)];
        for k in 3..=4 {
            let last = known[k - 2].1;
            let next = Substitution::new(known.clone()).apply(rate(last));
            known.push((jetted(self.s, k), next));
        }
        Substitution::new(known)
    }

    /// `L_c` of (1.7).
    fn constrained(&self) -> Expr {
        self.put().apply(self.L)
    }

    /// The rate on the constraints.
    fn total(&self, e: Expr) -> Expr {
        self.put().apply(rate(e))
    }

    /// Equation (1.9b).
    fn left(&self, i: usize) -> Expr {
        let Lc = self.constrained();
        let [x, v, a] = [0, 1, 2].map(|k| jetted(self.r[i], k));
        partial(Lc, x) - self.total(partial(Lc, v)) + self.total(self.total(partial(Lc, a)))
            - self.A[i] * partial(Lc, self.s)
    }

    /// The right side of (1.9a), with this factor before B².
    fn right(&self, i: usize, factor: Expr) -> Expr {
        let [s1, s2] = [1, 2].map(|k| partial(self.L, jetted(self.s, k)));
        let momentum = self.put().apply(s1 - rate(s2));
        let first = Expr::sum((0..2).map(|j| self.B1(i, j) * self.v(j)));
        let second = pairs().map(|(j, k)| self.B2(i, j, k) * self.v(j) * self.v(k));
        momentum * first + self.put().apply(factor) * Expr::sum(second)
    }

    /// Equation (1.4): what vanishes, with the constraints put in.
    fn dalembert(&self, i: usize) -> Expr {
        let equation =
            euler_lagrange(self.L, self.r[i]) - self.A[i] * euler_lagrange(self.L, self.s);
        self.put().apply(equation)
    }
}

/// The pairs of indices of two.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..2).flat_map(|i| (0..2).map(move |j| (i, j)))
}

/// A coordinate with dots.
fn jetted(q: Expr, k: usize) -> Expr {
    (0..k).fold(q, |e, _| rate(e))
}

/// Equation (1.1b).
pub(super) fn second_order_variation() -> Lines {
    let names = ["q_1", "q_2"];
    let state: Vec<Expr> = (0..3).flat_map(|k| jets(&names, k)).collect();
    let moves: Vec<Expr> = (0..3).flat_map(|k| jets(&["d_1", "d_2"], k)).collect();
    let L = any("L", &[&state[..], &[Expr::time()]].concat());
    let moved: Vec<(Expr, Expr)> = state.iter().copied().zip(moves.iter().copied()).collect();
    let main = Expr::sum((0..2).map(|i| euler_lagrange(L, state[i]) * moves[i]));
    let boundary = (0..2).map(|i| {
        let slope = partial(L, state[4 + i]);
        (partial(L, state[2 + i]) - rate(slope)) * moves[i] + slope * moves[2 + i]
    });
    let difference = variation(L, &moved) - main - rate(Expr::sum(boundary));
    let motion = dalembert(&system(&state[..2], L, &[])).expect("it takes every Lagrangian");
    let derived = residuals(&motion);
    let same: Vec<Expr> = (0..2).map(|i| derived[i] + euler_lagrange(L, state[i])).collect();
    Findings::new("second_order_variation()")
        .expect("δL = Σ EL_i δq_i but for a total derivative, any L(q, q', q'', t)", &[difference])
        .expect("`dalembert` derives −EL_i = 0", &same)
        .list
}

/// Equation (1.4).
pub(super) fn second_order_elimination() -> Lines {
    let case = Adapted::any();
    let q = [case.r[0], case.r[1], case.s];
    let d = jets(&["d_1", "d_2"], 0);
    let along_s = -(case.A[0] * d[0] + case.A[1] * d[1]);
    let work =
        Expr::sum([d[0], d[1], along_s].iter().zip(q).map(|(&d, q)| euler_lagrange(case.L, q) * d));
    let equation =
        |i: usize| euler_lagrange(case.L, case.r[i]) - case.A[i] * euler_lagrange(case.L, case.s);
    let reduced = Expr::sum((0..2).map(|i| equation(i) * d[i]));
    let phi = rate(case.s) + case.A[0] * case.v(0) + case.A[1] * case.v(1);
    let made = system(&q, case.L, &[phi]).with_dependent(vec![case.s].into());
    let made = made.expect("s is a coordinate of the system");
    let derived = residuals(&elimination(&made).expect("the constraint is solved for s'"));
    let same: Vec<Expr> = (0..2).map(|i| case.put().apply(derived[i] + equation(i))).collect();
    Findings::new("second_order_elimination()")
        .expect(
            "Σ EL_i δq_i = Σ (EL_r − A EL_s) δr for δs = −A δr, any L(q, q', q'') and A(r, s)",
            &[work - reduced],
        )
        .expect("`elimination` derives EL_r = A EL_s", &same)
        .list
}

/// Equations (1.5a)–(1.6), with two dependent coordinates.
pub(super) fn constraint_rates() -> Lines {
    let (r, s) = (jets(&["r_1", "r_2"], 0), jets(&["s_1", "s_2"], 0));
    let q = [&r[..], &s[..]].concat();
    let A = |a: usize, i: usize| any(&format!("A_{a}{i}"), &q);
    let first = |a: usize| Expr::sum((0..2).map(|i| -A(a, i) * rate(r[i])));
    let mut put = Substitution::new((0..2).map(|a| (rate(s[a]), first(a))));
    let forms: Vec<Expr> = (0..2)
        .map(|a| put.apply(rate(s[a]) + Expr::sum((0..2).map(|i| A(a, i) * rate(r[i])))))
        .collect();
    let second = |a: usize| {
        Expr::sum((0..2).map(|i| -rate(A(a, i)) * rate(r[i]) - A(a, i) * rate(rate(r[i]))))
    };
    let A2 = |a: usize, i: usize, j: usize| {
        Expr::sum((0..2).map(|b| partial(A(a, i), s[b]) * A(b, j))) - partial(A(a, i), r[j])
    };
    let with_A2 = |a: usize| {
        let quadratic = pairs().map(|(i, j)| A2(a, i, j) * rate(r[i]) * rate(r[j]));
        Expr::sum(quadratic) - Expr::sum((0..2).map(|i| A(a, i) * rate(rate(r[i]))))
    };
    let rates: Vec<Expr> = (0..2).map(|a| rate(first(a)) - second(a)).collect();
    let shorter: Vec<Expr> = (0..2).map(|a| put.apply(second(a)) - with_A2(a)).collect();
    Findings::new("constraint_rates()")
        .rows(&["(1.5a)"])
        .expect("the forms (1.2) vanish on s' = −A r', any A(r, s)", &forms)
        .rows(&["(1.5b)"])
        .expect("s'' = −dA/dt r' − A r''", &rates)
        .rows(&["(1.5b')", "(1.6)"])
        .expect("s'' = ²A r' r' − A r'' with ²A of (1.6)", &shorter)
        .list
}

/// Equations (1.8a)–(1.8d), as printed and mended.
pub(super) fn chain_rule() -> Lines {
    let case = Adapted::any();
    let Lc = case.constrained();
    let slope = |x: Expr| case.put().apply(partial(case.L, x));
    let [L_s, L_s1, L_s2] = [0, 1, 2].map(|k| slope(jetted(case.s, k)));
    // (1.8a) and (1.8b) by the coordinate x, with the two factors behind the first term.
    let by_position = |x: Expr, first: Expr, second: Expr| {
        let linear =
            |k: usize| Expr::sum((0..2).map(|j| partial(case.A[j], x) * jetted(case.r[j], k)));
        let quadratic =
            Expr::sum(pairs().map(|(j, k)| partial(case.A2(j, k), x) * case.v(j) * case.v(k)));
        partial(Lc, x) - (slope(x) - first * linear(1) + second * (quadratic - linear(2)))
    };
    let by_velocity = |i: usize, last: Expr| {
        let sum = Expr::sum((0..2).map(|j| (case.A2(i, j) + case.A2(j, i)) * case.v(j)));
        partial(Lc, case.v(i)) - (slope(case.v(i)) - L_s1 * case.A[i] + last * sum)
    };
    let by_acceleration = |i: usize, factor: Expr| {
        let a = jetted(case.r[i], 2);
        partial(Lc, a) - (slope(a) - factor * case.A[i])
    };
    let both = |each: &dyn Fn(usize) -> Expr| [each(0), each(1)];
    Findings::new("chain_rule()")
        .rows(&["(1.8a)"])
        .expect(
            "∂L_c/∂r with ∂L/∂s' and ∂L/∂s'', any L and A(r, s)",
            &both(&|i| by_position(case.r[i], L_s1, L_s2)),
        )
        .reject("∂L_c/∂r with ∂L/∂s and ∂L/∂s', as printed", by_position(case.r[0], L_s, L_s1))
        .rows(&["(1.8b)"])
        .expect("∂L_c/∂s with ∂L/∂s' and ∂L/∂s''", &[by_position(case.s, L_s1, L_s2)])
        .reject("∂L_c/∂s with ∂L/∂s and ∂L/∂s', as printed", by_position(case.s, L_s, L_s1))
        .rows(&["(1.8c)"])
        .expect("∂L_c/∂r' with ∂L/∂s'' in its last term", &both(&|i| by_velocity(i, L_s2)))
        .reject("∂L_c/∂r' with ∂L/∂s' there, as printed", by_velocity(0, L_s1))
        .rows(&["(1.8d)"])
        .expect("∂L_c/∂r'' = ∂L/∂r'' − ∂L/∂s'' A", &both(&|i| by_acceleration(i, L_s2)))
        .reject("∂L_c/∂r'' = ∂L/∂r'' − ∂L/∂s' A, as printed", by_acceleration(0, L_s1))
        .list
}

/// Equation (1.9a) with (1.9b) and (1.10).
pub(super) fn constrained_equations() -> Lines {
    let case = Adapted::any();
    let [L_s1, L_s2] = [1, 2].map(|k| partial(case.L, jetted(case.s, k)));
    let residual =
        |i: usize, factor: Expr| case.left(i) - case.right(i, factor) - case.dalembert(i);
    let outer: Vec<Expr> =
        (0..2).flat_map(|i| [case.B1(i, i), case.B2(i, 0, i), case.B2(i, 1, i)]).collect();
    let words = "(1.9b) less (1.9a) with ∂L/∂s'' before B² is (1.4), any L(q, q', q'') and A(r, s)";
    Findings::new("constrained_equations()")
        .rows(&["(1.9a)", "(1.10a)", "(1.10b)"])
        .expect(words, &[residual(0, L_s2), residual(1, L_s2)])
        .rows(&["(1.9a)"])
        .reject("the same with ∂L/∂s' before B², as printed", residual(0, L_s1))
        .rows(&["after (1.10b)"])
        .expect("B¹_αα = 0 and B²_αβα = 0, any A(r, s)", &outer)
        .list
}

/// Equation (2.2).
pub(super) fn free_particle() -> Lines {
    let particle = Adapted::particle();
    let q = [particle.r[0], particle.r[1], particle.s];
    let sum = |q: Expr| jetted(q, 2) + jetted(q, 4);
    let right: Vec<Expr> = q.iter().map(|&q| euler_lagrange(particle.L, q) + sum(q)).collect();
    Findings::new("free_particle()")
        .reject("(EL) of (1.1b) is q'' + q''''", euler_lagrange(particle.L, q[0]) - sum(q[0]))
        .expect("(EL) of (1.1b) is −q'' − q''''", &right)
        .list
}

/// The partial derivatives and equations of the example.
pub(super) fn particle_partials() -> Lines {
    let particle = Adapted::particle();
    let model = model("crasmareanu-constrained");
    let e = |text: &str| particle.put().apply(printed(&model, text));
    let Lc = particle.constrained();
    let slope = |x: &str, text: &str| partial(Lc, printed(&model, x)) - e(text);
    let total = |text: &str| particle.total(e(text));
    let x_expression = -total("x' + x' y² - y' z''") - particle.total(total("x'' + y z''"));
    let y_expression = e("y x'² - x'' z''") - total("y' - x' z''") - particle.total(total("y''"));
    let eight = |z: &str| e(&format!("-x'''' - x'' - x'' y² - 2 y' {z} - y' z''' - y z''''"));
    let factor = partial(particle.L, jetted(particle.s, 2));
    let nine = |i: usize, text: &str| particle.right(i, factor) - e(text);
    let A2 =
        [particle.A2(0, 1) - Expr::one(), particle.A2(1, 0), particle.A2(0, 0), particle.A2(1, 1)];
    Findings::new("particle_partials()")
        .rows(&["(2.4b)"])
        .expect(
            "A₁ = −y, A₂ = 0 make s' = −A r' the constraint",
            &[particle.solved()[0] - printed(&model, "y x'")],
        )
        .rows(&["(2.5)"])
        .expect(
            "L_c as printed",
            &[Lc - e("½ (x'² + y'² + y² x'²) - ½ (x''² + y''² + (x' y' + y x'')²)")],
        )
        .rows(&["after (2.5)"])
        .expect("²A₁₂ = 1, ²A₂₁ = 0 by (1.6)", &A2)
        .rows(&["(2.6a)"])
        .expect("∂L_c/∂y = y x'² − x'' z''", &[slope("y", "y x'² - x'' z''")])
        .rows(&["(2.6b)"])
        .expect(
            "∂L_c/∂x' = x' + x' y² − y' z'', ∂L_c/∂y' = y' − x' z''",
            &[slope("x'", "x' + x' y² - y' z''"), slope("y'", "y' - x' z''")],
        )
        .rows(&["(2.6c)"])
        .expect(
            "∂L_c/∂x'' = −x'' − y z'', ∂L_c/∂y'' = −y''",
            &[slope("x''", "-x'' - y z''"), slope("y''", "-y''")],
        )
        .rows(&["(2.7a)"])
        .expect("(1.9b) for x as printed", &[particle.left(0) - x_expression])
        .rows(&["(2.7b)"])
        .expect("(1.9b) for y as printed", &[particle.left(1) - y_expression])
        .rows(&["(2.8a)"])
        .expect(
            "(1.9b) for x is −x'''' − x'' − x'' y² − 2 y' z' − y' z''' − y z''''",
            &[particle.left(0) - eight("z'")],
        )
        .reject("the same with z'' for z', as printed", particle.left(0) - eight("z''"))
        .rows(&["(2.8b)"])
        .expect(
            "(1.9b) for y is −y'''' − y'' + x'² y + x' z'''",
            &[particle.left(1) - e("-y'''' - y'' + x'² y + x' z'''")],
        )
        .rows(&["(2.9a)"])
        .expect("the right side of (1.9a) for x is −y' (z' + z''')", &[nine(0, "-y' (z' + z''')")])
        .rows(&["(2.9b)"])
        .expect("the right side of (1.9a) for y is x' (z' + z''')", &[nine(1, "x' (z' + z''')")])
        .list
}
