//! Residues against big integers, and the facts about their primes.

use alembert_algebra::numeric::{Field, SplitMix64};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

const SMALL_PRIMES: [u64; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/// Miller and Rabin's test; the bases up to 37 decide every number below 3.3e24.
fn is_prime(n: u64) -> bool {
    let (one, n_big) = (BigUint::one(), BigUint::from(n));
    let twos = (n - 1).trailing_zeros();
    let odd = BigUint::from((n - 1) >> twos);
    SMALL_PRIMES[..12].iter().all(|&base| {
        let mut x = BigUint::from(base).modpow(&odd, &n_big);
        let mut witness = x != one;
        for _ in 0..twos {
            witness &= &x + &one != n_big;
            x = &x * &x % &n_big;
        }
        !witness
    })
}

#[test]
fn moduli_are_primes_of_the_form_four_n_plus_three() {
    assert!(!is_prime(2_305_843_009_213_693_953) && is_prime(1_000_003));
    for field in Field::ALL {
        let c = (1u64 << 61) - field.p();
        assert!(is_prime(field.p()), "{field:?}");
        assert_eq!(field.p() % 4, 3);
        assert!((1..1 << 24).contains(&c));
    }
    assert_eq!(Field::ALL[0].p(), (1 << 61) - 1);
}

#[test]
fn small_numbers_have_roots_in_all_fields_but_the_first() {
    for field in &Field::ALL[1..] {
        for n in SMALL_PRIMES.into_iter().chain([1, 4, 6, 10, 30, 2021, 46 * 94]) {
            let root = field.sqrt(n).unwrap();
            assert_eq!(field.mul(root, root), n);
        }
    }
    assert!([3, 7, 11].iter().all(|&n| Field::ALL[0].sqrt(n).is_none()));
    assert!(Field::ALL[0].sqrt(2).is_some());
}

#[test]
fn arithmetic_agrees_with_big_integers() {
    let mut generator = SplitMix64::new(7);
    for field in Field::ALL {
        let p = BigInt::from(field.p());
        let ends = [0, 1, 2, field.p() - 1, field.p() - 2, 1 << 60];
        for i in 0..1000 {
            let mut draw = |k: usize| {
                ends.get(i / k % 40).copied().unwrap_or_else(|| field.random(&mut generator))
            };
            let (a, b) = (draw(1), draw(7));
            let (x, y) = (BigInt::from(a), BigInt::from(b));
            assert_eq!(BigInt::from(field.mul(a, b)), &x * &y % &p);
            assert_eq!(BigInt::from(field.add(a, b)), (&x + &y) % &p);
            assert_eq!(BigInt::from(field.sub(a, b)), (&x - &y + &p) % &p);
            assert_eq!(BigInt::from(field.pow(a, b)), x.modpow(&y, &p));
            assert_eq!(field.add(a, field.neg(a)), 0);
            assert_eq!(field.div(field.mul(a, b), b), (b != 0).then_some(a));
            assert_eq!(field.inv(a).map(|inverse| field.mul(inverse, a)), (a != 0).then_some(1));
        }
    }
}

#[test]
fn roots_are_squares_and_multiplicative() {
    let mut generator = SplitMix64::new(8);
    for field in Field::ALL {
        for _ in 0..100 {
            let (a, b) = (field.random(&mut generator), field.random(&mut generator));
            let (x, y) = (field.mul(a, a), field.mul(b, b));
            let (root_x, root_y) = (field.sqrt(x).unwrap(), field.sqrt(y).unwrap());
            assert!(root_x == a || root_x == field.neg(a));
            assert!(field.sqrt(root_x).is_some(), "the root is a square itself");
            assert_eq!(field.sqrt(field.mul(x, y)), Some(field.mul(root_x, root_y)));
            assert_eq!(field.sqrt(field.neg(x)), None, "minus a square is none");
        }
        assert_eq!(field.sqrt(0), Some(0));
    }
}

#[test]
fn fractions_of_either_sign_have_residues() {
    let field = Field::ALL[2];
    let third = field.from_ratio(&(-2).into(), &6.into()).unwrap();
    assert_eq!(field.add(field.mul(third, 3), 1), 0);
    assert_eq!(field.from_i64_ratio(-2, 6), Some(third));
    assert_eq!(field.from_i64_ratio(2, -6), Some(third));
    let huge = BigInt::from(10).pow(100);
    assert_eq!(field.from_integer(&huge), field.pow(10, 100));
    assert_eq!(field.from_integer(&-&huge), field.neg(field.pow(10, 100)));
    assert_eq!(field.from_i64(i64::MIN), field.neg(field.pow(2, 63)));
    assert_eq!(field.from_ratio(&1.into(), &BigInt::from(field.p())), None);
    assert_eq!(field.from_i64_ratio(1, 0), None);
    assert_eq!(field.powi(3, -2), field.from_i64_ratio(1, 9));
    assert_eq!(field.powi(0, -1), None);
    assert_eq!(field.powi(0, 0), Some(1));
}

fn random_matrix(field: Field, n: usize, m: usize, generator: &mut SplitMix64) -> Vec<Vec<u64>> {
    (0..n).map(|_| (0..m).map(|_| field.random(generator)).collect()).collect()
}

fn product(field: Field, a: &[Vec<u64>], b: &[Vec<u64>], m: usize) -> Vec<Vec<u64>> {
    let entry = |row: &[u64], j: usize| {
        row.iter().zip(b).fold(0, |sum, (&x, other)| field.add(sum, field.mul(x, other[j])))
    };
    a.iter().map(|row| (0..m).map(|j| entry(row, j)).collect()).collect()
}

#[test]
fn rank_of_a_product_is_the_inner_dimension() {
    let mut generator = SplitMix64::new(9);
    let field = Field::ALL[3];
    for inner in 0..5 {
        let left = random_matrix(field, 6, inner, &mut generator);
        let right = random_matrix(field, inner, 7, &mut generator);
        assert_eq!(field.rank(product(field, &left, &right, 7)), inner);
    }
    assert_eq!(field.rank(vec![]), 0);
    assert_eq!(field.rank(vec![vec![]; 3]), 0);
    assert_eq!(field.rank(vec![vec![0, 0, 5], vec![0, 1], vec![0, 2, 10]]), 2);
    assert_eq!(field.pivot_columns(vec![vec![0, 2, 4, 1], vec![0, 1, 2, 9]]), [1, 3]);
}

#[test]
fn solutions_satisfy_their_systems() {
    let mut generator = SplitMix64::new(10);
    for field in Field::ALL {
        let a = random_matrix(field, 8, 8, &mut generator);
        let y: Vec<u64> = (0..8).map(|_| field.random(&mut generator)).collect();
        let column: Vec<Vec<u64>> = y.iter().map(|&y| vec![y]).collect();
        let h: Vec<u64> = product(field, &a, &column, 1).concat();
        assert_eq!(field.solve(a.clone(), &h), Some(y));
        let mut singular = a;
        singular[5] = singular[2].clone();
        assert_eq!(field.solve(singular.clone(), &h), None);
        assert_eq!(field.determinant(singular), Some(0));
    }
    let field = Field::ALL[0];
    assert_eq!(field.solve(vec![], &[]), Some(vec![]));
    assert_eq!(field.solve(vec![vec![1, 2]], &[1]), None);
    assert_eq!(field.solve(vec![vec![0, 2], vec![3, 0]], &[2, 3]), Some(vec![1, 1]));
}

#[test]
fn determinant_is_multiplicative_and_alternating() {
    let mut generator = SplitMix64::new(11);
    let field = Field::ALL[4];
    let a = random_matrix(field, 5, 5, &mut generator);
    let b = random_matrix(field, 5, 5, &mut generator);
    let det = |m: Vec<Vec<u64>>| field.determinant(m).unwrap();
    let of_product = det(product(field, &a, &b, 5));
    assert_eq!(of_product, field.mul(det(a.clone()), det(b)));
    let mut swapped = a.clone();
    swapped.swap(1, 4);
    assert_eq!(det(swapped), field.neg(det(a)));
    assert_eq!(det(vec![vec![0, 2], vec![3, 1]]), field.from_i64(-6));
    assert_eq!(det(vec![]), 1);
    assert_eq!(field.determinant(vec![vec![1, 2]]), None);
}

fn multiply(field: Field, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0; (a.len() + b.len()).saturating_sub(1)];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            c[i + j] = field.add(c[i + j], field.mul(x, y));
        }
    }
    c
}

