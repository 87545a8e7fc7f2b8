//! Sines and cosines of sums and differences of angles.
//!
//! The inertia and the forces of links that turn are full of
//!
//! ```text
//! sin A cos B − cos A sin B = sin(A − B),     cos A cos B + sin A sin B = cos(A − B)          (1)
//! sin A cos B + cos A sin B = sin(A + B),     cos A cos B − sin A sin B = cos(A + B)          (2)
//! ```
//!
//! with other factors beside them. Each product is a convolution in every order of a series, and sine and cosine of
//! an angle are two: where both are wanted, or one of them often, the right sides take fewer, and have no digits
//! that cancel.
//!
//! Sums are multiplied out, as far as their parts are used once; pairs of terms that are alike but for (1) or (2)
//! become one term.

use alembert_algebra::Rational;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Instruction;
use super::build::{Draft, Place};
use super::fuse::Fused;

/// More terms than these stay as they are: the search would take longer than it saves.
const MOST: usize = 1200;
/// A product of more factors stays as it is, with everything else.
const LONGEST: usize = 12;
/// So often a sine or a cosine alone is worth a new angle.
const OFTEN: usize = 3;

/// A product of moving factors, in order, with a fixed one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    f: Place,
    factors: Vec<Place>,
}

/// The sum or the difference of two angles, the lower place first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Turn {
    angles: [Place; 2],
    is_sum: bool,
}

/// Two terms that are one.
#[derive(Debug, Clone, Copy)]
struct Match {
    /// The later one.
    partner: usize,
    /// The one that stands first in (1) or (2), and its factors that go.
    first: usize,
    factors: [Place; 2],
    turn: Turn,
    is_sine: bool,
}

/// Writes the sums of a draft anew where (1) or (2) make them shorter.
pub(super) fn combine(draft: &mut Draft, outputs: &[Place]) {
    let sines = Sines::of(draft);
    if sines.first.len() < 2 {
        return;
    }
    let Some(sums) = sums(draft, outputs) else { return };
    let mut counts: FxHashMap<Turn, [usize; 2]> = FxHashMap::default();
    for (_, terms) in &sums {
        sines.combined(terms.clone(), draft, |found| {
            counts.entry(found.turn).or_default()[usize::from(found.is_sine)] += 1;
            None
        });
    }
    counts.retain(|_, [cosines, sines]| (*cosines > 0 && *sines > 0) || *cosines + *sines >= OFTEN);
    if counts.is_empty() {
        return;
    }
    Writer::new(draft, &sines, counts.into_keys().collect()).write(sums, outputs);
}

/// The angles whose sines and cosines there are.
struct Sines {
    /// The place of the sine, by angle; the cosine stands next to it.
    first: FxHashMap<Place, Place>,
    /// The angle of a sine or a cosine, and whether it is a sine.
    angle: FxHashMap<Place, (Place, bool)>,
}

impl Sines {
    fn of(draft: &Draft) -> Self {
        let (mut first, mut angle) = (FxHashMap::default(), FxHashMap::default());
        for (instruction, place) in draft.moving_steps() {
            if let Instruction::SinCos(a, _) = *instruction {
                first.insert(a, *place);
                angle.extend([(*place, (a, true)), (place + 1, (a, false))]);
            }
        }
        Self { first, angle }
    }

    /// The sine of an angle for its cosine, and the cosine for its sine.
    fn other(&self, place: Place) -> Place {
        let (angle, is_sine) = self.angle[&place];
        self.first[&angle] + usize::from(is_sine)
    }

    /// Terms in which each match for which there is a place has become one with that factor.
    fn combined(
        &self,
        mut terms: Vec<Term>,
        draft: &mut Draft,
        mut place: impl FnMut(Match) -> Option<Place>,
    ) -> Vec<Term> {
        let mut gone = vec![false; terms.len()];
        for i in 0..terms.len() {
            if gone[i] {
                continue;
            }
            for found in self.matches(i, &terms, &gone, draft) {
                let Some(factor) = place(found) else { continue };
                let mut term = terms[found.first].clone();
                for old in found.factors {
                    let at = term.factors.iter().position(|&f| f == old).expect("it has both");
                    term.factors.remove(at);
                }
                term.factors.push(factor);
                term.factors.sort_unstable();
                gone[found.partner] = true;
                terms[i] = term;
                break;
            }
        }
        let mut gone = gone.into_iter();
        terms.retain(|_| !gone.next().unwrap_or_default());
        terms
    }

