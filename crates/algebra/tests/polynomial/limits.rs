//! Limits are values.

use alembert_algebra::Integer;
use alembert_algebra::polynomial::{Budget, Limit, Poly};

use super::random::{ample, int, x};

#[test]
fn a_degree_beyond_127_is_refused() {
    let most = x(0).pow(127, &ample()).unwrap();
    assert_eq!(most.degree(0), 127);
    assert_eq!(most.mul(&x(0), &ample()), Err(Limit::Degree));
    assert_eq!((&most + &int(1)).mul(&(&x(0) + &int(1)), &ample()), Err(Limit::Degree));
    assert_eq!(x(0).pow(128, &ample()), Err(Limit::Degree));
    assert_eq!((&x(0) + &int(1)).pow(1_000_000_000, &ample()), Err(Limit::Degree));
    let square = x(1).pow(2, &ample()).unwrap();
    assert_eq!(most.compose(0, &square, &ample()), Err(Limit::Degree));
    assert_eq!(Poly::from_coefficients(0, &vec![Poly::one(); 129]), Err(Limit::Degree));
    assert_eq!(Poly::atom(1_000_000), Err(Limit::Atoms));
}

#[test]
fn a_budget_that_is_spent_refuses() {
    let sum = (0..4).fold(int(1), |sum, atom| &sum + &x(atom));
    let budget = Budget::new(30);
    assert!(sum.mul(&sum, &budget).is_ok());
    assert_eq!(budget.used(), 25);
    assert_eq!(sum.mul(&sum, &budget), Err(Limit::Terms));
    assert_eq!(budget.used(), 25);
    assert_eq!(sum.mul(&x(0), &budget).map(|p| p.len()), Ok(5));
    assert_eq!(sum.pow(3, &ample().with_terms(30)), Err(Limit::Terms));
    assert!(sum.pow(3, &ample().with_terms(35)).is_ok());
    let large = sum.pow(6, &ample()).unwrap();
    assert_eq!(large.mul(&large, &ample().with_terms(1000)), Err(Limit::Terms));
}

#[test]
fn a_quotient_larger_than_the_budget_is_refused() {
    let geometric = |n, atom| &x(atom).pow(n, &ample()).unwrap() - &int(1);
    let product = |n| (0..6).fold(int(1), |p, atom| p.mul(&geometric(n, atom), &ample()).unwrap());
    let (dividend, divisor) = (product(127), product(1));
    assert_eq!(dividend.div_exact(&divisor, &Budget::new(10_000)), Err(Limit::Terms));
}

#[test]
fn a_coefficient_beyond_65536_bits_is_refused() {
    let two = Integer::from(2);
    let large = Poly::constant(two.pow(40_000));
    assert_eq!(large.mul(&large, &ample()), Err(Limit::Size));
    assert_eq!(large.scale(&two.pow(40_000)), Err(Limit::Size));
    assert_eq!(int(3).pow(u32::MAX, &ample()), Err(Limit::Size));
    assert_eq!(int(3).pow(65_536, &ample()), Err(Limit::Size));
    assert_eq!(int(-1).pow(u32::MAX, &ample()), Ok(int(-1)));
    let sum = &large.mul(&x(0), &ample()).unwrap() + &int(1);
    assert_eq!(sum.mul(&sum, &ample()), Err(Limit::Size));
    // 625 words times 625 words for each product of terms
    assert_eq!(sum.mul(&sum, &Budget::new(1000)), Err(Limit::Terms));
}

#[test]
fn limits_are_told_in_sentences() {
    for limit in [Limit::Terms, Limit::Degree, Limit::Atoms, Limit::Size] {
        assert!(limit.to_string().split(' ').count() > 5);
    }
}
