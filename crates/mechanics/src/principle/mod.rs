//! The principles, one file each. Each is a pure function from a [`System`] to a [`Motion`].
//!
//! A principle that cannot take a system says why with a [`PrincipleError`].

mod appell;
mod basis;
mod constraint;
mod dalembert;
mod euler_lagrange;
mod frame;
mod gauss;
mod hamel;
mod jacobi;
mod maggi;
mod poisson;
mod projected;
mod rank;
mod scope;
mod udwadia;

use crate::{Motion, PrincipleError, System};

pub use appell::{GibbsAppell, appell, gibbs_appell};
pub use dalembert::dalembert;
pub use gauss::{gauss, gaussian};
pub use hamel::{BoltzmannHamel, boltzmann_hamel, hamel};
pub use jacobi::{Jacobi, jacobi};
pub use maggi::{allowed_directions, maggi};
pub use poisson::{AlmostPoisson, almost_poisson, poisson};
pub use udwadia::{FundamentalEquation, fundamental_equation, udwadia};

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
