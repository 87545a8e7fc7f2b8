//! Checks that a model file cannot say: identities for every Lagrangian and every constraint,
//! closed forms, integrals.
//!
//! Each check returns lines like those of a model: what is expected and what is rejected, with what
//! the zero test found.

mod crasmareanu;
mod general;
mod lemos;
mod moreschi;
mod note;
mod variational;
mod wolf;

use alembert_algebra::evaluate::{Enclosed, evaluate};
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Kind, Substitution, Vector, apply, partial, rate};
use alembert_mechanics::{Constraint, Motion, System};

use super::PaperModel;
use crate::language::{Model, Source, read, read_expression};

/// A line that decides a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file of the model, or the name of the check.
    pub place: String,
    /// The line of the file; none for a check.
    pub line: Option<usize>,
    /// What is expected or rejected.
    pub text: String,
    /// Is it rejected?
    pub reject: bool,
    /// Was it decided as it should be?
    pub holds: bool,
    /// How it was decided, or why it was not.
    pub how: String,
}

impl Finding {
    /// `expect` or `reject`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.reject { "reject" } else { "expect" }
    }
}

/// A check with its name in the tables.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// Runs it.
    pub run: fn() -> Vec<(Vec<String>, Finding)>,
}

/// All checks.
pub const CHECKS: &[Check] = &[
    Check { name: "dalembert_equations", run: general::dalembert_equations },
    Check { name: "elimination_equations", run: general::elimination_equations },
    Check { name: "adapted_coordinates", run: general::adapted_coordinates },
    Check { name: "affine_constraints", run: general::affine_constraints },
    Check { name: "adapted_variations", run: general::adapted_variations },
    Check { name: "counted_in_adapted_coordinates", run: general::counted_in_adapted_coordinates },
    Check { name: "first_variation", run: general::first_variation },
    Check { name: "energy_balance", run: general::energy_balance },
    Check { name: "voronec_equations", run: lemos::voronec_equations },
    Check { name: "sphere_coefficients", run: lemos::sphere_coefficients },
    Check { name: "theta_by_voronec", run: lemos::theta_by_voronec },
    Check { name: "penny_accident", run: lemos::penny_accident },
    Check { name: "gradient_is_not_needed", run: wolf::gradient_is_not_needed },
    Check { name: "multipliers_of_the_disk", run: wolf::multipliers_of_the_disk },
    Check { name: "unknowns_and_equations", run: wolf::unknowns_and_equations },
    Check { name: "disk_partials", run: wolf::disk_partials },
    Check { name: "printed_elimination", run: wolf::printed_elimination },
    Check { name: "disk_first_order", run: wolf::disk_first_order },
    Check { name: "disk_closed_form", run: wolf::disk_closed_form },
    Check { name: "disk_contains", run: wolf::disk_contains },
    Check { name: "pendulum_variation", run: wolf::pendulum_variation },
    Check { name: "integrated_equations", run: wolf::integrated_equations },
    Check { name: "reach_of_the_knife_edge", run: wolf::reach_of_the_knife_edge },
    Check { name: "transposition", run: variational::transposition },
    Check { name: "imposed_first", run: variational::imposed_first },
    Check { name: "holonomic_alike", run: variational::holonomic_alike },
    Check { name: "multipliers_are_free", run: variational::multipliers_are_free },
    Check { name: "principles_differ", run: variational::principles_differ },
    Check { name: "goldstein_is_not_dynamics", run: variational::goldstein_is_not_dynamics },
    Check { name: "sphere_moves_otherwise", run: variational::sphere_moves_otherwise },
    Check { name: "rund_on_the_disk", run: variational::rund_on_the_disk },
    Check { name: "gauss_is_standard", run: note::gauss_is_standard },
    Check { name: "goldstein_equations", run: note::goldstein_equations },
    Check { name: "gauss_derivation", run: note::gauss_derivation },
    Check { name: "gauss_is_chetaev", run: note::gauss_is_chetaev },
    Check { name: "rank_of_the_velocities", run: moreschi::rank_of_the_velocities },
    Check { name: "multiplier_rule", run: moreschi::multiplier_rule },
    Check {
        name: "first_variation_under_constraints",
        run: moreschi::first_variation_under_constraints,
    },
    Check { name: "annihilator", run: moreschi::annihilator },
    Check { name: "hamilton_is_not_stationary", run: moreschi::hamilton_is_not_stationary },
    Check { name: "variations_are_not_independent", run: moreschi::variations_are_not_independent },
    Check { name: "solved_for_a_velocity", run: moreschi::solved_for_a_velocity },
    Check { name: "contact_and_spin", run: moreschi::contact_and_spin },
    Check { name: "vector_identities", run: moreschi::vector_identities },
    Check { name: "chetaev_on_the_turntable", run: moreschi::chetaev_on_the_turntable },
    Check { name: "second_order_variation", run: crasmareanu::second_order_variation },
    Check { name: "second_order_elimination", run: crasmareanu::second_order_elimination },
    Check { name: "constraint_rates", run: crasmareanu::constraint_rates },
    Check { name: "chain_rule", run: crasmareanu::chain_rule },
    Check { name: "constrained_equations", run: crasmareanu::constrained_equations },
    Check { name: "free_particle", run: crasmareanu::free_particle },
    Check { name: "particle_partials", run: crasmareanu::particle_partials },
];

