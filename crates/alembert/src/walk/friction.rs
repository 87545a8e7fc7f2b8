//! The friction that a contact needs.
//!
//! A body at r = (x, y, z) touches a surface when a constraint keeps it there, `z = R`. The slope of the distance
//! from a surface by the place of a body is the normal of the contact, whatever the shape of the body:
//!
//! ```text
//! n = ∂φ/∂r                                                                         (1)
//! ```
//!
//! All constraints together act on r with the force R. It has to lie in the cone of friction about n:
//!
//! ```text
//! N = R·n/|n|,     μ = |R × n|/|R·n|                                                (2)
//! ```
//!
//! μ is a coefficient here and no multiplier. Where the rolling constraints act at right angles to n it is |F|/|N|,
//! and where they repeat the rate of the contact it is still right: R is unique even when the multipliers are not.
//!
//! Which constraint is the contact? One on r alone, on positions or integrable; without such a one, one that is
//! periodic in the angles, `z = R sin θ`, as distances are and `x = R θ` is not. A rod that joins two points is
//! no contact, and neither is a servo; both are left out of R. Where several surfaces hold one body, where it rolls on
//! another one as well, or where something drives it along the surface, how they share the force is not known.

#![allow(non_snake_case, reason = "N, R are the symbols of the papers")]

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, Vector, gradient, rate, symbols};
use alembert_mechanics::System;
use alembert_mechanics::affine::is_affine;
use alembert_mechanics::integral::{WORK, integrability};

use super::reactions::direction;
use super::run::is_periodic;
use crate::language::model::{Definition, Variable};
use crate::language::{Model, si_unit};

/// A body on a surface.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    /// The coordinates of its place.
    pub place: Vec<String>,
    /// The label of the constraint that keeps it on the surface.
    pub surface: String,
    /// The name of the observed μ of (2).
    pub friction: String,
    /// The name of the observed N of (2).
    pub normal: String,
    /// R·n, which vanishes where the contact opens.
    pub(super) pressing: Expr,
}

/// Why a model does not tell the friction that is needed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum NoFriction {
    /// There are no constraints.
    #[error("the model has no constraints")]
    Free,
    /// No body has a place in Cartesian coordinates.
    #[error("no body has a place in Cartesian coordinates (x, y or x, y, z with one mass)")]
    NoPlace,
    /// No constraint gives the normal of a contact.
    #[error(
        "no constraint keeps a body on a surface, as `z = R` does, so that its normal is not known"
    )]
    NoSurface,
    /// Several normals.
    #[error("several surfaces hold one body, and how they share the force is not known")]
    SeveralSurfaces,
    /// Nothing acts along the surface of this label.
    #[error("no constraint acts along `{0}`: if it is a surface, the body slides on it freely")]
    Slides(String),
    /// The constraint of this label moves the place along the surface.
    #[error("`{0}` drives or guides the body along the surface, and its force is no friction")]
    Driven(String),
    /// The constraint of this label acts along the surface between two bodies.
    #[error("the body is joined to another one by `{0}`, which acts along the surface too")]
    Joined(String),
}

/// The contacts of a model, with μ and N among the observed quantities.
pub(super) fn contacts(
    model: &Model,
    system: &System,
    lambda: &[Expr],
) -> Result<Vec<(Contact, [Definition; 2])>, NoFriction> {
    if system.constraints().is_empty() {
        return Err(NoFriction::Free);
    }
    let places = places(model, system);
    let mut why = NoFriction::NoPlace;
    let mut found = Vec::new();
    for place in &places {
        let others = places.iter().filter(|p| *p != place).flatten().copied().collect();
        let body = Body { model, system, lambda, r: place, others };
        match body.contact() {
            Ok(contact) => found.push(contact),
            Err(reason) => why = why.max(reason),
        }
    }
    if found.is_empty() { Err(why) } else { Ok(found) }
}

