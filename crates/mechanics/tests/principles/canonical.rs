//! Hamilton's equations with multipliers: term by term, and with the momenta put in against d'Alembert's.

use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, rate};
use alembert_mechanics::hamilton::{Canonical, HamiltonError, canonical, jacobiator};
use alembert_mechanics::principle::dalembert;
use alembert_mechanics::rotation::{Axes, Rotation, chart};
use alembert_mechanics::{Constraint, Linear, System};

use crate::exact::{constrained, free, half, jet, parameter};
use crate::{assert_same, forced, knife_edge};

fn position(found: &Canonical, x: Expr) -> usize {
    found.coordinates.iter().position(|&z| z == x).expect("a coordinate")
}

/// Every rate with the momenta put in is what the equations of motion say, and the Hamiltonian is the energy.
fn assert_equations_of_motion(system: &System) {
    let found = canonical(system).unwrap();
    let motion = dalembert(system).unwrap();
    let (M, B, f) = match &motion.system {
        Linear::Kkt { M, B, f, .. } => (M.clone(), B.clone(), f.clone()),
        Linear::General { W, h } => (W.clone(), Matrix::zeros(0, h.len()), h.clone()),
    };
    let pull = &B.transpose() * &*motion.multipliers;
    let residuals: Vector = &(&(&M * &*motion.highest) - &pull) - &f;
    let mut put = Substitution::new(found.momenta.iter().copied());
    let mut turned = chart(system.rotations());
    for (i, &e) in found.rates.iter().enumerate() {
        let unbalanced = found.balances[i].map_or(Expr::zero(), |slot| residuals[slot]);
        let difference = put.apply(e) - rate(found.values[i]) + unbalanced;
        assert_same(turned.apply(difference), Expr::zero());
    }
    assert_same(put.apply(found.hamiltonian), motion.energy);
    for ((_, e), c) in found.constraints.iter().zip(system.constraints()) {
        assert_same(put.apply(*e), c.phi);
    }
}

/// `H = (p_x² + p_y²)/2m + p_φ²/2J, p_x' = λ sin φ, p_φ' = M, p_x sin φ/m − p_y cos φ/m = 0`.
#[test]
fn a_knife_edge_has_its_reaction_in_the_rates_of_momenta() {
    let edge = knife_edge();
    let found = canonical(&edge).unwrap();
    let [p_x, p_y, p_phi] = ["p_x", "p_y", "p_phi"].map(|name| jet(name, 0));
    let [m, J] = ["m", "J"].map(parameter);
    assert_eq!(found.momenta.iter().map(|p| p.0).collect::<Vec<_>>(), [p_x, p_y, p_phi]);
    assert_same(found.hamiltonian, half((p_x * p_x + p_y * p_y) / m + p_phi * p_phi / J));
    let (sin, cos) = (crate::sin(jet("phi", 0)), crate::cos(jet("phi", 0)));
    let lambda = Expr::symbol("lambda_edge", Kind::Multiplier, 0);
    let zero = Expr::zero();
    for (found, expected) in
        found.rates.iter().zip([p_x / m, p_y / m, p_phi / J, lambda * sin, -lambda * cos, zero])
    {
        assert_same(*found, expected);
    }
    assert_same(found.constraints[0].1, p_x * sin / m - p_y * cos / m);
    assert_equations_of_motion(&edge);
}

/// A bead on the moving wire y = t x + x² with drag and a magnetic field: forces and the rate of the constraint.
#[test]
fn forces_and_constraints_are_written_in_momenta() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let (x, y, t) = (jet("x", 0), jet("y", 0), Expr::time());
    let [m, B, c] = ["m", "B", "c"].map(parameter);
    let L = half(m * (u * u + v * v)) + B * x * v - y;
    let wire = Constraint::ideal("wire", y - t * x - x * x);
    let system = forced(&["x", "y"], L, &[-c * u, Expr::zero()], vec![wire]);
    let found = canonical(&system).unwrap();
    let [p_x, p_y] = ["p_x", "p_y"].map(|name| jet(name, 0));
    let lambda = Expr::symbol("lambda_wire", Kind::Multiplier, 0);
    let speed = (p_y - B * x) / m;
    let two = Expr::from(2);
    assert_same(found.rates[2], B * speed - c * p_x / m - lambda * (t + two * x));
    assert_same(found.rates[3], lambda - Expr::one());
    assert_same(found.hidden[0].1, speed - t * p_x / m - two * x * p_x / m - x);
    assert_equations_of_motion(&system);
}