    /// The later terms with which a term is one.
    fn matches(&self, i: usize, terms: &[Term], gone: &[bool], draft: &mut Draft) -> Vec<Match> {
        let mut matches = Vec::new();
        let factors = &terms[i].factors;
        for (k, &x) in factors.iter().enumerate() {
            for &y in &factors[k + 1..] {
                let Some(wanted) = self.partner(factors, [x, y]) else { continue };
                let is_partner = |j: &usize| !gone[*j] && terms[*j].factors == wanted;
                let Some(j) = (i + 1..terms.len()).find(is_partner) else { continue };
                let (f, g) = (terms[i].f, terms[j].f);
                if f == g || draft.negated(f) == g {
                    matches.push(self.matched([i, j], [x, y], f == g));
                }
            }
        }
        matches
    }

    /// The factors of the term beside one with these in (1) or (2); none when x and y are no sines or cosines of
    /// two angles.
    fn partner(&self, factors: &[Place], [x, y]: [Place; 2]) -> Option<Vec<Place>> {
        let (a, b) = (self.angle.get(&x)?.0, self.angle.get(&y)?.0);
        let mut wanted = factors.to_vec();
        for old in [x, y] {
            let at = wanted.iter().position(|&f| f == old)?;
            wanted[at] = self.other(old);
        }
        wanted.sort_unstable();
        (a != b).then_some(wanted)
    }

    /// Terms i and j, of which the first has the factors x and y, with equal or opposite fixed factors.
    fn matched(&self, [i, j]: [usize; 2], [x, y]: [Place; 2], is_same: bool) -> Match {
        let ((a, x_is_sine), (b, y_is_sine)) = (self.angle[&x], self.angle[&y]);
        let is_sine = x_is_sine != y_is_sine;
        let lower_is_sine = if a < b { x_is_sine } else { y_is_sine };
        // of (1) and (2) the first term has the sine of the lower angle, or both cosines
        let is_first = if is_sine { lower_is_sine } else { !x_is_sine };
        let turn = Turn { angles: [a.min(b), a.max(b)], is_sum: is_same == is_sine };
        match is_first {
            true => Match { partner: j, first: i, factors: [x, y], turn, is_sine },
            false => {
                let factors = [self.other(x), self.other(y)];
                Match { partner: j, first: j, factors, turn, is_sine }
            }
        }
    }
}

/// Sums of terms, by the place that has their value.
type Sums = Vec<(Place, Vec<Term>)>;

/// The sums that something else than a sum reads, or several; none when there are too many terms.
fn sums(draft: &mut Draft, outputs: &[Place]) -> Option<Sums> {
    let uses = draft.uses(outputs);
    let moving: Vec<_> = draft.moving_steps().cloned().collect();
    let mut parts = Parts { draft, terms: FxHashMap::default() };
    let mut roots = Vec::new();
    let mut count = 0;
    for (instruction, place) in moving {
        let Some(terms) = parts.of(&instruction) else { continue };
        count += terms.len();
        if count > MOST || terms.iter().any(|term| term.factors.len() > LONGEST) {
            return None;
        }
        // a single term stands for itself everywhere, a sum only where it is used once
        let is_sum = matches!(instruction, Instruction::Add(..) | Instruction::Sub(..));
        if is_sum && uses[place] > 1 {
            roots.push((place, terms));
        } else {
            parts.terms.insert(place, terms);
        }
    }
    let read = read_by_others(parts.draft, outputs);
    let waiting = parts.terms.into_iter();
    roots.extend(waiting.filter(|(place, terms)| terms.len() > 1 && read.contains(place)));
    roots.sort_by_key(|(place, _)| *place);
    Some(roots)
}

/// The places that outputs and instructions other than sums and products read.
fn read_by_others(draft: &Draft, outputs: &[Place]) -> FxHashSet<Place> {
    let mut read: FxHashSet<Place> = outputs.iter().copied().collect();
    for (instruction, _) in draft.moving_steps() {
        if !is_part(instruction) {
            read.extend(draft.operands(instruction));
        }
    }
    read
}

