//! Arguments of sines, cosines and exponentials as integer combinations of base arguments.
//!
//! ```text
//! f = Σ nₖ bₖ + ρ π,   nₖ integers, b₁, b₂, … linearly independent over Q     (1)
//! ```
//!
//! The functions `e^{i bₖ}` of base arguments that are linearly independent over Q modulo
//! constants are algebraically independent [Ax1971, theorem 3], so the circle relation is the
//! only one between their sines and cosines. Arguments are compared over a common denominator, so
//! that `x/(1+x)` and `1/(1+x)` are seen to differ from each other by a constant. When an argument
//! turns out to be a rational but not an integer combination, the base is divided and the ring is
//! made anew.

use std::collections::BTreeMap;

use super::fraction::common_denominator;
use super::{Atom, Fraction, Relation, Ring, Weakness};
use crate::polynomial::{Limit, Monomial, Poly};
use crate::{Integer, Kind, Rational};

/// Which of the two lattices of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Argument {
    /// Arguments of sine and cosine, where multiples of π have values of their own.
    Angle,
    /// Arguments of the exponential function.
    Exponent,
}

/// An argument as in equation (1).
#[derive(Debug, Clone, Default)]
pub(crate) struct Combination {
    /// The pairs (k, nₖ) with nₖ ≠ 0.
    pub(crate) parts: Vec<(usize, i64)>,
    /// The multiple ρ of π in twelfths, modulo a full turn.
    pub(crate) twelfths: u64,
}

/// A base argument and its atom (for an angle the sine; the cosine is the next one).
#[derive(Debug, Clone)]
struct Base {
    argument: Fraction,
    atom: usize,
}

/// The base arguments of one kind.
#[derive(Debug, Default)]
pub(crate) struct Lattice {
    bases: Vec<Base>,
    memory: Memory,
    /// The common denominator of the fractions of each base that occur so far.
    finer: Vec<i64>,
    stale: bool,
}

/// What a lattice has learnt before it is made anew.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// By what the k-th new argument is divided to give the k-th base.
    divisors: Vec<i64>,
    /// Some multiple of π is not in the table, so all of them go through a base of their own.
    pi_is_base: bool,
}

impl Lattice {
    pub(crate) fn new(memory: Memory) -> Self {
        Self { bases: Vec::new(), memory, finer: Vec::new(), stale: false }
    }

    pub(crate) fn is_stale(&self) -> bool {
        self.stale
    }

    /// Do multiples of π go through a base of their own?
    pub(crate) fn has_base_of_pi(&self) -> bool {
        self.memory.pi_is_base
    }

    /// What the next lattice begins with: each base is divided by the common denominator of its fractions.
    pub(crate) fn into_memory(self) -> Result<Memory, Limit> {
        let mut memory = self.memory;
        for (divisor, finer) in memory.divisors.iter_mut().zip(&self.finer) {
            *divisor = divisor.checked_mul(*finer).ok_or(Limit::Size)?;
        }
        Ok(memory)
    }

    pub(crate) fn argument(&self, k: usize) -> &Fraction {
        &self.bases[k].argument
    }

    pub(crate) fn atom(&self, k: usize) -> usize {
        self.bases[k].atom
    }

    pub(crate) fn len(&self) -> usize {
        self.bases.len()
    }

    /// Remembers that a `d`-th of the base `k` occurs.
    fn refine(&mut self, k: usize, d: i64) -> Result<(), Limit> {
        self.stale = true;
        self.finer.resize(self.bases.len().max(self.finer.len()), 1);
        let common = num_integer::gcd(self.finer[k], d);
        self.finer[k] = (self.finer[k] / common).checked_mul(d).ok_or(Limit::Size)?;
        Ok(())
    }
}

/// Rational coefficients by monomial.
type Row = BTreeMap<Monomial, Rational>;

impl Ring {
    fn lattice(&mut self, kind: Argument) -> &mut Lattice {
        match kind {
            Argument::Angle => &mut self.angles,
            Argument::Exponent => &mut self.exponents,
        }
    }

    /// Equation (1) for `f`; new bases are made as needed.
    pub(crate) fn combine(&mut self, kind: Argument, f: &Fraction) -> Result<Combination, Limit> {
        let (coefficients, rho) = match self.express(kind, f)? {
            Some(found) => found,
            None => self.extend(kind, f)?,
        };
        let twelfths = &rho * &Rational::from(12);
        if twelfths.is_integer() {
            return self.integral(kind, &coefficients, twelfths.numer().modulo(24));
        }
        self.lattice(kind).memory.pi_is_base = true;
        self.lattice(kind).stale = true;
        Ok(Combination::default())
    }

