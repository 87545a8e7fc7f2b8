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

use alembert_algebra::{Expr, Matrix, Substitution, partial, rate};
use alembert_mechanics::principle::{dalembert, dependence, elimination};

use super::{Findings, Lines, any, jets, model, printed, residuals, system, variation};
use crate::language::Model;

/// Equation (1.1b).
fn euler_lagrange(L: Expr, q: Expr) -> Expr {
    let v = rate(q);
    partial(L, q) - rate(partial(L, v)) + rate(rate(partial(L, rate(v))))
}

/// Independent coordinates r, dependent ones s, the coefficients A and the Lagrangian.
struct Adapted {
    r: Vec<Expr>,
    s: Vec<Expr>,
    A: Matrix,
    L: Expr,
    /// (1.5) and its rates, up to the fourth derivative.
    known: Vec<(Expr, Expr)>,
}

impl Adapted {
    /// Any A(r, s), with m independent and p dependent coordinates. Of two coordinates and one L is
    /// any L(q, q', q''); in larger sizes it is any L(s', s''), whose derivatives are those on the
    /// right side of (1.9a).
    fn any(m: usize, p: usize) -> Adapted {
        let (r, s) = (&["r_1", "r_2", "r_3"][..m], &["s_1", "s_2"][..p]);
        let names = [r, s].concat();
        let q = jets(&names, 0);
        let row = |a: usize| (0..m).map(|i| any(&format!("A_{a}{i}"), &q)).collect();
        let state: Vec<Expr> = match (m, p) {
            (2, 1) => (0..3).flat_map(|k| jets(&names, k)).collect(),
            _ => (1..3).flat_map(|k| jets(s, k)).collect(),
        };
        let A = Matrix::from_rows((0..p).map(row).collect(), m);
        Adapted::new((jets(r, 0), jets(s, 0)), A, any("L", &state))
    }

    /// The paper's example: z' = y x'.
    fn particle() -> Adapted {
        let (r, s) = (jets(&["x", "y"], 0), jets(&["z"], 0));
        let half = Expr::one() / Expr::from(2);
        let square = |k: u32| Expr::sum(jets(&["x", "y", "z"], k).iter().map(|e| e.powi(2)));
        let A = Matrix::from_rows(vec![vec![-r[1], Expr::zero()].into()], 2);
        Adapted::new((r, s), A, half * (square(1) - square(2)))
    }

    fn new((r, s): (Vec<Expr>, Vec<Expr>), A: Matrix, L: Expr) -> Adapted {
        let mut made = Adapted { r, s, A, L, known: Vec::new() };
        made.known = made.rates();
        made
    }

    fn q(&self) -> Vec<Expr> {
        [&self.r[..], &self.s[..]].concat()
    }

    fn v(&self, i: usize) -> Expr {
        rate(self.r[i])
    }

    /// The sum over the independent coordinates.
    fn over_r(&self, term: impl Fn(usize) -> Expr) -> Expr {
        Expr::sum((0..self.r.len()).map(term))
    }

    /// The sum over the dependent coordinates.
    fn over_s(&self, term: impl Fn(usize) -> Expr) -> Expr {
        Expr::sum((0..self.s.len()).map(term))
    }

    /// The sum over pairs of independent coordinates.
    fn over_pairs(&self, term: impl Fn(usize, usize) -> Expr) -> Expr {
        self.over_r(|i| self.over_r(|j| term(i, j)))
    }

    /// Equation (1.6).
    fn A2(&self, a: usize, i: usize, j: usize) -> Expr {
        self.over_s(|b| partial(self.A[(a, i)], self.s[b]) * self.A[(b, j)])
            - partial(self.A[(a, i)], self.r[j])
    }

    /// Equation (1.10a).
    fn B1(&self, b: usize, i: usize, j: usize) -> Expr {
        self.A2(b, j, i) - self.A2(b, i, j)
    }

    /// Equation (1.10b).
    fn B2(&self, b: usize, i: usize, j: usize, k: usize) -> Expr {
        let (last, first) = (self.A2(b, j, k), self.A2(b, j, i));
        partial(last, self.r[i]) - partial(first, self.r[k])
            + self.over_s(|a| self.A[(a, k)] * partial(first, self.s[a]))
            - self.over_s(|a| self.A[(a, i)] * partial(last, self.s[a]))
    }

