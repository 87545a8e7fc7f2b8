//! Voronec's equations for every Lagrangian, and the coefficients of the sphere and the penny.
//!
//! ```text
//! s'_ν = Σⱼ a_νj(q) r'ⱼ                                                                 Lemos (8)
//! d/dt ∂L̄/∂r'ᵢ − ∂L̄/∂rᵢ = Σ_ν ∂L̄/∂s_ν a_νi + Σ_νj ∂L/∂s'_ν b^ν_ij r'ⱼ                     (10)
//! b^ν_ij = ∂a_νi/∂rⱼ − ∂a_νj/∂rᵢ + Σ_μ (∂a_νi/∂s_μ a_μj − ∂a_νj/∂s_μ a_μi)                 (11)
//! ```
//!
//! Written out from the formulas of the paper; the principle `voronec` is not asked.

use alembert_algebra::{Expr, Matrix, Substitution, partial, rate};
use alembert_mechanics::principle::dependence;

use super::{Findings, Lines, any, jets, lagrange, model, printed};

/// The coordinates and the coefficients of Lemos (8).
struct Voronec {
    r: Vec<Expr>,
    s: Vec<Expr>,
    a: Matrix,
}

impl Voronec {
    /// The right sides of (8).
    fn psi(&self) -> Vec<Expr> {
        let v: Vec<Expr> = self.r.iter().map(|&r| rate(r)).collect();
        (&self.a * &*v).to_vec()
    }

    /// Puts (8) and its rate in.
    fn put(&self) -> Substitution {
        let psi = self.psi();
        let first: Vec<(Expr, Expr)> = self.s.iter().map(|&s| rate(s)).zip(psi.clone()).collect();
        let mut once = Substitution::new(first.clone());
        let second = self.s.iter().zip(psi).map(|(&s, psi)| (rate(rate(s)), once.apply(rate(psi))));
        let all: Vec<(Expr, Expr)> = first.iter().copied().chain(second).collect();
        Substitution::new(all)
    }

    /// Equation (11).
    fn b(&self, nu: usize, i: usize, j: usize) -> Expr {
        let (a, r) = (&self.a, &self.r);
        let through = |e: Expr, k: usize| {
            Expr::sum(self.s.iter().enumerate().map(|(mu, &s)| partial(e, s) * a[(mu, k)]))
        };
        partial(a[(nu, i)], r[j]) - partial(a[(nu, j)], r[i]) + through(a[(nu, i)], j)
            - through(a[(nu, j)], i)
    }

    /// `Σⱼ b^ν_ij r'ⱼ`.
    fn curvature(&self, nu: usize, i: usize) -> Expr {
        Expr::sum((0..self.r.len()).map(|j| self.b(nu, i, j) * rate(self.r[j])))
    }

    /// Equation (10) for `rᵢ`, left side minus right side, less what d'Alembert's principle says
    /// with the dependent variations eliminated.
    fn residual(&self, L: Expr, i: usize) -> Expr {
        let mut put = self.put();
        let L_bar = put.apply(L);
        let left = put.apply(lagrange(L_bar, self.r[i]));
        let forces = self.s.iter().enumerate().map(|(nu, &s)| partial(L_bar, s) * self.a[(nu, i)]);
        let p = |nu: usize| partial(L, rate(self.s[nu]));
        let curved = (0..self.s.len()).map(|nu| put.apply(p(nu)) * self.curvature(nu, i));
        let curved = Expr::sum(curved.collect::<Vec<_>>());
        let along_s = self.s.iter().enumerate().map(|(nu, &s)| self.a[(nu, i)] * lagrange(L, s));
        let right = lagrange(L, self.r[i]) + Expr::sum(along_s);
        left - Expr::sum(forces) - curved - put.apply(right)
    }
}

/// Equations (10) and (11) for any L and any a, in several sizes.
pub(super) fn voronec_equations() -> Lines {
    let mut findings = Findings::new("voronec_equations()");
    for (m, k) in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2)] {
        let r = jets(&["r_1", "r_2", "r_3"][..m], 0);
        let s = jets(&["s_1", "s_2"][..k], 0);
        let q = [&r[..], &s[..]].concat();
        let row = |nu: usize| (0..m).map(|j| any(&format!("a_{nu}{j}"), &q)).collect();
        let a = Matrix::from_rows((0..k).map(row).collect(), m);
        let v: Vec<Expr> = q.iter().map(|&q| rate(q)).collect();
        let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
        let case = Voronec { r, s, a };
        let residuals: Vec<Expr> = (0..m).map(|i| case.residual(L, i)).collect();
        let text = format!("(10) with (11) is E_i + Σ a_νi E_ν = 0, any L and a, m = {m}, k = {k}");
        findings = findings.expect(&text, &residuals);
    }
    findings.list
}

