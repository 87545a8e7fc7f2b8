//! Variations before and after the constraints: what Goldstein's, Wolf's and Moreschi and Castellano's
//! equations from L + μφ have to do with d'Alembert's.
//!
//! ```text
//! φ = a(q) · q',  a · δq = 0   ⇒   δφ = d/dt (a · δq) + (∂aᵢ/∂qₖ − ∂aₖ/∂qᵢ) q'ᵢ δqₖ              (1)
//! y = z'/x' put into L, and varied freely   ⇔   L + μ (z' − y x') with μ eliminated             (2)
//! L + μ dh/dt:  Eᵢ = −μ' ∂h/∂qᵢ,   d'Alembert:  Eᵢ = λ ∂h/∂qᵢ                                  (3)
//! W (q'', μ') = h:  W and the rows of the constraints do not contain μ                          (4)
//! ```

use alembert_algebra::Elementary::{Cos, Sin};
use alembert_algebra::{Expr, Substitution, apply, partial, rate};
use alembert_mechanics::Motion;
use alembert_mechanics::principle::{dalembert, vakonomic};
use alembert_mechanics::regular::is_determined;

use super::{
    Findings, Lines, any, constant, jets, model, multiplier, printed, residuals, system, variation,
};
use crate::language::Model;
use crate::walk::{PairReport, PairVerdict, compare};

/// Equation (1), and what it says of the knife edge.
pub(super) fn transposition() -> Lines {
    let names = ["q_1", "q_2", "q_3"];
    let (q, v, d) = (jets(&names, 0), jets(&names, 1), jets(&["d_1", "d_2", "d_3"], 0));
    let sum = |term: &dyn Fn(usize) -> Expr| Expr::sum((0..3).map(term));
    let moved: Vec<(Expr, Expr)> =
        (0..3).flat_map(|i| [(q[i], d[i]), (v[i], rate(d[i]))]).collect();
    let left_over = |a: &[Expr]| {
        let change = variation(sum(&|i| a[i] * v[i]), &moved);
        change - rate(sum(&|i| a[i] * d[i]))
    };
    let turning = |a: &[Expr], i: usize, k: usize| partial(a[i], q[k]) - partial(a[k], q[i]);
    let a: Vec<Expr> = (0..3).map(|i| any(&format!("a_{i}"), &q)).collect();
    let curved = sum(&|i| sum(&|k| turning(&a, i, k) * v[i] * d[k]));
    let blade = blade(&q);
    let both = [allowed(&q, &v, "u"), allowed(&q, &d, "w")].concat();
    let along = Substitution::new(both).apply(left_over(&blade));
    Findings::new("transposition()")
        .expect(
            "δφ = d/dt (a · δq) + (∂a_i/∂q_k − ∂a_k/∂q_i) q'_i δq_k for φ = a · q', any a(q)",
            &[left_over(&a) - curved],
        )
        .expect_nonzero("for the knife edge δφ is not zero where a · q' = 0 and a · δq = 0", along)
        .list
}

/// The coefficients of the knife edge, with the heading as the third coordinate.
fn blade(q: &[Expr]) -> Vec<Expr> {
    vec![apply(Sin, &[q[2]]), -apply(Cos, &[q[2]]), Expr::zero()]
}

/// What moves along the blade: the first two parts by their size u.
fn allowed(q: &[Expr], moves: &[Expr], size: &str) -> [(Expr, Expr); 2] {
    let size = constant(size);
    [(moves[0], size * apply(Cos, &[q[2]])), (moves[1], size * apply(Sin, &[q[2]]))]
}

