//! Greatest common divisors and square-free factors.

use alembert_algebra::polynomial::{
    Budget, Contents, Limit, Poly, gcd, gcd_all, squarefree, squarefree_part,
};

use super::random::{Random, Shape, ample, int, times, x};

const SMALL: Shape = Shape { atoms: 3, terms: 4, degree: 2 };
const MANY_ATOMS: Shape = Shape { atoms: 10, terms: 5, degree: 1 };
const ONE_ATOM: Shape = Shape { atoms: 1, terms: 6, degree: 8 };

fn common(a: &Poly, b: &Poly) -> Poly {
    gcd(a, b, &ample()).unwrap()
}

fn quotient(a: &Poly, b: &Poly) -> Poly {
    a.div_exact(b, &ample()).unwrap().unwrap_or_else(|| panic!("{b} divides {a}"))
}

fn assert_divisor_of_multiples(shape: Shape, cases: usize, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..cases {
        let [a, b, c] = [0; 3].map(|_| random.nonzero(shape));
        let (ac, bc) = (times(&a, &c), times(&b, &c));
        let g = common(&ac, &bc);
        assert_eq!(g, common(&bc, &ac));
        assert!(!g.leads_negative());
        quotient(&g, &c);
        let (p, q) = (quotient(&ac, &g), quotient(&bc, &g));
        assert!(common(&p, &q).is_one(), "{p} and {q} are coprime");
        assert_eq!(g, times(&common(&a, &b), &c).positive());
    }
}

#[test]
fn the_divisor_of_multiples_is_a_multiple_and_leaves_coprime_cofactors() {
    assert_divisor_of_multiples(SMALL, 800, 31);
}

#[test]
fn divisors_in_many_atoms() {
    assert_divisor_of_multiples(MANY_ATOMS, 300, 32);
}

#[test]
fn divisors_in_one_atom() {
    assert_divisor_of_multiples(ONE_ATOM, 300, 33);
}

#[test]
fn zero_and_integers_have_their_usual_divisors() {
    assert!(common(&Poly::zero(), &Poly::zero()).is_zero());
    assert_eq!(common(&Poly::zero(), &-&x(2)), x(2));
    assert_eq!(common(&int(-12), &int(18)), int(6));
    assert_eq!(common(&int(12), &times(&int(8), &x(1))), int(4));
    assert!(gcd_all(&[], &ample()).unwrap().is_zero());
    assert_eq!(gcd_all(&[int(-4)], &ample()).unwrap(), int(4));
}

#[test]
fn a_long_subresultant_sequence_ends_in_the_divisor() {
    // Knuth's pair, with a common factor that makes the sequence end early, and without.
    let read = |coefficients: &[i64]| {
        let coefficients: Vec<Poly> = coefficients.iter().map(|&c| int(c)).collect();
        Poly::from_coefficients(0, &coefficients).unwrap()
    };
    let a = read(&[-5, 2, 8, -3, -3, 0, 1, 0, 1]);
    let b = read(&[21, -9, -4, 0, 5, 0, 3]);
    assert!(common(&a, &b).is_one());
    let c = &times(&times(&x(0), &x(0)), &x(1)) + &(&x(1) - &int(7));
    assert_eq!(common(&times(&a, &c), &times(&b, &c)), c);
}

#[test]
fn leading_coefficients_that_vanish_modulo_the_prime_exclude_nothing() {
    let vanishing = Poly::constant(((1i64 << 61) - 1).into());
    let c = &times(&vanishing, &x(0)) + &int(1);
    let (a, b) = (times(&c, &(&x(0) + &int(2))), times(&c, &(&x(0) + &int(3))));
    assert_eq!(common(&a, &b), c);
    let (a, b) = (times(&c, &(&x(1) + &int(2))), times(&c, &(&x(1) + &int(3))));
    assert_eq!(common(&a, &b), c);
}

