//! Fractions of polynomials over the atoms of a question: the normal form that decides.
//!
//! A [`Ring`] is made for the expressions of one question. Its atoms are symbols, sines and
//! cosines of base angles, exponentials of base exponents, roots, and applications of functions
//! that have no relations we know of. Relations between atoms (`s² = 1 − c²`, `rⁿ = p`) are
//! applied at every product, so that a fraction is zero exactly when its numerator is the empty
//! polynomial, as far as the relations known to the ring reach.
//!
//! *Every reduction is a true identity*, so a numerator that vanishes is a proof of zero. That a
//! numerator which does not vanish proves the opposite needs that there are no further relations;
//! where that is not known the ring carries a [`Weakness`].
//!
//! Read in this order: [`fraction`], `lattice`, `root`, [`convert`], [`impose`], `irreducible`,
//! [`residue`].

mod conjugate;
pub mod contraction;
pub mod convert;
mod doubt;
mod exchange;
mod express;
pub mod fraction;
mod halved;
pub mod impose;
mod inverse;
mod irreducible;
pub mod lattice;
pub mod linear;
pub mod lowest;
mod proviso;
pub mod residue;
pub mod root;
pub mod shown;
pub mod vanishing;

use rustc_hash::FxHashMap;

use crate::polynomial::{Budget, Limit, Poly};
use crate::{Expr, Function, Kind};
pub use convert::ConversionError;
pub use fraction::Fraction;
pub use impose::Imposed;
use lattice::{Combination, Lattice, Memory};
use root::Root;

/// Products of terms that one question may take: some tenths of a second.
pub const LARGEST_QUESTION: u64 = 6_000_000;
/// A polynomial with more terms than this is given up.
const LARGEST_POLYNOMIAL: usize = 200_000;

/// What an indeterminate of the polynomials stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Atom {
    /// A symbol.
    Symbol(Expr),
    /// The sine of a base angle.
    Sin(usize),
    /// The cosine of a base angle.
    Cos(usize),
    /// The exponential of a base exponent.
    Exp(usize),
    /// A root, by its place in the list of roots.
    Root(usize),
    /// The application of a function without known relations.
    Opaque(usize),
}

impl Atom {
    /// The symbol that it is.
    fn symbol(&self) -> Option<Expr> {
        if let Self::Symbol(x) = self { Some(*x) } else { None }
    }
}

/// Why a fraction that is not zero may still vanish identically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum Weakness {
    /// Logarithms and arcs may be related in ways the test does not know.
    #[error("logarithms and inverse functions may have relations that the test does not know")]
    Inverse,
    /// Roots that are not known to be independent of each other.
    #[error("roots whose radicands depend on each other leave signs open")]
    Roots,
    /// Constants of different kinds: π beside e or sin 1.
    #[error("relations between constants such as π and e are open problems")]
    Constants,
    /// Sine of a multiple of π that has no entry in the table.
    #[error("the sine of this multiple of π is not in the table")]
    MultipleOfPi,
    /// Conditions whose set may consist of several parts.
    #[error("the constraints may describe several surfaces, of which only one matters")]
    Conditions,
}

/// `atomⁿ = value`.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    pub(crate) atom: usize,
    pub(crate) degree: u32,
    pub(crate) value: Poly,
}

/// A function of normalised arguments that is an atom by itself.
#[derive(Debug, Clone)]
pub(crate) struct Opaque {
    function: Function,
    arguments: Vec<Fraction>,
    atom: usize,
}

/// The atoms of a question, their relations, and the fractions over them.
#[derive(Debug)]
pub struct Ring {
    pub(crate) budget: Budget,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) relations: Vec<Relation>,
    pub(crate) roots: Vec<Root>,
    pub(crate) angles: Lattice,
    pub(crate) exponents: Lattice,
    opaques: Vec<Opaque>,
    symbols: FxHashMap<Expr, usize>,
    /// Sines, cosines and exponentials of the graph, as combinations of base arguments.
    pub(crate) combinations: FxHashMap<Expr, Combination>,
    /// Applications of the graph that are atoms.
    pub(crate) atom_of: FxHashMap<Expr, usize>,
    /// Values of logarithms and arcs, and what logarithms in its exponent make of an exponential.
    values: FxHashMap<Expr, Fraction>,
    memo: FxHashMap<Expr, Fraction>,
    weaknesses: Vec<Weakness>,
    /// Expressions with weak atoms that were divided by.
    doubtful: Vec<Poly>,
    conditions: impose::Conditions,
    /// A condition was solved with a divisor that the ring cannot prove to be different from zero.
    uncertain: bool,
    /// A condition says nothing on a part of the space.
    split: bool,
    /// Factors that must not vanish for what follows from the conditions to hold.
    provisos: Vec<Poly>,
    /// Leading coefficients with state in them that imposed equations were divided by.
    moving_divisors: Vec<Poly>,
    /// Parameters, and what is made of them, that were divided by and may be zero.
    parameter_divisors: Vec<Poly>,
    /// What each atom is made of.
    contents: Vec<Content>,
}

