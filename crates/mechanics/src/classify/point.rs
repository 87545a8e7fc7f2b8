//! The growth vector at a given point, exactly.
//!
//! Away from almost every point ranks may be smaller and grow later. There the fields of Dₖ are not
//! a basis of anything, and all brackets are needed, but only their Taylor polynomials at the point:
//! a bracket of k fields to the order K − k when brackets of up to K fields are asked for.
//!
//! A bracket whose Taylor polynomial is a combination, with constant coefficients, of others that
//! are not longer gives nothing new, and neither do its brackets: it is left out. This keeps the
//! brackets of trigonometric fields few.

use alembert_algebra::ring::Ring;
use alembert_algebra::{Expr, Kind, Node, Rational, Vector, contains, postorder, symbols};

use super::combination::cleared;
use super::echelon::{Echelon, echelon};
use super::forms::Forms;
use super::jet::{HIGHEST_ORDER, JetField, MOST_VARIABLES, jet_bracket, values};
use super::shift::shifted;
use super::span::Span;
use super::surface::Surface;
use super::taylor::expand;
use super::{Open, certain_forms, hidden_constraints, other_constraints};
use crate::{Reason, System};

/// Lengths of brackets that are tried one after the other.
const LENGTHS: [u32; 4] = [5, 8, 13, 21];
/// Products of terms for all brackets of one length: some seconds. Four trailers need a third.
const LARGEST_GROWTH: u64 = 4_000_000;

/// The ranks of the allowed directions and their brackets at a point, until the rank is reached
/// that they have almost everywhere, `generic`. The point gives each coordinate (and time) an exact
/// value.
///
/// # Errors
/// Why it is not decided: the point does not satisfy the position constraints, the constraints lose
/// rank there, a limit.
pub fn growth_at(
    system: &System,
    point: &[(Expr, Expr)],
    generic: usize,
) -> Result<Vec<usize>, Open> {
    let forms = Forms::new(system, &certain_forms(&hidden_constraints(system)))?;
    if let Some(open) = other_constraints(system, &forms) {
        return Err(open);
    }
    let point = Point::new(&shifted(&forms, point), &forms);
    let at = point.surface();
    for constraint in system.constraints() {
        if constraint.order(system.q()) == Some(0) && !at.vanishes(constraint.phi)? {
            return Err(Open::OffTheSurface);
        }
    }
    let rank = echelon(&forms.rows, forms.n, &forms.surface)?.rows.len();
    let basis = echelon(&forms.rows, forms.n, &at);
    let basis = basis.map_err(|reason| match reason {
        Reason::Contradiction => Open::RankDrops,
        other => other.into(),
    })?;
    if basis.rows.len() < rank {
        return Err(Open::RankDrops);
    }
    let D = regular_fields(&basis, forms.x.len(), &at)?;
    let mut known = Vec::new();
    for length in LENGTHS {
        known = Growth::new(&forms.x, &D, &point, length)?.ranks(generic)?;
        if known.last().is_some_and(|&rank| rank >= generic) {
            return Ok(known);
        }
    }
    Err(Open::Deep(known.len()))
}

/// A basis of the allowed directions near a point. Without denominators brackets close sooner, as
/// long as the factor that clears a field does not vanish at the point.
fn regular_fields(basis: &Echelon, width: usize, at: &Surface) -> Result<Vec<Vector>, Open> {
    let (fields, free) = basis.kernel(width);
    let mut regular = Vec::new();
    for (field, j) in fields.into_iter().zip(free) {
        let without = cleared(&field)?;
        regular.push(if at.vanishes(without[j])? { field } else { without });
    }
    Ok(regular)
}

/// A point, with symbols for the numbers that stand inside functions: 0.6435 + π/2 there is a + π/2
/// with the symbol a, and 9π/14 is b + π/2 with b = π/7. What vanishes for every a vanishes at the number; what does not is looked at
/// by enclosures. So no sine of a large multiple of a small angle is ever expanded.
struct Point {
    values: Vec<(Expr, Expr)>,
    numbers: Vec<(Expr, Expr)>,
}

impl Point {
    fn new(given: &[(Expr, Expr)], forms: &Forms) -> Self {
        let entries: Vec<Expr> = forms.rows.iter().flat_map(|row| row.iter().copied()).collect();
        let applications =
            postorder(&entries).into_iter().filter(|e| matches!(e.node(), Node::Apply(..)));
        let inside = symbols(&applications.collect::<Vec<_>>());
        let mut point = Self { values: Vec::new(), numbers: Vec::new() };
        for &(x, value) in given {
            let value = if inside.contains(&x) { point.named(value) } else { value };
            point.values.push((x, value));
        }
        point
    }

