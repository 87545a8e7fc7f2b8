//! Goldstein's equation and the derivation of Gauss's principle.
//!
//! ```text
//! Eᵢ = Σⱼ (λⱼ ∂fⱼ/∂qᵢ − d/dt (λⱼ ∂fⱼ/∂q'ᵢ))                                Class note (2)
//! G = Σ (F − m a)²/2m + Σⱼ λⱼ gⱼ,   gⱼ = dfⱼ/dt                            after (4)
//! ∂G/∂aᵢ = 0   ⇒   mᵢ aᵢ = Fᵢ − Σⱼ λⱼ ∂gⱼ/∂aᵢ                              (5), with its sign
//! ```

use alembert_algebra::{Expr, Substitution, partial, rate};
use alembert_mechanics::principle::{dalembert, gauss, vakonomic};

use super::{
    Findings, Lines, any, constant, jet, jets, lagrange, model, multiplier, residuals, system,
    variation,
};
use crate::walk::{PairVerdict, compare};

/// The right side of (2).
fn goldstein(f: &[Expr], lambda: &[Expr], q: Expr) -> Expr {
    let term =
        |(&f, &lambda): (&Expr, &Expr)| lambda * partial(f, q) - rate(lambda * partial(f, rate(q)));
    Expr::sum(f.iter().zip(lambda).map(term))
}

/// Equation (2), and when it is (1).
pub(super) fn goldstein_equations() -> Lines {
    let names = ["q_1", "q_2", "q_3"];
    let (q, v) = (jets(&names, 0), jets(&names, 1));
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let f: Vec<Expr> = ["f_1", "f_2"].map(|f| any(f, &[&q[..], &v[..]].concat())).to_vec();
    let mu = ["mu_c0", "mu_c1"].map(|name| multiplier(name, 0));
    let made = system(&q, L, &f);
    let motion = vakonomic(&made).expect("it takes every constraint on velocities");
    let derived = residuals(&motion);
    let two = |i: usize| derived[i] - (lagrange(L, q[i]) - goldstein(&f, &mu, q[i]));
    let h = any("h", &q);
    let positions = |i: usize| goldstein(&[h], &mu[..1], q[i]) - mu[0] * partial(h, q[i]);
    let exact = |i: usize| goldstein(&[rate(h)], &mu[..1], q[i]) + rate(mu[0]) * partial(h, q[i]);
    let all = |each: &dyn Fn(usize) -> Expr| (0..3).map(each).collect::<Vec<_>>();
    Findings::new("goldstein_equations()")
        .rows(&["(2)"])
        .expect(
            "E_i = Σ_j (λ_j ∂f_j/∂q_i − d/dt (λ_j ∂f_j/∂q'_i)) is `vakonomic`, any L and f",
            &all(&two),
        )
        .rows(&["after (2)"])
        .expect("for any f(q) the right side of (2) is λ ∂f/∂q, that of (1)", &all(&positions))
        .rows(&["after (2) b"])
        .reject_since_zero(
            "(2) is none of (1) for f linear in q': for f = dh/dt, any h(q), it is −λ' ∂h/∂q, that of \
             (1) with −λ' for λ",
            &all(&exact),
        )
        .rows(&["after (2) c"])
        .count("two constraints add two values to the 2n = 6 of a state", motion.state.len(), 8)
        .list
}

/// What is of order 0, 1 and 2 in h, but for the factors 1/k!.
fn orders(e: Expr) -> [Expr; 3] {
    let h = constant("h");
    let mut now = Substitution::new([(h, Expr::zero())]);
    [e, partial(e, h), partial(partial(e, h), h)].map(|e| now.apply(e))
}

