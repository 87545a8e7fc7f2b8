//! Multipliers, variations and the turntable in the paper of Moreschi and Castellano.
//!
//! ```text
//! ∇L = ∂L/∂q − d/dt ∂L/∂q',   ∇Φ likewise                            Moreschi and Castellano (11)
//! Σ ∂Φ/∂q δq + ∂Φ/∂q' δq' = 0                                        (15)
//! η (15) = (η ∇Φ − η' ∂Φ/∂q') · δq + d/dt (η ∂Φ/∂q' · δq)            (21)
//! ```

use alembert_algebra::Elementary::Asinh;
use alembert_algebra::{Expr, Substitution, apply, gradient, partial, rate};
use alembert_mechanics::Linear;
use alembert_mechanics::principle::{dalembert, elimination, vakonomic};

use super::{
    Findings, Lines, any, constant, jet, jets, lagrange, model, multiplier, printed, residuals,
    system, variation,
};

/// `∇Φ` of (11).
fn nabla(phi: Expr, q: Expr) -> Expr {
    -lagrange(phi, q)
}

/// The prescribed velocity `Φ = q₁' − v₁(t)`.
pub(super) fn rank_of_the_velocities() -> Lines {
    let (q, v) = (jets(&["q_1", "q_2"], 0), jets(&["q_1", "q_2"], 1));
    let phi = v[0] - any("v_1", &[Expr::time()]);
    let by_velocities = [partial(phi, v[0]) - Expr::one(), partial(phi, v[1])];
    let critical: Vec<Expr> = q.iter().map(|&q| nabla(phi, q)).collect();
    Findings::new("rank_of_the_velocities()")
        .rows(&["after (1)"])
        .reject_since_zero("∂Φ/∂q of Φ = q₁' − v₁(t) has rank 1: it is zero", &gradient(phi, &q))
        .rows(&["after (1)", "after (22) b"])
        .expect("∂Φ/∂q' is (1, 0), of rank 1", &by_velocities)
        .rows(&["after (22) b"])
        .expect("∇Φ = 0, any v₁(t)", &critical)
        .list
}

/// Tangent vectors, and gradients that are combinations of others.
pub(super) fn multiplier_rule() -> Lines {
    let (x, v) = (jets(&["x", "y", "z"], 0), jets(&["x", "y", "z"], 1));
    let [f1, f2, l] = ["f_1", "f_2", "l"].map(|name| any(name, &x));
    let along = |f: Expr| rate(f) - Expr::sum((0..3).map(|i| partial(f, x[i]) * v[i]));
    let [a, b, c] = [f1, f2, l].map(|f| gradient(f, &x));
    let normal: Vec<Expr> =
        [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i]).to_vec();
    let size = Expr::sum(normal.iter().map(|n| n.powi(2)));
    let first = c.dot(&a) * b.dot(&b) - c.dot(&b) * a.dot(&b);
    let second = c.dot(&b) * a.dot(&a) - c.dot(&a) * a.dot(&b);
    let rest = |i: usize| size * c[i] - first * a[i] - second * b[i] - c.dot(&normal) * normal[i];
    let (g1, g2, h) = (x[0], x[0] + x[1].powi(2), x[1]);
    let mut origin = Substitution::new(x.iter().map(|&x| (x, Expr::zero())));
    let mut slope = |f: Expr, i: usize| origin.apply(partial(f, x[i]));
    let slopes =
        [slope(g1, 0) - Expr::one(), slope(g1, 1), slope(g2, 0) - Expr::one(), slope(g2, 1)];
    let lambda = ["lambda_1", "lambda_2"].map(|name| multiplier(name, 0));
    let left_over = slope(h, 1) - lambda[0] * slope(g1, 1) - lambda[1] * slope(g2, 1);
    let identity: Vec<Expr> = (0..3).map(rest).collect();
    let words = "|a × b|² ∇ℓ = λ₁ a + λ₂ b + (∇ℓ · a × b) a × b for a = ∇f₁ and b = ∇f₂";
    Findings::new("multiplier_rule()")
        .rows(&["(4)–(6)"])
        .expect("df/dt = ∇f · v along every curve, any f", &[along(f1), along(f2), along(l)])
        .rows(&["after (6)"])
        .expect(
            "f₁ = x and f₂ = x + y² have the gradient (1, 0) at the origin, their only common zero",
            &[&slopes[..], &[g2 - g1 - x[1].powi(2)]].concat(),
        )
        .reject("there ∇ℓ = λ₁ ∇f₁ + λ₂ ∇f₂ for ℓ = y, which is critical on one point", left_over)
        .rows(&["after (6)", "(7)"])
        .expect(words, &identity)
        .list
}

