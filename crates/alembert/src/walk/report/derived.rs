//! The motion of a model by every principle, derived once for all sections of a report.
//!
//! A report is to be there in a second, and some principles take longer on a system of moderate size: a
//! basis of the directions that a four-bar linkage allows has hundreds of terms. Each principle has a
//! part of the work of the report; those for which it does not suffice are named.

use alembert_mechanics::comparison::Patience;
use alembert_mechanics::{PRINCIPLES, Principle, System};

use super::super::compare::Named;
use super::super::{WalkError, row};
use crate::language::Model;

/// The part of the work that is left which one principle, or one page of equations, may take.
pub(super) const PART: u64 = 4;

/// The principles that need a basis of the allowed directions, the cheapest first: where there is none for
/// one of them there is none for the others.
const PROJECTED: [&str; 4] = ["maggi", "appell", "hamel", "poisson"];

/// Motions by principles.
pub(super) struct Derived {
    pub(super) system: System,
    /// The model's own principle first, then the others in the order of the manual.
    pub(super) motions: Vec<Named>,
    /// The principles for which the work did not suffice.
    pub(super) unreached: Vec<&'static str>,
}

impl Derived {
    /// The motion by the model's own principle, whatever it takes, and by the others as far as the work goes.
    pub(super) fn new(model: &Model, patience: &Patience) -> Result<Self, WalkError> {
        let own = row(model, None)?;
        let system = model.system()?;
        let motion = (own.derive)(&system)?;
        let mut found = Self { system, motions: vec![], unreached: vec![] };
        let others = || PRINCIPLES.iter().filter(|p| p.name != own.name);
        for principle in others().filter(|p| !PROJECTED.contains(&p.name)) {
            found.derive(principle, patience);
        }
        for name in PROJECTED.iter().filter(|name| **name != own.name) {
            match Principle::named(name).filter(|_| !found.lacks_basis()) {
                Some(principle) => found.derive(principle, patience),
                None => found.unreached.push(name),
            }
        }
        let place = |name: &str| PRINCIPLES.iter().position(|p| p.name == name);
        found.motions.sort_by_key(|(name, _)| place(name));
        found.unreached.sort_by_key(|name| place(name));
        found.motions.insert(0, (own.name, Ok(motion)));
        Ok(found)
    }

    fn derive(&mut self, principle: &Principle, patience: &Patience) {
        match patience.within(PART, || (principle.derive)(&self.system)) {
            Some(motion) => self.motions.push((principle.name, motion)),
            None => self.unreached.push(principle.name),
        }
    }

    fn lacks_basis(&self) -> bool {
        self.unreached.iter().any(|name| PROJECTED.contains(name))
    }
}
