//! The principles, one file each. Each is a pure function from a [`System`] to a [`Motion`].
//!
//! A principle that cannot take a system says why with a [`PrincipleError`].

mod constraint;
mod dalembert;
mod euler_lagrange;

use crate::{Motion, PrincipleError, System};

pub use dalembert::dalembert;

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
pub const PRINCIPLES: &[Principle] = &[Principle {
    name: "dalembert",
    summary: "ideal constraints do no work on the displacements that they allow",
    derive: dalembert,
}];

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
