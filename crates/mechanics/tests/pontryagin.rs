//! Optimal control on the same constraints: Pontryagin's equations are the vakonomic ones.
//!
//! ```text
//! q' = Σ u_a X_a(q),   ∫ ½ Σ u_a² dt  minimal
//! H = max_u (p · q' − ½ Σ u_a²) = ½ Σ (p · X_a)²,   u_a = p · X_a                    (1)
//! q' = ∂H/∂p,   p' = −∂H/∂q                                                         (2)
//! ```
//!
//! With `L = ½ Σ u_a(q, q')²` and the constraints `φ` that the directions `X` obey, the vakonomic
//! momentum `p = ∂(L + μφ)/∂q'` obeys (1) and (2) on every vakonomic motion.

#![allow(non_snake_case, reason = "L, H, X are the symbols of the papers")]

use alembert_algebra::{
    Elementary, Expr, Kind, Substitution, Vector, apply, gradient, partial, rate,
};
use alembert_mechanics::principle::vakonomic;
use alembert_mechanics::{Answer, Constraint, System, Theory};

fn coordinate(name: &str) -> Expr {
    Expr::symbol(name, Kind::Coordinate, 0)
}

/// A control problem: coordinates, controls through the velocities, directions, constraint.
struct Problem {
    q: Vec<Expr>,
    u: Vec<Expr>,
    X: Vec<Vec<Expr>>,
    phi: Expr,
}

impl Problem {
    /// Equations (1) and (2) with the vakonomic momentum put in: what must vanish.
    fn claims(&self) -> Vec<Expr> {
        let mu = Expr::symbol("mu_c", Kind::Multiplier, 0);
        let v: Vec<Expr> = self.q.iter().map(|&x| rate(x)).collect();
        let p: Vec<Expr> =
            (0..v.len()).map(|i| Expr::symbol(&format!("p{i}"), Kind::Auxiliary, 0)).collect();
        let p_of = gradient(self.cost() + mu * self.phi, &v);
        let along = |X: &Vec<Expr>| Expr::sum(X.iter().zip(&p).map(|(&x, &p)| x * p));
        let H = Expr::sum(self.X.iter().map(|X| along(X).powi(2))) / Expr::from(2);
        let mut with = Substitution::new(p.iter().copied().zip(p_of.to_vec()));
        let mut claims = Vec::new();
        for (&u, X) in self.u.iter().zip(&self.X) {
            claims.push(u - with.apply(along(X))); // (1)
        }
        for i in 0..v.len() {
            claims.push(v[i] - with.apply(partial(H, p[i]))); // (2)
            claims.push(rate(p_of[i]) + with.apply(partial(H, self.q[i]))); // (2)
        }
        claims
    }

    fn cost(&self) -> Expr {
        Expr::sum(self.u.iter().map(|u| u.powi(2))) / Expr::from(2)
    }

    fn is_vakonomic(&self, claims: &[Expr]) -> Vec<Answer> {
        let q: Vector = self.q.iter().copied().collect();
        let c = Constraint::ideal("c", self.phi);
        let zeros = Vector::zeros(self.q.len());
        let system = System::new(q, self.cost(), zeros, vec![c]).expect("a system");
        let motion = vakonomic(&system).expect("a motion");
        let mut theory = Theory::new(&system, &motion, claims).expect("a theory");
        claims.iter().map(|&claim| theory.decide(claim)).collect()
    }
}

/// A cart that is steered: forwards and turning cost alike.
fn cart() -> Problem {
    let [x, y, a] = ["x", "y", "a"].map(coordinate);
    let (s, c) = (apply(Elementary::Sin, &[a]), apply(Elementary::Cos, &[a]));
    let (zero, one) = (Expr::zero(), Expr::one());
    Problem {
        q: vec![x, y, a],
        u: vec![rate(x) * c + rate(y) * s, rate(a)],
        X: vec![vec![c, s, zero], vec![zero, zero, one]],
        phi: rate(x) * s - rate(y) * c,
    }
}

/// The isoperimetric problem of Heisenberg's group.
fn heisenberg() -> Problem {
    let [x, y, z] = ["x", "y", "z"].map(coordinate);
    let (zero, one) = (Expr::zero(), Expr::one());
    Problem {
        q: vec![x, y, z],
        u: vec![rate(x), rate(y)],
        X: vec![vec![one, zero, y], vec![zero, one, zero]],
        phi: rate(z) - y * rate(x),
    }
}

#[test]
fn pontryagins_equations_hold_on_vakonomic_motions() {
    for problem in [cart(), heisenberg()] {
        let answers = problem.is_vakonomic(&problem.claims());
        assert!(answers.iter().all(|a| *a == Answer::Proved), "{answers:?}");
    }
}

#[test]
fn with_a_sign_of_the_adjoint_equation_flipped_they_do_not() {
    let problem = cart();
    let mut claims = problem.claims();
    let last = claims.pop().expect("an equation");
    let turn = rate(rate(coordinate("a")));
    claims.push(turn + turn - last); // p' = +∂H/∂q for the angle
    let answers = problem.is_vakonomic(&claims);
    assert!(answers.last().is_some_and(|a| *a != Answer::Proved), "{answers:?}");
}
