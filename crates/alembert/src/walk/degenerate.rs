//! Where equations that a principle writes along directions of its own choice are singular.

use alembert_mechanics::{Motion, explicit};
use alembert_render::{Tree, Typesetter};

use super::{WalkError, conditions};
use crate::language::Model;

/// What is said when the conditions are too long.
const TOO_LONG: &str = "singular where the determinant of these equations vanishes, which is too \
                        long to be written";

/// What must not vanish for the equations to determine the highest derivatives, or a sentence.
pub(super) fn degeneracies(
    model: &Model,
    motion: &Motion,
    typesetter: &mut Typesetter,
) -> Result<(Vec<Tree>, Option<String>), WalkError> {
    let Ok(divisors) = explicit::divisors(motion) else {
        return Ok((Vec::new(), Some(TOO_LONG.to_owned())));
    };
    let listed = conditions::listed(model, divisors.into_iter());
    let trees = listed.into_iter().map(|c| typesetter.tree(c));
    Ok((trees.collect::<Result<_, _>>()?, None))
}
