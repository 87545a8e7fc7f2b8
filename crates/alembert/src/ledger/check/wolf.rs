//! The vertical disk, the pendulum and the wording of constraints in Wolf's paper.

use alembert_algebra::Elementary::{Cos, Sin};
use alembert_algebra::{Expr, Substitution, apply, gradient, partial, rate};
use alembert_mechanics::principle::{dalembert, dependence, elimination, vakonomic};
use alembert_mechanics::regular::is_determined;
use alembert_mechanics::{Linear, System};

use super::{
    Findings, Lines, any, constant, jets, model, multiplier, printed, residuals, variation,
};
use crate::language::Model;
use crate::walk::compare;

/// The system of a model.
fn system_of(model: &Model) -> System {
    model.system().expect("a test derives the models of the papers")
}

/// `L + Σ μ φ` of a model.
fn with_multipliers(system: &System) -> Expr {
    let terms =
        system.constraints().iter().map(|c| multiplier(&format!("mu_{}", c.label), 0) * c.phi);
    system.L() + Expr::sum(terms)
}

/// A gradient has the curl 0; a multiple of one need not.
pub(super) fn gradient_is_not_needed() -> Lines {
    let q = jets(&["x", "y"], 0);
    let (x, y) = (q[0], q[1]);
    let curl = |a: [Expr; 2]| partial(a[1], x) - partial(a[0], y);
    let a = [-y, x];
    let slopes = gradient(y / x, &q);
    let scaled = [0, 1].map(|i| x.powi(2) * slopes[i] - a[i]);
    Findings::new("gradient_is_not_needed()")
        .rows(&["after (2)"])
        .reject("the coefficients (−y, x) are a gradient: ∂a_y/∂x = ∂a_x/∂y", curl(a))
        .expect("(−y, x)/x² is one: its curl vanishes", &[curl(a.map(|a| a / x.powi(2)))])
        .expect("it is that of y/x: x² ∂(y/x)/∂q = (−y, x)", &scaled)
        .rows(&["after (2) d"])
        .expect(
            "two forms with integrals h₁, h₂ allow only brackets that keep these: X(Yh) − Y(Xh) = \
             [X, Y] h, any X, Y and h of three coordinates",
            &[brackets_keep()],
        )
        .list
}

/// [X, Y] h against X(Yh) − Y(Xh), for any fields X, Y and function h.
fn brackets_keep() -> Expr {
    let q = jets(&["x", "y", "z"], 0);
    let field = |name: &str| [0, 1, 2].map(|i| any(&format!("{name}_{i}"), &q));
    let (X, Y, h) = (field("X"), field("Y"), any("h", &q));
    let along = |X: &[Expr; 3], e: Expr| Expr::sum((0..3).map(|j| X[j] * partial(e, q[j])));
    let bracket = [0, 1, 2].map(|i| along(&X, Y[i]) - along(&Y, X[i]));
    along(&X, along(&Y, h)) - along(&Y, along(&X, h)) - along(&bracket, h)
}

/// The determinant of three rows, in three of their columns.
fn minor(rows: &[Vec<Expr>; 3], columns: [usize; 3]) -> Expr {
    let e = |i: usize, j: usize| rows[i][columns[j]];
    let two = |j: usize, k: usize| e(1, j) * e(2, k) - e(1, k) * e(2, j);
    e(0, 0) * two(1, 2) - e(0, 1) * two(0, 2) + e(0, 2) * two(0, 1)
}

/// The velocity of the contact point by x', y', φ', θ': a row a^j for each component.
fn contact_rows() -> [Vec<Expr>; 3] {
    let rolling = model("wolf-rolling");
    let v = system_of(&rolling).jet(1);
    ["K_x", "K_y", "K_z"].map(|K| gradient(printed(&rolling, K), &v).to_vec())
}

/// How many multipliers there are, and over what the sums run.
pub(super) fn multipliers_of_the_disk() -> Lines {
    let disk = system_of(&model("wolf-disk"));
    let Linear::Kkt { B, .. } = dalembert(&disk).expect("the disk has a motion").system else {
        return Vec::new();
    };
    let (n, m) = (disk.q().len(), disk.constraints().len());
    let delta = jets(&["d_x", "d_y", "d_phi", "d_theta"], 0);
    let lambda: Vec<Expr> = (1..=n).map(|j| multiplier(&format!("lambda_{j}"), 0)).collect();
    // Allowed displacements: the first two are given by the last one.
    let allowed = |j: usize| (delta[j], -B[(j, 3)] * delta[3]);
    let mut on = Substitution::new([allowed(0), allowed(1)]);
    let wrong = Expr::sum((0..n).map(|i| lambda[i] * B[(0, i)] * delta[i]));
    let right = (0..m).map(|j| Expr::sum((0..n).map(|i| lambda[j] * B[(j, i)] * delta[i])));
    let right = on.apply(Expr::sum(right));
    let a = contact_rows();
    let thirds = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].map(|columns| minor(&a, columns));
    let second = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    Findings::new("multipliers_of_the_disk()")
        .rows(&["after (11) b"])
        .reject("Σ_i λ_i a^j_i δq_i = 0 on the allowed displacements of the disk", on.apply(wrong))
        .expect("Σ_ij λ_j a^j_i δq_i = 0 on them, for all λ", &[right])
        .rows(&["(12)", "(13)", "(14)"])
        .reject_since_zero(
            "the disk has a row a^j for each of its n = 4 coordinates: of the rows of the velocity \
             of the contact point no three are independent",
            &thirds,
        )
        .expect("two are: their minor in x', y' is 1", &[second - Expr::one()])
        .list
}