#[test]
fn degree_of_the_common_divisor_is_found() {
    let mut generator = SplitMix64::new(12);
    let field = Field::ALL[5];
    for degree in 0..5 {
        let mut random =
            |n: usize| -> Vec<u64> { (0..=n).map(|_| field.random(&mut generator)).collect() };
        let common = random(degree);
        let (a, b) = (multiply(field, &common, &random(4)), multiply(field, &common, &random(3)));
        assert_eq!(field.gcd_degree(a.clone(), b.clone()), Some(degree));
        assert_eq!(field.gcd_degree(b, a), Some(degree));
    }
    assert_eq!(field.gcd_degree(vec![1, 2, 0, 0], vec![]), Some(1));
    assert_eq!(field.gcd_degree(vec![0], vec![0, 0]), None);
    assert_eq!(field.gcd_degree(vec![7], vec![1, 2, 3]), Some(0));
    let unreduced = vec![field.p() + 1, 2, 2 * field.p()];
    assert_eq!(field.gcd_degree(unreduced, vec![2, 4]), Some(1));
    assert_eq!(field.rank(vec![vec![field.p(), 3], vec![0, field.p()]]), 1);
}

#[test]
fn random_residues_repeat_and_are_units() {
    let field = Field::ALL[0];
    let draw = |seed| {
        let mut generator = SplitMix64::new(seed);
        (0..100).map(|_| field.random(&mut generator)).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    assert!(draw(1).iter().all(|&a| a != 0 && a < field.p()));
    assert_eq!(SplitMix64::new(1).below(0), 0);
}
