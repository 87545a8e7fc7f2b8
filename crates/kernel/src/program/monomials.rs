//! Products of several factors, multiplied in an order in which most partial products are shared.
//!
//! Each product is a convolution in every order of a series, so that few of them are wanted:
//!
//! ```text
//! a b c, a b d, b d  →  p = b d,  a p,  q = b c,  a q        or  p = a b,  p c,  p d,  b d
//! ```
//!
//! All products are taken apart into factors that are none. Then the pair of factors that most of them have
//! is multiplied, again and again, until each is one number. Equal ones become one.

use rustc_hash::FxHashMap;

use super::Instruction;
use super::build::{Draft, Place};

/// More products than these stay as they are: the search would take longer than it saves.
const MOST: usize = 400;
/// A product of more factors stays as it is, with all others.
const LONGEST: usize = 12;

/// Two factors, the lower place first.
type Couple = (Place, Place);

/// Multiplies the products of a draft anew. Outputs are renumbered.
pub(super) fn share(draft: &mut Draft, outputs: &mut [Place]) {
    let Some(roots) = roots(draft, outputs) else { return };
    let mut monomials = Monomials::new(roots);
    while let Some(couple) = monomials.best() {
        let product = draft.new_place();
        monomials.replace(couple, product);
    }
    monomials.write(draft, outputs);
}

/// The products that something else than a product reads, each with its factors in order; none when there
/// are too many.
fn roots(draft: &Draft, outputs: &[Place]) -> Option<Vec<(Place, Vec<Place>)>> {
    let mut factors: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
    let mut read = vec![false; draft.places()];
    outputs.iter().for_each(|&place| read[place] = true);
    for (instruction, place) in draft.moving_steps() {
        let Instruction::Mul(a, b, _) = *instruction else {
            draft.operands(instruction).into_iter().for_each(|place| read[place] = true);
            continue;
        };
        let of = |x: Place| factors.get(&x).cloned().unwrap_or_else(|| vec![x]);
        let mut all = [of(a), of(b)].concat();
        if all.len() > LONGEST {
            return None;
        }
        all.sort_unstable();
        factors.insert(*place, all);
    }
    let mut roots: Vec<_> = factors.into_iter().filter(|(place, _)| read[*place]).collect();
    roots.sort_unstable();
    (roots.len() <= MOST).then_some(roots)
}

/// Products on their way: some factors are products already.
struct Monomials {
    /// Each with the place that it is written to.
    list: Vec<(Place, Vec<Place>)>,
    /// How many of them have two factors.
    counts: FxHashMap<Couple, usize>,
    /// What was multiplied.
    products: FxHashMap<Place, Couple>,
}

impl Monomials {
    fn new(list: Vec<(Place, Vec<Place>)>) -> Self {
        let mut counts = FxHashMap::default();
        for couple in list.iter().flat_map(|(_, factors)| couples(factors)) {
            *counts.entry(couple).or_insert(0) += 1;
        }
        Self { list, counts, products: FxHashMap::default() }
    }

    /// The couple that most products have; of several one that is a whole product, and the first of these.
    fn best(&self) -> Option<Couple> {
        let most = self.counts.values().copied().max().filter(|&most| most > 0)?;
        let first = |couples: &mut dyn Iterator<Item = Couple>| couples.min();
        let whole = self.list.iter().filter_map(|(_, factors)| match factors[..] {
            [a, b] => Some((a, b)),
            _ => None,
        });
        let mut whole = whole.filter(|couple| self.counts[couple] == most);
        let all = self.counts.iter().filter(|(_, count)| **count == most);
        first(&mut whole).or_else(|| first(&mut all.map(|(couple, _)| *couple)))
    }

    /// Puts a product in the place of two factors, wherever both are.
    fn replace(&mut self, (a, b): Couple, product: Place) {
        self.products.insert(product, (a, b));
        for (_, factors) in &mut self.list {
            if !has(factors, (a, b)) {
                continue;
            }
            for couple in couples(factors) {
                *self.counts.get_mut(&couple).expect("it was counted") -= 1;
            }
            while has(factors, (a, b)) {
                for factor in [a, b] {
                    let at = factors.iter().position(|&f| f == factor).expect("it has both");
                    factors.remove(at);
                }
                factors.push(product); // the last place so far
            }
            for couple in couples(factors) {
                *self.counts.entry(couple).or_insert(0) += 1;
            }
        }
    }