/// Equations (8), (15), (16), (17) and (21).
pub(super) fn first_variation_under_constraints() -> Lines {
    let (q, v) = (jets(&["q_1", "q_2"], 0), jets(&["q_1", "q_2"], 1));
    let [d, d_dot] = [0, 1].map(|order| jets(&["d_1", "d_2"], order));
    let state = [&q[..], &v[..], &[Expr::time()]].concat();
    let (L, phi) = (any("L", &state), any("Phi", &state));
    let moved: Vec<(Expr, Expr)> =
        q.iter().chain(&v).copied().zip(d.iter().chain(&d_dot).copied()).collect();
    let sum = |term: &dyn Fn(usize) -> Expr| Expr::sum((0..2).map(term));
    let linear = sum(&|i| partial(phi, q[i]) * d[i] + partial(phi, v[i]) * d_dot[i]);
    let by_parts = sum(&|i| nabla(phi, q[i]) * d[i]);
    let boundary = sum(&|i| partial(phi, v[i]) * d[i]);
    let eta = any("eta", &[Expr::time()]);
    let weighted = sum(&|i| (eta * nabla(phi, q[i]) - rate(eta) * partial(phi, v[i])) * d[i]);
    let action = sum(&|i| nabla(L, q[i]) * d[i]) + rate(sum(&|i| partial(L, v[i]) * d[i]));
    Findings::new("first_variation_under_constraints()")
        .rows(&["(8)"])
        .expect(
            "δL = ∇L · δq + d/dt (∂L/∂q' · δq), any L(q, q', t)",
            &[variation(L, &moved) - action],
        )
        .rows(&["(15)"])
        .expect(
            "δΦ = ∂Φ/∂q · δq + ∂Φ/∂q' · δq', any Φ(q, q', t)",
            &[variation(phi, &moved) - linear],
        )
        .rows(&["(16)", "(17)"])
        .expect("δΦ = ∇Φ · δq + d/dt (∂Φ/∂q' · δq)", &[linear - by_parts - rate(boundary)])
        .rows(&["(21)"])
        .expect(
            "η δΦ = (η ∇Φ − η' ∂Φ/∂q') · δq + d/dt (η ∂Φ/∂q' · δq), any η(t)",
            &[eta * linear - weighted - rate(eta * boundary)],
        )
        .list
}

