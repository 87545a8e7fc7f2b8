//! From the graph to the shown form: signs, order, fractions, roots.
//!
//! A product becomes one fraction: factors with negative exponents go below, and the denominator
//! of its number joins them; without them the number stays in front (`½ m v²`, `m v²/(2 r)`).
//! Sharing is lost here, so sizes are counted before anything is built ([`crate::RenderError`]).

use alembert_algebra::{Expr, Kind, Node, Rational};
use alembert_mechanics::principle::VARIATION;
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::census::{Census, Facts};
use crate::order::{Factor, LONGEST_KEY, Rank, TermKey, lead_with_a_positive_term};
use crate::tidy::tidy;
use crate::tree::Operator;
use crate::{Name, Notation, RenderError, Term, Tree};

/// The largest number of parts that one typesetter writes in all.
pub const LARGEST_PAGE: usize = 200_000;

/// The shown form of one expression.
///
/// # Errors
/// If the expression is too long or too deep to be written out, or has no value.
pub fn tree(e: Expr, notation: &Notation) -> Result<Tree, RenderError> {
    Typesetter::new(notation).tree(e)
}

/// Makes the shown forms of the expressions of one page, in one notation.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_render::{Notation, Spelling, Typesetter};
/// let [a, x] = ["a", "x"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let mut typesetter = Typesetter::new(&Notation::default());
/// let shown = typesetter.tree(a.powi(-1) - x.sqrt())?;
/// assert_eq!(Spelling::Ascii.text(&shown), "1/a - sqrt(x)");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
#[derive(Debug)]
pub struct Typesetter {
    places: FxHashMap<Rc<str>, usize>,
    angles: Vec<Expr>,
    tidy: bool,
    census: Census,
    written: usize,
}

impl Typesetter {
    /// A typesetter with an empty page.
    #[must_use]
    pub fn new(notation: &Notation) -> Self {
        let (places, census) = (FxHashMap::default(), Census::default());
        let (tidy, angles) = (notation.tidy, notation.angles.clone());
        let mut typesetter = Self { places, angles, tidy, census, written: 0 };
        typesetter.place(&notation.order);
        typesetter
    }

    /// Puts names that have no place yet behind those that have one, in this order.
    pub(crate) fn place(&mut self, symbols: &[Expr]) {
        for symbol in symbols.iter().filter_map(|e| e.as_symbol()) {
            let next = self.places.len();
            self.places.entry(symbol.name).or_insert(next);
        }
    }

    /// The shown form of an expression.
    ///
    /// # Errors
    /// If the expression or the page becomes too long, the expression is too deep, or it has no
    /// value.
    pub fn tree(&mut self, e: Expr) -> Result<Tree, RenderError> {
        let mut facts = self.census.facts(e)?;
        let e = if self.tidy { tidy(e) } else { e };
        if self.tidy {
            facts = self.census.facts(e)?;
        }
        self.written = self.written.saturating_add(facts.parts);
        if self.written > LARGEST_PAGE {
            return Err(RenderError::TooLong { limit: LARGEST_PAGE });
        }
        self.any(e)
    }

    /// Recursion is bounded: the census limits the depth.
    fn any(&mut self, e: Expr) -> Result<Tree, RenderError> {
        match e.node() {
            Node::Symbol(s) if s.name.starts_with(VARIATION) => {
                let name = Tree::Name(Name::new(&s.name[VARIATION.len()..], s.dots()));
                Ok(Tree::Operated(Operator::Variation, Box::new(name)))
            }
            Node::Symbol(s) => {
                let is_parameter = matches!(s.kind, Kind::Parameter { .. });
                let opens = s.kind == Kind::Pi || is_parameter && !self.angles.contains(&e);
                Ok(Tree::Name(Name { dots: s.dots(), opens, text: s.name }))
            }
            Node::Apply(f, arguments) => {
                let arguments: Result<_, _> = arguments.iter().map(|&a| self.any(a)).collect();
                Ok(Tree::Call(f, arguments?))
            }
            Node::Number(r) => Ok(Tree::sum(vec![self.term(&r, Expr::one())?.1])),
            Node::Product(_) => Ok(Tree::sum(vec![self.term(&Rational::ONE, e)?.1])),
            Node::Sum(terms) => self.sum(&terms),
        }
    }