    /// Writes the steps of a draft anew, each product before what reads it.
    fn write(self, draft: &mut Draft, outputs: &mut [Place]) {
        let mut names: Vec<Place> = (0..draft.places()).collect();
        self.list.iter().for_each(|(place, factors)| names[*place] = factors[0]);
        draft.rename(&names);
        outputs.iter_mut().for_each(|place| *place = names[*place]);
        let mut written: Vec<bool> = vec![false; draft.places()];
        let mut steps = Vec::with_capacity(draft.steps.len());
        let before = std::mem::take(&mut draft.steps);
        for (instruction, place) in before {
            if matches!(instruction, Instruction::Mul(..)) {
                continue;
            }
            let operands = draft.operands(&instruction);
            operands.into_iter().for_each(|p| self.product(p, &mut written, &mut steps));
            steps.push((instruction, place));
        }
        outputs.iter().for_each(|&p| self.product(p, &mut written, &mut steps));
        draft.steps = steps;
    }

    /// Writes a product after its factors, if it is one and not written yet.
    fn product(&self, place: Place, written: &mut [bool], steps: &mut Vec<(Instruction, Place)>) {
        let Some(&(a, b)) = self.products.get(&place) else { return };
        if std::mem::replace(&mut written[place], true) {
            return;
        }
        [a, b].into_iter().for_each(|factor| self.product(factor, written, steps));
        steps.push((Instruction::Mul(a, b, 0), place));
    }
}

/// Are both factors of a couple among some?
fn has(factors: &[Place], (a, b): Couple) -> bool {
    let count = |x: Place| factors.iter().filter(|&&factor| factor == x).count();
    if a == b { count(a) > 1 } else { count(a) > 0 && count(b) > 0 }
}

/// The different pairs of factors, each once; factors are in order.
fn couples(factors: &[Place]) -> impl Iterator<Item = Couple> {
    let pairs = |i: usize| factors[i + 1..].iter().map(move |&b| (factors[i], b));
    let mut all: Vec<Couple> = (0..factors.len()).flat_map(pairs).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use alembert_algebra::tape::Builder;
    use alembert_algebra::{Expr, Kind};

    use crate::{Program, Workspace};

    /// `2 x y z`, `−(x z) (x y)` and `y z`.
    #[test]
    fn partial_products_are_shared_and_the_values_stay() {
        let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let mut builder = Builder::new(&[Expr::time(), x, y, z]);
        let place = |builder: &mut Builder, e: Expr| builder.expression(e).expect("it has a value");
        let rates = [Expr::from(2) * x * y * z, -(x * z) * (x * y), y * z];
        let slots = rates.map(|e| place(&mut builder, e));
        let tape = builder.finish(slots.iter().map(|&slot| (String::new(), slot)).collect());
        let shared = Program::for_series(&tape, 4, &[0, 1, 2]);
        let plain = Program::new(&tape, 4, &[0, 1, 2]);
        let own = |program: &Program| {
            program.pairs.iter().filter(|pair| pair.left != 0 || pair.right != 0).count()
        };
        assert_eq!(own(&shared), 3, "y z, x (y z), x (x y z)");
        assert!(own(&plain) > 3);
        for program in [shared, plain] {
            let kernel = program.bind(&[]).expect("there are no parameters");
            let (mut space, mut series) = (Workspace::default(), Vec::new());
            kernel.series(&mut space, 0.0, &[2.0, 5.0, 7.0], 2, &mut series).expect("a series");
            assert_eq!(series[3..6], [140.0, -140.0, 35.0]);
            let [x, y, z, dx, dy, dz] = [2.0, 5.0, 7.0, 140.0, -140.0, 35.0];
            let second = [
                2.0 * (dx * y * z + x * dy * z + x * y * dz),
                -(2.0 * x * dx * y * z + x * x * (dy * z + y * dz)),
                dy * z + y * dz,
            ];
            assert_eq!(series[6..], second.map(|s| s / 2.0));
        }
    }
}