/// The lines of a check, each with the rows that it decides: none stands for every row that names
/// the check.
pub(super) type Lines = Vec<(Vec<String>, Finding)>;

/// Collects the lines of a check.
struct Findings {
    place: &'static str,
    keys: Vec<String>,
    list: Lines,
}

impl Findings {
    fn new(place: &'static str) -> Findings {
        Findings { place, keys: Vec::new(), list: Vec::new() }
    }

    /// What follows decides these rows.
    fn rows(mut self, keys: &[&str]) -> Findings {
        self.keys = keys.iter().map(|&key| key.to_owned()).collect();
        self
    }

    /// Every one of these vanishes identically.
    fn expect(self, text: &str, vanishing: &[Expr]) -> Findings {
        let found = vanish(vanishing);
        self.line(text, false, found)
    }

    /// The text says that this vanishes, and it does not.
    fn reject(self, text: &str, left_over: Expr) -> Findings {
        let verdict = zero_test(left_over);
        let how = match &verdict {
            Verdict::NonZero(_) => "what is left is not zero".to_owned(),
            other => format!("{other:?}"),
        };
        self.line(text, true, (matches!(verdict, Verdict::NonZero(_)), how))
    }

    /// The text says that a number is zero, and its enclosure excludes that.
    fn reject_number(self, text: &str, number: Expr) -> Findings {
        self.line(text, true, excludes_zero(number))
    }

    /// A number is not zero: its enclosure excludes that.
    fn expect_number(self, text: &str, number: Expr) -> Findings {
        self.line(text, false, excludes_zero(number))
    }

    /// The text says that these do not vanish, and they do.
    fn reject_since_zero(self, text: &str, vanishing: &[Expr]) -> Findings {
        let found = vanish(vanishing);
        self.line(text, true, found)
    }

    /// This does not vanish identically.
    fn expect_nonzero(self, text: &str, e: Expr) -> Findings {
        let verdict = zero_test(e);
        let how = match &verdict {
            Verdict::NonZero(_) => "not zero at a state".to_owned(),
            other => format!("{other:?}"),
        };
        self.line(text, false, (matches!(verdict, Verdict::NonZero(_)), how))
    }

    /// A number that is counted.
    fn count(self, text: &str, found: usize, expected: usize) -> Findings {
        self.line(text, false, (found == expected, format!("counted: {found}")))
    }

    fn line(mut self, text: &str, reject: bool, (holds, how): (bool, String)) -> Findings {
        let (place, text) = (self.place.to_owned(), text.to_owned());
        self.list
            .push((self.keys.clone(), Finding { place, line: None, text, reject, holds, how }));
        self
    }
}

/// Do all of these vanish identically?
fn vanish(list: &[Expr]) -> (bool, String) {
    let doubt = list.iter().map(|&e| zero_test(e)).find(|v| *v != Verdict::Zero);
    let how = doubt.as_ref().map_or("normal form".to_owned(), |verdict| format!("{verdict:?}"));
    (doubt.is_none() && !list.is_empty(), how)
}

/// Does the enclosure of a number exclude zero?
fn excludes_zero(number: Expr) -> (bool, String) {
    let found = evaluate(&[number], &Enclosed::default());
    let holds = found.is_ok_and(|values| values.iter().all(|ball| ball.excludes_zero()));
    (holds, "enclosed".to_owned())
}

/// A coordinate with dots.
fn jet(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Coordinate, order)
}

fn jets(names: &[&str], order: u32) -> Vec<Expr> {
    names.iter().map(|name| jet(name, order)).collect()
}

/// Any function of these arguments.
fn any(name: &str, arguments: &[Expr]) -> Expr {
    apply(Function::unspecified(name, arguments.len()), arguments)
}

/// A multiplier with dots.
fn multiplier(name: &str, order: u32) -> Expr {
    Expr::symbol(name, Kind::Multiplier, order)
}