    /// `s'` of (1.5a).
    fn first(&self, a: usize) -> Expr {
        self.over_r(|i| -self.A[(a, i)] * self.v(i))
    }

    /// `s''` of (1.5b').
    fn second(&self, a: usize) -> Expr {
        self.over_pairs(|i, j| self.A2(a, i, j) * self.v(i) * self.v(j))
            - self.over_r(|i| self.A[(a, i)] * jetted(self.r[i], 2))
    }

    fn rates(&self) -> Vec<(Expr, Expr)> {
        let p = self.s.len();
        let firsts = (0..p).map(|a| (jetted(self.s[a], 1), self.first(a)));
        let seconds = (0..p).map(|a| (jetted(self.s[a], 2), self.second(a)));
        let mut known: Vec<(Expr, Expr)> = firsts.chain(seconds).collect();
        for k in 3..=4 {
            let mut lower = Substitution::new(known.clone());
            for a in 0..p {
                let last = known[(k - 2) * p + a].1;
                known.push((jetted(self.s[a], k), lower.apply(rate(last))));
            }
        }
        known
    }

    /// Puts (1.5) and its rates in.
    fn put(&self) -> Substitution {
        Substitution::new(self.known.iter().copied())
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
            - self.over_s(|a| self.A[(a, i)] * partial(Lc, self.s[a]))
    }

    /// The right side of (1.9a), with the derivative by s with this number of dots before B².
    fn right(&self, i: usize, dots: usize) -> Expr {
        let slope = |b: usize, k: usize| partial(self.L, jetted(self.s[b], k));
        let mut put = self.put();
        let mut term = |b: usize| {
            let first = self.over_r(|j| self.B1(b, i, j) * self.v(j));
            let second = self.over_pairs(|j, k| self.B2(b, i, j, k) * self.v(j) * self.v(k));
            put.apply(slope(b, 1) - rate(slope(b, 2))) * first + put.apply(slope(b, dots)) * second
        };
        Expr::sum((0..self.s.len()).map(&mut term).collect::<Vec<_>>())
    }

    /// What vanishes by equation (1.4).
    fn equation(&self, i: usize) -> Expr {
        euler_lagrange(self.L, self.r[i])
            - self.over_s(|a| self.A[(a, i)] * euler_lagrange(self.L, self.s[a]))
    }
}

/// The sizes in which the identities are checked: independent and dependent coordinates.
const SIZES: [(usize, usize); 3] = [(2, 1), (2, 2), (3, 1)];

fn sizes(m: usize, p: usize) -> String {
    let state = if (m, p) == (2, 1) { "q, q', q''" } else { "s', s''" };
    format!("any L({state}) and A, n − p = {m}, p = {p}")
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
    let mut findings = Findings::new("second_order_elimination()");
    for (m, p) in SIZES {
        let case = Adapted::any(m, p);
        let q = case.q();
        let d = jets(&["d_1", "d_2", "d_3"][..m], 0);
        let along_s = (0..p).map(|a| -case.over_r(|i| case.A[(a, i)] * d[i]));
        let moved: Vec<Expr> = d.iter().copied().chain(along_s).collect();
        let work = Expr::sum(q.iter().zip(&moved).map(|(&q, &d)| euler_lagrange(case.L, q) * d));
        let reduced = case.over_r(|i| case.equation(i) * d[i]);
        let phi: Vec<Expr> = (0..p).map(|a| rate(case.s[a]) - case.first(a)).collect();
        let made = system(&q, case.L, &phi).with_dependent(case.s.clone().into());
        let made = made.expect("s are coordinates of the system");
        let derived = residuals(&elimination(&made).expect("the constraints are solved for s'"));
        let mut put = case.put();
        let same: Vec<Expr> = (0..m).map(|i| put.apply(derived[i] + case.equation(i))).collect();
        let sizes = sizes(m, p);
        findings = findings
            .expect(&format!("Σ EL_i δq_i = Σ (EL_r − A EL_s) δr, {sizes}"), &[work - reduced])
            .expect(&format!("`elimination` derives EL_r = A EL_s, {sizes}"), &same);
    }
    findings.list
}

