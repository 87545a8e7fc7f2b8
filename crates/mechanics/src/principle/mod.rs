//! The principles, one file each. Each is a pure function from a [`System`] to a [`Motion`].
//!
//! A principle that cannot take a system says why with a [`PrincipleError`].

mod chart;
mod constrained;
mod constraint;
mod dalembert;
mod dependence;
mod elimination;
mod euler_lagrange;
mod linear;
mod naive;
mod reduced;
mod steps;
mod vakonomic;
mod voronec;

use crate::{Motion, PrincipleError, System};

pub use chart::dependent_at;
pub use dalembert::dalembert;
pub use dependence::{Dependence, dependence};
pub use elimination::elimination;
pub use naive::naive;
pub use steps::{Body, Step, steps};
pub use vakonomic::vakonomic;
pub use voronec::voronec;

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
