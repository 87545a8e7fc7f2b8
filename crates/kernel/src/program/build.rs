//! From a tape to a program.
//!
//! 1. What no output needs is left out.
//! 2. Powers become products, `a⁻ⁿ = 1/aⁿ`; sine and cosine of one angle become one instruction;
//!    inverse functions get the denominator `d` of `y' d = a'` as instructions of their own.
//! 3. Equal instructions are done once; fixed factors stand before products, and not inside of them, so that
//!    products are equal up to these.
//! 4. For series, sines and cosines of sums and differences of angles take the place of products of sines and
//!    cosines ([`angles`](super::angles)), and products of several factors share partial products
//!    ([`monomials`](super::monomials)).
//!
//! Sums of products become one instruction after that ([`fuse`](super::fuse)), and then everything gets
//! its place ([`layout`](super::layout)).

use alembert_algebra::tape::{Op, Solve, Tape};
use alembert_algebra::{Elementary, Rational};
use rustc_hash::FxHashMap;

use super::{Instruction, Program, System, angles, monomials};

/// A place of an unfinished program: an instruction and which of its results.
pub(super) type Place = usize;

/// A program that is being made; instructions name their operands by [`Place`].
#[derive(Default)]
pub(super) struct Draft {
    pub(super) steps: Vec<(Instruction, Place)>,
    /// For each place: does it move?
    pub(super) moves: Vec<bool>,
    known: FxHashMap<Instruction, Place>,
    /// The places of `f a` with a fixed f: f and a.
    multiples: FxHashMap<Place, (Place, Place)>,
    /// The places of numbers, and of fixed values with their negatives.
    numbers: FxHashMap<Place, Rational>,
    negatives: FxHashMap<Place, Place>,
    pub(super) systems: Vec<System>,
    /// The number of inputs that move.
    pub(super) moving: usize,
}

impl Program {
    /// The program for some outputs of a tape, by their numbers. The first `moving` inputs are given
    /// at every point, the others once.
    #[must_use]
    pub fn new(tape: &Tape, moving: usize, outputs: &[usize]) -> Self {
        let (draft, outputs) = Draft::new(tape, moving, outputs);
        draft.finish(&outputs, tape.inputs.len() - moving)
    }

    /// The same with as few products as are found, for long series: each is a convolution in every order.
    #[must_use]
    pub fn for_series(tape: &Tape, moving: usize, outputs: &[usize]) -> Self {
        let (mut draft, mut outputs) = Draft::new(tape, moving, outputs);
        angles::combine(&mut draft, &outputs);
        monomials::share(&mut draft, &mut outputs);
        draft.finish(&outputs, tape.inputs.len() - moving)
    }
}

impl Draft {
    /// The operations that some outputs of a tape need, and the places of these.
    fn new(tape: &Tape, moving: usize, outputs: &[usize]) -> (Self, Vec<Place>) {
        let wanted: Vec<usize> = outputs.iter().map(|&o| tape.outputs[o].1).collect();
        let live = live(tape, &wanted);
        let mut draft = Draft { moving, ..Draft::default() };
        let mut places: Vec<Option<Place>> = Vec::with_capacity(tape.ops.len());
        let mut solved: FxHashMap<usize, Place> = FxHashMap::default();
        for (slot, op) in tape.ops.iter().enumerate() {
            let at = |s: &usize| places[*s].expect("operands of what is needed are needed");
            let place = live[slot].then(|| match op {
                Op::Solution(system, k) => {
                    let first = match solved.get(system) {
                        Some(&first) => first,
                        None => draft.solve(&tape.solves[*system], &at),
                    };
                    solved.insert(*system, first);
                    first + k
                }
                op => draft.operation(op, &at),
            });
            places.push(place);
        }
        let outputs = wanted.iter().map(|&s| places[s].expect("an output is needed")).collect();
        (draft, outputs)
    }
}

/// Which slots of the tape the wanted ones need.
fn live(tape: &Tape, wanted: &[usize]) -> Vec<bool> {
    let mut live = vec![false; tape.ops.len()];
    wanted.iter().for_each(|&slot| live[slot] = true);
    for slot in (0..tape.ops.len()).rev() {
        if live[slot] {
            operands(tape, &tape.ops[slot]).into_iter().for_each(|s| live[s] = true);
        }
    }
    live
}