/// M' = M × Ω + Γ × ∂H/∂Γ + torque in body axes, with {Mᵢ, Mⱼ} = −Σ εᵢⱼₖ Mₖ; in space axes the sign is +.
#[test]
fn a_heavy_top_has_the_bracket_of_its_angular_momentum() {
    for axes in [Axes::Body, Axes::Space] {
        let top = Rotation::new("B", axes, "omega");
        let [a, b, c] = top.omega();
        let I = ["I1", "I2", "I3"].map(parameter);
        let place = top.entries()[2];
        let L = half(I[0] * a * a + I[1] * b * b + I[2] * c * c) - parameter("k") * place[2];
        let Q: Vector = ["T1", "T2", "T3"].map(parameter).into_iter().collect();
        let tie = Constraint::ideal("tie", a - b * place[0]);
        let system = System::with_rotations(vec![].into(), vec![top], L, Q, vec![tie]).unwrap();
        let found = canonical(&system).unwrap();
        let M = ["M_x", "M_y", "M_z"].map(|name| jet(name, 0));
        let sign = if axes == Axes::Body { -Expr::one() } else { Expr::one() };
        let at = M.map(|M| position(&found, M));
        assert_same(found.bracket[(at[0], at[1])], sign * M[2]);
        assert_same(found.bracket[(at[2], at[0])], sign * M[1]);
        if axes == Axes::Body {
            let lambda = Expr::symbol("lambda_tie", Kind::Multiplier, 0);
            let euler = M[1] * M[2] / I[2] - M[2] * M[1] / I[1];
            let weight = place[1] * parameter("k"); // (Γ × ∂H/∂Γ)_x = Γ_y k
            assert_same(found.rates[at[0]], euler + weight + parameter("T1") + lambda);
        }
        let n = found.coordinates.len();
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    assert_same(
                        jacobiator(&found.bracket, &found.coordinates, [i, j, k]),
                        Expr::zero(),
                    );
                }
            }
        }
        assert_equations_of_motion(&system);
    }
}

/// L = ½ (x''² − a x'² + b x²): p₂ = x'', p₁ = −a x' − x''', H = p₁ x' + ½ p₂² + ½ a x'² − ½ b x².
#[test]
fn accelerations_have_momenta_of_their_own() {
    let [x, v, w] = [0, 1, 2].map(|k| jet("x", k));
    let [a, b] = ["a", "b"].map(parameter);
    let L = half(w * w - a * v * v + b * x * x);
    let system = free(&["x"], L);
    let found = canonical(&system).unwrap();
    let [p1, p2] = ["p1_x", "p2_x"].map(|name| jet(name, 0));
    assert_eq!(found.coordinates.to_vec(), [x, v, p1, p2]);
    assert_same(found.momenta[0].1, -a * v - jet("x", 3));
    assert_same(found.momenta[1].1, w);
    assert_same(found.hamiltonian, p1 * v + half(p2 * p2 + a * v * v - b * x * x));
    for (found, expected) in found.rates.iter().zip([v, p2, b * x, -p1 - a * v]) {
        assert_same(*found, expected);
    }
    assert_equations_of_motion(&system);
}

/// The same with a constraint, a drag −c x''' and a second coordinate that has a velocity only.
#[test]
fn momenta_of_accelerations_feel_constraints_and_forces() {
    let [w, v, y] = [jet("x", 2), jet("x", 1), jet("y", 1)];
    let L = half(parameter("a") * w * w + y * y) - jet("x", 0) * jet("y", 0) + w * jet("y", 0);
    let tie = Constraint::ideal("tie", y - jet("x", 0) * v);
    let system = forced(&["x", "y"], L, &[-parameter("c") * jet("x", 3), Expr::zero()], vec![tie]);
    assert_equations_of_motion(&system);
    assert_equations_of_motion(&free(&["x", "y"], L));
}

#[test]
fn velocities_that_momenta_do_not_determine_are_refused() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let singular = free(&["x", "y"], half((u + v).powi(2)));
    assert_eq!(canonical(&singular).unwrap_err(), HamiltonError::Singular);
    let quartic = free(&["x"], u.powi(4));
    assert_eq!(canonical(&quartic).unwrap_err(), HamiltonError::NotSolved("p_x".to_owned()));
    let driven =
        constrained(&["x", "y"], half(u * u + v * v), vec![Constraint::ideal("c", jet("x", 2))]);
    assert_eq!(canonical(&driven).unwrap_err(), HamiltonError::Acceleration("c".to_owned()));
}

/// L = −m c √(c² − x'² − y'²) + F x: H = c √(m² c² + p²) − F x.
#[test]
fn a_relativistic_particle_is_solved_by_squares() {
    let [u, v] = ["x", "y"].map(|name| jet(name, 1));
    let [m, c, F] = ["m", "c", "F"].map(parameter);
    let L = -m * c * (c * c - u * u - v * v).sqrt() + F * jet("x", 0);
    let found = canonical(&free(&["x", "y"], L)).unwrap();
    let [p, r] = [found.momenta[0].0, found.momenta[1].0];
    let root = (m * m * c * c + p * p + r * r).sqrt();
    let at = crate::exact::state(&[(m, 2), (c, 1), (F, 5), (jet("x", 0), 3), (p, 1), (r, 2)]);
    let number = |e: Expr| crate::exact::value(e * e, &at); // the squares of √9 are numbers
    assert_eq!(number(found.hamiltonian + F * jet("x", 0)), number(c * root));
    assert_eq!(number(found.rates[0]), number(c * p / root));
    assert_eq!(found.rates[2], F);
}
