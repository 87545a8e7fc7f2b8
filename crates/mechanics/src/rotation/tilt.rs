//! A rotation as a tilt and then a turn about the vertical.
//!
//! Every rotation but those with `B_zz = −1` is, with `n = 1 + u² + v²`,
//!
//! ```text
//!     ⎡ cos α  −sin α  0 ⎤       ⎡ 1 + u² − v²      2 u v        2 v         ⎤
//! B = ⎢ sin α   cos α  0 ⎥  1/n  ⎢    2 u v      1 − u² + v²    −2 u         ⎥         (1)
//!     ⎣   0       0    1 ⎦       ⎣    −2 v          2 u       1 − u² − v²    ⎦
//! ```
//!
//! the tilt having the quaternion `p̃ = (1, c)/√n`, `c = (u, v, 0)`, with no part along the vertical.
//! From `p = p_α p̃` and `p' = ½ p (0, Ω)` or `p' = ½ (0, ω) p` follow, with the angular velocity
//! `w` in axes that turn with α (`w = ω̃`) or with the body (`w = Ω`),
//!
//! ```text
//! α' = w_z ∓ (v w_x − u w_y)                                  − body, + space       (2)
//! u' = ½ (w_x ± v w_z + α' v + u c·w)                         + body, − space       (3)
//! v' = ½ (w_y ∓ u w_z − α' u + v c·w)                         − body, + space
//! ```
//!
//! A question that does not depend on the heading contains α only through the axes of the laboratory,
//! and `cos² α + sin² α = 1` takes it out.

use alembert_algebra::graph::flow;
use alembert_algebra::{Elementary, Expr, apply};

use super::{Axes, Triple, by_rodrigues};

/// The parameters α, u and v of a rotation.
pub(super) fn parameters(name: &str, axes: Axes, omega: Triple) -> Triple {
    let names = ["a", "s", "t"].map(|letter| format!("{name}_{letter}"));
    let law = format!("{name} tilts with {omega:?} in the axes {axes:?}");
    let x = flow(&law, &names.each_ref().map(String::as_str), |x| {
        kinematics([x[0], x[1], x[2]], axes, omega)
    });
    [x[0], x[1], x[2]]
}

fn circle(alpha: Expr) -> (Expr, Expr) {
    (apply(Elementary::Cos, &[alpha]), apply(Elementary::Sin, &[alpha]))
}

/// Equations (2) and (3).
fn kinematics([alpha, u, v]: Triple, axes: Axes, omega: Triple) -> Vec<Expr> {
    let half = Expr::one() / Expr::from(2);
    let (c, s) = circle(alpha);
    let (w, sign) = match axes {
        Axes::Body => (omega, Expr::one()),
        Axes::Space => {
            let turned = [c * omega[0] + s * omega[1], c * omega[1] - s * omega[0], omega[2]];
            (turned, -Expr::one())
        }
    };
    let along = u * w[0] + v * w[1];
    let turn = w[2] - sign * (v * w[0] - u * w[1]); // (2)
    vec![
        turn,
        half * (w[0] + sign * v * w[2] + turn * v + u * along), // (3)
        half * (w[1] - sign * u * w[2] - turn * u + v * along),
    ]
}

/// Equation (1).
pub(super) fn entries([alpha, u, v]: Triple) -> [Triple; 3] {
    let (c, s) = circle(alpha);
    let [x, y, z] = by_rodrigues([u, v, Expr::zero()]);
    let turned = |a: Expr, b: Expr| [0, 1, 2].map(|j| a * x[j] + b * y[j]);
    [turned(c, -s), turned(s, c), z]
}

/// The cosine and the sine of α, u and v through the entries, from (1).
pub(super) fn by_entries([alpha, u, v]: Triple, B: [Triple; 3]) -> Vec<(Expr, Expr)> {
    let (c, s) = circle(alpha);
    let scale = Expr::one() + B[2][2];
    vec![
        (c, (B[0][0] + B[1][1]) / scale),
        (s, (B[1][0] - B[0][1]) / scale),
        (u, B[2][1] / scale),
        (v, -B[2][0] / scale),
    ]
}
