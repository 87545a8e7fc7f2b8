//! From expressions to a tape.

use rustc_hash::FxHashMap;

use super::{Op, Slot, Solve, Tape};
use crate::graph::postorder_above;
use crate::{Elementary, Expr, Function, Matrix, Node, Rational};

/// Why an expression has no place on a tape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// A symbol that is not an input of the tape.
    #[error("`{0}` has no value")]
    Unbound(String),
    /// A function without a formula.
    #[error("the function `{0}` has no formula")]
    Unspecified(String),
    /// The expression has no value.
    #[error(transparent)]
    Fault(#[from] crate::Fault),
}

/// Builds a tape.
///
/// ```
/// use alembert_algebra::{Expr, Kind, tape::Builder};
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let mut builder = Builder::new(&[x]);
/// let square = builder.expression(x * x + Expr::one())?;
/// let tape = builder.finish(vec![("y".into(), square)]);
/// assert_eq!(tape.evaluate(&[3.0])?.outputs, vec![10.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Builder {
    tape: Tape,
    known: FxHashMap<Op, Slot>,
    done: FxHashMap<Expr, Slot>,
}

/// Room for the operations of most tapes.
const ROOM: usize = 100;

impl Builder {
    /// A tape with these symbols as inputs.
    #[must_use]
    pub fn new(inputs: &[Expr]) -> Self {
        let mut builder = Self::default();
        builder.known.reserve(ROOM);
        builder.done.reserve(ROOM);
        for (i, &x) in inputs.iter().enumerate() {
            let name = x.as_symbol().map_or_else(|| format!("{x:?}"), |s| s.spelling());
            builder.tape.inputs.push(name);
            let slot = builder.push(Op::Input(i));
            builder.done.insert(x, slot);
        }
        builder
    }

    /// The tape with these outputs.
    #[must_use]
    pub fn finish(mut self, outputs: Vec<(String, Slot)>) -> Tape {
        self.tape.outputs = outputs;
        self.tape
    }

    /// The place of an expression.
    ///
    /// # Errors
    /// A symbol or function without a value.
    pub fn expression(&mut self, e: Expr) -> Result<Slot, LowerError> {
        for a in postorder_above(&[e], |a| self.done.contains_key(&a)) {
            let slot = self.node(a)?;
            self.done.insert(a, slot);
        }
        Ok(self.done[&e])
    }

    /// The places of a list of expressions.
    ///
    /// # Errors
    /// A symbol or function without a value.
    pub fn expressions(&mut self, list: &[Expr]) -> Result<Vec<Slot>, LowerError> {
        list.iter().map(|&e| self.expression(e)).collect()
    }

    /// The places of the entries of a matrix, by rows.
    ///
    /// # Errors
    /// A symbol or function without a value.
    pub fn matrix(&mut self, matrix: &Matrix) -> Result<Vec<Vec<Slot>>, LowerError> {
        matrix.rows().iter().map(|row| self.expressions(row)).collect()
    }

    /// The places of the solution of a linear system.
    pub fn solve(&mut self, solve: Solve) -> Vec<Slot> {
        debug_assert!(solve.slots().all(|s| s < self.tape.ops.len()), "coefficients come first");
        let (number, unknowns) = (self.tape.solves.len(), solve.unknowns());
        self.tape.solves.push(solve);
        (0..unknowns).map(|k| self.push(Op::Solution(number, k))).collect()
    }

    /// Gives a symbol the value of a place, so that later expressions can use it.
    pub fn bind(&mut self, symbol: Expr, slot: Slot) {
        self.done.insert(symbol, slot);
    }

    fn push(&mut self, op: Op) -> Slot {
        if let Some(&slot) = self.known.get(&op) {
            return slot;
        }
        let slot = self.tape.ops.len();
        self.known.insert(op.clone(), slot);
        self.tape.ops.push(op);
        slot
    }

    fn node(&mut self, e: Expr) -> Result<Slot, LowerError> {
        match e.node() {
            Node::Number(r) => Ok(self.push(Op::Constant(r))),
            Node::Symbol(s) => match e.fault() {
                Some(fault) => Err(fault.into()),
                None if e == Expr::pi() => Ok(self.pi()),
                None => Err(LowerError::Unbound(s.spelling())),
            },
            Node::Sum(terms) => Ok(self.sum(&terms)),
            Node::Product(powers) => Ok(self.product(&powers)),
            Node::Apply(Function::Elementary(Elementary::Atan2), x) => {
                let (y, x) = (self.done[&x[0]], self.done[&x[1]]);
                Ok(self.push(Op::Atan2(y, x)))
            }
            Node::Apply(Function::Elementary(f), x) => Ok(self.push(Op::Call(f, self.done[&x[0]]))),
            Node::Apply(Function::Unspecified(f), _) => {
                Err(LowerError::Unspecified(f.name.to_string()))
            }
        }
    }

    /// π = 2 acos 0, so that it has the precision of the arithmetic.
    fn pi(&mut self) -> Slot {
        let zero = self.push(Op::Constant(Rational::ZERO));
        let right_angle = self.push(Op::Call(Elementary::Acos, zero));
        self.push(Op::Add(right_angle, right_angle))
    }

    /// Terms with positive coefficients first, then the others subtracted.
    fn sum(&mut self, terms: &[(Rational, Expr)]) -> Slot {
        let mut sum = None;
        for (c, t) in terms.iter().filter(|t| !t.0.is_negative()) {
            let term = self.scaled(c, *t);
            sum = Some(sum.map_or(term, |s| self.push(Op::Add(s, term))));
        }
        for (c, t) in terms.iter().filter(|t| t.0.is_negative()) {
            let term = self.scaled(&-c, *t);
            sum = Some(match sum {
                Some(s) => self.push(Op::Sub(s, term)),
                None => self.push(Op::Neg(term)),
            });
        }
        sum.expect("a sum has a term")
    }

    fn scaled(&mut self, c: &Rational, t: Expr) -> Slot {
        let slot = self.done[&t];
        if c.is_one() {
            return slot;
        }
        let factor = self.push(Op::Constant(c.clone()));
        if t == Expr::one() { factor } else { self.push(Op::Mul(factor, slot)) }
    }

    /// The factors with positive exponents over those with negative ones.
    fn product(&mut self, powers: &[(Expr, Rational)]) -> Slot {
        let above = powers.iter().filter(|f| !f.1.is_negative());
        let below = powers.iter().filter(|f| f.1.is_negative());
        let num = self.powers(above.map(|(b, k)| (*b, k.clone())));
        let den = self.powers(below.map(|(b, k)| (*b, -k)));
        match (num, den) {
            (Some(a), Some(b)) => self.push(Op::Div(a, b)),
            (None, Some(b)) => {
                let one = self.push(Op::Constant(Rational::ONE));
                self.push(Op::Div(one, b))
            }
            (a, None) => a.expect("a product has a factor"),
        }
    }

    fn powers(&mut self, powers: impl Iterator<Item = (Expr, Rational)>) -> Option<Slot> {
        let mut product = None;
        for (base, k) in powers {
            let factor = self.power(self.done[&base], k);
            product = Some(product.map_or(factor, |p| self.push(Op::Mul(p, factor))));
        }
        product
    }

    fn power(&mut self, base: Slot, k: Rational) -> Slot {
        match k.to_i64().and_then(|k| i32::try_from(k).ok()) {
            Some(1) => base,
            Some(k) => self.push(Op::Power(base, k)),
            None if k == Rational::ratio(1, 2) => self.push(Op::Sqrt(base)),
            None => self.push(Op::RationalPower(base, k)),
        }
    }
}