    fn sum(&mut self, terms: &[(Rational, Expr)]) -> Result<Tree, RenderError> {
        let keyed: Result<Vec<_>, _> = terms.iter().map(|(c, e)| self.term(c, *e)).collect();
        let mut keyed = keyed?;
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        let mut terms: Vec<Term> = keyed.into_iter().map(|(_, term)| term).collect();
        lead_with_a_positive_term(&mut terms);
        Ok(Tree::sum(terms))
    }

    /// The term `c · e` of a sum, with what decides its place.
    fn term(&mut self, c: &Rational, e: Expr) -> Result<(TermKey, Term), RenderError> {
        let mut coefficient = c.clone();
        let powers = match e.node() {
            Node::Product(powers) => powers.to_vec(),
            Node::Number(r) => {
                coefficient = &coefficient * &r;
                Vec::new()
            }
            _ => vec![(e, Rational::ONE)],
        };
        let factors: Result<Vec<_>, _> =
            powers.into_iter().map(|(base, k)| self.factor(base, k)).collect();
        let mut factors = factors?;
        factors.sort_by(Factor::compare);
        let key = TermKey::of(&factors);
        let body = if self.tidy {
            fraction(&coefficient.abs(), factors)
        } else {
            faithful_fraction(&coefficient.abs(), factors)
        };
        Ok((key, Term { negative: coefficient.is_negative(), body }))
    }

    fn factor(&mut self, base: Expr, exponent: Rational) -> Result<Factor, RenderError> {
        let Facts { level, multiplier, .. } = self.census.facts(base)?;
        let base = self.any(base)?;
        let mut names = Vec::new();
        self.names(&base, &mut names);
        Ok(Factor { base, exponent, level, names, multiplier })
    }

    /// The first [`LONGEST_KEY`] names of a tree.
    fn names(&self, tree: &Tree, found: &mut Vec<Rank>) {
        if found.len() == LONGEST_KEY {
            return;
        }
        match tree {
            Tree::Number(_) => {}
            Tree::Name(name) => {
                let place = self.places.get(&name.text).copied().unwrap_or(usize::MAX);
                found.push(Rank { place, name: name.clone() });
            }
            Tree::Sum(terms) => terms.iter().for_each(|t| self.names(&t.body, found)),
            Tree::Product(parts) | Tree::Call(_, parts) => {
                parts.iter().for_each(|part| self.names(part, found));
            }
            Tree::Fraction(above, below) => {
                self.names(above, found);
                self.names(below, found);
            }
            Tree::Power(base, _) | Tree::Root(base) | Tree::Operated(_, base) => {
                self.names(base, found);
            }
            Tree::Slope(of, by) => {
                self.names(of, found);
                self.names(by, found);
            }
        }
    }
}

/// `coefficient · Π factors` as one fraction, for a coefficient that is not negative.
fn fraction(coefficient: &Rational, factors: Vec<Factor>) -> Tree {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for Factor { base, exponent, .. } in factors {
        let side = if exponent.is_negative() { &mut below } else { &mut above };
        side.push(Tree::power(base, exponent.abs()));
    }
    if below.is_empty() {
        return Tree::product(with_number(coefficient, above));
    }
    let number = |n: &alembert_algebra::Integer| Rational::from(n.clone());
    let above = with_number(&number(coefficient.numer()), above);
    let below = with_number(&number(coefficient.denom()), below);
    Tree::Fraction(Box::new(Tree::product(above)), Box::new(Tree::product(below)))
}

/// The same, but a number does not join a single bracket below: `x/(a + b)/2`. Read back,
/// `2 (a + b)` would be another sum.
fn faithful_fraction(coefficient: &Rational, factors: Vec<Factor>) -> Tree {
    let below: Vec<&Factor> = factors.iter().filter(|f| f.exponent.is_negative()).collect();
    match below.as_slice() {
        [Factor { base: Tree::Sum(_), exponent, .. }] if *exponent == Rational::MINUS_ONE => {
            let quotient = fraction(&coefficient.numer().clone().into(), factors);
            if coefficient.is_integer() {
                return quotient;
            }
            let denominator = Tree::Number(coefficient.denom().clone().into());
            Tree::Fraction(Box::new(quotient), Box::new(denominator))
        }
        _ => fraction(coefficient, factors),
    }
}

/// The factors with a number in front, unless it is one.
fn with_number(number: &Rational, mut factors: Vec<Tree>) -> Vec<Tree> {
    if !number.is_one() {
        factors.insert(0, Tree::Number(number.clone()));
    }
    factors
}
