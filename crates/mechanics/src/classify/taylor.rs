//! Taylor polynomials of expressions at an exact point.
//!
//! ```text
//! f(a + h) = Σ f⁽ᵏ⁾(a) hᵏ/k!,      (a + h)ʳ = Σ r (r − 1) … (r − k + 1)/k! aʳ⁻ᵏ hᵏ       (1)
//! ```
//!
//! Values such as sin(0.6435 + π/2) stay what they are: constants of a ring that knows how they are
//! related.

use std::cell::RefCell;

use alembert_algebra::evaluate::{Arithmetic, evaluate};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{
    Elementary, Expr, Kind, Node, Rational, Substitution, Symbol, Unspecified, Vector, apply,
    partial,
};

use super::Open;
use super::jet::{Jet, JetField};

/// The expansion of expressions in some variables at a point.
pub(super) struct Taylor<'a> {
    ring: RefCell<&'a mut Ring>,
    point: RefCell<Substitution>,
    variables: &'a [Expr],
    order: u32,
}

/// The jets of vector fields, of the order that is given.
pub(super) fn expand(
    fields: &[Vector],
    ring: &mut Ring,
    point: &[(Expr, Expr)],
    variables: &[Expr],
    order: u32,
) -> Result<Vec<JetField>, Open> {
    let point = RefCell::new(Substitution::new(point.iter().copied()));
    let taylor = Taylor { ring: RefCell::new(ring), point, variables, order };
    let entries: Vec<Expr> = fields.iter().flat_map(|f| f.iter().copied()).collect();
    let jets = evaluate(&entries, &taylor)?;
    let width = fields.first().map_or(1, |f| f.len()).max(1);
    Ok(jets.chunks(width).map(<[Jet]>::to_vec).collect())
}

impl Taylor<'_> {
    /// The constant that an expression is at the point.
    fn at_point(&self, e: Expr) -> Result<Fraction, Open> {
        let e = self.point.borrow_mut().apply(e);
        Ok(self.ring.borrow_mut().value(e)?)
    }

    /// Equation (1) with the derivatives of an expression in `u` at `a`.
    fn series(&self, f: Expr, u: Expr, a: Expr, h: &Jet) -> Result<Jet, Open> {
        let (mut derivative, mut coefficients) = (f, Vec::new());
        let mut at = Substitution::new([(u, a)]);
        let mut factorial = Rational::ONE;
        for k in 0..=self.order {
            let value = self.ring.borrow_mut().value(at.apply(derivative))?;
            let scale = Fraction::number(&factorial.recip().expect("a factorial is not zero"));
            coefficients.push(self.ring.borrow().product(&value, &scale)?);
            if h.is_zero() {
                break;
            }
            factorial = &factorial * &Rational::from(i64::from(k) + 1);
            derivative = partial(derivative, u);
        }
        Ok(Jet::compose(&self.ring.borrow(), &coefficients, h, self.order)?)
    }
}

/// The variable of a function that is expanded.
fn dummy() -> Expr {
    Expr::symbol("_u", Kind::Auxiliary, 0)
}

impl Arithmetic for Taylor<'_> {
    type Value = Jet;
    type Error = Open;

    fn number(&self, r: &Rational) -> Result<Jet, Open> {
        Ok(Jet::constant(Fraction::number(r)))
    }

    fn symbol(&self, e: Expr, _: &Symbol) -> Result<Jet, Open> {
        let value = self.at_point(e)?;
        Ok(match self.variables.iter().position(|&x| x == e) {
            Some(i) => Jet::variable(value, i),
            None => Jet::constant(value),
        })
    }

    fn add(&self, a: &Jet, b: &Jet) -> Result<Jet, Open> {
        Ok(a.plus(&self.ring.borrow(), &Fraction::one(), b)?)
    }

    fn multiply(&self, a: &Jet, b: &Jet) -> Result<Jet, Open> {
        Ok(a.times(&self.ring.borrow(), b, self.order)?)
    }

    fn power(&self, a: &Jet, k: &Rational) -> Result<Jet, Open> {
        if let Some(n) = k.to_i64().filter(|n| (0..=i64::from(self.order) + 2).contains(n)) {
            let mut power = Jet::constant(Fraction::one());
            for _ in 0..n {
                power = self.multiply(&power, a)?;
            }
            return Ok(power);
        }
        let value = self.ring.borrow().expression(&a.value());
        self.series(dummy().pow(k), dummy(), value, &a.nilpotent()) // (1)
    }

    fn elementary(&self, e: Expr, f: Elementary, x: &[Jet]) -> Result<Jet, Open> {
        let (Node::Apply(_, arguments), [x]) = (e.node(), x) else { return Err(Open::Function) };
        let a = self.point.borrow_mut().apply(arguments[0]);
        self.series(apply(f, &[dummy()]), dummy(), a, &x.nilpotent()) // (1)
    }

    fn unspecified(&self, e: Expr, _: &Unspecified, x: &[Jet]) -> Result<Jet, Open> {
        let (Node::Apply(f, arguments), [x]) = (e.node(), x) else { return Err(Open::Function) };
        let a = self.point.borrow_mut().apply(arguments[0]);
        self.series(apply(f, &[dummy()]), dummy(), a, &x.nilpotent()) // (1)
    }
}
