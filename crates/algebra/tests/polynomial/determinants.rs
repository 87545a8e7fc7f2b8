//! Determinants by both ways.

use alembert_algebra::polynomial::{Budget, Limit, Poly, determinant, fraction_free_determinant};

use super::random::{Random, Shape, ample, int, times, x};

const SHAPE: Shape = Shape { atoms: 3, terms: 2, degree: 1 };

fn by_minors(a: &[Vec<Poly>]) -> Poly {
    determinant(a, &|p, q| p.mul(q, &ample())).unwrap()
}

fn matrix(random: &mut Random, n: usize) -> Vec<Vec<Poly>> {
    (0..n).map(|_| (0..n).map(|_| random.poly(SHAPE)).collect()).collect()
}

fn product(a: &[Vec<Poly>], b: &[Vec<Poly>]) -> Vec<Vec<Poly>> {
    let entry = |row: &[Poly], j: usize| {
        row.iter().zip(b).fold(Poly::zero(), |sum, (p, other)| &sum + &times(p, &other[j]))
    };
    a.iter().map(|row| (0..b.len()).map(|j| entry(row, j)).collect()).collect()
}

#[test]
fn minors_and_elimination_agree() {
    let mut random = Random(41);
    for n in 0..6 {
        for _ in 0..30 {
            let a = matrix(&mut random, n);
            assert_eq!(by_minors(&a), fraction_free_determinant(&a, &ample()).unwrap());
        }
    }
}

#[test]
fn the_determinant_is_multiplicative() {
    let mut random = Random(42);
    for _ in 0..60 {
        let (a, b) = (matrix(&mut random, 3), matrix(&mut random, 3));
        assert_eq!(by_minors(&product(&a, &b)), times(&by_minors(&a), &by_minors(&b)));
    }
}

#[test]
fn known_determinants_have_their_sign() {
    let a = vec![vec![x(0), x(1)], vec![x(2), x(3)]];
    let expected = &times(&x(0), &x(3)) - &times(&x(1), &x(2));
    assert_eq!(by_minors(&a), expected);
    assert_eq!(fraction_free_determinant(&a, &ample()).unwrap(), expected);
    let row = |i| vec![int(1), x(i), times(&x(i), &x(i))];
    let vandermonde = [row(0), row(1), row(2)];
    let differences = times(&times(&(&x(1) - &x(0)), &(&x(2) - &x(0))), &(&x(2) - &x(1)));
    assert_eq!(by_minors(&vandermonde), differences);
    assert_eq!(fraction_free_determinant(&vandermonde, &ample()).unwrap(), differences);
    assert!(by_minors(&[]).is_one());
}

#[test]
fn products_are_reduced_by_the_relations_of_the_caller() {
    // A rotation has determinant one modulo x0² + x1² = 1.
    let reduced = |p: &Poly, q: &Poly| {
        let product = p.mul(q, &ample())?;
        let circle = &(&times(&x(0), &x(0)) + &times(&x(1), &x(1))) - &int(1);
        product.pseudo_remainder(&circle, 0, &ample())
    };
    let rotation = vec![vec![x(0), -&x(1)], vec![x(1), x(0)]];
    assert!(determinant(&rotation, &reduced).unwrap().is_one());
}

#[test]
fn a_sparse_matrix_of_high_order_is_expanded_at_little_cost() {
    let n = 40;
    let entry = |i: usize, j: usize| match i.abs_diff(j) {
        0 => int(2),
        1 => int(-1),
        _ => Poly::zero(),
    };
    let chain: Vec<Vec<Poly>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let budget = Budget::new(1000);
    assert_eq!(determinant(&chain, &|p, q| p.mul(q, &budget)), Ok(int(41)));
    assert_eq!(fraction_free_determinant(&chain, &ample()), Ok(int(41)));
}

#[test]
fn a_determinant_beyond_the_limits_is_refused() {
    let full = vec![vec![int(1); 30]; 30];
    let budget = Budget::new(10_000);
    assert_eq!(determinant(&full, &|p, q| p.mul(q, &budget)), Err(Limit::Terms));
    let diagonal = vec![vec![Poly::zero(); 65]; 65];
    assert_eq!(determinant(&diagonal, &|p, q| p.mul(q, &budget)), Err(Limit::Terms));
}