/// What the equations become when (21) is used instead of (18).
pub(super) fn annihilator() -> Lines {
    let (q, v) = (jets(&["q_1", "q_2"], 0), jets(&["q_1", "q_2"], 1));
    let state = [&q[..], &v[..], &[Expr::time()]].concat();
    let (L, phi) = (any("L", &state), any("Phi", &state));
    let eta = multiplier("mu_c0", 0);
    let right = |i: usize| nabla(L, q[i]) + eta * nabla(phi, q[i]) - rate(eta) * partial(phi, v[i]);
    let motion =
        vakonomic(&system(&q, L, &[phi])).expect("it takes every constraint on velocities");
    let derived = residuals(&motion);
    let same: Vec<Expr> = (0..2).map(|i| derived[i] + right(i)).collect();
    let d = jets(&["d_1", "d_2"], 0);
    let moves = d.iter().copied().chain(d.iter().map(|&d| rate(d)));
    let moved: Vec<(Expr, Expr)> = q.iter().chain(&v).copied().zip(moves).collect();
    let boundary = Expr::sum((0..2).map(|i| partial(phi, v[i]) * d[i]));
    let twenty_one = eta * variation(phi, &moved) - rate(eta * boundary); // linear in δq
    let subtracted = |i: usize| {
        let twenty = nabla(L, q[i]) + eta * nabla(phi, q[i]);
        twenty - partial(twenty_one, d[i]) - (nabla(L, q[i]) + rate(eta) * partial(phi, v[i]))
    };
    let chetaev =
        dalembert(&system(&q, L, &[phi])).expect("it takes every constraint on velocities");
    let (reaction, derived) = (multiplier("lambda_c0", 0), residuals(&chetaev));
    let with_reaction = |i: usize| derived[i] + nabla(L, q[i]) + reaction * partial(phi, v[i]);
    let exact = rate(any("h", &[&q[..], &[Expr::time()]].concat()));
    Findings::new("annihilator()")
        .rows(&["(18)", "§1.2"])
        .expect("∇L + η ∇Φ − η' ∂Φ/∂q' = 0 is `vakonomic`, any L and Φ(q, q', t)", &same)
        .rows(&["(22)"])
        .expect(
            "(20) less the factor of δq in (21), from varying Φ, is ∇L + η' ∂Φ/∂q'",
            &[subtracted(0), subtracted(1)],
        )
        .expect(
            "with λ for η' that is d'Alembert's equation, any L and Φ(q, q', t)",
            &[with_reaction(0), with_reaction(1)],
        )
        .rows(&["after (22)"])
        .expect("∇Φ = 0 for Φ = dh/dt, any h(q, t)", &[nabla(exact, q[0]), nabla(exact, q[1])])
        .list
}

/// Puts functions of time in for coordinates and their rates.
fn along(motion: &[(Expr, Expr)]) -> Substitution {
    let jets = motion
        .iter()
        .flat_map(|&(q, f)| [(q, f), (rate(q), rate(f)), (rate(rate(q)), rate(rate(f)))]);
    Substitution::new(jets.collect::<Vec<_>>())
}

/// What vanishes on motions of (28) of the model, and its constraint.
fn rosenberg() -> Vec<Expr> {
    let system = model("moreschi-castellano-rosenberg").system();
    let system = system.expect("a test derives the models of the papers");
    let motion = elimination(&system).expect("the constraint is solved for a velocity");
    let mut equations = residuals(&motion).to_vec();
    equations.extend(system.constraints().iter().map(|c| c.phi));
    equations
}

