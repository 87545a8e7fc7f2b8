//! Which constraints follow from the others, and which contradict them.
//!
//! Constraints are compared on the velocities (position constraints by their rates, on the set
//! that the position constraints describe). For the constraints φ of that level that are affine in
//! the velocities the combination is found by solving
//!
//! ```text
//! φₖ = Σ cⱼ φⱼ      coefficient by coefficient in the velocities, j < k            (1)
//! ```

use alembert_algebra::ring::shown::Writer;
use alembert_algebra::ring::{ConversionError, Imposed, Ring};
use alembert_algebra::{Expr, Kind, Substitution, Vector, gradient, rate};

use crate::System;

/// A constraint that follows from earlier ones.
#[derive(Debug, Clone)]
pub struct Redundancy {
    /// The number of the constraint.
    pub constraint: usize,
    /// It as a combination of others, by their numbers, where that is known.
    pub combination: Option<Combination>,
}

/// Numbers of constraints with their coefficients.
pub type Combination = Vec<(usize, Expr)>;

/// A constraint that contradicts earlier ones.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// The number of the constraint.
    pub constraint: usize,
    /// What is left of it where the others hold, made of parameters and time: where this vanishes
    /// it contradicts nothing.
    pub left: Expr,
}

/// What is known about the independence of the constraints.
#[derive(Debug, Clone, Default)]
pub struct Independence {
    /// The constraints that follow from earlier ones.
    pub redundant: Vec<Redundancy>,
    /// The constraints that contradict earlier ones.
    pub contradictory: Vec<Contradiction>,
    /// The number of independent constraints on the velocities.
    pub rank: usize,
    /// May the states consist of several parts? Then nothing is said to be redundant: what follows
    /// on one part may act on another.
    pub is_split: bool,
}

/// Compares the constraints of a system that do not contain accelerations.
///
/// # Errors
/// The limit that was reached.
pub fn independence(system: &System) -> Result<Independence, ConversionError> {
    let (q, v) = (system.q(), system.jet(1));
    let all: Vec<usize> =
        (0..system.constraints().len()).filter(|&i| order(system, i) <= Some(1)).collect();
    let phi: Vec<Expr> = all.iter().map(|&i| velocity_form(system, i)).collect();
    let positions: Vec<usize> =
        all.iter().copied().filter(|&i| order(system, i) == Some(0)).collect();
    let position = |i: &usize| system.constraints()[*i].phi;
    let roots: Vec<Expr> = phi.iter().copied().chain(positions.iter().map(position)).collect();
    let mut ring = Ring::new(&roots)?;
    let mut result = Independence::default();
    for i in &positions {
        if ring.impose(&[position(i)], q)?[0] == Imposed::Contradiction {
            result.contradictory.push(contradiction(&mut ring, *i, position(i))?);
        }
    }
    let mut kept: Vec<usize> = Vec::new();
    let impossible: Vec<usize> = result.contradictory.iter().map(|c| c.constraint).collect();
    for (k, &i) in all.iter().enumerate().filter(|(_, i)| !impossible.contains(i)) {
        match ring.impose(&[phi[k]], &v)?[0] {
            Imposed::Redundant => {
                let combination = combination(system, &phi, &kept, k)?
                    .map(|terms| terms.into_iter().map(|(j, c)| (all[j], c)).collect());
                result.redundant.push(Redundancy { constraint: i, combination });
            }
            Imposed::Contradiction => {
                result.contradictory.push(contradiction(&mut ring, i, phi[k])?);
            }
            _ => kept.push(k),
        }
    }
    result.rank = kept.len();
    result.is_split = ring.is_split();
    if result.is_split {
        result.redundant.clear();
    }
    Ok(result)
}

/// What is left of a constraint.
fn contradiction(
    ring: &mut Ring,
    constraint: usize,
    phi: Expr,
) -> Result<Contradiction, ConversionError> {
    let left = ring.value(phi)?;
    Ok(Contradiction { constraint, left: ring.expression(&left) })
}

fn order(system: &System, i: usize) -> Option<u32> {
    system.constraints()[i].order(system.q())
}

/// The constraint on the velocities.
fn velocity_form(system: &System, i: usize) -> Expr {
    let phi = system.constraints()[i].phi;
    if order(system, i) == Some(0) { rate(phi) } else { phi }
}

/// The coefficients of (1), if the constraints are affine in the velocities and there are any.
fn combination(
    system: &System,
    phi: &[Expr],
    kept: &[usize],
    k: usize,
) -> Result<Option<Combination>, ConversionError> {
    let v = system.jet(1);
    let affine =
        |e: Expr| gradient(e, &v).iter().all(|&a| gradient(a, &v) == Vector::zeros(v.len()));
    if !kept.iter().chain([&k]).all(|&j| affine(phi[j])) {
        return Ok(None);
    }
    let unknowns: Vec<Expr> =
        kept.iter().map(|j| Expr::symbol(&format!("_{j}"), Kind::Auxiliary, 0)).collect();
    let rest = kept.iter().zip(&unknowns).map(|(&j, &c)| c * phi[j]);
    let difference = phi[k] - Expr::sum(rest);
    let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
    let mut equations = gradient(difference, &v).to_vec(); // (1)
    equations.push(at_rest.apply(difference));
    let mut ring = Ring::new(&equations)?;
    let outcome = ring.impose(&equations, &unknowns)?;
    let solved = |o: &Imposed| matches!(o, Imposed::Rule(_) | Imposed::Redundant);
    if !outcome.iter().all(solved) {
        return Ok(None);
    }
    let values = unknowns.iter().map(|&c| ring.value(c)).collect::<Result<Vec<_>, _>>()?;
    let writer = Writer::new(&ring, &[]);
    let present = kept.iter().zip(&values).filter(|(_, value)| !value.is_zero());
    let terms = present.map(|(&j, value)| Ok((j, writer.expression(&writer.form(value)?))));
    terms.collect::<Result<_, ConversionError>>().map(Some)
}