    /// New bases so that they span `f`: what is left of it without numbers and π, and one.
    fn extend(&mut self, kind: Argument, f: &Fraction) -> Result<(Vec<Rational>, Rational), Limit> {
        let rest = self.without_constants(kind, f)?;
        if !rest.is_zero() && self.express(kind, &rest)?.is_none() {
            self.add_base(kind, &rest)?;
        }
        let has_pi = f.atoms().any(|a| is_pi(&self.atoms[a]));
        if has_pi && kind == Argument::Angle && self.express(kind, f)?.is_none() {
            self.weaken(Weakness::MultipleOfPi);
            let pi = self.pi()?.expect("it occurs in the argument");
            self.add_base(kind, &pi)?;
        }
        if self.express(kind, f)?.is_none() {
            self.add_base(kind, &Fraction::one())?;
        }
        Ok(self.express(kind, f)?.expect("the bases span the argument now"))
    }

    /// An argument without denominator, less its number and its multiple of π.
    fn without_constants(&self, kind: Argument, f: &Fraction) -> Result<Fraction, Limit> {
        if !f.den.is_empty() {
            return Ok(f.clone());
        }
        let pi = self.pi()?.filter(|_| kind == Argument::Angle);
        let pi = pi.as_ref().map(|pi| &pi.num.terms()[0].0);
        let kept = f.num.terms().iter().filter(|(m, _)| !m.is_one() && Some(m) != pi);
        Ok(Fraction { num: Poly::from_terms(kept.cloned().collect()), ..f.clone() })
    }

    /// The fraction π, if it occurs.
    fn pi(&self) -> Result<Option<Fraction>, Limit> {
        match self.atoms.iter().position(is_pi) {
            Some(atom) => Ok(Some(Fraction::polynomial(Poly::atom(atom)?))),
            None => Ok(None),
        }
    }

    fn add_base(&mut self, kind: Argument, f: &Fraction) -> Result<(), Limit> {
        let k = self.lattice(kind).len();
        if self.lattice(kind).memory.divisors.len() == k {
            self.lattice(kind).memory.divisors.push(1);
        }
        let divisor = Rational::ratio(1, self.lattice(kind).memory.divisors[k]);
        let argument = self.product(f, &Fraction::number(&divisor))?;
        self.note_constant(&argument);
        let atom = match kind {
            Argument::Angle => self.fresh(Atom::Sin(k), argument.atoms()),
            Argument::Exponent => self.fresh(Atom::Exp(k), argument.atoms()),
        };
        if kind == Argument::Angle {
            let cosine = self.fresh(Atom::Cos(k), argument.atoms());
            let square = Poly::atom(cosine)?.pow(2, &self.budget)?;
            self.relations.push(Relation { atom, degree: 2, value: &Poly::one() - &square });
        }
        self.lattice(kind).bases.push(Base { argument, atom });
        Ok(())
    }

    /// Functions of constants are safe for algebraic arguments (Lindemann–Weierstrass), as long
    /// as π does not stand beside them.
    fn note_constant(&mut self, argument: &Fraction) {
        let constant = argument.atoms().all(|a| self.is_constant(a));
        let algebraic = argument.atoms().all(|a| matches!(self.atoms[a], Atom::Root(_)));
        if constant && (!algebraic || self.atoms.iter().any(is_pi)) {
            self.weaken(Weakness::Constants);
        }
    }

    /// The rational coefficients of `f` in the bases, and that of π, if it lies in their span.
    fn express(
        &self,
        kind: Argument,
        f: &Fraction,
    ) -> Result<Option<(Vec<Rational>, Rational)>, Limit> {
        let lattice = match kind {
            Argument::Angle => &self.angles,
            Argument::Exponent => &self.exponents,
        };
        if let Some(k) = lattice.bases.iter().position(|base| base.argument == *f) {
            let unit = |j: usize| Rational::from(i64::from(j == k));
            return Ok(Some(((0..lattice.len()).map(unit).collect(), Rational::ZERO)));
        }
        if self.is_outside(lattice, f) {
            return Ok(None);
        }
        let in_table = kind == Argument::Angle && !lattice.memory.pi_is_base;
        let pi = self.pi()?.filter(|_| in_table);
        let all: Vec<&Fraction> = lattice.bases.iter().map(|b| &b.argument).chain(&pi).collect();
        let den = all.iter().fold(f.den.clone(), |den, b| common_denominator(&den, &b.den));
        let columns: Vec<Row> = all.iter().map(|b| self.row(b, &den)).collect::<Result<_, _>>()?;
        let Some(mut coefficients) = solve(columns, self.row(f, &den)?) else { return Ok(None) };
        let rho = if pi.is_some() { coefficients.pop() } else { None };
        Ok(Some((coefficients, rho.unwrap_or(Rational::ZERO))))
    }

    /// Does the argument have a term that no base has and that is no multiple of π, where nothing
    /// is divided by? Then it is no combination of them.
    fn is_outside(&self, lattice: &Lattice, f: &Fraction) -> bool {
        let bases = || lattice.bases.iter().map(|base| &base.argument);
        let whole = f.den.is_empty() && bases().all(|b| b.den.is_empty());
        let met = |m: &Monomial| bases().any(|b| b.num.terms().iter().any(|(n, _)| n == m));
        let of_pi = |m: &Monomial| m.factors().any(|(a, _)| is_pi(&self.atoms[a]));
        whole && f.num.terms().iter().any(|(m, _)| !of_pi(m) && !met(m))
    }

