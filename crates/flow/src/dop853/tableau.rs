//! The coefficients of DOP853, from [`HairerNorsettWanner1993`, §II.5 and §II.6] and its program.
//!
//! ```text
//! k_i = f(t + c_i h, x + h Σ a_ij k_j)                                                   (1)
//! x₁ = x + h Σ b_i k_i                                                                   (2)
//! ```
//!
//! Twelve stages give order 8; `E5` and `E3` are differences to formulas of order 5 and 3; three
//! more stages, the end among them, give a polynomial of degree 7 through `D`. Rows are lists of
//! (stage, coefficient), zeros left out. The tests check all 200 order conditions.

/// One row: stages and their coefficients.
pub(super) type Row = &'static [(usize, f64)];

/// The stages (1); stage 12 is the end of the step, 13 to 15 serve the polynomial only.
pub(super) const A: [Row; 16] = [
    &[],
    &[(0, 0.05260015195876773)],
    &[(0, 0.0197250569845379), (1, 0.0591751709536137)],
    &[(0, 0.02958758547680685), (2, 0.08876275643042054)],
    &[(0, 0.2413651341592667), (2, -0.8845494793282861), (3, 0.924834003261792)],
    &[(0, 0.037037037037037035), (3, 0.17082860872947386), (4, 0.12546768756682242)],
    &[(0, 0.037109375), (3, 0.17025221101954405), (4, 0.06021653898045596), (5, -0.017578125)],
    &[
        (0, 0.03709200011850479),
        (3, 0.17038392571223998),
        (4, 0.10726203044637328),
        (5, -0.015319437748624402),
        (6, 0.008273789163814023),
    ],
    &[
        (0, 0.6241109587160757),
        (3, -3.3608926294469414),
        (4, -0.868219346841726),
        (5, 27.59209969944671),
        (6, 20.154067550477894),
        (7, -43.48988418106996),
    ],
    &[
        (0, 0.47766253643826434),
        (3, -2.4881146199716677),
        (4, -0.590290826836843),
        (5, 21.230051448181193),
        (6, 15.279233632882423),
        (7, -33.28821096898486),
        (8, -0.020331201708508627),
    ],
    &[
        (0, -0.9371424300859873),
        (3, 5.186372428844064),
        (4, 1.0914373489967295),
        (5, -8.149787010746927),
        (6, -18.52006565999696),
        (7, 22.739487099350505),
        (8, 2.4936055526796523),
        (9, -3.0467644718982196),
    ],
    &[
        (0, 2.273310147516538),
        (3, -10.53449546673725),
        (4, -2.0008720582248625),
        (5, -17.9589318631188),
        (6, 27.94888452941996),
        (7, -2.8589982771350235),
        (8, -8.87285693353063),
        (9, 12.360567175794303),
        (10, 0.6433927460157636),
    ],
    &[
        (0, 0.054293734116568765),
        (5, 4.450312892752409),
        (6, 1.8915178993145003),
        (7, -5.801203960010585),
        (8, 0.3111643669578199),
        (9, -0.1521609496625161),
        (10, 0.20136540080403034),
        (11, 0.04471061572777259),
    ],
    &[
        (0, 0.056167502283047954),
        (6, 0.25350021021662483),
        (7, -0.2462390374708025),
        (8, -0.12419142326381637),
        (9, 0.15329179827876568),
        (10, 0.00820105229563469),
        (11, 0.007567897660545699),
        (12, -0.008298),
    ],
    &[
        (0, 0.03183464816350214),
        (5, 0.028300909672366776),
        (6, 0.053541988307438566),
        (7, -0.05492374857139099),
        (10, -0.00010834732869724932),
        (11, 0.0003825710908356584),
        (12, -0.00034046500868740456),
        (13, 0.1413124436746325),
    ],
    &[
        (0, -0.42889630158379194),
        (5, -4.697621415361164),
        (6, 7.683421196062599),
        (7, 4.06898981839711),
        (8, 0.3567271874552811),
        (12, -0.0013990241651590145),
        (13, 2.9475147891527724),
        (14, -9.15095847217987),
    ],
];

/// The times of the stages.
pub(super) const C: [f64; 16] = [
    0.0,
    0.05260015195876773,
    0.0789002279381516,
    0.1183503419072274,
    0.2816496580927726,
    0.3333333333333333,
    0.25,
    0.3076923076923077,
    0.6512820512820513,
    0.6,
    0.8571428571428571,
    1.0,
    1.0,
    0.1,
    0.2,
    0.7777777777777778,
];

/// The weights (2), row 12 of the stages.
pub(super) const B: Row = A[12];

/// The difference to order 5.
pub(super) const E5: Row = &[
    (0, 0.01312004499419488),
    (5, -1.2251564463762044),
    (6, -0.4957589496572502),
    (7, 1.6643771824549864),
    (8, -0.35032884874997366),
    (9, 0.3341791187130175),
    (10, 0.08192320648511571),
    (11, -0.022355307863886294),
];

/// The difference to order 3.
pub(super) const E3: Row = &[
    (0, -0.18980075407240762),
    (5, 4.450312892752409),
    (6, 1.8915178993145003),
    (7, -5.801203960010585),
    (8, -0.4226823213237919),
    (9, -0.1521609496625161),
    (10, 0.20136540080403034),
    (11, 0.02265179219836082),
];