/// The displacements of the note in the time h: along any path r, along any path that starts with
/// its place and velocity, r(t) + h r'(t) + h² w(h), and their difference; less what is printed.
fn displacements() -> [Vec<Expr>; 3] {
    let (t, h) = (Expr::time(), constant("h"));
    let r = any("r", &[t]);
    let (v, a) = (rate(r), rate(rate(r)));
    let one = any("r", &[t + h]) - r;
    let other = h * v + h.powi(2) * any("w", &[h]);
    let other_a = orders(other)[2];
    let less = |found: Expr, printed: Expr| {
        orders(found).iter().zip(orders(printed)).map(|(&e, p)| e - p).collect::<Vec<_>>()
    };
    let half = h.powi(2) / Expr::from(2);
    let same_start = Expr::from(2) * any("w", &[Expr::zero()]) - other_a;
    let second = [less(other, h * v + half * other_a), vec![same_start]].concat();
    [less(one, h * v + half * a), second, less(one - other, half * (a - other_a))]
}

/// The steps from displacements to (5).
pub(super) fn gauss_derivation() -> Lines {
    let [first, second, apart] = displacements();
    let names = ["q_1", "q_2"];
    let [q, v, a] = [0, 1, 2].map(|order| jets(&names, order));
    let other = jets(&["b_1", "b_2"], 0);
    let f = any("f", &[&q[..], &v[..], &[Expr::time()]].concat());
    let g = rate(f);
    let swapped = Substitution::new(a.iter().copied().zip(other.iter().copied())).apply(g);
    let along = |d: &[Expr]| Expr::sum((0..2).map(|i| partial(f, v[i]) * d[i]));
    let difference: Vec<Expr> = (0..2).map(|i| a[i] - other[i]).collect();
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let motion = dalembert(&system(&q, L, &[f])).expect("it takes every ideal constraint");
    let reactions = residuals(&motion);
    let lambda = multiplier("lambda_c0", 0);
    // On a motion E = λ ∂f/∂q', so that E · δa = λ ∂f/∂q' · δa.
    let orthogonal = Expr::sum((0..2).map(|i| (lagrange(L, q[i]) - reactions[i]) * difference[i]));
    let m = [constant("m_1"), constant("m_2")];
    let F = ["F_1", "F_2"].map(|F| any(F, &[&q[..], &v[..]].concat()));
    let lost = |i: usize| F[i] - m[i] * a[i];
    let Z = Expr::sum((0..2).map(|i| lost(i).powi(2) / (Expr::from(2) * m[i])));
    let varied = |i: usize| variation(lost(i), &[(a[i], difference[i])]); // δ(F − ma)
    let weighted = Expr::sum((0..2).map(|i| lost(i) * varied(i) / m[i]));
    let slope = Expr::sum((0..2).map(|i| partial(Z, a[i]) * difference[i]));
    let plain = Expr::sum((0..2).map(|i| lost(i) * difference[i]));
    let unweighted = Expr::sum((0..2).map(|i| lost(i) * varied(i)));
    let G = Z + lambda * g;
    let five = |sign: Expr, i: usize| {
        partial(G, a[i]) - (m[i] * a[i] - F[i] - sign * lambda * partial(g, a[i]))
    };
    let one = Expr::one();
    Findings::new("gauss_derivation()")
        .rows(&["before (3)"])
        .expect("r(t + h) − r(t) = h r' + ½ h² r'' up to h³, any path", &first)
        .rows(&["before (3) b"])
        .expect("the same for any path with the same start and velocity, and its own ã", &second)
        .rows(&["before (3) c"])
        .expect("their difference is ½ h² (a − ã) up to h³", &apart)
        .expect(
            "df/dt with a less df/dt with ã is ∂f/∂q' · (a − ã), any f(q, q', t)",
            &[g - swapped - along(&difference)],
        )
        .rows(&["after (3)"])
        .expect(
            "Σ E_i δa_i = λ ∂f/∂q' · δa, which vanishes; any L and f(q, q', t)",
            &[orthogonal - lambda * along(&difference)],
        )
        .rows(&["after (3) b"])
        .reject("Σ (F − ma) · δ(F − ma) is −Σ (F − ma) · δa", unweighted + plain)
        .expect("Σ (1/m)(F − ma) · δ(F − ma) is", &[weighted + plain])
        .rows(&["(4)"])
        .expect("δ Σ (F − ma)²/2m = −Σ (F − ma) · δa, any F(q, q')", &[slope + plain])
        .rows(&["(5)"])
        .reject("G is stationary where m a = F + λ ∂g/∂a", five(one, 0))
        .expect(
            "G is stationary where m a = F − λ ∂g/∂a, any F and g = df/dt",
            &[five(-one, 0), five(-one, 1)],
        )
        .list
}

