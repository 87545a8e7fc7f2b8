//! Where the constraints lose rank, on the set of the position constraints.
//!
//! The conditions come from `minors`, their real solutions part by part from `locus`. A part is
//! reported when it is proved to have real points: its factors are solved for coordinates; a factor
//! that cannot be solved changes its sign on a line, hence vanishes on it.
//!
//! Known limits: poles of the coefficients are not looked at.

use alembert_algebra::evaluate::evaluate;
use alembert_algebra::polynomial::Poly;
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Elementary, Expr, Function, Node, postorder};

use super::echelon::functions;
use super::forms::Forms;
use super::locus::{largest, locus, never_vanishes};
use super::minors::Rows;
use super::sparse::{self, Row};
use super::surface::{Surface, solved_linearly};
use crate::Reason;
use crate::witness::{Choice, apart};

/// Products of terms that the minors may take.
const LARGEST_LOCUS: u64 = 300_000;
/// Real points at which the sign of a factor is looked at.
const POINTS: u64 = 12;

/// Where the rank of the constraints is smaller than elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RankDrops {
    /// Parts of the locus: expressions that vanish together.
    pub parts: Vec<Vec<Expr>>,
    /// Possible parts of which it is not known whether they have real points.
    pub open: Vec<Vec<Expr>>,
}

/// The locus of the forms, of which those with the given numbers are independent and the others
/// follow from them. Where the former lose rank the latter may take their place: (x' − y') sin θ and
/// (x' − y') cos θ never vanish together. So these are looked at where they matter.
///
/// # Errors
/// A limit; there are too many minors or parts.
pub(super) fn rank_drops(forms: &Forms, kept: &[usize]) -> Result<RankDrops, Reason> {
    let of_kept = drops_of(forms, kept, kept.len());
    if kept.len() == forms.rows.len() || of_kept == Ok(RankDrops::default()) {
        return of_kept;
    }
    let others = (0..forms.rows.len()).filter(|i| !kept.contains(i));
    let all: Vec<usize> = kept.iter().copied().chain(others).collect();
    drops_of(forms, &all, kept.len())
}

/// Where the forms with the given numbers have a rank below the one that they have elsewhere. What
/// is a factor depends on the base angles: when something is left open, other ones are tried.
fn drops_of(forms: &Forms, numbers: &[usize], rank: usize) -> Result<RankDrops, Reason> {
    let plain = |e: &Expr| forms.surface.restrict_plainly(*e);
    let entries: Vec<Vec<Expr>> =
        numbers.iter().map(|&i| forms.rows[i][..forms.n].iter().map(plain).collect()).collect();
    let phi: Vec<Expr> = forms.phi.iter().map(plain).collect();
    let problem = Problem { forms, entries, phi, rank };
    let roots: Vec<Expr> = problem.entries.iter().flatten().chain(&problem.phi).copied().collect();
    let mut best = problem.drops(Ring::new(&roots)?);
    for of_sums in [false, true] {
        if best.as_ref().is_ok_and(|drops| drops.open.is_empty()) {
            return best;
        }
        let other = problem.drops(Ring::with_first(&functions(&roots, of_sums), &roots)?);
        best = match (best, other) {
            (Ok(best), Ok(other)) if other.open.len() < best.open.len() => Ok(other),
            (Ok(best), _) => Ok(best),
            (Err(_), other) => other,
        };
    }
    best
}

/// Forms on the set of positions, as far as it is given by simple values.
struct Problem<'a> {
    forms: &'a Forms,
    entries: Vec<Vec<Expr>>,
    phi: Vec<Expr>,
    /// The rank of the entries at almost every point.
    rank: usize,
}