/// Equation (2): z' = y x' is every constraint on three coordinates that is not integrable, in
/// coordinates of its own (Darboux).
pub(super) fn imposed_first() -> Lines {
    let names = ["x", "y", "z"];
    let (q, v) = (jets(&names, 0), jets(&names, 1));
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let made = system(&q, L, &[v[2] - q[1] * v[0]]);
    let motion = vakonomic(&made).expect("it takes every constraint on velocities");
    let y = v[2] / v[0];
    let put = |e: Expr| {
        let (first, second) = (rate(y), rate(rate(y)));
        Substitution::new([(q[1], y), (v[1], first), (rate(v[1]), second)]).apply(e)
    };
    let free = put(L);
    let freely = |x: Expr| {
        let (v, a) = (rate(x), rate(rate(x)));
        partial(free, x) - rate(partial(free, v)) + rate(rate(partial(free, a)))
    };
    // The equation of y gives μ.
    let mu = put(partial(L, q[1]) - rate(partial(L, v[1]))) / v[0];
    let name = multiplier("mu_c0", 0);
    let mut known = Substitution::new([(name, mu), (rate(name), rate(mu))]);
    let derived = residuals(&motion);
    let [of_x, of_y, of_z] = [0, 1, 2].map(|i| known.apply(put(derived[i])));
    Findings::new("imposed_first()")
        .expect("the equation of y of L + μ (z' − y x') gives μ, any L(q, q', t)", &[of_y])
        .expect(
            "with it those of x and z are those of L with y = z'/x' put in, varied freely",
            &[of_x + freely(q[0]), of_z + freely(q[2])],
        )
        .list
}

/// Equation (3).
pub(super) fn holonomic_alike() -> Lines {
    let names = ["q_1", "q_2", "q_3"];
    let (q, v) = (jets(&names, 0), jets(&names, 1));
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let made = system(&q, L, &[rate(any("h", &[&q[..], &[Expr::time()]].concat()))]);
    let [one, other] = [dalembert(&made), vakonomic(&made)]
        .map(|motion| residuals(&motion.expect("both take every constraint on velocities")));
    let minus = (multiplier("lambda_c0", 0), -rate(multiplier("mu_c0", 0)));
    let mut put = Substitution::new([minus]);
    let same: Vec<Expr> = one.iter().zip(other.iter()).map(|(&a, &b)| put.apply(a) - b).collect();
    Findings::new("holonomic_alike()")
        .expect(
            "`vakonomic` of dh/dt = 0 is `dalembert` with λ = −μ', any L(q, q', t) and h(q, t)",
            &same,
        )
        .list
}

/// Equation (4): the disk with any multipliers.
pub(super) fn multipliers_are_free() -> Lines {
    let model = model("wolf-disk-vakonomic");
    let disk = model.system().expect("a test derives the models of the papers");
    let motion = vakonomic(&disk).expect("the disk has variational motions");
    let mu = ["mu_roll_x", "mu_roll_y"].map(|name| multiplier(name, 0));
    let (W, _) = motion.system.square();
    let by_mu = |e: Expr| mu.map(|mu| partial(e, mu));
    let in_matrix: Vec<Expr> = W.entries().flat_map(by_mu).collect();
    let n = disk.q().len();
    let rows = residuals(&motion);
    let constraints = disk.constraints().iter().map(|c| c.phi);
    let in_constraints: Vec<Expr> =
        rows.iter().skip(n).copied().chain(constraints).flat_map(by_mu).collect();
    let determined = (is_determined(&motion), "a determinant that is not zero".to_owned());
    let both: [&str; 2] = ["after (18) b", "after (29) C b"];
    Findings::new("multipliers_are_free()")
        .rows(&both[..1])
        .reject_since_zero(
            "the constraints and their rates say something of μ: they do not contain it",
            &in_constraints,
        )
        .rows(&both[1..])
        .expect("the constraints and their rates do not contain μ", &in_constraints)
        .rows(&both)
        .expect("nor does the matrix of (q'', μ')", &in_matrix)
        .line("it is regular: to every q, q' and μ there is one motion", false, determined)
        .expect_nonzero("the motions differ: φ'' contains μ₁", by_mu(rows[2])[0])
        .list
}