    fn row(&self, f: &Fraction, den: &[(Poly, u32)]) -> Result<Row, Limit> {
        let num = self.over(f, den)?;
        let part = |c: &Integer| Rational::new(c.clone(), f.scalar.clone()).expect("positive");
        Ok(num.terms().iter().map(|(m, c)| (m.clone(), part(c))).collect())
    }

    /// Integer coefficients; a base with a fractional one is marked for division.
    fn integral(
        &mut self,
        kind: Argument,
        coefficients: &[Rational],
        twelfths: u64,
    ) -> Result<Combination, Limit> {
        let mut parts = Vec::new();
        for (k, c) in coefficients.iter().enumerate().filter(|(_, c)| !c.is_zero()) {
            if c.is_integer() {
                parts.push((k, c.to_i64().ok_or(Limit::Size)?));
            } else {
                let d = c.denom().to_i64().ok_or(Limit::Size)?;
                self.lattice(kind).refine(k, d)?;
            }
        }
        Ok(Combination { parts, twelfths })
    }
}

fn is_pi(atom: &Atom) -> bool {
    match atom {
        Atom::Symbol(e) => e.as_symbol().is_some_and(|s| s.kind == Kind::Pi),
        _ => false,
    }
}

/// The coefficients c with Σ cₖ columnₖ = target, if there are any; the columns are independent
/// except that the last may depend on the others, and then its coefficient is zero.
fn solve(columns: Vec<Row>, target: Row) -> Option<Vec<Rational>> {
    let n = columns.len();
    let mut rows: Vec<(Row, Vec<Rational>)> = Vec::new();
    let unit = |k: usize| (0..n).map(|j| Rational::from(i64::from(j == k))).collect();
    for (k, column) in columns.into_iter().enumerate() {
        let (row, combination) = eliminate(&rows, column, unit(k));
        if !row.is_empty() {
            rows.push((row, combination));
        }
    }
    let (rest, combination) = eliminate(&rows, target, vec![Rational::ZERO; n]);
    rest.is_empty().then(|| combination.iter().map(|c| -c).collect())
}

/// `row` minus multiples of the echelon rows, and the same for the combination it stands for.
fn eliminate(
    rows: &[(Row, Vec<Rational>)],
    mut row: Row,
    mut combination: Vec<Rational>,
) -> (Row, Vec<Rational>) {
    for (pivot_row, pivot_combination) in rows {
        let (m, lead) = pivot_row.first_key_value().expect("echelon rows are not empty");
        let Some(c) = row.get(m).and_then(|c| c.checked_div(lead)) else { continue };
        for (m, p) in pivot_row {
            let entry = row.entry(m.clone()).or_insert(Rational::ZERO);
            *entry = &*entry - &(&c * p);
            if entry.is_zero() {
                row.remove(m);
            }
        }
        for (a, b) in combination.iter_mut().zip(pivot_combination) {
            *a = &*a - &(&c * b);
        }
    }
    (row, combination)
}

#[cfg(test)]
mod tests {
    use crate::ring::Ring;
    use crate::{Elementary, Expr, Kind, Rational, apply, sum};

    /// Multiples of an angle, and their base.
    type Case = (&'static [(i64, i64)], (i64, i64));

    /// Sines and cosines of these multiples of an angle, and of sums with another one, have one base each: the greatest
    /// angle of which all are integer multiples, however many of them occur.
    #[test]
    fn a_base_is_no_smaller_than_it_must_be() {
        let [q, w] = ["q", "w"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
        let cases: [Case; 4] = [
            (&[(1, 1), (1, 4), (1, 2), (3, 2)], (1, 4)),
            (&[(3, 2), (1, 4), (1, 1)], (1, 4)),
            (&[(1, 6), (1, 4), (1, 4)], (1, 12)),
            (&[(2, 1), (3, 1), (1, 1)], (1, 1)),
        ];
        for (multiples, (n, d)) in cases {
            let angle = |&(n, d): &(i64, i64)| sum(vec![(Rational::ratio(n, d), q)]);
            let mut roots = Vec::new();
            for f in [Elementary::Sin, Elementary::Cos] {
                roots.extend(multiples.iter().map(|m| apply(f, &[angle(m)])));
                roots.extend(multiples.iter().map(|m| apply(f, &[angle(m) + w])));
            }
            let mut ring = Ring::new(&roots).expect("a ring");
            assert_eq!(ring.angles.len(), 2, "{multiples:?}");
            let base = ring.fraction(angle(&(n, d))).expect("a fraction");
            let bases = [0, 1].map(|k| ring.angles.argument(k));
            assert!(bases.contains(&&base), "{multiples:?}: {bases:?}");
        }
    }
}