fn operands(tape: &Tape, op: &Op) -> Vec<usize> {
    match op {
        Op::Input(_) | Op::Constant(_) => vec![],
        Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) | Op::Atan2(a, b) => {
            vec![*a, *b]
        }
        Op::Neg(a) | Op::Power(a, _) | Op::Sqrt(a) | Op::RationalPower(a, _) | Op::Call(_, a) => {
            vec![*a]
        }
        Op::Solution(system, _) => match &tape.solves[*system] {
            Solve::Kkt { M, B, A, f, g } => {
                let matrices = M.iter().chain(A).chain(B.iter().flatten()).flatten();
                matrices.chain(f).chain(g).copied().collect()
            }
            Solve::General { W, h } => W.iter().flatten().chain(h).copied().collect(),
        },
    }
}

impl Draft {
    /// The place of an instruction that writes `width` results.
    fn push(&mut self, instruction: Instruction, width: usize) -> Place {
        if let Some(&place) = self.known.get(&instruction) {
            return place;
        }
        let place = self.moves.len();
        let moves = match &instruction {
            Instruction::Moving(_) => true,
            Instruction::Solution(system) => self.systems[*system].slots().any(|s| self.moves[s]),
            other => other.operands().iter().any(|&s| self.moves[s]),
        };
        self.moves.extend(std::iter::repeat_n(moves, width));
        self.known.insert(instruction.clone(), place);
        self.steps.push((instruction, place));
        place
    }

    fn one(&mut self, instruction: Instruction) -> Place {
        self.push(instruction, 1)
    }

    fn operation(&mut self, op: &Op, at: &dyn Fn(&usize) -> Place) -> Place {
        match op {
            Op::Input(i) if *i < self.moving => self.one(Instruction::Moving(*i)),
            Op::Input(i) => self.one(Instruction::Fixed(*i - self.moving)),
            Op::Constant(r) => self.constant(r.clone()),
            Op::Add(a, b) => self.one(Instruction::Add(at(a), at(b))),
            Op::Sub(a, b) => self.one(Instruction::Sub(at(a), at(b))),
            Op::Neg(a) => self.negative(at(a)),
            Op::Mul(a, b) => self.multiply(at(a), at(b)),
            Op::Div(a, b) => self.divide(at(a), at(b)),
            Op::Power(a, n) => self.power(at(a), *n),
            Op::Sqrt(a) => self.one(Instruction::Sqrt(at(a), 0)),
            Op::RationalPower(a, r) => {
                let r = self.constant(r.clone());
                self.one(Instruction::Power(at(a), r, 0))
            }
            Op::Call(f, a) => self.call(*f, at(a)),
            Op::Atan2(y, x) => {
                let squares = [at(x), at(y)].map(|a| self.multiply(a, a));
                let d = self.one(Instruction::Add(squares[0], squares[1]));
                self.one(Instruction::Atan2(at(y), at(x), d, 0))
            }
            Op::Solution(..) => unreachable!("solutions are placed by their system"),
        }
    }

    pub(super) fn constant(&mut self, r: Rational) -> Place {
        let place = self.one(Instruction::Constant(r.clone()));
        self.numbers.insert(place, r);
        place
    }

    /// `−f` for a fixed f.
    pub(super) fn negated(&mut self, f: Place) -> Place {
        if let Some(r) = self.numbers.get(&f) {
            return self.constant(-r);
        }
        if let Some(&negative) = self.negatives.get(&f) {
            return negative;
        }
        let negative = self.one(Instruction::Neg(f));
        self.negatives.extend([(f, negative), (negative, f)]);
        negative
    }

    /// `f g` for fixed f and g.
    pub(super) fn fixed_product(&mut self, f: Place, g: Place) -> Place {
        let is = |place: &Place, r: &Rational| self.numbers.get(place) == Some(r);
        let (one, minus) = (Rational::ONE, -&Rational::ONE);
        match (self.numbers.get(&f), self.numbers.get(&g)) {
            (Some(f), Some(g)) => self.constant(f * g),
            _ if is(&f, &one) => g,
            _ if is(&g, &one) => f,
            _ if is(&f, &minus) => self.negated(g),
            _ if is(&g, &minus) => self.negated(f),
            _ => self.one(Instruction::Scale(f.min(g), f.max(g))),
        }
    }

