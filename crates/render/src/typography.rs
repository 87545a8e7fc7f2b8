//! Questions about typeset formulas: does an argument need brackets, how high are they, and by
//! what is a function differentiated.

use alembert_algebra::{Function, Unspecified};

use crate::tree::Operator;
use crate::unicode::BARE;
use crate::{Name, Tree};

/// Can it be the argument of a sine without brackets: `φ`, `2θ`?
pub(crate) fn takes_no_brackets(argument: &Tree) -> bool {
    match argument {
        Tree::Name(name) => name.dots <= 3 && !name.is_pi(),
        Tree::Product(factors) => match factors.as_slice() {
            [Tree::Number(n), Tree::Name(name)] => {
                n.is_integer() && name.dots <= 3 && !name.is_pi()
            }
            _ => false,
        },
        _ => false,
    }
}

/// Does it end with a function whose argument has no brackets?
pub(crate) fn ends_bare(tree: &Tree) -> bool {
    match tree {
        Tree::Call(Function::Elementary(f), arguments) => {
            BARE.contains(f) && takes_no_brackets(&arguments[0])
        }
        Tree::Power(base, k) => k.is_integer() && ends_bare(base),
        Tree::Product(factors) => factors.last().is_some_and(ends_bare),
        _ => false,
    }
}

/// The names by which a function is differentiated, with how often, if its arguments are different
/// names without dots.
pub(crate) fn differentiated_by<'a>(
    f: &Unspecified,
    arguments: &'a [Tree],
) -> Option<Vec<(&'a Name, u32)>> {
    let name = |a: &'a Tree| match a {
        Tree::Name(name) if name.dots == 0 => Some(name),
        _ => None,
    };
    let names: Vec<&Name> = arguments.iter().map(name).collect::<Option<_>>()?;
    let different = (1..names.len()).all(|i| !names[..i].contains(&names[i]));
    let by = names.into_iter().zip(f.partials.iter().copied()).filter(|(_, k)| *k > 0);
    different.then(|| by.collect())
}

/// Is it higher than a line of text?
pub(crate) fn is_tall(tree: &Tree) -> bool {
    match tree {
        Tree::Number(r) => !r.is_integer(),
        Tree::Name(_) => false,
        Tree::Fraction(..) => true,
        Tree::Sum(terms) => terms.iter().any(|t| is_tall(&t.body)),
        Tree::Product(parts) => parts.iter().any(is_tall),
        Tree::Power(base, _) | Tree::Root(base) => is_tall(base),
        Tree::Call(Function::Unspecified(f), _) if f.partials.iter().any(|&k| k > 0) => true,
        Tree::Call(_, arguments) => arguments.iter().any(is_tall),
        Tree::Operated(Operator::Variation, of) => is_tall(of),
        Tree::Operated(..) | Tree::Slope(..) => true,
    }
}
