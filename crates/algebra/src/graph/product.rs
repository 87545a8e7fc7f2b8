//! Building products: numbers are pulled out, products inside products opened, equal bases
//! collected.

use super::expr::{Expr, LONGEST_NUMBER, order, poison};
use super::node::Node;
use super::pool::{self, Pool};
use super::sum::{intern_sum, sum_in, times};
use super::symbol::Kind;
use crate::Rational;

/// The product `Π base^exponent`, flattened, sorted, collected; numbers are pulled out.
#[must_use]
pub fn product(parts: Vec<(Expr, Rational)>) -> Expr {
    pool::with(|pool| product_in(pool, parts))
}

/// [`product`] for work that has the pool at hand.
pub(super) fn product_in(pool: &mut Pool, parts: Vec<(Expr, Rational)>) -> Expr {
    if let Some(fault) = poison(parts.iter().map(|t| t.0)) {
        return fault;
    }
    let Factors { coefficient, powers } = match Factors::of(pool, parts) {
        Ok(factors) => factors,
        Err(fault) => return fault,
    };
    if coefficient.is_zero() {
        return Expr::zero();
    }
    let power = match powers.as_slice() {
        [] => Expr::one(),
        [(e, k)] if k.is_one() => *e,
        _ => pool.intern_product(&powers),
    };
    match pool.node(power) {
        _ if coefficient.is_one() || power.fault().is_some() => power,
        Node::Number(_) | Node::Sum(_) => sum_in(pool, vec![(coefficient, power)]),
        _ => intern_sum(pool, &[(coefficient, power)]),
    }
}

/// A number and the powers beside it.
struct Factors {
    coefficient: Rational,
    powers: Vec<(Expr, Rational)>,
}

impl Factors {
    /// Equal bases are put together; a positive and a negative exponent stay apart unless the
    /// base cannot be zero. Putting exponents together can free a number or a product from its
    /// root (`√2·√2`), so this repeats until nothing changes.
    fn of(pool: &Pool, parts: Vec<(Expr, Rational)>) -> Result<Self, Expr> {
        let mut factors = Self { coefficient: Rational::ONE, powers: parts };
        loop {
            let opened = factors.open(pool)?;
            let merged = factors.merge(pool);
            // What was looked at and stayed as it is does not open now.
            if !(opened || merged) || !factors.any_opens(pool) {
                return Ok(factors);
            }
        }
    }

    fn any_opens(&self, pool: &Pool) -> bool {
        self.powers.iter().any(|(e, k)| opens(pool, *e, k))
    }

    /// Pushes every power again, if there is one that opens; says whether there was.
    fn open(&mut self, pool: &Pool) -> Result<bool, Expr> {
        if !self.any_opens(pool) {
            return Ok(false);
        }
        let capacity = 2 * self.powers.len();
        let powers = std::mem::replace(&mut self.powers, Vec::with_capacity(capacity));
        powers.into_iter().try_for_each(|(e, k)| self.push(pool, e, k))?;
        Ok(true)
    }

    fn push(&mut self, pool: &Pool, e: Expr, k: Rational) -> Result<(), Expr> {
        if k.is_zero() {
            return Ok(());
        }
        match pool.node(e) {
            Node::Number(r) => self.push_number(e, r, k)?,
            Node::Product(inner) if k.is_integer() => {
                self.powers.extend(inner.iter().map(|(e, j)| (*e, times(j, &k))));
            }
            Node::Sum(terms) if terms.len() == 1 && k.is_integer() => {
                let (c, e) = &terms[0];
                self.multiply(&number_power(c, &k)?);
                self.push(pool, *e, k)?;
            }
            _ => self.powers.push((e, k)),
        }
        Ok(())
    }

    fn push_number(&mut self, e: Expr, r: &Rational, k: Rational) -> Result<(), Expr> {
        if r.is_zero() && !k.is_negative() {
            self.coefficient = Rational::ZERO;
        } else if k.is_integer() || r.is_zero() {
            self.multiply(&number_power(r, &k)?);
        } else if let Some(root) = exact_root(r, &k) {
            self.multiply(&root?);
        } else {
            self.powers.push((e, k));
        }
        Ok(())
    }

    fn multiply(&mut self, c: &Rational) {
        self.coefficient = times(&self.coefficient, c);
    }

    /// Sorts the powers and puts equal bases together as far as allowed; says whether an exponent
    /// changed.
    fn merge(&mut self, pool: &Pool) -> bool {
        let before = self.powers.len();
        self.powers.sort_unstable_by(|a, b| {
            order(pool, a.0, b.0).then_with(|| a.1.is_negative().cmp(&b.1.is_negative()))
        });
        self.powers.dedup_by(|next, last| {
            let equal = next.0 == last.0
                && (next.1.is_negative() == last.1.is_negative() || nonzero(pool, next.0));
            if equal {
                last.1 = &last.1 + &next.1;
            }
            equal
        });
        let merged = self.powers.len() < before;
        self.powers.retain(|f| !f.1.is_zero());
        merged
    }
}

/// Is `e^k` a number or a product of other powers?
fn opens(pool: &Pool, e: Expr, k: &Rational) -> bool {
    match pool.node(e) {
        Node::Number(r) => k.is_integer() || r.is_zero() || exact_root(r, k).is_some(),
        Node::Product(_) => k.is_integer(),
        Node::Sum(terms) => terms.len() == 1 && k.is_integer(),
        Node::Symbol(_) | Node::Apply(..) => false,
    }
}

/// Can the base not be zero? Numbers in a product are not, nor are positive parameters.
fn nonzero(pool: &Pool, e: Expr) -> bool {
    match pool.node(e) {
        Node::Number(_) => true,
        Node::Symbol(s) => matches!(s.kind, Kind::Parameter { positive: true } | Kind::Pi),
        _ => false,
    }
}

/// `r^k` for an integer `k`, or the fault.
fn number_power(r: &Rational, k: &Rational) -> Result<Rational, Expr> {
    if r.is_zero() && k.is_negative() {
        return Err(Expr::undefined());
    }
    if r.is_one() || r.is_zero() {
        return Ok(r.clone());
    }
    let small = k.to_i64().and_then(|k| i32::try_from(k).ok());
    match small {
        Some(k) if r.bits().saturating_mul(u64::from(k.unsigned_abs())) <= LONGEST_NUMBER => {
            r.pow(k).ok_or(Expr::undefined())
        }
        _ if *r == Rational::MINUS_ONE => Ok(parity_sign(k)),
        _ => Err(Expr::overflow()),
    }
}

fn parity_sign(k: &Rational) -> Rational {
    if k.numer().modulo(2) == 0 { Rational::ONE } else { Rational::MINUS_ONE }
}

/// `r^(n/2)` when `r` is the square of a rational.
fn exact_root(r: &Rational, k: &Rational) -> Option<Result<Rational, Expr>> {
    if k.denom().to_i64() != Some(2) {
        return None;
    }
    let root = Rational::new(r.numer().sqrt_exact()?, r.denom().sqrt_exact()?)?;
    Some(number_power(&root, &k.numer().clone().into()))
}
