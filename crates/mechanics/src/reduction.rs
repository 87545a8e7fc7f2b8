//! Fewer coordinates: integrals and position constraints solved, and put into the system.
//!
//! A coordinate that is given through the others by a holonomic constraint is taken out of the
//! Lagrangian, the forces and the remaining constraints:
//!
//! ```text
//! q = q(r, t; c),     q' = d/dt q(r, t; c)                                   (1)
//! L_r(r, r', t) = L(q, q', t),     Q_r = Σ ∂qᵢ/∂r Qᵢ,     φ_r = φ(q, q', t)   (2)
//! d/dt ∂L_r/∂r' − ∂L_r/∂r − Q_r = Σ ∂qᵢ/∂r (d/dt ∂L/∂qᵢ' − ∂L/∂qᵢ − Qᵢ)       (3)
//! ```
//!
//! This may be done with holonomic constraints, and only with these: the reactions of what was
//! put in have no component along ∂q/∂r, so that (3) is what d'Alembert's principle for the whole
//! system says about r. Equation (3) is not believed but proved for each system, by the zero test.
//! With a constraint that is not integrable the same substitution gives wrong equations.
//!
//! A constraint that follows from others now, `φ_k = Σ c_kj φ_j`, is left out; its reaction is in
//! the multipliers of those:
//!
//! ```text
//! λ_j of the reduced system = λ_j + Σ_k c_kj λ_k of the whole one                  (4)
//! ```
//!
//! A coordinate that occurs linearly is solved for. Two or three that lie on a circle or a sphere, `x² + y² = l²`,
//! are given by one or two angles (`circle`), which are coordinates of the reduced system.
//!
//! Sources: [Wolf2005, §2.1], [`MoreschiCastellano2006`, §1.1]. Known limits: other curved constraints stay.

mod circle;

use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, Vector, contains, partial, rate, symbols};

use crate::independence::{Redundancy, independence};
use crate::integral::effort::Effort;
use crate::integral::level::Level;
use crate::integral::{Integral, integrability};
use crate::inverted::Inverted;
use crate::{Constraint, PrincipleError, System};

use circle::Round;

/// A coordinate that was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Eliminated {
    /// The coordinate.
    pub coordinate: Expr,
    /// Its value in the other coordinates, time and the constants of integration.
    pub value: Expr,
    /// What must not vanish for that, unless it is made of parameters.
    pub condition: Option<Expr>,
}

/// An integral with its constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// The symbol of the constant, a parameter of the reduced system.
    pub symbol: Expr,
    /// The integral: `h = constant`.
    pub integral: Integral,
}

/// Angles in place of coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covering {
    /// One angle on a circle, two on a sphere.
    pub angles: Vec<Expr>,
    /// The coordinates that they give.
    pub coordinates: Vec<Expr>,
    /// Are all radii the same? Else it is an ellipse or an ellipsoid.
    pub is_round: bool,
    /// What must not vanish for each point to have one value of the angles.
    pub condition: Expr,
}

/// New symbols, of each kind as many as there are coordinates.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// Constants of integration, parameters.
    pub constants: &'a [Expr],
    /// Angles on circles and spheres, coordinates.
    pub angles: &'a [Expr],
}

/// A system with fewer coordinates.
#[derive(Debug, Clone)]
pub struct Reduction {
    /// The coordinates that were taken out.
    pub eliminated: Vec<Eliminated>,
    /// The angles that take the places of coordinates.
    pub coverings: Vec<Covering>,
    /// The integrals that were used.
    pub constants: Vec<Constant>,
    /// The labels of the constraints that hold by themselves now.
    pub dropped: Vec<String>,
    /// Constraints that are left, with the further reactions that are in their multipliers (4).
    pub joined: Vec<Joined>,
    /// The labels of constraints that are holonomic and could not be solved for a coordinate.
    pub unsolved: Vec<String>,
    /// What is left.
    pub system: System,
    /// Is (3) proved for every coordinate that is left?
    pub is_proved: bool,
}

/// A constraint whose multiplier is not that of the whole system, by (4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// Its label.
    pub label: String,
    /// Constraints that were left out, by their labels, with their coefficients; `None` where these
    /// are not known.
    pub reactions: Option<Vec<(String, Expr)>>,
}

/// Why there is no reduced system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReductionError {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] ConversionError),
    /// The mechanics refuses what is left.
    #[error(transparent)]
    System(#[from] PrincipleError),
    /// A servo constraint holds by itself once others are solved, so that its force is open.
    #[error(
        "the servo constraint `{label}` follows from the others, so its force is not determined"
    )]
    Servo {
        /// Its label.
        label: String,
    },
    /// Nothing is left to move.
    #[error("the constraints leave no coordinate free to move")]
    NothingLeft,
    /// (3) is proved to fail: a bug of ours.
    #[error(
        "the reduced equations do not agree with those of the whole system; please report this model"
    )]
    Disagreement,
}