/// Equations (1.5a)–(1.6).
pub(super) fn constraint_rates() -> Lines {
    let case = Adapted::any(2, 2);
    let (r, A) = (&case.r, &case.A);
    let firsts: Vec<(Expr, Expr)> = (0..2).map(|a| (rate(case.s[a]), case.first(a))).collect();
    let mut put = Substitution::new(firsts);
    let form = |a: usize| rate(case.s[a]) + case.over_r(|i| A[(a, i)] * rate(r[i]));
    let second =
        |a: usize| case.over_r(|i| -rate(A[(a, i)]) * rate(r[i]) - A[(a, i)] * jetted(r[i], 2));
    let kinetic = Expr::sum(case.q().iter().map(|&q| rate(q).powi(2)));
    let made =
        system(&case.q(), kinetic, &[form(0), form(1)]).with_dependent(case.s.clone().into());
    let made = made.expect("s are coordinates of the system");
    let solved = dependence("elimination", &made).expect("the forms are solved for s'");
    let solved = solved.psi.expect("linear forms are solved as expressions");
    let forms: Vec<Expr> = (0..2).map(|a| solved[a] - case.first(a)).collect();
    let rates: Vec<Expr> = (0..2).map(|a| rate(case.first(a)) - second(a)).collect();
    let shorter: Vec<Expr> = (0..2).map(|a| put.apply(second(a)) - case.second(a)).collect();
    Findings::new("constraint_rates()")
        .rows(&["(1.5a)"])
        .expect(
            "the forms (1.2) vanish where s' = −A r', solved by the program, any A(r, s)",
            &forms,
        )
        .rows(&["(1.5b)"])
        .expect("s'' = −dA/dt r' − A r''", &rates)
        .rows(&["(1.5b')", "(1.6)"])
        .expect("s'' = ²A r' r' − A r'' with ²A of (1.6)", &shorter)
        .list
}

/// The chain rule for `L_c`; `dots` are those on s in the factors behind the first term.
struct ChainRule {
    case: Adapted,
    Lc: Expr,
}

impl ChainRule {
    fn slope(&self, x: Expr) -> Expr {
        self.case.put().apply(partial(self.case.L, x))
    }

    fn by_s(&self, b: usize, dots: usize) -> Expr {
        self.slope(jetted(self.case.s[b], dots))
    }

    /// (1.8a) and (1.8b), by the coordinate x.
    fn by_position(&self, x: Expr, dots: [usize; 2]) -> Expr {
        let case = &self.case;
        let terms = case.over_s(|b| {
            let linear = |k| case.over_r(|j| partial(case.A[(b, j)], x) * jetted(case.r[j], k));
            let quadratic =
                case.over_pairs(|j, k| partial(case.A2(b, j, k), x) * case.v(j) * case.v(k));
            self.by_s(b, dots[1]) * (quadratic - linear(2)) - self.by_s(b, dots[0]) * linear(1)
        });
        partial(self.Lc, x) - self.slope(x) - terms
    }

    /// (1.8c).
    fn by_velocity(&self, i: usize, dots: usize) -> Expr {
        let case = &self.case;
        let terms = case.over_s(|b| {
            let sum = case.over_r(|j| (case.A2(b, i, j) + case.A2(b, j, i)) * case.v(j));
            self.by_s(b, dots) * sum - self.by_s(b, 1) * case.A[(b, i)]
        });
        partial(self.Lc, case.v(i)) - self.slope(case.v(i)) - terms
    }

    /// (1.8d).
    fn by_acceleration(&self, i: usize, dots: usize) -> Expr {
        let a = jetted(self.case.r[i], 2);
        let terms = self.case.over_s(|b| -self.by_s(b, dots) * self.case.A[(b, i)]);
        partial(self.Lc, a) - self.slope(a) - terms
    }
}

