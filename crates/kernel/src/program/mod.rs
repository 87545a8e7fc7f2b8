//! A program: the operations of a tape that are needed, in the form in which they are computed.
//!
//! Operations that depend on the fixed inputs alone (parameters) are done once, when the program is
//! bound; the others are done at every point. Each instruction writes one slot or a few slots in a
//! row, and reads earlier ones. Slots of fixed values come first.

mod angles;
mod build;
mod common;
mod fuse;
mod layout;
mod monomials;
mod operands;

use alembert_algebra::{Elementary, Rational};

use crate::coded::Last;

/// The place of a number.
pub(crate) type Slot = usize;

/// The sum `Σ_{j=1}^{n−1} left_j right_{n−j}` that an instruction needs, by its number.
pub(crate) type Middle = usize;

/// A product `f a b` of a sum, with a fixed f.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Product<S> {
    pub(crate) f: S,
    pub(crate) a: S,
    pub(crate) b: S,
}

/// A term `g a` of a sum, with a fixed g.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Linear<S> {
    pub(crate) g: S,
    pub(crate) a: S,
}

/// How many terms a sum has. They follow those of the sum before in [`Tables::products`] and
/// [`Tables::linear`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Counts {
    pub(crate) products: usize,
    pub(crate) linear: usize,
}

/// The operands of the frequent instructions, each kind in the order of the steps.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    /// The numbers of the moving inputs.
    pub(crate) inputs: Vec<usize>,
    /// The factors of products.
    pub(crate) factors: Vec<[Short; 2]>,
    /// Single terms with fixed factors.
    pub(crate) scaled: Vec<Linear<Short>>,
    /// How many terms the sums have.
    pub(crate) sums: Vec<Counts>,
    /// The products of all sums.
    pub(crate) products: Vec<Product<Short>>,
    /// The linear terms of all sums.
    pub(crate) linear: Vec<Linear<Short>>,
    /// The angles of sines and cosines.
    pub(crate) angles: Vec<Short>,
}

/// What is left of some tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest<'a> {
    pub(crate) inputs: &'a [usize],
    pub(crate) factors: &'a [[Short; 2]],
    pub(crate) scaled: &'a [Linear<Short>],
    pub(crate) sums: &'a [Counts],
    pub(crate) products: &'a [Product<Short>],
    pub(crate) linear: &'a [Linear<Short>],
    pub(crate) angles: &'a [Short],
}

impl Tables {
    /// All of them.
    pub(crate) fn all(&self) -> Rest<'_> {
        Rest {
            inputs: &self.inputs,
            factors: &self.factors,
            scaled: &self.scaled,
            sums: &self.sums,
            products: &self.products,
            linear: &self.linear,
            angles: &self.angles,
        }
    }
}

/// The first entries of a list, which are taken away from it.
#[inline(always)]
pub(crate) fn take<'a, E>(list: &mut &'a [E], count: usize) -> &'a [E] {
    let (first, rest) = list.split_at(count);
    *list = rest;
    first
}

/// The products and the linear terms of a sum.
pub(crate) type Terms<'a> = (&'a [Product<Short>], &'a [Linear<Short>]);

/// What is computed; the slots that are written begin at [`Step::slot`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Instruction {
    /// An input that moves, by its number.
    Moving(usize),
    /// An input that is fixed, by its number.
    Fixed(usize),
    /// A number.
    Constant(Rational),
    /// `a + b`.
    Add(Slot, Slot),
    /// `a − b`.
    Sub(Slot, Slot),
    /// `−a`.
    Neg(Slot),
    /// `c a` for a fixed `c`.
    Scale(Slot, Slot),
    /// `a b`.
    Mul(Slot, Slot, Middle),
    /// A sum of products and of linear terms.
    Sum(Counts),
    /// `a/c` for a fixed `c`.
    Share(Slot, Slot),
    /// `a/b`.
    Div(Slot, Slot, Middle),
    /// `√a`.
    Sqrt(Slot, Middle),
    /// `a^r` for a number `r` in a fixed slot.
    Power(Slot, Slot, Middle),
    /// `exp a`.
    Exp(Slot, Middle),
    /// `sin a` and `cos a`.
    SinCos(Slot, Middle),
    /// `sinh a` and `cosh a`.
    SinhCosh(Slot, Middle),
    /// `T = tan a` and `1 + T²`.
    Tan(Slot, Middle),
    /// `T = tanh a` and `1 − T²`.
    Tanh(Slot, Middle),
    /// A function `y` of `a` with `y' d = a'`.
    Inverse(Elementary, Slot, Slot, Middle),
    /// `atan2(y, x)`, with `x² + y²`.
    Atan2(Slot, Slot, Slot, Middle),
    /// `|a|`.
    Abs(Slot),
    /// −1, 0 or 1.
    Sign(Slot),
    /// The solution of a linear system, by its number.
    Solution(usize),
}

