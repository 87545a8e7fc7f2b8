//! Circles, spheres and ellipses among position constraints, and angles on them.
//!
//! ```text
//! h = Σ aₖ (xₖ − bₖ)² − C = 0,     k = 1, 2 or 1, 2, 3,     rₖ = √(C/aₖ)              (1)
//! x₁ = b₁ + r₁ sin θ,              x₂ = b₂ − r₂ cos θ                                 (2)
//! x₁ = b₁ + r₁ sin θ cos φ,        x₂ = b₂ + r₂ sin θ sin φ,     x₃ = b₃ − r₃ cos θ    (3)
//! ```
//!
//! The bₖ may change with the other coordinates and with time, and C with time: a circle around another
//! particle, or one that grows. θ counts from the direction of −x₂, or −x₃, in which a pendulum hangs. Every
//! point of the circle has an angle (2), one modulo 2π, where no rₖ vanishes. Angles (3) have none at the poles
//! x₁ = b₁, x₂ = b₂, where sin θ = 0: there φ is open, and the motions through a pole are left out.
//!
//! Which coordinates lie on a circle is found by slopes: h is quadratic in them without products, with
//! coefficients aₖ that do not change. Known limits: products such as `x y` are not taken out by turning the
//! axes; more than three squares stay.

use alembert_algebra::ring::ConversionError;
use alembert_algebra::{
    Elementary, Expr, Kind, Node, Rational, Substitution, apply, contains, partial, postorder,
    product, symbols,
};

use crate::integral::effort::Effort;

/// A constraint with squares of more coordinates is left as it is.
const MOST_SQUARES: usize = 9;

/// The coordinates of a circle or a sphere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Round {
    /// The coordinates xₖ, two or three.
    pub(super) coordinates: Vec<Expr>,
    centre: Vec<Expr>,
    radii: Vec<Expr>,
}

impl Round {
    /// The coordinates among the candidates that lie on a circle or a sphere when `h = c`; of several choices
    /// the largest one, and then that of the last coordinates.
    pub(super) fn find(
        h: Expr,
        c: Expr,
        candidates: &[Expr],
        effort: &Effort,
    ) -> Result<Option<Self>, ConversionError> {
        let mut squared = Vec::new();
        for &x in candidates.iter().filter(|&&x| contains(h, x)) {
            let a = effort.normal(&[partial(partial(h, x), x).scale(&Rational::ratio(1, 2))])?[0];
            if a != Expr::zero() && is_constant(a) {
                squared.push((x, a));
            }
        }
        if squared.len() > MOST_SQUARES {
            return Ok(None);
        }
        for list in choices(squared.len()) {
            let chosen: Vec<(Expr, Expr)> = list.into_iter().map(|i| squared[i]).collect();
            if let Some(round) = Self::of(h, c, &chosen, effort)? {
                return Ok(Some(round));
            }
        }
        Ok(None)
    }

    /// Equation (1) with these coordinates and coefficients.
    fn of(
        h: Expr,
        c: Expr,
        chosen: &[(Expr, Expr)],
        effort: &Effort,
    ) -> Result<Option<Self>, ConversionError> {
        let mut origin = Substitution::new(chosen.iter().map(|&(x, _)| (x, Expr::zero())));
        let mut centre = Vec::new();
        for &(x, a) in chosen {
            centre.push(effort.normal(&[-origin.apply(partial(h, x)) / (a + a)])?[0]);
        }
        let pairs = chosen.iter().zip(&centre).map(|(&(x, _), &b)| (x, b));
        let level = c - Substitution::new(pairs).apply(h);
        let squares = chosen.iter().zip(&centre).map(|(&(x, a), &b)| a * (x - b).powi(2));
        let rest = effort.normal(&[h - c - Expr::sum(squares) + level, level])?;
        let changes =
            |e: Expr| symbols(&[e]).into_iter().any(|s| !is_constant(s) && s != Expr::time());
        if rest[0] != Expr::zero() || rest[1] == Expr::zero() || changes(rest[1]) {
            return Ok(None);
        }
        let mut radii = Vec::new();
        for &(_, a) in chosen {
            let ratio = effort.normal(&[rest[1] / a])?[0];
            let stated = root(level / a).filter(|r| !contains_root(*r));
            let Some(r) = stated.or_else(|| root(ratio)) else { return Ok(None) };
            radii.push(r); // (1)
        }
        let coordinates = chosen.iter().map(|pair| pair.0).collect();
        Ok(Some(Self { coordinates, centre, radii }))
    }