/// Unknowns q, q', λ, and equations of first order with the constraints.
pub(super) fn unknowns_and_equations() -> Lines {
    let disk = system_of(&model("wolf-disk"));
    let motion = dalembert(&disk).expect("the disk has a motion");
    let (W, _) = motion.system.square();
    let n = disk.q().len();
    let determined = (is_determined(&motion), "a determinant that is not zero".to_owned());
    Findings::new("unknowns_and_equations()")
        .count("q, q' and λ of the disk are 2n + m = 10 unknowns", n + W.ncols(), 10)
        .count("the rates of q, (15) and the constraints are as many equations", n + W.nrows(), 10)
        .line("they determine q'' and λ: none of them follows from the others", false, determined)
        .list
}

/// Partial derivatives and coefficients that the paper prints.
pub(super) fn disk_partials() -> Lines {
    let model = model("wolf-disk-vakonomic");
    let disk = system_of(&model);
    let (q, v) = (disk.q().clone(), disk.jet(1));
    let e = |text: &str| printed(&model, text);
    let less = |found: &[Expr], texts: [&str; 4]| -> Vec<Expr> {
        found.iter().zip(texts).map(|(&found, text)| found - e(text)).collect()
    };
    // The letters of the reaction and of the multipliers are those of the model.
    let reaction = with_multipliers(&disk) - disk.L();
    let L_mu = "½ m (x'² + y'²) + ½ I θ'² + ½ J φ'² \
                + μ_roll_x (x' - R θ' cos φ) + μ_roll_y (y' - R θ' sin φ)";
    let torque = "-μ_roll_x R cos φ - μ_roll_y R sin φ";
    let momenta = [
        "m x' + μ_roll_x",
        "m y' + μ_roll_y",
        "J φ'",
        "I θ' - R μ_roll_x cos φ - R μ_roll_y sin φ",
    ];
    let slopes = ["0", "0", "R μ_roll_x θ' sin φ - R μ_roll_y θ' cos φ", "0"];
    let L = with_multipliers(&disk);
    let found = dependence("elimination", &disk).expect("the constraints are solved for x' and y'");
    let A = ["0", "-R cos φ", "0", "-R sin φ"];
    let A_found: Vec<Expr> = found.psi_v.entries().map(|e| -e).collect();
    Findings::new("disk_partials()")
        .rows(&["after (19)"])
        .expect(
            "λA = (λ₁, λ₂, 0, −λ₁ R cos φ − λ₂ R sin φ)",
            &less(&gradient(reaction, &v), ["μ_roll_x", "μ_roll_y", "0", torque]),
        )
        .expect(
            "∂L/∂q' = (m x', m y', J φ', I θ')",
            &less(&gradient(disk.L(), &v), ["m x'", "m y'", "J φ'", "I θ'"]),
        )
        .rows(&["§4.1.2"])
        .expect("A¹₁ = 0, A¹₂ = −R cos φ, A²₁ = 0, A²₂ = −R sin φ", &less(&A_found, A))
        .rows(&["§4.1.3"])
        .expect("L + μ A q' as printed", &[L - e(L_mu)])
        .rows(&["§4.1.3 b"])
        .expect("∂L_μ/∂q' as printed", &less(&gradient(L, &v), momenta))
        .expect("∂L_μ/∂q as printed", &less(&gradient(L, &q), slopes))
        .list
}

/// What is printed when the multipliers are put into (23): the wrong terms cancel.
pub(super) fn printed_elimination() -> Lines {
    let model = model("wolf-disk");
    let e = |text: &str| printed(&model, text);
    let first = "-m R² cos φ (-sin φ θ' + cos φ θ'')";
    let second = "- m R² sin φ (cos φ θ' + sin φ θ'')";
    Findings::new("printed_elimination()")
        .expect(
            "the printed sum of both brackets is −m R² θ'' all the same",
            &[e(&format!("{first} {second}")) - e("-m R² θ''")],
        )
        .list
}