impl Instruction {
    /// The slot of the argument that decides whether there is a value: the denominator of a
    /// quotient, otherwise the first operand.
    pub(crate) fn argument(&self) -> Option<Slot> {
        match self {
            Self::Moving(_) | Self::Fixed(_) | Self::Constant(_) | Self::Solution(_) => None,
            Self::Share(_, b) | Self::Div(_, b, _) => Some(*b),
            other => other.operands().first().copied(),
        }
    }
}

/// What is done in one loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// [`Instruction::Moving`].
    Input,
    /// [`Instruction::Mul`].
    Product,
    /// [`Instruction::Scale`].
    Scaled,
    /// [`Instruction::Sum`].
    Sum,
    /// [`Instruction::SinCos`].
    SinCos,
    /// Any other.
    Other,
}

/// Steps of one kind in [`Program::always`], from and to. None reads what another writes: they read
/// slots before the first of the run only, and write from there on without gaps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) kind: Kind,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The first slot that is written.
    pub(crate) slot: Slot,
    /// The first middle sum; those of products, sums and sines follow each other.
    pub(crate) middle: Middle,
}

/// The number of a slot in a table, where it takes less room.
pub(crate) type Short = u32;

/// An instruction and the first slot that it writes.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) instruction: Instruction,
    pub(crate) slot: Slot,
}

/// A middle sum: the slots of its factors, and whether the left one is weighted by its order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) left: Short,
    pub(crate) right: Short,
    /// `j left_j` takes the place of `left_j`: the factor is a derivative.
    pub(crate) weighted: bool,
}

/// A term `±K x` of a row of a linear system.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term {
    /// The slot of the coefficient.
    pub(crate) coefficient: Slot,
    /// The slot of the unknown; its number while the program is built.
    pub(crate) unknown: Slot,
    /// The number of its row.
    pub(crate) row: usize,
    /// 1, or −1 when it is subtracted.
    pub(crate) sign: f64,
}

/// A linear system between slots.
#[derive(Debug, Clone, Default)]
pub(crate) struct System {
    /// The number n of unknowns that are not multipliers.
    pub(crate) n: usize,
    /// The number m of multipliers.
    pub(crate) m: usize,
    /// M, or the square matrix of a system without structure, by rows.
    pub(crate) inertia: Vec<Slot>,
    /// A, by rows.
    pub(crate) constraints: Vec<Slot>,
    /// B, by rows; none when it is A.
    pub(crate) reactions: Option<Vec<Slot>>,
    /// The right sides.
    pub(crate) right: Vec<Slot>,
    /// The terms of the left sides whose coefficients are not the number 0; unknowns by number.
    pub(crate) entries: Vec<Term>,
    /// Those whose coefficients move.
    pub(crate) terms: Vec<Term>,
    /// The middle sum of the first term; those of the others follow.
    pub(crate) middle: Middle,
    /// Has it the structure of inertia and constraints?
    pub(crate) is_kkt: bool,
}

/// What is computed from a tape.
///
/// ```
/// use alembert_algebra::{Expr, Kind, tape::Builder};
/// use alembert_kernel::{Program, Workspace};
/// // x' = v, v' = −k x
/// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let k = Expr::symbol("k", Kind::Parameter { positive: true }, 0);
/// let mut builder = Builder::new(&[Expr::time(), x, v, k]);
/// let rates = builder.expressions(&[v, -k * x])?;
/// let tape = builder.finish(rates.into_iter().map(|slot| (String::new(), slot)).collect());
/// let program = Program::new(&tape, 3, &[0, 1]);
/// let kernel = program.bind(&[4.0])?;
/// let mut space = Workspace::default();
/// let mut series = Vec::new();
/// kernel.series(&mut space, 0.0, &[1.0, 0.0], 2, &mut series)?;
/// assert_eq!(series, [1.0, 0.0, 0.0, -4.0, -2.0, 0.0]); // x = 1 − 2 t², v = −4 t
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    /// How many inputs move.
    pub(crate) moving: usize,
    /// How many inputs are fixed.
    pub(crate) fixed: usize,
    /// What is done once.
    pub(crate) once: Vec<Step>,
    /// What is done at every point.
    pub(crate) always: Vec<Step>,
    /// The same, in runs of one kind.
    pub(crate) runs: Vec<Run>,
    /// How many slots there are.
    pub(crate) slots: usize,
    /// How many of them are fixed; these come first.
    pub(crate) fixed_slots: usize,
    /// The middle sums, in whole blocks.
    pub(crate) pairs: Vec<Pair>,
    /// The operands of the frequent ones.
    pub(crate) tables: Tables,
    /// The linear systems.
    pub(crate) systems: Vec<System>,
    /// The slots of the outputs.
    pub(crate) outputs: Vec<Slot>,
    /// The code of its last series.
    pub(crate) coded: Last,
}