/// Equations (1.8a)–(1.8d), as printed and mended.
pub(super) fn chain_rule() -> Lines {
    let case = Adapted::any(2, 1);
    let (r, s) = (case.r.clone(), case.s.clone());
    let rule = ChainRule { Lc: case.constrained(), case };
    let both = |each: &dyn Fn(usize) -> Expr| [each(0), each(1)];
    Findings::new("chain_rule()")
        .rows(&["(1.8a)"])
        .expect(
            "∂L_c/∂r with ∂L/∂s' and ∂L/∂s'', any L and A(r, s)",
            &both(&|i| rule.by_position(r[i], [1, 2])),
        )
        .reject("∂L_c/∂r with ∂L/∂s and ∂L/∂s', as printed", rule.by_position(r[0], [0, 1]))
        .rows(&["(1.8b)"])
        .expect("∂L_c/∂s with ∂L/∂s' and ∂L/∂s''", &[rule.by_position(s[0], [1, 2])])
        .reject("∂L_c/∂s with ∂L/∂s and ∂L/∂s', as printed", rule.by_position(s[0], [0, 1]))
        .rows(&["(1.8c)"])
        .expect("∂L_c/∂r' with ∂L/∂s'' in its last term", &both(&|i| rule.by_velocity(i, 2)))
        .reject("∂L_c/∂r' with ∂L/∂s' there, as printed", rule.by_velocity(0, 1))
        .rows(&["(1.8d)"])
        .expect("∂L_c/∂r'' = ∂L/∂r'' − ∂L/∂s'' A", &both(&|i| rule.by_acceleration(i, 2)))
        .reject("∂L_c/∂r'' = ∂L/∂r'' − ∂L/∂s' A, as printed", rule.by_acceleration(0, 1))
        .list
}

/// Equation (1.9a) with (1.9b) and (1.10).
pub(super) fn constrained_equations() -> Lines {
    let mut findings = Findings::new("constrained_equations()");
    for (m, p) in SIZES {
        let case = Adapted::any(m, p);
        let residual = |i: usize, dots: usize| {
            case.left(i) - case.right(i, dots) - case.put().apply(case.equation(i))
        };
        let right: Vec<Expr> = (0..m).map(|i| residual(i, 2)).collect();
        let outer = |b: usize, i: usize| {
            let second = (0..m).map(|j| case.B2(b, i, j, i));
            second.chain([case.B1(b, i, i)]).collect::<Vec<_>>()
        };
        let outer: Vec<Expr> = (0..p).flat_map(|b| (0..m).flat_map(move |i| outer(b, i))).collect();
        let sizes = sizes(m, p);
        let words = format!("(1.9b) less (1.9a) with ∂L/∂s'' before B² is (1.4), {sizes}");
        findings = findings
            .rows(&["(1.9a)", "(1.10a)", "(1.10b)"])
            .expect(&words, &right)
            .rows(&["(1.9a)"])
            .reject(&format!("the same with ∂L/∂s', as printed, {sizes}"), residual(0, 1))
            .rows(&["after (1.10b)"])
            .expect(&format!("B¹_αα = 0 and B²_αβα = 0, {sizes}"), &outer);
    }
    findings.list
}

/// Equation (2.2).
pub(super) fn free_particle() -> Lines {
    let particle = Adapted::particle();
    let q = particle.q();
    let sum = |q: Expr| jetted(q, 2) + jetted(q, 4);
    let right: Vec<Expr> = q.iter().map(|&q| euler_lagrange(particle.L, q) + sum(q)).collect();
    Findings::new("free_particle()")
        .reject("(EL) of (1.1b) is q'' + q''''", euler_lagrange(particle.L, q[0]) - sum(q[0]))
        .expect("(EL) of (1.1b) is −q'' − q''''", &right)
        .list
}

/// The constraint of the model with s' = −A r', and the square of its factor of z'.
fn with_coefficients(particle: &Adapted, model: &Model) -> [Expr; 2] {
    let system = model.system().expect("a test derives the models of the papers");
    let constraint = system.constraints()[0].phi;
    let mut rolls = Substitution::new([(rate(particle.s[0]), particle.first(0))]);
    [rolls.apply(constraint), partial(constraint, rate(particle.s[0])).powi(2)]
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
    let nine = |i: usize, text: &str| particle.right(i, 2) - e(text);
    let coefficients = with_coefficients(&particle, &model);
    let known = |i, j| Expr::from(i64::from((i, j) == (0, 1)));
    let A2 = [(0, 1), (1, 0), (0, 0), (1, 1)].map(|(i, j)| particle.A2(0, i, j) - known(i, j));
    Findings::new("particle_partials()")
        .rows(&["(2.4b)"])
        .expect(
            "A₁ = −y, A₂ = 0: s' = −A r' satisfies the constraint, whose factor of z' is ±1",
            &[coefficients[0], coefficients[1] - Expr::one()],
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
