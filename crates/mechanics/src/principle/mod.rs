//! The principles, one file each. Each is a pure function from a [`System`] to a [`Motion`].
//!
//! A principle that cannot take a system says why with a [`PrincipleError`].

mod along;
mod appell;
mod basis;
mod bracket;
mod chart;
mod constrained;
mod constraint;
mod dalembert;
mod dependence;
mod elimination;
mod euler_lagrange;
mod frame;
mod gauss;
mod hamel;
mod jacobi;
pub(crate) mod linear;
mod maggi;
mod naive;
mod poisson;
mod projected;
mod rank;
mod reduced;
mod scope;
mod speed;
mod steps;
mod udwadia;
mod vakonomic;
mod voronec;

use crate::{Motion, PrincipleError, System};

pub(crate) use along::directions;
pub use appell::{GibbsAppell, appell, gibbs_appell};
pub use bracket::{AlmostPoisson, almost_poisson};
pub use chart::dependent_at;
pub(crate) use constraint::reactions_of;
pub use dalembert::dalembert;
pub use dependence::{Dependence, dependence};
pub use elimination::elimination;
pub(crate) use frame::solution;
pub use gauss::{gauss, gaussian};
pub use hamel::{BoltzmannHamel, boltzmann_hamel, hamel};
pub use jacobi::{Jacobi, jacobi};
pub(crate) use maggi::allowed_directions_within;
pub use maggi::{allowed_directions, maggi};
pub use naive::naive;
pub use poisson::poisson;
pub use steps::{Body, Step, steps};
pub use udwadia::{FundamentalEquation, fundamental_equation, udwadia};
pub use vakonomic::vakonomic;
pub use voronec::{CurvatureTerm, curvature_terms, voronec};

/// What the command line, the web page and the manual know of a principle.
#[derive(Debug, Clone, Copy)]
pub struct Principle {
    /// The name in a model file.
    pub name: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// The equations of motion.
    pub derive: fn(&System) -> Result<Motion, PrincipleError>,
}

/// Every principle, in the order of the manual.
pub const PRINCIPLES: &[Principle] = &[
    Principle {
        name: "dalembert",
        summary: "ideal constraints do no work on the displacements that they allow",
        derive: dalembert,
    },
    Principle {
        name: "elimination",
        summary: "the variations of dependent coordinates expressed by the independent ones",
        derive: elimination,
    },
    Principle {
        name: "voronec",
        summary: "the constrained Lagrangian, with the curvature of the constraints",
        derive: voronec,
    },
    Principle {
        name: "hamel",
        summary: "quasi-velocities instead of velocities (Boltzmann, Hamel)",
        derive: hamel,
    },
    Principle {
        name: "gauss",
        summary: "the motion deviates least from the free one, measured by the Gaussian",
        derive: gauss,
    },
    Principle {
        name: "udwadia",
        summary: "the closed form of Udwadia and Kalaba, redundant constraints allowed",
        derive: udwadia,
    },
    Principle {
        name: "appell",
        summary: "the energy of accelerations of Gibbs and Appell is stationary",
        derive: appell,
    },
    Principle {
        name: "maggi",
        summary: "the equations along the directions in which no reaction works (Maggi, Kane)",
        derive: maggi,
    },
    Principle {
        name: "poisson",
        summary: "Hamilton's equations by the bracket of the constrained phase space",
        derive: poisson,
    },
    Principle {
        name: "vakonomic",
        summary: "Hamilton's principle for L + μφ; optimal control, not the motion of a body",
        derive: vakonomic,
    },
    Principle {
        name: "naive",
        summary: "the mistake: the constraints put into L before it is varied",
        derive: naive,
    },
];

impl Principle {
    /// The principle of this name.
    ///
    /// ```
    /// use alembert_mechanics::Principle;
    /// assert_eq!(Principle::named("dalembert").unwrap().name, "dalembert");
    /// assert!(Principle::named("alembert").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        PRINCIPLES.iter().find(|principle| principle.name == name)
    }
}