    /// How many angles there are on it.
    pub(super) fn angles(&self) -> usize {
        self.coordinates.len() - 1
    }

    /// Are all radii the same?
    pub(super) fn is_round(&self) -> bool {
        self.radii.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The coordinates by angles, equations (2) and (3).
    pub(super) fn values(&self, angles: &[Expr]) -> Vec<Expr> {
        let sin = |x: Expr| apply(Elementary::Sin, &[x]);
        let cos = |x: Expr| apply(Elementary::Cos, &[x]);
        let directions = match *angles {
            [theta] => vec![sin(theta), -cos(theta)],
            [theta, phi] => vec![sin(theta) * cos(phi), sin(theta) * sin(phi), -cos(theta)],
            _ => Vec::new(),
        };
        let parts = self.centre.iter().zip(&self.radii).zip(directions);
        parts.map(|((&b, &r), e)| b + r * e).collect()
    }

    /// What must not vanish for each point to have one angle: the radii, and at poles the sine.
    pub(super) fn condition(&self, angles: &[Expr]) -> Expr {
        let radii = Expr::product(self.radii.iter().copied());
        match *angles {
            [theta, _] => radii * apply(Elementary::Sin, &[theta]),
            _ => radii,
        }
    }
}

/// Choices of three and of two numbers below n, those of the last ones first.
fn choices(n: usize) -> Vec<Vec<usize>> {
    let pairs = |n: usize| (1..n).rev().flat_map(|j| (0..j).rev().map(move |i| vec![i, j]));
    let threes = (2..n).rev().flat_map(|k| {
        pairs(k).map(move |mut pair| {
            pair.push(k);
            pair
        })
    });
    threes.chain(pairs(n)).collect()
}

fn is_constant(e: Expr) -> bool {
    let constant = |kind: Kind| matches!(kind, Kind::Parameter { .. } | Kind::Pi);
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).all(|s| constant(s.kind))
}

fn contains_root(e: Expr) -> bool {
    let is_root = |node: Expr| match node.node() {
        Node::Product(powers) => powers.iter().any(|(_, k)| k.to_i64().is_none()),
        _ => false,
    };
    postorder(&[e]).into_iter().any(is_root)
}

/// A root of a positive expression: of the powers of a product, or as a radical where nothing but parameters is
/// below it. A negative number has none, and neither has a sum with an unknown sign.
fn root(e: Expr) -> Option<Expr> {
    let half = |(base, k): &(Expr, Rational)| (*base, k * &Rational::ratio(1, 2));
    match e.node() {
        Node::Number(n) => (n > Rational::ZERO).then(|| e.sqrt()),
        Node::Symbol(_) => is_constant(e).then(|| e.sqrt()),
        Node::Sum(terms) => match &*terms {
            [(c, term)] if *c > Rational::ZERO => {
                Some(Expr::number(c.clone()).sqrt() * root(*term)?)
            }
            _ => None,
        },
        Node::Product(powers) => {
            let even = |(_, k): &(Expr, Rational)| half_is_whole(k);
            let letter = |e: Expr| matches!(e.node(), Node::Symbol(_) | Node::Number(_));
            let known = |p: &(Expr, Rational)| even(p) || (letter(p.0) && is_constant(p.0));
            powers.iter().all(known).then(|| product(powers.iter().map(half).collect()))
        }
        Node::Apply(..) => None,
    }
}

fn half_is_whole(k: &Rational) -> bool {
    (k * &Rational::ratio(1, 2)).to_i64().is_some()
}