/// A motion of (28) and a variation under (15) along which the action is not stationary:
///
/// ```text
/// x = asinh t, y = t, z = √(1 + t²);    δx = 0, δy = F'/x', δz = F = t² (1 − t)²
/// δL = y' δy' + z' δz' = d/dt (y' δy + z' F) − z'' F
/// ```
pub(super) fn hamilton_is_not_stationary() -> Lines {
    let (t, one) = (Expr::time(), Expr::one());
    let root = (one + t * t).sqrt();
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 0));
    let path = [(x, apply(Asinh, &[t])), (y, t), (z, root)];
    let on_path: Vec<Expr> = rosenberg().iter().map(|&e| along(&path).apply(e)).collect();
    let F = t.powi(2) * (one - t).powi(2);
    let speeds = path.map(|(_, f)| rate(f));
    let delta = [Expr::zero(), rate(F) / speeds[0], F];
    let rates = delta.map(rate);
    let phi = *rosenberg().last().expect("the constraint comes last");
    let moves = delta.into_iter().chain(rates);
    let moved: Vec<(Expr, Expr)> =
        [x, y, z, rate(x), rate(y), rate(z)].into_iter().zip(moves).collect();
    let admissible = along(&path).apply(variation(phi, &moved)); // (15)
    let end = |at: Expr| Substitution::new([(t, at)]).apply_all(&delta).to_vec();
    let first = Expr::sum((0..3).map(|i| speeds[i] * rates[i]));
    let boundary = speeds[1] * delta[1] + speeds[2] * F;
    let by_parts = first - rate(boundary) + rate(speeds[2]) * F;
    let density = rate(speeds[2]) * F * root.powi(3) - F;
    // The integrals of t⁴, −2t³ and t² over (1 + t²)^(3/2).
    let primitive = (t.powi(3) + Expr::from(3) * t) / (Expr::from(2) * root)
        - Expr::from(2) * (root + one / root)
        - t / root
        - apply(Asinh, &[t]) / Expr::from(2);
    let at = |time: Expr| Substitution::new([(t, time)]).apply(primitive);
    let size = at(one) - at(Expr::zero());
    let closed =
        Expr::from(4) - Expr::from(5) / Expr::from(2).sqrt() - apply(Asinh, &[one]) / Expr::from(2);
    Findings::new("hamilton_is_not_stationary()")
        .expect(
            "x = asinh t, y = t, z = √(1 + t²) is a motion of (28) for L = ½ |q'|², Φ = z' − y x'",
            &on_path,
        )
        .expect(
            "δx = 0, δy = F'/x', δz = F = t²(1 − t)² obeys (15) and vanishes at t = 0 and 1",
            &[&[admissible][..], &end(Expr::zero()), &end(one)].concat(),
        )
        .expect(
            "δL = −F (1 + t²)^(−3/2) but for a total derivative that vanishes at the ends",
            &[by_parts, density],
        )
        .expect(
            "∫F (1 + t²)^(−3/2) dt from 0 to 1 is 4 − 5/√2 − ½ asinh 1, by a primitive",
            &[rate(primitive) - rate(speeds[2]) * F, size - closed],
        )
        .expect_number("δS is −(4 − 5/√2 − ½ asinh 1), which is not zero", size)
        .rows(&["§1.2"])
        .reject_number("δS = 0", size)
        .list
}

/// A variation of an independent coordinate that (15) does not allow.
pub(super) fn variations_are_not_independent() -> Lines {
    let (t, one) = (Expr::time(), Expr::one());
    let [x, y, z] = ["x", "y", "z"].map(|name| jet(name, 0));
    let path = [(x, t), (y, one), (z, t)];
    let on_path: Vec<Expr> = rosenberg().iter().map(|&e| along(&path).apply(e)).collect();
    let dy = t * (one - t);
    let dz = t.powi(2) / Expr::from(2) - t.powi(3) / Expr::from(3);
    let at = |e: Expr, time: Expr| Substitution::new([(t, time)]).apply(e);
    let phi = *rosenberg().last().expect("the constraint comes last");
    let moved = [(y, dy), (rate(y), rate(dy)), (z, dz), (rate(z), rate(dz))];
    let fifteen = along(&path).apply(variation(phi, &moved)); // (15) with δx = 0
    // ∂Φ/∂q' · δq for δx = 0, any δy and δz, over ∂Φ/∂z' = ±1.
    let [any_dy, any_dz] = ["f", "g"].map(|name| any(name, &[t]));
    let [by_y, by_z] = [y, z].map(|q| partial(phi, rate(q)));
    let chetaev = by_z * along(&path).apply(by_y * any_dy + by_z * any_dz);
    let obeyed = [fifteen, at(dy, Expr::zero()), at(dy, one), at(dz, Expr::zero())];
    Findings::new("variations_are_not_independent()")
        .expect("x = z = t, y = 1 is a motion of (28)", &on_path)
        .expect("δx = 0, δy = t(1 − t), δz = t²/2 − t³/3 obeys (15), and δz(0) = 0", &obeyed)
        .reject("δz(1) = 0, so that δx and δy may be chosen freely", at(dz, one))
        .expect(
            "Chetaev's condition ∂Φ/∂q' · δq = 0 is δz = 0 where δx = 0, whatever δy is",
            &[chetaev - any_dz],
        )
        .list
}

