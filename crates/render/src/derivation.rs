//! Formulas of a derivation, which have signs that are not carried out, as trees.
//!
//! Terms and factors keep the order in which the derivation gives them: the coefficient before the variation. Signs of
//! coefficients move into the sum.

use alembert_algebra::{Expr, Rational};
use alembert_mechanics::principle::Formula;

use crate::tree::Operator;
use crate::{Name, RenderError, Term, Tree, Typesetter};

impl Typesetter {
    /// The shown form of a formula.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind};
    /// use alembert_mechanics::principle::Formula;
    /// use alembert_render::{Notation, Spelling, Typesetter};
    /// let v = Expr::symbol("x", Kind::Coordinate, 1);
    /// let inertia = Formula::Rate(1, Box::new(Formula::Slope("L".to_owned(), v, v)));
    /// let shown = Typesetter::new(&Notation::default()).formula(&inertia)?;
    /// assert_eq!(Spelling::Unicode.text(&shown), "d/dt ∂L/∂ẋ");
    /// assert_eq!(Spelling::Ascii.text(&shown), "rate(partial(L, x'))");
    /// # Ok::<(), alembert_render::RenderError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Typesetter::tree`].
    pub fn formula(&mut self, formula: &Formula) -> Result<Tree, RenderError> {
        match formula {
            Formula::Value(e) => self.tree(*e),
            Formula::Letter(name, _) => Ok(Tree::Name(Name::new(name, 0))),
            Formula::Slope(of, by, _) => {
                let by = self.tree(*by)?;
                Ok(Tree::Slope(Box::new(Tree::Name(Name::new(of, 0))), Box::new(by)))
            }
            Formula::Rate(k, of) => self.operated(Operator::Rate(*k), of),
            Formula::Variation(of, _) => self.operated(Operator::Variation, of),
            Formula::Integral(of) => self.operated(Operator::Integral, of),
            Formula::Square(of) => {
                Ok(Tree::power(unsigned(self.formula(of)?).1, Rational::from(2)))
            }
            Formula::Product(factors) => self.factors(factors),
            Formula::Sum(terms) => self.terms(terms),
        }
    }

    fn operated(&mut self, operator: Operator, of: &Formula) -> Result<Tree, RenderError> {
        Ok(Tree::Operated(operator, Box::new(self.formula(of)?)))
    }

    /// The product, with the signs of its factors in front.
    fn factors(&mut self, factors: &[Formula]) -> Result<Tree, RenderError> {
        let (mut list, mut negative) = (Vec::new(), false);
        for factor in factors {
            let (minus, tree) = unsigned(self.formula(factor)?);
            negative ^= minus;
            match tree {
                Tree::Product(parts) => list.extend(parts),
                one if one == Tree::sum(Vec::new()) => return Ok(one),
                one => list.push(one),
            }
        }
        let one = self.tree(Expr::one())?;
        let several = list.len() > 1;
        list.retain(|factor| !several || *factor != one);
        let body = match list.as_slice() {
            [Tree::Fraction(above, below), rest @ ..] if **above == one && several => {
                Tree::Fraction(Box::new(Tree::product(rest.to_vec())), below.clone())
            }
            _ => Tree::product(list),
        };
        Ok(Tree::sum(vec![Term { negative, body }]))
    }

    /// The sum, without brackets around sums that are added.
    fn terms(&mut self, terms: &[(bool, Formula)]) -> Result<Tree, RenderError> {
        let mut list = Vec::new();
        for (minus, formula) in terms {
            match self.formula(formula)? {
                Tree::Sum(parts) if !minus || parts.len() == 1 => {
                    list.extend(
                        parts
                            .into_iter()
                            .map(|term| Term { negative: term.negative ^ minus, body: term.body }),
                    );
                }
                body => list.push(Term { negative: *minus, body }),
            }
        }
        list.retain(|term| term.body != Tree::sum(Vec::new()));
        Ok(Tree::sum(list))
    }
}

/// A negative term alone, or a sum of such, without its sign.
fn unsigned(tree: Tree) -> (bool, Tree) {
    match tree {
        Tree::Sum(terms) if terms.iter().all(|term| term.negative) => {
            let positive = terms.into_iter().map(|term| Term { negative: false, ..term });
            (true, Tree::sum(positive.collect()))
        }
        other => (false, other),
    }
}