fn is_part(instruction: &Instruction) -> bool {
    use Instruction::{Add, Mul, Neg, Scale, Sub};
    matches!(instruction, Add(..) | Sub(..) | Neg(_) | Scale(..) | Mul(..))
}

/// The terms of places that stand for them.
struct Parts<'a> {
    draft: &'a mut Draft,
    terms: FxHashMap<Place, Vec<Term>>,
}

impl Parts<'_> {
    /// The terms of an instruction; none when it is neither a sum nor a product.
    fn of(&mut self, instruction: &Instruction) -> Option<Vec<Term>> {
        Some(match *instruction {
            Instruction::Add(a, b) => [self.at(a), self.at(b)].concat(),
            Instruction::Sub(a, b) => {
                let minus = self.minus();
                let right = self.at(b);
                [self.at(a), self.times(minus, right)].concat()
            }
            Instruction::Neg(a) => {
                let minus = self.minus();
                let terms = self.at(a);
                self.times(minus, terms)
            }
            Instruction::Scale(f, a) => {
                let terms = self.at(a);
                self.times(f, terms)
            }
            Instruction::Mul(a, b, _) => {
                let [left, right] = [a, b].map(|place| self.single(place));
                let f = self.draft.fixed_product(left.f, right.f);
                let mut factors = [left.factors, right.factors].concat();
                factors.sort_unstable();
                vec![Term { f, factors }]
            }
            _ => return None,
        })
    }

    fn minus(&mut self) -> Place {
        self.draft.constant(-&Rational::ONE)
    }

    /// The terms of an operand: those for which it stands, or itself.
    fn at(&mut self, place: Place) -> Vec<Term> {
        if !self.draft.moves[place] {
            return vec![Term { f: place, factors: Vec::new() }];
        }
        let f = self.draft.constant(Rational::ONE);
        let itself = || vec![Term { f, factors: vec![place] }];
        self.terms.get(&place).cloned().unwrap_or_else(itself)
    }

    /// An operand of a product, as one term.
    fn single(&mut self, place: Place) -> Term {
        let f = self.draft.constant(Rational::ONE);
        match &self.at(place)[..] {
            [term] => term.clone(),
            _ => Term { f, factors: vec![place] },
        }
    }

    fn times(&mut self, f: Place, mut terms: Vec<Term>) -> Vec<Term> {
        for term in &mut terms {
            term.f = self.draft.fixed_product(f, term.f);
        }
        terms
    }
}

/// The steps of a draft on their way to a new list.
struct Writer<'a> {
    draft: &'a mut Draft,
    sines: &'a Sines,
    /// The places of new angles and of their sines; cosines stand next to these.
    turns: FxHashMap<Turn, [Place; 2]>,
    /// The angles and the products that were written here.
    written: FxHashSet<Turn>,
    products: FxHashMap<(Place, Place), Place>,
}

impl<'a> Writer<'a> {
    fn new(draft: &'a mut Draft, sines: &'a Sines, mut turns: Vec<Turn>) -> Self {
        turns.sort_unstable();
        let mut place = || [draft.new_place(), draft.new_place(), draft.new_place()];
        let turns = turns.into_iter().map(|turn| {
            let [angle, sine, _] = place();
            (turn, [angle, sine])
        });
        let turns = turns.collect();
        let (written, products) = (FxHashSet::default(), FxHashMap::default());
        Self { draft, sines, turns, written, products }
    }

    /// Writes all steps, fixed ones first, with the sums in their new form; what nothing reads is left out.
    fn write(mut self, sums: Sums, outputs: &[Place]) {
        let mut sums: FxHashMap<Place, Vec<Term>> = sums.into_iter().collect();
        let steps = std::mem::take(&mut self.draft.steps);
        let (moving, fixed): (Vec<_>, Vec<_>) =
            steps.into_iter().partition(|step| self.draft.moves[step.1]);
        self.draft.steps = fixed;
        for (instruction, place) in moving {
            let shorter = sums.remove(&place).and_then(|terms| self.shorter(terms));
            match shorter {
                Some(terms) => self.sum(&terms, place),
                None => self.draft.steps.push((instruction, place)),
            }
        }
        leave_out_unused(self.draft, outputs);
    }