    /// `f + g` for fixed f and g; none when that is 0.
    pub(super) fn fixed_sum(&mut self, f: Place, g: Place) -> Option<Place> {
        if let (Some(a), Some(b)) = (self.numbers.get(&f), self.numbers.get(&g)) {
            let sum = a + b;
            return (sum != Rational::ZERO).then(|| self.constant(sum));
        }
        (self.negated(f) != g).then(|| self.one(Instruction::Add(f.min(g), f.max(g))))
    }

    /// A place as `f a` with a fixed f, when it was made so.
    pub(super) fn multiple(&self, place: Place) -> Option<(Place, Place)> {
        self.multiples.get(&place).copied()
    }

    /// f and a of `f a`; f is 1 for what has no fixed factor.
    fn peeled(&mut self, place: Place) -> (Place, Place) {
        let one = self.constant(Rational::ONE);
        self.multiple(place).unwrap_or((one, place))
    }

    /// `f a` for a fixed f and an a that moves.
    fn scaled(&mut self, f: Place, a: Place) -> Place {
        let (g, a) = self.peeled(a);
        let f = self.fixed_product(f, g);
        if self.numbers.get(&f) == Some(&Rational::ONE) {
            return a;
        }
        let place = self.one(Instruction::Scale(f, a));
        self.multiples.insert(place, (f, a));
        place
    }

    /// `−a`.
    fn negative(&mut self, a: Place) -> Place {
        if !self.moves[a] {
            return self.negated(a);
        }
        if let Some((f, a)) = self.multiple(a) {
            let f = self.negated(f);
            return self.scaled(f, a);
        }
        let place = self.one(Instruction::Neg(a));
        let minus = self.constant(-&Rational::ONE);
        self.multiples.insert(place, (minus, a));
        place
    }

    /// The places that an instruction reads.
    pub(super) fn operands(&self, instruction: &Instruction) -> Vec<Place> {
        match instruction {
            Instruction::Solution(system) => self.system_places(*system),
            other => other.operands(),
        }
    }

    /// Renames the places that instructions and linear systems read; each has its new name in the list.
    pub(super) fn rename(&mut self, names: &[Place]) {
        self.steps.iter_mut().for_each(|(instruction, _)| instruction.renumber(names));
        self.systems.iter_mut().for_each(|system| system.renumber(names));
        self.multiples.values_mut().for_each(|(_, a)| *a = names[*a]);
    }

    /// A place of something that moves and has no instruction here.
    pub(super) fn new_place(&mut self) -> Place {
        self.moves.push(true);
        self.moves.len() - 1
    }

    /// The number of places.
    pub(super) fn places(&self) -> usize {
        self.moves.len()
    }

    /// The steps that are done at every point.
    pub(super) fn moving_steps(&self) -> impl Iterator<Item = &(Instruction, Place)> {
        self.steps.iter().filter(|step| self.moves[step.1])
    }

    /// The places that a linear system reads.
    pub(super) fn system_places(&self, system: usize) -> Vec<Place> {
        self.systems[system].slots().collect()
    }

    /// How often each place is used; an output counts twice, since its value is looked at.
    pub(super) fn uses(&self, outputs: &[Place]) -> Vec<usize> {
        let mut uses = vec![0; self.moves.len()];
        outputs.iter().for_each(|&place| uses[place] += 2);
        for (instruction, _) in self.moving_steps() {
            self.operands(instruction).into_iter().for_each(|place| uses[place] += 1);
        }
        uses
    }

    fn multiply(&mut self, a: Place, b: Place) -> Place {
        match (self.moves[a], self.moves[b]) {
            (true, true) => {
                let ((f, a), (g, b)) = (self.peeled(a), self.peeled(b));
                let product = self.one(Instruction::Mul(a.min(b), a.max(b), 0));
                let f = self.fixed_product(f, g);
                self.scaled(f, product)
            }
            (true, false) => self.scaled(b, a),
            (false, true) => self.scaled(a, b),
            (false, false) => self.fixed_product(a, b),
        }
    }

