//! Nodes, weights and integrals of collocation, computed and not tabled.
//!
//! ```text
//! Gauss:  P_s(2c − 1) = 0                                                                 (1)
//! Radau:  P_s(2c − 1) = P_{s−1}(2c − 1), the last node is 1                               (2)
//! L_j(θ) = Π_{k≠j} (θ − c_k)/(c_j − c_k)                                                  (3)
//! a_ij = ∫₀^{c_i} L_j dθ,   b_j = ∫₀¹ L_j dθ                                              (4)
//! ```
//!
//! with Legendre's polynomials P. The integrals (4) are sums over Gauss nodes, which is exact for
//! their degree and loses no digits. Source: [`HairerNorsettWanner1993`, §II.7].

use crate::number::float;

/// The method of collocation at some nodes.
#[derive(Debug, Clone)]
pub(crate) struct Nodes {
    /// The number of nodes.
    pub s: usize,
    /// The nodes, rising.
    pub c: Vec<f64>,
    /// The weights b.
    pub b: Vec<f64>,
    /// The matrix a, row by row.
    pub a: Vec<f64>,
    /// `∫₀^θ L_j dθ = Σ p_jk θ^(k + 1)`, row by row.
    pub p: Vec<f64>,
}

impl Nodes {
    /// Equation (1).
    pub(crate) fn gauss(s: usize) -> Self {
        Nodes::at(roots(s, &|x| legendre(s, x).0))
    }

    /// Equation (2).
    pub(crate) fn radau(s: usize) -> Self {
        let mut c = roots(s, &|x| legendre(s, x).0 - legendre(s - 1, x).0);
        c[s - 1] = 1.0;
        Nodes::at(c)
    }

    /// Equations (3) and (4).
    fn at(c: Vec<f64>) -> Self {
        let s = c.len();
        let (x, w) = gauss_rule(s);
        let integral = |j: usize, end: f64| -> f64 {
            end * x.iter().zip(&w).map(|(x, w)| w * lagrange(&c, j, end * x)).sum::<f64>()
        };
        let a = (0..s * s).map(|ij| integral(ij % s, c[ij / s])).collect();
        let b = (0..s).map(|j| integral(j, 1.0)).collect();
        let p = (0..s).flat_map(|j| integrated_powers(&c, j)).collect();
        Nodes { s, b, a, p, c }
    }

    /// Polynomial j of (3).
    pub(crate) fn lagrange(&self, j: usize, theta: f64) -> f64 {
        lagrange(&self.c, j, theta)
    }
}

/// Equation (3).
fn lagrange(c: &[f64], j: usize, theta: f64) -> f64 {
    let others = c.iter().enumerate().filter(|(k, _)| *k != j);
    others.map(|(_, c_k)| (theta - c_k) / (c[j] - c_k)).product()
}

/// The integral of (3) in powers of θ.
fn integrated_powers(c: &[f64], j: usize) -> Vec<f64> {
    let mut powers = vec![0.0; c.len()];
    powers[0] = 1.0;
    for (_, c_k) in c.iter().enumerate().filter(|(k, _)| *k != j) {
        for n in (0..c.len()).rev() {
            let lower = if n > 0 { powers[n - 1] } else { 0.0 };
            powers[n] = (lower - c_k * powers[n]) / (c[j] - c_k);
        }
    }
    powers.iter().enumerate().map(|(n, power)| power / float(n + 1)).collect()
}

/// Legendre's polynomial and its derivative by the recurrence of three terms.
fn legendre(s: usize, x: f64) -> (f64, f64) {
    let (mut before, mut p) = (0.0, 1.0);
    for n in 0..s {
        let next = (float(2 * n + 1) * x * p - float(n) * before) / float(n + 1);
        (before, p) = (p, next);
    }
    (p, float(s) * (x * p - before) / (x * x - 1.0))
}

/// The s zeros of a function of x in (−1, 1], as nodes ½(1 + x): signs on a fine grid, then halving.
fn roots(s: usize, f: &dyn Fn(f64) -> f64) -> Vec<f64> {
    let cells = 64 * s * s;
    let x = |i: usize| -(std::f64::consts::PI * float(i) / float(cells)).cos();
    let mut nodes = Vec::new();
    for i in 0..cells {
        let (mut lo, mut hi) = (x(i), x(i + 1));
        let rises = f(lo) < 0.0;
        if (f(hi) < 0.0) == rises && i + 1 < cells {
            continue;
        }
        if i + 1 == cells && nodes.len() == s {
            break;
        }
        while 0.5 * (lo + hi) > lo && 0.5 * (lo + hi) < hi {
            let middle = 0.5 * (lo + hi);
            if (f(middle) < 0.0) == rises {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        nodes.push(0.5 * (1.0 + hi));
    }
    nodes
}

/// Gauss nodes and weights on [0, 1], the weights `1/((1 − x²) P_s'(x)²)`.
fn gauss_rule(s: usize) -> (Vec<f64>, Vec<f64>) {
    let nodes = roots(s, &|x| legendre(s, x).0);
    let weight = |c: &f64| {
        let x = 2.0 * c - 1.0;
        1.0 / ((1.0 - x * x) * legendre(s, x).1.powi(2))
    };
    let weights = nodes.iter().map(weight).collect();
    (nodes, weights)
}

#[cfg(test)]
mod tests {
    use super::Nodes;

    /// B(p): `Σ b c^(k−1) = 1/k`, and C(s): `Σ_j a_ij c_j^(k−1) = c_i^k / k`.
    fn check(nodes: &Nodes, order: usize) {
        let s = nodes.s;
        assert_eq!(nodes.c.len(), s);
        let power = |c: f64, k: usize| c.powi(i32::try_from(k).unwrap());
        for k in 1..=order {
            let sum: f64 = (0..s).map(|j| nodes.b[j] * power(nodes.c[j], k - 1)).sum();
            assert!((sum - 1.0 / k as f64).abs() < 2e-15, "s = {s}, k = {k}: {sum}");
        }
        for k in 1..=s {
            for i in 0..s {
                let row = &nodes.a[i * s..(i + 1) * s];
                let sum: f64 = row.iter().zip(&nodes.c).map(|(a, &c)| a * power(c, k - 1)).sum();
                assert!((sum - power(nodes.c[i], k) / k as f64).abs() < 2e-15);
            }
        }
    }

    #[test]
    fn gauss_nodes_satisfy_the_simplifying_assumptions() {
        for s in 1..=12 {
            check(&Nodes::gauss(s), 2 * s);
        }
    }

    #[test]
    fn radau_nodes_satisfy_the_simplifying_assumptions() {
        for s in 1..=7 {
            check(&Nodes::radau(s), 2 * s - 1);
        }
        let c = Nodes::radau(3).c;
        let root = 6f64.sqrt();
        for (found, exact) in c.iter().zip([0.4 - 0.1 * root, 0.4 + 0.1 * root, 1.0]) {
            assert!((found - exact).abs() < 2e-16);
        }
    }

    #[test]
    fn powers_and_weights_agree() {
        let nodes = Nodes::gauss(5);
        for j in 0..5 {
            let sum: f64 = nodes.p[j * 5..(j + 1) * 5].iter().sum();
            assert!((sum - nodes.b[j]).abs() < 1e-13);
        }
    }
}
