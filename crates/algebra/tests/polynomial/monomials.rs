//! Packed monomials against lists of exponents.

use alembert_algebra::polynomial::{AtomSet, Limit, Monomial};

use super::random::{Random, Shape};

const SHAPE: Shape = Shape { atoms: 11, terms: 0, degree: 3 };

fn exponents(m: &Monomial) -> Vec<u32> {
    (0..40).map(|atom| m.exponent(atom)).collect()
}

fn pairs(seed: u64) -> impl Iterator<Item = (Monomial, Monomial)> {
    let mut random = Random(seed);
    (0..500).map(move |_| (random.monomial(SHAPE), random.monomial(SHAPE)))
}

#[test]
fn operations_act_on_each_exponent() {
    for (a, b) in pairs(1) {
        let each = |f: fn(u32, u32) -> u32| -> Vec<u32> {
            exponents(&a).into_iter().zip(exponents(&b)).map(|(k, l)| f(k, l)).collect()
        };
        assert_eq!(exponents(&a.mul(&b).unwrap()), each(|k, l| k + l));
        assert_eq!(exponents(&a.gcd(&b)), each(u32::min));
        assert_eq!(exponents(&a.lcm(&b)), each(u32::max));
        assert_eq!(exponents(&a.pow(3).unwrap()), each(|k, _| 3 * k));
        assert_eq!(a.mul(&b).unwrap().div(&b).unwrap(), a);
        assert_eq!(a.div(&b).is_some(), a.gcd(&b) == b);
        assert_eq!(b.divides(&a), a.gcd(&b) == b);
        assert_eq!(a.cmp(&b), exponents(&a).cmp(&exponents(&b)));
        assert_eq!(a.factors().map(|(_, k)| k).sum::<u32>(), exponents(&a).iter().sum());
    }
}

#[test]
fn a_split_multiplies_back() {
    let set: AtomSet = [0, 3, 9].into_iter().collect();
    for (a, _) in pairs(2) {
        let (inside, outside) = a.split(&set);
        assert_eq!(inside.mul(&outside).unwrap(), a);
        assert!(inside.factors().all(|(atom, _)| set.contains(atom)));
        assert!(!outside.factors().any(|(atom, _)| set.contains(atom)));
        assert_eq!(a.without(9).exponent(9), 0);
        assert_eq!(a.without(9).mul(&Monomial::single(9, a.exponent(9)).unwrap()).unwrap(), a);
    }
}

#[test]
fn monomials_do_not_know_the_number_of_atoms() {
    let far = Monomial::single(30, 2).unwrap();
    let near = Monomial::single(1, 1).unwrap();
    assert_eq!(far.mul(&near).unwrap().without(30), near);
    assert_eq!(far.mul(&near).unwrap().div(&far).unwrap(), near);
    assert_eq!(far.gcd(&near), Monomial::one());
    assert!(near > far);
    assert!(far > Monomial::one());
    assert_eq!(near.exponent(1000), 0);
    assert!(near.div(&far).is_none());
}

#[test]
fn exponents_stop_at_127_and_atoms_at_their_number() {
    let half = Monomial::single(9, 64).unwrap();
    let most = Monomial::single(9, 63).unwrap().mul(&half).unwrap();
    assert_eq!(most.exponent(9), 127);
    assert_eq!(half.mul(&half), Err(Limit::Degree));
    assert_eq!(half.pow(2), Err(Limit::Degree));
    assert_eq!(half.pow(u32::MAX), Err(Limit::Degree));
    assert_eq!(Monomial::single(0, 128), Err(Limit::Degree));
    assert_eq!(Monomial::single(Monomial::ATOMS, 1), Err(Limit::Atoms));
    assert_eq!(Monomial::single(usize::MAX, 1), Err(Limit::Atoms));
}
