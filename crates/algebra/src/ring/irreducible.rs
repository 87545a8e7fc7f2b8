//! Is the ring still a domain after a quadratic equation is imposed?
//!
//! Without conditions the ring lies in a field of rational functions K: symbols, exponentials and
//! unspecified functions are free atoms, and a circle is a line,
//!
//! ```text
//! s = 2u/(1 + u²),   c = (1 − u²)/(1 + u²)                                    (1)
//! ```
//!
//! Quadratics `l x² + b x + c` with discriminants `D₁, …, Dₙ` in K leave a field exactly when no
//! product of some of them,
//!
//! ```text
//! Π_{i ∈ I} Dᵢ,   ∅ ≠ I ⊆ {1, …, n},   is a square in K                       (2)
//! ```
//!
//! which a factorisation into powers of square-free polynomials in `u` and the free atoms decides.
//! A discriminant that contains an x with a relation `x² = p` is no square when its norm down to K
//! is none, as the norm of a square is a square; then it is not in K, and (2) says nothing about a
//! further one. Nor is a polynomial a square that is linear, or quadratic with two different roots, in a
//! symbol that no earlier condition knows: so chains of rods are decided. Equations of a higher degree, and roots and logarithms in the coefficients, are not
//! decided: the ring is taken to have divisors of zero, which is always safe.

use super::{Atom, Fraction, Ring, Weakness};
use crate::Function;
use crate::polynomial::{Limit, Poly, squarefree};

/// Quadratics with discriminants in K that are told apart.
const MOST_QUADRATICS: usize = 4;

impl Ring {
    /// Notes what the equation `p = 0`, of degree 2 or more in the atom, makes of the ring. Modulo
    /// a polynomial that factors, the ring has divisors of zero, and its set has parts.
    pub(super) fn note_reducible(&mut self, p: &Poly, atom: usize) -> Result<(), Limit> {
        self.weaken(Weakness::Conditions);
        let c = p.coefficients(atom);
        if c.len() != 3 {
            self.split = true;
            return Ok(());
        }
        let discriminant = self.discriminant(&c)?;
        if !self.is_no_square_by_a_new_symbol(&discriminant)? {
            self.split |=
                self.conditions.is_beyond_products || !self.stays_domain(&discriminant)?;
        }
        self.conditions.is_beyond_products |= self.has_imposed_atom(&discriminant);
        self.conditions.discriminants.push(discriminant);
        Ok(())
    }

    /// `b² − 4 a c` of the coefficients c, b, a.
    fn discriminant(&self, c: &[Poly]) -> Result<Poly, Limit> {
        let four_ac = self.multiply(&c[0], &c[2])?.scale(&4i64.into())?;
        Ok(&self.multiply(&c[1], &c[1])? - &four_ac)
    }