    /// The terms with sines and cosines of the new angles, which are written; none when they are as many as before.
    fn shorter(&mut self, terms: Vec<Term>) -> Option<Vec<Term>> {
        let (count, turns) = (terms.len(), &self.turns);
        let mut wanted = Vec::new();
        let terms = self.sines.combined(terms, self.draft, |found| {
            let [_, sine] = turns.get(&found.turn)?;
            wanted.push(found.turn);
            Some(sine + usize::from(!found.is_sine))
        });
        wanted.into_iter().for_each(|turn| self.angle(turn));
        (terms.len() < count).then_some(terms)
    }

    /// Writes an angle with its sine and cosine, once.
    fn angle(&mut self, turn: Turn) {
        if self.written.insert(turn) {
            let ([a, b], [angle, sine]) = (turn.angles, self.turns[&turn]);
            let together =
                if turn.is_sum { Instruction::Add(a, b) } else { Instruction::Sub(a, b) };
            self.draft.steps.extend([(together, angle), (Instruction::SinCos(angle, 0), sine)]);
        }
    }

    /// Writes a sum of terms to a place.
    fn sum(&mut self, terms: &[Term], place: Place) {
        let [first, between @ .., last] = terms else {
            let [Term { f, factors }] = terms else { return };
            let product = self.product(factors);
            self.draft.steps.push((Instruction::Scale(*f, product), place));
            return;
        };
        let mut sum = self.term(first);
        for term in between {
            let term = self.term(term);
            sum = self.step(Instruction::Add(sum, term));
        }
        let last = self.term(last);
        self.draft.steps.push((Instruction::Add(sum, last), place));
    }

    fn term(&mut self, Term { f, factors }: &Term) -> Place {
        if factors.is_empty() {
            return *f;
        }
        let product = self.product(factors);
        let one = self.draft.constant(Rational::ONE);
        if *f == one { product } else { self.step(Instruction::Scale(*f, product)) }
    }

    fn product(&mut self, factors: &[Place]) -> Place {
        let (&first, others) = factors.split_first().expect("a term that moves has a factor");
        others.iter().fold(first, |a, &b| match self.products.get(&(a, b)) {
            Some(&product) => product,
            None => {
                let product = self.step(Instruction::Mul(a.min(b), a.max(b), 0));
                self.products.insert((a, b), product);
                product
            }
        })
    }

    /// Writes an instruction that moves to a new place.
    fn step(&mut self, instruction: Instruction) -> Place {
        let place = self.draft.new_place();
        self.draft.steps.push((instruction, place));
        place
    }
}

/// Leaves out moving steps that nothing reads.
fn leave_out_unused(draft: &mut Draft, outputs: &[Place]) {
    let mut read = vec![false; draft.places()];
    outputs.iter().for_each(|&place| read[place] = true);
    let mut kept: Vec<_> = std::mem::take(&mut draft.steps).into_iter().rev().collect();
    kept.retain(|(instruction, place)| {
        let fused = Fused::Other(instruction.clone());
        let is_read = (0..draft.width(&fused)).any(|k| read[place + k]) || !draft.moves[*place];
        if is_read {
            draft.operands(instruction).into_iter().for_each(|operand| read[operand] = true);
        }
        is_read
    });
    kept.reverse();
    draft.steps = kept;
}

#[cfg(test)]
mod tests {
    use alembert_algebra::tape::Builder;
    use alembert_algebra::{Elementary, Expr, Kind, apply};

    use crate::program::Instruction;
    use crate::{Program, Workspace};

