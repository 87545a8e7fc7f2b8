//! What people look for under other names, with the page that treats it.

/// Pages, each with the words that lead to it: small letters, no marks, singular, joined by dashes.
const WORDS: &[(&str, &str)] = &[
    ("note", "goldstein class-note ray flannery gatland"),
    ("lemos", "hand-finch hand finch saletan cromer"),
    ("wolf", "bloch baruh"),
    ("moreschi-castellano", "moreschi castellano pars rund"),
    ("crasmareanu", "vranceanu miron"),
    ("ledger", "paper verdict-of-a-paper"),
    (
        "hamilton",
        "action stationary-action least-action principle-of-least-action variation variational variational-principle calculus-of-variations euler-lagrange euler-lagrange-equation first-variation admissible-variation",
    ),
    (
        "virtual-displacements",
        "displacement virtual-work work-of-constraints transpositional transpositional-relation real-displacement virtual-velocity",
    ),
    (
        "distribution",
        "allowed-direction direction subbundle pfaff pfaffian pfaffian-form one-form annihilator codistribution lie-bracket bracket constraint-distribution",
    ),
    (
        "connection",
        "ehresmann ehresmann-connection curvature horizontal horizontal-lift holonomy geometric-phase principal-bundle fibre fiber bundle",
    ),
    (
        "hamiltonian",
        "canonical canonical-equation hamilton-equation hamiltons-equation legendre legendre-transform legendre-transformation phase-space momenta liouville symplectic",
    ),
    ("poisson", "almost-poisson jacobi-identity jacobi lie-poisson"),
    (
        "symmetry",
        "noether emmy-noether noether-theorem momentum momentum-map momentum-equation nonholonomic-momentum conserved conserved-quantity conservation conservation-law invariance invariant constant-of-motion first-integral cyclic cyclic-coordinate ignorable-coordinate moving-energy moving-frame lie-group",
    ),
    (
        "chow",
        "control-theory controllability controllable reachability reachable reach accessibility accessible rashevskii rashevsky steering hormander larc",
    ),
    (
        "optimal-control",
        "control pontryagin maximum-principle lagrange-problem isoperimetric dido sub-riemannian geodesic cost extremal optimisation optimization heisenberg elastica",
    ),
    (
        "vakonomic",
        "vaconomic vakonom lagrangian-with-multiplier variational-nonholonomic kozlov mu",
    ),
    ("dalembert", "lagrange-dalembert lagrange ideal ideal-constraint"),
    ("multipliers", "reaction reaction-force constraint-force lagrange-multiplier lambda"),
    ("chetaev", "chetayev nonlinear nonlinear-constraint appell-hamel tschetajew"),
    (
        "rheonomic",
        "affine affine-constraint time-dependent scleronomic moving-constraint turntable",
    ),
    (
        "nonholonomic",
        "non-holonomic anholonomic rolling non-integrable nonintegrable skate knife-edge",
    ),
    ("frobenius", "integrable integrability closure involutive"),
    ("integrals", "integral integrating-factor disguise circle sphere"),
    ("voronec", "voronets chaplygin constrained-lagrangian"),
    ("naive", "mistake putting-in substitution reduced-lagrangian"),
    ("hamel", "boltzmann boltzmann-hamel euler-poincare"),
    ("quasi", "quasi-coordinate speed kinematics"),
    ("maggi", "kane kanes-equation kane-equation"),
    ("appell", "gibbs gibbs-appell"),
    ("gauss", "least-constraint hertz acceleration-constraint"),
    ("udwadia", "kalaba udwadia-kalaba pseudo-inverse moore-penrose"),
    (
        "second-order",
        "ostrogradsky ostrogradski ostrogradskii acceleration higher-order spinning-particle pais-uhlenbeck",
    ),
    ("rotation", "euler-angle quaternion so3 angular-velocity rigid-body"),
    ("friction", "coulomb stick stick-slip contact kink"),
    ("servo", "motor thruster actuator"),
    ("redundant", "dependent-constraint rank"),
    ("energy", "jacobi-integral jacobi-function power work"),
    ("zero-test", "proof prove proved refuted undecided verdict normal-form interval-arithmetic"),
    ("flow", "section lyapunov connect poincare exponent sensitivity"),
    ("run", "input integrator taylor drift event simulate simulation"),
    ("view", "animate plot report picture"),
    ("language", "unit syntax model model-file model-language"),
    ("explicit", "solved-for-acceleration mass-matrix"),
    ("export", "fmu code"),
    ("closed-form", "solution exact-solution analytic-solution closed"),
    ("conditions", "condition divisor singular singularity"),
];

/// The page to which a word leads.
pub(super) fn page(word: &str) -> Option<&'static str> {
    let leads = |(_, words): &&(&str, &str)| words.split(' ').any(|other| other == word);
    WORDS.iter().find(leads).map(|(page, _)| *page)
}

/// All words.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    WORDS.iter().flat_map(|(_, words)| words.split(' '))
}

#[cfg(test)]
mod tests {
    use super::super::{Topic, topics};
    use super::*;

    #[test]
    fn every_word_leads_to_one_page_and_is_no_page() {
        let mut all: Vec<&str> = all().collect();
        for (page, words) in WORDS {
            for word in words.split(' ') {
                assert!(topics().all(|topic| topic.name != word), "{word} has its own page");
                let found = Topic::named(word).map(|topic| topic.name);
                assert_eq!(found, Some(*page), "{word}");
            }
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a word stands twice");
    }
}