/// The numbers of the coordinates of each place: x, y, z with the same ending. Other lengths may well be those of
/// different bodies.
fn places(model: &Model, system: &System) -> Vec<Vec<usize>> {
    let all = &model.coordinates;
    let find = |letter: char, rest: &str| {
        all.iter().position(|c| c.name.strip_prefix(letter) == Some(rest))
    };
    let named = |letters: [char; 3], c: &Variable| {
        let rest = letters.iter().find_map(|&l| c.name.strip_prefix(l))?;
        let place: Vec<usize> = letters.iter().filter_map(|&l| find(l, rest)).collect();
        (place.len() > 1).then_some(place)
    };
    let letters = [['x', 'y', 'z'], ['X', 'Y', 'Z']];
    let mut places: Vec<Vec<usize>> = Vec::new();
    for place in letters.iter().flat_map(|&l| all.iter().filter_map(move |c| named(l, c))) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.retain(|place| is_cartesian(model, system, place));
    places
}

fn is_length(c: &Variable) -> bool {
    c.unit.as_deref().and_then(|unit| si_unit(unit, 0)).as_deref() == Some("m")
}

/// Have these coordinates one constant mass, as those of one body have, without products, and no unit but lengths?
fn is_cartesian(model: &Model, system: &System, place: &[usize]) -> bool {
    let v: Vec<Expr> = place.iter().map(|&i| rate(model.coordinates[i].symbol)).collect();
    let p = gradient(system.L(), &v);
    let entry = |i: usize, j: usize| gradient(p[i], &v[j..=j])[0];
    let is_constant = |e: Expr| {
        symbols(&[e]).iter().all(|s| s.as_symbol().is_some_and(|s| !s.kind.is_of_motion()))
    };
    let n = 0..v.len();
    let masses: Vec<Expr> = n.clone().map(|i| entry(i, i)).collect();
    let square = n.clone().flat_map(|i| (0..i).map(move |j| (i, j)));
    let unlike = place.iter().any(|&i| {
        let c = &model.coordinates[i];
        c.unit.is_some() && !is_length(c)
    });
    !unlike
        && masses.iter().all(|&m| is_constant(m) && !vanishes(m) && vanishes(m - masses[0]))
        && { square }.all(|(i, j)| vanishes(entry(i, j)))
}

fn vanishes(e: Expr) -> bool {
    zero_test(e) == Verdict::Zero
}

/// A body whose contact is looked for.
struct Body<'a> {
    model: &'a Model,
    system: &'a System,
    lambda: &'a [Expr],
    /// The numbers of the coordinates of its place.
    r: &'a [usize],
    /// Those of the places of other bodies.
    others: Vec<usize>,
}