#[test]
fn the_divisor_of_a_list_divides_each() {
    let mut random = Random(34);
    for _ in 0..200 {
        let c = random.nonzero(SMALL);
        let list = [0; 4].map(|_| times(&random.poly(SMALL), &c));
        let g = gcd_all(&list, &ample()).unwrap();
        let each = list.iter().fold(Poly::zero(), |g, p| common(&g, p));
        assert_eq!(g, each);
    }
}

#[test]
fn square_free_factors_multiply_back_and_are_coprime() {
    let mut random = Random(35);
    let shape = Shape { atoms: 3, terms: 3, degree: 1 };
    for _ in 0..250 {
        let [a, b, c] = [0; 3].map(|_| random.nonzero(shape));
        let p = times(&times(&a, &times(&b, &b)), &c.pow(3, &ample()).unwrap());
        let factors = squarefree(&p, &ample()).unwrap();
        let product = factors.iter().fold(Poly::one(), |product, (factor, k)| {
            times(&product, &factor.pow(*k, &ample()).unwrap())
        });
        assert_eq!(product, p);
        let constants = factors.iter().filter(|(factor, _)| factor.to_constant().is_some());
        assert!(constants.count() <= 1);
        for (i, (factor, _)) in factors.iter().enumerate() {
            for (other, _) in &factors[..i] {
                assert!(common(factor, other).is_one());
            }
            for atom in factor.atoms() {
                let repeated = common(factor, &factor.derivative(atom));
                assert_eq!(repeated.degree(atom), 0, "{factor} is square-free");
            }
        }
        let radical = squarefree_part(&p, &ample()).unwrap();
        let radicals = times(&a, &times(&b, &c));
        assert_eq!(radical, squarefree_part(&radicals, &ample()).unwrap());
    }
}

#[test]
fn square_free_factors_are_found_with_their_exponents() {
    let (p, q) = (&x(0) + &x(1), &x(0) - &int(2));
    let cube = p.pow(3, &ample()).unwrap();
    let product = times(&times(&cube, &q), &times(&int(-6), &times(&x(2), &x(2))));
    let factors = squarefree(&product, &ample()).unwrap();
    assert_eq!(factors, [(int(-6), 1), (x(2), 2), (q, 1), (p, 3)]);
    assert_eq!(squarefree(&Poly::zero(), &ample()).unwrap(), [(Poly::zero(), 1)]);
    assert!(squarefree(&Poly::one(), &ample()).unwrap().is_empty());
    assert!(squarefree_part(&int(-12), &ample()).unwrap().is_one());
    assert!(squarefree_part(&Poly::zero(), &ample()).unwrap().is_zero());
}

#[test]
fn a_divisor_beyond_the_budget_is_refused() {
    let mut random = Random(36);
    let shape = Shape { atoms: 4, terms: 12, degree: 3 };
    let [a, b, c] = [0; 3].map(|_| random.nonzero(shape));
    let (a, b) = (times(&a, &c), times(&b, &c));
    assert_eq!(gcd(&a, &b, &Budget::new(10)), Err(Limit::Terms));
}

/// A factor that lacks an atom exists exactly when the content with respect to some atom says so.
#[test]
fn a_split_is_found_when_there_is_one() {
    let mut random = Random(77);
    let (mut split, mut whole) = (0, 0);
    for _ in 0..600 {
        let factors = [random.nonzero(SMALL), random.nonzero(SMALL)];
        let p = times(&factors[0], &factors[1]).primitive().1.without_monomial().1;
        let content = |x: usize| gcd_all(&p.coefficients(x), &ample()).unwrap();
        let expected = p.atoms().any(|x| content(x).to_constant().is_none());
        match Contents::of(&p).split(&ample()).unwrap() {
            Some((part, rest)) => {
                assert_eq!(times(&part, &rest), p);
                assert!(part.to_constant().is_none() && rest.to_constant().is_none());
                assert!(p.atoms().any(|x| !part.contains(x)), "{part} lacks an atom of {p}");
                split += 1;
            }
            None => {
                assert!(!expected, "{p} has a content");
                whole += 1;
            }
        }
    }
    assert!(split > 50 && whole > 50, "{split} split, {whole} whole");
}
