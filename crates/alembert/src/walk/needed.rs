//! Which conditions on parameters a claim needs.
//!
//! A proof for `k ≠ 0` rests on equations that say something else where `k = 0`; the claim may hold
//! there all the same. It is asked again of the system with this value: what is proved there, without
//! further conditions, does not need the condition. A constraint that vanishes with the value says
//! nothing and is left out.

use alembert_algebra::zero::{Verdict as Zero, zero_test};
use alembert_algebra::{Expr, Kind, Substitution, contains, gradient, symbols};
use alembert_mechanics::classify::{ConstraintKind, classify};
use alembert_mechanics::principle::dalembert;
use alembert_mechanics::rotation::in_coordinates;
use alembert_mechanics::{Constraint, Motion, System, Theory};

use super::contradiction::refuse_contradictions;
use super::prove::{Verdict, answer};
use crate::language::Model;

/// The conditions without those on parameters that equations hold without.
pub(super) fn of_equations(
    model: &Model,
    (system, motion): (&System, &Motion),
    pairs: &[(Expr, Expr)],
    conditions: Vec<Expr>,
) -> Vec<Expr> {
    if motion.principle != "dalembert" {
        return conditions;
    }
    kept(conditions, |c, others| {
        let special = Special::new(system, c);
        special.is_some_and(|mut special| special.proves(model, pairs, others))
    })
}

/// The conditions without those that are proved not to be needed, one after the other: what is proved where
/// one fails may rest on those that are still kept, and on no other.
fn kept(conditions: Vec<Expr>, needless: impl Fn(Expr, &[Expr]) -> bool) -> Vec<Expr> {
    let mut kept = conditions.clone();
    for c in conditions {
        let others: Vec<Expr> = kept.iter().copied().filter(|e| *e != c).collect();
        if needless(c, &others) {
            kept = others;
        }
    }
    kept
}

/// The conditions without those on parameters that constraints keep their kinds without.
pub(super) fn of_kinds(
    system: &System,
    constraints: &[usize],
    kinds: &[Option<ConstraintKind>],
    conditions: Vec<Expr>,
) -> Vec<Expr> {
    let needs = |c: &Expr| {
        let special = Special::new(system, *c);
        !special.is_some_and(|special| special.has_kinds(constraints, kinds))
    };
    conditions.into_iter().filter(needs).collect()
}

/// A system with the value of a parameter at which a condition fails.
struct Special {
    system: System,
    put: Substitution,
    /// The number that each constraint had before.
    numbers: Vec<usize>,
}

impl Special {
    /// None where the condition is not one on a parameter alone that has one such value.
    fn new(system: &System, condition: Expr) -> Option<Self> {
        let fixed = |x: &Expr| matches!(x.as_symbol()?.kind, Kind::Parameter { .. }).then_some(*x);
        let parameters = symbols(&[condition]).iter().map(fixed).collect::<Option<Vec<_>>>()?;
        let (p, value) = parameters.into_iter().find_map(|p| Some((p, root(condition, p)?)))?;
        let is_defined = system.definitions().iter().any(|(q, _)| *q == p);
        if is_defined {
            return None;
        }
        let mut put = Substitution::new([(p, value)]);
        let (constraints, numbers) = constraints_with(system, &mut put);
        let definitions = system.definitions().iter().map(|&(q, e)| (q, put.apply(e)));
        let definitions = definitions.collect();
        let system = System::with_rotations(
            system.plain().iter().copied().collect(),
            system.rotations().to_vec(),
            put.apply(system.L()),
            put.apply_all(system.Q()),
            constraints,
        );
        let system = system.ok()?.with_definitions(definitions).ok()?;
        Some(Self { system, put, numbers })
    }

    /// Are the equations proved with the value, under no other conditions than those given?
    fn proves(&mut self, model: &Model, pairs: &[(Expr, Expr)], given: &[Expr]) -> bool {
        let pairs: Vec<(Expr, Expr)> =
            pairs.iter().map(|&(l, r)| (self.put.apply(l), self.put.apply(r))).collect();
        let claims: Vec<Expr> = pairs.iter().map(|&(l, r)| l - r).collect();
        let Ok(motion) = dalembert(&self.system) else { return false };
        if refuse_contradictions(model, &self.system, &motion).is_err() {
            return false;
        }
        let Ok(mut theory) = Theory::new(&self.system, &motion, &claims) else { return false };
        pairs.into_iter().all(|sides| {
            let proof = answer(model, &mut theory, sides);
            proof.verdict == Verdict::Proved && proof.conditions.iter().all(|c| given.contains(c))
        })
    }

    /// Are the constraints there with the value, and of the same kinds?
    fn has_kinds(&self, constraints: &[usize], kinds: &[Option<ConstraintKind>]) -> bool {
        let Ok(found) = in_coordinates(&self.system).map(|system| classify(&system)) else {
            return false;
        };
        let Ok(found) = found else { return false };
        constraints.iter().all(|i| {
            let place = self.numbers.iter().position(|number| number == i);
            let kind = place.and_then(|place| found.findings[place].kind.ok());
            kind.is_some() && kind == kinds[*i]
        })
    }
}

/// The value of a parameter at which an expression that is linear in it vanishes.
fn root(e: Expr, p: Expr) -> Option<Expr> {
    let slope = gradient(e, &[p])[0];
    slope.as_number().filter(|slope| !slope.is_zero())?;
    let rest = Substitution::new([(p, Expr::zero())]).apply(e);
    (!contains(rest, p)).then(|| -rest / slope)
}

/// The constraints with a value put in, and their numbers; without those that say nothing then.
fn constraints_with(system: &System, put: &mut Substitution) -> (Vec<Constraint>, Vec<usize>) {
    let (mut list, mut numbers) = (Vec::new(), Vec::new());
    for (i, constraint) in system.constraints().iter().enumerate() {
        let phi = put.apply(constraint.phi);
        if zero_test(phi) == Zero::Zero {
            continue;
        }
        let reaction = constraint.reaction.as_ref().map(|direction| put.apply_all(direction));
        list.push(Constraint { label: constraint.label.clone(), phi, reaction });
        numbers.push(i);
    }
    (list, numbers)
}