impl Body<'_> {
    fn contact(&self) -> Result<(Contact, [Definition; 2]), NoFriction> {
        let (acting, joining) = self.acting();
        let (surface, n) = self.normal(&acting)?;
        self.only_friction(&acting, &joining, (surface, &n))?;
        let forces =
            acting.iter().map(|&k| self.along_r(k).iter().map(|&a| self.lambda[k] * a).collect());
        let R = { forces }.fold(vec![Expr::zero(); n.len()], |sum, force: Vec<Expr>| {
            sum.iter().zip(&force).map(|(&a, &b)| a + b).collect()
        });
        let pressing = dot(&R, &n);
        let along: Vec<Expr> = cross(&R, &n);
        let friction = (dot(&along, &along) / pressing.powi(2)).sqrt(); // (2)
        let normal = pressing / dot(&n, &n).sqrt(); // (2)
        let [mu, N] = [("friction", friction), ("normal", normal)].map(|(name, value)| {
            Definition { name: self.named(name), value, unit: None, doc: None }
        });
        let contact = Contact {
            place: self.r.iter().map(|&i| self.model.coordinates[i].name.clone()).collect(),
            surface: self.system.constraints()[surface].label.clone(),
            friction: mu.name.clone(),
            normal: N.name.clone(),
            pressing,
        };
        Ok((contact, [mu, N]))
    }

    /// The constraints that act on r and on no other place, and those that join r to other places, servos left out.
    fn acting(&self) -> (Vec<usize>, Vec<usize>) {
        let joins = |k: &usize| {
            let along = direction(self.system, &self.system.constraints()[*k]);
            self.others.iter().any(|&i| !vanishes(along[i]))
        };
        let acts = |k: &usize| self.along_r(*k).iter().any(|&a| !vanishes(a));
        let ideal = |k: &usize| self.system.constraints()[*k].reaction.is_none();
        let all = 0..self.system.constraints().len();
        all.filter(ideal).filter(acts).partition(|k| !joins(k))
    }

    /// Is what acts along the surface friction of the surface, and nothing else?
    fn only_friction(
        &self,
        acting: &[usize],
        joining: &[usize],
        (surface, n): (usize, &[Expr]),
    ) -> Result<(), NoFriction> {
        let label = |k: usize| self.system.constraints()[k].label.clone();
        let is_along = |k: &usize| !are_parallel(&self.along_r(*k), n);
        let along: Vec<usize> = acting.iter().copied().filter(is_along).collect();
        let joint = joining.iter().find(|&&k| is_along(&k) && self.rolls(k));
        // What rolls has its friction from rolling; a constraint on its place besides is a drive.
        let rolls = along.iter().any(|&k| !self.is_on_place(k));
        let drive = along.iter().find(|&&k| self.is_on_place(k) && (rolls || self.is_timed(k)));
        match (drive, joint) {
            (Some(&k), _) => Err(NoFriction::Driven(label(k))),
            (None, Some(&k)) => Err(NoFriction::Joined(label(k))),
            (None, None) if along.is_empty() => Err(NoFriction::Slides(label(surface))),
            (None, None) => Ok(()),
        }
    }

    /// Does a constraint that joins two bodies bind velocities, or turns as `x1 - x2 = R θ` does? Rods do not.
    fn rolls(&self, k: usize) -> bool {
        let constraint = &self.system.constraints()[k];
        constraint.order(self.system.q()) != Some(0) || !self.is_distance(constraint.phi)
    }

    /// Is a constraint one on r and its rates alone?
    fn is_on_place(&self, k: usize) -> bool {
        let r = self.coordinates();
        let own: Vec<Expr> = r.iter().flat_map(|&x| [x, rate(x), rate(rate(x))]).collect();
        let moves = |e: &Expr| e.as_symbol().is_some_and(|s| s.kind.is_of_motion());
        symbols(&[self.system.constraints()[k].phi]).iter().all(|e| !moves(e) || own.contains(e))
    }

    /// Does a constraint change with time or with an input?
    fn is_timed(&self, k: usize) -> bool {
        let is_given =
            |e: &Expr| e.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Time | Kind::Input));
        symbols(&[self.system.constraints()[k].phi]).iter().any(is_given)
    }

    /// The direction of a constraint along r.
    fn along_r(&self, k: usize) -> Vec<Expr> {
        let along: Vector = direction(self.system, &self.system.constraints()[k]);
        self.r.iter().map(|&i| along[i]).collect()
    }

    /// (1), with the number of the constraint that gives it.
    fn normal(&self, acting: &[usize]) -> Result<(usize, Vec<Expr>), NoFriction> {
        let alone: Vec<usize> = acting.iter().copied().filter(|&k| self.is_surface(k)).collect();
        let surfaces = match alone.is_empty() {
            true => self.distances(acting),
            false => alone,
        };
        // `x = t` beside `y = R` is a drive and no second surface.
        let resting = surfaces.iter().find(|&&k| !self.is_timed(k)).or(surfaces.first());
        let Some(&first) = resting else { return Err(NoFriction::NoSurface) };
        let n = self.along_r(first);
        let is_one = |&k: &usize| self.is_timed(k) || are_parallel(&self.along_r(k), &n);
        match surfaces.iter().all(is_one) {
            true => Ok((first, n)),
            false => Err(NoFriction::SeveralSurfaces),
        }
    }

    fn coordinates(&self) -> Vec<Expr> {
        self.r.iter().map(|&i| self.model.coordinates[i].symbol).collect()
    }

    /// Is it a constraint on r alone, on positions or with an integral `f(r) = c`?
    fn is_surface(&self, k: usize) -> bool {
        if !self.is_on_place(k) {
            return false;
        }
        let constraint = &self.system.constraints()[k];
        let r = self.coordinates();
        let v: Vec<Expr> = r.iter().map(|&x| rate(x)).collect();
        match constraint.order(self.system.q()) {
            Some(0) => true,
            Some(1) => {
                let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
                is_affine(constraint.phi, &v)
                    && vanishes(at_rest.apply(constraint.phi))
                    && !self.is_timed(k)
                    && is_integrable(&gradient(constraint.phi, &v), &r)
            }
            _ => false,
        }
    }

    /// Constraints that are distances of a body that is not round: on positions or holonomic in disguise, and
    /// periodic in its angles.
    fn distances(&self, acting: &[usize]) -> Vec<usize> {
        let order = |k: usize| self.system.constraints()[k].order(self.system.q());
        let given = acting.iter().filter(|&&k| order(k) == Some(0));
        let given = given.map(|&k| (k, self.system.constraints()[k].phi));
        let given: Vec<(usize, Expr)> = given.filter(|(_, phi)| self.is_distance(*phi)).collect();
        // Rates of a rotation are no rates of coordinates, and integrals of theirs are not looked for.
        if !given.is_empty() || !self.system.rotations().is_empty() {
            return given.into_iter().map(|(k, _)| k).collect();
        }
        let found = integrability(self.system, WORK);
        let own = found.in_place.iter().map(|&(k, i)| (k, found.found.integrals[i].h));
        // The integral of a constraint together with others has another slope, and is none of its own.
        let slope = |h: Expr| gradient(h, &self.coordinates());
        let own = own.filter(|&(k, h)| acting.contains(&k) && self.is_distance(h));
        let own = own.filter(|&(k, h)| are_parallel(&slope(h), &self.along_r(k)));
        own.map(|(k, _)| k).collect()
    }

    /// Is a function of the place periodic in all that is no length?
    fn is_distance(&self, h: Expr) -> bool {
        let is_place = |i: &usize| self.r.contains(i) || self.others.contains(i);
        let turns = |i: &usize| !is_place(i) && !is_length(&self.model.coordinates[*i]);
        let angles = (0..self.model.coordinates.len()).filter(turns);
        { angles }.all(|i| is_periodic(&[h], self.model.coordinates[i].symbol))
    }

    /// A name for an observed quantity: with the ending of the place, and one that is free.
    fn named(&self, word: &str) -> String {
        let first = &self.model.coordinates[self.r[0]].name;
        let ending = first.strip_prefix(['x', 'y', 'X', 'Y']).unwrap_or_default();
        let own = match ending.trim_start_matches('_') {
            "" => word.to_owned(),
            ending => format!("{word}_{ending}"),
        };
        let is_observed = self.model.observed.iter().any(|d| d.name == own);
        if is_observed || self.model.knows(&own) { format!("contact_{own}") } else { own }
    }
}

/// Frobenius: `n·(∇ × n) = 0`, which holds for two coordinates by itself.
fn is_integrable(n: &[Expr], r: &[Expr]) -> bool {
    let [x, y, z] = r else { return true };
    let by = |i: usize, q: Expr| gradient(n[i], &[q])[0];
    let curl = [by(2, *y) - by(1, *z), by(0, *z) - by(2, *x), by(1, *x) - by(0, *y)];
    vanishes(dot(n, &curl))
}

fn are_parallel(a: &[Expr], b: &[Expr]) -> bool {
    cross(a, b).iter().all(|&e| vanishes(e))
}

fn dot(a: &[Expr], b: &[Expr]) -> Expr {
    a.iter().zip(b).fold(Expr::zero(), |sum, (&x, &y)| sum + x * y)
}

/// The products `aᵢ bⱼ − aⱼ bᵢ`: one in the plane, three in space.
fn cross(a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    let pairs = (0..a.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| a[i] * b[j] - a[j] * b[i]).collect()
}