    fn divide(&mut self, a: Place, b: Place) -> Place {
        let moves = self.moves[b];
        self.one(if moves { Instruction::Div(a, b, 0) } else { Instruction::Share(a, b) })
    }

    /// `aⁿ` by squaring.
    fn power(&mut self, a: Place, n: i32) -> Place {
        let mut product = None;
        let (mut square, mut rest) = (a, n.unsigned_abs());
        while rest > 0 {
            if rest % 2 == 1 {
                product = Some(product.map_or(square, |p| self.multiply(p, square)));
            }
            rest /= 2;
            if rest > 0 {
                square = self.multiply(square, square);
            }
        }
        match product {
            None => self.constant(Rational::ONE),
            Some(power) if n > 0 => power,
            Some(power) => {
                let one = self.constant(Rational::ONE);
                self.divide(one, power)
            }
        }
    }

    fn call(&mut self, f: Elementary, a: Place) -> Place {
        match f {
            Elementary::Sin => self.push(Instruction::SinCos(a, 0), 2),
            Elementary::Cos => self.push(Instruction::SinCos(a, 0), 2) + 1,
            Elementary::Sinh => self.push(Instruction::SinhCosh(a, 0), 2),
            Elementary::Cosh => self.push(Instruction::SinhCosh(a, 0), 2) + 1,
            Elementary::Tan => self.push(Instruction::Tan(a, 0), 2),
            Elementary::Tanh => self.push(Instruction::Tanh(a, 0), 2),
            Elementary::Exp => self.one(Instruction::Exp(a, 0)),
            Elementary::Abs => self.one(Instruction::Abs(a)),
            Elementary::Sign => self.one(Instruction::Sign(a)),
            _ => {
                let d = self.denominator(f, a);
                self.one(Instruction::Inverse(f, a, d, 0))
            }
        }
    }

    /// The `d` of `y' d = a'`: the derivative of `y` by `a` is `1/d`.
    fn denominator(&mut self, f: Elementary, a: Place) -> Place {
        let one = self.constant(Rational::ONE);
        let square = self.multiply(a, a);
        match f {
            Elementary::Atan => self.one(Instruction::Add(one, square)),
            Elementary::Atanh => self.one(Instruction::Sub(one, square)),
            Elementary::Asin => self.root_of(Instruction::Sub(one, square)),
            Elementary::Acos => {
                let root = self.root_of(Instruction::Sub(one, square));
                self.one(Instruction::Neg(root))
            }
            Elementary::Asinh => self.root_of(Instruction::Add(one, square)),
            Elementary::Acosh => {
                let below = self.root_of(Instruction::Sub(a, one));
                let above = self.root_of(Instruction::Add(a, one));
                self.multiply(below, above)
            }
            _ => a, // the logarithm
        }
    }

    fn root_of(&mut self, radicand: Instruction) -> Place {
        let radicand = self.one(radicand);
        self.one(Instruction::Sqrt(radicand, 0))
    }

    /// The first of the places of the solution.
    fn solve(&mut self, solve: &Solve, at: &dyn Fn(&usize) -> Place) -> Place {
        let flat = |rows: &[Vec<usize>]| rows.iter().flatten().map(at).collect::<Vec<_>>();
        let list = |slots: &[usize]| slots.iter().map(at).collect::<Vec<_>>();
        let system = match solve {
            Solve::Kkt { M, B, A, f, g } => System {
                n: f.len(),
                m: g.len(),
                inertia: flat(M),
                constraints: flat(A),
                reactions: B.as_deref().map(flat),
                right: [list(f), list(g)].concat(),
                is_kkt: true,
                ..System::default()
            },
            Solve::General { W, h } => {
                System { n: h.len(), m: 0, inertia: flat(W), right: list(h), ..System::default() }
            }
        };
        let (number, unknowns) = (self.systems.len(), system.n + system.m);
        self.systems.push(system);
        self.push(Instruction::Solution(number), unknowns)
    }
}