/// The equations of first order that the paper prints, with constants w and W for φ' and θ'.
pub(super) fn disk_first_order() -> Lines {
    let disk = model("wolf-disk");
    let system = system_of(&disk);
    let motion = elimination(&system).expect("the constraints are solved for x' and y'");
    let disk = disk.with_names(&[("w", constant("w")), ("W", constant("W"))]);
    let e = |text: &str| printed(&disk, text);
    let (q, field) = (system.q(), ["R cos φ W", "R sin φ W", "w", "W"].map(e));
    let first: Vec<(Expr, Expr)> = q.iter().map(|&q| rate(q)).zip(field).collect();
    let mut once = Substitution::new(first.clone());
    let second = first.iter().map(|&(v, f)| (rate(v), once.apply(rate(f)))).collect::<Vec<_>>();
    let mut put = Substitution::new(first.iter().copied().chain(second));
    let equations = residuals(&motion).to_vec().into_iter();
    let equations = equations.chain(system.constraints().iter().map(|c| c.phi));
    let vanishing: Vec<Expr> = equations.map(|f| put.apply(f)).collect();
    Findings::new("disk_first_order()")
        .expect(
            "x' = R Ω cos φ, y' = R Ω sin φ, φ' = ω, θ' = Ω with constant ω and Ω moves as the disk",
            &vanishing,
        )
        .list
}

/// Which of (26) and (27), as they are derived, contains μ₂.
pub(super) fn integrated_equations() -> Lines {
    let disk = system_of(&model("wolf-disk-vakonomic"));
    let derived = residuals(&vakonomic(&disk).expect("the disk has variational motions"));
    let [first, second] = ["mu_roll_x", "mu_roll_y"].map(|name| multiplier(name, 0));
    let by = |i: usize, mu: Expr| [partial(derived[i], mu), partial(derived[i], rate(mu))];
    let slope = |i: usize, mu: Expr| by(i, mu)[1].powi(2) - Expr::one();
    Findings::new("integrated_equations()")
        .reject_since_zero("(26) can be integrated for μ₂: it does not contain it", &by(0, second))
        .expect(
            "(26) contains μ₁', and (27) μ₂', with the factor ±1",
            &[slope(0, first), slope(1, second)],
        )
        .list
}

/// The allowed directions of the knife edge and their bracket.
pub(super) fn reach_of_the_knife_edge() -> Lines {
    let system = system_of(&model("wolf-knife-edge"));
    let (q, v) = (system.q().to_vec(), system.jet(1));
    let form = gradient(system.constraints()[0].phi, &v).to_vec();
    let [zero, one] = [Expr::zero(), Expr::one()];
    let X = vec![apply(Cos, &[q[2]]), apply(Sin, &[q[2]]), zero];
    let Y = vec![zero, zero, one];
    let on = |a: &[Expr]| Expr::sum(form.iter().zip(a).map(|(&f, &a)| f * a));
    let along = |X: &[Expr], e: Expr| Expr::sum((0..3).map(|j| X[j] * partial(e, q[j])));
    let bracket: Vec<Expr> = (0..3).map(|i| along(&X, Y[i]) - along(&Y, X[i])).collect();
    let volume = minor(&[X.clone(), Y.clone(), bracket], [0, 1, 2]);
    Findings::new("reach_of_the_knife_edge()")
        .expect("along the blade and round about it is allowed", &[on(&X), on(&Y)])
        .expect(
            "these two directions and their bracket span all: their determinant is ±1",
            &[volume.powi(2) - one],
        )
        .list
}