/// Takes out every coordinate that position constraints and integrals give through the others, or through
/// angles. Of the names the first ones are taken, as far as needed.
///
/// # Errors
/// The variants of [`ReductionError`].
pub fn reduce(system: &System, names: Names<'_>, work: u64) -> Result<Reduction, ReductionError> {
    let effort = Effort::new(work);
    let mut out = Elimination { q: system.q().to_vec(), ..Elimination::default() };
    let ideal = |c: &&Constraint| c.reaction.is_none();
    for c in system.constraints().iter().filter(ideal) {
        if c.order(system.q()) == Some(0) {
            out.solve(stated(c.phi), Expr::zero(), names, &effort)?;
        }
    }
    let mut constants = Vec::new();
    let found = integrability(system, work);
    for integral in found.found.integrals {
        let Some(&symbol) = names.constants.get(constants.len()) else { break };
        if out.solve(integral.h, symbol, names, &effort)? {
            constants.push(Constant { symbol, integral });
        }
    }
    let (reduced, dropped, joined) = out.system(system)?;
    let is_holonomic = |(i, c): &(usize, &Constraint)| {
        c.order(system.q()) == Some(0) || found.holonomic.contains(i)
    };
    let holonomic = system.constraints().iter().enumerate().filter(is_holonomic);
    let left = holonomic.map(|(_, c)| c.label.clone()).filter(|label| !dropped.contains(label));
    let unsolved = left.collect();
    let Elimination { eliminated, coverings, .. } = out;
    let is_proved = agrees(system, &eliminated, &reduced)?;
    let system = reduced;
    Ok(Reduction { eliminated, coverings, constants, dropped, joined, unsolved, system, is_proved })
}

/// A position constraint `√p = w` as `p = w²`, which has the same states where w is not negative.
fn stated(phi: Expr) -> Expr {
    Inverted::new(&[phi]).positions().first().copied().unwrap_or(phi)
}

/// The coordinates that are left, and those that are given through them.
#[derive(Debug, Default)]
struct Elimination {
    q: Vec<Expr>,
    eliminated: Vec<Eliminated>,
    coverings: Vec<Covering>,
}

impl Elimination {
    /// Solves `h = c` for a coordinate that is left, or for several on a circle; can that be done?
    fn solve(
        &mut self,
        h: Expr,
        c: Expr,
        names: Names<'_>,
        effort: &Effort,
    ) -> Result<bool, ConversionError> {
        let known = self.eliminated.iter().map(|e| (e.coordinate, e.value));
        let there = Substitution::new(known).apply(h);
        let h = effort.normal(&[there])?[0];
        let Some(Level { variable, value, slope }) = Level::solve(h, c, &self.q, effort)? else {
            return self.cover(there, c, names, effort);
        };
        for earlier in &mut self.eliminated {
            if contains(earlier.value, variable) {
                let put = Substitution::new([(variable, value)]).apply(earlier.value);
                earlier.value = effort.normal(&[put])?[0];
            }
        }
        self.q.retain(|&x| x != variable);
        let condition = Some(slope).filter(|&e| is_moving(e));
        self.eliminated.push(Eliminated { coordinate: variable, value, condition });
        Ok(true)
    }

    /// Gives coordinates on a circle or a sphere by angles; are there such?
    fn cover(
        &mut self,
        h: Expr,
        c: Expr,
        names: Names<'_>,
        effort: &Effort,
    ) -> Result<bool, ConversionError> {
        let Some(round) = Round::find(h, c, &self.q, effort)? else { return Ok(false) };
        let used: usize = self.coverings.iter().map(|c| c.angles.len()).sum();
        let Some(angles) = names.angles.get(used..used + round.angles()) else { return Ok(false) };
        let values = round.values(angles);
        let mut put = Substitution::new(round.coordinates.iter().copied().zip(values.clone()));
        for earlier in &mut self.eliminated {
            earlier.value = put.apply(earlier.value);
        }
        let place = self.q.iter().position(|x| round.coordinates.contains(x)).unwrap_or(0);
        self.q.retain(|x| !round.coordinates.contains(x));
        self.q.splice(place..place, angles.iter().copied());
        for (&coordinate, value) in round.coordinates.iter().zip(values) {
            self.eliminated.push(Eliminated { coordinate, value, condition: None });
        }
        let condition = round.condition(angles);
        let (is_round, coordinates) = (round.is_round(), round.coordinates);
        let angles = angles.to_vec();
        self.coverings.push(Covering { angles, coordinates, is_round, condition });
        Ok(true)
    }