/// What an atom is made of, from the least to the most variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Content {
    /// Numbers only, π included.
    Constant,
    /// Parameters too.
    Parameter,
    /// Time too.
    Time,
    /// Anything.
    State,
}

impl Content {
    fn of(e: Expr) -> Self {
        match e.as_symbol().map(|s| s.kind) {
            Some(Kind::Pi) => Self::Constant,
            Some(Kind::Parameter { .. }) => Self::Parameter,
            Some(Kind::Time) => Self::Time,
            _ => Self::State,
        }
    }
}

impl Ring {
    /// The ring of everything that occurs under `roots`.
    ///
    /// # Errors
    /// The limit that was reached, or an expression that divides by zero.
    pub fn new(roots: &[Expr]) -> Result<Self, ConversionError> {
        Self::with_first(&[], roots)
    }

    /// The ring of everything under `roots` that meets the expressions `first` before them, one
    /// after the other: the sines among them decide which angles are base angles.
    ///
    /// # Errors
    /// The limit that was reached, or an expression that divides by zero.
    pub fn with_first(first: &[Expr], roots: &[Expr]) -> Result<Self, ConversionError> {
        let mut memory = (Memory::default(), Memory::default());
        loop {
            let mut ring = Self::empty(memory);
            for &e in first {
                ring.admit(&[e])?;
            }
            ring.admit(roots)?;
            if !ring.angles.is_stale() && !ring.exponents.is_stale() {
                if ring.angles.has_base_of_pi() {
                    ring.weaken(Weakness::MultipleOfPi);
                }
                return Ok(ring);
            }
            memory = (ring.angles.into_memory()?, ring.exponents.into_memory()?);
        }
    }

    fn empty((angles, exponents): (Memory, Memory)) -> Self {
        Self {
            budget: Budget::new(LARGEST_QUESTION).with_terms(LARGEST_POLYNOMIAL),
            atoms: Vec::new(),
            relations: Vec::new(),
            roots: Vec::new(),
            angles: Lattice::new(angles),
            exponents: Lattice::new(exponents),
            opaques: Vec::new(),
            symbols: FxHashMap::default(),
            combinations: FxHashMap::default(),
            atom_of: FxHashMap::default(),
            values: FxHashMap::default(),
            memo: FxHashMap::default(),
            weaknesses: Vec::new(),
            doubtful: Vec::new(),
            conditions: impose::Conditions::default(),
            uncertain: false,
            split: false,
            provisos: Vec::new(),
            moving_divisors: Vec::new(),
            parameter_divisors: Vec::new(),
            contents: Vec::new(),
        }
    }

    /// Why a non-zero form is no proof, if so.
    #[must_use]
    pub fn weakness(&self) -> Option<Weakness> {
        self.weaknesses.iter().min().copied()
    }

    /// Is every divisor that was used proved not to be zero? Inside the class a form that is not
    /// zero is; outside, divisors with weak atoms are looked at in numbers (`doubt`).
    #[must_use]
    pub fn divisors_are_proved(&self) -> bool {
        self.weakness().is_none()
            || (!self.uncertain && self.doubtful.iter().all(|p| self.differs_from_zero(p)))
    }

    pub(crate) fn weaken(&mut self, weakness: Weakness) {
        if !self.weaknesses.contains(&weakness) {
            self.weaknesses.push(weakness);
        }
    }

    /// A new atom made of the given ones (a symbol is made of itself).
    pub(crate) fn fresh(&mut self, atom: Atom, of: impl IntoIterator<Item = usize>) -> usize {
        let start = match atom {
            Atom::Symbol(e) => Content::of(e),
            _ => Content::Constant,
        };
        let content = of.into_iter().fold(start, |content, a| content.max(self.contents[a]));
        self.contents.push(content);
        self.atoms.push(atom);
        self.atoms.len() - 1
    }