/// The coefficients of a model's constraints, with x' and y' as the dependent velocities.
fn coefficients(name: &str) -> (crate::language::Model, Voronec) {
    let model = model(name);
    let dependent = ["x", "y"].map(|x| printed(&model, x)).to_vec();
    let system = model.system().and_then(|system| system.with_dependent(dependent.clone().into()));
    let system = system.expect("a test derives the models of the papers");
    let found = dependence("voronec", &system).expect("the constraints are solved for x' and y'");
    let r = found.r(system.q()).to_vec();
    (model, Voronec { r, s: dependent, a: found.psi_v })
}

/// Equations (12)–(14).
pub(super) fn sphere_coefficients() -> Lines {
    let (model, sphere) = coefficients("lemos-sphere");
    let e = |text: &str| printed(&model, text);
    let a = [["0", "R sin φ", "-R sin θ cos φ"], ["0", "-R cos φ", "-R sin θ sin φ"]];
    let a = (0..2)
        .flat_map(|nu| (0..3).map(move |j| (nu, j)))
        .map(|(nu, j)| sphere.a[(nu, j)] - e(a[nu][j]));
    let b = |nu: usize, [b12, b13, b23]: [&str; 3]| {
        let pairs = [(0, 1, b12), (0, 2, b13), (1, 2, b23)];
        let both = pairs.map(|(i, j, text)| {
            [sphere.b(nu, i, j) - e(text), sphere.b(nu, j, i) + e(text), sphere.b(nu, i, i)]
        });
        both.concat()
    };
    Findings::new("sphere_coefficients()")
        .rows(&["(12)"])
        .expect("a as printed in (12)", &a.collect::<Vec<_>>())
        .rows(&["(13)"])
        .expect(
            "b¹ by (11) as printed in (13)",
            &b(0, ["-R cos φ", "-R sin θ sin φ", "R cos θ cos φ"]),
        )
        .rows(&["(14)"])
        .expect(
            "b² by (11) as printed in (14)",
            &b(1, ["-R sin φ", "R sin θ cos φ", "R cos θ sin φ"]),
        )
        .list
}

/// Equation (10) for θ, with x' and y' left as they are, against (15).
pub(super) fn theta_by_voronec() -> Lines {
    let (model, sphere) = coefficients("lemos-sphere");
    let e = |text: &str| printed(&model, text);
    let L = model.system().expect("a test derives the models of the papers").L();
    let L = Substitution::new([(e("I"), e("2/5 m R²"))]).apply(L);
    let L_bar = sphere.put().apply(L);
    let theta = sphere.r[1];
    let forces = sphere.s.iter().enumerate().map(|(nu, &s)| partial(L_bar, s) * sphere.a[(nu, 1)]);
    let curved = (0..2).map(|nu| partial(L, rate(sphere.s[nu])) * sphere.curvature(nu, 1));
    let left = "7/5 m R² θ'' - m R² ψ'² sin θ cos θ + 2/5 m R² φ' ψ' sin θ";
    let right = "m x' (R cos φ φ' + R cos θ cos φ ψ') + m y' (R sin φ φ' + R cos θ sin φ ψ')";
    let forces = Expr::sum(forces.collect::<Vec<_>>());
    Findings::new("theta_by_voronec()")
        .expect("the left side of (10) for θ is that of (15)", &[lagrange(L_bar, theta) - e(left)])
        .expect("L̄ does not contain x and y", &[forces])
        .expect(
            "its right side is that of (15), with b of (13) and (14)",
            &[Expr::sum(curved.collect::<Vec<_>>()) - e(right)],
        )
        .list
}

/// The terms of (10) with b vanish together for the penny.
pub(super) fn penny_accident() -> Lines {
    let (model, penny) = coefficients("lemos-penny");
    let L = model.system().expect("a test derives the models of the papers").L();
    let momentum = |nu: usize| penny.put().apply(partial(L, rate(penny.s[nu])));
    let term = |nu: usize, i: usize| momentum(nu) * penny.curvature(nu, i);
    let sums: Vec<Expr> = (0..2).map(|i| term(0, i) + term(1, i)).collect();
    Findings::new("penny_accident()")
        .expect("Σ ∂L/∂s'_ν b^ν_ij r'_j = 0 on the constraints", &sums)
        .expect_nonzero("the term of ν = 1 alone is not zero for θ: they cancel", term(0, 0))
        .expect_nonzero("nor is it for φ", term(0, 1))
        .list
}