    /// Some rates of x, y, z with two parameters: their programs for series and plainly.
    fn programs(rates: impl FnOnce([Expr; 3], [Expr; 2]) -> [Expr; 3]) -> [Program; 2] {
        let [x, y, z] = ["x", "y", "z"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let parameter = |name| Expr::symbol(name, Kind::Parameter { positive: true }, 0);
        let k = ["k", "l"].map(parameter);
        let mut builder = Builder::new(&[Expr::time(), x, y, z, k[0], k[1]]);
        let slots = builder.expressions(&rates([x, y, z], k)).expect("all symbols are inputs");
        let tape = builder.finish(slots.iter().map(|&slot| (String::new(), slot)).collect());
        [Program::for_series(&tape, 4, &[0, 1, 2]), Program::new(&tape, 4, &[0, 1, 2])]
    }

    /// Both have the same series, to rounding and to the digits that cancel in the plain one.
    fn same_series(programs: &[Program; 2]) {
        let [combined, plain] = programs.each_ref().map(|program| {
            let kernel = program.bind(&[1.5, 0.75]).expect("parameters have values");
            let (mut space, mut series) = (Workspace::<f64>::default(), Vec::new());
            kernel.series(&mut space, 0.0, &[0.4, -1.1, 2.3], 8, &mut series).expect("a series");
            series
        });
        for (a, b) in combined.iter().zip(&plain) {
            assert!((a - b).abs() < 1e-11 * (1.0 + b.abs()), "{a} {b}");
        }
        assert!(plain[3..].iter().all(|c| *c != 0.0));
    }

    fn angles(program: &Program) -> usize {
        let is_sine =
            |step: &&crate::program::Step| matches!(step.instruction, Instruction::SinCos(..));
        program.always.iter().filter(is_sine).count()
    }

    fn convolutions(program: &Program) -> usize {
        program.pairs.iter().filter(|pair| pair.left != 0 || pair.right != 0).count()
    }

    fn sin_cos(e: Expr) -> (Expr, Expr) {
        (apply(Elementary::Sin, &[e]), apply(Elementary::Cos, &[e]))
    }

    /// The four formulas, with factors beside them and with either order of the angles.
    #[test]
    fn sums_and_differences_of_angles_take_the_place_of_products() {
        for sign in [1, -1].map(Expr::from) {
            let programs = programs(|[x, y, z], [k, l]| {
                let ((sx, cx), (sy, cy), (sz, cz)) = (sin_cos(x), sin_cos(y), sin_cos(z));
                [
                    k * z * sx * cy + sign * k * z * cx * sy,
                    l * cy * cx - sign * l * sx * sy + x,
                    sy * cz * x * x + sign * cy * sz * x * x + cy * cz - sign * sz * sy,
                ]
            });
            same_series(&programs);
            let [combined, plain] = &programs;
            assert_eq!((angles(combined), angles(plain)), (2, 3));
            assert!(convolutions(combined) < convolutions(plain));
        }
    }

    /// Either term of a pair may come first: all pairs of angles, with several factors of both signs beside them.
    #[test]
    fn either_term_may_come_first() {
        for (sign, side) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let [sign, side] = [sign, side].map(Expr::from);
            for factor in 0..4 {
                let programs = programs(|[x, y, z], [k, l]| {
                    let beside = side * [k, l * x, k * z * z, l * y * z][factor];
                    let pair = |a: Expr, b: Expr| {
                        let ((sa, ca), (sb, cb)) = (sin_cos(a), sin_cos(b));
                        let cosine = beside * ca * cb + sign * beside * sa * sb;
                        cosine + k * sa * cb - sign * k * ca * sb
                    };
                    [pair(x, y), pair(y, z), pair(z, x)]
                });
                same_series(&programs);
            }
        }
    }

    /// However often they come, terms with different fixed factors are no sums of angles.
    #[test]
    fn terms_with_different_factors_stay() {
        let programs = programs(|[x, y, z], [k, l]| {
            let ((sx, cx), (sy, cy)) = (sin_cos(x), sin_cos(y));
            let beside = |f: Expr| k * f * sx * cy - l * f * cx * sy;
            [beside(Expr::one()), beside(z), beside(z * z)]
        });
        same_series(&programs);
        assert_eq!(programs.each_ref().map(angles), [2, 2]);
    }

    /// Terms with different fixed factors, or too few of them, stay as they are.
    #[test]
    fn what_is_no_sum_of_angles_stays() {
        let programs = programs(|[x, y, z], [k, l]| {
            let ((sx, cx), (sy, cy)) = (sin_cos(x), sin_cos(y));
            [k * sx * cy - l * cx * sy, sx * sy - z, k * cx * cy - k * z * sx * sy]
        });
        same_series(&programs);
        assert_eq!(programs.each_ref().map(angles), [2, 2]);
    }
}
