//! The laws of a commutative ring, and of the operations that take polynomials apart.

use alembert_algebra::Integer;
use alembert_algebra::polynomial::{AtomSet, Budget, Poly};

use super::random::{Random, Shape, ample, int, times, x};

const SHAPE: Shape = Shape { atoms: 4, terms: 6, degree: 3 };
const PRIMES: [u64; 3] = [(1 << 61) - 1, 1_000_003, 7];

#[test]
fn sums_and_products_obey_the_ring_laws() {
    let mut random = Random(11);
    for _ in 0..1000 {
        let [a, b, c] = [0; 3].map(|_| random.poly(SHAPE));
        assert_eq!(&a + &b, &b + &a);
        assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        assert_eq!(&(&a - &b) + &b, a);
        assert_eq!(&a + &-&a, Poly::zero());
        assert_eq!(times(&a, &b), times(&b, &a));
        assert_eq!(times(&times(&a, &b), &c), times(&a, &times(&b, &c)));
        assert_eq!(times(&a, &(&b - &c)), &times(&a, &b) - &times(&a, &c));
        assert_eq!(times(&a, &Poly::one()), a);
    }
}

#[test]
fn a_large_product_is_the_sum_of_its_small_parts() {
    let mut random = Random(12);
    let large = Shape { atoms: 5, terms: 400, degree: 4 };
    for _ in 0..4 {
        let (a, b) = (random.nonzero(large), random.nonzero(large));
        let rows = a.terms().chunks(8).map(|rows| times(&Poly::from_terms(rows.to_vec()), &b));
        assert_eq!(times(&a, &b), rows.fold(Poly::zero(), |sum, row| &sum + &row));
    }
}

#[test]
fn powers_are_repeated_products() {
    let mut random = Random(13);
    for _ in 0..60 {
        let a = random.poly(Shape { atoms: 2, terms: 3, degree: 2 });
        let mut power = Poly::one();
        for n in 0..7 {
            assert_eq!(a.pow(n, &ample()).unwrap(), power);
            power = times(&power, &a);
        }
    }
}

#[test]
fn powers_take_the_cheaper_way() {
    let products = |base: &Poly, n: u32| {
        let budget = Budget::new(u64::MAX);
        base.pow(n, &budget).unwrap();
        budget.used()
    };
    // Binomial: 1 + (9·9 + … ) by squaring, 2·(2 + … + 16) by multiplication.
    assert_eq!(products(&(&x(0) + &int(1)), 16), 4 + 9 + 25 + 81);
    // Five atoms: 5·(5 + 15 + 35) by multiplication, 25 + 225 by squaring.
    let sum = (0..5).fold(Poly::zero(), |sum, atom| &sum + &x(atom));
    assert_eq!(products(&sum, 3), 5 * (5 + 15));
}

#[test]
fn evaluation_is_a_homomorphism() {
    let mut random = Random(14);
    for i in 0..1000 {
        let p = PRIMES[i % 3];
        let [a, b] = [0; 2].map(|_| random.poly(SHAPE));
        let point: Vec<u64> = (0..4).map(|_| random.next()).collect();
        let at = |f: &Poly| u128::from(f.eval_mod(p, &point).unwrap());
        assert_eq!(at(&(&a + &b)), (at(&a) + at(&b)) % u128::from(p));
        assert_eq!(at(&times(&a, &b)), at(&a) * at(&b) % u128::from(p));
        let line = a.image_mod(p, 2, &point).unwrap();
        let horner = line
            .iter()
            .rev()
            .fold(0, |sum, &c| (sum * u128::from(point[2] % p) + u128::from(c)) % u128::from(p));
        assert_eq!(horner, at(&a));
    }
    assert_eq!((&x(0) - &int(9)).eval_mod(7, &[1]), Some(6));
    assert_eq!(x(3).eval_mod(7, &[1, 1]), None);
    assert_eq!(x(3).eval_mod(0, &[1; 4]), None);
    assert_eq!(int(5).eval_mod(1, &[]), Some(0));
}

#[test]
fn parts_make_the_whole() {
    let mut random = Random(15);
    let set: AtomSet = [1, 3].into_iter().collect();
    for _ in 0..500 {
        let a = random.nonzero(SHAPE);
        assert_eq!(Poly::from_coefficients(2, &a.coefficients(2)).unwrap(), a);
        assert_eq!(a.coefficients(2).pop().unwrap(), a.leading_coefficient(2));
        assert_eq!(a.coefficients(2).len(), a.degree(2) as usize + 1);
        let (content, part) = a.primitive();
        assert_eq!(part.scale(&content).unwrap(), a);
        assert!(part.content().is_one() && !part.leads_negative());
        let (common, rest) = a.without_monomial();
        assert_eq!(rest.shift(&common).unwrap(), a);
        assert!(rest.common_monomial().is_one());
        let groups = a.groups(&set);
        let whole = groups.iter().fold(Poly::zero(), |sum, (m, c)| &sum + &c.shift(m).unwrap());
        assert_eq!(whole, a);
        assert!(groups.windows(2).all(|pair| pair[0].0 > pair[1].0));
        assert!(groups.iter().all(|(_, c)| !c.contains(1) && !c.contains(3)));
        assert!(a.atoms().all(|atom| a.contains(atom) && a.degree(atom) > 0));
    }
    assert!(Poly::zero().coefficients(0).is_empty());
    assert_eq!(Poly::zero().primitive(), (Integer::ZERO, Poly::zero()));
}

#[test]
fn derivatives_obey_the_product_rule() {
    let mut random = Random(16);
    for _ in 0..500 {
        let [a, b] = [0; 2].map(|_| random.poly(SHAPE));
        let product = &times(&a.derivative(1), &b) + &times(&a, &b.derivative(1));
        assert_eq!(times(&a, &b).derivative(1), product);
    }
    assert_eq!(x(0).pow(5, &ample()).unwrap().derivative(0).to_string(), "5*x0^4");
    assert!(x(0).derivative(1).is_zero());
}

#[test]
fn composition_is_a_homomorphism() {
    let mut random = Random(17);
    let shape = Shape { atoms: 3, terms: 3, degree: 2 };
    for _ in 0..300 {
        let [a, b, value] = [0; 3].map(|_| random.poly(shape));
        let put = |f: &Poly| f.compose(1, &value, &ample()).unwrap();
        assert_eq!(put(&(&a - &b)), &put(&a) - &put(&b));
        assert_eq!(put(&times(&a, &b)), times(&put(&a), &put(&b)));
    }
    assert_eq!(x(1).compose(1, &x(4), &ample()).unwrap(), x(4));
    assert_eq!(x(2).compose(1, &x(4), &ample()).unwrap(), x(2));
}

#[test]
fn text_is_in_descending_order() {
    let p = &times(&times(&x(0), &x(0)), &x(3)) - &int(2);
    assert_eq!(p.to_string(), "x0^2*x3 - 2");
    assert_eq!((&int(1) - &times(&int(3), &x(1))).to_string(), "-3*x1 + 1");
    assert_eq!(Poly::zero().to_string(), "0");
    assert_eq!((-&x(7)).to_string(), "-x7");
}