/// Equation (26) for the cone: both roots, and that the rule of implicit functions gives (27).
pub(super) fn solved_for_a_velocity() -> Lines {
    let model = model("moreschi-castellano-cone");
    let e = |text: &str| printed(&model, text);
    let system = model.system().expect("a test derives the models of the papers");
    let (phi, v) = (system.constraints()[0].phi, system.jet(1));
    let Linear::Kkt { B, .. } = dalembert(&system).expect("the particle has a motion").system
    else {
        return Vec::new();
    };
    let mut findings = Findings::new("solved_for_a_velocity()");
    for (sign, root) in [("+", "√(x'² + y'²)/a"), ("−", "-√(x'² + y'²)/a")] {
        let root = e(root);
        let mut on = Substitution::new([(v[2], root)]);
        let slope = |i: usize, on: &mut Substitution| {
            on.apply(B[(0, i)]) + on.apply(B[(0, 2)]) * partial(root, v[i])
        };
        let slopes = [slope(0, &mut on), slope(1, &mut on)];
        findings = findings
            .rows(&["(26)"])
            .expect(&format!("z' = {sign}√(x'² + y'²)/a satisfies Φ = 0"), &[on.apply(phi)])
            .expect_nonzero("∂Φ/∂z' is not zero there", on.apply(partial(phi, v[2])))
            .rows(&["(27)"])
            .expect("δz = ∂v/∂x' δx + ∂v/∂y' δy: λ has no part along it", &slopes);
    }
    findings.list
}

/// Equation (36): the printed point is on the table, on the ball, and no point of the table is
/// nearer to the centre. Equation (38): a ball is the same after the axes are exchanged or turned
/// round, so that its spin is the mean over such images of every part of it.
pub(super) fn contact_and_spin() -> Lines {
    let model = model("moreschi-castellano-ball");
    let e = |text: &str| printed(&model, text);
    let [X, C] = ["X", "C"].map(|P| ["x", "y", "z"].map(|i| e(&format!("{P}_{i}"))));
    let on_table = [constant("u"), constant("w"), Expr::zero()];
    let square = |p: [Expr; 3], q: [Expr; 3]| Expr::sum((0..3).map(|i| (p[i] - q[i]).powi(2)));
    let nearest = square(on_table, X) - square(C, X) - square(on_table, C);
    let point = ["p_1", "p_2", "p_3"].map(constant);
    let omega = ["x", "y", "z"].map(|i| e(&format!("ω_{i}")));
    let size = Expr::sum(point.iter().map(|p| p.powi(2)));
    let spin = |i: usize| {
        let parts = images(point).into_iter().map(|p| cross(p, cross(omega, p))[i]);
        let mean = Expr::sum(parts.collect::<Vec<_>>()) / Expr::from(24);
        mean - Expr::from(2) / Expr::from(3) * size * omega[i]
    };
    Findings::new("contact_and_spin()")
        .rows(&["(36)"])
        .expect("X − a k lies on the table", &[C[2]])
        .expect("it lies on the ball", &[square(C, X) - e("a²")])
        .expect("no other point of the table is as near to the centre", &[nearest])
        .rows(&["(38)"])
        .expect(
            "p × (ω × p) is ⅔ p² ω in the mean over the images of p in the ball, any ω and p",
            &[spin(0), spin(1), spin(2)],
        )
        .list
}

/// The images of a point when axes are exchanged in turn and turned round.
fn images([x, y, z]: [Expr; 3]) -> Vec<[Expr; 3]> {
    let signs =
        (0..8).map(|k| [k & 1, k & 2, k & 4].map(|bit| Expr::from(1 - 2 * i64::from(bit > 0))));
    let turned = |p: [Expr; 3]| signs.clone().map(move |s| [s[0] * p[0], s[1] * p[1], s[2] * p[2]]);
    [[x, y, z], [y, z, x], [z, x, y]].into_iter().flat_map(turned).collect()
}

fn cross(a: [Expr; 3], b: [Expr; 3]) -> [Expr; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i])
}

