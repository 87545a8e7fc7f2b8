//! Speeds in which constraints on velocities hold by themselves, everywhere.
//!
//! With the directions p of [`eliminate`](super) a constraint φ gives one velocity of its own through
//! others. For `p = e_i/c`,
//!
//! ```text
//! v_i = −φ|_{v_i = 0} / c                                                            (1)
//! ```
//!
//! and the other velocities are speeds themselves, whose rates are accelerations. For
//! `p = (s e_i + c e_j)/k` with k = s² + c², and with what the rest of the constraint is,
//! r = φ where both of these velocities vanish,
//!
//! ```text
//! v_i = c u − s r/k,     v_j = −s u − c r/k                                          (2)
//! u = (c v_i − s v_j)/k,     u' = w + (s' c − c' s) r/k²                             (3)
//! ```
//!
//! where w is the entry of S in `y = S w + b`, because b is along p. No chart covers less than all states:
//! there is no divisor but the numbers c and k.

use alembert_algebra::{Expr, Kind, Substitution, contains, gradient, rate};

use super::{Directions, Entry};
use crate::Motion;

/// The speeds u of a motion, with which its positions are its state.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The speeds: velocities, and (3).
    pub speeds: Vec<Expr>,
    /// The speeds through velocities.
    pub values: Vec<Expr>,
    /// Their rates, through the unknowns of the motion.
    pub rates: Vec<Expr>,
    /// The velocities that are no speeds, through speeds: (1) and (2).
    pub velocities: Vec<(Expr, Expr)>,
}

impl Chart {
    /// The chart of constraints with these directions; none when the motion has other constraints or
    /// another state than positions and velocities.
    pub(super) fn new(directions: &Directions, motion: &Motion) -> Option<Self> {
        let y = &motion.unknowns[..directions.S.len()];
        let positions = motion.state.len().checked_sub(y.len())?;
        let (v, accelerations) = (&motion.state[positions..], &motion.rate[positions..]);
        let [on_positions, phi] = &motion.manifold[..] else { return None };
        if accelerations != y || !on_positions.is_empty() || phi.len() != directions.p.len() {
            return None;
        }
        let mut chart = Self::of_velocities(directions, y, v);
        for (&phi, p) in phi.iter().zip(&directions.p) {
            match &p[..] {
                [(i, _)] => chart.solve(phi, v[*i])?,
                [(i, s), (j, c)] => {
                    let number = chart.speeds.len();
                    let along = (directions.u[number], [(v[*i], s), (v[*j], c)]);
                    chart.turn(phi, along)?;
                }
                _ => return None,
            }
        }
        let is_solved =
            |&(_, value): &(Expr, Expr)| chart.velocities.iter().all(|&(v, _)| !contains(value, v));
        let is_whole = chart.speeds.len() == directions.u.len();
        (is_whole && chart.velocities.iter().all(is_solved)).then_some(chart)
    }

    /// The speeds that are velocities.
    fn of_velocities(directions: &Directions, y: &[Expr], v: &[Expr]) -> Self {
        let is_speed = |y: &Expr| directions.u.contains(y);
        let speeds: Vec<Expr> =
            y.iter().zip(v).filter(|(y, _)| is_speed(y)).map(|(_, &v)| v).collect();
        let rates = y.iter().copied().filter(is_speed).collect();
        Self { values: speeds.clone(), speeds, rates, velocities: Vec::new() }
    }

    /// Equation (1).
    fn solve(&mut self, phi: Expr, v: Expr) -> Option<()> {
        let c = gradient(phi, &[v])[0];
        let rest = without(phi, &[v]);
        c.as_number()?;
        self.velocities.push((v, -rest / c));
        Some(())
    }

    /// Equations (2) and (3), with the unknown w and the entries `s/k` and `c/k` of p.
    fn turn(
        &mut self,
        phi: Expr,
        (w, [(v_i, s_k), (v_j, c_k)]): (Expr, [(Expr, &Entry); 2]),
    ) -> Option<()> {
        let slopes = gradient(phi, &[v_i, v_j]);
        let (s, c) = (slopes[0], slopes[1]);
        if [s, c].iter().any(|&e| contains_velocities(e)) {
            return None;
        }
        let (s_k, c_k) = (s_k.built, c_k.built);
        let rest = without(phi, &[v_i, v_j]);
        let u = Expr::symbol(&format!("speed {}", v_i.as_symbol()?.spelling()), Kind::Quasi, 1);
        self.speeds.push(u);
        self.values.push(c_k * v_i - s_k * v_j); // (3)
        self.rates.push(w + (rate(s_k) * c_k - rate(c_k) * s_k) * rest); // (3)
        self.velocities.push((v_i, c * u - s_k * rest)); // (2)
        self.velocities.push((v_j, -s * u - c_k * rest)); // (2)
        Some(())
    }
}

/// What is left of a constraint where these velocities vanish.
pub(super) fn without(phi: Expr, v: &[Expr]) -> Expr {
    Substitution::new(v.iter().map(|&v| (v, Expr::zero()))).apply(phi)
}

pub(super) fn contains_velocities(e: Expr) -> bool {
    alembert_algebra::symbols(&[e])
        .iter()
        .any(|s| s.as_symbol().is_some_and(|s| s.kind.is_of_motion() && s.order > 0))
}
