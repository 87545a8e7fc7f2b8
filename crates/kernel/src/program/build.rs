//! From a tape to a program.
//!
//! 1. What no output needs is left out.
//! 2. Powers become products, `a⁻ⁿ = 1/aⁿ`; sine and cosine of one angle become one instruction;
//!    inverse functions get the denominator `d` of `y' d = a'` as instructions of their own.
//! 3. Equal instructions are done once.
//!
//! Sums of products become one instruction after that ([`fuse`](super::fuse)), and then everything gets
//! its place ([`layout`](super::layout)).

use alembert_algebra::tape::{Op, Solve, Tape};
use alembert_algebra::{Elementary, Rational};
use rustc_hash::FxHashMap;

use super::{Instruction, Program, System};

/// A place of an unfinished program: an instruction and which of its results.
pub(super) type Place = usize;

/// A program that is being made; instructions name their operands by [`Place`].
#[derive(Default)]
pub(super) struct Draft {
    pub(super) steps: Vec<(Instruction, Place)>,
    /// For each place: does it move?
    pub(super) moves: Vec<bool>,
    known: FxHashMap<Instruction, Place>,
    pub(super) systems: Vec<System>,
    /// The number of inputs that move.
    pub(super) moving: usize,
}

impl Program {
    /// The program for some outputs of a tape, by their numbers. The first `moving` inputs are given
    /// at every point, the others once.
    #[must_use]
    pub fn new(tape: &Tape, moving: usize, outputs: &[usize]) -> Self {
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
        let outputs: Vec<Place> =
            wanted.iter().map(|&s| places[s].expect("an output is needed")).collect();
        draft.finish(&outputs, tape.inputs.len() - moving)
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
            Op::Neg(a) => self.one(Instruction::Neg(at(a))),
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
        self.one(Instruction::Constant(r))
    }

    /// `−f` for a fixed f.
    pub(super) fn negated(&mut self, f: Place) -> Place {
        let one = self.constant(Rational::ONE);
        let minus = self.constant(-&Rational::ONE);
        match f {
            f if f == one => minus,
            f if f == minus => one,
            f => self.one(Instruction::Neg(f)),
        }
    }

    /// `f g` for fixed f and g.
    pub(super) fn fixed_product(&mut self, f: Place, g: Place) -> Place {
        let one = self.constant(Rational::ONE);
        match (f == one, g == one) {
            (true, _) => g,
            (_, true) => f,
            _ => self.multiply(f, g),
        }
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
            let read = match instruction {
                Instruction::Solution(system) => self.system_places(*system),
                other => other.operands(),
            };
            read.into_iter().for_each(|place| uses[place] += 1);
        }
        uses
    }

    fn multiply(&mut self, a: Place, b: Place) -> Place {
        self.one(match (self.moves[a], self.moves[b]) {
            (true, true) => Instruction::Mul(a, b, 0),
            (true, false) => Instruction::Scale(b, a),
            (false, _) => Instruction::Scale(a, b),
        })
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