/// The motion of the disk that the paper prints, and the right one.
pub(super) fn disk_closed_form() -> Lines {
    let model = model("wolf-disk");
    let disk = system_of(&model);
    let motion = elimination(&disk).expect("the constraints are solved for x' and y'");
    let mut equations = residuals(&motion).to_vec();
    equations.extend(disk.constraints().iter().map(|c| c.phi));
    let [x0, y0, phi0, theta0, omega, Omega] =
        ["x_0", "y_0", "phi_0", "theta_0", "w", "W"].map(constant);
    let names = [
        ("x_0", x0),
        ("y_0", y0),
        ("phi_0", phi0),
        ("theta_0", theta0),
        ("w", omega),
        ("W", Omega),
    ];
    let model = model.with_names(&names);
    let e = |text: &str| {
        let phi = printed(&model, "w t + phi_0");
        Substitution::new([(printed(&model, "φ"), phi)]).apply(printed(&model, text))
    };
    let put = |motion: [&str; 4]| {
        let names = ["x", "y", "φ", "θ"].map(|name| printed(&model, name));
        let pairs = names.iter().zip(motion).flat_map(|(&q, text)| {
            let f = e(text);
            [(q, f), (rate(q), rate(f)), (rate(rate(q)), rate(rate(f)))]
        });
        Substitution::new(pairs.collect::<Vec<_>>())
    };
    let x = "x_0 + W R/w (sin φ - sin phi_0)";
    let y = "y_0 - W R/w (cos φ - cos phi_0)";
    let (phi, theta) = ("w t + phi_0", "W t + theta_0");
    let right: Vec<Expr> = equations.iter().map(|&f| put([x, y, phi, theta]).apply(f)).collect();
    let start = |text: &str| Substitution::new([(Expr::time(), Expr::zero())]).apply(e(text));
    let starts = [start(x) - x0, start(y) - y0, start(phi) - phi0, start(theta) - theta0];
    let constraint = |j: usize, motion| put(motion).apply(disk.constraints()[j].phi);
    let rows = ["after (25) x", "after (25) y", "after (25) φ", "after (25) θ"];
    Findings::new("disk_closed_form()")
        .rows(&rows)
        .expect(
            "x₀ + (ΩR/ω)(sin φ − sin φ₀), y₀ − (ΩR/ω)(cos φ − cos φ₀), ωt + φ₀, Ωt + θ₀ moves so",
            &right,
        )
        .expect("it starts at x₀, y₀, φ₀, θ₀", &starts)
        .rows(&rows[..1])
        .reject("x = (Ω/ω) R cos φ + x₀ rolls", constraint(0, ["W/w R cos φ + x_0", y, phi, theta]))
        .rows(&rows[1..2])
        .reject("y = (Ω/ω) R sin φ + y₀ rolls", constraint(1, [x, "W/w R sin φ + y_0", phi, theta]))
        .rows(&rows[3..])
        .reject("θ = Ω + θ₀ rolls with x as it is", constraint(0, [x, y, phi, "W + theta_0"]))
        .list
}

/// The variational motions of the disk contain the dynamical ones with μ = −m (x', y').
pub(super) fn disk_contains() -> Lines {
    let model = model("wolf-disk");
    let report =
        compare(&model, &["dalembert", "vakonomic"]).expect("both principles take the disk");
    let section = report.pairs.first().and_then(|pair| pair.section.clone()).unwrap_or_default();
    let wanted = ["-m x'", "-m y'"].map(|text| printed(&model, text));
    let differences: Vec<Expr> = section.iter().zip(wanted).map(|((_, mu), e)| *mu - e).collect();
    Findings::new("disk_contains()")
        .count("each of the two constraints has its μ", section.len(), 2)
        .expect(
            "with μ = −m (x', y'), that is C = 0, the variational motions are the dynamical ones",
            &differences,
        )
        .list
}

/// The first variation of the pendulum with its multiplier.
pub(super) fn pendulum_variation() -> Lines {
    let model = model("wolf-pendulum-vakonomic");
    let pendulum = system_of(&model);
    let names = ["d_x", "d_y"].map(|name| (name, jets(&[name], 0)[0]));
    let model = model.with_names(&names);
    let e = |text: &str| printed(&model, text);
    let L = with_multipliers(&pendulum);
    let (q, v) = (pendulum.q().to_vec(), pendulum.jet(1).to_vec());
    let delta: Vec<Expr> = names.iter().map(|(_, d)| *d).collect();
    let moved: Vec<(Expr, Expr)> = q
        .iter()
        .chain(&v)
        .copied()
        .zip(delta.iter().copied().chain(delta.iter().map(|&d| rate(d))))
        .collect();
    let first = variation(L, &moved);
    let tail = "- g d_y + μ_rod (x' d_x + x d_x' + y' d_y + y d_y')";
    let right = e(&format!("x' d_x' + y' d_y' {tail}"));
    let wrong = e(&format!("x' d_x + y' d_y' {tail}"));
    let by_parts = e("-(x'' + μ_rod' x) d_x - (y'' + μ_rod' y + g) d_y");
    let longer = e("-(x'' + μ_rod' x + μ_rod x') d_x + μ_rod x' d_x \
         - (y'' + μ_rod' y + μ_rod y') d_y + μ_rod y' d_y - g d_y");
    let boundary = Expr::sum((0..2).map(|i| partial(L, v[i]) * delta[i]));
    Findings::new("pendulum_variation()")
        .rows(&["§4.2.2"])
        .expect(
            "L + μ (x x' + y y') as printed",
            &[L - e("½ (x'² + y'²) - g y + μ_rod (x x' + y y')")],
        )
        .rows(&["§4.2.2 b"])
        .expect("x' δx' + y' δy' − g δy + μ (x' δx + x δx' + y' δy + y δy')", &[first - right])
        .reject("x' δx + y' δy' − g δy + μ (…), as printed", first - wrong)
        .rows(&["§4.2.2 c"])
        .expect(
            "both forms after integration by parts differ by a total derivative",
            &[first - by_parts - rate(boundary), by_parts - longer],
        )
        .list
}
