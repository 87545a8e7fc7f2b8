//! Is an expression affine in some symbols, `a(q) v + b(q)`?

use alembert_algebra::ring::Ring;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{
    Elementary, Expr, Function, Node, Substitution, contains, gradient, postorder, symbols,
};

/// Is it proved that `e` is affine in the symbols `v`?
///
/// ```
/// use alembert_algebra::{Elementary, Expr, Kind, apply};
/// use alembert_mechanics::affine::is_affine;
/// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// assert!(is_affine(x * x * v + x, &[v]));
/// assert!(!is_affine(v * v, &[v]));
/// assert!(!is_affine(apply(Elementary::Abs, &[v]), &[v])); // its slope jumps
/// assert!(!is_affine((v * v).sqrt(), &[v])); // and so does this one
/// ```
#[must_use]
pub fn is_affine(e: Expr, v: &[Expr]) -> bool {
    let zero = |c: &Expr| *c == Expr::zero() || zero_test(*c) == Verdict::Zero;
    let own = symbols(&[e]);
    let v: Vec<Expr> = v.iter().copied().filter(|x| own.contains(x)).collect();
    let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
    let mut is_defined = |slope: Expr| at_rest.apply(slope).fault().is_none();
    gradient(e, &v).iter().all(|&slope| {
        gradient(slope, &v).iter().all(zero) && !jumps(slope, &v) && is_defined(slope)
    })
}

/// What is left of an expression when a divisor that contains some of the symbols cancels, if that is
/// affine in them. It has the same value and the same gradient wherever the expression has a value.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_mechanics::affine::cancelled;
/// let [v, w] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// assert_eq!(cancelled((v * v - w * w) / (v + w), &[v, w]), Some(v - w));
/// assert_eq!(cancelled((v * v + w * w) / (v + w), &[v, w]), None); // nothing cancels
/// assert_eq!(cancelled((v - w) / (v * v + Expr::one()), &[v, w]), None);
/// ```
#[must_use]
pub fn cancelled(e: Expr, v: &[Expr]) -> Option<Expr> {
    if !divides_by(e, v) || is_affine(e, v) {
        return None;
    }
    let mut ring = Ring::new(&[e]).ok()?;
    let value = ring.value(e).ok()?;
    let short = ring.expression(&value);
    (!divides_by(short, v) && is_affine(short, v)).then_some(short)
}

/// Is something with one of the symbols divided by?
fn divides_by(e: Expr, v: &[Expr]) -> bool {
    let moves = |base: Expr| v.iter().any(|&x| contains(base, x));
    postorder(&[e]).into_iter().any(|e| match e.node() {
        Node::Product(powers) => powers.iter().any(|(base, k)| k.is_negative() && moves(*base)),
        _ => false,
    })
}

/// Does it contain a sign or an absolute value of the symbols? A sign has no slope, yet it changes.
fn jumps(e: Expr, v: &[Expr]) -> bool {
    let jump = [Elementary::Sign, Elementary::Abs].map(Function::Elementary);
    postorder(&[e]).into_iter().any(|e| match e.node() {
        Node::Apply(f, arguments) => {
            jump.contains(&f) && arguments.iter().any(|&a| v.iter().any(|&x| contains(a, x)))
        }
        _ => false,
    })
}