impl Problem<'_> {
    /// The locus with the factors that a ring sees.
    fn drops(&self, mut ring: Ring) -> Result<RankDrops, Reason> {
        ring.set_budget(LARGEST_LOCUS);
        let rows = self.entries.iter().map(|row| sparse::row(&mut ring, row));
        let rows: Vec<Row> = rows.collect::<Result<_, _>>()?;
        let phi = self.phi.iter().map(|&e| Ok(ring.value(e)?.num));
        let phi: Vec<Poly> = phi.collect::<Result<Vec<_>, Reason>>()?;
        let on: Vec<Poly> = phi.into_iter().filter(|p| !p.is_zero()).collect();
        let columns = (0..self.forms.n).collect();
        let minors = Rows { ring: &ring, rows, columns, on: &on, rank: self.rank }.minors()?;
        let Some(minors) = minors else { return Ok(RankDrops::default()) };
        let mut drops = RankDrops::default();
        for part in locus(&ring, minors)? {
            self.note(&ring, &part, &on, &mut drops)?;
        }
        largest(&mut drops.parts);
        let place = |e: &Expr| self.place(*e);
        drops.parts.sort_by_key(|part| (part.len(), part.iter().map(place).collect::<Vec<_>>()));
        Ok(drops)
    }

    /// Keeps a part, if it has real points.
    fn note(
        &self,
        ring: &Ring,
        part: &[Poly],
        on: &[Poly],
        drops: &mut RankDrops,
    ) -> Result<(), Reason> {
        let expression = |p: &Poly| ring.expression(&Fraction::polynomial(p.clone()));
        let mut factors: Vec<Expr> = part.iter().map(expression).collect();
        factors.sort_by_key(|&e| self.place(e));
        let known = |list: &[Vec<Expr>]| list.iter().any(|p| p.iter().all(|f| factors.contains(f)));
        if known(&drops.parts) || known(&drops.open) {
            return Ok(());
        }
        let equations: Vec<Poly> = part.iter().chain(on).cloned().collect();
        let smaller = if on.is_empty() { vec![part.to_vec()] } else { locus(ring, equations)? };
        if smaller.is_empty() {
            return Ok(());
        }
        let has_points = |part: &Vec<Poly>| {
            let factors: Vec<Expr> = part.iter().map(expression).collect();
            !part.iter().any(|p| never_vanishes(ring, p)) && self.has_points(&factors)
        };
        if smaller.iter().any(has_points) {
            drops.parts.push(factors);
        } else {
            drops.open.push(factors);
        }
        Ok(())
    }

    /// Where an expression stands among the coordinates; after them when it is none.
    fn place(&self, e: Expr) -> usize {
        self.forms.x.iter().position(|&x| x == e).unwrap_or(self.forms.x.len())
    }

    /// Is it proved that all factors vanish together at some real point?
    fn has_points(&self, factors: &[Expr]) -> bool {
        let mut values: Vec<(Expr, Expr)> = Vec::new();
        let mut curved: Vec<Expr> = Vec::new();
        for &factor in factors {
            let at = Surface::point(values.clone(), Vec::new());
            let equation = at.restrict(angle(factor).unwrap_or(factor));
            let mut free = self.forms.x.iter().filter(|x| values.iter().all(|(y, _)| y != *x));
            match free.find_map(|&x| solved_linearly(equation, x)) {
                Some(value) => values.push(value),
                None => curved.push(factor),
            }
        }
        let at = Surface::point(values, Vec::new());
        let left: Vec<Expr> = curved
            .into_iter()
            .map(|e| at.restrict(e))
            .filter(|&e| at.vanishes(e) != Ok(true))
            .collect();
        match left.as_slice() {
            [] => true,
            [one] => changes_sign(*one),
            _ => self.vanish_at_the_origin(&left),
        }
    }

    fn vanish_at_the_origin(&self, factors: &[Expr]) -> bool {
        let origin = self.forms.x.iter().map(|&x| (x, Expr::zero())).collect();
        let at = Surface::point(origin, Vec::new());
        factors.iter().all(|&e| at.vanishes(e) == Ok(true))
    }
}

/// Is the expression continuous everywhere, and does it have both signs?
fn changes_sign(e: Expr) -> bool {
    use Elementary as E;
    let continuous = postorder(&[e]).into_iter().all(|e| match e.node() {
        Node::Number(_) | Node::Symbol(_) | Node::Sum(_) => true,
        Node::Product(powers) => powers.iter().all(|(_, k)| k.is_integer() && !k.is_negative()),
        Node::Apply(f, _) => [E::Sin, E::Cos, E::Exp].map(Function::Elementary).contains(&f),
    });
    let value = |number| {
        let point = apart(&[e], &Choice::default(), number)?;
        let ball = evaluate(&[e], &point).ok()?[0];
        ball.excludes_zero().then(|| ball.mid().hi() > 0.0)
    };
    let signs: Vec<bool> = (0..POINTS).filter_map(value).collect();
    continuous && signs.contains(&true) && signs.contains(&false)
}

/// What vanishes where the factor does, as far as it is an angle: θ for sin θ and cos θ − 1, θ − π
/// for cos θ + 1, θ ∓ π/2 for cos θ and sin θ ∓ 1.
fn angle(e: Expr) -> Option<Expr> {
    use Elementary as E;
    let (one, pi) = (Expr::one(), Expr::pi());
    let applied = postorder(&[e]).into_iter().find_map(|e| match e.node() {
        Node::Apply(Function::Elementary(f @ (E::Sin | E::Cos)), x) => Some((f, x[0], e)),
        _ => None,
    });
    let (f, x, value) = applied?;
    let quarter = pi / Expr::from(2);
    let places = match f {
        E::Sin => [(value, x), (value - one, x - quarter), (value + one, x + quarter)],
        _ => [(value, x - quarter), (value - one, x), (value + one, x - pi)],
    };
    places.into_iter().find(|&(factor, _)| factor == e || factor == -e).map(|(_, angle)| angle)
}
