//! Like terms and common factors of a sum.
//!
//! Terms with the same factors become one, with the sum of their fixed factors; where that is 0 they are left
//! out. Then
//!
//! ```text
//! Σ fᵢ a bᵢ = f a Σ gᵢ bᵢ,     fᵢ = f gᵢ                                                     (1)
//! ```
//!
//! with fixed factors: one convolution in place of several. f is a factor that all fᵢ have up to their signs,
//! or 1. Sums that were written before are used again.

use alembert_algebra::Rational;
use rustc_hash::FxHashMap;

use super::build::{Draft, Place};
use super::fuse::{Fused, Sum};
use super::{Linear, Product};

/// The sums that stand beside common factors, by their terms.
#[derive(Debug, Default)]
pub(super) struct Common {
    written: FxHashMap<Vec<(Place, Place)>, Place>,
}

impl Common {
    /// Takes common factors out of a sum, the most frequent first; new sums are written to `steps`.
    pub(super) fn taken_out(
        &mut self,
        mut sum: Sum,
        draft: &mut Draft,
        steps: &mut Vec<(Fused, Place)>,
    ) -> Sum {
        let mut done = Vec::new();
        while let Some(a) = most_frequent(&sum.products) {
            let (with, without): (Vec<_>, Vec<_>) =
                sum.products.into_iter().partition(|p| p.a == a || p.b == a);
            sum.products = without;
            let other = |p: &Product<Place>| if p.a == a { p.b } else { p.a };
            let terms: Vec<Linear<Place>> =
                with.iter().map(|p| Linear { g: p.f, a: other(p) }).collect();
            let (f, terms) = normalised(terms, draft);
            done.push(Product { f, a, b: self.place(terms, draft, steps) });
        }
        sum.products.splice(0..0, done);
        sum
    }

    /// The place of a sum of linear terms.
    fn place(
        &mut self,
        mut linear: Vec<Linear<Place>>,
        draft: &mut Draft,
        steps: &mut Vec<(Fused, Place)>,
    ) -> Place {
        linear.sort_by_key(|l| (l.a, l.g));
        let key = linear.iter().map(|l| (l.g, l.a)).collect();
        *self.written.entry(key).or_insert_with(|| {
            let place = draft.new_place();
            steps.push((Fused::Sum(Sum { products: Vec::new(), linear }), place));
            place
        })
    }
}

/// A sum in which like terms are one.
pub(super) fn collected(sum: Sum, draft: &mut Draft) -> Sum {
    let mut linear: Vec<Linear<Place>> = Vec::with_capacity(sum.linear.len());
    for term in sum.linear {
        match linear.iter().position(|l| l.a == term.a) {
            None => linear.push(term),
            Some(at) => match draft.fixed_sum(linear[at].g, term.g) {
                Some(g) => linear[at].g = g,
                None => drop(linear.remove(at)),
            },
        }
    }
    let mut products: Vec<Product<Place>> = Vec::with_capacity(sum.products.len());
    for Product { f, a, b } in sum.products {
        let (a, b) = (a.min(b), a.max(b));
        match products.iter().position(|p| (p.a, p.b) == (a, b)) {
            None => products.push(Product { f, a, b }),
            Some(at) => match draft.fixed_sum(products[at].f, f) {
                Some(f) => products[at].f = f,
                None => drop(products.remove(at)),
            },
        }
    }
    Sum { products, linear }
}

/// The factor that most products have, at least two; the first of several.
fn most_frequent(products: &[Product<Place>]) -> Option<Place> {
    let has = |p: &Product<Place>, a: Place| p.a == a || p.b == a;
    let count = |a: Place| products.iter().filter(|p| has(p, a)).count();
    let factors = products.iter().flat_map(|p| [p.a, p.b]);
    let (a, most) = factors.map(|a| (a, count(a))).rev().max_by_key(|(_, count)| *count)?;
    (most > 1).then_some(a)
}

/// f and the terms with gᵢ of (1).
fn normalised(mut terms: Vec<Linear<Place>>, draft: &mut Draft) -> (Place, Vec<Linear<Place>>) {
    let one = draft.constant(Rational::ONE);
    let first = terms[0].g;
    let opposite = draft.negated(first);
    if terms.iter().any(|l| l.g != first && l.g != opposite) {
        return (one, terms);
    }
    let minus = draft.negated(one);
    terms.iter_mut().for_each(|l| l.g = if l.g == first { one } else { minus });
    (first, terms)
}

#[cfg(test)]
mod tests {
    use alembert_algebra::tape::Builder;
    use alembert_algebra::{Expr, Kind};

    use crate::{Program, Workspace};

    /// `x (y − z) k + x y z` and `(y − z) y`, multiplied out: the difference is written once.
    #[test]
    fn common_factors_are_taken_out() {
        let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
        let mut builder = Builder::new(&[Expr::time(), x, y, z, k]);
        let rates = [x * y * k - x * z * k + x * (y * z), y * y - z * y, x * x + x * x * x];
        let slots = builder.expressions(&rates).expect("all symbols are inputs");
        let tape = builder.finish(slots.iter().map(|&slot| (String::new(), slot)).collect());
        let program = Program::new(&tape, 4, &[0, 1, 2]);
        let kernel = program.bind(&[3.0]).expect("the parameter has a value");
        let (mut space, mut values) = (Workspace::default(), Vec::new());
        kernel.values(&mut space, &[0.0, 2.0, 5.0, 7.0], &mut values).expect("all have values");
        assert_eq!(values, [58.0, -10.0, 12.0]); // −12 + 70, −10, 4 + 8
        let mut series = Vec::new();
        kernel.series(&mut space, 0.0, &[2.0, 5.0, 7.0], 2, &mut series).expect("it has a series");
        // half of d/dt: x' = 58, y' = −10, z' = 12
        let [x, y, z, dx, dy, dz] = [2.0, 5.0, 7.0, 58.0, -10.0, 12.0];
        let second = [
            3.0 * (dx * (y - z) + x * (dy - dz)) + dx * y * z + x * (dy * z + y * dz),
            dy * (2.0 * y - z) - y * dz,
            2.0 * x * dx + 3.0 * x * x * dx,
        ];
        assert_eq!(series[6..], second.map(|s| s / 2.0));
        let own = program.pairs.iter().filter(|pair| pair.left != 0 || pair.right != 0).count();
        assert!(own <= 5, "{own}");
    }
}
