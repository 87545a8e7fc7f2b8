//! Where equations that a principle writes along directions of its own choice are singular.

use alembert_mechanics::{Motion, explicit};
use alembert_render::{Part, Tree, Typesetter};

use super::derive::{Derivation, unequal};
use super::{WalkError, conditions};
use crate::language::Model;

/// What is said when the conditions are too long.
pub(super) const TOO_LONG: &str = "singular where the determinant of these equations vanishes, which is too \
                        long to be written";

impl Derivation {
    /// Adds what must not vanish for the equations to determine the highest derivatives, or a sentence.
    pub(super) fn say_where_it_degenerates(
        &mut self,
        model: &Model,
        motion: &Motion,
        typesetter: &mut Typesetter,
    ) -> Result<(), WalkError> {
        let Ok(divisors) = explicit::divisors(motion) else {
            self.notes.push(TOO_LONG.to_owned());
            return Ok(());
        };
        let listed = conditions::listed(model, divisors.into_iter());
        let trees = listed.into_iter().map(|c| typesetter.tree(c));
        let trees: Vec<Tree> = trees.collect::<Result<_, _>>()?;
        self.conditions = trees.iter().map(unequal).collect();
        if !trees.is_empty() {
            self.page.parts.push(Part::Conditions(trees));
        }
        Ok(())
    }
}
