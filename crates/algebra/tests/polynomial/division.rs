//! Exact division and pseudo-division.

use alembert_algebra::polynomial::{Budget, Poly};

use super::random::{Random, Shape, ample, int, times, x};

const SHAPE: Shape = Shape { atoms: 4, terms: 7, degree: 3 };

fn quotient(a: &Poly, b: &Poly) -> Option<Poly> {
    a.div_exact(b, &ample()).unwrap()
}

#[test]
fn division_undoes_multiplication() {
    let mut random = Random(21);
    for _ in 0..1500 {
        let (a, b) = (random.poly(SHAPE), random.nonzero(SHAPE));
        assert_eq!(quotient(&times(&a, &b), &b), Some(a));
    }
}

#[test]
fn short_polynomials_divide_whether_their_quotient_is_short_or_long() {
    let mut random = Random(24);
    let short = Shape { atoms: 2, terms: 2, degree: 2 };
    for _ in 0..1500 {
        let (a, b) = (random.poly(short), random.nonzero(short));
        assert_eq!(quotient(&times(&a, &b), &b), Some(a.clone()));
        let q = quotient(&(&times(&a, &b) + &x(1)), &b);
        assert!(q.is_none_or(|q| times(&q, &b) == &times(&a, &b) + &x(1)));
    }
    let power = |n| x(0).pow(n, &ample()).unwrap();
    for n in [2, 7, 8, 9, 20] {
        let sum = (1..n).fold(int(1), |sum, k| &sum + &power(k));
        assert_eq!(quotient(&(&power(n) - &int(1)), &(&x(0) - &int(1))), Some(sum));
    }
    assert_eq!(quotient(&power(3), &(&x(0) + &int(1))), None);
}

#[test]
fn a_quotient_is_never_invented() {
    let mut random = Random(22);
    let mut refused = 0;
    for _ in 0..1500 {
        let (a, b, r) = (random.poly(SHAPE), random.nonzero(SHAPE), random.poly(SHAPE));
        let dividend = &times(&a, &b) + &r;
        match quotient(&dividend, &b) {
            Some(q) => assert_eq!(times(&q, &b), dividend),
            None => refused += 1,
        }
    }
    assert!(refused > 500, "only {refused} refusals");
}

#[test]
fn integers_and_zero_divide_as_they_should() {
    assert_eq!(quotient(&int(6), &int(4)), None);
    assert_eq!(quotient(&int(6), &int(-3)), Some(int(-2)));
    assert_eq!(quotient(&int(6), &Poly::zero()), None);
    assert_eq!(quotient(&Poly::zero(), &Poly::zero()), None);
    assert_eq!(quotient(&Poly::zero(), &x(1)), Some(Poly::zero()));
    let double = &x(0).scale(&2.into()).unwrap() + &int(2);
    assert_eq!(quotient(&(&x(0) + &int(1)), &double), None);
    assert_eq!(quotient(&x(0), &x(20)), None);
}

#[test]
fn a_division_refuted_by_an_image_costs_nothing() {
    let power = |atom, n| x(atom).pow(n, &ample()).unwrap();
    let middle = times(&times(&power(1, 50), &power(2, 50)), &x(3));
    let dividend = &(&power(0, 100) + &middle) - &power(3, 100);
    let divisor = &(&(&x(0) - &x(1)) - &x(2)) - &x(3);
    assert_eq!(dividend.div_exact(&divisor, &Budget::new(0)), Ok(None));
}

#[test]
fn a_division_stops_when_the_quotient_leaves_its_degrees() {
    // The quotient would contain x1, but then the dividend would contain x1².
    let dividend = &x(0).pow(60, &ample()).unwrap() + &(&x(1) + &int(2));
    let divisor = &(&x(0) - &x(1)) - &int(2);
    assert_eq!(dividend.div_exact(&divisor, &Budget::new(3)), Ok(None));
}

#[test]
fn pseudo_division_leaves_a_multiple_of_the_divisor() {
    let mut random = Random(23);
    for _ in 0..600 {
        let (a, b) = (random.poly(SHAPE), random.nonzero(SHAPE));
        let r = a.pseudo_remainder(&b, 0, &ample()).unwrap();
        assert!(r.is_zero() || r.degree(0) < b.degree(0));
        let steps = (a.degree(0) + 1).saturating_sub(b.degree(0));
        let steps = if a.is_zero() { 0 } else { steps };
        let power = b.leading_coefficient(0).pow(steps, &ample()).unwrap();
        let multiple = &times(&power, &a) - &r;
        assert!(quotient(&multiple, &b).is_some(), "{a} by {b} leaves {r}");
    }
    assert!(x(0).pseudo_remainder(&Poly::zero(), 0, &ample()).unwrap().is_zero());
}

#[test]
fn pseudo_remainder_has_the_sign_of_the_dividend() {
    // 2²·(x² + 3) = (2x − 1)(2x + 1) + 13
    let a = &times(&x(0), &x(0)) + &int(3);
    let b = &times(&int(2), &x(0)) + &int(1);
    assert_eq!(a.pseudo_remainder(&b, 0, &ample()).unwrap(), int(13));
    assert_eq!((-&a).pseudo_remainder(&b, 0, &ample()).unwrap(), int(-13));
}
