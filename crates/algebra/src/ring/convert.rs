//! From the graph to fractions.
//!
//! ```text
//! sin Σ(nₖ bₖ) + ρπ: the imaginary part of Π (cₖ + i sₖ)^nₖ · e^{iρπ}      (1)
//! exp Σ nₖ bₖ = Π Eₖ^nₖ                                                    (2)
//! tan = sin/cos,  sinh = (E − 1/E)/2,  cosh = (E + 1/E)/2,  tanh = …       (3)
//! |x| = √(x²),  sign x = |x|/x                                             (4)
//! e^{iπ/4} = (√2/2)(1 + i),   e^{iπ/6} = (√3 + i)/2                        (5)
//! ```

use super::lattice::{Argument, Combination};
use super::{Atom, Fraction, Ring, Weakness};
use crate::polynomial::{Limit, Poly};
use crate::{Elementary, Expr, Fault, Function, Node, Rational, postorder};

/// Why an expression has no fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// A limit on the work was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// The expression has no value.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// So many terms of a sum are added at once: one after the other, each takes as long as what is there already.
const MANY_TERMS: usize = 8;

const DIVISION_BY_ZERO: ConversionError = ConversionError::Fault(Fault::Undefined);

impl Ring {
    /// Makes atoms for everything under `roots`: arguments of functions and radicands are brought
    /// to normal form, the rest is left alone.
    pub(super) fn admit(&mut self, roots: &[Expr]) -> Result<(), ConversionError> {
        let nodes = postorder(roots);
        // Roots of symbols first, so that √(x y) is seen to be √x √y.
        for &e in nodes.iter().filter(|e| is_root_of_symbol(**e)) {
            self.fraction(e)?;
        }
        for e in nodes {
            match e.node() {
                Node::Symbol(_) => {
                    if let Some(fault) = e.fault() {
                        return Err(fault.into());
                    }
                    self.symbol(e);
                }
                Node::Apply(f, arguments) => self.admit_application(e, &f, &arguments)?,
                Node::Product(powers) if powers.iter().any(|(_, k)| !k.is_integer()) => {
                    self.fraction(e)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn admit_application(
        &mut self,
        e: Expr,
        f: &Function,
        arguments: &[Expr],
    ) -> Result<(), ConversionError> {
        use Elementary as E;
        let x = arguments.iter().map(|&a| self.fraction(a)).collect::<Result<Vec<_>, _>>()?;
        let kind = match f {
            Function::Elementary(E::Sin | E::Cos | E::Tan) => Some(Argument::Angle),
            Function::Elementary(E::Exp | E::Sinh | E::Cosh | E::Tanh) => Some(Argument::Exponent),
            _ => None,
        };
        match (kind, f) {
            (Some(Argument::Exponent), _) => {
                let (factor, rest) = self.without_logarithms(&x[0])?;
                let combination = self.combine(Argument::Exponent, &rest)?;
                self.values.extend(factor.map(|factor| (e, factor)));
                self.combinations.insert(e, combination);
            }
            (Some(kind), _) => {
                let combination = self.combine(kind, &x[0])?;
                self.combinations.insert(e, combination);
            }
            (None, Function::Elementary(E::Abs | E::Sign)) => {
                self.fraction(e)?;
            }
            (None, f) => {
                if matches!(f, Function::Elementary(_)) {
                    self.weaken(Weakness::Inverse);
                }
                match self.inverse_value(e, f, &x)? {
                    Some(value) => {
                        self.values.insert(e, value);
                    }
                    None => {
                        let atom = self.opaque(f, x)?;
                        self.atom_of.insert(e, atom);
                    }
                }
            }
        }
        Ok(())
    }

    /// The fraction of an expression.
    ///
    /// # Errors
    /// The limit that was reached, or [`Fault::Undefined`] for a division by zero.
    pub fn fraction(&mut self, e: Expr) -> Result<Fraction, ConversionError> {
        for a in postorder(&[e]) {
            if !self.memo.contains_key(&a) {
                let f = self.fraction_of_node(a)?;
                self.memo.insert(a, f);
            }
        }
        Ok(self.memo[&e].clone())
    }

    fn fraction_of_node(&mut self, e: Expr) -> Result<Fraction, ConversionError> {
        match e.node() {
            Node::Number(r) => Ok(Fraction::number(&r)),
            Node::Symbol(_) => {
                if let Some(fault) = e.fault() {
                    return Err(fault.into());
                }
                let atom = self.symbol(e);
                Ok(Fraction::polynomial(Poly::atom(atom)?))
            }
            Node::Sum(terms) => Ok(self.fraction_of_sum(&terms)?),
            Node::Product(powers) => self.fraction_of_product(&powers),
            Node::Apply(f, arguments) => self.fraction_of_application(e, &f, &arguments),
        }
    }

    /// Terms without a divisor are added at once when there are many, and the others one by one.
    fn fraction_of_sum(&self, terms: &[(Rational, Expr)]) -> Result<Fraction, Limit> {
        let is_whole = |(_, t): &&(Rational, Expr)| self.memo[t].den.is_empty();
        let at_once =
            terms.len() >= MANY_TERMS && terms.iter().filter(is_whole).count() >= MANY_TERMS;
        let mut sum = Fraction::zero();
        for term in terms.iter().filter(|term| !at_once || !is_whole(term)) {
            let (c, f) = (&term.0, &self.memo[&term.1]);
            sum = match c.is_one() {
                true => self.add(&sum, f)?,
                false => self.add(&sum, &self.product(f, &Fraction::number(c))?)?,
            };
        }
        if !at_once {
            return Ok(sum);
        }
        let whole: Vec<_> =
            terms.iter().filter(is_whole).map(|(c, t)| (c, &self.memo[t])).collect();
        self.add(&sum, &self.sum_of_whole(&whole)?)
    }

    fn fraction_of_product(
        &mut self,
        powers: &[(Expr, Rational)],
    ) -> Result<Fraction, ConversionError> {
        let mut product: Option<Fraction> = None;
        for (base, k) in powers {
            let f = self.memo[base].clone();
            if k.is_negative() {
                self.note_division(&f);
            }
            let power = if k.is_integer() {
                self.raise(&f, k.to_i64().ok_or(Limit::Degree)?)?
            } else {
                self.rational_power(&f, k)?
            };
            let power = power.ok_or(DIVISION_BY_ZERO)?;
            product = Some(match product {
                Some(product) => self.product(&product, &power)?,
                None => power,
            });
        }
        Ok(product.unwrap_or_else(Fraction::one))
    }

    /// Remembers that a divisor only looks different from zero.
    pub(super) fn note_division(&mut self, f: &Fraction) {
        let weak = |a: usize| match self.atoms[a] {
            Atom::Symbol(_) => false,
            Atom::Opaque(k) => matches!(self.opaques[k].function, Function::Elementary(_)),
            Atom::Root(_) => true,
            Atom::Sin(k) | Atom::Cos(k) => self.angles.argument(k).atoms().next().is_none(),
            Atom::Exp(_) => false,
        };
        if f.atoms().any(weak) && !self.doubtful.contains(&f.num) {
            self.doubtful.push(f.num.clone());
        }
    }

    fn fraction_of_application(
        &mut self,
        e: Expr,
        f: &Function,
        arguments: &[Expr],
    ) -> Result<Fraction, ConversionError> {
        use Elementary as E;
        if let Function::Elementary(E::Abs | E::Sign) = f {
            return self.absolute_value(f, &self.memo[&arguments[0]].clone());
        }
        if !self.combinations.contains_key(&e)
            && !self.atom_of.contains_key(&e)
            && !self.values.contains_key(&e)
        {
            self.admit_application(e, f, arguments)?;
        }
        if let Some(&atom) = self.atom_of.get(&e) {
            return Ok(Fraction::polynomial(Poly::atom(atom)?));
        }
        let value = self.values.get(&e).cloned();
        if let Some(value) = value.clone().filter(|_| !self.combinations.contains_key(&e)) {
            return Ok(value);
        }
        let combination = self.combinations[&e].clone();
        let Function::Elementary(f) = f else { unreachable!("only elementary ones combine") };
        match f {
            E::Sin => Ok(self.circle(&combination)?.1),
            E::Cos => Ok(self.circle(&combination)?.0),
            E::Tan => {
                let (c, s) = self.circle(&combination)?;
                self.quotient(&s, &c)
            }
            _ => self.exponential(*f, &combination, value),
        }
    }

    fn quotient(&self, a: &Fraction, b: &Fraction) -> Result<Fraction, ConversionError> {
        let inverse = self.inverse(b)?.ok_or(DIVISION_BY_ZERO)?;
        Ok(self.product(a, &inverse)?)
    }

    /// Equation (4).
    fn absolute_value(&mut self, f: &Function, x: &Fraction) -> Result<Fraction, ConversionError> {
        let square = self.product(x, x)?;
        let half = Rational::ratio(1, 2);
        let absolute = self.rational_power(&square, &half)?.ok_or(DIVISION_BY_ZERO)?;
        if *f == Function::Elementary(Elementary::Abs) {
            return Ok(absolute);
        }
        self.quotient(&absolute, x)
    }

    /// Cosine and sine of a combination, equation (1).
    fn circle(&mut self, combination: &Combination) -> Result<(Fraction, Fraction), Limit> {
        let (mut c, mut s) = (Poly::one(), Poly::zero());
        for &(k, n) in &combination.parts {
            let atom = self.angles.atom(k);
            let sine = Poly::atom(atom)?;
            let sine = if n < 0 { -&sine } else { sine };
            let (ck, sk) = self.turn((&Poly::atom(atom + 1)?, &sine), n.unsigned_abs())?;
            (c, s) = self.turn_by((&c, &s), (&ck, &sk))?;
        }
        let (c, s) = (Fraction::polynomial(c), Fraction::polynomial(s));
        self.turn_by_twelfths((c, s), combination.twelfths)
    }

    /// The n-th power of a point of the circle.
    fn turn(&self, (c, s): (&Poly, &Poly), n: u64) -> Result<(Poly, Poly), Limit> {
        if n > 127 {
            return Err(Limit::Degree);
        }
        let mut point = (Poly::one(), Poly::zero());
        for _ in 0..n {
            point = self.turn_by((&point.0, &point.1), (c, s))?;
        }
        Ok(point)
    }

    /// The product of two points of the circle.
    fn turn_by(
        &self,
        (c, s): (&Poly, &Poly),
        (d, t): (&Poly, &Poly),
    ) -> Result<(Poly, Poly), Limit> {
        let cosine = &self.multiply(c, d)? - &self.multiply(s, t)?;
        let sine = &self.multiply(s, d)? + &self.multiply(c, t)?;
        Ok((cosine, sine))
    }

    /// A point of the circle turned by multiples of π/12, equation (5).
    pub(super) fn turn_by_twelfths(
        &mut self,
        mut point: (Fraction, Fraction),
        twelfths: u64,
    ) -> Result<(Fraction, Fraction), Limit> {
        for _ in 0..twelfths / 6 {
            point = (point.1.negate(), point.0);
        }
        let (sixths, fourths) = sixths_and_fourths(twelfths % 6);
        let half = Rational::ratio(1, 2);
        if sixths > 0 {
            let cosine = self.scaled_root(3, &half)?;
            for _ in 0..sixths {
                point = self.turn_fraction(&point, &(cosine.clone(), Fraction::number(&half)))?;
            }
        }
        if fourths != 0 {
            let root = self.scaled_root(2, &half)?;
            let sine = if fourths < 0 { root.negate() } else { root.clone() };
            point = self.turn_fraction(&point, &(root, sine))?;
        }
        Ok(point)
    }

    fn scaled_root(&mut self, n: i64, factor: &Rational) -> Result<Fraction, Limit> {
        let half = Rational::ratio(1, 2);
        let root = self.rational_power(&Fraction::number(&n.into()), &half)?;
        self.product(&root.expect("the root of a positive number"), &Fraction::number(factor))
    }

    fn turn_fraction(
        &self,
        (c, s): &(Fraction, Fraction),
        (d, t): &(Fraction, Fraction),
    ) -> Result<(Fraction, Fraction), Limit> {
        let cosine = self.subtract(&self.product(c, d)?, &self.product(s, t)?)?;
        let sine = self.add(&self.product(s, d)?, &self.product(c, t)?)?;
        Ok((cosine, sine))
    }

    /// Equations (2) and (3); the exponential has a further factor where logarithms stand in its
    /// exponent.
    fn exponential(
        &self,
        f: Elementary,
        combination: &Combination,
        factor: Option<Fraction>,
    ) -> Result<Fraction, ConversionError> {
        let mut e = factor.unwrap_or_else(Fraction::one);
        for &(k, n) in &combination.parts {
            let base = Fraction::polynomial(Poly::atom(self.exponents.atom(k))?);
            let power = self.raise(&base, n)?.ok_or(DIVISION_BY_ZERO)?;
            e = self.product(&e, &power)?; // (2)
        }
        if f == Elementary::Exp {
            return Ok(e);
        }
        let inverse = self.inverse(&e)?.ok_or(DIVISION_BY_ZERO)?;
        let half = Fraction::number(&Rational::ratio(1, 2));
        let sinh = self.product(&self.subtract(&e, &inverse)?, &half)?; // (3)
        let cosh = self.product(&self.add(&e, &inverse)?, &half)?;
        match f {
            Elementary::Sinh => Ok(sinh),
            Elementary::Cosh => Ok(cosh),
            _ => self.quotient(&sinh, &cosh),
        }
    }
}

fn is_root_of_symbol(e: Expr) -> bool {
    let is_root = |(base, k): &(Expr, Rational)| !k.is_integer() && base.as_symbol().is_some();
    matches!(e.node(), Node::Product(powers) if powers.iter().all(is_root))
}

/// Multiples (a, b) with k π/12 = a π/6 + b π/4, for k below 6.
fn sixths_and_fourths(k: u64) -> (u32, i32) {
    match k {
        0 => (0, 0),
        1 => (2, -1),
        2 => (1, 0),
        3 => (0, 1),
        4 => (2, 0),
        _ => (1, 1),
    }
}