/// Equation (5) against (1), for any position constraint and any linear one.
pub(super) fn gauss_is_standard() -> Lines {
    let names = ["q_1", "q_2", "q_3"];
    let [q, v, a] = [0, 1, 2].map(|order| jets(&names, order));
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let h = any("h", &[&q[..], &[Expr::time()]].concat());
    let slopes: Vec<Expr> = (0..3).map(|i| any(&format!("a_{i}"), &q)).collect();
    let f = Expr::sum((0..3).map(|i| slopes[i] * v[i]));
    let lambda = multiplier("lambda_c0", 0);
    let five = |phi: Expr, along: &dyn Fn(usize) -> Expr| -> Vec<Expr> {
        let motion = gauss(&system(&q, L, &[phi])).expect("it takes every ideal constraint");
        let derived = residuals(&motion);
        (0..3).map(|i| derived[i] - (lagrange(L, q[i]) - lambda * along(i))).collect()
    };
    let by_h = |i: usize| partial(h, q[i]);
    let second = |i: usize| partial(rate(rate(h)), a[i]) - by_h(i);
    let first = |i: usize| partial(rate(f), a[i]) - slopes[i];
    let all = |each: &dyn Fn(usize) -> Expr| (0..3).map(each).collect::<Vec<_>>();
    Findings::new("gauss_is_standard()")
        .expect("∂(d²h/dt²)/∂q'' = ∂h/∂q, any h(q, t)", &all(&second))
        .expect("`gauss` of h = 0 is E_i = λ ∂h/∂q_i, any L(q, q', t)", &five(h, &by_h))
        .expect("∂(df/dt)/∂q'' = a for f = a(q) q', any a", &all(&first))
        .expect("`gauss` of f = 0 is E_i = λ a_i", &five(f, &|i| slopes[i]))
        .list
}

const ALIKE: &str = "`gauss` and `dalembert` move the particle of constant speed alike";

/// Gauss's principle and d'Alembert's with Chetaev's rule.
pub(super) fn gauss_is_chetaev() -> Lines {
    let names = ["q_1", "q_2"];
    let (q, v) = (jets(&names, 0), jets(&names, 1));
    let f = any("f", &[&q[..], &v[..], &[Expr::time()]].concat());
    let L = any("L", &[&q[..], &v[..], &[Expr::time()]].concat());
    let made = system(&q, L, &[f]);
    let [one, other] = [gauss(&made), dalembert(&made)]
        .map(|motion| residuals(&motion.expect("both take every ideal constraint")));
    let same: Vec<Expr> = one.iter().zip(other.iter()).map(|(&a, &b)| a - b).collect();
    let directions: Vec<Expr> =
        (0..2).map(|i| partial(rate(f), jet(names[i], 2)) - partial(f, v[i])).collect();
    let report = compare(&model("note-isokinetic"), &["gauss", "dalembert"]);
    let report = report.expect("both principles take the particle");
    let proved = matches!(report.pairs[0].verdict, PairVerdict::Proved(_));
    Findings::new("gauss_is_chetaev()")
        .expect(
            "`gauss` is `dalembert` with Chetaev's rule, any L(q, q', t) and f(q, q', t)",
            &same,
        )
        .expect("∂(df/dt)/∂q'' = ∂f/∂q', any f(q, q', t)", &directions)
        .line(ALIKE, false, (proved, "compared".to_owned()))
        .list
}