/// The last four coefficients of the polynomial.
pub(super) const D: [Row; 4] = [
    &[
        (0, -8.428938276109013),
        (5, 0.5667149535193777),
        (6, -3.0689499459498917),
        (7, 2.38466765651207),
        (8, 2.117034582445028),
        (9, -0.871391583777973),
        (10, 2.2404374302607883),
        (11, 0.6315787787694688),
        (12, -0.08899033645133331),
        (13, 18.148505520854727),
        (14, -9.194632392478356),
        (15, -4.436036387594894),
    ],
    &[
        (0, 10.427508642579134),
        (5, 242.28349177525817),
        (6, 165.20045171727028),
        (7, -374.5467547226902),
        (8, -22.113666853125306),
        (9, 7.733432668472264),
        (10, -30.674084731089398),
        (11, -9.332130526430229),
        (12, 15.697238121770845),
        (13, -31.139403219565178),
        (14, -9.35292435884448),
        (15, 35.81684148639408),
    ],
    &[
        (0, 19.985053242002433),
        (5, -387.0373087493518),
        (6, -189.17813819516758),
        (7, 527.8081592054236),
        (8, -11.57390253995963),
        (9, 6.8812326946963),
        (10, -1.0006050966910838),
        (11, 0.7777137798053443),
        (12, -2.778205752353508),
        (13, -60.19669523126412),
        (14, 84.32040550667716),
        (15, 11.99229113618279),
    ],
    &[
        (0, -25.69393346270375),
        (5, -154.18974869023643),
        (6, -231.5293791760455),
        (7, 357.6391179106141),
        (8, 93.40532418362432),
        (9, -37.45832313645163),
        (10, 104.0996495089623),
        (11, 29.8402934266605),
        (12, -43.53345659001114),
        (13, 96.32455395918828),
        (14, -39.17726167561544),
        (15, -149.72683625798564),
    ],
];

#[cfg(test)]
mod tests {
    use super::{A, B, C, D, E3, E5, Row};

    /// A rooted tree: its subtrees by index, its order and γ [`HairerNorsettWanner1993`, §II.2].
    struct Tree {
        subtrees: Vec<usize>,
        order: usize,
        gamma: f64,
    }

    /// All rooted trees up to an order, each once: subtrees in rising order of index.
    fn trees(most: usize) -> Vec<Tree> {
        let mut trees = vec![Tree { subtrees: Vec::new(), order: 1, gamma: 1.0 }];
        for order in 2..=most {
            let mut sets = Vec::new();
            choose(&trees, order - 1, 0, &mut Vec::new(), &mut sets);
            for subtrees in sets {
                let below: f64 = subtrees.iter().map(|&i: &usize| trees[i].gamma).product();
                #[expect(clippy::cast_precision_loss, reason = "orders are small")]
                trees.push(Tree { subtrees, order, gamma: order as f64 * below });
            }
        }
        trees
    }

    fn choose(
        trees: &[Tree],
        left: usize,
        from: usize,
        chosen: &mut Vec<usize>,
        sets: &mut Vec<Vec<usize>>,
    ) {
        if left == 0 {
            sets.push(chosen.clone());
        }
        for i in from..trees.len() {
            if trees[i].order <= left {
                chosen.push(i);
                choose(trees, left - trees[i].order, i, chosen, sets);
                chosen.pop();
            }
        }
    }

    fn sum(row: Row, phi: &[f64]) -> f64 {
        row.iter().map(|&(j, a)| a * phi[j]).sum()
    }

    /// The weights Φ of every tree for the stages of a method with rows A.
    fn weights(trees: &[Tree]) -> Vec<Vec<f64>> {
        let mut phi: Vec<Vec<f64>> = Vec::new();
        for tree in trees {
            let stage = |i: usize| tree.subtrees.iter().map(|&s| sum(A[i], &phi[s])).product();
            phi.push((0..16).map(stage).collect());
        }
        phi
    }

    #[test]
    fn all_order_conditions_hold() {
        let trees = trees(8);
        assert_eq!(trees.len(), 200);
        for (tree, phi) in trees.iter().zip(weights(&trees)) {
            assert!((sum(B, &phi) - 1.0 / tree.gamma).abs() < 2e-14, "order {}", tree.order);
            assert!(tree.order > 5 || sum(E5, &phi).abs() < 2e-14, "order {}", tree.order);
            assert!(tree.order > 3 || sum(E3, &phi).abs() < 2e-14, "order {}", tree.order);
        }
    }

    #[test]
    fn the_error_estimates_are_of_no_higher_order() {
        let trees = trees(6);
        let phi = weights(&trees);
        let largest = |row: Row, order: usize| {
            let of_order = trees.iter().zip(&phi).filter(|(tree, _)| tree.order == order);
            of_order.map(|(_, phi)| sum(row, phi).abs()).fold(0.0, f64::max)
        };
        assert!(largest(E5, 6) > 1e-6 && largest(E3, 4) > 1e-4);
    }

    #[test]
    fn stages_stand_at_their_times() {
        for (row, c) in A.iter().zip(C) {
            assert!((row.iter().map(|(_, a)| a).sum::<f64>() - c).abs() < 1e-14);
        }
    }

    /// The polynomial must satisfy `Σ w_i(θ) Φ_i = θ^order / γ` up to order 7, for all θ.
    #[test]
    fn the_polynomial_is_of_order_seven() {
        let trees = trees(7);
        for (tree, phi) in trees.iter().zip(weights(&trees)) {
            for theta in [0.1f64, 0.35, 0.6, 0.85] {
                let rise = crate::dop853::rise(
                    theta,
                    sum(B, &phi),
                    phi[0],
                    phi[12],
                    D.map(|row| sum(row, &phi)),
                );
                let power = theta.powi(i32::try_from(tree.order).expect("small"));
                let error = rise - power / tree.gamma;
                assert!(error.abs() < 2e-13, "order {}, θ = {theta}: {error:e}", tree.order);
            }
        }
    }
}
