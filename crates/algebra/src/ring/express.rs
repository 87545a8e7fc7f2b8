//! From fractions back to the graph.

use super::{Atom, Fraction, Ring};
use crate::polynomial::Poly;
use crate::{Elementary, Expr, Rational, apply, product, sum};

impl Ring {
    /// The expression that a fraction stands for.
    #[must_use]
    pub fn expression(&self, f: &Fraction) -> Expr {
        let scalar = Expr::number(f.scalar.clone().into());
        let mut factors =
            vec![(self.polynomial(&f.num), Rational::ONE), (scalar, Rational::MINUS_ONE)];
        for (p, k) in &f.den {
            factors.push((self.polynomial(p), (-i64::from(*k)).into()));
        }
        product(factors)
    }

    fn polynomial(&self, p: &Poly) -> Expr {
        let terms = p.terms().iter().map(|(m, c)| {
            let powers = m.factors().map(|(atom, k)| (self.atom(atom), i64::from(k).into()));
            (c.clone().into(), product(powers.collect()))
        });
        sum(terms.collect())
    }

    pub(super) fn atom(&self, atom: usize) -> Expr {
        match self.atoms[atom] {
            Atom::Symbol(e) => e,
            Atom::Sin(k) => apply(Elementary::Sin, &[self.expression(self.angles.argument(k))]),
            Atom::Cos(k) => apply(Elementary::Cos, &[self.expression(self.angles.argument(k))]),
            Atom::Exp(k) => apply(Elementary::Exp, &[self.expression(self.exponents.argument(k))]),
            Atom::Root(k) => self.root_expression(k),
            Atom::Opaque(k) => {
                let opaque = &self.opaques[k];
                let arguments: Vec<Expr> =
                    opaque.arguments.iter().map(|f| self.expression(f)).collect();
                apply(opaque.function.clone(), &arguments)
            }
        }
    }

    /// `r = d f^(1/n)` with `rⁿ = p`, hence `f = p/dⁿ`.
    fn root_expression(&self, k: usize) -> Expr {
        let root = &self.roots[k];
        let clearing = self.expression(&root.clearing);
        let degree = i64::from(root.degree);
        let f = self.polynomial(&root.radicand) * clearing.powi(-degree);
        clearing * f.pow(&Rational::ratio(1, degree))
    }
}