/// The products after (40), for any vectors; what is left of them besides the printed terms vanishes
/// with k · V and k · ω'.
pub(super) fn vector_identities() -> Lines {
    let vector = |name: &str| ["x", "y", "z"].map(|i| constant(&format!("{name}_{i}")));
    let [k, V, alpha] = ["k", "V", "alpha"].map(vector);
    let dot = |a: [Expr; 3], b: [Expr; 3]| Expr::sum((0..3).map(|i| a[i] * b[i]));
    let Omega = constant("Omega");
    let turned = cross(k, cross(k.map(|k| Omega * k), V));
    let first = |i: usize| turned[i] - Omega * (dot(k, V) * k[i] - dot(k, k) * V[i]);
    let around = cross(k, cross(alpha, k));
    let second = |i: usize| around[i] - (dot(k, k) * alpha[i] - dot(k, alpha) * k[i]);
    Findings::new("vector_identities()")
        .expect("k × (Ωk × V) = −Ω k² V + Ω (k · V) k, any k and V", &[0, 1, 2].map(first))
        .expect("k × (ω' × k) = k² ω' − (k · ω') k, any k and ω'", &[0, 1, 2].map(second))
        .list
}

/// The force of the table and the displacements of (33). The force works on the displacement of the
/// point of the ball that it acts on, whose velocity is that of `moreschi-castellano-ball`; that this
/// force moves the ball as (47) and (48) say is decided in the model of the turntable.
pub(super) fn chetaev_on_the_turntable() -> Lines {
    let model = model("moreschi-castellano-turntable");
    let system = model.system().expect("a test derives the models of the papers");
    let v = system.jet(1);
    let delta = jets(&["d_x", "d_y", "d_phi", "d_theta", "d_psi"], 0);
    let F = ["F_x", "F_y", "F_z"].map(constant);
    let K = contact_velocity();
    let point = K.map(|K| Expr::sum((0..5).map(|i| partial(K, v[i]) * delta[i])));
    let work = Expr::sum((0..3).map(|k| F[k] * point[k]));
    // (33): δx and δy by the turning of the ball.
    let A = [0, 1].map(|j| gradient(system.constraints()[j].phi, &v));
    let turned = |j: usize| Expr::sum((2..5).map(|i| -A[j][i] * delta[i]));
    let mut allowed = Substitution::new([(delta[0], turned(0)), (delta[1], turned(1))]);
    let condition = |j: usize| Expr::sum((0..5).map(|i| A[j][i] * delta[i]));
    let satisfied = [allowed.apply(condition(0)), allowed.apply(condition(1))];
    let real = |j: usize| Expr::sum((0..5).map(|i| A[j][i] * v[i]));
    let slip = |j: usize| system.constraints()[j].phi;
    let carried = ["-Ω y", "Ω x"].map(|text| printed(&model, text));
    let differences = [0, 1].map(|j| real(j) - slip(j) - carried[j]);
    Findings::new("chetaev_on_the_turntable()")
        .rows(&["(33) b"])
        .reject_since_zero(
            "a force at the contact works on a displacement that satisfies (33): it never does",
            &[allowed.apply(work)],
        )
        .expect(
            "displacements with (33) exist: δx and δy follow from the turning of the ball",
            &satisfied,
        )
        .rows(&["(33)"])
        .expect("for the real displacement ∂Φ/∂q' · q' is Ω × X, not zero", &differences)
        .list
}

/// The velocity of the lowest point of the ball, X' + ω × (C − X), which the table does not know.
fn contact_velocity() -> [Expr; 3] {
    let ball = model("moreschi-castellano-ball");
    let e = |text: &str| printed(&ball, text);
    let part = |P: &str| ["x", "y", "z"].map(|i| e(&format!("{P}_{i}")));
    let (X, C, omega) = (part("X"), part("C"), part("ω"));
    let arm = [0, 1, 2].map(|i| C[i] - X[i]);
    let turning = cross(omega, arm);
    [0, 1, 2].map(|i| rate(X[i]) + turning[i])
}