    /// Equation (2), with the labels of the constraints that hold by themselves.
    fn system(&self, whole: &System) -> Result<(System, Vec<String>, Vec<Joined>), ReductionError> {
        if self.q.is_empty() {
            return Err(ReductionError::NothingLeft);
        }
        let mut put = substitution(&self.eliminated, 2 * whole.order());
        let mut along = |b: &Vector| -> Vector {
            let slopes = self.q.iter().map(|&r| tangent(whole, &self.eliminated, r));
            slopes.map(|slopes| put.apply(slopes.dot(b))).collect()
        };
        let Q = along(whole.Q());
        let reactions: Vec<Option<Vector>> =
            whole.constraints().iter().map(|c| c.reaction.as_ref().map(&mut along)).collect();
        let (mut kept, mut dropped) = (Vec::new(), Vec::new());
        for (c, reaction) in whole.constraints().iter().zip(reactions) {
            let (label, phi) = (c.label.clone(), put.apply(c.phi));
            let mut follows = |phi: Expr| zero_test(put.apply(stated(phi))) == Verdict::Zero;
            let phi =
                if c.order(whole.q()) == Some(0) && follows(c.phi) { Expr::zero() } else { phi };
            match (zero_test(phi), &reaction) {
                (Verdict::Zero, None) => dropped.push(label),
                (Verdict::Zero, Some(_)) => return Err(ReductionError::Servo { label }),
                _ => kept.push(Constraint { label, phi, reaction }),
            }
        }
        let L = put.apply(whole.L());
        let make = |kept: Vec<Constraint>| -> Result<System, PrincipleError> {
            System::new(self.q.clone().into(), L, Q.clone(), kept)?
                .with_inputs(whole.inputs().clone())?
                .with_definitions(whole.definitions().to_vec())
        };
        let system = make(kept.clone())?;
        let redundant = independence(&system)?.redundant;
        if redundant.is_empty() {
            return Ok((system, dropped, Vec::new()));
        }
        let follows = |i: &usize| redundant.iter().any(|r| r.constraint == *i);
        let joined = joined(&kept, &redundant);
        dropped.extend((0..kept.len()).filter(follows).map(|i| kept[i].label.clone()));
        kept.retain(|c| !dropped.contains(&c.label));
        Ok((make(kept)?, dropped, joined))
    }
}

/// Equation (4) for every constraint that takes over the reaction of another.
fn joined(constraints: &[Constraint], redundant: &[Redundancy]) -> Vec<Joined> {
    let left_out = |i: usize| redundant.iter().any(|r| r.constraint == i);
    let is_known = redundant.iter().all(|r| r.combination.is_some());
    let mut list = Vec::new();
    for (j, c) in constraints.iter().enumerate().filter(|(j, _)| !left_out(*j)) {
        let mut reactions = Vec::new();
        for r in redundant {
            let terms =
                r.combination.iter().flatten().filter(|(i, c)| *i == j && *c != Expr::zero());
            let label = &constraints[r.constraint].label;
            reactions.extend(terms.map(|&(_, c)| (label.clone(), c))); // (4)
        }
        if !(is_known && reactions.is_empty()) {
            let reactions = is_known.then_some(reactions);
            list.push(Joined { label: c.label.clone(), reactions });
        }
    }
    list
}

fn is_moving(e: Expr) -> bool {
    let moves = |s: alembert_algebra::Symbol| !matches!(s.kind, Kind::Parameter { .. } | Kind::Pi);
    symbols(&[e]).into_iter().filter_map(Expr::as_symbol).any(moves)
}

/// Equation (1), up to so many dots.
fn substitution(eliminated: &[Eliminated], order: u32) -> Substitution {
    let mut pairs = Vec::new();
    for e in eliminated {
        let (mut symbol, mut value) = (e.coordinate, e.value);
        pairs.push((symbol, value));
        for _ in 0..order {
            (symbol, value) = (rate(symbol), rate(value));
            pairs.push((symbol, value));
        }
    }
    Substitution::new(pairs)
}

/// ∂q/∂r for one of the coordinates that are left.
fn tangent(system: &System, eliminated: &[Eliminated], r: Expr) -> Vector {
    let slope = |&x: &Expr| match eliminated.iter().find(|e| e.coordinate == x) {
        Some(e) => partial(e.value, r),
        None if x == r => Expr::one(),
        None => Expr::zero(),
    };
    system.q().iter().map(slope).collect()
}

/// `d/dt L_v − L_q − d²/dt² L_a − Q` for each coordinate.
fn balances(system: &System) -> Vec<Expr> {
    let balance = |(&q, &Q): (&Expr, &Expr)| {
        let (v, a) = (rate(q), rate(rate(q)));
        let L = system.L();
        let second = rate(rate(partial(L, a)));
        rate(partial(L, v)) - partial(L, q) - second - Q
    };
    system.q().iter().zip(system.Q().iter()).map(balance).collect()
}

/// Is (3) proved? An identity that fails is an error of ours.
fn agrees(
    whole: &System,
    eliminated: &[Eliminated],
    reduced: &System,
) -> Result<bool, ReductionError> {
    let mut put = substitution(eliminated, 2 * whole.order());
    let of_whole: Vec<Expr> = balances(whole).into_iter().map(|e| put.apply(e)).collect();
    let mut proved = true;
    for (&r, own) in reduced.q().iter().zip(balances(reduced)) {
        let slopes = tangent(whole, eliminated, r);
        match zero_test(own - slopes.dot(&of_whole)) {
            Verdict::Zero => {} // (3)
            Verdict::NonZero(_) => return Err(ReductionError::Disagreement),
            Verdict::Unknown(_) => proved = false,
        }
    }
    Ok(proved)
}