/// What `compare` says of d'Alembert's principle and another one.
fn compared(name: &str, other: &'static str) -> PairReport {
    let report = compare(&model(name), &["dalembert", other]);
    let mut report = report.expect("both principles take the models of the papers");
    report.pairs.remove(0)
}

fn differ(pair: &PairReport) -> (bool, String) {
    (matches!(pair.verdict, PairVerdict::Differ(_)), "compared".to_owned())
}

/// The knife edge moves otherwise by the variational equations, whatever μ is.
pub(super) fn principles_differ() -> Lines {
    let pair = compared("wolf-knife-edge", "vakonomic");
    let excluded = (pair.exclusion.is_some(), "compared".to_owned());
    Findings::new("principles_differ()")
        .line("`dalembert` and `vakonomic` move the knife edge differently", false, differ(&pair))
        .line("there is a motion of the one that no μ makes one of the other", false, excluded)
        .list
}

/// The sphere moves otherwise when the constraints are put into L before varying.
pub(super) fn sphere_moves_otherwise() -> Lines {
    let pair = compared("lemos-sphere", "naive");
    Findings::new("sphere_moves_otherwise()")
        .line("`dalembert` and `naive` move the sphere differently", false, differ(&pair))
        .list
}

/// Goldstein's equation for the disk is not d'Alembert's.
pub(super) fn goldstein_is_not_dynamics() -> Lines {
    let pair = compared("note-disk-vakonomic", "vakonomic");
    Findings::new("goldstein_is_not_dynamics()")
        .line("`dalembert` and `vakonomic` move the disk differently", false, differ(&pair))
        .list
}

/// Every motion of the disk is stationary, although its constraints are nonholonomic.
pub(super) fn rund_on_the_disk() -> Lines {
    let model = model("wolf-disk");
    let section = compared("wolf-disk", "vakonomic").section.unwrap_or_default();
    let disk = model.system().expect("a test derives the models of the papers");
    let [own, other] = [dalembert(&disk), vakonomic(&disk)]
        .map(|motion| motion.expect("both principles take the disk"));
    let reject = "no motion of a nonholonomic system is one of L + μφ: of the disk all are, with \
                  μ = −m (x', y')";
    Findings::new("rund_on_the_disk()")
        .count("both multipliers of the disk are found", section.len(), 2)
        .reject_since_zero(reject, &left_over(&model, &own, &other))
        .list
}

/// What is left of the variational equations of the disk on its motions, where x' = R cos φ θ' and
/// y' = R sin φ θ', with μ = −m (x', y') and d'Alembert's λ = m (x'', y'').
fn left_over(model: &Model, own: &Motion, other: &Motion) -> Vec<Expr> {
    let e = |text: &str| printed(model, text);
    let names = |name: &str| ["x", "y"].map(|i| multiplier(&format!("{name}_roll_{i}"), 0));
    let (mu, lambda) = (names("mu"), names("lambda"));
    let of_mu = mu
        .into_iter()
        .zip(["-m x'", "-m y'"])
        .flat_map(|(mu, text)| [(mu, e(text)), (rate(mu), rate(e(text)))]);
    let of_lambda =
        lambda.into_iter().zip(["m x''", "m y''"]).map(|(lambda, text)| (lambda, e(text)));
    let mut put = Substitution::new(of_mu.chain(of_lambda).collect::<Vec<_>>());
    let rolling = [("x'", "R cos φ θ'"), ("y'", "R sin φ θ'")].map(|(v, text)| (e(v), e(text)));
    let rates = rolling.map(|(v, psi)| (rate(v), rate(psi)));
    let mut rolls = Substitution::new(rolling.into_iter().chain(rates).collect::<Vec<_>>());
    let (own, other) = (residuals(own), residuals(other));
    (0..4).map(|i| rolls.apply(put.apply(other[i] - own[i]))).collect()
}