/// A constant.
fn constant(name: &str) -> Expr {
    Expr::symbol(name, Kind::Parameter { positive: false }, 0)
}

/// A system without forces.
fn system(q: &[Expr], L: Expr, phi: &[Expr]) -> System {
    let label = |(j, &phi): (usize, &Expr)| Constraint::ideal(&format!("c{j}"), phi);
    let constraints = phi.iter().enumerate().map(label).collect();
    let made = System::new(q.to_vec().into(), L, Vector::zeros(q.len()), constraints);
    made.expect("a check makes a sound system")
}

/// What vanishes by the equations of a motion.
fn residuals(motion: &Motion) -> Vector {
    let (W, h) = motion.system.square();
    &(&W * &*motion.unknowns) - &h
}

/// The derivative of `e` along `x → x + ε δ`, at ε = 0; `moved` are the x with their δ.
fn variation(e: Expr, moved: &[(Expr, Expr)]) -> Expr {
    let epsilon = constant("epsilon");
    let shifted = moved.iter().map(|&(x, delta)| (x, x + epsilon * delta));
    let moved = Substitution::new(shifted).apply(e);
    Substitution::new([(epsilon, Expr::zero())]).apply(partial(moved, epsilon))
}

/// The Lagrange expression `d/dt ∂L/∂x' − ∂L/∂x`.
fn lagrange(L: Expr, x: Expr) -> Expr {
    rate(partial(L, rate(x))) - partial(L, x)
}

/// A model of the papers.
fn model(name: &str) -> Model {
    let found = PaperModel::named(name).expect("a check names a model of the list");
    let reading = read(&Source::new(found.file_name(), found.text));
    reading.model.expect("a test reads the models of the papers")
}

/// An expression of a paper, in the names of a model.
fn printed(model: &Model, text: &str) -> Expr {
    let read = read_expression(&Source::new("<printed>", text), model);
    read.expect("a check writes expressions in the names of its model")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(findings: &Findings) -> Vec<(bool, bool)> {
        findings.list.iter().map(|(_, line)| (line.reject, line.holds)).collect()
    }

    #[test]
    fn what_should_vanish_and_does_not_is_no_finding() {
        let (x, y) = (jet("x", 0), jet("y", 0));
        let square = (x + y).powi(2) - x * x - y * y;
        let right = square - Expr::from(2) * x * y;
        let found = Findings::new("test()")
            .expect("right", &[right])
            .expect("wrong", &[right, square])
            .expect("nothing", &[]);
        assert_eq!(holds(&found), [(false, true), (false, false), (false, false)]);
    }

    #[test]
    fn what_should_not_vanish_and_does_is_no_refutation() {
        let (x, y) = (jet("x", 0), jet("y", 0));
        let zero = (x + y) * (x - y) - x * x + y * y;
        let found = Findings::new("test()")
            .reject("wrong", x)
            .reject("right", zero)
            .reject_since_zero("wrong", &[zero])
            .reject_since_zero("right", &[zero, x])
            .reject_since_zero("nothing", &[]);
        let expected = [(true, true), (true, false), (true, true), (true, false), (true, false)];
        assert_eq!(holds(&found), expected);
        let found =
            Findings::new("test()").expect_nonzero("right", x).expect_nonzero("wrong", zero);
        assert_eq!(holds(&found), [(false, true), (false, false)]);
    }

    #[test]
    fn a_number_is_rejected_when_its_enclosure_excludes_zero() {
        let two = Expr::from(2);
        let found = Findings::new("test()")
            .reject_number("wrong", two.sqrt() - Expr::one())
            .reject_number("right", two.sqrt() * two.sqrt() - two)
            .reject_number("no number", jet("x", 0));
        assert_eq!(holds(&found), [(true, true), (true, false), (true, false)]);
    }

    #[test]
    fn numbers_are_counted() {
        let found = Findings::new("test()").count("two", 2, 2).count("three", 2, 3);
        assert_eq!(holds(&found), [(false, true), (false, false)]);
    }

    #[test]
    fn a_variation_is_the_derivative_along_it() {
        let (x, v) = (jet("x", 0), jet("x", 1));
        let (d, d_dot) = (jet("d", 0), jet("d", 1));
        let found = variation(x * x * v, &[(x, d), (v, d_dot)]);
        assert_eq!(zero_test(found - (Expr::from(2) * x * v * d + x * x * d_dot)), Verdict::Zero);
    }

    #[test]
    fn the_names_of_checks_are_all_different() {
        let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CHECKS.len());
    }
}