impl Program {
    /// Calls with every step, and where it is a sum with its terms and the number of its first middle sum; none when
    /// a call answers so.
    pub(crate) fn each_step<'a>(
        &'a self,
        mut act: impl FnMut(&'a Step, Option<(Terms<'a>, Middle)>) -> Option<()>,
    ) -> Option<()> {
        let mut rest = self.tables.all();
        for run in &self.runs {
            let mut middle = run.middle;
            for step in &self.always[run.from..run.to] {
                let Instruction::Sum(counts) = step.instruction else {
                    act(step, None)?;
                    continue;
                };
                let products = take(&mut rest.products, counts.products);
                let linear = take(&mut rest.linear, counts.linear);
                act(step, Some(((products, linear), middle)))?;
                middle += products.len();
            }
        }
        Some(())
    }

    /// The first factor of the sum that is written to a slot.
    pub(crate) fn first_term(&self, slot: Slot) -> Option<Slot> {
        let mut rest = self.tables.all();
        let sums = self.always.iter().filter_map(|step| match step.instruction {
            Instruction::Sum(counts) => Some((step.slot, counts)),
            _ => None,
        });
        for (place, counts) in sums {
            let products = take(&mut rest.products, counts.products);
            let linear = take(&mut rest.linear, counts.linear);
            if place == slot {
                let product = products.first().map(|p| p.a);
                return product.or(linear.first().map(|l| l.a)).map(|slot| slot as usize);
            }
        }
        None
    }

    /// How many outputs there are.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// How many operations are done at every point.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.always.len()
    }

    /// Is every operation analytic where it has a value? `abs` and `sign` are not at 0.
    #[must_use]
    pub fn is_analytic(&self) -> bool {
        let kink =
            |step: &Step| matches!(step.instruction, Instruction::Abs(_) | Instruction::Sign(_));
        !self.always.iter().any(kink)
    }

    /// The highest degree of what is computed in inputs and in sines and cosines of these, when there are no
    /// functions but these: factors and angles count with their own degrees, linear systems and quotients
    /// with those of their parts.
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        let mut degrees = vec![0usize; self.slots];
        let mut rest = self.tables.all();
        for step in &self.always {
            let (degree, width) = match &step.instruction {
                Instruction::Moving(_) => (1, 1),
                Instruction::Mul(a, b, _) | Instruction::Div(a, b, _) => {
                    (degrees[*a].saturating_add(degrees[*b]), 1)
                }
                Instruction::Scale(_, a) | Instruction::Share(a, _) | Instruction::Neg(a) => {
                    (degrees[*a], 1)
                }
                Instruction::Add(a, b) | Instruction::Sub(a, b) => {
                    (degrees[*a].max(degrees[*b]), 1)
                }
                Instruction::SinCos(a, _) => (degrees[*a], 2),
                Instruction::Sum(counts) => {
                    let products = take(&mut rest.products, counts.products).iter();
                    let linear = take(&mut rest.linear, counts.linear).iter();
                    let product = |p: &Product<Short>| {
                        degrees[p.a as usize].saturating_add(degrees[p.b as usize])
                    };
                    let linear = linear.map(|l| degrees[l.a as usize]);
                    (products.map(product).chain(linear).max().unwrap_or(0), 1)
                }
                Instruction::Solution(number) => {
                    let system = &self.systems[*number];
                    let parts = system.slots().map(|slot| degrees[slot]);
                    (parts.max().unwrap_or(0), system.n + system.m)
                }
                _ => return None,
            };
            degrees[step.slot..step.slot + width].fill(degree);
        }
        self.outputs.iter().map(|&slot| degrees[slot]).max().or(Some(0))
    }
}