    /// A polynomial in a symbol that no earlier condition knows is no square in their field when it
    /// is linear in it, or quadratic with two different roots.
    fn is_no_square_by_a_new_symbol(&self, p: &Poly) -> Result<bool, Limit> {
        let conditions = &self.conditions;
        if self.split || conditions.has_remainders() {
            return Ok(false);
        }
        let mut known: Vec<usize> = conditions.rules.keys().copied().collect();
        known.extend(conditions.rules.values().flat_map(Fraction::atoms));
        known.extend(self.relations.iter().map(|r| r.atom));
        known.extend(self.relations.iter().flat_map(|r| r.value.atoms()));
        if known.iter().any(|&a| !matches!(self.atoms[a], Atom::Symbol(_))) {
            return Ok(false);
        }
        for w in p.atoms().filter(|w| !self.is_parameter(*w) && !known.contains(w)) {
            let mut c = Vec::new();
            for coefficient in p.coefficients(w) {
                c.push(self.reduce(coefficient)?);
            }
            let leads = c.last().is_some_and(|lead| !lead.is_zero());
            let simple = match c.len() {
                2 => true,
                3 => !self.discriminant(&c)?.is_zero(),
                _ => false,
            };
            if leads && simple {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does a square root of the discriminant extend the field of the ring? False when not known.
    fn stays_domain(&self, discriminant: &Poly) -> Result<bool, Limit> {
        let known = &self.conditions.discriminants;
        if self.has_imposed_atom(discriminant) {
            let norm = self.norm_to_free_atoms(discriminant)?;
            return Ok(norm.is_some_and(|n| self.is_square(&n).is_ok_and(|square| !square)));
        }
        if known.len() >= MOST_QUADRATICS || !self.is_rational(discriminant) {
            return Ok(false);
        }
        for chosen in 0..1_usize << known.len() {
            let mut product = discriminant.clone();
            for (_, other) in known.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1) {
                product = self.multiply(&product, other)?;
            }
            if self.is_square(&product)? {
                return Ok(false); // (2)
            }
        }
        Ok(true)
    }

    /// Does the polynomial contain a symbol for which a quadratic is imposed?
    fn has_imposed_atom(&self, p: &Poly) -> bool {
        let is_symbol = |a: usize| matches!(self.atoms[a], Atom::Symbol(_));
        let related = |a: usize| self.relations.iter().any(|r| r.atom == a) && is_symbol(a);
        p.atoms().any(|a| related(a) || self.conditions.has_remainder_in(a))
    }

    /// The norm over all relations `x² = p` of symbols, when that lies in K.
    fn norm_to_free_atoms(&self, p: &Poly) -> Result<Option<Poly>, Limit> {
        let mut norm = p.clone();
        for relation in self.relations.iter().rev() {
            let imposed = matches!(self.atoms[relation.atom], Atom::Symbol(_));
            if imposed && relation.degree == 2 && norm.contains(relation.atom) {
                norm = self.norm_over(&norm, relation)?;
            }
        }
        let free = !self.has_imposed_atom(&norm) && self.is_rational(&norm);
        Ok(free.then_some(norm))
    }

    /// Do all atoms lie in the field K?
    fn is_rational(&self, p: &Poly) -> bool {
        p.atoms().all(|a| match self.atoms[a] {
            Atom::Symbol(_) | Atom::Sin(_) | Atom::Cos(_) | Atom::Exp(_) => true,
            Atom::Opaque(k) => matches!(self.opaques[k].function, Function::Unspecified(_)),
            Atom::Root(_) => false,
        })
    }

    /// Is the polynomial, with atoms of K, the square of a fraction?
    fn is_square(&self, p: &Poly) -> Result<bool, Limit> {
        let factors = squarefree(&self.on_lines(p)?, &self.budget)?;
        Ok(factors.iter().all(|(q, k)| match q.to_constant() {
            Some(c) => c.sqrt_exact().is_some() || k % 2 == 0,
            None => k % 2 == 0,
        }))
    }

    /// The polynomial with every circle as a line, equation (1), times an even power of each
    /// `1 + u²` that clears it; the atom of the sine stands for `u`.
    fn on_lines(&self, p: &Poly) -> Result<Poly, Limit> {
        let mut on_lines = p.clone();
        for (sine, cosine) in self.circles().filter(|&(s, c)| p.contains(s) || p.contains(c)) {
            on_lines = self.on_line(&on_lines, sine, cosine)?;
        }
        Ok(on_lines)
    }

    fn on_line(&self, p: &Poly, sine: usize, cosine: usize) -> Result<Poly, Limit> {
        let power = |q: &Poly, n: u32| q.pow(n, &self.budget);
        let u = Poly::atom(sine)?;
        let square = power(&u, 2)?;
        let (sum, difference) = (&Poly::one() + &square, &Poly::one() - &square);
        let twice = u.scale(&2i64.into())?;
        let degree = |m: &crate::polynomial::Monomial| m.exponent(sine) + m.exponent(cosine);
        let most = p.terms().iter().map(|(m, _)| degree(m)).max().unwrap_or(0).next_multiple_of(2);
        let mut result = Poly::zero();
        for (m, coefficient) in p.groups(&[sine, cosine].into_iter().collect()) {
            let numerator = power(&twice, m.exponent(sine))?
                .mul(&power(&difference, m.exponent(cosine))?, &self.budget)?
                .mul(&power(&sum, most - degree(&m))?, &self.budget)?; // (1)
            result = &result + &numerator.mul(&coefficient, &self.budget)?;
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::Imposed;
    use crate::{Elementary, Expr, Kind, apply};

    fn q(name: &str) -> Expr {
        Expr::symbol(name, Kind::Coordinate, 0)
    }

    fn of_time(f: Elementary) -> Expr {
        apply(f, &[Expr::time()])
    }

    /// Does the set of the equations, solved for these coordinates in turn, count as split?
    fn is_split(equations: &[(Expr, Expr)]) -> bool {
        let all: Vec<Expr> = equations.iter().map(|e| e.0).collect();
        let mut ring = Ring::new(&all).unwrap();
        for &(equation, x) in equations {
            let outcome = ring.impose(&[equation], &[x]).unwrap();
            assert!(matches!(outcome[0], Imposed::Relation(_) | Imposed::Remainder(_)));
        }
        ring.is_split()
    }

    #[test]
    fn circles_that_move_with_sines_exponentials_and_functions_do_not_factor() {
        let [x, y, l] = ["x", "y", "l"].map(q);
        let f = apply(Function::unspecified("f", 1), &[Expr::time()]);
        for centre in [of_time(Elementary::Cos), of_time(Elementary::Exp), f] {
            let circle = x.powi(2) + (y - l * centre).powi(2) - l.powi(2);
            assert!(!is_split(&[(circle, x)]), "{centre:?}");
        }
        let radius = x.powi(2) + y.powi(2) - l.powi(2) - of_time(Elementary::Cos);
        assert!(!is_split(&[(radius, x)]));
        assert!(!is_split(&[(x.powi(2) - of_time(Elementary::Exp), x)]));
    }

    #[test]
    fn squares_on_the_circle_and_of_exponentials_factor() {
        let x = q("x");
        let (c, e) = (of_time(Elementary::Cos), of_time(Elementary::Exp));
        assert!(is_split(&[(x.powi(2) - c.powi(2), x)]));
        assert!(is_split(&[(x.powi(2) - Expr::one() + c.powi(2), x)]));
        assert!(is_split(&[(x.powi(2) - e.powi(2), x)]));
        let shifted = (x - c).powi(2) - c.powi(2) * e.powi(4);
        assert!(is_split(&[(shifted, x)]));
    }

    #[test]
    fn several_quadratics_are_compared_with_each_other() {
        let [x, y, z, l] = ["x", "y", "z", "l"].map(q);
        let circle = x.powi(2) + y.powi(2) - l.powi(2);
        let twin = z.powi(2) - Expr::from(4) * (l.powi(2) - y.powi(2));
        assert!(is_split(&[(circle, x), (twin, z)]));
        let other = z.powi(2) - Expr::from(4) * (l.powi(2) + y.powi(2));
        assert!(!is_split(&[(circle, x), (other, z)]));
        let three = q("w").powi(2) - (l.powi(4) - y.powi(4));
        assert!(is_split(&[(circle, x), (other, z), (three, q("w"))]));
        let free = q("w").powi(2) - (l.powi(2) - y);
        assert!(!is_split(&[(circle, x), (other, z), (free, q("w"))]));
    }

    #[test]
    fn a_square_modulo_an_earlier_equation_factors() {
        let [x, y, z, l] = ["x", "y", "z", "l"].map(q);
        let circle = x.powi(2) + y.powi(2) - l.powi(2);
        // z² = 2 x y + l² is z² = (x + y)² on the circle.
        let square = z.powi(2) - Expr::from(2) * x * y - l.powi(2);
        assert!(is_split(&[(circle, x), (square, z)]));
        assert!(!is_split(&[(circle, x), (z.powi(2) - x - Expr::from(2) * l, z)]));
    }
}
