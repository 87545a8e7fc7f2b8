//! The Euler–Lagrange expression, split into inertia and everything else.
//!
//! For a Lagrangian of order `s`, with accelerations (`s = 2`) or without (`s = 1`),
//!
//! ```text
//! d/dt ∂L/∂q' − ∂L/∂q − d²/dt² ∂L/∂q''  =  dp/dt − ∂L/∂q  =  M q⁽²ˢ⁾ − f            (1)
//! M = ∂p/∂q⁽²ˢ⁻¹⁾                                                                   (2)
//! f = ∂L/∂q − dp/dt without its part M q⁽²ˢ⁾                                         (3)
//! ```
//!
//! where `p = ∂L/∂q' − d/dt ∂L/∂q''` is the momentum of [`energy`](crate::energy). For `s = 1`
//! this is `M = ∂p/∂q'` and `f = ∂L/∂q − (∂p/∂q) q' − ∂p/∂t`, with a further `−(∂p/∂u) u'` for
//! each input; for `s = 2` it is `M = −∂²L/∂q''∂q''`. Both are symmetric. Where the order is mixed
//! each coordinate has its own `s`, and `M` has a part `∂p/∂y'` beside the diagonal blocks, from
//! `d²/dt² ∂L/∂x''`, that is not symmetric.
//!
//! For a rotation, `∂L/∂q` is the derivative along virtual rotations, and since these do not
//! commute the expression has a further term (see [`rotation`](crate::rotation)): for `P = ∂L/∂Ω` in
//! body axes, or `P = ∂L/∂ω` in space axes, the work on a virtual rotation `δθ` is
//!
//! ```text
//! P' − X L + Ω × P,     P' − X L − ω × P                                            (4)
//! ```
//!
//! Source: [Crasmareanu2000, §1, eq. (1.1b)], with the opposite sign of the whole expression.

use alembert_algebra::{Expr, Matrix, Vector, jacobian, partial, rate};

use crate::System;
use crate::energy::momentum;

/// `M` and `f` of equation (1), for a Lagrangian that may differ from that of the system.
pub(super) fn inertia(L: Expr, system: &System) -> (Matrix, Vector) {
    let p = momentum(L, system);
    let v = system.below_highest();
    let M = match system.is_mixed() {
        false => Matrix::symmetric(p.len(), |i, j| partial(p[i], v[j])),
        true => jacobian(&p, &v),
    }; // (2)
    let force = &system.by_position(L) - &system.turning(&p); // (4)
    let f = &force - &system.rates_without_highest(&p); // (3)
    (M, f)
}

/// The whole of equation (1), `dp/dt − ∂L/∂q`.
pub(super) fn expression(L: Expr, system: &System) -> Vector {
    let p = momentum(L, system);
    let p_rate: Vector = p.iter().map(|&e| rate(e)).collect();
    &(&p_rate + &system.turning(&p)) - &system.by_position(L) // (4)
}