    /// The atom of a symbol.
    pub fn symbol(&mut self, e: Expr) -> usize {
        if let Some(&atom) = self.symbols.get(&e) {
            return atom;
        }
        let atom = self.fresh(Atom::Symbol(e), []);
        self.symbols.insert(e, atom);
        atom
    }

    /// The atom of a symbol that already occurs.
    #[must_use]
    pub fn atom_of_symbol(&self, e: Expr) -> Option<usize> {
        self.symbols.get(&e).copied()
    }

    /// Is the atom a number, the same in every state?
    pub(crate) fn is_constant(&self, atom: usize) -> bool {
        self.contents[atom] == Content::Constant
    }

    /// Is the atom made of numbers and parameters only?
    #[must_use]
    pub fn is_parameter(&self, atom: usize) -> bool {
        self.contents[atom] <= Content::Parameter
    }

    /// Has the atom no relation to others?
    #[must_use]
    pub fn is_free(&self, atom: usize) -> bool {
        let related = |r: &Relation| r.atom == atom || r.value.contains(atom);
        !self.relations.iter().any(related)
    }

    /// Is the atom made of numbers, parameters and time only?
    pub(crate) fn is_known(&self, atom: usize) -> bool {
        self.contents[atom] <= Content::Time
    }

    /// The atoms of the sines and cosines of the base angles.
    pub fn circles(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.angles.len()).map(|k| (self.angles.atom(k), self.angles.atom(k) + 1))
    }

    /// What is left to spend on the question at hand.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Is the atom known to be positive wherever it is defined?
    #[must_use]
    pub fn is_positive(&self, atom: usize) -> bool {
        match self.atoms[atom] {
            Atom::Symbol(e) => e
                .as_symbol()
                .is_some_and(|s| matches!(s.kind, Kind::Pi | Kind::Parameter { positive: true })),
            Atom::Exp(_) => true,
            _ => false,
        }
    }

    /// The polynomial with all relations applied.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn reduce(&self, mut p: Poly) -> Result<Poly, Limit> {
        loop {
            let reducible = |r: &&Relation| p.degree(r.atom) >= r.degree;
            let Some(relation) = self.relations.iter().find(reducible) else { return Ok(p) };
            p = self.reduce_by(&p, relation)?;
        }
    }

    fn reduce_by(&self, p: &Poly, relation: &Relation) -> Result<Poly, Limit> {
        let n = relation.degree as usize;
        let coefficients = p.coefficients(relation.atom);
        let mut reduced = vec![Poly::zero(); n];
        let mut power = Poly::one();
        for block in coefficients.chunks(n) {
            for (low, c) in reduced.iter_mut().zip(block) {
                *low = &*low + &c.mul(&power, &self.budget)?;
            }
            power = power.mul(&relation.value, &self.budget)?;
        }
        Poly::from_coefficients(relation.atom, &reduced)
    }

    /// The product of two polynomials, reduced.
    pub(crate) fn multiply(&self, a: &Poly, b: &Poly) -> Result<Poly, Limit> {
        if a.is_one() {
            return self.reduce(b.clone());
        }
        self.reduce(if b.is_one() { a.clone() } else { a.mul(b, &self.budget)? })
    }

    /// The power of a polynomial, reduced.
    pub(crate) fn power(&self, a: &Poly, n: u32) -> Result<Poly, Limit> {
        let mut result = Poly::one();
        for _ in 0..n {
            result = self.multiply(&result, a)?;
        }
        Ok(result)
    }

    /// The atom for a function of arguments, shared by equal applications.
    pub(crate) fn opaque(
        &mut self,
        function: &Function,
        arguments: Vec<Fraction>,
    ) -> Result<usize, Limit> {
        for known in self.opaques.iter().filter(|o| o.function == *function) {
            if self.all_equal(&known.arguments, &arguments)? {
                return Ok(known.atom);
            }
        }
        let of: Vec<usize> = arguments.iter().flat_map(Fraction::atoms).collect();
        let atom = self.fresh(Atom::Opaque(self.opaques.len()), of);
        self.opaques.push(Opaque { function: function.clone(), arguments, atom });
        Ok(atom)
    }

    fn all_equal(&self, a: &[Fraction], b: &[Fraction]) -> Result<bool, Limit> {
        for (x, y) in a.iter().zip(b) {
            if !self.subtract(x, y)?.is_zero() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