    /// The value with a symbol for the number in it, and one for a multiple of π whose sine is not in
    /// the table.
    fn named(&mut self, value: Expr) -> Expr {
        let terms = match value.node() {
            Node::Sum(terms) => terms.to_vec(),
            _ => vec![(Rational::ONE, value)],
        };
        let named = terms.into_iter().map(|(r, term)| match (term.node(), is_pi(term)) {
            (_, true) => self.multiple_of_pi(&r),
            (Node::Number(number), _) => self.number(&(&r * &number)),
            _ => term.scale(&r),
        });
        Expr::sum(named.collect::<Vec<_>>())
    }

    /// A number by its symbol.
    fn number(&mut self, number: &Rational) -> Expr {
        if number.is_zero() {
            return Expr::zero();
        }
        let symbol = self.symbol(&format!("_{:?}", number.abs()), Expr::number(number.abs()));
        if number.is_negative() { -symbol } else { symbol }
    }

    /// `r π` as it is, where its sine is in the table, and otherwise as a multiple of π/2 and a symbol
    /// for the rest.
    fn multiple_of_pi(&mut self, r: &Rational) -> Expr {
        let parts = (r.numer().to_i64(), r.denom().to_i64());
        let (Some(n), Some(d)) = parts else { return Expr::pi().scale(r) };
        let halves = n.checked_mul(2).filter(|_| 12 % d != 0).map(|n| n.div_euclid(d));
        let Some(halves) = halves else { return Expr::pi().scale(r) };
        let turned = Rational::ratio(halves, 2);
        let rest = r - &turned;
        let symbol = self.symbol(&format!("_{rest:?} pi"), Expr::pi().scale(&rest));
        Expr::pi().scale(&turned) + symbol
    }

    /// A symbol for a number.
    fn symbol(&mut self, name: &str, value: Expr) -> Expr {
        let symbol = Expr::symbol(name, Kind::Auxiliary, 0);
        if self.numbers.iter().all(|&(s, _)| s != symbol) {
            self.numbers.push((symbol, value));
        }
        symbol
    }

    fn surface(&self) -> Surface {
        Surface::point(self.values.clone(), self.numbers.clone())
    }
}

fn is_pi(e: Expr) -> bool {
    e.as_symbol().is_some_and(|s| s.kind == Kind::Pi)
}

/// Brackets at a point.
struct Growth {
    ring: Ring,
    /// The component of each variable.
    place: Vec<usize>,
    X: Vec<JetField>,
    /// Brackets of up to so many fields.
    length: u32,
    /// What symbols stand for.
    constants: Surface,
}

impl Growth {
    fn new(x: &[Expr], D: &[Vector], point: &Point, length: u32) -> Result<Self, Open> {
        let entries: Vec<Expr> = D.iter().flat_map(|f| f.iter().copied()).collect();
        let moves = |x: Expr| entries.iter().any(|&e| contains(e, x));
        let place: Vec<usize> = (0..x.len()).filter(|&j| moves(x[j])).collect();
        if place.len() > MOST_VARIABLES || length > HIGHEST_ORDER {
            return Err(Open::Deep(1));
        }
        let at = point.surface();
        let mut ring = Ring::new(&at.restrict_all(&entries))?;
        ring.set_budget(LARGEST_GROWTH);
        let variables: Vec<Expr> = place.iter().map(|&j| x[j]).collect();
        let X = expand(D, &mut ring, &point.values, &variables, length - 1)?;
        Ok(Self { ring, place, X, length, constants: at.numbers_only() })
    }

    /// The ranks of D₁, D₂, … at the point, until `generic` is reached.
    fn ranks(&self, generic: usize) -> Result<Vec<usize>, Open> {
        let mut span = Span::new();
        let mut fresh = self.X.clone();
        let mut rows: Vec<Vector> = Vec::new();
        let mut ranks = Vec::new();
        for k in 1..=self.length {
            let order = self.length - k;
            if k > 1 {
                fresh = self.next(&fresh, k, order)?;
            }
            span.truncate(order);
            let mut new = Vec::new();
            for field in fresh {
                if !span.contains(&self.ring, &field)? {
                    new.push(field);
                }
            }
            fresh = new;
            rows.extend(fresh.iter().map(|field| values(&self.ring, field).into()));
            let width = self.X.first().map_or(0, Vec::len);
            let reduced = echelon(&rows, width, &self.constants)?;
            ranks.push(reduced.rows.len());
            rows = reduced.rows;
            if ranks.last() >= Some(&generic) {
                break;
            }
        }
        Ok(ranks)
    }

    /// The brackets of the fields X with the brackets of k − 1 fields.
    fn next(&self, fresh: &[JetField], k: u32, order: u32) -> Result<Vec<JetField>, Open> {
        let mut found = Vec::new();
        for (i, X) in self.X.iter().enumerate() {
            for Y in fresh.iter().skip(if k == 2 { i + 1 } else { 0 }) {
                found.push(jet_bracket(&self.ring, &self.place, (X, Y), order)?);
            }
        }
        Ok(found)
    }
}
